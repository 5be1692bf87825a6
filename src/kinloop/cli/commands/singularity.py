"""``kinloop singularity``."""

from __future__ import annotations

import numpy as np
from rich.table import Table

from kinloop.cli.arguments import ActiveJoints, Settings, Source, Task, find_configurations, load_robot
from kinloop.cli.console import Json, console, print_json


def singularity(source: Source, x: Task = None, q_active: ActiveJoints = None, set: Settings = None, json: Json = False) -> None:
    """Print the singularities at the start configuration, or at every configuration of --x or --q-active, and how near the
    others are."""
    robot = load_robot(source, set)
    at_start = x is None and q_active is None
    configurations = (
        [("the start configuration", robot.start)]
        if at_start
        else [(str(e.mode), e.q) for e in find_configurations(robot, x, q_active)]
    )
    if json:
        found_here = [(name, robot.singularity(q)) for name, q in configurations]
        print_json([{"configuration": name, "kinds": each.kinds, "nearness": dict(each.nearness)} for name, each in found_here])
        return
    table = Table("configuration", "kind", "nearness: 0 at a singularity, about 1 elsewhere", header_style="bold")
    for name, q in configurations:
        found = robot.singularity(q)
        near = "\n".join(f"{kind} {value:.3g}" for kind, value in found.nearness.items() if np.isfinite(value))
        shaky = ("(infinitesimal mobility)",) if found.infinitesimal_dof else ()
        table.add_row(name, "\n".join((*(found.kinds or (str(found.kind),)), *shaky)), near)
    console.print(table)
