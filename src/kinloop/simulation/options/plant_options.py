"""The plants as a user chooses them: by name, as one of the built-in plants with its options, or as a user-defined object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from kinloop.errors import ShapeError, UnsupportedOperation, listing, unknown_name
from kinloop.model.array_arguments import numbers
from kinloop.model.payload import masses_by_frame
from kinloop.model.robot import Robot
from kinloop.simulation.options.run_options import by_name, is_time, whole
from kinloop.simulation.plants.adaptive import Adaptive, AdaptivePlant
from kinloop.simulation.plants.contact_steps import contact_steps
from kinloop.simulation.plants.native import KinematicPlant, NativePlant
from kinloop.simulation.plants.plant import Plant

Array = np.ndarray
DEFAULT_STEP = 1e-4  # of the external engines [s]


@dataclass(frozen=True, kw_only=True)
class BuiltInPlant:
    """A plant of kinloop. Its machine may differ from the robot that the controller knows.

    Args:
        parameters: of the machine, where they differ from the robot's.
        payload: masses [kg] by frame, or one in the tool.
    """

    name: ClassVar[str] = ""

    parameters: Mapping[str, float] | None = None
    payload: float | Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        what, values = type(self).__name__, {}
        for name, value in by_name(f"{what}: parameters", self.parameters).items():
            array = numbers(value, f"{what}: the parameter {name}", "one number")
            if array.ndim:
                raise ShapeError(
                    f"{what}: the parameter {name} is {value!r:.80}, expected one number; kl.rollouts varies 'plant.{name}'"
                )
            values[name] = float(array)
        object.__setattr__(self, "parameters", values)
        object.__setattr__(self, "payload", masses_by_frame(what, self.payload))

    def for_contact(self, machine: Robot, period: float) -> BuiltInPlant:
        """The plant with steps that suit the surfaces that a machine touches, where no others are chosen."""
        return self

    def build(self, machine: Robot, period: float, wrenches: Mapping[str, Array]) -> Plant:
        """The plant for a machine at a control period [s], with constant wrenches by frame."""
        raise UnsupportedOperation(f"plant={self.name!r} is not advanced from sample to sample")


@dataclass(frozen=True, kw_only=True)
class Native(BuiltInPlant):
    """Constrained dynamics in all joints, driven by efforts.

    Args:
        substeps: steps of the integrator in a period; one unless given, or as many as the surfaces of the environment need.
        integrator: :class:`Adaptive` for chosen steps, stops at joint limits, and events at singular loci and changes of mode;
            None for the classical Runge-Kutta method.
        parameters: of the machine, where they differ from the robot's.
        payload: masses [kg] by frame, or one in the tool.
    Raises: ShapeError, UnsupportedOperation: options that do not fit.
    """

    name: ClassVar[str] = "native"

    substeps: int | None = None
    integrator: Adaptive | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.substeps is not None:
            object.__setattr__(self, "substeps", whole("Native: substeps", self.substeps))
        if self.integrator is None:
            return
        if not isinstance(self.integrator, Adaptive):
            raise ShapeError(f"Native: the integrator is {self.integrator!r:.80}, expected None or kl.Adaptive(...)")
        if self.substeps not in (None, 1):
            raise UnsupportedOperation("Native: an adaptive integrator chooses its steps, so substeps must be left out")

    def for_contact(self, machine: Robot, period: float) -> Native:
        """See :meth:`BuiltInPlant.for_contact`."""
        if self.substeps is not None or self.integrator is not None:
            return self
        return replace(self, substeps=contact_steps(machine, period))

    def build(self, machine: Robot, period: float, wrenches: Mapping[str, Array]) -> Plant:
        """See :meth:`BuiltInPlant.build`."""
        if self.integrator is not None:
            return AdaptivePlant(machine, self.integrator, wrenches or None)
        return NativePlant(machine, self.substeps or 1, wrenches or None)


@dataclass(frozen=True, kw_only=True)
class Kinematic(BuiltInPlant):
    """A machine whose active joints follow commanded rates exactly; the passive joints follow these.

    Args:
        substeps: steps of the integrator in a period.
        parameters: of the machine, where they differ from the robot's.
        payload: masses [kg] by frame, or one in the tool.
    Raises: ShapeError: options that do not fit.
    """

    name: ClassVar[str] = "kinematic"

    substeps: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "substeps", whole("Kinematic: substeps", self.substeps))

    def build(self, machine: Robot, period: float, wrenches: Mapping[str, Array]) -> Plant:
        """See :meth:`BuiltInPlant.build`."""
        return KinematicPlant(machine, self.substeps)


@dataclass(frozen=True, kw_only=True)
class Prescribed(BuiltInPlant):
    """A machine that follows the trajectory: nothing is commanded, and the record has the required efforts.

    Args:
        parameters: of the machine, where they differ from the robot's.
        payload: masses [kg] by frame, or one in the tool.
    Raises: ShapeError: options that do not fit.
    """

    name: ClassVar[str] = "prescribed"


@dataclass(frozen=True, kw_only=True)
class _Engine(BuiltInPlant):
    """A plant on an external engine, which is loaded when it is used."""

    module: ClassVar[tuple[str, str]] = ("", "")

    step: float | None = None
    substeps: int | None = None

    def for_contact(self, machine: Robot, period: float) -> BuiltInPlant:
        """See :meth:`BuiltInPlant.for_contact`."""
        if self.step is not None or self.substeps is not None or not machine.mechanism.surfaces:
            return self
        return replace(self, step=min(DEFAULT_STEP, period / contact_steps(machine, period)))

    def __post_init__(self) -> None:
        super().__post_init__()
        what, step = type(self).__name__, self.step
        if step is not None:
            if not is_time(step):
                raise ShapeError(f"{what}: step is {step!r:.80} s, expected one finite time above zero")
            if self.substeps is not None:
                raise UnsupportedOperation(f"{what}: step and substeps both choose the step; expected one of them")
        if self.substeps is not None:
            object.__setattr__(self, "substeps", whole(f"{what}: substeps", self.substeps))

    def build(self, machine: Robot, period: float, wrenches: Mapping[str, Array]) -> Plant:
        """See :meth:`BuiltInPlant.build`. Raises: UnsupportedOperation: the engine is not installed, or lacks a part."""
        step = self.step if self.substeps is None else period / self.substeps
        module, name = self.module
        try:
            plant: Plant = getattr(import_module(module), name)(
                machine, wrenches=wrenches or None, **({} if step is None else {"step": step})
            )
        except ImportError as error:
            raise UnsupportedOperation(
                f"plant={self.name!r} needs {error.name or self.name}, which is not installed; native and kinematic are "
                "always there"
            ) from error
        return plant


@dataclass(frozen=True, kw_only=True)
class Exudyn(_Engine):
    """The external engine Exudyn: hard constraints, an implicit solver; driven by efforts.

    Args:
        step: the longest step of the solver [s], 0.1 ms unless given; or substeps: its steps in a period.
        parameters: of the machine, where they differ from the robot's.
        payload: masses [kg] by frame, or one in the tool.
    Raises: ShapeError, UnsupportedOperation: options that do not fit.
    """

    name: ClassVar[str] = "exudyn"
    module: ClassVar[tuple[str, str]] = ("kinloop.simulation.engines.exudyn.exudyn_plant", "ExudynPlant")


@dataclass(frozen=True, kw_only=True)
class Mujoco(_Engine):
    """The external engine MuJoCo: soft constraints, Runge-Kutta steps; driven by efforts.

    Args:
        step: the longest step of the integrator [s], 0.1 ms unless given; or substeps: its steps in a period.
        parameters: of the machine, where they differ from the robot's.
        payload: masses [kg] by frame, or one in the tool.
    Raises: ShapeError, UnsupportedOperation: options that do not fit.
    """

    name: ClassVar[str] = "mujoco"
    module: ClassVar[tuple[str, str]] = ("kinloop.simulation.engines.mujoco.mujoco_plant", "MujocoPlant")


PLANTS: dict[str, type[BuiltInPlant]] = {kind.name: kind for kind in (Native, Kinematic, Prescribed, Exudyn, Mujoco)}


def as_plant(given: Any, what: str = "simulate") -> BuiltInPlant | Plant:
    """A plant by name or as an object. Raises: UnknownName, ShapeError."""
    if isinstance(given, str):
        if given not in PLANTS:
            raise unknown_name("plant", given, PLANTS, "kinloop")
        return PLANTS[given]()
    if isinstance(given, BuiltInPlant) or (isinstance(given, Plant) and not isinstance(given, type)):
        return given
    raise ShapeError(
        f"{what}: the plant is {given!r:.80}, expected one of {listing(PLANTS)}, kl.Native(...) or another built-in plant, or an "
        "object with start and advance"
    )
