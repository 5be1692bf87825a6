"""Trees written as MJCF: MuJoCo and Pinocchio read the file, and their models are kinloop's.

Inverse dynamics and inertia agree to 1e-10 of the largest number. Rounding alone would leave 1e-14; the rest is that MuJoCo takes
no body without a moment of inertia, so that point masses and slender rods are written with 1e-14 kg m^2.
"""

from __future__ import annotations

import warnings
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from machines import at, rod
from peers import Array, InMujoco, urdf_path

import kinloop as kl
from kinloop.errors import DescriptionError, ShapeError, UnknownName, UnsupportedOperation
from kinloop.mechanism.formats.mjcf.mjcf_read import read_mjcf
from kinloop.mechanism.formats.mjcf.mjcf_write import write_mjcf
from kinloop.mechanism.formats.read import library, read
from kinloop.mechanism.formats.urdf.urdf_file import read_urdf

TOLERANCE = 1e-10
TREES = [f"tree{seed}" for seed in range(6)]
SERIAL = [name for name in library() if not read(name).loops]
MACHINES = [*SERIAL, "ur5", "massless_chain", *TREES]


def massless_chain() -> kl.Mechanism:
    """An arm of hinges, slides and a fixed bracket on links without mass, a ball on the last of them, a spring and friction.

    MuJoCo wants mass on what moves, so the chain has to become joints of one body, about other points than its origin.
    """

    def joint(name: str, kind: str, parent: str, child: str, seed: int, **more: Any) -> kl.Joint:
        random = np.random.default_rng(seed)
        pose = kl.Pose(xyz=tuple(random.uniform(-0.3, 0.3, 3)), rpy=tuple(random.uniform(-2, 2, 3)))
        return kl.Joint(name=name, kind=kind, parent=parent, child=child, origin=pose, **{"axis": (0.6, 0, 0.8), **more})

    return kl.Mechanism(
        name="massless_chain",
        gravity=(1, 2, -9),
        links=(
            rod("arm", 0.8, 0.4),
            kl.Link(name="hand", mass=0.4, com=(0.1, 0.2, 0.3), inertia=(0.01, 0.02, 0.015, 0.001, 0, 0)),
        ),
        joints=(
            joint("a", "revolute", "base", "l1", 1, actuated=True, spring=kl.Spring(stiffness=3, rest=0.2)),
            joint("b", "prismatic", "l1", "l2", 2, friction=kl.Friction(viscous=0.3)),
            joint("bracket", "fixed", "l2", "l3", 3),
            joint("c", "universal", "l3", "arm", 4, axis=(1, 0, 0), actuated=True),
            joint("d", "cylindrical", "arm", "l4", 5),
            joint("e", "spherical", "l4", "hand", 6, actuated=True, rotor=kl.Rotor(inertia=0.02)),
        ),
        start={"a": 0.1, "c_2": 0.3, "e_w": 0.8, "e_x": 0.6},
    )


@cache
def machine(name: str) -> tuple[kl.Mechanism, str]:
    """A description and its MJCF, without Coulomb friction."""
    if name in TREES:
        pytest.importorskip("pinocchio", reason="the random trees need it")
        from random_trees import random_tree

        mechanism = random_tree(int(name.removeprefix("tree"))).mechanism
    elif name == "massless_chain":
        mechanism = massless_chain()
    else:
        mechanism = read_urdf(urdf_path(name), friction=False) if name == "ur5" else read(name)
    joints = tuple(j.model_copy(update={"friction": kl.Friction(viscous=j.friction.viscous)}) for j in mechanism.joints)
    mechanism = mechanism.model_copy(update={"joints": joints})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the meshes of the UR5
        return mechanism, write_mjcf(mechanism)


def states(mechanism: kl.Mechanism, count: int = 8) -> tuple[Array, Array, Array]:
    random = np.random.default_rng(len(mechanism.rates))
    q = random.uniform(-2, 2, (count, len(mechanism.coordinates)))
    for k, name in enumerate(mechanism.coordinates):
        if name.endswith(("_qw", "_w")):
            q[:, k : k + 4] /= np.linalg.norm(q[:, k : k + 4], axis=1, keepdims=True)
    qd, qdd = random.uniform(-2, 2, (2, count, len(mechanism.rates)))
    return q, qd, qdd


