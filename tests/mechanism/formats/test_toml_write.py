"""A written mechanism is read back as the same one, and its text is readable."""

from __future__ import annotations

import math
import os
import stat
import tomllib
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from peers import ROBOTS, urdf_path

import kinloop as kl
from kinloop.errors import DescriptionError, FileError
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats.read import library, read
from kinloop.mechanism.formats.toml.toml_file import NAMED, mechanism_from_table, read_toml, table_from_text
from kinloop.mechanism.formats.toml.toml_write import WIDTH, save_toml, write_toml
from kinloop.mechanism.parts.part import Part
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.parts.surface import Surface

TEXTS = ("l", "-d/2", "2 * l ^ 2", "atan2(l,\n d)", "30 deg + alpha", "sqrt(l^2 - (x + d/2)^2)", "\tl")
ARM = kl.Mechanism(
    name="arm",
    parameters={"l": 0.5},
    links=(kl.Link(name="base"), kl.Link(name="bob", mass=2, com=("l", 0, 0))),
    joints=(
        kl.Joint(
            name="theta", kind="revolute", parent="base", child="bob", limits=kl.Limits(position=(-math.inf, 1.25), jerk=40)
        ),
    ),
    tool=kl.Anchor(link="bob", origin=kl.Pose(xyz=("l", 0, -0.0))),
)


def again(mechanism: Mechanism) -> Mechanism:
    return mechanism_from_table(table_from_text(write_toml(mechanism), "written"), "written")


@pytest.mark.parametrize("name", library())
def test_every_machine_of_the_library_is_read_back(name: str) -> None:
    mechanism = read(name)
    assert again(mechanism) == mechanism
    assert write_toml(again(mechanism)) == write_toml(mechanism)


@pytest.mark.parametrize("name", ROBOTS)
def test_robots_of_urdf_files_are_read_back(name: str) -> None:
    mechanism = read(urdf_path(name))
    assert again(mechanism) == mechanism


# ------------------------------------------------------------------ anything that the types allow


@cache
def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type; a field or a part that is added is covered from then on."""
    arguments = get_args(annotation)
    match get_origin(annotation):
        case origin if origin is Annotated:
            return values(arguments[0])
        case origin if origin in (Union, UnionType):
            return st.one_of([values(argument) for argument in arguments if argument is not NoneType])
        case origin if origin is Literal:
            return st.sampled_from(arguments)
        case origin if origin is dict:
            return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=3)
        case origin if origin is tuple and arguments[-1] is Ellipsis:
            named = isinstance(arguments[0], type) and issubclass(arguments[0], Part) and "name" in arguments[0].model_fields
            unique = (lambda part: part.name) if named else None
            return st.lists(values(arguments[0]), max_size=2, unique_by=unique).map(tuple)
        case origin if origin is tuple:
            return st.tuples(*(values(argument) for argument in arguments))
    if issubclass(annotation, Part):
        return parts(annotation)
    return {
        float: st.floats(allow_nan=False) | st.integers(-3, 3).map(float),
        int: st.integers(-1, 1),
        bool: st.booleans(),
        str: st.text(max_size=6) | st.sampled_from(["q1", "größe", 'a "b"', "a.b", "関節", "", " ", "\x00\x7f\u2028\r\n"]),
        Expression: st.sampled_from(TEXTS).map(Expression),
    }[annotation]


def parts(part: type[Part]) -> st.SearchStrategy[Any]:
    fields = {name: (field, values(field.annotation)) for name, field in part.model_fields.items()}
    if part is Surface:
        fields["h"] = part.model_fields["h"], st.sampled_from(TEXTS)  # a text that is an expression
    required = {name: strategy for name, (field, strategy) in fields.items() if field.is_required()}
    optional = {name: strategy for name, (field, strategy) in fields.items() if not field.is_required()}
    return st.fixed_dictionaries(required, optional=optional).map(lambda given: part(**given))


@given(parts(Mechanism))
@settings(max_examples=150, deadline=None)
def test_anything_that_the_types_allow_is_read_back(mechanism: Mechanism) -> None:
    """Also what is no machine: the reader's checks of structure are left out here."""
    table = tomllib.loads(write_toml(mechanism))
    for kind in NAMED:
        table[kind] = tuple({"name": name, **part} for name, part in table.get(kind, {}).items())
    result = Mechanism.model_validate(table)
    assert result == mechanism
    for field in ("parameters", "start", "frames"):
        assert list(getattr(result, field)) == list(getattr(mechanism, field)), "the order counts"
    for form in ("forward_geometry", "inverse_geometry"):
        if getattr(mechanism, form) is not None:
            assert list(getattr(result, form).values) == list(getattr(mechanism, form).values)


