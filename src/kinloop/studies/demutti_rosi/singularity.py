"""Line 14 of the checklist: where the machine is singular, and the criterion for crossing."""

from __future__ import annotations

import numpy as np

from kinloop.mechanism.parts.parts import Friction
from kinloop.model.robot import Robot, load
from kinloop.studies.biglide.biglide_paths import TAN, biglide, d, l, m_p
from kinloop.studies.biglide.biglide_states import MODES, BiglideStates, biglide_states, singular_motion, singular_states
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Series
from kinloop.studies.framework.finding import Finding, claim, correct, go_beyond, observe
from kinloop.studies.framework.formula import Formula, apply, columns, findings
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray
DETERMINANT = Formula[BiglideStates](
    "(4.1)",
    "determinant of A, sin(phi2 - phi1)",
    lambda s: np.sin(s.q[:, 3] - s.q[:, 2]),
    lambda s: np.linalg.det(s.robot.input_output(s.q).A),
    size=lambda s: np.ones(len(s.q)),
)


def along_x(mode: tuple[int, int], x: Array) -> Array:
    """Configurations (k, 4) with the tool at x and y = 0.5, in a working mode."""
    reach = x[:, None] + np.array([d, -d]) / 2
    phi = np.arctan2(-np.array(mode) * np.sqrt((l - reach) * (l + reach)), reach)
    return np.concatenate([0.5 - l * np.sin(phi), phi], axis=-1)


def slope_with_rods(mass: float) -> float:
    """The ratio ydd/xdd of every motion that efforts make at x = 0 in the mode (1, -1), with two uniform rods of a mass [kg]."""
    _, _, xdd = singular_motion(load("biglide", m_1=mass, m_2=mass), (1, -1))
    return float(np.median(xdd[:, 1] / xdd[:, 0]))


def slope_by_hand(mass: float) -> float:
    """The same from the kinetic energy m/6 (v_A^2 + v_A . v_C + v_C^2) of a rod: the motion that leaves the feet at rest
    feels the
    tool's mass, a third of each rod's and a sixth of each rod's times its foot's acceleration."""
    c, s = d / 2 / l, -np.sqrt(1 - (d / 2 / l) ** 2)  # of phi1
    whole = m_p + 2 * mass / 3
    return float((whole * s - mass * c**2 / (3 * s)) / (whole * c + mass * c / 3))


def with_friction(viscous: float) -> Robot:
    """The machine with viscous friction [N m s] in both passive joints of its feet."""
    mechanism = biglide().mechanism
    rubs = {"friction": Friction(viscous=viscous)}
    joints = tuple(joint.model_copy(update=rubs) if joint.name in biglide().passive else joint for joint in mechanism.joints)
    return load(mechanism.model_copy(update={"name": "biglide_with_friction", "joints": joints}))


def left_over(robot: Robot, power: int | None) -> float:
    """What of ydd, for random rates and efforts at x = 0, neither xdd nor a power of the rate of phi1 explains, as a share."""
    _, qd, _ = singular_states(robot, (1, -1))
    _, _, xdd = singular_motion(robot, (1, -1))
    matrix = np.stack([xdd[:, 0], *([] if power is None else [qd[:, 2] ** power])], axis=-1)
    explained = matrix @ np.linalg.lstsq(matrix, xdd[:, 1], rcond=None)[0]
    return float(np.abs(xdd[:, 1] - explained).max() / np.abs(xdd).max())


def effort_beside(robot: Robot, slope: float, time: float = 1e-4) -> float:
    """The largest effort that a crossing at (-0.35, 0.5) m/s needs, a time beside it, if its acceleration is 0.4 "
    "times (1, slope)."""
    velocity, acceleration = np.array([-0.35, 0.5]), 0.4 * np.array([1.0, slope])
    x = np.array([0.0, 0.5]) - velocity * time + acceleration * time**2 / 2
    q = robot.inverse_geometry(x, mode=(1, -1)).q
    qd = robot.inverse_velocity(q, velocity - acceleration * time).qd
    return float(np.abs(robot.inverse_dynamics(q, qd, robot.inverse_acceleration(q, qd, acceleration).qdd)).max())


@study(
    "000-14",
    "Type 2 singularity and crossing criterion",
    did="Sets the determinant of A to zero, takes the kernel of A and multiplies the dynamics by it.",
    claimed="Singular where the rods are one line, (4.1), which only occurs on x = 0; the accelerations must satisfy (4.2).",
    seconds=0.6,
)
def line_14_singularity(context: StudyContext) -> StudyResult:
    """The determinant in all modes, the kernel, and what random efforts do at the singularity."""
    x = np.linspace(-(l - d / 2), l - d / 2, 161)[1:-1]
    x[np.abs(x) < 1e-12] = 0.0
    determinants = {mode: np.linalg.det(biglide().input_output(along_x(mode, x)).A) for mode in MODES}
    lines = [Series(f"mode ({a:+d}, {b:+d})", x, determinants[a, b], "line" if a != b else "dashed") for a, b in MODES]
    return StudyResult(
        ran="Determinants at 159 places in every working mode; 50 random velocities and efforts at x = 0 in both modes with "
        "opposite signs, accelerations by forward dynamics, which is regular there.",
        findings=[*findings([DETERMINANT], biglide_states()), *_where(x, determinants), *_criterion(), *_rods_with_mass()],
        figures=[
            Curves("Determinant of A", Axis("x", "m"), Axis("det A"), lines),
            Equation(
                "Crossing criterion (4.2)",
                r"\mathbf t_s = \begin{bmatrix}\sin\phi_1\\ -\cos\phi_1\end{bmatrix},\qquad "
                r"\mathbf t_s^T\mathbf w_r = 0 \iff \ddot y = \ddot x\tan\phi_1",
            ),
            Equation(
                "With rods that have mass",
                r"\mathbf t_s^T\boldsymbol\tau_{\mathrm{passive}}(\mathbf q, \dot{\mathbf q}, \ddot{\mathbf q}) = 0",
            ),
        ],
        errata=[_line_x_0(x, determinants)],
        notes=[
            "(4.2) is for massless rods without friction. Of rods with mass the tree's passive efforts must be orthogonal to the "
            "motion that the feet do not control.",
        ],
    )


