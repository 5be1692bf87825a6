"""How a machine can move: degrees of freedom, redundant closures, internal degrees of freedom, what its actuators drive and its
tool does.

Ranks are the generic ones, the largest over several assembled configurations: at a singular configuration a rank drops, at none
it rises. Motions that the closures allow to first order and no finite motion begins with are infinitesimal (see
``finite_motion``) and no degrees of freedom.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from kinloop.mechanism.parts.parts import Joint, Mechanism
from kinloop.model.checking.sampled_ranks import Array, Sample, SampledMachine
from kinloop.model.dynamics.task import TASK_ROWS, task_rows
from kinloop.numerics.ranks import null_space
from kinloop.numerics.tolerances import RANK

StartConfiguration = Literal["regular", "singular", "type 2", "type 1"]


@dataclass(frozen=True)
class Redundant:
    """A closure row that others make superfluous. ``because``: the rows that it follows from; none where it is zero by itself."""

    row: str  # "C: position z"
    because: tuple[str, ...]


@dataclass(frozen=True)
class DegreesOfFreedom:
    """Motions of one group of joints that keep together: how many, and of which joints."""

    count: int
    joints: tuple[str, ...]


@dataclass(frozen=True)
class Mobility:
    """How many degrees of freedom, and what becomes of them. ``planar``: Gruebler's formula in the plane, None for spatial
    machines."""

    rates: int
    rows: int
    rank: int
    planar: int | None
    redundant: tuple[Redundant, ...]
    actuators: int
    driven: int  # degrees of freedom that the actuators decide
    undriven: tuple[DegreesOfFreedom, ...]  # that move the tool while the actuators stand still
    internal: tuple[DegreesOfFreedom, ...]  # that move neither tool nor actuators
    held: tuple[str, ...]  # joints that cannot move
    still: tuple[str, ...]  # task coordinates that never change
    task_rank: int
    task_size: int
    tilts: bool  # whether the tool turns about x or y
    massless: tuple[DegreesOfFreedom, ...]  # motions that no mass takes part in and no loop holds
    massless_internal: tuple[DegreesOfFreedom, ...]
    start: StartConfiguration
    infinitesimal: tuple[DegreesOfFreedom, ...] = ()  # that the closures allow to first order, and no finite motion begins with

    @property
    def gruebler(self) -> int:
        """Joint degrees of freedom less closure equations: six for each loop less what its joint leaves free."""
        return self.rates - self.rows

    @property
    def dof(self) -> int:
        """Of finite motions."""
        return self.rates - self.rank - sum(dof.count for dof in self.infinitesimal)


@dataclass(frozen=True)
class _Motions:
    """Spaces of motions at one configuration, as orthonormal columns."""

    free: Array  # that close the loops
    stopped: Array  # of those: that leave the actuators alone
    inside: Array  # of those: that leave the tool alone as well
    massless: Array  # of the free ones: that no mass takes part in
    tool: Array  # the tool's twists in the free ones

    @property
    def special(self) -> int:
        """How much happens at this configuration that need not: at a configuration like any other it is the least."""
        return _columns(self.stopped) + _columns(self.inside) + _columns(self.massless)


def mobility(machine: SampledMachine) -> Mobility:
    """Raises: DescriptionError: the loops cannot be assembled."""
    mechanism, kept = machine.mechanism, list(machine.assembled.rows)
    # Rows by their size at a configuration like any other: at a singular one a whole row may vanish, and must not be scaled up.
    sizes = np.max([np.linalg.norm(sample.K[kept], axis=1) for sample in machine.samples], axis=0)
    distances = [_smallest(sample.K[kept], sizes) for sample in machine.samples]
    regular = [sample for sample, distance in zip(machine.samples, distances, strict=True) if distance > RANK]
    n_active = sum(len(joint.rates) for joint in mechanism.active_joints)
    candidates = regular or [machine.samples[int(np.argmax(distances))]]
    finite = _finite(machine)
    spaces = [_motions(sample, kept, n_active, finite) for sample in candidates]
    generic = min(spaces, key=lambda space: space.special)
    moved = np.max([np.abs(space.free).max(axis=1, initial=0.0) for space in spaces], axis=0)
    travel = np.max([np.abs(space.tool).max(axis=1, initial=0.0) for space in spaces], axis=0)
    task = task_rows(mechanism)
    return Mobility(
        rates=machine.model.tree.nv,
        rows=len(machine.rows.names),
        rank=len(kept),
        planar=machine.model.tree.nv - _planar_rows(mechanism) if _plane(machine.samples) else None,
        redundant=_redundant(machine, kept),
        actuators=n_active,
        driven=_columns(generic.free) - _columns(generic.stopped),
        undriven=dof(mechanism, _outside(generic.stopped, generic.inside)),
        internal=dof(mechanism, generic.inside),
        held=tuple(joint.name for joint, rates in _places(mechanism) if not np.any(moved[rates] > RANK)),
        still=tuple(name for name in mechanism.task if not np.any(travel[list(TASK_ROWS[name])] > RANK)),
        task_rank=max(rank(space.tool[task]) for space in spaces),
        task_size=len(task),
        tilts=bool(np.any(travel[3:5] > RANK)),
        massless=dof(mechanism, _outside(generic.massless, generic.inside)),
        massless_internal=dof(mechanism, _shared(generic.massless, generic.inside)),
        start=_start(distances[0], _motions(machine.samples[0], kept, n_active, finite), spaces, task),
        infinitesimal=() if finite is None else dof(mechanism, _outside(null_space(candidates[0].K[kept]), finite)),
    )


def _finite(machine: SampledMachine) -> Array | None:
    """The motions of a shaky machine that are finite, as orthonormal columns of dimensionless rates; None for any other."""
    shaky = machine.assembled.shaky
    if shaky is None:
        return None
    return np.linalg.qr(shaky.finite * np.where(machine.turning, machine.length_scale, 1.0)[:, None])[0]


def _start(distance: float, here: _Motions, spaces: list[_Motions], task: list[int]) -> StartConfiguration:
    """Whether closures depend on each other at the start configuration; or motions there leave the actuators alone that
    elsewhere, in ``spaces``, do not; or the tool moves in fewer directions of its task."""
    if distance <= RANK:
        return "singular"
    if _columns(here.stopped) > min(_columns(space.stopped) for space in spaces):
        return "type 2"
    return "type 1" if rank(here.tool[task]) < max(rank(space.tool[task]) for space in spaces) else "regular"


def _motions(sample: Sample, kept: list[int], n_active: int, finite: Array | None) -> _Motions:
    free = null_space(sample.K[kept]) if finite is None else finite
    stopped = free @ null_space(free[:n_active])
    inside = free @ null_space(np.vstack([free[:n_active], sample.tool @ free]))
    massless = _massless(sample, kept)
    return _Motions(free, stopped, inside, massless if finite is None else _shared(massless, finite), sample.tool @ free)


def rank(matrix: Array) -> int:
    return matrix.shape[1] - null_space(matrix).shape[1]


def _columns(matrix: Array) -> int:
    return matrix.shape[1]


def _smallest(K: Array, sizes: Array) -> float:
    """The smallest singular value of rows over their sizes: how far they are from depending on each other."""
    rows = K / np.where(sizes > 0, sizes, 1.0)[:, None]
    return float(np.linalg.svd(rows, compute_uv=False).min(initial=1.0)) if K.size else 1.0


def _outside(motions: Array, others: Array) -> Array:
    """The part of a space of motions at right angles to others, as an orthonormal basis."""
    rest = motions - others @ (others.T @ motions)
    U, values, _ = np.linalg.svd(rest, full_matrices=False)
    return U[:, values > 1e-5]


def _shared(motions: Array, others: Array) -> Array:
    """What two spaces have in common: where the angle between them is zero."""
    U, values, _ = np.linalg.svd(motions.T @ others, full_matrices=False)
    return motions @ U[:, values > 1 - 1e-9]


def dof(mechanism: Mechanism, motions: Array) -> tuple[DegreesOfFreedom, ...]:
    """A space of motions, cut into groups of joints that do not need each other."""
    projector = motions @ motions.T
    groups: list[tuple[set[int], list[str]]] = []
    for joint, rates in _places(mechanism):
        if not np.any(np.abs(projector[rates, rates]) > RANK):
            continue
        touched = {int(k) for k in np.flatnonzero(np.any(np.abs(projector[rates]) > RANK, axis=0))}
        joined = [group for group in groups if group[0] & touched]
        groups = [group for group in groups if group not in joined]
        groups.append((touched.union(*(group[0] for group in joined)), [*(n for g in joined for n in g[1]), joint.name]))
    return tuple(DegreesOfFreedom(round(sum(projector[k, k] for k in rates)), tuple(names)) for rates, names in groups)


def _places(mechanism: Mechanism) -> list[tuple[Joint, slice]]:
    """Every joint that moves, with its rates."""
    places, start = [], 0
    for joint in mechanism.ordered_joints:
        places.append((joint, slice(start, start + len(joint.rates))))
        start += len(joint.rates)
    return places


def _plane(samples: tuple[Sample, ...]) -> bool:
    """Whether all bodies turn about one direction and move across it."""
    linear, angular = (np.hstack([s.bodies[:, part].transpose(1, 0, 2).reshape(3, -1) for s in samples]) for part in (0, 1))
    turns = null_space(angular.T)
    if turns.shape[1] == 3:  # nothing turns
        return rank(linear.T) < 3
    if turns.shape[1] < 2:
        return False
    normal = np.cross(turns[:, 0], turns[:, 1])
    return float(np.abs(normal @ linear).max(initial=0.0)) < RANK


def _planar_rows(mechanism: Mechanism) -> int:
    return sum(loop.definition.planar_rows for loop in mechanism.loops) + len(mechanism.couplings)


def _redundant(machine: SampledMachine, kept: list[int]) -> tuple[Redundant, ...]:
    names, found = machine.rows.names, []
    for row in range(len(names)):
        if row in kept:
            continue
        because: set[int] = set()
        for sample in machine.samples:
            if np.linalg.norm(sample.K[row]) > RANK:
                shares = np.linalg.lstsq(sample.K[kept].T, sample.K[row], rcond=None)[0]
                because |= {kept[k] for k in np.flatnonzero(np.abs(shares) > 1e-6)}
        found.append(Redundant(names[row], tuple(names[k] for k in sorted(because))))
    return tuple(found)


def _massless(sample: Sample, kept: list[int]) -> Array:
    """Motions that the loops allow and no mass takes part in: where the inertia and the closures both vanish.

    Each rate is measured by its own inertia, where it has any: the finger of an arm is light, but not massless.
    """
    M = sample.inertia
    own = np.diag(M)
    size = np.where(own > 1e-14 * own.max(initial=0.0), np.sqrt(np.maximum(own, 0.0)), 0.0)
    scale = np.where(size > 0, 1 / np.where(size > 0, size, 1.0), 1.0)
    stacked = np.vstack([M * np.outer(scale, scale) * (size > 0), sample.K[kept] * scale])
    sizes = np.linalg.norm(stacked, axis=1, keepdims=True)
    _, values, Vt = np.linalg.svd(stacked / np.where(sizes > 0, sizes, 1.0))
    motions = scale[:, None] * Vt[int(np.sum(values > 1e-10)) :].T
    return np.linalg.qr(motions)[0]
