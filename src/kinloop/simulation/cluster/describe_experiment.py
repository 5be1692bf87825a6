"""What the runs of a sweep share, as plain data, and the key that tells two experiments apart."""

from __future__ import annotations

import json
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
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# Numbers of a trajectory that its digest has at most, and binary digits of each: the last ones depend on the processor.
NUMBERS, DIGITS = 100_000, 30


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
    key = sha256(json.dumps({**about, "varied": varied}, sort_keys=True).encode()).hexdigest()[:32]
    return {**about, "experiment": key, "columns": columns.as_json(), "units": dict(columns.units)}


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
    found = {name: sha256(json.dumps(part, sort_keys=True).encode()).hexdigest() for name, part in parts.items()}
    if prepared.trajectory is not None:
        found["trajectory"] = trajectory_digest(prepared.trajectory)
    return found


def trajectory_digest(trajectory: Trajectory) -> str:
    """A digest of where a trajectory is at some times: of functions nothing else is known."""
    size = max(1, prod(trajectory.shape) * np.shape(trajectory(0.0).x)[-1])
    total = sha256()
    for t in np.linspace(0.0, np.max(trajectory.duration), max(3, min(100, NUMBERS // size))).tolist():
        mantissas, exponents = np.frexp(np.asarray(trajectory(t).x, float))
        with np.errstate(invalid="ignore"):
            rounded = np.where(np.isfinite(mantissas), np.round(np.ldexp(mantissas, DIGITS)), 0).astype(np.int64)
        total.update(rounded.tobytes() + exponents.astype(np.int64).tobytes())
    return total.hexdigest()
