"""The task, closed forms, motion and start of a machine, checked against its joints and parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import isfinite

from kinloop.errors import Fault, Path, listing, nearest
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.expressions.grammar import NAME, RESERVED
from kinloop.mechanism.parts.parts import ClosedForm, Mechanism, Motion
from kinloop.mechanism.validate.faults import column_of, fault_at, quantity
from kinloop.mechanism.validate.value_checks import At


def task_faults(mechanism: Mechanism, at: At) -> Iterator[Fault]:
    """Faults of the task, the closed forms and the motion; ``at`` evaluates a number at the description's parameters."""
    yield from _task(mechanism)
    active = [name for joint in mechanism.active_joints for name in joint.coordinates]
    passive = [name for name in mechanism.coordinates if name not in active]
    if mechanism.forward_geometry is not None:
        wanted = [*mechanism.task_names, *passive]
        yield from _closed_form(mechanism, "forward_geometry", mechanism.forward_geometry, active, wanted)
    if mechanism.inverse_geometry is not None:
        given = mechanism.task_names
        yield from _closed_form(mechanism, "inverse_geometry", mechanism.inverse_geometry, given, mechanism.coordinates)
    if mechanism.motion is not None:
        yield from _motion(mechanism, mechanism.motion, active, at)


def _task(mechanism: Mechanism) -> Iterator[Fault]:
    """A task without coordinates, with one of them twice, or with a pose beside others."""
    task = mechanism.task
    if not task:
        yield fault_at(("task",), "it is empty; expected some of x, y, z, phi, or pose")
    if len(set(task)) != len(task):
        yield fault_at(("task",), f"a coordinate is repeated in ({listing(task)})")
    if "pose" in task and len(task) > 1:
        yield fault_at(("task",), f"'pose' cannot be combined with other coordinates, given ({listing(task)})")


def _closed_form(
    mechanism: Mechanism, name: str, form: ClosedForm, given: Iterable[str], wanted: Iterable[str]
) -> Iterator[Fault]:
    """Unknown names in a closed form, in the order of evaluation, and coordinates that it does not give."""
    given, wanted = dict.fromkeys(given), dict.fromkeys(wanted)
    yield from _clashes(mechanism, name, form, [*given])
    known = {**dict.fromkeys(mechanism.parameters), **given, **dict.fromkeys(form.signs)}
    used: set[str] = set()
    for key, value in form.values.items():
        path = (name, "values", key)
        names = value.names if isinstance(value, Expression) else frozenset()
        used |= names
        for missing in sorted(names - known.keys()):
            later = "; it is given only after this" if missing in form.values else nearest(missing, known)
            fault = fault_at(path, f"no name {missing!r}{later}; known here: {listing(known)}")
            yield replace(fault, column=column_of(missing, str(value)))
        if not isinstance(value, Expression) and not isfinite(value):
            yield fault_at(path, f"expected a finite number, given {value}")
        known[key] = None
    left_out = [key for key in wanted if key not in form.values]
    if left_out:
        yield fault_at((name, "values"), f"{listing(left_out)} left out; expected {listing(wanted)}")
    for key in form.values:
        if key not in wanted and key not in used:
            hint = nearest(key, left_out or wanted)
            yield fault_at((name, "values", key), f"no coordinate {key!r}{hint}, and no later value uses it", of_key=True)
    for index, sign in enumerate(form.signs):
        if sign not in used:
            yield fault_at((name, "signs", index), f"no value uses the sign {sign!r}: every solution would appear twice")
    yield from _labels(name, form)


