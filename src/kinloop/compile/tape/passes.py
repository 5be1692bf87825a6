"""Rewrites of a tape before machine code: joined cases, shared reciprocals and fused multiply-adds.

They act on the tape and not in LLVM, so that every kernel made from a tape rounds in the same places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from kinloop.compile.tape.tape import Step, Tape

# Appends what becomes of one step to the new steps and returns its index. The arguments are the new steps so far, the new index
# of each old step, and the old step's index and itself.
Rewrite = Callable[[list[Step], list[int], int, Step], int]


def prepare(tape: Tape, fuse: bool) -> Tape:
    """Apply all rewrites; the result is what the emitter reads."""
    tape = _drop_unused(share_reciprocals(_drop_unused(join_cases(tape))))
    return _drop_unused(fuse_multiply_add(tape)) if fuse else tape


def uses(tape: Tape) -> Counter[int]:
    """The number of times that steps and outputs read each step."""
    count: Counter[int] = Counter(entry for result in tape.results for entry in result)
    for step in tape.steps:
        if step.op != "input":
            count.update(step.args)
    return count


def join_cases(tape: Tape) -> Tape:
    """Make one step of ``if_else(x < y, a, b)``, which CasADi writes as five.

    CasADi's form is a sum of two parts, each zero where the other is not, with truth values as numbers between them.
    """
    steps = tape.steps

    def rewrite(new: list[Step], moved: list[int], k: int, step: Step) -> int:
        if step.op == "add":
            first, second = (steps[j] for j in step.args)
            if first.op == second.op == "if_else_zero":
                condition, otherwise = steps[first.args[0]], steps[second.args[0]]
                if otherwise.op == "not" and otherwise.args[0] == first.args[0] and condition.op in ("lt", "le"):
                    args = (*condition.args, first.args[1], second.args[1])
                    return _append(new, Step(f"if_{condition.op}", tuple([moved[a] for a in args])))
        return _append(new, _renumber(step, moved))

    return _rewrite_steps(tape, rewrite)


def share_reciprocals(tape: Tape) -> Tape:
    """Replace the divisions by a divisor that is used twice by one reciprocal: a division costs about ten multiplications.

    A quotient is then rounded twice, and a divisor below 6e-309, whose reciprocal overflows, counts as zero.
    """
    divisors = Counter(step.args[1] for step in tape.steps if step.op == "div")
    divisors.update(step.args[0] for step in tape.steps if step.op == "inv")
    reciprocals: dict[int, int] = {}

    def rewrite(steps: list[Step], moved: list[int], k: int, step: Step) -> int:
        divisor = step.args[-1] if step.op in ("div", "inv") else -1
        if divisor < 0 or divisors[divisor] < 2:
            return _append(steps, _renumber(step, moved))
        if divisor not in reciprocals:
            reciprocals[divisor] = _append(steps, Step("inv", (moved[divisor],)))
        if step.op == "inv":
            return reciprocals[divisor]
        return _append(steps, Step("mul", (moved[step.args[0]], reciprocals[divisor])))

    return _rewrite_steps(tape, rewrite)


def fuse_multiply_add(tape: Tape) -> Tape:
    """Make one step of ``a*b + c`` where nothing else needs the product."""
    count = uses(tape)

    def factors(k: int) -> tuple[int, int] | None:
        step = tape.steps[k]
        if count[k] != 1 or step.op not in ("mul", "sq"):
            return None
        return (step.args[0], step.args[-1])

    def rewrite(steps: list[Step], moved: list[int], k: int, step: Step) -> int:
        if step.op in ("add", "sub"):
            x, y = step.args
            if right := factors(y):
                op = "fma" if step.op == "add" else "fnma"
                return _append(steps, Step(op, (moved[right[0]], moved[right[1]], moved[x])))
            if left := factors(x):
                op = "fma" if step.op == "add" else "fms"
                return _append(steps, Step(op, (moved[left[0]], moved[left[1]], moved[y])))
        return _append(steps, _renumber(step, moved))

    return _rewrite_steps(tape, rewrite)


def _rewrite_steps(tape: Tape, rewrite: Rewrite) -> Tape:
    steps: list[Step] = []
    moved: list[int] = []
    for k, step in enumerate(tape.steps):
        moved.append(rewrite(steps, moved, k, step))
    return replace(tape, steps=tuple(steps), results=tuple(tuple(moved[e] for e in result) for result in tape.results))


def _drop_unused(tape: Tape) -> Tape:
    needed = bytearray(len(tape.steps))
    for result in tape.results:
        for entry in result:
            needed[entry] = True
    for k in range(len(tape.steps) - 1, -1, -1):
        step = tape.steps[k]
        if needed[k] and step.op != "input":
            for a in step.args:
                needed[a] = True
    if all(needed):
        return tape
    return _rewrite_steps(tape, lambda steps, moved, k, step: _append(steps, _renumber(step, moved)) if needed[k] else -1)


def _renumber(step: Step, moved: list[int]) -> Step:
    if step.op == "input":
        return step
    args = tuple([moved[a] for a in step.args])
    # Tapes have tens of thousands of steps: one that does not change is not created again.
    return step if args == step.args else Step(step.op, args, step.value)


def _append(steps: list[Step], step: Step) -> int:
    steps.append(step)
    return len(steps) - 1
