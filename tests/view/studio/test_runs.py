"""Runs: what is run is what was asked for, every record is kept, and its Python gives it again."""

from __future__ import annotations

import base64
import io
import stat
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest
from studio_session import Studio

import kinloop as kl
from kinloop.view.studio.choices.experiments import plants
from kinloop.view.studio.choices.laws import LAWS
from kinloop.view.studio.processes.live_run import run_experiment
from kinloop.view.studio.state.record_folder import file_stem, new_record_path, record_folder

RUN: dict[str, Any] = {
    "law": {"kind": "computed torque", "gains": {"kp": 400, "kd": 40}},
    "plant": "native",
    "period": 1e-3,
    "duration": 0.1,
    "sensors": {"noise": {"q": 0, "qd": 0}, "seed": 0},
    "live": False,
    "speed": 1,
}
TO_POINT = {"kind": "quintic", "points": [[0.03, 0.12, 0.0]], "duration": 0.5}


@pytest.fixture(scope="module")
def shared() -> Studio:
    return Studio("five_bar")


@pytest.fixture
def studio(shared: Studio) -> Studio:
    """A studio whose machine is loaded, without runs."""
    shared.session.runs = type(shared.session.runs)()
    while shared.session.history.can_undo:
        shared.send("undo")
    return shared


def last(studio: Studio) -> Any:
    assert studio.session.runs.last is not None
    return studio.session.runs.last


def errors(found: list[Any]) -> list[str]:
    return [message["message"] for message in found if message["type"] == "error"]


def test_a_run_is_the_one_that_simulate_makes_to_the_bit(studio: Studio, records: Path) -> None:
    found = studio.send("run", **RUN, trajectory=TO_POINT)
    assert not errors(found)
    assert [message["type"] for message in found].count("record") == 1
    record, robot, q = last(studio).record, studio.state.robot, studio.state.q
    path = kl.Quintic(studio.state.x, [0.03, 0.12], 0.5)
    again = kl.simulate(robot, kl.ComputedTorque(400, 40), path, duration=0.1, period=1e-3, q=q)
    assert np.array_equal(record.q, again.q)
    assert np.array_equal(record.tau, again.tau)
    assert [file.suffix for file in records.iterdir()] == [".npz"]


@pytest.mark.parametrize("what", ["python", "experiment"])
def test_the_saved_file_runs_as_it_is_and_gives_the_record_again(studio: Studio, tmp_path: Path, what: str) -> None:
    studio.send("parameter", name="l2", value=0.1)
    studio.send("mode", index=0)
    noisy = {"noise": {"q": 1e-5, "qd": 1e-4}, "seed": 7}
    drawn = {"kind": "drawn", "points": [[0.0, 0.13, 0.0], [0.02, 0.13, 0.0], [0.02, 0.11, 0.0]], "duration": 0.2}
    law = {"kind": "PID", "gains": {"frequency": 30.0}}
    assert not errors(studio.send("run", **{**RUN, "sensors": noisy, "law": law, "duration": None}, trajectory=drawn))
    file = studio.send("save", what=what)[0]
    record = last(studio).record
    path = tmp_path / file["name"]
    path.write_text(file["text"], encoding="utf-8")
    if what == "python":
        subprocess.run([sys.executable, path.name], cwd=tmp_path, check=True, capture_output=True)
        again = kl.Record.load(tmp_path / "five_bar.npz")
    else:
        again = kl.load_experiment(path).run()
    assert np.array_equal(again.t, record.t)
    assert np.array_equal(again.q, record.q)
    assert np.array_equal(again.tau, record.tau)
    assert float(again.robot.parameters["l2"]) == 0.1


def test_a_pushed_run_is_repeated_by_its_python_and_its_experiment(studio: Studio, records: Path) -> None:
    begun = studio.session.handle({"type": "run", "seq": 1, **RUN, "live": True, "speed": 10, "trajectory": TO_POINT})
    commands = iter([[], [{"push": [3.0, -1.0, 0.0]}], [], [{"push": [0.0, 0.0, 0.0]}]])
    shown: list[Any] = []
    job = begun.jobs[0]
    result = run_experiment(job.arguments, lambda what, share: None, lambda: next(commands, []), shown.append)
    studio.take(studio.session.finish(job, result))
    frames = [each for each in shown if "poses" in each]
    assert frames
    assert all(np.isfinite(each["poses"]).all() for each in frames)
    assert len(frames[0]["tau"]) == 2
    assert len(frames[0]["error"]) == 2
    run = last(studio)
    assert len(run.experiment.environment.pulses) == 1
    again = run.experiment.run()
    assert np.abs(again.q - run.record.q).max() < 1e-12
    assert np.abs(run.record.error).max() > 1e-6  # it was felt
    assert "kl.Pulse(wrench=[3.0, -1.0, 0.0" in studio.send("save", what="python")[0]["text"]


