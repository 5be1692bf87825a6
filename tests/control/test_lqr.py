"""Linear quadratic control: the gains against python-control and a brute-force sum, and its behaviour on machines."""

from __future__ import annotations

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.control.riccati import (
    finite_horizon,
    predicted_covariances,
    sample_cost,
    sample_model,
    stationary,
    stationary_covariance,
)
from kinloop.errors import ShapeError, UnsupportedOperation

A = np.array([[0.0, 1.0], [-3.0, -0.2]])
B = np.array([[0.0], [2.0]])
Q, R = np.diag([4.0, 1.0]), np.array([[0.5]])


def test_the_sampled_cost_is_the_integral_of_the_continuous_one() -> None:
    """By Simpson's rule on 2000 intervals, exact to 1e-12 here."""
    T, n = 0.1, 2000
    Ad, Bd, Qd, Rd, Nd = sample_cost(A, B, Q, R, T)
    z0, u = np.array([0.3, -0.7]), np.array([1.1])
    weights = np.ones(n + 1)
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    states = [np.concatenate(sample_model(A, B, t), axis=1) @ np.concatenate([z0, u]) for t in np.linspace(0, T, n + 1)]
    total = T / n / 3 * sum(w * (z @ Q @ z + u @ R @ u) for w, z in zip(weights, states, strict=True))
    assert z0 @ Qd @ z0 + u @ Rd @ u + 2 * z0 @ Nd @ u == pytest.approx(total, rel=1e-10)
    np.testing.assert_allclose(Ad @ z0 + Bd @ u, states[-1], rtol=1e-13)


def test_the_stationary_gain_is_that_of_python_control() -> None:
    import control

    model = sample_cost(A, B, Q, R, 0.05)
    P, K = stationary(*model, "test")
    peer, cost, _ = control.dlqr(model[0], model[1], model[2], model[3], model[4])
    np.testing.assert_allclose(K, peer, rtol=1e-9)
    np.testing.assert_allclose(P, cost, rtol=1e-9)


def test_the_gains_of_a_finite_horizon_minimise_the_sum() -> None:
    """Against the least-squares solution of the whole horizon at once."""
    steps, z0 = [sample_cost(A, B, Q, R, 0.05)] * 12, np.array([1.0, -0.5])
    end = np.diag([3.0, 0.4])
    gains = finite_horizon(steps, end)
    z, inputs = z0, []
    for (Ad, Bd, *_), K in zip(steps, gains, strict=True):
        inputs.append(-K @ z)
        z = Ad @ z + Bd @ inputs[-1]

    def cost(u: np.ndarray) -> float:
        z, total = z0, 0.0
        for k, (Ad, Bd, Qd, Rd, Nd) in enumerate(steps):
            v = u[k : k + 1]
            total += z @ Qd @ z + v @ Rd @ v + 2 * z @ Nd @ v
            z = Ad @ z + Bd @ v
        return float(total + z @ end @ z)

    best = np.concatenate(inputs)
    gradient = [(cost(best + h) - cost(best - h)) / 2e-4 for h in 1e-4 * np.eye(12)]
    np.testing.assert_allclose(gradient, 0.0, atol=1e-8)  # the cost is quadratic, so differences are exact to rounding
    assert cost(best) < cost(best + 0.01)


def test_what_the_actuators_do_not_control_is_refused() -> None:
    with pytest.raises(UnsupportedOperation, match=r"no stationary gain|no stable stationary gain"):
        stationary(*sample_cost(np.diag([1.0, -1.0]), np.array([[0.0], [1.0]]), Q, R, 0.1), "test")


def test_the_stationary_covariance_is_the_limit_of_the_recursion() -> None:
    Ad, _ = sample_model(A, B, 0.05)
    H, W, V = np.array([[1.0, 0.0]]), np.diag([1e-4, 1e-2]), np.array([[1e-3]])
    P = stationary_covariance(Ad, H, W, V, "test")
    last = predicted_covariances([Ad] * 400, np.array([H] * 400), W, V, np.eye(2))[-1]
    np.testing.assert_allclose(last, P, rtol=1e-9)


