"""Control laws against the corrected formulas of [DemuttiRosi2020], and the checks on a law's form."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import ShapeError, UnknownName, UnsupportedOperation

START, END = [0.0, 0.30005393], [0.1, 0.1]
PATH = kl.Quintic(START, END, 2.0)


def biglide() -> tuple[kl.Robot, np.ndarray]:
    robot = kl.load("biglide")
    return robot, robot.inverse_geometry(START, mode=(-1, -1)).q


def solve(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.solve(matrix, vector[..., None])[..., 0])


def test_kinematic_control_is_equation_3_3_with_the_sign_corrected() -> None:
    robot, q = biglide()
    run = kl.simulate(robot, kl.KinematicControl(2.0), PATH, duration=2.0, period=0.05, plant="kinematic", q=q)
    io, xd_t = robot.input_output(run.q), PATH(run.t).xd
    right = -solve(io.B, (io.A @ (xd_t + 2.0 * (run.x_ref - run.x))[..., None])[..., 0])
    np.testing.assert_allclose(run.qd[:, :2], right, atol=1e-13)


def test_the_printed_sign_of_3_3_makes_the_error_grow() -> None:
    """(3.3) as printed subtracts ed = -lambda (x - x_t), which pushes the tool away from the path."""
    robot, q = biglide()

    def printed(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        xd = reference.xd + 2.0 * (measured.x - reference.x)
        return model("inverse_velocity", q=measured.q, xd=xd)["qd"][:2], state

    options: dict[str, Any] = {"duration": 2.0, "period": 0.05, "plant": "kinematic", "q": q}
    wrong = kl.simulate(robot, kl.casadi_law(printed, drives="rate"), PATH, **options)
    right = kl.simulate(robot, kl.KinematicControl(2.0), PATH, **options)
    assert np.abs(wrong.error[-1]).max() > 20 * np.abs(right.error[-1]).max()


def test_computed_torque_is_equation_3_7() -> None:
    """tau = M v + c with M and c of (2.35), whose sign of c is corrected, and v of (3.6)."""
    robot, q = biglide()
    kp, kd, p = np.array([30.0, 50.0]), np.array([[9.0, 1.0], [2.0, 12.0]]), robot.parameters
    run = kl.simulate(robot, kl.ComputedTorque(kp, kd), PATH, duration=2.0, period=0.01, q=q)
    io = robot.input_output(run.q)
    J = -np.linalg.solve(io.A, io.B)
    b_c = p["l"] * run.qd[:, 2:] ** 2
    motion = PATH(run.t)
    target = robot.inverse_geometry(motion.x, near=run.q)
    rates = robot.inverse_velocity(target.q, motion.xd).qd
    accelerations = robot.inverse_acceleration(target.q, rates, motion.xdd).qdd
    v = accelerations[:, :2] + (kd @ (rates[:, :2] - run.qd[:, :2])[..., None])[..., 0] + kp * (target.q[:, :2] - run.q[:, :2])
    M = p["m_f"] * np.eye(2) + p["m_p"] * np.swapaxes(J, -1, -2) @ J
    c = -p["m_p"] * (np.swapaxes(J, -1, -2) @ solve(io.A, b_c)[..., None])[..., 0]
    np.testing.assert_allclose(run.q_ref, target.q[:, :2], atol=1e-13)
    np.testing.assert_allclose(run.tau, (M @ v[..., None])[..., 0] + c, atol=1e-11)


def test_a_joint_trajectory_is_followed_without_inverse_models() -> None:
    robot = kl.load("two_r")
    start, end = robot.start, robot.start + np.array([0.5, -0.7])
    run = kl.simulate(
        robot, kl.ComputedTorque(400.0, 40.0), kl.Quintic(start, end, 1.0, space="active"), duration=1.2, period=1e-3
    )
    assert run.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(run.q[-1], end, atol=1e-5)
    np.testing.assert_allclose(run.q_ref[-1], end, atol=1e-12)


def test_a_pose_is_followed_by_kinematic_control() -> None:
    """A turn and a shift of an arm's hand."""
    robot = kl.load("puma560")
    x = robot.models.geometry.task(robot.start)
    turn = np.array([np.cos(0.1), 0.0, np.sin(0.1), 0.0])
    a, u = x[3], x[4:]
    quaternion = np.concatenate([[turn[0] * a - turn[1:] @ u], turn[0] * u + a * turn[1:] + np.cross(turn[1:], u)])
    end = np.concatenate([x[:3] + np.array([0.01, -0.02, 0.01]), quaternion])
    path = kl.Quintic(x, end, 1.0, space="pose")
    run = kl.simulate(robot, kl.KinematicControl(5.0), path, duration=2.0, period=0.02, plant="kinematic", q=robot.start)
    assert run.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(run.x[-1], end, atol=5e-5)  # what is left of the interval's error decays as exp(-5 t)


