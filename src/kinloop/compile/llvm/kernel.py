"""A compiled formula that is called with arrays."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import accumulate, pairwise
from math import prod
from operator import index
from time import perf_counter
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm import object_cache as objects
from kinloop.compile.llvm.batch_loop import emit_map
from kinloop.compile.llvm.emit import work
from kinloop.compile.llvm.gufunc import make_gufunc, signature
from kinloop.compile.llvm.interrupt import repeat_interrupts
from kinloop.compile.llvm.machine_code import assemble, link
from kinloop.compile.llvm.target import Target, host_target
from kinloop.compile.tape.tape import PERIODS, VARIABLE, Formula, Port, record
from kinloop.errors import ShapeError
from kinloop.progress import Notice

# Work below this many seconds is not worth a second thread.
WORTH_A_THREAD = 1e-3
# The shares of threads are multiples of this number of samples, so that every register of every target is full.
SHARE_UNIT = 8
# Approximate time of an addition on one lane; it only decides the number of threads.
SECONDS_PER_ADDITION = 8e-11


class Kernel:
    """A formula as machine code over batches.

    It takes one array for each input, batch axes first, and returns one array, or a tuple of arrays for several outputs.
    ``ufunc`` is the raw NumPy ufunc, without error messages for wrong shapes and without threads. ``work`` is the approximate
    cost of a sample in additions. ``alarm[0]`` counts the calls with one sample in which an input, other than the parameters,
    or the first output was not finite: if it has not changed during such a call, all of them are finite.
    """

    def __init__(
        self, name: str, inputs: tuple[Port, ...], outputs: tuple[Port, ...], work: int, ufunc: np.ufunc, alarm: Sequence[int]
    ) -> None:
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self.work = work
        self.ufunc = ufunc
        self.alarm = alarm
        self.last_input = inputs[-1].name if inputs else ""

    def __call__(self, *arrays: ArrayLike, threads: int | None = None) -> np.ndarray | tuple[np.ndarray, ...]:
        """Evaluate the formula, on several threads where that is worth it. Raises ShapeError for arrays that do not fit."""
        try:
            if (threads is None or threads == 1) and self._is_small(arrays):
                return self.ufunc(*arrays)
            batch = self._batch(arrays) if len(arrays) == len(self.inputs) else ()
            if not batch:
                return self.ufunc(*arrays)
            results = self._empty(arrays, batch)
            pieces = self._threads(prod(batch), threads)
            if pieces == 1:
                self.ufunc(*arrays, out=results)
            else:
                self._run_threads(arrays, batch, pieces, results)
            return results if len(results) > 1 else results[0]
        except (TypeError, ValueError) as fault:
            raise self._shape_error(arrays, fault) from None

    def _is_small(self, arrays: tuple[ArrayLike, ...]) -> bool:
        """Whether the batch is surely not worth a thread. This takes less time than finding the batch's shape."""
        for a in arrays:  # noqa: SIM110 - a generator takes twice as long
            if type(a) is not np.ndarray or a.size >= 1000:
                return False
        return True

    def _batch(self, arrays: tuple[ArrayLike, ...]) -> tuple[int, ...]:
        leading = {np.shape(a)[: np.ndim(a) - len(p.shape)] for a, p in zip(arrays, self.inputs, strict=True)} - {()}
        return leading.pop() if len(leading) == 1 else np.broadcast_shapes(*leading)

    def _threads(self, samples: int, threads: int | None) -> int:
        if threads is None:
            threads = processors() if samples * self.work * SECONDS_PER_ADDITION > WORTH_A_THREAD else 1
        return max(1, min(threads, samples))

    def _empty(self, arrays: tuple[ArrayLike, ...], batch: tuple[int, ...]) -> tuple[np.ndarray, ...]:
        """Allocate the outputs in one block of memory.

        The allocator keeps one block for the next call. Several blocks go back to the system, and then getting their pages
        again costs more than the computation.
        """
        length = np.shape(arrays[0])[-1] if VARIABLE in self.inputs[0].shape else 0
        shapes = [batch + tuple(length if n == VARIABLE else n for n in port.shape) for port in self.outputs]
        edges = [0, *accumulate(prod(shape) for shape in shapes)]
        block = np.empty(edges[-1])
        return tuple(block[begin:end].reshape(shape) for (begin, end), shape in zip(pairwise(edges), shapes, strict=True))

    def _run_threads(
        self, arrays: tuple[ArrayLike, ...], batch: tuple[int, ...], threads: int, results: tuple[np.ndarray, ...]
    ) -> None:
        """Cut the longest batch axis into pieces; each thread, the caller included, takes the next one when it is free.

        So a busy processor does not delay the others. The kernels release the interpreter's lock.
        """
        axis = max(range(len(batch)), key=lambda k: batch[k])
        spread = [_broadcast_batch(np.asarray(a), batch, len(p.shape)) for a, p in zip(arrays, self.inputs, strict=True)]
        edges = _shares(batch[axis], threads)
        pieces = iter(range(len(edges) - 1))

        def run() -> None:
            for piece in pieces:
                part = (slice(None),) * axis + (slice(edges[piece], edges[piece + 1]),)
                inputs = [a[part] if a.ndim > len(p.shape) else a for a, p in zip(spread, self.inputs, strict=True)]
                self.ufunc(*inputs, out=tuple(r[part] for r in results))

        others = [_pool(threads - 1).submit(run) for _ in range(threads - 1)]
        try:
            run()
        finally:
            for other in others:
                other.result()

    def _shape_error(self, arrays: tuple[ArrayLike, ...], fault: Exception) -> Exception:
        """The error that says which array does not fit."""
        if len(arrays) != len(self.inputs):
            names = ", ".join(port.name for port in self.inputs)
            return ShapeError(f"{self.name} takes {len(self.inputs)} arrays ({names}), but {len(arrays)} were given")
        for array, port in zip(arrays, self.inputs, strict=True):
            try:
                given = np.asarray(array)
            except (TypeError, ValueError):  # rows of different lengths
                return ShapeError(f"{self.name}: {port.name} is not an array of numbers: {str(array)[:80]}")
            if not np.can_cast(given.dtype, float):
                return ShapeError(
                    f"{self.name}: {port.name} is not an array of real numbers but of {given.dtype}: {str(array)[:80]}"
                )
            shape = given.shape
            fits = len(shape) >= len(port.shape) and all(
                n in (VARIABLE, PERIODS, given) for n, given in zip(reversed(port.shape), reversed(shape), strict=False)
            )
            if not fits:
                expected = "(" + ", ".join(["...", *(str(AXES.get(n, n)) for n in port.shape)]) + ")"
                return ShapeError(f"{self.name}: {port.name} has shape {shape}, expected {expected}")
        shapes = ", ".join(f"{p.name} {np.shape(a)}" for a, p in zip(arrays, self.inputs, strict=True))
        return ShapeError(f"{self.name}: the batch axes do not fit each other: {shapes} ({fault})")


