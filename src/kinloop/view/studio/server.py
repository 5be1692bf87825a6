"""The studio's server: a page and a WebSocket on this computer alone, behind a token in the address."""

from __future__ import annotations

import asyncio
import hmac
import http
import json
import logging
import secrets
import signal
import webbrowser
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kinloop.errors import KinloopError, UnsupportedOperation
from kinloop.view.studio.choices.messages import LARGEST_MESSAGE, read_message
from kinloop.view.studio.processes.answers import Answer, Job, Message, error, progress
from kinloop.view.studio.processes.jobs import JobQueue
from kinloop.view.studio.processes.run_process import RunProcess
from kinloop.view.studio.state.session import Session
from kinloop.view.studio.studio_page import page_headers, studio_page

HOST = "127.0.0.1"
# Messages of one page that wait; more are not read until there is room. A page that does not read this much [bytes] of what it is
# sent is closed, and of frames it misses those beyond the second number.
WAITING, DEAF, BEHIND = 64, 2**26, 2**20
# Jobs of the process of runs.
IN_RUN_PROCESS = ("run", "sweep")
# Work that takes longer than this [s] is announced.
LONG = 0.4


class Page:
    """A page that is connected: its WebSocket, and its messages that wait."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.waiting: deque[dict[str, Any]] = deque()
        self.wake = asyncio.Event()

    def put(self, message: dict[str, Any]) -> None:
        """Add a message. A drag makes the drag before it stale, if that still waits."""
        if message["type"] == "drag" and self.waiting and self.waiting[-1]["type"] == "drag":
            self.waiting.pop()
        self.waiting.append(message)
        self.wake.set()

    @property
    def unsent(self) -> int:
        """Bytes that were sent and not yet taken."""
        transport = getattr(self.socket, "transport", None)
        return transport.get_write_buffer_size() if transport is not None and not transport.is_closing() else 0


class StudioServer:
    """A session and the pages that show it."""

    def __init__(self, session: Session, port: int = 0) -> None:
        self.session = session
        self.port = port
        self.token = secrets.token_urlsafe(24)
        self.pages: set[Page] = set()
        self._thread = ThreadPoolExecutor(1, "studio")
        self._jobs = JobQueue(self._job_done, self._job_failed, self._job_goes_on)
        self._runner = RunProcess(self._job_done, self._job_failed, self._job_goes_on, self._run_shows)
        self._shown: str = ""  # what is announced as progress

    @property
    def address(self) -> str:
        """What a browser opens."""
        return f"http://{HOST}:{self.port}/?token={self.token}"

    # ---------------------------------------------------------------- the server

    async def run(self, ready: Callable[[StudioServer], None] = lambda server: None) -> None:
        """Serve until cancelled. Raises: UnsupportedOperation: the port is taken, or websockets is missing."""
        serve = _websockets()
        try:
            server = await serve(
                self._connect,
                HOST,
                self.port,
                process_request=self._check_request,
                compression=None,
                max_size=LARGEST_MESSAGE,
                max_queue=16,
                open_timeout=10,
                server_header=None,
                logger=_logger(),
            )
        except OSError as fault:
            raise UnsupportedOperation(
                f"the studio cannot listen on {HOST}, port {self.port}: {fault.strerror or fault}; give another --port"
            ) from None
        self.port = server.sockets[0].getsockname()[1]
        workers = [asyncio.create_task(work) for work in (self._jobs.work(), self._runner.work(), self._begin())]
        _end_on_terminate()
        try:
            ready(self)
            await server.serve_forever()
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(self._jobs.close(), self._runner.close())
            server.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), 2)
            self._thread.shutdown(wait=False)

    async def _begin(self) -> None:
        await self._send(None, await self._call(self.session.begin))

    def _check_request(self, connection: Any, request: Any) -> Any:
        """Answer a request that is not a WebSocket's; refuse those of other pages and those without the token."""
        hosts = {f"{name}:{self.port}" for name in (HOST, "localhost")}
        headers = request.headers
        given = headers.get_all("Host"), headers.get_all("Origin")
        if len(given[0]) != 1 or given[0][0] not in hosts:
            return connection.respond(http.HTTPStatus.FORBIDDEN, "kinloop: the studio answers this computer only.\n")
        if given[1] and (len(given[1]) != 1 or given[1][0] not in {f"http://{host}" for host in hosts}):
            return connection.respond(http.HTTPStatus.FORBIDDEN, "kinloop: the studio answers its own page only.\n")
        parts = urlsplit(request.path)
        token = parse_qs(parts.query).get("token", [""])
        if len(token) != 1 or not hmac.compare_digest(token[0].encode(), self.token.encode()):
            return connection.respond(http.HTTPStatus.FORBIDDEN, "kinloop: open the address that kinloop studio printed.\n")
        if parts.path == "/ws":
            if not given[1]:  # browsers always send it
                return connection.respond(http.HTTPStatus.FORBIDDEN, "kinloop: a WebSocket needs an Origin.\n")
            return None
        if parts.path != "/":
            return connection.respond(http.HTTPStatus.NOT_FOUND, "kinloop: there is no such page.\n")
        response = connection.respond(http.HTTPStatus.OK, "")
        nonce = secrets.token_urlsafe(16)
        response.body = studio_page(nonce)
        for name, value in page_headers(self.port, nonce, len(response.body)).items():
            response.headers.pop(name, None)  # where it is there: setting adds another
            response.headers[name] = value
        return response

    # ---------------------------------------------------------------- pages

    async def _connect(self, socket: Any) -> None:
        from websockets.exceptions import ConnectionClosed

        page = Page(socket)
        self.pages.add(page)
        worker = asyncio.create_task(self._answer(page))
        try:
            await self._send(page, await self._call(self.session.greet))
            if self._shown:
                await self._send(page, Answer(replies=[progress(self._shown, None, True)]))
            async for text in socket:
                await self._receive(page, text)
        except ConnectionClosed:
            pass
        finally:
            self.pages.discard(page)
            worker.cancel()
            if not self.pages:
                await self._send(None, await self._call(self.session.left_alone))

    async def _receive(self, page: Page, text: str | bytes) -> None:
        try:
            message = read_message(text)
        except KinloopError as fault:
            await self._send(page, Answer(replies=[error(str(fault))]))
            return
        while len(page.waiting) >= WAITING:
            await asyncio.sleep(0.005)
        page.put(message)

    async def _answer(self, page: Page) -> None:
        """Answer the messages of a page, one after another."""
        while True:
            while not page.waiting:
                page.wake.clear()
                await page.wake.wait()
            message = page.waiting.popleft()
            if message["type"] == "cancel" and (await self._runner.cancel() or await self._jobs.cancel()):
                continue
            await self._send(page, await self._call(self.session.handle, message))

    async def _call(self, method: Callable[..., Answer], *arguments: Any) -> Answer:
        """Call the session in its thread; say so where that takes long. After a fault of ours the session goes on."""
        work = asyncio.get_running_loop().run_in_executor(self._thread, method, *arguments)
        done, _ = await asyncio.wait([work], timeout=LONG)
        before = self._shown
        if not done:
            self._shown = "computing"
            self._broadcast([progress("computing")])
        try:
            return await work
        except Exception as fault:
            return Answer(replies=[error(f"this did not work: {type(fault).__name__}: {fault}"[:300])])
        finally:
            if not done:
                self._shown = before
                self._broadcast([progress(before, None, bool(before))])

    async def _send(self, page: Page | None, answer: Answer) -> None:
        from websockets.exceptions import ConnectionClosed

        if page is not None:
            with suppress(ConnectionClosed):
                for message in answer.replies:
                    await page.socket.send(_encode(message))
        self._broadcast(answer.others, page)
        self._broadcast(answer.news)
        for job in answer.jobs:
            await (self._runner if job.kind in IN_RUN_PROCESS else self._jobs).put(job)
        for command in answer.commands:
            await self._runner.send(command)

    def _broadcast(self, messages: list[Message], but: Page | None = None, droppable: bool = False) -> None:
        """Send messages to all pages, but one, without waiting for any."""
        from websockets.asyncio.server import broadcast

        for page in list(self.pages):
            if page.unsent > DEAF:
                page.socket.transport.abort()
        sockets = [page.socket for page in self.pages if page is not but and not (droppable and page.unsent > BEHIND)]
        for message in messages:
            broadcast(sockets, _encode(message))

    # ---------------------------------------------------------------- the background

    async def _job_done(self, job: Job, result: Any) -> None:
        self._end_progress(job)
        await self._send(None, await self._call(self.session.finish, job, result))

    async def _job_failed(self, job: Job, reason: str) -> None:
        self._end_progress(job)
        await self._send(None, await self._call(self.session.fail, job, reason))

    async def _run_shows(self, shown: Mapping[str, Any]) -> None:
        answer = self.session.show_run(shown)  # it only packs numbers
        self._broadcast(answer.news, droppable="poses" in shown)

    def _job_goes_on(self, job: Job, what: str, share: float | None) -> None:
        if job.what:
            self._shown = what or job.what
            self._broadcast([progress(self._shown, share, job.cancellable)])

    def _end_progress(self, job: Job) -> None:
        if self._shown and job.what:
            self._shown = ""
            self._broadcast([progress("")])


