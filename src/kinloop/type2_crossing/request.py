"""What is asked of a plan: the arguments of ``kl.crossing``, checked."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from kinloop.errors import NoCrossing, NotFinite, ShapeError, UnsupportedOperation, listing, unknown_name
from kinloop.model.array_arguments import numbers
from kinloop.model.geometry.configuration import Configuration
from kinloop.model.robot import Robot
from kinloop.model.singularity.type2_limit import has_limit
from kinloop.type2_crossing.way import choose_turns

Array = np.ndarray
PATHS = ("free", "straight")
OPTIONS = ("duration", "path", "effort", "speed", "box", "pieces", "nodes")
MOST_NODES, MOST_PIECES = 400, 10
LONGEST = 1e9  # duration [s]


@dataclass(frozen=True)
class CrossingRequest:
    """The arguments of :func:`kl.crossing` as plain data: numbers, lists and names. ``q``: the configuration at the start."""

    start: list[float]
    end: list[float]
    q: list[float]
    duration: float | None = None
    path: str = "free"
    effort: Any = None
    speed: Any = None
    box: list[list[float]] | None = None
    pieces: int = 1
    nodes: int = 24

    @property
    def limits(self) -> dict[str, Any]:
        """The limits that are asked for, as :func:`kl.assess` takes them."""
        return {"effort": self.effort, "speed": self.speed}

    @property
    def as_dict(self) -> dict[str, Any]:
        """The arguments by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def check_request(robot: Any, start: Any, end: Any, q: Any = None, mode: Any = None, **options: Any) -> CrossingRequest:
    """The arguments of :func:`kl.crossing` as plain data. Raises: ShapeError, NotFinite, UnknownName, UnsupportedOperation,
    Unreachable, NoCrossing: what is wrong with them, or with the robot."""
    require_crossable(robot)
    for name in options:
        if name not in OPTIONS:
            raise unknown_name("option", name, OPTIONS, "crossing")
    names = robot.mechanism.task_names
    points = [_point(robot, name, value) for name, value in (("start", start), ("end", end))]
    if np.allclose(points[0], points[1], rtol=0, atol=1e-12):
        raise ShapeError(f"crossing: start and end are the same point, {points[0]}")
    if options["path"] not in PATHS:
        raise unknown_name("path", options["path"], PATHS, "crossing")
    for name, least, most in (("pieces", 1, MOST_PIECES), ("nodes", 4, MOST_NODES)):
        value = options[name]
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= most:
            raise ShapeError(f"crossing: {name} is {value!r:.80}, expected a whole number from {least} to {most}")
    duration = options["duration"]
    if duration is not None and not _is_time(duration):
        raise ShapeError(
            f"crossing: the duration is {duration!r:.80}, expected one time above zero [s] and below {LONGEST:g}, or None"
        )
    begin = start_configuration(robot, points[0], q, mode)
    if q is None:
        begin = choose_turns(robot, points[0], points[1], begin)
    plain = {name: _plain(options[name]) for name in ("effort", "speed")}
    return CrossingRequest(
        start=points[0].tolist(),
        end=points[1].tolist(),
        q=begin.tolist(),
        duration=None if duration is None else float(duration),
        path=str(options["path"]),
        box=_box(robot, options["box"], len(names), points),
        pieces=int(options["pieces"]),
        nodes=int(options["nodes"]),
        **plain,
    )


def require_crossable(robot: Any) -> None:
    """Raises: ShapeError, UnsupportedOperation: what is no robot, or one without Type 2 singularities that can be planned for."""
    if not isinstance(robot, Robot):
        raise ShapeError(f"crossing: the robot is {robot!r:.80}, expected what kl.load gives")
    name, models = robot.mechanism.name, robot.models
    if any(values.ndim > 1 for values in models.parameter_inputs):
        raise UnsupportedOperation(f"crossing: {name} has arrays of parameters; expected one robot")
    if not models.is_closed or not robot.passive:
        raise UnsupportedOperation(f"crossing: {name} has no closed loop, so it has no Type 2 singularity")
    if not robot.task:
        raise UnsupportedOperation(f"crossing: {name} has no task; its description needs one ([task])")
    dof = models.formulas.model.dof
    if robot.n_active != dof or not has_limit(models):
        raise UnsupportedOperation(
            f"crossing: {name} has {robot.n_active} actuated rates and {dof} degrees of freedom; a crossing is planned where "
            "there are as many actuators, and nothing else moves"
        )
    task = sum(6 if each == "pose" else 1 for each in robot.task)
    if task != dof:
        raise UnsupportedOperation(
            f"crossing: the task of {name} ({listing(robot.task)}) has {task} coordinates, and the robot {dof} degrees of "
            "freedom; a plan needs as many"
        )


