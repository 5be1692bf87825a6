"""Singularities: which, how near, what is lost; against closed forms, geometry and the rates of every machine."""

from __future__ import annotations

import numpy as np
import pytest
from machines import CLOSED, at, pin, robot_named, rod
from motion import apply, evaluate_formula, random_states, velocity_closure
from special_machines import three_rpr

import kinloop as kl
from kinloop.errors import LoopNotClosed, NotFinite, UnsupportedOperation
from kinloop.model.singularity.classify import KINDS, generic_ranks

Array = np.ndarray
SERIAL = ("one_joint", "two_r", "two_r_exam", "three_r", "scara_prrr", "scara_rrpr", "gantry", "cylindrical", "puma560", "six_r")
# Machines whose lengths are all parameters.
LENGTHS = {
    "biglide": "d l", "five_bar": "d l1 l2", "two_r": "l1 l2", "three_rrr": "r_b r_p l1 l2", "delta_rods": "r_b r_p L l h",
}  # fmt: skip
ALL = [*kl.library(), *CLOSED]
d, l = 0.4, 0.3606  # the Biglide's


def configuration(robot: kl.Robot, x: object, working: tuple[int, ...] = ()) -> Array:
    found = robot.configurations(x=x)
    return next(c.q for c in found if c.mode.working == working or not working)


def biglide(x: float, y: float, g1: int, g2: int) -> Array:
    q = np.array([y + g1 * np.sqrt(max(0.0, l**2 - (x + d / 2) ** 2)), y + g2 * np.sqrt(max(0.0, l**2 - (x - d / 2) ** 2))])
    return np.concatenate([q, np.arctan2(y - q, [x + d / 2, x - d / 2])])


# ---------------------------------------------------------------- laws, over every machine


@pytest.mark.parametrize("name", ALL)
def test_random_configurations_are_regular(name: str) -> None:
    """And the nearest motions keep the loops closed, the twist being the tool's."""
    robot = robot_named(name)
    s = random_states(robot, 20, seed=11)
    found = robot.singularity(s.q)
    assert set(found.kind) == {"regular"}
    for kind in KINDS:
        assert np.all(found.dimension[kind] == 0)
        assert np.all(found.nearness[kind] > 1e-3)
    assert np.all(np.isfinite(found.effort_per_wrench))
    K, _ = velocity_closure(robot, s.q, s.qd)
    for kind in KINDS[1:]:
        np.testing.assert_allclose(apply(K, found.motion[kind]), 0, atol=1e-12)
    np.testing.assert_allclose(apply(robot.jacobian(s.q), found.motion["type 2"]), found.twist, atol=1e-12)


@pytest.mark.parametrize("name", LENGTHS)
def test_nearness_does_not_depend_on_the_unit_of_length(name: str) -> None:
    """In millimetres: every length a thousand times larger."""
    robot = robot_named(name)
    s = random_states(robot, 5, seed=13)
    larger = robot.with_parameters(**{key: 1000 * robot.parameters[key] for key in LENGTHS[name].split()})
    is_length = [
        joint.kind in ("prismatic",) or (joint.kind in ("planar", "free") and k < (2 if joint.kind == "planar" else 3))
        for joint in robot.mechanism.ordered_joints
        for k in range(len(joint.coordinates))
    ]
    here, there = robot.singularity(s.q), larger.singularity(np.where(is_length, 1000 * s.q, s.q))
    for kind in KINDS:
        np.testing.assert_allclose(here.nearness[kind], there.nearness[kind], rtol=1e-9)
    np.testing.assert_allclose(here.effort_per_wrench, there.effort_per_wrench, rtol=1e-9)


def test_a_tool_that_the_actuators_hold_nowhere_takes_infinite_efforts() -> None:
    """Two of three legs have the same anchors: everywhere the platform turns about them, so that is no singularity."""
    robot = kl.load(three_rpr(platform=0.3, angles=(0.0, 0.0, 2.0)))
    assert any("underactuated" in str(fault) for fault in kl.check(robot.mechanism).warnings)
    found = robot.singularity(robot.start)
    assert found.kind == "regular"
    assert found.effort_per_wrench == np.inf
    shifted = robot.start + 1.0  # its loops are open
    batch = robot.singularity(np.stack([robot.start, shifted]))
    assert batch.effort_per_wrench[0] == np.inf
    assert np.isnan(batch.effort_per_wrench[1])


