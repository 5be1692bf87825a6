"""Can a Biglide's platform be driven through a Type 2 singularity, and with which forces?"""

import numpy as np

import kinloop as kl

robot = kl.load("biglide")
MODE = (1, -1)  # in this working mode the rods are on one line if x = 0
MEET = 2.0  # s

phi1 = robot.inverse_geometry([0.0, 1.0], mode=MODE).q_passive[0]
xdd = 0.2  # m/s2, at the singularity
for words, ydd in (("satisfies the criterion, ydd = xdd tan(phi1)", xdd * np.tan(phi1)), ("violates it, ydd = 0", 0.0)):
    # Two quintics: (0.1, 0.3) to (0, 1) at the singularity, then to (-0.1, 1.8).
    rate, acceleration = [-0.1, 0.7], [xdd, ydd]
    path = kl.Sequence(
        [
            kl.Quintic([0.1, 0.3], [0, 1], MEET, end_rate=rate, end_acceleration=acceleration),
            kl.Quintic([0, 1], [-0.1, 1.8], MEET, start_rate=rate, start_acceleration=acceleration),
        ]
    )
    print(f"\nA path that {words}")
    result = kl.assess(robot, path, mode=MODE)
    for met in result.crossings:
        print(f"  meets {met.kind} at t = {met.time:.6f} s, order {met.order}")
        for word, side in (("before", met.before), ("after", met.after)):  # where two quintics meet, the jerk jumps
            forces = f"forces {side.tau} N" if side.tau is not None else side.reason
            print(f"  right {word}: {side.mode}; criterion (0 to cross) {side.criterion:.2g} W; {forces}")
    for before in (1e-1, 1e-2, 4e-3):
        k = int(np.searchsorted(result.t, MEET - before))
        print(f"  {before:g} s before: forces {result.tau[k]} N")
    print(f"  the largest force: {abs(result.peak('effort').value):.1f} N; ok: {result.ok}")
