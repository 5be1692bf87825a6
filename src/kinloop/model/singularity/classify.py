r"""Singularities of a configuration: which, how near, and what is lost there.

With the closures ``K`` of all rates and the tool's twist, in this order and beyond what holds everywhere (the generic ranks):

1. ``configuration-space``: the rank of ``K`` drops, and motions branch; or the machine is shaky, and the kernel of ``K`` has more
   motions than there are finite ones (``infinitesimal_dof``).
2. ``type 2``: a motion of the kernel of ``K`` with the actuators still and the tool (its whole twist) moving.
3. ``redundant passive motion``: the same with the tool still. Where that holds everywhere it is an internal degree of
   freedom (the spin of a leg between two balls) and no singularity.
4. ``type 1``: a motion with the task still and an actuator moving.

Several may hold at once. Rates, rows and twists are made dimensionless by the machine's size (see ``scaling``).

References: [Gosselin1990] C. Gosselin, J. Angeles, *Singularity analysis of closed-loop kinematic chains*. [Zlatanov1994] D.
Zlatanov, R. G. Fenton, B. Benhabib, *Singularity analysis of mechanisms and robots via a velocity-equation model*. [Briot2008]
S. Briot, V. Arakelian, *Optimal force generation in parallel manipulators for passing through the singular positions*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import NotAUnitQuaternion, NotFinite, ShapeError, SingularConfiguration, UnsupportedOperation
from kinloop.model.array_arguments import numbers
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.dynamics.task import task_rows
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.formulas.generic_ranks import GenericRanks, driven_motions, generic_ranks, hidden_motions
from kinloop.model.formulas.rank_gain import FEWER, has_gained_rank
from kinloop.numerics.ranks import decompose
from kinloop.numerics.tolerances import CLOSED_LOOP_GAP

Array = np.ndarray
KINDS = ("configuration-space", "type 2", "redundant passive motion", "type 1")
REGULAR, UNKNOWN, IMMOBILE = "regular", "unknown", "immobile"
# A configuration nearer than this is at the singularity. Where a leg is stretched a closed form takes a root of rounding, 1e-16,
# and is off by 1e-8: the configuration itself is not known better.
AT = 1e-7


@dataclass(frozen=True, eq=False, repr=False)
class Singularity:
    """What is singular at a configuration, or at each of a batch.

    ``nearness``, ``at``, ``dimension`` and ``motion`` have an entry for each of :data:`KINDS`: a number that is 0 at the
    singularity and about 1 at configurations like any other (infinite where the machine has no such singularity); whether it
    is below the tolerance; how many independent motions it frees; and the joint rates (..., nv) of the nearest one, of unit
    size where an angle counts as an arc.
    """

    q: Array
    nearness: Mapping[str, Array]
    at: Mapping[str, Array]
    dimension: Mapping[str, Array]
    motion: Mapping[str, Array]
    #: Type 2: the twist of the tool that no actuator controls (..., 6), world axes, linear first.
    twist: Array
    #: Type 2: the left kernel ``w`` of ``K_p``: loop forces that the actuators alone balance, pushing against each other.
    loop_force: Array
    #: Type 1: the wrench on the task's coordinates (..., m) that no actuator feels; the tool cannot move along it.
    locked_wrench: Array
    #: Configuration space: the combination of closure rows that says nothing there.
    lost_closure: Array
    #: The largest norm of the active efforts that a unit wrench on the tool takes; moments and torques count by the size.
    #: It is infinite where the actuators do not hold the tool: at Type 2, and everywhere for an underactuated machine.
    effort_per_wrench: Array
    #: Degrees of freedom that move neither tool nor actuators anywhere, as the spin of a leg between balls: no singularity.
    internal_dof: int
    models: CompiledModels
    #: Motions that the closures allow to first order while no finite motion begins with them: the machine is shaky.
    infinitesimal_dof: int = 0

    @property
    def dof(self) -> int:
        """Degrees of freedom of the machine in general, of finite motions."""
        return self.models.formulas.model.dof

    def __getstate__(self) -> dict[str, Any]:
        return {name: dict(value) if isinstance(value, MappingProxyType) else value for name, value in vars(self).items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update({name: MappingProxyType(value) if isinstance(value, dict) else value for name, value in state.items()})

    def __repr__(self) -> str:
        name = self.models.mechanism.name
        if self.q.ndim > 1:
            return (
                f"<Singularity of {name} at {self.q[..., 0].size} configurations: {', '.join(sorted(set(np.ravel(self.kind))))}>"
            )
        near = ", ".join(f"{kind} {self.nearness[kind]:.3g}" for kind in KINDS if np.isfinite(self.nearness[kind]))
        return f"<Singularity of {name}: {', '.join(self.kinds) or self.kind}; nearness: {near}>"

    def __str__(self) -> str:
        if self.q.ndim > 1:
            return f"singularities of a batch {self.q.shape[:-1]}: kind, at[kind], nearness[kind] say which and how near"
        near = ", ".join(f"{kind} {value:.3g}" for kind, value in self.nearness.items() if np.isfinite(value))
        shaky = f" (infinitesimal mobility only: {self.infinitesimal_dof})" if self.infinitesimal_dof else ""
        return f"{' and '.join(self.kinds) or self.kind}{shaky}; nearness (0 at a singularity, about 1 elsewhere): {near}"

    @property
    def kind(self) -> str | Array:
        """The first that holds, in the order of :data:`KINDS`, or ``"regular"``; ``"immobile"`` where the loops leave no motion,
        ``"unknown"`` where nothing is known. An array of words for a batch."""
        nothing = REGULAR if self.dof else IMMOBILE
        first = np.full(np.shape(self.nearness[KINDS[0]]), nothing, dtype="<U24")
        for kind in reversed(KINDS):
            first = np.where(self.at[kind], kind, first)
        first = np.where(np.isnan(self.nearness["type 1"]), UNKNOWN, first)
        return str(first) if not first.ndim else first

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that hold at a single configuration; none where it is regular."""
        if self.q.ndim > 1:
            raise UnsupportedOperation("kinds is of a single configuration; for a batch, at[kind] says where each holds")
        return tuple(kind for kind in KINDS if self.at[kind])

    def criterion(self, qd: ArrayLike, qdd: ArrayLike, wrench: ArrayLike | None = None) -> Array:
        r"""The power [W] of the tree's passive efforts on the uncontrollable motion; zero where finite efforts cross Type 2.

        .. math:: t_s^T\, \tau_p(q, \dot q, \ddot q), \qquad \tau = M \ddot q + b - J^T w

        Args:
            qd, qdd: rates and accelerations of all joints, shape (..., nv), of a motion that keeps the loops closed.
            wrench: on the tool from outside [N, N m], shape (..., 6), world axes at its origin.
        Raises: UnsupportedOperation: a machine without passive joints.
        References: [Briot2008]; [DemuttiRosi2020] (4.2) is the case of massless legs.
        """
        t = self._uncontrollable
        value = np.sum(t * self.models.call(self.models.kernel("tree_effort"), self.q, qd, qdd), axis=-1)
        if wrench is not None:
            load = numbers(wrench, "criterion: wrench")
            if load.shape[-1:] != (6,):
                raise ShapeError(f"criterion: wrench has shape {load.shape}, expected (..., 6): force, then moment")
            value = value - np.sum(self.twist * load, axis=-1)
        return value

    def criterion_coefficients(self, qd: ArrayLike, wrench: ArrayLike | None = None) -> tuple[Array, Array]:
        """``a`` (..., nv) and ``c`` with the criterion ``a . qdd + c``: which accelerations cross at these rates."""
        M = self.models.call(self.models.kernel("tree_inertia"), self.q)
        a = np.squeeze(self._uncontrollable[..., None, :] @ M, -2)
        return a, self.criterion(qd, np.zeros_like(a), wrench)

    @property
    def _uncontrollable(self) -> Array:
        """The motion without its active part, which is zero at Type 2."""
        n = self.models.n_active
        if n == len(self.models.mechanism.rates):
            raise UnsupportedOperation(
                f"{self.models.mechanism.name}: the criterion is of passive joints, and all joints are active"
            )
        t = np.array(self.motion["type 2"])
        t[..., :n] = 0.0
        return t


