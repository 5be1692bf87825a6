"""Machines with special lengths: bars that are just long enough, a third crank, Bennett's linkage, two geared rhombi."""

from __future__ import annotations

import numpy as np
from machines import at, pin, rod

import kinloop as kl

CRANK = 0.25


def row_of_bars(*lengths: float, base: float) -> kl.Mechanism:
    """Bars in a row whose ends are pinned to the base, ``base`` apart; parameters ``l0``, ``l1``, ... and ``base``."""
    n = len(lengths)
    return kl.Mechanism(
        name="row_of_bars",
        gravity=(0, -9.81, 0),
        task=("phi",),
        parameters={**{f"l{k}": length for k, length in enumerate(lengths)}, "base": base},
        links=tuple(
            kl.Link(name=f"bar{k}", mass=0.3, com=(f"l{k}/2", 0, 0), inertia=(1e-5, 1e-3, 1e-3, 0, 0, 0)) for k in range(n)
        ),
        joints=tuple(
            kl.Joint(
                name=f"j{k}",
                kind="revolute",
                parent=f"bar{k - 1}" if k else "base",
                child=f"bar{k}",
                actuated=not k,
                origin=kl.Pose(xyz=(f"l{k - 1}", 0, 0)) if k else kl.Pose(),
            )
            for k in range(n)
        ),
        loops=(
            kl.Loop(
                name="end",
                kind="pin",
                a=kl.Anchor(link=f"bar{n - 1}", origin=kl.Pose(xyz=(f"l{n - 1}", 0, 0))),
                b=kl.Anchor(link="base", origin=kl.Pose(xyz=("base", 0, 0))),
            ),
        ),
        tool=kl.Anchor(link="bar0", origin=at(0.1)),
    )


def bars_and_pendulum() -> kl.Mechanism:
    """Two stretched bars that do not move, and a pendulum that does."""
    bars = row_of_bars(0.3, 0.2, base=0.5)
    pendulum = kl.Joint(name="p", kind="revolute", parent="base", child="pendulum", origin=at(-0.2), actuated=False)
    return bars.model_copy(
        update={
            "name": "bars_and_pendulum",
            "joints": (*bars.joints, pendulum),
            "links": (*bars.links, rod("pendulum", 0.4, 0.3)),
        }
    )


def point_between_rods(size: float) -> kl.Mechanism:
    """A point on two rods in one line: two spheres that touch."""
    axes = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
    parents = ("base", "carriage", "beam")
    return kl.Mechanism(
        name="point_between_rods",
        task=("y", "z"),
        links=tuple(kl.Link(name=name, mass=0.1) for name in ("carriage", "beam", "point")),
        joints=tuple(
            kl.Joint(name=name, kind="prismatic", parent=parent, child=child, axis=axes[name], actuated=name != "x")
            for name, parent, child in zip("xyz", parents, (*parents[1:], "point"), strict=True)
        ),
        loops=tuple(
            kl.Loop(name=name, kind="rod", a=kl.Anchor(link="base", origin=at(x)), b=kl.Anchor(link="point"), length=abs(x))
            for name, x in (("left", -2 * size), ("right", size))
        ),
        tool=kl.Anchor(link="point"),
    )


def slide_on_a_tangent(size: float) -> kl.Mechanism:
    """A slide along the tangent of the circle that a rod leaves it: the only closure has no slope there."""
    return kl.Mechanism(
        name="slide_on_a_tangent",
        task=("x",),
        links=(kl.Link(name="carriage", mass=0.1),),
        joints=(kl.Joint(name="x", kind="prismatic", parent="base", child="carriage", axis=(1, 0, 0)),),
        loops=(
            kl.Loop(
                name="rod",
                kind="rod",
                a=kl.Anchor(link="base", origin=kl.Pose(xyz=(0, 0.4 * size, 0))),
                b=kl.Anchor(link="carriage"),
                length=0.4 * size,
            ),
        ),
        tool=kl.Anchor(link="carriage"),
    )


def three_cranks(third: float = CRANK) -> kl.Mechanism:
    """A beam on three parallel cranks, of which the last is ``third`` long: another length than the others' leaves no motion."""
    return kl.Mechanism(
        name="three_cranks",
        gravity=(0, -9.81, 0),
        task=("x",),
        parameters={"third": third},
        links=(*(rod(f"crank{k}", 0.2, CRANK) for k in range(3)), rod("beam", 1.5, 0.4)),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="crank0"),
            kl.Joint(name="beam", kind="revolute", parent="crank0", child="beam", actuated=False, origin=at(CRANK)),
            *(
                kl.Joint(name=f"b{k}", kind="revolute", parent="base", child=f"crank{k}", actuated=False, origin=at(0.2 * k))
                for k in (1, 2)
            ),
        ),
        loops=(
            pin("d1", "beam", 0.2, "crank1", CRANK),
            kl.Loop(
                name="d2",
                kind="pin",
                a=kl.Anchor(link="beam", origin=at(0.4)),
                b=kl.Anchor(link="crank2", origin=kl.Pose(xyz=("third", 0, 0))),
            ),
        ),
        start={"a": 1.0, "beam": -1.0, "b1": 1.0, "b2": 1.0},
        tool=kl.Anchor(link="beam"),
    )


