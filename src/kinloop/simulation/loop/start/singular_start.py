"""Runs that begin at a singularity: refused where the law, its reference or the plant computes with a model that breaks there.

Which formulas a law computes with is seen on its symbols, so a law that needs no model begins anywhere. Between a configuration
that is singular and one that rounding has moved by 1e-10 the model's answer is rounding times a huge number, finite and
worthless; so it is the configuration that decides, not the first command.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from kinloop.errors import KinloopError, SingularConfiguration
from kinloop.model.evaluate import evaluate
from kinloop.model.formulas.formulas import breaks_at
from kinloop.model.geometry.configuration import Configuration, Configurations
from kinloop.model.geometry.mode import signs_by_name
from kinloop.model.robot import Robot
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop
from kinloop.simulation.record.record import Record, RunStatus

Array = np.ndarray
# What may be singular: the smallest singular value over the largest, and joint rates for a unit rate of the task, lengths in
# parts of the machine's size.
SUSPICIOUS, FAST = 1e-4, 1e4
# What carries a trajectory to all joints, by its space, and what a plant that follows joint rates computes with.
OF_TASK, OF_ACTIVE = ("inverse_velocity", "inverse_acceleration"), ("forward_velocity", "forward_acceleration")
OF_KINEMATIC_PLANT = ("forward_velocity",)
REFERENCE = "its reference"
# Modes that a message names at most.
NAMED = 8


def refuse_singular_start(loop: ClosedLoop, q: Array, reference: Array | None) -> None:
    """Refuse a run that begins at a singular configuration ``q`` (nq,), or whose joints' reference begins at one.

    Raises: SingularConfiguration: there is no command there, or no reference.
    """
    configurations = q[None] if reference is None or np.array_equal(reference, q) else np.stack([q, reference])
    if not _suspects(loop, configurations).any():
        return
    for who, formulas in _users(loop).items():
        configuration = configurations[-1 if who == REFERENCE else 0]
        found = _kinds(loop.robot, configuration)
        broken = [name for name in formulas if set(breaks_at(name)) & set(found)]
        if broken:
            raise _refusal(loop, configuration, found, f"{who} computes with {', '.join(broken)}, which has no answer there")


def refuse_lost_start(loop: ClosedLoop, record: Record) -> None:
    """Refuse a run whose law had no answer at its first sample; which formulas a law in Python needs is not known before.

    Raises: SingularConfiguration.
    """
    lost = record.status in (RunStatus.LAW_NOT_FINITE, RunStatus.REFERENCE_LOST) and len(record) <= 1 + loop.io_settings.delay
    if lost and len(record) and (found := _kinds(loop.robot, record.q[0])):
        raise _refusal(loop, record.q[0], found, f"{loop.law_name} gave {record.tau[-1]} there")


def singular_starts(loop: ClosedLoop, q: Array, able: Array) -> Array:
    """Which runs (runs,), of those that are ``able`` to begin at ``q`` (runs, nq), begin at such a singularity."""
    alike = _is_one(loop.robot) and q.strides[0] == 0
    suspects = np.broadcast_to(_suspects(loop, q[:1] if alike else q), (len(q),)) & able
    return singular_configurations(loop.robot, q, suspects, _users(loop)) if suspects.any() else suspects


def singular_configurations(robot: Robot, q: Array, suspects: Array, users: dict[str, tuple[str, ...]] | None = None) -> Array:
    """Which configurations (runs, nq) are singular, of those that are suspected; with ``users``, such that one of the
    formulas has no answer."""
    needed = None if users is None else {kind for formulas in users.values() for name in formulas for kind in breaks_at(name)}
    found = np.zeros(len(q), bool)
    known: dict[bytes, bool] = {}
    for k in np.flatnonzero(suspects):
        key = q[k].tobytes() if _is_one(robot) else bytes([0]) + int(k).to_bytes(8, "little")
        if key not in known:
            kinds = set(_kinds(_row(robot, int(k)), q[k]))
            known[key] = bool(kinds if needed is None else kinds & needed)
        found[k] = known[key]
    return found


def _users(loop: ClosedLoop) -> dict[str, tuple[str, ...]]:
    """The parts of the loop that compute with the model, and their formulas."""
    users = {f"the law {loop.law_name!r}": loop.formulas}
    if loop.tracks and loop.trajectory is not None:
        users[REFERENCE] = OF_ACTIVE if loop.trajectory.space == "active" else OF_TASK
    if loop.kinematic:
        users["the kinematic plant"] = OF_KINEMATIC_PLANT
    return users


def _suspects(loop: ClosedLoop, q: Array) -> Array:
    """Configurations (runs, nq) that may be singular, by kernels that a run needs anyway."""
    robot, model = loop.robot, loop.robot.models.formulas.model
    suspects = np.zeros(len(q), bool)
    own: dict[str, Any] = {"parameters": robot.models.parameter_inputs[0]} if robot.models.parameter_inputs else {}
    if model.rows:
        K = evaluate(robot, "all_closures", q=q, **own)["K"]
        K = K / robot.models.geometry.closure_units[..., :, None] * robot.models.geometry.rate_units[..., None, :]
        K = np.where(np.isfinite(K).all(axis=(-2, -1), keepdims=True), K, 0.0)
        # Where all rates keep their rank the passive ones need not: what is singular for them is looked at alone.
        for matrix, rank in ((K[..., loop.n :], len(model.passive_rows)), (K, len(model.kept_rows))):
            if rank and min(matrix.shape[-2:]) >= rank:
                sizes = np.linalg.svd(matrix, compute_uv=False)
                suspects |= ~(sizes[:, rank - 1] > SUSPICIOUS * sizes[:, 0])
    if loop.robot.task and (loop.tracks or loop.kinematic):
        each: dict[str, Any] = {name: values[:, None] if values.ndim > 1 else values for name, values in own.items()}
        geometry = robot.models.geometry
        unit = np.eye(loop.sizes.n_xd) * geometry.twist_units[..., None, :]
        rates = evaluate(robot, "inverse_velocity", q=q[:, None], xd=unit, **each)["qd"] / geometry.rate_units[..., None, :]
        suspects |= ~(np.abs(rates).max(axis=(-2, -1), initial=0.0) < FAST)
    return suspects


def _kinds(robot: Robot, q: Array) -> tuple[str, ...]:
    """The singularities at a configuration; none where the controller's own model cannot be there."""
    with suppress(KinloopError):
        return robot.singularity(q).kinds
    return ()


