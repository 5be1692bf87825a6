"""A formula of a robot at many states, without the checks of its public methods."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.model.compiled_models import ANY_GAP
from kinloop.model.formulas.formulas import ALLOWED_GAP
from kinloop.model.robot import Robot

Array = np.ndarray


def evaluate(robot: Robot, name: str, loads: tuple[str, ...] = (), **given: Any) -> dict[str, Array]:
    """A formula's outputs by name; inputs that are not given are the robot's parameters and weights of 1."""
    kernel = robot.models.formulas.kernel(name, loads=loads)
    everything = {"weights": np.ones(robot.n_active), ALLOWED_GAP: ANY_GAP, **given}
    everything = {"parameters": robot.models.parameter_inputs[0], **everything} if robot.models.parameter_inputs else everything
    result = kernel(*(everything[port.name] for port in kernel.inputs), threads=robot.threads)
    outputs = result if isinstance(result, tuple) else (result,)
    return {port.name: np.asarray(output) for port, output in zip(kernel.outputs, outputs, strict=True)}
