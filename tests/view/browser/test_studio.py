"""The studio in a real browser, driven by the mouse and the keyboard, against its real server."""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from studio_driver import PATIENCE, StudioDriver
from studio_process import StudioProcess

import kinloop as kl

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocketRoute

    from conftest import OpenPage

OpenPageFunction = Callable[..., "OpenPage"]
OpenStudio = Callable[..., StudioDriver]
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
START = {"five_bar": (0.0, 0.14)}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioProcess]:
    """One server for all tests that leave it running."""
    started = StudioProcess.start("five_bar", tmp_path_factory.mktemp("studio"))
    yield started
    started.stop()


@pytest.fixture
def open_studio(open_page: OpenPageFunction, server: StudioProcess) -> OpenStudio:
    """Opens a page of the shared server, with a machine near its start."""

    def open_it(machine: str = "five_bar", **options: object) -> StudioDriver:
        studio = StudioDriver(open_page(None, **options), server.address)
        studio.load(machine)
        if machine in START:
            studio.go_to(*START[machine])
        return studio

    return open_it


def error_of(record: kl.Record) -> float:
    """The largest error of the tool [m]."""
    return float(np.max(np.abs(record.error)))


# ---------------------------------------------------------------- moving


def test_the_tool_follows_the_mouse_and_keeps_the_signs_of_its_mode(open_studio: OpenStudio, pictures: Path) -> None:
    studio = open_studio()
    mode = studio.look("studio.state.mode")
    wanted = studio.tool + np.array([0.03, -0.02, 0.0])
    studio.drag(*(studio.on_screen(wanted) - studio.on_screen(studio.tool)))
    assert studio.tool == pytest.approx(wanted, abs=1e-4)
    assert "=" in mode
    assert studio.look("studio.state.mode") == mode
    # All of the page shows the same pose.
    assert [studio.number("#task-0"), studio.number("#task-1")] == pytest.approx(wanted[:2], abs=1e-4)
    assert studio.look("studio.state.x") == pytest.approx(wanted[:2], abs=1e-4)
    robot = kl.load("five_bar")
    joints = [studio.number("#joint-0"), studio.number("#joint-1")]
    solutions = [found.q_active for found in robot.configurations(x=studio.look("studio.state.x"))]
    assert min(np.max(np.abs(joints - solution)) for solution in solutions) < 1e-3
    assert studio.text("#singularity-kind") == "regular"
    studio.page.screenshot(path=pictures / "studio_five_bar.png")


def test_out_of_reach_the_tool_stays_at_the_border_and_the_page_says_so(open_studio: OpenStudio, pictures: Path) -> None:
    studio = open_studio()
    mode, before = studio.look("studio.state.mode"), studio.tool
    studio.drag(60, -250, release=False)
    studio.wait_for("studio.pose.atBorder")
    assert "border" in studio.text("#border")
    robot = kl.load("five_bar")
    held = studio.tool
    assert np.linalg.norm(held - before) > 0.005
    # It is there, and a little farther on nothing is.
    assert robot.configurations(x=held[:2] - 1e-3 * (held - before)[:2])
    assert not robot.configurations(x=held[:2] + 0.05 * (held - before)[:2])
    studio.page.screenshot(path=pictures / "studio_border.png")
    studio.page.mouse.up()
    studio.wait_for("!studio.state.reachable")
    assert studio.page.locator("#border").is_hidden()
    studio.drag(-30, 150)
    assert studio.look("studio.state.reachable")
    assert studio.look("studio.state.mode") == mode


