"""Work in processes of their own: pages stay responsive, and work that takes too long can be ended, compilations too.

A process reads tasks and commands from its input and writes results to its output, a line of JSON each.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from kinloop.errors import KinloopError

# The longest line that is read [bytes]: results have many numbers.
LONGEST_LINE = 2**28
# A process that has ended its input has this long [s] to keep what it has.
LAST_WORDS = 5.0

Report = Callable[[str, float | None], None]
Show = Callable[[Mapping[str, Any]], None]


class TaskFailed(Exception):
    """A task that was not done, and why, in a sentence; empty where it was ended on purpose."""


class Background:
    """A process that does one task at a time. It is started when it is needed, and again after it was ended."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._count = 0

    async def run(
        self,
        task: str,
        arguments: Mapping[str, Any],
        report: Report = lambda what, share: None,
        show: Show = lambda shown: None,
    ) -> Any:
        """The result of a task; meanwhile its progress is reported and what it shows is shown. Raises: TaskFailed."""
        self._count += 1
        process = await self._start()
        assert process.stdout is not None
        try:
            await self._write(process, {"id": self._count, "task": task, "arguments": arguments})
            while answer := await process.stdout.readline():
                found = json.loads(answer)
                if "progress" in found:
                    report(*found["progress"])
                elif "show" in found:
                    show(found["show"])
                elif "error" in found:
                    raise TaskFailed(found["error"])
                else:
                    return found["result"]
        except (OSError, ValueError) as fault:
            if process is self._process:
                await self.end()
                raise TaskFailed(f"the process that computes {task!r} failed: {fault}") from fault
        if process is not self._process:  # it was ended on purpose
            raise TaskFailed("")
        self._process = None
        raise TaskFailed(f"the process that computes {task!r} ended before it was done")

    async def send(self, command: Mapping[str, Any]) -> None:
        """Tell the task that runs something; a task that is over does not mind."""
        if self._process is not None:
            with suppress(OSError):
                await self._write(self._process, {"command": command})

    @staticmethod
    async def _write(process: asyncio.subprocess.Process, message: Mapping[str, Any]) -> None:
        assert process.stdin is not None
        process.stdin.write((json.dumps(message) + "\n").encode())
        await process.stdin.drain()

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            if not sys.executable:
                raise TaskFailed("Python does not know its own program, so no process can be started")
            try:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *("-P", "-m", __spec__.name),  # -P: no module of the folder that the user happens to be in
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                    limit=LONGEST_LINE,
                    start_new_session=True,  # Ctrl-C is for the server, which ends it
                )
            except OSError as fault:
                raise TaskFailed(f"no process could be started: {fault}") from fault
        return self._process

    async def warm_up(self) -> None:
        """Start the process before it is needed."""
        with suppress(TaskFailed):
            await self._start()

    async def end(self, patience: float = 0.0) -> None:
        """End the process, and with it the task that it does. With ``patience`` [s] it is asked first, and has that time to keep
        what it has."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        if patience:
            assert process.stdin is not None
            process.stdin.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), patience)
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


# ---------------------------------------------------------------- in the process


class Input:
    """What comes in: tasks, and commands for the one that runs. The end of the input stops it."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Mapping[str, Any] | None] = SimpleQueue()
        self._commands: SimpleQueue[Mapping[str, Any]] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            message = json.loads(line)
            if "command" in message:
                self._commands.put(message["command"])
            else:
                self._tasks.put(message)
        self._commands.put({"stop": True})
        self._tasks.put(None)

    def tasks(self) -> Iterator[Mapping[str, Any]]:
        """The tasks, one after another."""
        while (task := self._tasks.get()) is not None:
            yield task

    def commands(self) -> list[Mapping[str, Any]]:
        """The commands since the last call."""
        found = []
        with suppress(Empty):
            while True:
                found.append(self._commands.get_nowait())
        return found


def main() -> None:
    """Do tasks until the input ends."""
    from kinloop.view.studio.processes.tasks import Outside, run_task

    # What a library prints must not be read as a result.
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    given = Input()

    def write(message: Mapping[str, Any]) -> None:
        with suppress(BrokenPipeError):  # the server was killed: a run still keeps its record
            output.write(json.dumps(message) + "\n")
            output.flush()

    outside = Outside(
        lambda what, share: write({"progress": [what, share]}), lambda shown: write({"show": shown}), given.commands
    )
    for task in given.tasks():
        try:
            write({"result": run_task(task["task"], task["arguments"], outside)})
        except KinloopError as fault:
            write({"error": str(fault)})
        except Exception as fault:  # a fault of ours: the studio says so and goes on
            write({"error": f"{type(fault).__name__}: {fault}"})


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
