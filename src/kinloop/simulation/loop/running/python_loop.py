"""The loop sample by sample in Python, for laws in Python and other plants. The numbers are those of the compiled loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from time import perf_counter
from typing import Any

import numpy as np

from kinloop.control.function_law import PythonLaw
from kinloop.control.law_advice import advice_on_numbers
from kinloop.control.law_model import PythonModel
from kinloop.errors import KinloopError, ShapeError, SingularConfiguration, listing
from kinloop.model.array_arguments import numbers
from kinloop.model.evaluate import evaluate
from kinloop.model.robot import Robot
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.inputs.input_rows import InputRows, Inputs
from kinloop.simulation.loop.running.run_progress import Progress
from kinloop.simulation.loop.start.singular_start import alternatives
from kinloop.simulation.plants.native import NativePlant
from kinloop.simulation.plants.plant import Plant
from kinloop.simulation.record.events import RunEnds
from kinloop.simulation.record.record import Event, RunStatus

Array = np.ndarray


class PlantFailed(Exception):
    """What a plant raised is its cause."""


@dataclass
class Samples:
    """A run as it goes: states (k, n) and commands (k, n_active), those of fine samples between two commands too, how many
    periods are finished; accelerations and loop forces where the plant reports them."""

    states: Array
    command: Array
    between: Array | None = None  # (k, finer - 1, n): after each sample
    careful: dict[int, Array] = field(default_factory=dict)  # the same of samples next to a configuration-space singularity
    periods: int = 0
    reported: dict[str, Array] | None = None  # (k, finer, n) by name
    q_ref: Array | None = None  # (k, n) where a trajectory of the task was carried to the active joints
    interrupted: bool = False
    events: list[Event] = field(default_factory=list)
    memory: Array | None = None  # of the compiled controller, after the last sample
    end: tuple[RunStatus, Event] | None = None  # what the plant ended the run with


# (k, state, rows of signal and noise) -> the command
Controller = Callable[[int, Array, tuple[Array, ...]], Array]


def run_python_loop(
    loop: ClosedLoop,
    plant: Plant,
    own: bool,
    start: tuple[Array, Array],
    t: Array,
    period: float,
    inputs: Inputs,
    finer: int,
    report: Progress,
) -> Samples:
    """The whole run; an interrupt ends it."""
    run, spoke = PythonRun(loop, plant, own, start, t, period, inputs, finer), perf_counter()
    try:
        while not run.is_over:
            if perf_counter() - spoke > OFTEN:
                report(run.sample / len(t))
                spoke = perf_counter()
            run.advance(1)
    except KeyboardInterrupt:
        run.samples.interrupted = True
    run.collect_events()
    return run.samples


class PythonRun:
    """A run that goes on: measure, command, hold; up to the first number that is not finite. A plant of our ``own`` is not asked
    for accelerations, which are known afterwards."""

    def __init__(
        self,
        loop: ClosedLoop,
        plant: Plant,
        own: bool,
        start: tuple[Array, Array],
        t: Array,
        period: float,
        inputs: Inputs,
        finer: int,
    ) -> None:
        self.plant, self.sample, self.is_over = plant, 0, False
        self._t, self._period, self._inputs = t, period, inputs
        self.state = _make_read_only(start[0].copy() if loop.kinematic else np.concatenate(start))
        self.samples = samples = Samples(np.full((len(t), len(self.state)), np.nan), np.full((len(t), loop.n), np.nan))
        plant.start(*(array.copy() for array in start))  # a plant may keep and change what it is given
        if own and isinstance(plant, NativePlant):
            if not loop.kinematic:
                samples.careful = plant.watch(period, finer).between
            self._move, finer = _native_advance(plant), 1  # what lies between is computed afterwards, all at once
        else:
            self._move = _external_advance(plant, loop, samples, finer)
        if finer > 1:
            samples.between = np.full((len(t), finer - 1, len(self.state)), np.nan)
        self._finer, self.schedule = finer, loop.io_settings.schedule
        self._varies = self.schedule.varies
        self._first, self._rows = 0, inputs(t[:CHUNK])
        self._each = self._split(self._rows)
        is_python = isinstance(loop.law, PythonLaw)
        controller = _python_controller if is_python else _compiled_controller
        self._controller = controller(loop, start, self._rows, samples)

    @staticmethod
    def _split(rows: InputRows) -> list[Array]:
        return [_make_read_only(part) for part in (rows.signal, *(() if rows.noise is None else (rows.noise,)))]

    def advance(self, periods: int) -> None:
        """Go on for some periods, or to the end. At the last sample, after which nothing is integrated, the run is over."""
        try:
            for _ in range(periods):
                self._advance()
                if self.sample == len(self._t) - 1 and not self.is_over:
                    self._advance()
                if self.is_over:
                    return
        except RunEnds as end:
            self.samples.end, self.is_over = (RunStatus.STOPPED, end.event), True
        except PlantFailed as failed:
            error, when = failed.__cause__, float(self._t[self.sample])
            what = str(error) if isinstance(error, KinloopError) else f"{type(error).__name__}: {error}"
            event = Event(when, "plant failed", f"the plant failed after t = {when:g} s: {what}")
            self.samples.end, self.is_over = (RunStatus.DIVERGED, event), True

    def _advance(self) -> None:
        """One sample, and the period after it."""
        k, samples, t = self.sample, self.samples, self._t
        if k - self._first == len(self._rows):
            self._first, self._rows = k, self._inputs(t[k : k + CHUNK])
            self._each = self._split(self._rows)
        samples.states[k] = self.state
        samples.command[k] = command = self._controller(k, self.state, tuple(part[k - self._first] for part in self._each))
        if k == len(t) - 1 or not all(map(isfinite, command.tolist())):  # quicker than NumPy for a few numbers
            self.is_over = True
            return
        if self._varies:
            self.plant.set_wrenches(self.schedule.of_period(float(t[k])))  # type: ignore[attr-defined]
        for j in range(self._finer):
            self.state = self._move(k, j, command, self._period / self._finer)
            if j < self._finer - 1:
                samples.between[k, j] = self.state  # type: ignore[index]
        if not all(map(isfinite, self.state.tolist())):
            self.is_over = True
            return
        self.sample = samples.periods = k + 1

    def collect_events(self) -> None:
        """Take the events that the plant has reported so far."""
        reported, end = getattr(self.plant, "events", ()), self.samples.end
        self.samples.events = [event for event in reported if end is None or event is not end[1]]


def _make_read_only(array: Array) -> Array:
    """What a law in Python is shown is for reading: it moves the machine by its command alone. Views of it are alike."""
    array.flags.writeable = False
    return array


# Periods of which the signal is computed at once, and the time between two words of progress [s].
CHUNK, OFTEN = 4096, 0.1


def _native_advance(plant: NativePlant) -> Callable[[int, int, Array, float], Array]:
    return lambda k, j, command, duration: plant.move(command, duration)


def _external_advance(plant: Plant, loop: ClosedLoop, samples: Samples, finer: int) -> Callable[[int, int, Array, float], Array]:
    rows = len(loop.plant.models.formulas.model.rows)
    count = len(samples.states)
    reported = {"qdd": np.full((count, finer, loop.nv), np.nan), "loop_force": np.full((count, finer, rows), np.nan)}
    samples.reported = reported
    sizes = {"q": loop.nq, "qd": loop.nv, "qdd": loop.nv, "loop_force": rows}

    def advance(k: int, j: int, command: Array, duration: float) -> Array:
        try:
            after = plant.advance(command.copy(), duration)
        except RunEnds:
            raise
        except Exception as error:  # an engine or hardware failed: the run ends and keeps its samples
            raise PlantFailed from error
        parts = _as_state(after, sizes)
        at = (k, j + 1) if j + 1 < finer else (k + 1, 0)
        reported["qdd"][at], reported["loop_force"][at] = parts[2:]
        return _make_read_only(np.concatenate(parts[:2]))

    return advance


def _as_state(given: Any, sizes: dict[str, int]) -> list[Array]:
    """Positions, rates, accelerations and loop forces that a plant reports.

    Raises: ShapeError: the plant reports something else.
    """
    arrays = []
    for name, size in sizes.items():
        if not hasattr(given, name):
            raise ShapeError(f"the plant gave {given!r:.80}, expected a kl.PlantState with {listing(sizes)}")
        arrays.append(numbers(getattr(given, name), f"the plant's {name}"))
        if arrays[-1].shape != (size,):
            raise ShapeError(f"the plant gave {name} of shape {arrays[-1].shape}, expected ({size},)")
    return arrays


def _compiled_controller(loop: ClosedLoop, start: tuple[Array, Array], rows: InputRows, samples: Samples) -> Controller:
    """The law's compiled form, the one that the compiled loop calls. Its memory is that of the ``samples``."""
    if not loop.n:  # nothing is driven
        nothing = np.zeros(0)
        return lambda k, state, row: nothing
    kernel = loop.command_kernel.ufunc
    parameters = loop.pack(loop.values)
    samples.memory = loop.start_memory(*start, rows.part(0, 1), parameters)

    def command(k: int, state: Array, row: tuple[Array, ...]) -> Array:
        result, samples.memory = kernel(*row, state, samples.memory, parameters)
        return np.asarray(result)

    return command


