"""Every configuration by parameter homotopy: known counts, many starts, closed forms, machines of every make, degenerate ones."""

import numpy as np
import pytest
from machines import CLOSED, robot_named

import kinloop as kl
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.geometry.homotopy import hexapod, six_r
from kinloop.model.geometry.homotopy.hexapod import HexapodSystem, Poses, hexapod_configurations, hexapod_poses
from kinloop.model.geometry.homotopy.hexapod_legs import recognise
from kinloop.model.geometry.homotopy.homotopy import HomotopyResult, start_system, wynn
from kinloop.model.geometry.homotopy.six_r import SixRSystem, chain_of_six, six_r_configurations
from kinloop.model.geometry.multi_start import by_many_starts

Array = np.ndarray
# The hexapod of [Dietmaier1998].
DIETMAIER_GROUND = np.array(
    [
        [0, 0, 0],
        [1.107915, 0, 0],
        [0.549094, 0.756063, 0],
        [0.735077, -0.223935, 0.525991],
        [0.514188, -0.526063, -0.368418],
        [0.590473, 0.094733, -0.205018],
    ]
)
DIETMAIER_PLATFORM = np.array(
    [
        [0, 0, 0],
        [0.542805, 0, 0],
        [0.956919, -0.528915, 0],
        [0.665885, -0.353482, 1.402538],
        [0.478359, 1.158742, 0.107672],
        [-0.137087, -0.235121, 0.353913],
    ]
)
DIETMAIER_LENGTHS = np.array([1, 0.645275, 1.086284, 1.503439, 1.281933, 0.771071])


def geometry_of(robot: kl.Robot) -> Geometry:
    return robot.models.geometry


def turned(quaternion: Array, vectors: Array) -> Array:
    w, v = quaternion[..., :1], quaternion[..., 1:]
    return vectors + 2 * np.cross(v, np.cross(v, vectors) + w * vectors)


def legs_of(position: Array, quaternion: Array, a: Array, b: Array) -> Array:
    """The lengths of a hexapod's legs at poses of its platform, by substitution."""
    return np.linalg.norm(position[..., None, :] + turned(quaternion[..., None, :], b) - a, axis=-1)


def nearest(those: Array, quaternion: Array) -> float:
    return min((min(np.abs(e - quaternion).max(), np.abs(e + quaternion).max()) for e in those), default=np.inf)


def missing(geometry: Geometry, those: Array, here: Array) -> int:
    """How many of ``those`` configurations are not ``here``."""
    return sum(not len(here) or np.min(np.max(np.abs(geometry.space.difference(here, q)), axis=-1)) > 1e-6 for q in those)


# ---------------------------------------------------------------- the method


def test_start_systems_are_solved_and_their_solutions_differ() -> None:
    for name, make, count in (("hexapod", HexapodSystem, hexapod.PATHS), ("six_r", SixRSystem, six_r.PATHS)):
        shipped = start_system(name)
        parameters, y = shipped["legs" if name == "hexapod" else "motions"][None], shipped["solutions"]
        system = make(parameters, parameters)
        F, _, _ = system.equations(y, np.zeros(count), np.zeros(count, int))
        assert np.abs(F).max() < 1e-13
        apart = system.separation(y[:, None], y[None])
        assert len(y) == count
        assert np.min(apart + np.eye(count)) > 1e-3


