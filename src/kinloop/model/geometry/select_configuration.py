"""Selection of one configuration: in a mode, near another, or the only one. One target and a batch have the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.compile.llvm.trigonometry import LARGEST
from kinloop.errors import (
    AmbiguousMode,
    NotAUnitQuaternion,
    NotFinite,
    ShapeError,
    SingularConfiguration,
    UnknownName,
    Unreachable,
    UnsupportedOperation,
    listing,
)
from kinloop.model.array_arguments import numbers, too_large
from kinloop.model.formulas.closed_form import Direction, form_of
from kinloop.model.geometry.configuration import Configuration, ConfigurationBatch, Status
from kinloop.model.geometry.continuation import follow_branch
from kinloop.model.geometry.coordinate_space import SAME
from kinloop.model.geometry.degenerate_closed_form import refine_near
from kinloop.model.geometry.geometry import SMALL, Geometry
from kinloop.model.geometry.mode import Mode, ModeLike, as_mode
from kinloop.model.geometry.nearest_reachable import out_of_reach
from kinloop.numerics.tolerances import UNIT_QUATERNION

Array = np.ndarray


def solve(
    geometry: Geometry, direction: Direction, given: Array, mode: ModeLike | None, near: Configuration | ArrayLike | None
) -> Configuration | ConfigurationBatch:
    """A configuration for one target, which raises where there is none; configurations with a status for a batch."""
    wanted = None if mode is None else as_mode(geometry.mechanism, direction, mode)
    configuration = None if near is None else _configuration(geometry, near)
    if given.ndim == 1 and (configuration is None or configuration.ndim == 1) and not (geometry.p and geometry.p[0].ndim > 1):
        return _one(geometry, direction, given, wanted, configuration)
    return _batch(geometry, direction, given, wanted, configuration)


def _configuration(geometry: Geometry, near: Configuration | ArrayLike) -> Array:
    q = near.q if isinstance(near, Configuration | ConfigurationBatch) else numbers(near, f"{geometry.mechanism.name}: near")
    if q.shape[-1:] != (geometry.nq,):
        raise ShapeError(
            f"{geometry.mechanism.name}: near has shape {q.shape}, expected (..., {geometry.nq}): a configuration, "
            f"all of {listing(geometry.mechanism.coordinates)}"
        )
    return q


# ---------------------------------------------------------------- one target


def _one(
    geometry: Geometry, direction: Direction, given: Array, mode: Mode | None, near: Array | None, with_nearest: bool = True
) -> Configuration:
    """``with_nearest``: whether an error says what is nearest, which takes longer than to find that there is nothing."""
    names = geometry.names(direction)
    if not np.all(np.isfinite(given)):
        k = int(np.flatnonzero(~np.isfinite(given))[0])
        raise NotFinite(f"{geometry.mechanism.name}: entry {k} ({names[k]}) is {given[k]}, expected a finite number")
    require_target(geometry, direction, given)
    if near is not None:
        _require_near(geometry, near)
    if geometry.is_too_far(direction, given):
        raise out_of_reach(geometry, direction, given, near)
    if near is not None:
        own = _keep_near(geometry, direction, given, near)
        if own is not None and (mode is None or (mode.index is None and matching([own], mode, direction))):
            return own
    if near is not None and mode is None and not (_has_all(geometry, direction) and not geometry.degenerates(direction, given)):
        q = follow_branch(geometry, direction, given, near)
        if np.all(np.isfinite(q)):
            return geometry.describe(direction, q, given, None, near)
    signs = _own_signs(geometry, direction, mode)
    if signs is not None and (index := geometry.place_of(direction, given, signs)) is not None:
        q, _, _ = geometry.solutions(direction, given, signs)
        return geometry.describe(direction, q, given, index)
    found = geometry.configurations(direction, given, variants=near is not None, held=near)
    if not found and not with_nearest and (found.complete or mode is not None):
        raise Unreachable(f"{geometry.mechanism.name} has no configuration at {_as_text(names, given)}", np.inf, None, None)
    if not found:
        fault = out_of_reach(geometry, direction, given, near, found.complete)
        missed = None if fault.q is None or mode is not None else _keep_near(geometry, direction, given, fault.q)
        if missed is None:
            raise fault
        return missed  # a search that finds nothing is no proof, and the nearest configuration has the target
    matches = list(found) if mode is None else matching(found, mode, direction)
    if not matches:
        raise UnknownName(
            f"{geometry.mechanism.name} has no configuration in the mode {mode} at {_as_text(names, given)}; it has: "
            f"{_modes(found)}"
        )
    if near is not None:
        nearest = min(matches, key=lambda each: float(np.linalg.norm(geometry.space.difference(each.q, near) / geometry.units)))
        return geometry.describe(direction, nearest.q, given, nearest.mode.index, near)
    if len(matches) > 1:
        matches = [each for each in matches if each.within_limits] if sum(e.within_limits for e in matches) == 1 else matches
    if len(matches) > 1:
        raise AmbiguousMode(
            f"{geometry.mechanism.name} has {len(matches)} configurations at {_as_text(names, given)}"
            f"{'' if mode is None else f' in the mode {mode}'}: {_modes(matches)}; "
            "say which with mode=, or give a configuration near it with near="
        )
    return matches[0]


def _keep_near(geometry: Geometry, direction: Direction, given: Array, near: Array) -> Configuration | None:
    """The configuration ``near`` itself where it satisfies the given values, else None."""
    q, _, has = refine_near(geometry, direction, given, near)
    if not has:
        return None
    index = geometry.place_near(direction, given, q) if _has_all(geometry, direction) else None
    return geometry.describe(direction, q, given, index, near)


def _require_near(geometry: Geometry, near: Array) -> None:
    for k, (value, name, unit) in enumerate(zip(near, geometry.mechanism.coordinates, geometry.units, strict=True)):
        what = f"{geometry.mechanism.name}: near[{k}] ({name}) is {value:.6g}"
        if not np.isfinite(value):
            raise NotFinite(f"{what}, expected a finite number")
        if abs(value) > LARGEST * unit:
            raise UnsupportedOperation(f"{what}, expected at most {LARGEST * unit:.3g} either way")


def _modes(found: list[Configuration]) -> str:
    """The modes of configurations in words; those with an index only are listed together."""
    named = [str(each.mode) for each in found if each.mode.working or each.mode.assembly]
    others = [str(each.mode.index) for each in found if not (each.mode.working or each.mode.assembly)]
    if others:
        named.append(f"{'' if not named else 'and by index alone, '}kl.Mode(index=...): {', '.join(others)}")
    return "; ".join(named)


def _has_all(geometry: Geometry, direction: Direction) -> bool:
    """Whether all configurations are at hand without a search."""
    form = form_of(geometry.mechanism, direction)
    return (direction == "forward" and not geometry.is_closed) or (form is not None and form.complete)


def matching(found: list[Configuration], mode: Mode, direction: Direction) -> list[Configuration]:
    """The configurations in a mode: this direction's own signs first; the other's, then the index, only to tell apart what is
    left."""
    own = ("working", "assembly") if direction == "inverse" else ("assembly", "working")
    left = list(found)
    for signs in own:
        wanted = getattr(mode, signs)
        if wanted and (signs == own[0] or len(left) > 1 or not getattr(mode, own[0])):
            left = [each for each in left if mode.fits(signs, getattr(each.mode, signs))]
    if mode.index is not None and (len(left) > 1 or not (mode.working or mode.assembly)):
        left = [each for each in left if each.mode.index == mode.index]
    return left


def _as_text(names: Sequence[str], given: Array) -> str:
    return ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, given, strict=True))


# ---------------------------------------------------------------- a batch


def _batch(geometry: Geometry, direction: Direction, given: Array, mode: Mode | None, near: Array | None) -> ConfigurationBatch:
    own = _own_signs(geometry, direction, mode)
    # What is no target goes on as NaN: infinity would pass for a solution wherever a gap is compared with the target's size.
    no_number, too_far = _no_target(geometry, direction, given), geometry.is_too_far(direction, given)
    if np.any(no_number | too_far):
        given = np.where((no_number | too_far)[..., None], np.nan, given)
    if near is not None:
        no_near = ~np.all(np.abs(near) / geometry.units <= LARGEST, axis=-1)
        near = np.where(no_near[..., None], np.nan, near) if np.any(no_near) else near
        if given.shape[:-1] != near.shape[:-1]:
            given = np.broadcast_to(given, (*_together(geometry, given, near), given.shape[-1]))
    if direction == "forward" and not geometry.is_closed:
        q, gap = np.array(given), np.zeros(given.shape[:-1])
        status = _status(True, q, given)
    elif own is not None:
        q, gap, degenerate = geometry.solutions(direction, given, own)
        status = _status(gap <= geometry.tolerance(direction, given), q, given)
        q, gap, status = _again(geometry, direction, given, mode, near, (q, gap, status), degenerate & (status != Status.SOLVED))
    elif mode is None and _has_all(geometry, direction):
        q, gap, status, degenerate = _of_all_signs(geometry, direction, given, near)
        if near is not None:
            same, same_gap, has = refine_near(geometry, direction, given, near)
            q, gap = np.where(has[..., None], same, q), np.where(has, same_gap, gap)
            status, degenerate = np.where(has, Status.SOLVED, status), degenerate & ~has
        q, gap, status = _again(geometry, direction, given, mode, near, (q, gap, status), degenerate)
    elif mode is None and near is not None:
        q = follow_branch(geometry, direction, given, near)
        gap = geometry.residual(direction, q, given)
        lost = np.where(np.isfinite(given).all(axis=-1), Status.BRANCH_ENDS, Status.NOT_FINITE)
        status = np.where(gap <= geometry.tolerance(direction, given), Status.SOLVED, lost)
    else:
        q, status = _one_by_one(geometry, direction, given, mode, near)
        gap = geometry.residual(direction, q, given)
    unwound = geometry.unwind(direction, q, near)
    has_residual = direction == "inverse" or geometry.is_closed
    if has_residual and unwound is not q:
        gap = geometry.residual(direction, unwound, given)
    q = unwound
    status = np.where((status == Status.SOLVED) & ~(gap <= SMALL * geometry.size), Status.UNREACHABLE, status)
    status = np.where(too_far & ~no_number, Status.UNREACHABLE, status)
    for p in geometry.p if has_residual else ():
        status = np.where(np.isfinite(p).all(axis=-1), status, Status.NOT_FINITE)
    if near is not None:
        status = np.where(no_near, Status.NOT_FINITE, status)
    failed = status != Status.SOLVED
    if np.any(failed):
        q[failed], gap[failed] = np.nan, np.nan
    return ConfigurationBatch(q, gap, status.astype(np.uint8), geometry.n_active, geometry.task, geometry.within_limits)


def _together(geometry: Geometry, given: Array, near: Array) -> tuple[int, ...]:
    """The batch of targets, configurations near them and parameters."""
    shapes = {"targets": given.shape[:-1], "near": near.shape[:-1], "parameters": geometry.p[0].shape[:-1] if geometry.p else ()}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        words = ", ".join(f"{what} {shape}" for what, shape in shapes.items())
        raise ShapeError(f"{geometry.mechanism.name}: the batch axes do not fit each other: {words}") from None


def _own_signs(geometry: Geometry, direction: Direction, mode: Mode | None) -> Array | None:
    """The signs of this direction's closed form, if the mode names all of them: they decide."""
    own = () if mode is None else (mode.working if direction == "inverse" else mode.assembly)
    form = form_of(geometry.mechanism, direction)
    return np.array(own, float) if own and 0 not in own and form is not None and len(own) == len(form.signs) else None


