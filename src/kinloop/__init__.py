"""Models, simulation and control of robot manipulators with closed kinematic chains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kinloop.errors import KinloopError

if TYPE_CHECKING:
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
    from kinloop.model.geometry.configuration import Mode, Status
    from kinloop.model.reduction.reduced import Reduced, reduce
    from kinloop.model.robot import Robot, load
    from kinloop.model.singularity.classify import Singularity
    from kinloop.model.singularity.crossings import Crossing, crossings
    from kinloop.model.singularity.map import SingularityMap, singularity_map
    from kinloop.trajectory.quintic import Quintic

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
    "Mode": ("kinloop.model.geometry.configuration", "Mode"),
    "Status": ("kinloop.model.geometry.configuration", "Status"),
    "DHRow": ("kinloop.mechanism.dh", "DHRow"),
    "Quintic": ("kinloop.trajectory.quintic", "Quintic"),
}
_PARTS = {"Anchor", "ClosedForm", "Coupling", "Friction", "Joint", "Limits", "Link", "Loop", "Mechanism", "Motion", "Pose"}
_PARTS |= {"Rotor", "Shape", "Spring"}

__all__ = [
    "Anchor",
    "ClosedForm",
    "Coupling",
    "Crossing",
    "DHRow",
    "Friction",
    "Joint",
    "KinloopError",
    "Limits",
    "Link",
    "Loop",
    "Mechanism",
    "Mode",
    "Motion",
    "Pose",
    "Quintic",
    "Reduced",
    "Report",
    "Robot",
    "Rotor",
    "Shape",
    "Singularity",
    "SingularityMap",
    "Spring",
    "Status",
    "check",
    "crossings",
    "library",
    "load",
    "reduce",
    "singularity_map",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC and name not in _PARTS:
        raise AttributeError(f"module 'kinloop' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _PUBLIC.get(name, ("kinloop.mechanism.parts", name))
    return getattr(import_module(module), attribute)