def singularity(models: CompiledModels, q: ArrayLike, tolerance: float = AT) -> Singularity:
    """Classify configurations (..., nq); see :class:`Singularity`. ``tolerance`` is that of the nearness.

    Raises (a single call): LoopNotClosed, NotFinite, NotAUnitQuaternion; SingularConfiguration: fewer degrees of freedom than at
        the machine's start.
    """
    given = np.array(numbers(q, f"{models.mechanism.name}.singularity: q"))  # it is kept
    if not isinstance(tolerance, float | int | np.number) or not tolerance > 0:
        raise ShapeError(f"{models.mechanism.name}.singularity: tolerance is {tolerance!r:.80}, expected a positive number")
    K, tool, size = _matrices(models, given)
    batch = size.shape
    shape = generic_ranks(models.formulas)
    nv, kernel_q = tool.shape[-1], np.broadcast_to(given, (*batch, given.shape[-1]))
    flat = (K.reshape(size.size, K.shape[-2], nv) / shape.row_sizes[:, None], tool.reshape(size.size, 6, nv))
    finite = np.isfinite(flat[0]).all(axis=(1, 2)) & np.isfinite(flat[1]).all(axis=(1, 2))
    found = _Arrays.empty(len(finite), nv, K.shape[-2], len(task_rows(models.mechanism)))
    deficit = np.full(len(finite), -1)
    U, sizes, V = decompose(flat[0][finite])
    if models.formulas.model.is_redundant and (gained := _has_gained_rank(models, given, size, finite, sizes, shape)).any():
        if not batch:
            raise SingularConfiguration(f"{models.mechanism.name}.singularity has no answer at q = {given}: {FEWER}")
        U, sizes, V = (array[~gained] for array in (U, sizes, V))
        finite[np.flatnonzero(finite)[gained]] = False
    if shape.rank:
        found.values["configuration-space"][finite, 0] = sizes[:, shape.rank - 1]
        edge = tolerance * shape.typical["configuration-space"]
        deficit[finite] = np.sum(sizes[:, : shape.rank] < edge, axis=1)
        found.dimension["configuration-space"][:] = np.maximum(deficit, 0)
        found.motion["configuration-space"][finite] = V[:, :, shape.rank - 1]
        found.lost_closure[finite] = U[:, :, shape.rank - 1]
    else:
        found.values["configuration-space"][finite, 0] = np.inf
        deficit[finite] = 0
    for extra in np.unique(deficit[finite]):
        chosen, among = np.flatnonzero(deficit == extra), deficit[finite] == extra
        N = V[among][:, :, shape.rank - extra :]
        _classify(models, found, chosen, N, flat[1][chosen], shape)
        held = slice(0, shape.rank - extra)
        effort = np.zeros((len(chosen), nv))
        effort[:, : models.n_active] = found.fighting[chosen, : models.n_active]
        shares = np.squeeze(V[among][:, :, held].transpose(0, 2, 1) @ effort[:, :, None], -1) / sizes[among][:, held]
        found.loop_force[chosen] = np.squeeze(U[among][:, :, held] @ shares[:, :, None], -1)
    if shape.infinitesimal:
        found.lost_closure[finite] = U[:, :, shape.rank]
        _mark_shaky(models.formulas, found, finite, V[:, :, shape.rank :], size.reshape(-1)[finite])
    return _result(models, kernel_q, found, flat[1], size.reshape(-1), batch, shape, tolerance)


