"""``kl.check``: the faults and warnings of a description, and the machine's mobility in words. Nothing is compiled."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from os import PathLike
from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, Fault, KinloopError, in_one_line, listing
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.read import read, source_text, toml_text
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.expression_checks import evaluator, numbers, parameter_values
from kinloop.mechanism.validate.faults import Text, arrange_faults, list_faults, quantity
from kinloop.mechanism.validate.task_checks import start_warnings
from kinloop.mechanism.validate.validate import find_faults
from kinloop.mechanism.validate.value_checks import At, inertia_faults
from kinloop.model.checking.findings import Findings, assembly_fault, findings
from kinloop.model.checking.mobility import Mobility, mobility
from kinloop.model.checking.nearest_assembly import nearest_configuration, start_gap
from kinloop.model.checking.sampled_ranks import SampledMachine, at_parameter_values
from kinloop.model.dynamics.loop_closure import WRITTEN, assemble_with_fixed
from kinloop.model.dynamics.machine_size import is_length
from kinloop.model.start_rates import OPENING, consistent_rates, opening_words

MAX_RATES = 150  # with more, the mobility takes too long to compute
NOT_MOTION: dict[str, Any] = {"name": True, "joints": {"__all__": {"limits"}}}


@dataclass(frozen=True)
class Report:
    """The result of a check. A description with ``faults`` cannot be loaded, one with ``warnings`` can (some models may then have
    no result), and ``notes`` inform."""

    name: str
    where: str
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    mobility: Mobility | None = None

    @property
    def ok(self) -> bool:
        """Whether the description has no faults."""
        return not self.faults

    def __str__(self) -> str:
        name, where = in_one_line(self.name), in_one_line(self.where)
        place = f" ({where})" if where and where != name else ""
        counts = [quantity(len(self.faults), "fault") if self.faults else "no faults"]
        counts += [quantity(len(self.warnings), "warning")] if self.warnings else []
        lines = [f"{name}{place}: {', '.join(counts)}"]
        lines += [list_faults(self.faults)] if self.faults else []
        lines += [list_faults(tuple(_as_warning(fault) for fault in self.warnings))] if self.warnings else []
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])


def check(source: str | PathLike[str] | Mechanism) -> Report:
    """Check a description without compiling it: every fault at once, warnings, and the machine's mobility.

    Args: a library name, a path or a :class:`Mechanism`. A faulty description gives a report and raises no error.
    """
    if isinstance(source, Mechanism):
        return _report(source, "", None, find_faults(source, bodies="positive"))
    where = source_text(source)
    try:
        mechanism, text = read(source), toml_text(source)
    except DescriptionError as error:
        return Report(where, where, error.faults)
    except KinloopError as error:
        return Report(where, where, (Fault(str(error)),))
    return _report(mechanism, text.where if text else where, text, [])


def _report(mechanism: Mechanism, where: str, text: Text | None, faults: list[Fault]) -> Report:
    """The report. ``faults`` are those of structure and values; there are none where reading the file has checked them."""
    if faults:
        return Report(mechanism.name, where, arrange_faults(faults, text))
    at = evaluator(parameter_values(mechanism.parameters)[0])
    found, moves = _mechanics(_Numbers.of(mechanism, at))
    warnings = [*start_warnings(mechanism, at), *inertia_faults(mechanism, at), *found.warnings]
    notes = (*found.notes, *_unused_parameters(mechanism))
    return Report(mechanism.name, where, arrange_faults(found.faults, text), arrange_faults(warnings, text), notes, moves)


@dataclass(frozen=True)
class _Numbers:
    """A machine at its parameters' values; it equals another that moves in the same way, whatever its name and shapes."""

    mechanism: Mechanism = field(compare=False)
    content: str
    task_given: bool

    @staticmethod
    def of(mechanism: Mechanism, at: At) -> _Numbers:
        numbers = at_parameter_values(mechanism, at)
        return _Numbers(numbers, numbers.model_dump_json(exclude=NOT_MOTION), "task" in mechanism.model_fields_set)