def _status(solved: Any, q: Array, given: Array) -> Array:
    """The status of a batch: unsolved targets are out of reach unless they are not finite."""
    finite = np.isfinite(np.sum(q, axis=-1))
    if np.all(solved & finite):
        return np.zeros(q.shape[:-1], np.uint8)
    failed = np.where(np.isfinite(np.sum(given, axis=-1)), Status.UNREACHABLE, Status.NOT_FINITE)
    return np.where(solved & finite, Status.SOLVED, failed)


def _again(
    geometry: Geometry,
    direction: Direction,
    given: Array,
    mode: Mode | None,
    near: Array | None,
    answer: tuple[Array, Array, Array],
    degenerate: Array,
) -> tuple[Array, Array, Array]:
    """Configurations, gaps and status, with the rows where the closed form degenerates solved again on their own."""
    if not np.any(degenerate):
        return answer
    batch, k = degenerate.shape, np.flatnonzero(degenerate)

    def take(array: Array) -> Array:
        return np.broadcast_to(array, (*batch, array.shape[-1])).reshape(-1, array.shape[-1])[k]

    rows = geometry.of_rows(batch, k)
    q, status = _one_by_one(rows, direction, take(given), mode, None if near is None else take(near))
    old, gap, old_status = (np.array(part) for part in answer)
    old[degenerate], old_status[degenerate] = q, status
    gap[degenerate] = rows.residual(direction, q, take(given))
    return old, gap, old_status


