"""Comparing plants: the same commands through both, what counts as a difference, and records that do not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import ShapeError, UnknownName, UnsupportedOperation
from kinloop.mechanism.formats.read import library
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.simulation.plants.native import NativePlant

PATH = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5)
LAW = kl.ComputedTorque(100.0, 20.0)
QUANTITIES = ["x", "xd", "q_active", "q_passive", "qd_active", "qd_passive", "qdd_active", "qdd_passive", "tau", "loop_force"]


def compared(plants: Any = ("native", "native"), law: Any = LAW, path: Any = PATH, **options: Any) -> kl.Comparison:
    return kl.compare(robot_named("biglide"), law, path, plants, **{"duration": 0.1, "period": 0.01, **options})


HEAVIER = kl.Native(substeps=3, parameters={"m_p": 3.3})
OPTIONS: dict[str, Any] = {
    "plain": {},
    "sensors and actuators": {
        "sensors": kl.Sensors(noise={"q": 1e-6}, quantisation={"q": 1e-5}, seed=3),
        "actuators": kl.Actuators(saturation=0.3, delay=True),
    },
    "machine": {"plants": (HEAVIER, HEAVIER), "environment": {"tool": [1.0, 0, 0, 0, 0, 0]}},
    "elsewhere": {"q": None, "qd": None},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_plant_is_no_way_from_itself_whatever_lies_before_the_commands(options: dict[str, Any]) -> None:
    """Replayed commands are those that acted: delayed, saturated, of noisy measurements."""
    found = compared(**options)
    assert list(found.difference) == QUANTITIES
    for name in QUANTITIES[1:]:
        assert found.largest[name] == 0, name
    assert found.largest["x"] < 1e-16  # a sum in another order
    assert not found.mean_accelerations
    assert np.abs(found.first.tau).max() > 0.05


def test_rates_are_replayed_through_kinematic_plants() -> None:
    found = compared(("kinematic", "kinematic"), law=kl.KinematicControl(2.0))
    assert "tau" not in found.difference  # unknown
    assert "loop_force" not in found.difference
    assert found.mean_accelerations
    assert max(found.largest.values()) < 1e-15


def test_another_machine_differs_as_its_runs_do() -> None:
    """A heavier tool, as an object: the numbers are those of the records, second minus first."""
    robot = robot_named("biglide")
    found = compared(("native", NativePlant(robot.with_parameters(m_p=3.3))))
    first, second = found.first, found.second
    np.testing.assert_array_equal(second.tau[:-1], first.tau[:-1])
    np.testing.assert_array_equal(found.difference["qd_active"], (second.qd - first.qd)[:, :2])
    np.testing.assert_allclose(found.difference["x"], second.x - first.x, atol=1e-15)
    worst = np.abs(found.difference["q_passive"])
    assert found.largest["q_passive"] == worst.max() > 1e-4
    assert found.rms["q_passive"] == pytest.approx(np.sqrt(np.mean(worst**2)))
    assert found.when["q_passive"] == first.t[worst.max(axis=1).argmax()]
    # The object reports accelerations before the command changes; those of the native plant are compared there too.
    assert not found.mean_accelerations
    heavier = robot.with_parameters(m_p=3.3).forward_dynamics(second.q[1:], second.qd[1:], first.tau[:-1])
    lighter = robot.forward_dynamics(first.q[1:], first.qd[1:], first.tau[:-1])
    apart = np.concatenate([found.difference["qdd_active"], found.difference["qdd_passive"]], axis=1)
    np.testing.assert_allclose(apart, heavier.qdd - lighter.qdd, atol=1e-12)
    np.testing.assert_allclose(found.difference["loop_force"], heavier.loop_force - lighter.loop_force, atol=1e-12)


def test_feedback_corrects_what_replayed_commands_do_not() -> None:
    robot = robot_named("biglide")
    plants = ("native", NativePlant(robot.with_parameters(m_p=3.3)))
    options: dict[str, Any] = {"duration": 0.5, "period": 1e-3}
    replayed, corrected = compared(plants, **options), compared(plants, feedback=True, **options)
    assert corrected.largest["x"] < 0.2 * replayed.largest["x"]
    assert corrected.largest["tau"] > 0.01  # which is how
    assert replayed.largest["tau"] == 0


@pytest.mark.parametrize(("plant", "position", "rate"), [("exudyn", 1e-8, 1e-7), ("mujoco", 1e-7, 1e-5)])
def test_engines_of_others_agree_under_the_same_commands(plant: str, position: float, rate: float) -> None:
    """Steps of 0.1 ms. What pulls at a loop of MuJoCo's moves it by 1e-4 of what it should not, and so its accelerations."""
    pytest.importorskip(plant)
    found = compared(("native", plant), period=1e-3, duration=0.2)
    assert found.first.status == found.second.status == kl.RunStatus.COMPLETE
    assert max(found.largest[name] for name in ("x", "q_active", "q_passive")) < position
    assert max(found.largest[name] for name in ("xd", "qd_active", "qd_passive")) < rate
    assert found.largest["qdd_active"] < {"exudyn": 1e-6, "mujoco": 4e-4}[plant] * np.abs(found.first.qdd).max()
    assert f"biglide: {plant} minus native, 201 samples to 0.2 s" in str(found)


