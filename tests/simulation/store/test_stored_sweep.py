"""A sweep in a folder, read piece by piece: tables, percentiles, best runs, figures, samples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pytest
from sweep_runs import MASSES, ROBOT, VARY, roll_out, run_sweep

import kinloop as kl
from kinloop.simulation.cluster import chunk_sizes
from kinloop.simulation.loop import memory
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.store.table_columns import TableColumns, table_columns

GRID = {"plant.m_p": [2.0, 3.0, 4.0], "law.kp": [50.0, 100.0, 150.0, 200.0]}


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sweeps in chunks of eight runs."""
    folder = tmp_path_factory.mktemp("stores")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("USUAL", "FIRST", "LEAST"):
            patch.setattr(chunk_sizes, name, 0.0)
        run_sweep(folder / "zip", keep="samples")
        run_sweep(folder / "grid", GRID, grid=True)
    return folder


@pytest.fixture
def found(stores: Path) -> kl.Sweep:
    return kl.Sweep.open(stores / "zip")


def test_tables_have_a_row_for_each_run(found: kl.Sweep) -> None:
    expected = roll_out().to_pandas()
    table = found.to_pandas()
    assert table.index.tolist() == list(range(40))
    pandas.testing.assert_frame_equal(table[list(expected.columns)], expected, check_exact=True)
    assert table.attrs["units"]["tau_max.q1"] == "N"
    assert table.attrs["units"]["plant.m_p"] == "kg"
    assert found.units["error_rms"] == "m"
    other = found.to_polars(["run", "status", "error_rms"])
    assert isinstance(other, polars.DataFrame)
    assert other["error_rms"].to_numpy().tobytes() == table["error_rms"].to_numpy().tobytes()
    assert set(other["status"]) == {"complete"}


def test_batches_are_pieces_of_the_table_in_its_order(found: kl.Sweep) -> None:
    batches = list(found.batches(["law.kp", "run"]))
    assert [batch.num_rows for batch in batches] == [8] * 5
    assert batches[0].schema.names == ["law.kp", "run"]
    assert np.concatenate([batch["law.kp"].to_numpy() for batch in batches]).tobytes() == VARY["law.kp"].tobytes()


def test_best_runs_and_percentiles_are_those_of_all_runs(found: kl.Sweep) -> None:
    errors = roll_out().error_max
    best = found.best("error_max", 3)
    assert [run["run"] for run in best] == np.argsort(errors, kind="stable")[:3].tolist()
    assert best[0]["error_max"] == errors.min()
    assert best[0]["law.kp"] == VARY["law.kp"][np.argmin(errors)]
    assert found.best("error_max", largest=True)[0]["run"] == int(np.argmax(errors))
    np.testing.assert_array_equal(found.percentiles("error_max", [0, 33, 100]), np.percentile(errors, [0, 33, 100]))
    assert found.percentiles("error_max", 50).shape == ()
    assert np.isnan(found.percentiles("stopped")).all()
    assert found.best("stopped") == []


def test_a_grid_is_found_again_and_drawn(stores: Path) -> None:
    found = kl.Sweep.open(stores / "grid")
    runs = found.to_rollouts()
    assert runs.shape == (3, 4)
    np.testing.assert_array_equal(runs.varied["law.kp"], GRID["law.kp"])
    figure = found.plot("error_max", kind="map")
    assert "12 runs, 0 ended early" in figure._suptitle.get_text()
    overview = found.plot()
    assert len(overview.axes) >= 2


def test_samples_are_drawn_as_bands(found: kl.Sweep) -> None:
    figure = found.plot("x")
    assert len(figure.axes) == 2


def test_rollouts_of_a_sweep_are_saved_and_loaded(found: kl.Sweep, tmp_path: Path) -> None:
    found.to_rollouts(samples=True).save(tmp_path / "runs.npz")
    again = kl.Rollouts.load(tmp_path / "runs.npz")
    np.testing.assert_array_equal(again.q, roll_out(keep="samples").q)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda found: found.column("eror_rms"), kl.UnknownName, "no column 'eror_rms' .did you mean 'error_rms'"),
        (lambda found: found.to_pandas("run"), kl.ShapeError, "expected a list of names"),
        (lambda found: found.percentiles("status"), kl.UnknownName, "no column of numbers 'status'"),
        (lambda found: found.percentiles("error_rms", 101), kl.ShapeError, "is not within 0 and 100"),
        (lambda found: found.best("error_rms", 0), kl.ShapeError, "count is 0, expected a whole number from 1"),
        (lambda found: found.best("law.kp"), kl.UnknownName, "no column of numbers 'law.kp'"),
        (lambda found: found.samples("y", [0]), kl.UnknownName, "no samples 'y'"),
        (lambda found: found.samples("x", [40]), kl.UnknownName, "no run '40'"),
        (lambda found: found.samples("x", [-1]), kl.UnknownName, "no run '-1'"),
        (lambda found: found.samples("x", [0.5]), kl.ShapeError, "expected their numbers"),
    ],
)
def test_wrong_questions_are_named(call: Any, error: type, words: str, found: kl.Sweep) -> None:
    with pytest.raises(error, match=words):
        call(found)


def test_a_sweep_of_summaries_has_no_samples(stores: Path) -> None:
    with pytest.raises(kl.UnsupportedOperation, match="keep='summary'"):
        kl.Sweep.open(stores / "grid").samples("q", 0)


def test_a_table_that_does_not_fit_into_memory_is_refused(found: kl.Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 1000.0)
    with pytest.raises(kl.NotEnoughMemory, match=r"columns of 40 runs need .* GB.*piece by piece with batches\(\)"):
        found.to_pandas()
    assert found.percentiles("error_rms", 50) > 0


def test_a_store_without_runs_answers(tmp_path: Path) -> None:
    """Interrupted before the first chunk was finished."""

    def interrupt(progress: kl.SweepProgress) -> None:
        raise KeyboardInterrupt

    found = run_sweep(tmp_path, progress=interrupt)
    assert repr(found) == "<Sweep of biglide: 0 runs, 0 ended early, 40 missing>"
    assert len(found.to_pandas()) == len(found.to_polars()) == 0
    assert np.isnan(found.percentiles("error_rms")).all()
    assert found.best() == []


def test_columns_of_varied_values_never_hide_results() -> None:
    """A machine may have parameters with any name."""
    varied = dict.fromkeys(("run", "status", "tau_max", "q", "plant.l"), MASSES)
    shapes = {"working_last": (2,), "assembly_last": (1,)}
    columns = table_columns(ROBOT, "task", shapes, varied)
    assert [each.columns[0] for each in columns.varied.values()] == ["vary.run", "vary.status", "vary.tau_max", "q", "plant.l"]
    assert len(set(columns.names)) == len(columns.names)
    assert TableColumns.from_json(json.loads(json.dumps(columns.as_json()))) == columns


def test_the_status_of_a_column_is_a_run_status(found: kl.Sweep) -> None:
    assert set(found.column("status").tolist()) == {int(RunStatus.COMPLETE)}
