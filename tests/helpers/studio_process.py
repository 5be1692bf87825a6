"""The studio in a process of its own, as ``kinloop studio --no-browser`` starts it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Self

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)")


@dataclass
class StudioProcess:
    """A running server."""

    process: subprocess.Popen[str]
    port: int
    token: str
    folder: Path

    @classmethod
    def start(cls, machine: str, folder: Path) -> Self:
        """Start a server that keeps its records in a folder, and wait for its address."""
        process = subprocess.Popen(
            [sys.executable, "-m", "kinloop.cli", "studio", machine, "--no-browser"],
            cwd=folder,
            env={**os.environ, "KINLOOP_RECORDS": str(folder / "records")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        said = ""
        while line := process.stdout.readline():
            said += line
            if found := ADDRESS.search(said):
                return cls(process, int(found[1]), found[2], folder)
        raise AssertionError(f"the studio did not start: {said}")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def records(self) -> list[Path]:
        """The records that it keeps."""
        return sorted((self.folder / "records").glob("*.npz"))

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
