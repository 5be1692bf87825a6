"""The ``kinloop`` command line: it parses arguments, calls the library and prints the results."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import kinloop as kl
from kinloop.errors import KinloopError, SingularConfiguration, UnsupportedOperation, in_one_line, printable, unknown_name
from kinloop.mechanism.formats.text_file import file_to_write

app = typer.Typer(add_completion=False, help=kl.__doc__, rich_markup_mode=None, pretty_exceptions_enable=False)
# Output to a pipe is not cut at 80 columns. Brackets in names are text, not markup.
console = Console(width=None if sys.stdout.isatty() else 140, highlight=False, markup=False, emoji=False)

Source = Annotated[str, typer.Argument(help="The name of a library machine, or a .toml, .urdf or .xml (MJCF) file.")]
Settings = Annotated[list[str] | None, typer.Option("--set", help="Set a parameter, as name=value. May be repeated.")]
Task = Annotated[str | None, typer.Option("--x", help="Task coordinates, as 0.1,0.3; finds the working modes.")]
ActiveJoints = Annotated[
    str | None, typer.Option("--q-active", help="Active joint positions, as 0.6,0; finds the assembly modes.")
]


@app.callback(invoke_without_command=True)
def main_job(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Without a command: load the Biglide and print its models at one configuration."""
    if version:
        console.print(f"kinloop {kl.__version__}")
    elif context.invoked_subcommand is None:
        models("biglide", None)


@app.command()
def library() -> None:
    """List the machines of the library."""
    for name in kl.library():
        console.print(name)


@app.command()
def check(sources: Annotated[list[str], typer.Argument(help="Names of library machines, or files.")]) -> None:
    """Check descriptions: print every fault and the mobility of the machines. The exit status is 1 if there are faults."""
    reports = [kl.check(source) for source in sources]
    print(printable("\n\n".join(map(str, reports))))
    if not all(report.ok for report in reports):
        raise typer.Exit(1)


@app.command()
def describe(source: Source, set: Settings = None) -> None:
    """Describe a machine: its parameters, joints, loops, task, modes and degrees of freedom, with units."""
    print(_load(source, set).describe())


@app.command()
def models(source: Source, set: Settings = None) -> None:
    """Print a machine's models at its start configuration."""
    robot = _load(source, set)
    q = robot.start
    rates = len(robot.mechanism.rates)
    console.print(Text.assemble((robot.mechanism.name, "bold"), f"  {robot.mechanism.description}"))
    names = {"active": robot.active, "passive": robot.passive, "task": robot.task}
    console.print("   ".join(f"{what}: {', '.join(which) or 'none'}" for what, which in names.items()))
    console.print("parameters: " + (", ".join(f"{name} = {value:g}" for name, value in robot.parameters.items()) or "none"))
    table = Table(show_header=True, header_style="bold")
    for column in ("at the start configuration", "value", "unit"):
        table.add_column(column)
    units = robot.units
    table.add_row("configuration q", _numbers(q), _join_units(units.positions))
    table.add_row("tool position", _numbers(robot.frame_pose(q).position), "m")
    if robot.closure(q).size:
        table.add_row(
            "largest gap in the loops", f"{np.max(np.abs(robot.closure(q))):.1e}", " or ".join(dict.fromkeys(units.closures))
        )
    still = np.zeros(rates)
    # A machine whose active joints do not determine its motion has none of these four.
    if robot.n_active:
        efforts = units.efforts[: robot.n_active]
        inertia = {frozenset({"N"}): "kg", frozenset({"N m"}): "kg m^2"}.get(frozenset(efforts), "kg, kg m, kg m^2")
        _add_row(table, "inertia on the active joints", lambda: robot.inertia(q), inertia)
        _add_row(table, "efforts that hold it at rest", lambda: robot.bias(q, still), _join_units(efforts))
        _add_row(table, "A   (A xd + B qd_active = 0)", lambda: robot.input_output(q).A, "")
        _add_row(table, "B", lambda: robot.input_output(q).B, "")
    label = "accelerations under unit efforts" if robot.n_active else "accelerations without efforts"
    unit = np.ones(robot.n_active)
    _add_row(table, label, lambda: robot.forward_dynamics(q, still, unit).qdd, _join_units(units.accelerations))
    if robot.mechanism.loops:
        forces = _join_units([units.loop_forces[row] for row in robot.models.formulas.model.rows])
        _add_row(table, "loop forces at these accelerations", lambda: robot.forward_dynamics(q, still, unit).loop_force, forces)
    console.print(table)