def test_a_prescribed_motion_through_the_native_plant_has_the_error_of_held_efforts() -> None:
    """The efforts are those of the middle of each period, so the difference decreases with the square of the period."""
    errors = [
        compared(("prescribed", "native"), law=None, duration=0.4, period=period).largest["x"] for period in (8e-3, 4e-3, 2e-3)
    ]
    np.testing.assert_allclose(np.array(errors[:-1]) / errors[1:], 4, rtol=0.1)


def test_the_limits_efforts_carry_the_native_plant_across_type_2() -> None:
    """Nothing is fed back; the tool is 0.1 mm off after the crossing, and in the other assembly mode."""
    path = kl.Quintic([0.1, 0.4], [-0.1, 0.2], 2.0)  # [DemuttiRosi2020] 3.3: it meets the criterion
    found = compared(("prescribed", "native"), law=None, path=path, duration=1.2, period=1e-3)
    assert [event.kind for event in found.first.events] == ["crossing"]
    assert found.largest["x"] < 1e-4
    np.testing.assert_array_equal(found.second.mode["assembly"][[0, -1], 0], [-1, 1])


# ------------------------------------------------------------------ what counts as a difference


def at_rest(robot: kl.Robot) -> kl.Record:
    active = robot.start[: len(robot.active)].tolist()
    return prescribe_motion(robot, kl.FunctionOfTime(lambda t: active, 1.0, space="active"), duration=1e-3, period=1e-3)


@pytest.mark.parametrize("name", library())
def test_full_turns_and_signs_of_quaternions_do_not_count(name: str) -> None:
    robot = robot_named(name)
    run = at_rest(robot)
    q, x = run.q.copy(), run.x.copy()
    space = robot.models.geometry.space
    q[:, space.angles] += 2 * np.pi
    for first in space.quaternions:
        q[:, first : first + 4] *= -1
    if robot.task == ("pose",):
        x[:, 3:] *= -1
    elif "phi" in robot.task:
        x[:, robot.task.index("phi")] -= 2 * np.pi
    found = kl.compare_records(run, replace(run, q=q, x=x))
    assert max(found.largest[name] for name in ("x", "q_active", "q_passive") if name in found.difference) < 1e-14


def test_the_turn_between_two_poses_is_a_vector() -> None:
    robot = robot_named("puma560")
    run = at_rest(robot)
    c, s = np.cos(5e-5), np.sin(5e-5)
    w, a, b, z = run.x[:, 3:].T
    turned = np.stack([c * w - s * a, c * a + s * w, c * b - s * z, c * z + s * b], axis=-1)  # by 1e-4 about x
    found = kl.compare_records(run, replace(run, x=np.concatenate([run.x[:, :3] + 1e-3, turned], axis=1)))
    np.testing.assert_allclose(found.difference["x"], [[1e-3, 1e-3, 1e-3, 1e-4, 0, 0]] * 2, atol=1e-11)


