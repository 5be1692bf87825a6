r"""The motions that leave a configuration-space singularity, from the closures to second order.

There the rank of :math:`K` drops by :math:`\rho`, and :math:`\ker K` has :math:`d = m + \rho` dimensions instead of the
mobility :math:`m`. Not every rate of the kernel is the beginning of a motion: along one, :math:`K \ddot q + \gamma(\dot q) = 0`
has a solution, so the left kernel :math:`W` of :math:`K` sees no curvature,

.. math:: Q(\dot q) = W^T \gamma(\dot q) = 0 ,

which is the tangent cone where the branches meet transversally. A rate of the cone lies on exactly one smooth branch where
:math:`Q'(\dot q)` has the rank :math:`\rho`; the branch's tangent space is then the kernel of :math:`Q'(\dot q)`. Where that
rank is smaller, several branches share the rate, or second order does not decide.

References: [Lerbet1998] J. Lerbet, *Analytic geometry and singularities of mechanisms*, ZAMM 78(10). [Mueller2016] A. Mueller,
*Local kinematic analysis of closed-loop linkages: mobility, singularities, and shakiness*, J. Mechanisms Robotics 8(4).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.formulas.generic_ranks import generic_ranks
from kinloop.numerics.quaternions import rotation_vectors
from kinloop.numerics.ranks import decompose
from kinloop.numerics.tolerances import RANK, TINY

Array = np.ndarray
# At the singular configuration: the largest singular value that is zero, over the typical one, and the largest gap of the loops,
# in parts of the machine's size.
SINGULAR, CLOSED = 1e-9, 1e-12
# Singular values below this part of the typical one may all be zero at the configuration that is looked for.
LOST = 3e-2
ITERATIONS = 12
# The smallest singular value of the second-order form, over its largest entry, at which branches are distinguished; below it they
# meet at less than about this angle [rad].
TRANSVERSAL = 1e-3


class Outcome(Enum):
    """The number of branches with a given rate, to second order."""

    UNIQUE = "exactly one branch has this rate"
    SEVERAL = "several branches have this rate, or second order does not decide"
    NONE = "no branch has this rate"


@dataclass(frozen=True, eq=False)
class Branch:
    """The branch of a rate. ``tangent`` (nv, m) is an orthonormal basis of its tangent space on dimensionless rates, where angles
    count as arcs at the machine's size, and ``rate`` the unit rate in it; both empty unless the outcome is UNIQUE."""

    outcome: Outcome
    tangent: Array
    rate: Array


@dataclass(frozen=True, eq=False)
class Closures:
    """Closures at a configuration (nq,): the matrix ``K`` on dimensionless rates with rows of about unit size, the gaps ``h`` by
    the same rows, what turns such rates into the joints' own, and the machine's size [m]."""

    formulas: CompiledFormulas
    parameters: tuple[Array, ...]
    q: Array
    K: Array
    h: Array
    per_rate: Array
    per_row: Array
    size: float

    @staticmethod
    def at(formulas: CompiledFormulas, q: Array, parameters: tuple[Array, ...]) -> Closures:
        """The closures at a configuration (nq,)."""
        rows, model = generic_ranks(formulas).row_sizes, formulas.model
        K, _, size = formulas.kernel("scaled_velocity")(q, *parameters)
        h = np.asarray(formulas.kernel("closure")(q, *parameters))[list(model.rows)]
        angle = np.array([model.all_rows.is_angle[k] for k in model.rows], dtype=bool)
        per_row = np.where(angle, float(size), 1.0) / rows
        per_rate = np.where(turning_rates(formulas.model.tree), 1 / float(size), 1.0)
        return Closures(formulas, parameters, q, np.asarray(K) / rows[:, None], h * per_row, per_rate, per_row, float(size))

    def curvature(self, rates: Array) -> Array:
        r""":math:`\gamma` of dimensionless rates (..., nv): what the gaps' second derivatives are without acceleration."""
        gamma = self.formulas.kernel("closure_velocity")(self.q, rates * self.per_rate, *self.parameters)[1]
        return np.asarray(gamma) * self.per_row

    def bilinear(self, x: Array, y: Array) -> Array:
        """The symmetric form of :meth:`curvature`, of rates (..., nv) that broadcast."""
        return (self.curvature(x + y) - self.curvature(x - y)) / 4

    def move(self, step: Array) -> Array:
        """The configuration after a small step of dimensionless rates."""
        return np.asarray(self.formulas.kernel("retract")(self.q, step * self.per_rate, *self.parameters))

    def displacement(self, q: Array) -> Array:
        """The displacement from this configuration to a near one, as dimensionless rates."""
        parts = np.zeros(len(self.per_rate))
        for joint in self.formulas.model.tree.joints:
            one, other = self.q[joint.q], q[joint.q]
            parts[joint.v] = rotation_vectors(one[None], other[None])[0] if joint.motion.has_quaternion else other - one
        return parts / self.per_rate


