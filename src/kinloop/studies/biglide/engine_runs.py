"""Runs of the Biglide on engines in the place of ADAMS and Gazebo, and how far every model is from them.

The scheme of [DemuttiRosi2020] figure 2.1: an engine moves, and what each model says from the engine's active joints is compared
with what the engine has. The engine is given the efforts of the motion ``swing``, held over each interval. Accelerations are
means over an interval, from the rates, since held efforts make those of an instant jump.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kinloop.control.function_law import python_law
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.options.plant_options import Exudyn
from kinloop.simulation.record.record import Record
from kinloop.studies.biglide.biglide_paths import biglide, swing

Array = np.ndarray
DURATION, INTERVAL = 2.0, 5e-4  # [s]
QUANTITIES = {  # name -> what it is, unit, names of the two columns
    "x": ("position of the tool", "m", ("x", "y")),
    "q_passive": ("passive angles", "rad", ("phi1", "phi2")),
    "xd": ("velocity of the tool", "m/s", ("xd", "yd")),
    "qd_passive": ("passive angle velocities", "rad/s", ("phi1", "phi2")),
    "xdd": ("acceleration of the tool", "m/s^2", ("xdd", "ydd")),
    "qdd_passive": ("passive angle accelerations", "rad/s^2", ("phi1", "phi2")),
    "tau": ("efforts", "N", ("f1", "f2")),
}
SETTINGS = (
    f"The slides swing by 0.1 sin(2t)^2 and -0.1 sin(3t)^2 m for {DURATION:g} s from the tool at (0, 0.30005393) in the assembly "
    f"mode -1; efforts are exchanged every {1e3 * INTERVAL:g} ms; steps of Exudyn are as long, those of MuJoCo 0.1 ms."
)


@cache
def driven(interval: float = INTERVAL, duration: float = DURATION) -> Record:
    """The motion that the models prescribe, sampled twice in each interval."""
    robot = biglide()
    start = robot.forward_geometry([0.0, 0.0], mode=(-1,))
    return prescribe_motion(robot, swing(), duration=duration, period=interval / 2, q=start.q)


@cache
def engine_run(plant: str, interval: float = INTERVAL, duration: float = DURATION) -> Record:
    """An engine that is given the efforts of the driven machine in the middle of each interval, and holds them."""
    half = driven(interval, duration)
    middle = half.tau[1::2]

    def replay(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return middle[min(round(t / interval), len(middle) - 1)], state

    options = {"q": half.q[0], "qd": half.qd[0], "plant": Exudyn(substeps=1) if plant == "exudyn" else plant}
    return simulate(biglide(), python_law(replay), duration=duration, period=interval, **options)


@cache
def model_errors(plant: str, interval: float = INTERVAL, duration: float = DURATION) -> dict[str, tuple[Array, Array]]:
    """For each quantity, times and the model's value minus the engine's (k, 2), all from the engine's active joints."""
    run = engine_run(plant, interval, duration)
    robot, t = biglide(), run.t
    place = robot.forward_geometry(run.q[:, :2], near=run.q)
    rates = robot.forward_velocity(place.q, run.qd[:, :2])
    q, qd = ((array[1:] + array[:-1]) / 2 for array in (run.q, run.qd))
    qdd, xdd = (np.diff(array, axis=0) / interval for array in (run.qd, run.xd))
    between = robot.forward_geometry(q[:, :2], near=q).q
    turning = robot.forward_velocity(between, qd[:, :2]).qd
    second = robot.forward_acceleration(between, turning, qdd[:, :2])
    efforts = robot.inverse_dynamics(between, turning, qdd[:, :2])
    middle = t[:-1] + interval / 2
    return {
        "x": (t, place.x - run.x),
        "q_passive": (t, place.q[:, 2:] - run.q[:, 2:]),
        "xd": (t, rates.xd - run.xd),
        "qd_passive": (t, rates.qd_passive - run.qd[:, 2:]),
        "xdd": (middle, second.xdd - xdd),
        "qdd_passive": (middle, second.qdd_passive - qdd[:, 2:]),
        "tau": (middle, efforts - run.tau[:-1]),
    }


def largest_errors(plant: str, quantity: str) -> Array:
    """The largest error of both columns of a quantity, (2,)."""
    return np.asarray(np.abs(model_errors(plant)[quantity][1]).max(axis=0))
