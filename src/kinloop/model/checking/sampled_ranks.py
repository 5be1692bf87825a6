"""The values of a machine's closures, tool Jacobian and inertia at several assembled configurations, without compilation.

All are made dimensionless with a length ``L``: an angle counts as the arc at that radius.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from pydantic import BaseModel

from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.dynamics.finite_motion import assemble_and_move
from kinloop.model.dynamics.loop_closure import Assembled, Rows, closure_rows, closure_sense, start_configuration
from kinloop.model.dynamics.machine_size import machine_size, turning_rates
from kinloop.model.dynamics.tree import grow
from kinloop.model.dynamics.tree_dynamics import TreeModel

Array = np.ndarray
NOT_MECHANICS: dict[str, Any] = {
    "description": "", "source": "", "parameters": {}, "frames": {}, "forward_geometry": None, "inverse_geometry": None,
    "motion": None,
}  # fmt: skip


def at_parameter_values(mechanism: Mechanism, at: Callable[[Any], float]) -> Mechanism:
    """The mechanics of a machine with its parameters replaced by their values."""

    def number(part: Any) -> Any:
        if isinstance(part, Expression):
            return at(part)
        if isinstance(part, BaseModel):
            return part.model_copy(update={name: number(getattr(part, name)) for name in part.model_fields_set})
        if isinstance(part, tuple):
            return tuple(number(item) for item in part)
        return {key: number(item) for key, item in part.items()} if isinstance(part, dict) else part

    links = tuple(link.model_copy(update={"shapes": ()}) for link in mechanism.links)
    return number(mechanism.model_copy(update={**NOT_MECHANICS, "links": links}))


@dataclass(frozen=True)
class Sample:
    """The values at one configuration: closures ``K``, the Jacobians of the tool and of all bodies, and the inertia; rates and
    rows are scaled by ``L``."""

    K: Array
    tool: Array
    bodies: Array  # body, linear and angular, rate
    inertia: Array


class SampledMachine:
    """A machine without parameters, with its values at assembled configurations."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.model = TreeModel(grow(mechanism))
        self.start = start_configuration(mechanism, {name: float(value) for name, value in mechanism.start.items()})  # type: ignore[arg-type]

    @cached_property
    def rows(self) -> Rows:
        """All closure rows."""
        return closure_rows(self.model)

    @cached_property
    def sense(self) -> ca.Function:
        """A function that is positive at configurations where no loop joint is closed with reversed axes."""
        return ca.Function("sense", [self.model.q], [closure_sense(self.model)])

    @cached_property
    def assembled(self) -> Assembled:
        """The assembled machine. Raises: DescriptionError: the loops do not close from the start configuration."""
        return assemble_and_move(self.model, np.zeros(0), self.start)

    @cached_property
    def length_scale(self) -> float:
        """The length ``L``; 1 where the machine's size is not finite and positive."""
        scale = float(machine_size(self.model.tree))
        return scale if np.isfinite(scale) and scale > 0 else 1.0

    @cached_property
    def turning(self) -> Array:
        """Which rates are angular."""
        return turning_rates(self.model.tree)

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """The values at each assembled configuration, the start first."""
        return tuple(self._sample(q) for q in self.assembled.configurations)

    @cached_property
    def _functions(self) -> ca.Function:
        model = self.model
        rate = ca.jacobian(ca.jtimes(self.rows.h, model.q, model.q_rate), model.v)
        twists = [model.twist(model.tree.frame("tool")), *model.twists]
        stacked = ca.vertcat(*(ca.vertcat(twist.linear, twist.angular) for twist in twists))
        axes = ca.horzcat(ca.SX.zeros(3, 0), *(place.R for place in model.placements))
        return ca.Function("numbers", [model.q], [rate, ca.jacobian(stacked, model.v), axes])

    def _sample(self, q: Array) -> Sample:
        K, jacobians, axes = (matrix.full() for matrix in self._functions(q))
        L = self.length_scale
        per_rate = np.where(self.turning, 1 / L, 1.0)
        K = K * np.where(self.rows.is_angle, L, 1.0)[:, None] * per_rate if K.size else np.zeros((0, len(per_rate)))
        twists = jacobians.reshape(-1, 2, 3, len(per_rate))
        M = self._inertia(twists[1:], axes) * np.outer(per_rate, per_rate)
        twists = twists * np.array([1.0, L])[None, :, None, None] * per_rate
        return Sample(K, twists[0].reshape(6, -1), twists[1:], M)

    @cached_property
    def _rotors(self) -> Array:
        return np.diag(ca.DM(self.model.rotor_inertia).full().ravel())

    @cached_property
    def _bodies(self) -> list[tuple[float, Array, Array]]:
        """Mass, first moment of mass and inertia of each body."""
        numbers = [ca.vertcat(body.mass, body.moment, ca.vec(body.inertia)) for body in self.model.tree.bodies]
        rows = ca.DM(ca.horzcat(*numbers)).full().T
        return [(float(row[0]), row[1:4], row[4:].reshape(3, 3)) for row in rows]

    def _inertia(self, twists: Array, axes: Array) -> Array:
        """The inertia ``M`` of all bodies, from the Jacobians of their origins, and of the rotors."""
        M = self._rotors
        for k, (mass, moment, inertia) in enumerate(self._bodies):
            R, (linear, angular) = axes[:, 3 * k : 3 * k + 3], twists[k]
            swing = linear.T @ np.cross(angular, (R @ moment)[:, None], axis=0)
            M = M + mass * linear.T @ linear + swing + swing.T + angular.T @ (R @ inertia @ R.T) @ angular
        return M
