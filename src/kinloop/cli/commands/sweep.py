"""``kinloop sweep``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.commands.simulate import run_experiment
from kinloop.cli.console import Json
from kinloop.cli.sweep_output import print_sweep
from kinloop.errors import UnsupportedOperation, in_one_line
from kinloop.mechanism.formats.text_file import file_to_write

CLUSTER = "A Dask cluster: the address of its scheduler, or 'local' for processes on this machine."
STORE = "Write the runs to this folder as they come (with --cluster: NAME.sweep); called again, the command goes on from there."


def sweep(
    source: Annotated[str, typer.Argument(help="A .toml file with [experiment] and [vary].")],
    out: Annotated[str | None, typer.Option(help="Write all runs to a .npz file.")] = None,
    store: Annotated[str | None, typer.Option(help=STORE)] = None,
    cluster: Annotated[str | None, typer.Option(help=CLUSTER)] = None,
    json: Json = False,
) -> None:
    """Run an experiment many times with the values that its table [vary] has, and print the summaries. The exit status is 1 if a
    run ends early or is missing."""
    experiment = kl.load_experiment(source)
    if not experiment.is_sweep:
        raise UnsupportedOperation(
            f"{in_one_line(source)} varies nothing: expected a table [vary]; kinloop simulate runs it once"
        )
    if out is not None and (not out.endswith(".npz") or not Path(out).resolve().parent.is_dir()):
        raise kl.FileError(f"--out is {out!r}, expected a .npz file in a folder that exists")
    if out is not None:
        file_to_write(out)  # before the runs, not after them
    if store is None:
        if cluster is None:
            run_experiment(experiment, out, json)
            return
        store = f"{Path(source).stem}.sweep"
    print_sweep(experiment.sweep(store, cluster), experiment.name, out, json)
