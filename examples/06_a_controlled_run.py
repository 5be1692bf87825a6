"""How well does computed torque follow a path with the wrong mass, a slow controller and a weak motor?"""

import numpy as np

import kinloop as kl

robot = kl.load("biglide")
path = kl.described_motion(robot)  # of its description: from (0, 0.3) to (0.1, 0.1) in 2 s
q = robot.inverse_geometry(path(0.0).x, mode=(-1, -1)).q
law = kl.ComputedTorque(kp=400.0, kd=40.0)
clock = {"duration": 2.0, "period": 1e-3, "q": q}

print("largest error of the platform, and largest effort")
for words, options in (
    ("nothing is wrong", {}),
    ("1 kg in the platform that the controller does not know", {"plant": kl.Native(payload=1.0)}),
    ("measurements with noise of 10 um and 1 mm/s", {"sensors": kl.Sensors(noise={"q": 1e-5, "qd": 1e-3}, seed=1)}),
    ("only the slides are measured, to 10 um", {"sensors": kl.Sensors("active", quantisation={"q": 1e-5})}),
    ("motors of 1 N", {"actuators": kl.Actuators(saturation=1.0)}),
    ("commands that act 1 ms late", {"actuators": kl.Actuators(delay=True)}),
):
    run = kl.simulate(robot, law, path, **clock, **options)
    print(f"  {np.abs(run.error).max() * 1e6:8.2f} um  {np.abs(run.tau).max():6.2f} N   {words}")

masses = np.linspace(0.0, 10.0, 1000)
many = kl.rollouts(robot, law, path, **clock, vary={"plant.payload.tool": masses}, keep="summary")
worst = np.interp(1e-3, many.error_max, masses)
print(f"{many}\nup to {worst:.2f} kg the error stays below 1 mm")

run.save("biglide_run.npz")
again = kl.Record.load("biglide_run.npz")
print("saved and read again, bit for bit:", np.array_equal(run.q, again.q))
