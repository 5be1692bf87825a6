"""Which integral gain may a joint have, and what does it do to a step of 60 degrees under gravity?

docs/tuning.md explains each step.
"""

import warnings

import numpy as np

import kinloop as kl

PERIOD, TARGET = 1e-3, np.deg2rad(60)
robot = kl.load("one_joint")
reference = kl.Quintic([TARGET], [TARGET], 1.0, space="active")  # it is there from the beginning: a step

joint = kl.joint_design(robot, [TARGET])["theta"]
kp = 1.0
kd = joint.critical_gain(kp)
bound = kl.integral_gain_bound(robot, [TARGET], kp, kd)
print(f"inertia {joint.inertia:.6f} kg m^2, stiffness of gravity {joint.stiffness:.4f} N m/rad")
print(f"Kp {kp:g} is critical with Kd {kd:.4f}")
print(f"in continuous time Ki < {bound.ki:.4f}; at the bound it oscillates with {bound.frequency:.2f} rad/s")

low, high = 0.0, bound.ki
while high - low > 1e-4:
    middle = (low + high) / 2
    is_stable = kl.sampled_loop(robot, kl.PID(kp, middle, kd), [TARGET], PERIOD).is_stable
    low, high = (middle, high) if is_stable else (low, middle)
print(f"sampled with a period of {1e3 * PERIOD:g} ms Ki < {low:.3f}")

placed = kl.place_poles(joint, [-20.0, -8 + 6j, -8 - 6j])
print(f"poles at -20 and -8 +- 6i 1/s: Kp {placed.kp:.4f}, Kd {placed.kd:.4f}, Ki {placed.ki:.4f}")

print("gains                  error [deg]  overshoot  rise [s]  settles [s]  largest torque [N m]")
for words, law in (
    ("PD", kl.PD(kp, kd)),
    ("PD and gravity", kl.PD(kp, kd, feedforward="gravity")),
    ("PID, Ki = 1", kl.PID(kp, 1.0, kd)),
    ("PID, Ki = 5", kl.PID(kp, 5.0, kd)),
    ("PID, placed poles", kl.PID(placed.kp, placed.ki, placed.kd)),
    ("the same with 1 N m", kl.PID(placed.kp, placed.ki, placed.kd, limits=1.0)),
):
    run = kl.simulate(robot, law, reference, duration=20.0, period=PERIOD, q=[0.0])
    found = kl.step_response(run, signal="q.theta")
    error = abs(np.rad2deg(found.steady_state_error))
    print(
        f"{words:21}  {error:11.6f}  {100 * found.overshoot:7.2f} %  {found.rise_time:8.4f}"
        f"  {found.settling_time:11.4f}  {np.abs(run.tau).max():20.4f}"
    )

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    kl.simulate(robot, kl.PID(kp, 1.05 * bound.ki, kd), reference, duration=1.0, period=PERIOD, q=[TARGET])
print(f"beyond the bound: {caught[0].message}")
