"""Newton-Euler's recursion for serial arms, which the thesis leaves to future work, and Lagrange's equations of the same arms.

Both are CasADi functions: an independent derivation, whose operations can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class Body:
    """A link and the joint that carries it: a turn about z or a slide along z, at ``offset`` in the link before, then the centre
    of mass ``com`` and the principal inertia about it, both in the link's axes."""

    kind: str  # "R" or "P"
    offset: Sequence[float]
    mass: float
    com: Sequence[float]
    inertia: Sequence[float]


def planar_bodies(lengths: Sequence[float], masses: Sequence[float]) -> list[Body]:
    """Hinges and links with point masses at their ends, (4.44)."""
    offsets = [0.0, *lengths[:-1]]
    return [
        Body("R", (offset, 0, 0), mass, (length, 0, 0), (0, 0, 0))
        for offset, mass, length in zip(offsets, masses, lengths, strict=True)
    ]


def scara_bodies(lengths: Sequence[float], masses: Sequence[float], carriage: float) -> list[Body]:
    """The SCARA PRRR: a carriage, and uniform rods."""
    offsets = [0.0, *lengths[:-1]]
    rods = [
        Body("R", (offset, 0, 0), mass, (length / 2, 0, 0), (0, mass * length**2 / 12, mass * length**2 / 12))
        for offset, mass, length in zip(offsets, masses, lengths, strict=True)
    ]
    return [Body("P", (0, 0, 0), carriage, (0, 0, 0), (0, 0, 0)), *rods]


def newton_euler(bodies: Sequence[Body], gravity: Sequence[float]) -> ca.Function:
    """Efforts of ``q``, ``qd``, ``qdd``: rates and accelerations from the base outwards, forces and moments back inwards."""
    n = len(bodies)
    q, qd, qdd = (ca.SX.sym(name, n) for name in ("q", "qd", "qdd"))
    z = ca.DM([0, 0, 1])
    turn_rate, turn_acceleration, acceleration = ca.SX.zeros(3), ca.SX.zeros(3), -ca.SX(ca.DM(gravity))
    forces, moments, axes, offsets = [], [], [], []
    for k, body in enumerate(bodies):
        turns = body.kind == "R"
        R = _about_z(q[k]) if turns else ca.SX.eye(3)
        offset = ca.SX(ca.DM(body.offset)) + (0 if turns else z * q[k])
        acceleration = acceleration + ca.cross(turn_acceleration, offset) + ca.cross(turn_rate, ca.cross(turn_rate, offset))
        turn_rate, turn_acceleration, acceleration = R.T @ turn_rate, R.T @ turn_acceleration, R.T @ acceleration
        if turns:
            turn_acceleration = turn_acceleration + ca.cross(turn_rate, z * qd[k]) + z * qdd[k]
            turn_rate = turn_rate + z * qd[k]
        else:
            acceleration = acceleration + 2 * ca.cross(turn_rate, z * qd[k]) + z * qdd[k]
        com, inertia = ca.SX(ca.DM(body.com)), ca.diag(ca.DM(body.inertia))
        at_com = acceleration + ca.cross(turn_acceleration, com) + ca.cross(turn_rate, ca.cross(turn_rate, com))
        forces.append(body.mass * at_com)
        moments.append(inertia @ turn_acceleration + ca.cross(turn_rate, inertia @ turn_rate) + ca.cross(com, forces[-1]))
        axes.append(R)
        offsets.append(offset)
    efforts: list[ca.SX] = []
    force, moment = ca.SX.zeros(3), ca.SX.zeros(3)
    for k in reversed(range(n)):
        force, moment = force + forces[k], moment + moments[k]
        efforts.append((moment if bodies[k].kind == "R" else force)[2])
        force, moment = axes[k] @ force, axes[k] @ moment
        moment = moment + ca.cross(offsets[k], force)
    return ca.Function("newton_euler", [q, qd, qdd], [ca.cse(ca.vertcat(*reversed(efforts)))])


def lagrange(lengths: Sequence[float], masses: Sequence[float], g: float) -> ca.Function:
    """Efforts of planar links with point masses as ``M qdd + C qd + G``, by differentiating the energies: chapter 4's way."""
    n = len(lengths)
    q, qd, qdd = (ca.SX.sym(name, n) for name in ("q", "qd", "qdd"))
    position, kinetic, potential = ca.SX.zeros(2), ca.SX(0), ca.SX(0)
    for k in range(n):
        angle = ca.sum1(q[: k + 1])
        position = position + lengths[k] * ca.vertcat(ca.cos(angle), ca.sin(angle))
        velocity = ca.jacobian(position, q) @ qd
        kinetic += masses[k] * ca.dot(velocity, velocity) / 2
        potential += masses[k] * g * position[1]
    M = ca.jacobian(ca.gradient(kinetic, qd), qd)
    dM = [ca.reshape(ca.jacobian(ca.vec(M), q[k]), n, n) for k in range(n)]
    C = ca.SX.zeros(n, n)
    for i in range(n):
        for j in range(n):
            C[i, j] = sum((dM[k][i, j] + dM[j][i, k] - dM[i][j, k]) * qd[k] / 2 for k in range(n))
    return ca.Function("lagrange", [q, qd, qdd], [ca.cse(M @ qdd + C @ qd + ca.gradient(potential, q))])


def operations(function: ca.Function) -> int:
    """Scalar operations of one evaluation: instructions without inputs and outputs. What occurs twice is computed once."""
    moved = (ca.OP_INPUT, ca.OP_OUTPUT, ca.OP_CONST, ca.OP_PARAMETER)
    return sum(function.instruction_id(k) not in moved for k in range(function.n_instructions()))


def evaluate(function: ca.Function, q: Array, qd: Array, qdd: Array) -> Array:
    """A function over a batch of states."""
    return np.asarray(function.map(len(q))(q.T, qd.T, qdd.T).full().T)


def _about_z(angle: ca.SX) -> ca.SX:
    c, s = ca.cos(angle), ca.sin(angle)
    return ca.vertcat(ca.horzcat(c, -s, 0), ca.horzcat(s, c, 0), ca.horzcat(0, 0, 1))
