"""The library's machines against their published dimensions. tests/documents has the equations of the source documents."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.parts import ClosedForm

Array = np.ndarray
SAMPLES = 6


@cache
def robot_of(name: str) -> kl.Robot:
    return kl.load(name)


def random_angles(count: int) -> Array:
    return np.random.default_rng(2).uniform(-3, 3, (SAMPLES, count))


def solved(form: ClosedForm | None, given: dict[str, Any], signs: tuple[int, ...]) -> dict[str, Any]:
    assert form is not None
    values = given | {name: float(sign) for name, sign in zip(form.signs, signs, strict=True)}
    for key, value in form.values.items():
        values[key] = value.value(values) if isinstance(value, Expression) else value
    return values


def modified_dh(alpha: float, a: float, d: float, theta: float) -> Array:
    """Craig's convention: along and about x, then along and about z."""
    ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    return np.array([[ct, -st, 0, a], [st * ca, ct * ca, -sa, -d * sa], [st * sa, ct * sa, ca, d * ca], [0, 0, 0, 1]])


# ---------------------------------------------------------------- [RoboticsExam2016]


@pytest.mark.parametrize("choice", [{"m2": 2.6}, {"d1": 0.25}, {"l2": 0.4}])
def test_two_r_exam_moves_alike_whatever_body_has_its_coefficients(choice: dict[str, float]) -> None:
    robot = robot_of("two_r_exam")
    other = robot.with_parameters(**choice)
    q, qd = random_angles(2), random_angles(2)[::-1]
    assert np.allclose(other.inertia(q), robot.inertia(q), rtol=1e-12)
    assert np.allclose(other.bias(q, qd), robot.bias(q, qd), rtol=1e-12, atol=1e-12)


def test_two_r_exam_starts_and_moves_on_its_constraint() -> None:
    robot = robot_of("two_r_exam").with_parameters(beta=0.5)
    motion = robot.mechanism.motion
    assert motion is not None
    assert robot.start.sum() == pytest.approx(0.5)
    for point in motion.points:
        values = [entry.value(robot.parameters) if isinstance(entry, Expression) else entry for entry in point]
        assert sum(values) == pytest.approx(0.5)


# ---------------------------------------------------------------- [Aissani2021]


def test_scara_carries_its_whole_weight_on_the_slide() -> None:
    robot = robot_of("scara_prrr")
    effort = robot.bias(robot.start, np.zeros(4))
    assert effort == pytest.approx([(0.5 + 0.25 + 0.25 + 0.1) * 9.81, 0, 0, 0], abs=1e-12)
    assert robot.with_parameters(g=0.0).bias(robot.start, np.zeros(4)) == pytest.approx([0, 0, 0, 0], abs=1e-12)


# ---------------------------------------------------------------- arms


PUMA = [
    (0, 0, 0),
    (-np.pi / 2, 0, 0.2435),
    (0, 0.4318, -0.0934),
    (np.pi / 2, -0.0203, 0.4331),
    (-np.pi / 2, 0, 0),
    (np.pi / 2, 0, 0),
]
PUMA_MASS = [0, 17.4, 4.8, 0.82, 0.34, 0.09]
PUMA_COM = [(0, 0, 0), (0.068, 0.006, -0.016), (0, -0.07, 0.014), (0, 0, -0.019), (0, 0, 0), (0, 0, 0.032)]


def puma_frames(q: Array) -> list[Array]:
    frames = [np.eye(4)]
    for (alpha, a, d), theta in zip(PUMA, q, strict=True):
        frames.append(frames[-1] @ modified_dh(alpha, a, d, theta))
    return frames[1:]


def test_puma560_is_the_product_of_its_dh_table() -> None:
    robot = robot_of("puma560")
    for q in random_angles(6):
        frames = puma_frames(q)
        for k, H in enumerate(frames, 1):
            pose = robot.frame_pose(q, f"link{k}")
            assert np.allclose(pose.position, H[:3, 3], atol=1e-14)
            assert np.allclose(pose.rotation, H[:3, :3], atol=1e-14)
        assert np.allclose(robot.frame_pose(q).position, frames[-1][:3] @ [0, 0, 0.05625, 1], atol=1e-14)


