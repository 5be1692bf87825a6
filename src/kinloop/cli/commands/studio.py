"""``kinloop studio``."""

from __future__ import annotations

from typing import Annotated

import typer

from kinloop.cli.arguments import machine_names
from kinloop.cli.console import console


def studio(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="ROBOT",
            help="A library machine, or a .toml, .urdf or .xml (MJCF) file.",
            autocompletion=machine_names,
        ),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the studio in a browser.")] = True,
) -> None:
    """Open a machine in a browser: drag its tool, choose modes, change parameters, run motions, push it, save what it did.
    The server answers this computer only. Ctrl-C ends it."""
    from kinloop.view.studio.server import serve_studio  # loaded when used

    serve_studio(source, port, browser, console.print)
