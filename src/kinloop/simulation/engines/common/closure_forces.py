r"""Loop forces in kinloop's closure rows, from the efforts of an external engine's constraints on the joints.

An engine writes other rows for the same loops. Their efforts on the rates of the tree equal :math:`K^T \lambda`, which is solved
for :math:`\lambda`.
"""

from __future__ import annotations

from contextlib import suppress

import casadi as ca
import numpy as np

from kinloop.model.robot import Robot
from kinloop.numerics.tolerances import RANK_WHERE_REGULAR

Array = np.ndarray


class ClosureForces:
    """The loop forces of one machine; where closures are redundant, the smallest ones, as ``forward_dynamics`` gives them."""

    def __init__(self, robot: Robot, values: dict[str, float]) -> None:
        self._robot = robot
        model = robot.models.formulas.model
        # Rows in metres and in radians are weighed as in the model: forces against moments at the machine's size.
        weight = ca.Function("weight", [model.tree_model.parameters], [model.rho])(list(values.values())).full().ravel()
        self._root = np.sqrt(weight)
        self._rank = len(model.kept_rows)  # an engine's loops are open by a little, and then redundant rows are not quite so

    def read(self, q: Array, effort: Array) -> Array:
        """The loop forces, one for each row that the model solves, from the constraints' efforts on all rates (nv,)."""
        if not self._root.size:
            return np.zeros(0)
        _, K = self._robot.models.call(self._robot.models.kernel("all_closures"), q)
        K = self._root[:, None] * K
        if len(K) == self._rank:
            with suppress(np.linalg.LinAlgError):  # at a singularity of the closures
                direct: Array = self._root * np.linalg.solve(K @ K.T, K @ effort)  # a fifth of the time of what follows
                return direct
        left, sizes, right = np.linalg.svd(K, full_matrices=False)
        rank = min(self._rank, int(np.sum(sizes > RANK_WHERE_REGULAR * sizes[0])))
        force: Array = self._root * (left[:, :rank] @ (right[:rank] @ effort / sizes[:rank]))
        return force
