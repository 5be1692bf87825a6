"""Configuration of Sphinx for the API reference; tools/build_reference.py runs it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring

import kinloop

project = "kinloop"
version = release = kinloop.__version__
copyright = "the kinloop developers"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary"]
html_theme = "furo"
html_title = f"kinloop {version}"
html_math_renderer = "mathml"
html_static_path = [str(Path(__file__).with_name("equations.css"))]
html_css_files = ["equations.css"]
html_copy_source = False
html_show_sphinx = False
language = "en"
root_doc = "index"
python_maximum_signature_line_length = 100
add_module_names = False
autodoc_default_options = {"members": True, "undoc-members": True, "exclude-members": "model_config"}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_type_aliases = {"ArrayLike": "ArrayLike", "ModeLike": "ModeLike"}  # not what they stand for
autosummary_generate = False

# A section of a docstring that begins on the line of its title: `Raises: ShapeError: no parts.`
INLINE_SECTION = re.compile(r"(Args|Returns|Raises|References|Note): (?=\S)")
# Before each further entry of a section `Raises`.
ENTRY = re.compile(r"(?<=[.;])\s+(?=[A-Z]\w+(?:, [A-Z]\w+)*: )")


def setup(app: Sphinx) -> None:
    """Register the renderer of equations, the reader of docstrings and the links to public names."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    app.connect("autodoc-process-docstring", read_docstring)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("missing-reference", resolve_public_name)


def visit_math(translator: Any, node: nodes.math) -> None:
    """Write an equation within a line as MathML, which browsers draw without scripts or a network."""
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def visit_math_block(translator: Any, node: nodes.math_block) -> None:
    """Write a displayed equation as MathML."""
    translator.body.append(f'<div class="math">{convert(node.astext(), display="block")}</div>\n')
    raise nodes.SkipNode


def read_docstring(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Turn a docstring with sections (Args, Returns, Raises, References) into reST."""
    # Of a property, napoleon takes the words before a colon for its type.
    kind = "method" if what in ("property", "attribute") else what
    lines[:] = GoogleDocstring(split_sections(lines), Config(), app, kind, name, thing, options).lines()


def split_sections(lines: list[str]) -> list[str]:
    """Give sections that begin on the line of their title the form that napoleon reads: title, then indented text."""
    result: list[str] = []
    k = 0
    while k < len(lines):
        title = INLINE_SECTION.match(lines[k])
        if title is None:
            result.append(lines[k])
            k += 1
            continue
        text = lines[k][title.end() :]
        k += 1
        while k < len(lines) and lines[k].startswith(" "):
            text += " " + lines[k].strip()
            k += 1
        if title[1] == "Args":  # such as "as in simulate": no list of arguments
            result += ["", f"*Arguments*: {text}", ""]
        else:
            entries = ENTRY.split(text) if title[1] == "Raises" else [text]
            result += ["", f"{title[1]}:", *(f"    {entry}" for entry in entries), ""]
    return result


def shorten_signature(app: Sphinx, what: str, name: str, thing: Any, options: Any, *parts: str | None) -> tuple[str | None, ...]:
    """Write the aliases of types by their names alone, in the arguments and in the result."""
    return tuple(part and re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", part) for part in parts)


def resolve_public_name(app: Sphinx, env: Any, node: Any, contnode: nodes.Element) -> nodes.Element | None:
    """Link a name to its page, wherever in the packages it is defined: annotations have short names or private modules."""
    name = str(node.get("reftarget", "")).rpartition(".")[2]
    if node.get("refdomain") != "py" or name not in kinloop.__all__:
        return None
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", f"kinloop.{name}", node, contnode)
