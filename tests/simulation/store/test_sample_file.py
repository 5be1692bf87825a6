"""Samples as Zarr in a zip: the same bits, some runs of many, and nothing but plain numbers."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.simulation.store import sample_file
from kinloop.simulation.store.sample_file import read_samples, sample_bytes

SAMPLES = {
    "q": np.random.default_rng(1).normal(size=(21, 11, 3)),
    "tau": np.full((21, 11, 0), 1.0),
    "x": np.full((21, 11, 1), -0.0),
}
SAMPLES["q"][3, 5:] = np.nan
RUNS = {"sweep": "a" * 32, "chunk": "b" * 32}


def test_some_runs_are_read_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample_file, "PIECE", 4 * 11 * 3 * 8)  # four runs in a piece
    path = tmp_path / "samples.zarr.zip"
    path.write_bytes(sample_bytes(SAMPLES, RUNS))
    for name, array in SAMPLES.items():
        rows = np.array([0, 3, 20])
        assert read_samples(path, name, rows, array.shape, RUNS).tobytes() == array[rows].tobytes(), name


def test_the_same_samples_are_the_same_bytes() -> None:
    assert sample_bytes(SAMPLES, RUNS) == sample_bytes(SAMPLES, RUNS)


def changed(about: dict[str, Any], left_out: str = "") -> bytes:
    """The file with other metadata of ``q``, or without a part."""
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sample_bytes(SAMPLES, RUNS))) as source, zipfile.ZipFile(content, "w") as target:
        for name in (each for each in source.namelist() if each != left_out):
            data = source.read(name)
            target.writestr(name, json.dumps(json.loads(data) | about).encode() if name == "q/zarr.json" else data)
    return content.getvalue()


@pytest.mark.parametrize(
    "about",
    [
        {"codecs": [{"name": "numcodecs.pickle", "configuration": {}}]},
        {"codecs": ["bytes", {"name": "numcodecs.pickle"}]},
        {"codecs": 3},
        {"data_type": "object"},
        {"data_type": {"name": "structured"}},
        {"zarr_format": 2},
        {"shape": [21, 11, 4]},
        {"storage_transformers": [{"name": "other"}]},
        {"chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [10**12, 11, 3]}}},
        {"chunk_grid": 7},
    ],
)
def test_metadata_of_another_kind_are_refused(about: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "samples.zarr.zip"
    path.write_bytes(changed(about))
    with pytest.raises(kl.FileError, match=r"of another kind than kl\.sweep writes|cannot be read"):
        read_samples(path, "q", np.array([0]), (21, 11, 3), RUNS)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"\x80\x04K\x01."])
def test_a_damaged_file_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "samples.zarr.zip"
    path.write_bytes(content)
    with pytest.raises(kl.FileError, match=r"samples\.zarr\.zip"):
        read_samples(path, "q", np.array([0]), (21, 11, 3), RUNS)


def test_a_piece_that_is_missing_is_no_zeros(tmp_path: Path) -> None:
    """Zarr takes it as such."""
    path = tmp_path / "samples.zarr.zip"
    path.write_bytes(changed({}, left_out="q/c/0/0/0"))
    with pytest.raises(kl.FileError, match="lacks some of the samples 'q'"):
        read_samples(path, "q", np.array([0]), (21, 11, 3), RUNS)


def test_samples_of_other_runs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "samples.zarr.zip"
    path.write_bytes(sample_bytes(SAMPLES, RUNS))
    with pytest.raises(kl.FileError, match="has samples of other runs"):
        read_samples(path, "q", np.array([0]), (21, 11, 3), {**RUNS, "chunk": "c" * 32})
