"""Singularity loci in the plane of a machine's tool: at once from a coarse grid, and refined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.model.robot import Robot
from kinloop.model.workspace.map_branch import has_closed_form
from kinloop.model.workspace.singularity_map import MAPPED, SingularityMap, singularity_map
from kinloop.numerics.marching_squares import EdgeCrossings
from kinloop.view.page.pack import pack
from kinloop.view.studio.machine.machine_state import MachineState

Array = np.ndarray
# Points of the grids along an axis: to find where the workspace is, to draw at once, and to refine.
ROUGH, COARSE, FINE, FINE_FOLLOWED = 41, 81, 161, 81
# The first grid reaches this many times the machine's size to either side, a followed one the second number.
REACH, FOLLOWED_REACH = 6.0, 2.0
MARGIN = 0.08
# A determinant that is a smaller part of the largest one, next to the border of the workspace, vanishes at it.
VANISHES = 0.3


@dataclass(frozen=True)
class LociRequest:
    """What loci belong to: two coordinates that are drawn, the others with their values, and the working mode."""

    drawn: tuple[str, str]
    fixed: Mapping[str, float]
    signs: tuple[int, ...] | None

    @staticmethod
    def of(state: MachineState) -> LociRequest:
        """The loci of a machine as it stands. Raises: UnsupportedOperation: its tool does not move in a plane."""
        names = state.robot.mechanism.task_names
        drawn = tuple(name for name in names if name in ("x", "y", "z"))
        if len(drawn) != 2:
            raise UnsupportedOperation(
                f"loci are drawn where two of the task's coordinates are positions; {state.robot.mechanism.name} has {len(drawn)}"
            )
        x = state.x
        fixed = {name: round(float(x[k]), 9) for k, name in enumerate(names) if name not in drawn}
        has_form = has_closed_form(state.robot, "inverse")
        return LociRequest((drawn[0], drawn[1]), fixed, state.working.signs if has_form else None)

    @property
    def arguments(self) -> dict[str, Any]:
        """As arguments of a task."""
        return {"drawn": list(self.drawn), "fixed": dict(self.fixed), "signs": None if self.signs is None else list(self.signs)}

    @staticmethod
    def read(arguments: Mapping[str, Any]) -> LociRequest:
        """From arguments of a task."""
        first, second = arguments["drawn"]
        signs = arguments["signs"]
        return LociRequest((first, second), arguments["fixed"], None if signs is None else tuple(signs))


def coarse_curves(state: MachineState, request: LociRequest) -> list[tuple[str, Array]] | None:
    """The kind and the points (k, 2) of each curve, from the determinants on a coarse grid; None without a closed form."""
    if request.signs is None:
        return None
    axes = workspace_box(state.robot, state.x, request)
    grid = _map(state.robot, axes, COARSE, request, None)
    return [(kind, curve) for kind in MAPPED for curve in _contours(grid, kind)]


def refined_curves(robot: Robot, x: Array, q: Array, request: LociRequest) -> list[tuple[str, Array]]:
    """The same, refined to rounding; of a machine without a closed form, on the branch of ``q``."""
    if request.signs is not None:
        grid = _map(robot, workspace_box(robot, x, request), FINE, request, None)
    else:
        grid = _map(robot, _box(robot, x, request, FOLLOWED_REACH), FINE_FOLLOWED, request, q)
    return [(kind, curve) for kind in MAPPED for curve in grid.loci(kind)]


def workspace_box(robot: Robot, x: Array, request: LociRequest) -> dict[str, tuple[float, float]]:
    """Where the machine reaches in its working mode, with a margin; at most some times its size away from the tool."""
    axes = _box(robot, x, request, REACH)
    rough = _map(robot, axes, ROUGH, request, None)
    reached = rough.reachable[0]
    found = {}
    for axis, (name, line) in enumerate(rough.coordinates.items()):
        inside = np.flatnonzero(reached.any(axis=1 - axis))
        if not inside.size:
            return _box(robot, x, request, FOLLOWED_REACH)
        low, high = line[max(inside[0] - 1, 0)], line[min(inside[-1] + 1, len(line) - 1)]
        margin = MARGIN * (high - low)
        found[name] = (float(low - margin), float(high + margin))
    return found


def _box(robot: Robot, x: Array, request: LociRequest, reach: float) -> dict[str, tuple[float, float]]:
    """About the tool at the start, so that it stays while the tool moves, unless the tool is far from there."""
    names, size = robot.mechanism.task_names, float(robot.models.geometry.size)
    start = robot.models.geometry.task(robot.start)
    centres = {name: float(start[names.index(name)]) for name in request.drawn}
    if any(abs(x[names.index(name)] - centre) > 0.8 * reach * size for name, centre in centres.items()):
        centres = {name: float(x[names.index(name)]) for name in request.drawn}
    return {name: (centre - reach * size, centre + reach * size) for name, centre in centres.items()}


def _map(robot: Robot, axes: Mapping[str, Any], points: int, request: LociRequest, near: Array | None) -> SingularityMap:
    if request.signs is not None:
        mode: Any = {"mode": [request.signs]} if request.signs else {}
        return singularity_map(robot, axes, points=points, fixed=request.fixed, **mode)
    return singularity_map(robot, axes, points=points, fixed=request.fixed, near=near)


def _contours(grid: SingularityMap, kind: str) -> list[Array]:
    """Where the determinant changes its sign between points, by linear interpolation; for type 1 also the border of the
    workspace where it is small."""
    determinant, reachable = grid.determinant[kind][0], grid.reachable[0]
    a, b = grid.lines
    along = [
        _crossings(line, np.moveaxis(determinant, axis, 0), np.moveaxis(reachable, axis, 0), kind == "type 1")
        for axis, line in enumerate((a, b))
    ]
    return EdgeCrossings(a, b, along[0], np.moveaxis(along[1], 0, 1)).curves()


def _crossings(line: Array, determinant: Array, reachable: Array, has_border: bool) -> Array:
    first, second = determinant[:-1], determinant[1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        changes = reachable[:-1] & reachable[1:] & ((first >= 0) != (second >= 0))
        share = np.where(changes, first / (first - second), np.nan)
        typical = np.nanmax(np.abs(determinant), initial=0.0)
        inner = np.where(reachable[:-1], np.abs(first), np.abs(second))
        ends = has_border & (reachable[:-1] != reachable[1:]) & (inner < VANISHES * typical)
    share = np.where(ends, 0.5, share)
    return np.asarray(line[:-1, None] + share * np.diff(line)[:, None])


def loci_message(state: MachineState, request: LociRequest, curves: list[tuple[str, Array]], refined: bool) -> bytes:
    """The curves as lines in the world, in the plane of the tool."""
    position = np.array(state.robot.frame_pose(state.q).position)
    places = ["xyz".index(name) for name in request.drawn]
    arrays, listed = {}, []
    for k, (kind, curve) in enumerate(curves):
        points = np.repeat(position[None], len(curve), axis=0)
        points[:, places] = curve
        arrays[f"curve {k}"] = points.astype(np.float32)
        listed.append({"kind": kind, "array": f"curve {k}"})
    words = "" if curves else "no singularity lies within reach in this working mode"
    return pack({"type": "loci", "on": True, "curves": listed, "refined": refined, "note": words}, arrays)
