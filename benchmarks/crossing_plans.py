"""Motions through Type 2 singularities between random points of three machines: how many ``kl.crossing`` plans, and its time.

``python benchmarks/crossing_plans.py [count]`` prints the figures, and a line for each pair that has no plan. It takes minutes,
so ``run.py`` leaves it out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np

import kinloop as kl

Array = np.ndarray
# Lower and upper bounds of the points, which contain the reach: lengths [m] and the platform's angle [rad].
BOXES: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "biglide": ((-0.17, -0.5), (0.17, 1.5)),
    "five_bar": ((-0.13, -0.18), (0.13, 0.18)),
    "three_rrr": ((-0.25, -0.25, -np.pi), (0.25, 0.25, np.pi)),
}
# Motions with a duration that the documentation shows, and the longest that their plans may take [s].
DOCUMENTED = (
    ("biglide", (0.1, 0.4), (-0.1, 0.2), {"mode": (1, -1), "duration": 2.0}, 3.0),
    ("five_bar", (0.02, 0.12), (-0.01, 0.05), {"mode": (-1, 1), "duration": 0.3}, 3.0),
    ("three_rrr", (0.0, 0.0, 0.0), (0.02, 0.01, -1.0), {"duration": 1.0}, 5.0),
)
SHARE = 0.95  # of the pairs, that must have a plan


@dataclass(frozen=True)
class Pair:
    """Two points on both sides of a locus, in one working mode."""

    start: Array
    end: Array
    mode: tuple[int, ...]

    def __str__(self) -> str:
        return f"{np.round(self.start, 4)} -> {np.round(self.end, 4)} in {self.mode}"


def random_pairs(robot: kl.Robot, count: int, seed: int = 1) -> list[Pair]:
    """Uniform points of the reach within the joint limits, both in the same random working mode, where the determinant of the
    Jacobian has different signs: every way in this mode from one to the other crosses a locus."""
    points = _random_points(robot, np.random.default_rng(seed))
    waiting: dict[tuple[tuple[int, ...], bool], list[Array]] = {}
    found: list[Pair] = []
    while len(found) < count:
        x, mode, side = next(points)
        opposite = waiting.setdefault((mode, not side), [])
        if opposite:
            found.append(Pair(opposite.pop(), x, mode))
        else:
            waiting.setdefault((mode, side), []).append(x)
    return found


def _random_points(robot: kl.Robot, random: np.random.Generator) -> Iterator[tuple[Array, tuple[int, ...], bool]]:
    """Points with their working mode, and whether the determinant is positive."""
    lower, upper = BOXES[robot.mechanism.name]
    while True:
        x = random.uniform(lower, upper)
        found = [each for each in robot.configurations(x=x) if each.within_limits]
        if found:
            at = found[random.integers(len(found))]
            equations = robot.input_output(at.q)
            is_positive = bool(np.linalg.det(equations.A) * np.linalg.det(equations.B) > 0)
            yield x, tuple(at.mode.working), is_positive


def plan_pairs(name: str, count: int) -> bool:
    """Plan all pairs of a machine and print the figures; returns whether enough have a plan."""
    robot, times, refused = kl.load(name), [], 0
    for pair in random_pairs(robot, count):
        begun = perf_counter()
        try:
            plan = kl.crossing(robot, pair.start, pair.end, mode=pair.mode)
        except kl.NoCrossing as reason:
            refused += 1
            print(f"  {pair}, {perf_counter() - begun:.1f} s: {reason}", flush=True)
        else:
            if not all(check.ok for check in plan.checks):
                raise RuntimeError(f"{name}, {pair}: a plan was given whose checks do not hold:\n{plan}")
        times.append(perf_counter() - begun)
    share = 1 - refused / count
    print(
        f"{name}: {count - refused} of {count} pairs have a plan ({100 * share:.1f} %, target {100 * SHARE:.0f} %); "
        f"median {np.median(times):.2f} s, worst {max(times):.2f} s",
        flush=True,
    )
    return share >= SHARE


def plan_documented() -> bool:
    """Plan the documented motions and print their times; returns whether each is fast enough."""
    fast = True
    for name, start, end, options, most in DOCUMENTED:
        robot = kl.load(name)
        begun = perf_counter()
        plan = kl.crossing(robot, start, end, **options)
        taken = perf_counter() - begun
        fast = fast and taken <= most
        print(
            f"{name}, {start} to {end} in {plan.duration:g} s: peak {plan.peak:.5g}, planned in {taken:.2f} s (target {most:g} s)"
        )
    return fast


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    met = [plan_documented(), *(plan_pairs(name, count) for name in BOXES)]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
