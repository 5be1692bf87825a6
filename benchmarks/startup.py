"""Startup time: the import, `kinloop --help`, and the four models of the UR5 in a new process, with empty and warm cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter

from measure import Measure, ur5

PROCESSES = 5

IMPORT = """
from time import perf_counter
started = perf_counter()
import kinloop
print(perf_counter() - started)
"""

# The description is read beforehand: what is timed is deriving and compiling, or finding the code in the cache.
MODELS = """
import sys
from time import perf_counter
import kinloop as kl
from kinloop.mechanism.formats.read import read
mechanism = read(sys.argv[1])
kl.load
started = perf_counter()
robot = kl.load(mechanism)
for name in ("inverse_dynamics", "forward_dynamics", "inertia", "jacobian"):
    robot.models.formulas.kernel(name)
print(perf_counter() - started)
"""

# From process start to the first number, with all imports and reading the file.
ANSWER = """
from time import perf_counter
started = perf_counter()
import sys
import numpy as np
import kinloop as kl
robot = kl.load(sys.argv[1])
robot.inverse_dynamics(np.zeros(6), np.zeros(6), np.zeros(6))
print(perf_counter() - started)
"""


def seconds(program: str, cache: str) -> float:
    """The output of a program in a separate process."""
    environment = {**os.environ, "KINLOOP_CACHE": cache}
    command = [sys.executable, "-c", program, str(ur5())]
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def seconds_of_help() -> float:
    """From the start of a process to the end of `kinloop --help`."""
    started = perf_counter()
    subprocess.run([sys.executable, "-m", "kinloop.cli", "--help"], capture_output=True, check=True)
    return perf_counter() - started


def measures() -> list[Measure]:
    cold, warm, imports, answers, helps = [], [], [], [], []
    for _ in range(PROCESSES):
        with tempfile.TemporaryDirectory() as folder:  # private to the user, as the cache wants it
            cold.append(seconds(MODELS, folder))
            warm.append(seconds(MODELS, folder))
            imports.append(seconds(IMPORT, folder))
            answers.append(seconds(ANSWER, folder))
            helps.append(seconds_of_help())
    return [
        Measure("startup", "UR5, four models, empty cache", min(cold), "s", target=3.0),
        Measure("startup", "UR5, four models, from the cache", min(warm), "s", target=0.1),
        Measure("startup", "import kinloop", min(imports), "s", target=0.3),
        Measure("startup", "kinloop --help", min(helps), "s", target=0.5),
        Measure("startup", "import, read the UR5's URDF, first inverse dynamics, from the cache", min(answers), "s"),
    ]
