"""How far are three simulators apart on the same machine under the same commands?"""

import kinloop as kl

robot = kl.load("five_bar")
path, law = kl.described_motion(robot), kl.ComputedTorque(400.0, 40.0)
engines = ["mujoco"]
try:
    import exudyn  # noqa: F401 an extra: pip install "kinloop[engines]"

    engines.append("exudyn")
except ImportError as fault:
    print(f"Exudyn cannot be loaded ({fault}), so only MuJoCo is compared")

# kinloop runs under the controller; the engine is given kinloop's efforts, sample by sample.
for engine in engines:
    found = kl.compare(robot, law, path, ("native", engine), duration=path.duration, period=1e-3)
    print(f"{found}\n")
    assert found.largest["x"] < 1e-5  # m
