r"""The dynamics of a robot under a holonomic constraint, reduced to pseudo-velocities: ``kl.reduce``.

``reduced_model`` has the derivation, ``docs/reduction.md`` the explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import (
    ConstraintError,
    DescriptionError,
    ShapeError,
    SingularConfiguration,
    UnsupportedOperation,
    listing,
)
from kinloop.mechanism.expressions.grammar import NAME, RESERVED
from kinloop.model.array_arguments import numbers
from kinloop.model.call_errors import input_error
from kinloop.model.read_only import ReadOnlyAttributes
from kinloop.model.reduction.compiled_reduction import CompiledReduction, row_sizes, unit_rows
from kinloop.model.reduction.consistent_states import least_norm_torques, nearest_state, state_at
from kinloop.model.reduction.equilibria import Equilibria, find_equilibria
from kinloop.model.reduction.reduced_model import SINGULAR
from kinloop.model.reduction.reduced_results import (
    Complement,
    ConstrainedState,
    ReducedMotion,
    ReducedTerms,
    ReductionMatrices,
)
from kinloop.model.robot import Robot

if TYPE_CHECKING:
    from kinloop.compile.llvm.kernel import Kernel
    from kinloop.equations.symbolic import Equations

Array = np.ndarray
# The largest gap of a configuration on the constraint [rad, or parts of the machine's size, along the rates].
OFF = 3e-4


def reduce(
    robot: Robot,
    constraint: str | Callable[..., Any] | Sequence[Any],
    pseudo_velocity: Any = None,
    *,
    parameters: Mapping[str, float] | None = None,
) -> Reduced:
    r"""A robot under a holonomic constraint :math:`h(q) = 0`, reduced to the motions that it leaves.

    .. math:: (F^T B F)\,\dot v = F^T (u - n + B (E \dot A + F \dot D)\,\dot q), \quad \lambda = E^T (B \ddot q + n - u)

    Args:
        robot: any robot; the rows of its loops come after those of the constraint.
        constraint: a text such as ``"q1 + q2 - beta"`` in the names of the coordinates, the parameters and the task (``x``,
            ``y``, ...), a function of CasADi symbols ``q`` (and, as second argument, of a mapping of the parameters) that
            returns rows, or a sequence of these.
        pseudo_velocity: positions whose derivatives are the pseudo-velocities, in the same forms, or the matrix ``D`` of
            ``v = D qd``, also as a function of ``q``. None takes a constant ``D``: an orthonormal basis of the free motions at
            :attr:`Reduced.start`.
        parameters: new parameters of the constraint with their values, which stay inputs, and new values for those of the robot.
    Raises:
        UnknownName, ExpressionError: a text has names that do not exist, or is not an expression.
        ConstraintError: no configuration satisfies the constraint, its rows are dependent or as many as the degrees of freedom,
            or the pseudo-velocities do not complement it.
        ShapeError: a matrix of the wrong shape, or a robot with arrays of parameters.
    References: [RoboticsExam2016].
    """
    robot = _with_new_parameters(robot, {} if parameters is None else parameters)
    _require_one_machine(robot, "reduce it at single values, then call .with_parameters of the result")
    values = np.ravel(robot.models.parameter_inputs)
    return Reduced(robot, CompiledReduction(robot.models.formulas, constraint, pseudo_velocity, values, robot.start))


class Reduced(ReadOnlyAttributes):
    """A robot under a constraint. Leading axes of every array are batches.

    ``n_rows`` rows of the constraint leave ``dof`` pseudo-velocities. A single call raises an error where ``[A; D]`` is singular
    and where ``q`` violates the constraint; a batch has NaN rows there.
    """

    robot: Robot
    n_rows: int
    dof: int
    formulas: CompiledReduction

    def __init__(self, robot: Robot, formulas: CompiledReduction) -> None:
        vars(self).update(robot=robot, formulas=formulas, n_rows=formulas.n_rows, dof=formulas.dof)

    def _instead(self, name: str, value: Any) -> str:
        return f"it never changes; .with_parameters(...) returns another one, and takes: {listing(self.robot.parameters)}"

    def __repr__(self) -> str:
        chosen = ", chosen at its start" if self.formulas.is_chosen else ""
        return (
            f"<Reduced {self.robot.mechanism.name}: rows of the constraint {self.n_rows}, "
            f"of the loops {len(self.formulas.loops.rows)}; "
            f"pseudo-velocities {self.dof}{chosen}>"
        )

    def with_parameters(self, /, **values: ArrayLike) -> Reduced:
        """The same constraint with other parameter values; it shares the compiled code and the pseudo-velocities. Arrays
        broadcast against the batch.

        Raises: ConstraintError: the loops have other ranks at the given lengths.
        """
        robot = self.robot.with_parameters(**values)
        own, loops = robot.models.formulas.model, self.formulas.loops
        if (own.kept_rows, own.passive_rows) != (loops.kept_rows, loops.passive_rows):
            given = listing(f"{name} = {value!r:.40}" for name, value in values.items())
            raise ConstraintError(
                f"{robot.mechanism.name}: with {given} its loops have other ranks than those that the reduction was derived for; "
                "reduce the robot with these parameters"
            )
        return Reduced(robot, self.formulas)

    @cached_property
    def start(self) -> Array:
        """A configuration on the constraint, shape (nq,): the robot's start, or one near it."""
        _require_one_machine(self.robot, "it has no single start")
        q = self.formulas.configurations(np.ravel(self.robot.models.parameter_inputs), self.robot.start)[0]
        q.flags.writeable = False  # it is cached
        return q

    # ---------------------------------------------------------------- kinematics

    def residual(self, q: ArrayLike) -> Array:
        """The residual ``h(q)`` of the constraint, in its units, shape (..., n_rows). That of the loops is ``robot.closure``."""
        return self.call("constraint", q, on_constraint=False)

    def matrices(self, q: ArrayLike) -> ReductionMatrices:
        """The matrices ``A``, ``D``, ``E`` and ``F``."""
        return ReductionMatrices(*self.call("matrices", q, on_constraint=False))

    def complement(self, q: ArrayLike) -> Complement:
        """How far ``[A; D]`` is from singular; defined also where it is singular."""
        A, D, determinant = self.call("stacked", q, on_constraint=False)
        units = self.robot.models.geometry.rate_units[..., None, :]
        A, D = A * units, D * units
        A, D = A / row_sizes(A, self.n_rows, self.formulas.row_lengths)[..., None], unit_rows(D)
        return Complement(determinant, _smallest(np.concatenate([A, D], axis=-2), 0), _smallest(A, self._redundant))

    @property
    def _redundant(self) -> int:
        return len(self.formulas.loops.rows) - len(self.formulas.loops.kept_rows)

    def velocity(self, q: ArrayLike, v: ArrayLike) -> Array:
        """All rates from pseudo-velocities: ``qd = F v``."""
        return self.call("velocity", q, v)

    def pseudo_velocity(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """The pseudo-velocities ``v = D qd``."""
        return self.call("pseudo_velocity", q, qd)

    def position(self, q: ArrayLike) -> Array:
        """The positions whose derivatives are the pseudo-velocities."""
        self.require_positions()
        return self.call("positions", q)

    def consistent(self, q: ArrayLike, qd: ArrayLike | None = None) -> ConstrainedState:
        r"""The state on the constraint, with closed loops, that is nearest to a guess.

        The distance is that of the inertia at the guess, independent of units: the displacement :math:`\delta` has the least
        :math:`\delta^T B \delta`, then so has the change of the rates (as after an ideal plastic impact).

        Raises: ConstraintError: no configuration was found; in a batch its row is NaN.
        """
        return nearest_state(self, q, qd)

    def state(self, position: ArrayLike, v: ArrayLike | None = None, near: ArrayLike | None = None) -> ConstrainedState:
        """The state with these reduced positions and pseudo-velocities, on the branch ``near`` a configuration (default: the
        start).

        Raises: ConstraintError: no configuration was found; in a batch its row is NaN.
        """
        self.require_positions()
        return state_at(self, position, v, near)

    # ---------------------------------------------------------------- dynamics

    def inertia(self, q: ArrayLike) -> Array:
        """The reduced inertia ``F^T B F``, shape (..., dof, dof)."""
        return self.call("inertia", q)

    def bias(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """The bias of ``inertia vd + bias = F^T u``, shape (..., dof)."""
        return self.call("bias", q, qd)

    def terms(self, q: ArrayLike, qd: ArrayLike) -> ReducedTerms:
        """The reduced equation and that of the constraint forces, as matrices: (4) and (5) of [RoboticsExam2016]."""
        if not self.robot.n_active:
            raise UnsupportedOperation(f"{self.robot.mechanism.name} has no actuators, so its equations have no input matrix")
        return ReducedTerms(*self.call("terms", q, qd))

    def forward_dynamics(self, q: ArrayLike, v: ArrayLike, tau: ArrayLike | None = None) -> ReducedMotion:
        """Pseudo-accelerations, accelerations and multipliers under active efforts (default: none), from the reduced equation."""
        vd, qdd, force, _ = self.call("motion", q, v, *self.effort_inputs(tau))
        return ReducedMotion(vd, qdd, force[..., : self.n_rows], force[..., self.n_rows :])

    def multiplier(self, q: ArrayLike, v: ArrayLike, vd: ArrayLike, tau: ArrayLike | None = None) -> Array:
        """The constraint's multipliers of a motion under active efforts: equation (5), shape (..., n_rows).

        Where the efforts do not produce ``vd``, they balance the component across the constraint only.
        """
        return self.call("multiplier", q, v, vd, *self.effort_inputs(tau))

    def torques(
        self, q: ArrayLike, v: ArrayLike | None = None, vd: ArrayLike | None = None, multiplier: ArrayLike | None = None
    ) -> Array:
        r"""Active efforts for a wanted pseudo-acceleration and multiplier (default: rest, zero multiplier): equation (9).

        .. math:: u = B \ddot q + n - A^T \lambda

        At rest, over all values of ``multiplier``, these are all efforts that hold the robot. A virtual constraint, imposed by
        control alone, exerts no force: its multiplier is zero.

        Returns: active efforts, shape (..., n_active); the least ones where there are more actuators than the loops need.
        Raises:
            SingularConfiguration: ``[A; D]`` is singular, or the loops are at a Type 2 singularity.
            UnsupportedOperation: there are too few actuators for the wanted multiplier.
        """
        v, vd = (np.zeros(self.dof) if given is None else given for given in (v, vd))
        multiplier = np.zeros(self.n_rows) if multiplier is None else multiplier
        loops = self.formulas.loops
        if loops.tree.nv - loops.n_active == len(loops.kept_rows) == len(loops.passive_rows):
            return self.call("torques", q, v, vd, multiplier)
        return least_norm_torques(self, q, v, vd, multiplier)

    # ---------------------------------------------------------------- equilibria and simulation

    def equilibria(self, tau: ArrayLike | None = None) -> Equilibria:
        """All equilibria on the constraint under constant active efforts (default: none), with multipliers and stability. With
        one degree of freedom the constraint curves are followed; with more, Newton's method runs from many starts. The list's
        ``method`` describes what was done."""
        _require_one_machine(self.robot, "compute the equilibria at single values")
        return find_equilibria(self, self.effort_inputs(tau))

    def simulate(self, *args: Any, **options: Any) -> NoReturn:
        """Raises: UnsupportedOperation: names :func:`kinloop.simulate`, which simulates a reduced robot too."""
        raise UnsupportedOperation(
            "Reduced.simulate is now kl.simulate(reduced, tau, duration=..., period=..., q=..., qd=...); "
            "plant=kl.Constrained(...) chooses the form and the integrator"
        )

    # ---------------------------------------------------------------- exporting

    def equations(self, name: str) -> Equations:
        """A formula as readable SymPy expressions: ``matrices``, ``inertia``, ``bias``, ``terms``, ``acceleration``,
        ``multiplier``, ``torques``, ...

        Where the rates are no constant multiples of the pseudo-velocities, the definitions have the rates of the constraint.
        """
        from kinloop.model.reduction.reduced_equations import equations_of

        return equations_of(self, name)

    # ---------------------------------------------------------------- kernel calls

    def effort_inputs(self, tau: ArrayLike | None) -> tuple[Array, ...]:
        """Active efforts as the inputs of a kernel: zero by default, and no input without actuators."""
        if not self.robot.n_active:
            return ()
        return (np.zeros(self.robot.n_active) if tau is None else numbers(tau, f"{self.robot.mechanism.name}: tau"),)

    def evaluate(self, name: str, *arrays: ArrayLike) -> Any:
        """The outputs of a kernel, without checks of its inputs or results."""
        return self.formulas.kernel(name)(*arrays, *self.robot.models.parameter_inputs, threads=self.robot.threads)

    def call(self, name: str, q: ArrayLike, *arrays: ArrayLike, on_constraint: bool = True) -> Any:
        """The outputs of a kernel. A single call raises an error for NaN, off the constraint or without a finite result; a batch
        has NaN rows there."""
        kernel, result = self.formulas.kernel(name), self.evaluate(name, q, *arrays)
        first = result[0] if isinstance(result, tuple) else result
        if first.ndim == len(kernel.outputs[0].shape):
            given = [np.asarray(array, float) for array in (q, *arrays)]
            if not all(np.all(np.isfinite(array)) for array in (*given, first)):
                kinds = self.robot.models.geometry.space.kinds
                fault = input_error(self.robot.mechanism, kernel, given, kinds)
                if fault is not None:
                    raise fault
            if on_constraint:
                self._require_on_constraint(kernel, q)
            if not np.all(np.isfinite(first)):
                raise self._singular_error(kernel, given[0])
        elif on_constraint and np.any(off := np.any(self.gaps(q) > OFF, axis=-1)):
            for array, port in zip(result if isinstance(result, tuple) else (result,), kernel.outputs, strict=True):
                array[np.broadcast_to(off, array.shape[: array.ndim - len(port.shape)])] = np.nan
        return result

    def _require_on_constraint(self, kernel: Kernel, q: ArrayLike) -> None:
        gaps = self.gaps(q)
        worst = int(np.argmax(gaps))
        if gaps[worst] > OFF:
            what = f"row {worst} of the constraint" if worst < self.n_rows else "the loops"
            raise ConstraintError(
                f"{kernel.name}: q is off {what} by {gaps[worst]:.3g} (rad, or parts of the machine's size, along the rates); "
                "expected a configuration on it, such as that of .consistent(q)"
            )

    def gaps(self, q: ArrayLike) -> Array:
        """The distance of a configuration from each row of the constraint along the rates, then the loops' gaps [rad, or parts of
        the machine's size]."""
        rows, A = self.evaluate("rows", q)
        gaps, geometry = np.abs(rows), self.robot.models.geometry
        A = A * geometry.rate_units[..., None, :]
        gaps[..., : self.n_rows] /= row_sizes(A, self.n_rows)[..., : self.n_rows]
        gaps[..., self.n_rows :] /= geometry.closure_units
        return gaps

    def _singular_error(self, kernel: Kernel, q: Array) -> SingularConfiguration:
        """The error for a configuration at which a kernel has no finite result."""
        near = self.complement(q)
        if near.determinant > SINGULAR:
            why = "masses and loops do not determine the motion"
        else:
            why = (
                f"[A; D] is singular (its determinant is {near.determinant:.2g} of that at the reference configuration, "
                f"its smallest singular value {near.distance:.2g}): "
            )
            if near.constraint_distance < 1e-6:
                why += "the constraint's rows are dependent, for any pseudo-velocities"
            else:
                why += "the pseudo-velocities do not determine the motions that the constraint leaves; choose others"
        return SingularConfiguration(f"{kernel.name} has no finite answer at q = {q}: there {why}")

    def require_positions(self) -> None:
        """Raise UnsupportedOperation where the pseudo-velocities are not the derivatives of positions."""
        if self.formulas.positions is None:
            raise UnsupportedOperation(
                f"{self.robot.mechanism.name}: the pseudo-velocities are given by a matrix D, and are not the derivatives of "
                "positions; give pseudo_velocity as expressions of q"
            )


def _smallest(W: Array, redundant: int) -> Array:
    """The smallest singular value, apart from ``redundant`` ones that are zero."""
    finite = np.all(np.isfinite(W), axis=(-2, -1), keepdims=True)
    values = np.linalg.svd(np.where(finite, W, 0.0), compute_uv=False)
    return np.where(finite[..., 0, 0], values[..., -1 - redundant], np.nan)


def _require_one_machine(robot: Robot, advice: str) -> None:
    if any(np.ndim(value) for value in robot.parameters.values()):
        arrays = ", ".join(name for name, value in robot.parameters.items() if np.ndim(value))
        raise ShapeError(f"{robot.mechanism.name}: expected single parameter values, given arrays of {arrays}; {advice}")


def _with_new_parameters(robot: Robot, parameters: Mapping[str, float]) -> Robot:
    """The robot with the new parameters of the constraint."""
    mechanism = robot.mechanism
    if not isinstance(parameters, Mapping):
        raise ShapeError(f"{mechanism.name}: parameters is {parameters!r:.80}, expected names with their values")
    new: dict[str, float] = {}
    for name, value in parameters.items():
        if name in robot.parameters:
            continue
        if name in mechanism.coordinates or not NAME.fullmatch(name) or name in RESERVED:
            taken = "is a coordinate" if name in mechanism.coordinates else "cannot be a name in an expression"
            raise DescriptionError(f"{mechanism.name}: the new parameter {name!r} {taken}; choose another name")
        number = numbers(value, f"{mechanism.name}: the new parameter {name!r}")
        if number.ndim:
            raise ShapeError(f"{mechanism.name}: the new parameter {name!r} has shape {number.shape}, expected a single number")
        new[name] = float(number)
    if new:
        extended = mechanism.model_copy(update={"parameters": {**mechanism.parameters, **new}})
        robot = Robot(extended, None, robot.models.overrides, robot.threads)
    return robot.with_parameters(**parameters) if parameters else robot
