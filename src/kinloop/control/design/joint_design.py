"""Each active joint of a machine as a second-order system, the others held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.machine_loop import linearise_at_rest
from kinloop.control.design.second_order import SecondOrder
from kinloop.errors import SingularConfiguration, UnsupportedOperation, listing, unknown_name
from kinloop.model.robot import Robot

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class JointDesign(Mapping[str, SecondOrder]):
    r"""The active joints of a machine about a configuration at rest: ``M qdd + D qd + K q = tau``, in small changes.

    By name or by number it has each joint as a :class:`SecondOrder`, while the others are held:
    ``design["theta"].critical_gain(1.0)``. ``coupling`` is the largest :math:`|M_{ij}| / \sqrt{M_{ii} M_{jj}}`: 0 for joints that
    do not accelerate each other, near 1 where gains of single joints say little about the machine.
    """

    names: tuple[str, ...]
    inertia: Array
    damping: Array
    stiffness: Array

    @property
    def coupling(self) -> float:
        """The largest inertial coupling of two joints, from 0 to 1."""
        own = np.sqrt(np.diagonal(self.inertia))
        return float(np.abs(self.inertia / np.outer(own, own) - np.eye(len(own))).max())

    def __getitem__(self, joint: str | int) -> SecondOrder:
        if isinstance(joint, str):
            if joint not in self.names:
                raise unknown_name("active joint", joint, self.names, "the machine")
            joint = self.names.index(joint)
        return SecondOrder(self.inertia[joint, joint], self.damping[joint, joint], self.stiffness[joint, joint])

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __str__(self) -> str:
        rows = [f"{'joint':12} {'inertia':>12} {'damping':>12} {'stiffness':>12}"]
        rows += [f"{name:12} {each.inertia:12.6g} {each.damping:12.6g} {each.stiffness:12.6g}" for name, each in self.items()]
        return "\n".join([*rows, f"inertial coupling {self.coupling:.3g}"])


def joint_design(robot: Robot, q: ArrayLike) -> JointDesign:
    """The inertia, friction and stiffness (of gravity and springs) of the active joints about rest at ``q``, loops closed.

    They are the machine's linear model on the active joints. Gains of a joint follow from it as long as the others are held.

    Args: a robot, and a configuration, shape (nq,).
    Raises: SingularConfiguration: at Type 2, where the active joints do not determine the motion. UnsupportedOperation: more or
        fewer actuators than degrees of freedom, so that active joints do not move one at a time.
    """
    model, active = linearise_at_rest("joint_design", robot, q)
    n, f = active.shape
    name, joints = robot.mechanism.name, robot.mechanism.rates[: robot.n_active]
    if n != f:
        raise UnsupportedOperation(
            f"joint_design: {name} has {n} actuators ({listing(joints)}) and {f} degrees of freedom, so its joints do not move "
            "one at a time; kl.place_poles and kl.sampled_loop take the whole machine"
        )
    # States are the independent joints; their changes with the active ones are those of the inverse basis.
    if np.linalg.cond(active) > 1e12:
        raise SingularConfiguration(f"joint_design: the active joints of {name} do not determine its motion at q = {model.q}")
    back = np.linalg.inv(active)
    rates, inputs = active @ model.A[f:], active @ model.B[f:]
    M = np.linalg.inv(inputs)
    M = (M + M.T) / 2
    return JointDesign(joints, M, -M @ rates[:, f:] @ back, -M @ rates[:, :f] @ back)
