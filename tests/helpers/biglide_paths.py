"""Paths of the Biglide that the source documents give, with the settings of docs/sources.md."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

import kinloop as kl
from kinloop.trajectory.trajectory import TrajectoryPoint

d, l = 0.4, 0.3606
S = np.sqrt(4 * l**2 - d**2)
TAN = -S / d  # of the rods where they are one line, in the mode (1, -1)
REST = np.zeros(2)


@dataclass(frozen=True)
class Stacked:
    """Quintics one after another; at a knot the later one holds."""

    parts: tuple[kl.Quintic, ...]
    space: Literal["task"] = "task"
    shape: tuple[int, ...] = ()

    @property
    def duration(self) -> float:
        return float(sum(np.asarray(part.duration) for part in self.parts))

    def __call__(self, t: Any) -> TrajectoryPoint:
        t = np.asarray(t, float)
        motion, begin = self.parts[0](t), 0.0
        for before, part in zip(self.parts, self.parts[1:], strict=False):
            begin += float(np.asarray(before.duration))
            own, after = part(t - begin), (t >= begin)[..., None]
            motion = TrajectoryPoint(*(np.where(after, getattr(own, o), getattr(motion, o)) for o in ("x", "xd", "xdd", "xddd")))
        return motion


def stacked(*knots: tuple[Any, Any, Any]) -> Stacked:
    """Through positions, velocities and accelerations, two seconds apart."""
    return Stacked(tuple(kl.Quintic(a[0], b[0], 2.0, a[1], b[1], a[2], b[2]) for a, b in pairwise(knots)))


def chapter_4(respects: bool) -> Stacked:
    """[DemuttiRosi2020], with the settings of docs/sources.md: 4 s, crossing at (0, 1) after 2 s."""
    acceleration = (0.1, 0.1 * TAN if respects else 0.0)
    return stacked(((0.1, 0.3), REST, REST), ((0, 1), (-0.05, 0.375), acceleration), ((-0.1, 1.8), REST, REST))


def path_of_lee_palma(at_type_1: float, at_type_2: tuple[float, float]) -> Stacked:
    """(56): through Type 1 after 2 s and Type 2 after 4 s. The accelerations there are those to choose."""
    return stacked(
        ((0, 0.3), REST, REST),
        ((l - d / 2, 0), (0, -0.1), (at_type_1, -0.2)),
        ((0, -0.3), (-0.1 * d / S, -0.1), at_type_2),
        ((-0.1, -0.15), REST, REST),
    )
