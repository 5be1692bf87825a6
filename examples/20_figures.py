"""What does it look like: the machine in its modes, a run, many runs, its singularities, and its motion?"""

from pathlib import Path

import numpy as np

import kinloop as kl

robot = kl.load("five_bar")
path = kl.described_motion(robot)
law = kl.ComputedTorque(kp=400.0, kd=40.0)

# The machine: all working modes that reach a point, each under its name.
modes = robot.configurations(x=[0.02, 0.12])
robot.draw(modes).savefig("five_bar_modes.png")

# A run with a payload of 50 g that the controller does not know: tracking, errors, efforts and energy.
run = kl.simulate(robot, law, path, duration=1.0, period=1e-3, plant=kl.Native(payload=0.05))
run.plot().savefig("five_bar_run.png")

# The same motion without the payload, and what differs.
compared = kl.compare(robot, law, path, ("native", kl.Native(payload=0.05)), duration=0.3, period=1e-3)
compared.plot().savefig("five_bar_compared.png")

# Many runs: which gains keep the error below 0.2 mm with which payload?
vary = {"plant.payload.tool": np.linspace(0.0, 0.2, 15), "law.kp": np.geomspace(50.0, 2000.0, 12)}
many = kl.rollouts(robot, law, path, duration=1.0, period=1e-3, vary=vary, grid=True, keep="summary")
many.plot().savefig("five_bar_many_runs.png")
many.plot_success(largest_error=2e-4).savefig("five_bar_robustness.png")

# Its singularities, in each working mode.
found = kl.singularity_map(robot, {"x": (-0.15, 0.15), "y": (-0.2, 0.2)}, points=120)
found.plot().savefig("five_bar_singularities.png")

# The poles of one joint while the integral gain grows through its bound.
joint = kl.load("one_joint")
bound = kl.integral_gain_bound(joint, [0.2], kp=40.0, kd=4.0)
locus = kl.root_locus(joint, [0.2], kp=40.0, kd=4.0, scale=2 * bound.ki * np.linspace(0, 1, 400) ** 2)
locus.plot().savefig("one_joint_poles.png")

# The motion, as a GIF and as a page with a time slider.
run.animate("five_bar.gif", frames=40)
run.animate("five_bar.html", frames=40)

print(f"{len(modes)} modes, {many.status.size} runs, {np.mean(many.error_max <= 2e-4):.0%} of them below 0.2 mm")
for file in sorted(Path().glob("five_bar*")) + sorted(Path().glob("one_joint*")):
    print(f"  {file.name}  {file.stat().st_size / 1e3:.0f} kB")
