"""The order of the background's work: what a person waits for comes first, and outdated jobs are dropped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from kinloop.view.studio.processes.answers import Job
from kinloop.view.studio.processes.background import Background, TaskFailed

# The kinds of jobs, the most urgent first, and the time [s] after which an outdated job is ended.
ORDER = ("load", "modes", "loci", "check")
PATIENCE = 2.0

# (job, result) when it is done; (job, reason) when it failed; (job, words, share) meanwhile.
Done = Callable[[Job, Any], Awaitable[None]]
Failed = Callable[[Job, str], Awaitable[None]]
Meanwhile = Callable[[Job, str, float | None], None]


class JobQueue:
    """Jobs in one background process, the newest of each kind."""

    def __init__(self, done: Done, failed: Failed, meanwhile: Meanwhile) -> None:
        self._done, self._failed, self._meanwhile = done, failed, meanwhile
        self._background = Background()
        self._waiting: dict[str, Job] = {}
        self._running: tuple[Job, float] | None = None
        self._cancelled: Job | None = None
        self._wake = asyncio.Event()

    async def put(self, job: Job) -> None:
        """Do a job; an older one of its kind is dropped."""
        self._waiting[job.kind] = job
        if self._running is not None:
            running, since = self._running
            late = time.monotonic() - since > PATIENCE
            # Modes and loci of the machine before are of no use to anyone once another one is loaded.
            if (running.kind == job.kind and late) or (job.kind == "load" and running.kind != "load"):
                await self._background.end()
        self._wake.set()

    async def cancel(self) -> Job | None:
        """End the job that runs, if it can be cancelled, and return it."""
        if self._running is None or not self._running[0].cancellable:
            return None
        job = self._cancelled = self._running[0]
        await self._background.end()  # meanwhile the worker forgets what was cancelled
        return job

    async def work(self) -> None:
        """Do jobs, one after another, for ever."""
        await self._background.warm_up()
        while True:
            while not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            job = self._waiting.pop(next(kind for kind in ORDER if kind in self._waiting))
            self._running = (job, time.monotonic())
            try:
                result = await self._background.run(job.task, job.arguments, partial(self._meanwhile, job))
            except TaskFailed as failed:
                self._running = None
                if self._cancelled is job:
                    self._cancelled = None
                    await self._failed(job, f"{job.what} was cancelled")
                elif str(failed):
                    await self._failed(job, str(failed))
            else:
                self._running = None
                await self._done(job, result)

    async def close(self) -> None:
        """End the process."""
        await self._background.end()
