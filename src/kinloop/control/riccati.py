"""Sampled linear quadratic problems: the cost of a held input, and the Riccati equation, stationary and along a motion."""

from __future__ import annotations

import numpy as np

from kinloop.errors import ShapeError, UnsupportedOperation

Array = np.ndarray
# A, B of the sampled model, and Q, R, N of the sampled cost z' Q z + u' R u + 2 z' N u.
Sampled = tuple[Array, Array, Array, Array, Array]


def sample_cost(A: Array, B: Array, Q: Array, R: Array, period: float) -> Sampled:
    r"""The model and the cost of one period with the input held, exactly, by one matrix exponential ([VanLoan1978]).

    .. math:: \int_0^T (z^T Q z + u^T R u)\, dt, \qquad \dot z = A z + B u
    """
    from scipy.linalg import expm

    n, m = B.shape
    F = np.zeros((n + m, n + m))
    F[:n, :n], F[:n, n:] = A, B
    W = np.zeros_like(F)
    W[:n, :n], W[n:, n:] = Q, R
    size = n + m
    block = np.zeros((2 * size, 2 * size))
    block[:size, :size], block[:size, size:], block[size:, size:] = -F.T, W, F
    exponential = expm(period * block)
    transition = exponential[size:, size:]
    cost = transition.T @ exponential[:size, size:]
    cost = (cost + cost.T) / 2
    return transition[:n, :n], transition[:n, n:], cost[:n, :n], cost[n:, n:], cost[:n, n:]


def stationary(A: Array, B: Array, Q: Array, R: Array, N: Array, owner: str) -> tuple[Array, Array]:
    """The cost-to-go and the gain ``K`` of ``u = -K z`` without end. Raises: UnsupportedOperation: there is none."""
    from scipy.linalg import solve_discrete_are

    size = np.abs(R).max()  # the solver compares numbers of the cost with those of the model
    try:
        P = size * solve_discrete_are(A, B, Q / size, R / size, s=N / size)
    except (np.linalg.LinAlgError, ValueError) as error:
        raise UnsupportedOperation(
            f"{owner} has no stationary gain here ({error}): a mode is not controlled by the active joints, or has no weight"
        ) from error
    K = _gain(A, B, R, N, P)
    if np.abs(np.linalg.eigvals(A - B @ K)).max() >= 1:
        raise UnsupportedOperation(f"{owner} has no stable stationary gain here: a mode on the stability limit has no weight")
    return P, K


def finite_horizon(steps: list[Sampled], P: Array) -> list[Array]:
    """The gains of a motion that ends with the cost-to-go ``P``, the first first."""
    gains = []
    for A, B, Q, R, N in reversed(steps):
        K = _gain(A, B, R, N, P)
        P = Q + A.T @ P @ A - (A.T @ P @ B + N) @ K
        P = (P + P.T) / 2
        gains.append(K)
    return gains[::-1]


def _gain(A: Array, B: Array, R: Array, N: Array, P: Array) -> Array:
    gain: Array = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A + N.T)
    return gain


def sample_model(A: Array, B: Array, period: float) -> tuple[Array, Array]:
    """The model of one period with the input held. Raises: ShapeError: its motions leave the range of numbers."""
    from scipy.linalg import expm

    n, m = B.shape
    block = np.zeros((n + m, n + m))
    block[:n, :n], block[:n, n:] = A, B
    with np.errstate(all="ignore"):
        transition = expm(period * block)
    if not np.all(np.isfinite(transition)):
        raise ShapeError(f"in a period of {period:g} s the machine's motions grow beyond the range of numbers")
    return transition[:n, :n], transition[:n, n:]


def stationary_covariance(A: Array, H: Array, W: Array, V: Array, owner: str) -> Array:
    """The covariance of the predicted state without end, with process noise ``W`` and measurement noise ``V``.

    Raises: UnsupportedOperation: there is none.
    """
    from scipy.linalg import solve_discrete_are

    size = np.abs(V).max()
    try:
        P: Array = size * solve_discrete_are(A.T, H.T, W / size, V / size)
    except (np.linalg.LinAlgError, ValueError) as error:
        raise UnsupportedOperation(f"{owner}: what is measured does not determine the state here ({error})") from error
    return (P + P.T) / 2


def predicted_covariances(transitions: list[Array], H: Array, W: Array, V: Array, P: Array) -> list[Array]:
    """The covariances of the predicted state along a motion that begins with ``P``."""
    found = []
    for A, h in zip(transitions, H, strict=True):
        found.append(P)
        K = P @ h.T @ np.linalg.inv(h @ P @ h.T + V)
        P = A @ (P - K @ h @ P) @ A.T + W
        P = (P + P.T) / 2
    return found