def test_sliders_typed_numbers_and_display_units_agree(open_studio: OpenStudio) -> None:
    studio = open_studio()
    before = studio.look("studio.state.q_active")
    slider = studio.page.get_by_role("slider", name="q1, slider")
    slider.focus()
    slider.press("ArrowRight")
    studio.wait_for(f"studio.state.q_active[0] > {before[0]} + 1e-3")
    assert studio.look("studio.state.q_active[1]") == pytest.approx(before[1], abs=1e-9)
    studio.page.get_by_role("button", name="deg", exact=True).click()
    studio.page.get_by_role("button", name="mm", exact=True).click()
    assert studio.number("#joint-0") == pytest.approx(np.degrees(studio.look("studio.state.q_active[0]")), abs=0.01)
    assert studio.number("#task-1") == pytest.approx(1000 * studio.look("studio.state.x[1]"), abs=0.1)
    studio.commit("#task-1", 135)
    studio.wait_for("Math.abs(studio.state.x[1] - 0.135) < 1e-9")
    # What is no number changes nothing and is marked.
    seen = studio.look("studio.states")
    studio.page.fill("#task-1", "")
    assert studio.page.get_attribute("#task-1", "aria-invalid") == "true"
    studio.page.press("#task-1", "Tab")
    assert studio.number("#task-1") == pytest.approx(135, abs=0.01)
    assert studio.look("studio.states") == seen


def test_a_mode_is_chosen_by_its_picture_and_undone_by_a_key(open_studio: OpenStudio) -> None:
    studio = open_studio()
    page = studio.page
    page.wait_for_selector(".mode canvas")
    assert page.locator(".mode").count() == 4
    pictures = page.locator(".mode canvas").evaluate_all("(all) => all.map((canvas) => canvas.toDataURL())")
    assert len(set(pictures)) == 4
    before, tool = studio.look("studio.state.mode"), studio.tool
    current = page.locator(".mode[aria-pressed='true']")
    assert current.count() == 1
    page.locator(".mode[aria-pressed='false']").first.click()
    studio.wait_for(f"studio.state.mode !== {before!r}")
    assert studio.tool == pytest.approx(tool, abs=1e-6)
    page.locator(".kinloop-canvas").focus()
    page.keyboard.press("Control+z")
    studio.wait_for(f"studio.state.mode === {before!r}")
    page.keyboard.press("Control+Shift+z")
    studio.wait_for(f"studio.state.mode !== {before!r}")
    page.click("#undo")
    studio.wait_for(f"studio.state.mode === {before!r}")


def test_a_parameter_changes_the_machine_while_one_looks(open_studio: OpenStudio) -> None:
    studio = open_studio()
    page = studio.page
    page.click("#parameters summary")
    field = page.locator(".parameter", has=page.get_by_text("l1", exact=True)).locator("input")
    before, joints = float(field.input_value()), studio.look("studio.state.q_active")
    field.fill(f"{1.1 * before:.6g}")  # as one types, without Enter
    studio.wait_for(f"Math.abs(studio.state.q_active[0] - {joints[0]}) > 1e-3")
    assert studio.look("studio.state.x") == pytest.approx(START["five_bar"], abs=1e-9)
    robot = kl.load("five_bar", l1=float(f"{1.1 * before:.6g}"))
    now = studio.look("studio.state.q_active")
    assert min(np.max(np.abs(found.q_active - now)) for found in robot.configurations(x=START["five_bar"])) < 1e-9
    page.click("#undo")
    studio.wait_for(f"Math.abs(studio.state.q_active[0] - {joints[0]}) < 1e-9")
    assert float(field.input_value()) == pytest.approx(before)
    # A value with which there is no such machine is refused in a sentence.
    mass = page.locator(".parameter", has=page.get_by_text("m_p", exact=True)).locator("input")
    before = float(mass.input_value())
    mass.fill("-5")
    page.wait_for_selector("#message.error")
    assert "at least 0" in studio.sentences()
    mass.press("Tab")
    assert float(mass.input_value()) == before


def test_loci_are_drawn_with_a_legend(open_studio: OpenStudio, pictures: Path) -> None:
    studio = open_studio(dark=True)
    studio.page.check("#loci")
    studio.wait_for("studio.loci > 1")
    assert {"type 1", "type 2"} <= set(studio.text("#loci-legend").split("\n"))
    studio.page.screenshot(path=pictures / "studio_loci_dark.png")
    studio.page.uncheck("#loci")
    assert studio.look("studio.loci") == 0
    assert studio.page.locator("#loci-legend").is_hidden()


# ---------------------------------------------------------------- runs


