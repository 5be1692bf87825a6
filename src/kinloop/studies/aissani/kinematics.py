"""Lines 30 to 32 of the checklist: forward and inverse kinematics and the Jacobians of the SCARA robot."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kinloop.mechanism.parts.dh import DHRow
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.robot import Robot, load
from kinloop.studies.aissani.scara_equations import (
    FORWARD,
    INVERSE,
    VELOCITY,
    as_turns,
    by_table,
    column,
    dh,
    elbow,
    height_of_elbow,
    scara_states,
    three_links,
    turn,
)
from kinloop.studies.aissani.settings import OPEN_NUMBERS
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Series
from kinloop.studies.framework.finding import Finding, claim, go_beyond, observe
from kinloop.studies.framework.formula import errata, findings, relative_gap
from kinloop.studies.framework.set_equations import set_equations
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray
RAN = "scara_prrr with 300 sets of lengths, a seeded configuration each, one in three nearly stretched out or folded"

# ------------------------------------------------------------------ line 30


@cache
def scara_from_table() -> Robot:
    """The SCARA of the thesis's table, as a chain of Denavit-Hartenberg rows."""
    rows = [DHRow(name="d4", kind="prismatic"), *(DHRow(name=f"theta{k}", a=f"l{k}") for k in (1, 2, 3))]
    return load(
        Mechanism.from_dh("scara_of_table", rows, parameters={"l1": 0.25, "l2": 0.25, "l3": 0.1}, task=("x", "y", "z", "phi"))
    )


def entries_of_2_12() -> int:
    """How many of the 12 entries of kinloop's symbolic pose are those of (2.12)."""
    import sympy as sp

    t1, t2, t3, d4, l1, l2, l3 = sp.symbols("theta1 theta2 theta3 d4 l1 l2 l3")
    t12, t123 = t1 + t2, t1 + t2 + t3
    x = l1 * sp.cos(t1) + l2 * sp.cos(t12) + l3 * sp.cos(t123)
    y = l1 * sp.sin(t1) + l2 * sp.sin(t12) + l3 * sp.sin(t123)
    turned = sp.Matrix([[sp.cos(t123), -sp.sin(t123), 0], [sp.sin(t123), sp.cos(t123), 0], [0, 0, 1]])
    outputs = load("scara_prrr").equations("pose").outputs
    found = [*(outputs["position"] - sp.Matrix([x, y, d4])), *(outputs["rotation"] - turned)]
    return sum(1 for entry in found if sp.simplify(entry) == 0)


def printed_rows() -> int:
    """How many rows of the table of :func:`scara_from_table`'s geometry, as kinloop derives it from the library's joints, are the
    thesis's: theta, alpha, r, d."""
    thesis = [("0", "0", "0", "d4"), *((f"theta{k}", "0", f"l{k}", "0") for k in (1, 2, 3))]
    count = 0
    for row, printed in zip(load("scara_prrr").dh_table().rows, thesis, strict=True):
        theta, alpha, r, d = (str(entry).removesuffix(".0") for entry in (row.theta, row.alpha, row.a, row.d))
        turns = row.kind == "revolute"
        count += (row.name if turns else theta, alpha, r, d if turns else row.name) == printed and (theta if turns else d) == "0"
    return count


@study(
    "003-30",
    "Forward kinematics of the SCARA robot",
    did="Writes the pose of the tool by geometry and by Denavit-Hartenberg matrices, with a MATLAB function for one matrix and "
    "a symbolic script for their product.",
    claimed="Both ways give the same pose, (2.12), and the script's output is the same again.",
    seconds=0.6,
)
def line_30_forward_kinematics(context: StudyContext) -> StudyResult:
    """Each matrix against kinloop's poses, the thesis's table as a machine, and the symbolic pose."""
    states = scara_states()
    table = scara_from_table().with_parameters(l1=states.l1, l2=states.l2, l3=states.l3)
    gap = float(np.abs(table.frame_pose(states.q).position - states.robot.frame_pose(states.q).position).max())
    script = float(np.max(relative_gap(by_table(states)[4][:, :3, 3], states.robot.frame_pose(states.q).position)))
    return StudyResult(
        ran=f"{RAN}; the table as a machine of its own; SymPy's pose. No simulation.",
        findings=[
            *findings(FORWARD, states),
            claim(
                "machine made of the printed table minus the library's: largest distance", "equals", 0.0, gap, "m", within=1e-12
            ),
            claim("rows of the table as printed, derived from the joints", "is", 4, printed_rows()),
            claim("entries of the symbolic pose equal to (2.12)", "is", 12, entries_of_2_12()),
        ],
        figures=[
            set_equations("Pose of the tool (2.12)", load("scara_prrr").equations("pose").abbreviated()),
            set_equations("Matrices of the table (2.7) to (2.12)", load("scara_prrr").equations("link_transforms").abbreviated()),
            _arms("Geometry of figure 2.2", [("arm", np.array([0.05, 0.5, 0.9, -0.6]))], ""),
        ],
        errata=[
            Erratum(
                "003",
                "script after (2.12)",
                "The function is defined as DH and called as HT, so the script stops; with one name its product is (2.12).",
                r"\mathrm{H0\_1 = HT(0, 0, 0, q4)}",
                r"\mathrm{H0\_1 = DH(0, 0, 0, q4)}",
                None,
                script,
            )
        ],
        notes=[OPEN_NUMBERS],
    )