def test_puma560_has_the_weight_of_its_table() -> None:
    """Gravity efforts by differences of the potential energy of the table's masses."""
    robot = robot_of("puma560")

    def potential(q: Array) -> float:
        frames = puma_frames(q)
        return sum(9.81 * m * (H @ [*com, 1])[2] for m, com, H in zip(PUMA_MASS, PUMA_COM, frames, strict=True))

    for q in random_angles(6):
        measured = [(potential(q + step) - potential(q - step)) / 2e-5 for step in 1e-5 * np.eye(6)]
        assert np.allclose(robot.bias(q, np.zeros(6)), measured, atol=1e-7)


def test_puma560_without_friction_has_none() -> None:
    robot = robot_of("puma560").with_parameters(k_f=0.0, g=0.0)
    q, qd = random_angles(6), random_angles(6)[::-1]
    assert np.allclose(robot.bias(q, qd), robot.bias(q, -qd), rtol=1e-12, atol=1e-12)


def axis(robot: kl.Robot, q: Array, link: str) -> tuple[Array, Array]:
    """A point and the direction of the joint that carries a link."""
    pose = robot.frame_pose(q, link)
    return pose.position, pose.rotation[:, 2]


def meeting(line: tuple[Array, Array], other: tuple[Array, Array]) -> tuple[Array, float]:
    """Where on the first line the second comes nearest, and how near."""
    (p, u), (r, v) = line, other
    n = np.cross(u, v)
    along = np.cross(r - p, v) @ n / (n @ n)
    return p + along * u, abs((r - p) @ n) / np.linalg.norm(n)


def test_six_r_has_the_bent_wrist_of_its_dh_table() -> None:
    """Kinova's table: axes 4, 5 and 6 meet in pairs at 60 degrees, d4b = D3 + aD4, d5b = 2 aD4 with a = sin 30 / sin 60 deg."""
    robot = robot_of("six_r")
    a = np.sin(np.radians(30)) / np.sin(np.radians(60))
    for q in random_angles(6):
        lines = [axis(robot, q, link) for link in ("link1", "link2", "link3", "link4", "link5", "hand")]
        cosines = [abs(lines[k][1] @ lines[k + 1][1]) for k in range(5)]
        assert np.allclose(cosines, [0, 1, 0, 0.5, 0.5], atol=1e-12)
        first, gap = meeting(lines[4], lines[3])
        second, other_gap = meeting(lines[4], lines[5])
        assert gap < 1e-12
        assert other_gap < 1e-12
        assert np.linalg.norm(first - second) == pytest.approx(2 * a * 0.0741)  # d5b: the wrist's axes do not meet in one point
        elbow, _ = meeting(lines[3], lines[2])
        wrist, _ = meeting(lines[3], lines[4])
        assert np.linalg.norm(elbow - wrist) == pytest.approx(0.2073 + a * 0.0741)  # d4b
        upper = lines[2][0] - lines[1][0]
        assert np.linalg.norm(upper - (upper @ lines[1][1]) * lines[1][1]) == pytest.approx(0.41)  # D2
        _, e2 = meeting(lines[0], (elbow, lines[3][1])) if abs(lines[0][1] @ lines[3][1]) < 0.99 else (None, 0.0098)
        assert e2 == pytest.approx(0.0098, abs=1e-12)
        shoulder, _ = meeting(lines[0], lines[1])
        assert shoulder[2] == pytest.approx(0.2755)  # D1


# ---------------------------------------------------------------- parallel robots


