"""A machine in Exudyn: rigid bodies in absolute coordinates with Euler parameters, joints and loops as constraints.

Bodies may lack mass: constraints hold them. Of redundant loop closures an independent set is held.

References: J. Gerstmayr, "Exudyn: a C++-based Python package for flexible multibody systems", Multibody System Dynamics 60, 2024.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.placement import quaternion_of
from kinloop.model.tree import BASE
from kinloop.simulation.exudyn_loops import BALL, HINGE, SLIDE, Closing, frame_about, independent, row_rates
from kinloop.simulation.rigid_tree import Array, BodyJoint, Poses, RigidTree

DEGENERATE = 0.5  # of redundant closures others are chosen where the ones that are held have weakened to this
HELD = {"revolute": HINGE, "prismatic": SLIDE, "spherical": BALL}


def refuse_what_exudyn_cannot_have(tree: RigidTree) -> None:
    """Raises: UnsupportedOperation: with every reason why this machine has no twin of rigid bodies and Exudyn's own forces."""
    reasons = [
        f"coupling {coupling.name!r}: Exudyn ties no coordinates of joints between rigid bodies together"
        for coupling in tree.mechanism.couplings
    ]
    for joint in tree.joints:
        ball, turning = joint.kind == "spherical", tree.turns(joint.parent)
        feels_rotor = turning if joint.kind != "prismatic" else joint.parent != BASE
        if any(drive.rotor for drive in joint.drives) and feels_rotor:
            reasons.append(f"joint {joint.name!r}: a rotor's inertia along a joint between two moving bodies belongs to neither")
        if ball and any(drive.coulomb for drive in joint.drives):
            reasons.append(f"joint {joint.name!r}: Coulomb friction in a joint with three turns has no connector")
        if ball and turning and any(drive.effort is not None for drive in joint.drives):
            reasons.append(f"joint {joint.name!r}: an effort in the child's axes has no load on a parent that turns")
    if reasons:
        raise UnsupportedOperation(f"{tree.mechanism.name} cannot be handed to Exudyn: {'; '.join(dict.fromkeys(reasons))}")


