"""Line 48 of the checklist: through a Type 1 and then a Type 2 singularity."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import LEE_PALMA_CROSSINGS, S, biglide, d, path_of_lee_palma
from kinloop.studies.biglide.closed_form import largest_needed
from kinloop.studies.biglide.crossing_runs import (
    driven_by_splines,
    efforts_beside,
    follow,
    largest_effort,
    largest_tool_error,
    slides,
)
from kinloop.studies.biglide.engine_figures import NAMES
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Motion, Series, over_time
from kinloop.studies.framework.finding import Finding, claim, correct, go_beyond, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.trajectory.spline import Spline
from kinloop.type2_crossing.crossing_law import CrossingControl

Array = np.ndarray
AT_TYPE_1, AT_TYPE_2 = 2.0, 4.0  # [s]
BEFORE, AFTER = (-1, -1), (1, -1)  # working modes before and after the Type 1 point
PATHS = {name: path_of_lee_palma(*accelerations) for name, accelerations in LEE_PALMA_CROSSINGS.items()}
PRINTED, OTHER, SIGN, BOTH = "as printed (56)", "not respecting (58)", "sign of (45) corrected", "corrected at both points"
SMOOTH = path_of_lee_palma(*LEE_PALMA_CROSSINGS[BOTH], continuity=3)  # of seventh order: the jerk does not jump
KERNEL = np.array([S, d]) / np.hypot(S, d)  # (43)
LAW, JOINT_LAW = CrossingControl(), ComputedTorque(100.0, 20.0)


def off_criterion(acceleration: tuple[float, float]) -> float:
    """How much of an acceleration is along the motion that the feet do not control: the criterion asks for none."""
    return float(abs(KERNEL @ acceleration) / np.linalg.norm(acceleration))


@cache
def follow_splines(name: str) -> Record:
    """What the report did in ADAMS: 3001 samples of the slides in 6 s, through Akima's splines."""
    t = np.linspace(0, 6, 3001)
    spline = Spline(t, slides(PATHS[name](t).x, np.where(t < AT_TYPE_1, -1.0, 1.0)), kind="akima", space="active")
    return driven_by_splines(spline, biglide().inverse_geometry([0, 0.3], mode=BEFORE).q)


def growth(name: str, mode: tuple[int, int], at: float) -> float:
    """The effort that a path needs ten times nearer to a singular instant, over that before: 10 where it has no bound."""
    peaks = [float(np.abs(efforts_beside(PATHS[name], mode, at, step)[1]).max()) for step in (1e-3, 1e-4)]
    return peaks[1] / peaks[0]


def acceleration_of_slide(name: str, step: float) -> float:
    """The acceleration of slide 1 that a path needs half a step before its Type 1 point [m/s^2]."""
    robot, point = biglide(), PATHS[name](AT_TYPE_1 - step / 2)
    q = robot.inverse_geometry(point.x, mode=BEFORE).q
    qd = robot.inverse_velocity(q, point.xd).qd
    return float(abs(robot.inverse_acceleration(q, qd, point.xdd).qdd_active[0]))


