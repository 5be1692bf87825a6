"""Paths of the tool: arc length, corners, orientation, and motions along them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from motion import derivative
from trajectories import CORNERS, POSES, rotation_vector

import kinloop as kl
from kinloop.errors import ArgumentMissing, NotAUnitQuaternion, NotFinite, ShapeError, UnknownName, UnsupportedOperation

POSED = np.concatenate([CORNERS, POSES[:, 3:]], axis=1)
ANGLED = np.column_stack([CORNERS, [0.0, 1.0, -1.0, 0.5]])
PATHS: dict[str, Any] = {
    "line": kl.Line(CORNERS[0], CORNERS[2]),
    "line of poses": kl.Line(POSED[0], POSED[2], space="pose"),
    "rotation": kl.Line(POSED[0], [*POSED[0, :3], *POSED[1, 3:]], space="pose"),
    "circle in the plane": kl.Circle([1.0, 0.5], [0.2, 0.1], -4.0),
    "circle in space": kl.Circle([1.0, 0.0, 0.3], [0.0, 0.0, 0.3], axis=[0, 0, -2.0]),
    "circle of poses": kl.Circle.through(*POSED[:3], space="pose"),
    "circle with an angle": kl.Circle(ANGLED[1], CORNERS[0], 1.0, [0, 0, 1], [2.0], angles=(3,)),
    "polyline": kl.Polyline(CORNERS, blend=[0.3, 0.4]),
    "polyline of poses": kl.Polyline(POSED, blend=0.3, space="pose"),
    "polyline with an angle": kl.Polyline(ANGLED, blend=0.3, angles=(3,)),
    "blends that meet": kl.Polyline([[0, 0], [1, 0], [1, 1], [0, 1.0]], blend=0.5),
}
PARTS = ("x", "xs", "xss", "xsss")
STEP = 1e-4


@pytest.mark.parametrize("name", PATHS)
def test_each_derivative_is_that_of_the_one_before(name: str) -> None:
    path = PATHS[name]
    s = np.linspace(0.01, 0.99, 149) * path.length
    s = s[np.min(np.abs(s[:, None] - path.knots), axis=1, initial=1.0) > 4 * STEP]
    point = path(s)
    for lower, higher in itertools.pairwise(PARTS):

        def value(ds: np.ndarray, lower: str = lower) -> np.ndarray:
            found = np.stack([getattr(path(s + step), lower) for step in ds])
            if lower == "x" and path.space == "pose":
                return np.concatenate([found[..., :3], rotation_vector(found[..., 3:], point.x[..., 3:])], axis=-1)
            return found

        size = max(1.0, float(np.max(np.abs(getattr(point, lower)))))
        np.testing.assert_allclose(derivative(value, STEP), getattr(point, higher), atol=1e-10 * size)


@pytest.mark.parametrize("name", PATHS)
def test_the_parameter_is_the_arc_length_of_the_position(name: str) -> None:
    path = PATHS[name]
    s = np.linspace(0, path.length, 301)
    positions = path(s).xs[:, : 3 if path.space == "pose" or path(0.0).x.size > 2 else 2]
    if name == "rotation":
        turn = np.linalg.norm(path(s).xs[:, 3:], axis=1)
        np.testing.assert_allclose(turn, 1 / 0.1, rtol=1e-12)  # radians at turning_radius
        np.testing.assert_array_equal(positions, 0)
    else:
        np.testing.assert_allclose(np.linalg.norm(positions, axis=1), 1, rtol=1e-12)
    before, after = path(np.nextafter(path.knots, 0)), path(path.knots)
    for part in ("x", "xs", "xss"):  # curvature is continuous
        np.testing.assert_allclose(getattr(before, part), getattr(after, part), atol=1e-8)


def test_a_polyline_has_the_length_of_its_curve_and_keeps_near_its_corners() -> None:
    path = PATHS["polyline"]
    s = np.linspace(0, path.length, 20001)
    x = path(s).x
    assert np.sum(np.linalg.norm(np.diff(x, axis=0), axis=1)) == pytest.approx(path.length, rel=1e-6)
    np.testing.assert_array_equal(x[[0, -1]], CORNERS[[0, -1]])
    for corner, blend in zip(CORNERS[1:-1], (0.3, 0.4), strict=True):
        assert 0 < np.min(np.linalg.norm(x - corner, axis=1)) < blend / 2
    straight = kl.Polyline([[0, 0], [1, 1], [3, 3.0]], blend=0.2)
    assert straight.length == pytest.approx(3 * np.sqrt(2), rel=1e-14)
    np.testing.assert_allclose(straight(1.3).x, 1.3 / np.sqrt(2), rtol=1e-13)


def test_orientations_are_met_at_the_ends_and_at_the_corners_middles() -> None:
    path = PATHS["polyline of poses"]
    middles = [0.0, *path.knots[[1, 4]], path.length]
    cosines = np.abs(np.sum(path(middles).x[:, 3:] * POSED[:, 3:], axis=1))
    np.testing.assert_allclose(cosines, 1, atol=1e-14)
    x = path(np.linspace(0, path.length, 400)).x[:, 3:]
    assert np.min(np.sum(x[1:] * x[:-1], axis=1)) > 0.99, "the numbers do not change their sign"
    angled = PATHS["polyline with an angle"]
    np.testing.assert_allclose(angled([0.0, *angled.knots[[1, 4]], angled.length]).x[:, 3], ANGLED[:, 3], atol=1e-14)


def test_circles_have_their_radius_and_pass_their_points() -> None:
    path = PATHS["circle in the plane"]
    x = path(np.linspace(0, path.length, 200)).x
    np.testing.assert_allclose(np.linalg.norm(x - [0.2, 0.1], axis=1), path.radius, rtol=1e-14)
    assert path.length == pytest.approx(4 * path.radius)
    assert path(0.1).xs @ [0.4, -0.8] > 0, "a negative angle is clockwise"
    np.testing.assert_allclose(np.linalg.norm(path(0.3).xss), 1 / path.radius, rtol=1e-14)
    random = np.random.default_rng(2)
    for size in (2, 3):
        for _ in range(20):
            a, b, c = random.normal(size=(3, size))
            arc = kl.Circle.through(a, b, c)
            np.testing.assert_allclose(arc(arc.length).x, c, atol=1e-11 * arc.radius**2 + 1e-13)
            x = arc(np.linspace(0, arc.length, 4001)).x
            assert np.min(np.linalg.norm(x - b, axis=1)) < arc.length / 4000


def test_a_task_with_an_angle_turns_in_proportion() -> None:
    path = kl.Line([0, 0, 0, 1.0], [0.3, 0.4, 0, 2.0], angles=(3,))
    np.testing.assert_allclose(path(0.25).x, [0.15, 0.2, 0, 1.5], atol=1e-15)
    assert path.length == 0.5
    assert kl.Line([0, 0, 0, 1.0], [0.03, 0.04, 0, 2.0], angles=(3,)).length == pytest.approx(0.1)  # 1 rad at 0.1 m


def test_the_speed_and_the_acceleration_along_a_path_are_limited() -> None:
    motion = kl.FollowPath(PATHS["polyline"], speed=0.5, acceleration=2.0, jerk=20.0)
    t = np.linspace(0, motion.duration, 2001)
    speed = np.linalg.norm(motion(t).xd, axis=1)
    assert np.max(speed) == pytest.approx(0.5, rel=1e-9)
    along = np.sum(motion(t).xd * motion(t).xdd, axis=1)[1:-1] / speed[1:-1]
    assert np.max(np.abs(along)) == pytest.approx(2.0, rel=1e-9)
    circle = kl.FollowPath(kl.Circle([0.2, 0.0], [0.0, 0.0]), speed=0.5, acceleration=2.0)
    middle = circle(circle.duration / 2)
    np.testing.assert_allclose(middle.xdd, [0.5**2 / 0.2, 0.0], atol=1e-12)  # towards the centre


def test_a_timing_may_be_any_trajectory_of_one_coordinate() -> None:
    path = PATHS["line"]
    there_and_back = kl.ViaPoints([0, 1, 2.0], [[0.0], [path.length], [0.0]], space="task")
    motion = kl.FollowPath(path, timing=there_and_back)
    np.testing.assert_allclose(motion(1.0).x, CORNERS[2], atol=1e-15)
    np.testing.assert_allclose(motion([0.4, 1.6]).x[0], motion([0.4, 1.6]).x[1], atol=1e-14)
    assert motion.duration == 2.0
    with pytest.raises(ShapeError, match=r"at t = 0\.\d+ s the timing has the arc length 1\.\d+ m, expected 0 to 1.5 m"):
        kl.FollowPath(path, timing=kl.Quintic([0.0], [2.0], 1.0))
    with pytest.raises(ShapeError, match="expected one trajectory of one coordinate"):
        kl.FollowPath(path, timing=kl.Quintic([0.0, 0.0], [1.0, 1.0], 1.0))
    with pytest.raises(UnsupportedOperation, match="leave the others out"):
        kl.FollowPath(path, speed=1.0, timing=there_and_back)


def test_a_path_of_ones_own_is_followed() -> None:
    class Parabola:
        """Not by its arc length, which the motion does not need."""

        space, length, knots = "task", 1.0, np.zeros(0)

        def __call__(self, s: Any) -> kl.PathPoint:
            one = np.ones_like(s)
            return kl.PathPoint(*(np.stack(pair, -1) for pair in ((s, s**2), (one, 2 * s), (0 * s, 2 * one), (0 * s, 0 * s))))

    assert isinstance(Parabola(), kl.Path)
    motion = kl.FollowPath(Parabola(), acceleration=1.0)  # type: ignore[arg-type]
    np.testing.assert_allclose(motion(1.0).x, [0.5, 0.25])
    with pytest.raises(ShapeError, match=r"the path is Quintic.*expected kl.Line"):
        kl.FollowPath(kl.Quintic([0.0], [1.0], 1.0), acceleration=1.0)  # type: ignore[arg-type]


SQUARE = [[0, 0], [1, 0], [1, 1.0]]


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: kl.Line([0, 0], [0, 0]), ShapeError, "start and end are the same point"),
        (lambda: kl.Line([0, 0], [0, 1, 2]), ShapeError, "end has 3 numbers, expected 2"),
        (lambda: kl.Line([0, np.inf], [0, 1]), NotFinite, r"start\[1\] is inf"),
        (lambda: kl.Line([0, 0], [0, 1], space="tool"), UnknownName, "no space 'tool'"),  # type: ignore[arg-type]
        (lambda: kl.Line([0, 0], [0, 1], space="pose"), ShapeError, "expected the 7 of a pose"),
        (lambda: kl.Line([0, 0], [0, 1], angles=(2,)), ShapeError, r"angles is \(2,\), expected places"),
        (lambda: kl.Line([0, 0], [0, 1], angles=1), ShapeError, "angles is 1, expected places"),  # type: ignore[arg-type]
        (lambda: kl.Line([0, 0], [0, 1], turning_radius=0.0), ShapeError, "turning_radius is 0.0"),
        (lambda: kl.Line([0, 0, 0, 2, 0, 0, 0], POSED[0], space="pose"), NotAUnitQuaternion, "length 2, expected 1"),
        (lambda: kl.Circle([0, 0], [0, 0]), ShapeError, "start and centre are the same point"),
        (lambda: kl.Circle([1, 0, 0], [0, 0, 0]), ArgumentMissing, "a circle in space needs axis="),
        (lambda: kl.Circle([1, 0, 0.1], [0, 0, 0], axis=[0, 0, 1]), ShapeError, "the start lies 0.1 m off the plane"),
        (lambda: kl.Circle([1, 0, 0], [0, 0, 0], axis=[0, 0, 0]), ShapeError, "3 numbers that are not all zero"),
        (lambda: kl.Circle([1, 0], [0, 0], axis=[1, 0, 0]), ShapeError, "the coordinates are two"),
        (lambda: kl.Circle([1, 0], [0, 0], 0.0), ShapeError, "the angle is 0.0"),
        (lambda: kl.Circle([1, 0], [0, 0], end_orientation=[1.0]), ShapeError, "expected 0 angles"),
        (lambda: kl.Circle.through([0, 0], [1, 1], [3, 3.0]), ShapeError, "the three points lie on one line"),
        (lambda: kl.Circle.through([0, 0], [0, 0], [3, 3.0]), ShapeError, "the three points lie on one line"),
        (lambda: kl.Circle([1, 0, 0, 0], [0, 0, 0, 0]), ShapeError, "start has 4 positions, expected 2 or 3"),
        (lambda: kl.Polyline(SQUARE), ShapeError, "point 1 is a corner without a blend"),
        (lambda: kl.Polyline(SQUARE, blend=1.1), ShapeError, "take 1.1 m of its 1 m"),
        (lambda: kl.Polyline(SQUARE, blend=-0.1), ShapeError, "blend is -0.1"),
        (lambda: kl.Polyline([[0, 0], [1, 0], [0, 0.0]], blend=0.1), ShapeError, "the path turns back at point 1"),
        (lambda: kl.Polyline([[0, 0], [0, 0], [0, 1.0]], blend=0.1), ShapeError, "points 0 and 1 have the same position"),
        (lambda: kl.Polyline([[0, 0]]), ShapeError, "with two points or more"),
        (lambda: kl.FollowPath(PATHS["line"]), ArgumentMissing, "needs acceleration="),
        (lambda: kl.FollowPath(PATHS["line"], speed=-1, acceleration=1), ShapeError, "speed is -1"),
        (lambda: kl.FollowPath(PATHS["line"], acceleration=[1, 2]), ShapeError, "expected one number"),  # type: ignore[arg-type]
        (lambda: kl.FollowPath("line", acceleration=1), ShapeError, "the path is 'line'"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_path_is_refused_in_words(make: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()
