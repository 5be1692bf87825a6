r"""The law that follows a motion through Type 2 and Type 1 singularities.

At Type 2 one direction of the inputs is lost, and momentum carries the machine through. The efforts are those of the plan, and a
correction that is the damped least-squares solution in the metric of the kinetic energy: with :math:`N = \partial \ddot q /
\partial \tau` of the constrained machine, :math:`N_a` its active rows and ``M`` the inertia of the tree,

.. math:: \tau = \tau_t(t + h/2) + (N_a + \mu^2 D)^{-1} N^T M \left(k_d (\dot q_t - \dot q) + k_p (q_t - q)\right) .

It has no Jacobian of the task, so Type 1 does not matter, and no units to weigh. ``D`` is the mean of the diagonal of ``N_a``
along the motion: the diagonal itself vanishes where the lost input is a single actuator.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.gains import require_nonnegative
from kinloop.control.law import Law, LawEvent
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import OPTION, Prepared, Setting
from kinloop.errors import KinloopWarning, ShapeError, UnsupportedOperation
from kinloop.model.same_machine import is_same_machine
from kinloop.numerics import algebra
from kinloop.trajectory.planning.joint_limits import joint_limits
from kinloop.type2_crossing.joint_difference import joint_difference
from kinloop.type2_crossing.joint_motion import follow_joints
from kinloop.type2_crossing.locus import Locus, find_loci, side

Array = np.ndarray
TABLE = "kinloop.crossing"  # no name that a user would give
# The bandwidth unless it is given: in units of 1/duration, at least so many rad/s, by which a slow motion resists a push as well,
# and at most this part of the sampling frequency 1/h.
BANDWIDTH, SLOWEST, FASTEST = 40.0, 20.0, 0.1
# Dampings, as multiples of the one that is given, with which efforts within limits are sought, from the strongest.
DAMPINGS = (64.0, 16.0, 4.0, 2.0, 1.0)
# A crossing that is late by this part of the duration has stalled.
PATIENCE = 0.05
BACK = 4.0  # how fast what cannot be held is brought back, in units of 1/duration
SAMPLES = 200  # along the motion, for the mean of N_a
VIOLATED = 1e-3  # a larger criterion, as a part of the efforts, is a violation
NO_LIMIT = 1e300  # a gain is a finite number


@dataclass(frozen=True)
class CrossingControl(Law):
    r"""Efforts that follow a motion of the task through Type 2 and Type 1 singularities.

    .. math:: \tau = \tau_t(t + h/2) + (N_a + \mu^2 D)^{-1} N^T M \left(k_d (\dot q_t - \dot q) + k_p (q_t - q)\right)

    with :math:`k_p = \omega^2`, :math:`k_d = 2 \omega`. The motion must meet the crossing criterion (:func:`kl.assess` says
    whether it does; :func:`kl.crossing` plans one). All joints must be measured or estimated: at Type 2 the active ones do not
    determine the others. Where efforts would exceed the limits of the description or of the actuators, the damping is stronger:
    what is given up is the direction that the singularity takes, not the others.

    Args:
        bandwidth: :math:`\omega` [rad/s]; chosen from the duration of the motion unless given.
        damping: :math:`\mu`: smaller values follow more closely, larger ones take less effort near the singularity.
        hold: where the machine has not crossed a while after the planned time, hold it on the side of its start.
    Raises: ShapeError, NotFinite: values that do not fit.
    """

    bandwidth: Any = None
    damping: Any = 0.02
    hold: bool = field(default=True, kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        require_nonnegative("CrossingControl", "bandwidth", self.bandwidth, above_zero=True, optional=True, matrix=False)
        require_nonnegative("CrossingControl", "damping", self.damping, above_zero=True, matrix=False)
        for name in ("bandwidth", "damping"):
            if not isinstance(getattr(self, name), ca.SX) and np.ndim(getattr(self, name)):
                raise ShapeError(f"CrossingControl: {name} is {getattr(self, name)!r:.80}, expected one number")
        if not isinstance(self.hold, bool):
            raise ShapeError(f"CrossingControl: hold is {self.hold!r:.80}, expected True or False")

    @property
    def task_reference(self) -> bool:
        """True: it follows a trajectory of the task."""
        return True

    @property
    def reads(self) -> tuple[str, ...]:
        """Nothing but its table."""
        return ()

    def prepare(self, setting: Setting) -> Prepared:
        """The motion of all joints and its efforts as a table, and the numbers of the law."""
        robot, trajectory, period = setting.robot, setting.trajectory, setting.period
        if trajectory is None or trajectory.shape:
            raise UnsupportedOperation("CrossingControl follows one trajectory of the task; give it as trajectory=")
        if any(values.ndim > 1 for values in robot.models.parameter_inputs):
            raise UnsupportedOperation("CrossingControl is prepared for one robot, not for arrays of parameters")
        follow = _follow(setting)
        t = np.linspace(0.0, float(trajectory.duration), SAMPLES)
        q, _, _ = follow(t)
        N = np.asarray(
            robot.models.call(robot.models.kernel("state_space"), q, np.zeros((len(q), len(robot.mechanism.rates))))[1]
        )
        bandwidth = self.bandwidth
        if bandwidth is None:
            bandwidth = min(max(BANDWIDTH / float(trajectory.duration), SLOWEST), FASTEST / period)
        nq, n = len(robot.mechanism.coordinates), robot.n_active
        inertia = np.diagonal(N[:, nq : nq + n], axis1=-2, axis2=-1).mean(axis=0)
        limits = joint_limits(robot).effort
        loci = find_loci(robot, lambda t: follow(t)[0], float(trajectory.duration))
        if getattr(trajectory, "robot", None) is None:
            _warn_of_unbounded_efforts(setting, loci)
        patience = PATIENCE * float(trajectory.duration)
        latest = np.array([locus.time + patience for locus in loci]) if self.hold else np.zeros(0)
        # Near the next locus either side is right; the side of redundant closures is known near the crossing only.
        until = np.array([*(locus.time - patience for locus in loci[1:]), NO_LIMIT])[: len(latest)]
        if robot.models.formulas.model.is_redundant:
            until = np.minimum(until, latest + patience)
        part = PreparedCrossingControl(
            bandwidth=bandwidth,
            damping=self.damping,
            mean_inertia=inertia,
            effort_limit=np.where(np.isfinite(limits), limits, NO_LIMIT),
            back=BACK * period / float(trajectory.duration),
            latest=latest,
            until=until,
            loci={f"{k} {name}": each for k, locus in enumerate(loci[: len(latest)]) for name, each in locus.numbers.items()},
            home=q[0],
            positions=nq,
            is_limited=bool(np.isfinite(limits).any()) or setting.saturation is not None,
        )
        shift = period * (1.5 if setting.delay else 0.5)

        def tables(t: Array) -> dict[str, Array]:
            q, qd, _ = follow(t)
            return {TABLE: np.concatenate([q, qd, follow(t + shift)[2]], axis=-1)}

        return Prepared(part, tables)

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """It has no command before it is prepared for a run."""
        raise UnsupportedOperation("CrossingControl has no plan before a run; kl.simulate and kl.rollouts prepare it")


def _follow(setting: Setting) -> Any:
    """A function of times (k,) that gives positions, rates and efforts: the trajectory's own tables, or those of its joints."""
    planned_for = getattr(setting.trajectory, "robot", None)
    if planned_for is not None and not is_same_machine(planned_for, setting.robot):
        raise UnsupportedOperation(
            f"CrossingControl: the trajectory is planned for {setting.robot.mechanism.name} with other values; plan again, by "
            "plan.with_parameters(...) or kl.crossing, or vary what the plant has and the law does not know (plant.m_p)"
        )
    own = getattr(setting.trajectory, "tables", None)
    if own is not None and {"q", "qd", "tau"} <= set(own(np.zeros(1))):

        def follow(t: Array) -> tuple[Array, Array, Array]:
            rows = own(t)
            return rows["q"], rows["qd"], rows["tau"]

        return follow
    motion = follow_joints(setting.robot, setting.trajectory, setting.q)

    def follow_motion(t: Array) -> tuple[Array, Array, Array]:
        joints = motion.joints(t)
        return joints.q, joints.qd, motion.efforts(t)

    return follow_motion


