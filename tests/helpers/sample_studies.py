"""Studies for tests of the framework: small ones, one that fails, one that ends its process, a slow one, one of odd numbers.

Each run is a line in the file that the variable SAMPLE_LOG names; SAMPLE_GATE names a file for which the slow one waits.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
import warnings
from functools import cache
from pathlib import Path

import numpy as np

import kinloop as kl
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, Map, Motion, Series
from kinloop.studies.framework.finding import claim, correct, go_beyond, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

HOSTILE = "quotes \" and ' and </script> and $\\alpha$ and é"


def note(study_id: str) -> None:
    if log := os.environ.get("SAMPLE_LOG"):
        with Path(log).open("a") as file:
            file.write(f"{study_id} {os.getpid()}\n")


@cache
def small_record() -> kl.Record:
    return kl.simulate(
        kl.load("one_joint"), kl.PD(1.0, 0.1), kl.Quintic([0.0], [1.0], 0.1, space="active"), duration=0.1, period=0.01
    )


@study("000-1", "Everything that a result may have", did="Did it.", claimed="Claimed it.", quick=True, seconds=2.0)
def everything(context: StudyContext) -> StudyResult:
    note("000-1")
    t = np.linspace(0, 1, 5)
    with_gap = Series("b", t, [1, np.nan, 2, 3, 4], "dashed")
    warnings.warn("this is odd", kl.KinloopWarning, stacklevel=1)
    warnings.warn("it ended", kl.RunEndedEarly, stacklevel=1)
    return StudyResult(
        ran=f"Nothing on MuJoCo, full={context.full}.",
        findings=[
            claim(f"length, {HOSTILE}", "at most", 1.0, 0.1 + 0.2, "m"),
            correct("sign", "equals", 1.0, -1.0, proof=True),
            go_beyond("forces", "at most", 10.0, np.float64(3.5), "N", document="infinite"),
            observe("count", np.int64(3)),
        ],
        figures=[
            Curves(HOSTILE, Axis("time", "s"), Axis("x", "m"), [Series("a", t, t**2), with_gap]),
            Map("map", Axis("x"), Axis("y"), Axis("z"), t, t[:3], np.arange(15.0).reshape(3, 5), [Series("line", t, t)]),
            Equation("equation", r"x = \frac{1}{2}"),
            Motion("motion", small_record(), small_record(), "one", "other", "fig. 1"),
        ],
        errata=[Erratum("000", "(1)", "A sign.", "x = y", "x = -y", 2.0, 1e-15)],
        notes=["a note"],
    )


@study("000-2", "A study that fails", did="Did it.", claimed="Claimed it.")
def failing(context: StudyContext) -> StudyResult:
    note("000-2")
    raise kl.ShapeError("the sample is of the wrong shape")


@study("000-3", "A study that ends its process", did="Did it.", claimed="Claimed it.")
def dying(context: StudyContext) -> StudyResult:
    note("000-3")
    print("last words", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


@study("000-4", "A study that takes long", did="Did it.", claimed="Claimed it.", seconds=0.5)
def slow(context: StudyContext) -> StudyResult:
    note("000-4")
    gate = os.environ.get("SAMPLE_GATE")
    while gate and not Path(gate).exists():
        time.sleep(0.02)
    return StudyResult(ran="It waited.", findings=[observe("count", 1)])


@study("000-5", "A study whose numbers are not finite", did="Did it.", claimed="Claimed it.")
def odd(context: StudyContext) -> StudyResult:
    note("000-5")
    return StudyResult(ran="Nothing.", findings=[claim("a", "at most", 1.0, float("nan")), claim("b", "at least", 1.0, np.inf)])


@study("000-6", "A study that returns nothing", did="Did it.", claimed="Claimed it.")
def empty(context: StudyContext) -> StudyResult:
    note("000-6")
    return None  # type: ignore[return-value]


@study("001-17", "A study that removes its folder", did="Did it.", claimed="Claimed it.")
def removing(context: StudyContext) -> StudyResult:
    note("001-17")
    shutil.rmtree(os.environ["SAMPLE_FOLDER"])
    return StudyResult(ran="It removed the folder.", findings=[observe("count", 1)])


@study("002-23", "Small", did="Did it.", claimed="Claimed it.", quick=True)
def small(context: StudyContext) -> StudyResult:
    note("002-23")
    print("what a study prints is not an answer")
    return StudyResult(ran="Nothing.", findings=[claim("one", "is", 1, 1)])
