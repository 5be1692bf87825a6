"""The closure rows ``h(q) = 0`` of loops and couplings, and which of them are independent.

Units are physical: metres and radians. A ``rod`` is ``(|d|^2 - l^2) / (2 l)``, so its multiplier is the force along it.
Position rows are in the axes of the loop's carrier, the last body that carries the whole loop, or the world (the rows of a
``prismatic`` loop are in those of anchor a). Rows of direction have the unit of an angle.

The motion of the carrier opens no loop. Relative to it a loop has no columns for the joints that move the carrier, and the rows
perpendicular to a planar loop are identically zero wherever the machine turns its plane.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import DescriptionError
from kinloop.mechanism.kinds.elementary import RAD
from kinloop.mechanism.kinds.loop_kinds import Ends
from kinloop.mechanism.parts.parts import Loop, Mechanism
from kinloop.mechanism.parts.units import column_units
from kinloop.mechanism.validate.value_checks import SLIGHTLY
from kinloop.model.dynamics.machine_size import is_length, machine_size, turning_rates
from kinloop.model.dynamics.tree import quaternion_places, unit, vector
from kinloop.model.dynamics.tree_dynamics import Placement, TreeModel
from kinloop.numerics.newton import limit_steps

if TYPE_CHECKING:
    from kinloop.model.dynamics.finite_motion import Shaky

# A unit row is dependent where its distance from the span of the others is smaller.
RANK_TOLERANCE = 1e-8
# Rows whose distances differ by a smaller fraction are equally far: the first is taken, so that rounding does not decide.
EQUAL = 1e-6
SAMPLES = 5
# The longest step of the assembly [rad, or parts of the machine's size]; longer ones may reach another assembly mode.
LONGEST_STEP = 0.2
# Active start coordinates may move by this much [rad, or part of the machine's size] where they are written with a few digits and
# are not independent: more actuators than degrees of freedom, or a stretched leg.
WRITTEN = 1e-3
SHRINKING_STEPS = 60
# The number of random starts of Newton's method at each distance from the start configuration.
TRIES = 6
# The largest gap of an assembled configuration [rad, or part of the machine's size].
ASSEMBLED = 1e-9


@dataclass(frozen=True)
class Rows:
    """All closure rows, with their names and whether each is an angle."""

    h: ca.SX
    names: tuple[str, ...]
    is_angle: tuple[bool, ...]


def closure_rows(model: TreeModel) -> Rows:
    """Every closure row of the description's loops and couplings, redundant or not."""
    rows: list[tuple[str, bool, ca.SX]] = []
    for loop in model.tree.mechanism.loops:
        a, b = ends(model, loop)
        rows += [(f"{loop.name}: {name}", angle, row) for name, angle, row in loop_rows(model, loop, a, b)]
    units = column_units(model.tree.mechanism).closures
    for coupling in model.tree.mechanism.couplings:
        index = {name: k for k, name in enumerate(model.tree.mechanism.coordinates)}
        follower, leader = model.q[index[coupling.coordinate]], model.q[index[coupling.of]]
        row = follower - model.tree.number(coupling.ratio) * leader - model.tree.number(coupling.offset)
        rows.append((f"{coupling.name}: coupling", units[len(rows)] == "rad", row))
    h = ca.vertcat(ca.SX.zeros(0), *(row for _, _, row in rows))
    return Rows(h, tuple(name for name, _, _ in rows), tuple(angle for _, angle, _ in rows))


def angle_rows(mechanism: Mechanism) -> np.ndarray:
    """Which of all the closure rows are angles, without deriving them."""
    return np.array([unit == "rad" for unit in column_units(mechanism).closures], dtype=bool)


def ends(model: TreeModel, loop: Loop) -> tuple[Placement, Placement]:
    """The placements of a loop's anchors relative to its carrier."""
    a, b = model.tree.anchor(loop.a), model.tree.anchor(loop.b)
    seen_from = model.tree.common_carrier(a.body, b.body)
    return model.placement(a, seen_from), model.placement(b, seen_from)


