"""The kinds of laws, trajectories, observers, plants and surfaces that a file may name, derived from the public names.

A kind is a public class that is made from plain data, or a public function that makes a trajectory for a robot. Its keys are the
parameters of the class. A new law or trajectory needs no entry here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, is_dataclass
from functools import cache
from importlib import import_module
from inspect import Parameter, isclass, isfunction, signature
from typing import Any, Protocol, get_args, get_origin, get_type_hints

from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.control.tunable import is_option
from kinloop.mechanism.parts.part import Part
from kinloop.model.robot import Robot
from kinloop.public_names import PUBLIC
from kinloop.simulation.options.plant_options import BuiltInPlant
from kinloop.trajectory.trajectory import Trajectory

PACKAGES = (
    "kinloop.mechanism.parts.surface",
    "kinloop.control.",
    "kinloop.trajectory.",
    "kinloop.type2_crossing.",
    "kinloop.simulation.options.",
    "kinloop.simulation.plants.",
)
KIND = "kind"  # the key that names a kind
REQUIRED: Any = object()  # the default of an argument that has none
_NUMBERS = (float, complex, Any)  # complex: NumPy's ArrayLike


@dataclass(frozen=True)
class Argument:
    """A parameter of a kind: its key in a file, its name, its type, and its default."""

    key: str
    name: str
    hint: Any
    default: Any = REQUIRED
    is_choice: bool = False

    @property
    def holds_words(self) -> bool:
        """Whether a text is a word; else it is a number, such as ``"60 deg"``."""
        parts = set(_parts(self.hint))
        is_text = str in parts or any(isinstance(part, str) for part in parts)
        return isinstance(self.default, str) or (is_text and (self.is_choice or not parts.intersection(_NUMBERS)))

    @property
    def holds_flags(self) -> bool:
        """Whether it takes true and false."""
        parts = set(_parts(self.hint))
        return isinstance(self.default, bool) or (bool in parts and complex not in parts)

    @property
    def objects(self) -> tuple[type, ...]:
        """The classes of kinloop, and interfaces, whose objects it takes."""
        return tuple(part for part in _parts(self.hint) if isclass(part) and part.__module__.startswith("kinloop."))

    @property
    def holds_tables(self) -> bool:
        """Whether it takes values by name."""
        return any(get_origin(part) is Mapping or part is Mapping for part in _layers(self.hint))


@dataclass(frozen=True)
class Kind:
    """A class, or a function, that makes an object from the values of a table."""

    name: str
    make: Callable[..., Any]
    result: type
    arguments: Mapping[str, Argument]
    robot: Argument | None = None  # the argument that is the experiment's robot

    def takes_robot(self, values: Mapping[str, Any]) -> bool:
        """Whether the experiment's robot is passed, unless the file says otherwise: always where it is required, and else where
        the object moves the active joints."""
        if self.robot is None or self.robot.default is REQUIRED:
            return self.robot is not None
        space = self.arguments.get("space")
        return space is None or values.get("space", space.default) == "active"

    @property
    def word(self) -> str:
        """The name in a file: ``PID``, and of a plant ``native``."""
        return self.result.name if issubclass(self.result, BuiltInPlant) else self.name


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds, by the names of their classes and functions."""
    found = {name: _kind(name, getattr(import_module(module), name)) for name, (module, _) in PUBLIC.items() if _is_near(module)}
    return {name: kind for name, kind in found.items() if kind is not None}


@cache
def kinds_for(objects: tuple[type, ...]) -> Mapping[str, Kind]:
    """The kinds whose objects are of one of these classes, or have the members of one of these interfaces, by their words."""
    return {kind.word: kind for kind in kinds().values() if any(_fits(kind.result, wanted) for wanted in objects)}


def _is_near(module: str) -> bool:
    return module.startswith(PACKAGES)


def _kind(name: str, public: Any) -> Kind | None:
    if isclass(public):
        is_interface = Protocol in public.__bases__ or public in (Law, Observer)
        is_data = is_dataclass(public) or issubclass(public, Part)
        return _from_data(name, public, public) if is_data and not is_interface else None
    if isfunction(public):
        result = get_type_hints(public).get("return")
        return _from_data(name, public, result) if isclass(result) and _fits(result, Trajectory) else None
    return None


def _from_data(name: str, make: Any, result: Any) -> Kind | None:
    """The kind; None if it needs a function, which a file cannot have."""
    hints = get_type_hints(make)
    own: Mapping[str, Any] = getattr(make, "__dataclass_fields__", {})
    arguments, robot = {}, None
    for parameter in signature(make).parameters.values():
        hint = hints.get(parameter.name, Any)
        if any(get_origin(part) is Callable or part is Callable for part in _layers(hint)):
            return None
        if parameter.kind in (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL):
            continue
        if Robot in _parts(hint):
            robot = Argument(parameter.name, parameter.name, bool, _default(parameter, own))
            continue
        key = f"{name.lower()}_kind" if parameter.name == KIND else parameter.name
        chosen = parameter.name in own and is_option(own[parameter.name])
        arguments[key] = Argument(key, parameter.name, hint, _default(parameter, own), chosen)
    return Kind(name, make, result, arguments, robot)


def _default(parameter: Parameter, own: Mapping[str, Any]) -> Any:
    field = own.get(parameter.name)
    if field is not None and field.default_factory is not MISSING:
        return field.default_factory()
    return REQUIRED if parameter.default is Parameter.empty else parameter.default


def _layers(hint: Any) -> Iterator[Any]:
    """An annotation and all that it consists of."""
    yield hint
    for part in get_args(hint):
        yield from _layers(part) if not isinstance(part, list) else (each for item in part for each in _layers(item))


def _parts(hint: Any) -> Iterator[Any]:
    """The classes and words of an annotation, without the keys of mappings."""
    inner = get_args(hint)
    for part in inner[1:] if get_origin(hint) is Mapping else inner:
        yield from _parts(part)
    if not inner:
        yield hint


def _fits(result: type, wanted: type) -> bool:
    if not getattr(wanted, "_is_protocol", False):
        return issubclass(result, wanted)
    members = [name for name in vars(wanted) if not name.startswith("_") or name == "__call__"]
    known = getattr(result, "__dataclass_fields__", {})
    return all(name in known or hasattr(result, name) for name in members)
