r"""The efforts of a motion that crosses a Type 2 singularity: a quotient of two zeros, whose limit is finite.

The multipliers carry the tree's passive efforts, :math:`K_p^T \lambda = \tau_p`. At Type 2, with :math:`K_p t = 0` and
:math:`w^T K_p = 0`, that has solutions :math:`\lambda_0 + \alpha w` only where

.. math:: t^T \tau_p(q, \dot q, \ddot q) = 0,

and the derivative along the motion, times :math:`t`, says which one:

.. math:: \alpha = \frac{t^T (\dot \tau_p - \dot K_p^T \lambda_0)}{t^T \dot K_p^T w}, \qquad \tau = \tau_a - K_a^T \lambda .

It takes the jerk. Where the jerk jumps the efforts have two limits, one for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, SingularConfiguration, listing
from kinloop.model.array_arguments import numbers
from kinloop.model.compiled_models import CompiledModels, gap_input
from kinloop.numerics.tolerances import TINY

Array = np.ndarray

# A smaller singular value is at the singularity: the quotient has lost more digits than the limit.
AT = 1e-7
# Parts of the sizes of the factors: a larger criterion is not met, a smaller crossing speed is zero; and rounding of efforts.
CRITERION, TANGENTIAL, ROUNDING = 1e-6, 1e-9, 1e-13
# A part of the time in which the closures change, by which the instant at which the criterion is met may differ from the
# crossing: a motion may meet it with efforts that vanish there, of which the other parts leave nothing.
INSTANT = 1e-9


@dataclass(frozen=True)
class LimitTerms:
    """The terms of the limit at one instant of a motion: closures, tree efforts, and the rates of both."""

    K: Array
    K_rate: Array
    effort: Array
    effort_rate: Array


@dataclass(frozen=True)
class Limit:
    """Active efforts, or why there are none. ``residual``: the size of the criterion as a part of the efforts; None where there
    is no criterion. ``unbounded``: it is not zero, so that efforts grow beyond all bounds."""

    tau: Array | None
    reason: str = ""
    residual: float | None = None
    unbounded: bool = False


def nearness(K: Array, n_active: int) -> Array:
    """The smallest singular value of the passive columns, made of unit length after the rows of ``K`` were."""
    known = np.isfinite(K).all(axis=(-1, -2), keepdims=True)
    K = np.where(known, K, 0.0)
    K_p = (K / _lengths(K, -1))[..., n_active:]
    return np.where(known[..., 0, 0], np.linalg.svd(K_p / _lengths(K_p, -2), compute_uv=False)[..., -1], np.nan)


def crossing_effort(
    models: CompiledModels,
    motion: tuple[ArrayLike, ArrayLike, ArrayLike],
    jerk: ArrayLike,
    wrenches: Mapping[str, ArrayLike] | None,
    weights: ArrayLike | None,
) -> Array:
    """Inverse dynamics with the limit where the quotient has lost its digits. Wrenches are constant in world axes."""
    q, qd, _ = motion
    qdd = numbers(motion[2], f"{models.mechanism.name}.inverse_dynamics: qdd")
    rates = models.mechanism.rates
    if qdd.shape[-1:] != (len(rates),):
        raise ShapeError(
            f"{models.mechanism.name}.inverse_dynamics: with a jerk, qdd is that of all {len(rates)} rates "
            f"({listing(rates)}), given the shape {qdd.shape}: at Type 2 the active ones do not say enough"
        )
    on, loads = models.wrench_inputs(wrenches)
    ordinary, rank = models.kernel("inverse_dynamics", loads=on), len(models.formulas.model.kept_rows)
    if not has_limit(models, on) or weights is not None:
        return models.call_effort("inverse_dynamics", (q, qd, qdd), wrenches, weights)
    terms = LimitTerms(*models.call(models.kernel("type2_limit_terms", loads=on), q, qd, qdd, jerk, *loads))
    efforts = np.asarray(ordinary(q, qd, qdd, *loads, *models.parameter_inputs, *gap_input(ordinary), threads=models.threads))
    tau, reason = replace_by_limits(efforts, terms, models.n_active, rank)
    if tau.ndim == 1 and not np.all(np.isfinite(tau)):
        why = reason or "the passive joints do not follow the active ones"
        raise SingularConfiguration(f"{ordinary.name} has no finite answer at q = {np.asarray(q)}: {why}")
    return tau


def has_limit(models: CompiledModels, loads: tuple[str, ...] = ()) -> bool:
    """Whether efforts have a limit at Type 2: there is something to cross, and no choice among efforts."""
    rank = len(models.formulas.model.kept_rows)
    has_choice = models.n_active + rank != len(models.mechanism.rates)
    weighted = any(port.name == "weights" for port in models.kernel("inverse_dynamics", loads=loads).inputs)
    return bool(rank) and not has_choice and not weighted


def replace_by_limits(tau: Array, terms: LimitTerms, n_active: int, rank: int) -> tuple[Array, str]:
    """Efforts of a batch with those at singularities replaced by the limit, NaN without one; and the last reason for that."""
    tau, reason = np.array(tau), ""
    for k in np.argwhere(nearness(terms.K, n_active) < AT):
        at = tuple(k)
        found = limit(LimitTerms(terms.K[at], terms.K_rate[at], terms.effort[at], terms.effort_rate[at]), n_active, rank)
        tau[at] = np.nan if found.tau is None else found.tau
        reason = found.reason or reason
    return tau, reason


def limit(terms: LimitTerms, n_active: int, rank: int) -> Limit:
    """The efforts at the singularity itself. ``rank`` is how many closures are independent in general."""
    U, values, _ = np.linalg.svd(terms.K)
    if values[rank - 1] < AT * values[0]:
        return Limit(None, "the closures depend on each other there (a configuration-space singularity), so nothing is decided")
    K, K_rate = U[:, :rank].T @ terms.K, U[:, :rank].T @ terms.K_rate
    K_p, K_p_rate = K[:, n_active:], K_rate[:, n_active:]
    tau_p, tau_p_rate = terms.effort[n_active:], terms.effort_rate[n_active:]
    columns = _lengths(K_p, -2)[0]  # so that metres and radians do not mix
    left, values, right = np.linalg.svd(K_p / columns)
    if len(values) > 1 and values[-2] < AT * values[0]:
        return Limit(None, "two motions are out of control there at once: undecided")
    t, w = right[-1] / columns, left[:, -1]
    missed = float(t @ tau_p)
    # What is left of efforts that cancel is rounding of the largest, each by what its joint does to the loops.
    largest = float(np.max(np.abs(terms.effort) / _lengths(terms.K, -2)[0]))
    summands = float(np.abs(t) @ np.abs(tau_p))
    residual = abs(missed) / (summands + largest + TINY)
    period = float(np.linalg.norm(K_p / columns) / (np.linalg.norm(K_p_rate / columns) + TINY))
    change = period * float(np.abs(t) @ np.abs(tau_p_rate))
    if abs(missed) > CRITERION * summands + ROUNDING * largest + INSTANT * change:
        return Limit(
            None,
            f"the motion asks {missed:.3g} of the passive joints along {np.round(t / np.abs(t).max(), 6)}, which no "
            "finite effort gives (the crossing criterion wants 0)",
            residual,
            unbounded=True,
        )
    speed = float(w @ K_p_rate @ t)
    if abs(speed) <= TANGENTIAL * float(np.abs(w) @ np.abs(K_p_rate) @ np.abs(t)) + TINY:
        return Limit(None, "the motion does not cross the singularity but touches it or rests there: undecided", residual)
    regular = values[:-1]
    particular = left[:, :-1] @ ((right[:-1] @ (tau_p / columns)) / regular)
    alpha = float(t @ (tau_p_rate - K_p_rate.T @ particular)) / speed
    return Limit(terms.effort[:n_active] - K[:, :n_active].T @ (particular + alpha * w), residual=residual)


def _lengths(matrix: Array, axis: int) -> Array:
    sizes = np.linalg.norm(matrix, axis=axis, keepdims=True)
    return np.where(sizes > 0, sizes, 1.0)
