"""The sampled loop in contact against runs, rollouts, delay, and experiments from files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

Array = np.ndarray
FORCE_SENSOR = kl.Sensors(measured=("active", "passive", "wrench"))
PRESS, PERIOD = 10.0, 1e-3
PLACES = {"two_r": (0.3, 0.3), "biglide": (0.1, 0.3)}


def in_contact(name: str, stiffness: float) -> tuple[kl.Robot, kl.Surface, list[float], Array]:
    """A machine that presses on a wall with 10 N: robot, wall, the tool's place and the joints."""
    robot, (x, y) = robot_named(name), PLACES[name]
    wall = kl.Surface(name="wall", h=f"{x} - x", stiffness=stiffness, damping=20.0)
    place = [x + PRESS / stiffness, y]
    return robot, wall, place, np.asarray(robot.inverse_geometry(place, near=robot.start).q)


def law_with(gain: str, value: float) -> kl.HybridControl:
    return kl.HybridControl(400.0, 40.0, [-PRESS, 0.0], axes=(1, 0), **{"damping": 50.0, gain: value})


def radius(name: str, stiffness: float, gain: str, value: float, delay: bool = False) -> float:
    robot, wall, _, q = in_contact(name, stiffness)
    return kl.sampled_loop(robot, law_with(gain, value), q, PERIOD, delay, surfaces=[wall]).spectral_radius


def growth(name: str, stiffness: float, gain: str, value: float) -> float:
    """The factor by which a small error of the force changes in a run's second half."""
    robot, wall, place, q = in_contact(name, stiffness)
    run = kl.simulate(
        robot,
        law_with(gain, value),
        kl.Pause(place, 2.0, space="task"),
        duration=2.0,
        period=PERIOD,
        q=q,
        sensors=FORCE_SENSOR,
        environment=kl.Environment(surfaces=[wall], pulses=[kl.Pulse([1e-4, 1e-4, 0, 0, 0, 0], 0.0, 5e-3)]),
    )
    error = np.abs(run.contact_wrench[:, 0] + PRESS)
    assert run.contact_wrench[:, 0].max() < 0 or error.max() > 1.0  # it keeps the contact, unless the error has grown
    return float(error[-200:].max() / error[800:1000].max())


@pytest.mark.parametrize(
    ("name", "stiffness", "gain", "bracket"),
    [
        ("two_r", 1e5, "kf", (2.0, 5.0)),
        ("two_r", 1e4, "ki", (200.0, 400.0)),
        ("biglide", 1e4, "ki", (5.0, 50.0)),
    ],
)
def test_runs_decay_below_spectral_radius_1_and_grow_above(
    name: str, stiffness: float, gain: str, bracket: tuple[float, float]
) -> None:
    low, high = bracket
    assert radius(name, stiffness, gain, low) < 1 < radius(name, stiffness, gain, high)
    for _ in range(10):
        middle = (low + high) / 2
        low, high = (middle, high) if radius(name, stiffness, gain, middle) < 1 else (low, middle)
    below, above = (growth(name, stiffness, gain, share * low) for share in (0.9, 1.1))
    assert below < 0.9
    assert above > 1.1


def test_the_spectral_radius_is_the_rate_at_which_an_error_grows() -> None:
    robot, wall, place, q = in_contact("biglide", 1e4)
    law = law_with("ki", 50.0)
    found = kl.sampled_loop(robot, law, q, PERIOD, surfaces=[wall])
    pulse = kl.Pulse([1e-8, 0, 0, 0, 0, 0], 0.0, 5e-3)
    environment = kl.Environment(surfaces=[wall], pulses=[pulse])
    options: dict[str, Any] = {"duration": 1.5, "period": PERIOD, "q": q, "sensors": FORCE_SENSOR, "environment": environment}
    run = kl.simulate(robot, law, kl.Pause(place, 1.5, space="task"), **options)
    error = np.abs(run.contact_wrench[:, 0] + PRESS)
    peaks = [error[k : k + 200].max() for k in (900, 1300)]
    assert not found.is_stable
    assert (peaks[1] / peaks[0]) ** (1 / 400) == pytest.approx(found.spectral_radius, abs=5e-4)


def test_late_commands_make_a_stiff_loop_unstable() -> None:
    prompt, late = (radius("two_r", 1e5, "kf", 1.0, delay) for delay in (False, True))
    assert prompt < 1 < late
    assert growth("two_r", 1e5, "kf", 1.0) < 1
    robot, wall, place, q = in_contact("two_r", 1e5)
    run = kl.simulate(
        robot,
        law_with("kf", 1.0),
        kl.Pause(place, 0.5, space="task"),
        duration=0.5,
        period=PERIOD,
        q=q,
        sensors=FORCE_SENSOR,
        actuators=kl.Actuators(delay=True),
        environment=kl.Environment(surfaces=[wall]),
    )
    assert np.abs(run.contact_wrench[-100:, 0] + PRESS).max() > 1.0


def test_the_bound_holds_for_late_commands_too() -> None:
    """The first command is zero, an error of 5 N: below the bound it decays, above it grows to swings of 5 N and more."""
    low, high = 0.0, 1.0
    for _ in range(10):
        middle = (low + high) / 2
        low, high = (middle, high) if radius("two_r", 1e5, "kf", middle, True) < 1 else (low, middle)
    robot, wall, place, q = in_contact("two_r", 1e5)
    runs = [
        kl.simulate(
            robot,
            law_with("kf", share * low),
            kl.Pause(place, 2.0, space="task"),
            duration=2.0,
            period=PERIOD,
            q=q,
            sensors=FORCE_SENSOR,
            actuators=kl.Actuators(delay=True),
            environment=kl.Environment(surfaces=[wall]),
        )
        for share in (0.9, 1.1)
    ]
    below, above = (np.abs(run.contact_wrench[-200:, 0] + PRESS).max() for run in runs)
    assert below < 1e-4
    assert above > 5.0
    assert (runs[0].x[:, 0] > PLACES["two_r"][0]).all()


