"""A sampled closed loop as one kernel: law, plant, integrator, projection and recording, one run in each lane.

The tapes become internal functions that are called from one time loop, so the four stages of RK4 share the plant's code, and
every number equals that of the batch kernels of the same tapes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from kinloop.compile.llvm.emit import work
from kinloop.compile.llvm.kernel import SECONDS_PER_ADDITION, WORTH_A_THREAD, Kernel, build_kernel, processors
from kinloop.compile.llvm.scan_writer import SIGNALS, VECTORS, emit_scan, ports_of
from kinloop.compile.llvm.target import host_target
from kinloop.compile.tape.tape import Formula, Port, Tape, record
from kinloop.errors import ShapeError, listing

ROLES = ("command", "rate", "project", "record")
# What a part may read, and what it returns.
READS = ("t", *SIGNALS, "state", "memory", "command", "parameters")
GIVES = {"command": ["command", "memory"], "rate": ["rate"], "project": ["state"], "record": ["record"]}


@dataclass(frozen=True)
class Program:
    """The parts of a sampled loop. Their inputs are selected by name from ``t signal noise state memory command
    parameters``.

    ``command`` returns, at each sample, ``command`` and the law's next ``memory`` (which may be empty). ``rate`` returns the
    state's time derivative with the command held. ``project`` returns the state to its manifold after each step. ``record``
    returns what is recorded of a sample. Without ``rate`` and ``project`` there is no state: only the memory passes from sample
    to sample. A ``signal``, which runs may share, and ``noise`` of each run have a row of numbers for each period, known
    beforehand.
    """

    command: Formula
    rate: Formula | None
    project: Formula | None
    record: Formula

    @property
    def parts(self) -> dict[str, Formula]:
        """The formulas by role, without those that are None."""
        return {role: part for role in ROLES if (part := getattr(self, role)) is not None}


@dataclass(frozen=True)
class Runs:
    """The result of a scan: recorded samples (..., k, n), last state and memory, and the finite periods of each run."""

    record: np.ndarray
    state: np.ndarray
    memory: np.ndarray
    periods: np.ndarray


class Scan:
    """A compiled sampled loop."""

    def __init__(self, kernel: Kernel, step_work: int) -> None:
        self.kernel = kernel
        #: Approximate time of a step of one run on one processor [s]
        self.step_seconds = step_work * SECONDS_PER_ADDITION
        self._names = [port.name for port in kernel.inputs if port.name in (*SIGNALS, *VECTORS)]

    def __call__(
        self,
        state: Any,
        times: Any,
        period: float,
        *,
        memory: Any = (),
        parameters: Any = (),
        signal: Any = (),
        noise: Any = (),
        every: int = 1,
        substeps: int = 1,
        periods: int | None = None,
        threads: int | None = None,
    ) -> Runs:
        """Run from ``state`` at ``times[0]`` and record the samples at ``times``, which are ``every`` periods apart.

        A period has ``substeps`` integration steps. ``signal`` and ``noise`` (..., p, n) have a row for each period;
        after their end the last row stays. The run ends after ``periods`` periods, by default ``every`` for each sample; with
        fewer, the command of the last sample does not act.
        """
        if every < 1 or every % 1 or substeps < 1 or substeps % 1 or not period > 0:
            raise ShapeError(
                f"scan: every and substeps must be whole and, like period, positive, but are {every}, {substeps} and {period}"
            )
        times = _check_times(times, every * period, period)
        given = {"state": state, "memory": memory, "parameters": parameters, "signal": signal, "noise": noise}
        arrays = [given[name] for name in self._names]
        if periods is None:
            periods = times.size * every
        if threads is None:
            steps = _runs([given[name] for name in self._names if name not in SIGNALS]) * periods * substeps
            threads = processors() if steps * self.step_seconds > WORTH_A_THREAD else 1
        counts = (float(every), float(substeps), float(periods))
        results = self.kernel(times, *arrays, float(period), *counts, threads=threads)
        names = [port.name for port in self.kernel.outputs]
        found = dict(zip(names, results, strict=True))
        nothing = found["record"][..., 0, :0]
        return Runs(found["record"], found.get("state", nothing), found.get("memory", nothing), found["periods"])


def _check_times(times: Any, spacing: float, period: float) -> np.ndarray:
    """The times as an array. The loop counts periods from the first time, so the others must agree with its count."""
    try:
        times = np.asarray(times, float)
    except (TypeError, ValueError):
        raise ShapeError(f"scan: times is not an array of numbers: {str(times)[:80]}") from None
    if times.ndim != 1 or not times.size:
        raise ShapeError(f"scan: times has shape {times.shape}, expected (k,) with at least one time")
    with np.errstate(invalid="ignore"):
        wrong = ~(np.abs(times - times[0] - spacing * np.arange(times.size)) <= 1e-3 * period)
    if wrong.any():
        k = int(wrong.argmax())
        raise ShapeError(f"scan: times[{k}] is {times[k]}, expected {times[0]} + {k}*{spacing} (every*period)")
    return times


def _runs(arrays: list[Any]) -> int:
    """The number of runs; 1 where the arrays do not fit each other, which the kernel then reports."""
    try:
        return prod(np.broadcast_shapes(*(np.shape(array)[:-1] for array in arrays)))
    except ValueError:
        return 1


def compile_scan(derive: Callable[[], Program], key: Mapping[str, object], name: str) -> Scan:
    """Compile the loop of a program, or load it from the cache; ``derive`` is called only if nothing is cached under ``key``."""
    target = host_target()

    def build() -> tuple[list[Port], list[Port], int, str]:
        program = derive()
        tapes = {role: record(part) for role, part in program.parts.items()}
        _check(tapes)
        return *ports_of(tapes), work(tapes.get("rate", tapes["command"])), emit_scan(tapes, "kernel", target)

    kernel = build_kernel(build, {"kind": "scan", "program": key}, name, target)
    return Scan(kernel, 4 * kernel.work)


def _check(tapes: dict[str, Tape]) -> None:
    """Check that the parts read what exists and return what the loop needs: the machine code has only addresses."""
    sizes = {"t": 1}
    for role, tape in tapes.items():
        gives = [port.name for port in tape.outputs]
        if gives not in (GIVES[role], GIVES[role][:1]):  # a law may have no memory
            raise ShapeError(f"{tape.name}: the loop's {role} gives {listing(gives)}, expected {listing(GIVES[role])}")
        readable = [name for name in READS if name != role]
        if wrong := [port.name for port in tape.inputs if port.name not in readable]:
            raise ShapeError(f"{tape.name}: the loop's {role} cannot read {listing(wrong)}; there are: {listing(readable)}")
        for port in (*tape.inputs, *tape.outputs):
            name = "state" if port.name == "rate" else port.name
            if sizes.setdefault(name, port.size) != port.size:
                raise ShapeError(
                    f"{tape.name}: {port.name} has {port.size} entries, but {name} has {sizes[name]} in another part of the loop"
                )
    if sizes.get("memory") and "memory" not in (port.name for port in tapes["command"].outputs):
        raise ShapeError(f"{tapes['command'].name}: the loop has a memory, but its command does not give the next one")
