"""A long tape is cut into pieces, each of which becomes a function.

LLVM's time for a function grows faster than the function: about with the square of its steps beyond ten thousand. Functions of
equal length keep it proportional to the tape. What one piece computes and a later one needs goes through an array; a place in it
is free again after the last piece that reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from kinloop.compile.tape.tape import Tape

# Tapes of up to LONGEST_WHOLE steps stay in one piece; longer ones are cut into pieces of about PIECE_LENGTH.
LONGEST_WHOLE, PIECE_LENGTH = 9_000, 500


@dataclass
class Piece:
    """Steps ``first`` to ``last`` (excluded) of a tape.

    ``loads`` and ``stores`` give the place in the shared array of values from earlier pieces and of values for later ones.
    ``results`` are the outputs that it stores, as (step, port, entry); ``places`` is the number of places in use so far.
    """

    first: int
    last: int
    loads: dict[int, int] = field(default_factory=dict)
    stores: dict[int, int] = field(default_factory=dict)
    results: list[tuple[int, int, int]] = field(default_factory=list)
    places: int = 0


def pieces(tape: Tape) -> list[Piece]:
    """The pieces of a tape, in order."""
    count = len(tape.steps)
    number = 1 if count <= LONGEST_WHOLE else -(-count // PIECE_LENGTH)
    edges = [count * k // number for k in range(number + 1)]
    parts = [Piece(first, last) for first, last in pairwise(edges)]
    owner = [k for k, part in enumerate(parts) for _ in range(part.first, part.last)]
    for port, entries in enumerate(tape.results):
        for entry, step in enumerate(entries):
            # Inputs and constants are at hand in every piece.
            parts[owner[step]].results.append((step, port, entry))
    if number > 1:
        _connect(tape, parts, owner)
    return parts


def _connect(tape: Tape, parts: list[Piece], owner: list[int]) -> None:
    """Give a place to every value that crosses from one piece to another, from the piece that computes it to the last that
    reads it."""
    readers: dict[int, list[int]] = {}
    for k, step in enumerate(tape.steps):
        if step.op == "input":
            continue
        for source in step.args:
            if owner[source] < owner[k] and tape.steps[source].op not in ("input", "const"):
                seen = readers.setdefault(source, [])
                if not seen or seen[-1] != owner[k]:
                    seen.append(owner[k])
    free: list[int] = []
    released: list[list[int]] = [[] for _ in parts]
    used = 0
    by_owner: list[list[int]] = [[] for _ in parts]
    for source in sorted(readers):
        by_owner[owner[source]].append(source)
    for k, part in enumerate(parts):
        for source in by_owner[k]:
            if not free:
                free.append(used)
                used += 1
            place = free.pop()
            part.stores[source] = place
            for reader in readers[source]:
                parts[reader].loads[source] = place
            released[readers[source][-1]].append(place)
        part.places = used
        free += released[k]