# ---------------------------------------------------------------- rollouts


def test_rollouts_over_gains_are_the_single_runs_to_the_bit() -> None:
    robot = robot_named("biglide")
    stiffness = [300.0, 900.0]
    options: dict[str, Any] = {
        "duration": 0.5,
        "period": PERIOD,
        "sensors": FORCE_SENSOR,
        "environment": {"tool": [3.0, 1.0, 0, 0, 0, 0]},
    }
    pause = kl.Pause([0.1, 0.3], 0.5, space="task")
    many = kl.rollouts(robot, kl.Impedance(500.0, 60.0, 2.0), pause, vary={"law.stiffness": stiffness}, **options)
    for k, value in enumerate(stiffness):
        one = kl.simulate(robot, kl.Impedance(value, 60.0, 2.0), pause, **options)
        np.testing.assert_array_equal(many.x[k], one.x)
        np.testing.assert_array_equal(many.tau[k], one.tau)


def test_rollouts_over_forces_and_walls_are_the_single_runs_to_the_bit() -> None:
    robot, wall, place, q = in_contact("biglide", 1e4)
    forces, walls = [[-5.0, 0.0], [-10.0, 0.0]], [5e3, 1e4]
    options: dict[str, Any] = {"duration": 0.5, "period": PERIOD, "sensors": FORCE_SENSOR, "q": q}
    pause = kl.Pause(place, 0.5, space="task")
    vary = {"law.force": forces, "environment.surfaces.wall.stiffness": walls}
    plant = kl.Native(substeps=8)
    many = kl.rollouts(
        robot, law_with("ki", 5.0), pause, vary=vary, plant=plant, environment=kl.Environment(surfaces=[wall]), **options
    )
    for k in range(2):
        law = kl.HybridControl(400.0, 40.0, forces[k], axes=(1, 0), ki=5.0)
        surface = wall.model_copy(update={"stiffness": walls[k]})
        one = kl.simulate(robot, law, pause, plant=plant, environment=kl.Environment(surfaces=[surface]), **options)
        np.testing.assert_array_equal(many.x[k], one.x)


def test_a_batch_of_trajectories_is_checked_and_run() -> None:
    robot = robot_named("two_r")
    paths = kl.Quintic(np.array([[0.25, 0.3], [0.2, 0.3]]), np.array([[0.26, 0.3], [0.2, 0.25]]), 0.2)
    many = kl.rollouts(robot, law_with("ki", 5.0), paths, duration=0.2, period=PERIOD, sensors=FORCE_SENSOR)
    assert many.status.tolist() == [kl.RunStatus.COMPLETE] * 2


# ---------------------------------------------------------------- files

FILE = """
[experiment]
name = "pressing on a wall"
period = 1e-3
duration = 2.0

[robot]
source = "two_r"

[trajectory]
kind = "Pause"
point = [0.28, 0.3]
duration = 2.0
space = "task"

[law]
{law}

[sensors]
measured = ["active", "passive", "wrench"]

[[environment.surfaces]]
name = "wall"
h = "0.3 - x"
stiffness = 1e4
damping = 100
"""
TABLES = {
    "HybridControl": 'kind = "HybridControl"\nkp = 400\nkd = 40\nforce = [-10, 0]\naxes = [1, 0]\nframe = [0, 0, 0]',
    "SurfaceControl": 'kind = "SurfaceControl"\nkp = 400\nkd = 40\nforce = 10\nh = "0.3 - x"',
    "ForceControl": 'kind = "ForceControl"\nforce = [-10, 0]',
    "Impedance": 'kind = "Impedance"\nstiffness = [500, 400]\ndamping = 60\ninertia = 2',
    "Admittance": 'kind = "Admittance"\nstiffness = 500\ndamping = 60\ninertia = 2\nkp = 400\nkd = 40',
    "VirtualWall": 'kind = "VirtualWall"\nstiffness = 500\nh = "0.3 - x"',
}


@pytest.mark.parametrize("kind", TABLES)
def test_a_law_of_forces_is_a_kind_of_a_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(FILE.format(law=TABLES[kind]), encoding="utf-8")
    experiment = kl.load_experiment(path)
    assert type(experiment.controller).__name__ == kind
    experiment.save(tmp_path / "again.toml")
    assert kl.load_experiment(tmp_path / "again.toml") == experiment


@pytest.mark.parametrize("kind", ["HybridControl", "SurfaceControl"])
def test_an_experiment_presses_as_the_call_does(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(FILE.format(law=TABLES[kind]), encoding="utf-8")
    run = kl.load_experiment(path).run()
    assert run.contact_wrench[-1, 0] == pytest.approx(-10.0, abs=1e-4)


@pytest.mark.parametrize("stiffness", [1e3, 1e4, 1e5])
@pytest.mark.parametrize("name", ["two_r", "biglide"])
def test_the_chosen_damping_is_stable_on_soft_and_stiff_walls(name: str, stiffness: float) -> None:
    """The tool of the Biglide has 5 kg, that of the arm a tenth of it."""
    robot, wall, _, q = in_contact(name, stiffness)
    law = kl.HybridControl(400.0, 40.0, [-PRESS, 0.0], axes=(1, 0))
    assert kl.sampled_loop(robot, law, q, PERIOD, surfaces=[wall]).spectral_radius < 0.999
