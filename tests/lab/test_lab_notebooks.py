"""The lab notebooks: valid, without outputs, sheets and solutions alike but for the functions, and all run from top to bottom."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tiers import with_long

EXAMPLES = Path(__file__).parents[2] / "examples"
LABS = ("lab_biglide", "lab_scara")
NOTEBOOKS = [f"{lab}{kind}" for lab in LABS for kind in ("", "_solutions")]
# Executes the code cells of a notebook in order, in one namespace, as a kernel does.
RUN = """
import json, pathlib, sys
cells = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["cells"]
names = {"__name__": "__main__"}
for k, cell in enumerate(cells):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"cell {k}", "exec"), names)
"""


def read(name: str) -> dict[str, Any]:
    return dict(json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8")))


def sources(name: str, kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in read(name)["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_valid_and_has_no_outputs(name: str) -> None:
    """What nbformat 4.5 demands: ids of the cells, sources as lines, outputs and counts of code cells."""
    notebook = read(name)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in notebook["cells"]:
        assert cell["cell_type"] in ("markdown", "code")
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | (
            {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        )
        assert all(isinstance(line, str) and line.endswith("\n") for line in cell["source"][:-1])
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
    assert str(EXAMPLES.parent) not in json.dumps(notebook)


@pytest.mark.parametrize("lab", LABS)
def test_sheet_and_solutions_differ_in_the_bodies_of_functions_only(lab: str) -> None:
    sheet, solved = sources(lab, "markdown"), sources(f"{lab}_solutions", "markdown")
    assert solved[0].splitlines()[0] == sheet[0].splitlines()[0] + ": solutions"
    assert (solved[0].split("\n", 1)[1], solved[1:]) == (sheet[0].split("\n", 1)[1], sheet[1:])
    blanks = 0
    for asked, answered in zip(sources(lab, "code"), sources(f"{lab}_solutions", "code"), strict=True):
        a, b = ast.parse(asked), ast.parse(answered)
        for left, right in zip(a.body, b.body, strict=True):
            if isinstance(left, ast.FunctionDef) and "your turn" in ast.unparse(left):
                assert isinstance(right, ast.FunctionDef)
                assert (left.name, ast.dump(left.args)) == (right.name, ast.dump(right.args))
                assert ast.get_docstring(left) == ast.get_docstring(right)
                assert "your turn" not in ast.unparse(right)
                blanks += 1
            else:
                assert ast.dump(left) == ast.dump(right)
    assert blanks >= 9


def run_notebook(name: str, folder: Path) -> str:
    command = [sys.executable, "-W", "error", "-c", RUN, str(EXAMPLES / f"{name}.ipynb")]
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder, env=environment)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("lab", with_long(LABS, lambda lab: lab != "lab_biglide"))
def test_an_empty_sheet_runs_and_says_what_is_missing(lab: str, tmp_path: Path) -> None:
    said = run_notebook(lab, tmp_path)
    assert said.count("It is not written yet: it raised NotImplementedError") == said.count("no value at 200") >= 7
    assert "right at all" not in said


@pytest.mark.parametrize("lab", with_long(LABS, lambda lab: lab != "lab_biglide"))
def test_the_solutions_are_right_everywhere(lab: str, tmp_path: Path) -> None:
    said = run_notebook(f"{lab}_solutions", tmp_path)
    assert said.count("right at all 200 samples.") == said.count("samples") >= 7
    assert "your turn" not in said
    if lab == "lab_biglide":
        assert "x = 0.0001 m:       0.93 N with yours,     623.44 N with ydd = 0" in said
    else:
        assert "yours 0.135000, kinloop's 0.135000" in said
        assert "yours 20.26232, kinloop's 20.26232" in said