def _matrices(models: CompiledModels, q: Array) -> tuple[Array, Array, Array]:
    """Scaled closures and tool's Jacobian, and the size."""
    kernel, asked = models.kernel("scaled_velocity"), f"{models.mechanism.name}.singularity"
    try:
        parts = models.call(kernel, q)
    except (ShapeError, NotFinite, NotAUnitQuaternion) as fault:  # they name the kernel instead of the caller's function
        raise type(fault)(str(fault).replace(kernel.name, asked, 1)) from None
    if len(parts) == 2:
        tool, size = parts
        return np.zeros((*np.shape(size), 0, tool.shape[-1])), tool, np.asarray(size)
    K, tool, size = parts
    gap = models.gaps(q)
    if not gap.ndim and gap > CLOSED_LOOP_GAP:
        raise models.open_loop_error(asked, q)
    closed = gap <= CLOSED_LOOP_GAP
    if not np.all(closed):
        K, tool = (np.where(closed[..., None, None], part, np.nan) for part in (K, tool))
    return K, tool, np.asarray(size)


def _has_gained_rank(models: CompiledModels, q: Array, size: Array, finite: Array, sizes: Array, shape: GenericRanks) -> Array:
    """Whether closures that are generically redundant are independent, for the finite configurations by singular values."""
    gap = np.broadcast_to(models.gaps(q), size.shape)
    return has_gained_rank(sizes, shape.rank, gap.reshape(-1)[finite])


