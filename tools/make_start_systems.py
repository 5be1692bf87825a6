"""Make the start systems of the parameter homotopies: random complex parameters and all solutions they have.

One solution comes with the parameters, which are made to fit it. The others are found by monodromy: along a closed loop of
the parameters a solution turns into another. It ends when all of the proven number are there.

    python tools/make_start_systems.py      # the same files each time, but for rounding
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from kinloop.model.geometry.homotopy import hexapod, six_r
from kinloop.model.geometry.homotopy.homotopy import Settings, System, correction, normalise, track

FOLDER = Path(__file__).parents[1] / "src" / "kinloop" / "model" / "geometry" / "homotopy" / "start_systems"
CAREFUL = Settings(error=1e-6, first=0.01, smallest=1e-9, steps=4000)
LOOPS = 300
# Of the first few seeds, those from which the paths to random real machines take the fewest steps.
SEEDS = {"hexapod": 5, "six_r": 8}


def all_solutions(
    first: np.ndarray, count: int, between: Callable[[np.ndarray], System], elsewhere: Callable[[], np.ndarray]
) -> np.ndarray:
    """Monodromy: out to other parameters straight, and back another way, until there are ``count`` solutions."""
    found = first[None]
    for _ in range(LOOPS):
        system = between(elsewhere())
        found = normalise(system, found)
        zero = np.zeros(len(found), int)
        there, out = track(system, found, zero, 0.0, 1.0, CAREFUL)
        side, way = track(system, there[out], zero[out], 1.0, 0.5 + 0.5j, CAREFUL)
        back, home = track(system, side[way], zero[: way.sum()], 0.5 + 0.5j, 0.0, CAREFUL)
        for y in back[home]:
            for _ in range(3):
                y = normalise(system, y[None])[0]
                y = y + correction(system, y[None], np.zeros(1), np.zeros(1, int))[0]
            if np.min(system.separation(found, y)) > 1e-5:
                found = np.concatenate([found, y[None]])
        if len(found) >= count:
            return normalise(system, found)
    raise SystemExit(f"{len(found)} of {count} solutions after {LOOPS} loops")


def complex_normal(random: np.random.Generator, *shape: int) -> np.ndarray:
    return (random.standard_normal(shape) + 1j * random.standard_normal(shape)) / np.sqrt(2)


def make_hexapod() -> dict[str, np.ndarray]:
    random = np.random.default_rng(SEEDS["hexapod"])

    def legs() -> np.ndarray:
        return complex_normal(random, 6, 7) * np.array([0.6] * 6 + [1.0])

    start, y = legs(), complex_normal(random, 8)
    y[4] = -np.sum(y[1:4] * y[5:]) / y[0]  # on Study's quadric
    e, g = y[:4], y[4:]
    for leg in start:  # the lengths that this pose has
        d, s = leg[3:6] - leg[:3], leg[3:6] + leg[:3]
        v = g + np.array([-d @ e[1:], *(d * e[0] + np.cross(e[1:], s))])
        leg[6] = (v @ v) / (e @ e)
    solutions = all_solutions(y, hexapod.PATHS, lambda target: hexapod.HexapodSystem(start[None], target[None]), legs)
    return {"legs": start, "solutions": solutions}


def make_six_r() -> dict[str, np.ndarray]:
    random = np.random.default_rng(SEEDS["six_r"])

    def motions() -> np.ndarray:
        e, p = complex_normal(random, 6, 4), complex_normal(random, 6, 3)
        return np.concatenate([e / np.linalg.norm(e, axis=1, keepdims=True), 0.6 * p], axis=1)

    start, y = motions(), complex_normal(random, 12)
    # The last motion closes the chain at these half angles: it is the inverse of all before.
    chain = np.eye(8, dtype=complex)[0]
    for i in range(6):
        chain = chain @ six_r._right(np.array([y[2 * i], 0, 0, y[2 * i + 1], 0, 0, 0, 0]))
        if i < 5:
            e, p = start[i, :4], np.append(0, start[i, 4:])
            chain = chain @ six_r._right(np.append(e, six_r._product(p, e) / 2))
    e, dual = chain[:4], chain[4:]
    conjugate = np.array([1, -1, -1, -1])
    p = -2 * six_r._product(e * conjugate, dual) / (e @ e)
    start[5] = np.append(e * conjugate / np.linalg.norm(e), p[1:])
    solutions = all_solutions(y, six_r.PATHS, lambda target: six_r.SixRSystem(start[None], target[None]), motions)
    return {"motions": start, "solutions": solutions}


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for name, make in (("hexapod", make_hexapod), ("six_r", make_six_r)):
        arrays = make()
        np.savez(FOLDER / f"{name}.npz", **arrays)
        print(f"{name}: {len(arrays['solutions'])} solutions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
