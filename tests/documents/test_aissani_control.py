"""[Aissani2021] sections 5.2 and 5.3: PD, PID and computed torque of a single joint, run as a sampled loop.

The thesis' formulas are of continuous time. A sampled run differs from them by a power series in its period, so its limit is
compared, extrapolated from some periods, and the run itself with the discrete matrix of :func:`kinloop.sampled_loop`.

Corrected: omega_n is the root of Kp/M in (5.10); cos(theta + phi) in (5.15) to (5.17); the bound (5.25) has the stiffness of
gravity, which (5.20) hides. Gains that the thesis does not print: Kp = 1 with the critical Kd and with Kd = 0.03, and
Ki = 0.5, 1, 2, 5; the motion of 5.3 is quintics from 0 to 60 and to -30 degrees, 2 s each, with stops of 1 s.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.studies.aissani.settings import CRITICAL, KP, MOTION, ROUGH, STEP, TARGET, UNDERDAMPED, M, beta, g, l_g, m
from kinloop.studies.aissani.settings import single_joint as joint
from kinloop.studies.framework.continuous_time import extrapolate, poles_of

Array = np.ndarray


def step(law: Any, duration: float, period: float = 1e-3, gravity: bool = True, start: float = 0.0, **options: Any) -> kl.Record:
    run = kl.simulate(joint(gravity), law, TARGET, duration=duration, period=period, q=[start], **options)
    assert run.status is kl.RunStatus.COMPLETE
    return run


def error(run: kl.Record) -> Array:
    return np.asarray(STEP - run.q[:, 0])


# ------------------------------------------------------------------ 5.2.1: PD without gravity


@pytest.mark.parametrize("kd", [CRITICAL, UNDERDAMPED])
def test_the_response_has_the_damping_ratio_and_the_natural_frequency_of_5_10(kd: float) -> None:
    found = []
    for period in (8e-4, 4e-4, 2e-4):
        run = step(kl.PD(KP, kd), 0.8, period, gravity=False)
        poles = poles_of(error(run), 2, period)
        sampled = kl.sampled_loop(joint(False), kl.PD(KP, kd), [STEP], period).eigenvalues
        # Of a double pole half of the digits are known.
        np.testing.assert_allclose(np.poly(np.exp(poles * period)), np.poly(sampled), atol=1e-10)
        omega = np.sqrt(np.prod(poles).real)
        found.append(np.array([-poles.sum().real / 2 / omega, omega]))
    ratio, omega = extrapolate(found)
    np.testing.assert_allclose(ratio, (beta + kd) / (2 * np.sqrt(KP * M)), rtol=1e-6)
    np.testing.assert_allclose(omega, np.sqrt(KP / M), rtol=1e-6)  # printed: Kp/M, which is 14 times as much
    loop = kl.joint_design(joint(False), [0.0])["theta"].under(KP, kd)
    np.testing.assert_allclose([loop.damping_ratio, loop.natural_frequency], [ratio, omega], rtol=1e-6)


def test_one_response_overshoots_and_both_end_at_the_target() -> None:
    """Figure 5.4."""
    critical, under = (step(kl.PD(KP, kd), 5.0, 1e-4, gravity=False) for kd in (CRITICAL, UNDERDAMPED))
    assert kl.step_response(critical, signal="q.theta").overshoot == 0
    ratio = (beta + UNDERDAMPED) / (2 * np.sqrt(KP * M))
    found = kl.step_response(under, signal="q.theta")
    np.testing.assert_allclose(found.overshoot, np.exp(-np.pi * ratio / np.sqrt(1 - ratio**2)), rtol=3e-3)  # the hold of 0.1 ms
    np.testing.assert_allclose(found.peak_time, np.pi / np.sqrt(KP / M * (1 - ratio**2)), rtol=1e-3)
    for run in (critical, under):
        assert abs(error(run)[-1]) < 1e-7


@pytest.mark.parametrize("kd", [CRITICAL, UNDERDAMPED])
def test_mujoco_responds_as_the_native_plant(kd: float) -> None:
    pytest.importorskip("mujoco")
    runs = [step(kl.PD(KP, kd), 0.5, plant=plant) for plant in ("native", "mujoco")]
    assert np.abs(runs[0].q - runs[1].q).max() < 1e-9
    assert np.ptp(runs[0].q) > 0.8


# ------------------------------------------------------------------ 5.2.2: PD with gravity


@pytest.mark.parametrize("kd", [CRITICAL, UNDERDAMPED])
@pytest.mark.parametrize("phi", [0.0, 0.4])
def test_gravity_leaves_the_error_of_5_17(kd: float, phi: float) -> None:
    """Kp theta_e = m g l_g cos(theta + phi), to 1e-6; as printed, with theta - phi, it differs where phi is not zero."""
    run = kl.simulate(joint(True, phi), kl.PD(KP, kd), TARGET, duration=8.0, period=1e-3, q=[0.0])
    theta = STEP
    for _ in range(100):  # a contraction: m g l_g < Kp
        theta = STEP - m * g * l_g / KP * np.cos(theta + phi)
    found = kl.step_response(run, signal="q.theta").steady_state_error
    np.testing.assert_allclose(found, STEP - theta, rtol=1e-6)
    printed = m * g * l_g / KP * np.cos(theta - phi)
    assert (abs(found - printed) > 0.05) == (phi != 0)


# ------------------------------------------------------------------ 5.2.3: PID


@pytest.mark.parametrize("ki", [0.5, 1.0, 2.0, 5.0])
def test_the_integral_torque_becomes_that_of_gravity(ki: float) -> None:
    """Figures 5.8 and 5.9: the error and the torques in proportion to it and to its rate go to zero, the integral one does
    not."""
    run = step(kl.PID(KP, ki, CRITICAL), 50.0)
    proportional, derivative = KP * error(run), -CRITICAL * run.qd[:, 0]
    integral = run.tau[:, 0] - proportional - derivative
    np.testing.assert_allclose(integral[1:], 1e-3 * ki * np.cumsum(error(run))[:-1], atol=1e-11)  # the law's own sum
    for part in (error(run), proportional, derivative):
        assert abs(part[-1]) < 1e-12
    np.testing.assert_allclose(integral[-1], m * g * l_g * np.cos(STEP), rtol=1e-11)
    assert (kl.step_response(run, signal="q.theta").overshoot > 0) == (ki > 0.5)


def test_the_bound_on_ki_has_the_stiffness_of_gravity() -> None:
    """(5.25) corrected. The eigenvalues of the linear model change sides between 0.999 and 1.001 of it; with 0.999 of the bound
    as printed the loop is unstable."""
    bound = (KP - m * g * l_g * np.sin(STEP)) * (beta + CRITICAL) / M
    np.testing.assert_allclose(kl.integral_gain_bound(joint(), [STEP], KP, CRITICAL).ki, bound, rtol=1e-12)
    linear = joint().linearise([STEP], [0.0], joint().static_effort([STEP]))

    def slowest(ki: float) -> float:
        """The largest real part of the machine's eigenvalues with tau = -Kp theta - Kd thetad - Ki (integral of theta)."""
        matrix = np.zeros((3, 3))
        matrix[:2, :2], matrix[2, 0] = linear.A, 1.0
        matrix[:2] -= linear.B @ [[KP, CRITICAL, ki]]
        return float(np.linalg.eigvals(matrix).real.max())

    assert slowest(0.999 * bound) < 0 < slowest(1.001 * bound)
    assert slowest(0.999 * KP * (beta + CRITICAL) / M) > 0.5
    assert kl.pid_loop(joint(), [STEP], KP, CRITICAL, 0.999 * bound).is_stable
    assert not kl.pid_loop(joint(), [STEP], KP, CRITICAL, 1.001 * bound).is_stable


