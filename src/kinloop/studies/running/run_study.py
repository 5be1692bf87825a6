"""One study: run it and store its result."""

from __future__ import annotations

import time
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kinloop.errors import FileError, KinloopError, KinloopWarning, RunEndedEarly, ShapeError, UnstableLoop
from kinloop.studies.framework.result_file import save_result
from kinloop.studies.framework.study import Study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult


@dataclass(frozen=True)
class Outcome:
    """How a study went: ``error`` and ``trace`` are empty where it has a result. ``stops_all``: the result could not be stored,
    and neither could the next one."""

    id: str
    seconds: float
    error: str = ""
    trace: str = ""
    stops_all: bool = False


def run_study(study: Study, context: StudyContext) -> StudyResult:
    """The result of a study, with the warnings of kinloop that the study does not expect, and the missing engine, as notes.

    How runs end is what studies look at, so warnings of that are left out.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", KinloopWarning)
        for expected in (RunEndedEarly, UnstableLoop):
            warnings.simplefilter("ignore", expected)
        result: Any = study.run(context)
    if not isinstance(result, StudyResult):
        raise ShapeError(f"study {study.id} returned {result!r:.80}, expected a StudyResult")
    said = dict.fromkeys(f"kinloop warned: {each.message}" for each in caught)
    missing = context.notes if "mujoco" in result.ran.lower() else ()
    return result.with_notes([*said, *missing])


def run_and_store(study: Study, context: StudyContext, folder: Path, key: str) -> Outcome:
    """Run a study and store its result; an error is a value here, so that the other studies go on."""
    start = time.perf_counter()
    try:
        result = run_study(study, context)
    except Exception as error:  # whatever a study raises is reported with its name
        return Outcome(study.id, time.perf_counter() - start, _sentence(error), traceback.format_exc())
    seconds = time.perf_counter() - start
    try:
        save_result(folder, study.id, result, key, seconds)
    except FileError as error:
        return Outcome(study.id, seconds, str(error), traceback.format_exc(), stops_all=True)
    except Exception as error:  # a result that cannot be written as JSON or arrays
        return Outcome(study.id, seconds, _sentence(error), traceback.format_exc())
    return Outcome(study.id, seconds)


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, KinloopError) else f"{type(error).__name__}: {error}"
