"""Observers: estimates of all joints, their rates and the tool from what is measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.control.law_model import LawModel
from kinloop.control.tunable import Tunable
from kinloop.errors import UnsupportedOperation

Array = np.ndarray


@dataclass(frozen=True)
class Measurement:
    """What the sensors measured at a sample, with its noise and quantisation, on CasADi symbols.

    ``q`` (nq) and ``qd`` (nv) have numbers for all joints, but only the positions at ``q_places`` and, where ``has_rates``, the
    rates at ``v_places`` are measured, and an observer reads no others; both are places of the same joints. ``x`` and ``xd`` are
    of the tool, None where they are not measured. ``by_tool``: all joints follow from the tool, and not from the measured ones.
    """

    q: Any
    qd: Any
    q_places: tuple[int, ...]
    v_places: tuple[int, ...]
    has_rates: bool = True
    x: Any = None
    xd: Any = None
    by_tool: bool = False


@dataclass(frozen=True)
class Estimate:
    """All positions ``q`` and rates ``qd``, and the tool's ``x`` and ``xd`` where an estimate of its own exists; None: the
    model's at ``q`` and ``qd``."""

    q: Any
    qd: Any
    x: Any = None
    xd: Any = None


@dataclass(frozen=True)
class Observer(Tunable):
    """The base class of observers: a frozen dataclass whose fields are its gains, and choices.

    An observer is ``(t, measurement, command, reference, state, model) -> (estimate, state)`` on CasADi symbols, called at every
    sample before the law. ``command`` is what acted on the machine in the period before, where the observer
    :attr:`uses_command`.
    """

    @property
    def uses_command(self) -> bool:
        """Whether it reads the command of the period before."""
        return False

    @property
    def needs_rates(self) -> bool:
        """Whether rates must be measured."""
        return False

    def begin(self, q: Array, qd: Array) -> Array:
        """The state at the start of runs that begin at ``q`` (..., nq) and ``qd`` (..., nv): shape (..., m)."""
        return np.zeros((*q.shape[:-1], 0))

    def __call__(
        self, t: Any, measurement: Measurement, command: Any, reference: Any, state: Any, model: LawModel
    ) -> tuple[Estimate, Any]:
        """The estimate, and the observer's next state."""
        raise UnsupportedOperation(f"{type(self).__name__} has no estimate: an observer defines __call__")
