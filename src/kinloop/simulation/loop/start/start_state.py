"""The start of a run and of its reference."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, LoopNotClosed, NotAUnitQuaternion, SingularConfiguration, UnsupportedOperation
from kinloop.mechanism.validate.value_checks import SLIGHTLY
from kinloop.model.call_errors import INFINITESIMAL
from kinloop.model.dynamics.loop_closure import with_unit_quaternions
from kinloop.model.dynamics.tree import quaternion_places
from kinloop.model.evaluate import evaluate
from kinloop.model.formulas.generic_ranks import generic_ranks
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.model.singularity.undetermined import is_undetermined
from kinloop.numerics.tolerances import CLOSED_LOOP_GAP
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.loop.start.arguments import finite_numbers
from kinloop.simulation.plants.clearance import sizes_and_speeds
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# The largest gap of a sample, whose loops are closed to rounding after every step [rad, or parts of the machine's size].
OPEN_SAMPLE = 1e-7
# The smallest singular value of closures, over the typical one, from which on they are independent.
DEPENDENT = 1e-6


@dataclass(frozen=True)
class Start:
    """The start as a user gives it: all positions, all rates, or a mode in which to begin on the trajectory."""

    q: Any = None
    qd: Any = None
    mode: ModeLike | None = None


def check_mode(mode: Any, trajectory: Trajectory | None, q: Any, qd: Any) -> None:
    """Check a mode. Raises: UnsupportedOperation: a mode beside a configuration, or without a trajectory to begin on."""
    if mode is None:
        return
    if q is not None:
        raise UnsupportedOperation(
            f"simulate: mode={mode!r:.80} chooses the configuration at the trajectory's start, and q gives another; expected one"
        )
    if trajectory is None:
        raise UnsupportedOperation(
            f"simulate: mode={mode!r:.80} chooses the configuration at the trajectory's start, but trajectory is None; "
            "give q, such as robot.inverse_geometry(x, mode=...).q"
        )


def start_state(
    robot: Robot, trajectory: Trajectory | None, q: Any, qd: Any, mode: ModeLike | None = None
) -> tuple[Array, Array]:
    """The state at the start of a run: as given; on the trajectory, in a mode or on the branch of the robot's start; or at the
    robot's start, with the rates that its description gives there.

    Raises: LoopNotClosed: a configuration that leaves the loops open, or rates that open them. SingularConfiguration: a machine
        whose mobility is infinitesimal. What the geometric models raise where the trajectory's start has no configuration, or
        none in the mode.
    """
    name, rates = robot.mechanism.name, robot.mechanism.rates
    if robot.models.formulas.model.assembled.shaky is not None:
        raise SingularConfiguration(f"simulate: {name} cannot be simulated: {INFINITESIMAL}")
    qd0 = np.zeros(len(rates))
    if q is not None:
        q0 = with_unit_quaternions(robot.mechanism, finite_numbers(name, "q", q, robot.mechanism.coordinates))
        _require_unit_quaternions(robot, q0)
    elif trajectory is not None:
        q0, qd0 = (row[0] for row in on_trajectory(robot, trajectory, mode))
        if not np.isfinite(q0).all():  # asked alone, it raises and says why
            solve = robot.forward_geometry if trajectory.space == "active" else robot.inverse_geometry
            which: Any = {"near": _branch(robot, trajectory)} if mode is None else {"mode": mode}
            q0 = solve(trajectory(0.0).x, **which).q
    else:
        q0 = np.array(robot.start)
        qd0 = np.array(robot.start_rates) if qd is None else qd0
    if qd is not None:
        qd0 = finite_numbers(name, "qd", qd, rates)
    gap, rate = (float(array) for array in openings(robot, q0, qd0))
    if not gap <= CLOSED_LOOP_GAP:
        raise robot.models.open_loop_error(f"simulate({name})", q0)
    if rate > CLOSED_LOOP_GAP:
        raise LoopNotClosed(
            f"simulate: qd opens the loops of {name} by {rate:.3g} (rad, or parts of the machine's size) a second; "
            "robot.forward_velocity and inverse_velocity give rates that do not"
        )
    return np.array(q0, float), np.array(qd0, float)


def require_determined(robot: Robot, q: Array, qd: Array) -> None:
    """Raises: SingularConfiguration: masses and closures do not determine the accelerations at the start."""
    if undetermined_states(robot, q, qd).any():
        robot.forward_dynamics(q, qd, np.zeros(robot.n_active))


def undetermined_states(robot: Robot, q: Array, qd: Array) -> Array:
    """States (..., n) at which a coordinate has neither mass nor closure. Where closures depend on each other, and only there,
    the run itself finds out what is undetermined."""
    efforts: dict[str, Any] = {"tau": np.zeros(robot.n_active)} if robot.n_active else {}
    with np.errstate(invalid="ignore"):
        margin = evaluate(robot, "forward_dynamics", q=q, qd=qd, **efforts)["margin"]
        found = (~(margin > 0) | is_undetermined(robot.models, q, margin)) & np.isfinite(q).all(axis=-1)
    model = robot.models.formulas.model
    if model.rows and found.any():
        # Rows by their size at a generic configuration: at this one a whole row may vanish.
        smallest = sizes_and_speeds(robot.models.formulas, q, qd, robot.models.parameter_inputs)[0]
        found &= smallest > DEPENDENT * generic_ranks(robot.models.formulas).typical["configuration-space"]
    return np.asarray(found)


def _require_unit_quaternions(robot: Robot, q: Array) -> None:
    for name, part in quaternion_places(robot.mechanism).items():
        if abs((length := np.linalg.norm(q[part])) - 1) > SLIGHTLY:
            raise NotAUnitQuaternion(
                f"simulate: q[{part.start}:{part.stop}] of joint {name!r} has the length {length:.6g}, expected 1"
            )


def unit_configurations(robot: Robot, q: Array) -> Array:
    """Configurations (runs, nq) with unit quaternions; NaN where one is far from it."""
    q = with_unit_quaternions(robot.mechanism, q)
    for part in quaternion_places(robot.mechanism).values():
        with np.errstate(invalid="ignore"):
            q = np.where(np.abs(np.linalg.norm(q[:, part], axis=-1, keepdims=True) - 1) <= SLIGHTLY, q, np.nan)
    return q


def on_trajectory(robot: Robot, trajectory: Trajectory, mode: ModeLike | None = None) -> tuple[Array, Array]:
    """Positions (runs, nq) and rates (runs, nv) at the trajectory's start, one run for each set of parameters or trajectory;
    NaN where there are none, or none in the mode."""
    forward = trajectory.space == "active"
    motion = trajectory(0.0)
    runs = max([1, *trajectory.shape, *(p.shape[0] for p in robot.models.parameter_inputs if p.ndim > 1)])
    start = _branch(robot, trajectory)
    near = np.array(np.broadcast_to(start, (runs, start.shape[-1])))
    if mode is None and getattr(trajectory, "near", None) is None and any(p.ndim > 1 for p in robot.models.parameter_inputs):
        near = _closed_starts(robot, near)
    q = _configurations(robot, trajectory, near, mode)
    if not np.any(motion.xd):
        return q, np.zeros((runs, len(robot.mechanism.rates)))
    xd = np.broadcast_to(motion.xd, (runs, motion.xd.shape[-1]))
    return q, (robot.forward_velocity if forward else robot.inverse_velocity)(q, xd).qd


def _branch(robot: Robot, trajectory: Trajectory) -> Array:
    """A configuration on the branch to begin on: the trajectory's own, or the robot's start."""
    near = getattr(trajectory, "near", None)
    return (
        robot.start
        if near is None
        else finite_numbers(robot.mechanism.name, "the configuration near", near, robot.mechanism.coordinates)
    )


def _closed_starts(robot: Robot, start: Array) -> Array:
    """Configurations (runs, nq) to begin near, those with open loops assembled, as the start of a single machine is: a
    description may give some of its joints only. NaN where a machine's loops do not close."""
    with np.errstate(invalid="ignore"):
        is_open = robot.models.gaps(start) > CLOSED_LOOP_GAP if robot.models.is_closed else np.zeros(len(start), bool)
    return np.where(is_open[:, None], at_rest(robot, len(start), is_open)[0], start)


