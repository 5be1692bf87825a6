"""Coordinates that neither mass nor closure determines: an internal spin is locked, anything else is reported."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from machines import at, hexaglide
from scipy.optimize import brentq

import kinloop as kl

Array = np.ndarray
CRANK, COUPLER, ROCKER = 0.1, 0.38, 0.25
MASSES = {"crank": 0.3, "coupler": 0.5, "rocker": 0.4}
HINGE, AXIS = np.array([0.3, 0.15, -0.05]), np.array([0.2, 1.0, 0.3])
OBLIQUE = (1.0, 0.7, -0.4)


def scaled(vector: Array, factor: str) -> tuple[str, str, str]:
    x, y, z = (f"{float(value)!r}*{factor}" for value in vector)
    return x, y, z


def slender(name: str, along: Array, length: float, spin: str = "0") -> kl.Link:
    """A uniform bar without thickness from the origin; its inertia about itself is ``spin``."""
    n = along / np.linalg.norm(along)
    across, same = np.eye(3) - np.outer(n, n), np.outer(n, n)
    mass = f"{MASSES[name]}*m"
    entries = [
        f"{MASSES[name]}*m*({length}*l)^2/12*({float(across[i, j])!r}) + ({spin})*({float(same[i, j])!r})"
        for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    ]
    return kl.Link(name=name, mass=mass, com=scaled(length / 2 * n, "l"), inertia=tuple(entries))


@cache
def rssr(along: tuple[float, float, float] = (1.0, 0.0, 0.0), twice: bool = False) -> kl.Robot:
    """A spatial four-bar of slender bars; masses and lengths are multiples of ``m`` and ``l``. ``twice``: its loop is written
    twice, so that three rows are redundant."""
    n = np.array(along) / np.linalg.norm(along)
    tip = kl.Anchor(link="coupler", origin=kl.Pose(xyz=scaled(COUPLER * n, "l")))
    end = kl.Anchor(link="rocker", origin=kl.Pose(xyz=(f"{ROCKER}*l", 0, 0)))
    turn = quaternion_between(n, np.array([0.55, 0.81, 0.2]))
    mechanism = kl.Mechanism(
        name="slender_rssr",
        gravity=(0, "-9.81*l", 0),
        parameters={"m": 1.0, "l": 1.0, "spin": 0.0, "rotor": 0.0},
        links=(
            slender("crank", np.array([1.0, 0, 0]), CRANK),
            slender("coupler", n, COUPLER, "spin"),
            slender("rocker", np.array([1.0, 0, 0]), ROCKER),
        ),
        joints=(
            kl.Joint(
                name="a",
                kind="revolute",
                parent="base",
                child="crank",
                rotor=kl.Rotor(inertia="rotor*m*l^2"),
                friction=kl.Friction(viscous="0.05*m*l^2"),
            ),
            kl.Joint(name="s", kind="spherical", parent="crank", child="coupler", origin=kl.Pose(xyz=(f"{CRANK}*l", 0, 0))),
            kl.Joint(
                name="c",
                kind="revolute",
                parent="base",
                child="rocker",
                actuated=False,
                axis=tuple(AXIS),
                origin=kl.Pose(xyz=scaled(HINGE, "l")),
            ),
        ),
        loops=tuple(kl.Loop(name=name, kind="ball", a=tip, b=end) for name in (("d", "e") if twice else ("d",))),
        tool=kl.Anchor(link="rocker"),
        start={"a": 0.6, "c": 1.2} | dict(zip(("s_w", "s_x", "s_y", "s_z"), map(float, turn), strict=True)),
    )
    return kl.load(mechanism)


def quaternion_between(a: Array, b: Array) -> Array:
    b = b / np.linalg.norm(b)
    turn = np.array([1 + a @ b, *np.cross(a, b)])
    return turn / np.linalg.norm(turn)


# ---------------------------------------------------------------- the same machine with one coordinate, written by hand


def turned(axis: Array, angle: float, vector: Array) -> Array:
    """Rodrigues' formula."""
    n = axis / np.linalg.norm(axis)
    return vector * np.cos(angle) + np.cross(n, vector) * np.sin(angle) + n * (n @ vector) * (1 - np.cos(angle))


def pins(a: float, near: float) -> tuple[Array, Array, float]:
    """Where the coupler's ends are at a crank angle, and the rocker's angle."""
    A = turned(np.array([0, 0, 1.0]), a, np.array([CRANK, 0, 0]))

    def end(c: float) -> Array:
        return HINGE + turned(AXIS, c, np.array([ROCKER, 0, 0]))

    c = brentq(lambda c: np.linalg.norm(end(c) - A) - COUPLER, near - 0.15, near + 0.15, xtol=1e-15)
    return A, end(c), c


