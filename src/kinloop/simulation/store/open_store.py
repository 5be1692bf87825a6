"""Opening a folder for writing: a new store or an existing one, by one process at a time."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from kinloop.errors import FileError, ShapeError, listing
from kinloop.simulation.store.folder_lock import FolderLock
from kinloop.simulation.store.recovery import recover
from kinloop.simulation.store.store_index import remove_torn_line
from kinloop.simulation.store.sweep_store import ABOUT, INDEX, LAYOUTS, LOCK, RUNS, SAMPLES, SweepStore


class OpenForWriting:
    """``with OpenForWriting(folder, about) as store: ...``: the store of an experiment, made where there is none, for one process
    at a time.

    Raises: FileError: the folder cannot be made or written, or has other files. UnsupportedOperation: another process writes to
    it, or it has runs of another experiment.
    """

    def __init__(self, folder: str | PathLike[str], about: Mapping[str, Any]) -> None:
        try:
            self._folder = Path(folder).expanduser().absolute()
        except (TypeError, RuntimeError):
            raise ShapeError(f"sweep: store is {folder!r:.80}, expected the path of a folder") from None
        self._about = about

    def __enter__(self) -> SweepStore:
        folder = self._folder
        try:
            is_store = (folder / ABOUT).exists()
            if folder.exists() and not folder.is_dir():
                raise FileError(f"{str(folder)!r} is a file, expected a folder for the store")
            others = [] if is_store or not folder.exists() else [each.name for each in folder.iterdir()]
            own = (LAYOUTS, RUNS, SAMPLES)
            if others := [name for name in others if name not in (*own, LOCK) and not name.endswith(".tmp")]:
                raise FileError(
                    f"{str(folder)!r} has other files ({listing(sorted(others)[:3])}), expected a new folder, an empty one or a "
                    "store of the same sweep"
                )
            for part in own:
                (folder / part).mkdir(parents=True, exist_ok=True)
        except FileError:
            raise
        except (OSError, ValueError) as error:
            raise FileError(f"{str(folder)!r} cannot be made: {getattr(error, 'strerror', None) or error}") from error
        self._lock = FolderLock(folder / LOCK)
        self._lock.__enter__()
        try:
            if not (folder / ABOUT).exists():
                return SweepStore.create(folder, self._about)
            remove_torn_line(folder / INDEX)
            store = SweepStore.open(folder)
            store.require_experiment(self._about)
            recover(store)
            return store
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise

    def __exit__(self, *given: Any) -> None:
        self._lock.__exit__(None, None, None)
