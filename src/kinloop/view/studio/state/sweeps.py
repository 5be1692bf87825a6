"""The sweeps of a session: the one that goes on, and the last one."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from kinloop.errors import KinloopError, UnsupportedOperation
from kinloop.simulation.experiment.write_experiment import write_experiment
from kinloop.simulation.store.stored_sweep import Sweep
from kinloop.view.page.pack import pack
from kinloop.view.studio.choices.plant_mismatch import PLANT
from kinloop.view.studio.choices.sweep_axes import GAIN, NOISE, SEED
from kinloop.view.studio.choices.sweep_request import SweepRequest
from kinloop.view.studio.machine.machine_state import MachineState
from kinloop.view.studio.processes.answers import Answer, Job, error, note, progress
from kinloop.view.studio.processes.sweep_task import sweep_table
from kinloop.view.studio.state.python_script import sweep_script
from kinloop.view.studio.state.record_folder import file_stem, new_sweep_folder


@dataclass(frozen=True, eq=False)
class SweepNow:
    """The sweep that goes on, the folder of its store, and the experiment file beside it."""

    request: SweepRequest
    folder: Path
    file: Path


class Sweeps:
    """One sweep at a time. Each has a store of its own, which stays; the last one is shown."""

    def __init__(self) -> None:
        self.now: SweepNow | None = None
        self.last: SweepNow | None = None
        self.count = 0
        self._table: dict[str, Any] = {}
        self._progress: dict[str, Any] | None = None

    def require_none(self) -> None:
        """Raises: UnsupportedOperation: a sweep goes on."""
        if self.now is not None:
            raise UnsupportedOperation("a sweep goes on already; wait for it, or cancel it")

    def begin(self, request: SweepRequest, ticket: int) -> Answer:
        """Begin a sweep. Raises: KinloopError: another one goes on, a package is missing, or the experiment cannot be written."""
        self.require_none()
        if find_spec("pyarrow") is None:
            raise UnsupportedOperation("a sweep needs pyarrow, which is not installed: pip install 'kinloop[cluster]'")
        folder = new_sweep_folder(request.state.robot.mechanism.name)
        file = folder.with_name(f"{folder.name}.toml")
        try:
            text = write_experiment(request.experiment, folder.parent)
            file.write_text(text, encoding="utf-8")
        except (KinloopError, OSError):
            folder.rmdir()
            raise
        self.now = SweepNow(request, folder, file)
        arguments = {"experiment": text, "folder": str(folder.parent), "store": str(folder), "runs": request.runs}
        what = "compiling the sweep"
        self._progress = {"type": "sweep_progress", "runs": request.runs, "done": 0, "words": what}
        news: list[Any] = [progress(what, None, True), self._progress, *map(note, request.notes)]
        return Answer(news=news, jobs=[Job("sweep", "sweep", arguments, ticket, what, cancellable=True)])

    def show(self, shown: Mapping[str, Any]) -> Answer:
        """How far it is."""
        if self.now is None:
            return Answer()
        self._progress = {"type": "sweep_progress", **shown["sweep"]}
        return Answer(news=[self._progress])

    def finish(self, table: Mapping[str, Any]) -> Answer:
        """It is over, or was stopped: ``table`` has what is in the store."""
        now, self.now, self._progress = self.now, None, None
        if now is None:
            return Answer(news=[progress("")])
        self.last, self._table = now, dict(table)
        self.count += 1
        news: list[Any] = [progress(""), self._over(), self._message()]
        if table["failures"]:
            news.append(error(f"some runs could not be made: {table['failures'][0]}"))
        elif table["done"] < table["runs"]:
            news.append(note(f"the sweep was stopped: {table['done']} of {table['runs']} runs are in its store"))
        return Answer(news=news)

    def fail(self, reason: str) -> Answer:
        """It could not be made, or its process was ended: what is in the store stays."""
        now = self.now
        if now is None:
            return Answer(news=[progress("")])
        table: dict[str, Any] | None = None
        with suppress(KinloopError):  # it may not have come so far
            table = sweep_table(Sweep.open(now.folder), now.request.runs)
        if table is not None and table["done"]:
            return self.finish(table).add(Answer(news=[note(reason)] if reason else []))
        self.now = self._progress = None
        if not any(now.folder.glob("runs/*")):
            rmtree(now.folder, ignore_errors=True)
            now.file.unlink(missing_ok=True)
        return Answer(news=[progress(""), self._over(), *([error(reason)] if reason else [])])

    def greet(self) -> list[Any]:
        """What a page that has just opened needs of the sweeps."""
        found: list[Any] = [] if self.last is None else [self._message()]
        return found if self._progress is None else [*found, self._progress]

    def python(self) -> dict[str, Any]:
        """The Python of the last sweep as a file. Raises: KinloopError: there is none."""
        last = self.require_last()
        text = sweep_script(last.request.experiment, last.request.python, str(last.folder), "error_max")
        stem = file_stem(last.request.state.robot.mechanism.name)
        return {"type": "file", "name": f"{stem}_sweep.py", "media": "text/x-python", "text": text}

    def require_last(self) -> SweepNow:
        """The last sweep. Raises: UnsupportedOperation: there is none."""
        if self.last is None:
            raise UnsupportedOperation("there is no sweep yet; start one first")
        return self.last

    @staticmethod
    def _over() -> dict[str, Any]:
        return {"type": "sweep_progress", "runs": 0, "done": 0, "words": ""}

    def _message(self) -> bytes:
        last, table = self.require_last(), self._table
        values = {measure["name"]: measure["values"] for measure in table["measures"]}
        head = {
            **{name: table[name] for name in ("runs", "done", "statuses", "failures", "words", "percentiles")},
            "type": "sweep",
            "number": self.count,
            "machine": last.request.state.robot.mechanism.name,
            "axes": [{"path": axis.path, "unit": axis.unit, "values": axis.values.tolist()} for axis in last.request.axes],
            "measures": [{name: value for name, value in measure.items() if name != "values"} for measure in table["measures"]],
            "folder": str(last.folder),
            "command": f"kinloop sweep {shlex.quote(str(last.file))} --store {shlex.quote(str(last.folder))}",
        }
        arrays = {name: np.array(given, np.float64) for name, given in values.items()}
        return pack(head, {**arrays, "status": np.array(table["status"], np.int16)})


def settings_of(request: SweepRequest, run: int) -> tuple[MachineState, dict[str, Any]]:
    """The machine of one run of a sweep, and the message of the run that gives it again. Raises: KinloopError."""
    state, message = request.state, deepcopy(dict(request.run))
    for path, value in request.values(run).items():
        if path.startswith(GAIN):
            message["law"].setdefault("gains", {})[path.removeprefix(GAIN)] = value
        elif path.startswith(PLANT):
            message["mismatch"] = {**(message.get("mismatch") or {}), path: value}
        elif path in NOISE or path == SEED:
            sensors = message["sensors"] = dict(message.get("sensors") or {})
            if path == SEED:
                sensors["seed"] = int(value)
            else:
                sensors["noise"] = {**(sensors.get("noise") or {}), path.rpartition(".")[2]: value}
        else:
            state, _ = state.with_parameter(path, value)
    return state, message
