"""Lines 24 to 26 of the checklist: the second link at a constant angle, the reduced model and its equilibria."""

from __future__ import annotations

import numpy as np

from kinloop.studies.framework.figure_data import Axis, Curves, Series
from kinloop.studies.framework.finding import Finding, claim, go_beyond, observe
from kinloop.studies.framework.formula import ROUNDING, columns, findings
from kinloop.studies.framework.set_equations import set_equations
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.studies.robotics_2_exam.exam_equations import (
    BETA,
    CONSTRAINED,
    VALUES,
    constrained_states,
    exam_robot,
    reduced_robot,
    static_torques,
)

Array = np.ndarray
MATRICES = {"A": [[1, 1]], "D": [[0, 1]], "E": [[1], [0]], "F": [[-1], [1]]}  # (3)
A1, A2, A3, A4, A5 = VALUES


@study(
    "002-24",
    "Reduced model of the robot under its constraint",
    did="Keeps the second link at the angle beta: q1 + q2 = beta. Chooses D for the pseudo-velocity v = qd2 and derives the "
    "reduced model and the multiplier with E and F, the inverse of A over D.",
    claimed="The equations (3) to (8). The representation has no singularity anywhere, and the velocity terms vanish on the "
    "constraint.",
    quick=True,
    seconds=0.5,
)
def line_24_constraint(context: StudyContext) -> StudyResult:
    """Kinloop's reduction, from the constraint as a text, against the exam's matrices and equations."""
    reduced, states = reduced_robot(), constrained_states()
    found = reduced.matrices(states.q)
    gap = max(float(np.abs(getattr(found, name) - np.array(printed)).max()) for name, printed in MATRICES.items())
    determinant = np.linalg.det(np.concatenate([found.A, found.D], axis=-2))
    terms = reduced.terms(states.q, columns(-states.v, states.v))
    velocity_part = float(np.abs(terms.bias[:, 0] + A4 * np.sin(states.q[:, 0])).max())
    return StudyResult(
        ran='kinloop.reduce(two_r_exam, "q1 + q2 - beta", "q2") at 200 seeded states on the constraint; no simulation.',
        findings=[
            claim("A, D, E, F of (3): largest difference of an entry", "equals", 0.0, gap, within=ROUNDING),
            claim("determinant of A over D, smallest over q2", "equals", 1.0, determinant.min(), within=ROUNDING),
            claim("determinant of A over D, largest over q2", "equals", 1.0, determinant.max(), within=ROUNDING),
            claim("velocity terms of the reduced model on the constraint", "equals", 0.0, velocity_part, "N m", within=1e-12),
            *findings(CONSTRAINED, states),
        ],
        figures=[
            set_equations("Matrices (3)", reduced.equations("matrices")),
            set_equations("Reduced equation of motion (7)", reduced.equations("acceleration")),
            set_equations("Multiplier (8)", reduced.equations("multiplier")),
        ],
        notes=["tau is the exam's u. On the constraint qd1 = -v and qd2 = v, so its -a2 sin(q2) qd1 qd2 is a2 sin(q2) v^2."],
    )


@study(
    "002-25",
    "Constant pseudo-inertia",
    did="Multiplies the inertia matrix from both sides with F.",
    claimed="The pseudo-inertia is a1 - a3 in every configuration, although the inertia matrix depends on q2.",
    seconds=0.3,
)
def line_25_pseudo_inertia(context: StudyContext) -> StudyResult:
    """The pseudo-inertia over a turn of q2, and why: the second link only translates."""
    q2 = np.linspace(-np.pi, np.pi, 361)
    q = columns(BETA - q2, q2)
    inertia, B = reduced_robot().inertia(q)[:, 0, 0], exam_robot().inertia(q)
    p = exam_robot().parameters
    l1, m2, d1 = A2 * p["g0"] / A5, p["m2"], p["d1"]
    m1 = (A4 / p["g0"] - m2 * l1) / d1
    I1 = A1 - A3 - m2 * l1**2 - m1 * d1**2
    return StudyResult(
        ran="The reduced two_r_exam at 361 configurations over a turn of q2; no simulation.",
        findings=[
            claim("pseudo-inertia, smallest", "equals", A1 - A3, inertia.min(), "kg m^2", within=1e-14),
            claim("pseudo-inertia, largest", "equals", A1 - A3, inertia.max(), "kg m^2", within=1e-14),
            observe(
                "inertia of joint 1 alone, B11, largest over smallest",
                B[:, 0, 0].max() / B[:, 0, 0].min(),
                bound=1.5,
                relation="at least",
            ),
            observe(
                "link 1 about its pivot with the mass of link 2 at its end: I1 + m1 d1^2 + m2 l1^2",
                I1 + m1 * d1**2 + m2 * l1**2,
                "kg m^2",
                relation="equals",
                bound=A1 - A3,
                within=1e-14,
            ),
        ],
        figures=[
            set_equations("Pseudo-inertia", reduced_robot().equations("inertia"), {"inertia": r"F^T B F"}),
            Curves(
                "Pseudo-inertia and inertia of joint 1",
                Axis("q2", "rad"),
                Axis("inertia", "kg m^2"),
                [Series("under the constraint", q2, inertia), Series("B11", q2, B[:, 0, 0], "dashed")],
            ),
        ],
        notes=["The second link keeps its orientation, so it moves as a point mass at the end of the first: that is a1 - a3."],
    )


