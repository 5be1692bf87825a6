"""Curve following on a constraint that leaves one degree of freedom, with the force along the curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.model.reduction.manifold import Manifold

Array = np.ndarray
# The longest and the shortest step [rad, or parts of the machine's size], the largest turn of the direction in a step [rad], and
# the largest number of steps.
LONGEST, SHORTEST, TURN, MOST = 0.05, 1e-5, 0.1, 3000


@dataclass
class Curve:
    """Configurations along a curve, their directions, the step from each to the next, and the force along it.

    ``end`` is the reason why it was not followed further; empty where it is complete.
    """

    q: list[Array]
    direction: list[Array]
    step: list[float]
    force: list[float]
    end: str = ""
    is_closed: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the curve was followed completely."""
        return not self.end


def follow(manifold: Manifold, seed: Array) -> Curve:
    """The curve through a configuration, followed until it closes, or in both directions where it does not."""
    curve = _one_way(manifold, seed, 1.0)
    if curve.is_closed:
        return curve
    other = _one_way(manifold, seed, -1.0)
    end = "; ".join(sorted({curve.end, other.end} - {""}))
    return _join(manifold, curve, other, end)


def along(manifold: Manifold, curve: Curve, place: float) -> tuple[Array, float]:
    """The configuration and the force at a place between samples, given as ``k + fraction of the step to the next``."""
    k = min(int(place), len(curve.q) - 1)
    q = manifold.onto(manifold.move(curve.q[k], (place - k) * curve.step[k] * curve.direction[k]), 12)
    return q, _force(manifold, q, curve.direction[k])


def is_on(manifold: Manifold, curve: Curve, q: Array) -> bool:
    """Whether a curve that was followed goes through a configuration."""
    gaps = manifold.difference(np.array(curve.q), q)
    k = int(np.argmin(np.linalg.norm(gaps, axis=1)))
    tangent = _in_coordinates(manifold, curve.q[k], curve.direction[k])
    return _passes(gaps[k], tangent, max(curve.step[max(k - 1, 0) : k + 1]))


def _passes(gap: Array, tangent: Array, step: float) -> bool:
    """Whether the gap between a configuration and a sample of a curve lies along the curve: shorter than a step, with a small
    deviation."""
    share = float(gap @ tangent)
    return abs(share) < 1.5 * step and float(np.linalg.norm(gap - share * tangent)) < 2 * TURN * abs(share) + 1e-6


def _one_way(manifold: Manifold, seed: Array, sign: float) -> Curve:
    q, direction = seed, sign * _fix_sign(manifold.tangent(seed)[:, 0])
    first = _in_coordinates(manifold, seed, direction)
    curve = Curve([q], [direction], [], [_force(manifold, q, direction)])
    step = LONGEST / 4
    while True:
        if len(curve.q) > MOST:
            curve.end = f"a curve did not close within {MOST} steps"
            break
        after, turned = _advance(manifold, q, direction, step)
        if after is None:
            step /= 2
            if step < SHORTEST:
                curve.end = f"a curve could not be followed beyond q = {np.round(q, 4)}, where the constraint is singular"
                break
            continue
        curve.step.append(step)
        q, direction = after, turned
        curve.q.append(q)
        curve.direction.append(direction)
        curve.force.append(_force(manifold, q, direction))
        step = min(LONGEST, 1.3 * step)
        if _is_beyond_limits(manifold, q):
            break
        if _is_far(manifold, q):
            curve.end = "a curve of unlimited length was followed only within four times the machine's size"
            break
        gap = manifold.difference(seed, q)
        if (
            len(curve.q) > 20
            and gap @ first <= 0
            and _passes(gap, first, curve.step[-1])
            and direction @ curve.direction[0] > 0.9
        ):
            curve.is_closed = True  # the curve passed the seed: its last step overlaps the first
            break
    curve.step.append(0.0)
    return curve


def _advance(manifold: Manifold, q: Array, direction: Array, step: float) -> tuple[Array | None, Array]:
    """The next configuration and direction. The configuration is None where the step is too long: the correction does not return
    to the curve, or the curve turns too much."""
    after = manifold.onto(manifold.move(q, step * direction), 8)
    if not np.all(np.isfinite(after)) or manifold.gap(after) > 1e-10:
        return None, direction
    turned = manifold.tangent(after)[:, 0]
    turned = turned if turned @ direction > 0 else -turned
    moved = np.linalg.norm(manifold.difference(after, q))
    strayed = moved > 2 * step or moved < step / 4
    return (None if turned @ direction < np.cos(TURN) or strayed else after), turned


def _join(manifold: Manifold, curve: Curve, other: Curve, end: str) -> Curve:
    """Two halves from one configuration as one curve: the second half reversed, then the first."""
    if len(other.q) == 1:
        curve.end = end
        return curve
    q, direction, step = [], [], []
    for k in range(len(other.q) - 1, 0, -1):
        q.append(other.q[k])
        direction.append(-other.direction[k])
        step.append(other.step[k - 1])
    force = [-f for f in other.force[:0:-1]]
    return Curve(q + curve.q, direction + curve.direction, step + curve.step, force + curve.force, end, False)


def _force(manifold: Manifold, q: Array, direction: Array) -> float:
    tangent = manifold.tangent(q)[:, 0]
    return float((tangent if tangent @ direction > 0 else -tangent) @ manifold.effort(q))


def _fix_sign(direction: Array) -> Array:
    return direction * np.sign(direction[np.argmax(np.abs(direction).round(9))])


def _in_coordinates(manifold: Manifold, q: Array, direction: Array) -> Array:
    """A direction in the rates as one in ``q``, which differ for quaternions."""
    if len(q) == len(direction):
        return direction
    difference = manifold.difference(manifold.move(q, 1e-6 * direction), manifold.move(q, -1e-6 * direction)) / 2e-6
    return difference / np.linalg.norm(difference)


def _is_beyond_limits(manifold: Manifold, q: Array) -> bool:
    """Whether a length is outside its limits, where the search ends. Angles are followed through full turns."""
    lower, upper = manifold.geometry.limits
    return bool(np.any(_lengths(manifold) & ((q < lower) | (q > upper))))


def _is_far(manifold: Manifold, q: Array) -> bool:
    lengths, start = _lengths(manifold), manifold.geometry.start
    size = max(float(manifold.geometry.size), float(np.max(np.abs(start), where=lengths, initial=0.0)))
    return bool(np.any(lengths & (np.abs(q) > 4 * size)))


def _lengths(manifold: Manifold) -> Array:
    return np.array([kind == "length" for kind in manifold.geometry.space.kinds])
