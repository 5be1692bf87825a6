"""Options that contradict each other, or that nothing would use, are refused; what is not an effort is not called one."""

from __future__ import annotations

import numpy as np
import pytest

import kinloop as kl

RUN = {"duration": 0.01, "period": 1e-3}
PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.05)
TORQUE, RATES = kl.ComputedTorque(100.0, 20.0), kl.KinematicControl(10.0)


@pytest.fixture(scope="module")
def robot() -> kl.Robot:
    return kl.load("biglide")


@pytest.fixture(scope="module")
def reduced() -> kl.Reduced:
    return kl.reduce(kl.load("two_r_exam"), "q1 + q2 - beta", pseudo_velocity="q2")


def test_joint_rates_are_not_listed_as_the_largest_efforts(robot: kl.Robot) -> None:
    runs = kl.rollouts(robot, RATES, PATH, plant="kinematic", vary={"actuators.saturation": [0.5, 1.0]}, **RUN)
    assert np.isnan(runs.tau_max).all()
    assert np.isnan(runs.tau).all()


def test_wrenches_on_the_kinematic_plant_are_refused(robot: kl.Robot) -> None:
    wrench = [1000.0, 0, 0, 0, 0, 0]
    with pytest.raises(kl.UnsupportedOperation, match="wrenches of the environment have no effect"):
        kl.simulate(robot, RATES, PATH, plant="kinematic", environment={"tool": wrench}, **RUN)
    with pytest.raises(kl.UnsupportedOperation, match="wrenches of the environment have no effect"):
        kl.rollouts(robot, RATES, PATH, plant="kinematic", vary={"environment.wrenches.tool": [wrench]}, **RUN)


def test_a_parameter_that_the_plant_fixes_is_not_varied_for_both(robot: kl.Robot) -> None:
    plant = kl.Native(parameters={"m_p": 9.0})
    with pytest.raises(kl.ShapeError, match=r"vary 'model\.m_p' or 'plant\.m_p'"):
        kl.rollouts(robot, TORQUE, PATH, vary={"m_p": [2.0, 2.5]}, plant=plant, **RUN)
    runs = kl.rollouts(robot, TORQUE, PATH, vary={"model.m_p": [2.0, 2.5]}, plant=plant, **RUN)
    alone = kl.simulate(robot.with_parameters(m_p=2.0), TORQUE, PATH, plant=plant, **RUN)
    np.testing.assert_array_equal(runs.q[0], alone.q)


def test_feedback_of_a_comparison_is_a_truth_value(robot: kl.Robot) -> None:
    with pytest.raises(kl.ShapeError, match="feedback"):
        kl.compare(robot, TORQUE, PATH, ("native", kl.Native(payload=1.0)), feedback="no", **RUN)


def test_substeps_beside_a_tolerance_are_refused() -> None:
    with pytest.raises(kl.UnsupportedOperation, match="substeps"):
        kl.Constrained(tolerance=1e-8, substeps=50)
    assert kl.Constrained(tolerance=np.float32(1e-6)).substeps == 1


def test_numbers_that_are_not_finite_are_named_in_a_run_under_a_constraint(reduced: kl.Reduced) -> None:
    with pytest.raises(kl.NotFinite, match="efforts"):
        kl.simulate(reduced, [np.nan, 1.0], **RUN)
    with pytest.raises(kl.NotFinite, match="q is"):
        kl.simulate(reduced, None, q=[np.nan, 1.0], **RUN)


def test_rollouts_without_samples_have_no_table_of_them(robot: kl.Robot) -> None:
    runs = kl.rollouts(robot, TORQUE, PATH, vary={"plant.m_p": [2.0, 3.0]}, keep="summary", **RUN)
    with pytest.raises(kl.UnsupportedOperation, match="keep='summary'"):
        runs.to_pandas(samples=True)


def test_starts_are_varied_on_a_machine_with_a_parameter_called_q() -> None:
    arm = kl.Link(name="arm", mass="q", com=(0.2, 0, 0), inertia=(0, 0.01, 0.01, 0, 0, 0))
    joint = kl.Joint(name="theta", kind="revolute", parent="base", child="arm")
    machine = kl.load(kl.Mechanism(name="p", parameters={"q": 1.5}, links=(arm,), joints=(joint,)))
    runs = kl.rollouts(machine, None, vary={"q": [[0.1], [0.2]]}, **RUN)
    np.testing.assert_array_equal(runs.q[:, 0, 0], [0.1, 0.2])


def test_a_mode_is_checked_where_it_is_made(robot: kl.Robot) -> None:
    for wrong in ({"working": 1}, {"working": "a"}, {"assembly": (2,)}, {"index": "a"}):
        with pytest.raises(kl.ShapeError, match="Mode: "):
            kl.Mode(**wrong)
    with pytest.raises(kl.ShapeError, match="g1 is given as"):
        robot.inverse_geometry([0.1, 0.3], mode="g1=+1, g2=-1, g1=-1")
