"""Calls of a student's function: one configuration a call or all at once, with what went wrong instead of exceptions."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray
NOT_FINITE = "returned NaN or infinity: a root of a negative number, or a division by zero?"
TURNED = "samples first"


@dataclass(frozen=True)
class CallFault:
    """A call that gave no usable value: the sample, and why in words."""

    sample: int
    why: str


@dataclass(frozen=True)
class Answers:
    """Values of the function (N, entries), NaN where a call failed; the failed calls; how it was called; remarks."""

    values: Array
    faults: tuple[CallFault, ...]
    batched: bool
    notes: tuple[str, ...] = ()


def takes_mode(function: Callable[..., Any], arguments: int) -> bool:
    """Whether a function has one more parameter than the model has arguments, or one that is called ``mode``."""
    places = _places(function)
    named = _has_keyword_mode(function) or (len(places) > arguments and places[arguments].name == "mode")
    return needs_mode(function, arguments) or named


def needs_mode(function: Callable[..., Any], arguments: int) -> bool:
    """Whether a function cannot be called without one more argument than the model has."""
    return sum(place.default is place.empty for place in _places(function)) == arguments + 1


def _places(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = _signature(function).values()
    return [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def _has_keyword_mode(function: Callable[..., Any]) -> bool:
    """Whether ``mode`` is a parameter that takes its name only: ``f(x, *, mode)``."""
    mode = _signature(function).get("mode")
    return mode is not None and mode.kind is mode.KEYWORD_ONLY


def _signature(function: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):  # a function without a signature, such as some of NumPy
        return {}


def call_function(
    function: Callable[..., Any],
    inputs: Sequence[Array],
    shape: tuple[int, ...],
    extra: Sequence[Any] | None,
    batched: bool | None,
) -> Answers:
    """Values at all samples.

    Args:
        inputs: arrays (N, ...), one for each argument. extra: one more argument for each sample, the mode; a batch has one mode.
        shape: of one value. batched: whether the function takes all samples at once; None: found out.
    """
    if batched is None:  # perhaps it wants all at once, and has no value for one
        batched = False
        one = _value(_call(function, [each[0] for each in inputs], None if extra is None else extra[0]), shape)
        if isinstance(one, str):
            found = _batches(function, inputs, shape, extra)
            batched = not found.faults or all(TURNED in fault.why for fault in found.faults)
    return _batches(function, inputs, shape, extra) if batched else _one_by_one(function, inputs, shape, extra)


def _one_by_one(
    function: Callable[..., Any], inputs: Sequence[Array], shape: tuple[int, ...], extra: Sequence[Any] | None
) -> Answers:
    count, size = len(inputs[0]), int(np.prod(shape, initial=1))
    values, faults, notes = np.full((count, size), np.nan), [], set()
    for k in range(count):
        answer = _call(function, [each[k] for each in inputs], None if extra is None else extra[k])
        value = _value(answer, shape)
        if isinstance(value, str):
            faults.append(CallFault(k, value))
            continue
        values[k], note = value[0].ravel(), value[1]
        notes |= {note} if note else set()
    return Answers(values, tuple(faults), False, tuple(sorted(notes)))


def _batches(
    function: Callable[..., Any], inputs: Sequence[Array], shape: tuple[int, ...], extra: Sequence[Any] | None
) -> Answers:
    """Values of calls with all samples, or with all of a mode."""
    count = len(inputs[0])
    values, faults = np.full((count, int(np.prod(shape, initial=1))), np.nan), []
    modes = np.zeros(count, int) if extra is None else np.unique(extra, axis=0, return_inverse=True)[1].ravel()
    for mode in range(modes.max(initial=-1) + 1):
        rows = np.flatnonzero(modes == mode)
        given = _call(function, [each[rows] for each in inputs], None if extra is None else extra[rows[0]])
        found = _value(given, (len(rows), *shape), exact=True)
        if isinstance(found, str):
            faults.append(CallFault(int(rows[0]), found))
            continue
        values[rows] = found[0].reshape(len(rows), -1)
        lost = rows[~np.isfinite(values[rows]).all(axis=1)]
        values[lost] = np.nan
        faults += [CallFault(int(k), NOT_FINITE) for k in lost]
    return Answers(values, tuple(faults), True)


class _Failed(str):
    """Why a call failed."""


def _call(function: Callable[..., Any], arguments: list[Array], extra: Any) -> Any:
    """The function's value, or why there is none. It gets copies, so it cannot change what is compared."""
    given = [np.array(each) for each in arguments]
    try:
        with np.errstate(all="ignore"):
            if extra is None:
                return function(*given)
            return function(*given, mode=extra) if _has_keyword_mode(function) else function(*given, extra)
    except Exception as fault:  # whatever the student's function raises is reported
        frames = traceback.extract_tb(fault.__traceback__)[1:]
        where = f" in line {frames[-1].lineno} of {frames[-1].name}" if frames else ""
        return _Failed(f"raised {type(fault).__name__}{where}: {fault}".rstrip(": "))


def _value(answer: Any, shape: tuple[int, ...], exact: bool = False) -> tuple[Array, str] | str:
    """An answer as an array of the expected shape, with a remark, or what is wrong with it."""
    if isinstance(answer, _Failed):
        return str(answer)
    if answer is None:
        return "returned None; is a return missing?"
    try:
        given = np.asarray(answer)
        if given.dtype == object:
            given = np.array([np.asarray(each, float).ravel() for each in answer]).squeeze()
    except (TypeError, ValueError):
        return f"returned {answer!r:.80}, expected numbers of shape {_shape(shape)}"
    if given.dtype.kind not in "bifuc":
        return f"returned {answer!r:.80}, expected numbers of shape {_shape(shape)}"
    if np.iscomplexobj(given):
        if np.abs(given.imag).max(initial=0.0) > 0:
            return f"returned complex numbers ({given.ravel()[0]:.4g}): a root of a negative number?"
        given = given.real
    value, note = given.astype(float), ""
    if value.shape != shape:
        squeezed = value.reshape(shape) if not exact and _is_same_but_for_ones(value.shape, shape) else None
        if squeezed is None:
            turned = f", {TURNED}" if exact and value.T.shape == shape and value.ndim > 1 else ""
            return f"returned shape {_shape(value.shape)}, expected {_shape(shape)}{turned}"
        note, value = f"returned shape {_shape(value.shape)}, read as {_shape(shape)}", squeezed
    if not exact and not np.isfinite(value).all():
        return NOT_FINITE
    return value, note


def _is_same_but_for_ones(given: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return [n for n in given if n != 1] == [n for n in wanted if n != 1]


def _shape(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