@pytest.mark.parametrize("name", ["delta_rods", "delta_parallelograms"])
@pytest.mark.parametrize(("target", "degrees"), [((0, 0, -0.9), (-20.5, -20.5, -20.5)), ((-0.5, 0.3, -1.1), (47.5, -11.6, 21.4))])
def test_delta_has_the_inverse_of_its_source(name: str, target: tuple[float, ...], degrees: tuple[float, ...]) -> None:
    """Williams prints angles with one digit, for targets (0, 0, -0.9) and (0.3, 0.5, -1.1); his first leg points along -y."""
    robot = robot_of(name)
    given = robot.parameters | dict(zip("xyz", map(float, target), strict=True))
    values = solved(robot.mechanism.inverse_geometry, given, (1, 1, 1))
    assert np.degrees([values[f"q{k}"] for k in (1, 2, 3)]) == pytest.approx(degrees, abs=0.05)


@pytest.mark.parametrize("name", ["delta_rods", "delta_parallelograms"])
@pytest.mark.parametrize(("degrees", "position"), [((0, 0, 0), (0, 0, -1.065)), ((10, 20, 30), (0.180, 0.108, -1.244))])
def test_delta_has_the_forward_model_of_its_source(name: str, degrees: tuple[int, ...], position: tuple[float, ...]) -> None:
    """Williams prints (0, 0, -1.065) and (0.108, -0.180, -1.244)."""
    robot = robot_of(name)
    given = robot.parameters | {f"q{k}": float(np.radians(angle)) for k, angle in enumerate(degrees, 1)}
    values = solved(robot.mechanism.forward_geometry, given, (1,))
    assert [values[key] for key in "xyz"] == pytest.approx(position, abs=1e-3)


def test_delta_with_massless_bars_is_delta_with_rods() -> None:
    """16 rates and 25 closure rows, 12 of them redundant, move as 9 rates and 6 rows."""
    rods = robot_of("delta_rods").with_parameters(m_r=0.0)
    bars = robot_of("delta_parallelograms").with_parameters(m_r=0.0, m_c=0.0)
    random = np.random.default_rng(3)
    for _ in range(SAMPLES):
        target = dict(zip("xyz", map(float, random.uniform((-0.3, -0.3, -1.2), (0.3, 0.3, -0.9))), strict=True))
        q = {}
        for robot in (rods, bars):
            values = solved(robot.mechanism.inverse_geometry, robot.parameters | target, (1, 1, 1))
            q[robot] = np.array([values[coordinate] for coordinate in robot.mechanism.coordinates])
        assert np.allclose(bars.inertia(q[bars]), rods.inertia(q[rods]), rtol=1e-10, atol=1e-12)
        tau = random.uniform(-5, 5, 3)
        still = (np.zeros(len(robot.mechanism.rates)) for robot in (rods, bars))
        moved = [robot.forward_dynamics(q[robot], rest, tau).qdd_active for robot, rest in zip((rods, bars), still, strict=True)]
        assert np.allclose(moved[0], moved[1], rtol=1e-9, atol=1e-9)


def test_stewart_gough_anchors_repeat_every_120_degrees() -> None:
    """Base and platform look the same after a third of a turn about their middles, to the three digits that are printed."""
    robot = robot_of("stewart_gough")
    third = np.array([[-0.5, -np.sqrt(0.75)], [np.sqrt(0.75), -0.5]])
    for letter in "ab":
        anchors = np.array([[robot.parameters[f"{letter}{k}{c}"] for c in "xy"] for k in range(1, 7)])
        anchors -= anchors.mean(axis=0)
        turned = anchors @ third.T
        nearest = np.abs(turned[:, None] - anchors[None]).max(axis=-1).min(axis=1)
        assert nearest.max() < 2e-3


def test_stewart_gough_coordinates_are_the_lengths_between_anchors() -> None:
    robot = robot_of("stewart_gough")
    assert robot.active == ("L1", "L2", "L3", "L4", "L5", "L6")
    for k in range(1, 7):
        a, b = (np.array([robot.parameters[f"{letter}{k}{c}"] for c in "xyz"]) for letter in "ab")
        assert robot.start[k - 1] == pytest.approx(np.linalg.norm(b + np.array([-1.5, 0, 1]) - a))
    assert np.ptp(robot.start[:6]) < 2e-3  # over the middle of the base the legs are equally long
