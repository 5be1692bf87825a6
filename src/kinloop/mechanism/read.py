"""One way in: a machine of the library by its name, or a file by its path."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from os import PathLike, fspath
from pathlib import Path

from kinloop.errors import UnsupportedOperation, unknown
from kinloop.mechanism.parts import Mechanism
from kinloop.mechanism.text_file import decode
from kinloop.mechanism.toml_file import mechanism_from_table, read_toml, table_from_text


def read(source: str | PathLike[str]) -> Mechanism:
    """The mechanism of a library name (``"biglide"``) or of a ``.toml`` or ``.urdf`` file.

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
        raise UnsupportedOperation(f"{str(path)!r}: MJCF is not read yet; expected a .toml or .urdf file, or a library name")
    if suffix or len(path.parts) > 1:
        raise UnsupportedOperation(f"{str(path)!r}: expected a .toml or .urdf file, or a name of the library")
    return _from_library(fspath(source))


def library_names() -> tuple[str, ...]:
    """The machines of the library: one a file in ``mechanism/library``."""
    return tuple(sorted(Path(entry.name).stem for entry in _library().iterdir() if entry.name.endswith(".toml")))


def _library() -> Traversable:
    return files("kinloop.mechanism").joinpath("library")


def _from_library(name: str) -> Mechanism:
    if name not in library_names():
        raise unknown("machine", name, library_names(), "the library")
    where = f"library/{name}.toml"
    text = decode(_library().joinpath(f"{name}.toml").read_bytes(), where)
    return mechanism_from_table({"name": name, **table_from_text(text, where)}, where)
