"""A four-bar that folds flat if its bars are equal in pairs, and nearly flat if they differ; also on a cart."""

from __future__ import annotations

from machines import at, rod

import kinloop as kl

CRANK, COUPLER = 0.25, 0.4


def bars() -> kl.Mechanism:
    """A crank and a rocker, ``rocker`` long, under a beam that is as long as the ground."""
    thick = "0.2*rocker^2/12"
    return kl.Mechanism(
        name="bars",
        gravity=(0, -9.81, 0),
        task=("phi",),
        parameters={"rocker": CRANK},
        links=(
            rod("crank", 0.2, CRANK),
            rod("coupler", 0.5, COUPLER),
            kl.Link(name="rocker", mass=0.2, com=("rocker/2", 0, 0), inertia=(1e-5, thick, thick, 0, 0, 0)),
        ),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="crank"),
            kl.Joint(name="b", kind="revolute", parent="crank", child="coupler", actuated=False, origin=at(CRANK)),
            kl.Joint(name="c", kind="revolute", parent="base", child="rocker", actuated=False, origin=at(COUPLER)),
        ),
        loops=(
            kl.Loop(
                name="d",
                kind="pin",
                a=kl.Anchor(link="coupler", origin=at(COUPLER)),
                b=kl.Anchor(link="rocker", origin=kl.Pose(xyz=("rocker", 0, 0))),
            ),
        ),
        start={"a": 0.5, "b": -0.5, "c": 0.5},
    )


def cart() -> kl.Mechanism:
    """The four-bar on an inclined slide: two degrees of freedom, and flat at every position of the cart."""
    alone = bars()
    slide = kl.Joint(name="s", kind="prismatic", parent="base", child="cart", axis=(1, 0.2, 0))
    joints = (slide, *(joint.model_copy(update={"parent": joint.parent.replace("base", "cart")}) for joint in alone.joints))
    links = (kl.Link(name="cart", mass=0.4), *alone.links)
    return alone.model_copy(update={"name": "cart", "joints": joints, "links": links, "task": ("x", "phi")})


def equal_slider_crank() -> kl.Mechanism:
    """A rod as long as its crank: where the slider is on the crank's axis, both bars may turn about it together."""
    return kl.Mechanism(
        name="equal_slider_crank",
        gravity=(0, -9.81, 0),
        task=("x",),
        links=(rod("crank", 0.2, CRANK), rod("rod", 0.5, CRANK), kl.Link(name="slider", mass=0.3)),
        joints=(
            kl.Joint(name="a", kind="revolute", parent="base", child="crank"),
            kl.Joint(name="b", kind="revolute", parent="crank", child="rod", actuated=False, origin=at(CRANK)),
            kl.Joint(name="s", kind="prismatic", parent="base", child="slider", axis=(1, 0, 0), actuated=False),
        ),
        loops=(kl.Loop(name="d", kind="pin", a=kl.Anchor(link="rod", origin=at(CRANK)), b=kl.Anchor(link="slider")),),
        start={"a": 1.0, "b": -2.0, "s": f"{2 * CRANK}*cos(1)"},
    )
