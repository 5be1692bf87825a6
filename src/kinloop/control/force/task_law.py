"""What laws that follow a trajectory of the task, and yield to forces, share."""

from __future__ import annotations

from dataclasses import dataclass

from kinloop.control.law import Law


@dataclass(frozen=True)
class TaskLaw(Law):
    """A law that follows a trajectory of the task."""

    @property
    def task_reference(self) -> bool:
        """True: it follows a trajectory of the task."""
        return True

    @property
    def reads(self) -> tuple[str, ...]:
        """The task's motion."""
        return ("x", "xd", "xdd")
