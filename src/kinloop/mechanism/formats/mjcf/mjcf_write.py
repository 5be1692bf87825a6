"""Writing MJCF: the same tree and loops, with settings for accurate loop constraints.

MuJoCo and Pinocchio both read the result. Everything hangs on one body, since Pinocchio's reader drops further bodies of the
world; the base is a body inside that one, since Pinocchio loses the sites of the outermost.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, KinloopWarning, ShapeError, listing
from kinloop.mechanism.expressions.expression import resolve
from kinloop.mechanism.formats.mjcf.mjcf_bodies import Body, Motion, Values, ball_name, bodies
from kinloop.mechanism.formats.mjcf.mjcf_closures import Site, closures
from kinloop.mechanism.formats.mjcf.mjcf_model import UNBOUNDED
from kinloop.mechanism.formats.xml_lines import Xml
from kinloop.mechanism.parts.parts import Joint, Limits, Mechanism, Shape
from kinloop.mechanism.parts.transforms import IDENTITY, Placement, at, normalize, placement, vector
from kinloop.mechanism.parts.unique_names import unused_name
from kinloop.mechanism.validate.validate import require_valid

# The gap of a loop closes within two steps with the least softness that MuJoCo allows; its defaults are 0.02 s and 0.9.
STIFFNESS = "0.9999 0.9999 0.001 0.5 2"
SIZES = {"box": (0.5, 0.5, 0.5), "cylinder": (1, 0.5), "capsule": (1, 0.5), "sphere": (1,)}  # MuJoCo has half lengths


def write_mjcf(
    mechanism: Mechanism,
    parameters: Mapping[str, Any] | None = None,
    q: Sequence[float] | None = None,
    timestep: float = 1e-3,
    least_mass: float = 0.0,
) -> str:
    """The MJCF text of a mechanism, with numbers for its parameters.

    A rod becomes a spatial tendon whose length an equality keeps, a ball a ``connect``, a pin two of them along its axis, a
    universal loop a ball and a length that keeps the right angle, a weld a ``weld``, a coupling a joint equality. Positions are
    those of the description, ``qpos`` by name; each active rate has a motor of its name. Limits are written and switched off,
    as kinloop does not enforce them. Links without mass that hand on to one joint are merged with it, which is exact.

    Left out, with a warning: dry friction, which MuJoCo does not smooth, surfaces and meshes. Speed limits have no place in MJCF.

    Args:
        mechanism: the description.
        parameters: values that replace the description's.
        q: an assembled configuration [rad or m], in the order of the coordinates, for the keyframe ``start``; the description's
            start unless given.
        timestep: of the simulation [s]; the loops' stiffness is tied to it.
        least_mass: [kg] of a ball of 1 cm radius on moving links that have no mass and need some. This changes the machine.
    Raises:
        UnsupportedOperation: a loop or a link that MJCF cannot have.
        DescriptionError, UnknownName, ShapeError: no machine, no such parameter, a configuration of the wrong size.
    """
    values = _numbers(mechanism, parameters)
    mechanism = mechanism.model_copy(update={"parameters": values})
    require_valid(mechanism)
    base = next(joint.parent for joint in mechanism.joints if joint.parent not in {j.child for j in mechanism.joints})
    tree = bodies(mechanism, values, base, least_mass)
    sites: dict[str, list[Site]] = {body.link: [] for body in tree}
    left_out = _frames(mechanism, values, sites) + _omissions(mechanism, values, sites)
    left_out += [f"surface {each.name!r}" for each in mechanism.surfaces]
    closing = closures(mechanism, values, tree, sites)
    xml = Xml()
    xml.open("mujoco", model=mechanism.name)
    _settings(xml, mechanism, values, timestep)
    _world(xml, mechanism, values, tree, sites)
    closing.write(xml)
    xml.open("actuator")  # written even if empty: a file without it has all hinges and slides actuated
    names: set[str] = set()
    for joint in mechanism.active_joints:
        _motors(xml, joint, values, names)
    xml.close()
    xml.open("keyframe")
    xml.leaf("key", name="start", qpos=_configuration(mechanism, values, tree, q))
    xml.close()
    xml.close()
    if left_out:
        warnings.warn(f"{mechanism.name}: MJCF is written without {listing(left_out)}", KinloopWarning, stacklevel=2)
    return "\n".join([*xml.lines, ""])


def _numbers(mechanism: Mechanism, parameters: Mapping[str, Any] | None) -> dict[str, float]:
    values = resolve(mechanism.parameters, parameters)
    for name, value in values.items():
        if np.ndim(value) or not isfinite(value):
            raise DescriptionError(f"parameter {name!r}: a file has one finite number for it, given {value}")
    return {name: float(value) for name, value in values.items()}


def _settings(xml: Xml, mechanism: Mechanism, values: Values, timestep: float) -> None:
    if not (isfinite(timestep) and timestep > 0):
        raise DescriptionError(f"timestep: expected more than 0 s, given {timestep}")
    xml.leaf("compiler", angle="radian")
    gravity = vector(mechanism.gravity, values)
    xml.open("option", timestep=timestep, gravity=gravity, integrator="RK4", iterations=100, tolerance=1e-12)
    xml.leaf("flag", contact="disable", limit="disable")
    xml.close()
    xml.open("default")
    xml.leaf("equality", solref=(2 * timestep, 1), solimp=STIFFNESS)
    xml.leaf("geom", contype=0, conaffinity=0)
    xml.close()


def _world(xml: Xml, mechanism: Mechanism, values: Values, tree: list[Body], sites: Mapping[str, list[Site]]) -> None:
    shapes = {link.name: link.shapes for link in mechanism.links}
    names = {"world", *(body.link for body in tree)}
    root = unused_name(mechanism.name, names)
    children: dict[str | None, list[Body]] = {}
    for part in tree:
        children.setdefault(part.parent, []).append(part)
    xml.open("worldbody")
    xml.open("body", name=root)
    waiting: list[Body | None] = [tree[0]]
    while waiting:
        if (body := waiting.pop()) is None:
            xml.close()
            continue
        name = unused_name("base", names) if body.link == "world" else body.link  # MuJoCo reserves that name
        xml.open("body", name=name, **_place(body.place))
        if body.inertia is not None:
            inertia = body.inertia
            xml.leaf(
                "inertial",
                **_place(Placement(inertia.com, inertia.quaternion), always=True),
                mass=inertia.mass,
                diaginertia=inertia.moments,
            )
        for motion in body.motions:
            _joint(xml, motion, values)
        for shape in shapes.get(body.link, ()):
            _geom(xml, shape, values)
        for site, where in sites[body.link]:
            xml.leaf("site", name=site, **_place(where))
        waiting += [None, *reversed(children.get(body.link, []))]
    xml.close()
    xml.close()


def _joint(xml: Xml, motion: Motion, values: Values) -> None:
    joint, turns_freely = motion.joint, motion.kind == "ball"
    one = not joint.definition.has_quaternion
    stiffness = at(joint.spring.stiffness, values) if one else 0.0
    xml.leaf(
        "joint",
        name=motion.name,
        type=motion.kind,
        axis=None if turns_freely else motion.axis,
        pos=motion.pos if motion.pos.any() else None,
        range=_range(joint.limits, values) if one else None,
        damping=at(joint.friction.viscous, values) or None,
        armature=at(joint.rotor.inertia, values) * at(joint.rotor.ratio, values) ** 2 or None,
        stiffness=stiffness or None,
        springref=at(joint.spring.rest, values) if stiffness else None,
    )


def _range(limits: Limits, values: Values) -> tuple[float, float] | None:
    """Bounds for MuJoCo, which must not be equal."""
    if limits.position is None:
        return None
    lower, upper = (min(max(at(bound, values), -UNBOUNDED), UNBOUNDED) for bound in limits.position)
    return (lower, upper) if lower < upper else None


def _geom(xml: Xml, shape: Shape, values: Values) -> None:
    if shape.kind == "mesh" or min(vector(shape.size, values)) <= 0:
        return
    size = vector(shape.size, values) * SIZES[shape.kind]
    xml.leaf("geom", type=shape.kind, size=size, **_place(placement(shape.origin, values)), rgba=shape.color, mass=0)


def _motors(xml: Xml, joint: Joint, values: Values, names: set[str]) -> None:
    """Write one motor for each rate, with the effort as its input."""
    effort = None if joint.limits.effort is None else at(joint.limits.effort, values)
    bounds = (-effort, effort) if effort and isfinite(effort) else None
    ball = ball_name(joint) if joint.definition.has_quaternion else None
    for k, rate in enumerate(joint.rates):
        turning = k - (len(joint.rates) - 3) if ball is not None else -1
        if ball is not None and turning >= 0:
            xml.leaf("motor", name=unused_name(rate, names), joint=ball, gear=np.eye(3)[turning], ctrlrange=bounds)
        else:
            xml.leaf("motor", name=unused_name(rate, names), joint=joint.coordinates[k], ctrlrange=bounds)


def _configuration(mechanism: Mechanism, values: Values, tree: list[Body], q: Sequence[float] | None) -> list[float]:
    """The configuration in MuJoCo's order ``qpos``, with quaternions of unit length."""
    names = mechanism.coordinates
    if q is None:
        configuration = {name: at(value, values) for name, value in mechanism.start.items()}
    else:
        given = np.asarray(q, float)
        if given.shape != (len(names),):
            raise ShapeError(f"q: expected {len(names)} numbers ({listing(names)}), given shape {given.shape}")
        if not np.isfinite(given).all():
            raise DescriptionError(f"q: expected finite numbers, given {given}")
        configuration = dict(zip(names, given.tolist(), strict=True))
    qpos: list[float] = []
    for motion in (motion for body in tree for motion in body.motions):
        numbers = [
            configuration.get(name, rest)
            for name, rest in zip(motion.coordinates, IDENTITY if motion.kind == "ball" else (0.0,), strict=True)
        ]
        qpos += normalize(numbers) if motion.kind == "ball" else numbers
    return qpos


