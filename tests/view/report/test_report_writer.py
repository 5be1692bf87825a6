"""The report has every study with its findings, figures, equations and motions, and is written as studies end."""

from __future__ import annotations

import csv
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import kinloop as kl
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Map, Motion, Series, over_time
from kinloop.studies.framework.finding import claim, observe
from kinloop.studies.framework.study import Study
from kinloop.studies.framework.study_result import StudyResult
from kinloop.studies.running.run_studies import StudyRun
from kinloop.view.page.plots import Plot, PlotLine
from kinloop.view.report.motion_plots import choose_plots, hidden_notes
from kinloop.view.report.report_writer import FIRST, ReportWriter
from kinloop.view.report.study_figures import MOST_POINTS, thin
from kinloop.view.report.verdicts import typeset

HOSTILE = "_</script><b>x</b> & \"quotes\" 'too' $\\frac$"


@pytest.fixture(scope="module")
def run() -> kl.Record:
    robot = kl.load("biglide")
    return kl.simulate(
        robot, kl.ComputedTorque(100.0, 20.0), kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2), duration=0.2, period=1e-2
    )


def study_run(study_id: str, result: StudyResult | None, error: str = "", title: str = "A title") -> StudyRun:
    study = Study(study_id, title, f"It did {HOSTILE}.", "It claimed.", lambda context: StudyResult("nothing"))
    return StudyRun(study, result, error, trace="Traceback ...")


def complete_result(record: kl.Record) -> StudyResult:
    t = np.linspace(0.0, 1.0, 11)
    grid, values = np.linspace(-1.0, 1.0, 4), np.arange(12.0).reshape(3, 4) + 1
    return StudyResult(
        ran=f"the Biglide {HOSTILE}",
        findings=[
            claim("largest error", "at most", 1e-3, 2.5e-4, "m"),
            claim("text", "is", HOSTILE, HOSTILE),
            observe("nothing known", 3.0, "N"),
        ],
        figures=[
            over_time("Errors", t, {"q1": t**2, "--wanted": t, HOSTILE: -t}, "error", "m", reproduces="fig. 3.6"),
            Map(
                "Map",
                Axis("x", "m"),
                Axis("y", "m"),
                Axis("push", "N"),
                grid,
                grid[:3],
                values,
                log=True,
            ),
            Equation("Inertia", r"M = \begin{pmatrix} a & b \\ c & d \end{pmatrix}"),
            Motion("A motion", record, compare=record, name="native", compare_name="exudyn"),
        ],
        errata=[Erratum("000", "(2.20)", "The sign is wrong.", r"A \ddot x = B", r"A \ddot x = -B", 2.0, 1e-14)],
        notes=[f"a note {HOSTILE}"],
    )


