"""The memory of tables; those that do not fit are refused before they are loaded."""

from __future__ import annotations

from kinloop.simulation.loop.memory import require_memory


def require_table_memory(rows: int, columns: int) -> None:
    """Raises: NotEnoughMemory: a table of numbers does not fit into memory, together with the pieces that it is joined from."""
    require_memory(
        16.0 * rows * columns,
        f"sweep: {columns} columns of {rows} runs",
        "choose fewer columns or runs, or read piece by piece with batches(), percentiles() and best()",
    )
