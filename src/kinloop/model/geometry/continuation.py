"""Following a branch of configurations from one target to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.model.formulas.closed_form import Direction
from kinloop.model.geometry.degenerate_closed_form import refine_near
from kinloop.numerics.quaternions import nearest_sign, normalize
from kinloop.numerics.rotations import wrap_angles

if TYPE_CHECKING:
    from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray

# The largest motion of a joint in a step [rad, or parts of the machine's size], the Newton steps of each, the shortest step as a
# part of the way.
LONGEST_MOTION, NEWTON_STEPS, SHORTEST_STEP = 0.2, 12, 1e-5


def follow_branch(geometry: Geometry, direction: Direction, given: Array, near: Array) -> Array:
    """The configuration at ``given`` on the branch of the configuration ``near``; NaN where the branch ends before.

    The target moves in a straight line from where ``near`` has it, in steps that halve where Newton's method fails or jumps.
    Where ``near`` has it already nothing moves: at a singular configuration the first step would lead anywhere.
    """
    batch = np.broadcast_shapes(given.shape[:-1], near.shape[:-1], geometry.p[0].shape[:-1] if geometry.p else ())
    q = np.broadcast_to(near, (*batch, near.shape[-1])).copy()
    goal = np.broadcast_to(given, (*batch, given.shape[-1]))
    origin = q[..., : geometry.n_active].copy() if direction == "forward" else geometry.task(q)
    own, _, has = refine_near(geometry, direction, given, near)
    q = np.where(has[..., None], own, q)
    done, step = has.astype(float), np.ones(batch)
    while np.any(going := (done < 1) & (step >= SHORTEST_STEP)):
        at = np.minimum(done + step, 1.0)
        target = _between(geometry, direction, origin, goal, at[..., None])
        tried = _newton(geometry, direction, q, target)
        moved = geometry.space.distance(tried, q)
        with np.errstate(invalid="ignore"):
            solved = geometry.residual(direction, tried, target) <= geometry.tolerance(direction, target)
            good = solved & (moved <= LONGEST_MOTION) & going
        q = np.where(good[..., None], tried, q)
        done = np.where(good, at, done)
        step = np.where(good, 2 * step, np.where(going, step / 2, step))
    return np.where((done >= 1)[..., None], q, np.nan)


def _between(geometry: Geometry, direction: Direction, a: Array, b: Array, share: Array) -> Array:
    """The target at a share of the way; quaternions turn the short way round."""
    goal = np.array(b)
    names = geometry.mechanism.task_names
    if direction == "inverse":
        for k, name in enumerate(names):
            if name == "phi":
                goal[..., k] = a[..., k] + wrap_angles(b[..., k] - a[..., k])
            elif name == "qw":
                part = slice(k, k + 4)
                goal[..., part] = nearest_sign(b[..., part], a[..., part])
    target = np.where(share >= 1, b, a + share * (goal - a))
    if direction == "inverse" and "qw" in names:
        part = slice(names.index("qw"), names.index("qw") + 4)
        target[..., part] = normalize(target[..., part])
    return target


def _newton(geometry: Geometry, direction: Direction, q: Array, target: Array) -> Array:
    kernel = geometry.formulas.kernel(f"step_{direction}")
    q = q.copy()
    if direction == "forward":
        q[..., : geometry.n_active] = target
    more = (target,) if direction == "inverse" else ()
    for _ in range(NEWTON_STEPS if direction == "inverse" or geometry.is_closed else 0):
        q = np.asarray(kernel(q, *more, *geometry.p))
    return q
