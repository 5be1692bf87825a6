"""Forces and moments in every joint of the tree and in every joint that closes a loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import UnknownName, unknown_name
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.forward_dynamics import forward_dynamics

Array = np.ndarray


@dataclass(frozen=True)
class Reactions:
    """Wrenches by the name of a joint or a loop, shape (..., 6): force [N], then moment [N m], in world axes.

    ``joints`` are the total wrenches (bearing, motor, friction, spring) of the parent on the child, at the origin of the child's
    frame, which is the joint's frame moved by the joint. ``loops`` are the wrenches of the side of anchor a on that of anchor b,
    at the origin of b. ``qdd`` are the accelerations of the motion.
    """

    joints: Mapping[str, Array]
    loops: Mapping[str, Array]
    qdd: Array
    _formulas: CompiledFormulas = field(repr=False)

    @property
    def indeterminate(self) -> Mapping[str, Array]:
        """The joints and loops with components that rigid-body mechanics leaves indeterminate at some configuration, as six truth
        values each; these components are one of many possible solutions."""
        return self._formulas.indeterminate

    def __getitem__(self, name: str) -> Array:
        if name in self.joints and name in self.loops:
            raise UnknownName(f"{name!r} is the name of a joint and of a loop: use .joints or .loops")
        if name not in self.joints and name not in self.loops:
            raise unknown_name("joint or loop", name, [*self.joints, *self.loops], "the machine")
        return self.joints[name] if name in self.joints else self.loops[name]


def reactions(
    models: CompiledModels, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, wrenches: Mapping[str, ArrayLike] | None
) -> Reactions:
    """The wrenches in all joints and loops: :meth:`kinloop.Robot.reactions`."""
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
