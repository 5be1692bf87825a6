"""``kinloop check``."""

from __future__ import annotations

from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.arguments import machine_names
from kinloop.cli.console import Json, print_json
from kinloop.errors import printable


def check(
    sources: Annotated[
        list[str], typer.Argument(metavar="ROBOT...", help="Names of library machines, or files.", autocompletion=machine_names)
    ],
    json: Json = False,
) -> None:
    """Check descriptions: print every fault and the mobility of the machines. The exit status is 1 if there are faults."""
    reports = [kl.check(source) for source in sources]
    if json:
        print_json([{"name": each.name, "ok": each.ok, "faults": [str(fault) for fault in each.faults]} for each in reports])
    else:
        print(printable("\n\n".join(map(str, reports))))
    if not all(report.ok for report in reports):
        raise typer.Exit(1)
