"""The geometric models: every configuration of a task or of active joints, one in a given mode, one near another."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.errors import UnsupportedOperation, unknown_name
from kinloop.model.dynamics.internal_spins import spin_places
from kinloop.model.dynamics.loop_closure import angle_rows
from kinloop.model.dynamics.machine_size import turning_rates
from kinloop.model.dynamics.task import task_rows
from kinloop.model.formulas.closed_form import Direction, form_of, input_names, sign_choices
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.geometry.configuration import Configuration, Configurations
from kinloop.model.geometry.coordinate_space import SAME, CoordinateSpace
from kinloop.model.geometry.degenerate_closed_form import restore_digits
from kinloop.model.geometry.homotopy.hexapod import hexapod_configurations
from kinloop.model.geometry.homotopy.homotopy import HomotopyResult
from kinloop.model.geometry.homotopy.six_r import six_r_configurations
from kinloop.model.geometry.leg_variants import Variants
from kinloop.model.geometry.local_equations import LocalEquations
from kinloop.model.geometry.mode import Mode, with_names
from kinloop.model.geometry.multi_start import HITS, by_many_starts
from kinloop.model.geometry.self_motion import self_motions
from kinloop.model.geometry.solution_list import Collection, Solution

Array = np.ndarray

# A configuration that misses the task or the loops by more than this fraction of the sizes involved is no solution, and however
# large these are, neither is one that misses by more than SMALL [rad, or part of the machine's size].
RELATIVE_GAP, SMALL = 1e-9, SAME
# A configuration that is farther than this [rad, or part of the machine's size] from those of all signs has none of them.
NAMED = 1e-3
FAMILY = "some configurations are members of families: the machine can move while what is given is held"
DEGENERATES = "the closed form degenerates here: an angle or a quotient in it is rounding"
METHODS = CLOSED_FORM, HOMOTOPY, MANY_STARTS = "closed form", "homotopy", "many starts"


class Geometry:
    """The geometric models of a machine with given parameters."""

    def __init__(
        self, formulas: CompiledFormulas, parameters: tuple[Array, ...], start: Callable[[], Array], n_active: int
    ) -> None:
        """``start`` gives the start configuration; closed forms do without."""
        self.formulas = formulas
        self.mechanism = formulas.mechanism
        self.p = parameters
        self._start = start
        self.n_active = n_active
        self.nq = len(self.mechanism.coordinates)

    def __reduce__(self) -> tuple[Any, ...]:
        return Geometry, (self.formulas, self.p, self._start, self.n_active)

    @cached_property
    def start(self) -> Array:
        """The start configuration."""
        return self._start()

    @cached_property
    def space(self) -> CoordinateSpace:
        """The space of the machine's configurations."""
        return CoordinateSpace(self.mechanism, self.size)

    @cached_property
    def is_closed(self) -> bool:
        """Whether the machine has loops or couplings."""
        return bool(self.mechanism.loops or self.mechanism.couplings)

    @cached_property
    def limits(self) -> tuple[Array, Array]:
        """Bounds of every coordinate, infinite where there are none."""
        return self.space.limits(
            dict(zip(self.mechanism.parameters, np.moveaxis(self.p[0], -1, 0), strict=True)) if self.p else {}
        )

    @cached_property
    def task_rows(self) -> list[int]:
        """The rows of the tool's twist that the task consists of."""
        return task_rows(self.mechanism)

    @cached_property
    def size(self) -> Array:
        """``L`` of the machine: what an angle is multiplied with to be compared with a length; an array where parameters are."""
        return self.formulas.size(self.p)

    @property
    def units(self) -> Array:
        """Units of the coordinates, shape (..., nq): the machine's size for lengths, 1 for angles."""
        return self.space.units

    @cached_property
    def row_units(self) -> Array:
        """Units of all closure rows, shape (..., rows): the machine's size for lengths, 1 for angles."""
        return np.where(angle_rows(self.mechanism), 1.0, self.size[..., None])

    @cached_property
    def rate_units(self) -> Array:
        """Units of the rates, shape (..., nv): the machine's size for those of lengths, 1 for those of angles."""
        return np.where(turning_rates(self.formulas.tree), 1.0, self.size[..., None])

    @cached_property
    def closure_units(self) -> Array:
        """Units of the closure rows that the model keeps, as :attr:`row_units`."""
        return self.row_units[..., list(self.formulas.model.rows)]

    @cached_property
    def twist_units(self) -> Array:
        """Units of the task's rows of the tool's twist, shape (..., m): the machine's size for lengths, 1 for angles."""
        return np.where(np.array(self.task_rows, dtype=int) < 3, self.size[..., None], 1.0)

    def given_units(self, direction: Direction) -> Array:
        """Units of the given values, shape (..., m): of the active joints (forward) or of the task (inverse)."""
        if direction == "forward":
            return self.units[..., : len(self.names(direction))]
        lengths = np.array([name in ("x", "y", "z") for name in self.names(direction)], dtype=bool)
        return np.where(lengths, self.size[..., None], 1.0)

    # ---------------------------------------------------------------- gaps

    def residual(self, direction: Direction, q: Array, given: Array) -> Array:
        """The largest gap of the loops (all rows) and, for the inverse model, of the task [m], angles as arcs."""
        more = (given,) if direction == "inverse" else ()
        return np.asarray(self.formulas.kernel(f"{direction}_residual")(q, *more, *self.p))

    def closures(self, q: Array) -> tuple[Array, Array]:
        """The loops' gaps (..., m) and their derivative by the rates (..., m, nv); lengths are parts of the machine's size."""
        h, K = self.formulas.kernel("all_closures")(q, *self.p)
        return h / self.closure_units, K / self.closure_units[..., :, None] * self.rate_units[..., None, :]

    def target_error(self, q: Array, given: Array) -> tuple[Array, Array]:
        """What the task lacks of a target (..., m), and the task's derivative by the rates (..., m, nv), as :meth:`closures`."""
        error, J = self.formulas.kernel("target")(q, given, *self.p)
        return error / self.twist_units, J / self.twist_units[..., :, None] * self.rate_units[..., None, :]

    def tolerance(self, direction: Direction, given: Array) -> Array:
        """The gap [m] up to which a configuration is a solution; NaN where the target is not finite."""
        largest = np.max(np.abs(given) / self.given_units(direction), axis=-1, initial=0.0)
        return np.asarray(self.size * np.minimum(RELATIVE_GAP * np.maximum(1.0, largest), SMALL))

    def is_too_far(self, direction: Direction, given: Array) -> Array:
        """Whether a target's length is so large beside the machine that double precision does not resolve the machine."""
        return np.asarray(np.any(np.abs(given) / self.given_units(direction) > LARGEST, axis=-1))

    def task(self, q: Array) -> Array:
        """The task of configurations (..., nq)."""
        if not self.mechanism.task_names:
            return q[..., :0]
        return np.asarray(self.formulas.kernel("task")(q, *self.p))

    def within_limits(self, q: Array) -> Array:
        """Whether configurations (..., nq) respect the joint limits."""
        lower, upper = self.limits
        slack = SAME * self.units
        return np.all((q >= lower - slack) & (q <= upper + slack), axis=-1)

    def of_rows(self, batch: tuple[int, ...], rows: Array) -> Geometry:
        """The geometry of some rows of a batch, by their flat indices, each with its own parameters."""
        if all(p.ndim == 1 for p in self.p):
            return self

        def take(array: Array) -> Array:
            return np.broadcast_to(array, (*batch, array.shape[-1])).reshape(-1, array.shape[-1])[rows]

        return Geometry(self.formulas, tuple(take(p) for p in self.p), lambda: take(self.start), self.n_active)

    def unwind(self, direction: Direction, q: Array, near: Array | None = None) -> Array:
        """Configurations whose angles are wrapped: nearest to ``near``, else within half a turn of zero where limits allow."""
        return self.space.unwind(q, self.n_active if direction == "forward" else 0, self.limits, near)

    # ---------------------------------------------------------------- all configurations

    def configurations(
        self, direction: Direction, given: Array, method: str | None = None, variants: bool = False, held: Array | None = None
    ) -> Configurations:
        """Every configuration of one task (inverse) or of one set of active joints (forward), by the best way that there is.

        ``variants``: whether configurations that differ only inside the legs are listed too. ``held``: a configuration that the
        caller has. If it has what was given, the list has it or a family of which it is a member.
        """
        if method is not None and (not isinstance(method, str) or method not in METHODS):
            raise unknown_name("method", method, METHODS, "kinloop")
        if self.is_too_far(direction, given):
            return Configurations()
        result, found = self._find(direction, given, method, [] if held is None else [held])
        listed = [each.first for each in found]
        if variants:
            listed += [q for each in found for q in self._variants(direction, each, given)]
        elif any(each.has_variants for each in found) or (found and self.variants.has_any(direction, found[0].first, given)):
            result.add_note("configurations that differ only inside the legs are listed once: variants=True lists them all")
        if any(each.inside_out for each in found):
            result.add_note("configurations that only turn legs inside out, to negative lengths, are left out")
        self._list(result, direction, listed, given)
        if result.complete and any(self._is_in_family(each) for each in result):
            result.complete = False
            result.add_note(FAMILY)
        return result

    def _list(self, result: Configurations, direction: Direction, configurations: list[Array], given: Array) -> None:
        """The configurations described, but for those that do not close, whatever they were found by."""
        tolerance, is_open = float(self.tolerance(direction, given)), 0
        for q in configurations:
            each = self.describe(direction, q, given, len(result))
            if each.residual <= tolerance:
                result.append(each)
            else:
                is_open += 1
        if is_open:
            result.complete = False
            result.add_note(f"{is_open} configurations whose loops or task stayed open are left out")

    def _is_in_family(self, configuration: Configuration) -> bool:
        """Whether a configuration moves by more than internal degrees of freedom that every configuration has (a rod's spin):
        these hide no pose."""
        if not configuration.directions.size:
            return False
        places, support = self._spins
        moves = {int(k) for k in np.flatnonzero(np.max(np.abs(configuration.directions / self.rate_units), axis=0) > SAME)}
        return len(configuration.directions) > len(places) or not moves <= support

    @cached_property
    def _spins(self) -> tuple[tuple[int, ...], frozenset[int]]:
        return spin_places(self.formulas.model) if self.is_closed else ((), frozenset())

    def _keep_solutions(self, direction: Direction, given: Array, configurations: list[Array]) -> Array:
        """The configurations among these that satisfy the given values."""
        q = np.array(configurations).reshape(-1, self.nq)
        if direction == "forward":
            q[:, : self.n_active] = given
        return q[LocalEquations(self, direction, given).gap(q) <= self.tolerance(direction, given)] if len(q) else q

    @cached_property
    def variants(self) -> Variants:
        """The comparison of configurations that differ only inside the legs."""
        return Variants(self)

    def _variants(self, direction: Direction, solution: Solution, given: Array) -> list[Array]:
        """The variants of a solution but its first one: those that were found, and those that half turns of legs lead to."""
        known = [*solution.configurations, *self.variants.all_of(direction, solution.first, given)]
        return self.space.distinct(np.array(known))[1:]

    def _find(
        self, direction: Direction, given: Array, method: str | None, held: list[Array]
    ) -> tuple[Configurations, list[Solution]]:
        """All configurations in the order of the modes; those of the description's closed form, which have signs, come first."""
        if direction == "forward" and not self.is_closed:
            return Configurations(), [Solution([given])]
        form = form_of(self.mechanism, direction)
        if method == CLOSED_FORM and form is None:
            raise UnsupportedOperation(f"{self.mechanism.name}: its description has no closed form of the {direction} geometry")
        q, gap, degenerate = self.solutions(direction, given, self.choices(direction))
        solved = self._is_solved(direction, q, gap, given)
        degenerates = bool(np.any(degenerate))
        named = [Solution([each]) for each in self.space.distinct(q[solved])]
        collection = Collection(LocalEquations(self, direction, given), named)
        if form is not None and (
            method == CLOSED_FORM or (method is None and form.complete and not np.any(degenerate & ~solved))
        ):
            result = Configurations()
            result.complete, result.note = form.complete and not degenerates, DEGENERATES if degenerates else ""
            collection.add(self._keep_solutions(direction, given, held))
            if len(collection.solutions) > len(named):
                result.complete = False
                result.add_note("the closed form lacks the configuration given")
            return result, collection.solutions
        collection.add(self._keep_solutions(direction, given, [*held, self.start]))
        for each in collection.solutions:
            each.hits = HITS if each.is_special else 0  # no start may lead to a singular configuration
        result = self._search(direction, given, method, collection)
        if degenerates:
            result.note = "; ".join(part for part in (DEGENERATES, result.note) if part)
        rest = [each for each in collection.solutions if each not in named]
        order = self.space.in_order([each.first for each in rest])
        return result, [*named, *sorted(rest, key=lambda each: next(k for k, q in enumerate(order) if q is each.first))]

    def _search(self, direction: Direction, given: Array, method: str | None, found: Collection) -> Configurations:
        """Search by homotopy where the structure has a start system, and by many starts where it has none or paths were lost."""
        result = Configurations()
        tracked = self._by_homotopy(direction, given) if method != MANY_STARTS else None
        if method == HOMOTOPY and tracked is None:
            raise UnsupportedOperation(
                f"{self.mechanism.name}: homotopy takes a hexapod (forward) or an arm of six revolute joints (inverse)"
            )
        if tracked is not None:
            result.method, result.starts, result.complete, result.note = HOMOTOPY, tracked.paths, tracked.complete, tracked.note
            known = [each for each in found.solutions if not each.is_special]
            found.add(tracked.configurations)
            is_short = any(not each.hits for each in known)
            if is_short:
                result.complete = False
                result.add_note("the paths led to fewer configurations than are known")
            # Beside a family (a wrist that is almost straight) ends look like its members, and none of the configurations is one.
            is_doubtful = not tracked.complete and not any(each.dimension for each in found.solutions)
            if method == HOMOTOPY or not (tracked.is_open or is_short or is_doubtful):
                return result
        met = by_many_starts(self, direction, given, found)
        result.method = MANY_STARTS if tracked is None else f"{HOMOTOPY} and {MANY_STARTS}"
        result.starts, result.sign_sum, result.complete = result.starts + met.starts, met.sign_sum, False
        result.add_note(met.note)
        return result

    def _by_homotopy(self, direction: Direction, given: Array) -> HomotopyResult | None:
        if direction == "forward":
            return hexapod_configurations(self.formulas, self.p, self.start, given)
        return six_r_configurations(self.formulas, self.p, self.start, given)

    def describe(
        self, direction: Direction, q: Array, given: Array, index: int | None, near: Array | None = None
    ) -> Configuration:
        """The configuration ``q`` with its task, mode, residual, limits and directions."""
        q = np.array(self.unwind(direction, q, near))  # a serial robot's is what was given
        x = self.task(q)
        residual = float(self.residual(direction, q, given))
        # Where the closed form degenerates its configurations belong to the very target that was given.
        working = self.signs("inverse", given if direction == "inverse" else x, q)
        mode = with_names(self.mechanism, Mode(working, self.signs("forward", q[: self.n_active], q), index))
        directions = self_motions(self, direction, q, given)
        return Configuration(q, self.n_active, x, mode, residual, bool(self.within_limits(q)), directions)

    # ---------------------------------------------------------------- closed forms

    def evaluate_closed_form(self, direction: Direction, given: Array, signs: Array) -> tuple[Array, Array]:
        """The configuration of each choice of signs, and its gap; batches broadcast."""
        arrays = (signs,) if signs.shape[-1] else ()
        q, gap = self.formulas.kernel(f"{direction}_solution")(given, *arrays, *self.p)
        return np.asarray(q), np.asarray(gap)

    def solutions(self, direction: Direction, given: Array, signs: Array) -> tuple[Array, Array, Array]:
        """Configurations and gaps of a closed form, refined where rounding took digits, and whether it degenerates at the target:
        then these signs may have infinitely many configurations, or some that the closed form does not give."""
        if form_of(self.mechanism, direction) is None:
            return np.zeros((0, self.nq)), np.zeros(0), np.zeros(0, bool)
        q, gap = self.evaluate_closed_form(direction, given, signs)
        tolerance = self.tolerance(direction, given)  # NaN where the target is no number
        missed = ~((gap <= tolerance) & np.isfinite(np.sum(q, axis=-1))) & ~np.isnan(tolerance)
        for p in self.p:
            missed = missed & np.isfinite(p).all(axis=-1)
        if not np.any(missed):
            return q, gap, np.zeros(gap.shape, bool)
        return restore_digits(self, direction, given, signs, (q, gap), missed)

    def _is_solved(self, direction: Direction, q: Array, gap: Array, given: Array) -> Array:
        return (gap <= self.tolerance(direction, given)) & np.isfinite(q).all(axis=-1)

    def choices(self, direction: Direction) -> Array:
        """All choices of signs, shape (choices, signs)."""
        form = form_of(self.mechanism, direction)
        return np.array(sign_choices(form), float) if form is not None else np.zeros((0, 0))

    def degenerates(self, direction: Direction, given: Array) -> bool:
        """Whether a closed form that has all configurations elsewhere has not at this target."""
        return bool(np.any(self.solutions(direction, given, self.choices(direction))[2]))

    def _written_out(self, direction: Direction, given: Array) -> Array:
        q, gap, _ = self.solutions(direction, given, self.choices(direction))
        return q[self._is_solved(direction, q, gap, given)]

    def place_of(self, direction: Direction, given: Array, signs: Array) -> int | None:
        """The index of the closed form's configuration with these signs; None where it has none."""
        choices = self.choices(direction)
        q, gap, _ = self.solutions(direction, given, choices)
        solved = self._is_solved(direction, q, gap, given)
        k = int(np.argmax(np.all(choices == signs, axis=-1)))
        if not solved[k]:
            return None
        return self.place_near(direction, given, q[k])

    def place_near(self, direction: Direction, given: Array, q: Array) -> int | None:
        """The index of ``q`` among the closed form's configurations; None where it is not one of them."""
        written = self.space.distinct(self._written_out(direction, given))
        return next((place for place, each in enumerate(written) if self.space.distance(each, q) < SAME), None)

    def signs(self, direction: Direction, given: Array, q: Array) -> tuple[int, ...]:
        """The signs of the closed form's configuration ``q``; empty without a closed form or a match."""
        found = self.signs_of(direction, given[None], q[None])[0]
        return tuple(int(sign) for sign in found) if found.any() else ()

    def signs_of(self, direction: Direction, given: Array, q: Array) -> Array:
        """The signs of configurations (n, nq), shape (n, signs): zeros where no configuration of the closed form is near."""
        form = form_of(self.mechanism, direction)
        if form is None or not form.signs or (direction == "forward" and not self.is_closed):
            return np.zeros((len(q), 0), np.int8)
        choices = self.choices(direction)
        configurations, _, _ = self.solutions(direction, given[None], choices[:, None, :])
        distance = self.space.distance(configurations, q)
        distance = np.where(np.isnan(distance), np.inf, distance)
        best = np.argmin(distance, axis=0)
        fits = np.take_along_axis(distance, best[None], axis=0)[0] < NAMED
        return np.where(fits[:, None], choices[best], 0).astype(np.int8)

    def names(self, direction: Direction) -> tuple[str, ...]:
        """The names of the given values: of the active joints (forward) or of the task (inverse)."""
        return input_names(self.mechanism, direction)
