"""What was probably meant: other programs' words for kinds of joints and loops, and moments of inertia written otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kinloop.errors import nearest

_TURN = ("hinge", "pin", "rotary", "rotational", "rotation", "continuous", "revolute", "pivot", "r")
_SLIDE = ("slide", "slider", "sliding", "linear", "translational", "translation", "p")
_BALL = ("ball", "balls", "socket", "ball_and_socket", "ball_socket", "spherical", "point", "connect", "s")
_HELD = ("weld", "fixed", "rigid", "welded", "lock", "glue")
_CARDAN = ("cardan", "hooke", "u_joint", "u")
JOINTS = {
    **dict.fromkeys(_TURN, "revolute"),
    **dict.fromkeys(_SLIDE, "prismatic"),
    **dict.fromkeys(_BALL, "spherical"),
    **dict.fromkeys(_HELD, "fixed"),
    **dict.fromkeys(_CARDAN, "universal"),
    **dict.fromkeys(("floating", "freejoint", "6dof", "six_dof"), "free"),
    **dict.fromkeys(("cylinder", "c"), "cylindrical"),
    "plane": "planar",
}
LOOPS = {
    **dict.fromkeys(_TURN, "pin"),
    **dict.fromkeys(_SLIDE, "prismatic"),
    **dict.fromkeys(_BALL, "ball"),
    **dict.fromkeys(_HELD, "weld"),
    **dict.fromkeys(_CARDAN, "universal"),
    **dict.fromkeys(("distance", "bar", "strut", "link", "tendon", "cable", "ss", "sps"), "rod"),
}
ONLY_IN_TREES = ("cylindrical", "planar")  # kinds of joints that no loop has
MOMENTS = "expected six numbers about the centre of mass: Ixx, Iyy, Izz, Ixy, Ixz, Iyz"


def kind_hint(table: str, given: Any, choices: Sequence[str]) -> str:
    """`` (did you mean 'pin'?)`` for a kind of ``joints`` or ``loops`` that does not exist; nothing where none is near."""
    if not isinstance(given, str):
        return ""
    word = given.strip().lower().replace("-", "_").replace(" ", "_").removesuffix("_joint")
    if table == "loops" and word in ONLY_IN_TREES:
        return f" (no loop is {word}: make it a joint of the tree, and close the chain at another of its joints)"
    known = {"joints": JOINTS, "loops": LOOPS}.get(table, {}).get(word)
    if known is None and word in choices:
        known = word
    return f" (did you mean {known!r}?)" if known else nearest(given, choices)


def literal_choices(entry: Any) -> list[str]:
    """The words that one of pydantic's faults lists as expected."""
    return [word for k, word in enumerate(entry["ctx"]["expected"].split("'")) if k % 2]


def inertia_advice(given: Any) -> str:
    """What six numbers stand for what was given as moments of inertia."""
    if isinstance(given, Sequence) and not isinstance(given, str) and len(given) == 3:
        if any(isinstance(row, Sequence) and not isinstance(row, str) for row in given):
            return "; of a matrix, take its diagonal and then xy, xz, yz"
        x, y, z = given
        if _is_zero(x) and _is_zero(y):
            return f"; where only Izz enters the motion, as in a plane, write {_plane(z)}"
        return f"; three principal moments are written [{_entry(x)}, {_entry(y)}, {_entry(z)}, 0, 0, 0]"
    if isinstance(given, Sequence) and not isinstance(given, str) and len(given) == 9:
        return "; of a matrix, take its diagonal and then xy, xz, yz"
    if isinstance(given, (int, float, str)) and not isinstance(given, bool):
        return f"; where only Izz enters the motion, as in a plane, write {_plane(given)}"
    return ""


def _plane(given: float | str) -> str:
    half = f'"({given})/2"' if isinstance(given, str) else f"{given / 2:g}"
    return f"[{half}, {half}, {_entry(given)}, 0, 0, 0]"


def _is_zero(value: Any) -> bool:
    return isinstance(value, (int, float)) and value == 0


def _entry(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
