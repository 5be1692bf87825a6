"""Generic ranks: the ranks that a machine has at almost every configuration, the reference of every singularity test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from weakref import WeakKeyDictionary

import numpy as np

from kinloop.model.dynamics.task import task_rows
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.numerics.ranks import decompose
from kinloop.numerics.restricted_svd import LeastMotions, least_motions
from kinloop.numerics.tolerances import RANK

Array = np.ndarray


@dataclass(frozen=True)
class GenericRanks:
    """The closures' generic rank and the generic numbers of degrees of freedom that move neither tool nor actuators
    (``internal``), that move the tool but no actuator (``undriven``), and that do not move the task (``unseen``); the typical
    size of each closure row and of each measure of nearness."""

    rank: int
    internal: int
    undriven: int
    unseen: int
    row_sizes: Array
    typical: Mapping[str, float]
    infinitesimal: int = 0  # motions of the closures' kernel that begin no finite motion


_generic: WeakKeyDictionary[CompiledFormulas, GenericRanks] = WeakKeyDictionary()


def generic_ranks(formulas: CompiledFormulas) -> GenericRanks:
    """The generic ranks of a machine, computed once, at the configurations that its derivation assembled."""
    if formulas not in _generic:
        _generic[formulas] = _measure(formulas)
    return _generic[formulas]


def _measure(formulas: CompiledFormulas) -> GenericRanks:
    model = formulas.model
    parameters = (formulas.described_parameters,) if formulas.mechanism.parameters else ()
    *closures, tool, _ = map(
        np.asarray, formulas.kernel("scaled_velocity")(np.array(model.assembled.configurations), *parameters)
    )
    K = closures[0] if closures else np.zeros((len(tool), 0, tool.shape[-1]))
    lengths = np.linalg.norm(K, axis=2).max(axis=0, initial=0.0)
    # A row that is zero everywhere is left out; a shaky machine has one configuration, at which some or all rows may vanish.
    nothing = np.inf if model.assembled.shaky is None else lengths.max(initial=0.0) or 1.0
    row_sizes = np.where(lengths > RANK * lengths.max(initial=0.0), lengths, nothing)
    _, sizes, V = decompose(K / row_sizes[:, None])
    rank = len(model.kept_rows)
    regular = np.flatnonzero(sizes[:, rank - 1] > RANK) if rank else np.arange(len(K))
    if not regular.size:  # every sample is singular: take the one farthest from it
        regular = np.flatnonzero(sizes[:, rank - 1] == sizes[:, rank - 1].max())
    N, tool = V[regular][:, :, rank:], tool[regular]
    internal = _nullity(np.concatenate([N[:, : model.n_active], tool @ N], axis=1))
    passive, N = hidden_motions(N, tool, model.n_active, internal)
    undriven = _nullity(N[:, : model.n_active])
    rows = list(task_rows(formulas.mechanism))
    unseen = _nullity((tool @ N)[:, rows])
    second, first = driven_motions(N, tool, model.n_active, rows, undriven, unseen)
    typical = {
        "configuration-space": _middle(sizes[regular, rank - 1]) if rank else 1.0,
        "type 2": _middle(second.value),
        "redundant passive motion": _middle(passive.value),
        "type 1": _middle(first.value),
    }
    shaky = model.assembled.shaky
    return GenericRanks(
        rank, internal, undriven, unseen, row_sizes, MappingProxyType(typical), 0 if shaky is None else shaky.count
    )


def _nullity(matrices: Array) -> int:
    """The least nullity over the samples: at a singular configuration a rank drops, and it never rises."""
    sizes = decompose(matrices)[1]
    return int(np.min(np.sum(sizes < RANK, axis=1)))


def _middle(values: Array) -> float:
    """The median over generic configurations, at most 1: near a dead point of one kind another measure can be very large."""
    middle = float(np.median(values))
    return min(middle, 1.0) if np.isfinite(middle) and middle > RANK else 1.0


def hidden_motions(N: Array, tool: Array, n_active: int, internal: int) -> tuple[LeastMotions, Array]:
    """The motion that tool and actuators show least, as joint rates, and the motions without the generically internal ones."""
    columns = N.shape[2]
    _, sizes, W = decompose(np.concatenate([N[:, :n_active], tool @ N], axis=1))
    shown = columns - internal
    if shown <= 0:
        nothing = LeastMotions(np.full((len(N), 1), np.inf), np.zeros((len(N), N.shape[1])), np.zeros((len(N), 0)))
        return nothing, N[:, :, :0]
    values = sizes[:, shown - 1 :: -1]
    motion = np.squeeze(N @ W[:, :, shown - 1 : shown], -1)
    return LeastMotions(values, motion, np.zeros((len(N), 0))), N @ W[:, :, :shown]


def driven_motions(
    N: Array, tool: Array, n_active: int, rows: list[int], undriven: int, unseen: int
) -> tuple[LeastMotions, LeastMotions]:
    """The motion that the actuators show least beside the tool (Type 2), and the one that the task shows least beside the
    actuators (Type 1)."""
    active, twist = N[:, :n_active], tool @ N
    task = twist[:, rows]
    return least_motions(active, twist, undriven), least_motions(task, active, unseen)
