"""What a sampled loop approaches while its period goes to zero: documents compute in continuous time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

Array = np.ndarray


def extrapolate(values: Sequence[Array]) -> Array:
    """The limit of values that belong to periods T, T/2, T/4, ... and have an expansion in powers of T (Richardson)."""
    order = 1
    while len(values) > 1:
        values = [(2**order * finer - coarser) / (2**order - 1) for coarser, finer in pairwise(values)]
        order += 1
    return values[0]


def poles_of(samples: Array, count: int, period: float) -> Array:
    """The poles [1/s] of samples (k,) that are a sum of ``count`` exponentials: their linear recurrence, by least squares."""
    columns = np.stack([samples[count - 1 - k : len(samples) - 1 - k] for k in range(count)], axis=1)
    coefficients = np.linalg.lstsq(columns, samples[count:], rcond=None)[0]
    roots = np.roots([1.0, *-coefficients]).astype(complex)
    return np.sort_complex(np.log(roots) / period)
