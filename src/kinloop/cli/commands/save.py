"""``kinloop save`` and ``kinloop c``: a machine or one of its models as a file of another kind."""

from __future__ import annotations

from typing import Annotated

import typer

from kinloop.cli.arguments import Settings, Source, load_robot


def save(
    source: Source, path: Annotated[str, typer.Argument(help="The .toml or .xml (MJCF) file to write.")], set: Settings = None
) -> None:
    """Write the description of a machine to a file, for kinloop (.toml) or for MuJoCo and Pinocchio (.xml)."""
    load_robot(source, set).save(path)


def c_source(
    source: Source, model: Annotated[str, typer.Argument(help="A model: inverse_dynamics, inertia, ...")] = "inverse_dynamics"
) -> None:
    """Print a model as C source."""
    print(load_robot(source).c_source(model))
