"""Line 23 of the checklist: the dynamic model of the exam's two links, before the constraint."""

from __future__ import annotations

import numpy as np

from kinloop.simulation.loop.simulate import simulate
from kinloop.studies.framework.figure_data import Axis, Curves, Series
from kinloop.studies.framework.finding import observe
from kinloop.studies.framework.formula import findings
from kinloop.studies.framework.set_equations import set_equations
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.studies.robotics_2_exam.exam_equations import FREE, VALUES, exam_robot, exam_states

NOT_DEFINITE = (1.0, 0.9, 0.95)  # a1 > a3 > a2 > 0, and a3 (a1 - a3) < a2^2


@study(
    "002-23",
    "Dynamic model of two links by five coefficients",
    did="Derives the Coriolis and centrifugal terms from the inertia matrix by Christoffel's symbols, and gravity from the "
    "potential energy, with five dynamic coefficients a1 to a5.",
    claimed="The inertia (1), the velocity terms (2) and the gravity torques after (2). The coefficients satisfy a1 > a3 > a2 > "
    "0.",
    seconds=1.5,
)
def line_23_dynamic_model(context: StudyContext) -> StudyResult:
    """Each formula against kinloop's model of real bodies with these coefficients, and a free swing against an engine."""
    states, robot = exam_states(), exam_robot()
    free = {
        plant: simulate(robot, None, duration=1.0, period=2e-3, q=[0.5, 1.0], plant=plant) for plant in ("native", context.engine)
    }
    apart = float(np.abs(free["native"].q - free[context.engine].q).max())
    energy = float(np.ptp(free["native"].energy.sum(axis=-1)))
    a1, a2, a3 = NOT_DEFINITE
    smallest = np.linalg.eigvalsh([[a1 + 2 * a2, a3 + a2], [a3 + a2, a3]]).min()
    b1, b2, b3 = VALUES[:3]
    q2 = np.linspace(-np.pi, np.pi, 181)
    B = robot.inertia(np.stack([np.zeros_like(q2), q2], axis=-1))
    return StudyResult(
        ran="two_r_exam with 200 sets of coefficients of real bodies, a state each, seeded; a free swing of 1 s on the native "
        f"plant and on {context.engine}.",
        findings=[
            *findings(FREE, states),
            observe("free swing, native minus engine, largest angle", apart, "rad", relation="at most", bound=2e-5),
            observe("free swing, change of the energy on the native plant", energy, "J", relation="at most", bound=1e-7),
            observe(
                "smallest eigenvalue of B for a = (1, 0.9, 0.95), at q2 = 0", smallest, "kg m^2", relation="at most", bound=0.0
            ),
            observe(
                "smallest eigenvalue of B over q2 for the coefficients used here",
                np.linalg.eigvalsh(B).min(),
                "kg m^2",
                relation="at least",
                bound=1e-3 if b3 * (b1 - b3) > b2**2 else np.inf,
            ),
        ],
        figures=[
            set_equations("Inertia (1)", robot.equations("inertia"), {"inertia": "B"}),
            set_equations("Matrix of Christoffel's symbols", robot.equations("coriolis")),
            set_equations("Gravity", robot.equations("gravity")),
            Curves(
                "Entries of the inertia matrix",
                Axis("q2", "rad"),
                Axis("inertia", "kg m^2"),
                [Series("B11", q2, B[:, 0, 0]), Series("B12", q2, B[:, 0, 1]), Series("B22", q2, B[:, 1, 1])],
            ),
        ],
        notes=[
            "The condition a1 > a3 > a2 > 0 of the exam does not make B positive definite, which needs a3 (a1 - a3) > a2^2; no "
            "body has the coefficients (1, 0.9, 0.95).",
            "The exam gives no numbers: a = (0.98, 0.32, 0.42, 15.696, 7.848) and beta = 45 degrees are ours.",
        ],
    )
