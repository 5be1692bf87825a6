"""A trajectory given as a function of time on CasADi symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.tape.tape import Formula, record, scalar, vector
from kinloop.errors import ShapeError, UnsupportedOperation
from kinloop.model.array_arguments import as_constructed
from kinloop.trajectory.trajectory import Space, TrajectoryPoint
from kinloop.trajectory.trajectory_arguments import NOT_GIVEN, as_times, check_duration, finite_array, require_space


class SymbolFunction:
    """A recorded CasADi function of time and parameters, with the name of the Python function that it was recorded from."""

    def __init__(self, function: ca.Function, name: str) -> None:
        self._function, self.__name__ = function, name

    def __call__(self, t: Any, **parameters: Any) -> Any:
        """Evaluate on symbols or numbers."""
        return self._function(t, *parameters.values())


@dataclass(frozen=True, eq=False)
class FunctionOfTime:
    """A function of time on CasADi symbols, such as ``lambda t: [0.1 * ca.sin(t), 0.2 * t]``, differentiated by CasADi.

    The function is called once and compiled. It is used at all times, also before 0 and after the duration. In the space
    ``"pose"`` it returns 7 numbers, position and quaternion; the quaternion is normalised.

    Args:
        function: ``f(t, **parameters)``, which returns n expressions.
        duration: [s].
        parameters: numbers that the function takes by name; arrays of them make a batch of trajectories with the same code.
        space: required: ``"active"`` (joints), ``"task"`` (coordinates of the task) or ``"pose"``.
    Raises: ArgumentMissing: no space. UnsupportedOperation: a function that takes numbers only. ShapeError, NotFinite: invalid
        arguments.
    """

    function: Callable[..., Any]
    duration: float
    parameters: Mapping[str, ArrayLike] = field(default_factory=dict)
    space: Space = field(default=NOT_GIVEN, kw_only=True)

    def __post_init__(self) -> None:
        require_space("FunctionOfTime", self.space)
        if not callable(self.function):
            raise ShapeError(f"FunctionOfTime: the function is {self.function!r:.80}, expected one that takes the time")
        if not isinstance(self.parameters, Mapping):
            raise ShapeError(f"FunctionOfTime: parameters is {self.parameters!r:.80}, expected numbers by name")
        check_duration("FunctionOfTime", self.duration)
        values = {name: finite_array("FunctionOfTime", name, value) for name, value in self.parameters.items()}
        try:
            np.broadcast_shapes(*(value.shape for value in values.values()))
        except ValueError:
            shapes = ", ".join(f"{name} {value.shape}" for name, value in values.items())
            raise ShapeError(f"FunctionOfTime: the parameters' shapes do not fit each other: {shapes}") from None
        object.__setattr__(self, "parameters", values)
        self._formula  # noqa: B018  # reports an unsuitable function now

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the recorded function: a lambda has no name by which another process could find it."""
        t, given = ca.SX.sym("t"), [ca.SX.sym(name) for name in self.parameters]
        x = ca.SX(_column(self.function(t, **dict(zip(self.parameters, given, strict=True)))))
        name = getattr(self.function, "__name__", type(self.function).__name__)
        function = SymbolFunction(ca.Function("x", [t, *given], [x]), name)
        construct, (kind, values) = as_constructed(self)
        return construct, (kind, values | {"function": function})

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the batch; ``()`` for one trajectory."""
        return np.broadcast_shapes(*(np.shape(value) for value in self.parameters.values()))

    def __getitem__(self, rows: Any) -> FunctionOfTime:
        """Some trajectories of a batch."""
        if not self.shape:
            raise ShapeError("this FunctionOfTime is one trajectory, not a batch of them")
        chosen = {name: np.broadcast_to(np.asarray(value), self.shape)[rows] for name, value in self.parameters.items()}
        part = replace(self, parameters=chosen)
        part.__dict__["_kernel"] = self._kernel
        return part

    def __call__(self, t: ArrayLike) -> TrajectoryPoint:
        """The point at times [s] of any shape: ``x xd xdd xddd``, each ``(*shape, *t.shape, n)``."""
        times, batch = as_times(t), self.shape
        after = (1,) * times.ndim
        values = (np.broadcast_to(np.asarray(value), batch).reshape((*batch, *after)) for value in self.parameters.values())
        results = self._kernel(np.broadcast_to(times, (*batch, *times.shape)), *values)
        return TrajectoryPoint(*results)

    @cached_property
    def _kernel(self) -> Kernel:
        return compile_formula(lambda: self._formula, self.formula_key, "function_of_time")

    @property
    def formula_key(self) -> dict[str, str]:
        """The recorded formula as text. The cache's key covers kinloop's source, not the user's; so this is part of it."""
        return {"function of time": repr(record(self._formula))}

    @cached_property
    def _formula(self) -> Formula:
        t = ca.SX.sym("t")
        given = {name: ca.SX.sym(name) for name in self.parameters}
        x = self._expressions(t, given)
        if self.space != "pose":
            motion = [x]
        else:
            if x.numel() != 7:
                raise ShapeError(
                    f"FunctionOfTime: {self._name} gave {x.numel()} numbers, expected the 7 of a pose: x y z qw qx qy qz"
                )
            quaternion = x[3:] / ca.norm_2(x[3:])
            x, rate = ca.vertcat(x[:3], quaternion), ca.jacobian(quaternion, t)
            turning = quaternion[0] * rate[1:] - rate[0] * quaternion[1:] - ca.cross(rate[1:], quaternion[1:])
            motion = [x, ca.vertcat(ca.jacobian(x[:3], t), 2 * turning)]
        while len(motion) < 4:
            motion.append(ca.jacobian(motion[-1], t))
        inputs = (scalar("t", t), *(scalar(name, symbol) for name, symbol in given.items()))
        names = ("x", "xd", "xdd", "xddd")
        return Formula("motion", inputs, tuple(vector(name, ca.densify(part)) for name, part in zip(names, motion, strict=True)))

    def _expressions(self, t: ca.SX, given: Mapping[str, ca.SX]) -> ca.SX:
        try:
            result = self.function(t, **given)
            x = ca.SX(_column(result))
        except Exception as fault:  # a user's function may do anything with a symbol
            raise UnsupportedOperation(
                f"FunctionOfTime: {self._name} does not take CasADi symbols ({type(fault).__name__}: {fault!s:.120}); write it "
                "with ca.sin, ca.if_else, ..., or sample it: kl.Spline(times, [f(t) for t in times], space=...)"
            ) from fault
        if not x.numel():
            raise ShapeError(f"FunctionOfTime: {self._name} gave nothing, expected one expression for each coordinate")
        free = [str(symbol) for symbol in ca.symvar(x) if not any(ca.is_equal(symbol, known) for known in (t, *given.values()))]
        if free:
            raise ShapeError(
                f"FunctionOfTime: {self._name} uses the symbol {free[0]!r}, expected the time and its parameters only"
            )
        self._refuse_not_numbers(ca.Function("x", [t, *given.values()], [ca.densify(x)]))
        return x

    def _refuse_not_numbers(self, function: ca.Function) -> None:
        """Refuse a function that loses a symbol, such as by ``math.sin``, which gives NaN: compare it with a call on numbers."""
        first = [float(np.ravel(value)[0]) if np.size(value) else 0.0 for value in self.parameters.values()]
        times = [share * self.duration for share in (0.1, 0.5, 0.9)]
        by_symbols = np.array([function(t, *first).full()[:, 0] for t in times])
        try:
            given = dict(zip(self.parameters, first, strict=True))
            by_numbers = np.array([ca.DM(_column(self.function(t, **given))).full().ravel() for t in times])
            rounding = 1e-9 * np.max(np.abs(by_numbers), axis=0, initial=0.0)
            differ = ~np.isclose(by_symbols, by_numbers, rtol=1e-6, atol=rounding, equal_nan=True).all(axis=0)
        except Exception:  # a function that takes symbols only is fine
            differ = np.zeros(by_symbols.shape[1], dtype=bool)
        lost = np.flatnonzero(np.isnan(by_symbols).all(axis=0) | differ)
        if lost.size:
            raise UnsupportedOperation(
                f"FunctionOfTime: entry {int(lost[0])} of {self._name} does not keep its symbol; use CasADi's functions, "
                "ca.sin and not math.sin; or sample it: kl.Spline(times, [f(t) for t in times], space=...)"
            )

    @property
    def _name(self) -> str:
        return repr(getattr(self.function, "__name__", type(self.function).__name__))


def _column(result: Any) -> Any:
    """The result of a function, an expression or a list of them, as one column."""
    entries = result if isinstance(result, (list, tuple)) else [result]
    return ca.vertcat(*(ca.vec(ca.SX(entry)) for entry in entries))
