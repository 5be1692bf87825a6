"""Lines 12 and 13 of the checklist: computed torque, and computed torque towards the singularity."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from kinloop.control.computed_torque import ComputedTorque
from kinloop.simulation.record.record import Record, RunStatus
from kinloop.studies.biglide.biglide_paths import DEMUTTI_ROSI, TO_SINGULARITY, biglide
from kinloop.studies.biglide.control_runs import control_run
from kinloop.studies.biglide.engine_figures import NAMES
from kinloop.studies.biglide.record_figures import effort_curves, joint_error_curves, paths_of_tool
from kinloop.studies.demutti_rosi.singularity import along_x
from kinloop.studies.framework.figure_data import Equation, Motion
from kinloop.studies.framework.finding import Finding, claim, correct, go_beyond, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.trajectory.planning.assess import assess

INTERVALS = (0.1, 0.05, 0.025)
COMPUTED_TORQUE = ComputedTorque(1.0, 2.0)
BY_TOOL = ComputedTorque(1.0, 2.0, space="task")
SHRINKING = (0.025, 0.01, 1e-3)
FINER = (1e-3, 5e-4, 2.5e-4)


@study(
    "000-12",
    "Computed torque",
    did="Linearises the machine by its inverse dynamics, with Kp = 1 and Kd = 2 on joint references from the inverse model.",
    claimed="The tracking error of the joints converges well along the trajectory of section 3.2.",
    seconds=1.0,
)
def line_12_computed_torque(context: StudyContext) -> StudyResult:
    """At every interval of the report, on our plant and on the engines; and long after the end, for the convergence."""
    runs = {i: control_run(COMPUTED_TORQUE, DEMUTTI_ROSI, i, context.engine) for i in INTERVALS}
    errors = {i: _joint_error(run) for i, run in runs.items()}
    apart = max(
        float(np.abs(control_run(COMPUTED_TORQUE, DEMUTTI_ROSI, i, plant).x - runs[i].x).max())
        for i in INTERVALS
        for plant in context.plants
    )
    long = control_run(COMPUTED_TORQUE, DEMUTTI_ROSI, 0.05, "native", 12.0)
    left = float(np.abs((long.q_ref - long.q[:, :2])[-1]).max()) / _joint_error(long)
    run = runs[0.05]
    return StudyResult(
        ran=f"{NAMES[context.engine]}, and all plants for comparison, steps of 1 ms; communication every 0.05 s, also 0.1 and "
        "0.025 s.",
        findings=[
            claim("joint error 10 s after the end over the largest one", "at most", 0.01, left, says="good convergence behavior"),
            observe("largest joint error with 0.05 s", errors[0.05], "m"),
            *(
                observe(
                    f"error with {a:g} s over error with {b:g} s", errors[a] / errors[b], relation="about", bound=2.0, within=0.1
                )
                for a, b in pairwise(INTERVALS)
            ),
            observe("largest distance of the tool between plants", apart, "m", relation="at most", bound=1e-7),
        ],
        figures=[
            joint_error_curves("Tracking error of the joints, 0.05 s", run, reproduces="fig. 3.6"),
            effort_curves("Efforts", run),
            Motion("Computed torque along the trajectory of section 3.2", run),
            Equation(
                "Computed torque (3.7)",
                r"\boldsymbol\tau = \mathbf M\left(\ddot{\mathbf q}_t + \mathbf K_d(\dot{\mathbf q}_t - "
                r"\dot{\mathbf q}_a) + \mathbf K_p(\mathbf q_t - \mathbf q_a)\right) + \mathbf c",
            ),
        ],
        notes=["Efforts are held for an interval, and the error is in proportion to it; in continuous time it would stay zero."],
    )


def _joint_error(run: Record) -> float:
    return float(np.nanmax(np.abs(run.q_ref - run.q[:, :2])))


@study(
    "000-13",
    "Computed torque towards the singularity",
    did="Lets the same controller follow a quintic from (0.1, 0.4) to (-0.1, 0.2) in the working mode (1, -1), through x = 0.",
    claimed="The simulation stops at the singularity, the error grows at once, and the forces tend to infinity.",
    seconds=5.0,
)
def line_13_towards_the_singularity(context: StudyContext) -> StudyResult:
    """The joint controller at shrinking intervals, the efforts that the motion itself needs, and control by the tool instead."""
    runs = {p: control_run(COMPUTED_TORQUE, TO_SINGULARITY, p, context.engine) for p in SHRINKING}
    tool = {plant: control_run(BY_TOOL, TO_SINGULARITY, 1e-3, plant) for plant in ("native", context.engine)}
    shown, across = runs[0.01], tool[context.engine]
    by_tool, by_joints = "computed torque of the tool", "computed torque of the joints"
    return StudyResult(
        ran=f"{NAMES[context.engine]} at 25, 10 and 1 ms; our own plant down to 0.25 ms; 2 s, which the report leaves open.",
        findings=[*_joint_control(runs), *_motion_itself(), *_tool_control(tool)],
        figures=[
            joint_error_curves("Tracking error of the joints, 10 ms", shown, reproduces="fig. 3.7"),
            effort_curves("Efforts at 10 ms", shown, reproduces="fig. 3.8"),
            effort_curves("Efforts of computed torque of the tool", across, every=2),
            paths_of_tool("Where the tool goes", TO_SINGULARITY, {by_joints: (shown, 1), by_tool: (across, 4)}),
            Motion("Towards the singularity: joints turn back, the tool crosses", across, shown, by_tool, by_joints),
        ],
        notes=[
            "The trajectory meets the crossing criterion by accident, since its acceleration is zero at x = 0. What fails is the "
            "controller of the joints, whose effort for a joint error grows as 1/x^2; for an error of the tool it grows as 1/x.",
            "With the report's gains our run goes on and turns back where ADAMS stopped: joint errors stay below a "
            "millimetre, and "
            "the tool is far away. With gains of 100 it ends there too.",
        ],
    )


def _joint_control(runs: dict[float, Record]) -> list[Finding]:
    """What the report saw: efforts without a bound at the singularity, and a tool that does not arrive."""
    native = [np.abs(control_run(COMPUTED_TORQUE, TO_SINGULARITY, p).tau).max() for p in FINER]
    hard = control_run(ComputedTorque(100.0, 100.0), TO_SINGULARITY, 5e-3)
    finest, turned = runs[SHRINKING[-1]], runs[0.01].x[-1, 0]
    when = finest.t[np.abs(finest.tau).max(axis=1).argmax()]
    return [
        claim(
            "largest effort with half the interval over that before, on our plant",
            "about",
            2.0,
            native[-1] / native[-2],
            within=0.1,
            says="the forces tend to infinity",
        ),
        *(observe(f"largest effort with {p:g} s", np.abs(run.tau).max(), "N") for p, run in runs.items()),
        claim("time of the largest effort", "equals", 1.0, when, "s", within=0.03, says="approaching the singularity"),
        claim("distance of the tool to its goal at the end, 10 ms", "at least", 0.19, turned + 0.1, "m", says="fails to track"),
        observe("how the run ends with the gains of the report", runs[0.01].status.words, bound=RunStatus.COMPLETE.words),
        observe("how it ends with gains of 100", hard.status.words, bound=RunStatus.DIVERGED.words),
        *_growth(),
    ]


def _growth() -> list[Finding]:
    """How the effort for a unit of error grows towards x = 0, by the joints and by the tool."""
    q = along_x((1, -1), np.array([1e-3, 1e-4]))
    inertia, rows = biglide().inertia(q), biglide().input_output(q)
    by_joints = np.abs(inertia).max(axis=(1, 2))
    by_tool = np.abs(inertia @ -np.linalg.solve(rows.B, rows.A)).max(axis=(1, 2))
    text = "effort for a unit of error of the {}, ten times nearer to x = 0 over that before"
    return [
        observe(text.format("joints"), by_joints[1] / by_joints[0], relation="about", bound=100.0, within=0.01),
        observe(text.format("tool"), by_tool[1] / by_tool[0], relation="about", bound=10.0, within=0.01),
    ]


def _motion_itself() -> list[Finding]:
    """The efforts that the trajectory needs, under any controller: they are bounded."""
    met = assess(biglide(), TO_SINGULARITY, mode=(1, -1))
    sides = [side for crossing in met.crossings for side in (crossing.before, crossing.after) if side is not None]
    exact = max(float("inf") if side.tau is None else float(np.abs(side.tau).max()) for side in sides)
    is_bounded = len(met.crossings) == 1 and not any(side.unbounded for side in sides)
    what, found = "efforts that the trajectory itself needs towards x = 0", "bounded" if is_bounded else "unbounded"
    return [
        correct(what, "is", "unbounded", found, proof=exact < 10),
        observe("the largest of them at x = 0", exact, "N", relation="at most", bound=10.0),
    ]


def _tool_control(runs: dict[str, Record]) -> list[Finding]:
    """Computed torque of the tool crosses and arrives."""
    found = []
    for plant, run in runs.items():
        text, away, effort = f"computed torque of the tool, {NAMES[plant]}", np.abs(run.error[-1]).max(), np.abs(run.tau).max()
        found.append(go_beyond(f"{text}: distance to the goal", "at most", 2e-4, away, "m"))
        found.append(go_beyond(f"{text}: largest effort", "at most", 3.0, effort, "N"))
    return found
