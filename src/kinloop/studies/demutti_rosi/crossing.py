"""Lines 15 and 16 of the checklist: the crossing of chapter 4, respecting the criterion and not, and its animation."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import DEMUTTI_ROSI, TO_SINGULARITY, biglide, chapter_4
from kinloop.studies.biglide.closed_form import largest_needed
from kinloop.studies.biglide.control_runs import control_run
from kinloop.studies.biglide.crossing_runs import (
    CURVATURE,
    driven_by_splines,
    efforts_beside,
    follow,
    joint_splines,
    largest_effort,
    largest_tool_error,
    overshoot,
    slides,
)
from kinloop.studies.biglide.engine_figures import NAMES
from kinloop.studies.biglide.other_crossings import other_crossings
from kinloop.studies.biglide.record_figures import effort_curves, tool_curves
from kinloop.studies.biglide.robustness import RobustnessMap, biglide_plan, robustness_map
from kinloop.studies.biglide.step_by_step import SteppedMotion, step_by_step
from kinloop.studies.framework.figure_data import Axis, Curves, Map, Motion, Series, over_time
from kinloop.studies.framework.finding import Finding, claim, go_beyond, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.trajectory.planning.assess import assess
from kinloop.trajectory.trajectory import Trajectory
from kinloop.type2_crossing.crossing_law import CrossingControl

MODE, AT = (1, -1), 2.0  # the working mode, and the singular instant [s]
RESPECTING, VIOLATING = chapter_4(True), chapter_4(False)
SPLINES = (101, 201, 401, 801)  # samples of the joints
STEPS = (1e-2, 1e-3, 1e-4)  # between instants around the singular one [s]
LAW, JOINT_LAW = CrossingControl(), ComputedTorque(100.0, 20.0)
WHY_SPLINES_FAIL = (
    "Splines of the joints cannot cross: q1 - q2 is largest where the rods are one line, and a spline misses that value by an "
    "error e. Above it no configuration closes the loop; below it the exact motion turns back at "
    f"sqrt(e/{CURVATURE:.3g}), and the "
    "efforts peak as 1/e. So the 1e8 N of the report are an artefact of its samples, not of the singularity."
)
WHY_ADAMS_CROSSED = (
    "A simulator with steps predicts where the tool will be and may find the second solution of the closure, on "
    "the other side: so "
    "it arrives, with the peaks of the spline. Solved so, by our guess at what ADAMS does, the samples of the slides give the "
    "report's figures 4.1 to 4.4: 1e8 N respecting the criterion, 1e7 N not, and with few samples a tool that does not arrive."
)


@cache
def follow_splines(respects: bool, samples: int) -> Record:
    """What ADAMS did: the slides follow splines through samples of the inverse model."""
    path = RESPECTING if respects else VIOLATING
    q = biglide().inverse_geometry(path(0.0).x, mode=MODE).q
    return driven_by_splines(joint_splines(path, samples), q)


@cache
def solve_in_steps(respects: bool, samples: int, step: float = 1e-2) -> SteppedMotion:
    """What we think ADAMS did with the same splines: each step is solved from a prediction."""
    path = RESPECTING if respects else VIOLATING
    return step_by_step(joint_splines(path, samples), path(0.0).x, step)


@study(
    "000-15",
    "Crossing the Type 2 singularity",
    did="Stacks two quintics through (0, 1), with accelerations that meet the criterion and with ydd = 0, samples the slides by "
    "the inverse model, and drives ADAMS by splines through these samples.",
    claimed="The respecting trajectory is followed, the other one is not: wrong ends and oscillations; forces of 1e8 N in the "
    "first case, perhaps a numerical issue, and of 1e7 N in the second at the singularity.",
    quick=True,
    seconds=10.0,
)
def line_15_crossing(context: StudyContext) -> StudyResult:
    """The tool's motion, splines of the joints as ADAMS had them, and one controller that crosses on every plant."""
    task = prescribe_motion(biglide(), RESPECTING, duration=4.0, period=0.01, mode=MODE)
    runs = {plant: follow(RESPECTING, MODE, LAW, plant) for plant in context.plants}
    joints, run = follow(RESPECTING, MODE, JOINT_LAW), runs[context.engine]
    maps, needed = robustness_map(2.0, *_grid(context.full)), _largest_effort(RESPECTING, 4.0)
    return StudyResult(
        ran="4 s and half a second more, knots at 0, 2 and 4 s; closed loop at 1 kHz with the crossing controller on "
        f"{', '.join(NAMES[plant] for plant in context.plants)}; splines of the joints (Akima) with {SPLINES[0]} to "
        f"{SPLINES[-1]} samples, as an exact motion and solved in steps; {maps.succeeds.size} runs for the map.",
        findings=[
            *_respecting(task, needed),
            *_violating(),
            *_splines(),
            *_step_findings(),
            *_closed_loop("chapter 4", needed, runs),
            *_closed_loop("the straight path of section 3.3", _largest_effort(TO_SINGULARITY, 2.0), _straight_runs()),
            *_joint_control(joints),
            *_plan_findings(maps),
            *_seventh_order(),
            *(other_crossings(context) if context.full else ()),
        ],
        figures=[
            *_figures(run),
            _map(maps),
            Motion("Through the singularity", run, joints, "crossing controller", "computed torque of the joints"),
        ],
        notes=[
            "The report leaves times, velocity and xdd at (0, 1) open. Ours: knots at 0, 2 and 4 s, at rest at both ends; there "
            "(-0.05, 0.375) m/s and xdd = 0.1 m/s^2.",
            WHY_SPLINES_FAIL,
            WHY_ADAMS_CROSSED,
            *([] if context.full else ["The full run lets the five-bar, the 3-RRR and the Delta robot cross as well."]),
        ],
    )


