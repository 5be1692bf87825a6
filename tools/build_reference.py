"""Build the API reference: a page for each public name, from its docstring.

    python tools/build_reference.py [FOLDER]     # into build/reference; open index.html

The pages are static and need no network: equations are MathML, and the search reads an index beside the pages.
"""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import isclass
from pathlib import Path

import kinloop as kl

ROOT = Path(__file__).parents[1]
# Package -> title of its page, in the order of the index.
TITLES = {
    "mechanism": "Machines",
    "model": "Models",
    "trajectory": "Trajectories",
    "control": "Control",
    "simulation": "Simulation",
    "errors": "Errors and warnings",
}


def main(folder: Path) -> int:
    """Write the sources of the pages and run Sphinx, with warnings as errors; returns the exit code."""
    from sphinx.cmd.build import main as sphinx_build

    sources = folder / "source"
    write_sources(sources)
    config = ROOT / "docs" / "reference"
    options = [
        "--quiet",
        "--fail-on-warning",
        "--keep-going",
        "--conf-dir",
        str(config),
        "--doctree-dir",
        str(folder / "doctrees"),
    ]
    return int(sphinx_build([*options, str(sources), str(folder)]))


def write_sources(folder: Path) -> None:
    """Write a page of reST for each public name and each package."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"index": (ROOT / "docs" / "reference" / "index.rst").read_text(encoding="utf-8")}
    groups: dict[str, list[str]] = {package: [] for package in TITLES}
    for name in kl.__all__:
        thing = getattr(kl, name)
        package = thing.__module__.split(".")[1]
        groups.setdefault(package, []).append(name)
        kind = "function" if not isclass(thing) else "exception" if issubclass(thing, BaseException) else "class"
        pages[f"{package}/{name}"] = f"{heading(name)}.. currentmodule:: kinloop\n\n.. auto{kind}:: {name}\n"
    for package, names in groups.items():
        intro = (import_module(f"kinloop.{package}").__doc__ or "").strip()
        listed = "".join(f"   {name}\n" for name in names)
        toctree = "".join(f"   {package}/{name}\n" for name in names)
        pages[package] = (
            f"{heading(TITLES.get(package, package))}{intro}\n\n.. currentmodule:: kinloop\n\n"
            f".. autosummary::\n   :nosignatures:\n\n{listed}\n.. toctree::\n   :hidden:\n\n{toctree}"
        )
        pages["index"] += f"   {package}\n"
    known = {folder / f"{page}.rst" for page in pages}
    for stale in set(folder.rglob("*.rst")) - known:
        stale.unlink()
    for page, text in pages.items():
        file = folder / f"{page}.rst"
        file.parent.mkdir(exist_ok=True)
        if not file.exists() or file.read_text(encoding="utf-8") != text:  # Sphinx builds changed pages only
            file.write_text(text, encoding="utf-8")


def heading(title: str) -> str:
    """The title of a page."""
    return f"{title}\n{'=' * len(title)}\n\n"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "reference"))
