r"""``A`` and ``B`` of ``A xd + B qd_active = 0``: the compiled formula, checked, and linear algebra where it has lost digits.

The formula divides by pivots of an elimination. On arms whose joints are all coupled, a pivot can vanish where nothing is
singular, as at an angle of 90 degrees. With the task's Jacobian ``J`` of the active joints row ``i`` is

.. math:: J^T A_i + B_{ii}\, e_i = 0,

which checks the formula and determines the row where it fails. Where ``J`` does not exist (Type 2) there is no check.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kinloop.model.call_errors import TASK_SINGULAR
from kinloop.model.compiled_models import CompiledModels, gap_input
from kinloop.model.dynamics.task import task_rows
from kinloop.model.results import InputOutput
from kinloop.numerics.tolerances import RANK, TINY

Array = np.ndarray
# The part of its terms by which a row may miss the identity, and the part of a wrench that is no force but rounding.
GOOD, NO_FORCE = 1e-12, 1e-9
# The step of all joints to a configuration at which the formula has the sign of a row [rad, parts of the machine].
BESIDE = 1e-4


def input_output(models: CompiledModels, q: ArrayLike) -> InputOutput:
    """``A`` and ``B``, one row per leg: :meth:`kinloop.model.robot.Robot.input_output`."""
    kernel = models.kernel("input_output")
    A, B = models.call(kernel, q, raises=False)
    J = np.asarray(models.call(models.kernel("task_jacobian"), q, raises=False))
    with np.errstate(invalid="ignore", over="ignore"):
        error, terms = np.abs(A @ J + B).max(axis=-1), (np.abs(A) @ np.abs(J) + np.abs(B)).max(axis=-1)
    wrong = np.isfinite(J).all(axis=(-2, -1))[..., None] & ~(error <= GOOD * terms)
    if wrong.any():
        _recompute(models, np.asarray(q, float), A, B, J, wrong)
    if A.ndim == 2 and not (np.isfinite(A).all() and np.isfinite(B).all()):
        if wrong.any():
            raise models.singular_error(kernel, np.asarray(q, float), TASK_SINGULAR)
        models.call(kernel, q)  # it raises, and says why
    return InputOutput(A, B)


def _recompute(models: CompiledModels, q: Array, A: Array, B: Array, J: Array, wrong: Array) -> None:
    """Replace rows of ``A`` and ``B``, from the Jacobian; by NaN where several wrenches fit, or a moment alone does."""
    *batch, m = wrong.shape
    places, row = np.divmod(np.flatnonzero(wrong), m)
    geometry = models.geometry.of_rows(tuple(batch), places)
    q = np.broadcast_to(q, (*batch, q.shape[-1])).reshape(-1, q.shape[-1])[places]
    units = np.broadcast_to(geometry.twist_units, (len(row), m))
    each = np.arange(len(row))
    equations = np.concatenate(
        [(J.reshape(-1, m, m)[places] / units[..., None]).swapaxes(1, 2), np.zeros((len(row), m, 1))], axis=2
    )
    equations[each, row, m] = 1.0
    equations /= np.maximum(np.linalg.norm(equations, axis=2, keepdims=True), TINY)
    _, values, Vt = np.linalg.svd(equations)
    wrench, beta = Vt[:, -1, :m] / units, Vt[:, -1, m]
    twist = task_rows(models.mechanism)
    force = wrench[:, [k for k in range(m) if twist[k] < 3 or min(twist) >= 3]]
    size = np.linalg.norm(force, axis=1)
    lost = (values[:, -1] < RANK * values[:, 0]) | (size < NO_FORCE * np.linalg.norm(wrench, axis=1))
    kernel = models.kernel("input_output")
    beside = models.kernel("retract")(
        q, BESIDE * np.broadcast_to(geometry.rate_units, (len(row), len(models.mechanism.rates))), *geometry.p
    )
    there = kernel(beside, *geometry.p, *gap_input(kernel))[0][each, row]
    scale = np.where(np.sum(there * wrench, axis=1) < 0, -1.0, 1.0) / np.where(lost, np.nan, size)
    A.reshape(-1, m, m)[places, row] = scale[:, None] * wrench
    B.reshape(-1, m, m)[places, row] = 0.0
    B.reshape(-1, m, m)[places, row, row] = scale * beta
