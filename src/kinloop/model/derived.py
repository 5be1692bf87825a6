"""A mechanism's compiled formulas, shared by all robots that differ only in their parameters' values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.compile.kernel import Kernel, compile_formula
from kinloop.compile.tape import Tape, record
from kinloop.mechanism.expression import Expression, resolve
from kinloop.mechanism.parts import Mechanism
from kinloop.model.closed import ClosedModel
from kinloop.model.closure import assemble_machine, start_posture
from kinloop.model.derive import TreeModel
from kinloop.model.formulas import formula
from kinloop.model.tree import grow

# What a view shows and what a controller heeds does not change the formulas.
NOT_IN_FORMULAS: dict[str, Any] = {
    "description": True,
    "source": True,
    "motion": True,
    "links": {"__all__": {"shapes"}},
    "joints": {"__all__": {"limits"}},
}


class Derived:
    """Formulas of one mechanism, derived and compiled when first used."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self._kernels: dict[tuple[str, str], Kernel] = {}

    @cached_property
    def model(self) -> ClosedModel:
        tree_model = TreeModel(grow(self.mechanism))
        defaults = resolve(self.mechanism.parameters)
        return ClosedModel(tree_model, assemble_machine(tree_model, np.array(list(defaults.values())), self.start(defaults)))

    def start(self, parameters: Mapping[str, Any]) -> np.ndarray:
        """The description's start posture at these parameters."""
        given = self.mechanism.start.items()
        values = {name: value.value(parameters) if isinstance(value, Expression) else value for name, value in given}
        return start_posture(self.mechanism, values)

    @cached_property
    def key(self) -> dict[str, object]:
        """All that the formulas depend on. Parameters are inputs, but rows and pivots were chosen at their values."""
        return {"mechanism": self.mechanism.model_dump_json(exclude=NOT_IN_FORMULAS)}

    def kernel(self, name: str, frame: str = "tool") -> Kernel:
        """The compiled formula ``name``."""
        kernel = self._kernels.get((name, frame))
        if kernel is None:
            key = {**self.key, "frame": frame}
            kernel = compile_formula(lambda: formula(self.model, name, frame), key, f"{self.mechanism.name}.{name}")
            self._kernels[name, frame] = kernel
        return kernel

    def tape(self, name: str, frame: str = "tool", guarded: bool = True) -> Tape:
        """The formula ``name`` as scalar steps, for other readers than the compiler."""
        return record(formula(self.model, name, frame, guarded))
