"""Crossings of the Biglide: driven by splines of the joints as in ADAMS, by the tool's own motion, and in closed loop."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import numpy as np

from kinloop.control.law import Law
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.options.plant_options import Exudyn
from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import S, biglide, d, l
from kinloop.trajectory.spline import Spline
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
PERIOD = 1e-3  # of the controllers [s]
AFTER = 0.5  # how long runs go on after the end of the path [s]
CURVATURE = 8 * l**2 / S**3  # near the singularity q1 - q2 = S - CURVATURE x^2


def slides(x: Array, first: Any = 1.0) -> Array:
    """The inverse model in the working mode (``first``, -1); the roots are clamped, since Type 1 points are on the border."""
    left, right = (np.sqrt(np.maximum(0.0, (l - u) * (l + u))) for u in (x[..., 0] + d / 2, x[..., 0] - d / 2))
    return np.stack([x[..., 1] + first * left, x[..., 1] - right], axis=-1)


def joint_splines(path: Trajectory, samples: int, kind: Literal["cubic", "akima"] = "akima", first: Any = None) -> Spline:
    """Splines of the slides through samples of a path, none of them on its singular instant: that is in the middle of two.

    ``first`` gives the sign of the first slide at each time; +1 unless given.
    """
    duration = float(np.asarray(path.duration))
    t = np.linspace(0, duration, samples)
    t = np.array([0.0, *(t[:-1] + t[1] / 2), duration])
    return Spline(t, slides(path(t).x, 1.0 if first is None else first(t)), kind=kind, space="active")


def overshoot(spline: Spline, around: float) -> float:
    """By how much q1 - q2 exceeds the largest value that closes the loop (negative: below it), within 0.1 s of an instant."""
    t = around + np.linspace(-0.1, 0.1, 20_001)
    return float((spline(t).x @ [1.0, -1.0]).max() - S)


def driven_by_splines(spline: Spline, q: Any, period: float = 0.01) -> Record:
    """The motion of a machine whose slides follow splines, and the efforts that it takes."""
    return prescribe_motion(biglide(), spline, duration=float(np.asarray(spline.duration)), period=period, q=q)


def efforts_beside(path: Trajectory, mode: tuple[int, int], at: float, step: float) -> tuple[Array, Array]:
    """Times and efforts that a path needs, at 40 instants in the middle of intervals around its singular instant."""
    robot = biglide()
    near = robot.inverse_geometry(path(at - 0.1).x, mode=mode).q
    t = at + step * (np.arange(-20, 20) + 0.5)
    point = path(t)
    q = robot.inverse_geometry(point.x, near=np.tile(near, (len(t), 1))).q
    qd = robot.inverse_velocity(q, point.xd).qd
    return t, np.asarray(robot.inverse_dynamics(q, qd, robot.inverse_acceleration(q, qd, point.xdd).qdd))


@cache
def follow(path: Any, mode: tuple[int, int], law: Law, plant: str = "native") -> Record:
    """A run in closed loop along a path, sampled at 1 kHz, and half a second beyond its end."""
    duration = float(np.asarray(path.duration)) + AFTER
    machine = Exudyn(substeps=2) if plant == "exudyn" else plant  # as exact here as its usual ten, and faster
    return simulate(biglide(), law, path, duration=duration, period=PERIOD, mode=mode, plant=machine)


def largest_tool_error(run: Record) -> float:
    """The largest distance of the tool to its path [m]; NaN where the run ended early."""
    size = np.linalg.norm(run.error, axis=1)
    return float(size.max()) if not run.status else float("nan")


def largest_effort(run: Record) -> float:
    """The largest effort of a run [N]."""
    return float(np.nanmax(np.abs(run.tau)))
