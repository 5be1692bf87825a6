"""What the runs of a sweep share, as plain data, and the key that tells two experiments apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from math import prod
from typing import Any

import numpy as np

from kinloop.model.archive import describe_robot
from kinloop.simulation.record.columns import column_names
from kinloop.simulation.record.rollout_record import SAMPLES
from kinloop.simulation.record.run_description import describe_law, describe_run
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.table_columns import table_columns
from kinloop.simulation.sweep.prepared_rollouts import PreparedRollouts
from kinloop.simulation.sweep.vary import PERIOD
from kinloop.trajectory.function_of_time import FunctionOfTime
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# Numbers of a trajectory that its digest has at most, and binary digits of the largest: the last ones depend on the processor.
NUMBERS, DIGITS = 20_000, 30
EXACT = 2**53  # whole numbers up to this are floats without loss


def describe_experiment(prepared: PreparedRollouts, layout: Layout) -> dict[str, Any]:
    """The description of a store: ``experiment`` is the key of all else that a run depends on, beside its varied values."""
    batch = prepared.first
    columns = table_columns(prepared.machine, prepared.error_of, batch.shapes, layout.arrays)
    names = column_names(prepared.machine, follows_joints=prepared.error_of == "active")
    clock = batch.clock
    samples: dict[str, Any] = {}
    if batch.keep:
        samples = {"period": clock.period, "steps": clock.steps, "every": clock.every}
        samples["columns"] = {name: len(names[name]) for name in SAMPLES}
    options = {name: value for name, value in prepared.options.items() if name != "grid"}
    about = {
        **describe_run(prepared.law, options),
        **describe_robot(prepared.machine),
        "error_of": prepared.error_of,
        "samples": samples,
        "numbered_noise": prepared.has_numbered_noise,
    }
    varied = {name: [list(each.shape), each.kind] for name, each in sorted(columns.varied.items())}
    about |= {"hidden": _hidden_parts(prepared)}
    key = sha256(json.dumps(_as_floats({**about, "varied": varied}), sort_keys=True).encode()).hexdigest()[:32]
    return {**about, "experiment": key, "columns": columns.as_json(), "units": dict(columns.units)}


def _as_floats(value: Any) -> Any:
    """Plain data whose whole numbers are floats, where these are as exact: a duration of 1 is one of 1.0."""
    if isinstance(value, Mapping):
        return {name: _as_floats(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_as_floats(each) for each in value]
    return float(value) if type(value) is int and abs(value) <= EXACT else value


def _hidden_parts(prepared: PreparedRollouts) -> dict[str, str]:
    """Digests of what runs depend on and their description does not say: parameters that the controller alone knows, numbers that
    a law computes beforehand, formulas of functions, the stiffest surface, and the places that a trajectory passes."""
    batch, variation = prepared.first, prepared.variation
    formulas = {name: batch.loop.key[name] for name in ("tape", "begin") if name in batch.loop.key}
    parts: dict[str, Any] = {
        "controller": {name: float(value).hex() for name, value in prepared.robot.parameters.items()},
        "prepared": describe_law(batch.loop.law),
        "formulas": repr(sorted(formulas.items())),
        # Steps for one period are among the options; those for others follow from the stiffest surface.
        "stiffest": {
            name: float(value).hex() for name, value in variation.stiffest_surfaces.items() if PERIOD in variation.given
        },
    }
    found = {name: sha256(json.dumps(_as_floats(part), sort_keys=True).encode()).hexdigest() for name, part in parts.items()}
    if prepared.trajectory is not None:
        found["trajectory"] = trajectory_digest(prepared.trajectory, batch.clock.period * np.arange(batch.clock.steps + 1))
    return found


def trajectory_digest(trajectory: Trajectory, times: Array) -> str:
    """A digest of what the description of a trajectory does not say: the formulas of functions, and, where it has objects that
    are no plain data, its places and velocities at the times when runs use it (if these are many, at some of them)."""
    total = sha256()
    is_described = True
    for part in _parts(trajectory):
        if isinstance(part, FunctionOfTime):
            total.update(repr(part.formula_key).encode())
        elif not _is_data(part):
            is_described = False
    if not is_described:
        _add_places(total, trajectory, times)
    return total.hexdigest()


def _add_places(total: Any, trajectory: Trajectory, times: Array) -> None:
    """Add rounded places and velocities of a trajectory to a digest."""
    size = 2 * max(1, prod(trajectory.shape) * np.shape(trajectory(0.0).x)[-1])
    chosen = times[np.unique(np.linspace(0, len(times) - 1, max(3, NUMBERS // size)).astype(int))]
    point = trajectory(chosen)
    for array in (np.asarray(point.x, float), np.asarray(point.xd, float)):
        largest = np.max(np.abs(array), initial=np.finfo(float).tiny, where=np.isfinite(array))
        size = round(float(np.log2(largest)))
        with np.errstate(invalid="ignore", over="ignore"):
            scaled = np.round(np.ldexp(array, DIGITS - size))
        total.update(str(size).encode() + np.where(np.isfinite(scaled), scaled + 0.0, -np.inf).tobytes())


def _parts(value: Any) -> Iterator[Any]:
    """A value and all that it is made of."""
    yield value
    if isinstance(value, FunctionOfTime):
        return
    if isinstance(value, Mapping):
        inner = list(value.values())
    elif isinstance(value, tuple | list):
        inner = list(value)
    else:
        inner = [getattr(value, each.name) for each in fields(value) if each.init] if is_dataclass(value) else []
    for each in inner:
        yield from _parts(each)


def _is_data(value: Any) -> bool:
    """Whether the description of an experiment has all of a value: numbers, words, and kinloop's own objects made of these."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "biufU"
    is_own = is_dataclass(value) and type(value).__module__.startswith("kinloop.")
    is_own = is_own and all(each.repr for each in fields(value) if each.init)
    return value is None or is_own or isinstance(value, bool | int | float | str | np.generic | Mapping | tuple | list)
