"""Where motions meet singularities: the Biglide on the paths of [DemuttiRosi2020] and on others that touch a locus."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import ShapeError
from kinloop.model.workspace.crossings import crossings

Array = np.ndarray
d, l = 0.4, 0.3606
Task = Callable[[float], tuple[Array, Array, Array]]  # position, velocity, acceleration of C


def quintic(t0: float, t1: float, start: Array, end: Array) -> Array:
    """Coefficients (6, 2) from position, velocity and acceleration (3, 2) at both ends: the T matrix of
    [DemuttiRosi2020], whose acceleration rows start with 2."""
    rows = [
        [[1, t, t**2, t**3, t**4, t**5], [0, 1, 2 * t, 3 * t**2, 4 * t**3, 5 * t**4], [0, 0, 2, 6 * t, 12 * t**2, 20 * t**3]]
        for t in (t0, t1)
    ]
    return np.linalg.solve(np.concatenate(rows), np.concatenate([start, end]))


def stacked(times: list[float], knots: list[Array]) -> Task:
    segments = [quintic(a, b, s, e) for a, b, s, e in zip(times, times[1:], knots, knots[1:], strict=False)]

    def at(t: float) -> tuple[Array, Array, Array]:
        k = min(int(np.searchsorted(times, t, side="right")) - 1, len(segments) - 1)
        c = np.polynomial.polynomial
        return c.polyval(t, segments[k]), c.polyval(t, c.polyder(segments[k])), c.polyval(t, c.polyder(segments[k], 2))

    return at


def motion(
    task: Task, mode: Callable[[float], tuple[int, int]] | tuple[int, int], robot: kl.Robot | None = None
) -> Callable[[float], tuple]:
    """All joints of the Biglide: geometry in closed form, rates by the robot's inverse models; NaN rates at Type 1."""
    robot = robot or robot_named("biglide")

    def at(t: float) -> tuple[Array, Array, Array]:
        x, xd, xdd = (np.asarray(value, float) for value in task(t))
        g = mode(t) if callable(mode) else mode
        reach = np.array([x[0] + d / 2, x[0] - d / 2])
        q_active = x[1] + np.array(g) * np.sqrt(np.maximum(0.0, (l - reach) * (l + reach)))
        q = np.concatenate([q_active, np.arctan2(x[1] - q_active, reach)])
        qd = robot.inverse_velocity(q[None], xd[None]).qd
        return q, qd[0], robot.inverse_acceleration(q[None], qd, xdd[None]).qdd[0]

    return at


def polynomial(x: list[float], y: list[float]) -> Task:
    """In powers of t - 1."""
    p = [np.polynomial.Polynomial(c)(np.polynomial.Polynomial([-1, 1])) for c in (x, y)]
    return lambda t: tuple(np.array([c.deriv(k)(t) if k else c(t) for c in p]) for k in range(3))  # type: ignore[return-value]


def rest(x: float, y: float) -> Array:
    return np.array([[x, y], [0, 0], [0, 0]])


TOWARDS = stacked([0.0, 2.0], [rest(0.1, 0.4), rest(-0.1, 0.2)])  # [DemuttiRosi2020] section 3.3


def test_path_towards_the_singularity_crosses_in_the_middle() -> None:
    """Rest to rest: the acceleration is zero in the middle, so that the criterion is met by accident (errata)."""
    (crossing,) = crossings(robot_named("biglide"), motion(TOWARDS, (1, -1)), (0, 2))
    assert crossing.kind == "type 2"
    assert crossing.time == pytest.approx(1.0, abs=1e-12)
    assert crossing.order == 1
    assert crossing.changes_sign is True
    assert crossing.criterion == pytest.approx(0, abs=1e-9)
    assert crossing.dimension == 1
    assert crossing.nearness < 1e-11


def test_rates_of_a_crossing_are_those_of_the_closed_form() -> None:
    """The determinant is l^2 / L^2 sin(phi1 - phi2) up to its sign; near x = 0 it is proportional to x."""
    robot = robot_named("biglide")
    path = motion(TOWARDS, (1, -1))
    (crossing,) = crossings(robot, path, (0, 2))
    q, qd, _ = path(1.0)
    size = float(robot.models.kernel("scaled_velocity")(q, *robot.models.parameter_inputs)[2])
    rate = (l / size) ** 2 * np.cos(q[2] - q[3]) * (qd[2] - qd[3])
    assert abs(crossing.determinant_rate) == pytest.approx(abs(rate), rel=1e-6)
    ahead = robot.singularity(path(1.001)[0]).nearness["type 2"]
    assert crossing.rate == pytest.approx(float(ahead) / 0.001, rel=1e-2)


