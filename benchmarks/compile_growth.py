"""How the time to derive and compile grows with the machine: chains of revolute joints, and four-bars side by side.

Processor time of this process and of the one that generates code, without a cache.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import process_time
from unittest.mock import patch

import numpy as np
from measure import Measure

import kinloop as kl

# Largest ratio of the times for twice the joints.
GROWTH = 5.0


def chain(joints: int) -> kl.Mechanism:
    """Uniform bodies on joints about random axes."""
    random = np.random.default_rng(0)
    names = ["base", *(f"link{k}" for k in range(joints))]
    return kl.Mechanism(
        name=f"chain{joints}",
        gravity=(0, 0, -9.81),
        links=tuple(
            kl.Link(
                name=name, mass=random.uniform(0.5, 3), com=tuple(random.uniform(-0.1, 0.1, 3)), inertia=(0.1, 0.2, 0.25, 0, 0, 0)
            )
            for name in names[1:]
        ),
        joints=tuple(
            kl.Joint(
                name=f"j{k}",
                kind="revolute",
                parent=names[k],
                child=names[k + 1],
                axis=tuple(random.standard_normal(3)),
                origin=kl.Pose(xyz=tuple(random.uniform(-0.3, 0.3, 3)), rpy=tuple(random.uniform(-3, 3, 3))),
            )
            for k in range(joints)
        ),
    )


def four_bars(count: int) -> kl.Mechanism:
    """Squares side by side on a common ground, each rocker the next one's crank: 2 count + 1 joints."""

    def bar(name: str) -> kl.Link:
        return kl.Link(name=name, mass=1.0, com=(0.5, 0, 0), inertia=(0, 1 / 12, 1 / 12, 0, 0, 0))

    along = kl.Pose(xyz=(1, 0, 0))
    links, joints, loops = [bar("crank0")], [kl.Joint(name="a0", kind="revolute", parent="base", child="crank0")], []
    start = {"a0": np.pi / 2}
    for k in range(1, count + 1):
        coupler, crank, ground = f"coupler{k}", f"crank{k}", kl.Pose(xyz=(k, 0, 0))
        links += [bar(coupler), bar(crank)]
        joints += [
            kl.Joint(name=f"b{k}", kind="revolute", parent=f"crank{k - 1}", child=coupler, actuated=False, origin=along),
            kl.Joint(name=f"a{k}", kind="revolute", parent="base", child=crank, actuated=False, origin=ground),
        ]
        loops.append(
            kl.Loop(name=f"d{k}", kind="pin", a=kl.Anchor(link=coupler, origin=along), b=kl.Anchor(link=crank, origin=along))
        )
        start |= {f"b{k}": -np.pi / 2, f"a{k}": np.pi / 2}
    return kl.Mechanism(
        name=f"four_bars{count}", gravity=(0, -9.81, 0), links=tuple(links), joints=tuple(joints), loops=tuple(loops), start=start
    )


def seconds(mechanism: kl.Mechanism, model: str) -> float:
    def spent() -> float:
        return process_time() + sum(os.times()[2:4])

    with patch.dict(os.environ, {"KINLOOP_CACHE": ""}):
        begun = spent()
        kl.load(mechanism).models.formulas.kernel(model)
        return spent() - begun


CASES: tuple[tuple[str, Callable[[int], kl.Mechanism], str, tuple[int, int]], ...] = (
    ("chain, inertia", chain, "inertia", (30, 60)),
    ("chain, forward dynamics", chain, "forward_dynamics", (30, 60)),
    ("four-bars, forward dynamics", four_bars, "forward_dynamics", (14, 29)),
)


def measures() -> list[Measure]:
    found = []
    for name, machine, model, (small, large) in CASES:
        few, many = (seconds(machine(count), model) for count in (small, large))
        text = f"{name}: {large} against {small}"
        found.append(Measure("compile_growth", text, many, "s", few, f"{small}", target=GROWTH, compared="slower"))
    return found
