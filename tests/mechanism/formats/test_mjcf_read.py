"""External MJCF files: kinloop reads them as MuJoCo does."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import numpy as np
import pytest
from motion import random_states
from peers import Array, InMujoco

import kinloop as kl
from kinloop.errors import DescriptionError
from kinloop.mechanism.formats.mjcf.mjcf_read import read_mjcf
from kinloop.mechanism.formats.read import read
from kinloop.mechanism.parts.parts import Joint, Mechanism

# Defaults by class, degrees, another order of Euler angles, joints about other points than the origin, several in a body,
# references, springs, inertias written in four ways or weighed from geoms, a frame, copies, a free body and one without a name.
TREE = """<mujoco model="tree">
  <compiler angle="degree" eulerseq="zyx" autolimits="true"/>
  <option gravity="0.3 -0.2 -9.7"/>
  <default>
    <joint damping="0.2" armature="0.01"/>
    <default class="stiff"><joint stiffness="4" springref="15" damping="0"/><geom density="500"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="a" pos="0.1 0.2 0.3" euler="10 20 30">
      <joint name="a1" axis="1 2 3" pos="0.1 -0.2 0.05" ref="25" range="-90 100"/>
      <joint name="a2" type="slide" axis="0 1 1" pos="0.4 0.5 0.6" ref="0.07" range="-1 2"/>
      <joint name="a3" axis="0 1 0" pos="-0.1 0 0.2" class="stiff" frictionloss="0.1"/>
      <inertial pos="0.01 0.02 0.03" mass="1.5" fullinertia="0.03 0.04 0.05 0.001 -0.002 0.003"/>
      <geom type="box" size="0.1 0.2 0.3" euler="0 0 45" rgba="1 0 0 1"/>
      <site name="tip" pos="0.2 0 0" axisangle="0 1 0 35"/>
      <frame pos="0 0.1 0" quat="1 0 1 0">
        <body name="b" pos="0.2 0 0" xyaxes="0 1 0 -1 0 0" childclass="stiff">
          <joint name="b" type="ball" pos="0.05 0.06 0.07" stiffness="0"/>
          <geom type="capsule" size="0.05 0.1"/>
          <geom type="cylinder" size="0.03 0.2" pos="0.1 0 0"/>
          <replicate count="2" euler="0 0 40"><geom type="sphere" size="0.02" pos="0.2 0 0"/></replicate>
          <body pos="0 0 0.3"><inertial pos="0 0 0.1" mass="0.2" diaginertia="0.001 0.002 0.0025" euler="5 0 0"/></body>
          <body name="e" pos="0.1 0 0"><joint axis="1 0 0"/><geom type="box" fromto="0 0 0 0.2 0.1 0" size="0.02"/></body>
        </body>
      </frame>
    </body>
    <body name="c" pos="1 2 3" quat="0.5 0.5 -0.5 0.5">
      <freejoint name="c"/>
      <geom type="ellipsoid" size="0.1 0.2 0.3" mass="0.6"/>
    </body>
    <body name="d"><joint name="d1" axis="1 0 0"/><joint name="d2" axis="0 1 0"/><geom size="0.1" mass="2"/></body>
  </worldbody>
