"""The symbols that the parts of a sampled loop share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import casadi as ca

from kinloop.compile.tape.tape import Argument, vector
from kinloop.control.law_model import LawModel
from kinloop.simulation.plants.plant_formulas import state_of

if TYPE_CHECKING:
    from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop


class Symbols:
    """The symbols that the parts of a loop share."""

    def __init__(self, loop: ClosedLoop) -> None:
        formulas = loop.robot.models.formulas
        model = formulas.variant(loop.loads)
        self.blocks = {name: ca.SX.sym(name, block.shape[-1]) for name, block in loop.values.items()}
        if "plant" in self.blocks:
            self.blocks["plant"] = model.tree_model.parameters
        self.blocks |= {f"wrench {frame}": w for frame, w in zip(loop.loads, model.tree_model.wrenches, strict=True)}
        self.parameters = (vector("parameters", ca.vertcat(*self.blocks.values())),) if self.blocks else ()
        self.command = vector("command", model.tau)
        self.state = state_of(formulas, loop.loads, loop.kinematic)
        self.q, self.qd = model.tree_model.q, model.tree_model.v
        self.signal = vector("signal", ca.SX.sym("signal", loop.layout.width))
        self.inputs: tuple[Argument, ...] = (self.signal,)
        if loop.noise:
            self.blocks["noise"] = ca.SX.sym("noise", loop.noise)
            self.inputs = (self.signal, vector("noise", self.blocks["noise"]))
        self.reference = loop.layout.reference(self.signal.expression)
        period = self.blocks["period"]
        self.of_plant = LawModel(formulas, self.blocks.get("plant", ca.SX(0, 1)), period)
        self.of_controller = LawModel(formulas, self.blocks.get("model", ca.SX(0, 1)), period, self.blocks.get("saturation"))

    def memory(self, sizes: Mapping[str, int]) -> dict[str, ca.SX]:
        """Symbols of the memory of the IoModel."""
        return {name: ca.SX.sym(name, size) for name, size in sizes.items()}
