"""The five source documents, and the lines of the checklist that belong to each: a study for every line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Document:
    """A source document. ``key`` is its entry in docs/sources.md, ``lines`` the first and the last line of the checklist;
    ``machine`` the one that its studies are about: studies of one machine share compiled models and runs."""

    id: str
    key: str
    title: str
    authors: str
    about: str
    lines: tuple[int, int]
    machine: str

    @property
    def study_ids(self) -> tuple[str, ...]:
        """The studies of this document: ``000-1``, ``000-2``, ..."""
        first, last = self.lines
        return tuple(f"{self.id}-{line}" for line in range(first, last + 1))


DOCUMENTS = {
    document.id: document
    for document in (
        Document(
            "000",
            "DemuttiRosi2020",
            "Kinematics and Dynamics of a Biglide",
            "Marco Demutti, Emanuele-Riccardo Rosi",
            "A laboratory report: a five-bar with two slides, its models in MATLAB and Simulink, its machine in ADAMS.",
            (1, 16),
            "biglide",
        ),
        Document(
            "001",
            "ContiPagano",
            "Kinematic and Dynamic Models of a Biglide Mechanism",
            "Fabio Conti, Francesco Pagano",
            "A laboratory report: the same machine by another derivation, with Gazebo in the place of ADAMS.",
            (17, 22),
            "biglide",
        ),
        Document(
            "002",
            "RoboticsExam2016",
            "Robotics 2, final test of June 1, 2016",
            "no author is printed",
            "An examination with its solution: a 2R arm in a vertical plane whose tool keeps its orientation.",
            (23, 28),
            "two_r_exam",
        ),
        Document(
            "003",
            "Aissani2021",
            "Modeling and Control of a 4 DOF Robot Manipulator",
            "Omar Aissani",
            "A thesis: a SCARA robot, from its kinematics to its control, with MATLAB, Simscape and Fusion 360.",
            (29, 40),
            "scara_prrr",
        ),
        Document(
            "004",
            "LeePalma",
            "Lab 4: Kinematics and Dynamics of a Biglide",
            "Justin Lee, Steven Palma Morera",
            "A laboratory report: the Biglide with ADAMS once more, through singularities of Type 1 and Type 2.",
            (41, 49),
            "biglide",
        ),
    )
}


# What the tools of the documents can do and kinloop does not.
LIMITS = (
    "kinloop's bodies are rigid and its joints exact: it has no joint elasticity and no backlash, which ADAMS offers.",
    "Masses and inertias are numbers of a description: kinloop does not compute them from meshes of a CAD program.",
)
