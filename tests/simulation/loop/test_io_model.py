"""Between law and machine: measurement, limits of commands, loads, and samples between commands."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import DescriptionError, UnsupportedOperation
from kinloop.mechanism.parts.transforms import at
from kinloop.simulation.plants.native import NativePlant

START, END = [0.0, 0.30005393], [0.1, 0.1]
PATH = kl.Quintic(START, END, 2.0)
LAW = kl.ComputedTorque(100.0, 20.0)
ROBOT = kl.load("biglide")
Q = ROBOT.inverse_geometry(START, mode=(-1, -1)).q


def run(law: Any = LAW, path: Any = PATH, **options: Any) -> kl.Record:
    return kl.simulate(ROBOT, law, path, **{"duration": 0.2, "period": 0.01, "q": Q, **options})


def spy(seen: list[Any]) -> Any:
    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        seen.append((measured.q, measured.qd, measured.x, measured.xd))
        return [0.5, -0.3], state

    return kl.python_law(law)


@pytest.mark.parametrize("measured", ["active", "tool", ("active", "tool")])
def test_what_is_not_measured_follows_by_the_model(measured: Any) -> None:
    """With the right model and no noise a controller knows all joints."""
    seen: list[Any] = []
    record = run(spy(seen), None, sensors=kl.Sensors(measured=measured))
    for told, truth in zip(zip(*seen, strict=True), (record.q, record.qd, record.x, record.xd), strict=True):
        np.testing.assert_allclose(told, truth, atol=2e-12)


def test_a_measured_tool_is_the_machines_and_not_the_models() -> None:
    """The machine's rods are 1 mm longer than the controller believes."""
    machine = ROBOT.with_parameters(l=ROBOT.parameters["l"] + 1e-3)
    q = machine.inverse_geometry(START, mode=(-1, -1)).q
    by_tool, by_joints = (
        kl.simulate(
            ROBOT,
            kl.KinematicControl(20.0),
            PATH,
            duration=3.0,  # a second more than the path: what its rates did wrong decays
            period=0.01,
            plant=kl.Kinematic(parameters={"l": machine.parameters["l"]}),
            q=q,
            sensors=kl.Sensors(measured=measured),
        )
        for measured in (("active", "passive", "tool"), ("active", "passive"))
    )
    assert np.linalg.norm(by_tool.error[-1]) < 1e-6
    assert np.linalg.norm(by_joints.error[-1]) > 5e-4


@pytest.mark.parametrize("name", ["stewart_gough", "delta_rods"])
def test_spatial_machines_are_known_from_their_active_joints(name: str) -> None:
    """Legs that spin freely are no obstacle: nothing of the tool depends on them."""
    robot = kl.load(name)
    seen: list[Any] = []

    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        seen.append(measured.x)
        return np.zeros(robot.n_active), state

    record = kl.simulate(robot, kl.python_law(law), duration=0.01, period=1e-3, sensors=kl.Sensors(measured="active"))
    np.testing.assert_allclose(np.array(seen), record.x, atol=1e-12)


