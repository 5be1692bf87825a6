"""The exogenous inputs of a run, known before it begins: the time, the reference, the noise.

The reference depends on nothing that happens in the run. So it is computed beforehand, once for all runs that share it, and any
object that gives a motion at given times can be followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kinloop.control.law_inputs import FOLLOWED, Reference
from kinloop.control.tunable import Tables
from kinloop.errors import ShapeError, listing
from kinloop.model.array_arguments import numbers
from kinloop.model.dynamics.task import task_rows
from kinloop.model.formulas.closed_form import Direction
from kinloop.model.robot import Robot
from kinloop.model.workspace.branch_follower import BranchFollower
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
MOTION, JOINTS, ALL_JOINTS = FOLLOWED[:4], FOLLOWED[4:7], FOLLOWED[7:10]
NOT_TABLES = ("t", *MOTION, *JOINTS)


class Layout:
    """The columns of the signal: the time, then the reference and tables."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = {name: size for name, size in sizes.items() if size}
        ends = np.cumsum([0, *self.sizes.values()])
        self.places = {name: slice(int(a), int(b)) for name, a, b in zip(self.sizes, ends[:-1], ends[1:], strict=True)}

    @property
    def width(self) -> int:
        """The number of entries of a row."""
        return sum(self.sizes.values())

    def reference(self, row: Any) -> Reference:
        """The reference in a row of symbols or numbers."""
        return Reference(row, self.places)


def input_layout(
    robot: Robot, trajectory: Trajectory | None, tracks: bool, reads: Sequence[str], tables: Tables | None = None
) -> Layout:
    """The columns of the signal.

    ``tracks``: the trajectory is converted to all joints too, unless it has them in tables. ``reads``: the parts of the reference
    that the law reads; the part that the tracking error is computed from is always included. ``tables``: those of the law and of
    the observer.
    """
    mechanism = robot.mechanism
    n_q, n, n_x, rows = len(robot.active), robot.n_active, len(mechanism.task_names), len(task_rows(mechanism))
    nq, nv = len(mechanism.coordinates), len(mechanism.rates)
    sizes: dict[str, int] = {"t": 1}
    if trajectory is not None and trajectory.space != "active":
        sizes |= dict(zip(MOTION, (n_x, rows, rows, rows), strict=True))
    own = table_sizes(trajectory, tables)
    if tracks or "q" in own or (trajectory is not None and trajectory.space == "active"):
        sizes |= dict(zip(JOINTS, (n_q, n, n), strict=True))
    if tracks or (trajectory is not None and trajectory.space == "active" and n_q == nq):
        sizes |= dict(zip(ALL_JOINTS, (nq, nv, nv), strict=True))
    known = {"q": nq, "qd": nv, "qdd": nv, "tau": n}
    for name, size in own.items():
        if name in known and size != known[name]:
            raise ShapeError(f"the table {name!r} of the reference has {size} columns, expected {known[name]}")
        if name in NOT_TABLES:
            raise ShapeError(f"a table of the reference is called {name!r}, a part of every reference; expected another name")
    if (given := [name for name in ALL_JOINTS if name in own]) and len(given) < len(ALL_JOINTS):
        raise ShapeError(f"the reference has tables of {listing(given)}; expected all of {listing(ALL_JOINTS)}, or none")
    sizes |= own
    kept = {"t", *reads, *(name for name in own if name not in known), "x" if "x" in sizes else "q_active"}
    return Layout({name: size for name, size in sizes.items() if name in kept})


def table_sizes(trajectory: Trajectory | None, tables: Tables | None) -> dict[str, int]:
    """The number of columns of each table beside the motion: of the trajectory, of the law and of the observer."""
    return {name: int(table.shape[-1]) for name, table in table_rows(trajectory, tables, np.zeros(1)).items()}


