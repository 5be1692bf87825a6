"""``reproduce``: run the studies of the five documents, and what came out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kinloop.errors import FileError, ShapeError
from kinloop.mechanism.formats.text_file import save_text
from kinloop.studies.catalogue import MODULES, all_studies, quick_studies, studies_named
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.finding import VERDICTS
from kinloop.studies.framework.result_file import load_result
from kinloop.studies.running.progress_report import ProgressCallback
from kinloop.studies.running.run_studies import StudyRun, run_studies

RESULTS = "studies"  # the folder of results, within the folder that the user gives


@dataclass(frozen=True, eq=False)
class Reproduction:
    """Studies that were run, in the order of the checklist. ``folder`` has their results in ``studies``; None: not kept."""

    runs: tuple[StudyRun, ...]
    folder: Path | None = None

    @property
    def counts(self) -> dict[str, int]:
        """How many studies have each verdict; ``failed`` are those that raised an error."""
        return {verdict: sum(run.verdict == verdict for run in self.runs) for verdict in (*VERDICTS, "failed")}

    @property
    def exit_status(self) -> int:
        """1 if a study disagrees with its document or failed, else 0."""
        return int(any(run.verdict in ("disagrees", "failed") for run in self.runs))

    @property
    def findings(self) -> list[dict[str, Any]]:
        """All findings as plain JSON: id, quantity, relation, document, measured, unit, verdict. A study that failed has one."""
        found = []
        for run in self.runs:
            if run.result is not None:
                found += run.result.as_json(run.study.id)
            else:
                what = {"quantity": f"the study failed: {run.error}", "relation": "is", "document": None, "measured": None}
                found.append({"id": run.study.id, **what, "unit": "", "verdict": "disagrees"})
        return found

    @property
    def errata(self) -> list[Erratum]:
        """The errata of all documents, with their proofs."""
        return [erratum for run in self.runs if run.result is not None for erratum in run.result.errata]

    def save_findings(self, path: str | PathLike[str]) -> None:
        """Write the findings as a JSON file; the write is atomic. Raises FileError: the folder is missing or not writable."""
        save_text(path, json.dumps(self.findings, indent=1, allow_nan=False, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, folder: str | PathLike[str], modules: Sequence[str] = MODULES) -> Reproduction:
        """The results that a folder has, also those of an interrupted run. Raises: FileError: there are none."""
        results, runs = Path(folder) / RESULTS, []
        for id, study in all_studies(modules).items():
            if (results / f"{id}.json").is_file():
                stored = load_result(results, id)
                runs.append(StudyRun(study, stored.result, seconds=stored.seconds, kept=True))
        if not runs:
            raise FileError(f"no results of studies in {str(results)!r}; expected a folder in which reproduce has run")
        return cls(tuple(runs), Path(folder))


def reproduce(
    names: str | Sequence[str] = (),
    *,
    out: str | PathLike[str] | None = None,
    full: bool = False,
    quick: bool = False,
    processes: int = 2,
    progress: ProgressCallback | None = None,
    modules: Sequence[str] = MODULES,
) -> Reproduction:
    """Run studies of the five source documents again, and judge what the documents claim.

    Args:
        names: ids (``"000-11"``), documents (``"000"``), or titles as names; all studies without them.
        out: a folder for the results. A run in it that was interrupted is continued. None: results are not kept.
        full: also what takes long: crossings of the Delta, the 3-RRR and the five-bar, finer maps.
        quick: one study a document.
        processes: that run at a time; 1 runs all here.
        progress: called with a :class:`StudyProgress` when a study begins and ends.
        modules: that have the studies.
    Raises: UnknownName: with the names that exist. FileError: the folder cannot be written, or the disk is full.
    """
    wanted, studies = [names] if isinstance(names, str) else list(names), all_studies(modules)
    if quick and wanted:
        raise ShapeError(f"quick=True chooses the studies itself, and names are {wanted!r}; give one of both")
    chosen = quick_studies(studies) if quick else studies_named(wanted, studies)
    options: dict[str, Any] = {"full": full, "processes": processes, "progress": progress, "modules": modules}
    if out is not None:
        return Reproduction(tuple(run_studies(chosen, Path(out) / RESULTS, **options)), Path(out))
    with TemporaryDirectory(prefix="kinloop-studies-") as folder:
        return Reproduction(tuple(run_studies(chosen, Path(folder), **options)))
