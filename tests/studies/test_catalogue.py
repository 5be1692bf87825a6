"""All lines of the checklist have a study."""

from __future__ import annotations

import ast
from pathlib import Path

from kinloop.studies import catalogue
from kinloop.studies.catalogue import MODULES, all_studies, quick_studies
from kinloop.studies.framework.documents import DOCUMENTS

SOURCE = Path(catalogue.__file__).parent


def test_every_line_of_the_checklist_has_exactly_one_study() -> None:
    studies = all_studies()
    assert [study.line for study in studies.values()] == list(range(1, 50))
    assert list(studies) == [id for document in sorted(DOCUMENTS.values(), key=lambda d: d.lines) for id in document.study_ids]


def test_a_study_is_named_after_its_line() -> None:
    for study in all_studies().values():
        assert study.run.__name__.startswith(f"line_{study.line}_"), study.run.__name__
        assert study.run.__doc__


def test_titles_tell_studies_apart() -> None:
    slugs = [study.slug for study in all_studies().values()]
    assert len(set(slugs)) == 49
    assert not set(slugs) & {*all_studies(), *DOCUMENTS}


def test_the_quick_selection_has_one_study_a_document() -> None:
    assert [study.document.id for study in quick_studies(all_studies())] == sorted(DOCUMENTS)


def test_every_module_with_studies_is_in_the_catalogue() -> None:
    with_studies = set()
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        if any(isinstance(d, ast.Call) and getattr(d.func, "id", "") == "study" for f in functions for d in f.decorator_list):
            with_studies.add("kinloop.studies." + ".".join(path.relative_to(SOURCE).with_suffix("").parts))
    assert with_studies == set(MODULES)


def test_no_study_imports_a_library_that_draws() -> None:
    for path in SOURCE.rglob("*.py"):
        assert "matplotlib" not in path.read_text(encoding="utf-8"), path