@app.command()
@app.command("postures", hidden=True)  # the name of the command in earlier versions
def configurations(
    source: Source,
    x: Task = None,
    q_active: ActiveJoints = None,
    set: Settings = None,
    variants: Annotated[bool, typer.Option(help="Print also configurations that differ only inside the legs.")] = False,
) -> None:
    """Print every configuration at given task coordinates (--x) or active joint positions (--q-active), and the method used."""
    robot = _load(source, set)
    found = _find_configurations(robot, x, q_active, variants)
    certainty = "none can be missing" if found.complete else "likely all"
    if found.infinite:
        certainty += "; some belong to a continuous family"
    words = "; ".join(
        filter(None, (f"{len(found)} configuration{'s' * (len(found) != 1)}, by {found.method}", certainty, found.note))
    )
    console.print(f"{robot.mechanism.name}: {words}")
    family = ("family",) if found.infinite else ()
    table = Table("mode", "active joints", "passive joints", "task", "within limits", *family, header_style="bold")
    for each in found:
        numbers = (_numbers(values, 40) for values in (each.q_active, each.q_passive, each.x))
        dimension = f"of dimension {len(each.directions)}" if len(each.directions) else ""
        table.add_row(str(each.mode), *numbers, "yes" if each.within_limits else "no", *(dimension for _ in family))
    console.print(table)


@app.command()
def singularity(source: Source, x: Task = None, q_active: ActiveJoints = None, set: Settings = None) -> None:
    """Print the singularities at the start configuration, or at every configuration of --x or --q-active, and how near the
    others are."""
    robot = _load(source, set)
    at_start = x is None and q_active is None
    configurations = (
        [("the start configuration", robot.start)]
        if at_start
        else [(str(e.mode), e.q) for e in _find_configurations(robot, x, q_active)]
    )
    table = Table("configuration", "kind", "nearness: 0 at a singularity, about 1 elsewhere", header_style="bold")
    for name, q in configurations:
        found = robot.singularity(q)
        near = "\n".join(f"{kind} {value:.3g}" for kind, value in found.nearness.items() if np.isfinite(value))
        shaky = ("(infinitesimal mobility)",) if found.infinitesimal_dof else ()
        table.add_row(name, "\n".join((*(found.kinds or (str(found.kind),)), *shaky)), near)
    console.print(table)


@app.command()
def equations(
    source: Source,
    model: Annotated[str, typer.Argument(help="A model: inertia, bias, input_output, ...")] = "inertia",
    latex: Annotated[bool, typer.Option("--latex", help="As LaTeX, with rows that fit a page.")] = False,
) -> None:
    """Print a model as equations."""
    found = _load(source).equations(model)
    print(found.latex(width=100) if latex else found)


@app.command()
def simulate(
    context: typer.Context,
    source: Annotated[str, typer.Argument(help="A library machine, a file of a machine, or a .toml file with [experiment].")],
    plant: Annotated[str, typer.Option(help="The plant: native, exudyn or mujoco.")] = "native",
    period: Annotated[float, typer.Option(help="The sampling period of the controller [s].")] = 1e-3,
    frequency: Annotated[float, typer.Option(help="The natural frequency of the controlled joints [rad/s].")] = 20.0,
    payload: Annotated[float, typer.Option(help="A mass at the tool [kg], unknown to the controller.")] = 0.0,
    out: Annotated[str | None, typer.Option("--out", "--save", help="Write the record to a .npz or .csv file.")] = None,
    set: Settings = None,
) -> None:
    """Simulate the motion in the description under computed torque, or an experiment as its file says, and print the tracking
    errors. The exit status is 1 if the run ends early."""
    from kinloop.simulation.experiment.experiment_file import is_experiment  # loaded when used
    from kinloop.simulation.options.plant_options import PLANTS

    if out is not None and (not out.endswith((".npz", ".csv")) or not Path(out).resolve().parent.is_dir()):
        raise kl.FileError(f"--out is {out!r}, expected a .npz or .csv file in a folder that exists")
    if out is not None:
        file_to_write(out)  # before the run, not after it
    if is_experiment(source):
        own = ("plant", "period", "frequency", "payload", "set")
        _run_experiment(source, out, [name for name in own if str(context.get_parameter_source(name)).endswith("COMMANDLINE")])
        return
    robot = _load(source, set)
    path, law = kl.described_motion(robot), kl.ComputedTorque(frequency**2, 2 * frequency)
    if not 0 < period <= path.duration:
        raise kl.ShapeError(f"--period is {period:g} s, expected a time above zero and within the motion's {path.duration:g} s")
    if not frequency > 0:
        raise kl.ShapeError(f"--frequency is {frequency:g} rad/s, expected a number above zero")
    duration = period * round(path.duration / period)
    machine = PLANTS[plant](payload=payload or None) if plant in PLANTS else plant
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kl.RunEndedEarly)  # its message is printed below
        run = kl.simulate(robot, law, path, duration=duration, period=period, plant=machine)
    _print_record(run, robot.mechanism.name, plant, out)


