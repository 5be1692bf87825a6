"""What a law of forces needs of a machine and a motion, checked before a run."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.control.gains import as_gain
from kinloop.control.tunable import Setting
from kinloop.errors import ShapeError, SingularConfiguration, UnsupportedOperation, listing
from kinloop.mechanism.expressions.expression import evaluate
from kinloop.model.dynamics.task import task_rows
from kinloop.model.robot import Robot
from kinloop.model.singularity.same_side import same_side

Array = np.ndarray
SAMPLES = 51
# The least nearness to a singularity (0 at it, about 1 elsewhere) at which forces are controlled.
NEAR = 1e-3
# A motion this near to a singularity is sampled again around the nearest sample, so many times, with so many samples.
SUSPECT, REFINED, FINER = 0.3, 3, 21
# A sampled loop is unstable where errors grow by more than this a period.
GROWS = 1e-9
# The chosen damping of a force, as a multiple of the least one that is stable; the least integral gain [1/s] it is chosen for.
MARGIN, LEAST = 3.0, 5.0


def require_task(owner: str, robot: Robot) -> None:
    """Raises: UnsupportedOperation: a machine whose task is not all that its actuators move."""
    rows, n = len(task_rows(robot.mechanism)), robot.n_active
    if not rows or rows != n:
        raise UnsupportedOperation(
            f"{owner}: {robot.mechanism.name} has {n} actuated rates and {rows} rates of the task ({listing(robot.task)}); a law "
            "of task forces needs as many"
        )


def sample_configurations(owner: str, setting: Setting) -> tuple[Array, Array]:
    """Times (k,) and all joints (k, nq) along the trajectory, from the configuration at the start; those of several trajectories
    follow each other.

    Raises: SingularConfiguration: the motion comes near a singularity, where forces and motions of the task are not controlled,
        or leaves the reach.
    """
    robot, trajectory = setting.robot, setting.trajectory
    if trajectory is None or trajectory.space == "active":
        t, motions = np.zeros(1), np.array(setting.q)[None, None]
    else:
        t = np.linspace(0.0, min(float(np.max(trajectory.duration)), setting.period * setting.periods), SAMPLES)
        motions = _follow(robot, trajectory, t, np.array(setting.q))
    for number, joints in enumerate(motions):
        name = robot.mechanism.name if len(motions) == 1 else f"{robot.mechanism.name} in run {number}"
        known = np.isfinite(joints).all(axis=1)
        if not known.all():
            time = t[np.argmin(known)]
            raise SingularConfiguration(f"{owner}: the trajectory of {name} leaves the reach at t = {time:.4g} s")
        each = trajectory if len(motions) == 1 else trajectory[number]
        _require_regular(owner, name, robot, each, t, joints)
    return np.tile(t, len(motions)), np.concatenate(motions)


def _follow(robot: Robot, trajectory: Any, t: Array, q: Array) -> Array:
    """All joints (runs, k, nq) along a trajectory or a batch of them, by continuation from ``q``."""
    x = np.asarray(trajectory(t).x)
    x = x.reshape(-1, *x.shape[-2:])
    q, found = np.broadcast_to(q, (len(x), len(q))), []
    for k in range(len(t)):
        q = np.asarray(robot.inverse_geometry(x[:, k], near=q).q)
        found.append(q)
    return np.stack(found, axis=1)


def _require_regular(owner: str, name: str, robot: Robot, trajectory: Any, t: Array, q: Array) -> None:
    """Raises: SingularConfiguration: joints (k, nq) that come near a singularity, or cross one between two samples."""
    nearness = robot.singularity(q).nearness
    for kind in ("type 1", "type 2"):
        at, least = _least(robot, trajectory, kind, t, q, np.asarray(nearness[kind]))
        if least < NEAR:
            raise SingularConfiguration(
                f"{owner}: at t = {at:.4g} s the trajectory of {name} comes near a {kind} singularity (nearness {least:.2g}, "
                "0 at it), where a direction of forces and motions is lost; expected a trajectory away from it"
            )
    rank = len(robot.models.formulas.model.passive_rows)
    if len(q) > 1 and rank:
        closures = robot.models.kernel("scaled_velocity").ufunc(q, *robot.models.parameter_inputs)[0]
        crossed = np.flatnonzero(~same_side(np.asarray(closures)[..., robot.n_active :], rank))
        if crossed.size:
            raise SingularConfiguration(
                f"{owner}: between t = {t[crossed[0]]:.4g} s and {t[crossed[0] + 1]:.4g} s the trajectory of {name} crosses a "
                "type 2 singularity, where a direction of forces and motions is lost; expected a trajectory away from it"
            )


def _least(robot: Robot, trajectory: Any, kind: str, t: Array, q: Array, nearness: Array) -> tuple[float, float]:
    """The time [s] at which a motion is nearest to a kind of singularity, and how near: between samples too."""
    k = int(np.nanargmin(nearness)) if np.isfinite(nearness).any() else 0
    for _ in range(REFINED):
        if len(t) < 3 or not nearness[k] < SUSPECT:
            break
        low, high = max(k - 1, 0), min(k + 1, len(t) - 1)
        times = np.linspace(t[low], t[high], FINER)
        joints = _follow(robot, trajectory, times, q[low])[0]
        found = np.asarray(robot.singularity(joints).nearness[kind])
        if not np.isfinite(found).all():
            break
        t, q, nearness, k = times, joints, found, int(np.argmin(found))
    return float(t[k]), float(nearness[k])


def require_efforts(owner: str, setting: Setting, t: Array, q: Array, force: Array) -> None:
    """Raises: UnsupportedOperation: a task force (m,), or one for each configuration (k, m), that actuators cannot hold."""
    robot = setting.robot
    limits = effort_limits(robot, setting)
    jacobian = np.asarray(robot.models.call(robot.models.kernel("task_jacobian"), q))
    hold = np.asarray(robot.bias(q, np.zeros((len(q), len(robot.mechanism.rates)))))
    efforts = np.abs(hold + np.einsum("kij,ki->kj", jacobian, np.broadcast_to(force, jacobian.shape[:2])))
    over = efforts / limits
    if np.isfinite(over).any() and np.nanmax(over) > 1:
        k, joint = np.unravel_index(int(np.nanargmax(over)), over.shape)
        raise UnsupportedOperation(
            f"{owner}: the force that is asked for needs {efforts[k, joint]:.4g} of {robot.mechanism.rates[joint]} at t = "
            f"{t[k]:.4g} s, and its limit is {limits[joint]:.4g}"
        )


def effort_limits(robot: Robot, setting: Setting) -> Array:
    """The limits of the active efforts: the description's, and the actuators' of the run."""
    given = [joint.limits.effort for joint in robot.mechanism.active_joints for _ in joint.rates]
    limits = np.array([np.inf if each is None else float(evaluate(each, robot.parameters)) for each in given])
    return limits if setting.saturation is None else np.minimum(limits, setting.saturation)


def task_inertia(robot: Robot, q: Array) -> Array:
    r"""The inertia (k, m, m) that a force at the tool meets, :math:`\Lambda = (J M^{-1} J^T)^{-1}`, with the loops closed."""
    jacobian = np.asarray(robot.models.call(robot.models.kernel("task_jacobian"), q))
    inertia = np.asarray(robot.inertia(q))
    return np.linalg.inv(jacobian @ np.linalg.solve(inertia, np.swapaxes(jacobian, -1, -2)))


def require_stable(owner: str, inertia: Array, damping: Any, stiffness: Any, setting: Setting) -> None:
    """Raises: UnsupportedOperation: a mass, damper and spring (..., m, m) that a law imitates with force held for a period, and
    perhaps one period late, are unstable."""
    masses, period = np.reshape(inertia, (-1, *np.shape(inertia)[-2:])), setting.period
    size = masses.shape[-1]
    D, K = (np.asarray(each, float) for each in (damping, stiffness))
    move = np.block([[np.eye(size), period * np.eye(size)], [np.zeros((size, size)), np.eye(size)]])
    pushed = np.vstack([period**2 / 2 * np.eye(size), period * np.eye(size)])
    for M in masses:
        A = -np.linalg.solve(M, np.hstack([K, D]))
        step = np.block([[move, pushed], [A, np.zeros((size, size))]]) if setting.delay else move + pushed @ A
        radius = float(np.abs(np.linalg.eigvals(step)).max())
        if radius > 1 + GROWS:
            late = " and commands that act one period late" if setting.delay else ""
            raise UnsupportedOperation(
                f"{owner}: with a period of {period:g} s{late} the sampled loop is unstable (errors grow by {radius:.6g} a "
                "period); expected less stiffness and damping, more inertia or a shorter period"
            )


def stable_damping(law: Any, setting: Setting, q: Array, basis: Array) -> Array:
    r"""The damping (p,) of a law of forces along ``basis`` (k, m, p) or (m, p): its own, or where it has none the chosen one.

    On a stiff wall the integral of the force is stable while :math:`d > \Lambda k_i`, with the inertia along the force; the
    chosen damping is three times that, at the largest inertia along the motion.
    Raises: UnsupportedOperation: the damping is too much for inertia and period, so that the tool does not approach.
    """
    owner, inertia, across = type(law).__name__, task_inertia(setting.robot, q), np.swapaxes(basis, -1, -2)
    along = np.linalg.inv(across @ np.linalg.inv(inertia) @ basis)
    size = along.shape[-1]
    chosen = law.damping
    if chosen is None:
        chosen = (
            MARGIN * max(float(np.max(law.ki)), LEAST) * np.diagonal(across @ inertia @ basis, axis1=-2, axis2=-1).max(axis=0)
        )
    d = as_matrix(owner, "damping", chosen, size)
    require_stable(f"{owner}: damping is {float(d[0, 0]):g}", along, d, np.zeros((size, size)), setting)
    return np.diagonal(d).copy()


def as_matrix(owner: str, name: str, gain: Any, size: int) -> Array:
    """A gain as a matrix of numbers. Raises: ShapeError: a gain for another number of coordinates."""
    array = as_gain(owner, name, gain)
    if array.shape not in ((), (size,), (size, size)):
        raise ShapeError(f"{owner}: {name} has shape {array.shape}, expected one number, ({size},) or ({size}, {size})")
    return array if array.ndim == 2 else np.diag(np.broadcast_to(array, (size,)))
