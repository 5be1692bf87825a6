"""The preparation of a run: laws and observers compute the numbers that depend on robot, trajectory and period."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from kinloop.control.design.stability_warning import warn_if_unstable
from kinloop.control.tunable import Setting, Tables
from kinloop.errors import ShapeError
from kinloop.simulation.loop.compiled_loop.closed_loop import ClosedLoop

Array = np.ndarray


def prepare_loop(loop: ClosedLoop, periods: int, start: tuple[Array, Array]) -> ClosedLoop:
    """The loop with its law and its observer prepared for runs that begin at ``start``, and their tables."""
    io = loop.io_settings
    setting = Setting(
        loop.robot,
        loop.trajectory,
        io.period,
        periods,
        *start,
        q_places=io.q_places,
        v_places=io.v_places,
        has_tool="tool" in io.measured,
        is_kinematic=loop.kinematic,
        delay=io.delay,
        saturation=io.saturation,
    )
    law, observer = loop.law.prepare(setting), io.observer.prepare(setting)
    if not loop.kinematic:
        warn_if_unstable(loop.robot, loop.law, start[0], io.period, io.delay)
    if law.part is loop.law and observer.part is io.observer and law.tables is None and observer.tables is None:
        return loop
    tables = _join([each for each in (law.tables, observer.tables) if each is not None])
    settings = replace(io, observer=observer.part)
    return ClosedLoop(loop.robot, loop.plant, law.part, loop.trajectory, settings, loop.kinematic, tables)


def _join(tables: list[Tables]) -> Tables | None:
    """The tables of law and observer as one. Raises: ShapeError: both have one of the same name."""
    if not tables:
        return None

    def join(t: Array) -> Mapping[str, Array]:
        found: dict[str, Array] = {}
        for each in tables:
            rows = each(t)
            if twice := set(found) & set(rows):
                raise ShapeError(f"law and observer both have a table {sorted(twice)[0]!r}; expected different names")
            found |= rows
        return found

    return join
