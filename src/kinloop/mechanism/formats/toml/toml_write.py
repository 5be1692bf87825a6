"""Writing descriptions as TOML that reads back as the same mechanism.

Default values are left out. tomli-w writes strings and numbers; the layout is written here, since tomli-w gives every number of a
vector its own line: each part is a table, and small parts in it are inline tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any

import tomli_w

from kinloop.errors import DescriptionError, FileError
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.text_file import save_text
from kinloop.mechanism.formats.toml.toml_file import MAX_BYTES, NAMED
from kinloop.mechanism.parts.part import Part
from kinloop.mechanism.parts.parts import Mechanism

WIDTH = 130  # longest line, in characters; longer ones are broken where TOML allows it
WHOLE = 1e6  # whole numbers below are written without a point; they are read as the same floats


def write_toml(mechanism: Mechanism) -> str:
    """The description as TOML text; reading it gives an equal mechanism.

    Raises: DescriptionError: two parts of a kind share a name, or a name is not valid Unicode; neither can be written.
    """
    table = _plain(mechanism)
    notes = table.pop("parameter_notes", {})
    for name in notes.keys() & table.get("parameters", {}).keys():
        table["parameters"][name] = {"value": table["parameters"][name], **notes[name]}
    for kind in NAMED:
        if kind in table:
            table[kind] = _by_name(mechanism.name, kind, table[kind])
    text = "\n".join(table_lines((), table)).strip("\n") + "\n"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        shown = text[max(0, error.start - 20) : error.end + 20]
        raise DescriptionError(f"{mechanism.name!r} has a character that no file holds: {shown!r}") from None
    return text


def save_toml(mechanism: Mechanism, path: str | PathLike[str]) -> None:
    """Write the description to a file, atomically.

    Raises:
        FileError: the folder is missing or not writable, or the text is larger than what is read back.
        DescriptionError: as :func:`write_toml`.
    """
    text = write_toml(mechanism)
    if (size := len(text.encode())) > MAX_BYTES:
        raise FileError(f"{str(path)!r}: the description has {size} bytes; at most {MAX_BYTES} are read back")
    save_text(path, text)


def _plain(part: Part) -> dict[str, Any]:
    """The fields that are not at their defaults, as tables, lists, texts and numbers."""
    return {
        name: _value(value)
        for name, field in type(part).model_fields.items()
        if (value := getattr(part, name)) != field.get_default(call_default_factory=True) or field.is_required()
    }


def _value(value: Any) -> Any:
    match value:
        case Part():
            return _plain(value)
        case dict():
            return {key: _value(item) for key, item in value.items()}
        case tuple():
            return [_value(item) for item in value]
        case Expression():
            return value.text
        case float() if value.is_integer() and abs(value) < WHOLE and repr(value) != "-0.0":
            return int(value)
        case _:
            return value


def _by_name(owner: str, kind: str, parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The parts of a kind by their names."""
    tables: dict[str, Any] = {}
    for part in parts:
        name = part.pop("name")
        if name in tables:
            raise DescriptionError(f"{owner!r} cannot be written: two of its {kind} are named {name!r}")
        tables[name] = part
    return tables


def table_lines(path: tuple[str, ...], table: dict[str, Any], header: str = "[{}]") -> Iterator[str]:
    """The lines of a table: its header, its values, then its tables that have headers."""
    body: list[str] = []
    below: list[tuple[tuple[str, ...], dict[str, Any], str]] = []
    for key, value in table.items():
        line = f"{_key(key)} = {_inline(value)}"
        place = (*path, key)
        is_part = not path or (len(path) == 1 and path[0] in NAMED)  # [tool], [joints.q1]
        is_wide = len(line) > WIDTH and path != ("parameters",)  # which stay in one table, since their order counts
        if isinstance(value, dict) and (is_part or below or is_wide):  # after one all: frames keep their order
            below.append((place, value, "[{}]"))
        elif _are_tables(value) and max(len(_inline(item)) for item in value) > WIDTH:
            below += [(place, item, "[[{}]]") for item in value]
        elif isinstance(value, list) and (len(line) > WIDTH or (len(value) > 1 and _are_tables(value))):
            body += [f"{_key(key)} = [", *(f"    {_inline(item)}," for item in value), "]"]
        else:
            body.append(line)
    if path and (body or not below or header == "[[{}]]"):
        yield from ("", header.format(".".join(map(_key, path))))
    yield from body
    for place, inner, style in below:
        yield from table_lines(place, inner, style)


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").removesuffix("\n")


def _key(key: str) -> str:
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")
