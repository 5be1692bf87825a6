"""Modes: the signs by which closed forms tell configurations apart, printed and given by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, listing, unknown_name
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.array_arguments import numbers
from kinloop.model.formulas.closed_form import Direction, form_of

# One part of a mode in words: ``working elbow=+1``, ``wrist=-1``, ``elbow up``, ``elbow=+1 (down)`` or ``index 2``.
PART = re.compile(
    r"index\s*=?\s*(?P<index>\d+)"
    r"|(?:(?P<kind>working|assembly)\s+)?(?P<name>\w+)\s*"
    r"(?:=\s*(?P<sign>[+-]?1)(?:\s*\((?P<shown>\w+)\))?|(?:=\s*|(?<=\s))(?P<label>[A-Za-z_]\w*))"
)
Labels = tuple[tuple[str, str], ...]  # of each sign: the labels of +1 and of -1, empty without any


@dataclass(frozen=True, repr=False)
class Mode:
    """Signs of the legs (working) and of the assembly where closed forms name them, and the place among all solutions.

    To ask for a mode leave out what does not matter: ``Mode(working=(1, -1))``. A sign of 0 stands for either.
    """

    working: tuple[int, ...] = ()
    assembly: tuple[int, ...] = ()
    index: int | None = None
    working_names: tuple[str, ...] = field(default=(), compare=False)
    assembly_names: tuple[str, ...] = field(default=(), compare=False)
    working_labels: Labels = field(default=(), compare=False)
    assembly_labels: Labels = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for kind in ("working", "assembly"):
            signs = getattr(self, kind)
            if not isinstance(signs, Sequence) or isinstance(signs, str) or any(sign not in (-1, 0, 1) for sign in signs):
                raise ShapeError(f"Mode: {kind} is {signs!r:.80}, expected a tuple of signs 1, -1 or, for either, 0")
        if self.index is not None and (not isinstance(self.index, int | np.integer) or isinstance(self.index, bool)):
            raise ShapeError(f"Mode: index is {self.index!r:.80}, expected a whole number or None")

    def __str__(self) -> str:
        kinds = (
            ("working", self.working, self.working_names, self.working_labels),
            ("assembly", self.assembly, self.assembly_names, self.assembly_labels),
        )
        parts = [f"{kind} {text}" for kind, signs, names, labels in kinds if (text := signs_by_name(names, signs, labels))]
        return ", ".join(parts + ([] if self.index is None else [f"index {self.index}"])) or "any"

    def __repr__(self) -> str:
        return f"<Mode: {self}>"

    def fits(self, kind: str, signs: Sequence[int]) -> bool:
        """Whether signs of a kind, ``"working"`` or ``"assembly"``, are those of this mode."""
        own = getattr(self, kind)
        return len(own) == len(signs) and all(sign in (0, other) for sign, other in zip(own, signs, strict=True))


ModeLike = Mode | Mapping[str, int | str] | str | Sequence[int] | int


def signs_by_name(names: Sequence[str], signs: Sequence[int] | np.ndarray, labels: Labels = ()) -> str:
    """Signs in words, ``"elbow=+1 (down), wrist=-1"``, without those that are 0; as a tuple where they have no names."""
    if len(signs) and len(names) != len(signs):
        return str(tuple(map(int, signs)))
    words = []
    for k, (name, sign) in enumerate(zip(names, signs, strict=False)):
        label = labels[k][0 if sign > 0 else 1] if k < len(labels) else ""
        words += [f"{name}={int(sign):+d}" + (f" ({label})" if label else "")] if sign else []
    return ", ".join(words)


def with_names(mechanism: Mechanism, mode: Mode) -> Mode:
    """The mode with the names that the description's closed forms give its signs and their values."""
    return replace(
        mode,
        working_names=_names(mechanism, "working"),
        assembly_names=_names(mechanism, "assembly"),
        working_labels=_labels(mechanism, "working"),
        assembly_labels=_labels(mechanism, "assembly"),
    )


