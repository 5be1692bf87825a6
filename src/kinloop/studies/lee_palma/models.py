"""Lines 41 to 45 of the checklist: the models of the report, its singularity, and the four-block comparison with an engine."""

from __future__ import annotations

import numpy as np

from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import S, biglide, d, l
from kinloop.studies.biglide.biglide_states import biglide_states, singular_motion
from kinloop.studies.biglide.engine_figures import EVERY, NAMES, error_figure, error_findings
from kinloop.studies.biglide.engine_runs import SETTINGS, engine_run
from kinloop.studies.biglide.model_study import model_study
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Equation, Motion, over_time
from kinloop.studies.framework.finding import Finding, claim, correct, observe
from kinloop.studies.framework.formula import errata, findings
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.studies.lee_palma.equations import DETERMINANT, DYNAMICS, GEOMETRY, KINEMATICS

# Section V-A to V-C: the largest errors, and the figures that show them.
CLAIMED = {
    "x": (6e-5, "fig. 6"),
    "q_passive": (1e-4, "fig. 7"),
    "xd": (3e-5, "fig. 8"),
    "xdd": (1.4e-4, "fig. 9"),
    "qd_passive": (2e-5, "fig. 10"),
    "qdd_passive": (4e-5, "fig. 11"),
    "tau": (1e-4, "fig. 12"),
}
KERNEL = np.array([S, d])  # (43)
CRITERION = r"\ddot y = -\frac{\sqrt{4l^2 - d^2}}{d}\,\ddot x"  # (45), corrected


@study(
    "004-41",
    "Geometry and passive angles",
    did="Places the tool from the right foot by half way and across, and the passive angles from the closure.",
    claimed="Equations (1) to (8), with gamma = -1 for the tool above the feet.",
    seconds=0.3,
)
def line_41_geometry(context: StudyContext) -> StudyResult:
    """(2) to (8) and the inverse model of (50)."""
    root = l**2 - d / 2  # (3) as printed, with the feet at the same height
    return model_study(
        context,
        "004",
        GEOMETRY,
        {},
        found=[
            observe(
                "what is under the root of (3) as printed, for the lab's machine: it is imaginary",
                root,
                "m^2",
                relation="at most",
                bound=0.0,
            )
        ],
        figures=[
            Equation(
                "Direct geometric model (4)",
                r"\mathbf x = \begin{bmatrix} d/2 \\ q_2\end{bmatrix} + \begin{bmatrix} -d/2 \\ "
                r"(q_1 - q_2)/2\end{bmatrix} - \sqrt{\frac{4l^2 - d^2 - (q_1 - q_2)^2}{d^2 + (q_1 - q_2)^2}}"
                r"\begin{bmatrix}0 & -1\\ 1 & 0\end{bmatrix}\begin{bmatrix} -d/2 \\ (q_1 - q_2)/2\end{bmatrix}",
            )
        ],
    )


@study(
    "004-42",
    "Constraints and their rates, in x and in the joints",
    did="Differentiates h(x, q_a) and h_q(q_d, q_a) twice.",
    claimed="Equations (9) to (24): A, B, A_q, B_q and their rates; velocities and accelerations of the tool and the passive "
    "joints.",
    seconds=0.4,
)
def line_42_constraints(context: StudyContext) -> StudyResult:
    """(9) to (24), and (50) for the inverse direction."""
    return model_study(
        context,
        "004",
        KINEMATICS,
        {},
        figures=[
            Equation(
                "Second order (15), (16)",
                r"\ddot{\mathbf x} = -\mathbf A^{-1}\left(\mathbf B\ddot{\mathbf q}_a + \dot{\mathbf A}"
                r"\dot{\mathbf x} + \dot{\mathbf B}\dot{\mathbf q}_a\right)",
            ),
            Equation(
                "Passive joints (22), (23)",
                r"\dot{\mathbf q}_d = -\mathbf A_q^{-1}\mathbf B_q\dot{\mathbf q}_a,\qquad "
                r"\ddot{\mathbf q}_d = -\mathbf A_q^{-1}\left(\mathbf B_q\ddot{\mathbf q}_a + \dot{\mathbf A}_q\dot{\mathbf "
                r"q}_d\right)",
            ),
        ],
        notes=["(23) multiplies the rate of B_q by the accelerations where it should be the velocities; that rate is zero."],
    )


@study(
    "004-43",
    "Inverse dynamics by two Lagrangians",
    did="Writes one Lagrangian for the feet and one for the end effector, each with its multipliers, and adds the efforts.",
    claimed="Equations (25) to (39).",
    seconds=0.1,
)
def line_43_dynamics(context: StudyContext) -> StudyResult:
    """(27) to (39), and M and c of (51)."""
    return model_study(
        context,
        "004",
        DYNAMICS,
        {},
        figures=[
            Equation(
                "Efforts (39), corrected",
                r"\tau = m_f\ddot{\mathbf q}_a - m_p\left(\mathbf A^{-1}\mathbf B\right)^T\ddot{\mathbf x}",
            )
        ],
    )


@study(
    "004-44",
    "Determinant, kernel and crossing criterion",
    did="Sets the determinant of A to zero, evaluates A where the arms are one line, and multiplies by its kernel.",
    claimed="Equations (40) to (45): x = 0 and |q1 - q2| = sqrt(4 l^2 - d^2); ydd = sqrt(4 l^2 - d^2)/d xdd.",
    seconds=0.1,
)
def line_44_singularity(context: StudyContext) -> StudyResult:
    """(40) to (45) in both modes with opposite signs."""
    return StudyResult(
        ran="50 random velocities and efforts at x = 0 in each mode with opposite signs; accelerations by forward dynamics. "
        "Determinants at 600 states.",
        findings=[*findings(DETERMINANT, biglide_states()), *_singular_matrix(), *_criterion()],
        figures=[Equation("Criterion, corrected", CRITERION)],
        errata=[*errata("004", DETERMINANT, biglide_states()), _angle_41(), _criterion_45()],
        notes=["(41) is the angle of leg 1; leg 2 is half a turn from it.", "(42) is A in the mode (1, -1)."],
    )


