"""Surfaces that a machine touches: data of a description, or of the environment of a run."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.part import Number, Part

COORDINATES = ("x", "y", "z")


class Surface(Part):
    """A compliant surface ``h(x, y, z) = 0`` that pushes a point of the machine back: a wall, a table, a board, a spring.

    Free space is where ``h`` is positive. The force is ``F_n = max(0, stiffness * d + damping * d')`` along the normal at a depth
    ``d > 0``, and Coulomb friction ``friction * F_n`` against the sliding speed, smoothed over the declared ``speed``.

    Args:
        name: of the surface.
        h: an expression of ``x``, ``y``, ``z`` [m] in world axes and of the machine's parameters, as ``"z - 0.1"`` or
            ``"0.3 - x"``; the depth is ``-h`` divided by the length of its gradient.
        stiffness: [N/m]. damping: [N s/m]. friction: the coefficient. speed: [m/s].
        offset: moves the surface along its normal, towards the free space [m].
        frame: the frame whose origin touches the surface.
        sides: ``"one"``, or ``"both"`` for a spring that pulls too.
    """

    name: str
    h: str
    stiffness: Number
    damping: Number = 0.0
    friction: Number = 0.0
    speed: Number = 1e-3
    offset: Number = 0.0
    frame: str = "tool"
    sides: Literal["one", "both"] = "one"

    @field_validator("h")
    @classmethod
    def _is_expression(cls, h: str) -> str:
        return Expression(h).text

    @property
    def equation(self) -> Expression:
        """``h`` as an expression."""
        return Expression(self.h)
