"""``kinloop equations``."""

from __future__ import annotations

from typing import Annotated

import typer

from kinloop.cli.arguments import Source, load_robot


def equations(
    source: Source,
    model: Annotated[str, typer.Argument(help="A model: inertia, bias, input_output, ...")] = "inertia",
    latex: Annotated[bool, typer.Option("--latex", help="As LaTeX, with rows that fit a page.")] = False,
) -> None:
    """Print a model as equations."""
    found = load_robot(source).equations(model)
    print(found.latex(width=100) if latex else found)
