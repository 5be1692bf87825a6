"""Lines 46 and 47 of the checklist: kinematic control, computed torque, and the path (54) on which the simulation crashed."""

from __future__ import annotations

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.control.design.largest_period import largest_period
from kinloop.errors import SingularConfiguration
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import LEE_PALMA, THROUGH_54, TO_SINGULARITY, biglide
from kinloop.studies.biglide.control_runs import PLANTS, control_run, held_outputs, kinematic_run, largest_error, start_of
from kinloop.studies.biglide.engine_figures import NAMES
from kinloop.studies.biglide.record_figures import tool_curves, tool_error_curves
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Motion, Series, over_time
from kinloop.studies.framework.finding import Finding, claim, correct, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.trajectory.planning.assess import assess

GAIN, INTERVALS = 1.0, (0.01, 0.1)
OF_100 = ComputedTorque(100.0, 100.0)
GAINS = (25.0, 50.0, 100.0)


@study(
    "004-46",
    "Kinematic control with flat lines",
    did="Commands rates with lambda = 1 along a quintic of 3 s, exchanged with ADAMS every 0.01 s and every 0.1 s.",
    claimed="Errors in the ten-thousandths of a metre at 0.01 s; at 0.1 s the output has flat lines and the error oscillates.",
    quick=True,
    seconds=2.0,
)
def line_46_kinematic_control(context: StudyContext) -> StudyResult:
    """Drives that follow rates as a continuous clock sees them, and an engine with a velocity loop."""
    fine, coarse = (held_outputs(GAIN, LEE_PALMA, interval) for interval in INTERVALS)
    wanted = {"x": fine.x_ref[::10, 0], "y": fine.x_ref[::10, 1]}
    return StudyResult(
        ran="Kinematic plant (its drives follow rates), outputs held between instants and seen by a clock of 1 ms; "
        f"{NAMES[context.engine]} under a velocity loop. From (0, 0.3) to (0.1, 0.5) in 3 s, working mode (-1, -1).",
        findings=[_polynomial(), _order(), *_tracking(context), *_flat_lines(coarse)],
        figures=[
            over_time("Wanted trajectory", fine.t[::10], wanted, "position", "m", reproduces="fig. 4"),
            tool_curves("Output, 0.01 s", fine, 2, reproduces="fig. 13"),
            tool_error_curves("Error, 0.01 s", fine, 2, reproduces="fig. 14"),
            tool_curves("Output, 0.1 s", coarse, 2, reproduces="fig. 15"),
            tool_error_curves("Error, 0.1 s", coarse, 2, reproduces="fig. 16"),
            Motion("Outputs that are held for 0.01 s and for 0.1 s", fine, coarse, "0.01 s", "0.1 s"),
        ],
    )


def _polynomial() -> Finding:
    """(46) written out, against kinloop's quintic."""
    s = np.linspace(0, 1, 31)
    x = np.array([0.0, 0.3]) + (10 * s**3 - 15 * s**4 + 6 * s**5)[:, None] * np.array([0.1, 0.2])
    return claim("(46): difference to kinloop's quintic", "equals", 0.0, np.abs(LEE_PALMA(3 * s).x - x).max(), "m", within=1e-15)


def _order() -> Finding:
    """The order of (46): how often it is differentiated until a constant is left."""
    s = np.polynomial.Polynomial([0, 0, 0, 10, -15, 6])
    t = np.linspace(0.0, 3.0, 31)
    is_it = np.abs(LEE_PALMA(t).x[:, 0] - 0.1 * s(t / 3.0)).max() < 1e-15
    return correct("order of the polynomial (46)", "is", 3, s.degree(), proof=bool(is_it))


def _tracking(context: StudyContext) -> list[Finding]:
    """Errors at the instants of communication."""
    runs = {interval: kinematic_run(GAIN, LEE_PALMA, interval) for interval in INTERVALS}
    errors = {interval: largest_error(LEE_PALMA, *run) for interval, run in runs.items()}
    lag = np.abs(kinematic_run(GAIN, LEE_PALMA, 0.1, context.engine)[1] - runs[0.1][1]).max()
    late = float(np.linalg.norm(LEE_PALMA(1.5).xd)) / 300  # by the lag of the velocity loop
    ratio = errors[0.1] / errors[0.01]
    return [
        claim("largest error with 0.01 s", "at most", 1e-3, errors[0.01], "m", says="to the ten-thousandth"),
        claim("largest error with 0.01 s, from below", "at least", 1e-4, errors[0.01], "m", says="to the ten-thousandth"),
        observe("error with 0.1 s over error with 0.01 s", ratio, relation="about", bound=10.0, within=0.03),
        observe("engine with a velocity loop: distance to ideal drives", lag, "m", relation="at most", bound=late),
    ]


def _flat_lines(run: Record) -> list[Finding]:
    """How held outputs look with 0.1 s, on a clock of 1 ms."""
    changes = int(np.count_nonzero(np.linalg.norm(np.diff(run.x, axis=0), axis=1)))
    falls = np.flatnonzero(np.diff(np.linalg.norm(run.error, axis=1)) < -1e-4)
    return [
        claim("instants in 3 s at which the output with 0.1 s changes", "equals", 30, changes, says="large flat lines"),
        claim(
            "how often the error with 0.1 s falls by 0.1 mm at once",
            "at least",
            20,
            len(falls),
            says="oscillations of small amplitude",
        ),
        observe("ms of the interval over which these falls spread", float(np.ptp(falls % 100)), relation="equals", bound=0.0),
    ]


