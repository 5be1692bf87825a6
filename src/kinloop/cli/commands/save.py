"""``kinloop save`` and ``kinloop c``: a machine or one of its models as a file of another kind."""

from __future__ import annotations

from typing import Annotated

import typer

from kinloop.cli.arguments import Settings, Source, formula_names, load_robot
from kinloop.cli.console import console
from kinloop.errors import in_one_line


def save(
    source: Source,
    path: Annotated[str, typer.Argument(metavar="FILE", help="The .toml or .xml (MJCF) file to write.")],
    set: Settings = None,
) -> None:
    """Write the description of a machine to a file, for kinloop (.toml) or for MuJoCo and Pinocchio (.xml)."""
    load_robot(source, set).save(path)
    console.print(f"written to {in_one_line(path)}")


def c_source(
    source: Source,
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="inverse_dynamics, inertia, ...", autocompletion=formula_names)
    ] = "inverse_dynamics",
) -> None:
    """Print a model as C source."""
    print(load_robot(source).c_source(model))
