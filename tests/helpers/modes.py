"""States of a machine in every mode that it has: all working modes of random targets, and all assembly modes of each."""

from __future__ import annotations

from functools import cache

import numpy as np
from machines import robot_named
from motion import States, apply, random_states

import kinloop as kl
from kinloop.model.formulas.closed_form import Direction, form_of
from kinloop.model.geometry.configuration import Configuration
from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray


def geometry_of(robot: kl.Robot) -> Geometry:
    return robot.models.geometry


def targets(robot: kl.Robot, count: int, seed: int) -> Array:
    """Seeded tasks in the workspace: those of random configurations about the start."""
    return np.asarray(
        robot.models.kernel("task")(random_states(robot, count, seed, spread=0.3).q, *robot.models.parameter_inputs)
    )


def named_configurations(robot: kl.Robot, direction: Direction, given: Array) -> list[Configuration]:
    """The configurations that a closed form names, or all where there is none: a Delta has many more, and slower to find, with
    its platform turned and its rods crossed."""
    geometry = geometry_of(robot)
    if form_of(robot.mechanism, direction) is None:
        return geometry.configurations(direction, given)
    configurations = geometry.space.distinct(geometry._written_out(direction, given))
    return [geometry.describe(direction, q, given, index) for index, q in enumerate(configurations)]


def every_configuration(robot: kl.Robot, count: int, seed: int) -> Array:
    """All working modes of ``count`` random targets, and of each all the configurations that share its active joints."""
    geometry = geometry_of(robot)
    found: list[Array] = []
    for x in targets(robot, count, seed):
        for working in named_configurations(robot, "inverse", x):
            found += [each.q for each in named_configurations(robot, "forward", working.q_active)]
    return np.array(geometry.space.distinct(np.array(found)))


@cache
def every_mode(name: str, count: int = 2, seed: int = 31) -> States:
    """Every configuration of some targets, with random rates that keep the loops closed, and random efforts."""
    return moving(robot_named(name), every_configuration(robot_named(name), count, seed), seed)


def moving(robot: kl.Robot, q: Array, seed: int) -> States:
    """Configurations with random rates along the loops, of the size of 1, and random efforts."""
    random = np.random.default_rng(seed)
    qd = random.uniform(-1, 1, (len(q), len(robot.mechanism.rates)))
    if robot.models.formulas.model.rows:
        K, _ = robot.models.kernel("closure_velocity")(q, qd, *robot.models.parameter_inputs)
        inverse = np.linalg.pinv(K, rcond=1e-9)  # of redundant rows what is rounding is left out
        for _ in range(2):
            qd -= apply(inverse, apply(K, qd))
    return States(q, qd, random.uniform(-5, 5, (len(q), robot.n_active)))
