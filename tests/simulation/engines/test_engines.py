"""Both external engines: the Biglide on the motion of [DemuttiRosi2020], wrenches, and the way through a Type 2 singularity."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from engine_runs import OwnPlant, acting, branching, held, hung, slides_pull
from machines import CLOSED, mixed
from motion import random_states

import kinloop as kl
from kinloop.errors import NotFinite, ShapeError
from kinloop.simulation.engines.mujoco.mujoco_plant import MujocoPlant
from kinloop.simulation.plants.native import NativePlant

pytest.importorskip("exudyn")
from kinloop.simulation.engines.exudyn.exudyn_plant import ExudynPlant

ENGINES: dict[str, Any] = {"exudyn": ExudynPlant, "mujoco": MujocoPlant}
# At steps of 0.1 ms, relative to what moves: Exudyn's error is that of its steps, MuJoCo's loops give way.
ACCURACY = {"exudyn": 1e-5, "mujoco": 1e-4}
ACCELERATION = {"exudyn": 1e-6, "mujoco": 1e-3}
WRENCHES = {
    "biglide": ["tool"],
    "puma560": ["tool", "link3"],
    "delta_rods": ["tool"],
    "rssr": ["coupler", "base"],
    "mixed": ["f", "stand"],  # one fixed to a link that moves, one to the ground
    "branching": ["grip", "tool"],
    "hung_prismatic": ["bob"],
}


@cache
def robot(name: str) -> kl.Robot:
    if name == "hung_prismatic":
        return kl.load(hung("prismatic"))
    others = {"mixed": mixed, "branching": branching, **CLOSED}
    return kl.load(others[name]() if name in others else name)


@pytest.mark.parametrize(("engine", "position", "rate"), [("exudyn", 1e-8, 1e-7), ("mujoco", 1e-7, 1e-5)])
def test_computed_torque_of_the_biglide_is_that_of_our_plant(engine: str, position: float, rate: float) -> None:
    """The motion of [DemuttiRosi2020] sections 3.2 and 3.3: from the configuration with both feet at 0 to (0.1, 0.1) in 2 s."""
    ours = robot("biglide")
    path = kl.Quintic([0.0, np.sqrt(ours.parameters["l"] ** 2 - ours.parameters["d"] ** 2 / 4)], [0.1, 0.1], 2.0)
    q = ours.inverse_geometry(path(0.0).x, mode=(-1, -1)).q
    options: dict[str, Any] = {"duration": 2.0, "period": 1e-3, "q": q}
    law = kl.ComputedTorque(400.0, 40.0)
    expected = kl.simulate(ours, law, path, **options, plant=kl.Native(substeps=10))
    found = kl.simulate(ours, law, path, **options, plant=engine)
    assert found.status == expected.status
    assert np.abs(expected.x[-1] - [0.1, 0.1]).max() < 1e-3
    assert np.abs(found.q - expected.q).max() < position
    assert np.abs(found.qd - expected.qd).max() < rate
    assert np.abs(found.x - expected.x).max() < position


@pytest.mark.parametrize("name", WRENCHES)
@pytest.mark.parametrize("engine", ENGINES)
def test_wrenches_act_as_in_our_equations(engine: str, name: str) -> None:
    ours = robot(name)
    random = np.random.default_rng(5)
    wrenches = {frame: random.uniform(-1, 1, 6) * [5, 5, 5, 0.5, 0.5, 0.5] for frame in WRENCHES[name]}
    states = random_states(ours, 1, 3, spread=0.05)
    run = states.q[0], states.qd[0], 0.2 * states.tau[0], 0.01
    expected = held(OwnPlant(ours, wrenches=wrenches), *run)
    found = held(ENGINES[engine](ours, wrenches=wrenches), *run)
    moved = np.abs(expected.q - run[0]).max(), np.abs(expected.qd).max()
    assert np.abs(found.q - expected.q).max() < ACCURACY[engine] * moved[0]
    assert np.abs(found.qd - expected.qd).max() < ACCURACY[engine] * moved[1]
    dynamics, without = (ours.forward_dynamics(found.q, found.qd, run[2], given) for given in (wrenches, None))
    size = ACCELERATION[engine] * np.abs(dynamics.qdd).max()
    assert np.abs(dynamics.qdd - without.qdd).max() > 50 * size, "they should matter"
    assert np.abs(found.qdd - dynamics.qdd).max() < size
    forces = acting(ours, found.q, found.loop_force), acting(ours, found.q, dynamics.loop_force)
    assert np.isnan(forces[0]).all() or np.abs(forces[0] - forces[1]).max() <= 5 * ACCELERATION[engine] * np.abs(forces[1]).max()


@pytest.mark.parametrize("gains", [(0.0, 0.0), (200.0, 20.0)], ids=["free", "sprung"])
@pytest.mark.parametrize(("engine", "position", "rate", "force"), [("exudyn", 5e-9, 5e-8, 1e-5), ("mujoco", 5e-7, 5e-5, 0.1)])
def test_a_type_2_singularity_is_passed_as_our_plant_does(
    engine: str, position: float, rate: float, force: float, gains: tuple[float, float]
) -> None:
    """One input direction is lost where both rods lie on one line, but the mechanics stay regular. Loop forces stay finite and
    near kinloop's."""
    ours = robot("biglide")
    expected = slides_pull(ours, NativePlant(ours, 10), gains)
    found = slides_pull(ours, ENGINES[engine](ours), gains)
    angle = np.array([np.sin(state.q[3] - state.q[2]) for state in expected])
    assert angle[0] > 0.3
    assert angle[-1] < -0.3
    for name, largest in (("q", position), ("qd", rate), ("loop_force", force)):
        difference = [np.abs(getattr(a, name) - getattr(b, name)).max() for a, b in zip(found, expected, strict=True)]
        assert max(difference) < largest, name


@pytest.mark.parametrize("engine", ENGINES)
def test_wrong_wrenches_are_said(engine: str) -> None:
    plant, ours = ENGINES[engine], robot("biglide")
    with pytest.raises(LookupError, match="no frame 'tol'"):
        plant(ours, wrenches={"tol": np.zeros(6)})
    with pytest.raises(ShapeError, match=r"the wrench on 'tool' has the shape \(2, 6\), expected \(6,\)"):
        plant(ours, wrenches={"tool": np.zeros((2, 6))})
    with pytest.raises(NotFinite, match=r"the wrench on 'tool'\[2\] \(force z\) is nan"):
        plant(ours, wrenches={"tool": [0, 0, np.nan, 0, 0, 0]})
