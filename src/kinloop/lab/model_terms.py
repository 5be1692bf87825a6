"""Sums that a model's value consists of: parts by name, which an explanation looks for in a student's values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from kinloop.lab.workspace_samples import Samples

Array = np.ndarray
Terms = Mapping[str, Array]
VELOCITY_TERMS = "Coriolis and centrifugal efforts"


def _product(matrix: Array, vector: Array) -> Array:
    return np.asarray((matrix @ vector[..., None])[..., 0])


def velocity_terms(s: Samples) -> Terms:
    """Coriolis and centrifugal efforts together."""
    return {VELOCITY_TERMS: _product(s.robot.coriolis(s.q, s.qd), s.qd_active)}


def squares_and_products(s: Samples) -> Terms:
    """The velocity terms as those of one active rate alone, and those of products of two."""
    robot, total = s.robot, velocity_terms(s)[VELOCITY_TERMS]
    centrifugal = np.zeros_like(total)
    for k in range(robot.n_active):
        alone = np.where(np.arange(robot.n_active) == k, s.qd_active, 0.0)
        qd = robot.forward_velocity(s.q, alone).qd
        centrifugal += _product(robot.coriolis(s.q, qd), alone)
    return {"Coriolis efforts": total - centrifugal, "centrifugal efforts": centrifugal}


def bias_terms(s: Samples) -> Terms:
    """The parts of the efforts at zero accelerations."""
    robot = s.robot
    return {
        **velocity_terms(s),
        "gravity": robot.gravity(s.q),
        "friction": robot.friction(s.q, s.qd),
        "springs": robot.spring(s.q),
    }


def effort_terms(s: Samples) -> Terms:
    """The parts of the efforts of a motion."""
    return {"inertia": _product(s.robot.inertia(s.q), s.qdd_active), **bias_terms(s)}


def split_velocities(terms: Callable[[Samples], Terms]) -> Callable[[Samples], Terms]:
    """The same terms with Coriolis and centrifugal efforts apart."""

    def split(s: Samples) -> Terms:
        others = {name: term for name, term in terms(s).items() if name != VELOCITY_TERMS}
        return {**others, **squares_and_products(s)}

    return split


def mass_terms(model: Callable[[Samples], Array], samples: Samples) -> Terms:
    """The part of each parameter that is a mass or an inertia, and the rest; the value is linear in them."""
    robot, value = samples.robot, model(samples).reshape(len(samples), -1)
    terms: dict[str, Array] = {}
    notes = robot.mechanism.parameter_notes
    for name, (unit, p) in {name: (note.unit, robot.parameters[name]) for name, note in notes.items()}.items():
        if unit not in ("kg", "kg m^2") or np.ndim(p) or not p:
            continue
        half = replace(samples, robot=robot.with_parameters(**{name: float(p) / 2}))
        same = [other for other, note in notes.items() if other != name and robot.parameters[other] == p and note.unit == unit]
        terms[f"parameter {name}{' (or ' + ', '.join(same) + ', equally large)' if same else ''}"] = 2 * (
            value - model(half.with_efforts()).reshape(value.shape)
        )
    return terms | {"rest": value - sum(terms.values(), np.zeros_like(value))} if terms else {}


def forward_dynamics_terms(s: Samples) -> Terms:
    """The accelerations of the efforts and of each part of the bias."""
    M = s.robot.inertia(s.q)
    parts = {name: -np.linalg.solve(M, term[..., None])[..., 0] for name, term in bias_terms(s).items()}
    return {"efforts": np.linalg.solve(M, s.tau[..., None])[..., 0], **parts}


def task_acceleration_terms(s: Samples) -> Terms:
    """The part of the active accelerations, and that of the velocities."""
    linear = _product(s.robot.task_jacobian(s.q), s.qdd_active)
    return {"accelerations": linear, "velocities": s.xdd - linear}


def joint_acceleration_terms(part: slice) -> Callable[[Samples], Terms]:
    """The part of the task's accelerations in those of some joints, and that of the velocities."""

    def of(s: Samples) -> Terms:
        still = s.robot.inverse_acceleration(s.q, np.zeros_like(s.qd), s.xdd).qdd[:, part]
        return {"accelerations": still, "velocities": s.qdd[:, part] - still}

    return of


def passive_acceleration_terms(s: Samples) -> Terms:
    """The part of the active accelerations in those of the passive joints, and that of the velocities."""
    n = s.robot.n_active
    still = s.robot.forward_acceleration(s.q, np.zeros_like(s.qd), s.qdd_active).qdd[:, n:]
    return {"accelerations": still, "velocities": s.qdd_passive - still}
