"""The table of public names: public name -> (module, name there), from the imports of the stub ``__init__.pyi``."""

from __future__ import annotations

import ast
from pathlib import Path

PUBLIC = {
    name.asname or name.name: (str(node.module), name.name)
    for node in ast.parse(Path(__file__).with_name("__init__.pyi").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ImportFrom)
    for name in node.names
}
