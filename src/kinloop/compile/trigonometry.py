r"""Sine and cosine of a vector, within 3 units in the last place for arguments to 1e8.

The argument is reduced to :math:`r = x - k\,\pi/2` with :math:`|r| \le \pi/4`, where :math:`\pi/2` is split into four
parts, the first three short enough for :math:`k\,P_i` to be exact (with three parts, doubles nearest to a multiple of
:math:`\pi/2` lose a thousand units). The polynomials are minimax fits of this project (Remez exchange in 60 digits;
errors 3.7e-18 relative for the sine, 4.7e-20 absolute for the cosine). Beyond ``LARGEST`` the products are not exact on
every target, so the answer is NaN and not a wrong number.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from kinloop.compile.assembly import Assembly

TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
HALF_PI = tuple(map(float.fromhex, ("0x1.921fb5p+0", "0x1.110b46p-26", "0x1.1a6263p-54", "0x1.8a2e03707344ap-81")))
LARGEST = 2.0**27
# Adding and taking away this number rounds to an integer, which is then also in its low bits.
ROUND = 1.5 * 2.0**52
# sin r = r + r z S(z),  cos r = 1 - z/2 + z^2 C(z),  z = r^2
SINE = (
    -0.1666666666666663,
    0.008333333333322108,
    -0.00019841269829580169,
    2.755731361801844e-06,
    -2.5050747218366228e-08,
    1.5896197645639268e-10,
)
COSINE = (
    0.0416666666666666,
    -0.0013888888888874125,
    2.480158728948218e-05,
    -2.75573143523312e-07,
    2.0875723272951528e-09,
    -1.1359647786871744e-11,
)


@dataclass(frozen=True)
class SineCosine:
    """Names of the values of both functions."""

    sine: str
    cosine: str


def sine_cosine(a: Assembly, x: str) -> SineCosine:
    """Both functions of ``x``: most of the work is common."""
    x = a.select(a.compare("ole", a.intrinsic("fabs", x), a.constant(LARGEST)), x, a.constant(nan))
    shifted = a.fma(x, a.constant(TWO_OVER_PI), a.constant(ROUND))
    k = a.binary("fsub", shifted, a.constant(ROUND))
    r = x
    for part in HALF_PI:
        r = a.fma(k, a.constant(-part), r)
    z = a.binary("fmul", r, r)
    sine = _with_sign_of(a, r, a.fma(a.binary("fmul", r, z), _polynomial(a, SINE, z), r))
    cosine = a.fma(a.binary("fmul", z, z), _polynomial(a, COSINE, z), a.fma(z, a.constant(-0.5), a.constant(1.0)))
    quadrant = _bits(a, shifted)
    odd = _bit_is_set(a, quadrant, 1)
    sine_sign = _sign_bit(a, quadrant)
    cosine_sign = _sign_bit(a, a.let(f"add {a.integers} {quadrant}, {a.integer(1)}"))
    return SineCosine(
        _flip(a, a.select(odd, cosine, sine), sine_sign),
        _flip(a, a.select(odd, sine, cosine), cosine_sign),
    )


def _polynomial(a: Assembly, coefficients: tuple[float, ...], z: str) -> str:
    value = a.constant(coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        value = a.fma(value, z, a.constant(coefficient))
    return value


def _bit_is_set(a: Assembly, integers: str, bit: int) -> str:
    masked = a.let(f"and {a.integers} {integers}, {a.integer(bit)}")
    return a.let(f"icmp ne {a.integers} {masked}, {a.integer(0)}")


def _sign_bit(a: Assembly, quadrant: str) -> str:
    """The sign bit of a double, set in the lower half of the circle (quadrants 2 and 3)."""
    return a.let(f"shl {a.integers} {a.let(f'and {a.integers} {quadrant}, {a.integer(2)}')}, {a.integer(62)}")


def _with_sign_of(a: Assembly, r: str, sine: str) -> str:
    """The sine of -0.0 is -0.0: set the sign where ``r`` has it, as every other sine here has already."""
    sign = a.let(f"and {a.integers} {_bits(a, r)}, {a.integer(-(2**63))}")
    return a.let(f"bitcast {a.integers} {a.let(f'or {a.integers} {_bits(a, sine)}, {sign}')} to {a.vector}")


def _flip(a: Assembly, x: str, sign: str) -> str:
    bits = a.let(f"xor {a.integers} {_bits(a, x)}, {sign}")
    return a.let(f"bitcast {a.integers} {bits} to {a.vector}")


def _bits(a: Assembly, x: str) -> str:
    return a.let(f"bitcast {a.vector} {x} to {a.integers}")
