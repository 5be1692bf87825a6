"""Lines 27 and 28 of the checklist: simulation with the reduced model, and torques that need no constraint force."""

from __future__ import annotations

from functools import cache
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.function_law import casadi_law
from kinloop.mechanism.parts.parts import Coupling
from kinloop.model.robot import Robot, load
from kinloop.simulation.loop.reduced_run import Constrained, ReducedRun
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.record.record import Record
from kinloop.studies.framework.continuous_time import extrapolate
from kinloop.studies.framework.figure_data import Curves, FigureData, Motion, over_time
from kinloop.studies.framework.finding import claim, go_beyond, observe
from kinloop.studies.framework.formula import findings
from kinloop.studies.framework.set_equations import set_equations
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.studies.robotics_2_exam.exam_equations import (
    BETA,
    VALUES,
    ZERO_FORCE,
    constrained_states,
    exam_robot,
    reduced_robot,
)
from kinloop.trajectory.polynomials.quintic import Quintic

Array = np.ndarray
A1, A2, A3, A4, A5 = VALUES
START = np.array([BETA - np.pi / 2, np.pi / 2])  # q1 = -45 degrees, at rest
HELD = (3.0, 0.0)  # N m: constant torques for the comparison with engines

# ------------------------------------------------------------------ line 27


def arbitrary_torques(t: float, q: Array, qd: Array) -> Array:
    """Ours: the exam says "arbitrary"."""
    return np.array([4.0 * np.sin(3.0 * t), 2.0 * np.cos(2.0 * t)])


def swing_period() -> float:
    """Of the pendulum (7) without torques, released at q1 = -45 degrees: a complete elliptic integral."""
    from scipy.special import ellipk

    return float(4 * np.sqrt((A1 - A3) / A4) * ellipk(np.sin(START[0] / 2) ** 2))


def constrained_run(torques: Any, duration: float, period: float, form: str = "reduced") -> ReducedRun:
    """Step 2 of the exam's procedure (``reduced``), step 2' (``positions``), or the full equation with its multiplier."""
    return simulate(reduced_robot(), torques, duration=duration, period=period, q=START, plant=Constrained(form))


@cache
def robot_with_belt() -> Robot:
    """The constraint as a machine: a belt from a pulley that does not turn keeps link 2 at the angle beta; u1 drives, u2 = 0."""
    mechanism = exam_robot().mechanism
    joints = tuple(joint.model_copy(update={"actuated": joint.name == "q1"}) for joint in mechanism.joints)
    belt = Coupling(name="belt", coordinate="q2", of="q1", ratio=-1, offset="beta")
    without = dict.fromkeys(("forward_geometry", "inverse_geometry", "motion"))
    changes: dict[str, Any] = {"name": "two_r_belt", "joints": joints, "couplings": (belt,), "task": ("y",), **without}
    return load(mechanism.model_copy(update=changes))


def belt_run(plant: str) -> Record:
    """2 s under a constant torque."""
    law = casadi_law(lambda t, measured, reference, state, model: (ca.DM([HELD[0]]), state))
    return simulate(robot_with_belt(), law, duration=2.0, period=2e-3, q=START, plant=plant)


