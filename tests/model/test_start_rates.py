"""The start that a description gives: rates that keep the loops closed, and unit quaternions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from passive_machines import BALL, DOUBLE_PENDULUM, FOUR_BAR

import kinloop as kl
from kinloop.errors import DescriptionError, NotAUnitQuaternion
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_text
from kinloop.mechanism.formats.toml.toml_write import write_toml

CLOCK = {"duration": 0.01, "period": 0.01}


def read(text: str) -> kl.Mechanism:
    return mechanism_from_text(text, "a text", "machine")


# ---------------------------------------------------------------- rates


def test_rates_that_are_left_out_keep_the_loops_closed() -> None:
    robot = kl.load(read(FOUR_BAR))
    crank = robot.start_rates[0]
    assert crank == 2.0
    h = 1e-6  # the loops of the configuration a little later, by the rates alone
    assert np.abs(robot.closure(robot.start + h * robot.start_rates)).max() < 10 * h**2
    np.testing.assert_array_equal(kl.simulate(robot, None, **CLOCK).qd[0], robot.start_rates)


def test_rates_of_open_chains_are_zero_unless_given() -> None:
    np.testing.assert_array_equal(kl.load(read(DOUBLE_PENDULUM)).start_rates, [0.0, 2.0])
    np.testing.assert_array_equal(kl.load("two_r").start_rates, [0.0, 0.0])


def test_active_joints_stay_at_rest_where_passive_ones_can_follow() -> None:
    """The Biglide has two degrees of freedom: with one slide's rate the other stays, and the rods follow."""
    biglide = kl.load("biglide")
    robot = kl.load(biglide.mechanism.model_copy(update={"start_rates": {"q1": 0.2}}))
    expected = robot.forward_velocity(robot.start, [0.2, 0.0]).qd
    np.testing.assert_allclose(robot.start_rates, expected, atol=1e-12)


def test_rates_may_be_expressions_of_parameters_and_vary_with_them() -> None:
    robot = kl.load(read(DOUBLE_PENDULUM.replace("{ b = 2.0 }", '{ b = "sqrt(g/l)" }')))
    assert robot.start_rates[1] == pytest.approx(np.sqrt(9.81 / 0.5))
    many = kl.rollouts(robot, None, vary={"g": [1.0, 4.0]}, **CLOCK)
    np.testing.assert_allclose(many.qd[:, 0, 1], np.sqrt(np.array([1.0, 4.0]) / 0.5))


def test_what_a_run_is_given_goes_before_the_description() -> None:
    robot = kl.load(read(DOUBLE_PENDULUM))
    np.testing.assert_array_equal(kl.simulate(robot, None, qd=[1.0, 0.0], **CLOCK).qd[0], [1.0, 0.0])
    np.testing.assert_array_equal(kl.simulate(robot, None, q=[0.0, 0.0], **CLOCK).qd[0], [0.0, 0.0])  # another configuration


def test_runs_that_vary_the_configuration_begin_at_rest_as_one_does() -> None:
    robot = kl.load(read(DOUBLE_PENDULUM))
    many = kl.rollouts(robot, None, vary={"q": [[0.0, 0.0], [1.0, 0.0]]}, **CLOCK)
    np.testing.assert_array_equal(many.qd[:, 0], np.zeros((2, 2)))


@pytest.mark.parametrize("text", [FOUR_BAR, DOUBLE_PENDULUM])
def test_rates_are_written_and_read_again(text: str, tmp_path: Path) -> None:
    mechanism = read(text)
    written = write_toml(mechanism)
    assert "[start_rates]" in written
    assert read(written) == mechanism
    run = kl.simulate(kl.load(mechanism), None, **CLOCK)
    run.save(tmp_path / "run.npz")
    assert kl.Record.load(tmp_path / "run.npz").robot.mechanism == mechanism


