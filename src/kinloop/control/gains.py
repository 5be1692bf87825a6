"""Gains: numbers, one for each coordinate, or matrices; and the errors that they multiply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.law_model import LawModel
from kinloop.errors import NotFinite, ShapeError
from kinloop.model.array_arguments import numbers
from kinloop.model.dynamics.task import task_difference


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


def require_nonnegative(
    owner: str, name: str, value: Any, above_zero: bool = False, optional: bool = False, matrix: bool = True
) -> None:
    """Check a gain when a law is made; symbols pass, and None where it is optional.

    Raises: NotFinite, ShapeError: numbers that are not finite, below zero (of a matrix: on its diagonal), or no numbers.
    """
    if isinstance(value, ca.SX) or (value is None and optional):
        return
    array = as_gain(owner, name, value)
    if array.ndim == 2 and not matrix:
        raise ShapeError(f"{owner}: {name} has shape {array.shape}, expected one number, or one for each coordinate")
    tested = np.diagonal(array) if array.ndim == 2 else array
    if not array.size:
        raise ShapeError(f"{owner}: {name} is empty, expected one number, one for each coordinate, or a matrix")
    if array.ndim == 2 and array.shape[0] != array.shape[1]:
        raise ShapeError(f"{owner}: {name} has shape {array.shape}, expected a square matrix")
    if np.any(tested <= 0 if above_zero else tested < 0):
        which = "on its diagonal, " if array.ndim == 2 else ""
        least = "above zero" if above_zero else "from zero: with a negative gain the error grows"
        raise ShapeError(f"{owner}: {name} is {value!r:.80}, expected numbers {which}{least}")


def one_each(owner: str, name: str, value: Any, count: int) -> np.ndarray:
    """One number, or one for each of so many, as an array (count,). Raises: ShapeError: of another length."""
    array = as_gain(owner, name, value)
    if array.shape not in ((), (count,)):
        raise ShapeError(f"{owner}: {name} has shape {array.shape}, expected one number or ({count},)")
    return np.array(np.broadcast_to(array, (count,)))


def check_names(owner: str, given: Any) -> tuple[str, ...] | None:
    """Names of independent joints. Raises: ShapeError: no names."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, list | tuple) or not all(isinstance(name, str) for name in given):
        raise ShapeError(f"{owner}: independent is {given!r:.80}, expected a list of names of joints")
    return tuple(given)
