"""Forward dynamics of compiled models: the fast kernel first, and the exact one where the fast one is in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError
from kinloop.model.call_errors import UNDETERMINED
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.dynamics.closed_chain_dynamics import DOUBTFUL
from kinloop.model.results import ForwardDynamics, copies
from kinloop.model.singularity.undetermined import is_undetermined
from kinloop.numerics.tolerances import CLOSED_LOOP_GAP

Array = np.ndarray


def forward_dynamics(
    models: CompiledModels, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, wrenches: Mapping[str, ArrayLike] | None = None
) -> ForwardDynamics:
    """Accelerations and loop forces that active efforts produce: :meth:`kinloop.model.robot.Robot.forward_dynamics`."""
    if wrenches is None and models.n_active:
        answer = models.call_single("quick_forward_dynamics" if models.is_closed else "forward_dynamics", q, qd, tau)
        if answer is not None and (not models.is_closed or answer[-1] > DOUBTFUL):
            return _collect(models, q, qd, answer, None)
    efforts = (tau,) if models.n_active else ()
    if not efforts and np.size(tau):
        raise ShapeError(f"{models.mechanism.name}.forward_dynamics: tau has shape {np.shape(tau)}, but no joint is actuated")
    on, loads = ((), []) if wrenches is None else models.wrench_inputs(wrenches)
    kernel = models.kernel("forward_dynamics", loads=on)
    arrays = (q, qd, *efforts, *loads)
    result = models.call(models.kernel("quick_forward_dynamics", loads=on), *arrays, raises=False) if models.is_closed else None
    if result is None or (not result[-1].ndim and not result[-1] > DOUBTFUL):
        result = models.call(kernel, *arrays, singular=UNDETERMINED)
    elif result[-1].ndim:
        models.recompute_rows(kernel, arrays, ~(result[-1] > DOUBTFUL), result)
    if models.is_closed and np.any(lost := is_undetermined(models, np.asarray(q, float), np.asarray(result[-1]))):
        if not lost.ndim:
            raise models.singular_error(kernel, np.asarray(q, float), UNDETERMINED)
        for output in result:
            output[lost] = np.nan
    # The cause of rows without a result: open loops or a singular configuration, found while q is at hand.
    has_failed = models.is_closed and result[-1].ndim and not np.all(result[-1] > 0)
    gaps = np.broadcast_to(models.gaps(np.asarray(q, float)), result[-1].shape) if has_failed else None
    is_open = None if gaps is None else np.isnan(result[-1]) & (gaps > CLOSED_LOOP_GAP)
    return _collect(models, q, qd, result, is_open)


def _collect(
    models: CompiledModels, q: ArrayLike, qd: ArrayLike, outputs: tuple[Array, ...], is_open: Array | None
) -> ForwardDynamics:
    """The named result. The task's accelerations of a tree are computed when first used, from copies of the state."""
    qdd, *closed, margin = outputs
    if len(closed) == 2:
        return ForwardDynamics(qdd, models.n_active, closed[0], margin, is_open, closed[1])
    loop_force = closed[0] if closed else qdd[..., :0]
    state = copies(q, qd, qdd) if margin.ndim else (np.array(q, float), np.array(qd, float), qdd.copy())
    later = partial(_task_acceleration, models, *state)
    return ForwardDynamics(qdd, models.n_active, loop_force, margin, is_open, later)


def _task_acceleration(models: CompiledModels, q: Array, qd: Array, qdd: Array) -> Array:
    if not models.task:
        return qdd[..., :0]
    return np.asarray(models.kernel("task_acceleration")(q, qd, qdd, *models.parameter_inputs, threads=models.threads))
