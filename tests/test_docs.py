"""The documents: every key that exists is documented, everything documented exists, and every description in them works."""

from __future__ import annotations

import inspect
import re
import tomllib
from itertools import product
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import numpy as np
import pytest
from pydantic import TypeAdapter
from pydantic.fields import FieldInfo

import kinloop as kl
from kinloop.mechanism.expressions.expression import Expression, resolve
from kinloop.mechanism.expressions.grammar import CONSTANTS, FUNCTIONS, UNITS
from kinloop.mechanism.formats.toml.toml_file import NAMED, mechanism_from_table, read_toml, table_from_text
from kinloop.mechanism.formats.toml.toml_write import write_toml
from kinloop.mechanism.kinds.joint_kinds import JOINT_KINDS
from kinloop.mechanism.parts import parts
from kinloop.mechanism.parts.dh import DHRow
from kinloop.mechanism.parts.part import Part
from kinloop.mechanism.parts.parts import ClosedForm, Mechanism

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "description.md").read_text(encoding="utf-8")
TEMPLATE = (ROOT / "src" / "kinloop" / "mechanism" / "formats" / "toml" / "template.toml").read_text(encoding="utf-8")
COMPLETE = re.sub(r"^( *)#(?=[\w\[{])", r"\1", TEMPLATE, flags=re.MULTILINE)  # the template with every option in use
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NOTES = "parameter_notes"  # no key of a file: unit and meaning stand with the parameters' values
PARTS: dict[str, type[Part]] = {
    name: part
    for name, part in inspect.getmembers(parts, inspect.isclass)
    if issubclass(part, Part) and part not in (Part, parts.ParameterNote)
} | {"DHRow": DHRow}
HEADER = "| key | type | unit | default | meaning |"