class Tags(HTMLParser):
    """Counts elements, and collects ids, links and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(str(value))
            if name == "href" and tag == "a":
                self.links.append(str(value))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_report_has_all_that_a_study_found(tmp_path: Path, run: kl.Record) -> None:
    writer = ReportWriter(tmp_path, 3)
    writer.add(study_run(FIRST, complete_result(run)))
    writer.add(study_run("003-30", None, error="it broke"))
    path = writer.write()
    text = path.read_text(encoding="utf-8")
    page = Tags(text)
    for words in ("largest error", "at most 0.001", "0.00025", "1 more are still to run", "it broke", "(2.20)"):
        assert words in page.text
    assert page.tags.count("b") == 1  # how many studies there are, and none of the hostile names
    assert page.tags.count("math") == 5  # the equation, and the erratum's two forms in both tables
    assert text.count('class="kinloop-motion"') == 1
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert text.index('id="crossing"') < text.index('id="overview"')  # what none of the documents could do comes first


def test_figures_and_data_lie_beside_the_report(tmp_path: Path, run: kl.Record) -> None:
    writer = ReportWriter(tmp_path, 1)
    writer.add(study_run(FIRST, complete_result(run)))
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == [f"{FIRST}-1.svg", f"{FIRST}-2.svg"]
    rows = list(csv.reader((tmp_path / "data" / f"{FIRST}-1.csv").open(encoding="utf-8")))
    assert rows[0][:2] == ["time [s]", "q1: error [m]"]
    assert [float(row[1]) for row in rows[1:]] == [float(t) ** 2 for t in np.linspace(0.0, 1.0, 11)]
    cells = np.loadtxt(tmp_path / "data" / f"{FIRST}-2.csv", delimiter=",", skiprows=1)
    assert cells.shape == (12, 3)
    assert np.array_equal(cells[:, 2], np.arange(12.0) + 1)
    again = kl.Record.from_csv(tmp_path / "data" / f"{FIRST}-4.csv", run.robot)
    assert np.array_equal(again.q, run.q)


def test_a_study_that_is_added_again_is_in_the_report_once(tmp_path: Path) -> None:
    writer = ReportWriter(tmp_path, 1)
    for measured in (1.0, 2.0):
        writer.add(study_run("002-24", StudyResult("ran", [observe("a number", measured, "N")])))
    page = Tags(writer.write().read_text(encoding="utf-8"))
    assert page.text.count("a number") == 1
    assert page.ids.count("study-002-24") == 1


def test_a_long_line_keeps_its_peaks() -> None:
    t = np.linspace(0.0, 1.0, 50_001)
    y = np.sin(200 * t)
    y[12_345], y[40_001] = 7.0, -9.0
    y[100:200] = np.nan
    x, few = thin(Series("", t, y))
    assert len(few) <= MOST_POINTS + 2
    assert (np.nanmax(few), np.nanmin(few)) == (7.0, -9.0)
    assert x[np.nanargmax(few)] == t[12_345]
    assert (np.diff(x) > 0).all()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(kl.FileError, match="cannot be made"):
        ReportWriter(tmp_path / "file", 1)


def test_a_figure_without_positive_values_is_drawn(tmp_path: Path) -> None:
    grid = np.arange(2.0)
    empty = Map("Empty", Axis("x"), Axis("y"), Axis("value"), grid, grid, np.full((2, 2), np.nan), log=True)
    flat = Curves("Flat", Axis("x"), Axis("y"), [Series("", grid, 0 * grid)], log="")
    writer = ReportWriter(tmp_path, 1)
    writer.add(study_run("002-23", StudyResult("ran", figures=[empty, flat])))
    assert writer.write().is_file()


def test_what_a_study_asks_is_below_the_quantity(tmp_path: Path) -> None:
    writer = ReportWriter(tmp_path, 1)
    writer.add(study_run("002-24", StudyResult("ran", [claim("force", "at least", 5.0, 7.0, "N", says="large <b>")])))
    text = writer.write().read_text(encoding="utf-8")
    assert '<td>force<span class="asked">asked: at least 5 N</span></td>' in text
    assert "large &lt;b&gt;" in text


def test_efforts_of_a_second_record_that_dwarf_the_first_are_left_out_with_a_note() -> None:
    t = np.linspace(0.0, 1.0, 5)
    small, large = PlotLine("f", t, np.ones(5), 0), PlotLine("f", t, 1e4 * np.ones(5), 1)
    plots = [
        Plot("effort", "N", True, (small, large)),
        Plot("error", "m", False, (small, large)),
        Plot("energy", "J", False, (small,)),
    ]
    effort, error = choose_plots(plots)
    assert (effort.lines, error.lines) == ((small,), (small, large))
    (note,) = hidden_notes(plots, "the other law")
    assert note == "The effort plot leaves out the other law, which reaches 1e+04 N."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1e-05 m/s^2", "10\u207b\u2075 m/s\u00b2"),
        ("7.665e+04", "7.665\u00a0\u00b7\u00a010\u2074"),
        ("at most 1e-12", "at most 10\u207b\u00b9\u00b2"),
        ("scara1e5 and 0.25", "scara1e5 and 0.25"),
    ],
)
def test_numbers_and_units_are_written_as_they_are_printed(text: str, shown: str) -> None:
    assert typeset(text) == shown
