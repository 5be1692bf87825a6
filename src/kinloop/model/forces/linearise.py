r"""The equations of motion linearised about a state and its efforts, with two states per degree of freedom.

A deviation from a motion :math:`q_0(t)` is a small change :math:`\delta` in the space of the rates (for a quaternion a rotation
in the child's axes) that keeps the loops closed, :math:`\delta = N \xi` with :math:`K N = 0`. The basis is that of some of the
rates, the independent ones: with ``Z`` the rows that select them, :math:`Z N = 1`, so that :math:`\xi = Z \delta` are small
changes of those joints and :math:`\eta = Z \dot q` their rates. ``Z`` is constant, so the same states serve a whole motion. To
first order

.. math:: \delta v = N\, \delta\eta + P\, \xi, \quad K P = -\partial_q (K \dot q)\, N, \quad Z P = 0

and accelerations and loop forces change so that the equations of motion keep holding (see ``directional_derivative``):

.. math:: \begin{bmatrix} M & -K^T \\ K & 0 \end{bmatrix} \begin{bmatrix} \delta \ddot q \\ \delta \lambda \end{bmatrix} =
          \begin{bmatrix} \delta \tau - \partial r \\ -\partial (K \ddot q + \gamma) \end{bmatrix} .

The changes of the loop forces are not needed: on the basis :math:`N` they do no work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, SingularConfiguration, UnsupportedOperation, listing, unknown_name
from kinloop.model.array_arguments import numbers
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.dynamics.task import TASK_ROWS
from kinloop.model.forces.tangent_space import Derivatives, FreeMotions, derivatives, free_motions, solve_batch, transpose
from kinloop.model.forward_dynamics import forward_dynamics
from kinloop.model.results import copies

Array = np.ndarray
# The sine of the angle between a rate and those before it, in the space of free motions: an active joint with a smaller one is
# not taken as independent, and below the second value no joint is.
WELL_APART, APART = 1e-2, 1e-9
# Newton steps that close the loops of a displaced configuration.
STEPS = 8


@dataclass(frozen=True)
class Linearisation:
    r"""The matrices of ``d/dt (xi, eta) = A (xi, eta) + B dtau`` and ``(dx, dxd) = C (xi, eta) + D dtau``, for deviations from a
    motion with the state ``q``, ``qd`` and the accelerations ``qdd``.

    ``xi`` are small changes of the ``independent`` joints and ``eta`` of their rates; all joints change by ``basis @ xi``,
    shape (..., nv, degrees of freedom). ``dx`` are changes of the task (for a pose: displacement and rotation in world axes),
    ``dxd`` of its rate; while a tool turns, ``dxd`` of a pose is not the derivative of ``dx``. Where ``qdd`` and ``qd`` are zero
    the model describes motions about an equilibrium; elsewhere one instant of a motion, and over a batch of instants it is a
    linear time-varying model with the same states.
    """

    A: Array
    B: Array
    C: Array
    D: Array
    basis: Array
    independent: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    q: Array
    qd: Array
    qdd: Array
    _models: CompiledModels = field(repr=False)

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the states: the independent joints, then their rates."""
        return (*self.independent, *(f"{name}_rate" for name in self.independent))

    @property
    def eigenvalues(self) -> Array:
        """The eigenvalues of ``A`` [1/s], two per degree of freedom, the slowest to decay first; a degree of freedom without
        drive and stiffness (the spin of a coupler) has two zeros."""
        known = np.isfinite(self.A).all(axis=(-1, -2), keepdims=True)
        values = np.where(known[..., 0], np.linalg.eigvals(np.where(known, self.A, 0.0)), np.nan)
        order = np.lexsort((-values.imag, -values.real.round(12)), axis=-1)
        return np.take_along_axis(values, order, axis=-1)

    def configuration(self, xi: ArrayLike) -> Array:
        """The assembled configuration at which the independent joints have changed by ``xi``, shape (..., degrees of freedom)."""
        models, xi = self._models, numbers(xi, "configuration: xi")
        if xi.shape[-1:] != (len(self.independent),):
            raise ShapeError(
                f"configuration: xi has shape {xi.shape}, expected (..., {len(self.independent)}): {listing(self.independent)}"
            )
        move = models.formulas.kernel("retract")
        q = np.asarray(move(self.q, (self.basis @ xi[..., None])[..., 0], *models.parameter_inputs))
        if not models.is_closed:
            return q
        closed = models.formulas.model
        chosen = _places(models, self.independent)
        for _ in range(STEPS):
            gap = models.closure(q)[..., list(closed.rows)]
            K = models.formulas.kernel("closure_velocity")(q, np.zeros(self.qd.shape[-1]), *models.parameter_inputs)[0]
            free = free_motions(models, K)
            N = _basis(free.N, chosen)
            step = free.back @ gap[..., None]
            step = step - N @ step[..., chosen, :]  # the independent joints keep their values
            q = np.asarray(move(q, -step[..., 0], *models.parameter_inputs))
        return q

    def state_space(self) -> Any:
        """The model as ``control.StateSpace`` of python-control, with names.

        Raises: UnsupportedOperation: python-control is not installed.
        """
        if self.A.ndim != 2:
            raise ShapeError(
                f"state_space: A has shape {self.A.shape}, expected one model with two axes; select one of the batch"
            )
        try:
            from control import StateSpace
        except ImportError as missing:
            raise UnsupportedOperation("state_space needs the package python-control: pip install control") from missing
        names = {"states": list(self.states), "inputs": list(self.inputs), "outputs": list(self.outputs)}
        return StateSpace(self.A, self.B, self.C, self.D, **names)


