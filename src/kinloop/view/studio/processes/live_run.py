"""A run in a process of its own: at the speed of a clock or as fast as it goes, pushed and stopped from outside, and kept."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from kinloop.errors import KinloopError
from kinloop.model.robot import Robot
from kinloop.simulation.experiment.experiment import Experiment
from kinloop.simulation.experiment.experiment_file import experiment_from_text
from kinloop.simulation.loop.stepper import Stepper
from kinloop.simulation.record.record import Record
from kinloop.view.scene.link_numbers import link_numbers

Array = np.ndarray
Report = Callable[[str, float | None], None]
# Messages from outside since the last call: {"push": [x, y, z]}, {"stop": True}.
Commands = Callable[[], list[Mapping[str, Any]]]
Emit = Callable[[Mapping[str, Any]], None]

FRAMES = 60  # a second, at most
SAVE_EVERY = 2.0  # [s]
# A record is saved again after this many times what that took, so that it never takes most of the time.
SPARE = 10.0
# The longest piece that is computed between two looks at what happens outside [s].
PIECE = 0.03
# A run that is later than this [s] does not catch up.
LATE = 0.25


def run_experiment(arguments: Mapping[str, Any], report: Report, commands: Commands, emit: Emit) -> dict[str, Any]:
    """Run an experiment and save its record, also meanwhile. Raises: KinloopError: it cannot be run.

    Args: ``experiment``: as TOML text, whose paths are relative to ``folder``; ``path``: of the record; ``live``, ``speed``.
    """
    report("compiling the run", None)
    experiment = experiment_from_text(arguments["experiment"], "the run", Path(arguments["folder"]), "run")
    live, path = bool(arguments["live"]), Path(arguments["path"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        stepper = begin(experiment, live)
    for sentence in dict.fromkeys(str(warning.message) for warning in caught):
        emit({"note": sentence})
    emit({"begun": True})
    keeper = Keeper(stepper, path)
    runner = Runner(stepper, experiment, float(arguments["speed"]) if live else None, keeper, commands, emit)
    try:
        runner.run()
    finally:
        record = keeper.finish()
    return {"path": str(path), "status": record.status.words, "events": [event.message for event in record.events[-3:]]}


def begin(experiment: Experiment, live: bool) -> Stepper:
    """The stepper of an experiment, compiled."""
    names = ("duration", "period", "plant", "q", "qd", "mode", "observer", "sensors", "actuators", "environment", "recording")
    options = {name: getattr(experiment, name) for name in names}
    stepper = Stepper(experiment.robot, experiment.controller, experiment.trajectory, **options)
    if live:
        stepper.prepare_push()
    return stepper


class Keeper:
    """The record of a run on disk, renewed while it runs."""

    def __init__(self, stepper: Stepper, path: Path) -> None:
        self._stepper, self._path = stepper, path
        self._next = time.monotonic() + SAVE_EVERY
        self._thread: Thread | None = None

    def keep(self) -> None:
        """Save the record of the run so far, in a thread, if that is due."""
        if time.monotonic() < self._next or (self._thread is not None and self._thread.is_alive()):
            return
        self._next = np.inf
        self._thread = Thread(target=self._save, daemon=True)
        self._thread.start()

    def _save(self) -> None:
        begun = time.monotonic()
        with suppress(KinloopError):  # a full disk: the run goes on, and its end says so
            self._stepper.record().save(self._path)
        now = time.monotonic()
        self._next = now + max(SAVE_EVERY, SPARE * (now - begun))

    def finish(self) -> Record:
        """Save the record at the end."""
        if self._thread is not None:
            self._thread.join()
        record = self._stepper.record()
        record.save(self._path)
        return record


class Runner:
    """The steps of a run. ``speed``: simulated seconds a second; None for as fast as it goes."""

    def __init__(
        self, stepper: Stepper, experiment: Experiment, speed: float | None, keeper: Keeper, commands: Commands, emit: Emit
    ) -> None:
        self._stepper, self._experiment, self._speed = stepper, experiment, speed
        self._keeper, self._commands, self._emit = keeper, commands, emit
        self._per_period = 1e-5  # the time that a period takes [s]

    def run(self) -> None:
        """Step to the end, or until a message stops it."""
        stepper, period = self._stepper, self._experiment.period
        begun, at = time.monotonic(), 0.0
        while not stepper.is_over and not self._obey():
            if self._speed is None:
                self._step(max(1, int(PIECE / self._per_period)))
                self._show()
                continue
            due = (time.monotonic() - begun) * self._speed + at - stepper.time
            count = int(due / period)
            if count < 1:
                time.sleep(min(1.0 / FRAMES, max(period - due, 0.0) / self._speed, PIECE))
                continue
            self._step(min(count, max(1, int(PIECE / self._per_period))))
            if due > LATE * self._speed:  # too slow for the clock, which waits
                begun, at = time.monotonic(), stepper.time
            self._show()
            self._keeper.keep()
            time.sleep(max(0.0, 1.0 / FRAMES - (time.monotonic() - self._shown)))

    _shown, _said = 0.0, False

    def _step(self, count: int) -> None:
        begun = time.monotonic()
        self._stepper.step(count)
        took = (time.monotonic() - begun) / count
        self._per_period = max(1e-8, 0.5 * self._per_period + 0.5 * took)
        self._keeper.keep()

    def _obey(self) -> bool:
        """Do what messages ask for, and return whether to stop."""
        stop = False
        for command in self._commands():
            if "push" in command:
                self._push(command["push"])
            stop |= bool(command.get("stop"))
        return stop

    def _push(self, force: Any) -> None:
        """Push the tool; a plant that feels nothing is named once."""
        try:
            self._stepper.push([*force, 0.0, 0.0, 0.0])
        except KinloopError as fault:
            if not self._said:
                self._emit({"note": str(fault).removeprefix("Stepper: ")})
            self._said = True

    def _show(self) -> None:
        """Send what pages show of the run now."""
        now = time.monotonic()
        if now - self._shown < 0.9 / FRAMES:
            return
        self._shown = now
        stepper = self._stepper
        q, _ = stepper.state
        if not np.isfinite(q).all():
            return
        shown: dict[str, Any] = {"t": stepper.time, "share": min(1.0, stepper.time / self._experiment.duration)}
        if self._speed is not None:
            robot, last = stepper.robot, stepper.last_command
            shown |= {
                "poses": link_numbers(robot, q).ravel().tolist(),
                "x": np.asarray(robot.models.geometry.task(q)).tolist(),
                "tau": [] if last is None else last.tolist(),
                "error": tracking_error(robot, self._experiment, q, stepper.time).tolist(),
            }
        self._emit(shown)


def tracking_error(robot: Robot, experiment: Experiment, q: Array, t: float) -> Array:
    """What the tool, or the active joints, lack of the trajectory at a time; empty without one."""
    trajectory = experiment.trajectory
    if trajectory is None:
        return np.zeros(0)
    wanted = np.asarray(trajectory(t).x, float)
    if trajectory.space == "active":
        return wanted - q[: len(wanted)]
    return np.asarray(robot.models.kernel("task_error")(q, wanted, *robot.models.parameter_inputs))
