"""Parameters with a unit and a meaning: in TOML, in Python, written back, and apart from the models."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import kinloop as kl
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_text
from kinloop.mechanism.formats.toml.toml_write import write_toml
from kinloop.mechanism.parts.parts import Mechanism, ParameterNote

TEXT = inspect.cleandoc("""
    name = "pendulum"

    [parameters]
    l = { value = 0.5, unit = "m", meaning = "length of the rod" }
    m = { value = "2*l", unit = "kg", meaning = "mass of the rod" }
    g = 9.81

    [links.rod]
    mass = "m"
    com = ["l", 0, 0]

    [joints.q]
    kind = "revolute"
    parent = "base"
    child = "rod"
    """)


def read(text: str) -> Mechanism:
    return mechanism_from_text(text, "file.toml", "pendulum")


def pendulum(**parameters: Any) -> Mechanism:
    joint = kl.Joint(name="q", kind="revolute", parent="base", child="rod")
    return kl.Mechanism(name="pendulum", parameters=parameters, joints=(joint,))


def faults(text: str) -> list[str]:
    with pytest.raises(kl.DescriptionError) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def test_parameters_are_values_by_name_and_notes_beside_them() -> None:
    mechanism = read(TEXT)
    assert mechanism.parameters == {"l": 0.5, "m": Expression("2*l"), "g": 9.81}
    assert mechanism.parameter_notes["m"] == ParameterNote(unit="kg", meaning="mass of the rod")
    assert "g" not in mechanism.parameter_notes
    assert dict(kl.load(mechanism).parameters) == {"l": 0.5, "m": 1.0, "g": 9.81}


def test_python_takes_numbers_texts_tables_and_parameters() -> None:
    length = {"value": 0.5, "unit": "m", "meaning": "length of the rod"}
    mechanism = pendulum(l=length, m=kl.Parameter("2*l", "kg", "mass of the rod"), g=9.81, k="3*m", c=kl.Parameter(2))
    assert mechanism.parameters == {"l": 0.5, "m": Expression("2*l"), "g": 9.81, "k": Expression("3*m"), "c": 2.0}
    assert mechanism.parameter_notes == {
        "l": ParameterNote(unit="m", meaning="length of the rod"),
        "m": ParameterNote(unit="kg", meaning="mass of the rod"),
    }


def test_a_parameter_is_frozen_and_says_what_it_is() -> None:
    parameter = kl.Parameter(0.09, "m", "crank")
    assert (parameter.value, parameter.unit, parameter.meaning) == (0.09, "m", "crank")
    with pytest.raises(ValueError, match="frozen"):
        parameter.value = 1.0  # type: ignore[misc]


def test_unit_and_meaning_are_written_and_read_back() -> None:
    wide = kl.Parameter(2, "kg", "word " * 40)  # wider than a line: still in its place, since the order counts
    mechanism = pendulum(l=kl.Parameter(0.5, "m", 'a "rod"'), w=wide, m=kl.Parameter("2*l", unit="kg"), g=9.81)
    text = write_toml(mechanism)
    assert 'l = { value = 0.5, unit = "m", meaning = "a \\"rod\\"" }\n' in text
    assert 'm = { value = "2*l", unit = "kg" }\ng = 9.81\n' in text
    assert read(text) == mechanism
    assert list(read(text).parameters) == ["l", "w", "m", "g"]


def test_another_unit_is_a_fault_at_its_place() -> None:
    (fault,) = faults(TEXT.replace('"m"', '"mm"', 1))
    head, line, caret = fault.splitlines()
    assert head.startswith("file.toml:4:27: parameters.l.unit: expected '1', 'm', ")
    assert head.endswith("given 'mm'; values are in SI units and radians")
    assert line.strip().startswith('l = { value = 0.5, unit = "mm"')
    assert line[caret.index("^") :].startswith('"mm"')


@pytest.mark.parametrize(
    ("given", "meant"),
    [("Nm", "N m"), ("N*m", "N m"), ("kg.m^2", "kg m^2"), ("kg m²", "kg m^2"), ("m/s2", "m/s^2"), ("N m s / rad", "N m s/rad")],
)
def test_a_unit_that_is_written_otherwise_is_recognised(given: str, meant: str) -> None:
    (fault,) = faults(TEXT.replace('"m"', f'"{given}"', 1))
    assert f"(did you mean {meant!r}?)" in fault
    with pytest.raises(kl.DescriptionError, match=f"unit: .*did you mean '{meant[:3]}"):
        kl.Parameter(1, given)  # type: ignore[arg-type]
    with pytest.raises(kl.DescriptionError, match=r"parameters\.l\.unit: .*did you mean"):
        pendulum(l={"value": 1, "unit": given})


@pytest.mark.parametrize(
    ("line", "expected", "under"),
    [
        ('l = { value = "2*", unit = "m" }', "parameters.l: '2*': expected a number", '", unit'),
        ('l = { value = "2*k", unit = "m" }', "parameters.l: no parameter 'k'", 'k", unit'),
        ("l = { value = 0.5, uni = 3 }", "no such key (did you mean 'unit'?); known keys: value, unit, meaning", "uni = 3"),
        ('l = { unit = "m" }', "parameters.l: expected a number or an expression as text, given {'unit': 'm'}", "{ unit"),
        ('l = { value = 1, meaning = "a\\u001bb" }', "parameters.l.meaning: 'a\\x1bb' has characters that cannot be", '"a'),
        ("l = { value = 1, meaning = 3 }", "parameters.l.meaning: expected a text in quotes, given 3", "3 }"),
        ('l = { value = "m", unit = "m" }', "parameters are defined by each other", '"m", unit'),
    ],
)
def test_faults_of_a_table_have_their_place(line: str, expected: str, under: str) -> None:
    found = faults(TEXT.replace('l = { value = 0.5, unit = "m", meaning = "length of the rod" }', line))
    assert len(found) == 1
    head, source, caret = found[0].splitlines()
    assert expected in head
    assert source[caret.index("^") :].startswith(under)


def test_units_and_meanings_do_not_enter_the_key_of_compiled_code() -> None:
    mechanism = read(TEXT)
    other = read(TEXT.replace("length of the rod", "reach").replace(', unit = "kg"', ""))
    assert other != mechanism
    assert kl.load(other).models.described_formulas.key == kl.load(mechanism).models.described_formulas.key
    longer = kl.load(read(TEXT.replace("0.5", "0.6")))
    assert longer.models.described_formulas.key != kl.load(mechanism).models.described_formulas.key


def test_notes_without_a_parameter_are_dropped() -> None:
    mechanism = kl.Mechanism(name="arm", parameter_notes={"l": {"unit": "m"}}, joints=pendulum().joints)
    assert mechanism.parameter_notes == {}
