"""Line 49 of the checklist: the sizes of the sources of error decide the verdict."""

from __future__ import annotations

import numpy as np
import pytest

from kinloop.studies.lee_palma.error_sources import _ranking, computed_torque_in, interval_error, model_rounding, propagated


@pytest.mark.parametrize(
    ("solver", "interval", "verdict"), [(1e-6, 1e-5, "corrects"), (1e-5, 1e-6, "agrees"), (1e-5, 2e-5, "disagrees")]
)
def test_the_largest_source_is_named_if_it_is_well_above_the_next(solver: float, interval: float, verdict: str) -> None:
    sizes = {"solver": solver, "number type": 1e-9, "communication interval": interval}
    assert _ranking(sizes).verdict == verdict


def test_what_is_exchanged_is_rounded_to_the_type() -> None:
    double, single = computed_torque_in(np.float64), computed_torque_in(np.float32)
    np.testing.assert_array_equal(single.tau, single.tau.astype(np.float32))
    assert (double.tau != double.tau.astype(np.float32)).any()
    assert np.abs(double.error).max() < 5e-6  # as kinloop's computed torque at 10 ms
    assert 1e-12 < np.abs(double.x - single.x).max() < 1e-7


def test_rounding_of_the_inputs_is_that_of_single_precision() -> None:
    rounding = model_rounding()
    assert 1e-10 < rounding["x"] < 1e-7


def test_errors_of_the_interval_fall_with_its_square_and_propagated_ones_are_linear() -> None:
    assert interval_error(0.01) / interval_error(5e-3) == pytest.approx(4.0, rel=0.01)
    whole, half = propagated(1e-5), propagated(5e-6)
    assert all(whole[name] / half[name] == pytest.approx(2.0, rel=0.01) for name in whole)
