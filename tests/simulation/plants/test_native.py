"""The native plant: order, energy and closed loops on the library's robots, and through a Type 2 singularity."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import kinloop as kl


def free(n: int) -> kl.Law:
    """No effort at all: gravity and the initial rates move the machine."""
    return kl.casadi_law(lambda t, measured, reference, state, model: (ca.SX.zeros(n), state))


def in_motion(robot: kl.Robot) -> np.ndarray:
    """Rates that keep the loops closed, of moderate size."""
    return robot.forward_velocity(robot.start, np.linspace(0.3, -0.2, robot.n_active)).qd


def is_conservative(robot: kl.Robot) -> bool:
    joints = robot.mechanism.joints
    return not any(str(joint.friction.viscous) != "0.0" or str(joint.friction.coulomb) != "0.0" for joint in joints)


@pytest.mark.parametrize("name", ["biglide", "five_bar", "delta_rods", "two_r"])
def test_loops_stay_closed_and_energy_is_kept(name: str) -> None:
    """Falling freely: what friction the description has is taken out by its parameters or the robot has none."""
    robot = kl.load(name)
    record = kl.simulate(robot, free(robot.n_active), duration=0.1, period=1e-3, q=robot.start, qd=in_motion(robot))
    assert record.status == kl.RunStatus.COMPLETE
    size = max(1.0, np.abs(record.x).max())
    assert np.abs(robot.closure(record.q)).max(initial=0.0) < 1e-14 * size
    energy = record.energy.sum(axis=1)
    power = 0.0
    if not is_conservative(robot):
        friction = np.array([robot.models.kernel("tree_friction")(qd, *robot.models.parameter_inputs) for qd in record.qd])
        rate = -np.sum(friction * record.qd, axis=1)
        power = np.concatenate([[0.0], np.cumsum((rate[1:] + rate[:-1]) / 2 * 1e-3)])
    tolerance = 1e-9 if is_conservative(robot) else 1e-5  # the friction's work is summed by trapezoids
    assert np.abs(energy - energy[0] - power).max() < tolerance * record.energy[:, 0].max()


@pytest.mark.parametrize("name", ["biglide", "five_bar"])
def test_the_error_falls_with_the_fourth_power_of_the_step(name: str) -> None:
    robot = kl.load(name)

    def end(substeps: int) -> np.ndarray:
        options = {"duration": 0.2, "period": 0.02, "q": robot.start, "qd": 2 * in_motion(robot)}
        return kl.simulate(robot, free(2), plant=kl.Native(substeps=substeps), **options).q[-1]  # type: ignore[arg-type]

    errors = [np.abs(end(substeps) - end(64)).max() for substeps in (2, 4, 8)]
    assert errors[0] / errors[1] > 14
    assert errors[1] / errors[2] > 14


def test_momentum_carries_the_biglide_through_a_type_2_singularity() -> None:
    """From x > 0 to x < 0 in working mode (1, -1), no effort: the assembly mode changes, energy and loops are kept."""
    robot = kl.load("biglide")
    q = robot.start
    qd = robot.inverse_velocity(q, [-1.0, 0.0]).qd
    record = kl.simulate(robot, free(2), duration=0.2, period=1e-3, q=q, qd=qd)
    assert record.status == kl.RunStatus.COMPLETE
    assert record.x[0, 0] > 0 > record.x[-1, 0]
    np.testing.assert_array_equal(record.mode["assembly"][[0, -1], 0], [-1, 1])
    assert np.abs(robot.closure(record.q)).max() < 1e-15
    energy = record.energy.sum(axis=1)
    assert np.abs(energy - energy[0]).max() < 1e-9 * energy[0]
