"""One way to measure: repeat, take the best, compare with a peer in the same run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from time import perf_counter
from typing import Literal


@dataclass(frozen=True)
class Measure:
    """A figure, what it is compared with, and what the project asks of it."""

    topic: str
    name: str
    ours: float
    unit: str
    peer: float | None = None
    peer_name: str = ""
    target: float | None = None
    # The number compared with the target: how much faster or slower kinloop is, or its own value.
    compared: Literal["faster", "slower", "value"] = "value"
    at: Literal["least", "most"] = "most"

    @property
    def value(self) -> float:
        """The number that the target is about."""
        if self.compared == "value" or self.peer is None:
            return self.ours
        return self.peer / self.ours if self.compared == "faster" else self.ours / self.peer

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        return self.value >= self.target if self.at == "least" else self.value <= self.target


def best(*tasks: Callable[[], object], rounds: int = 9) -> tuple[float, ...]:
    """The shortest time [s] of each task; they take turns, so that a noisy second hits all alike.

    A turn is three runs, since the first finds the caches full of the others' data.
    """
    shortest = [float("inf")] * len(tasks)
    for k in [k for _ in range(rounds) for k in range(len(tasks))]:
        for _ in range(3):
            started = perf_counter()
            tasks[k]()
            shortest[k] = min(shortest[k], perf_counter() - started)
    return tuple(shortest)


def repeat(task: Callable[[], object], times: int) -> Callable[[], None]:
    """A function that calls a task many times, for tasks that are too short for the clock."""

    def run() -> None:
        for _ in range(times):
            task()

    return run


def ur5() -> Path:
    """The UR5's URDF, from the installed package example-robot-data."""
    return _robot("ur_description/urdf/ur5_robot.urdf")


def panda() -> Path:
    return _robot("panda_description/urdf/panda.urdf")


def _robot(path: str) -> Path:
    return Path(str(distribution("example-robot-data").locate_file(f"cmeel.prefix/share/example-robot-data/robots/{path}")))


def as_table(measures: Sequence[Measure]) -> list[list[str]]:
    """Rows of text: topic, name, ours, the peer's, the number compared, target, verdict."""
    rows = []
    for m in measures:
        peer = f"{m.peer:.3g} {m.unit} ({m.peer_name})" if m.peer is not None else ""
        ratio = f"{m.value:.3g} x" if m.compared != "value" else ""
        sign, times = ">=" if m.at == "least" else "<=", "" if m.compared == "value" else " x"
        target = "" if m.target is None else f"{sign} {m.target:g}{times}"
        verdict = {None: "", True: "met", False: "MISSED"}[m.met]
        rows.append([m.topic, m.name, f"{m.ours:.3g} {m.unit}", peer, ratio, target, verdict])
    return rows
