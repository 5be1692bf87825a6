"""A run that begins where its law does not exist is refused; a run that ends early reports the time and the reason."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import AmbiguousMode, SingularConfiguration, UnknownName, UnsupportedOperation

LAW = kl.ComputedTorque(100.0, 20.0)
CLOCK: Any = {"duration": 0.1, "period": 1e-3}
# At x = 0 both rods of the Biglide are on one line where its slides are apart: Type 2 in two of the four working modes.
ON_THE_LINE = kl.Quintic([0, 0.30005393], [0.1, 0.1], 2)
THROUGH_THE_LINE = kl.Quintic([0.1, 0.3], [-0.1, 0.3], 2)


def spring(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
    """A law that needs no model."""
    return 100 * (reference.q_active - measured.q_active) - 10 * measured.qd_active, state


def held_up(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
    """One that needs the model only to hold the machine."""
    return spring(t, measured, reference, state, model)[0] + model("bias", q=measured.q, qd=measured.qd)["bias"], state


# ---------------------------------------------------------------- at a singularity


@pytest.mark.parametrize("x", [0.0, 1e-11, 1e-10, 1e-9])
def test_a_start_on_the_type_2_line_is_refused_with_the_modes_that_are_regular(x: float) -> None:
    """Also where rounding has moved the configuration off it: there the command is finite, and 1e4 N of nothing."""
    path = kl.Quintic([x, 0.30005393], [0.1, 0.1], 2)
    with pytest.raises(SingularConfiguration, match="begins at a type 2 singularity") as refused:
        kl.simulate(kl.load("biglide"), LAW, path, **CLOCK)
    assert "'ComputedTorque' computes with inverse_dynamics_active" in str(refused.value)
    assert 'mode="g1=+1, g2=+1", mode="g1=-1, g2=-1"' in str(refused.value)
    assert "g1=+1, g2=-1" not in str(refused.value)


@pytest.mark.parametrize("mode", [(1, 1), (-1, -1), kl.Mode(working=(1, 1))], ids=str)
def test_a_run_begins_in_the_mode_asked_for(mode: Any) -> None:
    robot = kl.load("biglide")
    run = kl.simulate(robot, LAW, ON_THE_LINE, mode=mode, **CLOCK)
    assert run.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(run.q[0], robot.inverse_geometry([0, 0.30005393], mode=mode).q, atol=1e-14)
    signs = mode.working if isinstance(mode, kl.Mode) else mode
    assert (run.mode["working"] == signs).all()


def test_a_trajectory_of_joints_begins_in_its_assembly_mode() -> None:
    robot = kl.load("five_bar")
    path = kl.Quintic(robot.start[:2], robot.start[:2] + 0.05, 0.1, space="active")
    starts = [kl.simulate(robot, LAW, path, mode=mode, **CLOCK).q[0] for mode in (1, -1)]
    for start, mode in zip(starts, (1, -1), strict=True):
        np.testing.assert_allclose(start, robot.forward_geometry(robot.start[:2], mode=mode).q, atol=1e-13)
    assert np.abs(starts[0] - starts[1]).max() > 0.1


@pytest.mark.parametrize("law", [None, kl.casadi_law(spring, joint_reference=True)], ids=["free", "spring"])
def test_what_needs_no_model_begins_at_type_2(law: Any) -> None:
    assert kl.simulate(kl.load("biglide"), law, ON_THE_LINE, **CLOCK).status == kl.RunStatus.COMPLETE


def test_it_is_what_a_law_computes_with_that_decides_and_not_its_name() -> None:
    law = kl.casadi_law(held_up, joint_reference=True)
    with pytest.raises(SingularConfiguration, match="the law 'held_up' computes with bias"):
        kl.simulate(kl.load("biglide"), law, ON_THE_LINE, **CLOCK)


def test_a_controller_that_finds_the_passive_joints_by_its_model_is_refused_too() -> None:
    law = kl.casadi_law(spring, joint_reference=True)
    with pytest.raises(SingularConfiguration, match="forward_velocity"):
        kl.simulate(kl.load("biglide"), law, ON_THE_LINE, sensors=kl.Sensors(measured="active"), **CLOCK)


def test_a_law_in_python_that_has_no_answer_there_is_refused() -> None:
    law = kl.python_law(lambda t, m, r, s, model: (np.full(2, np.nan), s))
    with pytest.raises(SingularConfiguration, match="type 2"):
        kl.simulate(kl.load("biglide"), law, ON_THE_LINE, **CLOCK)
    with pytest.raises(SingularConfiguration, match="type 2"):
        kl.simulate(kl.load("biglide"), law, ON_THE_LINE, actuators=kl.Actuators(delay=True), **CLOCK)


def test_a_law_in_python_whose_model_raises_there_is_told_the_modes() -> None:
    law = kl.python_law(lambda t, m, r, s, model: (model.bias(m.q, m.qd), s))
    with pytest.raises(SingularConfiguration, match=r"biglide\.bias has no finite answer") as raised:
        kl.simulate(kl.load("biglide"), law, ON_THE_LINE, **CLOCK)
    assert any('mode="g1=+1, g2=+1", mode="g1=-1, g2=-1"' in note for note in raised.value.__notes__)


def test_a_plant_of_joint_rates_is_refused_at_type_2() -> None:
    with pytest.raises(SingularConfiguration, match="the kinematic plant computes with forward_velocity"):
        kl.simulate(kl.load("biglide"), kl.KinematicControl(10.0), ON_THE_LINE, plant="kinematic", **CLOCK)


def test_a_reference_that_begins_at_type_1_is_refused() -> None:
    """A stretched arm: the task does not determine the joints' rates."""
    robot = kl.load("two_r")
    reach = robot.frame_pose(np.zeros(2)).position[:2]
    path = kl.Quintic(reach, 0.9 * reach, 1.0)
    with pytest.raises(SingularConfiguration, match="its reference computes with inverse_velocity"):
        kl.simulate(robot, LAW, path, q=np.zeros(2), **CLOCK)
    assert kl.simulate(robot, None, path, q=np.zeros(2), **CLOCK).status == kl.RunStatus.COMPLETE


