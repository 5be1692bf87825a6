"""Words of other programs for a kind, and moments of inertia in another form, are refused with advice."""

from __future__ import annotations

import re

import pytest

import kinloop as kl
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_text

TEXT = """
[parameters]
I = 0.1
[links.arm]
mass = 1
inertia = {inertia}
[joints.q]
kind = "{joint}"
parent = "base"
child = "arm"
[loops.l]
kind = "{loop}"
a = {{ link = "arm" }}
b = {{ link = "base" }}
"""


def fault(inertia: str = "[1, 1, 1, 0, 0, 0]", joint: str = "revolute", loop: str = "ball") -> str:
    with pytest.raises(kl.DescriptionError) as raised:
        mechanism_from_text(TEXT.format(inertia=inertia, joint=joint, loop=loop), "arm.toml", "arm")
    return str(raised.value)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("hinge", "revolute"),
        ("pin", "revolute"),
        ("continuous", "revolute"),
        ("Revolute", "revolute"),
        ("revolute joint", "revolute"),
        ("slider", "prismatic"),
        ("ball", "spherical"),
        ("weld", "fixed"),
        ("floating", "free"),
        ("Hooke", "universal"),
        ("revolut", "revolute"),
    ],
)
def test_other_words_for_kinds_of_joints_suggest_ours(given: str, meant: str) -> None:
    assert f"given '{given}' (did you mean '{meant}'?)" in fault(joint=given)
    with pytest.raises(kl.DescriptionError, match=re.escape(f"(did you mean '{meant}'?)")):
        kl.Joint(name="q", kind=given, parent="base", child="arm")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("revolute", "pin"),
        ("hinge", "pin"),
        ("spherical", "ball"),
        ("fixed", "weld"),
        ("slider", "prismatic"),
        ("distance", "rod"),
        ("BALL", "ball"),
        ("cardan", "universal"),
        ("prismtic", "prismatic"),
    ],
)
def test_other_words_for_kinds_of_loops_suggest_ours(given: str, meant: str) -> None:
    assert f"given '{given}' (did you mean '{meant}'?)" in fault(loop=given)
    with pytest.raises(kl.DescriptionError, match=re.escape(f"(did you mean '{meant}'?)")):
        kl.Loop(name="l", kind=given, a=kl.Anchor(link="arm"), b=kl.Anchor(link="base"))


@pytest.mark.parametrize("kind", ["cylindrical", "planar"])
def test_a_kind_that_only_a_tree_has_says_where_to_put_it(kind: str) -> None:
    assert f"no loop is {kind}: make it a joint of the tree" in fault(loop=kind)


@pytest.mark.parametrize(
    ("given", "advice"),
    [
        ("[0.1, 0.2, 0.25]", "three principal moments are written [0.1, 0.2, 0.25, 0, 0, 0]"),
        ("[0, 0, 0.1]", "as in a plane, write [0.05, 0.05, 0.1, 0, 0, 0]"),
        ('[0, 0, "I"]', 'as in a plane, write ["(I)/2", "(I)/2", "I", 0, 0, 0]'),
        ("0.1", "as in a plane, write [0.05, 0.05, 0.1, 0, 0, 0]"),
        ("[1, 0, 0, 0, 1, 0, 0, 0, 1]", "of a matrix, take its diagonal and then xy, xz, yz"),
        ("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "of a matrix, take its diagonal and then xy, xz, yz"),
        ("[1, 2]", ""),
        ('[0, 0, "\\u001b[31m"]', ""),
        ("true", ""),
    ],
)
def test_moments_that_are_not_six_get_the_six_that_were_meant(given: str, advice: str) -> None:
    found = fault(inertia=given)
    assert "arm.toml:6:11: links.arm.inertia: expected six numbers" in found
    assert "Ixx, Iyy, Izz, Ixy, Ixz, Iyz" in found
    assert advice in found


@pytest.mark.parametrize("given", ["[0.05, 0.05, 0.1, 0, 0, 0]", '["(I)/2", "(I)/2", "I", 0, 0, 0]', "[0.1, 0.2, 0.25, 0, 0, 0]"])
def test_what_is_advised_is_a_body(given: str) -> None:
    text = TEXT.partition("[loops")[0].format(inertia=given, joint="revolute")
    assert len(mechanism_from_text(text, "arm.toml", "arm").links[0].inertia) == 6


def test_one_moment_alone_gets_the_other_two() -> None:
    found = fault(inertia="[0, 0, 0.1, 0, 0, 0]")
    assert "where only the largest enters the motion, as in a plane, give the other two half of it (0.05)" in found


def test_parts_built_in_python_get_the_same_advice() -> None:
    with pytest.raises(kl.DescriptionError) as raised:
        kl.Link(name="arm", inertia=(0, 0, 0.1))
    assert str(raised.value) == (
        "Link('arm'): inertia: expected six numbers about the centre of mass: Ixx, Iyy, Izz, Ixy, Ixz, Iyz, given (0, 0, 0.1); "
        "where only Izz enters the motion, as in a plane, write [0.05, 0.05, 0.1, 0, 0, 0]"
    )
    with pytest.raises(kl.DescriptionError, match=re.escape("joints.0.kind") + ".*" + re.escape("(did you mean 'revolute'?)")):
        kl.Mechanism(name="m", joints=[{"name": "q", "kind": "hinge", "parent": "base", "child": "arm"}])


def repr_type(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize(
    "moment", [Expression("I"), "\x1b[31mred", 'a"b', "x" * 1000, None, [1], 10**400, 10**5000], ids=repr_type
)
def test_what_cannot_be_shown_is_not_repeated(moment: object) -> None:
    with pytest.raises(kl.DescriptionError, match="expected six numbers about the centre of mass") as raised:
        kl.Link(name="arm", inertia=(0, 0, moment))
    assert "\x1b" not in str(raised.value)
    assert len(str(raised.value)) < 500
