"""Whether two robots are the same machine, what acts on it from outside aside."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, UnknownName
from kinloop.model.payload import payload_parameter, with_payloads
from kinloop.model.robot import Robot


def is_same_machine(robot: Robot, other: Robot) -> bool:
    """Whether two robots have the same description and the same values of their parameters. The other one may have payloads and
    surfaces besides, as a controller's robot has: of 0 kg, and without stiffness."""
    prefix, own = payload_parameter(""), len(robot.mechanism.surfaces)
    added = [name for name in other.parameters if name not in robot.parameters and name.startswith(prefix)]
    try:
        same = with_payloads(robot, tuple(name.removeprefix(prefix) for name in added)) if added else robot
    except (UnknownName, DescriptionError):  # parameters of its own
        return False
    plain: dict[str, Any] = {"parameters": {}, "surfaces": ()}
    if same.mechanism.model_copy(update=plain) != other.mechanism.model_copy(update=plain):
        return False
    if other.mechanism.surfaces[:own] != robot.mechanism.surfaces:
        return False
    values = same.parameters
    return values.keys() <= other.parameters.keys() and all(
        np.array_equal(value, other.parameters[name]) for name, value in values.items()
    )
