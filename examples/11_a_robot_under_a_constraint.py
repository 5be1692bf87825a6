"""Which equation does a 2R arm obey if its second link keeps its orientation, and where are its equilibria?"""

import numpy as np

import kinloop as kl

robot = kl.load("two_r_exam")
reduced = kl.reduce(robot, "q1 + q2 - beta", pseudo_velocity="q2")  # v = qdot2
print(reduced.equations("matrices"))
print(reduced.equations("acceleration"))
print(reduced.equations("multiplier"))

for rest in reduced.equilibria():
    period = f", period {2 * np.pi / np.sqrt(rest.squared_frequencies[0]):.3f} s" if rest.stability == "stable" else ""
    print(f"rests at q = {rest.q.round(6) + 0.0} rad, {rest.stability}{period}; multiplier {rest.multiplier[0]:.4f} N m")

# A line of torques holds the start, one for each multiplier. A constraint that only control imposes exerts no force.
q = reduced.start
for multiplier in (0.0, 5.0):
    print(
        f"torques that hold q = {q.round(4)} with multiplier {multiplier} N m: {reduced.torques(q, multiplier=[multiplier])} N m"
    )

# Released: the reduced equation, the same in the reduced position alone, and the full equation with its multiplier.
forms = ("reduced", "positions", "multipliers")
runs = {form: kl.simulate(reduced, None, duration=2.0, period=0.002, plant=kl.Constrained(form)) for form in forms}
first = runs["reduced"]
for form, run in runs.items():
    print(
        f"{form:12s} gap {run.residual.max():.0e} rad, energy drifts by {np.ptp(run.energy):.0e} J, "
        f"multiplier from {run.multiplier.min():.3f} to {run.multiplier.max():.3f} N m, "
        f"differs by {np.max(np.abs(run.q - first.q)):.0e} rad"
    )
