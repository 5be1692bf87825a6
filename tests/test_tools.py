"""The tools load: what they import exists. They are run by hand, since they take long or write files."""

import runpy
from pathlib import Path

import pytest

TOOLS = sorted((Path(__file__).parent.parent / "tools").glob("*.py"))


@pytest.mark.parametrize("path", TOOLS, ids=lambda path: path.stem)
def test_tool_loads(path):
    assert runpy.run_path(str(path))["__doc__"]


def test_there_are_tools():
    assert TOOLS
