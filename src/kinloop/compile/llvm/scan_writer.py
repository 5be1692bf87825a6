"""The machine code of a sampled loop: the time loop around the tapes' functions.

Law, plant and projection are internal functions, called for a register of runs at a time, one run in each lane.
"""

from __future__ import annotations

from collections.abc import Callable

from kinloop.compile.llvm.assembly import Assembly
from kinloop.compile.llvm.batch_loop import Lanes, allocate, any_nan, close_batch_loop, open_batch_loop, open_kernel
from kinloop.compile.llvm.emit import Functions, emit_functions, load, store
from kinloop.compile.llvm.target import Target
from kinloop.compile.tape.tape import PERIODS, VARIABLE, Port, Tape

# A state beyond this has diverged: its squares would overflow.
DIVERGED = 1e150
# Each run starts with these vectors, which may differ between runs.
VECTORS = ("state", "memory", "parameters")
# Rows of numbers, one for each period, known beforehand: those that runs may share, and those of each run.
SIGNALS = ("signal", "noise")
# Whole numbers, the same for all runs.
COUNTS = ("every", "substeps", "ends")


def ports_of(tapes: dict[str, Tape]) -> tuple[list[Port], list[Port]]:
    """Inputs and outputs of the kernel of a scan."""
    sizes = {port.name: port.size for tape in tapes.values() for port in (*tape.inputs, *tape.outputs)}
    vectors = [Port(name, (sizes[name],)) for name in VECTORS if sizes.get(name)]
    signal = [Port(name, (PERIODS, sizes[name])) for name in SIGNALS if sizes.get(name)]
    scalars = [Port(name, ()) for name in ("period", *COUNTS)]
    kept = [Port(port.name, port.shape) for port in vectors if port.name != "parameters"]
    return [Port("times", (VARIABLE,)), *signal, *vectors, *scalars], [
        Port("record", (VARIABLE, sizes["record"])),
        *kept,
        Port("periods", ()),
    ]


def emit_scan(tapes: dict[str, Tape], symbol: str, target: Target) -> str:
    """The LLVM module of a scan."""
    width = target.scan_lanes(sum(len(tape.steps) for tape in tapes.values()))
    bodies = {role: emit_functions(tape, f"{symbol}_{role}", target, width, inline=False) for role, tape in tapes.items()}
    a = Assembly(width, target.has_fma)
    _ScanWriter(a, tapes, bodies, symbol, target).write()
    declarations = sorted(a.declarations.union(*(body.declarations for body in bodies.values())))
    return "\n".join([*declarations, *(line for body in bodies.values() for line in body.lines), *a.lines])


