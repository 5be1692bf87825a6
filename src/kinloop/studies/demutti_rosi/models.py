"""Lines 1 to 9 of the checklist: every model of the report, as equations and against an engine in the place of ADAMS."""

from __future__ import annotations

import numpy as np

from kinloop.studies.biglide.biglide_paths import biglide
from kinloop.studies.biglide.biglide_states import MODES, biglide_states
from kinloop.studies.biglide.engine_figures import EVERY, NAMES, error_findings
from kinloop.studies.biglide.engine_runs import QUANTITIES, SETTINGS, engine_run, model_errors
from kinloop.studies.biglide.model_study import model_study
from kinloop.studies.demutti_rosi.equations import (
    ACCELERATIONS,
    DIRECT_GEOMETRY,
    DYNAMICS,
    INVERSE_GEOMETRY,
    PASSIVE_ACCELERATIONS,
    PASSIVE_ANGLES,
    PASSIVE_VELOCITIES,
    VELOCITIES,
)
from kinloop.studies.framework.documents import LIMITS
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Series, over_time
from kinloop.studies.framework.finding import claim, correct, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

# The errors that the report reads from its figures 2.3 to 2.9, for both columns of each quantity.
CLAIMED = {
    "x": (1e-5, 1e-5),
    "q_passive": (1e-4, 1e-4),
    "xd": (1e-5, 1e-6),
    "qd_passive": (1e-5, 1e-5),
    "xdd": (1e-5, 1e-6),
    "qdd_passive": (1e-5, 1e-5),
    "tau": (1e-4, 1e-4),
}
OPEN = "The report gives neither the motion nor its duration; those above are ours."


@study(
    "000-1",
    "Every model against an engine",
    did="Moves the machine in ADAMS, computes each model in MATLAB from the active joints of ADAMS, and plots the difference.",
    claimed="Errors of about 1e-5 m, 1e-4 rad, 1e-5 and 1e-6 m/s, 1e-5 rad/s, 1e-5 and 1e-6 m/s^2, 1e-5 rad/s^2 and 1e-4 N.",
    seconds=6,
)
def line_1_models_against_engine(context: StudyContext) -> StudyResult:
    """The scheme of figure 2.1 for all models at once, on every engine."""
    found = [each for quantity, claimed in CLAIMED.items() for each in error_findings(context, quantity, claimed)]
    lines = []
    for quantity, (what, unit, _) in QUANTITIES.items():
        t, errors = model_errors(context.engine)[quantity]
        size = np.abs(errors).max(axis=1)[::EVERY]
        lines.append(Series(f"{what} [{unit}]", t[::EVERY], np.maximum(size, 1e-17)))
    run = engine_run(context.engine)
    return StudyResult(
        ran=f"The machine of the report on {' and '.join(NAMES[each] for each in context.engines)}. {SETTINGS}",
        findings=found,
        figures=[
            Curves(f"All models minus {NAMES[context.engine]}", Axis("time", "s"), Axis("size of the error"), lines, log="y"),
            over_time(
                "The motion: both slides", run.t[::EVERY], {"q1": run.q[::EVERY, 0], "q2": run.q[::EVERY, 1]}, "position", "m"
            ),
        ],
        notes=[OPEN, *LIMITS, "Accelerations are means over an interval: efforts are held, so that those of an instant jump."],
    )


@study(
    "000-2",
    "Direct geometric model",
    did="Places the tool from both slides: half way between the feet and across, with a sign gamma.",
    claimed="Equation (2.2), each value of gamma being one working mode; errors of about 1e-5 m against ADAMS.",
    seconds=0.3,
)
def line_2_direct_geometry(context: StudyContext) -> StudyResult:
    """(2.2), all assembly modes, and which mode gamma names."""
    robot, states = biglide(), biglide_states()
    found = robot.configurations(q_active=[0.0, 0.0])
    start = next(each for each in found if each.mode.assembly == (-1,))
    in_one_mode = (states.mode == (1, -1)).all(axis=-1)
    gammas = {int(sign) for sign in states.assembly[in_one_mode]}
    sides = bool((states.assembly[in_one_mode] == -np.sign(states.x[in_one_mode, 0])).all())
    q2 = np.linspace(-0.5, 0.5, 201)
    curves = []
    for sign in (-1, 1):
        place = robot.forward_geometry(np.stack([0 * q2, q2], axis=-1), mode=(sign,))
        curves.append(Series(f"gamma = {sign:+d}", *place.x.T))
    return model_study(
        context,
        "000",
        DIRECT_GEOMETRY,
        {"x": (CLAIMED["x"], "fig. 2.3")},
        found=[
            claim("solutions of the direct model with both slides at 0", "equals", 2, len(found)),
            claim("y of the tool with both slides at 0, gamma = -1", "equals", 0.30005393, start.x[1], "m", within=5e-9),
            correct("values of gamma within the working mode (1, -1)", "equals", 1, len(gammas), proof=sides),
        ],
        mistakes=[_gamma()],
        figures=[
            Equation(
                "Direct geometric model (2.2)",
                r"\overrightarrow{OC} = \begin{bmatrix} d/2 \\ q_2 \end{bmatrix} + \begin{bmatrix} -d/2 \\ (q_1 - q_2)/2 "
                r"\end{bmatrix} + \gamma\,\frac{h}{a}\,\mathbf E\,\overrightarrow{A_2H}",
            ),
            Curves("Where the tool is for q1 = 0, in both assembly modes", Axis("x", "m"), Axis("y", "m"), curves, equal=True),
        ],
        notes=["gamma names the assembly mode: in the working mode (1, -1) it is -1 for x > 0 and +1 for x < 0.", OPEN],
    )