def agree(actual: Array, expected: Array) -> None:
    assert np.abs(actual - expected).max() < TOLERANCE * np.abs(expected).max()


@pytest.mark.parametrize("name", MACHINES)
def test_mujocos_inverse_dynamics_and_inertia_of_the_file_are_ours(name: str) -> None:
    mechanism, text = machine(name)
    robot, peer = kl.load(mechanism), InMujoco(mechanism, text)
    q, qd, qdd = states(mechanism)
    agree(
        robot.models.formulas.kernel("tree_effort")(q, qd, qdd, *robot.models.parameter_inputs),
        np.array([peer.inverse_dynamics(*sample) for sample in zip(q, qd, qdd, strict=True)]),
    )
    agree(
        robot.models.formulas.kernel("tree_inertia")(q, *robot.models.parameter_inputs),
        np.array([peer.inertia(sample) for sample in q]),
    )


@pytest.mark.parametrize("name", MACHINES)
def test_pinocchios_inverse_dynamics_of_the_file_is_ours(name: str, tmp_path: Path) -> None:
    """Its reader leaves gravity at -9.81 m/s^2 along z whatever the file says; its dynamics have no friction and no springs."""
    pin = pytest.importorskip("pinocchio")
    joints = tuple(j.model_copy(update={"friction": kl.Friction(), "spring": kl.Spring()}) for j in machine(name)[0].joints)
    mechanism, text = machine(name)[0].model_copy(update={"joints": joints}), machine(name)[1]
    robot, order = kl.load(mechanism), InMujoco(mechanism, text)
    (tmp_path / "machine.xml").write_text(text)
    model = pin.buildModelFromMJCF(str(tmp_path / "machine.xml"))
    model.gravity.linear = np.array(order.model.opt.gravity)
    data = model.createData()
    q, qd, qdd = states(mechanism)

    def efforts(q: Array, qd: Array, qdd: Array) -> Array:
        theirs = q[order.q]
        for k in order.balls:  # the scalar last
            theirs[k : k + 4] = np.roll(theirs[k : k + 4], -1)
        return order.back(np.array(pin.rnea(model, data, theirs, qd[order.v], qdd[order.v])))

    expected = np.array([efforts(*sample) for sample in zip(q, qd, qdd, strict=True)])
    agree(robot.models.formulas.kernel("tree_effort")(q, qd, qdd, *robot.models.parameter_inputs), expected)


@pytest.mark.parametrize("name", MACHINES)
def test_reading_what_was_written_gives_the_same_coordinates_and_dynamics(name: str, tmp_path: Path) -> None:
    mechanism, text = machine(name)
    (tmp_path / "machine.xml").write_text(text)
    again = read_mjcf(tmp_path / "machine.xml")
    assert set(again.coordinates) == set(mechanism.coordinates)
    assert {rate for joint in again.active_joints for rate in joint.rates} == {
        rate for joint in mechanism.active_joints for rate in joint.rates
    }
    first, second = kl.load(mechanism), kl.load(again)
    q, qd, qdd = states(mechanism)
    rates = [mechanism.rates.index(rate) for rate in again.rates]
    positions = [mechanism.coordinates.index(name) for name in again.coordinates]
    effort, effort_again = (robot.models.formulas.kernel("tree_effort") for robot in (first, second))
    agree(
        effort_again(q[:, positions], qd[:, rates], qdd[:, rates]), effort(q, qd, qdd, *first.models.parameter_inputs)[:, rates]
    )
    tool, tool_again = first.frame_pose(q), second.frame_pose(q[:, positions])
    np.testing.assert_allclose(tool_again.position, tool.position, rtol=0, atol=1e-14)
    np.testing.assert_allclose(tool_again.rotation, tool.rotation, rtol=0, atol=1e-14)
    np.testing.assert_allclose(second.start, first.start[positions], rtol=0, atol=1e-15)


def test_writing_twice_through_a_file_changes_nothing(tmp_path: Path) -> None:
    """Chains of massless links are put together and taken apart again."""
    _, text = machine("massless_chain")
    (tmp_path / "machine.xml").write_text(text)
    first = read_mjcf(tmp_path / "machine.xml")
    (tmp_path / "again.xml").write_text(write_mjcf(first))
    second = read_mjcf(tmp_path / "again.xml")
    assert second.coordinates == first.coordinates
    origins, origins_again = ({j.name: j.origin.xyz for j in m.joints if j.kind != "fixed"} for m in (first, second))
    assert all(origins_again[name] == pytest.approx(origins[name], abs=1e-15) for name in origins)


