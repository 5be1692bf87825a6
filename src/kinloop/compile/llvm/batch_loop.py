"""The batch kernel: NumPy's generalised-ufunc inner loop around a tape's function.

``void kernel(char **args, npy_intp *dims, npy_intp *steps, void *data)`` loads lanes straight from strided arrays. The last,
partial register repeats the last sample: those lanes compute and store the same numbers again, so there is no second code
path for a tail.
"""

from __future__ import annotations

from collections.abc import Callable
from math import nan

from kinloop.compile.llvm.assembly import Assembly
from kinloop.compile.llvm.emit import emit_functions, load, store
from kinloop.compile.llvm.target import Target
from kinloop.compile.tape.parameter_steps import PARAMETERS
from kinloop.compile.tape.tape import Port, Tape

# A loop stores arrays with more entries than this.
UNROLLED = 64


class Lanes:
    """Addresses of the samples in the lanes of one register, for strided arguments of a gufunc."""

    def __init__(self, a: Assembly, ports: list[tuple[Port, int]]) -> None:
        """``ports`` come in the order of the gufunc's arguments, each with its number of core axes."""
        self.a = a
        self.bases, self.outer, self.inner = [], [], []
        axis = len(ports)
        for k, (_, axes) in enumerate(ports):
            self.bases.append(a.let(f"load ptr, ptr {a.let(f'getelementptr ptr, ptr %args, i64 {k}')}"))
            self.outer.append(self._stride(k))
            self.inner.append([self._stride(axis + d) for d in range(axes)])
            axis += axes

    def _stride(self, k: int) -> str:
        return self.a.let(f"load i64, ptr {self.a.let(f'getelementptr i64, ptr %steps, i64 {k}')}")

    def at(self, first: str, last: str) -> None:
        """Aim the lanes at samples ``first``, ``first + 1``, ..., none past ``last``."""
        a = self.a
        samples = []
        for lane in range(a.lanes):
            index = a.let(f"add i64 {first}, {lane}")
            inside = a.let(f"icmp slt i64 {index}, {last}")
            samples.append(a.let(f"select i1 {inside}, i64 {index}, i64 {last}"))
        self.rows = [
            [a.let(f"getelementptr i8, ptr {base}, i64 {a.let(f'mul i64 {sample}, {outer}')}") for sample in samples]
            for base, outer in zip(self.bases, self.outer, strict=True)
        ]

    def offset(self, port: int, index: tuple[int | str, ...]) -> str:
        """Bytes from a sample's start to the entry at ``index`` (numbers, or names of LLVM values)."""
        a = self.a
        total = "0"
        for stride, i in zip(self.inner[port], index, strict=True):
            if i != 0:
                total = a.let(f"add i64 {total}, {a.let(f'mul i64 {stride}, {i}')}")
        return total

    def gather(self, port: int, offset: str) -> str:
        """Load an entry of every lane's sample into a vector."""
        a = self.a
        vector = "undef"
        for lane, row in enumerate(self.rows[port]):
            value = a.let(f"load double, ptr {a.let(f'getelementptr i8, ptr {row}, i64 {offset}')}, align 8")
            vector = a.let(f"insertelement {a.vector} {vector}, double {value}, i32 {lane}")
        return vector

    def scatter(self, port: int, offset: str, vector: str) -> None:
        """Store a vector to an entry of every lane's sample."""
        a = self.a
        for lane, row in enumerate(self.rows[port]):
            value = a.let(f"extractelement {a.vector} {vector}, i32 {lane}")
            a.line(f"store double {value}, ptr {a.let(f'getelementptr i8, ptr {row}, i64 {offset}')}, align 8")


