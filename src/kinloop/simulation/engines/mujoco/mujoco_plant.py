"""A machine simulated by MuJoCo: an external engine with loops that give way a little."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import EngineFailed
from kinloop.mechanism.formats.mjcf.mjcf_bodies import ball_name
from kinloop.mechanism.kinds.friction_laws import FRICTION_LAWS, FrictionLaw
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.parts.transforms import at
from kinloop.model.dynamics.tree import frame_of_load
from kinloop.model.export.massless_rods import with_rods
from kinloop.model.export.mjcf_file import require_enough_inertia
from kinloop.model.export.sliding_loops import with_carriages
from kinloop.model.robot import Robot
from kinloop.simulation.engines.common.closure_forces import ClosureForces
from kinloop.simulation.engines.common.completion import Completion
from kinloop.simulation.engines.common.engine import Array, EngineArguments, require_step, single_machine, substeps
from kinloop.simulation.engines.common.joint_readout import JointState
from kinloop.simulation.engines.common.surface_forces import surface_forces
from kinloop.simulation.engines.mujoco.mujoco_model import CONTACT_NAME, WRENCH_NAME, anchor_of, mujoco_model, quiet
from kinloop.simulation.plants.plant import PlantState

BALL = 1  # mjtJoint


class MujocoPlant:
    """The same mechanism from the MJCF that kinloop writes, under MuJoCo's RK4.

    Loops are as stiff as MuJoCo allows: a gap closes within two steps, and accelerations are off by 1e-4 of what pulls at a loop,
    so that the error falls with the step. Links without mass that close a loop are rods (spatial tendons), and their angles
    follow from the loop's closure; a prismatic loop is a carriage. Dry friction, which MJCF does not have smoothed, and the
    forces of surfaces are added at every stage, in Python.
    """

    def __init__(self, robot: Robot, step: float = 1e-4, *, wrenches: Mapping[str, ArrayLike] | None = None) -> None:
        """Args:
            robot: with single values of its parameters.
            step: the longest step of the integrator [s].
            wrenches: constant wrenches on frames, as in ``robot.forward_dynamics``: force, then moment, in world axes.
        Raises: UnsupportedOperation: a loop, a link or a wrench that MuJoCo does not support, or less inertia than it allows.
        """
        import mujoco

        self.robot, self.step, self._mujoco = robot, require_step(step), mujoco
        values = single_machine(robot, "MuJoCo")
        require_enough_inertia(robot.models)
        self._arguments = EngineArguments(robot)
        loads = self._arguments.wrenches(wrenches)
        carried = with_carriages(robot.models)
        self._surfaces = surface_forces(robot)
        touching = [each.frame for each in self._surfaces]
        replaced = with_rods(
            carried.models, {anchor_of(robot.mechanism, frame_of_load(frame)[0]).link for frame in (*loads, *touching)}
        )
        mechanism = replaced.models.mechanism
        self._model, self._controls = mujoco_model(
            mechanism, single_machine(replaced.models, "MuJoCo"), self.step, replaced.models.start, loads, touching
        )
        self._sites = [self._model.site(f"{CONTACT_NAME}{frame}").id for frame in touching]
        self._data = mujoco.MjData(self._model)
        # From this robot's joints to those with carriages, and from these to the ones that MuJoCo has.
        self._carriages = Completion(carried.models, carried.joints)
        self._completion = Completion(carried.models, replaced.joints)
        self._q, self._v = _order(self._model, mechanism)
        self._v_robot = self._completion.kept_v[self._v]
        self._nv = len(carried.models.mechanism.rates)
        # A carriage has mass that belongs to the link, so the force in its weld is not the loop force.
        self._forces = None if carried.joints else ClosureForces(robot, values)
        self._dry = _dry_friction(carried.models.mechanism, values, self._v_robot)
        self._before: Array | None = None

    def start(self, q: ArrayLike, qd: ArrayLike) -> None:
        """Set the state: all positions (nq,), closing the loops, and all rates (nv,)."""
        configuration, rates = self._arguments.state(q, qd)
        carriages = np.zeros(self._nv - len(rates))
        every = self._carriages.complete(configuration, rates, np.zeros(len(rates)), np.concatenate([configuration, carriages]))
        self._before = every.q
        self._mujoco.mj_resetData(self._model, self._data)
        self._data.ctrl[self._controls] = 1.0
        self._data.qpos[:] = every.q[self._completion.kept_q[self._q]]
        self._data.qvel[:] = every.qd[self._v_robot]

    def set_wrenches(self, wrenches: Mapping[str, ArrayLike]) -> None:
        """Change the wrenches, on the frames that the plant was made with, from now on."""
        for index in self._controls:
            frame = self._model.actuator(index).name.removeprefix(WRENCH_NAME)
            self._model.actuator_gear[index] = wrenches[frame]

    def advance(self, tau: ArrayLike, duration: float) -> PlantState:
        """Hold the active efforts (n_active,) for a duration [s]; the state after it.

        Accelerations and loop forces are MuJoCo's own, at the end and still under these efforts.

        Raises: EngineFailed: MuJoCo's state is no longer finite, or the plant was not started.
        """
        efforts, steps = self._arguments.efforts(tau), substeps(duration, self.step)
        if self._before is None:
            raise EngineFailed(f"{self.robot.mechanism.name}: advance was called before start, or after a failure")
        model, data = self._model, self._data
        model.opt.timestep = duration / steps
        model.eq_solref[:, 0] = 2 * model.opt.timestep
        on_all = np.zeros(self._nv)
        on_all[: len(efforts)] = efforts
        data.qfrc_applied[:] = on_all[self._v_robot]
        self._step(steps)
        q, qd, qdd, pull = np.empty_like(data.qpos), *(np.empty_like(data.qvel) for _ in range(3))
        q[self._q], qd[self._v], qdd[self._v], pull[self._v] = data.qpos, data.qvel, data.qacc, data.qfrc_constraint
        if data.warning.number.any() or not (np.isfinite(q).all() and np.isfinite(qd).all()):
            before, self._before = self._before, None
            raise EngineFailed(
                f"{self.robot.mechanism.name}: MuJoCo's state diverged within {duration:g} s in {steps} steps "
                f"from q = {before} under tau = {efforts}"
            )
        now = self._completion.complete(q, qd, qdd, self._before)
        self._before = now.q
        return self._plant_state(now, pull)

    def _plant_state(self, now: JointState, pull: Array) -> PlantState:
        """The plant's state without the carriages, which are the last joints. Rods that replace links act at the ends of these
        links only, so loops cause no effort in the links' joints."""
        nq, nv = len(self._arguments.coordinates), len(self._arguments.rates)
        q = now.q[:nq].copy()
        if self._forces is None:
            force = np.full(len(self.robot.models.formulas.model.rows), np.nan)
        else:
            on_all = np.zeros(nv)
            on_all[self._completion.kept_v] = pull
            force = self._forces.read(q, on_all)
        return PlantState(q, now.qd[:nv].copy(), now.qdd[:nv].copy(), force)

    def _step(self, steps: int) -> None:
        """Step, and evaluate the state that is reached. MuJoCo's hooks are global, so they are set for these steps only."""
        mujoco = self._mujoco
        passive = mujoco.get_mjcb_passive()
        with quiet(mujoco):
            try:
                if self._dry or self._surfaces:
                    mujoco.set_mjcb_passive(self._add_forces)
                mujoco.mj_step(self._model, self._data, steps)
                mujoco.mj_forward(self._model, self._data)
            finally:
                mujoco.set_mjcb_passive(passive)

    def _add_forces(self, model: Any, data: Any) -> None:
        """Dry friction, and the forces of surfaces, at every stage of a step."""
        mujoco, twist, none = self._mujoco, np.zeros(6), np.zeros(3)
        for surface, site in zip(self._surfaces, self._sites, strict=True):
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_SITE, site, twist, 0)  # angular first, in world axes
            position = data.site_xpos[site]
            force = surface(position, twist[3:])
            if force.any():
                mujoco.mj_applyFT(model, data, force, none, position, model.site_bodyid[site], data.qfrc_passive)
        for law, places, numbers in self._dry:
            data.qfrc_passive[places] -= law.dry(numbers, data.qvel[places], np)


