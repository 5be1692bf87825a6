"""Planar links of [Aissani2021], chapter 4: those of the library and with centres of mass off their lines; each state has its own
dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kinloop.mechanism.parts.parts import Anchor, Friction, Joint, Link, Mechanism, Pose
from kinloop.model.robot import Robot, load
from kinloop.studies.framework.formula import columns

Array = np.ndarray
COUNT = 200


@dataclass(frozen=True)
class PlanarMotions:
    """A machine with different dimensions at every state, and its motion."""

    robot: Robot
    q: Array
    qd: Array
    qdd: Array

    def __getitem__(self, names: str) -> tuple[Array, ...]:
        """Parameters by name."""
        return tuple(np.asarray(self.robot.parameters[name]) for name in names.split())

    def sums(self) -> tuple[Array, ...]:
        """theta1, theta12, theta123."""
        return tuple(np.cumsum(self.q, axis=-1).T)

    def without(self, *names: str) -> Robot:
        """The robot with some parameters zero."""
        return self.robot.with_parameters(**dict.fromkeys(names, 0.0))

    @property
    def generic(self) -> Array:
        """All states."""
        return np.ones(len(self.q), bool)

    @property
    def tolerance(self) -> Array:
        """1e-12, and in proportion to the inertia's condition number where that is above a hundred."""
        return 1e-14 * np.maximum(100.0, np.linalg.cond(self.robot.inertia(self.q)))


def planar(n: int) -> Mechanism:
    """Links in a vertical plane with centres of mass off their lines (4.21), (4.52), and viscous friction in the joints (4.3)."""
    number = range(1, n + 1)
    centre = {k: (f"lg{k}*cos(phi{k})", f"lg{k}*sin(phi{k})", 0) for k in number}
    return Mechanism(
        name=f"planar_{n}",
        gravity=(0, "-g", 0),
        parameters={f"{name}{k}": 1.0 for k in number for name in ("l", "m", "lg", "phi", "I", "beta")} | {"g": 9.81},
        links=tuple(Link(name=f"link{k}", mass=f"m{k}", com=centre[k], inertia=(0, f"I{k}", f"I{k}", 0, 0, 0)) for k in number),
        joints=tuple(
            Joint(
                name=f"theta{k}",
                kind="revolute",
                parent="base" if k == 1 else f"link{k - 1}",
                child=f"link{k}",
                origin=Pose() if k == 1 else Pose(xyz=(f"l{k - 1}", 0, 0)),
                friction=Friction(viscous=f"beta{k}"),
            )
            for k in number
        ),
        frames={f"centre{k}": Anchor(link=f"link{k}", origin=Pose(xyz=centre[k])) for k in number},
    )


@cache
def planar_motions(machine: str) -> PlanarMotions:
    """Motions of a library machine, or of :func:`planar` links: ``planar_2``, ``planar_3``."""
    robot = load(planar(int(machine[-1])) if machine.startswith("planar") else machine)
    random = np.random.default_rng(0)
    ranges = {"l": (0.2, 0.6), "m": (0.3, 1.5), "I": (0.005, 0.03), "b": (0.05, 0.3), "p": (-1.0, 1.0), "g": (1.0, 10.0)}
    values = {name: random.uniform(*ranges[name[0]], COUNT) for name in robot.parameters}
    shape = (COUNT, len(robot.active))
    angles, rates, accelerations = (
        random.uniform(-np.pi, np.pi, shape),
        random.uniform(-2, 2, shape),
        random.uniform(-2, 2, shape),
    )
    return PlanarMotions(robot.with_parameters(**values), angles, rates, accelerations)


def effort(s: PlanarMotions) -> Array:
    """Kinloop's efforts of the motion."""
    return s.robot.inverse_dynamics(s.q, s.qd, s.qdd)


def centre(s: PlanarMotions, k: int) -> tuple[Array, Array]:
    """(4.21), (4.52): position and velocity of the centre of mass of link ``k``, by the angles of the links."""
    angles, rates = s.sums(), np.cumsum(s.qd, axis=-1).T
    arms = [(s[f"l{i}"][0], angles[i - 1], rates[i - 1]) for i in range(1, k)]
    arms.append((s[f"lg{k}"][0], angles[k - 1] + s[f"phi{k}"][0], rates[k - 1]))
    position = sum(length * columns(np.cos(angle), np.sin(angle)).T for length, angle, _ in arms)
    velocity = sum(length * rate * columns(-np.sin(angle), np.cos(angle)).T for length, angle, rate in arms)
    return np.asarray(position).T, np.asarray(velocity).T
