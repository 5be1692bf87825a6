"""Energy of the native plant on each robot's described motion: it equals the work of the held efforts."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from described_runs import drift, follow_motion, machine, plan_motion
from machines import robot_named
from motion import random_states

import kinloop as kl
from kinloop.simulation.plants.native import NativePlant

LIBRARY = kl.library()


@pytest.mark.parametrize("name", LIBRARY)
def test_energy_is_the_work_of_the_held_efforts(name: str) -> None:
    """10 s of the description's motion, there and back, in steps of 1 ms; the six-joint arm comes nearest, with 4e-10. Friction
    is left out by its parameters."""
    run = follow_motion(name, plan_motion(name, 10.0, 2e-3), substeps=2)
    found, _ = drift(name, run)
    assert found < 1e-9


@pytest.mark.parametrize("name", LIBRARY)
def test_the_drift_falls_with_the_fourth_power_of_the_step(name: str) -> None:
    """10 s at periods of 10 ms, in one step and in two: 15.4 to 32 times. Energies of a slow machine under gravity are rounded at
    1e-12 of its kinetic energy; the gantry's motion is a parabola, which the method has exactly. The parallelograms' drift is
    largest at another time with one step than with shorter ones, so they take two and four."""
    plan = plan_motion(name, 10.0, 1e-2)
    pair = (2, 4) if name == "delta_parallelograms" else (1, 2)
    coarse, fine = (drift(name, follow_motion(name, plan, substeps))[0] for substeps in pair)
    assert fine < max(coarse / 14, 2e-12)
    assert coarse > 1e-11 or name in ("gantry", "scara_prrr")


@pytest.mark.parametrize("name", LIBRARY)
def test_a_machine_without_efforts_keeps_its_energy(name: str) -> None:
    """Half a second of falling, in which the Deltas' arms whip over, in steps of 0.1 ms."""
    robot = machine(name)
    plant, nq = NativePlant(robot, substeps=100), len(robot.mechanism.coordinates)
    qd = robot.forward_velocity(robot.start, np.linspace(0.3, -0.2, robot.n_active)).qd
    plant.start(robot.start, qd)
    states = [np.concatenate([robot.start, qd])] + [plant.move(np.zeros(robot.n_active), 1e-2) for _ in range(50)]
    q, qd = np.split(np.array(states), [nq], axis=1)
    energy = robot.energy(q, qd)
    total = energy.kinetic + energy.potential
    assert np.abs(total - total[0]).max() < 1e-9 * energy.kinetic.max()


@pytest.mark.parametrize("name", ["five_bar", "delta_rods", "delta_parallelograms"])
def test_the_projection_gives_and_takes_energy_at_the_fifth_order(name: str) -> None:
    """As one step of the method does, so that over many the fourth order is kept; and to both sides."""
    robot = robot_named(name)
    model = robot.models.formulas.model
    y, p = ca.vertcat(model.tree_model.q, model.tree_model.v), model.tree_model.parameters
    rate = ca.Function("rate", [y, model.tau, p], [model.state_rate])
    project = ca.Function("project", [y, p], [model.projected_state])
    energy = ca.Function("energy", [y, p], [model.tree_model.kinetic_energy + model.tree_model.potential_energy])
    states = random_states(robot, 8, seed=5, spread=0.1)
    start = np.concatenate([states.q, states.qd], axis=1).T
    values, still = robot.models.parameter_inputs[0], np.zeros(robot.n_active)

    def change(h: float) -> np.ndarray:
        def f(at: ca.DM) -> ca.DM:
            return rate(at, still, values)

        k1 = f(start)
        k2 = f(start + h / 2 * k1)
        k3 = f(start + h / 2 * k2)
        after = start + h / 6 * (k1 + 2 * k2 + 2 * k3 + f(start + h * k3))
        return np.asarray(energy(project(after, values), values) - energy(after, values)).ravel()

    coarse, fine = change(1.6e-2), change(8e-3)
    assert np.abs(coarse).max() / np.abs(fine).max() == pytest.approx(32, rel=0.1)
    assert coarse.min() < 0 < coarse.max()
