"""Sweeps of the studio: the runs of kl.sweep to the bit, kept when stopped, and repeated by their Python, command and run."""

from __future__ import annotations

import json
import runpy
import shlex
import signal
import stat
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from studio_process import StudioProcess
from studio_session import Studio, read

import kinloop as kl
from kinloop.simulation.cluster import chunk_sizes
from kinloop.view.studio.choices.sweep_axes import MOST_RUNS
from kinloop.view.studio.processes.tasks import Outside, run_task
from kinloop.view.studio.state import sweeps

RUN: dict[str, Any] = {
    "law": {"kind": "computed torque", "gains": {"kp": 400, "kd": 40}},
    "plant": "native",
    "period": 1e-3,
    "duration": 0.05,
    "sensors": {"noise": {"q": 0, "qd": 0}, "seed": 0},
    "live": False,
    "speed": 1,
    "trajectory": {"kind": "quintic", "points": [[0.03, 0.12, 0.0]], "duration": 0.5},
}
MASSES = {"path": "plant.m_p", "from": 0.1, "to": 0.3, "count": 3}
GAINS = {"path": "law.kp", "from": 100, "to": 400, "count": 4}
NOISY = {"noise": {"q": 1e-5, "qd": 0}, "seed": 7}


@pytest.fixture(scope="module")
def shared() -> Studio:
    return Studio("five_bar")


@pytest.fixture
def studio(shared: Studio) -> Studio:
    """A studio whose machine is loaded, without runs and sweeps."""
    session = shared.session
    session.runs, session.sweeps = type(session.runs)(), type(session.sweeps)()
    while session.history.can_undo:
        shared.send("undo")
    return shared


def of_type(found: list[Any], kind: str) -> list[Any]:
    return [message for message in found if message["type"] == kind]


def errors(found: list[Any]) -> list[str]:
    return [message["message"] for message in of_type(found, "error")]


def start(studio: Studio, *vary: dict[str, Any], **changes: Any) -> Any:
    """The result of a sweep."""
    found = studio.send("sweep", run={**RUN, **changes}, vary=list(vary))
    assert not errors(found)
    (result,) = of_type(found, "sweep")
    return result


def measure(result: Any, name: str) -> Any:
    return next(each for each in result["measures"] if each["name"] == name)


def test_the_runs_are_those_of_sweep_to_the_bit(studio: Studio, tmp_path: Path) -> None:
    result = start(studio, MASSES, GAINS)
    state = studio.state
    vary = {"plant.m_p": np.linspace(0.1, 0.3, 3), "law.kp": np.linspace(100, 400, 4)}
    again = kl.sweep(
        state.robot,
        kl.ComputedTorque(400, 40),
        kl.Quintic(state.x, [0.03, 0.12], 0.5),
        duration=0.05,
        period=1e-3,
        q=state.q,
        vary=vary,
        grid=True,
        store=tmp_path / "again",
    )
    stored = kl.Sweep.open(result["folder"])
    assert len(stored) == len(again) == result["runs"] == result["done"] == 12
    for name in again.columns:
        assert np.array_equal(stored.column(name), again.column(name), equal_nan=True), name
    for name in ("error_max", "error_rms", "tau_max.q1"):
        assert np.array_equal(result["arrays"][name], again.column(name)), name
        assert measure(result, name)["best"][0] == again.best(name)[0]["run"], name
        assert measure(result, name)["worst"][0] == again.best(name, largest=True)[0]["run"], name
        assert np.array_equal(measure(result, name)["percentiles"], again.percentiles(name, result["percentiles"])), name
    assert result["statuses"] == {"complete": 12}
    assert [axis["values"] for axis in result["axes"]] == [values.tolist() for values in vary.values()]
    assert stat.S_IMODE(Path(result["folder"]).stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("changes", "vary"),
    [
        ({}, [MASSES, GAINS]),
        ({"sensors": NOISY}, [{"path": "sensors.seed", "from": 3, "count": 3}]),
        (
            {"law": {"kind": "PID", "gains": {"damping": 0.7}}, "sensors": NOISY},
            [{"path": "m_p", "from": 0.1, "to": 0.3, "count": 3}, {"path": "law.frequency", "from": 10, "to": 30, "count": 3}],
        ),
        ({"mismatch": {"plant.payload.tool": 0.1, "plant.l1": 0.0901}}, [{"path": "l2", "from": 0.085, "to": 0.09, "count": 3}]),
    ],
)
def test_python_and_command_of_a_sweep_find_all_its_runs(
    studio: Studio, tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: Any, vary: Any
) -> None:
    studio.send("mode", index=0)
    result = start(studio, *vary, **changes)
    before = [chunk.rows for chunk in kl.Sweep.open(result["folder"]).chunks]
    assert result["statuses"] == {"complete": result["runs"]}
    file = studio.send("sweep_python")[0]
    script = tmp_path / file["name"]
    script.write_text(file["text"], encoding="utf-8")
    runpy.run_path(str(script))
    told = capsys.readouterr().out
    assert f"{result['runs']} runs, 0 ended early" in told
    assert f"{measure(result, 'error_max')['best'][0]} {{" in told
    words = shlex.split(result["command"])
    assert words[:2] == ["kinloop", "sweep"]
    again = kl.load_experiment(words[2]).sweep(words[4])
    assert [chunk.rows for chunk in again.chunks] == before  # nothing was run again
    assert again.missing == 0


