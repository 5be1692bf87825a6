"""Line 37 of the checklist: computed torque control of a single joint, with an exact and with a rough model."""

from __future__ import annotations

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.control.pid import PID
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.record.record import Record
from kinloop.studies.aissani.joint_runs import thin, track, tracking_error
from kinloop.studies.aissani.settings import (
    CRITICAL,
    KP,
    KP_TORQUE,
    KV_TORQUE,
    MOTION,
    ROUGH,
    beta,
    g,
    l_g,
    m,
    single_joint,
)
from kinloop.studies.framework.continuous_time import extrapolate
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Equation, FigureData, Motion, over_time
from kinloop.studies.framework.finding import Finding, claim, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray
PERIODS = (4e-3, 2e-3, 1e-3, 5e-4)
FIRST_ERROR = 0.1  # rad: the initial error of a second run; ours


def limit_of_errors(law: ComputedTorque | None, start: float = 0.0) -> tuple[Array, Array, list[Array]]:
    """Common times, the error in the limit of continuous time, and those of the periods, the longest first."""
    runs = [track(law, period, start) for period in PERIODS]
    errors = [tracking_error(run)[:: round(PERIODS[0] / period)] for run, period in zip(runs, PERIODS, strict=True)]
    return runs[0].t, extrapolate(errors), errors


def decay(t: Array) -> Array:
    """(5.31) and (5.32) for an initial error: critically damped."""
    omega = np.sqrt(KP_TORQUE)
    return np.asarray(FIRST_ERROR * (1 + omega * t) * np.exp(-omega * t))


def resting_error() -> tuple[float, float]:
    """The error at rest with the rough model after a long time, and where its excess of gravity would be in balance [rad]."""
    law = ComputedTorque(KP_TORQUE, KV_TORQUE, parameters=ROUGH)
    run = simulate(single_joint(), law, MOTION, duration=20.0, period=1e-3)
    believed = ROUGH["m"] * ROUGH["l_g"] ** 2 + ROUGH["I"]
    excess = (ROUGH["m"] * ROUGH["l_g"] - m * l_g) * g * np.cos(run.q[-1, 0])
    return float(tracking_error(run)[-1]), float(-excess / (KP_TORQUE * believed))


@study(
    "003-37",
    "Computed torque control, exact and rough model",
    did="Controls the joint by the inverse dynamic model with Kp = 10 and critical Kv along a motion, then with wrong numbers "
    "in the model.",
    claimed="With the exact model the error obeys a linear equation, and tracking is good. With rough estimates it is not, and "
    "much simpler laws can do better.",
    quick=True,
    seconds=1.0,
)
def line_37_computed_torque(context: StudyContext) -> StudyResult:
    """Exact, exact with an initial error, without friction in the law, rough; and a PID law beside the rough model."""
    t, exact, errors = limit_of_errors(None)
    _, decaying, _ = limit_of_errors(None, -FIRST_ERROR)
    _, without_friction, _ = limit_of_errors(ComputedTorque(KP_TORQUE, KV_TORQUE, parameters={"beta": 0.0}))
    rough = track(ComputedTorque(KP_TORQUE, KV_TORQUE, parameters=ROUGH))
    simple = track(PID(KP, 1.0, CRITICAL))
    largest = {name: float(np.abs(tracking_error(run)).max()) for name, run in (("rough", rough), ("simple", simple))}
    apart = float(np.abs(track(plant="mujoco").q - track().q).max())
    left, balance = resting_error()
    travel = float(np.ptp(MOTION(t).x))
    return StudyResult(
        ran="one_joint with (5.13) and g = 9.81 along quintics 0, 60, -30 degrees with stops, 6 s; computed torque with Kp = "
        "10, Kv = 2 sqrt(10), native plant at 0.5 to 4 ms and MuJoCo at 1 ms; the model of the law exact, without friction, and "
        "(5.33); a PID.",
        findings=[
            *_exact_findings(t, exact, decaying, errors),
            claim(
                "rough model: largest error over that of the exact one at 1 ms",
                "at least",
                1.0,
                largest["rough"] / np.abs(errors[-2]).max(),
                says="tracking is not good anymore",
            ),
            observe("rough model: largest error", largest["rough"], "rad"),
            observe("rough model: error at rest at -30 degrees", left, "rad", relation="about", bound=balance, within=1e-9),
            claim(
                "a PID law, which knows no model: largest error over that of the rough model",
                "at most",
                1.0,
                largest["simple"] / largest["rough"],
                says="simpler controllers can be superior",
            ),
            observe("native minus MuJoCo, largest angle", apart, "rad", relation="at most", bound=1e-8),
        ],
        figures=_figures(rough, simple),
        errata=[
            Erratum(
                "003",
                "(5.28)",
                "The law leaves out friction, which (4.17) has: with it no error is left. Errors are shares of the way, in "
                "continuous time.",
                r"\mathcal{T} = \tilde M (\ddot\theta_d + K_v \dot\theta_e + K_p \theta_e) + \tilde C + \tilde G",
                r"\mathcal{T} = \tilde M (\ddot\theta_d + K_v \dot\theta_e + K_p \theta_e) + \tilde C + \tilde G + \tilde\beta "
                r"\dot\theta",
                float(np.abs(without_friction).max() / travel),
                float(np.abs(exact).max() / travel),
            )
        ],
        notes=[
            "The thesis shows its trajectory in a figure only: quintics from 0 to 60 degrees in 2 s, a stop of 1 s, to -30 "
            "degrees in 2 s, a stop of 1 s are ours.",
            f"The rough model overrates gravity by {(ROUGH['m'] * ROUGH['l_g'] - m * l_g) * g:.3f} N m and friction by "
            f"{ROUGH['beta'] - beta:.2f} N m s.",
        ],
    )


