"""``kinloop robots``."""

from __future__ import annotations

from rich.table import Table

import kinloop as kl
from kinloop.cli.console import Json, console, print_json


def robots(json: Json = False) -> None:
    """List the machines of the library."""
    from kinloop.mechanism.formats.read import read  # loaded when used

    found = {name: read(name) for name in kl.library()}
    if json:
        print_json([{"name": name, "description": m.description, "source": m.source} for name, m in found.items()])
        return
    table = Table("name", "description", header_style="bold")
    for name, mechanism in found.items():
        table.add_row(name, mechanism.description)
    console.print(table)
