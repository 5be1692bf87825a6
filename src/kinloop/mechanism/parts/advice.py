"""Hints on what was probably meant: other words for kinds of joints and loops, other notations of units and inertias."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kinloop.errors import nearest
from kinloop.mechanism.kinds.joint_kinds import JOINT_KINDS
from kinloop.mechanism.kinds.loop_kinds import LOOP_KINDS

SHOWN = 60  # longest expression that advice repeats, in characters
MOMENTS = "expected six numbers about the centre of mass: Ixx, Iyy, Izz, Ixy, Ixz, Iyz"


EXPECTED = {
    "string_type": "expected a text in quotes",
    "tuple_type": "expected an array",
    "dict_type": "expected a table",
    "model_type": "expected a table",
    "bool_type": "expected true or false",
    "bool_parsing": "expected true or false",
    "float_type": "expected a number",
    "float_parsing": "expected a number",
    "int_type": "expected a whole number",
    "int_parsing": "expected a whole number",
    "int_from_float": "expected a whole number",
}


def wrong_value(entry: Any, table: str, given: str) -> str:
    """One of pydantic's faults in words: what was expected, what was given, and what was probably meant.

    Args:
        entry: the fault, of a part in this ``table``.
        table: ``"links"``, ``"joints"``, ...
        given: the value as the message shows it.
    """
    if is_inertia(entry, table):
        return f"{MOMENTS}, given {given}{inertia_advice(entry['input'])}"
    if entry["type"] == "value_error":
        return str(entry["ctx"]["error"])
    if entry["type"] == "literal_error":
        return f"expected {entry['ctx']['expected']}, given {given}{kind_hint(table, entry['input'], literal_choices(entry))}"
    message = EXPECTED.get(entry["type"], entry["msg"][0].lower() + entry["msg"][1:])
    return f"{message}, given {given}"


def is_inertia(entry: Any, table: str) -> bool:
    """Whether one of pydantic's faults is that moments of inertia are not six numbers."""
    return table == "links" and "inertia" in entry["loc"] and entry["type"] in ("missing", "tuple_type", "too_long")


def kind_hint(table: str, given: Any, choices: Sequence[str]) -> str:
    """`` (did you mean 'pin'?)`` for a kind of ``joints`` or ``loops``, or a unit of ``parameters``, that does not exist."""
    if not isinstance(given, str):
        return ""
    if table == "parameters":
        return _unit_hint(given, choices)
    word = given.strip().lower().replace("-", "_").replace(" ", "_").removesuffix("_joint")
    kinds: dict[str, Any] = {"joints": JOINT_KINDS, "loops": LOOP_KINDS}.get(table, {})  # type: ignore[assignment]
    known = next((kind.name for kind in kinds.values() if word in kind.synonyms), None)
    if known is None and word in choices:
        known = word
    if table == "loops" and known is None and word in JOINT_KINDS:
        return f" (no loop is {word}: make it a joint of the tree, and close the chain at another of its joints)"
    return f" (did you mean {known!r}?)" if known else nearest(given, choices)


def _unit_hint(given: str, units: Sequence[str]) -> str:
    """The unit that was meant, written as ``N m`` or ``kg m^2``; else that units are those of SI."""
    plain = {_letters(unit): unit for unit in units}
    same = plain.get(_letters(given))
    return f" (did you mean {same!r}?)" if same else "; values are in SI units and radians"


def _letters(unit: str) -> str:
    for sign, letter in (("\u00b2", "2"), ("\u00b3", "3"), ("newton", "n"), ("metre", "m"), ("meter", "m")):
        unit = unit.lower().replace(sign, letter)
    return "".join(letter for letter in unit if letter.isalnum() or letter == "/")


def literal_choices(entry: Any) -> list[str]:
    """The words that one of pydantic's faults lists as expected values."""
    return [word for k, word in enumerate(entry["ctx"]["expected"].split("'")) if k % 2]


def inertia_advice(given: Any) -> str:
    """The six numbers for moments of inertia that were given otherwise; empty if that is not clear."""
    plane = "; where only Izz enters the motion, as in a plane, write "
    if not isinstance(given, list | tuple):
        return plane + _plane(given) if _is_number(given) else ""
    if len(given) == 9 or (len(given) == 3 and any(isinstance(row, list | tuple) for row in given)):
        return "; of a matrix, take its diagonal and then xy, xz, yz"
    if len(given) != 3 or not all(map(_is_number, given)):
        return ""
    if given[0] == given[1] == 0:
        return plane + _plane(given[2])
    return f"; three principal moments are written [{', '.join(map(_entry, given))}, 0, 0, 0]"


def _is_number(value: Any) -> bool:
    """Whether a value is a number or a short expression that can be shown unchanged."""
    text = isinstance(value, str) and len(value) <= SHOWN and value.isprintable() and not set(value) & set('"\\')
    return text or (isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300)


def _plane(given: float | str) -> str:
    """The six numbers of a body for whose motion only Izz counts."""
    half = f'"({given})/2"' if isinstance(given, str) else f"{given / 2:g}"
    return f"[{half}, {half}, {_entry(given)}, 0, 0, 0]"


def _entry(value: float | str) -> str:
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"