def _arms(title: str, arms: list[tuple[str, Array]], reproduces: str) -> Curves:
    robot, lines = load("scara_prrr"), []
    for name, q in arms:
        points = np.array([robot.frame_pose(q, frame).position for frame in ("link1", "link2", "link3", "tool")])
        lines.append(Series(name, points[:, 0], points[:, 1]))
    return Curves(title, Axis("x", "m"), Axis("y", "m"), lines, equal=True, reproduces=reproduces)


# ------------------------------------------------------------------ line 31


def elbow_errata() -> list[Erratum]:
    """The sign of theta1, and the name of the elbow."""
    s = scara_states()
    right = float(np.abs(three_links(s) - as_turns(s)).max())
    plus = np.abs(three_links(s, 1.0) - as_turns(s)).max(axis=-1)
    printed = {sign: float(np.median(plus[s.generic & (elbow(s) == sign)])) for sign in (1, -1)}
    above = height_of_elbow(s)[elbow(s) > 0] > 0
    term = r"\operatorname{arctan2}(l_2 \sin\theta_2, l_1 + l_2 \cos\theta_2)"
    minus = rf"\theta_1 = \operatorname{{arctan2}}(y, x) - {term}"
    words = "With the sign in theta2, theta1 takes the minus for either elbow; "
    return [
        Erratum(
            "003",
            "(2.17)",
            "Calls the solution with theta2 > 0 elbow up; to the right of the base its elbow is below the line to the wrist. "
            "(2.30) calls it elbow down.",
            r"\theta_2 = +\arccos(\dots) \text{: elbow up}",
            r"\theta_2 = +\arccos(\dots) \text{: elbow down}",
            float(np.mean(~above)),
            float(np.mean(above)),
        ),
        Erratum(
            "003",
            "(2.25), (2.26)",
            words + "the plus is wrong for theta2 < 0.",
            rf"\theta_1 = \operatorname{{arctan2}}(y, x) + {term}",
            minus,
            printed[-1],
            right,
        ),
        Erratum(
            "003",
            "(2.27)",
            words + "the upper sign is wrong for theta2 > 0, where (2.22) has it right.",
            rf"\theta_1 = \operatorname{{arctan2}}(y, x) \pm {term}",
            minus,
            printed[1],
            right,
        ),
        Erratum(
            "003",
            "(2.34), (2.36)",
            words + "the plus, the lower sign of (2.36), is wrong for theta2 < 0.",
            rf"\theta_1 = \operatorname{{arctan2}}(\bar y, \bar x) \mp {term}",
            minus.replace("y, x", r"\bar y, \bar x"),
            printed[-1],
            right,
        ),
    ]


def solutions(robot: Robot, x: list[float]) -> int:
    """The number of configurations at a target."""
    return len(robot.configurations(x=x))


def newton_gap() -> float:
    """The largest distance of a solution by hand from the nearest that Newton's method finds from many starts [rad]."""
    by_hand = load("two_r")
    by_newton = load(by_hand.mechanism.model_copy(update={"inverse_geometry": None}))
    largest = 0.0
    for x in ([0.3, 0.1], [-0.2, 0.35]):
        found = by_newton.configurations(x=x)
        for each in by_hand.configurations(x=x):
            largest = max(largest, min(float(np.abs(turn(each.q) - turn(other.q)).max()) for other in found))
    return largest


