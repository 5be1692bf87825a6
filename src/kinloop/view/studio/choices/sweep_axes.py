"""What a sweep of the studio varies: the paths that a page can choose, and the values along each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, unknown_name
from kinloop.model.robot import Robot
from kinloop.view.studio.choices.laws import LAWS
from kinloop.view.studio.choices.messages import LARGEST_NUMBER, number, text_of, whole
from kinloop.view.studio.choices.plant_mismatch import HEAVIEST, PAYLOAD, PLANT

Array = np.ndarray
GAIN, SEED = "law.", "sensors.seed"
NOISE = {"sensors.noise.q": "rad or m", "sensors.noise.qd": "rad/s or m/s"}
# A sweep of the studio has at most so many runs.
MOST_RUNS = 10_000
# Parameters whose names are other paths of `kl.sweep` vary as `plant.` and `model.` only.
OTHER_PATHS = ("q", "qd", "trajectory", "period")


@dataclass(frozen=True)
class Axis:
    """Values of one path, with equal steps from ``low`` to ``high``."""

    path: str
    unit: str
    low: float
    high: float
    count: int

    @property
    def is_seed(self) -> bool:
        """Whether its values are seeds: whole numbers, one after the other."""
        return self.path == SEED

    @property
    def values(self) -> Array:
        """The values, (count,)."""
        if self.is_seed:
            return np.arange(int(self.low), int(self.low) + self.count)
        return np.linspace(self.low, self.high, self.count)

    @property
    def python(self) -> str:
        """The values as Python."""
        if self.is_seed:
            return f"list(range({int(self.low)}, {int(self.low) + self.count}))"
        return f"np.linspace({self.low!r}, {self.high!r}, {self.count})"


def known_paths(robot: Robot, law: str) -> dict[str, tuple[str, float, float]]:
    """Unit, least and largest value of each path that can vary with a law."""
    notes = robot.mechanism.parameter_notes
    units: dict[str, str] = {name: (notes[name].unit or "") if name in notes else "" for name in robot.parameters}
    free = -LARGEST_NUMBER, LARGEST_NUMBER
    found: dict[str, tuple[str, float, float]] = {name: (unit, *free) for name, unit in units.items() if name not in OTHER_PATHS}
    found |= {f"{PLANT}{name}": (unit, *free) for name, unit in units.items()}
    if robot.mechanism.tool is not None:
        found[PAYLOAD] = ("kg", 0.0, HEAVIEST)
    found |= {f"{GAIN}{gain.name}": (gain.unit, 0.0, LARGEST_NUMBER) for gain in LAWS[law].gains}
    found |= {path: (unit, 0.0, 1e6) for path, unit in NOISE.items()}
    found[SEED] = ("", 0.0, 2.0**53)
    return found


def read_axis(message: Mapping[str, Any], robot: Robot, law: str) -> Axis:
    """An axis of a message: ``path``, ``from``, ``to`` (seeds have none), ``count``. Raises: KinloopError."""
    path, known = text_of(message, "path"), known_paths(robot, law)
    if path not in known:
        raise unknown_name("path to vary", path, known, f"a sweep of {robot.mechanism.name}")
    unit, least, most = known[path]
    count = whole(message, "count", 2, MOST_RUNS)
    if path == SEED:
        first = whole(message, "from", 0, 2**53 - MOST_RUNS)
        return Axis(path, unit, first, first + count - 1, count)
    low, high = number(message, "from", least, most), number(message, "to", least, most)
    if low == high:
        raise ShapeError(f"{path} goes from {low:g} to {high:g}, expected two different numbers")
    return Axis(path, unit, low, high, count)
