"""The configurations of a machine along a trajectory of its task, by continuation from the first one."""

from __future__ import annotations

import numpy as np

from kinloop.errors import KinloopError, SingularConfiguration, Unreachable
from kinloop.model.robot import Robot
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
Node = tuple[float, Array, Array]  # time, positions, rates
# Steps of Newton's method from a prediction, and the gap (rad, or parts of the machine's size) of a configuration that meets the
# task.
STEPS, GAP = 6, 1e-9
# The step between neighbours differs from the one that their rates give by at most this part of it, or by less than rounding
# (rad, or parts of the size); else it is halved, at most until it is this part of the duration.
CONSISTENT, ROUNDING, SHORTEST = 0.05, 1e-7, 1e-9
# Nearness of Type 1 below which rates have no bound, and the steps of the search for its minimum between neighbours.
SINGULAR, REFINEMENTS = 1e-6, 60
GOLDEN = (np.sqrt(5) - 1) / 2
# How long after its end a branch is asked for, in parts of the duration.
LATER = 1e-3


class TaskContinuation:
    """Configurations at increasing times, each from the one before, on one branch of the inverse geometric model."""

    def __init__(self, robot: Robot, trajectory: Trajectory, q: Array, times: Array) -> None:
        """``q`` is the configuration at the first time; ``times`` (k,) are those of the grid, which is refined where needed.

        Raises: Unreachable: the trajectory leaves the machine's reach. SingularConfiguration: it meets a Type 1 singularity.
        """
        self.robot, self.trajectory = robot, trajectory
        self._at, self._of = _plain_coordinates(robot)
        self._units = np.asarray(robot.models.geometry.units)[self._at]
        self._shortest = SHORTEST * float(times[-1] - times[0])
        self._require_regular(float(times[0]), q)
        nodes: list[Node] = [(float(times[0]), q, self._rates(q[None], times[:1])[0])]
        for time in times[1:]:
            self._advance(nodes, float(time))
        self.times = np.array([node[0] for node in nodes])
        self.q, self.qd = (np.array([node[k] for node in nodes]) for k in (1, 2))
        self._refuse_minima()

    def configurations(self, t: Array) -> Array:
        """All joints at times (k,), by Newton's method from the neighbours on the grid; NaN where they do not meet the task."""
        inside = np.clip(t, self.times[0], self.times[-1])
        inside = np.where(np.isnan(inside), self.times[0], inside)
        k = np.clip(np.searchsorted(self.times, inside, side="right") - 1, 0, len(self.times) - 2)
        h = (self.times[k + 1] - self.times[k])[:, None]
        u = (inside - self.times[k])[:, None] / h
        guess = np.where(u < 0.5, self.q[k], self.q[k + 1])
        a, b = self.q[k][:, self._at], self.q[k + 1][:, self._at]
        va, vb = self.qd[k][:, self._of], self.qd[k + 1][:, self._of]
        guess[:, self._at] = a + u**2 * (3 - 2 * u) * (b - a) + u * (1 - u) * h * ((1 - u) * va - u * vb)
        return self._polish(guess, np.asarray(self.trajectory(t).x))

    def _polish(self, q: Array, x: Array) -> Array:
        """Configurations (k, nq) that meet the task; NaN where Newton's method does not."""
        formulas, parameters = self.robot.models.formulas, self.robot.models.parameter_inputs
        step = formulas.kernel("step_inverse")
        with np.errstate(all="ignore"):
            for _ in range(STEPS):
                q = np.asarray(step(q, x, *parameters))
            gap = np.asarray(formulas.kernel("inverse_residual")(q, x, *parameters))
        met = gap <= GAP * np.asarray(self.robot.models.geometry.size)
        return np.where(met[..., None], q, np.nan)

    def _rates(self, q: Array, t: Array) -> Array:
        return np.asarray(self.robot.inverse_velocity(q, np.asarray(self.trajectory(t).xd)).qd)

    def _advance(self, nodes: list[Node], time: float) -> None:
        """Nodes up to a time, with as many between as the branch needs."""
        while nodes[-1][0] < time:
            t, q, qd = nodes[-1]
            end = time
            while (node := self._step(t, q, qd, end)) is None:
                end = t + (end - t) / 2
                if end - t < self._shortest:
                    raise self._lost(t, q)
            nodes.append(node)

    def _step(self, t: float, q: Array, qd: Array, end: float) -> Node | None:
        """The next node; None where it is not surely on the same branch."""
        h, guess, at = end - t, q.copy(), np.array([end])
        guess[self._at] += h * qd[self._of]
        found = self._polish(guess[None], np.asarray(self.trajectory(at).x))[0]
        if not np.isfinite(found).all():
            return None
        rates = self._rates(found[None], at)[0]
        moved = (found - q)[self._at] / self._units
        expected = h * (qd + rates)[self._of] / 2 / self._units
        size = max(float(np.max(np.abs(moved))), float(np.max(np.abs(expected))))
        if not float(np.max(np.abs(moved - expected))) <= CONSISTENT * size + ROUNDING:
            return None
        return end, found, rates

    def _nearness(self, q: Array) -> Array:
        return np.asarray(self.robot.singularity(q).nearness["type 1"])

    def _require_regular(self, t: float, q: Array) -> None:
        if self._nearness(q) <= SINGULAR:
            raise self._singular(t)

    def _singular(self, t: float) -> SingularConfiguration:
        name = self.robot.mechanism.name
        return SingularConfiguration(
            f"joint_trajectory: at t = {t:.6g} s the trajectory meets a type 1 singularity of {name}, where the rates of "
            "the joints have no bound; keep away from it, or choose another working mode"
        )

    def _lost(self, t: float, q: Array) -> Exception:
        """Why the branch does not go on after a time: reach and a Type 1 singularity end together."""
        name, duration = self.robot.mechanism.name, float(self.trajectory.duration)
        try:
            self.robot.inverse_geometry(self.trajectory(min(t + LATER * duration, duration)).x, near=q)
        except Unreachable as fault:
            return Unreachable(
                f"joint_trajectory: at t = {t:.6g} s the trajectory leaves the reach of {name}, at a type 1 singularity; "
                f"{LATER * duration:.3g} s later it is {fault.distance:.3g} m beyond",
                fault.distance,
                fault.nearest,
                fault.q,
            )
        except KinloopError:
            pass  # it has other configurations there, on other branches
        return self._singular(t)

    def _refuse_minima(self) -> None:
        """Raises: SingularConfiguration: between neighbours the trajectory meets a Type 1 singularity."""
        near = self._nearness(self.q)
        least = np.flatnonzero((near[1:-1] <= near[:-2]) & (near[1:-1] <= near[2:])) + 1
        for k in least:
            left, right = float(self.times[k - 1]), float(self.times[k + 1])
            slope = max(near[k - 1] - near[k], near[k + 1] - near[k])
            if near[k] > 2 * slope + SINGULAR:
                continue  # a minimum between the neighbours is no lower than the slopes lead
            time, value = self._minimum(left, right)
            if value <= SINGULAR:
                raise self._singular(time)
        if near[-1] <= SINGULAR:
            raise self._singular(float(self.times[-1]))

    def _minimum(self, left: float, right: float) -> tuple[float, float]:
        """Time and nearness where Type 1 is nearest, by golden sections."""

        def nearness(t: float) -> float:
            q = self.configurations(np.array([t]))
            return float(self._nearness(q)[0]) if np.isfinite(q).all() else 0.0

        for _ in range(REFINEMENTS):
            a, b = right - GOLDEN * (right - left), left + GOLDEN * (right - left)
            if nearness(a) <= nearness(b):
                right = b
            else:
                left = a
        middle = (left + right) / 2
        return middle, nearness(middle)


def _plain_coordinates(robot: Robot) -> tuple[list[int], list[int]]:
    """Places of the positions whose derivatives are rates, and of these rates: all but those of joints with a quaternion."""
    positions: list[int] = []
    rates: list[int] = []
    q = v = 0
    for joint in robot.mechanism.ordered_joints:
        if not joint.definition.has_quaternion:
            positions += range(q, q + len(joint.coordinates))
            rates += range(v, v + len(joint.rates))
        q, v = q + len(joint.coordinates), v + len(joint.rates)
    return positions, rates
