"""Reading descriptions in TOML: each part is a table with its name in the header, ``[joints.q1]``."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from kinloop.errors import DescriptionError, Fault, in_one_line
from kinloop.mechanism.formats.text_file import read_text
from kinloop.mechanism.formats.toml.toml_syntax import parse
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.faults import Text, arrange_faults, description_error, fault_at, list_faults, quantity
from kinloop.mechanism.validate.schema_errors import NAMED, parse_tables
from kinloop.mechanism.validate.validate import find_faults

__all__ = ["MAX_BYTES", "NAMED", "mechanism_from_table", "mechanism_from_text", "not_toml", "read_toml", "table_from_text"]

MAX_BYTES = 1_000_000


def read_toml(path: str | PathLike[str]) -> Mechanism:
    """The mechanism of a TOML file; the file's name serves where the description gives none.

    Raises:
        FileError: the file is missing, unreadable or larger than 1 MB.
        DescriptionError: it is not TOML, or describes no machine; lists every fault with its line and column.
    """
    path = Path(path)
    return mechanism_from_text(read_text(path, MAX_BYTES), str(path), path.stem).with_folder(path.parent)


def mechanism_from_text(text: str, where: str, name: str) -> Mechanism:
    """The mechanism of a TOML text; ``name`` serves where the description gives none.

    Raises: DescriptionError: one, that lists every fault with its line and column.
    """
    parsed = parse(text, where)
    source = Text(where, parsed.text)
    table = {"name": name, **(parsed.table or {})}
    if "experiment" in table and "joints" not in table:
        fault = fault_at(("experiment",), "this file is an experiment, not a machine; kl.load_experiment reads it", of_key=True)
        raise description_error(name, where, [fault], source)
    if not parsed.faults:
        return mechanism_from_table(table, where, source)
    # Lines that cannot be read are blank: wrong values in the others are reported, missing keys are not.
    others = [] if parsed.table is None else parse_tables(table, in_text=True).wrong_values
    raise not_toml(where, arrange_faults([*parsed.faults, *others], source))


def table_from_text(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text.

    Raises: DescriptionError: the text is not TOML.
    """
    parsed = parse(text, where)
    if parsed.faults or parsed.table is None:
        raise not_toml(where, parsed.faults)
    return parsed.table


def mechanism_from_table(table: Mapping[str, Any], where: str = "the description", text: Text | None = None) -> Mechanism:
    """The mechanism that nested tables describe; ``text`` is where they come from, for the places of faults.

    Raises: DescriptionError: one, that lists every fault with its key, what was given and what was expected.
    """
    read = parse_tables(table, in_text=text is not None)
    faults = list(read.faults)
    if read.mechanism is not None:
        known = {"joints_known": read.joints_known, "task_known": read.task_known}
        found = find_faults(read.mechanism, **known, bodies="real")
        faults += [fault for fault in found if not read.explains(fault)]
    if faults or read.mechanism is None:
        name = table.get("name")
        raise description_error(name if isinstance(name, str) else where, where, faults, text)
    return read.mechanism


def not_toml(where: str, faults: tuple[Fault, ...]) -> DescriptionError:
    """The error for a text that is not TOML."""
    return DescriptionError(
        f"{in_one_line(where)}: not valid TOML: {quantity(len(faults), 'fault')}:\n{list_faults(faults)}", faults
    )
