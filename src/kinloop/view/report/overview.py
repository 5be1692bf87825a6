"""The first section of the report: how many studies have each verdict, and a table of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kinloop.studies.framework.documents import DOCUMENTS
from kinloop.studies.running.run_studies import StudyRun
from kinloop.view.page.html_text import escape
from kinloop.view.report.verdicts import MEANINGS, badge


def overview_html(runs: Sequence[StudyRun], total: int, links: Mapping[str, str]) -> str:
    """Counts of verdicts with their meanings, then every study with its verdict; ``links`` are the places of their sections."""
    counts = {verdict: sum(run.verdict == verdict for run in runs) for verdict in MEANINGS}
    listed = "".join(
        f"<li>{badge(verdict)} <b>{count}</b> {escape(MEANINGS[verdict])}</li>" for verdict, count in counts.items() if count
    )
    left = (
        f"<p>{total - len(runs)} more are still to run; this page is written again when they have.</p>"
        if len(runs) < total
        else ""
    )
    findings = sum(len(run.result.all_findings) for run in runs if run.result is not None)
    said = (
        f"{len(runs)} of {total} studies, {findings} findings. Every study is an experiment of one of the documents, run again."
    )
    return f'<p>{said}</p>{left}<ul class="counts">{listed}</ul>' + "".join(
        _document_table(document_id, [run for run in runs if run.study.document.id == document_id], links)
        for document_id in DOCUMENTS
    )


def _document_table(document_id: str, runs: Sequence[StudyRun], links: Mapping[str, str]) -> str:
    if not runs:
        return ""
    document = DOCUMENTS[document_id]
    rows = "".join(
        f'<tr><td>{escape(run.study.id)}</td><td><a href="#{links[run.study.id]}">{escape(run.study.title)}</a></td>'
        f"<td>{badge(run.verdict)}</td></tr>"
        for run in runs
    )
    caption = f"<caption>{escape(document.id)}: {escape(document.title)}</caption>"
    return f'<div class="kinloop-table" tabindex="0"><table>{caption}<tbody>{rows}</tbody></table></div>'
