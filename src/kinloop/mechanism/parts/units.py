"""The unit of every column: positions, rates, accelerations, efforts, the task, the closure rows and their forces."""

from __future__ import annotations

from dataclasses import dataclass

from kinloop.mechanism.kinds.elementary import NO_UNIT
from kinloop.mechanism.parts.parts import Mechanism

TASK = {"x": ("m",), "y": ("m",), "z": ("m",), "phi": ("rad",), "pose": ("m",) * 3 + (NO_UNIT,) * 4}
TWIST = {**TASK, "pose": ("m",) * 3 + ("rad",) * 3}
EFFORTS = {"m": "N", "rad": "N m"}

Units = tuple[str, ...]


@dataclass(frozen=True)
class ColumnUnits:
    """Units of a machine's arrays, one for each column."""

    positions: Units  # q
    rates: Units  # qd
    accelerations: Units  # qdd
    jerks: Units  # qddd
    efforts: Units  # of every rate, the active ones first: tau has the first n_active of them
    task: Units  # x
    task_rates: Units  # xd, of a pose the twist
    task_accelerations: Units  # xdd
    task_errors: Units  # x_ref - x, of a pose the twist that leads there in unit time
    closures: Units  # all closure rows, as robot.closure(q) has them
    loop_forces: Units  # the multiplier of each of these rows


def column_units(mechanism: Mechanism) -> ColumnUnits:
    """The unit of every column of the machine's arrays."""
    joints = mechanism.ordered_joints
    positions = tuple(unit for joint in joints for unit in joint.definition.units)
    moved = tuple(unit for joint in joints for unit in joint.definition.rate_units)
    twist = tuple(unit for name in mechanism.task for unit in TWIST[name])
    of_coordinate = dict(zip(mechanism.coordinates, positions, strict=True))
    closures = tuple(unit for loop in mechanism.loops for unit in loop.definition.units)
    closures += tuple(of_coordinate[coupling.coordinate] for coupling in mechanism.couplings)
    return ColumnUnits(
        positions=positions,
        rates=tuple(map(rate_unit, moved)),
        accelerations=tuple(f"{rate_unit(unit)}^2" for unit in moved),
        jerks=tuple(f"{rate_unit(unit)}^3" for unit in moved),
        efforts=tuple(EFFORTS[unit] for unit in moved),
        task=tuple(unit for name in mechanism.task for unit in TASK[name]),
        task_rates=tuple(map(rate_unit, twist)),
        task_accelerations=tuple(f"{rate_unit(unit)}^2" for unit in twist),
        task_errors=twist,
        closures=closures,
        loop_forces=tuple(EFFORTS[unit] for unit in closures),
    )


def rate_unit(unit: str) -> str:
    """The unit of a time derivative: ``rad/s`` for ``rad``."""
    return f"{unit}/s"
