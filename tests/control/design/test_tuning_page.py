"""The programs of docs/tuning.md print what stands below them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "tuning.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_every_program_has_its_output() -> None:
    assert len(BLOCKS) == PAGE.count("```python") == PAGE.count("```text") > 5


@pytest.mark.parametrize("k", range(len(BLOCKS)))
def test_a_program_prints_what_stands_below_it(k: int, capsys: pytest.CaptureFixture[str]) -> None:
    program, printed = BLOCKS[k]
    exec(compile(program, "docs/tuning.md", "exec"), {})
    assert capsys.readouterr().out == printed
