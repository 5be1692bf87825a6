"""Faults as data and as text: where they are, how they are shown, and that all layers report together."""

from __future__ import annotations

import pickle

import pytest

from kinloop.errors import DescriptionError, ExpressionError, Fault, Place
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.read import library, read, toml_text
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_text
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.faults import MAX_SHOWN, Text, arrange_faults, description_error, fault_at, path_text

PENDULUM = """\
task = ["phi"]
[parameters]
l = 0.5
[links.bob]
mass = 1
com = ["l", 0, 0]
[joints.theta]
kind = "revolute"
parent = "base"
child = "bob"
"""


def faults_of(text: str) -> tuple[Fault, ...]:
    with pytest.raises(DescriptionError) as caught:
        mechanism_from_text(text, "arm.toml", "arm")
    for fault in caught.value.faults:
        assert str(fault) in str(caught.value)
    return caught.value.faults


def test_a_fault_is_data_and_a_line_with_a_caret() -> None:
    (fault,) = faults_of(PENDULUM.replace("mass = 1", "mass = -2"))
    assert fault.path == ("links", "bob", "mass")
    assert fault.message == "links.bob.mass: expected at least 0, given -2.0"
    assert fault.place == Place("arm.toml", 5, 8, "mass = -2")
    assert str(fault) == "arm.toml:5:8: links.bob.mass: expected at least 0, given -2.0\n    mass = -2\n           ^"


def test_an_error_lists_its_faults_in_the_order_of_the_file() -> None:
    text = PENDULUM.replace("mass = 1", "mass = -2").replace('"bob"', '"bib"').replace("l = 0.5", "k = 0.5")
    lines = [fault.place.line for fault in faults_of(text) if fault.place]
    assert lines == sorted(lines)
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("given", "column"),
    [
        ('com = ["l * * l", 0, 0]', 13),
        ("com = ['l * * l', 0, 0]", 13),
        ('com = [ "l + + l", 0, 0]', 14),
        ('com = ["l*lenght", 0, 0]', 11),
        ('com = ["l \\u002a * l", 0, 0]', 8),  # an escape: columns of the value are not columns of the file
        ('com = ["""l * * l""", 0, 0]', 8),
    ],
)
def test_the_caret_is_under_the_place_in_an_expression(given: str, column: int) -> None:
    (fault,) = faults_of(PENDULUM.replace('com = ["l", 0, 0]', given))
    assert fault.place is not None
    assert (fault.place.line, fault.place.column) == (6, column)


SHOULDER = PENDULUM.replace('"revolute"', '"spherical"')


@pytest.mark.parametrize(
    ("text", "path", "sentence"),
    [
        (SHOULDER + "spring = { stiffness = 2 }\n", ("joints", "theta", "spring"), "a spherical joint has no spring"),
        (
            SHOULDER
            + '[joints.b]\nkind = "revolute"\nparent = "bob"\nchild = "c"\n[couplings.k]\ncoordinate = "b"\nof = "theta_x"\n',
            ("couplings", "k", "of"),
            "'theta_x' is an entry of the quaternion of joint 'theta'",
        ),
        (PENDULUM + "friction = { coulomb = 1, speed = 0 }\n", ("joints", "theta", "friction", "speed"), "expected more than 0"),
        (PENDULUM + "rotor = { inertia = -1 }\n", ("joints", "theta", "rotor", "inertia"), "expected at least 0"),
    ],
)
def test_joints_that_cannot_be_are_shown_at_their_line(text: str, path: tuple[str, ...], sentence: str) -> None:
    (fault,) = faults_of(text)
    assert fault.path == path
    assert sentence in fault.message
    assert fault.place is not None
    assert fault.place.line > 10


def test_what_is_missing_is_shown_at_the_table_that_lacks_it() -> None:
    (fault,) = faults_of(PENDULUM.replace('child = "bob"\n', ""))
    assert str(fault) == "arm.toml:7:9: joints.theta.child: it is missing\n    [joints.theta]\n            ^"