def test_a_drawn_motion_is_run_pushed_replayed_compared_and_saved(
    open_studio: OpenStudio, tmp_path: Path, pictures: Path
) -> None:
    studio = open_studio(width=1400, height=900)
    page = studio.page
    page.select_option("#motion-kind", "drawn")
    page.click("#run-button")
    assert "point" in studio.sentences()  # that are missing
    studio.draw_points((-50, 20), (-20, 70), (60, 60))
    page.keyboard.press("Backspace")
    assert studio.look("studio.points.length") == 2
    goal = np.array(studio.look("studio.points[1]"))
    studio.commit("#motion-duration", 0.5)
    _, content = studio.save("python")  # of settings that were not run yet
    assert b"kl.ViaPoints(" in content
    assert page.locator("#save-record").is_disabled()

    # First undisturbed and computed at once, then live and pushed.
    studio.run(live=False)
    name, content = studio.save("record")
    quiet = load_record(tmp_path / name, content)
    assert quiet.x[-1] == pytest.approx(goal[:2], abs=1e-4)
    assert error_of(quiet) < 1e-4
    page.keyboard.press("Escape")
    studio.commit("#motion-duration", 30)
    studio.run(live=True)
    studio.drag(70, -40, release=False)
    force = np.array(studio.look("studio.force()"))
    assert np.linalg.norm(force) > 0.1
    assert studio.text(".force").endswith(" N")
    page.screenshot(path=pictures / "studio_push.png")
    page.wait_for_timeout(300)
    page.mouse.up()
    assert studio.look("studio.force()") == [0, 0, 0]
    records = studio.look("studio.records")
    page.click("#stop-button")
    studio.wait_for(f"studio.records > {records}")
    name, content = studio.save("record")
    pushed = load_record(tmp_path / name, content)
    assert error_of(pushed) > 10 * error_of(quiet)
    assert pushed.x[0] == pytest.approx(START["five_bar"], abs=1e-9)

    # Scrubbing shows the machine at that time; the ghost is the run before.
    box = page.get_by_role("slider", name="time").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2)
    at = studio.look("studio.time()")
    assert 0.4 * pushed.t[-1] < at < 0.6 * pushed.t[-1]
    expected = [np.interp(at, pushed.t, pushed.x[:, k]) for k in range(2)]
    assert studio.seen_tool[:2] == pytest.approx(expected, abs=1e-4)
    page.check("#compare")
    assert studio.look("studio.comparing()")
    assert page.locator(".plots .legend").get_by_text("before").count() > 1
    page.screenshot(path=pictures / "studio_replay.png")
    page.keyboard.press("Escape")
    assert studio.seen_tool == pytest.approx([*START["five_bar"], 0.0], abs=1e-6)

    name, content = studio.save("python")
    check_python(tmp_path / name, content, pushed)
    name, content = studio.save("experiment")
    (tmp_path / name).write_bytes(content)
    assert kl.load_experiment(tmp_path / name).duration == pytest.approx(pushed.t[-1])
    name, content = studio.save("report")
    assert name.endswith(".html")
    assert b"kinloop-motion" in content
    name, content = studio.save("picture")
    assert content[:4] == b"\x89PNG"


def load_record(path: Path, content: bytes) -> kl.Record:
    """A record from a file that was downloaded."""
    path.write_bytes(content)
    return kl.Record.load(path)


def check_python(path: Path, content: bytes, record: kl.Record) -> None:
    """The program gives the record again."""
    path.write_bytes(content)
    with chdir(path.parent):
        run_path(path.name)
    again = kl.Record.load(path.with_suffix(".npz"))
    assert again.x == pytest.approx(record.x, abs=1e-9)


# ---------------------------------------------------------------- safety


@pytest.mark.parametrize(
    ("headers", "token"),
    [
        ({"Host": "studio.example"}, True),
        ({"Host": "studio.example:80"}, True),
        ({"Origin": "http://studio.example"}, True),
        ({"Origin": "null"}, True),
        ({}, False),
    ],
)
@pytest.mark.parametrize("path", ["/", "/ws"])
def test_requests_from_outside_get_403(server: StudioProcess, path: str, headers: dict[str, str], token: bool) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    own = {"Host": f"127.0.0.1:{server.port}"}
    upgrade = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "A" * 22 + "==",
    }
    connection.request("GET", f"{path}?token={server.token if token else 'x' * 32}", headers={**own, **upgrade, **headers})
    answer = connection.getresponse()
    assert answer.status == 403
    assert server.token.encode() not in answer.read()
    connection.close()


