"""A record as data for the player."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from described_records import LAW, described_record, repeat_record

import kinloop as kl
from kinloop.model.payload import with_payloads
from kinloop.simulation.record.record import ARRAYS, Event, RunStatus
from kinloop.view.page.motion_data import SpaceLine, motion_data, record_names
from kinloop.view.page.pack import as_text, from_text, pack, unpack
from kinloop.view.page.poses import CodedPoses, decode_poses
from kinloop.view.scene.link_numbers import link_numbers

Head = dict[str, Any]
Arrays = dict[str, np.ndarray]


def packed(record: kl.Record, ghost: kl.Record | None = None, **options: Any) -> tuple[Head, Arrays]:
    """Head and arrays as a page has them."""
    return unpack(from_text(as_text(pack(*motion_data(record, ghost, **options)))))


def series(head: Head, arrays: Arrays, title: str, record: int = 0) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Times and values of the series of all plots of a title, by name."""
    return {
        each["name"]: (arrays[plot["time"]], arrays[each["array"]])
        for plot in head["plots"]
        if plot["title"] == title
        for each in plot["series"]
        if each["record"] == record
    }


def poses(head: Head, arrays: Arrays, record: int = 0) -> np.ndarray:
    entry = head["records"][record]
    frames, coded = entry["frames"], entry["frames"]["poses"]
    integers = arrays[coded["array"]].reshape(frames["count"], 7 * len(coded["links"]))
    still = arrays[coded["still"]].reshape(-1, 7)
    return decode_poses(CodedPoses(integers, tuple(coded["links"]), np.array(coded["lo"]), coded["step"], still))


@pytest.mark.parametrize("name", kl.library())
def test_the_poses_of_every_machine_are_those_of_its_links(name: str) -> None:
    run = described_record(name, duration=0.5)
    head, arrays = packed(run)
    entry = head["records"][0]
    t = arrays[entry["frames"]["t"]]
    assert t[0] == run.t[0]
    assert t[-1] == run.t[-1]
    assert len(t) <= 0.5 * 60 + 2
    assert entry["duration"] == run.t[-1] - run.t[0]
    samples = np.searchsorted(run.t, t)
    np.testing.assert_array_equal(run.t[samples], t)
    exact = link_numbers(run.robot, run.q[samples])
    found = poses(head, arrays)
    extent = head["scene"]["extent"]
    np.testing.assert_allclose(found[..., :3], exact[..., :3], atol=4e-5 * extent)
    np.testing.assert_allclose(np.abs(np.einsum("tlk,tlk->tl", found[..., 3:], exact[..., 3:])), 1, atol=1e-4)
    assert [link["name"] for link in head["scene"]["links"]] == list(run.robot.link_poses(run.q[0]).links)
    trace = arrays[entry["trace"]].reshape(-1, 3)
    np.testing.assert_allclose(trace, run.robot.frame_pose(run.q[samples]).position, atol=1e-6)
    assert {"effort", "energy", "active joints", "active rates"} <= {plot["title"] for plot in head["plots"]}


def test_plots_have_one_unit_each_and_the_columns_of_the_record() -> None:
    run = described_record("stewart_gough")
    head, arrays = packed(run)
    units = [(plot["title"], plot["unit"]) for plot in head["plots"]]
    assert len(set(units)) == len(units)
    assert {("tool", "m"), ("tool", ""), ("error", "m"), ("error", "rad"), ("effort", "N"), ("loop forces", "N")} <= set(units)
    efforts = series(head, arrays, "effort")
    assert list(efforts) == list(run.columns["tau"])
    for k, (t, values) in enumerate(efforts.values()):
        np.testing.assert_array_equal(t, run.t)
        np.testing.assert_array_equal(values, run.tau[:, k].astype(np.float32))
    assert {plot["title"] for plot in head["plots"] if plot["held"]} == {"effort"}


