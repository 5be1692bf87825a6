"""The check of a plan at fine samples: the program sees its nodes only, and has converged on motions that were wrong between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.model.robot import Robot
from kinloop.trajectory.planning.assess import assess
from kinloop.trajectory.planning.assessment import Assessment
from kinloop.type2_crossing.planned_path import PlannedPath

Array = np.ndarray
PERIOD, FEWEST, MOST = 1e-3, 300, 5000  # the time between samples [s], and the least and the largest number of them
OUTSIDE = 1e-6  # how far a path may leave its box or its line, as a part of its length
POSE = 7  # numbers of a pose
ABOVE_NODES = 1.1  # the largest effort between the nodes, as a part of that at the nodes


@dataclass(frozen=True)
class Check:
    """A check of a plan: what it is, its value in words, and whether it holds."""

    name: str
    value: str
    ok: bool

    def __str__(self) -> str:
        return f"{self.name}: {self.value}{'' if self.ok else ' (NOT ok)'}"


def assess_path(robot: Robot, path: PlannedPath, near: Array, limits: Mapping[str, Any]) -> Assessment:
    """The assessment of a path at fine samples."""
    samples = int(np.clip(np.ceil(path.duration / PERIOD), FEWEST, MOST)) + 1
    return assess(robot, path, near=near, samples=samples, limits=limits)


def check_densely(found: Assessment, node_peaks: Array, straight: bool = False, box: Any = None) -> tuple[Check, ...]:
    """The checks of a plan whose largest efforts (n,) at the nodes of the program are ``node_peaks``; with ``straight`` it must
    stay on its line, and in its ``box`` (lower, upper)."""
    met = [each for each in found.crossings if each.kind == "type 2"]
    others = [each for each in found.crossings if each.kind != "type 2"]
    efforts = [abs(each.value) for each in found.peaks if each.quantity == "effort"]
    ratio = float(np.max(np.array(efforts) / node_peaks)) if efforts else np.inf
    sides = [side for each in met for side in (each.before, each.after) if side is not None]
    is_transversal = len(met) == 1 and met[0].order == 1 and bool(met[0].changes_sign)
    residual = max((side.residual for side in sides if side.residual is not None), default=np.inf)
    has_limits = bool(sides) and all(side.tau is not None for side in sides)
    return (
        Check("loops closed", "along the whole motion" if found.end is None else found.end_reason, found.end is None),
        Check("crossings", f"{len(met)} of Type 2, {len(others)} of other kinds", is_transversal and not others),
        Check("criterion", f"{residual:.1e} of the efforts", has_limits),
        Check("peak effort", f"{ratio:.4f} of that at the nodes", bool(ratio <= ABOVE_NODES)),
        Check("limits", "; ".join(found.faults) or "within all", found.ok),
        *(_check_line(found.x) if straight else ()),
        *(() if box is None else _check_box(found.x, np.asarray(box))),
    )


def _check_line(x: Array) -> tuple[Check, ...]:
    """Whether a path stays on the line from its first to its last point; of a pose its position."""
    points = x[:, :3] if x.shape[1] == POSE else x
    way = points[-1] - points[0]
    along = way / max(float(np.linalg.norm(way)), 1e-300)
    off = points - points[0] - np.outer((points - points[0]) @ along, along)
    farthest = float(np.linalg.norm(off, axis=1).max())
    return (Check("straight", f"{farthest:.1e} beside the line", farthest <= OUTSIDE * float(np.linalg.norm(way))),)


def _check_box(x: Array, box: Array) -> tuple[Check, ...]:
    lower, upper = box
    points = x[:, : len(lower)]
    beyond = float(max((lower - points).max(), (points - upper).max()))
    size = float(np.abs(points - points[0]).max())
    words = "within" if beyond <= 0 else f"exceeded by {beyond:.2e}"
    return (Check("box", words, beyond <= OUTSIDE * size),)