def _largest_effort(path: Trajectory, duration: float) -> float:
    """The largest effort that the tool's motion needs, by hand [N]."""
    return largest_needed(path, duration, lambda t, x: slides(x))


def _respecting(task: Record, needed: float) -> list[Finding]:
    """The forces of 1e8 N that the report found for the motion that meets the criterion, and those that it needs."""
    return [
        claim(
            "respecting: largest effort that the motion needs, by hand",
            "at most",
            100.0,
            needed,
            "N",
            says="1e8, which may be due to numerical issues",
        ),
        observe(
            "respecting: the same by kinloop, from both sides of the singular instant",
            largest_effort(task),
            "N",
            relation="about",
            bound=needed,
            within=0.01,
        ),
    ]


def _step_findings() -> list[Finding]:
    """Splines of the joints solved step by step from a prediction: what the figures of the report show."""
    found = []
    for respects, path, force in ((True, "respecting", 1e8), (False, "not respecting", 1e7)):
        run = solve_in_steps(respects, SPLINES[-1])
        text = f"{path}, splines of the joints ({SPLINES[-1]} samples) solved in steps of 10 ms from a prediction"
        found.append(claim(f"{text}: largest effort", "at least", force, run.largest_effort, "N"))
        found.append(
            claim(f"{text}: x at the end", "equals", -0.1, run.x[-1, 0], "m", within=1e-6)
            if respects
            else observe(f"{text}: x at the end", run.x[-1, 0], "m")
        )
    coarse = solve_in_steps(False, SPLINES[0])
    away = f"not respecting, the same with {SPLINES[0]} samples: distance to the end"
    return [*found, claim(away, "at least", 0.1, np.abs(coarse.x[-1] - VIOLATING(4.0).x).max(), "m", says="not the desired one")]


def _straight_runs() -> dict[str, Record]:
    return {plant: follow(TO_SINGULARITY, MODE, LAW, plant) for plant in ("native", "mujoco")}


def _closed_loop(name: str, effort: float, runs: dict[str, Record]) -> list[Finding]:
    """Errors and efforts of the crossing controller; the effort is what the tool's motion needs, by hand."""
    found = []
    for plant, run in runs.items():
        text = f"closed loop through the singularity, {name}, {NAMES[plant]}"
        found.append(go_beyond(f"{text}: largest error of the tool", "at most", 5e-7, largest_tool_error(run), "m"))
        found.append(go_beyond(f"{text}: largest effort", "about", effort, largest_effort(run), "N", within=0.01))
    return found


