"""Reactions in joints: Newton's and Euler's laws for every link, from the momenta of the recursion of velocities.

Momenta change along the motion as the forces say. Their derivatives are central differences of sixth order of functions that the
step of 1e-3 hardly bends, and loop forces carry the condition of the solved system: 1e-13 of the largest force is reached, 1e-11
asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from machines import CLOSED, mixed, robot_named
from motion import derivative, move_along, random_states
from peers import urdf_path

import kinloop as kl
from kinloop.errors import UnknownName
from kinloop.mechanism.formats.urdf.urdf_file import read_urdf
from kinloop.model.dynamics.tree import number, vector
from kinloop.model.forces.reactions import Reactions

Array = np.ndarray
EVERY = (*kl.library(), *(name for name in CLOSED if name != "hexaglide_links"))
SAMPLES = 3
TOLERANCE = 1e-11


class Links:
    """Places and momenta of every link of a machine, by CasADi's own evaluation of placements and twists."""

    def __init__(self, robot: kl.Robot) -> None:
        model = robot.models.formulas.variant(keep_fixed=True)
        tree, open_tree = model.tree, model.tree_model
        self.robot = robot
        self.names = list(tree.links)
        listed = {link.name: link for link in robot.mechanism.links}
        places, momenta, weights = [], [], []
        for name, frame in tree.links.items():
            place, twist = open_tree.placement(frame), open_tree.twist(frame)
            places.append(place.p.T)
            if name not in listed:
                momenta.append(ca.SX.zeros(1, 6))
                weights.append(ca.SX.zeros(1, 6))
                continue
            link = listed[name]
            mass, com = number(link.mass, tree.scalars), place.R @ vector(link.com, tree.scalars)
            xx, yy, zz, xy, xz, yz = (number(value, tree.scalars) for value in link.inertia)
            inertia = place.R @ ca.blockcat([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ place.R.T
            p = mass * (twist.linear + ca.cross(twist.angular, com))
            about_origin = ca.cross(place.p + com, p) + inertia @ twist.angular
            momenta.append(ca.vertcat(p, about_origin).T)
            weights.append(ca.vertcat(mass * tree.gravity, ca.cross(place.p + com, mass * tree.gravity)).T)
        outputs = [ca.vertcat(*part) for part in (places, momenta, weights)]
        self.function = ca.Function("links", [open_tree.q, open_tree.v, model.tree_model.parameters], outputs)
        self.parameters = robot.models.parameter_inputs[0] if robot.models.parameter_inputs else np.zeros(0)

    def __call__(self, q: Array, qd: Array) -> tuple[Array, Array, Array]:
        """Origins (..., link, 3), momenta and weights about the world's origin (..., link, 6)."""
        batch = q.shape[:-1]
        flat = [
            self.function(a, b, self.parameters)
            for a, b in zip(q.reshape(-1, q.shape[-1]), qd.reshape(-1, qd.shape[-1]), strict=True)
        ]
        parts = [np.array([found[k].full() for found in flat]) for k in range(3)]
        return parts[0].reshape(*batch, -1, 3), parts[1].reshape(*batch, -1, 6), parts[2].reshape(*batch, -1, 6)

    def anchor(self, loop: kl.Loop, q: Array) -> Array:
        """Where a loop's anchor b is."""
        model = self.robot.models.formulas.model
        place = model.tree_model.placement(model.tree.anchor(loop.b))
        where = ca.Function("where", [model.tree_model.q, model.tree_model.parameters], [place.p])
        return np.array([where(configuration, self.parameters).full().ravel() for configuration in q])


def about_world(wrench: Array, point: Array) -> Array:
    return np.concatenate([wrench[..., :3], wrench[..., 3:] + np.cross(point, wrench[..., :3])], axis=-1)


def unbalanced(robot: kl.Robot, q: Array, qd: Array, found: Reactions, loads: Mapping[str, Array]) -> tuple[Array, Array]:
    """All that acts on each link less the rate of its momentum, and the largest force of each sample."""
    links = Links(robot)
    origins, _, total = links(q, qd)
    total = total.copy()

    def momenta(t: Array) -> Array:
        # To first order the motion at constant rates, and the rates at constant accelerations, are the true ones.
        t = t[:, None]
        return links(move_along(robot, q, qd, t), qd + t[..., None] * found.qdd)[1]

    place = {name: k for k, name in enumerate(links.names)}
    for joint in robot.mechanism.joints:
        child, parent = place[joint.child], place[joint.parent]
        wrench = about_world(found.joints[joint.name], origins[:, child])
        total[:, child] += wrench
        total[:, parent] -= wrench
    for loop in robot.mechanism.loops:
        wrench = about_world(found.loops[loop.name], links.anchor(loop, q))
        total[:, place[loop.b.link]] += wrench
        total[:, place[loop.a.link]] -= wrench
    for name, load in loads.items():
        total[:, place[name]] += about_world(load, origins[:, place[name]])
    largest = np.max([np.abs(w).max(axis=-1) for w in (*found.joints.values(), *found.loops.values())], axis=0)
    base = place[next(name for name in links.names if name not in {joint.child for joint in robot.mechanism.joints})]
    left = total - derivative(momenta, 1e-3)
    return np.delete(left, base, axis=1), largest


@pytest.mark.parametrize("name", EVERY)
def test_every_link_obeys_newton_and_euler(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=21)
    found = robot.reactions(state.q, state.qd, state.tau)
    left, largest = unbalanced(robot, state.q, state.qd, found, {})
    assert np.abs(left).max() < TOLERANCE * max(1.0, largest.max())


@pytest.mark.parametrize("name", ["biglide", "rssr", "tilted_four_bar", "mixed"])
def test_every_link_obeys_newton_and_euler_under_load(name: str) -> None:
    robot = kl.load(mixed()) if name == "mixed" else robot_named(name)
    state = random_states(robot, SAMPLES, seed=22)
    random = np.random.default_rng(23)
    loads = {robot.mechanism.joints[k].child: random.uniform(-5, 5, (SAMPLES, 6)) for k in (0, -1)}
    found = robot.reactions(state.q, state.qd, state.tau, loads)
    left, largest = unbalanced(robot, state.q, state.qd, found, loads)
    assert np.abs(left).max() < TOLERANCE * max(1.0, largest.max())


@pytest.mark.parametrize("name", ["biglide", "four_bar", "tilted_four_bar", "rssr", "delta_rods", "puma560"])
def test_along_a_joints_axis_is_the_effort_through_it(name: str) -> None:
    """Efforts less friction, springs and what turns the rotor; nothing on an axis that is free."""
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=24)
    found = robot.reactions(state.q, state.qd, state.tau)
    model = robot.models.formulas.model
    axes = [model.tree_model.placements[k].R @ joint.axis for k, joint in enumerate(model.tree.joints)]
    own = model.tree_model.friction_effort + model.tree_model.spring_effort + model.tree_model.rotor_inertia * model.tree_model.a
    numbers = ca.Function(
        "own", [model.tree_model.q, model.tree_model.v, model.tree_model.a, model.tree_model.parameters], [own, ca.horzcat(*axes)]
    )
    elementary = {joint.v.start: k for k, joint in enumerate(model.tree.joints)}
    rates = robot.mechanism.rates
    checked = 0
    for sample in range(SAMPLES):
        p = robot.models.parameter_inputs[0] if robot.models.parameter_inputs else np.zeros(0)
        own_efforts, directions = numbers(state.q[sample], state.qd[sample], found.qdd[sample], p)
        through = -own_efforts.full().ravel()
        through[: robot.n_active] += state.tau[sample]
        for joint in robot.mechanism.joints:
            if joint.kind not in ("revolute", "prismatic"):
                continue
            k = rates.index(joint.name)
            axis = directions.full()[:, elementary[k]]
            part = found.joints[joint.name][sample][3:] if joint.kind == "revolute" else found.joints[joint.name][sample][:3]
            assert abs(axis @ part - through[k]) < 1e-9 * max(1.0, np.abs(through).max())
            checked += 1
    assert checked


@pytest.mark.parametrize("name", ["delta_rods", "hexaglide_rods"])
def test_a_rods_force_is_along_the_rod(name: str) -> None:
    robot = robot_named(name)
    state = random_states(robot, SAMPLES, seed=25)
    motion = robot.forward_dynamics(state.q, state.qd, state.tau)
    found = robot.reactions(state.q, state.qd, state.tau)
    model = robot.models.formulas.model
    for k, loop in enumerate(robot.mechanism.loops):
        ends = [model.tree_model.placement(model.tree.anchor(end)).p for end in (loop.a, loop.b)]
        reach = ca.Function("reach", [model.tree_model.q, model.tree_model.parameters], [ends[1] - ends[0]])
        rods = np.array([reach(q, robot.models.parameter_inputs[0]).full().ravel() for q in state.q])
        along = rods / np.linalg.norm(rods, axis=-1, keepdims=True)
        wrench = found.loops[loop.name]
        np.testing.assert_allclose(wrench[:, :3], motion.loop_force[:, k, None] * along, atol=1e-10)
        np.testing.assert_allclose(wrench[:, 3:], 0, atol=1e-12)


def test_two_bars_at_rest_and_in_a_whirl() -> None:
    """Two point masses on massless bars: closed forms of what the joints carry."""
    m1, m2, l, g = 1.2, 0.7, 0.5, 9.81
    mechanism = kl.Mechanism(
        name="two_bars",
        gravity=(0, -g, 0),
        links=[kl.Link(name="a", mass=m1, com=(l, 0, 0)), kl.Link(name="b", mass=m2, com=(l, 0, 0))],
        joints=[
            kl.Joint(name="s", kind="revolute", parent="base", child="a"),
            kl.Joint(name="e", kind="revolute", parent="a", child="b", origin=kl.Pose(xyz=(l, 0, 0))),
        ],
    )
    robot = kl.load(mechanism)
    found = robot.reactions(np.zeros(2), np.zeros(2), robot.static_effort(np.zeros(2)))
    np.testing.assert_allclose(found["e"], [0, m2 * g, 0, 0, 0, m2 * g * l], atol=1e-13)
    np.testing.assert_allclose(found["s"], [0, (m1 + m2) * g, 0, 0, 0, m1 * g * l + m2 * g * 2 * l], atol=1e-13)
    # Stretched and turning at 3 rad/s: the joints pull inwards by m w^2 r.
    speed = np.array([3.0, 0.0])
    whirl = robot.reactions(np.zeros(2), speed, robot.inverse_dynamics(np.zeros(2), speed, np.zeros(2)))
    np.testing.assert_allclose(whirl["e"][0], -m2 * 9 * 2 * l, rtol=1e-13)
    np.testing.assert_allclose(whirl["s"][0], -m2 * 9 * 2 * l - m1 * 9 * l, rtol=1e-13)
    assert not found.indeterminate


def test_a_sensor_between_fixed_links_feels_what_is_beyond_it() -> None:
    """A fixed joint carries a reaction too: a sensor on the wrist."""
    mechanism = kl.Mechanism(
        name="wrist",
        links=[kl.Link(name="arm", mass=1.0), kl.Link(name="hand", mass=0.4, com=(0, 0, 0.1))],
        joints=[
            kl.Joint(name="lift", kind="prismatic", parent="base", child="arm"),
            kl.Joint(name="sensor", kind="fixed", parent="arm", child="hand", origin=kl.Pose(xyz=(0.2, 0, 0))),
        ],
        tool=kl.Anchor(link="hand", origin=kl.Pose(xyz=(0, 0, 0.2))),
    )
    robot = kl.load(mechanism)
    found = robot.reactions([0.3], [0.0], [1.4 * 9.81], {"tool": [5.0, 0, 0, 0, 0, 0]})
    np.testing.assert_allclose(found["sensor"], [-5, 0, 0.4 * 9.81, 0, -5 * 0.2, 0], atol=1e-13)
    np.testing.assert_allclose(found["lift"], [-5, 0, 1.4 * 9.81, 0, -5 * 0.2 - 0.4 * 9.81 * 0.2, 0], atol=1e-13)


def test_reactions_are_finite_at_a_type_2_singularity() -> None:
    robot = kl.load("biglide")
    q = np.array([0.0, 2 * np.sqrt(0.3606**2 - 0.2**2), 0.0, 0.0])
    angle = np.arctan2(q[1] / 2, 0.2)
    q[2:] = angle, angle + np.pi  # the rods in one line
    found = robot.reactions(q, np.zeros(4), [1.0, -1.0])
    left, largest = unbalanced(robot, q[None], np.zeros((1, 4)), _batched(found), {})
    assert np.abs(left).max() < TOLERANCE * max(1.0, largest.max())


def _batched(found: Reactions) -> Reactions:
    joints, loops = ({name: w[None] for name, w in side.items()} for side in (found.joints, found.loops))
    return replace(found, joints=joints, loops=loops, qdd=found.qdd[None])


def test_what_rigid_bodies_do_not_decide_is_named() -> None:
    plane = [False, False, True, True, True, False]
    biglide = robot_named("biglide").reactions(robot_named("biglide").start, np.zeros(4), np.zeros(2))
    # Out of the plane two legs share the load in a way that their stiffness decides; the platform hangs on its own leg.
    assert set(biglide.indeterminate) == {"q1", "q2", "phi1", "phi2", "C"}
    for mask in biglide.indeterminate.values():
        np.testing.assert_array_equal(mask, plane)
    three_cranks = robot_named("parallelogram").models.formulas.indeterminate
    assert three_cranks["beam"][:2].all()  # a third crank shares the load in the plane too
    assert not robot_named("hexaglide_links").models.formulas.indeterminate
    assert not robot_named("puma560").models.formulas.indeterminate


def test_what_is_decided_does_not_depend_on_how_the_loops_are_written() -> None:
    """The Biglide with a ball instead of its pin, and with the pin's sides swapped: the same forces in the plane."""
    robot = robot_named("biglide")
    loop = robot.mechanism.loops[0]
    state = random_states(robot, 1, seed=26)
    given = state.q[0], state.qd[0], state.tau[0]
    first = robot.reactions(*given)
    for changed, sign in (
        (loop.model_copy(update={"kind": "ball"}), 1),
        (loop.model_copy(update={"a": loop.b, "b": loop.a}), -1),
    ):
        other = kl.load(robot.mechanism.model_copy(update={"loops": (changed,)})).reactions(*given)
        np.testing.assert_allclose(other["C"][:2], sign * first["C"][:2], rtol=1e-12)
        for joint in ("q1", "phi1", "q2", "phi2"):
            np.testing.assert_allclose(other[joint][[0, 1, 5]], first[joint][[0, 1, 5]], rtol=1e-11, atol=1e-11)


def test_names_that_do_not_exist_are_sentences() -> None:
    robot = robot_named("biglide")
    found = robot.reactions(robot.start, np.zeros(4), np.zeros(2))
    with pytest.raises(UnknownName, match=r"no joint or loop 'q3'.*the machine has: q1"):
        found["q3"]


def test_an_arms_joint_forces_are_pinocchios() -> None:
    """``data.f`` of Pinocchio's recursion: in the child's axes, at its origin."""
    pin = pytest.importorskip("pinocchio", reason="pinocchio is not installed (it has no Windows wheel)")
    path = urdf_path("ur5")
    robot, model = kl.load(read_urdf(path, friction=False)), pin.buildModelFromUrdf(str(path))
    data = model.createData()
    q, qd, qdd = np.random.default_rng(27).uniform(-2, 2, (3, 6))
    tau = pin.rnea(model, data, q, qd, qdd)
    pin.forwardKinematics(model, data, q)
    found = robot.reactions(q, qd, tau)
    for k, name in enumerate(model.names):
        if k:
            R = data.oMi[k].rotation
            expected = np.concatenate([R @ data.f[k].linear, R @ data.f[k].angular])
            np.testing.assert_allclose(found[name], expected, rtol=0, atol=1e-9)
