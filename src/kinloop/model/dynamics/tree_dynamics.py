r"""Kinematics and dynamics of the spanning tree, derived once on CasADi symbols. Start reading here.

One Newton-Euler recursion gives the efforts that a motion requires, and other quantities are calls of it: the gravity efforts are
those at rest, and the kinetic energy is half the product of rates and momentum. The inertia has its own recursion, over composite
bodies. ``closed_chain_dynamics`` adds the loops.

Notation: ``q`` positions, ``v`` rates, ``a`` their derivatives; ``R_i`` the axes of body ``i`` in its parent's, ``r_i``
its origin in the parent, ``T_world_i`` in the world.

References: [Khalil2002] W. Khalil, E. Dombre, *Modeling, Identification and Control of Robots*, ch. 9. [Featherstone2008] R.
Featherstone, *Rigid Body Dynamics Algorithms*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.parts.parts import Joint
from kinloop.model.dynamics.composite_bodies import Composite
from kinloop.model.dynamics.contact import Contact, contact
from kinloop.model.dynamics.tree import BASE, ElementaryJoint, Frame, Tree, frame_of_load
from kinloop.numerics import algebra


@dataclass(frozen=True)
class Placement:
    """A frame in the world, or in the frame of a body."""

    R: ca.SX
    p: ca.SX


@dataclass(frozen=True)
class Twist:
    """The velocity of a frame: that of its origin, and its angular velocity, in world axes."""

    linear: ca.SX
    angular: ca.SX


@dataclass(frozen=True)
class Wrench:
    """A force and its moment about a point; the producer defines the axes and the point."""

    force: ca.SX
    moment: ca.SX


# Wrenches at the origins of frames, in world axes; those on the base have no effect.
Loads = Sequence[tuple[Frame, Wrench]]


class TreeModel:
    """The symbols of a tree's state, and expressions derived from them when first used.

    An external wrench acts on each frame of ``loads``, by name: six symbols, force first, at the frame's origin, in world axes
    or in those of the frame (``OWN_AXES``).
    """

    def __init__(self, tree: Tree, loads: Sequence[str] = ()) -> None:
        self.tree = tree
        self.wrenches = [ca.SX.sym(f"wrench{k}", 6) for k in range(len(loads))]
        self._load_names = tuple(loads)
        self.parameters = tree.parameters
        self.q = ca.SX.sym("q", tree.nq)
        self.v = ca.SX.sym("qd", tree.nv)
        self.a = ca.SX.sym("qdd", tree.nv)

    # ---------------------------------------------------------------- the tree: geometry and velocity

    @cached_property
    def motions(self) -> list[tuple[ca.SX, ca.SX]]:
        """``(R_i, r_i)`` of every body in its parent."""
        return [joint.motion.place(joint.R, joint.p, self.q[joint.q]) for joint in self.tree.joints]

    @cached_property
    def placements(self) -> list[Placement]:
        """``T_world_i`` of every body."""
        placements: list[Placement] = []
        for joint, (R, r) in zip(self.tree.joints, self.motions, strict=True):
            if joint.parent == BASE:
                placements.append(Placement(R, r))
            else:
                parent = placements[joint.parent]
                placements.append(Placement(parent.R @ R, parent.p + parent.R @ r))
        return placements

    @cached_property
    def twists(self) -> list[Twist]:
        """The twist of every body."""
        twists: list[Twist] = []
        still = Twist(ca.SX.zeros(3), ca.SX.zeros(3))
        for i, joint in enumerate(self.tree.joints):
            here, v = self.placements[i], self.v[joint.v]
            parent = still if joint.parent == BASE else twists[joint.parent]
            from_parent = here.p if joint.parent == BASE else here.p - self.placements[joint.parent].p
            linear, angular = joint.motion.twist(v)
            at_origin = parent.linear + ca.cross(parent.angular, from_parent)
            twists.append(Twist(at_origin + here.R @ linear, parent.angular + here.R @ angular))
        return twists

    def placement(self, frame: Frame, seen_from: int = BASE) -> Placement:
        """The placement of a frame that is fixed to a body, in the world or relative to a body ``seen_from`` that carries it."""
        if frame.body == seen_from:
            return Placement(frame.R, frame.p)
        body = self.placements[frame.body] if seen_from == BASE else self._placement_in(seen_from, frame.body)
        return Placement(body.R @ frame.R, body.p + body.R @ frame.p)

    def _placement_in(self, carrier: int, body: int) -> Placement:
        """The placement of a body in a body that carries it."""
        R, p = self.motions[body]
        while (body := self.tree.joints[body].parent) != carrier:
            R_body, r = self.motions[body]
            R, p = R_body @ R, r + R_body @ p
        return Placement(R, p)

    def twist(self, frame: Frame) -> Twist:
        """The twist of a frame's origin, in world axes."""
        if frame.body == BASE:
            return Twist(ca.SX.zeros(3), ca.SX.zeros(3))
        body = self.twists[frame.body]
        return Twist(body.linear + ca.cross(body.angular, self.placements[frame.body].R @ frame.p), body.angular)

    def jacobian(self, frame: Frame) -> ca.SX:
        """The geometric Jacobian, 6 by nv, linear rows first."""
        twist = self.twist(frame)
        return ca.jacobian(ca.vertcat(twist.linear, twist.angular), self.v)

    @cached_property
    def q_rate(self) -> ca.SX:
        r"""The derivative :math:`\dot q` as an expression of the rates, which differ for quaternions."""
        rate = ca.SX.zeros(self.tree.nq)
        for joint in self.tree.joints:
            rate[joint.q] = joint.motion.position_rate(self.q[joint.q], self.v[joint.v])
        return rate

    def time_derivative(self, expression: ca.SX) -> ca.SX:
        """The time derivative of an expression at constant rates."""
        return ca.jtimes(expression, self.q, self.q_rate)

    # ---------------------------------------------------------------- the tree: efforts

    def newton_euler(self, v: ca.SX, a: ca.SX, gravity: ca.SX, loads: Loads = ()) -> ca.SX:
        """The efforts on every rate of the tree that balance the bodies' inertia, weight and loads."""
        efforts = ca.SX.zeros(self.tree.nv)
        for joint, carried in zip(self.tree.joints, self.joint_wrenches(v, a, gravity, loads), strict=True):
            efforts[joint.v] = joint.motion.effort(carried.force, carried.moment)
        return efforts

    def joint_wrenches(self, v: ca.SX, a: ca.SX, gravity: ca.SX, loads: Loads = ()) -> list[Wrench]:
        r"""The wrench of the parent on the body of every joint, about the body's origin, in its axes
        ([Khalil2002] s. 9.5, with :math:`U = [\alpha] + [\omega]^2`).

        Gravity enters as an acceleration of the base. Rates or accelerations that are identically zero add no instructions.
        """
        joints, bodies = self.tree.joints, self.tree.bodies
        omega: list[ca.SX] = []
        angular_acceleration: list[ca.SX] = []
        U: list[ca.SX] = []
        acceleration: list[ca.SX] = []
        force: list[ca.SX] = []
        moment: list[ca.SX] = []
        for i, joint in enumerate(joints):  # outward: accelerations, and the forces of inertia
            R, r = self.motions[i]
            vi, ai = v[joint.v], a[joint.v]
            if joint.parent == BASE:
                w, alpha, linear = ca.SX.zeros(3), ca.SX.zeros(3), R.T @ -gravity
            else:
                w = R.T @ omega[joint.parent]
                alpha = R.T @ angular_acceleration[joint.parent]
                linear = R.T @ (acceleration[joint.parent] + U[joint.parent] @ r)
            (slide, spin), (slide_gain, spin_gain) = joint.motion.twist(vi), joint.motion.twist(ai)
            linear = linear + slide_gain + 2 * ca.cross(w, slide)
            alpha = alpha + ca.cross(w, spin) + spin_gain
            w = w + spin
            body = bodies[i]
            omega.append(w)
            angular_acceleration.append(alpha)
            U.append(_skew_plus_square(alpha, w))
            acceleration.append(linear)
            force.append(body.mass * linear + U[i] @ body.moment)
            moment.append(body.inertia @ alpha + ca.cross(w, body.inertia @ w) + ca.cross(body.moment, linear))
        for frame, load in loads:
            if frame.body != BASE:
                to_body = self.placements[frame.body].R.T
                push = to_body @ load.force
                force[frame.body] -= push
                moment[frame.body] -= to_body @ load.moment + ca.cross(frame.p, push)
        for i in reversed(range(len(joints))):  # inward: the wrenches in the joints
            joint, (R, r) = joints[i], self.motions[i]
            if joint.parent != BASE:
                transferred = R @ force[i]
                force[joint.parent] += transferred
                moment[joint.parent] += R @ moment[i] + ca.cross(r, transferred)
        return [Wrench(*pair) for pair in zip(force, moment, strict=True)]

    @cached_property
    def rotor_inertia(self) -> ca.SX:
        """The motors' rotor inertias, which add to the diagonal of the inertia."""
        return self._each_rate(lambda joint: self.tree.number(joint.rotor.inertia) * self.tree.number(joint.rotor.ratio) ** 2)

    @cached_property
    def composites(self) -> list[Composite]:
        """Every body with all bodies that it carries as one rigid body, about the body's origin, in its axes."""
        whole = [Composite.of(body) for body in self.tree.bodies]
        for i in reversed(range(len(whole))):
            parent = self.tree.joints[i].parent
            if parent != BASE:
                whole[parent] = whole[parent] + whole[i].in_parent(*self.motions[i])
        return whole

    @cached_property
    def inertia(self) -> ca.SX:
        """The inertia ``M(q)``: column ``j`` is the effort of a unit acceleration of rate ``j``, from rest and without gravity.

        The bodies that a joint carries move with it as one composite body, and the bodies that carry the joint transfer the
        wrench to the base ([Featherstone2008] s. 6.2).
        """
        nv, joints = self.tree.nv, self.tree.joints
        M = ca.SX.zeros(nv, nv)
        for j, joint in enumerate(joints):
            for column, (linear, angular) in unit_motions(joint):
                carried = Wrench(*self.composites[j].effort_of(linear, angular))
                i = j
                while i != BASE:
                    for row, (along, about) in unit_motions(joints[i]):
                        if i != j or row >= column:  # M is symmetric
                            M[row, column] = M[column, row] = ca.dot(along, carried.force) + ca.dot(about, carried.moment)
                    R, r = self.motions[i]
                    force = R @ carried.force
                    carried, i = Wrench(force, R @ carried.moment + ca.cross(r, force)), joints[i].parent
        return M + ca.diag(self.rotor_inertia)

    @cached_property
    def inertia_size(self) -> ca.SX:
        """An upper bound of the inertia of each rate over all directions of its axis: the scale of its rounding errors."""
        size = ca.SX(self.rotor_inertia)
        for joint, whole in zip(self.tree.joints, self.composites, strict=True):
            size[joint.v] += joint.motion.inertia_scale(whole.mass, whole.spread)
        return size

    @cached_property
    def inertia_rate(self) -> ca.SX:
        r"""The time derivative :math:`\dot M` of the inertia."""
        return ca.reshape(self.time_derivative(ca.vec(self.inertia)), self.inertia.shape)

    @cached_property
    def coriolis(self) -> ca.SX:
        r"""The matrix ``C(q, v)`` of Christoffel's symbols; ``C v`` are the Coriolis and centrifugal efforts.

        .. math:: C_{ij} = \frac12 \sum_k \left(\partial_k M_{ij} + \partial_j M_{ik} - \partial_i M_{jk}\right) v_k, \qquad
                  C = \tfrac12 (\dot M + N - N^T), \quad N_{ij} = \partial_j (M v)_i

        :math:`\partial_j` is the derivative along rate ``j``. Rates of a quaternion do not commute: their momentum ``p`` adds
        :math:`\omega \times p`. Both additions to :math:`\dot M / 2` are skew-symmetric, so :math:`\dot M - 2 C` is.
        """
        momentum = self.inertia @ self.v
        N = ca.jacobian(momentum, self.q) @ ca.jacobian(self.q_rate, self.v)
        C = (self.inertia_rate + N - N.T) / 2
        for joint in self.tree.joints:
            if joint.motion.has_quaternion:
                C[joint.v, joint.v] -= algebra.skew(momentum[joint.v])
        return C

    @cached_property
    def gravity_effort(self) -> ca.SX:
        """The efforts that hold the tree against gravity."""
        still = ca.SX.zeros(self.tree.nv)
        return self.newton_euler(still, still, self.tree.gravity)

    @cached_property
    def friction_effort(self) -> ca.SX:
        """The efforts of the joints' friction laws."""
        efforts, v = [], iter(ca.vertsplit(self.v))
        for joint in self.tree.mechanism.ordered_joints:
            law = joint.friction.definition
            numbers = law.numbers(joint.friction, self.tree.number)
            efforts += [law.effort(numbers, next(v), ca) for _ in joint.rates]
        return ca.vertcat(ca.SX.zeros(0), *efforts)

    @cached_property
    def dissipation(self) -> ca.SX:
        r"""Rayleigh's dissipation function of viscous friction, :math:`\frac12 \sum \beta_i v_i^2` [W]: its derivatives by the
        rates are the efforts of friction.

        Raises: UnsupportedOperation: a joint has dry friction.
        """
        total, v = ca.SX(0), iter(ca.vertsplit(self.v))
        for joint in self.tree.mechanism.ordered_joints:
            law = joint.friction.definition
            numbers = law.numbers(joint.friction, self.tree.number)
            if any(not numbers[level].is_zero() for level in law.levels):
                raise UnsupportedOperation(
                    f"{self.tree.mechanism.name} has no dissipation function of Rayleigh: the joint {joint.name!r} has "
                    f"{law.words}, and the function is that of viscous friction"
                )
            total += sum(numbers["viscous"] * next(v) ** 2 / 2 for _ in joint.rates)
        return total

    @cached_property
    def _springs(self) -> list[tuple[int, ca.SX, ca.SX]]:
        """Rate, stiffness and stretch of every spring; a quaternion has none."""
        springs = []
        iv = iq = 0
        for joint in self.tree.mechanism.ordered_joints:
            stiffness = self.tree.number(joint.spring.stiffness)
            if not stiffness.is_zero() and len(joint.coordinates) == len(joint.rates):
                rest = self.tree.number(joint.spring.rest)
                springs += [(iv + k, stiffness, self.q[iq + k] - rest) for k in range(len(joint.rates))]
            iq, iv = iq + len(joint.coordinates), iv + len(joint.rates)
        return springs

    @cached_property
    def spring_effort(self) -> ca.SX:
        """The efforts of the springs on all rates."""
        effort = ca.SX.zeros(self.tree.nv)
        for k, stiffness, stretch in self._springs:
            effort[k] = stiffness * stretch
        return effort

    @cached_property
    def contacts(self) -> list[tuple[Frame, Contact]]:
        """What each surface does to the frame that touches it."""
        found = []
        for surface in self.tree.mechanism.surfaces:
            frame = self.tree.frame(surface.frame)
            found.append((frame, contact(surface, self.tree.scalars, self.placement(frame).p, self.twist(frame).linear)))
        return found

    @cached_property
    def loads(self) -> Loads:
        """The wrenches that act from outside: given ones, and those of surfaces."""
        found, none = [], ca.SX.zeros(3)
        for name, wrench in zip(self._load_names, self.wrenches, strict=True):
            on, is_follower = frame_of_load(name)
            frame = self.tree.frame(on)
            R = self.placement(frame).R if is_follower else ca.SX.eye(3)
            found.append((frame, Wrench(R @ wrench[:3], R @ wrench[3:])))
        return [*found, *((frame, Wrench(each.force, none)) for frame, each in self.contacts)]

    def contact_wrench(self, frame: Frame) -> Wrench:
        """The wrench of all surfaces on the body of a frame, about the frame's origin, in world axes."""
        force, moment, here = ca.SX.zeros(3), ca.SX.zeros(3), self.placement(frame).p
        for touching, each in self.contacts:
            if touching.body == frame.body:
                force += each.force
                moment += ca.cross(self.placement(touching).p - here, each.force)
        return Wrench(force, moment)

    @cached_property
    def bias(self) -> ca.SX:
        """The bias ``b(q, v)``: the efforts at zero acceleration (Coriolis, centrifugal, gravity, friction, springs, loads)."""
        still = ca.SX.zeros(self.tree.nv)
        return self.newton_euler(self.v, still, self.tree.gravity, self.loads) + self.friction_effort + self.spring_effort

    @cached_property
    def effort(self) -> ca.SX:
        """The efforts of a motion on every rate of the tree, without loops."""
        inertial = self.newton_euler(self.v, self.a, self.tree.gravity, self.loads) + self.rotor_inertia * self.a
        return inertial + self.friction_effort + self.spring_effort

    @cached_property
    def static_effort(self) -> ca.SX:
        """The efforts that hold every rate of the tree at rest against gravity, springs and loads, without loops."""
        still = ca.SX.zeros(self.tree.nv)
        effort = self.newton_euler(still, still, self.tree.gravity, self.loads)  # surfaces damp what moves
        return (ca.substitute(effort, self.v, still) if self.contacts else effort) + self.spring_effort

    @cached_property
    def kinetic_energy(self) -> ca.SX:
        """The kinetic energy [J], rotors included."""
        momentum = self.newton_euler(ca.SX.zeros(self.tree.nv), self.v, ca.SX.zeros(3)) + self.rotor_inertia * self.v
        return ca.dot(self.v, momentum) / 2

    @cached_property
    def potential_energy(self) -> ca.SX:
        """The potential energy [J] of weight (zero at the world's origin), springs and surfaces."""
        energy = ca.SX(0)
        for place, body in zip(self.placements, self.tree.bodies, strict=True):
            energy -= ca.dot(self.tree.gravity, body.mass * place.p + place.R @ body.moment)
        for _, stiffness, stretch in self._springs:
            energy += stiffness * stretch**2 / 2
        return energy + sum((each.energy for _, each in self.contacts), ca.SX(0))

    def _each_rate(self, value: Callable[[Joint], ca.SX]) -> ca.SX:
        joints = self.tree.mechanism.ordered_joints
        return ca.vertcat(ca.SX.zeros(0), *(value(joint) for joint in joints for _ in joint.rates))


def unit_motions(joint: ElementaryJoint) -> list[tuple[int, tuple[ca.SX, ca.SX]]]:
    """Each rate of a joint, with the twist (linear, angular) of its body at unit rate, in the body's axes."""
    return list(enumerate(joint.motion.unit_twists(), start=joint.v.start))


def _skew_plus_square(alpha: ca.SX, w: ca.SX) -> ca.SX:
    r"""The matrix :math:`[\alpha] + [\omega]^2`, which maps a point of a body to its acceleration relative to the origin."""
    x, y, z = w[0], w[1], w[2]
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return ca.blockcat(
        [
            [-yy - zz, xy - alpha[2], xz + alpha[1]],
            [xy + alpha[2], -xx - zz, yz - alpha[0]],
            [xz - alpha[1], yz + alpha[0], -xx - yy],
        ]
    )
