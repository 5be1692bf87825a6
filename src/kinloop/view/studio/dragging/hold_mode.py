"""Moves of the tool and of the active joints that keep the working mode or the assembly mode.

A mode is held by its signs: those of the description's closed form, or where it has none the sign of the determinant that
vanishes where branches meet. Nearness would not do: two branches come as near to each other as one likes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from kinloop.errors import KinloopError
from kinloop.model.formulas.closed_form import Direction, form_of
from kinloop.model.geometry.geometry import NAMED, Geometry
from kinloop.model.robot import Robot
from kinloop.numerics.quaternions import nearest_sign, normalize
from kinloop.numerics.rotations import wrap_angles
from kinloop.view.studio.dragging.border_search import Pattern, approach_point, directed_steps
from kinloop.view.studio.dragging.damped_steps import approach

Array = np.ndarray

# The longest step of a joint [rad, or parts of the machine's size] that is checked for a change of branch, and the shortest one
# as a share of the way.
LONGEST_STEP, SHORTEST_SHARE = 0.1, 1e-4
NEWTON_STEPS, ROUND_NEWTON_STEPS = 8, 5
# Below the first nearness of the locus, the sign of a determinant is that of its rounding; below the second one, steps that are
# not small lead across it.
ON_LOCUS, NEXT_TO_LOCUS = 1e-6, 0.05
# Points of the way that are tried at once; three times, so the edge is known to the third power of their number.
SHARES = 64
# A move that is shorter [rad, or parts of the machine's size] led nowhere. Then so many configurations beside the locus are
# tried, and those are taken that are at most so far away: less where they must keep a side of the locus, since two sides that
# change at once are not seen in the sign. LEAPS are shares of the way.
STUCK, ABOUT, LONGEST_LEAP, LONGEST_LEAP_FROM_LOCUS = 1e-3, 12, 0.3, 0.8
NEXT_TO_TARGET = 1e-3  # parts of the machine's size
LEAPS = (1.0, 0.3, 0.1, 0.03, 0.01, 0.003)
# How the border is searched: where a closed form has a point at once, and where Newton's method does. Improvements are in parts
# of the machine's size.
QUICK = Pattern((90, 60, 40, 25, 15, 8, 4, 2, 1, 0.5, 0.2, 0.1), azimuths=12, radii=8, rounds=40, enough=1e-5)
SLOW = Pattern((90, 30, 10, 3, 1), azimuths=6, radii=4, rounds=5, enough=1e-4)


@dataclass(frozen=True)
class Branch:
    """The branch of a configuration: the signs of its closed form, None where it has none; and the side of the locus at which
    branches meet, 0 where that is not known."""

    direction: Direction
    signs: tuple[int, ...] | None
    side: int


@dataclass(frozen=True, eq=False)
class Move:
    """Where a move led, and whether that is what was asked for; else it is the border of what can be reached."""

    q: Array
    reached: bool


class ModeHolder:
    """The moves of a robot from one configuration to another one of the same mode. None of them raises an error."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.geometry: Geometry = robot.models.geometry
        self._p = robot.models.parameter_inputs

    # ---------------------------------------------------------------- branches

    def branch(self, direction: Direction, q: Array, before: Branch | None = None) -> Branch:
        """The branch of a configuration. Where two of them meet it is the one of ``before``."""
        side = int(self._sides(direction, q[None])[0])
        if side == 0 and before is not None:
            side = before.side
        return Branch(direction, self._signs(direction, q, before), side)

    def _signs(self, direction: Direction, q: Array, before: Branch | None) -> tuple[int, ...] | None:
        geometry = self.geometry
        if form_of(geometry.mechanism, direction) is None or (direction == "forward" and not geometry.is_closed):
            return None
        choices = geometry.choices(direction)
        given = geometry.task(q) if direction == "inverse" else q[: geometry.n_active]
        written, gap, _ = geometry.solutions(direction, given[None], choices)
        distance = geometry.space.distance(written, q)
        with np.errstate(invalid="ignore"):
            distance = np.where(gap <= geometry.tolerance(direction, given), distance, np.inf)
        distance = np.where(np.isnan(distance), np.inf, distance)
        if before is not None and before.signs is not None:
            same = np.flatnonzero(np.all(choices == np.array(before.signs), axis=-1))
            if same.size and distance[same[0]] < NAMED:
                return before.signs
        best = int(np.argmin(distance))
        return tuple(int(sign) for sign in choices[best]) if distance[best] < NAMED else None

    @cached_property
    def _measures(self) -> Any:
        try:
            return self.robot.models.kernel("active_measures")
        except KinloopError:  # the tool of an underactuated machine has no such model
            return None

    def _sides(self, direction: Direction, q: Array) -> Array:
        """The sign of the determinant that vanishes where branches meet, for each of some configurations (n, nq); 0 where there
        is none, or at the locus itself."""
        if self._measures is None:
            return np.zeros(len(q), int)
        passive, task, twist, _, inverse, _ = self._measures(q, *self._p)
        determinant, norm = (passive, twist) if direction == "forward" else (task, inverse)
        with np.errstate(divide="ignore", invalid="ignore"):
            far = np.isfinite(determinant) & (1.0 / norm > ON_LOCUS)
            return np.where(far, np.sign(determinant), 0).astype(int)

    # ---------------------------------------------------------------- moves

    def move_tool(self, q: Array, branch: Branch, x: Array) -> Move:
        """Move the tool to ``x``, or as near as its working mode leads: first straight, then along the border without turning."""
        geometry = self.geometry
        if not np.isfinite(x).all() or geometry.is_too_far("inverse", x):
            return Move(q, False)
        found = self._solve_closed_form(branch, x, q)
        if found is not None:
            return Move(found, True)
        move = self._go(branch, q, x)
        if move.reached or branch.signs is not None:
            return move
        if self._is_stuck(q, move) and (left := self._leave_locus(branch, q, x)) is not None:
            branch = self.branch("inverse", left, branch)
            move = self._go(branch, left, x)
        return move if move.reached else self._arrive(branch, move, x)

    def _go(self, branch: Branch, q: Array, x: Array) -> Move:
        move = self._to_edge(branch, q, x) if branch.signs is not None else self._follow(branch, q, x)
        return move if move.reached else self._along_border(branch, move.q, x)

    def move_point(self, q: Array, branch: Branch, point: Array) -> Move:
        """Move the tool's origin as near to a point in the world as its working mode leads, whatever the task is."""
        models, size = self.robot.models, self.geometry.size
        pose, jacobian = models.kernel("pose"), models.kernel("jacobian")

        def target(q: Array) -> tuple[Array, Array]:
            position = pose(q, *self._p)[0]
            return (point - position) / size, np.asarray(jacobian(q, *self._p))[:3] / size * self.geometry.rate_units

        if not np.isfinite(point).all():
            return Move(q, False)
        return Move(*approach(self.geometry, q, target, partial(self._keeps_side, branch), LONGEST_STEP))

    def move_joint(self, q: Array, branch: Branch, index: int, value: float) -> Move:
        """Move one active joint, the others held, as far as its assembly mode leads."""
        goal = np.array(q[: self.geometry.n_active])
        if not np.isfinite(value) or abs(value) > 1e6 * self.geometry.units[index]:
            return Move(q, False)
        goal[index] = value
        return self.move_joints(q, branch, goal)

    def move_joints(self, q: Array, branch: Branch, goal: Array) -> Move:
        """Move all active joints in proportion, as far as their assembly mode leads."""
        if not self.geometry.is_closed:
            return Move(np.concatenate([goal, q[self.geometry.n_active :]]), True)
        found = self._solve_closed_form(branch, goal, q)
        if found is not None:
            return Move(found, True)
        return self._follow(branch, q, goal) if branch.signs is None else self._to_edge(branch, q, goal)

    # ---------------------------------------------------------------- closed forms

    def _solve_closed_form(self, branch: Branch, given: Array, near: Array) -> Array | None:
        """The closed form's configuration with the branch's signs; None where it has none."""
        if branch.signs is None:
            return None
        solved, q = self._solve_closed_forms(branch, given[None])
        return np.array(self.geometry.unwind(branch.direction, q, near[None])[0]) if solved[0] else None

    def _solve_closed_forms(self, branch: Branch, given: Array, restore: bool = True) -> tuple[Array, Array]:
        """Whether the closed form has configurations at targets (n, m), and these (n, nq). ``restore``: whether digits that it
        loses next to where it degenerates are restored, which takes longer where most targets are out of reach."""
        geometry, signs = self.geometry, np.array(branch.signs, float)
        solve = geometry.solutions if restore else geometry.evaluate_closed_form
        q, gap, *_ = solve(branch.direction, given, signs)
        with np.errstate(invalid="ignore"):
            return (gap <= geometry.tolerance(branch.direction, given)) & np.isfinite(q).all(axis=-1), q

    def _to_edge(self, branch: Branch, q: Array, goal: Array) -> Move:
        """The last configuration with the branch's signs on the straight way to a goal that has none."""
        origin, first, last, near = self._target(branch.direction, q), 0.0, 1.0, q
        for _ in range(3):
            shares = np.linspace(first, last, SHARES + 1)[1:]
            solved, found = self._solve_closed_forms(branch, self._between(branch.direction, origin, goal, shares), restore=False)
            count = len(solved) if solved.all() else int(np.argmin(solved))
            if count:
                near = found[count - 1]
            first, last = (first if not count else shares[count - 1]), shares[min(count, SHARES - 1)]
        return Move(np.array(self.geometry.unwind(branch.direction, near[None], q[None])[0]), False)

    # ---------------------------------------------------------------- the border

    def _along_border(self, branch: Branch, q: Array, x: Array) -> Move:
        """Move the tool's position as near to that of ``x`` as it goes, the other coordinates held."""
        places, size = self._places, float(self.geometry.size)
        if not places:
            return Move(q, False)
        held, near = self.geometry.task(q), q

        def targets(points: Array) -> Array:
            given = np.repeat(held[None], len(points), axis=0)
            given[:, places] = points
            return given

        if branch.signs is not None:
            pattern, longest = QUICK, np.inf

            def solve(points: Array) -> tuple[Array, Array]:
                return self._solve_closed_forms(branch, targets(points), restore=False)
        else:
            pattern, longest = SLOW, LONGEST_STEP * size

            def solve(points: Array) -> tuple[Array, Array]:
                nonlocal near
                solved, found = self._newton(branch, near, targets(points), ROUND_NEWTON_STEPS)
                if solved.any():  # the one that is taken
                    near = found[np.argmin(np.where(solved, np.linalg.norm(points - x[places], axis=-1), np.inf))]
                return solved, found

        pattern = Pattern(pattern.angles, pattern.azimuths, pattern.radii, pattern.rounds, pattern.enough * size)
        _, found = approach_point(x[places], held[places], q, solve, pattern, longest)
        return Move(np.array(self.geometry.unwind("inverse", found[None], q[None])[0]), False)

    # ---------------------------------------------------------------- at a locus

    def _is_stuck(self, q: Array, move: Move) -> bool:
        """Whether a move led nowhere since it began next to a Type 1 singularity, as those of arms do that start with all joints
        at zero."""
        if float(self.geometry.space.distance(move.q, q)) > STUCK:
            return False
        return float(self.robot.singularity(q[None]).nearness["type 1"][0]) < NEXT_TO_LOCUS

    def _leave_locus(self, branch: Branch, q: Array, x: Array) -> Array | None:
        """A configuration beside the locus next to which ``q`` is, with the tool nearer to a target: on the straight way, or on a
        way along the border. Newton's method, which fails at ``q``, begins about it. None where there is none on the branch."""
        step = self._step_kernel("inverse")
        if step is None:
            return None
        targets = self._nearer_targets(q, x)
        about = self._about(q)
        tried = np.tile(about, (len(targets), 1))
        wanted = np.repeat(targets, len(about), axis=0)
        for _ in range(NEWTON_STEPS):
            tried = np.asarray(step(tried, wanted, *self._p))
        with np.errstate(invalid="ignore"):
            good = self.geometry.residual("inverse", tried, wanted) <= self.geometry.tolerance("inverse", wanted)
            distance = self.geometry.space.distance(tried, q)
            good &= distance <= (LONGEST_LEAP if branch.side else LONGEST_LEAP_FROM_LOCUS)
        if branch.side:
            good &= self._sides("inverse", tried) == branch.side
        if not good.any():
            return None
        missing = self._missing(wanted, x)
        # The target that is nearest to the goal; of its configurations the nearest one.
        best = good & (missing <= missing[good].min())
        return np.array(tried[np.argmin(np.where(best, distance, np.inf))])

    def _arrive(self, branch: Branch, move: Move, x: Array) -> Move:
        """Damped steps from a place next to the target, where Newton's method does not converge at a locus."""
        if float(self._missing(self.geometry.task(move.q)[None], x)[0]) > NEXT_TO_TARGET * float(self.geometry.size):
            return move
        found, reached = approach(
            self.geometry, move.q, lambda q: self.geometry.target_error(q, x), partial(self._keeps_side, branch), LONGEST_STEP
        )
        return Move(found, True) if reached else move

    def _keeps_side(self, branch: Branch, q: Array) -> bool:
        side = int(self._sides(branch.direction, q[None])[0])
        return side == branch.side or 0 in (side, branch.side)

    def _nearer_targets(self, q: Array, x: Array) -> Array:
        """Targets (n, m) that are nearer to ``x`` than the tool: on the straight way, and in directions across it."""
        here = self.geometry.task(q)
        straight = self._between("inverse", here, x, np.array(LEAPS))
        places = self._places
        way = x[places] - here[places]
        distance, size = float(np.linalg.norm(way)), float(self.geometry.size)
        if distance < SLOW.enough * size:
            return straight
        points = here[places] + directed_steps(way / distance, distance, SLOW, LONGEST_STEP * size)
        points = points[np.linalg.norm(points - x[places], axis=-1) < distance]
        across = np.repeat(here[None], len(points), axis=0)
        across[:, places] = points
        return np.concatenate([straight, across])

    @property
    def _places(self) -> list[int]:
        """The places of the task's positions."""
        return [k for k, name in enumerate(self.geometry.mechanism.task_names) if name in ("x", "y", "z")]

    def _missing(self, targets: Array, x: Array) -> Array:
        places = self._places or list(range(len(x)))
        return np.linalg.norm(targets[:, places] - x[places], axis=-1)

    def _about(self, q: Array) -> Array:
        """Configurations (n, nq) about one, in all directions; the same at every call."""
        nv = len(self.geometry.rate_units)
        steps = np.random.default_rng(0).uniform(-1, 1, (ABOUT, nv)) * LONGEST_STEP * self.geometry.rate_units
        retract = self.geometry.formulas.kernel("retract")
        return np.asarray(retract(np.repeat(q[None], ABOUT, axis=0), steps, *self._p))

    # ---------------------------------------------------------------- without closed forms

    def _target(self, direction: Direction, q: Array) -> Array:
        return np.array(q[: self.geometry.n_active]) if direction == "forward" else self.geometry.task(q)

    def _newton(self, branch: Branch, q: Array, targets: Array, steps: int) -> tuple[Array, Array]:
        """Configurations at targets (n, m) near ``q``, and whether each is on its branch."""
        geometry, direction = self.geometry, branch.direction
        tried = np.repeat(q[None], len(targets), axis=0)
        step = self._step_kernel(direction)
        if step is None:
            return np.zeros(len(targets), bool), tried
        if direction == "forward":
            tried[:, : geometry.n_active] = targets
        more = (targets,) if direction == "inverse" else ()
        for _ in range(steps):
            tried = np.asarray(step(tried, *more, *self._p))
        with np.errstate(invalid="ignore"):
            good = geometry.residual(direction, tried, targets) <= geometry.tolerance(direction, targets)
            good &= geometry.space.distance(tried, q) <= LONGEST_STEP
        if branch.side:
            good &= self._sides(direction, tried) == branch.side
        return good, tried

    @cached_property
    def takes_tasks(self) -> bool:
        """Whether task coordinates can be given: there are some, and no more than degrees of freedom."""
        return bool(self.geometry.mechanism.task_names) and self._step_kernel("inverse") is not None

    def _step_kernel(self, direction: Direction) -> Callable[..., Any] | None:
        try:
            return self.geometry.formulas.kernel(f"step_{direction}")
        except KinloopError:  # a task of more coordinates than degrees of freedom
            return None

    def _follow(self, branch: Branch, q: Array, goal: Array) -> Move:
        """Follow the branch of ``q`` while the target moves straight to the goal, to the last point that is known to be on it."""
        origin = self._target(branch.direction, q)
        done, step = 0.0, 1.0
        while done < 1 and step >= SHORTEST_SHARE:
            share = min(done + step, 1.0)
            good, tried = self._newton(branch, q, self._between(branch.direction, origin, goal, np.array([share])), NEWTON_STEPS)
            if good[0]:
                q, done, step = tried[0], share, 2 * step
                if not branch.side:  # it began at a locus, and has left it
                    branch = Branch(branch.direction, branch.signs, int(self._sides(branch.direction, tried)[0]))
            else:
                step /= 2
        return Move(np.array(q), done >= 1)

    def _between(self, direction: Direction, origin: Array, goal: Array, shares: Array) -> Array:
        """Targets (n, m) at shares of the way (n,); an orientation turns the short way round."""
        way, names = np.array(goal - origin), self.geometry.mechanism.task_names
        quaternion = slice(0)
        if direction == "inverse":
            if "phi" in names:
                way[names.index("phi")] = wrap_angles(way[names.index("phi")])
            if "qw" in names:
                quaternion = slice(names.index("qw"), names.index("qw") + 4)
                way[quaternion] = nearest_sign(goal[quaternion], origin[quaternion]) - origin[quaternion]
        targets = origin + shares[:, None] * way
        if quaternion.stop:
            targets[:, quaternion] = normalize(targets[:, quaternion])
        return np.where(shares[:, None] >= 1, goal, targets)
