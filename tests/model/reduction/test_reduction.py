"""A robot under a constraint: the exam's equations, laws over machines, the same constraint written as a loop, motions."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import casadi as ca
import numpy as np
import pytest
import sympy as sp
from machines import parallelogram, robot_named, rod
from motion import apply, derivative, move_along
from scipy.integrate import solve_ivp

import kinloop as kl
from kinloop.errors import ConstraintError, ShapeError, SingularConfiguration, UnknownName, UnsupportedOperation

A1, A2, A3, A4, A5 = 0.98, 0.32, 0.42, 15.696, 7.848
BETA = np.pi / 4
RUN: dict[str, Any] = {"period": 0.005, "v": [0.5], "tau": [1.0, 2.0]}


def motion_of(
    reduced: kl.Reduced,
    tau: Any = None,
    *,
    duration: float = 1.0,
    period: float = 0.1,
    q: Any = None,
    v: Any = None,
    **options: Any,
) -> kl.ReducedRun:
    """A run from pseudo-velocities ``v``."""
    start = reduced.start if q is None else np.asarray(q)
    qd = None if v is None else reduced.evaluate("velocity", start, np.asarray(v))
    return kl.simulate(reduced, tau, duration=duration, period=period, q=start, qd=qd, plant=kl.Constrained(**options))


@cache
def exam() -> kl.Reduced:
    """The exam's constraint and pseudo-velocity, (3)."""
    return kl.reduce(kl.load("two_r_exam"), "q1 + q2 - beta", "q2")


@cache
def on_circle() -> kl.Reduced:
    """The exam's robot, its tool at a fixed distance from a point; the row is that of a rod."""
    row = "((x - cx)^2 + (y - cy)^2 - r^2)/(2*r)"
    return kl.reduce(kl.load("two_r_exam"), row, parameters={"cx": 0.3, "cy": 0.5, "r": 0.45})


# ---------------------------------------------------------------- the exam, symbolically


def differs(name: str, output: str, formula: str, on_constraint: bool = False) -> Any:
    """The output of a formula less what the exam writes, simplified."""
    found = exam().equations(name).without_definitions()[output]
    symbols = {symbol.name.replace("lambda", "lamda"): symbol for symbol in found.free_symbols}  # lambda is a word of Python
    beta = symbols.setdefault("beta", sp.Symbol("beta"))  # to SymPy the word is a function
    difference = found - sp.Matrix(sp.sympify(formula.replace("lambda", "lamda"), locals=symbols))
    if on_constraint:
        difference = difference.subs(beta, symbols["q1"] + symbols.get("q2", 0))
    return sp.simplify(difference)


@pytest.mark.parametrize(("output", "formula"), [("A", "[[1, 1]]"), ("D", "[[0, 1]]"), ("E", "[[1], [0]]"), ("F", "[[-1], [1]]")])
def test_matrices_are_those_of_3(output: str, formula: str) -> None:
    assert all(entry == 0 for entry in differs("matrices", output, formula))


@pytest.mark.parametrize(
    ("output", "formula"),
    [
        ("inertia", "[[a1 - a3]]"),
        ("input", "[[-1, 1]]"),
        ("bias", "[[a2*sin(q2)*(qdot1 + qdot2)**2 - a4*sin(q1)]]"),
        ("force_inertia", "[[a3 - a1 - a2*cos(q2)]]"),
        ("force_input", "[[1, 0]]"),
        ("force_bias", "[[-a2*sin(q2)*(2*qdot1 + qdot2)*qdot2 + a4*sin(q1) + a5*sin(q1 + q2)]]"),
    ],
)
def test_terms_are_those_of_4_and_5(output: str, formula: str) -> None:
    assert all(entry == 0 for entry in differs("terms", output, formula))


# On the constraint qdot1 = -v and qdot2 = v, so the exam's -a2 sin(q2) qdot1 qdot2 is a2 sin(q2) v^2.
FORCE = "(a3 - a1 - a2*cos(q2))*vdot + a2*sin(q2)*v**2 + a4*sin(q1) + a5*sin(beta)"


@pytest.mark.parametrize(
    ("name", "output", "formula"),
    [
        ("acceleration", "vd", "[[(tau2 - tau1 + a4*sin(q1))/(a1 - a3)]]"),  # (7)
        ("multiplier", "multiplier", f"[[{FORCE} - tau1]]"),  # (8)
        ("torques", "tau", f"[[{FORCE} - lambda], [{FORCE} - lambda + (a1 - a3)*vdot - a4*sin(q1)]]"),  # (9), lambda = 0
    ],
)
def test_equations_on_the_constraint_are_7_to_9(name: str, output: str, formula: str) -> None:
    assert all(entry == 0 for entry in differs(name, output, formula, on_constraint=True))
    assert any(entry != 0 for entry in differs(name, output, formula.replace("a4", "a5"), on_constraint=True))


