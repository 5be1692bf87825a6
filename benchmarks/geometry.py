"""Geometric models: a batch in one mode, and every configuration of the hexapod that has 40."""

from __future__ import annotations

import numpy as np
from configurations import GROUND, LENGTHS, PLATFORM, as_robot
from measure import Measure, best

import kinloop as kl

POINTS = 1_000_000


def measures() -> list[Measure]:
    biglide = kl.load("biglide").with_threads(1)
    random = np.random.default_rng(0)
    x = np.stack([random.uniform(-0.15, 0.15, POINTS), random.uniform(-1, 1, POINTS)], axis=-1)
    hexapod = as_robot(kl.load("stewart_gough"), np.array(GROUND), np.array(PLATFORM))

    def all_configurations() -> None:
        found = hexapod.configurations(q_active=LENGTHS)
        if len(found) != 40 or not found.complete:
            raise RuntimeError(f"expected all of 40 configurations, found {len(found)}")

    def inverse() -> None:
        if biglide.inverse_geometry(x, mode=(1, -1)).status.any():
            raise RuntimeError("expected every point to be reached")

    all_configurations()
    inverse()
    batch, configurations = best(inverse, all_configurations, rounds=3)
    return [
        Measure("geometry", f"Biglide, {POINTS:,} inverse solutions with their gaps, 1 thread", batch, "s", target=0.2),
        Measure("geometry", "Dietmaier's hexapod, 40 configurations", configurations, "s", target=2.0),
    ]
