"""The kinds of loops: one object each, which has the closure rows, their units and what a description of the loop needs.

A new kind is an object of :data:`LOOP_KINDS`; formats and engines say in their tables how they close it, or why they refuse it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kinloop.mechanism.kinds.elementary import METRE, RAD
from kinloop.mechanism.kinds.joint_kinds import BALL_WORDS, CARDAN_WORDS, RIGID_WORDS, SLIDE_WORDS, TURN_WORDS, At, Faults


@dataclass(frozen=True)
class Ends:
    """The two anchors of a loop: axes ``R`` and origins ``p`` as one observer sees them, the loop's axis in the frame of each,
    and the length of a rod. Expressions are CasADi's."""

    R_a: Any
    p_a: Any
    R_b: Any
    p_b: Any
    axis_a: Any
    axis_b: Any
    length: Any = None

    @property
    def gap(self) -> Any:
        """The vector from anchor a to anchor b."""
        return self.p_b - self.p_a

    @property
    def cosine(self) -> Any:
        """The cosine of the angle between the axes of the two sides."""
        import casadi as ca

        return ca.dot(self.R_a @ self.axis_a, self.R_b @ self.axis_b)

    def across(self) -> tuple[Any, Any]:
        """Two directions at right angles to the axis of side a, as the observer sees them."""
        from kinloop.numerics.algebra import perpendicular

        first, second = perpendicular(self.axis_a)
        return self.R_a @ first, self.R_a @ second


Rows = list[tuple[str, Any]]  # names and expressions


def _position(ends: Ends) -> Rows:
    return [(f"position {axis}", ends.gap[k]) for k, axis in enumerate("xyz")]


def _orientation(ends: Ends) -> Rows:
    """The axis of the rotation from a to b times its sine, in the axes of a."""
    R = ends.R_a.T @ ends.R_b
    pairs = ((2, 1), (0, 2), (1, 0))
    return [(f"rotation {axis}", (R[i, j] - R[j, i]) / 2) for axis, (i, j) in zip("xyz", pairs, strict=True)]


def _rod(ends: Ends) -> Rows:
    """The multiplier of this row is the force along the rod."""
    import casadi as ca

    return [("length", (ca.sumsqr(ends.gap) - ends.length**2) / (2 * ends.length))]


def _pin(ends: Ends) -> Rows:
    import casadi as ca

    return [*_position(ends), *((f"tilt {k}", ca.dot(side, ends.R_b @ ends.axis_b)) for k, side in enumerate(ends.across(), 1))]


def _prismatic(ends: Ends) -> Rows:
    import casadi as ca

    return [*((f"across {k}", ca.dot(side, ends.gap)) for k, side in enumerate(ends.across(), 1)), *_orientation(ends)]


def _between_frames(ends: Ends) -> Any:
    """The cosine of the angle between the frames."""
    import casadi as ca

    return (ca.trace(ends.R_a.T @ ends.R_b) - 1) / 2


@dataclass(frozen=True)
class LoopKind:
    """What all loops of a kind have in common.

    ``rows`` are lengths first, then angles. Position rows have the observer's axes, but those of a ``prismatic`` loop the axes of
    anchor a. ``sense``: positive where the loop is not closed the wrong way round, if its rows vanish there too.
    """

    name: str
    lengths: int
    angles: int
    planar_rows: int  # of a loop in a machine that moves in a plane
    rows: Callable[[Ends], Rows]
    sense: Callable[[Ends], Any] | None = None
    senses_frames: bool = False  # the sense is that of whole frames, so wrong ones are solutions of their own
    has_axis: bool = False
    has_length: bool = False
    constant_axis: bool = True  # the directions across the axis are chosen when the model is derived
    synonyms: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """The unit of each row; the rows of a direction are small angles."""
        return (METRE,) * self.lengths + (RAD,) * self.angles

    @property
    def is_pivot(self) -> bool:
        """Whether it holds a point and leaves turns about it."""
        return self.lengths == 3 and self.angles < 3

    def faults(self, loop: Any, at: At) -> Faults:
        """What is wrong with the numbers of a loop of this kind."""
        from kinloop.mechanism.expressions.expression import Expression

        if self.has_length and loop.length is None:
            yield "length", f"a {self.name} needs a length"
        if not self.has_length and loop.length is not None:
            owners = " or ".join(kind.name for kind in LOOP_KINDS.values() if kind.has_length)
            yield "length", f"only a {owners} has a length, and this is a {self.name}"
        if not self.has_axis:
            return
        axis_b = loop.axis if loop.axis_b is None else loop.axis_b
        for name, axis in (("axis", loop.axis), ("axis_b", axis_b)):
            if not any(map(at, axis)):
                yield name if loop.axis_b is not None else "axis", "it is zero; expected a direction"
        if self.constant_axis and any(isinstance(value, Expression) for value in loop.axis):
            yield "axis", f"the axis of a {self.name} needs plain numbers; turn the anchors' origins instead"


_KINDS = (
    LoopKind("pin", 3, 2, 2, _pin, sense=lambda ends: ends.cosine, has_axis=True, synonyms=TURN_WORDS),
    LoopKind("ball", 3, 0, 2, _position, synonyms=BALL_WORDS),
    LoopKind(
        "universal",
        3,
        1,
        2,
        lambda ends: [*_position(ends), ("right angle", ends.cosine)],
        has_axis=True,
        constant_axis=False,
        synonyms=CARDAN_WORDS,
    ),
    LoopKind("prismatic", 2, 3, 2, _prismatic, sense=_between_frames, senses_frames=True, has_axis=True, synonyms=SLIDE_WORDS),
    LoopKind(
        "weld",
        3,
        3,
        3,
        lambda ends: [*_position(ends), *_orientation(ends)],
        sense=_between_frames,
        senses_frames=True,
        synonyms=RIGID_WORDS,
    ),
    LoopKind(
        "rod", 1, 0, 1, _rod, has_length=True, synonyms=("distance", "bar", "strut", "link", "tendon", "cable", "ss", "sps")
    ),
)
LOOP_KINDS: dict[str, LoopKind] = {kind.name: kind for kind in _KINDS}