def linearise(
    models: CompiledModels,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    wrenches: Mapping[str, ArrayLike] | None,
    independent: Sequence[str] | None,
) -> Linearisation:
    """The linearised equations of motion: :meth:`kinloop.Robot.linearise`."""
    closed, n = models.formulas.model, models.n_active
    names, loads = models.wrench_inputs(wrenches)
    motion = forward_dynamics(models, q, qd, tau, wrenches)
    if closed.rows and not closed.dof:
        raise UnsupportedOperation(
            f"{models.mechanism.name}.linearise: the loops leave no degree of freedom, so there is no state"
        )
    gained = models.require_generic_rank("linearise", q)
    q, qd = copies(q, qd)  # the result refers to them
    loop_force = (motion.loop_force,) if closed.rows else ()
    by = derivatives(models, (q, qd, motion.qdd, *loop_force), names, loads)
    free = free_motions(models, by.closure_rate[1])
    without_units = free.N / models.geometry.rate_units[..., :, None]
    places = _independent(without_units, n) if independent is None else _check_independent(models, independent, free.N.shape[-1])
    N = _basis(free.N, places)
    if N.ndim == 2 and not np.all(np.isfinite(N)):
        chosen = listing(models.mechanism.rates[k] for k in places)
        raise SingularConfiguration(
            f"{models.mechanism.name}.linearise: the joints {chosen} do not determine the motion at q = {q}; "
            "without independent= other joints are chosen"
        )
    A, P, inverse = _state_matrix(by, free, N, places, _turning(models, qd), _locked_spins(models, q, N, by.effort[2]))
    f = len(places)
    B = np.concatenate([np.zeros((*A.shape[:-2], f, n)), inverse @ transpose(N[..., :n, :])], axis=-2)
    J = by.task_rate[1]
    position = np.concatenate([J @ N, np.zeros_like(J @ N)], axis=-1)
    rate = np.concatenate([by.task_rate[0] @ N + J @ P, J @ N], axis=-1)
    C = np.concatenate([position, rate], axis=-2)
    outputs = _output_names(models)
    # A row of a batch without a result is NaN in every entry, the zeros and ones too.
    lost = ~np.isfinite(A).all(axis=(-1, -2), keepdims=True) | gained[..., None, None]
    A, B, C, D, N = (np.where(lost, np.nan, matrix) for matrix in (A, B, C, np.zeros((*C.shape[:-1], n)), N))
    return Linearisation(
        A,
        B,
        C,
        D,
        N,
        tuple(models.mechanism.rates[k] for k in places),
        tuple(f"tau_{name}" for name in models.mechanism.rates[:n]),
        (*outputs, *(f"{name}_rate" for name in outputs)),
        q,
        qd,
        motion.qdd,
        models,
    )


def _locked_spins(models: CompiledModels, q: Array, N: Array, M: Array) -> Array:
    """The spins between balls without inertia in the basis ``N``, as columns (..., degrees of freedom, spins); zeros for spins
    with inertia."""
    places, support = models.formulas.model.spin_places
    if not places:
        return np.zeros((*N.shape[:-2], N.shape[-1], 0))
    others = [k for k in range(N.shape[-2]) if k not in support]
    known = np.isfinite(N).all(axis=(-1, -2), keepdims=True)
    rest = np.where(known, N, 0.0)
    kernel = transpose(np.linalg.svd(rest[..., others, :])[2])[..., -len(places) :]
    motions = rest @ kernel
    kernel = kernel @ solve_batch(motions[..., list(places), :], np.eye(len(places)), APART)
    motions = rest @ kernel
    floor = np.asarray(models.formulas.kernel("inertia_floor")(q, *models.parameter_inputs))
    inertia = np.sum(motions * (M @ motions), axis=-2)
    return np.where((inertia <= np.sum(floor[..., None] * motions**2, axis=-2))[..., None, :], kernel, 0.0)


