"""The programs of docs/control.md and docs/your_own_law.md print what stands below them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("control.md", "your_own_law.md")


def programs() -> list[Any]:
    """Each program of the pages with its printed result."""
    found = []
    for name in PAGES:
        text = (DOCS / name).read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        assert len(blocks) == text.count("```python") == text.count("```text") > 5, name
        found += [pytest.param(*block, id=f"{name} {k}") for k, block in enumerate(blocks)]
    return found


@pytest.mark.parametrize(("program", "printed"), programs())
def test_a_program_prints_what_stands_below_it(program: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(program, "page", "exec"), {})
    assert capsys.readouterr().out == printed
