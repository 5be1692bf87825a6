"""A law at one state of a machine: its command and next state as functions, and their exact derivatives.

The law's own formula is called on CasADi symbols, as in the compiled loop, and differentiated. Changes of the configuration are
in the space of the rates, so that quaternions need no special care.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.function_law import PythonLaw, casadi_law
from kinloop.control.law import Law
from kinloop.control.law_advice import law_name
from kinloop.control.law_inputs import FOLLOWED, Measured, Reference
from kinloop.control.law_model import LawModel
from kinloop.control.tunable import Setting
from kinloop.errors import ShapeError, SingularConfiguration, UnsupportedOperation
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.robot import Robot

Array = np.ndarray
# The step of a difference that shows whether a law is smooth, and the share of its derivatives by which it may differ.
STEP, SMOOTH = 1e-6, 1e-2


@dataclass(frozen=True)
class LawDerivatives:
    """The command and the law's next state, and their derivatives with respect to changes of the configuration (in rates), to
    rates, to the law's state and to the reference."""

    command: Array
    state: Array
    of_command: tuple[Array, Array, Array, Array]
    of_state: tuple[Array, Array, Array, Array]


def as_design_law(what: str, law: Any, robot: Robot) -> Law:
    """A law on symbols, prepared for the robot. Raises: ShapeError, UnsupportedOperation."""
    if not isinstance(law, Law):
        if not callable(law):
            raise ShapeError(f"{what}: the law is {law!r:.80}, expected a law, such as kl.ComputedTorque(100.0, 20.0)")
        law = casadi_law(law)
    if isinstance(law, PythonLaw):
        raise UnsupportedOperation(
            f"{what}: a law in plain Python has no derivatives; expected one on CasADi symbols, by kl.casadi_law"
        )
    still = np.zeros(len(robot.mechanism.rates))
    try:
        prepared = law.prepare(Setting(robot, None, 1e-3, 1, np.array(robot.start), still))
    except UnsupportedOperation as fault:
        raise UnsupportedOperation(f"{what}: the law {type(law).__name__} has no loop of its own here: {fault}") from fault
    if prepared.tables is not None:
        raise UnsupportedOperation(
            f"{what}: the gains of {type(law).__name__} are computed for a run, stable by their design; simulate it"
        )
    ready: Law = prepared.part
    return ready


class DesignModel(LawModel):
    """The controller's model with a sampling period, which notes whether a law reads it."""

    def __init__(self, formulas: CompiledFormulas, parameters: ca.SX, period: Any) -> None:
        self._period, self.reads_period = period, False
        super().__init__(formulas, parameters)

    @property
    def period(self) -> Any:
        """The sampling period [s], a number or a symbol."""
        self.reads_period = True
        return self._period

    @period.setter
    def period(self, given: Any) -> None:
        """The period is that of the design."""


