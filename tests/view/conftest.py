"""Runs that several tests of figures draw."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest

import kinloop as kl

LAW = kl.ComputedTorque(100.0, 20.0)


@pytest.fixture(scope="session")
def biglide() -> kl.Robot:
    return kl.load("biglide")


@pytest.fixture(scope="session")
def run(biglide: kl.Robot) -> kl.Record:
    """Half a second of a Biglide."""
    return kl.simulate(biglide, LAW, kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5), duration=0.5, period=1e-2)


@pytest.fixture(scope="session")
def grid(biglide: kl.Robot) -> kl.Rollouts:
    """Runs over every combination of four masses and three gains."""
    vary = {"plant.m_p": np.linspace(2.0, 4.0, 4), "law.kp": np.geomspace(10.0, 1000.0, 3)}
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
    return kl.rollouts(biglide, LAW, path, duration=0.2, period=1e-2, vary=vary, grid=True)


@pytest.fixture(autouse=True)
def _no_window_and_no_global_state() -> object:
    """No test of figures makes a figure of pyplot or changes the settings of matplotlib."""
    before = dict(mpl.rcParams)
    yield
    from matplotlib import _pylab_helpers

    assert not _pylab_helpers.Gcf.figs
    assert dict(mpl.rcParams) == before