# ---------------------------------------------------------------- the exam, in numbers


def test_multiplier_and_acceleration_are_the_closed_forms_over_a_batch() -> None:
    random = np.random.default_rng(1)
    q2, v, tau = random.uniform(-4, 4, 50), random.uniform(-3, 3, 50), random.uniform(-9, 9, (50, 2))
    q = np.stack([BETA - q2, q2], axis=-1)
    motion = exam().forward_dynamics(q, v[:, None], tau)
    vd = (tau[:, 1] - tau[:, 0] + A4 * np.sin(q[:, 0])) / (A1 - A3)
    force = (A3 - A1 - A2 * np.cos(q2)) * vd + A2 * np.sin(q2) * v**2 + A4 * np.sin(q[:, 0]) + A5 * np.sin(BETA) - tau[:, 0]
    np.testing.assert_allclose(motion.vd[:, 0], vd, rtol=1e-13, atol=1e-12)
    np.testing.assert_allclose(motion.multiplier[:, 0], force, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(exam().multiplier(q, v[:, None], motion.vd, tau), motion.multiplier, rtol=1e-12, atol=1e-12)


def test_efforts_that_hold_the_robot_are_a_line_of_multipliers_and_gravity_where_the_constraint_is_virtual() -> None:
    q = np.array([BETA - 1.2, 1.2])
    gravity = np.array([A4 * np.sin(q[0]) + A5 * np.sin(BETA), A5 * np.sin(BETA)])
    np.testing.assert_allclose(exam().torques(q), gravity, rtol=1e-13)
    for multiplier in (-3.0, 0.0, 7.0):
        tau = exam().torques(q, multiplier=[multiplier])
        np.testing.assert_allclose(tau[0] - tau[1], A4 * np.sin(q[0]), rtol=1e-13)
        np.testing.assert_allclose(A5 * np.sin(BETA) - tau[1], multiplier, atol=1e-13)
        rest = exam().forward_dynamics(q, [0.0], tau)
        np.testing.assert_allclose([rest.vd, rest.multiplier], [[0.0], [multiplier]], atol=1e-13)


@pytest.mark.parametrize("moment", [0.0, 9.0, -14.0])
def test_equilibria_are_where_gravity_balances_the_difference_of_the_torques(moment: float) -> None:
    found = exam().equilibria([moment + 2.0, 2.0])  # u1 - u2 = a4 sin q1
    first = np.arcsin(moment / A4)
    assert found.complete
    assert {(round(np.sin(e.q[0]), 9), round(np.cos(e.q[0]), 9)) for e in found} == {
        (round(np.sin(q1), 9) + 0.0, round(np.cos(q1), 9)) for q1 in (first, np.pi - first)
    }
    for equilibrium in found:
        np.testing.assert_allclose(np.sum(equilibrium.q), BETA, atol=1e-12)
        np.testing.assert_allclose(equilibrium.multiplier, A5 * np.sin(BETA) - 2.0, rtol=1e-11)
        np.testing.assert_allclose(equilibrium.stiffness, [[A4 * np.cos(equilibrium.q[0])]], rtol=1e-9)
        np.testing.assert_allclose(equilibrium.squared_frequencies, A4 * np.cos(equilibrium.q[0]) / (A1 - A3), rtol=1e-9)
        assert equilibrium.stability == ("stable" if np.cos(equilibrium.q[0]) > 0 else "unstable")


def test_an_equilibrium_where_the_force_only_touches_zero_is_found_and_beyond_it_none() -> None:
    (touching,) = exam().equilibria([A4, 0.0])
    np.testing.assert_allclose(touching.q, [np.pi / 2, BETA - np.pi / 2], atol=1e-6)  # a root of second order: half the digits
    assert touching.stability == "undecided"
    near = exam().equilibria([A4 * (1 - 1e-6), 0.0])  # two roots within one step of the search
    np.testing.assert_allclose(sorted(e.q[0] for e in near), np.pi / 2 + np.arccos(1 - 1e-6) * np.array([-1, 1]), atol=1e-9)
    assert not exam().equilibria([A4 * (1 + 1e-6), 0.0])


# ---------------------------------------------------------------- laws over machines

MACHINES: dict[str, Any] = {
    "two_r_exam": "x - 0.2*y",
    "three_r": ["x + 0.1*theta1", "sin(theta2) - 0.3*cos(theta3)"],
    "puma560": lambda q: ca.dot(ca.DM([0.3, -1.0, 0.5, 0.2, 0.7, -0.1]), q) + 0.3 * ca.sin(q[1] * q[2]),
    "biglide": "(x - 0.05)^2 + (y - 0.3)^2 - 0.05^2",
    "five_bar": "x + 0.3*y^2 - 0.01*q1",
    "rssr": "a - 0.3*c + s_x",
    "hanging": "bob + 0.4*sin(a)",
}


def hanging() -> kl.Mechanism:
    """A parallelogram, whose closures are redundant, with a pendulum on its beam: two degrees of freedom."""
    machine = parallelogram()
    joint = kl.Joint(name="bob", kind="revolute", parent="beam", child="bob", origin=kl.Pose(xyz=(0.15, 0, 0)))
    return machine.model_copy(
        update={"name": "hanging", "links": (*machine.links, rod("bob", 0.4, 0.3)), "joints": (*machine.joints, joint)}
    )


@cache
def reduced_named(name: str) -> kl.Reduced:
    return kl.reduce(kl.load(hanging()) if name == "hanging" else robot_named(name), MACHINES[name])


@cache
def states(name: str) -> tuple[kl.Reduced, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Seeded states on the constraint, with closed loops, and efforts."""
    reduced = reduced_named(name)
    random = np.random.default_rng(3)
    rates = len(reduced.robot.mechanism.rates)
    q = move_along(reduced.robot, np.tile(reduced.start, (5, 1)), 0.05 * random.standard_normal((5, rates)), 1.0)
    state = reduced.consistent(q, random.uniform(-1, 1, (5, rates)))
    return reduced, state.q, state.qd, state.v, random.uniform(-5, 5, (5, reduced.robot.n_active))


@pytest.mark.parametrize("name", MACHINES)
def test_consistent_states_are_on_the_constraint(name: str) -> None:
    reduced, q, qd, v, _ = states(name)
    A = reduced.matrices(q).A
    assert np.max(reduced.gaps(q)) < 1e-14
    assert np.max(np.abs(reduced.robot.closure(q)), initial=0.0) < 1e-12
    np.testing.assert_allclose(apply(A, qd), 0, atol=1e-12 * np.max(np.abs(A)))
    np.testing.assert_allclose(reduced.velocity(q, v), qd, atol=1e-11)


@pytest.mark.parametrize("name", MACHINES)
def test_e_and_f_invert_a_and_d(name: str) -> None:
    reduced, q, *_ = states(name)
    m = reduced.matrices(q)
    identity = m.E @ m.A + m.F @ m.D
    np.testing.assert_allclose(identity, np.broadcast_to(np.eye(identity.shape[-1]), identity.shape), atol=1e-11)
    np.testing.assert_allclose(m.A @ m.F, 0, atol=1e-11)
    np.testing.assert_allclose(m.D @ m.F, np.broadcast_to(np.eye(reduced.dof), (5, *[reduced.dof] * 2)), atol=1e-11)


@pytest.mark.parametrize("name", MACHINES)
def test_reduced_equation_gives_what_the_multipliers_give(name: str) -> None:
    """The two derivations share only the tree: an elimination of all rates, and a solution for the multipliers."""
    reduced, q, qd, v, tau = states(name)
    motion = reduced.forward_dynamics(q, v, tau)
    qdd, force, _ = reduced.evaluate("constrained", q, qd, tau, 0.0)
    scale = np.max(np.abs(qdd))
    np.testing.assert_allclose(motion.qdd, qdd, atol=1e-10 * scale)
    np.testing.assert_allclose(motion.multiplier, force[:, : reduced.n_rows], atol=1e-10 * np.max(np.abs(force)))
    A = reduced.matrices(q).A  # where rows are redundant only the sum that acts is determined
    acting = apply(np.swapaxes(A, -1, -2), np.concatenate([motion.multiplier, motion.loop_force], axis=-1))
    np.testing.assert_allclose(acting, apply(np.swapaxes(A, -1, -2), force), atol=1e-10 * np.max(np.abs(acting)))


@pytest.mark.parametrize("name", ["two_r_exam", "biglide", "rssr"])
def test_the_equation_of_motion_holds_and_the_constraint_does_no_work(name: str) -> None:
    reduced, q, qd, v, tau = states(name)
    motion = reduced.forward_dynamics(q, v, tau)
    robot, A = reduced.robot, reduced.matrices(q).A
    effort = np.asarray(robot.models.kernel("tree_effort")(q, qd, motion.qdd, *robot.models.parameter_inputs))
    force = np.concatenate([motion.multiplier, motion.loop_force], axis=-1)
    applied = np.pad(tau, ((0, 0), (0, qd.shape[-1] - tau.shape[-1])))
    np.testing.assert_allclose(effort, applied + apply(np.swapaxes(A, -1, -2), force), atol=1e-10)
    terms = reduced.terms(q, qd)
    np.testing.assert_allclose(apply(terms.inertia, motion.vd) + terms.bias, apply(terms.input, tau), atol=1e-10)
    rows = apply(terms.force_inertia, motion.vd) + terms.force_bias - apply(terms.force_input, tau)
    np.testing.assert_allclose(rows, force, atol=1e-10)


@pytest.mark.parametrize("name", ["two_r_exam", "puma560", "biglide", "rssr", "hanging"])
def test_torques_undo_forward_dynamics(name: str) -> None:
    reduced, q, _, v, tau = states(name)
    motion = reduced.forward_dynamics(q, v, tau)
    np.testing.assert_allclose(reduced.torques(q, v, motion.vd, motion.multiplier), tau, atol=1e-10)


@pytest.mark.parametrize("pseudo", ["y", "q1 + sin(q2)", lambda q: ca.horzcat(ca.sin(q[0]), 2 + ca.cos(q[1])), [[1.0, -3.0]]])
def test_the_motion_does_not_depend_on_the_pseudo_velocities(pseudo: Any) -> None:
    chosen, q, qd, v, tau = states("two_r_exam")
    other = kl.reduce(chosen.robot, MACHINES["two_r_exam"], pseudo)
    expected, found = chosen.forward_dynamics(q, v, tau), other.forward_dynamics(q, other.pseudo_velocity(q, qd), tau)
    np.testing.assert_allclose(found.qdd, expected.qdd, atol=1e-11)
    np.testing.assert_allclose(found.multiplier, expected.multiplier, atol=1e-11)

    def along(t: np.ndarray) -> np.ndarray:  # the motion to second order, which is all that the rate of v sees
        t = t[:, None, None]
        return other.evaluate("pseudo_velocity", q + t * qd + t**2 / 2 * found.qdd, qd + t * found.qdd)

    np.testing.assert_allclose(found.vd, derivative(along, 1e-3), rtol=1e-8, atol=1e-8)


def test_the_constraint_as_a_rod_gives_the_same_accelerations_and_its_force() -> None:
    reduced = on_circle()
    mechanism = reduced.robot.mechanism
    centre = kl.Anchor(link="base", origin=kl.Pose(xyz=("cx", "cy", 0)))
    assert mechanism.tool is not None
    rod = kl.Loop(name="rod", kind="rod", a=centre, b=mechanism.tool, length="r")
    changes: dict[str, Any] = {"loops": (rod,), "name": "with_rod", "forward_geometry": None, "inverse_geometry": None}
    machine = kl.load(mechanism.model_copy(update=changes | {"motion": None}))
    random = np.random.default_rng(5)
    state = reduced.consistent(reduced.start + random.uniform(-0.3, 0.3, (20, 2)), random.uniform(-2, 2, (20, 2)))
    tau = random.uniform(-5, 5, (20, 2))
    expected, found = machine.forward_dynamics(state.q, state.qd, tau), reduced.forward_dynamics(state.q, state.v, tau)
    np.testing.assert_allclose(found.qdd, expected.qdd, atol=1e-10)
    np.testing.assert_allclose(found.multiplier, expected.loop_force, atol=1e-10)


def test_a_function_and_a_text_are_the_same_constraint_and_new_parameters_stay_inputs() -> None:
    robot = kl.load("two_r")
    text = kl.reduce(robot, "theta1 + theta2^2 - gamma", "theta2", parameters={"gamma": 0.7})
    call = kl.reduce(robot, lambda q, p: q[0] + q[1] ** 2 - p["gamma"], lambda q: q[1], parameters={"gamma": 0.7})
    assert text.formulas.key == call.formulas.key
    assert text.formulas.key != kl.reduce(robot, "theta1 + theta2^2 + gamma", "theta2", parameters={"gamma": 0.7}).formulas.key
    angles = np.array([0.1, 0.5, 0.9])
    swept = text.with_parameters(gamma=angles)
    q = np.stack([angles - 0.04, np.full(3, 0.2)], axis=-1)
    np.testing.assert_allclose(swept.residual(q), 0, atol=1e-15)
    motion = swept.forward_dynamics(q, [0.4], [1.0, 2.0])
    for k, angle in enumerate(angles):
        one = text.with_parameters(gamma=angle).forward_dynamics(q[k], [0.4], [1.0, 2.0])
        np.testing.assert_array_equal(motion.multiplier[k], one.multiplier)
    np.testing.assert_allclose(
        text.with_parameters(gamma=0.2).start @ [1, 0] + text.with_parameters(gamma=0.2).start[1] ** 2, 0.2
    )


# ---------------------------------------------------------------- singular, states


def test_singular_pseudo_velocities_raise_in_a_single_call_and_are_nan_in_a_batch() -> None:
    reduced = kl.reduce(kl.load("two_r_exam"), "x - 0.7", "q1")  # q2 does not move the tool along x where sin(q1 + q2) = 0
    q1 = -np.arccos(-0.1 / 0.4)  # there the tool is at 0.4 cos(q1) + 0.8 = 0.7
    singular, regular = np.array([q1, -q1]), np.array([0.0, np.arccos(0.3 / 0.8)])
    assert reduced.complement(singular).determinant < 1e-12
    assert reduced.complement(singular).constraint_distance > 0.2
    assert reduced.complement(regular).distance > 0.1
    with pytest.raises(SingularConfiguration, match=r"\[A; D\] is singular .* choose others"):
        reduced.inertia(singular)
    batch = reduced.inertia(np.stack([singular, regular]))
    assert np.isnan(batch[0]).all()
    assert np.isfinite(batch[1]).all()
    near = reduced.consistent(singular + np.array([1e-3, 0.0])).q  # how near: linear in the distance
    nearer = reduced.consistent(singular + np.array([1e-4, 0.0])).q
    assert 5 < reduced.complement(near).distance / reduced.complement(nearer).distance < 20


def test_configurations_off_the_constraint_raise_in_a_single_call_and_are_nan_in_a_batch() -> None:
    reduced = exam()
    q = np.array([reduced.start, reduced.start + np.array([0.01, 0.0]), reduced.start])
    with pytest.raises(ConstraintError, match="q is off row 0 of the constraint by 0"):
        reduced.inertia(q[1])
    inertia, motion = reduced.inertia(q), reduced.forward_dynamics(q, [0.3], [1.0, 2.0])
    np.testing.assert_array_equal(inertia[[0, 2]], [reduced.inertia(reduced.start)] * 2)
    np.testing.assert_array_equal(motion.qdd[0], reduced.forward_dynamics(reduced.start, [0.3], [1.0, 2.0]).qdd)
    for found in (inertia, motion.vd, motion.qdd):
        assert np.isnan(found[1]).all()
        assert np.isfinite(found[[0, 2]]).all()


def test_a_configuration_where_the_constraint_itself_is_singular_is_named() -> None:
    reduced = kl.reduce(kl.load("two_r_exam"), "x^2 + y^2 - 0.6", "q1")
    with pytest.raises(SingularConfiguration, match="the constraint's rows are dependent"):
        reduced.matrices([0.3, 0.0])  # outstretched: neither joint changes the distance


def test_the_nearest_state_is_nearer_than_its_neighbours_on_the_constraint() -> None:
    reduced = on_circle()
    guess, rates = reduced.start + np.array([0.15, -0.2]), np.array([1.0, 0.7])
    state = reduced.consistent(guess, rates)
    metric = reduced.evaluate("metric", guess)

    def distance(q: np.ndarray) -> np.ndarray:
        return np.einsum("...i,ij,...j->...", q - guess, metric, q - guess)

    neighbours = reduced.consistent(state.q + np.linspace(-0.02, 0.02, 9)[:, None] * [0.8, -0.6]).q
    steps = np.linalg.norm(neighbours - state.q, axis=-1)
    others = steps > 1e-6
    assert np.all(distance(neighbours)[others] > distance(state.q) + 1e-3 * steps[others] ** 2)
    impact = reduced.robot.inertia(state.q) @ (state.qd - rates)  # what is taken away acts along the row
    row = reduced.matrices(state.q).A[0]
    assert abs(impact[0] * row[1] - impact[1] * row[0]) < 1e-12


def test_a_state_at_reduced_positions_has_them() -> None:
    reduced = kl.reduce(kl.load("biglide"), "(x - 0.05)^2 + (y - 0.3)^2 - 0.05^2", "y")
    state = reduced.state([[0.27], [0.32], [0.40]], [0.3])
    np.testing.assert_allclose(reduced.robot.frame_pose(state.q[:2]).position[:, 1], [0.27, 0.32], atol=1e-13)
    np.testing.assert_allclose(reduced.position(state.q[:2])[:, 0], [0.27, 0.32], atol=1e-13)
    np.testing.assert_allclose(reduced.pseudo_velocity(state.q, state.qd)[:2], 0.3, atol=1e-13)
    assert np.isnan(state.q[2]).all()  # the circle ends at y = 0.35
    with pytest.raises(ConstraintError, match="no configuration on the constraint has the reduced positions"):
        reduced.state([0.40])


# ---------------------------------------------------------------- statics of other machines


def test_equilibria_on_a_circle_are_the_stationary_points_of_the_potential() -> None:
    found = on_circle().equilibria()
    l1, l2, cx, cy, r = 0.4, 0.8, 0.3, 0.5, 0.45
    q1 = np.linspace(-np.pi, np.pi, 100_001)
    dx, dy = cx - l1 * np.cos(q1), cy - l1 * np.sin(q1)
    across = np.hypot(dx, dy)
    cosine = (l2**2 + across**2 - r**2) / (2 * l2 * across)
    expected = []
    for side in (1, -1):  # the tool on the circle, by the cosine rule; U has its minima and maxima there
        absolute = np.arctan2(dy, dx) + side * np.arccos(np.where(np.abs(cosine) <= 1, cosine, np.nan))
        U = -A4 * np.cos(q1) - A5 * np.cos(absolute)
        slope = np.diff(U)
        at = np.flatnonzero(slope[1:] * slope[:-1] < 0) + 1
        expected += [(q1[k], absolute[k], "stable" if U[k] < U[k - 1] else "unstable") for k in at]
    assert found.complete
    assert len(found) == len(expected) == 4
    for first, second, stability in expected:
        match = [e for e in found if abs(np.exp(1j * e.q[0]) - np.exp(1j * first)) < 1e-4]
        match = [e for e in match if abs(np.exp(1j * np.sum(e.q)) - np.exp(1j * second)) < 1e-3]
        assert [e.stability for e in match] == [stability]


def test_two_degrees_of_freedom_left_have_the_equilibria_of_two_pendulums() -> None:
    found = kl.reduce(kl.load("three_r"), "theta1 + theta2 + theta3 - 0.5").equilibria()  # link 3 only rides on the others
    assert not found.complete
    upright = {(round(np.sin(e.q[0])), round(np.sin(e.q[0] + e.q[1]))): e.stability for e in found}
    assert upright == {(-1, -1): "stable", (-1, 1): "unstable", (1, -1): "unstable", (1, 1): "unstable"}
    assert max(e.force for e in found) < 1e-12


def test_a_closed_robot_rests_everywhere_without_gravity_and_in_each_mode_under_efforts() -> None:
    reduced = reduced_named("biglide")
    assert reduced.equilibria().everywhere
    found = reduced.equilibria([1.0, -2.0])
    assert found.complete
    assert len(found) == 8  # four working modes, a closed curve each, on which the force changes sign twice
    for equilibrium in found:
        rest = reduced.forward_dynamics(equilibrium.q, [0.0], [1.0, -2.0])
        np.testing.assert_allclose(rest.qdd, 0, atol=1e-10)
        np.testing.assert_allclose(rest.multiplier, equilibrium.multiplier, rtol=1e-9)


# ---------------------------------------------------------------- motions


def test_all_forms_are_the_pendulum_of_7() -> None:
    """Integrated on its own, to 1e-13."""

    def pendulum(_: float, y: np.ndarray) -> list[float]:
        return [y[1], (2.0 - 1.0 + A4 * np.sin(BETA - y[0])) / (A1 - A3)]

    q2 = exam().start[1]
    exact = solve_ivp(pendulum, (0, 1), [q2, 0.5], method="DOP853", rtol=1e-13, atol=1e-13, t_eval=np.linspace(0, 1, 201)).y
    runs = [motion_of(exam(), form=form, **RUN) for form in ("reduced", "positions", "multipliers")]
    for each in runs:
        np.testing.assert_allclose(each.q[:, 1], exact[0], atol=2e-8)  # RK4 at 5 ms
        np.testing.assert_allclose(each.q[:, 0] + each.q[:, 1], BETA, atol=1e-14)
        assert each.residual.max() < 1e-14
    for one, other in pairwise(runs):  # a linear constraint: they integrate the same equation
        np.testing.assert_allclose(one.q, other.q, atol=1e-12)
        np.testing.assert_allclose(one.multiplier, other.multiplier, atol=1e-10)
    adaptive = motion_of(exam(), tolerance=1e-12, **RUN)
    np.testing.assert_allclose(adaptive.q[:, 1], exact[0], atol=1e-11)
    power = runs[0].qd @ [1.0, 2.0]
    work = np.sum((power[1:] + power[:-1]) / 2) * 0.005
    np.testing.assert_allclose(runs[0].energy[-1] - runs[0].energy[0], work, rtol=1e-3)  # the trapezium's own error


@pytest.mark.parametrize("form", ["reduced", "positions", "multipliers"])
def test_energy_error_shrinks_with_the_fourth_power_of_the_step(form: str) -> None:
    reduced = on_circle()  # a curved constraint, so that projection acts
    drifts = []
    for step in (0.02, 0.01, 0.005):
        run = motion_of(reduced, period=step, v=[1.0], form=form)
        drifts.append(np.max(np.abs(run.energy - run.energy[0])))
        assert run.residual.max() < 1e-13
    assert all(12 < coarse / fine < 40 for coarse, fine in pairwise(drifts)), drifts


@pytest.mark.parametrize("name", ["biglide", "rssr", "hanging"])
def test_forms_agree_on_closed_machines(name: str) -> None:
    reduced = reduced_named(name)
    v = np.full(reduced.dof, 0.4)
    tau = np.linspace(0.1, 0.2, reduced.robot.n_active)
    one, other = (motion_of(reduced, tau, duration=0.1, period=0.001, v=v, form=form) for form in ("reduced", "multipliers"))
    np.testing.assert_allclose(one.q, other.q, atol=1e-9)
    np.testing.assert_allclose(one.multiplier, other.multiplier, atol=1e-6)
    assert max(one.residual.max(), other.residual.max()) < 1e-13
    assert np.max(np.abs(reduced.robot.closure(one.q))) < 1e-13


def test_a_gap_drifts_alone_and_decays_when_stabilised() -> None:
    reduced = on_circle()
    q = reduced.start + np.array([2e-5, 0.0])
    drifting, decaying = (
        motion_of(reduced, period=0.002, q=q, v=[0.0], form="multipliers", stabilisation=rate).residual for rate in (None, 20.0)
    )
    assert drifting[-1] > 0.5 * drifting[0]
    assert decaying[-1] < 1e-5 * decaying[0]  # (1 + 20 t) exp(-20 t) is 4e-8 after a second


def test_efforts_may_depend_on_the_state_and_batches_run_together() -> None:
    reduced = exam()

    def hold(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """Gravity compensated with no force on the constraint, and damped along it."""
        v = qd[..., 1:]
        return reduced.evaluate("torques", q, v, -3.0 * v, np.zeros(1))

    q2 = np.array([0.2, 1.0, 2.5])
    run = motion_of(reduced, hold, period=0.01, q=np.stack([BETA - q2, q2], axis=-1), v=[1.0])
    assert run.q.shape == (3, 101, 2)
    np.testing.assert_allclose(run.v[..., 0], np.broadcast_to(np.exp(-3 * run.t), (3, 101)), atol=1e-8)
    np.testing.assert_allclose(run.multiplier, 0, atol=1e-12)
    heavier = motion_of(reduced.with_parameters(a4=np.array([10.0, 15.696])), duration=0.1, period=0.01, q=reduced.start)
    np.testing.assert_allclose(heavier.q[1], motion_of(reduced, duration=0.1, period=0.01).q, atol=1e-15)


# ---------------------------------------------------------------- mistakes are sentences


def given_an_array() -> kl.Robot:
    return kl.load("two_r_exam", a1=np.array([0.9, 1.0]))


@pytest.mark.parametrize(
    ("constraint", "options", "error", "words"),
    [
        ("q1 + q2 - bta", {}, UnknownName, r"no name 'bta' .*did you mean 'beta'.*'two_r_exam' has: x, y, a1.*q2.*parameters="),
        ("q1 +* q2", {}, kl.KinloopError, "column 5"),
        ("beta - 1", {}, ConstraintError, "does not depend on the configuration; the coordinates are: q1, q2"),
        ("q1 + q2 = beta", {}, ConstraintError, r"equals sign; write the expression that is zero, as 'q1 \+ q2 - \(beta\)'"),
        (["q1", "q2"], {}, ConstraintError, "2 rows leaves no motion of 2 degrees of freedom"),
        ("x - 2", {}, ConstraintError, "no configuration was found that satisfies the constraint; from 30 starts"),
        (lambda q: q[0] ** 2, {}, ConstraintError, "its rows vanish, or depend on each other: the rank is 0, expected 1"),
        (lambda q: "q1", {}, ConstraintError, "gives str, expected CasADi SX"),
        (lambda q: ca.SX.sym("z") * q[0], {}, UnsupportedOperation, "depends on the symbol 'z'"),
        (3.0, {}, ConstraintError, "is 3.0, expected a text such as"),
        ("q1 + q2 - beta", {"pseudo_velocity": "2*q1 + 2*q2"}, ConstraintError, "do not complement the constraint"),
        ("q1 + q2 - beta", {"pseudo_velocity": ["q1", "q2"]}, ShapeError, r"shape \(2, 2\), expected \(1, 2\)"),
        ("q1 + q2 - beta", {"pseudo_velocity": [[1.0, 0.0, 0.0]]}, ShapeError, r"shape \(1, 3\), expected \(1, 2\)"),
        ("q1 - s", {"parameters": {"s": [1.0, 2.0]}}, ShapeError, r"'s' has shape \(2,\), expected a single number"),
        ("q1 - sin", {"parameters": {"sin": 1.0}}, kl.KinloopError, "cannot be a name in an expression"),
        ("q1 - 1", {"parameters": {"q2": 1.0}}, kl.KinloopError, "is a coordinate; choose another name"),
    ],
)
def test_a_bad_constraint_is_refused_in_words(constraint: Any, options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kl.reduce(kl.load("two_r_exam"), constraint, **options)


def test_other_mistakes_are_refused_in_words() -> None:
    with pytest.raises(ShapeError, match=r"expected single parameter values, given arrays of a1; reduce it"):
        kl.reduce(given_an_array(), "q1 + q2 - beta")
    with pytest.raises(ShapeError, match="expected single parameter values"):
        exam().with_parameters(a1=np.array([0.9, 1.0])).equilibria()
    with pytest.raises(ConstraintError, match=r"is off row 0 of the constraint by 0.707 .*consistent"):
        exam().inertia([1.0, BETA])
    with pytest.raises(kl.KinloopError, match=r"v\[0\] is nan"):
        exam().forward_dynamics(exam().start, [np.nan], [0.0, 0.0])
    with pytest.raises(UnsupportedOperation, match=r"Reduced\.simulate is now kl\.simulate\(reduced, tau"):
        exam().simulate(1.0, 0.1)
    with pytest.raises(ShapeError, match="whole number of periods"):
        motion_of(exam(), period=0.3)
    with pytest.raises(ConstraintError, match="the initial configuration is off the constraint"):
        motion_of(exam(), q=[0.0, 0.0])
    with pytest.raises(ConstraintError, match=r"the initial rates are off the constraint by"):
        kl.simulate(exam(), None, duration=1.0, period=0.1, qd=[1.0, 0.0])
    with pytest.raises(UnknownName, match="no form 'full'"):
        motion_of(exam(), form="full")
    with pytest.raises(ShapeError, match="tolerance is 2, expected None or a number between 0 and 1"):
        motion_of(exam(), tolerance=2)
    with pytest.raises(UnsupportedOperation, match="a robot under a constraint takes no sensors, recording"):
        kl.simulate(exam(), None, duration=1.0, period=0.1, sensors=kl.Sensors(), recording=kl.Recording())  # type: ignore[call-overload]
    with pytest.raises(UnsupportedOperation, match="but the controller is the law ComputedTorque"):
        kl.simulate(exam(), kl.ComputedTorque(1.0, 1.0), duration=1.0, period=0.1)
    with pytest.raises(ShapeError, match=r"the plant of a robot under a constraint is 'mujoco', expected kl\.Constrained"):
        kl.simulate(exam(), None, duration=1.0, period=0.1, plant="mujoco")  # type: ignore[call-overload]
    with pytest.raises(UnsupportedOperation, match=r"stabilisation is 5\.0 for the form 'reduced'"):
        motion_of(exam(), stabilisation=5.0)
    with pytest.raises(ShapeError, match="with a tolerance there is one motion"):
        motion_of(exam(), v=np.zeros((3, 1)), tolerance=1e-10)
    with pytest.raises(UnsupportedOperation, match="not the derivatives of positions"):
        kl.reduce(kl.load("two_r_exam"), "q1 + q2 - beta", lambda q: ca.horzcat(ca.SX(0), 1 + q[0] ** 2)).state([0.1])
    with pytest.raises(UnknownName, match="no formula 'bais'"):
        exam().equations("bais")
