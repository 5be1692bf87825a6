"""Crossing a Type 2 singularity as [DemuttiRosi2020] (chapter 4) and [LeePalma] (III-D, V-F) tried it: a trajectory of the tool
that meets the criterion, the active joints of its samples by the inverse model, and splines through these that drive the joints.
Both report forces of 1e7 N and more, and a machine that flips between assembly modes; [LeePalma] concludes that ADAMS cannot
model it.

Why it fails, and no engine could do better. On the Biglide q1 - q2 is largest where the rods are one line: there, for a tool that
is beside the line by x,

    q1 - q2 = s - k x^2,   s = sqrt(4 l^2 - d^2),   k = 8 l^2 / s^3 .

A crossing touches that limit and turns back; a spline misses it by an error e of its own. Above the limit no configuration closes
the loop. Below it by e, the tool comes no nearer than sqrt(e/k), turns back there in the assembly mode that it came in, and its
efforts peak as 1/e: the finer the samples, the larger the peak. The tool's own trajectory knows nothing of this.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.simulation.loop.inverse_simulation import prescribe_motion
from kinloop.studies.biglide.biglide_paths import REST, TAN, S, chapter_4, d, l, path_of_lee_palma
from kinloop.studies.biglide.crossing_runs import joint_splines, overshoot, slides

Array = np.ndarray


@cache
def joints(respects: bool, kind: Literal["cubic", "akima"], samples: int, beside: bool) -> kl.Spline:
    """Splines of the slides: with a sample on the singular instant, as [DemuttiRosi2020] has it, or with it in the middle between
    two."""
    if beside:
        return joint_splines(chapter_4(respects), samples, kind)
    t = np.linspace(0, 4, samples)
    return kl.Spline(t, slides(chapter_4(respects)(t).x), kind=kind, space="active")


def test_q1_minus_q2_is_largest_where_the_rods_are_one_line() -> None:
    x = np.linspace(-1e-3, 1e-3, 5)
    apart = slides(np.stack([x, np.ones(5)], axis=-1)) @ [1.0, -1.0]
    np.testing.assert_allclose(apart, S - 8 * l**2 / S**3 * x**2, atol=1e-11)  # the next term is of x^4


# ------------------------------------------------------------------ the tool's own trajectory


@pytest.mark.parametrize("respects", [True, False])
def test_the_motion_through_the_points_is_two_stacked_quintics(respects: bool) -> None:
    """As the report has it: one from the start to the singular point, one from there to the end."""
    at_crossing = ((0.0, 1.0), (-0.05, 0.375), (0.1, 0.1 * TAN if respects else 0.0))
    first = kl.Quintic((0.1, 0.3), at_crossing[0], 2.0, REST, at_crossing[1], REST, at_crossing[2])
    second = kl.Quintic(at_crossing[0], (-0.1, 1.8), 2.0, at_crossing[1], REST, at_crossing[2], REST)
    path, t = chapter_4(respects), np.linspace(0, 2, 101)
    for name in ("x", "xd", "xdd", "xddd"):
        np.testing.assert_allclose(getattr(path(t[:-1]), name), getattr(first(t[:-1]), name), atol=1e-12)
        np.testing.assert_allclose(getattr(path(2 + t), name), getattr(second(t), name), atol=1e-12)
    np.testing.assert_array_equal(path.knots, [0.0, 2.0, 4.0])


def test_the_task_that_meets_the_criterion_crosses_with_a_few_newtons() -> None:
    run = prescribe_motion(robot_named("biglide"), chapter_4(True), duration=4.0, period=0.01)
    assert run.status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(run.x[-1], [-0.1, 1.8], atol=1e-12)
    assert np.abs(run.tau).max() < 10.0
    (event,) = run.events
    assert (event.kind, event.time) == ("crossing", pytest.approx(2.0, abs=1e-9))
    assert "where the jerk jumps" in event.message  # two limits, 6.3 N and 9.5 N
    np.testing.assert_array_equal(run.mode["assembly"][[0, -1], 0], [-1, 1])


def test_the_task_that_misses_the_criterion_takes_efforts_that_grow_as_the_inverse_of_the_time_left() -> None:
    """Sampled at mid-intervals, never on the singular instant itself."""
    robot = robot_named("biglide")
    path, peaks = chapter_4(False), []
    for period in (0.04, 0.004):  # 2 s is a whole number of both
        t = np.arange(period / 2, 4, period)
        run = prescribe_motion(robot, path, duration=4.0, period=period / 2)
        middle = run.tau[1::2]
        assert len(middle) == len(t)
        peaks.append(np.abs(middle).max())
        (event,) = run.events
        assert event.kind == "criterion"
    assert peaks[0] > 10
    assert peaks[1] / peaks[0] == pytest.approx(10, rel=0.2)


# ------------------------------------------------------------------ the joints, splined


@pytest.mark.parametrize("respects", [True, False])
@pytest.mark.parametrize("kind", ["cubic", "akima"])
@pytest.mark.parametrize("samples", [101, 401])
def test_with_a_sample_on_the_singular_instant_no_spline_leads_across(respects: bool, kind: Any, samples: int) -> None:
    """There two configurations meet, and the joints do not say which is to come; coarse ones even leave the loop open before."""
    spline = joints(respects, kind, samples, beside=False)
    run = prescribe_motion(robot_named("biglide"), spline, duration=4.0, period=0.01)
    assert run.status == kl.RunStatus.DIVERGED
    (event,) = run.events
    assert event.kind == "type 2"
    assert 1.98 < event.time <= 2.0
    assert run.t[-1] == pytest.approx(np.floor(event.time / 0.01) * 0.01, abs=0.0101)
    np.testing.assert_array_equal(run.mode["assembly"], -1)
    np.testing.assert_allclose(run.x[:-5], chapter_4(respects)(run.t[:-5]).x, atol=5e-4)  # exact until then


@pytest.mark.parametrize("samples", [51, 101, 201])
def test_above_the_limit_no_configuration_closes_the_loop(samples: int) -> None:
    """Cubic splines between samples: the error of the fourth power of the interval is above."""
    spline = joints(True, "cubic", samples, beside=True)
    e = overshoot(spline, 2.0)
    assert e == pytest.approx(1.23e-7 * (50 / (samples - 1)) ** 4, rel=0.2)
    run = prescribe_motion(robot_named("biglide"), spline, duration=4.0, period=0.01)
    (event,) = run.events
    assert event.kind == "type 2"
    assert "there is no configuration" in event.message
    # q1 - q2 = s + e - k (0.05 t)^2 is at the limit this long before the middle.
    assert 2.0 - event.time == pytest.approx(np.sqrt(e / (8 * l**2 / S**3)) / 0.05, rel=0.1)


def test_below_the_limit_the_tool_turns_back_and_finer_samples_make_it_worse() -> None:
    """Akima's splines between samples: 0.04 s to 0.005 s apart. At 2 s, where the tool is nearest, a sample of the record."""
    robot = robot_named("biglide")
    peaks, errors = [], []
    for samples in (101, 201, 401, 801):
        spline = joints(True, "akima", samples, beside=True)
        errors.append(-overshoot(spline, 2.0))
        run = prescribe_motion(robot, spline, duration=4.0, period=0.01)
        assert run.status == kl.RunStatus.COMPLETE
        peaks.append(np.abs(run.tau).max())
        assert np.abs(run.tau).argmax() // 2 == 200
        assert run.x[:, 0].min() == pytest.approx(np.sqrt(errors[-1] / (8 * l**2 / S**3)), rel=0.1)
        np.testing.assert_array_equal(run.mode["assembly"], -1)
        np.testing.assert_allclose(run.x[-1, 0], 0.1, atol=1e-6)  # desired: -0.1
    assert min(errors) > 0
    assert 1e4 < peaks[0] < peaks[1] < peaks[2] < peaks[3]
    assert peaks[3] > 1e8  # [DemuttiRosi2020] reports about 1e8 N
    np.testing.assert_allclose(np.array(peaks) * errors, peaks[0] * errors[0], rtol=0.3)  # as 1/e


