from __future__ import annotations

from typing import Any

import pytest

import kinloop as kl
from kinloop.errors import DescriptionError
from kinloop.mechanism.parts.parts import (
    Anchor,
    ClosedForm,
    Coupling,
    Friction,
    Joint,
    Limits,
    Link,
    Loop,
    Mechanism,
    Pose,
    Rotor,
    Shape,
    Spring,
)
from kinloop.mechanism.validate.validate import require_valid


def joint(name: str, parent: str, child: str, kind: Any = "revolute", **more: Any) -> Joint:
    return Joint(name=name, kind=kind, parent=parent, child=child, **more)


CHAIN = (joint("a", "base", "one"), joint("b", "one", "two"))


def faults_of(**changes: Any) -> list[str]:
    """The faults of a sound two-joint chain with some changes."""
    mechanism = Mechanism(**({"name": "test", "joints": CHAIN, "parameters": {"l": 0.5}} | changes))
    try:
        require_valid(mechanism)
    except DescriptionError as error:
        return str(error).split("\n  - ")[1:]
    return []


def test_a_sound_machine_has_no_faults() -> None:
    assert faults_of() == []
    assert faults_of(links=(Link(name="two", mass="l"),), tool=Anchor(link="one"), start={"a": "l*2"}) == []


def loop(**changes: Any) -> Loop:
    return Loop(**({"name": "c", "kind": "rod", "length": 1.0, "a": Anchor(link="two"), "b": Anchor(link="base")} | changes))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"joints": ()}, "there are no joints"),
        ({"links": (Link(name="one"), Link(name="one"))}, "2 links are named 'one'"),
        ({"joints": (*CHAIN, joint("a", "two", "three"))}, "2 joints are named 'a'"),
        ({"joints": (*CHAIN, joint("", "two", "three"))}, "a joint has no name"),
        (
            {"joints": (joint("u", "base", "one", "universal"), joint("u_1", "one", "two"))},
            "joints 'u', 'u_1' both have a coordinate 'u_1'",
        ),
        (
            {"joints": (*CHAIN, joint("c", "base", "two"))},
            "link 'two' is the child of 2 joints (b, c); all but one of them must be loops",
        ),
        (
            {"joints": (*CHAIN, joint("c", "two", "base"))},
            "joints run in a circle: one -> two -> base -> one; one of them must be a loop",
        ),
        ({"joints": (joint("a", "one", "one"),)}, "joints run in a circle: one -> one; one of them must be a loop"),
        (
            {"joints": (*CHAIN, joint("c", "three", "four"))},
            "the links are not connected: 'base', 'three' have no parent, and only the base has none",
        ),
        (
            {"links": (Link(name="spare"),)},
            "the links are not connected: 'spare', 'base' have no parent, and only the base has none",
        ),
        ({"tool": Anchor(link="tow")}, "tool: no link 'tow' (did you mean 'two'?); the mechanism has: base, one, two"),
        ({"frames": {"f": Anchor(link="x")}}, "frames.f: no link 'x'; the mechanism has: base, one, two"),
        ({"loops": (loop(a=Anchor(link="x")),)}, "loops.c.a: no link 'x'; the mechanism has: base, one, two"),
        ({"loops": (loop(a=Anchor(link="base")),)}, "loops.c: both anchors are on link 'base'"),
        ({"loops": (loop(), loop())}, "2 loops are named 'c'"),
        ({"loops": (loop(length=None),)}, "loops.c.length: a rod needs a length"),
        ({"loops": (loop(length=-1.0),)}, "loops.c.length: expected more than 0, given -1.0"),
        ({"loops": (loop(kind="ball"),)}, "loops.c.length: only a rod has a length, and this is a ball"),
        ({"loops": (loop(kind="pin", length=None, axis=(0, 0, 0)),)}, "loops.c.axis: it is zero; expected a direction"),
        (
            {"couplings": (Coupling(name="k", coordinate="b", of="x"),)},
            "couplings.k.of: no coordinate 'x'; the mechanism has: a, b",
        ),
        ({"couplings": (Coupling(name="k", coordinate="b", of="b"),)}, "couplings run in a circle: b -> b"),
        (
            {"couplings": (Coupling(name="k", coordinate="b", of="a"), Coupling(name="m", coordinate="b", of="a"))},
            "2 couplings drive 'b'; one coordinate follows one other",
        ),
        ({"start": {"c": 1.0}}, "start.c: no coordinate 'c'; the mechanism has: a, b"),
        ({"task": ()}, "task: it is empty; expected some of x, y, z, phi, or pose"),
        ({"task": ("x", "x")}, "task: a coordinate is repeated in (x, x)"),
        ({"task": ("pose", "x")}, "task: 'pose' cannot be combined with other coordinates, given (pose, x)"),
        ({"gravity": (0, "-g", 0)}, "gravity[1]: no parameter 'g'; the mechanism has: l"),
        ({"parameters": {"l": "k/2"}}, "parameters.l: no parameter 'k'; the mechanism has: l"),
        ({"parameters": {"p": "r", "r": "p"}}, "parameters: parameters are defined by each other: p -> r -> p"),
        ({"parameters": {"l": 0.5, "pi": 3.0}}, "parameters: 'pi' has a meaning in expressions already; choose another name"),
        (
            {"parameters": {"2l": 1.0}},
            "parameters: '2l' is not a valid name; expected letters, digits and underscores, not starting with a digit",
        ),
        ({"gravity": (0, "1/(l - 0.5)", 0)}, "gravity[1]: '1/(l - 0.5)': division by zero with l = 0.5"),
        ({"parameters": {"l": float("nan")}}, "parameters.l: expected a finite number, given nan"),
        ({"links": (Link(name="one", mass="-l"),)}, "links.one.mass: expected at least 0, given -0.5"),
        ({"joints": (joint("a", "base", "one", axis=(0, 0, "l-l")),)}, "joints.a.axis: it is zero; expected a direction"),
        ({"joints": (joint("a", "base", "one", "universal", axis=(0, 2, 0)),)}, "joints.a.axis2: it is zero or parallel to axis"),
        (
            {"joints": (joint("a", "base", "one", limits=Limits(position=(1, "-l"))),)},
            "joints.a.limits.position: expected the lower bound first, given 1.0 and -0.5",
        ),
        (
            {"joints": (joint("a", "base", "one", origin=Pose(quaternion=(0, 0, 0, 0))),)},
            "joints.a.origin.quaternion: it is zero; expected a rotation, such as [1, 0, 0, 0]",
        ),
        (
            {"links": (Link(name="one", shapes=(Shape(kind="box", size=(1, 2)),)),)},
            "links.one.shapes[0]: the size of a box has 3 numbers, given 2",
        ),
        ({"links": (Link(name="one", shapes=(Shape(kind="mesh"),)),)}, "links.one.shapes[0]: a mesh needs a file"),
        ({"length_scale": 0.0}, "length_scale: expected more than 0, given 0.0"),
        *(
            ({"joints": (joint("a", "base", "one", **{part: value}),)}, f"joints.a.{part}.{fault}")
            for part, value, fault in (
                ("friction", Friction(coulomb=1.0, speed=0.0), "speed: expected more than 0, given 0.0"),
                ("friction", Friction(coulomb=1.0, speed="-l"), "speed: expected more than 0, given -0.5"),
                ("friction", Friction(viscous=-1.0), "viscous: expected at least 0, given -1.0"),
                ("friction", Friction(coulomb="-l"), "coulomb: expected at least 0, given -0.5"),
                ("limits", Limits(acceleration=0.0), "acceleration: expected more than 0, given 0.0"),
                ("limits", Limits(jerk="-l"), "jerk: expected more than 0, given -0.5"),
                ("rotor", Rotor(inertia=-1.0), "inertia: expected at least 0, given -1.0"),
            )
        ),
    ],
)
def test_a_fault_is_named_with_its_place(changes: dict[str, Any], fault: str) -> None:
    assert faults_of(**changes) == [fault]


