"""The motion of all joints along a trajectory, sampled at the control period, with its efforts: what is linearised about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.control.tunable import Setting
from kinloop.errors import SingularConfiguration, UnsupportedOperation
from kinloop.model.formulas.closed_form import Direction
from kinloop.model.workspace.branch_follower import BranchFollower

Array = np.ndarray
# The share of the accelerations that efforts may leave of a reference: inverse and forward dynamics agree to rounding.
BALANCED = 1e-6


@dataclass(frozen=True)
class ReferenceMotion:
    """Positions ``q`` (k, nq), rates ``qd`` and accelerations ``qdd`` (k, nv) of all joints and efforts ``tau`` (k, n) at times
    ``t`` (k,), ``step`` [s] apart."""

    t: Array
    step: float
    q: Array
    qd: Array
    qdd: Array
    tau: Array


def require_balance(robot: Any, motion: ReferenceMotion, owner: str) -> None:
    """Raises: UnsupportedOperation: the efforts of a motion do not give its accelerations, as at a configuration of an
    underactuated machine that no efforts hold."""
    moved = robot.forward_dynamics(motion.q, motion.qd, motion.tau).qdd
    free = robot.forward_dynamics(motion.q, motion.qd, np.zeros_like(motion.tau)).qdd
    units = robot.models.geometry.rate_units
    left = np.abs(moved - motion.qdd) / units
    size = (np.abs(moved) + np.abs(motion.qdd) + np.abs(free)) / units
    wrong = np.flatnonzero(~(left.max(axis=-1) <= BALANCED * np.maximum(size.max(axis=-1), 1e-9)))
    if wrong.size:
        k = int(wrong[0])
        raise UnsupportedOperation(
            f"{owner}: no efforts of the active joints give {robot.mechanism.name} the accelerations of its reference at "
            f"t = {motion.t[k]:g} s, where q = {motion.q[k]}; expected an equilibrium, or a motion that the machine can follow"
        )


def reference_motion(setting: Setting, owner: str) -> ReferenceMotion:
    """The reference of a run at all its samples, followed from its start by continuation; at rest at the start where there is no
    trajectory.

    Raises: UnsupportedOperation: a batch of trajectories. SingularConfiguration: the joints cannot follow the trajectory, or have
        no efforts there.
    """
    robot, trajectory = setting.robot, setting.trajectory
    nv = len(robot.mechanism.rates)
    if trajectory is None:
        q, still = setting.q[None], np.zeros((1, nv))
        return ReferenceMotion(np.zeros(1), setting.period, q, still, still, _efforts(robot, q, still, still, owner, np.zeros(1)))
    if trajectory.shape:
        raise UnsupportedOperation(f"{owner}: the trajectory is a batch of {trajectory.shape}; its gains are those of one motion")
    t = setting.period * np.arange(setting.periods + 1)
    tables = getattr(trajectory, "tables", None)
    known = {} if tables is None else dict(tables(t))
    if "q" in known:
        q, qd, qdd = (np.asarray(known[name]) for name in ("q", "qd", "qdd"))
    else:
        q, qd, qdd = _follow(robot, trajectory, t, setting.q)
    lost = np.flatnonzero(~np.isfinite(np.concatenate([q, qd, qdd], axis=-1)).all(axis=-1))
    if lost.size:
        raise SingularConfiguration(
            f"{owner}: the joints of {robot.mechanism.name} cannot follow the trajectory at t = {t[lost[0]]:g} s: it leaves "
            "their reach or meets a singularity"
        )
    tau = np.asarray(known["tau"]) if "tau" in known else _efforts(robot, q, qd, qdd, owner, t)
    return ReferenceMotion(t, setting.period, q, qd, qdd, tau)


def _follow(robot: Any, trajectory: Any, t: Array, start: Array) -> tuple[Array, Array, Array]:
    """All joints along a trajectory, on the branch of the start."""
    motion = trajectory(t)
    direction: Direction = "forward" if trajectory.space == "active" else "inverse"
    geometry = robot.forward_geometry if direction == "forward" else robot.inverse_geometry
    begin = geometry(motion.x[0], near=start).q
    return BranchFollower(robot, direction, begin).follow(motion.x, motion.xd, motion.xdd)


def _efforts(robot: Any, q: Array, qd: Array, qdd: Array, owner: str, t: Array) -> Array:
    tau: Array = robot.inverse_dynamics(q, qd, qdd)
    if not np.isfinite(tau).all():
        k = int(np.flatnonzero(~np.isfinite(tau).all(axis=-1))[0])
        raise SingularConfiguration(
            f"{owner}: the reference of {robot.mechanism.name} has no finite efforts at t = {t[k]:g} s; a trajectory with a "
            "table of them (kl.WithTables) needs no inverse model"
        )
    return tau


def coordinates_of(robot: Any, independent: tuple[str, ...], owner: str) -> tuple[int, ...]:
    """The places of the independent joints among the positions. Raises: UnsupportedOperation: a joint with a quaternion."""
    names = robot.mechanism.coordinates
    if missing := [name for name in independent if name not in names]:
        raise UnsupportedOperation(
            f"{owner}: the independent rate {missing[0]!r} of {robot.mechanism.name} belongs to a quaternion, which has no "
            "difference; give other joints: independent=..."
        )
    return tuple(names.index(name) for name in independent)
