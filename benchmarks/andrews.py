"""Andrews' squeezing mechanism ([IFToMM] A03; [Hairer1996] chapter VII.7), and its motion by independent equations.

Seven bodies in a plane without gravity, three loops, a spring and a motor with constant torque. The published solution at 0.03 s
is that of the Test Set for IVP Solvers (Bari, release 2.4), where bodies have these angles. :func:`by_hand` integrates the
equations of motion as they are written out in those sources, with accelerations from one linear system.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

import kinloop as kl

Array = np.ndarray
MASS = (0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498)
INERTIA = (2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5)
A, B, C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
D, DA, E, EA, RR, RA = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
SS, SA, SB, SC, SD, TA, TB = 0.035, 0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916
U, UA, UB, ZF, ZT, FA = 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421
STIFFNESS, REST, TORQUE, DURATION = 4530.0, 0.07785, 0.033, 0.03
ANGLES = ("beta", "Theta", "gamma", "phi", "delta", "Omega", "epsilon")
START = (-0.0617138900142764, 0.0, 0.455279819163070, 0.222668390165886, 0.487364979543843, -0.222668390165886, 1.23054744454982)
PUBLISHED = (
    *(0.1581077119629904e2, -0.1575637105984298e2, 0.4082224013073101e-1, -0.5347301163226948),
    *(0.5244099658805304, 0.5347301163226948, 0.1048080741042263e1),
)


def squeezer() -> kl.Mechanism:
    """The mechanism, its joints called by the published angles; the spring is a slide without mass between two pins."""
    return kl.Mechanism(
        name="andrews",
        gravity=(0, 0, 0),
        task=("phi",),
        tool=kl.Anchor(link="K1"),
        links=(
            _body(1, (RA, 0)),
            _body(2, (-DA, 0)),
            _body(3, (SB, -SA)),
            _body(4, (0, -(E - EA))),  # from the joint on K5
            _body(5, (TA, TB)),
            _body(6, (ZF - FA, 0)),  # from the joint on K7
            _body(7, (-UB, -UA)),
        ),
        joints=(
            _turn("beta", "base", 1, (0, 0), actuated=True),
            _turn("Theta", "K1", 2, (RR, 0)),
            _turn("gamma", "base", 3, B),
            _turn("delta", "base", 5, A),
            _turn("phi", "K5", 4, (ZT, 0)),
            _turn("epsilon", "base", 7, A),
            _turn("Omega", "K7", 6, (0, -U)),
            kl.Joint(name="swing", kind="revolute", parent="base", child="case", origin=_at(C), actuated=False),
            kl.Joint(
                name="length",
                kind="prismatic",
                parent="case",
                child="piston",
                axis=(1, 0, 0),
                actuated=False,
                spring=kl.Spring(stiffness=STIFFNESS, rest=REST),
            ),
        ),
        loops=(
            _pin("at_K3", "K2", (-D, 0), "K3", (0, -SS)),
            _pin("at_K4", "K2", (-D, 0), "K4", (0, -E)),
            _pin("at_K6", "K2", (-D, 0), "K6", (ZF, 0)),
            _pin("spring", "piston", (0, 0), "K3", (SD, -SC)),
        ),
        start=dict(zip(ANGLES, START, strict=True)) | dict(zip(("swing", "length"), _spring(np.array(START)), strict=True)),
    )


def angles(robot: kl.Robot, q: Array) -> Array:
    """The seven angles in the published order, from configurations (..., nq)."""
    return np.asarray(q)[..., [robot.mechanism.coordinates.index(name) for name in ANGLES]]


def energy(y: Array, rate: Array) -> float:
    """Kinetic energy and that of the spring [J], from the published angles and their rates."""
    length = _spring(y)[1]
    return float(rate @ _mass(y) @ rate / 2 + STIFFNESS * (length - REST) ** 2 / 2)


def by_hand(duration: float = DURATION) -> tuple[Array, Array]:
    """Angles and rates after a duration, from the equations of motion in the seven angles."""

    def derivative(_: float, state: Array) -> Array:
        y, rate = state[:7], state[7:]
        M, G = _mass(y), _closure_jacobian(y)
        gyroscopic = (_mass_rate(y, rate) @ rate) - _quadratic_gradient(y, rate) / 2
        G_rate = _closure_jacobian(y + 1e-30j * rate).imag / 1e-30  # a complex step, exact to rounding
        full = np.block([[M, G.T], [G, np.zeros((6, 6))]])
        right = np.concatenate([_force(y) - gyroscopic, -G_rate @ rate])
        return np.concatenate([rate, np.linalg.solve(full, right)[:7]])

    start = np.concatenate([_closed(np.array(START)), np.zeros(7)])
    solved = solve_ivp(derivative, (0.0, duration), start, "DOP853", rtol=1e-13, atol=1e-13)
    return solved.y[:7, -1], solved.y[7:, -1]


# ---------------------------------------------------------------- the equations, written out


def _centres(y: Array) -> tuple[Array, Array]:
    """Of each body its centre of mass's derivative by the angles, (7, 2, 7), and its turn's, (7, 7)."""
    beta, theta, gamma, phi, delta, omega, epsilon = y
    J, turn = np.zeros((7, 2, 7)), np.zeros((7, 7))
    along = lambda angle: np.array([np.cos(angle), np.sin(angle)])  # noqa: E731
    across = lambda angle: np.array([-np.sin(angle), np.cos(angle)])  # noqa: E731
    J[0, :, 0] = RA * across(beta)
    J[1, :, 0] = RR * across(beta) - DA * across(beta + theta)
    J[1, :, 1] = -DA * across(beta + theta)
    J[2, :, 2] = SA * along(gamma) + SB * across(gamma)
    J[3, :, 4] = ZT * across(delta) + (E - EA) * along(phi + delta)
    J[3, :, 3] = (E - EA) * along(phi + delta)
    J[4, :, 4] = TA * across(delta) - TB * along(delta)
    J[5, :, 6] = U * along(epsilon) + (ZF - FA) * across(omega + epsilon)
    J[5, :, 5] = (ZF - FA) * across(omega + epsilon)
    J[6, :, 6] = UA * along(epsilon) - UB * across(epsilon)
    for body, of in enumerate([(0,), (0, 1), (2,), (3, 4), (4,), (5, 6), (6,)]):
        turn[body, list(of)] = 1.0
    return J, turn


def _mass(y: Array) -> Array:
    J, turn = _centres(y)
    return sum(m * j.T @ j + i * np.outer(w, w) for m, i, j, w in zip(MASS, INERTIA, J, turn, strict=True))


def _mass_rate(y: Array, rate: Array) -> Array:
    return sum(r * d for r, d in zip(rate, _mass_gradient(y), strict=True))


def _quadratic_gradient(y: Array, rate: Array) -> Array:
    return np.array([rate @ d @ rate for d in _mass_gradient(y)])


def _mass_gradient(y: Array) -> list[Array]:
    """Exact: only m12, m45 and m67 change, with Theta, phi and Omega."""
    d = [np.zeros((7, 7)) for _ in range(7)]
    change = MASS[1] * DA * RR * np.sin(y[1])
    d[1][0, 0], d[1][0, 1], d[1][1, 0] = 2 * change, change, change
    change = MASS[3] * ZT * (E - EA) * np.cos(y[3])
    d[3][4, 4], d[3][3, 4], d[3][4, 3] = 2 * change, change, change
    change = -MASS[5] * U * (ZF - FA) * np.cos(y[5])
    d[5][6, 6], d[5][5, 6], d[5][6, 5] = 2 * change, change, change
    return d


def _force(y: Array) -> Array:
    """The motor's torque, and the spring's on K3."""
    swing, length = _spring(y)
    gamma = y[2]
    by_gamma = np.array([-SD * np.sin(gamma) + SC * np.cos(gamma), SD * np.cos(gamma) + SC * np.sin(gamma)])
    pull = -STIFFNESS * (length - REST) * np.array([np.cos(swing), np.sin(swing)])
    force = np.zeros(7)
    force[0], force[2] = TORQUE, by_gamma @ pull
    return force


def _spring(y: Array) -> tuple[float, float]:
    """Angle and length of the spring from C to D on K3."""
    gamma = y[2]
    x = SD * np.cos(gamma) + SC * np.sin(gamma) + B[0] - C[0]
    y_ = SD * np.sin(gamma) - SC * np.cos(gamma) + B[1] - C[1]
    return float(np.arctan2(y_, x)), float(np.hypot(x, y_))


def _closure(y: Array) -> Array:
    beta, theta, gamma, phi, delta, omega, epsilon = y
    x = RR * np.cos(beta) - D * np.cos(beta + theta)
    z = RR * np.sin(beta) - D * np.sin(beta + theta)
    return np.array(
        [
            x - SS * np.sin(gamma) - B[0],
            z + SS * np.cos(gamma) - B[1],
            x - E * np.sin(phi + delta) - ZT * np.cos(delta) - A[0],
            z + E * np.cos(phi + delta) - ZT * np.sin(delta) - A[1],
            x - ZF * np.cos(omega + epsilon) - U * np.sin(epsilon) - A[0],
            z - ZF * np.sin(omega + epsilon) + U * np.cos(epsilon) - A[1],
        ]
    )


def _closure_jacobian(y: Array) -> Array:
    beta, theta, gamma, phi, delta, omega, epsilon = y
    G = np.zeros((6, 7), dtype=y.dtype)
    G[0::2, 0] = -RR * np.sin(beta) + D * np.sin(beta + theta)
    G[1::2, 0] = RR * np.cos(beta) - D * np.cos(beta + theta)
    G[0::2, 1], G[1::2, 1] = D * np.sin(beta + theta), -D * np.cos(beta + theta)
    G[0:2, 2] = -SS * np.cos(gamma), -SS * np.sin(gamma)
    G[2:4, 3] = -E * np.cos(phi + delta), -E * np.sin(phi + delta)
    G[2:4, 4] = G[2:4, 3] + [ZT * np.sin(delta), -ZT * np.cos(delta)]
    G[4:6, 5] = ZF * np.sin(omega + epsilon), -ZF * np.cos(omega + epsilon)
    G[4:6, 6] = G[4:6, 5] + [-U * np.cos(epsilon), -U * np.sin(epsilon)]
    return G


def _closed(y: Array) -> Array:
    for _ in range(5):
        y = y - np.linalg.lstsq(_closure_jacobian(y), _closure(y), rcond=None)[0]
    return y


# ---------------------------------------------------------------- parts


def _at(place: tuple[float, float]) -> kl.Pose:
    return kl.Pose(xyz=(*place, 0))


def _body(k: int, com: tuple[float, float]) -> kl.Link:
    about = INERTIA[k - 1]  # of what turns in the plane; the other two only have to be those of a body
    return kl.Link(name=f"K{k}", mass=MASS[k - 1], com=(*com, 0), inertia=(about / 2, about / 2, about, 0, 0, 0))


def _turn(name: str, parent: str, body: int, place: tuple[float, float], actuated: bool = False) -> kl.Joint:
    return kl.Joint(name=name, kind="revolute", parent=parent, child=f"K{body}", origin=_at(place), actuated=actuated)


def _pin(name: str, a: str, at_a: tuple[float, float], b: str, at_b: tuple[float, float]) -> kl.Loop:
    return kl.Loop(name=name, kind="pin", a=kl.Anchor(link=a, origin=_at(at_a)), b=kl.Anchor(link=b, origin=_at(at_b)))
