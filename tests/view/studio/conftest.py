"""Records of studios go to a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of records."""
    folder = tmp_path / "records"
    monkeypatch.setenv("KINLOOP_RECORDS", str(folder))
    return folder
