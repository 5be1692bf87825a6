"""Paragraphs of the report that say what is seen and how it was made, with the numbers of the runs."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from kinloop.simulation.record.record import Record
from kinloop.studies.framework.figure_data import Motion
from kinloop.studies.running.run_studies import StudyRun

ENGINES = {"exudyn": "Exudyn", "mujoco": "MuJoCo"}


def crossing_text(run: StudyRun) -> str:
    """What the first motion of the report shows, with its efforts and errors."""
    motions = [figure for figure in (run.result.figures if run.result else ()) if isinstance(figure, Motion)]
    if not motions:
        return ""
    motion = motions[0]
    plant = motion.record.options.get("plant")
    name = (
        ENGINES.get(str(plant.get("type", "")).lower(), "kinloop's integrator")
        if isinstance(plant, dict)
        else "kinloop's integrator"
    )
    text = (
        "Two slides carry a tool by two rods. Where both rods are one line, here after 2 s, the slides do not hold the tool "
        "against a push across that line: a singularity of Type 2. A motion through it needs efforts without a "
        "bound, unless its acceleration there meets a criterion. Two of the reports planned such a motion and drove ADAMS along "
        "it: the forces were of 10 to 100 million newtons in one, and erratic in the other.\n\n"
        f"Here that trajectory is followed in closed loop through the singularity, on {name}. The tool stays within "
        f"{1e6 * _largest_error(motion.record):.1g} micrometres of its path, and the efforts are "
        f"{_largest_effort(motion.record):.3g} N at most."
    )
    if motion.compare is not None:
        text += (
            f" Drawn translucent: {motion.compare_name} on the same trajectory, which takes "
            f"{_largest_effort(motion.compare):,.0f} N "
            "and turns back."
        )
    return text + " Play it, or point at a plot: machine and plots show one instant."


def _largest_effort(record: Record) -> float:
    return float(np.nanmax(np.abs(record.tau)))


def _largest_error(record: Record) -> float:
    return float(np.nanmax(np.linalg.norm(record.error, axis=1)))


def how_it_was_made(runs: Sequence[StudyRun]) -> str:
    """The command, the versions of what numbers depend on, and how long the studies took."""
    ran = " ".join(run.result.ran for run in runs if run.result is not None)
    engines = [f"{name} {_version(package)}" for package, name in ENGINES.items() if name.lower() in ran.lower()]
    seconds = sum(run.seconds for run in runs)
    return (
        f"Made by the command kinloop reproduce, kinloop {_version('kinloop')}, Python {platform.python_version()}, NumPy "
        f"{np.__version__}{''.join(f', {engine}' for engine in engines)}, on {platform.system()} {platform.machine()}; "
        "the studies "
        f"took {seconds:.0f} s in all."
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # run from its source
        return "of the working copy"