def redundant_robot() -> Robot:
    """Three links for a point: any orientation does."""
    three = load("three_r").mechanism
    fields: dict[str, Any] = {"task": ("x", "y"), "forward_geometry": None, "inverse_geometry": None, "motion": None}
    return load(three.model_copy(update=fields))


@study(
    "003-31",
    "Inverse kinematics of two and three links",
    did="Solves two and three planar links by the cosine rule, elbow down and elbow up, and names Newton-Raphson for robots "
    "without a closed form.",
    claimed="Two solutions, (2.22) and (2.26), in one form (2.27), or (2.36) for three links. In general there may be none, "
    "several or infinitely many solutions, and inadmissible ones.",
    seconds=0.8,
)
def line_31_inverse_kinematics(context: StudyContext) -> StudyResult:
    """The formulas as printed and corrected, Newton's method, and how many solutions there are where."""
    states, arm = scara_states(), load("two_r", l1=0.3, l2=0.2)
    redundant = redundant_robot().configurations(x=[0.3, 0.2])
    robot = load("scara_prrr")
    high, folded = robot.configurations(x=[0.3, 0.1, 0.5, 0]), robot.configurations(x=[0.15, 0.05, 0.1, 0])
    both = robot.configurations(x=[0.4, 0.1, 0.05, 0.0])
    return StudyResult(
        ran=f"{RAN}; two_r with links of 0.3 and 0.2 m; three_r for a point; Newton's method from many starts. No simulation.",
        findings=[
            *findings(INVERSE, states),
            claim("solutions of two links within reach", "is", 2, solutions(arm, [0.499, 0.0])),
            observe("solutions with the arm stretched out", solutions(arm, [0.5, 0.0]), bound=1),
            observe("solutions out of reach", solutions(arm, [0.501, 0.0]) + solutions(arm, [0.099, 0.0]), bound=0),
            claim(
                "three links for a point: infinitely many solutions",
                "is",
                "yes",
                "yes" if redundant.infinite else "no",
                says="infinite if redundant",
            ),
            go_beyond("families of them", "is", 2, len(redundant)),
            go_beyond(
                "two equal links folded onto the base: infinitely many, though not redundant",
                "is",
                "yes",
                "yes" if load("two_r").configurations(x=[0.0, 0.0]).infinite else "no",
            ),
            *(
                claim(
                    f"inadmissible solutions {where}",
                    "is",
                    2,
                    sum(not each.within_limits for each in some),
                    says="there are some",
                )
                for where, some in (("above the end of the slide", high), ("folded beyond 150 degrees", folded))
            ),
            claim(
                "solutions by Newton's method minus those by hand, largest",
                "at most",
                1e-9,
                newton_gap(),
                "rad",
                says="Newton-Raphson finds them",
            ),
        ],
        figures=[
            _arms(
                "Elbow down and elbow up at one pose",
                [("elbow down" if each.q[2] > 0 else "elbow up", each.q) for each in both],
                "fig. 2.8",
            ),
            Equation(
                "Both elbows, corrected",
                r"\begin{aligned} \theta_2 &= \pm\arccos\frac{\bar x^2 + \bar y^2 - l_1^2 - l_2^2}{2 l_1 l_2} \\ \theta_1 &= "
                r"\operatorname{arctan2}(\bar y, \bar x) - \operatorname{arctan2}(l_2 \sin\theta_2, l_1 + l_2 \cos\theta_2) "
                r"\\ \theta_3 &= \varphi - "
                r"\theta_1 - \theta_2 \end{aligned}",
            ),
        ],
        errata=elbow_errata(),
        notes=[OPEN_NUMBERS, "The limits of the slide (0.35 m) and of theta2 (150 degrees) are ours."],
    )


# ------------------------------------------------------------------ line 32

CHAINS = ("PRRR", "RRPR", "RRR", "PPP", "RPRPRR")


