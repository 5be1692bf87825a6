"""Equations of a robot as figures of a study, in the letters of a document."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kinloop.equations.symbolic import Equations
from kinloop.studies.framework.figure_data import Equation

# The letters of textbooks for the names of kinloop's models.
LETTERS = {
    "inertia": "M",
    "coriolis": "C",
    "gravity": "g",
    "bias": "n",
    "dissipation": r"\mathcal{D}",
    "lagrangian": r"\mathcal{L}",
    "position": "p",
    "rotation": "R",
    "jacobian": "J",
    "multiplier": r"\lambda",
    "vd": r"\dot v",
}


def set_equations(title: str, equations: Equations, letters: Mapping[str, str] | None = None) -> Equation:
    """Equations as LaTeX with a letter in the place of each output's name: :data:`LETTERS`, or others by ``letters``."""
    known = LETTERS | dict(letters or {})
    names = {name: re.sub(r"_(\w+)", r"_{\1}", name) for name in known}
    text = equations.latex()
    for name, letter in known.items():
        text = re.sub(rf"(?m)^{re.escape(names[name])} &=", lambda _, letter=letter: f"{letter} &=", text)  # type: ignore[misc]
    return Equation(title, text)
