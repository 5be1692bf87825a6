"""What a user gives the loop, checked: a wrong one is told in a sentence before anything runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law, NoEffort, casadi_law
from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation, listing, unknown
from kinloop.mechanism.validate.task_checks import task_names
from kinloop.model.array_arguments import numbers as as_numbers
from kinloop.model.dynamics.task import task_rows
from kinloop.model.robot import Robot
from kinloop.simulation.loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.io_model import MEASURABLE, Wiring
from kinloop.simulation.loop.outputs import evaluate
from kinloop.simulation.loop.payload import parameter, payloads, with_payloads

Array = np.ndarray
# Of the duration: a whole number of periods may be missed by so much.
WHOLE = 1e-9
# Times [s] and numbers of periods beyond this are no run's.
LONGEST = 1e12
# Smaller singular values than this are none, and smaller motions.
FREE = 1e-8


def periods(duration: float, period: float) -> int:
    """How many periods the duration has."""
    for name, value in (("duration", duration), ("period", period)):
        is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
        if not is_number or not 0 < value < LONGEST:
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


def whole(name: str, value: Any, least: int = 1, most: int = 2**53) -> int:
    """A whole number that is large enough; loops count to 2**53."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not least <= value <= most:
        raise ShapeError(f"simulate: {name} is {value!r:.80}, expected a whole number from {least} to {most}")
    return int(value)


def seed_of(name: str, value: Any) -> int:
    """A key of the noise: 64 bits."""
    return whole(name, value, 0, 2**64 - 1)


