"""Line 49 of the checklist: the sizes of the sources of error decide the verdict."""

from __future__ import annotations

import numpy as np
import pytest

from kinloop.studies.lee_palma.error_sources import (
    _each_matters,
    _ranking,
    computed_torque_in,
    interval_error,
    model_rounding,
    propagate_shift,
)


def test_the_largest_source_depends_on_the_steps_of_the_solver() -> None:
    others = {"number type": 1e-9, "communication interval": 1e-5}
    largest = [finding.measured for finding in _ranking([2e-5, 5e-6, 1e-6], others)]
    assert largest == ["solver", "communication interval", "communication interval"]


def test_a_source_that_changes_nothing_disagrees() -> None:
    assert [finding.verdict for finding in _each_matters({"solver": 1e-6, "number type": 0.0})] == ["agrees", "disagrees"]


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
    whole, half = propagate_shift(1e-5), propagate_shift(5e-6)
    assert all(whole[name] / half[name] == pytest.approx(2.0, rel=0.01) for name in whole)
