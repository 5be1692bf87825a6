r"""The input-output equation ``A xd + B qd_active = 0``, one row per leg.

Row ``i`` is the wrench ``w`` on the tool that only actuator ``i`` balances. By the principle of virtual power, with loop
forces :math:`\mu`,

.. math:: J^T w + \beta\, e_i + K^T \mu = 0

for all joint rates, which has one more unknown than equations. ``A_i = w / |f|`` and ``B_ii = \beta / |f|`` with ``f`` the force
part of ``w``.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.model.dynamics.closed_chain_dynamics import ClosedModel
from kinloop.model.dynamics.loop_closure import ASSEMBLED, NumericClosure, assemble_near
from kinloop.model.dynamics.task import TaskModel
from kinloop.model.dynamics.tree import Frame

# The nonzero entries of an equation: column -> (expression, its values at the samples).
Row = dict[int, tuple[ca.SX, np.ndarray]]
# A difference below this fraction of its terms is zero at a sample. One that is zero at all samples is zero wherever the loops
# are closed.
CANCELLED = 1e-9
# The relative distance of the samples' parameters from the description's, whose dimensions may be special (equal bars).
VARIED = 0.05


def input_output(task: TaskModel) -> tuple[ca.SX, ca.SX]:
    """``A`` and ``B`` as expressions of ``q``."""
    model, frame, rows, J = task.closed, task.frame, task.rows, task.J
    n, m = model.n_active, len(rows)
    if n != m or model.tree.nv - len(model.kept_rows) != m:
        raise UnsupportedOperation(
            f"{model.tree.mechanism.name}: A and B need as many actuators and degrees of freedom as task coordinates; "
            f"it has {n} actuated rates, {model.tree.nv - len(model.kept_rows)} degrees of freedom and {m} task coordinates"
        )
    closure_rate = ca.jtimes(model.all_rows.h[list(model.kept_rows)], model.tree_model.q, model.tree_model.q_rate)
    K = ca.jacobian(closure_rate, model.tree_model.v)  # independent rows only
    values = ca.Function("values", [model.tree_model.q, model.tree_model.parameters], [J, K])
    samples = [[value.full() for value in values(q, p)] for q, p in _samples(model)]
    A, B = ca.SX(m, m), ca.SX(m, m)
    for i in range(m):
        unit, unit_value = ca.SX.zeros(model.tree.nv), np.zeros((model.tree.nv, 1))
        unit[i] = unit_value[i] = 1
        symbols = ca.horzcat(J.T, unit, K.T)
        z = null_vector(symbols, np.array([np.hstack([J_at.T, unit_value, K_at.T]) for J_at, K_at in samples]))
        force = [z[k] for k, row in enumerate(rows) if row < 3] or [z[k] for k in range(m)]
        size = ca.norm_2(ca.vertcat(*force))
        size *= _sense(model, frame, i, rows, z[:m])
        A[i, :] = z[:m].T / size
        B[i, i] = z[m] / size
    return A, B


def _samples(model: ClosedModel) -> list[tuple[np.ndarray, np.ndarray]]:
    """Assembled configurations with their parameters: the description's, and others near them."""
    closing = NumericClosure.of(model.tree_model, model.assembled.parameters)
    rank = len(model.kept_rows) + sum(joint.motion.has_quaternion for joint in model.tree.joints)

    def assemble(guess: np.ndarray, parameters: np.ndarray) -> np.ndarray | None:
        def close(at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return closing.evaluate(at, parameters)

        configuration = assemble_near(guess, close, ASSEMBLED, closing.units)
        # Redundant bars that are no longer equal make a structure, which does not move.
        moves = configuration is not None and (
            not closing.row_units.size or np.linalg.matrix_rank(close(configuration)[1], tol=1e-7) <= rank
        )
        return configuration if moves else None

    random = np.random.default_rng(0)
    default = model.assembled.parameters
    result = [(configuration, default) for configuration in model.assembled.configurations]
    for configuration in model.assembled.configurations:
        share = VARIED * random.uniform(0.2, 1.0, default.size) * random.choice([-1.0, 1.0], default.size)
        change = share * np.where(default == 0.0, 0.2, default)
        everything = default + change
        found = assemble(configuration, everything)
        if found is not None:
            result.append((found, everything))
            continue
        # Some dimensions of an overconstrained machine cannot change alone: change the others.
        near, varied = configuration, default
        for k in range(default.size):
            one = varied + change * (np.arange(default.size) == k)
            found = assemble(near, one)
            if found is not None:
                near, varied = found, one
        result.append((near, varied))
    return result


def _sense(model: ClosedModel, frame: Frame, rate: int, rows: list[int], wrench: ca.SX) -> float:
    """The sign +1 or -1 with which the force points from the actuated body towards the tool (for a planar leg, along the leg) at
    the start configuration."""
    actuated = next(k for k, joint in enumerate(model.tree.joints) if joint.v.start <= rate < joint.v.stop)
    reach = model.tree_model.placement(frame).p - model.tree_model.placements[actuated].p
    along = sum((wrench[k] * reach[row] for k, row in enumerate(rows) if row < 3), ca.SX(0))
    value = ca.Function("along", [model.tree_model.q, model.tree_model.parameters], [along])(
        model.assembled.configurations[0], model.assembled.parameters
    )
    return -1.0 if float(value) < 0 else 1.0


def null_vector(symbols: ca.SX, numbers: np.ndarray) -> ca.SX:
    """A null vector of a matrix with one more column than rows, computed without divisions.

    Elimination takes the sparsest row first, and in it the pivot whose smallest size at the samples of ``numbers`` (sample, row,
    column) is largest. The unknown of a row with one entry is zero. The result is scaled by the pivots, so it is smooth in the
    entries.
    """
    n, columns = symbols.shape
    numbers = np.where(np.abs(numbers) > 1e-14 * np.abs(numbers).max(axis=(1, 2), keepdims=True), numbers, 0.0)
    rows: list[Row] = [
        {j: (symbols[i, j], numbers[:, i, j]) for j in range(columns) if not symbols[i, j].is_zero()} for i in range(n)
    ]
    solved: list[tuple[int, Row]] = []
    zero: set[int] = set()
    while rows:
        rows = [{j: entry for j, entry in row.items() if j not in zero} for row in rows]
        rows = [_without_common_factor(row) for row in rows if row]
        lonely = [next(iter(row)) for row in rows if len(row) == 1]
        if lonely:
            zero.update(lonely)
            continue
        if not rows:
            break
        row = min(rows, key=len)
        pivot = _pivot(row)
        rows = [_eliminate(other, row, pivot) for other in rows if other is not row]
        solved.append((pivot, row))
    free = [j for j in range(columns) if j not in zero and j not in {pivot for pivot, _ in solved}]
    z: dict[int, ca.SX] = dict.fromkeys(zero, ca.SX(0))
    z[free[0]] = ca.SX(1)
    for pivot, row in reversed(solved):
        # row[pivot] * z[pivot] = -sum(...): scale all the rest by the pivot instead of dividing by it.
        total = sum((row[j][0] * z[j] for j in row if j != pivot), ca.SX(0))
        p = row[pivot][0]
        if p.is_constant():
            z[pivot] = -total / p
        else:
            z = {j: value * p for j, value in z.items()}
            z[pivot] = -total
    return ca.vertcat(*(z[j] for j in range(columns)))


def _pivot(row: Row) -> int:
    """The column whose smallest entry over the samples is largest; a sample at which the whole row is zero does not count."""
    sizes = np.abs([numbers for _, numbers in row.values()])
    largest = sizes.max(axis=0)
    smallest = (sizes[:, largest > 0] / largest[largest > 0]).min(axis=1, initial=1.0)
    return list(row)[int(smallest.argmax())]


def _eliminate(other: Row, row: Row, pivot: int) -> Row:
    """The row ``other`` with its entry at the pivot eliminated, scaled by the pivot."""
    if pivot not in other:
        return other
    (p, p_values), (f, f_values) = row[pivot], other[pivot]
    nothing = (ca.SX(0), np.zeros_like(p_values))
    result: Row = {}
    for j in {**other, **row}:
        if j == pivot:
            continue
        (a, a_values), (b, b_values) = other.get(j, nothing), row.get(j, nothing)
        entry, left, right = a * p - f * b, a_values * p_values, f_values * b_values
        numbers = np.where(np.abs(left - right) > CANCELLED * (np.abs(left) + np.abs(right)), left - right, 0.0)
        if not entry.is_zero() and numbers.any():
            result[j] = (entry, numbers)
    # Without divisions the numbers shrink or grow, so they are scaled.
    size = np.max([np.abs(numbers) for _, numbers in result.values()], axis=0, initial=0.0) if result else np.ones(1)
    size = np.where(size > 0, size, 1.0)
    return {j: (entry, numbers / size) for j, (entry, numbers) in result.items()}


def _without_common_factor(row: Row) -> Row:
    """The row divided by the common factors of its entries: a length, or a sine whose zeros would make the row vanish."""
    factored = {j: _factors(entry) for j, (entry, _) in row.items()}
    values = {j: numbers for j, (_, numbers) in row.items()}
    first = next(iter(factored.values()))[1]
    for factor in list(first):
        places = {j: next((k for k, f in enumerate(fs) if ca.is_equal(f, factor, 1)), None) for j, (_, fs) in factored.items()}
        if all(place is not None for place in places.values()):
            for j, place in places.items():
                assert place is not None
                factored[j][1].pop(place)
    result: Row = {}
    for j, (sign, factors) in factored.items():
        entry = ca.SX(sign)
        for factor in factors:
            entry = entry * factor
        result[j] = (entry, values[j])
    return result


def _factors(entry: ca.SX) -> tuple[float, list[ca.SX]]:
    """A product as its sign and its factors."""
    if entry.is_constant():
        value = float(entry)
        return (-1.0 if value < 0 else 1.0), [] if abs(value) == 1.0 else [ca.SX(abs(value))]
    if entry.is_op(ca.OP_NEG):
        sign, factors = _factors(entry.dep(0))
        return -sign, factors
    if entry.is_op(ca.OP_SQ):
        _, factors = _factors(entry.dep(0))
        return 1.0, factors + factors
    if entry.is_op(ca.OP_MUL):
        (s, left), (t, right) = _factors(entry.dep(0)), _factors(entry.dep(1))
        return s * t, left + right
    return 1.0, [entry]
