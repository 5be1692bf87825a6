from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from kinloop.errors import DescriptionError, FileError, KinloopError
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.read import library, read
from kinloop.mechanism.formats.toml.toml_file import NAMED, mechanism_from_table, read_toml, table_from_text

PENDULUM: dict[str, Any] = {
    "name": "pendulum",
    "parameters": {"l": 0.5, "half": "l/2"},
    "links": {"bob": {"mass": 2, "com": ["l", 0, 0]}},
    "joints": {"theta": {"kind": "revolute", "parent": "base", "child": "bob", "origin": {"xyz": [0, "half", 0]}}},
    "tool": {"link": "bob", "origin": {"xyz": ["l", 0, 0]}},
    "start": {"theta": "30 deg"},
}


def faults_of(text: str) -> list[str]:
    with pytest.raises(DescriptionError) as caught:
        mechanism_from_table({"name": "test", **table_from_text(text, "test.toml")}, "test.toml")
    head, *lines = str(caught.value).split("\n  - ")
    assert head in ("test (test.toml) has 1 fault:", f"test (test.toml) has {len(lines)} faults:")
    return lines


def test_tables_become_parts_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "pendulum.toml"
    path.write_text(tomli_w.dumps(PENDULUM), encoding="utf-8")
    mechanism = read_toml(path)
    assert mechanism.name == "pendulum"
    assert mechanism.coordinates == ("theta",)
    assert mechanism.joints[0].origin.xyz[1] == Expression("half")
    assert mechanism.links[0].mass == 2.0
    assert mechanism.tool is not None
    assert mechanism == read_toml(str(path))


def test_the_file_gives_the_name_where_the_description_does_not(tmp_path: Path) -> None:
    path = tmp_path / "my_arm.toml"
    path.write_text(tomli_w.dumps({key: value for key, value in PENDULUM.items() if key != "name"}), encoding="utf-8")
    assert read_toml(path).name == "my_arm"


@pytest.mark.parametrize("name", library())
def test_every_machine_of_the_library_survives_being_written_and_read(name: str) -> None:
    mechanism = read(name)
    table = mechanism.model_dump(mode="json", exclude_none=True)
    for kind in NAMED:
        table[kind] = {part.pop("name"): part for part in table[kind]}
    assert mechanism_from_table(table_from_text(tomli_w.dumps(table), name)) == mechanism


def test_all_faults_of_keys_and_values_are_reported_together() -> None:
    lines = faults_of("""
        colour = 3
        gravity = [0, 0]
        [links.rod]
        mas = 1
        mass = "2 * * m"
        [joints.a]
        kind = "revolut"
        parent = "base"
        origin = { xyz = [0, true, 0], rpy = [0, 0, 0, 0] }
        [joints.b]
        kind = "fixed"
        parent = "base"
        child = "rod"
        origin = { xzy = [0, 0, 0] }
        [tool]
        lnk = "rod"
        [start]
        a = 2020-01-01
    """)
    expected = [
        "colour: no such key",
        "gravity[2]: it is missing",
        "links.rod.mas: no such key (did you mean 'mass'?); known keys: mass, com",
        "links.rod.mass: '2 * * m': column 5: expected a number, a name or '(' but found '*'",
        "joints.a.kind: expected 'revolute', 'prismatic'",
        "joints.a.child: it is missing",
        "joints.a.origin.xyz[1]: expected a number or an expression as text, given True",
        "joints.a.origin.rpy: tuple should have at most 3 items",
        "joints.b.origin.xzy: no such key (did you mean 'xyz'?); known keys: xyz, rpy, quaternion",
        "tool.link: it is missing",
        "tool.lnk: no such key (did you mean 'link'?); known keys: link, origin",
        "start.a: expected a number or an expression as text, given datetime.date(2020, 1, 1)",
    ]
    for beginning in expected:
        assert any(line.startswith(beginning) for line in lines), (beginning, lines)
    assert len(lines) == len(expected)


def test_what_should_be_a_table_is_named() -> None:
    assert faults_of("links = 3\njoints = [1]")[:2] == [
        "links: expected tables, [links.NAME], given 3",
        "joints: expected tables, [joints.NAME], given [1]",
    ]
    assert faults_of("links.rod = 3\njoints.a.name = 'b'")[:2] == [
        "links.rod: expected a table, [links.rod], given 3",
        "joints.a.name: the table's header gives the name; remove the key",
    ]


@pytest.mark.parametrize(
    "text",
    ["a = ", "a = 1\na = 2", "[x", "a = " + "[" * 20000, "a = " + "9" * 5000, "a = 2020-02-31", "a = '\x00'", 'a = "\\ud800"'],
)
def test_text_that_is_not_toml_is_refused_in_words(text: str) -> None:
    with pytest.raises(DescriptionError, match=r"test\.toml: not valid TOML: "):
        table_from_text(text, "test.toml")


def test_files_that_cannot_be_read_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no file"):
        read_toml(tmp_path / "missing.toml")
    with pytest.raises(FileError, match="not a regular file"):
        read_toml(tmp_path)
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(FileError, match="larger than 1 MB"):
        read_toml(path)
    path.write_bytes(b"name = 'a'\n# \xff")
    with pytest.raises(FileError, match="not UTF-8: byte 0xff in line 2"):
        read_toml(path)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["base", "bob", "theta", "l/2", "fixed", "rod"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["link", "origin", "xyz", "kind", "axis"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*PENDULUM, "loops", "couplings", "frames", "task", "gravity"]), VALUES, max_size=3))
@settings(max_examples=200)
def test_only_our_errors_come_out_of_any_table(changes: dict[str, Any]) -> None:
    with suppress(KinloopError):
        mechanism_from_table({**PENDULUM, **changes})
