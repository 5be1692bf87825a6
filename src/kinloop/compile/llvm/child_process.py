"""LLVM in a child process, for code that takes long: LLVM cannot be interrupted, but a process can be ended."""

from __future__ import annotations

import subprocess
import sys

from kinloop.compile.llvm.target import CODE_MODEL, Target

# Reads assembly from stdin and writes the object file to stdout. It imports llvmlite alone.
PROGRAM = """
import sys
sys.path[:] = sys.argv[5:]
import llvmlite.binding as llvm
cpu, features, level, model = sys.argv[1:5]
# The steps are in a good order already: scheduling them again takes a fifth of the time and the code runs no faster.
llvm.set_option("kinloop", "-enable-misched=false")
llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
triple = llvm.get_process_triple()
machine = llvm.Target.from_triple(triple).create_target_machine(
    cpu=cpu, features=features, opt=int(level), reloc="pic", codemodel=model, jit=True
)
module = llvm.parse_assembly(sys.stdin.buffer.read().decode())
module.triple = machine.triple
module.data_layout = str(machine.target_data)
sys.stdout.buffer.write(machine.emit_object(module))
"""


def generate_in_child_process(assembly: str, target: Target, level: int) -> bytes | None:
    """The object file of assembly that needs no passes, or None where no process can be started or it fails. Ctrl-C ends it."""
    if not sys.executable:
        return None
    command = [sys.executable, "-I", "-c", PROGRAM, target.cpu, target.features, str(level), CODE_MODEL, *sys.path]
    try:
        done = subprocess.run(command, input=assembly.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 and done.stdout else None
