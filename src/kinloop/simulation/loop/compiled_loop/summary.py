"""The summary of a run, updated at every sample, so that thousands of runs need no samples."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.law_model import LawModel

Array = np.ndarray


class Summary:
    """Sum, largest and last of the squares of the error's norm, and the largest commands: the last numbers of the loop's memory.
    The error is that of the task, or of the active joints, as the trajectory is."""

    def __init__(self, n: int, has_error: bool, has_efforts: bool) -> None:
        self.n, self.has_error, self.has_efforts = n, has_error, has_efforts
        self.size = 3 + n
        self.start = np.zeros(self.size)

    def next(self, before: ca.SX, q: ca.SX, reference: Any, command: ca.SX, plant: LawModel) -> ca.SX:
        """The summary with one more sample. A command that is NaN is the largest."""
        size = ca.fabs(command)
        largest = ca.if_else(size > before[3:], size, before[3:])
        if not self.has_error:
            return ca.vertcat(before[:3], largest)
        if reference.x is None:
            square = ca.sumsqr(reference.q_active - q[: reference.q_active.numel()])
        else:
            square = ca.sumsqr(plant("task_error", q=q, x=reference.x)["error"])
        return ca.vertcat(before[0] + square, ca.if_else(square > before[1], square, before[1]), square, largest)

    def read(self, memory: Array, samples: Array) -> dict[str, Array]:
        """The summary by name, from the loop's memory (..., m) after a number of samples (...)."""
        known = memory[..., -self.size :]
        squares, largest, last = np.moveaxis(known[..., :3] if self.has_error else np.full_like(known[..., :3], np.nan), -1, 0)
        efforts = known[..., 3:] if self.has_efforts else np.full_like(known[..., 3:], np.nan)  # joint rates are no efforts
        with np.errstate(invalid="ignore"):
            rms, largest, last = np.sqrt(squares / samples), np.sqrt(largest), np.sqrt(last)
        return {"error_rms": rms, "error_max": largest, "error_last": last, "tau_max": efforts}
