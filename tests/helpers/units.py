"""A machine in other units: every length, mass and time of its description times a parameter.

A change of units does not change the machine: with ``in_m = 1000`` its lengths are written in millimetres, and configurations,
modes, ranks, singularities and motions must be the same, up to the same factors. ``robot.with_parameters(in_m=...)`` shares
the compiled code of one robot; ``with_units(mechanism, in_m=...)`` has other defaults, at which ranks are computed again.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

import kinloop as kl
from kinloop.mechanism.expressions.expression import Expression

Array = np.ndarray
UNITS = ("in_m", "in_kg", "in_s")
LENGTH, MASS, ANGLE = (1, 0, 0), (0, 1, 0), (0, 0, 0)
KINDS = {
    "revolute": "a",
    "prismatic": "l",
    "cylindrical": "al",
    "universal": "aa",
    "spherical": "qqqq",
    "planar": "lla",
    "free": "lllqqqq",
    "fixed": "",
}


def with_units(mechanism: kl.Mechanism, in_m: float = 1.0, in_kg: float = 1.0, in_s: float = 1.0) -> kl.Mechanism:
    """A copy of a machine with three more parameters, by which every quantity with a dimension is multiplied."""
    lengths = {name for joint in mechanism.joints for name in lengths_of(joint)}
    update: dict[str, Any] = {
        "name": f"{mechanism.name}_in_units",
        "parameters": {**mechanism.parameters, "in_m": in_m, "in_kg": in_kg, "in_s": in_s},
        "gravity": tuple(times(value, (1, 0, -2)) for value in mechanism.gravity),
        "links": tuple(_link(link) for link in mechanism.links),
        "joints": tuple(_joint(joint) for joint in mechanism.joints),
        "loops": tuple(_loop(loop) for loop in mechanism.loops),
        "couplings": tuple(_coupling(each, lengths) for each in mechanism.couplings),
        "frames": {name: _anchor(anchor) for name, anchor in mechanism.frames.items()},
        "start": {name: times(value, LENGTH if name in lengths else ANGLE) for name, value in mechanism.start.items()},
    }
    if mechanism.tool is not None:
        update["tool"] = _anchor(mechanism.tool)
    if mechanism.length_scale is not None:
        update["length_scale"] = times(mechanism.length_scale, LENGTH)
    for form in ("forward_geometry", "inverse_geometry"):
        if (written := getattr(mechanism, form)) is not None:
            update[form] = _closed_form(written, lengths | {"x", "y", "z"})
    if mechanism.motion is not None:
        update["motion"] = _motion(mechanism, lengths)
    return mechanism.model_copy(update=update)


def times(value: Any, dimension: tuple[int, int, int]) -> Any:
    """A number of the description times its units; nothing and zero have none."""
    if value is None or value == 0.0 or not any(dimension):
        return value
    text = value.text if isinstance(value, Expression) else repr(float(value))
    units = "*".join(f"{name}^({power})" for name, power in zip(UNITS, dimension, strict=True) if power)
    return Expression(f"({text})*{units}")


def lengths_of(joint: kl.Joint) -> list[str]:
    """Its coordinates that are lengths."""
    return [name for name, kind in zip(joint.coordinates, KINDS[joint.kind], strict=True) if kind == "l"]


def _link(link: kl.Link) -> kl.Link:
    return link.model_copy(
        update={
            "mass": times(link.mass, MASS),
            "com": tuple(times(value, LENGTH) for value in link.com),
            "inertia": tuple(times(value, (2, 1, 0)) for value in link.inertia),
            "shapes": (),
        }
    )


def _joint(joint: kl.Joint) -> kl.Joint:
    slides = joint.kind == "prismatic"
    assert slides or joint.kind in ("revolute", "fixed") or joint.model_fields_set <= {*ALWAYS}, joint
    turn = 0 if slides else 2  # of the work of a moment
    limits, friction, spring = joint.limits, joint.friction, joint.spring
    position = None if limits.position is None else tuple(times(v, LENGTH if slides else ANGLE) for v in limits.position)
    return joint.model_copy(
        update={
            "origin": _pose(joint.origin),
            "limits": limits.model_copy(
                update={
                    "position": position,
                    "speed": times(limits.speed, (int(slides), 0, -1)),
                    "acceleration": times(limits.acceleration, (int(slides), 0, -2)),
                    "jerk": times(limits.jerk, (int(slides), 0, -3)),
                    "effort": times(limits.effort, (1 if slides else 2, 1, -2)),
                }
            ),
            "friction": friction.model_copy(
                update={
                    "viscous": times(friction.viscous, (turn, 1, -1)),
                    "coulomb": times(friction.coulomb, (1 if slides else 2, 1, -2)),
                    "speed": times(friction.speed, (int(slides), 0, -1)),
                }
            ),
            "rotor": joint.rotor.model_copy(update={"inertia": times(joint.rotor.inertia, (turn, 1, 0))}),
            "spring": spring.model_copy(
                update={
                    "stiffness": times(spring.stiffness, (turn, 1, -2)),
                    "rest": times(spring.rest, LENGTH if slides else ANGLE),
                }
            ),
        }
    )


ALWAYS = ("name", "kind", "parent", "child", "origin", "axis", "axis2", "actuated")


def _pose(pose: kl.Pose) -> kl.Pose:
    return pose.model_copy(update={"xyz": tuple(times(value, LENGTH) for value in pose.xyz)})


def _anchor(anchor: kl.Anchor) -> kl.Anchor:
    return anchor.model_copy(update={"origin": _pose(anchor.origin)})


def _loop(loop: kl.Loop) -> kl.Loop:
    return loop.model_copy(update={"a": _anchor(loop.a), "b": _anchor(loop.b), "length": times(loop.length, LENGTH)})


def _coupling(coupling: kl.Coupling, lengths: set[str]) -> kl.Coupling:
    power = int(coupling.coordinate in lengths)
    return coupling.model_copy(
        update={
            "ratio": times(coupling.ratio, (power - int(coupling.of in lengths), 0, 0)),
            "offset": times(coupling.offset, (power, 0, 0)),
        }
    )


def _closed_form(form: Any, lengths: set[str]) -> Any:
    """Inside the lengths are without units, as the parameters are."""
    values = {}
    for name, value in form.values.items():
        text = value.text if isinstance(value, Expression) else repr(float(value))
        inside = re.sub(r"\b[A-Za-z_]\w*\b", lambda word: f"({word[0]}/in_m)" if word[0] in lengths else word[0], text)
        values[name] = Expression(f"in_m*({inside})") if name in lengths else Expression(inside) if inside != text else value
    return form.model_copy(update={"values": values})


def _motion(mechanism: kl.Mechanism, lengths: set[str]) -> Any:
    motion = mechanism.motion
    names = mechanism.coordinates if motion.space == "active" else [*"xyz"] if "pose" in mechanism.task else mechanism.task
    dimensions = [LENGTH if name in lengths | {"x", "y", "z"} else ANGLE for name in names]
    points = tuple(
        tuple(times(value, dimensions[k] if k < len(dimensions) else ANGLE) for k, value in enumerate(point))
        for point in motion.points
    )
    return motion.model_copy(update={"points": points, "times": tuple(times(value, (0, 0, 1)) for value in motion.times)})


# ---------------------------------------------------------------- what a change of units does to numbers


def of_q(robot: kl.Robot, in_m: float) -> Array:
    """Factors of the coordinates, shape (nq,)."""
    return np.array([in_m if k == "l" else 1.0 for joint in robot.mechanism.ordered_joints for k in KINDS[joint.kind]])


def of_rates(robot: kl.Robot, in_m: float) -> Array:
    """Factors of the rates if the unit of time is unchanged, shape (nv,)."""
    kinds = [KINDS[joint.kind].replace("qqqq", "aaa") for joint in robot.mechanism.ordered_joints]
    return np.array([in_m if k == "l" else 1.0 for k in "".join(kinds)])


def of_task(robot: kl.Robot, in_m: float) -> Array:
    """Factors of the task's coordinates."""
    entries = {"x": "l", "y": "l", "z": "l", "phi": "a", "pose": "lllqqqq"}
    return np.array([in_m if k == "l" else 1.0 for name in robot.mechanism.task for k in entries[name]])
