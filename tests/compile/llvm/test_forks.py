"""A forked process computes as its parent does, whatever threads the parent had: no call waits for a thread that does not
exist."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
# Far longer than any of these takes; a child that hangs is ended then.
HANGS = 120

BEGIN = """
import multiprocessing, os, sys, threading, time
import numpy as np
import kinloop as kl

robot = kl.load("two_r").with_threads(2)
q = np.random.default_rng(0).standard_normal((4096, 2))
expected = robot.inertia(q)  # in two threads

def again(_):
    return bool(np.array_equal(robot.inertia(q), expected))

def forked(work):
    child = os.fork()
    if not child:
        os._exit(0 if work() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
"""

FORK = """
assert forked(lambda: again(0)) == 0
assert forked(lambda: forked(lambda: again(0)) == 0) == 0  # and its children
assert again(0)
"""

POOL = """
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(again, range(4)) == [True] * 4
assert again(0)
"""

ROLLOUTS = """
law, path = kl.ComputedTorque(100.0, 20.0), kl.described_motion(robot)
def runs():
    return kl.rollouts(robot, law, path, vary={"law.kp": np.linspace(50, 150, 64)}, duration=0.02, period=1e-3, threads=2).q
before = runs()
assert forked(lambda: np.array_equal(runs(), before)) == 0
"""

WHILE_COMPILING = """
from kinloop.compile.llvm.machine_code import assemble, link
from kinloop.compile.llvm.batch_loop import emit_map
from kinloop.compile.llvm.target import host_target

text = emit_map(robot.models.formulas.tape("inertia"), "kernel", host_target())
done = threading.Event()
def compile_on():
    while not done.is_set():
        link(assemble(text, host_target()), "kernel")
worker = threading.Thread(target=compile_on)
worker.start()
try:
    for k in range(20):
        time.sleep(0.002 * k)
        assert forked(lambda: link(assemble(text, host_target()), "kernel").address != 0) == 0
finally:
    done.set()
    worker.join()
"""

WHILE_COMPUTING = """
done = threading.Event()
def compute_on():
    while not done.is_set():
        robot.inertia(q)
worker = threading.Thread(target=compute_on)
worker.start()
try:
    for k in range(20):
        time.sleep(0.001 * k)
        assert forked(lambda: again(0)) == 0
finally:
    done.set()
    worker.join()
"""


@pytest.mark.parametrize("script", ["FORK", "POOL", "ROLLOUTS", "WHILE_COMPILING", "WHILE_COMPUTING"])
def test_a_forked_child_computes_in_threads_too(script: str, tmp_path: Path) -> None:
    code = BEGIN + globals()[script] + "print('done')"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        out, _ = process.communicate(timeout=HANGS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        pytest.fail("a process waits forever")
    assert (process.returncode, out) == (0, "done\n")
