"""Which gains keep the error small although the payload is not known? Ten thousand closed-loop runs answer."""

from time import perf_counter

import numpy as np

import kinloop as kl

robot = kl.load("five_bar")
path = kl.described_motion(robot)
vary = {"law.kp": np.geomspace(10.0, 10_000.0, 100), "plant.payload.tool": np.linspace(0.0, 1.0, 100)}
options = {"duration": path.duration, "period": 2e-3, "vary": vary, "grid": True, "keep": "summary"}

kl.rollouts(robot, kl.ComputedTorque(100.0, 40.0), path, **{**options, "vary": {"law.kp": [100.0]}})  # compiles
begin = perf_counter()
runs = kl.rollouts(robot, kl.ComputedTorque(100.0, 40.0), path, **options)
seconds = perf_counter() - begin
print(f"{runs}\n{runs.error_max.size} runs of {path.duration:g} s in {seconds:.1f} s")

ended = np.count_nonzero(runs.status)
print(f"{ended} of them ended early")
worst = np.where(np.asarray(runs.status) == 0, runs.error_max, np.inf).max(axis=1)  # over the payloads, for each gain
best = int(np.argmin(worst))
print(f"kp = {vary['law.kp'][best]:.0f} 1/s^2 is best: at most {1e3 * worst[best]:.2f} mm with any payload up to 1 kg")
print(f"kp = {vary['law.kp'][0]:.0f}: {1e3 * worst[0]:.1f} mm")
runs.plot("error_max").savefig("gains_and_payloads.png")
