"""The results of geometric models: one configuration, the list of all configurations of an input, or a batch of inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.drawing import draw_with
from kinloop.model.geometry.mode import Mode

Array = np.ndarray


@dataclass(frozen=True, eq=False, repr=False)  # arrays have no single truth value
class Configuration:
    """One configuration that closes the loops: all joints ``q``, the task ``x``, its mode.

    ``residual``: the largest gap of its loops and its task [m], an angle as its arc at the machine's size. ``directions``: rates,
    as rows, along which the configuration can move while the input is held; if there are any, it is one of infinitely many. NumPy
    takes a configuration as its ``q``, so it can be given in place of ``q``, and a list of them in place of a batch.
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

    def __repr__(self) -> str:
        return f"<Configuration: {self}>"

    def __str__(self) -> str:
        parts = [f"{name} = {_list_numbers(values)}" for name, values in (("q", self.q), ("x", self.x)) if values.size]
        parts += [str(self.mode)] if self.mode != Mode() else []
        parts += [] if self.within_limits else ["outside the joint limits"]
        return "; ".join(parts + (["one of infinitely many"] if self.directions.size else []))

    @property
    def q_active(self) -> Array:
        """The positions of the active joints."""
        return self.q[: self.n_active]

    @property
    def q_passive(self) -> Array:
        """The positions of the passive joints."""
        return self.q[self.n_active :]


class Configurations(list[Configuration]):
    """The list of all configurations of one input, empty where there is none, and how they were found.

    ``method``: closed form, homotopy, or many starts. ``starts``: the number of starts or paths. ``complete``: none can be
    missing; otherwise the list is likely complete. ``sign_sum``: the sum of the determinants' signs, 0 if none is missing, None
    where that law does not apply. ``infinite``: some are members of families; their ``directions`` are tangent to these.
    ``note``: remarks.
    """

    method: str = "closed form"
    starts: int = 0
    complete: bool = True
    sign_sum: int | None = None
    note: str = ""

    def add_note(self, note: str) -> None:
        """Add a remark to the note."""
        self.note = "; ".join(part for part in (self.note, note) if part)

    @property
    def infinite(self) -> bool:
        """Whether some of them are members of families of infinitely many."""
        return any(each.directions.size for each in self)

    @property
    def modes(self) -> list[Mode]:
        """The modes, in order."""
        return [each.mode for each in self]

    def __repr__(self) -> str:
        known = "none can be missing" if self.complete else "others may be missing"
        note = f"; {self.note}" if self.note else ""
        return "\n  ".join([f"<Configurations: {len(self)}, by {self.method}; {known}{note}", *map(str, self)]) + ">"

    def _repr_html_(self) -> str:
        return str(draw_with("figures.notebook.configurations_html", self))


class Status(IntEnum):
    """The outcome of one row of a batch."""

    SOLVED = 0
    UNREACHABLE = 1  # no configuration has the input; also lengths beyond 1e8 times the machine's size
    AMBIGUOUS = 2  # several configurations have it in the given mode
    NO_SUCH_MODE = 3  # some have it, but none in the given mode
    BRANCH_ENDS = 4  # following the configuration near it did not lead there
    NOT_FINITE = 5  # the input is NaN or infinite, has a quaternion that is not of unit length, or an angle beyond 1e8
    SINGULAR = 6  # masses and closures do not determine the accelerations (or the input is NaN)
    LOOP_NOT_CLOSED = 7  # the given configuration leaves the loops open


@dataclass(frozen=True, eq=False, repr=False)  # arrays have no single truth value
class ConfigurationBatch:
    """One configuration for each input of a batch, batch axes first; rows that were not solved are NaN, and ``status`` says why
    (:class:`Status`).

    ``residual``: the largest gap of each configuration's loops and task [m], an angle as its arc at the machine's size.
    """

    q: Array
    residual: Array
    status: Array
    n_active: int
    _task: Callable[[Array], Array] = field(repr=False)
    _within_limits: Callable[[Array], Array] = field(repr=False)

    def __repr__(self) -> str:
        kinds, counts = np.unique(self.status, return_counts=True)
        words = (f"{count} {Status(kind).name.lower().replace('_', ' ')}" for kind, count in zip(kinds, counts, strict=True))
        return f"<ConfigurationBatch of shape {self.status.shape}: {', '.join(words) or 'empty'}>"

    @property
    def q_active(self) -> Array:
        """The positions of the active joints."""
        return self.q[..., : self.n_active]

    @property
    def q_passive(self) -> Array:
        """The positions of the passive joints."""
        return self.q[..., self.n_active :]

    @cached_property
    def x(self) -> Array:
        """The task coordinates of each configuration."""
        return self._task(self.q)

    @cached_property
    def within_limits(self) -> Array:
        """Whether each configuration is within the joint limits."""
        return self._within_limits(self.q)


def _list_numbers(values: Array) -> str:
    return f"[{', '.join(f'{value:.6g}' for value in values)}]"