def test_a_law_with_a_state_integrates() -> None:
    """A PI law on one joint, its state the sum of errors: the compiled loop and plain Python."""
    robot = kl.load("one_joint")
    path = kl.Quintic(robot.start, robot.start + 0.4, 0.5, space="active")

    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any, kp: Any, ki: Any) -> Any:
        error = reference.q_active - measured.q_active
        return kp * error - 0.5 * measured.qd_active + ki * state, state + 0.01 * error

    gains: dict[str, Any] = {"memory": [0.0], "kp": 4.0, "ki": 1.5}
    options: dict[str, Any] = {"duration": 1.0, "period": 0.01}
    compiled = kl.simulate(robot, kl.casadi_law(law, **gains), path, **options)
    python = kl.simulate(robot, kl.python_law(law, **gains), path, **options)
    np.testing.assert_allclose(compiled.q, python.q, atol=1e-13)
    total = 0.01 * np.cumsum(np.concatenate([[0.0], (compiled.q_ref - compiled.q)[:-1, 0]]))
    expected = 4.0 * (compiled.q_ref - compiled.q)[:, 0] - 0.5 * compiled.qd[:, 0] + 1.5 * total
    np.testing.assert_allclose(compiled.tau[:, 0], expected, atol=1e-12)


@pytest.mark.parametrize(
    ("law", "error", "words"),
    [
        (kl.ComputedTorque([1.0, 2.0, 3.0], 1.0), ShapeError, r"kp has shape \(3, 1\), expected one number, \(2,\)"),
        (kl.KinematicControl(2.0), UnsupportedOperation, "commands joint rates, so it needs plant='kinematic'"),
        (lambda t, m, r, s, model: (ca.SX.zeros(3), s), ShapeError, "gave a command of 3 numbers, expected 2: q1, q2"),
        (lambda t, m, r, s, model: (ca.SX.zeros(2), ca.SX.zeros(1)), ShapeError, "gave a state of 1 number, expected 0"),
        (lambda t, m, r, s, model: ca.SX.zeros(2), ShapeError, r"gave SX, expected \(command, state\)"),
        (lambda t, m, r, s, model: (model("inertias", q=m.q), s), UnknownName, "did you mean 'inertia'"),
        (lambda t, m, r, s, model: (model("inertia", x=m.q), s), UnknownName, "no input 'x'"),
        ("computed torque", ShapeError, "expected a law such as"),
    ],
)
def test_a_law_that_does_not_fit_is_refused_in_words(law: Any, error: type[Exception], words: str) -> None:
    robot, q = biglide()
    with pytest.raises(error, match=words):
        kl.simulate(robot, law, PATH, duration=0.1, period=0.01, q=q)


def test_a_python_law_of_the_wrong_shape_is_refused_in_words() -> None:
    robot, q = biglide()
    with pytest.raises(ShapeError, match=r"gave a command of shape \(3,\), expected \(2,\): q1, q2"):
        kl.simulate(robot, kl.python_law(lambda t, m, r, s, model: (np.zeros(3), s)), PATH, duration=0.1, period=0.01, q=q)


def test_gains_are_copied() -> None:
    """A caller's array may serve for the next law."""
    kp, kd = np.array([100.0, 200.0]), [20.0, 20.0]
    law, own = (
        kl.ComputedTorque(kp, kd),
        kl.casadi_law(lambda t, measured, *rest, gain: (gain * measured.q[:2], rest[1]), gain=kp),
    )
    kp[:] = 0.0
    kd[0] = 0.0
    np.testing.assert_array_equal(law.gains["kp"], [100.0, 200.0])
    np.testing.assert_array_equal(law.gains["kd"], [20.0, 20.0])
    np.testing.assert_array_equal(own.gains["gain"], [100.0, 200.0])
