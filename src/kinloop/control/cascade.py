"""A cascade: an outer law commands joint rates, and an inner law the efforts that produce them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca
import numpy as np

from kinloop.control.law import Law
from kinloop.control.law_inputs import Measured, Reference
from kinloop.control.tunable import OPTION, Prepared, Setting
from kinloop.control.velocity_control import VelocityControl
from kinloop.errors import ShapeError, UnsupportedOperation


@dataclass(frozen=True)
class Cascade(Law):
    r"""An outer law that commands rates of the active joints, and an inner loop that makes a machine with efforts follow them.

    So :class:`KinematicControl` runs on the native plant and on external engines, as a robot with velocity drives does:
    ``kl.Cascade(kl.KinematicControl(2.0), kl.VelocityControl(200.0))``.

    Args:
        outer: a law that commands rates, such as :class:`KinematicControl`.
        inner: a :class:`VelocityControl`.
        every: the outer law is evaluated once in so many periods; its rates are held in between.
    Raises: UnsupportedOperation: an outer law that commands efforts. ShapeError: other kinds of laws, or a wrong ``every``.
    """

    outer: Law
    inner: VelocityControl
    every: int = field(default=1, kw_only=True, metadata=OPTION)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.outer, Law) or not isinstance(self.inner, VelocityControl):
            raise ShapeError(
                f"Cascade: the laws are {self.outer!r:.60} and {self.inner!r:.60}, expected one that commands rates, such as "
                "kl.KinematicControl(...), and kl.VelocityControl(...)"
            )
        if self.outer.drives != "rate":
            raise UnsupportedOperation(
                f"Cascade: the outer law {type(self.outer).__name__} commands efforts, expected one that commands joint rates"
            )
        if isinstance(self.every, bool) or not isinstance(self.every, int) or self.every < 1:
            raise ShapeError(f"Cascade: every is {self.every!r:.80}, expected a whole number of periods from 1")

    @property
    def joint_reference(self) -> bool:
        """Whether the outer law reads the reference of the joints."""
        return self.outer.joint_reference

    @property
    def reads(self) -> tuple[str, ...]:
        """What the outer law reads."""
        return self.outer.reads

    @property
    def depends_on_start(self) -> bool:
        """Whether the state has held rates, as many as the machine has active joints, or the outer law's depends on the start."""
        return self.every > 1 or self.outer.depends_on_start

    @property
    def memory(self) -> np.ndarray:
        """The outer law's state at the start."""
        return self.outer.memory

    def prepare(self, setting: Setting) -> Prepared:
        """The cascade with a prepared outer law."""
        outer = self.outer.prepare(setting)
        return Prepared(self if outer.part is self.outer else replace(self, outer=outer.part), outer.tables)

    def begin(self, t: Any, measured: Measured, reference: Reference, model: Any) -> Any:
        """Periods since the outer law was evaluated, its rates, and its state."""
        own = self.outer.begin(t, measured, reference, model)
        if self.every == 1:
            return own
        return ca.vertcat(0, ca.SX.zeros(model.n_active), ca.SX(own))

    def __call__(self, t: Any, measured: Measured, reference: Reference, state: Any, model: Any) -> tuple[Any, Any]:
        """Efforts [N m or N] of the active joints."""
        if self.every == 1:
            rates, own = self.outer(t, measured, reference, state, model)
            return self.inner.track(rates, measured, model), own
        n = model.n_active
        count, held, own = ca.vertsplit(state, [0, 1, 1 + n, state.numel()])
        rates, after = self.outer(t, measured, reference, own, self._slower(model))
        is_due = count == 0
        rates = ca.if_else(is_due, rates, held)
        own = ca.if_else(is_due, after, own) if own.numel() else own
        next_count = ca.if_else(count + 1 >= self.every, 0, count + 1)
        return self.inner.track(rates, measured, model), ca.vertcat(next_count, rates, own)

    def _slower(self, model: Any) -> Any:
        """The model with the period of the outer law."""
        return model.with_period(self.every * model.period)