def test_similar_regular_hexagons_take_infinite_efforts() -> None:
    angles = np.radians(np.arange(0, 360, 60))
    anchors = {
        f"{body}{k + 1}{axis}": float(radius * value)
        for body, radius in (("a", 1.0), ("b", 0.5))
        for k, angle in enumerate(angles)
        for axis, value in zip("xyz", (np.cos(angle), np.sin(angle), 0.0), strict=True)
    }
    robot = kl.load("stewart_gough", **anchors)
    own = robot.inverse_geometry([0.1, 0.05, 1.0, 0.96, 0.0, 0.28, 0.0])
    assert robot.singularity(own.q).effort_per_wrench == np.inf


@pytest.mark.parametrize(
    "name", ["biglide", "five_bar", "three_rrr", "delta_rods", "delta_parallelograms", "stewart_gough", "puma560"]
)
def test_effort_per_wrench_is_the_norm_of_the_velocity_map(name: str) -> None:
    """By virtual power the efforts of a wrench are the transposed map from active rates to the twist."""
    robot = robot_named(name)
    q = random_states(robot, 6, seed=14).q
    n = robot.n_active
    columns = [apply(robot.jacobian(q), robot.forward_velocity(q, np.tile(unit, (6, 1))).qd) for unit in np.eye(n)]
    T = np.stack(columns, axis=-1)
    _, size = evaluate_formula(robot, "scaled_velocity", q)[-2:]
    active = [joint.kind == "revolute" for joint in robot.mechanism.active_joints]
    T[:, 3:] *= size[:, None, None]
    T /= np.where(active, size[:, None], 1.0)[:, None, :]
    np.testing.assert_allclose(robot.singularity(q).effort_per_wrench, np.linalg.norm(T, 2, axis=(1, 2)), rtol=1e-9)


@pytest.mark.parametrize("name", SERIAL)
def test_serial_robots_have_type_1_only(name: str) -> None:
    robot = robot_named(name)
    found = robot.singularity(robot.start)
    for kind in ("configuration-space", "type 2", "redundant passive motion"):
        assert found.nearness[kind] == np.inf
    with pytest.raises(UnsupportedOperation, match="passive"):
        found.criterion(np.zeros(len(robot.start)), np.zeros(len(robot.start)))


# ---------------------------------------------------------------- the Biglide


@pytest.mark.parametrize("mode", [(1, -1), (-1, 1)])
def test_biglide_is_at_type_2_on_the_middle_line(mode: tuple[int, int]) -> None:
    robot = robot_named("biglide")
    q = biglide(0.0, 0.37, *mode)
    found = robot.singularity(q)
    assert found.kind == "type 2"
    assert found.kinds == ("type 2",)
    assert found.dimension["type 2"] == 1
    assert found.effort_per_wrench == np.inf
    # C moves across the two rods, which are one line; no actuator moves.
    across = np.array([-np.sin(q[2]), np.cos(q[2])])
    np.testing.assert_allclose(np.cross(np.append(found.twist[:2], 0), np.append(across, 0)), 0, atol=1e-12)
    assert np.linalg.norm(found.twist[:2]) > 0.1
    np.testing.assert_allclose(found.motion["type 2"][:2], 0, atol=1e-11)
    # The loop force is along the rods: the left kernel of K_p.
    K, _ = velocity_closure(robot, q[None], np.zeros((1, 4)))
    np.testing.assert_allclose(K[0, :, 2:].T @ found.loop_force, 0, atol=1e-12)
    assert np.linalg.norm(K[0, :, :2].T @ found.loop_force) > 0.1


@pytest.mark.parametrize("mode", [(1, 1), (-1, -1)])
def test_biglide_with_equal_signs_is_regular_on_the_middle_line(mode: tuple[int, int]) -> None:
    assert robot_named("biglide").singularity(biglide(0.0, 0.37, *mode)).kind == "regular"


@pytest.mark.parametrize(("x", "leg"), [(l - d / 2, 0), (d / 2 - l, 1)])
@pytest.mark.parametrize("other", [1, -1])
def test_biglide_is_at_type_1_where_a_leg_is_level(x: float, leg: int, other: int) -> None:
    robot = robot_named("biglide")
    found = robot.singularity(biglide(x, 0.0, 1, other) if leg == 0 else biglide(x, 0.0, other, 1))
    assert found.kinds == ("type 1",)
    np.testing.assert_allclose(np.abs(found.locked_wrench), [1, 0], atol=1e-7)  # along the level leg
    assert abs(found.motion["type 1"][leg]) > 0.1
    np.testing.assert_allclose(found.motion["type 1"][1 - leg], 0, atol=1e-7)


