"""Robots, results, trajectories, laws and errors go through pickle, deep copies and pools of processes unchanged."""

from __future__ import annotations

import copy
import inspect
import multiprocessing
import pickle
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import EngineFailed, ExpressionError, Fault, KinloopError, Place
from kinloop.model.compiled_models import CompiledModels
from kinloop.simulation.record.events import RunEnds
from kinloop.simulation.record.record import Event

PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5)
LAW = kl.ComputedTorque(100.0, [20.0, 21.0])
CLOCK: dict[str, Any] = {"duration": 0.05, "period": 0.01}
COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda original: pickle.loads(pickle.dumps(original)),
    "deep copy": copy.deepcopy,
}


def constant(t: Any, measured: Any, reference: Any, state: Any, model: Any, push: Any) -> Any:
    return ca.vertcat(push, 0), state


@cache
def examples() -> dict[str, Any]:
    """An object of every public class, by a name of its own."""
    robot, arm = robot_named("biglide"), robot_named("two_r")
    at = robot.inverse_geometry([0.1, 0.3], mode=(1, -1))
    q, still = at.q, np.zeros(4)
    reduced = kl.reduce(arm, lambda q, p: [q[0] + q[1] - 0.5])
    run = kl.simulate(robot, LAW, PATH, **CLOCK)
    plan = kl.crossing(robot, [0.1, 0.4], [-0.1, 0.2], mode=(1, -1), duration=2.0)
    across = kl.assess(robot, kl.Quintic([0.1, 0.3], [-0.05, 0.3], 0.5), mode=(1, -1), samples=101)
    return {
        "robot": robot,
        "crossing plan": plan,
        "trajectory of a crossing plan": plan.trajectory,
        "crossing law": plan.controller(),
        "many robots": robot.with_parameters(m_p=np.linspace(1.0, 2.0, 3)).with_threads(1),
        **{f"mechanism {name}": robot_named(name).mechanism for name in kl.library()},
        "spring": kl.Spring(stiffness=2.0),
        "coupling": kl.Coupling(name="gear", coordinate="q1", of="q2"),
        "surface": kl.Surface(name="wall", h="0.3 - x", stiffness="2*k"),
        "table row": kl.DHRow(a=0.1),
        "table": arm.dh_table(),
        "check": kl.check("biglide"),
        "configuration": at,
        "configurations": robot.configurations(x=[0.1, 0.3]),
        "batch of configurations": robot.inverse_geometry([[0.1, 0.3], [0.12, 0.3], [9.0, 9.0]], mode=(1, -1)),
        "mode": kl.Mode((1, -1)),
        "status": kl.Status.SINGULAR,
        "velocity": robot.forward_velocity(q, [1.0, 2.0]),
        "acceleration": robot.forward_acceleration(q, still, [1.0, 2.0]),
        "jerk": robot.inverse_jerk(q, still, still, [1.0, 2.0]),
        "input and output": robot.input_output(q),
        "frame": robot.frame_pose(q),
        "all links": robot.link_poses(q),
        "singularity": robot.singularity(q),
        "motion": robot.forward_dynamics(q, still, [1.0, 2.0]),
        "motions": robot.forward_dynamics(np.stack([q, q]), np.zeros((2, 4)), [1.0, 2.0]),
        "energy": robot.energy(q, still),
        "reactions": robot.reactions(q, still, [1.0, 2.0]),
        "stiffness": robot.stiffness(q, [1e5, 1e5]),
        "linear model": robot.linearise(q, still, [0.0, 0.0]),
        "equations": arm.equations("inertia"),
        "assessment": across,
        "peak": across.peaks[0],
        "crossing": across.crossings[0],
        "side of a crossing": across.crossings[0].before,
        "map": kl.singularity_map(robot, {"x": (-0.1, 0.1), "y": (0.2, 0.3)}, points=5),
        "reduced": reduced,
        "reduction matrices": reduced.matrices(reduced.start),
        "complement": reduced.complement(reduced.start),
        "reduced terms": reduced.terms(reduced.start, np.zeros(2)),
        "constrained state": reduced.consistent(reduced.start),
        "reduced motion": reduced.forward_dynamics(reduced.start, [0.0]),
        "equilibria": reduced.equilibria(),
        "reduced run": kl.simulate(reduced, None, duration=0.02, period=0.01),
        "quintic": PATH,
        "quintics": kl.Quintic([[0.1, 0.3], [0.1, 0.2]], [0.15, 0.25], 0.5),
        "sequence": kl.Sequence([PATH, PATH], near=q, jumps=True),
        "polynomial": kl.Polynomial([0.1, 0.3], [0.15, 0.25], 0.5, order=7, start_jerk=0.1),
        "via points": kl.ViaPoints(
            [0.0, 0.5, 2.0], [[0.1, 0.3], [0.2, 0.1], [0.0, 0.0]], [[0, 0], [None, 1], [0, 0]], space="task"
        ),
        "trapezoidal": kl.Trapezoidal([[0.1, 0.3], [0.1, 0.2]], [0.15, 0.25], 1.0, 2.0, duration=3.0, space="task"),
        "S-curve": kl.SCurve([0.1, 0.3], [0.15, 0.25], 1.0, 2.0, 10.0, robot=robot, duration=1.0),
        "line": kl.Line([0.1, 0.3], [0.15, 0.25]),
        "circle": kl.Circle([0.1, 0.3], [0.15, 0.25]),
        "polyline": kl.Polyline([[0.1, 0.3], [0.15, 0.25], [0.1, 0.2]], blend=0.01),
        "path point": kl.Line([0.1, 0.3], [0.15, 0.25])(0.01),
        "followed path": kl.FollowPath(kl.Line([0.1, 0.3], [0.15, 0.25]), acceleration=1.0, jerk=9.0),
        "timed path": kl.FollowPath(kl.Line([0.1], [0.3]), timing=kl.Quintic([0.0], [0.2], 1.0)),
        "sines": kl.SumOfSines([0.1, 0.3], [[0.1, 0.2]], 2.0, 3.0, ramp=1.0, space="active"),
        "pause": kl.Pause([0.1, 0.3], 1.0, space="task"),
        "joint trajectory": kl.joint_trajectory(robot, PATH, mode=(1, -1)),
        "described motion": kl.described_motion(robot),
        "trajectory point": PATH(0.5),
        "spline": kl.Spline(np.arange(4.0), np.arange(8.0).reshape(4, 2), space="active"),
        "function": kl.FunctionOfTime(lambda t, a: [a * ca.sin(t), t], 1.0, space="active", parameters={"a": [1.0, 2.0]}),
        "time-optimal motion": kl.TimeOptimal(
            PATH, [0.0, 0.2, 0.5], [0.0, 1.0, 0.0], np.zeros((2, 2)), [1.0, 1.0], ("a", "b"), 0.0, q
        ),
        "computed torque": LAW,
        "kinematic law": kl.KinematicControl(2.0),
        "PD": kl.PD(100.0, [20.0, 21.0], feedforward="gravity"),
        "PID": kl.PID(100.0, 1.0, 20.0, limits=5.0, bumpless=True),
        "cascade": kl.Cascade(kl.KinematicControl(2.0), kl.VelocityControl(100.0), every=2),
        "velocity control": kl.VelocityControl(100.0),
        "fuzzy law": kl.Fuzzy(0.1, [1.0, 2.0], 5.0, feedforward="gravity"),
        "fuzzy system": kl.FuzzySystem(method="sugeno", conjunction="product"),
        "impedance": kl.Impedance(500.0, 60.0, 2.0),
        "admittance": kl.Admittance(500.0, 60.0, 2.0, 400.0, 40.0),
        "force control": kl.ForceControl([10.0, 0.0], limit=50.0),
        "hybrid control": kl.HybridControl(400.0, 40.0, [10.0, 0.0], axes=(1, 0)),
        "surface control": kl.SurfaceControl(400.0, 40.0, 10.0, h="y - 0.1"),
        "virtual wall": kl.VirtualWall(1e3, 5.0, h="y - 0.1"),
        "LQR": kl.LQR([1.0, 1.0, 0.1, 0.1], 1e-2, horizon="trajectory"),
        "observer of differences": kl.FilteredDifferences(0.01),
        "observer by the model": kl.FromModel(),
        "Kalman filter": kl.KalmanFilter(1.0, {"q": 1e-5}),
        "measurement": kl.Measurement(np.zeros(4), np.zeros(4), (0, 1), (0, 1)),
        "estimate": kl.Estimate(np.zeros(4), np.zeros(4)),
        "tables": kl.WithTables(PATH, [0.0, 0.5], {"K": np.ones((2, 3))}),
        "pulse": kl.Pulse([1.0, 0, 0, 0, 0, 0], 0.1, 0.2),
        "law on symbols": kl.casadi_law(constant, push=1.0),
        "law in Python": kl.python_law(constant, push=1.0),
        "joint": kl.SecondOrder(0.005, 0.01, -0.2),
        "joints of a machine": kl.joint_design(robot, q),
        "Routh table": kl.routh([1.0, 2.0, 3.0, 6.0]),
        "characteristic polynomial": kl.characteristic_polynomial("PID"),
        "gains": kl.place_poles(kl.SecondOrder(0.005), [-1.0, -2.0]),
        "loop": kl.pid_loop(robot, q, 10.0, 5.0, 1.0),
        "margins": kl.margins(kl.pid_loop(robot, q, 10.0, 5.0, 1.0)),
        "bound": kl.integral_gain_bound(robot, q, 10.0, 5.0),
        "root locus": kl.root_locus(robot, q, 10.0, 5.0, scale=[0.0, 1.0]),
        "sampled loop": kl.sampled_loop(robot, LAW, q, 0.01),
        "step response": kl.step_response(run),
        "integrator": kl.Adaptive(rtol=1e-8),
        "sensors": kl.Sensors(("active", "tool"), noise={"q": [1e-6, 1e-5]}, quantisation={"x": 1e-3}, seed=3, run=2),
        "actuators": kl.Actuators(saturation=[1.0, 2.0], rate_limit=10.0, delay=True),
        "environment": kl.Environment({"tool": [1.0, 0, 0, 0, 0, 0]}),
        "recording": kl.Recording(samples=3),
        "constrained plant": kl.Constrained("multipliers", stabilisation=20.0),
        "native plant": kl.Native(substeps=2, parameters={"m_p": 2.0}, payload=0.5),
        "external engine": kl.Mujoco(step=1e-3),
        "other plants": [kl.Kinematic(substeps=2), kl.Prescribed(payload=0.5), kl.Exudyn(step=1e-3)],
        "parameter": kl.Parameter(0.09, "m", "crank"),
        "record": run,
        "status of a run": run.status,
        "rollouts": kl.rollouts(robot, LAW, PATH, vary={"plant.m_p": [2.0, 3.0]}, **CLOCK),
        "experiment": kl.Experiment(robot, LAW, PATH, **CLOCK, mode=(1, -1), vary={"plant.m_p": [2.0, 3.0]}, source="biglide"),
        "comparison": kl.compare_records(run, run),
        "state of a plant": kl.PlantState(q, still, still, np.zeros(2)),
    }


