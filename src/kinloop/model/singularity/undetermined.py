"""Whether masses and closures determine the accelerations, where the compiled solver leaves it in doubt."""

from __future__ import annotations

import numpy as np

from kinloop.model.compiled_models import CompiledModels
from kinloop.model.dynamics.closed_chain_dynamics import DOUBTFUL
from kinloop.model.dynamics.quasi_definite import SLOWEST, SOFTNESS
from kinloop.numerics.tolerances import RANK_WHERE_REGULAR

Array = np.ndarray


def is_undetermined(models: CompiledModels, q: Array, margin: Array) -> Array:
    """The samples without a unique answer, of those whose margin is small; ``q`` are their configurations, one or one each."""
    doubtful = np.asarray(margin <= DOUBTFUL)
    if not doubtful.any():
        return doubtful
    motion, closures = (
        np.broadcast_to(np.asarray(each), margin.shape)
        for each in models.kernel("determined")(q, *models.parameter_inputs, threads=models.threads)
    )
    lost = np.array(doubtful & ~(motion > 0))
    unsure = np.asarray(doubtful & ~lost & ~(closures > 0))
    if unsure.any():
        lost[unsure] = _is_loose(models, q, unsure)
    return lost


def _is_loose(models: CompiledModels, q: Array, of: Array) -> Array:
    """Whether at the samples ``of`` closures lost rank, or hold a motion by less than the softness of the solver resolves:
    there corrections that hardly shrink look like convergence."""

    def each(kernel: str) -> list[Array]:
        found = (np.asarray(one) for one in models.kernel(kernel)(q, *models.parameter_inputs, threads=models.threads))
        return [
            np.broadcast_to(one, (*of.shape, *one.shape[one.ndim - axes :]))[of]
            for one, axes in zip(found, (2, 2, 0), strict=True)
        ]

    rank = len(models.formulas.model.kept_rows)
    sizes = np.linalg.svd(each("scaled_velocity")[0], compute_uv=False)
    inertia, K, softness = each("scaled_system")
    values, vectors = np.linalg.eigh(inertia)
    by_mass = K @ vectors / np.sqrt(np.maximum(values, SOFTNESS / 10))[..., None, :]
    held = np.linalg.svd(by_mass, compute_uv=False)[:, rank - 1] ** 2
    return np.asarray((sizes[:, rank - 1] <= RANK_WHERE_REGULAR * sizes[:, 0]) | (SLOWEST * held <= (1 - SLOWEST) * softness))
