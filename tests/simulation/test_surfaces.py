"""Machines that touch surfaces: bounces in closed form, convergence, automatic steps, engines, sweeps and refusals."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import at, robot_named

import kinloop as kl
from kinloop.errors import DescriptionError, ShapeError, UnknownName, UnsupportedOperation
from kinloop.simulation.plants.contact_steps import MOST, contact_steps

Array = np.ndarray
MASS, STIFFNESS, SPEED = 2.0, 1e3, 0.5
SWING = np.sqrt(STIFFNESS / MASS)  # rad/s
CLOCK: dict[str, Any] = {"duration": 0.3, "period": 1e-3}


@cache
def cart() -> kl.Robot:
    """A mass on one slide along x."""
    joint = kl.Joint(name="s", kind="prismatic", parent="base", child="cart", axis=(1, 0, 0))
    mechanism = kl.Mechanism(
        name="cart",
        gravity=(0, 0, 0),
        parameters={"m": MASS},
        links=[kl.Link(name="cart", mass="m")],
        joints=[joint],
        tool=kl.Anchor(link="cart"),
        task=("x",),
    )
    return kl.load(mechanism)


def wall(**changed: Any) -> kl.Surface:
    """A wall that fills x > 0."""
    return kl.Surface(**{"name": "wall", "h": "-x", "stiffness": STIFFNESS, **changed})


def run_cart(surface: kl.Surface, q: float = 0.0, qd: float = 0.0, **options: Any) -> kl.Record:
    push = options.pop("push", 0.0)
    environment = kl.Environment(surfaces=[surface], wrenches={"tool": [push, 0, 0, 0, 0, 0]})
    return kl.simulate(cart(), None, q=[q], qd=[qd], environment=environment, **{**CLOCK, **options})


# ---------------------------------------------------------------- closed forms


def test_a_mass_on_a_spring_with_two_sides_swings_in_closed_form() -> None:
    """RK4 with 0.1 rad a step: phase errors of 0.1^4/120 for each of 34 rad are 3e-5."""
    run = run_cart(wall(sides="both"), q=0.05, duration=1.5, period=5e-3)
    np.testing.assert_allclose(run.q[:, 0], 0.05 * np.cos(SWING * run.t), atol=0.05 * 1e-4)
    np.testing.assert_allclose(run.contact_wrench[:, 0], -STIFFNESS * run.q[:, 0], rtol=1e-12)
    assert run.contact_wrench.shape == (len(run), 6)
    assert not run.contact_wrench[:, 1:].any()


@pytest.mark.parametrize("damping", [0.0, 5.0, 20.0, 80.0])
def test_a_bounce_lasts_half_a_swing_and_has_the_restitution_of_the_damping(damping: float) -> None:
    """The mass touches at t = 0. The force vanishes where d'' does, at tan(w t) = 2 s w / (s^2 - w^2), and the mass leaves with
    the speed that it has then. The adaptive integrator has a relative tolerance of 1e-10 and meets the kink of the force."""
    s = damping / (2 * MASS)
    w = np.sqrt(SWING**2 - s**2)
    t = np.arctan2(2 * s * w, s**2 - w**2) / w
    depth, rate = np.exp(-s * t) * np.sin(w * t) / w, np.exp(-s * t) * (np.cos(w * t) - s / w * np.sin(w * t))
    run = run_cart(wall(damping=damping), q=1e-13, qd=SPEED, plant=kl.Native(integrator=kl.Adaptive()))
    assert run.qd[-1, 0] == pytest.approx(SPEED * rate, abs=1e-8)
    assert run.q[-1, 0] == pytest.approx(SPEED * (depth + rate * (0.3 - t)), abs=1e-8)
    fixed = run_cart(wall(damping=damping), q=1e-13, qd=SPEED)  # 0.022 rad a step: leaving within one costs 0.022^2/8
    assert fixed.qd[-1, 0] == pytest.approx(SPEED * rate, abs=6e-5 * SPEED)


def test_a_mass_that_is_pushed_against_a_wall_bounces_with_its_period() -> None:
    """Flight of 2 v m / F, contact of 2 (pi - atan(v w m / F)) / w: after three of both the mass is back with its speed."""
    push = 10.0
    flight, contact = 2 * SPEED * MASS / push, 2 * (np.pi - np.arctan(SPEED * SWING * MASS / push)) / SWING
    duration = 3 * (flight + contact)
    run = run_cart(wall(), qd=-SPEED, push=push, duration=duration, period=duration / 1000, plant=kl.Native(substeps=10))
    assert run.q[-1, 0] == pytest.approx(0.0, abs=1e-7)
    assert run.qd[-1, 0] == pytest.approx(-SPEED, abs=1e-6)
    touches = np.count_nonzero(np.diff((run.contact_wrench[:, 0] < 0).astype(int)) == 1)
    assert touches == 3


def test_energy_moves_between_motion_and_surface_and_is_not_gained() -> None:
    run = run_cart(wall(), q=-0.02, qd=SPEED, plant=kl.Native(substeps=20))
    total = run.energy.sum(axis=-1)
    np.testing.assert_allclose(total, MASS * SPEED**2 / 2, rtol=1e-6)
    assert run.energy[:, 1].max() == pytest.approx(MASS * SPEED**2 / 2, rel=1e-3)
    damped = run_cart(wall(damping=20.0), q=-0.02, qd=SPEED, plant=kl.Native(substeps=20)).energy.sum(axis=-1)
    assert np.diff(damped).max() < 1e-6 * damped[0]
    assert damped[-1] < 0.5 * damped[0]


@pytest.mark.parametrize("h", ["x^2 + y^2 - 0.25^2", "4*x^2 + y^2 - 0.3^2", "sqrt(x^2 + y^2) - 0.25"])
def test_bounces_on_curved_surfaces_keep_the_energy(h: str) -> None:
    """Also where h is no distance, and deep beside its radius: the run is complete, so the balance of energy has no objection."""
    surface = kl.Surface(name="ball", h=h, stiffness=400.0)
    environment = kl.Environment(surfaces=[surface])
    q, qd = [0.1, 2.0], [0.0, 3.0]  # the arm folds, and its tip flies towards the ball about the first joint
    run = kl.simulate(robot_named("two_r"), None, q=q, qd=qd, environment=environment, plant=kl.Native(substeps=10), **CLOCK)
    assert run.status == kl.RunStatus.COMPLETE
    total = run.energy.sum(axis=-1)
    assert np.abs(run.contact_wrench).max() > 5.0
    np.testing.assert_allclose(total, total[0], atol=1e-6 * np.abs(run.energy).max())


# ---------------------------------------------------------------- steps


def test_fixed_steps_converge_with_order_four_in_contact() -> None:
    """Two links whose tip is deep in a soft, damped surface with friction, and stays there: the force is smooth."""
    foam = kl.Surface(name="foam", h="x + y - 1", stiffness=30.0, damping=1.0, friction=0.2, speed=0.5)
    options: dict[str, Any] = {"duration": 0.2, "period": 0.02, "environment": kl.Environment(surfaces=[foam])}
    runs = [kl.simulate(robot_named("two_r"), None, plant=kl.Native(substeps=n), **options) for n in (4, 8, 16, 256)]
    errors = [np.abs(run.q - runs[-1].q).max() for run in runs[:-1]]
    assert np.abs(runs[-1].contact_wrench[:, :2]).min() > 1.0
    for coarse, fine in pairwise(errors):
        assert 3.6 < np.log2(coarse / fine) < 4.6


@pytest.mark.parametrize("stiffness", [1e2, 1e3, 1e4, 1e5, 1e6])
@pytest.mark.parametrize("ratio", [0.0, 0.3])
def test_automatic_steps_suffice(stiffness: float, ratio: float) -> None:
    """Against ten times as many, for several phases of the touch within a step. The bounds are those of a unit mass, scanned over
    all phases: 0.22 % of the speed of approach without damping, 2 % where damping makes the force jump at the touch."""
    damping = 2 * ratio * np.sqrt(stiffness * MASS)
    surface = wall(stiffness=stiffness, damping=damping)
    worst = 0.0
    for gap in (0.05, 0.0501, 0.0504):
        run = run_cart(surface, q=-gap, qd=SPEED, duration=0.6)
        steps = run.options["plant"]["substeps"]
        finer = run_cart(surface, q=-gap, qd=SPEED, duration=0.6, plant=kl.Native(substeps=10 * steps))
        assert run.status == finer.status == kl.RunStatus.COMPLETE
        worst = max(worst, float(np.abs(run.qd[-1] - finer.qd[-1]).max()) / SPEED)
    assert worst < (0.02 if ratio else 0.0022)


def test_the_number_of_steps_follows_from_stiffness_damping_and_mass() -> None:
    def steps(period: float = 1e-3, **numbers: float) -> int:
        numbers = {"stiffness": 0.0, "damping": 0.0, **numbers}
        run = run_cart(wall(**numbers), duration=period, period=period)
        return int(run.options["plant"]["substeps"])

    assert steps() == 1
    assert steps(stiffness=1e6) == np.ceil(1e-3 * np.sqrt(1e6 / MASS) / 0.2) == 4
    assert steps(stiffness=1e6, period=1e-2) == 36
    assert steps(stiffness=1e6, damping=4e4) == np.ceil(1e-3 * 4e4 / MASS / 0.5) == 40
    assert contact_steps(robot_named("two_r"), 1e-3) == 1


def test_surfaces_that_need_too_many_steps_are_refused_unless_steps_are_given() -> None:
    with pytest.raises(
        UnsupportedOperation, match=rf"cart: a period of 0.001 s would need .* at most {MOST} are chosen; .* substeps="
    ):
        run_cart(wall(stiffness=1e13))
    run = run_cart(wall(stiffness=1e13), q=-0.1, plant=kl.Native(substeps=1))
    assert run.status == kl.RunStatus.COMPLETE


def test_a_machine_that_touches_nothing_runs_as_without_surfaces() -> None:
    robot = robot_named("biglide")
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.05)
    far = FLOOR.model_copy(update={"offset": -10.0})
    options: dict[str, Any] = {"duration": 0.05, "period": 1e-3, "plant": kl.Native(substeps=1)}
    law = kl.ComputedTorque(100.0, 20.0)
    free = kl.simulate(robot, law, path, **options)
    run = kl.simulate(robot, law, path, environment=kl.Environment(surfaces=[far]), **options)
    np.testing.assert_allclose(run.q, free.q, atol=1e-14)
    np.testing.assert_allclose(run.tau, free.tau, atol=1e-11 * np.abs(free.tau).max())


def test_the_controllers_model_does_not_know_the_surfaces_of_an_environment() -> None:
    """Computed torque on a wall: the error is what the force leaves, and not zero as with the surface in the model."""
    robot = robot_named("biglide")
    hold = kl.Quintic([0.1, 0.3], [0.1, 0.3], 0.1)
    law, clock = kl.ComputedTorque(400.0, 40.0), {"duration": 0.1, "period": 1e-3}
    run = kl.simulate(robot, law, hold, environment=kl.Environment(surfaces=[FLOOR]), **clock)
    assert np.abs(run.error[-1]).max() > 1e-3
    known = kl.load(robot.mechanism.model_copy(update={"surfaces": (FLOOR,)}))
    run = kl.simulate(known, law, hold, **clock)
    depth, normal = 0.01 / np.hypot(1.0, 0.2), np.array([0.2, 1.0]) / np.hypot(1.0, 0.2)
    np.testing.assert_allclose(run.contact_wrench[-1, :2], 2e3 * depth * normal, rtol=1e-6)
    assert np.abs(run.error).max() < 1e-9


# ---------------------------------------------------------------- plants

TABLE = kl.Surface(name="table", h="y + 0.1", stiffness=2e3, damping=20.0, friction=0.4, speed=0.05)
FLOOR = kl.Surface(name="floor", h="y + 0.2*x - 0.33", stiffness=2e3, damping=20.0, friction=0.4, speed=0.05)


def test_mujoco_has_the_same_contact_of_a_serial_arm() -> None:
    """Both integrate with RK4 and the same compiled force; what differs is rounding, and its growth over 300 steps."""
    options: dict[str, Any] = {**CLOCK, "environment": kl.Environment(surfaces=[TABLE]), "q": [-0.2, 0.1]}
    native = kl.simulate(robot_named("two_r"), None, plant=kl.Native(substeps=10), **options)
    mujoco = kl.simulate(robot_named("two_r"), None, plant=kl.Mujoco(substeps=10), **options)
    assert np.abs(native.contact_wrench[:, 0]).max() > 1.0 < np.abs(native.contact_wrench[:, 1]).max()
    np.testing.assert_allclose(mujoco.q, native.q, rtol=0, atol=1e-11)
    np.testing.assert_allclose(mujoco.qd, native.qd, rtol=0, atol=1e-9)
    automatic = kl.simulate(robot_named("two_r"), None, plant="mujoco", **options)
    np.testing.assert_allclose(automatic.q, native.q, rtol=0, atol=1e-11)  # 0.1 ms, the same steps


def test_mujoco_has_the_same_contact_of_a_closed_chain() -> None:
    """MuJoCo's loops give way by 1e-8 m under these loads."""
    robot = robot_named("biglide")
    hold = kl.Quintic([0.1, 0.3], [0.1, 0.3], 0.1)
    options: dict[str, Any] = {"duration": 0.1, "period": 1e-3, "environment": kl.Environment(surfaces=[FLOOR])}
    law = kl.PD(2000.0, 100.0)
    native = kl.simulate(robot, law, hold, plant=kl.Native(substeps=10), **options)
    mujoco = kl.simulate(robot, law, hold, plant=kl.Mujoco(substeps=10), **options)
    assert np.abs(native.contact_wrench[:, :2]).max(axis=0).min() > 1.0
    np.testing.assert_allclose(mujoco.q, native.q, rtol=0, atol=1e-7)


