"""The kinds of joints: one object each, which every package asks for coordinates, units, motion and names in other formats.

A new kind is an object of :data:`JOINT_KINDS`; where its chain has an elementary motion of its own, the formats and engines say
in their tables what becomes of that motion, or why it is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.kinds.elementary import METRE, NO_UNIT, RAD, Ball, Elementary, Rigid, Screw

At = Callable[[Any], float]
Faults = Iterator[tuple[str, str]]  # the key of a field and what is wrong with it
PARALLEL = 1e-9  # sine of the angle between two axes that are called the same
SQUARE = 1e-3  # cosine of the angle between two axes that are called perpendicular: written with three digits or more


class Terms(Protocol):
    """How the caller has a description's numbers: as symbols, or as floats."""

    def number(self, value: Any) -> Any:
        """A number."""

    def direction(self, entries: Any) -> Any:
        """A vector of unit length."""

    def across(self, axis: Any) -> tuple[Any, Any]:
        """Two unit vectors that make a right-handed frame with a unit vector."""


# The elementary motions, without their axes.
ELEMENTARY: dict[str, Elementary] = {
    "revolute": Screw("revolute"),
    "prismatic": Screw("prismatic", turns=False, advance=1),
    "helical": Screw("helical", advance="pitch"),
    "spherical": Ball("spherical"),
    "fixed": Rigid("fixed"),
}
AXES: dict[str, Callable[[Any, Terms], Any]] = {
    "axis": lambda joint, terms: terms.direction(joint.axis),
    "axis2": lambda joint, terms: terms.direction(joint.axis2),
    "first across": lambda joint, terms: terms.across(terms.direction(joint.axis))[0],
    "second across": lambda joint, terms: terms.across(terms.direction(joint.axis))[1],
    "x": lambda joint, terms: terms.direction((1.0, 0.0, 0.0)),
    "y": lambda joint, terms: terms.direction((0.0, 1.0, 0.0)),
    "z": lambda joint, terms: terms.direction((0.0, 0.0, 1.0)),
}


@dataclass(frozen=True)
class JointKind:
    """What all joints of a kind have in common.

    ``elements``: elementary motions and their axes (see ``AXES``), each in the frame where the one before ends.
    """

    name: str
    elements: tuple[tuple[str, str], ...]
    suffixes: tuple[str, ...]  # of the coordinates' names
    rate_suffixes: tuple[str, ...] | None = None  # the same, unless there is a quaternion
    is_actuated: bool = False  # unless the description says otherwise
    is_periodic: bool = True  # a full turn of an angle gives the same configuration
    points_twice: bool = False  # angles (a + pi, pi - b) point the carried link the same way as (a, b)
    own_fields: tuple[str, ...] = ()  # keys that only some kinds have, and that this one needs
    checks: Callable[[Any, At], Faults] | None = None
    urdf: tuple[str, ...] = ()
    mjcf: str | None = None  # the type that is read as this kind
    synonyms: tuple[str, ...] = ()

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The unit of each coordinate."""
        return tuple(unit for motion in self._motions for unit in motion.units)

    @cached_property
    def rate_units(self) -> tuple[str, ...]:
        """What each rate is the time derivative of."""
        return tuple(unit for motion in self._motions for unit in motion.rate_units)

    @cached_property
    def start(self) -> tuple[float, ...]:
        """The coordinates where the description gives none: zero, and no rotation."""
        return tuple(1.0 if suffix in self.quaternion_suffixes[:1] else 0.0 for suffix in self.suffixes)

    @cached_property
    def quaternion_suffixes(self) -> tuple[str, ...]:
        """The suffixes of the coordinates that are entries of a quaternion."""
        return tuple(suffix for suffix, unit in zip(self.suffixes, self.units, strict=True) if unit == NO_UNIT)

    @property
    def has_quaternion(self) -> bool:
        """Whether the last four coordinates are a quaternion."""
        return NO_UNIT in self.units

    @property
    def moves(self) -> bool:
        """Whether there are coordinates."""
        return bool(self.units)

    @property
    def turns(self) -> bool:
        """Whether there are angles or a quaternion."""
        return RAD in self.rate_units

    @property
    def slides(self) -> bool:
        """Whether there are lengths."""
        return METRE in self.units

    @property
    def is_bounded(self) -> bool:
        """Whether the configurations of a joint are a bounded set: it only turns, and comes back."""
        return not self.slides and self.is_periodic

    @property
    def carries_a_platform(self) -> bool:
        """Whether it leaves a body all the motions of the plane, or of space."""
        return self.slides and len(self.rate_units) in (3, 6)

    @property
    def is_angular(self) -> bool:
        """Whether all coordinates are angles that come back after a full turn."""
        return self.is_bounded and not self.has_quaternion

    @cached_property
    def direction_fields(self) -> tuple[str, ...]:
        """The keys of the directions that the motion has."""
        named = dict.fromkeys("axis" if "across" in axis else axis for _, axis in self.elements)
        return tuple(key for key in named if key.startswith("axis"))

    def chain(self, joint: Any, terms: Terms) -> list[Elementary]:
        """The elementary motions of a joint, in the caller's terms."""
        motions: list[Elementary] = []
        for motion, (_, axis) in zip(self._motions, self.elements, strict=True):
            placed = replace(motion, axis=AXES[axis](joint, terms))
            if isinstance(placed, Screw) and isinstance(placed.advance, str):
                placed = replace(placed, advance=terms.number(getattr(joint, placed.advance)))
            motions.append(placed)
        return motions

    def faults(self, joint: Any, at: At) -> Faults:
        """What is wrong with the numbers of a joint that only joints of this kind have."""
        if "axis" in self.direction_fields and not any(map(at, joint.axis)):
            yield "axis", "it is zero; expected a direction"
        elif self.checks is not None:
            yield from self.checks(joint, at)
        for key in sorted({key for kind in JOINT_KINDS.values() for key in kind.own_fields}):
            given = getattr(joint, key)
            if given is None and key in self.own_fields:
                yield key, f"a {self.name} joint needs a {key}"
            elif given is not None and key not in self.own_fields:
                owners = " or ".join(kind.name for kind in JOINT_KINDS.values() if key in kind.own_fields)
                yield key, f"only a {owners} joint has a {key}, and this one is {self.name}"

    @cached_property
    def _motions(self) -> list[Elementary]:
        return [ELEMENTARY[kind] for kind, _ in self.elements]


