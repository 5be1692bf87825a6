"""MuJoCo moves machines as kinloop's equations do: trees to rounding, loops up to their compliance."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import mujoco
import numpy as np
import pytest
from engine_runs import LOOPS, OwnPlant, acting, branching, computed_torque, geared, held, hung, joints_with_everything
from machines import CLOSED, mixed, robot_named
from motion import random_states
from units import with_units

import kinloop as kl
from kinloop.errors import EngineFailed, NotFinite, UnsupportedOperation
from kinloop.mechanism.formats.read import library, read
from kinloop.simulation.engines.mujoco.mujoco_plant import MujocoPlant

OTHERS = {"joints_with_everything": joints_with_everything, "mixed": mixed, "geared": geared, "branching": branching, **CLOSED}
TREES = [*(name for name in library() if not read(name).loops), "joints_with_everything", "branching"]
LOOPED = [
    *(name for name in library() if read(name).loops),
    "mixed",
    "geared",
    *CLOSED,
    *(f"hung_{k}" for k in LOOPS),
]
DURATION = 0.01


@cache
def robot(name: str) -> kl.Robot:
    if name.startswith("hung_"):
        return kl.load(hung(name.removeprefix("hung_")))
    return kl.load(OTHERS[name]() if name in OTHERS else name)


def differences(name: str, own_step: float, step: float) -> tuple[float, float, float, float]:
    """Of positions, rates and accelerations, in units of what moves, and of what loops do, in units of that or of 1 N: what gives
    way is part of what pulls, which a loop that is nearly idle may not see."""
    ours = robot(name)
    states = random_states(ours, 1, 3, spread=0.05)
    q, qd, tau = states.q[0], states.qd[0], 0.2 * states.tau[0]
    expected = held(OwnPlant(ours, step=own_step), q, qd, tau, DURATION)
    found = held(MujocoPlant(ours, step=step), q, qd, tau, DURATION)
    dynamics = ours.forward_dynamics(found.q, found.qd, tau)
    forces = (acting(ours, found.q, force) for force in (found.loop_force, dynamics.loop_force))
    pairs = (found.q - q, expected.q - q), (found.qd, expected.qd), (found.qdd, dynamics.qdd), forces
    (positions, rates, accelerations, loops), (*sizes, pull) = zip(
        *((float(np.abs(a - b).max()), float(np.abs(b).max())) for a, b in pairs), strict=True
    )
    return positions / sizes[0], rates / sizes[1], accelerations / sizes[2], loops / max(pull, 1.0)


@pytest.mark.parametrize("name", TREES)
def test_trees_agree_to_rounding(name: str) -> None:
    """Both are RK4 with the same steps; with quaternions, which MuJoCo turns and we add to, the steps' own errors are left."""
    positions, rates, accelerations, _ = differences(name, 5e-5, 5e-5)
    tolerance = 1e-8 if name == "joints_with_everything" else 1e-9
    assert positions < tolerance
    assert rates < tolerance
    assert accelerations < 1e-10


@pytest.mark.parametrize("name", LOOPED)
def test_loops_give_way_by_little(name: str) -> None:
    """Accelerations by 1e-4 of the force at a loop, as configured in MuJoCo, and by the correction of the present gap."""
    positions, rates, accelerations, loops = differences(name, 1e-4, 1e-4)
    assert positions < 1e-4
    assert rates < 1e-4
    assert accelerations < 1e-3
    assert np.isnan(loops) if name == "hung_prismatic" else loops < 5e-3


@pytest.mark.parametrize("name", ["delta_rods", "delta_parallelograms", "stewart_gough"])
def test_half_a_second_of_computed_torque_gives_the_same_motion(name: str) -> None:
    """Under gravity, up to 0.15 m or rad in each active joint, controlled at 200 Hz, steps of 0.1 ms."""
    ours = robot(name)
    expected = computed_torque(ours, OwnPlant(ours, step=5e-4), 0.5, 0.15, 5e-3)
    found = computed_torque(ours, MujocoPlant(ours), 0.5, 0.15, 5e-3)
    assert np.ptp(expected[0], axis=0).max() > 0.1, "it should move"
    assert np.abs(found[0] - expected[0]).max() < 1e-7
    assert np.abs(found[1] - expected[1]).max() < 1e-5


def test_links_without_mass_become_rods_and_their_angles_are_told() -> None:
    ours = robot("biglide")
    plant = MujocoPlant(ours)
    assert plant._model.ntendon == 1
    assert plant._model.nv == 3
    state = held(plant, ours.start, np.zeros(4), np.array([1.0, -2.0]), 0.02)
    expected = held(OwnPlant(ours), ours.start, np.zeros(4), np.array([1.0, -2.0]), 0.02)
    assert np.abs(state.q - expected.q).max() < 1e-7


def test_a_link_without_mass_that_carries_others_has_none_in_mujoco() -> None:
    plant = MujocoPlant(robot("branching"))
    assert plant._model.body("hub").mass == 0
    assert plant._model.body_subtreemass[plant._model.body("hub").id] == pytest.approx(0.7)


