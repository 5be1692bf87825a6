r"""``A xd + B qd_active = 0``, a row a leg.

Row ``i`` is the wrench ``w`` on the tool that only actuator ``i`` feels. By the principle of virtual power, with loop
forces :math:`\mu`,

.. math:: J^T w + \beta\, e_i + K^T \mu = 0

for all joint rates: one unknown more than equations. ``A_i = w / |f|`` and ``B_ii = \beta / |f|`` with ``f`` the force
part of ``w``.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.model.closed import ClosedModel
from kinloop.model.task import TaskModel
from kinloop.model.tree import Frame

# The entries of an equation that are not zero: column -> (expression, its value at a sample).
Row = dict[int, tuple[ca.SX, float]]
# A difference below this fraction of its terms is zero at every posture that closes the loops.
CANCELLED = 1e-9


def input_output(task: TaskModel) -> tuple[ca.SX, ca.SX]:
    """``A`` and ``B`` as expressions of ``q``."""
    model, frame, rows, J = task.closed, task.frame, task.rows, task.J
    n, m = model.n_active, len(rows)
    if n != m or model.tree.nv - len(model.kept_rows) != m:
        raise UnsupportedOperation(
            f"{model.tree.mechanism.name}: A and B need as many actuators and freedoms as task coordinates; "
            f"it has {n} actuated rates, {model.tree.nv - len(model.kept_rows)} freedoms and {m} task coordinates"
        )
    values = ca.Function("values", [model.open.q, model.open.parameters], [J, model.K])
    J_value, K_value = (value.full() for value in values(model.assembled.postures[-1], model.assembled.parameters))
    A, B = ca.SX(m, m), ca.SX(m, m)
    for i in range(m):
        unit, unit_value = ca.SX.zeros(model.tree.nv), np.zeros((model.tree.nv, 1))
        unit[i] = unit_value[i] = 1
        symbols = ca.horzcat(J.T, unit, model.K.T)
        z = null_vector(symbols, np.hstack([J_value.T, unit_value, K_value.T]))
        force = [z[k] for k, row in enumerate(rows) if row < 3] or [z[k] for k in range(m)]
        size = ca.norm_2(ca.vertcat(*force))
        size *= _sense(model, frame, i, rows, z[:m])
        A[i, :] = z[:m].T / size
        B[i, i] = z[m] / size
    return A, B


def _sense(model: ClosedModel, frame: Frame, rate: int, rows: list[int], wrench: ca.SX) -> float:
    """+1 or -1, so that at the start posture the force points from the actuated body towards the tool (for a planar leg,
    along the leg)."""
    actuated = next(k for k, joint in enumerate(model.tree.joints) if joint.v.start <= rate < joint.v.stop)
    reach = model.open.placement(frame).p - model.open.placements[actuated].p
    along = sum((wrench[k] * reach[row] for k, row in enumerate(rows) if row < 3), ca.SX(0))
    value = ca.Function("along", [model.open.q, model.open.parameters], [along])(
        model.assembled.postures[0], model.assembled.parameters
    )
    return -1.0 if float(value) < 0 else 1.0


def null_vector(symbols: ca.SX, numbers: np.ndarray) -> ca.SX:
    """The vector that a matrix with one column more than rows sends to zero, without a division.

    Elimination takes the sparsest pivot first, and among equals the largest at a sample of ``numbers``; a row with one entry
    left says that its unknown is zero. The result is scaled by the pivots, so it is smooth in the entries.
    """
    n, columns = symbols.shape
    rows: list[Row] = [
        {j: (symbols[i, j], numbers[i, j]) for j in range(columns) if not symbols[i, j].is_zero()} for i in range(n)
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
        pivot = max(row, key=lambda j: abs(row[j][1]))
        rows = [_eliminated(other, row, pivot) for other in rows if other is not row]
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


def _eliminated(other: Row, row: Row, pivot: int) -> Row:
    """``other`` without its entry at the pivot, scaled by it."""
    if pivot not in other:
        return other
    (p, p_value), (f, f_value) = row[pivot], other[pivot]
    result: Row = {}
    for j in {**other, **row}:
        if j == pivot:
            continue
        a, a_value = other.get(j, (ca.SX(0), 0.0))
        b, b_value = row.get(j, (ca.SX(0), 0.0))
        entry, number = a * p - f * b, a_value * p_value - f_value * b_value
        if not entry.is_zero() and abs(number) > CANCELLED * (abs(a_value * p_value) + abs(f_value * b_value)):
            result[j] = (entry, number)
    size = max((abs(number) for _, number in result.values()), default=1.0)  # without divisions the numbers shrink or grow
    return {j: (entry, number / size) for j, (entry, number) in result.items()}


def _without_common_factor(row: Row) -> Row:
    """The row divided by what all its entries have as a factor: a length, or a sine that vanishes somewhere and would
    make the row vanish there."""
    factored = {j: _factors(entry) for j, (entry, _) in row.items()}
    value = {j: number for j, (_, number) in row.items()}
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
        result[j] = (entry, value[j])
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
