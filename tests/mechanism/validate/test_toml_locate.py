from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

import pytest
import tomli_w
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kinloop.mechanism
from kinloop.errors import Path
from kinloop.mechanism.validate.toml_locate import Locations, locate

EVERY_FORM = """\
# a comment with = and [brackets]
title = "an \\"escaped\\" # no comment"
"quoted key".'and.dots' = 1
site."caf\\u00e9" = 2

[joints . q1]   # a header with spaces
origin = { xyz = [0, "l/2", -1.5e3], rpy.yaw = 1, "q w" = [{ a = 1 }, { b = [] }] }
axis = [ # a comment in an array, with ]
    0, 0,
    1, # the last
]
text = \"\"\"
[not.a.header]
key = 1 \\
  ""quoted"" \"\"\"\"\"
literal = '''it's ''fine'' = here'''
when = 1979-05-27 07:32:00Z
dotted.pair . two = true

[[shapes]]
kind = "box"
[shapes.origin]
xyz = [1, 2, 3]
[[shapes]]
kind = "sphere"
[[shapes.parts]]
size = 1
[[shapes.parts]]
size = 2
[shapes.parts.deep]
er = inf
"""


def text_at(found: Locations, path: Path, of_key: bool = False) -> str:
    span = found.span(path, of_key)
    assert span is not None
    return found.text[span.start : span.stop]


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("quoted key", "and.dots"), "'and.dots'", "1"),
        (("site", "café"), '"caf\\u00e9"', "2"),
        (("joints", "q1"), "q1", "q1"),
        (("joints", "q1", "origin"), "origin", '{ xyz = [0, "l/2", -1.5e3], rpy.yaw = 1, "q w" = [{ a = 1 }, { b = [] }] }'),
        (("joints", "q1", "origin", "xyz"), "xyz", '[0, "l/2", -1.5e3]'),
        (("joints", "q1", "origin", "xyz", 1), '"l/2"', '"l/2"'),
        (("joints", "q1", "origin", "xyz", 2), "-1.5e3", "-1.5e3"),
        (("joints", "q1", "origin", "rpy", "yaw"), "yaw", "1"),
        (("joints", "q1", "origin", "q w", 1, "b"), "b", "[]"),
        (("joints", "q1", "axis", 2), "1", "1"),
        (("joints", "q1", "literal"), "literal", "'''it's ''fine'' = here'''"),
        (("joints", "q1", "when"), "when", "1979-05-27 07:32:00Z"),
        (("joints", "q1", "dotted", "pair", "two"), "two", "true"),
        (("shapes", 0, "origin", "xyz", 2), "3", "3"),
        (("shapes", 1, "kind"), "kind", '"sphere"'),
        (("shapes", 1, "parts", 1, "deep", "er"), "er", "inf"),
    ],
)
def test_every_form_of_key_and_value_is_found(path: Path, key: str, value: str) -> None:
    found = locate(EVERY_FORM)
    assert text_at(found, path, of_key=True) == key
    assert text_at(found, path) == value


def test_what_is_missing_is_placed_at_the_nearest_thing_above_it() -> None:
    found = locate(EVERY_FORM)
    assert text_at(found, ("joints", "q1", "parent")) == "q1"
    assert text_at(found, ("joints", "q1", "origin", "xyz", 7), of_key=True) == '[0, "l/2", -1.5e3]'
    assert found.span(("nothing",)) is None


def test_a_place_has_line_column_and_source_line() -> None:
    found = locate("a = 1\r\n\r\n[t]\r\nlong_key = [1, true]\r\n")
    span = found.span(("t", "long_key", 1))
    assert span is not None
    assert found.place("file.toml", span.start) == ("file.toml", 4, 16, "long_key = [1, true]")
    assert found.place("file.toml", len(found.text)) == ("file.toml", 5, 1, "")


def test_keys_that_are_given_twice_are_found_with_both_places() -> None:
    found = locate("a = 1\n[t]\nb = {c = 1, c = 2}\n[x.y]\n[t]\n[x]\n[[k]]\n[[k]]\n")
    assert [(again.path, found.place("", again.second.start).line) for again in found.again] == [
        (("t", "b", "c"), 3),
        (("t",), 5),
    ]


@pytest.mark.parametrize(
    "text", ["a = ", "a", "[", "[[a]", "a = [1", "a = {b = 1", 'a = "', "=", "a = 1 2", '"\\z" = 1', "a = " + "[" * 5000]
)
def test_what_stands_before_a_piece_that_is_not_toml_is_found(text: str) -> None:
    assert text_at(locate(f"first = 12\n{text}"), ("first",)) == "12"


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All that a document holds, but for the tables that stand under headers, which have no text of their own."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        yield path, value
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path, value


def assert_all_found(text: str) -> None:
    found = locate(text)
    for path, value in leaves(tomllib.loads(text)):
        located = found.places.get(path)
        assert located is not None, path
        if located.value is None:
            assert isinstance(value, list), "an array of tables under headers"
            continue
        written = tomllib.loads(f"v = {text[located.value.start : located.value.stop]}")["v"]
        assert written == value or (isinstance(value, float) and math.isnan(value) and math.isnan(written))
        if located.key is not None:
            assert [*tomllib.loads(f"{text[located.key.start : located.key.stop]} = 1")] == [path[-1]]
    assert not found.again


SCALARS = (
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    | st.sampled_from(["", '"', "'''", '"""', "\\", "a\nb = 1\n[c]", "# no", "x''''", 'y""""', "\r\n", "]", "}", ","])
    | st.datetimes()
    | st.dates()
    | st.times()
)
KEYS = st.sampled_from(["a", "b-1", "", "a.b", "é", '"', "c d", "'", "#", "0"]) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=4
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=25
)


@given(st.dictionaries(KEYS, VALUES, max_size=5), st.booleans())
@settings(max_examples=150, deadline=None)
@example({"a": [{"b": [[{"c": 1}], []]}, {"b": {}}], "d": {"e": {"f": {}}}}, True)
def test_the_text_of_every_value_of_any_document_reads_as_that_value(document: dict[str, Any], multiline: bool) -> None:
    assert_all_found(tomli_w.dumps(document, multiline_strings=multiline))


def test_every_value_of_every_form_and_of_the_library_is_found() -> None:
    assert_all_found(EVERY_FORM)
    for path in (FilePath(kinloop.mechanism.__file__).parent / "library").glob("*.toml"):
        assert_all_found(path.read_text(encoding="utf-8"))