def _point(robot: Robot, name: str, value: Any) -> Array:
    point, names = numbers(value, f"crossing: {name}"), robot.mechanism.task_names
    if point.shape != (len(names),):
        raise ShapeError(f"crossing: {name} has shape {point.shape}, expected ({len(names)},): {listing(names)}")
    if not np.isfinite(point).all():
        raise NotFinite(f"crossing: {name} is {value!r:.80}, expected finite numbers")
    return point


def start_configuration(robot: Robot, x: Array, q: Any, mode: Any) -> Array:
    """The configuration at the start: near ``q``, in a mode, or near ``robot.start`` if that is within the limits of the joints.

    Raises: Unreachable, AmbiguousMode, UnknownName: there is none, or several. NoCrossing: none is within limits.
    """
    if q is not None and mode is not None:
        raise UnsupportedOperation("crossing: q and mode each choose the branch of the start; expected one of them")
    if mode is not None:
        return _within_limits(robot, x, [robot.inverse_geometry(x, mode=mode).q])
    if q is not None:
        return _within_limits(robot, x, [robot.inverse_geometry(x, near=_configuration(robot, q)).q])
    found = np.asarray(robot.inverse_geometry(x, near=robot.start).q)
    if _is_within(robot, found):
        return found
    geometry = robot.models.geometry
    others = [each.q for each in robot.configurations(x=x)]
    others.sort(key=lambda each: float(np.linalg.norm(geometry.space.difference(each, robot.start) / geometry.units)))
    return _within_limits(robot, x, [*others, found])


def _within_limits(robot: Robot, x: Array, found: list[Array]) -> Array:
    for q in found:
        if _is_within(robot, q):
            return np.asarray(q)
    raise NoCrossing(
        f"crossing: at the start {x} {robot.mechanism.name} is outside the limits of its joints, at q = {np.round(found[0], 6)}"
    )


def _is_within(robot: Robot, q: Array) -> bool:
    lower, upper = robot.models.geometry.limits
    return bool(np.all((q >= lower) & (q <= upper)))


def _configuration(robot: Robot, q: Any) -> Array:
    given = numbers(q.q if isinstance(q, Configuration) else q, "crossing: q")
    names = robot.mechanism.coordinates
    if given.shape != (len(names),) or not np.isfinite(given).all():
        raise ShapeError(f"crossing: q has shape {given.shape}, expected ({len(names)},) finite numbers: {listing(names)}")
    return given


def _box(robot: Robot, box: Any, size: int, points: list[Array]) -> list[list[float]] | None:
    if box is None:
        return None
    given = numbers(box, "crossing: box")
    size = 3 if "pose" in robot.task else size
    if given.shape != (2, size) or not np.all(given[0] < given[1]):
        raise ShapeError(
            f"crossing: box is {box!r:.80}, expected (lower, upper), each with {size} numbers: "
            f"{listing(robot.mechanism.task_names[:size])}"
        )
    for name, point in zip(("start", "end"), points, strict=True):
        if not np.all((point[:size] >= given[0]) & (point[:size] <= given[1])):
            raise NoCrossing(f"crossing: the {name} {point[:size]} is outside the box from {given[0]} to {given[1]}")
    return given.tolist()


def _is_time(value: Any) -> bool:
    """Whether a value is one time above zero."""
    return not isinstance(value, bool) and np.ndim(value) == 0 and 0 < float(numbers(value, "crossing: duration")) < LONGEST


def _plain(value: Any) -> Any:
    return value if value is None else numbers(value, "crossing: a limit").tolist()