def _inverse(inertia: Array, locked: Array) -> Array:
    """The inverse of the inertia in the basis; locked spins, which have no inertia, do not accelerate."""
    one = np.broadcast_to(np.eye(inertia.shape[-1]), inertia.shape)
    if not locked.shape[-1]:
        own = np.diagonal(inertia, axis1=-2, axis2=-1)
        size = np.sqrt(np.where(own > 0, own, 1.0))  # each rate is scaled by its inertia
        outer = size[..., :, None] * size[..., None, :]
        return solve_batch(inertia / outer, one) / outer
    along = locked @ np.linalg.pinv(locked)  # projector onto the locked motions, in the kernel of the inertia
    scale = np.trace(inertia, axis1=-2, axis2=-1)[..., None, None]
    return solve_batch(inertia + scale * along, one) - along / scale


def _state_matrix(
    by: Derivatives, free: FreeMotions, N: Array, places: list[int], turning: Array, locked: Array
) -> tuple[Array, Array, Array]:
    """``A``, ``P``, and the inverse of the inertia in the basis."""
    P = -free.back @ by.closure_rate[0] @ N
    P = P - N @ P[..., places, :]
    changes = ((N, P), (np.zeros_like(N), N))  # changes of positions and rates with xi, and with eta
    M = by.effort[2]
    inertia = transpose(N) @ M @ N
    inverse = _inverse(inertia, locked)
    gains = []
    for change_q, change_v in changes:
        effort = by.effort[0] @ change_q + by.effort[1] @ change_v
        closure = by.closure_acceleration[0] @ change_q + by.closure_acceleration[1] @ change_v
        forced = -free.back @ closure  # the accelerations that keep the closures
        gains.append(forced[..., places, :] - inverse @ transpose(N) @ (effort + M @ forced))
    # Rotations are measured in rotating axes.
    drift = -(turning @ N)[..., places, :]
    above = np.concatenate([drift, np.broadcast_to(np.eye(len(places)), drift.shape)], axis=-1)
    return np.concatenate([above, np.concatenate(gains, axis=-1)], axis=-2), P, inverse


def _turning(models: CompiledModels, qd: Array) -> Array:
    r"""The matrix :math:`[\omega]` in the rates of quaternions, zero elsewhere, shape (..., nv, nv)."""
    nv = qd.shape[-1]
    turning = np.zeros((*qd.shape[:-1], nv, nv))
    for joint in models.formulas.model.tree.joints:
        if joint.motion.has_quaternion:
            x, y, z = (joint.v.start + k for k in range(3))
            for i, j, k in ((x, y, z), (y, z, x), (z, x, y)):
                turning[..., i, j], turning[..., j, i] = -qd[..., k], qd[..., k]
    return turning


def _basis(N: Array, places: list[int]) -> Array:
    """The motions whose rates at ``places`` are the unit ones; NaN where these do not determine the others."""
    identity = np.broadcast_to(np.eye(len(places)), (*N.shape[:-2], len(places), len(places)))
    return N @ solve_batch(N[..., places, :], identity, APART)


def _independent(N: Array, n_active: int) -> list[int]:
    """The places of rates that determine all others at every sample: active ones, in order, while they are clearly independent,
    then the most independent ones."""
    rest = N.reshape(-1, *N.shape[-2:])
    rest = rest[np.isfinite(rest).all(axis=(1, 2))]
    size = np.linalg.norm(rest, axis=-1)
    moves = size.min(axis=0, initial=np.inf) > APART * size.max(initial=0.0)
    size = np.where(size > 0, size, 1.0)
    chosen: list[int] = []
    while len(chosen) < N.shape[-1]:
        apart = np.where(moves, (np.linalg.norm(rest, axis=-1) / size).min(axis=0, initial=1.0), 0.0)
        apart[chosen] = -1.0
        active = np.flatnonzero(apart[:n_active] > WELL_APART)
        best = int(active[0]) if active.size else int(np.argmax(apart.round(9)))
        chosen.append(best)
        row = rest[:, best, :]
        row = row / np.maximum(np.linalg.norm(row, axis=-1, keepdims=True), 1e-300)
        rest = rest - (rest @ row[..., None]) * row[:, None, :]
    return sorted(chosen)


def _check_independent(models: CompiledModels, independent: Sequence[str], dof: int) -> list[int]:
    """The places of the given independent rates, as many as degrees of freedom."""
    places = _places(models, independent)
    if len(set(places)) != dof or len(places) != dof:
        raise ShapeError(
            f"{models.mechanism.name}.linearise: independent has {len(places)} rates ({listing(independent)}), "
            f"expected {dof} different ones, as many as the machine has degrees of freedom"
        )
    return places


def _places(models: CompiledModels, names: Sequence[str]) -> list[int]:
    rates = models.mechanism.rates
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ShapeError(f"{models.mechanism.name}.linearise: independent is {names!r:.80}, expected names: {listing(rates)}")
    for name in names:
        if name not in rates:
            raise unknown_name("rate", name, rates, repr(models.mechanism.name))
    return [rates.index(name) for name in names]


def _output_names(models: CompiledModels) -> tuple[str, ...]:
    words = ("x", "y", "z", "turn_x", "turn_y", "turn_z")
    return tuple(words[row] if name == "pose" else name for name in models.task for row in TASK_ROWS[name])
