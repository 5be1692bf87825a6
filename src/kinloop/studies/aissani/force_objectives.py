"""Line 39 of the checklist: the control objectives of section 5.1.1, each as a short run: an egg, a board, a virtual world."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kinloop.control.force.force_control import ForceControl
from kinloop.control.force.hybrid_control import HybridControl
from kinloop.control.force.impedance import Impedance
from kinloop.control.force.virtual_wall import VirtualWall
from kinloop.mechanism.parts.parts import Anchor, Friction, Joint, Link, Mechanism
from kinloop.mechanism.parts.surface import Surface
from kinloop.model.robot import Robot, load
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.options.plant_options import Native
from kinloop.simulation.options.run_options import Environment, Pulse, Sensors
from kinloop.simulation.record.record import Record
from kinloop.studies.aissani.joint_runs import thin
from kinloop.studies.framework.figure_data import Curves, Motion, over_time
from kinloop.studies.framework.finding import go_beyond, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.trajectory.pause import Pause
from kinloop.trajectory.polynomials.quintic import Quintic
from kinloop.trajectory.sequence import Sequence

Array = np.ndarray
SENSORS = Sensors(measured=("active", "passive", "wrench"))
SQUEEZE, BREAKS = 5.0, 10.0  # N: the force on the egg, and what would break it; ours
PRESS = 10.0  # N: of the pen on the board; ours
STIFFNESS, PUSH = 500.0, 5.0  # N/m, N: of the spring that the hand feels, and its push; ours
BEGIN = 0.008  # m: from the tool to the egg's shell and to the board
WALL_FRICTION, PERIOD = 0.8, 1e-3  # N s/m of the handle, s


@cache
def start() -> tuple[Robot, Array]:
    """The SCARA robot and its tool's coordinates at the start."""
    robot = load("scara_prrr")
    return robot, np.array(robot.forward_geometry(robot.start[:4], near=robot.start).x)


def run_with(law: Any, trajectory: Any, duration: float, environment: Environment, plant: Any = "native") -> Record:
    """The SCARA robot in an environment that its law does not know."""
    robot, _ = start()
    options: dict[str, Any] = {"plant": plant, "q": robot.start, "sensors": SENSORS, "environment": environment}
    return simulate(robot, law, trajectory, duration=duration, period=PERIOD, **options)


@cache
def squeeze_egg() -> Record:
    """Force control: down onto a soft shell, then 5 N."""
    _, x = start()
    shell = Surface(name="egg", h=f"z - {x[2] - BEGIN}", stiffness=2000.0, damping=20.0)
    return run_with(ForceControl([0, 0, SQUEEZE, 0], approach=0.02), None, 1.5, Environment(surfaces=[shell]))


@cache
def write_on_board(plant: str, duration: float = 1.6) -> Record:
    """Hybrid control: 10 N into a board with friction, and two strokes along it."""
    _, x = start()
    board = Surface(name="board", h=f"z - {x[2] - BEGIN}", stiffness=2e4, damping=100.0, friction=0.3, speed=2e-3)
    corner, end = x + np.array([0.03, 0.03, 0, 0]), x + np.array([-0.03, 0.03, 0, 0])
    strokes = Sequence([Pause(x, 0.6, space="task"), Quintic(x, corner, 0.5), Quintic(corner, end, 0.5)])
    law = HybridControl(900.0, 60.0, [0, 0, PRESS, 0], axes=(0, 0, 1, 0))
    return run_with(law, strokes, duration, Environment(surfaces=[board]), plant)


@cache
def push_by_hand() -> Record:
    """Impedance control: a hand pushes along x for 1.5 s against a spring, a damper and a mass that are not there."""
    _, x = start()
    law = Impedance([STIFFNESS] * 3 + [5.0], [60.0] * 3 + [0.6], [2.0] * 3 + [0.02])
    push = Environment(pulses=[Pulse([PUSH, 0, 0, 0, 0, 0], 0.2, 1.5)])
    return run_with(law, Pause(x, 2.5, space="task"), 2.5, push)


@cache
def handle() -> Robot:
    """A handle on one slide with friction: a haptic device."""
    friction = Friction(viscous=WALL_FRICTION)
    joint = Joint(name="s", kind="prismatic", parent="base", child="grip", axis=(1, 0, 0), friction=friction)
    grip = Link(name="grip", mass=0.1)
    tool = Anchor(link="grip")
    return load(Mechanism(name="handle", gravity=(0, 0, 0), links=[grip], joints=[joint], tool=tool, task=("x",)))


