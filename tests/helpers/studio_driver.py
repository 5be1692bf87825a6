"""A page of the studio, driven by the mouse and the keyboard as a user does."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from conftest import OpenPage

PATIENCE = 90.0  # seconds; machines may have to be compiled, on a busy computer
STEPS = 12  # of the mouse in a drag


class StudioDriver:
    """What a user does and sees. Positions on the screen are in pixels, in the world in metres.

    Expressions are JavaScript in which ``studio`` is the page's hook, ``window.kinloopStudio``.
    """

    def __init__(self, shown: OpenPage, address: str) -> None:
        self.shown, self.page = shown, shown.page
        self.page.goto(address)
        self.wait_for("studio.ready && studio.state")

    def look(self, expression: str) -> Any:
        """The value of an expression, such as ``studio.state.mode``."""
        return self.page.evaluate(f"() => {{ const studio = window.kinloopStudio; return {expression}; }}")

    def wait_for(self, expression: str, patience: float = PATIENCE) -> None:
        """Wait until an expression is true. The page's policy forbids the polling of Playwright's own function."""
        deadline = time.monotonic() + patience
        while not self.look(f"Boolean(studio && ({expression}))"):
            assert time.monotonic() < deadline, f"waited {patience:g} s for {expression}; the page says {self.sentences()!r}"
            self.page.wait_for_timeout(15)

    def sentences(self) -> str:
        """What the page says in words over the view."""
        return str(self.page.locator("body").evaluate("(body) => body.querySelector('.messages')?.innerText ?? body.innerText"))

    def text(self, selector: str) -> str:
        """What an element says."""
        return str(self.page.locator(selector).inner_text())

    def number(self, selector: str) -> float:
        """The number in a field."""
        return float(self.page.locator(selector).input_value())

    def commit(self, selector: str, value: float | str) -> None:
        """Type a number into a field and press Enter."""
        self.page.fill(selector, str(value))
        self.page.press(selector, "Enter")

    # ---------------------------------------------------------------- the machine

    def load(self, machine: str) -> None:
        """Choose a machine in the list of the page, unless it is there."""
        if self.look("studio.machine") != machine:
            self.page.select_option("#machine", machine)
            self.wait_for(f"studio.machine === '{machine}' && studio.sceneOf === '{machine}'")

    def go_to(self, *values: float) -> None:
        """Type the first coordinates of the tool."""
        for k, value in enumerate(values):
            self.commit(f"#task-{k}", value)
            self.wait_for(f"Math.abs(studio.state.x[{k}] - {value}) < 1e-6")

    @property
    def tool(self) -> np.ndarray:
        """Where the tool is in the world."""
        return np.array(self.look("studio.tool()"))

    @property
    def seen_tool(self) -> np.ndarray:
        """Where the tool is drawn, also in a replay."""
        return np.array(self.look("studio.seenTool()"))

    def on_screen(self, point: np.ndarray) -> np.ndarray:
        """Where a point of the world is on the screen."""
        return np.array(self.page.evaluate("(point) => kinloopStudio.toScreen(point)", [float(value) for value in point]))

    def drag(self, right: float, down: float, *, release: bool = True) -> None:
        """Drag the ball at the tool by so many pixels; after a release the machine has followed."""
        x, y = self.on_screen(self.tool)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for k in range(1, STEPS + 1):
            self.page.mouse.move(x + right * k / STEPS, y + down * k / STEPS)
            self.page.wait_for_timeout(8)
        if release:
            before = self.look("studio.states")
            self.page.mouse.up()
            self.wait_for(f"studio.states > {before}")

    # ---------------------------------------------------------------- runs

    def draw_points(self, *offsets: tuple[float, float]) -> None:
        """Click points beside the tool, by pixels to the right and down: the motion goes through them."""
        self.page.select_option("#motion-kind", "drawn")
        x, y = self.on_screen(self.tool)
        count = self.look("studio.points.length")
        for k, (right, down) in enumerate(offsets):
            self.page.mouse.click(x + right, y + down)
            self.wait_for(f"studio.points.length === {count + k + 1}")

    def run(self, *, live: bool) -> None:
        """Run the motion; a live run is under way afterwards, another has ended."""
        records, frames = self.look("studio.records"), self.look("studio.liveFrames")
        self.page.set_checked("#live", live)
        self.page.click("#run-button")
        self.wait_for(f"studio.liveFrames > {frames + 2}" if live else f"studio.records > {records}")

    def save(self, what: str) -> tuple[str, bytes]:
        """Press a button of the section Save: the name and the content of the file that is downloaded."""
        with self.page.expect_download() as download:
            self.page.click(f"#save-{what}")
        return download.value.suggested_filename, download.value.path().read_bytes()