@study(
    "004-48",
    "Through Type 1 and then Type 2",
    did="Stacks three quintics through (0.1606, 0), where an arm is horizontal, and (0, -0.3), where the arms are one line; "
    "with the acceleration of (45) and with another one; drives ADAMS by splines of the slides.",
    claimed="ADAMS follows up to the Type 2 singularity, then jumps between modes with huge forces, respecting or not. "
    "MATLAB's own animation crosses. The conclusion: ADAMS cannot model it, or was not set up well.",
    seconds=8.0,
)
def line_48_crossing(context: StudyContext) -> StudyResult:
    """The criterion on every path, splines of the joints, and closed loop through both singularities on every plant."""
    runs = {plant: follow(PATHS[BOTH], BEFORE, LAW, plant) for plant in context.plants}
    joints = follow(PATHS[BOTH], BEFORE, JOINT_LAW)
    run = runs[context.engine]
    return StudyResult(
        ran="6 s and half a second more, knots at 0, 2, 4 and 6 s; closed loop at 1 kHz with the crossing controller on "
        f"{', '.join(NAMES[plant] for plant in context.plants)}; splines of the joints (Akima) with 3001 samples.",
        findings=[*_criterion(), *_type_1(), *_splines(), *_closed_loop(runs, joints), *_seventh_order(), *_modes(run)],
        figures=[
            *_figures(run),
            Motion("Through Type 1 and Type 2", run, joints, "crossing controller", "computed torque of the joints"),
        ],
        errata=[_acceleration_56(), _at_type_1(), _matrix_57()],
        notes=[
            "At the Type 1 point the tool must accelerate inwards: l xdd = -(yd - qd1)^2. With xdd = 0, as printed, the slide "
            "needs unbounded accelerations; -0.2 m/s^2 was chosen.",
            "Times are open in the report but for the 6 s of the simulation.",
        ],
    )


def _closed_loop(runs: dict[str, Record], joints: Record) -> list[Finding]:
    """The corrected path under the crossing controller on every plant, and under computed torque of the joints."""
    found, needed = [], largest_needed(PATHS[BOTH], 6.0, _slides_of_path)
    for plant, run in runs.items():
        text = f"corrected path in closed loop, {NAMES[plant]}"
        kinds = " then ".join(event.kind for event in run.events if event.kind in ("type 1", "type 2"))
        found += [
            go_beyond(f"{text}: largest error of the tool", "at most", 5e-7, largest_tool_error(run), "m"),
            go_beyond(
                f"{text}: largest effort, which by hand the motion needs", "about", needed, largest_effort(run), "N", within=0.01
            ),
            go_beyond(f"{text}: singularities that it passes", "is", "type 1 then type 2", kinds),
        ]
    text = "computed torque of the joints on the same path: largest effort"
    return [*found, observe(text, largest_effort(joints), "N", relation="at least", bound=1e3)]


def _slides_of_path(t: Array, x: Array) -> Array:
    """The slides along the paths: the first sign changes at the Type 1 point."""
    return slides(x, np.where(t < AT_TYPE_1, -1.0, 1.0))


def _seventh_order() -> list[Finding]:
    """What continuity of the jerk buys at the Type 2 point: one limit of the efforts instead of two."""
    jumps = []
    for path in (PATHS[BOTH], SMOOTH):
        _, tau = efforts_beside(path, AFTER, AT_TYPE_2, 1e-4)
        half = len(tau) // 2
        sides = [2 * tau[half] - tau[half + 1], 2 * tau[half - 1] - tau[half - 2]]  # on the instant, from either side
        jumps.append(float(np.abs(sides[0] - sides[1]).max()))
    text = "jump of the efforts at Type 2"
    return [
        observe(f"{text}, quintics, whose jerk jumps there", jumps[0], "N", relation="at least", bound=0.1),
        go_beyond(f"{text}, pieces of seventh order with a continuous jerk", "at most", 0.05 * jumps[0], jumps[1], "N"),
    ]


def _modes(run: Record) -> list[Finding]:
    """Which mode changes at the Type 2 point."""
    before, after = (int(np.searchsorted(run.t, AT_TYPE_2 + step)) for step in (-0.2, 0.2))
    changed = {kind: bool((run.mode[kind][before] != run.mode[kind][after]).any()) for kind in ("working", "assembly")}
    flips = " and ".join(f"{kind} mode" for kind, changes in changed.items() if changes)
    proof = changed == {"working": False, "assembly": True}
    return [correct("mode that flips at the Type 2 point", "is", "working mode", flips, proof=proof)]


