"""The API reference: it is built without a warning, has every public name, and needs no network."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import kinloop as kl

ROOT = Path(__file__).parents[1]
pytest.importorskip("sphinx", reason="the extra docs is not installed")
pytestmark = pytest.mark.long  # test_public_names.py looks at the docstrings


@pytest.fixture(scope="module")
def reference() -> Path:
    """The folder of the pages, where ./test leaves them."""
    folder = ROOT / "build" / "reference"
    command = [sys.executable, str(ROOT / "tools" / "build_reference.py"), str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


def test_the_reference_has_every_public_name_and_no_other(reference: Path) -> None:
    from sphinx.util.inventory import InventoryFile

    inventory = InventoryFile.loads((reference / "objects.inv").read_bytes(), uri="").data
    objects = {name for kind in ("py:class", "py:function", "py:exception") for name in inventory[kind]}
    assert {name for name in objects if name.count(".") == 1} == {f"kinloop.{name}" for name in kl.__all__}
    assert "kinloop.Robot.forward_dynamics" in inventory["py:method"]


def test_pages_equations_and_search_need_no_network(reference: Path) -> None:
    pages = list(reference.rglob("*.html"))
    assert len(pages) > len(kl.__all__)
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe)[^>]*\bsrc=\"([^\"]*)\"|<link[^>]*\bhref=\"([^\"]*)\"", text)
        assert not [address for pair in loaded for address in pair if "//" in address], page
    assert "<msub><mover" in (reference / "control" / "ComputedTorque.html").read_text(encoding="utf-8")
    assert "forward_dynamics" in (reference / "searchindex.js").read_text(encoding="utf-8")
