"""Registers a compiled inner loop with NumPy as a generalised ufunc, from ctypes, without a compiler.

NumPy's C API is a table of function pointers in a capsule, stable since NumPy 1.x; entry 31 is
``PyUFunc_FromFuncAndDataAndSignature``. Broadcasting, casts,
negative strides, ``out=``, overlap and empty batches are then NumPy's own.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy._core import _multiarray_umath  # type: ignore[attr-defined]

NPY_DOUBLE = 12
FROM_FUNCTION_AND_SIGNATURE = 31
NO_IDENTITY = -1


def signature(inputs: Sequence[Sequence[int | str]], outputs: Sequence[Sequence[int | str]]) -> str:
    """The core axes in NumPy's notation: ``(6),(6)->(6,6)``."""

    def side(arguments: Sequence[Sequence[int | str]]) -> str:
        return ",".join("(" + ",".join(str(axis) for axis in shape) + ")" for shape in arguments)

    return f"{side(inputs)}->{side(outputs)}"


def make_gufunc(
    address: int, name: str, text: str, n_in: int, n_out: int, keep: object, counter: ctypes.Array[ctypes.c_uint64] | None = None
) -> np.ufunc:
    """Make a ufunc on doubles from the inner loop at ``address``, which adds to ``counter``. ``keep`` is never released."""
    count = n_in + n_out
    counter = counter or (ctypes.c_uint64 * 1)()
    functions = (ctypes.c_void_p * 1)(address)
    data = (ctypes.c_void_p * 1)(ctypes.addressof(counter))
    types = (ctypes.c_uint8 * count)(*[NPY_DOUBLE] * count)
    names = name.encode(), b"", text.encode()
    ufunc = _constructor()(functions, data, types, 1, n_in, n_out, NO_IDENTITY, names[0], names[1], 0, names[2])
    # NumPy keeps only the pointers.
    _alive.append((functions, data, types, names, keep, counter))
    return ufunc


_alive: list[Any] = []


@cache
def _constructor() -> Any:
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = ctypes.cast(pointer(_multiarray_umath._UFUNC_API, None), ctypes.POINTER(ctypes.c_void_p))
    prototype = ctypes.PYFUNCTYPE(
        ctypes.py_object,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_int,
        ctypes.c_char_p,
    )
    return prototype(table[FROM_FUNCTION_AND_SIGNATURE])
