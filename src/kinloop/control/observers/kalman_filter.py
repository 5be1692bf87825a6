r"""A Kalman filter on the constrained model: prediction by the machine's dynamics, correction on the set of closed loops.

The state has two numbers a degree of freedom, deviations of the independent joints and of their rates
(:meth:`~kinloop.Robot.linearise`). Between samples the whole model is integrated; a correction moves the independent joints, and
the others follow by the closures. The gains are computed before the run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.gains import as_gain, check_names, one_each
from kinloop.control.law_model import LawModel
from kinloop.control.observers.from_model import complete_positions, complete_rates
from kinloop.control.observers.observer import Estimate, Measurement, Observer
from kinloop.control.reference_motion import coordinates_of, reference_motion
from kinloop.control.riccati import predicted_covariances, sample_model, stationary_covariance
from kinloop.control.tunable import OPTION, Prepared, Setting
from kinloop.errors import ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.dynamics.task import task_difference, task_rows

Array = np.ndarray
HORIZONS = ("infinite", "trajectory")
TABLE = "kinloop.kalman"  # no name that a user would give


@dataclass(frozen=True)
class KalmanFilter(Observer):
    r"""Joints and rates from noisy positions, by the dynamics of the constrained model and the commands.

    .. math:: \hat z_k = \bar z_k + L_k (y_k - h(\bar q_k)), \qquad \bar z_{k+1} = f(\hat z_k, \tau_k)

    It reads measured positions, of joints and of the tool, and no rates. Near a Type 2 singularity, where active joints do not
    determine the others, the dynamics carry the estimate through.

    Args:
        process: standard deviation of disturbing accelerations of the independent joints, constant in each period [rad/s^2 or
            m/s^2]: one number, or one for each.
        noise: standard deviations of what is measured, as in :class:`Sensors`: ``"q"`` and, where the tool is measured, ``"x"``;
            each one number, or one for each measured coordinate.
        horizon: ``"infinite"``: one gain, about the configuration where the run begins; ``"trajectory"``: gains along the whole
            trajectory.
        independent: names of the independent joints, as for :meth:`~kinloop.Robot.linearise`.
    Raises: ShapeError, NotFinite, UnknownName: values that do not fit.
    """

    process: Any
    noise: Mapping[str, Any]
    horizon: str = field(default="infinite", kw_only=True, metadata=OPTION)
    independent: tuple[str, ...] | None = field(default=None, kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.noise, Mapping):
            raise ShapeError(f'KalmanFilter: noise is {self.noise!r:.80}, expected standard deviations by name, as {{"q": 1e-5}}')
        for name, value in {"process": self.process, **self.noise}.items():
            if name not in ("process", "q", "x"):
                raise unknown_name("noise of", name, ("q", "x"), "a Kalman filter")
            if (array := as_gain("KalmanFilter", name, value)).ndim > 1 or not np.all(array > 0):
                raise ShapeError(f"KalmanFilter: {name} is {value!r:.80}, expected standard deviations above zero")
        if not isinstance(self.horizon, str) or self.horizon not in HORIZONS:
            raise unknown_name("horizon", self.horizon, HORIZONS, "KalmanFilter")
        object.__setattr__(self, "independent", check_names("KalmanFilter", self.independent))

    @property
    def gains(self) -> dict[str, Array]:
        """None: the deviations act by the gains that are computed before the run."""
        return {}

    @property
    def uses_command(self) -> bool:
        """True: the command of the period before drives the prediction."""
        return True

    def begin(self, q: Array, qd: Array) -> Array:
        """Whether a period is over, and the state at the start."""
        return _begin(q, qd)

    def prepare(self, setting: Setting) -> Prepared:
        """The gains as a table over time. Raises: UnsupportedOperation: what is measured does not determine the state."""
        robot, name = setting.robot, setting.robot.mechanism.name
        if setting.is_kinematic:
            raise UnsupportedOperation(
                "KalmanFilter predicts by the dynamics, but plant='kinematic' follows rates; use FromModel"
            )
        if len(setting.q_places) != len(setting.v_places):
            raise UnsupportedOperation(
                f"KalmanFilter: {name} measures a joint with a quaternion, whose numbers have no difference"
            )
        motion = reference_motion(setting, "KalmanFilter")
        along = robot.linearise(motion.q, motion.qd, motion.tau, independent=self.independent)
        if not np.isfinite(along.A).all():
            raise UnsupportedOperation(
                f"KalmanFilter: {name} cannot be linearised along the motion with the independent joints "
                f"{', '.join(along.independent)}; give others: independent=..."
            )
        places = tuple(robot.mechanism.rates.index(rate) for rate in along.independent)
        prepared = _Prepared(coordinates_of(robot, along.independent, "KalmanFilter"), places)
        rows = self._gain_table(setting, along)

        def tables(t: Array) -> dict[str, Array]:
            place = np.clip(np.round(np.asarray(t) / motion.step).astype(int), 0, len(rows) - 1)
            return {TABLE: rows[place]}

        return Prepared(prepared, tables)

    def _gain_table(self, setting: Setting, along: Any) -> Array:
        """The gains at all samples, each matrix as a row."""
        f, T = len(along.independent), setting.period
        push = np.vstack([T**2 / 2 * np.eye(f), T * np.eye(f)])
        W = push @ np.diag(np.square(one_each("KalmanFilter", "process", self.process, f))) @ push.T
        H, V = self._outputs(setting, along)
        first = sample_model(along.A[0], along.B[0], T)[0]
        P = stationary_covariance(first, H[0], W, V, f"KalmanFilter: {setting.robot.mechanism.name}")
        if self.horizon == "infinite":
            covariances = [P]
        else:
            covariances = predicted_covariances(
                [sample_model(A, B, T)[0] for A, B in zip(along.A, along.B, strict=True)], H, W, V, P
            )
        gains = [P @ h.T @ np.linalg.inv(h @ P @ h.T + V) for P, h in zip(covariances, H, strict=False)]
        return np.stack([gain.ravel() for gain in gains])

    def _outputs(self, setting: Setting, along: Any) -> tuple[Array, Array]:
        """What is measured, as a linear function of the states (k, outputs, states), and the variances of its noise."""
        rows, deviations, f = [along.basis[:, list(setting.v_places), :]], [], len(along.independent)
        counts = {"q": len(setting.v_places)}
        if setting.has_tool:
            counts["x"] = len(task_rows(setting.robot.mechanism))
            rows.append(along.C[:, : counts["x"], :f])
        for name, count in counts.items():
            if count and name not in self.noise:
                raise ShapeError(f"KalmanFilter: noise has no {name!r}, which is measured; expected its standard deviation")
            if count:
                deviations.append(one_each("KalmanFilter", f"noise of {name}", self.noise[name], count))
        H = np.concatenate(rows, axis=1)
        return np.concatenate([H, np.zeros_like(H)], axis=-1), np.diag(np.square(np.concatenate(deviations)))

    def __call__(
        self, t: Any, measurement: Measurement, command: Any, reference: Any, state: Any, model: LawModel
    ) -> tuple[Estimate, Any]:
        """It has no estimate before it is prepared for a run."""
        raise UnsupportedOperation("KalmanFilter has no gains before a run; kl.simulate and kl.rollouts prepare it")


@dataclass(frozen=True)
class _Prepared(Observer):
    """The filter with its table of gains. ``coordinates`` and ``rates``: places of the independent joints."""

    coordinates: tuple[int, ...] = field(metadata=OPTION)
    rates: tuple[int, ...] = field(metadata=OPTION)

    @property
    def uses_command(self) -> bool:
        """True."""
        return True

    def begin(self, q: Array, qd: Array) -> Array:
        """Whether a period is over, and the state at the start."""
        return _begin(q, qd)

    def __call__(
        self, t: Any, measurement: Measurement, command: Any, reference: Any, state: Any, model: LawModel
    ) -> tuple[Estimate, Any]:
        """Predict from the last estimate, correct by the measurement, close the loops."""
        nq, f = len(model.mechanism.coordinates), len(self.rates)
        is_later, q, qd = ca.vertsplit(state, [0, 1, 1 + nq, state.numel()])
        predicted = _predict(q, qd, command, model)
        q, qd = (ca.if_else(is_later, after, before) for after, before in zip(predicted, (q, qd), strict=True))
        places = list(measurement.q_places)
        difference = [measurement.q[places] - q[places]]
        if measurement.x is not None:
            difference.append(task_difference(model.mechanism.task, measurement.x, model("task", q=q)["x"]))
        innovation = ca.vertcat(*difference)
        change = ca.reshape(reference[TABLE], innovation.numel(), 2 * f).T @ innovation
        moved, rates = ca.SX(q), ca.SX(qd)
        moved[list(self.coordinates)] += change[:f]
        rates[list(self.rates)] += change[f:]
        known = Measurement(moved, rates, self.coordinates, self.rates)
        q = complete_positions(known, q, model)
        qd = complete_rates(known, q, model)
        estimate = Estimate(q, qd)
        if measurement.x is not None:
            estimate = Estimate(q, qd, model("task", q=q)["x"], model("task_velocity", q=q, qd=qd)["xd"])
        return estimate, ca.vertcat(1, q, qd)


def _begin(q: Array, qd: Array) -> Array:
    return np.concatenate([np.zeros((*q.shape[:-1], 1)), q, qd], axis=-1)


def _predict(q: ca.SX, qd: ca.SX, tau: ca.SX, model: LawModel) -> tuple[ca.SX, ca.SX]:
    """The state one period later by the midpoint rule, with the efforts held."""
    T = model.period
    qdd = model("forward_dynamics", q=q, qd=qd, tau=tau)["qdd"]
    middle, rates = model("retract", q=q, qd=T / 2 * qd)["q"], qd + T / 2 * qdd
    qdd = model("forward_dynamics", q=middle, qd=rates, tau=tau)["qdd"]
    return model("retract", q=q, qd=T * rates)["q"], qd + T * qdd
