"""What the index of a store and its files do not agree on: files that no line names, and lines whose files are gone."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np

from kinloop.errors import FileError, KinloopWarning, ShapeError
from kinloop.simulation.store.chunk import KEY, Chunk
from kinloop.simulation.store.known_runs import KnownRuns
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.store_index import call_line, lost_line
from kinloop.simulation.store.summary_file import column_array, read_about
from kinloop.simulation.store.sweep_store import INDEX, LAYOUTS, RUNS, SAMPLES, SweepStore
from kinloop.simulation.store.table_columns import RUN


def recover(store: SweepStore) -> None:
    """Bring index and files together. Raises: FileError: the folder cannot be written, or has runs of unknown calls."""
    _restore_calls(store, _unlisted_files(store))
    forget_lost_files(store)
    adopt_files(store)


def forget_lost_files(store: SweepStore) -> None:
    """Chunks whose files someone removed, such as damaged ones, are simulated again.

    Chunks that were made without runs which others had rely on these, so they are simulated again too. Their files are removed
    before the index says so: else they would be found as files that no line names.
    """
    there = {path.name for folder in (RUNS, SAMPLES) for path in (store.folder / folder).glob("*")}
    chunks = store.state.chunks.values()
    lost = [chunk for chunk in chunks if chunk.rows and not {path.name for path in store.files(chunk)} <= there]
    if not lost:
        return
    relying = [chunk for chunk in chunks if chunk.is_part and chunk not in lost]
    for chunk in (*lost, *relying):
        _remove(*store.files(chunk))
    store.append(lost_line([chunk.key for chunk in (*lost, *relying)]))
    runs = sum(chunk.rows for chunk in (*lost, *relying))
    words = f"files of {len(lost)} chunks are not in {str(store.folder)!r} any more; {runs} runs are missing again"
    warnings.warn(KinloopWarning(f"sweep: {words}"), stacklevel=5)


def adopt_files(store: SweepStore) -> int:
    """Add chunks to the index whose files are there: of a client that was killed before it noted them. Files of chunks whose
    runs the store has already, and files that were never finished, are removed; files of other stores stay, and do not count.
    Returns: how many runs were added.

    Raises: FileError: the files are of calls that the index lacks and that cannot be found again.
    """
    unlisted = _unlisted_files(store)
    _restore_calls(store, unlisted)
    found = [(path, _chunk(store, path, about)) for path, about in unlisted.items()]
    adopted = 0
    # Chunks with all of their runs come first, since others rely on them.
    for path, chunk in sorted(found, key=lambda each: each[1] is not None and each[1].is_part):
        if chunk is not None and _is_new(store, chunk):
            store.add_chunks([chunk])
            adopted += chunk.rows
        else:
            _remove(path, store.folder / SAMPLES / f"{path.stem}.zarr.zip")
    for folder in (RUNS, SAMPLES):
        _remove(*(store.folder / folder).glob(".*.tmp"))
    return adopted


def _unlisted_files(store: SweepStore) -> dict[Path, dict[str, Any]]:
    """The files of this store that the index does not name, with their descriptions. Those that cannot be read are removed."""
    unlisted: dict[Path, dict[str, Any]] = {}
    for path in sorted((store.folder / RUNS).glob("*.parquet")):
        if KEY.fullmatch(path.stem) is None or path.stem in store.state.chunks:
            continue
        about = read_about(path)
        if about is None:
            _remove(path)
        elif about.get("sweep") == store.about["id"]:
            unlisted[path] = about
    return unlisted


def _remove(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _restore_calls(store: SweepStore, unlisted: Mapping[Path, Mapping[str, Any]]) -> None:
    """Add calls that an index has lost, of which chunks and values are there: the places of their runs are known from these."""
    given = {path: about.get("layouts") for path, about in unlisted.items()}
    longest = max((keys for keys in given.values() if _are_keys(keys)), key=len, default=[])
    for key in longest[len(store.state.layouts) :]:
        layout = Layout.load(store.folder / LAYOUTS / f"{key}.npz", key)
        store.append(call_line(layout.key, layout.runs))
    known = [each.key for each in store.state.layouts]
    if unknown := [path for path, keys in given.items() if not _are_keys(keys) or not keys or keys != known[: len(keys)]]:
        raise FileError(
            f"{str(store.folder / INDEX)!r} lacks the calls of {len(unknown)} files in {RUNS!r}, such as {unknown[0].name!r}; "
            "put the index back as it was, or remove these files, and their runs are simulated again"
        )


def _are_keys(given: Any) -> TypeGuard[list[str]]:
    return isinstance(given, list) and all(isinstance(key, str) and KEY.fullmatch(key) for key in given)


def _chunk(store: SweepStore, path: Path, about: Mapping[str, Any]) -> Chunk | None:
    """The chunk that a file describes; None if it is not complete."""
    try:
        chunk = Chunk.from_json(about["chunk"])
    except ShapeError:
        return None
    is_complete = all(each.exists() for each in store.files(chunk)) and chunk.layout == len(about["layouts"]) - 1
    return chunk if is_complete and chunk.key == path.stem and chunk.last <= store.state.layouts[chunk.layout].runs else None


def _is_new(store: SweepStore, chunk: Chunk) -> bool:
    """Whether the store has none of the runs of a chunk, and all those that it relies on."""
    if store.state.covered[chunk.layout].overlaps(chunk.first, chunk.last):
        return False
    if not chunk.is_part:
        return True
    offset = store.state.layouts[chunk.layout].offset
    try:
        own = [column_array(batch, RUN) - offset for batch in store.batches(chunk, [RUN])]
    except FileError:
        return False
    others = np.setdiff1d(np.arange(chunk.first, chunk.last), np.concatenate(own) if own else [])
    return bool(KnownRuns(store, store.layout(chunk.layout), chunk.layout).contain(others).all())
