"""Forces of surfaces against closed forms, their stored energy, and the dynamics of machines that touch them.

A point on three slides has its position and velocity as joint coordinates and rates, so the wrench on it is a function of both.
Tolerances: forces are sums of products of a few rounded numbers, so 1e-13 of the largest; where accelerations are solved for, the
condition of the inertia matrix more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from machines import robot_named
from motion import random_states

import kinloop as kl
from kinloop.model.evaluate import evaluate
from kinloop.model.surfaces import surface_values, with_surfaces

Array = np.ndarray
MASS = 2.0
NUMBERS = {"k": 5e3, "c": 40.0, "mu": 0.4, "vs": 0.02, "o": 0.003}


@cache
def touching(h: str, sides: Any = "one") -> kl.Robot:
    """A point mass on three slides, without gravity, and a surface whose numbers are parameters."""
    joints = [
        kl.Joint(name=name, kind="prismatic", parent=parent, child=child, axis=axis)
        for name, parent, child, axis in (
            ("px", "base", "a", (1, 0, 0)),
            ("py", "a", "b", (0, 1, 0)),
            ("pz", "b", "ball", (0, 0, 1)),
        )
    ]
    surface = kl.Surface(name="s", h=h, stiffness="k", damping="c", friction="mu", speed="vs", offset="o", sides=sides)
    mechanism = kl.Mechanism(
        name="point",
        gravity=(0, 0, 0),
        parameters={**NUMBERS, "r": 0.5},
        links=[kl.Link(name="ball", mass=MASS)],
        joints=joints,
        surfaces=[surface],
        tool=kl.Anchor(link="ball"),
        task=("x", "y", "z"),
    )
    return kl.load(mechanism)


def force(robot: kl.Robot, p: Array, v: Array, **numbers: float) -> Array:
    """The force on the point; the moment about it is zero."""
    given = robot.with_parameters(**numbers) if numbers else robot
    wrench = evaluate(given, "contact_wrench", q=p, qd=np.broadcast_to(v, np.shape(p)))["wrench"]
    np.testing.assert_array_equal(wrench[..., 3:], 0.0)
    return np.asarray(wrench[..., :3])


@dataclass(frozen=True)
class Shape:
    """A surface as an expression, and its distance from points (n, 3), negative inside, with the normals (n, 3)."""

    h: str
    distance: Callable[[Array], Array]
    normal: Callable[[Array], Array]


def unit(v: Array) -> Array:
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


SHAPES = {
    "plane": Shape("z - 0.1", lambda p: p[:, 2] - 0.1, lambda p: np.tile([0.0, 0.0, 1.0], (len(p), 1))),
    "tilted plane": Shape(
        "2*x - 3*y + 6*z - 0.7",
        lambda p: (p @ [2.0, -3.0, 6.0] - 0.7) / 7.0,
        lambda p: np.tile(np.array([2.0, -3.0, 6.0]) / 7.0, (len(p), 1)),
    ),
    "sphere": Shape("sqrt(x^2 + y^2 + z^2) - r", lambda p: np.linalg.norm(p, axis=-1) - 0.5, unit),
    "hollow sphere": Shape("r - sqrt(x^2 + y^2 + z^2)", lambda p: 0.5 - np.linalg.norm(p, axis=-1), lambda p: -unit(p)),
    "cylinder": Shape(
        "sqrt(x^2 + (y - 0.1)^2) - r",
        lambda p: np.hypot(p[:, 0], p[:, 1] - 0.1) - 0.5,
        lambda p: unit((p - [0.0, 0.1, 0.0]) * [1.0, 1.0, 0.0]),
    ),
}


def points_near(shape: Shape, count: int = 60, seed: int = 0) -> tuple[Array, Array]:
    """Positions within 5 cm of a surface, on either side, and velocities."""
    random = np.random.default_rng(seed)
    p = random.uniform(0.2, 0.6, (count, 3))
    p = p - (shape.distance(p) - random.uniform(-0.05, 0.05, count))[:, None] * shape.normal(p)
    return p, random.uniform(-1, 1, (count, 3)) * 10.0 ** random.uniform(-4, 0, (count, 1))


def closed_form(shape: Shape, p: Array, v: Array, k: float, c: float, mu: float, vs: float, o: float, both: bool) -> Array:
    """The force as docs/simulation.md has it."""
    n, result = shape.normal(p), []
    for depth, normal, velocity in zip(o - shape.distance(p), n, v, strict=True):
        closing = -normal @ velocity
        push = k * depth + c * closing
        if not both:
            push = max(push, 0.0) if depth > 0 else 0.0
        slide = velocity - (normal @ velocity) * normal
        result.append(push * normal - mu * abs(push) * slide / np.hypot(np.linalg.norm(slide), vs))
    return np.array(result)


# ---------------------------------------------------------------- closed forms


@pytest.mark.parametrize("sides", ["one", "both"])
@pytest.mark.parametrize("name", SHAPES)
def test_the_force_is_its_closed_form(name: str, sides: str) -> None:
    shape = SHAPES[name]
    p, v = points_near(shape)
    expected = closed_form(shape, p, v, **NUMBERS, both=sides == "both")
    found = force(touching(shape.h, sides), p, v)
    acts = expected.any(axis=-1)
    assert np.count_nonzero(acts) > 20
    assert acts.all() == (sides == "both")
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())  # distances of 0.5 m lose a digit


@pytest.mark.parametrize("name", SHAPES)
def test_a_surface_with_one_side_never_pulls(name: str) -> None:
    shape = SHAPES[name]
    p, v = points_near(shape, 200, seed=1)
    along = np.einsum("ij,ij->i", force(touching(shape.h), p, 10 * v, mu=0.0), shape.normal(p))
    assert along.min() == 0.0 < along.max()


def test_there_is_no_force_before_the_touch_however_fast_the_approach() -> None:
    above = np.array([[0.3, 0.2, 0.103 + gap] for gap in (1e-12, 1e-6, 0.1)])
    assert not force(touching("z - 0.1"), above, [50.0, 0.0, -1e3]).any()
    assert (force(touching("z - 0.1"), above - [0, 0, 0.2], [0.0, 0.0, -1e3])[:, 2] > 40 * 1e3).all()


def test_a_point_that_leaves_fast_is_not_held() -> None:
    """Damping pulls with c v = 40 N at 1 m/s, and the spring pushes with 5 N: the surface loses the point."""
    assert not force(touching("z - 0.1"), np.array([0.0, 0.0, 0.102]), [0.0, 0.0, 1.0]).any()
    pushed = force(touching("z - 0.1"), np.array([0.0, 0.0, 0.102]), [0.0, 0.0, 0.1])
    np.testing.assert_allclose(pushed, [0, 0, 5e3 * 0.001 - 40 * 0.1], rtol=1e-11)


def test_a_surface_with_two_sides_is_a_spring() -> None:
    z = np.array([-0.2, 0.103, 0.5])
    p = np.stack([0 * z, 0 * z, z], axis=-1)
    found = force(touching("z - 0.1", "both"), p, np.zeros(3))
    np.testing.assert_allclose(found[:, 2], 5e3 * (0.103 - z), atol=1e-12 * 5e3)


def test_an_offset_moves_the_surface_towards_the_free_space() -> None:
    p = np.array([0.1, 0.2, 0.16])
    assert not force(touching("z - 0.1"), p, np.zeros(3), o=0.05).any()
    np.testing.assert_allclose(force(touching("z - 0.1"), p, np.zeros(3), o=0.07), [0, 0, 5e3 * 0.01], rtol=1e-13)
    ball = 0.49 * unit(np.array([1.0, 2.0, 3.0]))
    found = force(touching("sqrt(x^2 + y^2 + z^2) - r"), ball, np.zeros(3), o=0.02)
    np.testing.assert_allclose(found, 5e3 * 0.03 * ball / 0.49, rtol=1e-13)


@pytest.mark.parametrize("name", SHAPES)
def test_friction_opposes_sliding_and_is_at_most_its_share_of_the_normal_force(name: str) -> None:
    shape = SHAPES[name]
    p, v = points_near(shape, 200, seed=2)
    robot = touching(shape.h)
    with_it, without = force(robot, p, v), force(robot, p, v, mu=0.0)
    rub, pushed = with_it - without, np.linalg.norm(without, axis=-1)
    slide = v - np.einsum("ij,ij->i", v, shape.normal(p))[:, None] * shape.normal(p)
    touched = pushed > 0
    assert (np.einsum("ij,ij->i", rub, slide)[touched] < 0).all()
    np.testing.assert_allclose(np.cross(rub, slide), 0, atol=1e-12 * pushed.max())
    size = np.linalg.norm(rub, axis=-1)
    assert (size <= 0.4 * pushed * (1 + 1e-12) + 1e-12 * pushed.max()).all()
    fast = force(robot, p, 1e4 * slide, c=0.0) - force(robot, p, 1e4 * slide, c=0.0, mu=0.0)
    pressed = np.linalg.norm(force(robot, p, np.zeros(3)), axis=-1)
    moving = touched & (np.linalg.norm(slide, axis=-1) > 1e-2)  # 100 m/s, 5e3 times the declared speed
    np.testing.assert_allclose(np.linalg.norm(fast, axis=-1)[moving], 0.4 * pressed[moving], rtol=1e-6, atol=1e-9)


def test_there_is_no_friction_at_rest() -> None:
    for name, shape in SHAPES.items():
        p, _ = points_near(shape, 20, seed=3)
        robot = touching(shape.h)
        np.testing.assert_array_equal(force(robot, p, np.zeros(3)), force(robot, p, np.zeros(3), mu=0.0), name)


@pytest.mark.parametrize("factor", [1e-9, 1e-3, 7.0, 1e9])
def test_a_factor_of_the_equation_changes_nothing(factor: float) -> None:
    shape = SHAPES["tilted plane"]
    p, v = points_near(shape)
    expected = force(touching(shape.h), p, v)
    found = force(touching(f"{factor!r}*({shape.h})"), p, v)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_an_equation_that_is_no_distance_has_the_same_surface_and_the_same_stiffness_on_it() -> None:
    """With h = x^2 + y^2 + z^2 - r^2 the depth is the distance to first order: both forces agree to 2 d/r of themselves."""
    direction = unit(np.array([0.3, -0.5, 0.8]))
    for depth in (1e-3, 1e-4, 1e-5):
        p = (0.5 - depth) * direction
        found = force(touching("x^2 + y^2 + z^2 - r^2"), p, np.zeros(3), o=0.0)
        np.testing.assert_allclose(found, 5e3 * depth * direction, rtol=2 * depth / 0.5)
    assert not force(touching("x^2 + y^2 + z^2 - r^2"), 0.5000001 * direction, np.zeros(3), o=0.0).any()


@pytest.mark.parametrize("h", ["x^2 + y^2 + z^2 - r^2", "x^2 + y^2 - r^2", "x^2 + 4*y^2 + 9*z^2 - r^2"])
@pytest.mark.parametrize("sides", ["one", "both"])
def test_the_centre_of_a_sphere_has_no_nan(h: str, sides: str) -> None:
    found = force(touching(h, sides), np.zeros((2, 3)), np.array([[0.0, 0.0, 0.0], [1.0, -1.0, 0.5]]))
    np.testing.assert_array_equal(found, 0.0)
    beside = force(touching(h, sides), np.full(3, 1e-3), np.zeros(3))
    assert np.isfinite(beside).all()
    assert beside.any()


# ---------------------------------------------------------------- energy

NO_DISTANCES = ("x^2 + y^2 + z^2 - r^2", "x^2 + 4*y^2 + 9*z^2 - r^2", "z - 0.1*sin(5*x)*cos(3*y)")


@pytest.mark.parametrize("sides", ["one", "both"])
@pytest.mark.parametrize("h", [*(shape.h for shape in SHAPES.values()), *NO_DISTANCES])
def test_the_elastic_force_is_minus_the_gradient_of_the_stored_energy(h: str, sides: str) -> None:
    """Central differences with steps of 1e-6 m: rounding of an energy of 100 J leaves 1e-8 N, and the kink at the touch nothing,
    since no point is that near to it."""
    robot = touching(h, sides).with_parameters(c=0.0, mu=0.0)
    random = np.random.default_rng(4)
    p = random.uniform(-0.6, 0.6, (40, 3))
    p = p[np.linalg.norm(p, axis=-1) > 0.2]
    step, still = 1e-6, np.zeros(3)

    def energy(q: Array) -> Array:
        return np.asarray(evaluate(robot, "energy", q=q, qd=np.zeros_like(q))["potential"])

    slope = np.stack([(energy(p + step * e) - energy(p - step * e)) / (2 * step) for e in np.eye(3)], axis=-1)
    found = force(robot, p, still)
    assert found.any()
    np.testing.assert_allclose(found, -slope.reshape(found.shape), rtol=1e-8, atol=1e-9 * (1 + np.abs(found).max()))


@pytest.mark.parametrize("name", SHAPES)
def test_damping_and_friction_only_take_energy_out(name: str) -> None:
    shape = SHAPES[name]
    p, v = points_near(shape, 200, seed=5)
    elastic = force(touching(shape.h), p, v, c=0.0, mu=0.0)
    assert (np.einsum("ij,ij->i", force(touching(shape.h), p, v) - elastic, v) <= 1e-12).all()


# ---------------------------------------------------------------- machines


@cache
def pressed(name: str) -> tuple[kl.Robot, kl.Robot]:
    """A machine with a surface that its tool is pressed into at the start, by 1 cm; and the same surface without stiffness."""
    robot = robot_named(name)
    x, y, z = robot.frame_pose(robot.start).position.tolist()
    out_of_plane = "" if name in ("two_r", "biglide") else f" + (z - {z!r})"
    h = f"0.3*(x - {x!r}) + 0.6*(y - {y!r}){out_of_plane}"
    surfaces = [kl.Surface(name="wall", h=h, stiffness=2e3, damping=15.0, friction=0.3, speed=0.05, offset=0.01)]
    known = with_surfaces(robot, surfaces)
    return known.with_parameters(**surface_values(surfaces)), known


@pytest.mark.parametrize("name", ["two_r", "puma560", "biglide", "delta_rods", "stewart_gough"])
def test_inverse_and_forward_dynamics_undo_each_other(name: str) -> None:
    machine, _ = pressed(name)
    state = random_states(machine, 6, seed=6, spread=0.02)
    motion = machine.forward_dynamics(state.q, state.qd, state.tau)
    again = machine.inverse_dynamics(state.q, state.qd, motion.qdd)
    assert np.linalg.norm(evaluate(machine, "contact_wrench", q=state.q, qd=state.qd)["wrench"], axis=-1).max() > 5.0
    size = np.abs(state.tau).max() + np.abs(again).max()
    np.testing.assert_allclose(again, state.tau, rtol=0, atol=1e-9 * size)


@pytest.mark.parametrize("name", ["two_r", "puma560", "biglide", "delta_rods", "stewart_gough"])
def test_a_surface_acts_as_the_wrench_that_it_exerts(name: str) -> None:
    """The contact wrench, given to the machine without surfaces as a wrench on the tool, has the same accelerations."""
    machine, _ = pressed(name)
    plain = robot_named(name)
    state = random_states(plain, 6, seed=7, spread=0.02)
    wrench = evaluate(machine, "contact_wrench", q=state.q, qd=state.qd)["wrench"]
    expected = plain.forward_dynamics(state.q, state.qd, state.tau, {"tool": wrench}).qdd
    found = machine.forward_dynamics(state.q, state.qd, state.tau).qdd
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    free = plain.forward_dynamics(state.q, state.qd, state.tau).qdd
    assert np.abs(found - free).max() > 1e-2 * np.abs(free).max()


@pytest.mark.parametrize("name", ["two_r", "biglide", "stewart_gough"])
def test_a_controllers_robot_with_surfaces_of_no_stiffness_is_the_robot(name: str) -> None:
    _, known = pressed(name)
    plain = robot_named(name)
    state = random_states(plain, 6, seed=8, spread=0.02)
    qdd = plain.forward_dynamics(state.q, state.qd, state.tau).qdd
    expected, found = (robot.inverse_dynamics(state.q, state.qd, qdd) for robot in (plain, known))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


def test_the_moment_of_a_surface_on_another_frame_of_the_tools_link_is_about_the_tool() -> None:
    robot = robot_named("two_r")
    surface = kl.Surface(name="wall", h="y - 1", stiffness=1e3, frame="link2", sides="both")
    machine = with_surfaces(robot, [surface]).with_parameters(**surface_values([surface]))
    q = np.array([0.4, 0.9])
    elbow, tip = 0.25 * np.array([np.cos(0.4), np.sin(0.4)]), 0.25 * np.array([np.cos(1.3), np.sin(1.3)])
    push = 1e3 * (1 - elbow[1])
    wrench = evaluate(machine, "contact_wrench", q=q, qd=np.zeros(2))["wrench"]
    np.testing.assert_allclose(wrench, [0, push, 0, 0, 0, -tip[0] * push], atol=1e-10)
    other = surface.model_copy(update={"frame": "link1"})
    machine = with_surfaces(robot, [other]).with_parameters(**surface_values([other]))
    np.testing.assert_array_equal(evaluate(machine, "contact_wrench", q=q, qd=np.zeros(2))["wrench"], 0.0)
