r"""Statics: the equilibrium of efforts and wrenches at rest, and the stiffness of the tool.

The virtual work on the free motions :math:`\delta q = N\, \delta\xi`, with ``g`` the tree's efforts of gravity and springs, an
external wrench ``w`` on the tool and efforts :math:`\tau` of the active joints, is zero:

.. math:: N^T (g - S^T \tau - J^T w) = 0 .

With elastic active joints, :math:`\tau = \tau_0 - K_q (q_a - q_{a0})`, the wrench that displaces the tool by
:math:`\delta x = J N \delta\xi` is

.. math:: (J N)^T \delta w = N^T \left(S^T K_q S + \partial_q (g - J^T w - K^T \lambda)\right) N\, \delta\xi .

The second term is the effect of the preload; it is computed by differentiation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import NotFinite, ShapeError, SingularConfiguration, UnsupportedOperation
from kinloop.model.array_arguments import numbers
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.dynamics.task import task_rows
from kinloop.model.forces.tangent_space import derivatives, free_motions, solve_batch, transpose

Array = np.ndarray
# The largest relative residual of an equilibrium.
UNBALANCED = 1e-9


@dataclass(frozen=True, slots=True)
class Stiffness:
    """The stiffness of ``dw = stiffness @ dx`` in the task's rows (force [N], moment [N m]; displacement [m], rotation in world
    axes [rad]), and its inverse, the compliance.

    ``joints`` is the part of the active joints' stiffness, ``preload`` that of loads, gravity and springs. ``compliance`` is NaN
    where the tool is free in some direction (Type 2).
    """

    stiffness: Array
    compliance: Array
    joints: Array

    @property
    def preload(self) -> Array:
        """The part of the stiffness that is due to loads, gravity and springs."""
        return self.stiffness - self.joints


@dataclass(frozen=True)
class _Rest:
    """Values at a configuration: the tree's static efforts, the task's rows of a frame's Jacobian (lengths in parts of the
    machine's size), the free motions and the pseudo-inverse of the closures. ``units`` are those of the task's rows."""

    effort: Array
    J: Array
    N: Array
    back: Array
    units: Array


def _at_rest(models: CompiledModels, q: ArrayLike, frame: str, names: tuple[str, ...], loads: list[Array]) -> _Rest:
    found = models.call(models.kernel("statics", frame, names), q, *loads)
    effort, J = found[:2]
    K = found[2] if len(found) == 3 else np.zeros((*J.shape[:-2], 0, J.shape[-1]))
    free, units = free_motions(models, K), models.geometry.twist_units
    lost = models.require_generic_rank("statics", q)[..., None, None]
    return _Rest(effort, J / units[..., :, None], np.where(lost, np.nan, free.N), free.back, units)


def static_wrench(
    models: CompiledModels, q: ArrayLike, tau: ArrayLike, frame: str, wrenches: Mapping[str, ArrayLike] | None
) -> Array:
    """The external wrench that efforts balance: :meth:`kinloop.Robot.static_wrench`."""
    rows, dof = task_rows(models.mechanism), len(models.mechanism.rates) - len(models.formulas.model.kept_rows)
    if len(rows) != dof:
        raise UnsupportedOperation(
            f"{models.mechanism.name}.static_wrench: a wrench of {len(rows)} task coordinates is not determined by the "
            f"balance of {dof} degrees of freedom"
        )
    names, loads = models.wrench_inputs(wrenches)
    rest = _at_rest(models, q, frame, names, loads)
    tau = _efforts(models, tau)
    applied = np.zeros((*tau.shape[:-1], rest.effort.shape[-1]))
    applied[..., : models.n_active] = tau
    effort = rest.effort - applied
    found = solve_batch(transpose(rest.J @ rest.N), transpose(rest.N) @ effort[..., None])[..., 0] / rest.units
    if found.ndim == 1 and not np.all(np.isfinite(found)):
        raise _singular_error(models, "static_wrench", q)
    wrench = np.where(np.isfinite(found).all(axis=-1)[..., None], np.zeros(6), np.nan)
    wrench[..., rows] = found
    return wrench


def stiffness(
    models: CompiledModels, q: ArrayLike, joint_stiffness: ArrayLike, wrench: ArrayLike | None, frame: str
) -> Stiffness:
    """The stiffness of the tool: :meth:`kinloop.Robot.stiffness`."""
    rows = task_rows(models.mechanism)
    names, loads = models.wrench_inputs(None if wrench is None else {frame: wrench})
    rest = _at_rest(models, q, frame, names, loads)
    nv, n, dof = rest.J.shape[-1], models.n_active, rest.N.shape[-1]
    if dof < len(rows):
        raise UnsupportedOperation(
            f"{models.mechanism.name}.stiffness: the tool has {dof} degrees of freedom, fewer than the {len(rows)} task "
            "coordinates, so the stiffness is infinite in some directions"
        )
    springs = _diagonal_or_matrix(models, joint_stiffness)
    configuration, still = np.asarray(q, float), np.zeros(nv)
    rows = rest.back.shape[-1]

    def change_of_efforts(loop_force: Array) -> Array:
        return derivatives(models, (configuration, still, still, *((loop_force,) if rows else ())), names, loads).effort[0]

    loop_force = _multipliers(models, rest, configuration, change_of_efforts(np.zeros(rows)))
    change = change_of_efforts(loop_force) if rows else change_of_efforts(np.zeros(0))
    active = rest.N[..., :n, :]
    from_joints = transpose(active) @ springs @ active
    whole = from_joints + transpose(rest.N) @ change @ rest.N
    to_task = rest.J @ rest.N
    total, part = _task_stiffness(whole, to_task), _task_stiffness(from_joints, to_task)
    if total.ndim == 2 and not np.all(np.isfinite(total)):
        raise _singular_error(models, "stiffness", q)
    outer = rest.units[..., :, None] * rest.units[..., None, :]
    return Stiffness(total / outer, _compliance(whole, to_task) * outer, part / outer)


def _singular_error(models: CompiledModels, what: str, q: ArrayLike) -> SingularConfiguration:
    where = f"at q = {np.asarray(q)}: there a joint motion leaves the tool at rest"
    return SingularConfiguration(f"{models.mechanism.name}.{what} has no finite answer {where}")


def _compliance(on_motions: Array, to_task: Array) -> Array:
    return to_task @ solve_batch(on_motions, transpose(to_task))


def _task_stiffness(on_motions: Array, to_task: Array) -> Array:
    """The task's stiffness from that of the machine's motions; motions that leave the tool at rest take their equilibrium."""
    k, dof = to_task.shape[-2:]
    if k < dof:
        compliance = _compliance(on_motions, to_task)
        return solve_batch(compliance, np.broadcast_to(np.eye(k), compliance.shape))
    inverse = solve_batch(to_task, np.broadcast_to(np.eye(k), to_task.shape))
    return transpose(inverse) @ on_motions @ inverse


def _multipliers(models: CompiledModels, rest: _Rest, q: Array, change: Array) -> Array:
    """The loop forces of the equilibrium with the least active efforts; NaN (or an error for one configuration) where there is
    none. ``change`` is the derivative of the efforts with respect to the configuration: a residual is rounding if a displacement
    by :data:`UNBALANCED` of the machine's size, or of a radian, explains it."""
    n, units = models.n_active, models.geometry.rate_units
    known = np.isfinite(rest.N).all(axis=(-1, -2), keepdims=True)
    to_actuators = np.linalg.pinv(np.where(known, transpose(rest.N[..., :n, :]), 0.0), rcond=1e-10)
    left = rest.effort[..., None] + np.where(known, 0.0, np.nan)
    left[..., :n, :] -= to_actuators @ transpose(rest.N) @ left
    missing = np.linalg.norm((transpose(rest.N) @ left)[..., 0], axis=-1)
    per_configuration = np.linalg.norm(change * units[..., :, None] * units[..., None, :], axis=(-2, -1))
    balanced = missing <= UNBALANCED * (np.linalg.norm(rest.effort * units, axis=-1) + per_configuration)
    if balanced.ndim == 0 and not balanced:
        raise SingularConfiguration(
            f"{models.mechanism.name}.stiffness: at q = {q} no efforts of the active joints hold the machine "
            "at rest under this load"
        )
    return np.where(balanced[..., None], (transpose(rest.back) @ left)[..., 0], np.nan)


