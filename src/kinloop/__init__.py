"""Models, simulation and control of robot manipulators with closed kinematic chains."""

from importlib import import_module
from typing import Any

from kinloop.public_names import PACKAGES as _PACKAGES
from kinloop.public_names import PUBLIC as _PUBLIC

__version__ = "0.1.0"

# A module is loaded when one of its names is first used: a command that only prints its help does not wait for CasADi.
_RENAMED = {"Chain": "Sequence", "own_motion": "described_motion", "crossings": "assess"}  # names of earlier versions

__all__ = list(_PUBLIC)


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"kinloop.{name}")
    if name not in _PUBLIC:
        hint = f"; it is now kinloop.{_RENAMED[name]}" if name in _RENAMED else ""
        raise AttributeError(f"module 'kinloop' has no attribute {name!r}{hint}")
    module, attribute = _PUBLIC[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_PACKAGES, "__version__"])
