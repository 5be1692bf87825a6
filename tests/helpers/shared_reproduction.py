"""Results of studies, run once in a test session: whichever process of the session asks first runs them, the others wait."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from kinloop.studies.catalogue import all_studies, studies_named
from kinloop.studies.framework.result_file import load_result
from kinloop.studies.framework.study_result import StudyResult
from kinloop.studies.running.reproduce import RESULTS, Reproduction, reproduce
from kinloop.studies.running.run_studies import StudyRun

LONGEST = 900.0  # seconds to wait for another process


@cache
def shared_reproduction(*names: str) -> Reproduction:
    """These studies, or all, in the order of the checklist. Those that no test of the session has asked for yet are run."""
    folder = Path(os.environ["KINLOOP_TEST_STUDIES"])  # conftest.py makes it
    wanted = [study.id for study in studies_named(names, all_studies())]
    with _lock(folder / "lock"):
        missing = [id for id in wanted if not (folder / RESULTS / f"{id}.json").is_file()]
        if missing:
            found = reproduce(missing, out=folder, processes=min(2, len(missing)))
            failed = [f"{run.study.id}: {run.error}\n{run.trace}" for run in found.runs if run.result is None]
            assert not failed, "\n".join(failed)
    return Reproduction(tuple(_stored(folder, id) for id in wanted), folder)


@cache
def _stored(folder: Path, study_id: str) -> StudyRun:
    stored = load_result(folder / RESULTS, study_id)
    return StudyRun(all_studies()[study_id], stored.result, seconds=stored.seconds)


def shared_result(study_id: str) -> StudyResult:
    """The result of one study; its document is run with it, since the studies of a document share what they compute."""
    runs = shared_reproduction(study_id[:3]).runs
    (result,) = (run.result for run in runs if run.study.id == study_id)
    assert result is not None
    return result


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold a file that only one process can make."""
    end = time.monotonic() + LONGEST
    while True:
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
    try:
        yield
    finally:
        path.unlink()
