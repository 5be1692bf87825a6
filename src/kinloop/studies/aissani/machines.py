"""Line 29 of the checklist: the joints and the types of robots of the thesis's first chapter."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.mechanism.parts.parts import Anchor, Joint, Link, Mechanism
from kinloop.model.checking.check import check
from kinloop.model.checking.mobility import Mobility
from kinloop.model.robot import load
from kinloop.simulation.loop.simulate import simulate
from kinloop.simulation.record.record import Record
from kinloop.studies.framework.figure_data import Motion
from kinloop.studies.framework.finding import Finding, claim, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult
from kinloop.trajectory.described_motion import described_motion

# Kinds of joints with their degrees of freedom: section 1.2 prints those of R and P
JOINTS = {"revolute": 1, "prismatic": 1, "universal": 2, "spherical": 3}
# Section 1.3: the library's machine of each type, and the letters of its active joints where the thesis gives or shows them
TYPES = {
    "gantry": ("gantry", "PPP"),
    "SCARA PRRR": ("scara_prrr", "PRRR"),
    "SCARA RRPR": ("scara_rrpr", "RRPR"),
    "articulated": ("puma560", "RRRRRR"),
    "cylindrical": ("cylindrical", "RPP"),
    "Delta": ("delta_parallelograms", "RRR"),
    "Stewart-Gough": ("stewart_gough", "PPPPPP"),
}
# What the thesis says of the joints of a type in words; of the SCARA robots it prints the letters, the others are pictures.
WORDS = {"gantry": "linear joints", "Stewart-Gough": "6 linear actuators"}
PRINTED = {"SCARA PRRR", "SCARA RRPR", *WORDS}
LETTER = {"revolute": "R", "prismatic": "P"}


def degrees_of_freedom(kind: str) -> int:
    """The rank of the motions that one joint of a kind leaves to a body."""
    joint = Joint(name="joint", kind=kind, parent="base", child="body", **({"axis2": (0, 1, 0)} if kind == "universal" else {}))
    body = Mechanism(name=f"one_{kind}", links=[Link(name="body", mass=1.0)], joints=[joint], tool=Anchor(link="body"))
    robot = load(body)
    return int(np.linalg.matrix_rank(robot.jacobian(robot.start)))


def active_letters(machine: str) -> str:
    """The kinds of the active joints in the order of the machine's tree."""
    robot = load(machine)
    kinds = {joint.name: LETTER[joint.kind] for joint in robot.mechanism.ordered_joints if joint.kind in LETTER}
    return "".join(kinds[name] for name in robot.active)


def mobility(machine: str) -> Mobility:
    """What the check of the description finds."""
    found = check(machine).mobility
    if found is None:
        raise AssertionError(machine)  # every machine of the library has fewer rates than the check allows
    return found


@cache
def described_run(machine: str) -> Record:
    """The described motion, prescribed, 50 samples a second."""
    robot = load(machine)
    motion = described_motion(robot)
    return simulate(robot, None, motion, plant="prescribed", duration=motion.duration, period=0.02)


@study(
    "003-29",
    "Joints and types of manipulators",
    did="Names revolute, prismatic, universal and ball joints, and shows a gantry, two SCARA robots, an articulated, a "
    "cylindrical, a Delta and a Stewart-Gough robot.",
    claimed="R and P joints have one degree of freedom. Gantries have linear joints; SCARA robots are PRRR or RRPR; a Delta's "
    "motors are not at its joints; a Stewart-Gough platform has six linear actuators.",
    seconds=1.5,
)
def line_29_machines(context: StudyContext) -> StudyResult:
    """The degrees of freedom of each joint and machine, by ranks, and the described motion of each machine."""
    found: list[Finding] = []
    for kind, degrees in JOINTS.items():
        words, rank = f"degrees of freedom of a {kind} joint", degrees_of_freedom(kind)
        found.append(claim(words, "is", degrees, rank) if kind in LETTER else observe(words, rank, bound=degrees))
    for words, (machine, letters) in TYPES.items():
        result = mobility(machine)
        found += [
            claim(f"{words}: active joints", "is", letters, active_letters(machine), says=WORDS.get(words))
            if words in PRINTED
            else observe(f"{words}: active joints", active_letters(machine), bound=letters),
            observe(f"{words}: degrees of freedom less actuators", result.rates - result.rank - result.actuators, bound=0),
        ]
    for words in ("Delta", "Stewart-Gough"):
        gap = float(np.abs(described_run(TYPES[words][0]).error).max())
        found.append(
            observe(f"{words}: distance from the described path, largest", gap, "m or rad", relation="at most", bound=1e-9)
        )
    delta = load("delta_parallelograms")
    on_base = sum(joint.parent == "base" for joint in delta.mechanism.ordered_joints if joint.name in delta.active)
    found.append(claim("Delta: motors on the base", "is", 3, on_base, says="the motors are not at each joint"))
    return StudyResult(
        ran="One joint of each kind, and seven machines of the library: mobility by the rank of the closures; the described "
        "motions of the Delta and the Stewart-Gough robot, prescribed.",
        findings=found,
        figures=[
            Motion("Delta robot with parallelograms", described_run("delta_parallelograms"), reproduces="fig. 1.7"),
            Motion("Stewart-Gough platform", described_run("stewart_gough"), reproduces="fig. 1.8"),
        ],
        notes=[
            "The thesis shows the machines as pictures and gives no numbers; those of kinloop's library have sources of "
            "their own.",
            "The universal and the ball joint are named only; two and three degrees of freedom are the textbooks'.",
        ],
    )
