"""The runs that a call asks for: arrays of values by path, zipped or every combination, and which of them another call has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import prod
from os import PathLike
from typing import Any

import numpy as np

from kinloop.errors import FileError, ShapeError
from kinloop.model.archive import ArchiveKind
from kinloop.simulation.store.row_index import RowIndex, as_bits

Array = np.ndarray
FILE = ArchiveKind("file of varied values", "kl.sweep", ("kinloop varied values 1",), {"names": list, "grid": bool}, ())


@dataclass(frozen=True, eq=False)
class Layout:
    """Values by path, the runs first: numbers, whole numbers of seeds, and places in a batch of trajectories."""

    arrays: Mapping[str, Array]
    grid: bool

    @property
    def shape(self) -> tuple[int, ...]:
        """The axes of the runs."""
        lengths = tuple(len(array) for array in self.arrays.values())
        return lengths if self.grid else lengths[:1]

    @property
    def runs(self) -> int:
        """The number of runs."""
        return prod(self.shape)

    @property
    def size(self) -> int:
        """Bytes of the values."""
        return sum(array.nbytes for array in self.arrays.values())

    def values(self, numbers: Array) -> dict[str, Array]:
        """The values of the runs with these numbers."""
        if not self.grid:
            return {name: array[numbers] for name, array in self.arrays.items()}
        where = np.unravel_index(numbers, self.shape)
        return {name: array[at] for (name, array), at in zip(self.arrays.items(), where, strict=True)}

    @cached_property
    def key(self) -> str:
        """A digest of all values."""
        total = sha256(f"grid {self.grid}".encode())
        for name, array in self.arrays.items():
            total.update(f"\0{name}\0{array.dtype.str}{array.shape}".encode() + np.ascontiguousarray(array).tobytes())
        return total.hexdigest()[:32]

    @cached_property
    def _indices(self) -> list[RowIndex]:
        if self.grid:
            return [RowIndex(as_bits(array)) for array in self.arrays.values()]
        return [RowIndex(np.concatenate([as_bits(array) for array in self.arrays.values()], axis=1))]

    def find(self, values: Mapping[str, Array]) -> Array:
        """The numbers of the runs with these values (n, ...), -1 where there is none."""
        bits = [as_bits(values[name]) for name in self.arrays]
        if not self.grid:
            return self._indices[0].find(np.concatenate(bits, axis=1)) if bits else np.zeros(1, int)
        places = np.array([index.find(rows) for index, rows in zip(self._indices, bits, strict=True)])
        is_known = (places >= 0).all(axis=0)
        numbers = np.ravel_multi_index(tuple(np.where(is_known, places, 0)), self.shape)
        return np.where(is_known, numbers, -1)

    def equals(self, numbers: Array, values: Mapping[str, Array]) -> Array:
        """Whether the runs with these numbers exist and have these values (n, ...)."""
        inside = np.flatnonzero(numbers < self.runs)
        own = self.values(numbers[inside])
        same = np.ones(len(inside), bool)
        for name, array in own.items():
            same &= (as_bits(array) == as_bits(values[name][inside])).all(axis=1)
        found = np.zeros(len(numbers), bool)
        found[inside] = same
        return found

    # ---------------------------------------------------------------- files

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file, atomically. Raises: FileError."""
        arrays = {f"values {k}": array for k, array in enumerate(self.arrays.values())}
        FILE.write(path, {"names": list(self.arrays), "grid": self.grid}, arrays)

    @classmethod
    def load(cls, path: str | PathLike[str], key: str) -> Layout:
        """Read what :meth:`save` wrote; no code in a file is run. Raises: FileError: it is missing, or not the one with this
        key."""

        def build(about: dict[str, Any], arrays: dict[str, Array]) -> Layout:
            given = [arrays[f"values {k}"] for k in range(len(about["names"]))]
            if any(array.dtype.kind not in "fiu" or array.dtype.itemsize != 8 or not array.ndim for array in given):
                raise ShapeError("its arrays are not of numbers")
            return cls(dict(zip(map(str, about["names"]), given, strict=True)), about["grid"])

        layout = FILE.read(path, build)
        if layout.key != key:
            raise FileError(f"{str(path)!r} has other values than the index of the store says")
        return layout
