"""``kinloop sweep``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.commands.simulate import run_experiment
from kinloop.cli.console import Json
from kinloop.cli.output_file import check_output
from kinloop.cli.sweep_output import print_sweep
from kinloop.errors import UnsupportedOperation, in_one_line

CLUSTER = "A Dask cluster: the address of its scheduler, or 'local' for processes on this machine."
STORE = "Write the runs to this folder as they come (with --cluster: NAME.sweep); called again, the command goes on from there."


def sweep(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A .toml file with [experiment] and [vary].")],
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Write all runs to a .npz file.")] = None,
    store: Annotated[str | None, typer.Option(metavar="FOLDER", help=STORE)] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help=CLUSTER)] = None,
    json: Json = False,
) -> None:
    """Run an experiment many times with the values that its table [vary] has, and print the summaries. The exit status is 1 if a
    run ends early or is missing."""
    check_output(out, (".npz",))
    if source in kl.library():
        raise UnsupportedOperation(f"{source} is a machine; expected a .toml file with [experiment] and [vary]")
    experiment = kl.load_experiment(source)
    if not experiment.is_sweep:
        raise UnsupportedOperation(
            f"{in_one_line(source)} varies nothing: expected a table [vary]; kinloop simulate runs it once"
        )
    if store is None:
        if cluster is None:
            run_experiment(experiment, out, json)
            return
        store = f"{Path(source).stem}.sweep"
    print_sweep(experiment.sweep(store, cluster), experiment.name, out, json)
