"""Links without mass at the end of a chain, as rods: what an engine that wants mass on every body can have instead.

A link without mass that turns about a point of its parent and closes a loop at its other end only keeps two points at their
distance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.mechanism.parts import Anchor, Joint, Link, Loop, Mechanism
from kinloop.mechanism.placement import at, placement
from kinloop.model.robot import Robot

Array = np.ndarray
TURNING = ("revolute", "universal")  # a ball would leave the rod's spin open
STEPS, CLOSED = 20, 1e-14


@dataclass(frozen=True)
class Replaced:
    """A robot of which some links are rods, and the joints that these links had."""

    robot: Robot
    joints: tuple[str, ...]


def with_rods(robot: Robot) -> Replaced:
    """The robot, each link without mass that a rod can stand for replaced where the motion that is left is the same."""
    replaced = Replaced(robot, ())
    for joint in robot.mechanism.joints:
        fewer = _with_rod(replaced.robot, joint)
        if fewer is not None:
            replaced = Replaced(fewer, (*replaced.joints, joint.name))
    return replaced


def _with_rod(robot: Robot, joint: Joint) -> Robot | None:
    """The robot with a rod for the link that the joint carries; None where that would be another machine."""
    mechanism, values = robot.mechanism, {name: float(value) for name, value in robot.parameters.items()}
    loops = [loop for loop in mechanism.loops if joint.child in (loop.a.link, loop.b.link)]
    if joint.kind not in TURNING or joint in mechanism.active_joints or len(loops) != 1 or loops[0].a.link == loops[0].b.link:
        return None
    (loop,) = loops
    if loop.kind not in ("pin", "ball", "universal") or not _only_carries(mechanism, joint, values):
        return None
    here, there = (loop.a, loop.b) if loop.a.link == joint.child else (loop.b, loop.a)
    length = float(np.linalg.norm(placement(here.origin, values).p))
    if length == 0:
        return None
    rod = Loop(name=loop.name, kind="rod", a=Anchor(link=joint.parent, origin=joint.origin), b=there, length=length)
    update = {
        "parameters": values,
        "links": tuple(link for link in mechanism.links if link.name != joint.child),
        "joints": tuple(other for other in mechanism.joints if other is not joint),
        "loops": tuple(rod if other is loop else other for other in mechanism.loops),
        "start": {name: value for name, value in mechanism.start.items() if name not in joint.coordinates},
        "motion": None,
        "forward_geometry": None,
        "inverse_geometry": None,
    }
    fewer = Robot(mechanism.model_copy(update=update))
    return fewer if _freedoms(fewer) == _freedoms(robot) else None


def _only_carries(mechanism: Mechanism, joint: Joint, values: dict[str, float]) -> bool:
    """Whether nothing but a loop is on the link, and nothing acts in its joint."""
    link = next((link for link in mechanism.links if link.name == joint.child), Link(name=joint.child))
    acting = (joint.friction.viscous, joint.friction.coulomb, joint.spring.stiffness, joint.rotor.inertia)
    heavy = (link.mass, *link.inertia)
    named = [anchor.link for anchor in (*mechanism.frames.values(), *((mechanism.tool,) if mechanism.tool else ()))]
    driven = {name for coupling in mechanism.couplings for name in (coupling.coordinate, coupling.of)}
    return (
        not any(at(value, values) for value in (*acting, *heavy))
        and joint.child not in named
        and all(other.parent != joint.child for other in mechanism.joints)
        and not driven.intersection(joint.coordinates)
    )


def _freedoms(robot: Robot) -> int:
    return len(robot.mechanism.rates) - len(robot._derived.model.kept_rows)


class Completion:
    """The coordinates of joints that an engine does not have, from those that it has and the loops' closure."""

    def __init__(self, robot: Robot, missing: tuple[str, ...]) -> None:
        mechanism = robot.mechanism
        gone = [joint for joint in mechanism.ordered_joints if joint.name in missing]
        names = {name for joint in gone for name in joint.coordinates}, {name for joint in gone for name in joint.rates}
        self._q, self._v = (
            np.array([k for k, name in enumerate(every) if name in absent], dtype=int)
            for every, absent in zip((mechanism.coordinates, mechanism.rates), names, strict=True)
        )
        self.kept_q, self.kept_v = (
            np.delete(np.arange(len(every)), absent)
            for every, absent in ((mechanism.coordinates, self._q), (mechanism.rates, self._v))
        )
        self._robot = robot

    def complete(self, q: Array, qd: Array, before: Array) -> tuple[Array, Array]:
        """All positions and rates; ``before`` are positions nearby. The missing joints close the loops as well as they can."""
        every = np.array(before, float)
        every[self.kept_q] = q
        if not self._q.size:
            return every, qd
        for _ in range(STEPS):
            h, K = self._closures(every)
            change = np.linalg.lstsq(K[:, self._v], -h, rcond=None)[0]
            every[self._q] += change
            if np.abs(change).max() < CLOSED:
                break
        _, K = self._closures(every)
        rates = np.empty(len(self.kept_v) + len(self._v))
        rates[self.kept_v] = qd
        rates[self._v] = np.linalg.lstsq(K[:, self._v], -K[:, self.kept_v] @ qd, rcond=None)[0]
        return every, rates

    def _closures(self, q: Array) -> tuple[Array, Array]:
        h, K = self._robot._call(self._robot._kernel("all_closures"), q)
        return h, K
