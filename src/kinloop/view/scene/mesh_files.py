"""Where the meshes of a description are. Their names come from a file of someone else: only files beside the description and in
the packages around it are opened, only of known endings, and not from the network."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from kinloop.errors import FileError

ENDINGS = (".stl", ".obj", ".dae", ".ply", ".glb", ".off")
MAX_BYTES = 200_000_000
MAX_LEVELS = 8  # folders above the description in which a package is looked for
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
PACKAGES = ("package", "model")


def find_mesh(name: str, folder: Path | None) -> Path:
    """The file of a mesh that a description names: ``package://name/meshes/a.stl``, ``meshes/a.stl``, ``../meshes/a.stl``.

    A package is a folder of its name around the description, or in a folder around it. Other names are relative to the
    description's folder, and may lead to the folder above it.

    Raises: FileError: there is no such file, or it may not be opened.
    """
    if folder is None:
        raise FileError(f"{_short(name)}: the folder of its description is not known")
    if not name.lower().endswith(ENDINGS):
        raise FileError(f"{_short(name)}: expected a name that ends in {', '.join(ENDINGS)}")
    if any(ord(letter) < 32 for letter in name) or len(name) > 4096:
        raise FileError(f"{_short(name)}: no name of a file")
    for root, path in _candidates(name.replace("\\", "/"), folder.resolve()):
        if _is_inside(root, path):
            if path.stat().st_size > MAX_BYTES:
                raise FileError(f"{_short(name)}: larger than {MAX_BYTES // 1_000_000} MB")
            return path
    raise FileError(f"{_short(name)}: no such file in the folder of the description or its packages")


def _candidates(name: str, folder: Path) -> Iterator[tuple[Path, Path]]:
    """Paths that a name may mean, each with the folder that it must not leave."""
    scheme = SCHEME.match(name)
    around = (folder, *folder.parents)[: MAX_LEVELS + 1]
    if scheme is None:
        above = folder.parent
        yield above, Path(posixpath.normpath(posixpath.join(folder.as_posix(), name)))
        return
    rest = name[scheme.end() :]
    if scheme[1].lower() == "file":
        yield from ((parent, Path(posixpath.normpath(rest))) for parent in around[:2])
        return
    if scheme[1].lower() not in PACKAGES:
        raise FileError(f"{_short(name)}: only files are read, and nothing from the network")
    package, *inside = PurePosixPath(rest.lstrip("/")).parts or ("",)
    if not package or ".." in (package, *inside):
        return
    for parent in around:
        if parent.name == package:
            yield parent, parent.joinpath(*inside)
    for parent in around:
        yield parent / package, parent.joinpath(package, *inside)


def _is_inside(root: Path, path: Path) -> bool:
    """Whether there is a file below a folder, also through links, that has a mesh's ending there."""
    try:
        real = path.resolve()
        return real.is_file() and real.is_relative_to(root.resolve()) and real.suffix.lower() in ENDINGS
    except (OSError, RuntimeError, ValueError):  # names that are too long, links in a circle
        return False


def _short(name: str) -> str:
    return repr(name if len(name) <= 80 else f"...{name[-77:]}")
