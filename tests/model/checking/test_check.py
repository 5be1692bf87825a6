"""The report on good and bad descriptions, and its statements about mobility."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from machines import CLOSED, rssr
from typer.testing import CliRunner

import kinloop as kl
import kinloop.mechanism
from kinloop.cli import app
from kinloop.model.checking.check import Report

BAD = sorted((Path(__file__).parents[2] / "mechanism" / "validate" / "bad_files").glob("*.toml"))
LIBRARY = {path.stem: path.read_bytes() for path in sorted((Path(kinloop.mechanism.__file__).parent / "library").glob("*.toml"))}


# ---------------------------------------------------------------- what a person reads


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_wrong_file_is_reported_as_a_person_wants_to_read_it(path: Path) -> None:
    """Each file ends with what its report has to say."""
    text = path.read_bytes().decode("utf-8", errors="replace")
    report = kl.check(path)
    expected = [line.replace("\\n", "\n") for line in re.findall(r"^# expect: (.*)$", text, re.MULTILINE)]
    assert expected
    for words in expected:
        assert words.replace("character '\n'", "character '\\n'") in str(report)
    assert report.ok == ("# expect ok" in text)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_what_is_a_fault_is_not_loaded_and_what_is_none_is(path: Path) -> None:
    report = kl.check(path)
    if report.ok:
        kl.load(path)
        return
    with pytest.raises(kl.KinloopError) as refused:
        kl.load(path)
    if isinstance(refused.value, kl.DescriptionError):
        assert [str(fault) for fault in refused.value.faults] == [str(fault) for fault in report.faults]


def test_a_mechanism_is_checked_and_loaded_alike() -> None:
    """A body that no mass distribution has, and loops that do not close, written in Python."""
    arm = kl.load("two_r").mechanism
    rod = arm.links[0].model_copy(update={"inertia": (-1.0, 0.1, 0.1, 0.0, 0.0, 0.0)})
    for wrong in (
        arm.model_copy(update={"links": (rod, *arm.links[1:])}),
        rssr().model_copy(update={"start": {}, "loops": tuple(_far(loop) for loop in rssr().loops)}),
    ):
        report = kl.check(wrong)
        assert report.faults
        with pytest.raises(kl.DescriptionError) as refused:
            kl.load(wrong)
        assert [fault.message for fault in refused.value.faults] == [fault.message for fault in report.faults]


def test_an_inertia_of_the_plane_alone_loads_from_python_with_a_warning() -> None:
    arm = kl.load("two_r").mechanism
    flat = arm.links[0].model_copy(update={"inertia": (0.0, 0.0, 0.1, 0.0, 0.0, 0.0)})
    mechanism = arm.model_copy(update={"links": (flat, *arm.links[1:])})
    report = kl.check(mechanism)
    assert report.ok
    assert any("no body has this inertia" in warning.message for warning in report.warnings)
    kl.load(mechanism)


def _far(loop: kl.Loop) -> kl.Loop:
    return loop.model_copy(update={"b": loop.b.model_copy(update={"origin": kl.Pose(xyz=(0, 0, 50))})})


def test_there_are_twenty_wrong_files() -> None:
    assert len(BAD) >= 20


@pytest.mark.parametrize("name", LIBRARY)
def test_every_library_machine_is_sound(name: str) -> None:
    report = kl.check(name)
    assert report.ok, str(report)
    assert report.mobility is not None
    assert not report.mobility.undriven
    assert report.where == f"library/{name}.toml"


# ---------------------------------------------------------------- mobility


@pytest.mark.parametrize(
    ("name", "gruebler", "planar", "dof", "redundant"),
    [
        ("four_bar", -2, 1, 1, 3),
        ("tilted_four_bar", -2, 1, 1, 3),
        ("parallelogram", -6, 0, 1, 7),
        ("rssr", 2, None, 2, 0),
        ("hexaglide_rods", 6, None, 6, 0),
        ("hexaglide_links", 6, None, 6, 0),
    ],
)
def test_mobility_by_formula_and_by_rank(name: str, gruebler: int, planar: int | None, dof: int, redundant: int) -> None:
    found = kl.check(CLOSED[name]()).mobility
    assert found is not None
    assert (found.gruebler, found.planar, found.dof, len(found.redundant)) == (gruebler, planar, dof, redundant)


def test_redundant_rows_say_why() -> None:
    notes = kl.check("biglide").notes
    assert "loop C: the rows 'position z', 'tilt 1' and 'tilt 2' add nothing: all links move in one plane" in notes
    assert any(
        "'position y' adds nothing: it follows from 'position x'" in note for note in kl.check(CLOSED["parallelogram"]()).notes
    )


def test_the_spin_of_a_coupler_between_balls_is_an_internal_degree_of_freedom() -> None:
    report = kl.check(rssr())
    assert report.mobility is not None
    assert [(dof.count, dof.joints) for dof in report.mobility.internal] == [(1, ("s",))]
    assert not report.mobility.undriven
    assert "internal degree of freedom: s moves while tool and actuators stand still (1 degree of freedom)" in report.notes


def test_each_leg_has_its_own_internal_degree_of_freedom() -> None:
    joints, loops, start = [], [], {"platform_z": 0.6}
    for k, angle in enumerate(np.arange(6) * np.pi / 3):
        foot = (0.5 * np.cos(angle + 0.2 * (-1) ** k), 0.5 * np.sin(angle + 0.2 * (-1) ** k), 0.0)
        head = (0.3 * np.cos(angle + 0.5), 0.3 * np.sin(angle + 0.5), 0.0)
        joints += [
            kl.Joint(name=f"foot{k}", kind="spherical", parent="base", child=f"low{k}", origin=kl.Pose(xyz=foot)),
            kl.Joint(name=f"leg{k}", kind="prismatic", parent=f"low{k}", child=f"high{k}"),
        ]
        leg = np.array(head) + np.array([0, 0, 0.6]) - foot
        length = float(np.linalg.norm(leg))
        axis = np.cross([0, 0, 1], leg / length)
        turn = np.array([1 + leg[2] / length, *axis])
        turn /= np.linalg.norm(turn)
        start |= {f"leg{k}": length} | dict(zip((f"foot{k}_{c}" for c in "wxyz"), map(float, turn), strict=True))
        corner = kl.Anchor(link="platform", origin=kl.Pose(xyz=head))
        loops.append(kl.Loop(name=f"ball{k}", kind="ball", a=kl.Anchor(link=f"high{k}"), b=corner))
    joints.append(kl.Joint(name="platform", kind="free", parent="base", child="platform"))
    mass = kl.Link(name="platform", mass=3.0, inertia=(0.1, 0.1, 0.2, 0, 0, 0))
    hexapod = kl.Mechanism(
        name="hexapod", links=(mass,), joints=tuple(joints), loops=tuple(loops), tool=kl.Anchor(link="platform"), start=start
    )
    found = kl.check(hexapod).mobility
    assert found is not None
    assert (found.dof, found.driven, found.task_rank) == (12, 6, 6)
    assert [(dof.count, dof.joints) for dof in found.internal] == [(1, (f"foot{k}",)) for k in range(6)]
    assert [dof.joints for dof in found.massless_internal] == [(f"foot{k}",) for k in range(6)]
    assert not found.massless


def test_a_start_at_a_singular_configuration_does_not_change_the_mobility() -> None:
    """A straight 2R arm of point masses: at the start the tool moves in one direction, and elsewhere in two."""
    straight = kl.check(kl.load("two_r").mechanism.model_copy(update={"start": {"theta1": 0.3, "theta2": 0.0}}))
    assert straight.ok, str(straight)
    assert straight.mobility is not None
    assert straight.mobility.task_rank == 2


@pytest.mark.parametrize("factor", [1e-3, 1.0, 1e3])
def test_ranks_do_not_depend_on_the_unit_of_length(factor: float) -> None:
    """The same parallelogram in kilometres and in millimetres, its masses to match."""
    scaled = CLOSED["parallelogram"]()

    def longer(part: Any, key: str = "") -> Any:
        if isinstance(part, dict):
            return {name: longer(item, name) for name, item in part.items()}
        if isinstance(part, list | tuple):
            return tuple(longer(item, key) for item in part)
        return part * {"xyz": factor, "com": factor, "inertia": factor**2}.get(key, 1.0) if isinstance(part, float) else part

    found = kl.check(kl.Mechanism(**longer(scaled.model_dump()))).mobility
    assert found is not None
    assert (found.dof, found.planar, len(found.redundant), found.massless) == (1, 0, 7, ())


# ---------------------------------------------------------------- the command, and what check does not do


def test_the_command_prints_reports_and_tells_faults_by_its_status(tmp_path: Path) -> None:
    good = CliRunner().invoke(app, ["check", "biglide", "two_r"])
    assert good.exit_code == 0
    assert "biglide (library/biglide.toml): no faults" in good.stdout
    bad = CliRunner().invoke(app, ["check", "biglide", str(BAD[0]), "biglid", str(tmp_path / "none.toml")])
    assert bad.exit_code == 1
    for part in ("mobility: 2 degrees of freedom", f"{BAD[0]}:", "did you mean 'biglide'?", "no file"):
        assert part in bad.stdout


def test_check_compiles_nothing() -> None:
    program = "import sys, kinloop; kinloop.check('biglide'); print('llvmlite' in sys.modules, 'mujoco' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
        == ["False"] * 2
    )


def test_a_chain_of_a_hundred_joints_is_not_a_long_wait_and_more_are_left_out() -> None:
    def chain(count: int) -> Report:
        joints = tuple(kl.Joint(name=f"q{k}", kind="revolute", parent=f"l{k}", child=f"l{k + 1}") for k in range(count))
        return kl.check(kl.Mechanism(name="chain", joints=joints))

    assert chain(20).mobility is not None
    long = chain(2000)
    assert long.mobility is None
    assert long.ok
    assert "not computed" in str(long)


# ---------------------------------------------------------------- singular starts


def three_upu(home: bool) -> kl.Mechanism:
    """A translational platform on three U-P-U legs, the first of which carries it. Where ``home`` its legs are parallel: the
    moments that they bear are too, and two of the eight closure rows say nothing."""
    foot, corner, height = 0.3, 0.3 if home else 0.15, 0.4
    length, tilt = float(np.hypot(foot - corner, height)), float(np.arctan2(corner - foot, height))
    joints, links, loops, start = [], [kl.Link(name="platform", mass=2, inertia=(0.1, 0.1, 0.1, 0, 0, 0))], [], {"w0_2": -tilt}
    for k, turn in enumerate(np.array([0.0, 2.0, 4.0]) * np.pi / 3):
        at = (foot * np.cos(turn), foot * np.sin(turn), 0.0)
        joints += [
            kl.Joint(
                name=f"u{k}",
                kind="universal",
                parent="base",
                child=f"lower{k}",
                origin=kl.Pose(xyz=at, rpy=(0, 0, turn)),
                axis=(0, 1, 0),
                axis2=(1, 0, 0),
            ),
            kl.Joint(name=f"d{k}", kind="prismatic", parent=f"lower{k}", child=f"upper{k}"),
        ]
        links.append(kl.Link(name=f"upper{k}", mass=1, inertia=(0.01, 0.01, 0.01, 0, 0, 0)))
        start |= {f"d{k}": length, f"u{k}_1": tilt}
        if k:
            tip = kl.Pose(xyz=(corner * np.cos(turn), corner * np.sin(turn), 0), rpy=(0, 0, turn))
            ends = {"a": kl.Anchor(link=f"upper{k}"), "b": kl.Anchor(link="platform", origin=tip)}
            loops.append(kl.Loop(name=f"w{k}", kind="universal", axis=(1, 0, 0), axis_b=(0, 1, 0), **ends))
    joints.append(kl.Joint(name="w0", kind="universal", parent="upper0", child="cross", axis=(1, 0, 0), axis2=(0, 1, 0)))
    joints.append(kl.Joint(name="plate", kind="fixed", parent="cross", child="platform", origin=kl.Pose(xyz=(-corner, 0, 0))))
    return kl.Mechanism(
        name="three_upu",
        links=links,
        joints=joints,
        loops=loops,
        start=start,
        tool=kl.Anchor(link="platform"),
        task=("x", "y", "z"),
    )


def test_a_start_at_which_whole_rows_vanish_is_called_singular() -> None:
    """Rows that are rounding there must not be scaled up to count as independent."""
    report = kl.check(three_upu(home=True))
    assert report.mobility is not None
    assert (report.mobility.dof, report.mobility.rank, report.mobility.start) == (3, 8, "singular")
    assert "start: it is a singular configuration: closures depend on each other there" in str(report)
    assert kl.check(three_upu(home=False)).warnings == ()


def test_a_start_at_which_held_actuators_hold_nothing_is_called_singular() -> None:
    """The Biglide with both rods on one line: the tool can move across it."""
    biglide, half = kl.load("biglide").mechanism, float(np.sqrt(0.3606**2 - 0.2**2))
    down = float(np.arctan2(-half, 0.2))
    stretched = {"q1": half, "q2": -half, "phi1": down, "phi2": down + float(np.pi)}
    report = kl.check(biglide.model_copy(update={"start": stretched}))
    assert "start: it is a singular configuration (Type 2)" in str(report)
    assert all(kl.check(name).mobility.start == "regular" for name in LIBRARY)


def test_a_stretched_arm_at_its_start_is_noted_but_is_no_warning() -> None:
    arm = kl.load("two_r").mechanism
    stretched = kl.check(arm.model_copy(update={"start": {"theta1": 0.3, "theta2": 0.0}}))
    assert stretched.warnings == ()
    assert any("singular configuration (Type 1)" in note for note in stretched.notes)
    assert kl.check(arm.model_copy(update={"start": {"theta1": 0.3, "theta2": 0.1}})).mobility.start == "regular"


# ---------------------------------------------------------------- tasks


def test_the_path_of_a_couplers_point_is_a_task_like_any_other() -> None:
    linkage = CLOSED["four_bar"]()
    tool = kl.Anchor(link="coupler", origin=kl.Pose(xyz=(0.2, 0.1, 0)))
    report = kl.check(
        kl.Mechanism(
            **{name: getattr(linkage, name) for name in ("name", "gravity", "parameters", "links", "joints", "loops")},
            start={name: float(value) for name, value in zip("abc", kl.load(linkage).start, strict=True)},
            tool=tool,
            task=("x", "y"),
        )
    )
    assert report.warnings == ()
    assert "task: x, y, along the path of the tool: one degree of freedom moves them together" in report.notes
