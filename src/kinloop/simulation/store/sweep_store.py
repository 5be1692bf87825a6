"""A folder with the runs of a sweep: what they share, layouts, chunks, and the index of what is finished."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any
from uuid import uuid4

from kinloop.errors import FileError, ShapeError, UnsupportedOperation, listing
from kinloop.mechanism.formats.text_file import read_text, save_bytes, save_text
from kinloop.simulation.options.run_options import LONGEST
from kinloop.simulation.store.chunk import Chunk
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.store_index import (
    Failure,
    IndexState,
    append_lines,
    call_line,
    chunk_line,
    failure_line,
    read_index,
)
from kinloop.simulation.store.summary_file import read_batches
from kinloop.simulation.store.table_columns import TableColumns

ABOUT, INDEX, LOCK, LAYOUTS, RUNS, SAMPLES = "sweep.json", "index.jsonl", "lock", "layouts", "runs", "samples"
CALL = "call"  # the file with the key of the last call
FORMAT = "kinloop sweep 1"
LARGEST = 64 * 2**20  # bytes of a description
PARTS: dict[str, type] = {"format": str, "id": str, "experiment": str, "columns": dict, "law": dict, "options": dict}
PARTS |= {"parameters": dict, "description": str, "error_of": str, "samples": dict, "numbered_noise": bool, "units": dict}
PARTS |= {"hidden": dict, "check": str}
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
    "trajectory": "the trajectory's functions, places and velocities",
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
        if about["check"] != check_digest(about):
            raise FileError(f"{str(path / ABOUT)!r} was changed after kl.sweep wrote it: it does not fit its check")
        return store

    @classmethod
    def create(cls, folder: Path, about: Mapping[str, Any]) -> SweepStore:
        """A new store. Raises: FileError: the folder cannot be written."""
        content = {"format": FORMAT, "id": uuid4().hex, **about}
        content["check"] = check_digest(content)
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

    def layout_keys(self, number: int) -> list[str]:
        """The keys of the layouts up to this one, whose runs have the numbers before its own."""
        return [each.key for each in self.state.layouts[: number + 1]]

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

    def files(self, chunk: Chunk) -> list[Path]:
        """The files of a chunk."""
        if not chunk.rows:
            return []
        return [self.file(chunk), *([self.sample_file(chunk)] if self.keeps_samples else [])]

    def batches(self, chunk: Chunk, names: Sequence[str]) -> Iterator[Any]:
        """Record batches of some columns of a chunk. Raises: FileError: its file is missing, damaged or another one."""
        known = {name: getattr(chunk, name) for name in ("key", "first", "last", "rows")}
        keys = self.layout_keys(chunk.layout)

        def is_expected(about: Mapping[str, Any], rows: int) -> bool:
            given = about.get("chunk")
            is_same = isinstance(given, dict) and all(given.get(name) == value for name, value in known.items())
            return is_same and about.get("sweep") == self.about["id"] and about.get("layouts") == keys and rows == chunk.rows

        return read_batches(self.file(chunk), names, is_expected)

    def sample_description(self, chunk: Chunk) -> dict[str, str]:
        """The description of a chunk's samples."""
        return sample_description(self.about["id"], chunk.key)

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
        try:
            Layout.load(path, layout.key)
        except FileError:  # missing or damaged
            layout.save(path)
        self.append(call_line(layout.key, layout.runs))
        self._layouts[self.state.current] = layout
        return self.state.current

    def add_chunks(self, chunks: Sequence[Chunk]) -> None:
        """Note that chunks are finished. Raises: FileError: the index cannot be written."""
        self.append(*map(chunk_line, chunks))

    def add_failure(self, failure: Failure) -> None:
        """Note that a chunk failed. Raises: FileError: the index cannot be written."""
        self.append(failure_line(failure))

    def append(self, *lines: Mapping[str, Any]) -> None:
        """Add lines to the index. Raises: FileError: it cannot be written, and is as before."""
        append_lines(self.folder / INDEX, lines)
        for line in lines:
            self.state.add(line)


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


def check_digest(about: Mapping[str, Any]) -> str:
    """A digest of a description without its ``check``."""
    content = {name: value for name, value in about.items() if name != "check"}
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def sample_description(sweep: str, chunk: str) -> dict[str, str]:
    """The description of samples: the ``id`` of their store and the key of their chunk."""
    return {"sweep": sweep, "chunk": chunk}


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
