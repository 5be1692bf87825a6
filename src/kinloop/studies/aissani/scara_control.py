"""Line 38 of the checklist: the SCARA robot on a multibody engine, along a Cartesian motion, under four PD loops."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.control.design.joint_design import joint_design
from kinloop.control.design.machine_loop import pid_loop
from kinloop.control.law import Law
from kinloop.control.pd import PD
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.record.record import Record
from kinloop.studies.aissani.joint_runs import thin
from kinloop.studies.aissani.settings import OPEN_NUMBERS, SCARA_KD, SCARA_KP, SCARA_MASS, SCARA_PATH, g, scara, scara_start
from kinloop.studies.framework.figure_data import Curves, FigureData, Motion, over_time
from kinloop.studies.framework.finding import claim, go_beyond, observe
from kinloop.studies.framework.set_equations import set_equations
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray
LAWS: dict[str, Law] = {"four loops": PD(SCARA_KP, SCARA_KD), "computed torque": ComputedTorque(100.0, 20.0)}
JOINTS = ("d4", "theta1", "theta2", "theta3")


@cache
def follow(gravity: bool, law: str = "four loops", duration: float = 5.0, plant: str = "native", period: float = 1e-3) -> Record:
    """The Cartesian motion, carried to the joints by the inverse kinematics, elbow down; ``law`` is a name in ``LAWS``."""
    return simulate(scara(gravity), LAWS[law], SCARA_PATH, duration=duration, period=period, q=scara_start(), plant=plant)


def joint_error(run: Record) -> Array:
    """The references of the joints minus the joints."""
    if run.q_ref is None:
        raise AssertionError("a run along a trajectory has references")
    return np.asarray(run.q_ref - run.q)


def inverse_gap() -> float:
    """The references of the joints against the thesis's inverse kinematics (2.28) to (2.32), along the motion [rad or m]."""
    run = follow(False)
    x, y, z, phi = SCARA_PATH(run.t).x.T
    l1, l2, l3 = (float(scara().parameters[name]) for name in ("l1", "l2", "l3"))
    wx, wy = x - l3 * np.cos(phi), y - l3 * np.sin(phi)
    theta2 = np.arccos((wx**2 + wy**2 - l1**2 - l2**2) / (2 * l1 * l2))
    theta1 = np.arctan2(wy, wx) - np.arctan2(l2 * np.sin(theta2), l1 + l2 * np.cos(theta2))
    expected = np.stack([z, theta1, theta2, phi - theta1 - theta2], axis=-1)
    return float(np.abs(run.q + joint_error(run) - expected).max())


