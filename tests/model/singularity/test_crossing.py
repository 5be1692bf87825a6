"""Efforts at a Type 2 singularity: the limit of a motion that crosses it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import ShapeError, SingularConfiguration

Array = np.ndarray


@dataclass(frozen=True)
class Motion:
    """A motion of the task through a singular configuration at t = 0, as a polynomial; the branch is followed from there."""

    robot: kl.Robot
    q: Array
    x: Array
    xd: Array
    xdd: Array
    xddd: Array

    def at(self, t: float) -> tuple[Array, Array, Array, Array]:
        """All joints to third order."""
        x = self.x + self.xd * t + self.xdd * t**2 / 2 + self.xddd * t**3 / 6
        q = self.robot.inverse_geometry(x, near=self.q).q
        qd = self.robot.inverse_velocity(q, self.xd + self.xdd * t + self.xddd * t**2 / 2).qd
        qdd = self.robot.inverse_acceleration(q, qd, self.xdd + self.xddd * t).qdd
        return q, qd, qdd, self.robot.inverse_jerk(q, qd, qdd, self.xddd).jerk


def closures(robot: kl.Robot, q: Array) -> Array:
    return np.asarray(robot.models.kernel("all_closures")(q, *robot.models.parameter_inputs)[1])


def criterion(motion: Motion) -> float:
    """What a motion asks of the passive joints along the one that is out of control."""
    q, qd, qdd, _ = motion.at(0.0)
    n = motion.robot.n_active
    effort = np.asarray(motion.robot.models.kernel("tree_effort")(q, qd, qdd, *motion.robot.models.parameter_inputs))
    return float(np.linalg.svd(closures(motion.robot, q)[:, n:])[2][-1] @ effort[n:])


def crossing(name: str, seed: int, **parameters: float) -> Motion:
    """A motion through a Type 2 configuration that meets the criterion: one acceleration is chosen so."""
    robot = kl.load(name, **parameters) if parameters else robot_named(name)
    q, x = singular_configuration(robot)
    random = np.random.default_rng(seed)
    xd, xdd, xddd = random.uniform(-1, 1, (3, x.size)) * 0.5
    motions = [Motion(robot, q, x, xd, xdd + k * np.eye(x.size)[-1], xddd) for k in (0.0, 1.0)]
    at_0, at_1 = (criterion(motion) for motion in motions)
    return Motion(robot, q, x, xd, xdd - at_0 / (at_1 - at_0) * np.eye(x.size)[-1], xddd)


def singular_configuration(robot: kl.Robot) -> tuple[Array, Array]:
    """A root of the determinant of the passive closures on a way of the tool from the start."""

    def determinant(share: float) -> tuple[float, Array, Array]:
        x = start + share * WAYS[robot.mechanism.name]
        q = robot.inverse_geometry(x, near=near).q
        return float(np.linalg.det(closures(robot, q)[:, robot.n_active :])), q, x

    near = robot.start
    start = robot.models.geometry.task(robot.start)
    low, high = 0.0, 0.0
    sign = np.sign(determinant(0.0)[0])
    while np.sign(determinant(high + 0.02)[0]) == sign:
        high += 0.02
        near = determinant(high)[1]
        assert high < 1, "the way of the test meets no singularity"
    low, high = high, high + 0.02
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if np.sign(determinant(middle)[0]) == sign else (low, middle)
    return determinant(low)[1:]


# From the start configuration to beyond a Type 2 singularity.
WAYS = {
    "biglide": np.array([-0.2, 0.1]),
    "five_bar": np.array([0.0, -0.2]),
    "three_rrr": np.array([0.02739234, -0.04604266, -1.37707943]),
}
CASES = [
    ("biglide", {}),
    ("biglide", {"m_1": 0.5, "m_2": 0.5}),
    ("biglide", {"m_1": 0.5, "m_2": 0.1}),
    ("five_bar", {}),
    ("three_rrr", {}),
]


@pytest.mark.parametrize(("name", "parameters"), CASES)
def test_the_limit_is_what_the_efforts_tend_to(name: str, parameters: dict[str, float]) -> None:
    """The mean of both sides is the limit up to the square of the distance in time: 16 times less for a quarter of it."""
    motion = crossing(name, 3, **parameters)
    robot = motion.robot
    limit = robot.inverse_dynamics(*motion.at(0.0))
    errors = []
    for t in (8e-3, 2e-3):
        beside = [robot.inverse_dynamics(*motion.at(side)[:3]) for side in (-t, t)]
        errors.append(np.max(np.abs(np.mean(beside, axis=0) - limit)))
    assert errors[1] < 1e-3 * np.max(np.abs(limit))
    assert errors[0] / errors[1] == pytest.approx(16, rel=0.2)


@pytest.mark.parametrize(("name", "parameters"), CASES)
def test_the_limit_produces_the_motion(name: str, parameters: dict[str, float]) -> None:
    """Forward dynamics is regular there: with these efforts it has these accelerations."""
    motion = crossing(name, 4, **parameters)
    q, qd, qdd, jerk = motion.at(0.0)
    tau = motion.robot.inverse_dynamics(q, qd, qdd, jerk)
    found = motion.robot.forward_dynamics(q, qd, tau).qdd
    np.testing.assert_allclose(found, qdd, atol=1e-9 * max(1.0, np.max(np.abs(qdd))))


def test_away_from_a_singularity_the_jerk_changes_nothing() -> None:
    motion = crossing("biglide", 5)
    for t in (-0.1, 0.05):
        q, qd, qdd, jerk = motion.at(t)
        np.testing.assert_array_equal(motion.robot.inverse_dynamics(q, qd, qdd, jerk), motion.robot.inverse_dynamics(q, qd, qdd))


def test_the_jerk_decides_the_limit() -> None:
    """Stacked quintics have a jump in jerk where they meet: two limits, one for each side."""
    motion = crossing("biglide", 6)
    q, qd, qdd, jerk = motion.at(0.0)
    other = motion.robot.inverse_jerk(q, qd, qdd, motion.xddd + np.array([0.3, 0.0])).jerk
    one, two = motion.robot.inverse_dynamics(np.tile(q, (2, 1)), qd, qdd, np.stack([jerk, other]))
    assert np.max(np.abs(one - two)) > 1e-2
    np.testing.assert_array_equal(one, motion.robot.inverse_dynamics(q, qd, qdd, jerk))


def test_a_motion_that_misses_the_criterion_is_refused_and_so_is_one_that_rests() -> None:
    motion = crossing("biglide", 7)
    robot = motion.robot
    q, qd, qdd, jerk = motion.at(0.0)
    with pytest.raises(SingularConfiguration, match="passive joints do not follow"):
        robot.inverse_dynamics(q, qd, qdd)
    wrong = robot.inverse_acceleration(q, qd, motion.xdd + np.array([0.0, 0.1])).qdd
    with pytest.raises(SingularConfiguration, match="crossing criterion"):
        robot.inverse_dynamics(q, qd, wrong, jerk)
    assert np.isnan(robot.inverse_dynamics(np.tile(q, (2, 1)), qd, wrong, jerk)).all()
    with pytest.raises(SingularConfiguration, match="touches it or rests there"):
        robot.inverse_dynamics(q, np.zeros(4), np.zeros(4), np.zeros(4))
    with pytest.raises(ShapeError, match="with a jerk, qdd is that of all 4 rates"):
        robot.inverse_dynamics(q, qd, qdd[:2], jerk)


@pytest.mark.parametrize("name", ["biglide", "five_bar", "three_rrr", "puma560", "stewart_gough", "delta_parallelograms"])
def test_the_jerk_is_the_derivative_of_the_acceleration(name: str) -> None:
    robot = robot_named(name)
    random = np.random.default_rng(8)
    size = robot.models.kernel("inverse_velocity").inputs[1].shape[0]
    xd, xdd, xddd = random.uniform(-0.3, 0.3, (3, size))

    def state(t: float) -> tuple[Array, Array, Array]:
        """The same motion of the task at another time, from the start by small steps of the tool's own rates."""
        q, h = robot.start, t / 40
        for k in range(40 if t else 0):  # Runge and Kutta's method of fourth order on q' = qd(q, t)
            rates = [robot.inverse_velocity(q, twist(k * h)).qd]
            for share in (0.5, 0.5, 1.0):
                middle = np.asarray(robot.models.kernel("retract")(q, share * h * rates[-1], *robot.models.parameter_inputs))
                rates.append(robot.inverse_velocity(middle, twist((k + share) * h)).qd)
            mean = (rates[0] + 2 * rates[1] + 2 * rates[2] + rates[3]) / 6
            q = np.asarray(robot.models.kernel("retract")(q, h * mean, *robot.models.parameter_inputs))
        qd = robot.inverse_velocity(q, twist(t)).qd
        return q, qd, robot.inverse_acceleration(q, qd, xdd + xddd * t).qdd

    def twist(t: float) -> Array:
        return xd + xdd * t + xddd * t**2 / 2

    q, qd, qdd = state(0.0)
    jerk = robot.inverse_jerk(q, qd, qdd, xddd)
    h = 2e-3
    measured = (8 * (state(h)[2] - state(-h)[2]) - (state(2 * h)[2] - state(-2 * h)[2])) / (12 * h)
    np.testing.assert_allclose(jerk.jerk, measured, atol=2e-6 * max(1.0, np.max(np.abs(measured))))
    np.testing.assert_allclose(jerk.xddd, xddd, atol=1e-11)
