"""``kinloop models``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table
from rich.text import Text

import kinloop as kl
from kinloop.cli.arguments import ModeOption, Settings, Source, load_robot, mode_argument, vector
from kinloop.cli.console import Json, console, numbers_text, print_json
from kinloop.errors import KinloopError, SingularConfiguration, UnsupportedOperation

SINGULAR = "undetermined: singular configuration"
NO_VALUE = "no finite value here: its formula divides by zero"
Row = tuple[str, Any, str]


def models(
    source: Source,
    at: Annotated[
        str | None, typer.Option("--at", "--x", metavar="NUMBERS", help="Task coordinates, as 0.1,0.3; the start unless given.")
    ] = None,
    q_active: Annotated[
        str | None, typer.Option("--q-active", metavar="NUMBERS", help="Active joint positions instead, as 0.6,0.")
    ] = None,
    mode: ModeOption = None,
    set: Settings = None,
    json: Json = False,
) -> None:
    """Print a machine's models at its start configuration, or where --at or --q-active says."""
    robot = load_robot(source, set)
    q, where = _configuration(robot, at, q_active, mode)
    rows = list(_rows(robot, q))
    if json:
        models = [{"model": name, "value": None if isinstance(value, str) else value, "unit": unit} for name, value, unit in rows]
        print_json({"name": robot.mechanism.name, "at": where, "models": models})
        return
    console.print(Text.assemble((robot.mechanism.name, "bold"), f"  {robot.mechanism.description}"))
    names = {"active": robot.active, "passive": robot.passive, "task": robot.task}
    console.print("   ".join(f"{what}: {', '.join(which) or 'none'}" for what, which in names.items()))
    console.print("parameters: " + (", ".join(f"{name} = {value:g}" for name, value in robot.parameters.items()) or "none"))
    table = Table(where, "value", "unit", header_style="bold")
    for name, value, unit in rows:
        text = value if isinstance(value, str) else f"{value:.1e}" if np.ndim(value) == 0 else numbers_text(value)
        table.add_row(name, text, "" if isinstance(value, str) else unit)
    console.print(table)


def _configuration(robot: kl.Robot, at: str | None, q_active: str | None, mode: str | None) -> tuple[np.ndarray, str]:
    """The configuration that the options name, and how they name it."""
    if at is not None and q_active is not None:
        raise KinloopError("expected --at or --q-active, given both")
    if at is None and q_active is None:
        if mode is not None:
            raise KinloopError("--mode belongs to --at or --q-active, given neither")
        return robot.start, "at the start configuration"
    branch: dict[str, Any] = {"near": robot.start} if mode is None else {"mode": mode_argument(mode)}
    if at is not None:
        return robot.inverse_geometry(vector("--at", at), **branch).q, _where(robot.mechanism.task_names, vector("--at", at))
    given = vector("--q-active", q_active)
    return robot.forward_geometry(given, **branch).q, _where(robot.active, given)


def _where(names: Sequence[str], values: Sequence[float]) -> str:
    return "at " + ", ".join(f"{name} = {value:g}" for name, value in zip(names, values, strict=True))


def _rows(robot: kl.Robot, q: np.ndarray) -> Iterator[Row]:
    """Name, value and unit of every model that the machine has."""
    units, row = robot.units, partial(_row, robot, q)
    yield "configuration q", q, _join_units(units.positions)
    yield "tool position", robot.frame_pose(q).position, "m"
    if robot.closure(q).size:
        yield "largest gap in the loops", np.max(np.abs(robot.closure(q))), " or ".join(dict.fromkeys(units.closures))
    still = np.zeros(len(robot.mechanism.rates))
    # A machine whose active joints do not determine its motion has none of these four.
    if robot.n_active:
        efforts = units.efforts[: robot.n_active]
        inertia = {frozenset({"N"}): "kg", frozenset({"N m"}): "kg m^2"}.get(frozenset(efforts), "kg, kg m, kg m^2")
        yield from row("inertia on the active joints", lambda: robot.inertia(q), inertia)
        yield from row("efforts that hold it at rest", lambda: robot.bias(q, still), _join_units(efforts))
        yield from row("A   (A xd + B qd_active = 0)", lambda: robot.input_output(q).A, "")
        yield from row("B", lambda: robot.input_output(q).B, "")
    label = "accelerations under unit efforts" if robot.n_active else "accelerations without efforts"
    unit = np.ones(robot.n_active)
    yield from row(label, lambda: robot.forward_dynamics(q, still, unit).qdd, _join_units(units.accelerations))
    if robot.mechanism.loops:
        forces = _join_units([units.loop_forces[row] for row in robot.models.formulas.model.rows])
        yield from row("loop forces at these accelerations", lambda: robot.forward_dynamics(q, still, unit).loop_force, forces)


def _join_units(units: Sequence[str]) -> str:
    """The unit of every column, or the one that all columns share."""
    return ", ".join(units if len(set(units)) > 1 else units[:1])


def _row(robot: kl.Robot, q: np.ndarray, name: str, value: Callable[[], np.ndarray], unit: str) -> Iterator[Row]:
    """A model's values, or that it has none at a singularity; a model that the machine lacks is left out."""
    with suppress(UnsupportedOperation):
        try:
            yield name, value(), unit
        except SingularConfiguration:
            yield name, SINGULAR if robot.singularity(q).kinds else NO_VALUE, unit
