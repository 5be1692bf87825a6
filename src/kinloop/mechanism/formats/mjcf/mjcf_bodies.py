"""The tree of a description as MuJoCo bodies: each has mass, and several joints if the links between them have none.

MuJoCo wants mass and inertia on every body that moves. A chain of joints on links without mass becomes one body with all these
joints, which is exact: with ``O`` the origins and ``J`` the joints' motions, ``O1 J1 O2 J2 = (O1 O2) (O2^-1 J1 O2) J2``, and a
hinge or slide seen from another frame is a hinge or slide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from kinloop.errors import UnsupportedOperation, listing
from kinloop.mechanism.parts.parts import Joint, Link, Mechanism
from kinloop.mechanism.parts.transforms import (
    Array,
    FloatTerms,
    Placement,
    Quaternion,
    at,
    placement,
    product,
    quaternion_of,
    roll_pitch_yaw,
    vector,
)

Values = Mapping[str, float]
# MuJoCo refuses a moving body with less than 1e-15 kg or kg m^2; a slender rod or a point mass has a zero moment.
LEAST = 1e-14
RADIUS = 0.01  # m, of the ball that stands for a body without mass


@dataclass(frozen=True)
class Inertia:
    """Mass, centre of mass, principal moments and their axes, in a body's frame."""

    mass: float
    com: Array
    moments: Array
    quaternion: Quaternion


@dataclass(frozen=True)
class Motion:
    """One joint of a body: MuJoCo's kind, its axis and place in the body, and which of kinloop's numbers are its own."""

    name: str
    kind: str  # hinge, slide, ball
    joint: Joint
    coordinates: tuple[str, ...]
    axis: Array
    pos: Array = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True)
class Body:
    """A link, its place in its parent at zero joint positions, and the joints between."""

    link: str
    parent: str | None
    place: Placement
    world: Placement
    motions: tuple[Motion, ...]
    inertia: Inertia | None


def bodies(mechanism: Mechanism, values: Values, base: str, least_mass: float) -> list[Body]:
    """The base and all other bodies, depth first, as MuJoCo counts them.

    Raises: UnsupportedOperation: links without mass that MuJoCo cannot have.
    """
    carried: dict[str, list[Joint]] = {}
    for joint in mechanism.joints:
        carried.setdefault(joint.parent, []).append(joint)
    inertias = {link.name: inertia(link, values) for link in mechanism.links}
    skipped, lacking = _without_mass(mechanism, carried, inertias, values)
    if lacking and not least_mass > 0:
        raise UnsupportedOperation(
            f"{mechanism.name}: MuJoCo needs mass on what moves, and {listing(map(repr, lacking))} "
            f"{'has' if len(lacking) == 1 else 'have'} none; give {'it' if len(lacking) == 1 else 'them'} a mass in the "
            "description, a small one if need be"
        )
    for link in lacking:
        ball = 0.4 * least_mass * RADIUS**2
        inertias[link] = Inertia(least_mass, np.zeros(3), np.full(3, ball), Placement().quaternion)
    found = [Body(base, None, Placement(), Placement(), (), inertias.get(base))]
    waiting = [(joint, found[0]) for joint in reversed(carried.get(base, []))]
    while waiting:
        joint, parent = waiting.pop()
        chain = [joint]
        while chain[-1].child in skipped:
            chain.append(carried[chain[-1].child][0])
        link = chain[-1].child
        place, motions = _merge_chain(chain, values)
        body = Body(link, parent.link, place, parent.world @ place, motions, inertias.get(link))
        found.append(body)
        waiting += [(child, body) for child in reversed(carried.get(link, []))]
    _check_motions(found)
    return found


def _check_motions(found: list[Body]) -> None:
    """Refuse what MuJoCo rejects: more than six degrees of freedom of a body, and two joints of one name."""
    for body in found:
        if sum(3 if motion.kind == "ball" else 1 for motion in body.motions) > 6:
            names = listing(dict.fromkeys(motion.joint.name for motion in body.motions))
            raise UnsupportedOperation(
                f"link {body.link!r}: joints {names} have more than 6 degrees of freedom without mass between them"
            )
    for name, count in Counter(motion.name for body in found for motion in body.motions).items():
        if count > 1:
            raise UnsupportedOperation(f"{count} joints would be named {name!r} in MJCF; rename one of the mechanism's joints")


