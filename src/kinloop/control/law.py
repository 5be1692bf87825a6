"""Control laws: their interface, what they receive, and laws from functions.

A law is ``(t, measured, reference, state, model) -> (command, state)`` on CasADi symbols. Its gains are the fields of a frozen
dataclass; in the compiled loop they are symbols too, so a sweep over them recompiles nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Literal

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law_advice import RETURN, explain, law_name, note, require_form
from kinloop.control.law_model import LawModel
from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.array_arguments import as_constructed, numbers
from kinloop.model.dynamics.task import task_difference

# A command is efforts [N m or N] or rates of the active joints.
Drives = Literal["effort", "rate"]
DRIVES: tuple[Drives, ...] = ("effort", "rate")


# What a reference may contain, of the task and of the active joints.
FOLLOWED = ("x", "xd", "xdd", "xddd", "q_active", "qd_active", "qdd_active")


@dataclass(frozen=True)
class Measured:
    """The controller's measurement: all positions ``q`` and rates ``qd``, the active ones first.

    The controller's model computes the task's coordinates from these, unless the ``tool`` is measured.
    """

    q: Any
    qd: Any
    active: tuple[int, int]  # numbers of active positions and rates
    evaluate: Callable[..., Any]  # evaluates a formula of the controller's model by its name
    tool: tuple[Any, Any] | None = None  # measured coordinates and rates of the task

    @property
    def q_active(self) -> Any:
        """Positions of the active joints."""
        return self.q[: self.active[0]]

    @property
    def qd_active(self) -> Any:
        """Rates of the active joints."""
        return self.qd[: self.active[1]]

    @cached_property
    def x(self) -> Any:
        """The task's coordinates."""
        if self.tool is not None:
            return self.tool[0]
        return self.evaluate("task", q=self.q)["x"]

    @cached_property
    def xd(self) -> Any:
        """The task's rates."""
        if self.tool is not None:
            return self.tool[1]
        return self.evaluate("task_velocity", q=self.q, qd=self.qd)["xd"]


def _part_of_reference(name: str, meaning: str) -> property:
    """A property that reads a part of a reference's row; None where it has no such part."""

    def part(self: Reference) -> Any:
        place = self._places.get(name)
        return None if place is None else self._row[place]

    return property(part, doc=meaning)


class Reference:
    """The reference at one time.

    ``x xd xdd xddd`` are of the task, and None for a trajectory of the active joints. ``q_active qd_active qdd_active`` are of
    the active joints, and None for a trajectory of the task unless the law has ``joint_reference``.
    """

    __slots__ = ("_places", "_row")

    def __init__(self, row: Any, places: Mapping[str, slice]) -> None:
        """``row`` has symbols or numbers, ``places`` the slice of each part."""
        self._row, self._places = row, places

    x = _part_of_reference("x", "The task's coordinates.")
    xd = _part_of_reference("xd", "The task's rates.")
    xdd = _part_of_reference("xdd", "The task's accelerations.")
    xddd = _part_of_reference("xddd", "The task's jerk.")
    q_active = _part_of_reference("q_active", "Positions of the active joints.")
    qd_active = _part_of_reference("qd_active", "Rates of the active joints.")
    qdd_active = _part_of_reference("qdd_active", "Accelerations of the active joints.")


@dataclass(frozen=True)
class Law:
    """The base class of laws: a frozen dataclass whose fields are its gains.

    A law is ``(t, measured, reference, state, model) -> (command, state)`` on CasADi symbols.
    """

    def __post_init__(self) -> None:
        """Copy the gains, so that later changes of the caller's arrays do not change the law."""
        for each in fields(self):
            object.__setattr__(self, each.name, read_only_copy(getattr(self, each.name)))

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    @property
    def drives(self) -> Drives:
        """What the command is: ``"effort"`` or ``"rate"`` of the active joints."""
        return "effort"

    @property
    def joint_reference(self) -> bool:
        """Whether it reads the reference of the active joints; for a trajectory of the task, Newton's method computes it."""
        return False

    @property
    def reads(self) -> tuple[str, ...]:
        """The parts of the reference that it reads; the other parts are None."""
        return FOLLOWED

    @property
    def memory(self) -> np.ndarray:
        """The law's state at the start."""
        return np.zeros(0)

    @property
    def key(self) -> str | None:
        """The cache's key of the law's formulas, gains aside; None where the formulas themselves are the key."""
        kind = type(self)
        ours = kind.__module__.startswith("kinloop.")
        return f"{kind.__module__}.{kind.__qualname__}" if ours else None

    @property
    def gains(self) -> dict[str, np.ndarray]:
        """The gains by name, as arrays."""
        return {field.name: as_gain(type(self).__name__, field.name, getattr(self, field.name)) for field in fields(self)}

    def with_gains(self, gains: Mapping[str, Any]) -> Law:
        """The same law with other gains, which may be symbols."""
        return replace(self, **gains)

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """The command and the law's next state."""
        raise UnsupportedOperation(f"{type(self).__name__} has no command: a law defines __call__")


