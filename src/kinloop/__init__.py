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
    from kinloop.control.kinematic_control import KinematicControl
    from kinloop.control.law import Law, casadi_law, python_law
    from kinloop.mechanism.formats.read import library_names as library
    from kinloop.mechanism.parts.dh import DHRow
    from kinloop.mechanism.parts.parts import (
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
    from kinloop.model.checking.check import Report, check
    from kinloop.model.geometry.configuration import Configuration, ConfigurationBatch, Configurations, Mode, Status
    from kinloop.model.reduction.reduced import Reduced, reduce
    from kinloop.model.robot import Robot, load
    from kinloop.model.singularity.classify import Singularity
    from kinloop.model.workspace.crossings import Crossing, crossings
    from kinloop.model.workspace.singularity_map import SingularityMap, singularity_map
    from kinloop.simulation.compare.compare import compare
    from kinloop.simulation.compare.comparison import Comparison, compare_records
    from kinloop.simulation.loop.simulate import simulate
    from kinloop.simulation.plants.adaptive import Adaptive
    from kinloop.simulation.plants.plant import Plant, PlantState
    from kinloop.simulation.record.record import Record, RunStatus
    from kinloop.simulation.sweep.rollouts import Rollouts, rollouts
    from kinloop.trajectory.described_motion import own_motion
    from kinloop.trajectory.function_of_time import FunctionOfTime
    from kinloop.trajectory.quintic import Quintic
    from kinloop.trajectory.sequence import Chain
    from kinloop.trajectory.spline import Spline

__version__ = "0.1.0"

# Public name -> (module, name there). Loaded when first used: a command that only prints its help should not wait for CasADi.
_PUBLIC = {
    "load": ("kinloop.model.robot", "load"),
    "check": ("kinloop.model.checking.check", "check"),
    "Report": ("kinloop.model.checking.check", "Report"),
    "Robot": ("kinloop.model.robot", "Robot"),
    "Singularity": ("kinloop.model.singularity.classify", "Singularity"),
    "SingularityMap": ("kinloop.model.workspace.singularity_map", "SingularityMap"),
    "singularity_map": ("kinloop.model.workspace.singularity_map", "singularity_map"),
    "Crossing": ("kinloop.model.workspace.crossings", "Crossing"),
    "crossings": ("kinloop.model.workspace.crossings", "crossings"),
    "reduce": ("kinloop.model.reduction.reduced", "reduce"),
    "Reduced": ("kinloop.model.reduction.reduced", "Reduced"),
    "library": ("kinloop.mechanism.formats.read", "library_names"),
    "Configuration": ("kinloop.model.geometry.configuration", "Configuration"),
    "Configurations": ("kinloop.model.geometry.configuration", "Configurations"),
    "Mode": ("kinloop.model.geometry.configuration", "Mode"),
    "ConfigurationBatch": ("kinloop.model.geometry.configuration", "ConfigurationBatch"),
    "Status": ("kinloop.model.geometry.configuration", "Status"),
    "DHRow": ("kinloop.mechanism.parts.dh", "DHRow"),
    "Quintic": ("kinloop.trajectory.quintic", "Quintic"),
    "Chain": ("kinloop.trajectory.sequence", "Chain"),
    "own_motion": ("kinloop.trajectory.described_motion", "own_motion"),
    "Spline": ("kinloop.trajectory.spline", "Spline"),
    "FunctionOfTime": ("kinloop.trajectory.function_of_time", "FunctionOfTime"),
    "Law": ("kinloop.control.law", "Law"),
    "casadi_law": ("kinloop.control.law", "casadi_law"),
    "python_law": ("kinloop.control.law", "python_law"),
    "KinematicControl": ("kinloop.control.kinematic_control", "KinematicControl"),
    "ComputedTorque": ("kinloop.control.computed_torque", "ComputedTorque"),
    "simulate": ("kinloop.simulation.loop.simulate", "simulate"),
    "compare": ("kinloop.simulation.compare.compare", "compare"),
    "compare_records": ("kinloop.simulation.compare.comparison", "compare_records"),
    "Comparison": ("kinloop.simulation.compare.comparison", "Comparison"),
    "rollouts": ("kinloop.simulation.sweep.rollouts", "rollouts"),
    "Rollouts": ("kinloop.simulation.sweep.rollouts", "Rollouts"),
    "Adaptive": ("kinloop.simulation.plants.adaptive", "Adaptive"),
    "Plant": ("kinloop.simulation.plants.plant", "Plant"),
    "PlantState": ("kinloop.simulation.plants.plant", "PlantState"),
    "Record": ("kinloop.simulation.record.record", "Record"),
    "RunStatus": ("kinloop.simulation.record.record", "RunStatus"),
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
    "ConfigurationBatch",
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

    module, attribute = _PUBLIC.get(name, ("kinloop.mechanism.parts.parts", name))
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
