"""Nested tables become a mechanism: wrong keys and types are reported in words, and the rest is still checked."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from types import UnionType
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from kinloop.errors import Fault, Path, listing, nearest
from kinloop.mechanism.parts.advice import is_inertia, wrong_value
from kinloop.mechanism.parts.parts import Mechanism, ParameterNote, split_parameters
from kinloop.mechanism.validate.faults import fault_at, fault_from_error, quantity

# Tables of tables in the file, tuples of named parts in a Mechanism.
NAMED = ("links", "joints", "loops", "couplings", "surfaces")
ROUNDS = 8  # rounds of leaving out wrong values; each level of nesting takes one
MAX_ENTRIES = 1000  # faults that are reported in one round
MISSING = "it is missing"
NOTES = "parameter_notes"  # a field of Mechanism; in a file the notes stand with the parameters' values
_GONE = object()


@dataclass(frozen=True)
class ParsedTables:
    """The mechanism that tables describe, without what is wrong in them, and the faults; no mechanism if too little is left."""

    mechanism: Mechanism | None
    faults: tuple[Fault, ...]
    left_out: frozenset[Path]

    @property
    def joints_known(self) -> bool:
        """Whether all joints were read, with the kinds that were given."""
        return not any(path[0] == "joints" and (len(path) < 3 or path[2] in ("kind", "actuated")) for path in self.left_out)

    @property
    def task_known(self) -> bool:
        """Whether the task was read."""
        return ("task",) not in self.left_out

    @property
    def wrong_values(self) -> list[Fault]:
        """The faults without those of missing keys."""
        return [fault for fault in self.faults if MISSING not in fault.message]

    def explains(self, fault: Fault) -> bool:
        """Whether a fault concerns only a value that was left out, or a part that holds such a value."""
        path = fault.path
        return path in self._holders or any(path[:length] in self.left_out for length in range(1, len(path) + 1))

    @cached_property
    def _holders(self) -> frozenset[Path]:
        return frozenset(path[:length] for path in self.left_out for length in range(1, len(path)))


def parse_tables(table: Mapping[str, Any], in_text: bool = False) -> ParsedTables:
    """Read tables; ``in_text``: they come from a text, whose lines will show where an expression is wrong."""
    faults: list[Fault] = []
    left_out: set[Path] = set()
    content = split_parameters(table)
    for kind in NAMED:
        if kind in content:
            content[kind] = list(_named_parts(kind, content[kind], faults, left_out))
    _move_start_rates(content, faults, left_out)
    for _ in range(ROUNDS):
        try:
            return ParsedTables(Mechanism.model_validate(content), tuple(faults), frozenset(left_out))
        except ValidationError as error:
            entries = error.errors(include_url=False)[:MAX_ENTRIES]
        explained = ParsedTables(None, (), frozenset(left_out)).explains
        missing = {entry["loc"] for entry in entries if entry["type"] == "missing"}
        found = [_fault(entry, content, in_text) for entry in entries if not _repeats(entry["loc"], missing)]
        faults += [fault for fault in found if not explained(fault)]
        left_out |= {_path(_meant(entry), content) for entry in entries if entry["loc"][:1] != (NOTES,)}
        content = _without(content, [entry["loc"] for entry in entries], left_out)
        if "joints" not in content or ("parameters",) in left_out:
            break
    return ParsedTables(None, tuple(faults), frozenset(left_out))


def _move_start_rates(content: dict[str, Any], faults: list[Fault], left_out: set[Path]) -> None:
    """Move ``rates`` in ``[start]`` to ``start_rates``; a number of that name is a coordinate."""
    start = content.get("start")
    if not isinstance(start, dict) or not isinstance(start.get("rates"), dict):
        return
    content["start"] = {name: value for name, value in start.items() if name != "rates"}
    if "start_rates" in content:
        faults.append(fault_at(("start", "rates"), "start_rates has the rates already; give them in one place", of_key=True))
        left_out.add(("start", "rates"))
    else:
        content["start_rates"] = start["rates"]


def _named_parts(kind: str, parts: Any, faults: list[Fault], left_out: set[Path]) -> Iterator[dict[str, Any]]:
    """The tables of one kind as a list of parts that have their names."""
    if not isinstance(parts, dict):
        faults.append(fault_at((kind,), f"expected tables, [{kind}.NAME], given {_short(parts)}"))
        left_out.add((kind,))
        return
    for name, part in parts.items():
        if not isinstance(part, dict):
            faults.append(fault_at((kind, name), f"expected a table, [{kind}.{name}], given {_short(part)}"))
            left_out.add((kind, name))
        elif "name" in part:
            faults.append(fault_at((kind, name, "name"), "the table's header gives the name; remove the key", of_key=True))
            yield {**part, "name": name}
        else:
            yield {"name": name, **part}


def _repeats(place: tuple[int | str, ...], missing: set[tuple[int | str, ...]]) -> bool:
    """Whether the entry before this one is missing from the same array: one report is enough."""
    *parents, last = place
    return place in missing and isinstance(last, int) and (*parents, last - 1) in missing


def _fault(entry: Any, content: Mapping[str, Any], in_text: bool) -> Fault:
    """One of pydantic's faults with its keys, in words."""
    path = _path(entry["loc"], content)
    kind, given = entry["type"], entry["input"]
    if kind == "extra_forbidden":
        *parents, key = entry["loc"]
        known = [name for name in _keys_at(parents) if not (name == "name" and parents)]
        return fault_at(path, f"no such key{nearest(key, known)}; known keys: {listing(known)}", of_key=True)
    if kind == "missing" and not is_inertia(entry, str(path[0])):
        short = isinstance(path[-1], int) and isinstance(given, list)
        return fault_at(path, f"{MISSING}; expected more than {quantity(len(given), 'number')}" if short else MISSING)
    if kind == "value_error":
        return fault_from_error(path, entry["ctx"]["error"], in_text)
    place = path[: path.index("inertia") + 1] if is_inertia(entry, str(path[0])) else path
    return fault_at(place, wrong_value(entry, str(path[0]), _short(given)))


