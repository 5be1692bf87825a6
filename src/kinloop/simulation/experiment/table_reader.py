"""Tables of a file become objects: laws, trajectories, plants, options. Every fault is kept with the keys that lead to it."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from kinloop.errors import Fault, KinloopError, Path, UnknownName, listing, nearest
from kinloop.mechanism.expressions.expression import Expression, evaluate, read_number
from kinloop.mechanism.validate.faults import column_of, fault_at, fault_from_error
from kinloop.model.robot import Robot
from kinloop.simulation.experiment.kinds import KIND, REQUIRED, Argument, Kind, kinds, kinds_for

MISSING = "it is missing"
MAX_DEPTH = 30  # tables and arrays in each other
LARGEST = 2**64  # whole numbers beyond are no one's
# What a constructor may raise for values of a wrong type that it does not check itself.
REFUSALS = (KinloopError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError)


class TableReader:
    """Reads tables for a robot, whose parameters may stand in expressions; ``faults`` are all that was found.

    Without a robot (its own table is wrong) keys and texts are checked, but nothing is made.
    """

    def __init__(self, robot: Robot | None) -> None:
        self.robot = robot
        self.faults: list[Fault] = []
        self._parameters = {} if robot is None else {name: float(value) for name, value in robot.parameters.items()}
        self._unknown = 0  # values that are not known without a robot

    def add(self, path: Path, sentence: str, of_key: bool = False) -> None:
        """Keep a fault."""
        self.faults.append(fault_at(path, sentence, of_key))

    # ---------------------------------------------------------------- tables

    def table(self, given: Any, path: Path, known: Iterable[str], required: Iterable[str] = ()) -> dict[str, Any]:
        """A table without its unknown keys; empty if it is no table."""
        if not isinstance(given, dict):
            self.add(path, f"expected a table, [{path[-1]}], given {short(given)}")
            return {}
        keys = list(known)
        for key in given:
            if key not in keys:
                self.unknown_key((*path, key), keys)
        for key in required:
            if key not in given:
                self.add((*path, key), MISSING)
        return {key: value for key, value in given.items() if key in keys}

    def unknown_key(self, path: Path, known: list[str]) -> None:
        """Keep the fault of a key that does not exist."""
        self.add(path, f"no such key{nearest(path[-1], known)}; known keys: {listing(known)}", of_key=True)

    def make(self, given: Any, path: Path, objects: tuple[type, ...], noun: str = "kind") -> Any:
        """The object that a table describes, of one of these classes; None if there is a fault in it, or no robot."""
        if not isinstance(given, dict):
            self.add(path, f"expected a table, given {short(given)}")
            return None
        kind = self._kind(given, path, objects, noun)
        if kind is None:
            return None
        before = self._failures
        keys = [KIND, *kind.arguments, *([kind.robot.key] if kind.robot else [])]
        own = self.table(given, path, keys, [a.key for a in kind.arguments.values() if a.default is REQUIRED])
        values = {
            argument.name: self.value(own[key], (*path, key), argument) for key, argument in kind.arguments.items() if key in own
        }
        if kind.robot is not None and self._wants_robot(own, path, kind, values):
            values[kind.robot.name] = self.robot
        if self._failures > before or self.robot is None:
            return None
        return self.attempt(path, kind, values)

    def _wants_robot(self, own: dict[str, Any], path: Path, kind: Kind, values: Mapping[str, Any]) -> bool:
        """Whether an object takes the experiment's robot: as the table says, ``robot = false``, or as the kind does."""
        assert kind.robot is not None
        wanted = own.get(kind.robot.key, kind.takes_robot(values))
        if not isinstance(wanted, bool) or (not wanted and kind.robot.default is REQUIRED):
            expected = "true" if kind.robot.default is REQUIRED else "true (the robot of the experiment) or false"
            self.add((*path, kind.robot.key), f"expected {expected}, given {short(wanted)}")
        return wanted is True

    def attempt(self, path: Path, kind: Kind, values: Mapping[str, Any]) -> Any:
        """Make an object; what its constructor refuses is kept, with the key that its message begins with."""
        try:
            return kind.make(**values)
        except REFUSALS as error:
            message = str(error) if isinstance(error, KinloopError) else f"{kind.name} does not take these values: {error}"
            named = next((a.key for a in kind.arguments.values() if message.startswith(f"{kind.name}: {a.name} ")), None)
            self.add((*path, named) if named in kind.arguments and named is not None else path, message)
            return None

    def _kind(self, given: dict[str, Any], path: Path, objects: tuple[type, ...], noun: str) -> Kind | None:
        """The kind that a table names; a table that can be of one kind only need not name it."""
        fitting = kinds_for(objects) if objects else {kind.word: kind for kind in kinds().values()}
        if KIND not in given:
            if len(fitting) == 1:
                return next(iter(fitting.values()))
            self.add((*path, KIND), f"{MISSING}; there are: {listing(fitting)}")
            return None
        word = given[KIND]
        if isinstance(word, str):
            for kind in fitting.values():
                if word in (kind.word, kind.name):
                    return kind
        self.add((*path, KIND), f"no {noun} {short(word)}{nearest(word, fitting)}; there are: {listing(fitting)}")
        return None

    @property
    def _failures(self) -> int:
        return len(self.faults) + self._unknown

    # ---------------------------------------------------------------- values

    def value(self, given: Any, path: Path, argument: Argument) -> Any:
        """A value as the argument takes it: an object for a table with a kind, a number for an expression."""
        if len(path) > MAX_DEPTH:
            self.add(path, f"nested deeper than {MAX_DEPTH} levels")
            return None
        if isinstance(given, dict):
            if self._is_object(given, argument):
                return self.make(given, path, argument.objects)
            return {key: self.value(item, (*path, key), argument) for key, item in given.items()}
        if isinstance(given, list):
            return [self.value(item, (*path, k), argument) for k, item in enumerate(given)]
        if isinstance(given, str):
            return given if argument.holds_words else self.number(given, path)
        if isinstance(given, bool) and not argument.holds_flags:
            self.add(path, f"expected {'a text in quotes' if argument.holds_words else 'a number'}, given {short(given)}")
        elif argument.hint is bool and not isinstance(given, bool):
            self.add(path, f"expected true or false, given {short(given)}")
        elif isinstance(given, int) and abs(given) >= LARGEST:
            self.add(path, "the whole number is too large")
        elif not isinstance(given, bool | int | float):
            self.add(path, f"expected a number or a text, given {short(given)}")
        return given

    def _is_object(self, given: dict[str, Any], argument: Argument) -> bool:
        if argument.holds_tables and KIND not in given:
            return False
        return bool(kinds_for(argument.objects)) or (argument.hint is Any and KIND in given)

    def number(self, given: Any, path: Path) -> Any:
        """A number, which may be an expression of the robot's parameters; None if it is not one."""
        try:
            read = read_number(given)
        except KinloopError as error:
            self.faults.append(fault_from_error(path, error, in_text=True))
            return None
        if isinstance(read, Expression):
            return self._evaluate(read, path)
        return given if isinstance(given, int) else read

    def _evaluate(self, expression: Expression, path: Path) -> float | None:
        if self.robot is None:
            self._unknown += 1
            return None
        try:
            return float(evaluate(expression, self._parameters))
        except UnknownName as error:
            name = min(expression.names - self._parameters.keys())
            self.faults.append(replace(fault_at(path, str(error)), column=column_of(name, expression.text)))
        except KinloopError as error:
            self.faults.append(fault_from_error(path, error, in_text=True))
        return None

    def text(self, given: Any, path: Path) -> str:
        """A text; empty if it is none."""
        if isinstance(given, str):
            return given
        self.add(path, f"expected a text in quotes, given {short(given)}")
        return ""


def short(value: object) -> str:
    """A value in a message, cut where it is long."""
    return str(value).lower() if isinstance(value, bool) else reprlib.repr(value)
