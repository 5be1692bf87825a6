r"""Equilibria of a constrained machine: all solutions of :math:`n(q) - u = A^T \lambda` with :math:`h(q) = 0`.

With ``T`` a basis of the motions that the constraint leaves, :math:`f = T^T (n - u)` vanishes at an equilibrium. With one degree
of freedom the constraint is a set of curves, and ``f`` a function along them: each curve is followed, and sign changes of ``f``
and its minima near zero are refined. With more degrees of freedom, Newton's method runs from many starts. The pseudo-velocities
``D`` have no effect.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kinloop.model.reduction.curve import Curve, along, follow, is_on
from kinloop.model.reduction.manifold import CLOSED, Manifold
from kinloop.numerics.minima import golden_section
from kinloop.numerics.roots import bisect

if TYPE_CHECKING:
    from kinloop.model.reduction.reduced import Reduced

Array = np.ndarray
# Starts for the curves of one degree of freedom. With more: starts per batch, hits required of each solution, the largest number
# of batches, and Newton steps per start.
SEEDS, STARTS, HITS, BATCHES, STEPS = 48, 128, 4, 8, 60
# Relative to the machine's largest effort, a smaller force is zero; relative to its stiffness, a smaller eigenvalue is undecided.
NO_FORCE, UNDECIDED = 1e-9, 1e-7
# Of a root and of a minimum along a curve: Newton's method does the last digits.
HALVINGS, NARROWINGS = 30, 44


@dataclass(frozen=True)
class Equilibrium:
    """An equilibrium configuration, with the multipliers of the constraint and of the loops.

    ``stiffness`` is that of the pseudo-velocities, ``F^T K F`` (NaN where ``[A; D]`` is singular); ``squared_frequencies`` are
    those of small motions [rad^2/s^2], negative where they grow. ``stability`` is ``stable`` (all are positive), ``unstable`` or
    ``undecided``. ``force`` is the residual effort along the constraint [N m], a force times the machine's size.
    """

    q: Array
    multiplier: Array
    loop_force: Array
    stiffness: Array
    squared_frequencies: Array
    stability: str
    force: float
    within_limits: bool


class Equilibria(list[Equilibrium]):
    """The list of equilibria, and how they were found. ``complete`` says that every curve found was followed completely; it is
    False with more than one degree of freedom. ``everywhere`` says that every configuration on the constraint is an equilibrium;
    the list then has one of them."""

    method: str = ""
    complete: bool = False
    everywhere: bool = False


def find_equilibria(reduced: Reduced, efforts: tuple[Array, ...]) -> Equilibria:
    """All equilibria under constant efforts: :meth:`Reduced.equilibria`."""
    robot = reduced.robot
    geometry = robot.models.geometry
    manifold = Manifold(reduced, efforts, geometry)
    seeds = manifold.seeds(SEEDS if reduced.dof == 1 else STARTS)
    result = Equilibria()
    scale = max(float(np.max(np.abs(manifold.effort(seeds)))), 1e-300)
    if np.max(np.abs(manifold.forces(seeds))) <= 1e-12 * scale:
        result.everywhere, result.complete = True, True
        result.method = "every configuration on the constraint is an equilibrium: no effort acts along it"
        configurations = [reduced.start]
    elif reduced.dof == 1:
        configurations = _on_curves(manifold, seeds, NO_FORCE * scale, result)
    else:
        configurations = _by_many_starts(manifold, NO_FORCE * scale, result)
    for q in manifold.distinct([_polish(manifold, q) for q in configurations]):
        result.append(_describe(manifold, q))
    return result


# ---------------------------------------------------------------- one degree of freedom


def _on_curves(manifold: Manifold, seeds: Array, tolerance: float, result: Equilibria) -> list[Array]:
    curves: list[Curve] = []
    found: list[Array] = []
    for seed in seeds:
        if not any(is_on(manifold, curve, seed) for curve in curves):
            curve = follow(manifold, seed)
            curves.append(curve)
            found += _roots(manifold, curve, tolerance)
    closed = sum(curve.is_closed for curve in curves)
    result.complete = all(curve.is_whole for curve in curves)
    result.method = (
        f"followed {len(curves)} curve{'s' * (len(curves) != 1)} of the constraint, met from {len(seeds)} starts, {closed} closed"
        "; " + ("each whole" if result.complete else "; ".join(sorted({curve.end for curve in curves if not curve.is_whole})))
    )
    return found


def _roots(manifold: Manifold, curve: Curve, tolerance: float) -> list[Array]:
    """The roots of the force along a curve."""
    f = curve.force
    found = []
    for k in range(len(f) - 1):
        if f[k] == 0:
            found.append(curve.q[k])
        elif f[k] * f[k + 1] < 0:
            found.append(_root(manifold, curve, float(k), float(k + 1), f[k]))
    for k in range(1, len(f) - 1):
        # A minimum of |f| between two samples: f may touch zero, or cross it twice
        if f[k - 1] * f[k] > 0 and f[k] * f[k + 1] > 0 and abs(f[k]) <= min(abs(f[k - 1]), abs(f[k + 1])):
            s, least = _least(manifold, curve, k - 1.0, k + 1.0, np.sign(f[k]))
            if least < -tolerance:
                found += [_root(manifold, curve, k - 1.0, s, f[k]), _root(manifold, curve, s, k + 1.0, -f[k])]
            elif least <= tolerance:
                found.append(along(manifold, curve, s)[0])
    return found


def _root(manifold: Manifold, curve: Curve, low: float, high: float, f_low: float) -> Array:
    """The rest between two places of a curve, by bisection; Newton's method does the last digits."""
    place = bisect(lambda s: along(manifold, curve, float(s))[1] * f_low > 0, low, high, HALVINGS)[1]
    return along(manifold, curve, float(place))[0]