def as_mode(mechanism: Mechanism, direction: Direction, mode: ModeLike) -> Mode:
    """A mode as it may be given: a :class:`Mode`; signs by name, as ``{"elbow": 1}`` or ``"elbow=+1, wrist=-1"``, or by their
    labels, as ``"elbow up"``; or all the signs of this direction's closed form in their order.

    Raises: UnknownName: of a sign or of a label. ShapeError: what is no mode.
    """
    if isinstance(mode, Mode):
        return with_names(mechanism, mode)
    own = "working" if direction == "inverse" else "assembly"
    what, names = f"{mechanism.name}: mode={mode!r:.80}", _names(mechanism, own)
    if not _names(mechanism, "working") + _names(mechanism, "assembly") or not (names or isinstance(mode, Mapping | str)):
        raise ShapeError(f"{what}: this machine has no signs to tell its configurations apart; give kl.Mode(index=...) or near=")
    if isinstance(mode, Mapping | str):
        parts = _parse(what, mode) if isinstance(mode, str) else (("", str(name), sign) for name, sign in mode.items())
        return with_names(mechanism, _from_parts(mechanism, own, what, parts))
    try:
        signs = tuple(int(sign) if sign in (1, -1) else 0 for sign in np.ravel(numbers(mode, "mode")))
    except ShapeError:
        signs = ()
    if len(signs) != len(names) or 0 in signs:
        raise ShapeError(
            f"{what}: expected {len(names)} signs 1 or -1, one for each of {listing(names)}, signs by name such as "
            f"{{{names[0]!r}: 1}}, or a kl.Mode"
        )
    return with_names(mechanism, Mode(working=signs) if own == "working" else Mode(assembly=signs))


def _names(mechanism: Mechanism, kind: str) -> tuple[str, ...]:
    form = form_of(mechanism, "inverse" if kind == "working" else "forward")
    return () if form is None else form.signs


def _labels(mechanism: Mechanism, kind: str) -> Labels:
    form = form_of(mechanism, "inverse" if kind == "working" else "forward")
    if form is None or not form.labels:
        return ()
    given = [form.labels.get(sign, {}) for sign in form.signs]
    return tuple((labels.get("+1", ""), labels.get("-1", "")) for labels in given)


def _parse(what: str, text: str) -> Iterator[tuple[str, str, Any]]:
    """Kind (empty where it is not written), name and sign of each part; an index has the name ``index``."""
    kind = ""
    for part in text.split(","):
        match = PART.fullmatch(part.strip())
        if match is None:
            raise ShapeError(f"{what}: {part.strip()!r:.80} is no sign by name, expected such as 'elbow=+1, wrist=-1'")
        if match["index"]:
            yield "index", "index", int(match["index"])
            continue
        kind = match["kind"] or kind
        yield kind, match["name"], int(match["sign"]) if match["sign"] else match["label"]
        if match["shown"]:
            yield kind, match["name"], match["shown"]  # contradicts the sign where it is the other's


def _from_parts(mechanism: Mechanism, own: str, what: str, parts: Iterator[tuple[str, str, Any]]) -> Mode:
    """A name without a kind is one of this direction's own signs, or else one of the other's."""
    other = "assembly" if own == "working" else "working"
    signs = {kind: [0] * len(_names(mechanism, kind)) for kind in (own, other)}
    index = None
    for kind, name, sign in parts:
        if kind == "index":
            index = sign
            continue
        places = [(each, _names(mechanism, each)) for each in ((kind,) if kind else (own, other))]
        known = [name for _, names in places for name in names]
        if name not in known:
            raise unknown_name("sign", name, known, repr(mechanism.name))
        each, names = next(place for place in places if name in place[1])
        if isinstance(sign, str):
            labels = dict(zip(names, _labels(mechanism, each), strict=False)).get(name, ("", ""))
            if sign not in labels or not sign:
                raise unknown_name("label", sign, [*filter(None, labels), "+1", "-1"], f"the sign {name!r} of {mechanism.name!r}")
            sign = 1 if sign == labels[0] else -1
        if isinstance(sign, bool) or sign not in (1, -1):
            raise ShapeError(f"{what}: {name} is {sign!r:.80}, expected 1 or -1")
        if signs[each][names.index(name)] == -sign:
            raise ShapeError(f"{what}: {name} is given as +1 and as -1")
        signs[each][names.index(name)] = int(sign)
    working, assembly = (tuple(signs[kind]) if any(signs[kind]) else () for kind in ("working", "assembly"))
    return Mode(working, assembly, index)
