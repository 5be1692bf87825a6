"""All joints along a motion of the task or of the active joints: a branch of configurations, followed from sample to sample."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from kinloop.compile.llvm.scan import Program, Scan, compile_scan
from kinloop.compile.tape.tape import Formula, vector
from kinloop.model.evaluate import evaluate
from kinloop.model.formulas.closed_form import Direction
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.robot import Robot

Array = np.ndarray
# Steps of Newton's method at each sample: each squares what is left of the change since the last one, and a path may have few
# samples. A configuration that then misses the target by more than this [rad, or parts of the machine's size] has lost it.
STEPS, LOST = 4, 1e-6


class BranchFollower:
    """Configurations along a motion, each by Newton's method from the one before; each call goes on where the last one ended.

    ``direction``: ``"inverse"``: from the task; ``"forward"``: from the active joints. ``configuration`` (..., nq): where it
    begins; leading axes are runs, and so are those of the robot's parameters.
    """

    def __init__(self, robot: Robot, direction: Direction, configuration: Array) -> None:
        self.robot, self.direction, self._configuration = robot, direction, configuration

    def follow(self, x: Array, xd: Array, xdd: Array) -> tuple[Array, Array, Array]:
        """Positions, rates and accelerations (..., k, n) of all joints at samples of the motion; NaN where they cannot follow it,
        and from there on."""
        q = self._configurations(x)
        own: dict[str, Any] = {}
        if self.robot.models.parameter_inputs and self.robot.models.parameter_inputs[0].ndim > 1:
            own["parameters"] = self.robot.models.parameter_inputs[0][:, None]
        target: dict[str, Any] = {"x": x} if self.direction == "inverse" else {}
        gap = evaluate(self.robot, f"{self.direction}_residual", q=q, **target, **own)["gap"]
        lost = LOST * self.robot.models.geometry.size
        q = np.where((gap < (lost[:, None] if lost.ndim else lost))[..., None], q, np.nan)
        rate, acceleration = ("qd_active", "qdd_active") if self.direction == "forward" else ("xd", "xdd")
        first: dict[str, Any] = {rate: xd, **own}
        second: dict[str, Any] = {acceleration: xdd, **own}
        qd = evaluate(self.robot, f"{self.direction}_velocity", q=q, **first)["qd"]
        return q, qd, evaluate(self.robot, f"{self.direction}_acceleration", q=q, qd=qd, **second)["qdd"]

    def _configurations(self, x: Array) -> Array:
        """As many steps for each sample, wherever a piece of the motion begins."""
        targets = np.repeat(x, STEPS, axis=-2)
        samples = x.shape[-2] + 1  # and where it begins
        parameters = self.robot.models.parameter_inputs[0] if self.robot.models.parameter_inputs else ()
        times = float(STEPS) * np.arange(samples)
        options: dict[str, Any] = {"every": STEPS, "periods": STEPS * (samples - 1)}
        runs = _newton(self.robot.models.formulas, self.direction)(
            (), times, 1.0, memory=self._configuration, parameters=parameters, signal=targets, **options
        )
        self._configuration = runs.record[..., -1, :]
        return runs.record[..., 1:, :]


def _newton(formulas: CompiledFormulas, direction: Direction) -> Scan:
    """From sample to sample: the configuration is the memory, the task or the active joints the signal, and a period one step of
    Newton's method."""

    def derive() -> Program:
        p, model = formulas.model.tree_model.parameters, formulas.model
        configuration, n_q = model.tree_model.q, sum(len(joint.coordinates) for joint in formulas.mechanism.active_joints)
        x = ca.SX.sym("x", n_q if direction == "forward" else len(formulas.mechanism.task_names))
        begin = ca.vertcat(x, configuration[n_q:, 0]) if direction == "forward" else configuration
        target = {} if direction == "forward" else {"x": x}
        step = formulas.formula(f"step_{direction}", "tool").function()
        own = {"parameters": p} if p.numel() else {}
        after = step(q=begin, **target, **own)["q"]
        known = (vector("signal", x), vector("memory", configuration), *((vector("parameters", p),) if p.numel() else ()))
        return Program(
            Formula("newton", known, (vector("command", after), vector("memory", after))),
            None,
            None,
            Formula("record", (vector("memory", configuration),), (vector("record", configuration),)),
        )

    known = _compiled.setdefault(formulas, {})
    if direction not in known:
        key = {**formulas.key, "part": "reference", "direction": direction}
        known[direction] = compile_scan(derive, key, f"{formulas.mechanism.name}.reference")
    return known[direction]


_compiled: WeakKeyDictionary[CompiledFormulas, dict[str, Scan]] = WeakKeyDictionary()
