"""Runs of a plant and of kinloop's equations for comparison, and a machine for every kind of loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np
from machines import rod
from motion import velocity_closure

import kinloop as kl

Array = np.ndarray
LOOPS = ("ball", "pin", "weld", "universal", "rod", "prismatic")


class OwnPlant:
    """Forward dynamics integrated by RK4, whose fourth-order error is small beside those of the engines."""

    def __init__(self, robot: kl.Robot, step: float = 1e-4, wrenches: Mapping[str, Array] | None = None) -> None:
        self.robot, self.step, self.wrenches = robot, step, wrenches
        tree = robot.models.formulas.model.tree_model
        self._rate = ca.Function("rate", [tree.q, tree.v], [tree.q_rate])
        self.q, self.qd = np.zeros(tree.tree.nq), np.zeros(tree.tree.nv)

    def start(self, q: Array, qd: Array) -> None:
        self.q, self.qd = np.array(q), np.array(qd)

    def advance(self, tau: Array, duration: float) -> OwnPlant:
        nq, steps = len(self.q), round(duration / self.step)
        h = duration / steps

        def slope(y: Array) -> Array:
            q, qd = y[:nq], y[nq:]
            qdd = self.robot.forward_dynamics(q, qd, tau, self.wrenches).qdd
            return np.concatenate([self._rate(q, qd).full().ravel(), qdd])

        y = np.concatenate([self.q, self.qd])
        for _ in range(steps):
            k1 = slope(y)
            k2 = slope(y + h / 2 * k1)
            k3 = slope(y + h / 2 * k2)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope(y + h * k3))
        self.q, self.qd = y[:nq], y[nq:]
        return self


def held(plant: Any, q: Array, qd: Array, tau: Array, duration: float, periods: int = 5) -> Any:
    """The plant's state after constant efforts, in several advances."""
    plant.start(q, qd)
    for _ in range(periods):
        state = plant.advance(tau, duration / periods)
    return state


def acting(robot: kl.Robot, q: Array, loop_force: Array) -> Array:
    """The efforts of loop forces on all rates, the only determined part if closures are redundant."""
    K, _ = velocity_closure(robot, q, np.zeros(len(robot.mechanism.rates)))
    effort: Array = K.T @ loop_force
    return effort


def passes_type_2(robot: kl.Robot) -> tuple[Array, Array, Array]:
    """A Biglide whose tool flies towards the line where both rods are one, and the slides' places beyond: q, qd, q_active."""
    q = robot.inverse_geometry([0.05, 0.3], mode=(1, -1)).q
    return q, robot.inverse_velocity(q, [-0.5, 0.1]).qd, robot.inverse_geometry([-0.06, 0.31], mode=(1, -1)).q_active


def slides_pull(robot: kl.Robot, plant: Any, gains: tuple[float, float]) -> list[Any]:
    """The plant's states after each of 200 periods of 1 ms: a spring and a damper on each slide, or nothing, from before a
    Type 2 singularity to beyond."""
    q, qd, goal = passes_type_2(robot)
    plant.start(q, qd)
    states: list[Any] = []
    for _ in range(200):
        state = plant.advance(gains[0] * (goal - q[:2]) - gains[1] * qd[:2], 1e-3)
        q, qd = np.array(state.q), np.array(state.qd)
        states.append(state)
    return states


def computed_torque(robot: kl.Robot, plant: Any, duration: float, reach: float, period: float = 1e-3) -> tuple[Array, Array]:
    """Positions and rates after each period: computed torque on the active joints, on a polynomial of fifth degree from rest to
    rest that takes each by up to ``reach`` from the start. Forces jump at every period, and errors are fed back."""
    n = robot.n_active
    way = reach * np.random.default_rng(1).uniform(-1, 1, n)
    q, qd = np.array(robot.start), np.zeros(len(robot.mechanism.rates))
    first = q[:n].copy()
    plant.start(q, qd)
    positions, rates = [], []
    for k in range(round(duration / period)):
        s = k * period / duration
        wanted = first + way * (10 * s**3 - 15 * s**4 + 6 * s**5)
        speed = way * (30 * s**2 - 60 * s**3 + 30 * s**4) / duration
        acceleration = way * (60 * s - 180 * s**2 + 120 * s**3) / duration**2
        feedback = 40 * (speed - qd[:n]) + 400 * (wanted - q[:n])
        state = plant.advance(robot.inverse_dynamics(q, qd, acceleration + feedback), period)
        q, qd = np.array(state.q), np.array(state.qd)
        positions.append(q)
        rates.append(qd)
    return np.array(positions), np.array(rates)


