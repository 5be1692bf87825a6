"""``kinloop show``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import kinloop as kl
from kinloop.cli.arguments import Settings, Source, load_robot
from kinloop.cli.console import Json, console, print_json
from kinloop.cli.output_file import PICTURES, check_output
from kinloop.errors import in_one_line


def show(
    source: Source,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a drawing of the machine to a .png, .svg or .pdf file.")
    ] = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Show a machine: a drawing, its degrees of freedom, modes, parameters, joints and loops, with units."""
    from kinloop.view.figures.terminal_drawing import terminal_drawing  # loaded when used

    check_output(out, PICTURES)
    robot = load_robot(source, set)
    if json:
        print_json(_data(robot))
    else:
        console.print(terminal_drawing(robot, width=min(console.width, 72), ascii_only=not _prints_braille()))
        print(robot.describe())
    if out is not None:
        robot.draw().savefig(out)
        if not json:
            console.print(f"written to {in_one_line(out)}")


def _prints_braille() -> bool:
    """Whether the terminal has the letters."""
    try:
        "\u28ff".encode(console.encoding)
    except UnicodeError:
        return False
    return True


def _data(robot: kl.Robot) -> dict[str, Any]:
    mechanism, units = robot.mechanism, robot.units
    notes = mechanism.parameter_notes
    return {
        "name": mechanism.name,
        "description": mechanism.description,
        "source": mechanism.source,
        "degrees_of_freedom": robot.models.formulas.model.dof,
        "active": robot.active,
        "passive": robot.passive,
        "task": dict(zip(mechanism.task_names, units.task, strict=True)),
        "modes": {
            kind: form.signs
            for kind, form in (("assembly", mechanism.forward_geometry), ("working", mechanism.inverse_geometry))
            if form is not None
        },
        "parameters": [
            {
                "name": name,
                "value": value,
                "unit": notes[name].unit if name in notes else None,
                "meaning": notes[name].meaning if name in notes else "",
            }
            for name, value in robot.parameters.items()
        ],
        "joints": [{"name": j.name, "kind": j.kind, "parent": j.parent, "child": j.child} for j in mechanism.ordered_joints],
        "loops": [{"name": each.name, "kind": each.kind, "between": [each.a.link, each.b.link]} for each in mechanism.loops],
        "start": dict(zip(mechanism.coordinates, robot.start.tolist(), strict=True)),
    }
