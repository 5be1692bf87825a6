"""A part of a page that is made once and used again each time the page is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kinloop.view.page.parts import Context, Part, join


@dataclass(frozen=True, eq=False)
class Fragment:
    """Markup with the data of its motions."""

    markup: str
    data: Mapping[str, str]

    def html(self, context: Context) -> str:
        """The markup; the data go to the end of the page."""
        context.data.update(self.data)
        return self.markup


def prepare(parts: Sequence[Part], number: int) -> Fragment:
    """Parts as a fragment. ``number`` keeps the names of its figures apart from those of other fragments."""
    context = Context(figures=1000 * number)
    markup = join(parts, context)
    return Fragment(markup, context.data)
