"""The runs with the smallest or largest numbers of a column, found piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from kinloop.errors import ShapeError
from kinloop.simulation.store.summary_file import column_array
from kinloop.simulation.store.table_columns import RUN


def best_runs(
    batches: Callable[[Sequence[str] | None], Iterator[Any]], by: str, count: int, largest: bool
) -> list[dict[str, Any]]:
    """All columns of the ``count`` best runs by name; of equal ones the first come first. Two passes: which, and their rows."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 1:
        raise ShapeError(f"best: count is {count!r:.80}, expected a whole number from 1")
    values, numbers = np.zeros(0), np.zeros(0, int)
    for batch in batches([RUN, by]):
        new, runs = column_array(batch, by), column_array(batch, RUN)
        is_known = np.isfinite(new)
        values, numbers = np.concatenate([values, new[is_known]]), np.concatenate([numbers, runs[is_known]])
        order = np.lexsort((numbers, -values if largest else values))[:count]
        values, numbers = values[order], numbers[order]
    rows: dict[int, dict[str, Any]] = {}
    for batch in batches(None) if len(numbers) else ():
        inside = np.flatnonzero(np.isin(column_array(batch, RUN), numbers))
        for row in batch.take(inside).to_pylist() if inside.size else ():
            rows[row[RUN]] = row
    return [rows[int(number)] for number in numbers]
