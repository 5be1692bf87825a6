"""Runs of the Biglide under the reports' control laws, each at the communication intervals that they name.

Drives that take rates are the kinematic plant; an engine takes efforts, and an inner velocity loop makes it follow rates. The
steps of all plants are at most 1 ms.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kinloop.control.cascade import Cascade
from kinloop.control.kinematic_control import KinematicControl
from kinloop.control.law import Law
from kinloop.control.velocity_control import VelocityControl
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.options.plant_options import Exudyn, Kinematic, Mujoco, Native
from kinloop.simulation.options.run_options import Recording
from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import TO_SINGULARITY, biglide
from kinloop.trajectory.polynomials.quintic import Quintic

Array = np.ndarray
PLANTS: dict[str, Any] = {"native": Native, "kinematic": Kinematic, "mujoco": Mujoco, "exudyn": Exudyn}
INNER, BANDWIDTH = 2.5e-3, 300.0  # period [s] and gain [1/s] of the velocity loop
FINE = 1e-3  # longest step of the plants [s]


def start_of(path: Quintic) -> Array:
    """The configuration at a path's start: in the mode (1, -1) of the path towards the singularity, else in (-1, -1)."""
    mode = (1, -1) if path is TO_SINGULARITY else (-1, -1)
    return np.asarray(biglide().inverse_geometry(path(0.0).x, mode=mode).q)


@cache
def control_run(law: Law, path: Quintic, period: float, plant: str = "native", duration: float | None = None) -> Record:
    """A run along a path that begins on it, sampled at the communication interval."""
    options = {"q": start_of(path), "plant": PLANTS[plant](substeps=max(1, round(period / FINE)))}
    length = float(np.asarray(path.duration)) if duration is None else duration
    return simulate(biglide(), law, path, duration=length, period=period, **options)


@cache
def kinematic_run(gain: float, path: Quintic, interval: float, plant: str = "kinematic") -> tuple[Array, Array]:
    """Times and the tool (k, 2) at the instants of communication, under kinematic control."""
    law = KinematicControl(gain)
    if plant == "kinematic":
        run = control_run(law, path, interval, plant)
        return run.t, run.x
    every = round(interval / INNER)
    run = control_run(Cascade(law, VelocityControl(BANDWIDTH), every=every), path, INNER, plant)
    return run.t[::every], run.x[::every]


@cache
def held_outputs(gain: float, path: Quintic, interval: float) -> Record:
    """Kinematic control as a continuous clock sees it: outputs are held between the instants of communication, the reference is
    not."""
    samples = round(interval / FINE)
    options: dict[str, Any] = {"plant": Kinematic(substeps=samples), "recording": Recording(samples, held_outputs=True)}
    duration = float(np.asarray(path.duration))
    return simulate(biglide(), KinematicControl(gain), path, duration=duration, period=interval, q=start_of(path), **options)


def largest_error(path: Quintic, t: Array, x: Array) -> float:
    """The largest distance to the path along an axis."""
    return float(np.abs(path(t).x - x).max())
