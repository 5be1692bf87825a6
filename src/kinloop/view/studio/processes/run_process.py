"""The process of a run: it is asked to stop, and ended where it does not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from kinloop.view.studio.processes.answers import Job
from kinloop.view.studio.processes.background import LAST_WORDS, Background, TaskFailed
from kinloop.view.studio.processes.jobs import Done, Failed, Meanwhile

Shows = Callable[[Mapping[str, Any]], Awaitable[None]]
# A run that was asked to stop has this long [s] before its process is ended.
PATIENCE = 3.0
# What a run shows and no page has taken yet; more is dropped.
WAITING = 30


class RunProcess:
    """One run at a time, in a process of its own, which saves the record itself."""

    def __init__(self, done: Done, failed: Failed, meanwhile: Meanwhile, shows: Shows) -> None:
        self._done, self._failed, self._meanwhile, self._shows = done, failed, meanwhile, shows
        self._background = Background()
        self._waiting: asyncio.Queue[Job] = asyncio.Queue()
        self._running: Job | None = None
        self._has_begun = False
        self._reason = ""
        self._stopping: asyncio.Task[None] | None = None

    @property
    def _noun(self) -> str:
        return "run" if self._running is None else self._running.kind

    async def put(self, job: Job) -> None:
        """Begin a run, or a sweep."""
        await self._waiting.put(job)

    async def work(self) -> None:
        """Do runs, one after another, for ever."""
        await self._background.warm_up()
        while True:
            job = await self._waiting.get()
            self._running, self._has_begun, self._reason = job, False, ""
            shown: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
            shower = asyncio.create_task(self._show(shown))
            try:
                result = await self._background.run(
                    job.task, job.arguments, partial(self._meanwhile, job), partial(self._take, shown)
                )
            except TaskFailed as failed:
                await self._end(shower)
                await self._failed(job, str(failed) or self._reason)
            else:
                while not shown.empty():
                    await asyncio.sleep(0.005)
                await self._end(shower)
                await self._done(job, result)

    async def _end(self, shower: asyncio.Task[None]) -> None:
        self._running = None
        shower.cancel()
        if self._stopping is not None:
            self._stopping.cancel()
            self._stopping = None

    def _take(self, queue: asyncio.Queue[Mapping[str, Any]], shown: Mapping[str, Any]) -> None:
        self._has_begun |= "begun" in shown
        if "poses" not in shown or queue.qsize() < WAITING:
            queue.put_nowait(shown)

    async def _show(self, queue: asyncio.Queue[Mapping[str, Any]]) -> None:
        while True:
            await self._shows(await queue.get())

    async def send(self, command: Mapping[str, Any]) -> None:
        """Tell the run something. One that is asked to stop and does not is ended."""
        if self._running is None:
            return
        await self._background.send(command)
        if command.get("stop") and self._stopping is None:
            self._stopping = asyncio.create_task(self._end_later())

    async def _end_later(self) -> None:
        await asyncio.sleep(PATIENCE)
        self._reason = f"the {self._noun} did not answer, so its process was ended"
        await self._background.end()

    async def cancel(self) -> bool:
        """End the compilation of a run, or stop the run; False where there is none."""
        if self._running is None:
            return False
        if self._has_begun:
            await self.send({"stop": True})
        else:
            self._reason = f"compiling the {self._noun} was cancelled"
            await self._background.end()
        return True

    async def close(self) -> None:
        """End the process; a run has some time to save its record."""
        await self._background.end(LAST_WORDS if self._running is not None else 0.0)
