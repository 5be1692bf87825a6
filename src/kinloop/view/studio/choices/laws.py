"""The control laws that a page can choose, with gains that suit any machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.control.kinematic_control import KinematicControl
from kinloop.control.law import Law
from kinloop.control.pd import PD
from kinloop.control.pid import PID
from kinloop.errors import UnsupportedOperation
from kinloop.model.robot import Robot
from kinloop.view.studio.choices.messages import number

Array = np.ndarray
# (robot, configuration, gains by name) -> a law, or None where nothing is driven
Make = Callable[[Robot, Array, Mapping[str, float]], Law | None]


@dataclass(frozen=True)
class Gain:
    """A number of a law: what it is called, its value unless another is typed, its unit."""

    name: str
    value: float
    unit: str


@dataclass(frozen=True)
class LawChoice:
    """A law by what a page calls it. ``plant``: the only one that it drives, or None."""

    label: str
    gains: tuple[Gain, ...]
    make: Make
    plant: str | None = None
    follows: bool = True


FREQUENCY, DAMPING = Gain("frequency", 20.0, "rad/s"), Gain("damping", 1.0, "1")
KP, KD = Gain("kp", 400.0, "1/s^2"), Gain("kd", 40.0, "1/s")


def _joint_gains(robot: Robot, q: Array, gains: Mapping[str, float]) -> tuple[Array, Array]:
    """Gains of each active joint with which it has the natural frequency and the damping, with the inertia that it moves at
    ``q``. Raises: SingularConfiguration: it has none there."""
    inertia = np.diag(robot.inertia(q))
    return gains["frequency"] ** 2 * inertia, 2 * gains["damping"] * gains["frequency"] * inertia


def _pd(feedforward: Any) -> Make:
    def make(robot: Robot, q: Array, gains: Mapping[str, float]) -> Law:
        return PD(*_joint_gains(robot, q, gains), feedforward=feedforward)

    return make


def _pid(robot: Robot, q: Array, gains: Mapping[str, float]) -> Law:
    kp, kd = _joint_gains(robot, q, gains)
    return PID(kp, gains["integral rate"] * kp, kd)


LAWS: dict[str, LawChoice] = {
    "computed torque": LawChoice("Computed torque, joints", (KP, KD), lambda r, q, g: ComputedTorque(g["kp"], g["kd"])),
    "computed torque of the task": LawChoice(
        "Computed torque, task", (KP, KD), lambda r, q, g: ComputedTorque(g["kp"], g["kd"], space="task")
    ),
    "PD": LawChoice("PD", (FREQUENCY, DAMPING), _pd("none")),
    "PD with gravity": LawChoice("PD with gravity compensation", (FREQUENCY, DAMPING), _pd("gravity")),
    "PD with model": LawChoice("PD with feed-forward of the model", (FREQUENCY, DAMPING), _pd("model")),
    "PID": LawChoice("PID", (FREQUENCY, DAMPING, Gain("integral rate", 2.0, "1/s")), _pid),
    "kinematic": LawChoice(
        "Kinematic control (rates)", (Gain("gain", 10.0, "1/s"),), lambda r, q, g: KinematicControl(g["gain"]), "kinematic"
    ),
    "none": LawChoice("No control: let it fall", (), lambda r, q, g: None, follows=False),
}


def law_forms() -> list[dict[str, Any]]:
    """What pages show of the laws."""
    return [
        {
            "kind": kind,
            "label": choice.label,
            "gains": [{"name": gain.name, "value": gain.value, "unit": gain.unit} for gain in choice.gains],
        }
        for kind, choice in LAWS.items()
    ]


def make_law(kind: str, robot: Robot, q: Array, given: Mapping[str, Any]) -> Law | None:
    """A law with the gains of a message. Raises: KinloopError: gains that the law does not take."""
    choice = LAWS[kind]
    if not robot.n_active and choice.make is not LAWS["none"].make:
        raise UnsupportedOperation(f"{robot.mechanism.name} has no actuated joint to command; choose no control")
    gains = {gain.name: number(given, gain.name, 0.0, 1e12, gain.value) for gain in choice.gains}
    return choice.make(robot, q, gains)
