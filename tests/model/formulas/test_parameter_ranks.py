"""The ranks of closures belong to a set of lengths and to a component of the configuration space."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from machines import robot_named
from shaky import CRANK, UNFIT, as_parallelograms, bennett, folded, geared_rhombi, three_cranks

import kinloop as kl

Array = np.ndarray
QUESTIONS: dict[str, Callable[[kl.Robot, Array], Any]] = {
    "forward velocity": lambda r, q: r.forward_velocity(q, np.ones(r.n_active)).qd,
    "inverse velocity": lambda r, q: r.inverse_velocity(q, [1.0]).qd,
    "forward acceleration": lambda r, q: r.forward_acceleration(q, 0 * q, np.ones(r.n_active)).qdd,
    "inverse acceleration": lambda r, q: r.inverse_acceleration(q, 0 * q, [1.0]).qdd,
    "efforts of active accelerations": lambda r, q: r.inverse_dynamics(q, 0 * q, np.ones(r.n_active)),
    "efforts of all accelerations": lambda r, q: r.inverse_dynamics(q, 0 * q, 0 * q),
    "inertia": lambda r, q: r.inertia(q),
    "bias": lambda r, q: r.bias(q, 0 * q),
    "task jacobian": lambda r, q: r.task_jacobian(q),
    "inverse jacobian": lambda r, q: r.inverse_jacobian(q),
    "singularity": lambda r, q: r.singularity(q).nearness["type 2"],
    "linearisation": lambda r, q: r.linearise(q, 0 * q, np.zeros(r.n_active)).A,
    "stiffness": lambda r, q: r.stiffness(q, np.ones(r.n_active)).stiffness,
}


@cache
def cranks(third: float = CRANK) -> kl.Robot:
    return kl.load(three_cranks(third))


@cache
def rhombi(component: str) -> kl.Robot:
    return kl.load(geared_rhombi(folded(1.0, 0.7) if component == "folded" else as_parallelograms(0.8)))


def closed_unfit() -> Array:
    """The configuration of the third crank of 0.3 m to rounding, by Newton's method on the loops as they are read in the
    plane."""

    def gaps(q: Array) -> Array:
        a, beam, b1, b2 = q
        tip = CRANK * np.exp(1j * a)
        one = tip + 0.2 * np.exp(1j * (a + beam)) - 0.2 - CRANK * np.exp(1j * b1)
        two = tip + 0.4 * np.exp(1j * (a + beam)) - 0.4 - 0.3 * np.exp(1j * b2)
        return np.array([one.real, one.imag, two.real, two.imag])

    q = np.array(UNFIT)
    for _ in range(5):
        slope = np.array([(gaps(q + h) - gaps(q - h)) / 2e-6 for h in 1e-6 * np.eye(4)]).T
        q = q - np.linalg.solve(slope, gaps(q))
    return q


@pytest.mark.parametrize("what", [name for name in QUESTIONS if name != "singularity"])
def test_a_crank_that_does_not_fit_leaves_no_motion_and_no_answer(what: str) -> None:
    """Four equations for four angles: a structure."""
    with pytest.raises((kl.SingularConfiguration, kl.UnsupportedOperation)):
        QUESTIONS[what](cranks().with_parameters(third=0.3), closed_unfit())


def test_a_structure_is_called_immobile() -> None:
    found = cranks().with_parameters(third=0.3).singularity(closed_unfit())
    assert found.kind == "immobile"
    assert found.dof == 0


@pytest.mark.parametrize("what", QUESTIONS)
def test_of_many_machines_those_that_do_not_fit_have_no_answer(what: str) -> None:
    many = cranks().with_parameters(third=np.array([0.3, CRANK]))
    found = QUESTIONS[what](many, np.array([closed_unfit(), cranks().start]))
    assert np.isnan(found[0]).any()
    np.testing.assert_array_equal(found[1], QUESTIONS[what](cranks(), cranks().start))


def test_forward_dynamics_of_a_structure_is_at_rest() -> None:
    for robot in (cranks().with_parameters(third=0.3), cranks(0.3)):
        np.testing.assert_allclose(robot.forward_dynamics(closed_unfit(), np.zeros(4), [0.7]).qdd, 0.0, atol=1e-9)


def test_lengths_that_fit_give_a_structure_its_motion() -> None:
    """Described with a crank that does not fit: no degree of freedom. Made equal it moves as the machine described so."""
    robot, q = cranks(0.3).with_parameters(third=CRANK), cranks().start
    np.testing.assert_allclose(robot.inertia(q), cranks().inertia(q), rtol=1e-12)
    np.testing.assert_allclose(robot.forward_velocity(q, [2.0]).qd, 2.0 * np.array([1, -1, 1, 1]), rtol=1e-12)
    assert robot.singularity(q).kind == "regular"


def test_masses_and_lengths_of_the_same_ranks_share_the_code() -> None:
    robot = robot_named("delta_parallelograms")
    assert robot.with_parameters(m_p=2.0).models.formulas is robot.models.formulas
    assert robot.with_parameters(l=1.3).models.formulas is robot.models.formulas
    assert robot.with_parameters(l=np.array([1.2, 1.3])).models.formulas is robot.models.formulas


def test_other_ranks_survive_copies_and_pickles() -> None:
    robot, q = cranks(0.3).with_parameters(third=CRANK), cranks().start
    for again in (copy.deepcopy(robot), pickle.loads(pickle.dumps(robot)), robot.with_threads(1)):
        np.testing.assert_array_equal(again.inertia(q), robot.inertia(q))


@pytest.mark.parametrize("what", [name for name in QUESTIONS if name != "stiffness"])
def test_off_the_start_component_with_more_degrees_of_freedom_nothing_is_claimed(what: str) -> None:
    """Folded, the rhombi have two degrees of freedom, and two actuators say how they move; as parallelograms they have one."""
    with pytest.raises(kl.SingularConfiguration, match="fewer degrees of freedom"):
        QUESTIONS[what](rhombi("folded"), np.array(as_parallelograms(0.8)))


def test_forward_dynamics_is_the_same_from_either_component() -> None:
    q, tau = np.array(as_parallelograms(0.8)), [0.3, -0.1]
    expected = rhombi("parallelograms").forward_dynamics(q, np.zeros(6), tau).qdd
    np.testing.assert_allclose(rhombi("folded").forward_dynamics(q, np.zeros(6), tau).qdd, expected, rtol=1e-8)
    np.testing.assert_allclose(expected, expected[0] * np.array([1, 1, 1, -1, 1, -1]), rtol=1e-9)


def test_each_component_has_its_own_mobility() -> None:
    for component, dof in (("folded", 2), ("parallelograms", 1)):
        found = kl.check(rhombi(component).mechanism).mobility
        assert found is not None
        assert found.dof == dof
        assert rhombi(component).singularity(rhombi(component).start).kind == "regular"


def test_off_the_start_component_with_fewer_degrees_of_freedom_it_is_singular() -> None:
    q = np.array(folded(1.0, 0.7))
    assert rhombi("parallelograms").singularity(q).kind == "configuration-space"
    qd = rhombi("parallelograms").forward_velocity(q, [1.0, 0.5]).qd  # all rows agree with them
    np.testing.assert_allclose(qd, [1.0, 0.5, 0, 1.0, 0, 0.5], atol=1e-12)


def test_bennetts_linkage_with_other_twists_is_refused() -> None:
    robot = kl.load(bennett())
    assert robot.forward_velocity(robot.start, [1.0]).qd[2] == pytest.approx(-1.0)
    with pytest.raises(kl.LoopNotClosed):
        robot.with_parameters(beta=0.95).forward_velocity(robot.start, [1.0])
    with pytest.raises(kl.DescriptionError, match="cannot be kept"):
        robot.with_parameters(beta=0.95).start  # noqa: B018 for its error


def test_runs_with_lengths_that_do_not_fit_are_at_rest_or_marked() -> None:
    """A law that computes with a model has no answer for a structure."""
    robot = cranks()
    many = kl.rollouts(
        robot,
        None,
        duration=0.02,
        period=1e-3,
        vary={"third": [CRANK, 0.3], "q": np.array([robot.start, closed_unfit()])},
    )
    assert many.status[0] == kl.RunStatus.COMPLETE
    if many.status[1] == kl.RunStatus.COMPLETE:
        np.testing.assert_allclose(many.q[1], np.broadcast_to(closed_unfit(), many.q[1].shape), atol=1e-9)


def test_a_reduction_keeps_to_the_ranks_that_it_was_derived_for() -> None:
    """Three cranks on a slide: two degrees of freedom, of which a constraint leaves one; none is left where the third does not
    fit."""
    alone = three_cranks()
    slide = kl.Joint(name="s", kind="prismatic", parent="base", child="cart", axis=(1, 0, 0))
    joints = (slide, *(joint.model_copy(update={"parent": joint.parent.replace("base", "cart")}) for joint in alone.joints))
    links = (kl.Link(name="cart", mass=0.4), *alone.links)
    robot = kl.load(alone.model_copy(update={"name": "cranks_on_a_slide", "joints": joints, "links": links}))
    reduced = kl.reduce(robot, "s - 0.1*a")
    np.testing.assert_allclose(
        np.abs(reduced.velocity(reduced.start, [1.0])[1:]), np.abs(reduced.velocity(reduced.start, [1.0])[1])
    )
    with pytest.raises(kl.ConstraintError, match="other ranks"):
        reduced.with_parameters(third=0.3)
    many = reduced.with_parameters(third=np.array([CRANK, 0.3]))
    q = np.array([reduced.start, [0.1 * UNFIT[0], *closed_unfit()]])
    q[1, 0] = 0.1 * q[1, 1]
    found = many.inertia(q)
    np.testing.assert_array_equal(found[0], reduced.inertia(reduced.start))
    assert np.isnan(found[1]).all()


def test_with_more_actuators_than_degrees_of_freedom_all_rows_judge_too() -> None:
    """The first two cranks are driven: efforts are shared, and there are none where the third crank does not fit."""
    alone = three_cranks()
    joints = tuple(joint.model_copy(update={"actuated": joint.name in ("a", "b1")}) for joint in alone.joints)
    robot = kl.load(alone.model_copy(update={"name": "driven_cranks", "joints": joints}))
    many = robot.with_parameters(third=np.array([CRANK, 0.3]))
    a, beam, b1, b2 = closed_unfit()
    assert robot.mechanism.coordinates == ("a", "b1", "beam", "b2")
    q = np.array([robot.start, [a, b1, beam, b2]])
    for found in (many.inertia(q), many.bias(q, 0 * q), many.inverse_dynamics(q, 0 * q, 0 * q)):
        assert np.isfinite(found[0]).all()
        assert np.isnan(found[1]).all()
    assert np.isnan(many.forward_velocity(q, np.ones(2)).qd[1]).all()
    np.testing.assert_allclose(many.forward_velocity(q, np.ones(2)).qd[0], [1, 1, -1, 1], atol=1e-12)


def test_a_structure_is_simulated_from_a_configuration_that_is_given() -> None:
    """A plant whose third crank does not fit; the described start does not exist for it."""
    q = closed_unfit()
    run = kl.simulate(cranks(), None, duration=0.01, period=1e-3, plant=kl.Native(parameters={"third": 0.3}), q=q)
    assert run.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(run.q, np.broadcast_to(q, run.q.shape), atol=1e-12)
