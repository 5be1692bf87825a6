"""The nonlinear program of a motion through a Type 2 singularity: the least peak effort, with nothing eliminated.

Positions, rates, accelerations, closure forces and efforts of every node are variables. Eliminating rates made IPOPT 3 to 20
times slower, and collocation did not converge.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from kinloop.trajectory.planning.joint_limits import JointLimits
from kinloop.trajectory.polynomials.polynomial_motion import coefficient_matrix
from kinloop.type2_crossing.node_equations import NodeEquations
from kinloop.type2_crossing.planned_path import DERIVATIVES, ORDER, PlannedPath, power_rows
from kinloop.type2_crossing.seed import Seed
from kinloop.type2_crossing.way import Meeting

Array = np.ndarray
# Parts of the duration between which the crossing may be.
EARLIEST, LATEST = 0.05, 0.95
# The jerk of a quintic from rest to rest over the distance 1 in the time 1, by which the jerk is made dimensionless.
QUINTIC_JERK = 60.0
CONVERGED = ("Solve_Succeeded", "Solved_To_Acceptable_Level")
IPOPT: dict[str, Any] = {
    "ipopt.print_level": 0,
    "ipopt.sb": "yes",
    "print_time": 0,
    "ipopt.tol": 1e-9,
    "ipopt.constr_viol_tol": 1e-11,
    "ipopt.acceptable_tol": 1e-6,
    "ipopt.mu_strategy": "adaptive",
}


@dataclass
class _Variables:
    """The variables of a program with their guess and bounds, and its constraints."""

    symbols: list[ca.MX] = field(default_factory=list)
    guess: list[Array] = field(default_factory=list)
    powers: list[Array] = field(default_factory=list)  # of the duration, with which a guess scales
    lower: list[Array] = field(default_factory=list)
    upper: list[Array] = field(default_factory=list)
    rows: list[ca.MX] = field(default_factory=list)
    row_lower: list[Array] = field(default_factory=list)
    row_upper: list[Array] = field(default_factory=list)

    def add(self, name: str, guess: Any, lower: Any = -np.inf, upper: Any = np.inf, columns: int = 0, power: int = 0) -> ca.MX:
        """A new variable with the shape of its guess: (k,), or (columns, k) for one column a node."""
        flat = np.ravel(np.asarray(guess, float))
        symbol = ca.MX.sym(name, flat.size)
        self.symbols.append(symbol)
        self.guess.append(flat)
        self.powers.append(np.full(flat.size, power))
        self.lower.append(np.array(np.broadcast_to(lower, flat.shape)))
        self.upper.append(np.array(np.broadcast_to(upper, flat.shape)))
        return ca.reshape(symbol, flat.size // columns, columns) if columns else symbol

    def constrain(self, expression: Any, lower: Any = 0.0, upper: Any = 0.0) -> None:
        """An expression between bounds; zero unless given."""
        rows = ca.vec(expression)
        self.rows.append(rows)
        self.row_lower.append(np.array(np.broadcast_to(lower, rows.numel())))
        self.row_upper.append(np.array(np.broadcast_to(upper, rows.numel())))


@dataclass(frozen=True, eq=False)
class Solution:
    """What the program found: the path, the instant of the crossing with its configuration, and the peak effort relative to the
    scale; ``values`` are all variables, to begin another solution with."""

    path: PlannedPath
    time: float
    q: Array
    peak: float
    values: Array
    converged: bool

    @property
    def meeting(self) -> Meeting:
        """The path in a time of 1 s with its crossing, to begin a program of other nodes with."""
        duration, powers = self.path.duration, np.arange(DERIVATIVES)[:, None]
        path = PlannedPath(self.path.chart, self.path.times / duration, self.path.states * duration**powers)
        return Meeting(path, self.time / duration, self.q)


@dataclass(frozen=True, eq=False)
class Bounds:
    """The limits of a plan: of joints, of the task's plain coordinates (2, m) or None, and whether its path is straight."""

    joints: JointLimits
    box: Array | None = None
    straight: bool = False


