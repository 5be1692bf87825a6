"""A sampled closed loop: the Biglide under a control law in one scan, against MuJoCo's RK4 step of the same Biglide.

Ours: the law, four stages of constrained dynamics, projection on the loops; 1 ms a step. MuJoCo's: the step alone, without a law
and without Python between the steps; its rods are tendons held at their length, so no leg needs a mass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import casadi as ca
import mujoco
import numpy as np
from measure import Measure, best

import kinloop as kl
from kinloop.compile.llvm.scan import Program, Scan, compile_scan
from kinloop.compile.tape.tape import Formula, scalar, vector
from kinloop.model.dynamics.actuated_model import ActiveModel

PERIOD = 1e-3
PERIODS = 200
RUNS = 64
STIFFNESS, DAMPING = 100.0, 20.0
Q_START = (0.5, -0.046)
EFFORTS = (0.5, -0.3)
Law = Literal["constant", "PD", "computed torque"]

MJCF = """
<mujoco>
  <option timestep="{period}" integrator="RK4" gravity="0 0 -9.81"/>
  <worldbody>
    <body pos="{left} {q1} 0"><joint name="q1" type="slide" axis="0 1 0"/>{foot}<site name="A1"/></body>
    <body pos="{right} {q2} 0"><joint name="q2" type="slide" axis="0 1 0"/>{foot}<site name="A2"/></body>
    <body pos="{x} {y} 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>{platform}<site name="C"/></body>
  </worldbody>
  <tendon>
    <spatial name="rod1"><site site="A1"/><site site="C"/></spatial>
    <spatial name="rod2"><site site="A2"/><site site="C"/></spatial>
  </tendon>
  <equality>
    <tendon tendon1="rod1" solref="{stiff}" solimp="0.9999 0.9999 0.001"/>
    <tendon tendon1="rod2" solref="{stiff}" solimp="0.9999 0.9999 0.001"/>
  </equality>
  <actuator><motor joint="q1"/><motor joint="q2"/></actuator>
</mujoco>
"""


def biglide_loop(robot: kl.Robot, law: Law) -> Scan:
    """The loop along a slow sine under a fixed PD law or computed torque; or with constant efforts, to compare motions."""
    formulas = robot.models.formulas

    def program() -> Program:
        model, active = formulas.model, ActiveModel(formulas.model)
        t, command = scalar("t", ca.SX.sym("t")), vector("command", model.tau)
        q, qd = model.tree_model.q[: model.n_active], model.tree_model.v[: model.n_active]
        state = vector("state", ca.vertcat(model.tree_model.q, model.tree_model.v))
        parameters = vector("parameters", model.tree_model.parameters)
        wave = 0.02 * ca.sin(t.expression)
        wanted = STIFFNESS * (ca.vertcat(Q_START[0] - wave, Q_START[1] + wave) - q) - DAMPING * qd
        efforts = {"constant": ca.SX(EFFORTS), "PD": wanted, "computed torque": active.inertia @ wanted + active.bias}[law]
        return Program(
            command=Formula("command", (t, state, parameters), (vector("command", efforts),)),
            rate=Formula("rate", (state, command, parameters), (vector("rate", model.regular_state_rate),)),
            project=Formula("project", (state, parameters), (vector("state", model.projected_state),)),
            record=Formula("record", (state, command), (vector("record", ca.vertcat(state.expression, command.expression)),)),
        )

    return compile_scan(program, {**formulas.key, "benchmark": "closed loop", "law": law}, "biglide_loop")


def mujoco_biglide(robot: kl.Robot, q: np.ndarray | None = None) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """The Biglide at a configuration, its start unless given; positions count from there."""
    p = robot.parameters
    q = robot.start if q is None else q
    x, y, _ = robot.frame_pose(q).position
    model = mujoco.MjModel.from_xml_string(
        MJCF.format(
            period=PERIOD,
            left=-p["d"] / 2,
            right=p["d"] / 2,
            q1=q[0],
            q2=q[1],
            x=x,
            y=y,
            foot=f'<inertial pos="0 0 0" mass="{p["m_f"]}" diaginertia="1 1 1"/>',
            platform=f'<inertial pos="0 0 0" mass="{p["m_p"]}" diaginertia="1 1 1"/>',
            stiff=f"{2 * PERIOD} 1",
        )
    )
    return model, mujoco.MjData(model)


def measures() -> list[Measure]:
    robot = kl.load("biglide")
    model, data = mujoco_biglide(robot)
    start = np.concatenate([robot.start, np.zeros(4)])
    many = np.tile(start, (RUNS, 1))
    every = 20
    times = PERIOD * every * np.arange(PERIODS // every)

    def run(law: Law, state: np.ndarray) -> Callable[[], object]:
        loop = biglide_loop(robot, law)
        return lambda: loop(state, times, PERIOD, parameters=robot.models.parameter_inputs[0], every=every, threads=1)

    def steps_of_mujoco() -> None:
        mujoco.mj_resetData(model, data)
        data.ctrl[:] = 0.1 * EFFORTS[0], 0.1 * EFFORTS[1]
        mujoco.mj_step(model, data, nstep=PERIODS)

    fixed, torque, single, peer = best(
        run("PD", many), run("computed torque", many), run("computed torque", start), steps_of_mujoco, rounds=60
    )
    step = 1e9 / PERIODS

    def against(name: str, seconds: float, target: float | None) -> Measure:
        times = (seconds * step, "ns", peer * step)
        return Measure("closed loop", f"Biglide, {name}", *times, "MuJoCo RK4 step", target, "faster", "least")

    return [
        against(f"PD law, {RUNS} runs, a step of one", fixed / RUNS, 150),
        against(f"computed torque, {RUNS} runs, a step of one", torque / RUNS, None),
        against("computed torque, a single run, a step", single, None),
        Measure("closed loop", "Biglide, slides after 0.3 s of constant efforts, MuJoCo", difference(robot), "m apart"),
    ]


def difference(robot: kl.Robot) -> float:
    """The two simulate the same machine: how far apart their slides are. MuJoCo's rods give a little."""
    model, data = mujoco_biglide(robot)
    periods = 300
    data.ctrl[:] = EFFORTS
    mujoco.mj_step(model, data, nstep=periods)
    start = np.concatenate([robot.start, np.zeros(4)])
    runs = biglide_loop(robot, "constant")(
        start, PERIOD * np.arange(periods), PERIOD, parameters=robot.models.parameter_inputs[0]
    )
    return float(np.abs(runs.state[:2] - (robot.start[:2] + data.qpos[:2])).max())
