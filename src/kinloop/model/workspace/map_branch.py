"""Configurations of a machine over two coordinates: a mode of its closed form, or the branch of a given configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kinloop.errors import SingularConfiguration, UnsupportedOperation
from kinloop.model.formulas.closed_form import Direction, form_of
from kinloop.model.formulas.generic_ranks import generic_ranks

if TYPE_CHECKING:
    from kinloop.model.robot import Robot

Array = np.ndarray
# Loops or tasks that are missed by more than this fraction of the sizes involved are not reached.
GAP = 1e-11
# Steps of Newton's method from a neighbour, and how far [rad, or parts of the machine's size] they may lead: farther away is
# another branch.
STEPS, FARTHEST = 20, 0.5
# Steps from the given configuration to the nearest point of the grid.
WAY = 60
# Points per batch, so that the output of one kernel is still in the cache for the next one.
CHUNK = 1 << 14


@dataclass(frozen=True)
class Values:
    """Measures at points (n,): determinants with their signs (NaN where there is none), nearness, condition number, reach."""

    determinant: Mapping[str, Array]
    nearness: Mapping[str, Array]
    condition: Array
    reachable: Array

    @staticmethod
    def join(parts: Sequence[Values]) -> Values:
        """The measures of several sets of points, one after another."""
        return Values(
            {kind: np.concatenate([part.determinant[kind] for part in parts]) for kind in ("type 2", "type 1")},
            {kind: np.concatenate([part.nearness[kind] for part in parts]) for kind in ("type 2", "type 1")},
            np.concatenate([part.condition for part in parts]),
            np.concatenate([part.reachable for part in parts]),
        )


class Branch(Protocol):
    """A set of configurations over the coordinates of a plane."""

    def configurations(self, given: Array, starts: Array | None) -> Array:
        """Configurations at points ``given`` (n, m); ``starts`` (n, nq) are configurations near them, which closed forms do not
        need."""
        ...


@dataclass(frozen=True)
class Plane:
    """Two of the inputs of a geometric model; the others are held."""

    robot: Robot
    direction: Direction
    held: Array
    places: tuple[int, int]  # of the two among all coordinates

    def all_coordinates(self, points: Array) -> Array:
        """All inputs (n, m) at points (n, 2)."""
        result = np.empty((len(points), self.held.size))
        result[:] = self.held
        result[:, self.places] = points
        return result

    @property
    def tolerance(self) -> float:
        """The gap [m] up to which a point is reached, angles as arcs."""
        geometry = self.robot.models.geometry
        parts = np.abs(self.held) / geometry.given_units(self.direction)
        return GAP * float(geometry.size) * max(1.0, float(np.max(parts)))

    def values(self, branch: Branch, points: Array, starts: Array | None = None) -> Values:
        """The measures of a branch at points (n, 2), in batches."""
        pieces = range(0, max(len(points), 1), CHUNK)
        parts = [self._batch(branch, points[k : k + CHUNK], None if starts is None else starts[k : k + CHUNK]) for k in pieces]
        return parts[0] if len(parts) == 1 else Values.join(parts)

    def _batch(self, branch: Branch, points: Array, starts: Array | None) -> Values:
        given = self.all_coordinates(points)
        return self.measure(branch.configurations(given, starts), given)

    def measure(self, q: Array, given: Array) -> Values:
        """The measures of configurations that should reach ``given``."""
        robot = self.robot
        name, target = ("task_measures", (given,)) if self.direction == "inverse" else ("active_measures", ())
        det_2, det_1, twist, rates, inverse, gap = robot.models.kernel(name)(
            q, *target, *robot.models.parameter_inputs, threads=robot.threads
        )
        reachable = gap <= self.tolerance
        typical = generic_ranks(robot.models.formulas).typical
        outside = np.where(reachable, 0.0, np.nan)
        with np.errstate(all="ignore"):
            nearness = {
                "type 2": _inverse_of(twist) / typical["type 2"] + outside,
                "type 1": _inverse_of(inverse) / typical["type 1"] + outside,
            }
            condition = rates * inverse
            condition = np.where(np.isnan(condition), np.inf, condition) + outside
        if missing := self._without_norm:  # under- or overdetermined: by singular values
            found = robot.singularity(np.where(reachable[:, None], q, np.nan))
            nearness |= {kind: found.nearness[kind] for kind in missing}
            condition = np.full_like(condition, np.nan)
        return Values({"type 2": det_2 + outside, "type 1": det_1 + outside}, nearness, condition, reachable)

    @property
    def _without_norm(self) -> tuple[str, ...]:
        """The kinds that the compiled norms do not measure."""
        model, task = self.robot.models.formulas.model, len(self._task_rows)
        nv, kept = model.tree.nv, len(model.kept_rows)
        missing = ("type 2",) if nv - model.n_active != kept else ()
        return (*missing, "type 1") if nv - kept != task else missing

    @property
    def _task_rows(self) -> list[int]:
        from kinloop.model.dynamics.task import task_rows

        return task_rows(self.robot.mechanism)


def _inverse_of(norm: Array) -> Array:
    """The inverse of a norm; zero where the norm is infinite, or undetermined because it is a quotient of zeros."""
    return np.where(np.isfinite(norm), 1 / norm, 0.0)


@dataclass(frozen=True)
class ClosedBranch:
    """A mode of a closed form; for a serial robot, the joints themselves."""

    plane: Plane
    signs: tuple[int, ...]

    def configurations(self, given: Array, starts: Array | None) -> Array:
        """See :class:`Branch`."""
        robot, direction = self.plane.robot, self.plane.direction
        if direction == "forward" and not robot.models.is_closed:
            return given
        signs = (np.array(self.signs, dtype=float),) if self.signs else ()
        return np.asarray(
            robot.models.kernel(f"{direction}_geometry")(given, *signs, *robot.models.parameter_inputs, threads=robot.threads)
        )


@dataclass(frozen=True)
class FollowedBranch:
    """The configurations that Newton's method reaches from configurations near them."""

    plane: Plane

    def configurations(self, given: Array, starts: Array | None) -> Array:
        """See :class:`Branch`; NaN where Newton's method leads too far."""
        if starts is None:
            raise UnsupportedOperation(f"{self.plane.robot.mechanism.name}: a branch is followed from configurations near it")
        robot, forward = self.plane.robot, self.plane.direction == "forward"
        kernel, q = robot.models.kernel(f"step_{self.plane.direction}"), np.array(starts)
        if forward:
            q[:, : len(robot.active)] = given
        for _ in range(STEPS):
            q = np.asarray(kernel(q, *(() if forward else (given,)), *robot.models.parameter_inputs))
        moved = np.abs(q - starts) / robot.models.geometry.units
        far = np.max(moved[:, len(robot.active) if forward else 0 :], axis=1, initial=0.0) > FARTHEST
        return np.where(far[:, None], np.nan, q)

    def flood(self, a: Array, b: Array, start: Array) -> Array:
        """Configurations (len(a), len(b), nq) over a grid, neighbour by neighbour from the point nearest to ``start``; NaN where
        the branch does not lead."""
        plane = self.plane
        here = self._coordinates(start)
        first = int(np.argmin(np.abs(a - here[plane.places[0]]))), int(np.argmin(np.abs(b - here[plane.places[1]])))
        q = np.full((len(a), len(b), start.size), np.nan)
        q[first] = self._follow(start, here, plane.all_coordinates(np.array([[a[first[0]], b[first[1]]]]))[0])
        side = self._side(q[first][None])[0]
        front = np.array([first])
        while len(front):
            steps = [front + step for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            where, come_from = np.concatenate(steps), np.tile(front, (4, 1))
            inside = np.all((where >= 0) & (where < [len(a), len(b)]), axis=1)
            where, come_from = where[inside], come_from[inside]
            new = np.isnan(q[where[:, 0], where[:, 1], 0])
            where, come_from = where[new], come_from[new]
            where, once = np.unique(where, axis=0, return_index=True)
            come_from = come_from[once]
            if not len(where):
                break
            given = plane.all_coordinates(np.stack([a[where[:, 0]], b[where[:, 1]]], axis=-1))
            found = self.configurations(given, q[come_from[:, 0], come_from[:, 1]])
            good = plane.measure(found, given).reachable & (self._side(found) == side)
            front = where[good]
            q[front[:, 0], front[:, 1]] = found[good]
        return q

    def _side(self, q: Array) -> Array:
        """The sign of the determinant that vanishes at the edge of the branch: beyond the edge it is the other one."""
        measures = self.plane.robot.models.kernel("active_measures")(q, *self.plane.robot.models.parameter_inputs)
        return np.sign(measures[1 if self.plane.direction == "inverse" else 0])

    def _coordinates(self, q: Array) -> Array:
        robot = self.plane.robot
        if self.plane.direction == "forward":
            return q[: len(robot.active)]
        return np.asarray(robot.models.kernel("task")(q, *robot.models.parameter_inputs))

    def _follow(self, start: Array, here: Array, there: Array) -> Array:
        """The configuration at ``there``, followed along a straight line from the coordinates ``here`` of the start."""
        q = start[None]
        for share in np.linspace(0, 1, WAY)[1:]:
            q = self.configurations((here + share * (there - here))[None], q)
        if not np.isfinite(q).all() or not self.plane.measure(q, there[None]).reachable[0]:
            raise SingularConfiguration(
                f"{self.plane.robot.mechanism.name}: no configuration leads straight from the given one to the map's "
                "nearest point "
                f"{there}; give one nearer to it (near=...), or other ranges"
            )
        return q[0]


def has_closed_form(robot: Robot, direction: Direction) -> bool:
    """Whether configurations of a direction are written out: by a closed form, or because the robot is serial."""
    return form_of(robot.mechanism, direction) is not None or (direction == "forward" and not robot.models.is_closed)