# ---------------------------------------------------------------- what stands in the file


def test_parameters_and_a_configuration_can_be_given() -> None:
    model = mujoco.MjModel.from_xml_string(write_mjcf(read("two_r"), {"m1": 4.0}, q=[0.3, -0.4], timestep=5e-4))
    assert model.body("link1").mass == 4.0
    assert model.opt.timestep == 5e-4
    assert model.key("start").qpos.tolist() == [0.3, -0.4]
    assert mujoco.MjModel.from_xml_string(write_mjcf(read("two_r"))).key("start").qpos == pytest.approx(np.deg2rad([30, 60]))


def test_limits_motors_and_frames_are_written() -> None:
    limits = kl.Limits(position=(-1, 2), effort=7, speed=3)
    mechanism = kl.Mechanism(
        name="m",
        links=(rod("arm", 1, 1),),
        joints=(kl.Joint(name="a", kind="revolute", parent="world", child="arm", limits=limits),),
        frames={"tip": kl.Anchor(link="arm", origin=at(1.0))},
    )
    model = mujoco.MjModel.from_xml_string(write_mjcf(mechanism))
    assert model.joint("a").range.tolist() == [-1, 2]
    assert model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_LIMIT
    assert model.actuator("a").ctrlrange.ravel().tolist() == [-7, 7]
    assert model.site("tip").pos.tolist() == [1, 0, 0]
    assert {model.body(k).name for k in range(model.nbody)} == {"world", "m", "base", "arm"}, "the world cannot be a body"


def test_what_is_drawn_has_no_mass_and_touches_nothing() -> None:
    text = write_mjcf(read("biglide"), {"m_1": 0.5, "m_2": 0.5})
    assert all(geom.get("mass") == "0" for geom in ET.fromstring(text).iterfind("worldbody//geom"))
    model = mujoco.MjModel.from_xml_string(text)
    assert model.ngeom == 7
    assert not model.geom_contype.any()
    assert model.body("rod1").mass == 0.5
    assert model.geom_size[0].tolist() == [0.015, 1.8, 0.01]


def test_coulomb_friction_and_meshes_are_left_out_with_a_warning(recwarn: pytest.WarningsRecorder) -> None:
    mesh = kl.Shape(kind="mesh", file="part.stl")
    joint = kl.Joint(name="a", kind="revolute", parent="base", child="arm", friction=kl.Friction(coulomb=0.2, viscous=0.1))
    link = rod("arm", 1, 1).model_copy(update={"shapes": (mesh,)})
    text = write_mjcf(kl.Mechanism(name="m", links=(link,), joints=(joint,)))
    assert 'damping="0.1"' in text
    assert "frictionloss" not in text
    assert [str(warning.message) for warning in recwarn] == [
        "m: MJCF is written without the Coulomb friction of a, the shapes of arm (meshes, links without mass)"
    ]


# ---------------------------------------------------------------- what cannot be written


def fork(**more: Any) -> kl.Mechanism:
    """A massless link that carries two."""
    joints = [("a", "base", "fork"), ("b", "fork", "left"), ("c", "fork", "right")]
    return kl.Mechanism(
        name="m",
        links=(rod("left", 1, 1), rod("right", 1, 1)),
        joints=tuple(kl.Joint(name=name, kind="revolute", parent=parent, child=child) for name, parent, child in joints),
        **more,
    )


def test_a_massless_link_that_needs_a_body_is_refused_or_given_a_mass() -> None:
    with pytest.raises(UnsupportedOperation, match=r"MuJoCo needs mass on what moves, and 'fork' has none; give it a mass"):
        write_mjcf(fork())
    model = mujoco.MjModel.from_xml_string(write_mjcf(fork(), least_mass=1e-3))
    assert model.body("fork").mass == 1e-3


def test_the_massless_rods_of_the_biglide_carry_a_platform_or_nothing() -> None:
    with pytest.raises(UnsupportedOperation, match="'rod2' has none"):
        write_mjcf(read("biglide"))