@study(
    "002-26",
    "Static equilibria and their multipliers",
    did="Finds all torques that hold the robot at rest, the multiplier of each, and those of a virtual constraint.",
    claimed="u1 - u2 = a4 sin(q1), infinitely many torques for a configuration, and lambda = a5 sin(beta) - u2. A virtual "
    "constraint exerts no force, and then the torques are those of gravity.",
    seconds=0.5,
)
def line_26_equilibria(context: StudyContext) -> StudyResult:
    """Every equilibrium for given torques, by following the constraint's curve, and every torque for given configurations."""
    reduced, states = reduced_robot(), constrained_states()
    q, still = states.q, np.zeros((len(states.q2), 1))
    held = {force: reduced.torques(q, still, still, np.full((len(q), 1), force)) for force in (-3.0, 0.0, 7.0)}
    difference = max(float(np.abs(u[:, 0] - u[:, 1] - A4 * np.sin(q[:, 0])).max()) for u in held.values())
    force = max(float(np.abs(A5 * np.sin(BETA) - u[:, 1] - each).max()) for each, u in held.items())
    rest = max(float(np.abs(reduced.forward_dynamics(q, still, u).vd).max()) for u in held.values())
    gravity = float(np.abs(held[0.0] - static_torques(states)).max())
    return StudyResult(
        ran="The reduced two_r_exam: torques for multipliers of -3, 0 and 7 N m at 200 configurations; all equilibria for "
        "torques up to 1.001 a4, by following the curve of the constraint.",
        findings=[
            claim(
                "u1 - u2 - a4 sin(q1) of the torques that hold the robot, largest", "equals", 0.0, difference, "N m", within=1e-12
            ),
            claim("lambda - (a5 sin(beta) - u2), largest", "equals", 0.0, force, "N m", within=1e-12),
            claim("acceleration under these torques, largest", "equals", 0.0, rest, "rad/s^2", within=1e-11),
            claim("torques of a virtual constraint less those of gravity, largest", "equals", 0.0, gravity, "N m", within=1e-12),
            *_equilibria(),
        ],
        figures=[_curve_of_equilibria(), _lines_of_torques()],
        notes=[
            "The exam asks for torques at a configuration; the equilibria for given torques, their stability and the largest "
            "difference of torques that has any are added here."
        ],
    )


def _equilibria() -> list[Finding]:
    """Given torques: the equilibria of u1 - u2 = a4 sin(q1), their multipliers, and none beyond a4."""
    reduced, found = reduced_robot(), []
    for moment in (0.0, 9.0):
        rests = reduced.equilibria([moment + 2.0, 2.0])
        expected = np.sort(np.array([np.arcsin(moment / A4), np.pi - np.arcsin(moment / A4)]))
        angles = np.sort(np.array([float(np.mod(rest.q[0] + np.pi / 2, 2 * np.pi) - np.pi / 2) for rest in rests]))
        gap = float(np.abs(angles - expected).max()) if len(angles) == 2 else np.nan
        forces = [abs(float(rest.multiplier[0]) - (A5 * np.sin(BETA) - 2.0)) for rest in rests]
        words = f"for u1 - u2 = {moment:g} N m"
        found += [
            go_beyond(f"equilibria {words}", "is", 2, len(rests)),
            go_beyond(f"q1 of the equilibria {words}: largest difference to arcsin", "at most", 1e-9, gap, "rad"),
            claim(
                f"lambda of the equilibria {words}: largest difference to a5 sin(beta) - u2",
                "equals",
                0.0,
                max(forces),
                "N m",
                within=1e-9,
            ),
        ]
    stable = [rest for rest in reduced.equilibria() if rest.stability == "stable"]
    frequency = float(np.sqrt(stable[0].squared_frequencies[0])) if len(stable) == 1 else np.nan
    beyond = len(reduced.equilibria([1.001 * A4, 0.0]))
    return [
        *found,
        go_beyond(
            "frequency of small swings about the stable equilibrium without torques",
            "equals",
            float(np.sqrt(A4 / (A1 - A3))),
            frequency,
            "rad/s",
            within=1e-8,
        ),
        go_beyond("equilibria for u1 - u2 = 1.001 a4", "is", 0, beyond),
    ]


def _curve_of_equilibria() -> Curves:
    lines = []
    for name, turn in (("stable", 0.0), ("unstable", np.pi)):
        q1 = np.linspace(-np.pi / 2, np.pi / 2, 91) + turn
        lines.append(Series(name, A4 * np.sin(q1), q1, "line" if name == "stable" else "dashed"))
    found = [(m, rest.q[0]) for m in (-12.0, -6.0, 0.0, 6.0, 12.0) for rest in reduced_robot().equilibria([m, 0.0])]
    at = np.array([[m, np.mod(q1 + np.pi / 2, 2 * np.pi) - np.pi / 2] for m, q1 in found])
    lines.append(Series("found by following the constraint", at[:, 0], at[:, 1], "points"))
    return Curves("Equilibria over the difference of the torques", Axis("u1 - u2", "N m"), Axis("q1", "rad"), lines)


def _lines_of_torques() -> Curves:
    """Torques that hold three configurations: a line each, of slope 1, on which the multiplier changes."""
    force = np.linspace(-10.0, 10.0, 21)[:, None]
    lines = []
    for q1 in (-45.0, 0.0, 45.0):
        q = np.broadcast_to([np.deg2rad(q1), BETA - np.deg2rad(q1)], (21, 2))
        u = reduced_robot().torques(q, np.zeros((21, 1)), np.zeros((21, 1)), force)
        lines.append(Series(f"q1 = {q1:g} deg", u[:, 0], u[:, 1]))
        gravity = exam_robot().static_effort(q[0])
        lines.append(Series(f"q1 = {q1:g} deg, lambda = 0", gravity[:1], gravity[1:], "points"))
    return Curves(
        "Torques that hold the robot, lambda from -10 to 10 N m", Axis("u1", "N m"), Axis("u2", "N m"), lines, equal=True
    )
