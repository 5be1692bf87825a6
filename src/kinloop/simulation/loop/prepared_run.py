"""A run that is ready to begin: its loop, its start, its inputs, and how its samples become a record."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.function_law import PythonLaw
from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.errors import KinloopWarning, ShapeError, UnsupportedOperation
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.numerics.tolerances import CLOSED_LOOP_GAP
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.inputs.exogenous_inputs import InputStream
from kinloop.simulation.loop.inputs.input_rows import InputRows, NoiseStream
from kinloop.simulation.loop.inputs.wrench_schedule import pulse_acts
from kinloop.simulation.loop.memory import require_memory
from kinloop.simulation.loop.results.build_record import RecordOptions, build_record
from kinloop.simulation.loop.running.python_loop import Samples
from kinloop.simulation.loop.running.time_chunks import Clock
from kinloop.simulation.loop.start.arguments import (
    as_law,
    as_robot,
    connect,
    controller_and_plant,
    count_periods,
    noise_deviations,
)
from kinloop.simulation.loop.start.preparation import prepare_loop
from kinloop.simulation.loop.start.singular_start import refuse_lost_start, refuse_singular_start
from kinloop.simulation.loop.start.start_state import OPEN_SAMPLE, check_mode, reference_start, require_determined, start_state
from kinloop.simulation.options.plant_options import BuiltInPlant, Exudyn, Kinematic, Mujoco, Native, as_plant
from kinloop.simulation.options.run_options import Actuators, Environment, Recording, Sensors, as_environment, as_option
from kinloop.simulation.plants.adaptive import Adaptive
from kinloop.simulation.plants.contact_steps import warn_of_stiff_friction
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.record import Record
from kinloop.simulation.record.run_description import describe_run
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class RunArguments:
    """What a run is made with, checked as far as one argument shows it: those of :func:`simulate`."""

    robot: Robot
    machine: Robot
    law: Law
    trajectory: Trajectory | None
    duration: float
    period: float
    plant: BuiltInPlant | Plant
    q: ArrayLike | None
    qd: ArrayLike | None
    mode: ModeLike | None
    environment: Environment

    @property
    def steps(self) -> int:
        """The number of periods."""
        return count_periods(self.duration, self.period)

    @property
    def described(self) -> dict[str, Any]:
        """The options as a record has them."""
        names = ("duration", "period", "trajectory", "plant", "q", "qd", "mode", "environment")
        return {name: getattr(self, name) for name in names}


def check_arguments(
    robot: Any,
    controller: Any,
    trajectory: Any,
    *,
    duration: float,
    period: float,
    plant: Any,
    q: ArrayLike | None,
    qd: ArrayLike | None,
    mode: ModeLike | None,
    environment: Any,
) -> RunArguments:
    """The arguments of a run. Raises: ShapeError, UnknownName, UnsupportedOperation."""
    robot, trajectory = as_robot(robot), None if trajectory is None else check_trajectory(trajectory)
    _refuse_batches(robot, trajectory)
    count_periods(duration, period)
    law, plant = as_law(controller), as_plant(plant)
    environment = as_environment(environment, "simulate: environment")
    robot, machine = controller_and_plant(robot, plant, environment.surfaces)
    plant = plant.for_contact(machine, period) if isinstance(plant, BuiltInPlant) else plant
    return RunArguments(robot, machine, law, trajectory, duration, period, plant, q, qd, mode, environment)


@dataclass(frozen=True, eq=False)
class PreparedRun:
    """A run before it begins. Its inputs are streams, so it is run once.

    ``options``: observer, sensors, actuators and recording, as the record has them.
    """

    arguments: RunArguments
    loop: ClosedLoop
    start: tuple[Array, Array]
    stream: InputStream
    noise: NoiseStream | None
    recording: Recording
    options: Mapping[str, Any]

    @property
    def plant(self) -> BuiltInPlant | Plant:
        """The plant as it was chosen."""
        return self.arguments.plant

    @property
    def integrator(self) -> Adaptive | None:
        """The native plant's, where it chooses its steps."""
        return self.plant.integrator if isinstance(self.plant, Native) else None

    @property
    def substeps(self) -> int:
        """Steps in a period of the plants that the compiled loop has; 0 for others."""
        fixed = isinstance(self.plant, Native | Kinematic) and self.integrator is None
        return (self.plant.substeps or 1) if fixed else 0  # type: ignore[union-attr]

    @property
    def is_compiled(self) -> bool:
        """Whether law and plant run as one compiled loop."""
        return bool(self.substeps) and not isinstance(self.arguments.law, PythonLaw)

    @property
    def finer(self) -> int:
        """Parts of a period whose states are computed."""
        return 1 if self.recording.held_outputs else self.recording.samples

    @property
    def clock(self) -> Clock:
        """The clock of the compiled loop."""
        return Clock(self.arguments.period, self.arguments.steps, 1, self.substeps)

    @cached_property
    def t(self) -> Array:
        """The times of all samples."""
        return self.arguments.period * np.arange(self.arguments.steps + 1)

    def inputs(self, times: Array) -> InputRows:
        """The inputs at the next times; asked for in their order."""
        return InputRows(self.stream.rows(times), None if self.noise is None else self.noise.rows(len(times)))

    def build_plant(self) -> Plant:
        """The plant of a loop in Python."""
        if not isinstance(self.plant, BuiltInPlant):
            return self.plant
        return self.plant.build(self.arguments.machine, self.arguments.period, self.loop.io_settings.wrenches)

    def record(self, samples: Samples, loop: ClosedLoop | None = None, environment: Environment | None = None) -> Record:
        """The record of the samples. ``loop`` and ``environment`` have what acted on the machine, where that is more than what
        was given.

        Raises: SingularConfiguration: the law had no answer at the first sample.
        """
        loop, arguments = loop or self.loop, self.arguments
        if self.stream.q_active:
            samples.q_ref = np.concatenate(self.stream.q_active)
        largest_gap = OPEN_SAMPLE if self.substeps and not loop.kinematic else None
        if isinstance(self.plant, Exudyn | Mujoco):
            largest_gap = float(CLOSED_LOOP_GAP)
        record_options = RecordOptions(
            self.recording.samples,
            self.recording.held_outputs,
            max(self.substeps, 1),
            arguments.period,
            largest_gap,
            isinstance(self.plant, Native),
            finds_crossings=isinstance(self.plant, BuiltInPlant) and self.integrator is None and not loop.kinematic,
        )
        options = {**arguments.described, **self.options}
        if environment is not None:
            options["environment"] = environment
        record = replace(build_record(loop, samples, self.t, record_options), **describe_run(arguments.law, options))
        refuse_lost_start(loop, record)
        return record

    def warn_of_friction(self, record: Record) -> None:
        """Warn of surfaces whose friction is too stiff for the steps."""
        machine = self.arguments.machine
        if self.substeps and machine.mechanism.surfaces and len(record):
            force = np.nanmax(np.linalg.norm(record.contact_wrench[:, :3], axis=1))
            warn_of_stiff_friction(machine, self.arguments.period / self.substeps, float(force))


