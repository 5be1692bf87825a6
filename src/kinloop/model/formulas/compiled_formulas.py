"""A mechanism's compiled formulas, shared by all robots that differ only in their parameters' values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any
from weakref import WeakValueDictionary

import casadi as ca
import numpy as np

from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.tape.tape import Formula, Tape, record
from kinloop.mechanism.expressions.expression import Expression, resolve
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.expression_checks import numbers
from kinloop.mechanism.validate.parameter_rules import ParameterRules
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.finite_motion import assemble_and_move
from kinloop.model.dynamics.loop_closure import start_configuration
from kinloop.model.dynamics.machine_size import machine_size
from kinloop.model.dynamics.tree import Tree, grow
from kinloop.model.dynamics.tree_dynamics import TreeModel
from kinloop.model.formulas.formulas import NEEDS_EVERY_LINK, formula, on_closed_loops
from kinloop.model.formulas.reaction_formulas import indeterminate

# These parts of a description do not change the formulas.
NOT_IN_FORMULAS: dict[str, Any] = {
    "description": True,
    "source": True,
    "parameter_notes": True,
    "motion": True,
    "start_rates": True,
    "links": {"__all__": {"shapes"}},
    "joints": {"__all__": {"limits"}},
    "forward_geometry": {"labels"},
    "inverse_geometry": {"labels"},
}


class CompiledFormulas:
    """The formulas of one mechanism, derived and compiled when first used."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self._kernels: dict[tuple[str, str, tuple[str, ...]], Kernel] = {}
        self._variants: dict[tuple[tuple[str, ...], bool], ClosedModel] = {}
        self.by_lengths: dict[bytes, CompiledFormulas] = {}  # formulas for other lengths (see ``parameter_ranks``)
        self.by_ranks: list[CompiledFormulas] = []  # those of them whose closures have other ranks

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles contain the mechanism only: machine code is loaded again when used, and copies in one process share it."""
        _known[self.mechanism.model_dump_json()] = self  # not one of an equal robot: a copy is expected to share this code
        return formulas_of, (self.mechanism,)

    @cached_property
    def tree(self) -> Tree:
        """The mechanism's spanning tree on CasADi symbols."""
        return grow(self.mechanism)

    @cached_property
    def _size(self) -> ca.Function:
        return ca.Function("size", [self.tree.parameters], [machine_size(self.tree)])

    def size(self, parameters: tuple[np.ndarray, ...]) -> np.ndarray:
        """The machine's size ``L`` [m], by which lengths are measured; an array where parameters are. 1 where it is not
        finite and positive."""
        p = parameters[0] if parameters else np.zeros(0)
        columns = p.reshape(-1, p.shape[-1]).T if p.ndim > 1 else p
        values = self._size(columns).full().reshape(p.shape[:-1])
        return np.where(np.isfinite(values) & (values > 0), values, 1.0)

    @cached_property
    def model(self) -> ClosedModel:
        """The closed-chain model, assembled at the description's parameters."""
        tree_model = TreeModel(self.tree)
        defaults = resolve(self.mechanism.parameters)
        return ClosedModel(tree_model, assemble_and_move(tree_model, np.array(list(defaults.values())), self.start(defaults)))

    def variant(self, loads: tuple[str, ...] = (), keep_fixed: bool = False) -> ClosedModel:
        """The model with an external wrench on each of the frames ``loads``; with ``keep_fixed`` every link is a body, also where
        a fixed joint carries it."""
        if not loads and not keep_fixed:
            return self.model
        if (loads, keep_fixed) not in self._variants:
            tree = grow(self.mechanism, keep_fixed)
            model = TreeModel(tree, loads)
            self._variants[loads, keep_fixed] = ClosedModel(model, self.model.assembled)
        return self._variants[loads, keep_fixed]

    @cached_property
    def parameter_rules(self) -> ParameterRules:
        """The conditions that values of parameters must meet."""
        return ParameterRules(self.mechanism)

    @cached_property
    def indeterminate(self) -> Mapping[str, np.ndarray]:
        """The reaction components that rigid-body mechanics leaves indeterminate, by the name of the joint or loop."""
        return MappingProxyType(indeterminate(self.variant(keep_fixed=True)))

    def start(self, parameters: Mapping[str, Any]) -> np.ndarray:
        """The description's start configuration at these parameters."""
        given = self.mechanism.start.items()
        values = {name: value.value(parameters) if isinstance(value, Expression) else value for name, value in given}
        return start_configuration(self.mechanism, values)

    @cached_property
    def is_geometric(self) -> np.ndarray:
        """For each parameter, whether configurations and rates depend on it, directly or through another parameter: on lengths
        they do, on masses they do not."""
        model = self.model
        place = model.tree_model.placement(model.tree.frame("tool"))
        geometry = ca.vertcat(model.all_rows.h, place.p, ca.vec(place.R))
        direct = ca.which_depends(geometry, model.tree_model.parameters, 1, False)
        described = self.mechanism.parameters
        lengths = {name for name, is_geometric in zip(described, direct, strict=True) if is_geometric}
        starts = (*self.mechanism.start.values(), *self.mechanism.start_rates.values())
        lengths |= {name for value in starts if isinstance(value, Expression) for name in value.names}
        behind = list(lengths)
        while behind:
            value = described[behind.pop()]
            more = (value.names if isinstance(value, Expression) else frozenset()) - lengths
            lengths |= more
            behind += more
        return np.array([name in lengths for name in described], dtype=bool)

    @cached_property
    def described_parameters(self) -> np.ndarray:
        """The parameters' values in the description."""
        return np.array(list(resolve(self.mechanism.parameters).values()), dtype=float)

    @cached_property
    def is_in_closures(self) -> np.ndarray:
        """For each parameter, whether it occurs in an expression of the joint frames, the loops or the couplings."""
        written = [value for kind in ("loops", "couplings") for _, value in numbers(getattr(self.mechanism, kind))]
        for joint in self.mechanism.joints:
            own = [getattr(joint, key) for key in joint.definition.own_fields]
            written += [value for part in (joint.origin, joint.axis, joint.axis2, *own) for _, value in numbers(part)]
        names = {name for value in written if isinstance(value, Expression) for name in value.names}
        return np.array([name in names for name in self.mechanism.parameters], dtype=bool)

    @cached_property
    def key(self) -> dict[str, object]:
        """The key of the formulas in the object cache. It includes the parameters' values, at which rows and pivots are
        chosen."""
        return {"mechanism": self.mechanism.model_dump_json(exclude=NOT_IN_FORMULAS)}

    def kernel(self, name: str, frame: str = "tool", loads: tuple[str, ...] = ()) -> Kernel:
        """The compiled formula ``name``; it takes a wrench for each frame of ``loads``, before the parameters. The last input of
        a formula that is defined on closed loops only is the largest gap allowed."""
        kernel = self._kernels.get((name, frame, loads))
        if kernel is None:
            key = {**self.key, "frame": frame, **({"loads": loads} if loads else {})}
            kernel = compile_formula(lambda: self._to_compile(name, frame, loads), key, f"{self.mechanism.name}.{name}")
            self._kernels[name, frame, loads] = kernel
        return kernel

    def _to_compile(self, name: str, frame: str, loads: tuple[str, ...]) -> Formula:
        return on_closed_loops(self.variant(loads, name in NEEDS_EVERY_LINK), self.formula(name, frame, loads))

    def formula(self, name: str, frame: str = "tool", loads: tuple[str, ...] = (), guarded: bool = True) -> Formula:
        """The formula ``name`` on CasADi symbols; unless ``guarded``, undetermined outputs are not replaced by NaN."""
        return formula(self.variant(loads, name in NEEDS_EVERY_LINK), name, frame, guarded, loads)

    def tape(self, name: str, frame: str = "tool", guarded: bool = True, loads: tuple[str, ...] = ()) -> Tape:
        """The formula ``name`` as a tape of scalar instructions."""
        return record(self.formula(name, frame, loads, guarded))


def formulas_of(mechanism: Mechanism) -> CompiledFormulas:
    """The formulas of an unpickled or copied mechanism; those of an equal mechanism where this process has them."""
    key = mechanism.model_dump_json()
    known = _known.get(key)
    if known is None:
        known = _known[key] = CompiledFormulas(mechanism)
    return known


_known: WeakValueDictionary[str, CompiledFormulas] = WeakValueDictionary()
