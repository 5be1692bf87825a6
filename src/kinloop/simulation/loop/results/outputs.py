"""The quantities of samples that follow from the joints' motion: the task, accelerations, loop forces, energies.

``OUTPUTS`` is the one table of them: records, rollouts and prescribed motions read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.model.evaluate import evaluate
from kinloop.model.robot import Robot

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class SampledMotion:
    """Samples of a machine, or of many: positions ``q`` (..., nq), rates ``qd`` (..., nv), active efforts ``tau`` (..., n), the
    references ``x_ref`` of the task and ``q_ref`` of the active joints, NaN where there is none. Runs and samples are leading
    axes. ``parameters`` (..., P), where they are not the robot's, broadcast against the samples."""

    robot: Robot
    q: Array
    qd: Array
    tau: Array
    x_ref: Array
    q_ref: Array
    follows_joints: bool  # whether the trajectory is one of the active joints
    wrenches: Mapping[str, Array] = field(default_factory=dict)
    parameters: Array | None = None

    def evaluate(self, name: str, loads: tuple[str, ...] = (), **given: Any) -> dict[str, Array]:
        """A formula of the samples."""
        own = {} if self.parameters is None else {"parameters": self.parameters}
        return evaluate(self.robot, name, loads, **own, **given)

    @cached_property
    def dynamics(self) -> dict[str, Array]:
        """Accelerations and loop forces; NaN where rates were commanded, so that the efforts are unknown."""
        if self.tau.size and np.isnan(self.tau).all():
            rows = len(self.robot.models.formulas.model.rows)
            return {"qdd": np.full(self.qd.shape, np.nan), "loop_force": np.full((*self.q.shape[:-1], rows), np.nan)}
        loads = tuple(sorted(self.wrenches))
        pushes: dict[str, Any] = {f"wrench_{frame}": self.wrenches[frame] for frame in loads}
        return self.evaluate("forward_dynamics", loads, q=self.q, qd=self.qd, tau=self.tau, **pushes)

    def task_output(self, formula: str, name: str, **given: Any) -> Array:
        """An output of a formula of the task; without columns where the robot has none."""
        return self.evaluate(formula, q=self.q, **given)[name] if self.robot.task else self.nothing

    @property
    def nothing(self) -> Array:
        """An array without columns."""
        return np.zeros((*self.q.shape[:-1], 0))


def _error(motion: SampledMotion) -> Array:
    if motion.follows_joints:
        return motion.q_ref - motion.q[..., : motion.q_ref.shape[-1]]
    return motion.task_output("task_error", "error", x=motion.x_ref)


def _energy(motion: SampledMotion) -> Array:
    energies = motion.evaluate("energy", q=motion.q, qd=motion.qd)
    return np.stack([energies["kinetic"], energies["potential"]], axis=-1)


# Each quantity of a record that is computed from its samples; NaN where a sample does not determine it.
OUTPUTS: dict[str, Callable[[SampledMotion], Array]] = {
    "qdd": lambda motion: motion.dynamics["qdd"],
    "x": lambda motion: motion.task_output("task", "x"),
    "xd": lambda motion: motion.task_output("task_velocity", "xd", qd=motion.qd),
    "error": _error,
    "loop_force": lambda motion: motion.dynamics.get("loop_force", motion.nothing),
    "energy": _energy,
}


def compute_outputs(motion: SampledMotion, names: Iterable[str]) -> dict[str, Array]:
    """Outputs of samples by name."""
    return {name: OUTPUTS[name](motion) for name in names}