def _gamma() -> Erratum:
    """Which mode gamma names: errors are the share of states in which a rule gives another gamma."""
    states = biglide_states()
    one = (states.mode == (1, -1)).all(axis=-1) & states.generic
    constant = min(float(np.mean(states.assembly[one] != gamma)) for gamma in (1, -1))
    by_side = float(np.mean(states.assembly[one] != -np.sign(states.x[one, 0])))
    what = "gamma names the assembly mode: within the working mode (1, -1) it has the sign of -x."
    printed = r"\gamma = \text{const. in a working mode}"
    return Erratum(
        "000", "(2.2)", what, printed, r"\gamma = -\operatorname{sgn} x \text{ in the mode } (1, -1)", constant, by_side
    )


@study(
    "000-3",
    "Loop closure and inverse geometric model",
    did="Squares the closure of both legs and solves for the slides, with a sign for each.",
    claimed="Equations (2.3) to (2.7): four working modes; the inverse model was tested with the direct one.",
    seconds=0.3,
)
def line_3_inverse_geometry(context: StudyContext) -> StudyResult:
    """(2.3) to (2.7), all working modes, and the way there and back."""
    robot = biglide()
    x = np.stack(np.meshgrid(np.linspace(-0.15, 0.15, 30), np.linspace(-0.3, 0.6, 31)), axis=-1).reshape(-1, 2)
    gaps = []
    for mode in MODES:
        slides = robot.inverse_geometry(x, mode=mode).q_active
        both = [np.abs(robot.forward_geometry(slides, mode=(gamma,)).x - x).max(axis=-1) for gamma in (1, -1)]
        gaps.append(np.min(both, axis=0).max())
    return model_study(
        context,
        "000",
        INVERSE_GEOMETRY,
        {},
        found=[
            claim("working modes at (0.05, 0.4)", "equals", 4, len(robot.configurations(x=[0.05, 0.4]))),
            claim(
                "inverse, then direct model: largest distance, 961 points, 4 modes",
                "at most",
                1e-9,
                max(gaps),
                "m",
                says="successfully tested",
            ),
        ],
        figures=[
            Equation(
                "Inverse geometric model (2.6), (2.7)",
                r"q_i = y + \gamma_i \sqrt{l^2 - \left(x \pm \tfrac{d}{2}\right)^2},\qquad \gamma_i = \pm 1",
            )
        ],
    )


@study(
    "000-4",
    "Passive angles",
    did="Divides the lines of the closure of each leg.",
    claimed="Equations (2.8) and (2.9); errors of about 1e-4 rad against ADAMS; two passive joints.",
    seconds=0.1,
)
def line_4_passive_angles(context: StudyContext) -> StudyResult:
    """(2.8), (2.9), and how many passive joints there are."""
    mechanism = biglide().mechanism
    loop_joints = sum(loop.kind == "pin" for loop in mechanism.loops)
    passive = len(biglide().passive) + loop_joints
    bodies = 5  # base, two feet, two rods; the platform is the pin of both rods
    mobility = 3 * (bodies - 1) - 2 * (len(biglide().active) + passive)
    return model_study(
        context,
        "000",
        PASSIVE_ANGLES,
        {"q_passive": (CLAIMED["q_passive"], "fig. 2.4")},
        found=[correct("passive rotational joints", "equals", 2, passive, proof=mobility == 2)],
        mistakes=[_passive_joints(passive)],
        figures=[
            Equation(
                "Passive angles (2.8), (2.9)",
                r"\phi_1 = \operatorname{atan2}\left(y - q_1,\ x + \tfrac d2\right),\qquad "
                r"\phi_2 = \operatorname{atan2}\left(y - q_2,\ x - \tfrac d2\right)",
            )
        ],
        notes=["The third passive joint is C, where both rods meet: with it 3 (5 - 1) - 2 (2 + 3) = 2 degrees of freedom.", OPEN],
    )


def _passive_joints(count: int) -> Erratum:
    """Errors are those of the degrees of freedom that a number of passive joints gives, of which there are 2."""
    printed, right = (abs(3 * 4 - 2 * (2 + passive) - 2) / 2 for passive in (2, count))
    what = "Three passive joints: A1, A2 and C, where both rods meet."
    return Erratum("000", "chapter 1", what, r"3(5 - 1) - 2(2 + 2) = 4", r"3(5 - 1) - 2(2 + 3) = 2", printed, right)


