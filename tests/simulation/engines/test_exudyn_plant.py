"""Exudyn moves every supported machine as kinloop's equations do, with an error of second order in its step."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from engine_runs import LOOPS, OwnPlant, acting, branching, computed_torque, geared, held, hung, joints_with_everything
from machines import CLOSED, mixed, rod
from motion import random_states

import kinloop as kl
from kinloop.errors import EngineFailed, LoopNotClosed, NotFinite, ShapeError, UnsupportedOperation
from kinloop.mechanism.formats.read import library

pytest.importorskip("exudyn")
from kinloop.simulation.engines.exudyn import exudyn_system
from kinloop.simulation.engines.exudyn.exudyn_plant import ExudynPlant

OTHERS = {"joints_with_everything": joints_with_everything, "mixed": mixed, "geared": geared, "branching": branching, **CLOSED}
MACHINES = [*library(), *OTHERS, *(f"hung_{kind}" for kind in LOOPS)]
DURATION = 0.01
# In units of what moves: a step's own error is of the third power of the step times rates of the motion, and arms of a few
# grams turn at hundreds of radians a second under the efforts of the test.
ACCURACY = 1e-4
# Of accelerations and of what loops do: Exudyn differentiates numerically for the first ones of a period, and its trapezoidal
# rule hands their error on from step to step with changing signs.
ACCELERATION = 1e-6


@cache
def robot(name: str) -> kl.Robot:
    if name.startswith("hung_"):
        return kl.load(hung(name.removeprefix("hung_")))
    return kl.load(OTHERS[name]() if name in OTHERS else name)


@pytest.mark.parametrize("name", MACHINES)
def test_it_moves_as_our_equations_do_with_order_two(name: str) -> None:
    ours = robot(name)
    states = random_states(ours, 1, 3, spread=0.05)
    run = states.q[0], states.qd[0], 0.2 * states.tau[0], DURATION
    expected = held(OwnPlant(ours), *run)
    errors = []
    for step in (2e-4, 1e-4):
        found = held(ExudynPlant(ours, step=step), *run)
        errors.append([np.abs(found.q - expected.q).max(), np.abs(found.qd - expected.qd).max()])
    (coarse, coarse_rates), (fine, fine_rates) = errors
    assert fine < ACCURACY * np.abs(expected.q - run[0]).max()
    assert fine_rates < ACCURACY * np.abs(expected.qd).max()
    for large, small in ((coarse, fine), (coarse_rates, fine_rates)):
        assert small < 1e-12 or 3.7 < large / small < 4.3
    dynamics = ours.forward_dynamics(found.q, found.qd, run[2])
    assert np.abs(found.qdd - dynamics.qdd).max() < ACCELERATION * np.abs(dynamics.qdd).max()
    forces = acting(ours, found.q, found.loop_force), acting(ours, found.q, dynamics.loop_force)
    assert np.abs(forces[0] - forces[1]).max() <= ACCELERATION * np.abs(forces[1]).max()
    if not ours.models.formulas.model.is_redundant:
        assert np.allclose(found.loop_force, dynamics.loop_force, rtol=0, atol=1e-5 * np.abs(dynamics.loop_force).max(initial=0))


@pytest.mark.parametrize("name", ["delta_rods", "delta_parallelograms", pytest.param("stewart_gough", marks=pytest.mark.long)])
def test_half_a_second_of_computed_torque_gives_the_same_motion_with_order_two(name: str) -> None:
    """Under gravity, up to 0.15 m or rad in each active joint, controlled at 200 Hz; ``benchmarks/engines.py`` does so at 1 kHz
    for all machines."""
    ours = robot(name)
    expected = computed_torque(ours, OwnPlant(ours, step=5e-4), 0.5, 0.15, 5e-3)
    assert np.ptp(expected[0], axis=0).max() > 0.1, "it should move"
    coarse, fine = (
        [np.abs(values - true).max() for values, true in zip(found, expected, strict=True)]
        for found in (computed_torque(ours, ExudynPlant(ours, step=step), 0.5, 0.15, 5e-3) for step in (2e-4, 1e-4))
    )
    assert fine[0] < 1e-8
    assert fine[1] < 1e-7
    assert np.log2(np.array(coarse) / fine) == pytest.approx([2, 2], abs=0.05)


def test_rows_are_chosen_where_none_is_lost() -> None:
    """Cranks and beam on one line: one row less is independent there. Exudyn needs the rows of all configurations."""
    ours = robot("parallelogram")
    plant = ExudynPlant(ours)
    plant.start(np.zeros(4), np.zeros(4))
    assert plant._system is not None
    assert len(plant._system._written) == len(ours.models.formulas.model.kept_rows)


def test_rows_are_chosen_again_where_they_weaken() -> None:
    """A post that turns, with a hinge that a pin to the base holds upright: of the pin's two tilts one is to be held, and after
    a quarter of a turn the other. The weight hangs out of both axes."""
    bob = kl.Link(name="bob", mass=1.0, com=(0.1, 0.2, 0.1), inertia=(0.01, 0.02, 0.03, 0, 0, 0))
    turned = kl.Pose(rpy=(0, 0, np.pi / 2))
    ours = kl.load(
        kl.Mechanism(
            name="upright",
            links=(bob, kl.Link(name="post", mass=0.5, inertia=(0.01, 0.01, 0.01, 0, 0, 0))),
            gravity=(1, 2, -9),
            joints=(
                kl.Joint(name="a", kind="revolute", parent="base", child="post"),
                kl.Joint(name="b", kind="revolute", parent="post", child="bob", axis=(1, 0, 0), actuated=False),
            ),
            loops=(kl.Loop(name="c", kind="pin", a=kl.Anchor(link="base"), b=kl.Anchor(link="bob", origin=turned)),),
        )
    )
    run = np.zeros(2), np.array([30.0, 0.0]), np.ones(1), 0.07, 14
    expected = held(OwnPlant(ours), *run)
    plant = ExudynPlant(ours)
    plant.start(*run[:2])
    assert plant._system is not None
    first = plant._system._written
    found = held(plant, *run)
    assert expected.q[0] > 2.0
    assert np.abs(found.q - expected.q).max() < 1e-5
    assert len(first) == len(plant._system._written) == 1
    assert first != plant._system._written


@pytest.mark.parametrize(
    "flags",
    [(0, 1, 2, 3, 4), (0, 1, 2, 3, 5), (0, 1, 2, 4, 5), (0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 2, 5), (0, 1, 3, 4, 5), (0, 2)],
)
def test_multipliers_are_of_the_rows_that_exudyn_writes(flags: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """A weld of which only some flags are set, so that it opens: what its multipliers do is what the motion lacks."""
    ours = robot("hung_weld")
    monkeypatch.setattr(exudyn_system, "choose_flags", lambda closures, q: ([list(flags)], q, False))
    states = random_states(ours, 1, 3, spread=0.05)
    tau = 0.2 * states.tau[0]
    plant = ExudynPlant(ours)
    state = held(plant, states.q[0], states.qd[0], tau, 0.02)
    lacking = ours.models.call(ours.models.kernel("tree_effort"), state.q, state.qd, state.qdd)
    lacking[: ours.n_active] -= tau
    assert np.abs(ours.closure(state.q)).max() > 1e-4, "it should open"
    assert plant._system is not None
    assert np.abs(plant._system.loop_effort(state.q) - lacking).max() < 1e-6 * np.abs(lacking).max()


def test_angles_go_on_beyond_a_turn() -> None:
    ours = kl.load("one_joint")
    start, rate = np.array([9.0]), np.array([400.0])
    expected = held(OwnPlant(ours, step=1e-4), start, rate, np.zeros(1), 0.04, 10)
    found = held(ExudynPlant(ours, step=1e-4), start, rate, np.zeros(1), 0.04, 10)
    assert expected.q[0] > 9 + 2 * np.pi
    assert np.abs(found.q - expected.q).max() < 2e-3


def test_an_advance_that_is_no_multiple_of_the_step_is_cut_evenly() -> None:
    ours = robot("biglide")
    tau = np.array([1.0, -2.0])
    expected = held(OwnPlant(ours, step=1e-4), ours.start, np.zeros(4), tau, 0.0031, 1)
    found = held(ExudynPlant(ours, step=7e-4), ours.start, np.zeros(4), tau, 0.0031, 1)
    assert np.abs(found.q - expected.q).max() < 1e-9


def test_what_exudyn_cannot_have_is_listed() -> None:
    ball = kl.Joint(name="b", kind="spherical", parent="arm", child="bob", rotor=kl.Rotor(inertia=0.1))
    heavy = (rod("arm", 0.5, 0.3), rod("bob", 0.5, 0.3))
    arm = kl.Joint(name="a", kind="revolute", parent="base", child="arm")
    with pytest.raises(UnsupportedOperation, match="joint 'b': a rotor's inertia in a ball between two turning bodies"):
        ExudynPlant(kl.load(kl.Mechanism(name="ball", links=heavy, joints=(arm, ball))))
    with pytest.raises(UnsupportedOperation, match=r"Exudyn simulates one machine, and these are arrays: m_p \(2,\)"):
        ExudynPlant(kl.load("biglide").with_parameters(m_p=[1.0, 2.0]))


def test_what_it_is_given_is_checked() -> None:
    ours = robot("biglide")
    plant = ExudynPlant(ours)
    with pytest.raises(EngineFailed, match="before start"):
        plant.advance(np.zeros(2), 1e-3)
    with pytest.raises(LoopNotClosed, match="gap of"):
        plant.start(ours.start + np.array([0, 0, 0, 0.01]), np.zeros(4))
    with pytest.raises(ShapeError, match=r"qd has the shape \(2,\), expected \(4,\): q1, q2, phi1, phi2"):
        plant.start(ours.start, np.zeros(2))
    plant.start(ours.start, np.zeros(4))
    with pytest.raises(NotFinite, match=r"tau\[1\] \(q2\) is nan"):
        plant.advance(np.array([0, np.nan]), 1e-3)
    with pytest.raises(ShapeError, match="duration is 0"):
        plant.advance(np.zeros(2), 0.0)
    with pytest.raises(ShapeError, match="step is -1"):
        ExudynPlant(ours, step=-1)


def test_a_step_that_does_not_converge_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    ours = robot("five_bar")
    plant = ExudynPlant(ours, step=1e-3)
    plant.start(ours.start, np.zeros(4))
    with pytest.raises(EngineFailed, match="Exudyn found no motion"):
        plant.advance(np.array([1e9, -1e9]), 1e-3)
    assert capfd.readouterr().out == ""
