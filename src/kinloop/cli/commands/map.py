"""``kinloop map``."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

import kinloop as kl
from kinloop.cli.arguments import Settings, Source, load_robot, mode_argument
from kinloop.cli.console import Json, console, print_json
from kinloop.cli.output_file import PICTURES, check_output
from kinloop.errors import KinloopError, UnsupportedOperation, in_one_line
from kinloop.model.formulas.closed_form import form_of
from kinloop.model.geometry.mode import signs_by_name

KINDS = ("type 2", "type 1")
MOST_POINTS = 2001


def map_singularities(
    source: Source,
    over: Annotated[
        list[str] | None, typer.Option(metavar="NAME=FROM:TO", help="A coordinate and its range, as x=-0.2:0.2. Give two.")
    ] = None,
    mode: Annotated[
        str | None, typer.Option(metavar="SIGNS", help="One mode only: signs, as 1,-1, or names, as g1=+1,g2=-1.")
    ] = None,
    points: Annotated[int, typer.Option(min=3, max=MOST_POINTS, help="Points of the grid along each axis.")] = 101,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the map into a .png, .svg or .pdf file.")] = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Map the singularities over two coordinates: the reachable share, loci and regions of every mode."""
    check_output(out, PICTURES)
    robot = load_robot(source, set)
    ranges = dict(_range(text) for text in over) if over else _default_ranges(robot)
    found = kl.singularity_map(robot, ranges, points=points, mode=mode_argument(mode))
    rows = [_row(found, k) for k in range(len(found.modes))]
    if json:
        print_json({"machine": robot.mechanism.name, "over": ranges, "points": points, "modes": rows})
    else:
        axes = " and ".join(f"{name} from {low:g} to {high:g}" for name, (low, high) in ranges.items())
        console.print(f"{robot.mechanism.name} over {axes}, {points} by {points} points")
        form = form_of(robot.mechanism, found.plane.direction)
        table = Table("mode", "reachable", "type 2 loci", "type 1 loci", "regions", header_style="bold")
        for row in rows:
            mode = signs_by_name(() if form is None else form.signs, row["mode"]) or "without signs"
            table.add_row(mode, f"{row['reachable']:.1%}", *(str(len(row[kind])) for kind in KINDS), str(row["regions"]))
        console.print(table)
    if out is not None:
        found.plot().savefig(out)
        if not json:
            console.print(f"written to {in_one_line(out)}")


def _row(found: kl.SingularityMap, k: int) -> dict[str, Any]:
    loci = {kind: found.loci(kind, k) for kind in KINDS}  # type: ignore[arg-type]
    return {"mode": found.modes[k], "reachable": float(found.reachable[k].mean()), **loci, "regions": found.regions(k)[1]}


def _range(text: str) -> tuple[str, tuple[float, float]]:
    name, _, bounds = text.partition("=")
    try:
        low, high = (float(bound) for bound in bounds.split(":"))
    except ValueError:
        raise KinloopError(f"--over {text!r}: expected a coordinate and its range, for example --over x=-0.2:0.2") from None
    return name.strip(), (low, high)


def _default_ranges(robot: kl.Robot) -> dict[str, tuple[float, float]]:
    """A square about the tool at the start, as large as the machine, over the first two task coordinates."""
    if len(robot.task) < 2 or robot.task[0] == "pose":
        names = ", ".join(robot.mechanism.task_names)
        if max(len(robot.mechanism.task_names), len(robot.active)) < 2:
            raise UnsupportedOperation(f"{robot.mechanism.name}: a map is over two coordinates; its task is {names or 'empty'}")
        raise UnsupportedOperation(f"{robot.mechanism.name}: say which two coordinates to map, with --over; its task is {names}")
    from kinloop.view.figures.skeleton import build_skeleton  # loaded when used

    half = 0.75 * build_skeleton(robot, np.atleast_2d(robot.start)).extent
    centre = robot.forward_geometry(robot.start[: len(robot.active)], near=robot.start).x
    return {name: (round(float(c) - half, 3), round(float(c) + half, 3)) for name, c in zip(robot.task[:2], centre, strict=False)}
