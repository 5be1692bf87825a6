"""[Aissani2021] chapter 6: four PD loops on the SCARA robot PRRR, and computed torque instead.

Gains (6.1) in the order d4, theta1, theta2, theta3. Masses, lengths and the Cartesian motion are those of the library's
description, since the thesis prints none; with gravity along z and without.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.studies.aissani.settings import SCARA_KD as KD
from kinloop.studies.aissani.settings import SCARA_KP as KP
from kinloop.studies.aissani.settings import SCARA_MASS as MASS
from kinloop.studies.aissani.settings import SCARA_PATH as PATH
from kinloop.studies.aissani.settings import scara
from kinloop.studies.aissani.settings import scara_start as start
from kinloop.studies.framework.continuous_time import extrapolate

Array = np.ndarray
FOUR_LOOPS = kl.PD(KP, KD)


def follow(law: kl.Law, gravity: bool, duration: float = 5.0, period: float = 1e-3, **options: Any) -> kl.Record:
    return kl.simulate(scara(gravity), law, PATH, duration=duration, period=period, q=start(), **options)


def joint_error(run: kl.Record) -> Array:
    return np.asarray(run.q_ref - run.q)


def test_gravity_makes_the_slide_sag_by_the_weight_over_its_gain() -> None:
    """108 mm, more than the way of the motion. The joints about the vertical do not feel gravity at all."""
    with_gravity, without = (follow(FOUR_LOOPS, gravity, duration=20.0) for gravity in (True, False))
    np.testing.assert_allclose(joint_error(with_gravity)[-1], [MASS * 9.81 / KP[0], 0, 0, 0], atol=1e-9)
    np.testing.assert_allclose(joint_error(without)[-1], 0, atol=1e-9)
    np.testing.assert_allclose(with_gravity.error[-1, 2], 0.10791, atol=1e-9)
    np.testing.assert_array_equal(with_gravity.q[:, 1:], without.q[:, 1:])


def test_the_loops_follow_the_motion_and_the_weak_ones_least() -> None:
    """Figures 6.7 and 6.8. Along the motion the loops of theta2 and theta3, with a hundredth and a thousandth of the gain of
    theta1, lag 40 times as much."""
    largest = np.abs(joint_error(follow(FOUR_LOOPS, gravity=False))).max(axis=0)
    assert largest[0] < 5e-4
    assert largest[1] < 2e-4
    assert (largest[2:] > 30 * largest[1]).all()
    assert largest.max() < 5e-3


def test_the_loop_of_theta1_is_the_only_one_that_oscillates() -> None:
    """The thesis calls the movement jerky. With the others held, theta1 has the damping ratio Kd/(2 sqrt(Kp M11)) = 0.037; the
    others' dampers share in its motion and make it 0.15. All other poles are real."""
    M = scara().inertia(start())
    design = kl.joint_design(scara(), start())
    alone = {name: design[name].under(kp, kd).damping_ratio for name, kp, kd in zip(scara().active, KP, KD, strict=True)}
    np.testing.assert_allclose(list(alone.values()), KD / (2 * np.sqrt(KP * np.diag(M))), rtol=1e-12)
    assert [name for name, ratio in alone.items() if ratio < 1] == ["theta1"]
    np.testing.assert_allclose(alone["theta1"], 0.0371, atol=1e-4)
    poles = kl.pid_loop(scara(), start(), KP, KD).eigenvalues
    pair = poles[poles.imag != 0]
    assert len(pair) == 2
    np.testing.assert_allclose(-pair[0].real / abs(pair[0]), 0.1514, atol=1e-4)
    # The same from M thetadd + Kd thetad + Kp theta = 0, written out.
    written = np.block([[np.zeros((4, 4)), np.eye(4)], [-np.linalg.solve(M, np.diag(KP)), -np.linalg.solve(M, np.diag(KD))]])
    np.testing.assert_allclose(np.sort_complex(np.linalg.eigvals(written)), np.sort_complex(poles), rtol=1e-9)


def test_a_push_shows_the_oscillation_of_theta1() -> None:
    """After a push of 10 ms theta1 swings at the frequency of its pair of poles, and decays as the discrete matrix says."""
    period = 1e-3
    loop = kl.sampled_loop(scara(False), FOUR_LOOPS, start(), period)
    values, left = np.linalg.eig(loop.matrix.T)  # left eigenvectors: the motion in each mode alone
    k = int(np.argmax(values.imag))
    pole = np.log(values[k]) / period
    hold = kl.Quintic(PATH(0.0).x, PATH(0.0).x, 1.0)
    push = kl.Environment(pulses=(kl.Pulse([0.0, 1e-4, 0, 0, 0, 0], start=0.0, duration=0.01),))
    run = kl.simulate(scara(False), FOUR_LOOPS, hold, duration=1.0, period=period, q=start(), environment=push)
    after = run.t >= 0.01
    mode = np.concatenate([run.q - start(), run.qd], axis=1)[after][:300] @ left[:, k]
    np.testing.assert_allclose(np.log(mode[1:] / mode[:-1]) / period, pole, rtol=1e-4)
    rate = run.qd[after][:300, 1]
    turns = np.flatnonzero(rate[1:] * rate[:-1] < 0)
    assert len(turns) >= 4
    np.testing.assert_allclose(np.diff(turns)[:3].mean() * period, np.pi / pole.imag, rtol=0.1)  # other modes move the turns


def test_computed_torque_follows_without_error_and_without_sag() -> None:
    """Kp = 100 and (5.32), with gravity. In continuous time the error is zero to 1e-9; at 1 ms the hold leaves 20 um."""
    law, periods, errors = kl.ComputedTorque(100.0, 20.0), (4e-3, 2e-3, 1e-3, 5e-4), []
    for period in periods:
        run = follow(law, gravity=True, period=period)
        errors.append(joint_error(run)[:: round(periods[0] / period)])
    assert np.abs(extrapolate(errors)).max() < 1e-9
    sizes = [np.abs(each).max() for each in errors]
    np.testing.assert_allclose(np.array(sizes[:-1]) / sizes[1:], 2, rtol=0.02)
    assert np.abs(run.error[:, :3]).max() < 2e-5


@pytest.mark.parametrize("law", [FOUR_LOOPS, kl.ComputedTorque(100.0, 20.0)], ids=["four loops", "computed torque"])
def test_mujoco_moves_as_the_native_plant(law: kl.Law) -> None:
    pytest.importorskip("mujoco")
    native, engine = (follow(law, True, duration=1.0, plant=plant) for plant in ("native", "mujoco"))
    assert np.abs(native.q - engine.q).max() < 1e-8
    assert np.abs(native.q - native.q[0]).max() > 0.04