@pytest.mark.parametrize("vary", ["plant.payload.tool", "l", "q"])
def test_rollouts_mark_the_row(vary: str) -> None:
    robot = kl.load("biglide")
    found = robot.configurations(x=[0, 0.30005393])
    length = float(robot.parameters["l"])
    values: Any = {"plant.payload.tool": [0.0, 0.1], "l": [length, 1.1 * length], "q": [each.q for each in found]}[vary]
    many = kl.rollouts(robot, LAW, ON_THE_LINE, vary={vary: values}, **CLOCK)
    singular = [each.mode.working[0] != each.mode.working[1] for each in found] if vary == "q" else [True, True]
    assert [status == kl.RunStatus.SINGULAR_START for status in many.status] == singular
    assert np.isnan(many.error_max[many.status > 0]).all()
    assert f"{sum(singular)} ended early ({sum(singular)} singular start)" in repr(many)
    if vary != "q":
        assert (kl.rollouts(robot, LAW, ON_THE_LINE, mode=(1, 1), vary={vary: values}, **CLOCK).status == 0).all()


def test_a_rollout_in_a_mode_is_the_run_to_the_bit() -> None:
    robot = kl.load("biglide")
    masses = [0.0, 0.3]
    many = kl.rollouts(robot, LAW, ON_THE_LINE, mode=(1, 1), vary={"plant.payload.tool": masses}, **CLOCK)
    for k, mass in enumerate(masses):
        one = kl.simulate(robot, LAW, ON_THE_LINE, mode=(1, 1), plant=kl.Native(payload=mass), **CLOCK)
        np.testing.assert_array_equal(many.q[k], one.q)


def test_a_mode_that_contradicts_is_refused_in_words() -> None:
    robot = kl.load("biglide")
    for run in (kl.simulate, lambda *a, **k: kl.rollouts(*a, vary={"m_p": [1.0]}, **k)):
        with pytest.raises(UnsupportedOperation, match=r"mode=.* chooses the configuration .* and q gives another"):
            run(robot, LAW, ON_THE_LINE, q=robot.start, mode=(1, 1), **CLOCK)
        with pytest.raises(UnsupportedOperation, match="trajectory is None; give q"):
            run(robot, None, mode=(1, 1), **CLOCK)
    with pytest.raises(UnsupportedOperation, match="and q gives another"):
        kl.rollouts(robot, LAW, ON_THE_LINE, mode=(1, 1), vary={"q": [robot.start]}, **CLOCK)
    with pytest.raises((UnknownName, AmbiguousMode)):
        kl.simulate(robot, LAW, ON_THE_LINE, mode=kl.Mode(index=9), **CLOCK)


def test_a_prescribed_motion_begins_in_its_mode() -> None:
    robot = kl.load("biglide")
    run = kl.simulate(robot, None, kl.Quintic([0.05, 0.3], [0.1, 0.1], 2), plant="prescribed", mode=(1, 1), **CLOCK)
    assert (run.mode["working"] == (1, 1)).all()


# ---------------------------------------------------------------- early ends


def test_a_run_that_ends_early_warns_once_and_says_so() -> None:
    law = kl.python_law(lambda t, m, r, s, model: ([np.nan if t > 0.05 else 0.0, 0.0], s))
    with pytest.warns(
        kl.RunEndedEarly, match=r"biglide ended early, at t = 0.051 s of 0.1 s \(law not finite\): the law"
    ) as told:
        run = kl.simulate(kl.load("biglide"), law, **CLOCK)
    assert len(told) == 1
    assert told[0].filename == __file__
    assert repr(run) == "<Record of biglide: 52 samples to 0.051 s, ended early: law not finite>"
    assert issubclass(kl.RunEndedEarly, kl.KinloopWarning)


