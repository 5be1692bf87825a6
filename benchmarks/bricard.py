"""Bricard's mechanism ([IFToMM] A04), five bars and the ground along edges of a cube and six pins, and its motion by symmetry.

Bars of 1 m and 1 kg with a square cross section of 0.1 m, at rest at first, gravity 9.81 m/s2 along -y. By Gruebler's count it is
rigid: the pin that closes it has five rows, of which four are independent. :func:`by_symmetry` moves along the known curve of its
angles, ``cos a + cos b + cos a cos b = 0`` for the odd and the even pins ([Bricard1897]), without a loop to close.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from scipy.integrate import solve_ivp

import kinloop as kl

Array = np.ndarray
GRAVITY, WIDTH = 9.81, 0.1
# Of each bar the direction in which it leads on from its pin, and of each pin the axis.
BARS = ((1, 0, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0), (0, 1, 0))
AXES = ((0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))


def bricard() -> kl.Mechanism:
    """The mechanism; pin 1 has a motor that nothing drives, and pin 6 closes the loop."""
    return kl.Mechanism(
        name="bricard",
        gravity=(0, -GRAVITY, 0),
        links=tuple(
            kl.Link(name=f"bar{k + 1}", mass=1, com=tuple(x / 2 for x in along), inertia=(*_moments(along), 0, 0, 0))
            for k, along in enumerate(BARS)
        ),
        joints=tuple(
            kl.Joint(
                name=f"q{k + 1}",
                kind="revolute",
                parent="base" if k == 0 else f"bar{k}",
                child=f"bar{k + 1}",
                axis=AXES[k],
                origin=kl.Pose(xyz=(0, 0, 0) if k == 0 else BARS[k - 1]),
                actuated=k == 0,
            )
            for k in range(5)
        ),
        loops=(
            kl.Loop(
                name="pin6",
                kind="pin",
                a=kl.Anchor(link="bar5", origin=kl.Pose(xyz=BARS[4])),
                b=kl.Anchor(link="base", origin=kl.Pose(xyz=(0, 0, 1))),
                axis=AXES[5],
            ),
        ),
        tool=kl.Anchor(link="bar3"),
        task=("y",),
    )


def by_symmetry(times: Array) -> Array:
    """The five angles (times, 5) of the motion from rest."""
    a, b = ca.SX.sym("a"), ca.SX.sym("b")
    place, R = ca.SX.zeros(3), ca.SX.eye(3)
    M, V = ca.SX.zeros(2, 2), ca.SX(0)
    ab = ca.vertcat(a, b)
    for axis, along, angle in zip(AXES[:5], BARS, (a, b, a, b, a), strict=True):
        R = R @ _rotation(axis, angle)
        centre = place + R @ ca.DM(along) / 2
        place = place + R @ ca.DM(along)
        J = ca.jacobian(centre, ab)
        spin = ca.horzcat(*(_angular(R, variable) for variable in (a, b)))
        M += J.T @ J + spin.T @ ca.diag(ca.DM(_moments(along))) @ spin
        V += GRAVITY * centre[1]
    curve = ca.jacobian(_curve(a, b), ab)
    tangent = ca.vertcat(curve[1], -curve[0]) / ca.norm_2(curve)
    m = tangent.T @ M @ tangent
    speed = ca.SX.sym("speed")
    pull = -(ca.jacobian(m, ab) @ tangent * speed**2 / 2 + ca.jacobian(V, ab) @ tangent) / m
    derivative = ca.Function("derivative", [ca.vertcat(ab, speed)], [ca.vertcat(tangent * speed, pull)])
    start, span = [0.0, 0.0, 0.0], (0.0, float(times[-1]))
    solved = solve_ivp(lambda _, y: derivative(y).full().ravel(), span, start, "DOP853", times, rtol=1e-12, atol=1e-12)
    return solved.y[[0, 1, 0, 1, 0]].T


def _curve(a: ca.SX, b: ca.SX) -> ca.SX:
    """Zero where the mechanism closes; here both angles are counted from the cube, where those of the formula are -90 degrees."""
    return ca.sin(a) + ca.sin(b) + ca.sin(a) * ca.sin(b)


def _rotation(axis: tuple[int, int, int], angle: ca.SX) -> ca.SX:
    K = ca.skew(ca.DM(axis))
    return ca.DM.eye(3) + ca.sin(angle) * K + (1 - ca.cos(angle)) * K @ K


def _angular(R: ca.SX, variable: ca.SX) -> ca.SX:
    """The angular velocity in the body's axes for a unit rate of a variable."""
    W = R.T @ ca.reshape(ca.jacobian(ca.vec(R), variable), 3, 3)
    return ca.vertcat(W[2, 1], W[0, 2], W[1, 0])


def _moments(along: tuple[int, int, int]) -> tuple[float, ...]:
    """The inertia of a bar of 1 kg about its centre."""
    return tuple(WIDTH**2 / 6 if x else (1 + WIDTH**2) / 12 for x in along)
