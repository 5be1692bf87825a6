"""Configurations at which closures have a higher rank than in general: the machine has fewer degrees of freedom than where it
starts.

That is so with lengths at which rows that were redundant are not (a third crank that does not fit), and on another component of
the configuration space of a kinematotropic machine. What was derived for the ranks at the start does not hold there.
"""

from __future__ import annotations

import numpy as np

from kinloop.model.dynamics.closed_chain_dynamics import OPENING
from kinloop.model.dynamics.compiled_formulas import CompiledFormulas
from kinloop.model.dynamics.generic_ranks import generic_ranks

Array = np.ndarray
FEWER = (
    "closures that are redundant at the description's start are independent there, so the machine has fewer degrees of freedom "
    "than its models were derived for: its lengths do not fit, or the configuration lies on another "
    "component. A description with "
    "these lengths and this configuration as its start has the right ones"
)


def has_gained_rank(sizes: Array, rank: int, gap: Array) -> Array:
    """By the singular values (..., k) of closures with rows of about unit size, in falling order; ``gap``: of the loops, in parts
    of the machine's size. A configuration that leaves a gap is off by up to its root, and so are the rows' directions."""
    if sizes.shape[-1] <= rank:
        return np.zeros(sizes.shape[:-1], dtype=bool)
    with np.errstate(invalid="ignore"):
        return np.asarray(sizes[..., rank] > (OPENING + np.sqrt(gap)) * sizes[..., 0])


def gains_rank(formulas: CompiledFormulas, parameters: tuple[Array, ...], q: Array, gaps: Array) -> Array:
    """Of configurations (..., nq) with gaps (...), whether the closures have a higher rank there than in general; False where a
    configuration is none."""
    model = formulas.model
    if not model.is_redundant:
        return np.zeros(q.shape[:-1], dtype=bool)
    K = np.asarray(formulas.kernel("scaled_velocity")(q, *parameters)[0]) / generic_ranks(formulas).row_sizes[:, None]
    known = np.isfinite(K).all(axis=(-1, -2))
    sizes = np.linalg.svd(np.where(known[..., None, None], K, 0.0), compute_uv=False)
    return known & has_gained_rank(sizes, len(model.kept_rows), gaps)
