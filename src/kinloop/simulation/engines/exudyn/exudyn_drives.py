"""Forces in the joints of a machine in Exudyn: motors, friction, springs, rotors, and gears between joints."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.model.dynamics.tree import BASE
from kinloop.simulation.engines.common.rigid_tree import Array, BodyJoint, Drive, RigidTree


def feels_its_parent(tree: RigidTree, joint: BodyJoint) -> bool:
    """Whether a rotor in this joint differs from inertia of the body that it carries: where the joint's frame accelerates along
    or about its axis."""
    return tree.turns(joint.parent) if joint.turns else joint.parent != BASE


class Drives:
    """The connectors in the joints of an Exudyn system, and where their efforts are set."""

    def __init__(self, exudyn: Any, mbs: Any, tree: RigidTree) -> None:
        from exudyn import itemInterface as items  # noqa: N813

        self._exudyn, self._mbs, self._tree, self._items = exudyn, mbs, tree, items
        self._efforts: list[tuple[int, str, Any]] = []  # of an effort its connector's parameter and number
        self._torques: list[tuple[Any, list[int]]] = []  # connectors of three efforts each
        self._functions: list[Any] = []

    def set_efforts(self, tau: Array) -> None:
        """Set the active efforts (n_active,)."""
        for effort, parameter, item in self._efforts:
            self._mbs.SetObjectParameter(item, parameter, -float(tau[effort]))  # a connector pulls back
        for item, efforts in self._torques:
            self._mbs.SetObjectParameter(item, "offset", [0.0, 0.0, 0.0, *(float(tau[k]) for k in efforts)])

    # ---------------------------------------------------------------- one joint

    def add(self, joint: BodyJoint, markers: list[int], q: Array) -> None:
        """Add the connectors of a joint. ``markers``: the joint's frame on the parent and on the child, with the axis as z; for a
        ball, with the child's axes."""
        if len(joint.drives) > 1:
            self._add_ball(joint, markers)
            return
        (drive,) = joint.drives
        if drive.effort is None and not (drive.viscous or drive.stiffness or drive.is_dry):
            return
        common = {"markerNumbers": markers, "stiffness": drive.stiffness, "damping": drive.viscous, "offset": drive.rest}
        axis: dict[str, Any] = {}  # a torsional connector's is z
        if joint.turns:
            add, parameter = self._items.ObjectConnectorTorsionalSpringDamper, "torque"
            if drive.stiffness:  # the connector counts turns from an angle within half of one
                turns = 2 * np.pi * np.round(q[joint.q.start] / (2 * np.pi))
                angle = float(q[joint.q.start] - turns)
                common["offset"] = drive.rest - turns
                common["nodeNumber"] = self._mbs.AddNode(
                    self._items.NodeGenericData(numberOfDataCoordinates=1, initialCoordinates=[angle])
                )
        else:
            add, parameter = self._items.ObjectConnectorLinearSpringDamper, "force"
            axis = {"axisMarker0": [0.0, 0.0, 1.0]}
        item = self._mbs.AddObject(add(**common, **axis))
        if drive.effort is not None:
            self._efforts.append((drive.effort, parameter, item))
        if drive.is_dry:
            item = self._mbs.AddObject(add(markerNumbers=markers, **axis))
            self._add_dry_friction(item, f"spring{parameter.capitalize()}UserFunction", drive)

    def _add_dry_friction(self, item: Any, name: str, drive: Drive) -> None:
        """The dry part of the friction law, which Exudyn evaluates without Python."""
        symbolic = self._exudyn.symbolic

        def friction(mbs, t, itemNumber, position, rate, stiffness, damping, offset):  # type: ignore[no-untyped-def]
            return drive.law.dry(drive.friction, rate, symbolic)

        self._set_function(item, name, friction)

    def _add_ball(self, joint: BodyJoint, markers: list[int]) -> None:
        """A connector whose first side is the child: its numbers are in the child's axes, and the parent takes their opposite.

        Its own spring is not used, so ``offset`` has the efforts; ``rate`` is that of the parent as the child sees it.
        """
        drive: Drive = joint.drives[0]
        if drive.effort is None and not (drive.viscous or drive.is_dry):
            return
        symbolic = self._exudyn.symbolic
        item = self._mbs.AddObject(self._items.ObjectConnectorRigidBodySpringDamper(markerNumbers=markers[::-1]))

        def torque(  # type: ignore[no-untyped-def]
            mbs, t, itemNumber, displacement, rotation, velocity, rate, stiffness, damping, rotJ0, rotJ1, offset
        ):
            turns = [offset[3 + k] + drive.law.effort(drive.friction, rate[k], symbolic) for k in range(3)]
            return symbolic.Vector([offset[0], offset[1], offset[2], *turns])

        self._set_function(item, "springForceTorqueUserFunction", torque)
        efforts = [drive.effort for drive in joint.drives if drive.effort is not None]
        if efforts:
            self._torques.append((item, efforts))

    def _set_function(self, item: Any, name: str, function: Any) -> None:
        from exudyn.advancedUtilities import CreateSymbolicUserFunction

        symbolic = CreateSymbolicUserFunction(self._mbs, function, name, item)
        self._functions.append(symbolic)  # Exudyn does not keep it
        self._mbs.SetObjectParameter(item, name, symbolic)

    # ---------------------------------------------------------------- rotors and gears

    def add_rotor(self, joint: BodyJoint, bodies: list[int], rate: float) -> None:
        """Add a coordinate with the rotor's inertia that is coupled to the joint's: only the joint's motion acts on it."""
        node = self._mbs.AddNode(self._items.Node1D(referenceCoordinates=[0.0], initialVelocities=[rate]))
        self._mbs.AddObject(self._items.ObjectMass1D(nodeNumber=node, mass=joint.drives[0].rotor))
        rotor = self._mbs.AddMarker(self._items.MarkerNodeCoordinate(nodeNumber=node, coordinate=0))
        self._mbs.AddObject(self._items.ObjectConnectorCoordinate(markerNumbers=[rotor, self._relative(joint, bodies)]))

    def add_gear(self, joints: tuple[BodyJoint, BodyJoint], bodies: tuple[list[int], list[int]], ratio: float) -> int:
        """Add a constraint that keeps the rate of the first joint at ``ratio`` times that of the second."""
        markers = [self._relative(joint, pair) for joint, pair in zip(joints, bodies, strict=True)]
        return int(self._mbs.AddObject(self._items.ObjectConnectorCoordinate(markerNumbers=markers, factor1=ratio)))

    def _relative(self, joint: BodyJoint, bodies: list[int]) -> int:
        """The joint's coordinate as a marker between two bodies; only its rate is used, so its zero does not matter."""
        kinds = {
            "revolute": self._items.MarkerBodiesRelativeRotationCoordinate,
            "prismatic": self._items.MarkerBodiesRelativeTranslationCoordinate,
        }
        marker = kinds[joint.kind](bodyNumbers=bodies, localPosition0=[*joint.p], axis0=[*(joint.R @ joint.axis)])
        return int(self._mbs.AddMarker(marker))
