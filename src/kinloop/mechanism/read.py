"""One way in: a machine of the library by its name, or a file by its path."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from os import PathLike, fspath
from pathlib import Path

from kinloop.errors import UnsupportedOperation, unknown
from kinloop.mechanism.faults import Text
from kinloop.mechanism.parts import Mechanism
from kinloop.mechanism.text_file import decode, read_text
from kinloop.mechanism.toml_file import MAX_BYTES, mechanism_from_text, read_toml


def read(source: str | PathLike[str]) -> Mechanism:
    """The mechanism of a library name (``"biglide"``) or of a ``.toml``, ``.urdf`` or ``.xml`` (MJCF) file.

    Raises:
        UnknownName: no such machine in the library.
        FileError: a file that is missing, unreadable or too large.
        DescriptionError: a file that describes no machine.
        UnsupportedOperation: another kind of file.
    """
    path = Path(fspath(source))
    suffix = path.suffix.lower()
    if suffix == ".toml":
        return read_toml(path)
    if suffix == ".urdf":
        from kinloop.mechanism.urdf_file import read_urdf  # loads mujoco

        return read_urdf(path)
    if suffix == ".xml":
        from kinloop.mechanism.mjcf_read import read_mjcf  # loads mujoco

        return read_mjcf(path)
    if suffix or len(path.parts) > 1:
        raise UnsupportedOperation(f"{str(path)!r}: expected a .toml, .urdf or .xml file, or a name of the library")
    return _from_library(fspath(source))


def library_names() -> tuple[str, ...]:
    """The machines of the library: one a file in ``mechanism/library``."""
    return tuple(sorted(Path(entry.name).stem for entry in _library().iterdir() if entry.name.endswith(".toml")))


def toml_text(source: str | PathLike[str]) -> Text | None:
    """The text behind a library name or a ``.toml`` path, for the places of what is found in it later; None for other files."""
    path = Path(fspath(source))
    if path.suffix.lower() == ".toml":
        return Text(str(path), read_text(path, MAX_BYTES))
    return _library_text(fspath(source)) if fspath(source) in library_names() else None


def _library() -> Traversable:
    return files("kinloop.mechanism").joinpath("library")


def _from_library(name: str) -> Mechanism:
    if name not in library_names():
        raise unknown("machine", name, library_names(), "the library")
    found = _library_text(name)
    return mechanism_from_text(found.text, found.where, name)


def _library_text(name: str) -> Text:
    where = f"library/{name}.toml"
    return Text(where, decode(_library().joinpath(f"{name}.toml").read_bytes(), where))
