"""Lines 17 to 22 of the checklist: the models of the report that used Gazebo, against an engine in its place."""

from __future__ import annotations

import numpy as np

from kinloop.studies.biglide.biglide_paths import biglide, d, l
from kinloop.studies.biglide.biglide_states import biglide_states
from kinloop.studies.biglide.engine_runs import engine_run
from kinloop.studies.biglide.model_study import model_study
from kinloop.studies.conti_pagano.equations import (
    ACCELERATIONS,
    DYNAMICS,
    PASSIVE_ACCELERATIONS,
    PASSIVE_VELOCITIES,
    VELOCITIES,
    incomplete,
)
from kinloop.studies.conti_pagano.geometry_equations import GEOMETRY
from kinloop.studies.framework.figure_data import Equation, Motion
from kinloop.studies.framework.finding import Finding, claim, go_beyond, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

GAZEBO = "The report compares with Gazebo but gives no figures and no motion; the motion above is ours."
ENGINES = ("mujoco",)  # as Gazebo, an engine with reduced coordinates that needs no further library
TYPE_1 = "Where a leg is across its slide (Type 1) the projection on x0 is 0/0; kinloop's passive rates exist there too."


@study(
    "001-17",
    "Geometry from the left leg",
    did="Places the tool by a sum of vectors from the left foot, then passive angles and the inverse model.",
    claimed="Equations (1) to (17); the inverse model has four solutions.",
    seconds=0.5,
)
def line_17_geometry(context: StudyContext) -> StudyResult:
    """(1) to (19), and where arctan fails."""
    states, robot = biglide_states(), biglide()
    reach = states.x[:, 0] - states.d / 2
    turns = np.abs(states.q[:, 3] - np.arctan((states.x[:, 1] - states.q[:, 1]) / reach)) / np.pi
    mistakes = incomplete(states)
    return model_study(
        context,
        "001",
        GEOMETRY,
        {"x": (None, ""), "q_passive": (None, "")},
        found=[
            claim("solutions of the inverse model at (0.05, 0.4)", "equals", 4, len(robot.configurations(x=[0.05, 0.4]))),
            observe(
                "half turns by which arctan misses phi2 where leg 2 points to the left",
                float(turns[reach < 0].min()),
                relation="equals",
                bound=1.0,
                within=1e-12,
            ),
        ],
        mistakes=[mistakes["(3)"], mistakes["(14), (15)"]],
        figures=[
            Equation(
                "Direct geometric model, corrected",
                r"\overrightarrow{OC} = \begin{bmatrix} -d/2 \\ q_1 \end{bmatrix} + \begin{bmatrix} d/2 \\ (q_2 - q_1)/2 "
                r"\end{bmatrix}"
                r" + \gamma\frac{h}{a}\begin{bmatrix}0 & 1\\ -1 & 0\end{bmatrix}\begin{bmatrix} d/2 \\ (q_2 - q_1)/2 "
                r"\end{bmatrix}",
            ),
            Equation(
                "Inverse geometric model (17)",
                r"q_1 = y \pm \sqrt{l^2 - x^2 - dx - \tfrac{d^2}{4}},\qquad q_2 = y \pm \sqrt{l^2 - x^2 + dx - \tfrac{d^2}{4}}",
            ),
        ],
        engines=ENGINES,
        notes=[GAZEBO],
    )


@study(
    "001-18",
    "First order, forward and inverse",
    did="Projects the velocities of both legs on them: A xd = B qd, with the other sign of B than the first report.",
    claimed="Equations (18) to (29).",
    seconds=0.1,
)
def line_18_velocities(context: StudyContext) -> StudyResult:
    """(21) to (29)."""
    return model_study(
        context,
        "001",
        VELOCITIES,
        {"xd": (None, "")},
        figures=[
            Equation(
                "First order (27)",
                r"\begin{bmatrix}u_1^T\\ u_2^T\end{bmatrix}\dot\xi = \begin{bmatrix}u_1^Ty_0 & 0\\ "
                r"0 & u_2^Ty_0\end{bmatrix}\dot{\mathbf q}",
            )
        ],
        engines=ENGINES,
        notes=[GAZEBO],
    )