# ------------------------------------------------------------------ layout


def test_the_text_is_what_a_person_would_write() -> None:
    assert write_toml(ARM) == (
        'name = "arm"\n\n'
        "[parameters]\nl = 0.5\n\n"
        "[links.base]\n\n"
        '[links.bob]\nmass = 2\ncom = ["l", 0, 0]\n\n'
        '[joints.theta]\nkind = "revolute"\nparent = "base"\nchild = "bob"\nlimits = { position = [-inf, 1.25], jerk = 40 }\n\n'
        '[tool]\nlink = "bob"\norigin = { xyz = ["l", 0, -0.0] }\n'
    )


def test_what_is_too_wide_is_broken_where_toml_allows_it() -> None:
    long = Expression(" + ".join(["l"] * 30))
    box = kl.Shape(kind="box", size=(0.1, 0.2, 0.3))
    links = (
        kl.Link(name="short", shapes=(box, box)),
        kl.Link(name="long", shapes=(box, kl.Shape(kind="sphere", size=(long,)))),
        kl.Link(name="vector", com=(long, 0.0, 0.0)),
    )
    mechanism = kl.Mechanism(**{**dict(ARM), "links": links, "tool": kl.Anchor(link="bob", origin=kl.Pose(xyz=(long, 0, 0)))})
    text = write_toml(mechanism)
    assert 'shapes = [\n    { kind = "box", size = [0.1, 0.2, 0.3] },\n' in text
    assert text.count("[[links.long.shapes]]\nkind") == 2
    assert f'com = [\n    "{long}",\n    0,\n    0,\n]\n' in text
    assert "\n[tool.origin]\nxyz = [\n" in text
    assert all(len(line) <= WIDTH for line in text.splitlines())


def test_floats_are_written_to_the_last_bit() -> None:
    numbers = (0.1 + 0.2, 5e-324, 1.7976931348623157e308, 1e22, -1e-7, 123456.0, 1234567.0, 2.0**53 + 2)
    mechanism = kl.Mechanism(**{**dict(ARM), "parameters": {"l": 0.5, **{f"p{k}": value for k, value in enumerate(numbers)}}})
    assert tuple(again(mechanism).parameters.values())[1:] == numbers


def test_what_cannot_be_written_is_refused_in_words() -> None:
    with pytest.raises(DescriptionError, match="'arm' cannot be written: two of its joints are named 'theta'"):
        write_toml(kl.Mechanism(**{**dict(ARM), "joints": ARM.joints * 2}))
    with pytest.raises(DescriptionError, match=r"'arm' has a character that no file holds: .*ud800"):
        write_toml(kl.Mechanism(**{**dict(ARM), "description": "\ud800"}))


# ------------------------------------------------------------------ files


def test_a_saved_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "arm.toml"
    save_toml(ARM, path)
    assert read_toml(path) == ARM
    save_toml(kl.Mechanism(**{**dict(ARM), "description": "größer"}), str(path))
    assert read_toml(path).description == "größer"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "arm.toml"
    path.write_text("old", encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(FileError, match=r"arm\.toml' cannot be written: No space left on device"):
        save_toml(ARM, path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_and_too_much_text_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"arm\.toml' cannot be written: "):
        save_toml(ARM, tmp_path / "missing" / "arm.toml")
    with pytest.raises(FileError, match="at most 1000000 are read back"):
        save_toml(kl.Mechanism(**{**dict(ARM), "description": "x" * 1_000_000}), tmp_path / "arm.toml")


@pytest.mark.skipif(os.name == "nt", reason="links and modes are those of POSIX")
def test_links_and_modes_stay_as_they_are(tmp_path: Path) -> None:
    path, link = tmp_path / "arm.toml", tmp_path / "link.toml"
    save_toml(ARM, path)
    plain = tmp_path / "plain"
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode, "a new file follows the umask"
    path.chmod(0o640)
    link.symlink_to(path)
    save_toml(ARM, link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
