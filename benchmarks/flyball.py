"""The stiff flyball governor ([IFToMM] A05), with springs and strong dampers as coupler rods, and its motion by independent
equations.

A shaft turns about z at 2 pi rad/s at first; a slider moves along it at the height ``s``; two rods hang from its top, each with
5 kg at its end, 30 degrees below the level. A spring of 8e5 N/m with a damper of 4e4 N s/m, 0.5 m long at rest, joins each rod's
middle to the slider. Gravity 9.81 m/s2 along -z. :func:`by_hand` has the rods' angle and the slider's height as its coordinates
and the shaft's angular momentum as a constant, without a loop.
"""

from __future__ import annotations

import casadi as ca
import numpy as np
from scipy.integrate import solve_ivp

import kinloop as kl

Array = np.ndarray
GRAVITY, STIFFNESS, DAMPING, REST = 9.81, 8e5, 4e4, 0.5
ROD, SLIDER, BALL, ARM = 0.3, 3.0, 5.0, 0.05  # masses of 3000 kg/m3, and how far the rods hang from the axis
WIDTH, CUBE = 0.01, 0.1
ANGLE, HEIGHT, SPEED = np.pi / 6, 0.5, 2 * np.pi


def governor() -> kl.Mechanism:
    """The machine; the shaft has a motor that nothing drives. A spring is a slide without mass between two pins."""
    across, along = ROD * (1 + WIDTH**2) / 12, ROD * WIDTH**2 / 6
    rods, joints, loops, start = [], [], [], {"s": HEIGHT}
    for name, side in (("a", 1), ("b", -1)):
        rods += [
            kl.Link(name=f"rod_{name}", mass=ROD, com=(side / 2, 0, 0), inertia=(along, across, across, 0, 0, 0)),
            kl.Link(name=f"ball_{name}", mass=BALL),
        ]
        turn = {"kind": "revolute", "axis": (0, side, 0), "actuated": False}
        joints += [
            kl.Joint(name=f"angle_{name}", parent="shaft", child=f"rod_{name}", origin=_at(side * ARM, 1), **turn),
            kl.Joint(name=f"end_{name}", kind="fixed", parent=f"rod_{name}", child=f"ball_{name}", origin=_at(side, 0)),
            kl.Joint(name=f"lean_{name}", parent="slider", child=f"case_{name}", origin=_at(side * ARM, 0), **turn),
            kl.Joint(
                name=f"length_{name}",
                kind="prismatic",
                parent=f"case_{name}",
                child=f"piston_{name}",
                axis=(side, 0, 0),
                actuated=False,
                spring=kl.Spring(stiffness=STIFFNESS, rest=REST),
                friction=kl.Friction(viscous=DAMPING),
            ),
        ]
        ends = kl.Anchor(link=f"piston_{name}"), kl.Anchor(link=f"rod_{name}", origin=_at(side / 2, 0))
        loops.append(kl.Loop(name=f"middle_{name}", kind="pin", a=ends[0], b=ends[1], axis=(0, 1, 0)))
        start |= {f"angle_{name}": ANGLE, f"lean_{name}": -ANGLE, f"length_{name}": REST}
    return kl.Mechanism(
        name="flyball_governor",
        gravity=(0, 0, -GRAVITY),
        links=(
            kl.Link(name="shaft", mass=ROD, com=(0, 0, 0.5), inertia=(across, across, along, 0, 0, 0)),
            kl.Link(name="slider", mass=SLIDER, inertia=(*[SLIDER * CUBE**2 / 6] * 3, 0, 0, 0)),
            *rods,
        ),
        joints=(
            kl.Joint(name="psi", kind="revolute", parent="base", child="shaft"),
            kl.Joint(name="s", kind="prismatic", parent="shaft", child="slider", actuated=False),
            *joints,
        ),
        loops=tuple(loops),
        tool=kl.Anchor(link="slider"),
        task=("z",),
        start=start,
    )


def first_rates(robot: kl.Robot) -> Array:
    return np.array([SPEED if name == "psi" else 0.0 for name in robot.mechanism.rates])


def by_hand(times: Array) -> Array:
    """The slider's height and the rods' angle, (times, 2)."""
    angle, s, angle_rate, s_rate = (ca.SX.sym(name) for name in ("angle", "s", "angle_rate", "s_rate"))
    across, along = ROD * (1 + WIDTH**2) / 12, ROD * WIDTH**2 / 6
    about_axis = (
        along
        + SLIDER * CUBE**2 / 6
        + 2
        * (
            along * ca.sin(angle) ** 2
            + across * ca.cos(angle) ** 2
            + ROD * (ARM + ca.cos(angle) / 2) ** 2
            + BALL * (ARM + ca.cos(angle)) ** 2
        )
    )
    about_hinge = 2 * (across + ROD / 4 + BALL)
    length = ca.sqrt((ca.cos(angle) / 2) ** 2 + (1 - ca.sin(angle) / 2 - s) ** 2)
    potential = GRAVITY * (SLIDER * s - 2 * (ROD / 2 + BALL) * ca.sin(angle)) + STIFFNESS * (length - REST) ** 2
    momentum = SPEED * ca.Function("J", [angle], [about_axis])(ANGLE)
    potential += momentum**2 / (2 * about_axis)  # of the spin, whose momentum stays (Routh)
    by_angle, by_s = ca.gradient(length, angle), ca.gradient(length, s)
    damping = 2 * DAMPING * (by_angle * angle_rate + by_s * s_rate)
    pull = -ca.vertcat(
        (ca.gradient(potential, angle) + damping * by_angle) / about_hinge, (ca.gradient(potential, s) + damping * by_s) / SLIDER
    )
    y = ca.vertcat(angle, s, angle_rate, s_rate)
    right = ca.vertcat(angle_rate, s_rate, pull)
    f, jacobian = ca.Function("f", [y], [right]), ca.Function("J", [y], [ca.jacobian(right, y)])
    solved = solve_ivp(
        lambda _, y: f(y).full().ravel(),
        (0.0, float(times[-1])),
        [ANGLE, HEIGHT, 0.0, 0.0],
        "Radau",
        times,
        jac=lambda _, y: jacobian(y).full(),
        rtol=1e-10,
        atol=1e-12,
    )
    return solved.y[[1, 0]].T


def _at(x: float, z: float) -> kl.Pose:
    return kl.Pose(xyz=(x, 0, z))
