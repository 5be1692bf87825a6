"""Closed machines for the tests: planar, overconstrained, spatial, with massless legs and without."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

import kinloop as kl

GROUND, CRANK, COUPLER, ROCKER = 0.40, 0.12, 0.35, 0.30


def four_bar(tilt: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> kl.Mechanism:
    """A crank-rocker closed by a pin: five rows, of which two are independent. Friction, a geared rotor and a spring.

    On a tilted table none of the five is an exact zero.
    """
    return kl.Mechanism(
        name="four_bar",
        gravity=(0, -9.81, 0),
        parameters={"m_b": 0.7, "m_c": 0.4},
        links=(
            rod("crank", 0.3, CRANK),
            kl.Link(name="coupler", mass="m_b", com=(0.2, 0.03, 0), inertia=(0.001, 0.006, 0.007, 0, 0, 0)),
            kl.Link(name="rocker", mass="m_c", com=(0.14, 0, 0), inertia=(0.0001, 0.003, 0.003, 0, 0, 0)),
        ),
        joints=(
            kl.Joint(name="table", kind="fixed", parent="base", child="ground", origin=kl.Pose(rpy=tilt)),
            kl.Joint(
                name="a",
                kind="revolute",
                parent="ground",
                child="crank",
                rotor=kl.Rotor(inertia=2e-5, ratio=20),
                friction=kl.Friction(viscous=0.02, coulomb=0.1, speed=0.2),
            ),
            kl.Joint(
                name="b",
                kind="revolute",
                parent="crank",
                child="coupler",
                actuated=False,
                origin=kl.Pose(xyz=(CRANK, 0, 0)),
                friction=kl.Friction(viscous=0.01),
            ),
            kl.Joint(
                name="c",
                kind="revolute",
                parent="ground",
                child="rocker",
                actuated=False,
                origin=kl.Pose(xyz=(GROUND, 0, 0)),
                spring=kl.Spring(stiffness=3.0, rest=1.5),
            ),
        ),
        loops=(pin("d", "coupler", COUPLER, "rocker", ROCKER),),
        start={"a": 0.8, "b": 0.0, "c": 1.9},
    )


def parallelogram() -> kl.Mechanism:
    """A beam on three equal, parallel cranks: mobility 1 although the six in-plane equations of its loops leave 0."""
    return kl.Mechanism(
        name="parallelogram",
        gravity=(0, -9.81, 0),
        links=(
            *(rod(f"crank{k}", 0.2, 0.25) for k in range(3)),
            kl.Link(name="beam", mass=1.5, com=(0.2, 0.02, 0), inertia=(0, 0.03, 0.03, 0, 0, 0)),
        ),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="crank0"),
            kl.Joint(
                name="beam", kind="revolute", parent="crank0", child="beam", actuated=False, origin=kl.Pose(xyz=(0.25, 0, 0))
            ),
            *(
                kl.Joint(name=f"b{k}", kind="revolute", parent="base", child=f"crank{k}", actuated=False, origin=at(0.2 * k))
                for k in (1, 2)
            ),
        ),
        loops=tuple(pin(f"d{k}", "beam", 0.2 * k, f"crank{k}", 0.25) for k in (1, 2)),
        start={"a": 1.0, "beam": -1.0, "b1": 1.0, "b2": 1.0},
    )


def rssr() -> kl.Mechanism:
    """A spatial four-bar; its coupler between two ball joints is free to spin, so the actuator does not decide all motion."""
    return kl.Mechanism(
        name="rssr",
        links=(
            rod("crank", 0.3, 0.1),
            kl.Link(name="coupler", mass=0.5, com=(0.19, 0.01, 0), inertia=(2e-4, 7e-3, 7.1e-3, 0, 1e-4, 0)),
            rod("rocker", 0.4, 0.25),
        ),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="crank", friction=kl.Friction(viscous=0.05)),
            kl.Joint(name="s", kind="spherical", parent="crank", child="coupler", origin=at(0.1)),
            kl.Joint(
                name="c",
                kind="revolute",
                parent="base",
                child="rocker",
                actuated=False,
                axis=(1, 0.3, 0.1),
                origin=kl.Pose(xyz=(0.3, 0.15, -0.05), rpy=(0.2, -0.1, 2.2)),
            ),
        ),
        loops=(
            kl.Loop(
                name="d",
                kind="ball",
                a=kl.Anchor(link="coupler", origin=at(0.38)),
                b=kl.Anchor(link="rocker", origin=at(0.25)),
            ),
        ),
    )


def hexaglide(legs: str) -> kl.Mechanism:
    """A platform on six slides. Its legs are ``"rods"`` (closures of a length) or massless ``"links"`` on universal joints.

    The platform's free joint carries a quaternion.
    """
    angles = np.repeat([0.0, 2.1, 4.2], 2) + np.tile([-0.25, 0.25], 3)
    feet = [(0.5 * np.cos(a), 0.5 * np.sin(a), 0.0) for a in angles]
    corners = [
        (0.2 * np.cos(a), 0.2 * np.sin(a), -0.02) for a in np.roll(np.repeat([1.05, 3.15, 5.25], 2) + np.tile([-0.3, 0.3], 3), 1)
    ]
    joints = [
        kl.Joint(name=f"q{k}", kind="prismatic", parent="base", child=f"slide{k}", origin=kl.Pose(xyz=foot))
        for k, foot in enumerate(feet)
    ]
    links = [kl.Link(name=f"slide{k}", mass=0.5) for k in range(6)]
    loops, start = [], {f"q{k}": 0.1 for k in range(6)} | {"platform_z": 0.55}
    for k in range(6):
        corner = kl.Anchor(link="platform", origin=kl.Pose(xyz=corners[k]))
        if legs == "rods":
            loops.append(kl.Loop(name=f"leg{k}", kind="rod", a=kl.Anchor(link=f"slide{k}"), b=corner, length="l"))
            continue
        joints.append(
            kl.Joint(name=f"u{k}", kind="universal", parent=f"slide{k}", child=f"leg{k}", axis=(1, 0, 0), axis2=(0, 1, 0))
        )
        # A slender leg along its z axis.
        inertia = ("m_leg*l^2/12", "m_leg*l^2/12", 0, 0, 0, 0)
        links.append(kl.Link(name=f"leg{k}", mass="m_leg", com=(0, 0, "l/2"), inertia=inertia))
        tip = kl.Anchor(link=f"leg{k}", origin=kl.Pose(xyz=(0, 0, "l")))
        loops.append(kl.Loop(name=f"leg{k}", kind="ball", a=tip, b=corner))
        reach = np.array([corners[k][0], corners[k][1], corners[k][2] + 0.55]) - [feet[k][0], feet[k][1], 0.1]
        reach /= np.linalg.norm(reach)
        start |= {f"u{k}_1": -np.arctan2(reach[1], reach[2]), f"u{k}_2": np.arcsin(reach[0])}
    links.append(kl.Link(name="platform", mass=2.0, com=(0.01, 0.0, 0.03), inertia=(0.02, 0.03, 0.04, 0.001, 0.0, 0.002)))
    joints.append(kl.Joint(name="platform", kind="free", parent="base", child="platform"))
    return kl.Mechanism(
        name=f"hexaglide_{legs}",
        parameters={"l": 0.6} | ({} if legs == "rods" else {"m_leg": 0.0}),
        links=tuple(links),
        joints=tuple(joints),
        loops=tuple(loops),
        tool=kl.Anchor(link="platform"),
        start=start,
    )


def mixed() -> kl.Mechanism:
    """A branching tree of joints that the other machines lack: a gear, a cylindrical, a universal, a planar and fixed joints,
    one of them on the ground, with a rotor and a spring."""
    names = ("stand", "a", "b", "c", "d", "e", "f")
    inertia = (0.02, 0.03, 0.025, 0.001, 0.002, -0.001)
    return kl.Mechanism(
        name="mixed",
        links=[kl.Link(name=name, mass=1.1, com=(0.1, 0.05, -0.02), inertia=inertia) for name in names],
        joints=[
            kl.Joint(
                name="stand", kind="fixed", parent="base", child="stand", origin=kl.Pose(xyz=(0, 0, 0.2), rpy=(0.1, 0.2, 0.3))
            ),
            kl.Joint(name="a", kind="revolute", parent="stand", child="a", rotor=kl.Rotor(inertia=1e-4, ratio=30)),
            kl.Joint(name="b", kind="revolute", parent="a", child="b", axis=(0, 1, 0), origin=at(0.2), actuated=False),
            kl.Joint(
                name="c",
                kind="cylindrical",
                parent="b",
                child="c",
                axis=(1, 0, 0.3),
                origin=at(0.2),
                spring=kl.Spring(stiffness=5, rest=0.1),
            ),
            kl.Joint(name="d", kind="universal", parent="c", child="d", axis=(1, 0, 0), axis2=(0, 1, 0), origin=at(0.1)),
            kl.Joint(name="e", kind="planar", parent="stand", child="e"),
            kl.Joint(name="f", kind="fixed", parent="d", child="f", origin=kl.Pose(xyz=(0.1, 0, 0.1))),
        ],
        couplings=[kl.Coupling(name="gear", coordinate="b", of="a", ratio=-2.0)],
    )


def at(x: float) -> kl.Pose:
    """A place along the x axis."""
    return kl.Pose(xyz=(x, 0, 0))


def rod(name: str, mass: float, length: float) -> kl.Link:
    """A uniform bar of 1 cm radius along the x axis from the origin."""
    thin, thick = mass * 0.01**2 / 2, mass * (3 * 0.01**2 + length**2) / 12
    return kl.Link(name=name, mass=mass, com=(length / 2, 0, 0), inertia=(thin, thick, thick, 0, 0, 0))


def pin(name: str, a: str, x_a: float, b: str, x_b: float) -> kl.Loop:
    return kl.Loop(name=name, kind="pin", a=kl.Anchor(link=a, origin=at(x_a)), b=kl.Anchor(link=b, origin=at(x_b)))


CLOSED: dict[str, Callable[[], kl.Mechanism]] = {
    "four_bar": four_bar,
    "tilted_four_bar": lambda: four_bar((0.4, -0.7, 1.1)),
    "parallelogram": parallelogram,
    "rssr": rssr,
    "hexaglide_rods": lambda: hexaglide("rods"),
    "hexaglide_links": lambda: hexaglide("links"),
}


@cache
def robot_named(name: str) -> kl.Robot:
    """One of the library or of :data:`CLOSED`."""
    return kl.load(CLOSED[name]() if name in CLOSED else name)