def test_an_inertia_that_no_body_has_is_refused() -> None:
    link = kl.Link(name="arm", mass=1, inertia=(0, 0, 0.001, 0, 0, 0))
    joint = kl.Joint(name="a", kind="revolute", parent="base", child="arm")
    with pytest.raises((UnsupportedOperation, DescriptionError), match="principal moments"):
        write_mjcf(kl.Mechanism(name="m", links=(link,), joints=(joint,)))


def test_a_ball_before_a_turned_massless_link_is_refused() -> None:
    joints = (
        kl.Joint(name="s", kind="spherical", parent="base", child="l"),
        kl.Joint(name="a", kind="revolute", parent="l", child="arm", origin=kl.Pose(rpy=(1, 0, 0))),
    )
    with pytest.raises(UnsupportedOperation, match="'l' has none"):
        write_mjcf(kl.Mechanism(name="m", links=(rod("arm", 1, 1),), joints=joints))


def test_wrong_arguments_are_refused_in_words() -> None:
    two_r = read("two_r")
    with pytest.raises(ShapeError, match=r"q: expected 2 numbers \(theta1, theta2\), given shape \(3,\)"):
        write_mjcf(two_r, q=[1, 2, 3])
    with pytest.raises(UnknownName, match="no parameter 'mm'"):
        write_mjcf(two_r, {"mm": 1})
    with pytest.raises(DescriptionError, match="parameter 'm1': a file has one finite number"):
        write_mjcf(two_r, {"m1": np.ones(3)})
    with pytest.raises(DescriptionError, match="timestep"):
        write_mjcf(two_r, timestep=0.0)
    with pytest.raises(DescriptionError, match="q: expected finite numbers"):
        write_mjcf(two_r, q=[np.nan, 0])
    with pytest.raises(DescriptionError, match="cannot be printed"):
        write_mjcf(two_r.model_copy(update={"name": "a\0b"}))


def test_more_than_six_degrees_of_freedom_without_mass_between_them_are_refused() -> None:
    links = ["base", *(f"l{k}" for k in range(6)), "arm"]
    joints = tuple(kl.Joint(name=f"j{k}", kind="revolute", parent=links[k], child=links[k + 1], axis=(1, k, 0)) for k in range(7))
    with pytest.raises(UnsupportedOperation, match=r"link 'arm': joints j0, .*, j6 have more than 6 degrees of freedom"):
        write_mjcf(kl.Mechanism(name="m", links=(rod("arm", 1, 1),), joints=joints))


def test_names_that_mjcf_would_have_twice_are_changed_or_refused() -> None:
    ball = kl.Loop(name="x", kind="ball", a=kl.Anchor(link="left", origin=at(1.0)), b=kl.Anchor(link="right", origin=at(1.0)))
    coupling = kl.Coupling(name="x", coordinate="c", of="b")
    frame = kl.Anchor(link="right")
    mechanism = fork(loops=(ball,), couplings=(coupling,), frames={"x.a": frame, "x.b": ball.b})
    model = mujoco.MjModel.from_xml_string(write_mjcf(mechanism, least_mass=1.0))
    assert {model.equality(k).name for k in range(model.neq)} == {"x", "x_"}
    assert {model.site(k).name for k in range(model.nsite)} == {"x.a", "x.b", "x.a_"}, "x.b is where the loop wants it"
    joints = (
        kl.Joint(name="u_1", kind="spherical", parent="base", child="left"),
        kl.Joint(name="u", kind="universal", parent="base", child="right", axis=(1, 0, 0)),
    )
    with pytest.raises(UnsupportedOperation, match="2 joints would be named 'u_1'"):
        write_mjcf(kl.Mechanism(name="m", links=(rod("left", 1, 1), rod("right", 1, 1)), joints=joints))


def test_a_start_that_is_not_given_is_zero_and_no_rotation() -> None:
    joints = (
        kl.Joint(name="a_w", kind="revolute", parent="base", child="left"),
        kl.Joint(name="s", kind="spherical", parent="left", child="right"),
    )
    mechanism = kl.Mechanism(name="m", links=(rod("left", 1, 1), rod("right", 1, 1)), joints=joints)
    assert mujoco.MjModel.from_xml_string(write_mjcf(mechanism)).key("start").qpos.tolist() == [0, 1, 0, 0, 0]
