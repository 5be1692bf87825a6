"""The native plant against external engines: the largest differences on the same machine and the same motion.

Computed torque at 1 kHz on a motion of up to 0.15 m or rad in each active joint in 0.5 s, gravity as described; engines' steps of
0.1 ms, and of 0.2 ms to observe the order. Also measured: the time of an engine's step, and the overhead of a period.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from measure import Measure, best, repeat

import kinloop as kl
from kinloop.simulation.engines.exudyn.exudyn_plant import ExudynPlant
from kinloop.simulation.engines.mujoco.mujoco_plant import MujocoPlant

Array = np.ndarray
ENGINES: dict[str, Callable[..., Any]] = {"Exudyn": ExudynPlant, "MuJoCo": MujocoPlant}
# Targets of this benchmark: largest differences of positions [m or rad] and of rates.
TARGETS = {"Exudyn": (1e-8, None), "MuJoCo": (1e-7, 1e-5)}
WITH_TARGET = ("delta_rods", "delta_parallelograms", "stewart_gough")
LAW = kl.ComputedTorque(400.0, 40.0)
PERIOD, STEP = 1e-3, 1e-4


def measures() -> list[Measure]:
    return [*biglide(), *library(), *times()]


def biglide() -> list[Measure]:
    """The motion of the Biglide's description, 2 s ([DemuttiRosi2020] sections 3.2 and 3.3)."""
    robot = kl.load("biglide")
    start = [0.0, np.sqrt(robot.parameters["l"] ** 2 - robot.parameters["d"] ** 2 / 4)]
    q = robot.inverse_geometry(start, mode=(-1, -1)).q
    path = kl.Quintic(start, [0.1, 0.1], 2.0)
    return [
        m
        for engine in ENGINES
        for m in compare_motions(robot, engine, path, 2.0, q, "biglide, described motion, 2 s", has_target=True)
    ]


def library() -> list[Measure]:
    found: list[Measure] = []
    for name in kl.library():
        robot = kl.load(name)
        way = 0.15 * np.random.default_rng(1).uniform(-1, 1, len(robot.active))
        first = robot.start[: len(way)]
        path = kl.Quintic(first, first + way, 0.5, space="active")
        for engine in ENGINES:
            found += compare_motions(robot, engine, path, 0.5, robot.start, f"{name}, 0.5 s", has_target=name in WITH_TARGET)
    return found


def compare_motions(
    robot: kl.Robot, engine: str, path: Any, duration: float, q: Array, name: str, *, has_target: bool
) -> list[Measure]:
    """Largest differences of positions and rates; with a target for Exudyn, also the observed order of convergence."""
    ours = motion(robot, path, duration, q, kl.Native(substeps=4))
    apart = distances(ours, motion(robot, path, duration, q, ENGINES[engine](robot, STEP)))
    units = ("m or rad", "of the rates")
    result = [
        Measure("engines", f"{name}, {engine}", value, unit, target=target if has_target else None)
        for value, unit, target in zip(apart, units, TARGETS[engine], strict=True)
    ]
    if has_target and engine == "Exudyn":
        coarse = distances(ours, motion(robot, path, duration, q, ENGINES[engine](robot, 2 * STEP)))
        order = float(np.log2(coarse[0] / apart[0]))
        result.append(Measure("engines", f"{name}, {engine}, observed order", order, "", target=1.9, at="least"))
    return result


def motion(robot: kl.Robot, path: Any, duration: float, q: Array, plant: Any) -> tuple[Array, Array]:
    run = kl.simulate(robot, LAW, path, duration=duration, period=PERIOD, q=q, plant=plant)
    return run.q, run.qd


def distances(a: tuple[Array, Array], b: tuple[Array, Array]) -> list[float]:
    return [float(np.abs(x - y).max()) for x, y in zip(a, b, strict=True)]


def times() -> list[Measure]:
    """A step, from periods of one and of ten; and what a period costs beside its steps."""
    result = []
    for name in ("biglide", *WITH_TARGET):
        robot = kl.load(name)
        tau = robot.static_effort(robot.start)
        for engine, make in ENGINES.items():
            plant = make(robot, STEP)
            plant.start(robot.start, np.zeros(len(robot.mechanism.rates)))
            one, ten = best(
                *(repeat(lambda n=n, plant=plant, tau=tau: plant.advance(tau, n * STEP), 10) for n in (1, 10)), rounds=5
            )
            step = (ten - one) / 90
            result.append(Measure("engines", f"{name}, {engine}, a step", step * 1e6, "us"))
            result.append(Measure("engines", f"{name}, {engine}, a period beside its steps", (one / 10 - step) * 1e6, "us"))
    return result
