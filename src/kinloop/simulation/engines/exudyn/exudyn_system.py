"""A machine in Exudyn: rigid bodies in absolute coordinates with Euler parameters, joints and loops as constraints.

Bodies may lack mass, since constraints hold them. An independent set of redundant loop closures is held.

References: [Gerstmayr2024].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.parts.transforms import quaternion_of
from kinloop.model.dynamics.tree import BASE
from kinloop.simulation.engines.common.rigid_tree import FREE, Array, BodyJoint, Poses, RigidTree, cross
from kinloop.simulation.engines.exudyn.exudyn_drives import Drives, feels_its_parent
from kinloop.simulation.engines.exudyn.exudyn_loops import BALL, HINGE, SLIDE, Closures, choose_flags, frame_about

# Other rows of redundant closures are chosen where the smallest singular value of the held ones has fallen to this fraction.
DEGENERATE = 0.5
# The flags of Exudyn's generic joint for each elementary motion, and why the others are refused.
HELD = {"revolute": HINGE, "prismatic": SLIDE, "spherical": BALL}
REFUSED = {"helical": "it is helical, and Exudyn's generic joint ties no displacement to a turn"}


def refuse_unsupported_parts(tree: RigidTree) -> None:
    """Raises: UnsupportedOperation: every reason why Exudyn's bodies and forces cannot represent this machine."""
    reasons = [f"joint {joint.name!r}: {REFUSED[joint.kind]}" for joint in tree.joints if joint.kind in REFUSED]
    reasons += [
        f"joint {joint.name!r}: a rotor's inertia in a ball between two turning bodies belongs to neither"
        for joint in tree.joints
        if joint.kind == "spherical" and joint.drives[0].rotor and feels_its_parent(tree, joint)
    ]
    if reasons:
        raise UnsupportedOperation(f"{tree.mechanism.name} cannot be simulated by Exudyn: {'; '.join(reasons)}")


@dataclass(frozen=True)
class BodyState:
    """Poses and twists of bodies, and the accelerations of their origins and angular accelerations, in world axes."""

    poses: Poses
    linear: Array
    angular: Array