def test_printed_point_of_the_type_1_singularity() -> None:
    robot = robot_named("biglide")
    assert robot.singularity(configuration(robot, (0.1606, 0.0))).kinds == ("type 1",)


def test_biglide_that_folds_flat_is_singular_in_configuration_space() -> None:
    """d = 2 l: the rods are one level line, and the closure along it says nothing."""
    found = robot_named("biglide").with_parameters(d=2 * l).singularity([0.2, 0.2, 0.0, np.pi])
    assert found.kind == "configuration-space"
    np.testing.assert_allclose(np.abs(found.lost_closure / np.linalg.norm(found.lost_closure)), [1, 0], atol=1e-12)


def test_nearness_is_proportional_to_the_distance() -> None:
    robot = robot_named("biglide")
    near = [robot.singularity(biglide(x, 0.3, 1, -1)).nearness["type 2"] for x in (1e-6, 1e-4)]
    assert near[1] / near[0] == pytest.approx(100, rel=1e-3)
    assert robot.singularity(biglide(1e-9, 0.3, 1, -1)).kind == "type 2"
    assert robot.singularity(biglide(1e-9, 0.3, 1, -1), tolerance=1e-10).kind == "regular"


def test_criterion_of_the_biglide_is_that_of_the_errata() -> None:
    """Massless rods: m_p (xdd sin(phi1) - ydd cos(phi1)) is zero, whatever the velocity."""
    robot = robot_named("biglide")
    q = biglide(0.0, 1.0, 1, -1)
    found = robot.singularity(q)
    random = np.random.default_rng(0)
    for xdd in random.normal(size=(5, 2)):
        qd = robot.inverse_velocity(q, random.normal(size=2)).qd
        qdd = robot.inverse_acceleration(q, qd, xdd).qdd
        # The motion is (-sin, cos) l phid1 of C, and only the platform resists it.
        expected = 3.0 * (-np.sin(q[2]) * xdd[0] + np.cos(q[2]) * xdd[1]) * l * found.motion["type 2"][2]
        assert found.criterion(qd, qdd) == pytest.approx(expected, abs=1e-12)
        a, c = found.criterion_coefficients(qd)
        assert a @ qdd + c == pytest.approx(expected, abs=1e-12)
    wrench = np.array([1.0, 2.0, 0, 0, 0, 0.5])
    assert found.criterion(qd, qdd, wrench) == pytest.approx(found.criterion(qd, qdd) - wrench @ found.twist)


def test_mass_of_the_rods_enters_the_criterion() -> None:
    """Errata: two rods of 0.5 kg need ydd = -0.559 where the massless condition says -0.600."""
    robot = robot_named("biglide")
    q = biglide(0.0, 1.0, 1, -1)

    def needed(m: float) -> float:
        machine = robot.with_parameters(m_1=m, m_2=m)
        qd = machine.inverse_velocity(q, [-0.05, 0.375]).qd
        values = [machine.singularity(q).criterion(qd, machine.inverse_acceleration(q, qd, [0.4, ydd]).qdd) for ydd in (0.0, 1.0)]
        return -values[0] / (values[1] - values[0])

    assert needed(0.0) == pytest.approx(-0.4 * np.sqrt(4 * l**2 - d**2) / d, abs=1e-9)
    assert needed(0.0) == pytest.approx(-0.600, abs=5e-4)
    assert needed(0.5) == pytest.approx(-0.559, abs=5e-4)


# ---------------------------------------------------------------- other parallel robots


def test_five_bar_is_at_type_2_where_the_rods_are_one_line() -> None:
    robot = robot_named("five_bar")
    q1 = np.arccos((-0.09 + 0.059) / 0.09)
    q = np.array([q1, np.pi - q1, -q1, q1])  # rod 1 along x, rod 2 against it
    found = robot.singularity(q)
    assert found.kinds == ("type 2",)
    np.testing.assert_allclose(found.twist[[0, 2]], 0, atol=1e-12)
    assert abs(found.twist[1]) > 0.01