def _dry_friction(
    mechanism: Mechanism, values: dict[str, float], order: Array
) -> list[tuple[FrictionLaw, Array, dict[str, Array]]]:
    """The friction laws that are dry, each with the places of its rates in MuJoCo and its numbers; ``order`` has the place of
    each of MuJoCo's rates among the mechanism's."""
    frictions = [joint.friction for joint in mechanism.ordered_joints for _ in joint.rates]
    found = []
    for law in FRICTION_LAWS.values():
        places = np.array([k for k, rate in enumerate(order) if frictions[rate].law == law.name], dtype=int)
        each = [law.numbers(frictions[order[k]], lambda value: at(value, values)) for k in places]
        if any(law.is_dry(numbers) for numbers in each):
            found.append((law, places, {key: np.array([numbers[key] for numbers in each]) for key in law.keys}))
    return found


def _order(model: Any, mechanism: Mechanism) -> tuple[Array, Array]:
    """The places of MuJoCo's positions and rates among the mechanism's."""
    positions: list[str] = []
    rates: list[str] = []
    for k in range(model.njnt):
        name = model.joint(k).name
        if model.jnt_type[k] == BALL:
            named = {ball_name(joint): joint for joint in mechanism.joints if joint.quaternion}
            positions += named[name].quaternion
            rates += named[name].rates[-3:]
        else:
            joint = next(joint for joint in mechanism.joints if name in joint.coordinates)
            positions.append(name)
            rates.append(joint.rates[joint.coordinates.index(name)])
    places = {name: k for k, name in enumerate(mechanism.coordinates)}, {name: k for k, name in enumerate(mechanism.rates)}
    q, v = ([place[name] for name in names] for place, names in zip(places, (positions, rates), strict=True))
    return np.array(q, dtype=int), np.array(v, dtype=int)