def test_references_are_dashed_and_name_their_line() -> None:
    run = described_record("biglide")
    head, arrays = packed(run)
    tool = next(plot for plot in head["plots"] if plot["title"] == "tool")
    assert [(each["name"], each["dashed"], each.get("of")) for each in tool["series"]] == [
        ("x", False, None),
        ("x reference", True, 0),
        ("y", False, None),
        ("y reference", True, 2),
    ]
    np.testing.assert_allclose(series(head, arrays, "tool")["y reference"][1], run.x_ref[:, 1], rtol=1e-6)


def test_peaks_of_every_column_survive_in_a_page_of_a_long_record() -> None:
    run = repeat_record(described_record("five_bar", 1e-3), 40)
    random = np.random.default_rng(3)
    spikes: dict[str, np.ndarray] = {}
    for name in ARRAYS[1:]:
        values = getattr(run, name).copy()
        rows = random.integers(0, len(run), (2, values.shape[1]))
        if name not in ("q", "x_ref"):  # single samples far from all others
            values[rows[0], np.arange(values.shape[1])] = 1e4 + random.uniform(0, 1, values.shape[1])
            values[rows[1], np.arange(values.shape[1])] = -1e4
        spikes[name] = values
    run = replace(run, **spikes)
    head, arrays = packed(run)
    assert len(arrays[head["plots"][0]["time"]]) < len(run) / 4
    groups = {"tool": "x", "error": "error", "effort": "tau", "energy": "energy", "loop forces": "loop_force"}
    for title, name in groups.items():
        found = series(head, arrays, title)
        for k, column in enumerate(run.columns[name]):
            shown, exact = found[column][1], getattr(run, name)[:, k]
            assert shown.max() == shown.dtype.type(exact.max()), (title, column)
            assert shown.min() == shown.dtype.type(exact.min()), (title, column)
    for half, part in (("active", slice(0, 2)), ("passive", slice(2, 4))):
        for title, name in ((f"{half} joints", "q"), (f"{half} rates", "qd")):
            found = series(head, arrays, title)
            for k, column in list(enumerate(run.columns[name]))[part]:
                for peak in (np.min, np.max):
                    assert peak(found[column][1]) == np.float32(peak(getattr(run, name)[:, k])), (title, column)


def test_every_sample_of_a_plot_is_a_sample_of_the_record_and_time_increases() -> None:
    run = repeat_record(described_record("five_bar", 1e-3), 40)
    head, arrays = packed(run)
    for plot in head["plots"]:
        t = arrays[plot["time"]]
        assert (np.diff(t) > 0).all()
        assert np.isin(t, run.t).all()
        assert t[0] == run.t[0]
        assert t[-1] == run.t[-1]


def test_ten_minutes_of_a_hexapod_stay_small() -> None:
    run = repeat_record(described_record("stewart_gough"), 150)
    assert run.t[-1] > 600
    head, arrays = motion_data(run)
    assert len(as_text(pack(head, arrays))) < 8.5e6
    frames = head["records"][0]["frames"]
    assert frames["count"] == pytest.approx(60 * run.t[-1], rel=1e-3)
    assert arrays[frames["t"]][-1] == run.t[-1]


def test_frames_become_fewer_until_they_fit_and_the_page_tells() -> None:
    run = repeat_record(described_record("five_bar"), 20)
    sizes = {}
    for budget in (30_000, 1_000_000):
        head, arrays = motion_data(run, frame_bytes=budget)
        entry = head["records"][0]
        names = {
            entry["frames"]["t"],
            entry["frames"]["poses"]["array"],
            entry["trace"],
            *(each["array"] for each in entry["arrows"]),
        }
        sizes[budget] = sum(len(zlib.compress(arrays[name].tobytes(), 1)) for name in names)
        told = [note for note in head["notes"] if "poses a second are shown" in note]
        assert len(told) == (budget == 30_000)
    assert 15_000 < sizes[30_000] <= 30_000 < sizes[1_000_000]


