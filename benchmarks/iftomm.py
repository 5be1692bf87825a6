"""Problems A01 to A05 of the [IFToMM] benchmark library: energy, time, and the difference from an independent solution.

Each machine is described once and moves freely under fixed steps of RK4, as :func:`kinloop.simulate` runs it. The independent
solution is written by hand for each, without loops or with the published equations: elliptic functions for the pendulum, one
coordinate for N four-bars, whose bars lie on one line ten times in 10 s, the Test Set's equations and its published solution for
Andrews' mechanism, the curve of its angles for Bricard's, two coordinates for the governor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import andrews
import bricard
import casadi as ca
import flyball
import four_bars
import numpy as np
from measure import Measure, best
from scipy.special import ellipj, ellipk

import kinloop as kl

Array = np.ndarray
GRAVITY = 9.81
FOUR_BARS = (1, 2, 8)


@dataclass(frozen=True)
class Problem:
    """A machine, how long it moves in which steps, and what to compare: gaps by what they are of, from a run."""

    name: str
    robot: kl.Robot
    duration: float
    step: float
    gaps: Callable[[kl.Robot, kl.Record], dict[str, float]]
    rates: Array | None = None
    effort: float = 0.0  # of the one motor, constant
    targets: tuple[float, ...] = (1e-6,)  # of the gaps, in their order

    def run(self) -> kl.Record:
        law = kl.casadi_law(lambda t, measured, reference, state, model: (ca.SX([self.effort]), state))
        return kl.simulate(
            self.robot,
            law if self.effort else None,
            duration=self.duration,
            period=self.step,
            q=self.robot.start,
            qd=self.rates,
        )


def measures() -> list[Measure]:
    return [measure for problem in problems() for measure in measured(problem)]


def measured(problem: Problem) -> list[Measure]:
    run = problem.run()
    if run.status != kl.RunStatus.COMPLETE:
        raise RuntimeError(f"{problem.name}: {run}: {[event.message for event in run.events]}")
    (seconds,) = best(problem.run, rounds=3)
    result = [Measure("iftomm", f"{problem.name}, a simulated second", seconds / problem.duration * 1e3, "ms")]
    gaps = problem.gaps(problem.robot, run)
    for (what, gap), target in zip(gaps.items(), problem.targets, strict=True):
        unit = "J" if what.startswith("energy") else "m or rad"
        result.append(Measure("iftomm", f"{problem.name}, {what}", gap, unit, target=target))
    return result


def problems() -> list[Problem]:
    return [a01(), *(a02(n) for n in FOUR_BARS), a03(), a04(), a05()]


def a01(duration: float = 100.0) -> Problem:
    """A point of 1 kg on a bar of 1 m without mass, let go in level position."""

    def gaps(robot: kl.Robot, run: kl.Record) -> dict[str, float]:
        return {"energy": drift(robot, run), "elliptic functions": float(np.abs(run.q[:, 0] - swing(run.t)).max())}

    return Problem("A01 pendulum, 100 s", kl.load(pendulum()), duration, 1e-3, gaps, targets=(1e-6, 1e-6))


def a02(n: int, duration: float = 10.0) -> Problem:
    """N four-bars, 10 s; the library asks that energy is kept within 1e-3 of it."""
    robot = kl.load(four_bars.n_four_bars(n))

    def gaps(robot: kl.Robot, run: kl.Record) -> dict[str, float]:
        total = four_bars.energy(robot, run.q, run.qd)
        angle, _ = four_bars.parallelogram(n, run.t)
        return {
            "energy": float(np.ptp(total)),
            "one coordinate": float(np.abs(run.q[:, 0] - angle).max()),
            "passages missed": abs(float(np.count_nonzero(np.diff(np.floor(angle / np.pi)))) - len(run.events)),
        }

    return Problem(f"A02 {n} four-bars", robot, duration, 1e-3, gaps, four_bars.first_rates(robot), targets=(1e-3, 1e-5, 0.0))


def a03(duration: float = andrews.DURATION) -> Problem:
    """Andrews' mechanism, 0.03 s; the published solution has nine digits."""

    def gaps(robot: kl.Robot, run: kl.Record) -> dict[str, float]:
        y = andrews.angles(robot, run.q)
        rate = andrews.angles(robot, run.qd)
        stored = [andrews.energy(y[k], rate[k]) - andrews.TORQUE * y[k, 0] for k in range(0, len(y), max(1, len(y) // 100))]
        result = {
            "energy less the motor's work": float(np.ptp(stored)),
            "the equations by hand": float(np.abs(y[-1] - andrews.by_hand(duration)[0]).max()),
        }
        if duration == andrews.DURATION:
            result["the published solution"] = float(np.abs(y[-1] - andrews.PUBLISHED).max())
        return result

    targets = (1e-9, 1e-9, 2e-9)[: 3 if duration == andrews.DURATION else 2]
    return Problem(
        "A03 Andrews, 0.03 s", kl.load(andrews.squeezer()), duration, 3e-6, gaps, effort=andrews.TORQUE, targets=targets
    )


def a04(duration: float = 10.0) -> Problem:
    """Bricard's mechanism, overconstrained, 10 s."""

    def gaps(robot: kl.Robot, run: kl.Record) -> dict[str, float]:
        some = slice(None, None, 10)
        gap = np.abs(run.q[some] - bricard.by_symmetry(run.t[some])).max()
        return {"energy": drift(robot, run), "the curve of its angles": float(gap)}

    return Problem("A04 Bricard, 10 s", kl.load(bricard.bricard()), duration, 1e-3, gaps, targets=(1e-6, 1e-6))


def a05(duration: float = 10.0) -> Problem:
    """The stiff governor, which its dampers bring to rest in the shaft's frame: no energy to keep."""

    def gaps(robot: kl.Robot, run: kl.Record) -> dict[str, float]:
        some = slice(None, None, 100)
        found = run.q[some][:, [robot.mechanism.coordinates.index(name) for name in ("s", "angle_a")]]
        return {"two coordinates": float(np.abs(found - flyball.by_hand(run.t[some])).max())}

    robot = kl.load(flyball.governor())
    rates = flyball.first_rates(robot)
    return Problem("A05 flyball governor, 10 s", robot, duration, 1e-4, gaps, rates, targets=(1e-9,))


def pendulum() -> kl.Mechanism:
    return kl.Mechanism(
        name="iftomm_pendulum",
        gravity=(0, -GRAVITY, 0),
        task=("x", "y"),
        links=(kl.Link(name="bar", mass=1.0, com=(1, 0, 0)),),
        joints=(kl.Joint(name="theta", kind="revolute", parent="base", child="bar"),),
        tool=kl.Anchor(link="bar", origin=kl.Pose(xyz=(1, 0, 0))),
    )


def swing(t: Array) -> Array:
    """The angle from level of a pendulum of 1 m that was let go there: ``sin(a / 2) = k cd(w t)`` from the vertical."""
    modulus = np.sin(np.pi / 4)
    sn, *_ = ellipj(ellipk(modulus**2) + np.sqrt(GRAVITY) * np.asarray(t), modulus**2)
    return 2 * np.arcsin(modulus * sn) - np.pi / 2


def drift(robot: kl.Robot, run: kl.Record) -> float:
    return float(np.ptp(robot.energy(run.q, run.qd).total))
