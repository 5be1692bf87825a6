"""A sweep in a folder: read piece by piece, as tables, percentiles, best runs and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.drawing import draw_with
from kinloop.errors import FileError, KinloopError, ShapeError, UnsupportedOperation, unknown_name
from kinloop.model.archive import robot_from
from kinloop.model.robot import Robot
from kinloop.simulation.record.columns import Columns
from kinloop.simulation.record.record import RunStatus
from kinloop.simulation.record.rollout_record import SAMPLES, SUMMARIES, WORDS, Rollouts
from kinloop.simulation.store.best_runs import best_runs
from kinloop.simulation.store.chunk import Chunk
from kinloop.simulation.store.percentiles import percentiles
from kinloop.simulation.store.sample_file import read_samples
from kinloop.simulation.store.store_index import Failure
from kinloop.simulation.store.store_memory import require_table_memory
from kinloop.simulation.store.summary_file import column_array
from kinloop.simulation.store.sweep_store import SweepStore
from kinloop.simulation.store.table_columns import RUN, STATUS
from kinloop.simulation.store.table_rollouts import rollouts_from_table

Array = np.ndarray


class Sweep:
    """The runs of a store, one row each, as they were when it was opened. Nothing is loaded before it is asked for, and a store
    from others is data: no code in it is run.

    ``Sweep.open(folder)`` opens a store; :func:`sweep` returns one.
    """

    def __init__(self, store: SweepStore) -> None:
        self._store, self._chunks = store, store.chunks()
        try:
            self.robot: Robot = robot_from(store.about)
        except KinloopError as error:
            raise FileError(f"{str(store.folder)!r} describes no robot: {error}") from None

    @classmethod
    def open(cls, folder: str | PathLike[str]) -> Sweep:
        """The sweep in a folder that :func:`sweep` wrote, also while it is still being written.

        Raises: FileError: there is none, or it is damaged; the message says where.
        """
        return cls(SweepStore.open(folder))

    def __repr__(self) -> str:
        kinds = {word: count for word, count in self.statuses.items() if word != RunStatus.COMPLETE.words}
        why = ", ".join(f"{count} {word}" for word, count in kinds.items())
        early = f"{sum(kinds.values())} ended early" + (f" ({why})" if why else "")
        missing = f", {self.missing} missing" if self.missing else ""
        return f"<Sweep of {self.robot.mechanism.name}: {len(self)} runs, {early}{missing}>"

    def __len__(self) -> int:
        """The number of runs in the store."""
        return sum(chunk.rows for chunk in self._chunks)

    # ---------------------------------------------------------------- what there is

    @property
    def folder(self) -> Path:
        """The folder of the store."""
        return self._store.folder

    @property
    def varied(self) -> tuple[str, ...]:
        """The paths that were varied."""
        return tuple(self._store.columns.varied)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns: the number of the run, what was varied, the status, the summaries."""
        return tuple(self._store.columns.names)

    @property
    def units(self) -> Mapping[str, str]:
        """The units of the columns that have one."""
        return dict(self._store.columns.units)

    @property
    def law(self) -> Mapping[str, Any]:
        """The law, as plain data."""
        return dict(self._store.about["law"])

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the runs, as plain data."""
        return dict(self._store.about["options"])

    @property
    def statuses(self) -> dict[str, int]:
        """How many runs ended with each status, in words."""
        counts: dict[str, int] = {}
        for chunk in self._chunks:
            for word, count in chunk.statuses.items():
                counts[word] = counts.get(word, 0) + count
        return {word: counts[word] for word in WORDS.values() if counts.get(word)}

    @property
    def missing(self) -> int:
        """How many runs of the last call are not finished: the same call goes on with them."""
        state = self._store.state
        return state.layouts[state.current].runs - len(state.covered[state.current]) if state.layouts else 0

    @property
    def failures(self) -> list[Failure]:
        """The chunks that failed three times, with their arguments and errors; the next call tries them again."""
        return self._store.state.open_failures

    @property
    def chunks(self) -> list[Chunk]:
        """The chunks: which runs were simulated together, in how many seconds, and where (host, processor, target, versions)."""
        return list(self._chunks)

    @property
    def targets(self) -> dict[str, int]:
        """How many runs were computed by code for each family of processors. Between families the last digits may differ."""
        counts: dict[str, int] = {}
        for chunk in self._chunks:
            target = "unknown" if chunk.where is None else chunk.where.target
            counts[target] = counts.get(target, 0) + chunk.rows
        return counts

    # ---------------------------------------------------------------- tables

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[Any]:
        """The table piece by piece, as pyarrow's record batches of at most 65536 rows, in the order of the runs.

        Raises: UnknownName: no such column. FileError: a file is missing or damaged.
        """
        names = self._require_columns(columns)
        return chain.from_iterable(self._store.batches(chunk, names) for chunk in self._chunks)

    def column(self, name: str) -> Array:
        """One column of all runs; the status as :class:`RunStatus`. Raises: UnknownName, FileError, NotEnoughMemory."""
        return self._table([name])[name]

    def to_pandas(self, columns: Sequence[str] | None = None) -> Any:
        """A pandas DataFrame with a row for each run, by its number. ``attrs["units"]`` has the units that are known.

        Raises: UnsupportedOperation: pandas is not installed. UnknownName: no such column. NotEnoughMemory: all runs do not fit
            into memory; choose columns, or use :meth:`batches`.
        """
        try:
            import pandas
        except ImportError:
            raise UnsupportedOperation("to_pandas needs pandas, which is not installed; batches and percentiles do not") from None
        names = self._require_columns(columns)
        table = self._in_words([RUN, *(name for name in names if name != RUN)])
        frame = pandas.DataFrame(table).set_index(RUN)
        frame.attrs["units"] = {name: unit for name, unit in self.units.items() if name in table}
        return frame

    def to_polars(self, columns: Sequence[str] | None = None) -> Any:
        """A polars DataFrame with a row for each run. Raises: as :meth:`to_pandas`, if polars is not installed."""
        try:
            import polars
        except ImportError:
            raise UnsupportedOperation("to_polars needs polars, which is not installed; to_pandas needs pandas") from None
        return polars.DataFrame(self._in_words(self._require_columns(columns)))

    def _require_columns(self, columns: Sequence[str] | None) -> list[str]:
        known = self._store.columns.names
        if columns is None:
            return known
        if isinstance(columns, str):
            raise ShapeError(f"columns is {columns!r:.80}, expected a list of names")
        for name in columns:
            if name not in known:
                raise unknown_name("column", name, known, "this sweep")
        return list(columns)

    def _table(self, names: Sequence[str]) -> dict[str, Array]:
        """Some columns of all runs."""
        checked, columns = self._require_columns(names), self._store.columns
        require_table_memory(len(self), len(checked))
        parts: dict[str, list[Array]] = {name: [] for name in checked}
        for batch in self.batches(checked):
            for name in checked:
                parts[name].append(column_array(batch, name))
        return {name: np.concatenate([np.zeros(0, columns.dtype(name)), *arrays]) for name, arrays in parts.items()}

    def _in_words(self, names: Sequence[str]) -> dict[str, Array]:
        """Some columns of all runs, the status in words."""
        table = self._table(names)
        if STATUS in table:
            table[STATUS] = np.array([WORDS.get(code, "") for code in range(256)])[table[STATUS]]
        return table

    # ---------------------------------------------------------------- answers without loading all

    def percentiles(self, name: str, wanted: ArrayLike = (5, 25, 50, 75, 95)) -> Array:
        """Percentiles of a column of numbers over all runs that have one; runs that ended early have NaN and are left out.

        To the bit those of ``numpy.percentile``. At most ten million numbers are in memory at a time: more take some passes.

        Raises: UnknownName: no such column. ShapeError: percentiles beyond 0 and 100. FileError.
        """
        numeric = self._store.columns.numeric
        if name not in numeric:
            raise unknown_name("column of numbers", name, numeric, "this sweep")
        asked = np.asarray(wanted, float)
        if not ((asked >= 0) & (asked <= 100)).all():
            raise ShapeError(f"percentiles: {wanted!r:.80} is not within 0 and 100")

        def pieces() -> Iterator[Array]:
            for batch in self.batches([name]):
                values = column_array(batch, name)
                yield values[np.isfinite(values)]

        count = sum(len(values) for values in pieces())
        return percentiles(pieces, count, asked.ravel()).reshape(asked.shape)

    def best(self, by: str = "error_rms", count: int = 1, *, largest: bool = False) -> list[dict[str, Any]]:
        """The runs with the smallest, or largest, numbers of a column, the best first: all columns of each by name.

        Runs without such a number, which ended early, are left out. Raises: UnknownName: no such column. FileError.
        """
        numeric = self._store.columns.numeric
        if by not in numeric:
            raise unknown_name("column of numbers", by, numeric, "this sweep")
        return best_runs(self.batches, by, count, largest)

    # ---------------------------------------------------------------- samples and rollouts

    @property
    def times(self) -> Array:
        """Times of the samples that were kept [s]; empty with ``keep="summary"``."""
        kept = self._store.about["samples"]
        return kept["period"] * np.arange(0, kept["steps"] + 1, kept["every"]) if kept else np.zeros(0)

    def samples(self, name: str, runs: ArrayLike) -> Array:
        """Samples of some runs by their numbers, (runs, k, n), at :attr:`times`: ``"q"``, ``"qd"``, ``"tau"``, ``"x"`` or
        ``"error"``. Only the parts of the files that have them are read.

        Raises: UnsupportedOperation: no samples were kept. UnknownName: no such samples or run. FileError. NotEnoughMemory.
        """
        if not self._store.keeps_samples:
            raise UnsupportedOperation("these runs have no samples, since they were run with keep='summary'")
        sizes = self._store.about["samples"]["columns"]
        if name not in sizes:
            raise unknown_name("samples", name, sizes, "this sweep")
        wanted = np.atleast_1d(np.asarray(runs))
        if wanted.dtype.kind not in "iu" or wanted.ndim != 1:
            raise ShapeError(f"samples: the runs are {runs!r:.80}, expected their numbers")
        shape = len(self.times), int(sizes[name])
        require_table_memory(len(wanted), shape[0] * shape[1])
        found, is_found = np.empty((len(wanted), *shape)), np.zeros(len(wanted), bool)
        for chunk in self._chunks:
            offset = self._store.state.layouts[chunk.layout].offset
            inside = np.flatnonzero((wanted >= offset + chunk.first) & (wanted < offset + chunk.last))
            if not inside.size:
                continue
            numbers = np.concatenate([column_array(batch, RUN) for batch in self._store.batches(chunk, [RUN])])
            rows = np.searchsorted(numbers, wanted[inside])
            is_there = (rows < len(numbers)) & (numbers[np.minimum(rows, len(numbers) - 1)] == wanted[inside])
            rows, inside = rows[is_there], inside[is_there]
            places, back = np.unique(rows, return_inverse=True)
            if places.size:
                path = self._store.sample_file(chunk)
                about = self._store.sample_description(chunk)
                found[inside] = read_samples(path, name, places, (len(numbers), *shape), about)[back]
                is_found[inside] = True
        if not is_found.all():
            raise unknown_name("run", wanted[~is_found][0], [f"{len(self)} runs"], "this sweep")
        return found

    def to_rollouts(self, samples: bool = False) -> Rollouts:
        """All runs as :class:`Rollouts`, in memory: on a grid where the store has every combination of the varied values, sorted,
        and else as a list. With ``samples`` those too. Raises: NotEnoughMemory, FileError."""
        return self._rollouts([*SUMMARIES, "tau_max"], SAMPLES if samples else (), whole=True)

    def _rollouts(self, results: Sequence[str], samples: Sequence[str], whole: bool = False) -> Rollouts:
        """Rollouts with some of the results; the others are NaN."""
        columns = self._store.columns
        chosen = [name for name in columns.results if whole or name in results]
        varied = [column for each in columns.varied.values() for column in each.columns]
        table = self._table([RUN, *varied, STATUS, *(column for name in chosen for column in columns.results[name])])
        if samples:
            require_table_memory(len(self), len(self.times) * sum(self._store.about["samples"]["columns"].values()))
        kept = {name: self.samples(name, table[RUN]) for name in samples}
        about = self._store.about
        return rollouts_from_table(
            columns, table, kept, self.times if samples else np.zeros(0), self.robot, about["error_of"], self.law, self.options
        )

    # ---------------------------------------------------------------- figures

    def plot(self, what: str | None = None, *, ax: Any = None, **options: Any) -> Any:
        """A matplotlib figure of what fits the runs, or of ``what``: a summary, ``"success"``, ``"status"`` or samples; the
        options are those of :meth:`Rollouts.plot`. Only the columns that are drawn are loaded."""
        needed = (what,) if what in SAMPLES else ()
        summaries = ("error_rms", "error_max", "tau_max") if what is None else ("error_max", str(what))
        runs = self._rollouts(summaries, needed)
        return draw_with("figures.rollouts_figure.plot_rollouts", runs, what, ax=ax, **options)

    @property
    def column_groups(self) -> Columns:
        """The names of the columns of each summary with several numbers, such as ``tau_max``."""
        return dict(self._store.columns.results)
