"""Results of studies as files: a JSON text for each, an archive of its arrays, and its records beside them; no pickle."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import FileError
from kinloop.mechanism.formats.text_file import read_text, save_bytes, save_text
from kinloop.simulation.record.record import Record
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Map, Motion, Series
from kinloop.studies.framework.finding import Finding, finite_or_none
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray
FORMAT = "kinloop study 1"
LIMIT = 10_000_000  # bytes of a JSON text; the arrays are elsewhere
PARTS: dict[str, Any] = {kind.__name__: kind for kind in (Curves, Map, Equation, Motion, Axis, Series)}


@dataclass(frozen=True)
class StoredResult:
    """A result as it was read: with the key of the run that made it, and how long it took [s]."""

    result: StudyResult
    key: str
    seconds: float


def save_result(folder: Path, study_id: str, result: StudyResult, key: str, seconds: float) -> None:
    """Write a result. The JSON text is written last: where it is, all of the result is.

    Raises: FileError: the folder cannot be written, or the disk is full.
    """
    path = folder / f"{study_id}.json"
    remove_result(folder, study_id)
    arrays: dict[str, Array] = {}
    records: list[Record] = []
    figures = [_pack(figure, arrays, records) for figure in result.figures]
    for k, record in enumerate(records):
        record.save(folder / f"{study_id}.record{k}.npz")
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
    save_bytes(folder / f"{study_id}.npz", content.getvalue())
    text = {
        "format": FORMAT,
        "key": key,
        "seconds": seconds,
        "verdict": result.verdict,
        "ran": result.ran,
        "findings": [finding.as_json(study_id) for finding in result.findings],
        "errata": [erratum.as_json() for erratum in result.errata],
        "figures": figures,
        "notes": list(result.notes),
    }
    save_text(path, json.dumps(text, indent=1, allow_nan=False) + "\n")


def load_result(folder: Path, study_id: str) -> StoredResult:
    """Read what :func:`save_result` wrote. Raises: FileError: it is missing, or parts of it are missing or wrong."""
    path = folder / f"{study_id}.json"
    try:
        about = json.loads(read_text(path, LIMIT, "results of studies"))
        if about["format"] != FORMAT:
            raise FileError(f"{str(path)!r} has the format {about['format']!r:.80}, expected {FORMAT!r}")
        with np.load(folder / f"{study_id}.npz", allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        result = StudyResult(
            ran=about["ran"],
            findings=[Finding(**{name: each[name] for name in _names(Finding)}) for each in about["findings"]],
            figures=[_unpack(figure, arrays, folder, study_id) for figure in about["figures"]],
            errata=[Erratum(**each) for each in about["errata"]],
            notes=about["notes"],
        )
        return StoredResult(result, about["key"], about["seconds"])
    except FileError:
        raise
    except Exception as error:  # zip and JSON raise errors of their own for a damaged file
        raise FileError(f"{str(path)!r} is incomplete or not a result of a study ({type(error).__name__}: {error})") from None


def stored_key(folder: Path, study_id: str) -> str | None:
    """The key of the run that stored a result; None where there is none, or it is damaged."""
    try:
        about = json.loads(read_text(folder / f"{study_id}.json", LIMIT, "results of studies"))
        return str(about["key"]) if about["format"] == FORMAT else None
    except (FileError, ValueError, KeyError, TypeError):
        return None


def remove_result(folder: Path, study_id: str) -> None:
    """Remove a result, its JSON text first. Raises: FileError: it cannot be removed."""
    for path in (folder / f"{study_id}.json", folder / f"{study_id}.npz", *sorted(folder.glob(f"{study_id}.record*.npz"))):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"{str(path)!r} cannot be removed: {error.strerror}") from error


def _names(kind: type) -> list[str]:
    return [each.name for each in fields(kind)]


def _pack(value: Any, arrays: dict[str, Array], records: list[Record]) -> Any:
    """Plain JSON of a part of a figure; arrays and records are moved to their lists and named by their place there."""
    if isinstance(value, Record):
        records.append(value)
        return {"record": len(records) - 1}
    if isinstance(value, np.ndarray):
        arrays[name := f"a{len(arrays)}"] = value
        return {"array": name}
    if is_dataclass(value):
        own = {name: _pack(getattr(value, name), arrays, records) for name in _names(type(value))}
        return {"kind": type(value).__name__, **own}
    if isinstance(value, (tuple, list)):
        return [_pack(each, arrays, records) for each in value]
    return finite_or_none(value)


def _unpack(value: Any, arrays: dict[str, Array], folder: Path, study_id: str) -> Any:
    """The opposite of :func:`_pack`."""
    if isinstance(value, list):
        return tuple(_unpack(each, arrays, folder, study_id) for each in value)
    if not isinstance(value, dict):
        return value
    if "kind" in value:
        own = {name: _unpack(each, arrays, folder, study_id) for name, each in value.items() if name != "kind"}
        return PARTS[value["kind"]](**own)
    if "record" in value:
        return Record.load(folder / f"{study_id}.record{int(value['record'])}.npz")
    return arrays[value["array"]]
