"""Line 36 of the checklist: PID control of a single joint under gravity, Routh's bound, poles and the root locus."""

from __future__ import annotations

import numpy as np

from kinloop.control.design.joint_design import joint_design
from kinloop.control.design.pid_gains import integral_gain_bound
from kinloop.control.design.pole_placement import place_poles
from kinloop.control.design.step_response import step_response
from kinloop.studies.aissani.joint_runs import error, linear_matrix, pid_parts, pid_step, thin
from kinloop.studies.aissani.settings import CRITICAL, INTEGRAL, KP, STEP, WEIGHT, M, beta, single_joint
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, FigureData, Motion, Series, over_time
from kinloop.studies.framework.finding import Finding, claim, correct, go_beyond, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray


def bound_by_bisection(gravity: bool = True) -> float:
    """The integral gain at which the linear model's eigenvalues reach the right half plane."""
    low, high = 1.0, 100.0
    for _ in range(200):
        middle = (low + high) / 2
        stable = float(np.linalg.eigvals(linear_matrix(KP, CRITICAL, middle, gravity)).real.max()) < 0
        low, high = (middle, high) if stable else (low, middle)
    return (low + high) / 2


def placed_poles_error(with_stiffness: bool) -> float:
    """The relative error of the poles that (5.27) places, with and without the stiffness of gravity."""
    wanted = np.array([-20.0, -8 - 6j, -8 + 6j])
    s1, s2, s3 = wanted
    kp, kd, ki = M * (s1 * s2 + s2 * s3 + s3 * s1).real, -M * wanted.sum().real - beta, -M * np.prod(wanted).real
    found = np.linalg.eigvals(linear_matrix(kp + with_stiffness * WEIGHT * np.sin(STEP), kd, ki))
    return float(np.abs(np.poly(found) / np.poly(wanted) - 1).max())


def locus(gravity: bool) -> tuple[Array, Array]:
    """Integral gains and the poles at each, sorted by their real parts."""
    gains = np.concatenate([np.linspace(0.0, 3.0, 121), np.linspace(3.05, 35.0, 280)])
    return gains, np.array([np.sort_complex(np.linalg.eigvals(linear_matrix(KP, CRITICAL, ki, gravity))) for ki in gains])


def _locus_findings() -> list[Finding]:
    """The thesis's words about the root locus, with gravity as a constant: s (s + w)^2 = -Ki/M."""
    w = float(np.sqrt(KP / M))
    meet, bound = 4 * M * w**3 / 27, 2 * M * w**3
    at = {
        share: np.sort_complex(np.linalg.eigvals(linear_matrix(KP, CRITICAL, share * meet, False)))
        for share in (1e-3, 0.5, 0.999, 1.001)
    }
    real = np.array([at[share].real for share in (1e-3, 0.5, 0.999)])
    apart = bool((np.diff(real[:, 0]) < 0).all() and (np.diff(real[:, 1]) > 0).all() and (np.diff(real[:, 2]) < 0).all())
    beside = {share: np.linalg.eigvals(linear_matrix(KP, CRITICAL, share * bound, False)).real.max() for share in (0.999, 1.001)}
    return [
        observe("a small Ki: the third pole over the first", abs(at[1e-3][2] / at[1e-3][0]), relation="at most", bound=0.01),
        claim(
            "while Ki grows: do two poles part, and does the third come nearer?",
            "is",
            "yes",
            "yes" if apart else "no",
            says="two part, the third approaches",
        ),
        go_beyond("Ki at which two poles meet", "equals", meet, _meeting_gain(), "N m/(rad s)", within=1e-6),
        claim("largest imaginary part just beyond", "at least", 1e-3, np.abs(at[1.001].imag).max(), "1/s", says="oscillatory"),
        claim("slowest real part at 0.999 of (5.25), gravity constant", "at most", 0.0, beside[0.999], "1/s", says="stable"),
        claim("slowest real part at 1.001 of (5.25), gravity constant", "at least", 0.0, beside[1.001], "1/s", says="unstable"),
    ]


