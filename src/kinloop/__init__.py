"""Models, simulation and control of robot manipulators with closed kinematic chains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kinloop.errors import (
    AmbiguousMode,
    ArgumentMissing,
    CacheNotUsed,
    ConstraintError,
    DescriptionError,
    FileError,
    KinloopError,
    KinloopWarning,
    LoopNotClosed,
    NotAUnitQuaternion,
    NotEnoughMemory,
    NotFinite,
    ReadOnly,
    RunEndedEarly,
    ShapeError,
    SingularConfiguration,
    UnknownName,
    Unreachable,
    UnsupportedOperation,
)

if TYPE_CHECKING:
    from kinloop.control.computed_torque import ComputedTorque
    from kinloop.control.kinematic import KinematicControl
    from kinloop.control.law import Law, casadi_law, python_law
    from kinloop.mechanism.dh import DHRow
    from kinloop.mechanism.parts import (
        Anchor,
        ClosedForm,
        Coupling,
        Friction,
        Joint,
        Limits,
        Link,
        Loop,
        Mechanism,
        Motion,
        Pose,
        Rotor,
        Shape,
        Spring,
    )
    from kinloop.mechanism.read import library_names as library
    from kinloop.model.checking.check import Report, check
    from kinloop.model.geometry.configuration import Configuration, Configurations, Mode, Postures, Status
    from kinloop.model.reduction.reduced import Reduced, reduce
    from kinloop.model.robot import Robot, load
    from kinloop.model.singularity.classify import Singularity
    from kinloop.model.singularity.crossings import Crossing, crossings
    from kinloop.model.singularity.map import SingularityMap, singularity_map
    from kinloop.simulation.adaptive import Adaptive
    from kinloop.simulation.compare import compare
    from kinloop.simulation.comparison import Comparison, compare_records
    from kinloop.simulation.loop import simulate
    from kinloop.simulation.plant import Plant, PlantState
    from kinloop.simulation.record import Record, RunStatus
    from kinloop.simulation.rollouts import Rollouts, rollouts
    from kinloop.trajectory.chain import Chain
    from kinloop.trajectory.function import FunctionOfTime
    from kinloop.trajectory.own import own_motion
    from kinloop.trajectory.quintic import Quintic
    from kinloop.trajectory.spline import Spline

__version__ = "0.1.0"

# Public name -> (module, name there). Loaded when first used: a command that only prints its help should not wait for CasADi.
_PUBLIC = {
    "load": ("kinloop.model.robot", "load"),
    "check": ("kinloop.model.checking.check", "check"),
    "Report": ("kinloop.model.checking.check", "Report"),
    "Robot": ("kinloop.model.robot", "Robot"),
    "Singularity": ("kinloop.model.singularity.classify", "Singularity"),
    "SingularityMap": ("kinloop.model.singularity.map", "SingularityMap"),
    "singularity_map": ("kinloop.model.singularity.map", "singularity_map"),
    "Crossing": ("kinloop.model.singularity.crossings", "Crossing"),
    "crossings": ("kinloop.model.singularity.crossings", "crossings"),
    "reduce": ("kinloop.model.reduction.reduced", "reduce"),
    "Reduced": ("kinloop.model.reduction.reduced", "Reduced"),
    "library": ("kinloop.mechanism.read", "library_names"),
    "Configuration": ("kinloop.model.geometry.configuration", "Configuration"),
    "Configurations": ("kinloop.model.geometry.configuration", "Configurations"),
    "Mode": ("kinloop.model.geometry.configuration", "Mode"),
    "Postures": ("kinloop.model.geometry.configuration", "Postures"),
    "Status": ("kinloop.model.geometry.configuration", "Status"),
    "DHRow": ("kinloop.mechanism.dh", "DHRow"),
    "Quintic": ("kinloop.trajectory.quintic", "Quintic"),
    "Chain": ("kinloop.trajectory.chain", "Chain"),
    "own_motion": ("kinloop.trajectory.own", "own_motion"),
    "Spline": ("kinloop.trajectory.spline", "Spline"),
    "FunctionOfTime": ("kinloop.trajectory.function", "FunctionOfTime"),
    "Law": ("kinloop.control.law", "Law"),
    "casadi_law": ("kinloop.control.law", "casadi_law"),
    "python_law": ("kinloop.control.law", "python_law"),
    "KinematicControl": ("kinloop.control.kinematic", "KinematicControl"),
    "ComputedTorque": ("kinloop.control.computed_torque", "ComputedTorque"),
    "simulate": ("kinloop.simulation.loop", "simulate"),
    "compare": ("kinloop.simulation.compare", "compare"),
    "compare_records": ("kinloop.simulation.comparison", "compare_records"),
    "Comparison": ("kinloop.simulation.comparison", "Comparison"),
    "rollouts": ("kinloop.simulation.rollouts", "rollouts"),
    "Rollouts": ("kinloop.simulation.rollouts", "Rollouts"),
    "Adaptive": ("kinloop.simulation.adaptive", "Adaptive"),
    "Plant": ("kinloop.simulation.plant", "Plant"),
    "PlantState": ("kinloop.simulation.plant", "PlantState"),
    "Record": ("kinloop.simulation.record", "Record"),
    "RunStatus": ("kinloop.simulation.record", "RunStatus"),
}
_PARTS = {"Anchor", "ClosedForm", "Coupling", "Friction", "Joint", "Limits", "Link", "Loop", "Mechanism", "Motion", "Pose"}
_PARTS |= {"Rotor", "Shape", "Spring"}

__all__ = [
    "Adaptive",
    "AmbiguousMode",
    "Anchor",
    "ArgumentMissing",
    "CacheNotUsed",
    "Chain",
    "ClosedForm",
    "Comparison",
    "ComputedTorque",
    "Configuration",
    "Configurations",
    "ConstraintError",
    "Coupling",
    "Crossing",
    "DHRow",
    "DescriptionError",
    "FileError",
    "Friction",
    "FunctionOfTime",
    "Joint",
    "KinematicControl",
    "KinloopError",
    "KinloopWarning",
    "Law",
    "Limits",
    "Link",
    "Loop",
    "LoopNotClosed",
    "Mechanism",
    "Mode",
    "Motion",
    "NotAUnitQuaternion",
    "NotEnoughMemory",
    "NotFinite",
    "Plant",
    "PlantState",
    "Pose",
    "Postures",
    "Quintic",
    "ReadOnly",
    "Record",
    "Reduced",
    "Report",
    "Robot",
    "Rollouts",
    "Rotor",
    "RunEndedEarly",
    "RunStatus",
    "Shape",
    "ShapeError",
    "SingularConfiguration",
    "Singularity",
    "SingularityMap",
    "Spline",
    "Spring",
    "Status",
    "UnknownName",
    "Unreachable",
    "UnsupportedOperation",
    "casadi_law",
    "check",
    "compare",
    "compare_records",
    "crossings",
    "library",
    "load",
    "own_motion",
    "python_law",
    "reduce",
    "rollouts",
    "simulate",
    "singularity_map",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC and name not in _PARTS:
        raise AttributeError(f"module 'kinloop' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _PUBLIC.get(name, ("kinloop.mechanism.parts", name))
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