class ExudynSystem:
    """Exudyn's system of a machine at a state, with the places of the values that are set and read.

    ``wrenches`` act on frames by name, force first, in world axes.
    """

    def __init__(self, exudyn: Any, closures: Closures, q: Array, qd: Array, wrenches: Mapping[str, Array]) -> None:
        from exudyn import itemInterface as items  # noqa: N813

        tree = closures.tree
        self.items, self.tree, self._exudyn, self._closures = items, tree, exudyn, closures
        self._container = exudyn.SystemContainer()  # which owns the system
        self.mbs = self._container.AddSystem()
        self._ground = self.mbs.AddObject(items.ObjectGround())
        self._drives = Drives(exudyn, self.mbs, tree)
        poses = tree.poses(q, qd)
        # Their nodes before all others: the first coordinates are the bodies'.
        self._bodies = [self._add_body(joint, k, poses) for k, joint in enumerate(tree.joints)]
        for k, joint in enumerate(tree.joints):
            self._add_joint(joint, k, q, qd)
        self._add_loops(q)
        for name, wrench in wrenches.items():
            self._add_wrench(name, wrench)
        self.mbs.Assemble()
        reference = self.mbs.systemData.GetODE2Coordinates(configuration=exudyn.ConfigurationType.Reference)
        self._reference = self._of_bodies(reference)
        self._multipliers = [int(self.mbs.systemData.GetObjectLTGAE(item)[place]) for item, place in self._held]

    # ---------------------------------------------------------------- inputs and outputs

    def set_efforts(self, tau: Array) -> None:
        """Set the active efforts (n_active,)."""
        self._drives.set_efforts(tau)

    def solve(self, settings: Any) -> bool:
        """Integrate on from the current state; False where that failed."""
        config = self._exudyn.config
        printing, config.printToConsole = config.printToConsole, False  # else it prints banners
        try:
            return bool(self.mbs.SolveDynamic(settings, updateInitialValues=True, storeSolver=False, showCausingItems=False))
        except (RuntimeError, ValueError, self._exudyn.SolverError):
            return False
        except SystemError as error:  # how the user's interruption comes back from compiled code
            if isinstance(error.__cause__, KeyboardInterrupt) or isinstance(error.__context__, KeyboardInterrupt):
                raise KeyboardInterrupt from error
            raise
        finally:
            config.printToConsole = printing

    def state(self) -> BodyState:
        """The current state of all bodies. ``omega = 2 G(e) e'`` in world axes, for quaternions that are nearly of unit length,
        and ``omega' = 2 G(e) e''``."""
        data = self.mbs.systemData
        coordinates = self._of_bodies(data.GetODE2Coordinates()) + self._reference
        rates, changes = self._of_bodies(data.GetODE2Coordinates_t()), self._of_bodies(data.GetODE2Coordinates_tt())
        e = coordinates[:, 3:]
        w, v = e[:, :1], e[:, 1:]
        twice = 2 / np.sum(e * e, axis=1, keepdims=True)
        angular, angular_t = (twice * (w * d[:, 4:] - d[:, 3:4] * v + cross(v, d[:, 4:])) for d in (rates, changes))
        across = np.zeros((len(e), 3, 3))
        across[:, [2, 0, 1], [1, 2, 0]], across[:, [1, 2, 0], [2, 0, 1]] = v, -v
        R = np.eye(3) + twice[..., None] * (w[..., None] * across + across @ across)
        return BodyState(Poses(R, coordinates[:, :3], rates[:, :3], angular), changes[:, :3], angular_t)

    def _of_bodies(self, coordinates: Any) -> Array:
        return np.array(coordinates)[: 7 * len(self._bodies)].reshape(-1, 7)

    def loop_effort(self, q: Array) -> Array:
        """The efforts (nv,) of loops and couplings on the rates of the tree at ``q``; Exudyn's multipliers have the opposite
        sign."""
        self._rows = self._derivative(q)
        multipliers = np.array(self.mbs.systemData.GetAECoordinates())[self._multipliers]
        effort: Array = -multipliers @ self._rows
        return effort

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
        inertia, mass, weight = joint.inertia.copy(), joint.mass, joint.mass * self.tree.gravity
        rotor = 0.0 if feels_its_parent(self.tree, joint) else joint.drives[0].rotor
        if rotor and joint.turns:
            inertia += rotor * (np.outer(joint.axis, joint.axis) if len(joint.drives) == 1 else np.eye(3))
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

    def _body(self, body: int) -> int:
        return int(self._ground if body == BASE else self._bodies[body])

    def _marker(self, body: int, R: Array, p: Array) -> int:
        """A frame on a body."""
        frame = np.eye(4)
        frame[:3, :3], frame[:3, 3] = R, p
        return int(self.mbs.AddMarker(self.items.MarkerBodyRigid(bodyNumber=self._body(body), localHT=frame)))

    def _add_wrench(self, frame: str, wrench: Array) -> None:
        """Force and moment at the frame's origin that keep their axes in the world."""
        where = self.tree.frame(frame)
        if where.body == BASE:
            return
        marker = self._marker(where.body, where.R, where.p)
        self.mbs.AddLoad(self.items.LoadForceVector(markerNumber=marker, loadVector=[*wrench[:3]]))
        self.mbs.AddLoad(self.items.LoadTorqueVector(markerNumber=marker, loadVector=[*wrench[3:]]))

    # ---------------------------------------------------------------- joints of the tree

    def _add_joint(self, joint: BodyJoint, k: int, q: Array, qd: Array) -> None:
        if joint.kind == FREE:
            return
        Q = np.eye(3) if joint.kind == "spherical" else frame_about(joint.axis)
        markers = [self._marker(joint.parent, joint.R @ Q, joint.p), self._marker(k, Q, np.zeros(3))]
        self._generic(markers, HELD[joint.kind])
        self._drives.add(joint, markers, q)
        if joint.drives[0].rotor and feels_its_parent(self.tree, joint):
            self._drives.add_rotor(joint, self._sides(k), float(qd[joint.v.start]))

    def _sides(self, k: int) -> list[int]:
        """The two bodies that a joint is between."""
        return [self._body(self.tree.joints[k].parent), self._body(k)]

    def _generic(self, markers: list[int], held: tuple[int, ...]) -> int:
        return int(self.mbs.AddObject(self.items.ObjectJointGeneric(markerNumbers=markers, constrainedAxes=list(held))))

    # ---------------------------------------------------------------- loops and couplings

    def _add_loops(self, q: Array) -> None:
        closures = self._closures
        kept, where, self._may_degenerate = choose_flags(closures, q)
        self._written = closures.equation_rows(kept)
        self._derivative = closures.derivative(self._written)
        self._rows, chosen = self._derivative(q), self._derivative(where)
        if self._may_degenerate:
            self._sizes = np.linalg.norm(chosen, axis=1, keepdims=True)
            self._strength = _weakest(chosen / self._sizes)
        items: list[int | None] = []
        for closing, places in zip(closures.loops, kept, strict=False):
            if not places:
                items.append(None)
                continue
            a, b = closing.a, closing.b
            markers = [self._marker(a.body, a.R @ closing.Q_a, a.p), self._marker(b.body, b.R @ closing.Q_b, b.p)]
            if closing.loop.kind == "rod":
                rod = self.items.ObjectConnectorDistance(markerNumbers=markers, distance=closing.length)
                items.append(int(self.mbs.AddObject(rod)))
            else:
                items.append(self._generic(markers, tuple(int(k in places) for k in range(6))))
        for (coupling, ratio), places in zip(closures.couplings, kept[len(closures.loops) :], strict=True):
            items.append(self._add_gear(coupling.coordinate, coupling.of, ratio) if places else None)
        self._held = [(items[row.closure], row.place) for row in self._written]

    def _add_gear(self, coordinate: str, of: str, ratio: float) -> int:
        bodies = tuple(self.tree.carrier(self.tree.rate_of(name)) for name in (coordinate, of))
        first, second = (self.tree.joints[k] for k in bodies)
        return self._drives.add_gear((first, second), (self._sides(bodies[0]), self._sides(bodies[1])), ratio)

    def holds_badly(self) -> bool:
        """Whether the rows that are kept of redundant closures hold much worse now than where they were chosen."""
        return self._may_degenerate and _weakest(self._rows / self._sizes) < DEGENERATE * self._strength


def _weakest(rows: Array) -> float:
    """The smallest singular value of rows, each in units of its length where it was chosen."""
    return float(np.linalg.svd(rows, compute_uv=False)[-1])