def _is_one(robot: Robot) -> bool:
    return all(values.ndim < 2 for values in robot.models.parameter_inputs)


def _row(robot: Robot, k: int) -> Robot:
    """The machine of one run."""
    if _is_one(robot):
        return robot
    one = {name: float(np.ravel(value)[k if np.size(value) > 1 else 0]) for name, value in robot.parameters.items()}
    return Robot(robot.mechanism, robot.models.formulas, one, adapt_ranks=False)


# ---------------------------------------------------------------- words


def _refusal(loop: ClosedLoop, q: Array, found: tuple[str, ...], why: str) -> SingularConfiguration:
    name = loop.robot.mechanism.name
    where = ", ".join(f"{joint} = {value:.6g}" for joint, value in zip(loop.robot.mechanism.coordinates, q, strict=True))
    kinds = " and ".join(found)
    return SingularConfiguration(
        f"simulate: the run of {name} begins at a {kinds} singularity, where {where}: {why}. {alternatives(loop, q)}"
    )


def alternatives(loop: ClosedLoop, q: Array) -> str:
    """Where a run could begin instead: the modes that are regular at the same target."""
    forward = loop.trajectory is not None and loop.trajectory.space == "active"
    found, what = Configurations(), "the same target"
    with suppress(KinloopError):
        if forward:
            found, what = loop.robot.configurations(q_active=q[: loop.sizes.n_q]), "the same active joints"
        elif loop.robot.task:
            found, what = loop.robot.configurations(x=evaluate(loop.robot, "task", q=q)["x"]), "the same tool coordinates"
    regular = [each for each in found if not _kinds(loop.robot, each.q)]
    if not regular:
        return f"No other configuration with {what} is known to be regular; begin elsewhere."
    names = [_mode_argument(each, regular, forward) for each in regular[:NAMED]]
    more = f" and {len(regular) - NAMED} more" if len(regular) > NAMED else ""
    begin = "begin in one of them" if loop.trajectory is not None else "give the q of one of them"
    return f"With {what} these modes are regular: {', '.join(names)}{more}; {begin}, or elsewhere."


def _mode_argument(each: Configuration, among: list[Configuration], forward: bool) -> str:
    """The ``mode=`` argument that chooses a configuration."""
    signs = [other.mode.assembly if forward else other.mode.working for other in among]
    own = each.mode.assembly if forward else each.mode.working
    names = each.mode.assembly_names if forward else each.mode.working_names
    alone = own and signs.count(own) == 1
    return f'mode="{signs_by_name(names, own)}"' if alone else f"mode=kl.Mode(index={each.mode.index})"