def branch_of(here: Closures, rate: Array, tolerance: float) -> Branch:
    """The branch of a dimensionless rate (nv,) at a singular configuration; ``tolerance``, relative: how far the rate may be from
    the tangent cone."""
    shape = generic_ranks(here.formulas)
    U, sizes, V = (array[0] for array in decompose(here.K[None]))
    zero = int(np.count_nonzero(sizes > RANK * shape.typical["configuration-space"]))
    kernel, left = V[:, zero:], U[:, zero:]
    mobility, nothing = len(rate) - shape.rank, np.zeros((len(rate), 0))
    speed = float(np.linalg.norm(rate))
    y = kernel.T @ rate / speed if speed else np.zeros(kernel.shape[1])
    if speed and np.linalg.norm(rate / speed - kernel @ y) > tolerance:
        return Branch(Outcome.NONE, nothing, np.zeros(0))
    form = here.bilinear(kernel.T[:, None, :], kernel.T[None, :, :]) @ left  # (d, d, left)
    largest = float(np.abs(form).max(initial=0.0))
    if not speed or not largest:
        return Branch(Outcome.SEVERAL, nothing, np.zeros(0))
    form = form / largest
    start = y
    for _ in range(ITERATIONS):  # to the nearest rate of the cone
        value, slope = np.einsum("i,j,ijk->k", y, y, form), 2 * np.einsum("j,ijk->ki", y, form)
        y = y - np.linalg.lstsq(slope, value, rcond=TRANSVERSAL)[0]
        y = y / max(float(np.linalg.norm(y)), TINY)
    value, slope = np.einsum("i,j,ijk->k", y, y, form), 2 * np.einsum("j,ijk->ki", y, form)
    if np.abs(value).max() > 1e-9 or np.linalg.norm(y - start / np.linalg.norm(start)) > tolerance:
        return Branch(Outcome.NONE, nothing, np.zeros(0))
    _, independent, across = (array[0] for array in decompose(slope[None]))
    rank = int(np.count_nonzero(independent > TRANSVERSAL))
    if kernel.shape[1] - rank != mobility:
        return Branch(Outcome.SEVERAL, nothing, np.zeros(0))
    return Branch(Outcome.UNIQUE, kernel @ across[:, rank:], kernel @ y)


def singular_configuration(formulas: CompiledFormulas, q: Array, parameters: tuple[Array, ...], reach: float) -> Array | None:
    r"""The configuration near ``q`` (nq,) at which the closures lose rank while the loops are closed; None where there is none
    within ``reach``, in parts of the machine's size.

    Newton's method for the closures that are kept, and for :math:`W^T K V = 0`: at the singular configuration the left kernel
    ``W`` and the kernel ``V`` of all closures that vanish there see nothing. The closures that are lost then close by themselves,
    or not at all: a machine that is only nearly singular has no such configuration.
    """
    shape = generic_ranks(formulas)
    first = Closures.at(formulas, q, parameters)
    if not np.isfinite(first.K).all():
        return None
    sizes = decompose(first.K[None])[1][0]
    lost = int(np.count_nonzero(sizes[: shape.rank] < LOST * shape.typical["configuration-space"]))
    for count in range(max(lost, 1), 0, -1):  # several loops may be flat at once, or one a little before the other
        found = _newton(first, shape.rank - count, reach)
        if found is not None:
            return found
    return None


def _newton(here: Closures, rank: int, reach: float) -> Array | None:
    """The configuration at which the closures have this rank."""
    typical, moved = generic_ranks(here.formulas).typical["configuration-space"], np.zeros(here.K.shape[1])
    for _ in range(ITERATIONS):
        U, sizes, V = (array[0] for array in decompose(here.K[None]))
        if sizes[rank] < SINGULAR * typical and np.abs(here.h).max() < CLOSED * here.size:
            return here.q if np.abs(moved).max() < reach * here.size else None
        slope = here.bilinear(np.eye(len(moved))[:, None, :], V.T[None, rank:, :]) @ U[:, rank:]  # (nv, d, left)
        seen = U[:, rank:].T @ here.K @ V[:, rank:]  # (left, d)
        rows = np.vstack([U[:, :rank].T @ here.K, slope.transpose(2, 1, 0).reshape(-1, len(moved))])
        step = np.linalg.lstsq(rows, -np.concatenate([U[:, :rank].T @ here.h, seen.ravel()]), rcond=1e-9)[0]
        moved = moved + step
        if not np.isfinite(step).all() or np.abs(moved).max() > 3 * reach * here.size:
            return None
        here = Closures.at(here.formulas, here.move(step), here.parameters)
        if not np.isfinite(here.K).all():
            return None
    return None
