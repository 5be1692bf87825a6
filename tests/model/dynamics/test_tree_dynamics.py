"""The number of instructions of derived formulas: zeros are exploited."""

import numpy as np
from machines import four_bar

import kinloop as kl
from kinloop.mechanism.parts.parts import Joint, Link, Mechanism, Pose
from kinloop.model.formulas.compiled_formulas import CompiledFormulas

Axis = tuple[float, float, float]


def _two_link(axis: Axis, other: Axis | None = None) -> Mechanism:
    links = [Link(name=f"link{k}", mass=1.0, com=(0.2, 0, 0), inertia=(0.01, 0.02, 0.02, 0, 0, 0)) for k in (1, 2)]
    joints = [
        Joint(name="a", kind="revolute", parent="base", child="link1", axis=axis),
        Joint(name="b", kind="revolute", parent="link1", child="link2", axis=other or axis, origin=Pose(xyz=(0.4, 0, 0))),
    ]
    return Mechanism(name="two_link", links=links, joints=joints, gravity=(0, -9.81, 0))


def test_a_planar_robot_does_not_pay_for_three_dimensions():
    tilted = (0.3, 0.4, 0.866)
    planar = CompiledFormulas(_two_link((0, 0, 1))).tape("inverse_dynamics")
    spatial = CompiledFormulas(_two_link(tilted, (0.866, 0.3, 0.4))).tape("inverse_dynamics")
    assert len(planar.steps) <= 47
    assert len(planar.steps) < 0.25 * len(spatial.steps)
    sines = [step for step in planar.steps if step.op in ("sin", "cos")]
    assert len(sines) <= 4
    # Nor where its plane is tilted.
    assert len(CompiledFormulas(_two_link(tilted)).tape("inverse_dynamics").steps) < 1.3 * len(planar.steps)


def test_a_planar_loop_in_space_costs_two_rows():
    model = CompiledFormulas(four_bar()).model
    assert model.all_rows.h.numel() == 5
    assert len(model.kept_rows) == 2


def test_inertia_and_gravity_come_from_the_same_recursion():
    robot = kl.load(_two_link((0.0, 0.6, 0.8)))
    rng = np.random.default_rng(4)
    q, qd, qdd = rng.normal(size=(3, 2))
    expected = robot.inertia(q) @ qdd + robot.bias(q, qd)
    np.testing.assert_allclose(robot.inverse_dynamics(q, qd, qdd), expected, rtol=1e-13)


def test_configurations_depend_on_lengths_and_not_on_masses():
    robot = kl.load("biglide")
    geometric = {
        name for name, is_geometric in zip(robot.parameters, robot.models.formulas.is_geometric, strict=True) if is_geometric
    }
    assert geometric == {"d", "l"}
    assert kl.load(_two_link((0, 0, 1))).models.formulas.is_geometric.size == 0
