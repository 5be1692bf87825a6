"""The ranks that a machine has at almost every configuration: what every test of singularity is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from weakref import WeakKeyDictionary

import numpy as np

from kinloop.model.dynamics.compiled_formulas import CompiledFormulas
from kinloop.model.dynamics.task import task_rows
from kinloop.numerics.restricted_svd import Least, decomposed, least

Array = np.ndarray
# Of the generic ranks: dimensionless singular values at configurations like any other.
RANK = 1e-7


@dataclass(frozen=True)
class GenericRanks:
    """What holds everywhere: the closures' rank, degrees of freedom that neither tool nor actuators show (``internal``), that the
    tool shows but no actuator (``undriven``), that the task does not show (``unseen``); the size of each closure row, and of
    each nearness, at configurations like any other."""

    rank: int
    internal: int
    undriven: int
    unseen: int
    row_sizes: Array
    typical: Mapping[str, float]
    infinitesimal: int = 0  # motions of the closures' kernel that no finite motion begins with


_generic: WeakKeyDictionary[CompiledFormulas, GenericRanks] = WeakKeyDictionary()


def generic_ranks(formulas: CompiledFormulas) -> GenericRanks:
    """Found once for a machine, at the configurations that its derivation assembled."""
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
    # A row that is nothing everywhere stays out; a shaky machine has one configuration, at which a row may vanish by chance, or
    # all do.
    nothing = np.inf if model.assembled.shaky is None else lengths.max(initial=0.0) or 1.0
    row_sizes = np.where(lengths > RANK * lengths.max(initial=0.0), lengths, nothing)
    _, sizes, V = decomposed(K / row_sizes[:, None])
    rank = len(model.kept_rows)
    regular = np.flatnonzero(sizes[:, rank - 1] > RANK) if rank else np.arange(len(K))
    if not regular.size:  # every sample is singular: those with the least loss
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
    """The least over the samples: at a singular configuration a rank drops, at none does it rise."""
    sizes = decomposed(matrices)[1]
    return int(np.min(np.sum(sizes < RANK, axis=1)))


def _middle(values: Array) -> float:
    """Of configurations like any other, but at most 1: near a dead point the other direction is very far from its own."""
    middle = float(np.median(values))
    return min(middle, 1.0) if np.isfinite(middle) and middle > RANK else 1.0


def hidden_motions(N: Array, tool: Array, n_active: int, internal: int) -> tuple[Least, Array]:
    """What neither tool nor actuators show, as joint rates, and the motions without those that are hidden everywhere."""
    columns = N.shape[2]
    _, sizes, W = decomposed(np.concatenate([N[:, :n_active], tool @ N], axis=1))
    shown = columns - internal
    if shown <= 0:
        nothing = Least(np.full((len(N), 1), np.inf), np.zeros((len(N), N.shape[1])), np.zeros((len(N), 0)))
        return nothing, N[:, :, :0]
    values = sizes[:, shown - 1 :: -1]
    motion = np.squeeze(N @ W[:, :, shown - 1 : shown], -1)
    return Least(values, motion, np.zeros((len(N), 0))), N @ W[:, :, :shown]


def driven_motions(N: Array, tool: Array, n_active: int, rows: list[int], undriven: int, unseen: int) -> tuple[Least, Least]:
    """Type 2: what the tool shows and the actuators hardly; Type 1: what the actuators show and the task hardly."""
    active, twist = N[:, :n_active], tool @ N
    task = twist[:, rows]
    return least(active, twist, undriven), least(task, active, unseen)
