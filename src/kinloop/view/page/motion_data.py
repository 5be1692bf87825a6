"""A record as the client's player reads it: scene, poses over time, plots, events, lines in space and arrows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import compress

import numpy as np

from kinloop.errors import ShapeError, listing
from kinloop.simulation.record.record import Record
from kinloop.view.figures.style import GREY
from kinloop.view.page.arrays import Arrays
from kinloop.view.page.frames import Frames, build_frames, check_record
from kinloop.view.page.loci import Locus, find_loci
from kinloop.view.page.plots import VALUES, Plot, build_plots, pack_plots
from kinloop.view.page.poses import WIDTH, code_poses, code_vectors
from kinloop.view.page.run_tables import settings
from kinloop.view.scene.build_scene import build_scene
from kinloop.view.scene.record_arrows import record_arrows

Array = np.ndarray
VERSION = 1
# Bytes of all frames, compressed and before: longer records have fewer frames a second.
FRAME_BYTES, FRAME_BYTES_RAW = 5_000_000, 20_000_000
# Attempts to find how many frames fit.
ATTEMPTS = 4
MOST_EVENTS = 200
LARGEST_ARROW = 1e30
# Points of a reference path.
MOST_POINTS = 2000
# Letters of a name that tells two records apart.
LONGEST_NAME = 30


@dataclass(frozen=True, eq=False)
class SpaceLine:
    """A line in space through points (k, 3) [m]; NaN breaks it. ``kind``: ``path``, ``reference``, ``locus type 1`` or ``locus
    type 2``."""

    name: str
    kind: str
    points: Array
    color: str


def motion_data(
    record: Record,
    ghost: Record | None = None,
    *,
    title: str | None = None,
    names: tuple[str, str] | None = None,
    lines: Sequence[SpaceLine] = (),
    loci: bool = False,
    id: str = "motion",
    values: int = VALUES,
    frame_bytes: int = FRAME_BYTES,
    choose: Callable[[list[Plot]], list[Plot]] = list,
) -> tuple[dict[str, Any], dict[str, Array]]:
    """The head and the arrays of a motion, for :func:`~kinloop.view.page.pack.pack`.

    Args:
        ghost: a second record of the same machine, which is drawn over the first and plotted with it.
        title: of the motion; the machine and the law unless given.
        names: of the two records, which distinguish them.
        lines: more lines to draw in space.
        loci: whether the singularity loci in the plane of the motion are computed and drawn.
        values: how many numbers all plots have together, about; ``frame_bytes``: how many bytes all frames, compressed.
        choose: the plots to show of all that there are.
    Raises: ShapeError: a record without samples or configurations, or of another machine than the first.
    """
    records = [record] if ghost is None else [record, ghost]
    for each in records:
        check_record(each, "report")
    if ghost is not None:
        _check_same_machine(record, ghost)
    robot, shown = record.robot, names or record_names(record, ghost)
    frames, entries, arrays = _records_that_fit(records, shown, frame_bytes)
    q = np.concatenate([each.q[some.samples] for each, some in zip(records, frames, strict=True)])
    scene = build_scene(robot, q)
    meshes, mesh_arrays = scene.mesh_data()
    found, notes = find_loci(record, scene) if loci else ([], [])
    head = {
        "version": VERSION,
        "id": id,
        "title": title or (describe_run(record) if ghost is None else f"{robot.mechanism.name}: {shown[0]} and {shown[1]}"),
        "notes": [*_notes(records, frames, shown), *notes, *scene.notes],
        "scene": scene.as_json(),
        "meshes": meshes,
        "records": entries,
        "plots": pack_plots(choose(build_plots(records)), arrays, values),
        "events": [
            {"time": float(event.time), "kind": event.kind, "message": event.message, "record": k}
            for k, each in enumerate(records)
            for event in each.events[:MOST_EVENTS]
            if np.isfinite(event.time)
        ],
        "lines": [_line_entry(line, arrays) for line in (*_reference(record), *map(_locus_line, found), *lines)],
    }
    return head, {**arrays.found, **mesh_arrays}


def describe_run(record: Record) -> str:
    """Machine and law in a line: ``biglide, ComputedTorque``."""
    law = record.law.get("name") or record.law.get("law")
    return ", ".join([record.robot.mechanism.name, *([str(law)] if law else [])])


def record_names(record: Record, ghost: Record | None) -> tuple[str, str]:
    """Names that tell two records apart: their plants, laws, or a parameter or setting that differs."""
    if ghost is None:
        return describe_run(record), ""
    for key in (_plant, _law):
        first, second = key(record), key(ghost)
        if first and second and first != second:
            return first, second
    one, other = ({**_parameters(each), **dict(settings(each))} for each in (record, ghost))
    for name in {**one, **other}:
        first, second = (_setting_name(name, each.get(name)) for each in (one, other))
        if first != second and max(len(first), len(second)) <= LONGEST_NAME:
            return first, second
    return "first", "second"


def _parameters(record: Record) -> dict[str, object]:
    return {name: float(value) for name, value in record.robot.parameters.items() if np.ndim(value) == 0}


def _setting_name(name: str, value: object) -> str:
    word = name.rpartition(".")[2]
    return f"no {word}" if value is None else f"{word} {value:.6g}" if isinstance(value, float) else f"{word} {value}"


def _plant(record: Record) -> str:
    plant = record.options.get("plant")
    return str(plant.get("type", "")) if isinstance(plant, dict) else ""


def _law(record: Record) -> str:
    return str(record.law.get("name") or record.law.get("law") or "")


def _check_same_machine(record: Record, ghost: Record) -> None:
    one, other = record.robot.mechanism, ghost.robot.mechanism
    if (one.coordinates, one.task) != (other.coordinates, other.task):
        raise ShapeError(
            f"report: the records are of different machines: {one.name} has {listing(one.coordinates)}, {other.name} has "
            f"{listing(other.coordinates)}"
        )


def _records_that_fit(
    records: Sequence[Record], names: Sequence[str], frame_bytes: int
) -> tuple[list[Frames], list[dict[str, Any]], Arrays]:
    """Frames of the records, their entries of the head and the arrays of these, which have ``frame_bytes`` when compressed."""
    most = [_most_frames(each, FRAME_BYTES_RAW // len(records)) for each in records]
    for _ in range(ATTEMPTS):
        arrays = Arrays()
        frames = [build_frames(each, count, records[0].robot) for each, count in zip(records, most, strict=True)]
        entries = [
            _record_entry(each, some, name, arrays, with_arrows=k == 0)
            for k, (each, some, name) in enumerate(zip(records, frames, names, strict=False))
        ]
        size = sum(len(compress(array.tobytes(), 1)) for array in arrays.found.values())
        if size <= frame_bytes:
            break
        most = [max(int(0.95 * frame_bytes / size * len(some.t)), 2) for some in frames]
    return frames, entries, arrays


def _most_frames(record: Record, frame_bytes: int) -> int:
    """Frames that fit: each has 14 bytes for a link, 6 for each arrow (the tool's speed, efforts, loop forces), 20 for its time
    and the tool's place."""
    mechanism = record.robot.mechanism
    arrows = 1 + record.robot.n_active + len(mechanism.loops)
    return max(frame_bytes // (2 * WIDTH * len(mechanism.links) + 6 * arrows + 20), 2)


def _notes(records: Sequence[Record], frames: Sequence[Frames], shown: tuple[str, str]) -> list[str]:
    notes = []
    for record, some, name in zip(records, frames, shown, strict=False):
        begin = f"{name}: " if len(records) > 1 else ""
        if record.status:
            notes.append(f"{begin}ended early: {record.status.words}")
        if len(record.events) > MOST_EVENTS:
            notes.append(f"{begin}the first {MOST_EVENTS} of {len(record.events)} events are shown")
        notes += [begin + note for note in some.notes]
    one, other = records[0].robot.parameters, records[-1].robot.parameters
    if differing := [name for name in one if name in other and one[name] != other[name]]:
        notes.append(f"parameters differ ({', '.join(differing)}); {shown[1]} is drawn with the parts of {shown[0]}")
    return notes


def _record_entry(record: Record, frames: Frames, name: str, arrays: Arrays, with_arrows: bool) -> dict[str, Any]:
    coded = code_poses(frames.poses)
    poses = coded.head(arrays.add(coded.integers), arrays.add(coded.still))
    trace = record.robot.frame_pose(record.q[frames.samples]).position
    return {
        "name": name,
        "duration": float(frames.t[-1] - frames.t[0]),
        "frames": {"t": arrays.add(frames.t), "count": len(frames.t), "poses": poses},
        "trace": arrays.add(trace.astype(np.float32)),
        "arrows": _arrow_entries(record, frames, arrays) if with_arrows else [],
    }


def _arrow_entries(record: Record, frames: Frames, arrays: Arrays) -> list[dict[str, Any]]:
    """Velocity, efforts and loop forces at the frames; without those that 32 bits do not hold."""
    found = [arrow for arrow in record_arrows(record, frames.samples) if arrow.largest < LARGEST_ARROW]
    return [arrow.as_json(arrays.add(code_vectors(arrow.vectors, arrow.largest))) for arrow in found]


def _line_entry(line: SpaceLine, arrays: Arrays) -> dict[str, Any]:
    points = np.asarray(line.points, np.float32)
    return {"name": line.name, "kind": line.kind, "array": arrays.add(points), "color": line.color}


def _locus_line(locus: Locus) -> SpaceLine:
    return SpaceLine(locus.name, f"locus {locus.kind}", locus.points, locus.color)


def _reference(record: Record) -> list[SpaceLine]:
    """The path of the tool that the trajectory asked for, where it is known: positions of the task, or all joints."""
    robot = record.robot
    rows = np.unique(np.linspace(0, len(record) - 1, min(len(record), MOST_POINTS)).astype(int))
    places = {name: k for k, name in enumerate(record.columns["x"]) if name in ("x", "y", "z")}
    points = np.full((len(rows), 3), np.nan)
    if places and np.isfinite(record.x_ref[:, list(places.values())]).any():
        known = np.isfinite(record.q[rows]).all(axis=1)
        points[known] = robot.frame_pose(record.q[rows[known]]).position  # of coordinates that the task does not have
        for name, k in places.items():
            points[:, "xyz".index(name)] = record.x_ref[rows, k]
    elif record.q_ref.shape[1] == record.q.shape[1]:
        known = np.isfinite(record.q_ref[rows]).all(axis=1)
        if known.any():
            points[known] = robot.frame_pose(record.q_ref[rows[known]]).position
    return [SpaceLine("reference", "reference", points, GREY)] if np.isfinite(points).all(axis=1).sum() > 1 else []