def test_a_second_record_is_plotted_with_the_first() -> None:
    first = described_record("biglide")
    second = kl.simulate(first.robot, kl.ComputedTorque(25.0, 10.0), kl.described_motion(first.robot), duration=0.98, period=7e-3)
    head, arrays = packed(first, second, names=("stiff", "soft"))
    assert [record["name"] for record in head["records"]] == ["stiff", "soft"]
    assert head["records"][1]["duration"] == pytest.approx(second.t[-1])
    for number, run in enumerate((first, second)):
        t, values = series(head, arrays, "effort", number)["q1"]
        own = np.isin(t, run.t)
        assert own.sum() == len(run)
        np.testing.assert_array_equal(values[own], run.tau[:, 0].astype(np.float32))
        assert np.isnan(values[t > run.t[-1]]).all()
        assert np.isfinite(values[t <= run.t[-1]]).all()
    exact = link_numbers(second.robot, second.q[[0, -1]])
    np.testing.assert_allclose(poses(head, arrays, 1)[[0, -1], :, :3], exact[..., :3], atol=1e-4)


def test_two_records_of_one_reference_show_it_once() -> None:
    run = described_record("biglide")
    head, _ = packed(run, replace(run, tau=2 * run.tau))
    tool = next(plot for plot in head["plots"] if plot["title"] == "tool")
    assert [each["name"] for each in tool["series"]] == ["x", "x reference", "y", "y reference", "x", "y"]


def test_a_payload_in_one_of_two_records_changes_no_pose() -> None:
    first = described_record("biglide", duration=0.5)
    heavy = replace(first, robot=with_payloads(first.robot, ("tool",)))
    assert heavy.robot.mechanism.link_names != first.robot.mechanism.link_names
    for pair in ((first, heavy), (heavy, first)):
        head, arrays = packed(*pair)
        np.testing.assert_allclose(poses(head, arrays, 0), poses(head, arrays, 1), atol=1e-9)


def test_records_of_different_machines_are_refused() -> None:
    with pytest.raises(kl.ShapeError, match="different machines: biglide has q1"):
        motion_data(described_record("biglide"), described_record("five_bar"))


def test_names_of_two_records_are_what_differs() -> None:
    run = described_record("biglide")
    other = replace(run, law={**run.law, "name": "PD"})
    assert [each["name"] for each in packed(run, other)[0]["records"]] == ["ComputedTorque", "PD"]
    assert [each["name"] for each in packed(run, run)[0]["records"]] == ["first", "second"]
    soft = replace(run, law={**run.law, "gains": {**run.law["gains"], "kd": 4.0}})
    loaded = replace(run, options={**run.options, "plant": {**run.options["plant"], "payload": 1.5}})
    heavy = replace(run, robot=run.robot.with_parameters(m_p=4.0))
    for each, expected in ((soft, ["kd 40", "kd 4"]), (loaded, ["no payload", "payload 1.5"]), (heavy, ["m_p 3", "m_p 4"])):
        assert list(record_names(run, each)) == expected


def test_a_record_of_one_sample_is_shown() -> None:
    run = described_record("five_bar")
    one = replace(run, **{name: getattr(run, name)[:1] for name in ARRAYS})
    head, arrays = packed(one)
    assert head["records"][0]["frames"]["count"] == 1
    assert head["records"][0]["duration"] == 0
    np.testing.assert_allclose(poses(head, arrays)[0, :, :3], link_numbers(run.robot, run.q[0])[:, :3], atol=1e-6)


def test_a_record_without_samples_or_configurations_is_refused() -> None:
    run = described_record("five_bar")
    with pytest.raises(kl.ShapeError, match="no samples"):
        motion_data(replace(run, **{name: getattr(run, name)[:0] for name in ARRAYS}))
    with pytest.raises(kl.ShapeError, match="no configuration without NaN"):
        motion_data(replace(run, q=np.full_like(run.q, np.nan)))
    with pytest.raises(kl.ShapeError, match="expected a Record"):
        motion_data("run.npz")  # type: ignore[arg-type]