def test_the_table_names_units_and_runs_that_ended_early() -> None:
    """The feedback of one is NaN after 50 ms; what both have is compared."""
    late = kl.casadi_law(lambda t, m, r, s, model: (ca.vertcat(ca.if_else(t > 0.055, ca.SX(np.nan), 0.1), -0.1), s))
    early, whole = compared(law=late, path=None).first, kl.simulate(robot_named("biglide"), LAW, PATH, duration=0.1, period=0.01)
    found = kl.compare_records(early, whole, names=("broken", "whole"))
    assert len(found.difference["x"]) == len(early) == 7
    told = str(found)
    assert "broken ended early: the law" in told
    lines = {line.split()[0]: line for line in told.splitlines()}
    assert " rad/s^2 " in lines["qdd_passive"]
    assert " m/s " in lines["qd_active"]
    assert lines["tau"].split()[1] == "N"
    assert float(lines["x"].split()[2]) == pytest.approx(found.largest["x"], rel=1e-2)


def test_a_table_has_a_row_for_each_unit_of_a_quantity() -> None:
    """A slide and three turning joints: metres and radians have no common largest difference."""
    robot = robot_named("scara_prrr")
    run = kl.simulate(robot, None, duration=0.02, period=0.01)
    found = kl.compare_records(run, replace(run, q=run.q + np.array([1e-3, 0.0, 2e-2, 0.0])))
    assert found.units["q_active"] == ("m", "rad", "rad", "rad")
    assert (found.units["x"], found.units["tau"]) == (("m", "m", "m", "rad"), ("N", "N m", "N m", "N m"))
    rows = [line.split() for line in str(found).splitlines()]
    assert [row[1:3] for row in rows if row[0] == "q_active"] == [["m", "0.001"], ["rad", "0.02"]]


# ------------------------------------------------------------------ what is refused


def test_records_that_do_not_fit_are_refused_in_words() -> None:
    run = kl.simulate(robot_named("biglide"), LAW, PATH, duration=0.1, period=0.01)
    other = kl.simulate(robot_named("biglide"), LAW, PATH, duration=0.1, period=0.02)
    with pytest.raises(ShapeError, match=r"different times: sample 1 is at 0\.01 s in one and at 0\.02 s"):
        kl.compare_records(run, other)
    law = kl.casadi_law(lambda t, m, r, s, model: (ca.SX([0.0, 0.0]), s))
    with pytest.raises(ShapeError, match=r"different machines: biglide has q1, q2, phi1, phi2, five_bar has"):
        kl.compare_records(run, kl.simulate(robot_named("five_bar"), law, duration=0.1, period=0.01))
    wrong: Any = run.q
    with pytest.raises(ShapeError, match="the second is of the type ndarray, expected a Record"):
        kl.compare_records(run, wrong)


def test_plants_that_do_not_fit_are_refused_in_words() -> None:
    with pytest.raises(ShapeError, match="plants is 'native', expected two"):
        compared("native")
    with pytest.raises(UnknownName, match="no plant 'adams'"):
        compared(("native", "adams"))
    with pytest.raises(UnsupportedOperation, match="takes joint rates and the others efforts"):
        compared(("kinematic", "native"), law=kl.KinematicControl(2.0))
    with pytest.raises(UnsupportedOperation, match="a prescribed motion takes no commands"):
        compared(("native", "prescribed"))
    with pytest.raises(UnsupportedOperation, match="measures and commands nothing, so it takes no actuators"):
        compared(("prescribed", "native"), law=None, actuators=kl.Actuators(saturation=2.0))
    with pytest.raises(kl.UnknownArgument, match="compare takes no recording=; the samples at the commands are compared"):
        compared(recording=kl.Recording(samples=3))
    with pytest.raises(kl.UnknownArgument, match=r"compare takes no substeps=; it is plant=kl\.Native\(substeps=\.\.\.\)"):
        compared(substeps=3)
    with pytest.raises(ShapeError, match="follows a trajectory, but trajectory is None"):
        compared(("prescribed", "native"), law=None, path=None)
    broken = kl.casadi_law(lambda t, m, r, s, model: (ca.vertcat(ca.if_else(t < 1.0, ca.SX(np.nan), 0.0), 0.0), s))
    with pytest.raises(ShapeError, match="has 1 sample, so there is nothing to replay: the law"):
        compared(law=broken, path=None)
