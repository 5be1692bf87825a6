"""MuJoCo moves machines as our own equations do: trees to rounding, loops as far as they give way."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import mujoco
import numpy as np
import pytest

import kinloop as kl
from engine_runs import LOOPS, OwnPlant, computed_torque, held, hung, joints_with_everything
from kinloop.errors import EngineFailed, NotFinite, UnsupportedOperation
from kinloop.mechanism.read import library_names, read
from kinloop.simulation.mujoco_plant import MujocoPlant
from machines import CLOSED, mixed
from motion import random_states

OTHERS = {"joints_with_everything": joints_with_everything, "mixed": mixed, **CLOSED}
TREES = [*(name for name in library_names() if not read(name).loops), "joints_with_everything"]
LOOPED = [
    *(name for name in library_names() if read(name).loops),
    "mixed",
    *CLOSED,
    *(f"hung_{k}" for k in LOOPS if k != "prismatic"),
]
DURATION = 0.01


@cache
def robot(name: str) -> kl.Robot:
    if name.startswith("hung_"):
        return kl.load(hung(name.removeprefix("hung_")))
    return kl.load(OTHERS[name]() if name in OTHERS else name)


def differences(name: str, own_step: float, step: float) -> tuple[float, float]:
    """Of positions and rates, in units of what moves."""
    ours = robot(name)
    states = random_states(ours, 1, 3, spread=0.05)
    run = states.q[0], states.qd[0], 0.2 * states.tau[0], DURATION
    q, qd = held(OwnPlant(ours, step=own_step), *run)
    found, rates = held(MujocoPlant(ours, step=step), *run)
    return np.abs(found - q).max() / np.abs(q - run[0]).max(), np.abs(rates - qd).max() / np.abs(qd).max()


@pytest.mark.parametrize("name", TREES)
def test_trees_agree_to_rounding(name: str) -> None:
    """Both are RK4 with the same steps; with quaternions, which MuJoCo turns and we add to, the steps' own errors are left."""
    positions, rates = differences(name, 5e-5, 5e-5)
    tolerance = 1e-8 if name == "joints_with_everything" else 1e-9
    assert positions < tolerance
    assert rates < tolerance


@pytest.mark.parametrize("name", LOOPED)
def test_loops_give_way_by_little(name: str) -> None:
    positions, rates = differences(name, 1e-4, 1e-4)
    assert positions < 1e-4
    assert rates < 1e-4


@pytest.mark.parametrize("name", ["biglide", "delta_rods", "delta_parallelograms", "stewart_gough"])
def test_computed_torque_gives_the_same_motion(name: str) -> None:
    """0.1 s with the accelerations of 0.15 m or rad in 0.5 s, steps of 0.1 ms. The Biglide's second rod has no mass."""
    ours = robot(name)
    expected = computed_torque(ours, OwnPlant(ours, step=2.5e-4), 0.1, 0.006)
    found = computed_torque(ours, MujocoPlant(ours), 0.1, 0.006)
    assert np.ptp(expected[0], axis=0).max() > 5e-3, "it should move"
    assert np.abs(found[0] - expected[0]).max() < 1e-7
    assert np.abs(found[1] - expected[1]).max() < 1e-5


def test_links_without_mass_become_rods_and_their_angles_are_told() -> None:
    ours = robot("biglide")
    plant = MujocoPlant(ours)
    assert plant._model.ntendon == 1
    assert plant._model.nv == 3
    state = held(plant, ours.start, np.zeros(4), np.array([1.0, -2.0]), 0.02)
    expected = held(OwnPlant(ours), ours.start, np.zeros(4), np.array([1.0, -2.0]), 0.02)
    assert np.abs(state[0] - expected[0]).max() < 1e-7


def test_what_mujoco_cannot_have_is_said() -> None:
    with pytest.raises(UnsupportedOperation, match="loop 'loop' is prismatic"):
        MujocoPlant(kl.load(hung("prismatic")))
    with pytest.raises(UnsupportedOperation, match=r"MuJoCo simulates one machine, and these are arrays: m_p \(2,\)"):
        MujocoPlant(kl.load("biglide").with_parameters(m_p=[1.0, 2.0]))


def test_a_run_that_diverges_is_said_and_leaves_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ours = robot("five_bar")
    plant = MujocoPlant(ours, step=1e-3)
    with pytest.raises(EngineFailed, match="before start"):
        plant.advance(np.zeros(2), 1e-3)
    plant.start(ours.start, np.zeros(4))
    with pytest.raises(NotFinite, match=r"tau\[0\]"):
        plant.advance(np.array([np.inf, 0]), 1e-3)
    with pytest.raises(EngineFailed, match="MuJoCo's state left all bounds"):
        plant.advance(np.array([1e12, -1e12]), 1e-3)
    assert list(tmp_path.iterdir()) == []
    plant.start(ours.start, np.zeros(4))
    assert np.isfinite(plant.advance(np.zeros(2), 1e-3).q).all()


def test_the_hook_for_friction_is_given_back() -> None:
    ours = robot("puma560")
    plant = MujocoPlant(ours)
    plant.start(ours.start, np.zeros(6))
    plant.advance(np.ones(6), 1e-3)
    assert mujoco.get_mjcb_passive() is None
