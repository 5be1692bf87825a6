"""A report from the installed wheel, and what the distributions contain."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from described_records import described_record

if TYPE_CHECKING:
    from conftest import OpenPage

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys, kinloop as kl
assert kl.__file__.startswith(sys.argv[1]), kl.__file__
kl.Record.load(sys.argv[2]).report(sys.argv[3])
"""


def build(kind: str, folder: Path) -> Path:
    """The wheel or the source distribution, built without a connection."""
    pytest.importorskip("hatchling")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)], cwd=ROOT, check=True, timeout=120)
    (found,) = folder.iterdir()
    return found


def test_a_report_written_by_the_installed_wheel_plays(open_page: Callable[..., OpenPage], tmp_path: Path) -> None:
    wheel = build("wheel", tmp_path / "wheel")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as content:  # a wheel without compiled parts is installed by unpacking it
        names = content.namelist()
        content.extractall(installed)
    client = "kinloop/view/page/client/"
    for name in ("kinloop.js", "THIRD_PARTY_LICENSES.txt"):
        assert client + name in names
    assert "kinloop/view/page/page.css" in names
    assert "three" in (installed / client / "THIRD_PARTY_LICENSES.txt").read_text(encoding="utf-8")
    assert "uplot" in (installed / client / "THIRD_PARTY_LICENSES.txt").read_text(encoding="utf-8").lower()

    record, report = tmp_path / "run.npz", tmp_path / "run.html"
    described_record("five_bar").save(record)
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", PROGRAM, str(installed), str(record), str(report)]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, timeout=300)
    shown = open_page(report)
    shown.wait_for("window.kinloop.motions[0].time > 0")


def test_the_source_distribution_has_the_sources_of_the_client(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as content:
        names = ["/".join(name.split("/")[1:]) for name in content.getnames()]
    for name in (
        "client/package.json",
        "client/src/core/viewer.ts",
        "client/build.mjs",
        "src/kinloop/view/page/client/kinloop.js",
    ):
        assert name in names
    assert not any("node_modules" in name for name in names)
