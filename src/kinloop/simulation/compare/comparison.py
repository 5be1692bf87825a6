"""How far two runs are apart, quantity by quantity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.drawing import draw_with
from kinloop.errors import ShapeError, listing
from kinloop.model.evaluate import evaluate
from kinloop.simulation.record.record import Record

Array = np.ndarray
# Clocks that differ by less than this share of the time between samples are the same.
SAME_TIME = 1e-6


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two runs and their differences, second minus first.

    ``difference`` has for each quantity an array over the samples that both have: ``x`` and ``xd`` of the tool (of a pose: the
    turn as a vector), ``q_active``, ``q_passive``, their rates ``qd_...`` and accelerations ``qdd_...``, ``tau``, ``loop_force``;
    those that both runs know. Full turns of joints and signs of quaternions do not count.

    ``qdd_...`` are those of the same instants where both runs report them, else means over each period, from the rates: then
    ``mean_accelerations`` is true, and there is one sample less.
    """

    first: Record
    second: Record
    names: tuple[str, str]
    difference: Mapping[str, Array]
    t: Mapping[str, Array]  # of each difference's samples [s]
    mean_accelerations: bool

    @cached_property
    def largest(self) -> dict[str, float]:
        """The largest difference of each quantity, over all samples and coordinates."""
        return {name: float(np.nanmax(np.abs(array))) for name, array in self.difference.items()}

    @cached_property
    def rms(self) -> dict[str, float]:
        """Root mean square of each quantity, over all samples and coordinates."""
        return {name: float(np.sqrt(np.nanmean(array**2))) for name, array in self.difference.items()}

    @cached_property
    def when(self) -> dict[str, float]:
        """The time [s] of each largest difference."""
        return {
            name: float(self.t[name][np.fmax.reduce(np.abs(a), axis=1, initial=-1).argmax()])
            for name, a in self.difference.items()
        }

    @cached_property
    def units(self) -> dict[str, tuple[str, ...]]:
        """The unit of each column of each difference."""
        robot, record = self.first.robot, self.first.units
        n_q, n = len(robot.active), robot.n_active
        halves = {"q": (record["q"], n_q), "qd": (record["qd"], n), "qdd": (record["qdd"], n)}
        units = {"x": robot.units.task_errors, "xd": record["xd"], "tau": record["tau"], "loop_force": record["loop_force"]}
        units |= {f"{name}_active": columns[:k] for name, (columns, k) in halves.items()}
        units |= {f"{name}_passive": columns[k:] for name, (columns, k) in halves.items()}
        return {name: units[name] for name in self.difference}

    def plot(self, what: str | None = None, *, ax: Any = None) -> Any:
        """A matplotlib figure of both runs and of their differences, or of one, ``what``: ``"runs"`` or a key of
        ``difference``. With ``ax`` one of them is drawn there, and the axes is returned."""
        return draw_with("figures.comparison_figure.plot_comparison", self, what, ax=ax)

    def report(self, path: str | PathLike[str], *, title: str | None = None, loci: bool = False) -> Path:
        """Write a page of one ``.html`` file and return the path: both runs over one another with a player, plots of both, and
        the table of differences. ``title``, ``loci`` and what is raised are those of :meth:`Record.report`."""
        return Path(draw_with("page.record_page.write_comparison", self, path, title=title, loci=loci))

    def _repr_html_(self) -> str:
        return str(draw_with("figures.notebook.comparison_html", self))

    def _repr_png_(self) -> Any:
        return draw_with("figures.notebook.comparison_png", self)

    def __str__(self) -> str:
        first, second = self.first, self.second
        count = min(len(first), len(second))
        head = [
            f"{first.robot.mechanism.name}: {self.names[1]} minus {self.names[0]}, {count} samples to {first.t[count - 1]:g} s"
        ]
        for name, record in zip(self.names, (first, second), strict=True):
            if record.status:
                why = record.events[-1].message if record.events else record.status.name.lower().replace("_", " ")
                head.append(f"{name} ended early: {why}")
        rows = [("", "unit", "largest", "rms", "at t [s]")]
        for name, array in self.difference.items():
            label = f"{name}{' (means)' if self.mean_accelerations and name.startswith('qdd') else ''}"
            for unit in dict.fromkeys(self.units[name]):  # a row for each, since metres and radians have no common largest
                part = np.abs(array[:, [k for k, each in enumerate(self.units[name]) if each == unit]])
                if not np.isfinite(part).any():
                    continue
                when = self.t[name][np.fmax.reduce(part, axis=1, initial=-1).argmax()]
                rows.append((label, unit, f"{np.nanmax(part):.3g}", f"{np.sqrt(np.nanmean(part**2)):.3g}", f"{when:g}"))
        widths = [max(len(row[k]) for row in rows) for k in range(5)]
        lines = [_align(row, widths) for row in rows]
        return "\n".join([*head, *lines])


