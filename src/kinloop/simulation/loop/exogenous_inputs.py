"""The exogenous inputs of a run, known before it begins: the time, the reference, the noise.

The reference depends on nothing that happens in the run. So it is computed beforehand, once for all runs that share it, and any
object that gives a motion at given times can be followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from kinloop.compile.llvm.scan import Program, Scan, compile_scan
from kinloop.compile.tape.tape import Formula, vector
from kinloop.control.law import FOLLOWED, Reference
from kinloop.control.law_model import LawModel
from kinloop.model.dynamics.task import task_rows
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.robot import Robot
from kinloop.simulation.loop.outputs import evaluate
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# Steps of Newton's method at each sample: each squares what is left of the change since the last one, and a path may have few
# samples. A configuration that then misses the task by more than this [rad, or parts of the machine's size] has lost it.
STEPS, LOST = 4, 1e-6
MOTION, JOINTS = FOLLOWED[:4], FOLLOWED[4:]


class Layout:
    """The columns of the signal: the time, then the reference, then sensor noise."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = {name: size for name, size in sizes.items() if size}
        ends = np.cumsum([0, *self.sizes.values()])
        self.places = {name: slice(int(a), int(b)) for name, a, b in zip(self.sizes, ends[:-1], ends[1:], strict=True)}

    @property
    def width(self) -> int:
        """The number of entries of a row."""
        return sum(self.sizes.values())

    def reference(self, row: Any) -> Reference:
        """The reference in a row of symbols or numbers."""
        return Reference(row, self.places)


def input_layout(robot: Robot, trajectory: Trajectory | None, tracks: bool, reads: Sequence[str], noise: int) -> Layout:
    """The columns of the signal.

    ``tracks``: a trajectory of the task is converted to the active joints too. ``reads``: the parts of the reference that the law
    reads; the part that the tracking error is computed from is always included.
    """
    n_q, n, n_x, rows = len(robot.active), robot.n_active, len(robot.mechanism.task_names), len(task_rows(robot.mechanism))
    sizes: dict[str, int] = {"t": 1}
    if trajectory is not None and trajectory.space != "active":
        sizes |= dict(zip(MOTION, (n_x, rows, rows, rows), strict=True))
    if tracks or (trajectory is not None and trajectory.space == "active"):
        sizes |= dict(zip(JOINTS, (n_q, n, n), strict=True))
    kept = {"t", *reads, "x" if "x" in sizes else "q_active"}
    return Layout({**{name: size for name, size in sizes.items() if name in kept}, "noise": noise})


