"""``kl.lab.compare``: a student's own function beside kinloop's model, over the workspace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, UnknownName, UnsupportedOperation
from kinloop.lab.call_function import NOT_FINITE, Answers, call_function, needs_mode, takes_mode
from kinloop.lab.differences import DEGREE, Differences
from kinloop.lab.explanations import Evidence, explain
from kinloop.lab.lab_models import LabModel, Signs, mode_words, model_named, other_solutions, sign_names
from kinloop.lab.lab_report import EntryGap, LabReport
from kinloop.lab.model_terms import mass_terms
from kinloop.lab.workspace_samples import Samples, draw_samples
from kinloop.model.geometry.mode import Mode, ModeLike, as_mode, with_names
from kinloop.model.robot import Robot

Array = np.ndarray
LISTED = 3  # faults of a kind that are written out


def compare(
    robot: Robot,
    model: str,
    function: Callable[..., Any],
    *,
    mode: ModeLike | None = None,
    samples: int = 200,
    seed: int = 0,
    region: Mapping[str, Any] | None = None,
    tolerance: float = 1e-8,
    batched: bool | None = None,
) -> LabReport:
    """Compare a function of your own with kinloop's model: where, by how much and, where it can be recognised, why they differ.

    Args:
        model: ``inverse_geometry`` (a function of ``x``), ``forward_geometry`` (of ``q_active``), ``passive_geometry``,
            ``forward_velocity``, ``inverse_velocity``, ``passive_velocity``, ``forward_acceleration``, ``inverse_acceleration``,
            ``passive_acceleration``, ``jacobian``, ``task_jacobian``, ``inverse_jacobian``, ``inertia``, ``velocity_terms``,
            ``gravity``, ``bias``, ``inverse_dynamics``, ``forward_dynamics``, ``kinetic_energy``, ``potential_energy``.
        function: takes NumPy arrays, one configuration a call or all (samples first), and returns numbers. A geometric model may
            have a further parameter ``mode``, the signs of the solution that is asked for; else one mode is asked for.
        mode: the mode of a geometric model without that parameter: that of ``robot.start`` unless given.
        samples, seed: how many configurations, and which. region: bounds of task coordinates, ``{"x": (-0.1, 0.1)}``.
        tolerance: relative to each value, or to the median size of its entry where the value is smaller.
        batched: whether the function takes all samples at once, or all of a mode; found out unless given.
    Raises: UnknownName: no such model. UnsupportedOperation: the machine has none. ShapeError: what is no function or number.
    """
    if not callable(function):
        raise ShapeError(
            f"lab.compare: function is {function!r:.80}, expected a function such as {model_named(model, robot).signature}"
        )
    if not isinstance(samples, int) or isinstance(samples, bool) or samples < 1:
        raise ShapeError(f"lab.compare: samples is {samples!r:.80}, expected a whole number of at least 1")
    if not isinstance(tolerance, int | float) or not 0 < tolerance < 1:
        raise ShapeError(f"lab.compare: tolerance is {tolerance!r:.80}, expected a number above 0 and below 1")
    chosen = model_named(model, robot)
    task = _Task.prepare(chosen, draw_samples(robot, samples, seed, region), function, mode)
    answers = call_function(function, task.inputs, task.shape, task.extra, batched)
    return _report(task, answers, function, float(tolerance))


@dataclass(frozen=True)
class _Task:
    """A model at samples: what the function is called with, what it should return, and the solutions of all modes.

    ``signs`` are those that are asked for at each sample; ``asks``: the function has a parameter for them.
    """

    model: LabModel
    samples: Samples
    expected: Array  # (N, *shape)
    others: dict[Signs, Array]
    signs: tuple[Signs, ...]
    asks: bool

    @property
    def shape(self) -> tuple[int, ...]:
        return self.expected.shape[1:]

    @property
    def inputs(self) -> list[Array]:
        return [getattr(self.samples, name) for name in self.model.arguments]

    @property
    def extra(self) -> tuple[Signs, ...] | None:
        """The last argument of each call, if the function takes the mode."""
        return self.signs if self.asks else None

    @property
    def mode(self) -> str:
        """The one mode that is asked for, in words; empty where there is none, or one for each sample."""
        return mode_words(self.model, self.samples.robot, self.signs[0]) if self.signs and not self.asks else ""

    @property
    def flips(self) -> dict[str, Array]:
        """The values with some signs the other way, by words about them."""
        if not self.signs:
            return {}
        robot = self.samples.robot
        names, found = sign_names(self.model, robot), {}
        for choice in product((1, -1), repeat=len(names)):
            turned = " and ".join(name for name, sign in zip(names, choice, strict=True) if sign < 0)
            if turned:
                modes = [tuple(a * b for a, b in zip(signs, choice, strict=True)) for signs in self.signs]
                words = f"with the sign of {turned} the other way"
                if not self.asks:
                    words = f"of {mode_words(self.model, robot, modes[0])} (the sign of {turned} the other way)"
                found[words] = np.stack([self.others[mode][k] for k, mode in enumerate(modes)])
        return found

    @classmethod
    def prepare(cls, model: LabModel, samples: Samples, function: Callable[..., Any], mode: ModeLike | None) -> _Task:
        """Where a model has modes and the function no parameter for them, one mode is asked for, at all inputs that have it."""
        expected, others = model.value(samples), other_solutions(model, samples)
        if not others:
            if mode is not None:
                raise ShapeError(
                    f"lab.compare: {model.name} of {samples.robot.mechanism.name} has no modes, given mode={mode!r:.80}"
                )
            if needs_mode(function, len(model.arguments)):
                raise ShapeError(
                    f"lab.compare: {model.name} of {samples.robot.mechanism.name} has no modes to choose from, and function "
                    f"takes one more argument; expected a function of {', '.join(model.arguments)} alone"
                )
            return cls(model, samples, expected, others, (), False)
        if takes_mode(function, len(model.arguments)):
            own = _signs_of_samples(model, samples, others)
            return cls(model, samples, expected, others, own, True)
        signs = _asked_signs(model, samples.robot, mode)
        if signs not in others:
            known = "; ".join(mode_words(model, samples.robot, each) for each in others)
            raise UnknownName(f"lab.compare: mode={mode!r:.80} is not one mode; {samples.robot.mechanism.name} has: {known}")
        has = np.isfinite(others[signs]).all(axis=1)
        if not has.any():
            raise UnsupportedOperation(
                f"{samples.robot.mechanism.name}: none of {len(samples)} samples has {model.name} in the mode "
                f"{mode_words(model, samples.robot, signs)}; give another mode= or region="
            )
        kept = {name: values[has] for name, values in others.items()}
        return cls(model, samples.subset(has), kept[signs], kept, (signs,) * int(has.sum()), False)


def _asked_signs(model: LabModel, robot: Robot, mode: ModeLike | None) -> Signs:
    """The given mode, or that of the start."""
    if mode is not None:
        wanted = as_mode(robot.mechanism, "inverse" if model.modes == "working" else "forward", mode)
    else:
        wanted = robot.forward_geometry(robot.start[: len(robot.active)], near=robot.start).mode
    return tuple(getattr(wanted, model.modes))


def _signs_of_samples(model: LabModel, samples: Samples, others: dict[Signs, Array]) -> tuple[Signs, ...]:
    """The signs of each sample's own mode."""
    if model.modes == "working":
        return tuple(samples.modes[k] for k in samples.mode)
    gaps = np.stack([np.nan_to_num(np.abs(values - samples.x).max(axis=1), nan=np.inf) for values in others.values()])
    signs = list(others)
    return tuple(signs[k] for k in np.argmin(gaps, axis=0))


