"""Up to which stiffness is a virtual wall stable for every hand?

A handle on one slide renders a wall: K newtons for each metre that it is inside. A hand, a mass on a spring, holds it there. The
force is held for a period T, which adds energy; the friction b of the slide takes it away. With b >= K T/2 + |B| it suffices for
every passive hand. docs/force.md explains the bound.
"""

import numpy as np

import kinloop as kl

PERIOD, FRICTION = 1e-3, 0.8  # s, N s/m
HANDS = [(mass, spring) for mass in (0.0, 0.2, 0.5, 1.0) for spring in (20.0, 500.0, 2000.0)]  # kg, N/m
STIFFNESSES = (400.0, 800.0, 1600.0, 3200.0, 6400.0, 12800.0)  # N/m

joint = kl.Joint(name="s", kind="prismatic", parent="base", child="grip", axis=(1, 0, 0), friction=kl.Friction(viscous=FRICTION))
robot = kl.load(
    kl.Mechanism(
        name="handle",
        gravity=(0, 0, 0),
        links=[kl.Link(name="grip", mass=0.1)],
        joints=[joint],
        tool=kl.Anchor(link="grip"),
        task=("x",),
    )
)


def growth(stiffness: float, mass: float, spring: float) -> float:
    """How much the motion grows from the first half second to the last second of four; the hand holds 2 mm inside the wall."""
    hand = kl.Surface(name="hand", h="-0.002 - x", stiffness=spring, sides="both")
    run = kl.simulate(
        robot,
        kl.VirtualWall(stiffness, h="x"),
        q=[-0.004],
        duration=4.0,
        period=PERIOD,
        plant=kl.Native(payload=mass),
        environment=kl.Environment(surfaces=[hand]),
    )
    return float(np.ptp(run.x[run.t > 3.0]) / np.ptp(run.x[run.t < 0.5]))


print(f"friction {FRICTION} N s/m, period {1e3 * PERIOD:g} ms: the bound is {2 * FRICTION / PERIOD:g} N/m")
print("wall [N/m]   K T/2   within the bound   hands that oscillate   largest growth")
for stiffness in STIFFNESSES:
    found = [growth(stiffness, mass, spring) for mass, spring in HANDS]
    loss = stiffness * PERIOD / 2
    within = "yes" if loss <= FRICTION else "no"
    print(f"{stiffness:10.0f} {loss:7.2f} {within:>18} {sum(each > 1 for each in found):12} of {len(HANDS)} {max(found):16.2f}")
