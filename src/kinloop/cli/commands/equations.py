"""``kinloop equations``."""

from __future__ import annotations

from typing import Annotated

import typer

from kinloop.cli.arguments import Source, formula_names, load_robot
from kinloop.cli.console import Json, print_json


def equations(
    source: Source,
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="inertia, bias, input_output, ...", autocompletion=formula_names)
    ] = "inertia",
    latex: Annotated[bool, typer.Option("--latex", help="As LaTeX, with rows that fit a page.")] = False,
    json: Json = False,
) -> None:
    """Print a model as equations."""
    robot = load_robot(source)
    found = robot.equations(model)
    if json:
        print_json({"name": robot.mechanism.name, "model": model, "text": str(found), "latex": found.latex(width=100)})
    else:
        print(found.latex(width=100) if latex else found)
