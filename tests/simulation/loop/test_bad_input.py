"""Invalid input raises an error of kinloop with a message, never one of NumPy, and never returns a number."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.simulation.loop.running import python_loop as sampled
from kinloop.trajectory.trajectory import TrajectoryPoint

ROBOT = kl.load("biglide")
LAW = kl.ComputedTorque(100.0, 20.0)
PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.05)
CLOCK: dict[str, Any] = {"duration": 0.005, "period": 1e-3}
NONSENSE: list[Any] = [
    "abc",
    b"x",
    float("nan"),
    -1,
    2 + 1j,
    [[]],
    {"a": 1},
    object(),
    np.array([1 + 2j, 3]),
    np.full(4, np.nan),
    np.ones((2, 2)),
    10**400,
    -(10**30),
    [1, "a"],
    [None],
    np.array("x"),
    int,
    ...,
]
OPTIONS = ("duration", "period", "q", "qd", "plant", "sensors", "actuators", "environment")
OF_MANY = ("vary", "grid", "every", "keep", "threads")
OF_OBJECTS = {
    kl.Sensors: ("measured", "noise", "quantisation", "seed", "run"),
    kl.Actuators: ("saturation", "rate_limit", "delay"),
    kl.Recording: ("samples", "held_outputs"),
    kl.Environment: ("wrenches",),
    kl.Native: ("substeps", "integrator"),
    kl.Kinematic: ("substeps",),
    kl.Exudyn: ("step", "substeps"),
    kl.Prescribed: (),
}
# Known only where the robot is: what a frame or a parameter may be called, and how many active joints there are.
WITH_ROBOT = {
    "environment": lambda value: kl.Environment(value),
    "plant": lambda value: kl.Native(parameters=value),
    "plant ": lambda value: kl.Native(payload=value),
    "actuators": lambda value: kl.Actuators(saturation=value),
}


def refused(call: Any, **options: Any) -> None:
    with pytest.raises(kl.KinloopError) as caught:
        call(**options)
    assert str(caught.value)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [*OPTIONS, "recording"])
def test_options_of_a_run(name: str) -> None:
    for value in NONSENSE:
        refused(partial(kl.simulate, ROBOT, LAW, PATH), **{**CLOCK, name: value})


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", OF_OBJECTS)
def test_options_that_are_objects(kind: Any) -> None:
    for value in NONSENSE:
        for name in OF_OBJECTS[kind]:
            if name == "measured" and isinstance(value, str) and value:  # a joint may have any name
                with pytest.raises(kl.UnknownName, match="no thing to measure"):
                    kl.simulate(ROBOT, LAW, PATH, sensors=kl.Sensors(value), **CLOCK)
            elif kind is kl.Environment and isinstance(value, dict):  # a frame may have any name
                refused(kind, wrenches={"tool": value})
            else:
                refused(kind, **{name: value})


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", WITH_ROBOT)
def test_options_that_do_not_fit_the_robot(name: str) -> None:
    def simulate(value: Any) -> None:
        kl.simulate(ROBOT, LAW, PATH, **CLOCK, **{name.strip(): WITH_ROBOT[name](value)})

    for value in NONSENSE:
        refused(partial(simulate, value))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [*OPTIONS, *OF_MANY])
def test_options_of_many_runs(name: str) -> None:
    for value in NONSENSE:
        refused(
            partial(kl.rollouts, ROBOT, LAW, PATH),
            **{"vary": {"plant.m_p": [2.0, 3.0]}, **CLOCK, name: value},
        )


def test_what_is_no_robot_no_law_and_no_trajectory() -> None:
    for call in (kl.simulate, kl.rollouts):
        for value in NONSENSE:
            refused(partial(call, value, LAW, PATH), **CLOCK)
            refused(partial(call, ROBOT, value, PATH), **CLOCK)
            refused(partial(call, ROBOT, LAW, value), **CLOCK)


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ({3: [1.0]}, "expected values by name"),
        ({"trajectory": [1.0]}, "the trajectory varies, and another is given"),
        ({"plant.payload.tool": [-1.0]}, "expected masses from 0 kg"),
        ({"plant.m_p": np.array([1 + 2j])}, "expected numbers"),
        ({"sensors.seed": 3}, "expected whole numbers, one for each run"),
    ],
)
def test_what_cannot_vary(vary: Any, words: str) -> None:
    with pytest.raises(kl.KinloopError, match=words):
        kl.rollouts(ROBOT, LAW, PATH, vary=vary, sensors=kl.Sensors(noise={"q": 1e-6}), **CLOCK)


@dataclass(frozen=True)
class Standing:
    """A trajectory of someone's own, and what may be wrong with it."""

    space: Any = "task"
    duration: Any = 1.0
    shape: Any = ()
    n: int = 2
    forgets_time: bool = False
    tells: Any = None

    def __call__(self, t: Any) -> Any:
        if self.tells is not None:
            return self.tells
        shape = (self.n,) if self.forgets_time else (*np.shape(t), self.n)
        x = np.broadcast_to([0.1, 0.3, 0.0][: self.n], shape)
        return TrajectoryPoint(x, 0 * x, 0 * x, 0 * x)