def at_rest(robot: Robot, runs: int, which: Array | None = None) -> tuple[Array, Array]:
    """The start of each of some machines (runs, nq), assembled one by one, and its rates; NaN where its loops do not close, or
    its rates open them, and for machines that are not among ``which`` (runs,)."""
    names, rates = robot.mechanism.coordinates, robot.mechanism.rates
    q, qd = np.full((runs, len(names)), np.nan), np.full((runs, len(rates)), np.nan)
    values = {name: np.broadcast_to(value, (runs,)) for name, value in robot.parameters.items()}
    for k in range(runs) if which is None else np.flatnonzero(which):
        one = {name: float(value[k]) for name, value in values.items()}
        if np.isfinite(list(one.values())).all():
            with suppress(DescriptionError):
                alone = Robot(robot.mechanism, robot.models.described_formulas, one, adapt_ranks=False)
                q[k], qd[k] = alone.start, alone.start_rates
    return q, qd


def _configurations(robot: Robot, trajectory: Trajectory, near: Array, mode: ModeLike | None = None) -> Array:
    """At the trajectory's start, in a mode or on the branch of each configuration ``near`` (runs, nq); NaN where there is
    none."""
    x = trajectory(0.0).x
    finite = np.isfinite(near).all(axis=-1, keepdims=True)
    solve = robot.forward_geometry if trajectory.space == "active" else robot.inverse_geometry
    if mode is not None:
        return np.asarray(solve(np.broadcast_to(x, (len(near), x.shape[-1])), mode=mode).q)
    # A search begins at numbers; what comes of those that are none is not kept.
    found = solve(np.broadcast_to(x, (len(near), x.shape[-1])), near=np.where(finite, near, 0.0)).q
    return np.where(finite, found, np.nan)