class _ScanWriter:
    """Writes the time loop around the tapes' functions."""

    def __init__(self, a: Assembly, tapes: dict[str, Tape], bodies: dict[str, Functions], symbol: str, target: Target) -> None:
        self.a = a
        self.tapes = tapes
        self.before = {role: body.before.outputs[0].size for role, body in bodies.items() if body.before is not None}
        self.symbol = symbol
        self.target = target
        self.inputs, self.outputs = ports_of(tapes)
        self.sizes = {port.name: port.size for port in self.inputs if port.name in VECTORS}
        self.n = self.sizes.get("state", 0)
        self.signals = {port.name: port.shape[-1] for port in self.inputs if port.name in SIGNALS}

    def write(self) -> None:
        """Write the whole kernel."""
        a = self.a
        open_kernel(a, self.symbol, self.target)
        ports = [*self.inputs, *self.outputs]
        command, kept = (self.tapes[role].outputs[0].size for role in ("command", "record"))
        extra = {
            "t": 1,
            "command": command,
            "record": kept,
            "periods": 1,
            "period": 1,
            "next_memory": self.sizes.get("memory", 0),
            **dict.fromkeys(SIGNALS, 0),
            **self.signals,
        }
        stages = dict.fromkeys(("stage", "rate", "sum", "projected", "begun"), self.n)
        vectors = {**dict.fromkeys(VECTORS, 0), **self.sizes}  # a part may have an empty memory and read no parameters
        # The position of the stack within a page decides whether buffers and constants share cache lines, which costs up to a
        # third; so the state begins at a page.
        pages = {"state": 4096}
        self.buffers = {name: allocate(a, n, pages.get(name, 64)) for name, n in {**vectors, **extra, **stages}.items()}
        self.computed = {role: allocate(a, size) for role, size in self.before.items()}
        a.line(f"%alive = alloca {a.mask}")
        for counter in ("k", "e", "s"):
            a.line(f"%{counter}_at = alloca i64")
        # Core axes in NumPy's order: the samples, then the signal's periods.
        for axis, name in enumerate(("samples", "rows") if self.signals else ("samples",), start=1):
            a.line(f"%{name}_at = getelementptr i64, ptr %dims, i64 {axis}")
            a.line(f"%{name} = load i64, ptr %{name}_at")
        self.lanes = Lanes(a, [(port, len(port.shape)) for port in ports])
        self.position = {port.name: k for k, port in enumerate(self.inputs)}
        self.result = {port.name: k for k, port in enumerate(self.outputs, start=len(self.inputs))}
        self.lanes.at(open_batch_loop(a, a.lanes), "%last")
        self._load_runs()
        for role, computed in self.computed.items():  # once for all steps of a run
            a.line(f"call void @{self.symbol}_{role}_before(ptr {self.buffers['parameters']}, ptr {computed})")
        self._loop("k", "%samples", lambda: self._loop("e", "%every", self._period))
        self._store_runs()
        close_batch_loop(a, self.target)

    def _load_runs(self) -> None:
        a = self.a
        values = []
        for name, size in self.sizes.items():
            for entry in range(size):
                values.append(self.lanes.gather(self.position[name], self.lanes.offset(self.position[name], (entry,))))
                store(a, values[-1], self.buffers[name], entry)
        self.start = self.lanes.gather(self.position["times"], "0")
        period = self.lanes.gather(self.position["period"], "0")
        store(a, period, self.buffers["period"], 0)
        store(a, a.constant(0.0), self.buffers["periods"], 0)
        bad = any_nan(a, [*values, self.start, period])
        a.line(f"store {a.mask} {a.let(f'xor {a.mask} {bad}, {self._all_true()}')}, ptr %alive")
        for name in COUNTS:  # the same in all lanes
            first = a.let(f"extractelement {a.vector} {self.lanes.gather(self.position[name], '0')}, i32 0")
            a.line(f"%{name} = fptosi double {first} to i64")
        count = a.let("sitofp i64 %substeps to double")
        self.h = a.binary("fdiv", period, self._broadcast(count))

    def _period(self) -> None:
        """One period: the command at its start, the sample if it is kept, then the integration with the command held."""
        a = self.a
        done = a.let(f"add i64 {a.let('mul i64 %k, %every')}, %e")
        a.line(f"%over = icmp sgt i64 {done}, %ends")
        a.line("br i1 %over, label %period_done, label %period_begins")
        a.label("period_begins")
        if self.signals:
            self._load_signals(done)
        elapsed = self._broadcast(a.let(f"sitofp i64 {done} to double"))
        begin = a.fma(elapsed, load(a, self.buffers["period"], 0), self.start)
        store(a, begin, self.buffers["t"], 0)
        self._call("command", "state", memory="next_memory")
        a.line("%keeps = icmp eq i64 %e, 0")
        a.line("br i1 %keeps, label %keep, label %kept")
        a.label("keep")
        self._call("record", "state")
        for entry in range(self.tapes["record"].outputs[0].size):
            port = self.result["record"]
            self.lanes.scatter(port, self.lanes.offset(port, ("%k", entry)), load(a, self.buffers["record"], entry))
        a.line("br label %kept")
        a.label("kept")
        a.line(f"%goes_on = icmp slt i64 {done}, %ends")
        if self.n:
            self._if_several("begins", self._remember)
            a.line("%acts = select i1 %goes_on, i64 %substeps, i64 0")
            self._loop("s", "%acts", lambda: self._integrate(begin))
        alive = a.let(f"load {a.mask}, ptr %alive")
        if self.n:  # a run that ended between two samples has the state of the last one, as it has its memory
            self._if_several("ends", lambda: self._choose(alive, "state", "begun", into="state"))
        else:
            alive = self._finite(alive, "next_memory", self.sizes.get("memory", 0))
        self._choose(alive, "next_memory", "memory", into="memory")
        one = a.let("select i1 %goes_on, double 1.0, double 0.0")
        counted = a.select(alive, self._broadcast(one), a.constant(0.0))
        store(a, a.binary("fadd", load(a, self.buffers["periods"], 0), counted), self.buffers["periods"], 0)
        a.line("br label %period_done")
        a.label("period_done")

    def _if_several(self, place: str, body: Callable[[], None]) -> None:
        """Run ``body`` only where a period has several steps: with one, a run that ends has not moved."""
        a = self.a
        a.line(f"%several_{place} = icmp sgt i64 %substeps, 1")
        a.line(f"br i1 %several_{place}, label %{place}_several, label %{place}_any")
        a.label(f"{place}_several")
        body()
        a.line(f"br label %{place}_any")
        a.label(f"{place}_any")

    def _remember(self) -> None:
        for k in range(self.n):
            store(self.a, load(self.a, self.buffers["state"], k), self.buffers["begun"], k)

    def _load_signals(self, done: str) -> None:
        """Load the rows of this period; a NaN in one ends a run."""
        a = self.a
        a.line("%final = sub i64 %rows, 1")
        a.line(f"%within = icmp slt i64 {done}, %final")
        a.line(f"%row = select i1 %within, i64 {done}, i64 %final")
        for name in self.signals:
            self._load_row(name)
        bad = any_nan(a, [load(a, self.buffers[name], entry) for name, size in self.signals.items() for entry in range(size)])
        alive, fine = a.let(f"load {a.mask}, ptr %alive"), a.let(f"xor {a.mask} {bad}, {self._all_true()}")
        a.line(f"store {a.mask} {a.let(f'and {a.mask} {alive}, {fine}')}, ptr %alive")

    def _load_row(self, name: str) -> None:
        """Load the row of a signal. One that all runs share is read once."""
        a, port, buffer = self.a, self.position[name], self.buffers[name]
        begin, stride = self.lanes.offset(port, ("%row", 0)), self.lanes.inner[port][1]

        def once(place: str) -> str:
            first = a.let(f"getelementptr i8, ptr {self.lanes.rows[port][0]}, i64 {place}")
            return self._broadcast(a.let(f"load double, ptr {first}, align 8"))

        a.line(f"%{name}_is_shared = icmp eq i64 {self.lanes.outer[port]}, 0")
        a.line(f"br i1 %{name}_is_shared, label %{name}_shared, label %{name}_own")
        reads: dict[str, Callable[[str], str]] = {"shared": once, "own": lambda place: self.lanes.gather(port, place)}
        for how, read in reads.items():
            a.label(f"{name}_{how}")
            for entry in range(self.signals[name]):
                store(a, read(a.let(f"add i64 {begin}, {a.let(f'mul i64 {stride}, {entry}')}")), buffer, entry)
            a.line(f"br label %{name}_read")
        a.label(f"{name}_read")

    def _integrate(self, begin: str) -> None:
        """One projected step of the classical Runge-Kutta method. A run that diverges keeps its last state."""
        a = self.a
        t = a.fma(self._broadcast(a.let("sitofp i64 %s to double")), self.h, begin)
        half = a.binary("fmul", self.h, a.constant(0.5))
        sixth = a.binary("fmul", self.h, a.constant(1.0 / 6.0))
        self._call("rate", "state", t=t)
        for stage, step in enumerate((half, half, self.h)):
            for k in range(self.n):
                rate = load(a, self.buffers["rate"], k)
                total = a.fma(rate, a.constant(2.0), load(a, self.buffers["sum"], k)) if stage else rate
                store(a, total, self.buffers["sum"], k)
                store(a, a.fma(step, rate, load(a, self.buffers["state"], k)), self.buffers["stage"], k)
            self._call("rate", "stage", t=a.binary("fadd", t, step))
        for k in range(self.n):
            total = a.binary("fadd", load(a, self.buffers["rate"], k), load(a, self.buffers["sum"], k))
            store(a, a.fma(sixth, total, load(a, self.buffers["state"], k)), self.buffers["stage"], k)
        self._call("project", "stage", state_output="projected")
        alive = self._finite(a.let(f"load {a.mask}, ptr %alive"), "projected", self.n)
        self._choose(alive, "projected", "state", into="state")

    def _finite(self, alive: str, buffer: str, size: int) -> str:
        """The mask of the runs that continue: those whose numbers have not diverged."""
        a = self.a
        for k in range(size):
            value = a.intrinsic("fabs", load(a, self.buffers[buffer], k))
            alive = a.let(f"and {a.mask} {alive}, {a.compare('olt', value, a.constant(DIVERGED))}")
        a.line(f"store {a.mask} {alive}, ptr %alive")
        return alive

    def _choose(self, alive: str, one: str, other: str, into: str) -> None:
        """Copy buffer ``one`` for runs that continue and buffer ``other`` for runs that have ended."""
        for k in range(self.sizes.get(into, 0)):
            value = self.a.select(alive, load(self.a, self.buffers[one], k), load(self.a, self.buffers[other], k))
            store(self.a, value, self.buffers[into], k)

    def _call(self, role: str, state: str, t: str | None = None, memory: str = "memory", state_output: str = "state") -> None:
        """Call a part with the buffers of its ports' names."""
        if t is not None:
            store(self.a, t, self.buffers["t"], 0)
        tape = self.tapes[role]
        given = [self.buffers[state if port.name == "state" else port.name] for port in tape.inputs]
        if role in self.computed:
            given.append(self.computed[role])
        renamed = {"memory": memory, "state": state_output}
        taken = [self.buffers[renamed.get(port.name, port.name)] for port in tape.outputs]
        self.a.line(f"call void @{self.symbol}_{role}({', '.join(f'ptr {b}' for b in (*given, *taken))})")

    def _store_runs(self) -> None:
        for name in (port.name for port in self.outputs if port.name != "record"):
            for entry in range(self.sizes.get(name, 1)):
                index = (entry,) if name in self.sizes else ()
                offset = self.lanes.offset(self.result[name], index)
                self.lanes.scatter(self.result[name], offset, load(self.a, self.buffers[name], entry))

    def _loop(self, counter: str, count: str, body: Callable[[], None]) -> None:
        a = self.a
        a.line(f"store i64 0, ptr %{counter}_at")
        a.line(f"br label %{counter}_check")
        a.label(f"{counter}_check")
        a.line(f"%{counter} = load i64, ptr %{counter}_at")
        a.line(f"%{counter}_more = icmp slt i64 %{counter}, {count}")
        a.line(f"br i1 %{counter}_more, label %{counter}_body, label %{counter}_done")
        a.label(f"{counter}_body")
        body()
        a.line(f"%{counter}_next = add i64 %{counter}, 1")
        a.line(f"store i64 %{counter}_next, ptr %{counter}_at")
        a.line(f"br label %{counter}_check")
        a.label(f"{counter}_done")

    def _broadcast(self, scalar: str) -> str:
        """A scalar in every lane."""
        a = self.a
        single = a.let(f"insertelement {a.vector} undef, double {scalar}, i32 0")
        return a.let(f"shufflevector {a.vector} {single}, {a.vector} undef, <{a.lanes} x i32> zeroinitializer")

    def _all_true(self) -> str:
        return "<" + ", ".join(["i1 true"] * self.a.lanes) + ">"
