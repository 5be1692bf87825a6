"""Input that is not an array of numbers is refused with a message, and a bad row of a batch does not affect others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from machines import hexaglide, robot_named
from motion import random_states

import kinloop as kl
from kinloop.errors import KinloopError, NotAUnitQuaternion, NotFinite, ShapeError, UnsupportedOperation
from kinloop.model.workspace.crossings import crossings

BIGLIDE = robot_named("biglide")
Q, STILL = BIGLIDE.start, np.zeros(4)
CALLS: dict[str, Callable[[Any], Any]] = {
    "forward_geometry": lambda bad: BIGLIDE.forward_geometry(bad),
    "mode": lambda bad: BIGLIDE.forward_geometry(Q[:2], mode=bad),
    "near": lambda bad: BIGLIDE.forward_geometry(Q[:2], near=bad),
    "frame": lambda bad: BIGLIDE.jacobian(Q, bad),
    "kind": lambda bad: BIGLIDE.jacobian(Q, kind=bad),
    "method": lambda bad: BIGLIDE.configurations(q_active=Q[:2], method=bad),
    "qdd": lambda bad: BIGLIDE.inverse_dynamics(Q, STILL, bad),
    "qdd with jerk": lambda bad: BIGLIDE.inverse_dynamics(Q, STILL, bad, STILL),
    "wrench": lambda bad: BIGLIDE.bias(Q, STILL, {"tool": bad}),
    "static_wrench": lambda bad: BIGLIDE.static_wrench(Q, bad),
    "stiffness": lambda bad: BIGLIDE.stiffness(Q, bad),
    "independent": lambda bad: BIGLIDE.linearise(Q, STILL, [0, 0], independent=bad),
    "singularity": lambda bad: BIGLIDE.singularity(bad),
    "tolerance": lambda bad: BIGLIDE.singularity(Q, bad),
    "criterion": lambda bad: BIGLIDE.singularity(Q).criterion(STILL, STILL, bad),
    "crossings": lambda bad: crossings(BIGLIDE, bad),
    "times": lambda bad: crossings(BIGLIDE, np.tile(Q, (5, 1)), bad),
    "axis": lambda bad: kl.singularity_map(BIGLIDE, {"x": bad, "y": (0.1, 0.2)}, points=3),
}
REDUCED = kl.reduce(BIGLIDE, "x - 0.05", ["y"])
CALLS |= {
    "constraint": lambda bad: kl.reduce(BIGLIDE, bad),
    "pseudo_velocity": lambda bad: kl.reduce(BIGLIDE, "x - 0.05", bad),
    "parameters": lambda bad: kl.reduce(BIGLIDE, "x - 0.05", parameters=bad),
    "new parameter": lambda bad: kl.reduce(BIGLIDE, "x - place", parameters={"place": bad}),
    "consistent": lambda bad: REDUCED.consistent(bad),
    "duration": lambda bad: kl.simulate(REDUCED, None, duration=bad, period=0.01),
    "tau": lambda bad: REDUCED.forward_dynamics(REDUCED.start, [0.0], bad),
}
BAD = {"text": "abc", "ragged": [[1, 2], [3]], "complex": np.array([1j, 0]), "thing": object(), "infinite": np.array([np.inf, 0])}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("bad", BAD)
@pytest.mark.filterwarnings("error")
def test_a_single_call_refuses_it_in_a_sentence(call: str, bad: str) -> None:
    with pytest.raises(KinloopError):
        CALLS[call](BAD[bad])


def test_a_sentence_names_what_was_given() -> None:
    with pytest.raises(ShapeError, match="near is 'abc', expected numbers"):
        BIGLIDE.forward_geometry(Q[:2], near="abc")
    with pytest.raises(NotFinite, match="joint_stiffness is"):
        BIGLIDE.stiffness(Q, [np.inf, 1.0])
    with pytest.raises(NotFinite, match="tau is"):
        BIGLIDE.static_wrench(Q, [np.nan, 1.0])


def test_a_batch_has_nan_where_the_configuration_near_it_is_none() -> None:
    near = np.tile(Q, (3, 1))
    near[1] = np.nan
    found = BIGLIDE.forward_geometry(np.tile(Q[:2], (3, 1)), near=near)
    assert found.status.tolist() == [kl.Status.SOLVED, kl.Status.NOT_FINITE, kl.Status.SOLVED]
    assert np.isnan(found.q[1]).all()
    np.testing.assert_allclose(found.q[[0, 2]], near[[0, 2]], atol=1e-12)
    again = BIGLIDE.forward_geometry(Q[:2], near=found)  # configurations of a batch may be given as they are
    assert np.isfinite(again.q[[0, 2]]).all()


def test_a_row_of_nan_leaves_the_other_efforts_of_a_crossing_alone() -> None:
    state = random_states(BIGLIDE, 3, seed=1)
    qdd = BIGLIDE.forward_dynamics(state.q, state.qd, state.tau).qdd
    q = state.q.copy()
    q[1] = np.nan
    tau = BIGLIDE.inverse_dynamics(q, state.qd, qdd, np.zeros((3, 4)))
    assert np.isnan(tau[1]).all()
    np.testing.assert_allclose(tau[[0, 2]], state.tau[[0, 2]], atol=1e-11)


def test_a_pose_with_a_quaternion_that_is_none_is_refused_before_a_search() -> None:
    robot = kl.load(hexaglide("rods").model_copy(update={"task": ("pose",)}))
    x = np.array([0, 0, 0.55, 1, 0, 0, 0])
    for bad in (x * 2, x * [1, 1, 1, 0, 0, 0, 0]):
        for call in (lambda bad=bad: robot.inverse_geometry(bad, near=robot.start), lambda bad=bad: robot.configurations(x=bad)):
            with pytest.raises(NotAUnitQuaternion, match=r"x\[3:7\] has the length [20], expected 1"):
                call()
    found = robot.inverse_geometry(np.array([x, 2 * x]), near=robot.start)
    assert found.status.tolist() == [kl.Status.SOLVED, kl.Status.NOT_FINITE]


def test_large_numbers_are_numbers() -> None:
    """Their squares overflow, which is no singularity."""
    with np.errstate(all="ignore"):
        motion = BIGLIDE.forward_dynamics(Q, STILL, [1e200, 0.0])
    assert np.all(np.isfinite(motion.qdd))


def test_limits_follow_arrays_of_parameters() -> None:
    """A limit may be an expression of a parameter, and then each machine of a batch has its own."""
    two_r = kl.load("two_r").mechanism
    first = two_r.joints[0].model_copy(update={"limits": kl.Limits(position=("-reach", "reach"))})
    parameters = {**two_r.parameters, "reach": 1.0}
    robot = kl.load(two_r.model_copy(update={"joints": (first, *two_r.joints[1:]), "parameters": parameters}))
    many = robot.with_parameters(reach=np.array([0.1, 1.0]))
    assert many.forward_geometry([0.5, 0.2]).within_limits.tolist() == [False, True]
    x = robot.forward_geometry([0.5, 0.2]).x
    found = many.inverse_geometry(x, near=[0.5, 0.2])
    np.testing.assert_allclose(found.q, [[0.5, 0.2]] * 2, atol=1e-12)
    assert found.within_limits.tolist() == [False, True]


def test_angles_beyond_those_that_have_a_sine_are_refused_by_name() -> None:
    robot, q = robot_named("two_r"), np.array([0.3, 2e8])
    for call in (
        lambda: robot.forward_geometry(q),
        lambda: robot.configurations(q_active=q),
        lambda: robot.frame_pose(q),
        lambda: robot.forward_dynamics(q, [0, 0], [0, 0]),
    ):
        with pytest.raises(UnsupportedOperation, match=r"the angle \w*2 is 2e\+08 rad"):
            call()
    found = robot.forward_geometry(np.array([q, [0.3, 0.2]]))
    assert found.status.tolist() == [kl.Status.NOT_FINITE, kl.Status.SOLVED]


def test_a_nan_of_the_task_is_named_by_the_task() -> None:
    robot = kl.load("biglide")
    with pytest.raises(kl.NotFinite, match=r"xd\[1\] \(y\) is nan"):
        robot.inverse_velocity(robot.start, [0.0, np.nan])
