"""The configurations that have the tool's coordinates, as a list to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.model.robot import Robot
from kinloop.view.studio.machine.frames import mode_message
from kinloop.view.studio.machine.machine_state import MachineState
from kinloop.view.studio.processes.answers import Message

Array = np.ndarray
# A configuration nearer than this [rad, or parts of the machine's size] is the one that the machine has, and so is a tool.
SAME, SAME_PLACE = 1e-3, 1e-6
NONE: dict[str, Any] = {"type": "modes", "list": [], "current": -1}


@dataclass(frozen=True, eq=False)
class ModeList:
    """All configurations of a robot at task coordinates, with what pages show of each."""

    robot: Robot
    x: Array
    configurations: tuple[Array, ...]
    table: tuple[dict[str, Any], ...]

    @staticmethod
    def read(robot: Robot, x: Array, result: dict[str, Any]) -> ModeList:
        """The list that the background found."""
        listed = result["list"]
        table = tuple({name: each[name] for name in ("label", "within_limits", "note")} for each in listed)
        return ModeList(robot, x, tuple(np.array(each["q"], float) for each in listed), table)

    def choose(self, state: MachineState, index: int) -> Array:
        """One of the configurations. Raises: UnsupportedOperation: they are of another machine or place."""
        size = float(state.robot.models.geometry.size)
        if self.robot is not state.robot or float(np.max(np.abs(self.x - state.x), initial=0.0)) > SAME_PLACE * max(1.0, size):
            raise UnsupportedOperation("the list of modes is of an earlier place of the tool; wait until the new one is there")
        return self.configurations[index]

    def current(self, state: MachineState) -> Message:
        """The list with the mode that the machine is in."""
        distance = state.robot.models.geometry.space.distance
        near = [float(distance(q, state.q)) for q in self.configurations]
        best = int(np.argmin(near)) if near and min(near) < SAME else -1
        return {"type": "modes", "list": list(self.table), "current": best}

    def messages(self, state: MachineState) -> list[Message]:
        """The list, and the poses for its pictures."""
        pictures = [mode_message(self.robot, self.configurations)] if self.configurations else []
        return [self.current(state), *pictures]
