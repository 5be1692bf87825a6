"""``kinloop new``."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from kinloop.cli.console import console
from kinloop.errors import FileError, in_one_line
from kinloop.mechanism.formats.text_file import save_text


def new(path: Annotated[str, typer.Argument(metavar="FILE", help="The .toml file to write.")]) -> None:
    """Write a description of a slider-crank with every key explained, as a template for a machine of your own."""
    if not path.endswith(".toml"):
        raise FileError(f"{path!r}: expected a name that ends in .toml")
    if Path(path).exists():
        raise FileError(f"{path!r} exists already; choose another name, or remove it")
    save_text(path, files("kinloop.mechanism.formats.toml").joinpath("template.toml").read_text(encoding="utf-8"))
    console.print(f"written to {in_one_line(path)}; next: kinloop check {in_one_line(path)}")
