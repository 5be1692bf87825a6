"""Short runs of the [IFToMM] benchmark problems against hand-written solutions."""

from __future__ import annotations

from collections.abc import Callable

import iftomm
import pytest

import kinloop as kl

# Step sizes and tolerances are those of the benchmark; the times are shorter.
PROBLEMS: dict[str, Callable[[], iftomm.Problem]] = {
    "a pendulum by elliptic functions": lambda: iftomm.a01(2.0),
    "Andrews' mechanism by the published solution": iftomm.a03,
    "Bricard's mechanism by the curve of its angles": lambda: iftomm.a04(1.0),
    "a stiff governor by two coordinates": lambda: iftomm.a05(0.2),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_motion_is_that_of_another_way(name: str) -> None:
    problem = PROBLEMS[name]()
    run = problem.run()
    assert run.status == kl.RunStatus.COMPLETE
    gaps = problem.gaps(problem.robot, run)
    assert len(gaps) == len(problem.targets)
    for (what, gap), target in zip(gaps.items(), problem.targets, strict=True):
        assert gap < target, what
