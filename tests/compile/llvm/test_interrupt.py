"""Ctrl-C while a large machine is compiled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kinloop

PROGRAM = """
import sys
import numpy as np
import kinloop as kl
joints = 200
names = ["base", *(f"link{k}" for k in range(joints))]
axes = np.random.default_rng(0).standard_normal((joints, 3))
robot = kl.load(kl.Mechanism(
    name="chain",
    links=tuple(kl.Link(name=name, mass=1.0, com=(0.1, 0.2, 0.3), inertia=(0.1, 0.2, 0.25, 0, 0, 0)) for name in names[1:]),
    joints=tuple(
        kl.Joint(name=f"j{k}", kind="revolute", parent=names[k], child=names[k + 1], axis=tuple(axes[k]),
                 origin=kl.Pose(xyz=(0.3, 0.1, 0.2), rpy=(0.1, 0.2, 0.3)))
        for k in range(joints)
    ),
))
print("begun", flush=True)
try:
    robot.models.formulas.kernel("forward_dynamics")
except KeyboardInterrupt:
    print("stopped", flush=True)
    import signal
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    sys.exit(3)
print("compiled", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows cannot be sent Ctrl-C alone")
@pytest.mark.parametrize("seconds", [0.2, 1.5])  # while it is derived, and later
def test_ctrl_c_ends_the_compilation_of_a_large_machine(seconds: float) -> None:
    environment = {**os.environ, "KINLOOP_CACHE": "", "PYTHONPATH": str(Path(kinloop.__file__).parents[1])}
    with subprocess.Popen([sys.executable, "-c", PROGRAM], env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "stopped\n"
        assert process.wait() == 3
