"""Agreement with Pinocchio on 1 000 random states: the largest difference of a sample over the largest entry of its result."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pinocchio as pin
from measure import Measure, panda, ur5

import kinloop as kl
from kinloop.mechanism.formats.urdf.urdf_file import read_urdf

SAMPLES = 1000
TARGET = 1e-12


def relative(ours: np.ndarray, theirs: list[np.ndarray]) -> float:
    expected = np.array(theirs)
    axes = tuple(range(1, expected.ndim))
    return float(np.max(np.abs(ours - expected).max(axis=axes) / np.abs(expected).max(axis=axes)))


def measures() -> list[Measure]:
    return [*arm("UR5", ur5()), *arm("Panda", panda())]


def arm(label: str, path: Path) -> list[Measure]:
    """The tree's models; those of the Panda with its second finger free, which the closed model couples to the first."""
    robot = kl.load(read_urdf(path, friction=False))  # Pinocchio leaves friction out
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    tool = model.getFrameId(robot.mechanism.tool.link)
    q, qd, qdd, tau = np.random.default_rng(0).uniform(-3, 3, (4, SAMPLES, model.nv))
    kernel = robot.models.formulas.kernel
    errors = {
        "inverse dynamics": relative(
            kernel("tree_effort")(q, qd, qdd), [pin.rnea(model, data, *state).copy() for state in zip(q, qd, qdd, strict=True)]
        ),
        "inertia": relative(kernel("tree_inertia")(q), [symmetric(pin.crba(model, data, at)) for at in q]),
        "tool Jacobian": relative(
            robot.jacobian(q), [pin.computeFrameJacobian(model, data, at, tool, pin.LOCAL_WORLD_ALIGNED).copy() for at in q]
        ),
    }
    if not robot.passive:
        theirs = [pin.aba(model, data, *state).copy() for state in zip(q, qd, tau, strict=True)]
        errors["forward dynamics"] = relative(robot.forward_dynamics(q, qd, tau).qdd, theirs)
    return [Measure("agreement", f"{label} {name}, as Pinocchio", error, "", target=TARGET) for name, error in errors.items()]


def symmetric(upper: np.ndarray) -> np.ndarray:
    return np.triu(upper) + np.triu(upper, 1).T