@lru_cache(maxsize=32)  # an editor may check a file at every keystroke, and its mechanics seldom change
def _mechanics(machine: _Numbers) -> tuple[Findings, Mobility | None]:
    """The findings about a machine's mechanics, and its mobility."""
    mechanism = machine.mechanism
    if len(mechanism.rates) > MAX_RATES:
        return Findings((), (), (f"mobility: not computed for {len(mechanism.rates)} rates, which would take long",)), None
    if not mechanism.rates:
        return Findings((), (Fault("nothing can move: all joints are fixed", ("joints",)),), ()), None
    sampled = None
    try:
        with np.errstate(all="ignore"):
            sampled = SampledMachine(mechanism)
            if sampled.rows.names and (fault := _not_assembled(sampled)) is not None:
                return Findings((fault,), (), ()), None
            return _mobility_findings(sampled)
    except (np.linalg.LinAlgError, RuntimeError, ArithmeticError, ValueError) as error:
        message = f"the mechanics cannot be computed, perhaps since some numbers are extremely large or small ({error})"
        # A machine that was assembled, or has no loops, can be loaded.
        can_be_loaded = not (mechanism.loops or mechanism.couplings) or (sampled is not None and "assembled" in vars(sampled))
        found = (Fault(message),)
        return Findings((), found, ()) if can_be_loaded else Findings(found, (), ()), None


def _not_assembled(machine: SampledMachine) -> Fault | None:
    """The fault of loops that do not close; None where they do."""
    try:
        machine.assembled  # noqa: B018 raises the error
    except DescriptionError as error:
        nearest = nearest_configuration(machine)
        is_reversed = nearest.closes and float(machine.sense(nearest.q)) <= 0  # a pin with its axes opposite
        return Fault(str(error), ("loops",)) if is_reversed else assembly_fault(machine.mechanism, nearest)
    return None


def _mobility_findings(machine: SampledMachine) -> tuple[Findings, Mobility | None]:
    found = mobility(machine)
    start = start_gap(machine) if machine.rows.names else None
    said = findings(machine.mechanism, found, start, _is_kept(machine))
    return replace(said, faults=(*said.faults, *_start_rates(machine))), found


def _is_kept(machine: SampledMachine) -> bool:
    """Whether the loops close at the active coordinates that the start gives."""
    mechanism = machine.mechanism
    active = [name for joint in mechanism.active_joints for name in joint.coordinates]
    kept = [k for k, name in enumerate(active) if name in mechanism.start]
    if not machine.rows.names or not kept:
        return True
    no_limits = (np.full(machine.start.size, -np.inf), np.full(machine.start.size, np.inf))
    if assemble_with_fixed(machine.model, np.zeros(0), machine.start, kept, no_limits) is not None:
        return True
    moved = (machine.assembled.configurations[0] - machine.start) / np.where(
        is_length(machine.model.tree), machine.length_scale, 1.0
    )
    return bool(np.all(np.abs(moved)[kept] <= WRITTEN))


def _start_rates(machine: SampledMachine) -> list[Fault]:
    """The fault of start rates that open the loops."""
    mechanism = machine.mechanism
    if not mechanism.start_rates or not machine.rows.names:
        return []
    K = machine.samples[0].K / np.where(machine.turning, 1 / machine.length_scale, 1.0)  # on rates as they are described
    given = {mechanism.rates.index(name): float(value) for name, value in mechanism.start_rates.items()}  # type: ignore[arg-type]
    active = sum(len(joint.rates) for joint in mechanism.active_joints)
    opening = consistent_rates(K, given, active)[1]
    return [Fault(opening_words(opening), ("start_rates",))] if opening > OPENING else []


def _unused_parameters(mechanism: Mechanism) -> list[str]:
    values = [value for _, value in numbers(mechanism)]
    for form in (mechanism.forward_geometry, mechanism.inverse_geometry):
        values += form.values.values() if form else ()
    used = {name for value in values if isinstance(value, Expression) for name in value.names}
    unused = [name for name in mechanism.parameters if name not in used]
    return [f"parameters that nothing uses: {listing(unused)}"] if unused else []


def _as_warning(fault: Fault) -> Fault:
    return replace(fault, message=f"warning: {fault.message}")
