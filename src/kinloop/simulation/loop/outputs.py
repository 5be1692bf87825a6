"""What is computed of runs afterwards: the task, accelerations, loop forces, energies. Runs and samples are leading axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kinloop.model.compiled_models import ANY_GAP
from kinloop.model.dynamics.formulas import ALLOWED_GAP
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


def observed(
    robot: Robot, q: Array, qd: Array, tau: Array, x_ref: Array, wrenches: Mapping[str, Array], parameters: Array | None = None
) -> dict[str, Any]:
    """Of samples (..., n): ``qdd x xd error loop_force energy``; NaN where a sample does not determine them.

    ``parameters`` (..., P), where they are not the robot's own, broadcast against the samples.
    """
    batch = q.shape[:-1]
    own: dict[str, Any] = {} if parameters is None or not robot.models.parameter_inputs else {"parameters": parameters}
    loads = tuple(sorted(wrenches))
    pushes: dict[str, Any] = {f"wrench_{frame}": wrenches[frame] for frame in loads}
    moved: dict[str, Array] = {"qdd": np.full(qd.shape, np.nan)}
    if tau.size and np.isnan(tau).all():  # rates were commanded, and nobody knows the efforts
        moved["loop_force"] = np.full((*batch, len(robot.models.formulas.model.rows)), np.nan)
    else:
        moved = evaluate(robot, "forward_dynamics", loads, q=q, qd=qd, tau=tau, **pushes, **own)
    energies = evaluate(robot, "energy", q=q, qd=qd, **own)
    empty = np.zeros((*batch, 0))
    return {
        "qdd": moved["qdd"],
        **task_of(robot, q, x_ref, own),
        "xd": evaluate(robot, "task_velocity", q=q, qd=qd, **own)["xd"] if robot.task else empty,
        "loop_force": moved.get("loop_force", empty),
        "energy": np.stack([energies["kinetic"], energies["potential"]], axis=-1),
    }


def task_of(robot: Robot, q: Array, x_ref: Array, own: dict[str, Any]) -> dict[str, Any]:
    """``x`` and ``error`` of samples; ``own`` has the parameters where they are not the robot's."""
    if not robot.task:
        return {"x": np.zeros((*q.shape[:-1], 0)), "error": np.zeros((*q.shape[:-1], 0))}
    return {"x": evaluate(robot, "task", q=q, **own)["x"], "error": evaluate(robot, "task_error", q=q, x=x_ref, **own)["error"]}
