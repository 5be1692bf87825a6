"""Forces and moments in every joint of the tree and in every joint that closes a loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import UnknownName, unknown
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.dynamics.compiled_formulas import CompiledFormulas
from kinloop.model.forward_dynamics import forward_dynamics

Array = np.ndarray


@dataclass(frozen=True)
class Reactions:
    """Wrenches by the name of a joint or a loop, shape (..., 6): force [N], then moment [N m], in world axes.

    ``joints``: what the parent exerts on the child, at the origin of the child's frame (the joint's frame, moved by the
    joint), all told: bearing, motor, friction, spring. ``loops``: what the side of anchor a exerts on that of b, at the
    origin of b. ``qdd`` are the accelerations of the motion.
    """

    joints: Mapping[str, Array]
    loops: Mapping[str, Array]
    qdd: Array
    _derived: CompiledFormulas = field(repr=False)

    @property
    def indeterminate(self) -> Mapping[str, Array]:
        """Joints and loops for which rigid bodies do not decide all components, with those that are open somewhere, as six truth
        values; there the wrenches are one of many possible solutions."""
        return self._derived.indeterminate

    def __getitem__(self, name: str) -> Array:
        if name in self.joints and name in self.loops:
            raise UnknownName(f"{name!r} is a joint and a loop as well: ask .joints or .loops for it")
        if name not in self.joints and name not in self.loops:
            raise unknown("joint or loop", name, [*self.joints, *self.loops], "the machine")
        return self.joints[name] if name in self.joints else self.loops[name]


# ---------------------------------------------------------------- as expressions


def reactions(
    models: CompiledModels, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, wrenches: Mapping[str, ArrayLike] | None
) -> Reactions:
    """See :meth:`kinloop.Robot.reactions`."""
    names, loads = models.wrench_inputs(wrenches)
    motion = forward_dynamics(models, q, qd, tau, wrenches)
    loop_force = (motion.loop_force,) if motion.loop_force.shape[-1] else ()
    found = models.call(models.kernel("reactions", loads=names), q, qd, motion.qdd, *loop_force, *loads)
    joints = [joint.name for joint in models.mechanism.joints]
    loops = [loop.name for loop in models.mechanism.loops]
    return Reactions(
        {name: found[..., k, :] for k, name in enumerate(joints)},
        {name: found[..., len(joints) + k, :] for k, name in enumerate(loops)},
        motion.qdd,
        models.formulas,
    )