def reduced_acceleration(a: float, c: float, rate: float, tau: float, rotor: float) -> float:
    """The acceleration of the crank, by Lagrange's equation: slender bars have the kinetic energy m (u.u + u.w + w.w)/6 of their
    ends' velocities, and derivatives are differences."""
    h = 1e-4

    def ends(angle: float) -> tuple[Array, Array]:
        A, B, _ = pins(angle, c)
        return A, B

    def inertia(angle: float) -> float:
        (A0, B0), (A1, B1) = ends(angle - h), ends(angle + h)
        (A2, B2), (A3, B3) = ends(angle - 2 * h), ends(angle + 2 * h)
        u = (8 * (A1 - A0) - (A3 - A2)) / (12 * h)
        w = (8 * (B1 - B0) - (B3 - B2)) / (12 * h)
        both = u @ u + u @ w + w @ w
        return float((MASSES["crank"] * u @ u + MASSES["coupler"] * both + MASSES["rocker"] * w @ w) / 3) + rotor

    def potential(angle: float) -> float:
        A, B = ends(angle)
        heights = MASSES["crank"] * A[1] / 2 + MASSES["coupler"] * (A[1] + B[1]) / 2 + MASSES["rocker"] * (HINGE + B)[1] / 2
        return float(9.81 * heights)

    k = 1e-3
    slope = (8 * (inertia(a + k) - inertia(a - k)) - (inertia(a + 2 * k) - inertia(a - 2 * k))) / (12 * k)
    weight = (8 * (potential(a + k) - potential(a - k)) - (potential(a + 2 * k) - potential(a - 2 * k))) / (12 * k)
    return (tau - 0.05 * rate - slope * rate**2 / 2 - weight) / inertia(a)


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("along", [(1.0, 0.0, 0.0), OBLIQUE])
def test_a_slender_coupler_between_balls_moves_as_the_reduced_machine_says(along: tuple[float, ...], twice: bool) -> None:
    n = np.array(along) / np.linalg.norm(along)
    robot = rssr(along, twice)
    q = robot.start
    assert np.abs(robot.closure(q)).max() < 1e-9
    for rotor in (0.0, 0.02, 300.0):
        machine = robot.with_parameters(rotor=rotor)
        for rate, spin, tau in ((0.0, 0.0, 0.3), (3.0, 0.0, -0.2), (-2.0, 40.0, 0.1)):
            qd = machine.forward_velocity(q, [rate]).qd
            qd[1:4] += spin * n
            motion = machine.forward_dynamics(q, qd, [tau])
            expected = reduced_acceleration(q[0], q[-1], rate, tau, rotor)
            assert motion.qdd[0] == pytest.approx(expected, rel=1e-7, abs=1e-7)
            assert motion.qdd[1:4] @ n == pytest.approx(0, abs=1e-9 * np.abs(motion.qdd).max())  # locked
            K, gamma = machine.models.kernel("closure_velocity")(q, qd, *machine.models.parameter_inputs)
            np.testing.assert_allclose(K @ motion.qdd, -gamma, rtol=0, atol=1e-9 * (1 + np.abs(gamma).max()))
            assert motion.margin > 1e-7
            np.testing.assert_allclose(machine.inverse_dynamics(q, qd, motion.qdd), [tau], rtol=0, atol=1e-10 * (1 + rotor))
            np.testing.assert_allclose(
                machine.inertia(q) @ motion.qdd_active + machine.bias(q, qd), [tau], atol=1e-9 * (1 + rotor)
            )


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize(("m", "length"), [(1e-3, 1e-3), (1e6, 1e3), (1e-6, 1.0), (1e3, 1e-3)])
def test_a_locked_spin_knows_no_units(m: float, length: float, twice: bool) -> None:
    """Grams and millimetres, tonnes and kilometres: with gravity and efforts to scale, accelerations are the same."""
    robot = rssr(OBLIQUE, twice)
    other = robot.with_parameters(m=m, l=length)
    q = robot.start
    qd = robot.forward_velocity(q, [2.0]).qd
    expected = robot.forward_dynamics(q, qd, [0.4])
    motion = other.forward_dynamics(q, qd, [0.4 * m * length**2])
    assert motion.status == 0
    np.testing.assert_allclose(motion.qdd, expected.qdd, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(motion.loop_force / (m * length), expected.loop_force, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("twice", [False, True])
def test_all_but_the_spin_is_the_limit_of_couplers_that_have_inertia(twice: bool) -> None:
    """The spin's inertia is a parameter: the same compiled code locks it where it is zero and answers it where it is not."""
    n = np.array(OBLIQUE) / np.linalg.norm(OBLIQUE)
    inertias = np.array([1e-4, 1e-6, 1e-8, 1e-10, 0.0])
    robot = rssr(OBLIQUE, twice)
    q = robot.start
    qd = robot.forward_velocity(q, [2.0]).qd
    motion = robot.with_parameters(spin=inertias).forward_dynamics(q, qd, [0.4])
    assert not motion.status.any()
    spins = motion.qdd[:, 1:4] @ n
    rest = motion.qdd[:, 1:4] - spins[:, None] * n
    np.testing.assert_allclose(motion.qdd[:, [0, 4]], np.broadcast_to(motion.qdd[-1, [0, 4]], (5, 2)), rtol=1e-9)
    np.testing.assert_allclose(rest, np.broadcast_to(rest[-1], rest.shape), rtol=0, atol=1e-7)
    # A free spin keeps its momentum: its acceleration is that of the carrier, the same for every inertia.
    np.testing.assert_allclose(spins[:-1], spins[0], rtol=1e-4)
    assert abs(spins[0]) > 1
    assert spins[-1] == pytest.approx(0, abs=1e-9)


def hexaglide_on_balls() -> kl.Mechanism:
    """The hexaglide whose legs stand on balls instead of universal joints: one internal spin a leg."""
    described = hexaglide("links")
    joints = tuple(
        kl.Joint(name=joint.name, kind="spherical", parent=joint.parent, child=joint.child)
        if joint.kind == "universal"
        else joint
        for joint in described.joints
    )
    start = {name: value for name, value in described.start.items() if not name.startswith("u")}
    for k in range(6):
        angles = (float(described.start[f"u{k}_{j}"]) for j in (1, 2))  # type: ignore[arg-type]
        start |= dict(zip((f"u{k}_{axis}" for axis in "wxyz"), turn_of(*angles), strict=True))
    return described.model_copy(update={"name": "hexaglide_balls", "joints": joints, "start": start})


def turn_of(first: float, second: float) -> list[float]:
    """The quaternion of a turn about x, then about the new y."""
    c1, s1, c2, s2 = np.cos(first / 2), np.sin(first / 2), np.cos(second / 2), np.sin(second / 2)
    return [float(value) for value in (c1 * c2, s1 * c2, c1 * s2, s1 * s2)]


def on_balls(robot: kl.Robot, q: Array) -> Array:
    """A configuration of the hexaglide on universal joints, with quaternions."""
    values = dict(zip(robot.mechanism.coordinates, q, strict=True))
    configuration: list[float] = []
    for joint in robot.mechanism.ordered_joints:
        numbers = [float(values[name]) for name in joint.coordinates]
        configuration += turn_of(numbers[0], numbers[1]) if joint.kind == "universal" else numbers
    return np.array(configuration)


@pytest.mark.parametrize("m_leg", [0.3, 0.0])
def test_six_slender_legs_that_spin_move_the_platform_as_legs_that_do_not(m_leg: float) -> None:
    spinning, held = kl.load(hexaglide_on_balls(), m_leg=m_leg), kl.load(hexaglide("links"), m_leg=m_leg)
    q, tau = held.start, np.arange(6.0)
    balls = on_balls(held, q)
    xd = np.array([0.3, -0.2, 0.4, 0.5, -0.3, 0.2])
    qd, qd_balls = held.inverse_velocity(q, xd).qd, spinning.inverse_velocity(balls, xd).qd
    expected, motion = held.forward_dynamics(q, qd, tau), spinning.forward_dynamics(balls, qd_balls, tau)
    np.testing.assert_allclose(motion.qdd_active, expected.qdd_active, rtol=0, atol=1e-10)
    np.testing.assert_allclose(motion.xdd, expected.xdd, rtol=0, atol=1e-10)
    np.testing.assert_allclose(motion.loop_force, expected.loop_force, rtol=0, atol=1e-8)


# ---------------------------------------------------------------- anything else


def oblique_inertia(n: Array) -> tuple[float, ...]:
    across = np.eye(3) - np.outer(n, n)
    return tuple(float(across[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))


def hanging(*links: kl.Link, **joints: object) -> kl.Mechanism:
    names = ["base", *(link.name for link in links)]
    described = [
        kl.Joint(**({"name": name, "parent": names[k], "child": names[k + 1]} | options))  # type: ignore[operator]
        for k, (name, options) in enumerate(joints.items())
    ]
    return kl.Mechanism(name="hanging", links=links, joints=tuple(described), tool=kl.Anchor(link=names[1]))


N = np.array([0.3, 0.5, -0.7]) / np.linalg.norm([0.3, 0.5, -0.7])
BAR = kl.Link(name="bar", mass=1.0, com=tuple(N / 2), inertia=oblique_inertia(N))
UNDETERMINED = {
    "a massless pendulum": hanging(kl.Link(name="arm"), a={"kind": "revolute"}),
    "a massless link on a free joint": hanging(kl.Link(name="arm"), a={"kind": "free", "actuated": True}),
    "a slender bar about itself": hanging(BAR, a={"kind": "revolute", "axis": tuple(N)}),
    "a slender bar on a ball": hanging(BAR, a={"kind": "spherical", "actuated": True}),
    "a massless pendulum on a cart": hanging(
        kl.Link(name="cart", mass=1.0), kl.Link(name="arm"), a={"kind": "prismatic"}, b={"kind": "revolute", "actuated": False}
    ),
    "a massless tumbler on one ball": hanging(
        kl.Link(name="cart", mass=1.0), kl.Link(name="arm"), a={"kind": "prismatic"}, b={"kind": "free", "actuated": False}
    ).model_copy(
        update={"loops": (kl.Loop(name="held", kind="ball", a=kl.Anchor(link="cart"), b=kl.Anchor(link="arm", origin=at(0.1))),)}
    ),
}


@pytest.mark.parametrize("what", UNDETERMINED)
def test_what_neither_mass_nor_closure_determines_is_not_answered(what: str) -> None:
    robot = kl.load(UNDETERMINED[what])
    q, qd, tau = robot.start, np.zeros(len(robot.mechanism.rates)), np.ones(robot.n_active)
    with pytest.raises(kl.SingularConfiguration, match="masses and closures leave the accelerations open"):
        robot.forward_dynamics(q, qd, tau)
    batch = robot.forward_dynamics(np.stack([q, q]), qd, tau)
    assert np.isnan(batch.qdd).all()
    assert batch.status.all()
    with pytest.raises(kl.SingularConfiguration):
        kl.simulate(robot, None, None, duration=0.01, period=1e-3, q=q, qd=qd)


def test_an_effort_on_a_passive_joint_without_mass_is_not_answered() -> None:
    """A spring turns a link without mass infinitely fast: no acceleration leaves the joint without effort."""
    cart, arm = kl.Link(name="cart", mass=1.0), kl.Link(name="arm")
    options = {"kind": "revolute", "actuated": False, "spring": kl.Spring(stiffness=3.0, rest=1.0)}
    robot = kl.load(hanging(cart, arm, a={"kind": "prismatic"}, b=options))
    for call in (lambda q: robot.bias(q, np.zeros(2)), lambda q: robot.inverse_dynamics(q, np.zeros(2), [1.0])):
        with pytest.raises(kl.SingularConfiguration):
            call(np.zeros(2))
        np.testing.assert_allclose(call(np.array([0.0, 1.0])).shape, (1,))  # the spring at rest


def test_only_the_configurations_that_leave_something_open_are_marked() -> None:
    """A point mass on two bars without mass: stretched or folded, it cannot be pushed along them."""
    bars = (kl.Link(name="one"), kl.Link(name="two", mass=1.0, com=(0.5, 0, 0)))
    robot = kl.load(hanging(*bars, a={"kind": "revolute"}, b={"kind": "revolute", "origin": at(0.5)}))
    elbow = np.array([0.8, 0.0, -0.3, np.pi, 1e-9])
    motion = robot.forward_dynamics(np.stack([np.full(5, 0.3), elbow], axis=-1), np.zeros(2), [1.0, 0.2])
    np.testing.assert_array_equal(motion.status != 0, [False, True, False, True, True])
    np.testing.assert_array_equal(np.isnan(motion.qdd[:, 0]), motion.status != 0)


def test_a_leg_that_only_happens_to_be_straight_is_marked() -> None:
    """Two slender bars with a knee, between balls: bent, the leg turns about the line between its ends with inertia, straight
    without. That is no spin that exists everywhere, so it is not locked."""
    inertia = (0.0, 0.1 * 0.25**2 / 12, 0.1 * 0.25**2 / 12, 0, 0, 0)
    half = kl.Link(name="upper", mass=0.1, com=(0.125, 0, 0), inertia=inertia)
    leg = kl.Mechanism(
        name="knee",
        links=(kl.Link(name="slide", mass=1.0), kl.Link(name="tip", mass=1.0), half.model_copy(update={"name": "lower"}), half),
        joints=(
            kl.Joint(name="x", kind="prismatic", parent="base", child="slide", axis=(1, 0, 0)),
            kl.Joint(name="y", kind="prismatic", parent="base", child="tip", axis=(1, 0, 0)),
            kl.Joint(name="hip", kind="spherical", parent="slide", child="lower", actuated=False),
            kl.Joint(name="knee", kind="revolute", parent="lower", child="upper", actuated=False, origin=at(0.25)),
        ),
        loops=(
            kl.Loop(
                name="head", kind="ball", a=kl.Anchor(link="upper", origin=at(0.25)), b=kl.Anchor(link="tip", origin=at(0.4))
            ),
        ),
        tool=kl.Anchor(link="tip"),
        start={"knee": -2 * np.arccos(0.8), "hip_w": np.cos(np.arccos(0.8) / 2), "hip_z": np.sin(np.arccos(0.8) / 2)},
    )
    robot = kl.load(leg)
    names = robot.mechanism.coordinates
    straight = np.array([{"y": 0.1, "hip_w": 1.0}.get(name, 0.0) for name in names])
    q = np.stack([robot.start, straight])
    assert np.abs(robot.closure(q)).max() < 1e-9
    motion = robot.forward_dynamics(q, np.zeros(6), [1.0, -0.5])
    np.testing.assert_array_equal(motion.status != 0, [False, True])


# ---------------------------------------------------------------- runs and small motions


@pytest.mark.parametrize("plant", [kl.Native(substeps=2), kl.Native(integrator=kl.Adaptive())], ids=["fixed", "adaptive"])
def test_a_run_with_a_locked_spin_is_that_of_a_coupler_with_a_little_inertia(plant: kl.Native) -> None:
    robot = rssr(OBLIQUE)
    q = robot.start
    qd = robot.forward_velocity(q, [2.0]).qd
    ends = []
    for spin in (0.0, 1e-9):
        run = kl.simulate(robot.with_parameters(spin=spin), None, None, duration=0.2, period=2e-3, q=q, qd=qd, plant=plant)
        assert run.status is kl.RunStatus.COMPLETE
        assert np.abs(robot.closure(run.q)).max() < 1e-12
        ends.append(np.r_[run.q[-1, [0, -1]], run.qd[-1, [0, -1]]])
    np.testing.assert_allclose(ends[0], ends[1], rtol=0, atol=1e-6)


def test_rollouts_mark_runs_that_cannot_begin() -> None:
    arm = hanging(kl.Link(name="bar", mass="m", com=(0.3, 0, 0)), a={"kind": "revolute"})
    robot = kl.load(arm.model_copy(update={"parameters": {"m": 1.0}}))
    many = kl.rollouts(robot, None, duration=0.01, period=1e-3, vary={"m": [1.0, 0.0]}, q=[0.1], qd=[0.2])
    np.testing.assert_array_equal(many.status, [kl.RunStatus.COMPLETE, kl.RunStatus.NOT_STARTED])


def test_a_locked_spin_is_locked_in_the_linear_model() -> None:
    """Its two zeros aside, the eigenvalues are those of a coupler whose spin has inertia."""
    robot = rssr(OBLIQUE)
    q = robot.start
    tau = robot.bias(q, np.zeros(5))
    locked, free = (robot.with_parameters(spin=spin).linearise(q, np.zeros(5), tau) for spin in (0.0, 1e-6))
    assert np.isfinite(locked.A).all()
    expected = np.sort_complex(free.eigenvalues)
    np.testing.assert_allclose(np.sort_complex(locked.eigenvalues), expected, rtol=1e-4, atol=1e-4)
    assert locked.independent == free.independent
    crank = len(locked.independent) + locked.independent.index("a")  # its acceleration, in the states
    np.testing.assert_allclose(locked.B[crank], free.B[crank], rtol=1e-6)
    np.testing.assert_allclose(locked.A[crank], free.A[crank], rtol=1e-5, atol=1e-5 * np.abs(free.A[crank]).max())
