"""What a study may ask about the run that it is part of: how much to do, and which engines there are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

NO_EXUDYN = "Exudyn cannot be loaded on this machine (on Linux it needs libGL), so MuJoCo was used in its place."


@dataclass(frozen=True)
class StudyContext:
    """``full``: also what takes long (other machines, finer maps). ``engines``: the external engines that can be loaded, the
    preferred one first."""

    full: bool = False
    engines: tuple[str, ...] = ("exudyn", "mujoco")

    @property
    def engine(self) -> str:
        """The engine in the place of ADAMS or Gazebo: Exudyn where it can be loaded, else MuJoCo."""
        return self.engines[0]

    @property
    def plants(self) -> tuple[str, ...]:
        """Our own integrator and all engines."""
        return ("native", *self.engines)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of the engines: nothing, or that Exudyn is missing. The runner adds it to every result that has
        the word ``mujoco`` in ``ran``."""
        return () if "exudyn" in self.engines else (NO_EXUDYN,)


@cache
def available_engines() -> tuple[str, ...]:
    """The external engines that can be loaded here, the preferred one first. MuJoCo is a dependency and always there."""
    try:
        import exudyn  # noqa: F401  # takes a second; loaded when used
    except ImportError:  # not installed, or without its system library
        return ("mujoco",)
    return ("exudyn", "mujoco")