def inertia(link: Link, values: Values) -> Inertia | None:
    """The inertia in principal axes, so that MuJoCo has nothing to diagonalise; None for a link without mass or inertia.

    Raises: UnsupportedOperation: principal moments that no body has.
    """
    xx, yy, zz, xy, xz, yz = vector(link.inertia, values)
    mass, axes = at(link.mass, values), Placement().quaternion
    if link.inertia_origin is not None:
        axes = roll_pitch_yaw(vector(link.inertia_origin, values))
    moments = np.array([xx, yy, zz])
    if any((xy, xz, yz)):
        moments, R = np.linalg.eigh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
        axes = product(axes, quaternion_of(R * np.linalg.det(R)))
    if mass == 0 and not moments.any():
        return None
    slack = max(LEAST, 1e-14 * np.abs(moments).max())
    if moments.min() < -slack or 2 * moments.max() > moments.sum() + slack:
        given = listing(f"{moment:.6g}" for moment in moments)
        raise UnsupportedOperation(
            f"link {link.name!r}: MuJoCo takes no principal moments {given}, since each is at most the sum of the other "
            "two; where only one of them enters the motion, give the others half of it"
        )
    moments = np.maximum(moments, slack)
    moments[moments.argmin()] += 2 * max(0.0, 2 * moments.max() - moments.sum())  # rounding must not break the rule
    return Inertia(max(mass, LEAST), vector(link.com, values), moments, axes)


def _without_mass(
    mechanism: Mechanism, carried: Mapping[str, list[Joint]], inertias: Mapping[str, Inertia | None], values: Values
) -> tuple[set[str], list[str]]:
    """Links that carry only one joint and need no body, and moving links that need a body and have no mass."""
    used = {anchor.link for loop in mechanism.loops for anchor in (loop.a, loop.b)}
    used |= {mechanism.tool.link} if mechanism.tool is not None else set()

    def rigid(link: str) -> list[str]:
        """The link and what is fixed to it."""
        group = [link]
        for part in group:  # the group grows in the loop
            group += [joint.child for joint in carried.get(part, ()) if not joint.definition.moves]
        return group

    skipped: set[str] = set()
    lacking: list[str] = []
    for moving in dict.fromkeys(joint.child for joint in mechanism.joints if joint.definition.moves):
        group = rigid(moving)
        if any(inertias.get(link) is not None for link in group):
            continue
        if all(len(carried.get(link, ())) == 1 and link not in used for link in group) and not _ends_in_turned_ball(
            moving, mechanism, carried, values
        ):
            skipped.update(group)
        else:
            lacking.append(moving)
    return skipped, lacking


def _ends_in_turned_ball(link: str, mechanism: Mechanism, carried: Mapping[str, list[Joint]], values: Values) -> bool:
    """Whether a quaternion would be in other axes: that of a ball before a rotated frame."""
    joint = next(joint for joint in mechanism.joints if joint.child == link)
    if not joint.definition.has_quaternion:
        return False
    while True:
        (following,) = carried[link]
        if placement(following.origin, values).quaternion != Placement().quaternion:
            return True
        if following.definition.moves:
            return False
        link = following.child


def _merge_chain(chain: list[Joint], values: Values) -> tuple[Placement, tuple[Motion, ...]]:
    """Joints on links without mass, seen from the last link."""
    place, motions = Placement(), []
    for joint in reversed(chain):
        R = place.R
        for name, kind, coordinates, axis in reversed(list(_elementary(joint, values))):
            motions.append(Motion(name, kind, joint, coordinates, R.T @ axis, R.T @ -place.p))
        place = placement(joint.origin, values) @ place
    return place, tuple(reversed(motions))


# MJCF's types of the elementary motions, and why it has none of the others.
TYPES = {"revolute": "hinge", "prismatic": "slide", "spherical": "ball"}
REFUSED = {"helical": "MJCF has no joint that turns and slides by one coordinate"}


def _elementary(joint: Joint, values: Values) -> Iterator[tuple[str, str, tuple[str, ...], Array]]:
    """A joint as hinges, slides and balls of one body: names, kinds, coordinates, axes.

    Raises: UnsupportedOperation: a motion that MJCF has no joint for.
    """
    names = list(joint.coordinates)
    for motion in joint.definition.chain(joint, FloatTerms(values)):
        if motion.kind in REFUSED:
            raise UnsupportedOperation(f"joint {joint.name!r} is {joint.kind}, and {REFUSED[motion.kind]}")
        count = len(motion.units)
        name = ball_name(joint) if motion.has_quaternion else names[0]
        yield name, TYPES[motion.kind], tuple(names[:count]), motion.axis
        del names[:count]


def ball_name(joint: Joint) -> str:
    """The name of the ball of a joint with a quaternion; MuJoCo's own free joint is only for children of the world."""
    return f"{joint.name}_q" if joint.definition.slides else joint.name
