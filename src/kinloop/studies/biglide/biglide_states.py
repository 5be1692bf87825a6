"""States of Biglides of many sizes: every working and assembly mode, and the neighbourhoods of both kinds of singularity."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from kinloop.model.robot import Robot, load
from kinloop.studies.framework.formula import apply, columns, diagonal, solve

Array = np.ndarray
MODES = ((1, -1), (-1, 1), (1, 1), (-1, -1))


@dataclass(frozen=True)
class BiglideStates:
    """Configurations that close the loop and motions that keep it closed; samples first. Where the legs are ``u_i``, with ``s_i``
    the sine of their angle, closing the loop requires ``u_i . xd = s_i qd_i`` and its time derivative."""

    d: Array
    l: Array
    m_p: Array
    m_f: Array
    x: Array  # (N, 2)
    mode: Array  # (N, 2): the working mode's signs
    first: Array  # (N, 2): rates of the task where `from_task`, else of the active joints
    second: Array  # (N, 2): their accelerations
    from_task: Array
    generic: Array

    @cached_property
    def robot(self) -> Robot:
        """The machine, with a value of every parameter for each state."""
        return load("biglide", d=self.d, l=self.l, m_p=self.m_p, m_f=self.m_f)

    def one(self, k: int) -> Robot:
        """The machine of one state."""
        names = ("d", "l", "m_p", "m_f")
        return load("biglide").with_parameters(**{name: getattr(self, name)[k] for name in names})

    @cached_property
    def phi(self) -> Array:
        """The angles of the legs."""
        reach = self.x[:, :1] + columns(self.d, -self.d) / 2
        length = self.l[:, None]
        return np.arctan2(-self.mode * np.sqrt((length - reach) * (length + reach)), reach)

    @cached_property
    def u(self) -> Array:
        """The legs' directions, a row each."""
        return np.stack([np.cos(self.phi), np.sin(self.phi)], axis=-1)

    @cached_property
    def v(self) -> Array:
        """The directions of the legs rotated by a right angle: ``E u``."""
        return np.stack([-np.sin(self.phi), np.cos(self.phi)], axis=-1)

    @cached_property
    def sines(self) -> Array:
        """The sines of the angles, on a diagonal."""
        return diagonal(np.sin(self.phi))

    @cached_property
    def q_active(self) -> Array:
        """Positions of the slides."""
        return self.x[:, 1:] - self.l[:, None] * np.sin(self.phi)

    @cached_property
    def q(self) -> Array:
        """All joints: slides, then angles."""
        return np.concatenate([self.q_active, self.phi], axis=-1)

    @cached_property
    def assembly(self) -> Array:
        """On which side of the line from A2 to A1 the tool is: +1 on the left."""
        a2 = columns(self.d / 2, self.q_active[:, 1])
        a1 = columns(-self.d / 2, self.q_active[:, 0])
        (ax, ay), (cx, cy) = (a1 - a2).T, (self.x - a2).T
        return np.sign(ax * cy - ay * cx)

    @cached_property
    def xd(self) -> Array:
        """Velocity of the tool."""
        by_joints = solve(self.u, apply(self.sines, self.first))
        return np.where(self.from_task[:, None], self.first, by_joints)

    @cached_property
    def qd_active(self) -> Array:
        """Rates of the slides."""
        by_task = solve(self.sines, apply(self.u, self.first))
        return np.where(self.from_task[:, None], by_task, self.first)

    @cached_property
    def phid(self) -> Array:
        """Rates of the angles."""
        return (apply(self.v, self.xd) - np.cos(self.phi) * self.qd_active) / self.l[:, None]

    @cached_property
    def qd(self) -> Array:
        """All rates."""
        return np.concatenate([self.qd_active, self.phid], axis=-1)

    @cached_property
    def centripetal(self) -> Array:
        """Centripetal accelerations along the legs, ``l phid^2``."""
        return self.l[:, None] * self.phid**2

    @cached_property
    def xdd(self) -> Array:
        """Acceleration of the tool."""
        by_joints = solve(self.u, apply(self.sines, self.second) - self.centripetal)
        return np.where(self.from_task[:, None], self.second, by_joints)

    @cached_property
    def qdd_active(self) -> Array:
        """Accelerations of the slides."""
        by_task = solve(self.sines, apply(self.u, self.second) + self.centripetal)
        return np.where(self.from_task[:, None], by_task, self.second)

    @cached_property
    def phidd(self) -> Array:
        """Accelerations of the angles."""
        return (apply(self.v, self.xdd) - np.cos(self.phi) * self.qdd_active) / self.l[:, None]

    @cached_property
    def qdd(self) -> Array:
        """All accelerations."""
        return np.concatenate([self.qdd_active, self.phidd], axis=-1)

    @cached_property
    def determinant(self) -> Array:
        """The determinant of the legs' directions, the sine of the angle between them."""
        return np.sin(self.phi[:, 1] - self.phi[:, 0])

    @cached_property
    def tolerance(self) -> Array:
        """1e-12, and in proportion to the condition number where that is above a hundred: dividing by a small sine is what
        the formulas do on either side."""
        sines = np.concatenate([self.determinant[:, None], np.sin(self.phi)], axis=-1)
        return 1e-14 * np.maximum(100.0, 1 / np.abs(sines).min(axis=-1))


