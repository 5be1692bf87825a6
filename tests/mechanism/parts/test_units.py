"""The unit of every column, against the arrays that have the columns."""

from __future__ import annotations

import numpy as np
import pytest
from machines import CLOSED

import kinloop as kl
from kinloop.mechanism.formats.read import library, read
from kinloop.mechanism.parts.units import column_units
from kinloop.model.dynamics.machine_size import is_length, turning_rates
from kinloop.model.dynamics.tree import grow


def test_each_column_of_the_biglide_has_its_unit() -> None:
    units = kl.load("biglide").units
    assert units.positions == ("m", "m", "rad", "rad")
    assert units.rates == ("m/s", "m/s", "rad/s", "rad/s")
    assert units.accelerations == ("m/s^2", "m/s^2", "rad/s^2", "rad/s^2")
    assert units.jerks == ("m/s^3", "m/s^3", "rad/s^3", "rad/s^3")
    assert units.efforts == ("N", "N", "N m", "N m")
    assert (units.task, units.task_rates, units.task_accelerations) == (("m",) * 2, ("m/s",) * 2, ("m/s^2",) * 2)
    assert units.closures == ("m", "m", "m", "rad", "rad")
    assert units.loop_forces == ("N", "N", "N", "N m", "N m")


def test_a_pose_has_a_quaternion_without_a_unit_and_a_twist_with_one() -> None:
    units = column_units(read("six_r"))
    assert units.task == ("m",) * 3 + ("1",) * 4
    assert units.task_errors == ("m",) * 3 + ("rad",) * 3
    assert units.task_rates == ("m/s",) * 3 + ("rad/s",) * 3


def test_a_coupling_has_the_unit_of_the_coordinate_that_follows() -> None:
    rack = kl.Mechanism(
        name="rack",
        joints=[
            kl.Joint(name="pinion", kind="revolute", parent="base", child="wheel"),
            kl.Joint(name="rack", kind="prismatic", parent="base", child="bar"),
        ],
        couplings=[kl.Coupling(name="teeth", coordinate="rack", of="pinion", ratio=0.1)],
    )
    assert column_units(rack).closures == ("m",)
    assert column_units(rack).loop_forces == ("N",)


@pytest.mark.parametrize("name", [*library(), *CLOSED])
def test_units_are_those_that_the_models_scale_by(name: str) -> None:
    mechanism = CLOSED[name]() if name in CLOSED else read(name)
    units, tree = column_units(mechanism), grow(mechanism)
    assert len(units.positions) == len(mechanism.coordinates)
    assert [unit == "m" for unit in units.positions] == is_length(tree).tolist()
    assert [unit == "N m" for unit in units.efforts] == turning_rates(tree).tolist()
    assert [unit == "rad/s" for unit in units.rates] == turning_rates(tree).tolist()


@pytest.mark.parametrize("name", ["biglide", "delta_rods", "stewart_gough"])
def test_arrays_have_as_many_columns_as_units(name: str) -> None:
    robot = kl.load(name)
    assert robot.start.shape == (len(robot.units.positions),)
    assert robot.closure(robot.start).shape == (len(robot.units.closures),)
    velocity = robot.forward_velocity(robot.start, np.zeros(robot.n_active))
    assert (velocity.xd.shape, velocity.qd.shape) == ((len(robot.units.task_rates),), (len(robot.units.rates),))