def test_a_complete_run_and_one_that_stops_where_it_should_do_not_warn() -> None:
    robot = kl.load("biglide")
    qd = robot.inverse_velocity(robot.start, [-1.0, 0.0]).qd
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kl.simulate(robot, None, **CLOCK)
        stopped = kl.simulate(
            robot,
            None,
            duration=0.5,
            period=0.05,
            q=robot.start,
            qd=qd,
            plant=kl.Native(integrator=kl.Adaptive(stop_at=("type 2",))),
        )
    assert stopped.status == kl.RunStatus.STOPPED


def test_a_prescribed_motion_that_ends_early_warns() -> None:
    robot = kl.load("biglide")
    run = kl.simulate(robot, None, THROUGH_THE_LINE, plant="prescribed", duration=2.0, period=0.02)
    splines = kl.Spline(run.t, run.q[:, :2], space="active")
    with pytest.warns(kl.RunEndedEarly, match="type 2|active joints do not determine"):
        kl.simulate(robot, None, splines, plant="prescribed", duration=2.0, period=0.02)


# ---------------------------------------------------------------- through Type 2 under a law that inverts the model


def test_the_event_names_type_2_and_the_command_and_advises_what_helps() -> None:
    robot, long = kl.load("biglide"), {"duration": 2.0, "period": 1e-3}
    run = kl.simulate(robot, LAW, THROUGH_THE_LINE, **long)
    message = run.events[-1].message
    assert run.status == kl.RunStatus.DIVERGED
    assert "beside a Type 2 singularity" in message
    assert f"{np.abs(run.tau[-20:]).max():.3g} N" in message
    assert "Adaptive" not in message
    assert "substeps" not in message
    # What it advises.
    assert "saturation=" in message
    limited = kl.simulate(robot, LAW, THROUGH_THE_LINE, actuators=kl.Actuators(saturation=20.0), **long)
    assert limited.status == kl.RunStatus.COMPLETE
    other = kl.simulate(robot, LAW, THROUGH_THE_LINE, mode=(1, 1), **long)
    assert other.status == kl.RunStatus.COMPLETE
    assert np.abs(other.error).max() < 1e-3


def test_an_adaptive_run_of_the_same_ends_after_a_bounded_number_of_events() -> None:
    chosen = kl.Adaptive(limits=False, events_per_period=20)
    run = kl.simulate(kl.load("biglide"), LAW, THROUGH_THE_LINE, duration=2.0, period=1e-3, plant=kl.Native(integrator=chosen))
    last = run.events[-1]
    assert (run.status, last.kind) == (kl.RunStatus.STOPPED, "too many events")
    assert "more than 20 events" in last.message
    assert "beside a Type 2 singularity" in last.message
    assert "allows more" not in last.message
    times = np.array([event.time for event in run.events[:-1]])
    per_period = np.bincount((times / 1e-3).astype(int))
    assert per_period.max() <= 21 + 2  # an event at the border of two periods may count to either


def test_no_event_comes_after_the_one_that_ends_the_run() -> None:
    run = kl.simulate(
        kl.load("biglide"), LAW, THROUGH_THE_LINE, duration=2.0, period=1e-3, plant=kl.Native(integrator=kl.Adaptive())
    )
    times = [event.time for event in run.events]
    assert run.events[-1].kind == "too many events"
    assert times == sorted(times)


def test_impacts_without_end_end_the_run() -> None:
    """Elastic impacts between two stops, more in a period than are allowed."""
    robot = kl.load("gantry")
    options = {"duration": 2.0, "period": 2.0, "q": robot.start, "qd": [30.0, 0.0, 0.0]}
    run = kl.simulate(robot, None, **options, plant=kl.Native(integrator=kl.Adaptive(restitution=1.0, events_per_period=10)))
    last = run.events[-1]
    assert last.kind == "too many events"
    assert "11 of the kind 'limit'" in last.message
    assert "smaller restitution comes to rest; kl.Adaptive(events_per_period=...) allows more" in last.message
    assert last.q is not None
    assert len(run) == 1


def test_steps_without_end_end_the_run() -> None:
    robot = kl.load("two_r")
    options = {"duration": 2.0, "period": 2.0, "q": [1.0, 0.5]}
    run = kl.simulate(robot, None, **options, plant=kl.Native(integrator=kl.Adaptive(steps_per_period=5)))
    assert run.events[-1].kind == "too many steps"
    assert "more than 5 steps in one period, from t = 0 s" in run.events[-1].message
    assert kl.simulate(robot, None, **options, plant=kl.Native(integrator=kl.Adaptive())).status == kl.RunStatus.COMPLETE


@pytest.mark.parametrize("name", ["events_per_period", "steps_per_period"])
@pytest.mark.parametrize("value", [0, -1, 1.5, True, "many"])
def test_bounds_that_make_no_sense_are_named(name: str, value: Any) -> None:
    with pytest.raises(kl.ShapeError, match=f"{name} is .*, expected a whole number from 1"):
        kl.Adaptive(**{name: value})
