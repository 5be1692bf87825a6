"""The summaries of some runs as a Parquet file: written as bytes, read column by column."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import FileError, UnsupportedOperation, in_one_line
from kinloop.simulation.record.rollout_record import WORDS
from kinloop.simulation.store.table_columns import RUN, STATUS, TableColumns

Array = np.ndarray
ABOUT = b"kinloop"  # the key of the description in the metadata
ROWS = 1 << 16  # that are read at a time
ADVICE = "remove this file, and the same call of kl.sweep simulates its runs again"
CODES = {word: code for code, word in WORDS.items()}


def require_arrow() -> Any:
    """The module pyarrow. Raises: UnsupportedOperation: it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UnsupportedOperation(
            "a store of runs needs pyarrow, which is not installed: pip install 'kinloop[cluster]'"
        ) from None
    return pyarrow


def summary_bytes(
    columns: TableColumns, runs: Array, values: Mapping[str, Array], results: Mapping[str, Array], about: Mapping[str, Any]
) -> bytes:
    """A Parquet file of runs with these numbers, varied values (n, ...) and results (n, ...); ``about`` describes it."""
    arrow = require_arrow()
    flat = {RUN: np.asarray(runs, np.int64), **columns.flat_varied(values)}
    words = [WORDS[code].encode() for code in sorted(WORDS)]
    ends = np.cumsum([0, *map(len, words)], dtype=np.int32)
    places = np.searchsorted(sorted(WORDS), np.asarray(results[STATUS])).astype(np.int8)
    texts = arrow.StringArray.from_buffers(len(words), arrow.py_buffer(ends), arrow.py_buffer(b"".join(words)))
    status = arrow.DictionaryArray.from_arrays(_as_column(arrow, places), texts)
    table = {name: _as_column(arrow, array) for name, array in flat.items()} | {STATUS: status}
    table |= {name: _as_column(arrow, array) for name, array in columns.flat_results(results).items()}
    fields = [
        arrow.field(name, array.type, nullable=False, metadata={"unit": columns.units[name]} if name in columns.units else None)
        for name, array in table.items()
    ]
    schema = arrow.schema(fields, metadata={ABOUT: json.dumps(about)})
    sink = arrow.BufferOutputStream()
    arrow.parquet.write_table(
        arrow.Table.from_arrays(list(table.values()), schema=schema),
        sink,
        compression="zstd",
        compression_level=1,
        use_dictionary=[STATUS],  # numbers that differ from run to run have none
        write_statistics=True,
        write_page_checksum=True,  # else a bit that a disk changed is another number
    )
    return bytes(sink.getvalue())


def _as_column(arrow: Any, array: Array) -> Any:
    """A column with the numbers of an array, without a copy. ``pyarrow.array`` would import pandas, half a second and 50 MB."""
    plain = np.ascontiguousarray(array)
    kind = {"f8": arrow.float64, "i8": arrow.int64, "u8": arrow.uint64, "i1": arrow.int8}[plain.dtype.str[1:]]
    return arrow.Array.from_buffers(kind(), len(plain), [None, arrow.py_buffer(plain)])


def read_about(path: Path) -> dict[str, Any] | None:
    """The description of a file; None if it is not one of a sweep."""
    arrow = require_arrow()
    try:
        return _description(arrow.parquet.read_schema(path).metadata)
    except (arrow.ArrowException, OSError, ValueError):
        return None


def _description(metadata: Mapping[bytes, bytes] | None) -> dict[str, Any] | None:
    """The description in the metadata of a file; None where there is none."""
    try:
        about = json.loads((metadata or {})[ABOUT])
    except (KeyError, ValueError, RecursionError):
        return None
    return about if isinstance(about, dict) else None


def read_batches(
    path: Path, names: Sequence[str], is_expected: Callable[[Mapping[str, Any], int], bool], rows: int = ROWS
) -> Iterator[Any]:
    """Record batches of some columns of a file, at most so many rows at a time. ``is_expected``: whether a description and a
    number of rows are those of the file that is meant.

    Raises: FileError: the file is missing, damaged or another one, or lacks a column.
    """
    arrow = require_arrow()
    try:
        with arrow.parquet.ParquetFile(path, page_checksum_verification=True) as file:
            missing = [name for name in names if name not in file.schema_arrow.names]
            if missing:
                raise FileError(f"{str(path)!r} has no column {missing[0]!r}; it is not a file of this sweep; {ADVICE}")
            if not is_expected(_description(file.schema_arrow.metadata) or {}, file.metadata.num_rows):
                raise FileError(f"{str(path)!r} has other runs than the index of the store says; {ADVICE}")
            for batch in file.iter_batches(batch_size=rows, columns=list(names)):
                yield batch.select(list(names))
    except FileError:
        raise
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise FileError(f"{str(path)!r} cannot be read: {in_one_line(' '.join(str(error).split()))}; {ADVICE}") from None


def column_array(batch: Any, name: str) -> Array:
    """A column of a record batch as an array; the status as its codes."""
    column = batch.column(name)
    if name != STATUS:
        return np.asarray(column.to_numpy(zero_copy_only=False))
    words = column.dictionary.to_pylist()
    if unknown := [word for word in words if word not in CODES]:
        raise FileError(f"a file of the store has the status {unknown[0]!r:.80}, expected one of {', '.join(CODES)}")
    codes = np.array([CODES[word] for word in words], np.uint8)
    return codes[column.indices.to_numpy(zero_copy_only=False)]