</mujoco>
"""
BOX = '<inertial pos="0.02 0.01 0.03" mass="0.5" diaginertia="0.002 0.003 0.004"/>'
BALL = 'body1="hung" body2="arm" anchor="-0.2 0.05 0.1"'
WELD = 'body1="stuck" body2="arm" anchor="0.1 0.2 0.3"'
# Closed by equalities of every kind that has a meaning here; each between bodies that are free or turn: nothing is held twice.
LOOPS = f"""<mujoco model="loops">
  <compiler angle="radian"/>
  <option timestep="0.001"/>
  <default><equality solref="0.002 1"/></default>
  <worldbody>
    <body name="arm" pos="0 0 1">
      <joint name="arm" axis="0 1 0" ref="0.3"/>{BOX}
      <site name="end" pos="0.3 0.1 0" euler="0.1 0.2 0.3"/>
    </body>
    <body name="hung" pos="0.5 0 1" euler="0.3 0 0"><freejoint name="hung"/>{BOX}<site name="hook" pos="-0.2 0 0"/></body>
    <body name="stuck" pos="0.2 0.4 1" euler="0 0.4 0.2">
      <freejoint name="stuck"/>{BOX}
      <site name="grip" pos="0.1 0 0" euler="0.5 0 0.1"/>
    </body>
    <body name="held" pos="-0.5 0.1 1">
      <joint name="h1" type="slide" axis="1 0 0"/>
      <joint name="h2" axis="0 0 1" pos="0.1 0 0"/>{BOX}
      <site name="roped" pos="0 0.1 0"/>
    </body>
    <body name="follower" pos="0 1 1"><joint name="follower" axis="1 0 0" ref="-0.2"/>{BOX}</body>
    <body name="geared" pos="0 2 1"><joint name="geared" type="slide" axis="1 0 1" ref="0.1"/>{BOX}</body>
    <site name="post" pos="-1 0.3 1.4"/>
  </worldbody>
  <tendon>
    <spatial name="rope"><site site="post"/><site site="roped"/></spatial>
    <fixed name="belt"><joint joint="geared" coef="2"/><joint joint="arm" coef="-0.6"/></fixed>
  </tendon>
  <equality>
    <connect name="ball" {BALL}/>
    <weld name="weld" {WELD} torquescale="10"/>
    <tendon name="rod" tendon1="rope" polycoef="0 0 0 0 0"/>
    <joint name="gear" joint1="follower" joint2="arm" polycoef="0.05 -1.5 0 0 0"/>
    <tendon name="belt" tendon1="belt"/>
    <connect body1="hung" anchor="5 5 5" active="false"/>
    <weld site1="end" site2="grip" active="false"/>
  </equality>