@study(
    "000-5",
    "Direct kinematic model, A, B and J",
    did="Differentiates the closure and projects it on the legs.",
    claimed="Equations (2.11) to (2.14); errors of about 1e-5 and 1e-6 m/s against ADAMS.",
    seconds=0.3,
)
def line_5_velocities(context: StudyContext) -> StudyResult:
    """(2.11) to (2.14)."""
    return model_study(
        context,
        "000",
        VELOCITIES,
        {"xd": (CLAIMED["xd"], "fig. 2.5")},
        figures=[
            Equation(
                "Input-output equation (2.13) and Jacobian (2.14)",
                r"\mathbf A\dot{\mathbf P} + \mathbf B\dot{\mathbf q}_a = 0,\quad "
                r"\mathbf A = \begin{bmatrix}\cos\phi_1 & \sin\phi_1\\ \cos\phi_2 & \sin\phi_2\end{bmatrix},\quad "
                r"\mathbf B = -\begin{bmatrix}\sin\phi_1 & 0\\ 0 & \sin\phi_2\end{bmatrix},"
                r"\quad \mathbf J = -\mathbf A^{-1}\mathbf B",
            )
        ],
        notes=[OPEN],
    )


@study(
    "000-6",
    "Passive angle velocities",
    did="Projects the velocities across the legs.",
    claimed="Equations (2.15) to (2.17); errors of about 1e-5 rad/s against ADAMS.",
    seconds=0.1,
)
def line_6_passive_velocities(context: StudyContext) -> StudyResult:
    """(2.17), whose matrix J_ta is misprinted."""
    return model_study(
        context,
        "000",
        PASSIVE_VELOCITIES,
        {"qd_passive": (CLAIMED["qd_passive"], "fig. 2.6")},
        figures=[
            Equation(
                "Passive velocities (2.17)",
                r"\dot{\mathbf q}_d = \mathbf J_{td}^{-1}\left(\mathbf J_t\dot{\mathbf P} - "
                r"\mathbf J_{ta}\dot{\mathbf q}_a\right)",
            )
        ],
        notes=[OPEN],
    )


@study(
    "000-7",
    "Second-order direct kinematic model",
    did="Differentiates again and projects on the legs.",
    claimed="Equations (2.18) to (2.21); errors of about 1e-5 and 1e-6 m/s^2 against ADAMS.",
    seconds=0.1,
)
def line_7_accelerations(context: StudyContext) -> StudyResult:
    """(2.18) to (2.21), with the sign of B."""
    return model_study(context, "000", ACCELERATIONS, {"xdd": (CLAIMED["xdd"], "fig. 2.7")}, notes=[OPEN])


@study(
    "000-8",
    "Passive angle accelerations",
    did="Projects the accelerations across the legs.",
    claimed="Equations (2.22) to (2.24); errors of about 1e-5 rad/s^2 against ADAMS.",
    seconds=0.1,
)
def line_8_passive_accelerations(context: StudyContext) -> StudyResult:
    """(2.24). There is no centripetal term: it is along the legs."""
    return model_study(
        context,
        "000",
        PASSIVE_ACCELERATIONS,
        {"qdd_passive": (CLAIMED["qdd_passive"], "fig. 2.8")},
        notes=["(2.22) has no centripetal term and needs none: that one is along the leg.", OPEN],
    )


@study(
    "000-9",
    "Energies, multipliers and inverse dynamic model",
    did="Writes the Lagrangian of feet and platform, eliminates the multipliers, and sorts by accelerations.",
    claimed="Equations (2.25) to (2.35); errors of about 1e-4 N against ADAMS.",
    seconds=0.3,
)
def line_9_dynamics(context: StudyContext) -> StudyResult:
    """(2.28) to (2.35), with the sign of c, and that M is positive definite."""
    states = biglide_states()
    generic = states.generic
    least = float((np.linalg.eigvalsh(states.robot.inertia(states.q)[generic])[:, 0] / states.m_f[generic]).min())
    return model_study(
        context,
        "000",
        DYNAMICS,
        {"tau": (CLAIMED["tau"], "fig. 2.9")},
        found=[observe("smallest eigenvalue of M over the mass of a foot", least, "", relation="at least", bound=1 - 1e-9)],
        figures=[
            Equation("Inverse dynamic model (2.32)", r"\boldsymbol\tau = m_f\ddot{\mathbf q}_a + m_p\mathbf J^T\ddot{\mathbf P}"),
            Equation(
                "Inertia and velocity terms (2.35), corrected",
                r"\mathbf M = m_f\mathbf I + m_p\mathbf J^T\mathbf J,\qquad "
                r"\mathbf c = -m_p\mathbf J^T\mathbf A^{-1}\mathbf b_c,\quad b_{c,i} = l\dot\phi_i^2",
            ),
        ],
        notes=[OPEN],
    )