# ------------------------------------------------------------------ the report


def _report(task: _Task, answers: Answers, function: Callable[..., Any], tolerance: float) -> LabReport:
    robot, count = task.samples.robot, len(task.samples)
    names, units = task.model.entries(robot)
    valid = np.isfinite(answers.values).all(axis=1)
    expected = task.expected.reshape(count, -1)
    sentences = [*_fault_sentences(task, answers), *(f"It {note}." for note in answers.notes)]
    if not valid.any():
        return LabReport(robot.mechanism.name, task.model.name, count, 0, count, (), tuple(sentences))
    geometric = task.model.name.endswith("_geometry")
    wraps = np.array([geometric and unit == "rad" for unit in units])
    differences = Differences(names, units, answers.values[valid], expected[valid], wraps, tolerance)
    if task.model.any_constant and differences.wrong.any() and differences.constant_offset() is not None:
        sentences.append(f"It differs by the constant {differences.gap[0, 0]:.6g} {units[0]}, which has no effect.")
        differences = replace(differences, given=differences.given - differences.constant_offset())
    wrong = differences.wrong
    if wrong.any():
        evidence = _evidence(task, valid)
        sentences += _input_in_degrees(task, function, tolerance) or explain(differences, evidence)
    elif task.mode and count:
        sentences.append(f"Asked for {task.mode}; mode= asks for another one, and a further parameter 'mode' for all.")
    sizes = np.sqrt(np.mean(differences.expected**2, axis=0))
    entries = tuple(
        EntryGap(name, unit, float(np.abs(differences.gap[:, k]).max()), float(sizes[k]), float(wrong[:, k].mean()))
        for k, (name, unit) in enumerate(zip(names, units, strict=True))
    )
    agreeing = int((~wrong.any(axis=1)).sum())
    worst = _worst(task, differences, valid) if wrong.any() else {}
    return LabReport(
        robot.mechanism.name, task.model.name, count, agreeing, count - int(valid.sum()), entries, tuple(sentences), worst
    )


