"""Writing an experiment as a TOML file that reads back as an equal one. Default values are left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from os.path import relpath
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from kinloop.control.function_law import FunctionLaw
from kinloop.control.law_advice import law_name
from kinloop.errors import FileError, KinloopError, UnsupportedOperation
from kinloop.mechanism.formats.read import library, read
from kinloop.mechanism.formats.text_file import save_text
from kinloop.mechanism.formats.toml.toml_file import MAX_BYTES
from kinloop.mechanism.formats.toml.toml_write import table_lines, write_toml
from kinloop.mechanism.parts.part import Part
from kinloop.model.array_arguments import constructor_values
from kinloop.model.robot import Robot
from kinloop.simulation.experiment.experiment import Experiment, equal_values
from kinloop.simulation.experiment.kinds import KIND, REQUIRED, Kind, kinds
from kinloop.trajectory.external_trajectory import ExternalTrajectory
from kinloop.trajectory.sequence import Sequence

RUN = ("name", "description", "duration", "period", "q", "qd", "mode")
OPTIONS = ("sensors", "actuators", "environment", "recording")  # tables of one kind each
CHOICES = {"grid": False, "every": 1, "keep": "samples"}


def save_experiment(experiment: Experiment, path: str | PathLike[str]) -> None:
    """Write an experiment to a file, atomically. Raises: UnsupportedOperation, FileError: see :meth:`Experiment.save`."""
    text = write_experiment(experiment, Path(path).resolve().parent)
    if (size := len(text.encode())) > MAX_BYTES:
        raise FileError(f"{str(path)!r}: the experiment has {size} bytes; at most {MAX_BYTES} are read back")
    save_text(path, text)


def write_experiment(experiment: Experiment, folder: Path) -> str:
    """An experiment as TOML text for a file in ``folder``."""
    robot, about = experiment.robot, {}
    for name in RUN:
        value = getattr(experiment, name)
        if value is not None and (name != "description" or value):
            about[name] = _plain(value, robot, name)
    tables = _objects(experiment)
    if experiment.vary is not None:
        chosen = {name: getattr(experiment, name) for name, default in CHOICES.items() if getattr(experiment, name) != default}
        values = {name: _plain(value, robot, f"vary {name!r}") for name, value in experiment.vary.items()}
        if any(isinstance(value, dict) for value in values.values()):
            raise UnsupportedOperation("an experiment cannot be written: trajectories vary; give the batch as the trajectory")
        tables["vary"] = chosen | values
    parts = tables.pop("trajectory") if isinstance(tables.get("trajectory"), list) else []
    lines = [*table_lines((), {"experiment": about}), *_robot_lines(experiment, folder)]
    for part in parts:
        lines += table_lines(("trajectory",), part, "[[{}]]")
    lines += table_lines((), tables)
    text = "\n".join(lines).strip("\n") + "\n"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        shown = text[max(0, error.start - 20) : error.end + 20]
        raise UnsupportedOperation(f"an experiment cannot be written: no file holds the character in {shown!r}") from None
    return text


def _robot_lines(experiment: Experiment, folder: Path) -> Iterator[str]:
    """The table of the robot: its source, or its description where it has no source or differs from it."""
    robot, source = experiment.robot, experiment.source
    changed = {name: _plain(value, robot, name) for name, value in robot.models.overrides.items()}
    if source is not None and _describes(source, robot):
        name = source if source in library() else _relative(source, folder)
        yield from table_lines((), {"robot": {"source": name, **({"parameters": changed} if changed else {})}})
        return
    yield from ("", "[robot]", _multiline("description", write_toml(robot.mechanism)))
    if changed:
        yield from table_lines(("robot", "parameters"), changed)


def _describes(source: str, robot: Robot) -> bool:
    try:
        return read(source) == robot.mechanism
    except KinloopError:
        return False


def _relative(source: str, folder: Path) -> str:
    try:
        path = Path(relpath(Path(source).resolve(), folder)).as_posix()
    except ValueError:  # another drive
        return Path(source).resolve().as_posix()
    return path if "/" in path else f"./{path}"


def _objects(experiment: Experiment) -> dict[str, Any]:
    """The tables of trajectory, law, observer, plant and options."""
    robot = experiment.robot
    tables: dict[str, Any] = {}
    trajectory = experiment.trajectory
    if isinstance(trajectory, Sequence) and _is_list(trajectory):
        tables["trajectory"] = [_object(part, robot, "a trajectory") for part in trajectory.parts]
    elif trajectory is not None:
        tables["trajectory"] = _object(trajectory, robot, "the trajectory")
    for key, part in (("law", experiment.controller), ("observer", experiment.observer), ("plant", experiment.plant)):
        if part is not None:
            tables[key] = _object(part, robot, f"the {key}")
    for key in OPTIONS:
        if (part := getattr(experiment, key)) is not None:
            tables[key] = {name: value for name, value in _object(part, robot, key).items() if name != KIND}
    return tables


def _is_list(sequence: Sequence) -> bool:
    """Whether a sequence has its parts and no options, so that it is a list of tables."""
    options = {name: default for name, default in _defaults(kinds()["Sequence"]).items() if name != "parts"}
    return all(_is_default(getattr(sequence, name), default) for name, default in options.items())


def _object(value: Any, robot: Robot, what: str) -> dict[str, Any]:
    """A law, a trajectory or another object as a table with its kind. Raises: UnsupportedOperation."""
    kind = kinds().get(type(value).__name__)
    if isinstance(value, FunctionLaw):
        raise UnsupportedOperation(f"an experiment cannot be written: {what} is the function {law_name(value.function)!r}")
    if kind is None or kind.result is not type(value):
        given = value.given if isinstance(value, ExternalTrajectory) else value
        raise UnsupportedOperation(
            f"an experiment cannot be written: {what} is a {type(given).__name__}, expected a class of kinloop that is made from "
            "data, without functions"
        )
    table: dict[str, Any] = {KIND: kind.word}
    defaults, values = _defaults(kind), dict(value) if isinstance(value, Part) else constructor_values(value)
    for argument in kind.arguments.values():
        part = values[argument.name]
        if not _is_default(part, defaults[argument.name]):
            table[argument.key] = _plain(part, robot, f"{argument.name} of {kind.name}")
    if kind.robot is not None:
        given = getattr(value, kind.robot.name)
        if given is not None and not equal_values(given, robot):
            raise UnsupportedOperation(
                f"an experiment cannot be written: {what}, a {kind.name}, has another robot than the experiment"
            )
        if (given is not None) != kind.takes_robot(table):
            table[kind.robot.key] = given is not None
    return table


def _is_robot(given: Any, robot: Robot) -> bool:
    if not isinstance(given, Robot):
        return False
    return given.mechanism == robot.mechanism and all(
        given.parameters[name] == robot.parameters[name] for name in robot.parameters
    )


def _is_default(value: Any, default: Any) -> bool:
    """Whether a value is the one that an argument has where it is left out."""
    return default is not REQUIRED and equal_values(value, default)


def _defaults(kind: Kind) -> dict[str, Any]:
    """The defaults of a kind's arguments; where none is required, as the constructor changes them."""
    arguments = kind.arguments.values()
    if any(argument.default is REQUIRED for argument in arguments) or kind.robot is not None:
        return {argument.name: argument.default for argument in arguments}
    made = kind.make()
    return {argument.name: getattr(made, argument.name) for argument in arguments}


def _plain(value: Any, robot: Robot, what: str) -> Any:
    """A value as tables, lists, texts and numbers. Raises: UnsupportedOperation: what is none of these."""
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist(), robot, what) if np.asarray(value).dtype.kind in "biuf" else _refusal(value, what)
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item, robot, what) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item, robot, what) for item in value]
    if type(value).__name__ in kinds():
        return _object(value, robot, what)
    return _refusal(value, what)


def _refusal(value: Any, what: str) -> Any:
    raise UnsupportedOperation(f"an experiment cannot be written: {what} is {value!r:.80}, expected numbers or text")


def _multiline(key: str, text: str) -> str:
    """A key and a text of several lines, literal where TOML allows it."""
    if "'''" not in text and all(c.isprintable() or c == "\n" for c in text):
        return f"{key} = '''\n{text}'''"
    return tomli_w.dumps({key: text}, multiline_strings=True).removesuffix("\n")
