"""What a plant on another engine answers with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class EngineState:
    """A machine's state after an advance, in the robot's order; NaN where the engine does not tell."""

    q: Array  # all positions [rad or m], shape (nq,)
    qd: Array  # all rates, shape (nv,)
    qdd: Array  # accelerations of all rates, shape (nv,)
    loop_force: Array  # of the closure rows that are solved [N or N m]
