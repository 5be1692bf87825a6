"""Reports in a real browser: every machine plays, and nothing is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from described_records import described_record

import kinloop as kl
from kinloop.simulation.record.record import ARRAYS, Event
from kinloop.view.page.page import Page, Section
from kinloop.view.page.record_page import motion_part

if TYPE_CHECKING:
    from conftest import OpenPage

Open = Callable[..., "OpenPage"]
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"


def colors(picture: bytes) -> int:
    """How many colours a picture has."""
    from PIL import Image

    return len(Image.open(io.BytesIO(picture)).convert("RGB").getcolors(1 << 24))


@pytest.mark.parametrize("name", kl.library())
def test_every_machine_plays_scrubs_and_follows_the_pointer(
    name: str, open_page: Open, report_of: Callable[[str], Path], pictures: Path
) -> None:
    run = described_record(name)
    end = float(run.t[-1])
    shown = open_page(report_of(name))
    page = shown.page
    assert page.evaluate("window.kinloop.webgl")

    # It plays by itself, and stops on demand.
    shown.wait_for("window.kinloop.motions[0].playing && window.kinloop.motions[0].time > 0")
    page.get_by_role("button", name="pause", exact=True).click()
    assert not shown.motion("playing")

    # The slider moves the time, the machine and the line in every plot.
    slider = page.get_by_role("slider", name="time")
    slider.focus()
    slider.press("Home")
    assert shown.motion("time") == 0
    first, at_first = shown.machine(), shown.cursors()
    assert colors(first) > 20
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert 0.4 * end < shown.motion("time") < 0.6 * end
    middle, at_middle = shown.machine(), shown.cursors()
    assert middle != first
    assert len(at_middle) >= 4
    assert all(later > earlier + 20 for earlier, later in zip(at_first, at_middle, strict=True))

    # Pointing at a plot moves the machine.
    area = page.locator(".u-over").first
    area.scroll_into_view_if_needed()
    area.hover(position={"x": 0.25 * area.bounding_box()["width"], "y": 20})
    assert shown.motion("time") == pytest.approx(0.25 * end, abs=0.03 * end)
    assert shown.machine() != middle

    # It plays on from there.
    page.get_by_role("button", name="play", exact=True).click()
    before = shown.motion("time")
    shown.wait_for(f"window.kinloop.motions[0].time !== {before}")
    page.get_by_role("button", name="pause", exact=True).click()
    shown.motion(f"seek({0.7 * end})")
    keep_pictures(shown, name, pictures)


def keep_pictures(shown: OpenPage, name: str, folder: Path) -> None:
    """Shapes where the machine has some, and its skeleton."""
    style = shown.page.get_by_label("how links are drawn")
    if style.count():
        (folder / f"{name}-shapes.png").write_bytes(shown.machine())
        style.select_option("skeleton")
    (folder / f"{name}-skeleton.png").write_bytes(shown.machine())


@pytest.mark.parametrize("name", ["biglide", "stewart_gough"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)], ids=["phone", "desktop"])
def test_pages_fit_phones_and_desktops_in_light_and_dark(
    name: str, dark: bool, width: int, height: int, open_page: Open, report_of: Callable[[str], Path], pictures: Path
) -> None:
    shown = open_page(report_of(name), width=width, height=height, dark=dark, still=True)
    page = shown.page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    background = page.evaluate("getComputedStyle(document.body).backgroundColor").strip("rgb()").split(",")
    assert (sum(map(int, background)) < 384) == dark
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    assert stage["x"] >= 0
    assert stage["x"] + stage["width"] <= width
    assert stage["width"] > 0.4 * width if width > 1000 else stage["width"] > 0.85 * width
    assert colors(shown.machine()) > 20
    kind = f"{'phone' if width < 1000 else 'desktop'}-{'dark' if dark else 'light'}"
    page.screenshot(path=pictures / f"{name}-{kind}.png", full_page=width < 1000)


def test_without_webgl_the_plots_remain(open_page: Open, report_of: Callable[[str], Path], pictures: Path) -> None:
    shown = open_page(report_of("five_bar"), webgl=False)
    page = shown.page
    assert not page.evaluate("window.kinloop.webgl")
    assert page.locator("img.poster").evaluate("(image) => image.naturalWidth") > 100
    assert page.locator(".u-over").count() >= 4
    shown.motion("seek(0.3)")
    before = shown.cursors()
    shown.motion("seek(0.9)")
    assert all(later > earlier for earlier, later in zip(before, shown.cursors(), strict=True))
    page.screenshot(path=pictures / "five_bar-without-webgl.png")


def test_without_scripts_there_are_pictures_and_tables(open_page: Open, report_of: Callable[[str], Path], pictures: Path) -> None:
    page = open_page(report_of("five_bar"), scripts=False).page
    assert page.locator("img:visible").count() == 2
    assert page.get_by_text("Parameters", exact=True).is_visible()
    assert page.locator("td", has_text="ComputedTorque").is_visible()
    page.screenshot(path=pictures / "five_bar-without-scripts.png", full_page=True)


def test_readers_who_ask_for_less_motion_start_it_themselves(open_page: Open, report_of: Callable[[str], Path]) -> None:
    shown = open_page(report_of("five_bar"), still=True)
    shown.page.wait_for_timeout(300)
    assert not shown.motion("playing")
    assert shown.motion("time") == 0
    shown.page.get_by_role("button", name="play", exact=True).press("Space")
    shown.wait_for("window.kinloop.motions[0].time > 0")


def test_all_of_a_motion_works_by_keyboard(open_page: Open, report_of: Callable[[str], Path]) -> None:
    shown = open_page(report_of("five_bar"), still=True)
    page, press = shown.page, shown.page.keyboard.press
    page.get_by_role("slider", name="time").focus()
    press("End")
    assert shown.motion("time") == pytest.approx(1.5)
    press("PageDown")
    press("ArrowRight")  # to the next frame
    assert 1.35 < shown.motion("time") < 1.38
    press("Home")
    page.get_by_role("button", name="Reset view").focus()
    first = shown.machine()
    for keys, back in ((("+",), "0"), (("Shift+ArrowLeft",), "0"), (("Control+Shift+ArrowUp",), "Enter")):
        for key in keys:
            press(key)
        assert shown.machine() != first
        press(back)
        assert shown.machine() == first
    press("ArrowRight")
    shown.motion("seek(0.75)")
    before = shown.cursors()
    page.get_by_role("group", name="plots over time").focus()
    press("+")
    press("ArrowLeft")
    zoomed = shown.cursors()
    press("0")
    assert shown.machine() != first  # the plots took the keys: the view is at another time
    steps = [(at - then, all_at - then) for then, at, all_at in zip(before, zoomed, shown.cursors(), strict=True)]
    assert all(near == pytest.approx(2 * far, rel=0.05) and far < -1 for near, far in steps)
    page.locator(".legend button").first.press("Enter")
    assert page.locator(".legend button[aria-pressed=false]").count() == 1
    page.get_by_role("button", name="play", exact=True).press("Space")
    shown.wait_for("window.kinloop.motions[0].playing")


def test_the_machine_fits_the_view_in_shapes_and_as_a_skeleton(open_page: Open, report_of: Callable[[str], Path]) -> None:
    from PIL import Image

    shown = open_page(report_of("one_joint"), still=True)
    for style in ("shapes", "skeleton"):
        shown.page.get_by_label("how links are drawn").select_option(style)
        for time in (0.0, 1.0):
            shown.motion(f"seek({time})")
            picture = Image.open(io.BytesIO(shown.machine())).convert("RGB")
            width, height = picture.size
            for edge in ((8, 8, width - 8, 14), (8, height - 14, width - 8, height - 8), (8, 8, 14, height - 8)):
                assert len(picture.crop(edge).getcolors()) == 1, (style, time)


def test_a_link_opens_the_page_at_its_time(open_page: Open, report_of: Callable[[str], Path]) -> None:
    shown = open_page(report_of("five_bar"), place="#motion=motion&t=0.75")
    assert shown.motion("time") == pytest.approx(0.75)
    assert not shown.motion("playing")
    shown.page.evaluate("location.hash = '#motion=motion&t=1.25'")
    shown.wait_for("window.kinloop.motions[0].time === 1.25")


def test_hostile_names_are_shown_as_text(open_page: Open, tmp_path: Path) -> None:
    run = described_record("two_r")
    mechanism = run.robot.mechanism
    renamed = kl.load(mechanism.model_copy(update={"description": HOSTILE}))
    hostile = replace(
        run, robot=renamed, events=(Event(0.5, HOSTILE, HOSTILE),), law={"name": HOSTILE, "gains": {HOSTILE: HOSTILE}}
    )
    page = open_page(hostile.report(tmp_path / "hostile.html", title=HOSTILE, compare=run)).page
    assert page.title() == HOSTILE
    assert page.locator("h1").text_content() == HOSTILE
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("kind", ["one sample", "gaps", "late"])
def test_unusual_records_are_shown(kind: str, open_page: Open, tmp_path: Path) -> None:
    run = described_record("five_bar")
    if kind == "one sample":
        run = replace(run, **{name: getattr(run, name)[:1] for name in ARRAYS})
    elif kind == "gaps":
        q, tau = run.q.copy(), np.full_like(run.tau, np.nan)
        q[40:80] = np.nan
        run = replace(run, q=q, tau=tau, error=np.full_like(run.error, np.inf))
    else:
        run = replace(run, t=run.t + 1000)
    shown = open_page(run.report(tmp_path / "run.html"), still=True)
    assert shown.motion("time") == run.t[0]
    assert colors(shown.machine()) > 20
    shown.motion(f"seek({run.t[-1]})")
    assert shown.motion("time") == run.t[-1]


def test_two_records_are_drawn_over_one_another(open_page: Open, tmp_path: Path, pictures: Path) -> None:
    run = described_record("five_bar")
    soft = kl.simulate(
        run.robot,
        kl.ComputedTorque(9.0, 2.0),
        kl.described_motion(run.robot),
        duration=1.5,
        period=1e-2,
        plant=kl.Native(payload=1.0),
    )
    shown = open_page(run.report(tmp_path / "both.html", compare=soft), still=True)
    assert shown.page.locator("h1").text_content() == "five_bar: kp 400 and kp 9"
    shown.motion("seek(1.0)")
    both = shown.machine()
    (pictures / "five_bar-compared.png").write_bytes(shown.page.screenshot())
    shown.page.get_by_role("button", name="Ghost").click()
    assert shown.machine() != both


def test_one_canvas_moves_between_the_motions_of_a_page(open_page: Open, tmp_path: Path) -> None:
    motions = [motion_part(described_record(name), id=name) for name in ("five_bar", "biglide", "two_r")]
    path = Page("Three", [Section(str(each.head["title"]), [each]) for each in motions]).save(tmp_path / "three.html")
    shown = open_page(path, still=True)
    page = shown.page
    count = "document.querySelectorAll('.stage canvas').length"
    assert page.evaluate(count) == 1
    page.locator("figure[data-motion='two-r'] .stage").scroll_into_view_if_needed()
    page.locator("figure[data-motion='two-r'] .stage").click()
    page.wait_for_selector("figure[data-motion='two-r'] .stage canvas")
    assert page.evaluate(count) == 1
    for name in ("five-bar", "biglide"):
        page.locator(f"figure[data-motion='{name}']").scroll_into_view_if_needed()
        assert page.locator(f"figure[data-motion='{name}'] img.poster").evaluate("(image) => image.naturalWidth") > 100


def test_a_report_prints(open_page: Open, report_of: Callable[[str], Path], pictures: Path) -> None:
    shown = open_page(report_of("five_bar"), still=True)
    printed = shown.page.pdf(path=pictures / "five_bar.pdf", format="A4")
    assert printed.startswith(b"%PDF")
    assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") < 8


def test_a_view_plays_in_a_frame_of_a_notebook(open_page: Open) -> None:
    shown = open_page(None)
    shown.page.set_content(
        f"<!doctype html><title>notebook</title><body>{described_record('five_bar').view()._repr_html_()}</body>"
    )
    shown.wait_for("window.kinloop?.motions[0].ready && window.kinloop.motions[0].time > 0", frame=1)
    inside = shown.page.frames[1]
    assert inside.locator(".u-over").count() >= 4
    with shown.page.expect_download() as saved:
        inside.get_by_role("button", name="Picture").click()
    assert saved.value.suggested_filename.startswith("motion ")
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