def blocks(language: str) -> list[Any]:
    """The code of every page, with its place."""
    return [
        pytest.param(found.group(1), id=f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}")
        for page in PAGES
        for text in [page.read_text(encoding="utf-8")]
        for found in re.finditer(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    ]


def is_whole(text: str) -> bool:
    """Whether a block is a description and not a part of one."""
    return "name" in tomllib.loads(text)


# ------------------------------------------------------------------ the tables of docs/description.md


def tables() -> dict[str, dict[str, list[str]]]:
    """Class -> key -> (type, unit, default, meaning); a table belongs to the class that was named last: ``(`Link`)``."""
    found: dict[str, dict[str, list[str]]] = {}
    name, inside = "", False
    for line in PAGE.splitlines():
        if named := re.search(r"\(`([A-Z]\w*)`\)", line):
            name = named.group(1)
        if line == HEADER:
            assert name not in found, f"{name} has two tables"
            found[name] = {}
        inside = line == HEADER or (inside and line.startswith("|"))
        if inside and line.startswith("| `"):
            key, *cells = (cell.strip() for cell in line.strip("|").split("|"))
            assert len(cells) == 4, line
            assert key.strip("`") not in found[name], f"{name}.{key} is documented twice"
            found[name][key.strip("`")] = cells
    return found


TABLES = tables()


def fields(part: type[Part]) -> dict[str, FieldInfo]:
    """The fields that are keys; the name of a part in a table of parts is that of the table."""
    tabled = part.__name__.lower() + "s" in NAMED
    return {name: field for name, field in part.model_fields.items() if not (tabled and name == "name") and name != NOTES}


def type_in_words(annotation: Any) -> str:
    arguments = [argument for argument in get_args(annotation) if argument not in (NoneType, Ellipsis)]
    match get_origin(annotation):
        case origin if origin in (Union, UnionType):
            return type_in_words(arguments[0])  # float | Expression, or something | None
        case origin if origin is Annotated:
            return type_in_words(arguments[0])
        case origin if origin is Literal:
            return "word"
        case origin if origin is dict:
            inner = type_in_words(arguments[1])
            return f"table of {inner.replace('table', 'tables', 1) if inner.startswith('table') else inner + 's'}"
        case origin if origin is tuple and len(arguments) == 1:
            inner = arguments[0]
            if get_origin(inner) is tuple:
                return f"lists of {type_in_words(inner)}"
            return ("list of " if isinstance(inner, type) and issubclass(inner, Part) else "") + f"{type_in_words(inner)}s"
        case origin if origin is tuple:
            return f"{len(arguments)} {type_in_words(arguments[0])}s"
    if issubclass(annotation, Part):
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", annotation.__name__).lower()
    return {float: "number", int: "whole number", str: "text", bool: "true or false"}[annotation]


def test_every_part_has_a_table_and_every_table_a_part() -> None:
    assert set(TABLES) == set(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_every_key_of_a_part_is_documented_and_no_other(name: str) -> None:
    assert list(TABLES[name]) == list(fields(PARTS[name])), "in the order of the source"


@pytest.mark.parametrize(("part", "key"), [(part, key) for part in PARTS for key in fields(PARTS[part])])
def test_types_defaults_and_words_are_the_documented_ones(part: str, key: str) -> None:
    field = PARTS[part].model_fields[key]
    kind, _, default, meaning = TABLES[part][key]
    expected = type_in_words(field.annotation)
    if part == "Mechanism" and key in NAMED:
        expected = expected.replace("list of", "table of")
    assert re.sub(r"\[(.*?)\]\(.*?\)", r"\1", kind) == expected
    assert meaning
    if field.is_required():
        assert default == "**required**"
    elif field.default is None:
        assert default == "**none**"
    else:
        given = tomllib.loads(f"x = {default.strip('`')}")["x"]
        if part == "Mechanism" and key in NAMED:
            given = tuple(given)
        value: Any = TypeAdapter(Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation)
        assert value.validate_python(given) == field.get_default(call_default_factory=True)


@pytest.mark.parametrize("part", PARTS)
def test_the_words_that_a_key_takes_are_all_on_the_page(part: str) -> None:
    section = PAGE[PAGE.index(f"(`{part}`)") :]
    section = section[: section.find("\n## ")]
    for field in PARTS[part].model_fields.values():
        choices = [field.annotation, *get_args(field.annotation)]
        for word in (word for choice in choices if get_origin(choice) is Literal for word in get_args(choice)):
            assert f"`{word}`" in section, f"{part} does not say that there is a {word!r}"


def test_the_language_of_expressions_is_on_the_page() -> None:
    section = PAGE[PAGE.index("## Numbers") : PAGE.index("## The machine")]
    for word in (*FUNCTIONS, *CONSTANTS, *UNITS):
        assert f"`{word}`" in section


def test_the_coordinates_of_joints_are_named_as_on_the_page() -> None:
    for kind, definition in JOINT_KINDS.items():
        row = re.search(rf"^\| `{kind}` \| (.*NAME.*|none) \|$", PAGE, re.MULTILINE)
        assert row, kind
        assert tuple(re.findall(r"`NAME(\w*)`", row.group(1))) == definition.suffixes


# ------------------------------------------------------------------ names and links of all pages

OWNERS: dict[str, Any] = {"kl": kl, "robot": kl.load("biglide"), "reduced": kl.Reduced, "configuration": kl.Configuration}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_names_on_pages_exist(page: Path) -> None:
    code = "\n".join(re.findall(r"`[^`]+`|```.*?```", page.read_text(encoding="utf-8"), re.DOTALL))
    found = set(re.findall(rf"\b({'|'.join(OWNERS)})\.([A-Za-z_]\w*)", code))
    missing = [f"{owner}.{name}" for owner, name in sorted(found) if not has(OWNERS[owner], name)]
    assert missing == []


def has(owner: Any, name: str) -> bool:
    return hasattr(owner, name) or name in getattr(owner, "__dataclass_fields__", ())


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]*)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        path, _, place = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        if place:
            assert place in headings(file), target


def headings(file: Path) -> set[str]:
    found = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in found}


# ------------------------------------------------------------------ the code of all pages


@pytest.mark.parametrize("text", blocks("toml"))
def test_descriptions_on_pages_are_derived(text: str) -> None:
    if not is_whole(text):
        return  # it is TOML, which is all that can be said of a part
    check_dynamics(mechanism_from_table(table_from_text(text, "page"), "page"))


