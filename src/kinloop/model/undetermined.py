"""Whether masses and closures determine the accelerations, where the compiled solver leaves it in doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kinloop.model.closed import DOUBTFUL

if TYPE_CHECKING:
    from kinloop.model.robot import Robot

Array = np.ndarray
# Of singular values of dimensionless closures, beside the largest.
RANK = 1e-9


def is_undetermined(robot: Robot, q: Array, margin: Array) -> Array:
    """The samples without a unique answer, of those whose margin is small; ``q`` are their postures, one or one each."""
    doubtful = np.asarray(margin <= DOUBTFUL)
    if not doubtful.any():
        return doubtful
    motion, closures = (
        np.broadcast_to(np.asarray(each), margin.shape)
        for each in robot._kernel("determined")(q, *robot._p, threads=robot.threads)
    )
    lost = np.array(doubtful & ~(motion > 0))
    unsure = np.asarray(doubtful & ~lost & ~(closures > 0))
    if unsure.any():
        K = np.asarray(robot._kernel("scaled_velocity")(q, *robot._p, threads=robot.threads)[0])
        sizes = np.linalg.svd(np.broadcast_to(K, (*margin.shape, *K.shape[-2:]))[unsure], compute_uv=False)
        lost[unsure] = sizes[:, len(robot._derived.model.kept_rows) - 1] <= RANK * sizes[:, 0]
    return lost