# ------------------------------------------------------------------ [LeePalma]


@pytest.mark.parametrize(
    "path",
    [
        path_of_lee_palma(0.0, (-0.1 * d / S, -0.1)),
        path_of_lee_palma(0.0, (-np.pi / 30, -np.sqrt(2) / 20)),
        path_of_lee_palma(-0.2, (0.1 * d / S, -0.1)),
    ],
    ids=["as printed", "not respecting (58)", "sign of (45) corrected"],
)
def test_lee_palma_passes_type_1_by_its_joints_and_ends_at_type_2_on_every_trajectory(path: kl.ViaPoints) -> None:
    """3001 samples in 6 s through Akima's splines. The motion is exact until shortly before the singularity.
    Trajectories that meet the criterion and that do not look alike, since neither reaches it."""
    robot = robot_named("biglide")
    t = np.linspace(0, 6, 3001)
    spline = kl.Spline(t, slides(path(t).x, first=np.where(t < 2, -1.0, 1.0)), kind="akima", space="active")
    start = robot.inverse_geometry([0, 0.3], mode=(-1, -1)).q
    run = prescribe_motion(robot, spline, duration=6.0, period=0.01, q=start)
    (event,) = run.events
    assert (run.status, event.kind) == (kl.RunStatus.DIVERGED, "type 2")
    assert event.time == pytest.approx(4.0, abs=1e-4)
    np.testing.assert_allclose(run.x, path(run.t).x, atol=1e-5)
    np.testing.assert_array_equal(run.mode["working"][[100, 300]], [[-1, -1], [1, -1]])


def test_lee_palma_by_its_task_ends_at_type_1_where_the_inverse_model_fails() -> None:
    """ADAMS fails at both singularities; the inverse models are 0/0 there, whatever the acceleration."""
    robot = robot_named("biglide")
    start = robot.inverse_geometry([0, 0.3], mode=(-1, -1)).q
    run = prescribe_motion(robot, path_of_lee_palma(-0.2, (0.1 * d / S, -0.1)), duration=6.0, period=0.01, q=start)
    (event,) = run.events
    assert (event.kind, event.time) == ("type 1", pytest.approx(2.0, abs=1e-4))
    assert np.abs(run.tau).max() < 2.0
