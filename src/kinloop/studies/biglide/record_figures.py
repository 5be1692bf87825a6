"""Figures of runs of the Biglide: efforts, the tool, and errors over time."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.simulation.record.record import Record
from kinloop.studies.framework.figure_data import Axis, Curves, Series, over_time


def effort_curves(title: str, run: Record, every: int = 1, size: bool = False, **options: Any) -> Curves:
    """Both efforts over time; with ``size``, their sizes over a logarithmic axis."""
    tau = run.tau[::every]
    if size:
        tau, options = np.maximum(np.abs(tau), 1e-3), {"log": "y", **options}
    return over_time(title, run.t[::every], {"f1": tau[:, 0], "f2": tau[:, 1]}, "effort", "N", **options)


def joint_error_curves(title: str, run: Record, **options: Any) -> Curves:
    """The tracking error of both slides over time."""
    error = run.q_ref - run.q[:, :2]
    return over_time(title, run.t, {"q1": error[:, 0], "q2": error[:, 1]}, "error", "m", **options)


def tool_error_curves(title: str, run: Record, every: int = 1, **options: Any) -> Curves:
    """The tracking error of the tool over time."""
    error = run.error[::every]
    return over_time(title, run.t[::every], {"x": error[:, 0], "y": error[:, 1]}, "error", "m", **options)


def tool_curves(title: str, run: Record, every: int = 1, wanted: Any = None, **options: Any) -> Curves:
    """The tool over time, and dashed the trajectory that is wanted."""
    t, x = run.t[::every], run.x[::every]
    lines = {"x": x[:, 0], "y": x[:, 1]}
    if wanted is not None:
        point = wanted(t).x
        lines |= {"--x wanted": point[:, 0], "--y wanted": point[:, 1]}
    return over_time(title, t, lines, "position", "m", **options)


def paths_of_tool(title: str, wanted: Any, runs: dict[str, tuple[Record, int]]) -> Curves:
    """Where the tool goes in the plane: for each name a run and every which sample is shown; the wanted path is dashed."""
    first = next(iter(runs.values()))[0]
    point = wanted(first.t).x
    lines = [Series("wanted", point[:, 0], point[:, 1], "dashed")]
    lines += [Series(name, run.x[::every, 0], run.x[::every, 1]) for name, (run, every) in runs.items()]
    return Curves(title, Axis("x", "m"), Axis("y", "m"), lines, equal=True)
