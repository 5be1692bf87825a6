"""Prismatic loops replaced by a carriage on a prismatic joint and a weld, for engines without such a constraint.

Half the mass and inertia of the link on one side of the loop go to a carriage that slides on the other side's link and is welded
to the first link. The two move as one body, so the motion is unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.parts.parts import Anchor, Joint, Link, Loop, Mechanism
from kinloop.mechanism.parts.transforms import Placement, at, placement, roll_pitch_yaw, rotation, vector
from kinloop.mechanism.parts.unique_names import unused_name
from kinloop.model.compiled_models import CompiledModels


@dataclass(frozen=True)
class WithCarriages:
    """The models without prismatic loops, and the joints of the carriages, the last of the tree."""

    models: CompiledModels
    joints: tuple[str, ...]


def with_carriages(models: CompiledModels) -> WithCarriages:
    """The models with a carriage for each prismatic loop; unchanged where there is none.

    Raises: UnsupportedOperation: neither side of such a loop has mass to share.
    """
    mechanism = models.mechanism
    joints: tuple[str, ...] = ()
    for loop in models.mechanism.loops:
        if loop.kind == "prismatic":
            mechanism, joint = _with_carriage(mechanism, loop, {name: float(value) for name, value in models.parameters.items()})
            joints = (*joints, joint)
    return WithCarriages(CompiledModels(mechanism) if joints else models, joints)


def _with_carriage(mechanism: Mechanism, loop: Loop, values: dict[str, float]) -> tuple[Mechanism, str]:
    heavy = {link.name: link for link in mechanism.links if at(link.mass, values) > 0}
    names = {*mechanism.link_names, *(joint.name for joint in mechanism.joints), *mechanism.coordinates}
    carriage = unused_name(f"{loop.name}_carriage", names)
    base = next(j.parent for j in mechanism.joints if j.parent not in {joint.child for joint in mechanism.joints})
    # The carriage slides on the first of a pair and belongs to the second.
    for rail, side in ((loop.a, loop.b), (loop.b, loop.a)):
        if side.link in heavy and side.link != base:
            half, other = _split_link(heavy[side.link], placement(side.origin, values), carriage, values)
            joint = Joint(
                name=carriage,
                kind="prismatic",
                parent=rail.link,
                child=carriage,
                origin=rail.origin,
                axis=loop.axis,
                actuated=False,
            )
            weld = Loop(name=loop.name, kind="weld", a=Anchor(link=carriage), b=side)
            tool = mechanism.tool or Anchor(link=mechanism.joints[-1].child)
            update = {
                "parameters": values,
                "links": (*(half if link.name == side.link else link for link in mechanism.links), other),
                "joints": (*mechanism.joints, joint),
                "loops": tuple(weld if other_loop is loop else other_loop for other_loop in mechanism.loops),
                "tool": tool,
                "motion": None,
                "forward_geometry": None,
                "inverse_geometry": None,
            }
            return mechanism.model_copy(update=update), carriage
    raise UnsupportedOperation(
        f"loop {loop.name!r} is prismatic, which MuJoCo needs a carriage with mass for, and neither "
        f"{loop.a.link!r} nor {loop.b.link!r} moves and has mass to share with a carriage"
    )


def _split_link(link: Link, frame: Placement, name: str, values: dict[str, float]) -> tuple[Link, Link]:
    """The link with half its mass and inertia, and a second link with the other half, whose frame is ``frame`` of the first."""
    xx, yy, zz, xy, xz, yz = vector(link.inertia, values) / 2
    inertia, com, mass = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), vector(link.com, values), at(link.mass, values) / 2
    half = link.model_copy(update={"mass": mass, "com": tuple(com), "inertia": (xx, yy, zz, xy, xz, yz)})
    turn = np.eye(3) if link.inertia_origin is None else rotation(roll_pitch_yaw(vector(link.inertia_origin, values)))
    there = frame.R.T @ turn @ inertia @ turn.T @ frame.R
    entries = (*np.diag(there), there[0, 1], there[0, 2], there[1, 2])
    return half, Link(name=name, mass=mass, com=tuple(frame.R.T @ (com - frame.p)), inertia=tuple(map(float, entries)))