def _run_experiment(source: str, out: str | None, given: list[str]) -> None:
    """Run an experiment and print its results."""
    if given:
        raise UnsupportedOperation(
            f"--{given[0]} is for the motion of a machine's description; {in_one_line(source)} is an experiment: change its file"
        )
    experiment = kl.load_experiment(source)
    if experiment.is_sweep and out is not None and not out.endswith(".npz"):
        raise kl.FileError(f"--out is {out!r}, expected a .npz file, since the experiment is a sweep")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kl.RunEndedEarly)
        result = experiment.run()
    if isinstance(result, kl.Record):
        _print_record(result, experiment.name, getattr(experiment.plant, "name", "the plant"), out)
    else:
        _print_rollouts(result, experiment.name, out)


CROSSING_PERIOD, CROSSING_PLANTS = 1e-3, ("native", "exudyn", "mujoco")  # of the runs of `cross`, [s]
FORMS = ("{:.3e}".format, "{:.4g}".format)  # of errors and of efforts


def _print_record(run: kl.Record, name: str, plant: str, out: str | None) -> None:
    """Print how a run went, and write its record."""
    _print_end(run, name, plant)
    following = run.q[:, : len(run.robot.active)] - run.q_ref
    table = Table(show_header=True, header_style="bold")
    for column in ("active joint", "largest error", "largest effort"):
        table.add_column(column)
    for k, joint in enumerate(run.robot.active):
        known = [np.abs(values[np.isfinite(values[:, k]), k]) for values in (following, run.tau)]
        table.add_row(joint, *(form(values.max()) if values.size else "-" for form, values in zip(FORMS, known, strict=True)))
    console.print(table)
    gap, unit = np.abs(run.robot.closure(run.q)).max(initial=0.0), " or ".join(dict.fromkeys(run.robot.units.closures))
    console.print(f"largest gap in the loops: {gap:.1e} {unit}")
    if out is not None:
        (run.to_csv if out.endswith(".csv") else run.save)(out)
        console.print(f"written to {in_one_line(out)}")
    if run.status:
        raise typer.Exit(1)


def _print_end(run: kl.Record, name: str, plant: str) -> None:
    """Print how a run ended, and its events."""
    last = f"to {run.t[-1]:g} s " if len(run) else ""
    ended = f"{len(run)} samples {last}on {plant}, {run.status.words}"
    console.print(Text.assemble((in_one_line(name), "bold"), f"  {ended}"))
    for event in run.events:
        console.print(f"  {event.message}")


def _print_rollouts(runs: kl.Rollouts, name: str, out: str | None) -> None:
    """Print how many runs went, and write them; the exit status is 1 if one of them ended early."""
    early = int(np.count_nonzero(np.asarray(runs.status)))
    console.print(Text.assemble((in_one_line(name), "bold"), f"  {runs.status.size} runs, {early} of them ended early"))
    table = Table("", "smallest", "median", "largest", header_style="bold")
    rows = {"error, root mean square": runs.error_rms, "largest error": runs.error_max}
    rows |= {f"largest effort of {joint}": runs.tau_max[..., k] for k, joint in enumerate(runs.columns["tau_max"])}
    for label, values in rows.items():
        known = values[np.isfinite(values)]
        table.add_row(label, *(f"{f(known):.4g}" if known.size else "-" for f in (np.min, np.median, np.max)))
    console.print(table)
    if np.isfinite(runs.error_rms).any():
        best = np.unravel_index(int(np.nanargmin(runs.error_rms)), runs.shape)
        places = best if len(best) > 1 else best * len(runs.varied)
        varied = zip(runs.varied.items(), places, strict=True)
        at = [f"{key} = {values[k] if isinstance(values, np.ndarray) else f'row {k}'}" for (key, values), k in varied]
        console.print(f"smallest error with {', '.join(at)}")
    if out is not None:
        runs.save(out)
        console.print(f"written to {in_one_line(out)}")
    if early:
        raise typer.Exit(1)


