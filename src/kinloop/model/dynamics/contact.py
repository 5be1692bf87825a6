r"""The force of a surface on a point that presses into it.

With the surface :math:`h(x, y, z) = 0`, free space where ``h`` is positive, the depth :math:`d = o - h / |\nabla h|` (its
distance to first order, with the offset ``o`` along the normal), :math:`g = -\nabla d`, the unit normal :math:`n = g / |g|` and
:math:`\dot d = -g \cdot v`,

.. math:: F_n = \max(0,\; k d + c \dot d)\, |g| \;\text{ where } d > 0, \quad
          F = F_n\, n - \mu F_n\, \frac{v_t}{\sqrt{|v_t|^2 + v_s^2}}, \quad v_t = v - (n \cdot v)\, n .

The length of ``g`` is 1 on the surface, and everywhere if ``h`` is a distance times a constant. With it the elastic force is
minus the gradient of the stored energy :math:`k d^2 / 2` for every ``h``, so that a surface without damping and friction keeps
the energy. A surface with two sides acts as a spring: :math:`F_n = (k d + c \dot d)\, |g|` everywhere, and friction takes
:math:`|F_n|`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca

from kinloop.mechanism.expressions.expression import evaluate
from kinloop.mechanism.parts.surface import COORDINATES, Surface

# Added to the squares of gradients, and too small to change that of any surface: where the gradient of h vanishes, as in the
# centre of a sphere, there is no normal, and the force is zero instead of NaN.
NO_GRADIENT = 1e-200


@dataclass(frozen=True)
class Contact:
    """The force [N] of a surface on a point, in world axes, and the energy [J] stored in the surface."""

    force: ca.SX
    energy: ca.SX


def contact(surface: Surface, scalars: Mapping[str, ca.SX], position: ca.SX, velocity: ca.SX) -> Contact:
    """What a surface does to a point at a position with a velocity [m, m/s]; ``scalars`` are the parameters by name."""
    number: Callable[[Any], ca.SX] = lambda value: ca.SX(evaluate(value, scalars))  # noqa: E731
    point = ca.SX.sym("point", 3)
    h = ca.SX(surface.equation.value({**scalars, **dict(zip(COORDINATES, ca.vertsplit(point), strict=True))}))
    depth = number(surface.offset) - h / _length(ca.gradient(h, point))
    depth, towards = (ca.substitute(each, point, position) for each in (depth, -ca.gradient(depth, point)))
    closing = -ca.dot(towards, velocity)
    stiffness, push = number(surface.stiffness), number(surface.stiffness) * depth + number(surface.damping) * closing
    if surface.sides == "one":
        is_in = depth > 0
        push, stored = ca.if_else(is_in, ca.fmax(push, 0), 0), ca.if_else(is_in, depth, 0)
    else:
        stored = depth
    normal = towards / _length(towards)
    sliding = velocity - ca.dot(normal, velocity) * normal
    speed = ca.sqrt(ca.sumsqr(sliding) + number(surface.speed) ** 2)
    pressed = ca.dot(towards, normal) * (push if surface.sides == "one" else ca.fabs(push))
    rub = number(surface.friction) * pressed / speed
    return Contact(push * towards - rub * sliding, stiffness * stored**2 / 2)


def _length(gradient: ca.SX) -> ca.SX:
    return ca.sqrt(ca.sumsqr(gradient) + NO_GRADIENT)