class ExudynSystem:
    """Exudyn's system of a machine at a state, with the places of what is set and read."""

    def __init__(self, exudyn: Any, tree: RigidTree, q: Array, qd: Array) -> None:
        from exudyn import itemInterface as items  # noqa: N813

        self.items, self.tree, self._exudyn = items, tree, exudyn
        self._container = exudyn.SystemContainer()  # which owns the system
        self.mbs = self._container.AddSystem()
        self._ground = self.mbs.AddObject(items.ObjectGround())
        self._efforts: list[tuple[int, str, Any]] = []  # of an effort its connector's parameter and number
        self._torques: list[tuple[int, list[int]]] = []  # loads of three efforts each
        self._functions: list[Any] = []
        poses = tree.poses(q, qd)
        self._bodies = [self._add_body(joint, k, poses) for k, joint in enumerate(tree.joints)]
        for k, joint in enumerate(tree.joints):
            self._add_joint(joint, k, q)
        self._add_loops(q)
        self.mbs.Assemble()
        self.reference = np.array(self.mbs.systemData.GetODE2Coordinates(configuration=exudyn.ConfigurationType.Reference))

    # ---------------------------------------------------------------- what is set and read

    def set_efforts(self, tau: Array) -> None:
        for effort, parameter, item in self._efforts:
            self.mbs.SetObjectParameter(item, parameter, -float(tau[effort]))  # a connector pulls back
        for load, efforts in self._torques:
            self.mbs.SetLoadParameter(load, "loadVector", [float(tau[k]) for k in efforts])

    def solve(self, settings: Any) -> bool:
        """Go on from where it is; whether that succeeded."""
        config = self._exudyn.config
        printing, config.printToConsole = config.printToConsole, False  # else it prints banners of its own
        try:
            return bool(self.mbs.SolveDynamic(settings, updateInitialValues=True, storeSolver=False, showCausingItems=False))
        except (RuntimeError, ValueError, self._exudyn.SolverError):
            return False
        finally:
            config.printToConsole = printing

    def poses(self) -> Poses:
        """Of all bodies now. ``omega = 2 G(e) e'`` in world axes, for quaternions that are nearly of unit length."""
        data = self.mbs.systemData
        coordinates = (np.array(data.GetODE2Coordinates()) + self.reference).reshape(-1, 7)
        rates = np.array(data.GetODE2Coordinates_t()).reshape(-1, 7)
        e, e_t = coordinates[:, 3:], rates[:, 3:]
        w, v, w_t, v_t = e[:, :1], e[:, 1:], e_t[:, :1], e_t[:, 1:]
        square = np.sum(e * e, axis=1)
        angular = 2 * (w * v_t - w_t * v + np.cross(v, v_t)) / square[:, None]
        cross = np.zeros((len(e), 3, 3))
        cross[:, [2, 0, 1], [1, 2, 0]], cross[:, [1, 2, 0], [2, 0, 1]] = v, -v
        R = np.eye(3) + 2 / square[:, None, None] * (w[..., None] * cross + cross @ cross)
        return Poses(R, coordinates[:, :3], rates[:, :3], angular)

    # ---------------------------------------------------------------- bodies

    def _add_body(self, joint: BodyJoint, k: int, poses: Poses) -> int:
        e = np.array(quaternion_of(poses.R[k]))
        spin = poses.angular[k]  # in world axes: e' = (0, omega) e / 2
        e_t = np.concatenate([[-spin @ e[1:]], e[0] * spin + np.cross(spin, e[1:])]) / 2
        node = self.mbs.AddNode(
            self.items.NodeRigidBodyEP(
                referenceCoordinates=[*poses.p[k], *e], initialVelocities=[*poses.linear[k], *e_t], initialCoordinates=[0.0] * 7
            )
        )
        inertia = joint.inertia.copy()
        rotor = joint.drives[0].rotor
        weight, mass = joint.mass * self.tree.gravity, joint.mass
        if rotor and joint.kind != "prismatic":  # from a parent that does not turn, or it has been refused
            inertia += rotor * (np.outer(joint.axis, joint.axis) if joint.kind == "revolute" else np.eye(3))
        elif rotor:  # a body that only slides feels it as mass without weight
            mass += rotor
        com = joint.moment / mass if mass else np.zeros(3)
        I = inertia
        body = self.mbs.AddObject(
            self.items.ObjectRigidBody(
                mass=mass, inertia=[I[0, 0], I[1, 1], I[2, 2], I[1, 2], I[0, 2], I[0, 1]], centerOfMass=[*com], nodeNumber=node
            )
        )
        if weight.any():
            centre = joint.moment / joint.mass
            marker = self.mbs.AddMarker(self.items.MarkerBodyPosition(bodyNumber=body, localPosition=[*centre]))
            self.mbs.AddLoad(self.items.LoadForceVector(markerNumber=marker, loadVector=[*weight]))
        return int(body)

    def _marker(self, body: int, R: Array, p: Array) -> int:
        """A frame on a body."""
        number = self._ground if body == BASE else self._bodies[body]
        frame = np.eye(4)
        frame[:3, :3], frame[:3, 3] = R, p
        return int(self.mbs.AddMarker(self.items.MarkerBodyRigid(bodyNumber=number, localHT=frame)))

    # ---------------------------------------------------------------- joints of the tree

    def _add_joint(self, joint: BodyJoint, k: int, q: Array) -> None:
        if joint.kind == "free":
            return
        Q = np.eye(3) if joint.kind == "spherical" else frame_about(joint.axis)
        markers = [self._marker(joint.parent, joint.R @ Q, joint.p), self._marker(k, Q, np.zeros(3))]
        self._generic(markers, HELD[joint.kind])
        if joint.kind == "spherical":
            if joint.drives[0].viscous:  # the same about all axes, so whose they are does not matter
                damping = np.diag([0.0] * 3 + [joint.drives[0].viscous] * 3)
                self.mbs.AddObject(self.items.ObjectConnectorRigidBodySpringDamper(markerNumbers=markers, damping=damping))
            if joint.drives[0].effort is not None:
                load = self.mbs.AddLoad(self.items.LoadTorqueVector(markerNumber=markers[1], bodyFixed=True))
                self._torques.append((int(load), [drive.effort for drive in joint.drives if drive.effort is not None]))
            return
        (drive,) = joint.drives
        if drive.effort is None and not (drive.viscous or drive.stiffness or drive.coulomb):
            return
        common = {"markerNumbers": markers, "stiffness": drive.stiffness, "damping": drive.viscous, "offset": drive.rest}
        axis: dict[str, Any] = {}  # a torsional connector's is z
        if joint.kind == "revolute":
            add, parameter = self.items.ObjectConnectorTorsionalSpringDamper, "torque"
            if drive.stiffness:  # the connector counts turns from an angle within half of one
                turns = 2 * np.pi * np.round(q[joint.q.start] / (2 * np.pi))
                angle = float(q[joint.q.start] - turns)
                common["offset"] = drive.rest - turns
                common["nodeNumber"] = self.mbs.AddNode(
                    self.items.NodeGenericData(numberOfDataCoordinates=1, initialCoordinates=[angle])
                )
        else:
            add, parameter = self.items.ObjectConnectorLinearSpringDamper, "force"
            axis = {"axisMarker0": [0.0, 0.0, 1.0]}
        item = self.mbs.AddObject(add(**common, **axis))
        if drive.effort is not None:
            self._efforts.append((drive.effort, parameter, item))
        if drive.coulomb:
            item = self.mbs.AddObject(add(markerNumbers=markers, stiffness=drive.coulomb, damping=drive.speed, **axis))
            self._add_dry_friction(item, f"spring{parameter.capitalize()}UserFunction")

    def _add_dry_friction(self, item: Any, name: str) -> None:
        """``coulomb * tanh(rate / speed)``, which Exudyn evaluates without Python; the two numbers are the connector's others."""
        from exudyn.advancedUtilities import CreateSymbolicUserFunction

        tanh = self._exudyn.symbolic.tanh

        def friction(mbs, t, itemNumber, position, rate, coulomb, speed, offset):  # type: ignore[no-untyped-def]
            return coulomb * tanh(rate / speed)

        function = CreateSymbolicUserFunction(self.mbs, friction, name, item)
        self._functions.append(function)  # Exudyn does not keep it
        self.mbs.SetObjectParameter(item, name, function)

    def _generic(self, markers: list[int], held: tuple[int, ...]) -> None:
        self.mbs.AddObject(self.items.ObjectJointGeneric(markerNumbers=markers, constrainedAxes=list(held)))

    # ---------------------------------------------------------------- loops

    def _add_loops(self, q: Array) -> None:
        self._loops = [Closing(loop, *self.tree.anchored(loop), self.tree.values) for loop in self.tree.mechanism.loops]
        kept, where, self._may_degenerate = independent(self.tree, self._loops, q)
        self._kept = [(k, place) for k, places in enumerate(kept) for place in places]
        if self._may_degenerate:
            self._sizes = np.linalg.norm(self._rows_held(where), axis=1, keepdims=True)
            self._strength = self._loop_strength(where)
        for closing, rows in zip(self._loops, kept, strict=True):
            if not rows:
                continue
            a, b = closing.a, closing.b
            markers = [self._marker(a.body, closing.R_a, a.p), self._marker(b.body, closing.R_b, b.p)]
            if closing.loop.kind == "rod":
                self.mbs.AddObject(self.items.ObjectConnectorDistance(markerNumbers=markers, distance=closing.length))
            else:
                self._generic(markers, tuple(int(k in rows) for k in range(6)))

    def holds_badly(self, q: Array) -> bool:
        """Whether the rows that are kept of redundant closures hold much worse at ``q`` than where they were chosen."""
        return self._may_degenerate and self._loop_strength(q) < DEGENERATE * self._strength

    def _rows_held(self, q: Array) -> Array:
        rows = row_rates(self.tree, self._loops, q)
        return np.array([rows[key] for key in self._kept])

    def _loop_strength(self, q: Array) -> float:
        """The smallest singular value of the rows that are held, each in units of its length where it was chosen."""
        return float(np.linalg.svd(self._rows_held(q) / self._sizes, compute_uv=False)[-1])
