"""Control laws: their interface.

A law is ``(t, measured, reference, state, model) -> (command, state)`` on CasADi symbols. Its gains are the fields of a frozen
dataclass; in the compiled loop they are symbols too, so a sweep over them recompiles nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import casadi as ca
import numpy as np

from kinloop.control.law_inputs import FOLLOWED, Measured, Reference
from kinloop.control.tunable import Tunable
from kinloop.errors import UnsupportedOperation

# A command is efforts [N m or N] or rates of the active joints.
Drives = Literal["effort", "rate"]
DRIVES: tuple[Drives, ...] = ("effort", "rate")


@dataclass(frozen=True)
class LawEvent:
    """What a law reports of a run: the time [s], the kind and a sentence."""

    time: float
    kind: str
    message: str


@dataclass(frozen=True)
class Law(Tunable):
    """The base class of laws: a frozen dataclass whose fields are its gains, and choices.

    A law is ``(t, measured, reference, state, model) -> (command, state)`` on CasADi symbols. ``model.period`` is the sampling
    period [s]. A law that computes numbers before the run, such as gains from a Riccati equation, does so in :meth:`prepare`.
    """

    @property
    def drives(self) -> Drives:
        """What the command is: ``"effort"`` or ``"rate"`` of the active joints."""
        return "effort"

    @property
    def joint_reference(self) -> bool:
        """Whether it reads the reference of the joints; for a trajectory of the task, Newton's method computes it."""
        return False

    @property
    def task_reference(self) -> bool:
        """Whether it needs a trajectory of the task."""
        return False

    @property
    def reads(self) -> tuple[str, ...]:
        """The parts of the reference that it reads; the other parts are None. Tables of the trajectory are always there."""
        return FOLLOWED

    @property
    def memory(self) -> np.ndarray:
        """The law's state at the start, where it does not depend on the start; else see :meth:`begin`."""
        return np.zeros(0)

    def begin(self, t: Any, measured: Measured, reference: Reference, model: Any) -> Any:
        """The law's state at the start, from the first measurement and reference, on CasADi symbols."""
        return self.memory

    @property
    def depends_on_start(self) -> bool:
        """Whether the state at the start is that of :meth:`begin`."""
        return type(self).begin is not Law.begin

    def report(self, state: np.ndarray) -> tuple[LawEvent, ...]:
        """Events of a run that the law's state at its end tells; they become events of the record."""
        return ()

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """The command and the law's next state."""
        raise UnsupportedOperation(f"{type(self).__name__} has no command: a law defines __call__")


@dataclass(frozen=True)
class NoEffort(Law):
    """A law without command: the machine moves by itself."""

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Zero efforts."""
        return ca.SX.zeros(model.n_active), state
