"""A robot's models as equations to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kinloop.compile.symbolic import Equations, equations
from kinloop.mechanism.uses import task_names
from kinloop.model.task import task_rows

if TYPE_CHECKING:
    from kinloop.model.robot import Robot

# Above this many rates equations come as a list of named subexpressions.
READABLE_RATES = 4
CHANGES = (("q", ""), ("qd", "dot"), ("qdd", "ddot"))  # of what a formula takes small changes, and how those are drawn


def equations_of(robot: Robot, name: str) -> Equations:
    """The formula ``name`` on symbols with the names of the robot's joints, task and parameters."""
    rates, n = robot.mechanism.rates, robot.n_active
    task = range(1, len(task_rows(robot.mechanism)) + 1)
    symbols = {
        "q": robot.mechanism.coordinates,
        "qd": [dotted(rate, "dot") for rate in rates],
        "qd_active": [dotted(rate, "dot") for rate in rates[:n]],
        "x": task_names(robot.mechanism),
        **{order: [f"{order}{k}" for k in task] for order in ("xd", "xdd", "xddd")},
        "qdd": [dotted(rate, "ddot") for rate in rates],
        "qdd_active": [dotted(rate, "ddot") for rate in rates[:n]],
        "jerk": [dotted(rate, "dddot") for rate in rates],
        "tau": [f"tau_{rate}" for rate in rates[:n]],
        "weights": [f"w_{rate}" for rate in rates[:n]],
        "loop_force": [f"lambda{k + 1}" for k in range(len(robot._derived.model.rows))],
        **{f"change_{of}": [f"delta_{dotted(rate, dots)}" for rate in rates] for of, dots in CHANGES},
        "parameters": list(robot.parameters),
    }
    tape = robot._derived.tape(name, guarded=False)
    masses = [str(link.mass) for link in robot.mechanism.links]
    return equations(
        tape,
        collect_by=tuple(p for p in robot.parameters if any(p in mass for mass in masses)),
        simplify=len(rates) <= READABLE_RATES,
        symbols={port.name: symbols[port.name] for port in tape.inputs},
    )


def dotted(name: str, dots: str) -> str:
    """``theta1`` as SymPy draws its derivative: ``thetadot1``."""
    stem = name.rstrip("0123456789")
    return f"{stem}{dots}{name[len(stem) :]}"