@app.command()
def cross(
    source: Source,
    start: Annotated[str, typer.Option("--from", help="Task coordinates of the start, as 0.1,0.4.")],
    end: Annotated[str, typer.Option("--to", help="Those of the end, beyond the singularity.")],
    mode: Annotated[str | None, typer.Option(help="The mode at the start: signs, as 1,-1, or names, as g1=+1,g2=-1.")] = None,
    duration: Annotated[float | None, typer.Option(help="The duration [s]; by default one that suits the machine.")] = None,
    path: Annotated[str, typer.Option(help="free, or straight: on the line from start to end.")] = "free",
    effort: Annotated[str | None, typer.Option(help="Limits of the active efforts: one number, or one for each.")] = None,
    speed: Annotated[str | None, typer.Option(help="Limits of the active speeds: one number, or one for each.")] = None,
    plant: Annotated[str, typer.Option(help="The plant of the run: native, exudyn or mujoco.")] = "native",
    run: Annotated[bool, typer.Option(help="Simulate the plan under its controller.")] = True,
    out: Annotated[str | None, typer.Option(help="Write the plan to a .npz file.")] = None,
    set: Settings = None,
) -> None:
    """Plan a motion through a Type 2 singularity and print it; then simulate it under the plan's controller, sampled at 1 kHz.
    The exit status is 1 if the run ends early or does not cross."""
    if plant not in CROSSING_PLANTS:
        raise unknown_name("plant", plant, CROSSING_PLANTS, "cross")
    if out is not None and (not out.endswith(".npz") or not Path(out).resolve().parent.is_dir()):
        raise kl.FileError(f"--out is {out!r}, expected a .npz file in a folder that exists")
    if out is not None:
        file_to_write(out)  # before the plan, not after it
    robot = _load(source, set)
    plan = kl.crossing(
        robot,
        _vector("--from", start),
        _vector("--to", end),
        mode=_mode(mode),
        duration=duration,
        path=path,
        effort=_limits("--effort", effort),
        speed=_limits("--speed", speed),
    )
    print(printable(str(plan)))
    if out is not None:
        plan.save(out)
        console.print(f"written to {in_one_line(out)}")
    if run:
        _run_plan(plan, plant)


def _run_plan(plan: kl.CrossingPlan, plant: str) -> None:
    """Simulate a plan under its controller, and print how the run went."""
    duration, period = CROSSING_PERIOD * round(plan.duration / CROSSING_PERIOD), CROSSING_PERIOD
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kl.RunEndedEarly)
        run = kl.simulate(plan.robot, plan.controller(), plan.trajectory, duration=duration, period=period, plant=plant)
    _print_end(run, plan.robot.mechanism.name, plant)
    console.print(f"largest error of the tool: {', '.join(_largest_by_unit(run.error, run.units['error']))}")
    efforts = zip(run.columns["tau"], run.units["tau"], run.tau.T, strict=True)
    console.print("largest effort: " + ", ".join(f"{joint} {_largest(tau):.4g} {unit}" for joint, unit, tau in efforts))
    if run.status or any(event.kind == "stall" for event in run.events):
        raise typer.Exit(1)


@app.command()
def save(
    source: Source, path: Annotated[str, typer.Argument(help="The .toml or .xml (MJCF) file to write.")], set: Settings = None
) -> None:
    """Write the description of a machine to a file, for kinloop (.toml) or for MuJoCo and Pinocchio (.xml)."""
    _load(source, set).save(path)


@app.command("c")
def c_source(
    source: Source, model: Annotated[str, typer.Argument(help="A model: inverse_dynamics, inertia, ...")] = "inverse_dynamics"
) -> None:
    """Print a model as C source."""
    print(_load(source).c_source(model))