def _warn_of_unbounded_efforts(setting: Setting, loci: tuple[Locus, ...]) -> None:
    """Warn of a crossing that finite efforts do not make: the trajectory violates the criterion there."""
    robot, trajectory = setting.robot, setting.trajectory
    for locus in loci:
        point = trajectory(locus.time)
        qd = np.asarray(robot.inverse_velocity(locus.q[None], point.xd[None]).qd)
        qdd = np.asarray(robot.inverse_acceleration(locus.q[None], qd, point.xdd[None]).qdd)
        power = float(robot.singularity(locus.q).criterion(qd[0], qdd[0]))
        size = float(np.abs(robot.models.call(robot.models.kernel("tree_effort"), locus.q, qd[0], qdd[0])).max())
        if np.isfinite(power) and abs(power) > VIOLATED * size:
            warnings.warn(
                f"CrossingControl: at t = {locus.time:.6g} s the trajectory crosses a Type 2 singularity of "
                f"{robot.mechanism.name} without meeting the criterion ({power:.3g} W, expected 0), so its efforts are unbounded "
                "there; kl.assess reports it, and kl.crossing plans a motion that meets it",
                KinloopWarning,
                stacklevel=6,
            )


def _largest_share(effort: Any, way: Any, limit: Any) -> Any:
    """The largest part, 0 to 1, of the way from efforts within limits that keeps within them."""
    room = ca.if_else(way > 0, limit - effort, limit + effort)
    shares = ca.if_else(ca.fabs(way) <= room, 1, room / ca.fabs(way))
    return ca.fmax(ca.mmin(shares), 0)