@pytest.mark.parametrize("leg", [0, 1])
def test_five_bar_is_at_type_1_where_a_leg_is_straight(leg: int) -> None:
    robot = robot_named("five_bar")
    angle = 1.1 if leg == 0 else np.pi - 1.1
    centre = -0.059 if leg == 0 else 0.059
    found = robot.singularity(configuration(robot, [centre + 0.18 * np.cos(angle), 0.18 * np.sin(angle)]))
    assert found.kinds == ("type 1",)
    np.testing.assert_allclose(np.abs(found.locked_wrench), np.abs([np.cos(angle), np.sin(angle)]), atol=1e-6)


@pytest.mark.parametrize("name", ["delta_rods", "delta_parallelograms"])
def test_delta_is_at_type_2_where_the_rods_are_level(name: str) -> None:
    """Shorter rods than the library's, which never get there. The platform is free along z, and on single rods, whose closures
    then say nothing about it, also to tilt."""
    angle = 0.2
    robot = robot_named(name).with_parameters(l=0.12 + 0.524 * np.cos(angle))
    q = next(c.q for c in robot.configurations(x=[0, 0, -0.524 * np.sin(angle)]) if np.allclose(c.q[:3], angle))
    found = robot.singularity(q)
    if name == "delta_rods":
        assert found.kinds == ("configuration-space", "type 2")
        assert found.dimension["configuration-space"] == 2
        assert found.dimension["type 2"] == 3
        np.testing.assert_allclose(found.twist[[0, 1, 5]], 0, atol=1e-9)
    else:
        assert found.kinds == ("type 2",)
        assert found.dimension["type 2"] == 1
        np.testing.assert_allclose(np.abs(found.twist) / np.linalg.norm(found.twist), [0, 0, 1, 0, 0, 0], atol=1e-9)


@pytest.mark.parametrize("name", ["delta_rods", "delta_parallelograms"])
def test_delta_is_at_type_1_where_an_arm_and_its_rods_are_one_line(name: str) -> None:
    robot = robot_named(name)
    reach = 0.524 + 1.244
    z = -np.sqrt(reach**2 - 0.12**2)
    found = robot.singularity(configuration(robot, [0, 0, z]))
    assert found.kind == "type 1"
    assert found.dimension["type 1"] == 3  # all three legs, by symmetry


def test_three_rrr_is_at_type_2_where_the_rods_meet_in_a_point() -> None:
    """Platform in the middle, each rod along its corner's radius: elbows 0.3 from the centre. It turns a little freely."""
    robot = robot_named("three_rrr")
    turn = np.arccos((0.35**2 + 0.3**2 - 0.2**2) / (2 * 0.35 * 0.3))
    kinds = {}
    for c in robot.configurations(x=[0, 0, turn]):
        kinds[c.mode.working] = robot.singularity(c.q)
    singular = [mode for mode, found in kinds.items() if "type 2" in found.kinds]
    assert len(singular) == 1
    assert len(set(singular[0])) == 1  # one of (1, 1, 1) and (-1, -1, -1)
    twist = kinds[singular[0]].twist
    np.testing.assert_allclose(twist[:5], 0, atol=1e-9)
    assert abs(twist[5]) > 0.1


def test_three_rrr_is_at_type_1_where_a_leg_is_straight() -> None:
    """Leg 3, from (0, 0.35): its corner 0.4 below, so the platform's centre at (0, -0.15). Where the other two legs are mirror
    images their rods meet on the line of the third: Type 2 as well."""
    robot = robot_named("three_rrr")
    found = {c.mode.working[:2]: robot.singularity(c.q) for c in robot.configurations(x=[0, -0.15, 0])}
    assert set(found) == {(1, 1), (1, -1), (-1, 1), (-1, -1)}
    for (g1, g2), result in found.items():
        assert result.kinds == (("type 1",) if g1 == g2 else ("type 2", "type 1"))
        assert result.kind == ("type 1" if g1 == g2 else "type 2")
        np.testing.assert_allclose(np.abs(result.locked_wrench), [0, 1, 0], atol=1e-6)


def hexapod(base: Array, platform: Array) -> kl.Robot:
    anchors = {
        f"{side}{k + 1}{axis}": p[j]
        for side, points in (("a", base), ("b", platform))
        for k, p in enumerate(points)
        for j, axis in enumerate("xyz")
    }
    return robot_named("stewart_gough").with_parameters(**anchors)