def test_an_outside_page_reaches_neither_the_page_nor_the_socket(browser: Browser, server: StudioProcess) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto("data:text/html,<title>outside</title>")
    opened = page.evaluate(
        """(address) => new Promise((done) => {
            const socket = new WebSocket(address);
            socket.onopen = () => done(true);
            socket.onerror = () => done(false);
        })""",
        server.address.replace("http", "ws").replace("/?", "/ws?"),
    )
    assert opened is False
    seen = page.evaluate("(address) => fetch(address).then((answer) => answer.text(), () => null)", server.address)
    assert seen is None
    context.close()


def test_names_with_markup_are_shown_as_text(open_page: OpenPageFunction, server: StudioProcess) -> None:
    def add_markup(message: str | bytes) -> str | bytes:
        if isinstance(message, bytes):
            return message
        told = json.loads(message)
        if told["type"] == "machine":
            told |= {"description": HOSTILE, "findings": [HOSTILE]}
            told["parameters"][0] |= {"name": HOSTILE, "meaning": HOSTILE, "unit": HOSTILE}
            told["joints"][0]["name"] = told["task"]["names"][0] = HOSTILE
        elif told["type"] == "modes":
            told["list"] = [{**mode, "label": HOSTILE, "note": HOSTILE} for mode in told["list"]]
        elif told["type"] == "hello":
            told["laws"][0]["label"] = told["machines"][0] = told["plants"][0] = HOSTILE
        return json.dumps(told)

    def stand_between(socket: WebSocketRoute) -> None:
        other = socket.connect_to_server()
        other.on_message(lambda message: socket.send(add_markup(message)))

    shown = open_page(None)
    shown.page.route_web_socket(re.compile("/ws"), stand_between)
    studio = StudioDriver(shown, server.address)
    shown.page.wait_for_selector(".mode")
    for place in (".about", "#tool", "#joints", "#modes"):
        assert HOSTILE in studio.text(place), place
    assert shown.page.locator("img").count() == 0
    assert shown.page.locator("script").count() == 0


# ---------------------------------------------------------------- tabs, lost connections, a killed server


def test_a_second_tab_follows_and_a_closed_tab_loses_no_record(open_studio: OpenStudio, server: StudioProcess) -> None:
    first, second = open_studio(), open_studio()
    first.page.check("#loci")
    second.wait_for("studio.loci > 0")
    assert second.page.is_checked("#loci")
    first.page.uncheck("#loci")
    second.wait_for("studio.loci === 0")
    assert not second.page.is_checked("#loci")
    first.drag(40, 30)
    second.wait_for(f"Math.hypot(...studio.tool().map((value, k) => value - {first.tool.tolist()}[k])) < 1e-6")
    kept = len(server.records())
    first.page.select_option("#motion-kind", "quintic")
    x, y = first.on_screen(first.tool)
    first.page.mouse.click(x - 60, y + 20)
    first.commit("#motion-duration", 1)
    first.run(live=True)
    second.wait_for("studio.running")
    first.page.close()
    second.wait_for("studio.records > 0 && !studio.running")
    second.page.close()
    third = open_studio()
    third.wait_for("studio.records > 0")
    assert not third.look("studio.replaying()")
    records = server.records()
    assert len(records) == kept + 1
    assert kl.Record.load(records[-1]).t[-1] == pytest.approx(1.0)


def test_a_lost_connection_comes_back_with_the_same_token(open_studio: OpenStudio) -> None:
    studio = open_studio()
    studio.drag(30, 20)
    tool = studio.tool
    studio.look("studio.disconnect()")
    studio.wait_for("studio.lost > 0 && studio.connected")
    assert studio.tool == pytest.approx(tool)
    studio.drag(-30, -20)
    assert np.linalg.norm(studio.tool - tool) > 1e-3


