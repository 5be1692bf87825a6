"""Elementary motions, of which every joint is a chain: a screw about and along an axis, a ball, and none.

Expressions are CasADi's. Describing a machine computes nothing, so CasADi is loaded by the functions that need it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

RAD, METRE, NO_UNIT = "rad", "m", "1"  # NO_UNIT: of the entries of a quaternion
Twist = tuple[Any, Any]  # linear and angular velocity of the moved body at its origin, in its own axes


@dataclass(frozen=True)
class Screw:
    """One coordinate ``q``: a turn by ``q`` about the axis if it ``turns``, and a displacement by ``advance * q`` along it.

    A revolute joint advances by 0; a prismatic one does not turn and advances by 1.
    """

    kind: str
    axis: Any = None  # a vector of unit length
    turns: bool = True
    advance: Any = 0  # [m/rad], or the key of the joint that has it
    has_quaternion = False

    @property
    def units(self) -> tuple[str, ...]:
        """The unit of the coordinate."""
        return (RAD,) if self.turns else (METRE,)

    @property
    def rate_units(self) -> tuple[str, ...]:
        """What the rate is the time derivative of."""
        return self.units

    def place(self, R: Any, p: Any, q: Any) -> tuple[Any, Any]:
        """Axes and origin of the moved body in its parent, where the joint has the axes ``R`` and the origin ``p``."""
        from kinloop.numerics.algebra import rotation_about

        return R @ rotation_about(self.axis, q) if self.turns else R, p + R @ self.axis * (self.advance * q)

    def rotation_quaternion(self, q: Any) -> Any:
        """The quaternion of the turn; None where there is none."""
        import casadi as ca

        return ca.vertcat(ca.cos(q / 2), ca.sin(q / 2) * self.axis) if self.turns else None

    def position_rate(self, q: Any, v: Any) -> Any:
        """The coordinate's derivative at the rate ``v``."""
        return v

    def twist(self, v: Any) -> Twist:
        """The motion at the rate ``v``, against the parent."""
        return self.axis * (self.advance * v), self.axis * (v if self.turns else 0 * v)

    def unit_twists(self) -> list[Twist]:
        """The motion at a unit of each rate."""
        return [(self.axis * self.advance, self.axis * int(self.turns))]

    def effort(self, force: Any, moment: Any) -> Any:
        """The part of a wrench that acts along the motion."""
        import casadi as ca

        return ca.dot(self.axis, force) * self.advance + ca.dot(self.axis, moment) * int(self.turns)

    def inertia_scale(self, mass: Any, second_moment: Any) -> Any:
        """The inertia that a body of this mass and second moment could have along the motion, whatever its axis."""
        return mass * self.advance**2 + second_moment * int(self.turns)


@dataclass(frozen=True)
class Ball:
    """A turn about a point: the coordinates are a unit quaternion, the rates the angular velocity in the moved body's axes."""

    kind: str
    axis: Any = None
    turns = True
    advance = 0
    has_quaternion = True
    units = (NO_UNIT,) * 4
    rate_units = (RAD,) * 3

    def place(self, R: Any, p: Any, q: Any) -> tuple[Any, Any]:
        """Axes and origin of the moved body in its parent, where the joint has the axes ``R`` and the origin ``p``."""
        from kinloop.numerics.algebra import rotation_quaternion

        return R @ rotation_quaternion(q), p

    def rotation_quaternion(self, q: Any) -> Any:
        """The quaternion of the turn."""
        return q

    def position_rate(self, q: Any, v: Any) -> Any:
        """The coordinates' derivatives at the rates ``v``."""
        from kinloop.numerics.algebra import quaternion_rate

        return quaternion_rate(q, v)

    def twist(self, v: Any) -> Twist:
        """The motion at the rates ``v``, against the parent."""
        return 0 * v, v

    def unit_twists(self) -> list[Twist]:
        """The motion at a unit of each rate."""
        import casadi as ca

        return [(ca.SX.zeros(3), ca.SX.eye(3)[:, k]) for k in range(3)]

    def effort(self, force: Any, moment: Any) -> Any:
        """The part of a wrench that acts along the motion."""
        return moment

    def inertia_scale(self, mass: Any, second_moment: Any) -> Any:
        """The inertia that a body of this mass and second moment could have along the motion, whatever its axis."""
        return second_moment


@dataclass(frozen=True)
class Rigid:
    """No motion: a fixed joint that is kept as a joint."""

    kind: str
    axis: Any = None
    turns = False
    advance = 0
    has_quaternion = False
    units = ()
    rate_units = ()

    def place(self, R: Any, p: Any, q: Any) -> tuple[Any, Any]:
        """Axes and origin of the body in its parent: those of the joint."""
        return R, p

    def rotation_quaternion(self, q: Any) -> Any:
        """None: it does not turn."""
        return None

    def position_rate(self, q: Any, v: Any) -> Any:
        """The derivatives of no coordinates."""
        return v

    def twist(self, v: Any) -> Twist:
        """No motion."""
        import casadi as ca

        return ca.SX.zeros(3), ca.SX.zeros(3)

    def unit_twists(self) -> list[Twist]:
        """No motions."""
        return []

    def effort(self, force: Any, moment: Any) -> Any:
        """No efforts."""
        import casadi as ca

        return ca.SX.zeros(0)

    def inertia_scale(self, mass: Any, second_moment: Any) -> Any:
        """No inertia."""
        return self.effort(mass, second_moment)


Elementary = Screw | Ball | Rigid
