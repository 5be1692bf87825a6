"""How does a law of one's own compare with computed torque, if the platform has 1 kg that neither of them knows?

It is a sliding mode with a boundary layer, in a dozen lines. docs/your_own_law.md explains the interface.
"""

import casadi as ca
import numpy as np

import kinloop as kl


def sliding(t, measured, reference, state, model, slope, push, layer, gain):
    """Push towards the line on which the error decays by itself; the law's state is an integral."""
    error = reference.q_active - measured.q_active
    rate = reference.qd_active - measured.qd_active
    push_back = ca.fmax(-1, ca.fmin(1, (rate + slope * error) / layer))  # within the layer in proportion to the distance
    acceleration = reference.qdd_active + slope * rate + push * push_back + state
    return model.inverse_dynamics(measured.q, measured.qd, acceleration), state + model.period * gain * push_back


def sliding_on_numbers(t, measured, reference, state, model, slope, push, layer, gain):
    """The same with NumPy, for kl.python_law: called at every sample."""
    error = reference.q_active - measured.q_active
    rate = reference.qd_active - measured.qd_active
    push_back = np.clip((rate + slope * error) / layer, -1, 1)
    acceleration = reference.qdd_active + slope * rate + push * push_back + state
    return model.inverse_dynamics(measured.q, measured.qd, acceleration), state + model.period * gain * push_back


robot = kl.load("biglide")
path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5)
clock = {"duration": 0.5, "period": 1e-3}
options = {"memory": [0.0, 0.0], "joint_reference": True, "slope": 20.0, "push": 4.0, "layer": 0.1, "gain": 50.0}
own, in_python = kl.casadi_law(sliding, **options), kl.python_law(sliding_on_numbers, **options)

print("largest error of the platform, and largest effort, with 1 kg too much")
runs = {}
for name, law in (("computed torque", kl.ComputedTorque(400.0, 40.0)), ("sliding", own), ("sliding in Python", in_python)):
    runs[name] = run = kl.simulate(robot, law, path, **clock, plant=kl.Native(payload=1.0))
    print(f"  {1e6 * np.abs(run.error).max():8.2f} um  {np.abs(run.tau).max():6.2f} N   {name}")
same = np.abs(runs["sliding"].x - runs["sliding in Python"].x).max()
print(f"compiled and in Python it moves the same within {max(same, 1e-15):.0e} m")

q = runs["sliding"].q[-1]
print(f"near rest it is stable below {1e3 * kl.largest_period(robot, own, q):.2f} ms")
pushes = np.linspace(1.0, 10.0, 200)
many = kl.rollouts(robot, own, path, **clock, plant=kl.Native(payload=1.0), vary={"law.push": pushes}, keep="summary")
best = int(np.argmin(many.error_max))
print(f"of {len(pushes)} gains the best push is {pushes[best]:.2f} m/s^2: {1e6 * many.error_max[best]:.2f} um")
