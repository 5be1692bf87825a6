"""What ``record.view()`` shows in a notebook: the page of a report in a frame."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from numbers import Real

from kinloop.errors import ShapeError
from kinloop.simulation.record.record import Record
from kinloop.view.page.html_text import escape
from kinloop.view.page.page import Page, Section
from kinloop.view.page.record_page import motion_part

HEIGHT, SMALLEST = 640.0, 100.0


@dataclass(frozen=True, eq=False)
class RecordView:
    """A record that a notebook shows as a player with plots; the page runs in a frame that reaches nothing outside of it."""

    record: Record
    compare: Record | None
    height: float
    loci: bool = False

    @cached_property
    def page(self) -> Page:
        """The page inside the frame: the motion alone."""
        motion = motion_part(self.record, self.compare, loci=self.loci)
        return Page(str(motion.head["title"]), [Section("", [motion])])

    def _repr_html_(self) -> str:
        document = escape(self.page.html())
        style = f"width:100%;height:{self.height:g}px;border:0"
        allowed = "allow-scripts allow-downloads"  # pictures of the view can be saved
        return f'<iframe srcdoc="{document}" sandbox="{allowed}" style="{style}" title="{escape(self.page.title)}"></iframe>'

    def __repr__(self) -> str:
        return f"<view of {self.record!r}; a notebook shows it>"


def view_record(record: Record, *, compare: Record | None = None, height: float = HEIGHT, loci: bool = False) -> RecordView:
    """A record as a notebook shows it: with a player and plots, ``height`` pixels high. Raises: ShapeError: no such height."""
    if isinstance(height, bool) or not isinstance(height, Real) or not SMALLEST <= float(height) < 1e5:
        raise ShapeError(f"view: height is {height!r:.80}, expected a number of pixels from {SMALLEST:g}")
    return RecordView(record, compare, float(height), loci)
