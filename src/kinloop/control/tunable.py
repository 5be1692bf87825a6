"""What laws and observers share: gains that a sweep may vary, choices that their formulas depend on, and a preparation before a
run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import Any

import numpy as np

from kinloop.control.gains import as_gain, read_only_copy
from kinloop.model.array_arguments import as_constructed

# The metadata of a field that is a choice and not a gain: no sweep varies it, and the formulas depend on it.
OPTION = {"option": True}


@dataclass(frozen=True)
class Setting:
    """The setting that a law or an observer is prepared for: the controller's robot, the trajectory, the sampling period [s], the
    number of periods, the configuration (nq,) and rates (nv,) at the start, the places of the measured joints among positions and
    rates, whether the tool is measured, whether commands are rates, whether they act one period late, and the largest command of
    each actuator (n,), if there is one."""

    robot: Any
    trajectory: Any
    period: float
    periods: int
    q: np.ndarray
    qd: np.ndarray
    q_places: tuple[int, ...] = ()
    v_places: tuple[int, ...] = ()
    has_tool: bool = False
    is_kinematic: bool = False
    delay: bool = False
    saturation: np.ndarray | None = None


# Times (k,) [s] -> tables by name, each (k, numbers of a row).
Tables = Callable[[np.ndarray], Mapping[str, np.ndarray]]


@dataclass(frozen=True)
class Prepared:
    """What a run uses: a law or an observer, and tables over time that it reads as ``reference["name"]``."""

    part: Any
    tables: Tables | None = None


def is_option(each: Field[Any]) -> bool:
    """Whether a field of a law is a choice and not a gain."""
    return bool(each.metadata.get("option"))


@dataclass(frozen=True)
class Tunable:
    """A frozen dataclass whose fields are gains, and choices (:data:`OPTION`)."""

    def __post_init__(self) -> None:
        """Copy the gains, so that later changes of the caller's arrays do not change the law."""
        for each in fields(self):
            object.__setattr__(self, each.name, read_only_copy(getattr(self, each.name)))

    def __reduce__(self) -> tuple[Any, ...]:
        return as_constructed(self)

    def prepare(self, setting: Setting) -> Prepared:
        """What a run uses: with numbers that depend on the robot, the trajectory and the period, and tables of them."""
        return Prepared(self)

    @property
    def key(self) -> str | None:
        """The cache's key of its formulas, gains aside; None where the formulas themselves are the key."""
        kind = type(self)
        choices = {each.name: getattr(self, each.name) for each in fields(self) if is_option(each)}
        if not kind.__module__.startswith("kinloop."):
            return None
        parts = {name: part.key for name, part in self._parts.items()}
        if None in parts.values():
            return None
        return f"{kind.__module__}.{kind.__qualname__} {choices or ''} {parts or ''}".rstrip()

    @property
    def _parts(self) -> dict[str, Tunable]:
        """Laws and observers that are fields of this one, as those of a cascade."""
        return {each.name: value for each in fields(self) if isinstance(value := getattr(self, each.name), Tunable)}

    @property
    def gains(self) -> dict[str, np.ndarray]:
        """The gains by name, as arrays. Gains of a law within the law, and values by name, have dotted names."""
        found: dict[str, np.ndarray] = {}
        for each in fields(self):
            value, name = getattr(self, each.name), type(self).__name__
            if isinstance(value, Tunable):
                found |= {f"{each.name}.{gain}": array for gain, array in value.gains.items()}
            elif isinstance(value, Mapping) and not is_option(each):
                found |= {f"{each.name}.{key}": as_gain(name, f"{each.name}[{key!r}]", entry) for key, entry in value.items()}
            elif not is_option(each) and value is not None:
                found[each.name] = as_gain(name, each.name, value)
        return found

    def with_gains(self, gains: Mapping[str, Any]) -> Any:
        """The same with other gains, which may be symbols."""
        own = {name: value for name, value in gains.items() if "." not in name}
        for each in fields(self):
            within = {
                name.removeprefix(f"{each.name}."): value for name, value in gains.items() if name.startswith(f"{each.name}.")
            }
            if within:
                part = getattr(self, each.name)
                own[each.name] = part.with_gains(within) if isinstance(part, Tunable) else {**part, **within}
        return replace(self, **own)