def _align(row: tuple[str, ...], widths: list[int]) -> str:
    """Words to the left, numbers to the right."""
    cells = [cell.ljust(w) if k < 2 else cell.rjust(w) for k, (cell, w) in enumerate(zip(row, widths, strict=True))]
    return "  ".join(cells).rstrip()


def compare_records(
    first: Record,
    second: Record,
    *,
    names: tuple[str, str] = ("first", "second"),
    wrenches: Mapping[str, ArrayLike] | None = None,
) -> Comparison:
    """The differences of two runs of one machine at the same times; parameters may differ.

    Args:
        names: of the runs, for the table.
        wrenches: that acted on the machine. They are needed only where one run reports accelerations and loop forces at the
            beginning of each period, as the native plant, and the other at its end, as external engines.
    Raises: ShapeError: runs of different machines or of different times, or without a common sample.
    """
    _check(first, second)
    count = min(len(first), len(second))
    robot, t = first.robot, first.t[:count]
    n_q, n = len(robot.active), robot.n_active
    positions = robot.models.geometry.space.difference(second.q[:count], first.q[:count])
    rates = second.qd[:count] - first.qd[:count]
    found: dict[str, tuple[Array, Array]] = {}
    if robot.task:
        apart = evaluate(robot, "target", q=first.q[:count], x=second.x[:count])["error"]
        found |= {"x": (t, apart), "xd": (t, second.xd[:count] - first.xd[:count])}
    found |= {"q_active": (t, positions[:, :n_q]), "q_passive": (t, positions[:, n_q:])}
    found |= {"qd_active": (t, rates[:, :n]), "qd_passive": (t, rates[:, n:])}
    instants = _at_instants(first, second, count, wrenches)
    if instants is None:
        mean = np.diff(rates, axis=0) / np.diff(t)[:, None]
        accelerations, at = mean, t[:-1] + np.diff(t) / 2
    else:
        accelerations, at = instants["qdd"], instants["t"]
    found |= {"qdd_active": (at, accelerations[:, :n]), "qdd_passive": (at, accelerations[:, n:])}
    found["tau"] = (t, second.tau[:count] - first.tau[:count])
    if instants is not None:
        found["loop_force"] = (at, instants["loop_force"])
    known = {name: pair for name, pair in found.items() if pair[1].size and np.isfinite(pair[1]).any()}
    return Comparison(
        first,
        second,
        names,
        difference={name: array for name, (_, array) in known.items()},
        t={name: times for name, (times, _) in known.items()},
        mean_accelerations=instants is None,
    )


def _check(first: Record, second: Record) -> None:
    for name, record in (("first", first), ("second", second)):
        if not isinstance(record, Record):
            raise ShapeError(
                f"compare: the {name} is of the type {type(record).__name__}, expected a Record, as kl.simulate gives"
            )
    one, other = first.robot.mechanism, second.robot.mechanism
    if (one.coordinates, one.task) != (other.coordinates, other.task):
        raise ShapeError(
            f"compare: the records are of different machines: {one.name} has {listing(one.coordinates)}, "
            f"{other.name} has {listing(other.coordinates)}"
        )
    count = min(len(first), len(second))
    if not count:
        raise ShapeError("compare: a record has no samples")
    period = first.t[1] - first.t[0] if count > 1 else 1.0
    apart = np.abs(first.t[:count] - second.t[:count])
    if np.any(apart > SAME_TIME * period):
        k = int(np.argmax(apart > SAME_TIME * period))
        raise ShapeError(
            f"compare: the records have different times: sample {k} is at {first.t[k]:g} s in one and at {second.t[k]:g} s in "
            "the other; expected the same period"
        )


def _at_instants(first: Record, second: Record, count: int, wrenches: Mapping[str, ArrayLike] | None) -> dict[str, Array] | None:
    """Differences of accelerations and loop forces at the same instants under the same commands; None where a run does not
    report accelerations. Built-in plants report them at the beginning of a period, external engines at its end, before the
    command changes."""
    runs = (first, second)
    begins = [bool(np.isfinite(run.qdd[0]).all()) for run in runs]
    if not all(np.isfinite(run.qdd[1:count]).any() for run in runs):
        return None
    if all(begins):
        parts = [{"qdd": run.qdd[:count], "loop_force": run.loop_force[:count]} for run in runs]
        t = first.t[:count]
    else:
        parts = [_at_ends(run, count, wrenches) if begin else _tail(run, count) for run, begin in zip(runs, begins, strict=True)]
        t = first.t[1:count]
    return {"t": t, **{name: parts[1][name] - parts[0][name] for name in ("qdd", "loop_force")}}


def _tail(run: Record, count: int) -> dict[str, Array]:
    return {"qdd": run.qdd[1:count], "loop_force": run.loop_force[1:count]}


def _at_ends(run: Record, count: int, wrenches: Mapping[str, ArrayLike] | None) -> dict[str, Array]:
    """Under the command that was held until each sample."""
    moved = run.robot.forward_dynamics(run.q[1:count], run.qd[1:count], run.tau[: count - 1], wrenches)
    return {"qdd": moved.qdd, "loop_force": moved.loop_force}
