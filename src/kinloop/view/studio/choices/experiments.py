"""The experiment that a page asks for: law, motion, plant and sensors for the machine as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from kinloop.errors import KinloopError
from kinloop.model.formulas.closed_form import form_of
from kinloop.simulation.experiment.experiment import Experiment
from kinloop.simulation.options.run_options import Sensors
from kinloop.trajectory.trajectory import Trajectory
from kinloop.view.studio.choices.laws import LAWS, make_law
from kinloop.view.studio.choices.messages import choice, flag, number, table, whole
from kinloop.view.studio.choices.motions import MotionChoice, make_motion
from kinloop.view.studio.choices.plant_mismatch import plant_with
from kinloop.view.studio.machine.machine_state import MachineState

Array = np.ndarray
SHORTEST_PERIOD, LONGEST_PERIOD, LONGEST_RUN, MOST_PERIODS = 1e-6, 1.0, 3600.0, 2_000_000
# Without a motion a run takes this long [s], unless another duration is given.
FREE_DURATION = 5.0


def plants() -> list[str]:
    """The plants that are installed."""
    return ["native", *(name for name in ("mujoco", "exudyn") if find_spec(name) is not None)]


@dataclass(frozen=True, eq=False)
class RunRequest:
    """A run as a page asks for it. ``speed``: simulated seconds a second; ``notes``: what was chosen otherwise than asked for."""

    experiment: Experiment
    live: bool
    speed: float
    notes: tuple[str, ...] = ()


def follows_motion(message: Mapping[str, Any]) -> bool:
    """Whether the law of a message follows a motion. Raises: KinloopError: there is no such law."""
    return LAWS[choice(table(message, "law"), "kind", list(LAWS), "the studio's laws")].follows


def read_request(message: Mapping[str, Any], state: MachineState, motion: MotionChoice, source: str) -> RunRequest:
    """The run that a message asks for. Raises: KinloopError: what cannot be run, in a sentence."""
    asked = table(message, "law")
    kind = choice(asked, "kind", list(LAWS), "the studio's laws")
    law_choice = LAWS[kind]
    plant = choice(message, "plant", [*plants(), "kinematic"])
    notes = []
    if law_choice.plant is not None and plant != law_choice.plant:
        notes.append(f"{law_choice.label} commands rates, so the plant is {law_choice.plant}")
        plant = law_choice.plant
    robot = state.robot
    law = make_law(kind, robot, state.q, table(asked, "gains"))
    trajectory = make_motion(motion, state) if law_choice.follows else None
    period = number(message, "period", SHORTEST_PERIOD, LONGEST_PERIOD, 1e-3)
    duration = _duration(message, trajectory)
    longest = period * min(MOST_PERIODS, int(LONGEST_RUN / period))
    if duration > longest:
        notes.append(
            f"a run has at most {MOST_PERIODS} periods and takes at most {LONGEST_RUN:g} s, so this one takes {longest:g} s"
        )
    experiment = Experiment(
        robot,
        law,
        trajectory,
        duration=period * max(1, int(np.ceil(min(duration, longest) / period - 1e-6))),
        period=period,
        plant=plant_with(plant, table(message, "mismatch"), robot),
        q=_start(state, motion, trajectory),
        sensors=_sensors(table(message, "sensors")),
        name=f"{robot.mechanism.name}: {law_choice.label}"[:200],
        source=source,
    )
    speed = number(message, "speed", 0.01, 100.0, 1.0)
    return RunRequest(experiment, flag(message, "live", False), speed, tuple(notes))


def _duration(message: Mapping[str, Any], trajectory: Trajectory | None) -> float:
    """How long the run takes: as asked for, else as long as the motion."""
    if message.get("duration") is not None:
        return number(message, "duration", SHORTEST_PERIOD, LONGEST_RUN)
    return FREE_DURATION if trajectory is None else float(trajectory.duration)


def _start(state: MachineState, motion: MotionChoice, trajectory: Trajectory | None) -> Array | None:
    """Where the run begins: where the machine is; a described motion begins at its own start, in the mode that the machine is
    in, and as the description says where that has none there."""
    if trajectory is None or motion.kind != "described":
        return np.array(state.q)
    robot = state.robot
    if trajectory.space == "active" or state.working.signs is None or form_of(robot.mechanism, "inverse") is None:
        return None
    with suppress(KinloopError):  # with these parameters there may be no start
        if MachineState.begin(state.source, robot).working.signs == state.working.signs:
            return None
    moved = state.holder.move_tool(state.q, state.working, np.asarray(trajectory(0.0).x, float))
    return moved.q if moved.reached else None


def _sensors(given: Mapping[str, Any]) -> Sensors | None:
    """What is measured otherwise than exactly; None where all of it is."""
    noise, resolution = table(given, "noise"), number(given, "resolution", 0.0, 1e6, 0.0)
    deviations = {name: number(noise, name, 0.0, 1e6, 0.0) for name in ("q", "qd")}
    options: dict[str, Any] = {}
    if used := {name: value for name, value in deviations.items() if value}:
        options |= {"noise": used, "seed": whole(given, "seed", 0, 2**53, 0)}
    if resolution:
        options["quantisation"] = {"q": resolution}
    if flag(given, "only_active", False):
        options["measured"] = ("active",)
    return Sensors(**options) if options else None