@dataclass(frozen=True)
class NoEffort(Law):
    """A law without command: the machine moves by itself."""

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Zero efforts."""
        return ca.SX.zeros(model.n_active), state


def read_only_copy(value: Any) -> Any:
    """A copy of arrays (read-only), lists and mappings; any other value, such as a function or a symbol, itself."""
    if isinstance(value, np.ndarray):
        value = value.copy()
        value.flags.writeable = False
        return value
    if isinstance(value, list):
        return [read_only_copy(entry) for entry in value]
    return {name: read_only_copy(entry) for name, entry in value.items()} if isinstance(value, Mapping) else value


def as_gain(law: str, name: str, value: Any) -> np.ndarray:
    """A gain as finite numbers: one, one for each coordinate, or a matrix."""
    array = numbers(value, f"{law}: {name}")
    if array.ndim > 2:
        raise ShapeError(f"{law}: {name} has shape {array.shape}, expected one number, one for each coordinate, or a matrix")
    if not np.all(np.isfinite(array)):
        raise NotFinite(f"{law}: {name} is {value!r:.80}, expected finite numbers")
    return array


def apply_gain(gain: Any, error: ca.SX, law: str, name: str) -> ca.SX:
    """A gain times an error: one number for all, one for each coordinate, or a matrix.

    Raises: ShapeError: a gain for another number of coordinates.
    """
    gain, n = ca.SX(gain), error.numel()
    if gain.shape not in ((1, 1), (n, 1), (n, n)):
        raise ShapeError(f"{law}: {name} has shape {gain.shape}, expected one number, ({n},) or ({n}, {n})")
    return gain @ error if gain.shape == (n, n) and n > 1 else gain * error


def task_error(measured: Measured, reference: Reference, model: LawModel) -> ca.SX:
    """The task's error: the twist that moves the tool to the reference in unit time.

    The tool is the measured one, or else the model's at the measured joints.
    """
    if measured.tool is None:
        error: ca.SX = model("task_error", q=measured.q, x=reference.x)["error"]
        return error
    return task_difference(model.mechanism.task, reference.x, measured.x)


@dataclass(frozen=True)
class FunctionLaw(Law):
    """A law from a function on symbols; see :func:`casadi_law`."""

    function: Callable[..., Any]
    commands: Drives = "effort"
    asks_for_joints: bool = False
    initial: tuple[float, ...] = ()
    values: Mapping[str, Any] | None = None

    @property
    def drives(self) -> Drives:
        """What the command is: ``"effort"`` or ``"rate"`` of the active joints."""
        return self.commands

    @property
    def joint_reference(self) -> bool:
        """Whether the function reads the reference of the active joints."""
        return self.asks_for_joints

    @property
    def memory(self) -> np.ndarray:
        """The law's state at the start."""
        return np.array(self.initial, float)

    @property
    def key(self) -> None:
        """None: the formulas of a user's function are the key."""
        return None

    @property
    def gains(self) -> dict[str, np.ndarray]:
        """The gains by name, as arrays."""
        return {
            name: as_gain(getattr(self.function, "__name__", "the law"), name, value)
            for name, value in (self.values or {}).items()
        }

    def with_gains(self, gains: Mapping[str, Any]) -> FunctionLaw:
        """The same law with other gains, which may be symbols."""
        return replace(self, values={**(self.values or {}), **gains})

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Call the function; its errors say what to change where symbols are the cause."""
        try:
            result = self.function(t, measured, reference, state, model, **(self.values or {}))
        except Exception as error:
            if (fault := explain(self.function, error)) is not None:
                raise fault from error
            error.add_note(note(self.function))
            raise
        return check_pair(self.function, result)


@dataclass(frozen=True)
class PythonLaw(FunctionLaw):
    """A law in plain Python, on numbers; see :func:`python_law`."""

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Call the function with numbers."""
        return check_pair(self.function, self.function(t, measured, reference, state, model, **(self.values or {})))


def casadi_law(
    function: Callable[..., Any],
    *,
    drives: Drives = "effort",
    memory: Sequence[float] = (),
    joint_reference: bool = False,
    **gains: ArrayLike,
) -> FunctionLaw:
    """Make a law from a function ``f(t, measured, reference, state, model, **gains) -> (command, state)`` on CasADi symbols.

    ``model`` is a :class:`LawModel`: ``model.bias(q, qd)``. ``state`` starts at ``memory``. The function is called once and
    compiled.
    """
    require_form(function, gains)
    return FunctionLaw(function, *_check_options(drives, joint_reference, memory), gains)


def python_law(
    function: Callable[..., Any],
    *,
    drives: Drives = "effort",
    memory: Sequence[float] = (),
    joint_reference: bool = False,
    **gains: ArrayLike,
) -> PythonLaw:
    """Make a law from a plain Python function of the same form, called with NumPy arrays at every sample, at Python's speed.

    ``model`` is a :class:`PythonModel`, with the methods of :class:`LawModel` on numbers. ``state`` starts at ``memory``;
    anything may replace it.
    """
    require_form(function, gains)
    return PythonLaw(function, *_check_options(drives, joint_reference, memory), gains)


def _check_options(drives: Any, joint_reference: Any, memory: Any) -> tuple[Drives, bool, tuple[float, ...]]:
    """The options of a law from a function. Raises: UnknownName, ShapeError: an invalid one."""
    if not isinstance(drives, str) or drives not in DRIVES:
        raise unknown_name("kind of command", drives, DRIVES, "a law")
    if not isinstance(joint_reference, bool):
        raise ShapeError(f"a law: joint_reference is {joint_reference!r:.80}, expected True or False")
    start = numbers(memory, "a law: its memory")
    if start.ndim != 1:
        raise ShapeError(f"a law: its memory has shape {start.shape}, expected (m,): a list of numbers")
    return drives, joint_reference, tuple(start.tolist())


def check_pair(function: Callable[..., Any], result: Any) -> tuple[Any, Any]:
    """The result of a law's function. Raises: ShapeError: it is not a pair."""
    if not isinstance(result, tuple) or len(result) != 2:
        given = f"a tuple of {len(result)}" if isinstance(result, tuple) else type(result).__name__
        raise ShapeError(f"the law {law_name(function)!r} gave {given}, expected (command, state): {RETURN}")
    return result
