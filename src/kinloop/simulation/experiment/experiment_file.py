"""Reading an experiment from a TOML file: robot, trajectory, law, plant, sensors, and what varies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.errors import FileError, KinloopError
from kinloop.mechanism.formats.read import source_text
from kinloop.mechanism.formats.text_file import read_text
from kinloop.mechanism.formats.toml.toml_file import MAX_BYTES, mechanism_from_text, not_toml
from kinloop.mechanism.formats.toml.toml_syntax import parse
from kinloop.mechanism.validate.faults import Text, arrange_faults, description_error
from kinloop.model.robot import Robot, load
from kinloop.simulation.experiment.experiment import Experiment
from kinloop.simulation.experiment.fit import check_fit
from kinloop.simulation.experiment.kinds import Argument
from kinloop.simulation.experiment.table_reader import MISSING, TableReader, short
from kinloop.simulation.experiment.vary_table import Varied, read_vary
from kinloop.simulation.options.plant_options import BuiltInPlant
from kinloop.simulation.options.run_options import Actuators, Environment, Recording, Sensors
from kinloop.trajectory.sequence import Sequence
from kinloop.trajectory.trajectory import Trajectory

# The tables that are objects, with their classes, and what a message calls them.
OBJECTS: dict[str, tuple[type, str]] = {
    "trajectory": (Trajectory, "trajectory"),
    "law": (Law, "law"),
    "observer": (Observer, "observer"),
    "plant": (BuiltInPlant, "plant"),
    "sensors": (Sensors, "kind"),
    "actuators": (Actuators, "kind"),
    "environment": (Environment, "kind"),
    "recording": (Recording, "kind"),
}
TABLES = ("experiment", "robot", *OBJECTS, "vary")
RUN = ("name", "description", "duration", "period", "q", "qd", "mode")
ROBOT = ("source", "description", "parameters")
NUMBERS, WORDS = Argument("", "", float), Argument("", "", str)
_HEADER = re.compile(r"^[ \t]*(?:\[[ \t]*)?experiment[ \t]*[].=]", re.MULTILINE)


def load_experiment(path: str | PathLike[str]) -> Experiment:
    """An experiment from a TOML file: ``[experiment]``, ``[robot]``, ``[trajectory]``, ``[law]``, ``[observer]``, ``[plant]``,
    ``[sensors]``, ``[actuators]``, ``[environment]``, ``[recording]`` and ``[vary]``.

    Laws, trajectories, observers and plants are named, ``kind = "PID"``, and their keys are the parameters of the classes. A file
    contains no code, and reading it runs none. Numbers may be expressions of the robot's parameters, ``"l + 0.1"`` or
    ``"60 deg"``.

    Raises:
        FileError: the file is missing, unreadable, not UTF-8 or larger than 1 MB.
        DescriptionError: it is not TOML, or describes no experiment; lists every fault with its line and column.
    """
    file = Path(source_text(path))
    if "\0" in str(file):
        raise FileError(f"no file {str(file)!r}: a path has no null characters")
    return experiment_from_text(read_text(file, MAX_BYTES, "experiments"), str(file), file.parent, file.stem)


def experiment_from_text(text: str, where: str, folder: Path, name: str) -> Experiment:
    """The experiment of a TOML text. Paths in it are relative to ``folder``; ``name`` serves where it gives none.

    Raises: DescriptionError: one, that lists every fault with its line and column.
    """
    parsed = parse(text, where)
    source = Text(where, parsed.text)
    if parsed.table is None:
        raise not_toml(where, parsed.faults)
    file = _File(parsed.table, folder, name)
    if parsed.faults:  # lines that cannot be read are blank: wrong values in the others are reported, missing keys are not
        others = [fault for fault in file.reader.faults if MISSING not in fault.message]
        raise not_toml(where, arrange_faults([*parsed.faults, *others], source))
    if file.experiment is None:
        raise description_error(name, where, file.reader.faults, source)
    return file.experiment


def is_experiment(path: str | PathLike[str]) -> bool:
    """Whether a path is that of a TOML file with a table ``[experiment]``, faulty or not."""
    file = Path(path)
    if file.suffix.lower() != ".toml":
        return False
    try:
        text = read_text(file, MAX_BYTES)
    except (KinloopError, ValueError):
        return False
    return bool(_HEADER.search(text)) and "experiment" in (parse(text, str(file)).table or {"experiment": {}})


class _File:
    """The tables of a file: the experiment, or None and the faults."""

    def __init__(self, tables: dict[str, Any], folder: Path, name: str) -> None:
        self.experiment: Experiment | None = None
        reader = self.reader = TableReader(None)
        if "experiment" not in tables and "joints" in tables:
            reader.add(("joints",), "this describes a machine; kl.load reads it, and [robot] of an experiment names it", True)
            return
        own = reader.table(tables, (), TABLES)
        for key in ("experiment", "robot"):
            if key not in own:
                reader.add((key,), f"{MISSING}; an experiment has the tables [experiment] and [robot]")
        robot, source = self._robot(own.get("robot"), folder)
        faults = reader.faults
        reader = self.reader = TableReader(robot)
        reader.faults += faults
        run = self._run(own["experiment"]) if "experiment" in own else {}
        objects = {key: self._object(key, own[key]) for key in OBJECTS if key in own}
        varied = read_vary(reader, own["vary"]) if "vary" in own else None
        if "recording" in own and varied is not None:
            reader.add(("recording",), "a sweep keeps samples by every and keep of [vary]; remove the table", of_key=True)
        if robot is not None:
            check_fit(reader, run, objects, varied)
            if not reader.faults:
                self._make(robot, source, {"name": name, **run}, objects, varied)

    def _make(
        self, robot: Robot, source: str | None, run: dict[str, Any], objects: dict[str, Any], varied: Varied | None
    ) -> None:
        sweep = {} if varied is None else {"vary": varied.values, **varied.choices}
        law = objects.pop("law", None)
        try:
            self.experiment = Experiment(robot, law, objects.pop("trajectory", None), source=source, **run, **objects, **sweep)
        except KinloopError as error:
            self.reader.add(("experiment",), str(error))

    # ---------------------------------------------------------------- the robot

    def _robot(self, given: Any, folder: Path) -> tuple[Robot | None, str | None]:
        """The robot, and the library's name or the path that it is read from."""
        reader = self.reader
        if given is None:
            return None, None
        own = reader.table(given, ("robot",), ROBOT)
        if ("source" in own) == ("description" in own):
            expected = "expected either source, a library's name or the path of a file, or description, the text of one"
            if isinstance(given, dict):
                reader.add(("robot",), expected)
            return None, None
        key = "source" if "source" in own else "description"
        text = own[key]
        if not isinstance(text, str):
            reader.add(("robot", key), f"expected a text in quotes, given {short(text)}")
            return None, None
        is_path = key == "source" and (Path(text).suffix != "" or len(Path(text).parts) > 1)
        source = str((folder / text).resolve()) if is_path and "\0" not in text else text
        try:
            robot = load(source) if key == "source" else load(mechanism_from_text(text, "its description", "robot"))
        except (KinloopError, ValueError) as error:
            reader.add(("robot", key), _indent(error))
            return None, None
        return self._with_parameters(robot, own.get("parameters", {})), source if key == "source" else None

    def _with_parameters(self, robot: Robot, given: Any) -> Robot | None:
        """The robot with parameters, which may be expressions of the description's."""
        path = ("robot", "parameters")
        reader = TableReader(robot)
        own = reader.table(given, path, list(robot.parameters))
        values = {}
        for name, value in own.items():
            values[name] = number = reader.number(value, (*path, name))
            try:
                robot.with_parameters(**{name: number} if number is not None else {})
            except KinloopError as error:
                reader.add((*path, name), _indent(error))
        self.reader.faults += reader.faults
        if reader.faults:
            return None
        try:
            return robot.with_parameters(**values) if values else robot
        except KinloopError as error:
            self.reader.add(path, str(error))
            return None

    # ---------------------------------------------------------------- the run

    def _run(self, given: Any) -> dict[str, Any]:
        """The keys of ``[experiment]``."""
        reader, path = self.reader, ("experiment",)
        if isinstance(given, dict):
            for key in [key for key in given if key not in RUN]:
                if home := next((table for table, (kind, _) in OBJECTS.items() if key in _fields(kind)), None):
                    reader.add((*path, key), f"it is a key of [{home}]", of_key=True)
                    given = {name: value for name, value in given.items() if name != key}
        own = reader.table(given, path, RUN, ("period",))
        run: dict[str, Any] = {key: reader.text(own[key], (*path, key)) for key in ("name", "description") if key in own}
        for key in ("duration", "period", "q", "qd"):
            if key in own:
                run[key] = reader.value(own[key], (*path, key), NUMBERS)
        if "mode" in own:
            run["mode"] = reader.value(own["mode"], (*path, "mode"), WORDS)
        return run

    def _object(self, key: str, given: Any) -> Any:
        """The object of a table; a list of trajectories is a sequence of them."""
        kind, noun = OBJECTS[key]
        if key != "trajectory" or not isinstance(given, list):
            return self.reader.make(given, (key,), (kind,), noun)
        if not given:
            self.reader.add((key,), "expected one trajectory or more, [[trajectory]]")
            return None
        parts = [self.reader.make(part, (key, k), (kind,), noun) for k, part in enumerate(given)]
        if any(part is None for part in parts):
            return None
        try:
            return Sequence(parts)
        except KinloopError as error:
            self.reader.add((key,), str(error))
            return None


def _fields(kind: type) -> Mapping[str, Any]:
    return getattr(kind, "__dataclass_fields__", {})


def _indent(error: Exception) -> str:
    return str(error).replace("\n", "\n    ")
