"""The arguments of a run, checked against its robot before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from kinloop.control.function_law import casadi_law
from kinloop.control.law import Law, NoEffort
from kinloop.control.observers.observer import Observer
from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation, listing
from kinloop.mechanism.parts.surface import Surface
from kinloop.model.array_arguments import numbers as as_numbers
from kinloop.model.call_errors import WRENCH_NAMES
from kinloop.model.dynamics.task import task_rows
from kinloop.model.payload import payload_parameter, with_payloads
from kinloop.model.robot import Robot
from kinloop.model.surfaces import surface_values, with_surfaces
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.compiled_loop.io_model import IoSettings
from kinloop.simulation.loop.inputs.wrench_schedule import PulseValues
from kinloop.simulation.loop.start.measurable import as_observer, measured_places
from kinloop.simulation.options.plant_options import BuiltInPlant
from kinloop.simulation.options.run_options import LONGEST, Actuators, Environment, Sensors, is_time

Array = np.ndarray
# The duration may differ from a whole number of periods by this share of it.
WHOLE = 1e-9


def count_periods(duration: float, period: float) -> int:
    """How many periods the duration has."""
    for name, value in (("duration", duration), ("period", period)):
        if not is_time(value):
            raise ShapeError(f"simulate: the {name} is {value!r:.80} s, expected one finite time above zero")
    if duration / period > LONGEST:
        raise ShapeError(f"simulate: the duration of {duration:g} s has too many periods of {period:g} s")
    steps = round(duration / period)
    if not steps or abs(steps * period - duration) > WHOLE * duration:
        near = max(steps, 1) * period
        raise ShapeError(
            f"simulate: the duration {duration:g} s is no whole number of periods of {period:g} s; the nearest is {near:g} s"
        )
    return steps


def controller_and_plant(
    robot: Robot, plant: Any, surfaces: Sequence[Surface] = (), frames: Iterable[str] = ()
) -> tuple[Robot, Robot]:
    """The robot that the controller knows, and the machine itself, with the surfaces that it touches, its payload and parameters
    of its own. On the other ``frames`` there may be payloads too, of 0 kg."""
    if not isinstance(plant, BuiltInPlant):
        if surfaces:
            raise UnsupportedOperation("simulate: a user-defined plant has its own environment, so it takes no surfaces")
        return robot, robot
    robot = with_surfaces(robot, surfaces)
    masses: Any = plant.payload
    loaded = tuple(sorted({*masses, *frames}))
    robot = with_payloads(robot, loaded) if loaded else robot
    known = {**(plant.parameters or {}), **surface_values(surfaces)}
    known |= {payload_parameter(frame): mass for frame, mass in masses.items()}
    return robot, robot.with_parameters(**known) if known else robot


def as_robot(given: Any) -> Robot:
    """A robot. Raises: ShapeError."""
    if not isinstance(given, Robot):
        raise ShapeError(f"simulate: the robot is {given!r:.80}, expected what kl.load gives")
    return given


def as_law(controller: Any) -> Law:
    """A law, or a function on symbols as one; None drives nothing."""
    if controller is None:
        return NoEffort()
    if isinstance(controller, Law):
        return controller
    if callable(controller) and not isinstance(controller, type):
        return casadi_law(controller)
    raise ShapeError(
        f"simulate: the controller is {controller!r:.80}, expected a law such as kl.ComputedTorque(kp, kd), or a function "
        "(t, measured, reference, state, model) -> (command, state)"
    )


def command_limits(robot: Robot, what: str, given: Any) -> Array | None:
    """The largest value of each active joint's command."""
    return None if given is None else _broadcast(what, given, robot.mechanism.rates[: robot.n_active])