def growth_at_wall(stiffness: float) -> float:
    """How much the motion of a hand at a virtual wall grows from the first half second to the last second of four."""
    hand = Surface(name="hand", h="-0.002 - x", stiffness=2000.0, sides="both")  # a spring that holds 2 mm inside the wall
    run = simulate(
        handle(),
        VirtualWall(stiffness, h="x"),
        q=[-0.004],
        duration=4.0,
        period=PERIOD,
        plant=Native(payload=0.5),
        environment=Environment(surfaces=[hand]),
    )
    return float(np.ptp(run.x[run.t > 3.0]) / np.ptp(run.x[run.t < 0.5]))


@study(
    "003-39",
    "Control objectives: force, hybrid and impedance control",
    did="Names four objectives: motion, force (an egg), hybrid motion and force (writing on a board) and impedance control (a "
    "virtual world), and treats the first.",
    claimed="The force on an egg must neither break nor drop it; a pen must keep contact without breaking the board; an "
    "impedance renders objects that are not there.",
    seconds=3.0,
)
def line_39_objectives(context: StudyContext) -> StudyResult:
    """One run for each objective that the thesis names and does not treat."""
    egg, pushed = squeeze_egg(), push_by_hand()
    board, on_engine = write_on_board("native"), write_on_board("mujoco", 0.8)
    force = egg.contact_wrench[:, 2]
    pen = board.contact_wrench[:, 2]
    contact = board.t[np.argmax(pen > 0)]
    settled = board.t > contact + 0.3
    moved = pushed.x[:, 0] - start()[1][0]
    apart = float(np.abs(board.x[: len(on_engine.x)] - on_engine.x).max())
    bound = 2 * WALL_FRICTION / PERIOD
    return StudyResult(
        ran="scara_prrr at 1 ms with a force sensor: ForceControl onto a shell of 2000 N/m, HybridControl on a board of 20 kN/m "
        "with friction (native plant, its first 0.8 s on MuJoCo too), Impedance under a push; a handle at a VirtualWall with a "
        "hand.",
        findings=[
            go_beyond("egg: force at the end minus 5 N", "equals", 0.0, force[-1] - SQUEEZE, "N", within=1e-3),
            go_beyond("egg: largest force, below the 10 N that would break it", "at most", BREAKS, force.max(), "N"),
            go_beyond(
                "board: force after the contact has settled, farthest from 10 N",
                "at most",
                0.2,
                np.abs(pen[settled] - PRESS).max(),
                "N",
            ),
            go_beyond("board: smallest force since then: the pen keeps contact", "at least", 1.0, pen[settled].min(), "N"),
            go_beyond("board: path error, largest", "at most", 1e-3, np.linalg.norm(board.error[:, :2], axis=1).max(), "m"),
            observe("board: native minus MuJoCo, largest", apart, "m or rad", relation="at most", bound=1e-8),
            go_beyond(
                "hand: displacement under 5 N at 500 N/m",
                "equals",
                PUSH / STIFFNESS,
                moved[np.searchsorted(pushed.t, 1.69)],
                "m",
                within=1e-5,
            ),
            go_beyond("hand: displacement after it let go", "equals", 0.0, moved[-1], "m", within=1e-4),
            go_beyond(
                f"virtual wall at K = {bound:g} N/m, b = K T/2: growth of the motion", "at most", 1.0, growth_at_wall(bound)
            ),
            observe(
                "virtual wall at four times that stiffness: growth of the motion",
                growth_at_wall(4 * bound),
                relation="at least",
                bound=1.0,
            ),
        ],
        figures=_figures(egg, board, moved, pushed),
        notes=["The thesis names these objectives with everyday examples and no numbers: all settings are ours."],
    )


def _figures(egg: Record, board: Record, moved: Array, pushed: Record) -> list[Curves | Motion]:
    t_egg, force = thin(egg, egg.contact_wrench[:, 2])
    t_board, pen = thin(board, board.contact_wrench[:, 2])
    t_hand, hand = thin(pushed, moved)
    return [
        over_time("Force on the egg", t_egg, {"force": force, "-- wanted": np.full(len(t_egg), SQUEEZE)}, "force", "N"),
        over_time("Force of the pen", t_board, {"force": pen, "-- wanted": np.full(len(t_board), PRESS)}, "force", "N"),
        over_time(
            "Displacement by a hand",
            t_hand,
            {"x": hand, "-- push over stiffness": np.full(len(t_hand), PUSH / STIFFNESS)},
            "displacement",
            "m",
        ),
        Motion("Writing on a board", board),
    ]