def _least(manifold: Manifold, curve: Curve, low: float, high: float, sign: float) -> tuple[float, float]:
    """Where ``sign * f`` is least between two places, and its value there."""
    place, value = golden_section(lambda s: sign * along(manifold, curve, float(s))[1], low, high, NARROWINGS)
    return float(place), float(value)


def _polish(manifold: Manifold, q: Array) -> Array:
    """The configuration after Newton steps for the last digits, where they reduce the force (not at a double root)."""
    better = manifold.rest_step(manifold.rest_step(q))
    if np.max(np.abs(manifold.forces(better))) < np.max(np.abs(manifold.forces(q))) and manifold.gap(better) < 1e-10:
        return better
    return q


# ---------------------------------------------------------------- more degrees of freedom


def _by_many_starts(manifold: Manifold, tolerance: float, result: Equilibria) -> list[Array]:
    """Equilibria by Newton's method on the configuration and the multipliers, from batches of random starts."""
    found: list[Array] = []
    hits: list[int] = []
    for batch in range(BATCHES):
        q = manifold.seeds(STARTS, batch)
        for _ in range(STEPS):
            q = manifold.rest_step(q)
        settled = np.max(np.abs(manifold.forces(q)), axis=-1) <= tolerance
        for configuration in q[settled & (manifold.gap(q) < CLOSED)]:
            k = manifold.index(configuration, found)
            if k is None:
                found.append(configuration)
                hits.append(1)
            else:
                hits[k] += 1
        starts = (batch + 1) * STARTS
        if hits and min(hits) >= HITS:
            break
    rare = sum(count < HITS for count in hits)
    result.method = f"Newton's method from {starts} starts; " + (
        f"{rare} of {len(hits)} were met fewer than {HITS} times, so others may exist, or they are not isolated"
        if rare
        else f"each was met {HITS} times or more, so that none is missing is likely but not certain"
    )
    return found


def _describe(manifold: Manifold, q: Array) -> Equilibrium:
    reduced = manifold.reduced
    force = manifold.multipliers(q)
    K, B = manifold.stiffness(q, force)
    T = manifold.tangent(q)
    stiffness, inertia = T.T @ K @ T, T.T @ B @ T
    stiffness = (stiffness + stiffness.T) / 2
    try:
        half = np.linalg.inv(np.linalg.cholesky(inertia))
        squared = np.linalg.eigvalsh(half @ stiffness @ half.T)
    except np.linalg.LinAlgError:  # a massless motion has a sign of stiffness, but no frequency
        squared = np.full(T.shape[1], np.nan)
    values = np.linalg.eigvalsh(stiffness)
    least = UNDECIDED * max(float(np.max(np.abs(K))), 1e-300)
    stability = "unstable" if values[0] < -least else "stable" if values[0] > least else "undecided"
    F = reduced.evaluate("matrices", q)[3] / manifold.units[:, None]
    return Equilibrium(
        q=q,
        multiplier=force[: reduced.n_rows],
        loop_force=force[reduced.n_rows :],
        stiffness=F.T @ K @ F,
        squared_frequencies=squared,
        stability=stability,
        force=float(np.max(np.abs(manifold.forces(q)))),
        within_limits=bool(manifold.geometry.within_limits(q)),
    )
