"""What ``kl.crossing`` does not plan, and the sentences that say why."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from flat_bars import equal_slider_crank

import kinloop as kl

START, END = (0.1, 0.4), (-0.1, 0.2)


@cache
def robot(name: str = "biglide") -> kl.Robot:
    return kl.load(name)


def cross(start: Any = START, end: Any = END, **options: Any) -> kl.CrossingPlan:
    return kl.crossing(robot(), start, end, **{"mode": (1, -1), "duration": 2.0, **options})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"end": (0.05, 0.3)}, "meets no Type 2 singularity in the mode of its start; another mode"),
        ({"mode": (1, 1)}, "meets no Type 2 singularity in the mode of its start"),
        ({"end": (-1.0, 0.2)}, r"nor one of the detours tried: it leaves the reach .* at \[-0\.1606"),
        ({"end": (-1.0, 0.2), "path": "straight"}, "cannot follow a straight way from .*: it leaves the reach"),
        ({"end": (-0.1, 2.4)}, "at the end q1 would be outside the joint limits"),
        ({"start": (0.1, 3.0)}, "at the start .* outside the limits of its joints"),
        ({"start": (0.0, 0.4)}, r"the start \[0\.  0\.4\] of biglide is itself at a Type 2 singularity"),
        ({"end": (0.0, 0.2)}, "the end .* is itself at a Type 2 singularity"),
        ({"effort": 0.5}, r"in 2 s, the least peak found is 4\.\d+ times the limits of the efforts"),
        ({"speed": 0.05}, "in 2 s no motion was found within the limits.* Other limits, another duration or more pieces"),
        ({"box": ((-0.05, 0.2), (0.05, 0.3))}, r"the start \[0\.1 0\.4\] is outside the box"),
        ({"box": ((-0.11, 0.19), (0.11, 0.41)), "speed": 0.05}, "no motion was found within the limits"),
    ],
)
def test_no_crossing_says_why(options: dict[str, Any], words: str) -> None:
    with pytest.raises(kl.NoCrossing, match=words):
        cross(**options)


def test_an_even_number_of_crossings_ends_on_the_same_side() -> None:
    with pytest.raises(kl.NoCrossing, match="meets a Type 2 singularity 2 times, so both ends are on the same side"):
        kl.crossing(robot("five_bar"), (0.02, 0.12), (0.02, -0.12), mode=(-1, 1))


def test_an_unreachable_start_has_the_nearest_point() -> None:
    with pytest.raises(kl.Unreachable, match=r"no configuration at x = 1, y = 0\.4; the nearest found is"):
        cross((1.0, 0.4))


def test_a_fall_that_is_too_slow_says_how_long_it_takes() -> None:
    mechanism = robot().mechanism.model_copy(update={"gravity": (0.0, -9.81, 0.0)})
    with pytest.raises(kl.NoCrossing, match=r"the crossing is a free fall, of about 0\.\d+ s from start to end"):
        kl.crossing(kl.load(mechanism), START, END, mode=(1, -1), duration=5.0, effort=50.0)


def test_several_uncontrolled_motions_or_lost_closures_are_not_crossed() -> None:
    with pytest.raises(kl.UnsupportedOperation, match=r"lose rank|independent motions of delta_rods are out of control at once"):
        kl.crossing(kl.load("delta_rods", l=0.63), (0, 0, -0.3), (0, 0, 0))
    with pytest.raises(kl.KinloopError, match=r"lose rank|Type 1 singularity"):
        kl.crossing(kl.load(equal_slider_crank()), [0.2], [-0.2])


def test_robots_without_type_2_singularities_are_refused() -> None:
    with pytest.raises(kl.UnsupportedOperation, match="two_r has no closed loop, so it has no Type 2 singularity"):
        kl.crossing(robot("two_r"), (0.1, 0.1), (0.2, 0.2))
    with pytest.raises(kl.UnsupportedOperation, match="biglide has arrays of parameters; expected one robot"):
        kl.crossing(robot().with_parameters(m_p=[1.0, 2.0]), START, END)
    with pytest.raises(kl.ShapeError, match=r"the robot is 'biglide', expected what kl\.load gives"):
        kl.crossing("biglide", START, END)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"start": (1, 2, 3)}, kl.ShapeError, r"start has shape \(3,\), expected \(2,\): x, y"),
        ({"end": 1.0}, kl.ShapeError, r"end has shape \(\), expected \(2,\)"),
        ({"start": (np.nan, 0.0)}, kl.NotFinite, r"start is \(nan, 0\.0\), expected finite numbers"),
        ({"start": "ab"}, kl.ShapeError, "start is 'ab', expected numbers"),
        ({"end": START}, kl.ShapeError, "start and end are the same point"),
        ({"nodes": True}, kl.ShapeError, "nodes is True, expected a whole number from 4 to 400"),
        ({"nodes": 24.0}, kl.ShapeError, r"nodes is 24\.0, expected a whole number"),
        ({"pieces": 0}, kl.ShapeError, "pieces is 0, expected a whole number from 1 to 10"),
        ({"duration": 0}, kl.ShapeError, "the duration is 0, expected one time above zero"),
        ({"duration": -1.0}, kl.ShapeError, r"the duration is -1\.0"),
        ({"duration": np.inf}, kl.ShapeError, "the duration is inf"),
        ({"duration": True}, kl.ShapeError, "the duration is True"),
        ({"duration": [1.0, 2.0]}, kl.ShapeError, r"the duration is \[1\.0, 2\.0\]"),
        ({"duration": "long"}, kl.ShapeError, "duration is 'long', expected numbers"),
        ({"path": "curly"}, kl.UnknownName, "no path 'curly'; crossing has: free, straight"),
        ({"q": [0.0] * 4}, kl.UnsupportedOperation, "q and mode each choose the branch of the start"),
        ({"q": [0.0], "mode": None}, kl.ShapeError, r"q has shape \(1,\), expected \(4,\) finite numbers: q1, q2"),
        ({"box": ((1, 1), (0, 0))}, kl.ShapeError, r"box is \(\(1, 1\), \(0, 0\)\), expected \(lower, upper\)"),
        ({"box": ((0,), (1,))}, kl.ShapeError, "each with 2 numbers: x, y"),
        ({"effort": -1.0}, kl.ShapeError, r"the limit of effort is -1\.0, expected numbers above zero"),
        ({"effort": [1, 2, 3]}, kl.ShapeError, r"the limit of effort has shape \(3,\), expected one number, or one for each"),
        ({"effort": np.nan}, kl.ShapeError, "the limit of effort is nan"),
        ({"speed": "fast"}, kl.ShapeError, "is 'fast', expected numbers"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        cross(**options)