def test_files_of_the_last_run(studio: Studio) -> None:
    assert "no run yet" in errors(studio.send("save", what="record"))[0]
    studio.send("run", **RUN, trajectory=TO_POINT)
    file = studio.send("save", what="record")[0]
    content = np.load(io.BytesIO(base64.b64decode(file["base64"])), allow_pickle=False)
    assert np.array_equal(content["q"], last(studio).record.q)
    report = studio.send("save", what="report")[0]
    assert report["name"] == "five_bar.html"
    assert "kinloop-motion" in report["text"]


def test_a_page_that_opens_later_gets_the_last_two_records_in_their_order(studio: Studio) -> None:
    for duration in (0.01, 0.02, 0.03):
        studio.send("run", **{**RUN, "duration": duration}, trajectory=TO_POINT)
    found = [message for message in studio.take(studio.session.greet()) if message["type"] == "record"]
    assert [message["number"] for message in found] == [2, 3]
    assert [message["records"][0]["duration"] for message in found] == pytest.approx([0.02, 0.03])


def test_a_run_that_is_too_long_is_shortened_and_says_so(studio: Studio) -> None:
    begun = studio.session.handle({"type": "run", "seq": 1, **RUN, "period": 1e-5, "duration": 3600, "trajectory": TO_POINT})
    assert any("at most 2000000 periods" in message.get("message", "") for message in begun.news)
    assert studio.session.runs.now.request.experiment.duration == pytest.approx(20.0)
    studio.take(studio.session.fail(begun.jobs[0], "not made"))


def test_a_push_that_the_plant_does_not_feel_is_said_once(studio: Studio) -> None:
    run = {**RUN, "law": {"kind": "kinematic", "gains": {}}, "live": True, "speed": 10, "trajectory": TO_POINT}
    begun = studio.session.handle({"type": "run", "seq": 1, **run})
    shown: list[Any] = []
    job = begun.jobs[0]
    run_experiment(job.arguments, lambda what, share: None, lambda: [{"push": [1.0, 0.0, 0.0]}], shown.append)
    studio.take(studio.session.fail(job, ""))
    assert ["no pushes" in each["note"] for each in shown if "note" in each] == [True]


def test_sensors_measure_what_was_chosen(studio: Studio) -> None:
    sensors = {"only_active": True, "noise": {"q": 0, "qd": 1e-4}, "resolution": 1e-4, "seed": 3}
    assert not errors(studio.send("run", **{**RUN, "sensors": sensors}, trajectory=TO_POINT))
    given = last(studio).experiment.sensors
    assert (given.measured, given.quantisation, given.noise, given.seed) == (("active",), {"q": 1e-4}, {"qd": 1e-4}, 3)
    assert not errors(studio.send("run", **RUN, trajectory=TO_POINT))
    assert last(studio).experiment.sensors is None


def test_python_of_settings_that_were_not_run(studio: Studio) -> None:
    file = studio.send("save", what="python", run={**RUN, "trajectory": TO_POINT})[0]
    assert "kl.Quintic(" in file["text"]
    assert "kp=400.0" in file["text"]


def test_every_law_runs_on_the_native_plant_and_one_on_each_engine(studio: Studio) -> None:
    described = {"kind": "described", "points": [], "duration": 1.0}
    for kind in LAWS:
        found = studio.send("run", **{**RUN, "law": {"kind": kind, "gains": {}}, "duration": 0.01}, trajectory=described)
        assert not errors(found), kind
        assert last(studio).record.status == kl.RunStatus.COMPLETE
    for plant in plants()[1:]:
        assert not errors(studio.send("run", **{**RUN, "plant": plant, "duration": 0.005}, trajectory=described))


def test_a_described_motion_runs_in_the_mode_that_the_machine_is_in(studio: Studio) -> None:
    studio.send("mode", index=0)
    described = {"kind": "described", "points": [], "duration": 1.0}
    studio.send("run", **{**RUN, "duration": 0.01}, trajectory=described)
    assert tuple(last(studio).record.mode["working"][0]) == studio.state.working.signs == (1, 1)