@cache
def biglide_states(count: int = 600) -> BiglideStates:
    """Seeded. Two thirds are generic, the rest near a singularity: 1e-2 to 1e-6 of the workspace's width from x = 0 (Type 2 in
    the modes with opposite signs) or from its border (Type 1)."""
    random = np.random.default_rng(0)
    d = random.uniform(0.3, 0.5, count)
    l = d * random.uniform(0.6, 1.4, count)  # from short of meeting in the middle to longer than the machine is wide
    width = l - d / 2
    generic = np.arange(count) % 3 != 0
    at_border = ~generic & (np.arange(count) % 2 == 0)
    near = 10.0 ** -random.uniform(2, 6, count)
    side = random.choice([-1.0, 1.0], count)
    share = np.where(generic, random.uniform(0.1, 0.9, count), np.where(at_border, 1 - near, near))
    x = columns(side * share * width, random.uniform(-0.3, 1.8, count))
    return BiglideStates(
        d=d,
        l=l,
        m_p=random.uniform(1, 5, count),
        m_f=random.uniform(0.5, 2, count),
        x=x,
        mode=np.array(MODES)[random.integers(4, size=count)].astype(float),
        first=random.uniform(-0.5, 0.5, (count, 2)),
        second=random.uniform(-2, 2, (count, 2)),
        from_task=~generic & ~at_border,
        generic=generic,
    )


def singular_states(robot: Robot, mode: tuple[int, int], count: int = 50) -> tuple[Array, Array, np.random.Generator]:
    """Configurations and rates of all joints at Type 2 (x = 0, a mode with opposite signs), and the generator that made them."""
    random = np.random.default_rng(1)
    d, l = robot.parameters["d"], robot.parameters["l"]
    phi1 = np.arctan2(-mode[0] * np.sqrt(l**2 - d**2 / 4), d / 2)
    phi = np.array([phi1, phi1 - np.sign(phi1) * np.pi])  # one straight line
    y = random.uniform(-0.3, 1.8, count)
    q = columns(y - l * np.sin(phi[0]), y - l * np.sin(phi[1]), *phi)
    return q, robot.inverse_velocity(q, random.uniform(-0.5, 0.5, (count, 2))).qd, random


def singular_motion(robot: Robot, mode: tuple[int, int], count: int = 50) -> tuple[Array, Array, Array]:
    """Motions under random efforts at Type 2 (x = 0, a mode with opposite signs): configurations, accelerations of all joints and
    of the tool. Those of the tool are of leg 1, differentiated twice, since the active joints do not decide them there."""
    q, qd, random = singular_states(robot, mode, count)
    qdd = robot.forward_dynamics(q, qd, random.uniform(-5, 5, (count, 2))).qdd
    l, phi1 = robot.parameters["l"], q[0, 2]
    leg, across = np.array([np.cos(phi1), np.sin(phi1)]), np.array([-np.sin(phi1), np.cos(phi1)])
    xdd = qdd[:, :1] * [0.0, 1.0] + l * qdd[:, 2:3] * across - l * qd[:, 2:3] ** 2 * leg
    return q, qdd, xdd