</mujoco>
"""


def load(folder: Path, text: str) -> kl.Robot:
    path = folder / "machine.xml"
    path.write_text(text, encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return kl.load(read_mjcf(path))


def read_text(folder: Path, text: str) -> Mechanism:
    return load(folder, text).mechanism


def machine(inside: str, after: str = "") -> str:
    """One body on the world with a box of mass, and more."""
    return f'<mujoco><worldbody><body name="a">{BOX}{inside}</body></worldbody>{after}</mujoco>'


HINGE = machine('<joint name="j" axis="0 0 1"/>')


def joint(mechanism: Mechanism, name: str) -> Joint:
    return next(candidate for candidate in mechanism.joints if candidate.name == name)


def states(mechanism: Mechanism, count: int = 8) -> tuple[Array, Array, Array]:
    random = np.random.default_rng(0)
    q = random.uniform(-2, 2, (count, len(mechanism.coordinates)))
    for k, name in enumerate(mechanism.coordinates):
        if name.endswith(("_qw", "_w")):
            q[:, k : k + 4] /= np.linalg.norm(q[:, k : k + 4], axis=1, keepdims=True)
    return q, *random.uniform(-2, 2, (2, count, len(mechanism.rates)))


# ---------------------------------------------------------------- the same dynamics


def test_a_tree_written_in_many_ways_has_mujocos_dynamics(tmp_path: Path) -> None:
    robot = load(tmp_path, TREE.replace('frictionloss="0.1"', ""))
    named = TREE.replace('<joint axis="1 0 0"/>', '<joint name="e" axis="1 0 0"/>').replace('frictionloss="0.1"', "")
    peer = InMujoco(
        robot.mechanism, named.replace("<option ", '<option><flag limit="disable" contact="disable"/></option><option ')
    )
    q, qd, qdd = states(robot.mechanism)
    expected = np.array([peer.inverse_dynamics(*sample) for sample in zip(q, qd, qdd, strict=True)])
    found = robot.models.formulas.kernel("tree_effort")(q, qd, qdd)
    assert np.abs(found - expected).max() < 1e-10 * np.abs(expected).max()
    for sample in q:
        peer.place(sample)
        peer.mujoco.mj_kinematics(peer.model, peer.data)
        for name, position, rotation in (
            ("tip", peer.data.site("tip").xpos, peer.data.site("tip").xmat),
            *((body, peer.data.body(body).xpos, peer.data.body(body).xmat) for body in "abce"),
        ):
            pose = robot.frame_pose(sample, name)
            np.testing.assert_allclose(pose.position, position, atol=1e-14)
            np.testing.assert_allclose(pose.rotation, rotation.reshape(3, 3), atol=1e-14)


WELDS = {
    "where they are": WELD,
    "as given": 'body1="stuck" body2="arm" anchor="0.1 0 0.2" relpose="-0.2 0.1 0 0.9 0.1 0.2 0"',
    "by sites": 'site1="grip" site2="end"',
    "to the world": 'body1="stuck"',
}


@pytest.mark.parametrize("weld", WELDS)
def test_loops_of_all_kinds_have_mujocos_dynamics(tmp_path: Path, weld: str) -> None:
    """At rest, since MuJoCo leaves the centripetal term of a tendon out."""
    text = LOOPS.replace(WELD, WELDS[weld])
    text = text.replace(BALL, 'site1="end" site2="hook"') if weld == "by sites" else text
    robot = load(tmp_path, text)
    assert {loop.name: loop.kind for loop in robot.mechanism.loops} == {"ball": "ball", "weld": "weld", "rod": "rod"}
    assert {coupling.name for coupling in robot.mechanism.couplings} == {"gear", "belt"}
    peer = InMujoco(robot.mechanism, text)
    samples = random_states(robot, 6, 0)
    efforts = np.random.default_rng(1).uniform(-2, 2, (6, robot.n_active))
    still = np.zeros_like(samples.qd)
    passive = np.zeros(len(robot.mechanism.rates) - robot.n_active)
    found = [peer.acceleration(q, v, np.append(tau, passive)) for q, v, tau in zip(samples.q, still, efforts, strict=True)]
    expected = robot.forward_dynamics(samples.q, still, efforts).qdd
    assert np.abs(np.array(found) - expected).max() < 1e-6 * np.abs(expected).max()


def test_gravity_springs_and_damping_can_be_switched_off(tmp_path: Path) -> None:
    text = HINGE.replace("/></body>", ' damping="2" stiffness="3" frictionloss="1"/></body>')
    flags = '<mujoco><option><flag gravity="disable" spring="disable" damper="disable" frictionloss="disable"/></option>'
    mechanism = read_text(tmp_path, text.replace("<mujoco>", flags))
    assert mechanism.gravity == (0, 0, 0)
    assert joint(mechanism, "j").spring.stiffness == joint(mechanism, "j").friction.viscous == 0
    assert joint(mechanism, "j").friction.coulomb == 0
    mechanism = read_text(tmp_path, text)
    assert joint(mechanism, "j").friction.coulomb == 1


# ---------------------------------------------------------------- joints, drives, names


def test_joints_have_mujocos_names_and_values(tmp_path: Path) -> None:
    mechanism = read_text(tmp_path, TREE)
    kinds = {j.name: j.kind for j in mechanism.joints if j.kind != "fixed"}
    assert kinds == {
        "a1": "revolute",
        "a2": "prismatic",
        "a3": "revolute",
        "b": "spherical",
        "e": "revolute",
        "c": "free",
        "d1": "revolute",
        "d2": "revolute",
    }
    assert joint(mechanism, "a1").limits.position == pytest.approx((-np.pi / 2, np.pi / 1.8))
    assert joint(mechanism, "a2").limits.position == (-1, 2)
    assert mechanism.start["a1"] == pytest.approx(np.deg2rad(25))
    assert mechanism.start["a2"] == 0.07
    assert [mechanism.start[f"c{suffix}"] for suffix in ("_x", "_y", "_z", "_qw")] == [1, 2, 3, 0.5]
    assert joint(mechanism, "a3").spring.rest == pytest.approx(np.deg2rad(15))
    assert joint(mechanism, "a3").friction.coulomb == 0.1
    assert joint(mechanism, "b").rotor.inertia == 0.01
    assert mechanism.frames["tip"].link == "a"
    assert next(link for link in mechanism.links if link.name == "a").inertia == (0.03, 0.04, 0.05, 0.001, -0.002, 0.003), (
        "as written"
    )


def test_all_bodies_of_the_world_are_kept(tmp_path: Path) -> None:
    mechanism = read_text(tmp_path, TREE)
    assert {j.child for j in mechanism.joints if j.parent == "world"} >= {"c"}
    assert {"a", "b", "c", "d", "e", "world"} <= {link.name for link in mechanism.links}


def test_without_actuators_hinges_and_slides_are_actuated(tmp_path: Path) -> None:
    assert [j.name for j in read_text(tmp_path, TREE).active_joints] == ["a1", "a2", "a3", "e", "d1", "d2"]
    assert not read_text(tmp_path, HINGE.replace("</mujoco>", "<actuator/></mujoco>")).active_joints


def test_actuators_say_which_joints_are_actuated_and_how_strongly(tmp_path: Path) -> None:
    bodies = "".join(f'<body name="{n}">{BOX}<joint name="{n}" axis="0 0 1"/></body>' for n in "pqrst")
    ball = f'<body name="ball">{BOX}<joint name="ball" type="ball"/></body>'
    motors = "".join(f'<motor joint="ball" gear="{gear}" ctrlrange="-3 3"/>' for gear in ("1 0 0", "0 1 0", "0 0 1"))
    text = f"""<mujoco><worldbody>{bodies}{ball}</worldbody><actuator>
        <motor joint="p" gear="3" ctrlrange="-2 1"/>
        <position joint="q" kp="10" forcerange="-4 4" ctrlrange="-1 1"/>
        <velocity joint="r" kv="10" gear="-2"/>
        <motor joint="s" ctrlrange="-1 1"/><motor joint="s" ctrlrange="-2 2"/>{motors}</actuator></mujoco>"""
    mechanism = read_text(tmp_path, text)
    efforts = {j.name: j.limits.effort for j in mechanism.active_joints}
    assert efforts == {"p": 6.0, "q": 4.0, "r": None, "s": 3.0, "ball": 3.0}
    assert not joint(mechanism, "t").is_actuated


def test_a_tendon_that_drives_coupled_joints_actuates_their_leader(tmp_path: Path) -> None:
    bodies = "".join(f'<body name="{n}">{BOX}<joint name="{n}" axis="0 0 1"/></body>' for n in "pq")
    text = f"""<mujoco><worldbody>{bodies}</worldbody>
        <tendon><fixed name="both"><joint joint="p" coef="0.5"/><joint joint="q" coef="0.5"/></fixed></tendon>
        <equality><joint joint1="p" joint2="q"/></equality>
        <actuator><position tendon="both"/></actuator></mujoco>"""
    assert [j.name for j in read_text(tmp_path, text).active_joints] == ["q"]


def test_two_balls_between_the_same_bodies_are_a_pin(tmp_path: Path) -> None:
    bodies = "".join(f'<body name="{n}" pos="{x} 0 0">{BOX}<joint name="{n}" axis="0 0 1"/></body>' for x, n in enumerate("pq"))
    balls = "".join(f'<connect body1="p" body2="q" anchor="0.5 0.5 {z}"/>' for z in (0, 0.2))
    (loop,) = read_text(tmp_path, f"<mujoco><worldbody>{bodies}</worldbody><equality>{balls}</equality></mujoco>").loops
    assert (loop.kind, loop.axis, loop.axis_b) == ("pin", (0, 0, 0.2), (0, 0, 0.2))
    assert (loop.a.origin.xyz, loop.b.origin.xyz) == ((0.5, 0.5, 0), (-0.5, 0.5, 0))


def test_a_weld_without_torque_is_a_ball(tmp_path: Path) -> None:
    text = machine('<freejoint name="j"/>', '<equality><weld body1="a" torquescale="0"/></equality>')
    assert read_text(tmp_path, text).loops[0].kind == "ball"


def test_the_first_keyframe_is_the_start(tmp_path: Path) -> None:
    keys = '<keyframe><key qpos="0.3"/><key qpos="0.4"/></keyframe></mujoco>'
    assert read_text(tmp_path, HINGE.replace("</mujoco>", keys)).start == {"j": 0.3}


def test_the_tool_is_the_site_of_that_name_or_the_end_of_the_longest_chain(tmp_path: Path) -> None:
    mechanism = read_text(tmp_path, TREE)
    assert mechanism.tool is not None
    assert mechanism.tool.link == "e"
    mechanism = read_text(tmp_path, TREE.replace('name="tip"', 'name="tool"'))
    assert mechanism.tool is not None
    assert mechanism.tool.link == "a"
    assert "tool" not in mechanism.frames


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "arm.xml").write_text(HINGE)
    assert read(tmp_path / "arm.xml").name == "arm"


# ---------------------------------------------------------------- what is drawn, what is left out


def test_geoms_are_drawn_with_their_whole_lengths(tmp_path: Path) -> None:
    shapes = {link.name: link.shapes for link in read_text(tmp_path, TREE).links}
    (box,) = shapes["a"]
    assert (box.kind, box.color) == ("box", (1, 0, 0, 1))
    assert box.size == pytest.approx((0.2, 0.4, 0.6))
    assert [shape.kind for shape in shapes["b"]] == ["capsule", "cylinder", "sphere", "sphere"]
    assert shapes["b"][0].size == (0.05, 0.2)
    assert shapes["world"] == ()


def test_what_no_motion_depends_on_is_left_out_with_one_warning(tmp_path: Path) -> None:
    inside = '<joint name="j"/><camera/><light/><geom size="1"/><geom size="1" contype="0" conaffinity="0"/>'
    path = tmp_path / "machine.xml"
    path.write_text(machine(inside, '<sensor><jointpos joint="j"/><jointvel joint="j"/></sensor><visual/>'))
    with pytest.warns(UserWarning, match="read without") as caught:
        read_mjcf(path)
    assert len(caught) == 1
    assert all(part in str(caught[0].message) for part in ("2 sensors", "1 camera;", "1 light;", "the contacts of 1 geom"))


def test_meshes_are_kept_as_references_and_may_be_missing(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "here.stl").write_bytes(b"never opened")
    asset = (
        '<asset><mesh file="here.stl"/><mesh name="gone" file="gone.stl"/></asset><default><mesh scale="0.1 0.2 0.3"/></default>'
    )
    inside = '<joint name="j"/><geom type="mesh" mesh="here"/><geom type="mesh" mesh="gone"/>'
    path = tmp_path / "machine.xml"
    path.write_text(machine(inside, asset).replace("<mujoco>", '<mujoco><compiler meshdir="assets"/>'))
    with pytest.warns(UserWarning, match=r"missing meshes: assets/gone\.stl"):
        mechanism = read_mjcf(path)
    (shape,) = next(link.shapes for link in mechanism.links if link.name == "a")
    assert (shape.kind, shape.file, shape.size) == ("mesh", "assets/here.stl", (0.1, 0.2, 0.3))


def test_reading_prints_nothing_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    read_text(tmp_path, LOOPS)
    with pytest.raises(DescriptionError):
        read_text(tmp_path, HINGE.replace('mass="0.5"', 'mass="-1"'))
    assert os.listdir(folder) == []
    assert capfd.readouterr() == ("", "")


# ---------------------------------------------------------------- what cannot be expressed


def pair(after: str) -> str:
    return machine('<joint name="j" axis="0 0 1"/><joint name="k"/><site name="s"/><site name="t" pos="1 0 0"/>', after)


def turning(inside: str = "", after: str = "", kind: str = "hinge") -> str:
    return machine(f'<joint name="j" type="{kind}"/>{inside}', after)


POLYNOMIAL = '<equality><joint name="e" joint1="j" joint2="k" polycoef="0 1 2"/></equality>'
HELD = '<equality><joint name="e" joint1="j"/></equality>'
SPRING = '<tendon><spatial name="t" stiffness="3"><site site="s"/><site site="t"/></spatial></tendon>'
ONE_JOINT = (
    '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon><equality><tendon name="e" tendon1="t"/></equality>'
)
TWO = '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed><fixed name="u"><joint joint="k" coef="1"/></fixed></tendon>'
THRUSTER = '<actuator><motor name="m" site="s"/></actuator>'
BALL_MOTOR = '<actuator><motor joint="j" gear="1 0 0"/></actuator>'
NO_MASS = '<mujoco><worldbody><body name="a"><joint/></body></worldbody></mujoco>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (pair(POLYNOMIAL), "equality 'e': the polynomial 0 1 2 0 0 is not linear"),
        (pair(HELD), "equality 'e': a joint that is held has no words here"),
        (pair(SPRING), "tendon 't': its stiffness cannot be expressed"),
        (pair(ONE_JOINT), "equality 'e': expected a tendon between two sites"),
        (
            pair(TWO + '<equality><tendon name="e" tendon1="t" tendon2="u"/></equality>'),
            "the lengths of two tendons cannot be tied",
        ),
        (pair(THRUSTER), "actuator 'm': expected one on a joint"),
        (pair('<option density="1.2"/>'), "the forces of a fluid"),
        (turning(after=BALL_MOTOR, kind="ball"), "joint 'j': 1 of its 3 degrees of freedom are actuated"),
        (machine('<joint type="ball" name="j" stiffness="2"/>'), "joint 'j': a spring on a spherical joint"),
        (turning().replace('<body name="a">', '<body name="a" gravcomp="1">'), "body 'a': gravity compensation"),
        (turning('<plugin plugin="p"/>'), "<plugin> 'p': plugins are not read"),
        (turning('<composite type="cable" count="1000000000 1 1"/>'), "<composite>: composite bodies are not read"),
        (turning('<flexcomp name="f" type="grid" count="100000 100000 1"/>'), "<flexcomp> 'f': deformable"),
        (turning(after='<asset><model name="m" file="/etc/passwd"/></asset>'), "<model> 'm': other models are not attached"),
        (machine(""), "there are no joints"),
        (NO_MASS.replace("<joint/>", '<joint/><geom type="mesh" mesh="m"/>'), "body 'a': its mass comes from mesh 'm'"),
        (NO_MASS, "mass and inertia of moving bodies must be larger"),
        (machine('<joint name="j" axis="0 0 0"/>'), "axis"),
        (machine('<joint name="j" ref="inf"/>'), "joint 'j': expected finite numbers, its reference is inf"),
        (turning(kind="screw"), "invalid keyword: 'screw'"),
        (turning('<joint name="j"/>'), "repeated name 'j' in joint"),
    ],
)
def test_what_cannot_be_expressed_is_refused_in_words(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        read_text(tmp_path, text)
    assert message in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_everything_that_cannot_be_expressed_is_listed_together(tmp_path: Path) -> None:
    text = pair(HELD + THRUSTER).replace("<site name=", '<plugin plugin="p"/><site name=', 1)
    with pytest.raises(DescriptionError, match="has 3 faults") as caught:
        read_text(tmp_path, text)
    assert all(name in str(caught.value) for name in ("'e'", "'m'", "'p'"))
