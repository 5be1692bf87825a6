"""A machine simulated by MuJoCo: an engine of others, with loops that give way a little."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import EngineFailed
from kinloop.mechanism.mjcf_write import write_mjcf
from kinloop.mechanism.parts import Mechanism
from kinloop.mechanism.placement import at
from kinloop.model.robot import Robot
from kinloop.simulation.engine import (
    Array,
    checked_efforts,
    checked_state,
    checked_step,
    engine_state,
    single_machine,
    substeps,
)
from kinloop.simulation.massless_rods import Completion, with_rods
from kinloop.simulation.plant import PlantState

BALL = 1  # mjtJoint


class MujocoPlant:
    """The same mechanism from the MJCF that kinloop writes, under MuJoCo's RK4.

    Loops are as stiff as MuJoCo allows: a gap closes within two steps, and accelerations are off by 1e-4 of what pulls at a loop,
    so that the error falls with the step. Links without mass that close a loop are rods (spatial tendons), and their angles
    follow from the loop's closure. Coulomb friction, which MJCF does not have smoothed, is added at every stage, in Python.
    """

    def __init__(self, robot: Robot, step: float = 1e-4) -> None:
        """
        Args:
            robot: with single values of its parameters.
            step: the longest step of the integrator [s].
        Raises: UnsupportedOperation: a loop or a link that MuJoCo cannot have.
        """
        import mujoco

        self.robot, self.step = robot, checked_step(step)
        values = single_machine(robot, "MuJoCo")
        replaced = with_rods(robot)
        mechanism = replaced.robot.mechanism
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Coulomb friction is below, and shapes do not move
            text = write_mjcf(mechanism, single_machine(replaced.robot, "MuJoCo"), timestep=self.step)
        self._mujoco = mujoco
        self._model = mujoco.MjModel.from_xml_string(text)
        self._model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET  # else a diverged run starts again without a word
        self._data = mujoco.MjData(self._model)
        self._completion = Completion(robot, replaced.joints)
        self._q, self._v = _order(self._model, mechanism)
        self._v_robot = self._completion.kept_v[self._v]
        coulomb, speed = (np.array([at(value, values) for value in rates]) for rates in _friction(robot.mechanism))
        self._coulomb, self._speed = coulomb[self._v_robot], speed[self._v_robot]
        self._before: Array | None = None

    def start(self, q: ArrayLike, qd: ArrayLike) -> None:
        """Set the state: all positions (nq,), closing the loops, and all rates (nv,)."""
        self._before, rates = checked_state(self.robot, q, qd)
        self._mujoco.mj_resetData(self._model, self._data)
        self._data.qpos[:] = self._before[self._completion.kept_q[self._q]]
        self._data.qvel[:] = rates[self._v_robot]

    def advance(self, tau: ArrayLike, duration: float) -> PlantState:
        """Hold the active efforts (n_active,) for a duration [s]; the state after it.

        Raises: EngineFailed: MuJoCo's state is no longer finite, or nothing was started.
        """
        efforts, steps = checked_efforts(self.robot, tau), substeps(duration, self.step)
        if self._before is None:
            raise EngineFailed(f"{self.robot.mechanism.name}: advance was called before start, or after a failure")
        model, data = self._model, self._data
        model.opt.timestep = duration / steps
        model.eq_solref[:, 0] = 2 * model.opt.timestep
        on_all = np.zeros(len(self.robot.mechanism.rates))
        on_all[: self.robot.n_active] = efforts
        data.qfrc_applied[:] = on_all[self._v_robot]
        self._step(steps)
        q, qd = np.empty_like(data.qpos), np.empty_like(data.qvel)
        q[self._q], qd[self._v] = data.qpos, data.qvel
        if any(warning.number for warning in data.warning) or not (np.isfinite(q).all() and np.isfinite(qd).all()):
            before, self._before = self._before, None
            raise EngineFailed(
                f"{self.robot.mechanism.name}: MuJoCo's state left all bounds within {duration:g} s in {steps} steps "
                f"from q = {before} under tau = {efforts}"
            )
        self._before, rates = self._completion.complete(q, qd, self._before)
        return engine_state(self.robot, self._before.copy(), rates)

    def _step(self, steps: int) -> None:
        """MuJoCo's hooks are global: they are ours for these steps only."""
        mujoco = self._mujoco
        warning, passive = mujoco.get_mju_user_warning(), mujoco.get_mjcb_passive()
        mujoco.set_mju_user_warning(lambda message: None)  # else it is printed and logged to a file; we look at the numbers
        try:
            if self._coulomb.any():
                mujoco.set_mjcb_passive(self._dry_friction)
            mujoco.mj_step(self._model, self._data, steps)
        finally:
            mujoco.set_mju_user_warning(warning)
            mujoco.set_mjcb_passive(passive)

    def _dry_friction(self, model: Any, data: Any) -> None:
        data.qfrc_passive[:] -= self._coulomb * np.tanh(data.qvel / self._speed)


def _friction(mechanism: Mechanism) -> tuple[list[Any], list[Any]]:
    """Of every rate the Coulomb friction and the speed that smooths it."""
    joints = [joint for joint in mechanism.ordered_joints for _ in joint.rates]
    return [joint.friction.coulomb for joint in joints], [joint.friction.speed for joint in joints]


def _order(model: Any, mechanism: Mechanism) -> tuple[Array, Array]:
    """Where MuJoCo's positions and rates are among the mechanism's; they mean the same in both."""
    positions: list[str] = []
    rates: list[str] = []
    for k in range(model.njnt):
        name = model.joint(k).name
        if model.jnt_type[k] == BALL:
            named = {
                f"{joint.name}_q" if joint.kind == "free" else joint.name: joint for joint in mechanism.joints if joint.quaternion
            }
            positions += named[name].quaternion
            rates += named[name].rates[-3:]
        else:
            joint = next(joint for joint in mechanism.joints if name in joint.coordinates)
            positions.append(name)
            rates.append(joint.rates[joint.coordinates.index(name)])
    places = {name: k for k, name in enumerate(mechanism.coordinates)}, {name: k for k, name in enumerate(mechanism.rates)}
    q, v = ([place[name] for name in names] for place, names in zip(places, (positions, rates), strict=True))
    return np.array(q, dtype=int), np.array(v, dtype=int)
