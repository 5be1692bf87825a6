"""All studies: the modules that have them, and the studies by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module

from kinloop.errors import UnknownName, listing, nearest
from kinloop.studies.framework.documents import DOCUMENTS
from kinloop.studies.framework.study import Study

# Every module that has studies, document by document.
MODULES: tuple[str, ...] = (
    "kinloop.studies.demutti_rosi.models",
    "kinloop.studies.demutti_rosi.kinematic_control",
    "kinloop.studies.demutti_rosi.computed_torque",
    "kinloop.studies.demutti_rosi.singularity",
    "kinloop.studies.demutti_rosi.crossing",
    "kinloop.studies.conti_pagano.models",
    "kinloop.studies.robotics_2_exam.free_robot",
    "kinloop.studies.robotics_2_exam.constraint",
    "kinloop.studies.robotics_2_exam.motions",
    "kinloop.studies.aissani.machines",
    "kinloop.studies.aissani.kinematics",
    "kinloop.studies.aissani.dynamics",
    "kinloop.studies.aissani.pd_control",
    "kinloop.studies.aissani.pid_control",
    "kinloop.studies.aissani.computed_torque",
    "kinloop.studies.aissani.scara_control",
    "kinloop.studies.aissani.force_objectives",
    "kinloop.studies.aissani.future_work",
    "kinloop.studies.lee_palma.models",
    "kinloop.studies.lee_palma.control",
    "kinloop.studies.lee_palma.crossing",
    "kinloop.studies.lee_palma.error_sources",
)


def all_studies(modules: Iterable[str] = MODULES) -> dict[str, Study]:
    """Every study by its id, in the order of the checklist."""
    found = [value for module in modules for value in vars(import_module(module)).values() if isinstance(value, Study)]
    return {each.id: each for each in sorted(found, key=lambda each: (each.line, each.id))}


def studies_named(names: Sequence[str], studies: dict[str, Study]) -> list[Study]:
    """The studies that are meant by names: an id as ``000-11``, a document as ``000``, or a title's slug; all without names.

    Raises: UnknownName: with the names that exist.
    """
    chosen: dict[str, Study] = {} if names else dict(studies)
    for name in names:
        wanted = str(name).strip().lower()
        found = {
            id: each for id, each in studies.items() if wanted in (id, each.document.id, each.document.key.lower(), each.slug)
        }
        if not found:
            known = [*studies, *DOCUMENTS, *(each.slug for each in studies.values())]
            raise UnknownName(
                f"no study {str(name)!r}{nearest(wanted, known)}; expected an id, {listing(studies)}, a document, "
                f"{listing(DOCUMENTS)}, or a title as {next(iter(studies.values())).slug!r}"
            )
        chosen |= found
    return [each for id, each in studies.items() if id in chosen]


def quick_studies(studies: dict[str, Study]) -> list[Study]:
    """The short selection: one study a document."""
    return [each for each in studies.values() if each.quick]