def same(one: Any, other: Any) -> bool:
    """Whether two objects have the same type and the same numbers, to the bit."""
    if callable(one) and inspect.isfunction(other):
        return True  # what it gives is looked at below
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, float):
        return np.float64(one).tobytes() == np.float64(other).tobytes()
    if isinstance(one, kl.Robot | CompiledModels):
        return (
            one.mechanism == other.mechanism
            and same(dict(one.parameters), dict(other.parameters))
            and one.threads == other.threads
        )
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return (
            len(one) == len(other)
            and all(map(same, one, other))
            and same(getattr(one, "__dict__", {}), getattr(other, "__dict__", {}))
        )
    if is_dataclass(one):
        return all(
            same(getattr(one, each.name), getattr(other, each.name)) for each in fields(one) if not each.name.startswith("_")
        )
    if isinstance(one, kl.Reduced):
        return same(one.robot, other.robot) and same(one.inertia(one.start), other.inertia(other.start))
    if callable(one) or type(one).__module__.startswith("scipy"):
        return True
    return bool(one == other)


@pytest.mark.parametrize("how", COPIES)
def test_every_public_object_comes_back_the_same(how: str) -> None:
    for name, original in examples().items():
        assert same(COPIES[how](original), original), name
    run = examples()["record"]
    changed = copy.deepcopy(run)
    changed.q[0] += 1.0
    assert not same(changed, run)  # the comparison would see it


