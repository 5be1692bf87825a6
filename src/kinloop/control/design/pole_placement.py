"""Gains of PD and PID laws that give a joint or a machine chosen poles."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.gains import Gains, require_poles
from kinloop.control.design.machine_loop import PidParts
from kinloop.control.design.second_order import SecondOrder
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.robot import Robot

Array = np.ndarray
# A placed pole may differ from the chosen one by this share of the largest.
PLACED = 1e-6
# A controllable direction is at least this share of the largest one.
CONTROLLABLE = 1e-10


def place_poles(machine: SecondOrder | Robot, poles: Any, q: ArrayLike | None = None) -> Gains:
    r"""The gains of a PD or PID law that give chosen poles, in continuous time.

    For a joint, two poles give ``kp`` and ``kd``, three also ``ki``:

    .. math:: K_p = M (s_1 s_2 + s_2 s_3 + s_3 s_1) - k, \quad K_i = -M s_1 s_2 s_3, \quad K_d = -M (s_1 + s_2 + s_3) - b

    For a machine at rest at ``q``, two or three poles for each degree of freedom give state feedback: ``kp``, ``kd`` and ``ki``
    are matrices (n_active, degrees of freedom) from changes of the independent joints, which are the active ones where these
    determine the motion. With fewer actuators than degrees of freedom, ``ki`` is of the active joints alone. The efforts that
    hold the machine at ``q`` are added to the law. SciPy chooses among the matrices that give these poles the one whose poles are
    least sensitive.

    Args:
        machine: a :class:`SecondOrder`, such as ``kl.joint_design(robot, q)["theta"]``, or a robot.
        poles: [1/s], in the left half plane, complex ones in pairs.
        q: the robot's configuration at rest, shape (nq,).
    Returns: ``kp kd ki``; ``ki`` is zero for two poles.
    Raises: ShapeError: another number of poles, or poles that are not stable. UnsupportedOperation: a pole that is repeated more
        often than there are actuators, or a motion that the actuators do not drive. SingularConfiguration: at Type 2.
    References: [Aissani2021] (5.27), with the stiffness that gravity adds.
    """
    if isinstance(machine, SecondOrder):
        if q is not None:
            raise ShapeError("place_poles: a joint alone takes no q; give the robot in its place, or leave q out")
        _, a1, a2, a3 = (*np.poly(require_poles("place_poles", poles, (2, 3))).real.tolist(), 0.0)[:4]
        return Gains(machine.inertia * a2 - machine.stiffness, machine.inertia * a1 - machine.damping, machine.inertia * a3)
    if q is None:
        raise ShapeError("place_poles: q is missing; expected the configuration of the robot at rest")
    parts = PidParts.of("place_poles", machine, q)
    f, n = len(parts.independent), len(parts.joints)
    wanted = require_poles("place_poles", poles, (2 * f, 2 * f + parts.integrators))
    no_gain = np.zeros((n, n))
    open_loop = parts.loop(no_gain, no_gain, no_gain, integrates=wanted.size > 2 * f)
    K = _state_feedback(machine, open_loop.open_matrix, open_loop.inputs, wanted)
    return Gains(K[:, :f], K[:, f : 2 * f], K[:, 2 * f :] if wanted.size > 2 * f else np.zeros((n, parts.integrators)))


def _state_feedback(robot: Robot, A: Array, B: Array, wanted: Array) -> Array:
    """The matrix K with which ``A - B K`` has the wanted eigenvalues."""
    from scipy import signal

    name = robot.mechanism.name
    scale = np.abs(wanted).max()
    if not _is_controllable(A / scale, B):
        raise UnsupportedOperation(f"place_poles: the actuators of {name} do not drive all its motions")
    # With more actuators than degrees of freedom: the least efforts of those that act alike.
    U, sizes, V = np.linalg.svd(B, full_matrices=False)
    rank = int(np.sum(sizes > CONTROLLABLE * sizes[0]))
    driven = U[:, :rank] * sizes[:rank]
    _, counts = np.unique(wanted.round(12), return_counts=True)
    if counts.max() > rank:
        raise UnsupportedOperation(
            f"place_poles: a pole is repeated {counts.max()} times, expected at most {rank} times, as many as there are "
            "independent actuators; move them a little apart"
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it did not converge to the least sensitive matrix; the poles are checked below
        K = V[:rank].T @ np.asarray(signal.place_poles(A, driven, wanted, maxiter=100).gain_matrix)
    found, missed = np.linalg.eigvals(A - B @ K), 0.0
    for pole in wanted:
        k = int(np.argmin(np.abs(found - pole)))
        missed = max(missed, abs(found[k] - pole))
        found = np.delete(found, k)
    if not missed <= PLACED * scale:
        raise UnsupportedOperation(f"place_poles: the poles of {name} miss the chosen ones by {missed:.3g} 1/s; move them apart")
    return K


def _is_controllable(A: Array, B: Array) -> bool:
    """Whether every eigenvector of A is driven (the test of Popov, Belevitch and Hautus)."""
    B = B / np.abs(B).max()
    for value in np.linalg.eigvals(A):
        singular = np.linalg.svd(np.hstack([A - value * np.eye(len(A)), B]), compute_uv=False)
        if singular[-1] <= CONTROLLABLE * singular[0]:
            return False
    return True
