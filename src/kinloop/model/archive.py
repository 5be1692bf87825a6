"""Files of results: a ``.npz`` archive of arrays with a JSON text that describes them. A write is atomic, and reading a file runs
no code in it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from kinloop.errors import FileError, KinloopError, ShapeError, listing
from kinloop.mechanism.formats.text_file import save_bytes
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_table, table_from_text
from kinloop.mechanism.formats.toml.toml_write import write_toml
from kinloop.model.robot import Robot

Array = np.ndarray
T = TypeVar("T")


@dataclass(frozen=True)
class ArchiveKind:
    """A kind of file. ``formats``: those that can be read, the one that is written first. ``about``: what the JSON text has, with
    its types; ``arrays``: what the archive has besides."""

    name: str
    writer: str
    formats: tuple[str, ...]
    about: Mapping[str, type]
    arrays: tuple[str, ...]

    def write(self, path: str | PathLike[str], about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        """Write a file; the write is atomic. Raises FileError: the folder is missing or not writable."""
        content = io.BytesIO()
        np.savez(content, about=np.array(json.dumps({"format": self.formats[0], **about})), **arrays)  # type: ignore[arg-type]
        save_bytes(Path(path), content.getvalue())

    def read(self, path: str | PathLike[str], build: Callable[[dict[str, Any], dict[str, Array]], T]) -> T:
        """The object that ``build`` makes of the file's description and arrays.

        Raises: FileError: there is no file, it is of another kind, or parts of it are missing or wrong; the message names them.
        """
        if not Path(path).is_file() and Path(path).exists():  # a pipe would keep us waiting
            raise FileError(f"{str(path)!r} is not a regular file, expected a {self.name} as {self.writer} writes it")
        try:
            return build(*self._parts(path))
        except FileError:
            raise
        except OSError as error:
            raise FileError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
        except Exception as error:  # zip, JSON and TOML each raise errors of their own for a file of another kind
            why = "" if isinstance(error, KinloopError) else f"{type(error).__name__}: "
            raise FileError(
                f"{str(path)!r} is incomplete or not a {self.name}, as {self.writer} writes it ({why}{error})"
            ) from None

    def _parts(self, path: str | PathLike[str]) -> tuple[dict[str, Any], dict[str, Array]]:
        """The description and the arrays by name. Raises: FileError: another format. ShapeError: which parts are missing."""
        with Path(path).open("rb") as file:
            if not file.read(6).startswith((b"PK", b"\x93NUMPY")):  # NumPy would advise to run the code in it
                raise ShapeError("it is no .npz archive")
        content = np.load(Path(path), allow_pickle=False)
        if not isinstance(content, np.lib.npyio.NpzFile):
            raise ShapeError("it is a single array; expected a .npz archive with about, " + listing(self.arrays))
        with content:
            require("parts", content.files, ("about", *self.arrays))
            about = json.loads(str(content["about"]))
            if not isinstance(about, dict):
                raise ShapeError(f"about is {about!r:.80}, expected {listing(self.about)} by name")
            require("parts of about", about, ("format",))
            if about["format"] not in self.formats:
                raise FileError(f"{str(path)!r} has the format {about['format']!r:.80}, expected {self.formats[0]!r}")
            is_newest = about["format"] == self.formats[0]
            expected = {name: kind for name, kind in self.about.items() if is_newest or name in about}
            require("parts of about", about, expected)
            for name, kind in expected.items():
                if type(about[name]) is not kind:
                    raise ShapeError(f"{name} of about is {about[name]!r:.80}, expected a {kind.__name__}")
            return about, {name: content[name] for name in content.files if name != "about"}


def require(what: str, given: Iterable[str], expected: Iterable[str]) -> None:
    """Raises: ShapeError: which of the expected names are missing."""
    there, wanted = list(given), list(expected)
    if missing := [name for name in wanted if name not in there]:
        raise ShapeError(f"it lacks the {what} {listing(missing)}; expected {listing(wanted)}, found {listing(there)}")


def describe_robot(robot: Robot) -> dict[str, Any]:
    """A robot's description and parameters, the numbers to the bit."""
    parameters = {name: float(value).hex() for name, value in robot.parameters.items()}
    return {"parameters": parameters, "description": write_toml(robot.mechanism)}


def robot_from(about: Mapping[str, Any]) -> Robot:
    """The robot that :func:`describe_robot` described."""
    where = "its description"
    robot = Robot(mechanism_from_table(table_from_text(about["description"], where), where))
    parameters = {name: float.fromhex(value) for name, value in about["parameters"].items()}
    require("parameters", parameters, robot.parameters)
    require("description of the parameters", robot.parameters, parameters)
    changed = {name: value for name, value in parameters.items() if value != robot.parameters[name]}
    return robot.with_parameters(**changed) if changed else robot
