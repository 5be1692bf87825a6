"""How well does a robot write on a board with a force of 10 N, on two machines and two plants?

The tool comes down at 2 cm/s, touches a board with friction, and draws three strokes of a square: motion in the plane, force into
it. docs/force.md explains the law.
"""

from itertools import pairwise

import numpy as np

import kinloop as kl

PRESS, PERIOD = 10.0, 1e-3  # N, s
CORNERS = [(0.0, 0.0), (0.03, 0.03), (-0.03, 0.03), (-0.03, -0.03)]  # m, from the place where the tool comes down
SETTLED = 0.3  # s after the contact


def square(start: np.ndarray) -> kl.Sequence:
    """A pause of 0.8 s in which the tool comes down, and three strokes of 0.6 s."""
    points = [start + np.array([*corner, *np.zeros(len(start) - 2)]) for corner in CORNERS]
    return kl.Sequence([kl.Pause(start, 0.8, space="task"), *(kl.Quintic(a, b, 0.6) for a, b in pairwise(points))])


print("machine               plant    contact  largest force  force error  path error")
for name in ("scara_prrr", "delta_parallelograms"):
    robot = kl.load(name)
    start = np.asarray(robot.forward_geometry(robot.start[: robot.n_active], near=robot.start).x)
    board = kl.Surface(name="board", h=f"z - {start[2] - 0.01}", stiffness=2e4, damping=100.0, friction=0.3, speed=2e-3)
    down = [int(coordinate == "z") for coordinate in robot.task]
    law = kl.HybridControl(900.0, 60.0, [PRESS * axis for axis in down], axes=tuple(down))
    for plant in ("native", "mujoco"):
        run = kl.simulate(
            robot,
            law,
            square(start),
            duration=2.6,
            period=PERIOD,
            q=robot.start,
            plant=plant,
            sensors=kl.Sensors(measured=("active", "passive", "wrench")),
            environment=kl.Environment(surfaces=[board]),
        )
        force = run.contact_wrench[:, 2]  # of the board on the tool
        contact = run.t[np.argmax(force > 0)]
        error = np.abs(force[run.t > contact + SETTLED] / PRESS - 1).max()
        path = np.linalg.norm(run.error[:, :2], axis=1).max()
        print(f"{name:21} {plant:7} {contact:6.3f} s {force.max():12.2f} N {100 * error:10.3f} % {1e3 * path:8.3f} mm")