def flag(name: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ShapeError(f"simulate: {name} is {value!r:.80}, expected True or False")
    return bool(value)


def by_name(what: str, given: Any) -> dict[str, Any]:
    """Values by name; None has none."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ShapeError(f"{what} is {given!r:.80}, expected values by name, as {{'name': value}}")
    return dict(given)


def plants_own(given: Any) -> dict[str, Any]:
    """Parameters of one plant."""
    values = by_name("simulate: plant_parameters", given)
    for name, value in values.items():
        if np.ndim(value):
            raise ShapeError(
                f"simulate: the plant's {name} is {value!r:.80}, expected one number; kl.rollouts varies 'plant.{name}'"
            )
    return values


def machines(robot: Robot, payload: Any, plant_parameters: Any, frames: Iterable[str] = ()) -> tuple[Robot, Robot]:
    """What the controller knows, and the machine itself, with its payload and parameters of its own. On the other ``frames``
    there may be payloads too, of 0 kg."""
    masses = payloads(payload) if payload is not None else {}
    loaded = tuple(sorted({*masses, *frames}))
    robot = with_payloads(robot, loaded) if loaded else robot
    known = {**plants_own(plant_parameters), **{parameter(frame): mass for frame, mass in masses.items()}}
    return robot, robot.with_parameters(**known) if known else robot


def as_robot(given: Any) -> Robot:
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


def limits(robot: Robot, given: Any, what: str = "saturation") -> Array | None:
    """The largest of each active joint, above zero."""
    if given is None:
        return None
    largest = _broadcast(what, given, robot.mechanism.rates[: robot.n_active])
    if np.any(~(largest > 0)):
        raise ShapeError(f"simulate: {what} is {given!r:.80}, expected one number or one for each command, above zero")
    return largest


def wired(
    robot: Robot,
    machine: Robot,
    period: float,
    *,
    measured: Any,
    quantisation: Mapping[str, ArrayLike] | None,
    is_noisy: bool,
    delay: bool,
    saturation: ArrayLike | None,
    rate_limit: ArrayLike | None,
    wrenches: Mapping[str, ArrayLike] | None,
) -> Wiring:
    """What lies between controller and plant, checked."""
    if not isinstance(delay, bool | np.bool_):
        raise ShapeError(f"simulate: delay is {delay!r:.80}, expected True (one period) or False")
    seen = measurable(robot, measured)
    steepest = limits(robot, rate_limit, "rate_limit")
    names, loads = machine.models.wrench_inputs(wrenches)
    return Wiring(
        measured=seen,
        quantum=each_measured(robot, quantisation, "quantisation", seen),
        is_noisy=is_noisy,
        saturation=limits(robot, saturation),
        change=None if steepest is None else period * steepest,
        delay=flag("delay", delay),
        wrenches=dict(zip(names, loads, strict=True)),
    )


def noise_of(loop: ClosedLoop, noise: Mapping[str, ArrayLike] | None) -> Array | None:
    """Standard deviations of all that is measured."""
    spread = each_measured(loop.robot, noise, "noise", loop.wiring.measured)
    if loop.kinematic and spread is not None and spread[loop.nq : loop.nq + loop.nv].any():
        raise UnsupportedOperation("simulate: with plant='kinematic' rates are commanded, not measured, so they have no noise")
    return spread


def measurable(robot: Robot, given: Any) -> tuple[str, ...]:
    """What is measured, in the order of MEASURABLE."""
    if not isinstance(given, (str, list, tuple, set, frozenset)):
        raise ShapeError(f"simulate: measured is {given!r:.80}, expected some of {listing(MEASURABLE)}")
    names = (given,) if isinstance(given, str) else tuple(given)
    for name in names:
        if not isinstance(name, str) or name not in MEASURABLE:
            raise unknown("thing to measure", name, MEASURABLE, "a robot")
    if not {"active", "tool"}.intersection(names):
        raise ShapeError(f"simulate: measured is {given!r:.80}, which leaves the joints open; expected active or tool in it")
    if "passive" not in names and _moves_freely(robot):
        raise UnsupportedOperation(
            f"simulate: the passive joints of {robot.mechanism.name} do not follow from the active ones, so they must be measured"
        )
    if "active" not in names and _task_leaves_open(robot):
        raise UnsupportedOperation(
            f"simulate: the task of {robot.mechanism.name} leaves its joints open, so the active ones must be measured"
        )
    return tuple(name for name in MEASURABLE if name in names)


def _task_leaves_open(robot: Robot) -> bool:
    """Whether active joints move while the tool stands still, at every one of some configurations: at a singular one they always
    do."""
    n, every, geometry = robot.n_active, np.eye(len(robot.mechanism.rates)), robot.models.geometry
    for q in robot.models.formulas.model.assembled.configurations:
        still = evaluate(robot, "task_velocity", q=q, qd=every)["xd"].T / geometry.twist_units[:, None]
        if robot.models.formulas.model.rows:
            K = robot.models.formulas.kernel("all_closures").ufunc(q, *robot.models.parameter_inputs)[1]
            still = np.vstack([still, K / geometry.closure_units[:, None]])
        _, size, motions = np.linalg.svd(still * geometry.rate_units)
        free = motions[np.count_nonzero(size > FREE * size.max(initial=1.0)) :]
        if not np.any(np.abs(free[:, :n]) > FREE):
            return False
    return True


def _moves_freely(robot: Robot) -> bool:
    """Whether the tool moves while the active joints stand still."""
    n, passive, geometry = robot.n_active, np.eye(len(robot.mechanism.rates))[robot.n_active :], robot.models.geometry
    if robot.models.formulas.model.rows:
        K = robot.models.formulas.kernel("all_closures").ufunc(robot.start, *robot.models.parameter_inputs)[1]
        K = K / geometry.closure_units[:, None] * geometry.rate_units
        _, size, motions = np.linalg.svd(K[:, n:])
        passive = motions[np.count_nonzero(size > FREE * size.max(initial=1.0)) :] @ passive
    twists = robot.jacobian(robot.start) @ (passive * geometry.rate_units).T
    return bool(np.any(np.abs(twists) > FREE * np.repeat([float(geometry.size), 1.0], 3)[:, None]))


def each_measured(robot: Robot, given: Mapping[str, ArrayLike] | None, what: str, measured: tuple[str, ...]) -> Array | None:
    """Of ``q`` and ``qd``, and of ``x`` and ``xd`` where the tool is measured, as one array."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise ShapeError(f'simulate: {what} is {given!r:.80}, expected numbers of the positions and rates, as {{"q": 1e-6}}')
    mechanism = robot.mechanism
    names = {"q": mechanism.coordinates, "qd": mechanism.rates}
    if "tool" in measured:
        rates = tuple(f"row {k}" for k in task_rows(mechanism))
        is_pose = len(rates) != len(task_names(mechanism))
        if is_pose and what == "quantisation" and np.any(given.get("x", 0.0)):
            raise UnsupportedOperation("simulate: the numbers of a pose have no quantisation")
        quanta_of_pose = task_names(mechanism) if what == "quantisation" else rates
        names |= {"x": quanta_of_pose if is_pose else task_names(mechanism), "xd": rates}
    for name in given:
        if name not in names:
            raise unknown(f"{what} of", name, names, "a measurement")
    parts = [_broadcast(f"{what} of {name}", given.get(name, 0.0), names[name]) for name in names]
    joined = np.concatenate(parts)
    if not np.all((joined >= 0) & (joined < np.inf)):
        raise ShapeError(f"simulate: {what} is {given!r:.80}, expected finite numbers from zero")
    return joined


def _broadcast(what: str, given: Any, names: tuple[str, ...]) -> Array:
    expected = f"one number or one for each of {listing(names)}"
    array = as_numbers(given, f"simulate: {what}", expected)
    if array.shape not in ((), (1,), (len(names),)):
        raise ShapeError(f"simulate: {what} is {given!r:.80}, expected {expected}")
    return np.array(np.broadcast_to(array, (len(names),)))


def numbers(owner: str, what: str, given: Any, names: tuple[str, ...]) -> Array:
    array = as_numbers(given, f"simulate: {what}", f"numbers: {listing(names)}")
    if array.shape != (len(names),):
        raise ShapeError(f"simulate: {what} of {owner} has shape {array.shape}, expected ({len(names)},): {listing(names)}")
    if not np.all(np.isfinite(array)):
        raise NotFinite(f"simulate: {what} of {owner} is {array}, expected finite numbers")
    return array
