"""A trajectory right before and right after an instant, where its acceleration or jerk may jump, and jumps that no motion has."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from kinloop.model.array_arguments import numbers
from kinloop.trajectory.sequence import Sequence
from kinloop.trajectory.trajectory import Trajectory, TrajectoryPoint

Array = np.ndarray
# Parts of the duration: the distance beside an instant from which a value is extrapolated to it, and the distance within which a
# knot is at the instant.
BESIDE, SAME_TIME = 1e-8, 1e-9
# A part of the largest value, above which a change that the derivative does not explain is looked into, and the halvings of its
# interval that then tell a jump from a steep rise.
UNEXPLAINED, HALVINGS = 1e-6, 40


def knots_of(trajectory: Any) -> Array:
    """The times [s] at which the acceleration or the jerk jumps, as far as the trajectory says, strictly inside its duration."""
    own = getattr(trajectory, "knots", getattr(getattr(trajectory, "given", None), "knots", None))
    if own is None and isinstance(trajectory, Sequence):
        lengths = [float(part.duration) for part in trajectory.parts]
        begins = np.cumsum([0.0, *lengths[:-1]])
        inside = [begin + knots_of(part) for begin, part in zip(begins, trajectory.parts, strict=True)]
        own = np.concatenate([begins, *inside])
    knots = np.unique(np.ravel(numbers([] if own is None else own, "the knots of the trajectory")))
    duration = float(trajectory.duration)
    return knots[(knots > SAME_TIME * duration) & (knots < (1 - SAME_TIME) * duration)]


def one_sided(trajectory: Trajectory, t: float, side: int, knots: Array) -> TrajectoryPoint:
    """The limit of a trajectory at an instant from before (``side`` -1) or after (+1) it.

    Two values beside the instant are extrapolated to it, so that the jerk of the neighbouring polynomial is exact to rounding.
    """
    duration = float(trajectory.duration)
    others = np.abs(knots - t)
    others = others[others > SAME_TIME * duration]
    step = side * min(BESIDE * duration, float(np.min(others, initial=np.inf)) / 4)
    near, far = trajectory(t + step), trajectory(t + 2 * step)
    parts = [2 * np.asarray(getattr(near, name)) - getattr(far, name) for name in ("x", "xd", "xdd", "xddd")]
    return TrajectoryPoint(*parts)


def find_jumps(
    trajectory: Trajectory, times: Array, names: tuple[str, ...] = ("position", "velocity")
) -> list[tuple[float, str]]:
    """Instants [s] at which position or velocity jumps, so that no finite effort follows, with the name of what jumps.

    ``names``: the quantities looked at; ``"acceleration"`` is another.
    """
    point = trajectory(times)
    found: list[tuple[float, str]] = []
    for name in names:
        value, rate = {"position": ("x", "xd"), "velocity": ("xd", "xdd"), "acceleration": ("xdd", "xddd")}[name]
        # The derivative of a quaternion is not the twist; its jumps are those of the joints, which continuation notices.
        size = 3 if trajectory.space == "pose" and value == "x" else None
        values, rates = (np.asarray(getattr(point, each))[:, :size] for each in (value, rate))
        steps = np.diff(times)[:, None]
        left = np.abs(np.diff(values, axis=0) - steps * (rates[1:] + rates[:-1]) / 2).max(axis=-1)
        scale = np.ptp(values, axis=0).max(initial=0.0) if value == "x" else np.abs(values).max(initial=0.0)
        suspects = np.flatnonzero(left > UNEXPLAINED * scale)
        if suspects.size:
            ends = times[suspects], times[suspects + 1]
            found += [(t, name) for t in _jumps(partial(_values, trajectory, value, size), ends, left[suspects])]
    return sorted(found)


def _values(trajectory: Trajectory, name: str, size: int | None, t: Array) -> Array:
    return np.asarray(getattr(trajectory(t), name))[:, :size]


def _jumps(value: Callable[[Array], Array], ends: tuple[Array, Array], unexplained: Array) -> list[float]:
    """The instants of intervals at which a change stays while its interval is halved."""
    a, b = ends
    for _ in range(HALVINGS):
        middle = (a + b) / 2
        first, half, last = value(a), value(middle), value(b)
        left = np.abs(half - first).max(axis=-1) > np.abs(last - half).max(axis=-1)
        a, b = np.where(left, a, middle), np.where(left, middle, b)
    change = np.abs(value(b) - value(a)).max(axis=-1)
    return [float(t) for t in b[change > unexplained / 2]]
