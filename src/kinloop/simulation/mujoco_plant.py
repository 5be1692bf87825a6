"""A machine simulated by MuJoCo: an engine of others, with loops that give way a little."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import UnsupportedOperation, listing
from kinloop.mechanism.mjcf_write import write_mjcf
from kinloop.mechanism.parts import Mechanism
from kinloop.mechanism.placement import at
from kinloop.model.robot import Robot
from kinloop.simulation.engine_state import EngineState
from kinloop.simulation.massless_rods import Completion, with_rods

Array = np.ndarray
HINGE, SLIDE, BALL = 3, 2, 1  # mjtJoint


class MujocoPlant:
    def __init__(self, robot: Robot, step: float = 1e-4) -> None:
        import mujoco

        dry = [j.name for j in robot.mechanism.joints if j.kind != "fixed" and at(j.friction.coulomb, robot.parameters)]
        if dry:
            raise UnsupportedOperation("")
        self._mujoco = mujoco
        self.robot, self.step = robot, step
        replaced = with_rods(robot)
        self._completion = Completion(robot, replaced.joints)
        mechanism = replaced.robot.mechanism
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = write_mjcf(mechanism, {n: float(v) for n, v in replaced.robot.parameters.items()}, timestep=step)
        self._model = mujoco.MjModel.from_xml_string(text)
        self._data = mujoco.MjData(self._model)
        q, v = _order(self._model, mechanism)
        self._q = self._completion.kept_q[q]
        self._v = self._completion.kept_v[v]
        self._q_local, self._v_local = q, v

    def start(self, q, qd):
        self._mujoco.mj_resetData(self._model, self._data)
        self._before = np.array(q, float)
        self._data.qpos[:] = self._before[self._q]
        self._data.qvel[:] = np.asarray(qd, float)[self._v]

    def advance(self, tau, duration):
        m, d = self._model, self._data
        n = max(1, int(np.ceil(duration / self.step - 1e-6)))
        m.opt.timestep = duration / n
        m.eq_solref[:, 0] = 2 * m.opt.timestep
        efforts = np.zeros(len(self.robot.mechanism.rates)); efforts[: self.robot.n_active] = tau
        d.qfrc_applied[:] = efforts[self._v]
        self._mujoco.mj_step(m, d, n)
        q = np.empty(len(self._q)); q[self._q_local] = d.qpos
        v = np.empty(len(self._v)); v[self._v_local] = d.qvel
        self._before, qd = self._completion.complete(q, v, self._before)
        return EngineState(self._before.copy(), qd, np.full(qd.shape, np.nan), np.full(0, np.nan))


def _order(model: Any, mechanism: Mechanism) -> tuple[Array, Array]:
    """Where MuJoCo's positions and rates are among the mechanism's."""
    positions: list[str] = []
    rates: list[str] = []
    for k in range(model.njnt):
        name = model.joint(k).name
        if model.jnt_type[k] == BALL:
            joint = next(j for j in mechanism.joints if name == (f"{j.name}_q" if j.kind == "free" else j.name) and j.quaternion)
            positions += joint.quaternion
            rates += joint.rates[-3:]
        else:
            joint = next(j for j in mechanism.joints if name in j.coordinates)
            positions.append(name)
            rates.append(joint.rates[joint.coordinates.index(name)])
    coordinates, speeds = mechanism.coordinates, mechanism.rates
    return np.array([coordinates.index(n) for n in positions], dtype=int), np.array([speeds.index(n) for n in rates], dtype=int)