def test_unlimited_joints_may_say_infinity() -> None:
    infinite = Limits(position=(float("-inf"), float("inf")), speed=float("inf"), jerk=float("inf"))
    assert faults_of(joints=(joint("a", "base", "one", limits=infinite),)) == []


def test_faults_of_every_kind_come_together() -> None:
    lines = faults_of(
        links=(Link(name="one", mass=-1.0), Link(name="one", com=("k", 0, 0))),
        loops=(loop(length=None, b=Anchor(link="nowhere")),),
        tool=Anchor(link="elsewhere"),
        task=(),
        start={"c": 0.0},
    )
    assert len(lines) == 8
    assert sum("the mechanism has: one, base, two" in line for line in lines) == 1, "what exists is listed once"


@pytest.mark.parametrize("stiffness", [2.0, "l", "l - l"])
@pytest.mark.parametrize("kind", ["spherical", "free"])
def test_a_quaternion_has_no_spring(kind: str, stiffness: float | str) -> None:
    fault = (
        f"joints.a.spring: a {kind} joint has no spring: its orientation is a quaternion, for which no rest position is defined"
    )
    changes = {"joints": (joint("a", "base", "one", kind, spring=Spring(stiffness=stiffness)),)}
    assert faults_of(**changes) == [fault]
    mechanism = Mechanism(name="test", parameters={"l": 0.5}, **changes)
    assert [found.message for found in kl.check(mechanism).faults] == [fault]
    with pytest.raises(DescriptionError, match=f"a {kind} joint has no spring"):
        kl.load(mechanism)
    assert faults_of(joints=(joint("a", "base", "one", kind, spring=Spring()),)) == []