def chain_gap(kinds: str) -> float:
    """The Jacobian of a random chain of slides and hinges minus its columns by (3.4) and (3.5)."""
    random = np.random.default_rng(2)
    table = [random.uniform(-1, 1, 4) for _ in kinds]
    words = {"P": "prismatic", "R": "revolute"}
    rows = [DHRow(theta=t, alpha=alpha, a=r, d=d, kind=words[kind]) for kind, (t, alpha, r, d) in zip(kinds, table, strict=True)]
    robot = load(Mechanism.from_dh("chain", rows))
    q = random.uniform(-np.pi, np.pi, (50, len(kinds)))
    H = [np.broadcast_to(np.eye(4), (50, 4, 4))]
    for kind, (theta, alpha, r, d), moved in zip(kinds, table, q.T, strict=True):
        turned, slid = (moved, 0.0 * moved) if kind == "R" else (0.0 * moved, moved)
        H.append(H[-1] @ dh(theta + turned, alpha, r, d + slid))
    J = np.stack([column(H[k], H[-1], kind) for k, kind in enumerate(kinds)], axis=-1)
    return float(np.abs(robot.jacobian(q) - J).max())


def determinant_gap() -> float:
    """The determinant of the square Jacobian minus l1 l2 sin(theta2), as a share of l1 l2."""
    s = scara_states()
    J = s.robot.task_jacobian(s.q)
    return float(np.max(np.abs(np.abs(np.linalg.det(J)) / (s.l1 * s.l2) - np.abs(np.sin(s.q[:, 2])))))


def singularity_kind(theta2: float) -> str:
    """What the SCARA is at an elbow angle."""
    return str(load("scara_prrr").singularity([0.1, 0.3, theta2, -0.2]).kind)


@study(
    "003-32",
    "Jacobians of the SCARA robot and of any chain",
    did="Computes the geometric Jacobian column by column with a MATLAB function for prismatic and revolute joints, the "
    "analytic one by differentiation, and the inverse symbolically.",
    claimed="The matrices (3.11), (3.12) and (3.20); the function works for any robot.",
    seconds=1.0,
)
def line_32_jacobians(context: StudyContext) -> StudyResult:
    """Each form against kinloop's Jacobians, chains of other joints, and where the inverse ends."""
    states, robot = scara_states(), load("scara_prrr")
    rank = int(np.linalg.matrix_rank(robot.jacobian(robot.start)))
    shape = robot.jacobian(robot.start).shape
    found: list[Finding] = [
        claim(f"chain {kinds}: columns minus kinloop's Jacobian", "equals", 0.0, chain_gap(kinds), within=1e-12)
        for kinds in CHAINS
    ]
    theta2 = np.linspace(np.deg2rad(1), np.deg2rad(179), 357)
    q = np.stack([np.full_like(theta2, 0.1), np.zeros_like(theta2), theta2, np.zeros_like(theta2)], axis=-1)
    largest = np.abs(robot.inverse_jacobian(q)[:, 1:, :2]).max(axis=(1, 2))
    return StudyResult(
        ran=f"{RAN}; random chains {', '.join(CHAINS)}, 50 configurations each. No simulation.",
        findings=[
            *findings(VELOCITY, states),
            *found,
            observe("rank of the Jacobian", rank, bound=4),
            go_beyond(
                "determinant of the square Jacobian minus l1 l2 sin(theta2), share of l1 l2", "at most", 1e-12, determinant_gap()
            ),
            go_beyond(
                "kind of singularity with the arm stretched out, where (3.20) divides by zero",
                "is",
                "type 1",
                singularity_kind(0.0),
            ),
        ],
        figures=[
            set_equations("Geometric Jacobian (3.11), corrected", robot.equations("jacobian").abbreviated()),
            set_equations("Inverse Jacobian (3.20)", robot.equations("inverse_jacobian").abbreviated(), {"jacobian": "J^{-1}"}),
            Curves(
                "Joint rates for a tool that moves at 1 m/s",
                Axis("theta2", "rad"),
                Axis("largest joint rate", "rad/s"),
                [Series("largest entry of the inverse", theta2, largest)],
                log="y",
            ),
        ],
        errata=[
            *errata("003", VELOCITY, states),
            Erratum(
                "003",
                "after (3.11)",
                "The Jacobian of four joints is a 6 by 4 matrix; the text calls it 4 by 6.",
                r"J \in \mathbb{R}^{4 \times 6}",
                r"J \in \mathbb{R}^{6 \times 4}",
                float(shape != (4, 6)),
                float(shape != (6, 4)),
            ),
        ],
        notes=[OPEN_NUMBERS, "The thesis does not say where the inverse (3.20) ends: at sin(theta2) = 0."],
    )
