"""The mark of a run that has begun and not ended: which results in a folder are those of an interrupted run."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from kinloop.errors import FileError
from kinloop.mechanism.formats.text_file import read_text, save_text
from kinloop.studies.framework.result_file import remove_result, stored_key

NAME = "unfinished.json"


class Unfinished:
    """The ids of the studies that an unfinished run in this folder was to run, with that run's key."""

    def __init__(self, folder: Path, key: str) -> None:
        self._path, self._folder, self._key = folder / NAME, folder, key

    def begin(self, ids: Iterable[str]) -> set[str]:
        """Mark a run as begun, and return the ids of those results that an interrupted run with the same key has left.

        Other results of these studies are removed. Raises: FileError: the folder cannot be written.
        """
        wanted, begun = list(ids), self._read()
        kept = {id for id in wanted if id in begun and stored_key(self._folder, id) == self._key}
        self._write(begun | set(wanted))
        for id in wanted:
            if id not in kept:
                remove_result(self._folder, id)
        return kept

    def finish(self, ids: Iterable[str]) -> None:
        """Take studies from the mark; it is removed where none is left."""
        self._write(self._read() - set(ids))

    def _read(self) -> set[str]:
        try:
            about = json.loads(read_text(self._path, 1_000_000))
            return set(about["ids"]) if about["key"] == self._key else set()
        except (FileError, ValueError, KeyError, TypeError):  # none, or a damaged one: nothing is kept
            return set()

    def _write(self, ids: set[str]) -> None:
        if ids:
            save_text(self._path, json.dumps({"key": self._key, "ids": sorted(ids)}) + "\n")
            return
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"{str(self._path)!r} cannot be removed: {error.strerror}") from error
