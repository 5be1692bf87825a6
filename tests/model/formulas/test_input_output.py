"""``A xd + B qd_active = 0`` at random configurations, and at dimensions other than those the formulas were derived at."""

import numpy as np
import pytest
from machines import at, rod

import kinloop as kl
from kinloop.errors import DescriptionError
from kinloop.model.dynamics.loop_closure import assemble_machine


def parallelogram_four_bar() -> kl.Mechanism:
    """Bars that are equal only by the values of their parameters."""
    passive = {"kind": "revolute", "actuated": False}
    return kl.Mechanism(
        name="parallelogram_four_bar",
        parameters={"a": 0.2, "b": 0.5, "c": 0.2, "d": 0.5},
        links=(rod("crank", 0.3, 0.2), rod("coupler", 0.3, 0.5), rod("rocker", 0.3, 0.2)),
        joints=(
            kl.Joint(name="q", kind="revolute", parent="base", child="crank"),
            kl.Joint(name="u", parent="crank", child="coupler", origin=kl.Pose(xyz=("a", 0, 0)), **passive),
            kl.Joint(name="w", parent="base", child="rocker", origin=kl.Pose(xyz=("d", 0, 0)), **passive),
        ),
        loops=(
            kl.Loop(
                name="pin",
                kind="pin",
                a=kl.Anchor(link="coupler", origin=kl.Pose(xyz=("b", 0, 0))),
                b=kl.Anchor(link="rocker", origin=kl.Pose(xyz=("c", 0, 0))),
            ),
        ),
        tool=kl.Anchor(link="coupler", origin=at(0.25)),
        task=("phi",),
        start={"q": 1.0, "u": -1.0, "w": 1.0},
    )


def assert_rates_fit(robot: kl.Robot, q: np.ndarray) -> None:
    legs = robot.input_output(q)
    assert np.linalg.norm(np.hstack([legs.A, legs.B]), axis=-1).min() > 0.1  # no row says 0 = 0
    for rates in np.eye(robot.n_active):
        xd = robot.forward_velocity(q, rates).xd
        np.testing.assert_allclose(legs.A @ xd + legs.B @ rates, 0, atol=1e-9 * (1 + np.abs(xd).max()))


def configurations(robot: kl.Robot) -> tuple[np.ndarray, ...]:
    values = np.array(list(robot.parameters.values()), float)
    try:
        return assemble_machine(robot.models.formulas.model.tree_model, values, robot.start).configurations
    except DescriptionError:
        return ()


@pytest.mark.parametrize("name", kl.library())
def test_library_machines_at_their_own_and_at_other_dimensions(name):
    described = kl.load(name)
    random = np.random.default_rng(1)
    for spread in (0.0, 0.03, 0.03):
        changed = {key: value * (1 + random.uniform(-spread, spread)) for key, value in described.parameters.items()}
        robot = described.with_parameters(**changed)
        found = configurations(robot)
        assert found or spread
        for q in found:
            try:
                robot.forward_velocity(q, np.zeros(robot.n_active))
            except kl.SingularConfiguration:
                continue
            assert_rates_fit(robot, q)


def test_equal_bars_do_not_freeze_what_vanishes_for_them():
    four_bar = parallelogram_four_bar()
    for changed in ({"c": 0.25}, {"b": 0.45}, {"a": 0.17, "d": 0.52}):
        robot = kl.load(four_bar, **changed)
        assert np.abs(robot.forward_velocity(robot.start, [1.0]).xd) > 1e-3
        assert_rates_fit(robot, robot.start)
    robot = kl.load(four_bar).with_parameters(c=0.25)  # derived at equal bars
    assert np.abs(robot.forward_velocity(robot.start, [1.0]).xd) > 1e-3
    assert_rates_fit(robot, robot.start)


def test_a_parallelogram_translates():
    robot = kl.load(parallelogram_four_bar())
    legs = robot.input_output(robot.start)
    np.testing.assert_allclose(np.abs(legs.A), 1)
    np.testing.assert_allclose(legs.B, 0, atol=1e-12)


SPECIAL = np.array([0.0, np.pi / 2, -np.pi / 2, np.pi / 4, -np.pi / 3])


@pytest.mark.parametrize("name", ["puma560", "six_r"])
def test_arms_at_special_angles(name: str) -> None:
    """Pivots of the elimination vanish there; near them a formula without the check was off by up to 0.04."""
    robot, random = kl.load(name), np.random.default_rng(2)
    q = random.uniform(-1, 1, (60, 6))
    special = random.choice(SPECIAL, q.shape) + random.choice([0.0, 1e-12, -1e-9, 1e-6], q.shape)
    q = np.where(random.random(q.shape) < 0.4, special, q)
    q[:, 4] = random.uniform(0.3, 1.0, 60)  # no wrist is straight
    legs, J = robot.input_output(q), robot.jacobian(q)
    regular = np.linalg.cond(J) < 300
    assert regular.sum() > 30
    assert np.isfinite(legs.A[regular]).all()
    np.testing.assert_allclose(np.linalg.norm(legs.A[regular, :, :3], axis=-1), 1, rtol=1e-12)
    np.testing.assert_allclose((legs.A @ J + legs.B)[regular], 0, atol=1e-11 * np.abs(legs.A[regular]).max())
    for k in np.flatnonzero(regular)[:8]:
        np.testing.assert_array_equal(robot.input_output(q[k]).A, legs.A[k])


def test_a_row_keeps_its_sense_where_its_pivot_vanishes() -> None:
    robot, q = kl.load("six_r"), np.array([0.0, 0.4, -0.7, 0.5, 0.9, 0.2])
    at = robot.input_output(q)
    beside = robot.input_output(q + 1e-3)
    np.testing.assert_allclose(at.A, beside.A, atol=5e-3)
    np.testing.assert_allclose(at.B, beside.B, atol=5e-3)


def test_a_leg_that_several_wrenches_balance_has_no_row() -> None:
    robot = kl.load("scara_prrr")
    q = np.array([0.1, 0.3, np.pi, 0.2])  # folded: the tool is above the axis of the first joint
    with pytest.raises(kl.SingularConfiguration, match="Type 1"):
        robot.input_output(q)
    assert np.isnan(robot.input_output(np.array([q, robot.start])).A[0]).any()
    assert np.isfinite(robot.input_output(np.array([q, robot.start])).A[1]).all()
