"""The samples of some runs as a Zarr group in one zip file: written as bytes, read run by run.

Only plain numbers are read: of a file from others, metadata that asks for another format, type or codec is refused before Zarr
sees it, since codecs exist that run code.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from itertools import product
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import FileError, UnsupportedOperation
from kinloop.simulation.store.summary_file import ADVICE

Array = np.ndarray
# Bytes of a Zarr chunk: some runs, with all their samples.
PIECE = 2**20
CODECS = {"bytes", "zstd"}
LONGEST = 2**16  # characters of metadata


def require_zarr() -> Any:
    """The module zarr. Raises: UnsupportedOperation: it is not installed."""
    try:
        import zarr
    except ImportError:
        raise UnsupportedOperation(
            "samples in a store need zarr, which is not installed: pip install 'kinloop[cluster]', or keep='summary'"
        ) from None
    return zarr


def sample_bytes(samples: Mapping[str, Array], about: Mapping[str, str]) -> bytes:
    """A zip file with a Zarr array (runs, k, n) for each name; ``about`` says of which runs."""
    zarr = require_zarr()
    files: dict[str, Any] = {}
    group = zarr.create_group(zarr.storage.MemoryStore(files), zarr_format=3, attributes=dict(about))
    for name, array in samples.items():
        runs = max(1, int(PIECE / max(8, 8 * array[0].size)))
        group.create_array(
            name,
            shape=array.shape,
            dtype="float64",
            chunks=(min(runs, len(array)), *(max(1, n) for n in array.shape[1:])),
            compressors=zarr.codecs.ZstdCodec(level=1),
            config={"write_empty_chunks": True},  # minus zero equals the fill value, but has other bits
        )[:] = array
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for key in sorted(files):
            archive.writestr(zipfile.ZipInfo(key), files[key].to_bytes())  # without the time: equal runs, equal bytes
    return content.getvalue()


def read_samples(path: Path, name: str, rows: Array, shape: tuple[int, ...], about: Mapping[str, str]) -> Array:
    """The samples (n, k, m) of some runs by their places in a file with this description and arrays of this shape (runs, k, m).

    Raises: FileError: the file is missing, damaged, of other runs, or not as kl.sweep writes it.
    """
    zarr = require_zarr()
    try:
        _check(path, name, shape, about)
        with zarr.storage.ZipStore(path, mode="r") as store:
            array = zarr.open_array(store, path=name, mode="r", zarr_format=3)
            return np.asarray(array.oindex[rows])
    except FileError:
        raise
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, AttributeError, zipfile.BadZipFile) as error:
        raise FileError(f"{str(path)!r} cannot be read: {error}; {ADVICE}") from None


def _check(path: Path, name: str, shape: tuple[int, ...], expected: Mapping[str, str]) -> None:
    """Raises: FileError: the file is of other runs, or the metadata of an array are not those of plain numbers of this shape."""
    with zipfile.ZipFile(path) as archive:
        group, about = (_metadata(archive, place) for place in ("zarr.json", f"{name}/zarr.json"))
        names = set(archive.namelist())
    if group.get("attributes") != expected:
        raise FileError(f"{str(path)!r} has samples of other runs than the index of the store says; {ADVICE}")
    pieces = about.get("chunk_grid", {}).get("configuration", {}).get("chunk_shape", [])
    fits = len(pieces) == len(shape) and all(1 <= piece <= max(1, size) for piece, size in zip(pieces, shape, strict=True))
    codecs = {codec.get("name") if isinstance(codec, dict) else codec for codec in about.get("codecs", [None])}
    plain = about.get("zarr_format") == 3 and about.get("data_type") == "float64" and codecs <= CODECS
    if not plain or not fits or about.get("storage_transformers") or tuple(about.get("shape", ())) != shape:
        raise FileError(f"{str(path)!r} has samples {name!r} of another kind than kl.sweep writes: {str(about)[:80]}")
    counts = (range(ceil(size / piece)) for size, piece in zip(shape, pieces, strict=True))
    for place in product(*counts):  # Zarr takes a missing piece as zeros
        if f"{name}/c/{'/'.join(map(str, place))}" not in names:
            raise FileError(f"{str(path)!r} lacks some of the samples {name!r}; {ADVICE}")


def _metadata(archive: zipfile.ZipFile, place: str) -> dict[str, Any]:
    """Metadata at a place. Raises: FileError: there are none."""
    if place not in archive.namelist() or archive.getinfo(place).file_size > LONGEST:
        raise FileError(f"{str(archive.filename)!r} has no {place!r}; {ADVICE}")
    about = json.loads(archive.read(place))
    if not isinstance(about, dict):
        raise FileError(f"{str(archive.filename)!r} has no table in {place!r}; {ADVICE}")
    return about
