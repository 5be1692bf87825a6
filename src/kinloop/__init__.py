"""Models, simulation and control of robot manipulators with closed kinematic chains."""

import ast
import pathlib  # as a module: Path is a public name
from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Public name -> (module, name there), from the imports of the stub. A module is loaded when one of its names is first used: a
# command that only prints its help does not wait for CasADi.
_PUBLIC = {
    name.asname or name.name: (str(node.module), name.name)
    for node in ast.parse(pathlib.Path(__file__).with_name("__init__.pyi").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ImportFrom)
    for name in node.names
}
_RENAMED = {"Chain": "Sequence", "own_motion": "described_motion", "crossings": "assess"}  # names of earlier versions

__all__ = list(_PUBLIC)


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        hint = f"; it is now kinloop.{_RENAMED[name]}" if name in _RENAMED else ""
        raise AttributeError(f"module 'kinloop' has no attribute {name!r}{hint}")
    module, attribute = _PUBLIC[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
