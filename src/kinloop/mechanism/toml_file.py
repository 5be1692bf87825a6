"""Descriptions in TOML: a table for each part, its name in the header (``[joints.q1]``)."""

from __future__ import annotations

import reprlib
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from kinloop.errors import DescriptionError, listing
from kinloop.mechanism.parts import Mechanism
from kinloop.mechanism.structure import check_structure, faulty
from kinloop.mechanism.text_file import read_text

MAX_BYTES = 1_000_000
NAMED = ("links", "joints", "loops", "couplings")  # tables of tables in the file, tuples of named parts in a Mechanism


def read_toml(path: str | PathLike[str]) -> Mechanism:
    """The mechanism of a TOML file; the file's name serves where the description gives none.

    Raises:
        FileError: the file is missing, unreadable or larger than 1 MB.
        DescriptionError: it is not TOML, or describes no machine; lists every fault.
    """
    path = Path(path)
    table = table_from_text(read_text(path, MAX_BYTES), str(path))
    return mechanism_from_table({"name": path.stem, **table}, str(path))


def table_from_text(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DescriptionError(f"{where}: not valid TOML: {error}") from None
    except RecursionError:
        raise DescriptionError(f"{where}: not valid TOML: nested too deeply") from None
    except ValueError as error:  # a whole number of thousands of digits, a date that does not exist
        raise DescriptionError(f"{where}: not valid TOML: {error}") from None


def mechanism_from_table(table: Mapping[str, Any], where: str = "the description") -> Mechanism:
    """The mechanism that nested tables describe.

    Raises: DescriptionError: one, that lists every fault with its key, what was given and what was expected.
    """
    faults: list[str] = []
    content = dict(table)
    for kind in NAMED:
        if kind in content:
            content[kind] = tuple(_named_parts(kind, content[kind], faults))
    try:
        mechanism = Mechanism.model_validate(content)
    except ValidationError as error:
        faults += [_sentence(entry, content) for entry in error.errors(include_url=False)]
        name = content.get("name")
        raise faulty(name if isinstance(name, str) else where, where, faults) from None
    if faults:
        raise faulty(mechanism.name, where, faults)
    check_structure(mechanism, where)
    return mechanism


def _named_parts(kind: str, parts: Any, faults: list[str]) -> Iterator[dict[str, Any]]:
    if not isinstance(parts, dict):
        faults.append(f"{kind}: expected tables, [{kind}.NAME], given {_short(parts)}")
        return
    for name, part in parts.items():
        if not isinstance(part, dict):
            faults.append(f"{kind}.{name}: expected a table, [{kind}.{name}], given {_short(part)}")
        elif "name" in part:
            faults.append(f"{kind}.{name}.name: the table's own name is the name; remove the key")
        else:
            yield {"name": name, **part}


def _sentence(entry: Any, content: Mapping[str, Any]) -> str:
    """One pydantic fault in words: the key, what is wrong with it, what was given."""
    place: tuple[int | str, ...] = entry["loc"]
    path = _path(place, content)
    if entry["type"] == "extra_forbidden":
        *parents, key = place
        known = [name for name in _keys_at(parents) if not (name == "name" and parents)]
        near = get_close_matches(str(key), known, n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        return f"{path}: no such key{hint}; here are known: {listing(known)}"
    if entry["type"] == "missing":
        return f"{path}: it is missing"
    message = str(entry["ctx"]["error"]) if entry["type"] == "value_error" else entry["msg"][0].lower() + entry["msg"][1:]
    given = "" if entry["type"] == "value_error" else f", given {_short(entry['input'])}"
    return f"{path}: {message}{given}".replace("\n", "\n    ")


def _path(place: tuple[int | str, ...], content: Mapping[str, Any]) -> str:
    """``joints.q1.origin.xyz[0]`` from pydantic's ``('joints', 0, 'origin', 'xyz', 0)``."""
    words = ""
    for position, step in enumerate(place):
        if isinstance(step, int) and position == 1 and place[0] in NAMED:
            words += f".{content[str(place[0])][step]['name']}"
        elif isinstance(step, int):
            words += f"[{step}]"
        else:
            words += f".{step}" if words else step
    return words


def _keys_at(place: list[int | str]) -> list[str]:
    """The keys that exist at a place of the description."""
    model: type[BaseModel] | None = Mechanism
    for step in place:
        if model is not None and step in model.model_fields:
            model = _model_in(model.model_fields[str(step)].annotation)
    return list(model.model_fields) if model else []


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The part in ``Pose``, ``Anchor | None``, ``tuple[Link, ...]``, ``dict[str, Anchor]``."""
    if get_origin(annotation) is None and not isinstance(annotation, UnionType):
        return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None
    return next((model for argument in get_args(annotation) if (model := _model_in(argument))), None)


def _short(value: object) -> str:
    return reprlib.repr(value)
