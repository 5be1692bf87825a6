r"""Serial arms from tables of Denavit and Hartenberg's four numbers.

.. math::
    \text{standard (distal):}   \quad & T_{i-1,i} = R_z(\theta_i)\,T_z(d_i)\,T_x(a_i)\,R_x(\alpha_i) \\
    \text{modified (proximal):} \quad & T_{i-1,i} = R_x(\alpha_{i-1})\,T_x(a_{i-1})\,R_z(\theta_i)\,T_z(d_i)

The coordinate of row i turns about z (it adds to :math:`\theta_i`) or slides along z (it adds to :math:`d_i`). The two commute,
so either table is a step Z ``(d, theta)`` that holds the joint, and a step X ``(a, alpha)``: Z before X in the standard one, X
before Z in the modified one. The first step is the joint's ``origin``; the second comes after the joint and is a fixed joint to
the link, left out where it does nothing. Thus the frame of link i **is** the frame i of the table, every number stands in the
description as it is in the table, and centres of mass and inertias are those that are published with it.

References: [Denavit1955]; [Khalil1986] and [Craig2005] section 3.4 (modified).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args

from kinloop.errors import DescriptionError, Fault, in_one_line, listing
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.parts.part import Number, Part, Vector3, shorten
from kinloop.mechanism.parts.parts import Anchor, Friction, Joint, Limits, Link, Mechanism, Pose, Rotor, Shape, Spring

Convention = Literal["standard", "modified"]


class DHRow(Part):
    r"""A row of the table, with the data of its joint and its link.

    ``alpha`` and ``a`` of a modified table's row i are the ones it calls :math:`\alpha_{i-1}` and :math:`a_{i-1}`. Of
    ``theta`` (revolute) or ``d`` (prismatic) give the value where the coordinate is zero; ``offset`` is added to it, for tables
    that list it apart. ``com`` and ``inertia`` are in the axes of the table's frame i, the inertia about the centre of mass.
    """

    a: Number = 0.0
    alpha: Number = 0.0
    d: Number = 0.0
    theta: Number = 0.0
    kind: Literal["revolute", "prismatic"] = "revolute"
    offset: Number = 0.0
    name: str = ""  # the joint's; q1, q2, ... unless given
    link: str = ""  # link1, link2, ... unless given
    mass: Number = 0.0
    com: Vector3 = (0.0, 0.0, 0.0)
    inertia: tuple[Number, Number, Number, Number, Number, Number] = (0.0,) * 6  # xx yy zz xy xz yz
    shapes: tuple[Shape, ...] = ()
    actuated: bool | None = None
    limits: Limits = Limits()
    friction: Friction = Friction()
    rotor: Rotor = Rotor()
    spring: Spring = Spring()

    @property
    def step_z(self) -> Pose:
        """Along and about z, with the joint at zero."""
        d, theta = self.d, self.theta
        if self.kind == "revolute":
            theta = _sum(theta, self.offset)
        else:
            d = _sum(d, self.offset)
        return Pose(xyz=(0.0, 0.0, d), rpy=(0.0, 0.0, theta))

    @property
    def step_x(self) -> Pose:
        """Along and about x."""
        return Pose(xyz=(self.a, 0.0, 0.0), rpy=(self.alpha, 0.0, 0.0))


def from_dh(
    name: str,
    rows: Iterable[DHRow | Mapping[str, Any]],
    *,
    convention: Convention = "standard",
    base: Pose | Mapping[str, Any] | None = None,
    tool: Pose | Mapping[str, Any] | None = None,
    **fields: Any,
) -> Mechanism:
    """A serial arm from a Denavit-Hartenberg table.

    Args:
        name: the mechanism's.
        rows: one for each joint, from the base on. Numbers may be expressions of parameters, ``"l1"`` or ``"90 deg"``.
        convention: ``"standard"`` (distal) or ``"modified"`` (proximal: Craig, Khalil).
        base: the table's frame 0, the link ``base``, in the world; where it is given the link ``world`` carries it.
        tool: the tool in the frame of the last row.
        fields: the rest of a ``Mechanism``: ``parameters``, ``gravity``, ``task``, ``start``, ...
    Raises: DescriptionError: one, that lists every fault of the rows. ``kl.load`` checks names and parameters, as those of every
        mechanism in Python.
    """
    shown = shorten(str(name))
    if convention not in get_args(Convention):
        given = shorten(repr(convention))
        raise DescriptionError(f"{shown}: expected a convention of {listing(get_args(Convention))}, given {given}")
    if extra := {"links", "joints"} & fields.keys():
        raise DescriptionError(f"{shown}: the table gives the {' and the '.join(sorted(extra))}; remove the argument")
    table = _read(shown, rows)
    links: list[Link] = []
    joints = [] if base is None else [Joint(name="base_pose", kind="fixed", parent="world", child="base", origin=_pose(base))]
    parent = "base"
    for row in table:
        joints += _joints(row, parent, convention)
        links.append(Link(name=row.link, mass=row.mass, com=row.com, inertia=row.inertia, shapes=row.shapes))
        parent = row.link
    anchor = Anchor(link=parent, origin=_pose(tool or {}))
    return Mechanism(name=name, links=tuple(links), joints=tuple(joints), tool=anchor, **fields)


def _read(name: str, rows: Iterable[DHRow | Mapping[str, Any]]) -> list[DHRow]:
    """The rows with the names of their joints and links."""
    if not isinstance(rows, Iterable) or isinstance(rows, str | bytes | Mapping):
        raise DescriptionError(f"{name}: expected rows, each a DHRow or a mapping, given {shorten(repr(rows))}")
    table, faults = [], []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, DHRow | Mapping):
            faults.append(f"row {number}: expected a DHRow or a mapping, given {shorten(repr(row))}")
            continue
        given = {field: getattr(row, field) for field in row.model_fields_set} if isinstance(row, DHRow) else row
        named = {"name": given.get("name") or f"q{number}", "link": given.get("link") or f"link{number}"}
        try:
            table.append(DHRow(**{str(key): given[key] for key in given} | named))
        except DescriptionError as error:
            faults.append(str(error))
    if not table and not faults:
        faults.append("the table has no rows")
    if faults:
        found = [Fault(fault) for fault in faults]
        count = "1 fault" if len(found) == 1 else f"{len(found)} faults"
        raise DescriptionError("\n".join([f"{in_one_line(name)} has {count}:", *map(str, found)]), found)
    return table


def _joints(row: DHRow, parent: str, convention: Convention) -> Iterator[Joint]:
    """The joint of a row, and what is fixed after it where that is not nothing."""
    before, after = (row.step_z, row.step_x) if convention == "standard" else (row.step_x, row.step_z)
    carried = row.link if after == Pose() else f"{row.link}_joint"
    yield Joint(
        name=row.name,
        kind=row.kind,
        parent=parent,
        child=carried,
        origin=before,
        actuated=row.actuated,
        limits=row.limits,
        friction=row.friction,
        rotor=row.rotor,
        spring=row.spring,
    )
    if carried != row.link:
        yield Joint(name=f"{row.link}_frame", kind="fixed", parent=carried, child=row.link, origin=after)


def _pose(pose: Pose | Mapping[str, Any]) -> Pose:
    return pose if isinstance(pose, Pose) else Pose(**{str(key): pose[key] for key in pose})


def _sum(a: float | Expression, b: float | Expression) -> float | Expression:
    if isinstance(a, float) and isinstance(b, float):
        return a + b
    if 0.0 in (a, b):
        return a if b == 0.0 else b
    return Expression(f"({a}) + ({b})")
