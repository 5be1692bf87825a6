"""A machine whose rods are links with a mass, for engines without distance constraints."""

from __future__ import annotations

import casadi as ca
import numpy as np
from motion import States, apply

import kinloop as kl
from kinloop.model.dynamics.tree import Frame, coordinate_places

Array = np.ndarray
MASS = "m_link"


def with_links_for_rods(mechanism: kl.Mechanism, mass: float) -> kl.Mechanism:
    """Each rod becomes a uniform slender link of ``mass`` (a parameter), a universal joint at its end a and a ball at its end b.

    The link lies along z. The first axis of its joint is y, so that a rod along y, where the two angles are not defined, is far
    off in a machine whose arms turn about y.
    """
    links, joints, loops = list(mechanism.links), list(mechanism.joints), []
    for loop in mechanism.loops:
        if loop.kind != "rod":
            loops.append(loop)
            continue
        length, name = loop.length, f"{loop.name}_link"
        inertia = (f"{MASS}*({length})^2/12", f"{MASS}*({length})^2/12", 0, 0, 0, 0)
        links.append(kl.Link(name=name, mass=MASS, com=(0, 0, f"({length})/2"), inertia=inertia))
        joints.append(
            kl.Joint(
                name=f"{loop.name}_u",
                kind="universal",
                parent=loop.a.link,
                child=name,
                origin=loop.a.origin,
                axis=(0, 1, 0),
                axis2=(1, 0, 0),
                actuated=False,
            )
        )
        tip = kl.Anchor(link=name, origin=kl.Pose(xyz=(0, 0, length)))
        loops.append(kl.Loop(name=loop.name, kind="ball", a=tip, b=loop.b))
    update = {
        "name": f"{mechanism.name}_links",
        "parameters": mechanism.parameters | {MASS: mass},
        "links": tuple(links),
        "joints": tuple(joints),
        "loops": tuple(loops),
        "forward_geometry": None,
        "inverse_geometry": None,
    }
    return mechanism.model_copy(update=update)


def states_with_links(rods: kl.Robot, links: kl.Robot, states: States) -> States:
    """The same states with angles and rates of the links, which point at the rods' other ends."""
    mechanism, described = links.mechanism, rods.mechanism
    q = np.zeros((len(states.q), len(mechanism.coordinates)))
    q[:, [mechanism.coordinates.index(name) for name in described.coordinates]] = states.q
    places = coordinate_places(mechanism)
    for loop in described.loops:
        if loop.kind == "rod":
            ends = [_placement(rods, rods.models.formulas.model.tree.anchor(end), states.q) for end in (loop.a, loop.b)]
            along = np.einsum("nji,nj->ni", ends[0][1], ends[1][0] - ends[0][0])
            along /= np.linalg.norm(along, axis=1, keepdims=True)
            first = places[f"{loop.name}_u"][0]
            q[:, first] = np.arctan2(along[:, 0], along[:, 2])
            q[:, first + 1] = -np.arcsin(along[:, 1])
    known = [mechanism.rates.index(name) for name in described.rates]
    others = [k for k in range(len(mechanism.rates)) if k not in known]
    qd = np.zeros((len(q), len(mechanism.rates)))
    qd[:, known] = states.qd
    K, _ = links.models.kernel("closure_velocity")(q, qd, *links.models.parameter_inputs)
    qd[:, others] = -apply(np.linalg.pinv(K[..., others]), apply(K, qd))
    return States(q, qd, states.tau)


def _placement(robot: kl.Robot, frame: Frame, q: Array) -> tuple[Array, Array]:
    """Position and axes of a frame of the tree, by CasADi's own evaluation."""
    model = robot.models.formulas.model.tree_model
    place = model.placement(frame)
    function = ca.Function("place", [model.q, model.parameters], [place.p, ca.densify(place.R)])
    found = [function(each, robot.models.parameter_inputs[0]) for each in q]
    return np.array([p.full().ravel() for p, _ in found]), np.array([R.full() for _, R in found])
