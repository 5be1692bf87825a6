"""The studio's answer to a drag: from sending the message to the whole frame, over a real WebSocket on this computer.

A hand moves towards random goals, within reach and beyond it, one drag at a time, as the page sends them. Every machine of the
library is measured; ``python benchmarks/studio.py`` also prints the median, the worst, the time of the processor that both sides
took, which other programs do not prolong, and how often the tool was held at the border.
"""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
import tempfile
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

import numpy as np
from measure import Measure
from rich.console import Console
from rich.table import Table

import kinloop as kl
from kinloop.view.studio.machine.frames import AT_BORDER, HEAD, MAGIC
from kinloop.view.studio.server import StudioServer
from kinloop.view.studio.state.session import Session

DRAGS = 400
TARGET = 20.0  # [ms] at the 95th percentile


@dataclass(frozen=True)
class Answers:
    """The times of the answers to drags [ms], those of the processor, and the share of answers at the border."""

    machine: str
    times: np.ndarray
    processor: np.ndarray
    at_border: float

    @property
    def p95(self) -> float:
        return float(np.percentile(self.times, 95))


async def measure(names: list[str], drags: int = DRAGS) -> list[Answers]:
    """Drag the tool of each machine, in one studio."""
    from websockets.asyncio.client import connect

    server, ready = StudioServer(Session(names[0])), asyncio.Event()
    serving = asyncio.create_task(server.run(lambda server: ready.set()))
    await ready.wait()
    url, found = f"ws://127.0.0.1:{server.port}/ws?token={server.token}", []
    async with connect(url, origin=f"http://127.0.0.1:{server.port}", max_size=None, compression=None) as socket:
        for k, name in enumerate(names):
            if k:
                await socket.send(json.dumps({"type": "load", "seq": 1, "source": name}))
            while (machine := await _message(socket)) is None or machine.get("source") != name:
                pass
            found.append(await _drag(socket, name, drags))
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    return found


async def _message(socket: Any) -> dict[str, Any] | None:
    message = await socket.recv()
    return json.loads(message) if isinstance(message, str) else None


async def _drag(socket: Any, name: str, drags: int) -> Answers:
    robot, random = kl.load(name), np.random.default_rng(0)
    size = float(robot.models.geometry.size)
    here = np.array(robot.frame_pose(robot.start).position)
    at, goal, times, held = here.copy(), here, [], 0
    processor = []
    for k in range(drags):
        if k % 40 == 0:
            goal = here + random.uniform(-2.5, 2.5, 3) * size
        at = at + 0.08 * (goal - at) + (0.3 * size * random.normal(size=3) if k % 60 == 59 else 0.0)
        text = json.dumps({"type": "drag", "seq": k + 1, "at": at.tolist()})
        begun, used = perf_counter(), process_time()
        await socket.send(text)
        while True:
            answer = await socket.recv()
            if isinstance(answer, bytes) and struct.unpack_from("<II", answer) == (MAGIC, k + 1):
                break
        times.append(1e3 * (perf_counter() - begun))
        processor.append(1e3 * (process_time() - used))
        held += bool(HEAD.unpack_from(answer)[2] & AT_BORDER)
        await asyncio.sleep(0.004)  # a page draws before it sends the next one
    await socket.send(json.dumps({"type": "drag_end", "seq": drags + 1}))
    return Answers(name, np.array(times), np.array(processor), held / drags)


def run(names: list[str], drags: int = DRAGS) -> list[Answers]:
    """The answers, with records in a folder that is removed."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KINLOOP_RECORDS"] = folder
        try:
            return asyncio.run(measure(names, drags))
        finally:
            del os.environ["KINLOOP_RECORDS"]


def measures() -> list[Measure]:
    """The worst machine against the target, and each one."""
    found = run(kl.library())
    worst = max(found, key=lambda each: each.p95)
    rows = [Measure("studio", f"answer to a drag, 95th percentile: {each.machine}", each.p95, "ms") for each in found]
    return [
        Measure("studio", f"answer to a drag, 95th percentile, worst ({worst.machine})", worst.p95, "ms", target=TARGET),
        *rows,
    ]


def main() -> None:
    """Print a table of all machines, or of those that are named."""
    table = Table("machine", "median ms", "95th percentile ms", "worst ms", "processor, 95th ms", "at the border")
    for each in run(sys.argv[1:] or kl.library()):
        numbers = (np.median(each.times), each.p95, each.times.max(), np.percentile(each.processor, 95))
        table.add_row(each.machine, *(f"{number:.2f}" for number in numbers), f"{each.at_border:.0%}")
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    main()
