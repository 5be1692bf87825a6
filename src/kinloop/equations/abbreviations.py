"""Sines and cosines by their short names: ``s12`` for ``sin(theta1 + theta2)``."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import sympy as sp

from kinloop.equations.symbolic import Equations

NUMBERED = re.compile(r"([A-Za-z_]+?)_?(\d)")


def abbreviate(equations: Equations) -> Equations:
    """The equations with short names of sines and cosines, which the definitions explain.

    An angle has one where it is a sum of symbols of one letter with indices of one digit: ``theta1 + theta2``. A name that the
    equations have already stays as it is.
    """
    values = [*equations.outputs.values(), *(value for _, value in equations.definitions)]
    taken = {symbol.name for value in values for symbol in value.free_symbols} | {s.name for s, _ in equations.definitions}
    waves = {wave for value in values for wave in value.atoms(sp.sin, sp.cos)}
    wanted = {wave: name for wave in waves if (name := _short_name(wave)) is not None and name not in taken}
    meanings = Counter(wanted.values())  # c1 may be cos(theta1) and cos(q1)
    short: dict[Any, Any] = {wave: sp.Symbol(name) for wave, name in wanted.items() if meanings[name] == 1}
    names = sorted(short.items(), key=lambda item: (len(item[1].name), item[1].name))
    return replace(
        equations,
        outputs={name: value.xreplace(short) for name, value in equations.outputs.items()},
        definitions=(
            *((symbol, wave) for wave, symbol in names),
            *((symbol, value.xreplace(short)) for symbol, value in equations.definitions),
        ),
    )


def _short_name(wave: Any) -> str | None:
    """``c12`` for ``cos(theta1 + theta2)``; None for an angle that is no sum of numbered symbols of one letter."""
    summands = sp.Add.make_args(wave.args[0])
    found = [NUMBERED.fullmatch(one.name) if isinstance(one, sp.Symbol) else None for one in summands]
    if any(match is None for match in found) or len({match[1] for match in found if match}) > 1:
        return None
    indices = sorted(match[2] for match in found if match)
    return ("s" if isinstance(wave, sp.sin) else "c") + "".join(indices)