def classes_within(thing: Any, found: set[type]) -> set[type]:
    found.add(type(thing))
    found.update(kind for kind in type(thing).__mro__ if kind.__module__.startswith("kinloop"))
    if isinstance(thing, Mapping):
        parts = list(thing.values())
    elif isinstance(thing, list | tuple):
        parts = list(thing)
    elif type(thing).__module__.startswith("kinloop.mechanism"):
        parts = list(getattr(thing, "__dict__", {}).values())
    else:
        parts = []
    for part in parts:
        classes_within(part, found)
    return found


def test_every_public_class_is_among_the_objects_above() -> None:
    """A new class that is missing here fails this test."""
    seen = {kind.__name__ for each in examples().values() for kind in classes_within(each, set())}
    public = {name for name in kl.__all__ if inspect.isclass(getattr(kl, name)) and not issubclass(getattr(kl, name), Exception)}
    protocols = {"Path", "Plant"}  # the user's own objects
    live = {"Stepper", "Sweep", "SweepProgress", "Reproduction"}  # a run under way, folders that are opened again, and progress
    assert public - seen == protocols | live
    for kind in (kl.Robot, kl.Reduced):
        for name, method in inspect.getmembers(kind):
            answer = getattr(method, "__annotations__", {}).get("return", "")
            results = set(re.findall(r"[A-Z]\w+", str(answer))) - {
                "Array",
                "Any",
                "None",
                "NoReturn",
                "ArrayLike",
                "Mapping",
                "Robot",
                "Geometry",
            }
            if not name.startswith("_"):
                assert results <= seen, name


