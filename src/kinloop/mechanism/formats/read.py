"""Reading a machine: from the library by its name, or from a file by its path."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from os import PathLike, fspath
from pathlib import Path

from kinloop.errors import DescriptionError, FileError, UnsupportedOperation, unknown_name
from kinloop.mechanism.formats.text_file import decode, read_text
from kinloop.mechanism.formats.toml.toml_file import MAX_BYTES, mechanism_from_text, read_toml
from kinloop.mechanism.parts.part import shorten
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.faults import Text

MAX_NAME, MAX_PATH = 255, 4096  # longest file name and path that operating systems accept, in characters


def read(source: str | PathLike[str]) -> Mechanism:
    """The mechanism of a library name (``"biglide"``) or of a ``.toml``, ``.urdf`` or ``.xml`` (MJCF) file.

    Raises:
        UnknownName: no such machine in the library.
        FileError: a file that is missing, unreadable or too large.
        DescriptionError: a file that describes no machine, or what is neither text nor a path.
        UnsupportedOperation: another kind of file.
    """
    text = source_text(source)
    path = Path(text)
    suffix = path.suffix.lower()
    if (suffix or len(path.parts) > 1) and (len(text) > MAX_PATH or any(len(part) > MAX_NAME for part in path.parts)):
        raise FileError(f"no file {shorten(text)!r}: {len(text)} characters are longer than a path can be")
    if suffix == ".toml":
        return read_toml(path)
    if suffix == ".urdf":
        from kinloop.mechanism.formats.urdf.urdf_file import read_urdf  # loads mujoco

        return read_urdf(path)
    if suffix == ".xml":
        from kinloop.mechanism.formats.mjcf.mjcf_read import read_mjcf  # loads mujoco

        return read_mjcf(path)
    if suffix or len(path.parts) > 1:
        raise UnsupportedOperation(f"{str(path)!r}: expected a .toml, .urdf or .xml file, or a name of the library")
    return _from_library(text)


def source_text(source: object) -> str:
    """The text of a library name or a path.

    Raises: DescriptionError: it is neither.
    """
    text = fspath(source) if isinstance(source, str | PathLike) else None
    if not isinstance(text, str):
        given = type(source).__name__
        raise DescriptionError(f"expected a name of the library, the path of a file or a Mechanism, given {given}")
    return text


def library() -> tuple[str, ...]:
    """The names of the library's machines; each is a file in ``mechanism/library``."""
    return tuple(sorted(Path(entry.name).stem for entry in _library().iterdir() if entry.name.endswith(".toml")))


def toml_text(source: str | PathLike[str]) -> Text | None:
    """The text of a library machine or a ``.toml`` file, in which later faults are located; None for other files."""
    text = source_text(source)
    path = Path(text)
    if path.suffix.lower() == ".toml":
        return Text(str(path), read_text(path, MAX_BYTES))
    return _library_text(text) if text in library() else None


def _library() -> Traversable:
    return files("kinloop.mechanism").joinpath("library")


def _from_library(name: str) -> Mechanism:
    if name not in library():
        raise unknown_name("machine", shorten(name), library(), "the library")
    found = _library_text(name)
    return mechanism_from_text(found.text, found.where, name)


def _library_text(name: str) -> Text:
    where = f"library/{name}.toml"
    return Text(where, decode(_library().joinpath(f"{name}.toml").read_bytes(), where))
