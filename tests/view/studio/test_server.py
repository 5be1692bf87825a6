"""The server: it answers its own page on this computer only, drops no record, and stays alive whatever pages do."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest
from studio_process import StudioProcess
from studio_session import read

import kinloop as kl
from kinloop.errors import UnsupportedOperation
from kinloop.view.studio.server import Page, StudioServer, serve_studio
from kinloop.view.studio.state.session import Session

client = pytest.importorskip("websockets.sync.client")
exceptions = pytest.importorskip("websockets.exceptions")
PATIENCE = 120.0
RUN: dict[str, Any] = {
    "law": {"kind": "computed torque", "gains": {}},
    "plant": "native",
    "period": 1e-3,
    "duration": 60,
    "live": True,
    "speed": 1,
    "trajectory": {"kind": "described", "points": [], "duration": 1},
}


class Tab:
    """A page as the server sees it."""

    def __init__(self, server: StudioServer | StudioProcess) -> None:
        origin = f"http://127.0.0.1:{server.port}"
        url = f"ws://127.0.0.1:{server.port}/ws?token={server.token}"
        self.socket = client.connect(url, origin=origin, max_size=None)
        self._seq = 0

    def send(self, type: str, **fields: Any) -> int:
        """Send a message, and return its number."""
        self._seq += 1
        self.socket.send(json.dumps({"type": type, "seq": self._seq, **fields}))
        return self._seq

    def wait(self, fits: Callable[[Any], bool], patience: float = PATIENCE) -> Any:
        """The next message that fits."""
        end = time.monotonic() + patience
        while True:
            message = read(self.socket.recv(max(0.0, end - time.monotonic())))
            if fits(message):
                return message

    def wait_for(self, kind: str, patience: float = PATIENCE) -> Any:
        """The next message of a type."""
        return self.wait(lambda message: message["type"] == kind, patience)

    def close(self) -> None:
        """Close the tab."""
        self.socket.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioServer]:
    """One server for all tests, in a thread, with a five-bar."""
    os.environ["KINLOOP_RECORDS"] = str(tmp_path_factory.mktemp("studio") / "records")
    made, ready, loop = StudioServer(Session("five_bar")), Event(), asyncio.new_event_loop()
    task = loop.create_task(made.run(lambda server: ready.set()))

    def work() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = Thread(target=work, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    yield made
    loop.call_soon_threadsafe(task.cancel)
    thread.join(30)
    del os.environ["KINLOOP_RECORDS"]
    assert not thread.is_alive()


@pytest.fixture(autouse=True)
def records() -> None:
    """The folder is that of the server."""


@contextmanager
def tab(server: StudioServer) -> Iterator[Tab]:
    """An open tab with its machine."""
    opened = Tab(server)
    try:
        opened.wait_for("state")
        yield opened
    finally:
        opened.close()


def request(server: StudioServer, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.putrequest("GET", path, skip_host=True)
    for name, value in {"Host": f"127.0.0.1:{server.port}", **headers}.items():
        connection.putheader(name, value)
    connection.endheaders()
    return connection.getresponse()


# ---------------------------------------------------------------- who is answered


def test_the_server_listens_on_this_computer_alone(server: StudioServer) -> None:
    for address in ("127.0.0.2", "::1", _own_address()):
        with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as other:
            other.settimeout(0.5)
            assert other.connect_ex((address, server.port)) != 0


def _own_address() -> str:
    """An address of this computer in its network, where it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        return str(probe.getsockname()[0])
    return "127.0.0.3"


