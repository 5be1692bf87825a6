"""Laws from functions: on CasADi symbols, compiled, or in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.gains import as_gain
from kinloop.control.law import DRIVES, Drives, Law
from kinloop.control.law_advice import BEGIN, RETURN, explain, law_name, note, require_form
from kinloop.control.law_inputs import Measured, Reference
from kinloop.errors import ShapeError, unknown_name
from kinloop.model.array_arguments import numbers


@dataclass(frozen=True)
class FunctionLaw(Law):
    """A law from a function on symbols; see :func:`casadi_law`."""

    function: Callable[..., Any]
    commands: Drives = "effort"
    asks_for_joints: bool = False
    initial: tuple[float, ...] | Callable[..., Any] = ()
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
        """The law's state at the start; empty where a function gives it."""
        return np.zeros(0) if callable(self.initial) else np.array(self.initial, float)

    @property
    def depends_on_start(self) -> bool:
        """Whether a function gives the state at the start."""
        return callable(self.initial)

    def begin(self, t: Any, measured: Measured, reference: Reference, model: Any) -> Any:
        """The law's state at the start."""
        if not callable(self.initial):
            return self.memory
        return self._call(self.initial, t, measured, reference, model)

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
        return check_pair(self.function, self._call(self.function, t, measured, reference, state, model, **(self.values or {})))

    def _call(self, function: Callable[..., Any], *given: Any, **gains: Any) -> Any:
        try:
            return function(*given, **gains)
        except Exception as error:
            if (fault := explain(function, error)) is not None:
                raise fault from error
            error.add_note(note(function))
            raise


@dataclass(frozen=True)
class PythonLaw(FunctionLaw):
    """A law in plain Python, on numbers; see :func:`python_law`."""

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Call the function with numbers."""
        return check_pair(self.function, self._call(self.function, t, measured, reference, state, model, **(self.values or {})))

    def _call(self, function: Callable[..., Any], *given: Any, **gains: Any) -> Any:
        return function(*given, **gains)


def casadi_law(
    function: Callable[..., Any],
    *,
    drives: Drives = "effort",
    memory: Sequence[float] | Callable[..., Any] = (),
    joint_reference: bool = False,
    **gains: ArrayLike,
) -> FunctionLaw:
    """Make a law from a function ``f(t, measured, reference, state, model, **gains) -> (command, state)`` on CasADi symbols.

    ``model`` is a :class:`LawModel`: ``model.bias(q, qd)``, ``model.period``. ``state`` starts at ``memory``: numbers, or a
    function ``(t, measured, reference, model)`` of the first measurement and reference. With ``joint_reference`` a trajectory of
    the task is converted to the joints, ``reference.q_active`` and ``reference.q``. The function is called once and compiled.
    """
    require_form(function, gains)
    return FunctionLaw(function, *_check_options(drives, joint_reference, memory), gains)


def python_law(
    function: Callable[..., Any],
    *,
    drives: Drives = "effort",
    memory: Sequence[float] | Callable[..., Any] = (),
    joint_reference: bool = False,
    **gains: ArrayLike,
) -> PythonLaw:
    """Make a law from a plain Python function of the same form, called with NumPy arrays at every sample, at Python's speed.

    ``model`` is a :class:`PythonModel`, with the methods of :class:`LawModel` on numbers. ``state`` starts at ``memory``, as in
    :func:`casadi_law`; anything may replace it.
    """
    require_form(function, gains)
    return PythonLaw(function, *_check_options(drives, joint_reference, memory), gains)


def _check_options(drives: Any, joint_reference: Any, memory: Any) -> tuple[Drives, bool, Any]:
    """The options of a law from a function. Raises: UnknownName, ShapeError: an invalid one."""
    if not isinstance(drives, str) or drives not in DRIVES:
        raise unknown_name("kind of command", drives, DRIVES, "a law")
    if not isinstance(joint_reference, bool):
        raise ShapeError(f"a law: joint_reference is {joint_reference!r:.80}, expected True or False")
    if callable(memory) and not isinstance(memory, type):
        require_form(memory, (), BEGIN)
        return drives, joint_reference, memory
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
