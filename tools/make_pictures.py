"""Make the pictures of the documentation; the same ones each time, for one version of matplotlib.

    python tools/make_pictures.py      # into docs/pictures

`biglide_singularities.png`: how well the Biglide's slides control its tool, over the tool's position, for one working mode of
each of the two families; where that ends (the loci), and the mechanism at a configuration.
`crossing.png`: a motion of the Biglide through a Type 2 singularity under the crossing controller, and the same motion under
computed torque of its joints, which loses the tool there.
`contact_stability.png`: what becomes of runs that press on walls, over stiffness and period, with the bound of the exact
linearisation in contact, as `benchmarks/contact_stability.py` computes them.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.contour import QuadContourSet
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

import kinloop as kl

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
X, Y = (-0.2, 0.2), (0.0, 0.6)
TYPE_2, TYPE_1, MACHINE, GREEN = "#c1121f", "#e08e0b", "#1d2a3a", "#00855f"
FAMILIES = {(1, -1): "one slide above the tool, one below", (1, 1): "both slides above the tool"}
LEVELS = np.linspace(0, 0.5, 51)
CONTROL = LinearSegmentedColormap.from_list("control", ["#fff3e0", "#d9ecf2", "#8fc1dd", "#5b9bc8"])


def biglide_singularities() -> Path:
    robot = kl.load("biglide")
    found = kl.singularity_map(robot, {"x": X, "y": Y}, points=241, mode=tuple(FAMILIES))
    figure, axes = plt.subplots(1, 2, figsize=(7.6, 5.8), dpi=110, sharey=True, layout="constrained")
    for axis, mode in zip(axes, FAMILIES, strict=True):
        filled = _map(axis, found, mode)
        _machine(axis, robot, (0.09, 0.27), mode, strong=True)
        axis.set_title(f"working mode {mode}\n{FAMILIES[mode]}", fontsize=10)
        axis.set(xlabel="x [m]", xlim=(-0.27, 0.27), ylim=(-0.12, 0.72), aspect="equal")
        axis.set_xticks([-0.2, -0.1, 0, 0.1, 0.2])
    _machine(axes[0], robot, (0.0, 0.36), (1, -1), strong=False)
    axes[0].set_ylabel("y [m]")
    bar = figure.colorbar(filled, ax=axes, shrink=0.55, pad=0.03, ticks=[0, 0.25, 0.5])
    bar.set_label("how evenly the slides move the tool\n(1 / condition number, at most 0.5)")
    figure.legend(
        handles=[
            Line2D([], [], color=TYPE_2, lw=2.5, label="Type 2: the slides lose the tool"),
            Line2D([], [], color=TYPE_1, lw=2.5, label="Type 1: the edge of the workspace"),
            Line2D([], [], color=MACHINE, lw=3, marker="o", label="a configuration"),
            Line2D([], [], color=MACHINE, lw=1.5, ls=":", marker="o", mfc="white", label="at Type 2: both rods on one line"),
        ],
        loc="outside lower center",
        ncols=2,
        fontsize=8,
        frameon=False,
    )
    path = FOLDER / "biglide_singularities.png"
    figure.savefig(path, metadata={"Software": None}, pil_kwargs={"optimize": True})
    plt.close(figure)
    return path


def _map(axis: Axes, found: kl.SingularityMap, mode: tuple[int, int]) -> QuadContourSet:
    """A map of how well the slides control the tool, with the singularity loci."""
    control = 1 / found.condition[found.modes.index(mode)]
    filled = axis.contourf(*found.coordinates.values(), control.T, levels=LEVELS, cmap=CONTROL)
    for kind, colour in (("type 1", TYPE_1), ("type 2", TYPE_2)):
        for curve in found.loci(kind, mode):  # type: ignore[arg-type]
            axis.plot(*curve.T, color=colour, lw=2.5, solid_capstyle="butt")
    return filled


def _machine(axis: Axes, robot: kl.Robot, x: tuple[float, float], mode: tuple[int, int], strong: bool) -> None:
    """Rails, feet, rods and the tool, where the model has them."""
    q = robot.inverse_geometry(x, mode=mode).q
    feet = [robot.frame_pose(q, foot).position[:2] for foot in ("foot1", "foot2")]
    tool = robot.frame_pose(q).position[:2]
    size = np.array([0.05, 0.06])
    for foot in feet:
        axis.axvline(foot[0], color="0.8", lw=5, zorder=0)
        axis.add_patch(Rectangle(tuple(foot - size / 2), *size, fc=MACHINE if strong else "none", ec=MACHINE, zorder=4))
    line = np.array([feet[0], tool, feet[1]])
    axis.plot(*line.T, color=MACHINE, lw=3.5 if strong else 1.5, ls="-" if strong else ":", zorder=5, solid_capstyle="round")
    axis.plot(*tool, "o", ms=9 if strong else 6, mfc=MACHINE if strong else "white", mec=MACHINE, zorder=6)


def crossing() -> Path:
    robot = kl.load("biglide")
    plan = kl.crossing(robot, [0.1, 0.4], [-0.1, 0.2], mode=(1, -1), duration=2.0)
    options = {"duration": 2.0, "period": 1e-3}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the second run warns: it does what this picture shows
        runs = {
            "crossing controller": kl.simulate(robot, plan.controller(), plan.trajectory, **options),
            "computed torque of the joints": kl.simulate(
                robot, kl.ComputedTorque(100.0, 20.0), plan.trajectory, mode=(1, -1), **options
            ),
        }
    figure, axes = plt.subplot_mosaic([["machine", "x"], ["machine", "tau"]], figsize=(8.4, 4.2), dpi=110, layout="constrained")
    machine, good = axes["machine"], runs["crossing controller"]
    for share in (0.0, 0.3, 0.5, 0.7, 1.0):
        x = good.x[round(share * (len(good) - 1))]
        _machine(machine, robot, tuple(x), (1, -1), strong=share in (0.0, 1.0))
    machine.plot(*good.x.T, color=GREEN, lw=2, zorder=7)
    machine.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", xlim=(-0.27, 0.27))
    machine.set_title("from one assembly mode to the other;\nin the middle both rods are on one line", fontsize=9)
    for (name, run), colour in zip(runs.items(), (GREEN, TYPE_2), strict=True):
        axes["x"].plot(run.t, run.x[:, 0], color=colour, label=name)
        axes["tau"].semilogy(run.t, np.abs(run.tau).max(axis=1), color=colour)
    for axis in (axes["x"], axes["tau"]):
        axis.axvline(plan.time, color="0.6", ls=":", zorder=0)
        axis.grid(True, color="0.92")
    axes["x"].axhline(0, color="0.6", ls=":", zorder=0)
    axes["x"].set(ylabel="tool, x [m]", title="")
    axes["x"].legend(fontsize=8, frameon=False)
    axes["tau"].set(xlabel="time [s]", ylabel="largest force [N]", ylim=(0.1, 1e7))
    path = FOLDER / "crossing.png"
    figure.savefig(path, metadata={"Software": None}, pil_kwargs={"optimize": True})
    plt.close(figure)
    return path


# Words, colour and marker of each outcome, in the order of the benchmark's classes.
OUTCOMES = (("the error decays", "#0072b2", "o"), ("it grows on the wall", "#e69f00", "^"), ("the tool bounces", "#d55e00", "x"))


def contact_stability() -> Path:
    sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
    import contact_stability as runs

    figure, axes = plt.subplots(1, 2, figsize=(7.6, 3.6), dpi=110, sharey=True, layout="constrained")
    stiffness, period = np.meshgrid(runs.STIFFNESSES, 1e3 * runs.PERIODS)
    for axis, machine in zip(axes, runs.MACHINES, strict=True):
        outcome, radius = runs.classes(machine), runs.radii(machine)
        for k, (words, colour, marker) in enumerate(OUTCOMES):
            here = outcome == k
            axis.plot(stiffness[here], period[here], marker, color=colour, ms=4, ls="none", label=words)
        axis.contour(stiffness, period, radius, levels=[1.0], colors="black", linewidths=2)
        axis.plot([], [], color="black", lw=2, label="spectral radius 1")
        axis.set(xscale="log", xlabel="stiffness of the wall [N/m]", title=machine.name)
    axes[0].set_ylabel("control period [ms]")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=8, frameon=False)
    path = FOLDER / "contact_stability.png"
    figure.savefig(path, metadata={"Software": None}, pil_kwargs={"optimize": True})
    plt.close(figure)
    return path


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    biglide_singularities()
    crossing()
    contact_stability()