@dataclass(frozen=True)
class PreparedCrossingControl(Law):
    """The law with its numbers. ``back``: the part of the way to the start, ``home``, by which what cannot be held moves in a
    period. ``latest``: when each locus must be crossed [s], empty where a stall is not looked for; ``until``: to when its side
    is looked at [s]; ``loci``: the numbers of each locus, by its place and name."""

    bandwidth: Any
    damping: Any
    mean_inertia: Any
    effort_limit: Any
    back: Any
    latest: Any
    until: Any
    loci: Mapping[str, Any]
    home: Any
    positions: int = field(default=0, metadata=OPTION)
    is_limited: bool = field(default=False, metadata=OPTION)

    @property
    def reads(self) -> tuple[str, ...]:
        """Nothing but its table."""
        return ()

    @property
    def key(self) -> str | None:
        """The cache's key of its formulas."""
        return f"{super().key} loci={self._count} {sorted(self.loci)}"

    @property
    def _count(self) -> int:
        """The number of loci at which a stall is looked for."""
        return int(ca.SX(self.latest).numel())

    @property
    def memory(self) -> Array:
        """The number of the locus at which it has stalled, when, and where."""
        return np.zeros(2 + self.positions if self._count else 0)

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints, within their limits."""
        nq, nv, n = len(model.mechanism.coordinates), len(model.mechanism.rates), model.n_active
        q, qd, tau = ca.vertsplit(reference[TABLE], [0, nq, nq + nv, nq + nv + n])
        if self._count:
            state = self._look_for_stall(t, measured, state, model)
            stalled = state[0] > 0
            q, qd, tau = ca.if_else(stalled, state[2:], q), (1 - stalled) * qd, (1 - stalled) * tau
        w = self.bandwidth
        pull = 2 * w * (qd - measured.qd) + w * w * joint_difference(model.mechanism, q, measured.q)
        N = model("state_space", q=measured.q, qd=measured.qd)["g"][nq:, :]
        M = model("tree_inertia", q=measured.q)["inertia"]
        wanted, inertia, limit = N.T @ (M @ pull), ca.diag(self.mean_inertia), ca.SX(self.effort_limit)
        if model.saturation is not None:
            limit = ca.fmin(limit, model.saturation)

        def efforts_with(multiple: float) -> ca.SX:
            return tau + algebra.Cholesky(N[:n, :] + (multiple * self.damping) ** 2 * inertia, range(n)).solve(wanted)

        if not self.is_limited:
            return efforts_with(1.0), state
        effort, share = ca.fmax(ca.fmin(efforts_with(DAMPINGS[0]), limit), -limit), ca.SX(1)
        for multiple in DAMPINGS[1:]:
            way = efforts_with(multiple) - effort
            share = _largest_share(effort, way, limit)
            effort += share * way
        if self._count:  # where the efforts do not hold it, it is brought back
            back = stalled * (1 - share) * self.back
            state = ca.vertcat(state[:2], state[2:] + back * (self.home - state[2:]))
        return effort, state

    def _look_for_stall(self, t: Any, measured: Measured, state: Any, model: Any) -> Any:
        """The state after a look at which side of each locus, that was to be crossed, the machine is on."""
        latest, until, stalled, late = ca.SX(self.latest), ca.SX(self.until), state[0], ca.SX(0)
        for k in range(self._count):
            own = {name.partition(" ")[2]: value for name, value in self.loci.items() if name.partition(" ")[0] == str(k)}
            here = ca.logic_and(t > latest[k], t <= until[k])
            late = ca.if_else(ca.logic_and(here, side(model, measured.q, own) > 0), k + 1, late)
        begins = ca.logic_and(stalled == 0, late > 0)
        return ca.vertcat(
            ca.if_else(begins, late, stalled), ca.if_else(begins, t, state[1]), ca.if_else(begins, measured.q, state[2:])
        )

    def report(self, state: Array) -> tuple[LawEvent, ...]:
        """A stall."""
        if not self._count or not state[0]:
            return ()
        latest = float(np.ravel(self.latest)[int(state[0]) - 1])
        message = (
            f"at t = {float(state[1]):.6g} s the machine was on the side of the Type 2 singularity from which it came, and was "
            f"to have crossed by {latest:.6g} s; from then on the law holds it there, as far as its efforts go"
        )
        return (LawEvent(float(state[1]), "stall", message),)
