"""The tool of a Biglide whose slides follow splines, as a simulator with steps finds it: a prediction, then Newton's method.

The exact motion cannot pass a singularity of Type 2 if the splines miss it. A prediction can: beyond the singularity lies a
second
solution of the same closure, and the prediction is nearer to that one. This is our guess at what ADAMS does; NumPy alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.studies.biglide.biglide_paths import d, l
from kinloop.studies.biglide.closed_form import efforts_of_slides
from kinloop.trajectory.spline import Spline

Array = np.ndarray
ITERATIONS, SMALLEST = 60, 1e-14


@dataclass(frozen=True, eq=False)
class SteppedMotion:
    """Times, the tool and the efforts at them, and the largest gap of the closure that Newton's method left [m^2]."""

    t: Array
    x: Array
    tau: Array
    gap: float

    @property
    def largest_effort(self) -> float:
        """The largest effort [N]."""
        return float(np.abs(self.tau).max())


def place_tool(q: Array, guess: Array) -> tuple[Array, float]:
    """The tool for both slides by Newton's method, and the gap that is left; steps are of least norm where legs are one line."""
    x, gap = guess, np.inf
    for _ in range(ITERATIONS):
        reach = np.array([[x[0] + d / 2, x[1] - q[0]], [x[0] - d / 2, x[1] - q[1]]])
        residual = (reach**2).sum(axis=1) - l**2
        gap = float(np.abs(residual).max())
        change = np.linalg.lstsq(2 * reach, -residual, rcond=1e-12)[0]
        x = x + change
        if np.abs(change).max() < SMALLEST:
            break
    return x, gap


def step_by_step(slides: Spline, start: Array, step: float) -> SteppedMotion:
    """The tool at every step, each predicted from the two before."""
    duration = float(np.asarray(slides.duration))
    t = np.linspace(0.0, duration, round(duration / step) + 1)
    motion = slides(t)
    x, gaps = np.zeros((len(t), 2)), [0.0]
    x[0] = start
    for k in range(1, len(t)):
        guess = x[0] if k == 1 else 2 * x[k - 1] - x[k - 2]
        x[k], gap = place_tool(motion.x[k], guess)
        gaps.append(gap)
    return SteppedMotion(t, x, efforts_of_slides(x, motion.x, motion.xd, motion.xdd), max(gaps))
