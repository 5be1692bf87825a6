"""Many studies in several processes; results are stored as they come, and an interrupted run continues from there."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from kinloop.errors import FileError, ShapeError
from kinloop.studies.catalogue import MODULES
from kinloop.studies.framework.result_file import StoredResult, load_result
from kinloop.studies.framework.study import Study
from kinloop.studies.framework.study_context import StudyContext, available_engines
from kinloop.studies.framework.study_result import StudyResult
from kinloop.studies.running.processes import run_here, run_in_processes
from kinloop.studies.running.progress_report import ProgressCallback, StudyProgress
from kinloop.studies.running.run_key import run_key
from kinloop.studies.running.unfinished import Unfinished
from kinloop.studies.running.worker import WorkerSettings


@dataclass(frozen=True, eq=False)
class StudyRun:
    """A study and its result, or the sentence of what it failed with. ``kept``: it was run before an interruption."""

    study: Study
    result: StudyResult | None
    error: str = ""
    trace: str = field(default="", repr=False)
    seconds: float = 0.0
    kept: bool = False

    @property
    def verdict(self) -> str:
        """The verdict of the result, or ``failed``."""
        return "failed" if self.result is None else self.result.verdict


def run_studies(
    studies: Sequence[Study],
    folder: Path,
    *,
    full: bool = False,
    processes: int = 2,
    progress: ProgressCallback | None = None,
    modules: Sequence[str] = MODULES,
) -> list[StudyRun]:
    """Run studies, store each result in the folder when it is there, and return all, in the order given.

    What an interrupted run of the same studies has stored is not run again. A study that fails does not stop the others. With one
    process all runs here.

    Raises: FileError: the folder cannot be written, or the disk is full. KeyboardInterrupt: Ctrl-C; finished studies are kept.
    """
    if processes < 1:
        raise ShapeError(f"processes is {processes}, expected 1 or more")
    _make_folder(folder)
    context = StudyContext(full, available_engines())
    settings = WorkerSettings(tuple(modules), folder, run_key(context), context)
    mark = Unfinished(folder, settings.key)
    kept = mark.begin(each.id for each in studies)
    reporter = _Reporter(studies, progress)
    runs: dict[str, StudyRun] = {}
    for each in studies:
        if each.id in kept and (stored := _read(folder, each)) is not None:
            runs[each.id] = StudyRun(each, stored.result, seconds=stored.seconds, kept=True)
            reporter.end("kept", each, runs[each.id])
    left = [each for each in studies if each.id not in runs]
    run = run_here if processes == 1 else run_in_processes
    with closing(run(left, settings, processes)) as outcomes:
        for each, outcome in outcomes:
            if outcome is None:
                reporter.start(each)
                continue
            if outcome.stops_all:
                raise FileError(outcome.error)
            result = None if outcome.error else load_result(folder, each.id).result
            runs[each.id] = StudyRun(each, result, outcome.error, outcome.trace, outcome.seconds)
            reporter.end("failed" if outcome.error else "finished", each, runs[each.id])
    mark.finish(each.id for each in studies)
    return [runs[each.id] for each in studies]


class _Reporter:
    """Calls the user's function with what has happened."""

    def __init__(self, studies: Sequence[Study], callback: ProgressCallback | None) -> None:
        self._total, self._callback = len(studies), callback
        self._seconds = {each.id: each.seconds for each in studies}
        self._running: dict[str, Study] = {}
        self._over: set[str] = set()

    def start(self, study: Study) -> None:
        self._running[study.id] = study
        self._report("started", study, None)

    def end(self, kind: str, study: Study, run: StudyRun) -> None:
        self._running.pop(study.id, None)
        self._over.add(study.id)
        self._report(kind, study, run)

    def _report(self, kind: str, study: Study, run: StudyRun | None) -> None:
        if self._callback is None:
            return
        share = sum(self._seconds[id] for id in self._over) / (sum(self._seconds.values()) or 1.0)
        running = tuple(self._running.values())
        about = ("", "", 0.0) if run is None else (run.verdict, run.error, run.seconds)
        self._callback(StudyProgress(kind, study, len(self._over), self._total, running, share, *about))


def _make_folder(folder: Path) -> None:
    """Raises: FileError: there is a file of that name, or it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"the folder {str(folder)!r} cannot be made: {error.strerror}") from error


def _read(folder: Path, study: Study) -> StoredResult | None:
    """A result that was kept, or None where a part of it is damaged: then the study runs again."""
    try:
        return load_result(folder, study.id)
    except FileError:
        return None
