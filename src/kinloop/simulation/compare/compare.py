"""Two plants side by side: the same commands through both, and how far apart every quantity is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kinloop.control.law import Law, python_law
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.robot import Robot
from kinloop.simulation.compare.comparison import Comparison, compare_records
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.record import Record
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# What belongs to the machine; all else lies between the controller and the commands, which are replayed as they were.
OF_THE_PLANT = ("substeps", "wrenches", "payload", "plant_parameters")


def compare(
    robot: Robot,
    controller: Law | Callable[..., Any] | None,
    trajectory: Trajectory | None = None,
    plants: tuple[str | Plant, str | Plant] = ("native", "exudyn"),
    *,
    feedback: bool = False,
    duration: float,
    period: float,
    **options: Any,
) -> Comparison:
    """A run of one plant, the same through another, and the differences of tool, joints to second order, efforts and loop forces.

    The first plant runs under the controller. The second is given the first one's commands, sample by sample, from the same
    start: what differs is the machine alone. With ``feedback`` it runs under the controller itself, which corrects it.

    Args:
        controller: a law; None where the first plant is ``"prescribed"``: then the commands are the efforts that its motion
            takes, of the middle of each period, which is nearest to what the motion takes all through it.
        plants: two names of plants or objects, as for :func:`simulate`.
        options: as for :func:`simulate`.
    Returns: a :class:`Comparison`; where one run ended early, of the samples that both have.
    Raises: ShapeError: not two plants, or a first run too short to compare. What :func:`simulate` raises.
    """
    if isinstance(plants, str) or not isinstance(plants, (tuple, list)) or len(plants) != 2:
        raise ShapeError(f"compare: plants is {plants!r:.80}, expected two, such as ('native', 'exudyn')")
    for name in ("samples", "held_outputs"):
        if options.get(name) not in (None, 1, False):
            raise UnsupportedOperation(f"compare: what is compared are the samples at the commands, so it takes no {name}")
    clock: dict[str, Any] = {"duration": duration, "period": period}
    first = simulate(robot, controller, trajectory, plant=plants[0], **clock, **options)
    if feedback:
        second = simulate(robot, controller, trajectory, plant=plants[1], **clock, **options)
    else:
        commands = _commands(robot, first, trajectory, plants, period, options)
        second = _replayed(robot, first, commands, trajectory, plants[1], period, options)
    names = _name(plants[0]), _name(plants[1])
    return compare_records(first, second, names=names, wrenches=options.get("wrenches"))


def _commands(
    robot: Robot,
    first: Record,
    trajectory: Trajectory | None,
    plants: tuple[str | Plant, str | Plant],
    period: float,
    options: Mapping[str, Any],
) -> Array:
    """What the first plant was given at each sample (k, n_active), to give it to the other; the last acts on nothing any more."""
    if plants[1] == "prescribed":
        raise UnsupportedOperation("compare: a prescribed motion takes no commands; give it as the first of the plants")
    if len(first) < 2:
        why = f": {first.events[0].message}" if first.events else ""
        raise ShapeError(f"compare: the run of the first plant has {len(first)} sample, so there is nothing to replay{why}")
    kinematic = [plant == "kinematic" for plant in plants]
    if kinematic[0] != kinematic[1]:
        raise UnsupportedOperation(
            "compare: the plant 'kinematic' takes joint rates and the others efforts, so neither can replay the other"
        )
    commands = np.array(first.qd[:, : robot.n_active] if kinematic[0] else first.tau)
    if plants[0] == "prescribed":
        duration = (len(first) - 1) * period
        halves = {**options, "duration": duration, "period": period / 2}
        half = simulate(robot, None, trajectory, plant="prescribed", **halves)
        commands[:-1] = half.tau[1::2]
    if not np.isfinite(commands[-1]).all():
        commands[-1] = 0.0
    lost = np.flatnonzero(~np.isfinite(commands).all(axis=-1))
    if lost.size:
        raise ShapeError(
            f"compare: the first plant has no finite command from t = {first.t[lost[0]]:g} s on, so the second cannot be given it"
        )
    return commands


def _replayed(
    robot: Robot,
    first: Record,
    commands: Array,
    trajectory: Trajectory | None,
    plant: str | Plant,
    period: float,
    options: Mapping[str, Any],
) -> Record:
    """The other plant under the commands of a run."""

    def replay(t: float, measured: Any, reference: Any, state: Any, model: Any) -> tuple[Array, Any]:
        return commands[round(t / period)], state

    law = python_law(replay, drives="rate" if plant == "kinematic" else "effort") if robot.n_active else None
    kept: dict[str, Any] = {name: value for name, value in options.items() if name in OF_THE_PLANT}
    duration = (len(commands) - 1) * period
    kept |= {"q": first.q[0], "qd": first.qd[0]}
    return simulate(robot, law, trajectory, duration=duration, period=period, plant=plant, **kept)


def _name(plant: str | Plant) -> str:
    return plant if isinstance(plant, str) else type(plant).__name__