@pytest.mark.filterwarnings("ignore::kinloop.errors.UnstableLoop")
def test_the_sampled_bound_is_lower_and_runs_beside_it_decay_and_grow() -> None:
    """At 2 ms, from the discrete matrix: at 0.95 of its bound small oscillations decay, at 1.05 they grow, both at its rate. The
    second is stable in continuous time."""
    period, low, high = 2e-3, 10.0, 25.0

    def loop(ki: float) -> kl.PID:
        return kl.PID(KP, ki, CRITICAL, bumpless=True)

    def radius(ki: float) -> float:
        return kl.sampled_loop(joint(), loop(ki), [STEP], period).spectral_radius

    continuous = kl.integral_gain_bound(joint(), [STEP], KP, CRITICAL).ki
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if radius(middle) < 1 else (low, middle)
    assert 0.95 * continuous < low < 0.98 * continuous
    periods = 4000
    for share, grows in ((0.95, False), (1.05, True)):  # kl.simulate warns of the second
        run = step(loop(share * low), 3 * periods * period, period, start=STEP + 1e-7)
        sizes = [np.abs(error(run)[k * periods : (k + 1) * periods]).max() for k in (1, 2)]
        np.testing.assert_allclose(sizes[1] / sizes[0], radius(share * low) ** periods, rtol=0.02)
        assert (sizes[1] > 2 * sizes[0]) if grows else (sizes[1] < sizes[0] / 2)


def test_pole_placement_gives_a_response_with_these_poles() -> None:
    """(5.27), with the stiffness of gravity in Kp."""
    placed = np.array([-20.0, -8 + 6j, -8 - 6j])
    s1, s2, s3 = placed
    gains = kl.place_poles(kl.joint_design(joint(), [STEP])["theta"], placed)
    wanted = [M * (s1 * s2 + s2 * s3 + s3 * s1) + m * g * l_g * np.sin(STEP), -M * (s1 + s2 + s3) - beta, -M * s1 * s2 * s3]
    np.testing.assert_allclose([gains.kp, gains.kd, gains.ki], np.real(wanted), rtol=1e-12)
    found, law = [], kl.PID(gains.kp, gains.ki, gains.kd, bumpless=True)
    for period in (8e-3, 4e-3, 2e-3, 1e-3):
        run = step(law, 0.56, period, start=STEP + 1e-5)
        found.append(poles_of(error(run) / 1e-5, 3, period))
        sampled = np.log(kl.sampled_loop(joint(), law, [STEP], period).eigenvalues.astype(complex)) / period
        np.testing.assert_allclose(found[-1], np.sort_complex(sampled), rtol=1e-5)
    np.testing.assert_allclose(extrapolate(found), np.sort_complex(placed), rtol=1e-4)


