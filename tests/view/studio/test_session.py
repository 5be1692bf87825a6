"""The session: each message does what it says, a refused one changes nothing, and no answer is of another state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from studio_session import Studio

import kinloop as kl
from kinloop.view.studio.machine.frames import AT_BORDER, REACHABLE, WITHIN_LIMITS
from kinloop.view.studio.processes.answers import Job


def of_type(found: list[Any], kind: str) -> Any:
    """The last message of a type."""
    matches = [message for message in found if message["type"] == kind]
    assert matches, f"no {kind} among {[message['type'] for message in found]}"
    return matches[-1]


@pytest.fixture
def studio() -> Studio:
    return Studio("five_bar")


def test_a_page_that_opens_gets_all_that_it_shows(studio: Studio) -> None:
    found = studio.take(studio.session.greet())
    hello, machine, scene = (of_type(found, kind) for kind in ("hello", "machine", "scene"))
    assert set(kl.library()) <= set(hello["machines"])
    assert {"kind", "label", "gains"} <= set(hello["laws"][0])
    assert "native" in hello["plants"]
    assert "drawn" in hello["trajectories"]
    assert machine["source"] == "five_bar"
    assert machine["findings"]  # kl.check has spoken
    assert scene["arrays"]["poses"].size == 7 * len(scene["scene"]["links"])
    assert of_type(found, "modes")["list"]
    assert of_type(found, "mode_poses")["count"] == 4
    assert of_type(found, "state")["mode"] == "working g1=-1, g2=+1, assembly g=-1"


def test_a_drag_is_answered_with_its_number_and_is_one_step_to_undo(studio: Studio) -> None:
    before = studio.state.q
    for k in range(5):
        frame = of_type(studio.send("drag", at=[0.01 * k, 0.13, 0.0]), "frame")
        assert frame["flags"] == REACHABLE | WITHIN_LIMITS
    assert np.allclose(studio.state.x, [0.04, 0.13])
    state = of_type(studio.send("drag_end"), "state")
    assert np.allclose(state["x"], [0.04, 0.13])
    assert state["reachable"]
    assert state["can_undo"]
    assert np.array_equal(of_type(studio.send("undo"), "state")["q"], before)
    assert np.allclose(of_type(studio.send("redo"), "state")["x"], [0.04, 0.13])
    assert "nothing to redo" in of_type(studio.send("redo"), "error")["message"]


def test_a_drag_out_of_reach_is_held_and_says_so(studio: Studio) -> None:
    assert of_type(studio.send("drag", at=[1.0, 1.0, 0.0]), "frame")["flags"] & AT_BORDER
    state = of_type(studio.send("drag_end"), "state")
    assert not state["reachable"]
    assert "held at the border" in state["message"]


def test_joint_limits_are_flagged() -> None:
    studio = Studio("scara_prrr")
    k, row = next((k, row) for k, row in enumerate(studio.session.machine()["joints"]) if row["limited"])
    beyond = row["high"] + 0.1 * (row["high"] - row["low"])
    found = studio.send("joint", index=k, value=beyond)
    assert not of_type(found, "frame")["flags"] & WITHIN_LIMITS
    assert not of_type(found, "state")["within_limits"]


def test_a_joint_moves_alone_and_one_that_cannot_be_assembled_is_held(studio: Studio) -> None:
    q2 = studio.state.q[1]
    assert of_type(studio.send("joint", index=0, value=1.5), "frame")["flags"] & REACHABLE
    assert np.allclose(studio.state.q[:2], [1.5, q2])
    studio.send("parameter", name="l2", value=0.07)
    found = studio.send("joint", index=0, value=-1.5)
    assert of_type(found, "frame")["flags"] & AT_BORDER
    assert "cannot be assembled" in of_type(found, "state")["message"]


def test_typed_coordinates_move_the_tool_and_a_quaternion_is_normalised() -> None:
    studio = Studio("puma560")
    x = studio.state.x
    found = studio.send("task", values=[*(x[:3] + 0.01), *(2.0 * x[3:])])
    assert of_type(found, "frame")["flags"] & REACHABLE
    assert np.allclose(studio.state.x, [*(x[:3] + 0.01), *x[3:]], atol=1e-9)


def test_every_mode_of_the_list_has_the_tool_where_it_was(studio: Studio) -> None:
    x, labels = studio.state.x, set()
    for k in range(4):
        found = studio.send("mode", index=k)
        assert np.allclose(studio.state.x, x)
        assert of_type(found, "modes")["current"] == k
        labels.add(of_type(found, "state")["mode"])
    assert len(labels) == 4


def test_a_list_of_modes_of_an_earlier_place_is_not_chosen_from(studio: Studio) -> None:
    studio.session.handle({"type": "drag", "seq": 1, "at": [0.02, 0.13, 0.0]})  # its jobs are not done
    q = studio.state.q
    assert "earlier place" in of_type(studio.send("mode", index=0), "error")["message"]
    assert np.array_equal(studio.state.q, q)


def test_a_parameter_keeps_the_tool_in_its_mode_and_the_scene_is_the_new_one(studio: Studio) -> None:
    x, mode = studio.state.x, studio.state.mode_words
    lengths = []
    for value in (0.09, 0.1):
        found = studio.send("parameter", name="l2", value=value)
        assert np.allclose(studio.state.x, x)
        assert studio.state.mode_words == mode
        machine = of_type(found, "machine")
        assert next(row["value"] for row in machine["parameters"] if row["name"] == "l2") == value
        lengths.append(repr(of_type(found, "scene")["scene"]["links"]))
    assert lengths[0] != lengths[1]
    assert np.allclose(of_type(studio.send("undo"), "state")["x"], x)


def test_a_parameter_that_moves_the_tool_out_of_reach_keeps_the_joints_or_says_where_the_machine_is(studio: Studio) -> None:
    found = studio.send("parameter", name="l2", value=0.05)
    assert of_type(found, "note")["message"]
    assert float(studio.state.robot.models.gaps(studio.state.q)) < 1e-9


@pytest.mark.parametrize(("name", "value"), [("m_p", -1.0), ("d", 5.0), ("nonsense", 1.0)])
def test_a_parameter_that_describes_no_machine_changes_nothing(studio: Studio, name: str, value: float) -> None:
    before = studio.state
    assert len(of_type(studio.send("parameter", name=name, value=value), "error")["message"]) > 20
    assert studio.state is before
    assert not studio.session.history.can_undo


def test_loading_another_machine_can_be_undone(studio: Studio) -> None:
    found = studio.send("load", source="two_r")
    assert of_type(found, "machine")["name"] == "two_r"
    assert len(of_type(found, "scene")["scene"]["links"]) == 3
    assert of_type(found, "modes")["list"]
    assert of_type(studio.send("undo"), "machine")["name"] == "five_bar"


def test_a_page_loads_no_path(studio: Studio, tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("name = 'secret'")
    assert "no source" in of_type(studio.send("load", source=str(tmp_path / "secret.toml")), "error")["message"]


def test_a_file_can_be_opened_and_returned_to(tmp_path: Path) -> None:
    kl.load("two_r").save(tmp_path / "own.toml")
    studio = Studio(str(tmp_path / "own.toml"))
    assert studio.session.machines()[0] == "own.toml"
    studio.send("load", source="one_joint")
    assert of_type(studio.send("load", source="own.toml"), "machine")["source"] == "own.toml"


def test_a_late_result_of_the_background_is_dropped(studio: Studio) -> None:
    answer = studio.session.handle({"type": "drag_end", "seq": 1})
    job = next(job for job in answer.jobs if job.kind == "modes")
    studio.send("load", source="two_r")
    late = studio.session.finish(job, {"list": [], "note": "", "complete": True})
    assert not late.news
    assert studio.session.modes is not None
    assert studio.session.modes.configurations


def test_loci_are_coarse_at_once_then_refined_and_sent_again_only_where_they_change(studio: Studio) -> None:
    found = [message for message in studio.send("loci", on=True) if message["type"] == "loci"]
    assert [message["refined"] for message in found] == [False, True]
    assert {"type 1", "type 2"} == {curve["kind"] for curve in found[1]["curves"]}
    studio.send("drag", at=[0.01, 0.13, 0.0])
    assert not [message for message in studio.send("drag_end") if message["type"] == "loci"]
    assert [message for message in studio.send("parameter", name="l2", value=0.1) if message["type"] == "loci"]
    assert [message for message in studio.send("mode", index=0) if message["type"] == "loci"]
    assert not of_type(studio.send("loci", on=False), "loci")["curves"]
    assert not [message for message in studio.send("undo") if message["type"] == "loci"]


def test_loci_of_a_machine_in_space_are_refused_in_a_sentence() -> None:
    assert "two of the task's coordinates" in of_type(Studio("puma560").send("loci", on=True), "error")["message"]


def test_coarse_loci_lie_within_a_cell_of_the_refined_ones(studio: Studio) -> None:
    coarse, fine = (m for m in studio.send("loci", on=True) if m["type"] == "loci")
    for kind in ("type 1", "type 2"):
        sets = []
        for message in (coarse, fine):
            rows = [message["arrays"][curve["array"]].reshape(-1, 3) for curve in message["curves"] if curve["kind"] == kind]
            sets.append(np.concatenate(rows))
        far = np.linalg.norm(sets[0][:, None] - sets[1][None], axis=-1).min(axis=1)
        assert far.max() < 0.006


def test_a_failed_job_leaves_the_session_as_it_was(studio: Studio) -> None:
    answer = studio.session.handle({"type": "load", "seq": 1, "source": "two_r"})
    job: Job = answer.jobs[0]
    found = studio.take(studio.session.fail(job, "compiling two_r was cancelled"))
    assert of_type(found, "error")["message"] == "compiling two_r was cancelled"
    assert studio.state.source == "five_bar"
    assert of_type(studio.send("drag", at=[0.0, 0.13, 0.0]), "frame")


def test_what_a_machine_without_some_singularities_shows_is_plain_json() -> None:
    for name in ("one_joint", "gantry"):
        studio = Studio(name)
        for message in (studio.session.machine(), *studio.send("drag_end")):
            if "arrays" not in message:
                json.dumps(message, allow_nan=False)


def test_the_tool_of_an_arm_with_fewer_joints_than_task_coordinates_follows_the_point() -> None:
    studio = Studio(str(Path(__file__).parents[3] / "examples" / "arm.urdf"))
    assert not studio.state.holder.takes_tasks
    studio.send("joint", index=1, value=0.6)
    here = np.array(studio.state.robot.frame_pose(studio.state.q).position)
    point = np.array(studio.state.robot.frame_pose(studio.state.q + 0.05).position)
    assert of_type(studio.send("drag", at=point.tolist()), "frame")["flags"] & REACHABLE
    assert np.allclose(studio.state.robot.frame_pose(studio.state.q).position, point, atol=1e-6)
    studio.send("drag_end")
    assert "fewer degrees of freedom" in of_type(studio.send("task", values=studio.state.x.tolist()), "error")["message"]
    run = {"law": {"kind": "computed torque"}, "plant": "native", "duration": 0.01, "live": False}
    found = studio.send("run", **run, trajectory={"kind": "quintic", "points": [here.tolist()], "duration": 0.5})
    assert of_type(found, "record")
    assert studio.session.runs.last is not None
    assert studio.session.runs.last.experiment.trajectory.space == "active"
