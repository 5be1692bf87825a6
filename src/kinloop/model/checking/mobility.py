"""Mobility: degrees of freedom, redundant closures, internal degrees of freedom, and the motions of actuators and tool.

Ranks are the generic ones, the largest over several assembled configurations: at a singular configuration a rank drops, and it
never rises. Motions that the closures allow to first order but that begin no finite motion are infinitesimal (see
``finite_motion``), not degrees of freedom.
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
    """A redundant closure row. ``because`` are the rows from which it follows; empty where it is always zero."""

    row: str  # "C: position z"
    because: tuple[str, ...]


@dataclass(frozen=True)
class DegreesOfFreedom:
    """The degrees of freedom of one group of joints that move together: how many, and the names of the joints."""

    count: int
    joints: tuple[str, ...]


@dataclass(frozen=True)
class Mobility:
    """The number of degrees of freedom, and which of them are driven, internal or massless. ``planar`` is Gruebler's formula in
    the plane, None for spatial machines."""

    rates: int
    rows: int
    rank: int
    planar: int | None
    redundant: tuple[Redundant, ...]
    actuators: int
    driven: int  # degrees of freedom that the actuators determine
    undriven: tuple[DegreesOfFreedom, ...]  # they move the tool while the actuators are at rest
    internal: tuple[DegreesOfFreedom, ...]  # they move neither tool nor actuators
    held: tuple[str, ...]  # joints that cannot move
    still: tuple[str, ...]  # task coordinates that never change
    task_rank: int
    task_size: int
    tilts: bool  # whether the tool turns about x or y
    massless: tuple[DegreesOfFreedom, ...]  # motions without mass that no loop prevents
    massless_internal: tuple[DegreesOfFreedom, ...]
    start: StartConfiguration
    infinitesimal: tuple[DegreesOfFreedom, ...] = ()  # the closures allow them to first order, but they begin no finite motion

    @property
    def gruebler(self) -> int:
        """Gruebler's formula in space: joint rates minus closure equations, which are six per loop minus its joint's freedoms."""
        return self.rates - self.rows

    @property
    def dof(self) -> int:
        """The number of degrees of freedom of finite motions."""
        return self.rates - self.rank - sum(dof.count for dof in self.infinitesimal)


@dataclass(frozen=True)
class _Motions:
    """Spaces of motions at one configuration, as orthonormal columns."""

    free: Array  # motions with closed loops
    stopped: Array  # of these, the ones with the actuators at rest
    inside: Array  # of these, the ones with the tool at rest as well
    massless: Array  # of the free ones, those that move no mass
    tool: Array  # the tool's twists in the free motions

    @property
    def special(self) -> int:
        """The total dimension of the special motions, which is least at a generic configuration."""
        return _columns(self.stopped) + _columns(self.inside) + _columns(self.massless)


def mobility(machine: SampledMachine) -> Mobility:
    """The mobility of a machine. Raises: DescriptionError: the loops cannot be assembled."""
    mechanism, kept = machine.mechanism, list(machine.assembled.rows)
    # Rows are scaled by their size at generic configurations: at a singular one a whole row may vanish.
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
        undriven=degrees_of_freedom(mechanism, _outside(generic.stopped, generic.inside)),
        internal=degrees_of_freedom(mechanism, generic.inside),
        held=tuple(joint.name for joint, rates in _places(mechanism) if not np.any(moved[rates] > RANK)),
        still=tuple(name for name in mechanism.task if not np.any(travel[list(TASK_ROWS[name])] > RANK)),
        task_rank=max(rank(space.tool[task]) for space in spaces),
        task_size=len(task),
        tilts=bool(np.any(travel[3:5] > RANK)),
        massless=degrees_of_freedom(mechanism, _outside(generic.massless, generic.inside)),
        massless_internal=degrees_of_freedom(mechanism, _intersection(generic.massless, generic.inside)),
        start=_start(distances[0], _motions(machine.samples[0], kept, n_active, finite), spaces, task),
        infinitesimal=()
        if finite is None
        else degrees_of_freedom(mechanism, _outside(null_space(candidates[0].K[kept]), finite)),
    )


def _finite(machine: SampledMachine) -> Array | None:
    """The finite motions of a shaky machine, as orthonormal columns of dimensionless rates; None for any other machine."""
    shaky = machine.assembled.shaky
    if shaky is None:
        return None
    return np.linalg.qr(shaky.finite * np.where(machine.turning, machine.length_scale, 1.0)[:, None])[0]


def _start(distance: float, here: _Motions, spaces: list[_Motions], task: list[int]) -> StartConfiguration:
    """The kind of the start configuration: singular where closures depend on each other, Type 2 where it has more motions with
    the actuators at rest than the generic ``spaces``, Type 1 where the tool moves in fewer directions of its task."""
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
    return _Motions(free, stopped, inside, massless if finite is None else _intersection(massless, finite), sample.tool @ free)


def rank(matrix: Array) -> int:
    """The rank of the matrix with unit rows."""
    return matrix.shape[1] - null_space(matrix).shape[1]


def _columns(matrix: Array) -> int:
    return matrix.shape[1]


def _smallest(K: Array, sizes: Array) -> float:
    """The smallest singular value of rows over their sizes: how far they are from depending on each other."""
    rows = K / np.where(sizes > 0, sizes, 1.0)[:, None]
    return float(np.linalg.svd(rows, compute_uv=False).min(initial=1.0)) if K.size else 1.0


def _outside(motions: Array, others: Array) -> Array:
    """An orthonormal basis of the part of a space of motions that is orthogonal to others."""
    rest = motions - others @ (others.T @ motions)
    U, values, _ = np.linalg.svd(rest, full_matrices=False)
    return U[:, values > 1e-5]


def _intersection(motions: Array, others: Array) -> Array:
    """The intersection of two spaces: the directions with a zero principal angle."""
    U, values, _ = np.linalg.svd(motions.T @ others, full_matrices=False)
    return motions @ U[:, values > 1 - 1e-9]


def degrees_of_freedom(mechanism: Mechanism, motions: Array) -> tuple[DegreesOfFreedom, ...]:
    """A space of motions, divided into groups of joints that move independently of each other."""
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
    """The joints in the order of their rates, with the places of these."""
    places, start = [], 0
    for joint in mechanism.ordered_joints:
        places.append((joint, slice(start, start + len(joint.rates))))
        start += len(joint.rates)
    return places


def _plane(samples: tuple[Sample, ...]) -> bool:
    """Whether all bodies rotate about one direction and translate perpendicular to it."""
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
    """The motions with closed loops that move no mass: the common kernel of the inertia and the closures.

    Each rate is scaled by its inertia, where it has any: the finger of an arm is light, but not massless.
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
