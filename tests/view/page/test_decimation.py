"""Fewer samples: the peaks stay."""

from __future__ import annotations

import numpy as np
import pytest

from kinloop.view.page.decimation import choose_frames, choose_samples


@pytest.mark.parametrize(("count", "width", "most"), [(10_000, 1, 100), (10_000, 7, 300), (5_001, 30, 500), (999, 4, 998)])
def test_the_smallest_and_largest_number_of_every_column_are_kept(count: int, width: int, most: int) -> None:
    values = np.random.default_rng(count).normal(size=(count, width)).cumsum(axis=0)
    spikes = np.random.default_rng(1).integers(0, count, width)
    values[spikes, np.arange(width)] += 1e3  # each a single sample
    chosen = choose_samples(values, most)
    assert len(chosen) <= max(most + 2, 2 * width + 2)
    assert (np.diff(chosen) > 0).all()
    assert chosen[0] == 0
    assert chosen[-1] == count - 1
    np.testing.assert_array_equal(values[chosen].max(axis=0), values.max(axis=0))
    np.testing.assert_array_equal(values[chosen].min(axis=0), values.min(axis=0))


def test_every_group_keeps_its_own_peaks() -> None:
    values = np.zeros((1000, 1))
    values[[17, 444, 802], 0] = [1.0, -1.0, 2.0]
    assert {17, 444, 802} <= set(choose_samples(values, 100))


def test_smooth_columns_whose_peaks_coincide_have_as_many_samples_as_one() -> None:
    t = np.linspace(0, 1, 10_000)
    values = np.stack([np.sin(t + k) for k in range(20)], axis=1)
    assert len(choose_samples(values, 1000)) > 500


def test_short_records_keep_all_samples() -> None:
    values = np.random.default_rng(0).normal(size=(300, 3))
    np.testing.assert_array_equal(choose_samples(values, 300), np.arange(300))
    for count in (0, 1, 2):
        np.testing.assert_array_equal(choose_samples(values[:count], 1), np.arange(count))


def test_gaps_stay_gaps_and_numbers_beside_them_stay() -> None:
    values = np.sin(np.linspace(0, 9, 4000))[:, None].copy()
    values[1000:1003] = np.nan
    values[2000] = np.inf
    values[3000:, 0] = np.nan
    values[3500, 0] = 7.0  # a single known number
    chosen = choose_samples(values, 200)
    kept = values[chosen, 0]
    assert np.isnan(kept[(chosen >= 1000) & (chosen < 1003)]).any()
    assert 2000 in chosen
    assert 3500 in chosen
    assert np.nanmax(kept[np.isfinite(kept)]) == 7.0


def test_frames_are_at_most_the_rate_and_begin_and_end_with_the_record() -> None:
    t = np.arange(4001) * 1e-3
    chosen = choose_frames(t, 60.0, 10_000)
    assert chosen[0] == 0
    assert chosen[-1] == 4000
    assert len(chosen) == 241
    assert np.abs(np.diff(t[chosen]) - 1 / 60).max() <= 1e-3 + 1e-12


def test_frames_of_uneven_times_are_spread_over_the_time() -> None:
    t = np.sort(np.random.default_rng(2).uniform(0, 10, 5000))
    chosen = choose_frames(t, 60.0, 50)
    assert len(chosen) <= 52
    assert {0, 4999} <= set(chosen)
    assert np.diff(t[chosen]).max() < 0.3


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_few_samples_are_all_frames(count: int) -> None:
    np.testing.assert_array_equal(choose_frames(np.arange(count) * 0.5, 60.0, 1000), np.arange(count))


def test_a_short_record_of_many_samples_has_its_first_and_last_frame() -> None:
    np.testing.assert_array_equal(choose_frames(np.linspace(0, 1e-4, 1000), 60.0, 1000), [0, 999])