@pytest.mark.parametrize("make", [HexapodSystem, SixRSystem])
def test_equations_derivatives_match_finite_differences(make: type) -> None:
    random = np.random.default_rng(1)
    start, target, y, dy = (random.standard_normal((2, *shape)).T @ [1, 1j] for shape in [(7, 6)] * 2 + [(12, 3)] * 2)
    y, dy = (array[:, : 8 if make is HexapodSystem else 12] for array in (y, dy))
    system, problem, tau = make(start[None], target[None]), np.zeros(3, int), np.array([0.3, 0.5 + 0.2j, 0.9])
    _, J, F_tau = system.equations(y, tau, problem)
    h = 1e-5
    by_y = (system.equations(y + h * dy, tau, problem)[0] - system.equations(y - h * dy, tau, problem)[0]) / (2 * h)
    by_tau = (system.equations(y, tau + h, problem)[0] - system.equations(y, tau - h, problem)[0]) / (2 * h)
    np.testing.assert_allclose((J @ dy[:, :, None])[:, :, 0], by_y, rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(F_tau, by_tau, rtol=1e-7, atol=1e-7)


def test_wynns_algorithm_finds_the_limit_of_a_path_to_a_double_solution() -> None:
    r = 0.05 * 8.0 ** -np.arange(11)
    samples = (2 + 3 * np.sqrt(r) - r + 4 * r**1.5)[:, None] + 0j
    assert abs(samples[-1, 0] - 2) > 1e-5
    assert abs(wynn(samples)[0] - 2) < 1e-9


# ---------------------------------------------------------------- hexapods


def test_dietmaiers_hexapod_has_forty_real_configurations() -> None:
    (poses,) = hexapod_poses(DIETMAIER_GROUND[None], DIETMAIER_PLATFORM[None], DIETMAIER_LENGTHS[None])
    assert len(poses.position) == 40
    assert poses.ends.complete
    lengths = legs_of(poses.position, poses.quaternion, DIETMAIER_GROUND, DIETMAIER_PLATFORM)
    np.testing.assert_allclose(lengths, np.tile(DIETMAIER_LENGTHS, (40, 1)), atol=1e-14)


def test_random_hexapods_have_what_many_starts_find_and_no_less() -> None:
    """The anchors are parameters of the library's platform: one compiled machine is all of them."""
    robot = robot_named("stewart_gough")
    random = np.random.default_rng(3)
    for _ in range(5):
        a, b = random.uniform(-1, 1, (2, 6, 3))
        position, quaternion = random.uniform(-1, 1, 3), random.standard_normal(4)
        quaternion /= np.linalg.norm(quaternion)
        lengths = legs_of(position, quaternion, a, b)
        anchors = {
            f"{side}{k + 1}{axis}": points[k, j]
            for side, points in (("a", a), ("b", b))
            for k in range(6)
            for j, axis in enumerate("xyz")
        }
        one = robot.with_parameters(**anchors)
        start = np.concatenate([lengths, robot.start[6:]])
        found = hexapod_configurations(one.models.formulas, one.models.parameter_inputs, start, lengths)
        assert found is not None
        assert found.complete
        assert np.abs(one.closure(found.configurations)).max() < 1e-12
        geometry = Geometry(one.models.formulas, one.models.parameter_inputs, lambda start=start: start, 6)
        starts = by_many_starts(geometry, "forward", lengths).configurations
        assert missing(geometry, starts, found.configurations) == 0
        assert missing(geometry, found.configurations, starts) == 0
        assert nearest(found.configurations[:, -4:], quaternion) < 1e-9


def test_a_batch_of_hexapods_has_the_poses_that_made_them() -> None:
    random = np.random.default_rng(4)
    a, b = random.uniform(-1, 1, (2, 12, 6, 3))
    position, quaternion = random.uniform(-1, 1, (12, 3)), random.standard_normal((12, 4))
    quaternion /= np.linalg.norm(quaternion, axis=1, keepdims=True)
    lengths = legs_of(position, quaternion, a, b)
    for k, poses in enumerate(hexapod_poses(a, b, lengths)):
        assert poses.ends.complete
        assert len(poses.position) % 2 == 0
        assert nearest(poses.quaternion, quaternion[k]) < 1e-9
        np.testing.assert_allclose(legs_of(poses.position, poses.quaternion, a[k], b[k]) - lengths[k], 0, atol=1e-13)


def poses_at(a: Array, b: Array, position: Array, quaternion: Array) -> Poses:
    quaternion = quaternion / np.linalg.norm(quaternion)
    (poses,) = hexapod_poses(a[None], b[None], legs_of(position, quaternion, a, b)[None])
    assert nearest(poses.quaternion, quaternion) < 1e-6
    return poses


def test_the_octahedral_hexapod_has_sixteen_finite_solutions() -> None:
    """Three pairs of anchors on both sides (3-3): 24 of the 40 paths go to infinity, and the answer is complete."""
    random = np.random.default_rng(5)
    a, b = random.uniform(-1, 1, (2, 3, 3))
    a, b = np.repeat(a, 2, axis=0), np.roll(np.repeat(b, 2, axis=0), 1, axis=0)
    poses = poses_at(a, b, np.array([0.1, 0.2, 0.9]), np.array([1, 0.2, -0.1, 0.3]))
    assert poses.ends.infinite == 24
    assert poses.ends.complete
    assert len(poses.position) % 2 == 0


def test_solutions_that_meet_are_one_and_marked() -> None:
    """At a pose where six legs do not hold the platform two solutions meet."""
    random = np.random.default_rng(6)
    a, b = random.uniform(-1, 1, (2, 6, 3))
    quaternion, position = np.array([1.0, 0, 0, 0]), np.array([0.1, -0.2, 1.0])

    def rank(shift: float) -> float:
        tips = position + b
        along = tips - a - np.array([shift, 0, 0]) * (np.arange(6) == 0)[:, None]
        return float(np.linalg.det(np.hstack([along, np.cross(tips, along)])))

    shift = -rank(0.0) / (rank(1.0) - rank(0.0))  # the determinant is linear in where a leg begins
    a[0, 0] += shift
    assert abs(rank(0.0)) < 1e-12
    poses = poses_at(a, b, position, quaternion)
    assert poses.ends.singular.sum() == 1
    assert poses.ends.complete
    assert "several solutions meet" in poses.ends.note
    assert nearest(poses.quaternion[poses.ends.singular], quaternion) < 1e-6


def test_a_platform_that_moves_with_its_legs_held_is_not_called_complete() -> None:
    """Similar hexagons on circles are singular everywhere: each of their poses belongs to a motion."""
    angles = np.array([0.1, 1.0, 2.2, 3.3, 4.1, 5.6])
    circle = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    poses = poses_like(circle, 0.5 * circle, np.array([0.1, 0.3, 0.8]), np.array([1, 0.2, -0.1, 0.3]))
    assert not poses.ends.complete
    assert "continuum" in poses.ends.note


def poses_like(a: Array, b: Array, position: Array, quaternion: Array) -> Poses:
    quaternion = quaternion / np.linalg.norm(quaternion)
    return hexapod_poses(a[None], b[None], legs_of(position, quaternion, a, b)[None])[0]


# ---------------------------------------------------------------- machines that are hexapods

HEXAPODS = {"stewart_gough", "delta_rods", "hexaglide_rods", "hexaglide_links"}


def test_hexapods_are_recognised_and_other_machines_are_not() -> None:
    for name in [*kl.library(), *CLOSED]:
        assert (recognise(robot_named(name).mechanism) is not None) == (name in HEXAPODS), name


@pytest.mark.parametrize("name", sorted(HEXAPODS - {"hexaglide_rods"}))  # Delta's legs are rods as well
def test_machines_have_the_configurations_that_many_starts_find(name: str) -> None:
    robot = robot_named(name)
    given = robot.start[: len(robot.active)]
    found = hexapod_configurations(robot.models.formulas, robot.models.parameter_inputs, robot.start, given)
    assert found is not None
    assert (found.paths, found.complete, found.note) == (40, True, "")
    assert np.abs(robot.closure(found.configurations)).max() < 1e-12
    np.testing.assert_array_equal(found.configurations[:, : len(given)], np.tile(given, (len(found.configurations), 1)))
    starts = by_many_starts(geometry_of(robot), "forward", given).configurations
    assert (
        missing(geometry_of(robot), starts, found.configurations)
        == missing(geometry_of(robot), found.configurations, starts)
        == 0
    )


MAKES = ("ups", "rrps", "ups_reversed", "spu_loop", "sps", "carried_ups", "carried_spu")


def hexapod_machine(make: str) -> kl.Mechanism:
    """The same six distances from legs of every make; ``carried``: the first leg carries the platform."""
    random = np.random.default_rng(7)
    a, b = random.uniform(-1, 1, (2, 6, 3))
    position = np.array([0.1, -0.1, 1.2])
    joints: list[kl.Joint] = []
    loops: list[kl.Loop] = []
    start: dict[str, float] = {}
    for k in range(6):
        start[f"L{k}"] = float(np.linalg.norm(position + b[k] - a[k]))
        kind = make if not make.startswith("carried") or k == 0 else "ups"
        reverse = kind == "ups_reversed"
        root, anchor = ("platform", b[k]) if reverse else ("base", a[k])
        origin = kl.Pose(xyz=tuple(anchor), rpy=(0.3, -0.2, 0.1 * k))
        spherical = kind in ("spu_loop", "sps", "carried_spu")
        if kind == "rrps":
            joints.append(
                kl.Joint(
                    name=f"r{k}", kind="revolute", parent=root, child=f"cross{k}", origin=origin, axis=(1, 0, 0), actuated=False
                )
            )
            joints.append(
                kl.Joint(name=f"s{k}", kind="revolute", parent=f"cross{k}", child=f"lower{k}", axis=(0, 1, 0), actuated=False)
            )
        else:
            joint_kind = "spherical" if spherical else "universal"
            joints.append(
                kl.Joint(
                    name=f"u{k}", kind=joint_kind, parent=root, child=f"lower{k}", origin=origin, axis=(1, 0, 0), axis2=(0, 1, 0)
                )
            )
        joints.append(kl.Joint(name=f"L{k}", kind="prismatic", parent=f"lower{k}", child=f"upper{k}"))
        far = kl.Anchor(link="base" if reverse else "platform", origin=kl.Pose(xyz=tuple(a[k] if reverse else b[k])))
        if kind.startswith("carried"):
            tip = "universal" if spherical else "spherical"
            joints.append(kl.Joint(name="tip", kind=tip, parent="upper0", child="body", axis=(1, 0, 0), axis2=(0, 1, 0)))
            joints.append(kl.Joint(name="plate", kind="fixed", parent="body", child="platform", origin=kl.Pose(xyz=tuple(-b[0]))))
        elif kind == "spu_loop":
            loops.append(
                kl.Loop(name=f"l{k}", kind="universal", a=kl.Anchor(link=f"upper{k}"), b=far, axis=(1, 0, 0), axis_b=(0, 1, 0))
            )
        else:
            loops.append(kl.Loop(name=f"l{k}", kind="ball", a=kl.Anchor(link=f"upper{k}"), b=far))
    if not make.startswith("carried"):
        joints.append(kl.Joint(name="platform", kind="free", parent="base", child="platform"))
        start |= {f"platform_{axis}": value for axis, value in zip("xyz", position.tolist(), strict=True)}
    links = [kl.Link(name=name, mass=1, inertia=(1, 1, 1, 0, 0, 0)) for name in ("platform",)]
    return kl.Mechanism(name=make, links=links, joints=joints, loops=loops, start=start, tool=kl.Anchor(link="platform"))


@pytest.fixture(scope="module")
def plain_poses() -> Poses:
    random = np.random.default_rng(7)
    a, b = random.uniform(-1, 1, (2, 6, 3))
    return poses_at(a, b, np.array([0.1, -0.1, 1.2]), np.array([1.0, 0, 0, 0]))


@pytest.mark.parametrize("make", MAKES)
def test_legs_of_every_make_hold_the_same_poses(make: str, plain_poses: Poses) -> None:
    mechanism = hexapod_machine(make)
    assert recognise(mechanism) is not None
    robot = kl.load(mechanism)
    lengths = np.array([float(mechanism.start[f"L{k}"]) for k in range(6)])
    found = hexapod_configurations(robot.models.formulas, robot.models.parameter_inputs, robot.start, lengths)
    assert found is not None
    assert found.complete == (make not in ("spu_loop", "carried_spu"))
    assert np.abs(robot.closure(found.configurations)).max() < 1e-12
    poses = np.asarray(robot.models.kernel("task")(found.configurations, *robot.models.parameter_inputs))
    if make not in ("spu_loop",):  # whose legs do not twist as far as every pose needs
        assert len(poses) == len(plain_poses.position)
    for x in poses:
        gaps = np.abs(plain_poses.position - x[:3]).max(axis=1)
        assert gaps.min() < 1e-9
        assert nearest(plain_poses.quaternion[gaps < 1e-9], x[3:]) < 1e-9


def test_a_leg_with_two_universal_joints_is_no_leg_of_a_hexapod() -> None:
    mechanism = hexapod_machine("ups")
    loops = (mechanism.loops[0].model_copy(update={"kind": "universal"}), *mechanism.loops[1:])
    assert recognise(mechanism.model_copy(update={"loops": loops})) is None
    assert recognise(mechanism.model_copy(update={"loops": mechanism.loops[1:]})) is None


# ---------------------------------------------------------------- 6R arms


def arm(name: str, rows: list[tuple[float, float, float]]) -> kl.Robot:
    """From (a, alpha, d), standard."""
    return kl.load(kl.Mechanism.from_dh(name, [{"a": a, "alpha": alpha, "d": d} for a, alpha, d in rows]))


def solved(robot: kl.Robot, q: Array) -> tuple[HomotopyResult, Array]:
    """The arm's configurations at the pose of ``q``, and that pose; each of them reaches it."""
    x = np.asarray(robot.models.kernel("task")(q, *robot.models.parameter_inputs))
    found = six_r_configurations(robot.models.formulas, robot.models.parameter_inputs, robot.start, x)
    assert found is not None
    assert np.all(geometry_of(robot).residual("inverse", found.configurations, x) < 1e-12)
    return found, x


def test_manseur_and_dotys_arm_has_sixteen_real_configurations() -> None:
    """The arm of [Manseur1989] has 16 real configurations at our pose."""
    one, right = np.deg2rad(1), np.pi / 2
    robot = arm("manseur", [(0.3, right, 0), (1, one, 0), (0, right, 0.2), (1.5, one, 0), (0, right, 0), (0, one, 0)])
    q = np.array([2.2456373, -2.93056826, 1.44296773, -2.03791584, 2.28192047, 0.26050853])
    found, _ = solved(robot, q)
    assert (len(found.configurations), found.paths, found.complete) == (16, 16, True)
    assert missing(geometry_of(robot), q[None], found.configurations) == 0


@pytest.mark.parametrize("seed", range(2))
def test_random_arms_have_the_configuration_that_made_the_pose(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = [tuple(row) for row in random.uniform(-1, 1, (6, 3)) * [1, np.pi, 1]]
    robot, q = arm(f"arm{seed}", rows), random.uniform(-3, 3, 6)
    found, _ = solved(robot, q)
    assert found.complete
    assert len(found.configurations) % 2 == 0
    assert missing(geometry_of(robot), q[None], found.configurations) == 0


def test_the_puma_has_the_eight_configurations_of_its_closed_form() -> None:
    robot = robot_named("puma560")
    for q in (robot.start, np.array([0.5, -1.0, 2.0, -1.2, 0.7, 1.9])):
        found, x = solved(robot, q)
        written = geometry_of(robot)._written_out("inverse", x)
        assert len(found.configurations) == 8
        assert found.complete
        assert missing(geometry_of(robot), written, found.configurations) == 0


def test_the_six_r_of_the_library_has_what_many_starts_find() -> None:
    robot = robot_named("six_r")
    found, x = solved(robot, robot.start)
    starts = by_many_starts(geometry_of(robot), "inverse", x).configurations
    assert found.complete
    assert (
        missing(geometry_of(robot), starts, found.configurations)
        == missing(geometry_of(robot), found.configurations, starts)
        == 0
    )


def test_a_wrist_that_turns_in_place_is_a_continuum_and_said_to_be() -> None:
    """With the axes 4 and 6 of the Puma in line only the sum of their angles counts."""
    robot = robot_named("puma560")
    q = robot.start.copy()
    q[4] = 0.0
    found, _ = solved(robot, q)
    assert not found.complete
    assert "continuum" in found.note


def test_only_chains_of_six_revolute_joints_are_taken() -> None:
    for name in [*kl.library(), *CLOSED]:
        assert (chain_of_six(robot_named(name).mechanism) is not None) == (name in ("puma560", "six_r")), name
    robot = robot_named("biglide")
    assert six_r_configurations(robot.models.formulas, robot.models.parameter_inputs, robot.start, np.zeros(7)) is None
    assert hexapod_configurations(robot.models.formulas, robot.models.parameter_inputs, robot.start, np.zeros(2)) is None
