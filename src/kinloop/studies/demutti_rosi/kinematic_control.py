"""Lines 10 and 11 of the checklist: the trajectory, and kinematic control."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from kinloop.control.function_law import python_law
from kinloop.control.kinematic_control import KinematicControl
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.options.plant_options import Kinematic
from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import DEMUTTI_ROSI, biglide, chapter_4
from kinloop.studies.biglide.biglide_states import BiglideStates, biglide_states
from kinloop.studies.biglide.control_runs import BANDWIDTH, control_run, kinematic_run, largest_error
from kinloop.studies.biglide.engine_figures import NAMES
from kinloop.studies.demutti_rosi.equations import A, B
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Motion, Series, over_time
from kinloop.studies.framework.finding import Finding, claim, correct, observe
from kinloop.studies.framework.formula import Formula, apply, errata, solve
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.trajectory.polynomials.quintic import Quintic

Array = np.ndarray
LAMBDA, INTERVALS = 2.0, (0.1, 0.05, 0.025)
PRINTED_FIGURES = {0.05: "fig. 3.2", 0.1: "fig. 3.3", 0.025: "fig. 3.4"}


# ------------------------------------------------------------------ the trajectory


def quintic_by_matrix(begin: Array, end: Array, duration: float, first: float = 2.0) -> Array:
    """Coefficients (6, 2) of the quintic whose position, velocity and acceleration at both ends are given (3, 2), by the matrix T
    of section 3.1. ``first`` starts its rows of the acceleration; 1 is printed."""
    rows = []
    for t in (0.0, duration):
        rows += [
            [1, t, t**2, t**3, t**4, t**5],
            [0, 1, 2 * t, 3 * t**2, 4 * t**3, 5 * t**4],
            [0, 0, first, 6 * t, 12 * t**2, 20 * t**3],
        ]
    return np.asarray(np.linalg.solve(np.array(rows, float), np.concatenate([begin, end])))


@study(
    "000-10",
    "Quintic by the matrix T",
    did="Solves for the six coefficients of a polynomial from position, velocity and acceleration at both ends.",
    claimed="The matrix T of section 3.1.",
    seconds=0.1,
)
def line_10_quintic(context: StudyContext) -> StudyResult:
    """T against kinloop's quintics: the motion of section 3.2, and the second part of chapter 4, which starts with an
    acceleration."""
    t = np.linspace(0.0, 2.0, 201)
    powers = t[:, None] ** np.arange(6)
    parts: dict[str, tuple[Any, float]] = {"3.2": (DEMUTTI_ROSI, 0.0), "4": (chapter_4(True), 2.0)}
    found: dict[tuple[str, float], float] = {}
    positions = {}
    for name, (path, begin) in parts.items():
        ends = [np.stack([at.x, at.xd, at.xdd]) for at in (path(begin), path(begin + 2.0))]
        for first in (2.0, 1.0):
            x = positions[name, first] = powers @ quintic_by_matrix(ends[0], ends[1], 2.0, first)
            found[name, first] = float(np.abs(x - path(begin + t).x).max() / np.abs(x).max())
    printed = r"\begin{bmatrix}0 & 0 & 1 & 6t & 12t^2 & 20t^3\end{bmatrix}"
    right = r"\begin{bmatrix}0 & 0 & 2 & 6t & 12t^2 & 20t^3\end{bmatrix}"
    lines = {"x, T corrected": positions["4", 2.0][:, 0], "--x, T as printed": positions["4", 1.0][:, 0]}
    return StudyResult(
        ran="The linear system of section 3.1, 201 instants; no simulation.",
        findings=[
            claim(
                "quintic of section 3.2 by T as printed, whose accelerations at both ends are zero: relative difference to "
                "kinloop's",
                "equals",
                0.0,
                found["3.2", 1.0],
                within=1e-12,
            ),
            observe("the same by T with 2 in the rows of the acceleration", found["3.2", 2.0], relation="at most", bound=1e-12),
        ],
        figures=[
            Equation("Quintic (3.1)", r"x_t(t) = a_0 + a_1 t + \dots + a_5 t^5,\qquad \mathbf A = \mathbf T^{-1}\mathbf x_t"),
            over_time("Second part of the trajectory of chapter 4", t, lines, "position", "m"),
        ],
        errata=[
            Erratum(
                "000",
                "T of section 3.1",
                "The rows of the acceleration start with 2. It matters where a motion starts with an acceleration: in the "
                "second part of chapter 4.",
                printed,
                right,
                found["4", 1.0],
                found["4", 2.0],
            )
        ],
    )


# ------------------------------------------------------------------ kinematic control


def _error(s: BiglideStates) -> Array:
    """Some tracking error x - x_t at each state."""
    return 1e-2 * s.second


def _rates_to_tool(s: BiglideStates, xd: Array) -> Array:
    """The tool's velocity under the command ``-B^-1 A xd``, minus the reference's velocity."""
    return s.robot.forward_velocity(s.q, -solve(B(s), apply(A(s), xd))).xd - s.xd


ERROR_RATE = r"\dot{\mathbf e} = -\lambda(\mathbf x - \mathbf x_t)"
CLOSED_LOOP = Formula[BiglideStates](
    "(3.2) with (3.3)",
    "rate of the error under kinematic control",
    lambda s: -LAMBDA * _error(s),
    lambda s: _rates_to_tool(s, s.xd - LAMBDA * _error(s)),
    lambda s: _rates_to_tool(s, s.xd + LAMBDA * _error(s)),
    lambda s: np.abs(s.xd) + np.abs(_error(s)),
    "With both signs as printed the error grows as e^(lambda t).",
    rf"\dot{{\mathbf q}} = -\mathbf B^{{-1}}\mathbf A(\dot{{\mathbf x}}_t - \dot{{\mathbf e}}),\quad {ERROR_RATE}",
    rf"\dot{{\mathbf q}} = -\mathbf B^{{-1}}\mathbf A(\dot{{\mathbf x}}_t + \dot{{\mathbf e}}),\quad {ERROR_RATE}",
)


def run_with_offset(sign: float) -> Record:
    """Kinematic control from 1 mm beside a point, with the sign of the rate of the error: 1, or -1 as printed."""
    robot, point = biglide(), DEMUTTI_ROSI(0.0).x

    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        xd = np.ravel(reference.xd) + sign * LAMBDA * (np.ravel(reference.x) - np.ravel(measured.x))
        return robot.inverse_velocity(np.ravel(measured.q), xd).qd_active, state

    q = robot.inverse_geometry(point + np.array([1e-3, 0.0]), mode=(-1, -1)).q
    rates = python_law(law, drives="rate")
    return simulate(robot, rates, Quintic(point, point, 2.0), duration=2.0, period=0.01, q=q, plant=Kinematic(substeps=10))


@study(
    "000-11",
    "Kinematic control and the communication interval",
    did="Commands rates of the slides with lambda = 2 along a quintic of 2 s, exchanged with ADAMS every 0.05, 0.1 and 0.025 s.",
    claimed="Good convergence; doubling the communication interval doubles the tracking error, halving it halves it.",
    seconds=2.0,
)
def line_11_kinematic_control(context: StudyContext) -> StudyResult:
    """Drives that follow rates, and an engine with a velocity loop; then the law as printed."""
    runs = {interval: kinematic_run(LAMBDA, DEMUTTI_ROSI, interval) for interval in INTERVALS}
    errors = {interval: largest_error(DEMUTTI_ROSI, *run) for interval, run in runs.items()}
    fastest = float(np.abs(DEMUTTI_ROSI(1.0).xd).max())
    on_engine = kinematic_run(LAMBDA, DEMUTTI_ROSI, 0.05, context.engine)[1]
    lag = float(np.abs(on_engine - runs[0.05][1]).max())
    what = f"difference of an engine with a velocity loop of {BANDWIDTH:g} 1/s to ideal drives, 0.05 s"
    found = [
        claim(f"error with {a:g} s over error with {b:g} s", "about", a / b, errors[a] / errors[b], within=0.05)
        for a, b in pairwise(INTERVALS)
    ]
    for interval, error in errors.items():
        most = 0.6 * interval * fastest  # rates that are late by half an interval
        found.append(observe(f"largest tracking error with {interval:g} s", error, "m", relation="at most", bound=most))
    found.append(observe(what, lag, "m", relation="at most", bound=fastest / BANDWIDTH))
    return StudyResult(
        ran=f"Kinematic plant (its drives follow rates); {NAMES[context.engine]} under a velocity loop of {BANDWIDTH:g} 1/s at "
        "2.5 ms. From (0, 0.30005393) to (0.1, 0.1) in 2 s, working mode (-1, -1).",
        findings=[*found, *_law_as_printed()],
        figures=[*_error_figures(runs, errors), _motion(), Equation("Kinematic control, corrected", CLOSED_LOOP.right_latex)],
        errata=errata("000", [CLOSED_LOOP], biglide_states()),
        notes=["Rates are held for an interval, so they are late by half of it: hence the proportion."],
    )


def _law_as_printed() -> list[Finding]:
    """How an error of 1 mm changes in 2 s under both signs."""
    growth = {sign: _growth(run_with_offset(sign)) for sign in (1.0, -1.0)}
    expected = float(np.exp(-LAMBDA * 2.0))
    text = "error after 2 s over an error at the start of 1 mm"
    converges = abs(growth[1.0] / expected - 1) < 0.1
    return [
        correct(f"{text}, law as printed", "at most", 1.0, growth[-1.0], proof=converges),
        observe(f"{text}, right sign: e^(-4)", growth[1.0], relation="about", bound=expected, within=0.1),
    ]


def _error_figures(runs: dict[float, tuple[Array, Array]], errors: dict[float, float]) -> list[Curves]:
    """Figures 3.2 to 3.4, and the error over the interval."""
    curves = []
    for interval, (t, x) in runs.items():
        error = x - DEMUTTI_ROSI(t).x
        title, columns = f"Tracking error, communication every {interval:g} s", {"x": error[:, 0], "y": error[:, 1]}
        curves.append(over_time(title, t, columns, "error", "m", reproduces=PRINTED_FIGURES[interval]))
    x, y = np.array(INTERVALS), np.array([errors[i] for i in INTERVALS])
    lines = [Series("measured", x, y, "points"), Series("in proportion", x, errors[0.05] * x / 0.05, "dashed")]
    axes = (Axis("communication interval", "s"), Axis("largest error", "m"))
    return [*curves, Curves("Error and communication interval", *axes, lines, log="xy")]


def _motion() -> Motion:
    """The slowest exchange, and over it the fastest."""
    slow, fast = (control_run(KinematicControl(LAMBDA), DEMUTTI_ROSI, interval, "kinematic") for interval in (0.1, 0.025))
    return Motion("Kinematic control, exchanged every 0.1 s and every 0.025 s", slow, fast, "0.1 s", "0.025 s")


def _growth(run: Record) -> float:
    size = np.linalg.norm(run.error, axis=1)
    return float(size[-1] / size[0])
