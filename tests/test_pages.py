"""The pages as a whole: the index lists every one, citations have entries, and the files that they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCES = (DOCS / "sources.md").read_text(encoding="utf-8")
READ = [
    path
    for folder in ("src", "tests", "docs", "benchmarks", "examples", "tools")
    for ending in ("*.py", "*.md", "*.toml")
    for path in sorted((ROOT / folder).rglob(ending))
]
CITATION = re.compile(r"\[((?:[A-Z][A-Za-z]+(?:19|20|18)\d\d)|ContiPagano|LeePalma|IFToMM)\](?!\()")


def citations(path: Path) -> set[str]:
    """Keys that a file cites."""
    return set(CITATION.findall(path.read_text(encoding="utf-8", errors="ignore")))


def test_every_citation_has_an_entry_and_every_entry_is_cited() -> None:
    entries = set(re.findall(r"^\| \[(\w+)\] \|", SOURCES, re.MULTILINE))
    cited = set().union(*(citations(path) for path in READ if path.name != "sources.md"))
    assert cited - entries == set(), "keys without an entry in docs/sources.md"
    assert entries - cited == set(), "entries that nothing cites"


def test_no_file_refers_to_a_source_document_by_a_bare_number() -> None:
    pattern = re.compile(r"document 00\d|\b(?:of|in|by) 00[0-4]\b|[\"#] ?00[0-4][,:']|asked: 1e")
    this = Path(__file__)
    found = [
        str(path.relative_to(ROOT))
        for path in READ
        if path != this and pattern.search(path.read_text(encoding="utf-8", errors="ignore"))
    ]
    assert found == []


def test_the_index_lists_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    pages = [page.name for page in sorted(DOCS.glob("*.md")) if page.name != "README.md"]
    assert [page for page in pages if f"({page})" not in index] == []


def test_the_index_of_decisions_lists_every_decision() -> None:
    index = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    pages = [page.name for page in sorted((DOCS / "decisions").glob("0*.md"))]
    assert [page for page in pages if f"({page})" not in index] == []


@pytest.mark.parametrize("page", [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.name)
def test_files_named_on_pages_exist(page: Path) -> None:
    """A path such as `tests/model/test_energy.py` is one of the repository, or of the package, or the end of one."""
    text = page.read_text(encoding="utf-8")
    names = set(re.findall(r"`((?:[\w.]+/)+[\w]+\.(?:py|toml|md))`", text))
    missing = [name for name in sorted(names) if not any((root / name).exists() for root in (ROOT, ROOT / "src" / "kinloop"))]
    assert missing == []


# ------------------------------------------------------------------ CONTRIBUTING.md

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def printed_folders() -> set[str]:
    """Folders of the printed trees, whose indentation gives the folder that each is in."""
    found: set[str] = set()
    parents: dict[int, str] = {}
    for indent, name in re.findall(r"^    ( *)([\w/]+)/  +\S", CONTRIBUTING, re.MULTILINE):
        above = [parents[k] for k in sorted(parents) if k < len(indent)]
        parents = {k: path for k, path in parents.items() if k < len(indent)}
        parents[len(indent)] = f"{above[-1]}/{name}" if above else name
        found.add(parents[len(indent)])
    return found


def test_the_printed_trees_are_those_of_the_repository() -> None:
    folders = {
        path.relative_to(ROOT).as_posix()
        for root in (ROOT / "src" / "kinloop", ROOT / "tests")
        for path in (root, *root.rglob("*"))
        if path.is_dir()
        and not any(part.startswith((".", "__")) for part in path.parts[len(ROOT.parts) :])
        and any(path.iterdir())
    }
    existing = {path for path in folders if {child.name for child in (ROOT / path).iterdir()} != {"__pycache__"}}
    assert printed_folders() == existing