def test_copies_compute_what_the_originals_do() -> None:
    for copied in COPIES.values():
        made = {name: (original, copied(original)) for name, original in examples().items()}
        for name, attribute in (("batch of configurations", "x"), ("motion", "xdd"), ("motions", "xdd"), ("singularity", "kind")):
            one, other = made[name]
            np.testing.assert_array_equal(getattr(one, attribute), getattr(other, attribute))
        for name in ("quintic", "quintics", "sequence", "described motion", "spline", "function"):
            one, other = made[name]
            for part in ("x", "xd", "xdd", "xddd"):
                np.testing.assert_array_equal(getattr(one(0.3), part), getattr(other(0.3), part), err_msg=name)
        assert str(made["equations"][1]) == str(made["equations"][0])
        for one, other in (made[name] for name in ("quintic", "quintics", "spline", "function", "computed torque")):
            for each in fields(one):
                kept = getattr(other, each.name)
                for array in kept.values() if isinstance(kept, dict) else [kept]:
                    assert not isinstance(array, np.ndarray) or not array.flags.writeable, (type(one), each.name)
        assert not made["many robots"][1].parameters["m_p"].flags.writeable
        again = kl.simulate(made["robot"][1], made["computed torque"][1], made["quintic"][1], **CLOCK)
        assert same(again, examples()["record"])


def test_a_copy_shares_the_compiled_code() -> None:
    robot = robot_named("biglide")
    assert copy.deepcopy(robot).models.formulas is robot.models.formulas
    assert pickle.loads(pickle.dumps(robot.with_parameters(m_p=9.0))).models.formulas is robot.models.formulas
    assert len(pickle.dumps(robot)) < 50_000  # the description and numbers, no code


# ---------------------------------------------------------------- errors


def error_classes() -> list[type[KinloopError]]:
    """Every error of every module."""
    for module in pkgutil.walk_packages(kl.__path__, "kinloop."):
        if not module.name.endswith(("__main__", "exudyn_plant", "exudyn_system", "exudyn_loops", "exudyn_drives")):
            import_module(module.name)
    found, left = [], [KinloopError]
    while left:
        found.append(left.pop())
        left += found[-1].__subclasses__()
    return found


FAULT = Fault("the mass is negative", ("links", "arm"), Place("a.toml", 3, 1, "mass = -1"))
OWN_ARGUMENTS: dict[type, tuple[Any, ...]] = {
    kl.Unreachable: ("too far", 0.5, np.array([0.1, 0.2]), np.arange(4.0)),
    kl.NotEnoughMemory: ("too large", 3e9, 1e9),
    kl.DescriptionError: ("faults", [FAULT, FAULT]),
    ExpressionError: ("2 * * m", "an operand is missing", 5),
    RunEnds: (Event(0.5, "type 2", "both rods on one line"), np.zeros(4), np.ones(4)),
}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("kind", error_classes(), ids=lambda kind: kind.__name__)
def test_every_error_comes_back_with_its_message_and_attributes(kind: type[KinloopError], how: str) -> None:
    assert kind is KinloopError or "__init__" not in vars(kind) or kind in OWN_ARGUMENTS, "give an example of its arguments above"
    error = kind(*OWN_ARGUMENTS.get(kind, ("what was given, what was expected",)))
    error.add_note("in the law 'push' at t = 0.3 s")
    back = COPIES[how](error)
    assert type(back) is kind
    assert str(back) == str(error)
    assert back.args == error.args
    assert same(vars(back), vars(error))
    assert vars(back)["__notes__"] == ["in the law 'push' at t = 0.3 s"]


def fails(number: int) -> Any:
    """In a worker: each kind of error that a user meets, raised by the models themselves."""
    robot = kl.load("biglide")
    if number == 0:
        return robot.inverse_geometry([9.0, 9.0], mode=(1, -1))  # Unreachable
    if number == 1:
        raise EngineFailed("the engine stopped")
    return robot.inverse_geometry([0.1, 0.3], mode=(1, -1))


@pytest.mark.parametrize("method", [m for m in ("fork", "spawn") if m in multiprocessing.get_all_start_methods()])
def test_a_pool_gives_results_and_errors_back(method: str) -> None:
    with multiprocessing.get_context(method).Pool(1) as pool:
        wanted = [pool.apply_async(fails, (number,)) for number in range(3)]
        with pytest.raises(kl.Unreachable, match="biglide") as raised:
            wanted[0].get(timeout=120)
        assert raised.value.distance > 1.0
        assert raised.value.q.shape == (4,)
        with pytest.raises(EngineFailed, match="the engine stopped"):
            wanted[1].get(timeout=120)
        np.testing.assert_array_equal(wanted[2].get(timeout=120).q, fails(2).q)
        inertia = pool.apply_async(kl.Robot.inertia, (robot_named("biglide"), fails(2).q)).get(timeout=120)
        np.testing.assert_array_equal(inertia, robot_named("biglide").inertia(fails(2).q))
