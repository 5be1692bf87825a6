from __future__ import annotations

import math
import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from peers import urdf_path

from kinloop.errors import DescriptionError, FileError
from kinloop.mechanism.formats.read import read
from kinloop.mechanism.formats.urdf.urdf_file import MAX_LINKS, read_urdf
from kinloop.mechanism.parts.parts import Joint, Mechanism, Pose

INERTIA = '<inertia ixx="0.2" iyy="0.3" izz="0.4" ixy="0.01" ixz="-0.02" iyz="0.03"/>'
BODY = f'<inertial><origin xyz="0.1 -0.2 0.3" rpy="0.4 -0.5 0.6"/><mass value="2.5"/>{INERTIA}</inertial>'
EVERY_KIND = f"""<?xml version="1.0"?>
<robot name="every_kind">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="root"/>
  <link name="base">{BODY}
    <visual>
      <origin xyz="0 0 1" rpy="0.3 0.2 0.1"/><geometry><cylinder radius="0.1" length="0.5"/></geometry><material name="red"/>
    </visual>
    <visual><geometry><mesh filename="package://nowhere/part.dae" scale="0.001 0.001 0.001"/></geometry></visual>
  </link>
  <joint name="mount" type="fixed"><parent link="root"/><child link="base"/><origin xyz="0 0 1" rpy="0.1 0.2 0.3"/></joint>
  <link name="a">{BODY}<collision><geometry><box size="1 2 3"/></geometry></collision></link>
  <joint name="turn" type="continuous">
    <parent link="base"/><child link="a"/><axis xyz="1 2 3"/>
    <limit effort="5" velocity="7"/><dynamics damping="0.5" friction="0.25"/>
  </joint>
  <link name="b">{BODY}</link>
  <joint name="follow" type="revolute">
    <parent link="a"/><child link="b"/><origin xyz="0.7 0.8 0.9" rpy="3 1.5 -2"/>
    <limit lower="-1" upper="2" effort="0" velocity="0"/><mimic joint="turn" multiplier="-2" offset="0.5"/>
  </joint>
  <link name="c"/>
  <joint name="slide" type="prismatic">
    <parent link="b"/><child link="c"/><axis xyz="0 1 0"/><limit lower="0" upper="0" effort="1" velocity="1"/>
  </joint>
  <link name="d"/>
  <joint name="flat" type="planar"><parent link="c"/><child link="d"/><axis xyz="0 1 0"/></joint>
  <link name="e">{BODY}</link>
  <joint name="loose" type="floating"><parent link="d"/><child link="e"/></joint>
</robot>
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "robot.urdf"
    path.write_text(text, encoding="utf-8")
    return path


def named(mechanism: Mechanism, joint: str) -> Joint:
    return next(candidate for candidate in mechanism.joints if candidate.name == joint)


# The lumped inertia of every moving body, from a description, in NumPy


def rotation(roll: float, pitch: float, yaw: float) -> np.ndarray:
    def turn(axis: int, angle: float) -> np.ndarray:
        i, j = (axis + 1) % 3, (axis + 2) % 3
        R = np.eye(3)
        R[i, i] = R[j, j] = math.cos(angle)
        R[j, i], R[i, j] = math.sin(angle), -math.sin(angle)
        return R

    return turn(2, yaw) @ turn(1, pitch) @ turn(0, roll)


def transform(pose: Pose) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = rotation(*pose.rpy), pose.xyz
    return T


def skew(v: np.ndarray) -> np.ndarray:
    return np.cross(np.eye(3), v)


def spatial_inertia(mass: float, com: np.ndarray, about_com: np.ndarray) -> np.ndarray:
    """Linear part first, about the frame's origin."""
    C = skew(com)
    return np.block([[mass * np.eye(3), -mass * C], [mass * C, about_com - mass * C @ C]])


def lumped(mechanism: Mechanism) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray], dict[str, str]]:
    """For each moving joint: its placement in the parent's joint, the inertia that it carries, and the parent's joint."""
    by_child = {joint.child: joint for joint in mechanism.joints}
    links = {link.name: link for link in mechanism.links}

    def carrier(link: str) -> tuple[str, np.ndarray]:
        T = np.eye(4)
        while link in by_child and by_child[link].kind == "fixed":
            T = transform(by_child[link].origin) @ T
            link = by_child[link].parent
        return (by_child[link].name if link in by_child else "universe"), T

    placements, parents = {}, {}
    inertias: dict[str, np.ndarray] = defaultdict(lambda: np.zeros((6, 6)))
    for joint in mechanism.joints:
        if joint.kind != "fixed":
            parents[joint.name], T = carrier(joint.parent)
            placements[joint.name] = T @ transform(joint.origin)
    for name, link in links.items():
        joint_name, T = carrier(name)
        xx, yy, zz, xy, xz, yz = link.inertia
        R = T[:3, :3] @ rotation(*(link.inertia_origin or (0.0, 0.0, 0.0)))
        about_com = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        inertias[joint_name] += spatial_inertia(link.mass, T[:3, :3] @ np.array(link.com) + T[:3, 3], about_com)
    return placements, inertias, parents


