"""The figure that the drawing functions return. Loaded when the first figure is made: it imports matplotlib."""

from __future__ import annotations

import io
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

# Dots per inch of the pictures in a notebook.
NOTEBOOK_DPI = 100


class NotebookFigure(Figure):
    """A figure outside pyplot: no window and no list of figures has it. A notebook shows it as a picture."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        FigureCanvasAgg(self)
        self._laid_out = False

    def savefig(self, *arguments: Any, **options: Any) -> None:
        """Save the figure. Its layout takes two passes: numbers at the axes depend on sizes that follow from the first."""
        if not self._laid_out:
            self.draw_without_rendering()
            self._laid_out = True
        super().savefig(*arguments, **options)

    def _repr_png_(self) -> bytes:
        return png(self)


def png(figure: Figure, dpi: int = NOTEBOOK_DPI) -> bytes:
    """A figure as the content of a PNG file."""
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=dpi, metadata={"Software": None})
    return content.getvalue()
