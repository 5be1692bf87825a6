"""Scenes of the library's machines, built once."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import kinloop as kl
from kinloop.view.scene.build_scene import build_scene
from kinloop.view.scene.scene import Scene


@cache
def _machine(name: str) -> tuple[kl.Robot, np.ndarray, Scene]:
    robot = kl.load(name)
    q = np.array(robot.start)
    return robot, q, build_scene(robot, q)


@pytest.fixture(params=kl.library())
def machine(request: pytest.FixtureRequest) -> tuple[kl.Robot, np.ndarray, Scene]:
    """A machine of the library, its start and its scene there."""
    return _machine(request.param)