def _efforts(models: CompiledModels, tau: ArrayLike) -> Array:
    given = numbers(tau, f"{models.mechanism.name}.static_wrench: tau")
    if given.shape[-1:] != (models.n_active,):
        raise ShapeError(f"{models.mechanism.name}.static_wrench: tau has shape {given.shape}, expected (..., {models.n_active})")
    if given.ndim == 1 and not np.all(np.isfinite(given)):
        raise NotFinite(f"{models.mechanism.name}.static_wrench: tau is {given}, expected finite numbers")
    return given


def _diagonal_or_matrix(models: CompiledModels, joint_stiffness: ArrayLike) -> Array:
    given, n = numbers(joint_stiffness, f"{models.mechanism.name}.stiffness: joint_stiffness"), models.n_active
    if given.shape[-2:] == (n, n):
        matrix = given
    elif given.shape[-1:] == (n,):
        matrix = np.zeros((*given.shape, n))
        matrix[..., range(n), range(n)] = given
    else:
        raise ShapeError(
            f"{models.mechanism.name}.stiffness: joint_stiffness has shape {given.shape}, expected (..., {n}), one per active "
            f"joint, or (..., {n}, {n})"
        )
    finite = np.isfinite(matrix)
    if matrix.ndim == 2 and not np.all(finite):
        raise NotFinite(f"{models.mechanism.name}.stiffness: joint_stiffness is {given}, expected finite numbers")
    return np.where(finite, matrix, np.nan)