def ring(radius: float, angles: Array) -> Array:
    return np.stack([radius * np.cos(angles), radius * np.sin(angles), np.zeros(len(angles))], axis=-1)


def test_hexapod_turned_a_quarter_is_at_type_2() -> None:
    """Fichter: a triangular platform, turned by a right angle about the axis of a similar base, is singular at any height."""
    base_angles = np.deg2rad([0, 0, 120, 120, 240, 240])
    platform_angles = np.deg2rad([60, -60, 180, 60, 300, 180])
    robot = hexapod(ring(1.0, base_angles), ring(0.5, platform_angles))
    for height in (0.6, 1.1):
        for turn, singular in ((90, True), (-90, True), (40, False), (0, False)):
            half = np.deg2rad(turn) / 2
            found = robot.singularity(configuration(robot, [0, 0, height, np.cos(half), 0, 0, np.sin(half)]))
            assert found.kinds == (("type 2",) if singular else ())
    assert found.internal_dof == 0


def test_hexapod_whose_legs_all_meet_a_line_is_at_type_2() -> None:
    """Hunt: the platform's plane contains an edge of the base; the platform turns about the opposite edge of its own."""
    base = ring(1.0, np.deg2rad([-15, 15, 105, 135, 225, 255]))
    platform = ring(0.5, np.deg2rad([0, 0, 120, 120, 240, 240]))
    robot = hexapod(base, platform)
    tilt = 0.6
    edge = np.cos(np.deg2rad(15))  # A1 A2 is the line x = edge
    centre = np.array([edge - 0.9 * np.cos(tilt), 0, 0.9 * np.sin(tilt)])
    pose = [*centre, np.cos(tilt / 2), 0, np.sin(tilt / 2), 0]
    found = robot.singularity(configuration(robot, pose))
    assert found.kinds == ("type 2",)
    corners = centre + platform[[2, 4]] @ np.array([[np.cos(tilt), 0, -np.sin(tilt)], [0, 1, 0], [np.sin(tilt), 0, np.cos(tilt)]])
    velocity, omega = found.twist[:3], found.twist[3:]
    np.testing.assert_allclose(velocity + np.cross(omega, corners - centre), 0, atol=1e-9)


def test_leg_along_its_joints_first_axis_is_a_redundant_passive_motion() -> None:
    """It spins about itself: a passive joint moves, and neither the tool nor an actuator."""
    robot = robot_named("stewart_gough").with_parameters(b1x=-2.12 + 1.0 + 1.5, b1y=1.374, b1z=-1.0)
    found = robot.singularity(configuration(robot, [-1.5, 0, 1, 1, 0, 0, 0]))
    assert found.kinds == ("redundant passive motion",)
    spin = found.motion["redundant passive motion"]
    moving = [name for name, rate in zip(robot.mechanism.rates, spin, strict=True) if abs(rate) > 1e-9]
    assert moving == ["u1_1"]


# ---------------------------------------------------------------- serial robots


def test_straight_elbow_is_type_1() -> None:
    robot = robot_named("two_r")
    for elbow in (0.0, np.pi):
        found = robot.singularity([0.7, elbow])
        assert found.kinds == ("type 1",)
        np.testing.assert_allclose(np.abs(found.locked_wrench), [np.cos(0.7), np.sin(0.7)], atol=1e-12)


@pytest.mark.parametrize(
    ("name", "q"), [("scara_prrr", [0.1, 0.3, 0.0, 0.4]), ("scara_rrpr", [0.3, 0.0, 0.1, 0.4]), ("three_r", [0.3, 0.0, 0.4])]
)
def test_straight_elbow_of_other_arms_is_type_1(name: str, q: list[float]) -> None:
    robot = robot_named(name)
    assert robot.singularity(q).kinds == ("type 1",)
    assert robot.singularity(np.array(q) + 0.01).kinds == ()


