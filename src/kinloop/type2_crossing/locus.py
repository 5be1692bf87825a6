r"""Which side of a Type 2 locus a configuration is on.

The determinant of the passive columns has a sign on each side. Redundant closures have no determinant: with the singular value
decomposition of the passive columns at the crossing, :math:`w^T K_p = 0` and :math:`K_p t = 0` there, and the inverse ``G`` of
the rest, the Schur complement

.. math:: s(q) = w^T K_p t - (w^T K_p)\, G\, (K_p t)

vanishes on the locus to third order in the distance from that place, and changes its sign with it, near that place.
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
    """A Type 2 locus that a motion crosses: the time [s] and the configuration, and the sign of the determinant before it; for
    redundant closures ``w``, ``t`` and ``G``, and the sign of ``s`` before it."""

    time: float
    q: Array
    sign: float
    border: Mapping[str, Array]

    @property
    def numbers(self) -> dict[str, Any]:
        """The numbers that :func:`side` takes."""
        if not self.border:
            return {"sign": self.sign}
        return {"w": self.sign * self.border["w"], "t": self.border["t"], "G": self.border["G"]}


def side(model: Any, q: Any, numbers: Mapping[str, Any]) -> Any:
    """A number that is positive on the side of a locus from which the motion comes, on the symbols of a controller's model."""
    if "sign" in numbers:
        return numbers["sign"] * model("active_measures", q=q)["passive_determinant"]
    K_p = model("all_closures", q=q)["K"][:, model.n_active :]
    w, t, G = (ca.SX(numbers[name]) for name in ("w", "t", "G"))
    row, column = w.T @ K_p, K_p @ t
    return row @ t - row @ (G @ column)


def locus_at(robot: Robot, q: Array, time: float, before: Array) -> Locus:
    """The locus at a singular configuration; ``before`` is a configuration on the side from which the motion comes."""
    if not robot.models.formulas.model.is_redundant:
        determinant = robot.models.kernel("active_measures").ufunc(before, *robot.models.parameter_inputs)[0]
        return Locus(time, q, float(np.sign(determinant)), {})
    n, rank = robot.n_active, len(robot.models.formulas.model.passive_rows)
    K_p, K_before = (_closures(robot, each)[:, n:] for each in (q, before))
    U, values, Vt = np.linalg.svd(K_p)
    w, t = U[:, rank - 1], Vt[rank - 1]
    G = Vt[: rank - 1].T @ np.diag(1 / values[: rank - 1]) @ U[:, : rank - 1].T
    s = w @ K_before @ t - (w @ K_before) @ G @ (K_before @ t)
    return Locus(time, q, float(np.sign(s)), {"w": w, "t": t, "G": G})


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
