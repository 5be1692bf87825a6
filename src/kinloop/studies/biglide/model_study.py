"""The result of a study that compares equations of a report with kinloop's models, and these with an engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kinloop.studies.biglide.biglide_states import BiglideStates, biglide_states
from kinloop.studies.biglide.engine_figures import NAMES, error_figure, error_findings
from kinloop.studies.biglide.engine_runs import SETTINGS
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import FigureData
from kinloop.studies.framework.finding import Finding
from kinloop.studies.framework.formula import Formula, errata, findings
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult


def model_study(
    context: StudyContext,
    document: str,
    equations: Sequence[Formula[BiglideStates]],
    quantities: dict[str, tuple[tuple[float, float] | None, str]],
    *,
    found: Sequence[Finding] = (),
    mistakes: Sequence[Erratum] = (),
    figures: Sequence[FigureData] = (),
    notes: Sequence[str] = (),
    engines: tuple[str, ...] | None = None,
) -> StudyResult:
    """Equations over 600 states of Biglides of many sizes, and quantities against engines: for each the errors that the document
    reports for its two columns, or None, and the number of its figure. ``engines``: these instead of all."""
    states = biglide_states()
    context = replace(context, engines=engines or context.engines)
    names = " and ".join(NAMES[engine] for engine in context.engines)
    ran = "Equations: 600 seeded states of Biglides of many sizes, in every mode, a third of them near singularities."
    if quantities:
        ran += f" Models: the machine of the report on {names}. {SETTINGS}"
    against = [each for quantity, (claimed, _) in quantities.items() for each in error_findings(context, quantity, claimed)]
    curves = [error_figure(context, quantity, figure) for quantity, (_, figure) in quantities.items()]
    return StudyResult(
        ran=ran,
        findings=[*against, *findings(equations, states), *found],
        figures=[*curves, *figures],
        errata=[*_once(errata(document, equations, states)), *mistakes],
        notes=notes,
    )


def _once(found: Sequence[Erratum]) -> list[Erratum]:
    """Each misprint once, where several formulas have it: with the largest error of the right form."""
    worst: dict[tuple[str, str], Erratum] = {}
    for each in found:
        key = (each.equation, each.printed)
        if key not in worst or each.right_error > worst[key].right_error:
            worst[key] = each
    return list(worst.values())
