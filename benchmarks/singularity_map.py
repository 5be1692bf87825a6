"""A million points of the Biglide on one thread: geometry, both determinants, nearness, Frobenius condition numbers."""

from __future__ import annotations

from measure import Measure, best

import kinloop as kl

SIDE = 1000
AXES = {"x": (-0.2, 0.2), "y": (0.0, 0.5)}


def measures() -> list[Measure]:
    robot = kl.load("biglide").with_threads(1)

    def arrays() -> kl.SingularityMap:
        return kl.singularity_map(robot, AXES, points=SIDE, mode=(1, -1))

    def with_loci_and_regions() -> None:
        found = arrays()
        found.loci("type 2")
        found.loci("type 1")
        found.regions()

    alone, everything = best(arrays, with_loci_and_regions, rounds=3)
    return [
        Measure("singularity_map", "Biglide, a million points, 1 thread", alone, "s", target=1.0),
        Measure("singularity_map", "the same with loci and regions", everything, "s"),
    ]
