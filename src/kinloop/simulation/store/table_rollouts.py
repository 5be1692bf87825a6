"""A table of runs as rollouts: on a grid where every combination of the varied values is there."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, Literal

import numpy as np

from kinloop.model.robot import Robot
from kinloop.simulation.record.columns import column_names
from kinloop.simulation.record.rollout_record import SAMPLES, Rollouts
from kinloop.simulation.store.row_index import as_bits
from kinloop.simulation.store.table_columns import STATUS, TableColumns

Array = np.ndarray


def rollouts_from_table(
    columns: TableColumns,
    table: Mapping[str, Array],
    samples: Mapping[str, Array],
    times: Array,
    robot: Robot,
    error_of: Literal["task", "active"],
    law: Mapping[str, Any],
    options: Mapping[str, Any],
) -> Rollouts:
    """Rollouts of all rows of a table by column; results that the table lacks are NaN."""
    runs = len(table[STATUS])
    varied = {
        name: np.stack([table[column] for column in each.columns], axis=-1).reshape(runs, *each.shape)
        for name, each in columns.varied.items()
    }
    shape, order, given = _arrange(varied, runs)
    arrays: dict[str, Array] = {STATUS: table[STATUS].astype(np.uint8)[order].reshape(shape)}
    for name, names in columns.results.items():
        tail = () if names == (name,) else (len(names),)
        if all(column in table for column in names):
            stacked = np.stack([table[column] for column in names], axis=-1) if names else np.zeros((runs, 0))
            arrays[name] = stacked[order].reshape(*shape, *tail)
        else:
            arrays[name] = np.broadcast_to(np.nan, (*shape, *tail))
    widths = column_names(robot, follows_joints=error_of == "active")
    for name in SAMPLES:
        kept = samples[name][order] if name in samples else None
        size = (*shape, len(times), len(widths[name]))
        arrays[name] = np.broadcast_to(np.nan, size) if kept is None else kept.reshape(size)
    return Rollouts(t=times, varied=given, **arrays, robot=robot, error_of=error_of, law=law, options=options)


def _arrange(varied: Mapping[str, Array], runs: int) -> tuple[tuple[int, ...], Array, dict[str, Array]]:
    """The shape of the runs, their order, and the varied arrays: of a grid those of its axes, sorted."""
    as_list = (runs,), np.arange(runs), dict(varied)
    if len(varied) < 2 or runs < 2:
        return as_list
    axes, places, size = {}, [], 1
    for name, values in varied.items():
        lines, first, place = np.unique(as_bits(values), axis=0, return_index=True, return_inverse=True)
        size *= len(lines)
        if size > runs:
            return as_list
        axis = values[first]
        sort = np.argsort(axis, kind="stable") if axis.ndim == 1 else np.argsort(first)
        axes[name] = axis[sort]
        places.append(np.argsort(sort)[place.ravel()])
    shape = tuple(len(axis) for axis in axes.values())
    if prod(shape) != runs:
        return as_list
    numbers = np.ravel_multi_index(tuple(places), shape)
    order = np.argsort(numbers, kind="stable")
    return (shape, order, axes) if np.array_equal(numbers[order], np.arange(runs)) else as_list
