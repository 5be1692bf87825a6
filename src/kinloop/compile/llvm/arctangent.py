r"""Inverse trigonometric functions: atan2 within 2 units in the last place, atan, asin and acos within 3.

With ``low <= high`` the sizes of the two coordinates, the angle is :math:`\arctan(low / high)`. Above ``TURNED`` it is
taken from the diagonal, :math:`\pi/4 + \arctan((low - high)/(low + high))`, where the difference is exact; so one division
leaves :math:`|t| \le 0.55`, and a result below one half never needs the diagonal. The polynomial is a minimax fit
of this project (Remez exchange in 60 digits; error 1e-17 relative with the coefficients rounded). Zeros, infinities and
their signs are those of C; NaN gives NaN.
"""

from __future__ import annotations

from math import inf

from kinloop.compile.llvm.assembly import Assembly

TURNED = 0.55
# Sums of larger numbers overflow; smaller numbers lose digits. Both are scaled.
LARGE, SMALL = 2.0**1022, 2.0**-900
# arctan t = t + t z P(z),  z = t^2
ARCTANGENT = (
    -0.3333333333333314,
    0.1999999999995019,
    -0.1428571428109913,
    0.11111110895211071,
    -0.0909090311442327,
    0.07692200917579647,
    -0.06665370116601835,
    0.05871315714716225,
    -0.051961785203004804,
    0.04470510825082183,
    -0.03442246953902899,
    0.020094807447976915,
    -0.006284869982027496,
)
PI = 3.141592653589793
# Relative rounding error of the double nearest to pi, and to its quarters.
MISSING = 3.8981718325193755e-17


def atan2(a: Assembly, y: str, x: str) -> str:
    """The angle of ``(x, y)`` from the x axis, in (-pi, pi]; with -0.0 for ``y`` also -pi."""
    zero = a.constant(0.0)
    wide, tall = a.intrinsic("fabs", x), a.intrinsic("fabs", y)
    is_tall = a.compare("ogt", tall, wide)
    low, high = a.select(is_tall, wide, tall), a.select(is_tall, tall, wide)
    scale = a.select(a.compare("olt", high, a.constant(SMALL)), a.constant(2.0**100), a.constant(1.0))
    scale = a.select(a.compare("ogt", high, a.constant(LARGE)), a.constant(0.5), scale)
    low, high = a.binary("fmul", low, scale), a.binary("fmul", high, scale)
    # Two infinities are on the diagonal, and the origin is on the axis.
    is_infinite = a.compare("oeq", low, a.constant(inf))
    is_turned = a.compare("ogt", low, a.binary("fmul", high, a.constant(TURNED)))
    is_turned = a.let(f"or {a.mask} {is_turned}, {is_infinite}")
    difference = a.select(is_infinite, zero, a.binary("fsub", low, high))
    over = a.select(is_turned, difference, low)
    under = a.select(is_turned, a.binary("fadd", low, high), high)
    under = a.select(a.compare("oeq", under, zero), a.constant(1.0), under)
    t = a.binary("fdiv", over, under)
    z = a.binary("fmul", t, t)
    angle = a.fma(a.binary("fmul", t, z), _polynomial(a, z), t)
    # From the first eighth of the circle to the half plane: mirrored in the diagonal where tall, in the y axis where x < 0.
    is_left = _sign_is_set(a, x)
    mirrored = a.let(f"xor {a.mask} {is_tall}, {is_left}")
    angle = a.select(mirrored, a.negative(angle), angle)
    diagonal = a.select(is_left, a.constant(0.75 * PI), a.constant(0.25 * PI))
    axis = a.select(is_tall, a.constant(0.5 * PI), a.select(is_left, a.constant(PI), zero))
    base = a.select(is_turned, diagonal, axis)
    angle = a.binary("fadd", base, a.fma(base, a.constant(MISSING), angle))
    return a.intrinsic("copysign", angle, y)


def atan(a: Assembly, x: str) -> str:
    """The arctangent, in [-pi/2, pi/2]."""
    return atan2(a, x, a.constant(1.0))


def asin(a: Assembly, x: str) -> str:
    """The arcsine, in [-pi/2, pi/2]; NaN beyond 1."""
    return atan2(a, x, _other_leg(a, x))


def acos(a: Assembly, x: str) -> str:
    """The arccosine, in [0, pi]; NaN beyond 1."""
    return atan2(a, _other_leg(a, x), x)


def _other_leg(a: Assembly, x: str) -> str:
    """``sqrt(1 - x^2)``, with all digits also where ``x`` is near 1."""
    one = a.constant(1.0)
    return a.intrinsic("sqrt", a.binary("fmul", a.binary("fsub", one, x), a.binary("fadd", one, x)))


def _polynomial(a: Assembly, z: str) -> str:
    value = a.constant(ARCTANGENT[-1])
    for coefficient in reversed(ARCTANGENT[:-1]):
        value = a.fma(value, z, a.constant(coefficient))
    return value


def _sign_is_set(a: Assembly, x: str) -> str:
    return a.let(f"icmp slt {a.integers} {a.let(f'bitcast {a.vector} {x} to {a.integers}')}, {a.integer(0)}")
