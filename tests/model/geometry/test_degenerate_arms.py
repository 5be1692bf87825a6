"""Arms of six joints and hexapods whose dimensions are special: configurations in families, poses without full rank, nothing that
is complete and is not."""

from functools import cache

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.geometry.homotopy.hexapod import HexapodSystem, holds
from kinloop.model.geometry.homotopy.homotopy import correction
from kinloop.model.geometry.homotopy.six_r import tool_dof

Array = np.ndarray
RIGHT = np.pi / 2
Q = np.array([0.8, -1.9, 0.4, 2.4, -1.1, 1.7])
TABLE = [f"{name}{k}" for k in range(1, 7) for name in ("a", "alpha", "d")]
TOOL = ("tool_x", "tool_y", "tool_z")


@cache
def any_arm() -> kl.Robot:
    """One compiled arm for every table: its Denavit-Hartenberg numbers are parameters."""
    rows = [{"a": f"a{k}", "alpha": f"alpha{k}", "d": f"d{k}"} for k in range(1, 7)]
    numbers = np.random.default_rng(0).uniform(0.2, 1, 18).tolist()
    parameters = dict(zip(TABLE, numbers, strict=True)) | dict.fromkeys(TOOL, 0.0)
    return kl.load(kl.Mechanism.from_dh("any_arm", rows, tool={"xyz": TOOL}, parameters=parameters))


def arm(table: Array, tool: Array) -> kl.Robot:
    given = dict(zip(TABLE, np.ravel(table).tolist(), strict=True)) | dict(zip(TOOL, tool.tolist(), strict=True))
    return any_arm().with_parameters(**given)


def tool_and_jacobian(table: Array, tool: Array, q: Array) -> tuple[Array, Array, Array]:
    """Positions, rotations and geometric Jacobians of the tool at configurations (n, 6), by the matrices of the convention."""
    T = np.tile(np.eye(4), (len(q), 1, 1))
    axes, points = [], []
    for (a, alpha, d), angle in zip(table, q.T, strict=True):
        axes.append(T[:, :3, 2])
        points.append(T[:, :3, 3])
        c, s, ca, sa = np.cos(angle), np.sin(angle), np.cos(alpha), np.sin(alpha)
        A = np.zeros((len(q), 4, 4))
        A[:, 0] = np.stack([c, -s * ca, s * sa, a * c], axis=1)
        A[:, 1] = np.stack([s, c * ca, -c * sa, a * s], axis=1)
        A[:, 2, 1:], A[:, 3, 3] = [sa, ca, d], 1
        T = T @ A
    p = T[:, :3, 3] + T[:, :3, :3] @ tool
    J = [np.concatenate([np.cross(z, p - o), z], axis=1) for z, o in zip(axes, points, strict=True)]
    return p, T[:, :3, :3], np.stack(J, axis=2)


def missing_twist(p: Array, R: Array, goal_p: Array, goal_R: Array) -> Array:
    E = goal_R @ np.swapaxes(R, 1, 2)
    w = np.stack([E[:, 2, 1] - E[:, 1, 2], E[:, 0, 2] - E[:, 2, 0], E[:, 1, 0] - E[:, 0, 1]], axis=1) / 2
    sine = np.linalg.norm(w, axis=1)
    angle = np.arctan2(sine, (np.trace(E, axis1=1, axis2=2) - 1) / 2)
    return np.concatenate([goal_p - p, w * np.where(sine > 1e-9, angle / np.maximum(sine, 1e-300), 1)[:, None]], axis=1)


def oracle(table: Array, tool: Array, q: Array, starts: int = 300) -> tuple[list[Array], Array]:
    """Configurations with the pose of ``q``, by damped Newton steps from random ones: those that stand alone, each once, and the
    singular ones."""
    p, R, _ = tool_and_jacobian(table, tool, q[None])
    goal = p[0], R[0]
    x, damping = np.random.default_rng(0).uniform(-np.pi, np.pi, (starts, 6)), np.full(starts, 1e-2)
    p, R, J = tool_and_jacobian(table, tool, x)
    e = missing_twist(p, R, *goal)
    for _ in range(80):
        Jt = np.swapaxes(J, 1, 2)
        tried = x + np.linalg.solve(Jt @ J + damping[:, None, None] * np.eye(6), Jt @ e[..., None])[..., 0]
        p, R, tried_J = tool_and_jacobian(table, tool, tried)
        tried_e = missing_twist(p, R, *goal)
        better = np.sum(tried_e**2, axis=1) < np.sum(e**2, axis=1)
        x, e = np.where(better[:, None], tried, x), np.where(better[:, None], tried_e, e)
        J = np.where(better[:, None, None], tried_J, J)
        damping = np.clip(np.where(better, damping / 5, damping * 4), 1e-14, 1e6)
    there = np.max(np.abs(e), axis=1) < 1e-9
    alone = np.linalg.svd(J, compute_uv=False)[:, -1] > 1e-5
    distinct: list[Array] = []
    for configuration in x[there & alone]:
        if not any(apart(configuration, other) < 1e-5 for other in distinct):
            distinct.append(configuration)
    return distinct, x[there & ~alone]