def test_the_adaptive_integrator_has_the_same_contact() -> None:
    options: dict[str, Any] = {**CLOCK, "environment": kl.Environment(surfaces=[TABLE]), "q": [-0.2, 0.1]}
    fixed = kl.simulate(robot_named("two_r"), None, plant=kl.Native(substeps=100), **options)
    adaptive = kl.simulate(robot_named("two_r"), None, plant=kl.Native(integrator=kl.Adaptive()), **options)
    assert np.abs(fixed.contact_wrench).max() > 5.0
    np.testing.assert_allclose(adaptive.q, fixed.q, rtol=0, atol=1e-5)  # the force jumps within a step of 0.01 ms


def test_exudyn_refuses_surfaces_in_words() -> None:
    pytest.importorskip("exudyn")
    with pytest.raises(UnsupportedOperation, match="cart: kinloop has no surfaces for Exudyn; they act on plant='native' and"):
        run_cart(wall(), plant="exudyn")


def test_a_user_defined_plant_refuses_surfaces_in_words() -> None:
    class Bench:
        def start(self, q: Array, qd: Array) -> None: ...

        def advance(self, tau: Array, duration: float) -> Any: ...

    with pytest.raises(UnsupportedOperation, match="a user-defined plant has its own environment, so it takes no surfaces"):
        run_cart(wall(), plant=Bench())