def test_lines_and_circles(studio: Studio) -> None:
    x = studio.state.x
    points = [[*(x + np.array(away)), 0.0] for away in ([0.01, 0.0], [0.01, -0.01])]
    for kind in ("lines", "circle"):
        motion = {"kind": kind, "points": points, "duration": 0.1}
        assert not errors(studio.send("run", **{**RUN, "duration": None}, trajectory=motion)), kind
        assert np.allclose(last(studio).record.x_ref[0], x)
    assert np.allclose(np.linalg.norm(last(studio).record.x_ref - points[0][:2], axis=1), 0.01)  # the last one was a circle


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"law": {"kind": "magic"}}, "no kind 'magic'"),
        ({"law": {"kind": "PD", "gains": {"frequency": -1}}}, "expected a number from 0"),
        ({"plant": "warp"}, "no plant 'warp'"),
        ({"period": 0}, "period is 0"),
        ({"trajectory": {"kind": "drawn", "points": [], "duration": 1}}, "no point yet"),
    ],
)
def test_what_cannot_be_run_is_a_sentence_and_leaves_no_file(
    studio: Studio, records: Path, change: dict[str, Any], words: str
) -> None:
    assert words in errors(studio.send("run", **{**RUN, "trajectory": TO_POINT, **change}))[0]
    assert studio.session.runs.now is None
    assert not records.exists() or not list(records.iterdir())


def test_what_only_the_process_can_tell_is_a_sentence_and_leaves_no_file(studio: Studio, records: Path) -> None:
    begun = studio.session.handle({"type": "run", "seq": 1, **RUN, "trajectory": TO_POINT})
    found = studio.take(studio.session.fail(begun.jobs[0], "the law has no answer at the start"))
    assert errors(found) == ["the law has no answer at the start"]
    assert studio.session.runs.now is None
    assert not list(records.iterdir())


def test_a_motion_that_leaves_the_workspace_ends_early_and_says_why(studio: Studio) -> None:
    away = {"kind": "quintic", "points": [[9.0, 9.0, 0.0]], "duration": 0.5}
    found = studio.send("run", **{**RUN, "duration": None}, trajectory=away)
    assert "cannot follow the trajectory" in found[-1]["message"]
    assert len(last(studio).record) > 1


def test_while_a_run_goes_on_the_machine_stays(studio: Studio) -> None:
    begun = studio.session.handle({"type": "run", "seq": 1, **RUN, "trajectory": TO_POINT})
    for message in ({"type": "drag", "at": [0, 0.1, 0]}, {"type": "load", "source": "two_r"}, {"type": "run", **RUN}):
        assert "a run goes on" in errors(studio.send(**message))[0]
    assert studio.session.handle({"type": "stop", "seq": 2}).commands == [{"stop": True}]
    studio.take(studio.session.fail(begun.jobs[0], "it was ended"))
    assert "no run goes on" in errors(studio.send("stop"))[0]


def test_a_run_whose_process_is_ended_keeps_what_was_saved(studio: Studio) -> None:
    begun = studio.session.handle({"type": "run", "seq": 1, **RUN, "trajectory": TO_POINT})
    arguments = begun.jobs[0].arguments
    run_experiment(arguments, lambda what, share: None, lambda: [{"stop": True}], lambda shown: None)
    found = studio.take(studio.session.fail(begun.jobs[0], "the process was ended"))
    assert "kept" in found[-1]["message"]
    assert last(studio).record.status == kl.RunStatus.INTERRUPTED


def test_records_are_the_owners_alone_and_never_overwritten(records: Path) -> None:
    paths = [new_record_path("a machine</script>/../x") for _ in range(3)]
    assert len(set(paths)) == 3
    assert all(path.parent == records for path in paths)
    assert stat.S_IMODE(records.stat().st_mode) == 0o700
    assert stat.S_IMODE(paths[0].stat().st_mode) == 0o600
    assert file_stem("../../é</script>") == "script"
    assert file_stem("...") == "machine"
    kl.simulate(kl.load("one_joint"), None, duration=0.01, period=1e-3).save(paths[0])
    assert stat.S_IMODE(paths[0].stat().st_mode) == 0o600


def test_a_folder_of_records_that_cannot_be_made_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KINLOOP_RECORDS", str(tmp_path / "file" / "records"))
    with pytest.raises(kl.FileError, match="KINLOOP_RECORDS"):
        record_folder()


def test_hostile_names_are_quoted_in_the_python(tmp_path: Path) -> None:
    mechanism = kl.load("one_joint").mechanism
    path = tmp_path / "it's \"quoted\" 'x'.toml"
    hostile = mechanism.model_copy(update={"name": "a\"\"\"''' \\ </script> é"})
    kl.load(hostile).save(path)
    studio = Studio(str(path))
    studio.send("parameter", name=next(iter(studio.state.robot.parameters)), value=0.3)
    here = np.array(studio.state.robot.frame_pose(studio.state.q).position)
    motion = {"kind": "quintic", "points": [here[[1, 0, 2]].tolist()], "duration": 0.1}
    studio.send("run", **{**RUN, "duration": 0.01}, trajectory=motion)
    text = studio.send("save", what="python")[0]["text"]
    (tmp_path / "script.py").write_text(text, encoding="utf-8")
    with chdir(tmp_path):
        run_path("script.py")
    assert np.array_equal(kl.Record.load(next(tmp_path.glob("*.npz"))).q, last(studio).record.q)