def closure_sense(model: TreeModel) -> ca.SX:
    """Positive where no loop joint is closed with reversed axes.

    The rows of a pin also vanish where its axes are opposite, those of a weld or a slide where the frames are half a turn
    apart; no motion leads from there to a joint that is closed.
    """
    sense = ca.SX(1)
    for loop in model.tree.mechanism.loops:
        a, b = ends(model, loop)
        if loop.definition.sense is not None:
            sense = ca.fmin(sense, loop.definition.sense(_ends(model, loop, a, b)))
    return sense


def loop_axes(model: TreeModel, loop: Loop) -> tuple[ca.SX, ca.SX]:
    """The axes of a loop's joint in the frames of its two anchors, of unit length."""
    axis = unit(vector(loop.axis, model.tree.scalars))
    return axis, axis if loop.axis_b is None else unit(vector(loop.axis_b, model.tree.scalars))


def loop_rows(model: TreeModel, loop: Loop, a: Placement, b: Placement) -> list[tuple[str, bool, ca.SX]]:
    """The rows of one loop for given placements of its anchors: name, whether it is an angle, expression."""
    units, rows = loop.definition.units, loop.definition.rows(_ends(model, loop, a, b))
    return [(name, unit == RAD, row) for unit, (name, row) in zip(units, rows, strict=True)]


def _ends(model: TreeModel, loop: Loop, a: Placement, b: Placement) -> Ends:
    length = None if loop.length is None else model.tree.number(loop.length)
    return Ends(a.R, a.p, b.R, b.p, *loop_axes(model, loop), length)


