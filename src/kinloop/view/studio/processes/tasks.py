"""Work that takes long, on arguments and with results that JSON has, so that another process can do it and be ended."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.errors import KinloopError, in_one_line
from kinloop.model.archive import describe_robot, robot_from
from kinloop.model.checking.check import Report as CheckReport
from kinloop.model.checking.check import check
from kinloop.model.robot import Robot, load
from kinloop.view.scene.link_numbers import link_numbers
from kinloop.view.studio.machine.loci import LociRequest, refined_curves
from kinloop.view.studio.machine.machine_state import MachineState
from kinloop.view.studio.processes.answers import plain
from kinloop.view.studio.processes.live_run import run_experiment
from kinloop.view.studio.processes.sweep_task import run_sweep

Report = Callable[[str, float | None], None]
Arguments = Mapping[str, Any]


@dataclass(frozen=True)
class Outside:
    """What a task may do beside computing: report how far it is, in words and as a share; show something; ask for commands."""

    report: Report = lambda what, share: None
    show: Callable[[Mapping[str, Any]], None] = lambda shown: None
    commands: Callable[[], list[Mapping[str, Any]]] = lambda: []


def run_task(name: str, arguments: Arguments, outside: Outside = Outside()) -> Any:  # noqa: B008 it is frozen
    """The result of a task, as JSON has it. Raises: KinloopError: what cannot be done."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return plain(TASKS[name](arguments, outside))


def robot_arguments(robot: Robot) -> dict[str, Any]:
    """A robot as arguments of a task."""
    return describe_robot(robot)


_known: dict[str, Robot] = {}


def _robot(arguments: Arguments) -> Robot:
    """The robot of a task; the last one is kept, since its kernels are loaded."""
    key = arguments["description"]
    base = _known.get(key)
    if base is None:
        _known.clear()
        base = _known[key] = robot_from(arguments)
        return base
    parameters = {name: float.fromhex(value) for name, value in arguments["parameters"].items()}
    changed = {name: value for name, value in parameters.items() if value != float(base.parameters[name])}
    return base.with_parameters(**changed) if changed else base


def prepare_machine(arguments: Arguments, outside: Outside) -> dict[str, Any]:
    """Compile all that moves of a machine need, so that they are in the cache."""
    source, name = arguments["source"], arguments["name"]
    outside.report(f"compiling {name}", None)
    robot = load(source)
    exercise(MachineState.begin(name, robot), lambda done, of: outside.report(f"compiling {name}", done / of))
    return {}


def exercise(state: MachineState, report: Callable[[int, int], None] = lambda done, of: None) -> None:
    """Move a machine once in every way, so that all kernels are compiled."""
    robot, geometry = state.robot, state.robot.models.geometry
    point = np.array(robot.frame_pose(state.q).position) if robot.mechanism.tool is not None else np.zeros(3)
    far = point + 1e3 * float(geometry.size)
    moves: list[Callable[[], Any]] = [
        lambda: link_numbers(robot, state.q),
        lambda: state.singularity(),
        lambda: state.drag(point, state.x),
        lambda: state.drag(far, state.x),
        lambda: state.at(state.q),
        lambda: robot.models.kernel("retract"),
    ]
    if state.x.size:  # what a closed form needs where it loses digits
        moves += [lambda: geometry.residual("inverse", state.q, state.x), lambda: geometry.target_error(state.q, state.x)]
    if geometry.is_closed and robot.models.formulas.model.rows:
        moves += [lambda: geometry.residual("forward", state.q, state.q), lambda: geometry.closures(state.q)]
    if state.sliders:
        first = state.sliders[0]
        value = float(state.q[first])
        moves += [lambda: state.move_joint(first, value + 1e-3), lambda: state.move_joint(first, value + 1e3)]
    for done, move in enumerate(moves):
        report(done, len(moves))
        with suppress(KinloopError):
            move()


def find_modes(arguments: Arguments, outside: Outside) -> dict[str, Any]:
    """Every configuration with the given task coordinates."""
    robot = _robot(arguments)
    found = robot.configurations(x=np.array(arguments["x"], float))
    listed = [
        {
            "q": each.q,
            "label": str(each.mode),
            "within_limits": each.within_limits,
            "note": "one of a family: the machine can move with the tool at rest" if len(each.directions) else "",
        }
        for each in found
    ]
    return {"list": listed, "note": found.note, "complete": found.complete}


def find_faults(arguments: Arguments, outside: Outside) -> dict[str, Any]:
    """What ``kl.check`` says of a machine."""
    robot = _robot(arguments)
    return {"findings": findings(check(robot.mechanism))}


def findings(report: CheckReport) -> list[str]:
    """Faults, warnings and notes as sentences."""
    faults = [fault.message for fault in (*report.faults, *report.warnings)]
    return [in_one_line(sentence) for sentence in (*faults, *report.notes)]


def find_loci(arguments: Arguments, outside: Outside) -> dict[str, Any]:
    """The refined loci of a machine."""
    request = LociRequest.read(arguments)
    curves = refined_curves(_robot(arguments), np.array(arguments["x"], float), np.array(arguments["q"], float), request)
    return {"curves": [[kind, curve] for kind, curve in curves]}


TASKS: dict[str, Callable[[Arguments, Outside], Any]] = {
    "prepare": prepare_machine,
    "modes": find_modes,
    "check": find_faults,
    "loci": find_loci,
    "run": lambda arguments, outside: run_experiment(arguments, outside.report, outside.commands, outside.show),
    "sweep": lambda arguments, outside: run_sweep(arguments, outside.report, outside.commands, outside.show),
}