def first_open_sample(robot: Robot, q: Array, largest_gap: float) -> Array:
    """The number of the first sample of motions (..., k, nq) whose loops are open, because steps were too long; k where there is
    none. The first sample is the start: its loops may be open a little, and the first step closes them."""
    with np.errstate(invalid="ignore"):
        is_open = robot.models.gaps(q) > largest_gap if robot.models.is_closed else np.zeros(q.shape[:-1], dtype=bool)
    is_open[..., 0] = False
    return np.where(is_open.any(axis=-1), is_open.argmax(axis=-1), q.shape[-2])


def openings(robot: Robot, q: Array, qd: Array) -> tuple[Array, Array]:
    """How far states (..., n) open the loops [rad, or parts of the machine's size], and how fast they open them."""
    gap = robot.models.gaps(q) if robot.models.is_closed else np.zeros(q.shape[:-1])
    if not robot.models.formulas.model.rows:
        return gap, np.zeros_like(gap)
    K = evaluate(robot, "all_closures", q=q)["K"]
    return gap, np.max(np.abs((K @ qd[..., None])[..., 0]) / robot.models.geometry.closure_units, axis=-1)


def reference_start(loop: ClosedLoop, q: Array) -> Array | None:
    """The configuration that the joints' reference begins at: that of the trajectory's start, on the branch of ``q`` (..., nq).

    A single run asks as one of a batch, so that it and many at once begin at the same bits. Raises what ``inverse_geometry``
    raises for a single run without such a configuration; in a batch its row is NaN.
    """
    if not loop.tracks:
        return None
    assert loop.trajectory is not None
    x = loop.trajectory(0.0).x
    configuration = _configurations(loop.robot, loop.trajectory, np.atleast_2d(q))
    if q.ndim > 1:
        return np.asarray(configuration)
    if np.isfinite(configuration).all():
        return np.asarray(configuration[0])
    solve = loop.robot.forward_geometry if loop.trajectory.space == "active" else loop.robot.inverse_geometry
    return np.asarray(solve(x, near=q).q)
