"""Which efforts produce an accelerated motion of a Biglide, and do inverse and forward dynamics agree?"""

import numpy as np

import kinloop as kl

robot = kl.load("biglide")
q = robot.start

# A xd + B qd_active = 0 gives the tool's velocity from that of the slides; the loop gives the rates of the passive angles.
legs = robot.input_output(q)
qd_active = np.array([0.3, -0.2])
xd = -np.linalg.solve(legs.A, legs.B @ qd_active)
phi, l = q[2:], robot.parameters["l"]
qd_passive = (-np.sin(phi) * xd[0] + np.cos(phi) * (xd[1] - qd_active)) / l
qd = np.concatenate([qd_active, qd_passive])

qdd_active = np.array([1.0, 0.5])
tau = robot.inverse_dynamics(q, qd, qdd_active)
back = robot.forward_dynamics(q, qd, tau).qdd_active
print("tool velocity [m/s]        ", xd)
print("efforts [N]                ", tau)
print("accelerations again [m/s2] ", back)
print(f"largest difference [m/s2]   {np.max(np.abs(back - qdd_active)):.1e}")
