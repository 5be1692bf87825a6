"""``kinloop cross``."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.arguments import Settings, Source, limits, load_robot, mode_argument, vector
from kinloop.cli.console import console
from kinloop.cli.run_output import largest, largest_by_unit, print_end
from kinloop.errors import in_one_line, printable, unknown_name
from kinloop.mechanism.formats.text_file import file_to_write

CROSSING_PERIOD, CROSSING_PLANTS = 1e-3, ("native", "exudyn", "mujoco")  # of the run, [s]


def cross(
    source: Source,
    start: Annotated[str, typer.Option("--from", help="Task coordinates of the start, as 0.1,0.4.")],
    end: Annotated[str, typer.Option("--to", help="Those of the end, beyond the singularity.")],
    mode: Annotated[str | None, typer.Option(help="The mode at the start: signs, as 1,-1, or names, as g1=+1,g2=-1.")] = None,
    duration: Annotated[float | None, typer.Option(help="The duration [s]; by default one that suits the machine.")] = None,
    path: Annotated[str, typer.Option(help="free, or straight: on the line from start to end.")] = "free",
    effort: Annotated[str | None, typer.Option(help="Limits of the active efforts: one number, or one for each.")] = None,
    speed: Annotated[str | None, typer.Option(help="Limits of the active speeds: one number, or one for each.")] = None,
    plant: Annotated[str, typer.Option(help="The plant of the run: native, exudyn or mujoco.")] = "native",
    run: Annotated[bool, typer.Option(help="Simulate the plan under its controller.")] = True,
    out: Annotated[str | None, typer.Option(help="Write the plan to a .npz file.")] = None,
    set: Settings = None,
) -> None:
    """Plan a motion through a Type 2 singularity and print it; then simulate it under the plan's controller, sampled at 1 kHz.
    The exit status is 1 if the run ends early or does not cross."""
    if plant not in CROSSING_PLANTS:
        raise unknown_name("plant", plant, CROSSING_PLANTS, "cross")
    if out is not None and (not out.endswith(".npz") or not Path(out).resolve().parent.is_dir()):
        raise kl.FileError(f"--out is {out!r}, expected a .npz file in a folder that exists")
    if out is not None:
        file_to_write(out)  # before the plan, not after it
    robot = load_robot(source, set)
    plan = kl.crossing(
        robot,
        vector("--from", start),
        vector("--to", end),
        mode=mode_argument(mode),
        duration=duration,
        path=path,
        effort=limits("--effort", effort),
        speed=limits("--speed", speed),
    )
    print(printable(str(plan)))
    if out is not None:
        plan.save(out)
        console.print(f"written to {in_one_line(out)}")
    if run:
        _run_plan(plan, plant)


def _run_plan(plan: kl.CrossingPlan, plant: str) -> None:
    """Simulate a plan under its controller, and print how the run went."""
    duration, period = CROSSING_PERIOD * round(plan.duration / CROSSING_PERIOD), CROSSING_PERIOD
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kl.RunEndedEarly)
        run = kl.simulate(plan.robot, plan.controller(), plan.trajectory, duration=duration, period=period, plant=plant)
    print_end(run, plan.robot.mechanism.name, plant)
    console.print(f"largest error of the tool: {', '.join(largest_by_unit(run.error, run.units['error']))}")
    efforts = zip(run.columns["tau"], run.units["tau"], run.tau.T, strict=True)
    console.print("largest effort: " + ", ".join(f"{joint} {largest(tau):.4g} {unit}" for joint, unit, tau in efforts))
    if run.status or any(event.kind == "stall" for event in run.events):
        raise typer.Exit(1)
