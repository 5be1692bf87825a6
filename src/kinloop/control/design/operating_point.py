r"""Where a loop is linearised: a machine at rest or on a trajectory, and the reference and state with which a law keeps it there.

A law without gravity compensation rests where its error holds the machine, and an integral has the value that holds it. So the
machine's state is what is given, and the reference (moved by :math:`N \xi_r`) and the law's state are found by Newton's method,
such that the command gives the machine its acceleration and the law's state stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.law_at_point import LawAtPoint, LawDerivatives
from kinloop.control.design.machine_loop import as_configuration
from kinloop.control.law import Law
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.dynamics.task import task_rows
from kinloop.model.forces.linearise import Linearisation
from kinloop.model.forces.tangent_space import derivatives, free_motions
from kinloop.model.robot import Robot
from kinloop.numerics.algebra import quaternion_product

Array = np.ndarray
# Steps of Newton's method, and what may be left of accelerations and changes of state, in parts of their terms.
STEPS, LEFT = 50, 1e-9


@dataclass(frozen=True)
class Motion:
    """The state of a machine, the accelerations that it should have, and the reference that belongs to it, at a time."""

    q: Array
    qd: Array
    qdd: Array
    t: float | None
    reference: dict[str, Array]
    words: str


def motion_at(what: str, robot: Robot, q: ArrayLike, trajectory: Any, t: Any) -> Motion:
    """Rest at ``q``, or the motion on a trajectory at a time, on the branch of ``q``."""
    near = as_configuration(what, robot, q)
    still = np.zeros(len(robot.mechanism.rates))
    if trajectory is None:
        if t is not None:
            raise ShapeError(f"{what}: t is {t!r:.40}, but there is no trajectory")
        reference = _joint_reference(robot, near, still, still)
        if robot.task:
            rows = np.zeros(len(task_rows(robot.mechanism)))
            reference |= {"x": np.asarray(robot.models.geometry.task(near)), "xd": rows, "xdd": rows, "xddd": rows}
        return Motion(near, still, still, None, reference, f"at rest at q = {near}")
    try:
        time = float(0.0 if t is None else t)
        point, space = trajectory(time), trajectory.space
    except (AttributeError, TypeError, ValueError) as error:
        raise ShapeError(f"{what}: the trajectory {trajectory!r:.80} gives no motion at t = {t!r:.40} s: {error}") from None
    if space == "active":
        q = np.asarray(robot.forward_geometry(point.x, near=near).q)
        qd = robot.forward_velocity(q, point.xd).qd
        qdd = robot.forward_acceleration(q, qd, point.xdd).qdd
        return Motion(q, qd, qdd, time, _joint_reference(robot, q, qd, qdd), f"on the trajectory at t = {time:g} s")
    q = np.asarray(robot.inverse_geometry(point.x, near=near).q)
    qd = robot.inverse_velocity(q, point.xd).qd
    qdd = robot.inverse_acceleration(q, qd, point.xdd).qdd
    parts = {name: np.asarray(getattr(point, name), float) for name in ("x", "xd", "xdd", "xddd")}
    return Motion(q, qd, qdd, time, _joint_reference(robot, q, qd, qdd) | parts, f"on the trajectory at t = {time:g} s")


def _joint_reference(robot: Robot, q: Array, qd: Array, qdd: Array) -> dict[str, Array]:
    """The reference of the active joints; none for a spherical joint, whose numbers have no difference."""
    n = robot.n_active
    if len(robot.active) != n:
        return {}
    return {"q_active": q[:n], "qd_active": qd[:n], "qdd_active": qdd[:n], "q": q, "qd": qd, "qdd": qdd}


@dataclass(frozen=True)
class OperatingPoint:
    """A machine and a law that keeps it in its motion: the linear model of the machine under the law's command, the changes of
    rates with those of positions, and the law's derivatives. ``kept`` are the entries of the law's state that matter."""

    model: Linearisation
    rates: Array
    law: LawDerivatives
    kept: list[int]
    is_moving: bool


class Balance:
    """The search for the reference and the state with which a law keeps a machine in its motion, for any period."""

    def __init__(self, what: str, robot: Robot, plant: Robot, law: Law, motion: Motion) -> None:
        self.what, self.plant, self.motion = what, plant, motion
        self.law = LawAtPoint(robot, law, motion.q, motion.qd, motion.reference, plant)
        self.memory = self.law.memory
        self.drives = law.drives
        self.model = plant.linearise(motion.q, motion.qd, np.zeros(plant.n_active))
        rates = plant.mechanism.rates
        self.places = [rates.index(name) for name in self.model.independent]
        self.active = self.model.basis[: plant.n_active]
        self.rates = rate_changes(plant, self.model, self.places)

    def at(self, period: float) -> OperatingPoint:
        """The operating point for a period."""
        kept = self.law.kept_states(period)
        t = self._time(kept, period)
        state, reference = self._solve(kept, t, period)
        law = self.law.evaluate(state, reference, t, period)
        changes = np.block([[self.model.basis, np.zeros_like(self.model.basis)], [self.rates, self.model.basis]])
        self.law.require_smooth(state, reference, t, period, changes)
        model = self.model
        if self.drives == "effort":
            model = self.plant.linearise(self.motion.q, self.motion.qd, law.command, independent=self.model.independent)
        moving = bool(np.any(self.motion.qd) or np.any(self.motion.qdd))
        return OperatingPoint(model, self.rates, law, kept, moving)

    def _time(self, kept: list[int], period: float) -> float:
        """The time at which the law is evaluated. Raises: UnsupportedOperation: at rest, a law whose formula changes with it."""
        if self.motion.t is not None:
            return self.motion.t
        if self.law.reads_time:
            one, other = (self.law.evaluate(self.memory, self.law.reference, k * period, period) for k in (7.0, 1000.0))
            first, second = ((each.command, *each.of_command, *each.of_state) for each in (one, other))
            if not all(map(np.array_equal, first, second)):
                raise UnsupportedOperation(
                    f"{self.what}: the law {self.law.name!r} changes with time, so its eigenvalues at one time do not decide "
                    "whether it is stable; simulate it"
                )
        return 7.0 * period

    def _solve(self, kept: list[int], t: float, period: float) -> tuple[Array, Array]:
        """State and reference of the law, by Newton's method with the least changes."""
        f = len(self.places)
        shift, state = np.zeros(f), self.memory.copy()
        moves = self._reference_moves()
        for _ in range(STEPS):
            reference = self._move_reference(shift, moves)
            law = self.law.evaluate(state, reference, t, period)
            left, size, by_command = self._left(law)
            error = np.concatenate([left, (law.state - state)[kept]])
            scale = np.concatenate([size, np.maximum(np.abs(state[kept]), np.abs(law.state[kept])) + _spread(law, kept)])
            if np.all(np.abs(error) <= LEFT * scale):
                self._refuse_two_references(moves, law, shift)
                return state, reference
            to_reference = self._reference_matrix(moves, shift)
            columns = [
                np.hstack([by_command @ law.of_command[3] @ to_reference, by_command @ law.of_command[2][:, kept]]),
                np.hstack([law.of_state[3][kept] @ to_reference, (law.of_state[2] - np.eye(state.size))[np.ix_(kept, kept)]]),
            ]
            weight = 1 / np.where(scale > 0, scale, 1.0)
            step = np.linalg.lstsq(weight[:, None] * np.vstack(columns), -weight * error, rcond=1e-12)[0]
            if not np.any(step):
                break
            shift = shift + step[:f]
            state[kept] += step[f:]
        raise ShapeError(
            f"{self.what}: no reference and no state were found with which the law {self.law.name!r} keeps "
            f"{self.plant.mechanism.name} {self.motion.words}; what is left of its accelerations there is {left}"
        )

    def _left(self, law: LawDerivatives) -> tuple[Array, Array, Array]:
        """What the command lacks for the motion, the size of its terms, and its derivative by the command."""
        f = len(self.places)
        if self.drives == "rate":
            back = np.linalg.pinv(self.active)
            return (
                back @ law.command - self.motion.qd[self.places],
                np.abs(back) @ np.abs(law.command) + np.abs(self.motion.qd[self.places]) + _spread(law),
                back,
            )
        B = self.model.B[f:]
        own, wanted = self.model.qdd[self.places], self.motion.qdd[self.places]
        size = np.abs(own) + np.abs(wanted) + np.abs(B) @ (np.abs(law.command) + _spread(law))
        size += np.abs(self.model.A[f:, :f]).sum(axis=1)  # by a change of the coordinates of 1 rad or 1 m
        return own + B @ law.command - wanted, size, B

    # ---------------------------------------------------------------- the reference

    def _reference_moves(self) -> dict[str, Array]:
        """How the positions of the reference change with the independent joints."""
        f, moves = len(self.places), {}
        if "q_active" in self.law.parts:
            moves["q_active"] = self.active
        if "q" in self.law.parts and self.motion.q.size == self.motion.qd.size:  # no quaternion
            moves["q"] = self.model.basis
        if "x" in self.law.parts:
            moves["x"] = self.model.C[: len(self.model.C) // 2, :f]
        return moves

    def _move_reference(self, shift: Array, moves: dict[str, Array]) -> Array:
        reference = self.law.reference.copy()
        for name, matrix in moves.items():
            place = self.law.places[name]
            part = reference[place]
            reference[place] = _move_pose(part, matrix @ shift) if self._is_pose(name) else part + matrix @ shift
        return reference

    def _reference_matrix(self, moves: dict[str, Array], shift: Array) -> Array:
        found = np.zeros((self.law.reference.size, shift.size))
        for name, matrix in moves.items():
            place = self.law.places[name]
            if not self._is_pose(name):
                found[place] = matrix
                continue
            here = self.law.reference[place]
            h = 1e-7
            ends = [[_move_pose(here, matrix @ (shift + sign * h * row)) for sign in (1, -1)] for row in np.eye(shift.size)]
            found[place] = np.array([(a - b) / (2 * h) for a, b in ends]).T
        return found

    def _is_pose(self, name: str) -> bool:
        return name == "x" and "pose" in self.plant.task

    def _refuse_two_references(self, moves: dict[str, Array], law: LawDerivatives, shift: Array) -> None:
        used = [
            name
            for name in moves
            if np.any([block[3][:, self.law.places[name]].any() for block in (law.of_command, law.of_state)])
        ]
        if "x" in used and len(used) > 1 and np.any(shift):
            raise UnsupportedOperation(
                f"{self.what}: the law {self.law.name!r} reads the references of the task and of the joints, and rests beside "
                "them, so it is not known where both are; add the efforts that hold the machine to it"
            )


def _spread(law: LawDerivatives, kept: list[int] | None = None) -> Array:
    """The size of changes of the command, or of the law's state, that rounding of its inputs can make."""
    blocks = law.of_command if kept is None else tuple(block[kept] for block in law.of_state)
    return 1e-6 * np.sum([np.abs(block).sum(axis=1) for block in blocks], axis=0)


def _move_pose(pose: Array, twist: Array) -> Array:
    """A pose after a displacement and a rotation in world axes."""
    angle = np.linalg.norm(twist[3:])
    turn = np.concatenate([[np.cos(angle / 2)], np.sinc(angle / (2 * np.pi)) / 2 * twist[3:]])
    turned = np.array(ca.DM(quaternion_product(ca.SX(turn), ca.SX(pose[3:]))))[:, 0]
    return np.concatenate([pose[:3] + twist[:3], turned])


def rate_changes(robot: Robot, model: Linearisation, places: list[int]) -> Array:
    """The changes of all rates with the independent positions, at constant independent rates: ``P`` of ``linearise``."""
    if not robot.models.is_closed or not np.any(model.qd):
        return np.zeros_like(model.basis)
    force = np.zeros(len(robot.models.formulas.model.rows))
    by = derivatives(robot.models, (model.q, model.qd, model.qdd, force), (), ())
    P = -free_motions(robot.models, by.closure_rate[1]).back @ by.closure_rate[0] @ model.basis
    return P - model.basis @ P[places]
