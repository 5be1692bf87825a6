"""The library's machines against published closed forms of geometry and mass."""

from __future__ import annotations

import math

import pytest

from kinloop.mechanism.expressions.expression import Expression, resolve
from kinloop.mechanism.formats.read import read
from kinloop.mechanism.parts.parts import Link, Mechanism


def at(mechanism: Mechanism, value: float | Expression, **parameters: float) -> float:
    return value.value(resolve(mechanism.parameters, parameters)) if isinstance(value, Expression) else value


def link(mechanism: Mechanism, name: str) -> Link:
    return next(link for link in mechanism.links if link.name == name)


def test_biglide_is_ordered_as_the_sources_order_it() -> None:
    biglide = read("biglide")
    assert tuple(joint.name for joint in biglide.active_joints) == ("q1", "q2")
    assert biglide.coordinates == ("q1", "q2", "phi1", "phi2")
    assert biglide.task == ("x", "y")
    assert biglide.parameters == {"d": 0.4, "l": 0.3606, "m_p": 3.0, "m_f": 1.0, "m_1": 0.0, "m_2": 0.0}
    assert biglide.gravity == (0.0, 0.0, -9.81)


@pytest.mark.parametrize("parameters", [{}, {"l": 0.5}, {"d": 0.3, "l": 0.4}])
def test_biglide_starts_assembled_for_any_lengths(parameters: dict[str, float]) -> None:
    biglide = read("biglide")
    d, l = (at(biglide, Expression(name), **parameters) for name in "dl")
    q1, q2, phi1, phi2 = (at(biglide, biglide.start[name], **parameters) for name in biglide.coordinates)
    leg1 = (-d / 2 + l * math.cos(phi1), q1 + l * math.sin(phi1))  # (2.3)
    leg2 = (d / 2 + l * math.cos(phi2), q2 + l * math.sin(phi2))  # (2.4)
    assert leg1 == pytest.approx((0.1, 0.3), abs=1e-15)
    assert leg2 == pytest.approx((0.1, 0.3), abs=1e-15)
    assert q1 > 0.3 > q2, "working mode (1, -1)"


def test_biglide_rods_are_uniform() -> None:
    biglide = read("biglide")
    rod = link(biglide, "rod1")
    assert at(biglide, rod.mass) == 0.0
    assert [at(biglide, entry, m_1=1.2, l=0.5) for entry in rod.inertia] == pytest.approx([0, 0.025, 0.025, 0, 0, 0])
    assert at(biglide, rod.com[0], l=0.5) == 0.25


def test_one_joint_has_the_inertia_and_the_gravity_torque_of_the_thesis() -> None:
    robot = read("one_joint")
    body = link(robot, "link")
    m, x, y = at(robot, body.mass), at(robot, body.com[0], phi_g=0.3), at(robot, body.com[1], phi_g=0.3)
    assert (m, at(robot, body.inertia[2])) == (0.25, 0.00135)
    assert math.hypot(x, y) == pytest.approx(0.125, rel=1e-15)
    assert math.atan2(y, x) == pytest.approx(0.3, rel=1e-15)
    assert at(robot, robot.gravity[1]) == -9.81
    assert at(robot, robot.gravity[1], g=0.0) == 0.0
    assert at(robot, robot.joints[0].friction.viscous) == 0.01


def test_two_r_has_point_masses_at_the_ends_of_its_links() -> None:
    robot = read("two_r")
    for number in (1, 2):
        body = link(robot, f"link{number}")
        assert at(robot, body.com[0]) == at(robot, Expression(f"l{number}"))
        assert at(robot, body.mass) == at(robot, Expression(f"m{number}"))
        assert body.inertia == (0.0,) * 6
    assert robot.coordinates == ("theta1", "theta2")
    assert robot.task == ("x", "y")
