"""Solutions as they are found: double configurations to rounding and once, each family once, variants of one configuration
together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from kinloop.model.geometry.coordinate_space import SAME
from kinloop.model.geometry.family import BESIDE, are_connected, regular_members, trace_curve
from kinloop.model.geometry.local_equations import LocalEquations
from kinloop.model.geometry.refinement import CLOSED_GAP, NEAR, NEAR_DOUBLE, SUSPECT, SUSPECT_DOUBLE, close_gaps, refine_singular
from kinloop.model.geometry.self_motion import self_motions
from kinloop.numerics.ranks import null_projections

Array = np.ndarray


@dataclass(eq=False)
class Solution:
    """A configuration with its variants, or a family with points of it; and how often it was met.

    ``dimension``: of the family; 0 for a configuration that stands alone. ``is_double``: several solutions meet there.
    ``inside_out``: how often it was met with legs turned inside out.
    """

    configurations: list[Array]
    dimension: int = 0
    is_double: bool = False
    hits: int = 0
    key: Array | None = None
    points: list[Array] = field(default_factory=list)
    inside_out: int = 0

    @property
    def is_special(self) -> bool:
        """Whether it is a family or a double configuration."""
        return bool(self.dimension) or self.is_double

    @property
    def has_variants(self) -> bool:
        """Whether variants of the configuration are known."""
        return len(self.configurations) > 1

    @property
    def first(self) -> Array:
        """The configuration that is listed."""
        return self.configurations[0]


class Collection:
    """The known solutions of one target."""

    def __init__(self, equations: LocalEquations, named: Sequence[Solution] = ()) -> None:
        """``named``: solutions that have names of their own, so each of them stays, on whichever family it is."""
        self.equations = equations
        self.solutions = list(named)
        self._is_prepared = False

    @property
    def is_special(self) -> bool:
        """Whether Newton's method is slow at some of them, so that it may have missed others."""
        return any(each.is_special for each in self.solutions)

    def add(self, configurations: Array, limit: int | None = None) -> None:
        """Configurations (N, nq) that close loops and target: new solutions, or hits of known ones.

        ``limit``: how many that may be double or members of families are looked at.
        """
        configurations = self._drop_known(configurations)
        if not len(configurations):
            return
        self._prepare()
        suspect = self._suspects(configurations)
        for q in configurations[~suspect]:
            self._place(q, 0, False)
        members: list[Array] = []
        for q in configurations[suspect][:limit]:
            if self._hit(q) or self._hit_by_key(q):
                continue
            exact, is_member, is_double = self._examine(q)
            if is_member:
                members.append(exact)
            else:
                self._place(exact, 0, is_double)
        self._add_members(np.array(members).reshape(-1, configurations.shape[1]))

    def _prepare(self) -> None:
        """Compute keys and families of the named solutions, with which others are compared."""
        for each in self.solutions if not self._is_prepared else ():
            each.key = self._key(each.first)
            if self._directions(each.first).size:
                each.dimension, each.points = self._family(each.first)
        self._is_prepared = True

    def _place(self, q: Array, dimension: int, is_double: bool) -> None:
        if not self._hit(q) and not self._hit_by_key(q):
            self.solutions.append(Solution([q], dimension, is_double, 1, self._key(q)))

    # ---------------------------------------------------------------- known ones

    def _drop_known(self, configurations: Array) -> Array:
        """The configurations that are not known yet; the others are counted as hits."""
        for each in self.solutions:
            for q in each.configurations:
                if not len(configurations):
                    return configurations
                same = self.equations.geometry.space.distance(configurations, q) < SAME
                each.hits += int(np.sum(same))
                configurations = configurations[~same]
        return configurations

    def _hit(self, q: Array) -> bool:
        for each in self.solutions:
            near = self.equations.geometry.space.distance(np.array(each.configurations), q)
            if near.min() < SAME:
                each.hits += 1
                return True
        return False

    def _key(self, q: Array) -> Array | None:
        return self.equations.geometry.variants.key(q) if self.equations.geometry.variants.exist else None

    def _hit_by_key(self, q: Array) -> bool:
        """Whether it is a variant of a known one; then it is kept with that."""
        key = self._key(q)
        for each in self.solutions:
            if key is not None and each.key is not None and np.max(np.abs(each.key - key)) < SAME:
                each.hits += 1
                near = self.equations.geometry.space.distance(np.array(each.configurations), q)
                if not each.dimension and near.min() > NEAR:  # else it is the same one, known less well
                    self._keep_variant(each, q)
                return True
        return False

    def _keep_variant(self, solution: Solution, q: Array) -> None:
        """Add a variant to its solution; a configuration that is not turned inside out replaces one that is."""
        is_inside_out = self.equations.geometry.variants.is_inside_out
        if is_inside_out(q):
            solution.inside_out += 1
        elif is_inside_out(solution.first):
            solution.configurations, solution.inside_out = [q], solution.inside_out + 1
        else:
            solution.configurations.append(q)

    def _suspects(self, configurations: Array) -> Array:
        """Whether configurations may be double or members of families, by the smallest singular value."""
        J = self.equations.at(configurations)[1]
        if J.shape[1] < J.shape[2] or not len(configurations):
            return np.ones(len(configurations), bool)
        values = np.linalg.svd(J, compute_uv=False)
        return np.asarray(values[:, -1] < SUSPECT * values[:, 0])

    def _examine(self, q: Array) -> tuple[Array, bool, bool]:
        """A configuration to rounding, whether it is a member of a family, and whether solutions meet there."""
        nearer = close_gaps(self.equations, q[None])
        q = refine_singular(self.equations, nearer[0] if len(nearer) else q, SUSPECT_DOUBLE, NEAR_DOUBLE)
        if self._directions(q).size:
            return q, True, False
        exact = refine_singular(self.equations, q)
        if exact is not q:
            return exact, bool(self._directions(exact).size), True
        same = self._indistinct(q)
        return (q, False, False) if same is None else (same, False, True)

    def _indistinct(self, q: Array) -> Array | None:
        """The known configuration that gaps do not tell apart from this one: halfway between them they are rounding as well."""
        for each in self.solutions:
            way = self.equations.displacement(q[None], each.first[None])
            if not each.dimension and np.max(np.abs(way)) < NEAR:
                between = self.equations.move(q[None], way / 2)
                if self.equations.gap(between)[0] <= CLOSED_GAP * self.equations.tolerance:
                    return each.first
        return None

    def _directions(self, q: Array) -> Array:
        return self_motions(self.equations.geometry, self.equations.direction, q, self.equations.given)

    # ---------------------------------------------------------------- families

    def _add_members(self, members: Array) -> None:
        """Members of families: hits of known ones, and of those that the first of the others is a member of, and so on.

        Members with the fewest open rates are the first: where there are more than usual, directions are known less well.
        """
        members = self._of_families([each for each in self.solutions if each.dimension], members)
        if len(members) > 1:
            members = members[np.argsort(null_projections(self.equations.at(members)[1])[1], kind="stable")]
        while len(members):
            q, members = members[0], members[1:]
            dimension, points = self._family(q)
            family = Solution([q], dimension, False, 1, self._key(q), points)
            self.solutions.append(family)
            members = self._of_families([family], members)
        self._join()

    def _family(self, q: Array) -> tuple[int, list[Array]]:
        """The dimension of the family of a member, and points from which others of its members are near."""
        seeds = regular_members(self.equations, q, self._directions(q))
        dimension = int(min(null_projections(self.equations.at(seeds)[1])[1]))
        return dimension, [point for seed in seeds for point in (trace_curve(self.equations, seed) if dimension == 1 else [seed])]

    def _of_families(self, families: list[Solution], members: Array) -> Array:
        """The members that belong to none of these families; the others are hits."""
        for family in families:
            if len(members):
                own = self._lead_to(family, members)
                family.hits += int(np.sum(own))
                if family.dimension > 1:
                    family.points += list(members[own])
                members = members[~own]
        return members

    def _lead_to(self, family: Solution, members: Array) -> Array:
        """Whether walks from the family's nearest points lead to each of the configurations."""
        points = np.array(family.points)
        n, k = len(members), len(points)
        gaps = self.equations.displacement(np.tile(points, (n, 1)), np.repeat(members, k, axis=0))
        distance = np.linalg.norm(gaps, axis=1).reshape(n, k)
        nearest = np.argsort(distance, axis=1)[:, : 2 if family.dimension == 1 else 4]
        reach = BESIDE if family.dimension == 1 else np.inf
        pairs = [(i, j) for i in range(n) for j in nearest[i] if distance[i, j] < reach]
        own = np.zeros(n, bool)
        if pairs:
            which, begin = np.array(pairs).T
            own[which[are_connected(self.equations, points[begin], members[which])]] = True
        return own

    def _join(self) -> None:
        """Families of several dimensions that turn out to be one, now that more of their members are known."""
        families = [each for each in self.solutions if each.dimension > 1]
        for a in families:
            for b in [each for each in families if each.dimension == a.dimension and each is not a]:
                if a in self.solutions and b in self.solutions and np.any(self._lead_to(a, np.array(b.points[:8]))):
                    a.hits, a.points = a.hits + b.hits, [*a.points, *b.points]
                    self.solutions.remove(b)
