"""What does kinloop make of a URDF file, and what torques does a motion of that arm take?"""

from pathlib import Path

import numpy as np

import kinloop as kl

robot = kl.load(Path(__file__).with_name("arm.urdf"))
print(robot.describe(), "\n")

q = np.array([0.4, 0.6, -1.2])
print("tool frame at", robot.frame_pose(q, "forearm").position.round(4), "m")
print("efforts that hold it against gravity:", robot.gravity(q).round(4), "N m")

path = kl.Quintic([0.0, 0.2, -0.4], [0.8, 0.9, -1.6], 1.0, space="active")
run = kl.simulate(robot, kl.ComputedTorque(400.0, 40.0), path, duration=1.0, period=1e-3)
limits = np.array([40.0, 40.0, 20.0])
print(f"largest error {np.abs(run.error).max():.1e} rad; largest torques", np.abs(run.tau).max(axis=0).round(2), "N m of", limits)

# The same arm in another engine, with the same torques.
found = kl.compare(robot, kl.ComputedTorque(400.0, 40.0), path, ("native", "mujoco"), duration=1.0, period=1e-3)
print(f"MuJoCo ends {found.largest['q_active']:.1e} rad from it")