def test_the_page_is_given_to_those_with_the_token(server: StudioServer) -> None:
    response = request(server, f"/?token={server.token}")
    text = response.read().decode()
    assert response.status == 200
    policy = response.headers["Content-Security-Policy"]
    nonce = re.search(r"script-src 'nonce-([^']+)'", policy)
    assert nonce is not None
    assert f'<script nonce="{nonce[1]}">' in text
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert f"connect-src 'self' ws://127.0.0.1:{server.port} ws://localhost:{server.port};" in policy
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cache-Control"] == "no-store"
    assert 'class="kinloop-studio"' in text
    assert request(server, f"/?token={server.token}").headers["Content-Security-Policy"] != policy  # another nonce


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/?token=", {}),
        ("/?token=wrong", {}),
        ("/?token=%F0%9F%98%80", {}),
        ("/?token={token}&token={token}", {}),
        ("/?token={token}", {"Host": "evil.example"}),
        ("/?token={token}", {"Host": "evil.example:{port}"}),
        ("/?token={token}", {"Host": "127.0.0.1"}),
        ("/?token={token}", {"Origin": "http://evil.example"}),
        ("/?token={token}", {"Origin": "null"}),
        ("/?token={token}", {"Origin": "http://127.0.0.1:1"}),
        ("/ws?token={token}", {"Origin": "http://evil.example"}),
        ("/ws?token={token}", {}),
        ("/ws", {"Origin": "http://127.0.0.1:{port}"}),
    ],
)
def test_everyone_else_is_refused(server: StudioServer, path: str, headers: dict[str, str]) -> None:
    filled = {name: value.replace("{port}", str(server.port)) for name, value in headers.items()}
    assert request(server, path.replace("{token}", server.token), **filled).status == 403


def test_there_is_one_page_only(server: StudioServer) -> None:
    for path in ("/favicon.ico", "/../pyproject.toml", "/ws/x", "/%2e%2e/"):
        assert request(server, f"{path}?token={server.token}").status == 404


def test_a_websocket_of_an_outside_page_is_refused(server: StudioServer) -> None:
    url = f"ws://127.0.0.1:{server.port}/ws?token={server.token}"
    for origin in ("http://evil.example", "https://127.0.0.1", None):
        with pytest.raises(exceptions.InvalidStatus, match="403"):
            client.connect(url, origin=origin)


# ---------------------------------------------------------------- messages


def test_drags_are_answered_and_other_tabs_follow(server: StudioServer) -> None:
    with tab(server) as one, tab(server) as other:
        seq = one.send("drag", at=[0.02, 0.13, 0.0])
        assert one.wait_for("frame")["seq"] == seq
        assert other.wait_for("frame")["seq"] == 0
        one.send("drag_end")
        assert np.allclose(other.wait_for("state")["x"], [0.02, 0.13])
        one.wait_for("state")
        other.send("undo")
        assert not np.allclose(one.wait_for("state")["x"], [0.02, 0.13])


def test_what_is_no_message_is_answered_and_the_connection_stays(server: StudioServer) -> None:
    with tab(server) as one:
        for bad in ("{", "[]", '{"type": "drag", "seq": 1, "at": [NaN, 0, 0]}', b"\0\1\2", '{"type": "nothing", "seq": 1}'):
            one.socket.send(bad)
            assert one.wait_for("error")["message"]
        one.send("drag", at=[0.0, 0.13, 0.0])
        one.wait_for("frame")
        one.send("drag_end")


def test_a_message_that_is_too_large_ends_its_own_connection_only(server: StudioServer) -> None:
    with tab(server) as one, tab(server) as other:
        with suppress(exceptions.ConnectionClosed):  # it may be closed before all is sent
            one.socket.send(json.dumps({"type": "drag", "seq": 1, "at": [0] * 100_000}))
        with pytest.raises(exceptions.ConnectionClosed):
            one.wait_for("nothing", 20)
        other.send("drag", at=[0.0, 0.13, 0.0])
        other.wait_for("frame")
        other.send("drag_end")


def test_a_drag_that_waits_is_replaced_by_the_next_one() -> None:
    async def put() -> list[int]:
        page = Page(None)
        for seq, kind in enumerate(["drag", "drag", "joint", "drag", "drag", "drag_end", "drag"]):
            page.put({"type": kind, "seq": seq})
        return [message["seq"] for message in page.waiting]

    assert asyncio.run(put()) == [1, 2, 4, 5, 6]


