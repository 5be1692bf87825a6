"""The program: all commands, options of the program itself, and errors as sentences."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated, NamedTuple

import numpy as np
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
from kinloop.errors import KinloopError, in_one_line

EXIT_STATUS = """\
Exit status: 0; 1 where the answer is a fault, a run that ends early or a study that disagrees; 2 for a mistake in the call
or in a file; 3 for an error within kinloop."""
app = typer.Typer(help=kl.__doc__, epilog=EXIT_STATUS, rich_markup_mode=None, pretty_exceptions_enable=False)


class Command(NamedTuple):
    """A command: its function, its line in the help, and an example."""

    function: Callable[..., None]
    summary: str
    example: str


# In the order of the help.
COMMANDS: dict[str, Command] = {
    "robots": Command(robots, "List the machines of the library.", "kinloop robots"),
    "show": Command(show, "Show a machine: drawing, modes, parameters, joints.", "kinloop show five_bar --out five_bar.svg"),
    "new": Command(new, "Write a description to change into your own machine.", "kinloop new my_machine.toml"),
    "check": Command(check, "Check descriptions, and print every fault.", "kinloop check my_machine.toml"),
    "models": Command(models, "Print a machine's models at a configuration.", "kinloop models biglide --at 0.1,0.3 --mode 1,-1"),
    "equations": Command(equations, "Print a model as equations, or as LaTeX.", "kinloop equations two_r inertia --latex"),
    "configurations": Command(
        configurations, "Print every working or assembly mode.", "kinloop configurations biglide --x 0.1,0.3"
    ),
    "singularity": Command(
        singularity, "Classify singularities, and print how near they are.", "kinloop singularity biglide --x 0,0.4"
    ),
    "map": Command(map_singularities, "Map and draw the singularities of a plane.", "kinloop map five_bar --out map.png"),
    "simulate": Command(
        simulate, "Run a machine, or an experiment from its file.", "kinloop simulate five_bar --plant mujoco --out run.npz"
    ),
    "compare": Command(compare, "Run the same commands on two simulators.", "kinloop compare five_bar --plants native,mujoco"),
    "cross": Command(
        cross,
        "Plan and run a motion through a Type 2 singularity.",
        "kinloop cross biglide --from 0.1,0.4 --to=-0.1,0.2 --mode 1,-1 --duration 2",
    ),
    "sweep": Command(
        sweep, "Run an experiment many times, also on a cluster.", "kinloop sweep examples/experiments/five_bar_gains.toml"
    ),
    "report": Command(report, "Write a record as a page with a 3D player.", "kinloop report run.npz --open"),
    "studio": Command(studio, "Open a machine in a browser, and move it.", "kinloop studio five_bar"),
    "reproduce": Command(reproduce, "Run the experiments of five documents again.", "kinloop reproduce 000-15 --open"),
    "save": Command(save, "Write a machine to a file, also for MuJoCo.", "kinloop save five_bar five_bar.xml"),
    "c": Command(c_source, "Print a model as C source.", "kinloop c two_r inverse_dynamics"),
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

for name, command in COMMANDS.items():
    app.command(name, short_help=command.summary, epilog=f"Example: {command.example}")(command.function)
for former, name in FORMER.items():
    app.command(former, hidden=True)(COMMANDS[name].function)


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
    """Run the command line. An error is printed as a sentence; with --debug, which may stand anywhere, its traceback too."""
    for stream in (sys.stdout, sys.stderr):  # a letter that the terminal cannot encode is replaced
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = lambda message, *_, **__: print_error(f"kinloop: {message}")
    arguments, debug = _without_debug(sys.argv[1:])
    try:
        with np.errstate(all="ignore"):  # numbers that are not finite are reported as such
            app(arguments, prog_name="kinloop")
    except Exception as fault:
        if debug:
            raise
        print_error(f"kinloop: {_sentence(fault)}")
        sys.exit(2 if isinstance(fault, KinloopError | OSError | MemoryError) else 3)


def _without_debug(arguments: list[str]) -> tuple[list[str], bool]:
    """The arguments without --debug, and whether it was among them; after ``--`` it is a name."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = [argument for argument in arguments[:end] if argument != "--debug"]
    return options + arguments[end:], len(options) < end


def _sentence(fault: Exception) -> str:
    """An error in words."""
    if isinstance(fault, KinloopError):
        return str(fault)
    if isinstance(fault, OSError):
        where = f"{str(fault.filename)!r}: " if fault.filename is not None else ""
        return f"{where}{fault.strerror or fault}"
    if isinstance(fault, MemoryError):
        return "the memory of this computer does not suffice; ask for fewer points, samples or runs"
    return (
        f"an error within kinloop, {type(fault).__name__}: {in_one_line(str(fault))}. With --debug the same command shows where; "
        "please report it"
    )