def _meant(entry: Any) -> tuple[int | str, ...]:
    """The key itself, or, if there is no such key, the known key that was probably meant."""
    *parents, key = entry["loc"]
    near = get_close_matches(str(key), _keys_at(parents), n=1) if entry["type"] == "extra_forbidden" else []
    return (*parents, near[0]) if near else entry["loc"]


def _path(place: tuple[int | str, ...], content: Mapping[str, Any]) -> Path:
    """The keys of the description that lead to pydantic's place, such as ``('joints', 0, 'origin', 'xyz', 0)``."""
    if len(place) > 1 and place[0] in NAMED and isinstance(place[1], int):
        return (place[0], content[str(place[0])][place[1]]["name"], *place[2:])
    if place[:1] == (NOTES,):
        return ("parameters", *place[1:])
    return place


def _without(content: dict[str, Any], places: list[tuple[int | str, ...]], left_out: set[Path]) -> dict[str, Any]:
    """The tables without the values at these places, or without the parts that need these values."""
    gone = {_smallest_optional(content, place) for place in places}
    left_out |= {_path(at, content) for at in gone - set(places)}

    def copy(value: Any, at: tuple[int | str, ...]) -> Any:
        if at in gone:
            return _stand_in(at, value)
        if isinstance(value, dict):
            return {key: item for key, old in value.items() if (item := copy(old, (*at, key))) is not _GONE}
        if isinstance(value, list | tuple):
            return [item for index, old in enumerate(value) if (item := copy(old, (*at, index))) is not _GONE]
        return value

    result = copy(content, ())
    return result if isinstance(result, dict) else {}


def _smallest_optional(content: Any, place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """The key or part to leave out: a part for a missing key, the whole array for one of its entries."""
    values = [content]
    for step in place:
        try:
            values.append(values[-1][step])
        except (LookupError, TypeError):
            break
    length = len(values) - 1
    while length and isinstance(place[length - 1], int) and not isinstance(values[length], dict):
        length -= 1
    return place[:length]


def _stand_in(place: tuple[int | str, ...], value: Any) -> Any:
    """What replaces a wrong value: nothing, except that a parameter keeps its name and a joint the nearest kind."""
    if place[:1] == ("parameters",) and len(place) == 2:
        return math.nan
    if place[-1:] == ("kind",) and place[:1] == ("joints",) and isinstance(value, str):
        return (get_close_matches(value, ["prismatic", "revolute"], n=1) or ["revolute"])[0]
    return _GONE


def _keys_at(place: list[int | str]) -> list[str]:
    """The keys that exist at a place of the description."""
    model: type[BaseModel] | None = Mechanism
    for step in place:
        if model is not None and step in model.model_fields:
            model = _model_in(model.model_fields[str(step)].annotation)
    before = ["value"] if model is ParameterNote else []
    return [*before, *(name for name in model.model_fields if name != NOTES)] if model else []


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The class of parts in an annotation such as ``Anchor | None``, ``tuple[Link, ...]`` or ``dict[str, Anchor]``."""
    if get_origin(annotation) is None and not isinstance(annotation, UnionType):
        return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None
    return next((model for argument in get_args(annotation) if (model := _model_in(argument))), None)


def _short(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else reprlib.repr(value)
