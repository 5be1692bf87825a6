"""Arrows of records: velocities, efforts along axes, forces in loops."""

from __future__ import annotations

import json
from dataclasses import replace

import engine_runs
import numpy as np
import pytest
from scene_bodies import frames

import kinloop as kl
from kinloop.simulation.record.record import RunStatus
from kinloop.view.scene.record_arrows import Arrow, record_arrows

Array = np.ndarray


def record_of(robot: kl.Robot, q: Array, qd: Array, tau: Array) -> kl.Record:
    """Samples that belong to no run."""
    k = len(q)
    unknown = {name: np.full((k, 1), np.nan) for name in ("x", "xd", "x_ref", "error", "q_ref", "energy")}
    return kl.Record(
        t=np.arange(k, dtype=float), q=q, qd=qd, qdd=np.full_like(qd, np.nan), tau=tau, loop_force=np.zeros((k, 0)),
        status=RunStatus.COMPLETE, events=(), robot=robot, **unknown,
    )  # fmt: skip


def by_name(arrows: tuple[Arrow, ...], kind: str) -> dict[str, Arrow]:
    return {arrow.name: arrow for arrow in arrows if arrow.kind == kind}


def test_the_velocity_is_that_of_the_tool(run: kl.Record) -> None:
    (arrow,) = by_name(record_arrows(run), "velocity").values()
    places = run.robot.frame_pose(run.q).position
    slopes = (places[2:] - places[:-2]) / (run.t[2:] - run.t[:-2])[:, None]
    np.testing.assert_allclose(arrow.vectors[1:-1], slopes, atol=1e-2 * arrow.largest)
    assert (arrow.unit, arrow.twist) == ("m/s", False)
    assert run.robot.link_poses(run.q[0]).links[arrow.link] == "platform"


def test_efforts_of_slides_are_forces_along_them(run: kl.Record) -> None:
    efforts = by_name(record_arrows(run), "effort")
    assert list(efforts) == ["q1", "q2"]
    for k, arrow in enumerate(efforts.values()):
        np.testing.assert_allclose(arrow.vectors, run.tau[:, k, None] * [0, 1, 0], atol=1e-12)
        assert (arrow.unit, arrow.twist) == ("N", False)


def test_loop_forces_are_the_reactions(run: kl.Record) -> None:
    indices = np.array([0, 7, 30, len(run) - 1])
    (arrow,) = by_name(record_arrows(run, indices), "loop force").values()
    expected = run.robot.reactions(run.q[indices], run.qd[indices], run.tau[indices]).loops["C"]
    np.testing.assert_allclose(arrow.vectors, expected[:, :3], atol=1e-9 * arrow.largest)
    assert run.robot.link_poses(run.q[0]).links[arrow.link] == "rod2"
    assert arrow.point[0] == pytest.approx(run.robot.parameters["l"])


def test_efforts_of_every_kind_of_joint_do_the_work_of_the_actuators() -> None:
    """Force times velocity and moment times turn rate of the child against its parent, for every actuated joint."""
    mechanism = engine_runs.joints_with_everything()
    extra = {
        "c": kl.Joint(name="c", kind="cylindrical", parent="s", child="c", axis=(0, 1, 0.2), origin=kl.Pose(xyz=(0.1, 0.2, 0.3))),
        "t": kl.Joint(name="t", kind="universal", parent="base", child="t", axis=(1, 0, 0), axis2=(0, 1, 0), actuated=True),
        "p": kl.Joint(name="p", kind="helical", parent="c", child="p", axis=(0, 0.6, 0.8), pitch=0.1),
    }
    joints = tuple(extra.get(joint.name, joint) for joint in mechanism.joints)
    robot = kl.load(mechanism.model_copy(update={"joints": joints, "start": {}}))
    rng = np.random.default_rng(3)
    q = np.array(robot.start) + rng.uniform(-0.5, 0.5, len(robot.start))
    names = robot.mechanism.coordinates
    for joint in robot.mechanism.joints:
        if joint.quaternion:
            place = [names.index(name) for name in joint.quaternion]
            q[place] /= np.linalg.norm(q[place])
    qd, tau = rng.normal(size=len(robot.mechanism.rates)), rng.normal(size=robot.n_active)
    efforts = [arrow for arrow in record_arrows(record_of(robot, q[None], qd[None], tau[None])) if arrow.kind == "effort"]
    links, power = robot.link_poses(q).links, 0.0
    parents, places = {joint.child: joint.parent for joint in robot.mechanism.joints}, frames(robot, q)

    def twist(link: str) -> Array:
        return robot.jacobian(q, link) @ qd if link != "base" else np.zeros(6)

    for arrow in efforts:
        child = links[arrow.link]
        own, carried = twist(child), twist(parents[child])
        carried[:3] += np.cross(carried[3:], places[child][1] - places[parents[child]][1])
        relative = (own - carried)[3:] if arrow.twist else (own - carried)[:3]
        power += float(arrow.vectors[0] @ relative)
    assert len(efforts) == 8
    assert power == pytest.approx(float(tau @ qd[: robot.n_active]))


def test_unknown_numbers_are_zero_and_arrows_of_zero_are_left_out(run: kl.Record) -> None:
    tau = run.tau.copy()
    tau[3] = np.nan
    tau[:, 1] = 0
    arrows = record_arrows(replace(run, tau=tau, loop_force=np.full_like(run.loop_force, np.nan)))
    assert {arrow.name for arrow in arrows} == {"tool", "q1"}
    assert all(np.isfinite(arrow.vectors).all() for arrow in arrows)
    np.testing.assert_array_equal(by_name(arrows, "effort")["q1"].vectors[3], 0)
    json.dumps([arrow.as_json("a") for arrow in arrows], allow_nan=False)


def test_a_broken_sample_does_not_spoil_the_others(run: kl.Record) -> None:
    q = run.q.copy()
    q[5] = np.nan
    for one, two in zip(record_arrows(run), record_arrows(replace(run, q=q)), strict=True):
        np.testing.assert_array_equal(np.delete(one.vectors, 5, axis=0), np.delete(two.vectors, 5, axis=0))
        if one.name == "tool":
            np.testing.assert_array_equal(two.vectors[5], 0)


def test_no_samples_give_no_arrows_and_one_gives_one_frame(run: kl.Record) -> None:
    assert record_arrows(run, []) == ()
    assert all(arrow.vectors.shape == (1, 3) for arrow in record_arrows(run, [20]))
