"""The parts of a machine: frozen data that computes nothing.

A number may be a float or an :class:`~kinloop.mechanism.expressions.expression.Expression` of named parameters (``"-d/2"``).
Lengths in metres, angles in radians, masses in kilograms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, PrivateAttr, model_validator

from kinloop.mechanism.kinds.friction_laws import FRICTION_LAWS, FrictionLaw
from kinloop.mechanism.kinds.joint_kinds import JOINT_KINDS, JointKind
from kinloop.mechanism.kinds.loop_kinds import LOOP_KINDS, LoopKind
from kinloop.mechanism.parts.part import Number, Part, Vector3
from kinloop.mechanism.parts.surface import Surface

TaskCoordinate = Literal["x", "y", "z", "phi", "pose"]

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kinloop.mechanism.parts.dh import Convention, DHRow

    JointKindName = str
    LoopKindName = str
    FrictionLawName = str
else:
    JointKindName, LoopKindName, FrictionLawName = (Literal[tuple(each)] for each in (JOINT_KINDS, LOOP_KINDS, FRICTION_LAWS))


class Pose(Part):
    """A frame in another: position, and orientation as roll, pitch, yaw about fixed axes (as URDF) or as a quaternion."""

    xyz: Vector3 = (0.0, 0.0, 0.0)
    rpy: Vector3 = (0.0, 0.0, 0.0)
    quaternion: tuple[Number, Number, Number, Number] | None = None  # scalar first; replaces rpy


class Shape(Part):
    """What the view draws of a link."""

    kind: Literal["box", "cylinder", "sphere", "capsule", "mesh"]
    size: tuple[Number, ...] = ()  # box: edges; cylinder and capsule: radius, length; sphere: radius; mesh: scales
    origin: Pose = Pose()
    file: str | None = None
    color: tuple[float, float, float, float] = (0.6, 0.6, 0.65, 1.0)


class Link(Part):
    """A rigid body. The inertia is about the centre of mass, in the link's axes."""

    name: str
    mass: Number = 0.0
    com: Vector3 = (0.0, 0.0, 0.0)
    inertia: tuple[Number, Number, Number, Number, Number, Number] = (0.0,) * 6  # xx yy zz xy xz yz
    inertia_origin: Vector3 | None = None  # rpy of the axes in which the inertia is given
    shapes: tuple[Shape, ...] = ()


class Limits(Part):
    """Bounds of each coordinate of a joint; None where there is none."""

    position: tuple[Number, Number] | None = None
    speed: Number | None = None
    acceleration: Number | None = None
    jerk: Number | None = None
    effort: Number | None = None


class Friction(Part):
    """An effort against the rate ``v``: ``viscous * v``, and dry friction that is smoothed over the declared ``speed``.

    The law ``coulomb`` is ``coulomb * tanh(v / speed)``. The law ``stribeck`` has in place of ``coulomb`` a level that falls from
    ``static`` at rest to ``coulomb``: ``coulomb + (static - coulomb) * exp(-(v / stribeck_speed)^2)``.
    """

    law: FrictionLawName = "coulomb"
    viscous: Number = 0.0
    coulomb: Number = 0.0
    speed: Number = 1e-3
    static: Number | None = None
    stribeck_speed: Number | None = None

    @property
    def definition(self) -> FrictionLaw:
        """The law as an object, with its formula."""
        return FRICTION_LAWS[self.law]


class Rotor(Part):
    """A motor's rotor behind a gear: it adds ``inertia * ratio**2`` to the joint's own axis."""

    inertia: Number = 0.0
    ratio: Number = 1.0


class Spring(Part):
    """``stiffness * (q - rest)`` pulls the coordinate back."""

    stiffness: Number = 0.0
    rest: Number = 0.0


