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
