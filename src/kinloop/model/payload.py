"""Payloads: point masses on frames of the machine, unknown to the controller."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from kinloop.errors import DescriptionError, ShapeError, unknown_name
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.parts import Anchor, Joint, Link, Mechanism
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.robot import Robot

# Beyond this [kg] the squares of its forces overflow.
HEAVIEST = 1e100


def masses_by_frame(what: str, given: Any) -> dict[str, float]:
    """Masses [kg] by frame; one number is held by the tool, None is no payload."""
    if given is None:
        return {}
    masses = given if isinstance(given, Mapping) else {"tool": given}
    for frame, mass in masses.items():
        number = isinstance(mass, (int, float, np.integer, np.floating)) and not isinstance(mass, bool)
        if not number or not 0 <= mass < HEAVIEST:
            raise ShapeError(f"{what}: the payload on {frame!r} is {mass!r:.80}, expected a mass from 0 kg")
    return {str(frame): float(mass) for frame, mass in masses.items()}


def payload_parameter(frame: str) -> str:
    """The name of the parameter that is the mass on a frame."""
    return f"payload_{frame}"


def with_payloads(robot: Robot, frames: tuple[str, ...]) -> Robot:
    """The robot with a parameter ``payload_<frame>`` for each frame, 0 kg, so that a load there changes no compiled code.

    Raises: UnknownName: no such frame. DescriptionError: the name is taken.
    """
    known = _loaded.setdefault(robot.models.formulas, {})
    if frames not in known:
        known[frames] = Robot(_with_links(robot.mechanism, frames), threads=robot.threads)
    return known[frames].with_parameters(**robot.models.overrides)


_loaded: WeakKeyDictionary[CompiledFormulas, dict[tuple[str, ...], Robot]] = WeakKeyDictionary()


def _with_links(mechanism: Mechanism, frames: tuple[str, ...]) -> Mechanism:
    tool = mechanism.tool or Anchor(link=mechanism.joints[-1].child)
    places = {**{link: Anchor(link=link) for link in mechanism.link_names}, **mechanism.frames, "tool": tool}
    links, joints, parameters = list(mechanism.links), list(mechanism.joints), dict(mechanism.parameters)
    for frame in frames:
        name = payload_parameter(frame)
        if frame not in places:
            raise unknown_name("frame", frame, ["tool", *(place for place in places if place != "tool")], repr(mechanism.name))
        if name in parameters or name in mechanism.link_names or name in (joint.name for joint in joints):
            raise DescriptionError(f"{mechanism.name}: {name!r} is a part already, so the payload on {frame!r} has no name")
        parameters[name] = 0.0
        links.append(Link(name=name, mass=Expression(name)))
        place = places[frame]
        joints.append(Joint(name=name, kind="fixed", parent=place.link, child=name, origin=place.origin))
    changed = {"tool": tool, "links": tuple(links), "joints": tuple(joints), "parameters": parameters}
    return mechanism.model_copy(update=changed)