def _meeting_gain() -> float:
    """Where the poles become complex, by bisection."""
    low, high = 0.1, 10.0
    for _ in range(100):
        middle = (low + high) / 2
        real = bool((np.abs(np.linalg.eigvals(linear_matrix(KP, CRITICAL, middle, False)).imag) < 1e-9).all())
        low, high = (middle, high) if real else (low, middle)
    return (low + high) / 2


@study(
    "003-36",
    "PID control of one joint under gravity",
    did="Adds an integral, bounds its gain by Routh's table, places poles, describes the root locus in Ki in words, and "
    "simulates steps with several gains.",
    claimed="No error is left. The proportional and the derivative torque go to zero, and the integral torque becomes that of "
    "gravity. 0 < Ki < Kp (beta + Kd)/M keeps the loop stable.",
    seconds=1.5,
)
def line_36_pid(context: StudyContext) -> StudyResult:
    """Steps with four integral gains, the torques of their parts, the bound and the locus, and the equations from the samples."""
    found: list[Finding] = []
    weight = WEIGHT * np.cos(STEP)
    for ki in INTEGRAL:
        run = pid_step(ki)
        proportional, derivative, integral = pid_parts(run)
        found += [
            claim(f"Ki = {ki:g}: error after 30 s", "equals", 0.0, error(run)[-1], "rad", within=1e-6),
            claim(
                f"Ki = {ki:g}: proportional and derivative torque at the end",
                "equals",
                0.0,
                max(abs(proportional[-1]), abs(derivative[-1])),
                "N m",
                within=1e-6,
            ),
            claim(
                f"Ki = {ki:g}: integral torque at the end, that of gravity", "equals", weight, integral[-1], "N m", within=1e-6
            ),
            observe(f"Ki = {ki:g}: overshoot", step_response(run, signal="q.theta").overshoot),
        ]
    printed, right = KP * (beta + CRITICAL) / M, (KP - WEIGHT * np.sin(STEP)) * (beta + CRITICAL) / M
    exact = bound_by_bisection()
    own = integral_gain_bound(single_joint(), [STEP], KP, CRITICAL).ki
    design = place_poles(joint_design(single_joint(), [STEP])["theta"], np.array([-20.0, -8 + 6j, -8 - 6j]))
    wanted = M * 420.0 + WEIGHT * np.sin(STEP)  # 420 is the sum of the products of two poles
    return StudyResult(
        ran="one_joint with (5.13) and g = 9.81, step of 60 degrees, PID with Kp = 1, critical Kd and Ki = 0.5, 1, 2, 5, native "
        "plant at 1 ms for 30 s; eigenvalues of the linear model at 60 degrees.",
        findings=[
            *found,
            *_locus_findings(),
            correct(
                "largest stable Ki at 60 degrees",
                "about",
                printed,
                exact,
                "N m/(rad s)",
                proof=abs(right / exact - 1) < 1e-9,
                within=1e-3,
            ),
            observe("the same by kinloop's design", own, "N m/(rad s)", relation="about", bound=exact, within=1e-9),
            observe(
                "Kp for poles at -20 and -8 +- 6i by kinloop's design",
                design.kp,
                "N m/rad",
                relation="about",
                bound=wanted,
                within=1e-9,
            ),
        ],
        figures=_pid_figures(),
        errata=_pid_errata(printed, right, exact),
        notes=[
            "The thesis prints no integral gains: 0.5, 1, 2 and 5 are ours.",
            "It calls all its responses underdamped; that of Ki = 0.5 does not overshoot.",
        ],
    )