class Joint(Part):
    """A tree joint: the child's frame moves in the parent's frame ``origin``.

    ``axis`` is the direction of motion in the joint's frame (normal to the plane for ``planar``); ``axis2`` is the second axis of
    a universal joint, carried by the first; ``pitch`` [m/rad] is what a helical joint advances along its axis. Revolute,
    prismatic, helical and cylindrical joints are actuated unless the description says otherwise, the rest are passive.
    """

    name: str
    kind: JointKindName
    parent: str
    child: str
    origin: Pose = Pose()
    axis: Vector3 = (0.0, 0.0, 1.0)
    axis2: Vector3 = (0.0, 1.0, 0.0)
    pitch: Number | None = None
    actuated: bool | None = None
    limits: Limits = Limits()
    friction: Friction = Friction()
    rotor: Rotor = Rotor()
    spring: Spring = Spring()

    @property
    def definition(self) -> JointKind:
        """The kind as an object: coordinates, units, motion, names in other formats."""
        return JOINT_KINDS[self.kind]

    @property
    def is_actuated(self) -> bool:
        """Whether a motor acts on its rates."""
        return self.definition.is_actuated if self.actuated is None else self.actuated and self.definition.moves

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of its positions."""
        return tuple(self.name + suffix for suffix in self.definition.suffixes)

    @property
    def quaternion(self) -> tuple[str, ...]:
        """Names of those of its positions that are entries of a quaternion."""
        return tuple(self.name + suffix for suffix in self.definition.quaternion_suffixes)

    @property
    def rates(self) -> tuple[str, ...]:
        """Names of its rates; they differ from the positions' where a quaternion is involved."""
        return tuple(self.name + suffix for suffix in self.definition.rate_suffixes or self.definition.suffixes)


class Anchor(Part):
    """A frame fixed to a link."""

    link: str
    origin: Pose = Pose()


class Loop(Part):
    """A joint that closes a chain between two anchors.

    ``axis`` is given in the frame of ``a``, ``axis_b`` in the frame of ``b`` (the same numbers unless given). A ``rod`` keeps the
    anchors at the distance ``length``; ``universal`` keeps ``axis`` and ``axis_b`` at right angles.
    """

    name: str
    kind: LoopKindName
    a: Anchor
    b: Anchor
    axis: Vector3 = (0.0, 0.0, 1.0)
    axis_b: Vector3 | None = None
    length: Number | None = None

    @property
    def definition(self) -> LoopKind:
        """The kind as an object: its closure rows and their units."""
        return LOOP_KINDS[self.kind]


class Coupling(Part):
    """Two coordinates tied together: ``coordinate = ratio * of + offset`` (a URDF mimic joint, a gear, a belt)."""

    name: str
    coordinate: str
    of: str
    ratio: Number = 1.0
    offset: Number = 0.0


class ClosedForm(Part):
    """Every solution of a geometric model, written out.

    ``values`` are coordinates and intermediate names as expressions of the model's inputs (the coordinates of the task or of the
    active joints), the parameters, the values before them, and ``signs``, each of which is +1 or -1 and together name the mode.
    ``labels`` give the two values of a sign names: ``{"elbow": {"+1": "down", "-1": "up"}}``.
    """

    signs: tuple[str, ...] = ()
    labels: dict[str, dict[Literal["+1", "-1"], str]] = Field(default_factory=dict)
    complete: bool = True  # whether these are all solutions
    values: dict[str, Number]


class Motion(Part):
    """A motion that exercises the machine: through points at times, at rest at both ends."""

    space: Literal["task", "active"] = "task"
    points: tuple[tuple[Number, ...], ...]
    times: tuple[Number, ...]
    working: tuple[int, ...] = ()  # signs of the working mode of the points


# fmt: off
Unit = Literal[
    "1", "m", "m^2", "rad", "s", "kg", "kg/m", "kg/m^3", "kg m", "kg m^2", "m/s", "m/s^2", "m/s^3", "rad/s", "rad/s^2",
    "rad/s^3", "rad/m", "m/rad", "N", "N m", "N/m", "N m/rad", "N s/m", "N m s/rad", "J", "W",
]
# fmt: on


class ParameterNote(Part):
    """The unit of a parameter and what it means."""

    unit: Unit | None = None
    meaning: str = ""


class Parameter(Part):
    """A named number of a machine with its unit and its meaning: ``Parameter(0.09, "m", "crank")``."""

    value: Number
    unit: Unit | None = None
    meaning: str = ""

    def __init__(self, value: Any, unit: Unit | None = None, meaning: str = "") -> None:
        super().__init__(value=value, unit=unit, meaning=meaning)


