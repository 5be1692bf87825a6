"""Configurations that differ only inside the legs: links turned about the line of their own joints.

A leg between universal joints (or a universal joint and a ball) can be turned by half a turn about itself: the joint points it
the same way with two pairs of angles. Active joints, the pose of the tool, and the centre and the axes of every joint stay where
they are. Such configurations are variants of one another, and the search counts them as one.

So it does with a leg that is turned inside out: with a negative slide it points the other way, and its ends stay where they are.
Where the limits of the slide say that it is a length, this is no configuration of its own.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from kinloop.model.dynamics.loop_closure import loop_axes
from kinloop.model.dynamics.tree import coordinate_places
from kinloop.model.formulas.closed_form import Direction
from kinloop.model.geometry.coordinate_space import SAME

if TYPE_CHECKING:
    from kinloop.mechanism.parts.parts import Joint
    from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray


class Variants:
    """The comparison of configurations of a machine that differ only inside its legs."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    @cached_property
    def exist(self) -> bool:
        """Whether the machine may have any: it is closed and has passive joints that turn."""
        mechanism = self.geometry.mechanism
        passive = [joint for joint in mechanism.joints if joint not in mechanism.active_joints]
        return self.geometry.is_closed and any(joint.definition.turns for joint in passive)

    @cached_property
    def _places(self) -> ca.Function:
        """The tool's pose and every joint's and anchor's centre and axes in the world, axes without their sense.

        Evaluated for a few configurations of each target, so not compiled.
        """
        model, mechanism = self.geometry.formulas.model, self.geometry.mechanism
        tree, at, size = model.tree, model.tree_model.placement, float(self.geometry.size)
        tool = at(tree.frame("tool"))
        parts = [tool.p / size, ca.vec(tool.R)]
        for joint, here in zip(tree.joints, model.tree_model.placements, strict=True):
            if joint.motion.turns:  # what slides has no centre
                parts.append(here.p / size)
            if joint.motion.turns and not joint.motion.has_quaternion:
                parts.append(_line(here.R @ joint.axis))
        for loop in mechanism.loops:
            a, b = (at(tree.anchor(end)) for end in (loop.a, loop.b))
            parts += [a.p / size, b.p / size]
            if loop.definition.is_pivot and loop.definition.has_axis:
                axis, axis_b = loop_axes(model.tree_model, loop)
                parts += [_line(a.R @ axis), _line(b.R @ axis_b)]
        return ca.Function("places", [model.tree_model.q, model.tree_model.parameters], [ca.vertcat(*parts)])

    def key(self, q: Array) -> Array:
        """Numbers that variants have in common and other configurations do not."""
        places = np.ravel(self._places(q, np.concatenate([np.zeros(0), *(np.ravel(p) for p in self.geometry.p)])).full())
        active = (q / self.geometry.units)[: self.geometry.n_active]
        angles, lengths = ([k for k in part if k < len(active)] for part in (self.geometry.space.angles, self.lengths))
        active[lengths] = np.abs(active[lengths])
        others = np.delete(active, angles)
        return np.concatenate([places, others, np.cos(active[angles]), np.sin(active[angles])])

    @cached_property
    def lengths(self) -> list[int]:
        """Slides that are lengths, since their limits allow nothing else: where one is negative its leg is turned inside out."""
        lower = self.geometry.limits[0]
        return [k for k, kind in enumerate(self.geometry.space.kinds) if kind == "length" and np.all(lower[..., k] >= 0)]

    def is_inside_out(self, q: Array) -> bool:
        """Whether a slide that is a length is negative."""
        return bool(np.any(q[self.lengths] < 0))

    def all_of(self, direction: Direction, q: Array, given: Array) -> list[Array]:
        """The variants of a configuration (nq,), the configuration first."""
        found = [q]
        for joint in self._universals:
            for each in list(found):
                turned = self._turn_leg(direction, joint, each, given)
                known = turned is None or any(self.geometry.space.distance(k, turned) < SAME for k in found)
                if turned is not None and not known:
                    found.append(turned)
        return found

    def has_any(self, direction: Direction, q: Array, given: Array) -> bool:
        """Whether a configuration has others."""
        return any(self._turn_leg(direction, joint, q, given) is not None for joint in self._universals)

    @cached_property
    def _universals(self) -> list[Joint]:
        mechanism = self.geometry.mechanism
        passive = [joint for joint in mechanism.joints if joint not in mechanism.active_joints]
        return [joint for joint in passive if joint.definition.points_twice] if self.geometry.is_closed else []

    def _turn_leg(self, direction: Direction, joint: Joint, q: Array, given: Array) -> Array | None:
        """The configuration with the link after a universal joint turned by half a turn and the following joints turned back."""
        geometry = self.geometry
        first = coordinate_places(geometry.mechanism)[joint.name][0]
        base = np.array(q)
        base[first] += np.pi
        base[first + 1] = np.pi - base[first + 1]
        rows = np.array(list(self._turned_back(joint, base)))
        gap = geometry.residual(direction, rows, given)
        wanted = self.key(q)
        for row in rows[gap <= geometry.tolerance(direction, given)]:
            if np.max(np.abs(self.key(row) - wanted)) < SAME:
                return np.asarray(row)
        return None

    def _turned_back(self, joint: Joint, q: Array) -> list[Array]:
        """Candidate changes of the leg's next joints: each angle with both signs, and half a turn more or less."""
        mechanism, places = self.geometry.mechanism, coordinate_places(self.geometry.mechanism)
        rows, links = [q], {joint.child}
        for after in mechanism.joints:
            if after.parent not in links or (after in mechanism.active_joints and after.definition.turns):
                continue
            if not after.definition.turns:
                links.add(after.child)
                continue
            first = places[after.name][0]
            if after.definition.is_angular:
                span = slice(first, first + len(after.coordinates))
                choices = list(product((1, -1), (0.0, np.pi), repeat=len(after.coordinates)))
                new = []
                for row in rows:
                    for choice in choices:
                        other = np.array(row)
                        other[span] = np.array(choice[::2]) * other[span] + np.array(choice[1::2])
                        new.append(other)
                rows = new
            elif after.definition.is_bounded:
                rows = [_turned_about(row, first, axis) for row in rows for axis in range(3)]
        return rows


def _turned_about(q: Array, first: int, axis: int) -> Array:
    """The quaternion of a ball joint after half a turn about an axis of its parent."""
    w, x, y, z = q[first : first + 4]
    turned = np.array(q)
    turned[first : first + 4] = [(-x, w, -z, y), (-y, z, w, -x), (-z, -y, x, w)][axis]
    return turned


def _line(axis: ca.SX) -> ca.SX:
    """The direction of an axis without its sense."""
    return ca.vec(axis @ axis.T)
