"""Studies here or in other processes: each is reported twice, when it begins (None) and with its outcome."""

from __future__ import annotations

import queue
from collections.abc import Generator, Sequence
from threading import Lock, Thread

from kinloop.studies.framework.study import Study
from kinloop.studies.running.run_study import Outcome, run_and_store
from kinloop.studies.running.schedule import Schedule
from kinloop.studies.running.worker import Worker, WorkerSettings

CHECK = 0.2  # seconds between checks whether the user has interrupted the run
Outcomes = Generator[tuple[Study, Outcome | None], None, None]


def run_here(studies: Sequence[Study], settings: WorkerSettings, processes: int = 1) -> Outcomes:
    """Run studies one after another in this process."""
    schedule = Schedule(studies)
    while (study := schedule.next(0)) is not None:
        yield study, None
        yield study, run_and_store(study, settings.context, settings.folder, settings.key)


def run_in_processes(studies: Sequence[Study], settings: WorkerSettings, processes: int) -> Outcomes:
    """Run studies in several processes. A process that ends in a study is replaced. All end when the generator is closed."""
    schedule = Schedule(studies)
    team = [_Member(k, schedule, settings) for k in range(min(processes, len(studies)))]
    news: queue.Queue[tuple[Study, Outcome | None]] = queue.Queue()
    threads = [Thread(target=member.work, args=(news,), daemon=True) for member in team]
    for thread in threads:
        thread.start()
    left = len(studies)
    try:
        while left:
            try:
                study, outcome = news.get(timeout=CHECK)
            except queue.Empty:
                continue
            left -= outcome is not None
            yield study, outcome
    finally:
        schedule.clear()
        for member in team:
            member.end()
        for thread in threads:
            thread.join()


class _Member:
    """A process and the thread that talks to it."""

    def __init__(self, number: int, schedule: Schedule, settings: WorkerSettings) -> None:
        self._number, self._schedule, self._settings = number, schedule, settings
        self._worker: Worker | None = None
        self._is_over, self._lock = False, Lock()

    def work(self, news: queue.Queue[tuple[Study, Outcome | None]]) -> None:
        """Take studies from the schedule and run them until none is left."""
        while (study := self._schedule.next(self._number)) is not None:
            news.put((study, None))
            try:
                worker = self._living_worker()
                if worker is None:
                    return
                news.put((study, worker.run(study.id)))
            except (OSError, ValueError) as error:  # a process cannot be started, or its answer is none
                news.put((study, Outcome(study.id, 0.0, f"the process for study {study.id} cannot be used: {error}")))

    def _living_worker(self) -> Worker | None:
        with self._lock:
            if self._is_over:
                return None
            if self._worker is None or not self._worker.is_alive:
                if self._worker is not None:
                    self._worker.end()
                self._worker = Worker(self._settings)
            return self._worker

    def end(self) -> None:
        """End the process, also within a study."""
        with self._lock:
            self._is_over = True
            if self._worker is not None:
                self._worker.end()
