"""The compiled formulas of a reduction, and numerical checks of its constraint: configurations on it, and independent rows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import log2
from typing import Any

import casadi as ca
import numpy as np

from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.tape.tape import Formula, Tape, matrix, record, vector
from kinloop.errors import ConstraintError
from kinloop.mechanism.validate.faults import quantity
from kinloop.model.call_errors import INFINITESIMAL
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.loop_closure import NumericClosure, assemble_near, closure_sense
from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.reduction.constraint import rate_rows, read_pseudo_velocity, read_rows
from kinloop.model.reduction.reduced_model import ConstrainedModel, ReductionModel, Scales, formula, row_volume

Array = np.ndarray
# The largest gap of a configuration on the constraint, along the rates [rad, or parts of the machine's size].
ON_CONSTRAINT = 1e-9
# Singular values below this fraction of the largest are zero.
RANK_TOLERANCE = 1e-9
# The number of starts about the start configuration and, where none converges, anywhere.
NEARBY, ANYWHERE = 6, 24


class GivenRows:
    """Rows of a constraint or of pseudo-velocities as a CasADi function, which can be pickled."""

    def __init__(self, function: ca.Function) -> None:
        self._function = function

    def __call__(self, q: ca.SX, parameters: Mapping[str, ca.SX]) -> ca.SX:
        """Evaluate the recorded function."""
        return self._function(q, ca.vertcat(ca.SX(0, 1), *parameters.values()))


class CompiledReduction:
    """A mechanism under a constraint: its expressions, and kernels that are compiled when first used.

    The parameters' values determine the reference configuration, which scales the margins and defines the pseudo-velocities where
    none are given.
    """

    def __init__(
        self, formulas: CompiledFormulas, constraint: Any, pseudo_velocity: Any, parameters: Array, start: Array
    ) -> None:
        self.formulas = formulas
        self.mechanism = formulas.mechanism
        self._numbers = parameters, start
        self.loops: ClosedModel = formulas.model
        if self.loops.assembled.shaky is not None:
            raise ConstraintError(f"{self.mechanism.name} cannot be reduced: {INFINITESIMAL}")
        self.constraint = read_rows(self.loops, constraint, "constraint")
        self.n_rows = self.constraint.numel()
        self.dof = self.loops.tree.nv - len(self.loops.kept_rows) - self.n_rows
        if self.dof < 1:
            raise ConstraintError(
                f"{self.mechanism.name}: a constraint of {quantity(self.n_rows, 'row')} leaves no motion of "
                f"{quantity(self.dof + self.n_rows, 'degree of freedom')}; expected fewer rows than degrees of freedom"
            )
        self.A = rate_rows(self.loops, ca.vertcat(self.constraint, self.loops.closure))
        configurations = self._independent(self.configurations(parameters, start), parameters)
        self.reference = configurations[0]
        self.is_chosen = pseudo_velocity is None
        given = self._null_space(configurations[0], parameters) if self.is_chosen else pseudo_velocity
        self.positions, self.D = read_pseudo_velocity(self.loops, given, self.dof)
        at = configurations[0], parameters
        self.scales = Scales(self._volume(configurations, parameters), self._weights(*at), self._lengths(*at))
        self._kernels: dict[str, Kernel] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles contain user functions as CasADi functions: another process could not find a lambda by name."""
        rows = GivenRows(self._function(self.constraint))
        chosen = None if self.is_chosen else GivenRows(self._function(self.D if self.positions is None else self.positions))
        return CompiledReduction, (self.formulas, rows, chosen, *self._numbers)

    def _function(self, expression: ca.SX) -> ca.Function:
        return ca.Function("rows", [self.loops.tree_model.q, self.loops.tree_model.parameters], [expression])

    @cached_property
    def model(self) -> ReductionModel:
        """The reduced model on CasADi symbols."""
        constrained = ConstrainedModel(self.loops, self.constraint, self.scales)
        return ReductionModel(constrained, self.positions, self.D, self.scales.volume)

    @cached_property
    def key(self) -> dict[str, object]:
        """The key of the formulas in the object cache: the constraint and the pseudo-velocities as scalar instructions."""
        given = (vector("q", self.loops.tree_model.q), vector("parameters", self.loops.tree_model.parameters))
        outputs = [vector("constraint", self.constraint), matrix("D", self.D)]
        outputs += [] if self.positions is None else [vector("positions", self.positions)]
        tape = record(Formula("given", given, tuple(outputs)))
        return {**self.formulas.key, "reduced": repr((tape.steps, tape.results)), "scales": repr(self.scales)}

    def kernel(self, name: str) -> Kernel:
        """The compiled formula ``name``."""
        if name not in self._kernels:
            full = f"{self.mechanism.name}.reduced_{name}"
            self._kernels[name] = compile_formula(lambda: formula(self.model, name), self.key, full)
        return self._kernels[name]

    def tape(self, name: str, guarded: bool = True) -> Tape:
        """The formula ``name`` as a tape of scalar instructions."""
        return record(formula(self.model, name, guarded))

    def tape_to_read(self, name: str, keeps_rates: bool = False, names_parts: bool = False) -> tuple[Tape, dict[str, float]]:
        """The formula ``name`` for equations, and the values of the input ``D``: the entries of a chosen ``D`` that are not 0
        or 1 have names. With ``keeps_rates`` it has the rates ``qd`` where it has ``F v`` otherwise, and with ``names_parts``
        ``E``, ``F``, the inertia ``B``, the efforts ``n`` and ``qdd_bias`` are inputs, column after column."""
        D, entries, values = ca.SX(self.D), [], {}
        taken = {*self.mechanism.parameters, *self.mechanism.coordinates}
        for i, j in np.ndindex(*D.shape) if self.is_chosen else ():
            key = f"D{i + 1}{j + 1}"
            if (value := float(self.D[i, j])) not in (0.0, 1.0, -1.0) and key not in taken:
                D[i, j] = ca.SX.sym(key)
                entries.append(D[i, j])
                values[key] = value
        more = [vector("D", ca.vertcat(*entries))] if entries else []
        if keeps_rates:
            more.append(vector("qd", self.loops.tree_model.v))
        n = self.loops.tree.nv
        shapes = {"E": (n, self.A.shape[0]), "F": (n, D.shape[0]), "B": (n, n), "n": (n, 1), "qdd_bias": (n, 1)}
        parts = {key: ca.SX.sym(key, *shape) for key, shape in shapes.items()} if names_parts else {}
        more += [vector(key, ca.vec(part)) for key, part in parts.items()]
        return record(formula(self.model.to_read(D, keeps_rates, parts), name, False, tuple(more))), values

    # ---------------------------------------------------------------- numerical values

    def configurations(self, parameters: Array, start: Array) -> list[Array]:
        """Configurations on the constraint with closed loops, by Gauss-Newton steps from the start and from random guesses.

        Raises: ConstraintError: none was found.
        """
        tree_model, loops = self.loops.tree_model, self.loops
        closing = NumericClosure.of(tree_model, parameters)
        evaluate = ca.Function(
            "rows", [tree_model.q, tree_model.parameters], [self.constraint, ca.jacobian(self.constraint, tree_model.q)]
        )
        sense = ca.Function("sense", [tree_model.q, tree_model.parameters], [closure_sense(tree_model)])
        nearest = [np.inf, start]

        def close(q: Array) -> tuple[Array, Array]:
            h, H = (part.full() for part in evaluate(q, parameters))
            H = H * closing.units
            size = np.linalg.norm(H, axis=1, keepdims=True)
            size = np.where(size > 0, size, 1.0)  # the rows' units are the user's
            loops_h, loops_H = closing.evaluate(q)
            h, H = np.append(h / size, loops_h), np.vstack([H / size, loops_H])
            if np.max(np.abs(h)) < nearest[0]:
                nearest[:] = np.max(np.abs(h)), q
            return h, H if np.all(np.isfinite(H)) else np.zeros_like(H)

        random = np.random.default_rng(0)
        found: list[Array] = []
        for attempt in range(NEARBY + ANYWHERE):
            if attempt >= NEARBY and found:
                break
            spread = 0.0 if attempt == 0 else 0.1 if attempt < NEARBY else 2.0
            guess = start + spread * closing.units * random.standard_normal(start.size)
            configuration = assemble_near(guess, close, ON_CONSTRAINT, closing.units)
            if configuration is not None and float(sense(configuration, parameters)) > 0:
                found.append(configuration)
        if not found:
            raise ConstraintError(
                f"{self.mechanism.name}: no configuration was found that satisfies the constraint"
                f"{' with closed loops' if loops.all_rows.names else ''}; from {NEARBY + ANYWHERE} starts the nearest was "
                f"q = {np.array2string(np.asarray(nearest[1]), precision=6)}, off by {nearest[0]:.3g} (rad, or parts of the "
                "machine's size, along the rates)"
            )
        return found

    def numbers(self, expression: ca.SX, q: Array, parameters: Array) -> Array:
        """The value of an expression, evaluated by CasADi."""
        tree_model = self.loops.tree_model
        return ca.Function("numbers", [tree_model.q, tree_model.parameters], [expression])(q, parameters).full()

    def _independent(self, configurations: list[Array], parameters: Array) -> list[Array]:
        """The configurations at which the constraint's rows are independent of each other and of the kept rows of the loops.

        Redundant rows of loops are left out: they are dependent only as exactly as the loops are closed.
        """
        wanted = self.n_rows + len(self.loops.kept_rows)
        A = rate_rows(self.loops, ca.vertcat(self.constraint, self.loops.all_rows.h[list(self.loops.kept_rows)]))
        A = A @ ca.diag(self.loops.rate_units)
        random = np.random.default_rng(1)
        units = NumericClosure.of(self.loops.tree_model, parameters).units
        elsewhere = [configurations[0] + 0.3 * units * random.standard_normal(configurations[0].size) for _ in range(4)]
        self.row_lengths = usual = np.max(
            [np.linalg.norm(self.numbers(A, q, parameters)[: self.n_rows], axis=1) for q in elsewhere], axis=0
        )

        def rank_at(q: Array) -> int:
            rows = self.numbers(A, q, parameters)
            rows[: self.n_rows][np.linalg.norm(rows[: self.n_rows], axis=1) < 1e-6 * usual] = 0.0  # such as q1^2
            return rank(rows)

        ranks = [rank_at(q) for q in configurations]
        if max(ranks) < wanted:
            others = " or on the loops" if self.loops.kept_rows else ""
            raise ConstraintError(
                f"{self.mechanism.name}: where the constraint holds its rows vanish, or depend on each other{others}: the rank "
                f"is {max(ranks)}, expected {wanted}, for example at q = {configurations[0]}"
            )
        return [q for q, found in zip(configurations, ranks, strict=True) if found == wanted]

    def _null_space(self, q: Array, parameters: Array) -> Array:
        """An orthonormal basis ``D`` of the free motions at ``q``, made unique by a positive largest entry in each row. Where
        joints both slide and turn, lengths are parts of the machine's size."""
        A, units = self.numbers(self.A, q, parameters), self.numbers(self.loops.rate_units, q, parameters).ravel()
        units = units if np.any(turning_rates(self.loops.tree)) else np.ones_like(units)
        A = A * units
        A = A / row_sizes(A, self.n_rows)[:, None]
        D = np.linalg.svd(A)[2][-self.dof :]
        largest = np.take_along_axis(D, np.argmax(np.abs(D).round(9), axis=1)[:, None], axis=1)
        return (D * np.sign(largest)).round(12) / units + 0.0

    def _volume(self, configurations: list[Array], parameters: Array) -> float:
        """The largest volume of ``[A; D]`` over the configurations, rounded to a power of two, so that equal machines have equal
        keys."""
        per_rate = ca.diag(self.loops.rate_units)
        stacked = [self.numbers(ca.vertcat(self.A, self.D) @ per_rate, q, parameters) for q in configurations]
        smallest = [np.linalg.svd(unit_rows(W), compute_uv=False)[-1] for W in stacked]
        if max(smallest) < RANK_TOLERANCE:
            raise ConstraintError(
                f"{self.mechanism.name}: the pseudo-velocities do not complement the constraint: at none of the sampled "
                "configurations are the rows of D independent of those of the constraint; the smallest singular value of [A; D] "
                f"is {max(smallest):.2g}"
            )
        largest = max(float(np.prod(np.linalg.svd(W, compute_uv=False))) for W in stacked)
        rows = float(self.numbers(row_volume(self.loops), configurations[0], parameters)[0, 0])
        return power_of_two(largest / rows)

    def _weights(self, q: Array, parameters: Array) -> tuple[float, ...]:
        """The inertia along each row, per unit of the machine's mass; lengths are parts of the machine's size."""
        A, units = self._scaled_rows(q, parameters)
        B = self.numbers(self.loops.tree_model.inertia, q, parameters) * np.outer(units, units)
        mass, size = (float(self.numbers(part, q, parameters)[0, 0]) for part in (self.loops.mass_scale, self.loops.length_scale))
        squares = np.sum(A**2, axis=1)
        along = np.einsum("ki,ij,kj->k", A, B, A) / squares
        return tuple(
            power_of_two((inertia if inertia > 0 else mass * size**2) / mass / square)
            for inertia, square in zip(along, squares, strict=True)
        )

    def _lengths(self, q: Array, parameters: Array) -> tuple[float, ...]:
        """The norms of the constraint's rows with respect to rates in parts of the machine's size."""
        return tuple(power_of_two(length) for length in np.linalg.norm(self._scaled_rows(q, parameters)[0], axis=1))

    def _scaled_rows(self, q: Array, parameters: Array) -> tuple[Array, Array]:
        """The constraint's rows with respect to rates in parts of the machine's size, and the units of these rates."""
        units = self.numbers(self.loops.rate_units, q, parameters).ravel()
        return self.numbers(self.A, q, parameters)[: self.n_rows] * units, units


def unit_rows(A: Array) -> Array:
    """The matrix with rows of unit length; zero rows stay zero."""
    size = np.linalg.norm(A, axis=-1, keepdims=True)
    return A / np.where(size > 0, size, 1.0)


def row_sizes(A: Array, n_rows: int, lengths: Array | None = None) -> Array:
    """The scales of rows: the length of each row of the constraint, whose unit is the user's, and the largest length of the
    loops' rows, some of which may vanish where they are redundant. ``lengths`` replaces those of the constraint's rows, which may
    vanish too."""
    size = np.linalg.norm(A, axis=-1)
    if lengths is not None:
        size[..., :n_rows] = lengths
    size[..., n_rows:] = np.max(size[..., n_rows:], axis=-1, keepdims=True, initial=0.0)
    return np.where(size > 0, size, 1.0)


def rank(A: Array) -> int:
    """The rank of the matrix with unit rows."""
    values = np.linalg.svd(unit_rows(A), compute_uv=False)
    return int(np.sum(values > RANK_TOLERANCE * max(float(values[0]), 1e-300)))


def power_of_two(value: float) -> float:
    """The power of two nearest to a value, on a logarithmic scale."""
    return 2.0 ** round(log2(value))
