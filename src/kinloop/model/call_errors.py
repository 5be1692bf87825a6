"""The errors of a single kernel call: which entry of which input is wrong, or why there is no finite result."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kinloop.compile.llvm.kernel import Kernel
from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.errors import KinloopError, LoopNotClosed, NotAUnitQuaternion, NotFinite, ShapeError, listing
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.array_arguments import too_large
from kinloop.model.dynamics.task import task_rows
from kinloop.model.dynamics.tree import quaternion_places
from kinloop.numerics.tolerances import UNIT_QUATERNION

Array = np.ndarray
# Reasons why a single call has no finite result.
UNDECIDED = (
    "the passive joints do not follow the active ones (Type 2: robot.singularity(q) reports details, and forward_dynamics "
    "still has a result), or active ones contradict each other"
)
INFINITESIMAL = (
    "the machine is shaky: its loops allow motions to first order that no finite motion begins with (infinitesimal mobility; "
    "kl.check names them)"
)
IMMOBILE = "the loops leave no degree of freedom where the machine starts: nothing can move there"
TASK_SINGULAR = "the tool's motion does not determine the joints' motion (Type 1: robot.singularity(q) reports details)"
UNDETERMINED = "masses and closures leave the accelerations open"

TWIST_NAMES = ("x", "y", "z", "turn about x", "turn about y", "turn about z")
RATE_INPUTS = ("qd", "qd_active", "qdd", "qdd_active", "jerk", "tau", "weights", "impulse", "step")
WRENCH_NAMES = ("force x", "force y", "force z", "moment x", "moment y", "moment z")


def with_expected_names(fault: ShapeError, mechanism: Mechanism, n_active: int) -> ShapeError:
    """The shape error with the names of the expected entries: a common mistake is to give the active joints for all, or all for
    the active ones."""
    names = {"q": mechanism.coordinates, "qd": mechanism.rates, "qdd": mechanism.rates}
    names |= dict.fromkeys(("qd_active", "qdd_active", "tau", "weights"), mechanism.rates[:n_active])
    wrong = next((name for name in names if f": {name} has shape " in str(fault)), None)
    return fault if wrong is None else ShapeError(f"{fault}: {listing(names[wrong])}")


def quaternion_error(asked: str, mechanism: Mechanism, q: Array) -> NotAUnitQuaternion | None:
    """The error that names the first quaternion of a configuration (nq,) that is not of unit length; None where all are."""
    for joint, part in quaternion_places(mechanism).items():
        if abs(np.sum(q[part] ** 2) - 1) >= UNIT_QUATERNION:
            size = np.linalg.norm(q[part])
            return NotAUnitQuaternion(
                f"{asked}: q[{part.start}:{part.stop}] of joint {joint!r} has the length {size:.6g}, expected 1"
            )
    return None


def input_error(mechanism: Mechanism, kernel: Kernel, arrays: Sequence[Array], kinds: Sequence[str]) -> KinloopError | None:
    """The error for the first input that has no meaning: NaN or infinity, a quaternion that is not of unit length, or an angle
    that is too large; None where all inputs are sound. ``kinds`` are those of the coordinates."""
    for array, port in zip(arrays, kernel.inputs, strict=False):
        bad = np.flatnonzero(~np.isfinite(array))
        if bad.size:
            k, names = int(bad[0]), _entry_names(mechanism, port.name)
            name = f" ({names[k]})" if k < len(names) else ""
            return NotFinite(f"{kernel.name}: {port.name}[{k}]{name} is {array[k]}, expected a finite number")
    if kernel.inputs[0].name != "q":
        return None
    q = arrays[0]
    if (fault := quaternion_error(kernel.name, mechanism, q)) is not None:
        return fault
    for value, name, kind in zip(q, mechanism.coordinates, kinds, strict=True):
        if kind == "angle" and abs(value) > LARGEST:
            return too_large(kernel.name, name, value)
    return None


def _entry_names(mechanism: Mechanism, port: str) -> Sequence[str]:
    """The names of the entries of a kernel's input; empty where they have none."""
    if port.startswith("wrench_"):
        return WRENCH_NAMES
    if port in ("xd", "xdd", "xddd"):
        return [TWIST_NAMES[row] for row in task_rows(mechanism)]
    if port in RATE_INPUTS:
        return mechanism.rates
    return {"q": mechanism.coordinates, "parameters": tuple(mechanism.parameters)}.get(port, ())


def open_loop_error(what: str, gap: float, loop: str, passive: Array) -> LoopNotClosed:
    """The error for a configuration that leaves the loops open: the largest gap, its loop, and the passive coordinates."""
    advice = "; the passive joints are all zero, and robot.forward_geometry(q_active) or robot.inverse_geometry(x) finds them"
    return LoopNotClosed(
        f"{what}: q leaves the loops open by {gap:.3g} (m or rad; loop {loop}); "
        f"expected an assembled configuration{advice if passive.size and not passive.any() else ''}"
    )