def test_a_kinematic_plant_follows_its_rates_and_reports_the_wrench() -> None:
    """Nothing pushes commanded rates back, as no wrench does; the wrench on the tool is that of the motion."""
    law = kl.casadi_law(lambda t, measured, reference, state, model: (0.2, state), drives="rate")
    surface = wall(damping=30.0)
    options: dict[str, Any] = {"q": [-0.01], "plant": "kinematic", "duration": 0.1, "period": 1e-3}
    run = kl.simulate(cart(), law, environment=kl.Environment(surfaces=[surface]), **options)
    np.testing.assert_allclose(run.q[:, 0], -0.01 + 0.2 * run.t, atol=1e-15)
    depth = np.maximum(run.q[:, 0], 0.0)
    expected = np.where(run.q[:, 0] > 0, -(STIFFNESS * depth + 30.0 * 0.2), 0.0)
    np.testing.assert_allclose(run.contact_wrench[:, 0], expected, atol=1e-11)


def test_a_prescribed_motion_takes_the_efforts_that_the_surface_requires() -> None:
    path = kl.Quintic([-0.02], [0.03], 1.0)
    options: dict[str, Any] = {"plant": "prescribed", "duration": 1.0, "period": 0.01}
    run = kl.simulate(cart(), None, path, environment=kl.Environment(surfaces=[wall()]), **options)
    expected = MASS * path(run.t).xdd[:, 0] + STIFFNESS * np.maximum(run.q[:, 0], 0.0)
    np.testing.assert_allclose(run.tau[:, 0], expected, atol=1e-11)
    assert run.tau[-1, 0] == pytest.approx(30.0, rel=1e-12)


