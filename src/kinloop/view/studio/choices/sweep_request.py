"""The sweep that a page asks for: its experiment with all values that vary, and the Python of these."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kinloop.errors import KinloopError, ShapeError, UnsupportedOperation
from kinloop.model.robot import Robot
from kinloop.simulation.experiment.experiment import Experiment
from kinloop.simulation.loop.start.start_state import start_state
from kinloop.view.studio.choices.experiments import read_request
from kinloop.view.studio.choices.laws import FREQUENCY, LAWS
from kinloop.view.studio.choices.messages import table, tables
from kinloop.view.studio.choices.motions import MotionChoice
from kinloop.view.studio.choices.plant_mismatch import PLANT
from kinloop.view.studio.choices.sweep_axes import GAIN, MOST_RUNS, NOISE, SEED, Axis, read_axis
from kinloop.view.studio.machine.machine_state import MachineState

Array = np.ndarray
PLANTS = ("native", "kinematic")
# How near a start on the trajectory is to the one that was chosen [rad or m].
SAME_START = 1e-6


@dataclass(frozen=True, eq=False)
class SweepRequest:
    """A sweep as a page asks for it. ``run``: the message of the run that it varies; ``state``, ``motion``: of the machine then;
    ``python``: lines that make ``vary``."""

    experiment: Experiment
    axes: tuple[Axis, ...]
    run: Mapping[str, Any]
    state: MachineState
    motion: MotionChoice
    python: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of values of each axis; the last axis varies fastest."""
        return tuple(axis.count for axis in self.axes)

    @property
    def runs(self) -> int:
        """The number of runs."""
        return int(np.prod(self.shape))

    def values(self, run: int) -> dict[str, float]:
        """What one run has of each path."""
        places = np.unravel_index(run, self.shape)
        return {axis.path: axis.values[place].item() for axis, place in zip(self.axes, places, strict=True)}


def read_sweep(message: Mapping[str, Any], state: MachineState, motion: MotionChoice, source: str) -> SweepRequest:
    """The sweep that a message asks for. Raises: KinloopError: what cannot be swept, in a sentence."""
    run = table(message, "run")
    request = read_request(run, state, motion, source)
    experiment, law = request.experiment, run["law"]["kind"]
    if experiment.trajectory is None:
        raise UnsupportedOperation("a sweep compares errors, so it needs a law that follows a motion")
    if _plant_name(experiment) not in PLANTS:
        raise UnsupportedOperation(
            f"a sweep runs on the plants {' and '.join(PLANTS)}, whose loops are compiled, not on {_plant_name(experiment)}"
        )
    axes = tuple(read_axis(each, state.robot, law) for each in tables(message, "vary", 1, 2))
    if len({axis.path for axis in axes}) < len(axes):
        raise ShapeError(f"{axes[0].path} was chosen twice, expected two different values to vary")
    runs = int(np.prod([axis.count for axis in axes]))
    if runs > MOST_RUNS:
        counts = " times ".join(str(axis.count) for axis in axes)
        raise ShapeError(f"{counts} are {runs} runs, expected at most {MOST_RUNS} in the studio; kl.sweep in Python has no limit")
    _check_seed(experiment, axes)
    experiment = _without_fixed(experiment, axes)
    if LAWS[law].gains[:1] == (FREQUENCY,) and any(_changes_gains(axis, state.robot) for axis in axes):
        vary, lines, is_grid = _design_runs(experiment, axes, run, state)
    else:
        vary, lines, is_grid = _plain(experiment, axes)
    start = _start(experiment, axes, state)
    varied = replace(experiment, vary=vary, grid=is_grid, keep="summary", **start)
    return SweepRequest(varied, axes, run, state, motion, tuple(lines), request.notes)


def _plant_name(experiment: Experiment) -> str:
    return str(getattr(experiment.plant, "name", experiment.plant))


def _check_seed(experiment: Experiment, axes: tuple[Axis, ...]) -> None:
    """Raises: UnsupportedOperation: seeds of no noise."""
    has_noise = _has_noise(experiment) or any(axis.path in NOISE for axis in axes)
    if not has_noise and any(axis.is_seed for axis in axes):
        raise UnsupportedOperation("the seed varies, but there is no noise; give the sensors noise, or vary it too")


def _has_noise(experiment: Experiment) -> bool:
    return experiment.sensors is not None and bool(experiment.sensors.noise)


def _without_fixed(experiment: Experiment, axes: tuple[Axis, ...]) -> Experiment:
    """The experiment whose plant leaves to the axes what they vary."""
    plant: Any = experiment.plant
    varied = {axis.path for axis in axes}
    kept = {name: value for name, value in (plant.parameters or {}).items() if f"{PLANT}{name}" not in varied}
    masses = {frame: mass for frame, mass in (plant.payload or {}).items() if f"{PLANT}payload.{frame}" not in varied}
    if len(kept) == len(plant.parameters or {}) and len(masses) == len(plant.payload or {}):
        return experiment
    return replace(experiment, plant=replace(plant, parameters=kept or None, payload=masses or None))


def _seed(experiment: Experiment, axes: tuple[Axis, ...]) -> int | None:
    """The seed of all runs, which then have the same noise and differ in what varies alone; None where seeds vary, or there is no
    noise."""
    paths = {axis.path for axis in axes}
    if SEED in paths or not (_has_noise(experiment) or paths & NOISE.keys()):
        return None
    return 0 if experiment.sensors is None else int(experiment.sensors.seed)


