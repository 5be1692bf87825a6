"""Legs turned about themselves: one configuration for each pose of the tool, the others on request. What a negative length is,
and what is said when starts run out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from machines import robot_named
from special_machines import THIRDS, about_z, three_upu, tricept, universal_delta

import kinloop as kl
from kinloop.model.geometry import multi_start as many_starts

MACHINES = {"tricept": tricept, "three_upu": three_upu, "universal_delta": universal_delta}
Residuals = Callable[[np.ndarray], np.ndarray]


@cache
def machine(name: str) -> kl.Robot:
    return kl.load(MACHINES[name]())


# ---------------------------------------------------------------- an oracle: the pose as the unknown


def rotations(w: np.ndarray) -> np.ndarray:
    """Rotation matrices of rotation vectors (N, 3), by Rodrigues' formula."""
    angle = np.linalg.norm(w, axis=1)[:, None, None]
    K = np.cross(w[:, None, :], -np.eye(3)) / np.maximum(angle, 1e-300)
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def all_poses(residuals: Residuals, unknowns: int, pose: Callable[[np.ndarray], np.ndarray], starts: int = 1000) -> np.ndarray:
    """Newton's method on any equations, from many starts, with difference quotients: distinct poses as rows (p, R)."""
    y = np.random.default_rng(5).uniform(-2, 2, (starts, unknowns))
    for _ in range(40):
        F = residuals(y)
        J = np.stack([(residuals(y + step) - residuals(y - step)) / 2e-6 for step in 1e-6 * np.eye(unknowns)], axis=2)
        step = (np.linalg.pinv(J, rcond=1e-10) @ F[..., None])[..., 0]
        y = y - step * np.minimum(1.0, 0.5 / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1e-300))
    poses = pose(y[np.abs(residuals(y)).max(axis=1) < 1e-11])
    kept: list[np.ndarray] = []
    for each in poses:
        if not any(np.abs(each - other).max() < 1e-5 for other in kept):
            kept.append(each)
    return np.array(kept)


def tricept_poses(lengths: np.ndarray) -> np.ndarray:
    """Three distances, by the two angles and the length of the middle leg."""
    feet = 0.5 * np.stack([np.cos(THIRDS + 0.3), np.sin(THIRDS + 0.3), 0 * THIRDS], axis=1)

    def pose(y: np.ndarray) -> np.ndarray:
        zero = np.zeros(len(y))
        R = rotations(np.stack([y[:, 0], zero, zero], axis=1)) @ rotations(np.stack([zero, y[:, 1], zero], axis=1))
        return np.concatenate([R[:, :, 2] * y[:, 2:], R.reshape(-1, 9)], axis=1)

    def residuals(y: np.ndarray) -> np.ndarray:
        T = pose(y)
        corners = T[:, None, :3] + np.einsum("nij,kj->nki", T[:, 3:].reshape(-1, 3, 3), 0.4 * feet)
        return np.sum((corners - feet) ** 2, axis=2) - lengths**2

    return all_poses(residuals, 3, pose)


def universal_poses(feet: np.ndarray, corner: float, lengths: np.ndarray) -> np.ndarray:
    """Three legs between universal joints: each has its length, and its outer axes and itself lie in one plane."""
    radial = np.stack([np.cos(THIRDS), np.sin(THIRDS), 0 * THIRDS], axis=1)
    axes = np.array([about_z(a) @ [0, 1, 0] for a in THIRDS])

    def pose(y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[:, :3], rotations(y[:, 3:]).reshape(-1, 9)], axis=1)

    def residuals(y: np.ndarray) -> np.ndarray:
        R = rotations(y[:, 3:])
        legs = y[:, None, :3] + np.einsum("nij,kj->nki", R, corner * radial) - feet
        turned = np.einsum("nij,kj->nki", R, axes)
        plane = np.sum(legs * np.cross(axes[None], turned), axis=2)
        return np.concatenate([np.sum(legs**2, axis=2) - lengths**2, plane], axis=1)

    return all_poses(residuals, 6, pose)


def expected_poses(name: str) -> np.ndarray:
    robot = machine(name)
    if name == "tricept":
        return tricept_poses(robot.start[:3])
    radial = np.stack([np.cos(THIRDS), np.sin(THIRDS), 0 * THIRDS], axis=1)
    if name == "three_upu":
        return universal_poses(0.4 * radial, 0.25, robot.start[:3])
    elbows = (0.2 + 0.3 * np.cos(robot.start[:3]))[:, None] * radial - [0, 0, 0.3] * np.sin(robot.start[:3])[:, None]
    return universal_poses(elbows, 0.08, np.full(3, 0.6))


def poses(robot: kl.Robot, found: kl.Configurations) -> np.ndarray:
    position, R = robot.models.formulas.kernel("pose")(np.array([each.q for each in found]), *robot.models.parameter_inputs)
    return np.concatenate([position, R.reshape(len(R), 9)], axis=1)


# ---------------------------------------------------------------- variants