def _evidence(task: _Task, valid: Array) -> Evidence:
    samples = task.samples.subset(valid)
    robot = samples.robot
    terms = [split(samples) for split in task.model.terms]
    if task.model.is_linear_in_masses:
        terms.append(mass_terms(task.model.value, samples))
    inputs = {
        f"{argument}[{k}]" if argument not in ("x", "q") else _input_name(robot, argument, k): getattr(samples, argument)[:, k]
        for argument in task.model.arguments
        for k in range(getattr(samples, argument).shape[1])
    }
    inputs |= {f"|{name}|": np.abs(values) for name, values in inputs.items() if name.startswith(("qd", "xd"))}
    parameters = {name: float(value) for name, value in robot.parameters.items() if np.ndim(value) == 0}
    flips = {name: values[valid] for name, values in task.flips.items()}
    modes: list[str] = []
    if task.asks:
        modes = [mode_words(task.model, robot, task.signs[k]) for k in np.flatnonzero(valid)]
    elif not task.mode and samples.modes != ((),):
        modes = [str(with_names(robot.mechanism, Mode(working=samples.modes[k]))) for k in samples.mode]
    units = {name: note.unit for name, note in robot.mechanism.parameter_notes.items() if note.unit}
    return Evidence(flips, task.mode, modes, terms, inputs, parameters, units, task.shape)


def _input_name(robot: Robot, argument: str, k: int) -> str:
    names: Sequence[str] = robot.task if argument == "x" else (*robot.active, *robot.passive)
    return names[k] if k < len(names) else f"{argument}[{k}]"


def _input_in_degrees(task: _Task, function: Callable[..., Any], tolerance: float) -> list[str]:
    """Whether the function is right if it is given its angles in degrees: angles of positions, and perhaps rates."""
    units = task.samples.robot.units
    of = {"q": units.positions, "q_active": units.positions, "x": units.task, "qd": units.rates, "qd_active": units.rates}
    turned, some = [], False
    for name, values in zip(task.model.arguments, task.inputs, strict=True):
        angles = np.array([unit.startswith("rad") for unit in of.get(name, ())[: values.shape[1]]], bool)
        if name in ("q", "q_active", "x") and angles.any():
            turned.append(np.where(angles, values / DEGREE, values))
            some = True
        else:
            turned.append(values)
    if not some:
        return []
    answers = call_function(function, turned, task.shape, task.extra, None)
    if not np.isfinite(answers.values).all():
        return []
    names, entry_units = task.model.entries(task.samples.robot)
    geometric = task.model.name.endswith("_geometry")
    wraps = np.array([geometric and unit == "rad" for unit in entry_units])
    differences = Differences(names, entry_units, answers.values, task.expected.reshape(len(task.samples), -1), wraps, tolerance)
    if not differences.wrong.any():
        return ["It takes its angles in degrees; kinloop has radians."]
    if differences.is_in_degrees():
        return ["It takes and returns angles in degrees; kinloop has radians."]
    return []


def _fault_sentences(task: _Task, answers: Answers) -> list[str]:
    """Why calls had no value, each reason once, with the input of the first."""
    first: dict[str, tuple[int, int]] = {}
    for fault in answers.faults:
        sample, count = first.get(fault.why, (fault.sample, 0))
        first[fault.why] = (sample, count + 1)
    sentences = []
    for why, (sample, count) in list(first.items())[:LISTED]:
        if why.startswith("raised NotImplementedError") and count == len(task.samples):
            return [f"It is not written yet: it {why}."]
        given = ", ".join(
            f"{name} = {_numbers(values[sample])}" for name, values in zip(task.model.arguments, task.inputs, strict=True)
        )
        mode = f", mode = {task.extra[sample]}" if task.extra is not None else ""
        times = f"{count} times, first at" if count > 1 else "At"
        whole = answers.batched and count == 1 and why != NOT_FINITE
        of = f"all samples at once{mode}" if whole else f"{given}{mode}"
        sentences.append(f"{times[0].upper()}{times[1:]} {of} it {why}{'' if why.endswith('?') else '.'}")
    if len(first) > LISTED:
        sentences.append(f"And {len(first) - LISTED} other faults.")
    return sentences


def _worst(task: _Task, differences: Differences, valid: Array) -> dict[str, str]:
    relative = (np.abs(differences.gap) / differences.scale).max(axis=1)
    row = int(np.argmax(relative))
    sample = int(np.flatnonzero(valid)[row])
    shown = {name: _numbers(values[sample]) for name, values in zip(task.model.arguments, task.inputs, strict=True)}
    if task.extra is not None:
        shown["mode"] = str(task.extra[sample])
    shape = task.shape
    return shown | {
        "yours": _numbers(differences.given[row].reshape(shape)),
        "kinloop's": _numbers(differences.expected[row].reshape(shape)),
    }


def _numbers(values: Array) -> str:
    return np.array2string(np.asarray(values), precision=6, suppress_small=False, separator=", ", max_line_width=120).replace(
        "\n", " "
    )
