"""Machines with redundant closures, near configurations where they lose rank, against the closed form of a parallelogram.

All bars that stand on the base turn alike and the coupler translates on a circle: one coordinate with a constant inertia.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import kinloop as kl

ARM, BASE, HEAVY = 0.3, 0.5, 9.81
TILT = (0.3, -0.5, 0.2)


def bar(name: str, mass: str, along: str) -> kl.Link:
    """A uniform slender bar along x with some inertia about itself."""
    across = f"{mass}*({along})^2/12"
    return kl.Link(name=name, mass=mass, com=(f"{along}/2", 0, 0), inertia=(f"{mass}*1e-4", across, across, 0, 0, 0))


@cache
def parallelogram(bars: int, tilt: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> kl.Robot:
    """``bars`` equal bars on the base under one coupler, the loops written as spatial pins, on a tilted base. The first and the
    last bar have a rotor behind a gear."""
    names = [f"bar{k}" for k in range(bars)]
    places = [BASE * k / (bars - 1) for k in range(bars)]

    def joint(name: str, parent: str, child: str, x: float, actuated: bool = False, rotor: str = "0") -> kl.Joint:
        pose = kl.Pose(xyz=(x, 0, 0))
        return kl.Joint(
            name=name, kind="revolute", parent=parent, child=child, origin=pose, actuated=actuated, rotor=kl.Rotor(inertia=rotor)
        )

    stand = kl.Joint(name="stand", kind="fixed", parent="base", child="frame", origin=kl.Pose(rpy=tilt))
    cranks = [
        joint(f"q{k}", "frame", name, x, actuated=k == 0, rotor="rotor" if k in (0, bars - 1) else "0")
        for k, (name, x) in enumerate(zip(names, places, strict=True))
    ]
    mechanism = kl.Mechanism(
        name=f"parallelogram_of_{bars}",
        gravity=(0.0, 0.0, -HEAVY),
        parameters={"m": 0.05, "rotor": 0.2},
        links=(
            kl.Link(name="frame"),
            *(bar(name, "m", f"{ARM}") for name in names),
            bar("coupler", "m", f"{BASE}"),
        ),
        joints=(stand, *cranks, joint("b", names[0], "coupler", ARM)),
        loops=tuple(
            kl.Loop(
                name=f"loop{k}",
                kind="pin",
                a=kl.Anchor(link="coupler", origin=kl.Pose(xyz=(x, 0, 0))),
                b=kl.Anchor(link=name, origin=kl.Pose(xyz=(ARM, 0, 0))),
                axis=(0, 0, 1),
            )
            for k, (name, x) in enumerate(zip(names, places, strict=True))
            if k
        ),
        tool=kl.Anchor(link="coupler"),
        start={**{f"q{k}": 0.9 for k in range(bars)}, "b": -0.9},
    )
    return kl.load(mechanism)


def closed_form(bars: int, tilt: tuple[float, float, float], angle: float, tau: float, m: float, rotor: float) -> float:
    """The acceleration of all the bars."""
    inertia = bars * m * ARM**2 / 3 + m * ARM**2 + 2 * rotor
    roll, pitch, yaw = tilt
    x = np.array([[1, 0, 0], [0, np.cos(roll), -np.sin(roll)], [0, np.sin(roll), np.cos(roll)]])
    y = np.array([[np.cos(pitch), 0, np.sin(pitch)], [0, 1, 0], [-np.sin(pitch), 0, np.cos(pitch)]])
    z = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    weight = (z @ y @ x).T @ np.array([0, 0, -HEAVY])
    turned = np.array([-np.sin(angle), np.cos(angle), 0])
    return float((tau + (bars / 2 + 1) * m * ARM * weight @ turned) / inertia)


def configuration(robot: kl.Robot, bars: int, angle: float) -> np.ndarray:
    values = {f"q{k}": angle for k in range(bars)} | {"b": -angle}
    return np.array([values[name] for name in robot.mechanism.coordinates])


def rates(robot: kl.Robot, bars: int, rate: float) -> np.ndarray:
    return configuration(robot, bars, rate)


@pytest.mark.parametrize("bars", [2, 3])
@pytest.mark.parametrize("tilt", [(0.0, 0.0, 0.0), TILT])
@pytest.mark.parametrize(("m", "rotor"), [(0.05, 0.2), (0.05, 0.0), (1e-4, 50.0), (200.0, 0.01)])
@pytest.mark.parametrize("angle", [1.0, 0.1, 0.02, 3e-3, 1e-3, 1e-4])
def test_near_flat_the_bars_turn_as_the_closed_form_says(
    bars: int, tilt: tuple[float, float, float], m: float, rotor: float, angle: float
) -> None:
    robot = parallelogram(bars, tilt).with_parameters(m=m, rotor=rotor)
    scale = m * ARM + rotor
    for tau, rate in ((0.3 * scale, 0.0), (-2.0 * scale, 1.5)):
        motion = robot.forward_dynamics(configuration(robot, bars, angle), rates(robot, bars, rate), [tau])
        expected = closed_form(bars, tilt, angle, tau, m, rotor)
        assert motion.status == kl.Status.SOLVED
        np.testing.assert_allclose(motion.qdd, configuration(robot, bars, expected), rtol=1e-8, atol=0)


@pytest.mark.parametrize("bars", [2, 3])
@pytest.mark.parametrize("tilt", [(0.0, 0.0, 0.0), TILT])
@pytest.mark.parametrize(("m", "rotor"), [(0.05, 0.2), (0.05, 0.0), (1e-4, 50.0), (200.0, 0.01)])
def test_the_nearer_to_flat_the_fewer_answers_but_none_is_wrong(
    bars: int, tilt: tuple[float, float, float], m: float, rotor: float
) -> None:
    robot = parallelogram(bars, tilt).with_parameters(m=m, rotor=rotor)
    angles = np.array([1e-4, 3e-5, 1e-5, 1e-6, 1e-7, 1e-9, 1e-10, 1e-12, 0.0])
    q = np.array([configuration(robot, bars, float(angle)) for angle in angles])
    for tau, rate in ((0.3, 0.0), (-2.0, 1.5)):
        effort = tau * (m * ARM + rotor)
        motion = robot.forward_dynamics(q, rates(robot, bars, rate), np.full((len(q), 1), effort))
        is_solved = motion.status == kl.Status.SOLVED
        assert is_solved[0]
        assert not is_solved[5:].any()
        for k in np.flatnonzero(is_solved):
            expected = closed_form(bars, tilt, float(angles[k]), effort, m, rotor)
            np.testing.assert_allclose(motion.qdd[k], configuration(robot, bars, expected), rtol=1e-5)
        assert np.isnan(motion.qdd[~is_solved]).all()
    with pytest.raises(kl.SingularConfiguration, match="leave the accelerations open"):
        robot.forward_dynamics(q[-1], rates(robot, bars, 0.0), [1.0])


@pytest.mark.parametrize("bars", [2, 3])
@pytest.mark.parametrize("tilt", [(0.0, 0.0, 0.0), TILT])
@pytest.mark.parametrize(("m", "rotor"), [(0.05, 0.2), (0.05, 0.0), (200.0, 0.01)])
def test_a_motion_that_closures_hardly_hold_any_more_is_not_answered_as_free(
    bars: int, tilt: tuple[float, float, float], m: float, rotor: float
) -> None:
    """A small effort next to the weight excites it so little that corrections are small from the beginning."""
    robot = parallelogram(bars, tilt).with_parameters(m=m, rotor=rotor)
    angles = np.logspace(-4, -10, 61)
    effort = 0.01 * (m * ARM + rotor)
    q = np.array([configuration(robot, bars, float(angle)) for angle in angles])
    motion = robot.forward_dynamics(q, rates(robot, bars, 0.0), np.full((len(q), 1), effort))
    is_solved = motion.status == kl.Status.SOLVED
    assert is_solved[0]
    for k in np.flatnonzero(is_solved):
        expected = closed_form(bars, tilt, float(angles[k]), effort, m, rotor)
        np.testing.assert_allclose(motion.qdd[k], configuration(robot, bars, expected), rtol=1e-5)


@pytest.mark.parametrize("gap", [1e-8, 1e-7, 1e-6])
def test_configurations_written_with_a_few_digits_have_accelerations_of_as_many(gap: float) -> None:
    """Redundant closures that are open contradict each other by as much: neither a singularity nor a motion that stops."""
    robot = kl.load("delta_parallelograms")
    random = np.random.default_rng(0)
    qd = robot.forward_velocity(robot.start, [1.0, -0.5, 0.3]).qd
    tau = [5.0, 1.0, -2.0]
    exact = robot.forward_dynamics(robot.start, qd, tau).qdd
    found = robot.forward_dynamics(robot.start + gap * random.standard_normal((4, len(qd))), qd, np.tile(tau, (4, 1)))
    assert (found.status == kl.Status.SOLVED).all()
    assert np.abs(found.qdd - exact).max() < 30 * gap * np.abs(exact).max()