def _pid_figures() -> list[FigureData]:
    short = {ki: pid_step(ki, 4.0) for ki in INTEGRAL}
    t = thin(short[1.0])[0]
    angles = {f"Ki = {ki:g}": thin(run, run.q[:, 0])[1] for ki, run in short.items()}
    proportional, derivative, integral = (thin(short[2.0], part)[1] for part in pid_parts(short[2.0]))
    gains, poles = locus(True)
    lines = [Series(f"pole {k + 1}", poles[:, k].real, poles[:, k].imag, "points") for k in range(3)]
    return [
        over_time(
            "Steps of 60 degrees under PID",
            t,
            {**angles, "-- target": np.full(len(t), STEP)},
            "theta",
            "rad",
            reproduces="fig. 5.8",
        ),
        over_time(
            "Torques of the three parts, Ki = 2",
            t,
            {
                "proportional": proportional,
                "derivative": derivative,
                "integral": integral,
                "-- gravity at the target": np.full(len(t), WEIGHT * np.cos(STEP)),
            },
            "torque",
            "N m",
            reproduces="fig. 5.9",
        ),
        Motion("Steps of 60 degrees, Ki = 0.5 and Ki = 5", short[0.5], short[5.0], "Ki = 0.5", "Ki = 5"),
        Curves(
            f"Root locus, Ki from 0 to {gains[-1]:g}, with the stiffness of gravity",
            Axis("real part", "1/s"),
            Axis("imaginary part", "1/s"),
            lines,
        ),
        Equation(
            "Bound of the integral gain at a target, corrected",
            r"0 < K_i < \frac{\left(K_p - m g l_g \sin(\theta_d + \phi)\right) (\beta + K_d)}{M}",
        ),
    ]


def _pid_errata(printed: float, right: float, exact: float) -> list[Erratum]:
    run = pid_step(2.0)
    theta, rate, acceleration = run.q[:, 0], run.qd[:, 0], run.qdd[:, 0]
    inertial, weight = M * acceleration + beta * rate, WEIGHT * np.cos(theta)
    scale = np.abs(run.tau[:, 0]).max()
    roots = np.linalg.eigvals(linear_matrix(KP, CRITICAL, 5.0))
    return [
        Erratum(
            "003",
            "(5.19)",
            "The sign of gravity: the law equals the right side of (5.14). Errors are those of the torques of a run, as a share "
            "of the largest.",
            r"\dots = M \ddot\theta + \beta \dot\theta - m g l_g \cos(\theta + \phi)",
            r"\dots = M \ddot\theta + \beta \dot\theta + m g l_g \cos(\theta + \phi)",
            float(np.abs(run.tau[:, 0] - inertial + weight).max() / scale),
            float(np.abs(run.tau[:, 0] - inertial - weight).max() / scale),
        ),
        Erratum(
            "003",
            "after (5.24)",
            "Stable roots are in the left half plane. Errors are the shares of the roots of a stable loop (Ki = 5) that are "
            "elsewhere.",
            r"\operatorname{Re} s > 0",
            r"\operatorname{Re} s < 0",
            float(np.mean(roots.real <= 0)),
            float(np.mean(roots.real >= 0)),
        ),
        Erratum(
            "003",
            "(5.20), (5.25)",
            "A constant in the place of gravity hides its stiffness, which is negative above the horizontal: the bound is "
            "lower. Errors are those of the gain at which the eigenvalues at 60 degrees change sides.",
            r"K_i < \frac{K_p (\beta + K_d)}{M}",
            r"K_i < \frac{(K_p - m g l_g \sin(\theta_d + \phi)) (\beta + K_d)}{M}",
            abs(printed / exact - 1),
            abs(right / exact - 1),
        ),
        Erratum(
            "003",
            "(5.27)",
            "For the same reason the proportional gain lacks the stiffness of gravity. Errors are those of the characteristic "
            "polynomial at 60 degrees for poles at -20 and -8 +- 6i.",
            r"K_p = M (s_1 s_2 + s_2 s_3 + s_3 s_1)",
            r"K_p = M (s_1 s_2 + s_2 s_3 + s_3 s_1) + m g l_g \sin(\theta_d + \phi)",
            placed_poles_error(with_stiffness=False),
            placed_poles_error(with_stiffness=True),
        ),
    ]