def _frames(mechanism: Mechanism, values: Values, sites: dict[str, list[Site]]) -> list[str]:
    """Add sites for the frames and the tool; returns the frames whose link became part of another."""
    frames = dict(mechanism.frames) | ({"tool": mechanism.tool} if mechanism.tool is not None else {})
    left_out = []
    for name, anchor in frames.items():
        if anchor.link in sites:
            sites[anchor.link].append((name, placement(anchor.origin, values)))
        else:
            left_out.append(f"frame {name!r}")
    return left_out


def _omissions(mechanism: Mechanism, values: Values, sites: Mapping[str, Any]) -> list[str]:
    dry: dict[str, list[str]] = {}
    for joint in (joint for joint in mechanism.joints if joint.definition.moves):
        law = joint.friction.definition
        if any(at(getattr(joint.friction, key), values) for key in law.levels):
            dry.setdefault(law.words, []).append(joint.name)
    hidden = [link for link in mechanism.links if any(s.kind == "mesh" or link.name not in sites for s in link.shapes)]
    result = [f"the {words} of {listing(names)}" for words, names in dry.items()]
    result += [f"the rates at the start of {listing(mechanism.start_rates)}"] if mechanism.start_rates else []
    return result + ([f"the shapes of {listing(link.name for link in hidden)} (meshes, links without mass)"] if hidden else [])


def _place(place: Placement, always: bool = False) -> dict[str, object]:
    """The attributes of a placement, without those that are zero."""
    return {
        "pos": place.p if always or place.p.any() else None,
        "quat": place.quaternion if place.quaternion != IDENTITY else None,
    }
