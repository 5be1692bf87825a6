"""Configurations that geometric models give: one, all of an input, or a batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.model.geometry.mode import Mode

Array = np.ndarray


@dataclass(frozen=True, eq=False)  # arrays have no single yes or no
class Configuration:
    """An assembled configuration: all joints ``q``, the task ``x``, its mode; ``residual`` is the largest gap of its loops and
    its task [m], an angle as its arc at the machine's size.

    ``directions``: rates, as rows, along which the configuration can move while what was given stays; then it is one of
    infinitely many. As an array it is ``q``, so it can be given wherever a configuration is asked for, and a list of them as a
    batch.
    """

    q: Array
    n_active: int = field(repr=False)
    x: Array
    mode: Mode
    residual: float
    within_limits: bool
    directions: Array = field(default_factory=lambda: np.zeros((0, 0)), repr=False)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self.q, dtype=dtype) if copy is not False else np.asarray(self.q, dtype=dtype)

    @property
    def q_active(self) -> Array:
        return self.q[: self.n_active]

    @property
    def q_passive(self) -> Array:
        return self.q[self.n_active :]


class Configurations(list[Configuration]):
    """All solutions, none where there is none, and how they were found.

    ``method``: closed form, homotopy, or many starts. ``starts``: how many tries that took. ``complete``: none can be missing;
    else the list is likely so. ``sign_sum``: the sum of the determinants' signs, 0 if none is missing, None where that law does
    not apply. ``infinite``: some are members of families; their ``directions`` say which way these go. ``note``: what else there
    is to say.
    """

    method: str = "closed form"
    starts: int = 0
    complete: bool = True
    sign_sum: int | None = None
    note: str = ""

    def add_note(self, note: str) -> None:
        """One thing more to say."""
        self.note = "; ".join(part for part in (self.note, note) if part)

    @property
    def infinite(self) -> bool:
        """Whether some are one of infinitely many."""
        return any(each.directions.size for each in self)

    @property
    def modes(self) -> list[Mode]:
        """The mode of each, in order."""
        return [each.mode for each in self]


class Status(IntEnum):
    """What became of one sample of a batch."""

    SOLVED = 0
    UNREACHABLE = 1  # no configuration has what was given; lengths past 1e8 times the machine's size too
    AMBIGUOUS = 2  # several configurations do, in the mode asked for
    NO_SUCH_MODE = 3  # some do, but none in the mode asked for
    BRANCH_ENDS = 4  # following the configuration near it did not lead there
    NOT_FINITE = (
        5  # NaN or infinity was given, or what is no configuration: a quaternion that is not of unit length, an angle past 1e8
    )
    SINGULAR = 6  # masses and closures do not determine the accelerations (or what was given is NaN)
    LOOP_NOT_CLOSED = 7  # the configuration given leaves the loops open


@dataclass(frozen=True, eq=False)  # arrays have no single yes or no
class ConfigurationBatch:
    """A batch of configurations, batch axes first; rows that were not solved are NaN and ``status`` says why (:class:`Status`).

    ``residual`` is the largest gap of each configuration's loops and task [m], an angle as its arc at the machine's size.
    """

    q: Array
    residual: Array
    status: Array
    n_active: int
    _task: Callable[[Array], Array] = field(repr=False)
    _within_limits: Callable[[Array], Array] = field(repr=False)

    @property
    def q_active(self) -> Array:
        return self.q[..., : self.n_active]

    @property
    def q_passive(self) -> Array:
        return self.q[..., self.n_active :]

    @cached_property
    def x(self) -> Array:
        """The task of each configuration."""
        return self._task(self.q)

    @cached_property
    def within_limits(self) -> Array:
        return self._within_limits(self.q)