def test_puma_wrist_elbow_and_shoulder_are_type_1() -> None:
    robot = robot_named("puma560")
    p = robot.parameters
    wrist = robot.singularity([0.3, 0.4, 0.5, 0.6, 0.0, 0.7])
    assert wrist.kinds == ("type 1",)
    spin = wrist.motion["type 1"]
    np.testing.assert_allclose(spin[[0, 1, 2, 4]], 0, atol=1e-12)
    assert spin[3] == pytest.approx(-spin[5])
    straight = np.arctan2(p["d4"], p["a3"])
    assert robot.singularity([0.3, 0.4, straight, 0.6, 0.8, 0.7]).kinds == ("type 1",)
    # The wrist above the first axis: a2 cos q2 + a3 cos q23 + d4 sin q23 = 0.
    q3 = 0.5
    A, B = p["a2"] + p["a3"] * np.cos(q3) + p["d4"] * np.sin(q3), -p["a3"] * np.sin(q3) + p["d4"] * np.cos(q3)
    q2 = np.arctan2(-A, B)
    assert robot.singularity([0.3, q2, q3, 0.6, 0.8, 0.7]).kinds == ("type 1",)
    # Where the fifth axis is parallel to the third, the wrist can still follow the elbow.
    both = robot.singularity([0.3, 0.4, straight, 0.0, 0.0, 0.7])
    assert both.dimension["type 1"] == 2


def test_redundant_arm_is_singular_only_beyond_its_redundancy() -> None:
    """Three joints for a task (x, y): one motion more than needed everywhere, two where the arm is straight."""
    planar = robot_named("three_r").mechanism.model_copy(
        update={"task": ("x", "y"), "forward_geometry": None, "inverse_geometry": None, "motion": None}
    )
    robot = kl.load(planar)
    assert generic_ranks(robot.models.formulas).unseen == 1
    assert robot.singularity([0.3, 0.7, -0.4]).kind == "regular"
    assert robot.singularity([0.3, 0.0, 0.0]).kinds == ("type 1",)
    assert robot.singularity([0.3, 0.0, 0.5]).kinds == ()


# ---------------------------------------------------------------- configuration space, internal degrees of freedom


@pytest.mark.parametrize("flat", [0.0, np.pi])
def test_flat_parallelogram_is_a_configuration_space_singularity(flat: float) -> None:
    robot = robot_named("parallelogram")
    found = robot.singularity([flat, -flat, flat, flat])
    assert found.kind == "configuration-space"
    K, _ = evaluate_formula(robot, "closure_velocity", np.array([[flat, -flat, flat, flat]]), np.zeros((1, 4)))
    np.testing.assert_allclose(found.lost_closure @ K[0], 0, atol=1e-12)
    np.testing.assert_allclose(K[0] @ found.motion["configuration-space"], 0, atol=1e-12)
    assert robot.singularity([1e-3, -1e-3, 1e-3, 1e-3]).kind == "regular"


@pytest.mark.parametrize("tilt", [(0.0, 0.0, 0.0), (0.4, -0.7, 1.1)])
def test_four_bar_that_folds_flat_is_a_configuration_space_singularity(tilt: tuple[float, float, float]) -> None:
    """0.4 + 0.2 = 0.35 + 0.25; on a tilted table its five rows are all there and three of them redundant."""
    robot = kl.load(
        kl.Mechanism(
            name="folding_four_bar",
            links=(rod("crank", 0.3, 0.2), rod("coupler", 0.3, 0.35), rod("rocker", 0.3, 0.25)),
            joints=(
                kl.Joint(name="table", kind="fixed", parent="base", child="ground", origin=kl.Pose(rpy=tilt)),
                kl.Joint(name="a", kind="revolute", parent="ground", child="crank"),
                kl.Joint(name="b", kind="revolute", parent="crank", child="coupler", actuated=False, origin=at(0.2)),
                kl.Joint(name="c", kind="revolute", parent="ground", child="rocker", actuated=False, origin=at(0.4)),
            ),
            loops=(pin("d", "coupler", 0.35, "rocker", 0.25),),
            start={"a": 0.8, "b": 0.0, "c": 1.9},
        )
    )
    found = robot.singularity([np.pi, np.pi, np.pi])
    assert found.kind == "configuration-space"
    assert found.dimension["configuration-space"] == 1
    assert robot.singularity(robot.start).kind == "regular"


