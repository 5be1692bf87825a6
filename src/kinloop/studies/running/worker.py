"""A process that runs studies: it reads their ids from its input and answers with how each went, a JSON text in a line.

It is started with the import path of the process that asks, which needs no guard in a user's script and no pickle.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from kinloop.studies.catalogue import all_studies
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.running.run_study import Outcome, run_and_store

LAST = 4000  # characters of what a process printed that are kept
PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.stdin.readline())
from kinloop.studies.running.worker import serve
serve()
"""


@dataclass(frozen=True)
class WorkerSettings:
    """What every study of a run shares: the modules that have the studies, the folder of results, and the context."""

    modules: Sequence[str]
    folder: Path
    key: str
    context: StudyContext

    def as_json(self) -> str:
        """One line."""
        context = {"full": self.context.full, "engines": self.context.engines}
        return json.dumps({"modules": list(self.modules), "folder": str(self.folder), "key": self.key, "context": context})

    @classmethod
    def from_json(cls, text: str) -> WorkerSettings:
        """The settings of such a line."""
        about = json.loads(text)
        context = StudyContext(about["context"]["full"], tuple(about["context"]["engines"]))
        return cls(about["modules"], Path(about["folder"]), about["key"], context)


def serve() -> None:
    """Run what is asked until the input ends. What libraries print goes to the standard error output, not among the answers."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    settings = WorkerSettings.from_json(sys.stdin.readline())
    studies = all_studies(settings.modules)
    for line in sys.stdin:
        outcome = run_and_store(studies[line.strip()], settings.context, settings.folder, settings.key)
        answers.write(json.dumps(asdict(outcome)) + "\n")
        answers.flush()


class Worker:
    """A process that runs studies, one after another. It has a group of its own, so that Ctrl-C reaches only the one who asks."""

    def __init__(self, settings: WorkerSettings) -> None:
        alone: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            alone = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._said = TemporaryFile()  # noqa: SIM115  # what libraries print; closed by `end`
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
            encoding="utf-8",
            **alone,
        )
        self._say(json.dumps(sys.path))
        self._say(settings.as_json())

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # if it has ended, the answer that does not come says so
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def run(self, study_id: str) -> Outcome:
        """How a study went; also where the process ended instead of answering."""
        self._say(study_id)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            how = f"by signal {-status}" if status < 0 else f"with status {status}"
            return Outcome(study_id, 0.0, f"the process that ran study {study_id} ended {how}", self._last_words())
        return Outcome(**json.loads(line))

    def _last_words(self) -> str:
        """The end of what the process has printed."""
        self._said.seek(0, os.SEEK_END)
        self._said.seek(max(0, self._said.tell() - LAST))
        return self._said.read().decode(errors="replace")

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process, also within a study."""
        self._process.kill()
        self._process.wait()
        self._said.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # of what was still to be said to a process that has ended
                    pipe.close()
