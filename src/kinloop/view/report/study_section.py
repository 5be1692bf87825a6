"""A study in the report: what the document did and claimed, what was run here, findings, figures, equations and motions."""

from __future__ import annotations

from collections.abc import Iterator

from kinloop.studies.framework.figure_data import Curves, Equation, FigureData, Map, Motion
from kinloop.studies.running.run_studies import StudyRun
from kinloop.view.page import parts as page
from kinloop.view.page.frames import build_frames
from kinloop.view.page.html_text import escape
from kinloop.view.page.motion_data import motion_data
from kinloop.view.page.plots import Plot
from kinloop.view.page.poster import draw_poster
from kinloop.view.report.errata import errata_table
from kinloop.view.report.motion_plots import choose_plots, hidden_notes
from kinloop.view.report.set_mathematics import equation_html
from kinloop.view.report.study_figures import draw_curves, draw_map
from kinloop.view.report.verdicts import badge, findings_table, typeset

# Numbers of all plots of a motion, and bytes of its poses: the report has many motions, and is mailed as one file.
PLOT_VALUES, FRAME_BYTES = 12_000, 200_000
POSTER_FRAMES = 200


def study_parts(run: StudyRun) -> Iterator[page.Part]:
    """The parts of the section of a study."""
    study, result = run.study, run.result
    yield page.Markup(
        f'<p class="study-head">{badge(run.verdict)} <span class="study-id">{escape(study.id)}</span> '
        '<a href="#overview">overview</a></p>'
    )
    ran = "" if result is None else result.ran
    yield page.Markup(_definitions([("The document", study.did), ("Its claim", study.claimed), ("Run here", ran)]))
    if result is None:
        yield page.Text(f"The study ended with an error: {run.error}")
        yield page.Details("Traceback", [page.Preformatted(run.trace)])
        return
    if result.findings:
        yield page.Markup(findings_table(result.findings))
    for k, figure in enumerate(result.figures):
        yield _figure_part(figure, f"{study.id}-{k + 1}")
    if result.errata:
        yield page.Details(f"Corrected equations: {len(result.errata)}", [page.Markup(errata_table(result.errata))])
    if result.notes:
        yield page.Markup("<ul class=notes>" + "".join(f"<li>{escape(typeset(note))}</li>" for note in result.notes) + "</ul>")


def _definitions(pairs: list[tuple[str, str]]) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(typeset(text))}</dd>" for name, text in pairs if text)
    return f'<dl class="study">{rows}</dl>' if rows else ""


def _figure_part(figure: FigureData, name: str) -> page.Part:
    caption = (
        figure.title
        if isinstance(figure, Equation) or not figure.reproduces
        else f"{figure.title} (the document's {figure.reproduces})"
    )
    match figure:
        case Curves():
            return page.Figure(draw_curves(figure), _describe(figure), caption)
        case Map():
            return page.Figure(draw_map(figure), f"{figure.value.label} over {figure.x.label} and {figure.y.label}", caption)
        case Equation():
            return page.Markup(equation_html(figure.title, figure.latex))
        case Motion():
            return _motion_part(figure, name, caption)


def _describe(curves: Curves) -> str:
    names = ", ".join(series.name for series in curves.series if series.name)
    return f"{curves.y.label} over {curves.x.label}{f': {names}' if names else ''}"


def _motion_part(motion: Motion, name: str, caption: str) -> page.Part:
    names = (motion.name or "first", motion.compare_name or "second") if motion.compare is not None else None
    left_out: list[str] = []

    def choose(plots: list[Plot]) -> list[Plot]:
        left_out.extend([] if names is None else hidden_notes(plots, names[1]))
        return choose_plots(plots)

    head, arrays = motion_data(
        motion.record,
        motion.compare,
        title=motion.title,
        names=names,
        id=f"motion-{name}",
        values=PLOT_VALUES,
        frame_bytes=FRAME_BYTES,
        choose=choose,
    )
    head["notes"] += left_out
    poster = draw_poster(motion.record, build_frames(motion.record, POSTER_FRAMES).samples)
    return page.Motion(head, arrays, poster=poster, caption=caption)