def test_times_must_be_finite_and_increase() -> None:
    run = described_record("five_bar")
    t = run.t.copy()
    t[5] = np.nan
    with pytest.raises(kl.ShapeError, match="time of sample 5"):
        motion_data(replace(run, t=t))
    t[5] = t[4]
    with pytest.raises(kl.ShapeError, match="do not increase: sample 4"):
        motion_data(replace(run, t=t))


def test_unknown_samples_are_gaps_and_have_no_frames() -> None:
    run = described_record("five_bar")
    q, tau = run.q.copy(), run.tau.copy()
    q[50:60], tau[20:30, 0] = np.nan, np.nan
    head, arrays = packed(replace(run, q=q, tau=tau))
    t = arrays[head["records"][0]["frames"]["t"]]
    assert not ((t >= run.t[50]) & (t <= run.t[59])).any()
    assert np.isfinite(poses(head, arrays)).all()
    times, values = series(head, arrays, "effort")["q1"]
    assert np.isnan(values[(times >= run.t[20]) & (times <= run.t[29])]).all()
    assert any("10 of 151 samples have no known configuration" in note for note in head["notes"])


def test_a_run_that_flew_away_keeps_the_machine_in_view() -> None:
    run = described_record("gantry")
    q = run.q.copy()
    q[-40:] *= np.geomspace(10, 1e30, 40)[:, None]
    head, arrays = packed(replace(run, q=q, status=RunStatus.DIVERGED))
    assert head["scene"]["extent"] < 1e4
    assert any("very far away" in note for note in head["notes"])
    assert "ended early: diverged" in head["notes"]
    np.testing.assert_allclose(poses(head, arrays)[0, :, :3], link_numbers(run.robot, q[0])[:, :3], atol=1e-2)


def test_times_need_not_begin_at_zero() -> None:
    run = described_record("five_bar")
    head, arrays = packed(replace(run, t=run.t + 1e4))
    assert arrays[head["records"][0]["frames"]["t"]][0] == 1e4
    assert head["records"][0]["duration"] == pytest.approx(1.5)


def test_events_have_their_record() -> None:
    run = described_record("five_bar")
    first = replace(run, events=(Event(0.1, "note", "</script><b>hi</b>"), Event(float("nan"), "odd", "no time")))
    second = replace(run, events=(Event(0.2, "end", "over"),))
    head, _ = packed(first, second)
    assert head["events"] == [
        {"time": 0.1, "kind": "note", "message": "</script><b>hi</b>", "record": 0},
        {"time": 0.2, "kind": "end", "message": "over", "record": 1},
    ]


def test_arrows_have_a_vector_for_each_frame() -> None:
    run = described_record("biglide")
    head, arrays = packed(run, run)
    first, second = head["records"]
    assert {arrow["kind"] for arrow in first["arrows"]} == {"velocity", "effort", "loop force"}
    assert not second["arrows"]
    speed = next(arrow for arrow in first["arrows"] if arrow["kind"] == "velocity")
    sums = np.cumsum(arrays[speed["array"]].reshape(-1, 3), axis=0, dtype=np.int16)  # wraps, as in the client
    vectors = sums / 32767 * speed["largest"]
    samples = np.searchsorted(run.t, arrays[first["frames"]["t"]])
    np.testing.assert_allclose(vectors[:, :2], run.xd[samples], atol=2e-5 * speed["largest"])
    assert speed["largest"] == pytest.approx(np.linalg.norm(vectors, axis=1).max(), rel=1e-4)