def _joint_control(run: Record) -> list[Finding]:
    """Computed torque of the joints on the same path: kilonewtons, and no crossing."""
    mode, effort = int(run.mode["assembly"][-1, 0]), largest_effort(run)
    return [
        observe("computed torque of the joints: assembly mode at the end, +1 beyond the singularity", mode, bound=-1),
        observe("computed torque of the joints: largest effort", effort, "N", relation="at least", bound=1e3),
    ]


def _plan_findings(maps: RobustnessMap) -> list[Finding]:
    """A motion that is planned to cross, followed in closed loop, and pushed."""
    plan = biglide_plan(2.0)
    error = largest_tool_error(follow(plan.trajectory, MODE, plan.controller()))
    text = "crossing of 2 s from (0.1, 0.4) to (-0.1, 0.2), planned"
    quintic = _largest_effort(TO_SINGULARITY, 2.0)
    return [
        go_beyond(f"{text}: largest effort, where the quintic takes {quintic:.4g} N", "at most", quintic, plan.peak, "N"),
        go_beyond(f"{text}: the same by hand", "about", plan.peak, _largest_effort(plan.trajectory, 2.0), "N", within=0.01),
        go_beyond(f"{text}: largest error of the tool in closed loop", "at most", 5e-7, error, "m"),
        go_beyond(f"{text}: push against the motion that it withstands", "at least", 3.5, maps.largest_push, "N"),
    ]


def _violating() -> list[Finding]:
    """Efforts of the tool's own motion with ydd = 0 grow as the inverse of the time left."""
    peaks = [float(np.abs(efforts_beside(VIOLATING, MODE, AT, step)[1]).max()) for step in (1e-4, 1e-5)]
    text = "not respecting: effort ten times nearer to the singular instant, over that before"
    return [
        claim(text, "about", 10.0, peaks[1] / peaks[0], within=0.02, says="infinite forces"),
        observe("not respecting: effort 5 us beside that instant", peaks[1], "N", relation="at least", bound=1e4),
    ]


def _splines() -> list[Finding]:
    """What splines of the joints do, however fine."""
    runs = [follow_splines(True, samples) for samples in SPLINES]
    peaks = [largest_effort(run) for run in runs]
    errors = [-overshoot(joint_splines(RESPECTING, samples), AT) for samples in SPLINES]
    products = np.array(peaks) * errors
    turned = max(abs(run.x[-1, 0] - 0.1) for run in runs)
    text = "respecting, exact motion driven by splines of the joints"
    return [
        claim(f"{text}: largest effort with the finest samples", "at least", 1e8, peaks[-1], "N"),
        observe(f"{text}: x at the end minus 0.1, wanted -0.1: it turned back", turned, "m", relation="at most", bound=1e-5),
        observe(
            f"{text}: effort times the spline's error, largest over smallest",
            products.max() / products.min(),
            relation="at most",
            bound=1.8,
        ),
    ]


def _seventh_order() -> list[Finding]:
    """What continuity of the jerk buys: one limit of the efforts at the crossing instead of two."""
    jumps = []
    for continuity in (2, 3):
        (each,) = assess(biglide(), chapter_4(True, continuity), mode=MODE).crossings
        limits = [side.tau for side in (each.before, each.after) if side is not None and side.tau is not None]
        jumps.append(float(np.ptp(limits, axis=0).max()) if len(limits) == 2 else float("nan"))
    text = "jump of the efforts at the crossing"
    return [
        observe(f"{text}, quintics, whose jerk jumps there", jumps[0], "N", relation="at least", bound=1.0),
        go_beyond(f"{text}, pieces of seventh order with a continuous jerk", "at most", 1e-6, jumps[1], "N"),
    ]


