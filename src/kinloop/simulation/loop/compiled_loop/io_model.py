"""The model of sensors and actuators: what the law measures of the machine, and which command acts on it.

Both are formulas, so that a law on symbols, a law in Python and thousands of runs have the same sensors and actuators.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.law_model import LawModel
from kinloop.control.observers.from_model import FromModel
from kinloop.control.observers.observer import Measurement, Observer
from kinloop.model.dynamics.tree import OWN_AXES
from kinloop.numerics import algebra
from kinloop.simulation.loop.inputs.wrench_schedule import PulseValues, WrenchSchedule, wrench_expressions

Array = np.ndarray


@dataclass(frozen=True)
class IoSettings:
    """The settings of sensors and actuators, and the wrenches on the plant. Arrays may have a batch axis first.

    ``period``: of sampling [s]. ``measured``: joints and whether the tool is measured, as the user named them; ``q_places`` and
    ``v_places``: the places of the measured joints; ``by_tool``: the others follow from the tool; ``has_rates``: whether rates
    are measured too. The ``observer`` estimates the rest.
    ``quantum``: the quantisation step of each measured number; zero measures exactly. ``is_noisy``: the inputs contain noise.
    ``saturation``: the largest command of each active joint. ``change``: its largest change from one period to the next.
    ``delay``: a command acts one period late. ``wrenches``: on the plant, by frame, ``pulses``, ``signals``. ``force_sensor``:
    bias (6,), time constant of the filter [s] and mass of the tool [kg] (8,), where the wrench on the tool is measured.
    """

    period: float
    measured: tuple[str, ...]
    q_places: tuple[int, ...]
    v_places: tuple[int, ...]
    by_tool: bool
    has_rates: bool
    observer: Observer
    quantum: Array | None = None
    is_noisy: bool = False
    saturation: Array | None = None
    change: Array | None = None
    delay: bool = False
    wrenches: Mapping[str, Array] = field(default_factory=dict)
    pulses: tuple[PulseValues, ...] = ()
    signals: Mapping[str, tuple[str | float, ...]] = field(default_factory=dict)
    force_sensor: Array | None = None

    @property
    def schedule(self) -> WrenchSchedule:
        """The wrenches on the plant over time."""
        return WrenchSchedule(self.period, self.wrenches, self.pulses, self.signals)


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
        self.has_tool, self.has_wrench = "tool" in io_settings.measured, io_settings.force_sensor is not None
        all_measured = len(io_settings.q_places) == sizes.nq and io_settings.has_rates
        #: Whether the law measures what the sensors measure, and no observer is needed.
        self.observes = not (all_measured and isinstance(io_settings.observer, FromModel))
        observer = io_settings.observer
        begins = observer.begin(np.zeros(sizes.nq), np.zeros(sizes.nv)) if self.observes else np.zeros(0)
        self.memory = {
            "pending": sizes.n * io_settings.delay,
            "applied": sizes.n if kinematic or io_settings.change is not None else 0,
            "observer": begins.shape[-1],
            "last": sizes.n if self.observes and observer.uses_command else 0,
            "wrench": 6 * self.has_wrench,
        }

    @property
    def noise_sizes(self) -> tuple[int, ...]:
        """Numbers of noise of each measured quantity, positions and rates of joints and of the tool, and the wrench; a pose has
        six."""
        tool = (self.sizes.n_xd, self.sizes.n_xd) if self.has_tool else ()
        return (self.sizes.nq, self.sizes.nv, *tool, *((6,) if self.has_wrench else ()))

    @property
    def is_plain(self) -> bool:
        """Whether a law measures the state itself."""
        w = self.io_settings
        return not (self.observes or self.has_tool or self.has_wrench or w.is_noisy or self.kinematic) and w.quantum is None

    @property
    def actuates_plainly(self) -> bool:
        """Whether a law's command acts unchanged."""
        w = self.io_settings
        return not (w.delay or self.memory["applied"] or self.memory["last"]) and w.saturation is None

    def start(self, q: Array, qd: Array) -> Array:
        """The memory at the start of runs that begin at ``q`` (..., nq) and ``qd`` (..., nv)."""
        known = {"observer": self.io_settings.observer.begin(q, qd)} if self.observes else {}
        none = np.zeros((*q.shape[:-1], 0))
        return np.concatenate(
            [none, *(known.get(name, np.zeros((*q.shape[:-1], size))) for name, size in self.memory.items())], axis=-1
        )

    # ---------------------------------------------------------------- formulas

    def measure(
        self,
        q: ca.SX,
        qd: ca.SX,
        plant: LawModel,
        controller: LawModel,
        symbols: Mapping[str, ca.SX],
        memory: dict[str, ca.SX],
        reference: Reference,
    ) -> ca.SX:
        """The measurement: all positions and rates, and the tool's where it is measured. Changes ``memory``."""
        if self.kinematic:
            qd = plant("forward_velocity", q=q, qd_active=memory["applied"])["qd"]
        measurement = [q, qd]
        if self.has_tool:
            measurement += [plant("task", q=q)["x"], plant("task_velocity", q=q, qd=qd)["xd"]]
        if self.has_wrench:
            measurement.append(self._sense_wrench(q, qd, plant, symbols, reference))
        if self.io_settings.is_noisy:
            measurement = self._with_noise(measurement, symbols["noise"])
        if "quantum" in symbols:
            whole, k = [], 0
            for value in measurement:
                whole.append(_quantise(value, symbols["quantum"][k : k + value.numel()]))
                k += value.numel()
            measurement = whole
        wrench = [self._filter_wrench(measurement.pop(), symbols, memory)] if self.has_wrench else []
        if self.observes:
            measurement = self._observe(measurement, controller, symbols, memory, reference)
        return ca.vertcat(*measurement, *wrench)

    def _sense_wrench(self, q: ca.SX, qd: ca.SX, plant: LawModel, symbols: Mapping[str, ca.SX], reference: Reference) -> ca.SX:
        """The wrench of the environment on the tool, and what the force sensor adds: its bias and the tool's weight."""
        w, sensor = self.io_settings, symbols["force sensor"]
        wrench = plant("contact_wrench", q=q, qd=qd)["wrench"] + sensor[:6]
        loads = tuple(sorted(w.wrenches))
        given = wrench_expressions(loads, {**symbols, "t": reference.t}, w.pulses, w.signals) if loads else {}
        wrench += given.get("tool", 0)
        if (follower := f"tool{OWN_AXES}") in given:
            R = plant("pose", q=q)["rotation"]
            wrench += ca.vertcat(R @ given[follower][:3], R @ given[follower][3:])
        return wrench + ca.vertcat(sensor[7] * plant.gravity_acceleration, ca.SX.zeros(3))

    def _filter_wrench(self, wrench: ca.SX, symbols: Mapping[str, ca.SX], memory: dict[str, ca.SX]) -> ca.SX:
        """The output of the sensor's low-pass filter, exact for a wrench that is held for a period."""
        constant = symbols["force sensor"][6]
        share = ca.if_else(constant > 0, 1 - ca.exp(-symbols["period"] / ca.if_else(constant > 0, constant, 1)), 1)
        memory["wrench"] = memory["wrench"] + share * (wrench - memory["wrench"])
        return memory["wrench"]

    def _observe(
        self,
        sensed: list[ca.SX],
        controller: LawModel,
        symbols: Mapping[str, ca.SX],
        memory: dict[str, ca.SX],
        reference: Reference,
    ) -> list[ca.SX]:
        """The observer's estimate from what the sensors measure."""
        w = self.io_settings
        x, xd = sensed[2:4] if self.has_tool else (None, None)
        places = w.q_places, w.v_places
        measurement = Measurement(sensed[0], sensed[1], *places, w.has_rates, x, xd if w.has_rates else None, w.by_tool)
        observer = w.observer.with_gains(gain_symbols(w.observer.gains, "observer", symbols))
        time = reference.t
        estimate, memory["observer"] = observer(time, measurement, memory["last"], reference, memory["observer"], controller)
        return [estimate.q, estimate.qd, *((estimate.x, estimate.xd) if self.has_tool else ())]

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

    def as_measured(self, measurement: ca.SX | Array, evaluate: object) -> Measured:
        """A measurement, symbols or an array, as the law takes it."""
        s = self.sizes
        k, tool, wrench = s.nq + s.nv, None, None
        if self.has_tool:
            tool = (measurement[k : k + s.n_x], measurement[k + s.n_x : k + s.n_x + s.n_xd])
            k += s.n_x + s.n_xd
        if self.has_wrench:
            wrench = measurement[k : k + 6]
        joints = measurement[: s.nq], measurement[s.nq : s.nq + s.nv]
        return Measured(*joints, (s.n_q, s.n), evaluate, tool, wrench)  # type: ignore[arg-type]

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
        for name in ("applied", "last"):
            if self.memory[name]:
                memory[name] = command
        return command


def gain_symbols(gains: Mapping[str, Array], owner: str, symbols: Mapping[str, ca.SX]) -> dict[str, ca.SX]:
    """The symbols of gains by name, each in the shape of its gain; ``symbols`` has them as columns, by owner and name."""
    return {
        name: ca.reshape(symbols[f"{owner} {name}"], *(gain.shape if gain.ndim == 2 else (gain.size, 1)))
        for name, gain in gains.items()
        if gain.size
    }


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
