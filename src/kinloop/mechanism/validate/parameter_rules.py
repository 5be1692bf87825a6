"""Parameter values that no machine can have (a negative mass) are refused, as in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, Fault, Path, listing
from kinloop.mechanism.expressions.expression import Expression, evaluate
from kinloop.mechanism.parts.parts import Link, Mechanism
from kinloop.mechanism.validate.expression_checks import evaluator, is_defined, numbers, parameter_values
from kinloop.mechanism.validate.faults import fault_at, list_faults, quantity
from kinloop.mechanism.validate.value_checks import inertia_faults, lower_bounds, principal_moments, value_faults

Array = np.ndarray
# A machine may have neither its start configuration nor its motion at some of its lengths.
NOT_THE_MACHINE = ("parameters", "start", "motion")


class ParameterRules:
    """The values that the parameters of a mechanism can have; what they depend on is found once, since a sweep asks often."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism

    def require_possible(self, values: Mapping[str, Any], changed: Iterable[str]) -> None:
        """Refuse values that no machine can have: ``values`` of all parameters, numbers or arrays that broadcast; ``changed`` are
        the names that the message gives.

        NaN in an array is no fault: its row has no answer.
        Raises: DescriptionError: with every fault; with arrays, the faults of the first entry that has one.
        """
        row: tuple[int, ...] = ()
        if any(np.ndim(value) for value in values.values()):
            bad = _impossible_entries(self.mechanism, values, self._has_real_bodies)
            if not np.any(bad):
                return
            row = tuple(int(k) for k in np.argwhere(bad)[0])
            values = {name: float(np.broadcast_to(value, bad.shape)[row]) for name, value in values.items()}
        faults = tuple(self._faults(values, with_undefined=not row))
        if faults:
            where = f"[{', '.join(map(str, row))}]" if row else ""
            given = listing(f"{name}{where} = {float(values[name]):.6g}" for name in changed)
            message = f"{self.mechanism.name} with {given} has {quantity(len(faults), 'fault')}:\n{list_faults(faults)}"
            raise DescriptionError(message, faults)

    def _faults(self, values: Mapping[str, Any], with_undefined: bool) -> Iterator[Fault]:
        """The faults at single numbers; ``with_undefined``: also those of expressions that have no value there."""
        at = evaluator(values)
        yield from value_faults(self.mechanism, at)
        yield from inertia_faults(self._variable_bodies, at, negative_only=not self._has_real_bodies)
        for path, value in self._expressions if with_undefined else ():
            if not is_defined(result := at(value), path):
                yield fault_at(path, f"expected a finite number, given {result} for {str(value)!r}")

    @cached_property
    def _expressions(self) -> list[tuple[Path, Expression]]:
        everything = numbers(self.mechanism)
        return [(path, v) for path, v in everything if isinstance(v, Expression) and path[0] not in NOT_THE_MACHINE]

    @cached_property
    def _has_real_bodies(self) -> bool:
        """Whether bodies can have the described inertias; a mechanism built in Python may leave out what does not enter its
        motion."""
        at = evaluator(parameter_values(self.mechanism.parameters)[0])
        return not any(inertia_faults(self._variable_bodies, at))

    @cached_property
    def _variable_bodies(self) -> Mechanism:
        return self.mechanism.model_copy(update={"links": _with_variable_inertia(self.mechanism)})


def _impossible_entries(mechanism: Mechanism, values: Mapping[str, Any], has_real_bodies: bool) -> Array:
    """Which entries of arrays of parameters no machine can have, by the checks of ``value_faults`` that depend on parameters."""
    bad: Any = False
    for _, value, is_above in lower_bounds(mechanism):
        if isinstance(value, Expression):
            number = value.value(values)
            bad = bad | (number <= 0 if is_above else number < 0)
    for joint in mechanism.joints:
        if joint.limits.position is not None:
            lower, upper = (evaluate(bound, values) for bound in joint.limits.position)
            bad = bad | (lower > upper)
    for link in _with_variable_inertia(mechanism):
        inertia = np.stack(np.broadcast_arrays(*(np.asarray(evaluate(entry, values), float) for entry in link.inertia)), -1)
        _, is_negative, is_too_large = principal_moments(inertia, np.abs(evaluate(link.mass, values)))
        bad = bad | is_negative | (is_too_large & has_real_bodies)
    return np.broadcast_to(bad, np.broadcast_shapes(*(np.shape(value) for value in values.values())))


def _with_variable_inertia(mechanism: Mechanism) -> tuple[Link, ...]:
    """The links whose inertia depends on parameters; the others were checked when the mechanism was loaded."""
    return tuple(link for link in mechanism.links if any(isinstance(entry, Expression) for entry in link.inertia))