def _where(x: Array, determinants: dict[tuple[int, int], Array]) -> list[Finding]:
    """Which configurations are singular."""
    opposite, equal = ((1, -1), (-1, 1)), ((1, 1), (-1, -1))
    on_line = max(float(abs(determinants[mode][x == 0][0])) for mode in opposite)
    off_line = min(float(np.abs(determinants[mode][x != 0]).min()) for mode in opposite)
    others = min(float(np.abs(determinants[mode]).min()) for mode in equal)
    singular = biglide().singularity(along_x((1, -1), np.zeros(1))[0])
    text = "smallest |det A| in the modes with equal signs: x = 0 is not singular there"
    return [
        claim("|det A| at x = 0 in the modes with opposite signs", "equals", 0.0, on_line, within=1e-14),
        claim("smallest |det A| elsewhere in these modes", "at least", 1e-3, off_line, says="only on x = 0"),
        correct(text, "equals", 0.0, others, within=1e-3, proof=on_line < 1e-14),
        claim("kind of the singularity at (0, 0.5), mode (1, -1)", "is", "type 2", str(singular.kind)),
    ]


def _line_x_0(x: Array, determinants: dict[tuple[int, int], Array]) -> Erratum:
    """Errors are |det A| on the line x = 0."""
    printed, right = (
        max(float(abs(determinants[mode][x == 0][0])) for mode in MODES if (mode[0] == mode[1]) == equal)
        for equal in (True, False)
    )
    what = "The line x = 0 is singular in the modes with opposite signs only."
    line = r"\det\mathbf A = 0 \iff x = 0"
    return Erratum("000", "chapter 4", what, line, line + r"\text{ and } \gamma_1 = -\gamma_2", printed, right)


def _criterion() -> list[Finding]:
    """The kernel of A, and the accelerations of random efforts at the singularity."""
    robot, kernels, criteria, moved = biglide(), [], [], []
    for mode in ((1, -1), (-1, 1)):
        q, _, xdd = singular_motion(robot, mode)
        t_s = columns(np.sin(q[:, 2]), -np.cos(q[:, 2]))
        kernels.append(np.abs(apply(robot.input_output(q).A, t_s)).max())
        criteria.append(np.abs(xdd[:, 1] - xdd[:, 0] * np.tan(q[:, 2])).max() / np.abs(xdd).max())
        moved.append(np.abs(xdd).max())
    text = "(4.2): ydd - xdd tan(phi1) over the largest acceleration, for any efforts"
    return [
        claim("A times its kernel [sin phi1, -cos phi1]", "equals", 0.0, np.max(kernels), within=1e-14),
        claim(text, "equals", 0.0, np.max(criteria), within=1e-12),
        observe("largest of these accelerations: efforts move the tool", np.min(moved), "m/s^2", relation="at least", bound=0.1),
    ]


def _rods_with_mass() -> list[Finding]:
    """What the criterion asks with rods of 0.5 kg, and without; and what else it depends on then."""
    heavy, massless = (0.4 * slope_with_rods(mass) for mass in (0.5, 0.0))
    rods, unequal = load("biglide", m_1=0.5, m_2=0.5), load("biglide", m_1=0.5, m_2=0.2)
    text, beside = "ydd for xdd = 0.4 at the crossing", "effort 0.1 ms beside the crossing, two rods of 0.5 kg"
    rest = "part of ydd that is not in proportion to xdd"
    return [
        go_beyond(f"{text}, with two rods of 0.5 kg, by hand", "equals", 0.4 * slope_by_hand(0.5), heavy, "m/s^2", within=1e-9),
        observe(f"{text}, massless rods", massless, "m/s^2", relation="equals", bound=0.4 * TAN, within=1e-9),
        go_beyond(f"{beside}, their own criterion", "at most", 10.0, effort_beside(rods, slope_with_rods(0.5)), "N"),
        observe(f"{beside}, that of massless rods", effort_beside(rods, TAN), "N", relation="at least", bound=100.0),
        observe(f"{rest}, rods of 0.5 and 0.2 kg", left_over(unequal, None), relation="at least", bound=1e-3),
        go_beyond(f"{rest} and to the square of the rate, rods of 0.5 and 0.2 kg", "at most", 1e-12, left_over(unequal, 2)),
        observe(f"{rest}, friction of 0.1 N m s", left_over(with_friction(0.1), None), relation="at least", bound=1e-3),
        go_beyond(f"{rest} and to the rate, friction of 0.1 N m s", "at most", 1e-12, left_over(with_friction(0.1), 1)),
    ]