def test_the_root_locus_goes_as_the_thesis_says() -> None:
    """Gravity as a constant, as in (5.21), and the critical Kd: s (s + w)^2 = -Ki/M with w^2 = Kp/M. A pole leaves the origin and
    one the double pole -w; they meet at -w/3 with Ki = 4 M w^3/27, oscillate from there on, and become unstable at 2 M w^3."""
    w = np.sqrt(KP / M)
    meet, bound = 4 * M * w**3 / 27, 2 * M * w**3
    np.testing.assert_allclose(bound, KP * (beta + CRITICAL) / M, rtol=1e-12)  # (5.25)
    scale = np.array([0.0, 1e-3, 0.5, 0.999, 1.001, 2.0]) * meet
    locus = kl.root_locus(joint(False), [STEP], KP, CRITICAL, scale=[*scale, 0.999 * bound, 1.001 * bound])
    poles = np.sort_complex(locus.poles)
    np.testing.assert_allclose(np.poly(poles[0]), [1, 2 * w, w**2, 0], atol=1e-9)  # a double pole
    assert (poles[1:4].imag == 0).all()
    assert -1e-2 < poles[1, 2].real < 0  # a third pole close to the origin
    assert (np.diff(poles[1:4, 0].real) < 0).all()  # the first two move away from each other
    assert (np.diff(poles[1:4, 1].real) > 0).all()
    assert (np.diff(poles[1:4, 2].real) < 0).all()  # and the third comes
    np.testing.assert_allclose(poles[3, 1:], -w / 3, rtol=0.06)  # a thousandth before they meet, by its root
    assert (np.abs(poles[4:, 1:].imag) > 0).all()
    assert list(locus.is_stable) == [False, *[True] * 6, False]  # with Ki = 0 a pole at the origin


# ------------------------------------------------------------------ 5.3: computed torque


def tracking(start: float | None, periods: tuple[float, ...]) -> tuple[Array, list[Array]]:
    """Common times, and the error at them for each period, the longest first; (5.32)."""
    law, errors = kl.ComputedTorque(10.0, 2 * np.sqrt(10.0)), []
    for period in periods:
        run = kl.simulate(joint(), law, MOTION, duration=6.0, period=period, q=None if start is None else [start])
        every = round(periods[0] / period)
        errors.append((MOTION(run.t).x - run.q)[::every, 0])
    return run.t[::every], errors


@pytest.mark.parametrize("start", [0.0, 0.1])
def test_computed_torque_is_exact_in_continuous_time(start: float) -> None:
    """(5.31): an error of 0.1 rad decays as e^{-wt} (1 + wt), w^2 = 10, and no error stays none, to 1e-9. A sampled law holds its
    torque, so that the torque is late by half a period: that leaves an error in proportion to the period."""
    t, errors = tracking(-start, (4e-3, 2e-3, 1e-3, 5e-4))
    exact = start * (1 + np.sqrt(10) * t) * np.exp(-np.sqrt(10) * t)
    assert np.abs(extrapolate(errors) - exact).max() < 1e-9
    left = [np.abs(each - exact).max() for each in errors]
    np.testing.assert_allclose(np.array(left[:-1]) / left[1:], 2, rtol=0.02)
    assert left[-1] < 7e-4


def test_with_the_rough_model_tracking_is_not_good_any_more() -> None:
    """(5.33), figure 5.15. It overrates gravity, by (m l_g)~ g - m l_g g = 0.674 N m, and rests where M~ Kp theta_e makes up for
    that, 93 degrees from the target of -30 degrees."""
    law = kl.ComputedTorque(10.0, 2 * np.sqrt(10.0), parameters=ROUGH)
    run = kl.simulate(joint(), law, MOTION, duration=20.0, period=1e-3)
    theta_e = (MOTION(run.t).x - run.q)[:, 0]
    moving = run.t <= 6.0
    assert np.abs(theta_e[moving]).max() > 1.5
    assert np.abs(tracking(None, (1e-3,))[1][0]).max() < 2e-3
    believed = ROUGH["m"] * ROUGH["l_g"] ** 2 + ROUGH["I"]
    excess = (ROUGH["m"] * ROUGH["l_g"] - m * l_g) * g * np.cos(run.q[-1, 0])
    np.testing.assert_allclose(theta_e[-1], -excess / (10.0 * believed), rtol=1e-9)
    np.testing.assert_allclose(np.rad2deg(theta_e[-1]), -92.84, atol=0.01)
