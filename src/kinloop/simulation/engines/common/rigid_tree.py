"""A machine as external engines of rigid bodies take it: the numbers of bodies, joints and anchors.

Every joint is one of a few kinds (``tree`` makes universal, cylindrical and planar ones of revolute and prismatic ones, with
bodies without mass between them); a free joint without efforts is left out, since its body moves freely. The bodies' poses at a
state come from the model's expressions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from kinloop.mechanism.kinds.friction_laws import FrictionLaw
from kinloop.mechanism.parts.parts import Joint, Loop
from kinloop.mechanism.parts.transforms import at
from kinloop.model.dynamics.tree import BASE, Frame, coordinate_places
from kinloop.model.robot import Robot

Array = np.ndarray
FREE = "free"  # of a joint that nothing acts on


@dataclass(frozen=True)
class Drive:
    """The forces along one rate of a joint: friction, a spring, a rotor, an active effort."""

    law: FrictionLaw
    friction: Mapping[str, float]
    stiffness: float = 0.0
    rest: float = 0.0
    rotor: float = 0.0
    effort: int | None = None  # which active effort

    @property
    def viscous(self) -> float:
        """The coefficient of viscous friction."""
        return self.friction["viscous"]

    @property
    def is_dry(self) -> bool:
        """Whether there is dry friction."""
        return self.law.is_dry(self.friction)

    @property
    def is_there(self) -> bool:
        """Whether anything acts along the rate."""
        return self.effort is not None or self.is_dry or any((self.viscous, self.stiffness, self.rotor))


@dataclass(frozen=True)
class BodyJoint:
    """A joint and the body that it carries; mass, moment and inertia about the body's origin, in its axes."""

    name: str
    kind: str  # an elementary motion, or FREE
    turns: bool
    parent: int
    R: Array
    p: Array
    axis: Array
    q: slice
    v: slice
    drives: tuple[Drive, ...]
    mass: float
    moment: Array
    inertia: Array


@dataclass(frozen=True)
class BodyFrame:
    """A frame fixed to a body."""

    body: int
    R: Array
    p: Array


@dataclass(frozen=True)
class Poses:
    """Poses and twists of bodies in the world: axes, origins, and linear and angular velocities; the bodies are the first
    axis."""

    R: Array
    p: Array
    linear: Array
    angular: Array


def cross(a: Array, b: Array) -> Array:
    """The cross product of vectors on the last axis; NumPy's function takes ten times as long for a few vectors."""
    product: Array = a[..., NEXT] * b[..., LAST] - a[..., LAST] * b[..., NEXT]
    return product


NEXT, LAST = np.array([1, 2, 0]), np.array([2, 0, 1])


