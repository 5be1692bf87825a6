"""A folder with the runs of a sweep: what they share, layouts, chunks, and the index of what is finished."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any
from uuid import uuid4

from kinloop.errors import FileError, ShapeError, UnsupportedOperation, listing
from kinloop.mechanism.formats.text_file import read_text, save_bytes, save_text
from kinloop.simulation.options.run_options import LONGEST
from kinloop.simulation.store.chunk import KEY, Chunk
from kinloop.simulation.store.folder_lock import FolderLock
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.store_index import (
    Failure,
    IndexState,
    append_lines,
    call_line,
    chunk_line,
    failure_line,
    read_index,
    remove_torn_line,
)
from kinloop.simulation.store.summary_file import read_about
from kinloop.simulation.store.table_columns import TableColumns

ABOUT, INDEX, LOCK, LAYOUTS, RUNS, SAMPLES = "sweep.json", "index.jsonl", "lock", "layouts", "runs", "samples"
FORMAT = "kinloop sweep 1"
LARGEST = 64 * 2**20  # bytes of a description
PARTS: dict[str, type] = {"format": str, "id": str, "experiment": str, "columns": dict, "law": dict, "options": dict}
PARTS |= {"parameters": dict, "description": str, "error_of": str, "samples": dict, "numbered_noise": bool, "units": dict}
PARTS |= {"hidden": dict}
#: Parts of a description that make it another experiment, with words for a message.
WORDS = {
    "description": "the robot's description",
    "parameters": "the robot's parameters",
    "law": "the law",
    "options": "the options",
    "varied": "what is varied",
    "samples": "the samples that are kept",
    "error_of": "what the errors are those of",
    "numbered_noise": "whether noise belongs to the number of a run",
    "controller": "parameters that the controller alone knows",
    "prepared": "numbers that the law computes beforehand",
    "formulas": "the formulas of a function",
    "stiffest": "the stiffest surface, which the steps of all runs suit (kl.Native(substeps=...) chooses them)",
    "trajectory": "the places that the trajectory passes",
}


class SweepStore:
    """The folder of a sweep, as it is now."""

    def __init__(self, folder: Path, about: Mapping[str, Any], state: IndexState) -> None:
        self.folder, self.about, self.state = folder, about, state

    @classmethod
    def open(cls, folder: str | PathLike[str]) -> SweepStore:
        """The store in a folder; no code in it is run.

        Raises: FileError: there is none, or it is damaged; the message says where.
        """
        path = Path(folder)
        if not path.is_dir() or not (path / ABOUT).exists():
            raise FileError(f"{str(folder)!r} is no store of a sweep, a folder with {ABOUT} that kl.sweep makes")
        text = read_text(path / ABOUT, LARGEST, "stores")
        try:
            about = json.loads(text)
        except (ValueError, RecursionError):
            about = None
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise FileError(f"{str(path / ABOUT)!r} does not have the format {FORMAT!r}, as kl.sweep writes it")
        if wrong := [name for name, kind in PARTS.items() if type(about.get(name)) is not kind]:
            raise FileError(f"{str(path / ABOUT)!r} lacks {listing(wrong)}, as kl.sweep writes them")
        store = cls(path, about, read_index(path / INDEX))
        try:
            _ = store.columns
            _check_samples(about)
        except ShapeError as error:
            raise FileError(f"{str(path / ABOUT)!r}: {error}") from None
        return store

    @classmethod
    def create(cls, folder: Path, about: Mapping[str, Any]) -> SweepStore:
        """A new store. Raises: FileError: the folder cannot be written."""
        content = {"format": FORMAT, "id": uuid4().hex, **about}
        save_text(folder / ABOUT, json.dumps(content, indent=1))
        return cls(folder, content, IndexState())

    @cached_property
    def columns(self) -> TableColumns:
        """The columns of the table. Raises: ShapeError: the description is damaged."""
        return TableColumns.from_json(self.about["columns"])

    @property
    def keeps_samples(self) -> bool:
        """Whether samples are kept."""
        return bool(self.about["samples"])

    def layout(self, number: int) -> Layout:
        """The layout with this number. Raises: FileError: its file is missing or another one."""
        entry = self.state.layouts[number]
        if number not in self._layouts:
            self._layouts[number] = Layout.load(self.folder / LAYOUTS / f"{entry.key}.npz", entry.key)
        return self._layouts[number]

    @cached_property
    def _layouts(self) -> dict[int, Layout]:
        return {}

    def chunks(self) -> list[Chunk]:
        """The chunks that have runs, in the order of these."""
        return sorted((each for each in self.state.chunks.values() if each.rows), key=lambda each: (each.layout, each.first))

    def file(self, chunk: Chunk) -> Path:
        """The file with the summaries of a chunk."""
        return self.folder / RUNS / f"{chunk.key}.parquet"

    def sample_file(self, chunk: Chunk) -> Path:
        """The file with the samples of a chunk."""
        return self.folder / SAMPLES / f"{chunk.key}.zarr.zip"

    # ---------------------------------------------------------------- writing, by one process at a time

    def require_experiment(self, about: Mapping[str, Any]) -> None:
        """Raises: UnsupportedOperation: the store has runs of another experiment; the message names what differs."""
        if self.about["experiment"] == about["experiment"]:
            return
        ours, given = ({**each, **each["hidden"], "varied": each["columns"]["varied"]} for each in (self.about, about))
        differs = [
            _name(words, ours.get(name), given.get(name)) for name, words in WORDS.items() if ours.get(name) != given.get(name)
        ]
        raise UnsupportedOperation(
            f"sweep: {str(self.folder)!r} has runs of another experiment; this differs: "
            f"{listing(differs)}; expected the same, or another folder"
        )

    def begin_call(self, layout: Layout) -> int:
        """Note that a call asks for these runs; the number of its layout. Raises: FileError."""
        path = self.folder / LAYOUTS / f"{layout.key}.npz"
        if not path.exists():
            layout.save(path)
        self._append(call_line(layout.key, layout.runs))
        self._layouts[self.state.current] = layout
        return self.state.current

    def add_chunks(self, chunks: Sequence[Chunk]) -> None:
        """Note that chunks are finished. Raises: FileError: the index cannot be written."""
        self._append(*map(chunk_line, chunks))

    def add_failure(self, failure: Failure) -> None:
        """Note that a chunk failed. Raises: FileError: the index cannot be written."""
        self._append(failure_line(failure))

    def _append(self, *lines: Mapping[str, Any]) -> None:
        append_lines(self.folder / INDEX, lines)
        for line in lines:
            self.state.add(line)

    def adopt_files(self) -> int:
        """Add chunks to the index whose files are there: of a client that was killed before it noted them. Files of chunks whose
        runs the store has already, and files that were never finished, are removed. Returns: how many runs were added."""
        adopted = 0
        for path in sorted((self.folder / RUNS).glob("*.parquet")):
            if KEY.fullmatch(path.stem) is None or path.stem in self.state.chunks:
                continue
            chunk = self._described_chunk(path)
            if chunk is not None and not self.state.covered[chunk.layout].overlaps(chunk.first, chunk.last):
                self.add_chunks([chunk])
                adopted += chunk.rows
            else:
                for file in (path, self.folder / SAMPLES / f"{path.stem}.zarr.zip"):
                    with suppress(OSError):
                        file.unlink(missing_ok=True)
        for folder in (RUNS, SAMPLES):
            for path in (self.folder / folder).glob(".*.tmp"):
                with suppress(OSError):
                    path.unlink()
        return adopted

    def _described_chunk(self, path: Path) -> Chunk | None:
        """The chunk that a file of this store describes; None if it is of something else."""
        about = read_about(path)
        if about is None or about.get("sweep") != self.about["id"]:
            return None
        keys = [each.key for each in self.state.layouts]
        try:
            chunk = Chunk.from_json({**about["chunk"], "layout": keys.index(about["layout"])})
        except (ShapeError, ValueError, KeyError, TypeError):
            return None
        is_complete = not self.keeps_samples or self.sample_file(chunk).exists()
        return chunk if is_complete and chunk.key == path.stem and chunk.last <= self.state.layouts[chunk.layout].runs else None


def _check_samples(about: Mapping[str, Any]) -> None:
    """Raises: ShapeError: a description of samples that no sweep has."""
    kept, error_of = about["samples"], about["error_of"]
    is_fit = error_of in ("task", "active")
    if kept:
        counts = [
            kept.get("steps"),
            kept.get("every"),
            *(kept["columns"].values() if isinstance(kept.get("columns"), dict) else [""]),
        ]
        is_fit &= type(kept.get("period")) is float and 0 < kept["period"] < LONGEST
        is_fit &= all(type(count) is int and 0 <= count < LONGEST for count in counts) and all(counts[:2])
    if not is_fit:
        raise ShapeError(f"its samples are not as kl.sweep writes them: {str(kept)[:80]}, errors of {error_of!r:.40}")


def _name(words: str, ours: Any, given: Any) -> str:
    """A part that differs, with the names of the entries that do, if it has some."""
    if not isinstance(ours, dict) or not isinstance(given, dict):
        return words
    return f"{words} ({', '.join(sorted(name for name in {*ours, *given} if ours.get(name) != given.get(name)))})"


def write_chunk(folder: Path, key: str, summaries: bytes, samples: bytes | None) -> None:
    """Write the files of a chunk, each atomically and the summaries last. Raises: FileError."""
    if samples is not None:
        save_bytes(folder / SAMPLES / f"{key}.zarr.zip", samples)
    save_bytes(folder / RUNS / f"{key}.parquet", summaries)


class OpenForWriting:
    """``with OpenForWriting(folder, about) as store: ...``: the store of an experiment, made where there is none, for one process
    at a time.

    Raises: FileError: the folder cannot be made or written, or has other files. UnsupportedOperation: another process writes to
    it, or it has runs of another experiment.
    """

    def __init__(self, folder: str | PathLike[str], about: Mapping[str, Any]) -> None:
        try:
            self._folder = Path(folder).expanduser().absolute()
        except (TypeError, RuntimeError):
            raise ShapeError(f"sweep: store is {folder!r:.80}, expected the path of a folder") from None
        self._about = about

    def __enter__(self) -> SweepStore:
        folder = self._folder
        try:
            is_store = (folder / ABOUT).exists()
            if folder.exists() and not folder.is_dir():
                raise FileError(f"{str(folder)!r} is a file, expected a folder for the store")
            others = [] if is_store or not folder.exists() else [each.name for each in folder.iterdir() if each.name != LOCK]
            own = (*(LAYOUTS, RUNS, SAMPLES),)
            if others := [name for name in others if name not in own and not name.endswith(".tmp")]:
                raise FileError(
                    f"{str(folder)!r} has other files ({listing(sorted(others)[:3])}), expected a new folder, an empty one or a "
                    "store of the same sweep"
                )
            for part in own:
                (folder / part).mkdir(parents=True, exist_ok=True)
        except FileError:
            raise
        except (OSError, ValueError) as error:
            raise FileError(f"{str(folder)!r} cannot be made: {getattr(error, 'strerror', None) or error}") from error
        self._lock = FolderLock(folder / LOCK)
        self._lock.__enter__()
        try:
            if not (folder / ABOUT).exists():
                return SweepStore.create(folder, self._about)
            remove_torn_line(folder / INDEX)
            store = SweepStore.open(folder)
            store.require_experiment(self._about)
            store.adopt_files()
            return store
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise

    def __exit__(self, *given: Any) -> None:
        self._lock.__exit__(None, None, None)
