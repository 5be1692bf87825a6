"""``kinloop simulate``."""

from __future__ import annotations

import warnings
from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.arguments import Settings, load_robot, machine_names, plant_names
from kinloop.cli.console import Json
from kinloop.cli.output_file import check_output
from kinloop.cli.run_output import described_run, print_record, print_rollouts
from kinloop.errors import UnsupportedOperation, in_one_line


def simulate(
    context: typer.Context,
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A library machine, a file of a machine, or a .toml file with [experiment].",
            autocompletion=machine_names,
        ),
    ],
    plant: Annotated[
        str, typer.Option(metavar="NAME", help="The plant: native, exudyn or mujoco.", autocompletion=plant_names)
    ] = "native",
    period: Annotated[float, typer.Option(help="The sampling period of the controller [s].")] = 1e-3,
    frequency: Annotated[float, typer.Option(help="The natural frequency of the controlled joints [rad/s].")] = 20.0,
    payload: Annotated[float, typer.Option(help="A mass at the tool [kg], unknown to the controller.")] = 0.0,
    out: Annotated[
        str | None, typer.Option("--out", "--save", metavar="FILE", help="Write the record to a .npz or .csv file.")
    ] = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Simulate the motion in the description under computed torque, or an experiment as its file says, and print the tracking
    errors. The exit status is 1 if the run ends early."""
    from kinloop.simulation.experiment.experiment_file import is_experiment  # loaded when used
    from kinloop.simulation.options.plant_options import PLANTS

    check_output(out, (".npz", ".csv"))
    if is_experiment(source):
        own = ("plant", "period", "frequency", "payload", "set")
        given = [name for name in own if str(context.get_parameter_source(name)).endswith("COMMANDLINE")]
        if given:
            raise UnsupportedOperation(
                f"--{given[0]} is for the motion of a machine's description; {in_one_line(source)} is an experiment: "
                "change its file"
            )
        run_experiment(kl.load_experiment(source), out, json)
        return
    robot = load_robot(source, set)
    law, path, duration = described_run(robot, period, frequency)
    machine = PLANTS[plant](payload=payload or None) if plant in PLANTS else plant
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kl.RunEndedEarly)  # its message is printed below
        run = kl.simulate(robot, law, path, duration=duration, period=period, plant=machine)
    print_record(run, robot.mechanism.name, plant, out, json)


def run_experiment(experiment: kl.Experiment, out: str | None, json: bool) -> None:
    """Run an experiment and print its results."""
    if experiment.is_sweep and out is not None and not out.endswith(".npz"):
        raise kl.FileError(f"--out is {out!r}, expected a .npz file, since the experiment is a sweep")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kl.RunEndedEarly)
        result = experiment.run()
    if isinstance(result, kl.Record):
        print_record(result, experiment.name, getattr(experiment.plant, "name", "the plant"), out, json)
    else:
        print_rollouts(result, experiment.name, out, json)