def test_a_carriage_is_on_the_side_that_has_no_mass_to_share() -> None:
    """A bob that slides on the ground, which is side b."""
    sliding = hung("prismatic")
    (loop,) = sliding.loops
    turned = loop.model_copy(update={"a": loop.b, "b": loop.a.model_copy(update={"link": "base"})})
    ours = kl.load(sliding.model_copy(update={"name": "grounded", "loops": (turned,)}))
    q, qd = ours.start, np.zeros(7)
    expected, found = (held(plant(ours), q, qd, np.ones(1), 0.05) for plant in (OwnPlant, MujocoPlant))
    assert np.abs(expected.q - q).max() > 5e-3
    assert np.abs(found.q - expected.q).max() < 1e-8
    assert np.abs(found.qd - expected.qd).max() < 1e-6


def test_what_mujoco_cannot_have_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    light = kl.Mechanism(
        name="light",
        joints=(
            kl.Joint(name="a", kind="prismatic", parent="base", child="hand"),
            kl.Joint(name="b", kind="prismatic", parent="hand", child="finger", axis=(1, 0, 0)),
        ),
        links=(kl.Link(name="hand", mass=1.0),),
    )
    with pytest.raises(UnsupportedOperation, match="MuJoCo needs mass on what moves, and 'finger' has none"):
        MujocoPlant(kl.load(light))
    slide = kl.Loop(name="c", kind="prismatic", a=kl.Anchor(link="base"), b=kl.Anchor(link="finger"))
    with pytest.raises(UnsupportedOperation, match=r"loop 'c' is prismatic.* neither 'base' nor 'finger' moves and has mass"):
        MujocoPlant(kl.load(light.model_copy(update={"loops": (slide,)})))
    with pytest.raises(UnsupportedOperation, match="wrench on 'upper' acts on link 'upper', which has no mass"):
        MujocoPlant(kl.load(two_slides()), wrenches={"upper": np.ones(6)})
    with pytest.raises(UnsupportedOperation, match=r"MuJoCo simulates one machine, and these are arrays: m_p \(2,\)"):
        MujocoPlant(kl.load("biglide").with_parameters(m_p=[1.0, 2.0]))
    with pytest.raises(UnsupportedOperation, match="MuJoCo needs mass on what moves, and 'rod2' has none"):
        MujocoPlant(robot("biglide"), wrenches={"rod2": np.ones(6)})  # a rod that is pushed is no rod
    assert capfd.readouterr() == ("", "")


def two_slides() -> kl.Mechanism:
    """Two slides with a mass on the second: the link between is merged with it."""
    return kl.Mechanism(
        name="two_slides",
        joints=(
            kl.Joint(name="a", kind="prismatic", parent="base", child="upper"),
            kl.Joint(name="b", kind="prismatic", parent="upper", child="lower", axis=(1, 0, 0)),
        ),
        links=(kl.Link(name="lower", mass=1.0),),
    )


def test_a_machine_with_less_inertia_than_mujoco_takes_is_refused(tmp_path: Path) -> None:
    """A thousandth as large with a thousand-millionth of the mass, the five-bar was off by 2 % without a word."""
    small = kl.load(with_units(read("two_r"), in_m=1e-3, in_kg=1e-9))
    with pytest.raises(UnsupportedOperation, match="kg m\\^2, expected"):
        MujocoPlant(small)
    with pytest.raises(UnsupportedOperation, match="kg m\\^2, expected"):
        small.save(tmp_path / "small.xml")
    MujocoPlant(kl.load(with_units(read("two_r"), in_m=1e-3)))


def test_a_run_that_diverges_is_said_and_leaves_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ours = robot("five_bar")
    plant = MujocoPlant(ours, step=1e-3)
    with pytest.raises(EngineFailed, match="before start"):
        plant.advance(np.zeros(2), 1e-3)
    plant.start(ours.start, np.zeros(4))
    with pytest.raises(NotFinite, match=r"tau\[0\]"):
        plant.advance(np.array([np.inf, 0]), 1e-3)
    with pytest.raises(EngineFailed, match="MuJoCo's state diverged"):
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


def test_a_run_whose_loops_an_engine_leaves_open_has_diverged() -> None:
    """Efforts that grow without bound pull soft loops open; what comes after is no motion of the machine."""
    robot = robot_named("biglide")
    path = kl.Quintic([0.0, 0.3], [0.1, 0.5], 3.0)
    q = robot.inverse_geometry(path(0.0).x, mode=(-1, -1)).q
    law = kl.ComputedTorque(100.0, 100.0)
    with pytest.warns(kl.UnstableLoop):
        run = kl.simulate(robot, law, path, duration=1.0, period=0.1, q=q, plant=kl.Mujoco(step=1e-3))
    assert run.status != kl.RunStatus.COMPLETE
    assert robot.models.gaps(run.q).max() < 3e-4
