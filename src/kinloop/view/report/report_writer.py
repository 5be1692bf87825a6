"""The report as a file that is written again and again while studies run, with figures and data beside it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from itertools import zip_longest
from os import PathLike
from pathlib import Path

from kinloop.errors import FileError
from kinloop.mechanism.formats.text_file import save_text
from kinloop.studies.framework.documents import DOCUMENTS, Document
from kinloop.studies.framework.figure_data import Curves, Map, Motion
from kinloop.studies.running.run_studies import StudyRun
from kinloop.view.page.page import Page, Section
from kinloop.view.page.parts import Details, Figure, Markup, Part, Text
from kinloop.view.page.parts import Motion as MotionPart
from kinloop.view.page.svg import svg_file
from kinloop.view.report.errata import errata_table
from kinloop.view.report.explanations import crossing_text, how_it_was_made
from kinloop.view.report.fragment import Fragment, prepare
from kinloop.view.report.overview import overview_html
from kinloop.view.report.study_section import study_parts

TITLE = "Five documents on robots, run again"
SUBTITLE = "Three laboratory reports on the Biglide, an examination on a 2R arm under a constraint, a thesis on a SCARA robot"
# The study that the report begins with: what none of the documents could do.
FIRST = "000-15"
NOT_DONE = (
    "The documents also used mass properties that a CAD program computes from meshes, elastic joints, and backlash. kinloop does "
    "not have them: masses and inertias are given as numbers, and joints are rigid."
)
LEAD = (
    "kinloop ran the experiments of five documents again and compared what came out with what they claim. This page is one file "
    "and can be mailed; figures as SVG and data as CSV lie beside it."
)


class ReportWriter:
    """Writes ``index.html`` into a folder, and beside it ``figures`` (SVG) and ``data`` (CSV).

    Figures of a study are drawn once, when it is added. Raises: FileError: the folder cannot be made or written.
    """

    def __init__(self, folder: str | PathLike[str], total: int) -> None:
        self.folder, self.total = Path(folder), total
        self.path = self.folder / "index.html"
        self._runs: dict[str, StudyRun] = {}
        self._fragments: dict[str, Fragment] = {}
        self._first: Fragment | None = None
        self._crossing = ""
        for each in (self.folder, self.folder / "figures", self.folder / "data"):
            try:
                each.mkdir(parents=True, exist_ok=True)
            except OSError as fault:
                raise FileError(f"the folder {str(each)!r} cannot be made: {fault.strerror}") from fault

    def add(self, run: StudyRun) -> None:
        """Add a study that has ended, and write its figures and data."""
        parts = list(study_parts(run))
        _write_figures(run, [part for part in parts if isinstance(part, Figure)], self.folder)
        if run.study.id == FIRST and (first := next((part for part in parts if isinstance(part, MotionPart)), None)):
            self._first, self._crossing = prepare([first], 0), crossing_text(run)
            parts[parts.index(first)] = Markup('<p><a href="#crossing">The motion is shown at the top of this page.</a></p>')
        self._fragments[run.study.id] = prepare(parts, run.study.line)
        # Records are large, and not needed any more.
        light = None if run.result is None else replace(run.result, figures=())
        self._runs[run.study.id] = replace(run, result=light)

    def write(self) -> Path:
        """Write the page with all studies that were added. Returns: its path."""
        return self._page().save(self.path)

    def _page(self) -> Page:
        runs = sorted(self._runs.values(), key=lambda run: run.study.line)
        links = {run.study.id: f"study-{run.study.id}" for run in runs}
        sections = [
            Section("", [Text(LEAD), Text(how_it_was_made(runs))]),
            Section("Overview", [Markup(overview_html(runs, self.total, links))]),
        ]
        if self._first is not None:
            more = f'<p><a href="#{links[FIRST]}">What was run, and what came out</a></p>'
            shown: list[Part] = [Markup('<span id="crossing"></span>'), Text(self._crossing), self._first, Markup(more)]
            sections.insert(1, Section("Through a singularity", shown))
        for document in DOCUMENTS.values():
            own = [run for run in runs if run.study.document.id == document.id]
            if own:
                sections += self._document_sections(document, own, links)
        sections.append(Section("What is not done here", [Text(NOT_DONE)]))
        style = files("kinloop.view.report").joinpath("report.css").read_text(encoding="utf-8")
        return Page(TITLE, sections, SUBTITLE, style)

    def _document_sections(self, document: Document, runs: list[StudyRun], links: dict[str, str]) -> Iterator[Section]:
        errata = [each for run in runs if run.result is not None for each in run.result.errata]
        about: list[Part] = [Text(f"{document.authors}. {document.about}")]
        if errata:
            words = f"Errata: {len(errata)} equations, each with the error as printed and of the right form"
            about.append(Details(words, [Markup(errata_table(errata))]))
        yield Section(f"{document.id}: {document.title}", about)
        for run in runs:
            anchor = Markup(f'<span id="{links[run.study.id]}"></span>')
            yield Section(f"{run.study.line}. {run.study.title}", [anchor, self._fragments[run.study.id]], level=3)


def _write_figures(run: StudyRun, drawn: list[Figure], folder: Path) -> None:
    """Each figure as SVG, and its data as CSV. ``drawn``: the figures of curves and maps, in their order."""
    left = iter(drawn)
    for k, figure in enumerate(() if run.result is None else run.result.figures):
        name = f"{run.study.id}-{k + 1}"
        if isinstance(figure, Curves | Map):
            save_text(folder / "figures" / f"{name}.svg", svg_file(next(left).svg))
            save_text(folder / "data" / f"{name}.csv", _csv(figure))
        elif isinstance(figure, Motion):
            figure.record.to_csv(folder / "data" / f"{name}.csv")


def _csv(figure: Curves | Map) -> str:
    """Curves as pairs of columns; a map as rows of x, y, value."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    x, y = f"{figure.x.label} [{figure.x.unit}]", f"{figure.y.label} [{figure.y.unit}]"
    if isinstance(figure, Map):
        writer.writerow([x, y, f"{figure.value.label} [{figure.value.unit}]"])
        for i, second in enumerate(figure.y_values.tolist()):
            for k, first in enumerate(figure.x_values.tolist()):
                writer.writerow([repr(first), repr(second), repr(float(figure.values[i, k]))])
        return text.getvalue()
    writer.writerow(cell for series in figure.series for cell in (x, f"{series.name}: {y}" if series.name else y))
    columns = [column.tolist() for series in figure.series for column in (series.x, series.y)]
    writer.writerows([repr(value) if value is not None else "" for value in row] for row in zip_longest(*columns))
    return text.getvalue()
