"""Helpers of the compiler's tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import kinloop
from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.llvm.target import Target, host_target, possible_targets
from kinloop.compile.tape.tape import Formula, record


@pytest.fixture(params=list(possible_targets()))
def target(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Target:
    """Each target that this processor has, in turn; kernels compiled in the test are for it."""
    monkeypatch.setenv("KINLOOP_TARGET", request.param)
    return host_target()


@pytest.fixture(scope="session")
def compiled() -> Callable[[Formula], Kernel]:
    """Compiles a formula. The key has the whole tape, so an edited test does not get yesterday's kernel."""
    return lambda formula: compile_formula(lambda: formula, {"tape": repr(record(formula))}, formula.name)


@pytest.fixture(scope="session")
def oracle() -> Callable[..., list[np.ndarray]]:
    """CasADi's evaluation of a formula, a row of each input a sample."""

    def evaluate(formula: Formula, *arrays: np.ndarray) -> list[np.ndarray]:
        function, n = formula.function(), len(arrays[0])
        rows: list[list[np.ndarray]] = [[] for _ in formula.outputs]
        for k in range(n):
            values = function.call([array[k] for array in arrays])
            for row, value, output in zip(rows, values, formula.outputs, strict=True):
                row.append(value.full().reshape(output.shape))
        return [np.array(row) for row in rows]

    return evaluate


@pytest.fixture
def run_python() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a script in a process of its own, with more environment variables by name."""

    def run(script: str, *arguments: object, **environment: object) -> subprocess.CompletedProcess[str]:
        source = str(Path(kinloop.__file__).parents[1])
        variables = {**os.environ, "PYTHONPATH": source, **{name: str(value) for name, value in environment.items()}}
        command = [sys.executable, "-c", script, *map(str, arguments)]
        return subprocess.run(command, env=variables, capture_output=True, text=True, timeout=120, check=False)

    return run
