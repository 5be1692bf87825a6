"""Values of parameters that make no machine: what a file with them is refused for, they are refused for too."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, Fault, Path, listing
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.expression_checks import evaluator, numbers, parameter_values
from kinloop.mechanism.validate.faults import fault_at, list_faults, quantity
from kinloop.mechanism.validate.value_checks import ROUNDED, ROUNDING, inertia_faults, value_faults

Array = np.ndarray
# The machine does without a start configuration or a motion at some of its lengths; limits may be infinite.
NOT_THE_MACHINE = ("parameters", "start", "motion")


class ParameterRules:
    """What the parameters of a mechanism may be; found once, since a sweep asks often."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism

    def require_possible(self, values: Mapping[str, Any], changed: Iterable[str]) -> None:
        """Refuse values of all parameters, numbers or arrays that broadcast, with which this is no machine. ``changed``: the
        names to speak of.

        NaN in an array is a row without an answer, as everywhere.
        Raises: DescriptionError: with every fault; of arrays, of the first entry that has one.
        """
        row: tuple[int, ...] = ()
        if any(np.ndim(value) for value in values.values()):
            bad = np.asarray(_impossible_entries(self.mechanism, values, self._has_real_bodies))
            if not np.any(bad):
                return
            row = tuple(int(k) for k in np.argwhere(bad)[0])
            values = {name: float(np.broadcast_to(value, bad.shape)[row]) for name, value in values.items()}
        faults = tuple(self._faults(values, are_all=not row))
        if faults:
            where = f"[{', '.join(map(str, row))}]" if row else ""
            given = listing(f"{name}{where} = {float(values[name]):.6g}" for name in changed)
            message = f"{self.mechanism.name} with {given} has {quantity(len(faults), 'fault')}:\n{list_faults(faults)}"
            raise DescriptionError(message, faults)

    def _faults(self, values: Mapping[str, Any], are_all: bool) -> Iterator[Fault]:
        """Of single numbers; ``are_all``: those that have no value too."""
        at = evaluator(values)
        yield from value_faults(self.mechanism, at)
        yield from inertia_faults(self._with_variable_inertia, at, negative_only=not self._has_real_bodies)
        for path, value in self._expressions if are_all else ():
            result = at(value)
            if math.isnan(result) or (math.isinf(result) and "limits" not in path):
                yield fault_at(path, f"expected a finite number, given {result} for {str(value)!r}")

    @cached_property
    def _expressions(self) -> list[tuple[Path, Expression]]:
        everything = numbers(self.mechanism)
        return [(path, v) for path, v in everything if isinstance(v, Expression) and path[0] not in NOT_THE_MACHINE]

    @cached_property
    def _has_real_bodies(self) -> bool:
        """Whether the description's own values are of bodies; one in Python may leave out what does not enter its motion."""
        at = evaluator(parameter_values(self.mechanism.parameters)[0])
        return not any(inertia_faults(self._with_variable_inertia, at))

    @cached_property
    def _with_variable_inertia(self) -> Mechanism:
        """The mechanism with only those links; the others were looked at when it was loaded."""
        links = [link for link in self.mechanism.links if any(isinstance(entry, Expression) for entry in link.inertia)]
        return self.mechanism.model_copy(update={"links": tuple(links)})


def _impossible_entries(mechanism: Mechanism, values: Mapping[str, Any], has_real_bodies: bool) -> Array:
    """Of arrays, whether each entry makes no machine: the rules of ``senseless`` that numbers decide, all entries at once."""

    def at(value: Any) -> Any:
        return value.value(values) if isinstance(value, Expression) else value

    bad: Any = False
    for least, value in _bounded(mechanism):
        if isinstance(value, Expression):
            bad = bad | (at(value) < 0 if least == "zero" else at(value) <= 0)
    for joint in mechanism.joints:
        if joint.limits.position is not None:
            lower, upper = (at(bound) for bound in joint.limits.position)
            bad = bad | (lower > upper)
    for link in mechanism.links:
        if any(isinstance(entry, Expression) for entry in link.inertia):
            moments = np.stack(np.broadcast_arrays(*(np.asarray(at(entry), float) for entry in link.inertia)), -1)
            bad = bad | _no_body(moments, np.abs(at(link.mass)), has_real_bodies)
    return np.broadcast_to(bad, np.broadcast_shapes(*(np.shape(value) for value in values.values())))


def _bounded(mechanism: Mechanism) -> Iterator[tuple[str, Any]]:
    """Numbers of at least zero, and of more than zero."""
    yield from (("zero", link.mass) for link in mechanism.links)
    for joint in mechanism.joints:
        at_least_zero = (joint.friction.viscous, joint.friction.coulomb, joint.rotor.inertia, joint.limits.speed)
        yield from (("zero", value) for value in (*at_least_zero, joint.limits.effort))
        yield "more", joint.friction.speed
    yield from (("more", loop.length) for loop in mechanism.loops)
    yield "more", mechanism.length_scale


def _no_body(inertia: Array, mass: Array, is_real: bool) -> Array:
    """Of moments and products (..., 6), whether no body has them, or, unless it ``is_real``, one is negative; not of what is no
    number."""
    known = np.all(np.abs(inertia) < 1e150, axis=-1)
    xx, yy, zz, xy, xz, yz = np.moveaxis(np.where(known[..., None], inertia, 0.0), -1, 0)
    matrix = np.stack([np.stack(row, -1) for row in ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))], -2)
    small, middle, large = np.moveaxis(np.linalg.eigvalsh(matrix), -1, 0)
    slack = ROUNDED * np.maximum(np.abs(small), np.abs(large)) + ROUNDING * mass
    return np.asarray(known & ((small < -slack) | (is_real & (large > small + middle + slack))))