@pytest.mark.parametrize("name", MACHINES)
def test_each_pose_of_the_tool_is_listed_once(name: str) -> None:
    robot = machine(name)
    found = robot.configurations(q_active=robot.start[:3])
    own, other = poses(robot, found), expected_poses(name)
    assert len(found) == len(other)
    for pose in own:
        assert np.abs(other - pose).max(axis=1).min() < 1e-6
    assert any(np.max(np.abs(each.q - robot.start)) < 1e-12 for each in found)


@pytest.mark.parametrize("name", MACHINES)
def test_variants_are_listed_on_request_after_the_others(name: str) -> None:
    """Each of the three legs can be turned by half a turn, so each pose has eight."""
    robot = machine(name)
    once = robot.configurations(q_active=robot.start[:3])
    every = robot.configurations(q_active=robot.start[:3], variants=True)
    assert "variants=True" in once.note
    assert len(every) == 8 * len(once)
    for one, same in zip(once, every[: len(once)], strict=True):
        np.testing.assert_array_equal(one.q, same.q)
    assert [each.mode.index for each in every] == list(range(len(every)))
    assert max(each.residual for each in every) < 1e-12
    difference = robot.models.geometry.space.difference
    configurations = np.array([each.q for each in every])
    for k, q in enumerate(configurations):
        assert np.abs(difference(configurations[k + 1 :], q)).max(axis=1, initial=0.0).min(initial=np.inf) > 1e-3
    of_pose = np.abs(poses(robot, every)[:, None] - poses(robot, once)[None]).max(axis=2) < 1e-9
    assert np.all(of_pose.sum(axis=0) == 8)


def test_both_signs_of_a_slide_without_limits_are_configurations() -> None:
    """Tricept: the middle leg points the tool's point two ways with each sign of its slide, each leg has both signs."""
    robot = machine("tricept")
    found = robot.configurations(x=robot.models.geometry.task(robot.start))
    assert len(found) == 32
    lengths = np.abs([each.q_active for each in found])
    assert len({tuple(np.sign(each.q_active)) for each in found}) == 8
    assert len(np.unique(np.round(lengths, 9), axis=0)) == 4


def test_a_configuration_near_a_variant_is_that_variant() -> None:
    robot = machine("three_upu")
    every = robot.configurations(q_active=robot.start[:3], variants=True)
    for each in (every[0], every[-1]):
        again = robot.forward_geometry(robot.start[:3], near=each)
        np.testing.assert_allclose(robot.models.geometry.space.difference(again.q, each.q), 0.0, atol=1e-9)


def test_rods_of_a_delta_turned_about_themselves_are_no_configurations_of_their_own() -> None:
    """Its universal joints are two revolute ones each; eight ways to turn the rods, for every pose of the platform."""
    robot = robot_named("delta_parallelograms")
    found = robot.configurations(q_active=robot.start[:3])
    places = poses(robot, found)
    apart = np.abs(places[:, None] - places[None]).max(axis=2) + np.eye(len(found))
    assert apart.min() > 1e-3
    assert "variants=True" in found.note


def test_machines_without_such_legs_have_no_variants() -> None:
    robot = robot_named("tilted_four_bar")
    for variants in (False, True):
        found = robot.configurations(q_active=[0.8], variants=variants)
        assert len(found) == 2
        assert not found.note


# ---------------------------------------------------------------- negative lengths, and what is said


def test_a_slide_with_positive_limits_is_a_length() -> None:
    """Stewart-Gough: legs turned inside out, to negative lengths, are no configurations, whatever the method."""
    robot = robot_named("stewart_gough")
    x = robot.models.geometry.task(robot.start)
    assert len(robot.configurations(x=x)) == 1
    found = robot.configurations(x=x, method="many starts")
    assert len(found) == 1
    assert np.all(found[0].q_active > 0)
    assert "configurations that only turn legs inside out, to negative lengths, are left out" in found.note


def test_a_slide_beyond_limits_that_are_positive_is_marked() -> None:
    """A gantry is no leg: nothing else has its tool where a negative slide has it."""
    mechanism = robot_named("gantry").mechanism
    joints = [joint.model_copy(update={"limits": kl.Limits(position=(0.1, 3.0))}) for joint in mechanism.joints]
    robot = kl.load(mechanism.model_copy(update={"joints": tuple(joints), "inverse_geometry": None, "motion": None}))
    (each,) = robot.configurations(x=[-0.2, 0.3, 0.4])
    assert each.q[0] == pytest.approx(-0.2)
    assert not each.within_limits


def test_the_note_says_when_starts_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = machine("universal_delta")
    x = robot.models.geometry.task(robot.start)
    assert "fewer than" not in robot.configurations(q_active=robot.start[:3]).note
    monkeypatch.setattr(many_starts, "BATCHES", 1)
    assert "configurations were met fewer than 8 times: some may be missing" in robot.configurations(x=x).note
    far = robot.configurations(x=[9.0, 9.0, 9.0])
    assert not far
    assert far.note == "none of 512 starts led to a configuration"
