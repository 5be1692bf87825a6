"""What can be undone and done again: states of the machine, parameters and other machines included."""

from __future__ import annotations

import time

from kinloop.errors import UnsupportedOperation
from kinloop.view.studio.machine.machine_state import MachineState

# Steps that can be undone, and the time [s] within which changes of one slider are one step.
MOST_STEPS, SAME_STEP = 200, 1.0
SLIDERS = ("joint", "parameter")


class History:
    """The states before the present one, and those that were undone."""

    def __init__(self) -> None:
        self._before: list[MachineState] = []
        self._after: list[MachineState] = []
        self._last: tuple[str, float] = ("", 0.0)

    @property
    def can_undo(self) -> bool:
        """Whether there is a state before."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether a state was undone."""
        return bool(self._after)

    def remember(self, state: MachineState, change: str) -> None:
        """Keep the state before a change, unless the change of a slider goes on."""
        now, (last, when) = time.monotonic(), self._last
        self._last = (change, now)
        if change == last and now - when < SAME_STEP and change.startswith(SLIDERS):
            return
        self._before = [*self._before[-MOST_STEPS + 1 :], state]
        self._after = []

    def copy(self) -> History:
        """The same history, which does not change with this one."""
        copied = History()
        copied._before, copied._after, copied._last = list(self._before), list(self._after), self._last
        return copied

    def pause(self) -> None:
        """The next change is a step of its own."""
        self._last = ("", 0.0)

    def undo(self, state: MachineState) -> MachineState:
        """The state before. Raises: UnsupportedOperation: there is none."""
        return self._step(self._before, self._after, state, "undo")

    def redo(self, state: MachineState) -> MachineState:
        """The state that was undone. Raises: UnsupportedOperation: there is none."""
        return self._step(self._after, self._before, state, "redo")

    def _step(self, source: list[MachineState], target: list[MachineState], state: MachineState, word: str) -> MachineState:
        if not source:
            raise UnsupportedOperation(f"there is nothing to {word}")
        self.pause()
        target.append(state)
        return source.pop()
