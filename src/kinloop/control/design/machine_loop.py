r"""A machine at rest, linearised, and its continuous loop under a PID law on the active joints.

With the states :math:`\xi`, small changes of the independent joints, :math:`\eta` their rates and :math:`\sigma = \int \xi`, and
:math:`N_a` the changes of the active joints with :math:`\xi`, the law is

.. math:: \delta\tau = -K_p N_a\, \xi - K_d N_a\, \eta - K_i N_a\, \sigma .

With more actuators than degrees of freedom, the integrals of the active joints' errors differ from :math:`N_a \sigma` by a
constant, which is a preload. With fewer, only the errors of the active joints are integrated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.gains import gain_matrices
from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation, listing
from kinloop.model.array_arguments import numbers
from kinloop.model.forces.linearise import Linearisation
from kinloop.model.robot import Robot

Array = np.ndarray
# A real part of an eigenvalue, in parts of the largest eigenvalue's size, that rounding can produce.
ROUNDING = 1e-13
# A machine is at rest if what is left of its accelerations is a smaller share of those by its efforts, or by a change of its
# coordinates of 1 rad or 1 m.
AT_REST = 1e-9


@dataclass(frozen=True)
class ContinuousLoop:
    """A machine at rest under a PD or PID law, in continuous time, linearised: ``d/dt z = matrix z``.

    The states ``z`` are changes of the independent joints, of their rates and, if ``ki`` is not zero, the integrals of the
    joints' errors. ``open_matrix``, ``inputs`` and ``feedback`` are its parts: ``matrix = open_matrix - inputs @ feedback``.
    """

    matrix: Array
    open_matrix: Array
    inputs: Array
    feedback: Array
    states: tuple[str, ...]
    joints: tuple[str, ...]
    period = None  # the loop is not sampled

    @property
    def eigenvalues(self) -> Array:
        """The poles of the loop [1/s], the slowest to decay first."""
        return sort_poles(np.linalg.eigvals(self.matrix))

    @property
    def is_stable(self) -> bool:
        """Whether every pole is clearly in the left half plane; False for one on the imaginary axis, up to rounding."""
        return stability(self.matrix) > 0

    def __repr__(self) -> str:
        words = "stable" if self.is_stable else "not stable"
        return f"<Loop of {listing(self.joints)}: {words}, slowest pole {self.eigenvalues[0]:.6g} 1/s>"


def stability(matrix: Array) -> float:
    """Minus the largest real part of the eigenvalues, less what rounding can produce: above zero where the loop is stable."""
    values = np.linalg.eigvals(matrix)
    return float(-values.real.max() - ROUNDING * np.abs(values).max())


def sort_poles(values: Array) -> Array:
    """Eigenvalues with the largest real part first; of a pair the one above the real axis first."""
    size = np.abs(values).max(initial=0.0) or 1.0
    return values[np.lexsort((-values.imag, -(values.real / size).round(12)))]


def as_configuration(what: str, robot: Any, q: ArrayLike) -> Array:
    """One configuration of one robot. Raises: ShapeError, NotFinite, UnsupportedOperation."""
    if not isinstance(robot, Robot):
        raise ShapeError(f"{what}: the robot is {robot!r:.80}, expected a kl.Robot, as kl.load gives it")
    if robot.models.is_batch:
        raise ShapeError(f"{what} takes one machine, but the parameters of {robot.mechanism.name} are arrays")
    if not robot.n_active:
        raise UnsupportedOperation(f"{what}: {robot.mechanism.name} has no actuated joint, so there is no loop")
    names = robot.mechanism.coordinates
    array = numbers(getattr(q, "q", q), f"{what}: q")
    if array.shape != (len(names),):
        raise ShapeError(f"{what}: q has shape {array.shape}, expected ({len(names)},): {listing(names)}")
    if not np.all(np.isfinite(array)):
        k = int(np.flatnonzero(~np.isfinite(array))[0])
        raise NotFinite(f"{what}: q[{k}] ({names[k]}) is {array[k]}, expected a finite number")
    return array


def linearise_at_rest(what: str, robot: Robot, q: ArrayLike) -> tuple[Linearisation, Array]:
    """The machine at rest at ``q``, held by its active joints, and the changes of its active joints with those of the
    independent ones.

    Raises: SingularConfiguration: at Type 2, where no active efforts hold it. ShapeError: elsewhere, if none hold it.
    """
    q = as_configuration(what, robot, q)
    still, tau = np.zeros(len(robot.mechanism.rates)), robot.static_effort(q)
    model = robot.linearise(q, still, tau)
    f = len(model.independent)
    left = model.qdd[[robot.mechanism.rates.index(name) for name in model.independent]]
    if np.any(np.abs(left) > AT_REST * (np.abs(model.B[f:]) @ np.abs(tau) + np.abs(model.A[f:, :f]).sum(axis=1))):
        raise ShapeError(
            f"{what}: no active efforts hold {robot.mechanism.name} at rest at q = {q}, expected an equilibrium; "
            f"{listing(model.independent)} accelerate with {left}"
        )
    return model, model.basis[: robot.n_active]


def pid_loop(robot: Robot, q: ArrayLike, kp: Any, kd: Any, ki: Any = 0.0) -> ContinuousLoop:
    """The loop of a machine at rest at ``q`` under a PD or PID law on its active joints, in continuous time, linearised.

    Args: a robot, its configuration at rest, shape (nq,), and gains: one number, one for each active joint, or a matrix. The law
        also gives the efforts that hold the machine at rest, as its integrals do in time.
    Returns: ``matrix``, ``eigenvalues`` and ``is_stable`` of the loop; see also :func:`margins`.
    Raises: SingularConfiguration: at Type 2.
    """
    parts = PidParts.of("pid_loop", robot, q)
    gains = gain_matrices("pid_loop", robot.n_active, kp=kp, kd=kd, ki=ki)
    return parts.loop(gains["kp"], gains["kd"], gains["ki"])


@dataclass(frozen=True)
class PidParts:
    """The parts of PID loops of one machine at one configuration."""

    A: Array
    B: Array
    active: Array
    independent: tuple[str, ...]
    joints: tuple[str, ...]

    @classmethod
    def of(cls, what: str, robot: Robot, q: ArrayLike) -> PidParts:
        """The parts of a robot at rest."""
        model, active = linearise_at_rest(what, robot, q)
        return cls(model.A, model.B, active, model.independent, robot.mechanism.rates[: robot.n_active])

    @property
    def integrators(self) -> int:
        """How many integrals a PID law has that matter."""
        return min(self.active.shape)

    def loop(self, kp: Array, kd: Array, ki: Array, integrates: bool | None = None) -> ContinuousLoop:
        """The loop with these gains, matrices (n, n); with integrators where ``ki`` is not zero, or as ``integrates`` says."""
        f, n = len(self.independent), len(self.joints)
        integrates = bool(np.any(ki)) if integrates is None else integrates
        count = self.integrators if integrates else 0
        size = 2 * f + count
        open_matrix, inputs = np.zeros((size, size)), np.zeros((size, n))
        open_matrix[: 2 * f, : 2 * f], inputs[: 2 * f] = self.A, self.B
        feedback = [kp @ self.active, kd @ self.active]
        states = [*self.independent, *(f"{name}_rate" for name in self.independent)]
        if integrates:
            open_matrix[2 * f :, :f] = self.active if n < f else np.eye(f)
            feedback.append(ki if n < f else ki @ self.active)
            states += [f"{name}_integral" for name in (self.joints if n < f else self.independent)]
        K = np.concatenate(feedback, axis=1)
        return ContinuousLoop(open_matrix - inputs @ K, open_matrix, inputs, K, tuple(states), self.joints)