def _of_all_signs(
    geometry: Geometry, direction: Direction, given: Array, near: Array | None
) -> tuple[Array, Array, Array, Array]:
    """The nearest or only configuration among those of all signs, its gap, its status, and where the closed form degenerates."""
    choices = geometry.choices(direction)
    each = [geometry.solutions(direction, given, signs) for signs in choices]
    q = np.stack([configuration for configuration, _, _ in each])
    if near is None:
        q = geometry.unwind(direction, q)  # before the limits are looked at
    gaps = np.stack([gap for _, gap, _ in each])
    solved = (gaps <= geometry.tolerance(direction, given)) & np.isfinite(q).all(axis=-1)
    if near is not None:
        distance = np.where(solved, np.linalg.norm(geometry.space.difference(q, near) / geometry.units, axis=-1), np.inf)
    else:
        distance = np.where(solved, np.where(geometry.within_limits(q), 0.0, 1.0), np.inf)
    best = np.argmin(distance, axis=0)
    chosen = np.take_along_axis(q, best[None, ..., None], axis=0)[0]
    status = _status(np.any(solved, axis=0), chosen, np.broadcast_to(given, (*chosen.shape[:-1], given.shape[-1])))
    if near is None:
        within = solved & geometry.within_limits(q)
        rivals = np.where(within.sum(axis=0) == 1, within, solved)
        other = geometry.space.distance(q, chosen) > SAME
        status = np.where((status == Status.SOLVED) & np.any(rivals & other, axis=0), Status.AMBIGUOUS, status)
    degenerate = np.any([part for _, _, part in each], axis=0)
    return chosen, np.take_along_axis(gaps, best[None], axis=0)[0], status, degenerate


