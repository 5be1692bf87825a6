"""In how many ways can a hexapod with given leg lengths be assembled, and is the list complete?"""

import numpy as np

import kinloop as kl

robot = kl.load("stewart_gough")
legs = robot.start[: robot.n_active]  # the six lengths; the platform is passive, and so are the legs' universal joints

found = robot.configurations(q_active=legs)
print(f"{len(found)} configurations, by {found.method} along {found.starts} paths; complete: {found.complete}")
for configuration in found:
    place = configuration.x[:3].round(4) + 0.0
    angle = np.degrees(2 * np.arccos(min(1.0, abs(configuration.x[3]))))  # of the quaternion, scalar first
    marks = "" if np.max(np.abs(configuration.q - robot.start)) > 1e-6 else "  <- the start configuration"
    print(f"  {configuration.mode}: platform at {place} m, turned by {angle:.1f} deg, gap {configuration.residual:.0e}{marks}")

# Newton's method from random configurations finds as many here, but without proof.
tried = robot.configurations(q_active=legs, method="many starts")
print(f"{len(tried)} by {tried.method}, {tried.starts} starts; complete: {tried.complete}")

# One of them is selected by its index in this list, or as the one on the branch of a known configuration.
try:
    robot.forward_geometry(legs)
except kl.KinloopError as fault:
    print(f"{type(fault).__name__}: {fault}")
longer = legs + np.array([0.02, 0, 0, 0.02, 0, 0])
print("platform after two legs grew by 2 cm:", robot.forward_geometry(longer, near=robot.start).x[:3].round(6) + 0.0)
