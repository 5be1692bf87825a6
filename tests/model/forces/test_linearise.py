"""Linear models: against differences of the flow on the loops, closed forms, and the motion itself.

Differences are central ones of sixth order, with a step of 1e-3 (smaller where the machine is quick); the flow is solved anew at
every displaced state. That reaches 4e-10 of the largest number of ``A``.
"""

from __future__ import annotations

import sys

import numpy as np
import pytest
from machines import CLOSED, mixed, robot_named
from motion import apply, derivative, move_along, random_states, velocity_closure

import kinloop as kl
from kinloop.errors import ShapeError, SingularConfiguration, UnknownName, UnsupportedOperation
from kinloop.model.forces.linearise import Linearisation

Array = np.ndarray
EVERY = (*kl.library(), *(name for name in CLOSED if name != "hexaglide_links"))
SAMPLES = 2
TOLERANCE = 3e-9
FLYING = kl.Mechanism(
    name="flying",
    links=[kl.Link(name="body", mass=1.2, com=(0.1, 0.0, 0.05), inertia=(0.02, 0.03, 0.04, 0.001, 0.0, 0.002))],
    joints=[kl.Joint(name="body", kind="free", parent="base", child="body")],
)


def rates_from(robot: kl.Robot, q: Array, independent: Array, places: list[int]) -> Array:
    """All rates that keep the loops closed, from those at ``places``."""
    nv = len(robot.mechanism.rates)
    rows = robot.models.formulas.model.rows
    batch = q.shape[:-1]
    if not rows:
        return independent
    flat = q.reshape(-1, q.shape[-1])
    K, _ = velocity_closure(robot, flat, np.zeros((len(flat), nv)))
    select = np.broadcast_to(np.eye(nv)[places], (len(flat), len(places), nv))
    wanted = np.concatenate([independent.reshape(-1, len(places)), np.zeros((len(flat), len(rows)))], axis=-1)
    return apply(np.linalg.pinv(np.concatenate([select, K], axis=1), rcond=1e-9), wanted).reshape(*batch, nv)


def turn_between(a: Array, b: Array) -> Array:
    """The small turn, in the axes of ``a``, that leads from the quaternion ``a`` to ``b``."""
    w, v = a[..., :1], -a[..., 1:]
    return 2 * (w * b[..., 1:] + b[..., :1] * v + np.cross(v, b[..., 1:]))


def difference(robot: kl.Robot, q0: Array, q: Array) -> Array:
    """``q`` less ``q0`` as small rates."""
    parts, iq = [], 0
    for joint in robot.mechanism.ordered_joints:
        count = len(joint.coordinates)
        linear = {"spherical": 0, "free": 3}.get(joint.kind, count)
        parts.append(q[..., iq : iq + linear] - q0[..., iq : iq + linear])
        if linear < count:
            parts.append(turn_between(q0[..., iq + linear : iq + count], q[..., iq + linear : iq + count]))
        iq += count
    return np.concatenate(parts, axis=-1)


def measured(robot: kl.Robot, found: Linearisation, tau: Array, step: float) -> Array:
    """``A`` by differences of the flow, in the axes that move with the nominal motion."""
    places = [robot.mechanism.rates.index(name) for name in found.independent]
    f = len(places)
    q0, v0 = found.q, found.qd

    def flow(t: Array) -> Array:
        push = t[:, None, None, None] * np.eye(2 * f)[None, :, None, :]  # difference, direction, sample, state
        push = np.broadcast_to(push, (len(t), 2 * f, len(q0), 2 * f))
        q = found.configuration(push[..., :f])
        v = rates_from(robot, q, v0[:, places] + push[..., f:], places)
        qdd = robot.forward_dynamics(q, v, tau).qdd[..., places]

        def apart(h: Array) -> Array:
            later = h[:, None, None, None]
            return difference(robot, move_along(robot, q0, v0, later), move_along(robot, q, v, later))[..., places]

        return np.concatenate([derivative(apart, 1e-3), qdd], axis=-1)

    return np.moveaxis(derivative(flow, step), 0, -1)


