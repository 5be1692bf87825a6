"""N four-bars in a row ([IFToMM] problem A02), and their motion by one coordinate.

Links of 1 m and 1 kg, uniform and slender, gravity 9.81 m/s2 down; base pins at (0, 0), (1, 0), ..., (N, 0); cranks upright;
the couplers move at 1 m/s in +x. Where the bars are equal the cranks stay parallel, which is a pendulum of one coordinate:
:func:`parallelogram` integrates that, without a loop.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.integrate import solve_ivp

import kinloop as kl

Array = np.ndarray
GRAVITY = 9.81
SPEED = 1.0  # of the couplers [m/s]


def n_four_bars(
    n: int,
    crank: float = 1.0,
    coupler: float = 1.0,
    ground: float = 1.0,
    rocker: float | None = None,
    mass: float = 1.0,
    actuated: bool = True,
) -> kl.Mechanism:
    """``n`` four-bars that share their cranks, with the lengths and the mass of a bar as parameters.

    Args:
        crank: length of the cranks but the last [m].
        rocker: length of the last crank; without it, that of the others.
        actuated: whether the first crank has a motor.
    """
    cranks = range(n + 1)
    length = {k: "rocker" if k == n else "crank" for k in cranks}
    return kl.Mechanism(
        name=f"four_bars_{n}",
        gravity=(0, -GRAVITY, 0),
        parameters={
            "crank": crank,
            "coupler": coupler,
            "ground": ground,
            "rocker": crank if rocker is None else rocker,
            "m": mass,
        },
        links=(*(_bar(f"crank{k}", length[k]) for k in cranks), *(_bar(f"coupler{k}", "coupler") for k in range(n))),
        joints=(
            *(
                kl.Joint(
                    name=f"a{k}",
                    kind="revolute",
                    parent="base",
                    child=f"crank{k}",
                    origin=_along(f"{k}*ground"),
                    actuated=actuated and k == 0,
                )
                for k in cranks
            ),
            *(
                kl.Joint(
                    name=f"b{k}",
                    kind="revolute",
                    parent=f"crank{k}",
                    child=f"coupler{k}",
                    origin=_along("crank"),
                    actuated=False,
                )
                for k in range(n)
            ),
        ),
        loops=tuple(
            kl.Loop(
                name=f"c{k}",
                kind="pin",
                a=kl.Anchor(link=f"coupler{k}", origin=_along("coupler")),
                b=kl.Anchor(link=f"crank{k + 1}", origin=_along(length[k + 1])),
            )
            for k in range(n)
        ),
        tool=kl.Anchor(link="coupler0"),
        task=("x",),
        start={f"a{k}": "90 deg" for k in cranks} | {f"b{k}": "-90 deg" for k in range(n)},
    )


def first_rates(robot: kl.Robot) -> Array:
    """Rates at which all couplers move at :data:`SPEED` in +x, from the upright start of bars that are equal."""
    rate = SPEED / float(robot.parameters["crank"])
    return np.array([-rate if name.startswith("a") else rate for name in robot.mechanism.rates])


def energy(robot: kl.Robot, q: Array, qd: Array) -> Array:
    """Kinetic and potential energy [J] of the bars, from their angles and lengths alone; configurations along the first axis."""
    angle = dict(zip(robot.mechanism.coordinates, np.atleast_2d(q).T, strict=True))
    rate = dict(zip(robot.mechanism.rates, np.atleast_2d(qd).T, strict=True))
    value = {name: float(number) for name, number in robot.parameters.items()}
    n = len(robot.mechanism.loops)
    total = np.zeros(len(np.atleast_2d(q)))
    for k in range(n + 1):
        length = value["rocker" if k == n else "crank"]
        total += value["m"] * (length**2 * rate[f"a{k}"] ** 2 / 6 + GRAVITY * length / 2 * np.sin(angle[f"a{k}"]))
    for k in range(n):
        half, arm = value["coupler"] / 2, value["crank"]
        turn, spin = angle[f"a{k}"] + angle[f"b{k}"], rate[f"a{k}"] + rate[f"b{k}"]
        vx = -arm * np.sin(angle[f"a{k}"]) * rate[f"a{k}"] - half * np.sin(turn) * spin
        vy = arm * np.cos(angle[f"a{k}"]) * rate[f"a{k}"] + half * np.cos(turn) * spin
        height = arm * np.sin(angle[f"a{k}"]) + half * np.sin(turn)
        total += value["m"] * ((vx**2 + vy**2) / 2 + half**2 * spin**2 / 6 + GRAVITY * height)
    return total


def parallelogram(n: int, times: Array, angle: float = np.pi / 2, rate: float = -SPEED) -> tuple[Array, Array]:
    """Angle [rad] and rate of the cranks of equal bars of 1 m, which stay parallel: ``I a'' = -g G cos(a)``.

    The ``n + 1`` cranks turn about their ends and the ``n`` couplers move along circles without turning.
    """
    solved = solve_ivp(_pendulum(n), (0.0, float(np.max(times))), [angle, rate], "DOP853", times, rtol=1e-13, atol=1e-13)
    return solved.y[0], solved.y[1]


def aligned_at(n: int) -> float:
    """Time [s] at which the cranks first lie along the ground, all bars on one line."""
    start = [np.pi / 2, -SPEED]
    solved = solve_ivp(_pendulum(n), (0.0, 1.0), start, "DOP853", rtol=1e-13, atol=1e-13, events=lambda _, y: y[0])
    return float(solved.t_events[0][0])


def _pendulum(n: int) -> Callable[[float, Array], list[float]]:
    inertia, weight = (n + 1) / 3 + n, (n + 1) / 2 + n
    return lambda _, y: [y[1], -GRAVITY * weight / inertia * np.cos(y[0])]


def _along(length: str) -> kl.Pose:
    return kl.Pose(xyz=(length, 0, 0))


def _bar(name: str, length: str) -> kl.Link:
    """Uniform and slender, along x from its first end."""
    about = f"m*{length}^2/12"
    return kl.Link(name=name, mass="m", com=(f"{length}/2", 0, 0), inertia=(0, about, about, 0, 0, 0))
