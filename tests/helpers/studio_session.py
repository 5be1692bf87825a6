"""A studio without a network: jobs of the background are done at once."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from kinloop.view.page.pack import unpack
from kinloop.view.studio.machine.frames import HEAD, MAGIC
from kinloop.view.studio.processes.answers import Answer, Message
from kinloop.view.studio.processes.tasks import Outside, run_task
from kinloop.view.studio.state.session import Session


class Studio:
    """A session, its messages by name, and all that it answered."""

    def __init__(self, source: str = "five_bar") -> None:
        self.session = Session(source)
        self._seq = count(1)
        self.take(self.session.begin())

    def send(self, type: str, **fields: Any) -> list[Any]:
        """All messages that answer one, those of jobs included, heads of packed ones as tables."""
        return self.take(self.session.handle({"type": type, "seq": next(self._seq), **fields}))

    def take(self, answer: Answer) -> list[Any]:
        """The messages of an answer, and of the jobs that it asks for."""
        found = [read(message) for message in (*answer.replies, *answer.news)]
        for job in answer.jobs:
            shown: list[Any] = []
            outside = Outside(show=shown.append)
            result = run_task(job.task, job.arguments, outside)
            for each in shown:
                found += self.take(self.session.show_run(each))
            found += self.take(self.session.finish(job, result))
        return found

    @property
    def state(self) -> Any:
        """The machine."""
        return self.session.machine_state


def read(message: Message | str) -> Any:
    """A message as a table; of a pose frame its number and flags."""
    if isinstance(message, dict):
        return message
    if isinstance(message, str):
        return json.loads(message)
    if HEAD.unpack(message[: HEAD.size])[0] == MAGIC:
        return {"type": "frame", "seq": HEAD.unpack(message[: HEAD.size])[1], "flags": HEAD.unpack(message[: HEAD.size])[2]}
    head, arrays = unpack(message)
    return {**head, "arrays": arrays}
