"""How is a SCARA modelled from its Denavit-Hartenberg table, and how large are its Coriolis torques at full speed?"""

import numpy as np

import kinloop as kl

# The slide, then three links of uniform rods; frames lie at the links' far ends, so centres of mass are behind them.
rods = [
    {
        "name": f"theta{k}",
        "a": f"l{k}",
        "mass": f"m{k}",
        "com": (f"-l{k}/2", 0, 0),
        "inertia": (0, f"m{k}*l{k}^2/12", f"m{k}*l{k}^2/12", 0, 0, 0),
        "friction": {"viscous": "beta"},
    }
    for k in (1, 2, 3)
]
rows = [{"name": "d4", "kind": "prismatic", "mass": "m_c", "friction": {"viscous": "beta"}}, *rods]
parameters = {"l1": 0.25, "l2": 0.25, "l3": 0.1, "m1": 0.25, "m2": 0.25, "m3": 0.1, "m_c": 0.5, "beta": 0.01}
robot = kl.load(
    kl.Mechanism.from_dh("scara", rows, parameters=parameters, task=("x", "y", "z", "phi"), start={"theta2": "60 deg"})
)

print(robot.dh_table(), "\n")
print(robot.equations("link_transforms").abbreviated(), "\n")
for name in ("analytic_jacobian", "inverse_jacobian", "inertia", "coriolis", "gravity", "dissipation"):
    print(robot.equations(name).abbreviated(), "\n")

# Both elbows of the same arm in the library, by name
library = kl.load("scara_prrr")
for mode in ("elbow up", "elbow down"):
    print(f"{mode}: q = {library.inverse_geometry([0.4, 0.1, 0.05, 0.0], mode=mode).q.round(4)}")

# The matrix of Christoffel's symbols at 180 degrees a second
q, qd = robot.start, np.array([0.0, np.pi, np.pi, np.pi])
C = robot.coriolis(q, qd)
parts = C @ qd + robot.gravity(q) + robot.friction(q, qd)
print(f"C qd + g + friction differs from the bias by {np.abs(parts - robot.bias(q, qd)).max():.0e}")
step = 1e-6
M_rate = (robot.inertia(q + step * qd) - robot.inertia(q - step * qd)) / (2 * step)
S = M_rate - 2 * C
print(f"M' - 2 C is skew-symmetric to {np.abs(S + S.T).max():.0e} kg m^2/s")
print(f"largest Coriolis torque: {np.abs((C @ qd)[1:]).max():.4f} N m")
