r"""Sine and cosine of a vector, within 3 units in the last place for arguments to 1e8.

The argument is reduced to :math:`r = x - k\,\pi/2` with :math:`|r| \le \pi/4`, where :math:`\pi/2` is split into four
parts, the first three short enough for :math:`k\,P_i` to be exact (with three parts, doubles nearest to a multiple of
:math:`\pi/2` lose a thousand units). The polynomials are minimax fits of this project (Remez exchange in 60 digits;
errors 3.7e-18 relative for the sine, 4.7e-20 absolute for the cosine). Beyond ``LARGEST`` the products are not exact on
every target, so the result is NaN and not a wrong number.
"""

from __future__ import annotations

from dataclasses import dataclass

from kinloop.compile.llvm.assembly import Assembly

TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
HALF_PI = tuple(map(float.fromhex, ("0x1.921fb5p+0", "0x1.110b46p-26", "0x1.1a6263p-54", "0x1.8a2e03707344ap-81")))
LARGEST = 2.0**27
# Adding and subtracting this number rounds to an integer; the sum has it in its low bits.
ROUND = 1.5 * 2.0**52
SIGN = -(2**63)
# sin r = r (1 + z S(z)),  cos r = 1 - z/2 + z^2 C(z),  z = r^2
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
    """Names of the LLVM values of both functions."""

    sine: str
    cosine: str


def sine_cosine(a: Assembly, x: str) -> SineCosine:
    """Sine and cosine of ``x``, which share most of the work.

    Chains of dependent operations are kept short: the rest of a model waits for its sines.
    """
    shifted = a.fma(x, a.constant(TWO_OVER_PI), a.constant(ROUND))
    k = a.binary("fsub", shifted, a.constant(ROUND))
    r = x
    for part in HALF_PI[:3]:
        r = a.fma(k, a.constant(-part), r)
    r = a.binary("fsub", r, _nan_beyond(a, x, a.binary("fmul", k, a.constant(HALF_PI[3]))))
    z = a.binary("fmul", r, r)
    z2 = a.binary("fmul", z, z)
    # A product with r, so that the sine of -0.0 is -0.0.
    sine = a.binary("fmul", r, a.fma(z, _polynomial(a, SINE, z, z2), a.constant(1.0)))
    cosine = a.fma(z2, _polynomial(a, COSINE, z, z2), a.fma(z, a.constant(-0.5), a.constant(1.0)))
    # The quarter's two low bits, each at the place of a double's sign: lower half of the circle, and functions exchanged.
    quarter = _bits(a, shifted)
    odd = a.let(f"shl {a.integers} {quarter}, {a.integer(63)}")
    lower = a.let(f"and {a.integers} {a.let(f'shl {a.integers} {quarter}, {a.integer(62)}')}, {a.integer(SIGN)}")
    is_odd = a.let(f"icmp slt {a.integers} {odd}, {a.integer(0)}")
    return SineCosine(
        _flip(a, a.select(is_odd, cosine, sine), lower),
        _flip(a, a.select(is_odd, sine, cosine), a.let(f"xor {a.integers} {lower}, {odd}")),
    )


def _polynomial(a: Assembly, coefficients: tuple[float, ...], z: str, z2: str) -> str:
    """Evaluate a polynomial in pairs of terms (Estrin's scheme)."""
    pairs = [a.fma(z, a.constant(high), a.constant(low)) for low, high in zip(coefficients[::2], coefficients[1::2], strict=True)]
    value = pairs[-1]
    for pair in reversed(pairs[:-1]):
        value = a.fma(value, z2, pair)
    return value


def _nan_beyond(a: Assembly, x: str, value: str) -> str:
    """The value, or NaN (all bits set) where ``x`` is too large or NaN."""
    beyond = a.compare("ugt", a.intrinsic("fabs", x), a.constant(LARGEST))
    mask = a.let(f"sext {a.mask} {beyond} to {a.integers}")
    return a.let(f"bitcast {a.integers} {a.let(f'or {a.integers} {_bits(a, value)}, {mask}')} to {a.vector}")


def _flip(a: Assembly, x: str, sign: str) -> str:
    bits = a.let(f"xor {a.integers} {_bits(a, x)}, {sign}")
    return a.let(f"bitcast {a.integers} {bits} to {a.vector}")


def _bits(a: Assembly, x: str) -> str:
    return a.let(f"bitcast {a.vector} {x} to {a.integers}")
