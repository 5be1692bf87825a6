"""Laws that hold for every kind of trajectory: derivatives, continuity, ends, batches, copies."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from machines import robot_named
from motion import derivative
from trajectories import batches, knots, rotation_vector, trajectories

import kinloop as kl
from kinloop.errors import ShapeError

PARTS = ("x", "xd", "xdd", "xddd")
NAMES = tuple(trajectories())
STEP = 1e-3
# Kinds that are continuous to the jerk, to the acceleration and to the rate; the rest are those of a user's own parts.
CONTINUOUS = {
    3: ("order 7", "pose of order 7", "via points, C3", "sines", "sines from rest", "pause", "function"),
    2: (
        *("order 5", "quintic", "via points, C2", "via poses", "stacked quintics", "S-curve", "S-curve between rates", "line"),
        *("polyline with an angle", "polyline of poses", "joints"),
    ),
    1: ("order 3", "pose of order 3", "via points, C1", "spline", "trapezoidal", "triangle", "circle", "polyline", "sequence"),
}


def times_between_knots(path: Any, before: float = 0.2) -> np.ndarray:
    """Times from before the start until after the end that keep off the knots by the width of the differences, and off the ends
    of pieces, where the jerk has a kink."""
    t = np.linspace(-before, float(path.duration) + before, 173)
    ramp = getattr(path, "ramp", 0.0)
    jumps = np.concatenate([knots(path), [0.0, ramp, path.duration - ramp, path.duration], getattr(path, "times", ())])
    return t[np.min(np.abs(t[:, None] - jumps), axis=1) > 4 * STEP]


@pytest.mark.parametrize("name", NAMES)
def test_each_derivative_is_that_of_the_one_before(name: str) -> None:
    path = trajectories()[name]
    t = times_between_knots(path)
    assert len(t) > 100
    motion = path(t)
    for lower, higher in itertools.pairwise(PARTS):

        def value(dt: np.ndarray, lower: str = lower) -> np.ndarray:
            found = np.stack([getattr(path(t + step), lower) for step in dt])
            if lower == "x" and path.space == "pose":
                return np.concatenate([found[..., :3], rotation_vector(found[..., 3:], motion.x[..., 3:])], axis=-1)
            return found

        slope, wanted = derivative(value, STEP), getattr(motion, higher)
        size = max(float(np.max(np.abs(getattr(motion, part)))) for part in PARTS)
        np.testing.assert_allclose(slope, wanted, atol=1e-9 * max(size, 1.0))


def test_every_kind_is_listed_once_by_its_continuity() -> None:
    assert sorted(name for names in CONTINUOUS.values() for name in names) == sorted(NAMES)


@pytest.mark.parametrize(("order", "name"), [(order, name) for order, names in CONTINUOUS.items() for name in names])
def test_derivatives_are_continuous_as_documented_and_jump_at_knots_only(order: int, name: str) -> None:
    path = trajectories()[name]
    duration = float(path.duration)
    anywhere = np.unique(np.concatenate([knots(path), [0.0, duration], np.linspace(0, duration, 37)]))
    before, after = path(np.nextafter(anywhere, -np.inf)), path(anywhere)
    for k, part in enumerate(PARTS):
        jump = np.max(np.abs(getattr(after, part) - getattr(before, part)), axis=-1)
        size = max(float(np.max(np.abs(getattr(after, each)))) for each in PARTS)
        jumps = jump > 1e-9 * max(size, 1.0)
        if k <= order:
            assert not jumps.any(), part
        off = np.min(np.abs(anywhere[:, None] - knots(path)), axis=1, initial=np.inf) > 1e-9
        assert not jumps[off].any(), f"{part} jumps away from a knot"


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("sines", "function", "order 3", "order 5", "order 7", "spline")])
def test_a_motion_that_ends_at_rest_stays_there(name: str) -> None:
    path = trajectories()[name]
    end = path(float(path.duration))
    if np.any(np.abs(end.xd) > 1e-12):
        return
    wait = 30.0 if name in ("quintic", "joints") else 1e6  # quintics: see PolynomialMotion._has_exact_end
    later = path(np.array([path.duration + 0.1, path.duration + wait]))
    np.testing.assert_allclose(later.x, np.broadcast_to(end.x, later.x.shape), atol=1e-10)
    for part in ("xd", "xdd"):
        np.testing.assert_allclose(getattr(later, part), 0, atol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_times_of_any_shape_and_copies_give_the_same_bits(name: str) -> None:
    path = trajectories()[name]
    t = np.linspace(-0.3, float(path.duration) + 0.3, 12).reshape(3, 4)
    motion, copy = path(t), pickle.loads(pickle.dumps(path))(t)
    assert path.shape == ()
    for part in PARTS:
        array = getattr(motion, part)
        assert array.shape[:2] == (3, 4)
        assert array.tobytes() == getattr(copy, part).tobytes()
        np.testing.assert_array_equal(array[1, 2], getattr(path(t[1, 2]), part))
    unknown = path(np.nan)
    assert all(np.isnan(getattr(unknown, part)).all() for part in PARTS)
    with pytest.raises(ShapeError, match="expected numbers"):
        path("soon")


@pytest.mark.parametrize("name", batches())
def test_a_batch_is_its_single_trajectories_to_the_bit(name: str) -> None:
    batch = batches()[name]
    t = np.linspace(-0.3, float(np.max(batch.duration)) + 0.3, 31)
    motion = batch(t)
    assert batch.shape == (3,)
    for k in range(3):
        single = batch[k](t)
        for part in PARTS:
            np.testing.assert_array_equal(getattr(motion, part)[k], getattr(single, part))
    some = batch[[2, 0]]
    np.testing.assert_array_equal(some(t).x, motion.x[[2, 0]])


def test_runs_follow_a_record_a_path_and_an_s_curve() -> None:
    robot, law = robot_named("biglide"), kl.ComputedTorque(400.0, 40.0)
    circle = kl.FollowPath(kl.Circle([0.12, 0.3], [0.1, 0.3]), speed=0.1, acceleration=0.5, jerk=10.0, duration=1.6)
    run = kl.simulate(robot, law, circle, period=1e-3, duration=circle.duration, mode=(1, -1))
    assert np.max(np.abs(run.error)) < 1e-5
    joints = kl.joint_trajectory(robot, circle, mode=(1, -1))
    for again in (joints, run.as_trajectory("task"), run.as_trajectory("active")):
        other = kl.simulate(robot, law, again, period=1e-3, duration=run.t[-1], q=joints.near)
        np.testing.assert_allclose(other.x[: len(run)], run.x, atol=2e-5)
