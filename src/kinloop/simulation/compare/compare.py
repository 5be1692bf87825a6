"""Two plants side by side: the same commands through both, and how far apart every quantity is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

import numpy as np

from kinloop.control.function_law import python_law
from kinloop.control.law import Law
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.robot import Robot
from kinloop.simulation.compare.comparison import Comparison, compare_records
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.options.plant_options import BuiltInPlant, Kinematic, Prescribed, as_plant
from kinloop.simulation.options.run_options import MOVED, RECORDING, as_environment, flag, refuse_arguments
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.record import Record
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# The options of a run that the runs of a comparison have.
OPTIONS = ["q", "qd", "mode", "observer", "sensors", "actuators", "environment", "progress"]
MOVED_HERE = {**MOVED, **dict.fromkeys(RECORDING, "the samples at the commands are compared")}
PlantLike = str | BuiltInPlant | Plant


def compare(
    robot: Robot,
    controller: Law | Callable[..., Any] | None,
    trajectory: Trajectory | None = None,
    plants: tuple[PlantLike, PlantLike] = ("native", "exudyn"),
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
        plants: two plants by name, with options, or user-defined, as for :func:`simulate`.
        options: as for :func:`simulate`, but ``recording``: the samples at the commands are compared.
    Returns: a :class:`Comparison`; where one run ended early, of the samples that both have.
    Raises: ShapeError: not two plants, or a first run too short to compare. What :func:`simulate` raises.
    """
    if isinstance(plants, str) or not isinstance(plants, (tuple, list)) or len(plants) != 2:
        raise ShapeError(f"compare: plants is {plants!r:.80}, expected two, such as ('native', 'exudyn')")
    refuse_arguments(
        "compare", [name for name in options if name not in OPTIONS], [*signature(compare).parameters][:-1] + OPTIONS, MOVED_HERE
    )
    flag("compare: feedback", feedback)
    environment = as_environment(options.get("environment"), "compare: environment")
    if not environment.is_constant:
        raise UnsupportedOperation("compare: its accelerations are those under constant wrenches; expected no pulses or signals")
    pair = as_plant(plants[0], "compare"), as_plant(plants[1], "compare")
    clock: dict[str, Any] = {"duration": duration, "period": period}
    first = simulate(robot, controller, trajectory, plant=pair[0], **clock, **options)
    if feedback:
        second = simulate(robot, controller, trajectory, plant=pair[1], **clock, **options)
    else:
        commands = _commands(robot, first, trajectory, pair, period, options)
        second = _replay(robot, first, commands, trajectory, pair[1], period, options.get("environment"))
    names = _name(pair[0]), _name(pair[1])
    return compare_records(first, second, names=names, wrenches=environment.constant or None)


def _commands(
    robot: Robot,
    first: Record,
    trajectory: Trajectory | None,
    plants: tuple[BuiltInPlant | Plant, BuiltInPlant | Plant],
    period: float,
    options: Mapping[str, Any],
) -> Array:
    """What the first plant was given at each sample (k, n_active), to give it to the other; the last acts on nothing any more."""
    if isinstance(plants[1], Prescribed):
        raise UnsupportedOperation("compare: a prescribed motion takes no commands; give it as the first of the plants")
    if len(first) < 2:
        why = f": {first.events[0].message}" if first.events else ""
        raise ShapeError(f"compare: the run of the first plant has {len(first)} sample, so there is nothing to replay{why}")
    kinematic = [isinstance(plant, Kinematic) for plant in plants]
    if kinematic[0] != kinematic[1]:
        raise UnsupportedOperation(
            "compare: the plant 'kinematic' takes joint rates and the others efforts, so neither can replay the other"
        )
    commands = np.array(first.qd[:, : robot.n_active] if kinematic[0] else first.tau)
    if isinstance(plants[0], Prescribed):
        duration = (len(first) - 1) * period
        halves = {**options, "duration": duration, "period": period / 2}
        half = simulate(robot, None, trajectory, plant=plants[0], **halves)
        commands[:-1] = half.tau[1::2]
    if not np.isfinite(commands[-1]).all():
        commands[-1] = 0.0
    lost = np.flatnonzero(~np.isfinite(commands).all(axis=-1))
    if lost.size:
        raise ShapeError(
            f"compare: the first plant has no finite command from t = {first.t[lost[0]]:g} s on, so the second cannot be given it"
        )
    return commands


def _replay(
    robot: Robot,
    first: Record,
    commands: Array,
    trajectory: Trajectory | None,
    plant: BuiltInPlant | Plant,
    period: float,
    environment: Any,
) -> Record:
    """The run of the other plant under the commands of the first run."""

    def replay(t: float, measured: Any, reference: Any, state: Any, model: Any) -> tuple[Array, Any]:
        return commands[round(t / period)], state

    law = python_law(replay, drives="rate" if isinstance(plant, Kinematic) else "effort") if robot.n_active else None
    clock: dict[str, Any] = {"duration": (len(commands) - 1) * period, "period": period}
    start: dict[str, Any] = {"q": first.q[0], "qd": first.qd[0]}
    return simulate(robot, law, trajectory, plant=plant, environment=environment, **clock, **start)


def _name(plant: BuiltInPlant | Plant) -> str:
    return plant.name if isinstance(plant, BuiltInPlant) else type(plant).__name__