@study(
    "001-19",
    "Passive velocities by projection on x0",
    did="Multiplies the velocities by x0, on which the slides have no part.",
    claimed="Equations (30) to (33).",
    seconds=0.1,
)
def line_19_passive_velocities(context: StudyContext) -> StudyResult:
    """(31) to (33)."""
    return model_study(
        context,
        "001",
        PASSIVE_VELOCITIES,
        {"qd_passive": (None, "")},
        found=_at_type_1(),
        figures=[Equation("Passive velocities (32)", r"\dot\Phi_i = \frac{\dot x}{l\,x_0^Tv_i} = -\frac{\dot x}{l\sin\Phi_i}")],
        engines=ENGINES,
        notes=[GAZEBO, TYPE_1],
    )


def _at_type_1() -> list[Finding]:
    """(32) where leg 1 is across its slide: both sides are zero, and any rate solves it."""
    robot, y = biglide(), 0.3
    q = robot.inverse_geometry([l - d / 2, y], mode=(-1, -1)).q  # leg 1 along x0
    found = robot.forward_velocity(q, [0.1, 0.0])
    factor, rate = float(-l * np.sin(q[2])), float(found.qd[2])
    xd, yd = (float(each) for each in found.xd)
    return [
        observe("(32) at Type 1: the factor l x0.v1 of the rate of phi1", abs(factor), "m", relation="at most", bound=1e-7),
        observe("(32) at Type 1: the velocity of the tool along x0", abs(xd), "m/s", relation="at most", bound=1e-7),
        go_beyond("rate of phi1 there minus (yd - qd1)/l", "equals", 0.0, rate - (yd - 0.1) / l, "rad/s", within=1e-9),
        observe("that rate of phi1", rate, "rad/s"),
    ]


@study(
    "001-20",
    "Second order, forward and inverse",
    did="Differentiates again and projects on the legs.",
    claimed="Equations (34) to (39).",
    seconds=0.1,
)
def line_20_accelerations(context: StudyContext) -> StudyResult:
    """(34) to (39)."""
    return model_study(
        context,
        "001",
        ACCELERATIONS,
        {"xdd": (None, "")},
        mistakes=[incomplete(biglide_states())["(39)"]],
        figures=[
            Equation(
                "Second order (38)",
                r"\mathbf A\ddot\xi = \mathbf B\ddot{\mathbf q} - l\begin{bmatrix}\dot\Phi_1^2\\ "
                r"\dot\Phi_2^2\end{bmatrix}",
            )
        ],
        engines=ENGINES,
        notes=[GAZEBO],
    )


@study(
    "001-21",
    "Passive accelerations by projection on x0",
    did="Multiplies the accelerations by x0.",
    claimed="Equation (40).",
    seconds=0.1,
)
def line_21_passive_accelerations(context: StudyContext) -> StudyResult:
    """(40)."""
    return model_study(
        context, "001", PASSIVE_ACCELERATIONS, {"qdd_passive": (None, "")}, engines=ENGINES, notes=[GAZEBO, TYPE_1]
    )


@study(
    "001-22",
    "Dynamics by a cut at the end effector",
    did="Cuts the loop at the end effector: a tree of two feet and a platform that moves freely, joined by multipliers.",
    claimed="Equations (41) to (56): M is positive definite, and c has the Coriolis and centrifugal effects.",
    quick=True,
    seconds=1.0,
)
def line_22_dynamics(context: StudyContext) -> StudyResult:
    """(44) to (56), and that M is positive definite."""
    states = biglide_states()
    M = states.robot.inertia(states.q)
    known = np.abs(M).max(axis=(1, 2)) < 1e6 * states.m_f  # nearer to Type 2 an eigenvalue of 1 is lost in the rounding of M
    least = float((np.linalg.eigvalsh(M[known])[:, 0] / states.m_f[known]).min())
    return model_study(
        context,
        "001",
        DYNAMICS,
        {"tau": (None, "")},
        found=[
            claim(
                f"smallest eigenvalue of M over the mass of a foot, {np.count_nonzero(known)} states",
                "at least",
                1 - 1e-9,
                least,
                says="positive definite",
            )
        ],
        mistakes=[incomplete(states)["(44)"]],
        figures=[
            Equation(
                "Dynamic model (54), (55), corrected",
                r"\tau = \left(m_f\mathbf I + \mathbf J^Tm_e\mathbf J\right)\ddot{\mathbf q} - "
                r"\mathbf J^Tm_e\mathbf A^{-1}\mathbf d,\qquad \mathbf J = \mathbf A^{-1}\mathbf B",
            ),
            Motion("The motion of the comparison on the engine", engine_run(ENGINES[0])),
        ],
        engines=ENGINES,
        notes=[GAZEBO],
    )
