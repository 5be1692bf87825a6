"""Any number of runs into a store, on this machine or on a cluster; what the store has is not run again."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from inspect import signature
from os import PathLike
from shutil import disk_usage
from typing import Any, Literal
from uuid import uuid4

import numpy as np
from numpy.typing import ArrayLike

from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.errors import FileError, KinloopError, KinloopWarning, ShapeError, listing, printable
from kinloop.mechanism.formats.text_file import save_text
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.robot import Robot
from kinloop.simulation.cluster.chunk_sizes import ChunkSizes
from kinloop.simulation.cluster.chunk_task import TRAJECTORY, Job, standing_values
from kinloop.simulation.cluster.dask_cluster import connect_cluster
from kinloop.simulation.cluster.dask_runner import DaskRunner
from kinloop.simulation.cluster.describe_experiment import describe_experiment
from kinloop.simulation.cluster.dispatch import Dispatch
from kinloop.simulation.cluster.runner import LocalRunner, Runner
from kinloop.simulation.cluster.sweep_progress import ProgressDisplay, SweepShown
from kinloop.simulation.options.plant_options import BuiltInPlant
from kinloop.simulation.options.run_options import Actuators, Environment, Sensors, refuse_arguments
from kinloop.simulation.store.layout import Layout
from kinloop.simulation.store.open_store import OpenForWriting
from kinloop.simulation.store.recovery import adopt_files
from kinloop.simulation.store.sample_file import require_zarr
from kinloop.simulation.store.stored_sweep import Sweep
from kinloop.simulation.store.summary_file import require_arrow
from kinloop.simulation.store.sweep_store import CALL, SweepStore
from kinloop.simulation.sweep.prepared_rollouts import PreparedRollouts, RunArguments
from kinloop.simulation.sweep.rollouts import MOVED_HERE
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray
# Values of all runs that travel with each task [bytes]; of larger ones a task has those of its own runs.
SMALL = 1 << 16
# What remains of the results on the disk after compression, at least.
COMPRESSED = 0.5


def sweep(
    robot: Robot,
    controller: Law | Callable[..., Any] | None,
    trajectory: Trajectory | None = None,
    *,
    duration: float,
    period: float,
    vary: Mapping[str, Any] | None = None,
    store: str | PathLike[str],
    cluster: Any = None,
    grid: bool = False,
    plant: str | BuiltInPlant = "native",
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    mode: ModeLike | None = None,
    observer: Observer | None = None,
    sensors: Sensors | None = None,
    actuators: Actuators | None = None,
    environment: Environment | Mapping[str, ArrayLike] | None = None,
    every: int = 1,
    keep: Literal["samples", "summary"] = "summary",
    threads: int | None = None,
    progress: SweepShown = None,
    **unknown_arguments: Any,
) -> Sweep:
    """The runs of :func:`rollouts`, to the bit, written to a folder as they come, here or on a Dask cluster.

    What the folder has is not run again: after an interruption, a crash or a full disk the same call goes on, and a call with
    more values (more seeds, a finer grid) runs the new ones. Arguments that are not listed here are those of :func:`rollouts`.

    Args:
        store: the folder: a new or empty one, or one with runs of the same experiment that varies the same paths.
        cluster: None: this process, on all processors. ``"local"``: one process for each processor of this machine, reachable
            from this machine only. The address of a Dask scheduler, a ``dask.distributed.Client``, or a cluster object, such as
            those of ``dask_jobqueue``. Workers must have kinloop installed. Dask runs code that it is sent: use trusted clusters.
        keep: ``"samples"``: keep them too, as Zarr files.
        threads: of this process, with ``cluster=None``. Elsewhere each thread of a worker simulates one chunk.
        progress: None: on a terminal or in a notebook if it takes long; True, False; or a function that is called with runs,
            rate, failures and the time left.
    Returns: the runs in the folder. Interrupted, those that are finished; :attr:`Sweep.missing` are not.
    Raises: as :func:`rollouts`, before anything runs. FileError: the folder cannot be written, or the disk is full; what is
        finished stays. UnsupportedOperation: the folder has another experiment, another process writes to it, no scheduler
        answers, or a package of the extra ``cluster`` is not installed.
    """
    refuse_arguments("sweep", unknown_arguments, list(signature(sweep).parameters)[:-1], MOVED_HERE)
    require_arrow()
    if keep == "samples":
        require_zarr()
    shared = RunArguments(
        robot,
        controller,
        trajectory,
        duration,
        period,
        plant,
        q=q,
        qd=qd,
        mode=mode,
        observer=observer,
        sensors=sensors,
        actuators=actuators,
        environment=environment,
        every=every,
        keep=keep,
    )
    try:
        prepared = PreparedRollouts(shared, vary, grid, threads)
    except KinloopError as fault:  # rollouts has the same arguments
        fault.args = tuple(arg.replace("rollouts: ", "sweep: ", 1) if isinstance(arg, str) else arg for arg in fault.args)
        raise
    layout, trajectories = _layout(prepared)
    with (
        ProgressDisplay(f"sweep of {prepared.robot.mechanism.name}", progress) as show,
        OpenForWriting(store, describe_experiment(prepared, layout)) as opened,
    ):
        number = opened.begin_call(layout)
        left = layout.runs - len(opened.state.covered[number])
        if left:
            if not any(map(len, opened.state.covered)):  # of a wider call it is not known how many runs are new
                _require_disk(opened, prepared, left)
            job = _job(opened, prepared, layout, trajectories, is_remote=cluster is not None)
            save_text(opened.folder / CALL, job.key)
            sizes = ChunkSizes(prepared.first.run_seconds, prepared.first.result_bytes, 0 if job.layout else _row_bytes(layout))
            _run(Dispatch(opened, layout, job, trajectories, sizes, show), opened, job, cluster, number)
        return _open(opened)


def _run(dispatch: Dispatch, store: SweepStore, job: Job, cluster: Any, number: int) -> None:
    """Run the loop; an interruption ends it. Raises: FileError, UnsupportedOperation: with how far it came."""
    runner: Runner = LocalRunner(job) if cluster is None else DaskRunner(connect_cluster(cluster), job)
    try:
        dispatch.run(runner)
    except KeyboardInterrupt:
        runner.close()
        adopt_files(store)
    except KinloopError as fault:
        done, runs = len(store.state.covered[number]), store.state.layouts[number].runs
        more = f"; {done} of {runs} runs are in {str(store.folder)!r}, and the same call goes on from there"
        fault.args = (f"{fault.args[0]}{more}", *fault.args[1:])
        raise
    finally:
        runner.close()


def _open(store: SweepStore) -> Sweep:
    found = Sweep(store)
    if found.failures:
        first = found.failures[0]
        runs, error = first.arguments.get("runs", ""), printable(first.error)
        warnings.warn(
            KinloopWarning(
                f"sweep: {len(found.failures)} chunks failed three times, the first with the runs {runs}: {error}. "
                "Sweep.failures has their arguments; the same call tries them again"
            ),
            stacklevel=3,
        )
    versions = {chunk.where.versions.get("kinloop", "unknown") for chunk in found.chunks if chunk.where is not None}
    if len(versions) > 1:
        warnings.warn(
            KinloopWarning(
                f"sweep: the runs in {str(store.folder)!r} were computed by {len(versions)} versions of kinloop "
                f"({listing(sorted(map(printable, versions)))}), so their numbers may differ. Sweep.chunks has where each was "
                "computed"
            ),
            stacklevel=3,
        )
    return found


def _layout(prepared: PreparedRollouts) -> tuple[Layout, Any]:
    """The runs, and the batch of trajectories if these vary: a run has its place in the batch."""
    given = prepared.variation.given
    if not given:
        raise ShapeError("sweep: nothing varies; expected vary={...}, or kl.simulate for a single run")
    arrays = {
        name: np.ascontiguousarray(values) if isinstance(values, np.ndarray) else np.arange(values.shape[0])
        for name, values in given.items()
    }
    return Layout(arrays, prepared.variation.grid), given.get(TRAJECTORY)


def _row_bytes(layout: Layout) -> int:
    return sum(array[:1].nbytes for array in layout.arrays.values())


def _job(store: SweepStore, prepared: PreparedRollouts, layout: Layout, trajectories: Any, is_remote: bool) -> Job:
    number = store.state.current
    travels = not is_remote or (layout.size <= SMALL and trajectories is None)
    return Job(
        key=uuid4().hex,
        shared=replace(
            prepared.shared, controller=prepared.law, trajectory=None if trajectories is not None else prepared.trajectory
        ),
        vary=standing_values(prepared.variation.given),
        threads=1 if is_remote else prepared.threads,
        layout=layout if travels else None,
        trajectories=trajectories if travels else None,
        columns=store.columns,
        keeps_samples=store.keeps_samples,
        folder=str(store.folder),
        sweep=store.about["id"],
        layout_keys=store.layout_keys(number),
        layout_number=number,
        offset=store.state.layouts[number].offset,
    )


def _require_disk(store: SweepStore, prepared: PreparedRollouts, runs: int) -> None:
    """Raises: FileError: the results do not fit onto the disk, compressed as they will be."""
    try:
        free = disk_usage(store.folder).free
    except OSError:
        return
    needed = COMPRESSED * runs * prepared.first.result_bytes
    if needed > free:
        advice = "keep='summary' or a larger every= keep less" if store.keeps_samples else "choose another folder"
        raise FileError(
            f"sweep: {runs} runs take at least {needed / 1e9:.3g} GB in {str(store.folder)!r}, but {free / 1e9:.3g} GB are free; "
            f"{advice}"
        )
