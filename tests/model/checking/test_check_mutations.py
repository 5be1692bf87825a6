"""Mutated files: reading gives a machine or an error of kinloop, and ``check`` gives a report."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kinloop as kl
import kinloop.mechanism
from kinloop.errors import Path as KeyPath
from kinloop.model.checking.check import Report

LIBRARY = {path.stem: path.read_bytes() for path in sorted((Path(kinloop.mechanism.__file__).parent / "library").glob("*.toml"))}
MUTATIONS = settings(deadline=None, suppress_health_check=list(HealthCheck), database=None)
NUMBER = re.compile(r"(?<![A-Za-z_0-9])[0-9]+(?:\.[0-9]+)?")
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
NUMBERS = ['"{}"', '"{} mm"', "-{}", "0", "nan", "inf", "1e308", "1e-320", "true", "[{}]", "''", "{{}}", "9" * 400, "{} {}"]
GARBAGE = [*"[]{}=#,.*é\0\r\n'\"", '"""', "[[x]]", "a.b.c = 1", "60 degrees"]
JOINTS = ["revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "free", "fixed"]
KINDS = [*JOINTS, "pin", "ball", "weld", "rod"]
SCALARS = [0, -1, 1e300, float("nan"), True, "x", "1/0", "l/2", "base", *KINDS]
VALUES = [*SCALARS, [], {}, [0, 0, 0], [1, 2], ["x", "y"], {"link": "base"}]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mutated") / "machine.toml"


def checked(file: Path, content: bytes) -> Report:
    """``check`` catches only :class:`kl.KinloopError` from reading: any other would come out here."""
    file.write_bytes(content)
    report = kl.check(file)
    assert str(report)
    assert all(isinstance(fault.message, str) and fault.message for fault in report.faults + report.warnings)
    return report


@st.composite
def mutated_texts(draw: st.DrawFn) -> str:
    """A library file with lines deleted, doubled, swapped, and with other numbers, names, kinds and garbage in them."""
    lines = LIBRARY[draw(st.sampled_from(sorted(LIBRARY)))].decode().split("\n")
    for _ in range(draw(st.integers(1, 4))):
        spot, other = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        line = lines[spot]
        match draw(st.sampled_from(["delete", "double", "swap", "number", "name", "word", "kind", "garbage", "cut"])):
            case "delete":
                lines[spot] = ""
            case "double":
                lines.insert(other, line)
            case "swap":
                lines[spot], lines[other] = lines[other], line
            case "number":
                number = NUMBER.search(line)
                form = draw(st.sampled_from(NUMBERS))
                lines[spot] = NUMBER.sub(form.format(*[number[0]] * 2) if number else "", line, count=draw(st.integers(0, 2)))
            case "name":
                lines[spot] = WORD.sub(lambda word: word[0][:-1] + "xx", line, count=draw(st.integers(1, 3)))
            case "word":
                words = WORD.findall(lines[other]) or ["x"]
                lines[spot] = WORD.sub(draw(st.sampled_from(words)), line, count=1)
            case "kind":
                lines[spot] = re.sub("|".join(KINDS), draw(st.sampled_from(KINDS)), line)
            case "garbage":
                at = draw(st.integers(0, len(line)))
                lines[spot] = line[:at] + draw(st.sampled_from(GARBAGE)) + line[at:]
            case "cut":
                at = draw(st.integers(0, len(line)))
                lines[spot] = line[:at]
    return "\n".join(lines)


@given(mutated_texts())
@settings(MUTATIONS, max_examples=100)
def test_a_mutated_text_is_read_or_refused_in_words(file: Path, text: str) -> None:
    checked(file, text.encode())


def key_paths(value: Any, path: KeyPath = ()) -> list[KeyPath]:
    """All keys and values within a table."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in items for place in ((*path, key), *key_paths(item, (*path, key)))]


@st.composite
def mutated_tables(draw: st.DrawFn) -> dict[str, Any]:
    """A library file's tables with values deleted, replaced, renamed and moved about."""
    table: dict[str, Any] = tomllib.loads(LIBRARY[draw(st.sampled_from(sorted(LIBRARY)))].decode())
    for _ in range(draw(st.integers(1, 3))):
        places = key_paths(table)
        if not places:
            break
        *parents, key = draw(st.sampled_from(places))
        holder: Any = table
        for step in parents:
            holder = holder[step]
        match draw(st.sampled_from(["delete", "replace", "rename", "move"])):
            case "delete":
                del holder[key]
            case "replace":
                holder[key] = deepcopy(draw(st.sampled_from(VALUES)))
            case "rename" if isinstance(holder, dict):
                holder[draw(st.sampled_from(["link", "x", "q1", str(key) + "s", "name", ""]))] = holder.pop(key)
            case "move":
                table[draw(st.sampled_from(["start", "tool", "joints", "loops", "frames", "motion"]))] = deepcopy(holder[key])
    return table


@given(mutated_tables())
@settings(MUTATIONS, max_examples=80)
def test_a_mutated_table_is_read_or_refused_in_words(file: Path, table: dict[str, Any]) -> None:
    checked(file, tomli_w.dumps(table).encode())


@given(st.sampled_from(sorted(LIBRARY)), st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=12))
@settings(MUTATIONS, max_examples=100)
def test_flipped_bytes_are_read_or_refused_in_words(file: Path, name: str, flips: list[tuple[int, int]]) -> None:
    content = bytearray(LIBRARY[name])
    for place, value in flips:
        content[place % len(content)] = value
    checked(file, bytes(content))


@given(st.binary(max_size=300))
@settings(MUTATIONS, max_examples=100)
def test_any_bytes_are_refused_in_words(file: Path, content: bytes) -> None:
    assert not checked(file, content).ok


@given(mutated_tables())
@settings(MUTATIONS, max_examples=15)
def test_what_check_calls_a_fault_load_refuses_and_nothing_else(file: Path, table: dict[str, Any]) -> None:
    report = checked(file, tomli_w.dumps(table).encode())
    try:
        kl.load(file)
        is_loaded = True
    except kl.KinloopError:
        is_loaded = False
    assert is_loaded == report.ok, str(report)
