r"""Every solution of a polynomial system with parameters, followed from a system whose solutions are known.

All systems of a family (hexapods, 6R arms) have as many solutions over the complex numbers as one with random complex
parameters :math:`P_0` has. The solutions of that one are shipped. From there the parameters move,

.. math:: F(y, \tau) = 0, \qquad P(\tau) = (1 - \tau) P_0 + \tau P_1, \qquad \tau: 0 \to 1 ,

to the wanted :math:`P_1`, and every solution with them. :math:`P_0` being random, no two paths meet before :math:`\tau = 1`, so
all solutions of :math:`P_1` that stand alone are ends of paths. At special parameters paths go to infinity or meet at their end.

References: [Sommese2005] A. Sommese, C. Wampler, *The Numerical Solution of Systems of Polynomials*, ch. 7 and 10.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import pairwise
from typing import Protocol

import numpy as np

from kinloop.numerics.tolerances import TINY

Array = np.ndarray

# A path that is followed on its own is this near to the end [of tau] before it is looked at more closely.
APPROACH = 0.05
# Two points nearer than this are one: paths that are as near before the end were mixed up.
SAME_POINT = 1e-6
# The end game's distances from the end: at a solution where c paths meet, a path is off by the c-th root of the distance.
DISTANCES = tuple(APPROACH * 8.0**-k for k in range(11))
# A larger condition number at the end is that of a solution that does not stand alone.
SINGULAR = 1e9
# Corrections of this size are rounding.
ROUNDING_STEP = 1e-11
# A configuration from the end of a path is a solution with a gap of the first at most, as a fraction of the sizes involved, and
# needs no refinement with one of the second. A refinement moves it by less than the third [rad, parts of the machine].
SOLVED, REFINED, LONGEST_STEP = 1e-12, 1e-14, 1e-3
# Newton's method from the limit of a path leads no farther than this.
NEARLY = 1e-3


@dataclass(frozen=True)
class HomotopyResult:
    """Every real configuration that the paths led to, how many paths were followed, whether none can be missing, and why not.

    ``is_open``: configurations that stand alone may be missing, so that another method is worth its time. A machine that moves
    while what is given is held has infinitely many, and a search for all would not end.
    """

    configurations: Array
    paths: int
    complete: bool
    note: str = ""
    is_open: bool = False


@dataclass(frozen=True)
class Settings:
    """Settings of the tracker: the largest error of a prediction, the first and least step (parts of a segment), their number."""

    error: float = 1e-4
    first: float = 0.05
    smallest: float = 1e-9
    steps: int = 400

    def tighter(self) -> Settings:
        """Settings with smaller errors and more steps."""
        return replace(self, error=max(self.error / 10, 1e-6), first=self.first / 4, steps=self.steps * 2)


class System(Protocol):
    """Equations of several problems at once, each from the start system to its own target.

    ``problem`` says which one a path belongs to. The unknowns are ``factors`` groups of the same size, each a point of a
    projective space, which counts up to a factor; so there are as many fewer equations than unknowns.
    """

    factors: int
    leaving: float  # no real solution is as near to infinity as this

    def equations(self, y: Array, tau: Array, problem: Array) -> tuple[Array, Array, Array]:
        """``F`` and its derivatives by ``y`` and ``tau``: shapes (K, m), (K, m, n), (K, m)."""

    def separation(self, y: Array, z: Array) -> Array:
        """How far apart points are, whatever their factors."""

    def is_far(self, y: Array) -> Array:
        """How far points are from infinity: 0 at infinity, about 1 elsewhere."""


@dataclass(frozen=True)
class Ends:
    """The ends of the paths of each problem, shapes (N, paths, n) and (N, paths).

    ``regular`` ends stand alone, ``singular`` ones are finite and do not; the rest went to infinity, or were lost.
    """

    points: Array
    regular: Array
    singular: Array
    infinite: Array

    @property
    def lost(self) -> Array:
        """Whether paths were lost before their end."""
        return ~(self.regular | self.singular | self.infinite)


def start_system(name: str) -> dict[str, Array]:
    """The shipped random parameters and the solutions they have."""
    with (files("kinloop.model.geometry.homotopy") / "start_systems" / f"{name}.npz").open("rb") as file:
        return dict(np.load(file, allow_pickle=False))


# ---------------------------------------------------------------- one segment of tau


def track(system: System, y: Array, problem: Array, start: complex, end: complex, settings: Settings) -> tuple[Array, Array]:
    """Follow paths from ``tau = start`` straight to ``end``: the points there, and which of them arrived.

    Runge and Kutta's step of fourth order predicts, Newton's method corrects; each path has its own step, from the size of the
    first correction. A path that does not arrive stays where it was.
    """
    y, way = np.array(y, complex), end - start
    s, step = np.zeros(len(y)), np.full(len(y), settings.first)
    running = np.all(np.isfinite(y), axis=1)
    arrived = np.zeros(len(y), bool)
    for _ in range(settings.steps):
        k = np.flatnonzero(running)
        if not k.size:
            break
        h = np.minimum(step[k], 1 - s[k])
        with np.errstate(all="ignore"):  # of a path that leaves; it is seen
            moved, first, second = _step(system, y[k], start + s[k] * way, h * way, problem[k])
            good = (
                (first <= settings.error)
                & (second <= np.maximum(0.05 * first, ROUNDING_STEP))
                & np.all(np.isfinite(moved), axis=1)
            )
            growth = np.clip(0.8 * (settings.error / np.maximum(first, TINY)) ** 0.2, 0.3, 2.5)
        at = k[good]
        y[at] = moved[good]
        s[at] = np.where(h[good] >= 1 - s[at], 1.0, s[at] + h[good])
        step[k] = h * np.where(good, growth, np.where(np.isfinite(growth), np.minimum(growth, 0.5), 0.3))
        arrived[at] = s[at] >= 1
        running[k] = ~arrived[k] & (step[k] >= settings.smallest)
    return y, arrived


def _step(system: System, y: Array, tau: Array, dtau: Array, problem: Array) -> tuple[Array, Array, Array]:
    """A step, and the sizes of its two corrections."""
    y = normalise(system, y)
    patch = y.conj()
    half = dtau[:, None] / 2
    a = _tangent(system, y, tau, problem, patch)
    b = _tangent(system, y + half * a, tau + dtau / 2, problem, patch)
    c = _tangent(system, y + half * b, tau + dtau / 2, problem, patch)
    d = _tangent(system, y + 2 * half * c, tau + dtau, problem, patch)
    y = y + half * (a + 2 * b + 2 * c + d) / 3
    sizes = []
    for _ in range(2):
        change = correction(system, y, tau + dtau, problem, patch)
        y = y + change
        sizes.append(np.linalg.norm(change, axis=1))
    return y, sizes[0], sizes[1]


def _tangent(system: System, y: Array, tau: Array, problem: Array, patch: Array) -> Array:
    _, J, F_tau = system.equations(y, tau, problem)
    return _solve(system, J, -F_tau, patch)


def correction(system: System, y: Array, tau: Array, problem: Array, patch: Array | None = None) -> Array:
    """Newton's step; a projective point does not move along itself."""
    F, J, _ = system.equations(y, tau, problem)
    return _solve(system, J, -F, y.conj() if patch is None else patch)


