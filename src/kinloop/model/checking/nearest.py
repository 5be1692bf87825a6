"""Loops that do not close: how near they come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
import numpy as np

from kinloop.model.checking.sampled import Array, Sampled

STARTS = 12
STEPS = 60
CLOSED = 1e-9


@dataclass(frozen=True)
class Nearest:
    """The posture with the smallest gap that was found, the row where the gap is, and its unit."""

    q: Array
    gap: float
    row: str
    unit: str

    @property
    def closes(self) -> bool:
        return self.gap < CLOSED


def nearest_posture(machine: Sampled) -> Nearest:
    """Shrink the gaps from the start posture and from others about it, by Levenberg and Marquardt's steps."""
    model, rows, L = machine.model, machine.rows, machine.length_scale
    lengths = np.where(rows.is_angle, L, 1.0)
    quaternions = [(ca.sumsqr(model.q[joint.q]) - 1) / 2 for joint in model.tree.joints if joint.kind == "spherical"]
    gaps = ca.vertcat(rows.h * ca.DM(lengths), *(L * row for row in quaternions))
    function = ca.Function("gaps", [model.q], [gaps, ca.jacobian(gaps, model.q)])

    def evaluate(q: Array) -> tuple[Array, Array]:
        h, H = function(q)
        return h.full().ravel(), H.full()

    random = np.random.default_rng(0)
    best, least = machine.start, np.inf
    for attempt in range(STARTS):
        q = _shrunk(machine.start + (random.standard_normal(machine.start.size) if attempt else 0.0), evaluate)
        largest = float(np.max(np.abs(evaluate(q)[0]), initial=0.0))
        if largest < least:
            best, least = q, largest
        if least < CLOSED:
            break
    h = evaluate(best)[0][: len(rows.names)]
    worst = int(np.argmax(np.abs(h)))
    unit = "rad" if rows.is_angle[worst] else "m"
    return Nearest(best, float(abs(h[worst]) / lengths[worst]), rows.names[worst], unit)


def start_gap(machine: Sampled) -> Nearest:
    """The largest gap at the start posture as it is described."""
    h = ca.DM(ca.Function("h", [machine.model.q], [machine.rows.h])(machine.start)).full().ravel()
    worst = int(np.argmax(np.abs(h)))
    return Nearest(machine.start, float(abs(h[worst])), machine.rows.names[worst], "rad" if machine.rows.is_angle[worst] else "m")


def _shrunk(q: Array, evaluate: Callable[[Array], tuple[Array, Array]]) -> Array:
    damping = 1e-3
    h, H = evaluate(q)
    for _ in range(STEPS):
        if not (np.isfinite(h).all() and np.isfinite(H).all()):
            break
        step = np.linalg.solve(H.T @ H + damping * np.eye(q.size), H.T @ h)
        h_next, H_next = evaluate(q - step)
        if h_next @ h_next < h @ h:
            q, h, H, damping = q - step, h_next, H_next, max(damping / 10, 1e-15)
        else:
            damping *= 10
        if np.abs(step).max(initial=0.0) < 1e-12 or damping > 1e12:
            break
    return q
