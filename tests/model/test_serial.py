"""One joint and 2R against the closed forms of the SCARA thesis, written out again and corrected where it errs."""

from __future__ import annotations

import numpy as np
import pytest

import kinloop as kl

Array = np.ndarray
# A few dozen operations on numbers of order one on each side.
TIGHT = 1e-13


def near(actual: Array, expected: Array) -> bool:
    return bool(np.abs(actual - expected).max() <= TIGHT * max(1.0, np.abs(expected).max()))


def random_motion(n: int, count: int = 100) -> tuple[Array, Array, Array]:
    random = np.random.default_rng(0)
    return random.uniform(-np.pi, np.pi, (count, n)), random.uniform(-2, 2, (count, n)), random.uniform(-2, 2, (count, n))


@pytest.mark.parametrize("changed", [{}, {"phi_g": 0.7, "beta": 0.3, "l_g": 0.2, "I": 0.01}, {"g": 0.0}])
def test_one_joint_obeys_4_17(changed: dict[str, float]) -> None:
    robot = kl.load("one_joint", **changed)
    m, l_g, I, beta, phi, g = robot.parameters.values()
    theta, thetad, thetadd = random_motion(1)
    M = m * l_g**2 + I
    tau = M * thetadd + beta * thetad + m * g * l_g * np.cos(theta + phi)
    assert near(robot.inverse_dynamics(theta, thetad, thetadd), tau)
    assert near(robot.forward_dynamics(theta, thetad, tau).qdd, thetadd)
    assert near(robot.inertia(theta), np.full((len(theta), 1, 1), M))
    assert near(robot.bias(theta, thetad), tau - M * thetadd)
    energy = robot.energy(theta, thetad)
    assert near(energy.kinetic, M * thetad[:, 0] ** 2 / 2)
    assert near(energy.potential, m * g * l_g * np.sin(theta[:, 0] + phi))  # (4.12)


@pytest.mark.parametrize("changed", [{}, {"l1": 0.4, "l2": 0.3, "m1": 1.2, "m2": 0.7}, {"g": 0.0}, {"beta1": 0.2, "beta2": 0.1}])
def test_two_r_obeys_4_45_to_4_49(changed: dict[str, float]) -> None:
    robot = kl.load("two_r", **changed)
    l1, l2, m1, m2, g, beta1, beta2 = robot.parameters.values()
    q, qd, qdd = random_motion(2)
    (t1, t2), (t1d, t2d) = q.T, qd.T
    one, c2, s2 = np.ones_like(t1), np.cos(t2), np.sin(t2)
    m12 = m2 * (l2**2 + l1 * l2 * c2)
    M = np.moveaxis(
        np.array([[m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * c2), m12], [m12, m2 * l2**2 * one]]), -1, 0
    )  # (4.47)
    C = np.stack([-m2 * l1 * l2 * s2 * (2 * t1d * t2d + t2d**2), m2 * l1 * l2 * t1d**2 * s2], axis=-1)  # (4.48)
    G2 = m2 * g * l2 * np.cos(t1 + t2)
    G = np.stack([G2 + (m1 + m2) * g * l1 * np.cos(t1), G2], axis=-1)  # (4.49)
    friction = qd * [beta1, beta2]  # (4.36)
    tau = (M @ qdd[..., None])[..., 0] + C + G + friction  # (4.46)
    assert near(robot.inertia(q), M)
    assert near(robot.bias(q, qd), C + G + friction)
    assert near(robot.inverse_dynamics(q, qd, qdd), tau)
    # Stretched out the inertia has the condition number 1e2.
    assert np.abs(robot.forward_dynamics(q, qd, tau).qdd - qdd).max() < 1e-11


def test_two_r_with_long_links_obeys_4_43_corrected() -> None:
    """Links with inertia and a centre of mass off the line. Two terms of T1 as printed are wrong, and fail here."""
    l1, l_g1, l_g2, phi1, phi2 = 0.5, 0.2, 0.15, 0.3, -0.4
    I1, I2, m1, m2, g, beta1, beta2 = 0.02, 0.01, 1.5, 0.8, 9.81, 0.1, 0.05

    def link(name: str, mass: float, l_g: float, phi: float, inertia: float) -> kl.Link:
        return kl.Link(
            name=name, mass=mass, com=(l_g * np.cos(phi), l_g * np.sin(phi), 0), inertia=(0, inertia, inertia, 0, 0, 0)
        )

    robot = kl.load(
        kl.Mechanism(
            name="long_two_r",
            gravity=(0, -g, 0),
            links=(link("link1", m1, l_g1, phi1, I1), link("link2", m2, l_g2, phi2, I2)),
            joints=(
                kl.Joint(name="t1", kind="revolute", parent="base", child="link1", friction=kl.Friction(viscous=beta1)),
                kl.Joint(
                    name="t2",
                    kind="revolute",
                    parent="link1",
                    child="link2",
                    origin=kl.Pose(xyz=(l1, 0, 0)),
                    friction=kl.Friction(viscous=beta2),
                ),
            ),
        )
    )
    q, qd, qdd = random_motion(2)
    (t1, t2), (t1d, t2d), (t1dd, t2dd) = q.T, qd.T, qdd.T
    c, s = np.cos(t2 + phi2), np.sin(t2 + phi2)
    m11 = I1 + I2 + m2 * l1**2 + m1 * l_g1**2 + m2 * l_g2**2 + 2 * m2 * l1 * l_g2 * c
    m12 = I2 + m2 * l_g2**2 + m2 * l1 * l_g2 * c  # printed in T1 with 2 cos, and without I2 in T1, T2 and (4.30)
    m22 = I2 + m2 * l_g2**2
    G2 = m2 * g * l_g2 * np.cos(t1 + t2 + phi2)
    G1 = G2 + m1 * g * l_g1 * np.cos(t1 + phi1) + m2 * g * l1 * np.cos(t1)
    coriolis = -m2 * l1 * l_g2 * s * (t2d**2 + 2 * t1d * t2d)  # printed with cos in the mixed term
    T1 = m11 * t1dd + m12 * t2dd + coriolis + beta1 * t1d + G1
    T2 = m12 * t1dd + m22 * t2dd + m2 * l1 * l_g2 * s * t1d**2 + beta2 * t2d + G2
    tau = robot.inverse_dynamics(q, qd, qdd)
    assert near(tau, np.stack([T1, T2], axis=-1))
    printed = T1 + m2 * l1 * l_g2 * (c * t2dd + 2 * (s - c) * t1d * t2d)
    assert not near(tau[:, 0], printed)


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
