r"""Linear quadratic control about a configuration or along a trajectory.

The machine is linearised with two states a degree of freedom (:meth:`~kinloop.Robot.linearise`): deviations of the independent
joints and of their rates. They are the same for the whole motion, so one basis of the free motions serves all of it. The linear
model is sampled exactly with a held input, and so is the cost.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.gains import as_gain, check_names
from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.reference_motion import coordinates_of, reference_motion, require_balance
from kinloop.control.riccati import finite_horizon, sample_cost, stationary
from kinloop.control.tunable import OPTION, Prepared, Setting
from kinloop.errors import ShapeError, UnsupportedOperation, unknown_name

Array = np.ndarray
HORIZONS = ("infinite", "trajectory")
TABLE = "kinloop.lqr"  # no name that a user would give


@dataclass(frozen=True)
class LQR(Law):
    r"""The linear law that minimises a quadratic cost of the deviations from a configuration or from a motion.

    .. math:: \tau = \tau_t - K \begin{bmatrix} q_i - q_{t,i} \\ \dot q_i - \dot q_{t,i} \end{bmatrix}, \qquad
              \min \int z^T Q z + \delta\tau^T R\, \delta\tau \; dt

    The joints ``i`` are the independent ones of :meth:`~kinloop.Robot.linearise`; :math:`\tau_t` are the efforts of the reference
    by the inverse dynamic model. Nothing of the model is evaluated in the loop: the gains are computed before the run, for the
    sampling period, from the machine linearised about the end of the trajectory (``horizon="infinite"``) or along it.

    Args:
        Q: weights of the deviations, positions first: one number, one for each of the states, or a matrix.
        R: weights of the efforts, above zero: one number, one for each active joint, or a matrix.
        horizon: ``"infinite"``: one gain, about the configuration where the trajectory ends (or, without one, begins);
            ``"trajectory"``: gains along the whole trajectory by the Riccati recursion, which ends with the stationary gain.
        about: the configuration (nq,) to hold, in place of a trajectory; where the run begins unless given.
        independent: names of the independent joints, as for :meth:`~kinloop.Robot.linearise`.
    Raises: ShapeError, NotFinite, UnknownName: weights that do not fit. UnsupportedOperation: the linear model cannot be
        stabilised.
    """

    Q: Any
    R: Any
    horizon: str = field(default="infinite", kw_only=True, metadata=OPTION)
    about: Any = field(default=None, kw_only=True, metadata=OPTION)
    independent: tuple[str, ...] | None = field(default=None, kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.horizon, str) or self.horizon not in HORIZONS:
            raise unknown_name("horizon", self.horizon, HORIZONS, "LQR")
        object.__setattr__(self, "independent", check_names("LQR", self.independent))
        for name in ("Q", "R"):
            weight = as_gain("LQR", name, getattr(self, name))
            if not weight.size:
                raise ShapeError(f"LQR: {name} is empty, expected one number, a list of them, or a matrix")
            matrix = np.diag(weight) if weight.ndim == 1 else weight.reshape(1, 1) if not weight.ndim else weight
            if matrix.shape[0] != matrix.shape[1] or not np.allclose(matrix, matrix.T):
                raise ShapeError(f"LQR: {name} is {weight!r:.80}, expected a symmetric matrix, or numbers for its diagonal")
            least = np.linalg.eigvalsh(matrix).min(initial=np.inf)
            if least < 0 or (name == "R" and not least > 0):
                expected = "a positive definite" if name == "R" else "a positive semi-definite"
                raise ShapeError(f"LQR: {name} is {weight!r:.80}, expected {expected} matrix, or such numbers for its diagonal")

    @property
    def joint_reference(self) -> bool:
        """Whether the reference's joints are computed along the run; they are in the law's tables."""
        return False

    @property
    def reads(self) -> tuple[str, ...]:
        """Nothing but its tables."""
        return ()

    @property
    def gains(self) -> dict[str, Array]:
        """None: the weights act by the gains that are computed before the run."""
        return {}

    def prepare(self, setting: Setting) -> Prepared:
        """Gains and reference as tables over time."""
        motion = reference_motion(self._setting(setting), "LQR")
        robot = setting.robot
        require_balance(robot, motion, "LQR")
        along = robot.linearise(motion.q, motion.qd, motion.tau, independent=self.independent)
        places = tuple(robot.mechanism.rates.index(name) for name in along.independent)
        if not np.isfinite(along.A).all():
            k = int(np.flatnonzero(~np.isfinite(along.A).all(axis=(-1, -2)))[0])
            raise UnsupportedOperation(
                f"LQR: {robot.mechanism.name} cannot be linearised at t = {motion.t[k]:g} s with the independent joints "
                f"{', '.join(along.independent)}; give others: independent=..."
            )
        coordinates = coordinates_of(robot, along.independent, "LQR")
        Q = _weight("Q", self.Q, 2 * len(places), along.states)
        R = _weight("R", self.R, robot.n_active, along.inputs)
        K = self._gain_table(along, motion.t, Q, R, setting)
        rows = np.concatenate([motion.tau, motion.q[:, coordinates], motion.qd[:, list(places)], K.reshape(len(K), -1)], axis=-1)

        def tables(t: Array) -> dict[str, Array]:
            place = np.clip(np.round(np.asarray(t) / motion.step).astype(int), 0, len(rows) - 1)
            return {TABLE: rows[place]}

        return Prepared(_Prepared(coordinates, places), tables)

    def _setting(self, setting: Setting) -> Setting:
        """The setting with the configuration to hold. Raises: ShapeError: beside a trajectory, or of another length."""
        if self.about is None:
            return setting
        name, names = setting.robot.mechanism.name, setting.robot.mechanism.coordinates
        q = as_gain("LQR", "about", self.about)
        if q.shape != (len(names),):
            raise ShapeError(
                f"LQR: about has shape {q.shape}, expected ({len(names)},), the positions of {name}: {', '.join(names)}"
            )
        if setting.trajectory is not None:
            raise ShapeError(
                "LQR: about= gives a configuration to hold, and the trajectory another reference; expected one of them"
            )
        return replace(setting, q=q)

    def _gain_table(self, along: Any, t: Array, Q: Array, R: Array, setting: Setting) -> Array:
        """The gains (k, n, 2 f) at the times of the reference."""
        last = sample_cost(along.A[-1], along.B[-1], Q, R, setting.period)
        P, K = stationary(*last, f"LQR: {setting.robot.mechanism.name}")
        if self.horizon == "infinite":
            return np.broadcast_to(K, (len(t), *K.shape))
        gains = finite_horizon(
            [sample_cost(a, b, Q, R, setting.period) for a, b in zip(along.A[:-1], along.B[:-1], strict=True)], P
        )
        return np.stack([*gains, K])

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """It has no command before it is prepared for a run."""
        raise UnsupportedOperation("LQR has no gains before a run; kl.simulate and kl.rollouts prepare it")


@dataclass(frozen=True)
class _Prepared(Law):
    """The law with its table: planned efforts, independent joints and rates, and the gains by rows."""

    coordinates: tuple[int, ...] = field(metadata=OPTION)
    rates: tuple[int, ...] = field(metadata=OPTION)

    @property
    def reads(self) -> tuple[str, ...]:
        """Nothing but its table."""
        return ()

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        n, f = model.n_active, len(self.rates)
        tau, q, qd, gains = ca.vertsplit(reference[TABLE], [0, n, n + f, n + 2 * f, n + 2 * f + 2 * f * n])
        K = ca.reshape(gains, 2 * f, n).T
        deviation = ca.vertcat(measured.q[list(self.coordinates)] - q, measured.qd[list(self.rates)] - qd)
        return tau - K @ deviation, state


def _weight(name: str, given: Any, size: int, names: tuple[str, ...]) -> Array:
    """A weight as a matrix. Raises: ShapeError: of another size."""
    weight = as_gain("LQR", name, given)
    if weight.ndim == 0:
        return float(weight) * np.eye(size)
    if weight.shape[0] != size:
        raise ShapeError(
            f"LQR: {name} has shape {weight.shape}, expected one number, ({size},) or ({size}, {size}): {', '.join(names)}"
        )
    return np.diag(weight) if weight.ndim == 1 else weight