def connect(
    robot: Robot,
    machine: Robot,
    period: float,
    sensors: Sensors,
    actuators: Actuators,
    environment: Environment,
    observer: Observer | None = None,
) -> IoSettings:
    """What lies between controller and plant, checked against the robot."""
    q_places, v_places, by_tool = measured_places(robot, sensors.measured)
    steepest = command_limits(robot, "rate_limit", actuators.rate_limit)
    pulses = tuple(PulseValues(p.frame, np.array([*np.ravel(p.wrench), p.start, p.duration])) for p in environment.pulses)
    none = {frame: np.zeros(6) for frame in (*(pulse.frame for pulse in pulses), *environment.signals)}
    wrenches = {**none, **environment.constant}
    names, loads = machine.models.wrench_inputs(wrenches or None)
    return IoSettings(
        period=period,
        measured=tuple(sensors.measured),
        q_places=q_places,
        v_places=v_places,
        by_tool=by_tool,
        has_rates=sensors.rates,
        observer=as_observer(observer, sensors),
        quantum=measured_values(robot, sensors, "quantisation"),
        is_noisy=sensors.noise is not None,
        saturation=command_limits(robot, "saturation", actuators.saturation),
        change=None if steepest is None else period * steepest,
        delay=actuators.delay,
        wrenches=dict(zip(names, loads, strict=True)),
        pulses=pulses,
        signals=environment.signals,  # type: ignore[arg-type]
        force_sensor=_force_sensor(sensors),
    )


def _force_sensor(sensors: Sensors) -> Array | None:
    """Bias, time constant of the filter and mass of the tool (8,); None where no wrench is measured."""
    if "wrench" not in sensors.measured:
        return None
    bias = np.broadcast_to(np.asarray((sensors.bias or {}).get("wrench", 0.0), float), 6)
    return np.array([*bias, (sensors.filter or {}).get("wrench", 0.0), sensors.tool_mass], float)


def noise_deviations(loop: ClosedLoop, sensors: Sensors) -> Array | None:
    """Standard deviations of all that is measured; None without noise."""
    deviations = measured_values(loop.robot, sensors, "noise")
    if loop.kinematic and deviations is not None and deviations[loop.nq : loop.nq + loop.nv].any():
        raise UnsupportedOperation("simulate: with plant='kinematic' rates are commanded, not measured, so they have no noise")
    return deviations


def measurement_names(robot: Robot, measured: Iterable[str], what: str) -> dict[str, tuple[str, ...]]:
    """The names of the numbers that ``"noise"`` or ``"quantisation"`` has of each measurement; a pose has six of noise."""
    mechanism = robot.mechanism
    names = {"q": mechanism.coordinates, "qd": mechanism.rates}
    if "tool" in measured:
        rates = tuple(f"row {k}" for k in task_rows(mechanism))
        task = mechanism.task_names
        names |= {"x": rates if what == "noise" and len(rates) != len(task) else task, "xd": rates}
    if "wrench" in measured:
        names["wrench"] = WRENCH_NAMES
    return names


def measured_values(robot: Robot, sensors: Sensors, what: str) -> Array | None:
    """The ``"noise"`` or ``"quantisation"`` of ``q`` and ``qd``, and of ``x`` and ``xd`` where the tool is measured, as one
    array; None where it is not given."""
    given = getattr(sensors, what)
    if given is None:
        return None
    names = measurement_names(robot, sensors.measured, what)
    if what == "quantisation" and "x" in names and len(names["x"]) != len(names["xd"]) and np.any(given.get("x", 0.0)):
        raise UnsupportedOperation("simulate: the numbers of a pose have no quantisation")
    return np.concatenate([_broadcast(f"{what} of {name}", given.get(name, 0.0), names[name]) for name in names])


def _broadcast(what: str, given: Any, names: tuple[str, ...]) -> Array:
    expected = f"one number or one for each of {listing(names)}"
    array = as_numbers(given, f"simulate: {what}", expected)
    if array.shape not in ((), (1,), (len(names),)):
        raise ShapeError(f"simulate: {what} is {given!r:.80}, expected {expected}")
    return np.array(np.broadcast_to(array, (len(names),)))


def finite_numbers(owner: str, what: str, given: Any, names: tuple[str, ...]) -> Array:
    """One finite number for each name. Raises: ShapeError, NotFinite."""
    array = as_numbers(given, f"simulate: {what}", f"numbers: {listing(names)}")
    if array.shape != (len(names),):
        raise ShapeError(f"simulate: {what} of {owner} has shape {array.shape}, expected ({len(names)},): {listing(names)}")
    if not np.all(np.isfinite(array)):
        raise NotFinite(f"simulate: {what} of {owner} is {array}, expected finite numbers")
    return array
