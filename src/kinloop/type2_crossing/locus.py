r"""Which side of a Type 2 locus a configuration is on, near the place where a motion crosses it.

With the singular value decomposition of the passive columns at the crossing, :math:`w^T K_p = 0` and :math:`K_p t = 0` there, and
the inverse ``G`` of the rest, the Schur complement

.. math:: s(q) = w^T K_p t - (w^T K_p)\, G\, (K_p t)

vanishes on the locus to third order in the distance from that place, and changes its sign with it. It needs no factorisation, and
all rows of redundant closures take part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from kinloop.model.robot import Robot
from kinloop.model.singularity.same_side import same_side

Array = np.ndarray
# Samples of a motion, and the halvings that find a crossing between two of them.
SAMPLES, HALVINGS = 1001, 60


@dataclass(frozen=True, eq=False)
class Locus:
    """A Type 2 locus at the configuration and the time [s] at which a motion crosses it. ``sign``: of ``s`` before it."""

    time: float
    w: Array
    t: Array
    G: Array
    sign: float

    @staticmethod
    def side(K_p: Any, numbers: Mapping[str, Any]) -> Any:
        """A number that is positive on the side where the motion begins, from all rows of the passive columns."""
        w, t, G = (ca.SX(numbers[name]) for name in ("w", "t", "G"))
        row, column = w.T @ K_p, K_p @ t
        return row @ t - row @ (G @ column)

    def gains(self, patience: float) -> dict[str, Any]:
        """The numbers that :meth:`side` takes, and the latest time [s] of the crossing."""
        return {"w": self.sign * self.w, "t": self.t, "G": self.G, "latest": self.time + patience}


def locus_at(robot: Robot, q: Array, time: float, before: Array) -> Locus:
    """The locus at a singular configuration; ``before`` is a configuration on the side where the motion begins."""
    n, rank = robot.n_active, len(robot.models.formulas.model.passive_rows)
    K_p, K_before = (_closures(robot, each)[:, n:] for each in (q, before))
    U, values, Vt = np.linalg.svd(K_p)
    w, t = U[:, rank - 1], Vt[rank - 1]
    G = Vt[: rank - 1].T @ np.diag(1 / values[: rank - 1]) @ U[:, : rank - 1].T
    s = w @ K_before @ t - (w @ K_before) @ G @ (K_before @ t)
    return Locus(time, w, t, G, float(np.sign(s)))


def _closures(robot: Robot, q: Array) -> Array:
    return np.asarray(robot.models.call(robot.models.kernel("all_closures"), q)[1])


def find_loci(robot: Robot, configurations: Callable[[Array], Array], duration: float) -> tuple[Locus, ...]:
    """The Type 2 loci that a motion, a function of times (k,), crosses, in the order of time."""
    rank, n = len(robot.models.formulas.model.passive_rows), robot.n_active
    if not rank:
        return ()

    def passive_columns(t: Array) -> Array:
        scaled = robot.models.kernel("scaled_velocity").ufunc(configurations(t), *robot.models.parameter_inputs)
        return np.asarray(scaled[0])[..., n:]

    t = np.linspace(0.0, duration, SAMPLES)
    found = []
    for k in np.flatnonzero(~same_side(passive_columns(t), rank)).tolist():
        low, high = t[k], t[k + 1]
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if same_side(passive_columns(np.array([t[k], middle])), rank)[0]:
                low = middle
            else:
                high = middle
        q = configurations(np.array([t[max(k - 2, 0)], low]))
        found.append(locus_at(robot, q[1], float(low), q[0]))
    return tuple(found)