def test_four_bar_at_its_dead_points() -> None:
    """The crank in line with the coupler: the rocker stands still, Type 1. The coupler in line with the rocker, driven by the
    rocker, would be Type 2; driven by the crank it does not happen."""
    robot = robot_named("four_bar")
    c = np.arccos((0.47**2 + 0.4**2 - 0.3**2) / (2 * 0.47 * 0.4))  # crank and coupler stretched: 0.47 to the rocker's end
    tip = 0.47 * np.array([np.cos(c), np.sin(c)])
    found = robot.singularity([c, 0.0, np.arctan2(tip[1], tip[0] - 0.4)])
    assert found.kinds == ("type 1",)
    np.testing.assert_allclose(found.motion["type 1"][2], 0, atol=1e-12)


def test_spin_of_a_coupler_is_an_internal_degree_of_freedom_and_no_singularity() -> None:
    robot = robot_named("rssr")
    found = robot.singularity(random_states(robot, 5, seed=3).q)
    assert found.internal_dof == 1
    assert set(found.kind) == {"regular"}
    assert robot_named("hexaglide_links").singularity(robot_named("hexaglide_links").start).internal_dof == 0


# ---------------------------------------------------------------- batches and errors


def test_batch_equals_single_calls() -> None:
    robot = robot_named("biglide")
    q = np.array([biglide(x, 0.2, 1, -1) for x in (0.0, 0.05, l - d / 2, -0.1)]).reshape(2, 2, 4)
    found = robot.singularity(q)
    assert found.kind.tolist() == [["type 2", "regular"], ["type 1", "regular"]]
    for i in np.ndindex(2, 2):
        single = robot.singularity(q[i])
        for kind in KINDS:
            np.testing.assert_allclose(single.nearness[kind], found.nearness[kind][i], rtol=1e-9, atol=1e-10)
        np.testing.assert_allclose(single.twist, found.twist[i], atol=1e-9)
    with pytest.raises(UnsupportedOperation, match="single configuration"):
        _ = found.kinds


def test_rows_without_a_configuration_are_unknown() -> None:
    robot = robot_named("biglide")
    q = np.array([biglide(0.05, 0.2, 1, -1), [np.nan] * 4])
    found = robot.singularity(q)
    assert found.kind.tolist() == ["regular", "unknown"]
    assert np.isnan(found.twist[1]).all()
    assert np.isnan(found.effort_per_wrench[1])
    assert not found.at["type 2"][1]


def test_empty_batch() -> None:
    assert robot_named("biglide").singularity(np.zeros((0, 4))).kind.shape == (0,)


def test_arrays_of_parameters_broadcast() -> None:
    robot = robot_named("biglide").with_parameters(m_p=np.array([1.0, 2.0, 3.0]))
    found = robot.singularity(biglide(0.0, 0.2, 1, -1))
    assert found.kind.tolist() == ["type 2"] * 3
    qdd = robot_named("biglide").inverse_acceleration(biglide(0.0, 0.2, 1, -1), np.zeros(4), [1.0, 0.0]).qdd
    value = found.criterion(np.zeros(4), qdd)
    np.testing.assert_allclose(value / value[0], [1, 2, 3])


def test_single_configuration_must_be_one() -> None:
    robot = robot_named("biglide")
    with pytest.raises(LoopNotClosed, match="assembled configuration"):
        robot.singularity([0.0, 0.0, 0.0, 0.0])
    with pytest.raises(NotFinite, match="phi1"):
        robot.singularity([0.0, 0.0, np.nan, 0.0])


def test_it_prints_what_it_is_in_a_line() -> None:
    robot = robot_named("biglide")
    configuration = robot.inverse_geometry([0.0, 0.3], mode=(1, -1)).q
    assert repr(robot.singularity(configuration)).startswith("<Singularity of biglide: type 2; nearness: ")
    batch = robot.singularity(np.stack([configuration, robot.start]))
    assert repr(batch) == "<Singularity of biglide at 2 configurations: regular, type 2>"


def test_results_are_told_in_words() -> None:
    robot = robot_named("biglide")
    at_line = robot.inverse_geometry([0.0, 0.4], mode=(1, -1))
    assert str(robot.singularity(at_line)).startswith("type 2; nearness")
    assert str(robot.singularity(robot.start)).startswith("regular; nearness")
    assert "batch (2,)" in str(robot.singularity([robot.start, at_line.q]))
    words = repr(kl.singularity_map(robot, {"x": (-0.2, 0.2), "y": (0, 0.5)}, points=5, mode=(1, -1)))
    assert words == "<SingularityMap of biglide over x from -0.2 to 0.2 (5) and y from 0 to 0.5 (5); modes g1=+1, g2=-1>"
