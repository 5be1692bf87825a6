"""Singularity loci in the plane in which the tool of a record moves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.errors import KinloopError
from kinloop.model.workspace.singularity_map import MAPPED, SingularityMap, singularity_map
from kinloop.simulation.record.record import Record
from kinloop.view.figures.style import BLUE, VERMILLION
from kinloop.view.scene.scene import Scene

Array = np.ndarray
COLORS = {"type 2": VERMILLION, "type 1": BLUE}
# The map reaches this share of the machine's extent beyond the tool's path.
BEYOND = 0.3
POINTS = 121
# Task coordinates that are not drawn, such as an angle, must stay within this.
SAME = 1e-6


@dataclass(frozen=True, eq=False)
class Locus:
    """Curves of one kind of singularity (``type 1`` or ``type 2``), points (k, 3) with NaN between the curves."""

    name: str
    kind: str
    points: Array
    color: str


def find_loci(record: Record, scene: Scene) -> tuple[list[Locus], list[str]]:
    """The loci about the path of the tool, in the working modes that the record has; else a note that says why there are none."""
    try:
        return _find(record, scene)
    except KinloopError as error:
        return [], [f"no singularity loci: {error}"]


def _find(record: Record, scene: Scene) -> tuple[list[Locus], list[str]]:
    robot = record.robot
    names = record.columns["x"]
    drawn = [name for name in names if name in ("x", "y", "z")]
    known = np.isfinite(record.q).all(axis=1) & np.isfinite(record.x).all(axis=1)
    x, q = record.x[known], record.q[known]
    if len(drawn) != 2 or not len(x):
        return [], [f"no singularity loci: they are drawn where two of the task's coordinates are positions, not {len(drawn)}"]
    fixed = {name: float(x[0, k]) for k, name in enumerate(names) if name not in drawn}
    if moved := [name for name in fixed if np.ptp(x[:, names.index(name)]) > SAME]:
        return [], [f"no singularity loci: they change with {moved[0]}, which is not constant"]
    margin = BEYOND * scene.extent
    columns = {name: x[:, names.index(name)] for name in drawn}
    axes = {name: (float(column.min() - margin), float(column.max() + margin)) for name, column in columns.items()}
    signs = record.mode["working"][known]
    modes = (
        [tuple(int(sign) for sign in row) for row in np.unique(signs[(signs != 0).all(axis=1)], axis=0)] if signs.shape[1] else []
    )
    chosen = {"mode": modes} if modes else {"near": q[0]}
    found = singularity_map(robot, axes, points=POINTS, fixed=fixed, **chosen)
    place = robot.frame_pose(q[0]).position
    return [each for kind in MAPPED for k in range(len(found.modes)) for each in _curves(found, kind, k, drawn, place)], []


def _curves(found: SingularityMap, kind: str, k: int, drawn: list[str], place: Array) -> list[Locus]:
    """The curves of a kind and a mode, in the plane through the tool."""
    points = []
    for curve in found.loci(kind, k):  # type: ignore[arg-type]
        world = np.tile(place, (len(curve) + 1, 1))
        world[:-1, ["xyz".index(name) for name in drawn]] = curve
        world[-1] = np.nan
        points.append(world)
    mode = f", mode {k + 1}" if len(found.modes) > 1 else ""
    return [Locus(f"singularities of {kind}{mode}", kind, np.concatenate(points), COLORS[kind])] if points else []