def test_a_trajectory_of_ones_own_needs_no_more_than_four_members() -> None:
    run = kl.simulate(ROBOT, LAW, Standing(), **CLOCK)
    assert run.status == kl.RunStatus.COMPLETE
    assert np.abs(run.error).max() < 1e-12
    assert kl.Sequence([Standing(), Standing()]).duration == 2.0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"space": "tasks"}, "no space 'tasks'"),
        ({"shape": 3}, r"has the shape 3, expected \(\) or \(runs,\)"),
        ({"n": 3}, "the trajectory has 3 coordinates, but biglide has 2"),
        ({"forgets_time": True}, r"gave x of shape \(2,\) for times of shape \(6,\), expected \(6, 2\)"),
        ({"tells": 3.0}, "gave 3.0, expected an object with x, xd, xdd and xddd"),
        ({"tells": kl.simulate}, "expected an object with x"),
    ],
)
def test_what_is_wrong_with_a_trajectory_is_said(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(kl.KinloopError, match=words):
        kl.simulate(ROBOT, LAW, replace(Standing(), **wrong), **CLOCK)


class Stuck:
    """A user-defined plant that returns a given object."""

    def __init__(self, tells: Any) -> None:
        self.tells = tells

    def start(self, q: Any, qd: Any) -> None:
        pass

    def advance(self, tau: Any, duration: float) -> Any:
        return self.tells


FINE: dict[str, Any] = {"q": ROBOT.start, "qd": np.zeros(4), "qdd": np.zeros(4), "loop_force": np.zeros(2)}


@pytest.mark.parametrize(
    ("tells", "words"),
    [
        (None, "the plant gave None, expected a kl.PlantState with q, qd, qdd, loop_force"),
        (kl.PlantState(**{**FINE, "q": np.zeros(1)}), r"gave q of shape \(1,\), expected \(4,\)"),
        (kl.PlantState(**{**FINE, "qdd": 0.0}), r"gave qdd of shape \(\), expected \(4,\)"),
        (kl.PlantState(**{**FINE, "qd": None}), "the plant's qd is None"),
        (kl.PlantState(**{**FINE, "loop_force": ["a", "b"]}), "the plant's loop_force is"),  # type: ignore[arg-type]
    ],
)
def test_what_a_user_defined_plant_returns_is_checked(tells: Any, words: str) -> None:
    with pytest.raises(kl.ShapeError, match=words):
        kl.simulate(ROBOT, LAW, PATH, plant=Stuck(tells), **CLOCK)


def test_a_law_that_raises_is_not_taken_for_a_plant_that_failed() -> None:
    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        raise kl.SingularConfiguration("the law's own")

    with pytest.raises(kl.SingularConfiguration, match="the law's own"):
        kl.simulate(ROBOT, kl.python_law(law), PATH, **CLOCK)


def test_a_law_may_be_a_partial_function_with_gains() -> None:
    def law(extra: float, t: Any, measured: Any, reference: Any, state: Any, model: Any, kd: Any) -> tuple[Any, Any]:
        return -kd * measured.qd_active + extra, state

    run = kl.simulate(ROBOT, kl.casadi_law(partial(law, 0.0), kd=2.0), PATH, **CLOCK)
    assert run.status == kl.RunStatus.COMPLETE


def test_a_command_that_is_complex_is_refused() -> None:
    with pytest.raises(kl.ShapeError, match=r"its command is .*, expected numbers: q1, q2"):
        kl.simulate(ROBOT, kl.python_law(lambda t, m, r, s, model: (np.array([1j, 2.0]), s)), PATH, **CLOCK)


def test_a_motion_too_wild_for_its_steps_is_right_or_ends() -> None:
    """Steps of 0.2 s do not integrate a falling Delta, which comes near losing a closure in each: they are chosen instead."""
    robot = kl.load("delta_rods")
    run = kl.simulate(robot, None, duration=2.0, period=0.2)
    assert np.abs(robot.closure(run.q)).max() < 1e-9
    np.testing.assert_allclose(run.energy.sum(axis=1), run.energy[0].sum(), atol=1e-6)


@pytest.mark.filterwarnings("error")
def test_trajectories_laws_and_integrators() -> None:
    for value in NONSENSE:
        for name in ("start", "end", "duration", "start_rate", "space"):
            if np.shape(value) == (2, 2) or (name == "start_rate" and np.array_equal(value, -1)):  # a batch, a rate
                continue
            refused(kl.Quintic, **{"start": [0.0, 0.0], "end": [1.0, 1.0], "duration": 1.0, name: value})
        refused(partial(kl.Sequence, value))
        refused(partial(kl.casadi_law, LAW, drives=value))
        refused(partial(kl.casadi_law, LAW, joint_reference=value))
        refused(partial(kl.Adaptive, stop_at=value))
        if not np.array_equal(value, np.full(4, np.nan), equal_nan=True):
            refused(partial(kl.casadi_law, LAW, memory=value))
    for duration in (1e-300, 1e300, []):
        refused(partial(kl.Quintic, [0.0], [1.0], duration))


def test_a_file_whose_parts_do_not_fit_is_no_record(tmp_path: Any) -> None:
    run = kl.simulate(ROBOT, LAW, PATH, **CLOCK)
    run.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as content:
        parts = {name: content[name] for name in content}
    about = json.loads(str(parts["about"]))
    wrong: list[dict[str, Any]] = [
        {name: array} for name in ("t", "q", "tau", "energy") for array in (np.zeros(0), np.zeros((6, 3)), parts[name] + 0j)
    ]
    keys = ("format", "status", "events", "parameters", "description")
    wrong += [{"about": np.array(json.dumps({**about, key: value}))} for key in keys for value in (None, 300, [[1]], {"l": "zz"})]
    for change in wrong:
        np.savez(tmp_path / "wrong.npz", **{**parts, **change})
        with pytest.raises(kl.FileError, match=r"is incomplete or not a kinloop record|has the format"):
            kl.Record.load(tmp_path / "wrong.npz")


class Ending(Standing):
    """Told until half of the run."""

    def __call__(self, t: Any) -> Any:
        motion = super().__call__(t)
        return replace(motion, x=np.where(np.asarray(t)[..., None] > 0.0025, np.nan, motion.x))


@pytest.mark.parametrize(("law", "plant"), [(LAW, "native"), (kl.KinematicControl(5.0), "kinematic")])
def test_a_trajectory_that_is_told_no_further_ends_the_run(law: kl.Law, plant: Any) -> None:
    run = kl.simulate(ROBOT, law, Ending(), plant=plant, **CLOCK)
    many = kl.rollouts(ROBOT, law, Ending(), plant=plant, vary={"plant.m_p": [2.0, 3.0]}, **CLOCK)
    assert run.status == many.status[0] == kl.RunStatus.REFERENCE_LOST
    assert "the trajectory is not finite at t = 0.003 s" in run.events[-1].message


def test_a_run_that_is_interrupted_before_it_begins_is_an_empty_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled, "OFTEN", -1.0)  # a word of progress at every sample

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    run = kl.simulate(ROBOT, LAW, PATH, plant=Stuck(kl.PlantState(**FINE)), progress=stop, **CLOCK)
    assert run.status == kl.RunStatus.INTERRUPTED
    assert len(run) == 0
