"""A page of one file: it opens from disk, makes no request, and is readable without scripts and in print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from os import PathLike
from pathlib import Path

from kinloop.errors import FileError
from kinloop.mechanism.formats.text_file import save_text
from kinloop.view.page.html_text import escape, script_text, slug
from kinloop.view.page.parts import Context, Part, join

# Nothing is fetched: scripts and styles are those in the page, pictures are in it too or made by its script.
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
# Pages with more sections have a list of them.
MOST_WITHOUT_LIST = 5
SCRIPT, STYLE = ("client", "kinloop.js"), ("page.css",)


@dataclass(frozen=True, eq=False)
class Section:
    """Parts under a heading; without one at the top of a page. ``level`` 3 is a section of the section before."""

    heading: str
    parts: Sequence[Part]
    level: int = 2


@dataclass(frozen=True, eq=False)
class Page:
    """A page: its title, a line below it, and sections; ``style`` is CSS beside that of all pages."""

    title: str
    sections: Sequence[Section]
    subtitle: str = ""
    style: str = ""

    def html(self) -> str:
        """The page as the text of an HTML file.

        Raises: FileError: the script of the client is not in the installed package.
        """
        context = Context(names={"contents"})
        names = [slug(section.heading, context.names) for section in self.sections]
        body = "\n".join(_section(section, name, context) for section, name in zip(self.sections, names, strict=True))
        data = "\n".join(
            f'<script type="text/plain" class="kinloop-data" id="data-{name}">{text}</script>'
            for name, text in context.data.items()
        )
        subtitle = f'<p class="subtitle">{escape(self.subtitle)}</p>' if self.subtitle else ""
        script = f"<script>{script_text(read_part(SCRIPT))}</script>" if context.data else ""
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="kinloop {escape(_version())}">
<title>{escape(self.title)}</title>
<link rel="icon" href="data:,">
<style>
{read_part(STYLE)}{self.style}</style>
</head>
<body class="kinloop-page">
<header class="kinloop-header"><h1>{escape(self.title)}</h1>{subtitle}</header>
{_contents(self.sections, names)}<main>
{body}
</main>
<footer class="kinloop-footer">
<p>Made with kinloop {escape(_version())}. This file is complete: it needs no connection.</p>
</footer>
{data}
{script}
</body>
</html>
"""

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the page; the write is atomic. Returns: the path. Raises: FileError: the folder is missing or not writable."""
        save_text(path, self.html())
        return Path(path)


def _section(section: Section, name: str, context: Context) -> str:
    level = min(max(section.level, 2), 6)
    heading = f'<h{level} id="{name}">{escape(section.heading)}</h{level}>' if section.heading else ""
    return f"<section>{heading}\n{join(section.parts, context)}\n</section>"


def _contents(sections: Sequence[Section], names: Sequence[str]) -> str:
    """A list of the sections of a long page."""
    listed = [(section, name) for section, name in zip(sections, names, strict=True) if section.heading and section.level <= 2]
    if len(listed) <= MOST_WITHOUT_LIST:
        return ""
    rows = "".join(f'<li><a href="#{name}">{escape(section.heading)}</a></li>' for section, name in listed)
    return f'<nav class="kinloop-contents" id="contents" aria-label="contents"><ol>{rows}</ol></nav>\n'


@cache
def read_part(path: tuple[str, ...]) -> str:
    """A file of this package that pages have inside. Raises: FileError: it is not there."""
    file = files("kinloop.view.page").joinpath(*path)
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        raise FileError(
            f"{str(file)!r} is missing, the {'script' if path == SCRIPT else 'style'} of pages, which belongs to the installed "
            "package; install kinloop again"
        ) from None


def _version() -> str:
    try:
        return version("kinloop")
    except PackageNotFoundError:  # run from its source
        return "of the working copy"
