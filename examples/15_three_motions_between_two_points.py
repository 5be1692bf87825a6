"""How much time does a time-optimal motion save against a quintic and an S-curve, with the same motors?

Time-optimal motions need the extra planning (toppra, on Linux).
"""

import numpy as np

import kinloop as kl

PERIOD = 2.5e-4


def s_curve(line, duration):
    """Along a line in a given time: the acceleration rises, stays and falls, in parts 1:2:1, and then the same to brake."""
    rise = duration / 8
    acceleration = line.length / ((duration / 2 - rise) * duration / 2)
    return kl.FollowPath(line, acceleration=acceleration, jerk=acceleration / rise)


def fastest(robot, make, effort):
    """The motion of a kind whose largest effort is the limit: efforts fall about with the square of the time."""
    duration, ratio = 0.1, np.inf
    while abs(ratio - 1) > 1e-3:
        motion = make(duration)
        ratio = kl.assess(robot, motion, samples=401, limits={"effort": effort}).peak("effort").ratio
        duration *= np.sqrt(ratio)
    return motion


for name, start, end, effort in (
    ("five_bar", [-0.03, 0.13], [0.03, 0.13], 1.0),
    ("delta_rods", [-0.3, -0.1, -0.9], [0.3, 0.1, -0.9], 50.0),
):
    robot, line = kl.load(name), kl.Line(start, end)
    motions = {
        "quintic": fastest(robot, lambda time, a=start, b=end: kl.Quintic(a, b, time), effort),
        "S-curve": fastest(robot, lambda time, line=line: s_curve(line, time), effort),
        "time-optimal": kl.time_optimal(robot, line, effort=effort, grid=200),
    }
    print(f"{name}: {line.length:.3f} m with motors of {effort:g} N m; computed torque at {1 / PERIOD:.0f} Hz")
    print("  motion        time [ms]  effort [N m]  speed [rad/s]  error of the tool [mm]")
    for kind, motion in motions.items():
        report = kl.assess(robot, motion, samples=401)
        periods = round(float(motion.duration) / PERIOD) + 40
        run = kl.simulate(robot, kl.ComputedTorque(1e4, 200.0), motion, duration=periods * PERIOD, period=PERIOD)
        largest = [abs(report.peak(quantity).value) for quantity in ("effort", "speed")]
        error = 1e3 * np.linalg.norm(run.error, axis=1).max()
        print(f"  {kind:12}  {1e3 * float(motion.duration):9.1f}  {largest[0]:12.3f}  {largest[1]:13.2f}  {error:22.3f}")
    saved = 1 - motions["time-optimal"].duration / float(motions["quintic"].duration)
    print(f"  the time-optimal motion saves {100 * saved:.1f} % of the quintic's time")
