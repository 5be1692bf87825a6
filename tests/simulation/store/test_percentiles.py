"""Percentiles in passes, against NumPy's of all numbers at once."""

from __future__ import annotations

import numpy as np
import pytest

from kinloop.simulation.store import percentiles as module
from kinloop.simulation.store.percentiles import percentiles

RANDOM = np.random.default_rng(0)
NUMBERS = {
    "normal": RANDOM.normal(size=301),
    "few different": RANDOM.integers(-1, 3, 100).astype(float),
    "all equal": np.full(50, 3.3),
    "all magnitudes": np.concatenate([10 ** RANDOM.uniform(-300, 300, 77), -(10 ** RANDOM.uniform(-300, 300, 20))]),
    "denormal": RANDOM.normal(size=60) * 1e-320,
    "one": np.array([-2.0]),
}


@pytest.mark.parametrize("most", [10_000, 7, 1])
@pytest.mark.parametrize("name", NUMBERS)
def test_percentiles_are_those_of_numpy_to_the_bit(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", most)
    values = NUMBERS[name]
    wanted = np.array([0, 2.5, 25, 33.3, 50, 75, 99.9, 100])
    found = percentiles(lambda: iter(np.array_split(values, 4)), len(values), wanted)
    np.testing.assert_array_equal(found, np.percentile(values, wanted))


def test_percentiles_of_nothing_are_nan() -> None:
    assert np.isnan(percentiles(lambda: iter([]), 0, np.array([50.0]))).all()
