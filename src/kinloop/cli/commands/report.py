"""``kinloop report``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.console import console
from kinloop.cli.output_file import check_output
from kinloop.errors import in_one_line


def report(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="The .npz file of a record, as simulate --out writes it.")],
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="The .html file to write; beside the record unless given.")
    ] = None,
    compare: Annotated[
        str | None, typer.Option(metavar="FILE", help="A second record of the machine, shown over the first.")
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The title of the page; machine and law unless given.")
    ] = None,
    loci: Annotated[bool, typer.Option("--loci", help="Draw singularity loci in the plane of the motion.")] = False,
    open: Annotated[bool, typer.Option("--open", help="Open the report in the browser.")] = False,
) -> None:
    """Write a record as one HTML file: the machine with a player, plots, events, parameters. It makes no request."""
    check_output(out, (".html",))
    first = kl.Record.load(record)
    second = None if compare is None else kl.Record.load(compare)
    target = Path(record).with_suffix(".html") if out is None else Path(out)
    path = first.report(target, compare=second, title=title, loci=loci)
    console.print(f"written to {in_one_line(str(path))}")
    if open:
        import webbrowser  # loaded when used

        webbrowser.open(path.resolve().as_uri())
