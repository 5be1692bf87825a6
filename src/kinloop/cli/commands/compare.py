"""``kinloop compare``."""

from __future__ import annotations

from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.arguments import Settings, Source, load_robot
from kinloop.cli.console import Json, print_json
from kinloop.cli.run_output import described_run
from kinloop.errors import printable


def compare(
    source: Source,
    plants: Annotated[str, typer.Option(metavar="NAME,NAME", help="Two plants: native, exudyn, mujoco.")] = "native,exudyn",
    period: Annotated[float, typer.Option(help="The sampling period of the controller [s].")] = 1e-3,
    frequency: Annotated[float, typer.Option(help="The natural frequency of the controlled joints [rad/s].")] = 20.0,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Run the motion in the description on two plants with the same commands, and print the differences."""
    pair = tuple(name.strip() for name in plants.split(","))
    robot = load_robot(source, set)
    law, path, duration = described_run(robot, period, frequency)
    found = kl.compare(robot, law, path, pair, duration=duration, period=period)  # type: ignore[arg-type]
    if json:
        names = list(found.difference)
        print_json([{"quantity": n, "units": found.units[n], "largest": found.largest[n], "rms": found.rms[n]} for n in names])
    else:
        print(printable(str(found)))
