"""Which walls a force-controlled tool can press on: runs over wall stiffness and control period, against the linear bound.

A machine presses on a wall with 10 N under hybrid control, gets a small push, and its error decays (stable), grows while the tool
stays on the wall (growing), or the tool leaves the wall (bouncing). The bound is spectral radius 1 of the exact sampled
linearisation in contact, ``kl.sampled_loop(..., surfaces=[wall])``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from measure import Measure

import kinloop as kl

Array = np.ndarray
PRESS, DURATION, DAMPING = 10.0, 2.0, 20.0  # N, s, N s/m of the wall
PERIODS = np.linspace(0.5e-3, 4e-3, 8)  # s
STIFFNESSES = np.geomspace(1e3, 1e6, 25)  # N/m
STABLE, GROWING, BOUNCING = 0, 1, 2
SIGNS = ".g#"
# A spectral radius this near to 1 decides nothing in a run of DURATION.
NEAR = 2e-3
ROUNDING = 1e-11  # m


@dataclass(frozen=True)
class Machine:
    """A machine of the library, the place of the wall and of the tool on it [m], and the gains of the force."""

    name: str
    place: tuple[float, float]
    kf: float
    ki: float
    damping: float

    @property
    def law(self) -> kl.HybridControl:
        return kl.HybridControl(400.0, 40.0, [-PRESS, 0.0], axes=(1, 0), kf=self.kf, ki=self.ki, damping=self.damping)


MACHINES = (Machine("two_r", (0.3, 0.3), 1.0, 20.0, 50.0), Machine("biglide", (0.1, 0.3), 1.0, 20.0, 100.0))


def measures() -> list[Measure]:
    found = []
    for machine in MACHINES:
        begin = time.perf_counter()
        outcomes = classes(machine)
        middle = time.perf_counter()
        radius = radii(machine)
        end = time.perf_counter()
        show(machine, outcomes, radius)
        decided = np.abs(radius - 1) > NEAR
        agrees = (outcomes != STABLE) == (radius > 1)
        topic = "contact stability"
        found += [
            Measure(topic, f"{machine.name}: runs", float(outcomes.size), "runs"),
            Measure(topic, f"{machine.name}: time of the runs", middle - begin, "s"),
            Measure(topic, f"{machine.name}: time of the bound", end - middle, "s"),
            Measure(topic, f"{machine.name}: stable", 100 * float(np.mean(outcomes == STABLE)), "%"),
            Measure(topic, f"{machine.name}: growing", 100 * float(np.mean(outcomes == GROWING)), "%"),
            Measure(topic, f"{machine.name}: bouncing", 100 * float(np.mean(outcomes == BOUNCING)), "%"),
            Measure(topic, f"{machine.name}: runs as the bound says", 100 * float(agrees.mean()), "%", target=95.0, at="least"),
            Measure(
                topic,
                f"{machine.name}: the same, away from the bound",
                100 * float(agrees[decided].mean()),
                "%",
                target=100.0,
                at="least",
            ),
        ]
    return found


def at_rest(robot: kl.Robot, machine: Machine, stiffness: float) -> Array:
    """The joints with which the machine presses on a wall."""
    x, y = machine.place
    return np.asarray(robot.inverse_geometry([x + PRESS / stiffness, y], near=robot.start).q)


def wall_of(machine: Machine, stiffness: float) -> kl.Surface:
    return kl.Surface(name="wall", h=f"{machine.place[0]} - x", stiffness=stiffness, damping=DAMPING)


def classes(machine: Machine, periods: Array = PERIODS, stiffnesses: Array = STIFFNESSES) -> Array:
    """What becomes of each run, (periods, stiffnesses). Samples are needed, since a summary does not have the contact, so each
    period is a sweep of its own."""
    robot = kl.load(machine.name)
    q = np.array([at_rest(robot, machine, stiffness) for stiffness in stiffnesses])
    environment = kl.Environment(
        surfaces=[wall_of(machine, float(stiffnesses[-1]))], pulses=[kl.Pulse([1e-3, 0, 0, 0, 0, 0], 0.0, 0.02)]
    )
    found = []
    for period in periods:
        steps = round(DURATION / period)
        runs = kl.rollouts(
            robot,
            machine.law,
            kl.Pause(machine.place, DURATION, space="task"),
            duration=steps * float(period),
            period=float(period),
            vary={"q": q, "environment.surfaces.wall.stiffness": stiffnesses},
            sensors=kl.Sensors(measured=("active", "passive", "wrench")),
            environment=environment,
        )
        depth = runs.x[..., 0] - machine.place[0]
        error = np.abs(depth - PRESS / stiffnesses[:, None])
        early, late = (np.nanmax(error[:, int(a * steps) : int(b * steps)], axis=1) for a, b in ((0.1, 0.3), (0.8, 1.0)))
        grows = (late > early) & (late > ROUNDING)
        left = ~(depth > 0).all(axis=1) | (runs.status != kl.RunStatus.COMPLETE)
        found.append(np.where(left, BOUNCING, np.where(grows, GROWING, STABLE)))
    return np.array(found)


def radii(machine: Machine, periods: Array = PERIODS, stiffnesses: Array = STIFFNESSES) -> Array:
    """The spectral radius in contact, (periods, stiffnesses)."""
    robot, found = kl.load(machine.name), np.empty((len(periods), len(stiffnesses)))
    for k, stiffness in enumerate(stiffnesses):
        q, wall = at_rest(robot, machine, float(stiffness)), wall_of(machine, float(stiffness))
        for j, period in enumerate(periods):
            found[j, k] = kl.sampled_loop(robot, machine.law, q, float(period), surfaces=[wall]).spectral_radius
    return found


def show(machine: Machine, outcomes: Array, radius: Array) -> None:
    """The map in letters: a row for each period, the wall's stiffness to the right, | where the bound lies."""
    print(f"{machine.name}: stable {SIGNS[0]} growing {SIGNS[1]} bouncing {SIGNS[2]} bound |, stiffness 1e3 to 1e6 N/m")
    for period, row, radii_of_row in zip(PERIODS, outcomes, radius, strict=True):
        signs = [SIGNS[each] for each in row]
        for k in reversed(range(1, len(signs))):
            if (radii_of_row[k] > 1) != (radii_of_row[k - 1] > 1):
                signs.insert(k, "|")
        print(f"  {1e3 * period:4.1f} ms  {''.join(signs)}")
