"""Surfaces as data: faulty descriptions in sentences, files, copies, and what an environment accepts."""

from __future__ import annotations

import copy
import inspect
import pickle
from pathlib import Path
from typing import Any

import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import DescriptionError, ShapeError
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_text
from kinloop.mechanism.formats.toml.toml_write import write_toml

TEXT = inspect.cleandoc("""
    name = "cart"

    [parameters]
    far = 0.3
    k = 2e4

    [links.cart]
    mass = 2

    [joints.s]
    kind = "prismatic"
    parent = "base"
    child = "cart"
    axis = [1, 0, 0]

    [surfaces.wall]
    h = "far - x"
    stiffness = "k"
    damping = "k/100"
    friction = 0.2
    speed = 0.01
    offset = "far/10"
    frame = "cart"

    [surfaces."spring to the left"]
    h = "x + 1"
    stiffness = 5
    sides = "both"
    """)


def surface(**changed: Any) -> kl.Surface:
    return kl.Surface(**{"name": "wall", "h": "z - 0.1", "stiffness": 1e3, **changed})


def described(*surfaces: kl.Surface) -> kl.Mechanism:
    return robot_named("two_r").mechanism.model_copy(update={"surfaces": surfaces})


def read(text: str) -> kl.Mechanism:
    return mechanism_from_text(text, "file.toml", "cart")


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"h": "z - "}, r"Surface\('wall'\): h: 'z - ': column 4: expected a number, a name or '\(' but found the end"),
        ({"h": "z - 1)"}, r"h: 'z - 1\)': column 6: expected an operator or the end but found '\)'"),
        ({"h": ""}, "h: '': column 1: expected a number"),
        ({"h": "height(z)"}, "no function 'height'; there are: sqrt"),
        ({"h": 0.1}, "h: expected a text in quotes, given 0.1"),
        ({"stiffness": "k +"}, "stiffness: 'k \\+'"),
        ({"stiffness": True}, "stiffness: expected a number or an expression as text, given True"),
        ({"sides": "left"}, "sides: expected 'one' or 'both', given 'left'"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_surface_that_is_none_is_refused_when_it_is_built(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(DescriptionError, match=words):
        surface(**changed)


def test_a_surface_needs_a_name_an_equation_and_a_stiffness() -> None:
    with pytest.raises(DescriptionError, match=r"name: field required.*h: field required.*stiffness: field required"):
        kl.Surface()


@pytest.mark.parametrize(
    ("surfaces", "words"),
    [
        ([surface(h="0.1")], """surfaces.wall.h: expected an expression of x, y and z, such as "z - 0.1", given '0.1'"""),
        ([surface(h="l1")], """surfaces.wall.h: expected an expression of x, y and z, such as "z - 0.1", given 'l1'"""),
        ([surface(h="z - l3")], "surfaces.wall.h: no coordinate or parameter 'l3'; the mechanism has: x, y, z, l1, l2,"),
        ([surface(h="z - theta1")], "surfaces.wall.h: no coordinate or parameter 'theta1'"),
        ([surface(frame="tol")], "surfaces.wall: no frame 'tol' (did you mean 'tool'?); the mechanism has: tool, base,"),
        ([surface(stiffness=-1.0)], "surfaces.wall.stiffness: expected at least 0, given -1.0"),
        ([surface(damping="-l1")], "surfaces.wall.damping: expected at least 0"),
        ([surface(friction=-0.1)], "surfaces.wall.friction: expected at least 0, given -0.1"),
        ([surface(speed=0.0)], "surfaces.wall.speed: expected more than 0, given 0.0"),
        ([surface(stiffness="k")], "surfaces.wall.stiffness: no parameter 'k'; the mechanism has: l1"),
        ([surface(offset=float("inf"))], "surfaces.wall.offset: expected a finite number, given inf"),
        ([surface(), surface(h="x")], "2 surfaces are named 'wall'"),
        ([surface(name="a\nb")], "surfaces"),
    ],
)  # fmt: skip
def test_a_faulty_description_is_refused_in_words_by_load_and_by_check(surfaces: list[kl.Surface], words: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        kl.load(described(*surfaces))
    assert words in str(caught.value)
    report = kl.check(described(*surfaces))
    assert [str(each) for each in report.faults] == [str(each) for each in caught.value.faults]


def test_all_faults_of_surfaces_are_reported_together() -> None:
    with pytest.raises(DescriptionError, match="has 3 faults"):
        kl.load(described(surface(h="a + z", stiffness=-1.0), surface(name="table", frame="hand")))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('h = "far - x"', 'h = "for - x"', "17:6: surfaces.wall.h: no coordinate or parameter 'for' (did you mean 'far'?)"),
        ('h = "far - x"', 'h = "far -"', "file.toml:17:11: surfaces.wall.h"),
        ('h = "far - x"', "h = 3", "file.toml:17:5: surfaces.wall.h: expected a text in quotes"),
        ('h = "far - x"\n', "", "surfaces.wall.h: it is missing"),
        ('frame = "cart"', 'frame = "card"', "file.toml:23:9: surfaces.wall: no frame 'card' (did you mean 'cart'?)"),
        ("speed = 0.01", "speed = 0", "file.toml:21:9: surfaces.wall.speed: expected more than 0"),
        ("friction = 0.2", "fiction = 0.2", "surfaces.wall.fiction: no such key (did you mean 'friction'?)"),
    ],
)  # fmt: skip
def test_a_fault_of_a_file_has_its_line_and_column(old: str, new: str, words: str) -> None:
    assert old in TEXT
    with pytest.raises(DescriptionError) as caught:
        read(TEXT.replace(old, new))
    assert words in str(caught.value)


# ---------------------------------------------------------------- files and copies


def test_surfaces_of_a_file_are_read() -> None:
    wall, spring = read(TEXT).surfaces
    assert wall == kl.Surface(
        name="wall", h="far - x", stiffness="k", damping="k/100", friction=0.2, speed=0.01, offset="far/10", frame="cart"
    )
    assert isinstance(wall.stiffness, Expression)
    assert spring == kl.Surface(name="spring to the left", h="x + 1", stiffness=5, sides="both")


def test_a_description_with_surfaces_is_written_and_read_back(tmp_path: Path) -> None:
    mechanism = read(TEXT)
    text = write_toml(mechanism)
    assert "[surfaces.wall]" in text
    assert read(text) == mechanism
    kl.load(mechanism).save(tmp_path / "cart.toml")
    assert kl.load(tmp_path / "cart.toml").mechanism == mechanism
    assert kl.check(tmp_path / "cart.toml").faults == ()


def test_defaults_are_not_written() -> None:
    text = write_toml(described(surface()))
    table = text.partition("[surfaces.wall]\n")[2].partition("\n\n")[0]
    assert table.splitlines() == ['h = "z - 0.1"', "stiffness = 1000"]


@pytest.mark.parametrize("copied", [lambda each: pickle.loads(pickle.dumps(each)), copy.deepcopy])
def test_surfaces_go_through_pickle_and_deep_copies(copied: Any) -> None:
    for original in (surface(stiffness="2*l1"), read(TEXT), kl.Environment(surfaces=[surface()])):
        assert copied(original) == original
    assert hash(copied(surface())) == hash(surface())


def test_a_surface_is_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        surface().stiffness = 1.0  # type: ignore[misc]


# ---------------------------------------------------------------- environments


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (surface(), r"Environment: surfaces is Surface\(.*, expected a list of kl\.Surface\(\.\.\.\)"),
        (["wall"], r"Environment: surfaces is \['wall'\], expected a list of kl\.Surface"),
        (
            [surface(name="left wall")],
            "Environment: surfaces: 'left wall' is the name of a surface; expected letters, digits and",
        ),
        ([surface(name="")], "'' is the name of a surface; expected letters"),
        ([surface(), surface(h="x")], "'wall' is the name of a surface; .* another name for each surface"),
        ([surface(stiffness="2*l1")], r"stiffness of 'wall' is '2\*l1', expected a number; only h may be an expression"),
        ([surface(speed="l1")], "speed of 'wall' is 'l1', expected a number"),
        ([surface(stiffness=-1.0)], r"stiffness of 'wall' is -1\.0, expected a finite number from zero"),
        ([surface(friction=float("nan"))], "friction of 'wall' is nan, expected a finite number from zero"),
        ([surface(speed=0.0)], r"speed of 'wall' is 0\.0, expected a finite number above zero"),
        ([surface(offset=float("inf"))], "offset of 'wall' is inf, expected a finite number"),
    ],
)
def test_an_environment_refuses_surfaces_in_words(given: Any, words: str) -> None:
    with pytest.raises(ShapeError, match=words):
        kl.Environment(surfaces=given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (surface(frame="hand"), "no frame 'hand'; the mechanism has: tool, base"),
        (surface(h="z - l3"), "no coordinate or parameter 'l3'"),
        (surface(h="0.1"), "expected an expression of x, y and z"),
    ],
)
def test_a_run_refuses_surfaces_that_do_not_fit_the_machine(given: kl.Surface, words: str) -> None:
    environment = kl.Environment(surfaces=[given])
    with pytest.raises(DescriptionError, match=words):
        kl.simulate(robot_named("two_r"), None, duration=0.01, period=0.01, environment=environment)


def test_a_name_that_the_machine_has_already_is_refused() -> None:
    mechanism = robot_named("two_r").mechanism
    options: dict[str, Any] = {"duration": 0.01, "period": 0.01, "environment": kl.Environment(surfaces=[surface()])}
    with pytest.raises(DescriptionError, match="2 surfaces are named 'wall'"):
        kl.simulate(kl.load(described(surface())), None, **options)
    taken = mechanism.model_copy(update={"parameters": {**mechanism.parameters, "surface_wall_stiffness": 1.0}})
    with pytest.raises(
        DescriptionError, match="'surface_wall_stiffness' is a parameter already, so the surface needs another name"
    ):
        kl.simulate(kl.load(taken), None, **options)
