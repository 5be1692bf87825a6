"""Many closed-loop runs in one call, on one thread, against ``mujoco.rollout`` of the same plant under RK4 on one thread.

Ours are 2 s at 1 kHz of computed torque along the description's motion, masses and gains differing from run to run, with the
summaries of each. MuJoCo's rollout has no law: it is given the efforts that our law commands, so that its plant goes the same
way, and its result is checked against ours. Its Biglide is that of ``closed_loop.py``; its Stewart-Gough platform is the MJCF
that kinloop writes. A step of one run is compared, in seconds of the processor, since one thread at work is asked about; MuJoCo's
runs take their time one after the other, so it gets fewer.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import mujoco
import mujoco.rollout
import numpy as np
from closed_loop import mujoco_biglide
from measure import Measure, best
from sweep import DURATION, LAW, PERIOD, RUNS, biglide_run, sweep

import kinloop as kl
from kinloop.mechanism.formats.mjcf.mjcf_write import write_mjcf

STEPS = round(DURATION / PERIOD)
PIECE, RUNS_OF_MUJOCO = 1000, 4  # that take turns
HEXAPODS, HEXAPODS_OF_MUJOCO = 256, 2
MUJOCO = "mujoco.rollout, RK4"


def measures() -> list[Measure]:
    return [*biglide(), *stewart_gough(), *single_runs(), memory()]


# ---------------------------------------------------------------- many runs


def biglide() -> list[Measure]:
    robot, path, q = biglide_run()
    record = kl.simulate(robot, LAW, path, duration=DURATION, period=PERIOD, q=q)
    model, data = mujoco_biglide(robot, q)
    states = mujoco_rollout(model, data, record.tau[:STEPS], RUNS_OF_MUJOCO)
    apart = float(np.abs(states[0, -1, 1:3] - (record.q[-1, :2] - q[:2])).max())
    sweep(PIECE)
    ours, peer = alternately(
        lambda: sweep(PIECE), lambda: mujoco_rollout(model, data, record.tau[:STEPS], RUNS_OF_MUJOCO), rounds=12
    )
    ns, peer_ns = ours / (PIECE * STEPS) * 1e9, peer / (RUNS_OF_MUJOCO * STEPS) * 1e9
    (all_of_them,) = best(lambda: sweep(RUNS), rounds=1)
    return [
        Measure("rollouts", f"Biglide, {PIECE} runs, a step of one", ns, "ns", peer_ns, MUJOCO, 180, "faster", "least"),
        Measure("rollouts", f"Biglide, {RUNS} runs of 2 s", all_of_them, "s"),
        Measure("rollouts", "Biglide, slides after 2 s, MuJoCo", apart, "m apart", target=1e-6),
    ]


def stewart_gough() -> list[Measure]:
    """The first way of the description's motion and a rest at its end."""
    robot = kl.load("stewart_gough")
    motion = robot.mechanism.motion
    assert motion is not None
    first, second = ([_number(entry, robot) for entry in point] for point in motion.points[:2])
    path = kl.Quintic(first, second, 1.0, space="pose")
    clock: dict[str, Any] = {"duration": DURATION, "period": PERIOD}
    record = kl.simulate(robot, LAW, path, **clock)
    model = mujoco.MjModel.from_xml_string(write_mjcf(robot.mechanism, q=list(record.q[0]), timestep=PERIOD))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    # Motors are in the order of the active joints, by name.
    states = mujoco_rollout(model, data, record.tau[:STEPS], HEXAPODS_OF_MUJOCO)
    legs = [int(model.joint(name).qposadr[0]) for name in robot.active]
    middle = STEPS // 4  # open loop, the platform is an upturned pendulum on six legs
    apart = float(np.abs(states[0, middle - 1, 1:][legs] - record.q[middle, : robot.n_active]).max())
    random = np.random.default_rng(2)
    vary = {"law.kp": random.uniform(80.0, 120.0, HEXAPODS), "law.kd": random.uniform(16.0, 24.0, HEXAPODS)}
    ours, peer = alternately(
        lambda: kl.rollouts(robot, LAW, path, vary=vary, keep="summary", threads=1, **clock),
        lambda: mujoco_rollout(model, data, record.tau[:STEPS], HEXAPODS_OF_MUJOCO),
        rounds=4,
    )
    ns, peer_ns = ours / (HEXAPODS * STEPS) * 1e9, peer / (HEXAPODS_OF_MUJOCO * STEPS) * 1e9
    return [
        Measure("rollouts", f"Stewart-Gough, {HEXAPODS} runs, a step of one", ns, "ns", peer_ns, MUJOCO, 10, "faster", "least"),
        Measure("rollouts", "Stewart-Gough, legs after 0.5 s, MuJoCo", apart, "m apart", target=1e-4),
    ]


def mujoco_rollout(model: mujoco.MjModel, data: mujoco.MjData, efforts: np.ndarray, runs: int) -> np.ndarray:
    """States (runs, steps, 1 + nq + nv), the time first."""
    state = np.empty(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_resetData(model, data)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    states, _ = mujoco.rollout.rollout(model, data, np.tile(state, (runs, 1)), np.tile(efforts, (runs, 1, 1)))
    return np.asarray(states)


def alternately(ours: Callable[[], object], peer: Callable[[], object], rounds: int) -> tuple[float, float]:
    """The shortest time [s] of the processor of each; they take turns, so that a noisy second hits both."""
    shortest = [float("inf"), float("inf")]
    for _ in range(rounds):
        for k, task in enumerate((ours, peer)):
            started = process_time()
            task()
            shortest[k] = min(shortest[k], process_time() - started)
    return shortest[0], shortest[1]


# ---------------------------------------------------------------- single runs


def single_runs() -> list[Measure]:
    robot, path, q = biglide_run()

    def in_python(t: float, measured: Any, reference: Any, state: Any, model: kl.Robot) -> Any:
        wanted = reference.qdd_active + 20.0 * (reference.qd_active - measured.qd_active)
        wanted += 100.0 * (reference.q_active - measured.q_active)
        return model.inverse_dynamics(measured.q, measured.qd, wanted), state

    def run(law: kl.Law) -> Callable[[], kl.Record]:
        return lambda: kl.simulate(robot, law, path, duration=DURATION, period=PERIOD, q=q)

    python = kl.python_law(in_python, joint_reference=True)
    difference = float(np.abs(run(LAW)().q - run(python)().q).max())
    (compiled,), (interpreted,) = best(run(LAW), rounds=60), best(run(python), rounds=8)
    return [
        Measure("rollouts", "Biglide, one run of 2 s at 1 kHz", compiled * 1e3, "ms", target=5.0),
        Measure("rollouts", "the same, its law in Python", interpreted * 1e3, "ms", target=50.0),
        Measure("rollouts", "the same two, q", difference, "apart", target=1e-12),
    ]


# ---------------------------------------------------------------- memory


def memory() -> Measure:
    """The peak of a process that does nothing else, and knows no peer."""
    answer = subprocess.run([sys.executable, Path(__file__).with_name("sweep.py")], capture_output=True, text=True, check=True)
    return Measure("rollouts", f"Biglide, {RUNS} runs with summaries, peak memory", float(answer.stdout), "MB", target=500.0)


def _number(entry: Any, robot: kl.Robot) -> float:
    return float(entry.value(dict(robot.parameters))) if hasattr(entry, "value") else float(entry)