class CrossingProgram:
    """A program for one seed; the duration, the weight of the jerk and the scale of the efforts are its parameters."""

    def __init__(self, equations: NodeEquations, seed: Seed, bounds: Bounds, pieces: int, nodes: int) -> None:
        self.equations, self.seed, self.bounds = equations, seed, bounds
        self._v = _Variables()
        self._duration, self._smooth = ca.MX.sym("duration"), ca.MX.sym("smooth")
        self._effort_scale = ca.MX.sym("effort_scale", equations.n)
        self._peak = self._v.add("peak", [1.0], 0.0)
        self._add_crossing()
        jerks = self._add_phases(pieces, nodes)
        scale = seed.distance / self._duration**3 * QUINTIC_JERK
        objective = self._peak + self._smooth * jerks / scale**2
        program: dict[str, Any] = {
            "x": ca.vertcat(*self._v.symbols),
            "p": ca.vertcat(self._duration, self._smooth, self._effort_scale),
            "f": objective,
            "g": ca.vertcat(*self._v.rows),
        }
        self._solver_input = program
        self._solvers: dict[int, ca.Function] = {}
        self._results = ca.Function(
            "results", [program["x"], program["p"]], [self._q, self._time, self._peak, ca.horzcat(*self._times), *self._states]
        )

    def _add_crossing(self) -> None:
        """The variables of the crossing, and what holds there."""
        f, seed, v = self.equations, self.seed, self._v
        limits = self.bounds.joints
        self._q = v.add("q", seed.q, limits.lower, limits.upper)
        self._time = v.add("time", [seed.share], power=1)
        y = [v.add(f"y{k}", seed.crossing[k], power=-k) for k in range(DERIVATIVES)]
        rates = v.add("v", seed.qd, -limits.speed, limits.speed, power=-1)
        acceleration, jerk = v.add("a", np.zeros(f.nv)), v.add("j", np.zeros(f.nv))
        force, tau = v.add("force", np.zeros(f.rank)), v.add("tau", np.zeros(f.n), -limits.effort, limits.effort)
        kernel = v.add("kernel", seed.right)
        v.constrain(f.crossing(self._q, rates, acceleration, jerk, *y, force, tau, kernel))
        self._constrain_efforts(tau, 1)
        v.constrain(self._time / self._duration, EARLIEST, LATEST)
        self._constrain_to_line(y)
        if self.bounds.box is not None:
            v.constrain(y[0][: len(self.bounds.box[0])], self.bounds.box[0], self.bounds.box[1])
        self._crossing = y

    def _constrain_to_line(self, y: list[ca.MX]) -> None:
        """Plain coordinates and their derivatives on the line from start to end, where the path is straight."""
        if self.bounds.straight and self.equations.n_task > 1:
            across = ca.DM(np.linalg.svd(self.seed.direction[None])[2][1:])
            self._v.constrain(across @ (y[0] - self.seed.start))
            for part in y[1:]:
                self._v.constrain(across @ part)

    def _constrain_efforts(self, tau: ca.MX, columns: int) -> None:
        scaled = ca.vec(tau / ca.repmat(self._effort_scale, 1, columns))
        self._v.constrain(scaled - self._peak, -np.inf, 0.0)
        self._v.constrain(scaled + self._peak, 0.0, np.inf)

    def _add_phases(self, pieces: int, nodes: int) -> ca.MX:
        """The motions before and after the crossing; returns the mean square of the jerk."""
        seed, v = self.seed, self._v
        still = [ca.DM.zeros(self.equations.n_task)] * (DERIVATIVES - 1)
        starts: list[Any] = [ca.DM(seed.start), *still]
        ends: list[Any] = [ca.DM(seed.end), *still]
        jerks: list[ca.MX] = []
        self._times: list[ca.MX] = [ca.MX(0)]
        self._states: list[ca.MX] = []
        for phase, (first, last, begin, length) in enumerate(
            ((starts, self._crossing, ca.MX(0), self._time), (self._crossing, ends, self._time, self._duration - self._time))
        ):
            between = [
                [v.add(f"knot{phase}{k}{order}", part, power=-order) for order, part in enumerate(seed.at(phase, k / pieces))]
                for k in range(1, pieces)
            ]
            for knot in between:
                self._constrain_to_line(knot)
            knots: list[list[Any]] = [first, *between, last]
            for k in range(pieces):
                jerks.append(self._add_piece(phase, k, pieces, knots[k], knots[k + 1], length / pieces, nodes))
                self._times.append(begin + (k + 1) * length / pieces)
            self._states += [ca.horzcat(*knot) for knot in (knots if phase == 0 else knots[1:])]
        return sum(jerks, ca.MX(0)) / len(jerks)

    def _add_piece(self, phase: int, piece: int, pieces: int, first: Any, last: Any, length: ca.MX, nodes: int) -> ca.MX:
        """The nodes of one polynomial; returns the mean square of its jerk."""
        f, v, limits = self.equations, self._v, self.bounds.joints
        u = (np.arange(nodes) + 0.5) / nodes
        u = np.append(0.0, u) if (phase, piece) == (0, 0) else np.append(u, 1.0) if (phase, piece) == (1, pieces - 1) else u
        count = len(u)
        ends = [(part * length**k).T for knot in (first, last) for k, part in enumerate(knot)]
        coefficients = ca.DM(coefficient_matrix(ORDER)) @ ca.vertcat(*ends)
        y = [(ca.DM(power_rows(u, k)) @ coefficients / length**k).T for k in range(DERIVATIVES)]
        guess = self.seed.joints(phase, (piece + u) / pieces)
        q = v.add(f"q{phase}{piece}", guess.q, np.tile(limits.lower, count), np.tile(limits.upper, count), columns=count)
        speed = np.tile(limits.speed, count)
        rates = v.add(f"v{phase}{piece}", guess.qd, -speed, speed, columns=count, power=-1)
        most = np.tile(limits.acceleration, count)
        acceleration = v.add(f"a{phase}{piece}", guess.qdd, -most, most, columns=count, power=-2)
        force = v.add(f"force{phase}{piece}", np.zeros((count, f.rank)), columns=count)
        most = np.tile(limits.effort, count)
        tau = v.add(f"tau{phase}{piece}", np.zeros((count, f.n)), -most, most, columns=count)
        v.constrain(f.node.map(count)(q, rates, acceleration, *y[:3], force, tau))
        self._constrain_efforts(tau, count)
        sides = self.seed.sides(guess.q)
        is_positive = self.seed.starts_positive == (phase == 0)
        z = v.add(f"z{phase}{piece}", sides.z, columns=count)
        s = v.add(f"s{phase}{piece}", sides.s, *((0.0, np.inf) if is_positive else (-np.inf, 0.0)), columns=count)
        v.constrain(f.side.map(count)(q, z, s, ca.DM(sides.left.T), ca.DM(sides.right.T)))
        if self.bounds.box is not None:
            lower, upper = self.bounds.box
            v.constrain(y[0][: len(lower), :], np.tile(lower, count), np.tile(upper, count))
        return ca.sumsqr(y[3]) / count

    def solve(self, duration: float, smooth: float, effort_scale: Array, begin: Array | None, iterations: int) -> Solution:
        """The best motion of a duration [s], from the seed or from the values of another solution."""
        parameters = np.concatenate([[duration, smooth], effort_scale])
        if iterations not in self._solvers:
            self._solvers[iterations] = ca.nlpsol(
                "crossing", "ipopt", self._solver_input, {**IPOPT, "ipopt.max_iter": iterations}
            )
        solver, v = self._solvers[iterations], self._v
        found = solver(
            x0=np.concatenate(v.guess) * duration ** np.concatenate(v.powers).astype(float) if begin is None else begin,
            p=parameters,
            lbx=np.concatenate(v.lower),
            ubx=np.concatenate(v.upper),
            lbg=np.concatenate(v.row_lower),
            ubg=np.concatenate(v.row_upper),
        )
        q, time, peak, times, *states = (np.array(part) for part in self._results(found["x"], parameters))
        path = PlannedPath(self.equations.chart, times.ravel(), np.array([state.T for state in states]))
        return Solution(
            path, time.item(), q.ravel(), peak.item(), np.array(found["x"]).ravel(), solver.stats()["return_status"] in CONVERGED
        )
