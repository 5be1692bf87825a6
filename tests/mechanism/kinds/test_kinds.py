"""Each kind of joint and loop and each friction law is one object, and every format and engine answers for all of them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import kinloop as kl
from kinloop.mechanism.formats.mjcf import mjcf_bodies, mjcf_closures
from kinloop.mechanism.kinds.elementary import NO_UNIT
from kinloop.mechanism.kinds.friction_laws import FRICTION_LAWS
from kinloop.mechanism.kinds.joint_kinds import ELEMENTARY, JOINT_KINDS
from kinloop.mechanism.kinds.loop_kinds import LOOP_KINDS, Ends
from kinloop.simulation.engines.exudyn import exudyn_loops, exudyn_system

MOTIONS = {name for name, motion in ELEMENTARY.items() if motion.units}
TABLES = {
    "MJCF's joints": (MOTIONS, mjcf_bodies.TYPES, mjcf_bodies.REFUSED),
    "MJCF's equalities": (set(LOOP_KINDS), mjcf_closures.EQUALITIES, mjcf_closures.REFUSED),
    "Exudyn's joints": (MOTIONS, exudyn_system.HELD, exudyn_system.REFUSED),
    "Exudyn's loops": (set(LOOP_KINDS), exudyn_loops.LOOP_HELD, {}),
}


@pytest.mark.parametrize("table", TABLES)
def test_every_kind_has_an_entry_or_a_refusal_in_words(table: str) -> None:
    kinds, entries, refusals = TABLES[table]
    assert set(entries) | set(refusals) == kinds
    assert not set(entries) & set(refusals)
    assert all(len(sentence.split()) > 5 for sentence in refusals.values())


@pytest.mark.parametrize("kind", JOINT_KINDS.values(), ids=JOINT_KINDS)
def test_the_names_and_units_of_a_joint_agree_with_its_motion(kind: object) -> None:
    definition = JOINT_KINDS[kind.name]  # type: ignore[attr-defined]
    rates = definition.rate_suffixes or definition.suffixes
    assert len(definition.suffixes) == len(definition.units) == len(definition.start)
    assert len(rates) == len(definition.rate_units) == len(set(rates))
    assert definition.units.count(NO_UNIT) in (0, 4)
    assert sum(definition.start) == definition.has_quaternion
    assert {name for name, _ in definition.elements} <= ELEMENTARY.keys()


@pytest.mark.parametrize("name", sorted(MOTIONS))
def test_the_twist_of_a_motion_is_the_rate_of_its_place(name: str) -> None:
    """At random coordinates, axes and pitches: the place's derivative along the motion is the twist, in the body's axes."""
    random = np.random.default_rng(5)
    motion = replace(ELEMENTARY[name], axis=ca.SX([2, -3, 6]) / 7)
    if isinstance(motion.advance, str):
        motion = replace(motion, advance=ca.SX(0.3))
    q, v = ca.SX.sym("q", len(motion.units)), ca.SX.sym("v", len(motion.rate_units))
    R, p = motion.place(ca.SX.eye(3), ca.SX.zeros(3), q)
    rate = motion.position_rate(q, v)
    R_rate, p_rate = (ca.reshape(ca.jtimes(ca.vec(part), q, rate), part.shape) for part in (R, p))
    linear, angular = motion.twist(v)
    turning = R.T @ R_rate
    found = ca.vertcat(R.T @ p_rate, turning[2, 1], turning[0, 2], turning[1, 0])
    units = ca.horzcat(*(ca.vertcat(*twist) for twist in motion.unit_twists()))
    force, moment = ca.SX([0.4, -1, 2]), ca.SX([3, 0.1, -0.7])
    power = ca.dot(motion.effort(force, moment), v) - ca.dot(force, linear) - ca.dot(moment, angular)
    differences = ca.vertcat(found - ca.vertcat(linear, angular), units @ v - found, power)
    numbers = random.standard_normal(q.numel())
    numbers = numbers / np.linalg.norm(numbers) if motion.has_quaternion else numbers
    result = ca.Function("f", [q, v], [differences])(numbers, random.standard_normal(v.numel()))
    np.testing.assert_allclose(result.full(), 0, atol=1e-14)


@pytest.mark.parametrize("name", LOOP_KINDS)
def test_the_rows_of_a_loop_vanish_where_it_is_closed_and_are_as_many_as_it_says(name: str) -> None:
    kind = LOOP_KINDS[name]
    R, p, axis = ca.SX.eye(3), ca.SX([0.1, 0.2, 0.3]), ca.SX([0, 0, 1])
    other = ca.SX([0, 1, 0]) if name == "universal" else axis
    apart = ca.SX([0.5, 0, 0]) if kind.has_length else ca.SX.zeros(3)
    rows = kind.rows(Ends(R, p, R, p + apart, axis, other, ca.SX(0.5)))
    assert len(rows) == len(kind.units) == kind.lengths + kind.angles
    np.testing.assert_allclose([float(row) for _, row in rows], 0, atol=1e-15)
    if kind.sense is not None:
        assert float(kind.sense(Ends(R, p, R, p, axis, other))) > 0


@pytest.mark.parametrize("name", FRICTION_LAWS)
def test_friction_takes_energy_and_is_odd_in_the_rate(name: str) -> None:
    law = FRICTION_LAWS[name]
    numbers = dict(zip(law.keys, (0.3, 1.2, 1.7, 0.05, 0.2), strict=False))
    v = np.linspace(-2, 2, 801)
    effort = law.effort(numbers, v, np)
    assert np.all(effort * v >= 0)
    np.testing.assert_allclose(effort, -effort[::-1], atol=1e-15)
    assert law.is_dry(numbers)
    assert not law.is_dry(dict.fromkeys(law.levels, 0.0))


def test_describing_joints_loops_and_friction_loads_no_casadi() -> None:
    program = "import sys; from kinloop.mechanism.parts import parts, units; print('casadi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_law_that_does_not_exist_is_refused_in_words() -> None:
    with pytest.raises(kl.errors.DescriptionError, match="law: expected 'coulomb' or 'stribeck'"):
        kl.Friction(law="oil")
