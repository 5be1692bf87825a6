"""Line 40 of the checklist: what the thesis leaves to others, a fuzzy law and Newton-Euler's recursion."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.control.fuzzy.fuzzy_law import Fuzzy
from kinloop.control.fuzzy.fuzzy_system import FuzzySystem
from kinloop.control.law import Law
from kinloop.control.pd import PD
from kinloop.model.robot import load
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.options.plant_options import Native
from kinloop.simulation.record.record import Record
from kinloop.studies.aissani.joint_runs import thin
from kinloop.studies.aissani.newton_euler import evaluate, lagrange, newton_euler, operations, planar_bodies, scara_bodies
from kinloop.studies.aissani.settings import SCARA_PATH, g, scara, scara_start
from kinloop.studies.framework.figure_data import Axis, Curves, FigureData, Map, Motion, Series, over_time
from kinloop.studies.framework.finding import Finding, claim, go_beyond, observe
from kinloop.studies.framework.formula import relative_gap
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.trajectory.polynomials.quintic import Quintic

Array = np.ndarray
BANDWIDTH, ERROR = 20.0, 0.2  # rad/s; rad or m: the error that is one unit of the fuzzy terms; ours
LINKS = range(1, 9)
FAST = Quintic(SCARA_PATH(0.0).x, SCARA_PATH(5.0).x, 1.0)  # the motion of chapter 6 in a fifth of its time; ours


@cache
def laws() -> dict[str, Law]:
    """Critically damped at the start, if each joint were alone; the fuzzy law has the mean gains of the PD law."""
    inertia, w = np.diag(scara().inertia(scara_start())), BANDWIDTH
    kp, kd = inertia * w**2, 2 * inertia * w
    effort = kp * ERROR
    return {
        "fuzzy": Fuzzy(ERROR, effort / kd, effort, feedforward="gravity"),
        "PD": PD(kp, kd, feedforward="gravity"),
        "PD, 1.5 times the gains": PD(1.5 * kp, 1.5 * kd, feedforward="gravity"),
    }


def fuzzy_run(name: str, load_mass: float = 0.0) -> Record:
    """The fast motion under one of the laws, with a load that no law knows."""
    plant = Native(payload=load_mass)
    return simulate(scara(), laws()[name], FAST, duration=1.5, period=1e-3, q=scara_start(), plant=plant)


def tool_gap(run: Record) -> Array:
    """The distance of the tool from its reference [m]."""
    return np.asarray(np.linalg.norm(run.error[:, :3], axis=1))


def recursion_gap(machine: str) -> float:
    """Newton-Euler's efforts minus kinloop's, relative, at 200 seeded motions."""
    robot = load(machine)
    p = {name: float(value) for name, value in robot.parameters.items()}
    lengths, masses = [p[f"l{k}"] for k in (1, 2, 3)], [p[f"m{k}"] for k in (1, 2, 3)]
    if machine == "three_r":
        bodies, gravity = planar_bodies(lengths, masses), (0.0, -p["g"], 0.0)
    else:
        bodies, gravity = scara_bodies(lengths, masses, p["m_c"]), (0.0, 0.0, -p["g"])
    random = np.random.default_rng(3)
    q, qd, qdd = random.uniform(-2, 2, (3, 200, len(bodies)))
    expected = robot.inverse_dynamics(q, qd, qdd) - robot.friction(q, qd)
    return float(np.max(relative_gap(evaluate(newton_euler(bodies, gravity), q, qd, qdd), expected)))


@cache
def counts() -> tuple[Array, Array]:
    """Operations of Newton-Euler's recursion and of Lagrange's equations for planar arms with one to eight links."""
    recursion, energies = [], []
    for n in LINKS:
        lengths, masses = list(np.linspace(0.3, 0.2, n)), list(np.linspace(0.5, 0.4, n))
        recursion.append(operations(newton_euler(planar_bodies(lengths, masses), (0.0, -g, 0.0))))
        energies.append(operations(lagrange(lengths, masses, g)))
    return np.array(recursion), np.array(energies)


@study(
    "003-40",
    "Future work: fuzzy control and Newton-Euler",
    did="Names a fuzzy logic law and the Newton-Euler formalism as future work.",
    claimed="Newton-Euler is recursive and cheaper to compute than Lagrange's equations.",
    seconds=2.0,
)
def line_40_future_work(context: StudyContext) -> StudyResult:
    """A fuzzy law beside PD on the SCARA robot, and the recursion written out: efforts and operations."""
    runs = {name: fuzzy_run(name) for name in laws()}
    loaded = {name: fuzzy_run(name, 0.1) for name in laws()}
    recursion, energies = counts()
    gap = {name: float(tool_gap(run).max()) for name, run in runs.items()}
    found: list[Finding] = [observe(f"{name}: tool error, largest", each, "m") for name, each in gap.items()]
    found += [observe(f"{name}, load of 0.1 kg: tool error at the end", tool_gap(run)[-1], "m") for name, run in loaded.items()]
    return StudyResult(
        ran="scara_prrr along the motion of chapter 6 in 1 s, native plant at 1 ms: 49 fuzzy rules and PD of equal mean gains "
        "with gravity fed forward, without and with a load of 0.1 kg; Newton-Euler as CasADi functions for scara_prrr, three_r "
        "and arms of 1 to 8 links.",
        findings=[
            *found,
            go_beyond("fuzzy law: tool error over that of PD with equal mean gains", "at most", 1.0, gap["fuzzy"] / gap["PD"]),
            observe(
                "fuzzy law: tool error over that of PD with 1.5 times the gains",
                gap["fuzzy"] / gap["PD, 1.5 times the gains"],
                relation="at most",
                bound=1.5,
            ),
            go_beyond(
                "scara_prrr: efforts by Newton-Euler minus kinloop's, relative", "at most", 1e-12, recursion_gap("scara_prrr")
            ),
            go_beyond("three_r: efforts by Newton-Euler minus kinloop's, relative", "at most", 1e-12, recursion_gap("three_r")),
            claim(
                "operations by Newton-Euler over Lagrange's, 3 links",
                "at most",
                1.0,
                recursion[2] / energies[2],
                says="computationally optimized",
            ),
            observe("the same, 8 links", recursion[7] / energies[7], relation="at most", bound=recursion[2] / energies[2]),
            observe(
                "operations that one more link costs Newton-Euler, largest minus smallest from 3 links on",
                _spread(recursion),
                bound=0,
            ),
        ],
        figures=[_surface(), *_figures(runs, recursion, energies)],
        notes=[
            "Kinloop derives its models body by body, as Newton-Euler does; both are compared here with a recursion of their "
            "own.",
            "Errors of the fuzzy law are smaller than those of PD with equal mean gains, but a PD law with 1.5 times the gains "
            "does as well.",
        ],
    )


def _spread(recursion: Array) -> int:
    each = np.diff(recursion[2:])
    return int(each.max() - each.min())


def _surface() -> Map:
    """The output of the 49 rules over error and rate."""
    line = np.linspace(-1.2, 1.2, 61)
    system = FuzzySystem()
    error, rate = np.meshgrid(line, line)
    values = np.reshape(system(error.ravel(), rate.ravel()), error.shape)
    return Map("Output of the 49 rules", Axis("error / E"), Axis("rate / V"), Axis("effort / F"), line, line, values)


def _figures(runs: dict[str, Record], recursion: Array, energies: Array) -> list[FigureData]:
    t = thin(runs["PD"])[0]
    links = np.array(LINKS, float)
    return [
        over_time(
            "Tool error along the fast motion", t, {name: thin(run, tool_gap(run))[1] for name, run in runs.items()}, "error", "m"
        ),
        Motion("The fast motion", runs["fuzzy"], runs["PD"], "fuzzy law", "PD of equal mean gains"),
        Curves(
            "Operations for the efforts of a planar arm",
            Axis("links"),
            Axis("operations"),
            [Series("Newton-Euler", links, recursion.astype(float)), Series("Lagrange: M, C, G", links, energies.astype(float))],
            log="y",
        ),
    ]