@pytest.mark.parametrize("name", EVERY)
def test_the_linear_model_is_that_of_the_flow(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=31)
    found = robot.linearise(state.q, state.qd, state.tau)
    assert found.A.shape == (SAMPLES, 2 * len(found.independent), 2 * len(found.independent))
    assert len(found.independent) == len(robot.mechanism.rates) - len(robot.models.formulas.model.kept_rows)
    # Coulomb friction over 1 mm/s is smooth only over less than that.
    step = 1e-4 if name in ("scara_prrr", "five_bar") else 1e-3
    expected = measured(robot, found, state.tau, step)
    np.testing.assert_allclose(found.A, expected, rtol=0, atol=TOLERANCE * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("mechanism", [mixed(), FLYING])
def test_joints_of_every_kind_have_linear_models(mechanism: kl.Mechanism) -> None:
    """A gear, cylindrical, universal and planar joints; a body in flight, whose axes turn, without actuators."""
    robot = kl.load(mechanism)
    state = random_states(robot, SAMPLES, seed=36)
    found = robot.linearise(state.q, state.qd, state.tau)
    expected = measured(robot, found, state.tau, 1e-3)
    np.testing.assert_allclose(found.A, expected, rtol=0, atol=TOLERANCE * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize(
    ("name", "independent"),
    [
        ("hexaglide_rods", ["platform_vx", "platform_vy", "platform_vz", "platform_wx", "platform_wy", "platform_wz"]),
        ("rssr", ["s_wy", "s_wx"]),
        ("biglide", ["phi1", "q2"]),
    ],
)
def test_any_joints_that_determine_the_motion_will_do(name: str, independent: list[str]) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=32)
    found = robot.linearise(state.q, state.qd, state.tau, independent=independent)
    assert list(found.independent) == independent
    expected = measured(robot, found, state.tau, 1e-3)
    np.testing.assert_allclose(found.A, expected, rtol=0, atol=TOLERANCE * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("name", ["biglide", "rssr", "six_r", "tilted_four_bar"])
def test_inputs_and_outputs_are_those_of_the_machine(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=33)
    found = robot.linearise(state.q, state.qd, state.tau)
    places = [robot.mechanism.rates.index(name) for name in found.independent]
    f, n = len(places), robot.n_active

    def pushed(t: Array) -> Array:
        tau = state.tau + t[:, None, None, None] * np.eye(n)[None, :, None, :]
        return robot.forward_dynamics(state.q, state.qd, tau).qdd[..., places]

    np.testing.assert_allclose(
        found.B[:, f:], np.moveaxis(derivative(pushed, 1.0), 0, -1), rtol=0, atol=1e-9 * np.abs(found.B).max()
    )
    assert not found.B[:, :f].any()
    assert not found.D.any()
    rows = [0, 1] if robot.task == ("x", "y") else list(range(6))

    def tool(t: Array) -> Array:
        push = t[:, None, None, None] * np.eye(2 * f)[None, :, None, :]
        push = np.broadcast_to(push, (len(t), 2 * f, SAMPLES, 2 * f))
        q = found.configuration(push[..., :f])
        v = rates_from(robot, q, state.qd[:, places] + push[..., f:], places)
        pose, still = robot.frame_pose(q), robot.frame_pose(state.q)
        R = pose.rotation @ np.swapaxes(still.rotation, -1, -2)
        turn = np.stack([R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]], axis=-1) / 2
        return np.concatenate([np.concatenate([pose.position, turn], -1)[..., rows], apply(robot.jacobian(q), v)[..., rows]], -1)

    expected = np.moveaxis(derivative(tool, 1e-3), 0, -1)
    np.testing.assert_allclose(found.C, expected, rtol=0, atol=1e-9 * max(1.0, np.abs(expected).max()))


def test_wrenches_keep_their_axes() -> None:
    """A force on a bar that keeps its direction pulls it back as gravity would."""
    l, mass, pull = 0.7, 1.3, 4.0
    bar = kl.Mechanism(
        name="bar",
        gravity=(0, 0, 0),
        links=[kl.Link(name="bar", mass=mass, com=(l, 0, 0))],
        joints=[kl.Joint(name="a", kind="revolute", parent="base", child="bar")],
        tool=kl.Anchor(link="bar", origin=kl.Pose(xyz=(l, 0, 0))),
    )
    found = kl.load(bar).linearise([0.0], [0.0], [0.0], {"tool": [pull, 0, 0, 0, 0, 0]})
    np.testing.assert_allclose(found.eigenvalues, [1j * np.sqrt(pull / (mass * l)), -1j * np.sqrt(pull / (mass * l))], atol=1e-12)


def test_a_pendulum_swings_at_its_frequency() -> None:
    r""":math:`\pm i \sqrt{m g c / I}` with ``I`` about the axis; upside down :math:`\pm \sqrt{m g c / I}`."""
    m, c, inertia, g = 1.5, 0.3, 0.05, 9.81
    pendulum = kl.Mechanism(
        name="pendulum",
        gravity=(0, -g, 0),
        links=[kl.Link(name="bob", mass=m, com=(c, 0, 0), inertia=(0, 0, inertia, 0, 0, 0))],
        joints=[kl.Joint(name="a", kind="revolute", parent="base", child="bob")],
    )
    w = np.sqrt(m * g * c / (inertia + m * c**2))
    robot = kl.load(pendulum)
    q = np.array([[-np.pi / 2], [np.pi / 2]])
    found = robot.linearise(q, np.zeros((2, 1)), np.zeros((2, 1)))
    np.testing.assert_allclose(found.eigenvalues, [[1j * w, -1j * w], [w, -w]], atol=1e-12)


def test_the_biglide_at_rest_is_a_double_integrator() -> None:
    """In its horizontal plane nothing pulls; its input matrix is the inverse of the inertia."""
    robot = kl.load("biglide")
    found = robot.linearise(robot.start, np.zeros(4), np.zeros(2))
    np.testing.assert_allclose(found.A, np.block([[np.zeros((2, 2)), np.eye(2)], [np.zeros((2, 4))]]), atol=1e-12)
    np.testing.assert_allclose(found.B[2:], np.linalg.inv(robot.inertia(robot.start)), rtol=1e-12)
    np.testing.assert_allclose(found.C[:2, :2], robot.forward_velocity([robot.start] * 2, np.eye(2)).xd.T, atol=1e-14)


def at_type_2(robot: kl.Robot) -> Array:
    """The rods in one line."""
    l, d = robot.parameters["l"], robot.parameters["d"]
    height = 2 * np.sqrt(l**2 - d**2 / 4)
    angle = np.arctan2(height / 2, d / 2)
    return np.array([0.0, height, angle, angle + np.pi])


def test_it_is_regular_at_a_type_2_singularity() -> None:
    """There the active joints do not determine the motion, so another joint takes the place of one of them."""
    robot = kl.load("biglide")
    q = at_type_2(robot)
    assert np.abs(robot.closure(q)).max() < 1e-15
    K, _ = velocity_closure(robot, q, np.zeros(4))
    free = np.linalg.svd(K)[2][2:]
    qd = np.array([0.3, -0.7]) @ free
    tau = np.array([1.0, 2.0])
    with pytest.raises(SingularConfiguration):
        robot.bias(q, qd)
    found = robot.linearise(q[None], qd[None], tau[None])
    assert found.independent != ("q1", "q2")
    expected = measured(robot, found, tau, 1e-3)
    np.testing.assert_allclose(found.A, expected, rtol=0, atol=TOLERANCE * max(1.0, np.abs(expected).max()))
    with pytest.raises(SingularConfiguration, match="q1, q2 do not determine the motion"):
        robot.linearise(q, qd, tau, independent=["q1", "q2"])


@pytest.mark.parametrize("name", ["rssr", "tilted_four_bar", "biglide"])
def test_it_carries_a_deviation_along_a_motion(name: str) -> None:
    """The linear time-varying model over a batch of instants, against the motion from a state that is a little off."""
    robot = robot_named(name)
    state = random_states(robot, 1, seed=34)
    q, v, tau = state.q[0], state.qd[0], state.tau[0] / 20
    first = robot.linearise(q, v, tau)
    chosen = list(first.independent)
    places = [robot.mechanism.rates.index(rate) for rate in chosen]
    f, h, steps = len(places), 1e-3, 60
    off = 1e-5 * np.random.default_rng(35).uniform(-1, 1, 2 * f)
    pair = np.stack([off, -off])
    near = first.configuration(pair[:, :f])
    rates = rates_from(robot, near, v[places] + pair[:, f:], places)
    qs, vs = np.concatenate([q[None], near]), np.concatenate([v[None], rates])
    path = [(qs[0], vs[0])]
    for _ in range(2 * steps):
        qs, vs = _runge_kutta(robot, qs, vs, tau, h / 2)
        path.append((qs[0], vs[0]))
    along = robot.linearise(np.array([p[0] for p in path]), np.array([p[1] for p in path]), tau, independent=chosen)
    carried = off
    for k in range(steps):  # Runge and Kutta's method on the linear model
        start, middle, end = along.A[2 * k : 2 * k + 3]
        k1 = start @ carried
        k2 = middle @ (carried + h / 2 * k1)
        k3 = middle @ (carried + h / 2 * k2)
        k4 = end @ (carried + h * k3)
        carried = carried + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    ends = [np.concatenate([difference(robot, qs[0], qs[k])[places], vs[k, places] - vs[0, places]]) for k in (1, 2)]
    actual = (ends[0] - ends[1]) / 2  # the second order cancels
    np.testing.assert_allclose(actual, carried, rtol=0, atol=1e-7 * np.abs(actual).max())


def _runge_kutta(robot: kl.Robot, q: Array, v: Array, tau: Array, h: float) -> tuple[Array, Array]:
    """A step of fourth order, quaternions in four numbers."""

    def rate(q: Array, v: Array) -> tuple[Array, Array]:
        return _position_rate(robot, q, v), robot.forward_dynamics(q, v, tau).qdd

    k1 = rate(q, v)
    k2 = rate(q + h / 2 * k1[0], v + h / 2 * k1[1])
    k3 = rate(q + h / 2 * k2[0], v + h / 2 * k2[1])
    k4 = rate(q + h * k3[0], v + h * k3[1])
    q, v = (x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip((q, v), k1, k2, k3, k4, strict=True))
    return q, v


def _position_rate(robot: kl.Robot, q: Array, v: Array) -> Array:
    return derivative(lambda t: move_along(robot, q, v, t[:, None]), 1e-3)


def test_the_coupler_that_spins_freely_has_zeros_of_its_own() -> None:
    """The RSSR has two degrees of freedom: its crank, and the spin of its coupler, which nothing holds and here nothing
    drives."""
    symmetric = kl.Link(name="coupler", mass=0.5, com=(0.19, 0, 0), inertia=(2e-4, 7e-3, 7e-3, 0, 0, 0))
    mechanism = CLOSED["rssr"]()
    links = tuple(symmetric if link.name == "coupler" else link for link in mechanism.links)
    robot = kl.load(mechanism.model_copy(update={"links": links, "gravity": (0.0, 0.0, 0.0)}))
    q = robot.start
    found = robot.linearise(q, np.zeros(5), np.zeros(1))
    assert found.eigenvalues.shape == (4,)
    # Friction in the crank leaves one eigenvalue; three are zero.
    assert np.sum(np.abs(found.eigenvalues) < 1e-6) == 3
    assert found.eigenvalues.real.min() < -0.1


def test_python_control_takes_it() -> None:
    control = pytest.importorskip("control", reason="python-control is not installed")
    robot = kl.load("biglide")
    found = robot.linearise(robot.start, np.zeros(4), np.zeros(2))
    system = found.state_space()
    assert isinstance(system, control.StateSpace)
    assert system.state_labels == ["q1", "q2", "q1_rate", "q2_rate"]
    assert system.input_labels == ["tau_q1", "tau_q2"]
    assert system.output_labels == ["x", "y", "x_rate", "y_rate"]
    np.testing.assert_array_equal(system.A, found.A)
    batch = robot.linearise(np.tile(robot.start, (2, 1)), np.zeros(4), np.zeros(2))
    with pytest.raises(ShapeError, match="expected one model with two axes"):
        batch.state_space()


def test_without_python_control_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "control", None)
    robot = kl.load("biglide")
    found = robot.linearise(robot.start, np.zeros(4), np.zeros(2))
    with pytest.raises(UnsupportedOperation, match="pip install control"):
        found.state_space()


def test_mistakes_are_sentences() -> None:
    robot = kl.load("biglide")
    still = (robot.start, np.zeros(4), np.zeros(2))
    with pytest.raises(UnknownName, match=r"no rate 'q3'.*has: q1, q2, phi1, phi2"):
        robot.linearise(*still, independent=["q1", "q3"])
    with pytest.raises(ShapeError, match="expected 2 different ones"):
        robot.linearise(*still, independent=["q1"])
    with pytest.raises(ShapeError, match=r"xi has shape \(3,\), expected \(..., 2\): q1, q2"):
        robot.linearise(*still).configuration([0.0, 0.0, 0.0])


def test_a_batch_has_nan_where_there_is_no_answer() -> None:
    robot = kl.load("biglide")
    q = np.tile(robot.start, (3, 1))
    q[1, 0] = np.nan
    found = robot.linearise(q, np.zeros(4), np.zeros(2))
    for array in (found.A, found.C, found.eigenvalues):
        bad = np.isnan(array).reshape(3, -1)
        np.testing.assert_array_equal(bad.any(axis=1), [False, True, False])
    assert found.independent == ("q1", "q2")
