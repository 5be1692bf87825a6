"""Arguments that several commands share: a machine with its parameters, task coordinates, active joints, modes."""

from __future__ import annotations

from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.console import print_error
from kinloop.errors import KinloopError


def machine_names(incomplete: str) -> list[str]:
    """Names of the library that begin so, for the completion of a shell; the shell itself completes files."""
    return [name for name in kl.library() if name.startswith(incomplete)]


def plant_names(incomplete: str) -> list[str]:
    """Plants that begin so."""
    return [name for name in ("native", "exudyn", "mujoco") if name.startswith(incomplete)]


def formula_names(incomplete: str) -> list[str]:
    """Models that equations and C source exist of, that begin so."""
    from kinloop.model.formulas.formulas import FORMULAS  # loaded when used

    return [name for name in FORMULAS if name.startswith(incomplete)]


Source = Annotated[
    str,
    typer.Argument(
        metavar="ROBOT",
        help="The name of a library machine, or a .toml, .urdf or .xml (MJCF) file.",
        autocompletion=machine_names,
    ),
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set a parameter of the machine. May be repeated.")
]
Task = Annotated[
    str | None, typer.Option("--x", metavar="NUMBERS", help="Task coordinates, as 0.1,0.3; finds the working modes.")
]
ActiveJoints = Annotated[
    str | None,
    typer.Option("--q-active", metavar="NUMBERS", help="Active joint positions, as 0.6,0; finds the assembly modes."),
]
ModeOption = Annotated[
    str | None,
    typer.Option("--mode", metavar="SIGNS", help="The mode there: signs, as 1,-1, or names, as g1=+1,g2=-1."),
]


def load_robot(source: str, settings: list[str] | None = None) -> kl.Robot:
    """The robot of a command's argument. A file is checked first; its faults are printed together, and the exit status is 2."""
    values = parameter_values(settings)
    robot = kl.load(source, **values)
    if source not in kl.library():
        changed = robot.mechanism.model_copy(update={"parameters": dict(robot.mechanism.parameters) | values})
        report = kl.check(changed if values else source)
        # Where lengths were set, a start that does not exist for them is replaced, with a warning.
        if not all(values and fault.path[:1] == ("start",) for fault in report.faults):
            print_error(str(report))
            raise typer.Exit(2)
    if not robot.mechanism.rates:
        raise KinloopError(f"{robot.mechanism.name}: nothing can move, since all its joints are fixed")
    return robot


def find_configurations(robot: kl.Robot, x: str | None, q_active: str | None, variants: bool = False) -> kl.Configurations:
    """All configurations at the given task or active joints. Raises: Unreachable: there is none; it has the nearest target."""
    if (x is None) == (q_active is None):
        task, active = ",".join(robot.task), ",".join(robot.active)
        raise KinloopError(f"expected either --x {task} or --q-active {active}, with numbers in place of the names")
    if x is not None:
        given = vector("--x", x)
        return robot.configurations(x=given, variants=variants) or robot.inverse_geometry(given)
    given = vector("--q-active", q_active)
    return robot.configurations(q_active=given, variants=variants) or robot.forward_geometry(given)


def vector(option: str, text: str | None) -> list[float]:
    """The numbers of an option, with commas or blanks between them."""
    try:
        return [float(number) for number in (text or "").replace(",", " ").split()]
    except ValueError:
        raise KinloopError(f"{option} {text!r}: expected numbers and commas, for example {option} 0.1,0.3") from None


def limits(option: str, text: str | None) -> float | list[float] | None:
    """Limits of the active joints: none, one for all, or one for each."""
    values = None if text is None else vector(option, text)
    return values[0] if values is not None and len(values) == 1 else values


def mode_argument(text: str | None) -> str | list[int] | None:
    """A mode by names, which the library reads, or by signs."""
    if text is None or any(map(str.isalpha, text)):
        return text
    signs = vector("--mode", text)
    if not {*signs} <= {1.0, -1.0}:
        raise KinloopError(f"--mode {text!r}: expected signs 1 or -1, for example --mode 1,-1, or signs by name")
    return [int(sign) for sign in signs]


def parameter_values(settings: list[str] | None) -> dict[str, float]:
    """Values by name, from texts such as ``m_p=2.5``."""
    values = {}
    for text in settings or []:
        name, _, value = text.partition("=")
        try:
            values[name.strip()] = float(value)
        except ValueError:
            raise KinloopError(f"--set {text!r}: expected name=value with a number, for example --set m_p=2.5") from None
    return values
