"""Files that a command writes: what is wrong with a name is said before any work is done."""

from __future__ import annotations

import os

from kinloop.errors import FileError
from kinloop.mechanism.formats.text_file import file_to_write

PICTURES = (".png", ".svg", ".pdf")


def check_output(path: str | None, endings: tuple[str, ...], option: str = "--out") -> None:
    """Refuse the name of a file that cannot be written. Raises: FileError."""
    if path is None:
        return
    wanted = f"{' or '.join(filter(None, (', '.join(endings[:-1]), endings[-1])))} file"
    given = f"{option} is {path!r}"
    if not path.endswith(endings):
        raise FileError(f"{given}, expected a {wanted}")
    folder = file_to_write(path).parent
    if not folder.is_dir():
        raise FileError(f"{given}, expected a {wanted} in a folder that exists: there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK):
        raise FileError(f"{given}, but the folder {str(folder)!r} is not writable")
