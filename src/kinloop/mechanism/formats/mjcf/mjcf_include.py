"""Files that an MJCF file includes, and the folder in which they must be."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path, PurePosixPath, PureWindowsPath

from kinloop.errors import DescriptionError
from kinloop.mechanism.formats.text_file import read_text

MAX_BYTES = 20_000_000  # size of the file with all included files
MAX_FILES = 200


class Includes:
    """Replaces each ``<include>`` by the content of its file; each file once, as in MuJoCo."""

    def __init__(self, path: Path) -> None:
        self.folder = path.parent.resolve()
        self.bytes_left = MAX_BYTES
        self.seen = {path.resolve()}

    def parse(self, path: Path) -> ET.Element:
        """Parse one file. Raises: DescriptionError: it is not XML, or it declares entities."""
        text = read_text(path, self.bytes_left)
        self.bytes_left -= len(text)
        for forbidden in ("<!DOCTYPE", "<!ENTITY"):  # entities can grow without bound and name other files
            if forbidden in text.upper():
                raise DescriptionError(f"{path}: {forbidden}> is not allowed in an MJCF file")
        try:
            return ET.fromstring(text)
        except ET.ParseError as error:
            raise DescriptionError(f"{path}: not valid XML: {error}") from None

    def expand(self, root: ET.Element) -> None:
        """Replace every ``<include>`` by the content of its file."""
        waiting = [(root, self.folder)]
        while waiting:
            element, folder = waiting.pop()
            children: list[tuple[ET.Element, Path]] = []
            queue = [(child, folder) for child in reversed(element)]
            while queue:
                child, folder = queue.pop()
                if child.tag == "include":
                    path = self._path(child, folder)
                    queue += [(included, path.parent) for included in reversed(self.parse(path))]
                else:
                    children.append((child, folder))
            element[:] = [child for child, _ in children]
            waiting += children

    def _path(self, include: ET.Element, folder: Path) -> Path:
        """The path of a file, relative to the description's folder or else to that of the including file."""
        file = include.get("file", "")
        path = below(self.folder, file)
        if path is not None and not path.is_file() and folder != self.folder:
            path = below(self.folder, (folder / file).relative_to(self.folder).as_posix())
        if path is None:
            raise DescriptionError(f"<include file={file!r}>: expected a file in the folder of the description or below it")
        path = path.resolve()
        if path in self.seen:
            raise DescriptionError(f"<include file={file!r}>: the file is included twice")
        if len(self.seen) >= MAX_FILES:
            raise DescriptionError(f"<include file={file!r}>: more than {MAX_FILES} files are included")
        self.seen.add(path)
        return path


def below(folder: Path, file: str) -> Path | None:
    """The path of a file that a description names; None where it is not in the folder or below it, also through links."""
    if not file or "\0" in file or PureWindowsPath(file).drive or PureWindowsPath(file).root or PurePosixPath(file).root:
        return None
    try:
        folder = folder.resolve()
        path = folder.joinpath(*file.replace("\\", "/").split("/"))
        return path if path.resolve().is_relative_to(folder) else None
    except (OSError, RuntimeError, ValueError):  # names that are too long, links in a circle
        return None
