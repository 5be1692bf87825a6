"""The runs of a session: the one that goes on, and the records of the last two."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import FileError, KinloopError, UnsupportedOperation
from kinloop.model.robot import Robot
from kinloop.simulation.experiment.experiment import Experiment, equal_values
from kinloop.simulation.experiment.write_experiment import write_experiment
from kinloop.simulation.options.run_options import Environment, Pulse
from kinloop.simulation.record.record import Record, RunStatus
from kinloop.view.page.motion_data import motion_data
from kinloop.view.page.pack import pack
from kinloop.view.page.record_page import record_page
from kinloop.view.studio.choices.experiments import RunRequest
from kinloop.view.studio.processes.answers import Answer, Job, error, note, progress
from kinloop.view.studio.state.python_script import python_script
from kinloop.view.studio.state.record_folder import file_stem, new_record_path

Array = np.ndarray
SAVED = ("record", "report", "python", "experiment")
# A larger file is not sent to the page [bytes]: it is on disk already.
LARGEST_FILE = 100_000_000


@dataclass(frozen=True, eq=False)
class RunNow:
    """The run that goes on, and the path of its record."""

    request: RunRequest
    path: Path
    begun: bool = False


@dataclass(frozen=True, eq=False)
class FinishedRun:
    """A record, the experiment that repeats it, and its path."""

    record: Record
    experiment: Experiment
    path: Path

    def file(self, what: str, compare: Record | None) -> dict[str, Any]:
        """What a page downloads. Raises: KinloopError: it cannot be made."""
        stem = file_stem(self.experiment.robot.mechanism.name)
        if what in ("python", "experiment"):
            return experiment_file(self.experiment, what)
        if what == "record":
            content = self.path.read_bytes()
            if len(content) > LARGEST_FILE:
                raise UnsupportedOperation(f"the record has {len(content) / 1e6:.0f} MB; it is at {str(self.path)!r}")
            encoded = base64.b64encode(content).decode()
            return {"type": "file", "name": f"{stem}.npz", "media": "application/octet-stream", "base64": encoded}
        text = record_page(self.record, compare).html()
        return {"type": "file", "name": f"{stem}.html", "media": "text/html", "text": text}


def experiment_file(experiment: Experiment, what: str) -> dict[str, Any]:
    """An experiment as ``"python"`` or as an ``"experiment"`` file, for a page to download. Raises: KinloopError."""
    stem = file_stem(experiment.robot.mechanism.name)
    if what == "python":
        text = python_script(experiment, f"{stem}.npz")
        return {"type": "file", "name": f"{stem}.py", "media": "text/x-python", "text": text}
    text = write_experiment(experiment, Path.cwd())
    return {"type": "file", "name": f"{stem}.toml", "media": "application/toml", "text": text}


class Runs:
    """One run at a time; each finished one is kept on disk, and the last two here."""

    def __init__(self) -> None:
        self.now: RunNow | None = None
        self.last: FinishedRun | None = None
        self.previous: FinishedRun | None = None
        self.count = 0
        self._messages: list[bytes] = []  # of the last two records

    def require_none(self) -> None:
        """Raises: UnsupportedOperation: a run goes on."""
        if self.now is not None:
            raise UnsupportedOperation("a run goes on already; stop it first")

    def begin(self, request: RunRequest, ticket: int) -> Answer:
        """Begin a run. Raises: KinloopError: another one goes on, or the experiment cannot be written."""
        self.require_none()
        experiment = request.experiment
        path = new_record_path(experiment.robot.mechanism.name)
        try:
            text = write_experiment(experiment, path.parent)
        except KinloopError:
            path.unlink(missing_ok=True)
            raise
        self.now = RunNow(request, path)
        arguments: dict[str, Any] = {"experiment": text, "folder": str(path.parent), "path": str(path)}
        arguments |= {"live": request.live, "speed": request.speed}
        what = "compiling the run"
        job = Job("run", "run", arguments, ticket, what, cancellable=True)
        return Answer(news=[progress(what, None, True), *map(note, request.notes)], jobs=[job])

    def show(self, shown: Mapping[str, Any]) -> Answer:
        """What the run shows meanwhile."""
        if self.now is None:
            return Answer()
        if "note" in shown:
            return Answer(news=[note(str(shown["note"]))])
        if "begun" in shown:
            self.now = replace(self.now, begun=True)
            return Answer(news=[progress("") if self.now.request.live else progress("running", 0.0, True)])
        if "poses" not in shown:
            return Answer(news=[progress("running", float(shown["share"]), True)])
        arrays = {name: np.array(shown[name], np.float32) for name in ("poses", "x", "tau", "error")}
        return Answer(news=[pack({"type": "live", "t": shown["t"], "share": shown["share"]}, arrays)])

    def push(self, force: Array) -> Answer:
        """Push the tool of the run with a force [N] in world axes; zeros end it."""
        if self.now is None or not self.now.request.live:
            return Answer()  # a page may push a little after the end
        return Answer(commands=[{"push": force.tolist()}])

    def stop(self) -> Answer:
        """Ask the run to end."""
        if self.now is None:
            raise UnsupportedOperation("no run goes on that could be stopped")
        return Answer(commands=[{"stop": True}])

    def finish(self, robot: Robot | None) -> Answer:
        """The run has ended, by itself or not: its record is what is on disk. ``robot``: the one of the session, which has its
        kernels loaded."""
        now, self.now = self.now, None
        if now is None:
            return Answer(news=[progress("")])
        if not now.path.exists() or not now.path.stat().st_size:
            now.path.unlink(missing_ok=True)
            return Answer(news=[progress("")])
        record = Record.load(now.path)
        if robot is not None and equal_values(robot, record.robot):
            record = replace(record, robot=robot)
        self.count += 1
        self.previous, self.last = self.last, FinishedRun(record, repeat_experiment(now.request.experiment, record), now.path)
        news: list[Any] = [progress("")]
        if len(record):
            self._messages = [*self._messages[-1:], record_message(record, self.count)]
            news.append(self._messages[-1])
        if record.status == RunStatus.INTERRUPTED:
            news.append(note(f"the run was stopped at {record.t[-1]:.3f} s" if len(record) else "the run was stopped"))
        elif record.status:
            why = f": {record.events[-1].message}" if record.events else ""
            news.append(note(f"the run ended early ({record.status.words}){why}"))
        return Answer(news=news)

    def fail(self, reason: str, robot: Robot | None) -> Answer:
        """The run could not be made, or its process was ended: what was saved meanwhile is kept."""
        kept = self.now is not None and self.now.path.exists() and self.now.path.stat().st_size > 0
        try:
            answer = self.finish(robot)
        except FileError as fault:
            answer = Answer(news=[progress(""), error(str(fault))])
        if kept:
            answer.news.append(note(f"{reason}; the record up to its last save is kept" if reason else "the run was ended"))
        elif reason:
            answer.news.append(error(reason))
        return answer

    def save(self, what: str, compare: bool) -> Answer:
        """A file of the last run for the page. Raises: KinloopError: there is none."""
        if self.last is None:
            raise UnsupportedOperation(f"there is no run yet whose {what} could be saved; run the motion first")
        other = self.previous if compare else None
        same = other is not None and other.record.robot.mechanism == self.last.record.robot.mechanism
        try:
            return Answer(replies=[self.last.file(what, other.record if other is not None and same else None)])
        except OSError as fault:
            raise FileError(f"{str(self.last.path)!r} cannot be read: {fault.strerror}") from None

    def greet(self) -> list[Any]:
        """What a page that has just opened needs of the runs: the last record, after the one that it is compared with."""
        return list(self._messages)


def record_message(record: Record, number: int) -> bytes:
    """A record as the page's player takes it. ``number``: of the run, by which a page knows what it has already."""
    head, arrays = motion_data(record)
    return pack({**head, "type": "record", "number": number}, arrays)


def repeat_experiment(experiment: Experiment, record: Record) -> Experiment:
    """The experiment that gives a record again: with the pushes that acted, and as long as it took."""
    environment = _environment(record)
    changes: dict[str, Any] = {} if environment is None else {"environment": environment}
    if record.status == RunStatus.INTERRUPTED and len(record) > 1:
        changes["duration"] = (len(record) - 1) * experiment.period
    return replace(experiment, **changes) if changes else experiment


def _environment(record: Record) -> Environment | None:
    pulses = (record.options.get("environment") or {}).get("pulses") or []
    if not pulses:
        return None
    return Environment(pulses=[Pulse(each["wrench"], each["start"], each["duration"], each["frame"]) for each in pulses])
