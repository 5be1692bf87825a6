"""The table of public names: public name -> (module, name there), from the imports of the stub ``__init__.pyi``; and the packages
that are public themselves, which the stub imports ``from .``."""

from __future__ import annotations

import ast
from pathlib import Path

_IMPORTS = [
    node
    for node in ast.parse(Path(__file__).with_name("__init__.pyi").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ImportFrom)
]
PUBLIC = {name.asname or name.name: (node.module, name.name) for node in _IMPORTS if node.module for name in node.names}
PACKAGES = tuple(name.name for node in _IMPORTS if not node.module for name in node.names)