def test_a_table_of_its_own_says_the_same() -> None:
    own = FOUR_BAR.replace("rates = { crank = 2.0 }", "") + "\n[start_rates]\ncrank = 2.0\n"
    nested = FOUR_BAR.replace("rates = { crank = 2.0 }", "") + "\n[start.rates]\ncrank = 2.0\n"
    assert read(own) == read(nested) == read(FOUR_BAR)
    with pytest.raises(DescriptionError, match="start_rates has the rates already"):
        read(own + "\n[start.rates]\ncrank = 2.0\n")


def test_a_coordinate_may_be_called_rates() -> None:
    mechanism = read(DOUBLE_PENDULUM.replace("[joints.b]", "[joints.rates]").replace("b = 0.3", "").replace("{ b = 2.0 }", "0.3"))
    assert mechanism.start["rates"] == 0.3
    assert read(write_toml(mechanism)) == mechanism
    with_rates = mechanism.model_copy(update={"start_rates": {"rates": 2.0}})
    assert read(write_toml(with_rates)) == with_rates


@pytest.mark.parametrize(
    ("rates", "words"),
    [
        ("{ crank = 2.0, rocker = 7.0 }", "they open the loops, and no rates of the other joints keep them closed"),
        ("{ crnk = 2.0 }", r"no rate 'crnk' \(did you mean 'crank'\?\); the mechanism has: crank, coupler, rocker"),
        ("{ crank = '2*mm' }", "no parameter 'mm'"),
        ("{ crank = [1] }", "expected a number"),
    ],
)
def test_rates_that_no_machine_has_are_faults_with_a_place(rates: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(FOUR_BAR.replace("{ crank = 2.0 }", rates))
    report = kl.check(path)
    assert not report.ok
    fault = report.faults[0]
    assert fault.place is not None
    assert fault.place.source.startswith("rates = {")
    with pytest.raises(DescriptionError, match=words):
        kl.simulate(kl.load(path), None, **CLOCK)


# ---------------------------------------------------------------- quaternions


@pytest.mark.parametrize("quaternion", [(0.7071, 0.7071, 0, 0), (0.5, -0.5, 0.5, 0.5), (0.6, 0, 0.8, 0), (-0.71, 0, 0, 0.71)])
def test_a_start_quaternion_written_with_some_digits_is_normalised(quaternion: tuple[float, ...]) -> None:
    names = ("s_w", "s_x", "s_y", "s_z")
    start = "[start]\n" + "\n".join(f"{name} = {value}" for name, value in zip(names, quaternion, strict=True))
    robot = kl.load(read(BALL + start))
    unit = np.array(quaternion) / np.linalg.norm(quaternion)
    np.testing.assert_allclose(robot.start, unit, atol=1e-15)
    run = kl.simulate(robot, None, q=quaternion, **CLOCK)
    np.testing.assert_allclose(run.q[0], unit, atol=1e-15)
    many = kl.rollouts(robot, None, vary={"q": [quaternion, quaternion]}, **CLOCK)
    np.testing.assert_array_equal(many.q[0], run.q)


@pytest.mark.parametrize(("start", "length"), [("s_x = 0.5", "1.11803"), ("s_w = 0", "0"), ("s_w = 2", "2")])
def test_a_start_quaternion_that_is_none_is_a_fault(start: str, length: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(f"{BALL}[start]\n{start}\n")
    report = kl.check(path)
    assert f"the quaternion of joint 's' has the length {length}, expected 1" in str(report)
    assert report.faults[0].place is not None
    with pytest.raises(DescriptionError, match=f"has the length {length}, expected 1"):
        kl.load(path)


def test_a_run_that_begins_at_no_rotation_is_refused() -> None:
    robot = kl.load(read(BALL))
    with pytest.raises(NotAUnitQuaternion, match=r"q\[0:4\] of joint 's' has the length 2, expected 1"):
        kl.simulate(robot, None, q=[2, 0, 0, 0], **CLOCK)
    many = kl.rollouts(robot, None, vary={"q": [[1, 0, 0, 0], [2, 0, 0, 0]]}, **CLOCK)
    assert many.status.tolist() == [kl.RunStatus.COMPLETE, kl.RunStatus.NOT_STARTED]