def _mark_shaky(formulas: CompiledFormulas, found: _Arrays, finite: Array, kernel: Array, size: Array) -> None:
    """A shaky machine is singular wherever it can be: of the kernel, the motion that is farthest from the finite ones."""
    shaky = formulas.model.assembled.shaky
    assert shaky is not None
    found.values["configuration-space"][finite, 0] = 0.0
    found.dimension["configuration-space"][finite] = shaky.count
    for k, columns, length in zip(np.flatnonzero(finite), kernel, size, strict=True):
        basis = np.linalg.qr(shaky.finite * np.where(turning_rates(formulas.model.tree), length, 1.0)[:, None])[0]
        rest = columns - basis @ (basis.T @ columns)
        found.motion["configuration-space"][k] = np.linalg.svd(rest, full_matrices=False)[0][:, 0]


@dataclass
class _Arrays:
    """Arrays with one batch axis that are filled group by group; scaled."""

    values: dict[str, Array]  # of the nearness, the smallest first
    dimension: dict[str, Array]
    motion: dict[str, Array]
    fighting: Array  # active efforts that hold each other
    loop_force: Array
    locked: Array
    lost_closure: Array

    @staticmethod
    def empty(n: int, nv: int, rows: int, task: int) -> _Arrays:
        """Arrays of NaN for ``n`` configurations."""
        return _Arrays(
            {kind: np.full((n, 1), np.nan) for kind in KINDS},
            {kind: np.zeros(n, dtype=int) for kind in KINDS},
            {kind: np.full((n, nv), np.nan) for kind in KINDS},
            *(np.full((n, columns), np.nan) for columns in (nv, rows, task, rows)),
        )


def _classify(models: CompiledModels, found: _Arrays, chosen: Array, N: Array, tool: Array, shape: GenericRanks) -> None:
    """Fill in the kinds that follow from the motions ``N`` that keep the loops closed, as orthonormal columns."""
    passive, N = hidden_motions(N, tool, models.n_active, shape.internal)
    second, first = driven_motions(N, tool, models.n_active, list(task_rows(models.mechanism)), shape.undriven, shape.unseen)
    for kind, result in (("redundant passive motion", passive), ("type 2", second), ("type 1", first)):
        found.values[kind] = _widen(found.values[kind], result.values.shape[1])
        found.values[kind][chosen, : result.values.shape[1]] = result.values
        basis = N if kind != "redundant passive motion" else np.eye(N.shape[1])
        found.motion[kind][chosen] = np.squeeze(basis @ result.motion[:, :, None], -1)
    found.fighting[chosen, : second.unreached.shape[1]] = second.unreached
    found.locked[chosen] = first.unreached