def assert_same_as_pinocchio(mechanism: Mechanism, model: Any) -> None:
    placements, inertias, parents = lumped(mechanism)
    assert set(model.names[1:]) == set(placements)
    for index in range(1, model.njoints):
        name = model.names[index]
        assert model.names[model.parents[index]] == parents[name]
        np.testing.assert_allclose(placements[name], model.jointPlacements[index].homogeneous, rtol=0, atol=2e-15)
        expected = model.inertias[index].matrix()
        np.testing.assert_allclose(inertias[name], expected, rtol=0, atol=1e-14 * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("name", ["ur5", "panda", "baxter", "kinova", "talos"])
def test_placements_and_inertias_are_those_of_pinocchio(name: str) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    path = urdf_path(name)
    model = pinocchio.buildModelFromUrdf(str(path))
    mechanism = read_urdf(path)
    assert_same_as_pinocchio(mechanism, model)
    for index in range(1, model.njoints):
        joint = named(mechanism, model.names[index])
        limits = joint.limits
        speed, effort = model.velocityLimit[model.idx_vs[index]], model.effortLimit[model.idx_vs[index]]
        assert (limits.speed or 0.0, limits.effort or 0.0) == (speed, effort)
        if limits.position is not None:
            at = model.idx_qs[index]
            assert limits.position == (model.lowerPositionLimit[at], model.upperPositionLimit[at])


def test_turned_inertias_and_every_kind_of_joint_are_those_of_pinocchio(tmp_path: Path) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    mechanism = read_urdf(write(tmp_path, EVERY_KIND))
    assert_same_as_pinocchio(mechanism, pinocchio.buildModelFromXML(EVERY_KIND))


def test_every_link_and_joint_keeps_its_name() -> None:
    ur5 = read(urdf_path("ur5"))
    assert ur5.name == "ur5"
    assert {"base_link", "ee_link", "base", "tool0", "world"} <= {link.name for link in ur5.links}
    assert {"ee_fixed_joint", "world_joint", "wrist_3_link-tool0_fixed_joint"} <= {joint.name for joint in ur5.joints}
    assert len(ur5.active_joints) == 6


def test_the_tool_is_the_end_of_the_longest_chain() -> None:
    for name, tool in (("ur5", "ee_link"), ("panda", "panda_hand_tcp")):
        anchor = read_urdf(urdf_path(name)).tool
        assert anchor is not None
        assert anchor.link == tool


def test_a_mimic_joint_becomes_a_coupling(tmp_path: Path) -> None:
    panda = read_urdf(urdf_path("panda"))
    assert [(c.coordinate, c.of, c.ratio, c.offset) for c in panda.couplings] == [
        ("panda_finger_joint2", "panda_finger_joint1", 1.0, 0.0)
    ]
    assert len(panda.active_joints) == 8
    own = read_urdf(write(tmp_path, EVERY_KIND)).couplings[0]
    assert (own.coordinate, own.of, own.ratio, own.offset) == ("follow", "turn", -2.0, 0.5)


def test_joints_keep_their_kinds_axes_limits_and_friction(tmp_path: Path) -> None:
    mechanism = read_urdf(write(tmp_path, EVERY_KIND))
    kinds = {joint.name: joint.kind for joint in mechanism.joints}
    assert kinds == {
        "mount": "fixed",
        "turn": "revolute",
        "follow": "revolute",
        "slide": "prismatic",
        "flat": "planar",
        "loose": "free",
    }
    turn, follow, slide = (named(mechanism, name) for name in ("turn", "follow", "slide"))
    assert (turn.axis, turn.limits.position, turn.limits.speed, turn.limits.effort) == ((1.0, 2.0, 3.0), None, 7.0, 5.0)
    assert (turn.friction.viscous, turn.friction.coulomb) == (0.5, 0.25)
    assert (follow.axis, follow.limits.position, follow.limits.speed, follow.limits.effort) == (
        (1.0, 0.0, 0.0),
        (-1.0, 2.0),
        None,
        None,
    )
    assert follow.origin.rpy == (3.0, 1.5, -2.0), "as written"
    assert slide.limits.position is None
    assert named(mechanism, "flat").axis == (0.0, 1.0, 0.0)
    assert all(any(joint.axis) for joint in read_urdf(urdf_path("kinova")).joints), "fixed joints there have the axis 0 0 0"
    assert named(read_urdf(write(tmp_path, EVERY_KIND), friction=False), "turn").friction.viscous == 0.0


def test_what_is_drawn_is_kept_and_meshes_need_not_exist(tmp_path: Path) -> None:
    links = {link.name: link for link in read_urdf(write(tmp_path, EVERY_KIND)).links}
    cylinder, mesh = links["base"].shapes
    assert (cylinder.kind, cylinder.size, cylinder.color, cylinder.origin.rpy) == (
        "cylinder",
        (0.1, 0.5),
        (1.0, 0.0, 0.0, 1.0),
        (0.3, 0.2, 0.1),
    )
    assert (mesh.kind, mesh.size, mesh.file) == ("mesh", (0.001,) * 3, "package://nowhere/part.dae")
    assert mesh.color != cylinder.color
    assert links["a"].shapes[0].size == (1.0, 2.0, 3.0), "collisions where there are no visuals"
    assert links["c"].mass == 0.0


def test_reading_prints_nothing_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, EVERY_KIND)
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    read_urdf(path)  # has equal limits, of which MuJoCo warns
    assert os.listdir(folder) == []
    assert capfd.readouterr() == ("", "")


