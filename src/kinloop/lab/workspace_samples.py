"""Configurations and motions over a robot's workspace, away from singularities, with the working mode of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, UnsupportedOperation, listing, unknown_name
from kinloop.model.formulas.closed_form import form_of
from kinloop.model.geometry.configuration import Status
from kinloop.model.robot import Robot

Array = np.ndarray
# Beyond this condition number of the map from active to task rates a configuration counts as near a singularity.
NEAR_SINGULAR = 30.0
DRAWS = 40  # at most so many times as many draws as samples
SAME = 1e-6  # rad, or part of the machine's size: two configurations that are the same


@dataclass(frozen=True)
class Samples:
    """States of a robot, samples first: positions, consistent rates and accelerations, efforts, and the same of the task.

    ``mode`` has for each sample the index of its working mode in ``modes``, -1 where the robot has no signs.
    """

    robot: Robot
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    x: Array
    xd: Array
    xdd: Array
    mode: Array
    modes: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.q)

    @property
    def q_active(self) -> Array:
        """Positions of the active joints."""
        return self.q[:, : self.robot.n_active]

    @property
    def q_passive(self) -> Array:
        """Positions of the passive joints."""
        return self.q[:, self.robot.n_active :]

    @property
    def qd_active(self) -> Array:
        """Rates of the active joints."""
        return self.qd[:, : self.robot.n_active]

    @property
    def qd_passive(self) -> Array:
        """Rates of the passive joints."""
        return self.qd[:, self.robot.n_active :]

    @property
    def qdd_active(self) -> Array:
        """Accelerations of the active joints."""
        return self.qdd[:, : self.robot.n_active]

    @property
    def qdd_passive(self) -> Array:
        """Accelerations of the passive joints."""
        return self.qdd[:, self.robot.n_active :]

    def with_efforts(self) -> Samples:
        """The same motions with the efforts that they need of this robot."""
        return replace(self, tau=self.robot.inverse_dynamics(self.q, self.qd, self.qdd))

    def subset(self, chosen: Array) -> Samples:
        """Some of the samples."""
        arrays = {f.name: getattr(self, f.name)[chosen] for f in fields(self) if f.name not in ("robot", "modes")}
        return Samples(self.robot, modes=self.modes, **arrays)


def working_modes(robot: Robot) -> tuple[tuple[int, ...], ...]:
    """All signs of the closed form of the inverse geometry; one empty tuple where there is none."""
    form = form_of(robot.mechanism, "inverse")
    return tuple(product((1, -1), repeat=len(form.signs))) if form is not None else ((),)


def inverse_solutions(robot: Robot, x: Array, signs: tuple[int, ...]) -> Array:
    """All joints at a batch of task values in one working mode; NaN where there is none."""
    found = robot.inverse_geometry(x, mode=signs if signs else None)
    return np.where((found.status == Status.SOLVED)[:, None], found.q, np.nan)


def draw_samples(robot: Robot, count: int, seed: int, region: Mapping[str, Any] | None = None) -> Samples:
    """Seeded samples within the joint limits, or half a turn and the machine's size either way, where the tool and the joints
    determine each other well.

    Args:
        region: bounds of task coordinates, by name: ``{"x": (-0.1, 0.1)}``.
    Raises: ShapeError, UnknownName: what is no region. UnsupportedOperation: none of the draws is within it.
    """
    if robot.models.is_batch:
        raise ShapeError(f"{robot.mechanism.name}: lab.compare takes a robot with single values for its parameters")
    bounds = _region(robot, region)
    random = np.random.default_rng(seed)
    q = np.zeros((0, len(robot.start)))
    for _ in range(DRAWS):
        drawn = _configurations(robot, _active(robot, random, count), random)
        q = np.concatenate([q, drawn[_is_fit(robot, drawn, bounds)]])
        if len(q) >= count:
            break
    if not len(q):
        raise UnsupportedOperation(
            f"{robot.mechanism.name}: no configuration was found in the region {region!r:.200}; expected bounds that it reaches"
            if region
            else f"{robot.mechanism.name}: no configuration away from singularities was found"
        )
    return _with_motions(robot, q[:count], random)


def _region(robot: Robot, region: Mapping[str, Any] | None) -> list[tuple[int, float, float]]:
    found = []
    for name, bounds in (region or {}).items():
        if name not in robot.task:
            raise unknown_name("task coordinate", name, robot.task, robot.mechanism.name)
        values = np.asarray(bounds, float)
        if values.shape != (2,) or not values[0] < values[1]:
            raise ShapeError(f"lab.compare: region[{name!r}] is {bounds!r:.80}, expected two numbers, the smaller first")
        found.append((robot.task.index(name), float(values[0]), float(values[1])))
    return found


def _active(robot: Robot, random: np.random.Generator, count: int) -> Array:
    """Active joints within their limits."""
    lower, upper = (np.array(bound, float)[: len(robot.active)] for bound in robot.models.geometry.limits)
    start = robot.start[: len(robot.active)]
    turns = np.array([unit == "rad" for unit in robot.units.positions[: len(robot.active)]])
    reach = np.where(turns, np.pi, float(robot.models.geometry.size))
    lower = np.where(np.isfinite(lower), lower, np.where(turns, -np.pi, start - reach))
    upper = np.where(np.isfinite(upper), upper, np.where(turns, np.pi, start + reach))
    return random.uniform(lower, upper, (2 * count, len(lower)))


def _configurations(robot: Robot, active: Array, random: np.random.Generator) -> Array:
    """Configurations with these active joints, in any assembly mode."""
    if not robot.passive:
        return active
    form = form_of(robot.mechanism, "forward")
    if form is None:
        near = robot.start[: robot.n_active] + 0.1 * (active - robot.start[: robot.n_active])
        found = robot.forward_geometry(near, near=robot.start)
        return np.asarray(found.q[found.status == Status.SOLVED])
    parts = []
    for signs in product((1, -1), repeat=len(form.signs)):
        found = robot.forward_geometry(active, mode=signs if signs else None)
        parts.append(found.q[found.status == Status.SOLVED])
    q = np.concatenate(parts)
    return np.asarray(q[random.permutation(len(q))])


def _is_fit(robot: Robot, q: Array, bounds: list[tuple[int, float, float]]) -> Array:
    """Which configurations are within the limits and the region, and away from singularities."""
    if not len(q):
        return np.zeros(0, bool)
    fit = np.asarray(robot.models.geometry.within_limits(q))
    with np.errstate(all="ignore"):
        J = robot.task_jacobian(q)
    known = np.isfinite(J).all(axis=(1, 2))
    fit &= known
    if known.any() and J.shape[-1] == J.shape[-2]:
        size = float(robot.models.geometry.size)
        rows = np.array([1.0 if unit.startswith("rad") else size for unit in robot.units.task_rates])
        columns = np.array([1.0 if unit.startswith("rad") else size for unit in robot.units.rates[: robot.n_active]])
        condition = np.full(len(q), np.inf)
        condition[known] = np.linalg.cond(J[known] / rows[:, None] * columns)
        fit &= condition < NEAR_SINGULAR
    if bounds:
        x = task_of(robot, q)
        for k, low, high in bounds:
            fit &= (x[:, k] >= low) & (x[:, k] <= high)
    return fit


def task_of(robot: Robot, q: Array) -> Array:
    """The task's coordinates of configurations."""
    return np.asarray(robot.models.geometry.task(q))