# Pages whose programs take long; the tests of what they show are quicker.
LONG_PAGES = ("docs/tuning.md", "docs/force.md", "docs/crossing.md")


def programs() -> list[Any]:
    """The programs of all pages but the README, which has tests of its own."""
    found = [block for block in blocks("python") if not str(block.id).startswith("README")]
    return [
        pytest.param(*block.values, id=block.id, marks=[pytest.mark.long] if str(block.id).startswith(LONG_PAGES) else [])
        for block in found
    ]


@pytest.mark.parametrize("text", programs())
def test_programs_on_pages_run_and_print_what_stands_below_them(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(text, "page", "exec"), {})  # that of the README: test_readme.py
    printed = capsys.readouterr().out
    assert printed
    if (expected := outputs().get(text)) is not None:
        assert printed == expected


def outputs() -> dict[str, str]:
    """The printed result of programs that have one below them."""
    lines = r"((?:(?!```).*\n)*)```"
    pattern = re.compile(rf"^```python\n{lines}\n\n```text\n{lines}", re.MULTILINE)
    return {text: printed for page in PAGES for text, printed in pattern.findall(page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("page", ["tuning.md", "control.md", "your_own_law.md"])
def test_every_program_of_these_pages_has_its_output(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert text.count("```python") == text.count("```text") > 5


def test_the_template_is_derived() -> None:
    check_dynamics(read_toml(ROOT / "src" / "kinloop" / "mechanism" / "formats" / "toml" / "template.toml"))


def test_the_template_with_every_option_in_use_is_derived_and_has_every_key() -> None:
    mechanism = mechanism_from_table(table_from_text(COMPLETE, "template.toml"), "template.toml")
    check_dynamics(mechanism)
    shown = set(re.findall(r"\w+(?= =|\.|\])", COMPLETE))  # of "key = value", also in a comment, and of headers
    wanted = {key for name, part in PARTS.items() if name != "DHRow" for key in fields(part)}
    assert wanted - shown == set()
    assert mechanism_from_table(table_from_text(write_toml(mechanism), "written")) == mechanism


def check_dynamics(mechanism: Mechanism) -> None:
    """It loads, its start closes the loops, forward and inverse dynamics undo each other, closed forms close the loops."""
    robot = kl.load(mechanism)
    q, qd = robot.start, np.zeros(len(mechanism.rates))
    np.testing.assert_allclose(robot.closure(q), 0, atol=1e-12)
    tau = np.linspace(0.3, 0.8, robot.n_active)
    motion = robot.forward_dynamics(q, qd, tau)
    np.testing.assert_allclose(robot.inverse_dynamics(q, qd, motion.qdd), tau, atol=1e-9)
    check_closed_forms(robot)


def check_closed_forms(robot: kl.Robot) -> None:
    mechanism = robot.mechanism
    start = dict(zip(mechanism.coordinates, robot.start, strict=True))
    tool = dict(zip("xyz", robot.frame_pose(robot.start).position, strict=True))
    names = set(start)
    for form, inputs in (
        (mechanism.forward_geometry, {name: start[name] for name in robot.active}),
        (mechanism.inverse_geometry, {name: tool[name] for name in mechanism.task if name in tool}),
    ):
        if form is None:
            continue
        solutions = [evaluate(form, inputs, signs, mechanism) for signs in product((1.0, -1.0), repeat=len(form.signs))]
        for solution in solutions:
            q = [{**inputs, **solution}[name] for name in mechanism.coordinates]
            np.testing.assert_allclose(robot.closure(q), 0, atol=1e-12)
            np.testing.assert_allclose(robot.frame_pose(q).position[0], {**inputs, **solution}["x"], atol=1e-12)
        assert any(all(np.isclose(solution.get(name, start[name]), start[name]) for name in names) for solution in solutions)


def evaluate(form: ClosedForm, inputs: dict[str, float], signs: tuple[float, ...], mechanism: Mechanism) -> dict[str, float]:
    known: dict[str, float] = {**resolve(mechanism.parameters), **inputs, **dict(zip(form.signs, signs, strict=True))}
    for name, value in form.values.items():
        known[name] = value.value(known) if isinstance(value, Expression) else value
    return {name: known[name] for name in form.values}