def _acceleration_56() -> Erratum:
    """The acceleration of (56) at the Type 2 point."""
    wrong, right = (off_criterion(LEE_PALMA_CROSSINGS[name][1]) for name in (PRINTED, BOTH))
    return Erratum(
        "004",
        "(56)",
        "With the sign of (45) the acceleration at (0, -0.3) is along the kernel: the trajectory called respecting violates the "
        "criterion, which is why both look alike. Errors are the part along the kernel.",
        r"\ddot{\mathbf x}_s = \begin{bmatrix}\frac{-0.1d}{\sqrt{4l^2-d^2}}\\ -0.1\end{bmatrix}",
        r"\ddot{\mathbf x}_s = \begin{bmatrix}\frac{0.1d}{\sqrt{4l^2-d^2}}\\ -0.1\end{bmatrix}",
        wrong,
        right,
    )


def _at_type_1() -> Erratum:
    """The acceleration of (56) at the Type 1 point: by how much that of the slide grows ten times nearer to it."""
    errors = {name: abs(acceleration_of_slide(name, 1e-4) / acceleration_of_slide(name, 1e-3) - 1) for name in (PRINTED, BOTH)}
    return Erratum(
        "004",
        "(56), Type 1",
        "Where an arm is horizontal the tool is on the border of the workspace and must accelerate inwards, by as much as its "
        "arm turns. With xdd = 0 and a jerk the slide's acceleration has no bound. Errors are by how much, as a share, "
        "it grows from "
        "0.5 ms to 0.05 ms before that point.",
        r"\ddot{\mathbf x}_m = \begin{bmatrix}0\\ -0.2\end{bmatrix}",
        r"l\,\ddot x_m = -(\dot y - \dot q_1)^2, \text{ as } \ddot{\mathbf x}_m = \begin{bmatrix}-0.2\\ -0.2\end{bmatrix}",
        errors[PRINTED],
        errors[BOTH],
        holds=0.02,
        is_off=1.0,
    )


def _criterion() -> list[Finding]:
    """Which paths meet the crossing criterion, and what their efforts do."""
    parts = {name: off_criterion(acceleration) for name, (_, acceleration) in LEE_PALMA_CROSSINGS.items()}
    corrected = growth(BOTH, AFTER, AT_TYPE_2)
    return [
        correct(
            "(56), respecting: part of the acceleration at (0, -0.3) that violates the criterion",
            "equals",
            0.0,
            parts[PRINTED],
            within=1e-9,
            proof=parts[BOTH] < 1e-12 and corrected < 1.1,
        ),
        claim("(58), not respecting: that part", "at least", 0.1, parts[OTHER], says="does not respect it"),
        observe(
            "with the sign of (45) corrected, the Type 1 point as printed: effort ten times nearer to Type 2 over that before",
            growth(SIGN, AFTER, AT_TYPE_2),
            relation="at most",
            bound=1.1,
        ),
        observe(
            "(56): effort ten times nearer to Type 2 over that before: it has no bound",
            growth(PRINTED, AFTER, AT_TYPE_2),
            relation="about",
            bound=10.0,
            within=0.02,
        ),
        claim(
            "(58): effort ten times nearer to Type 2 over that before: it has no bound",
            "about",
            10.0,
            growth(OTHER, AFTER, AT_TYPE_2),
            within=0.02,
            says="a massive force spike",
        ),
        go_beyond("corrected: effort ten times nearer to Type 2 over that before: it is bounded", "at most", 1.1, corrected),
    ]


def _type_1() -> list[Finding]:
    """What the slide needs at the Type 1 point, with xdd = 0 and with xdd = -0.2."""
    steps = (1e-2, 1e-3)
    ratios = {name: acceleration_of_slide(name, steps[1]) / acceleration_of_slide(name, steps[0]) for name in (PRINTED, BOTH)}
    return [
        observe(
            "xdd = 0 at Type 1, as printed: acceleration of the slide ten times nearer over that before, as 1/sqrt(t)",
            ratios[PRINTED],
            relation="about",
            bound=np.sqrt(10.0),
            within=0.2,
        ),
        go_beyond("xdd = -0.2 at Type 1: the same", "at most", 1.1, ratios[BOTH]),
    ]