def _labels(name: str, form: ClosedForm) -> Iterator[Fault]:
    """Labels of signs that do not exist, and labels that do not tell the two values of a sign apart."""
    for sign, labels in form.labels.items():
        path = (name, "labels", sign)
        if sign not in form.signs:
            yield fault_at(path, f"no sign {sign!r}{nearest(sign, form.signs)}; known here: {listing(form.signs)}", of_key=True)
        elif {*labels} != {"+1", "-1"}:
            given = listing(labels) or "none"
            yield fault_at(path, f'expected a label for each value, {{ "+1" = "down", "-1" = "up" }}, given {given}')
        elif labels["+1"] == labels["-1"]:
            yield fault_at(path, f"both values are called {labels['+1']!r}")
        else:
            for label in labels.values():
                if not NAME.fullmatch(label):
                    yield fault_at(path, f"{label!r} is not a valid label; expected one word")


def _clashes(mechanism: Mechanism, name: str, form: ClosedForm, given: list[str]) -> Iterator[Fault]:
    """Names with two meanings: a parameter ``phi`` beside a task coordinate ``phi`` is ambiguous in a closed form."""
    for key in given:
        if key in mechanism.parameters:
            yield fault_at((name,), f"{key!r} is a parameter and an input of this model as well; rename the parameter")
    taken = {**dict.fromkeys(mechanism.parameters, "a parameter"), **dict.fromkeys(given, "an input of this model")}
    places: list[tuple[Path, str, bool]] = [((name, "signs", k), sign, False) for k, sign in enumerate(form.signs)]
    places += [((name, "values", key), key, True) for key in form.values]
    for path, key, of_key in places:
        if key in taken:
            yield fault_at(path, f"the name {key!r} is taken by {taken[key]}", of_key)
        elif not NAME.fullmatch(key) or key in RESERVED:
            yield fault_at(path, f"{key!r} cannot be a name in an expression", of_key)
        if path[1] == "signs":
            taken[key] = "a sign"


def _motion(mechanism: Mechanism, motion: Motion, active: list[str], at: At) -> Iterator[Fault]:
    """Points of the wrong size, times that do not increase, and signs that are no working mode."""
    names = list(mechanism.task_names) if motion.space == "task" else active
    for index, point in enumerate(motion.points):
        if len(point) != len(names):
            wanted = f"{quantity(len(names), 'number')} ({listing(names)})"
            yield fault_at(("motion", "points", index), f"a point of the {motion.space} space has {wanted}, given {len(point)}")
    if len(motion.points) < 2:
        yield fault_at(("motion", "points"), f"expected two points or more, given {len(motion.points)}")
    if len(motion.times) != len(motion.points):
        wanted = quantity(len(motion.points), "point")
        yield fault_at(("motion", "times"), f"expected one for each of the {wanted}, given {len(motion.times)}")
    times = [at(time) for time in motion.times]
    for index, (before, after) in enumerate(pairwise(times), start=1):
        if after <= before:
            yield fault_at(("motion", "times", index), f"expected more than {before}, the time before it, given {after}")
    signs = mechanism.inverse_geometry.signs if mechanism.inverse_geometry is not None else ()
    if any(sign not in (-1, 1) for sign in motion.working):
        yield fault_at(("motion", "working"), f"expected signs, 1 or -1, given {listing(motion.working)}")
    elif motion.working and signs and len(motion.working) != len(signs):
        wanted = f"{quantity(len(signs), 'sign')} ({listing(signs)})"
        yield fault_at(("motion", "working"), f"the inverse geometry has {wanted}, given {len(motion.working)}")


def start_warnings(mechanism: Mechanism, at: At) -> Iterator[Fault]:
    """Coordinates that start outside their limits."""
    for joint in mechanism.joints:
        if joint.limits.position is None or joint.definition.has_quaternion:
            continue
        lower, upper = (at(bound) for bound in joint.limits.position)
        for name in joint.coordinates:
            value = at(mechanism.start.get(name, 0.0))
            if value < lower or value > upper:
                given = name in mechanism.start
                path: Path = ("start", name) if given else ("joints", joint.name, "limits", "position")
                where = f"starts at {value:.6g}" + ("" if given else ", since no start is given")
                yield fault_at(path, f"{name} {where}, outside its limits {lower:.6g} to {upper:.6g}")
