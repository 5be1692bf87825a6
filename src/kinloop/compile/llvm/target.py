"""The processor that the machine code is for, and how many samples fit one of its registers."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass
from functools import cache

import llvmlite.binding as llvm

from kinloop.errors import unknown_name

IS_WINDOWS = sys.platform == "win32"
# On Windows the linker may put code and constants farther apart than 32 bits reach (machine_code.py).
CODE_MODEL = "large" if IS_WINDOWS else "small"


@dataclass(frozen=True)
class Target:
    """A family of processors.

    ``lanes`` doubles make a register. ``has_fma`` says whether a multiplication and an addition round once; a target
    without it rounds twice, alike in every kernel, so single, batch and scan still agree to the bit. ``needs`` are the
    processor's features, in LLVM's names, without which the code would be illegal instructions.
    """

    name: str
    architecture: str
    cpu: str
    features: str
    lanes: int
    has_fma: bool
    needs: tuple[str, ...] = ()

    def scan_lanes(self, instructions: int) -> int:
        """The number of runs that a scan computes at once.

        Short loop bodies leave the pipeline idle on one register, so they use two; long ones would spill, and registers of
        eight numbers keep it busy.
        """
        return 2 * self.lanes if instructions < 1500 and self.lanes < 8 else self.lanes

    def machine(self, level: int = 2) -> llvm.TargetMachine:
        """LLVM's code generator for this target, at a level of optimisation."""
        _initialise()
        triple = llvm.get_process_triple()
        return llvm.Target.from_triple(triple).create_target_machine(
            cpu=self.cpu, features=self.features, opt=level, reloc="pic", codemodel=CODE_MODEL, jit=True
        )


# Features of the third level of x86-64, in LLVM's names.
V3 = ("avx2", "fma", "bmi", "bmi2", "lzcnt", "movbe", "f16c")

# The widest first.
TARGETS = {
    target.name: target
    for target in (
        Target(
            *("x86-64-v4", "x86_64", "x86-64-v4", "-prefer-256-bit", 8, True),
            (*V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
        ),
        Target("x86-64-v3", "x86_64", "x86-64-v3", "", 4, True, V3),
        Target("x86-64", "x86_64", "x86-64", "", 2, False),
        Target("aarch64", "aarch64", "generic", "+neon", 2, True),
    )
}


def host_target() -> Target:
    """The target of this process: ``KINLOOP_TARGET`` if set, else the widest that this processor has."""
    possible, wanted = possible_targets(), os.environ.get("KINLOOP_TARGET", "")
    if wanted and wanted not in possible:
        raise unknown_name("target", wanted, possible, "KINLOOP_TARGET on this processor")
    return possible[wanted] if wanted else next(iter(possible.values()))


@cache
def possible_targets() -> dict[str, Target]:
    """The targets whose code this processor can run, the widest first."""
    architecture = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    _initialise()
    features = llvm.get_host_cpu_features() if architecture == "x86_64" else {}  # not on every system for the others
    possible = {
        target.name: target
        for target in TARGETS.values()
        if target.architecture == architecture and all(features.get(feature) for feature in target.needs)
    }
    if not possible:
        raise unknown_name(
            "target", architecture, sorted({target.architecture for target in TARGETS.values()}), "kinloop's compiler"
        )
    return possible


@cache
def _initialise() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
