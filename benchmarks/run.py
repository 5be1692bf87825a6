"""Run every benchmark: prints a table, writes results/latest.json. ``python benchmarks/run.py [topic ...]`` for some of them."""

from __future__ import annotations

import json
import platform
import sys
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from measure import Measure, as_table
from rich.console import Console
from rich.table import Table

from kinloop.compile.llvm.kernel import processors
from kinloop.compile.llvm.target import host_target

TOPICS = (
    *("agreement", "batch", "single_call", "closed_dynamics", "closed_loop", "rollouts", "long_runs", "engines"),
    *("iftomm", "geometry", "singularity_map", "startup", "compile_growth", "long_chain", "robustness_map"),
    *("contact_stability", "cluster_sweep", "studio"),
)
RESULTS = Path(__file__).parent / "results" / "latest.json"


def main() -> int:
    wanted = sys.argv[1:] or TOPICS
    if unknown := set(wanted) - set(TOPICS):
        print(f"no benchmark {', '.join(sorted(unknown))}; there are: {', '.join(TOPICS)}", file=sys.stderr)
        return 2
    measures = [measure for topic in wanted for measure in import_module(topic).measures()]
    show(measures)
    if set(wanted) == set(TOPICS):
        write(measures)
    return 1 if any(measure.met is False for measure in measures) else 0


def show(measures: list[Measure]) -> None:
    table = Table("topic", "what", "kinloop", "peer", "ratio", "target", "")
    for row in as_table(measures):
        table.add_row(*row, style="red" if row[-1] == "MISSED" else None)
    Console(width=None if sys.stdout.isatty() else 200).print(table)


def write(measures: list[Measure]) -> None:
    """The figures with what they depend on."""
    machine = {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processors": processors(),
        "target": host_target().name,
        "python": platform.python_version(),
    }
    versions = {name: version(name) for name in ("casadi", "llvmlite", "numpy", "mujoco", "exudyn", "pin")}
    figures = [{**asdict(measure), "value": measure.value, "met": measure.met} for measure in measures]
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({"machine": machine, "versions": versions, "measures": figures}, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
