"""Colours of a scene: those of figures, in tones that stand out on light and on dark ground."""

from __future__ import annotations

from kinloop.view.figures.style import BLUE, GREEN, SKY_BLUE, VERMILLION
from kinloop.view.scene.items import Color


def color_of(text: str, opacity: float = 1.0) -> Color:
    """The colour of ``#rrggbb``, as numbers from 0 to 1."""
    red, green, blue = (int(text[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return red, green, blue, opacity


BAR = color_of("#98a2b0")
BASE = color_of("#69717d")
INNER = color_of("#c2c8d0")
ROD = color_of("#b4a58f")
SURFACE = color_of(SKY_BLUE, 0.35)
# By what drives a joint.
DRIVES = {
    "actuated": color_of(VERMILLION),
    "passive": color_of(BLUE),
    "loop": color_of(SKY_BLUE),
    "tool": color_of(GREEN),
    "base": BASE,
}
