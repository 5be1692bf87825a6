"""Trajectories one after another, and the motions that descriptions declare."""

from __future__ import annotations

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import ShapeError, UnsupportedOperation

PARTS = [kl.Quintic([0.0, 1.0], [1.0, 0.0], 2.0), kl.Quintic([1.0, 0.0], [2.0, 2.0], 0.5)]


def test_each_part_has_its_time() -> None:
    chain, t = kl.Sequence(PARTS), np.linspace(-0.5, 3.0, 36).reshape(4, 9)
    motion = chain(t)
    assert motion.x.shape == (4, 9, 2)
    for name in ("x", "xd", "xdd", "xddd"):
        early, late = (getattr(part(t - begin), name) for part, begin in zip(PARTS, (0.0, 2.0), strict=True))
        np.testing.assert_array_equal(getattr(motion, name), np.where((t < 2.0)[..., None], early, late))
    assert chain.duration == 2.5
    np.testing.assert_array_equal(chain(99.0).x, [2.0, 2.0])


@pytest.mark.parametrize("name", kl.library())
def test_the_motion_of_a_description_meets_its_points_at_its_times(name: str) -> None:
    robot = robot_named(name)
    declared = robot.mechanism.motion
    assert declared is not None
    path = kl.described_motion(robot)
    values = dict(robot.parameters)
    for point, time in zip(declared.points, declared.times, strict=True):
        when, wanted = (float(n.value(values)) if hasattr(n, "value") else float(n) for n in (time, point[0]))
        motion = path(when)
        np.testing.assert_allclose(motion.x[0], wanted, atol=1e-12)
        np.testing.assert_allclose(motion.xd, 0, atol=1e-12)


def test_what_is_no_chain_is_refused_in_words() -> None:
    with pytest.raises(ShapeError, match="expected a list of one trajectory or more"):
        kl.Sequence([])
    with pytest.raises(ShapeError, match="active with 1 coordinates, task with 2 coordinates"):
        kl.Sequence([PARTS[0], kl.Quintic([0.0], [1.0], 1.0, space="active")])
    with pytest.raises(UnsupportedOperation, match=r"a part is a batch of the shape \(2,\)"):
        kl.Sequence([kl.Quintic([[0.0], [1.0]], [1.0], 1.0)])
    with pytest.raises(UnsupportedOperation, match="one trajectory, not a batch"):
        kl.Sequence(PARTS)[0]
    still = kl.Robot(kl.load("two_r").mechanism.model_copy(update={"motion": None}))
    with pytest.raises(UnsupportedOperation, match=r"two_r has no \[motion\]"):
        kl.described_motion(still)


def test_a_jump_between_parts_is_refused_unless_it_is_wanted() -> None:
    parts = [PARTS[0], PARTS[0]]
    with pytest.raises(ShapeError, match=r"part 1 begins at 0 in coordinate 0, but part 0 ends at 1; expected parts that meet"):
        kl.Sequence(parts)
    steps = kl.Sequence(parts, jumps=True)
    np.testing.assert_array_equal(steps(2.0).x, [0.0, 1.0])
    with pytest.raises(ShapeError, match="jumps is 1, expected True or False"):
        kl.Sequence(parts, jumps=1)  # type: ignore[arg-type]
    turned = kl.Pause([0, 0, 0, -1.0, 0, 0, 0], 1.0, space="pose")  # the same rotation
    assert kl.Sequence([kl.Pause([0, 0, 0, 1.0, 0, 0, 0], 1.0, space="pose"), turned]).duration == 2.0


def test_knots_are_those_of_the_parts_and_where_they_meet() -> None:
    chain = kl.Sequence(
        [PARTS[0], kl.Pause([1.0, 0.0], 1.0, space="task"), kl.Trapezoidal([1.0, 0], [2.0, 0], 1.0, 2.0, space="task")]
    )
    np.testing.assert_allclose(chain.knots, [0.0, 2.0, 3.0, 3.5, 4.0, 4.5])
