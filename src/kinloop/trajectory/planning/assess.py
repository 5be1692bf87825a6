"""What a motion asks of a robot, before it is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import ShapeError, Unreachable, UnsupportedOperation
from kinloop.model.array_arguments import numbers
from kinloop.model.geometry.configuration import Configuration
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.payload import masses_by_frame, payload_parameter, with_payloads
from kinloop.model.robot import Robot
from kinloop.model.workspace.crossings import Crossing
from kinloop.trajectory.check_fit import check_fit, constant_wrenches
from kinloop.trajectory.external_trajectory import check_trajectory
from kinloop.trajectory.joints.trajectory_continuation import NEAR_SINGULAR
from kinloop.trajectory.planning.assessment import Assessment, Peak
from kinloop.trajectory.planning.crossing_sides import find_crossings
from kinloop.trajectory.planning.followed_motion import FollowedMotion, follow_trajectory, mode_of
from kinloop.trajectory.planning.joint_limits import joint_limits
from kinloop.trajectory.planning.motion_peaks import find_peaks
from kinloop.trajectory.planning.one_sided import find_jumps, knots_of
from kinloop.trajectory.trajectory import Trajectory
from kinloop.trajectory.trajectory_arguments import check_duration

Array = np.ndarray
# Samples unless their number or period is given, the most that are taken, and the part of the duration beside a knot where its
# two sides are sampled.
SAMPLES, MOST, BESIDE_KNOT = 1001, 1_000_000, 1e-9


def assess(
    robot: Robot,
    trajectory: Trajectory,
    mode: ModeLike | None = None,
    near: Configuration | ArrayLike | None = None,
    *,
    samples: int | None = None,
    period: float | None = None,
    payload: float | Mapping[str, float] | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    limits: Mapping[str, Any] | None = None,
) -> Assessment:
    """What a motion meets, before it is run: reach, limits, singularities and the efforts that it takes.

    Joints follow the trajectory by continuation from its first point: through a Type 2 singularity with a trajectory of the task,
    up to it with one of the active joints, and up to a Type 1 singularity where the task does not determine the joints. Peaks are
    those of the samples, with both sides of each knot and the limits of the efforts at crossings; two crossings between two
    samples are missed.

    Args:
        trajectory: of the task, the pose or the active joints.
        mode: the one to begin in. near: a configuration on the branch to begin on; by default the trajectory's own, or else
            ``robot.start``, as in :func:`simulate`.
        samples: their number, 1001 unless given. period: the time between them [s], instead.
        payload: a mass [kg] on the tool, or masses by frame. wrenches: on frames, constant in world axes, as in
            :meth:`Robot.inverse_dynamics`.
        limits: instead of the description's, by quantity: ``"position"`` as (lower, upper) or a pair for each active joint,
            ``"speed"``, ``"acceleration"``, ``"jerk"``, ``"effort"`` as a number or one for each active joint.
    Returns: an :class:`Assessment`; ``.ok`` says whether nothing stands against the motion, ``.faults`` what does.
    Raises: ShapeError, UnsupportedOperation, UnknownName: invalid arguments. AmbiguousMode: several configurations of the first
        point are in the mode.
    """
    if not isinstance(robot, Robot):
        raise ShapeError(f"assess: the robot is {robot!r:.80}, expected what kl.load gives")
    trajectory = check_trajectory(trajectory)
    check_fit(robot, trajectory, "an assessment")
    if mode is not None and near is not None:
        raise UnsupportedOperation("assess: mode and near each choose the branch to begin on; expected one of them")
    duration = check_duration("assess: the trajectory", trajectory.duration)
    bounds = joint_limits(robot, limits)
    robot = _with_loads(robot, payload)
    loads = constant_wrenches("assess", robot, wrenches)
    knots = knots_of(trajectory)
    times = _times(duration, samples, period, knots)
    try:
        motion = follow_trajectory(robot, trajectory, times, mode, near)
    except Unreachable as fault:
        return _unreachable(robot, trajectory, duration, str(fault))
    crossings = find_crossings(motion, knots, loads)
    jerk = motion.given.xddd if motion.jerk is None else motion.jerk[:, : robot.n_active]
    tau = np.asarray(robot.inverse_dynamics(motion.q, motion.qd, motion.qdd, motion.jerk, wrenches=loads))
    peaks = find_peaks(motion, jerk, tau, crossings, bounds)
    reachable, reason = _end(motion)
    jumps = find_jumps(trajectory, times)
    if np.isfinite(bounds.jerk).any():
        jumps += find_jumps(trajectory, times, ("acceleration",))
    return Assessment(
        name=robot.mechanism.name,
        space=trajectory.space,
        duration=duration,
        t=motion.t,
        x=motion.given.x,
        q=motion.q,
        qd=motion.qd,
        qdd=motion.qdd,
        jerk=jerk,
        tau=tau,
        reachable=reachable,
        end=None if motion.stop is None else float(motion.stop.at.t),
        end_reason=reason,
        peaks=peaks,
        crossings=crossings,
        mode_before=mode_of(robot, motion.q[0]),
        mode_after=mode_of(robot, motion.q[-1]),
        faults=tuple(_faults(motion, reason, jumps, crossings, peaks, tau)),
        effort_units=robot.units.efforts[: robot.n_active],
    )


def _with_loads(robot: Robot, payload: Any) -> Robot:
    masses = masses_by_frame("assess", payload)
    if not masses:
        return robot
    loads = {payload_parameter(frame): mass for frame, mass in masses.items()}
    return with_payloads(robot, tuple(sorted(masses))).with_parameters(**loads)


def _times(duration: float, samples: Any, period: Any, knots: Array) -> Array:
    """Increasing times from 0 to the duration, with both sides of every knot."""
    if samples is not None and period is not None:
        raise UnsupportedOperation("assess: samples and period each say when the motion is sampled; expected one of them")
    if period is not None:
        step = float(numbers(period, "assess: period")) if np.ndim(period) == 0 else np.nan
        if not 0 < step <= duration or duration / step > MOST:
            raise ShapeError(f"assess: the period is {period!r:.80}, expected a time from {duration / MOST:g} to {duration:g} s")
        times = np.append(np.arange(0.0, duration * (1 - 1e-12), step), duration)
    else:
        count = SAMPLES if samples is None else samples
        if isinstance(count, bool) or not isinstance(count, (int, np.integer)) or not 3 <= count <= MOST:
            raise ShapeError(f"assess: samples is {count!r:.80}, expected a whole number from 3 to {MOST}")
        times = np.linspace(0.0, duration, int(count))
    beside = BESIDE_KNOT * duration
    sides = np.concatenate([knots - beside, knots + beside])
    return np.unique(np.concatenate([times, sides[(sides > 0) & (sides < duration)]]))


def _end(motion: FollowedMotion) -> tuple[bool, str]:
    """Whether a configuration exists all along, and why the motion ends early; empty where it does not."""
    stop, by_joints = motion.stop, motion.continuation.by_joints
    if stop is None:
        return True, ""
    if stop.at.nearness > NEAR_SINGULAR:
        return not stop.open, "the trajectory leaves the loops open, jumps, or does not fit its rates; nothing is singular there"
    what = "Type 2: the active joints do not" if by_joints else "Type 1: the task does not"
    beyond = "there is no configuration beyond it" if stop.open else "several configurations meet there"
    return not stop.open, f"{what} determine the motion of all joints, and {beyond}"


def _faults(
    motion: FollowedMotion,
    reason: str,
    jumps: list[tuple[float, str]],
    crossings: tuple[Crossing, ...],
    peaks: tuple[Peak, ...],
    tau: Array,
) -> list[str]:
    found = [f"the motion ends at t = {motion.stop.at.t:.9g} s: {reason}"] if motion.stop is not None else []
    for what, needs in (("position", "efforts"), ("velocity", "efforts"), ("acceleration", "jerk, which is limited")):
        instants = [time for time, name in jumps if name == what]
        if instants:
            more = f" and at {len(instants) - 1} more instants" if len(instants) > 1 else ""
            found.append(f"the {what} jumps at t = {instants[0]:.9g} s{more}, which takes unbounded {needs}")
    for each in crossings:
        for word, side in (("before", each.before), ("after", each.after)):
            if each.kind == "type 2" and side is not None and side.tau is None:
                what = "efforts are unbounded" if side.unbounded else "the limit of the efforts is unknown"
                found.append(f"{what} right {word} the Type 2 singularity at t = {each.time:.9g} s: {side.reason}")
    unknown = np.flatnonzero(~np.isfinite(tau).all(axis=-1))
    beside = [k for k in unknown.tolist() if not any(abs(motion.t[k] - each.time) < 1e-6 * motion.t[-1] for each in crossings)]
    if beside:
        found.append(f"efforts are not determined at {len(beside)} samples, the first at t = {motion.t[beside[0]]:.9g} s")
    for peak in peaks:
        if not peak.ok:
            size = "is not known" if np.isnan(peak.ratio) else f"is {peak.ratio:.4g} of its limit"
            found.append(f"the {peak.quantity} of {peak.joint} {size}: {peak.value:.6g} {peak.unit} at t = {peak.time:.6g} s")
    return found


def _unreachable(robot: Robot, trajectory: Trajectory, duration: float, reason: str) -> Assessment:
    """The assessment of a motion whose first point has no configuration."""
    nq, nv, n = len(robot.mechanism.coordinates), len(robot.mechanism.rates), robot.n_active
    x = np.asarray(trajectory(0.0).x)
    return Assessment(
        name=robot.mechanism.name,
        space=trajectory.space,
        duration=duration,
        t=np.zeros(0),
        x=np.zeros((0, x.shape[-1])),
        q=np.zeros((0, nq)),
        qd=np.zeros((0, nv)),
        qdd=np.zeros((0, nv)),
        jerk=np.zeros((0, n)),
        tau=np.zeros((0, n)),
        reachable=False,
        end=0.0,
        end_reason=reason,
        peaks=(),
        crossings=(),
        mode_before=None,
        mode_after=None,
        faults=(f"the motion has no configuration at its start: {reason}",),
        effort_units=robot.units.efforts[:n],
    )
