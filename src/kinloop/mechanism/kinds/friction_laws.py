"""The laws of joint friction: one object each, which has the effort at a rate and the keys that a description gives.

A law is smooth in the rate. It is evaluated on symbols and on numbers: ``functions`` is a namespace with ``tanh`` and ``exp``
(CasADi, NumPy, or the symbolic functions of an engine), so a new law needs no entry in formats and engines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kinloop.mechanism.kinds.joint_kinds import Faults

Numbers = Mapping[str, Any]  # the keys of a law with their values


@dataclass(frozen=True)
class FrictionLaw:
    """An effort against a rate ``v``: ``viscous * v + dry(v)``, where ``dry`` has the sign of ``v``."""

    name: str
    words: str  # what a message calls the dry part
    levels: tuple[str, ...]  # keys of efforts: at least 0; without any of them nothing is dry
    speeds: tuple[str, ...]  # keys of speeds: more than 0
    dry: Callable[[Numbers, Any, Any], Any]  # of the numbers, the rate and the functions

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that a description gives; the coefficient of viscous friction is the first."""
        return ("viscous", *self.levels, *self.speeds)

    def numbers(self, friction: Any, at: Callable[[Any], Any]) -> dict[str, Any]:
        """The values of the keys, each as ``at`` evaluates it."""
        return {key: at(getattr(friction, key)) for key in self.keys}

    def effort(self, numbers: Numbers, v: Any, functions: Any) -> Any:
        """The effort that the friction takes at the rate ``v``."""
        return numbers["viscous"] * v + self.dry(numbers, v, functions)

    def is_dry(self, numbers: Numbers) -> bool:
        """Whether there is dry friction beside the viscous."""
        return any(numbers[key] for key in self.levels)

    def faults(self, friction: Any) -> Faults:
        """Keys that are missing, and keys of other laws."""
        own = {key for law in FRICTION_LAWS.values() for key in law.keys if key not in _SHARED}
        for key in sorted(own):
            given = getattr(friction, key)
            if given is None and key in self.keys:
                yield key, f"friction by the law {self.name!r} needs it"
            elif given is not None and key not in self.keys:
                owners = " or ".join(repr(law.name) for law in FRICTION_LAWS.values() if key in law.keys)
                yield key, f"only the law {owners} has it, and this is {self.name!r}"


def _coulomb(numbers: Numbers, v: Any, functions: Any) -> Any:
    return numbers["coulomb"] * functions.tanh(v / numbers["speed"])


def _stribeck(numbers: Numbers, v: Any, functions: Any) -> Any:
    r"""A level that falls from the static one at rest to that of Coulomb, :math:`F_c + (F_s - F_c)\,e^{-(v/v_s)^2}`,
    smoothed as the Coulomb law.

    References: [Armstrong1994].
    """
    ratio = v / numbers["stribeck_speed"]
    excess = (numbers["static"] - numbers["coulomb"]) * functions.exp(-(ratio * ratio))
    return (numbers["coulomb"] + excess) * functions.tanh(v / numbers["speed"])


_LAWS = (
    FrictionLaw("coulomb", "Coulomb friction", ("coulomb",), ("speed",), _coulomb),
    FrictionLaw("stribeck", "Stribeck friction", ("coulomb", "static"), ("speed", "stribeck_speed"), _stribeck),
)
FRICTION_LAWS: dict[str, FrictionLaw] = {law.name: law for law in _LAWS}
_SHARED = FRICTION_LAWS["coulomb"].keys  # which have defaults
