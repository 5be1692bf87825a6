"""How runs are printed: how they ended, tracking errors, efforts, and where they were written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import typer
from rich.table import Table
from rich.text import Text

import kinloop as kl
from kinloop.cli.console import console, print_json
from kinloop.errors import in_one_line

FASTEST = 1e9  # natural frequency [rad/s]
FORMS = ("{:.3e}".format, "{:.4g}".format)  # of errors and of efforts


def described_run(robot: kl.Robot, period: float, frequency: float) -> tuple[kl.ComputedTorque, Any, float]:
    """Computed torque of a natural frequency [rad/s], the motion of the description, and its duration in whole periods."""
    path = kl.described_motion(robot)
    if not 0 < period <= path.duration:
        raise kl.ShapeError(f"--period is {period:g} s, expected a time above zero and within the motion's {path.duration:g} s")
    if not 0 < frequency < FASTEST:
        raise kl.ShapeError(f"--frequency is {frequency:g} rad/s, expected a number above zero and below {FASTEST:g}")
    return kl.ComputedTorque(frequency**2, 2 * frequency), path, period * round(path.duration / period)


def print_record(run: kl.Record, name: str, plant: str, out: str | None, json: bool = False) -> None:
    """Print how a run went, and write its record."""
    if json:
        print_json(record_data(run, name, plant))
    else:
        _print_record_table(run, name, plant)
    if out is not None:
        (run.to_csv if out.endswith(".csv") else run.save)(out)
        if not json:
            console.print(f"written to {in_one_line(out)}")
    if run.status:
        raise typer.Exit(1)


def record_data(run: kl.Record, name: str, plant: str) -> dict[str, Any]:
    """How a run ended, and the largest error and effort of each column, as data."""
    return {
        "name": name,
        "plant": plant,
        "status": run.status.words,
        "samples": len(run),
        "last": run.t[-1] if len(run) else None,
        "events": [{"time": event.time, "kind": event.kind, "message": event.message} for event in run.events],
        "largest_error": {c: _largest_or_none(run.error[:, k]) for k, c in enumerate(run.columns["error"])},
        "largest_effort": {c: _largest_or_none(run.tau[:, k]) for k, c in enumerate(run.columns["tau"])},
        "largest_gap": np.abs(run.robot.closure(run.q)).max(initial=0.0),
    }


def _print_record_table(run: kl.Record, name: str, plant: str) -> None:
    print_end(run, name, plant)
    following = run.q[:, : len(run.robot.active)] - run.q_ref
    table = Table(show_header=True, header_style="bold")
    for column in ("active joint", "largest error", "largest effort"):
        table.add_column(column)
    for k, joint in enumerate(run.robot.active):
        cells = []
        for values, unit, form in zip((following, run.tau), (run.units["q"][k], run.units["tau"][k]), FORMS, strict=True):
            known = np.abs(values[np.isfinite(values[:, k]), k])
            cells.append(f"{form(known.max())} {unit}" if known.size else "-")
        table.add_row(joint, *cells)
    console.print(table)
    if run.robot.units.closures:
        gap = np.abs(run.robot.closure(run.q)).max(initial=0.0)
        console.print(f"largest gap in the loops: {gap:.1e} {join_units(run.robot.units.closures)}")


def print_end(run: kl.Record, name: str, plant: str) -> None:
    """Print how a run ended, and its events."""
    last = f"to {run.t[-1]:g} s " if len(run) else ""
    ended = f"{len(run)} samples {last}on {plant}, {run.status.words}"
    console.print(Text.assemble((in_one_line(name), "bold"), f"  {ended}"))
    for event in run.events:
        console.print(f"  {event.message}")


def print_rollouts(runs: kl.Rollouts, name: str, out: str | None, json: bool = False) -> None:
    """Print how many runs went, and write them; the exit status is 1 if one of them ended early."""
    early = int(np.count_nonzero(np.asarray(runs.status)))
    if json:
        summaries = {"error_rms": runs.error_rms, "error_max": runs.error_max, "tau_max": runs.tau_max}
        print_json({"name": name, "runs": runs.status.size, "ended_early": early, "varied": runs.varied, **summaries})
    else:
        _print_rollouts_table(runs, name, early)
    if out is not None:
        runs.save(out)
        if not json:
            console.print(f"written to {in_one_line(out)}")
    if early:
        raise typer.Exit(1)


def _print_rollouts_table(runs: kl.Rollouts, name: str, early: int) -> None:
    console.print(Text.assemble((in_one_line(name), "bold"), f"  {runs.status.size} runs, {early} of them ended early"))
    table = Table("", "smallest", "median", "largest", "unit", header_style="bold")
    error = join_units(runs.units["error"])
    rows = [("error, root mean square", runs.error_rms, error), ("largest error", runs.error_max, error)]
    efforts = zip(runs.columns["tau_max"], np.moveaxis(runs.tau_max, -1, 0), runs.units["tau_max"], strict=True)
    rows += [(f"largest effort of {joint}", values, unit) for joint, values, unit in efforts]
    for label, values, unit in rows:
        known = values[np.isfinite(values)]
        table.add_row(label, *(f"{f(known):.4g}" if known.size else "-" for f in (np.min, np.median, np.max)), unit)
    console.print(table)
    if np.isfinite(runs.error_rms).any():
        best = np.unravel_index(int(np.nanargmin(runs.error_rms)), runs.shape)
        places = best if len(best) > 1 else best * len(runs.varied)
        varied = zip(runs.varied.items(), places, strict=True)
        at = [f"{key} = {values[k] if isinstance(values, np.ndarray) else f'row {k}'}" for (key, values), k in varied]
        console.print(f"smallest error with {', '.join(at)}")


def join_units(units: Sequence[str]) -> str:
    """The unit of several columns, or all that they have."""
    return " or ".join(dict.fromkeys(units))


def largest(values: np.ndarray) -> float:
    """The largest size of the values that are known."""
    return float(np.abs(values[np.isfinite(values)]).max(initial=0.0))


def _largest_or_none(values: np.ndarray) -> float | None:
    return largest(values) if np.isfinite(values).any() else None


def largest_by_unit(values: np.ndarray, units: Sequence[str]) -> list[str]:
    """The largest size among the columns of each unit, with that unit."""
    return [f"{largest(values[:, np.array(units) == unit]):.3e} {unit}" for unit in dict.fromkeys(units)]