def test_the_reference_path_is_drawn_where_it_is_known() -> None:
    run = described_record("biglide")
    head, arrays = packed(run)
    line = next(line for line in head["lines"] if line["kind"] == "reference")
    points = arrays[line["array"]].reshape(-1, 3)
    np.testing.assert_allclose(points[:, :2], run.x_ref, atol=1e-6)
    joints = kl.Quintic([0.1, 0.2], [0.4, 0.5], 0.3, space="active")
    arm = kl.simulate(kl.load("two_r"), LAW, joints, duration=0.3, period=1e-2)
    head, arrays = packed(arm)
    line = next(line for line in head["lines"] if line["kind"] == "reference")
    np.testing.assert_allclose(arrays[line["array"]].reshape(-1, 3), arm.robot.frame_pose(arm.q_ref).position, atol=1e-6)
    assert not packed(replace(arm, q_ref=np.full_like(arm.q_ref, np.nan)))[0]["lines"]


def test_loci_lie_where_the_machine_is_singular() -> None:
    run = described_record("five_bar")
    head, arrays = packed(run, loci=True)
    loci = {line["kind"]: arrays[line["array"]].reshape(-1, 3) for line in head["lines"] if line["kind"].startswith("locus")}
    assert set(loci) == {"locus type 1", "locus type 2"}
    mode = tuple(int(sign) for sign in run.mode["working"][0])
    for kind, points in loci.items():
        some = points[np.isfinite(points).all(axis=1)][::20]
        nearness = [
            run.robot.singularity(run.robot.inverse_geometry(x, mode=mode).q).nearness[kind.removeprefix("locus ")]
            for x in some[:, :2]
            if len(run.robot.configurations(x=x))
        ]
        assert nearness
        assert max(nearness) < 1e-3


@pytest.mark.parametrize(("name", "words"), [("delta_rods", "not 3"), ("three_rrr", "change with phi"), ("one_joint", "not 0")])
def test_where_there_are_no_loci_a_note_says_why(name: str, words: str) -> None:
    head, _ = packed(described_record(name, duration=0.5), loci=True)
    assert not any(line["kind"].startswith("locus") for line in head["lines"])
    assert any("no singularity loci" in note and words in note for note in head["notes"]), head["notes"]


def test_lines_of_the_caller_are_drawn() -> None:
    line = SpaceLine("mine", "path", np.array([[0.0, 0, 0], [np.nan] * 3, [1, 1, 1]]), "#123456")
    head, arrays = packed(described_record("five_bar"), lines=[line])
    assert head["lines"][-1]["name"] == "mine"
    np.testing.assert_array_equal(arrays[head["lines"][-1]["array"]].reshape(-1, 3), line.points)


def test_contact_is_plotted_where_there_are_surfaces() -> None:
    robot = kl.load("two_r")
    wall = kl.Surface(name="wall", h="x - 0.3", stiffness=1e3)
    path = kl.Quintic([0.28, 0.1], [0.31, 0.1], 0.3)
    run = kl.simulate(robot, LAW, path, duration=0.3, period=1e-2, environment=kl.Environment(surfaces=[wall]))
    head, arrays = packed(run)
    assert ("contact force", "N") in {(plot["title"], plot["unit"]) for plot in head["plots"]}
    np.testing.assert_allclose(series(head, arrays, "contact force")["x"][1], run.contact_wrench[:, 0], rtol=1e-6, atol=1e-6)
    assert "contact force" not in {plot["title"] for plot in packed(described_record("two_r"))[0]["plots"]}


def test_configurations_whose_quaternion_is_no_unit_one_are_left_out() -> None:
    run = described_record("stewart_gough")
    turn = [k for k, name in enumerate(run.columns["q"]) if name.startswith("platform_q")]
    q = run.q.copy()
    q[:9, turn] = 0.0
    head, arrays = packed(replace(run, q=q))
    assert arrays[head["records"][0]["frames"]["t"]][0] == pytest.approx(run.t[9], abs=0.02)
    assert np.isfinite(poses(head, arrays)).all()
    assert any("a quaternion is no unit one" in note for note in head["notes"])
    q[:, turn] = 0.0
    with pytest.raises(kl.ShapeError, match="no configuration of the record of stewart_gough has poses"):
        motion_data(replace(run, q=q))
