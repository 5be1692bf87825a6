"""Can a controller take a five-bar through a singularity at which its motors lose a direction, and what if it is pushed back?

docs/crossing.md explains the criterion, the plan and the law.
"""

import numpy as np

import kinloop as kl

robot = kl.load("five_bar")
START, END, MODE = [0.02, 0.12], [-0.01, 0.05], (-1, 1)  # between them the two distal links are on one line


def follow(words, law, plan, **options):
    """Run a law along a plan, and print how it went."""
    run = kl.simulate(robot, law, plan.trajectory, duration=plan.duration, period=1e-3, **options)
    assembly = run.mode["assembly"]
    side = "crosses" if assembly[-1] == -assembly[0] else "returns"
    print(f"  {1e3 * np.abs(run.error).max():7.3f} mm  {np.abs(run.tau).max():6.2f} N m  {side}  {words}")
    return run


plan = kl.crossing(robot, START, END, mode=MODE, duration=0.3)
print(plan)

print("\nlargest error of the tool, and largest effort")
joints = kl.ComputedTorque(kp=400.0, kd=40.0)
follow("computed torque of the cranks", joints, plan)
follow("the plan's controller", plan.controller(), plan)
follow("the same on MuJoCo", plan.controller(), plan, plant="mujoco")
follow("computed torque, with 20 g that it does not know", joints, plan, plant=kl.Native(payload=0.02))
follow("the plan's controller, with the same 20 g", plan.controller(), plan, plant=kl.Native(payload=0.02))

# Where the tool is out of control only its momentum overcomes a push, and a slow motion has little of it.
slow = kl.crossing(robot, START, END, mode=MODE, duration=2.0)
push = {"tool": [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]}  # N, against the motion
print("\nwith a push of 1 N that the controller does not know")
follow("in 0.3 s", plan.controller(), plan, environment=push)
run = follow("in 2 s", slow.controller(), slow, environment=push)
for event in run.events:
    print(f"  {event.kind}: {event.message}")

print("\nwith encoders of 10 urad on the cranks, and no others")
sensors = kl.Sensors("active", rates=False, noise={"q": 1e-5}, seed=1)
follow("a Kalman filter with gains along the plan", plan.controller(), plan, sensors=sensors, observer=plan.observer(1e-5))
