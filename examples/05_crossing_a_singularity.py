"""Can a Biglide's platform be driven through a Type 2 singularity, and with which forces?"""

import numpy as np
from scipy.interpolate import BPoly

import kinloop as kl

robot = kl.load("biglide")
MODE = (1, -1)  # in this working mode the rods are on one line if x = 0
MEET, END = 2.0, 4.0  # s
REST = [0, 0]


def joints(path, t):
    """All joints along a path of the platform: positions, rates, accelerations and jerks, at one time or at many."""
    q = robot.inverse_geometry(path(t), mode=MODE).q
    qd = robot.inverse_velocity(q, path.derivative(1)(t)).qd
    qdd = robot.inverse_acceleration(q, qd, path.derivative(2)(t)).qdd
    return q, qd, qdd, robot.inverse_jerk(q, qd, qdd, path.derivative(3)(t)).jerk


phi1 = robot.inverse_geometry([0.0, 1.0], mode=MODE).q_passive[0]
xdd = 0.2  # m/s2, at the singularity
for words, ydd in (("satisfies the criterion, ydd = xdd tan(phi1)", xdd * np.tan(phi1)), ("violates it, ydd = 0", 0.0)):
    # Two quintics: (0.1, 0.3) to (0, 1) at the singularity, then to (-0.1, 1.8). Rows: position, velocity,
    # acceleration.
    through = [[0, 1], [-0.1, 0.7], [xdd, ydd]]
    path = BPoly.from_derivatives([0, MEET, END], [[[0.1, 0.3], REST, REST], through, [[-0.1, 1.8], REST, REST]])
    print(f"\nA path that {words}")
    for met in kl.crossings(robot, lambda t, path=path: joints(path, t)[:3], (0, END), samples=101):
        print(f"  meets {met.kind} at t = {met.time:.6f} s, order {met.order}; criterion (0 to cross) {met.criterion:.2g} W")
    for before in (1e-1, 1e-2, 1e-3, 1e-4):
        print(f"  {before:g} s before: forces {robot.inverse_dynamics(*joints(path, MEET - before))} N")
    for time, side in ((np.nextafter(MEET, 0), "before"), (MEET, "after")):  # where two quintics meet, the jerk jumps
        try:
            print(f"  at the singularity, with the jerk {side}: {robot.inverse_dynamics(*joints(path, time))} N")
        except kl.KinloopError as fault:
            print(f"  at the singularity, with the jerk {side}: {fault}")
    forces = robot.inverse_dynamics(*joints(path, np.linspace(0, END, 1001)))  # a batch: NaN where no force exists
    none = np.isnan(forces[:, 0]).sum()
    print(f"  the largest force of 1001 samples: {np.nanmax(np.abs(forces)):.1f} N; samples without a force: {none}")
