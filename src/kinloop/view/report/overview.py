"""The overview of the report: how many studies have each verdict, and a table of all with the equations that they correct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kinloop.studies.framework.documents import DOCUMENTS
from kinloop.studies.running.run_studies import StudyRun
from kinloop.view.page.html_text import escape
from kinloop.view.report.verdicts import MEANINGS, badge

EXPLANATION = (
    "Every study is an experiment of one of the documents, run again: what the document did and claimed, what was "
    "run here, and a "
    "verdict on each finding that the numbers decide. A study has the gravest verdict of its findings, so a study that corrects "
    "one equation may confirm twenty others."
)


def overview_html(runs: Sequence[StudyRun], total: int, links: Mapping[str, str]) -> str:
    """Counts of verdicts with their meanings, then every study with its verdict; ``links`` are the places of their sections."""
    findings = [finding for run in runs if run.result is not None for finding in run.result.all_findings]
    counts = {verdict: sum(run.verdict == verdict for run in runs) for verdict in MEANINGS}
    each = {verdict: sum(finding.verdict == verdict for finding in findings) for verdict in MEANINGS}
    listed = "".join(
        f"<tr><td>{badge(verdict)}</td><td class=number>{counts[verdict]}</td><td class=number>{each[verdict] or ''}</td>"
        f"<td>{escape(meaning)}</td></tr>"
        for verdict, meaning in MEANINGS.items()
        if counts[verdict] or each[verdict] or verdict == "disagrees"
    )
    left = (
        f"<p>{total - len(runs)} more are still to run; this page is written again when they have.</p>"
        if len(runs) < total
        else ""
    )
    said = f"<p><b>{len(runs)} of {total} studies, {len(findings)} findings.</b> {escape(EXPLANATION)}</p>{left}"
    head = '<tr><th scope="col">verdict</th><th class=number>studies</th><th class=number>findings</th><th>meaning</th></tr>'
    tables = "".join(
        _document_rows(document_id, [run for run in runs if run.study.document.id == document_id], links)
        for document_id in DOCUMENTS
    )
    columns = ("study", "", "verdict", "findings", "equations corrected")
    names = "".join(f'<th scope="col"{" class=number" if name == "findings" else ""}>{name}</th>' for name in columns)
    counted = f"<table><thead>{head}</thead><tbody>{listed}</tbody></table>"
    listing = f"<table><thead><tr>{names}</tr></thead>{tables}</table>"
    return (
        f'{said}<div class="kinloop-table counts-of" tabindex="0">{counted}</div>'
        f'<div class="kinloop-table studies" tabindex="0">{listing}</div>'
    )


def _document_rows(document_id: str, runs: Sequence[StudyRun], links: Mapping[str, str]) -> str:
    if not runs:
        return ""
    document = DOCUMENTS[document_id]
    title = f"{document.id}: {document.title}"
    rows = f'<tr><th colspan="5" scope="colgroup">{escape(title)}</th></tr>'
    for run in runs:
        result = run.result
        found = [] if result is None else result.all_findings
        corrected = [] if result is None else list(dict.fromkeys(erratum.equation for erratum in result.errata))
        rows += (
            f'<tr><td>{escape(run.study.id)}</td><td><a href="#{links[run.study.id]}">{escape(run.study.title)}</a></td>'
            f"<td>{badge(run.verdict)}</td><td class=number>{len(found) or ''}</td>"
            f'<td class="corrected">{escape("; ".join(corrected))}</td></tr>'
        )
    return f"<tbody>{rows}</tbody>"
