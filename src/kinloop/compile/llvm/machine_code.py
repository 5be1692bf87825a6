"""Turns LLVM assembly into an object file, and an object file into code at an address of this process."""

from __future__ import annotations

import ctypes
import ctypes.util
import itertools
import os
from dataclasses import dataclass
from functools import cache

import llvmlite.binding as llvm

from kinloop.compile.llvm.child_process import generate_in_child_process
from kinloop.compile.llvm.emit import LIBRARY
from kinloop.compile.llvm.target import IS_WINDOWS, Target
from kinloop.errors import CompileError

_library_numbers = itertools.count()
# llvmlite holds this lock during every call of LLVM. A fork waits for it: a child forked during another thread's call would
# wait forever for this lock or for a lock inside LLVM.
_llvm_lock = llvm.ffi.lib._lock
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_llvm_lock.__enter__, after_in_parent=_llvm_lock.__exit__, after_in_child=_llvm_lock.__exit__)
# Characters of assembly (about 11 000 steps) beyond which optimisation takes time and improves nothing: the functions are
# straight code without a repeated value, and calling one costs little beside what it computes.
LONG = 1_500_000
# Beyond this (about 60 000 steps) the code generator does not optimise either: it takes a quarter of the time, and the code
# runs about twice as long.
VERY_LONG = 5_000_000


@dataclass(frozen=True)
class LoadedCode:
    """Machine code in memory, which exists as long as this object."""

    address: int
    tracker: object


def assemble(assembly: str, target: Target) -> bytes:
    """Compile LLVM assembly to an object file, optimised where that helps (level 1 is enough: the tape is straight code).

    A child process compiles long assembly, so that Ctrl-C can end it.
    """
    level = 0 if len(assembly) > VERY_LONG else 2
    if len(assembly) > LONG and (generated := generate_in_child_process(assembly, target, level)) is not None:
        return generated
    machine = target.machine(level)
    try:
        module = llvm.parse_assembly(assembly)
    except RuntimeError as fault:
        raise CompileError(f"LLVM refused the assembly that kinloop wrote: {fault}") from fault
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=0 if len(assembly) > LONG else 1)
    # The tape is vector code already; these passes find nothing.
    options.slp_vectorization = False
    options.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def link(object_file: bytes, symbol: str) -> LoadedCode:
    """Load an object file into this process. The bytes must be verified: a damaged object file kills the process."""
    library = llvm.JITLibraryBuilder().add_object_img(object_file).export_symbol(symbol).add_current_process()
    for name, address in _c_library().items():
        library.import_symbol(name, address)
    try:
        tracker = library.link(_linker(), f"kinloop{next(_library_numbers)}")
    except RuntimeError as fault:
        raise CompileError(f"the machine code for {symbol!r} could not be linked: {fault}") from fault
    return LoadedCode(tracker[symbol], tracker)


@cache
def _linker() -> llvm.LLJIT:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # JITLink has all sections of an object in one block. LLVM's older linker maps each by itself: in a process with gigabytes of
    # mappings they can be farther apart than 32 bits reach, and then it aborts. JITLink is not ready for Windows' object files.
    return llvm.create_lljit_compiler(use_jit_link=not IS_WINDOWS)


@cache
def _c_library() -> dict[str, int]:
    """Addresses of the C library's mathematics, so that linking does not depend on what the process exports."""
    if IS_WINDOWS:
        sources = {"ucrtbase": [*LIBRARY, "floor", "ceil", "fma"], "ntdll": ["__chkstk"]}  # it grows stacks page by page
    else:
        sources = {ctypes.util.find_library("m") or "libm.so.6": [*LIBRARY, "floor", "ceil", "fma"]}
    addresses: dict[str, int] = {}
    for name, functions in sources.items():
        library = ctypes.CDLL(name)
        addresses |= {f: ctypes.cast(getattr(library, f), ctypes.c_void_p).value or 0 for f in functions}
    return addresses
