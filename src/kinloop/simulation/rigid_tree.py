"""A machine as engines of rigid bodies take it: numbers for bodies, joints and anchors, and the joints' coordinates from poses.

Every joint is one of a few kinds (``tree`` makes universal, cylindrical and planar ones of revolute and prismatic ones, with bodies
without mass between them); a free joint that nothing acts on is no joint at all. Where bodies are at a state comes from the model's
own expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import casadi as ca
import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.parts import Joint, Loop
from kinloop.mechanism.placement import at
from kinloop.model.robot import Robot
from kinloop.model.tree import BASE, Frame, coordinate_places

Array = np.ndarray


@dataclass(frozen=True)
class Drive:
    """What acts along one rate of a joint beside bearings: friction, a spring, a rotor, an active effort."""

    viscous: float = 0.0
    coulomb: float = 0.0
    stiffness: float = 0.0
    rest: float = 0.0
    rotor: float = 0.0
    effort: int | None = None  # which active effort

    @property
    def is_there(self) -> bool:
        return self.effort is not None or any((self.viscous, self.coulomb, self.stiffness, self.rotor))


@dataclass(frozen=True)
class BodyJoint:
    """A joint and the body that it carries; mass, moment and inertia about the body's origin, in its axes."""

    name: str
    kind: Literal["revolute", "prismatic", "spherical", "free"]
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
class Anchored:
    """A frame fixed to a body."""

    body: int
    R: Array
    p: Array


@dataclass(frozen=True)
class Poses:
    """Where bodies are and how they move: axes and origins, and their twists, in the world; bodies first."""

    R: Array
    p: Array
    linear: Array
    angular: Array


class RigidTree:
    """The bodies of a robot at its parameters' values."""

    def __init__(self, robot: Robot) -> None:
        for name, value in robot.parameters.items():
            if np.ndim(value):
                raise UnsupportedOperation(
                    f"{robot.mechanism.name}: an engine simulates one machine; parameter {name!r} has the shape {np.shape(value)}"
                )
        self.robot, self.mechanism = robot, robot.mechanism
        self.values = {name: float(value) for name, value in robot.parameters.items()}
        self._numbers = list(self.values.values())
        self.model = robot._derived.model.open
        tree = self.model.tree
        self.gravity = self._evaluated([tree.gravity])[0].ravel()
        self.joints: list[BodyJoint] = []
        self._elementary: list[int] = []  # of each body, the one of the model's tree
        places = coordinate_places(self.mechanism)
        owners = {iv + k: (joint, k) for joint in self.mechanism.joints for iv in places[joint.name][1:] for k in range(len(joint.rates))}
        numbers = self._evaluated([m for j, b in zip(tree.joints, tree.bodies, strict=True) for m in (j.R, j.p, j.axis, b.mass, b.moment, b.inertia)])
        index: dict[int, int] = {BASE: BASE}
        merged: dict[int, tuple[int, Array, Array]] = {}  # the last of a free joint's slides: where the first of them starts
        for i, joint in enumerate(tree.joints):
            owner, _ = owners[joint.v.start]
            R, p, axis, mass, moment, inertia = numbers[6 * i : 6 * i + 6]
            drives = tuple(self._drive(owner, k) for k in range(joint.v.start, joint.v.stop))
            parent, p, q, v, kind = joint.parent, p.ravel(), joint.q, joint.v, joint.kind
            if owner.kind == "free" and not any(self._drive(owner, k).is_there for k in range(places[owner.name][1], places[owner.name][1] + 6)):
                if kind == "prismatic":
                    merged[i] = merged.get(parent, (parent, R, p))
                    continue
                parent, R, p = merged[parent]
                q, v, kind = slice(q.start - 3, q.stop), slice(v.start - 3, v.stop), "free"
            index[i] = len(self.joints)
            self._elementary.append(i)
            self.joints.append(
                BodyJoint(owner.name, kind, index[parent], R, p, axis.ravel(), q, v, drives, mass.item(), moment.ravel(), inertia)
            )
        self._index = index

    def _evaluated(self, expressions: Sequence[ca.SX]) -> list[Array]:
        function = ca.Function("numbers", [self.model.parameters], list(expressions))
        return [value.full() for value in function.call([self._numbers])]

    def _drive(self, joint: Joint, rate: int) -> Drive:
        """Of a rate by its place among all; a quaternion has no spring."""
        turning = joint.kind == "spherical" or (joint.kind == "free" and rate >= coordinate_places(self.mechanism)[joint.name][1] + 3)
        return Drive(
            at(joint.friction.viscous, self.values),
            at(joint.friction.coulomb, self.values),
            0.0 if turning or joint.kind == "free" else at(joint.spring.stiffness, self.values),
            at(joint.spring.rest, self.values),
            at(joint.rotor.inertia, self.values) * at(joint.rotor.ratio, self.values) ** 2,
            rate if rate < self.robot.n_active else None,
        )

    def anchored(self, loop: Loop) -> tuple[Anchored, Anchored]:
        """The two anchors of a loop."""
        tree = self.model.tree
        return self._frame(tree.anchor(loop.a)), self._frame(tree.anchor(loop.b))

    def _frame(self, frame: Frame) -> Anchored:
        R, p = self._evaluated([frame.R, frame.p])
        return Anchored(self._index[frame.body], R, p.ravel())

    @cached_property
    def _state(self) -> ca.Function:
        model, kept = self.model, self._elementary
        parts = [
            ca.horzcat(model.placements[i].R, model.placements[i].p, model.twists[i].linear, model.twists[i].angular) for i in kept
        ]
        return ca.Function("state", [model.q, model.v, model.parameters], [ca.vertcat(*parts)])

    @cached_property
    def _twists(self) -> ca.Function:
        model = self.model
        parts = [ca.vertcat(model.twists[i].linear, model.twists[i].angular) for i in self._elementary]
        return ca.Function("twists", [model.q, model.parameters], [ca.jacobian(ca.vertcat(*parts), model.v)])

    def poses(self, q: Array, qd: Array) -> Poses:
        numbers = self._state(q, qd, self._numbers).full().reshape(len(self.joints), 3, 6)
        return Poses(numbers[:, :, :3], numbers[:, :, 3], numbers[:, :, 4], numbers[:, :, 5])

    def jacobians(self, q: Array) -> Array:
        """Of the bodies' twists from all rates, shape (bodies, 6, nv), linear rows first, world axes."""
        return self._twists(q, self._numbers).full().reshape(len(self.joints), 6, -1)