class InputStream:
    """The inputs of a run, or of many, in their order; each call goes on where the last one ended."""

    def __init__(
        self,
        layout: Layout,
        robot: Robot,
        trajectory: Trajectory | None,
        configuration: Array | None,
        noise: Sequence[np.random.Generator] | None = None,
        spread: Array | None = None,
        keeps: bool = True,
    ) -> None:
        """Args:
        configuration: where the joints' reference begins, (..., nq), for a trajectory of the task that is carried to the
            joints.
        noise: a generator for each run, or one for a single run; ``spread`` are the standard deviations.
        keeps: whether ``q_active`` has the active joints' positions of all rows afterwards.
        """
        self.layout, self.robot, self.trajectory = layout, robot, trajectory
        self._configuration = configuration
        self._noise, self._spread, self._keeps = noise, spread, keeps
        self.q_active: list[Array] = []  # the active joints of all rows so far

    def rows(self, t: Array) -> Array:
        """The signal at these times, (..., k, width); without leading axes where it is the same for all runs."""
        parts: dict[str, Array] = {"t": np.asarray(t)[:, None]}
        if self.trajectory is not None:
            motion = self.trajectory(t)
            if self.trajectory.space == "active":
                parts |= dict(zip(JOINTS, (motion.x, motion.xd, motion.xdd), strict=True))
            else:
                parts |= {name: getattr(motion, name) for name in MOTION}
        if self._configuration is not None:
            parts |= self._joints(parts)
            if self._keeps:
                self.q_active.append(parts["q_active"])
        if self._noise is not None:
            parts["noise"] = self._draw_noise(len(t))
        batch = np.broadcast_shapes(*(part.shape[:-2] for part in parts.values()))
        return np.concatenate(
            [np.broadcast_to(parts[name], (*batch, *parts[name].shape[-2:])) for name in self.layout.sizes], axis=-1
        )

    def _joints(self, motion: Mapping[str, Array]) -> dict[str, Array]:
        """The task's motion carried to the active joints; NaN where they cannot follow it."""
        x, xd, xdd = (motion[name] for name in MOTION[:3])
        q = self._configurations(x)
        own: dict[str, Any] = {}
        if self.robot.models.parameter_inputs and self.robot.models.parameter_inputs[0].ndim > 1:
            own["parameters"] = self.robot.models.parameter_inputs[0][:, None]
        gap = evaluate(self.robot, "inverse_residual", q=q, x=x, **own)["gap"]
        lost = LOST * self.robot.models.geometry.size
        q = np.where((gap < (lost[:, None] if lost.ndim else lost))[..., None], q, np.nan)
        qd = evaluate(self.robot, "inverse_velocity", q=q, xd=xd, **own)["qd"]
        qdd = evaluate(self.robot, "inverse_acceleration", q=q, qd=qd, xdd=xdd, **own)["qdd"]
        n_q, n = len(self.robot.active), self.robot.n_active
        return {"q_active": q[..., :n_q], "qd_active": qd[..., :n], "qdd_active": qdd[..., :n]}

    def _configurations(self, x: Array) -> Array:
        """By Newton's method, each from the one before: as many steps for each, wherever a piece of the run begins."""
        targets = np.repeat(x, STEPS, axis=-2)
        samples = x.shape[-2] + 1  # and where it begins
        parameters = self.robot.models.parameter_inputs[0] if self.robot.models.parameter_inputs else ()
        times = float(STEPS) * np.arange(samples)
        options: dict[str, Any] = {"every": STEPS, "periods": STEPS * (samples - 1)}
        runs = _newton(self.robot.models.formulas)(
            (), times, 1.0, memory=self._configuration, parameters=parameters, signal=targets, **options
        )
        self._configuration = runs.record[..., -1, :]
        return runs.record[..., 1:, :]

    def _draw_noise(self, count: int) -> Array:
        assert self._noise is not None
        assert self._spread is not None
        drawn = [generator.standard_normal((count, self._spread.shape[-1])) for generator in self._noise]
        return self._spread * (np.stack(drawn) if len(drawn) > 1 else drawn[0])


def generator(seed: int, run: int) -> np.random.Generator:
    """The noise generator of a run; the same seed and run give the same noise, whatever else is simulated."""
    return np.random.Generator(np.random.Philox(key=np.array([seed, run], np.uint64)))


def _newton(formulas: CompiledFormulas) -> Scan:
    """From sample to sample: the configuration is the memory, the task the signal, and a period one step of Newton's method."""

    def derive() -> Program:
        p = formulas.model.tree_model.parameters
        configuration, x = formulas.model.tree_model.q, ca.SX.sym("x", len(formulas.mechanism.task_names))
        after = LawModel(formulas, p)("step_inverse", q=configuration, x=x)["q"]
        known = (vector("signal", x), vector("memory", configuration), *((vector("parameters", p),) if p.numel() else ()))
        return Program(
            Formula("newton", known, (vector("command", after), vector("memory", after))),
            None,
            None,
            Formula("record", (vector("memory", configuration),), (vector("record", configuration),)),
        )

    if formulas not in _compiled:
        _compiled[formulas] = compile_scan(derive, {**formulas.key, "part": "reference"}, f"{formulas.mechanism.name}.reference")
    return _compiled[formulas]


_compiled: WeakKeyDictionary[CompiledFormulas, Scan] = WeakKeyDictionary()
