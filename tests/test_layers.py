"""The one-way imports between packages, and what `import kinloop` may load."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "kinloop"

# A package imports only packages to its left; packages of one level do not import each other. The same holds for the
# sub-packages and modules within a package that is listed here.
LEVELS = {
    "": (
        "errors progress public_names drawing",
        "numerics",
        "compile",
        "equations",
        "mechanism",
        "model",
        "trajectory control",
        "type2_crossing",
        "simulation",
        "studies lab",
        "view",
        "__init__",  # the public names: only the command line may import them
        "cli",
    ),
    "compile": ("tape", "llvm c"),
    "mechanism": ("expressions", "kinds", "parts", "validate", "formats", "library"),
    "model": (
        "array_arguments read_only",
        "dynamics",
        "dh_frames",
        "dh_table",
        "dh_equations",
        "formulas",
        "geometry",
        "call_errors start_configuration start_rates",
        "compiled_models",
        "singularity",
        "results",
        "forward_dynamics input_output",
        "checking describe export forces robot_equations",
        "robot",
        "evaluate payload surfaces archive",
        "reduction workspace same_machine",
    ),
    "trajectory": (
        "trajectory",
        "trajectory_arguments",
        "pose_numbers piecewise",
        "external_trajectory check_fit",
        "polynomials",
        "timing",
        "joints paths",
        "function_of_time spline sum_of_sines pause",
        "sequence with_tables",
        "described_motion planning",
    ),
    "simulation": ("record", "plants", "engines", "options", "loop", "compare sweep", "store", "cluster", "experiment"),
    "simulation.engines": ("common", "exudyn mujoco"),
    "simulation.loop": (
        "memory",
        "inputs",
        "compiled_loop",
        "start",
        "running",
        "results",
        "prepared_run reduced_run inverse_simulation",
        "simulate stepper",
    ),
    "studies": ("framework", "biglide", "demutti_rosi conti_pagano robotics_2_exam aissani lee_palma", "catalogue", "running"),
    "view": ("figures", "scene", "page", "report studio"),
    "view.studio": ("dragging", "machine", "choices", "processes", "state", "studio_page", "server"),
}
LEVEL = {package: {name: k for k, names in enumerate(levels) for name in names.split()} for package, levels in LEVELS.items()}
LOADED_ONLY_WHEN_USED = ("casadi", "numpy", "sympy", "matplotlib", "mujoco", "scipy")


def imported_modules(file: Path, source: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line and parts of the name of every module or name of kinloop that a file imports, also inside functions."""
    package = ("kinloop", *file.relative_to(source).parts[:-1])
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        targets: list[tuple[str, ...]] = []
        if isinstance(node, ast.Import):
            targets = [tuple(name.name.split(".")) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module or "").split(".")) if node.module else base
            targets = [(*module, name.name) for name in node.names]
        for target in targets:
            if target[0] == "kinloop":
                is_package = len(target) > 1 and target[1] in LEVEL[""]  # else a public name: `from kinloop import load`
                yield node.lineno, target[1:] if is_package else ("__init__",)


def violations(source: Path) -> list[str]:
    """Every import that points the wrong way, as a sentence."""
    found = []
    for file in sorted(source.rglob("*.py")):
        path = file.relative_to(source)
        here = path.with_suffix("").parts
        unknown = [
            f"{path}: no {here[k]!r} in {'.'.join(here[:k]) or 'kinloop'}; it has: {', '.join(LEVEL['.'.join(here[:k])])}"
            for k in range(len(here))
            if ".".join(here[:k]) in LEVEL and here[k] not in LEVEL[".".join(here[:k])] and here[k:] != ("__init__",)
        ]
        found += unknown
        for line, target in imported_modules(file, source) if not unknown else ():
            common = next((k for k in range(min(len(here), len(target))) if here[k] != target[k]), None)
            if common is None or (levels := LEVEL.get(".".join(here[:common]))) is None or target[common] not in levels:
                continue
            if here[common] == "__init__" and common:  # a package's own names, gathered from its modules
                continue
            if levels[target[common]] >= levels[here[common]]:
                found.append(f"{path}:{line}: {'.'.join(here)} imports {'.'.join(target)}, which is not to its left")
    return found


def test_packages_import_only_to_their_left() -> None:
    assert violations(SOURCE) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("compile/tape/tape.py", "import kinloop.model"),
        ("compile/tape/tape.py", "from kinloop.mechanism.parts.parts import Link"),
        ("model/robot.py", "from kinloop import view"),
        ("model/robot.py", "from kinloop import load"),
        ("model/robot.py", "import kinloop as kl"),
        ("model/robot.py", "from ..simulation import plants"),
        ("model/__init__.py", "from .. import studies"),
        ("errors.py", "from .compile import tape"),
        ("trajectory/path.py", "def f():\n    from kinloop.control import law"),
        ("control/law.py", "if TYPE_CHECKING:\n    from kinloop.trajectory import path"),
        ("utils.py", "x = 1"),
    ],
)
def test_import_to_the_right_is_caught(tmp_path: Path, file: str, text: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert len(violations(tmp_path)) == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("model/robot.py", "import numpy\nfrom kinloop import errors\nfrom kinloop.compile.tape.tape import Tape"),
        ("model/robot.py", "from . import geometry\nfrom .geometry import pose\nfrom ..mechanism import parts"),
        ("model/__init__.py", "from .robot import Robot\nfrom ..errors import KinloopError"),
        ("__init__.py", "from kinloop.studies import crossing\nfrom .view import plots"),
        ("cli.py", "import kinloop as kl\nfrom kinloop import view"),
    ],
)
def test_import_to_the_left_is_allowed(tmp_path: Path, file: str, text: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert violations(tmp_path) == []


def test_import_kinloop_loads_no_heavy_library() -> None:
    program = f"import kinloop, sys; print(*[name for name in {LOADED_ONLY_WHEN_USED!r} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == []


def test_contributing_prints_the_order_of_packages() -> None:
    order = " | ".join(level.replace(" ", ", ") for level in LEVELS[""])
    assert f"    {order}\n" in (SOURCE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