def test_working_mode_with_equal_signs_crosses_nothing() -> None:
    assert crossings(robot_named("biglide"), motion(TOWARDS, (1, 1)), (0, 2)) == ()


@pytest.mark.parametrize(("respects", "value"), [(True, 0.0), (False, None)])
def test_crossing_of_chapter_4(respects: bool, value: float | None) -> None:
    """[DemuttiRosi2020] chapter 4, with the settings of docs/sources.md: only the path that meets the criterion leaves no
    residual."""
    ydd = -0.1 * np.sqrt(4 * l**2 - d**2) / d if respects else 0.0
    knots = [rest(0.1, 0.3), np.array([[0, 1], [-0.05, 0.375], [0.1, ydd]]), rest(-0.1, 1.8)]
    (crossing,) = crossings(robot_named("biglide"), motion(stacked([0.0, 2.0, 4.0], knots), (1, -1)), (0, 4))
    assert crossing.time == pytest.approx(2.0, abs=1e-12)
    assert crossing.order == 1
    if respects:
        assert crossing.criterion == pytest.approx(0, abs=1e-9)
    else:
        # The platform alone resists: 3 kg times the acceleration along the uncontrollable twist.
        assert crossing.criterion == pytest.approx(3.0 * 0.1 * crossing.twist[0], rel=1e-6)
        assert abs(crossing.criterion) > 0.1


def test_type_1_and_then_type_2_on_the_path_of_lee_palma() -> None:
    """(56) with (45) corrected and xdd = -0.2 at the Type 1 point: leg 1 swings through the level, then the rods align."""
    slope = d / np.sqrt(4 * l**2 - d**2)
    knots = [
        rest(0.0, 0.3),
        np.array([[0.1606, 0], [0, -0.1], [-0.2, -0.2]]),
        np.array([[0, -0.3], [-0.1 * slope, -0.1], [-0.1 * slope, 0.1]]),
        rest(-0.1, -0.15),
    ]
    path = motion(stacked([0.0, 2.0, 4.0, 6.0], knots), lambda t: (-1 if t < 2 else 1, -1))
    first, second = crossings(robot_named("biglide"), path, np.linspace(0, 6, 601))
    assert (first.kind, second.kind) == ("type 1", "type 2")
    # The root is that of sqrt(l^2 - (x + d/2)^2), which rounding hides for 1e-8 of the square root of 0.1 s^-2.
    assert first.time == pytest.approx(2.0, abs=1e-6)
    assert (first.order, first.changes_sign, first.criterion) == (1, True, None)
    assert second.time == pytest.approx(4.0, abs=1e-12)
    assert (second.order, second.changes_sign) == (1, True)
    assert second.criterion == pytest.approx(0, abs=1e-9)


def test_leg_that_folds_back_touches_without_a_change_of_sign() -> None:
    """The same Type 1 point in one working mode: the nearness has a corner at zero."""
    path = motion(polynomial([l - d / 2, 0, -0.1], [0.0, -0.1]), (-1, -1))
    (crossing,) = crossings(robot_named("biglide"), path, (0.4, 1.63))
    assert (crossing.kind, crossing.order, crossing.changes_sign) == ("type 1", 1, False)
    assert crossing.time == pytest.approx(1.0, abs=1e-6)


def test_tangential_contact_is_found_without_a_change_of_sign() -> None:
    (crossing,) = crossings(robot_named("biglide"), motion(polynomial([0, 0, 0.1], [0.3, 0.05]), (1, -1)), (0.1, 1.93))
    assert (crossing.kind, crossing.order, crossing.changes_sign) == ("type 2", 2, False)
    assert crossing.time == pytest.approx(1.0, abs=1e-9)
    assert crossing.nearness < 1e-11
    assert abs(crossing.determinant_rate) < 1e-6
    assert crossing.criterion is not None


def test_crossing_of_third_order() -> None:
    (crossing,) = crossings(robot_named("biglide"), motion(polynomial([0, 0, 0, 0.2], [0.3, 0.05]), (1, -1)), (0.2, 1.83))
    assert (crossing.order, crossing.changes_sign) == (3, True)
    assert crossing.time == pytest.approx(1.0, abs=1e-5)  # the cube of it is rounding


