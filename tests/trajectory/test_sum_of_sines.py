"""Sums of sines and pauses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import ArgumentMissing, NotFinite, ShapeError, UnsupportedOperation

RANDOM = np.random.default_rng(9)


def test_a_sum_of_sines_is_its_formula() -> None:
    offset, a, phi = RANDOM.normal(size=2), *RANDOM.normal(size=(2, 3, 2))
    path = kl.SumOfSines(offset, a, 0.2, 5.0, phi, space="active")
    t = np.linspace(-1, 7, 50)
    waves = sum(a[k] * np.sin(2 * np.pi * 0.2 * (k + 1) * t[:, None] + phi[k]) for k in range(3))
    np.testing.assert_allclose(path(t).x, offset + waves, atol=1e-14)
    np.testing.assert_allclose(path(t + 5.0).x, path(t).x, atol=1e-13)  # a period of the base frequency


def test_a_ramp_begins_and_ends_at_rest_and_keeps_the_sines_between() -> None:
    plain = kl.SumOfSines([0.1], [[0.3], [0.2]], [0.7, 1.9], 6.0, space="task")
    path = kl.SumOfSines([0.1], [[0.3], [0.2]], [0.7, 1.9], 6.0, ramp=1.5, space="task")
    for t in (-1.0, 0.0, 6.0, 9.0):
        motion = path(t)
        assert (motion.x[0], motion.xd[0], motion.xdd[0], motion.xddd[0]) == (0.1, 0, 0, 0)
    inside = np.linspace(1.5, 4.5, 30)
    for part in ("x", "xd", "xdd", "xddd"):
        np.testing.assert_allclose(getattr(path(inside), part), getattr(plain(inside), part), atol=1e-11)
    whole = kl.SumOfSines([0.1], [[0.3]], 0.7, 6.0, ramp=3.0, space="task")
    np.testing.assert_allclose(whole(3.0).x, 0.1 + 0.3 * np.sin(2 * np.pi * 0.7 * 3.0))


def test_a_pause_keeps_its_point() -> None:
    path = kl.Pause([0.1, 0.2], 2.0, space="active")
    np.testing.assert_array_equal(path([-1.0, 5.0]).x, [[0.1, 0.2]] * 2)
    np.testing.assert_array_equal(path([-1.0, 5.0]).xd, 0)
    assert path.duration == 2.0


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: kl.SumOfSines([0.0], [[1.0]], 1.0, 1.0), ArgumentMissing, "needs space="),
        (lambda: kl.SumOfSines([0.0], [[1.0]], 1.0, 1.0, space="pose"), UnsupportedOperation, "no sines"),
        (lambda: kl.SumOfSines([0.0], [1.0], 1.0, 1.0, space="task"), ShapeError, r"expected \(..., k, n\)"),
        (lambda: kl.SumOfSines([0.0, 1.0], [[1.0]], 1.0, 1.0, space="task"), ShapeError, r"offset has shape \(2,\)"),
        (lambda: kl.SumOfSines([0.0], [[1.0]], [1.0, 2.0], 1.0, space="task"), ShapeError, "one base frequency above zero, or 1"),
        (lambda: kl.SumOfSines([0.0], [[1.0]], 0.0, 1.0, space="task"), ShapeError, "above zero"),
        (lambda: kl.SumOfSines([0.0], [[np.nan]], 1.0, 1.0, space="task"), NotFinite, "amplitudes"),
        (lambda: kl.SumOfSines([0.0], [[1.0]], 1.0, 1.0, ramp=0.6, space="task"), ShapeError, "half of the duration"),
        (lambda: kl.SumOfSines([0.0], [[1.0]], 1.0, 1.0, [[1.0, 2.0]], space="task"), ShapeError, "do not fit each other"),
        (lambda: kl.Pause([0.0], 0.0, space="task"), ShapeError, "the duration is 0.0"),
        (lambda: kl.Pause(0.0, 1.0, space="task"), ShapeError, r"point has shape \(\)"),
        (lambda: kl.Pause([0.0], 1.0, space="pose"), ShapeError, "expected the 7 of a pose"),
        (lambda: kl.Pause([0.0], 1.0), ArgumentMissing, "needs space="),
    ],
)
def test_what_is_no_motion_is_refused_in_words(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()
