"""The one-way imports between rooms, and what `import kinloop` may load."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "kinloop"

# A room imports only rooms to its left; rooms of one level do not import each other.
LEVELS = (
    ("errors", "progress"),
    ("compile",),
    ("mechanism",),
    ("model",),
    ("trajectory", "control"),
    ("simulation",),
    ("studies",),
    ("view",),
    ("__init__",),  # the public face: gathers names, so only cli may import it
    ("cli",),
)
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
LOADED_ONLY_WHEN_USED = ("sympy", "matplotlib", "mujoco", "scipy.optimize")


def imported_rooms(file: Path, source: Path) -> Iterator[tuple[int, str]]:
    """Line and room of every import of kinloop in a file, also those inside functions."""
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
                is_room = len(target) > 1 and target[1] in LEVEL  # else a name of the public face: `from kinloop import load`
                yield node.lineno, target[1] if is_room else "__init__"


def violations(source: Path) -> list[str]:
    """Every import that points the wrong way, as a sentence."""
    found = []
    for file in sorted(source.rglob("*.py")):
        path = file.relative_to(source)
        room = path.parts[0].removesuffix(".py")
        if room not in LEVEL:
            found.append(f"{path}: no room {room!r}; the rooms are: {', '.join(LEVEL)}")
            continue
        for line, target in imported_rooms(file, source):
            if target != room and LEVEL[target] >= LEVEL[room]:
                found.append(f"{path}:{line}: {room} imports {target}, which is not to its left")
    return found


def test_rooms_import_only_to_their_left() -> None:
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
    path.parent.mkdir(exist_ok=True)
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
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert violations(tmp_path) == []


def test_import_kinloop_loads_no_heavy_library() -> None:
    program = f"import kinloop, sys; print(*[name for name in {LOADED_ONLY_WHEN_USED!r} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == []
