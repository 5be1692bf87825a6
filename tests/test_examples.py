"""Every example runs headless, ends by itself and prints its answer."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from tiers import with_long

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


# Examples that take long; what they show has quicker tests.
LONG = ("07", "09", "10", "18", "20")


@pytest.mark.parametrize("path", with_long(EXAMPLES, lambda path: path.name.startswith(LONG)), ids=lambda path: path.stem)
def test_example_runs_and_ends(path, tmp_path):
    command = [sys.executable, "-W", "error", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path)  # some write files
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert not done.stderr


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_asks_a_question_and_is_short(path):
    text = path.read_text(encoding="utf-8")
    assert "?" in ast.get_docstring(ast.parse(text)).partition("\n\n")[0]
    assert len(text.splitlines()) < 80


def test_examples_are_numbered_without_gaps():
    assert [int(path.name[:2]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1)) != []