# Where the loops close with a third crank of 0.3 m: the first two and the beam form a crossed four-bar.
UNFIT = (0.06079538, 0.53424654, 0.53424654, 0.92400727)


def bennett(twist: float = 0.9) -> kl.Mechanism:
    """Four bars with skew axes: sides ``a`` and ``b`` with twists alpha and beta move where sin(alpha)/a = sin(beta)/b."""
    a, alpha = 0.3, 0.5
    b = a * np.sin(twist) / np.sin(alpha)
    theta = 1.0
    other = 2 * np.arctan(np.sin((twist + alpha) / 2) / np.sin((twist - alpha) / 2) / np.tan(theta / 2))
    return kl.Mechanism(
        name="bennett",
        task=("x",),
        parameters={"a": a, "b": float(b), "alpha": alpha, "beta": twist},
        links=tuple(rod(f"bar{k}", 0.2, 0.3) for k in range(3)),
        joints=(
            kl.Joint(name="t1", kind="revolute", parent="base", child="bar0"),
            kl.Joint(
                name="t2",
                kind="revolute",
                parent="bar0",
                child="bar1",
                actuated=False,
                origin=kl.Pose(xyz=("a", 0, 0), rpy=("alpha", 0, 0)),
            ),
            kl.Joint(
                name="t3",
                kind="revolute",
                parent="bar1",
                child="bar2",
                actuated=False,
                origin=kl.Pose(xyz=("b", 0, 0), rpy=("beta", 0, 0)),
            ),
        ),
        loops=(
            kl.Loop(
                name="t4",
                kind="pin",
                a=kl.Anchor(link="bar2", origin=kl.Pose(xyz=("a", 0, 0), rpy=("alpha", 0, 0))),
                b=kl.Anchor(link="base", origin=kl.Pose(xyz=("-b", 0, 0), rpy=("-beta", 0, 0))),
            ),
        ),
        start={"t1": theta, "t2": float(other), "t3": -theta},
        tool=kl.Anchor(link="bar1"),
    )


SIDE = 0.2


def geared_rhombi(start: tuple[float, ...]) -> kl.Mechanism:
    """Two four-bars of equal sides whose cranks turn together: kinematotropic. As parallelograms they have one degree of freedom;
    with both cranks along the base each coupler turns with its rocker about the same axis, and they have two."""
    joints, links, loops = [], [], []
    for k in (1, 2):
        y = 0.5 * (k - 1)
        links += [rod(f"{part}{k}", 0.2, SIDE) for part in ("rocker", "crank", "coupler")]
        joints += [
            kl.Joint(name=f"c{k}", kind="revolute", parent="base", child=f"rocker{k}", origin=kl.Pose(xyz=(SIDE, y, 0))),
            kl.Joint(
                name=f"a{k}", kind="revolute", parent="base", child=f"crank{k}", origin=kl.Pose(xyz=(0, y, 0)), actuated=False
            ),
            kl.Joint(name=f"b{k}", kind="revolute", parent=f"crank{k}", child=f"coupler{k}", origin=at(SIDE), actuated=False),
        ]
        loops.append(pin(f"d{k}", f"coupler{k}", SIDE, f"rocker{k}", SIDE))
    names = ("c1", "c2", "a1", "b1", "a2", "b2")
    return kl.Mechanism(
        name="geared_rhombi",
        gravity=(0, -9.81, 0),
        task=("x",),
        links=tuple(links),
        joints=tuple(joints),
        loops=tuple(loops),
        couplings=(kl.Coupling(name="gear", coordinate="a2", of="a1"),),
        start=dict(zip(names, start, strict=True)),
        tool=kl.Anchor(link="rocker1", origin=at(SIDE)),
    )


def as_parallelograms(angle: float) -> tuple[float, ...]:
    """A configuration of the rhombi on the component with one degree of freedom: c1, c2, a1, b1, a2, b2."""
    return angle, angle, angle, -angle, angle, -angle


def folded(first: float, second: float) -> tuple[float, ...]:
    """On the component with two: the cranks lie on the base."""
    return first, second, 0.0, first, 0.0, second
