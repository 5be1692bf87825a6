"""Separates the steps of a tape that depend on the parameters alone.

A batch with one set of parameters, and a run of many steps, compute them once.
"""

from __future__ import annotations

from dataclasses import replace

from kinloop.compile.tape.tape import Port, Step, Tape

PARAMETERS = "parameters"
HELD = "held"


def split_parameter_steps(tape: Tape) -> tuple[Tape, Tape] | None:
    """Split a tape into one of the parameters alone, with the output ``held``, and the rest, which reads that as its last input.

    None where no step depends on the parameters alone. Both have the steps of the whole tape, so they round in the same places.
    """
    port = next((k for k, each in enumerate(tape.inputs) if each.name == PARAMETERS), None)
    if port is None:
        return None
    is_held = [False] * len(tape.steps)
    for k, step in enumerate(tape.steps):
        if step.op == "input":
            is_held[k] = step.args[0] == port
        elif step.op != "const":
            is_held[k] = all(is_held[j] or tape.steps[j].op == "const" for j in step.args)
    wanted = {j for k, step in enumerate(tape.steps) if step.op != "input" and not is_held[k] for j in step.args}
    wanted |= {k for result in tape.results for k in result}
    kept = {k: place for place, k in enumerate(sorted(k for k in wanted if is_held[k] and tape.steps[k].op != "input"))}
    if not kept:
        return None
    held = Port(HELD, (len(kept),))
    of_parameters = [step if is_held[k] or step.op == "const" else None for k, step in enumerate(tape.steps)]
    first, moved = _select_steps(of_parameters)
    inputs = tuple(step._replace(args=(0, step.args[1])) if step.op == "input" else step for step in first)
    before = replace(tape, inputs=(tape.inputs[port],), outputs=(held,), steps=inputs, results=(tuple(moved[k] for k in kept),))
    read = [Step("input", (len(tape.inputs), kept[k])) if k in kept else step for k, step in enumerate(tape.steps)]
    rest = [step if k in kept or not is_held[k] or step.op == "input" else None for k, step in enumerate(read)]
    steps, moved = _select_steps(rest)
    results = tuple(tuple(moved[k] for k in result) for result in tape.results)
    return before, replace(tape, inputs=(*tape.inputs, held), steps=steps, results=results)


def _select_steps(chosen: list[Step | None]) -> tuple[tuple[Step, ...], dict[int, int]]:
    """The steps that are not None, renumbered, and the new index of each."""
    moved: dict[int, int] = {}
    steps: list[Step] = []
    for k, step in enumerate(chosen):
        if step is not None:
            moved[k] = len(steps)
            steps.append(step if step.op in ("input", "const") else step._replace(args=tuple([moved[j] for j in step.args])))
    return tuple(steps), moved