def test_a_flood_of_drags_is_answered_by_the_last_one(server: StudioServer) -> None:
    with tab(server) as one:
        last = 0
        for k in range(500):
            last = one.send("drag", at=[0.0001 * k, 0.13, 0.0])
        assert one.wait(lambda message: message["type"] == "frame" and message["seq"] == last)
        one.send("drag_end")


def test_a_load_can_be_cancelled_and_the_machine_stays(server: StudioServer) -> None:
    with tab(server) as one:
        one.send("load", source="three_r")
        one.wait(lambda message: message["type"] == "progress" and message["cancellable"])
        one.send("cancel")
        found = one.wait(lambda message: message["type"] in ("error", "machine"))
        if found["type"] == "error":
            assert "cancelled" in found["message"]
        one.send("load", source="five_bar")
        assert one.wait(lambda m: m["type"] == "machine" and m["source"] == "five_bar")
        one.wait_for("state")


# ---------------------------------------------------------------- runs


def test_a_live_run_is_watched_pushed_stopped_and_kept(server: StudioServer) -> None:
    with tab(server) as one:
        one.send("run", **RUN)
        live = one.wait_for("live")
        assert live["arrays"]["poses"].size == 7 * 6
        assert 0 < live["share"] < 1
        one.send("push", force=[1.0, 0.0, 0.0])
        time.sleep(0.3)
        one.send("push", force=[0.0, 0.0, 0.0])
        one.send("stop")
        record = one.wait_for("record")
        assert record["records"][0]["duration"] > 0.2
    kept = sorted(Path(os.environ["KINLOOP_RECORDS"]).glob("*.npz"))
    run = kl.Record.load(kept[-1])
    assert run.status == kl.RunStatus.INTERRUPTED
    assert run.options["environment"]["pulses"][0]["wrench"][0] == 1.0


def test_a_tab_that_closes_in_a_run_loses_nothing_and_the_next_one_gets_the_record(server: StudioServer) -> None:
    with tab(server) as one:
        one.send("run", **{**RUN, "duration": 0.6, "live": True})
        one.wait_for("live")
    opened = Tab(server)
    try:
        assert opened.wait(lambda m: m["type"] == "record" and m["records"][0]["duration"] >= 0.59)
    finally:
        opened.close()


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, *(pytest.param(polite, marks=pytest.mark.long) for polite in (signal.SIGINT, signal.SIGTERM))]
)
def test_a_server_that_is_killed_loses_no_record(tmp_path: Path, how: signal.Signals) -> None:
    remote = StudioProcess.start("five_bar", tmp_path)
    process = remote.process
    try:
        opened = Tab(remote)
        opened.wait_for("state")
        with socket.create_connection(("127.0.0.1", remote.port)) as other:
            other.sendall(b"POST / HTTP/1.1\r\n\r\n")
            assert not other.recv(1000)  # it is closed, and nobody is told
        opened.send("run", **RUN)
        opened.wait(lambda message: message["type"] == "live" and message["t"] > 0.3)
        process.send_signal(how)
        process.wait(30)
        assert process.stdout is not None
        said = process.stdout.read()
        assert "Traceback" not in said
        assert how == signal.SIGKILL or str(tmp_path / "records") in said
        end = time.monotonic() + 30
        while time.monotonic() < end and not any(path.stat().st_size for path in remote.records()):
            time.sleep(0.1)
        record = kl.Record.load(remote.records()[0])
        assert record.status == kl.RunStatus.INTERRUPTED
        assert record.t[-1] > 0.25
    finally:
        remote.kill()


def test_a_port_that_is_taken_is_a_sentence(server: StudioServer) -> None:
    with pytest.raises(UnsupportedOperation, match="give another --port"):
        serve_studio("five_bar", server.port, open_browser=False)


def test_a_machine_that_does_not_exist_is_a_sentence_before_anything_starts() -> None:
    with pytest.raises(kl.KinloopError, match="no machine 'nonsense'"):
        serve_studio("nonsense", open_browser=False)


def test_without_websockets_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "websockets.asyncio.server", None)
    with pytest.raises(UnsupportedOperation, match=re.escape("pip install 'kinloop[view]'")):
        serve_studio("five_bar", open_browser=False)
