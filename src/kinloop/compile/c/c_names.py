"""Names that a C compiler accepts, for functions and parameters whose names come from a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Keywords of C and C++ (Arduino boards compile as C++), names that the source itself uses, and names of <math.h>.
_TAKEN_INSIDE = """
    auto break case char const continue default do double else enum extern float for goto if inline int long register restrict
    return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false nullptr constexpr
    thread_local alignas alignof static_assert typeof typeof_unqual asm and and_eq bitand bitor catch char8_t char16_t char32_t
    class compl concept consteval constinit const_cast co_await co_return co_yield decltype delete dynamic_cast explicit export
    friend mutable namespace new noexcept not not_eq operator or or_eq private protected public reinterpret_cast requires
    static_cast template this throw try typeid typename using virtual wchar_t xor xor_eq
    any_nan i
    acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh erf exp expm1 fabs floor fmod hypot log log1p pow sin sinh sqrt
    tan tanh INFINITY NAN HUGE_VAL M_E M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_LN2 M_LN10 M_SQRT2 DOMAIN SING OVERFLOW UNDERFLOW
    linux unix
"""
# Names of the C library; only the function's own name can collide with these.
_TAKEN_OUTSIDE = """
    main abs div labs exit abort atof rand time clock index remove rename signal select read write open close link pause cbrt
    erfc exp2 fdim fma fmax fmin frexp gamma ilogb j0 j1 jn ldexp lgamma llrint llround log10 log2 logb lrint lround modf nan
    nearbyint nextafter nexttoward remainder remquo rint round scalb scalbln scalbn signgam significand tgamma trunc y0 y1 yn
"""
INSIDE = frozenset(_TAKEN_INSIDE.split())
OUTSIDE = INSIDE | frozenset(_TAKEN_OUTSIDE.split())


def identifiers(function: str, parameters: Iterable[str], helpers: Iterable[str]) -> list[str]:
    """The function's identifier, then its parameters', all different and none a keyword of C or the name of a value ``v12``.

    ``helpers`` are the endings of the functions that stand beside it: ``NAME_fmin``.
    """
    result = [_identifier(function, OUTSIDE)]
    taken = {result[0], *(f"{result[0]}_{helper}" for helper in helpers)}
    for name in parameters:
        plain = _identifier(name, INSIDE)
        candidate, number = plain, 1
        while candidate in taken:
            number += 1
            candidate = f"{plain}_{number}"
        taken.add(candidate)
        result.append(candidate)
    return result


def _identifier(name: str, taken: frozenset[str]) -> str:
    plain = re.sub(r"\W", "_", name, flags=re.ASCII)
    if not re.match(r"[A-Za-z]", plain):
        return f"x{plain}"  # a leading underscore belongs to the compiler
    return f"{plain}_" if plain in taken or re.fullmatch(r"v\d+", plain) else plain
