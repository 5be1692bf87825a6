r"""Forces at rest, and how they change where the machine gives way.

Virtual work on the motions :math:`\delta q = N\, \delta\xi` that the loops leave, with ``g`` the tree's efforts of gravity
and springs, an external wrench ``w`` on the tool and efforts :math:`\tau` of the active joints:

.. math:: N^T (g - S^T \tau - J^T w) = 0 .

With active joints that give way, :math:`\tau = \tau_0 - K_q (q_a - q_{a0})`, the wrench that displaces the tool by
:math:`\delta x = J N \delta\xi` is

.. math:: (J N)^T \delta w = N^T \left(S^T K_q S + \partial_q (g - J^T w - K^T \lambda)\right) N\, \delta\xi .

The second term is the preload's; it comes from differentiation, as all derivatives do.
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
from kinloop.model.forces.tangent_space import derivatives, free_motions, solved, transposed

Array = np.ndarray
# Efforts that miss the balance by more than this fraction of what they balance do not hold it.
UNBALANCED = 1e-9


@dataclass(frozen=True, slots=True)
class Stiffness:
    """``dw = stiffness @ dx`` in the task's rows (force [N], moment [N m]; displacement [m], turn in world axes [rad]), and
    its inverse.

    ``joints`` is the part of the active joints' own stiffness, ``preload`` the rest: what loads, gravity and springs add.
    ``compliance`` is NaN where nothing holds some direction (Type 2).
    """

    stiffness: Array
    compliance: Array
    joints: Array

    @property
    def preload(self) -> Array:
        return self.stiffness - self.joints


@dataclass(frozen=True)
class _Rest:
    """The machine at a configuration: the tree's static efforts, the task's rows of a frame's Jacobian in parts of the machine's
    size where they are lengths, free motions and the pseudo-inverse of the closures. ``units`` are those of the task's rows."""

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
    """See :meth:`kinloop.Robot.static_wrench`."""
    rows, dof = task_rows(models.mechanism), len(models.mechanism.rates) - len(models.formulas.model.kept_rows)
    if len(rows) != dof:
        raise UnsupportedOperation(
            f"{models.mechanism.name}.static_wrench: a wrench of {len(rows)} task coordinates does not balance "
            f"{dof} degrees of freedom in one way"
        )
    names, loads = models.wrench_inputs(wrenches)
    rest = _at_rest(models, q, frame, names, loads)
    tau = _efforts(models, tau)
    applied = np.zeros((*tau.shape[:-1], rest.effort.shape[-1]))
    applied[..., : models.n_active] = tau
    effort = rest.effort - applied
    found = solved(transposed(rest.J @ rest.N), transposed(rest.N) @ effort[..., None])[..., 0] / rest.units
    if found.ndim == 1 and not np.all(np.isfinite(found)):
        raise _blind(models, "static_wrench", q)
    wrench = np.where(np.isfinite(found).all(axis=-1)[..., None], np.zeros(6), np.nan)
    wrench[..., rows] = found
    return wrench


def stiffness(
    models: CompiledModels, q: ArrayLike, joint_stiffness: ArrayLike, wrench: ArrayLike | None, frame: str
) -> Stiffness:
    """See :meth:`kinloop.Robot.stiffness`."""
    rows = task_rows(models.mechanism)
    names, loads = models.wrench_inputs(None if wrench is None else {frame: wrench})
    rest = _at_rest(models, q, frame, names, loads)
    nv, n, dof = rest.J.shape[-1], models.n_active, rest.N.shape[-1]
    if dof < len(rows):
        raise UnsupportedOperation(
            f"{models.mechanism.name}.stiffness: the tool has {dof} degrees of freedom, so in some directions of a task of "
            f"{len(rows)} coordinates nothing gives way"
        )
    springs = _diagonal_or_matrix(models, joint_stiffness)
    configuration, still = np.asarray(q, float), np.zeros(nv)
    rows = rest.back.shape[-1]

    def change_of_efforts(loop_force: Array) -> Array:
        return derivatives(models, (configuration, still, still, *((loop_force,) if rows else ())), names, loads).effort[0]

    held = _multipliers(models, rest, configuration, change_of_efforts(np.zeros(rows)))
    change = change_of_efforts(held) if rows else change_of_efforts(np.zeros(0))
    active = rest.N[..., :n, :]
    from_joints = transposed(active) @ springs @ active
    whole = from_joints + transposed(rest.N) @ change @ rest.N
    to_task = rest.J @ rest.N
    total, part = _seen_from_the_tool(whole, to_task), _seen_from_the_tool(from_joints, to_task)
    if total.ndim == 2 and not np.all(np.isfinite(total)):
        raise _blind(models, "stiffness", q)
    outer = rest.units[..., :, None] * rest.units[..., None, :]
    return Stiffness(total / outer, _compliance(whole, to_task) * outer, part / outer)


def _blind(models: CompiledModels, what: str, q: ArrayLike) -> SingularConfiguration:
    where = f"at q = {np.asarray(q)}: there the tool does not feel every joint"
    return SingularConfiguration(f"{models.mechanism.name}.{what} has no finite answer {where}")


def _compliance(on_motions: Array, to_task: Array) -> Array:
    return to_task @ solved(on_motions, transposed(to_task))


def _seen_from_the_tool(on_motions: Array, to_task: Array) -> Array:
    """A stiffness of the machine's motions as one of the task; motions that leave the tool alone settle by themselves."""
    k, dof = to_task.shape[-2:]
    if k < dof:
        compliance = _compliance(on_motions, to_task)
        return solved(compliance, np.broadcast_to(np.eye(k), compliance.shape))
    inverse = solved(to_task, np.broadcast_to(np.eye(k), to_task.shape))
    return transposed(inverse) @ on_motions @ inverse


def _multipliers(models: CompiledModels, rest: _Rest, q: Array, change: Array) -> Array:
    """Loop forces of the equilibrium that the least efforts of the active joints hold; NaN (or an error for one configuration)
    where none do. ``change`` is that of the efforts with the configuration: what is missing by no more than that of
    :data:`UNBALANCED` of the machine's size, or a radian, is rounding."""
    n, units = models.n_active, models.geometry.rate_units
    known = np.isfinite(rest.N).all(axis=(-1, -2), keepdims=True)
    to_actuators = np.linalg.pinv(np.where(known, transposed(rest.N[..., :n, :]), 0.0), rcond=1e-10)
    left = rest.effort[..., None] + np.where(known, 0.0, np.nan)
    left[..., :n, :] -= to_actuators @ transposed(rest.N) @ left
    missing = np.linalg.norm((transposed(rest.N) @ left)[..., 0], axis=-1)
    per_configuration = np.linalg.norm(change * units[..., :, None] * units[..., None, :], axis=(-2, -1))
    balanced = missing <= UNBALANCED * (np.linalg.norm(rest.effort * units, axis=-1) + per_configuration)
    if balanced.ndim == 0 and not balanced:
        raise SingularConfiguration(
            f"{models.mechanism.name}.stiffness: at q = {q} no efforts of the active joints hold the machine "
            "at rest under this load"
        )
    return np.where(balanced[..., None], (transposed(rest.back) @ left)[..., 0], np.nan)


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
            f"{models.mechanism.name}.stiffness: joint_stiffness has shape {given.shape}, expected (..., {n}) for the active "
            f"joints one by one, or (..., {n}, {n})"
        )
    finite = np.isfinite(matrix)
    if matrix.ndim == 2 and not np.all(finite):
        raise NotFinite(f"{models.mechanism.name}.stiffness: joint_stiffness is {given}, expected finite numbers")
    return np.where(finite, matrix, np.nan)
