"""A tape as an LLVM function on vectors: one sample a lane.

NaN in gives NaN out for every operation, the comparisons and choices included.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import nan

from kinloop.compile.llvm import arctangent
from kinloop.compile.llvm.assembly import Assembly
from kinloop.compile.llvm.target import Target
from kinloop.compile.llvm.trigonometry import SineCosine, sine_cosine
from kinloop.compile.tape.parameter_steps import split_parameter_steps
from kinloop.compile.tape.passes import prepare
from kinloop.compile.tape.pieces import Piece, pieces
from kinloop.compile.tape.tape import Tape
from kinloop.errors import UnsupportedOperation

Emit = Callable[[Assembly, list[str]], str]

# Functions of the C library, under the same names.
LIBRARY = {"tan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"}
LIBRARY |= {"exp", "log", "pow", "log1p", "expm1", "hypot", "fmod", "erf"}

# What an operation costs on one lane, in additions, where it is much more than one.
COST = {"sin": 15, "cos": 15, "atan2": 40, "atan": 40, "asin": 50, "acos": 50}
COST |= {"div": 6, "inv": 6, "sqrt": 6, **dict.fromkeys(LIBRARY, 100)}


def work(tape: Tape) -> int:
    """The approximate cost of a sample in additions, memory traffic included. It only decides the number of threads."""
    moved = sum(port.size for port in (*tape.inputs, *tape.outputs))
    return 4 * moved + sum(COST.get(step.op, 1) for step in tape.steps)


@dataclass(frozen=True)
class Functions:
    """The LLVM functions of a tape.

    The function ``symbol`` computes the tape ``rest``. Where steps depend on the parameters alone, the function
    ``symbol_before`` computes them; they are the tape ``before``, whose output is the last input of ``rest``.
    """

    rest: Tape
    before: Tape | None
    lines: list[str]
    declarations: set[str]


def emit_functions(tape: Tape, symbol: str, target: Target, lanes: int, inline: bool = True) -> Functions:
    """Internal functions of pointers to vectors, inputs then outputs, that compute the tape once for ``lanes`` samples."""
    tape = prepare(tape, fuse=target.has_fma)
    before, rest = split_parameter_steps(tape) or (None, tape)
    code = [_emit_function(rest, symbol, target, lanes, inline)]
    if before is not None:
        code.append(_emit_function(before, f"{symbol}_before", target, lanes, inline=False))
    return Functions(rest, before, [line for a in code for line in a.lines], set().union(*(a.declarations for a in code)))


def _emit_function(tape: Tape, symbol: str, target: Target, lanes: int, inline: bool) -> Assembly:
    """Emit the function of a tape. A long tape becomes several functions, called in order (see ``pieces``)."""
    a = Assembly(lanes, target.has_fma)
    ports = [f"ptr noalias readonly %in{k}" for k in range(len(tape.inputs))]
    ports += [f"ptr noalias writeonly %out{k}" for k in range(len(tape.outputs))]
    parts = pieces(tape)
    if len(parts) == 1:
        _emit_piece(a, tape, parts[0], f"@{symbol}({', '.join(ports)}) {'' if inline else 'noinline '}")
        return a
    for k, piece in enumerate(parts):
        _emit_piece(a, tape, piece, f"@{symbol}_{k}({', '.join([*ports, 'ptr noalias %kept'])}) noinline ")
    a.lines.append(f"define internal void @{symbol}({', '.join(ports)}) noinline {{")
    a.line(f"%kept = alloca {a.vector}, i64 {max(1, *(piece.places for piece in parts))}, align 64")
    names = [f"ptr {port.rpartition(' ')[2]}" for port in (*ports, "%kept")]
    for k in range(len(parts)):
        a.line(f"call void @{symbol}_{k}({', '.join(names)})")
    a.line("ret void")
    a.lines.append("}")
    return a


def _emit_piece(a: Assembly, tape: Tape, piece: Piece, head: str) -> None:
    """Emit one function: the steps of a piece, the loads from earlier pieces and the stores for later ones."""
    a.lines.append(f"define internal void {head}{{")
    values: dict[int, str] = {}
    circle: dict[str, SineCosine] = {}

    def value(k: int) -> str:
        """The value of a step. Inputs, constants and values of earlier pieces are loaded when first needed."""
        if k not in values:
            step = tape.steps[k]
            if step.op == "const":
                values[k] = a.constant(step.value)
            elif step.op == "input":
                values[k] = load(a, f"%in{step.args[0]}", step.args[1])
            else:
                values[k] = load(a, "%kept", piece.loads[k])
        return values[k]

    for k in range(piece.first, piece.last):
        step = tape.steps[k]
        if step.op in ("const", "input"):
            value(k)
        elif step.op in ("sin", "cos"):
            x = value(step.args[0])
            if x not in circle:
                circle[x] = sine_cosine(a, x)
            values[k] = circle[x].sine if step.op == "sin" else circle[x].cosine
        else:
            values[k] = _operation(a, step.op, [value(j) for j in step.args])
        if k in piece.stores:  # at once: values that wait for the end of a function occupy registers
            store(a, values[k], "%kept", piece.stores[k])
    for k, port, entry in piece.results:
        store(a, value(k), f"%out{port}", entry)
    a.line("ret void")
    a.lines.append("}")


def load(a: Assembly, pointer: str, entry: int | str) -> str:
    """Load one vector of an array of vectors."""
    return a.let(f"load {a.vector}, ptr {a.let(f'getelementptr {a.vector}, ptr {pointer}, i64 {entry}')}")


def store(a: Assembly, value: str, pointer: str, entry: int) -> None:
    """Store a vector at an entry of an array of vectors."""
    a.line(f"store {a.vector} {value}, ptr {a.let(f'getelementptr {a.vector}, ptr {pointer}, i64 {entry}')}")


def _operation(a: Assembly, op: str, args: list[str]) -> str:
    if op in LIBRARY:
        value = a.by_lane(op, *args)
        return _unless_nan(a, args, value) if len(args) == 2 else value  # C says that pow(1, NaN) is 1
    if op not in OPERATIONS:
        raise UnsupportedOperation(
            f"the compiler has no machine code for {op!r}; it has: {', '.join(sorted([*OPERATIONS, *LIBRARY]))}"
        )
    return OPERATIONS[op](a, args)


def _arithmetic(op: str) -> Emit:
    return lambda a, x: a.binary(op, x[0], x[1])


def _intrinsic(name: str) -> Emit:
    return lambda a, x: a.intrinsic(name, *x)


def _unless_nan(a: Assembly, x: list[str], value: str) -> str:
    """The value, but NaN where one of ``x`` is."""
    return a.select(a.compare("uno", x[0], x[-1]), a.constant(nan), value)


def _comparison(condition: str) -> Emit:
    """1 or 0, and NaN where either side is."""

    def emit(a: Assembly, x: list[str]) -> str:
        return _unless_nan(a, x, a.select(a.compare(condition, x[0], x[1]), a.constant(1.0), a.constant(0.0)))

    return emit


def _is_false(a: Assembly, x: str) -> str:
    return a.compare("oeq", x, a.constant(0.0))


def _logic(op: str) -> Emit:
    def emit(a: Assembly, x: list[str]) -> str:
        both = a.let(f"{op} {a.mask} {_is_false(a, x[0])}, {_is_false(a, x[1])}")
        return _unless_nan(a, x, a.select(both, a.constant(0.0), a.constant(1.0)))

    return emit


def _if_else_zero(a: Assembly, x: list[str]) -> str:
    return _unless_nan(a, x[:1], a.select(_is_false(a, x[0]), a.constant(0.0), x[1]))


def _sign(a: Assembly, x: list[str]) -> str:
    signed_one = a.intrinsic("copysign", a.constant(1.0), x[0])
    # Zero and NaN are their own sign.
    return a.select(a.compare("one", x[0], a.constant(0.0)), signed_one, x[0])


OPERATIONS: dict[str, Emit] = {
    "add": _arithmetic("fadd"),
    "sub": _arithmetic("fsub"),
    "mul": _arithmetic("fmul"),
    "div": _arithmetic("fdiv"),
    "inv": lambda a, x: a.binary("fdiv", a.constant(1.0), x[0]),
    "neg": lambda a, x: a.negative(x[0]),
    "sq": lambda a, x: a.binary("fmul", x[0], x[0]),
    "twice": lambda a, x: a.binary("fadd", x[0], x[0]),
    "fma": lambda a, x: a.fma(*x),
    "fms": lambda a, x: a.fma(x[0], x[1], a.negative(x[2])),
    "fnma": lambda a, x: a.fma(a.negative(x[0]), x[1], x[2]),
    "atan2": lambda a, x: arctangent.atan2(a, x[0], x[1]),
    "atan": lambda a, x: arctangent.atan(a, x[0]),
    "asin": lambda a, x: arctangent.asin(a, x[0]),
    "acos": lambda a, x: arctangent.acos(a, x[0]),
    "sqrt": _intrinsic("sqrt"),
    "fabs": _intrinsic("fabs"),
    "floor": _intrinsic("floor"),
    "ceil": _intrinsic("ceil"),
    "copysign": lambda a, x: _unless_nan(a, x, a.intrinsic("copysign", *x)),
    "fmin": _intrinsic("minimum"),
    "fmax": _intrinsic("maximum"),
    "lt": _comparison("olt"),
    "le": _comparison("ole"),
    "eq": _comparison("oeq"),
    "ne": _comparison("une"),
    "and": _logic("or"),  # false where either is false
    "or": _logic("and"),  # false where both are false
    "not": lambda a, x: _unless_nan(a, x, a.select(_is_false(a, x[0]), a.constant(1.0), a.constant(0.0))),
    "if_else_zero": _if_else_zero,
    "if_lt": lambda a, x: _unless_nan(a, x[:2], a.select(a.compare("olt", x[0], x[1]), x[2], x[3])),
    "if_le": lambda a, x: _unless_nan(a, x[:2], a.select(a.compare("ole", x[0], x[1]), x[2], x[3])),
    "sign": _sign,
}
