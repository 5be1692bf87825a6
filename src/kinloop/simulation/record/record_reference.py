"""Samples of a motion as a trajectory to follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.errors import ShapeError, UnsupportedOperation, listing
from kinloop.trajectory.polynomials.via_points import ViaPoints
from kinloop.trajectory.trajectory import Space
from kinloop.trajectory.trajectory_arguments import check_space

if TYPE_CHECKING:
    from kinloop.simulation.record.record import Record

Array = np.ndarray
FEWEST = 3  # samples: two do not determine the smoothest motion without given rates


def reference(run: Record, space: Space) -> ViaPoints:
    """The motion through the samples of a record; see :meth:`Record.as_trajectory`."""
    name = run.robot.mechanism.name
    if check_space(space) == "active":
        if len(run.robot.active) != run.robot.n_active:
            raise UnsupportedOperation(
                f"as_trajectory: an active joint of {name} has a quaternion, whose numbers have no trajectory"
            )
        n = run.robot.n_active
        x, xd, xdd, columns = run.q[:, :n], run.qd[:, :n], run.qdd[:, :n], [f"q.{joint}" for joint in run.robot.active]
    else:
        wanted = "pose" if run.robot.task == ("pose",) else "task"
        if space != wanted or not run.robot.task:
            raise ShapeError(
                f"as_trajectory: {name} has the task {listing(run.robot.task)}; expected space={wanted!r} or 'active'"
            )
        x, xd, xdd, columns = run.x, run.xd, np.full(run.xd.shape, np.nan), [f"x.{each}" for each in run.columns["x"]]
    if len(run) < FEWEST:
        raise ShapeError(f"as_trajectory: the record has {len(run)} samples, expected {FEWEST} or more")
    lacking = np.argwhere(~np.isfinite(x))
    if lacking.size:
        k, column = (int(each) for each in lacking[0])
        raise ShapeError(
            f"as_trajectory: {columns[column]} is unknown at sample {k}, t = {run.t[k]:g} s; expected numbers at all samples"
        )
    rates, accelerations = (np.where(np.isfinite(each), each, np.nan) for each in (xd, xdd))
    if space == "pose":  # angular parts as a whole
        rates[np.isnan(rates[:, 3:]).any(axis=1), 3:] = np.nan
    return ViaPoints(run.t - run.t[0], x, rates, accelerations, continuity=2, space=space)
