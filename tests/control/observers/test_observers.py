"""Observers: joints, rates and the tool that are not measured; against the true state, and refused settings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError, UnknownName, UnsupportedOperation

PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
CLOCK: dict[str, Any] = {"duration": 0.25, "period": 1e-3}
LAW = kl.ComputedTorque(400.0, 40.0)


def biglide_run(sensors: kl.Sensors, observer: kl.Observer | None = None, **options: Any) -> kl.Record:
    return kl.simulate(robot_named("biglide"), LAW, PATH, sensors=sensors, observer=observer, **CLOCK, **options)


@pytest.mark.parametrize(
    "measured", [("q1", "q2", "phi1"), ("q1", "phi1"), ("q2", "phi2"), ("active",), ("tool",), ("q1", "tool")]
)
def test_what_is_not_measured_follows_from_an_exact_model(measured: tuple[str, ...]) -> None:
    exact, run = biglide_run(kl.Sensors()), biglide_run(kl.Sensors(measured))
    np.testing.assert_allclose(run.q, exact.q, atol=1e-12)


@pytest.mark.parametrize(("name", "measured"), [("delta_rods", "active"), ("five_bar", ("passive", "active"))])
def test_other_machines_too(name: str, measured: Any) -> None:
    robot = robot_named(name)
    x = robot.models.geometry.task(robot.start)
    path = kl.Quintic(x, x + 0.01, 0.1)
    runs = [
        kl.simulate(robot, LAW, path, duration=0.1, period=1e-3, sensors=kl.Sensors(each))
        for each in (measured, ("active", "passive"))
    ]
    np.testing.assert_allclose(runs[0].q, runs[1].q, atol=1e-10)


def test_filtered_differences_are_the_stated_recursion() -> None:
    """A law that commands what it measures, times a small number, shows the estimate."""
    tau, T = 0.004, 1e-3

    def show(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 1e-6 * measured.qd_active, state

    q0, qd0 = np.array([0.3, 0.4]), np.array([1.0, -0.5])
    run = kl.simulate(
        robot_named("two_r"),
        kl.casadi_law(show),
        duration=0.05,
        period=T,
        q=q0,
        qd=qd0,
        sensors=kl.Sensors("active", rates=False),
        observer=kl.FilteredDifferences(tau),
    )
    keep, estimate, before = np.exp(-T / tau), qd0, q0
    for k in range(len(run)):
        if k:  # at the start there is no difference yet
            estimate = keep * estimate + (1 - keep) * (run.q[k] - before) / T
        before = run.q[k]
        np.testing.assert_allclose(1e6 * run.tau[k], estimate, atol=1e-9)


def cart() -> kl.Robot:
    """A mass of 1 kg on a rail, without gravity along it."""
    joint = kl.Joint(name="s", kind="prismatic", parent="base", child="cart", axis=(1, 0, 0))
    return kl.load(kl.Mechanism(name="cart", links=(kl.Link(name="cart", mass=1.0),), joints=(joint,)))


def test_noise_of_filtered_differences_has_the_stated_deviation() -> None:
    sigma, T, tau = 1e-5, 1e-3, 0.003

    def show(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 1e-12 * measured.qd_active, state  # too little to move the cart

    sensors = kl.Sensors("active", rates=False, noise={"q": sigma})
    run = kl.simulate(cart(), kl.casadi_law(show), duration=20.0, period=T, sensors=sensors, observer=kl.FilteredDifferences(tau))
    a = np.exp(-T / tau)
    expected = sigma * np.sqrt(2 * (1 - a) ** 2 / (1 + a)) / T
    assert 1e12 * run.tau[100:].std() == pytest.approx(expected, rel=0.03)  # of 20 000 samples


def test_a_kalman_filter_estimates_better_than_differences() -> None:
    sensors, exact = kl.Sensors("active", rates=False, noise={"q": 1e-5}), biglide_run(kl.Sensors())
    differences = biglide_run(sensors, kl.FilteredDifferences(0.005))
    for horizon in ("infinite", "trajectory"):
        filtered = biglide_run(sensors, kl.KalmanFilter(1.0, {"q": 1e-5}, horizon=horizon))
        assert np.abs(filtered.x - exact.x).max() < 1e-5 < 0.01 * np.abs(differences.x - exact.x).max()
        chatter = [np.diff(run.tau - exact.tau, axis=0).std() for run in (filtered, differences)]
        assert chatter[0] < 0.5 * chatter[1]


@pytest.mark.parametrize("measured", [("q1", "phi1"), ("tool",), ("active", "tool"), ("q1", "q2", "phi2")])
def test_a_kalman_filter_takes_any_measured_positions(measured: tuple[str, ...]) -> None:
    noise = {"q": 1e-6, **({"x": 1e-6} if "tool" in measured else {})}
    own = {name: value for name, value in noise.items() if name == "x" or measured != ("tool",)}
    run = biglide_run(kl.Sensors(measured, rates=False, noise=noise), kl.KalmanFilter(1.0, own))
    np.testing.assert_allclose(run.x, biglide_run(kl.Sensors()).x, atol=2e-6)  # twice the noise


def test_the_variance_of_the_estimate_is_that_of_the_riccati_equation() -> None:
    """A double integrator, 40 000 samples: the variance of the estimated position, to 5 %."""

    def show(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 1e-12 * measured.q_active, state

    sigma, T, push = 1e-3, 0.01, 0.1
    sensors = kl.Sensors("active", rates=False, noise={"q": sigma})
    run = kl.simulate(
        cart(),
        kl.casadi_law(show),
        duration=400.0,
        period=T,
        sensors=sensors,
        observer=kl.KalmanFilter(push, {"q": sigma}),
    )
    # What the cart itself does is negligible: 1e-12 N times metres.
    A = np.array([[1.0, T], [0.0, 1.0]])
    G = np.array([[T**2 / 2], [T]])
    H, V = np.array([[1.0, 0.0]]), sigma**2
    P = np.diag([1.0, 1.0])
    for _ in range(5000):
        L = P @ H.T / (H @ P @ H.T + V)
        P = A @ (P - L @ H @ P) @ A.T + push**2 * G @ G.T
    L = P @ H.T / (H @ P @ H.T + V)
    # With no true disturbance the error is that of a fixed-gain filter driven by measurement noise alone.
    F, S = (np.eye(2) - L @ H) @ A, np.zeros((2, 2))
    for _ in range(5000):
        S = F @ S @ F.T + L @ L.T * V
    estimates = 1e12 * run.tau[2000:, 0] - run.q[2000:, 0]
    assert estimates.std() == pytest.approx(np.sqrt(S[0, 0]), rel=0.08)


def test_a_user_defined_observer_runs_compiled() -> None:
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Halved(kl.Observer):
        share: Any = 0.5

        def __call__(self, t: Any, measurement: Any, command: Any, reference: Any, state: Any, model: Any) -> Any:
            return kl.Estimate(measurement.q, self.share * measurement.qd), state

    full = biglide_run(kl.Sensors(), Halved(1.0))
    np.testing.assert_array_equal(full.q, biglide_run(kl.Sensors()).q)
    half = biglide_run(kl.Sensors(), Halved(0.5))
    assert np.abs(half.q - full.q).max() > 1e-6
    many = kl.rollouts(robot_named("biglide"), LAW, PATH, observer=Halved(), vary={"observer.share": [1.0, 0.5]}, **CLOCK)
    np.testing.assert_array_equal(many.q[0], full.q)
    np.testing.assert_array_equal(many.q[1], half.q)


def test_gains_of_an_observer_vary() -> None:
    sensors, constants = kl.Sensors("active", rates=False), [0.001, 0.01]
    many = kl.rollouts(
        robot_named("biglide"),
        LAW,
        PATH,
        sensors=sensors,
        observer=kl.FilteredDifferences(),
        vary={"observer.time_constant": constants},
        **CLOCK,
    )
    for k, each in enumerate(constants):
        np.testing.assert_array_equal(many.q[k], biglide_run(sensors, kl.FilteredDifferences(each)).q)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: kl.FilteredDifferences(-1.0), ShapeError, "time_constant is -1.0"),
        (lambda: kl.KalmanFilter(np.nan, {"q": 1.0}), NotFinite, "process is nan"),
        (lambda: kl.KalmanFilter(1.0, {"q": 0.0}), ShapeError, "q is 0.0, expected standard deviations above zero"),
        (lambda: kl.KalmanFilter(1.0, {"qd": 1.0}), UnknownName, "no noise of 'qd'"),
        (lambda: kl.KalmanFilter(1.0, 1e-5), ShapeError, "expected standard deviations by name"),
        (lambda: kl.Sensors("active", rates=False, noise={"qd": 1e-3}), ShapeError, "with rates=False no rates are measured"),
        (lambda: kl.Sensors("active", rates="no"), ShapeError, "rates is 'no', expected True or False"),
        (lambda: kl.Sensors([]), ShapeError, "expected some of active, passive, tool, wrench, or names of joints"),
        (lambda: biglide_run(kl.Sensors(("q1",))), UnsupportedOperation, "of biglide q1 are measured, which does not determine"),
        (
            lambda: biglide_run(kl.Sensors("active", rates=False), kl.FromModel()),
            UnsupportedOperation,
            "FromModel needs measured rates",
        ),
        (
            lambda: biglide_run(kl.Sensors("active"), kl.KalmanFilter(1.0, {"x": 1.0})),
            ShapeError,
            "noise has no 'q', which is measured",
        ),
        (lambda: biglide_run(kl.Sensors(), "kalman"), ShapeError, "the observer is 'kalman', expected one such as"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()


def test_a_kalman_filter_knows_the_command_of_a_law_in_python() -> None:
    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 0.05 * measured.qd - 0.2 * measured.q + 0.01, state

    options: dict[str, Any] = {"duration": 0.2, "period": 2e-3, "q": [0.2, 0.1], "qd": [0.7, 0.0]}
    options |= {"sensors": kl.Sensors("active", rates=False), "observer": kl.KalmanFilter(3.0, {"q": 1e-4})}
    runs = [kl.simulate(robot_named("two_r"), make(law), **options) for make in (kl.casadi_law, kl.python_law)]
    np.testing.assert_allclose(runs[0].q, runs[1].q, atol=1e-13)


def test_differences_begin_with_the_rates_of_a_moving_start() -> None:
    def show(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return 1e-12 * measured.qd_active, state

    for constant in (0.0, 0.005):
        options: dict[str, Any] = {"sensors": kl.Sensors("active", rates=False), "observer": kl.FilteredDifferences(constant)}
        run = kl.simulate(cart(), kl.casadi_law(show), duration=0.02, period=1e-3, qd=[1.0], **options)
        np.testing.assert_allclose(1e12 * run.tau, 1.0, atol=1e-9)


def test_one_joint_and_a_measured_tool_are_observed_too() -> None:
    path = kl.Quintic([0.0], [1.0], 0.4, space="active")
    options: dict[str, Any] = {
        "sensors": kl.Sensors("active", rates=False, noise={"q": 1e-6}),
        "observer": kl.KalmanFilter(5.0, {"q": 1e-6}),
    }
    run = kl.simulate(robot_named("one_joint"), kl.PD(1.0, 0.1), path, duration=0.5, period=5e-3, **options)
    assert run.status == kl.RunStatus.COMPLETE
    arm = robot_named("puma560")
    hold = kl.Quintic(arm.start, arm.start, 1.0, space="active")
    watched = kl.simulate(
        arm,
        kl.ComputedTorque(100.0, 20.0),
        hold,
        duration=0.02,
        period=1e-3,
        sensors=kl.Sensors("tool", rates=False, noise={"x": 1e-5}),
        observer=kl.KalmanFilter(10.0, {"x": 1e-5}),
    )
    assert np.abs(watched.q - arm.start).max() < 1e-3


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: kl.FilteredDifferences([0.1, 0.2]), "time_constant is .* expected one time"),
        (lambda: kl.FilteredDifferences(None), "time_constant"),
        (lambda: kl.KalmanFilter(1.0, {"q": 1e-5}, independent="q1"), "independent is 'q1', expected a list of names of joints"),
        (lambda: biglide_run(kl.Sensors("active"), kl.KalmanFilter([1.0, 2.0, 3.0], {"q": 1e-5})), r"process has shape \(3,\)"),
        (lambda: biglide_run(kl.Sensors("active"), kl.KalmanFilter(1.0, {"q": [1e-5] * 3})), r"noise of q has shape \(3,\)"),
    ],
)
def test_wrong_lengths_are_refused_in_words(make: Any, words: str) -> None:
    with pytest.raises(ShapeError, match=words):
        make()


def test_a_kalman_filter_reads_joints_beside_a_tool_that_determines_all() -> None:
    """One slide is measured to a nanometre, the tool to 0.1 mm: the slide's estimate follows its own measurement."""
    noise = {"q": 1e-9, "x": 1e-4}
    exact = biglide_run(kl.Sensors())
    tool = biglide_run(kl.Sensors("tool", rates=False, noise=noise), kl.KalmanFilter(1.0, {"x": 1e-4}))
    both = biglide_run(kl.Sensors(("tool", "q1"), rates=False, noise=noise), kl.KalmanFilter(1.0, noise))
    assert np.abs(both.q - exact.q)[:, 0].max() < 0.1 * np.abs(tool.q - exact.q)[:, 0].max()
