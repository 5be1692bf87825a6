"""How well does a fuzzy law with 49 rules follow a motion, beside PD, PID and computed torque?

The gains of all laws are for one bandwidth, from the inertia at the start. The fuzzy law has the mean gains of the PD law, 1.5
times these near the reference, and its rules give at most the largest effort. docs/fuzzy.md explains the law.
"""

import numpy as np

import kinloop as kl

BANDWIDTH, ERROR = 20.0, 0.2  # rad/s; rad or m: the error that is one unit of the fuzzy terms
PERIOD, MOVE, DURATION = 1e-3, 1.0, 2.0  # s
MOTIONS = {
    "scara_prrr": ([0.4, 0.1, 0.05, 0.0], [0.2, 0.3, 0.15, np.pi / 2]),  # x, y, z, phi of the tool
    "two_r": ([0.35, 0.1], [0.1, 0.3]),  # x, y of the tool, in a vertical plane
}


def laws(robot: kl.Robot, q: np.ndarray) -> dict[str, kl.Law]:
    """Critically damped at the start, if each joint were alone."""
    inertia, w = np.diag(robot.inertia(q)), BANDWIDTH
    kp, kd = inertia * w**2, 2 * inertia * w
    effort = kp * ERROR
    return {
        "fuzzy": kl.Fuzzy(ERROR, effort / kd, effort),
        "fuzzy, gravity": kl.Fuzzy(ERROR, effort / kd, effort, feedforward="gravity"),
        "PD": kl.PD(kp, kd),
        "PD, gravity": kl.PD(kp, kd, feedforward="gravity"),
        "PD 1.5, gravity": kl.PD(1.5 * kp, 1.5 * kd, feedforward="gravity"),
        "PID": kl.PID(kp, kp * w / 10, kd),
        "computed torque": kl.ComputedTorque(w**2, 2 * w),
    }


print("tool errors in mm, peak efforts in N m (of the slide: N)")
print(f"{'':29} {'exact model':-^41}  {'a load of 0.1 kg':-^18}")
print("machine      law               largest    final      rms  peak effort   largest    final")
for name, (start, end) in MOTIONS.items():
    robot = kl.load(name)
    path = kl.Quintic(start, end, MOVE)
    q = robot.configurations(x=start)[0].q
    for words, law in laws(robot, q).items():
        options = {"duration": DURATION, "period": PERIOD, "q": q}
        figures = []
        for load in (0.0, 0.1):  # no law knows the load
            run = kl.simulate(robot, law, path, plant=kl.Native(payload=load), **options)
            gap = 1e3 * np.linalg.norm(run.error[:, : min(3, len(start))], axis=1)
            figures.append((gap.max(), gap[-1], np.sqrt(np.mean(gap**2)), np.abs(run.tau).max()))
        (largest, final, rms, effort), loaded = figures
        print(f"{name:12} {words:16} {largest:8.3f} {final:8.3f} {rms:8.3f} {effort:12.2f} {loaded[0]:9.3f} {loaded[1]:8.3f}")