def _widen(values: Array, columns: int) -> Array:
    missing = columns - values.shape[1]
    return np.pad(values, ((0, 0), (0, missing)), constant_values=np.inf) if missing > 0 else values


def _result(
    models: CompiledModels,
    q: Array,
    found: _Arrays,
    tool: Array,
    size: Array,
    batch: tuple[int, ...],
    shape: GenericRanks,
    tolerance: float,
) -> Singularity:
    model, nv = models.formulas.model, tool.shape[2]
    if not shape.rank and models.n_active == nv:
        for kind in ("type 2", "redundant passive motion"):  # of passive joints
            found.values[kind][...] = np.where(np.isnan(found.values[kind]), np.nan, np.inf)
    per_rate = np.where(turning_rates(model.tree), 1 / size[:, None], 1.0)
    nearness, at, dimension, motion = {}, {}, {}, {}
    for kind in KINDS:
        relative = found.values[kind] / shape.typical[kind]
        nearness[kind] = relative[:, 0].reshape(batch)[()]
        at[kind] = (relative[:, 0] < tolerance).reshape(batch)[()]
        if kind != "configuration-space":
            found.dimension[kind] = np.sum(relative < tolerance, axis=1)
        dimension[kind] = found.dimension[kind].reshape(batch)[()]
        found.motion[kind] = _with_sign(found.motion[kind])
        motion[kind] = (found.motion[kind] * per_rate).reshape(*batch, nv)
    twist = np.squeeze(tool @ found.motion["type 2"][:, :, None], -1)
    twist[:, 3:] /= size[:, None]
    angle = np.array([model.all_rows.is_angle[k] for k in model.rows], dtype=bool)
    per_row = np.where(angle, size[:, None], 1.0) / shape.row_sizes
    in_task = np.where(np.array(task_rows(models.mechanism)) < 3, 1.0, size[:, None])
    with np.errstate(divide="ignore"):
        effort = 1 / _least_active_speed(found, tool)
    # At Type 2, and everywhere where a motion of the tool moves no actuator at any configuration.
    is_unheld = (found.values["type 2"][:, 0] < tolerance * shape.typical["type 2"]) | bool(shape.undriven)
    effort[is_unheld & ~np.isnan(effort)] = np.inf
    return Singularity(
        q,
        nearness=MappingProxyType(nearness),
        at=MappingProxyType(at),
        dimension=MappingProxyType(dimension),
        motion=MappingProxyType(motion),
        twist=twist.reshape(*batch, 6),
        loop_force=(found.loop_force * per_row).reshape(*batch, len(angle)),
        locked_wrench=(_with_sign(found.locked) * in_task).reshape(*batch, in_task.shape[1]),
        lost_closure=(_with_sign(found.lost_closure) * per_row).reshape(*batch, len(angle)),
        effort_per_wrench=effort.reshape(batch)[()],
        internal_dof=shape.internal,
        models=models,
        infinitesimal_dof=shape.infinitesimal,
    )


def _least_active_speed(found: _Arrays, tool: Array) -> Array:
    """The least active speed for a unit tool speed; of a serial robot, whose actuators are all its joints, by its Jacobian."""
    values = found.values["type 2"][:, 0]
    serial = np.isinf(values)
    if np.any(serial):
        values = values.copy()
        values[serial] = 1 / np.linalg.norm(tool[serial], 2, axis=(1, 2))
    return values


def _with_sign(vectors: Array) -> Array:
    """The largest entry positive: a direction has two signs."""
    if not vectors.shape[1]:
        return vectors
    largest = np.take_along_axis(vectors, np.argmax(np.abs(np.nan_to_num(vectors)), axis=1)[:, None], axis=1)
    return vectors * np.where(largest < 0, -1.0, 1.0)
