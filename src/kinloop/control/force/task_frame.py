"""The frame in which directions of motion and of force are selected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import NotFinite, ShapeError, listing
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.array_arguments import numbers
from kinloop.model.dynamics.task import task_rows

Array = np.ndarray
APART = 1e-9  # a rotation that mixes rows of the task with others by more does not match the task


def _is_flag(given: Any) -> bool:
    return isinstance(given, (bool, int, float, np.integer, np.floating, np.bool_)) and given in (0, 1)


@dataclass(frozen=True)
class TaskFrame:
    """Axes along which the force is controlled, 1 or 0 for each rate of the task, and roll, pitch and yaw [rad] of the frame."""

    axes: tuple[int, ...]
    rpy: tuple[float, float, float]

    @classmethod
    def of(cls, owner: str, axes: Any, rpy: Any) -> TaskFrame:
        """The frame of arguments. Raises: ShapeError, NotFinite."""
        if not isinstance(axes, (list, tuple)) or not axes or not all(_is_flag(each) for each in axes):
            raise ShapeError(f"{owner}: axes is {axes!r:.80}, expected 1 (force) or 0 (motion) for each rate of the task")
        angles = numbers(rpy, f"{owner}: frame")
        if angles.shape != (3,):
            raise ShapeError(f"{owner}: frame has shape {angles.shape}, expected roll, pitch and yaw [rad]")
        if not np.isfinite(angles).all():
            raise NotFinite(f"{owner}: frame is {rpy!r:.80}, expected finite angles [rad]")
        if not any(axes):
            raise ShapeError(f"{owner}: axes is {axes!r:.80}, expected at least one direction of the force (1)")
        return cls(tuple(int(each) for each in axes), tuple(angles.tolist()))

    def rotation(self, mechanism: Mechanism) -> Array:
        """The axes of the frame in the rows of the task, (m, m): translations and rotations apart."""
        roll, pitch, yaw = self.rpy
        x = np.array([[1, 0, 0], [0, np.cos(roll), -np.sin(roll)], [0, np.sin(roll), np.cos(roll)]])
        y = np.array([[np.cos(pitch), 0, np.sin(pitch)], [0, 1, 0], [-np.sin(pitch), 0, np.cos(pitch)]])
        z = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
        R, rows = z @ y @ x, task_rows(mechanism)
        return np.kron(np.eye(2), R)[np.ix_(rows, rows)]

    def of_force(self, owner: str, mechanism: Mechanism) -> Array:
        """Unit vectors (m, p) along the directions of the force, in the rows of the task.

        Raises: ShapeError: axes that do not match the task, or a frame whose axes leave it.
        """
        rows = task_rows(mechanism)
        if len(self.axes) != len(rows):
            raise ShapeError(
                f"{owner}: axes has {len(self.axes)} entries, expected one for each rate of the task of {mechanism.name} "
                f"({listing(mechanism.task)}): {len(rows)}"
            )
        R = self.rotation(mechanism)
        if np.abs(R @ R.T - np.eye(len(rows))).max() > APART:
            raise ShapeError(
                f"{owner}: the axes of the frame {self.rpy} leave the task of {mechanism.name} ({listing(mechanism.task)}); "
                "expected a rotation within it"
            )
        return R[:, np.array(self.axes, bool)]