def compile_formula(derive: Callable[[], Formula], key: Mapping[str, object], name: str) -> Kernel:
    """Compile a formula, or load its kernel from the cache.

    ``derive`` is called only when nothing is cached under ``key``, which must name all that the formula depends on.
    """
    target = host_target()

    def build() -> tuple[Sequence[Port], Sequence[Port], int, str]:
        tape = record(derive())
        return tape.inputs, tape.outputs, work(tape), emit_map(tape, "kernel", target)

    return build_kernel(build, {"kind": "map", "formula": key}, name, target)


def build_kernel(
    build: Callable[[], tuple[Sequence[Port], Sequence[Port], int, str]], key: Mapping[str, object], name: str, target: Target
) -> Kernel:
    """Build a kernel from ports, their work and LLVM assembly, or load it from the cache without calling ``build``."""
    entry_name = objects.digest({"key": key, "name": name, "target": target.name})
    entry = objects.read(entry_name)
    parts = None if entry is None else _read_header(entry.header)
    if entry is None or parts is None:
        started = perf_counter()
        with Notice(f"compiling {name}"), repeat_interrupts():
            inputs, outputs, cost, assembly = build()
            _refuse_empty(name, (*inputs, *outputs))
            header = {
                "inputs": [[p.name, p.shape] for p in inputs],
                "outputs": [[p.name, p.shape] for p in outputs],
                "work": cost,
            }
            entry = objects.Entry(header, assemble(assembly, target))
        parts = tuple(inputs), tuple(outputs), cost
        objects.write(entry_name, entry)
        compile_log.append((name, perf_counter() - started))
    inputs, outputs, cost = parts
    loaded = link(entry.object_file, "kernel")
    counter = (ctypes.c_uint64 * 1)()
    axes = signature(_axes(inputs), _axes(outputs))
    ufunc = make_gufunc(loaded.address, name, axes, len(inputs), len(outputs), loaded, counter)
    alarm = cast("Sequence[int]", memoryview(counter).cast("B").cast("Q"))
    return Kernel(name, inputs, outputs, cost, ufunc, alarm)


def _broadcast_batch(array: np.ndarray, batch: tuple[int, ...], core: int) -> np.ndarray:
    """Broadcast to all batch axes, so that they can be cut. An array without batch axes is used whole by every piece."""
    leading = array.ndim - core
    if leading <= 0 or array.shape[:leading] == batch:
        return array
    return np.broadcast_to(array, batch + array.shape[leading:])


def _read_header(header: dict[str, Any]) -> tuple[tuple[Port, ...], tuple[Port, ...], int] | None:
    """Inputs, outputs and the work, or None where the header lacks them."""
    try:
        sides = [
            tuple(Port(str(name), tuple(map(index, shape))) for name, shape in header[side]) for side in ("inputs", "outputs")
        ]
        return sides[0], sides[1], index(header["work"])
    except (KeyError, TypeError, ValueError):
        return None


def _refuse_empty(name: str, ports: Sequence[Port]) -> None:
    for port in ports:
        if not port.size:
            raise ShapeError(
                f"{name}: {port.name} has shape {port.shape}; NumPy's ufuncs take no empty arguments, so leave it out"
            )


def _axes(ports: Sequence[Port]) -> list[list[int | str]]:
    return [[AXES.get(axis, axis) for axis in port.shape] for port in ports]


AXES = {VARIABLE: "k", PERIODS: "p"}


# What this process compiled because it was not in the cache: (name, seconds).
compile_log: list[tuple[str, float]] = []


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shares(samples: int, threads: int) -> list[int]:
    """Edges of the pieces: large ones first, since each costs 10 us, then smaller ones, so that all threads end together."""
    registers = -(-samples // SHARE_UNIT)
    edges = [0]
    while edges[-1] < registers:
        left = registers - edges[-1]
        edges.append(edges[-1] + max(1, registers // (16 * threads), left // (2 * threads)))
    return [SHARE_UNIT * edge for edge in edges]


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="kinloop")


# A forked child has the pools but not their threads, and would wait for them forever.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)