def prepare_run(
    arguments: RunArguments,
    sensors: Sensors | None,
    actuators: Actuators | None,
    recording: Recording | None,
    observer: Observer | None,
) -> PreparedRun:
    """A run that is ready to begin. Raises what :func:`simulate` raises before a run begins."""
    robot, machine, trajectory, environment = arguments.robot, arguments.machine, arguments.trajectory, arguments.environment
    sensors = as_option(Sensors, sensors, "simulate: sensors")
    actuators = as_option(Actuators, actuators, "simulate: actuators")
    recording = as_option(Recording, recording, "simulate: recording")
    io_settings = connect(robot, machine, arguments.period, sensors, actuators, environment, observer)
    loop = ClosedLoop(robot, machine, arguments.law, trajectory, io_settings, isinstance(arguments.plant, Kinematic))
    refuse_too_long(machine, arguments.steps * recording.samples + 1)
    spread = noise_deviations(loop, sensors)
    check_mode(arguments.mode, trajectory, arguments.q, arguments.qd)
    start = start_state(machine, trajectory, arguments.q, arguments.qd, arguments.mode)
    if isinstance(arguments.plant, Native):
        require_determined(machine, *start)
    _warn_of_idle_pulses(environment, arguments.period, arguments.steps)
    loop = prepare_loop(loop, arguments.steps, start)
    configuration = reference_start(loop, start[0])
    refuse_singular_start(loop, start[0], configuration)
    stream = InputStream(loop.layout, robot, trajectory, configuration, loop.tables)
    noise = None if spread is None else NoiseStream([(sensors.seed, sensors.run)], spread, loop.io_model.noise_sizes)
    if not isinstance(arguments.plant, BuiltInPlant) and (environment.constant or not environment.is_constant):
        raise UnsupportedOperation("simulate: a user-defined plant has its own environment, so it takes no wrenches")
    options = {"observer": observer, "sensors": sensors, "actuators": actuators, "recording": recording}
    return PreparedRun(arguments, loop, start, stream, noise, recording, options)


def _warn_of_idle_pulses(environment: Environment, period: float, steps: int) -> None:
    """Warn of pulses that act in no period."""
    t = period * np.arange(steps)
    for k, pulse in enumerate(environment.pulses):
        if not np.any(pulse_acts(t, pulse.start, pulse.duration, period)):
            warnings.warn(
                f"simulate: pulse {k}, from {pulse.start:g} s for {pulse.duration:g} s, acts in no period of the run: none "
                f"begins within its time; they begin at multiples of {period:g} s, before {steps * period:g} s",
                KinloopWarning,
                stacklevel=4,
            )


def _refuse_batches(robot: Robot, trajectory: Trajectory | None) -> None:
    if any(values.ndim > 1 for values in robot.models.parameter_inputs):
        raise ShapeError(f"{robot.mechanism.name}: simulate takes one machine, but its parameters are arrays; see kl.rollouts")
    if trajectory is not None and trajectory.shape:
        raise ShapeError("simulate takes one trajectory, but this one is a batch; see kl.rollouts")


def refuse_too_long(machine: Robot, samples: int) -> None:
    """Refuse the states and commands of a loop, and the record that is made of them, where they do not fit into memory."""
    m, n_x, rows = machine.mechanism, len(machine.mechanism.task_names), len(machine.models.formulas.model.rows)
    loop = 1 + len(m.coordinates) + len(m.rates) + machine.n_active
    record = loop + len(m.rates) + 4 * n_x + len(machine.active) + rows + 2
    advice = "give a longer period, a shorter duration or fewer samples; kl.rollouts with keep='summary' keeps none"
    require_memory(8.0 * samples * (loop + record), f"simulate: {samples} samples", advice)
