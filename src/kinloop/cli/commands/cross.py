"""``kinloop cross``."""

from __future__ import annotations

import warnings
from typing import Annotated, Any

import typer

import kinloop as kl
from kinloop.cli.arguments import Settings, Source, limits, load_robot, mode_argument, plant_names, vector
from kinloop.cli.console import Json, console, print_json
from kinloop.cli.output_file import check_output
from kinloop.cli.run_output import largest, largest_by_unit, print_end, record_data
from kinloop.errors import in_one_line, printable, unknown_name

CROSSING_PERIOD, CROSSING_PLANTS = 1e-3, ("native", "exudyn", "mujoco")  # of the run, [s]


def cross(
    source: Source,
    start: Annotated[str, typer.Option("--from", metavar="NUMBERS", help="Task coordinates of the start, as 0.1,0.4.")],
    end: Annotated[str, typer.Option("--to", metavar="NUMBERS", help="Those of the end, beyond the singularity.")],
    mode: Annotated[
        str | None, typer.Option(metavar="SIGNS", help="The mode at the start: signs, as 1,-1, or names, as g1=+1,g2=-1.")
    ] = None,
    duration: Annotated[float | None, typer.Option(help="The duration [s]; by default one that suits the machine.")] = None,
    path: Annotated[str, typer.Option(metavar="KIND", help="free, or straight: on the line from start to end.")] = "free",
    effort: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Limits of the active efforts: one number, or one for each.")
    ] = None,
    speed: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Limits of the active speeds: one number, or one for each.")
    ] = None,
    plant: Annotated[
        str,
        typer.Option(metavar="NAME", help="The plant of the run: native, exudyn or mujoco.", autocompletion=plant_names),
    ] = "native",
    run: Annotated[bool, typer.Option(help="Simulate the plan under its controller.")] = True,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Write the plan to a .npz file.")] = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Plan a motion through a Type 2 singularity and print it; then simulate it under the plan's controller, sampled at 1 kHz.
    The exit status is 1 if the run ends early or does not cross."""
    if plant not in CROSSING_PLANTS:
        raise unknown_name("plant", plant, CROSSING_PLANTS, "cross")
    check_output(out, (".npz",))
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
    if not json:
        print(printable(str(plan)))
    if out is not None:
        plan.save(out)
        if not json:
            console.print(f"written to {in_one_line(out)}")
    record = _run_plan(plan, plant) if run else None
    if json:
        print_json(_data(plan, record, plant))
    elif record is not None:
        _print_run(record, plant)
    if record is not None and (record.status or any(event.kind == "stall" for event in record.events)):
        raise typer.Exit(1)


def _run_plan(plan: kl.CrossingPlan, plant: str) -> kl.Record:
    """A run of a plan under its controller."""
    duration, period = CROSSING_PERIOD * round(plan.duration / CROSSING_PERIOD), CROSSING_PERIOD
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kl.RunEndedEarly)
        return kl.simulate(plan.robot, plan.controller(), plan.trajectory, duration=duration, period=period, plant=plant)


def _print_run(run: kl.Record, plant: str) -> None:
    print_end(run, run.robot.mechanism.name, plant)
    console.print(f"largest error of the tool: {', '.join(largest_by_unit(run.error, run.units['error']))}")
    efforts = zip(run.columns["tau"], run.units["tau"], run.tau.T, strict=True)
    console.print("largest effort: " + ", ".join(f"{joint} {largest(tau):.4g} {unit}" for joint, unit, tau in efforts))


def _data(plan: kl.CrossingPlan, run: kl.Record | None, plant: str) -> dict[str, Any]:
    before, after = plan.tau
    data = {
        "name": plan.robot.mechanism.name,
        "duration": plan.duration,
        "time": plan.time,
        "x": plan.x,
        "q": plan.q,
        "twist": plan.twist,
        "criterion": plan.criterion,
        "peak": plan.peak,
        "effort_before": before,
        "effort_after": after,
        "mode_before": plan.mode_before,
        "mode_after": plan.mode_after,
        "checks": {check.name: check.value for check in plan.checks},
    }
    return data if run is None else data | {"run": record_data(run, run.robot.mechanism.name, plant)}