def _splines() -> list[Finding]:
    """Splines of the joints pass Type 1 and end at Type 2, on every path; the corrected one is not the report's."""
    found = []
    for name in (PRINTED, OTHER, BOTH):
        run = follow_splines(name)
        end, away = run.events[-1].time, float(np.abs(run.x - PATHS[name](run.t).x).max())
        texts = f"{name}, splines of the joints: when the exact motion ends", f"{name}: largest distance to the path until then"
        if name == BOTH:
            found.append(observe(texts[0], end, "s", relation="equals", bound=AT_TYPE_2, within=1e-3))
            found.append(observe(texts[1], away, "m", relation="at most", bound=1e-4))
            continue
        found.append(claim(texts[0], "equals", AT_TYPE_2, end, "s", within=1e-3, says="erratic after the singularity"))
        found.append(claim(texts[1], "at most", 1e-4, away, "m", says="perfect before it"))
    return found


def _matrix_57() -> Erratum:
    """(57) multiplies by T where it should divide: the coefficients of the first part of (56)."""
    path, t = PATHS[PRINTED], np.linspace(0, 2, 41)
    rows = []
    for at in (0.0, 2.0):
        powers = at ** np.arange(6.0)
        rate = np.array([0, 1, 2 * at, 3 * at**2, 4 * at**3, 5 * at**4])
        rows += [powers, rate, np.array([0, 0, 2, 6 * at, 12 * at**2, 20 * at**3])]
    T = np.array(rows)
    ends = np.concatenate([np.stack([each.x, each.xd, each.xdd]) for each in (path(0.0), path(2.0))])
    wanted, powers = path(t).x, t[:, None] ** np.arange(6)
    printed, right = (
        float(np.abs(powers @ a - wanted).max() / np.abs(wanted).max()) for a in (T @ ends, np.linalg.solve(T, ends))
    )
    return Erratum(
        "004",
        "(57)",
        "The system is to be solved: the coefficients are the inverse of the matrix times the ends.",
        r"\mathbf T\,\mathbf x = \mathbf a",
        r"\mathbf a = \mathbf T^{-1}\mathbf x",
        printed,
        right,
    )


def _figures(run: Record) -> list[Curves | Equation]:
    """Figures 19 to 22: efforts of splines of the joints, respecting as printed and not; and those of the closed loop."""
    every, t = 4, run.t[::4]
    curves: list[Curves | Equation] = []
    for name, whole, near in ((PRINTED, "fig. 19", "fig. 20"), (OTHER, "fig. 21", "fig. 22")):
        driven = follow_splines(name)
        curves.append(
            over_time(
                f"{name}: size of the efforts, splines of the joints",
                driven.t,
                {"f1": np.abs(driven.tau[:, 0]), "f2": np.abs(driven.tau[:, 1])},
                "effort",
                "N",
                log="y",
                reproduces=whole,
            )
        )
        times, tau = efforts_beside(PATHS[name], AFTER, AT_TYPE_2, 1e-3)
        curves.append(
            over_time(
                f"{name}: efforts that the tool's own motion needs around the singularity",
                times,
                {"f1": tau[:, 0], "f2": tau[:, 1]},
                "effort",
                "N",
                reproduces=near,
            )
        )
    wanted = PATHS[BOTH](t).x
    curves += [
        over_time("Corrected: efforts in closed loop", t, {"f1": run.tau[::every, 0], "f2": run.tau[::every, 1]}, "effort", "N"),
        Curves(
            "Corrected: the tool in closed loop",
            Axis("x", "m"),
            Axis("y", "m"),
            [Series("wanted", wanted[:, 0], wanted[:, 1], "dashed"), Series("tool", run.x[::every, 0], run.x[::every, 1])],
            equal=True,
        ),
        Equation("At Type 1", r"l\,\ddot x = -(\dot y - \dot q_1)^2"),
    ]
    return curves
