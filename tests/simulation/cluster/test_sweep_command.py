"""``kinloop sweep FILE --store FOLDER``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import kinloop as kl
from kinloop.cli import app

runner = CliRunner()
EXPERIMENT = """
[experiment]
duration = 0.05
period = 0.01
q = [-0.1, 0.1, 0.98279372, 2.15879893]
[robot]
source = "biglide"
[trajectory]
kind = "Quintic"
start = [0.0, 0.30005393]
end = [0.1, 0.1]
duration = 2.0
[law]
kind = "ComputedTorque"
kp = 100.0
kd = [20.0, 21.0]
[vary]
keep = "summary"
law.kp = { distribution = "log-uniform", from = 10, to = 1000, count = 12, seed = 4 }
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    robot = kl.load("biglide")
    q = robot.inverse_geometry([0.0, 0.30005393], mode=(-1, -1)).q
    text = EXPERIMENT.replace("[-0.1, 0.1, 0.98279372, 2.15879893]", str(q.tolist()))
    Path("run.toml").write_text(text)
    return "run.toml"


def test_a_sweep_into_a_folder_prints_percentiles_and_the_best_run(file: str) -> None:
    result = runner.invoke(app, ["sweep", file, "--store", "folder"])
    assert result.exit_code == 0, result.output
    assert "12 runs, 0 of them ended early" in result.stdout
    found = kl.Sweep.open("folder")
    assert f"smallest error with law.kp = {found.best()[0]['law.kp']:.6g}" in result.stdout
    again = runner.invoke(app, ["sweep", file, "--store", "folder", "--json", "--out", "runs.npz"])
    answer = json.loads(again.stdout)
    assert (answer["runs"], answer["missing"], answer["statuses"]) == (12, 0, {"complete": 12})
    assert answer["percentiles"]["error_rms"]["50"] == found.percentiles("error_rms", 50)
    np.testing.assert_array_equal(kl.Rollouts.load("runs.npz").error_rms, found.column("error_rms"))


def test_the_runs_are_those_without_a_folder(file: str) -> None:
    experiment = kl.load_experiment(file)
    runs = experiment.run()
    assert isinstance(runs, kl.Rollouts)
    np.testing.assert_array_equal(experiment.sweep("folder").column("error_rms"), runs.error_rms)


def test_runs_that_end_early_give_another_status(file: str) -> None:
    Path(file).write_text(Path(file).read_text().replace("law.kp = {", "l = [0.36, 0.1]\nother = {").partition("other")[0])
    result = runner.invoke(app, ["sweep", file, "--store", "folder"])
    assert result.exit_code == 1
    assert "2 runs, " in result.stdout
    assert "not started" in result.stdout


def test_an_interrupted_command_names_what_is_missing(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kinloop.simulation.cluster.runner.run_chunk", interrupt)
    result = runner.invoke(app, ["sweep", file, "--store", "folder"])
    assert result.exit_code == 1
    assert "12 runs are missing; the same command goes on with them" in result.output


def test_a_cluster_that_does_not_answer_is_named(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kinloop.simulation.cluster.dask_cluster.ANSWER", 0.2)
    result = runner.invoke(app, ["sweep", file, "--cluster", "tcp://127.0.0.1:9"])
    assert isinstance(result.exception, kl.UnsupportedOperation)
    assert "0 of 12 runs are in" not in str(result.exception)
    assert Path("run.sweep").is_dir()
