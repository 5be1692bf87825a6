r"""A machine under a sampled law, linearised: exact in the law, and exact between samples.

The machine's linear model is integrated over a period with the command held (zero-order hold), by the matrix exponential. The law
is differentiated as it is, its own state included. Commands that act late are states too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.law_at_point import as_design_law
from kinloop.control.design.machine_loop import as_configuration
from kinloop.control.design.operating_point import Balance, OperatingPoint, motion_at
from kinloop.control.design.second_order import one_number
from kinloop.control.riccati import sample_model
from kinloop.errors import ShapeError, SingularConfiguration, UnsupportedOperation, listing
from kinloop.mechanism.parts.surface import Surface
from kinloop.model.robot import Robot
from kinloop.model.surfaces import as_surfaces, surface_values, with_surfaces

Array = np.ndarray
# An eigenvalue's size below 1 by less than this can be rounding.
ROUNDING = 1e-12
# Rates of the active joints determine the motion if this share of the largest singular value is exceeded.
DETERMINED = 1e-9
# Delays of more periods are refused.
LATEST = 1000


@dataclass(frozen=True)
class SampledLoop:
    """A machine under a law that is sampled at ``period`` [s], linearised: ``z[k+1] = matrix z[k]``.

    The ``states`` are changes of the independent joints and of their rates (for a law of joint rates: of the last command), those
    of the law's state on which its command depends, and commands on their way. ``open_matrix``, ``inputs`` and ``feedback`` are
    its parts: ``matrix = open_matrix - inputs @ feedback``.
    """

    matrix: Array
    open_matrix: Array
    inputs: Array
    feedback: Array
    states: tuple[str, ...]
    joints: tuple[str, ...]
    period: float
    delay: int
    is_moving: bool

    @property
    def eigenvalues(self) -> Array:
        """The eigenvalues of a period, the largest first."""
        values = np.linalg.eigvals(self.matrix)
        return values[np.lexsort((-values.imag, -np.abs(values).round(12)))]

    @property
    def spectral_radius(self) -> float:
        """The size of the largest eigenvalue: small errors decay by this factor a period, or grow."""
        return float(np.abs(np.linalg.eigvals(self.matrix)).max())

    @property
    def is_stable(self) -> bool | None:
        """Whether small errors decay: every eigenvalue is clearly inside the unit circle. None at an instant of a motion, where
        eigenvalues do not decide."""
        return None if self.is_moving else self.spectral_radius < 1 - ROUNDING

    def __repr__(self) -> str:
        words = {None: "at an instant of a motion", True: "stable", False: "not stable"}[self.is_stable]
        late = f", {self.delay} periods late" if self.delay else ""
        return f"<SampledLoop of {listing(self.joints)}: {words}, radius {self.spectral_radius:.6g} at {self.period:g} s{late}>"


def sampled_loop(
    robot: Robot,
    law: Any,
    q: ArrayLike,
    period: float,
    delay: int | bool = 0,
    *,
    plant: Robot | None = None,
    surfaces: Sequence[Surface] = (),
    trajectory: Any = None,
    t: float | None = None,
) -> SampledLoop:
    """The loop of a machine at rest under any law on symbols, sampled with a period, and linearised exactly.

    The machine rests at ``q``. The reference and the law's state are those with which the law keeps it there, so a law without
    compensation of gravity rests beside its reference, and an integral holds the machine.

    Args:
        robot: the controller's model of the machine.
        law: of efforts, or of joint rates, which the machine then follows exactly.
        q: the configuration at rest, shape (nq,); with a trajectory, one on its branch.
        period: [s].
        delay: periods from the measurement to the effect of a command; True, as of ``kl.Actuators(delay=True)``, is one.
        plant: the machine itself where its parameters differ: ``robot.with_parameters(m=1.2)``.
        surfaces: what the machine touches at ``q``, and the controller does not know; a law that reads the wrench on the tool
            measures theirs. An integral of the force rests only where the surface pushes with the wanted one.
        trajectory, t: linearise at time ``t`` of a motion instead, one instant of a linear time-varying system.
    Returns: ``matrix``, ``eigenvalues``, ``spectral_radius``, ``is_stable`` and the parts of the loop.
    Raises: ShapeError: nothing was found with which the law keeps the machine there. SingularConfiguration: the law has no finite
        command there. UnsupportedOperation: a law that is not smooth there, changes with time or is plain Python.
    """
    what = "sampled_loop"
    period = require_period(what, period)
    if surfaces:
        given = as_surfaces(f"{what}: surfaces", surfaces)
        plant = with_surfaces(robot if plant is None else plant, given).with_parameters(**surface_values(given))
        robot = with_surfaces(robot, given)
    return LoopBuilder(what, robot, law, q, delay, plant, trajectory, t)(period)


def require_period(what: str, given: Any) -> float:
    """A period. Raises: ShapeError, NotFinite."""
    period = one_number(f"{what}: period", given)
    if period <= 0:
        raise ShapeError(f"{what}: period is {period:g} s, expected a time above zero")
    return period


class LoopBuilder:
    """The loop of a machine and a law for any period; what does not depend on it is computed once."""

    def __init__(
        self,
        what: str,
        robot: Robot,
        law: Any,
        q: ArrayLike,
        delay: Any,
        plant: Robot | None,
        trajectory: Any = None,
        t: Any = None,
    ) -> None:
        as_configuration(what, robot, q)
        plant = robot if plant is None else plant
        if not isinstance(plant, Robot) or plant.mechanism.rates != robot.mechanism.rates or plant.n_active != robot.n_active:
            raise ShapeError(f"{what}: the plant is {plant!r:.80}, expected the same machine with other parameters")
        self.delay, self.law = _require_delay(what, delay), as_design_law(what, law, robot)
        self.joints = robot.mechanism.rates[: robot.n_active]
        self._balance = Balance(what, robot, plant, self.law, motion_at(what, plant, q, trajectory, t))
        if self.law.drives == "rate":
            _require_rates_determine(what, plant, self._balance.active)
        self._reads_period = self._balance.law.reads_period
        self._point: OperatingPoint | None = None

    @property
    def has_fixed_memory(self) -> bool:
        """Whether the law has a state but does not read the period."""
        return bool(self._balance.memory.size) and not self._reads_period

    def __call__(self, period: float) -> SampledLoop:
        """The loop for a period."""
        if self._point is None or self._reads_period:
            self._point = self._balance.at(period)
        return assemble(self._point, self.law.drives, self.joints, period, self.delay)


def _require_delay(what: str, given: Any) -> int:
    whole = isinstance(given, bool | int | np.integer | np.bool_)
    if not whole or not 0 <= int(given) <= LATEST:
        raise ShapeError(f"{what}: delay is {given!r:.80}, expected a whole number of periods from 0 to {LATEST}")
    return int(given)


def _require_rates_determine(what: str, plant: Robot, active: Array) -> None:
    name = plant.mechanism.name
    n, f = active.shape
    if n != f:
        raise UnsupportedOperation(f"{what}: {name} has {n} drives and {f} degrees of freedom, so it cannot follow all rates")
    sizes = np.linalg.svd(active, compute_uv=False)
    if sizes[-1] <= DETERMINED * sizes[0]:
        raise SingularConfiguration(f"{what}: the active joints of {name} do not determine its motion there (Type 2)")


def assemble(point: OperatingPoint, drives: str, joints: tuple[str, ...], period: float, delay: int) -> SampledLoop:
    """The loop from its parts."""
    machine = _machine_of_rates if drives == "rate" else _machine_of_efforts
    A, B, change, rate, names = machine(point, joints, period)
    law, kept = point.law, point.kept
    # The law reads changes of positions and rates, linear in the machine's states.
    command = law.of_command[0] @ change + law.of_command[1] @ rate
    own = (law.of_state[0] @ change + law.of_state[1] @ rate)[kept]
    own_own, command_own = law.of_state[2][np.ix_(kept, kept)], law.of_command[2][:, kept]
    z, m, n = len(A), len(kept), len(joints)
    size = z + m + delay * n
    open_matrix, inputs, feedback = np.zeros((size, size)), np.zeros((size, n)), np.zeros((n, size))
    open_matrix[:z, :z], open_matrix[z : z + m, :z], open_matrix[z : z + m, z : z + m] = A, own, own_own
    feedback[:, :z], feedback[:, z : z + m] = -command, -command_own
    if not delay:
        inputs[:z] = B
    else:  # the oldest command acts, the others move up
        open_matrix[:z, size - n :] = B
        inputs[z + m : z + m + n] = np.eye(n)
        open_matrix[z + m + n :, z + m : size - n] = np.eye((delay - 1) * n)
    names += [f"law_{k}" for k in kept] + [f"command_{name}_{k + 1}" for k in range(delay) for name in joints]
    matrix = open_matrix - inputs @ feedback
    return SampledLoop(matrix, open_matrix, inputs, feedback, tuple(names), joints, period, delay, point.is_moving)


def _machine_of_efforts(
    point: OperatingPoint, joints: tuple[str, ...], period: float
) -> tuple[Array, Array, Array, Array, list[str]]:
    """The machine under held efforts: its matrices, and the changes of all positions and rates with its states."""
    model = point.model
    A, B = sample_model(model.A, model.B, period)
    change = np.hstack([model.basis, np.zeros_like(model.basis)])
    return A, B, change, np.hstack([point.rates, model.basis]), list(model.states)


def _machine_of_rates(
    point: OperatingPoint, joints: tuple[str, ...], period: float
) -> tuple[Array, Array, Array, Array, list[str]]:
    """The machine that follows held rates of its active joints; the last ones are states, since they are measured."""
    model, P = point.model, point.rates
    f, n = model.basis.shape[1], len(joints)
    back = np.linalg.inv(model.basis[:n])
    drift = -back @ P[:n]
    A, B = sample_model(model.A[:f, :f] + drift, back, period)
    nothing = np.zeros((n, n))
    whole = np.block([[A, np.zeros((f, n))], [np.zeros((n, f)), nothing]])
    change = np.hstack([model.basis, np.zeros((len(model.basis), n))])
    rate = np.hstack([P + model.basis @ drift, model.basis @ back])
    names = [*model.independent, *(f"{name}_rate" for name in joints)]
    return whole, np.vstack([B, np.eye(n)]), change, rate, names
