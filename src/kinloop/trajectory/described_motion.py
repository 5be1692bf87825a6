"""The motion of a description as a trajectory."""

from __future__ import annotations

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.parts.transforms import at
from kinloop.model.robot import Robot
from kinloop.trajectory.polynomials.quintic import Quintic
from kinloop.trajectory.sequence import Sequence
from kinloop.trajectory.trajectory import Space


def described_motion(robot: Robot) -> Sequence:
    """The motion of a robot's description as a trajectory.

    It visits the points of ``[motion]`` at their times, at rest at each, in the declared working mode.

    Raises: UnsupportedOperation: the description has no ``[motion]``.
    """
    motion = robot.mechanism.motion
    if motion is None:
        raise UnsupportedOperation(
            f"{robot.mechanism.name} has no [motion] in its description; give a trajectory, such as kl.Quintic"
        )
    values = {name: float(value) for name, value in robot.parameters.items()}
    points = [[at(number, values) for number in point] for point in motion.points]
    times = [at(time, values) for time in motion.times]
    space: Space = "active" if motion.space == "active" else "pose" if robot.task == ("pose",) else "task"
    ends = zip(points[:-1], points[1:], times[:-1], times[1:], strict=True)
    path = Sequence([Quintic(a, b, end - begin, space=space) for a, b, begin, end in ends])
    if not motion.working:
        return path
    return Sequence(path.parts, robot.inverse_geometry(path(0.0).x, mode=motion.working).q)