@study(
    "003-38",
    "SCARA robot under four PD loops",
    did="Builds the robot in Simscape Multibody with links from CAD, turns a Cartesian trajectory into joint trajectories by "
    "inverse kinematics, and follows it with four PD loops, gains (6.1) by trial and error.",
    claimed="PD control suits the robot, since its links move in horizontal planes; the movement is quite jerky.",
    seconds=6.0,
)
def line_38_scara(context: StudyContext) -> StudyResult:
    """The four loops on the native plant and an engine, with and without gravity, why theta1 oscillates, and computed torque."""
    with_gravity, without = follow(True, duration=20.0), follow(False, duration=20.0)
    native = follow(True)
    engines = {name: follow(True, duration=2.0, plant=name) for name in context.engines}
    largest = np.abs(joint_error(follow(False))).max(axis=0)
    sag = float(joint_error(with_gravity)[-1, 0])
    rest = np.abs(joint_error(without)[-1]).max()
    turned = float(np.abs(with_gravity.q[:, 1:] - without.q[:, 1:]).max())
    design = joint_design(scara(), scara_start())
    ratios = [design[name].under(kp, kd).damping_ratio for name, kp, kd in zip(JOINTS, SCARA_KP, SCARA_KD, strict=True)]
    poles = pid_loop(scara(), scara_start(), SCARA_KP, SCARA_KD).eigenvalues
    pair = poles[np.abs(poles.imag) > 1e-9]
    torque = follow(True, "computed torque")
    tool = {name: float(np.linalg.norm(run.error[:, :3], axis=1).max()) for name, run in (("PD", native), ("model", torque))}
    return StudyResult(
        ran="scara_prrr (links of 0.25, 0.25 and 0.1 m, uniform rods of 0.25, 0.25 and 0.1 kg, a carriage of 0.5 kg) from (0.4, "
        "0.1, 0.05, 0) to (0.2, 0.3, 0.15, 90 degrees) in 5 s by a Cartesian quintic; gains (6.1); 1 ms on the native plant, and "
        f"for 2 s on {' and '.join(context.engines)}, with gravity along z and without; then computed torque, Kp = 100, Kd = 20.",
        findings=[
            claim(
                "joint references minus (2.28) to (2.32) along the motion", "equals", 0.0, inverse_gap(), "rad or m", within=1e-12
            ),
            *(
                observe(f"{name} without gravity: tracking error, largest", each, unit, relation="at most", bound=0.01)
                for name, each, unit in zip(JOINTS, largest, ("m", "rad", "rad", "rad"), strict=True)
            ),
            claim("error at rest without gravity, largest", "at most", 1e-9, rest, "rad or m", says="PD control is suitable"),
            observe(
                "sag of the slide under gravity", sag, "m", relation="about", bound=SCARA_MASS * g / SCARA_KP[0], within=1e-8
            ),
            claim(
                "effect of gravity on the joints in the horizontal plane",
                "at most",
                1e-12,
                turned,
                "rad",
                says="links in a horizontal plane",
            ),
            observe("damping ratio of theta1, the others held: the only one below 1", ratios[1], relation="at most", bound=1.0),
            observe("smallest damping ratio of the other loops", min(ratios[0], *ratios[2:]), relation="at least", bound=1.0),
            claim("poles of the four loops that oscillate", "is", 2, len(pair), says="the movement is quite jerky"),
            observe("their damping ratio", float(np.min(-pair.real / np.abs(pair))), relation="at most", bound=0.5),
            *(
                observe(
                    f"native minus {name}, largest joint difference",
                    _apart(native, run).max(),
                    "rad or m",
                    relation="at most",
                    bound=1e-6,
                )
                for name, run in engines.items()
            ),
            go_beyond("tool error under computed torque with gravity, largest", "at most", 5e-5, tool["model"], "m"),
            observe(
                "tool error under the four loops with gravity, largest", tool["PD"], "m", relation="at least", bound=tool["model"]
            ),
        ],
        figures=[*_tracking(native), *_engine_figures(native, engines, torque)],
        notes=[
            OPEN_NUMBERS,
            "The order of the gains (6.1) is d4, theta1, theta2, theta3, which is ours; with gravity the slide sags by the "
            "weight over its gain, more than the way of the motion, so the thesis's run was without gravity along z or its "
            "slide was balanced.",
            "Masses from CAD meshes, which the thesis used, are given here as uniform rods.",
        ],
    )


def _tracking(run: Record) -> list[Curves]:
    """Figures 6.7 and 6.8, of the run without gravity: references dashed."""
    flat = follow(False)
    t, q, reference = thin(flat, flat.q, flat.q + joint_error(flat))
    _, sagging = thin(run, run.q[:, 0])
    angles: dict[str, Array] = {}
    for k, name in enumerate(JOINTS[1:], start=1):
        angles |= {name: q[:, k], f"-- {name} reference": reference[:, k]}
    slide = {"d4": q[:, 0], "d4 with gravity": sagging, "-- reference": reference[:, 0]}
    return [
        over_time("Tracking of the revolute joints", t, angles, "angle", "rad", reproduces="fig. 6.7"),
        over_time("Tracking of the prismatic joint", t, slide, "position", "m", reproduces="fig. 6.8"),
        over_time(
            "Errors of the four loops without gravity",
            t,
            {f"{name} [{'m' if k == 0 else 'rad'}]": reference[:, k] - q[:, k] for k, name in enumerate(JOINTS)},
            "error",
            "m or rad",
        ),
    ]


def _apart(native: Record, engine: Record) -> Array:
    """The largest difference of the joints at each sample of the engine's run."""
    return np.asarray(np.abs(native.q[: len(engine.q)] - engine.q).max(axis=1))


def _engine_figures(native: Record, engines: dict[str, Record], torque: Record) -> list[FigureData]:
    first = next(iter(engines.values()))
    t = thin(first)[0]
    apart = {name: np.maximum(thin(run, _apart(native, run))[1], 1e-16) for name, run in engines.items()}
    return [
        over_time("Native plant minus the engines", t, apart, "largest joint difference", "rad or m", log="y"),
        Motion(
            "Four PD loops, and computed torque over them",
            native,
            torque,
            "four PD loops with gravity",
            "computed torque",
            "fig. 6.6",
        ),
        set_equations("Inertia of the SCARA robot", scara().equations("inertia").abbreviated()),
    ]
