"""Line 33 of the checklist: Lagrange's equations of one, two and three links, with friction by Rayleigh's function."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.model.robot import load
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.record.record import Record
from kinloop.studies.aissani import one_link_equations, three_link_equations, two_link_equations
from kinloop.studies.aissani.planar_links import PlanarMotions, planar_motions
from kinloop.studies.aissani.settings import OPEN_NUMBERS, I, M, beta, g, l_g, m, single_joint
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import FigureData, Motion, over_time
from kinloop.studies.framework.finding import claim, observe
from kinloop.studies.framework.formula import Formula, errata, findings
from kinloop.studies.framework.set_equations import set_equations
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray
# The equations of each machine
CHAPTER_4: dict[str, list[Formula[PlanarMotions]]] = {
    "one_joint": one_link_equations.ONE_LINK,
    "planar_2": two_link_equations.TWO_LINKS,
    "two_r": two_link_equations.POINT_MASSES,
    "planar_3": three_link_equations.THREE_LINKS,
    "three_r": three_link_equations.POINT_MASSES,
}
SWINGS = {"one_joint": [0.5], "two_r": [0.3, 0.8], "three_r": [0.3, 0.8, -0.5]}  # released at rest; ours
DURATION, PERIOD = 1.0, 1e-3


@cache
def swing(machine: str, plant: str) -> Record:
    """A free fall from rest."""
    return simulate(load(machine), None, duration=DURATION, period=PERIOD, q=SWINGS[machine], plant=plant)


def integrate_state_space(t: Array) -> Array:
    """The state-space form after (4.20) with no torque, by SciPy from the same start: theta(t)."""
    from scipy.integrate import solve_ivp

    def rate(_: float, x: Array) -> list[float]:
        return [x[1], (-m * g * l_g * np.cos(x[0]) - beta * x[1]) / (m * l_g**2 + I)]

    solution = solve_ivp(rate, (0.0, t[-1]), [SWINGS["one_joint"][0], 0.0], method="DOP853", t_eval=t, rtol=1e-12, atol=1e-12)
    return np.asarray(solution.y[0])


def first_kinetic_energy() -> float:
    """(4.27) with m1: its largest relative error."""
    s = planar_motions("planar_2")
    m1, lg1, I1 = s["m1 lg1 I1"]
    exact = s.without("m2", "I2").energy(s.q, s.qd).kinetic
    return float(np.max(np.abs((m1 * lg1**2 + I1) * s.qd[:, 0] ** 2 / 2 / exact - 1)))


@study(
    "003-33",
    "Lagrange's equations of one, two and three links",
    did="Derives the equations of motion of planar arms with one, two and three links by Lagrange's formalism with Rayleigh's "
    "dissipation function, and the state-space form of one joint for a Simulink model.",
    claimed="M, C and G of each arm, inverse and forward dynamics; more joints make the equations impractical by hand.",
    seconds=6.0,
)
def line_33_dynamics(context: StudyContext) -> StudyResult:
    """Every equation against kinloop's models, and free falls against an engine and an integration of the state-space form."""
    falls = {name: swing(name, "native") for name in SWINGS}
    apart = {name: float(np.abs(run.q - swing(name, "mujoco").q).max()) for name, run in falls.items()}
    one = falls["one_joint"]
    theta = integrate_state_space(one.t)
    return StudyResult(
        ran="one_joint, two_r, three_r and arms with centres of mass off their lines, 200 sets of dimensions with a motion "
        f"each, seeded; falls of {DURATION:g} s from rest on the native plant and on MuJoCo; SciPy for the state-space form.",
        findings=[
            *(each for name, formulas in CHAPTER_4.items() for each in findings(formulas, planar_motions(name))),
            claim(
                "M of the single joint (5.13)",
                "equals",
                m * l_g**2 + I,
                single_joint().inertia([0.0])[0, 0],
                "kg m^2",
                within=1e-15,
            ),
            claim(
                "state-space form of one joint, integrated, minus the native plant",
                "equals",
                0.0,
                np.abs(theta - one.q[:, 0]).max(),
                "rad",
                within=1e-8,
            ),
            *(
                observe(f"{name}, fall: native minus MuJoCo, largest angle", gap, "rad", relation="at most", bound=1e-5)
                for name, gap in apart.items()
            ),
        ],
        figures=[*_equations(), *_falls(theta)],
        errata=[
            Erratum(
                "003",
                "(4.27)",
                "Prints m, which has no value here, in the place of m1.",
                r"T_1 = \tfrac12 (m l_{g_1}^2 + I_1) \dot\theta_1^2",
                r"T_1 = \tfrac12 (m_1 l_{g_1}^2 + I_1) \dot\theta_1^2",
                None,
                first_kinetic_energy(),
            ),
            two_link_equations.LAGRANGIAN.erratum("003", planar_motions("planar_2")),
            *(each for name, formulas in CHAPTER_4.items() for each in errata("003", formulas, planar_motions(name))),
        ],
        notes=[
            OPEN_NUMBERS,
            "(4.61) to (4.67) assume masses at the ends of the links, as (4.44) did for two links; section 4.4 does not say so, "
            "and (4.54) still has I3, l_g3 and phi3.",
            "The thesis writes C for the product of the matrix of Christoffel's symbols and the rates.",
            f"M of the single joint is {M:.8f} kg m^2.",
        ],
    )


def _equations() -> list[FigureData]:
    two, three = load("two_r"), load("three_r")
    return [
        set_equations("One joint: Lagrangian (4.15)", single_joint().equations("lagrangian")),
        set_equations("One joint: state space", single_joint().equations("state_space")),
        set_equations("Two links: M (4.47)", two.equations("inertia")),
        set_equations("Two links: C, times the rates (4.48)", two.equations("coriolis")),
        set_equations("Two links: G (4.49)", two.equations("gravity"), {"gravity": "G"}),
        set_equations("Three links: M (4.61)", three.equations("inertia").abbreviated()),
        set_equations("Three links: C, times the rates (4.63) to (4.65), corrected", three.equations("coriolis").abbreviated()),
        set_equations("Three links: G (4.67)", three.equations("gravity").abbreviated(), {"gravity": "G"}),
    ]


def _falls(theta: Array) -> list[FigureData]:
    one = swing("one_joint", "native")
    return [
        over_time(
            "One joint falls from 0.5 rad",
            one.t,
            {"native plant": one.q[:, 0], "-- state space by SciPy": theta},
            "theta",
            "rad",
        ),
        Motion("Three links fall", swing("three_r", "native"), swing("three_r", "mujoco"), "native", "MuJoCo"),
    ]