class RigidTree:
    """The bodies of a robot at its parameters' values."""

    def __init__(self, robot: Robot, values: dict[str, float]) -> None:
        self.robot, self.mechanism, self.values = robot, robot.mechanism, values
        self.numbers = list(values.values())
        self.model = robot.models.formulas.model.tree_model
        tree = self.model.tree
        self.gravity = self._evaluate([tree.gravity])[0].ravel()
        self.joints: list[BodyJoint] = []
        self._elementary: list[int] = []  # of each body, the one of the model's tree
        self._index = {BASE: BASE}  # and back
        places = coordinate_places(self.mechanism)
        owners = {places[j.name][1] + k: j for j in self.mechanism.joints for k in range(len(j.rates))}
        coupled = {name for coupling in self.mechanism.couplings for name in (coupling.coordinate, coupling.of)}
        slides: dict[int, tuple[int, Array, Array]] = {}  # of a free joint's: the parent and frame of the first of them
        for i, (joint, body) in enumerate(zip(tree.joints, tree.bodies, strict=True)):
            owner = owners[joint.v.start]
            numbers = self._evaluate([joint.R, joint.p, joint.axis, body.mass, body.moment, body.inertia])
            (R, inertia), (p, axis, mass, moment) = numbers[::5], (values.ravel() for values in numbers[1:5])
            parent, q, v, kind = joint.parent, joint.q, joint.v, joint.motion.kind
            drives = tuple(self._drive(owner, rate) for rate in range(v.start, v.stop))
            acted_on = self._drive(owner, places[owner.name][1]).is_there or coupled.intersection(owner.coordinates)
            if owner.kind == FREE and not acted_on:
                if not joint.motion.turns:
                    slides[i] = slides.get(parent, (parent, R, p))
                    continue
                parent, R, p = slides[parent]
                q, v, kind = slice(q.start - 3, q.stop), slice(v.start - 3, v.stop), FREE
            self._index[i] = len(self.joints)
            self._elementary.append(i)
            parent = self._index[parent]
            self.joints.append(
                BodyJoint(owner.name, kind, joint.motion.turns, parent, R, p, axis, q, v, drives, float(mass[0]), moment, inertia)
            )

    def _evaluate(self, expressions: Sequence[ca.SX]) -> list[Array]:
        function = ca.Function("numbers", [self.model.parameters], list(expressions))
        return [value.full() for value in function.call([self.numbers])]

    def _drive(self, joint: Joint, rate: int) -> Drive:
        """The forces along a rate, given by its place among all rates; a joint with a quaternion has no spring."""
        sprung, law = not joint.definition.has_quaternion, joint.friction.definition
        return Drive(
            law=law,
            friction=law.numbers(joint.friction, lambda value: at(value, self.values)),
            stiffness=at(joint.spring.stiffness, self.values) if sprung else 0.0,
            rest=at(joint.spring.rest, self.values),
            rotor=at(joint.rotor.inertia, self.values) * at(joint.rotor.ratio, self.values) ** 2,
            effort=rate if rate < self.robot.n_active else None,
        )

    def turns(self, body: int) -> bool:
        """Whether a body may turn in the world; the base and what only slides on it do not."""
        while body != BASE:
            if self.joints[body].turns:
                return True
            body = self.joints[body].parent
        return False

    def rate_of(self, coordinate: str) -> int:
        """The place among the rates of a coordinate that is a displacement or an angle."""
        places = coordinate_places(self.mechanism)
        owner = next(joint for joint in self.mechanism.joints if coordinate in joint.coordinates)
        return places[owner.name][1] + owner.coordinates.index(coordinate)

    def carrier(self, rate: int) -> int:
        """The body whose joint has this rate."""
        return next(k for k, joint in enumerate(self.joints) if joint.v.start <= rate < joint.v.stop)

    def frame(self, name: str) -> BodyFrame:
        """The tool's frame, a declared frame or that of a link."""
        return self._frame(self.model.tree.frame(name))

    def anchors(self, loop: Loop) -> tuple[BodyFrame, BodyFrame]:
        """The two anchors of a loop."""
        tree = self.model.tree
        return self._frame(tree.anchor(loop.a)), self._frame(tree.anchor(loop.b))

    def _frame(self, frame: Frame) -> BodyFrame:
        R, p = self._evaluate([frame.R, frame.p])
        return BodyFrame(self._index[frame.body], R, p.ravel())

    @cached_property
    def _state(self) -> ca.Function:
        model, kept = self.model, self._elementary
        parts = [
            ca.horzcat(model.placements[i].R, model.placements[i].p, model.twists[i].linear, model.twists[i].angular)
            for i in kept
        ]
        return ca.Function("state", [model.q, model.v, model.parameters], [ca.vertcat(*parts)])

    def poses(self, q: Array, qd: Array) -> Poses:
        """Poses and twists of all bodies at a state."""
        numbers = self._state(q, qd, self.numbers).full().reshape(len(self.joints), 3, 6)
        return Poses(numbers[:, :, :3], numbers[:, :, 3], numbers[:, :, 4], numbers[:, :, 5])
