"""Equations of LaTeX as MathML, which browsers set without a script, with the LaTeX beside it to copy."""

from __future__ import annotations

import html
import re
from xml.etree import ElementTree

from kinloop.view.report.mathml_polish import polish

# latex2mathml sets these environments; the ones that authors write inside of an equation have other names.
ENVIRONMENTS = {"aligned": "align*", "gathered": "align*", "split": "align*"}
SIZES = re.compile(r"\\(?:big|Big|bigg|Bigg)[lrm]?(?=[^a-zA-Z])")
# Letters of a row that fit on paper; a longer one is set smaller there.
LETTERS = 80
# Elements that need as many parts; one that lacks some comes of LaTeX that is not complete.
PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "mover": 2, "munder": 2, "munderover": 3}


def mathml(latex: str) -> str | None:
    """An equation as MathML; None where it cannot be set."""
    from latex2mathml.converter import convert  # loaded when used

    text = SIZES.sub("", latex).replace(r"\operatorname{", r"\mathrm{")
    for given, known in ENVIRONMENTS.items():
        text = text.replace(f"{{{given}}}", f"{{{known}}}")
    try:
        found = str(convert(text, display="block"))
        root = ElementTree.fromstring(found)  # it is put into a page, so it must be well-formed
    except Exception:  # the library raises errors of many kinds for what it does not know
        return None
    if not all(map(_is_set, root.iter())):
        return None
    polish(root)
    return ElementTree.tostring(root, encoding="unicode")


def _is_set(element: ElementTree.Element) -> bool:
    """Whether an element has its parts, and no command or environment that was not known."""
    text, name = element.text or "", element.tag.split("}")[-1]
    return text != "&" and not text.startswith("\\") and len(element) == PARTS.get(name, len(element))


def letters(row: str) -> int:
    """About how many letters a row of LaTeX has when it is set."""
    plain = re.sub(r"\\(?:left|right|begin|end|quad|mathbf|mathrm|operatorname)\b|\{[a-z]*matrix\}", "", row)
    plain = re.sub(r"\\[a-zA-Z]+", "x", plain)
    return len(re.sub(r"[{}&_^\s]", "", plain)) + 1


def equation_html(title: str, latex: str) -> str:
    """An equation under its title; wide ones scroll. Where it cannot be set, the LaTeX is shown."""
    set_form = mathml(latex)
    code = html.escape(latex)
    name = html.escape(title)
    if set_form is None:
        return f'<figure class="equation"><figcaption>{name}</figcaption><pre class="latex"><code>{code}</code></pre></figure>'
    size = min(1.0, LETTERS / max(map(letters, latex.split(r"\\"))))
    return (
        f'<figure class="equation"><figcaption>{name}</figcaption>'
        f'<div class="wide" style="--paper: {size:.2g}" tabindex="0">{set_form}</div>'
        f'<details><summary>LaTeX</summary><pre class="latex"><code>{code}</code></pre></details></figure>'
    )