def split_parameters(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a mechanism with parameters as numbers, and what tables say beside the value as ``parameter_notes``.

    Notes that say nothing, or that belong to no parameter, are left out.
    """
    given, notes = fields.get("parameters", {}), fields.get("parameter_notes", {})
    if not isinstance(given, Mapping) or not isinstance(notes, Mapping):
        return dict(fields)
    numbers, notes = dict(given), dict(notes)
    for name, table in given.items():
        if isinstance(table, Parameter):
            table = {key: value for key, value in table if value not in (None, "")}
        if isinstance(table, Mapping) and "value" in table:
            numbers[name] = table["value"]
            notes[name] = {key: value for key, value in table.items() if key != "value"}
    notes = {name: note for name, note in notes.items() if name in numbers and note not in ({}, ParameterNote())}
    return {**fields, "parameters": numbers, "parameter_notes": notes}


@dataclass(frozen=True)
class ReadFrom:
    """The folder of the file that a description was read from, in which its meshes are looked for. All are equal: the same
    description in two folders is the same machine. It is not part of what is saved."""

    folder: Path | None = field(default=None, compare=False)


class Mechanism(Part):
    """A machine: links, tree joints, loops, couplings, surfaces that it touches, parameters, and how it is used.

    The link that no joint has as its child is the base, fixed in the world. A link that is named by a joint but not listed has
    no mass.
    """

    name: str
    description: str = ""
    source: str = ""
    gravity: Vector3 = (0.0, 0.0, -9.81)
    parameters: dict[str, Number] = Field(default_factory=dict)  # also Parameter, whose unit and meaning become a note
    parameter_notes: dict[str, ParameterNote] = Field(default_factory=dict)
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...]
    loops: tuple[Loop, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    frames: dict[str, Anchor] = Field(default_factory=dict)
    tool: Anchor | None = None
    task: tuple[TaskCoordinate, ...] = ("pose",)
    start: dict[str, Number] = Field(default_factory=dict)
    start_rates: dict[str, Number] = Field(default_factory=dict)
    forward_geometry: ClosedForm | None = None  # task and passive joints from the active ones; signs: the assembly mode
    inverse_geometry: ClosedForm | None = None  # all joints from the task; signs: the working mode
    motion: Motion | None = None
    length_scale: Number | None = None
    _read_from: ReadFrom = PrivateAttr(default_factory=ReadFrom)

    @model_validator(mode="before")
    @classmethod
    def _split_parameters(cls, fields: Any) -> Any:
        return split_parameters(fields) if isinstance(fields, dict) else fields

    @classmethod
    def from_dh(
        cls,
        name: str,
        rows: Iterable[DHRow | Mapping[str, Any]],
        *,
        convention: Convention = "standard",
        base: Pose | Mapping[str, Any] | None = None,
        tool: Pose | Mapping[str, Any] | None = None,
        **fields: Any,
    ) -> Mechanism:
        """A serial arm from a Denavit-Hartenberg table, ``"standard"`` or ``"modified"``: see ``mechanism/parts/dh.py``.

        ``fields`` are the rest of a mechanism: ``parameters``, ``gravity``, ``task``, ``start``, ... As with every mechanism that
        is built in Python, ``kl.load`` checks names and parameters.
        """
        from kinloop.mechanism.parts.dh import from_dh  # which needs the parts

        return from_dh(name, rows, convention=convention, base=base, tool=tool, **fields)

    @property
    def folder(self) -> Path | None:
        """The folder of the file that the description was read from; None where there is none."""
        return self._read_from.folder

    def with_folder(self, folder: Path) -> Mechanism:
        """The same mechanism, equal to this one, as it is read from a file in a folder."""
        mechanism = self.model_copy()
        mechanism._read_from = ReadFrom(folder)
        return mechanism

    @property
    def link_names(self) -> tuple[str, ...]:
        """Names of all links: those listed, then those that only joints name."""
        named = [link.name for link in self.links]
        for joint in self.joints:
            named += [joint.parent, joint.child]
        return tuple(dict.fromkeys(named))

    @property
    def task_names(self) -> tuple[str, ...]:
        """Names of the task's numbers ``x``; a pose has seven, its quaternion scalar first."""
        pose = ("x", "y", "z", "qw", "qx", "qy", "qz")
        return tuple(name for coordinate in self.task for name in (pose if coordinate == "pose" else (coordinate,)))

    @property
    def active_joints(self) -> tuple[Joint, ...]:
        """The actuated joints, in the order of the description; couplings' followers are not actuated."""
        followers = {coupling.coordinate for coupling in self.couplings}
        return tuple(j for j in self.joints if j.is_actuated and not followers.intersection(j.coordinates))

    @property
    def ordered_joints(self) -> tuple[Joint, ...]:
        """All joints that move in the order of the coordinates: active first, then passive."""
        active = self.active_joints
        taken = set(map(id, active))
        return active + tuple(j for j in self.joints if j.definition.moves and id(j) not in taken)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the positions ``q``, in order."""
        return tuple(name for joint in self.ordered_joints for name in joint.coordinates)

    @property
    def rates(self) -> tuple[str, ...]:
        """Names of the rates ``qd``, in order."""
        return tuple(name for joint in self.ordered_joints for name in joint.rates)
