"""Polynomials of order 3, 5 and 7: their ends, their peaks, and what is refused in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation

RANDOM = np.random.default_rng(7)
CONDITIONS = ("rate", "acceleration", "jerk")


@pytest.mark.parametrize("order", [3, 5, 7])
def test_both_ends_are_what_was_given(order: int) -> None:
    names = [f"{end}_{what}" for what in CONDITIONS[: order // 2] for end in ("start", "end")]
    given = {name: RANDOM.normal(size=(2, 3)) for name in names}
    path = kl.Polynomial(RANDOM.normal(size=(2, 3)), RANDOM.normal(size=(2, 3)), [0.7, 1.9], order, **given)
    for end, times in (("start", np.zeros(2)), ("end", np.asarray(path.duration))):
        for k in range(2):
            motion = path[k](times[k])
            np.testing.assert_allclose(motion.x, np.asarray(getattr(path, end))[k], atol=1e-13)
            for what, found in zip(CONDITIONS[: order // 2], (motion.xd, motion.xdd, motion.xddd), strict=False):
                np.testing.assert_allclose(found, given[f"{end}_{what}"][k], rtol=0, atol=3e-11)


@pytest.mark.parametrize(
    ("order", "speed", "acceleration", "jerk"),
    [(3, 3 / 2, 6.0, 12.0), (5, 15 / 8, 10 / np.sqrt(3), 60.0), (7, 35 / 16, 84 * np.sqrt(5) / 25, 105 / 2)],
)
def test_peaks_from_rest_to_rest_are_the_documented_ones(order: int, speed: float, acceleration: float, jerk: float) -> None:
    d, T = 0.3, 1.7
    motion = kl.Polynomial([0.1], [0.1 + d], T, order)(np.linspace(0, T, 100001))
    for found, peak, power in ((motion.xd, speed, 1), (motion.xdd, acceleration, 2), (motion.xddd, jerk, 3)):
        assert np.max(np.abs(found)) == pytest.approx(peak * d / T**power, rel=1e-8)


def test_order_five_is_the_quintic_to_the_bit() -> None:
    ends = (RANDOM.normal(size=3), RANDOM.normal(size=3), 1.3)
    given: dict[str, Any] = {"start_rate": RANDOM.normal(size=3), "end_acceleration": RANDOM.normal(size=3)}
    t = np.linspace(-1, 3, 41)
    one, other = kl.Polynomial(*ends, **given)(t), kl.Quintic(*ends, **given)(t)
    for name in ("x", "xd", "xdd", "xddd"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"order": 4}, ShapeError, "the order is 4, expected 3, 5 or 7"),
        ({"order": True}, ShapeError, "the order is True"),
        (
            {"order": 3, "end_acceleration": 1.0},
            UnsupportedOperation,
            "order 3 takes only the rates of its ends; order=5 takes acc",
        ),
        ({"order": 3, "start_jerk": 1.0}, UnsupportedOperation, "order=7 takes jerks too"),
        ({"start_jerk": [0.0, 1.0]}, UnsupportedOperation, "order 5 takes only the rates and accelerations"),
        ({"order": 7, "start_jerk": "x"}, ShapeError, "start_jerk is 'x', expected numbers"),
        ({"order": 7, "start_jerk": [np.nan, 0.0]}, NotFinite, r"start_jerk\[0\] is nan"),
        ({"order": 7, "end_jerk": [1.0, 2.0, 3.0]}, ShapeError, "shapes do not fit each other"),
        ({"duration": 0.0}, ShapeError, "the duration is 0 s"),
    ],
)
def test_what_is_no_polynomial_is_refused_in_words(given: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kl.Polynomial(**{"start": [0.0, 0.0], "end": [1.0, 1.0], "duration": 1.0, **given})
