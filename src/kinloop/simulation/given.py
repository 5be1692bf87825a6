"""What a user gives the loop, checked: a wrong one is told in a sentence before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law, casadi_law
from kinloop.errors import NotFinite, ShapeError, listing, unknown
from kinloop.model.robot import Robot

Array = np.ndarray
# Of the duration: a whole number of periods may be missed by so much.
WHOLE = 1e-9


def periods(duration: float, period: float) -> int:
    """How many periods the duration has."""
    for name, value in (("duration", duration), ("period", period)):
        if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not np.isfinite(value) or value <= 0:
            raise ShapeError(f"simulate: the {name} is {value!r} s, expected one finite time above zero")
    steps = round(duration / period)
    if not steps or abs(steps * period - duration) > WHOLE * duration:
        near = max(steps, 1) * period
        raise ShapeError(
            f"simulate: the duration {duration:g} s is no whole number of periods of {period:g} s; the nearest is {near:g} s"
        )
    return steps


def whole(name: str, value: Any, least: int = 1) -> int:
    """A whole number that is large enough."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ShapeError(f"simulate: {name} is {value!r}, expected a whole number from {least}")
    return int(value)


def as_law(controller: Any) -> Law:
    """A law, or a function on symbols as one."""
    if isinstance(controller, Law):
        return controller
    if callable(controller) and not isinstance(controller, type):
        return casadi_law(controller)
    raise ShapeError(
        f"simulate: the controller is {controller!r:.80}, expected a law such as kl.ComputedTorque(kp, kd), or a function "
        "(t, measured, reference, state, model) -> (command, state)"
    )


def limits(robot: Robot, given: Any) -> Array | None:
    if given is None:
        return None
    largest = _broadcast("saturation", given, robot.mechanism.rates[: robot.n_active])
    if np.any(~(largest > 0)):
        raise ShapeError(f"simulate: saturation is {given!r:.80}, expected the largest commands, above zero")
    return largest


def each_measured(robot: Robot, given: Mapping[str, ArrayLike] | None, what: str) -> Array | None:
    """Of ``q`` and ``qd``, as one array (nq + nv,)."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise ShapeError(f'simulate: {what} is {given!r:.80}, expected numbers of the positions and rates, as {{"q": 1e-6}}')
    names = {"q": robot.mechanism.coordinates, "qd": robot.mechanism.rates}
    for name in given:
        if name not in names:
            raise unknown(f"{what} of", name, names, "a measurement")
    parts = [_broadcast(f"{what} of {name}", given.get(name, 0.0), names[name]) for name in names]
    joined = np.concatenate(parts)
    if np.any(~(joined >= 0)):
        raise ShapeError(f"simulate: {what} is {given!r:.80}, expected numbers from zero")
    return joined


def _broadcast(what: str, given: Any, names: tuple[str, ...]) -> Array:
    try:
        return np.array(np.broadcast_to(np.asarray(given, float), (len(names),)))
    except (TypeError, ValueError):
        raise ShapeError(f"simulate: {what} is {given!r:.80}, expected one number or one for each of {listing(names)}") from None


def numbers(owner: str, what: str, given: Any, names: tuple[str, ...]) -> Array:
    try:
        array = np.asarray(given, float)
    except (TypeError, ValueError):
        raise ShapeError(f"simulate: {what} is {given!r:.80}, expected numbers: {listing(names)}") from None
    if array.shape != (len(names),):
        raise ShapeError(f"simulate: {what} of {owner} has shape {array.shape}, expected ({len(names)},): {listing(names)}")
    if not np.all(np.isfinite(array)):
        raise NotFinite(f"simulate: {what} of {owner} is {array}, expected finite numbers")
    return array


def draws(spread: Array | None, samples: int, seed: int, run: int) -> Array | None:
    """Noise of every sample, (k, nq + nv): the same for the same seed and run, whatever else is simulated."""
    if spread is None:
        return None
    random = np.random.Generator(np.random.Philox(key=[whole("seed", seed, 0), whole("run", run, 0)]))
    return spread * random.standard_normal((samples, spread.size))
