"""A plant that differs from what the law knows of it: other parameters, a payload at the tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kinloop.errors import unknown_name
from kinloop.model.robot import Robot
from kinloop.simulation.options.plant_options import BuiltInPlant, as_plant
from kinloop.view.studio.choices.messages import number

# The paths of `kl.sweep` for what the plant alone has.
PLANT, PAYLOAD = "plant.", "plant.payload.tool"
HEAVIEST = 1e6  # [kg]


def plant_with(name: str, mismatch: Mapping[str, Any], robot: Robot) -> str | BuiltInPlant:
    """The plant of this name with values by path, such as ``{"plant.m_p": 2.5, "plant.payload.tool": 0.1}``.

    Raises: KinloopError: no such value, or one that no machine has.
    """
    if not mismatch:
        return name
    known = [f"{PLANT}{parameter}" for parameter in robot.parameters]
    known += [PAYLOAD] if robot.mechanism.tool is not None else []
    parameters: dict[str, float] = {}
    payload: float | None = None
    for path in mismatch:
        if path not in known:
            raise unknown_name("value of the plant", path, known, robot.mechanism.name)
        if path == PAYLOAD:
            payload = number(mismatch, path, 0.0, HEAVIEST)
        else:
            parameters[path.removeprefix(PLANT)] = number(mismatch, path)
    robot.with_parameters(**parameters)  # refuses what no machine has
    plant: Any = as_plant(name, "the studio")
    made: BuiltInPlant = replace(plant, parameters=parameters or None, payload=payload)
    return made