def _grid(full: bool) -> tuple[np.ndarray, np.ndarray]:
    """Pushes [N] and masses [kg] of the map."""
    count = (25, 41) if full else (13, 13)
    return np.linspace(0.0, 6.0, count[0]), np.linspace(1.5, 4.5, count[1])


def _map(maps: RobustnessMap) -> Map:
    mass, push = Axis("mass of the platform (the law knows 3 kg)", "kg"), Axis("push against the motion", "N")
    return Map("Which crossings succeed", mass, push, Axis("success"), maps.masses, maps.pushes, maps.succeeds.astype(float))


def _figures(run: Record) -> list[Curves]:
    """Figures 4.1 to 4.4 by splines of the joints, the same in closed loop, and the peaks of splines."""
    beside = []
    for step in STEPS:
        t, tau = efforts_beside(VIOLATING, MODE, AT, step)
        beside.append(Series(f"every {1e3 * step:g} ms", np.abs(t - AT), np.abs(tau).max(axis=1), "points"))
    peaks = Series("largest effort", np.array(SPLINES), [largest_effort(follow_splines(True, n)) for n in SPLINES], "points")
    left, effort = Axis("time from the singular instant", "s"), Axis("size of the effort", "N")
    return [
        *_stepped_figures(True, SPLINES[-1], "fig. 4.1", "fig. 4.2"),
        tool_curves("Respecting the criterion, in closed loop: the tool", run, 4, RESPECTING),
        effort_curves("Respecting the criterion, in closed loop: efforts", run, 4),
        *_stepped_figures(False, SPLINES[0], "fig. 4.3", "fig. 4.4"),
        Curves("Not respecting it: efforts that the tool's motion needs", left, effort, beside, log="xy"),
        Curves("Largest effort of exact motions driven by splines", Axis("samples of the slides"), effort, [peaks], log="xy"),
    ]


def _stepped_figures(respects: bool, samples: int, tool: str, efforts: str) -> list[Curves]:
    """The tool and the efforts of splines of the joints, as ADAMS drove them."""
    run, wanted = solve_in_steps(respects, samples), (RESPECTING if respects else VIOLATING)
    name = f"{'Respecting the criterion' if respects else 'Not respecting it'}, splines of the joints, {samples} samples"
    point, size = wanted(run.t).x, np.maximum(np.abs(run.tau), 1e-3)
    lines = {"x": run.x[:, 0], "y": run.x[:, 1], "--x wanted": point[:, 0], "--y wanted": point[:, 1]}
    return [
        over_time(f"{name}: the tool", run.t, lines, "position", "m", reproduces=tool),
        over_time(
            f"{name}: size of the efforts",
            run.t,
            {"f1": size[:, 0], "f2": size[:, 1]},
            "size of the effort",
            "N",
            log="y",
            reproduces=efforts,
        ),
    ]


@study(
    "000-16",
    "Interactive animation",
    did="Runs the models and controllers with ADAMS in its interactive mode, so that the motion of the robot can be watched.",
    claimed="The robot motion can be observed while the simulation runs.",
    seconds=0.5,
)
def line_16_animation(context: StudyContext) -> StudyResult:
    """The motion of the controllers, as data for an animation: all links at every frame, loops closed."""
    run = follow(RESPECTING, MODE, LAW)
    tracking = control_run(ComputedTorque(1.0, 2.0), DEMUTTI_ROSI, 0.025, context.engine)
    gap = float(np.abs(run.robot.closure(run.q)).max())
    return StudyResult(
        ran="The crossing of chapter 4 on our own plant at 1 kHz, and computed torque along section 3.2 on "
        f"{NAMES[context.engine]} at 25 ms.",
        findings=[
            observe("largest gap of the loop over the animation of the crossing", gap, "m", relation="at most", bound=1e-9),
            observe("duration that can be watched", float(run.t[-1]), "s", relation="at least", bound=4.0),
        ],
        figures=[
            Motion("The crossing of chapter 4", run, reproduces="section 5.2"),
            Motion("Computed torque along the trajectory of section 3.2", tracking),
        ],
        notes=["The report's page plays these motions; `kinloop studio biglide` moves the machine by hand."],
    )
