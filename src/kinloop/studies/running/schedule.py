"""Which study runs next: the crossing first, then each process stays with a machine, whose studies share what they compute."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from kinloop.studies.framework.study import Study

FIRST = "000-15"  # the crossings


class Schedule:
    """The studies that are left; several threads may ask."""

    def __init__(self, studies: Sequence[Study]) -> None:
        self._left = sorted(studies, key=lambda each: (each.id != FIRST, -each.seconds))
        self._machines: dict[int, str] = {}  # of each process, the machine that it is at
        self._lock = Lock()

    def next(self, process: int) -> Study | None:
        """The next study of a process: of its machine, or of the one with the most work that no other process is at."""
        with self._lock:
            if not self._left:
                return None
            own = [each for each in self._left if each.document.machine == self._machines.get(process)]
            chosen = self._left[0] if self._left[0].id == FIRST else (own or self._of_another_machine(process))[0]
            self._left.remove(chosen)
            self._machines[process] = chosen.document.machine
            return chosen

    def _of_another_machine(self, process: int) -> list[Study]:
        taken = {machine for other, machine in self._machines.items() if other != process}
        free = [each for each in self._left if each.document.machine not in taken] or self._left
        work: dict[str, float] = {}
        for each in free:
            work[each.document.machine] = work.get(each.document.machine, 0.0) + each.seconds
        longest = max(work, key=lambda machine: work[machine])
        return [each for each in free if each.document.machine == longest]

    def clear(self) -> None:
        """Leave out all that has not begun."""
        with self._lock:
            self._left.clear()