def apart(a: Array, b: Array) -> float:
    return float(np.max(np.abs((a - b + np.pi) % (2 * np.pi) - np.pi)))


def require_true(found: kl.Configurations, table: Array, tool: Array, q: Array) -> None:
    """Each configuration has the pose, and nothing is claimed that the oracle refutes."""
    goal_p, goal_R, _ = tool_and_jacobian(table, tool, q[None])
    assert len(found)
    p, R, _ = tool_and_jacobian(table, tool, np.array([each.q for each in found]))
    assert np.abs(missing_twist(p, R, goal_p[0], goal_R[0])).max() < 1e-8
    assert not (found.complete and found.infinite)
    alone, singular = oracle(table, tool, q)
    for configuration in alone:
        assert min(apart(configuration, each.q) for each in found) < 1e-5
    if found.complete:
        for configuration in singular:  # double ones, which Newton's method comes near to only
            assert min(apart(configuration, each.q) for each in found) < 1e-2
    if len(alone) and not len(singular):
        assert found.complete


CONCURRENT = np.array([[0, angle, 0] for angle in (0.7, 1.1, -0.9, 1.3, 0.6, 0.8)])
SPECIAL = {
    "concurrent at right angles": (np.array([[0, RIGHT, 0]] * 6), np.array([0.2, 0.1, 0.3])),
    "concurrent": (CONCURRENT, np.array([0.2, 0.1, 0.3])),
    "concurrent without a tool": (CONCURRENT, np.zeros(3)),
    "parallel": (np.array([[a, 0, 0] for a in (0.5, 0.4, 0.3, 0.3, 0.2, 0.1)]), np.array([0, 0, 0.1])),
    "parallel and equal": (np.array([[0.3, 0, 0]] * 6), np.array([0, 0, 0.1])),
    "one axis": (np.array([[0, 0, 0.1]] * 6), np.zeros(3)),
}


LONG = {"concurrent", "concurrent without a tool", "parallel", "one axis"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long if name in LONG else ()) for name in SPECIAL])
def test_arms_whose_tools_lack_degrees_of_freedom_have_families(name: str) -> None:
    table, tool = SPECIAL[name]
    robot = arm(table, tool)
    assert tool_dof(robot.models.formulas, robot.models.parameter_inputs) < 6
    x = robot.forward_geometry(Q).x
    found = robot.configurations(x=x)
    require_true(found, table, tool, Q)
    assert found.infinite
    assert not found.complete
    assert "degrees of freedom" in found.note
    assert not robot.configurations(x=x, method="homotopy").complete
    np.testing.assert_allclose(robot.inverse_geometry(x, near=Q).q, Q, atol=1e-12)


def test_a_pose_beside_those_of_an_arm_with_too_few_degrees_of_freedom_is_out_of_reach() -> None:
    table, tool = SPECIAL["concurrent"]
    robot = arm(table, tool)
    x = robot.forward_geometry(Q).x + np.array([0.01, 0, 0, 0, 0, 0, 0])
    assert not robot.configurations(x=x)
    with pytest.raises(kl.Unreachable) as fault:
        robot.inverse_geometry(x)
    assert 1e-4 < fault.value.distance <= 0.01


def test_a_search_that_finds_nothing_does_not_make_a_pose_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = robot_named("six_r")
    x = robot.forward_geometry(robot.start).x

    def nothing(*_: object, **__: object) -> kl.Configurations:
        found = kl.Configurations()
        found.complete = False
        return found

    monkeypatch.setattr(Geometry, "configurations", nothing)
    assert robot.inverse_geometry(x).residual < 1e-9
    assert robot.inverse_geometry(x[None]).status[0] == kl.Status.SOLVED
    with pytest.raises(kl.Unreachable, match="no configuration was found at"):
        robot.inverse_geometry(x + np.array([9.0, 0, 0, 0, 0, 0, 0]))


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.long if seed in (1, 2, 16, 28) else ()) for seed in (0, 1, 2, 11, 16, 28, 43)]
)
def test_arms_of_zeros_right_angles_and_equal_lengths_agree_with_newton_from_random_configurations(seed: int) -> None:
    random = np.random.default_rng(1000 + seed)
    lengths, angles = [0, 0, 0, 0.3, 0.3, 0.5, 0.4], [0, RIGHT, -RIGHT, RIGHT, 0, np.pi]
    table = np.array([[random.choice(lengths), random.choice(angles), random.choice(lengths)] for _ in range(6)])
    tool = np.array([random.choice([0, 0, 0.1]), 0, random.choice([0, 0.2])])
    q = random.uniform(-3, 3, 6) if seed % 3 == 0 else random.choice([0, RIGHT, -RIGHT, np.pi, 0.4, 0.9, -1.3], 6)
    robot = arm(table, tool)
    require_true(robot.configurations(x=robot.forward_geometry(q).x), table, tool, q)