def _load(source: str, settings: list[str] | None = None) -> kl.Robot:
    """The robot of a command's argument. A file is checked first; its faults are printed together, and the exit status is 2."""
    values = _parameters(settings)
    robot = kl.load(source, **values)
    if source not in kl.library():
        changed = robot.mechanism.model_copy(update={"parameters": dict(robot.mechanism.parameters) | values})
        report = kl.check(changed if values else source)
        # Where lengths were set, a start that does not exist for them is replaced, with a warning.
        if not all(values and fault.path[:1] == ("start",) for fault in report.faults):
            _print_error(str(report))
            raise typer.Exit(2)
    if not robot.mechanism.rates:
        raise KinloopError(f"{robot.mechanism.name}: nothing can move, since all its joints are fixed")
    return robot


def _find_configurations(robot: kl.Robot, x: str | None, q_active: str | None, variants: bool = False) -> kl.Configurations:
    """All configurations at the given task or active joints. Raises: Unreachable: there is none; it has the nearest target."""
    if (x is None) == (q_active is None):
        task, active = ",".join(robot.task), ",".join(robot.active)
        raise KinloopError(f"expected either --x {task} or --q-active {active}, with numbers in place of the names")
    if x is not None:
        given = _vector("--x", x)
        return robot.configurations(x=given, variants=variants) or robot.inverse_geometry(given)
    given = _vector("--q-active", q_active)
    return robot.configurations(q_active=given, variants=variants) or robot.forward_geometry(given)


def _vector(option: str, text: str | None) -> list[float]:
    try:
        return [float(number) for number in (text or "").replace(",", " ").split()]
    except ValueError:
        raise KinloopError(f"{option} {text!r}: expected numbers and commas, for example {option} 0.1,0.3") from None


def _limits(option: str, text: str | None) -> float | list[float] | None:
    """Limits of the active joints: none, one for all, or one for each."""
    values = None if text is None else _vector(option, text)
    return values[0] if values is not None and len(values) == 1 else values


def _mode(text: str | None) -> str | list[int] | None:
    """A mode by names, which the library reads, or by signs."""
    if text is None or any(map(str.isalpha, text)):
        return text
    signs = _vector("--mode", text)
    if not {*signs} <= {1.0, -1.0}:
        raise KinloopError(f"--mode {text!r}: expected signs 1 or -1, for example --mode 1,-1, or signs by name")
    return [int(sign) for sign in signs]


def _largest(values: np.ndarray) -> float:
    """The largest size of the values that are known."""
    return float(np.abs(values[np.isfinite(values)]).max(initial=0.0))


def _largest_by_unit(values: np.ndarray, units: Sequence[str]) -> list[str]:
    """The largest size among the columns of each unit, with that unit."""
    return [f"{_largest(values[:, np.array(units) == unit]):.3e} {unit}" for unit in dict.fromkeys(units)]


def _parameters(settings: list[str] | None) -> dict[str, float]:
    values = {}
    for text in settings or []:
        name, _, value = text.partition("=")
        try:
            values[name.strip()] = float(value)
        except ValueError:
            raise KinloopError(f"--set {text!r}: expected name=value with a number, for example --set m_p=2.5") from None
    return values


def _join_units(units: Sequence[str]) -> str:
    """The unit of every column, or the one that all columns share."""
    return ", ".join(units if len(set(units)) > 1 else units[:1])


def _numbers(array: np.ndarray, width: int = 100) -> str:
    return np.array2string(np.asarray(array) + 0.0, precision=5, suppress_small=True, max_line_width=width)


def _add_row(table: Table, name: str, value: Callable[[], np.ndarray], unit: str) -> None:
    """Add a model's values to the table, or "singular" where it has none; a model that the machine lacks is left out."""
    with suppress(UnsupportedOperation):
        try:
            table.add_row(name, _numbers(value()), unit)
        except SingularConfiguration:
            table.add_row(name, "undetermined: singular configuration", "")


def _print_error(message: str) -> None:
    Console(stderr=True, highlight=False, markup=False, emoji=False).print(printable(message), soft_wrap=True)


def main() -> None:
    """Run the command line; an error of kinloop is printed as a message, without a traceback."""
    for stream in (sys.stdout, sys.stderr):  # a letter that the terminal cannot encode is replaced
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = lambda message, *_, **__: _print_error(f"kinloop: {message}")
    try:
        app(prog_name="kinloop")
    except (KinloopError, OSError) as fault:
        _print_error(f"kinloop: {fault}")
        sys.exit(2)


if __name__ == "__main__":
    main()