def _one_by_one(
    geometry: Geometry, direction: Direction, given: Array, mode: Mode | None, near: Array | None
) -> tuple[Array, Array]:
    """Configurations and status with each target solved on its own, where no faster method applies."""
    batch = np.broadcast_shapes(
        given.shape[:-1], () if near is None else near.shape[:-1], geometry.p[0].shape[:-1] if geometry.p else ()
    )
    q, status = np.full((*batch, geometry.nq), np.nan), np.full(batch, Status.SOLVED)

    def row(array: Array, k: tuple[int, ...]) -> Array:
        return np.broadcast_to(array, (*batch, array.shape[-1]))[k]

    for k in np.ndindex(batch):
        single = Geometry(
            geometry.formulas, tuple(row(p, k) for p in geometry.p), partial(row, geometry.start, k), geometry.n_active
        )
        target = row(given, k)
        if not np.all(np.isfinite(target)) or (near is not None and not np.all(np.isfinite(row(near, k)))):
            status[k] = Status.NOT_FINITE
            continue
        try:
            q[k] = _one(single, direction, target, mode, None if near is None else row(near, k), with_nearest=False).q
        except AmbiguousMode:
            status[k] = Status.AMBIGUOUS
        except UnknownName:
            status[k] = Status.NO_SUCH_MODE
        except (ValueError, SingularConfiguration):
            status[k] = Status.UNREACHABLE
    return q, status


def _turns(geometry: Geometry, direction: Direction) -> list[int]:
    """The places of angles among the given values."""
    if direction == "forward":
        return [k for k, kind in enumerate(geometry.space.kinds[: len(geometry.names(direction))]) if kind == "angle"]
    return [k for k, name in enumerate(geometry.names(direction)) if name == "phi"]


def _quaternion(geometry: Geometry, direction: Direction) -> slice:
    """The place of a pose's quaternion among the given values; empty without one."""
    names = geometry.names(direction)
    first = names.index("qw") if direction == "inverse" and "qw" in names else len(names)
    return slice(first, first + 4)


def _no_target(geometry: Geometry, direction: Direction, given: Array) -> Array:
    """Whether a value is not finite, a quaternion is not of unit length, or an angle is too large for its sine.

    Finite lengths beyond :data:`LARGEST` times the machine's size are out of reach instead: doubles resolve them to 1e-8 of it.
    """
    off = ~np.all(np.isfinite(given), axis=-1) | np.any(np.abs(given[..., _turns(geometry, direction)]) > LARGEST, axis=-1)
    part = given[..., _quaternion(geometry, direction)]
    if part.shape[-1]:
        # Numbers of 2 and more are no part of a unit quaternion, and their squares may overflow.
        off |= ~(np.abs(np.sum(np.clip(part, -2.0, 2.0) ** 2, axis=-1) - 1) < UNIT_QUATERNION)
    return off


def require_target(geometry: Geometry, direction: Direction, given: Array) -> None:
    """A single target that no configuration can have is refused before anything is searched for."""
    if not _no_target(geometry, direction, given):
        return
    names = geometry.names(direction)
    for k in _turns(geometry, direction):
        if abs(given[k]) > LARGEST:
            raise too_large(geometry.mechanism.name, names[k], given[k])
    part = _quaternion(geometry, direction)
    raise NotAUnitQuaternion(
        f"{geometry.mechanism.name}: the quaternion x[{part.start}:{part.stop}] has the length "
        f"{hypot(*given[part]):.6g}, expected 1"
    )


def as_targets(geometry: Geometry, direction: Direction, given: ArrayLike | None, what: str) -> Array:
    """The numbers given, with the right last axis."""
    names = geometry.names(direction)
    if not names:
        what = "actuated joint" if direction == "forward" else "task coordinate"
        raise UnsupportedOperation(f"{geometry.mechanism.name} has no {what}, so no configuration follows from them")
    array = numbers(given, f"{geometry.mechanism.name}: {what}", f"numbers: {listing(names)}")
    if array.shape[-1:] != (len(names),):
        raise ShapeError(
            f"{geometry.mechanism.name}: {what} has shape {array.shape}, expected (..., {len(names)}): {listing(names)}"
        )
    return array