def hung(kind: str) -> kl.Mechanism:
    """A body that hangs on an actuated arm by a loop of any kind, at anchors that are turned and off the axes."""
    anchor = kl.Pose(xyz=(0.3, 0.02, 0.01), rpy=(0.3, -0.2, 0.5))
    return kl.Mechanism(
        name=f"hung_{kind}",
        links=(
            rod("arm", 0.5, 0.3),
            kl.Link(name="bob", mass=0.7, com=(0.35, 0.1, -0.04), inertia=(0.004, 0.005, 0.006, 1e-4, 2e-4, -3e-4)),
        ),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="arm", axis=(0, 1, 0.3)),
            kl.Joint(name="bob", kind="free", parent="base", child="bob"),
        ),
        loops=(
            kl.Loop(
                name="loop",
                kind=kind,
                a=kl.Anchor(link="arm", origin=anchor),
                b=kl.Anchor(link="bob", origin=anchor),
                axis=(0.8, 0, 0.6),
                axis_b=(0, 1, 0) if kind == "universal" else None,
                length=0.25 if kind == "rod" else None,
            ),
        ),
        tool=kl.Anchor(link="bob"),
        start={"bob_x": 0.25} if kind == "rod" else {},
    )


def joints_with_everything() -> kl.Mechanism:
    """A chain of balls, a hinge and a slide with friction of both kinds, springs, rotors, motors; the hinge starts turns away."""

    def joint(name: str, kind: str, parent: str, **more: Any) -> kl.Joint:
        pose = kl.Pose(xyz=(0.1, 0.2, 0.3), rpy=(0.3, 0.2, 0.1))
        return kl.Joint(name=name, kind=kind, parent=parent, child=name, origin=pose, axis=(0, 1, 0.2), **more)

    dry = kl.Friction(viscous=0.3, coulomb=0.2, speed=0.5)
    inertia = (0.014, 0.015, 0.016, 1e-4, 2e-4, -3e-4)
    return kl.Mechanism(
        name="joints_with_everything",
        links=tuple(kl.Link(name=name, mass=0.7, com=(0.05, 0.1, -0.04), inertia=inertia) for name in "rsctpe"),
        joints=(
            joint("r", "prismatic", "base", rotor=kl.Rotor(inertia=2e-3, ratio=5)),
            joint("s", "spherical", "r", actuated=True, friction=kl.Friction(viscous=0.3), rotor=kl.Rotor(inertia=0.02)),
            joint("c", "revolute", "s", spring=kl.Spring(stiffness=5, rest=-13), friction=dry, rotor=kl.Rotor(inertia=0.01)),
            joint("p", "prismatic", "c", spring=kl.Spring(stiffness=20, rest=-0.1), friction=dry, rotor=kl.Rotor(inertia=0.3)),
            joint("e", "spherical", "p", actuated=True, friction=dry),
            joint("t", "revolute", "base", rotor=kl.Rotor(inertia=1e-4, ratio=20)),
        ),
        start={"c": -14.0},
    )


def geared() -> kl.Mechanism:
    """A platform that a coupling ties to a slide on a turning arm, and a wheel that rolls with the slide: a gear, a rack, a mimic
    of a free joint's coordinate."""
    inertia = (0.004, 0.005, 0.006, 1e-4, 2e-4, -3e-4)
    return kl.Mechanism(
        name="geared",
        links=tuple(
            kl.Link(name=name, mass=0.6, com=(0.05, 0.1, -0.04), inertia=inertia) for name in ("arm", "rack", "wheel", "bob")
        ),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="arm", axis=(0, 1, 0.3)),
            kl.Joint(name="r", kind="prismatic", parent="arm", child="rack", axis=(1, 0.2, 0), origin=kl.Pose(xyz=(0.2, 0, 0.1))),
            kl.Joint(
                name="w", kind="revolute", parent="rack", child="wheel", axis=(0, 0.6, 0.8), origin=kl.Pose(rpy=(0.3, 0.1, 0))
            ),
            kl.Joint(name="bob", kind="free", parent="base", child="bob"),
        ),
        couplings=(
            kl.Coupling(name="rolling", coordinate="w", of="r", ratio=8.0, offset=0.3),
            kl.Coupling(name="mimic", coordinate="bob_y", of="a", ratio=0.4),
        ),
        tool=kl.Anchor(link="wheel"),
    )


def branching() -> kl.Mechanism:
    """A hub without mass that carries two arms."""
    return kl.Mechanism(
        name="branching",
        links=(rod("left", 0.4, 0.3), rod("right", 0.3, 0.2)),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="hub", axis=(0, 1, 0.1)),
            kl.Joint(name="b", kind="revolute", parent="hub", child="left", axis=(0, 0, 1), origin=kl.Pose(xyz=(0.1, 0, 0.1))),
            kl.Joint(name="c", kind="revolute", parent="hub", child="right", axis=(1, 0, 0.5), origin=kl.Pose(xyz=(0, 0.2, 0))),
        ),
        frames={"grip": kl.Anchor(link="left", origin=kl.Pose(xyz=(0.3, 0, 0.02), rpy=(0.5, 0, 0.2)))},
    )
