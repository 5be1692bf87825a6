"""Object files become code wherever the process has room."""

from __future__ import annotations

import subprocess
import sys

import pytest

# A process with 6 GiB of mappings, and above them free places of one page each, apart from one another, as arenas of threads
# leave them: a linker that maps each section by itself puts the last ones 6 GiB apart.
PROGRAM = """
import ctypes, mmap
import casadi as ca
import numpy as np
from kinloop.compile.llvm.kernel import compile_formula
from kinloop.compile.tape.tape import Formula, vector

library = ctypes.CDLL(None)
library.mmap.restype = ctypes.c_void_p
library.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
library.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
PAGE, SIZE = mmap.PAGESIZE, 6 * 2**30


def reserve(size):
    return library.mmap(None, size, 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, -1, 0)  # MAP_NORESERVE


def kernel(k):
    x = ca.SX.sym("x")
    formula = Formula("far", (vector("x", x),), (vector("y", ca.sin(x) * (0.1 + k) + 0.3),))
    return compile_formula(lambda: formula, {"far": k}, f"far{k}")


kernel(0)
block = reserve(SIZE)
while reserve(PAGE) > block:
    pass
reserve(2**22)
for k in range(41):
    library.munmap(block + SIZE - 2**24 + 8 * PAGE * k, PAGE)
for k in range(1, 61):
    assert abs(kernel(k)(np.array([0.5]))[0] - (np.sin(0.5) * (0.1 + k) + 0.3)) < 1e-12 * k
print("sixty kernels")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it fills the address space with Linux's mmap")
def test_kernels_are_linked_where_free_places_are_gigabytes_apart() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "sixty kernels\n"), done.stderr[-2000:]
