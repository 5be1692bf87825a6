"""Robots of other packages, and kinloop's machines in those packages, for tests and benchmarks that compare."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from kinloop.mechanism.formats.mjcf.mjcf_write import write_mjcf
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.robot import Robot

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
        """The dynamics of the tree, without loops."""
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


class InPinocchio:
    """A closed machine in Pinocchio, read from the MJCF that we write, with kinloop's numbers in its order and back.

    A planar loop in space has rows of zeros, and two points on a pin's axis one row too many: the solver's ``mu`` damps them,
    and its iterations take the damping out again. Pinocchio reads neither gravity nor tendons (rods) from a file, and its
    dynamics have no friction or springs: they enter with the efforts.
    """

    def __init__(self, robot: Robot, folder: Path) -> None:
        import pinocchio

        mechanism = robot.mechanism
        assert not any(loop.kind == "rod" for loop in mechanism.loops), "Pinocchio has no rods: give it links"
        parameters = {name: float(value) for name, value in robot.parameters.items()}
        text = write_mjcf(mechanism, parameters, robot.start)
        path = folder / f"{mechanism.name}.xml"
        path.write_text(text)
        self.pinocchio, self.order = pinocchio, InMujoco(mechanism, text)
        self.model, points, frames = pinocchio.buildModelAndConstraintsFromMJCF(str(path))
        self.model.gravity.linear = np.array(self.order.model.opt.gravity)
        self.data = self.model.createData()
        self.loops, self.loop_data = pinocchio.StdVec_RigidConstraintModel(), pinocchio.StdVec_RigidConstraintData()
        for anchor in [*points, *frames]:
            self.loops.append(pinocchio.convertToRigidConstraintModel(self.model, anchor))
            self.loop_data.append(self.loops[-1].createData())
        pinocchio.initConstraintDynamics(self.model, self.data, self.loops, self.loop_data)
        tree = robot.models.formulas.model.tree_model
        losses = ca.Function("losses", [tree.q, tree.v, tree.parameters], [tree.friction_effort + tree.spring_effort])
        self.passive: Callable[[Array, Array], Array] = lambda q, v: losses(q, v, list(parameters.values())).full().ravel()

    def state(self, q: Array, qd: Array, tau: Array) -> tuple[Array, Array, Array]:
        """Positions, rates and the efforts on all of them, as Pinocchio has them; ``tau`` are the active ones."""
        theirs = q[self.order.q]
        for k in self.order.balls:  # the scalar last
            theirs[k : k + 4] = np.roll(theirs[k : k + 4], -1)
        efforts = np.concatenate([tau, np.zeros(len(qd) - len(tau))]) - self.passive(q, qd)
        return theirs, qd[self.order.v], efforts[self.order.v]

    def acceleration(self, q: Array, qd: Array, tau: Array) -> Array:
        """Accelerations of all rates, in kinloop's order; the closure rows hold to 1e-14."""
        state = self.state(q, qd, tau)
        settings = self.pinocchio.ProximalSettings(1e-14, 1e-6, 50)
        found = self.pinocchio.constraintDynamics(self.model, self.data, *state, self.loops, self.loop_data, settings)
        return self.order.back(np.array(found))