PAIR = "<link name='a'/><link name='b'/>"


def robot(*elements: str) -> str:
    return f"<robot name='x'>{''.join(elements)}</robot>"


def hinge(inside: str = "", kind: str = "revolute", name: str = "j", child: str = "b") -> str:
    return f"<joint name='{name}' type='{kind}'><parent link='a'/><child link='{child}'/>{inside}</joint>"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not valid XML"),
        ("<robot", "not valid XML"),
        ("<mujoco/>", "expected <robot> as the outermost element, found <mujoco>"),
        (robot(), "expected 1 to 2000 links, found 0"),
        ("<!DOCTYPE r [<!ENTITY a 'b'>]>" + robot(), "<!DOCTYPE> is not allowed"),
        ("<!doctype r>" + robot(), "<!DOCTYPE> is not allowed"),
        (robot(PAIR, hinge(kind="screw")), "invalid joint type"),
        (robot(PAIR, hinge("<origin xyz='0 zz 0'/>")), "bad format in attribute 'xyz' Element 'origin', line 1"),
        (robot(PAIR, hinge("<limit velocity='fast'/>")), "joint 'j': <limit velocity='fast'>: expected a number"),
        (robot(PAIR, hinge("<mimic joint='k'/>")), "couplings.j.of: no coordinate 'k'; the mechanism has: j"),
        (robot(PAIR, hinge("<axis xyz='0 0 0'/>")), "joints.j.axis: it is zero"),
        (robot(PAIR, hinge(), hinge(name="k")), "multiple parents"),
        (robot(PAIR), "there are no joints"),
        (robot(PAIR, "<link name='c'/>", hinge()), "not connected: 'a', 'c' have no parent"),
        (robot("<link name='a'/><link name='world'/>", hinge(child="world")), "link 'world': it is the child of a joint"),
        (robot("<link name='a'/><link name='a'/>"), "repeated URDF name"),
        (robot(PAIR, hinge(child="c")), "joint parent or child missing"),
        (robot(PAIR, "<link name='c'/>", hinge(), hinge(child="c")), "2 joints are named 'j'"),
        (
            robot("<link name='b'/><link name='a'><inertial><mass value='nan'/>", INERTIA, "</inertial></link>", hinge()),
            "links.a.mass: expected a finite number, given nan",
        ),
        (
            robot("<link name='b'/><link name='a'><visual><geometry><sphere radius='r'/></geometry></visual></link>", hinge()),
            "link 'a': <sphere radius='r'>: expected a number",
        ),
        (robot("<link name='a'/>" * (MAX_LINKS + 1)), "expected 1 to 2000 links, found 2001"),
    ],
)
def test_faulty_files_are_refused_in_words(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        read_urdf(write(tmp_path, text))
    assert message in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_files_that_cannot_be_read_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no file"):
        read_urdf(tmp_path / "missing.urdf")
    path = tmp_path / "robot.urdf"
    path.write_bytes("<robot name='x'/>".encode("utf-16"))  # where a search for DOCTYPE would find nothing
    with pytest.raises(FileError, match="not UTF-8"):
        read_urdf(path)
