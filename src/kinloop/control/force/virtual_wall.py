"""A virtual wall: the machine itself pushes back where its tool enters a surface that is not there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.force.feasibility import require_task
from kinloop.control.force.task_force import efforts_of
from kinloop.control.gains import require_nonnegative
from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import OPTION, Prepared, Setting
from kinloop.errors import ShapeError, UnsupportedOperation, listing
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.surface import COORDINATES, Surface
from kinloop.model.dynamics.contact import contact
from kinloop.model.dynamics.task import task_rows


@dataclass(frozen=True)
class VirtualWall(Law):
    r"""Efforts of a wall ``h(x, y, z) = 0`` with stiffness and damping that a hand at the tool feels; elsewhere the tool is free.

    A machine of one degree of freedom with the physical damping ``b`` that renders the stiffness ``K`` and the damping ``B`` with
    the period ``T`` is passive, so that every passive hand is stable, while :math:`b \ge K T / 2 + |B|`.

    Args:
        stiffness: [N/m]. damping: [N s/m].
        h: as of :class:`Surface`: free space is where it is positive.
    Raises: ShapeError, NotFinite, DescriptionError: gains below zero, an equation that is none. In a run UnsupportedOperation:
        an equation with coordinates that the task does not have.
    References: [Colgate1997].
    """

    stiffness: Any
    damping: Any = 0.0
    h: str = field(kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("stiffness", "damping"):
            require_nonnegative("VirtualWall", name, getattr(self, name), matrix=False)
            if not isinstance(value := getattr(self, name), ca.SX) and np.ndim(value):
                raise ShapeError(f"VirtualWall: {name} has shape {np.shape(value)}, expected one number")
        Surface(name="wall", h=self.h, stiffness=1.0)
        if not Expression(self.h).names.intersection(COORDINATES):
            raise ShapeError(f'VirtualWall: h is {self.h!r:.80}, expected an expression of x, y and z, such as "z - 0.1"')

    @property
    def reads(self) -> tuple[str, ...]:
        """Nothing of a trajectory."""
        return ()

    def prepare(self, setting: Setting) -> Prepared:
        """The law itself."""
        require_task("VirtualWall", setting.robot)
        mechanism = setting.robot.mechanism
        used = Expression(self.h).names.intersection(COORDINATES)
        if unknown := sorted(used.difference(mechanism.task_names)):
            raise UnsupportedOperation(
                f"VirtualWall: h has {listing(unknown)}, but the task of {mechanism.name} is {listing(mechanism.task)}"
            )
        return Prepared(self)

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints: those that hold the machine, and those of the wall."""
        names, rows = model.mechanism.task_names, task_rows(model.mechanism)
        x, xd = ca.SX(measured.x), ca.SX(measured.xd)
        position = ca.vertcat(*(x[names.index(name)] if name in names else ca.SX(0) for name in ("x", "y", "z")))
        velocity = ca.vertcat(*(xd[rows.index(row)] if row in rows else ca.SX(0) for row in range(3)))
        numbers = {"wall_stiffness": self.stiffness, "wall_damping": self.damping}
        wall = Surface(name="wall", h=self.h, stiffness="wall_stiffness", damping="wall_damping")
        scalars = {**model.parameters, **{name: ca.SX(value) for name, value in numbers.items()}}
        force = contact(wall, scalars, position, velocity).force
        on_task = ca.vertcat(force, ca.SX.zeros(3))[rows]
        return model.static_effort(measured.q) + efforts_of(on_task, measured, model), state
