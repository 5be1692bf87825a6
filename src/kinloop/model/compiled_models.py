"""A mechanism's compiled formulas at the values of its parameters, and the calls of their kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.kernel import Kernel
from kinloop.errors import (
    DescriptionError,
    ExpressionError,
    LoopNotClosed,
    NotFinite,
    ShapeError,
    SingularConfiguration,
    UnsupportedOperation,
    unknown_name,
)
from kinloop.mechanism.expressions.expression import Expression, resolve
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.array_arguments import numbers
from kinloop.model.call_errors import IMMOBILE, INFINITESIMAL, UNDECIDED, input_error, open_loop_error, with_expected_names
from kinloop.model.dynamics.loop_closure import ASSEMBLED
from kinloop.model.dynamics.tree import frame_of_load
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.formulas.formulas import ALLOWED_GAP
from kinloop.model.formulas.parameter_ranks import formulas_at
from kinloop.model.formulas.rank_gain import FEWER, gains_rank
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.read_only import ReadOnlyAttributes
from kinloop.model.start_configuration import assemble_start, nearby_start
from kinloop.model.start_rates import OPENING, consistent_rates, opening_words
from kinloop.numerics.tolerances import CLOSED_LOOP_GAP

Array = np.ndarray
Prepared = tuple[np.ufunc | None, Sequence[int], tuple[Array, ...]]
ANY_GAP = np.array(np.inf)


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
        adapt_ranks: bool = True,
    ) -> None:
        """``formulas`` is compiled code to share; ``overrides`` are parameters whose values differ from the description's.
        Without ``adapt_ranks`` the code is used as it is, whatever the ranks of the closures at these parameters."""
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
        if not overrides or not adapt_ranks:
            vars(self)["formulas"] = self.described_formulas

    @cached_property
    def formulas(self) -> CompiledFormulas:
        """The formulas whose closures have the ranks that hold at these parameters."""
        return formulas_at(self.described_formulas, self.parameter_inputs)

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments that construct these models again."""
        return self.mechanism, self.described_formulas, self.overrides, self.threads

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (CompiledModels, *self.arguments)

    @property
    def is_batch(self) -> bool:
        """Whether a parameter is an array, so that these models describe a batch of machines."""
        return any(values.ndim > 1 for values in self.parameter_inputs)

    def single_values(self) -> dict[str, float]:
        """The parameters' values. Raises: ShapeError: one is an array."""
        for name, value in self.parameters.items():
            if np.ndim(value):
                raise ShapeError(f"{self.mechanism.name}: the parameter {name!r} is an array, expected single values")
        return {name: float(value) for name, value in self.parameters.items()}

    def parameter_values(self, given: Mapping[str, ArrayLike]) -> dict[str, Any]:
        """Given values of parameters as read-only arrays or numbers. Raises: UnknownName, ShapeError, NotFinite."""
        values = {}
        for name, value in given.items():
            if name not in self.parameters:
                raise unknown_name("parameter", name, self.parameters, repr(self.mechanism.name))
            array = np.array(numbers(value, f"{self.mechanism.name}: parameter {name!r}"))
            array.flags.writeable = False
            values[name] = array[()]
            if array.ndim == 0 and not np.isfinite(array):
                raise NotFinite(f"{self.mechanism.name}: parameter {name!r} is {array}, expected a finite number")
        return values

    @cached_property
    def geometry(self) -> Geometry:
        """The solver of the geometric models."""
        return Geometry(self.formulas, self.parameter_inputs, partial(getattr, self, "start"), len(self.active))

    @cached_property
    def start(self) -> Array:
        """The description's starting configuration, shape (nq,), assembled (:attr:`Robot.start`)."""
        try:
            q = self.described_formulas.start(self.parameters)
        except ExpressionError as fault:  # raised for single values only: arrays give NaN rows
            described = self.described_formulas.start(resolve(self.mechanism.parameters))
            q = nearby_start(self.formulas, np.ravel(self.parameter_inputs), described, self.overrides, fault)
        if self.is_closed and q.ndim == 1 and not self.is_batch and self.gaps(q) > ASSEMBLED:
            q = assemble_start(self.geometry, q, [k for k, name in enumerate(self.active) if name in self.mechanism.start])
        q.flags.writeable = False  # it is cached
        return q

    @cached_property
    def start_rates(self) -> Array:
        """The description's rates at :attr:`start`, shape (nv,) (:attr:`Robot.start_rates`)."""
        given, names = self.mechanism.start_rates.items(), self.mechanism.rates
        if self.is_batch:
            raise ShapeError(f"{self.mechanism.name}.start_rates needs single parameter values, but some are arrays")
        values = {name: value.value(self.parameters) if isinstance(value, Expression) else value for name, value in given}
        places = {names.index(name): float(value) for name, value in values.items()}
        K = np.zeros((0, len(names)))
        if self.is_closed and places:
            K = self.call(self.kernel("all_closures"), self.start)[1] / self.geometry.closure_units[:, None]
        rates, opening = consistent_rates(K, places, self.n_active)
        if opening > OPENING:
            raise DescriptionError(f"{self.mechanism.name}: {opening_words(opening)}")
        rates.flags.writeable = False  # they are cached
        return rates

    def closure(self, q: ArrayLike) -> Array:
        """The gaps of the loops [m and rad], shape (..., rows): all rows, the redundant ones too."""
        if not self.is_closed:
            return self.call(self.kernel("pose"), q)[0][..., :0]
        return self.call(self.kernel("closure"), q)

    @property
    def _frame_names(self) -> list[str]:
        """The frames that a kernel or a wrench can name."""
        return list(dict.fromkeys(["tool", *self.mechanism.frames, *self.mechanism.link_names]))

    def kernel(self, name: str, frame: str = "tool", loads: tuple[str, ...] = ()) -> Kernel:
        """The compiled formula ``name`` at a frame, with an input for a wrench on each frame of ``loads``."""
        if not isinstance(frame, str):
            raise unknown_name("frame", frame, self._frame_names, repr(self.mechanism.name))
        return self.formulas.kernel(name, frame, loads)

    def wrench_inputs(self, wrenches: Mapping[str, ArrayLike] | None) -> tuple[tuple[str, ...], list[Array]]:
        """The frames that wrenches act on, in the order of the kernels, and the wrenches."""
        if wrenches is None:
            return (), []
        if not isinstance(wrenches, Mapping):
            raise ShapeError(
                f"{self.mechanism.name}: wrenches is {wrenches!r:.80}, expected the names of frames with six numbers each, "
                'as in {"tool": [0, 0, -9.81, 0, 0, 0]}'
            )
        known = self._frame_names
        for name in wrenches:
            if (frame := frame_of_load(name)[0]) not in known:
                raise unknown_name("frame", frame, known, repr(self.mechanism.name))
        names, arrays = tuple(sorted(wrenches)), []
        for name in names:
            arrays.append(numbers(wrenches[name], f"{self.mechanism.name}: the wrench on {name!r}"))
            if arrays[-1].shape[-1:] != (6,):
                raise ShapeError(
                    f"{self.mechanism.name}: the wrench on {name!r} has shape {arrays[-1].shape}, "
                    "expected (..., 6): force, then moment"
                )
        return names, arrays

    def call_effort(
        self,
        name: str,
        arrays: tuple[ArrayLike, ...],
        wrenches: Mapping[str, ArrayLike] | None = None,
        weights: ArrayLike | None = None,
    ) -> Array:
        """Call a kernel of active efforts. ``weights`` choose among the efforts of an overactuated machine."""
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
                f"{self.mechanism.name}: weights need actuation redundancy, but it has no more actuators than degrees of freedom"
            )
        return self.call(kernel, *arrays, *loads)

    def call_single(self, name: str, *arrays: ArrayLike) -> Any:
        """The fast call of the kernel ``name`` with one sample. None where an array does not fit or a number is not finite:
        :meth:`call` then finds the result or raises the error."""
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
        """The kernel's ufunc and alarm, and its arguments after the first ``count``. The ufunc is None where a call needs more
        arguments than these."""
        kernel = self.formulas.kernel(name)
        fixed = (*self.parameter_inputs, *gap_input(kernel))
        is_single = all(array.ndim == 1 for array in self.parameter_inputs) and len(kernel.inputs) == count + len(fixed)
        return kernel.ufunc if is_single else None, kernel.alarm, fixed

    @cached_property
    def _prepared_calls(self) -> dict[str, Prepared]:
        return {}

    def call(self, kernel: Kernel, *arrays: ArrayLike, singular: str = UNDECIDED, raises: bool = True) -> Any:
        """Call a kernel with the parameters' values. A single call without a finite result raises an error with the reason
        ``singular``; without ``raises`` it returns NaN."""
        before = kernel.alarm[0]
        try:
            if kernel.last_input == ALLOWED_GAP:
                result = kernel(*arrays, *self.parameter_inputs, CLOSED_LOOP_GAP, threads=self.threads)
            else:
                result = kernel(*arrays, *self.parameter_inputs, threads=self.threads)
        except ShapeError as fault:
            raise with_expected_names(fault, self.mechanism, self.n_active) from None
        if raises and kernel.alarm[0] != before:
            self._require_finite(kernel, arrays, result, singular)
        return result

    def recompute_rows(self, kernel: Kernel, arrays: tuple[ArrayLike, ...], rows: Array, result: tuple[Array, ...]) -> None:
        """Replace some rows of a batch result by those of another kernel."""
        if rows.any():
            given = [np.asarray(each, float) for each in (*arrays, *self.parameter_inputs)]
            some = [np.broadcast_to(each, (*rows.shape, each.shape[-1]))[rows] for each in given]
            for output, found in zip(result, kernel(*some, *gap_input(kernel), threads=self.threads), strict=True):
                output[rows] = found

    def _require_finite(self, kernel: Kernel, arrays: tuple[ArrayLike, ...], result: Any, singular: str) -> None:
        """Raise if a single call has a number that is not finite: the kernel met one, in this call or in another thread's.
        Parameters were checked when they were given."""
        first = result[0] if isinstance(result, tuple) else result
        is_single = first.ndim == len(kernel.outputs[0].shape)
        if is_single and not all(np.all(np.isfinite(np.asarray(array, float))) for array in (*arrays, first)):
            raise self._explain(kernel, [np.asarray(a, float) for a in (*arrays, *self.parameter_inputs)], singular)

    def open_loop_error(self, what: str, q: Array) -> LoopNotClosed:
        """The error for a configuration that leaves the loops open."""
        gaps = np.abs(self.kernel("closure").ufunc(q, *self.parameter_inputs))
        worst = int(np.argmax(gaps / self.geometry.row_units))
        loop = self.formulas.model.all_rows.names[worst]
        return open_loop_error(what, gaps[worst], loop, q[len(self.active) :])

    def gaps(self, q: Array) -> Array:
        """The largest loop gap of each configuration [rad, or part of the machine's size]; NaN where ``q`` is not a
        configuration."""
        gaps = np.abs(np.asarray(self.kernel("closure")(q, *self.parameter_inputs, threads=self.threads)))
        return np.asarray(np.max(gaps / self.geometry.row_units, axis=-1, initial=0.0))

    def gains_rank(self, q: ArrayLike) -> Array:
        """Whether the closures have a higher rank at the configurations (..., nq) than in general."""
        given = np.asarray(q, float)
        if not self.formulas.model.is_redundant:
            return np.zeros(given.shape[:-1], dtype=bool)
        return gains_rank(self.formulas, self.parameter_inputs, given, self.gaps(given))

    def require_generic_rank(self, what: str, q: ArrayLike) -> Array:
        """The mask of :meth:`gains_rank`. Raises: SingularConfiguration: it is true of a single configuration."""
        gained = self.gains_rank(q)
        if not gained.ndim and gained:
            raise SingularConfiguration(f"{self.mechanism.name}.{what} has no answer at q = {np.asarray(q)}: {FEWER}")
        return gained

    def _explain(self, kernel: Kernel, arrays: list[Array], singular: str) -> Exception:
        """The reason why a single call has no finite result."""
        fault = input_error(self.mechanism, kernel, arrays, self.geometry.space.kinds)
        if fault is not None:
            return fault
        if kernel.inputs[-1].name == ALLOWED_GAP and self.gaps(arrays[0]) > CLOSED_LOOP_GAP:
            return self.open_loop_error(kernel.name, arrays[0])
        if self.formulas.model.assembled.shaky is not None:
            return SingularConfiguration(f"{kernel.name} has no answer: {INFINITESIMAL}")
        if self.is_closed and self.formulas.model.dof == 0:
            return SingularConfiguration(f"{kernel.name} has no answer: {IMMOBILE}")
        if kernel.inputs[0].name == "q" and self.gains_rank(arrays[0]):
            return SingularConfiguration(f"{kernel.name} has no answer at q = {np.asarray(arrays[0])}: {FEWER}")
        return self.singular_error(kernel, arrays[0], singular)

    def singular_error(self, kernel: Kernel, q: Array, reason: str) -> SingularConfiguration:
        """The error for a configuration at which a kernel has no finite result."""
        return SingularConfiguration(f"{kernel.name} has no finite answer at q = {q}: there {reason}")


def gap_input(kernel: Kernel, gap: Array = CLOSED_LOOP_GAP) -> tuple[Array, ...]:
    """The last input of a kernel that is defined on closed loops only, the largest gap allowed; empty for other kernels. A plant
    may have soft loops, and its controller works with the measured state: both allow :data:`ANY_GAP`."""
    return (gap,) if kernel.inputs[-1].name == ALLOWED_GAP else ()


def restore(kind: Any, mechanism: Mechanism, formulas: CompiledFormulas, overrides: dict[str, Any], threads: int | None) -> Any:
    """Models or a robot from a pickle or a copy; arrays of parameters are read-only again."""
    for value in overrides.values():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return kind(mechanism, formulas, overrides, threads)
