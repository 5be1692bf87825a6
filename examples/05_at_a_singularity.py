"""Does the mechanics fail at a Type 2 singularity, or only the reduction to the active joints?"""

import numpy as np

import kinloop as kl

robot = kl.load("biglide")
d, l = robot.parameters["d"], robot.parameters["l"]
y, s = 0.3, np.sqrt(l**2 - d**2 / 4)
q = np.array([y + s, y - s, np.arctan2(-s, d / 2), np.arctan2(s, -d / 2)])  # both rods on one line: x = 0
at_rest = np.zeros(4)

try:
    robot.inertia(q)
except kl.KinloopError as fault:
    print("reduced to the slides:", fault)

for m_p in (3.0, 0.5):
    motion = robot.with_parameters(m_p=m_p).forward_dynamics(q, at_rest, tau=[1.0, 0.5])
    print(f"m_p = {m_p} kg: accelerations {motion.qdd} m/s2, rad/s2; loop forces {motion.loop_force} N")
print("Both are finite: only the reduction fails, because the slides do not determine the passive joints there.")
