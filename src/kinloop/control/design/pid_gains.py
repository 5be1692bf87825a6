r"""The integral gain at which a machine under a PID law becomes unstable, and its poles over a gain.

The loop's matrix is :math:`A_0 + c\, A_1` with the integral gain :math:`c K_i`. Where it has a pair of eigenvalues on the
imaginary axis, or one at zero, two eigenvalues add up to zero, so the Kronecker sum
:math:`(A_0 \oplus A_0) + c\, (A_1 \oplus A_1)` is singular. Its generalised eigenvalues are all values of :math:`c` at which
stability can change, so none is overlooked between the points of a grid; bisection then makes the first one exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.design.gains import gain_matrices
from kinloop.control.design.machine_loop import ROUNDING, PidParts, sort_poles
from kinloop.drawing import draw_with
from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.array_arguments import numbers
from kinloop.model.robot import Robot

Array = np.ndarray
# A generalised eigenvalue whose imaginary part is a smaller share counts as real: double ones have the root of the rounding.
REAL = 1e-4
# Integral gains with which the slow poles are this share of the others are small: the loop is stable.
SMALL = 1e-6
VARIED = ("kp", "kd", "ki")


@dataclass(frozen=True)
class IntegralGainBound:
    """The integral gain at which a loop becomes unstable: it is stable with all smaller ones in proportion.

    ``ki`` has the gains at the bound, in the form that was given; ``scale`` is their ratio to the given ones. ``poles`` are those
    at the bound, and ``frequency`` [rad/s] is that of the oscillation there.
    """

    ki: Any
    scale: float
    frequency: float
    poles: Array


def integral_gain_bound(robot: Robot, q: ArrayLike, kp: Any, kd: Any, ki: Any = 1.0) -> IntegralGainBound:
    r"""The largest integral gain with which a PID law keeps a machine stable about rest at ``q``, in continuous time.

    For one joint with inertia M, viscous friction :math:`\beta` and the stiffness :math:`k_g` of gravity it is

    .. math:: K_i < (K_p + k_g) (\beta + K_d) / M

    and for several joints what the eigenvalues of the linear model say. A sampled law has a lower bound:
    :func:`sampled_loop`.

    Args:
        robot, q: a machine and its configuration at rest, shape (nq,).
        kp, kd: gains of the law on the active joints: one number, one for each, or a matrix.
        ki: the integral gains up to a common factor, which is what is found; equal ones unless given.
    Returns: the gains at the bound, their ``scale``, the ``frequency`` of the oscillation there.
    Raises: ShapeError: the loop is not stable with small integral gains either; it names the pole. UnsupportedOperation: no
        bound was found. SingularConfiguration: at Type 2.
    References: [Aissani2021] (5.25), with gravity's stiffness.
    """
    what = "integral_gain_bound"
    parts = PidParts.of(what, robot, q)
    gains = gain_matrices(what, robot.n_active, kp=kp, kd=kd, ki=ki)
    if not np.any(gains["ki"]):
        raise ShapeError(f"{what}: ki is {ki!r:.80}, expected gains other than zero, whose common factor is found")
    loop = parts.loop(gains["kp"], gains["kd"], np.zeros_like(gains["ki"]))
    if not loop.is_stable:
        raise ShapeError(
            f"{what}: without integral gain the loop has the pole {loop.eigenvalues[0]:.6g} 1/s, expected all in the left half "
            "plane; choose other kp and kd first"
        )
    f = len(parts.independent)
    whole = parts.loop(gains["kp"], gains["kd"], gains["ki"]).matrix
    # With small gains the integrators are slow, and the rest follows them as if at rest.
    slow = -whole[2 * f :, : 2 * f] @ np.linalg.solve(whole[: 2 * f, : 2 * f], whole[: 2 * f, 2 * f :])
    values = np.linalg.eigvals(slow)
    if not np.all(values.real < -ROUNDING * np.abs(values).max()):
        worst = values[np.argmax(values.real)]
        raise ShapeError(
            f"{what}: ki is {ki!r:.80}; with small gains in proportion to it a pole goes from zero in the direction {worst:.3g}, "
            "expected into the left half plane: gains of the right sign for each joint"
        )
    change = np.zeros_like(whole)
    change[: 2 * f, 2 * f :] = whole[: 2 * f, 2 * f :]
    small = SMALL * np.abs(loop.eigenvalues).min() / np.abs(values).max()
    scale = _first_instability(what, whole - change, change, small)
    poles = sort_poles(np.linalg.eigvals(whole - change + scale * change))
    given = numbers(ki, what)
    return IntegralGainBound(scale * given if given.ndim else scale * float(given), scale, float(abs(poles[0].imag)), poles)


def _first_instability(what: str, rest: Array, change: Array, small: float) -> float:
    """The smallest c beyond which ``rest + c change`` has an eigenvalue in the right half plane; it is stable for ``small`` c."""

    def is_stable(c: float) -> bool:
        return bool(np.linalg.eigvals(rest + c * change).real.max() < 0)

    candidates = _crossings(rest, change)
    candidates = candidates[candidates > small]
    if not candidates.size:
        raise UnsupportedOperation(f"{what}: no integral gain in this proportion makes the loop unstable")
    # Between two crossings nothing changes, so one look between them is enough.
    between = [small, *np.sqrt(candidates[:-1] * candidates[1:]), 2 * candidates[-1]]
    unstable = next((k for k, c in enumerate(between) if not is_stable(c)), None)
    if not unstable:
        raise UnsupportedOperation(f"{what}: no integral gain in this proportion makes the loop unstable")
    low, high = between[unstable - 1], between[unstable]
    width = np.inf
    while high - low < width:
        width, middle = high - low, (low + high) / 2
        low, high = (middle, high) if is_stable(middle) else (low, middle)
    return float(low)


def _crossings(rest: Array, change: Array) -> Array:
    """All c > 0, sorted, at which two eigenvalues of ``rest + c change`` add up to zero."""
    from scipy.linalg import eig

    one = np.eye(len(rest))
    left, right = (np.kron(matrix, one) + np.kron(one, matrix) for matrix in (rest, -change))
    above, below = eig(left, right, right=False, homogeneous_eigvals=True)
    with np.errstate(all="ignore"):
        values = above / below
    values = values[np.isfinite(values)]
    values = np.sort(values[(values.real > 0) & (np.abs(values.imag) <= REAL * np.abs(values.real))].real)
    # The two that a pair gives differ by rounding.
    return values[np.r_[True, np.diff(values) > REAL * values[:-1]]] if values.size else values


@dataclass(frozen=True)
class RootLocus:
    """Poles of a loop over a gain: ``poles[k]`` [1/s] belong to ``scale[k]`` times the varied gain; a column is one branch."""

    scale: Array
    poles: Array
    varied: str

    @property
    def is_stable(self) -> Array:
        """Where all poles are in the left half plane, up to rounding."""
        size = np.abs(self.poles).max(axis=1)
        return self.poles.real.max(axis=1) < -ROUNDING * size

    def plot(self, *, ax: Any = None) -> Any:
        """A matplotlib figure of the poles in the complex plane. With ``ax`` it is drawn there, and the axes is returned."""
        return draw_with("figures.root_locus_figure.plot_root_locus", self, ax=ax)


def root_locus(robot: Robot, q: ArrayLike, kp: Any, kd: Any, ki: Any = 1.0, *, scale: ArrayLike, vary: str = "ki") -> RootLocus:
    """The poles of a machine at rest under a PID law while one gain grows, in continuous time: data for a plot.

    Args:
        robot, q: a machine and its configuration at rest, shape (nq,).
        kp, kd, ki: gains of the law on the active joints: one number, one for each, or a matrix.
        scale: factors of the varied gain, shape (k,). With ``ki=1.0`` they are the integral gains themselves.
        vary: ``"ki"``, ``"kp"`` or ``"kd"``.
    Returns: ``scale`` and ``poles``, shape (k, poles), each column a continuous branch if the factors are close.
    """
    what = "root_locus"
    parts = PidParts.of(what, robot, q)
    gains = gain_matrices(what, robot.n_active, kp=kp, kd=kd, ki=ki)
    if vary not in VARIED:
        raise unknown_name("gain", vary, VARIED, "a PID law")
    factors = numbers(scale, f"{what}: scale")
    if factors.ndim != 1 or not factors.size:
        raise ShapeError(f"{what}: scale has shape {factors.shape}, expected (k,): factors of {vary}")
    if not np.all(np.isfinite(factors)):
        raise NotFinite(f"{what}: scale has {factors[~np.isfinite(factors)][0]}, expected finite numbers")
    # Where the integral gain grows from zero, the poles of the integrators begin at the origin.
    integrates = bool(np.any(gains["ki"]))
    poles = [np.linalg.eigvals(parts.loop(**{**gains, vary: c * gains[vary]}, integrates=integrates).matrix) for c in factors]
    return RootLocus(factors.copy(), _follow(poles), vary)


def _follow(poles: list[Array]) -> Array:
    """Rows of poles ordered so that the columns are continuous."""
    from scipy.optimize import linear_sum_assignment

    rows = [sort_poles(poles[0])]
    for each in poles[1:]:
        _, order = linear_sum_assignment(np.abs(rows[-1][:, None] - each[None, :]))
        rows.append(each[order])
    return np.array(rows)
