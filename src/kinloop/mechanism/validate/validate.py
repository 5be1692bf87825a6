"""Every fault of a description, found and reported together."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from kinloop.errors import Fault
from kinloop.mechanism.parts.part import shorten, shorten_words
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.expression_checks import evaluator, expression_faults, parameter_values
from kinloop.mechanism.validate.faults import description_error
from kinloop.mechanism.validate.structure_checks import connection_faults, name_faults
from kinloop.mechanism.validate.task_checks import task_faults
from kinloop.mechanism.validate.value_checks import inertia_faults, value_faults

Bodies = Literal["real", "positive", "any"]
# Every parameter, used or not, is an input of compiled code; this many take a second or two.
MAX_PARAMETERS = 1000


def require_valid(mechanism: Mechanism, where: str = "", bodies: Bodies = "any") -> None:
    """Refuse a mechanism with faults: names that clash or do not exist, joints that form no tree, values that no machine has.

    Args:
        mechanism: the description.
        where: the file it came from, for the message.
        bodies: see :func:`all_faults`.
    Raises: DescriptionError: one, that lists every fault.
    """
    faults = find_faults(mechanism, bodies=bodies)
    if faults:
        raise description_error(shorten(mechanism.name), where, faults)


def find_faults(
    mechanism: Mechanism, *, joints_known: bool = True, task_known: bool = True, bodies: Bodies = "any"
) -> list[Fault]:
    """Every fault of a description; if its joints or its task are not known, only faults that do not depend on them.

    ``bodies`` says which inertias are accepted. ``"real"``: those that bodies have. ``"positive"``: those with which no motion
    has a negative energy; a mechanism built in Python may leave out what does not enter its motion. ``"any"``: all, since the
    files of other tools often have inertias that no body has.
    """
    if (count := len(mechanism.parameters)) > MAX_PARAMETERS:
        message = f"parameters: there are {count}, expected at most {MAX_PARAMETERS}; a number that never changes needs no name"
        return [Fault(message, ("parameters",))]
    values, faults = parameter_values(mechanism.parameters)
    at = evaluator(values)
    faults += name_faults(mechanism)
    if joints_known:
        faults += connection_faults(mechanism)
    if joints_known and task_known:
        faults += task_faults(mechanism, at)
    faults += [*expression_faults(mechanism, values), *value_faults(mechanism, at)]
    faults += inertia_faults(mechanism, at, negative_only=bodies == "positive") if bodies != "any" else ()
    return [replace(fault, message=shorten_words(fault.message)) for fault in faults]
