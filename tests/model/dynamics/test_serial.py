"""A serial machine with every feature of a joint, against its equations. tests/documents has those of the SCARA thesis."""

from __future__ import annotations

import numpy as np

import kinloop as kl

Array = np.ndarray
# A few dozen operations on numbers of order one on each side.
TIGHT = 1e-13


def near(actual: Array, expected: Array) -> bool:
    return bool(np.abs(actual - expected).max() <= TIGHT * max(1.0, np.abs(expected).max()))


def random_motion(n: int, count: int = 100) -> tuple[Array, Array, Array]:
    random = np.random.default_rng(0)
    return random.uniform(-np.pi, np.pi, (count, n)), random.uniform(-2, 2, (count, n)), random.uniform(-2, 2, (count, n))


def test_a_mass_on_a_turning_slide_obeys_its_equations_in_polar_coordinates() -> None:
    """With all that a joint may have: a geared rotor, viscous and smoothed Coulomb friction, a spring."""
    m, I_rotor, ratio, k, rest, viscous, coulomb, speed, g = 0.8, 2e-4, 30.0, 25.0, 0.3, 0.4, 1.1, 0.05, 9.81
    robot = kl.load(
        kl.Mechanism(
            name="polar",
            gravity=(0, -g, 0),
            links=(kl.Link(name="mass", mass=m),),
            joints=(
                kl.Joint(name="theta", kind="revolute", parent="base", child="arm", rotor=kl.Rotor(inertia=I_rotor, ratio=ratio)),
                kl.Joint(
                    name="r",
                    kind="prismatic",
                    parent="arm",
                    child="mass",
                    axis=(1, 0, 0),
                    spring=kl.Spring(stiffness=k, rest=rest),
                    friction=kl.Friction(viscous=viscous, coulomb=coulomb, speed=speed),
                ),
            ),
        )
    )
    q, qd, qdd = random_motion(2)
    (theta, r), (thetad, rd), (thetadd, rdd) = q.T, qd.T, qdd.T
    torque = (m * r**2 + I_rotor * ratio**2) * thetadd + 2 * m * r * rd * thetad + m * g * r * np.cos(theta)
    friction = viscous * rd + coulomb * np.tanh(rd / speed)
    force = m * (rdd - r * thetad**2) + m * g * np.sin(theta) + k * (r - rest) + friction
    expected = np.stack([torque, force], axis=-1)
    assert near(robot.inverse_dynamics(q, qd, qdd), expected)
    assert np.abs(robot.forward_dynamics(q, qd, expected).qdd - qdd).max() < 1e-11
    energy = robot.energy(q, qd)
    assert near(energy.kinetic, ((m * r**2 + I_rotor * ratio**2) * thetad**2 + m * rd**2) / 2)
    assert near(energy.potential, m * g * r * np.sin(theta) + k * (r - rest) ** 2 / 2)
