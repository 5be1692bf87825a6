"""The Denavit-Hartenberg table of a serial arm, also of one whose description is no table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.dh import DHRow
from kinloop.mechanism.parts.part import Number
from kinloop.mechanism.parts.parts import Joint, Mechanism, Pose
from kinloop.model.dynamics.tree import base_link

if TYPE_CHECKING:
    from kinloop.model.dh_frames import DHFrames

SERIAL = ("revolute", "prismatic")
HEAD = ("i", "joint", "theta", "d", "a", "alpha")


@dataclass(frozen=True)
class DHTable:
    r"""The standard (distal) table of a serial arm: :math:`T_{i-1,i} = R_z(\theta_i)\,T_z(d_i)\,T_x(a_i)\,R_x(\alpha_i)`.

    ``rows`` have the geometry and the names of the joints, without masses; ``base`` is frame 0 in the base link and ``tool`` the
    tool in the last frame. ``kl.Mechanism.from_dh(name, table.rows, base=table.base, tool=table.tool, parameters=...)`` has the
    same tool pose at the same ``q``. Printed, the joint's coordinate is added to the number that it changes.
    """

    name: str
    rows: tuple[DHRow, ...]
    base: Pose | None = None  # None: frame 0 is the base link
    tool: Pose | None = None  # None: the last frame is the tool's

    def __str__(self) -> str:
        table = [HEAD, *(_cells(k, row) for k, row in enumerate(self.rows, start=1))]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
        places = (("base", self.base), ("tool", self.tool))
        lines += [f"{what}: xyz {_entries(pose.xyz)}, rpy {_entries(pose.rpy)}" for what, pose in places if pose is not None]
        return "\n".join([self.name, *lines])


def dh_table(mechanism: Mechanism, values: dict[str, float]) -> DHTable:
    """The table of a mechanism; its numbers are expressions of the parameters, or numbers where axes are parallel or meet at
    these values of the parameters only.

    Raises: UnsupportedOperation: it is not a chain of revolute and prismatic joints from the base to the tool.
    """
    joints = [joint for joint in serial_chain(mechanism) if joint.definition.moves]
    frames = dh_frames(mechanism, values)
    rows = tuple(
        DHRow(
            name=joint.name,
            kind=joint.kind,
            **{key: _number(getattr(step, key)) for key in ("theta", "d", "a", "alpha")},
            limits=joint.limits,
        )
        for joint, step in zip(joints, frames.steps, strict=True)
    )
    return DHTable(mechanism.name, rows, _pose(frames, frames.base_pose), _pose(frames, frames.tool_pose))


def dh_frames(mechanism: Mechanism, values: dict[str, float]) -> DHFrames:
    """The frames of a mechanism's table, on symbols of its parameters where possible."""
    import sympy as sp

    from kinloop.equations.symbol_names import number
    from kinloop.model.dh_frames import Coincidence, DHFrames

    chain = serial_chain(mechanism)
    try:
        return DHFrames(mechanism, chain, values, {name: sp.Symbol(name) for name in values})
    except Coincidence:
        return DHFrames(mechanism, chain, {}, {name: number(value) for name, value in values.items()})


def serial_chain(mechanism: Mechanism) -> list[Joint]:
    """The joints from the base to the tool.

    Raises: UnsupportedOperation: loops, couplings, branches that move, or joints of other kinds.
    """
    what = f"{mechanism.name} has no Denavit-Hartenberg table: expected a chain of revolute and prismatic joints, but"
    closures = [f"loop {loop.name!r}" for loop in mechanism.loops] + [f"coupling {each.name!r}" for each in mechanism.couplings]
    if closures:
        raise UnsupportedOperation(f"{what} it has the {closures[0]}")
    carriers = {joint.child: joint for joint in mechanism.joints}
    link = mechanism.joints[-1].child if mechanism.tool is None else mechanism.tool.link
    chain: list[Joint] = []
    while link != base_link(mechanism):
        chain.insert(0, carriers[link])
        link = carriers[link].parent
    for joint in mechanism.joints:
        if joint.definition.moves and joint not in chain:
            raise UnsupportedOperation(f"{what} the joint {joint.name!r} does not carry the tool")
        if joint.definition.moves and joint.kind not in SERIAL:
            raise UnsupportedOperation(f"{what} the joint {joint.name!r} is {joint.kind}")
    if not any(joint.definition.moves for joint in chain):
        raise UnsupportedOperation(f"{what} no joint moves its tool")
    return chain


def _number(expression: Any) -> Number:
    """A SymPy expression as a number of a description."""
    if not expression.free_symbols:
        return float(expression)
    text = str(expression).replace("**", "^").replace("Abs(", "abs(").replace("Min(", "min(").replace("Max(", "max(")
    return Expression(text)


def _pose(frames: DHFrames, matrix: Any) -> Pose | None:
    x, y, z = (_number(entry) for entry in matrix[:3, 3])
    roll, pitch, yaw = (_number(angle) for angle in frames.rpy(matrix[:3, :3]))
    pose = Pose(xyz=(x, y, z), rpy=(roll, pitch, yaw))
    return None if pose == Pose() else pose


def _cells(k: int, row: DHRow) -> tuple[str, ...]:
    """A row as text, the coordinate in the column that it changes."""
    shown = {key: _text(getattr(row, key)) for key in ("theta", "d", "a", "alpha")}
    key = "theta" if row.kind == "revolute" else "d"
    shown[key] = row.name if shown[key] == "0" else f"{row.name} + {shown[key]}".replace("+ -", "- ")
    return str(k), row.name, *(shown[name] for name in HEAD[2:])


def _entries(numbers: tuple[Number, ...]) -> str:
    return ", ".join(map(_text, numbers))


def _text(value: Number) -> str:
    """A number as a person writes it: 0, pi/2, 0.25, l1."""
    from kinloop.equations.symbol_names import number

    if isinstance(value, Expression):
        return str(value)
    exact = number(value)
    return f"{value:.12g}" if exact.is_Float else str(exact)