Close = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class NumericClosure:
    """The numerical closure rows of a machine, with those of unit quaternions; lengths are parts of its size.

    ``units`` are those of the coordinates and ``row_units`` those of the rows, without the quaternions'.
    """

    function: ca.Function
    parameters: np.ndarray
    size: float
    units: np.ndarray
    row_units: np.ndarray

    @staticmethod
    def of(model: TreeModel, parameters: np.ndarray) -> NumericClosure:
        """The closure of a model with numeric parameters."""
        functions = closure_jacobians(model)
        size = float(functions.size(parameters))
        size = size if np.isfinite(size) else 1.0
        row_units = np.where(np.array(functions.is_angle, dtype=bool), 1.0, size)
        return NumericClosure(functions.closure, parameters, size, np.where(is_length(model.tree), size, 1.0), row_units)

    def evaluate(self, q: np.ndarray, parameters: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """The dimensionless rows at a configuration, and their derivative with respect to the coordinates."""
        h, jacobian = self.function(q, self.parameters if parameters is None else parameters)
        per_row = np.append(self.row_units, np.ones(h.numel() - self.row_units.size))
        return h.full().ravel() / per_row, jacobian.full() / per_row[:, None] * self.units


def assemble_near(guess: np.ndarray, close: Close, tolerance: float, units: np.ndarray | float = 1.0) -> np.ndarray | None:
    """The configuration near ``guess`` that closes the loops to rounding, by Gauss-Newton steps and, where these fail, after
    Levenberg-Marquardt steps; None where they do not converge.

    ``close(q)`` returns the dimensionless rows and their derivative with respect to ``q`` in ``units``. Where closures are
    redundant (a parallelogram) a singular value vanishes with the gap; steps along it would only halve the gap, so the first
    attempt leaves it out.
    """
    guess = np.array(guess, dtype=float)
    for cutoff in (1e-4, 1e-9):
        q = _by_gauss_newton(guess, close, units, cutoff)
        if np.max(np.abs(close(q)[0]), initial=0.0) < tolerance:
            return q
    q = _by_gauss_newton(shrink_gaps(guess, close, units), close, units, 1e-4)
    return q if np.max(np.abs(close(q)[0]), initial=0.0) < tolerance else None


def _by_gauss_newton(q: np.ndarray, close: Close, units: np.ndarray | float, cutoff: float) -> np.ndarray:
    for _ in range(100):
        h, H = close(q)
        if not np.all(np.isfinite(h)):
            break
        step = np.linalg.lstsq(H, h, rcond=cutoff)[0]
        q = q - units * limit_steps(step, LONGEST_STEP)
        if np.max(np.abs(step), initial=0.0) < 1e-11:
            break
    return q


def shrink_gaps(q: np.ndarray, close: Close, units: np.ndarray | float = 1.0) -> np.ndarray:
    """The configuration after Levenberg-Marquardt steps, along which gaps only shrink. From a distant guess they reach a closed
    loop where Gauss-Newton steps diverge."""
    damping = 1e-3
    h, H = close(q)
    for _ in range(SHRINKING_STEPS):
        if not (np.isfinite(h).all() and np.isfinite(H).all()):
            break
        step = np.linalg.solve(H.T @ H + damping * np.eye(q.size), H.T @ h)
        h_next, H_next = close(q - units * step)
        if h_next @ h_next < h @ h:
            q, h, H, damping = q - units * step, h_next, H_next, max(damping / 10, 1e-15)
        else:
            damping *= 10
        if np.abs(step).max(initial=0.0) < 1e-12 or damping > 1e12:
            break
    return q


def assemble_with_fixed(
    model: TreeModel, parameters: np.ndarray, start: np.ndarray, kept: list[int], limits: tuple[np.ndarray, np.ndarray]
) -> np.ndarray | None:
    """An assembled configuration with the coordinates ``kept`` fixed at the start's values; None where none was found.

    Newton's method begins at the start and, where that fails (a rod perpendicular to its slide), at random configurations about
    it. Of several results the nearest within the limits is taken.
    """
    closing = NumericClosure.of(model, parameters)
    units = closing.units
    sense = ca.Function("sense", [model.q, model.parameters], [closure_sense(model)])
    free = [k for k in range(start.size) if k not in kept]
    random = np.random.default_rng(0)

    def whole(part: np.ndarray) -> np.ndarray:
        q = start.copy()
        q[free] = part
        return q

    def close(part: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        h, jacobian = closing.evaluate(whole(part))
        return h, jacobian[:, free]

    found: list[tuple[bool, float, np.ndarray]] = []
    for spread in (0.0, 0.1, 0.5, 2.0):
        for _ in range(TRIES if spread else 1):
            guess = start[free] + spread * units[free] * random.standard_normal(len(free))
            part = assemble_near(guess, close, ASSEMBLED, units[free])
            if part is not None and float(sense(q := whole(part), parameters)) > 0:
                outside = bool(np.any((q < limits[0]) | (q > limits[1])))
                found.append((outside, float(np.linalg.norm((q - start) / units)), q))
        if any(not outside for outside, _, _ in found):
            break
    return min(found, key=lambda each: each[:2])[2] if found else None


@dataclass(frozen=True)
class Assembled:
    """The closure rows that are independent in general, the rows that are not identically zero, and assembled configurations (the
    start first); ``shaky`` where the mobility is infinitesimal only."""

    rows: tuple[int, ...]
    present: tuple[int, ...]
    parameters: np.ndarray
    configurations: tuple[np.ndarray, ...]
    shaky: Shaky | None = None


@dataclass(frozen=True)
class ClosureFunctions:
    """The closure as functions of ``q`` and the parameters: all rows and the quaternions' lengths with their derivative with
    respect to ``q``, the rows' derivative ``K`` with respect to the rates, and their sense (see :func:`closure_sense`); the
    machine's size; and the rows that are not identically zero."""

    closure: ca.Function
    K: ca.Function
    sense: ca.Function
    size: ca.Function
    present: tuple[int, ...]
    is_angle: tuple[bool, ...]


_functions: WeakKeyDictionary[TreeModel, ClosureFunctions] = WeakKeyDictionary()


def closure_jacobians(model: TreeModel) -> ClosureFunctions:
    """The closure functions of a model, made once."""
    if model not in _functions:
        rows = closure_rows(model)
        all_rows = ca.vertcat(rows.h, _quaternion_rows(model))
        rate = ca.jacobian(ca.jtimes(rows.h, model.q, model.q_rate), model.v)
        given = [model.q, model.parameters]
        # Rows that are identically zero (those perpendicular to a planar loop) are left out.
        present = sorted({k for at, k in enumerate(rate.sparsity().get_triplet()[0]) if not rate.nz[at].is_zero()})
        _functions[model] = ClosureFunctions(
            ca.Function("closure", given, [all_rows, ca.jacobian(all_rows, model.q)]),
            ca.Function("K", given, [rate]),
            ca.Function("sense", given, [closure_sense(model)]),
            ca.Function("size", [model.parameters], [machine_size(model.tree)]),
            tuple(present),
            rows.is_angle,
        )
    return _functions[model]


def assemble_machine(model: TreeModel, parameters: np.ndarray, start: np.ndarray, samples: int = SAMPLES) -> Assembled:
    """Assemble the machine, and find the rows that are independent in general, by a pivoted factorisation at random assembled
    configurations about the start.

    The largest rank decides: at a singular configuration the rank drops, and it never rises.
    """
    functions, closing = closure_jacobians(model), NumericClosure.of(model, parameters)
    K, sense, present = functions.K, functions.sense, list(functions.present)
    per_rate = np.where(turning_rates(model.tree), 1.0, closing.size)

    def without_units(configuration: np.ndarray) -> np.ndarray:
        return K(configuration, parameters).full() / closing.row_units[:, None] * per_rate

    random = np.random.default_rng(0)
    configurations: list[np.ndarray] = []
    reversed_configuration = None
    best: list[int] = []
    for sample in range(samples):
        aside = 0.1 * closing.units * random.standard_normal(start.size) if sample else 0.0
        configuration = assemble_near(start + aside, closing.evaluate, ASSEMBLED, closing.units)
        if configuration is None:
            continue
        if float(sense(configuration, parameters)) <= 0:
            reversed_configuration = configuration
            continue
        configurations.append(configuration)
        chosen = independent_rows(without_units(configuration)[present]) if present else []
        if len(chosen) > len(best):
            best = [present[k] for k in chosen]
    if not configurations and reversed_configuration is not None:
        raise DescriptionError(
            f"the loops of {model.tree.mechanism.name!r} close only the wrong way round near the start configuration: "
            "a pin with its axes opposite, or a weld or slide half a turn off"
        )
    if not configurations:
        raise DescriptionError(
            f"the loops of {model.tree.mechanism.name!r} could not be assembled from the start configuration; "
            f"the largest gap there is {np.max(np.abs(closing.function(start, parameters)[0].full())):.3g} (m or rad)"
        )
    return Assembled(tuple(sorted(best)), tuple(present), parameters, tuple(configurations))


def independent_rows(matrix: np.ndarray) -> list[int]:
    """Independent rows, in the order of their distances from the span of those before."""
    size = np.linalg.norm(matrix, axis=1, keepdims=True)
    # A row that is rounding relative to the others (a planar loop's tilt on a tilted base) counts as zero.
    rest = matrix / np.where(size > RANK_TOLERANCE * size.max(initial=0.0), size, np.inf)
    chosen: list[int] = []
    while len(chosen) < min(matrix.shape):
        distance = np.linalg.norm(rest, axis=1)
        farthest = int(np.argmax(distance >= (1 - EQUAL) * distance.max()))
        if distance[farthest] < RANK_TOLERANCE:
            break
        chosen.append(farthest)
        direction = rest[farthest] / distance[farthest]
        for _ in range(2):  # the second pass removes rounding errors
            rest = rest - np.outer(rest @ direction, direction)
    return chosen


def _quaternion_rows(model: TreeModel) -> ca.SX:
    rows = [(ca.sumsqr(model.q[joint.q]) - 1) / 2 for joint in model.tree.joints if joint.motion.has_quaternion]
    return ca.vertcat(ca.SX.zeros(0), *rows)


def start_configuration(mechanism: Mechanism, values: Mapping[str, ArrayLike]) -> np.ndarray:
    """The configuration ``q`` with named coordinates; the others are zero, quaternions the identity. Arrays give a batch."""
    q: dict[str, ArrayLike] = {}
    for joint in mechanism.ordered_joints:
        q |= zip(joint.coordinates, joint.definition.start, strict=True)
    if not q:  # a machine of fixed joints
        return np.zeros(0)
    configuration = np.stack(np.broadcast_arrays(*(np.asarray(value, float) for value in (q | dict(values)).values())), axis=-1)
    return with_unit_quaternions(mechanism, configuration)


def with_unit_quaternions(mechanism: Mechanism, q: np.ndarray) -> np.ndarray:
    """Configurations (..., nq) with their quaternions normalised where they differ slightly from unit length."""
    for part in quaternion_places(mechanism).values():
        length = np.linalg.norm(q[..., part], axis=-1, keepdims=True)
        with np.errstate(invalid="ignore"):
            near = np.abs(length - 1) <= SLIGHTLY
        if np.any(near & (length != 1)):
            q = q.copy()
            q[..., part] /= np.where(near, length, 1.0)
    return q
