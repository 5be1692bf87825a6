"""A tree's inertia factored body by body, against elimination in the matrix itself."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from motion import evaluate_formula

import kinloop as kl
from kinloop.errors import SingularConfiguration
from kinloop.model.dynamics.articulated_bodies import ArticulatedBodies, is_long
from kinloop.model.dynamics.tree import grow
from kinloop.model.dynamics.tree_dynamics import TreeModel
from kinloop.model.formulas.compiled_formulas import CompiledFormulas

pytest.importorskip("pinocchio", reason="random trees are described for Pinocchio too (it has no Windows wheel)")

from random_trees import random_chain, random_tree

Array = np.ndarray


def pivots(M: Array, order: list[int]) -> Array:
    """Pivots of elimination, the last coordinate of ``order`` first, by rate."""
    left, found = M[np.ix_(order, order)].copy(), np.empty(len(order))
    for k in reversed(range(len(order))):
        found[order[k]] = left[k, k]
        left[:k, :k] -= np.outer(left[:k, k], left[k, :k]) / left[k, k]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_it_solves_with_the_inertia_and_has_the_pivots_of_elimination(seed: int) -> None:
    mechanism = random_tree(seed).mechanism
    model = TreeModel(grow(mechanism))
    tree = model.tree
    b = ca.SX.sym("b", tree.nv)
    bodies = ArticulatedBodies(model)
    found = [bodies.margin(-1.0, 1e9 * (1 - ca.SX.eye(tree.nv)[:, k])) for k in range(tree.nv)]  # of rate k alone
    function = ca.Function("f", [model.q, b], [model.inertia, bodies.solve(b), ca.vertcat(*found)])
    random = np.random.default_rng(seed)
    q = random.uniform(-2, 2, tree.nq)
    for joint in tree.joints:
        if joint.motion.has_quaternion:
            q[joint.q] /= np.linalg.norm(q[joint.q])
    given = random.standard_normal(tree.nv)
    M, solved, left = (np.asarray(each.full()) for each in function(q, given))
    expected = np.linalg.solve(M, given)
    np.testing.assert_allclose(solved[:, 0], expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    np.testing.assert_allclose(left[:, 0], pivots(M, tree.depth_order), rtol=1e-11)


def test_steps_are_proportional_to_the_joints_of_a_chain() -> None:
    lengths = [len(CompiledFormulas(random_chain(joints).mechanism).tape("forward_dynamics").steps) for joints in (30, 60, 90)]
    assert lengths[2] - lengths[1] < 1.1 * (lengths[1] - lengths[0])


def test_short_arms_and_many_short_legs_keep_the_matrix() -> None:
    assert not is_long(CompiledFormulas(kl.load("six_r").mechanism).model.tree_model)
    legs = [f"{name}{k}" for k in range(12) for name in "abc"]
    parents = ["base" if name[0] == "a" else f"{'ab'['bc'.index(name[0])]}{name[1:]}" for name in legs]
    mechanism = kl.Mechanism(
        name="spider",
        links=tuple(kl.Link(name=name, mass=1.0, inertia=(0.1, 0.1, 0.1, 0, 0, 0)) for name in legs),
        joints=tuple(
            kl.Joint(name=f"j{name}", kind="revolute", parent=parent, child=name)
            for name, parent in zip(legs, parents, strict=True)
        ),
    )
    assert not is_long(TreeModel(grow(mechanism)))
    assert is_long(TreeModel(grow(random_chain(20).mechanism)))


def pendulums(count: int, last: float = 1.0) -> kl.Mechanism:
    """Links of 1 m and point masses in one plane; the last has another mass."""
    masses = [*[1.0] * (count - 1), last]
    return kl.Mechanism(
        name=f"pendulums{count}",
        gravity=(0, -9.81, 0),
        links=tuple(kl.Link(name=f"link{k}", mass=mass, com=(1, 0, 0)) for k, mass in enumerate(masses)),
        joints=tuple(
            kl.Joint(
                name=f"j{k}",
                kind="revolute",
                parent=f"link{k - 1}" if k else "base",
                child=f"link{k}",
                origin=kl.Pose(xyz=(1 if k else 0, 0, 0)),
            )
            for k in range(count)
        ),
    )


def test_a_long_chain_of_point_masses_accelerates_as_lagranges_equations_say() -> None:
    """In absolute angles ``a``: ``sum_j m_ij cos(a_i - a_j) a_j'' + m_ij sin(a_i - a_j) a_j'^2 = -g n_i cos(a_i)``."""
    count = 20
    robot = kl.load(pendulums(count))
    assert is_long(robot.models.formulas.model.tree_model)
    random = np.random.default_rng(0)
    q, qd = random.uniform(-1, 1, (2, count))
    angle, rate = np.cumsum(q), np.cumsum(qd)
    beyond = count - np.maximum.outer(np.arange(count), np.arange(count))
    difference = np.subtract.outer(angle, angle)
    weight = -9.81 * (count - np.arange(count)) * np.cos(angle)
    absolute = np.linalg.solve(beyond * np.cos(difference), weight - (beyond * np.sin(difference)) @ rate**2)
    found = evaluate_formula(robot, "forward_dynamics", q[None], qd[None], np.zeros((1, count)))[0][0]
    np.testing.assert_allclose(np.cumsum(found), absolute, rtol=0, atol=1e-11 * np.abs(absolute).max())


def test_a_long_chain_whose_last_link_has_no_mass_is_refused() -> None:
    robot = kl.load(pendulums(20, last=0.0))
    still = np.zeros(20)
    with pytest.raises(SingularConfiguration, match="leave the accelerations open"):
        robot.forward_dynamics(still, still, still)
    assert np.isnan(robot.forward_dynamics(still[None], still, still).qdd).all()
