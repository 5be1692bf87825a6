"""The default terms and rules: seven terms for each input and for the output, and 49 rules."""

from __future__ import annotations

# Negative and positive, big, medium and small, and zero. Their peaks are at -1, -2/3, ... 1.
NAMES = ("NB", "NM", "NS", "ZE", "PS", "PM", "PB")
_PEAKS = tuple(k / 3 for k in range(-3, 4))
_NEIGHBOURS = tuple(zip((-4 / 3, *_PEAKS[:-1]), _PEAKS, (*_PEAKS[1:], 4 / 3), strict=True))

# The triangles of an input end at -1 and 1: inputs beyond are clipped, so the first and the last term are open shoulders.
INPUT_TERMS = {name: (max(a, -1.0), b, min(c, 1.0)) for name, (a, b, c) in zip(NAMES, _NEIGHBOURS, strict=True)}
# Those of the output are whole, so that the centroid of the outermost terms is -1 and 1.
OUTPUT_TERMS = dict(zip(NAMES, _NEIGHBOURS, strict=True))
OUTPUT_NUMBERS = dict(zip(NAMES, _PEAKS, strict=True))

# Error, rate -> output: along an antidiagonal of the table the output is the same.
RULES = tuple(
    f"{error}, {rate} -> {NAMES[min(max(row + column - 3, 0), 6)]}"
    for row, error in enumerate(NAMES)
    for column, rate in enumerate(NAMES)
)
