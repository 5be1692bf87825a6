"""States that close a machine's loops, their motion, and derivatives along the motion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import kinloop as kl
from kinloop.model.formulas.formulas import formula

Array = np.ndarray


@dataclass(frozen=True)
class States:
    """Configurations that close the loops, rates that keep them closed, and efforts; samples first."""

    q: Array
    qd: Array
    tau: Array


def move_along(robot: kl.Robot, q: Array, qd: Array, t: float | Array) -> Array:
    """The configuration ``q`` after a time ``t`` at constant rates; quaternions rotate about the child's axes."""
    batch = np.broadcast_shapes(np.shape(t), q.shape[:-1], qd.shape[:-1])
    t, result = np.asarray(t)[..., None], np.broadcast_to(q, batch + q.shape[-1:]).copy()
    iq = iv = 0
    for joint in robot.mechanism.ordered_joints:
        linear = {"spherical": 0, "free": 3}.get(joint.kind, len(joint.rates))
        result[..., iq : iq + linear] += t * qd[..., iv : iv + linear]
        if joint.kind in ("spherical", "free"):
            part = slice(iq + linear, iq + linear + 4)
            result[..., part] = rotate_quaternion(result[..., part], t * qd[..., iv + linear : iv + linear + 3])
        iq, iv = iq + len(joint.coordinates), iv + len(joint.rates)
    return result


def rotate_quaternion(quaternion: Array, angle: Array) -> Array:
    """A quaternion (scalar first) after a rotation by the vector ``angle`` in its own axes."""
    size = np.linalg.norm(angle, axis=-1, keepdims=True)
    w, v = np.cos(size / 2), angle * np.sinc(size / (2 * np.pi)) / 2
    a, b = quaternion[..., :1], quaternion[..., 1:]
    scalar = a * w - np.sum(b * v, axis=-1, keepdims=True)
    return np.concatenate([scalar, a * v + w * b + np.cross(b, v)], axis=-1)


def evaluate_formula(robot: kl.Robot, name: str, *arrays: Array) -> tuple[Array, ...]:
    """A formula by CasADi's own evaluation, sample by sample: no machine code between the test and the derivation."""
    of = formula(robot.models.formulas.model, name)
    function = of.function()
    batch = np.broadcast_shapes(*(a.shape[:-1] for a in (*arrays, *robot.models.parameter_inputs)))
    inputs = [np.broadcast_to(a, batch + a.shape[-1:]) for a in (*arrays, *robot.models.parameter_inputs)]
    results = [np.empty(batch + output.shape) for output in of.outputs]
    for k in np.ndindex(batch):
        values = function.call([a[k] for a in inputs])
        for result, value in zip(results, values, strict=True):
            result[k] = value.full().reshape(result[k].shape)
    return tuple(results)


def velocity_closure(robot: kl.Robot, q: Array, qd: Array) -> tuple[Array, Array]:
    """``K`` and ``gamma`` of the rows that are solved; without rows for a serial robot."""
    if robot.models.formulas.model.rows:
        K, gamma = evaluate_formula(robot, "closure_velocity", q, qd)
        return K, gamma
    return np.zeros((*qd.shape[:-1], 0, qd.shape[-1])), np.zeros((*qd.shape[:-1], 0))


def random_states(robot: kl.Robot, count: int, seed: int, spread: float = 0.2) -> States:
    """Seeded states about the start: Newton's method closes the loops to rounding, and the rates are projected on them.

    The start is the assembled one: some machines of the tests are described by a rough guess.
    """
    random = np.random.default_rng(seed)
    rates = len(robot.mechanism.rates)
    rows = list(robot.models.formulas.model.rows)
    still = np.zeros((count, rates))
    start = robot.models.formulas.model.assembled.configurations[0]
    q = move_along(robot, np.tile(start, (count, 1)), spread * random.uniform(-1, 1, (count, rates)), 1.0)
    for _ in range(20 if rows else 0):
        h = robot.closure(q)[:, rows]
        if np.abs(h).max() < 1e-15:
            break
        q = move_along(robot, q, -apply(np.linalg.pinv(velocity_closure(robot, q, still)[0], rcond=1e-3), h), 1.0)
    assert np.abs(robot.closure(q)).max(initial=0.0) < 1e-14, "a random state of the test could not be assembled"
    qd = random.uniform(-1, 1, (count, rates))
    K, _ = velocity_closure(robot, q, still)
    qd -= apply(np.linalg.pinv(K, rcond=1e-6), apply(K, qd))
    return States(q, qd, random.uniform(-5, 5, (count, robot.n_active)))


def apply(matrix: Array, vector: Array) -> Array:
    """Matrix times vector over a batch."""
    return (matrix @ vector[..., None])[..., 0]


def derivative(f: Callable[[Array], Array], h: float) -> Array:
    """``f'(0)`` by central differences of sixth order; ``f`` puts the times on its first axis."""
    t = h * np.array([-3, -2, -1, 1, 2, 3])
    return np.tensordot(np.array([-1, 9, -45, 45, -9, 1]) / (60 * h), f(t), axes=1)


def second_derivative(f: Callable[[Array], Array], h: float) -> Array:
    """``f''(0)`` by central differences of sixth order."""
    t = h * np.array([-3, -2, -1, 0, 1, 2, 3])
    return np.tensordot(np.array([2, -27, 270, -490, 270, -27, 2]) / (180 * h**2), f(t), axes=1)