class LawAtPoint:
    """A law at a state ``q``, ``qd`` of a robot, with ``reference`` by the names of its parts. It measures the wrench of the
    surfaces that the ``plant`` touches, where the law reads one.

    A law that reads ``model.period`` is derived again for each period, since it may compute with the number: CasADi gives NaN for
    ``float(symbol)`` without a word. For the laws of kinloop, which do not, the period is a symbol."""

    def __init__(
        self, robot: Robot, law: Law, q: Array, qd: Array, reference: Mapping[str, Array], plant: Robot | None = None
    ) -> None:
        self.robot, self.law, self.q, self.qd = robot, law, q, qd
        self.plant = robot if plant is None else plant
        self.name = law_name(law.function) if hasattr(law, "function") else type(law).__name__
        self.parts = {name: reference[name] for name in FOLLOWED if name in reference and name in law.reads}
        ends = np.cumsum([0, *(part.size for part in self.parts.values())])
        self.places = {name: slice(int(a), int(b)) for name, a, b in zip(self.parts, ends[:-1], ends[1:], strict=True)}
        self.reference = np.concatenate([np.zeros(0), *self.parts.values()])
        law.gains  # noqa: B018  gains that are no numbers are refused by name
        self.memory = self._start()
        self._derived: dict[float, ca.Function] = {}
        self._symbolic: ca.Function | None = None
        self.reads_period, self._any = self._derive(1e-3, [])
        if self.reads_period and law.key is not None:
            symbol = ca.SX.sym("period")
            self._symbolic = self._derive(symbol, [symbol])[1]

    def _start(self) -> Array:
        """The law's state where a run would begin at the point."""
        if not self.law.depends_on_start:
            return np.array(self.law.memory, float)
        parameters = self.robot.models.parameter_inputs
        model = LawModel(self.robot.models.formulas, ca.SX(parameters[0]) if parameters else ca.SX(0, 1), ca.SX(1e-3))
        measured = self._measure(ca.SX(self.q), ca.SX(self.qd), model)
        begun = ca.SX(self.law.begin(ca.SX(0), measured, Reference(ca.SX(self.reference), self.places), model))
        values = np.array(ca.Function("start", [], [ca.vec(begun)])()["o0"], float).ravel()
        return np.where(np.isfinite(values), values, 0.0)

    def _measure(self, q: ca.SX, qd: ca.SX, model: LawModel) -> Measured:
        """All joints, and the wrench of the plant's surfaces on the tool."""
        parameters = self.plant.models.parameter_inputs
        plant = LawModel(self.plant.models.formulas, ca.SX(parameters[0]) if parameters else ca.SX(0, 1))
        wrench = plant("contact_wrench", q=q, qd=qd)["wrench"]
        return Measured(q, qd, (len(self.robot.active), self.robot.n_active), model, None, wrench)

    def _derive(self, period: Any, given: list[ca.SX]) -> tuple[bool, ca.Function]:
        """Whether the law reads the period; and the function of changes, rates, state, reference, time and, if it is a symbol,
        the period."""
        robot, law = self.robot, self.law
        formulas, nv = robot.models.formulas, len(robot.mechanism.rates)
        parameters = robot.models.parameter_inputs
        model = DesignModel(formulas, ca.SX(parameters[0]) if parameters else ca.SX(0, 1), period)
        change, rates, own = ca.SX.sym("change", nv), ca.SX.sym("rates", nv), ca.SX.sym("own", self.memory.size)
        row, t = ca.SX.sym("row", self.reference.size), ca.SX.sym("t")
        q = model("retract", q=ca.SX(self.q), qd=change)["q"]
        measured = self._measure(q, ca.SX(self.qd) + rates, model)
        command, after = law(t, measured, Reference(row, self.places), own, model)
        command, after = (
            self._vector(each, what, size)
            for each, what, size in ((command, "command", robot.n_active), (after, "state", self.memory.size))
        )
        both, inputs = ca.vertcat(command, after), ca.vertcat(change, rates, own, row)
        function = ca.Function("law", [change, rates, own, row, t, *given], [both, ca.jacobian(both, inputs)])
        return model.reads_period, function

    def _vector(self, given: Any, what: str, size: int) -> ca.SX:
        try:
            vector = ca.SX(given) if given is not None else ca.SX(0, 1)
        except (NotImplementedError, TypeError, ValueError):
            raise ShapeError(f"the law {self.name!r} gave the {what} {given!r:.80}, expected a CasADi expression") from None
        if vector.numel() != size:
            raise ShapeError(f"the law {self.name!r} gave a {what} of {vector.numel()} numbers, expected {size}")
        return ca.reshape(vector, size, 1)

    def function(self, period: float) -> tuple[ca.Function, list[float]]:
        """The function at a period, and its last inputs."""
        if not self.reads_period:
            return self._any, []
        if self._symbolic is not None:
            return self._symbolic, [period]
        if period not in self._derived:
            self._derived = {period: self._derive(period, [])[1]}
        return self._derived[period], []

    @property
    def reads_time(self) -> bool:
        """Whether the law's formula depends on the time."""
        return any(self._any.jac_sparsity(out, 4).nnz() > 0 for out in range(2))

    def kept_states(self, period: float) -> list[int]:
        """The entries of the law's state on which its command depends, now or later."""
        function, _ = self.function(period)
        n, nv = self.robot.n_active, self.qd.size
        pattern = np.array(ca.DM(function.sparsity_out(1), 1))[:, 2 * nv : 2 * nv + self.memory.size] != 0
        kept = pattern[:n].any(axis=0)
        while True:
            more = kept | pattern[n:][kept].any(axis=0)
            if (more == kept).all():
                return [int(k) for k in np.flatnonzero(kept)]
            kept = more

    def evaluate(self, state: Array, reference: Array, t: float, period: float) -> LawDerivatives:
        """Command, next state and derivatives at the point. Raises: SingularConfiguration: one is NaN there."""
        function, last = self.function(period)
        none = np.zeros(self.qd.size)
        value, moved = (np.array(each) for each in function(none, none, state, reference, t, *last))
        if not np.all(np.isfinite(value)) or not np.all(np.isfinite(moved)):
            what = "command" if not np.all(np.isfinite(value)) else "derivative"
            raise SingularConfiguration(
                f"the law {self.name!r} has no finite {what} at q = {self.q}: its model is singular there, or its formula is"
            )
        n, widths = self.robot.n_active, (self.qd.size, self.qd.size, state.size, reference.size)
        blocks = np.split(moved, np.cumsum(widths)[:-1], axis=1)
        of_command, of_state = (tuple(block[rows] for block in blocks) for rows in (slice(None, n), slice(n, None)))
        return LawDerivatives(value[:n, 0], value[n:, 0], of_command, of_state)  # type: ignore[arg-type]

    def require_smooth(self, state: Array, reference: Array, t: float, period: float, directions: Array) -> None:
        """Compare the law with its derivatives a small step away, along ``directions`` of changes and rates, (2 nv, k).

        Raises: UnsupportedOperation: it jumps or has a kink there, such as the sign of an error.
        """
        function, last = self.function(period)
        nv = self.qd.size
        value, moved = (np.array(each) for each in function(np.zeros(nv), np.zeros(nv), state, reference, t, *last))
        own = np.eye(state.size)
        whole = np.block([[directions, np.zeros((2 * nv, state.size))], [np.zeros((state.size, directions.shape[1])), own]])
        slopes = moved[:, : 2 * nv + state.size] @ whole
        size = np.abs(slopes).max(axis=1, initial=0.0) + np.abs(value[:, 0]) * 1e-6
        for k in range(whole.shape[1]):
            for sign in (1.0, -1.0):
                d, v, s = np.split(sign * STEP * whole[:, k], [nv, 2 * nv])
                there = np.array(function(d, v, state + s, reference, t, *last)[0])[:, 0]
                left = np.abs(there - value[:, 0] - sign * STEP * slopes[:, k])
                if not np.all(left <= SMOOTH * STEP * size + 1e-14 * np.abs(value[:, 0])):
                    raise UnsupportedOperation(
                        f"the law {self.name!r} jumps or has a kink where it is linearised (a sign, a limit), so "
                        "no linear model says whether it is stable; simulate it"
                    )