def _exact_findings(t: Array, exact: Array, decaying: Array, errors: list[Array]) -> list[Finding]:
    at_1_ms, at_half = (float(np.abs(each).max()) for each in errors[-2:])
    start = float(np.abs(decaying - decay(t)).max())
    return [
        claim("exact model: error in continuous time, largest", "equals", 0.0, np.abs(exact).max(), "rad", within=1e-9),
        claim("exact model: an initial error of 0.1 rad minus (5.31), largest", "equals", 0.0, start, "rad", within=1e-9),
        observe("exact model: error at 0.5 ms, largest", at_half, "rad", relation="at most", bound=1e-3),
        observe(
            "exact model: error at 1 ms over that at 0.5 ms: the hold of the torque leaves it",
            at_1_ms / at_half,
            relation="about",
            bound=2.0,
            within=0.02,
        ),
    ]


def _figures(rough: Record, simple: Record) -> list[FigureData]:
    exact = track()
    t, angle, rough_angle = thin(exact, exact.q[:, 0], rough.q[:, 0])
    point = MOTION(t)
    _, e_exact, e_rough, e_simple = thin(exact, *(np.abs(tracking_error(run)) for run in (exact, rough, simple)))
    wanted = point.x[:, 0]
    return [
        over_time(
            "Trajectory generator",
            t,
            {"angle [rad]": wanted, "rate [rad/s]": point.xd[:, 0], "acceleration [rad/s^2]": point.xdd[:, 0]},
            "reference",
            "rad, rad/s, rad/s^2",
            reproduces="fig. 5.13",
        ),
        over_time("Exact model", t, {"theta": angle, "-- reference": wanted}, "theta", "rad", reproduces="fig. 5.14"),
        over_time("Rough model", t, {"theta": rough_angle, "-- reference": wanted}, "theta", "rad", reproduces="fig. 5.15"),
        over_time(
            "Errors",
            t,
            {
                "exact model": np.maximum(e_exact, 1e-9),
                "rough model": np.maximum(e_rough, 1e-9),
                "PID": np.maximum(e_simple, 1e-9),
            },
            "error",
            "rad",
            log="y",
        ),
        Motion("Computed torque along the motion", exact, rough, "exact model", "rough model"),
        Equation(
            "Equation of the error (5.31)", r"\ddot\theta_e + K_v \dot\theta_e + K_p \theta_e = 0, \qquad K_v = 2 \sqrt{K_p}"
        ),
    ]