@pytest.mark.long
def test_a_killed_server_loses_no_record(open_page: OpenPageFunction, tmp_path: Path, pictures: Path) -> None:
    server = StudioProcess.start("five_bar", tmp_path)
    try:
        shown = open_page(None)
        studio = StudioDriver(shown, server.address)
        studio.draw_points((-50, 20))
        studio.commit("#motion-duration", 0.2)
        studio.run(live=False)
        studio.commit("#motion-duration", 30)
        studio.run(live=True)
        deadline = time.monotonic() + PATIENCE
        while len(server.records()) < 2 or not server.records()[-1].stat().st_size:  # saved meanwhile
            assert time.monotonic() < deadline
            studio.page.wait_for_timeout(50)
    finally:
        server.kill()
    studio.wait_for("!studio.connected")
    assert "connection" in studio.sentences()
    assert not studio.look("studio.running")
    studio.page.screenshot(path=pictures / "studio_lost.png")
    lengths = [float(kl.Record.load(path).t[-1]) for path in server.records()]
    assert lengths[0] == pytest.approx(0.2)
    assert lengths[1] > 0.5
    studio.page.close()
    shown.faults.clear()  # of connections that were refused


# ---------------------------------------------------------------- other machines


def test_a_scara_is_dragged_in_space_on_a_narrow_page(open_studio: OpenStudio, pictures: Path) -> None:
    studio = open_studio("scara_rrpr", width=800, height=900)
    page = studio.page
    assert page.evaluate("document.documentElement.scrollWidth") == 800
    before, mode = studio.tool, studio.look("studio.state.mode")
    page.locator("#view").scroll_into_view_if_needed()
    studio.drag(30, 15)
    assert np.linalg.norm(studio.tool - before) > 0.005
    assert studio.look("studio.state.mode") == mode
    assert page.locator("#loci").is_disabled()
    studio.page.screenshot(path=pictures / "studio_scara_narrow.png", full_page=True)


def test_without_webgl_numbers_and_plots_work(open_studio: OpenStudio) -> None:
    studio = open_studio("five_bar", webgl=False)
    assert "WebGL" in studio.text("#view")
    studio.page.select_option("#motion-kind", "described")
    studio.run(live=True)
    studio.page.click("#stop-button")
    studio.wait_for("studio.records > 0 && !studio.running")
    assert studio.page.locator(".plots .u-over").count() > 1


@pytest.mark.long
@pytest.mark.parametrize("machine", ["stewart_gough", "delta_rods", "biglide"])
def test_other_machines_are_dragged_run_and_replayed(machine: str, open_studio: OpenStudio, pictures: Path) -> None:
    studio = open_studio(machine, dark=True)
    page = studio.page
    before = studio.tool
    x, y = studio.on_screen(before)
    studio.drag(25, 10)
    assert np.linalg.norm(studio.tool - before) > 1e-3
    if studio.look("studio.state.reachable"):  # where the mouse let go, the ball is
        assert studio.on_screen(studio.tool) == pytest.approx([x + 25, y + 10], abs=2)
    page.select_option("#motion-kind", "described")
    page.check("#live")
    page.select_option("#speed", "4")
    records = studio.look("studio.records")
    studio.run(live=True)
    studio.wait_for(f"studio.records > {records}")
    page.get_by_role("slider", name="time").press("Home")
    assert studio.look("studio.time()") == 0
    page.screenshot(path=pictures / f"studio_{machine}_dark.png")


# ---------------------------------------------------------------- sweeps


FOUR_DIGITS = 5e-4  # in which the page writes small numbers


def fill_axis(studio: StudioDriver, which: str, path: str, low: float, high: float, count: int) -> None:
    """Choose what varies."""
    studio.page.select_option(f"#sweep-{which}", path)
    for name, value in (("from", low), ("to", high), ("count", count)):
        studio.commit(f"#sweep-{which}-{name}", value)


