"""In how many ways can a hexapod with given leg lengths be assembled, and does the list leave any out?"""

import numpy as np

import kinloop as kl

robot = kl.load("stewart_gough")
legs = robot.start[: robot.n_active]  # the six lengths; the platform is passive, and so are the legs' universal joints

found = robot.configurations(q_active=legs)
print(f"{len(found)} configurations, by {found.method} along {found.starts} paths; none can be missing: {found.complete}")
for configuration in found:
    place = configuration.x[:3].round(4) + 0.0
    angle = np.degrees(2 * np.arccos(min(1.0, abs(configuration.x[3]))))  # of the quaternion, scalar first
    marks = "" if np.max(np.abs(configuration.q - robot.start)) > 1e-6 else "  <- the start configuration"
    print(f"  {configuration.mode}: platform at {place} m, turned by {angle:.1f} deg, gap {configuration.residual:.0e}{marks}")

# The same by Newton's method from random configurations: as many here, but that is no proof.
tried = robot.configurations(q_active=legs, method="many starts")
print(f"{len(tried)} by {tried.method}, {tried.starts} of them; none can be missing: {tried.complete}")

# One of them: by its index in this list, or as the one on the branch of a configuration that is known.
try:
    robot.forward_geometry(legs)
except kl.KinloopError as fault:
    print(f"{type(fault).__name__}: {fault}")
longer = legs + np.array([0.02, 0, 0, 0.02, 0, 0])
print("platform after two legs grew by 2 cm:", robot.forward_geometry(longer, near=robot.start).x[:3].round(6) + 0.0)