def test_the_values_of_a_run_are_taken_and_its_run_has_its_error(studio: Studio) -> None:
    axes = [{"path": "m_p", "from": 0.1, "to": 0.3, "count": 3}, {"path": "law.frequency", "from": 10, "to": 30, "count": 3}]
    changes = {"law": {"kind": "PD", "gains": {}}, "sensors": NOISY}
    result = start(studio, *axes, **changes)
    studio.send("drag", at=[0.01, 0.13, 0.0])  # since then the machine was moved
    studio.send("drag_end")
    best = measure(result, "error_max")["best"][0]
    found = studio.send("sweep_use", run=best)
    settings = of_type(found, "settings")[0]["run"]
    assert float(studio.state.robot.parameters["m_p"]) == np.linspace(0.1, 0.3, 3)[best // 3]
    assert settings["law"]["gains"]["frequency"] == np.linspace(10, 30, 3)[best % 3]
    assert not errors(studio.send("run", **settings))
    last = studio.session.runs.last
    assert last is not None
    largest = np.linalg.norm(last.record.error, axis=1).max()
    assert largest == pytest.approx(result["arrays"]["error_max"][best], rel=1e-9)
    studio.send("undo")
    assert float(studio.state.robot.parameters["m_p"]) == 0.2


def test_values_of_the_plant_alone_are_taken_too(studio: Studio) -> None:
    payload = {"path": "plant.payload.tool", "from": 0, "to": 0.2, "count": 3}
    result = start(studio, payload, MASSES)
    worst = measure(result, "error_max")["worst"][0]
    settings = of_type(studio.send("sweep_use", run=worst), "settings")[0]["run"]
    assert set(settings["mismatch"]) == {"plant.payload.tool", "plant.m_p"}
    assert float(studio.state.robot.parameters["m_p"]) == 0.2  # the law's
    studio.send("run", **settings)
    last = studio.session.runs.last
    assert last is not None
    largest = np.linalg.norm(last.record.error, axis=1).max()
    assert largest == pytest.approx(result["arrays"]["error_max"][worst], rel=1e-9)
    assert "kl.Native(parameters={'m_p':" in studio.send("save", what="python")[0]["text"]


def test_a_stopped_sweep_keeps_what_is_finished_and_its_command_goes_on(studio: Studio) -> None:
    session = studio.session
    gains = {**GAINS, "count": 25}
    begun = session.handle({"type": "sweep", "seq": 1, "run": RUN, "vary": [gains]})
    shown: list[Any] = []
    chunk = chunk_sizes.LANES

    def commands() -> list[dict[str, Any]]:
        return [{"stop": True}] if shown[-1]["sweep"]["done"] >= chunk else []

    assert chunk_sizes.USUAL == 10.0
    job = begun.jobs[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kinloop.view.studio.processes.sweep_task.CHUNK", 1e-6)
        table = run_task("sweep", job.arguments, Outside(show=shown.append, commands=commands))
    assert chunk_sizes.USUAL == 10.0
    assert [each["sweep"]["done"] for each in shown] == [0, chunk]
    lines = [of_type(studio.take(session.show_run(each)), "sweep_progress")[0] for each in shown]
    assert lines[1]["runs"] == 25
    assert lines[1]["rate"] > 0
    assert lines[1]["seconds_left"] > 0
    found = studio.take(session.finish(job, table))
    assert f"{chunk} of 25 runs" in of_type(found, "note")[-1]["message"]
    (result,) = of_type(found, "sweep")
    assert np.isfinite(result["arrays"]["error_max"]).sum() == chunk
    assert result["words"][str(result["arrays"]["status"][-1])] == "not run"
    words = shlex.split(result["command"])
    again = kl.load_experiment(words[2]).sweep(words[4])
    assert [each.rows for each in again.chunks] == [chunk, 25 - chunk]


def test_a_sweep_whose_process_is_ended_keeps_its_store_and_one_without_runs_leaves_none(studio: Studio, records: Path) -> None:
    session = studio.session
    begun = session.handle({"type": "sweep", "seq": 1, "run": RUN, "vary": [GAINS]})
    run_task("sweep", begun.jobs[0].arguments)
    found = studio.take(session.fail(begun.jobs[0], "the sweep did not answer, so its process was ended"))
    assert of_type(found, "sweep")[0]["done"] == 4
    assert "did not answer" in found[-1]["message"]
    kept = sorted(records.iterdir())
    begun = session.handle({"type": "sweep", "seq": 2, "run": RUN, "vary": [GAINS]})
    assert errors(studio.take(session.fail(begun.jobs[0], "compiling the sweep was cancelled")))
    assert sorted(records.iterdir()) == kept
    assert session.sweeps.now is None


def test_runs_that_end_early_are_counted_and_left_out_of_the_best(studio: Studio) -> None:
    result = start(studio, {"path": "l1", "from": 0.01, "to": 0.09, "count": 9})
    early = ~np.isfinite(result["arrays"]["error_max"])
    assert 0 < early.sum() < 9
    assert sum(count for word, count in result["statuses"].items() if word != "complete") == early.sum()
    assert not early[measure(result, "error_max")["best"][0]]


def test_noise_is_the_same_in_all_runs_unless_its_seed_varies(studio: Studio) -> None:
    result = start(studio, {"path": "plant.m2", "from": 0.05, "to": 0.05 + 1e-15, "count": 3}, sensors=NOISY)
    assert np.ptp(result["arrays"]["error_max"]) < 1e-12
    result = start(studio, {"path": "sensors.seed", "from": 0, "count": 3}, sensors=NOISY)
    assert np.ptp(result["arrays"]["error_max"]) > 1e-8


def test_a_page_that_opens_later_sees_the_last_sweep(studio: Studio) -> None:
    result = start(studio, GAINS)
    found = of_type([read(message) for message in studio.session.greet().replies], "sweep")
    assert [each["folder"] for each in found] == [result["folder"]]
    assert f"its sweeps are in {Path(result['folder']).parent}" in studio.session.farewell()


def test_one_thing_at_a_time(studio: Studio) -> None:
    begun = studio.session.handle({"type": "sweep", "seq": 1, "run": RUN, "vary": [GAINS]})
    assert "a sweep goes on" in errors(studio.send("run", **RUN))[0]
    assert str(studio.session.sweeps.now.folder) in studio.session.farewell()  # type: ignore[union-attr]
    assert "a sweep goes on" in errors(studio.send("sweep", run=RUN, vary=[GAINS]))[0]
    studio.take(studio.session.fail(begun.jobs[0], ""))
    running = studio.session.handle({"type": "run", "seq": 1, **RUN})
    assert "a run goes on" in errors(studio.send("sweep", run=RUN, vary=[GAINS]))[0]
    studio.take(studio.session.fail(running.jobs[0], ""))


@pytest.mark.parametrize(
    ("changes", "vary", "words"),
    [
        ({}, [], "expected a list of 1 to 2 tables"),
        ({}, [GAINS, GAINS], "chosen twice"),
        ({}, [{**GAINS, "path": "__class__"}], "no path to vary '__class__'"),
        ({}, [{**GAINS, "path": "law.frequency"}], "law.kp"),
        ({}, [{**GAINS, "count": 1}], "expected a whole number from 2"),
        ({}, [{**GAINS, "from": -1}], "expected a number from 0"),
        ({}, [{**GAINS, "to": 100}], "expected two different numbers"),
        ({}, [{**GAINS, "count": 200}, {**MASSES, "count": 51}], f"10200 runs, expected at most {MOST_RUNS}"),
        ({}, [{"path": "sensors.seed", "from": 0, "count": 3}], "there is no noise"),
        ({"law": {"kind": "none"}}, [MASSES], "a law that follows a motion"),
        ({"plant": "prescribed"}, [MASSES], "no plant"),
        ({"law": {"kind": "PD"}}, [{"path": "l1", "from": 0.08, "to": 0.09, "count": 3}], "vary 'plant.l1'"),
        ({"mismatch": {"plant.x": 1}}, [MASSES], "no value of the plant 'plant.x'"),
        ({"mismatch": {"plant.m_p": -1}}, [GAINS], "m_p"),
    ],
)
def test_what_cannot_be_swept_is_a_sentence_and_leaves_no_file(
    studio: Studio, records: Path, changes: Any, vary: Any, words: str
) -> None:
    (sentence,) = errors(studio.send("sweep", run={**RUN, **changes}, vary=vary))
    assert words in sentence
    assert studio.session.sweeps.now is None
    assert not records.exists() or not list(records.iterdir())


def test_a_missing_package_is_a_sentence(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "find_spec", lambda name: None)
    assert "kinloop[cluster]" in errors(studio.send("sweep", run=RUN, vary=[GAINS]))[0]
    assert "no sweep yet" in errors(studio.send("sweep_use", run=0))[0]


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_server_that_ends_in_a_sweep_loses_no_finished_run(number: signal.Signals, tmp_path: Path) -> None:
    client = pytest.importorskip("websockets.sync.client")
    server = StudioProcess.start("five_bar", tmp_path)
    try:
        url, origin = f"ws://127.0.0.1:{server.port}/ws?token={server.token}", f"http://127.0.0.1:{server.port}"
        with client.connect(url, origin=origin, max_size=None) as socket:
            while read(socket.recv(60))["type"] != "machine":
                pass
            vary = [{**GAINS, "count": MOST_RUNS}]
            socket.send(json.dumps({"type": "sweep", "seq": 1, "run": {**RUN, "duration": 30}, "vary": vary}))
            done = 0
            while not done:
                message = read(socket.recv(60))
                assert message["type"] != "error", message
                done = message["done"] if message["type"] == "sweep_progress" else 0
            server.process.send_signal(number)
            server.process.wait(30)
    finally:
        server.stop()
    (folder,) = (each for each in (tmp_path / "records").iterdir() if each.is_dir())
    stored = kl.Sweep.open(folder)
    assert done <= len(stored) < MOST_RUNS
    assert stored.missing == MOST_RUNS - len(stored)