def test_lqr_holds_an_arm_and_its_closed_loop_has_the_designed_poles() -> None:
    """Deviations decay as the sampled matrix A - B K says."""
    robot, T = robot_named("two_r"), 2e-3
    q = np.array([0.4, 0.6])
    linear = robot.linearise(q, np.zeros(2), robot.static_effort(q))
    model = sample_cost(linear.A, linear.B, 50 * np.eye(4), np.eye(2), T)
    K = stationary(*model, "test")[1]
    small = 1e-5 * np.array([1.0, -2.0])
    hold = kl.Quintic(q, q, 1.0, space="active")
    run = kl.simulate(robot, kl.LQR(50.0, 1.0), hold, duration=0.2, period=T, q=q + small)
    z = np.concatenate([small, np.zeros(2)])
    for k in range(100):
        np.testing.assert_allclose(np.concatenate([run.q[k] - q, run.qd[k]]), z, atol=3e-9)  # second order in 2e-5
        z = (model[0] - model[1] @ K) @ z


def cart_pole() -> kl.Robot:
    """Underactuated: two degrees of freedom, one actuator."""
    return kl.load(
        kl.Mechanism(
            name="cart_pole",
            gravity=(0, -9.81, 0),
            links=(
                kl.Link(name="cart", mass=1.0),
                kl.Link(name="pole", mass=0.2, com=(0, 0.3, 0), inertia=(0.006, 0, 0.006, 0, 0, 0)),
            ),
            joints=(
                kl.Joint(name="s", kind="prismatic", parent="base", child="cart", axis=(1, 0, 0)),
                kl.Joint(name="theta", kind="revolute", parent="cart", child="pole", actuated=False),
            ),
        )
    )


def test_lqr_holds_an_underactuated_machine_where_it_can_be_held() -> None:
    robot, law = cart_pole(), kl.LQR([1.0, 10.0, 1.0, 1.0], 0.1)
    run = kl.simulate(robot, law, duration=6.0, period=5e-3, q=[0.0, 0.0], qd=[0.0, 0.2])
    assert run.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(run.q[-1], 0.0, atol=1e-2)
    assert np.abs(run.q[:, 1]).max() > 0.01  # it did fall a little
    with pytest.raises(UnsupportedOperation, match="no efforts of the active joints give cart_pole the accelerations"):
        kl.simulate(robot, law, duration=1.0, period=5e-3, q=[0.0, 0.4])
    upright = kl.LQR([1.0, 10.0, 1.0, 1.0], 0.1, about=[0.0, 0.0])
    caught = kl.simulate(robot, upright, duration=6.0, period=5e-3, q=[0.0, 0.3], qd=[0.0, 0.0])
    np.testing.assert_allclose(caught.q[-1], 0.0, atol=2e-2)
    starts = np.array([[0.0, 0.3], [0.1, -0.2]])
    many = kl.rollouts(robot, upright, duration=6.0, period=5e-3, vary={"q": starts})
    np.testing.assert_array_equal(many.q[0], caught.q)
    with pytest.raises(ShapeError, match=r"about has shape \(3,\), expected \(2,\), the positions of cart_pole: s, theta"):
        kl.simulate(robot, kl.LQR(1.0, 1.0, about=[0.0] * 3), duration=1.0, period=5e-3)


def test_lqr_follows_a_closed_chain() -> None:
    robot = robot_named("five_bar")
    x = robot.models.geometry.task(robot.start)
    path = kl.Quintic(x, x + np.array([0.01, 0.01]), 0.3)
    run = kl.simulate(robot, kl.LQR(1e3, 1e-2, horizon="trajectory"), path, duration=0.35, period=1e-3)
    assert run.status == kl.RunStatus.COMPLETE
    assert np.abs(run.error).max() < 1e-4


def test_lqr_moves_a_single_joint() -> None:
    path = kl.Quintic([0.0], [1.0], 0.4, space="active")
    run = kl.simulate(robot_named("one_joint"), kl.LQR(10.0, 0.1, horizon="trajectory"), path, duration=0.5, period=2e-3)
    assert np.abs(run.error).max() < 1e-3


def test_gains_for_one_model_are_not_used_for_others() -> None:
    robot, law = robot_named("biglide"), kl.LQR(1e4, 1e-2)
    path = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.1)
    clock: dict[str, float] = {"duration": 0.1, "period": 1e-3}
    for vary in ({"m_p": [2.0, 3.0]}, {"model.m_p": [2.0, 3.0]}):
        with pytest.raises(UnsupportedOperation, match="belong to one model and one reference"):
            kl.rollouts(robot, law, path, **clock, vary=vary)
    with pytest.raises(UnsupportedOperation, match="belong to one model and one reference"):
        kl.rollouts(robot, law, **clock, vary={"q": robot.start[None]})