def test_near_miss_is_no_crossing() -> None:
    assert crossings(robot_named("biglide"), motion(polynomial([1e-4, 0, 0.1], [0.3, 0.05]), (1, -1)), (0.1, 1.93)) == ()


def test_motion_on_the_locus_is_one_stay() -> None:
    (stay,) = crossings(robot_named("biglide"), motion(polynomial([0], [0.3, 0.05]), (1, -1)), (0, 2))
    assert (stay.kind, stay.order, stay.time) == ("type 2", 0, 0.0)


def test_start_on_the_locus_counts() -> None:
    (crossing,) = crossings(robot_named("biglide"), motion(polynomial([0, 0.05], [0.3]), (1, -1)), (1, 2))
    assert crossing.time == pytest.approx(1.0, abs=1e-9)
    assert crossing.order == 1


def test_samples_find_what_the_function_has() -> None:
    robot = robot_named("biglide")
    path = motion(TOWARDS, (1, -1))
    t = np.linspace(0, 2, 60)  # the crossing is between two of them
    q, qd, qdd = (np.array(values) for values in zip(*(path(time) for time in t), strict=True))
    for given, tolerance in (({}, 1e-6), ({"qd": qd}, 1e-6), ({"qd": qd, "qdd": qdd}, 1e-8)):
        (crossing,) = crossings(robot, q, t, **given)
        assert crossing.time == pytest.approx(1.0, abs=tolerance)
        assert (crossing.criterion is None) == ("qdd" not in given)
        np.testing.assert_allclose(robot.closure(crossing.q), 0, atol=1e-14)
    assert crossing.criterion == pytest.approx(0, abs=1e-6)


def test_serial_arm_crosses_its_straight_elbow() -> None:
    (crossing,) = crossings(robot_named("two_r"), lambda t: np.array([0.3, np.cos(t)]), (0.2, 3.0))
    assert crossing.kind == "type 1"
    assert crossing.time == pytest.approx(np.pi / 2, abs=1e-12)


def test_parallelogram_through_its_flat_configuration() -> None:
    """A configuration-space singularity has no determinant with a sign; the nearness has a corner at zero."""
    found = crossings(robot_named("parallelogram"), lambda t: np.array([t, -t, t, t]), (-0.5, 0.7))
    assert {crossing.kind for crossing in found} >= {"configuration-space"}
    assert all(abs(crossing.time) < 1e-7 for crossing in found)
    assert found[0].changes_sign is None
    assert found[0].order == 1


def test_platform_with_a_quaternion_from_samples() -> None:
    """A Delta whose three legs swing through the stretched configuration together; the signs of the quaternions alternate, which
    is the same motion. The determinant has the cube of each leg's sine, so that rounding hides its root for 1e-5."""
    robot = robot_named("delta_rods")
    t = np.linspace(1.4, 1.75, 31)  # at 1.80 the rods are parallel
    z = -0.524 * np.sin(t) - np.sqrt(1.244**2 - (0.12 + 0.524 * np.cos(t)) ** 2)
    q = np.zeros((31, 10))
    q[:, :3], q[:, 5], q[:, 6] = t[:, None], z, np.where(np.arange(31) % 2, 1.0, -1.0)
    (crossing,) = crossings(robot, q, t)
    assert (crossing.kind, crossing.dimension, crossing.order, crossing.changes_sign) == ("type 1", 3, 1, True)
    assert crossing.time == pytest.approx(np.arccos(-0.12 / 1.768), abs=1e-4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((lambda t: np.zeros(4), None), "interval"),
        ((lambda t: np.zeros(3), (0, 1)), r"expected \(4,\)"),
        ((lambda t: np.zeros(4), (1, 0)), "increasing"),
        ((np.zeros((5, 3)), None), r"expected \(n, 4\)"),
        ((np.zeros((5, 4)), [0, 1, 2]), "5 increasing"),
    ],
)
def test_wrong_arguments_are_explained(arguments: tuple, words: str) -> None:
    with pytest.raises(ShapeError, match=words):
        crossings(robot_named("biglide"), *arguments)


def test_wrong_shape_of_rates_is_explained() -> None:
    with pytest.raises(ShapeError, match="qd has shape"):
        crossings(robot_named("biglide"), np.zeros((5, 4)), qd=np.zeros((5, 3)))
