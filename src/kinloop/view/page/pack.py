"""Numbers and text in one block of bytes, which the client of pages and of the studio reads."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from kinloop.errors import ShapeError, listing

Array = np.ndarray
TYPES = {np.dtype(code): code for code in ("f4", "f8", "i2", "u2", "i4", "u4")}
# Every array begins at a multiple of this many bytes.
ALIGNMENT = 8
# Numbers whose steps as 32-bit floats are larger than this share of their range need 64 bits: lines over time would show stairs.
COARSEST = 1e-4


def pack(head: Mapping[str, Any], arrays: Mapping[str, Array]) -> bytes:
    """A head and arrays as bytes: four bytes with the length of the JSON (little-endian), the JSON, zeros up to a multiple of 8,
    then the arrays, each from a multiple of 8.

    The JSON is the head with ``arrays``: for each name its ``type`` (``f4``, ``f8``, ``i2``, ``u2``, ``i4``, ``u4``), the place
    ``at`` counted in bytes from the first array, and the ``count`` of numbers, in C order.

    Raises: ShapeError: an array of another type, a number in the head that is not finite, or what JSON does not have.
    """
    index, parts, at = {}, [], 0
    for name, array in arrays.items():
        code = TYPES.get(array.dtype.newbyteorder("="))
        if code is None:
            raise ShapeError(f"pack: the array {name!r} is of the type {array.dtype}, expected one of {listing(TYPES.values())}")
        content = array.astype("<" + code, order="C", copy=False).tobytes()
        index[name] = {"type": code, "at": at, "count": array.size}
        parts.append(content + b"\0" * (-len(content) % ALIGNMENT))
        at += len(parts[-1])
    try:
        text = json.dumps({**head, "arrays": index}, allow_nan=False, separators=(",", ":"), ensure_ascii=False).encode()
    except (TypeError, ValueError) as error:
        raise ShapeError(f"pack: the head is no JSON: {error}") from None
    start = len(text).to_bytes(4, "little") + text
    return start + b"\0" * (-len(start) % ALIGNMENT) + b"".join(parts)


def unpack(content: bytes) -> tuple[dict[str, Any], dict[str, Array]]:
    """What :func:`pack` was given: the head, and the arrays without their shapes."""
    length = int.from_bytes(content[:4], "little")
    head = json.loads(content[4 : 4 + length])
    begin = 4 + length + -(4 + length) % ALIGNMENT
    index = head.pop("arrays")
    arrays = {
        name: np.frombuffer(content, "<" + each["type"], each["count"], begin + each["at"]).astype(each["type"])
        for name, each in index.items()
    }
    return head, arrays


def as_text(content: bytes) -> str:
    """Packed data as they stand in a page: compressed by gzip, then base64. The same bytes give the same text."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def from_text(text: str) -> bytes:
    """The packed data of :func:`as_text`."""
    return gzip.decompress(base64.b64decode(text))


def plot_numbers(values: Array) -> Array:
    """Values of a line, with 32 bits each; with 64 where these would show as steps or do not reach. Infinity becomes NaN."""
    known = values[np.isfinite(values)]
    clean = np.where(np.isfinite(values), values, np.nan)
    if not known.size:
        return clean.astype(np.float32)
    largest = float(np.abs(known).max())
    span = float(known.max() / 2 - known.min() / 2)  # halves, since the range of large numbers may overflow
    single = np.finfo(np.float32)
    too_large, too_small = largest > float(single.max), 0 < largest < float(single.tiny) / COARSEST
    too_coarse = span > 0 and largest * float(single.eps) > 2 * span * COARSEST
    return clean if too_large or too_small or too_coarse else clean.astype(np.float32)
