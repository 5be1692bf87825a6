"""Where the robots of other packages are, for tests that compare with them."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
import pytest

from kinloop.mechanism.parts import Mechanism

Array = np.ndarray
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


class InMujoco:
    """A machine in MuJoCo, from MJCF text, with kinloop's numbers in MuJoCo's order and back.

    The rates mean the same in both: a free joint's linear rate is in the parent's axes, angular rates in the child's.
    """

    def __init__(self, mechanism: Mechanism, text: str) -> None:
        import mujoco

        self.mujoco = mujoco
        self.model = mujoco.MjModel.from_xml_string(text)
        self.data = mujoco.MjData(self.model)
        positions, rates, self.balls = [], [], []
        for k in range(self.model.njnt):
            name, kind = self.model.joint(k).name, int(self.model.jnt_type[k])
            joint = next((j for j in mechanism.joints if name in (j.name, *j.coordinates, f"{j.name}_q")), None)
            assert joint is not None, f"MuJoCo has a joint {name!r} of its own"
            if kind == 1:
                self.balls.append(len(positions))
            if joint.kind == "free" and kind != 0:  # three slides and a ball
                first = 3 if kind == 1 else "xyz".index(name[-1])
                part = slice(first, first + (4 if kind == 1 else 1))
            else:
                first = 0 if name == joint.name else joint.coordinates.index(name)
                part = slice(first, None if name == joint.name else first + 1)
            positions += joint.coordinates[part]
            rates += joint.rates[part]
        self.q = np.array([mechanism.coordinates.index(name) for name in positions])
        self.v = np.array([mechanism.rates.index(name) for name in rates])

    def back(self, values: Array) -> Array:
        """Rates or efforts of MuJoCo in kinloop's order."""
        result = np.empty_like(values)
        result[..., self.v] = values
        return result

    def place(self, q: Array, qd: Array | float = 0.0) -> None:
        self.mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:] = q[self.q]
        self.data.qvel[:] = np.broadcast_to(qd, self.v.shape)[self.v]

    def inverse_dynamics(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Of the tree, as if nothing closed it."""
        self.place(q, qd)
        self.data.qacc[:] = qdd[self.v]
        self.mujoco.mj_inverse(self.model, self.data)
        return self.back(self.data.qfrc_inverse + self.data.qfrc_constraint)

    def inertia(self, q: Array) -> Array:
        self.place(q)
        self.mujoco.mj_forward(self.model, self.data)
        units = np.eye(self.model.nv)
        columns = np.empty_like(units)
        for k, unit in enumerate(units):
            self.mujoco.mj_mulM(self.model, self.data, columns[k], unit)
        result = np.empty_like(columns)
        result[np.ix_(self.v, self.v)] = columns
        return result

    def acceleration(self, q: Array, qd: Array, efforts: Array) -> Array:
        """With efforts on all rates, and rigid loops.

        MuJoCo's loops give way in proportion to ``r = (1 - d)/d`` with its impedance ``d``, and it takes none above 0.9999: at a
        state that closes the loops accelerations are off by 1e-4 or more. A cubic through four of them tells what they are
        at ``r = 0``.
        """
        softness, found = [], []
        for impedance in (0.9999, 0.9998, 0.9996, 0.9992):
            self.model.eq_solimp[:, :2] = impedance
            self.place(q, qd)
            self.data.qfrc_applied[:] = efforts[self.v]
            self.mujoco.mj_forward(self.model, self.data)
            softness.append((1 - impedance) / impedance)
            found.append(self.data.qacc.copy())
        self.model.eq_solimp[:, :2] = 0.9999
        return self.back(np.linalg.solve(np.vander(softness, increasing=True), found)[0])
