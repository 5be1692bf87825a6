"""What a law receives at a sample: the measurement and the reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kinloop.errors import UnsupportedOperation, unknown_name

# What a reference may contain: of the task, of the active joints, of all joints, and planned efforts.
FOLLOWED = ("x", "xd", "xdd", "xddd", "q_active", "qd_active", "qdd_active", "q", "qd", "qdd", "tau")


@dataclass(frozen=True)
class Measured:
    """The controller's measurement: all positions ``q`` and rates ``qd``, the active ones first.

    The controller's model computes the task's coordinates from these, unless the ``tool`` is measured.
    """

    q: Any
    qd: Any
    active: tuple[int, int]  # numbers of active positions and rates
    evaluate: Callable[..., Any]  # evaluates a formula of the controller's model by its name
    tool: tuple[Any, Any] | None = None  # measured coordinates and rates of the task
    force_sensor: Any = None  # the measured wrench on the tool

    @property
    def q_active(self) -> Any:
        """Positions of the active joints."""
        return self.q[: self.active[0]]

    @property
    def qd_active(self) -> Any:
        """Rates of the active joints."""
        return self.qd[: self.active[1]]

    @property
    def wrench(self) -> Any:
        """The wrench of the environment on the tool (6,), about its origin in world axes: force [N], then moment [N m].

        Raises: UnsupportedOperation: it is not measured.
        """
        if self.force_sensor is None:
            raise UnsupportedOperation(
                'the law reads the wrench on the tool, which is not measured; expected sensors=kl.Sensors(measured=("active", '
                '"passive", "wrench"))'
            )
        return self.force_sensor

    @cached_property
    def x(self) -> Any:
        """The task's coordinates."""
        if self.tool is not None:
            return self.tool[0]
        return self.evaluate("task", q=self.q)["x"]

    @cached_property
    def xd(self) -> Any:
        """The task's rates."""
        if self.tool is not None:
            return self.tool[1]
        return self.evaluate("task_velocity", q=self.q, qd=self.qd)["xd"]


def _part_of_reference(name: str, meaning: str) -> property:
    """A property that reads a part of a reference's row; None where it has no such part."""

    def part(self: Reference) -> Any:
        place = self._places.get(name)
        return None if place is None else self._row[place]

    return property(part, doc=meaning)


class Reference:
    """The reference at one time.

    ``x xd xdd xddd`` are of the task, and None for a trajectory of the active joints. ``q_active qd_active qdd_active`` are of
    the active joints, and ``q qd qdd`` of all joints; they are None for a trajectory of the task unless the law has
    ``joint_reference``. ``tau`` are efforts that the trajectory has planned, None where it has none. Other tables of the
    trajectory, such as gains, are read by name: ``reference["K"]``.
    """

    __slots__ = ("_places", "_row")

    def __init__(self, row: Any, places: Mapping[str, slice]) -> None:
        """``row`` has symbols or numbers, ``places`` the slice of each part."""
        self._row, self._places = row, places

    @property
    def t(self) -> Any:
        """The time [s]."""
        return self._row[self._places["t"]]

    x = _part_of_reference("x", "The task's coordinates.")
    xd = _part_of_reference("xd", "The task's rates.")
    xdd = _part_of_reference("xdd", "The task's accelerations.")
    xddd = _part_of_reference("xddd", "The task's jerk.")
    q_active = _part_of_reference("q_active", "Positions of the active joints.")
    qd_active = _part_of_reference("qd_active", "Rates of the active joints.")
    qdd_active = _part_of_reference("qdd_active", "Accelerations of the active joints.")
    q = _part_of_reference("q", "Positions of all joints.")
    qd = _part_of_reference("qd", "Rates of all joints.")
    qdd = _part_of_reference("qdd", "Accelerations of all joints.")
    tau = _part_of_reference("tau", "Planned efforts of the active joints.")

    def __getitem__(self, name: str) -> Any:
        """A table of the trajectory by name, one row. Raises: UnknownName: there is none."""
        if name not in self._places:
            raise unknown_name("table", name, [each for each in self._places if each != "t"], "the reference")
        return self._row[self._places[name]]
