"""Gains of a PD or PID law, and poles as arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from kinloop.errors import NotFinite, ShapeError
from kinloop.model.array_arguments import numbers

# Two poles are conjugate up to this share of their size.
CONJUGATE = 1e-9


class Gains(NamedTuple):
    """Gains ``kp``, ``kd`` and ``ki`` of a PD or PID law: numbers for one joint, matrices for a machine."""

    kp: Any
    kd: Any
    ki: Any


def gain_matrix(name: str, given: Any, n: int) -> np.ndarray:
    """A gain as a matrix (n, n): from one number for all joints, one for each, or a matrix. Raises: ShapeError, NotFinite."""
    array = numbers(given, name)
    if array.shape not in ((), (n,), (n, n)):
        raise ShapeError(f"{name} has shape {array.shape}, expected one number, ({n},) or ({n}, {n})")
    if not np.all(np.isfinite(array)):
        raise NotFinite(f"{name} is {given!r:.80}, expected finite numbers")
    return array * np.eye(n) if array.ndim < 2 else array


def gain_matrices(what: str, n: int, **given: Any) -> dict[str, np.ndarray]:
    """Gains by name as matrices (n, n)."""
    return {name: gain_matrix(f"{what}: {name}", gain, n) for name, gain in given.items()}


def require_poles(what: str, given: Any, counts: Sequence[int]) -> np.ndarray:
    """Poles of a stable real system, as many as one of ``counts``. Raises: ShapeError, NotFinite."""
    expected = " or ".join(str(count) for count in counts)
    try:
        poles = np.asarray(given).astype(complex)
        valid = np.asarray(given).dtype.kind in "biufc"
    except (TypeError, ValueError):
        valid = False
    if not valid or poles.ndim != 1 or poles.size not in counts:
        raise ShapeError(f"{what}: poles is {given!r:.80}, expected {expected} numbers [1/s]")
    if not np.all(np.isfinite(poles)):
        raise NotFinite(f"{what}: poles is {given!r:.80}, expected finite numbers")
    if not np.all(poles.real < 0):
        raise ShapeError(f"{what}: the pole {poles[np.argmax(poles.real)]:g} is not stable, expected real parts below zero")
    above, mirrored = (np.sort_complex(each) for each in (poles[poles.imag > 0], poles[poles.imag < 0].conj()))
    if above.size != mirrored.size or np.any(abs(above - mirrored) > CONJUGATE * abs(mirrored)):
        raise ShapeError(f"{what}: poles is {given!r:.80}, expected complex ones in conjugate pairs")
    return poles
