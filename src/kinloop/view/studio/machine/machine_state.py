"""A machine in the studio: where it came from, its parameters, its configuration and the modes that this is in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kinloop.errors import KinloopError
from kinloop.mechanism.parts.parts import ParameterNote
from kinloop.model.geometry.mode import Mode, with_names
from kinloop.model.robot import Robot
from kinloop.model.singularity.classify import KINDS, Singularity
from kinloop.numerics.quaternions import normalize
from kinloop.view.studio.dragging.hold_mode import Branch, ModeHolder, Move

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class MachineState:
    """A robot at a configuration. A move gives another state; none changes.

    ``home``: where it began, about which sliders reach; other parameters leave it, since with them there may be no start.
    """

    source: str
    robot: Robot
    q: Array
    working: Branch
    assembly: Branch
    holder: ModeHolder
    home: Array

    @staticmethod
    def begin(source: str, robot: Robot, q: Array | None = None) -> MachineState:
        """A robot at its start, or at a configuration. Raises what ``robot.start`` raises."""
        q = np.array(robot.start if q is None else q, float)
        holder = ModeHolder(robot)
        return MachineState(source, robot, q, holder.branch("inverse", q), holder.branch("forward", q), holder, q)

    @property
    def x(self) -> Array:
        """The task coordinates."""
        return self.robot.models.geometry.task(self.q)

    @property
    def sliders(self) -> list[int]:
        """The places of the active coordinates that have a slider: angles and lengths, not the numbers of a quaternion."""
        kinds = self.robot.models.geometry.space.kinds
        return [k for k in range(len(self.robot.active)) if kinds[k] != "quaternion"]

    @property
    def is_within_limits(self) -> bool:
        """Whether the joints are within their limits."""
        return bool(self.robot.models.geometry.within_limits(self.q))

    @property
    def mode(self) -> Mode:
        """The signs of working mode and assembly mode, as far as closed forms name them."""
        return with_names(self.robot.mechanism, Mode(self.working.signs or (), self.assembly.signs or ()))

    @property
    def mode_words(self) -> str:
        """The mode in words; empty where the machine has no signs."""
        words = str(self.mode)
        return "" if words == "any" else words

    def singularity(self) -> Singularity:
        """The singularities of the configuration, as a batch of one, which raises no error."""
        return self.robot.singularity(self.q[None])

    # ---------------------------------------------------------------- moves

    def at(self, q: Array) -> MachineState:
        """The same machine at another configuration; where modes meet, those of this one are kept."""
        q = np.array(q, float)
        branch = self.holder.branch
        return replace(self, q=q, working=branch("inverse", q, self.working), assembly=branch("forward", q, self.assembly))

    def drag(self, point: Array, held: Array) -> tuple[MachineState, bool]:
        """The tool moved to a point in the world, or as near as its working mode leads, and whether it got there. ``held``: task
        coordinates whose orientation is kept."""
        names = self.robot.mechanism.task_names
        places = {k: "xyz".index(name) for k, name in enumerate(names) if name in ("x", "y", "z")}
        if not places or not self.holder.takes_tasks:
            move = self.holder.move_point(self.q, self.working, point)
            return self._keep_working(move), move.reached or not places
        x = np.array(held)
        for k, axis in places.items():
            x[k] = point[axis]
        move = self.holder.move_tool(self.q, self.working, x)
        return self._keep_working(move), move.reached

    def _keep_working(self, move: Move) -> MachineState:
        """After a move in the working mode: its signs are those that it was held by."""
        assembly = self.holder.branch("forward", move.q, self.assembly)
        working = self.working if self.working.signs is not None else self.holder.branch("inverse", move.q, self.working)
        return replace(self, q=move.q, working=working, assembly=assembly)

    def move_joint(self, index: int, value: float) -> tuple[MachineState, bool]:
        """One active joint moved, the others held, as far as its assembly mode leads, and whether it got there."""
        return self._keep_assembly(self.holder.move_joint(self.q, self.assembly, index, value))

    def _keep_assembly(self, move: Move) -> tuple[MachineState, bool]:
        working = self.holder.branch("inverse", move.q, self.working)
        assembly = self.assembly if self.assembly.signs is not None else self.holder.branch("forward", move.q, self.assembly)
        return replace(self, q=move.q, working=working, assembly=assembly), move.reached

    def move_tool(self, x: Array) -> tuple[MachineState, bool]:
        """The tool moved to task coordinates, or as near as its working mode leads, and whether it got there."""
        x = np.array(x, float)
        names = self.robot.mechanism.task_names
        if "qw" in names:
            part = slice(names.index("qw"), names.index("qw") + 4)
            x[part] = normalize(x[part]) if np.linalg.norm(x[part]) > 1e-6 else self.x[part]
        move = self.holder.move_tool(self.q, self.working, x)
        return self._keep_working(move), move.reached

    def with_parameter(self, name: str, value: float) -> tuple[MachineState, str]:
        """The machine with another value of a parameter, and what became of its configuration, in words.

        The tool stays where it was in its working mode; else the active joints do in their assembly mode; else the machine goes
        to its start. Raises: KinloopError: no machine has this value, or it cannot be assembled.
        """
        robot = self.robot.with_parameters(**{name: value})
        holder = ModeHolder(robot)
        move = holder.move_tool(self.q, self.working, self.x) if self.x.size else Move(self.q, False)
        if not move.reached or not _is_assembled(robot, move.q):
            near, words = self._near_joints(robot, holder)
        else:
            near, words = move.q, ""
        state = MachineState(self.source, robot, near, self.working, self.assembly, holder, self.home)
        return state.at(near), words

    def _near_joints(self, robot: Robot, holder: ModeHolder) -> tuple[Array, str]:
        move = holder.move_joints(self.q, self.assembly, np.array(self.q[: len(self.robot.active)]))
        if move.reached and _is_assembled(robot, move.q):
            return move.q, "the tool cannot stay where it was with this value, so the active joints did"
        return np.array(robot.start), "neither tool nor joints can stay where they were: the machine is at its start"

    # ---------------------------------------------------------------- tables

    def joint_table(self) -> list[dict[str, Any]]:
        """The active joints with values, ranges of their sliders, and units."""
        geometry, units = self.robot.models.geometry, self.robot.units.positions
        lower, upper = geometry.limits
        rows = []
        for k in self.sliders:
            reach = np.pi if geometry.space.kinds[k] == "angle" else 2.0 * float(geometry.units[k])
            low, high = (float(bound[k]) for bound in (lower, upper))
            rows.append(
                {
                    "name": self.robot.active[k],
                    "value": float(self.q[k]),
                    "low": low if np.isfinite(low) else float(self.home[k]) - reach,
                    "high": high if np.isfinite(high) else float(self.home[k]) + reach,
                    "limited": bool(np.isfinite(low) and np.isfinite(high)),
                    "unit": units[k],
                }
            )
        return rows

    def parameter_table(self) -> list[dict[str, Any]]:
        """The parameters that have a single value, with units and meanings."""
        notes = self.robot.mechanism.parameter_notes
        return [
            {
                "name": name,
                "value": float(value),
                "unit": notes.get(name, ParameterNote()).unit or "",
                "meaning": notes.get(name, ParameterNote()).meaning,
            }
            for name, value in self.robot.parameters.items()
        ]

    def nearness(self, kind: str) -> float:
        """How near a kind of singularity is: 0 at it, about 1 far from it; infinite where the machine has none."""
        return float(self.singularity().nearness[kind][0])


def singularity_table(found: Singularity) -> dict[str, Any]:
    """Kind and nearness of a batch of one."""
    return {"kind": str(np.ravel(found.kind)[0]), "nearness": {kind: float(found.nearness[kind][0]) for kind in KINDS}}


def _is_assembled(robot: Robot, q: Array) -> bool:
    try:
        return bool(np.isfinite(q).all()) and (not robot.models.is_closed or float(robot.models.gaps(q)) < 1e-8)
    except KinloopError:
        return False