@study(
    "002-27",
    "Simulation with the reduced model, both variants",
    did="Describes how to simulate: from a state on the constraint, compute the pseudo-acceleration, and integrate all joints "
    "(step 2), or the second joint alone and the first from the constraint (step 2').",
    claimed="The constraint then holds at all times, and both variants are the same motion.",
    seconds=4.0,
)
def line_27_simulation(context: StudyContext) -> StudyResult:
    """Both variants and the full equation under torques that change, the pendulum's period, an arm with a belt on an engine."""
    forms = ("reduced", "positions", "multipliers")
    runs = {form: constrained_run(arbitrary_torques, 1.0, 5e-3, form) for form in forms}
    first, second, full = (runs[form] for form in forms)
    T = swing_period()
    swing = {steps: constrained_run(None, T, T / steps) for steps in (200, 400)}
    back = {steps: float(np.abs(run.q[-1] - START).max()) for steps, run in swing.items()}
    held = constrained_run(list(HELD), 2.0, 2e-3)
    belts = {plant: belt_run(plant) for plant in ("native", context.engine)}
    apart = {plant: float(np.abs(run.q - held.q).max()) for plant, run in belts.items()}
    force = {plant: float(np.nanmax(np.abs(run.loop_force[:, 0] - held.multiplier[:, 0]))) for plant, run in belts.items()}
    return StudyResult(
        ran="The reduced two_r_exam from rest at q1 = -45 degrees, RK4: torques u = (4 sin 3t, 2 cos 2t) N m with steps of 5 "
        "ms; without torques for one period; and u = (3, 0) N m for 2 s with steps of 2 ms, beside the same arm with a belt on "
        f"the native plant and on {context.engine}.",
        findings=[
            claim("q1 + q2 - beta in step 2, largest", "equals", 0.0, first.residual.max(), "rad", within=1e-12),
            claim("q1 + q2 - beta in step 2', largest", "equals", 0.0, second.residual.max(), "rad", within=1e-12),
            claim("step 2' minus step 2, largest angle", "equals", 0.0, np.abs(second.q - first.q).max(), "rad", within=1e-12),
            observe(
                "full equation with its multiplier minus step 2, largest angle",
                np.abs(full.q - first.q).max(),
                "rad",
                relation="at most",
                bound=1e-10,
            ),
            observe("period of the free swing, by (7)", T, "s", relation="at least", bound=2 * np.pi * np.sqrt((A1 - A3) / A4)),
            go_beyond("distance from the start after that period, 400 steps", "at most", 1e-7, back[400], "rad"),
            go_beyond(
                "the same with 200 steps over that with 400: at least fourth order", "at least", 16.0, back[200] / back[400]
            ),
            observe(
                "the arm with a belt, native plant, largest angle apart", apart["native"], "rad", relation="at most", bound=1e-9
            ),
            observe(
                "the arm with a belt, engine, largest angle apart", apart[context.engine], "rad", relation="at most", bound=1e-5
            ),
            observe(
                "force of the belt minus lambda, native plant, largest", force["native"], "N m", relation="at most", bound=1e-8
            ),
            observe(
                "force of the belt minus lambda, engine, largest", force[context.engine], "N m", relation="at most", bound=1e-3
            ),
        ],
        figures=[
            *_reduced_figures(first, second, swing[400]),
            Motion(
                "The second link keeps its orientation",
                belts["native"],
                belts[context.engine],
                "native",
                context.engine,
            ),
        ],
        notes=["The belt's machine has one actuator: its torque is u1 - u2, and with u2 = 0 its belt carries the exam's lambda."],
    )


def _reduced_figures(first: ReducedRun, second: ReducedRun, swing: ReducedRun) -> list[Curves]:
    angles = {f"q{k + 1}, step 2": first.q[:, k] for k in (0, 1)} | {f"-- q{k + 1}, step 2'": second.q[:, k] for k in (0, 1)}
    return [
        over_time("Angles under torques that change", first.t, angles, "angle", "rad"),
        over_time("Multiplier", first.t, {"lambda": first.multiplier[:, 0]}, "moment", "N m"),
        over_time("Free swing, one period", swing.t, {"q1": swing.q[:, 0], "q2": swing.q[:, 1]}, "angle", "rad"),
    ]


# ------------------------------------------------------------------ line 28


def torques_of_9(t: Any, measured: Any, reference: Any, state: Any, model: Any, multiplier: float) -> tuple[Any, Any]:
    """(9) as a law: the pseudo-acceleration is the reference's, and ``multiplier`` the force that a constraint would exert."""
    (q1, q2), (qd1, qd2) = ca.vertsplit(measured.q_active), ca.vertsplit(measured.qd_active)
    vd = reference.qdd_active[1]
    velocity = A2 * ca.sin(q2) * qd1 * qd2
    u1 = (A3 - A1 - A2 * ca.cos(q2)) * vd - velocity + A4 * ca.sin(q1) + A5 * np.sin(BETA) - multiplier
    return ca.vertcat(u1, u1 + (A1 - A3) * vd - A4 * ca.sin(q1)), state