@study(
    "004-47",
    "Computed torque with gains of 100, and the path that crashed",
    did="Follows the same quintic with both gains at 100; then lets the controller go through (0, -0.3) to (0.15, -1.5), (54).",
    claimed="Errors below 1 mm, inversely proportional to the gains; on (54) complex values appear at the singularity and the "
    "simulation crashes.",
    seconds=4.0,
)
def line_47_computed_torque(context: StudyContext) -> StudyResult:
    """On the engine at 0.01 s; other gains; the intervals that the gains allow; and (54) in the report's mode and another."""
    run = control_run(OF_100, LEE_PALMA, 0.01, context.engine)
    plant = PLANTS[context.engine](substeps=10)
    through = simulate(biglide(), OF_100, THROUGH_54, duration=6.0, period=0.01, mode=(-1, -1), plant=plant)
    by_gain = {gain: _error(control_run(ComputedTorque(gain, gain), LEE_PALMA, 1e-3)) for gain in GAINS}
    return StudyResult(
        ran=f"{NAMES[context.engine]} at 0.01 s, steps of 1 ms; our own plant at 1 ms for the gains. (54): knots at 0, 3 and "
        f"6 s, "
        "at rest.",
        findings=[
            claim("largest error of the tool, gains 100", "at most", 1e-3, _error(run), "m"),
            claim("error with gains 50 over error with gains 100", "about", 2.0, by_gain[50.0] / by_gain[100.0], within=0.1),
            claim("error with gains 25 over error with gains 50", "about", 2.0, by_gain[25.0] / by_gain[50.0], within=0.2),
            *_intervals(run),
            *_path_54(through),
        ],
        figures=[
            tool_curves("Output", run, reproduces="fig. 17"),
            tool_error_curves("Error", run, reproduces="fig. 18"),
            _gain_figure(by_gain),
            tool_error_curves("(54): error", through),
            Equation(
                "Computed torque (53)",
                r"\tau = \mathbf M\left(\ddot{\mathbf q}_t + K_d(\dot{\mathbf q}_t - \dot{\mathbf q}_a) + "
                r"K_p(\mathbf q_t - \mathbf q_a)\right) + \mathbf c",
            ),
            Motion("Computed torque along (54)", through),
        ],
        notes=[
            "(54) meets no singularity in the mode of (50), where both slides are below the tool. In a mode with opposite signs "
            "its first point is singular already.",
            "The report does not name the communication interval of this run; 0.01 s is that of the section before. Gains of 100 "
            "are stable up to 0.02 s only.",
        ],
    )


def _intervals(run: Record) -> list[Finding]:
    """The communication intervals that gains of 100 allow."""
    longest = largest_period(biglide(), OF_100, start_of(LEE_PALMA))
    worse = _error(control_run(OF_100, LEE_PALMA, 0.025, "native", 0.5)) / _error(run)
    text = "gains of 100 with 0.025 s: error after 0.5 s over that with 0.01 s"
    return [
        observe("longest interval with which gains of 100 are stable", longest, "s", relation="about", bound=0.02, within=1e-6),
        observe(text, worse, relation="at least", bound=50.0),
    ]


def _path_54(run: Record) -> list[Finding]:
    """(54) in the mode of (50) and in another one, and a path that is singular on its way."""
    met = len(assess(biglide(), THROUGH_54, mode=(-1, -1)).crossings)
    hard, error = control_run(OF_100, TO_SINGULARITY, 5e-3), _error(run)
    is_proved = met == 0 and error < 1e-4
    ends = "how the run ends"
    fails = f"fails: {hard.status.words}" if hard.status else hard.status.words
    return [
        correct(f"(54) in the mode of (50): {ends}", "is", "crash", run.status.words, proof=is_proved),
        observe("(54) in the mode of (50): singularities that it meets", met, bound=0),
        observe("(54): largest error", error, "m", relation="at most", bound=1e-4),
        observe("(54): largest effort", np.abs(run.tau).max(), "N", relation="at most", bound=5.0),
        observe("(54) in the mode (1, -1): its start", _start_in(1, -1), bound="refused: singular"),
        claim(f"a path through Type 2 with these gains: {ends}", "is", "fails: diverged", fails, says="the model fails"),
    ]


def _gain_figure(errors: dict[float, float]) -> Curves:
    """The error over the gains, and what is inversely proportional to them."""
    gains, last = np.array(GAINS), GAINS[-1]
    lines = [
        Series("measured", gains, [errors[gain] for gain in GAINS], "points"),
        Series("inversely proportional", gains, errors[last] * last / gains, "dashed"),
    ]
    return Curves("Error and gains, 1 ms", Axis("Kp = Kd", "1/s"), Axis("largest error", "m"), lines, log="xy")


def _error(run: Record) -> float:
    return float(np.abs(run.error).max())


def _start_in(*mode: int) -> str:
    """Whether a run along (54) may start in a mode."""
    try:
        simulate(biglide(), OF_100, THROUGH_54, duration=0.01, period=0.01, mode=mode)
    except SingularConfiguration:
        return "refused: singular"
    return "accepted"
