"""The poses of all links by one kernel."""

from __future__ import annotations

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl


@pytest.mark.parametrize("name", ["biglide", "delta_rods", "stewart_gough", "scara_prrr"])
def test_every_link_is_where_its_frame_is(name: str) -> None:
    robot = robot_named(name)
    q = np.array([robot.start, *robot.models.formulas.model.assembled.configurations][:3])
    poses = robot.link_poses(q)
    assert set(poses.links) == set(robot.mechanism.link_names)
    for link in poses.links:
        one, every = robot.frame_pose(q, link), poses[link]
        np.testing.assert_allclose(every.position, one.position, atol=1e-14)
        np.testing.assert_allclose(every.rotation, one.rotation, atol=1e-14)


def test_parameters_that_are_arrays_broadcast() -> None:
    robot = robot_named("biglide").with_parameters(d=np.array([0.4, 0.5]))
    poses = robot.link_poses(robot_named("biglide").start)
    assert poses.position.shape == (2, len(poses.links), 3)
    assert poses.rotation.shape == (2, len(poses.links), 3, 3)
    np.testing.assert_allclose(np.ptp(poses["foot2"].position[:, 0]), 0.05, atol=1e-14)


def test_an_unknown_link_is_named() -> None:
    robot = robot_named("biglide")
    with pytest.raises(kl.UnknownName, match="no link 'foot3'"):
        robot.link_poses(robot.start)["foot3"]
