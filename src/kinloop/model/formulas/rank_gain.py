"""Configurations at which the closures have a higher rank than in general, so that the machine has fewer degrees of freedom.

This happens with lengths at which redundant rows become independent (a third crank that does not fit), and on another component
of the configuration space of a kinematotropic machine. Models derived for the ranks at the start do not hold there.
"""

from __future__ import annotations

import numpy as np

from kinloop.model.dynamics.closed_chain_dynamics import OPENING
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.formulas.generic_ranks import generic_ranks

Array = np.ndarray
FEWER = (
    "closures that are redundant at the description's start are independent there, so the machine has fewer degrees of freedom "
    "than its models were derived for: its lengths do not fit, or the configuration lies on another component. Models that "
    "are derived from a description with these lengths and this configuration as its start hold there"
)


def has_gained_rank(sizes: Array, rank: int, gap: Array) -> Array:
    """Whether closures have a higher rank, by their singular values (..., k) in falling order, with rows of about unit size.
    ``gap`` is the loops' gap in parts of the machine's size: the configuration's error, and that of the rows' directions, is up
    to its root."""
    if sizes.shape[-1] <= rank:
        return np.zeros(sizes.shape[:-1], dtype=bool)
    with np.errstate(invalid="ignore"):
        return np.asarray(sizes[..., rank] > (OPENING + np.sqrt(gap)) * sizes[..., 0])


def gains_rank(formulas: CompiledFormulas, parameters: tuple[Array, ...], q: Array, gaps: Array) -> Array:
    """Whether the closures have a higher rank at the configurations (..., nq), with gaps (...), than in general; False where
    ``q`` is not finite."""
    model = formulas.model
    if not model.is_redundant:
        return np.zeros(q.shape[:-1], dtype=bool)
    K = np.asarray(formulas.kernel("scaled_velocity")(q, *parameters)[0]) / generic_ranks(formulas).row_sizes[:, None]
    known = np.isfinite(K).all(axis=(-1, -2))
    sizes = np.linalg.svd(np.where(known[..., None, None], K, 0.0), compute_uv=False)
    return known & has_gained_rank(sizes, len(model.kept_rows), gaps)
