"""The report of the five documents in a real browser: it fits phones and paper, plays, asks for nothing, and can be mailed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from shared_reproduction import shared_reproduction

from kinloop.view.report.report_writer import FIRST, ReportWriter

if TYPE_CHECKING:
    from conftest import OpenPage

Open = Callable[..., "OpenPage"]
MAILED = 8_000_000  # bytes
# The crossing; errata, equations that are wider than a phone, a motion in three dimensions.
SOME = (FIRST, "001-17", "003-33", "003-38")


def written(folder: Path, ids: tuple[str, ...] = ()) -> Path:
    """The report of some studies, or of all."""
    runs = [run for run in shared_reproduction().runs if not ids or run.study.id in ids]
    writer = ReportWriter(folder, 49)
    for run in runs:
        writer.add(run)
    return writer.write()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("reproduction"), SOME)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280], ids=["phone", "desktop"])
def test_it_fits_phones_and_desktops(width: int, dark: bool, report: Path, open_page: Open, pictures: Path) -> None:
    shown = open_page(report, width=width, height=900, dark=dark, still=True)
    page = shown.page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wide = page.locator(".equation .wide").evaluate_all("(all) => all.map((each) => each.scrollWidth > each.clientWidth)")
    assert any(wide) == (width == 390) or width == 1280  # what is wider than a phone scrolls
    heads = page.locator(".stacked thead").first.bounding_box()
    assert heads is not None
    assert (heads["height"] <= 2) == (width == 390)  # rows are blocks on a phone
    page.screenshot(path=pictures / f"reproduction-{width}-{'dark' if dark else 'light'}.png")


def test_the_crossing_comes_first_and_is_linked_to_its_plots(report: Path, open_page: Open) -> None:
    shown = open_page(report, still=True)
    first = f"motion-{FIRST}"
    ids = shown.page.evaluate("window.kinloop.motions.map((motion) => motion.id)")
    assert ids[0].startswith(first)
    place = shown.page.locator("#crossing").evaluate("(node) => node.getBoundingClientRect().top")
    assert 0 < place < 900
    before, at_first = shown.machine(ids[0]), shown.cursors()
    shown.motion("seek(2.5)", ids[0])
    assert shown.machine(ids[0]) != before
    assert shown.cursors()[0] > at_first[0] + 20


def test_it_has_equations_to_copy_and_the_proofs_of_errata(report: Path, open_page: Open) -> None:
    page = open_page(report, still=True).page
    equations = page.locator("figure.equation")
    assert equations.count() > 5
    assert page.locator("figure.equation math").count() == equations.count()
    assert all("\\" in text for text in page.locator("figure.equation pre.latex").all_text_contents())
    rows = page.locator("#study-001-17 ~ .errata tbody tr, .errata tbody tr")
    assert rows.count() >= 13


@pytest.mark.long
def test_the_whole_report_can_be_mailed_and_opens(tmp_path: Path, open_page: Open) -> None:
    path = written(tmp_path)
    assert path.stat().st_size < MAILED
    page = open_page(path, still=True).page
    assert page.locator("[id^=study-]").count() == 49
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
