"""The model of sensors and actuators: what the law measures of the machine, and which command acts on it.

Both are formulas, so that a law on symbols, a law in Python and thousands of runs have the same sensors and actuators.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from kinloop.control.law import Measured
from kinloop.control.law_model import LawModel
from kinloop.numerics import algebra

Array = np.ndarray
# Steps of Newton's method that carry a configuration from one sample to the next: each squares what is left of the change.
NEWTON_STEPS = 3


@dataclass(frozen=True)
class IoSettings:
    """The settings of sensors and actuators, and the wrenches on the plant. Arrays may have a batch axis first.

    ``measured``: some of active joints, passive joints and tool; the controller's model gives the rest.
    ``quantum``: the quantisation step of each measured number; zero measures exactly. ``is_noisy``: the inputs contain noise.
    ``saturation``: the largest command of each active joint. ``change``: its largest change from one period to the next.
    ``delay``: a command acts one period late. ``wrenches``: on the plant, by frame.
    """

    measured: tuple[str, ...] = ("active", "passive")
    quantum: Array | None = None
    is_noisy: bool = False
    saturation: Array | None = None
    change: Array | None = None
    delay: bool = False
    wrenches: Mapping[str, Array] = field(default_factory=dict)


@dataclass(frozen=True)
class Sizes:
    """Numbers of a robot: positions and rates of all joints and of the active ones, coordinates and rates of the task."""

    nq: int
    nv: int
    n_q: int
    n: int
    n_x: int
    n_xd: int


class IoModel:
    """The formulas of sensors and actuators for a robot of these sizes. ``kinematic``: the plant follows commanded rates."""

    def __init__(self, io_settings: IoSettings, sizes: Sizes, kinematic: bool) -> None:
        self.io_settings, self.sizes, self.kinematic = io_settings, sizes, kinematic
        measured = io_settings.measured
        self.has_tool = "tool" in measured
        self.completes = not ("active" in measured and ("passive" in measured or sizes.n_q == sizes.nq))
        self.memory = {
            "pending": sizes.n if io_settings.delay else 0,
            "applied": sizes.n if kinematic or io_settings.change is not None else 0,
            "configuration": sizes.nq if self.completes else 0,
        }

    @property
    def noise(self) -> int:
        """Numbers of noise a sample; a pose has six."""
        return self.sizes.nq + self.sizes.nv + (2 * self.sizes.n_xd if self.has_tool else 0)

    @property
    def is_plain(self) -> bool:
        """Whether a law measures the state itself."""
        w = self.io_settings
        return not (self.completes or self.has_tool or w.is_noisy or self.kinematic) and w.quantum is None

    @property
    def actuates_plainly(self) -> bool:
        """Whether a law's command acts unchanged."""
        w = self.io_settings
        return not (w.delay or self.memory["applied"]) and w.saturation is None

    def start(self, q: Array) -> Array:
        """The memory at the start, from configurations (..., nq)."""
        known = {"configuration": q} if self.completes else {}
        none = np.zeros((*q.shape[:-1], 0))
        return np.concatenate(
            [none, *(known.get(name, np.zeros((*q.shape[:-1], size))) for name, size in self.memory.items())], axis=-1
        )

    # ---------------------------------------------------------------- formulas

    def measure(
        self, q: ca.SX, qd: ca.SX, plant: LawModel, controller: LawModel, symbols: Mapping[str, ca.SX], memory: dict[str, ca.SX]
    ) -> ca.SX:
        """The measurement: all positions and rates, and the tool's where it is measured. Changes ``memory``."""
        if self.kinematic:
            qd = plant("forward_velocity", q=q, qd_active=memory["applied"])["qd"]
        measurement = [q, qd]
        if self.has_tool:
            measurement += [plant("task", q=q)["x"], plant("task_velocity", q=q, qd=qd)["xd"]]
        if self.io_settings.is_noisy:
            measurement = self._with_noise(measurement, symbols["noise"])
        if "quantum" in symbols:
            whole, k = [], 0
            for value in measurement:
                whole.append(_quantise(value, symbols["quantum"][k : k + value.numel()]))
                k += value.numel()
            measurement = whole
        if self.completes:
            measurement[:2] = self._complete_joints(measurement, controller, memory)
        return ca.vertcat(*measurement)

    def _with_noise(self, measurement: list[ca.SX], noise: ca.SX) -> list[ca.SX]:
        moved: list[ca.SX] = []
        k = 0
        for value in measurement:
            is_pose = self.has_tool and len(moved) == 2 and self.sizes.n_x == 7
            size = 6 if is_pose else value.numel()
            part = noise[k : k + size]
            moved.append(_move_pose(value, part) if is_pose else value + part)
            k += size
        return moved

    def _complete_joints(self, measurement: list[ca.SX], controller: LawModel, memory: dict[str, ca.SX]) -> list[ca.SX]:
        """All joints from those that are measured, or from the tool, on the branch of the last estimate."""
        configuration, n_q = memory["configuration"], self.sizes.n_q
        if "active" in self.io_settings.measured:
            configuration = ca.vertcat(measurement[0][:n_q], configuration[n_q:])
            for _ in range(NEWTON_STEPS):
                configuration = controller("step_forward", q=configuration)["q"]
            rates = controller("forward_velocity", q=configuration, qd_active=measurement[1][: self.sizes.n])["qd"]
        else:
            for _ in range(NEWTON_STEPS):
                configuration = controller("step_inverse", q=configuration, x=measurement[2])["q"]
            rates = controller("inverse_velocity", q=configuration, xd=measurement[3])["qd"]
        memory["configuration"] = configuration
        return [configuration, rates]

    def as_measured(self, measurement: ca.SX | Array, evaluate: object) -> Measured:
        """A measurement, symbols or an array, as the law takes it."""
        s = self.sizes
        tool = None
        if self.has_tool:
            k = s.nq + s.nv
            tool = (measurement[k : k + s.n_x], measurement[k + s.n_x :])
        return Measured(measurement[: s.nq], measurement[s.nq : s.nq + s.nv], (s.n_q, s.n), evaluate, tool)  # type: ignore[arg-type]

    def actuate(self, wanted: ca.SX, symbols: Mapping[str, ca.SX], memory: dict[str, ca.SX]) -> ca.SX:
        """The command that acts. Changes ``memory``. Comparisons with NaN are NaN, so a NaN stays one and stops the run."""
        command = wanted
        if self.io_settings.delay:
            command, memory["pending"] = memory["pending"], wanted
        if "saturation" in symbols:
            limit = symbols["saturation"]
            command = _clip(command, -limit, limit)
        if "change" in symbols:
            command = _clip(command, memory["applied"] - symbols["change"], memory["applied"] + symbols["change"])
        if self.memory["applied"]:
            memory["applied"] = command
        return command


def _clip(value: ca.SX, low: ca.SX, high: ca.SX) -> ca.SX:
    return ca.if_else(value > high, high, ca.if_else(value < low, low, value))


def _quantise(value: ca.SX, quantum: ca.SX) -> ca.SX:
    """To the nearest multiple; a quantum of zero measures exactly."""
    exact = quantum == 0
    step = ca.if_else(exact, 1, quantum)
    return ca.if_else(exact, value, step * ca.floor(value / step + 0.5))


def _move_pose(pose: ca.SX, twist: ca.SX) -> ca.SX:
    """A pose after a small change: its place, and a turn in the world."""
    turned = algebra.quaternion_product(ca.vertcat(1, twist[3:] / 2), pose[3:7])
    return ca.vertcat(pose[:3] + twist[:3], turned / ca.norm_2(turned))
