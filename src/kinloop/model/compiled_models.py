"""One way to call a kernel: shapes, NaN and open loops in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.kernel import Kernel
from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.errors import (
    DescriptionError,
    ExpressionError,
    LoopNotClosed,
    NotAUnitQuaternion,
    NotFinite,
    ShapeError,
    SingularConfiguration,
    UnsupportedOperation,
    listing,
    unknown,
)
from kinloop.mechanism.expressions.expression import Expression, resolve
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.structure import link_names
from kinloop.model.array_arguments import numbers, too_large
from kinloop.model.dynamics.compiled_formulas import CompiledFormulas
from kinloop.model.dynamics.formulas import ALLOWED_GAP, UNIT
from kinloop.model.dynamics.loop_closure import ASSEMBLED, WRITTEN, assemble_machine, assembled_keeping
from kinloop.model.dynamics.parameter_ranks import with_ranks_of
from kinloop.model.dynamics.rank_gain import FEWER, gains_rank
from kinloop.model.dynamics.task import task_rows
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.nearby_start import start_elsewhere
from kinloop.model.read_only import ReadOnlyAttributes
from kinloop.model.start_rates import OPENING, consistent_rates, opening_words

Array = np.ndarray
Prepared = tuple[np.ufunc | None, Sequence[int], tuple[Array, ...]]
# What it means that a single call has no finite answer.
UNDECIDED = (
    "the passive joints do not follow the active ones (Type 2: robot.singularity(q) tells more, and forward_dynamics "
    "holds), or active ones contradict each other"
)
INFINITESIMAL = (
    "the machine is shaky: its loops allow motions to first order that no finite motion begins with (infinitesimal mobility; "
    "kl.check names them)"
)
IMMOBILE = "the loops leave no degree of freedom where the machine starts: nothing can move there"
TASK_SINGULAR = "the tool's motion does not determine the joints' (Type 1: robot.singularity(q) tells more)"


class CompiledModels(ReadOnlyAttributes):
    """The compiled formulas of a mechanism with the values of its parameters, and one way to call them.

    The functions of kinloop take this object; :class:`~kinloop.model.robot.Robot` is its public interface, and has it as
    ``robot.models``.
    """

    mechanism: Mechanism
    threads: int | None
    parameters: Mapping[str, Any]
    active: tuple[str, ...]
    passive: tuple[str, ...]
    task: tuple[str, ...]
    n_active: int
    described_formulas: CompiledFormulas
    overrides: dict[str, Any]
    parameter_inputs: tuple[Array, ...]
    is_closed: bool

    def __init__(
        self,
        mechanism: Mechanism,
        formulas: CompiledFormulas | None = None,
        overrides: dict[str, Any] | None = None,
        threads: int | None = None,
        own_ranks: bool = True,
    ) -> None:
        """``formulas`` is compiled code to share; ``overrides`` are parameters with other values than the description's.
        Without ``own_ranks`` the code is used as it is, whatever the ranks of the closures at these parameters."""
        parameters = resolve(mechanism.parameters, overrides or {})
        values = list(parameters.values())
        active = tuple(name for joint in mechanism.active_joints for name in joint.coordinates)
        vars(self).update(
            mechanism=mechanism,
            threads=threads,
            parameters=MappingProxyType(parameters),
            active=active,
            passive=mechanism.coordinates[len(active) :],
            task=mechanism.task,
            n_active=sum(len(joint.rates) for joint in mechanism.active_joints),
            described_formulas=formulas or CompiledFormulas(mechanism),
            overrides=overrides or {},
            parameter_inputs=(np.stack(np.broadcast_arrays(*map(np.float64, values)), axis=-1),) if values else (),
            is_closed=bool(mechanism.loops or mechanism.couplings),
        )
        if not overrides or not own_ranks:
            vars(self)["formulas"] = self.described_formulas

    @cached_property
    def formulas(self) -> CompiledFormulas:
        """The formulas at these parameters: their ranks belong to the lengths."""
        return with_ranks_of(self.described_formulas, self.parameter_inputs)

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What these models were made of."""
        return self.mechanism, self.described_formulas, self.overrides, self.threads

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (CompiledModels, *self.arguments)

    @property
    def is_batch(self) -> bool:
        """Whether a parameter is an array, so that these are many machines."""
        return any(values.ndim > 1 for values in self.parameter_inputs)

    @cached_property
    def geometry(self) -> Geometry:
        """The solver of the geometric models."""
        return Geometry(self.formulas, self.parameter_inputs, partial(getattr, self, "start"), len(self.active))

    @cached_property
    def start(self) -> Array:
        """The description's starting configuration, shape (nq,), assembled (:attr:`Robot.start`)."""
        try:
            q = self.described_formulas.start(self.parameters)
        except ExpressionError as fault:  # of single values: arrays give NaN rows
            described = self.described_formulas.start(resolve(self.mechanism.parameters))
            q = start_elsewhere(self.formulas, np.ravel(self.parameter_inputs), described, self.overrides, fault)
        if self.is_closed and q.ndim == 1 and not self.is_batch and self.gaps(q) > ASSEMBLED:
            q = self._assemble_start(q)
        q.flags.writeable = False  # it is kept
        return q

    def _assemble_start(self, start: Array) -> Array:
        """The start with closed loops."""
        model, p = self.formulas.model.tree_model, np.ravel(self.parameter_inputs)
        kept = [k for k, name in enumerate(self.active) if name in self.mechanism.start]
        q = assembled_keeping(model, p, start, kept, self.geometry.limits)
        if q is not None:
            return q
        elsewhere = assemble_machine(model, p, start).configurations[0]
        if np.all(np.abs((elsewhere - start) / self.geometry.units)[kept] <= WRITTEN):
            return elsewhere
        given, found = (listing(f"{self.active[k]} = {each[k]:.6g}" for k in kept) for each in (start, elsewhere))
        raise DescriptionError(
            f"{self.mechanism.name}: start: its active coordinates cannot be kept: no passive joints were found that close the "
            f"loops at {given}; they close at {found}"
        )

    @cached_property
    def start_rates(self) -> Array:
        """The description's rates at :attr:`start`, shape (nv,) (:attr:`Robot.start_rates`)."""
        given, names = self.mechanism.start_rates.items(), self.mechanism.rates
        if self.is_batch:
            raise ShapeError(f"{self.mechanism.name}.start_rates is of one machine, but its parameters are arrays")
        values = {name: value.value(self.parameters) if isinstance(value, Expression) else value for name, value in given}
        places = {names.index(name): float(value) for name, value in values.items()}
        K = np.zeros((0, len(names)))
        if self.is_closed and places:
            K = self.call(self.kernel("all_closures"), self.start)[1] / self.geometry.closure_units[:, None]
        rates, opening = consistent_rates(K, places, self.n_active)
        if opening > OPENING:
            raise DescriptionError(f"{self.mechanism.name}: {opening_words(opening)}")
        rates.flags.writeable = False  # they are kept
        return rates

    def closure(self, q: ArrayLike) -> Array:
        """The gaps of the loops [m and rad], shape (..., rows): all rows, the redundant ones too."""
        if not self.is_closed:
            return self.call(self.kernel("pose"), q)[0][..., :0]
        return self.call(self.kernel("closure"), q)

    def kernel(self, name: str, frame: str = "tool", loads: tuple[str, ...] = ()) -> Kernel:
        if not isinstance(frame, str):
            raise unknown(
                "frame", frame, ["tool", *self.mechanism.frames, *link_names(self.mechanism)], repr(self.mechanism.name)
            )
        return self.formulas.kernel(name, frame, loads)

    def wrench_inputs(self, wrenches: Mapping[str, ArrayLike] | None) -> tuple[tuple[str, ...], list[Array]]:
        """The frames that wrenches act on, in the order of the kernels, and the wrenches."""
        if wrenches is None:
            return (), []
        if not isinstance(wrenches, Mapping):
            raise ShapeError(
                f"{self.mechanism.name}: wrenches is {wrenches!r:.80}, expected the names of frames with six numbers each, "
                'as {"tool": [0, 0, -9.81, 0, 0, 0]}'
            )
        known = dict.fromkeys(["tool", *self.mechanism.frames, *link_names(self.mechanism)])
        for name in wrenches:
            if name not in known:
                raise unknown("frame", name, known, repr(self.mechanism.name))
        names, arrays = tuple(sorted(wrenches)), []
        for name in names:
            arrays.append(numbers(wrenches[name], f"{self.mechanism.name}: the wrench on {name!r}"))
            if arrays[-1].shape[-1:] != (6,):
                raise ShapeError(
                    f"{self.mechanism.name}: the wrench on {name!r} has shape {arrays[-1].shape}, "
                    "expected (..., 6): force, then moment"
                )
        return names, arrays

    def effort(
        self,
        name: str,
        arrays: tuple[ArrayLike, ...],
        wrenches: Mapping[str, ArrayLike] | None = None,
        weights: ArrayLike | None = None,
    ) -> Array:
        """Call a kernel of active efforts; where they can be shared out in many ways it has weights."""
        if not self.n_active:
            raise UnsupportedOperation(
                f"{self.mechanism.name} has no actuated joint, so there is no {name} on its active joints; "
                "forward_dynamics(q, qd, []) gives its accelerations"
            )
        on, loads = ((), []) if wrenches is None else self.wrench_inputs(wrenches)
        kernel = self.formulas.kernel(name, "tool", on)
        if len(kernel.inputs) > len(arrays) and kernel.inputs[len(arrays)].name == "weights":
            return self.call(kernel, *arrays, np.ones(self.n_active) if weights is None else weights, *loads)
        if weights is not None:
            raise UnsupportedOperation(
                f"{self.mechanism.name} has no more actuators than degrees of freedom, so there is one set of efforts and "
                "nothing to weigh"
            )
        return self.call(kernel, *arrays, *loads)

    def quick_answer(self, name: str, *arrays: ArrayLike) -> Any:
        """What the kernel ``name`` gives for one sample, where its arrays fit and all numbers are finite, as the kernel itself
        reports; else None, and :meth:`call` finds the answer or the words."""
        for array in arrays:
            if type(array) is not np.ndarray or array.ndim != 1:
                return None
        prepared = self._prepared_calls.get(name)
        if prepared is None:
            prepared = self._prepared_calls[name] = self._prepare(name, len(arrays))
        ufunc, alarm, fixed = prepared
        if ufunc is None:
            return None
        before = alarm[0]
        try:
            result = ufunc(*arrays, *fixed)
        except (TypeError, ValueError):
            return None
        return result if alarm[0] == before else None

    def _prepare(self, name: str, count: int) -> Prepared:
        """The kernel's ufunc and alarm, and its arguments after the first ``count``; no ufunc where a call takes more than
        these."""
        kernel = self.formulas.kernel(name)
        fixed = (*self.parameter_inputs, *closed_to(OPEN, kernel))
        is_single = all(array.ndim == 1 for array in self.parameter_inputs) and len(kernel.inputs) == count + len(fixed)
        return kernel.ufunc if is_single else None, kernel.alarm, fixed

    @cached_property
    def _prepared_calls(self) -> dict[str, Prepared]:
        return {}

    def call(self, kernel: Kernel, *arrays: ArrayLike, singular: str = UNDECIDED, raises: bool = True) -> Any:
        """Call a kernel; ``singular`` says what a single call without a finite answer means; without ``raises`` it gives NaN."""
        before = kernel.alarm[0]
        try:
            if kernel.last_input == ALLOWED_GAP:
                result = kernel(*arrays, *self.parameter_inputs, OPEN, threads=self.threads)
            else:
                result = kernel(*arrays, *self.parameter_inputs, threads=self.threads)
        except ShapeError as fault:
            raise self._with_names(fault) from None
        if raises and kernel.alarm[0] != before:
            self._require_finite(kernel, arrays, result, singular)
        return result

    def call_again(self, kernel: Kernel, arrays: tuple[ArrayLike, ...], rows: Array, result: tuple[Array, ...]) -> None:
        """Put what another kernel gives for some rows of a batch in the place of a result."""
        if rows.any():
            given = [np.asarray(each, float) for each in (*arrays, *self.parameter_inputs)]
            some = [np.broadcast_to(each, (*rows.shape, each.shape[-1]))[rows] for each in given]
            for output, found in zip(result, kernel(*some, *closed_to(OPEN, kernel), threads=self.threads), strict=True):
                output[rows] = found

    def _require_finite(self, kernel: Kernel, arrays: tuple[ArrayLike, ...], result: Any, singular: str) -> None:
        """Raise if a single call has a number that is not finite; the kernel has seen one, in this call or in another thread's.
        Parameters were looked at when they were given."""
        first = result[0] if isinstance(result, tuple) else result
        is_single = first.ndim == len(kernel.outputs[0].shape)
        if is_single and not all(np.all(np.isfinite(np.asarray(array, float))) for array in (*arrays, first)):
            raise self._explain(kernel, [np.asarray(a, float) for a in (*arrays, *self.parameter_inputs)], singular)

    def open_loop_error(self, what: str, q: Array) -> LoopNotClosed:
        """The error for a configuration that leaves the loops open."""
        gaps = np.abs(self.kernel("closure").ufunc(q, *self.parameter_inputs))
        worst = int(np.argmax(gaps / self.geometry.row_units))
        are_zero = bool(self.passive) and not np.any(q[-len(self.passive) :])
        finds = "; the passive joints are all zero, and robot.forward_geometry(q_active) or robot.inverse_geometry(x) finds them"
        return LoopNotClosed(
            f"{what}: q leaves the loops open by {gaps[worst]:.3g} (m or rad; loop {self.formulas.model.all_rows.names[worst]}); "
            f"expected an assembled configuration{finds if are_zero else ''}"
        )

    def gaps(self, q: Array) -> Array:
        """The largest gap of the loops of each configuration [rad, or part of the machine's size]; NaN where a configuration is
        none."""
        gaps = np.abs(np.asarray(self.kernel("closure")(q, *self.parameter_inputs, threads=self.threads)))
        return np.asarray(np.max(gaps / self.geometry.row_units, axis=-1, initial=0.0))

    def gains_rank(self, q: ArrayLike) -> Array:
        """Of configurations (..., nq), whether the closures have a higher rank there than in general."""
        given = np.asarray(q, float)
        if not self.formulas.model.is_redundant:
            return np.zeros(given.shape[:-1], dtype=bool)
        return gains_rank(self.formulas, self.parameter_inputs, given, self.gaps(given))

    def refuse_gained_rank(self, what: str, q: ArrayLike) -> Array:
        """The mask of :meth:`gains_rank`. Raises: SingularConfiguration: a single configuration of which it is true."""
        gained = self.gains_rank(q)
        if not gained.ndim and gained:
            raise SingularConfiguration(f"{self.mechanism.name}.{what} has no answer at q = {np.asarray(q)}: {FEWER}")
        return gained

    def _with_names(self, fault: ShapeError) -> ShapeError:
        """With the names of what was expected: most often active joints were given where all are asked for, or all for active."""
        names = {"q": self.mechanism.coordinates, "qd": self.mechanism.rates, "qdd": self.mechanism.rates}
        names |= dict.fromkeys(("qd_active", "qdd_active", "tau", "weights"), self.mechanism.rates[: self.n_active])
        wrong = next((name for name in names if f": {name} has shape " in str(fault)), None)
        return fault if wrong is None else ShapeError(f"{fault}: {listing(names[wrong])}")

    def _entry_names(self, port: str) -> Sequence[str]:
        """The names of what a kernel takes under ``port``."""
        if port.startswith("wrench_"):
            return WRENCH_NAMES
        if port in ("xd", "xdd", "xddd"):
            return [TWIST_NAMES[row] for row in task_rows(self.mechanism)]
        return {"q": self.mechanism.coordinates, "parameters": tuple(self.parameters)}.get(port, self.mechanism.rates)

    def _explain(self, kernel: Kernel, arrays: list[Array], singular: str) -> Exception:
        """Why a single call has no finite answer."""
        for array, port in zip(arrays, kernel.inputs, strict=False):
            bad = np.flatnonzero(~np.isfinite(array))
            if bad.size:
                k = int(bad[0])
                name = self._entry_names(port.name)[k]
                return NotFinite(f"{kernel.name}: {port.name}[{k}] ({name}) is {array[k]}, expected a finite number")
        k = 0
        for joint in self.mechanism.ordered_joints if kernel.inputs[0].name == "q" else ():
            k += len(joint.coordinates)
            if joint.kind in ("spherical", "free") and abs(np.sum(arrays[0][k - 4 : k] ** 2) - 1) >= UNIT:
                size = np.linalg.norm(arrays[0][k - 4 : k])
                return NotAUnitQuaternion(
                    f"{kernel.name}: q[{k - 4}:{k}] of joint {joint.name!r} has the length {size:.6g}, expected 1"
                )
        if kernel.inputs[0].name == "q":
            for value, name, kind in zip(arrays[0], self.mechanism.coordinates, self.geometry.space.kinds, strict=True):
                if kind == "angle" and abs(value) > LARGEST:
                    return too_large(kernel.name, name, value)
        if kernel.inputs[-1].name == ALLOWED_GAP and self.gaps(arrays[0]) > OPEN:
            return self.open_loop_error(kernel.name, arrays[0])
        if self.formulas.model.assembled.shaky is not None:
            return SingularConfiguration(f"{kernel.name} has no answer: {INFINITESIMAL}")
        if self.is_closed and self.formulas.model.dof == 0:
            return SingularConfiguration(f"{kernel.name} has no answer: {IMMOBILE}")
        if kernel.inputs[0].name == "q" and self.gains_rank(arrays[0]):
            return SingularConfiguration(f"{kernel.name} has no answer at q = {np.asarray(arrays[0])}: {FEWER}")
        return self.singular_error(kernel, arrays[0], singular)

    def singular_error(self, kernel: Kernel, q: Array, singular: str) -> SingularConfiguration:
        return SingularConfiguration(f"{kernel.name} has no finite answer at q = {q}: there {singular}")


TWIST_NAMES = ("x", "y", "z", "turn about x", "turn about y", "turn about z")
WRENCH_NAMES = ("force x", "force y", "force z", "moment x", "moment y", "moment z")
# How far open [rad, or parts of the machine's size] loops may be found.
OPEN = np.array(3e-4)
ANY_GAP = np.array(np.inf)


def closed_to(gap: Array, kernel: Kernel) -> tuple[Array, ...]:
    """The last input of a kernel that holds on closed loops only; nothing for the others. A plant may be soft, and its law too
    has to live with what is measured: these take :data:`ANY_GAP`."""
    return (gap,) if kernel.inputs[-1].name == ALLOWED_GAP else ()


def restore(kind: Any, mechanism: Mechanism, formulas: CompiledFormulas, overrides: dict[str, Any], threads: int | None) -> Any:
    """Models or a robot from a pickle or a copy, whose arrays of parameters are read-only again."""
    for value in overrides.values():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return kind(mechanism, formulas, overrides, threads)