def normalise(system: System, y: Array) -> Array:
    """Every projective point of unit length."""
    groups = y.reshape(len(y), system.factors, -1)
    return (groups / np.linalg.norm(groups, axis=2, keepdims=True)).reshape(y.shape)


def with_patch(system: System, J: Array, patch: Array) -> Array:
    """The equations' derivative, and the rows that hold the factors of the projective points."""
    groups = np.repeat(np.eye(system.factors), J.shape[2] // system.factors, axis=1)
    return np.concatenate([J, groups * patch[:, None, :]], axis=1)


def _solve(system: System, J: Array, right: Array, patch: Array) -> Array:
    J = with_patch(system, J, patch)
    right = np.concatenate([right, np.zeros((len(right), system.factors))], axis=1)[:, :, None]
    try:
        return np.linalg.solve(J, right)[:, :, 0]
    except np.linalg.LinAlgError:  # one exactly singular matrix stops them all
        return np.stack([_solve_one(*each) for each in zip(J, right, strict=True)])


def _solve_one(J: Array, right: Array) -> Array:
    """NaN where the matrix is exactly singular: a step from there is refused."""
    try:
        return np.linalg.solve(J, right)[:, 0]
    except np.linalg.LinAlgError:
        return np.full(len(J), np.nan, complex)


# ---------------------------------------------------------------- from the start system to the targets


def solve(system: System, starts: Array, problems: int, settings: Settings | None = None) -> Ends:
    """Follow every path of every problem from ``tau = 0`` to 1.

    Args: the start system's solutions, shape (paths, n), and the number of problems.

    Paths that were lost or mixed up are followed again with smaller errors; if that does not help, all paths of the problem by
    another way of ``tau`` through the complex plane (not those alone: another way leads them to other ends).
    """
    settings = settings or Settings()
    paths, n = starts.shape
    points = np.zeros((problems, paths, n), complex)
    kinds, fewest = np.zeros((3, problems, paths), bool), np.full(problems, paths + 1)
    waiting = np.arange(problems)
    for route in ((), (0.4 + 0.25j,), (0.3 - 0.4j, 0.8 - 0.3j), (0.2 + 0.6j, 0.9 + 0.5j)):
        ends = _by_route(system, starts, waiting, route, settings)
        # Solutions of real equations come in conjugate pairs: what has no partner ended at the wrong one.
        regular = ends.regular & _has_conjugate(system, ends)
        lost = np.sum(~(regular | ends.singular | ends.infinite), axis=1)
        better = lost < fewest[waiting]
        at = waiting[better]
        points[at], fewest[at] = ends.points[better], lost[better]
        kinds[:, at] = regular[better], ends.singular[better], ends.infinite[better]
        waiting = waiting[lost > 0]
        if not waiting.size:
            break
        settings = settings.tighter()
    return Ends(points, *kinds)


def _by_route(system: System, starts: Array, problems: Array, route: tuple[complex, ...], settings: Settings) -> Ends:
    paths, n = starts.shape
    problem = np.repeat(problems, paths)
    begin = np.tile(starts, (len(problems), 1))
    corners = (0.0, *route, 1 - APPROACH)
    y, arrived = _along(system, begin, problem, corners, settings)
    for _ in range(2):
        again = np.flatnonzero(~arrived | _mixed_up(system, y, arrived, paths))
        if not again.size:
            break
        settings = settings.tighter()
        y[again], arrived[again] = _along(system, begin[again], problem[again], corners, settings)
    arrived &= ~_mixed_up(system, y, arrived, paths)
    points, regular, singular, infinite = _end_game(system, y, problem, arrived, settings)
    # Two regular ends that are one are paths that were mixed up after all.
    regular &= ~_mixed_up(system, points, regular, paths)
    shape = (len(problems), paths)
    return Ends(points.reshape(*shape, n), regular.reshape(shape), singular.reshape(shape), infinite.reshape(shape))


def _along(system: System, y: Array, problem: Array, corners: tuple[complex, ...], settings: Settings) -> tuple[Array, Array]:
    arrived = np.ones(len(y), bool)
    for a, b in pairwise(corners):
        k = np.flatnonzero(arrived)
        y = y.copy()
        y[k], arrived[k] = track(system, y[k], problem[k], a, b, settings)
    return y, arrived


def _mixed_up(system: System, y: Array, valid: Array, paths: int) -> Array:
    """Points that another path of the same problem has as well."""
    by_problem = y.reshape(-1, paths, y.shape[-1])
    apart = system.separation(by_problem[:, :, None, :], by_problem[:, None, :, :])
    apart[:, np.arange(paths), np.arange(paths)] = np.inf
    both = valid.reshape(-1, paths)[:, :, None] & valid.reshape(-1, paths)[:, None, :]
    return np.any((apart < SAME_POINT) & both, axis=2).ravel()


def _has_conjugate(system: System, ends: Ends) -> Array:
    """Whether ends have their conjugates among the regular ones."""
    apart = system.separation(ends.points[:, :, None, :].conj(), ends.points[:, None, :, :])
    return np.any((apart < 1e-5) & ends.regular[:, None, :], axis=2)


# ---------------------------------------------------------------- the ends


def _end_game(system: System, y: Array, problem: Array, arrived: Array, settings: Settings) -> tuple[Array, Array, Array, Array]:
    """Points at ``tau = 1``, and which are regular, singular, at infinity.

    A path to a regular end simply arrives. Any other is followed in steps that get shorter by the same factor; its points are
    then a sum of geometric sequences, whose limit Wynn's epsilon algorithm finds.
    """
    points = y.copy()
    regular, singular, infinite = (np.zeros(len(y), bool) for _ in range(3))
    k = np.flatnonzero(arrived)
    if not k.size:
        return points, regular, singular, infinite
    finish = replace(settings, smallest=1e-6)
    z, done = track(system, y[k], problem[k], 1 - APPROACH, 1.0, finish)
    z, alone = _settle(system, z, problem[k])
    alone &= done & (system.is_far(z) > system.leaving)
    points[k[alone]], regular[k[alone]] = z[alone], True
    k = k[~alone]
    if k.size:
        samples, steady, gone = _approach(system, y[k], problem[k], settings)
        limit = np.where(steady[:, None], wynn(samples), samples[-1])
        z, alone = _settle(system, limit, problem[k])  # solutions that nearly meet stand alone all the same
        alone &= steady & ~gone & (system.separation(z, limit) < NEARLY)
        points[k] = np.where(alone[:, None], z, limit)
        regular[k], infinite[k], singular[k] = alone, gone, steady & ~gone & ~alone
    return points, regular, singular, infinite


def _approach(system: System, y: Array, problem: Array, settings: Settings) -> tuple[Array, Array, Array]:
    """The points at each of :data:`DISTANCES`, in one chart; which paths got near enough to tell a limit, and which leave."""
    samples, chart, going = [y], y.conj(), np.ones(len(y), bool)
    reached, gone = np.zeros(len(y), int), np.zeros(len(y), bool)
    first = system.is_far(y)
    for a, b in pairwise(DISTANCES):
        y = y.copy()
        k = np.flatnonzero(going)
        if k.size:
            y[k], going[k] = track(system, y[k], problem[k], 1 - a, 1 - b, replace(settings, first=0.2, smallest=1e-7))
        gone |= system.is_far(y) < system.leaving
        reached += going
        going &= ~gone
        samples.append(y)
    gone |= (reached >= 4) & (system.is_far(y) < np.minimum(0.3 * first, 1e-2))
    samples = [_in_chart(system, y, chart) for y in samples]
    return np.stack(samples), (reached >= 4) | gone, gone


def _in_chart(system: System, y: Array, chart: Array) -> Array:
    groups, charts = (array.reshape(len(y), system.factors, -1) for array in (y, chart))
    return (groups / np.sum(charts * groups, axis=2, keepdims=True)).reshape(y.shape)


def _settle(system: System, y: Array, problem: Array) -> tuple[Array, Array]:
    """Points after Newton's method at ``tau = 1``, and whether each is an isolated solution."""
    tau = np.ones(len(y))
    size = np.full(len(y), np.inf)
    with np.errstate(all="ignore"):
        for _ in range(4):
            y = normalise(system, y)
            change = correction(system, y, tau, problem)
            y, size = y + change, np.linalg.norm(change, axis=1)
        good = np.isfinite(size) & (size < 1e-9)
        _, J, _ = system.equations(y, tau, problem)
        values = np.linalg.svd(with_patch(system, J, y.conj())[good], compute_uv=False)
        good[good] = values[:, 0] < SINGULAR * values[:, -1]
    return y, good


def wynn(samples: Array) -> Array:
    """The limit of sequences along the first axis, entry by entry, by Wynn's epsilon algorithm.

    Entries that no longer change have arrived. Of the even columns' last entries the one that differs least from its
    neighbour counts.
    """
    before, now = np.zeros((samples.shape[0] + 1, *samples.shape[1:]), complex), samples
    best, spread = samples[-1], np.abs(samples[-1] - samples[-2])
    with np.errstate(all="ignore"):
        for column in range(1, samples.shape[0] - 1):
            before, now = now, before[1 : len(now)] + 1 / np.diff(now, axis=0)
            if column % 2 == 0 and len(now) > 1:
                change = np.abs(now[-1] - now[-2])
                better = np.isfinite(now[-1]) & (change < spread)
                best, spread = np.where(better, now[-1], best), np.where(better, change, spread)
    return best
