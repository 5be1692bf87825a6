"""Composite bodies: a body with all bodies that it carries, with their joints locked, as one rigid body."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from kinloop.model.dynamics.tree import Body
from kinloop.numerics.algebra import skew


@dataclass(frozen=True)
class Composite:
    """Mass, mass times centre of mass, and inertia about the body's origin, in its axes. ``spread`` is the sum of the masses
    times their squared distances from the origin; it is half the inertia's trace, but cheaper to compute directly."""

    mass: ca.SX
    moment: ca.SX
    inertia: ca.SX
    spread: ca.SX

    @staticmethod
    def of(body: Body) -> Composite:
        """The composite of one body."""
        return Composite(body.mass, body.moment, body.inertia, ca.trace(body.inertia) / 2)

    def __add__(self, other: Composite) -> Composite:
        spread = self.spread + other.spread
        return Composite(self.mass + other.mass, self.moment + other.moment, self.inertia + other.inertia, spread)

    def in_parent(self, R: ca.SX, r: ca.SX) -> Composite:
        """The composite about the parent's origin, in the parent's axes, where the body is at ``r`` with axes ``R``."""
        turned, moment = R @ self.inertia @ R.T, R @ self.moment
        inertia = turned + _shift(r, moment + self.mass * r / 2)
        # Both halves of a symmetric matrix are one expression, so that nothing is computed twice.
        mirrored = ca.tril(inertia) + ca.tril(inertia, False).T
        spread = self.spread + ca.dot(r, 2 * moment + self.mass * r)
        return Composite(self.mass, moment + self.mass * r, mirrored, spread)

    def effort_of(self, linear: ca.SX, angular: ca.SX) -> tuple[ca.SX, ca.SX]:
        """The force, and the moment about the origin, for an acceleration from rest."""
        force = self.mass * linear + ca.cross(angular, self.moment)
        return force, self.inertia @ angular + ca.cross(self.moment, linear)


def _shift(r: ca.SX, h: ca.SX) -> ca.SX:
    """The inertia ``-[r][h] - [h][r]`` that a shift of the origin by ``r`` adds, with the moment ``h`` at half the way."""
    product = skew(r) @ skew(h)
    return -product - product.T
