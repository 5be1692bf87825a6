"""One browser for all tests of a process: Debian's chromium, driven by Playwright.

Playwright's event loop occupies the thread that it runs in, and other tests need theirs. So the browser has a thread of its own,
in which the tests of this folder run.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from described_records import described_record

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[3]
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NO_WEBGL = """
const original = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return String(kind).startsWith("webgl") ? null : original.call(this, kind, ...rest);
};
"""
PATIENCE = 30.0  # seconds; a busy machine draws slowly
_threads: list[ThreadPoolExecutor] = []


def in_browser_thread(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """Call a function in the thread of the browser, which begins with the first call."""
    if not _threads:
        _threads.append(ThreadPoolExecutor(1, "browser"))
    return _threads[0].submit(function, *arguments, **options).result()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests of this folder that use the browser run in its thread."""
    names = pyfuncitem._fixtureinfo.argnames
    if "browser" not in pyfuncitem.fixturenames:
        return None
    in_browser_thread(pyfuncitem.obj, **{name: pyfuncitem.funcargs[name] for name in names})
    return True


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser; without one the tests are skipped, and with KINLOOP_REQUIRE=1 they fail."""
    sync_api = pytest.importorskip("playwright.sync_api")
    program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(PROGRAMS)} is on the path (Debian's package is chromium)")
    flags = [*FLAGS, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]
    playwright = in_browser_thread(sync_api.sync_playwright().start)
    launched = in_browser_thread(playwright.chromium.launch, executable_path=program, args=flags)
    yield launched
    in_browser_thread(launched.close)
    in_browser_thread(playwright.stop)
    _threads.pop().shutdown()


@dataclass
class OpenPage:
    """A page in the browser, what it complained about, and what it asked for."""

    page: Page
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def listen(self) -> None:
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _note(self, kind: str, text: str) -> None:
        # The renderer without a graphics card warns when pixels are read.
        if kind in ("error", "warning") and "GPU stall" not in text:
            self.faults.append(f"{kind}: {text}")

    def check(self) -> None:
        """No fault, and no request but for the page itself and what is inside it."""
        assert self.faults == []
        others = [url for url in self.requests[1:] if not url.startswith(("data:", "blob:"))]
        assert others == []

    def motion(self, what: str, id: str = "motion") -> Any:
        """A value of the hook of a motion, such as ``time``."""
        return self.page.evaluate(f"window.kinloop.motions.find((motion) => motion.id === '{id}').{what}")

    def wait_until_ready(self) -> None:
        self.wait_for("window.kinloop?.motions.length && window.kinloop.motions.every((motion) => motion.ready)")

    def wait_for(self, condition: str, frame: int = 0) -> None:
        """Wait until a condition in JavaScript holds. The page's policy forbids the polling of Playwright's own function."""
        deadline = time.monotonic() + PATIENCE
        while not self.page.frames[frame].evaluate(f"() => Boolean({condition})"):
            assert time.monotonic() < deadline, f"waited {PATIENCE:g} s for {condition}; {self.faults}"
            self.page.wait_for_timeout(20)

    def frames(self, count: int = 2) -> None:
        """Wait until so many pictures were drawn."""
        self.page.evaluate(
            "(n) => new Promise((done) => { const next = () => (n-- > 0 ? requestAnimationFrame(next) : done()); next(); })",
            count,
        )

    def machine(self, id: str = "motion") -> bytes:
        """A picture of the machine as it is seen."""
        self.frames()
        return self.page.locator(f"figure[data-motion='{id}'] .stage").screenshot()

    def cursors(self) -> list[float]:
        """Where the line at the time of now is in each plot [px]."""
        script = "(nodes) => nodes.map((node) => new DOMMatrix(getComputedStyle(node).transform).e)"
        return self.page.locator(".u-over .now").evaluate_all(script)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., OpenPage]]:
    """Opens a file, or shows text, in a window of its own; all that it complains about fails the test."""
    opened: list[OpenPage] = []

    def open_file(
        path: Path | None,
        *,
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        still: bool = False,
        webgl: bool = True,
        scripts: bool = True,
        place: str = "",
    ) -> OpenPage:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            java_script_enabled=scripts,
        )
        context.set_default_timeout(1000 * PATIENCE)
        shown = OpenPage(context.new_page())
        shown.listen()
        opened.append(shown)
        if not webgl:
            shown.page.add_init_script(NO_WEBGL)
        if path is not None:
            shown.page.goto(path.resolve().as_uri() + place)
            if scripts:
                shown.wait_until_ready()
        return shown

    yield open_file
    for shown in opened:
        in_browser_thread(shown.page.context.close)
        shown.check()


@pytest.fixture(scope="session")
def report_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The report of a library machine in its described motion; each is written once."""
    folder = tmp_path_factory.mktemp("reports")

    def write(name: str) -> Path:
        path = folder / f"{name}.html"
        return path if path.exists() else described_record(name).report(path)

    return write


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where screenshots are kept, to look at."""
    folder = ROOT / "out" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