def _python_controller(loop: ClosedLoop, start: tuple[Array, Array], rows: InputRows, samples: Samples) -> Controller:
    """A law in Python, with the sensors and actuators of the compiled loop."""
    law, robot = loop.law, loop.robot
    assert isinstance(law, PythonLaw)
    io_memory, own = loop.io_model.start(*start), law.memory
    parameters = loop.pack(loop.values)
    remembers = io_memory.size > 0
    measure = None if loop.io_model.is_plain else loop.measure_kernel.ufunc
    actuate = None if loop.io_model.actuates_plainly else loop.actuate_kernel.ufunc

    def evaluate_model(machine: Robot, name: str, **given: Any) -> dict[str, Array]:
        return {port: _make_read_only(array) for port, array in evaluate(machine, name, **given).items()}

    model = PythonModel(robot, evaluate_model, loop.io_settings.period)
    of_robot = partial(evaluate_model, robot)

    def call(kernel: np.ufunc, *given: Array) -> Array:
        nonlocal io_memory
        if not remembers:
            return np.asarray(kernel(*given, parameters))
        result, io_memory = kernel(*given, io_memory, parameters)
        return np.asarray(result)

    def command(k: int, state: Array, row: tuple[Array, ...]) -> Array:
        nonlocal own
        signal = row[0]
        measurement = state if measure is None else _make_read_only(call(measure, *row, state))
        measured = loop.io_model.as_measured(measurement, of_robot)
        time, reference = float(signal[0]), loop.layout.reference(signal)
        try:
            if not k and law.depends_on_start:
                own = law.begin(time, measured, reference, model)
            wanted, own = law(time, measured, reference, own, model)
        except Exception as error:  # the user's own; where it happened helps to understand it
            if not k and isinstance(error, SingularConfiguration):
                error.add_note(alternatives(loop, measured.q))
            error.add_note(f"in the law {loop.law_name!r} at t = {signal[0]:g} s, where q = {measured.q} and qd = {measured.qd}")
            if remedy := advice_on_numbers(error):
                error.add_note(remedy)
            raise
        wanted = _as_command(loop, wanted)
        return wanted if actuate is None else call(actuate, wanted)

    return command


def _as_command(loop: ClosedLoop, given: Any) -> Array:
    if type(given) is np.ndarray and given.dtype == float and given.shape == (loop.n,):  # as almost always
        return given.copy()
    names = loop.commanded
    command = np.array(numbers(given, f"the law {loop.law_name!r}: its command", f"numbers: {listing(names)}"))
    if command.shape != (loop.n,):
        raise ShapeError(
            f"the law {loop.law_name!r} gave a command of shape {command.shape}, expected ({loop.n},): {listing(names)}"
            + ("; np.ravel(command) has that shape" if command.size == loop.n else "")
        )
    return command
