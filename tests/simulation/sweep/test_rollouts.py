"""Many runs in one call: each equals the single run to the bit, in chunks or not, and a failed one does not affect others."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
import pytest
from special_machines import four_bars

import kinloop as kl
from kinloop.errors import ShapeError, UnknownName, UnsupportedOperation
from kinloop.simulation.sweep import rollouts as module

START, END = [0.0, 0.30005393], [0.1, 0.1]
PATH = kl.Quintic(START, END, 2.0)
LAW = kl.ComputedTorque(100.0, [20.0, 21.0])
CLOCK: dict[str, Any] = {"duration": 0.2, "period": 0.01}
ROBOT = kl.load("biglide")
Q = ROBOT.inverse_geometry(START, mode=(-1, -1)).q
SAMPLED = ("q", "qd", "tau", "x", "error")


def assert_is(runs: kl.Rollouts, at: Any, record: kl.Record) -> None:
    for name in SAMPLED:
        np.testing.assert_array_equal(getattr(runs, name)[at], getattr(record, name), err_msg=name)


def test_every_run_of_a_zip_is_the_single_run_to_the_bit() -> None:
    masses, kp = np.linspace(2, 4, 5), np.linspace(50, 150, 5)
    push = np.linspace(0, 1, 5)[:, None] * [1.0, -2.0, 0, 0, 0, 0]
    vary = {"plant.m_p": masses, "law.kp": kp, "environment.wrenches.tool": push}
    runs = kl.rollouts(ROBOT, LAW, PATH, vary=vary, q=Q, **CLOCK)
    for k in range(5):
        law = kl.ComputedTorque(kp[k], [20.0, 21.0])
        options: dict[str, Any] = {"plant": kl.Native(parameters={"m_p": masses[k]}), "environment": {"tool": push[k]}}
        record = kl.simulate(ROBOT, law, PATH, q=Q, **options, **CLOCK)
        assert_is(runs, k, record)
        norm = np.linalg.norm(record.error, axis=1)
        # The loop sums up as it goes: the tool's coordinates have 5e-17 of rounding.
        assert runs.error_max[k] == pytest.approx(norm.max(), abs=1e-15)
        assert runs.error_last[k] == pytest.approx(norm[-1], abs=1e-15)
        assert runs.error_rms[k] == pytest.approx(np.sqrt(np.mean(norm**2)), abs=1e-15)
        np.testing.assert_array_equal(runs.tau_max[k], np.abs(record.tau).max(axis=0))
    assert np.all(runs.status == kl.RunStatus.COMPLETE)


def test_nothing_varied_is_one_run() -> None:
    runs = kl.rollouts(ROBOT, LAW, PATH, q=Q, **CLOCK)
    assert runs.shape == ()
    assert_is(runs, ..., kl.simulate(ROBOT, LAW, PATH, q=Q, **CLOCK))


def test_a_parameter_of_robot_and_plant_is_the_robot_with_it() -> None:
    runs = kl.rollouts(ROBOT, LAW, PATH, vary={"m_p": [2.0, 3.5]}, q=Q, **CLOCK)
    for k, mass in enumerate((2.0, 3.5)):
        assert_is(runs, k, kl.simulate(ROBOT.with_parameters(m_p=mass), LAW, PATH, q=Q, **CLOCK))


def test_a_machine_without_closed_forms_too() -> None:
    """The joints' reference begins where a search by Newton's method ends."""
    robot = kl.load("three_rrr")
    x = robot.models.geometry.task(robot.start)
    path = kl.Quintic(x, x + np.linspace(0.01, -0.02, x.size), 0.2)
    mass = next(p for p in robot.parameters if p.startswith("m_"))
    values = robot.parameters[mass] * np.linspace(0.8, 1.3, 5)
    runs = kl.rollouts(robot, kl.ComputedTorque(100.0, 20.0), path, vary={mass: values}, duration=0.1, period=0.01)
    for k in (0, 4):
        single = robot.with_parameters(**{mass: values[k]})
        assert_is(runs, k, kl.simulate(single, kl.ComputedTorque(100.0, 20.0), path, duration=0.1, period=0.01))


def test_each_machine_begins_at_its_own_configuration_on_the_trajectory() -> None:
    """Rods of other lengths; one too short to reach the start of the path."""
    path = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.5)
    lengths = [0.33, 0.36, 0.4, 0.2]
    runs = kl.rollouts(ROBOT, LAW, path, vary={"l": lengths}, **CLOCK)
    assert runs.status.tolist() == [kl.RunStatus.COMPLETE] * 3 + [kl.RunStatus.NOT_STARTED]
    assert np.isnan(runs.q[3, 1:]).all()
    for k in range(3):
        assert_is(runs, k, kl.simulate(ROBOT.with_parameters(l=lengths[k]), LAW, path, **CLOCK))


def test_a_start_that_opens_the_loops_is_marked_and_the_others_go_on() -> None:
    q = np.tile(Q, (4, 1))
    q[1, 0] += 0.1
    q[2, 0] = np.nan
    runs = kl.rollouts(ROBOT, LAW, PATH, vary={"q": q}, **CLOCK)
    assert runs.status.tolist() == [0, kl.RunStatus.NOT_STARTED, kl.RunStatus.NOT_STARTED, 0]
    assert_is(runs, 0, kl.simulate(ROBOT, LAW, PATH, q=Q, **CLOCK))


def test_a_grid_has_an_axis_for_each_array() -> None:
    kd = np.array([[10.0, 12.0], [20.0, 22.0], [30.0, 33.0]])
    runs = kl.rollouts(ROBOT, LAW, PATH, vary={"law.kd": kd, "plant.m_p": [2.5, 3.0]}, grid=True, q=Q, **CLOCK)
    assert runs.shape == (3, 2)
    for i in range(3):
        for j, mass in enumerate((2.5, 3.0)):
            record = kl.simulate(
                ROBOT, kl.ComputedTorque(100.0, kd[i]), PATH, plant=kl.Native(parameters={"m_p": mass}), q=Q, **CLOCK
            )
            assert_is(runs, (i, j), record)


def test_gains_that_are_matrices_keep_their_rows() -> None:
    kd = np.array([[[20.0, 1.0], [3.0, 22.0]], [[10.0, 2.0], [0.0, 12.0]]])
    runs = kl.rollouts(ROBOT, kl.ComputedTorque(100.0, kd[0]), PATH, vary={"law.kd": kd}, q=Q, **CLOCK)
    for k in range(2):
        assert_is(runs, k, kl.simulate(ROBOT, kl.ComputedTorque(100.0, kd[k]), PATH, q=Q, **CLOCK))


def test_states_at_the_start_vary() -> None:
    targets = np.array([[0.0, 0.3], [0.01, 0.31], [-0.02, 0.29]])
    q = ROBOT.inverse_geometry(targets, mode=(-1, -1)).q
    qd = ROBOT.inverse_velocity(q, [[0.0, 0.1], [0.1, 0.0], [0.05, 0.05]]).qd
    runs = kl.rollouts(ROBOT, LAW, PATH, vary={"q": q, "qd": qd}, q=Q, **CLOCK)
    for k in range(3):
        assert_is(runs, k, kl.simulate(ROBOT, LAW, PATH, q=q[k], qd=qd[k], **CLOCK))


def test_kinematic_runs_are_the_single_ones() -> None:
    runs = kl.rollouts(ROBOT, kl.KinematicControl(2.0), PATH, vary={"law.gain": [1.0, 4.0]}, plant="kinematic", q=Q, **CLOCK)
    for k, gain in enumerate((1.0, 4.0)):
        assert_is(runs, k, kl.simulate(ROBOT, kl.KinematicControl(gain), PATH, plant="kinematic", q=Q, **CLOCK))


def test_chunks_threads_and_fewer_samples_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    vary = {"plant.m_p": np.linspace(2, 4, 37)}
    whole = kl.rollouts(ROBOT, LAW, PATH, vary=vary, q=Q, **CLOCK)
    monkeypatch.setattr(module, "CHUNK", 1.0)  # then eight runs a chunk
    cut = kl.rollouts(ROBOT, LAW, PATH, vary=vary, q=Q, threads=2, **CLOCK)
    for name in (*SAMPLED, "status", "error_rms", "error_max", "tau_max"):
        np.testing.assert_array_equal(getattr(cut, name), getattr(whole, name), err_msg=name)
    coarse = kl.rollouts(ROBOT, LAW, PATH, vary=vary, q=Q, every=5, **CLOCK)
    np.testing.assert_array_equal(coarse.q, whole.q[:, ::5])
    np.testing.assert_array_equal(coarse.t, whole.t[::5])
    summary = kl.rollouts(ROBOT, LAW, PATH, vary=vary, q=Q, keep="summary", **CLOCK)
    np.testing.assert_array_equal(summary.error_rms, whole.error_rms)
    assert summary.q.shape == (37, 0, 4)


NOISE = {"q": 1e-6, "qd": 1e-4}


def test_noise_is_that_of_the_seed_and_the_run() -> None:
    runs = kl.rollouts(
        ROBOT, LAW, PATH, vary={"plant.m_p": [2.0, 3.0, 3.5]}, sensors=kl.Sensors(noise=NOISE, seed=11), q=Q, **CLOCK
    )
    for k, mass in enumerate((2.0, 3.0, 3.5)):
        plant, sensors = kl.Native(parameters={"m_p": mass}), kl.Sensors(noise=NOISE, seed=11, run=k)
        assert_is(runs, k, kl.simulate(ROBOT, LAW, PATH, plant=plant, sensors=sensors, q=Q, **CLOCK))


def test_seeds_vary_and_a_grid_has_the_same_noise_for_every_gain() -> None:
    vary = {"law.kp": [80.0, 100.0], "sensors.seed": [3, 4, 5]}
    runs = kl.rollouts(ROBOT, LAW, PATH, vary=vary, grid=True, sensors=kl.Sensors(noise=NOISE), q=Q, **CLOCK)
    assert runs.shape == (2, 3)
    for i, kp in enumerate((80.0, 100.0)):
        for j, seed in enumerate((3, 4, 5)):
            law = kl.ComputedTorque(kp, [20.0, 21.0])
            sensors = kl.Sensors(noise=NOISE, seed=seed)
            assert_is(runs, (i, j), kl.simulate(ROBOT, law, PATH, q=Q, sensors=sensors, **CLOCK))


def test_sensors_and_actuators_are_those_of_single_runs() -> None:
    sensors = kl.Sensors("active", quantisation={"q": 1e-6})
    saturation, rate_limit = [0.1, 0.5], [1.0, 20.0]
    vary = {"actuators.saturation": saturation, "actuators.rate_limit": rate_limit}
    runs = kl.rollouts(ROBOT, LAW, PATH, vary=vary, q=Q, sensors=sensors, actuators=kl.Actuators(delay=True), **CLOCK)
    for k in range(2):
        actuators = kl.Actuators(saturation[k], rate_limit[k], delay=True)
        assert_is(runs, k, kl.simulate(ROBOT, LAW, PATH, q=Q, sensors=sensors, actuators=actuators, **CLOCK))


def test_noise_and_quantisation_vary() -> None:
    """One number a run for all joints; what does not vary stays."""
    noise, quanta, rates = [0.0, 1e-6, 1e-5], [1e-5, 0.0, 1e-6], [1e-4, 2e-4, 0, 0]
    vary = {"sensors.noise.q": noise, "sensors.quantisation.qd": quanta}
    runs = kl.rollouts(ROBOT, LAW, PATH, vary=vary, q=Q, sensors=kl.Sensors(noise={"qd": rates}, seed=5, run=7), **CLOCK)
    for k in range(3):
        sensors = kl.Sensors(noise={"q": noise[k], "qd": rates}, quantisation={"qd": quanta[k]}, seed=5, run=7 + k)
        assert_is(runs, k, kl.simulate(ROBOT, LAW, PATH, q=Q, sensors=sensors, **CLOCK))
    assert np.abs(np.diff(runs.tau, axis=0)).max(axis=(-2, -1)).min() > 1e-6


def test_the_controllers_model_varies_alone() -> None:
    masses = [2.0, 3.5]
    runs = kl.rollouts(ROBOT, LAW, PATH, vary={"model.m_p": masses}, q=Q, **CLOCK)
    for k, mass in enumerate(masses):
        plant = kl.Native(parameters={"m_p": ROBOT.parameters["m_p"]})
        assert_is(runs, k, kl.simulate(ROBOT.with_parameters(m_p=mass), LAW, PATH, plant=plant, q=Q, **CLOCK))


@pytest.mark.parametrize("starts_alike", [True, False])
def test_trajectories_vary(starts_alike: bool) -> None:
    ends = np.array([[0.12, 0.1], [0.05, 0.2], [0.1, 0.15]])
    begin = np.array(START) if starts_alike else np.array([[0.1, 0.3], [0.11, 0.3], [0.1, 0.28]])
    paths = kl.Quintic(begin, ends, [2.0, 1.0, 1.5])
    start: dict[str, Any] = {"q": Q} if starts_alike else {}
    runs = kl.rollouts(ROBOT, LAW, paths, vary={"plant.m_p": [2.0, 3.0, 4.0]}, **start, **CLOCK)
    for k in range(3):
        options: dict[str, Any] = {"plant": kl.Native(parameters={"m_p": 2.0 + k}), **start}
        assert_is(runs, k, kl.simulate(ROBOT, LAW, paths[k], **options, **CLOCK))
    crossed = kl.rollouts(ROBOT, LAW, paths, vary={"plant.m_p": [2.0, 3.0]}, grid=True, **start, **CLOCK)
    assert crossed.shape == (2, 3)
    turned = kl.rollouts(ROBOT, LAW, vary={"trajectory": paths, "plant.m_p": [2.0, 3.0]}, grid=True, **start, **CLOCK)
    np.testing.assert_array_equal(turned.q, np.swapaxes(crossed.q, 0, 1))
    assert_is(crossed, (0, 0), kl.simulate(ROBOT, LAW, paths[0], plant=kl.Native(parameters={"m_p": 2.0}), **start, **CLOCK))


def fails(t: Any, measured: Any, reference: Any, state: Any, model: Any, when: Any, push: Any) -> Any:
    return ca.vertcat(ca.if_else(t > when, ca.SX(np.nan), push * ca.exp(100 * t)), -0.1), state


@pytest.mark.parametrize("every", [1, 4])
def test_runs_that_fail_are_frozen_and_marked_and_the_others_go_on(every: int) -> None:
    law = kl.casadi_law(fails, when=9.0, push=0.1)
    vary = {"law.when": [9.0, 0.095, 9.0, 9.0], "law.push": [1e-9, 1e-9, 1e140, 1e-9]}
    runs = kl.rollouts(ROBOT, law, vary=vary, q=Q, every=every, **CLOCK)
    expected = [kl.RunStatus.COMPLETE, kl.RunStatus.LAW_NOT_FINITE, kl.RunStatus.DIVERGED, kl.RunStatus.COMPLETE]
    assert runs.status.tolist() == expected
    assert runs.stopped[1] == pytest.approx(0.1)
    np.testing.assert_array_equal(runs.q[0], runs.q[3])
    for k, (when, push) in enumerate(zip(*vary.values(), strict=True)):
        record = kl.simulate(ROBOT, kl.casadi_law(fails, when=when, push=push), q=Q, **CLOCK)
        assert record.status == runs.status[k]
        kept = len(record.q[::every])
        np.testing.assert_array_equal(runs.q[k, :kept], record.q[::every])
        assert np.isnan(runs.q[k, kept:]).all()
        assert np.isnan(runs.stopped[k]) or runs.stopped[k] == pytest.approx(record.t[-1])


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"vary": {"mass": [1.0]}}, UnknownName, "no thing to vary 'mass'.* a rollout has: d, l, m_p"),
        ({"vary": {"law.ki": [1.0]}}, UnknownName, "no thing to vary 'law.ki'"),
        ({"vary": {"gain.kp": [1.0]}}, UnknownName, "vary has no 'gain.kp'; it is 'law.kp'"),
        ({"vary": {"wrench.tool": np.zeros((2, 6))}}, UnknownName, "it is 'environment.wrenches.tool'"),
        ({"vary": {"payload.tool": [1.0]}}, UnknownName, "it is 'plant.payload.tool'"),
        ({"vary": {"rate_limit": [1.0]}}, UnknownName, "vary has no 'rate_limit'; it is 'actuators.rate_limit'"),
        ({"vary": {"seed": [1]}}, UnknownName, "vary has no 'seed'; it is 'sensors.seed'"),
        ({"vary": {"m_p": [1.0, 2.0], "law.kp": [1.0]}}, ShapeError, "different numbers of runs: m_p 2, law.kp 1"),
        ({"vary": {"m_p": []}}, ShapeError, "there are no runs"),
        ({"vary": {"m_p": 2.0}}, ShapeError, r"m_p of biglide has shape \(\), expected \(runs\)"),
        ({"vary": {"q": np.zeros((3, 2))}}, ShapeError, r"has shape \(3, 2\), expected \(runs, 4\)"),
        ({"vary": {"m_p": ["a"]}}, ShapeError, "expected numbers"),
        ({"vary": {"sensors.seed": [1, 2]}}, UnsupportedOperation, "the seed varies, but there is no noise"),
        (
            {"vary": {"sensors.seed": [0.5]}, "sensors": kl.Sensors(noise={"q": 1e-6})},
            ShapeError,
            "a seed is 0.5, expected a whole number from 0",
        ),
        ({"vary": {"actuators.saturation": [1.0, 0.0]}}, ShapeError, "saturation is .*, expected numbers above zero"),
        ({"every": 3}, ShapeError, "every = 3 does not divide the 20 periods"),
        ({"vary": {"sensors.noise.q": [1e-6, -1e-6]}}, ShapeError, "expected finite numbers from zero"),
        ({"vary": {"sensors.noise.x": [1e-6]}}, UnknownName, "no thing to vary 'sensors.noise.x'"),
        ({"vary": {"trajectory": PATH}, "sensors": None}, ShapeError, "the trajectory varies, and another is given beside it"),
        ({"plant": "mujoco"}, UnknownName, "rollouts has: native, kinematic"),
        ({"plant": kl.Mujoco()}, UnknownName, "no plant 'mujoco'; rollouts has: native, kinematic"),
        ({"plant": kl.Native(integrator=kl.Adaptive())}, UnsupportedOperation, r"integrator= runs in kl\.simulate only"),
        ({"recording": kl.Recording()}, TypeError, "rollouts takes no recording=; every= and keep= choose the samples"),
        ({"noise": {"q": 1e-6}}, TypeError, r"rollouts takes no noise=; it is sensors=kl\.Sensors\(noise=\.\.\.\)"),
        ({"kep": "summary"}, kl.UnknownArgument, r"rollouts takes no kep= \(did you mean 'keep'\?\); it takes robot, "),
        ({"keep": "nothing"}, UnknownName, "rollouts has: samples, summary"),
    ],
)
def test_what_cannot_be_run_is_refused_in_words(options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kl.rollouts(ROBOT, LAW, PATH, q=Q, **CLOCK, **options)


def test_a_python_law_is_for_single_runs() -> None:
    with pytest.raises(UnsupportedOperation, match=r"a law in plain Python runs in kl\.simulate only"):
        kl.rollouts(ROBOT, kl.python_law(fails, when=1.0, push=0.0), PATH, vary={"m_p": [1.0]}, q=Q, **CLOCK)


def test_machines_whose_described_start_is_open_begin_as_each_does_alone() -> None:
    """A four-bar whose start is written roughly: a single run assembles it, and so do those of many lengths."""
    robot, law = kl.Robot(four_bars(0.5, 0.2, 0.4, 0.4)), kl.ComputedTorque(100.0, 20.0)
    path = kl.Quintic([1.0], [1.1], 1.0, space="active")
    grounds = np.array([0.5, 0.49, 2.0])  # the last is longer than all bars together
    many = kl.rollouts(robot, law, path, duration=0.1, period=1e-2, vary={"g": grounds})
    assert (many.status == 0).tolist() == [True, True, False]
    for k, ground in enumerate(grounds[:2]):
        alone = kl.simulate(robot.with_parameters(g=ground), law, path, duration=0.1, period=1e-2)
        assert many.q[k] == pytest.approx(alone.q, abs=1e-12)
