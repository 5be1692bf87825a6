"""A sweep in the process of runs: into a store beside the records, with its progress, until it is done or stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.simulation.cluster import chunk_sizes
from kinloop.simulation.cluster.sweep_progress import SweepProgress
from kinloop.simulation.experiment.experiment_file import experiment_from_text
from kinloop.simulation.record.rollout_record import WORDS
from kinloop.simulation.store.stored_sweep import Sweep
from kinloop.view.studio.processes.answers import plain

Report = Callable[[str, float | None], None]
Commands = Callable[[], list[Mapping[str, Any]]]
Emit = Callable[[Mapping[str, Any]], None]

# Seconds of a chunk: so often a sweep says how far it is, and looks whether it is to stop.
CHUNK = 0.5
MEASURES = ("error_max", "error_rms", "error_last")
PERCENTILES = (0, 5, 25, 50, 75, 95, 100)
# Runs in the lists of the best and of the worst.
LISTED = 3
# The status of a run that is not in the store.
MISSING = -1


def run_sweep(arguments: Mapping[str, Any], report: Report, commands: Commands, emit: Emit) -> dict[str, Any]:
    """Run a sweep with :func:`kl.sweep`, and return what pages show of it. Stopped, it keeps what is finished.

    Args: ``experiment``: as TOML text, whose paths are relative to ``folder``; ``store``: the folder of the sweep; ``runs``.
    Raises: KinloopError: as :func:`kl.sweep`.
    """
    report("compiling the sweep", None)
    experiment = experiment_from_text(arguments["experiment"], "the sweep", Path(arguments["folder"]), "sweep")

    def show(progress: SweepProgress) -> None:
        emit({"begun": True, "sweep": progress_table(progress)})
        report(f"sweep: {progress.done} of {progress.runs} runs", progress.share)
        if any(command.get("stop") for command in commands()):
            raise KeyboardInterrupt  # kl.sweep ends as with Ctrl-C

    with chunks_of(CHUNK):
        sweep = experiment.sweep(arguments["store"], progress=show)
    return sweep_table(sweep, int(arguments["runs"]))


@contextmanager
def chunks_of(seconds: float) -> Iterator[None]:
    """Within it, chunks of sweeps take about so long."""
    usual, first = chunk_sizes.USUAL, chunk_sizes.FIRST
    chunk_sizes.USUAL = chunk_sizes.FIRST = seconds
    try:
        yield
    finally:
        chunk_sizes.USUAL, chunk_sizes.FIRST = usual, first


def progress_table(progress: SweepProgress) -> dict[str, Any]:
    """What pages show of a sweep that goes on."""
    names = ("runs", "done", "early", "failed", "rate", "seconds_left")
    return plain({name: getattr(progress, name) for name in names} | {"words": str(progress)})


def sweep_table(sweep: Sweep, runs: int) -> dict[str, Any]:
    """What pages show of a store: how the runs ended, and for each measure its values, its percentiles and the best and the worst
    runs by their numbers. Runs that are missing or ended early have no values."""
    number = sweep.column("run").astype(int)
    status = np.full(runs, MISSING)
    status[number] = sweep.column("status").astype(int)
    efforts = list(sweep.column_groups.get("tau_max", ()))
    return plain(
        {
            "runs": runs,
            "done": len(sweep),
            "statuses": sweep.statuses,
            "failures": [f"runs {failure.arguments.get('runs', '')}: {failure.error}"[:300] for failure in sweep.failures],
            "status": status,
            "words": {str(code): word for code, word in WORDS.items()} | {str(MISSING): "not run"},
            "percentiles": PERCENTILES,
            "measures": [_measure(sweep, name, number, runs) for name in (*MEASURES, *efforts)],
        }
    )


def _measure(sweep: Sweep, name: str, number: Any, runs: int) -> dict[str, Any]:
    values = np.full(runs, np.nan)
    values[number] = sweep.column(name)
    return {
        "name": name,
        "unit": sweep.units.get(name, ""),
        "values": values,
        "percentiles": sweep.percentiles(name, PERCENTILES),
        "best": [int(run["run"]) for run in sweep.best(name, LISTED)],
        "worst": [int(run["run"]) for run in sweep.best(name, LISTED, largest=True)],
    }