def table_rows(trajectory: Trajectory | None, tables: Tables | None, t: Array) -> dict[str, Array]:
    """The tables at times (k,) by name, each (k, n). Raises: ShapeError: a table of another shape."""
    found: dict[str, Array] = {}
    for given in (getattr(trajectory, "tables", None), tables):
        for name, table in given(t).items() if given is not None else ():
            found[name] = numbers(table, f"the table {name!r} of the reference")
            if found[name].ndim != 2 or len(found[name]) != len(t):
                raise ShapeError(f"the table {name!r} of the reference has shape {found[name].shape}, expected ({len(t)}, n)")
    return found


def has_joint_tables(trajectory: Trajectory | None) -> bool:
    """Whether a trajectory has the joints in tables of its own."""
    return getattr(trajectory, "tables", None) is not None and "q" in table_rows(trajectory, None, np.zeros(1))


class InputStream:
    """The inputs of a run, or of many, in their order; each call goes on where the last one ended."""

    def __init__(
        self,
        layout: Layout,
        robot: Robot,
        trajectory: Trajectory | None,
        configuration: Array | None,
        tables: Tables | None = None,
        keeps: bool = True,
    ) -> None:
        """Args:
        configuration: where the joints' reference begins, (..., nq), for a trajectory that is carried to all joints.
        tables: of the law and of the observer.
        keeps: whether ``q_active`` has the active joints' positions of all rows afterwards.
        """
        self.layout, self.robot, self.trajectory = layout, robot, trajectory
        self._tables, self._keeps = tables, keeps
        self._follower: BranchFollower | None = None
        if configuration is not None and trajectory is not None:
            direction: Direction = "forward" if trajectory.space == "active" else "inverse"
            self._follower = BranchFollower(robot, direction, configuration)
        self.q_active: list[Array] = []  # the active joints of all rows so far

    def rows(self, t: Array) -> Array:
        """The signal at these times, (..., k, width); without leading axes where it is the same for all runs."""
        parts: dict[str, Array] = {"t": np.asarray(t)[:, None]}
        if self.trajectory is not None:
            motion = self.trajectory(t)
            if self.trajectory.space == "active":
                parts |= dict(zip(JOINTS, (motion.x, motion.xd, motion.xdd), strict=True))
                if len(self.robot.active) == len(self.robot.mechanism.coordinates):  # all joints are active
                    parts |= dict(zip(ALL_JOINTS, (motion.x, motion.xd, motion.xdd), strict=True))
            else:
                parts |= {name: getattr(motion, name) for name in MOTION}
        if self._follower is not None:
            parts |= self._joints(parts)
        parts |= (own := table_rows(self.trajectory, self._tables, np.asarray(t)))
        if "q" in own:
            parts |= self._active(parts)
        if self._keeps and "q_active" in parts and ("x" in parts or self._follower is not None):
            known = np.isfinite(parts["q"]).all(axis=-1, keepdims=True) if "q" in parts else True
            self.q_active.append(np.where(known, parts["q_active"], np.nan))
        batch = np.broadcast_shapes(*(parts[name].shape[:-2] for name in self.layout.sizes))
        return np.concatenate(
            [np.broadcast_to(parts[name], (*batch, *parts[name].shape[-2:])) for name in self.layout.sizes], axis=-1
        )

    def _joints(self, motion: Mapping[str, Array]) -> dict[str, Array]:
        """The motion carried to all joints; NaN where they cannot follow it."""
        assert self._follower is not None
        names = JOINTS if self._follower.direction == "forward" else MOTION[:3]
        joints = dict(zip(ALL_JOINTS, self._follower.follow(*(motion[name] for name in names)), strict=True))
        return {**joints, **self._active(joints)}

    def _active(self, joints: Mapping[str, Array]) -> dict[str, Array]:
        """The active part of a motion of all joints."""
        n_q, n = len(self.robot.active), self.robot.n_active
        counts = zip(JOINTS, ALL_JOINTS, (n_q, n, n), strict=True)
        return {active: joints[name][..., :count] for active, name, count in counts}
