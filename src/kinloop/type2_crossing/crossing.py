"""``kl.crossing``: a motion through a Type 2 singularity in one call."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from kinloop.model.geometry.configuration import Configuration
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.type2_crossing.crossing_plan import CrossingPlan
from kinloop.type2_crossing.request import check_request


def crossing(
    robot: Robot,
    start: ArrayLike,
    end: ArrayLike,
    *,
    q: Configuration | ArrayLike | None = None,
    mode: ModeLike | None = None,
    duration: float | None = None,
    path: str = "free",
    effort: float | Sequence[float] | None = None,
    speed: float | Sequence[float] | None = None,
    box: tuple[ArrayLike, ArrayLike] | None = None,
    pieces: int = 1,
    nodes: int = 24,
) -> CrossingPlan:
    """Plan a motion from rest to rest through a Type 2 singularity, with finite efforts and the least peak of them.

    At the singularity the actuators lose one motion of the machine. Finite efforts cross it only where the loads on the passive
    joints do no work along that motion (the criterion), which this motion meets with all its terms: inertia, gravity, friction,
    springs, payload. It is continuous in jerk, crosses once, and is checked at samples of at most 1 ms.

    Args:
        start, end: points of the task, on both sides of the singularity.
        q: a configuration on the branch to start on. mode: the one to start in. By default the branch of ``robot.start``.
        duration: of the motion [s]; by default one that suits the machine.
        path: ``"free"``, or ``"straight"`` to stay on the line from start to end.
        effort, speed: limits of the active joints instead of the description's, one number or one for each.
        box: (lower, upper) bounds of the task's coordinates; of a pose those of its position.
        pieces: polynomials on each side of the singularity. nodes: instants of each at which limits are kept.
    Returns: a :class:`CrossingPlan`: the trajectory, the crossing, the checks and the controller.
    Raises: NoCrossing: no singularity on the way, or no motion within the limits. UnsupportedOperation: a robot or a singularity
        of a kind that is not crossed. Unreachable, AmbiguousMode, ShapeError, NotFinite, UnknownName: arguments that do not fit.
    """
    options = {
        "duration": duration, "path": path, "effort": effort, "speed": speed, "box": box, "pieces": pieces, "nodes": nodes,
    }  # fmt: skip
    return CrossingPlan.of(robot, check_request(robot, start, end, q, mode, **options))