def entries(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every index of an array, rows first."""
    if not shape:
        return [()]
    return [(i, *rest) for i in range(shape[0]) for rest in entries(shape[1:])]


def emit_map(tape: Tape, symbol: str, target: Target) -> str:
    """The LLVM module of a batch kernel."""
    body = emit_functions(tape, f"{symbol}_body", target, target.lanes)
    a = Assembly(target.lanes, target.has_fma)
    open_kernel(a, symbol, target)
    ports = [*tape.inputs, *tape.outputs]
    buffers = [allocate(a, port.size) for port in ports]
    computed = [] if body.before is None else [allocate(a, body.before.outputs[0].size)]
    a.line(f"%held_nan = alloca {a.mask}")
    lanes = Lanes(a, [(port, len(port.shape)) for port in ports])
    first = open_batch_loop(a, target.lanes)
    lanes.at(first, "%last")
    inputs: list[str] = []
    held = None
    for k, port in enumerate(tape.inputs):
        if port.name == PARAMETERS:
            call = f"call void @{symbol}_body_before(ptr {buffers[k]}, ptr {computed[0]})" if computed else ""
            held = _load_once(a, lanes, k, port, buffers[k], call)
        else:
            inputs += _load_inputs(a, lanes, k, port, buffers[k])
    poisoned = any_nan(a, inputs)
    if held is not None:
        poisoned = held if poisoned is None else a.let(f"or {a.mask} {poisoned}, {held}")
    given = [*buffers[: len(tape.inputs)], *computed, *buffers[len(tape.inputs) :]]
    a.line(f"call void @{symbol}_body({', '.join(f'ptr {buffer}' for buffer in given)})")
    for k, port in enumerate(tape.outputs, start=len(tape.inputs)):

        def put(entry: int | str, index: tuple[int | str, ...], k: int = k) -> None:
            value = load(a, buffers[k], entry)
            lanes.scatter(k, lanes.offset(k, index), a.select(poisoned, a.constant(nan), value) if poisoned else value)

        if port.size > UNROLLED:
            _loop_over_entries(a, f"out{k}", port, put)
        else:
            for entry, index in enumerate(entries(port.shape)):
                put(entry, index)
    close_batch_loop(a, target, f"{symbol}_watch")
    watch = _watch(tape, f"{symbol}_watch")
    return "\n".join([*sorted(a.declarations | body.declarations), *body.lines, *watch.lines, *a.lines])


def _watch(tape: Tape, symbol: str) -> Assembly:
    """A function that counts, in the kernel's data, samples with a number that is not finite.

    It looks at the inputs other than the parameters and at the first output. So the caller of one sample need not look at every
    array, and batches do not pay for it.
    """
    a = Assembly(1, has_fma=False)
    a.lines.append(f"define internal void @{symbol}(ptr %args, ptr %steps, ptr %data) noinline {{")
    a.label("entry")
    a.line("%entry_at = alloca i64")
    a.line(f"%sum = alloca {a.vector}")
    a.line(f"store {a.vector} {a.constant(0.0)}, ptr %sum")
    ports = [*tape.inputs, *tape.outputs]
    lanes = Lanes(a, [(port, len(port.shape)) for port in ports])
    lanes.at("0", "0")

    def difference(k: int, index: tuple[int | str, ...]) -> str:
        """The difference of a number from itself: zero, or NaN if it is not finite."""
        value = lanes.gather(k, lanes.offset(k, index))
        return a.binary("fsub", value, value)

    def add(value: str) -> None:
        a.line(f"store {a.vector} {a.binary('fadd', a.let(f'load {a.vector}, ptr %sum'), value)}, ptr %sum")

    def look(k: int) -> Callable[[int | str, tuple[int | str, ...]], None]:
        return lambda _, index: add(difference(k, index))

    for k, port in enumerate(ports[: len(tape.inputs) + 1]):
        if k < len(tape.inputs) and port.name == PARAMETERS:
            continue
        if port.size > UNROLLED:
            _loop_over_entries(a, f"watch{k}", port, look(k))
        else:
            values = [difference(k, index) for index in entries(port.shape)]
            while len(values) > 1:  # in pairs: a chain of additions would wait for each result
                pairs = [a.binary("fadd", x, y) for x, y in zip(values[::2], values[1::2], strict=False)]
                values = [*pairs, *values[2 * len(pairs) :]]
            add(values[0])
    total = a.let(f"extractelement {a.vector} {a.let(f'load {a.vector}, ptr %sum')}, i32 0")
    a.line(f"%odd = fcmp uno double {total}, {total}")
    a.line("br i1 %odd, label %count, label %over")
    a.label("count")
    a.line("atomicrmw add ptr %data, i64 1 monotonic")
    a.line("br label %over")
    a.label("over")
    a.line("ret void")
    a.lines.append("}")
    return a


def _load_inputs(a: Assembly, lanes: Lanes, k: int, port: Port, buffer: str) -> list[str]:
    """Fill the buffer of an argument from the lanes' samples."""
    values = []
    for entry, index in enumerate(entries(port.shape)):
        values.append(lanes.gather(k, lanes.offset(k, index)))
        store(a, values[-1], buffer, entry)
    return values


def _load_once(a: Assembly, lanes: Lanes, k: int, port: Port, buffer: str, call: str) -> str:
    """Fill the buffer of an argument that is usually the same for all samples; returns the lanes with a NaN.

    If it is the same, the first register fills the buffer for all samples, and ``call`` computes what depends on it alone.
    """
    a.line(f"%again = icmp ne i64 {lanes.outer[k]}, 0")
    a.line("%begins = icmp eq i64 %first, 0")
    a.line("%fill = or i1 %again, %begins")
    a.line("br i1 %fill, label %held_fill, label %held_filled")
    a.label("held_fill")
    found = any_nan(a, _load_inputs(a, lanes, k, port, buffer))
    a.line(f"store {a.mask} {found}, ptr %held_nan")
    if call:
        a.line(call)
    a.line("br label %held_filled")
    a.label("held_filled")
    return a.let(f"load {a.mask}, ptr %held_nan")


def _loop_over_entries(a: Assembly, name: str, port: Port, put: Callable[[int | str, tuple[int | str, ...]], None]) -> None:
    """Call ``put`` in a loop over the entries of a large array: LLVM takes longer for unrolled stores than for the formula."""
    columns = port.shape[-1]
    counter = "%entry_at"
    a.line(f"store i64 0, ptr {counter}")
    a.line(f"br label %{name}")
    a.label(name)
    entry = a.let(f"load i64, ptr {counter}")
    row, column = a.let(f"udiv i64 {entry}, {columns}"), a.let(f"urem i64 {entry}, {columns}")
    put(entry, (row, column) if len(port.shape) == 2 else (entry,))
    following = a.let(f"add i64 {entry}, 1")
    a.line(f"store i64 {following}, ptr {counter}")
    more = a.let(f"icmp ult i64 {following}, {port.size}")
    a.line(f"br i1 {more}, label %{name}, label %{name}_done")
    a.label(f"{name}_done")


def any_nan(a: Assembly, values: list[str]) -> str | None:
    """The lanes with a NaN among ``values``. A formula may lose a NaN, since CasADi simplifies ``0*x`` to 0."""
    mask = None
    for k in range(0, len(values), 2):
        pair = values[k : k + 2]
        found = a.compare("uno", pair[0], pair[-1])
        mask = found if mask is None else a.let(f"or {a.mask} {mask}, {found}")
    return mask


def allocate(a: Assembly, size: int, alignment: int = 64) -> str:
    """Allocate an array of vectors on the stack."""
    return a.let(f"alloca {a.vector}, i64 {max(size, 1)}, align {alignment}")


def open_kernel(a: Assembly, symbol: str, target: Target) -> None:
    """Begin a gufunc's inner loop. The floating-point flags are restored at its end: a NaN row is a result, not a warning."""
    a.lines.append(f"define void @{symbol}(ptr %args, ptr %dims, ptr %steps, ptr %data) {{")
    a.label("entry")
    a.line("%flags = alloca i32")
    a.line("%position = alloca i64")
    a.line("%entry_at = alloca i64")
    _status(a, target, "stmxcsr")
    a.line("%n = load i64, ptr %dims")
    a.line("%last = sub i64 %n, 1")


def open_batch_loop(a: Assembly, step: int) -> str:
    """Begin the loop over samples; returns the index of the first sample in the register."""
    a.line("store i64 0, ptr %position")
    a.line("br label %check")
    a.label("check")
    a.line("%first = load i64, ptr %position")
    a.line("%more = icmp slt i64 %first, %n")
    a.line("br i1 %more, label %batch, label %done")
    a.label("batch")
    a.line(f"%next = add i64 %first, {step}")
    a.line("store i64 %next, ptr %position")
    return "%first"


def close_batch_loop(a: Assembly, target: Target, watch: str | None = None) -> None:
    """End the loop over samples. The function ``watch`` is called after a single sample."""
    a.line("br label %check")
    a.label("done")
    if watch is not None:
        a.line("%is_single = icmp eq i64 %n, 1")
        a.line("br i1 %is_single, label %single, label %leave")
        a.label("single")
        a.line(f"call void @{watch}(ptr %args, ptr %steps, ptr %data)")
        a.line("br label %leave")
        a.label("leave")
    _status(a, target, "ldmxcsr")
    a.line("ret void")
    a.lines.append("}")


def _status(a: Assembly, target: Target, intrinsic: str) -> None:
    if target.architecture == "x86_64":
        a.declarations.add(f"declare void @llvm.x86.sse.{intrinsic}(ptr)")
        a.line(f"call void @llvm.x86.sse.{intrinsic}(ptr %flags)")
        return
    # Inline assembly would need LLVM's assembly parser, and without it would kill the process.
    a.declarations.add('!0 = !{!"fpsr"}')
    if intrinsic == "stmxcsr":
        a.declarations.add("declare i64 @llvm.read_volatile_register.i64(metadata)")
        a.line("%status = call i64 @llvm.read_volatile_register.i64(metadata !0)")
    else:
        a.declarations.add("declare void @llvm.write_register.i64(metadata, i64)")
        a.line("call void @llvm.write_register.i64(metadata !0, i64 %status)")