def _with_motions(robot: Robot, q: Array, random: np.random.Generator) -> Samples:
    units = np.array([1.0 if unit.startswith("rad") else float(robot.models.geometry.size) for unit in robot.units.rates])
    n = robot.n_active
    rates = random.uniform(-1, 1, (len(q), n)) * units[:n]
    rates[1:][-1:] = 0.0  # the last of several is at rest, where a quotient may have no value
    velocity = robot.forward_velocity(q, rates)
    acceleration = robot.forward_acceleration(q, velocity.qd, random.uniform(-1, 1, (len(q), n)) * units[:n])
    tau = robot.inverse_dynamics(q, velocity.qd, acceleration.qdd)
    x = task_of(robot, q)
    modes = working_modes(robot)
    index = np.full(len(q), -1)
    if modes != ((),):
        for k, signs in enumerate(modes):
            index[_same(robot, inverse_solutions(robot, x, signs), q)] = k
    samples = Samples(robot, q, velocity.qd, acceleration.qdd, tau, x, velocity.xd, acceleration.xdd, index, modes)
    return samples if modes == ((),) else samples.subset(index >= 0)  # only where the closed form has the configuration


def _same(robot: Robot, a: Array, b: Array) -> Array:
    """Which rows are the same configuration, full turns apart."""
    turns = np.array([unit == "rad" for unit in robot.units.positions])
    gap = np.where(turns, np.angle(np.exp(1j * (a - b))), (a - b) / float(robot.models.geometry.size))
    return np.asarray(np.abs(gap).max(axis=1) < SAME)


def require_modes(robot: Robot) -> None:
    """Refuse what needs a closed form. Raises: UnsupportedOperation."""
    if "pose" in robot.task:
        raise UnsupportedOperation(
            f"{robot.mechanism.name}: lab.compare has no geometry of a pose; the task of this machine is {listing(robot.task)}"
        )
    if form_of(robot.mechanism, "inverse") is None:
        raise UnsupportedOperation(f"{robot.mechanism.name}: its description has no closed form of the inverse geometry")
