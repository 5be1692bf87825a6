"""Line 49 of the checklist: sources of error, each alone: solver, number type, communication interval, propagation."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kinloop.control.function_law import python_law
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import LEE_PALMA, biglide
from kinloop.studies.biglide.control_runs import PLANTS, start_of
from kinloop.studies.biglide.engine_figures import NAMES
from kinloop.studies.biglide.engine_runs import DURATION, driven, engine_run
from kinloop.studies.framework.figure_data import Axis, Curves, Series
from kinloop.studies.framework.finding import Finding, claim, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray
INTERVAL = 0.01  # of the report's exchange with ADAMS [s]
STEPS = (5e-3, 2.5e-3, 1e-3)  # of the solver [s]
INTERVALS = (0.01, 5e-3, 2.5e-3)
POSITION_ERROR = 6e-5  # the report's error of the position, 0.06 mm


def solver_error(engine: str, step: float) -> float:
    """Largest distance of the tool between an engine with a step and our plant with a fine one, under the same held efforts."""
    return float(np.abs(held_efforts(engine, step).x - held_efforts("native", 2.5e-4).x).max())


@cache
def held_efforts(plant: str, step: float) -> Record:
    """The swing's efforts, held over each interval of 10 ms, on a plant with a step."""
    half = driven(INTERVAL, DURATION)
    middle = half.tau[1::2]

    def replay(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return middle[min(round(t / INTERVAL), len(middle) - 1)], state

    options = {"q": half.q[0], "qd": half.qd[0], "plant": PLANTS[plant](substeps=round(INTERVAL / step))}
    return simulate(biglide(), python_law(replay), duration=DURATION, period=INTERVAL, **options)


def interval_error(interval: float) -> float:
    """Largest distance of the tool between the motion of the models and a plant that gets its efforts once an interval."""
    return float(np.abs(engine_run("native", interval, DURATION).x - driven(interval, DURATION).x[::2]).max())


def computed_torque_in(kind: type) -> Record:
    """Computed torque with gains of 100 at 10 ms, where all numbers that are exchanged are rounded to a type."""
    robot, near = biglide(), {"q": start_of(LEE_PALMA)}

    def round_to_type(values: Any) -> Array:
        return np.ravel(values).astype(kind).astype(float)

    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        q = near["q"] = robot.forward_geometry(round_to_type(measured.q_active), near=near["q"]).q
        qd = robot.forward_velocity(q, round_to_type(measured.qd_active)).qd
        wanted = [np.ravel(each) for each in (reference.q_active, reference.qd_active, reference.qdd_active)]
        v = wanted[2] + 100.0 * (wanted[1] - qd[:2]) + 100.0 * (wanted[0] - q[:2])
        return round_to_type(robot.inertia(q) @ v + robot.bias(q, qd)), state

    rates = python_law(law, joint_reference=True)
    return simulate(robot, rates, LEE_PALMA, duration=3.0, period=INTERVAL, q=start_of(LEE_PALMA))


def model_rounding() -> dict[str, float]:
    """How far the models are off where their inputs, active positions, rates and accelerations, are rounded to float32."""
    run = driven(INTERVAL, DURATION)
    exact, single = (_models(run, kind) for kind in (np.float64, np.float32))
    return {name: float(np.abs(exact[name] - single[name]).max()) for name in exact}


def _models(run: Record, kind: type, shift: float = 0.0) -> dict[str, Array]:
    robot = biglide()
    q_active, qd, qdd = (array[:, :2].astype(kind).astype(float) for array in (run.q, run.qd, run.qdd))
    q = robot.forward_geometry(q_active + shift * np.array([1.0, -1.0]), near=run.q).q
    first = robot.forward_velocity(q, qd)
    second = robot.forward_acceleration(q, first.qd, qdd)
    return {"x": robot.frame_pose(q).position[:, :2], "xd": first.xd, "xdd": second.xdd}


def propagate_shift(shift: float) -> dict[str, float]:
    """How far velocity and acceleration of the models are off where the slides are off by a shift [m] and -shift."""
    run = driven(INTERVAL, DURATION)
    exact, moved = _models(run, np.float64), _models(run, np.float64, shift)
    return {name: float(np.abs(exact[name] - moved[name]).max()) for name in exact}


@study(
    "004-49",
    "Sources of error",
    did="Explains the differences to ADAMS by the solvers, the types of numbers, the communication interval and the propagation "
    "of errors.",
    claimed="Most likely first the computational methods, second the data types, third the communication interval, and error "
    "propagation.",
    seconds=4.0,
)
def line_49_error_sources(context: StudyContext) -> StudyResult:
    """Each source alone, at the report's interval of 10 ms, and which is the largest for which steps of the solver."""
    solver = [solver_error(context.engine, step) for step in STEPS]
    intervals = [interval_error(interval) for interval in INTERVALS]
    double, single = computed_torque_in(np.float64), computed_torque_in(np.float32)
    number_type, rounding = float(np.abs(double.x - single.x).max()), model_rounding()
    sizes = {"solver": solver[-1], "number type": max(number_type, rounding["x"]), "communication interval": intervals[0]}
    return StudyResult(
        ran=f"Solver: {NAMES[context.engine]} with steps of 5 to 1 ms against our own integrator with 0.25 ms, the same efforts "
        "held for 10 ms. Number type: all that is exchanged is rounded to float32, in the models and in a closed loop "
        "of computed "
        "torque. Interval: efforts of the swing held for 10, 5 and 2.5 ms. Propagation: slides off by 0.06 mm. Runs of 2 s, the "
        "closed loop 3 s.",
        findings=[
            *_each_matters({**sizes, "propagation of 0.06 mm of the slides": propagate_shift(POSITION_ERROR)["x"]}),
            *_ranking(solver, {name: size for name, size in sizes.items() if name != "solver"}),
            *_solver_and_interval(solver, intervals),
            *_number_type(number_type, rounding),
            *_propagation(),
        ],
        figures=[
            _orders("Solver: error of the position", "step", STEPS, solver),
            _orders("Communication interval: error of the position", "interval", INTERVALS, intervals),
            Curves(
                "Number type: change of the tool in closed loop",
                Axis("time", "s"),
                Axis("float32 minus float64", "m"),
                [Series(name, double.t, single.x[:, k] - double.x[:, k]) for k, name in enumerate("xy")],
            ),
        ],
        notes=[
            "The report lists the sources first to last without sizes; neither the solver's steps nor its tolerances are given.",
            "The number type is emulated: what is exchanged is rounded to float32, each program computes in float64.",
            f"Of the report's 0.06 mm, efforts held for 10 ms cause {1e3 * intervals[0]:.2g} mm here, a solver with steps "
            "of 1 ms "
            f"{1e3 * solver[-1]:.1g} mm, and numbers of single precision {1e3 * sizes['number type']:.1g} mm.",
        ],
    )


def _each_matters(sizes: dict[str, float]) -> list[Finding]:
    """Each of the sources that the report names causes an error well above rounding."""
    return [
        claim(f"{name} alone: largest error of the position", "at least", 1e-11, size, "m", says="a source of error")
        for name, size in sizes.items()
    ]


def _ranking(solver: list[float], others: dict[str, float]) -> list[Finding]:
    """Which source is the largest depends on the steps of the solver, which the report does not give."""
    return [
        observe(f"largest source, solver with steps of {1e3 * step:g} ms", max({"solver": error, **others}.items(), key=_size)[0])
        for step, error in zip(STEPS, solver, strict=True)
    ]


def _size(entry: tuple[str, float]) -> float:
    return entry[1]


def _solver_and_interval(solver: list[float], intervals: list[float]) -> list[Finding]:
    """Sizes and orders of the errors of the solver and of the interval."""
    text = "communication interval of 10 ms: largest error of the position; the report has 0.06 mm"
    ratios = solver[0] / solver[1], intervals[0] / intervals[1]
    return [
        observe("solver with steps of 1 ms: largest error of the position", solver[-1], "m", relation="at most", bound=6e-5),
        observe("solver: error with 5 ms over error with 2.5 ms, of second order", ratios[0], relation="at least", bound=3.0),
        observe(text, intervals[0], "m", relation="at most", bound=POSITION_ERROR),
        observe("interval: error with 10 ms over error with 5 ms", ratios[1], relation="about", bound=4.0, within=0.05),
    ]


def _number_type(closed_loop: float, models: dict[str, float]) -> list[Finding]:
    """What rounding to float32 changes."""
    text = "number type float32"
    return [
        observe(f"{text} in closed loop: change of the position", closed_loop, "m", relation="at most", bound=6e-6),
        observe(f"{text} in the models: change of the position", models["x"], "m", relation="at most", bound=1e-6),
        observe(f"{text} in the models: change of the acceleration", models["xdd"], "m/s^2", relation="at most", bound=1e-4),
    ]


def _propagation() -> list[Finding]:
    """How an error of the position becomes one of the velocity and the acceleration."""
    whole, half = propagate_shift(POSITION_ERROR), propagate_shift(POSITION_ERROR / 2)
    text, linear = "propagation, slides off by 0.06 mm", half["xd"] / whole["xd"]
    return [
        observe(f"{text}: error of the velocity", whole["xd"], "m/s", relation="at least", bound=1e-6),
        observe(f"{text}: error of the acceleration", whole["xdd"], "m/s^2", relation="at least", bound=1e-6),
        observe("propagation with half the error over that: it is linear", linear, relation="about", bound=0.5, within=0.02),
    ]


def _orders(title: str, what: str, x: tuple[float, ...], errors: list[float]) -> Curves:
    """Errors over steps or intervals, and what falls with the square."""
    steps = np.array(x)
    lines = [Series("measured", steps, errors, "points"), Series("square", steps, errors[0] * (steps / x[0]) ** 2, "dashed")]
    return Curves(title, Axis(what, "s"), Axis("largest error", "m"), lines, log="xy")