def test_noise_of_a_measured_pose_moves_and_turns_it() -> None:
    robot, seen = kl.load("stewart_gough"), []

    def law(t: float, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        seen.append(measured.x)
        return np.zeros(6), state

    noise = {"x": [1e-3, 0, 0, 0, 0, 2e-3]}
    sensors = kl.Sensors(("active", "passive", "tool"), noise)
    record = kl.simulate(robot, kl.python_law(law), duration=0.1, period=1e-3, sensors=sensors)
    told = np.array(seen)
    np.testing.assert_allclose(np.linalg.norm(told[:, 3:], axis=1), 1, atol=1e-15)
    np.testing.assert_array_equal(told[:, 1:3], record.x[:, 1:3])
    assert (told - record.x)[:, 0].std() == pytest.approx(1e-3, rel=0.25)  # 101 draws: 7 % expected
    twist = 2 * (told[:, 3] * record.x[:, 6] - told[:, 6] * record.x[:, 3])
    assert twist.std() == pytest.approx(2e-3, rel=0.25)


def test_passive_joints_that_move_freely_must_be_measured() -> None:
    base = kl.load("two_r").mechanism
    joints = (base.joints[0], base.joints[1].model_copy(update={"actuated": False}))
    robot = kl.Robot(base.model_copy(update={"joints": joints, "inverse_geometry": None, "forward_geometry": None}))
    with pytest.raises(UnsupportedOperation, match="do not follow from the active ones, so they must be measured"):
        kl.simulate(robot, None, duration=0.1, period=0.01, sensors=kl.Sensors(measured="active"))


def test_a_pose_has_no_quantisation() -> None:
    robot = kl.load("stewart_gough")
    sensors = kl.Sensors(("active", "tool"), quantisation={"x": 1e-6})
    with pytest.raises(UnsupportedOperation, match="a pose have no quantisation"):
        kl.simulate(robot, None, duration=0.1, period=0.01, sensors=sensors)


def test_a_limited_rate_bounds_every_change_of_the_command() -> None:
    jump = kl.casadi_law(lambda t, m, r, s, model: (ca.vertcat(ca.if_else(t > 0.055, -0.5, 0.5), 0.0), s))
    record = run(jump, None, actuators=kl.Actuators(rate_limit=30.0))
    assert np.abs(np.diff(record.tau, axis=0)).max() == pytest.approx(0.3)
    np.testing.assert_allclose(record.tau[:10, 0], [0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.2, -0.1, -0.4, -0.5], atol=1e-15)


def test_nothing_drives_a_machine_without_a_controller() -> None:
    robot = kl.load("five_bar")
    record = kl.simulate(robot, None, duration=0.2, period=1e-3)
    np.testing.assert_array_equal(record.tau, 0)
    total = record.energy.sum(axis=1)
    dissipates = any(joint.friction.viscous or joint.friction.coulomb for joint in robot.mechanism.joints)
    assert dissipates or np.ptp(total) < 1e-9 * max(record.energy[:, 0].max(), 1e-3)


# ------------------------------------------------------------------ loads


def test_a_payload_is_a_mass_on_the_tool_that_the_controller_does_not_know() -> None:
    """The Biglide's platform is a point mass, so a load on it is a heavier platform."""
    loaded = run(plant=kl.Native(payload=0.5))
    heavier = run(plant=kl.Native(parameters={"m_p": ROBOT.parameters["m_p"] + 0.5}))
    np.testing.assert_allclose(loaded.q, heavier.q, atol=1e-13)
    np.testing.assert_allclose(loaded.tau, heavier.tau, atol=1e-9)
    assert np.abs(loaded.q - run().q).max() > 1e-7
    assert loaded.robot.parameters["payload_tool"] == 0.5
    assert run(plant=kl.Native(payload=0.0)).status == kl.RunStatus.COMPLETE


@pytest.mark.parametrize("name", [pytest.param("delta_rods", marks=pytest.mark.long), "scara_prrr"])
def test_the_weight_of_a_payload_is_that_of_a_wrench(name: str) -> None:
    """At rest: m g on the tool, in world axes."""
    robot = kl.load(name)
    record = kl.simulate(robot, None, duration=1e-3, period=1e-3, plant=kl.Native(payload={"tool": 2.0}))
    loaded = record.robot
    hold = loaded.inverse_dynamics(robot.start, np.zeros(len(robot.mechanism.rates)), np.zeros(robot.n_active))
    gravity = np.array([at(g, dict(robot.parameters)) for g in robot.mechanism.gravity])
    weight = {"tool": [*(2.0 * gravity), 0, 0, 0]}
    plain = robot.inverse_dynamics(robot.start, np.zeros(len(robot.mechanism.rates)), np.zeros(robot.n_active), wrenches=weight)
    np.testing.assert_allclose(hold, plain, rtol=1e-12, atol=1e-12)


def test_payloads_vary_over_rollouts() -> None:
    masses = [0.0, 0.3, 1.2]
    runs = kl.rollouts(ROBOT, LAW, PATH, q=Q, duration=0.2, period=0.01, vary={"plant.payload.tool": masses})
    for k, mass in enumerate(masses):
        np.testing.assert_array_equal(runs.q[k], run(plant=kl.Native(payload=mass)).q)


def test_a_name_that_is_taken_has_no_payload() -> None:
    parts = ROBOT.mechanism
    taken = kl.Robot(parts.model_copy(update={"parameters": {**parts.parameters, "payload_tool": 1.0}}))
    with pytest.raises(DescriptionError, match="'payload_tool' is a part already"):
        kl.simulate(taken, LAW, PATH, q=Q, duration=0.2, period=0.01, plant=kl.Native(payload=1.0))


# ------------------------------------------------------------------ samples between commands


def test_finer_samples_change_nothing_at_the_commands_and_show_the_motion_between() -> None:
    coarse, fine = run(plant=kl.Native(substeps=8)), run(plant=kl.Native(substeps=8), recording=kl.Recording(samples=4))
    assert len(fine) == 81
    np.testing.assert_allclose(fine.t, 0.0025 * np.arange(81), atol=1e-15)
    for name in ("q", "qd", "qdd", "x", "error", "q_ref", "tau"):
        np.testing.assert_array_equal(getattr(fine, name)[::4], getattr(coarse, name), err_msg=name)
    np.testing.assert_array_equal(fine.tau[1:4], coarse.tau[:1].repeat(3, axis=0))
    # Between, the motion under the held command: from one fine sample to the next.
    plant = NativePlant(ROBOT, 2)
    plant.start(fine.q[5], fine.qd[5])
    state = plant.advance(fine.tau[5], 0.0025)
    np.testing.assert_allclose(state.q, fine.q[6], atol=1e-14)


def test_finer_samples_of_another_plant_and_of_a_kinematic_one() -> None:
    own, others = (run(recording=kl.Recording(4), plant=plant) for plant in (kl.Native(substeps=4), NativePlant(ROBOT)))
    np.testing.assert_allclose(own.q, others.q, atol=1e-12)
    before = ROBOT.forward_dynamics(others.q[1:], others.qd[1:], others.tau[:-1])
    np.testing.assert_allclose(others.qdd[1:], before.qdd, atol=1e-9)
    law = kl.KinematicControl(2.0)
    coarse, fine = run(law, plant="kinematic"), run(law, plant="kinematic", recording=kl.Recording(samples=5))
    np.testing.assert_array_equal(fine.q[::5], coarse.q)
    np.testing.assert_allclose(np.diff(fine.q[50:56, 0]), np.diff(fine.q[50:52, 0])[0], rtol=1e-9)


def test_held_outputs_are_flat_between_commands_while_the_reference_goes_on() -> None:
    coarse, held = run(), run(recording=kl.Recording(samples=4, held_outputs=True))
    for name in ("q", "qd", "qdd", "tau", "x", "energy"):
        np.testing.assert_array_equal(getattr(held, name), np.repeat(getattr(coarse, name), 4, axis=0)[:81], err_msg=name)
    np.testing.assert_allclose(held.x_ref, PATH(held.t).x, atol=1e-15)
    np.testing.assert_allclose(held.error, held.x_ref - held.x, atol=1e-15)


def test_a_run_that_stops_keeps_its_fine_samples() -> None:
    late = kl.casadi_law(lambda t, m, r, s, model: (ca.vertcat(ca.if_else(t > 0.095, ca.SX(np.nan), 0.1), 0.0), s))
    record = run(late, None, recording=kl.Recording(samples=3))
    assert len(record) == 31
    assert np.isfinite(record.q).all()


# ------------------------------------------------------------------ references that cannot be followed, progress


def test_a_trajectory_out_of_reach_is_told_when_it_leaves() -> None:
    away = kl.Quintic(START, [0.9, 0.1], 2.0)
    record = run(path=away, duration=2.0)
    assert record.status == kl.RunStatus.REFERENCE_LOST
    assert "the joints cannot follow the trajectory at t = " in record.events[-1].message
    reach = ROBOT.parameters["l"] + ROBOT.parameters["d"] / 2  # both rods level is as far as it goes
    assert 0 < away(record.t[-1]).x[0] < reach
    many = kl.rollouts(ROBOT, LAW, away, q=Q, duration=2.0, period=0.01, vary={"plant.m_p": [2.0, 3.0]})
    assert many.status.tolist() == [kl.RunStatus.REFERENCE_LOST] * 2
    assert many.stopped[1] == pytest.approx(record.t[-1])


def test_progress_is_told_from_nothing_to_all() -> None:
    shares: list[float] = []
    run(duration=100.0, period=0.01, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) > 1


def test_a_bar_is_drawn_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    run(progress=True)
    run(progress=None)
    printed = capsys.readouterr()
    assert not printed.out


def test_a_compiled_run_that_is_interrupted_keeps_what_was_computed() -> None:
    """The run is cut into pieces; the user stops it after the first."""

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    whole = run(duration=100.0)
    cut = run(duration=100.0, progress=stop)
    assert cut.status == kl.RunStatus.INTERRUPTED
    assert 0 < len(cut) < len(whole)
    np.testing.assert_array_equal(cut.q, whole.q[: len(cut)])


def test_rollouts_that_are_interrupted_mark_the_runs_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from kinloop.simulation.sweep import rollouts as module

    monkeypatch.setattr(module, "CHUNK", 1.0)  # then eight runs a chunk

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    options: dict[str, Any] = {"q": Q, "duration": 0.2, "period": 0.01, "vary": {"plant.m_p": np.linspace(2, 4, 20)}}
    whole, cut = kl.rollouts(ROBOT, LAW, PATH, **options), kl.rollouts(ROBOT, LAW, PATH, progress=stop, **options)
    assert cut.status.tolist() == [0] * 8 + [kl.RunStatus.INTERRUPTED] * 12
    np.testing.assert_array_equal(cut.q[:8], whole.q[:8])
    assert np.isnan(cut.q[8:]).all()


# ------------------------------------------------------------------ adaptive runs, and where the mechanics end


def test_an_adaptive_run_is_the_fixed_one_to_its_tolerance() -> None:
    fixed, adaptive = run(plant=kl.Native(substeps=16)), run(plant=kl.Native(integrator=kl.Adaptive()))
    np.testing.assert_allclose(adaptive.q, fixed.q, atol=1e-10)
    np.testing.assert_allclose(adaptive.tau, fixed.tau, atol=1e-7)
    fine = run(plant=kl.Native(integrator=kl.Adaptive()), recording=kl.Recording(samples=4))
    np.testing.assert_allclose(fine.q[::4], adaptive.q, atol=1e-10)


def test_an_adaptive_run_tells_what_happened_and_ends_where_it_is_told_to() -> None:
    """Released on one side of the line of both rods, with a push: it crosses, and the assembly mode changes there."""
    q = ROBOT.inverse_geometry([0.05, 0.4], mode=(1, -1)).q
    qd = ROBOT.inverse_velocity(q, [-0.5, 0.0]).qd
    options: dict[str, Any] = {"q": q, "qd": qd, "duration": 0.2}
    through = run(None, None, plant=kl.Native(integrator=kl.Adaptive()), **options)
    assert through.status == kl.RunStatus.COMPLETE
    kinds = [event.kind for event in through.events]
    assert "type 2" in kinds
    assert "assembly mode" in kinds
    ended = run(None, None, plant=kl.Native(integrator=kl.Adaptive(stop_at=("type 2",))), **options)
    assert ended.status == kl.RunStatus.STOPPED
    assert ended.events[-1].kind == "type 2"
    assert ended.t[-1] <= ended.events[-1].time < ended.t[-1] + 0.01
    np.testing.assert_array_equal(ended.q, through.q[: len(ended)])


def test_an_integrator_is_of_the_native_plant() -> None:
    with pytest.raises(kl.ShapeError, match=r"expected None or kl\.Adaptive"):
        run(plant=kl.Native(integrator="dop853"))
    with pytest.raises(UnsupportedOperation, match="chooses its steps"):
        run(plant=kl.Native(integrator=kl.Adaptive(), substeps=4))


def test_a_start_that_is_open_a_little_is_closed_by_the_first_step() -> None:
    """As typed with four digits."""
    q = np.round(Q, 4)
    assert 1e-7 < np.abs(ROBOT.closure(q)).max() < 1e-4
    record = run(q=q)
    assert record.status == kl.RunStatus.COMPLETE
    assert np.abs(ROBOT.closure(record.q[1:])).max() < 1e-14
    many = kl.rollouts(ROBOT, LAW, PATH, q=q, duration=0.2, period=0.01, vary={"plant.m_p": [3.0]})
    np.testing.assert_array_equal(many.q[0], record.q)


class Failing:
    """Hardware whose cable is pulled."""

    def __init__(self) -> None:
        self.plant, self.count = NativePlant(ROBOT), 0

    def start(self, q: np.ndarray, qd: np.ndarray) -> None:
        self.plant.start(q, qd)

    def advance(self, tau: np.ndarray, duration: float) -> kl.PlantState:
        self.count += 1
        if self.count == 6:
            raise OSError("the cable is out")
        return self.plant.advance(tau, duration)


def test_a_plant_that_raises_ends_the_run_and_what_came_before_is_kept() -> None:
    record = run(plant=Failing())
    assert record.status == kl.RunStatus.DIVERGED
    assert len(record) == 6
    assert record.events[0].message == "the plant failed after t = 0.05 s: OSError: the cable is out"


@pytest.mark.parametrize("name", ["two_r", "one_joint"])
@pytest.mark.parametrize(
    "options", [{"plant": "mujoco"}, {"plant": kl.Native(integrator=kl.Adaptive())}], ids=["mujoco", "adaptive"]
)
def test_serial_machines_run_on_other_plants_too(name: str, options: Any) -> None:
    robot = kl.load(name)
    clock: dict[str, Any] = {"duration": 0.02, "period": 0.01}
    record = kl.simulate(robot, None, **clock, **options)
    assert record.loop_force.shape == (3, 0)
    np.testing.assert_allclose(record.q, kl.simulate(robot, None, plant=kl.Native(substeps=10), **clock).q, atol=1e-8)


def test_a_trajectory_of_joints_has_an_error_of_joints() -> None:
    path = kl.Quintic(Q[:2], Q[:2] + 0.02, 0.2, space="active")
    record = run(kl.ComputedTorque(100.0, 20.0), path)
    np.testing.assert_array_equal(record.error, record.q_ref - record.q[:, :2])
    assert record.columns["error"] == ("q1", "q2")
    many = kl.rollouts(ROBOT, LAW, path, q=Q, duration=0.2, period=0.01, vary={"plant.m_p": [2.0, 3.0]})
    np.testing.assert_allclose(many.error_max, np.linalg.norm(many.error, axis=-1).max(axis=-1), rtol=1e-9)
    assert many.error_max[0] > 0


def test_a_described_motion_begins_in_its_working_mode() -> None:
    record = kl.simulate(ROBOT, LAW, kl.described_motion(ROBOT), duration=0.2, period=0.01)
    np.testing.assert_allclose(record.q, run(path=kl.described_motion(ROBOT)).q, atol=1e-8)  # START has eight digits
    np.testing.assert_array_equal(record.mode["working"][1:], [[-1, -1]] * 20)


def test_joints_that_the_tool_leaves_open_must_be_measured() -> None:
    """Three joints reach a point of the plane in many ways."""
    places = {"a": "base", "b": "a", "c": "b"}
    arm = kl.Mechanism(
        name="redundant",
        task=("x", "y"),
        links=tuple(kl.Link(name=name, mass=1.0, inertia=(1e-2, 1e-2, 1e-2, 0, 0, 0)) for name in places),
        joints=tuple(
            kl.Joint(name=f"q_{name}", kind="revolute", parent=parent, child=name, origin=kl.Pose(xyz=(0.3, 0, 0)))
            for name, parent in places.items()
        ),
        tool=kl.Anchor(link="c", origin=kl.Pose(xyz=(0.3, 0, 0))),
        start={"q_a": 0.3, "q_b": 0.4, "q_c": 0.5},
    )
    options: dict[str, Any] = {"duration": 0.01, "period": 0.01}
    with pytest.raises(UnsupportedOperation, match="the task of redundant does not determine its joints"):
        kl.simulate(kl.load(arm), None, sensors=kl.Sensors(measured="tool"), **options)
    for name in ("biglide", "stewart_gough", "two_r"):
        assert kl.simulate(kl.load(name), None, sensors=kl.Sensors(measured="tool"), **options).status == kl.RunStatus.COMPLETE
