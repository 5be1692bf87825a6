"""One way to call a kernel: shapes, NaN and open loops in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.kernel import Kernel
from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.errors import (
    LoopNotClosed,
    NotAUnitQuaternion,
    NotFinite,
    ShapeError,
    SingularConfiguration,
    UnsupportedOperation,
    listing,
    unknown,
)
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.structure import link_names
from kinloop.model.array_arguments import numbers, too_large
from kinloop.model.dynamics.compiled_formulas import Derived
from kinloop.model.dynamics.formulas import ALLOWED_GAP, UNIT
from kinloop.model.dynamics.task import task_rows
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.singularity.rank_gain import FEWER, gains_rank

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


class KernelCalls:
    """What :class:`Robot` calls its kernels with."""

    if TYPE_CHECKING:  # a robot has them
        mechanism: Mechanism
        parameters: Mapping[str, Any]
        threads: int | None
        n_active: int
        passive: tuple[str, ...]

        @property
        def _derived(self) -> Derived: ...

        _p: tuple[Array, ...]

        @property
        def _geometry(self) -> Geometry: ...

    @cached_property
    def _is_closed(self) -> bool:
        return bool(self.mechanism.loops or self.mechanism.couplings)

    def _kernel(self, name: str, frame: str = "tool", loads: tuple[str, ...] = ()) -> Kernel:
        if not isinstance(frame, str):
            raise unknown(
                "frame", frame, ["tool", *self.mechanism.frames, *link_names(self.mechanism)], repr(self.mechanism.name)
            )
        return self._derived.kernel(name, frame, loads)

    def _loads(self, wrenches: Mapping[str, ArrayLike] | None) -> tuple[tuple[str, ...], list[Array]]:
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

    def _effort(
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
        on, loads = ((), []) if wrenches is None else self._loads(wrenches)
        kernel = self._derived.kernel(name, "tool", on)
        if len(kernel.inputs) > len(arrays) and kernel.inputs[len(arrays)].name == "weights":
            return self._call(kernel, *arrays, np.ones(self.n_active) if weights is None else weights, *loads)
        if weights is not None:
            raise UnsupportedOperation(
                f"{self.mechanism.name} has no more actuators than freedoms, so there is one set of efforts and nothing to weigh"
            )
        return self._call(kernel, *arrays, *loads)

    def _answer(self, name: str, *arrays: ArrayLike) -> Any:
        """What the kernel ``name`` gives for one sample, where its arrays fit and all numbers are finite, as the kernel itself
        reports; else None, and :meth:`_call` finds the answer or the words."""
        for array in arrays:
            if type(array) is not np.ndarray or array.ndim != 1:
                return None
        prepared = self._prepared.get(name)
        if prepared is None:
            prepared = self._prepared[name] = self._prepare(name, len(arrays))
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
        kernel = self._derived.kernel(name)
        fixed = (*self._p, *closed_to(OPEN, kernel))
        is_single = all(array.ndim == 1 for array in self._p) and len(kernel.inputs) == count + len(fixed)
        return kernel.ufunc if is_single else None, kernel.alarm, fixed

    @cached_property
    def _prepared(self) -> dict[str, Prepared]:
        return {}

    def _call(self, kernel: Kernel, *arrays: ArrayLike, singular: str = UNDECIDED, raises: bool = True) -> Any:
        """Call a kernel; ``singular`` says what a single call without a finite answer means; without ``raises`` it gives NaN."""
        before = kernel.alarm[0]
        try:
            if kernel.last_input == ALLOWED_GAP:
                result = kernel(*arrays, *self._p, OPEN, threads=self.threads)
            else:
                result = kernel(*arrays, *self._p, threads=self.threads)
        except ShapeError as fault:
            raise self._named(fault) from None
        if raises and kernel.alarm[0] != before:
            self._look_closer(kernel, arrays, result, singular)
        return result

    def _call_again(self, kernel: Kernel, arrays: tuple[ArrayLike, ...], rows: Array, result: tuple[Array, ...]) -> None:
        """Put what another kernel gives for some rows of a batch in the place of a result."""
        if rows.any():
            given = [np.asarray(each, float) for each in (*arrays, *self._p)]
            some = [np.broadcast_to(each, (*rows.shape, each.shape[-1]))[rows] for each in given]
            for output, found in zip(result, kernel(*some, *closed_to(OPEN, kernel), threads=self.threads), strict=True):
                output[rows] = found

    def _look_closer(self, kernel: Kernel, arrays: tuple[ArrayLike, ...], result: Any, singular: str) -> None:
        """Raise if a single call has a number that is not finite; the kernel has seen one, in this call or in another thread's.
        Parameters were looked at when they were given."""
        first = result[0] if isinstance(result, tuple) else result
        is_single = first.ndim == len(kernel.outputs[0].shape)
        if is_single and not all(np.all(np.isfinite(np.asarray(array, float))) for array in (*arrays, first)):
            raise self._explained(kernel, [np.asarray(a, float) for a in (*arrays, *self._p)], singular)

    def _open(self, what: str, q: Array) -> LoopNotClosed:
        """The error for a posture that leaves the loops open."""
        gaps = np.abs(self._kernel("closure").ufunc(q, *self._p))
        worst = int(np.argmax(gaps / self._geometry.row_units))
        are_zero = bool(self.passive) and not np.any(q[-len(self.passive) :])
        finds = "; the passive joints are all zero, and robot.forward_geometry(q_active) or robot.inverse_geometry(x) finds them"
        return LoopNotClosed(
            f"{what}: q leaves the loops open by {gaps[worst]:.3g} (m or rad; loop {self._derived.model.all_rows.names[worst]}); "
            f"expected an assembled posture{finds if are_zero else ''}"
        )

    def _gaps(self, q: Array) -> Array:
        """The largest gap of the loops of each posture [rad, or part of the machine's size]; NaN where a posture is none."""
        gaps = np.abs(np.asarray(self._kernel("closure")(q, *self._p, threads=self.threads)))
        return np.asarray(np.max(gaps / self._geometry.row_units, axis=-1, initial=0.0))

    def _named(self, fault: ShapeError) -> ShapeError:
        """With the names of what was expected: most often active joints were given where all are asked for, or all for active."""
        names = {"q": self.mechanism.coordinates, "qd": self.mechanism.rates, "qdd": self.mechanism.rates}
        names |= dict.fromkeys(("qd_active", "qdd_active", "tau", "weights"), self.mechanism.rates[: self.n_active])
        wrong = next((name for name in names if f": {name} has shape " in str(fault)), None)
        return fault if wrong is None else ShapeError(f"{fault}: {listing(names[wrong])}")

    def _entries(self, port: str) -> Sequence[str]:
        """The names of what a kernel takes under ``port``."""
        if port.startswith("wrench_"):
            return WRENCH_NAMES
        if port in ("xd", "xdd", "xddd"):
            return [TWIST_NAMES[row] for row in task_rows(self.mechanism)]
        return {"q": self.mechanism.coordinates, "parameters": tuple(self.parameters)}.get(port, self.mechanism.rates)

    def _explained(self, kernel: Kernel, arrays: list[Array], singular: str) -> Exception:
        """Why a single call has no finite answer."""
        for array, port in zip(arrays, kernel.inputs, strict=False):
            bad = np.flatnonzero(~np.isfinite(array))
            if bad.size:
                k = int(bad[0])
                name = self._entries(port.name)[k]
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
            for value, name, kind in zip(arrays[0], self.mechanism.coordinates, self._geometry.space.kinds, strict=True):
                if kind == "angle" and abs(value) > LARGEST:
                    return too_large(kernel.name, name, value)
        if kernel.inputs[-1].name == ALLOWED_GAP and self._gaps(arrays[0]) > OPEN:
            return self._open(kernel.name, arrays[0])
        if self._derived.model.assembled.shaky is not None:
            return SingularConfiguration(f"{kernel.name} has no answer: {INFINITESIMAL}")
        if self._is_closed and self._derived.model.freedoms == 0:
            return SingularConfiguration(f"{kernel.name} has no answer: {IMMOBILE}")
        if kernel.inputs[0].name == "q" and gains_rank(self, arrays[0]):  # type: ignore[arg-type]
            return SingularConfiguration(f"{kernel.name} has no answer at q = {np.asarray(arrays[0])}: {FEWER}")
        return self._singular(kernel, arrays[0], singular)

    def _singular(self, kernel: Kernel, q: Array, singular: str) -> SingularConfiguration:
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