@pytest.mark.parametrize(("kind", "entry"), [("spherical", "s_w"), ("spherical", "s_x"), ("free", "s_qw"), ("free", "s_qz")])
def test_an_entry_of_a_quaternion_is_not_coupled(kind: str, entry: str) -> None:
    joints = (joint("a", "base", "one"), joint("s", "one", "two", kind))
    fault = f"{entry!r} is an entry of the quaternion of joint 's'; only angles and lengths are coupled"
    for key, coupling in (
        ("coordinate", Coupling(name="k", coordinate=entry, of="a")),
        ("of", Coupling(name="k", coordinate="a", of=entry)),
    ):
        assert faults_of(joints=joints, couplings=(coupling,)) == [f"couplings.k.{key}: {fault}"]
        mechanism = Mechanism(name="test", joints=joints, couplings=(coupling,))
        assert fault in str(kl.check(mechanism))
        with pytest.raises(DescriptionError, match="is an entry of the quaternion"):
            kl.load(mechanism)


def test_the_lengths_of_a_free_joint_may_be_coupled() -> None:
    joints = (joint("a", "base", "one"), joint("s", "one", "two", "free"))
    assert faults_of(joints=joints, couplings=(Coupling(name="k", coordinate="s_x", of="a"),)) == []


def test_a_name_in_a_closed_form_says_what_has_it() -> None:
    form = ClosedForm(signs=("s", "s"), values={"a": "s*x", "b": "y", "x": 1.0, "l": 2.0})
    lines = faults_of(task=("x", "y"), inverse_geometry=form)
    assert "inverse_geometry.values.x: the name 'x' is taken by an input of this model" in lines
    assert "inverse_geometry.values.l: the name 'l' is taken by a parameter" in lines
    assert "inverse_geometry.signs[1]: the name 's' is taken by a sign" in lines


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "n" * 5000, "task": ()},
        {"tool": Anchor(link="n" * 5000)},
        {"start": {"n" * 5000: 1.0}},
        {"frames": {"n" * 5000: Anchor(link="m" * 5000)}},
        {"parameters": {"n" * 5000 + "-": 1.0}},
        {"joints": (joint("n" * 5000, "base", "one", axis=(0, 0, 0)),)},
        {"joints": (joint("a", "base", "n" * 5000),), "tool": Anchor(link="two")},
    ],
)
def test_long_names_are_shortened(changes: dict[str, Any]) -> None:
    with pytest.raises(DescriptionError) as caught:
        require_valid(Mechanism(**({"name": "test", "joints": CHAIN} | changes)))
    assert len(str(caught.value)) < 400
    assert "nnn..." in str(caught.value)


def test_long_values_of_parts_are_shortened() -> None:
    for given in ({"name": "n" * 5000, "kind": "x"}, {"name": "a", "kind": "n" * 5000}, {"name": "a", "n" * 5000: 1}):
        with pytest.raises(DescriptionError) as caught:
            Joint(**({"kind": "revolute", "parent": "base", "child": "one"} | given))
        assert len(str(caught.value)) < 400


def test_the_message_names_the_machine_and_the_file() -> None:
    with pytest.raises(DescriptionError, match=r"^arm \(arm.toml\) has 1 fault:\n  - task: it is empty"):
        require_valid(Mechanism(name="arm", joints=CHAIN, task=()), "arm.toml")


def test_a_chain_of_thousands_of_links_is_checked_without_recursion() -> None:
    joints = tuple(joint(f"j{i}", f"l{i}", f"l{i + 1}", "fixed") for i in range(3000))
    assert faults_of(joints=joints) == []