def unconstrained_run(multiplier: float, period: float = 1e-3, plant: str = "native") -> Record:
    """The free robot, to which nothing holds its second link, under the torques of (9): 70 degrees of q2 in 1 s."""
    move = Quintic(START, START + np.deg2rad([70.0, -70.0]), 1.0, space="active")
    law = casadi_law(torques_of_9, multiplier=multiplier)
    return simulate(exam_robot(), law, move, duration=1.0, period=period, plant=plant)


def turn_of_link_2(run: Record) -> Array:
    """How far link 2 has turned away from the angle beta [rad]."""
    return np.asarray(run.q.sum(axis=-1) - BETA)


@study(
    "002-28",
    "Torques for a pseudo-acceleration without a constraint force",
    did="Solves (7) and (8) for the torques that give a wanted pseudo-acceleration while the multiplier is zero.",
    claimed="The torques (9) are unique, and with them nothing has to hold the constraint.",
    seconds=2.0,
)
def line_28_zero_multiplier(context: StudyContext) -> StudyResult:
    """(9) against the reduction's torques, and as a law on the robot without any constraint, where it has to keep the angle."""
    periods = (4e-3, 2e-3, 1e-3, 5e-4)
    runs = {period: unconstrained_run(0.0, period) for period in periods}
    turned = {period: float(np.abs(turn_of_link_2(run)).max()) for period, run in runs.items()}
    limit = extrapolate([(each.q - each.q_ref)[:: round(4e-3 / period)] for period, each in runs.items()])
    engine, other = unconstrained_run(0.0, plant=context.engine), unconstrained_run(5.0)
    run = runs[1e-3]
    apart = float(np.abs(engine.q - run.q).max())
    return StudyResult(
        ran=f"(9) at 200 states; then as a law at 0.5 to 4 ms on the free two_r_exam, native plant and {context.engine}: q2 "
        "from 90 to 20 degrees in 1 s by a quintic, no feedback of the error, lambda = 0 and lambda = 5 N m.",
        findings=[
            *findings(ZERO_FORCE, constrained_states()),
            claim(
                "turn of link 2 on the free robot, in the limit of continuous time, largest",
                "at most",
                1e-8,
                np.abs(limit.sum(axis=-1)).max(),
                "rad",
                says="the constraint force is zero",
            ),
            claim("error of q in that limit, largest", "equals", 0.0, np.abs(limit).max(), "rad", within=1e-8),
            observe("turn of link 2 at 1 ms, largest", turned[1e-3], "rad", relation="at most", bound=turned[2e-3]),
            observe(
                "the same at 1 ms over 0.5 ms: the hold of the torques leaves it",
                turned[1e-3] / turned[5e-4],
                relation="about",
                bound=2.0,
                within=0.05,
            ),
            observe(
                "turn of link 2 with the torques for lambda = 5 N m, largest",
                np.abs(turn_of_link_2(other)).max(),
                "rad",
                relation="at least",
                bound=0.5,
            ),
            observe("native minus engine, largest angle", apart, "rad", relation="at most", bound=1e-5),
        ],
        figures=[
            *_torque_figures(run, other),
            Motion(
                "Torques for lambda = 0 and for lambda = 5 N m, nothing holds link 2", run, other, "lambda = 0", "lambda = 5 N m"
            ),
        ],
        notes=[
            "What is left of the angle comes from torques that are held for a period; the exam's formula is of continuous time."
        ],
    )


def _torque_figures(run: Record, other: Record) -> list[FigureData]:
    turned = {"torques for lambda = 0": run.q.sum(axis=-1), "torques for lambda = 5 N m": other.q.sum(axis=-1)}
    return [
        set_equations("Torques (9), with a multiplier", reduced_robot().equations("torques")),
        over_time(
            "Orientation of link 2 on the free robot",
            run.t,
            turned | {"-- beta": np.full(len(run.t), BETA)},
            "q1 + q2",
            "rad",
        ),
        over_time("Torques", run.t, {"u1": run.tau[:, 0], "u2": run.tau[:, 1]}, "torque", "N m"),
    ]
