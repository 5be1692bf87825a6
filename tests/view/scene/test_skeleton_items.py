"""Markers of every kind of joint and loop."""

from __future__ import annotations

import numpy as np
import pytest
from scene_bodies import axis_of

import kinloop as kl
from kinloop.mechanism.kinds.joint_kinds import JOINT_KINDS
from kinloop.mechanism.kinds.loop_kinds import LOOP_KINDS
from kinloop.view.figures.skeleton import Mark, build_skeleton
from kinloop.view.scene.build_scene import build_scene
from kinloop.view.scene.colors import DRIVES
from kinloop.view.scene.skeleton_items import MARKERS, PARTS, marker

# A platform's joint leaves it all motions, a fixed one none: there is no bearing to draw.
NOT_DRAWN = {"planar", "free", "fixed"}
INERTIA = (0.01, 0.01, 0.01, 0, 0, 0)


def test_every_kind_of_joint_and_loop_has_a_marker() -> None:
    assert set(MARKERS) == {*JOINT_KINDS, *LOOP_KINDS, "base"}
    assert {kind for kind in JOINT_KINDS if JOINT_KINDS[kind].carries_a_platform or not JOINT_KINDS[kind].moves} == NOT_DRAWN


@pytest.mark.parametrize("kind", sorted({*JOINT_KINDS, *LOOP_KINDS}))
def test_a_marker_is_at_its_place_and_along_its_axis(kind: str) -> None:
    axis, point = np.array([0.6, 0.0, 0.8]), np.array([0.1, 0.2, 0.3])
    bodies = marker(Mark(kind, "passive", "arm", point, axis), 0.01, {})
    assert bool(bodies) == (kind not in NOT_DRAWN)
    for body in bodies:
        np.testing.assert_allclose(body.position, point)
        assert body.color == DRIVES["passive"]
    if kind in ("revolute", "pin", "prismatic", "cylindrical", "helical", "universal"):
        assert any(abs(axis_of(body) @ axis) == pytest.approx(1) for body in bodies)
    if kind == "universal":
        assert axis_of(bodies[0]) @ axis_of(bodies[1]) == pytest.approx(0, abs=1e-12)


def test_every_role_of_a_part_is_drawn() -> None:
    roles = {part.role for name in kl.library() for part in _skeleton(name).parts}
    assert roles == set(PARTS), "each occurs in the library"


def _skeleton(name: str) -> object:
    robot = kl.load(name)
    return build_skeleton(robot, np.array(robot.start)[None])


def _arm(kind: str, **more: object) -> kl.Mechanism:
    """A joint of a kind between two links, and a wrist after it."""
    joints = (
        kl.Joint(name="a", kind="revolute", parent="base", child="arm", axis=(0, 1, 0)),
        kl.Joint(name="b", kind=kind, parent="arm", child="hand", origin=kl.Pose(xyz=(0.3, 0, 0)), axis=(1, 0, 0), **more),
        kl.Joint(name="c", kind="revolute", parent="hand", child="end", origin=kl.Pose(xyz=(0.2, 0, 0))),
    )
    links = tuple(kl.Link(name=name, mass=1, inertia=INERTIA) for name in ("arm", "hand", "end"))
    return kl.Mechanism(name=f"arm_{kind}", links=links, joints=joints, tool=kl.Anchor(link="end"))


def test_a_screw_has_a_spindle_between_its_links() -> None:
    robot = kl.load(_arm("helical", pitch=0.02))
    scene = build_scene(robot, [0.0, 5.0, 0.0])
    (spindle,) = scene.stretched
    assert (spindle.name, spindle.a, spindle.b, spindle.always) == ("b", "arm", "hand", False)


def test_a_link_of_one_joint_reaches_to_its_centre_of_mass() -> None:
    """Nothing else says where a pendulum is."""
    arm = kl.Link(name="arm", mass=1, com=(0.1, 0.2, 0), inertia=INERTIA)
    joint = kl.Joint(name="a", kind="revolute", parent="base", child="arm")
    scene = build_scene(kl.load(kl.Mechanism(name="pendulum", links=(arm,), joints=(joint,))))
    (bar,) = [item for item in scene.links[1].skeleton if item.kind == "capsule"]
    assert bar.size[1] == pytest.approx(np.hypot(0.1, 0.2))
    assert 0.005 < scene.radius / bar.size[1] < 0.05
    assert scene.extent < 0.5


def test_a_machine_of_one_point_is_drawn_too() -> None:
    """No port is away from another: the size is that of one metre, and nothing divides by zero."""
    links = tuple(kl.Link(name=name, mass=1, inertia=INERTIA) for name in "ab")
    joints = (
        kl.Joint(name="one", kind="revolute", parent="base", child="a"),
        kl.Joint(name="two", kind="revolute", parent="a", child="b", axis=(1, 0, 0)),
    )
    scene = build_scene(kl.load(kl.Mechanism(name="point", links=links, joints=joints)))
    assert 0 < scene.radius < scene.extent
    assert np.all(scene.hi > scene.lo)
