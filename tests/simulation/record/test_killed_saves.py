"""A process that is killed while it saves a record leaves the old file or the new one, to the bit."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import FileError

ARRAYS = [field.name for field in fields(kl.Record) if field.type == "Array"]
KILLS = 12


def run(m_p: float) -> kl.Record:
    """A record of some megabytes: a short run, its samples many times over."""
    robot = kl.load("biglide", m_p=m_p)
    path = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.1)
    short = kl.simulate(robot, kl.ComputedTorque(100.0, 20.0), path, duration=0.1, period=0.01)
    return replace(short, **{name: np.repeat(getattr(short, name), 1000, axis=0) for name in ARRAYS})


def same(a: kl.Record, b: kl.Record) -> bool:
    alike = all(np.array_equal(getattr(a, name), getattr(b, name), equal_nan=True) for name in ARRAYS)
    return alike and dict(a.robot.parameters) == dict(b.robot.parameters) and a.status == b.status and a.events == b.events


def is_refused(path: Path) -> bool:
    try:
        kl.Record.load(path)
    except FileError as error:
        return "incomplete or not a kinloop record" in str(error)
    return False


def in_a_process(work: Callable[[], None]) -> int:
    """Start what is going to be killed; its number."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)  # none of the test's own clean-up
    return child


def writes(folder: Path, child: int) -> bool:
    """Wait until a process has begun to write, or has ended; whether it writes."""
    while not (names := temporaries(folder)):
        if os.waitpid(child, os.WNOHANG)[0]:
            return False
        time.sleep(1e-4)
    return bool(names)


def temporaries(folder: Path) -> set[Path]:
    return {path for path in folder.iterdir() if path.name != "run.npz"}


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_a_process_killed_while_it_saves_leaves_the_old_record_or_the_new_one(tmp_path: Path) -> None:
    """Half of them at any time, the others while they write."""
    path = tmp_path / "run.npz"
    before, new = run(3.0), run(2.0)
    before.save(path)
    started = time.perf_counter()
    os.waitpid(in_a_process(lambda: new.save(path)), 0)
    takes = time.perf_counter() - started
    before = kl.Record.load(path)
    assert same(before, new)
    random = np.random.default_rng(1)
    outcomes = []
    for k in range(KILLS):
        writing = replace(new, t=new.t + k)
        child = in_a_process(lambda record=writing: record.save(path))  # type: ignore[misc]
        if k % 2 or writes(tmp_path, child):
            time.sleep((takes if k % 2 else 0.2 * takes) * random.random())
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        after = kl.Record.load(path)
        outcomes.append("old" if same(after, before) else "new" if same(after, writing) else "neither")
        before = after
        for left in temporaries(tmp_path):
            assert left.suffix != ".npz"
            # The whole of what was to be written, just not yet under its name, or refused.
            assert is_refused(left) or same(kl.Record.load(left), writing)
            left.unlink()
    assert "neither" not in outcomes


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
@pytest.mark.parametrize("last", ["fsync", "replace"])
def test_killed_before_the_last_steps_of_a_save_the_old_record_is_there(last: str, tmp_path: Path) -> None:
    """With all written and not yet on the disk, and with all on the disk under another name."""
    path = tmp_path / "run.npz"
    old, new = run(3.0), run(2.0)
    old.save(path)

    def save() -> None:
        setattr(os, last, lambda *given: os.kill(os.getpid(), signal.SIGKILL))
        new.save(path)

    _, status = os.waitpid(in_a_process(save), 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert same(kl.Record.load(path), old)
    (left,) = temporaries(tmp_path)
    assert left.suffix != ".npz"
    new.save(path)  # files that others left do not interfere
    assert same(kl.Record.load(path), new)
