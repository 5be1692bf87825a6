"""Which samples of a record are shown as poses of the machine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.errors import ShapeError
from kinloop.model.robot import Robot
from kinloop.simulation.record.record import Record
from kinloop.view.page.decimation import choose_frames
from kinloop.view.scene.link_numbers import link_numbers

Array = np.ndarray
RATE = 60.0  # frames a second at most
# A run that diverged flies away: frames beyond this many times the spread of the others would make the machine a dot.
FARTHEST = 100.0


@dataclass(frozen=True, eq=False)
class Frames:
    """Frames of a record: places of their samples, times [s], and poses of all links (frames, links, 7). ``notes``: what is not
    shown, and why."""

    samples: Array
    t: Array
    poses: Array
    notes: tuple[str, ...] = ()


def check_record(record: Record, what: str) -> None:
    """Raises: ShapeError: no record, one without a known configuration, or with times that decrease or are not finite."""
    if not isinstance(record, Record):
        raise ShapeError(f"{what}: given {record!r:.80} of the type {type(record).__name__}, expected a Record")
    name = record.robot.mechanism.name
    if not len(record):
        raise ShapeError(f"{what}: the record of {name} has no samples")
    if not np.isfinite(record.t).all():
        k = int(np.argmin(np.isfinite(record.t)))
        raise ShapeError(f"{what}: the time of sample {k} of the record of {name} is {record.t[k]}, expected a finite number")
    if (steps := np.diff(record.t)).size and steps.min() <= 0:
        k = int(np.argmin(steps > 0))
        raise ShapeError(
            f"{what}: times of the record of {name} do not increase: sample {k} is at {record.t[k]:g} s, the next at "
            f"{record.t[k + 1]:g} s"
        )
    if not np.isfinite(record.q).all(axis=1).any():
        raise ShapeError(f"{what}: the record of {name} has no configuration without NaN")


def build_frames(record: Record, most: int, robot: Robot | None = None) -> Frames:
    """At most ``most`` frames of a checked record, 60 a second or fewer, with the first and the last known configuration.

    ``robot``: the machine whose links the poses are, if it is not the record's own: both have the same coordinates, but one may
    have other lengths, or a payload, which is a link.

    Raises: ShapeError: none of the configurations has poses, such as where a quaternion is zero.
    """
    known = np.nonzero(np.isfinite(record.q).all(axis=1))[0]
    chosen = known[choose_frames(record.t[known], RATE, most)]
    with np.errstate(all="ignore"):
        poses = _poses(record, record.q[chosen], robot or record.robot)
    finite = np.isfinite(poses).all(axis=(1, 2))
    if not finite.any():
        name = record.robot.mechanism.name
        raise ShapeError(f"report: no configuration of the record of {name} has poses: its quaternions are no unit ones")
    notes = []
    if not finite.all():
        notes.append(f"{np.sum(~finite)} of {len(chosen)} configurations have no poses, since a quaternion is no unit one")
        chosen, poses = chosen[finite], poses[finite]
    duration = float(record.t[chosen[-1]] - record.t[chosen[0]])
    if len(chosen) < len(known) and len(chosen) < 0.99 * RATE * duration:
        notes.append(f"long record: {(len(chosen) - 1) / duration:.3g} poses a second are shown")
    shown = _near(poses)
    if missing := len(record) - len(known):
        notes.append(f"{missing} of {len(record)} samples have no known configuration; they are not shown")
    if not shown.all():
        first = record.t[chosen[int(np.argmin(shown))]]
        notes.append(f"from {first:g} s on the machine is very far away at times; these poses are not shown")
    return Frames(chosen[shown], record.t[chosen[shown]], poses[shown], tuple(notes))


def _poses(record: Record, q: Array, robot: Robot) -> Array:
    """The links of a robot where the record's own robot has them."""
    own, links = (each.link_poses(each.start).links for each in (record.robot, robot))
    poses = link_numbers(record.robot, q)
    if own == links:
        return poses
    found = link_numbers(robot, q)
    for k, name in enumerate(links):
        if name in own:
            found[:, k] = poses[:, own.index(name)]
    return found


def _near(poses: Array) -> Array:
    """Frames, all finite, that are not far beyond those of most; the first one in any case."""
    points = poses[..., :3]
    with np.errstate(over="ignore"):
        reach = np.abs(points - np.median(points, axis=(0, 1))).max(axis=(1, 2))
    near = reach <= FARTHEST * max(float(np.median(reach)), float(reach[0]))
    near[0] = True
    return np.asarray(near)