def test_one_singular_matrix_does_not_stop_the_other_paths() -> None:
    legs = np.random.default_rng(0).standard_normal((1, 6, 7))
    system = HexapodSystem(legs, legs)
    y = np.stack([np.zeros(8), np.arange(1.0, 9.0)]).astype(complex)
    steps = correction(system, y, np.ones(2), np.zeros(2, int))
    assert not np.all(np.isfinite(steps[0]))
    assert np.all(np.isfinite(steps[1]))


# ---------------------------------------------------------------- hexapods


def ring(radius: float, angles: Array) -> Array:
    return radius * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)


HEXAGON = np.arange(6) * np.pi / 3
TURN = np.array([0.93, 0.2, -0.1, 0.29])


@pytest.mark.parametrize(
    ("platform", "position", "quaternion"),
    [
        (ring(0.5, HEXAGON), [0.1, 0.3, 0.8], TURN),
        pytest.param(ring(0.5, HEXAGON), [0.0, 0.0, 0.8], [1, 0, 0, 0], marks=pytest.mark.long),
        # anchors on conics, not similar
        pytest.param(ring(0.5, HEXAGON + np.pi / 6) * [0.8, 1, 1], [0.1, 0.3, 0.8], TURN, marks=pytest.mark.long),
        (np.outer(np.linspace(-0.5, 0.5, 6), [1, 0.2, 0]), [0.1, 0.3, 0.8], TURN),  # in a line
    ],
    ids=["similar hexagons", "similar hexagons, level", "conics", "a line"],
)
def test_architecturally_singular_hexapods_answer_by_homotopy_alone(platform: Array, position: Array, quaternion: Array) -> None:
    base, position = ring(1, HEXAGON), np.asarray(position, float)
    e = np.asarray(quaternion, float) / np.linalg.norm(quaternion)
    w, v = e[0], e[1:]
    tips = position + platform + 2 * np.cross(v, np.cross(v, platform) + w * platform)
    lengths = np.linalg.norm(tips - base, axis=1)
    anchors = {
        f"{side}{k + 1}{axis}": float(points[k, j])
        for side, points in (("a", base), ("b", platform))
        for k in range(6)
        for j, axis in enumerate("xyz")
    }
    assert holds(base, platform) < 6
    found = robot_named("stewart_gough").with_parameters(**anchors).configurations(q_active=lengths)
    assert len(found)
    assert found.method == "homotopy"
    assert found.infinite
    assert not found.complete
    assert "architecturally singular" in found.note
    assert max(each.residual for each in found) < 1e-11


def test_ordinary_hexapods_hold_their_platform() -> None:
    random = np.random.default_rng(0)
    assert holds(*random.uniform(-1, 1, (2, 6, 3))) == 6
    assert holds(ring(1, HEXAGON), 0.5 * ring(1, HEXAGON + 0.3 * (-1) ** np.arange(6))) == 6


def test_a_wrist_that_is_almost_straight_has_all_its_configurations() -> None:
    """Paths end beside the family of the straight wrist, and some were lost. Two elbows and two shoulders, and for each the wrist
    and the wrist with its axes turned by half a turn, which Denavit and Hartenberg's table has as ``(q4 + pi, -q5, q6 + pi)``."""
    quarter = np.pi / 2
    rows = [
        {"d": 0.5, "alpha": quarter},
        {"a": 0.4},
        {"a": 0.1, "alpha": quarter},
        {"d": 0.4, "alpha": -quarter},
        {"alpha": quarter},
        {"d": 0.1},
    ]
    q = np.random.default_rng(2).uniform(-2, 2, 6)
    q[4] = 1e-5
    arm = kl.load(kl.Mechanism.from_dh("arm", rows, convention="standard", task=("pose",)))
    found = arm.configurations(x=arm.forward_geometry(q).x)
    assert len(found) == 8
    turned = q + np.array([0, 0, 0, np.pi, -2e-5, np.pi])
    for other in (q, turned):
        away = [np.abs((each.q - other + np.pi) % (2 * np.pi) - np.pi).max() for each in found]
        assert min(away) < 1e-6
