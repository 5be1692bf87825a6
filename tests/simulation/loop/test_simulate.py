"""The sampled loop: its clock, sensors and actuators, its compiled and Python paths, and the ends of runs."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import LoopNotClosed, ShapeError, UnknownName, UnsupportedOperation
from kinloop.simulation.options.run_options import MOVED
from kinloop.simulation.plants.native import NativePlant

START, END = [0.0, 0.30005393], [0.1, 0.1]
PATH = kl.Quintic(START, END, 2.0)
LAW = kl.ComputedTorque(100.0, 20.0)


def biglide(**parameters: float) -> tuple[kl.Robot, np.ndarray]:
    robot = kl.load("biglide", **parameters)
    return robot, robot.inverse_geometry(START, mode=(-1, -1)).q


def run(law: Any = LAW, path: Any = PATH, **options: Any) -> kl.Record:
    robot, q = biglide()
    return kl.simulate(robot, law, path, **{"duration": 0.2, "period": 0.01, "q": q, **options})


def constant(*efforts: float) -> Any:
    return kl.casadi_law(lambda t, measured, reference, state, model: (ca.SX(list(efforts)), state))


def assert_same(a: kl.Record, b: kl.Record, but: tuple[str, ...] = ()) -> None:
    for field in fields(kl.Record):
        if field.type == "Array" and field.name not in but:
            np.testing.assert_array_equal(getattr(a, field.name), getattr(b, field.name), err_msg=field.name)
    assert a.status == b.status


SEEN = ("qdd", "loop_force")  # an external plant reports them before the command changes
WIRED: dict[str, Any] = {
    "actuators": kl.Actuators(saturation=0.3, rate_limit=20.0, delay=True),
    "sensors": kl.Sensors(noise={"q": 1e-6, "qd": 1e-4}, quantisation={"q": 1e-5}),
}


@pytest.mark.parametrize("options", [{}, WIRED], ids=["plain", "wired"])
def test_the_python_path_is_the_compiled_loop_to_the_bit(options: Any) -> None:
    """A user-defined plant that is called sample by sample."""
    robot, _ = biglide()
    assert_same(run(plant=kl.Native(substeps=3), **options), run(plant=NativePlant(robot, 3), **options), but=SEEN)


def forwarded(law: kl.Law) -> Any:
    """The same law in plain Python, by the formulas' numbers."""

    def command(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        wanted = reference.qdd_active + 20.0 * (reference.qd_active - measured.qd_active)
        wanted = wanted + 100.0 * (reference.q_active - measured.q_active)
        return model.inertia(measured.q) @ wanted + model.bias(measured.q, measured.qd), state

    return kl.python_law(command, joint_reference=True)


@pytest.mark.parametrize(
    "options",
    [
        {},
        WIRED,
        {"sensors": kl.Sensors("active")},
        {"sensors": kl.Sensors("tool")},
        {"sensors": kl.Sensors(("active", "tool"), noise={"x": 1e-6, "q": 1e-6})},
    ],
    ids=["plain", "wired", "active", "tool", "both"],
)
def test_a_law_in_python_has_the_same_wires(options: Any) -> None:
    """Rounding alone differs: the two sum in other orders."""
    compiled, python = run(**options), run(forwarded(LAW), **options)
    np.testing.assert_allclose(python.tau, compiled.tau, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(python.q, compiled.q, rtol=0, atol=1e-12)


def test_an_object_with_start_and_advance_is_a_plant() -> None:
    """Accelerations are what it reports: those of the last command, just before the next."""
    robot, _ = biglide()
    own, others = run(), run(plant=NativePlant(robot))
    assert_same(own, others, but=SEEN)
    assert np.isnan(others.qdd[0]).all()
    before = robot.forward_dynamics(own.q[1:], own.qd[1:], own.tau[:-1])
    np.testing.assert_allclose(others.qdd[1:], before.qdd, atol=1e-12)
    assert isinstance(NativePlant(robot), kl.Plant)


def test_commands_are_held_between_samples() -> None:
    """Under a known constant effort every period is one of the plant alone; the command changes only at samples."""
    robot, q = biglide()
    stairs = kl.casadi_law(lambda t, m, r, s, model: (ca.vertcat(0.5 + t, -0.3), s))
    record = run(stairs, None)
    np.testing.assert_allclose(record.tau[:, 0], 0.5 + record.t, atol=1e-15)
    np.testing.assert_allclose(record.t, 0.01 * np.arange(21), atol=1e-15)
    plant = NativePlant(robot)
    plant.start(q, np.zeros(4))
    for k in range(20):
        state = plant.advance(record.tau[k], 0.01)
        np.testing.assert_array_equal(state.q, record.q[k + 1])


def test_error_of_kinematic_control_halves_with_the_interval() -> None:
    """[DemuttiRosi2020] section 3.2: the tracking error is proportional to the communication interval."""
    robot, q = biglide()
    norms = []
    for interval in (0.1, 0.05, 0.025):
        record = kl.simulate(
            robot, kl.KinematicControl(2.0), PATH, duration=2.0, period=interval, plant=kl.Kinematic(substeps=10), q=q
        )
        norms.append(np.sqrt(np.mean(np.sum(record.error**2, axis=1))))
    assert norms[0] / norms[1] == pytest.approx(2.06, rel=0.01)
    assert norms[1] / norms[2] == pytest.approx(2.02, rel=0.01)


def test_a_delayed_command_is_the_wanted_one_a_period_late() -> None:
    sine = kl.casadi_law(lambda t, m, r, s, model: (ca.vertcat(ca.sin(t), ca.cos(t)), s))
    plain, late = run(sine, None), run(sine, None, actuators=kl.Actuators(delay=True))
    np.testing.assert_array_equal(late.tau[0], 0)
    np.testing.assert_array_equal(late.tau[1:], plain.tau[:-1])


def test_saturation_holds_every_command_within_its_limits() -> None:
    plain = run(kl.ComputedTorque(400.0, 40.0), kl.Quintic([0.02, 0.3], END, 2.0))
    limits = 0.5 * np.abs(plain.tau).max(axis=0)
    record = run(kl.ComputedTorque(400.0, 40.0), kl.Quintic([0.02, 0.3], END, 2.0), actuators=kl.Actuators(saturation=limits))
    assert np.all(np.abs(record.tau) <= limits)
    assert np.any(np.abs(record.tau) == limits)


def test_quantised_measurements_are_multiples() -> None:
    seen = []

    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        seen.append(measured.q)
        return [0.5, -0.3], state

    record = run(kl.python_law(law), None, sensors=kl.Sensors(quantisation={"q": [1e-3, 1e-3, 0, 0]}))
    measured = np.array(seen)
    np.testing.assert_allclose(measured[:, :2], 1e-3 * np.round(record.q[:, :2] / 1e-3), atol=1e-15)
    np.testing.assert_array_equal(measured[:, 2:], record.q[:, 2:])


def test_noise_is_that_of_its_seed_and_run_whatever_else_is_simulated() -> None:
    one, two = (kl.Sensors(noise={"q": 1e-6, "qd": 1e-4}, seed=7, run=number) for number in (1, 2))
    first, again, other = run(sensors=one), run(sensors=one), run(sensors=two)
    longer = run(sensors=one, duration=0.4)
    assert_same(first, again)
    np.testing.assert_array_equal(longer.q[: len(first)], first.q)
    assert np.abs(first.tau - other.tau).max() > 1e-3
    assert np.abs(first.q - other.q).max() < 1e-4


def test_noise_has_the_asked_deviation() -> None:
    seen = []

    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        seen.append(np.concatenate([measured.q, measured.qd]))
        return [0.0, 0.0], state

    record = run(kl.python_law(law), None, duration=1.0, period=1e-3, sensors=kl.Sensors(noise={"q": [1e-3, 0, 0, 0], "qd": 0.5}))
    noise = np.array(seen) - np.concatenate([record.q, record.qd], axis=1)
    np.testing.assert_array_equal(noise[:, 1:4], 0)
    assert noise[:, 0].std() == pytest.approx(1e-3, rel=0.1)  # 1001 draws: 2 % expected
    assert noise[:, 4:].std() == pytest.approx(0.5, rel=0.05)


def test_a_wrench_on_the_plant_is_that_of_forward_dynamics() -> None:
    robot, _ = biglide()
    push = {"tool": [2.0, -1.0, 0, 0, 0, 0]}
    record = run(constant(0.0, 0.0), None, environment=push)
    np.testing.assert_allclose(record.qdd, robot.forward_dynamics(record.q, record.qd, record.tau, push).qdd, atol=1e-12)
    work = np.sum(np.array([2.0, -1.0]) * (record.x[-1] - record.x[0]))
    assert record.energy[-1].sum() - record.energy[0].sum() == pytest.approx(work, rel=1e-6)


def test_the_plant_has_its_own_parameters() -> None:
    robot, q = biglide()
    heavier, _ = biglide(m_p=3.5)
    record = run(plant=kl.Native(parameters={"m_p": 3.5}))
    exact = kl.simulate(heavier, LAW, PATH, duration=0.2, period=0.01, q=q)
    motion = heavier.forward_dynamics(record.q, record.qd, record.tau)
    np.testing.assert_allclose(record.qdd, motion.qdd, atol=1e-12)
    assert np.abs(record.error).max() > 3 * np.abs(exact.error).max()
    assert record.robot.parameters["m_p"] == 3.5
    assert robot.parameters["m_p"] == 3.0


def test_a_run_begins_on_its_trajectory_unless_told() -> None:
    robot = kl.load("biglide")
    record = kl.simulate(robot, LAW, kl.Quintic([0.1, 0.3], [0.12, 0.3], 1.0), duration=0.1, period=0.01)
    np.testing.assert_allclose(record.x[0], [0.1, 0.3], atol=1e-12)
    np.testing.assert_array_equal(record.mode["working"], [[1, -1]] * 11)
    assert set(record.singularity) >= {"type 1", "type 2"}


# ------------------------------------------------------------------ how runs end


def late_nan(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
    return ca.vertcat(ca.if_else(t > 0.095, ca.SX(np.nan), 0.1), -0.1), state


def late_nan_in_python(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
    return [np.nan if t > 0.095 else 0.1, -0.1], state


@pytest.mark.parametrize("saturation", [None, 5.0])
@pytest.mark.parametrize("law", [kl.casadi_law(late_nan), kl.python_law(late_nan_in_python)], ids=["compiled", "python"])
def test_nan_from_a_law_stops_the_run_with_the_time_and_state_that_caused_it(law: Any, saturation: Any) -> None:
    record = run(law, None, actuators=kl.Actuators(saturation=saturation))
    assert record.status == kl.RunStatus.LAW_NOT_FINITE
    assert len(record) == 11
    assert np.isfinite(record.q).all()
    (event,) = record.events
    assert event.time == pytest.approx(0.1)
    assert "late_nan" in event.message
    assert "at t = 0.1 s, where q1 = " in event.message
    np.testing.assert_array_equal(record.q, run(constant(0.1, -0.1), None).q[:11])


def test_what_a_law_raises_tells_when_and_where() -> None:
    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return [0.1 / (0.1 - round(t, 3)), 0.0], state

    with pytest.raises(ZeroDivisionError) as caught:
        run(kl.python_law(law), None)
    assert "in the law 'law' at t = 0.1 s, where q = [" in caught.value.__notes__[0]


def test_a_motion_that_leaves_the_finite_numbers_is_cut_where_it_does() -> None:
    away = kl.casadi_law(lambda t, m, r, s, model: (1e30 * ca.SX.ones(2) * ca.exp(100 * t), s))
    compiled, python = run(away, None), run(away, None, plant=NativePlant(biglide()[0]))
    assert compiled.status == kl.RunStatus.DIVERGED
    assert "left the finite numbers, or steps were too long" in compiled.events[0].message
    assert len(compiled) == len(python) < 21


def test_joint_rates_stop_where_no_motion_exists() -> None:
    """Slides driven apart: the rods are stretched at d^2 + (q1 - q2)^2 = 4 l^2, a Type 2 singularity, and there it ends."""
    robot = kl.load("biglide")
    apart = kl.casadi_law(lambda t, m, r, s, model: (ca.SX([0.2, -0.2]), s), drives="rate")
    record = kl.simulate(robot, apart, duration=2.0, period=0.01, plant="kinematic")
    p, start = robot.parameters, robot.start
    reach = np.sqrt(4 * p["l"] ** 2 - p["d"] ** 2)
    assert record.status == kl.RunStatus.DIVERGED
    assert "there is no motion with these joint rates" in record.events[0].message
    assert record.t[-1] == pytest.approx((reach - (start[0] - start[1])) / 0.4, abs=0.011)


def test_an_interrupted_run_keeps_what_was_computed() -> None:
    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        if t > 0.05:
            raise KeyboardInterrupt
        return [0.1, 0.1], state

    record = run(kl.python_law(law), None)
    assert record.status == kl.RunStatus.INTERRUPTED
    assert len(record) == 6


# ------------------------------------------------------------------ what is refused in words


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"period": 0.0}, ShapeError, "the period is 0.0 s, expected one finite time above zero"),
        ({"duration": np.inf}, ShapeError, "the duration is inf s"),
        ({"duration": 0.205}, ShapeError, "the duration 0.205 s is no whole number of periods of 0.01 s; the nearest is 0.2 s"),
        ({"plant": partial(kl.Native, substeps=0)}, ShapeError, "substeps is 0, expected a whole number from 1"),
        ({"q": [0.0, 0.0]}, ShapeError, r"q of biglide has shape \(2,\), expected \(4,\): q1, q2, phi1, phi2"),
        ({"q": [0.0, 0.3, 0.1, 0.2]}, LoopNotClosed, "simulate\\(biglide\\): q leaves the loops open by"),
        ({"qd": [0.1, 0.0, 0.0, 0.0]}, LoopNotClosed, "qd opens the loops of biglide by .* a second"),
        (
            {"actuators": kl.Actuators([1.0, 2.0, 3.0])},
            ShapeError,
            "saturation is .*, expected one number or one for each of q1, q2",
        ),
        ({"actuators": partial(kl.Actuators, -1.0)}, ShapeError, "Actuators: saturation is -1.0, expected .*, above zero"),
        (
            {"actuators": partial(kl.Actuators, rate_limit=0.0)},
            ShapeError,
            "Actuators: rate_limit is 0.0, expected one number or",
        ),
        ({"actuators": 3.0}, ShapeError, r"simulate: actuators is 3.0, expected kl\.Actuators\(\.\.\.\)"),
        (
            {"sensors": partial(kl.Sensors, "force")},
            UnknownName,
            "no thing to measure 'force'.* 'biglide' has: active, passive, tool, wrench, q1, q2, phi1, phi2",
        ),
        (
            {"sensors": partial(kl.Sensors, "passive")},
            UnsupportedOperation,
            "of biglide passive are measured, which does not determine the joints q1, q2",
        ),
        ({"plant": partial(kl.Native, payload=-1.0)}, ShapeError, "the payload on 'tool' is -1.0, expected a mass from 0 kg"),
        ({"plant": kl.Native(payload={"hand": 1.0})}, UnknownName, "no frame 'hand'"),
        ({"plant": kl.Native(parameters={"mass": 1.0})}, UnknownName, "mass"),
        ({"plant": partial(kl.Mujoco, step=1e-4, substeps=2)}, UnsupportedOperation, "step and substeps both choose the step"),
        ({"recording": partial(kl.Recording, 0)}, ShapeError, "samples is 0, expected a whole number from 1"),
        ({"environment": {"hand": np.zeros(6)}}, UnknownName, "no frame 'hand'"),
        ({"environment": {"tool": np.zeros(3)}}, ShapeError, r"the wrench on 'tool' has shape \(3,\), expected \(6,\)"),
        ({"progress": 3}, ShapeError, "progress is 3, expected True, False, None or a function"),
        ({"sensors": partial(kl.Sensors, noise={"x": 1.0})}, UnknownName, "a measurement has: q, qd"),
        ({"sensors": partial(kl.Sensors, seed=-1)}, ShapeError, "seed is -1, expected a whole number from 0"),
        (
            {"law": kl.KinematicControl(1.0), "plant": "kinematic", "sensors": kl.Sensors(noise={"qd": 1.0})},
            UnsupportedOperation,
            "not measured",
        ),
        ({"plant": "gazebo"}, UnknownName, "kinloop has: native, kinematic, prescribed, exudyn, mujoco"),
        ({"plant": "prescribed"}, UnsupportedOperation, "expected None in place of a controller"),
        ({"plant": 3}, ShapeError, "or an object with start and advance"),
        ({"plant": "kinematic"}, UnsupportedOperation, "commands efforts, so it needs another plant"),
        ({"path": None}, ShapeError, "follows a reference, but trajectory is None"),
        ({"path": kl.Quintic([0.0], [1.0], 1.0)}, ShapeError, "the trajectory has 1 coordinates, but biglide has 2: x, y"),
        ({"path": kl.Quintic([0.0] * 3, [1.0] * 3, 1.0, space="active")}, ShapeError, "but biglide has 2: q1, q2"),
    ],
)
def test_what_cannot_be_run_is_refused_in_words(options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        run(**{name: value() if isinstance(value, partial) else value for name, value in options.items()})


@pytest.mark.parametrize("name", MOVED)
def test_a_keyword_of_earlier_versions_names_its_new_place(name: str) -> None:
    place = re.escape(f"simulate takes no {name}=; {MOVED[name]}")
    with pytest.raises(kl.UnknownArgument, match=place):
        run(**{name: 1})
    found = re.fullmatch(r"it is (\w+)=kl\.(\w+)\((\w+)=\.\.\.\)", MOVED[name])
    assert found is not None
    option, kind, field = found.groups()
    assert option in signature(kl.simulate).parameters
    assert field in [each.name for each in fields(getattr(kl, kind))]


def test_a_keyword_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(TypeError, match=r"simulate takes no perod= \(did you mean 'period'\?\); it takes robot, controller, "):
        run(perod=0.01)


def test_a_missing_engine_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "engine_plant.py").write_text("import no_such_engine")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(kl.Exudyn, "module", ("engine_plant", "EnginePlant"))
    with pytest.raises(UnsupportedOperation, match="plant='exudyn' needs no_such_engine, which is not installed"):
        run(plant="exudyn")


def test_what_another_plant_cannot_take_is_refused_in_words() -> None:
    robot, _ = biglide()
    with pytest.raises(UnsupportedOperation, match="a user-defined plant has its own environment, so it takes no wrenches"):
        run(plant=NativePlant(robot), environment={"tool": np.zeros(6)})
    with pytest.raises(ShapeError, match="takes one trajectory, but this one is a batch"):
        run(path=kl.Quintic([START, START], END, 2.0))


def test_arrays_of_parameters_are_for_rollouts() -> None:
    robot, q = biglide()
    with pytest.raises(ShapeError, match="simulate takes one machine"):
        kl.simulate(robot.with_parameters(m_p=[1.0, 2.0]), LAW, PATH, duration=0.1, period=0.01, q=q)
