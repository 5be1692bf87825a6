"""Reports of a record: a page of one file with the motion, plots, events, parameters and how the run was made."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from kinloop.errors import FileError, KinloopError, ShapeError
from kinloop.mechanism.formats.text_file import file_to_write
from kinloop.progress import Notice
from kinloop.simulation.compare.comparison import Comparison
from kinloop.simulation.record.record import Record
from kinloop.view.figures.notebook import comparison_png, record_png
from kinloop.view.page.frames import build_frames
from kinloop.view.page.motion_data import describe_run, motion_data, record_names
from kinloop.view.page.page import Page, Section
from kinloop.view.page.parts import Details, Motion, Part, Preformatted, Text
from kinloop.view.page.poster import MOST_POINTS, draw_poster
from kinloop.view.page.run_tables import difference_table, event_table, largest_table, parameter_table, settings_table


def write_report(
    record: Record, path: str | PathLike[str], *, compare: Record | None = None, title: str | None = None, loci: bool = False
) -> Path:
    """Write the report of a record as one HTML file that makes no request; the write is atomic.

    Args:
        path: of the file, which ends in ``.html``.
        compare: a second record of the same machine: it is drawn translucent over the first, and plotted with it.
        title: of the page; machine and law unless given.
        loci: whether singularity loci in the plane of the tool's motion are computed and drawn, which takes some seconds.
    Returns: the path.
    Raises: ShapeError: a record without samples or configurations, or of another machine. FileError: another ending, or a folder
        that is missing or not writable.
    """
    target = _check_path(path)
    with Notice(f"writing the report of {_machine(record)}"):
        return record_page(record, compare, title=title, loci=loci).save(target)


def write_comparison(comparison: Comparison, path: str | PathLike[str], *, title: str | None = None, loci: bool = False) -> Path:
    """Write the report of two runs and their differences, as :func:`write_report` does."""
    target = _check_path(path)
    first, second = comparison.first, comparison.second
    name = f"{first.robot.mechanism.name}: {comparison.names[1]} against {comparison.names[0]}"
    with Notice(f"writing the report of {_machine(first)}"):
        page = record_page(first, second, title=title or name, names=comparison.names, loci=loci, comparison=comparison)
        return page.save(target)


def record_page(
    record: Record,
    compare: Record | None = None,
    *,
    title: str | None = None,
    names: tuple[str, str] | None = None,
    loci: bool = False,
    comparison: Comparison | None = None,
) -> Page:
    """The page of a report; ``names`` tell two records apart, ``comparison`` has their differences."""
    shown = names or record_names(record, compare)
    motion = motion_part(record, compare, title=title, names=shown, loci=loci, comparison=comparison)
    records = [record] if compare is None else [record, compare]
    mechanism = record.robot.mechanism
    sections = [Section("", [*([Text(mechanism.description)] if mechanism.description else []), motion])]
    tables: dict[str, Sequence[Part | None]] = {
        "Events": [event_table(records, shown)],
        "Differences": [difference_table(comparison) if comparison is not None else None],
        "Largest values": [largest_table(records, shown)],
        "Parameters": [parameter_table(records, shown)],
        "How the run was made": _settings(records, shown),
        "The machine": _description(record),
    }
    for heading, parts in tables.items():
        if found := [part for part in parts if part is not None]:
            sections.append(Section(heading, found))
    both = f"{mechanism.name}: {shown[0]} and {shown[1]}"
    return Page(title or (describe_run(record) if compare is None else both), sections, _summary(records, shown))


def motion_part(
    record: Record,
    compare: Record | None = None,
    *,
    title: str | None = None,
    names: tuple[str, str] | None = None,
    loci: bool = False,
    comparison: Comparison | None = None,
    **options: Any,
) -> Motion:
    """The motion of a record with its poster and static plots; ``options`` are those of
    :func:`~kinloop.view.page.motion_data.motion_data`."""
    head, arrays = motion_data(record, compare, title=title, names=names, loci=loci, **options)
    poster = draw_poster(record, build_frames(record, MOST_POINTS).samples)
    plots = record_png(record) if comparison is None else comparison_png(comparison)
    return Motion(head, arrays, poster, plots)


def _settings(records: Sequence[Record], names: Sequence[str]) -> list[Part | None]:
    tables = [settings_table(record) for record in records]
    if len(records) == 1:
        return [*tables]
    return [Details(name, [table]) for name, table in zip(names, tables, strict=False) if table is not None]


def _description(record: Record) -> list[Part | None]:
    try:
        return [Details("links, joints, loops and modes", [Preformatted(record.robot.describe())])]
    except KinloopError:
        return []


def _summary(records: Sequence[Record], names: Sequence[str]) -> str:
    """How many samples there are, and how the runs ended."""
    lines = []
    for record, name in zip(records, names, strict=False):
        how = f"ended early: {record.status.words}" if record.status else record.status.words
        samples = f"{len(record)} sample{'s' * (len(record) != 1)} from {record.t[0]:g} to {record.t[-1]:g} s, {how}"
        lines.append(f"{name}: {samples}" if len(records) > 1 else samples)
    return "; ".join(lines)


def _machine(record: object) -> str:
    return record.robot.mechanism.name if isinstance(record, Record) else "a record"


def _check_path(path: str | PathLike[str]) -> Path:
    """Raises: FileError: nothing can be written there; before the page is made, which takes some time."""
    if not isinstance(path, str | PathLike):
        raise ShapeError(f"report: path is {path!r:.80}, expected the path of a file, such as 'run.html'")
    target = Path(path)
    if target.suffix.lower() not in (".html", ".htm"):
        raise FileError(f"{str(path)!r}: expected a name that ends in .html")
    if not file_to_write(target).parent.is_dir():
        raise FileError(f"{str(path)!r} cannot be written: there is no folder {str(target.parent)!r}")
    return target
