"""The state of a studio, without a network: each message of a page is a method, and its answer is returned."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import KinloopError, UnsupportedOperation, unknown_name
from kinloop.mechanism.formats.read import library, read
from kinloop.mechanism.parts.transforms import at
from kinloop.model.robot import load
from kinloop.view.studio.choices.experiments import RunRequest, follows_motion, plants, read_request
from kinloop.view.studio.choices.laws import law_forms
from kinloop.view.studio.choices.messages import choice, flag, number, table, text_of, vector, whole
from kinloop.view.studio.choices.motions import KINDS, MotionChoice, make_motion
from kinloop.view.studio.choices.sweep_axes import MOST_RUNS
from kinloop.view.studio.choices.sweep_request import read_sweep
from kinloop.view.studio.machine.frames import pose_frame, scene_message
from kinloop.view.studio.machine.history import History
from kinloop.view.studio.machine.machine_state import MachineState, singularity_table
from kinloop.view.studio.processes.answers import Answer, Job, Message, error, note, plain, progress
from kinloop.view.studio.processes.tasks import exercise, robot_arguments
from kinloop.view.studio.state.loci_view import LociView
from kinloop.view.studio.state.mode_list import NONE, ModeList
from kinloop.view.studio.state.runs import SAVED, Runs, experiment_file
from kinloop.view.studio.state.sweeps import Sweeps, settings_of

Array = np.ndarray
DEFAULT = "five_bar"
BORDER = "out of reach in this mode: the tool is held at the border"
JOINT_BORDER = "the machine cannot be assembled farther in this mode: the joint is held at the border"


class Session:
    """One studio: a machine, its configuration, what can be undone, and its runs. All pages of a server share it.

    ``source``: the machine to begin with: a name of the library, or a file.

    ``handle`` takes a message as :func:`read_message` reads it and returns an :class:`Answer`. It
    raises no error for a message that does not fit: the answer has the sentence. It is called by one thread at a time.
    """

    def __init__(self, source: str | None = None) -> None:
        self._sources = {name: name for name in library()}  # what pages load, by what they call it
        self.wanted = source or DEFAULT
        if self.wanted not in self._sources:
            read(self.wanted)  # a file that describes no machine is refused now
            path = Path(self.wanted).resolve()
            self.wanted = path.name
            self._sources = {path.name: str(path), **self._sources}
        self.state: MachineState | None = None
        self.findings: tuple[str, ...] = ()
        self.history = History()
        self.modes: ModeList | None = None
        self.loci = LociView()
        self._drag_from: Array | None = None  # the task where the drag began
        self._reached, self._border = True, ""
        self._tickets: dict[str, int] = {}
        self.motion = MotionChoice()
        self.runs = Runs()
        self.sweeps = Sweeps()
        self._loading = False

    # ---------------------------------------------------------------- messages

    def handle(self, message: Mapping[str, Any]) -> Answer:
        """The answer to a message."""
        kind = message["type"]
        kept = self._before()
        try:
            if kind not in self.methods:
                raise unknown_name("message", kind, self.methods, "the studio")
            if self.state is None and kind not in WITHOUT_MACHINE:
                raise UnsupportedOperation("no machine is loaded yet; wait until it is compiled, or choose another one")
            if self.runs.now is not None and kind in NOT_WHILE_RUNNING:
                raise UnsupportedOperation("a run goes on; stop it before you change the machine")
            with warnings.catch_warnings():  # a change of a parameter shows its own
                warnings.simplefilter("ignore")
                return self.methods[kind](message)
        except KinloopError as fault:
            vars(self).update(kept)
            return Answer(replies=[{**error(str(fault)), "seq": message["seq"]}])
        except Exception as fault:  # a fault of ours: the session goes on, as it was
            vars(self).update(kept)
            return Answer(replies=[{**error(f"this did not work: {type(fault).__name__}: {fault}"[:300]), "seq": message["seq"]}])

    def _before(self) -> dict[str, Any]:
        """What a message that fails must not change."""
        names = ("state", "findings", "modes", "motion", "_drag_from", "_reached", "_border")
        return {**{name: getattr(self, name) for name in names}, "history": self.history.copy()}

    @property
    def methods(self) -> dict[str, Callable[[Mapping[str, Any]], Answer]]:
        """The methods by the types of messages."""
        return {name: getattr(self, f"on_{name}") for name in MESSAGES}

    def machines(self) -> list[str]:
        """The machines that a page may load: those of the library, and the one that the studio was started with."""
        return list(self._sources)

    def begin(self) -> Answer:
        """Load the machine that the studio was started with."""
        return self._load(self.wanted)

    def greet(self) -> Answer:
        """What a page needs that has just opened."""
        hello = {"type": "hello", "version": version("kinloop"), "machines": self.machines(), "laws": law_forms()}
        answer = Answer(replies=[{**hello, "plants": plants(), "trajectories": list(KINDS), "most_runs": MOST_RUNS}])
        if self.state is not None:
            answer.replies += [self.machine(), scene_message(self.state), self._state_message(0)]
            answer.replies += self._no_modes if self.modes is None else self.modes.messages(self.state)
            answer.replies += self.loci.greet()
        answer.replies += [*self.runs.greet(), *self.sweeps.greet()]
        return answer

    @property
    def machine_state(self) -> MachineState:
        """The machine. Raises: UnsupportedOperation: none is loaded."""
        if self.state is None:
            raise UnsupportedOperation("no machine is loaded yet")
        return self.state

    # ---------------------------------------------------------------- moves

    def on_drag(self, message: Mapping[str, Any]) -> Answer:
        """Move the tool towards a point in the world."""
        point = vector(message, "at", 3)
        before = self.machine_state
        if self._drag_from is None:
            self._remember("drag")
            self._drag_from = before.x
        state, reached = before.drag(point, self._drag_from)
        return self._show_move(state, reached, message["seq"], BORDER)

    def on_drag_end(self, message: Mapping[str, Any]) -> Answer:
        """The tool is let go: say where it is, and which modes it has there."""
        self._drag_from = None
        self.history.pause()
        return Answer(news=[self._state_message(message["seq"])]).add(self._settle())

    def on_joint(self, message: Mapping[str, Any]) -> Answer:
        """Move an active joint, by its place among the sliders."""
        state = self.machine_state
        if not state.sliders:
            raise UnsupportedOperation(f"{state.robot.mechanism.name} has no active joint with a slider")
        k = state.sliders[whole(message, "index", 0, len(state.sliders) - 1)]
        value = number(message, "value")
        self._remember(f"joint {k}")
        moved, reached = state.move_joint(k, value)
        answer = self._show_move(moved, reached, message["seq"], JOINT_BORDER)
        return answer.add(Answer(news=[self._state_message(message["seq"])])).add(self._settle())

    def on_task(self, message: Mapping[str, Any]) -> Answer:
        """Move the tool to typed task coordinates."""
        state = self.machine_state
        if not state.x.size:
            raise UnsupportedOperation(f"{state.robot.mechanism.name} has no task coordinates")
        if not state.holder.takes_tasks:
            raise UnsupportedOperation(
                f"{state.robot.mechanism.name} has fewer degrees of freedom than task coordinates, so these cannot be given"
            )
        x = vector(message, "values", state.x.size)
        moved, reached = state.move_tool(x)
        self._remember("task")
        answer = self._show_move(moved, reached, message["seq"], BORDER)
        return answer.add(Answer(news=[self._state_message(message["seq"])])).add(self._settle())

    def on_mode(self, message: Mapping[str, Any]) -> Answer:
        """Take one of the listed configurations."""
        state = self.machine_state
        if self.modes is None or not self.modes.configurations:
            raise UnsupportedOperation("there is no list of modes at this place yet; wait until they are found")
        q = self.modes.choose(state, whole(message, "index", 0, len(self.modes.configurations) - 1))
        self._remember("mode")
        answer = self._show_move(state.at(q), True, message["seq"], "")
        return answer.add(Answer(news=[self._state_message(message["seq"])])).add(self._settle())

    def _show_move(self, state: MachineState, reached: bool, seq: int, border: str) -> Answer:
        self.state = state
        self._reached, self._border = reached, "" if reached else border
        frame = pose_frame(state, seq, reached)
        return Answer(replies=[frame], others=[_for_others(frame)])

    def _settle(self) -> Answer:
        """After a move: the modes at the new place."""
        state = self.machine_state
        news = [] if self.modes is None or self.modes.robot is not state.robot else [self.modes.current(state)]
        return Answer(news=news, jobs=self._mode_jobs(state)).add(self.loci.update(state, self._loci_ticket))

    # ---------------------------------------------------------------- machines and parameters

    def on_load(self, message: Mapping[str, Any]) -> Answer:
        """Load another machine: one that the studio lists."""
        return self._load(choice(message, "source", self.machines()))

    def _load(self, source: str) -> Answer:
        self._loading = True
        what, arguments = f"compiling {source}", {"source": self._sources[source], "name": source}
        job = Job("load", "prepare", arguments, self._ticket("load"), what, cancellable=True)
        return Answer(news=[progress(what, None, True)], jobs=[job])

    def on_parameter(self, message: Mapping[str, Any]) -> Answer:
        """Change a parameter; a value that describes no machine changes nothing."""
        state, name = self.machine_state, text_of(message, "name")
        if name not in state.robot.parameters:
            raise unknown_name("parameter", name, state.robot.parameters, repr(state.robot.mechanism.name))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            changed, words = state.with_parameter(name, number(message, "value"))
        self._remember(f"parameter {name}")
        sentences = [*([words] if words else []), *dict.fromkeys(str(each.message) for each in caught)]
        return self._replace(changed, message["seq"]).add(Answer(news=[note(sentence) for sentence in sentences]))

    def _replace(self, state: MachineState, seq: int = 0) -> Answer:
        """Another machine, or the same with other numbers: all that pages show of it is sent anew."""
        self.state, self._reached, self._border, self._drag_from = state, True, "", None
        self.modes = None
        news: list[Message] = [self.machine(), scene_message(state), self._state_message(seq), *self._no_modes]
        return Answer(news=news, jobs=self._mode_jobs(state)).add(self.loci.update(state, self._loci_ticket))

    # ---------------------------------------------------------------- loci

    def on_loci(self, message: Mapping[str, Any]) -> Answer:
        """Show the singularity loci, or no longer."""
        return self.loci.switch(flag(message, "on"), self.machine_state, self._loci_ticket)

    def _loci_ticket(self) -> int:
        return self._ticket("loci")

    def _finish_loci(self, job: Job, result: Any) -> Answer:
        return self.loci.refine(job, result, self.machine_state)

    # ---------------------------------------------------------------- runs

    def on_trajectory(self, message: Mapping[str, Any]) -> Answer:
        """Choose the motion of the next run."""
        motion = MotionChoice.read(message)
        make_motion(motion, self.machine_state)
        self.motion = motion
        return Answer()

    def on_run(self, message: Mapping[str, Any]) -> Answer:
        """Run the motion under a law; a motion that comes with the message is chosen first."""
        if self._loading:
            raise UnsupportedOperation("a machine is being loaded; wait for it, or cancel that")
        self.runs.require_none()
        self.sweeps.require_none()
        request = self._request(message)
        return self.runs.begin(request, self._ticket("run"))

    def _request(self, message: Mapping[str, Any]) -> RunRequest:
        state = self.machine_state
        if "trajectory" in message and follows_motion(message):
            self.on_trajectory(table(message, "trajectory"))
        return read_request(message, state, self.motion, self._sources[state.source])

    def on_stop(self, message: Mapping[str, Any]) -> Answer:
        """Stop the run."""
        return self.runs.stop()

    def on_push(self, message: Mapping[str, Any]) -> Answer:
        """Push the tool of the live run."""
        return self.runs.push(vector(message, "force", 3))

    def on_save(self, message: Mapping[str, Any]) -> Answer:
        """Give the page a file of the last run; with ``run``, the Python or the experiment file of that run instead."""
        what = choice(message, "what", SAVED)
        if what in ("python", "experiment") and "run" in message:
            return Answer(replies=[experiment_file(self._request(table(message, "run")).experiment, what)])
        return self.runs.save(what, flag(message, "compare", False))

    def show_run(self, shown: Mapping[str, Any]) -> Answer:
        """What the run shows while it goes on, or the sweep."""
        if "sweep" in shown:
            return self.sweeps.show(shown)
        return self.runs.show(shown)

    def _finish_run(self, job: Job, result: Any) -> Answer:
        return self.runs.finish(None if self.state is None else self.state.robot)

    # ---------------------------------------------------------------- sweeps

    def on_sweep(self, message: Mapping[str, Any]) -> Answer:
        """Run a sweep: the run of the message with other values of what varies."""
        if self._loading:
            raise UnsupportedOperation("a machine is being loaded; wait for it, or cancel that")
        self.runs.require_none()
        self.sweeps.require_none()
        run = table(message, "run")
        if "trajectory" in run and follows_motion(run):
            self.on_trajectory(table(run, "trajectory"))
        state = self.machine_state
        request = read_sweep(message, state, self.motion, self._sources[state.source])
        return self.sweeps.begin(request, self._ticket("sweep"))

    def on_sweep_python(self, message: Mapping[str, Any]) -> Answer:
        """Give the page the Python of the last sweep."""
        return Answer(replies=[self.sweeps.python()])

    def on_sweep_use(self, message: Mapping[str, Any]) -> Answer:
        """Take the values of one run of the last sweep for the next run: its machine, its start, its law."""
        last = self.sweeps.require_last()
        run = whole(message, "run", 0, last.request.runs - 1)
        state, settings = settings_of(last.request, run)
        self._remember("sweep")
        answer = self._return_to(state, message["seq"])
        self.motion = last.request.motion
        return answer.add(Answer(news=[{"type": "settings", "run": plain(settings)}]))

    def _finish_sweep(self, job: Job, result: Any) -> Answer:
        return self.sweeps.finish(result)

    # ---------------------------------------------------------------- undo and redo

    def _remember(self, change: str) -> None:
        self.history.remember(self.machine_state, change)

    def on_undo(self, message: Mapping[str, Any]) -> Answer:
        """Go back to the state before the last change."""
        return self._return_to(self.history.undo(self.machine_state), message["seq"])

    def on_redo(self, message: Mapping[str, Any]) -> Answer:
        """Go forward again."""
        return self._return_to(self.history.redo(self.machine_state), message["seq"])

    def _return_to(self, state: MachineState, seq: int) -> Answer:
        is_other = state.source != self.machine_state.source
        self.findings = () if is_other else self.findings
        answer = self._replace(state, seq)
        answer.jobs += self._check_jobs(state) if is_other else []
        return answer

    # ---------------------------------------------------------------- the server

    def on_cancel(self, message: Mapping[str, Any]) -> Answer:
        """There is nothing that the background could cancel."""
        return Answer(replies=[note("nothing runs that could be cancelled")])

    def left_alone(self) -> Answer:
        """The last page was closed. Nothing is lost: the session stays as it is for the next page."""
        self._drag_from = None
        return Answer()

    def farewell(self) -> str:
        """What is left when the server has ended, in a sentence."""
        if self.runs.now is not None:
            return f"the studio has ended; the record of the run that it ended is at {self.runs.now.path}"
        if self.sweeps.now is not None:
            return f"the studio has ended; what the sweep that it ended has finished is in {self.sweeps.now.folder}"
        if self.runs.last is None and self.sweeps.last is not None:
            return f"the studio has ended; its sweeps are in {self.sweeps.last.folder.parent}"
        if self.runs.last is None:
            return "the studio has ended; it made no run"
        count = self.runs.count
        runs = "the record of its run is" if count == 1 else f"the records of its {count} runs are"
        return f"the studio has ended; {runs} in {self.runs.last.path.parent}"

    # ---------------------------------------------------------------- the background

    def _ticket(self, kind: str) -> int:
        self._tickets[kind] = self._tickets.get(kind, 0) + 1
        return self._tickets[kind]

    def is_current(self, job: Job) -> bool:
        """Whether it is the newest job of its kind."""
        return self._tickets.get(job.kind) == job.ticket

    def finish(self, job: Job, result: Any) -> Answer:
        """Take the result of a job; a late one is dropped."""
        if not self.is_current(job):
            return Answer()
        kept = self._before()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return self._finishers[job.kind](job, result)
        except KinloopError as fault:
            vars(self).update(kept)
            return Answer(news=[progress(""), error(str(fault))])

    def fail(self, job: Job, reason: str) -> Answer:
        """A job that could not be done, or was cancelled: nothing changes."""
        if not self.is_current(job):
            return Answer()
        self._loading &= job.kind != "load"
        if job.kind == "run":
            return self.runs.fail(reason, None if self.state is None else self.state.robot)
        if job.kind == "sweep":
            return self.sweeps.fail(reason)
        if job.kind == "loci":
            return Answer(news=[note(reason)] if reason else [])
        if job.kind == "modes":
            return Answer(news=[NONE, *([note(reason)] if reason else [])])
        return Answer(news=[progress(""), *([error(reason)] if reason else [])])

    @property
    def _finishers(self) -> dict[str, Callable[[Job, Any], Answer]]:
        kinds = ("load", "modes", "check", "loci", "run", "sweep")
        return {kind: getattr(self, f"_finish_{kind}") for kind in kinds}

    def _finish_load(self, job: Job, result: Any) -> Answer:
        self._loading = False
        state = MachineState.begin(job.arguments["name"], load(job.arguments["source"]))
        exercise(state)  # the first drag does not wait for kernels to be read
        if self.state is not None:
            self._remember("load")
        self.findings = ()
        answer = Answer(news=[progress("")]).add(self._replace(state))
        answer.jobs += self._check_jobs(state)
        return answer

    def _check_jobs(self, state: MachineState) -> list[Job]:
        return [Job("check", "check", robot_arguments(state.robot), self._ticket("check"))]

    def _finish_check(self, job: Job, result: Any) -> Answer:
        self.findings = tuple(result["findings"])
        return Answer(news=[self.machine()])

    @property
    def _no_modes(self) -> list[Message]:
        """An empty list for a machine that has none."""
        return [] if self.machine_state.holder.takes_tasks else [NONE]

    def _mode_jobs(self, state: MachineState) -> list[Job]:
        ticket = self._ticket("modes")
        if not state.holder.takes_tasks:
            return []
        arguments = {**robot_arguments(state.robot), "x": state.x.tolist(), "q": state.q.tolist()}
        return [Job("modes", "modes", arguments, ticket, "finding all modes", cancellable=True)]

    def _finish_modes(self, job: Job, result: Any) -> Answer:
        state = self.machine_state
        self.modes = ModeList.read(state.robot, np.array(job.arguments["x"], float), result)
        return Answer(news=self.modes.messages(state))

    # ---------------------------------------------------------------- what pages show

    def machine(self) -> dict[str, Any]:
        """The machine's tables."""
        state = self.machine_state
        mechanism, units = state.robot.mechanism, state.robot.units
        return plain(
            {
                "type": "machine",
                "name": mechanism.name,
                "source": state.source,
                "description": mechanism.description,
                "joints": state.joint_table(),
                "task": {"names": mechanism.task_names, "values": state.x, "units": units.task},
                "parameters": state.parameter_table(),
                "findings": self.findings,
                "described": mechanism.motion is not None,
                "has_tool": mechanism.tool is not None,
                "push_scale": push_scale(state),
                "can_undo": self.history.can_undo,
                "can_redo": self.history.can_redo,
            }
        )

    def _state_message(self, seq: int) -> dict[str, Any]:
        state = self.machine_state
        return plain(
            {
                "type": "state",
                "seq": seq,
                "q_active": state.q[state.sliders],
                "q": state.q,
                "x": state.x,
                "mode": state.mode_words,
                "singularity": singularity_table(state.singularity()),
                "within_limits": state.is_within_limits,
                "reachable": self._reached,
                "message": self._border,
                "can_undo": self.history.can_undo,
                "can_redo": self.history.can_redo,
            }
        )


MOVES = ("drag", "drag_end", "joint", "task", "mode", "parameter", "load", "undo", "redo")
SWEEPS = ("sweep", "sweep_use", "sweep_python")
MESSAGES = (*MOVES, "loci", "trajectory", "run", "stop", "push", "save", "cancel", *SWEEPS)
# Messages that are answered before a machine is there, and those that wait for the end of a run.
WITHOUT_MACHINE = ("load", "cancel")
NOT_WHILE_RUNNING = (*(name for name in MOVES if name != "drag_end"), "sweep_use")


def push_scale(state: MachineState) -> float:
    """A force [N] that this machine feels: the weight of its links, or 1 N."""
    values = state.robot.models.single_values()
    total = sum(at(link.mass, values) for link in state.robot.mechanism.links)
    return max(1.0, 9.81 * total) if np.isfinite(total) else 50.0


def _for_others(frame: bytes) -> bytes:
    """A pose frame that answers no message of the page that gets it."""
    return frame[:4] + b"\0\0\0\0" + frame[8:]
