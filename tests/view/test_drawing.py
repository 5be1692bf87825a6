"""Methods that draw name functions of kinloop.view, which exist, and nothing is loaded before it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import kinloop as kl
from kinloop.drawing import draw_with

SOURCE = Path(kl.__file__).parent


def named_functions() -> list[str]:
    """The function that each call of ``draw_with`` in the package names."""
    found = []
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "draw_with":
                assert isinstance(node.args[0], ast.Constant), f"{file}: expected the name of a function, written out"
                found.append(node.args[0].value)
    return found


@pytest.mark.parametrize("name", sorted(set(named_functions())))
def test_every_named_drawing_function_exists(name: str) -> None:
    module, function = name.rsplit(".", 1)
    assert callable(getattr(import_module(f"kinloop.view.{module}"), function))


def test_there_are_drawing_methods() -> None:
    assert len(set(named_functions())) >= 14


def test_a_wrong_name_is_an_error_of_the_package() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"kinloop\.view\.nothing"):
        draw_with("nothing.plot")


def test_a_simulated_robot_loads_no_matplotlib_before_it_is_drawn() -> None:
    program = (
        "import sys, kinloop as kl\n"
        "robot = kl.load('two_r')\n"
        "kl.Record, kl.Rollouts, kl.Comparison, kl.SingularityMap, repr(robot)\n"
        "print('matplotlib' in sys.modules)\n"
        "robot.draw()\n"
        "print('matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "True", "False"]
