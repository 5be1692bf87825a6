"""Rollouts need the announced memory and are refused without it; summaries need the same for any number of steps."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.simulation.loop import memory
from kinloop.simulation.sweep import rollouts as module

ROBOT = kl.load("biglide")
PATH = kl.Quintic([0.0, 0.30005393], [0.1, 0.1], 2.0)
LAW = kl.ComputedTorque(100.0, [20.0, 21.0])
Q = ROBOT.inverse_geometry([0.0, 0.30005393], mode=(-1, -1)).q
MASSES = {"plant.m_p": np.linspace(2, 4, 16)}
OWN_SIGNALS: dict[str, Any] = {"sensors": kl.Sensors(noise={"q": 1e-6})}
MB = 1e6


def peak(steps: int, vary: Any = MASSES, **options: Any) -> float:
    """The most that NumPy and Python allocate while the runs are simulated [bytes]."""
    tracemalloc.start()
    try:
        runs = kl.rollouts(ROBOT, LAW, PATH, vary=vary, q=Q, duration=1e-3 * steps, period=1e-3, **options)
        assert np.all(runs.status == kl.RunStatus.COMPLETE)
        return float(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("options", [{}, OWN_SIGNALS], ids=["one signal for all", "a signal for each"])
def test_summaries_take_no_more_memory_for_more_steps(options: dict[str, Any]) -> None:
    """A table of a shared reference is kept while it is small; one of 200 000 rows (13 MB) would be seen here."""
    kl.rollouts(ROBOT, LAW, PATH, vary=MASSES, q=Q, duration=0.01, period=1e-3, keep="summary", **options)  # compiles
    few, many = (peak(steps, keep="summary", **options) for steps in (20_000, 200_000))
    assert many < few + 2 * MB
    assert many < 40 * MB


def test_samples_take_about_the_memory_of_the_result() -> None:
    """One array for each quantity, allocated before the runs, and a few runs at work: not every chunk twice."""
    size = 8 * 96 * 5_001 * (4 + 4 + 2 + 2 + 2)  # q, qd, tau, x, error
    assert 2 * module.CHUNK < size < peak(5_000, {"plant.m_p": np.linspace(2, 4, 96)}) < size + module.CHUNK + 5 * MB


def test_runs_that_do_not_fit_are_refused_with_the_figures_before_they_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 3e9)
    begun: list[float] = []
    vary = {"plant.m_p": np.linspace(2, 4, 10_000)}
    clock: dict[str, Any] = {"duration": 4.0, "period": 1e-3, "q": Q, "progress": begun.append}
    # q (4), qd (4), tau (2), x (2) and error (2), eight bytes each.
    needed = 14 * 8 * 10_000 * 4001
    words = r"10000 runs of 4001 samples need 4\.\d+ GB of memory, but 3 GB are available; keep='summary' .*every="
    with pytest.raises(MemoryError, match=words) as raised:
        kl.rollouts(ROBOT, LAW, PATH, vary=vary, **clock)
    assert isinstance(raised.value, kl.NotEnoughMemory)
    assert needed < raised.value.needed < needed + 2 * module.CHUNK
    assert not begun


def test_the_figure_of_a_refusal_is_what_the_runs_would_take() -> None:
    """Counted again from what is there after a run that fits."""
    clock: dict[str, Any] = {"duration": 1.0, "period": 1e-3, "q": Q}
    runs = kl.rollouts(ROBOT, LAW, PATH, vary=MASSES, **clock)
    names = ("q", "qd", "tau", "x", "error", "status", "stopped", "error_rms", "error_max", "error_last", "tau_max")
    size = sum(getattr(runs, name).nbytes for name in names)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "available_bytes", lambda: float(size - 1))
        with pytest.raises(kl.NotEnoughMemory) as raised:
            kl.rollouts(ROBOT, LAW, PATH, vary=MASSES, **clock)
        assert raised.value.available == size - 1
        assert size <= raised.value.needed < size + 2 * module.CHUNK
        patch.setattr(memory, "available_bytes", lambda: raised.value.needed)
        kl.rollouts(ROBOT, LAW, PATH, vary=MASSES, **clock)
        patch.setattr(memory, "available_bytes", lambda: None)  # if the available memory is unknown, nothing is refused
        kl.rollouts(ROBOT, LAW, PATH, vary=MASSES, **clock)


def test_a_single_run_that_does_not_fit_is_refused_too() -> None:
    with pytest.raises(kl.NotEnoughMemory, match=r"1000000000001 samples need .* GB"):
        kl.simulate(ROBOT, LAW, PATH, q=Q, duration=1e9, period=1e-3)


def test_the_memory_that_is_available_is_known_here() -> None:
    available = memory.available_bytes()
    assert available is not None
    assert 1e6 < available < 1e15


@pytest.mark.parametrize(("piece", "every"), [(3, 1), (8, 4), (8, 20), (1, 1)])
@pytest.mark.parametrize("options", [{}, OWN_SIGNALS], ids=["one signal for all", "a signal for each"])
def test_pieces_of_any_length_give_the_same_bits(
    piece: int, every: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock: dict[str, Any] = {"duration": 0.2, "period": 0.01, "q": Q}
    for keep in ("samples", "summary"):
        with monkeypatch.context() as patch:
            whole = kl.rollouts(ROBOT, LAW, PATH, vary=MASSES, every=every, keep=keep, **options, **clock)
            patch.setattr(module, "PIECE", piece)
            patch.setattr(module, "CHUNK", 1.0)  # no table of the signal either
            cut = kl.rollouts(ROBOT, LAW, PATH, vary=MASSES, every=every, keep=keep, **options, **clock)
        for name in ("t", "q", "qd", "tau", "x", "error", "status", "stopped", "error_rms", "error_max", "error_last", "tau_max"):
            np.testing.assert_array_equal(getattr(cut, name), getattr(whole, name), err_msg=name)
