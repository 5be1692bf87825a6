"""``kinloop configurations``."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from kinloop.cli.arguments import ActiveJoints, Settings, Source, Task, find_configurations, load_robot
from kinloop.cli.console import Json, console, numbers_text, print_json


def configurations(
    source: Source,
    x: Task = None,
    q_active: ActiveJoints = None,
    set: Settings = None,
    variants: Annotated[bool, typer.Option(help="Print also configurations that differ only inside the legs.")] = False,
    json: Json = False,
) -> None:
    """Print every configuration at given task coordinates (--x) or active joint positions (--q-active), and the method used."""
    robot = load_robot(source, set)
    found = find_configurations(robot, x, q_active, variants)
    if json:
        fields = ("mode", "q", "x", "residual", "within_limits")
        listed = [{field: getattr(each, field) for field in fields} for each in found]
        print_json({"method": found.method, "complete": found.complete, "configurations": listed})
        return
    certainty = "none can be missing" if found.complete else "likely all"
    if found.infinite:
        certainty += "; some belong to a continuous family"
    words = "; ".join(
        filter(None, (f"{len(found)} configuration{'s' * (len(found) != 1)}, by {found.method}", certainty, found.note))
    )
    console.print(f"{robot.mechanism.name}: {words}")
    family = ("family",) if found.infinite else ()
    table = Table("mode", "active joints", "passive joints", "task", "within limits", *family, header_style="bold")
    for each in found:
        numbers = (numbers_text(values, 40) for values in (each.q_active, each.q_passive, each.x))
        dimension = f"of dimension {len(each.directions)}" if len(each.directions) else ""
        table.add_row(str(each.mode), *numbers, "yes" if each.within_limits else "no", *(dimension for _ in family))
    console.print(table)
