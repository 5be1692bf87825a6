"""Findings and figures of the errors of models against engines."""

from __future__ import annotations

from kinloop.studies.biglide.engine_runs import QUANTITIES, largest_errors, model_errors
from kinloop.studies.framework.figure_data import Curves, over_time
from kinloop.studies.framework.finding import Finding, claim, observe
from kinloop.studies.framework.study_context import StudyContext

NAMES = {"native": "our own integrator", "exudyn": "Exudyn", "mujoco": "MuJoCo"}
EVERY = 4  # samples between two points of a figure


def error_findings(context: StudyContext, quantity: str, claimed: tuple[float, float] | None) -> list[Finding]:
    """The largest error of a quantity's two columns on each engine, against the document's figures or, without them, against the
    size of rounding and steps."""
    what, unit, columns = QUANTITIES[quantity]
    found = []
    for engine in context.engines:
        for k, (column, error) in enumerate(zip(columns, largest_errors(engine, quantity), strict=True)):
            text = f"{what}, {column}: largest error of the model against {NAMES[engine]}"
            if claimed is None:
                found.append(observe(text, error, unit, relation="at most", bound=1e-4))
            else:
                found.append(claim(text, "at most", claimed[k], error, unit))
    return found


def error_figure(context: StudyContext, quantity: str, reproduces: str = "") -> Curves:
    """The errors of a quantity over time against the preferred engine."""
    what, unit, columns = QUANTITIES[quantity]
    t, errors = model_errors(
        context.engine,
    )[quantity]
    lines = {column: errors[::EVERY, k] for k, column in enumerate(columns)}
    title = f"Model of {what} minus {NAMES[context.engine]}"
    return over_time(title, t[::EVERY], lines, f"error of the {what}", unit, reproduces=reproduces)
