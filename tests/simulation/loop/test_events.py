"""Events of a run have the state at their time."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import FileError


@cache
def thrown() -> kl.Record:
    """The Biglide, let go with a rate that carries it through its Type 2 locus."""
    robot = kl.load("biglide")
    qd = robot.inverse_velocity(robot.start, [-1.0, 0.0]).qd
    return kl.simulate(
        robot, None, duration=0.5, period=0.05, q=robot.start, qd=qd, plant=kl.Native(integrator=kl.Adaptive(limits=False))
    )


def test_an_event_has_the_state_at_its_time() -> None:
    run = thrown()
    energy = float(run.energy[0].sum())
    assert {"type 2", "assembly mode"} <= {event.kind for event in run.events}
    for event in run.events:
        assert event.q is not None
        assert event.qd is not None
        assert np.abs(run.robot.closure(event.q)).max() < 1e-13
        now = run.robot.energy(event.q, event.qd)
        assert now.kinetic + now.potential == pytest.approx(energy, rel=1e-9)  # nothing drives it
        if event.kind in ("type 1", "type 2"):
            assert event.kind in str(run.robot.singularity(event.q).kinds).lower()


def test_the_state_of_an_impact_is_the_one_before_it() -> None:
    robot = kl.load("gantry")
    upper = robot.models.geometry.limits[1]
    q, qd = np.array(robot.start), np.array([1.0, 0.0, 0.0])
    q[0] = upper[0] - 0.01
    run = kl.simulate(robot, None, duration=0.1, period=0.1, q=q, qd=qd, plant=kl.Native(integrator=kl.Adaptive(restitution=0.5)))
    hit = next(event for event in run.events if event.kind == "limit")
    assert hit.q is not None
    assert hit.qd is not None
    assert hit.q[0] == pytest.approx(upper[0], abs=1e-11)
    assert hit.qd[0] > 0
    assert run.qd[-1, 0] < 0


def test_an_event_at_a_sample_has_its_state() -> None:
    robot = kl.load("biglide")
    law = kl.python_law(lambda t, m, r, s, model: ([np.inf if t > 0.05 else 0.0, 0.0], s))
    run = kl.simulate(robot, law, duration=0.1, period=0.01)
    np.testing.assert_array_equal(run.events[-1].q, run.q[-1])
    np.testing.assert_array_equal(run.events[-1].qd, run.qd[-1])


def test_the_state_of_an_event_is_saved_to_the_bit(tmp_path: Path) -> None:
    thrown().save(tmp_path / "run.npz")
    again = kl.Record.load(tmp_path / "run.npz")
    assert again.events == thrown().events
    assert again.events[0] != again.events[1]
    np.testing.assert_array_equal(again.events[0].q, thrown().events[0].q)


def test_a_record_whose_events_have_no_state_still_loads(tmp_path: Path) -> None:
    """Records written before events had one."""
    path = tmp_path / "run.npz"
    thrown().save(path)
    _rewrite(path, lambda event: event[:3])
    again = kl.Record.load(path)
    assert [event.message for event in again.events] == [event.message for event in thrown().events]
    assert all(event.q is None and event.qd is None for event in again.events)


def test_a_state_that_is_not_the_machines_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    thrown().save(path)
    _rewrite(path, lambda event: [*event[:3], [1.0], event[4]])
    with pytest.raises(FileError, match=r"state of an event has shape \(1,\), expected \(4,\)"):
        kl.Record.load(path)


def _rewrite(path: Path, change: object) -> None:
    """A record's file with its events changed."""
    with np.load(path) as content:
        parts = dict(content)
    about = json.loads(str(parts.pop("about")))
    about["events"] = [change(event) for event in about["events"]]  # type: ignore[operator]
    written = io.BytesIO()
    np.savez(written, about=np.array(json.dumps(about)), **parts)
    path.write_bytes(written.getvalue())
