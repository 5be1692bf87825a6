"""The models that a student writes: their inputs, kinloop's values, the names and units of their entries, and their terms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from kinloop.errors import UnsupportedOperation, unknown_name
from kinloop.lab.model_terms import (
    VELOCITY_TERMS,
    Terms,
    bias_terms,
    effort_terms,
    forward_dynamics_terms,
    joint_acceleration_terms,
    passive_acceleration_terms,
    split_velocities,
    squares_and_products,
    task_acceleration_terms,
    velocity_terms,
)
from kinloop.lab.workspace_samples import Samples, inverse_solutions, require_modes
from kinloop.model.formulas.closed_form import form_of
from kinloop.model.geometry.configuration import Status
from kinloop.model.geometry.mode import Mode, with_names
from kinloop.model.robot import Robot

Array = np.ndarray
Entries = tuple[tuple[str, ...], tuple[str, ...]]  # names and units, in the order of the flattened output


@dataclass(frozen=True)
class LabModel:
    """A model: ``arguments`` are attributes of :class:`Samples`, in the order in which the function takes them.

    ``entries`` gives names and units of the output; a matrix has them row by row. ``terms`` are sums that the value consists of,
    the coarsest first. ``is_linear_in_masses``: each mass and inertia has a part of its own.
    ``modes`` is ``"working"`` or ``"assembly"`` where a second argument ``mode`` may select one of several solutions.
    ``any_constant``: a constant more or less has no effect.
    """

    name: str
    meaning: str
    arguments: tuple[str, ...]
    value: Callable[[Samples], Array]
    entries: Callable[[Robot], Entries]
    terms: tuple[Callable[[Samples], Terms], ...] = ()
    modes: str = ""
    needs_passive: bool = False
    any_constant: bool = False
    is_linear_in_masses: bool = False

    @property
    def signature(self) -> str:
        """The call, as a student writes it: ``f(q, qd)``."""
        return f"f({', '.join(self.arguments)}{', mode' if self.modes else ''})"


# ------------------------------------------------------------------ names and units of entries


def _columns(names: str, units: str, part: str = "") -> Callable[[Robot], Entries]:
    """Entries that are columns of the robot's arrays: all, the active or the passive ones."""

    def of(robot: Robot) -> Entries:
        task = robot.task if "pose" not in robot.task else ("x", "y", "z", "about x", "about y", "about z")
        all_names = {"joints": (*robot.active, *robot.passive), "task": task, "rates": tuple(robot.mechanism.rates)}[names]
        all_units: tuple[str, ...] = getattr(robot.units, units)
        n = robot.n_active
        chosen = {"active": slice(None, n), "passive": slice(n, None), "": slice(None)}[part]
        return tuple(all_names[chosen]), tuple(all_units[chosen])

    return of


def _matrix(letter: str, rows: Callable[[Robot], int], columns: Callable[[Robot], int]) -> Callable[[Robot], Entries]:
    """Entries of a matrix, row by row; units differ from entry to entry and are left out."""

    def of(robot: Robot) -> Entries:
        names = tuple(f"{letter}[{i}, {j}]" for i, j in product(range(rows(robot)), range(columns(robot))))
        return names, ("",) * len(names)

    return of


def _active_count(robot: Robot) -> int:
    return robot.n_active


def _rate_count(robot: Robot) -> int:
    return len(robot.mechanism.rates)


def _task_count(robot: Robot) -> int:
    return len(robot.units.task_rates)


def _energy(_: Robot) -> Entries:
    return ("energy",), ("J",)


# ------------------------------------------------------------------ the table