def test_long_and_odd_lines_are_cut_around_the_caret() -> None:
    drawing = Place("f", 1, 501, "x" * 500 + "HERE" + "y" * 500).drawing()
    line, caret = drawing.split("\n")
    assert len(line) < 130
    assert line[caret.index("^")] == "H"
    assert Place("f", 1, 3, "a\tb\x00c").drawing() == "    a b c\n      ^"


def test_paths_are_written_as_in_the_file() -> None:
    assert path_text(("joints", "q1", "origin", "xyz", 0)) == "joints.q1.origin.xyz[0]"
    assert path_text(()) == ""


def test_faults_without_a_text_are_listed_without_places() -> None:
    error = description_error("arm", "", [fault_at(("task",), "it is empty"), "a sentence"])
    assert str(error) == "arm has 2 faults:\n  - task: it is empty\n  - a sentence"
    assert [fault.path for fault in error.faults] == [("task",), ()]


def test_every_description_error_has_faults_and_survives_pickling() -> None:
    assert DescriptionError("no").faults == (Fault("no"),)
    with pytest.raises(ExpressionError) as caught:
        Expression("2 * * m")
    assert (caught.value.column, caught.value.reason) == (5, "'2 * * m': expected a number, a name or '(' but found '*'")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.column, again.faults) == (str(caught.value), 5, caught.value.faults)
    error = description_error("arm", "", [fault_at(("task",), "it is empty")])
    assert pickle.loads(pickle.dumps(error)).faults == error.faults


def test_the_same_fault_is_listed_once_and_hundreds_are_cut() -> None:
    assert len(arrange_faults([Fault("a"), Fault("a"), Fault("b")])) == 2
    error = description_error("arm", "", [Fault(f"fault {k}") for k in range(250)])
    assert len(error.faults) == 250
    assert str(error).count("\n") == MAX_SHOWN + 1
    assert str(error).endswith("and 150 more faults")


def test_a_fault_of_a_library_machine_names_its_file() -> None:
    for name in library():
        text = toml_text(name)
        assert isinstance(text, Text)
        assert text.where == f"library/{name}.toml"
        assert mechanism_from_text(text.text, text.where, name) == read(name)


def test_wrong_values_do_not_hide_faults_of_structure() -> None:
    """A type that is wrong here, a name that does not exist there: both are said, and nothing that follows from the first."""
    text = PENDULUM.replace("mass = 1", "mass = true").replace("l = 0.5", 'l = "0,5"') + '[tool]\nlink = "bbo"\n'
    paths = [fault.path for fault in faults_of(text)]
    assert paths == [("parameters", "l"), ("links", "bob", "mass"), ("tool", "link")]


@pytest.mark.parametrize(
    ("broken", "others"),
    [
        ('kind = "revolut"', 0),  # the coordinates depend on it
        ("kind = 3", 0),
        ('kind = "revolute"\nactuated = "no idea"', 0),
        ('kind = "revolute"\naxis = [0, 0]', 1),
        ('kind = "revolute"\ncolour = 1', 1),
    ],
)
def test_what_depends_on_a_wrong_value_is_not_reported(broken: str, others: int) -> None:
    text = PENDULUM.replace('kind = "revolute"', broken) + "[start]\nthetta = 0\n"
    assert len(faults_of(text)) == 1 + others


def test_what_other_lines_say_is_checked_beside_lines_that_are_not_toml() -> None:
    faults = faults_of(PENDULUM.replace("mass = 1", "mass = 1 kg").replace('kind = "revolute"', 'kind = "revolt"'))
    assert [(fault.place.line, fault.place.column) for fault in faults if fault.place] == [(5, 10), (8, 8)]
    assert "not connected" not in str(faults)


def test_a_description_may_end_without_a_newline_and_have_carriage_returns() -> None:
    plain = mechanism_from_text(PENDULUM, "arm.toml", "arm")
    assert mechanism_from_text(PENDULUM.rstrip("\n"), "arm.toml", "arm") == plain
    assert mechanism_from_text(PENDULUM.replace("\n", "\r\n"), "arm.toml", "arm") == plain
    (fault,) = faults_of(PENDULUM.replace("\n", "\r\n").replace("mass = 1", "mass = -1"))
    assert fault.place == Place("arm.toml", 5, 8, "mass = -1")
    assert isinstance(plain, Mechanism)