def _plain(experiment: Experiment, axes: tuple[Axis, ...]) -> tuple[dict[str, Any], list[str], bool]:
    """Every combination of the values of the axes."""
    vary: dict[str, Any] = {axis.path: axis.values for axis in axes}
    lines = [f"    {axis.path!r}: {axis.python}," for axis in axes]
    if (seed := _seed(experiment, axes)) is not None:
        vary[SEED] = [seed]
        lines.append(f"    {SEED!r}: [{seed}],  # the same noise in all runs")
    return vary, ["vary = {", *lines, "}"], True


# ---------------------------------------------------------------- gains by natural frequency and damping


def _changes_gains(axis: Axis, robot: Robot) -> bool:
    """Whether gains by frequency and damping differ along an axis: they depend on the inertia that the law knows."""
    return axis.path.startswith(GAIN) or axis.path in robot.parameters


def _design_runs(
    experiment: Experiment, axes: tuple[Axis, ...], run: Mapping[str, Any], state: MachineState
) -> tuple[dict[str, Any], list[str], bool]:
    """The runs one after the other, with the gains of each: those that a run of the studio has with its values.

    The Python has the same formulas in the same order, so that it gives the same bits. Raises: UnsupportedOperation: lengths that
    the law knows vary.
    """
    robot = experiment.robot
    if lengths := [axis.path for axis in axes if axis.path in robot.parameters and _is_length(robot, axis.path)]:
        raise UnsupportedOperation(
            f"{lengths[0]} is a length, with which the inertia at the start changes, and so do gains by frequency and damping; "
            f"vary 'plant.{lengths[0]}', which the law does not know, or choose computed torque"
        )
    kind = run["law"]["kind"]
    typed = {gain.name: float(run["law"].get("gains", {}).get(gain.name, gain.value)) for gain in LAWS[kind].gains}
    names = ("first", "second")[: len(axes)]
    columns = [axis.ravel() for axis in np.meshgrid(*(axis.values for axis in axes), indexing="ij")]
    by_path = {axis.path: (name, column) for axis, name, column in zip(axes, names, columns, strict=True)}

    masses = {path: by_path[path] for path in by_path if path in robot.parameters}
    moved = robot.with_parameters(**{path: column for path, (_, column) in masses.items()}) if masses else robot
    q = np.array(state.q)
    inertia = np.diagonal(moved.inertia(q), axis1=-2, axis2=-1)
    gains: dict[str, Any] = {
        name: by_path[f"{GAIN}{name}"][1][:, None] if f"{GAIN}{name}" in by_path else value for name, value in typed.items()
    }
    words = {
        name: f"{by_path[f'{GAIN}{name}'][0]}[:, None]" if f"{GAIN}{name}" in by_path else repr(value)
        for name, value in typed.items()
    }
    frequency, damping = gains["frequency"], gains["damping"]
    kp, kd = frequency**2 * inertia, 2 * damping * frequency * inertia
    found = {"kp": kp, "kd": kd}
    grid = ", ".join(axis.python for axis in axes)
    given = ", ".join(f"{path!r}: {name}" for path, (name, _) in masses.items())
    machine = f"robot.with_parameters(**{{{given}}})" if masses else "robot"
    lines = [
        f'{", ".join(names)}{"," if len(names) == 1 else ""} = (axis.ravel() for axis in np.meshgrid({grid}, indexing="ij"))',
        f"inertia = np.diagonal({machine}.inertia({q.tolist()!r}), axis1=-2, axis2=-1)",
        f"frequency, damping = {words['frequency']}, {words['damping']}",
        'gains = {"kp": frequency**2 * inertia, "kd": 2 * damping * frequency * inertia}',
    ]
    if "integral rate" in typed:
        found["ki"] = gains["integral rate"] * kp
        lines.append(f'gains["ki"] = {words["integral rate"]} * gains["kp"]')
    shape = len(columns[0]), inertia.shape[-1]
    vary: dict[str, Any] = {f"{GAIN}{name}": np.array(np.broadcast_to(gain, shape)) for name, gain in found.items()}
    lines += [
        "shape = len(first), inertia.shape[-1]",
        'vary = {f"law.{name}": np.broadcast_to(gain, shape) for name, gain in gains.items()}',
    ]
    for path, (name, column) in by_path.items():
        if not path.startswith(GAIN):
            vary[path] = column
            lines.append(f"vary[{path!r}] = {name}")
    if (seed := _seed(experiment, axes)) is not None:
        vary[SEED] = [seed] * len(columns[0])
        lines.append(f"vary[{SEED!r}] = [{seed}] * len(first)  # the same noise in all runs")
    return vary, lines, False


# ---------------------------------------------------------------- where the runs begin


def _is_length(robot: Robot, parameter: str) -> bool:
    return bool(robot.models.formulas.is_geometric[list(robot.parameters).index(parameter)])


def _start(experiment: Experiment, axes: tuple[Axis, ...], state: MachineState) -> dict[str, Any]:
    """Where lengths vary, the joints begin elsewhere in each run: on the trajectory in the mode that was chosen, not at the joint
    positions that were. Raises: UnsupportedOperation: that mode has no name."""
    robot, q = experiment.robot, experiment.q
    paths = [axis.path.removeprefix(PLANT) for axis in axes]
    if q is None or not any(path in robot.parameters and _is_length(robot, path) for path in paths):
        return {}
    chosen = np.asarray(q, float)
    for mode in (MachineState.begin(state.source, robot, chosen).mode_words or None, None):
        with suppress(KinloopError):
            begun, _ = start_state(robot, experiment.trajectory, None, None, mode)
            if np.abs(begun - chosen).max() < SAME_START:
                return {"q": None, "mode": mode}
    raise UnsupportedOperation(
        "lengths vary, so each run begins with other joint positions, and the mode that the machine is in has no name by which "
        "these are found; begin in the mode of the machine's start"
    )
