"""Runs of a call by their values: numbers are found again, bit by bit, and files hold the same values."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kinloop as kl
from kinloop.simulation.store import row_index
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.row_index import RowIndex, as_bits

AXES = {"a": np.array([1.0, 0.0, -0.0, np.nan]), "b": np.arange(6.0).reshape(3, 2), "seed": np.array([2**63 + 1, 5], np.uint64)}
ZIP = {"a": np.array([1.0, 1.0, np.nan]), "b": np.arange(6.0).reshape(3, 2)}


@pytest.mark.parametrize(("arrays", "grid"), [(AXES, True), (ZIP, False)])
def test_every_run_is_found_by_its_values(arrays: dict[str, np.ndarray], grid: bool) -> None:
    layout = Layout(arrays, grid)
    numbers = np.arange(layout.runs)
    np.testing.assert_array_equal(layout.find(layout.values(numbers)), numbers)
    other = {**layout.values(numbers), "b": layout.values(numbers)["b"] + 0.5}
    assert (layout.find(other) == -1).all()


def test_of_equal_runs_the_first_is_found() -> None:
    layout = Layout({"a": np.array([3.0, 1.0, 3.0])}, False)
    assert layout.find(layout.values(np.arange(3))).tolist() == [0, 1, 0]


def test_rows_with_the_same_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_index, "_hashes", lambda rows: np.zeros(len(rows), np.uint64))
    rows = as_bits(np.arange(20.0))
    np.testing.assert_array_equal(RowIndex(rows).find(rows[::-1]), np.arange(20)[::-1])
    assert RowIndex(rows).find(as_bits(np.array([7.5]))).tolist() == [-1]


def test_a_saved_layout_is_loaded_to_the_bit_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    layout = Layout(AXES, True)
    layout.save(tmp_path / "values.npz")
    again = Layout.load(tmp_path / "values.npz", layout.key)
    assert (again.key, again.grid, list(again.arrays)) == (layout.key, True, list(AXES))
    with pytest.raises(kl.FileError, match="has other values than the index of the store says"):
        Layout.load(tmp_path / "values.npz", "0" * 32)


def test_keys_depend_on_names_values_types_and_grid() -> None:
    a = np.array([0.0, 1.0])
    others = [Layout({"b": a}, True), Layout({"a": a}, False), Layout({"a": -a}, True), Layout({"a": a.astype(np.int64)}, True)]
    assert len({Layout({"a": a}, True).key, *(each.key for each in others)}) == 5