def _logger() -> logging.Logger:
    """Where websockets logs requests that are none; silent, unless the program that runs the studio listens."""
    logger = logging.getLogger("kinloop.studio")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
    return logger


def _end_on_terminate() -> None:
    """Let a polite signal end the server as Ctrl-C does; a thread that is not the main one has no signals."""
    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError, RuntimeError, ValueError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def _encode(message: Message) -> str | bytes:
    return message if isinstance(message, bytes) else json.dumps(message, allow_nan=False, separators=(",", ":"))


def _websockets() -> Any:
    try:
        from websockets.asyncio.server import serve
    except ImportError:
        raise UnsupportedOperation(
            "the studio needs websockets, which is not installed; python -m pip install 'kinloop[view]' installs it"
        ) from None
    return serve


def serve_studio(
    source: str | None, port: int = 0, open_browser: bool = True, say: Callable[[str], None] = lambda line: None
) -> None:
    """Serve a studio until Ctrl-C. ``say`` receives the address, and at the end where the records are.

    Raises: KinloopError: there is no such machine, the port is taken, or websockets is missing.
    """
    _websockets()
    session = Session(source)
    server = StudioServer(session, port)

    def ready(server: StudioServer) -> None:
        say(f"the studio is at {server.address}")
        say("Ctrl-C ends it")
        if open_browser and not webbrowser.open(server.address):
            say("no browser could be opened; open the address above in one")

    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(server.run(ready))
    say(session.farewell())
