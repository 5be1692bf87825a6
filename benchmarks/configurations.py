"""Every configuration by parameter homotopy against many starts: 200 random hexapods, Dietmaier's with 40 real configurations, 6R
arms.

``python benchmarks/configurations.py [count]`` prints the figures. It takes minutes, so ``run.py`` leaves it out.
"""

from __future__ import annotations

import sys
from time import perf_counter

import numpy as np

import kinloop as kl
from kinloop.model.geometry.geometry import Geometry
from kinloop.model.geometry.homotopy.hexapod import hexapod_configurations, hexapod_poses
from kinloop.model.geometry.homotopy.six_r import six_r_configurations
from kinloop.model.geometry.multi_start import by_many_starts

# The hexapod of [Dietmaier1998].
GROUND = [
    [0, 0, 0],
    [1.107915, 0, 0],
    [0.549094, 0.756063, 0],
    [0.735077, -0.223935, 0.525991],
    [0.514188, -0.526063, -0.368418],
    [0.590473, 0.094733, -0.205018],
]
PLATFORM = [
    [0, 0, 0],
    [0.542805, 0, 0],
    [0.956919, -0.528915, 0],
    [0.665885, -0.353482, 1.402538],
    [0.478359, 1.158742, 0.107672],
    [-0.137087, -0.235121, 0.353913],
]
LENGTHS = [1, 0.645275, 1.086284, 1.503439, 1.281933, 0.771071]
SAME = 1e-6


def random_hexapods(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Anchors anywhere in a cube, and the lengths of a random pose, so that there is a real one."""
    random = np.random.default_rng(seed)
    a, b = random.uniform(-1, 1, (2, count, 6, 3))
    p, e = random.uniform(-1, 1, (count, 1, 3)), random.standard_normal((count, 1, 4))
    e /= np.linalg.norm(e, axis=2, keepdims=True)
    moved = p + b + 2 * np.cross(e[..., 1:], np.cross(e[..., 1:], b) + e[..., :1] * b)
    return a, b, np.linalg.norm(moved - a, axis=2)


def as_robot(base: kl.Robot, a: np.ndarray, b: np.ndarray) -> kl.Robot:
    """The library's platform with other anchors; nothing is compiled again."""
    values = {
        f"{side}{k + 1}{axis}": points[k, j]
        for side, points in (("a", a), ("b", b))
        for k in range(6)
        for j, axis in enumerate("xyz")
    }
    return base.with_parameters(**values)


def missing(geometry: Geometry, those: np.ndarray, here: np.ndarray) -> int:
    """How many of ``those`` configurations are not ``here``."""
    return sum(not len(here) or np.min(np.max(np.abs(geometry.space.difference(here, q)), axis=-1)) > SAME for q in those)


def compare(count: int) -> None:
    base = kl.load("stewart_gough")
    a, b, lengths = random_hexapods(count, seed=200)
    missed_by_paths = missed_by_starts = incomplete = unequal = 0
    seconds = [0.0, 0.0]
    found = []
    for k in range(count):
        robot = as_robot(base, a[k], b[k])
        start = np.concatenate([lengths[k], base.start[6:]])
        geometry = Geometry(robot.models.formulas, robot.models.parameter_inputs, lambda start=start: start, 6)
        began = perf_counter()
        paths = hexapod_configurations(robot.models.formulas, robot.models.parameter_inputs, start, lengths[k])
        between = perf_counter()
        starts = by_many_starts(geometry, "forward", lengths[k]).configurations
        seconds[0] += between - began
        seconds[1] += perf_counter() - between
        assert paths is not None
        found.append(len(paths.configurations))
        incomplete += not paths.complete
        missed_by_paths += missing(geometry, starts, paths.configurations)
        missed_here = missing(geometry, paths.configurations, starts)
        missed_by_starts += missed_here
        unequal += missed_here > 0
    print(f"{count} random hexapods, {sum(found)} real configurations, at most {max(found)}; not complete: {incomplete}")
    print(f"  missed by the paths: {missed_by_paths}; by many starts: {missed_by_starts}, in {unequal} hexapods")
    print(f"  {seconds[0] / count:.3f} s by paths, {seconds[1] / count:.3f} s by many starts, for each hexapod")
    began = perf_counter()
    poses = hexapod_poses(a, b, lengths)
    same = [len(each.position) for each in poses] == found
    print(f"  all at once: {(perf_counter() - began) / count:.3f} s for each; as many configurations: {same}")


def single() -> None:
    robot = as_robot(kl.load("stewart_gough"), np.array(GROUND), np.array(PLATFORM))
    start = np.concatenate([LENGTHS, robot.start[6:]])
    shortest, count, gap = np.inf, 0, 0.0
    for _ in range(5):
        began = perf_counter()
        found = hexapod_configurations(robot.models.formulas, robot.models.parameter_inputs, start, np.array(LENGTHS, float))
        shortest = min(shortest, perf_counter() - began)
        assert found is not None
        count, gap = len(found.configurations), float(np.max(np.abs(robot.closure(found.configurations))))
    print(f"Dietmaier's hexapod: {count} real configurations in {shortest:.3f} s, largest gap {gap:.1e} m")


def arms(count: int) -> None:
    for name in ("six_r", "puma560"):
        robot = kl.load(name)
        random, seconds, missed, incomplete, there = np.random.default_rng(16), 0.0, 0, 0, 0
        geometry = robot.models.geometry
        for _ in range(count):
            q = random.uniform(-np.pi, np.pi, 6)
            x = np.asarray(robot.models.kernel("task")(q, *robot.models.parameter_inputs))
            began = perf_counter()
            found = six_r_configurations(robot.models.formulas, robot.models.parameter_inputs, robot.start, x)
            seconds += perf_counter() - began
            assert found is not None
            incomplete += not found.complete
            there += len(found.configurations)
            missed += missing(
                geometry, np.vstack([q[None], by_many_starts(geometry, "inverse", x).configurations]), found.configurations
            )
        print(
            f"{name}: {count} poses, {there} configurations, missed {missed}, not complete {incomplete}, "
            f"{seconds / count:.3f} s each"
        )


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    single()
    compare(count)
    arms(max(1, count // 10))
    return 0


if __name__ == "__main__":
    sys.exit(main())
