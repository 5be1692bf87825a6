"""Stores from others are data: what is damaged or hostile is named, and nothing in it is run or leads out of the folder."""

from __future__ import annotations

import json
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sweep_runs import VARY, run_sweep

import kinloop as kl
from kinloop.simulation.store.store_index import append_lines, index_line, read_index
from kinloop.simulation.store.sweep_store import check_digest


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_sweep(tmp_path_factory.mktemp("stores") / "store", {name: values[:6] for name, values in VARY.items()}).folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "store"))


def with_line(**change: Any) -> Callable[[Path], None]:
    """The last line of the index with other values."""

    def damage(folder: Path) -> None:
        lines = (folder / "index.jsonl").read_bytes().splitlines(keepends=True)
        content = json.loads(lines[-1]) | change
        del content["crc"]
        (folder / "index.jsonl").write_bytes(b"".join(lines[:-1]) + index_line(content))

    return damage


def with_about(**change: Any) -> Callable[[Path], None]:
    """Another description."""

    def damage(folder: Path) -> None:
        about = json.loads((folder / "sweep.json").read_text()) | change
        (folder / "sweep.json").write_text(json.dumps({**about, "check": check_digest(about)}))

    return damage


def with_text(name: str, content: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes(content) and None


def with_digit(name: str, before: str, after: str) -> Callable[[Path], None]:
    """A file that still is what it should be, with another number."""

    def damage(folder: Path) -> None:
        text = (folder / name).read_text()
        assert before in text
        (folder / name).write_text(text.replace(before, after, 1))

    return damage


DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "no folder": (shutil.rmtree, "is no store of a sweep"),
    "no description": (lambda folder: (folder / "sweep.json").unlink(), "is no store of a sweep"),
    "no JSON": (with_text("sweep.json", b"\x80\x04K\x01."), r"sweep\.json"),
    "deep JSON": (with_text("sweep.json", b"[" * 100_000), "does not have the format"),
    "another format": (with_about(format="kinloop sweep 7"), "does not have the format 'kinloop sweep 1'"),
    "missing parts": (with_about(law=None, units=3), "lacks law, units"),
    "columns of something else": (with_about(columns={"varied": 3}), "its columns are not as"),
    "columns twice": (with_about(columns={"varied": {}, "results": {"a": ["status"]}, "units": {}}), "its columns are not as"),
    "no robot": (with_about(description="[links]"), "describes no robot"),
    "a path as key": (with_line(key="../../../etc/passwd"), "is damaged in line 2"),
    "a layout that is not there": (with_line(layout=7), "is damaged in line 2"),
    "negative runs": (with_line(rows=-1), "is damaged in line 2"),
    "more runs than numbers": (with_line(rows=10**9), "is damaged in line 2"),
    "runs as text": (with_line(first="0"), "is damaged in line 2"),
    "another kind of line": (with_line(kind="code"), "a line of the unknown kind 'code'"),
    "seconds as text": (with_line(seconds="1"), "is damaged in line 2"),
    "a host that is no text": (
        with_line(where={"host": 1, "processor": "", "target": "", "versions": {}}),
        "is damaged in line 2",
    ),
    "a failure of no layout": (
        with_line(kind="failure", layout=9, arguments={}, error=""),
        "is damaged in line 2: a failure of something else",
    ),
    "samples without a clock": (with_about(samples={"period": "1"}), "its samples are not as"),
    "samples without end": (
        with_about(samples={"period": 1.0, "steps": 10**18, "every": 1, "columns": {}}),
        "its samples are not as",
    ),
    "errors of something": (with_about(error_of="x"), "its samples are not as"),
    "a chunk lost that is not there": (with_line(kind="lost", keys=["a" * 32]), "is damaged in line 2"),
    "a digit of the index": (
        with_digit("index.jsonl", '"last": 6', '"last": 5'),
        "is damaged in line 2: it does not fit its check",
    ),
    "a digit of the description": (
        with_digit("sweep.json", '"period": 0.01', '"period": 0.02'),
        "was changed after kl.sweep wrote it",
    ),
    "a line that is no table": (with_text("index.jsonl", b"[]\n"), "is damaged in line 1"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_store_is_named(name: str, folder: Path) -> None:
    damage, words = DAMAGES[name]
    damage(folder)
    with pytest.raises(kl.FileError, match=words):
        kl.Sweep.open(folder)


def chunk_file(folder: Path) -> Path:
    return next((folder / "runs").iterdir())


def with_status(folder: Path, words: str) -> None:
    table = pq.read_table(chunk_file(folder))
    place = table.schema.get_field_index("status")
    pq.write_table(table.set_column(place, "status", pa.array([words] * len(table)).dictionary_encode()), chunk_file(folder))


def with_bits(folder: Path) -> None:
    """Other bits in a number: the file is as long as before, and its structure is whole."""
    column = pq.read_metadata(chunk_file(folder)).row_group(0).column(5)
    content = bytearray(chunk_file(folder).read_bytes())
    content[column.data_page_offset + column.total_compressed_size - 20] ^= 0x10
    chunk_file(folder).write_bytes(content)


def with_file_of_another_sweep(folder: Path) -> None:
    """The same runs under the same name, of another machine's store."""
    run_sweep(folder.parent / "other", {name: values[:6] for name, values in VARY.items()})
    shutil.copy(chunk_file(folder.parent / "other"), chunk_file(folder))


def with_other_rows(folder: Path) -> None:
    pq.write_table(pq.read_table(chunk_file(folder))[:5], chunk_file(folder))


FILES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "missing": (lambda folder: chunk_file(folder).unlink(), "cannot be read"),
    "half": (lambda folder: chunk_file(folder).write_bytes(chunk_file(folder).read_bytes()[:500]), "cannot be read"),
    "a pickle": (lambda folder: chunk_file(folder).write_bytes(pickle.dumps(print)), "cannot be read"),
    "another table": (lambda folder: pq.write_table(pa.table({"a": [1]}), chunk_file(folder)), "has no column 'run'"),
    "bits": (with_bits, "cannot be read.*; remove this file, and the same call of kl.sweep simulates its runs again"),
    "a file of another sweep": (with_file_of_another_sweep, "has other runs than the index"),
    "fewer rows": (with_other_rows, "has other runs than the index"),
    "another status": (lambda folder: with_status(folder, "fine"), "has the status 'fine'"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_of_runs_is_named(name: str, folder: Path) -> None:
    damage, words = FILES[name]
    found = kl.Sweep.open(folder)
    damage(folder)
    with pytest.raises(kl.FileError, match=words):
        found.to_pandas()


def test_an_incomplete_last_line_is_ignored(folder: Path) -> None:
    with (folder / "index.jsonl").open("ab") as file:
        file.write(b'{"kind": "chunk", "key": "')
    assert len(kl.Sweep.open(folder)) == 6


def test_a_line_that_cannot_be_written_leaves_the_index_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "index.jsonl"
    append_lines(path, [{"kind": "call", "key": "a" * 32, "runs": 3}])
    before = path.read_bytes()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(kl.FileError, match="No space left on device"):
        append_lines(path, [{"kind": "call", "key": "b" * 32, "runs": 5}])
    assert path.read_bytes() == before
    assert len(read_index(path).layouts) == 1


def test_layouts_of_another_store_are_refused(folder: Path) -> None:
    """They say which runs exist, so they are compared with the index."""
    layout = next((folder / "layouts").iterdir())
    run_sweep(folder.parent / "other", {name: values[6:9] for name, values in VARY.items()})
    shutil.copy(next((folder.parent / "other" / "layouts").iterdir()), layout)
    with pytest.raises(kl.FileError, match="has other values than the index of the store says"):
        run_sweep(folder, VARY)
