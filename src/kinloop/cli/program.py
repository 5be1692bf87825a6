"""The program: all commands, options of the program itself, and errors as sentences."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated

import typer

import kinloop as kl
from kinloop.cli.commands.check import check
from kinloop.cli.commands.compare import compare
from kinloop.cli.commands.configurations import configurations
from kinloop.cli.commands.cross import cross
from kinloop.cli.commands.equations import equations
from kinloop.cli.commands.map import map_singularities
from kinloop.cli.commands.models import models
from kinloop.cli.commands.new import new
from kinloop.cli.commands.report import report
from kinloop.cli.commands.reproduce import reproduce
from kinloop.cli.commands.robots import robots
from kinloop.cli.commands.save import c_source, save
from kinloop.cli.commands.show import show
from kinloop.cli.commands.simulate import simulate
from kinloop.cli.commands.singularity import singularity
from kinloop.cli.commands.studio import studio
from kinloop.cli.commands.sweep import sweep
from kinloop.cli.console import console, print_error
from kinloop.errors import KinloopError

app = typer.Typer(help=kl.__doc__, rich_markup_mode=None, pretty_exceptions_enable=False)
# Commands in the order of the help, each with an example.
COMMANDS: dict[str, tuple[Callable[..., None], str]] = {
    "robots": (robots, "kinloop robots"),
    "show": (show, "kinloop show five_bar --out five_bar.svg"),
    "new": (new, "kinloop new my_machine.toml"),
    "check": (check, "kinloop check my_machine.toml"),
    "models": (models, "kinloop models biglide --at 0.1,0.3 --mode 1,-1"),
    "equations": (equations, "kinloop equations two_r inertia --latex"),
    "configurations": (configurations, "kinloop configurations biglide --x 0.1,0.3"),
    "singularity": (singularity, "kinloop singularity biglide --x 0,0.4"),
    "map": (map_singularities, "kinloop map five_bar --out map.png"),
    "simulate": (simulate, "kinloop simulate five_bar --plant exudyn --out run.npz"),
    "compare": (compare, "kinloop compare five_bar --plants native,mujoco"),
    "cross": (cross, "kinloop cross biglide --from 0.1,0.4 --to=-0.1,0.2 --mode 1,-1 --duration 2"),
    "sweep": (sweep, "kinloop sweep gains.toml --out runs.npz"),
    "report": (report, "kinloop report run.npz --open"),
    "studio": (studio, "kinloop studio five_bar"),
    "reproduce": (reproduce, "kinloop reproduce 000-15 --open"),
    "save": (save, "kinloop save five_bar five_bar.xml"),
    "c": (c_source, "kinloop c two_r inverse_dynamics"),
}
# Names of commands in earlier versions: they work, and the help does not list them.
FORMER = {"library": "robots", "describe": "show", "postures": "configurations"}
OVERVIEW = """\
kinloop models, simulates and controls robots with closed kinematic chains.

  kinloop robots                        the machines of the library
  kinloop show five_bar                 one of them: drawing, modes, parameters
  kinloop models biglide --at 0.1,0.3   its models at a configuration
  kinloop studio five_bar               move it with the mouse, change it, run it
  kinloop simulate five_bar             a run under computed torque
  kinloop cross biglide --from 0.1,0.4 --to=-0.1,0.2 --mode 1,-1 --duration 2
                                        through a Type 2 singularity
  kinloop reproduce --open              every experiment of the five source documents, as a report
  kinloop new my_machine.toml           a description to change into your own machine

kinloop --help lists all commands; kinloop COMMAND --help explains one, with an example."""

for name, (command, example) in COMMANDS.items():
    app.command(name, epilog=f"Example: {example}")(command)
for former, name in FORMER.items():
    app.command(former, hidden=True)(COMMANDS[name][0])


@app.callback(invoke_without_command=True)
def overview(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Models, simulation and control of robot manipulators with closed kinematic chains. Without a command: an overview."""
    if version:
        console.print(f"kinloop {kl.__version__}")
    elif context.invoked_subcommand is None:
        console.print(OVERVIEW)


def main() -> None:
    """Run the command line; an error of kinloop is printed as a message, without a traceback unless --debug asks for it."""
    for stream in (sys.stdout, sys.stderr):  # a letter that the terminal cannot encode is replaced
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = lambda message, *_, **__: print_error(f"kinloop: {message}")
    try:
        app(prog_name="kinloop")
    except (KinloopError, OSError) as fault:
        if "--debug" in sys.argv[1:]:
            raise
        print_error(f"kinloop: {fault}")
        sys.exit(2)