_GEOMETRY = [
    LabModel(
        "forward_geometry",
        "the task from the active joints (DGM)",
        ("q_active",),
        lambda s: s.x,
        _columns("task", "task"),
        modes="assembly",
    ),
    LabModel(
        "inverse_geometry",
        "the active joints from the task (IGM)",
        ("x",),
        lambda s: s.q_active,
        _columns("joints", "positions", "active"),
        modes="working",
    ),
    LabModel(
        "passive_geometry",
        "the passive joints from the task and the active joints",
        ("x", "q_active"),
        lambda s: s.q_passive,
        _columns("joints", "positions", "passive"),
        needs_passive=True,
    ),
]
_VELOCITY = [
    LabModel(
        "forward_velocity",
        "the task's rates from the active ones (DKM)",
        ("q", "qd_active"),
        lambda s: s.xd,
        _columns("task", "task_rates"),
    ),
    LabModel(
        "inverse_velocity",
        "the active rates from the task's (IKM)",
        ("q", "xd"),
        lambda s: s.qd_active,
        _columns("rates", "rates", "active"),
    ),
    LabModel(
        "passive_velocity",
        "the passive rates from the active ones",
        ("q", "qd_active"),
        lambda s: s.qd_passive,
        _columns("rates", "rates", "passive"),
        needs_passive=True,
    ),
    LabModel(
        "jacobian",
        "the twist of the tool from all rates, 6 rows",
        ("q",),
        lambda s: s.robot.jacobian(s.q),
        _matrix("J", lambda robot: 6, _rate_count),
    ),
    LabModel(
        "task_jacobian",
        "the task's rates from the active ones, as a matrix",
        ("q",),
        lambda s: s.robot.task_jacobian(s.q),
        _matrix("J", _task_count, _active_count),
    ),
    LabModel(
        "inverse_jacobian",
        "the active rates from the task's, as a matrix",
        ("q",),
        lambda s: s.robot.inverse_jacobian(s.q)[:, : s.robot.n_active],
        _matrix("J_inv", _active_count, _task_count),
    ),
]
_ACCELERATION = [
    LabModel(
        "forward_acceleration",
        "the task's accelerations from the active ones",
        ("q", "qd", "qdd_active"),
        lambda s: s.xdd,
        _columns("task", "task_accelerations"),
        (task_acceleration_terms,),
    ),
    LabModel(
        "inverse_acceleration",
        "the active accelerations from the task's",
        ("q", "qd", "xdd"),
        lambda s: s.qdd_active,
        _columns("rates", "accelerations", "active"),
        (lambda s: joint_acceleration_terms(slice(None, s.robot.n_active))(s),),
    ),
    LabModel(
        "passive_acceleration",
        "the passive accelerations from the active ones",
        ("q", "qd", "qdd_active"),
        lambda s: s.qdd_passive,
        _columns("rates", "accelerations", "passive"),
        (passive_acceleration_terms,),
        needs_passive=True,
    ),
]
_DYNAMICS = [
    LabModel(
        "inertia",
        "M of the active joints",
        ("q",),
        lambda s: s.robot.inertia(s.q),
        _matrix("M", _active_count, _active_count),
        is_linear_in_masses=True,
    ),
    LabModel(
        "velocity_terms",
        "Coriolis and centrifugal efforts, C(q, qd) qd",
        ("q", "qd"),
        lambda s: velocity_terms(s)[VELOCITY_TERMS],
        _columns("rates", "efforts", "active"),
        (squares_and_products,),
        is_linear_in_masses=True,
    ),
    LabModel(
        "gravity",
        "efforts of gravity",
        ("q",),
        lambda s: s.robot.gravity(s.q),
        _columns("rates", "efforts", "active"),
        is_linear_in_masses=True,
    ),
    LabModel(
        "bias",
        "efforts at zero accelerations",
        ("q", "qd"),
        lambda s: s.robot.bias(s.q, s.qd),
        _columns("rates", "efforts", "active"),
        (bias_terms, split_velocities(bias_terms)),
        is_linear_in_masses=True,
    ),
    LabModel(
        "inverse_dynamics",
        "active efforts of a motion (IDM)",
        ("q", "qd", "qdd_active"),
        lambda s: s.tau,
        _columns("rates", "efforts", "active"),
        (effort_terms, split_velocities(effort_terms)),
        is_linear_in_masses=True,
    ),
    LabModel(
        "forward_dynamics",
        "active accelerations under efforts (DDM)",
        ("q", "qd", "tau"),
        lambda s: s.qdd_active,
        _columns("rates", "accelerations", "active"),
        (forward_dynamics_terms,),
    ),
    LabModel(
        "kinetic_energy",
        "kinetic energy",
        ("q", "qd"),
        lambda s: s.robot.energy(s.q, s.qd).kinetic[:, None],
        _energy,
        is_linear_in_masses=True,
    ),
    LabModel(
        "potential_energy",
        "potential energy",
        ("q",),
        lambda s: s.robot.energy(s.q, s.qd).potential[:, None],
        _energy,
        any_constant=True,
    ),
]
MODELS: dict[str, LabModel] = {model.name: model for model in (*_GEOMETRY, *_VELOCITY, *_ACCELERATION, *_DYNAMICS)}


def model_named(name: str, robot: Robot) -> LabModel:
    """A model of the table that the robot has. Raises: UnknownName. UnsupportedOperation: with the reason."""
    if not isinstance(name, str) or name not in MODELS:
        raise unknown_name("model", name, MODELS, "kl.lab.compare")
    model = MODELS[name]
    if model.needs_passive and not robot.passive:
        raise UnsupportedOperation(f"{robot.mechanism.name} has no passive joints, so there is nothing to compare with {name}")
    if model.modes:
        require_modes(robot)
    return model


# ------------------------------------------------------------------ other solutions of the same input


Signs = tuple[int, ...]


def other_solutions(model: LabModel, samples: Samples) -> dict[Signs, Array]:
    """The values of each mode at the same inputs, by its signs; NaN where a mode has none. Empty without modes."""
    robot = samples.robot
    if model.modes == "working":
        modes = [signs for signs in samples.modes if signs]
        return {signs: inverse_solutions(robot, samples.x, signs)[:, : robot.n_active] for signs in modes}
    form = form_of(robot.mechanism, "forward") if model.modes == "assembly" else None
    found = {}
    for signs in product((1, -1), repeat=0 if form is None else len(form.signs)):
        if signs:
            batch = robot.forward_geometry(samples.q_active, mode=signs)
            found[signs] = np.where((batch.status == Status.SOLVED)[:, None], batch.x, np.nan)
    return found


def mode_words(model: LabModel, robot: Robot, signs: Signs) -> str:
    """A mode in words: ``working g1=+1, g2=-1``."""
    return str(with_names(robot.mechanism, Mode(working=signs) if model.modes == "working" else Mode(assembly=signs)))


def sign_names(model: LabModel, robot: Robot) -> tuple[str, ...]:
    """The names of the signs of a geometric model."""
    form = form_of(robot.mechanism, "inverse" if model.modes == "working" else "forward")
    return () if form is None else tuple(form.signs)
