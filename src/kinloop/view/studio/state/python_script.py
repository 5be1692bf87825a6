"""The Python that does what the studio did. Every text in it is quoted by ``repr``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from pprint import pformat
from typing import Any

import numpy as np

from kinloop.errors import KinloopError, UnsupportedOperation
from kinloop.mechanism.formats.read import library, read
from kinloop.mechanism.parts.part import Part
from kinloop.model.array_arguments import constructor_values
from kinloop.model.robot import Robot
from kinloop.simulation.experiment.experiment import Experiment, equal_values
from kinloop.simulation.experiment.kinds import REQUIRED, kinds
from kinloop.simulation.options.plant_options import BuiltInPlant
from kinloop.simulation.options.run_options import Environment, Pulse, Sensors
from kinloop.trajectory.described_motion import described_motion

WIDTH = 110
OPTIONS = ("plant", "q", "qd", "mode", "observer", "sensors", "actuators", "environment", "recording")


def python_script(experiment: Experiment, record_name: str) -> str:
    """A program that runs an experiment and saves its record under a name.

    Raises: UnsupportedOperation: the machine's file has changed since it was loaded, or the experiment has an object that is not
        made from data.
    """
    lines, arguments = run_lines(experiment)
    imports = ["import kinloop as kl", ""]
    ending = [")", "print(record)", f"record.save({record_name!r})", ""]
    return "\n".join([_title(experiment), *imports, *lines, "record = kl.simulate(", *arguments, *ending])


def sweep_script(experiment: Experiment, vary: Sequence[str], store: str, by: str) -> str:
    """A program that runs a sweep into a store and prints its best runs. ``vary``: the lines that make the variable of this name.

    Raises: UnsupportedOperation: as :func:`python_script`.
    """
    lines, arguments = run_lines(experiment)
    imports = ["import numpy as np", "", "import kinloop as kl", ""]
    arguments.append(f"    vary=vary,{' grid=True,' if experiment.grid else ''} store={store!r},")
    ending = [
        ")",
        "print(sweep)",
        f"columns = [name for name in sweep.columns if name.startswith((*sweep.varied, {by!r}))]",
        f"for run in sweep.best({by!r}, 3):",
        '    print(run["run"], {name: run[name] for name in columns})',
        "",
    ]
    return "\n".join([_title(experiment), *imports, *lines, *vary, "sweep = kl.sweep(", *arguments, *ending])


def _title(experiment: Experiment) -> str:
    return f"# {experiment.name!r}, as the studio of kinloop {version('kinloop')} ran it."


def run_lines(experiment: Experiment) -> tuple[list[str], list[str]]:
    """The lines that make robot, law and trajectory, and those of the arguments of a run. Raises: as :func:`python_script`."""
    robot = experiment.robot
    lines = [f"robot = {_load(experiment)}"]
    law, trajectory = "None", "None"
    if experiment.controller is not None:
        lines.append(f"law = {_expression(experiment.controller, robot)}")
        law = "law"
    if experiment.trajectory is not None:
        lines.append(f"trajectory = {_trajectory(experiment)}")
        trajectory = "trajectory"
    arguments = [f"    robot, {law}, {trajectory},", f"    duration={experiment.duration!r}, period={experiment.period!r},"]
    for name in OPTIONS:
        value = getattr(experiment, name)
        if value is not None and not (name == "environment" and equal_values(value, Environment())):
            arguments.append(f"    {name}={_expression(value, robot)},")
    return lines, arguments


def _load(experiment: Experiment) -> str:
    robot, source = experiment.robot, experiment.source
    if source is None:
        raise UnsupportedOperation("the Python cannot be written: the machine comes from no file and not from the library")
    try:
        same = read(source) == robot.mechanism
    except KinloopError:
        same = False
    if not same:
        raise UnsupportedOperation(
            f"the Python cannot be written: {source!r} has changed since it was loaded; an experiment has the machine in it"
        )
    name = source if source in library() else str(Path(source).resolve())
    changed = {name: float(value) for name, value in robot.models.overrides.items()}
    return f"kl.load({name!r}, **{_dictionary(changed)})" if changed else f"kl.load({name!r})"


def _trajectory(experiment: Experiment) -> str:
    robot, trajectory = experiment.robot, experiment.trajectory
    if robot.mechanism.motion is not None:
        try:
            if equal_values(trajectory, described_motion(robot)):
                return "kl.described_motion(robot)"
        except KinloopError:
            pass
    return _expression(trajectory, robot)


def _expression(value: Any, robot: Robot) -> str:
    """A value as Python. Raises: UnsupportedOperation: it is not made from data."""
    if isinstance(value, np.ndarray | np.generic):
        return _expression(value.tolist(), robot)
    if isinstance(value, Robot):
        return "robot"
    if value is None or isinstance(value, bool | int | str):
        return repr(value)
    if isinstance(value, float):
        return repr(value) if isfinite(value) else f'float("{value}")'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {_expression(item, robot)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        if _is_plain(value):
            return pformat(_lists(value), width=WIDTH, compact=True)
        return "[" + ", ".join(_expression(item, robot) for item in value) + "]"
    return _object(value, robot)


def _object(value: Any, robot: Robot) -> str:
    name = type(value).__name__
    kind = kinds().get(name)
    if kind is None or kind.result is not type(value):
        raise UnsupportedOperation(f"the Python cannot be written: a {name} is not made from data")
    values = dict(value) if isinstance(value, Part) else constructor_values(value)
    given = []
    for argument in kind.arguments.values():
        part = values[argument.name]
        empty = isinstance(value, BuiltInPlant | Environment | Sensors | Pulse) and part in ({}, ())
        if not empty and (argument.default is REQUIRED or not equal_values(part, argument.default)):
            given.append(f"{argument.name}={_expression(part, robot)}")
    if kind.robot is not None and getattr(value, kind.robot.name) is not None:
        given.append(f"{kind.robot.name}=robot")
    return f"kl.{name}({', '.join(given)})"


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return isinstance(value, bool | int) or (isinstance(value, float) and isfinite(value))


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, list | tuple) else value


def _dictionary(values: Mapping[str, float]) -> str:
    return "{" + ", ".join(f"{name!r}: {value!r}" for name, value in values.items()) + "}"
