"""Massless links at the end of a chain replaced by rods, for engines that need mass on every body.

A massless link that turns about a point of its parent and closes a loop at its other end only keeps two points at a constant
distance.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from kinloop.mechanism.parts.parts import Anchor, Joint, Link, Loop, Mechanism
from kinloop.mechanism.parts.transforms import at, placement
from kinloop.model.compiled_models import CompiledModels


@dataclass(frozen=True)
class WithRods:
    """The models with some links replaced by rods, and the joints of these links."""

    models: CompiledModels
    joints: tuple[str, ...]


def with_rods(models: CompiledModels, loaded: Collection[str] = ()) -> WithRods:
    """The models with each massless link replaced by a rod, where this leaves the motion of the machine unchanged.

    ``loaded`` links, on which a wrench acts, are kept.
    """
    replaced = WithRods(models, ())
    for joint in models.mechanism.joints:
        fewer = None if joint.child in loaded else _with_rod(replaced.models, joint)
        if fewer is not None:
            replaced = WithRods(fewer, (*replaced.joints, joint.name))
    return replaced


def _with_rod(models: CompiledModels, joint: Joint) -> CompiledModels | None:
    """The models with a rod in place of the link that the joint carries; None where that changes the machine."""
    mechanism, values = models.mechanism, {name: float(value) for name, value in models.parameters.items()}
    loops = [loop for loop in mechanism.loops if joint.child in (loop.a.link, loop.b.link)]
    turns = joint.definition.is_angular and joint.definition.moves  # with a ball the rod could spin
    if not turns or joint in mechanism.active_joints or len(loops) != 1 or loops[0].a.link == loops[0].b.link:
        return None
    (loop,) = loops
    if not loop.definition.is_pivot or not _only_carries(mechanism, joint, values):
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
    fewer = CompiledModels(mechanism.model_copy(update=update))
    return fewer if _dof(fewer) == _dof(models) else None


def _only_carries(mechanism: Mechanism, joint: Joint, values: dict[str, float]) -> bool:
    """Whether the link carries only a loop, and no effort acts in its joint."""
    link = next((link for link in mechanism.links if link.name == joint.child), Link(name=joint.child))
    law = joint.friction.definition
    friction = (getattr(joint.friction, key) for key in ("viscous", *law.levels))
    acting = (*friction, joint.spring.stiffness, joint.rotor.inertia)
    heavy = (link.mass, *link.inertia)
    named = [anchor.link for anchor in (*mechanism.frames.values(), *((mechanism.tool,) if mechanism.tool else ()))]
    driven = {name for coupling in mechanism.couplings for name in (coupling.coordinate, coupling.of)}
    return (
        not any(at(value, values) for value in (*acting, *heavy))
        and joint.child not in named
        and all(other.parent != joint.child for other in mechanism.joints)
        and not driven.intersection(joint.coordinates)
    )


def _dof(models: CompiledModels) -> int:
    return len(models.mechanism.rates) - len(models.formulas.model.kept_rows)
