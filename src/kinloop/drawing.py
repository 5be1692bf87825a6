"""Methods that draw, such as ``record.plot()``, call functions of ``kinloop.view``, which is to the right of their classes.

A method names its function, and the module is imported when the method is called: neither the classes nor ``import kinloop`` wait
for matplotlib. ``docs/decisions/0050-drawing-functions-are-called-by-name.md`` explains this choice.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def draw_with(function: str, *arguments: Any, **options: Any) -> Any:
    """Call a function of ``kinloop.view`` by its module and name: ``draw_with("figures.record_figure.plot_record", record)``."""
    module, name = function.rsplit(".", 1)
    return getattr(import_module(f"kinloop.view.{module}"), name)(*arguments, **options)
