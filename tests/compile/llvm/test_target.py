"""Which processor the code is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kinloop.compile.llvm import target as target_module
from kinloop.compile.llvm.target import TARGETS, host_target, possible_targets
from kinloop.errors import KinloopError, UnknownName


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Pretends to be on another processor."""

    def pretend(machine: str, **features: bool) -> None:
        monkeypatch.setattr(target_module.platform, "machine", lambda: machine)
        monkeypatch.setattr(target_module.llvm, "get_host_cpu_features", lambda: features)
        monkeypatch.delenv("KINLOOP_TARGET", raising=False)
        possible_targets.cache_clear()

    yield pretend
    possible_targets.cache_clear()


V3, V4 = (dict.fromkeys(TARGETS[name].needs, True) for name in ("x86-64-v3", "x86-64-v4"))


@pytest.mark.parametrize(
    ("machine", "features", "expected"),
    [
        ("x86_64", V4, "x86-64-v4"),
        ("x86_64", {**V4, "avx512dq": False}, "x86-64-v3"),
        ("x86_64", V3, "x86-64-v3"),
        ("AMD64", V3, "x86-64-v3"),  # Windows
        ("x86_64", {}, "x86-64"),
        ("x86_64", {**V3, "fma": False}, "x86-64"),
        ("x86_64", {**V3, "bmi2": False}, "x86-64"),  # some virtual machines hide it
        ("arm64", {}, "aarch64"),  # macOS
        ("aarch64", {}, "aarch64"),
    ],
)
def test_the_widest_target_that_the_processor_has_is_taken(
    machine: str, features: dict[str, bool], expected: str, processor: Callable[..., None]
) -> None:
    processor(machine, **features)
    assert host_target().name == expected


def test_another_target_may_be_asked_for(processor: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    processor("x86_64", **V3)
    monkeypatch.setenv("KINLOOP_TARGET", "x86-64")
    assert host_target() is TARGETS["x86-64"]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("x86-64-v4", r"no target 'x86-64-v4' \(did you mean 'x86-64'\?\); .* has: x86-64$"),
        ("x86-64-v3", r"no target 'x86-64-v3' .* has: x86-64$"),  # the code would be illegal instructions
        ("aarch64", r"no target 'aarch64'; .* has: x86-64$"),
    ],
)
def test_a_target_that_the_processor_lacks_is_an_error_that_lists_what_it_has(
    wanted: str, message: str, processor: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    processor("x86_64", avx=True)
    monkeypatch.setenv("KINLOOP_TARGET", wanted)
    with pytest.raises(UnknownName, match=message):
        host_target()


def test_a_processor_without_any_target_is_an_error_that_lists_the_architectures(processor: Callable[..., None]) -> None:
    processor("riscv64")
    with pytest.raises(KinloopError, match="no target 'riscv64'; kinloop's compiler has: aarch64, x86_64"):
        host_target()


def test_code_for_aarch64_is_made_without_an_assembly_parser(run_python: Callable[..., Any]) -> None:
    """LLVM kills the process when inline assembly meets no parser, so this runs in one of its own."""
    script = """
import casadi as ca
import llvmlite.binding as llvm
from kinloop.compile.llvm.batch_loop import emit_map
from kinloop.compile.llvm.scan import ROLES
from kinloop.compile.llvm.scan_writer import emit_scan
from kinloop.compile.tape.tape import Formula, record, scalar, vector
from kinloop.compile.llvm.target import TARGETS
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
try:
    machine = llvm.Target.from_triple("aarch64-unknown-linux-gnu").create_target_machine(
        cpu=TARGETS["aarch64"].cpu, features=TARGETS["aarch64"].features, reloc="pic", codemodel="small", jit=True)
except RuntimeError:
    raise SystemExit(77)
x = ca.SX.sym("x")
state = vector("state", x)
give = lambda name: Formula(name, (state,), (vector(name, ca.sin(x) / ca.fmax(x, 2) + ca.exp(x) + ca.floor(x)),))
scan = {role: record(give("state" if role == "project" else role)) for role in ROLES}
for text in (emit_map(record(give("o")), "kernel", TARGETS["aarch64"]), emit_scan(scan, "kernel", TARGETS["aarch64"])):
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    module.verify()
    assembly = machine.emit_assembly(module).lower()
    assert len(machine.emit_object(module)) > 1000
    assert "fmla" in assembly or "fmadd" in assembly
    assert ".2d" in assembly
    assert assembly.count("fpsr") == 2
"""
    done = run_python(script)
    if done.returncode == 77:
        pytest.skip("this LLVM has no code generator for aarch64")
    assert (done.returncode, done.stderr) == (0, "")
