"""How a sweep in a folder is printed: how the runs ended, percentiles of the summaries, the best run, and what is missing."""

from __future__ import annotations

import typer
from rich.table import Table
from rich.text import Text

import kinloop as kl
from kinloop.cli.console import console, print_error, print_json
from kinloop.errors import in_one_line

PERCENTILES = (0, 50, 100)


def print_sweep(found: kl.Sweep, name: str, out: str | None, json: bool) -> None:
    """Print a sweep, and write its runs to a file; the exit status is 1 if a run ended early or is missing."""
    early = sum(count for word, count in found.statuses.items() if word != kl.RunStatus.COMPLETE.words)
    if json:
        _print_json(found, name, early)
    else:
        _print_table(found, name, early)
    if out is not None:
        found.to_rollouts().save(out)
        if not json:
            console.print(f"written to {in_one_line(out)}")
    if early or found.missing:
        raise typer.Exit(1)


def _rows(found: kl.Sweep) -> dict[str, tuple[str, str]]:
    """The columns that are printed, with their labels and units."""
    labels = {"error_rms": "error, root mean square", "error_max": "largest error"}
    labels |= {column: f"largest effort of {column.partition('.')[2]}" for column in found.column_groups["tau_max"]}
    return {column: (label, found.units.get(column, "")) for column, label in labels.items()}


def _print_table(found: kl.Sweep, name: str, early: int) -> None:
    console.print(Text.assemble((in_one_line(name), "bold"), f"  {len(found)} runs, {early} of them ended early"))
    for word, count in found.statuses.items():
        if early:
            console.print(f"  {count} {word}")
    table = Table("", "smallest", "median", "largest", "unit", header_style="bold")
    for column, (label, unit) in _rows(found).items():
        values = found.percentiles(column, PERCENTILES)
        table.add_row(in_one_line(label), *("-" if value != value else f"{value:.4g}" for value in values), unit)
    console.print(table)
    for run in found.best():
        varied = found.columns[1 : found.columns.index("status")]
        console.print(f"smallest error with {', '.join(f'{in_one_line(column)} = {run[column]:.6g}' for column in varied)}")
    if len(found.targets) > 1:
        console.print(f"computed for several families of processors: {', '.join(found.targets)}; the last digits may differ")
    console.print(f"in {in_one_line(str(found.folder))}")
    if found.missing:
        print_error(f"kinloop: {found.missing} runs are missing; the same command goes on with them")


def _print_json(found: kl.Sweep, name: str, early: int) -> None:
    percentiles = {
        column: dict(zip(map(str, PERCENTILES), found.percentiles(column, PERCENTILES), strict=True)) for column in _rows(found)
    }
    failures = [{"arguments": dict(each.arguments), "error": each.error} for each in found.failures]
    print_json(
        {
            "name": name,
            "folder": str(found.folder),
            "runs": len(found),
            "ended_early": early,
            "missing": found.missing,
            "statuses": found.statuses,
            "percentiles": percentiles,
            "best": found.best(),
            "targets": found.targets,
            "failures": failures,
        }
    )