def _singular_matrix() -> list[Finding]:
    """(41) to (43): A where the arms are one line."""
    robot, A_singular = biglide(), np.array([[d, -S], [-d, S]])  # (42)
    q, other = (singular_motion(robot, mode)[0] for mode in ((1, -1), (-1, 1)))
    gap, gap_of_other = (np.abs(2 * l * robot.input_output(each).A - A_singular).max() / S for each in (q, other))
    angle = np.arctan((q[:, 1] - q[:, 0]) / d)
    apart, kernel = np.abs(q[:, 0] - q[:, 1] - S).max() / S, np.abs(robot.input_output(q).A @ KERNEL).max()
    half_turns = np.abs(np.abs(q[:, 3] - angle) / np.pi - 1).max()
    text = "(42): relative difference of A in the mode"
    return [
        claim("|q1 - q2|, arms on one line: relative difference to sqrt(4 l^2 - d^2)", "equals", 0.0, apart, within=1e-12),
        claim(f"{text} (1, -1)", "equals", 0.0, gap, within=1e-12),
        observe(f"{text} (-1, 1): the other sign", gap_of_other, relation="equals", bound=2.0, within=1e-12),
        claim("(43): A times its kernel", "equals", 0.0, kernel, "m", within=1e-14),
        claim("(41): largest difference to phi1", "equals", 0.0, np.abs(q[:, 2] - angle).max(), "rad", within=1e-12),
        observe("(41) for phi2: half turns that it is off, minus 1", half_turns, relation="at most", bound=1e-12),
    ]


def _angle_41() -> Erratum:
    """(41) for both angles, and for phi1 alone: largest error over half a turn."""
    q = singular_motion(biglide(), (1, -1))[0]
    angle = np.arctan((q[:, 1] - q[:, 0]) / d)
    right, printed = (float(np.abs(q[:, k] - angle).max() / np.pi) for k in (2, 3))
    what = "It holds for phi1; phi2 is half a turn from it."
    formula = r"\arctan\frac{q_2 - q_1}{d}"
    return Erratum("004", "(41)", what, r"\mathbf q_d = " + formula, r"\phi_1 = " + formula, printed, right)


def _criterion() -> list[Finding]:
    """(45) for random efforts, in both modes with opposite signs."""
    slopes = []
    for mode in ((1, -1), (-1, 1)):
        xdd = singular_motion(biglide(), mode)[2]
        slopes.append(float(np.median(xdd[:, 1] / xdd[:, 0]) * d / S))
    text, is_proved = "(45): ydd over sqrt(4 l^2 - d^2)/d xdd for any efforts, mode", _criterion_45().is_proved
    return [
        correct(f"{text} (1, -1) of the report", "equals", 1.0, slopes[0], within=1e-9, proof=is_proved),
        observe(f"{text} (-1, 1): there it is right", slopes[1], relation="equals", bound=1.0, within=1e-9),
    ]


def _criterion_45() -> Erratum:
    """The sign of (45)."""
    xdd = singular_motion(biglide(), (1, -1))[2]
    printed, right = (float(np.abs(xdd[:, 1] - sign * S / d * xdd[:, 0]).max() / np.abs(xdd).max()) for sign in (1, -1))
    what = "The sign does not follow from (42) and (43); it is that of the mode (-1, 1)."
    return Erratum("004", "(45)", what, CRITERION.replace("= -", "= "), CRITERION, printed, right)


@study(
    "004-45",
    "Four-block comparison with an engine",
    did="Runs a direct geometric, a direct kinematic and an inverse dynamic block beside ADAMS and plots the differences.",
    claimed="Differences below 0.06 mm, 0.1 mrad, 0.03 mm/s, 0.14 mm/s^2, below 0.02 and 0.04 for the passive joints, and 0.1 "
    "mN.",
    seconds=1.0,
)
def line_45_comparison(context: StudyContext) -> StudyResult:
    """The scheme of figure 2 for all blocks on every engine."""
    found = [each for quantity, (most, _) in CLAIMED.items() for each in error_findings(context, quantity, (most, most))]
    run = engine_run(context.engine)
    return StudyResult(
        ran=f"The machine of the report on {' and '.join(NAMES[each] for each in context.engines)}. {SETTINGS}",
        findings=[*found, _unit_of_passive_rates(run)],
        figures=[
            *(error_figure(context, quantity, figure) for quantity, (_, figure) in CLAIMED.items()),
            over_time("Efforts", run.t[:-1:EVERY], {"f1": run.tau[:-1:EVERY, 0], "f2": run.tau[:-1:EVERY, 1]}, "effort", "N"),
            Motion("The motion of the comparison", run),
        ],
        notes=[
            "The report gives neither the motion nor its duration, but that it is periodic; the one above is ours.",
        ],
    )


def _unit_of_passive_rates(run: Record) -> Finding:
    """The passive joints turn, so that their rates are angles per second; the report prints mm/s and mm/s^2."""
    kinds = {joint.kind for joint in run.robot.mechanism.joints if joint.name in run.robot.passive}
    unit = str(run.units["qd"][-1])
    return correct("unit of the passive joints' velocities", "is", "mm/s", unit, proof=kinds == {"revolute"})
