"""What a run is simulated with, beside robot, controller and trajectory: sensors, actuators, environment and recording."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.tunable import OPTION
from kinloop.errors import ExpressionError, NotFinite, ShapeError, UnknownArgument, listing, nearest, unknown_name
from kinloop.mechanism.expressions.expression import Expression, read_number
from kinloop.mechanism.parts.surface import Surface
from kinloop.model.array_arguments import numbers
from kinloop.model.dynamics.tree import OWN_AXES
from kinloop.model.surfaces import as_surfaces

# What can be measured.
MEASURABLE = ("active", "passive", "tool", "wrench")
# One number for all entries, or one for each.
Values = float | tuple[float, ...]
Option = TypeVar("Option")
# Times [s] and numbers of periods beyond this are no run's.
LONGEST = 1e12
# Keywords of earlier versions, and where their values are given now.
MOVED = {
    "substeps": "it is plant=kl.Native(substeps=...)",
    "integrator": "it is plant=kl.Native(integrator=...)",
    "payload": "it is plant=kl.Native(payload=...)",
    "plant_parameters": "it is plant=kl.Native(parameters=...)",
    "measured": "it is sensors=kl.Sensors(measured=...)",
    "noise": "it is sensors=kl.Sensors(noise=...)",
    "quantisation": "it is sensors=kl.Sensors(quantisation=...)",
    "seed": "it is sensors=kl.Sensors(seed=...)",
    "run": "it is sensors=kl.Sensors(run=...)",
    "saturation": "it is actuators=kl.Actuators(saturation=...)",
    "rate_limit": "it is actuators=kl.Actuators(rate_limit=...)",
    "delay": "it is actuators=kl.Actuators(delay=...)",
    "wrenches": "it is environment=kl.Environment(wrenches=...)",
    "samples": "it is recording=kl.Recording(samples=...)",
    "held_outputs": "it is recording=kl.Recording(held_outputs=...)",
}
# The recording of a single run, as one object and as keywords of earlier versions.
RECORDING = ("recording", "samples", "held_outputs")


@dataclass(frozen=True)
class Sensors:
    """What the controller measures, and with which errors.

    Args:
        measured: some of ``"active"``, ``"passive"`` (joints), ``"tool"`` and ``"wrench"``, and single joints by name. Joints
            that are not measured are estimated by the run's ``observer``; the default one computes them with the controller's
            model: passive joints from the active ones, all joints from the tool. The wrench is what the environment exerts on the
            tool, about its origin in world axes: force [N], then moment [N m].
        rates: whether rates are measured beside positions; without, the observer estimates them.
        noise: standard deviations of ``"q"`` and ``"qd"``, of ``"x"`` and ``"xd"`` where the tool is measured, and of
            ``"wrench"``; each is one number, or one for each coordinate. The noise is Philox's, of ``seed`` and ``run``.
        quantisation: steps of the same measurements.
        seed, run: the key of the noise.
        bias: a constant error of ``"wrench"``, one number or six.
        filter: the time constant [s] of a low-pass filter of the first order of ``"wrench"``, after the noise; it begins at zero.
        tool_mass: a mass [kg] at the tool's origin whose weight the force sensor measures too.
    Raises: ShapeError, UnknownName: values that no sensor has.
    """

    measured: str | Sequence[str] = ("active", "passive")
    rates: bool = field(default=True, kw_only=True)
    noise: Mapping[str, ArrayLike] | None = None
    quantisation: Mapping[str, ArrayLike] | None = None
    seed: int = 0
    run: int = 0
    bias: Mapping[str, ArrayLike] | None = field(default=None, kw_only=True)
    filter: Mapping[str, float] | None = field(default=None, kw_only=True)
    tool_mass: float = field(default=0.0, kw_only=True)

    def __post_init__(self) -> None:
        given: Any = self.measured
        if not isinstance(given, (str, list, tuple, set, frozenset)):
            raise ShapeError(f"Sensors: measured is {given!r:.80}, expected some of {listing(MEASURABLE)}, or names of joints")
        names = (given,) if isinstance(given, str) else tuple(given)
        if not names or not all(isinstance(name, str) for name in names):
            raise ShapeError(f"Sensors: measured is {given!r:.80}, expected some of {listing(MEASURABLE)}, or names of joints")
        joints = sorted(name for name in set(names) if name not in MEASURABLE)
        object.__setattr__(self, "measured", (*(name for name in MEASURABLE if name in names), *joints))
        object.__setattr__(self, "rates", flag("Sensors: rates", self.rates))
        for what in ("noise", "quantisation"):
            object.__setattr__(self, what, self._of_measurements(what, getattr(self, what)))
        for name in ("seed", "run"):
            object.__setattr__(self, name, noise_key(f"Sensors: {name}", getattr(self, name)))
        self._check_force_sensor()

    def _check_force_sensor(self) -> None:
        for what in ("bias", "filter"):
            values = by_name(f"Sensors: {what}", getattr(self, what))
            if other := [name for name in values if name != "wrench"]:
                raise unknown_name(f"{what} of", other[0], ("wrench",), "a sensor")
            if "wrench" in values:
                array = numbers(values["wrench"], f"Sensors: {what} of wrench")
                if not np.isfinite(array).all() or (what == "filter" and (array.ndim or array < 0)):
                    expected = "one time from zero [s]" if what == "filter" else "finite numbers"
                    raise ShapeError(f"Sensors: {what} of wrench is {values['wrench']!r:.80}, expected {expected}")
                if array.shape not in ((), (6,)):
                    raise ShapeError(f"Sensors: bias of wrench has shape {array.shape}, expected one number, or six")
                values["wrench"] = plain_values(f"Sensors: {what} of wrench", values["wrench"], "numbers")
            object.__setattr__(self, what, values or None)
        mass = numbers(self.tool_mass, "Sensors: tool_mass")
        if mass.ndim or not 0 <= mass < np.inf:
            raise ShapeError(f"Sensors: tool_mass is {self.tool_mass!r:.80}, expected a mass from 0 kg")
        object.__setattr__(self, "tool_mass", float(mass))
        if (self.bias or self.filter or self.tool_mass) and "wrench" not in self.measured:
            raise ShapeError('Sensors: bias, filter and tool_mass are those of a force sensor; measured lacks "wrench"')

    def _of_measurements(self, what: str, given: Any) -> dict[str, Values] | None:
        if given is None:
            return None
        if not isinstance(given, Mapping):
            raise ShapeError(f'Sensors: {what} is {given!r:.80}, expected numbers of the positions and rates, as {{"q": 1e-6}}')
        known = (
            "q",
            "qd",
            *(("x", "xd") if "tool" in self.measured else ()),
            *(("wrench",) if "wrench" in self.measured else ()),
        )
        values: dict[str, Values] = {}
        for name, value in given.items():
            if name not in known:
                raise unknown_name(f"{what} of", name, known, "a measurement")
            if name in ("qd", "xd") and not self.rates:
                raise ShapeError(f"Sensors: {what} of {name} is given, but with rates=False no rates are measured")
            values[name] = plain_values(f"Sensors: {what} of {name}", value, "finite numbers from zero")
            if not np.all((np.asarray(values[name]) >= 0) & (np.asarray(values[name]) < np.inf)):
                raise ShapeError(f"Sensors: {what} of {name} is {value!r:.80}, expected finite numbers from zero")
        return values


@dataclass(frozen=True)
class Actuators:
    """What becomes of a command before it acts on the machine.

    Args:
        saturation: the largest command, one number or one for each active joint.
        rate_limit: its largest change in a second; the command begins at zero.
        delay: the command acts one period late, and before it zero.
    Raises: ShapeError: values that no actuator has.
    """

    saturation: ArrayLike | None = None
    rate_limit: ArrayLike | None = None
    delay: bool = False

    def __post_init__(self) -> None:
        for name in ("saturation", "rate_limit"):
            if (given := getattr(self, name)) is not None:
                expected = "one number or one for each command, above zero"
                values = plain_values(f"Actuators: {name}", given, expected)
                if not np.all(np.asarray(values) > 0):
                    raise ShapeError(f"Actuators: {name} is {given!r:.80}, expected {expected}")
                object.__setattr__(self, name, values)
        if not isinstance(self.delay, bool | np.bool_):
            raise ShapeError(f"Actuators: delay is {self.delay!r:.80}, expected True (one period) or False")
        object.__setattr__(self, "delay", bool(self.delay))


@dataclass(frozen=True)
class Pulse:
    """A wrench that acts on a frame of the plant for some time, as a push does.

    It acts in the sampling periods that begin within its time, so that commands and pulses change together.

    Args:
        wrench: in world axes: force [N], then moment [N m].
        start, duration: [s], from zero.
        frame: the tool, a declared frame or a link.
    Raises: ShapeError, NotFinite: values that no pulse has.
    """

    wrench: ArrayLike
    start: float
    duration: float
    frame: str = "tool"

    def __post_init__(self) -> None:
        object.__setattr__(self, "wrench", six_numbers("Pulse: the wrench", self.wrench))
        for name in ("start", "duration"):
            value = getattr(self, name)
            if (not is_time(value) and value != 0) or isinstance(value, bool):
                raise ShapeError(f"Pulse: {name} is {value!r:.80} s, expected one finite time from zero")
            object.__setattr__(self, name, float(value))
        if not isinstance(self.frame, str):
            raise ShapeError(f"Pulse: frame is {self.frame!r:.80}, expected the name of a frame")


@dataclass(frozen=True)
class Environment:
    """What acts on the machine from outside; the controller does not know it.

    Args:
        wrenches: by frame of the plant, constant in world axes: force [N], then moment [N m].
        pulses: wrenches that act for some time.
        followers: constant wrenches by frame that turn with it, in the axes of the frame, as a thruster's.
        signals: wrenches by frame that change in time, in world axes: six numbers or expressions of ``t`` [s], such as
            ``"10*sin(2*pi*t)"``. In a period they have their value in its middle.
        surfaces: what a frame of the plant touches, see :class:`Surface`.
    Raises: ShapeError, NotFinite: values that are no wrenches or surfaces.
    """

    wrenches: Mapping[str, ArrayLike] = field(default_factory=dict)
    pulses: Sequence[Pulse] = ()
    surfaces: Sequence[Surface] = ()
    followers: Mapping[str, ArrayLike] = field(default_factory=dict)
    signals: Mapping[str, Sequence[float | str]] = field(default_factory=dict, metadata=OPTION)  # texts are kept as they are

    def __post_init__(self) -> None:
        object.__setattr__(self, "surfaces", as_surfaces("Environment: surfaces", self.surfaces))
        if not isinstance(self.pulses, (list, tuple)) or not all(isinstance(pulse, Pulse) for pulse in self.pulses):
            raise ShapeError(f"Environment: pulses is {self.pulses!r:.80}, expected a list of kl.Pulse(...)")
        object.__setattr__(self, "pulses", tuple(self.pulses))
        for what in ("wrenches", "followers"):
            given = by_name(f"Environment: {what}", getattr(self, what))
            found = {frame: six_numbers(f"Environment: the wrench on {frame!r}", wrench) for frame, wrench in given.items()}
            object.__setattr__(self, what, found)
        signals = by_name("Environment: signals", self.signals)
        object.__setattr__(self, "signals", {frame: _six_expressions(frame, given) for frame, given in signals.items()})

    @property
    def constant(self) -> dict[str, ArrayLike]:
        """The constant wrenches, followers included, by the names of loads."""
        return {**self.wrenches, **{f"{frame}{OWN_AXES}": wrench for frame, wrench in self.followers.items()}}

    @property
    def is_constant(self) -> bool:
        """Whether nothing in it changes in time."""
        return not self.pulses and not self.signals


@dataclass(frozen=True)
class Recording:
    """Which samples a record has.

    Args:
        samples: in a period. Between commands the machine goes on, and so does the reference.
        held_outputs: between commands the record has what was measured last, as co-simulation shows it: flat lines.
    Raises: ShapeError: values that no recording has.
    """

    samples: int = 1
    held_outputs: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "samples", whole("Recording: samples", self.samples))
        object.__setattr__(self, "held_outputs", flag("Recording: held_outputs", self.held_outputs))


def as_option(kind: type[Option], given: Any, what: str) -> Option:
    """An option of a run as an object of its class; None is the default one. Raises: ShapeError."""
    if given is None:
        return kind()
    if not isinstance(given, kind):
        raise ShapeError(f"{what} is {given!r:.80}, expected kl.{kind.__name__}(...)")
    return given


def as_environment(given: Any, what: str) -> Environment:
    """An environment, or wrenches by frame as one. Raises: ShapeError, NotFinite."""
    if isinstance(given, Environment):
        return given
    if given is None or isinstance(given, Mapping):
        return Environment({} if given is None else given)
    raise ShapeError(f'{what} is {given!r:.80}, expected kl.Environment(...) or wrenches by frame, as {{"tool": [...]}}')


def refuse_arguments(function: str, given: Iterable[str], taken: Iterable[str], moved: Mapping[str, str] = MOVED) -> None:
    """Raises: UnknownArgument: a keyword that a function does not take, with the place of one that it took once."""
    known = list(taken)
    for name in given:
        if name in moved:
            raise UnknownArgument(f"{function} takes no {name}=; {moved[name]}")
        raise UnknownArgument(f"{function} takes no {name}={nearest(name, known)}; it takes {listing(known)}")


# ---------------------------------------------------------------- values


def six_numbers(what: str, given: Any) -> tuple[float, ...]:
    """A wrench. Raises: ShapeError, NotFinite."""
    array = numbers(given, what, "six numbers: force, then moment")
    if array.shape != (6,):
        raise ShapeError(f"{what} has shape {array.shape}, expected (6,): force, then moment")
    if not np.isfinite(array).all():
        raise NotFinite(f"{what} is {array}, expected finite numbers")
    return tuple(array.tolist())


def _six_expressions(frame: str, given: Any) -> tuple[str | float, ...]:
    """The numbers of a wrench, or expressions of the time. Raises: ShapeError."""
    if isinstance(given, str) or not isinstance(given, (list, tuple, np.ndarray)) or len(given) != 6:
        raise ShapeError(f"Environment: the signal on {frame!r} is {given!r:.80}, expected six numbers or expressions of t")
    found: list[str | float] = []
    for entry in given:
        try:
            value = read_number(entry)
        except (ExpressionError, ValueError) as fault:
            raise ShapeError(f"Environment: the signal on {frame!r}: {fault}") from None
        names = value.names if isinstance(value, Expression) else frozenset()
        if names - {"t"}:
            raise ShapeError(f"Environment: the signal on {frame!r} has {listing(sorted(names - {'t'}))}, expected t alone [s]")
        found.append(value.text if isinstance(value, Expression) else value)
    return tuple(found)


def plain_values(what: str, given: ArrayLike, expected: str) -> Values:
    """One number, or several as a tuple. Raises: ShapeError."""
    array = numbers(given, what, expected)
    if array.ndim > 1 or not array.size:
        raise ShapeError(f"{what} is {given!r:.80}, expected {expected}")
    return tuple(array.tolist()) if array.ndim else float(array)


def whole(what: str, value: Any, least: int = 1, most: int = 2**53) -> int:
    """A whole number that is large enough; loops count to 2**53."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not least <= value <= most:
        raise ShapeError(f"{what} is {value!r:.80}, expected a whole number from {least} to {most}")
    return int(value)


def is_time(value: Any) -> bool:
    """Whether a value is a time above zero, of a length that a run can have."""
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    return is_number and 0 < value < LONGEST


def noise_key(what: str, value: Any) -> int:
    """A key of the noise: 64 bits."""
    return whole(what, value, 0, 2**64 - 1)


def flag(what: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ShapeError(f"{what} is {value!r:.80}, expected True or False")
    return bool(value)


def by_name(what: str, given: Any) -> dict[str, Any]:
    """Values by name; None has none."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ShapeError(f"{what} is {given!r:.80}, expected values by name, as {{'name': value}}")
    return dict(given)