def click(studio: StudioDriver, selector: str) -> None:
    """Press and release the mouse in the middle of an element."""
    place = studio.page.locator(selector)
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    studio.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_sweep_is_started_followed_and_its_best_run_is_run(
    open_studio: OpenStudio, server: StudioProcess, pictures: Path
) -> None:
    studio = open_studio()
    page = studio.page
    page.select_option("#motion-kind", "described")
    click(studio, "#sweep > summary")
    fill_axis(studio, "first", "law.kp", 100, 400, 5)
    fill_axis(studio, "second", "plant.m_p", 0.1, 0.3, 3)
    assert studio.text("#sweep-count").endswith("= 15 runs")
    studio.commit("#sweep-first-count", 5000)
    assert "at most 10000" in studio.text("#sweep-count")
    assert page.locator("#sweep-button").is_disabled()
    studio.commit("#sweep-first-count", 5)
    page.evaluate(
        """() => {
            const line = document.querySelector("#sweep-line");
            window.seen = [];
            new MutationObserver(() => window.seen.push(line.textContent)).observe(line, { childList: true });
        }"""
    )
    click(studio, "#sweep-button")
    studio.wait_for("studio.sweeps > 0")
    lines = page.evaluate("window.seen")
    assert any(re.fullmatch(r"15 of 15 runs · [\d.]+ runs/s · 0 ended early · 0 s left", line) for line in lines), lines
    assert "15 runs, all complete" in studio.text("#sweep-ended")
    # What the page shows is what the store has.
    page.click(".sweep-kept summary")
    stored = kl.Sweep.open(studio.text("#sweep-folder"))
    assert stored.folder.parent == server.folder / "records"
    best = stored.best("error_max")[0]
    row = page.locator("#sweep-table tbody tr").first.locator("td").all_inner_texts()
    assert float(row[0]) == pytest.approx(best["law.kp"], rel=1e-5)
    assert float(row[1]) == pytest.approx(best["plant.m_p"], rel=1e-5)
    assert float(row[2]) == pytest.approx(best["error_max"], rel=FOUR_DIGITS)
    percentiles = [float(text) for text in page.locator("#sweep-percentiles dd").all_inner_texts()]
    assert percentiles == pytest.approx(stored.percentiles("error_max", [0, 5, 25, 50, 75, 95, 100]).tolist(), rel=FOUR_DIGITS)
    page.screenshot(path=pictures / "studio_sweep.png")
    # A run is chosen in the map by the mouse and moved by the keys; another measure is drawn.
    page.locator(".sweep-picture canvas").click(position={"x": 60, "y": 30})
    assert studio.text("#sweep-point").startswith("law.kp = 100 1/s^2, plant.m_p = 0.3 kg: ")
    page.locator(".sweep-picture").press("ArrowRight")
    assert studio.text("#sweep-point").startswith("law.kp = 175 1/s^2, plant.m_p = 0.3 kg: ")
    page.select_option("#sweep-measure", "error_rms")
    assert "error_rms [m]" in studio.text("#sweep-table")
    page.select_option("#sweep-measure", "error_max")
    # The best run is run: it has its error.
    click(studio, "#sweep-use-best")
    studio.wait_for("studio.settings > 0")
    assert studio.number("#gain-kp") == pytest.approx(best["law.kp"])
    assert f"plant.m_p = {best['plant.m_p']:.6g}" in studio.text("#mismatch")
    studio.run(live=False)
    record = kl.Record.load(server.records()[-1])
    assert float(np.linalg.norm(record.error, axis=1).max()) == pytest.approx(best["error_max"], rel=1e-9)
    with page.expect_download() as download:
        click(studio, "#sweep-python")
    assert f"store={str(stored.folder)!r}" in download.value.path().read_text()


def test_a_sweep_is_cancelled_and_keeps_what_is_finished(open_studio: OpenStudio) -> None:
    studio = open_studio()
    studio.page.select_option("#motion-kind", "described")
    click(studio, "#sweep > summary")
    fill_axis(studio, "first", "law.kp", 100, 400, 10000)
    click(studio, "#plant > summary")
    studio.commit("#run-duration", 30)
    before = studio.look("studio.sweeps")
    click(studio, "#sweep-button")
    studio.page.wait_for_selector("#sweep-line:has-text('runs/s')")
    click(studio, "#sweep-cancel")
    studio.wait_for(f"studio.sweeps > {before}")
    done = int(re.match(r"(\d+) of 10000 runs", studio.text("#sweep-ended"))[1])  # type: ignore[index]
    assert 0 < done < 10000
    studio.page.click(".sweep-kept summary")
    assert len(kl.Sweep.open(studio.text("#sweep-folder"))) == done
