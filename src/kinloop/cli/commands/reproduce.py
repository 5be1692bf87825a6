"""``kinloop reproduce``."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from kinloop.cli.console import console, print_error
from kinloop.errors import FileError, in_one_line

if TYPE_CHECKING:
    from kinloop.studies.running.progress_report import StudyProgress
    from kinloop.studies.running.run_studies import StudyRun
    from kinloop.view.report.report_writer import ReportWriter

BETWEEN = 5.0  # seconds between writes of the report


def reproduce(
    names: Annotated[list[str] | None, typer.Argument(help="Studies, as 000-11, or documents, as 000; all unless given.")] = None,
    out: Annotated[str, typer.Option(help="The folder of the report, of its figures and data.")] = "out/report",
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write all findings to a JSON file.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="One study of each document: at most 20 seconds.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Also crossings of other machines, and finer maps.")] = False,
    processes: Annotated[int, typer.Option(help="Studies that run at a time.")] = 2,
    open_report: Annotated[bool, typer.Option("--open", help="Open the report in the browser.")] = False,
) -> None:
    """Run every experiment of the five source documents again, judge what they claim, and write a report. The exit status is 1 if
    a study disagrees with its document. A run that was interrupted goes on where it stopped."""
    from kinloop.mechanism.formats.text_file import file_to_write  # loaded when used
    from kinloop.studies.running.reproduce import reproduce as run_reproduction

    if json is not None:
        file_to_write(json)  # before the studies, not after them
        if not Path(json).resolve().parent.is_dir():
            raise FileError(f"--json is {json!r}, expected a file in a folder that exists")
    shown = _Display(Path(out))
    try:
        with shown.bar:
            found = run_reproduction(names or (), out=out, quick=quick, full=full, processes=processes, progress=shown.report)
    except KeyboardInterrupt:
        print_error(f"interrupted; finished studies are kept in {in_one_line(out)}, and the same command goes on from there")
        raise typer.Exit(130) from None
    path = shown.finish()
    if json is not None:
        found.save_findings(json)
    table = Table("verdict", "studies", header_style="bold")
    for verdict, count in found.counts.items():
        if count:
            table.add_row(verdict, str(count))
    console.print(table)
    for run in found.runs:
        if run.verdict in ("disagrees", "failed"):
            console.print(f"{run.study.id} {run.verdict}: {run.study.title}{f': {run.error}' if run.error else ''}")
    console.print(f"the report: {path.resolve()}")
    if open_report:
        webbrowser.open(path.resolve().as_uri())
    if found.exit_status:
        raise typer.Exit(found.exit_status)


class _Display:
    """The progress bar, a line for each study that has ended, and the report, which is written while studies run."""

    def __init__(self, folder: Path) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn())
        self.bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self.bar.add_task("studies", total=1.0)
        self._folder = folder
        self._writer: ReportWriter | None = None
        self._written = 0.0

    def report(self, progress: StudyProgress) -> None:
        """Show what runs; add a study that has ended to the report."""
        from kinloop.studies.running.schedule import FIRST

        running = ", ".join(study.id for study in progress.running)
        self.bar.update(self._task, completed=progress.share, description=f"{progress.done} of {progress.total} {running}")
        if progress.kind == "started":
            return
        kept = " (kept from the interrupted run)" if progress.kind == "kept" else ""
        console.print(f"{progress.study.id:7} {progress.verdict:12} {progress.study.title}{kept}")
        writer = self._report_writer(progress.total)
        writer.add(self._run_with_result(progress))
        if any(study.id == FIRST for study in progress.running):
            return  # the report begins with it
        if self._written == 0.0 or monotonic() - self._written > BETWEEN:
            writer.write()
            if self._written == 0.0:
                console.print(f"the report, written as it goes: {writer.path.resolve()}")
            self._written = monotonic()

    def finish(self) -> Path:
        """Write the report with all studies."""
        return self._report_writer(0).write()

    def _report_writer(self, total: int) -> ReportWriter:
        from kinloop.view.report.report_writer import ReportWriter

        if self._writer is None:
            self._writer = ReportWriter(self._folder, total)
        return self._writer

    def _run_with_result(self, progress: StudyProgress) -> StudyRun:
        """A study that has ended, with its stored result."""
        from kinloop.studies.framework.result_file import load_result
        from kinloop.studies.running.reproduce import RESULTS
        from kinloop.studies.running.run_studies import StudyRun

        if progress.error:
            return StudyRun(progress.study, None, progress.error, seconds=progress.seconds)
        stored = load_result(self._folder / RESULTS, progress.study.id)
        return StudyRun(progress.study, stored.result, seconds=stored.seconds)
