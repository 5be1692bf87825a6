"""Where the robots of other packages are, for tests that compare with them."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

ROBOTS = {
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "panda": "panda_description/urdf/panda.urdf",
    "baxter": "baxter_description/urdf/baxter.urdf",  # inertias in turned axes, two arms
    "kinova": "kinova_description/robots/kinova.urdf",  # continuous joints
    "talos": "talos_data/robots/talos_reduced.urdf",  # mimic on fixed joints
}


def urdf_path(name: str) -> Path:
    """A robot of the package ``example-robot-data``; skips the test where it is not installed (it has no Windows wheel)."""
    try:
        package = distribution("example-robot-data")
    except PackageNotFoundError:
        pytest.skip("example-robot-data is not installed")
    return Path(str(package.locate_file(f"cmeel.prefix/share/example-robot-data/robots/{ROBOTS[name]}")))