def _universal_faults(joint: Any, at: At) -> Faults:
    sine, cosine = _sine_and_cosine([at(entry) for entry in joint.axis], [at(entry) for entry in joint.axis2])
    if sine < PARALLEL:
        yield "axis2", "it is zero or parallel to axis"
    elif abs(cosine) > SQUARE:
        degrees = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
        yield "axis2", f"the axes of a universal joint are at right angles; these are at {degrees:.4g} degrees"


def _planar_faults(joint: Any, at: At) -> Faults:
    if any(isinstance(value, Expression) for value in joint.axis):
        yield "axis", "the axis of a planar joint needs plain numbers; turn it with origin instead"


def _sine_and_cosine(a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    lengths = math.hypot(*a) * math.hypot(*b)
    if not lengths:
        return 0.0, 1.0
    return math.hypot(*cross) / lengths, sum(x * y for x, y in zip(a, b, strict=True)) / lengths


# What other programs call these motions, in joints and in loops.
TURN_WORDS = ("hinge", "pin", "rotary", "rotational", "rotation", "continuous", "revolute", "pivot", "r")
SLIDE_WORDS = ("slide", "slider", "sliding", "linear", "translational", "translation", "p")
BALL_WORDS = ("ball", "balls", "socket", "ball_and_socket", "ball_socket", "spherical", "point", "connect", "s")
RIGID_WORDS = ("weld", "fixed", "rigid", "welded", "lock", "glue")
CARDAN_WORDS = ("cardan", "hooke", "u_joint", "u")

_QUATERNION = ("_w", "_x", "_y", "_z")
_ANGULAR = ("_wx", "_wy", "_wz")
_KINDS = (
    JointKind(
        "revolute",
        (("revolute", "axis"),),
        ("",),
        is_actuated=True,
        urdf=("revolute", "continuous"),
        mjcf="hinge",
        synonyms=TURN_WORDS,
    ),
    JointKind(
        "prismatic", (("prismatic", "axis"),), ("",), is_actuated=True, urdf=("prismatic",), mjcf="slide", synonyms=SLIDE_WORDS
    ),
    JointKind(
        "helical",
        (("helical", "axis"),),
        ("",),
        is_actuated=True,
        is_periodic=False,
        own_fields=("pitch",),
        synonyms=("screw", "lead_screw", "leadscrew", "ball_screw", "ballscrew", "h"),
    ),
    JointKind(
        "cylindrical",
        (("revolute", "axis"), ("prismatic", "axis")),
        ("_angle", "_slide"),
        is_actuated=True,
        synonyms=("cylinder", "c"),
    ),
    JointKind(
        "universal",
        (("revolute", "axis"), ("revolute", "axis2")),
        ("_1", "_2"),
        points_twice=True,
        checks=_universal_faults,
        synonyms=CARDAN_WORDS,
    ),
    JointKind("spherical", (("spherical", "z"),), _QUATERNION, _ANGULAR, urdf=("spherical",), mjcf="ball", synonyms=BALL_WORDS),
    JointKind(
        "planar",
        (("prismatic", "first across"), ("prismatic", "second across"), ("revolute", "axis")),
        ("_x", "_y", "_angle"),
        checks=_planar_faults,
        urdf=("planar",),
        synonyms=("plane",),
    ),
    JointKind(
        "free",
        (("prismatic", "x"), ("prismatic", "y"), ("prismatic", "z"), ("spherical", "z")),
        ("_x", "_y", "_z", "_qw", "_qx", "_qy", "_qz"),
        ("_vx", "_vy", "_vz", *_ANGULAR),
        urdf=("floating",),
        mjcf="free",
        synonyms=("floating", "freejoint", "6dof", "six_dof"),
    ),
    JointKind("fixed", (), (), urdf=("fixed",), synonyms=RIGID_WORDS),
)
JOINT_KINDS: dict[str, JointKind] = {kind.name: kind for kind in _KINDS}