# ---------------------------------------------------------------- laws, sweeps, records


def push_back(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
    return -20.0 * measured.qd[:1] - 0.5 * measured.wrench[:1], state


SENSORS = kl.Sensors(("active", "passive", "wrench"), noise={"wrench": 0.1}, filter={"wrench": 5e-3}, tool_mass=0.1, seed=4)


def test_laws_in_python_and_compiled_laws_have_the_same_measurement() -> None:
    options: dict[str, Any] = {"environment": kl.Environment(surfaces=[wall()]), "sensors": SENSORS, "q": [-0.01], "qd": [SPEED]}
    compiled = kl.simulate(cart(), kl.casadi_law(push_back), **CLOCK, **options)
    python = kl.simulate(cart(), kl.python_law(push_back), **CLOCK, **options)
    np.testing.assert_allclose(python.tau, compiled.tau, rtol=0, atol=1e-13)
    np.testing.assert_allclose(python.q, compiled.q, rtol=0, atol=1e-15)


def test_rollouts_are_the_same_runs_to_the_bit() -> None:
    stiffness, offset = [1e3, 5e3, 2e4], [0.0, -0.005, 0.01]
    vary = {"environment.surfaces.wall.stiffness": stiffness, "environment.surfaces.wall.offset": offset}
    options: dict[str, Any] = {"sensors": kl.Sensors(("active", "passive", "wrench")), "q": [-0.02], "qd": [SPEED]}
    options["plant"] = kl.Native(substeps=4)
    many = kl.rollouts(
        cart(), kl.casadi_law(push_back), vary=vary, environment=kl.Environment(surfaces=[wall()]), **CLOCK, **options
    )
    for k in range(3):
        surface = wall(stiffness=stiffness[k], offset=offset[k])
        alone = kl.simulate(cart(), kl.casadi_law(push_back), environment=kl.Environment(surfaces=[surface]), **CLOCK, **options)
        np.testing.assert_array_equal(many.q[k], alone.q)
        np.testing.assert_array_equal(many.tau[k], alone.tau)
    assert len({float(each[-1, 0]) for each in many.q}) == 3


def test_automatic_steps_of_a_sweep_are_those_of_its_stiffest_surface() -> None:
    environment = kl.Environment(surfaces=[wall(stiffness=1.0)])
    options: dict[str, Any] = {**CLOCK, "q": [-0.02], "qd": [SPEED]}
    vary = {"environment.surfaces.wall.stiffness": [1e6, 1e3]}
    many = kl.rollouts(cart(), None, vary=vary, environment=environment, **options)
    for k, stiffness in enumerate([1e6, 1e3]):
        alone = kl.simulate(
            cart(), None, environment=kl.Environment(surfaces=[wall(stiffness=stiffness)]), plant=kl.Native(substeps=4), **options
        )
        np.testing.assert_array_equal(many.q[k], alone.q)


@pytest.mark.parametrize(
    ("path", "values", "error", "words"),
    [
        ("environment.surfaces.floor.stiffness", [1.0], UnknownName, r"environment\.surfaces\.wall\.stiffness"),
        ("environment.surfaces.wall.speed", [1.0], UnknownName, r"environment\.surfaces\.wall\.offset"),
        ("environment.surfaces.wall.stiffness", [[1.0, 2.0]], ShapeError, "stiffness"),
        ("environment.surfaces.wall.stiffness", [-1.0], DescriptionError, "stiffness"),
    ],
)
def test_what_cannot_vary_is_refused_in_words(path: str, values: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kl.rollouts(cart(), None, vary={path: values}, environment=kl.Environment(surfaces=[wall()]), **CLOCK)


def test_samples_between_commands_are_those_of_the_same_motion() -> None:
    plain = run_cart(wall(), q=-0.02, qd=SPEED)
    finer = run_cart(wall(), q=-0.02, qd=SPEED, recording=kl.Recording(4))
    np.testing.assert_array_equal(finer.q[::4], plain.q)
    shown = finer.contact_wrench[:, 0]
    np.testing.assert_allclose(shown, -STIFFNESS * np.maximum(finer.q[:, 0], 0.0), atol=1e-12 * STIFFNESS)


def test_a_record_with_surfaces_is_saved_and_loaded_to_the_bit(tmp_path: Path) -> None:
    run = run_cart(wall(damping=20.0), q=-0.02, qd=SPEED)
    run.save(tmp_path / "run.npz")
    again = kl.Record.load(tmp_path / "run.npz")
    for name in ("t", "q", "qd", "qdd", "tau", "energy", "contact_wrench"):
        np.testing.assert_array_equal(getattr(again, name), getattr(run, name))
    assert again.robot.mechanism == run.robot.mechanism
    assert again.options == run.options
    (described,) = run.options["environment"]["surfaces"]
    assert (described["type"], described["name"], described["stiffness"], described["damping"]) == ("Surface", "wall", 1e3, 20.0)


def test_surfaces_of_several_frames_act_together() -> None:
    """A bar on a table: its two ends rest on it, and each carries half of the weight."""
    mechanism = kl.Mechanism(
        name="bar",
        links=[kl.Link(name="post", mass=0.0), kl.Link(name="bar", mass=3.0, inertia=(0.01, 0.01, 0.01, 0, 0, 0))],
        joints=[
            kl.Joint(name="z", kind="prismatic", parent="base", child="post"),
            kl.Joint(name="tilt", kind="revolute", parent="post", child="bar", axis=(0, 1, 0)),
        ],
        frames={"left": kl.Anchor(link="bar", origin=at(-0.2)), "right": kl.Anchor(link="bar", origin=at(0.2))},
        tool=kl.Anchor(link="bar"),
        task=("z",),
    )
    ends = [kl.Surface(name=side, h="z", stiffness=1e3, damping=60.0, frame=side) for side in ("left", "right")]
    run = kl.simulate(
        kl.load(mechanism), None, duration=3.0, period=2e-3, q=[0.02, 0.1], environment=kl.Environment(surfaces=ends)
    )
    assert run.q[-1, 0] == pytest.approx(-3.0 * 9.81 / 2e3, rel=1e-6)
    np.testing.assert_allclose(run.contact_wrench[-1], [0, 0, 3.0 * 9.81, 0, 0, 0], atol=1e-4)


def test_a_law_reads_the_model_as_if_there_were_no_surface() -> None:
    """A law that asks its model for the efforts of rest gets zero, although the machine is pressed into a wall."""

    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return model("inverse_dynamics", q=measured.q, qd=measured.qd, qdd=ca.SX.zeros(1))["tau"], state

    run = kl.simulate(cart(), kl.casadi_law(law), q=[0.02], environment=kl.Environment(surfaces=[wall()]), **CLOCK)
    np.testing.assert_array_equal(run.tau, 0.0)
