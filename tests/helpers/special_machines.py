"""Machines with families of configurations, and with legs that can rotate about themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

import kinloop as kl

THIRDS = np.array([0.0, 2 * np.pi / 3, 4 * np.pi / 3])
INERTIA = (0.01, 0.01, 0.01, 0, 0, 0)


def about_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def place(xyz: np.ndarray, yaw: float = 0.0) -> kl.Pose:
    return kl.Pose(xyz=tuple(float(each) for each in xyz), rpy=(0, 0, float(yaw)))


def link(name: str) -> kl.Link:
    return kl.Link(name=name, mass=0.5, com=(0, 0, 0.01), inertia=INERTIA)


def direction_angles(v: np.ndarray) -> tuple[float, float]:
    """The angles of a universal joint with axes x and y that points z along ``v``."""
    return float(np.arctan2(-v[1], v[2])), float(np.arctan2(v[0], np.hypot(v[1], v[2])))


def three_rpr(
    platform: float = 0.5, turn: float = 0.4, at: tuple[float, float] = (0.1, 0.2), angles: ArrayLike = THIRDS
) -> kl.Mechanism:
    """A planar platform on three actuated slides. With ``platform = 0.5`` it is congruent to the base: with equal legs and no
    turn it translates on a circle. ``angles``: where the anchors lie on their circles."""
    base = 0.5 * np.array([[np.cos(a), np.sin(a)] for a in np.asarray(angles) + 0.2])
    corner = platform * base / 0.5
    R = about_z(turn)[:2, :2]
    links, joints, loops = [], [], []
    start: dict[str, float] = {"platform_x": at[0], "platform_y": at[1], "platform_angle": turn}
    for k in range(3):
        links += [link(f"sleeve{k}"), link(f"bar{k}")]
        joints += [
            kl.Joint(
                name=f"r{k}", kind="revolute", parent="base", child=f"sleeve{k}", actuated=False, origin=place([*base[k], 0])
            ),
            kl.Joint(name=f"q{k}", kind="prismatic", parent=f"sleeve{k}", child=f"bar{k}", axis=(1, 0, 0)),
        ]
        loops.append(
            kl.Loop(
                name=f"c{k}",
                kind="pin",
                a=kl.Anchor(link=f"bar{k}"),
                b=kl.Anchor(link="platform", origin=place([*corner[k], 0])),
            )
        )
        v = np.array(at) + R @ corner[k] - base[k]
        start |= {f"q{k}": float(np.hypot(*v)), f"r{k}": float(np.arctan2(v[1], v[0]))}
    joints.append(kl.Joint(name="platform", kind="planar", parent="base", child="platform"))
    return kl.Mechanism(
        name="three_rpr",
        links=(*links, link("platform")),
        joints=tuple(joints),
        loops=tuple(loops),
        tool=kl.Anchor(link="platform"),
        task=("x", "y", "phi"),
        start=start,
    )


def srs() -> kl.Mechanism:
    """An arm of seven joints: ball-like shoulder and wrist, an elbow between them. A pose has eight closed curves of
    configurations: two elbows, and at shoulder and wrist two triples of angles for one orientation."""
    rows = [
        {"alpha": -np.pi / 2, "d": 0.34},
        {"alpha": np.pi / 2},
        {"alpha": np.pi / 2, "d": 0.4},
        {"alpha": -np.pi / 2},
        {"alpha": -np.pi / 2, "d": 0.4},
        {"alpha": np.pi / 2},
        {"d": 0.126},
    ]
    return kl.Mechanism.from_dh(
        "srs",
        rows,
        convention="standard",
        task=("pose",),
        start={f"q{k}": v for k, v in enumerate((0.3, 0.8, -0.4, 1.1, 0.5, -0.9, 0.2), 1)},
    )


def tricept() -> kl.Mechanism:
    """Three actuated legs (universal, slide, ball), and a passive one in the middle (universal, slide) with the platform."""
    base, corner = 0.5, 0.2
    middle = 0.9
    links = [link("middle"), link("platform")]
    joints = [
        kl.Joint(name="m", kind="universal", parent="base", child="middle", axis=(1, 0, 0), axis2=(0, 1, 0), actuated=False),
        kl.Joint(name="s", kind="prismatic", parent="middle", child="platform", actuated=False),
    ]
    angles = (0.15, -0.1)
    R = np.array([[1, 0, 0], [0, np.cos(angles[0]), -np.sin(angles[0])], [0, np.sin(angles[0]), np.cos(angles[0])]])
    R = R @ np.array([[np.cos(angles[1]), 0, np.sin(angles[1])], [0, 1, 0], [-np.sin(angles[1]), 0, np.cos(angles[1])]])
    start: dict[str, float] = {"m_1": angles[0], "m_2": angles[1], "s": middle}
    loops = []
    for k, a in enumerate(THIRDS + 0.3):
        foot = base * np.array([np.cos(a), np.sin(a), 0])
        tip = corner * np.array([np.cos(a), np.sin(a), 0])
        links += [link(f"lower{k}"), link(f"upper{k}")]
        joints += [
            kl.Joint(
                name=f"u{k}",
                kind="universal",
                parent="base",
                child=f"lower{k}",
                axis=(1, 0, 0),
                axis2=(0, 1, 0),
                actuated=False,
                origin=place(foot),
            ),
            kl.Joint(name=f"q{k}", kind="prismatic", parent=f"lower{k}", child=f"upper{k}"),
        ]
        loops.append(
            kl.Loop(name=f"b{k}", kind="ball", a=kl.Anchor(link=f"upper{k}"), b=kl.Anchor(link="platform", origin=place(tip)))
        )
        v = R @ (tip + np.array([0, 0, middle])) - foot
        one, two = direction_angles(v)
        start |= {f"u{k}_1": one, f"u{k}_2": two, f"q{k}": float(np.linalg.norm(v))}
    return kl.Mechanism(
        name="tricept",
        links=tuple(links),
        joints=tuple(joints),
        loops=tuple(loops),
        tool=kl.Anchor(link="platform"),
        task=("x", "y", "z"),
        start=start,
    )


def three_upu() -> kl.Mechanism:
    """Three actuated slides between universal joints, the outer axes of each leg parallel and the inner ones too: the platform
    translates near its start."""
    base, corner, at = 0.4, 0.25, np.array([0.05, 0.08, 0.6])
    return _translational("three_upu", base, corner, at)


def _translational(name: str, base: float, corner: float, at: np.ndarray) -> kl.Mechanism:
    links, joints, loops = [], [], []
    start: dict[str, float] = {}
    for k, a in enumerate(THIRDS):
        radial = about_z(a) @ [1.0, 0, 0]
        v = about_z(-a) @ (at + (corner - base) * radial)  # in the leg's own axes
        # Ry(one) Rx(two) z = v: the leg leans along the radius, then across it.
        one, two = float(np.arctan2(v[0], v[2])), float(np.arctan2(-v[1], np.hypot(v[0], v[2])))
        links += [link(f"lower{k}"), link(f"upper{k}")]
        joints += [
            kl.Joint(
                name=f"u{k}",
                kind="universal",
                parent="base",
                child=f"lower{k}",
                axis=(0, 1, 0),
                axis2=(1, 0, 0),
                actuated=False,
                origin=place(base * radial, a),
            ),
            kl.Joint(name=f"q{k}", kind="prismatic", parent=f"lower{k}", child=f"upper{k}"),
        ]
        start |= {f"u{k}_1": one, f"u{k}_2": two, f"q{k}": float(np.linalg.norm(v))}
        if k == 0:
            joints += [
                kl.Joint(
                    name="w", kind="universal", parent="upper0", child="corner", axis=(1, 0, 0), axis2=(0, 1, 0), actuated=False
                ),
                kl.Joint(name="platform", kind="fixed", parent="corner", child="platform", origin=place([-corner, 0, 0])),
            ]
            links += [kl.Link(name="corner"), link("platform")]
            start |= {"w_1": -two, "w_2": -one}
        else:
            loops.append(
                kl.Loop(
                    name=f"w{k}",
                    kind="universal",
                    a=kl.Anchor(link=f"upper{k}"),
                    b=kl.Anchor(link="platform", origin=place(corner * radial, a)),
                    axis=(1, 0, 0),
                    axis_b=(0, 1, 0),
                )
            )
    return kl.Mechanism(
        name=name,
        links=tuple(links),
        joints=tuple(joints),
        loops=tuple(loops),
        tool=kl.Anchor(link="platform"),
        task=("x", "y", "z"),
        start=start,
    )


def universal_delta() -> kl.Mechanism:
    """A Delta whose parallelograms are single rods between universal joints: three actuated arms."""
    base, corner, arm, reach = 0.2, 0.08, 0.3, 0.6
    links, joints, loops = [], [], []
    start: dict[str, float] = {}
    q = 0.2
    # In each leg's own axes the wrist is at (corner, 0, z), the elbow at (base + arm cos q, 0, -arm sin q).
    across = corner - base - arm * np.cos(q)
    down = -np.sqrt(reach**2 - across**2)
    lean = float(np.arctan2(-down, across)) - q
    for k, a in enumerate(THIRDS):
        radial = about_z(a) @ [1.0, 0, 0]
        links += [link(f"arm{k}"), link(f"rod{k}")]
        joints += [
            kl.Joint(
                name=f"q{k}", kind="revolute", parent="base", child=f"arm{k}", axis=(0, 1, 0), origin=place(base * radial, a)
            ),
            kl.Joint(
                name=f"u{k}",
                kind="universal",
                parent=f"arm{k}",
                child=f"rod{k}",
                axis=(0, 1, 0),
                axis2=(0, 0, 1),
                actuated=False,
                origin=place(np.array([arm, 0, 0])),
            ),
        ]
        start |= {f"q{k}": q, f"u{k}_1": lean, f"u{k}_2": 0.0}
        tip = place(np.array([reach, 0, 0]))
        if k == 0:
            joints += [
                kl.Joint(
                    name="w",
                    kind="universal",
                    parent="rod0",
                    child="corner",
                    axis=(0, 0, 1),
                    axis2=(0, 1, 0),
                    actuated=False,
                    origin=tip,
                ),
                kl.Joint(name="platform", kind="fixed", parent="corner", child="platform", origin=place([-corner, 0, 0])),
            ]
            links += [kl.Link(name="corner"), link("platform")]
            start |= {"w_1": 0.0, "w_2": -lean - q}
        else:
            loops.append(
                kl.Loop(
                    name=f"w{k}",
                    kind="universal",
                    a=kl.Anchor(link=f"rod{k}", origin=tip),
                    b=kl.Anchor(link="platform", origin=place(corner * radial, a)),
                    axis=(0, 0, 1),
                    axis_b=(0, 1, 0),
                )
            )
    return kl.Mechanism(
        name="universal_delta",
        links=tuple(links),
        joints=tuple(joints),
        loops=tuple(loops),
        tool=kl.Anchor(link="platform"),
        task=("x", "y", "z"),
        start=start,
    )


def four_bars(ground: float, crank: float, coupler: float, rocker: float) -> kl.Mechanism:
    """A planar four-bar with its lengths as parameters."""
    bars = {"crank": "c", "coupler": "b", "rocker": "r"}
    joints = {"a": ("base", "crank", 0.0), "b": ("crank", "coupler", "c"), "c": ("base", "rocker", "g")}
    return kl.Mechanism(
        name="four_bars",
        parameters={"g": ground, "c": crank, "b": coupler, "r": rocker},
        links=[kl.Link(name=name, mass=0.3, com=(f"{l}/2", 0, 0), inertia=INERTIA) for name, l in bars.items()],
        joints=[
            kl.Joint(name=name, kind="revolute", parent=on, child=of, origin=kl.Pose(xyz=(x, 0, 0)), actuated=name == "a")
            for name, (on, of, x) in joints.items()
        ],
        loops=[
            kl.Loop(
                name="d",
                kind="pin",
                a=kl.Anchor(link="coupler", origin=kl.Pose(xyz=("b", 0, 0))),
                b=kl.Anchor(link="rocker", origin=kl.Pose(xyz=("r", 0, 0))),
            )
        ],
        start={"a": 1.0, "b": -1.0, "c": 1.0},
    )


def sarrus() -> kl.Mechanism:
    """Two legs of three parallel hinges, across each other: the platform translates up and down."""
    bar, half, lean = 0.3, 0.2, 0.9
    along = kl.Pose(xyz=(bar, 0, 0))
    joints = []
    for k, yaw in enumerate((0.0, np.pi / 2)):
        foot = place(half * (about_z(yaw) @ [1.0, 0, 0]), yaw)
        joints += [
            kl.Joint(name=f"p{k}", kind="revolute", parent="base", child=f"a{k}", axis=(0, 1, 0), origin=foot, actuated=k == 0),
            kl.Joint(name=f"m{k}", kind="revolute", parent=f"a{k}", child=f"b{k}", axis=(0, 1, 0), origin=along, actuated=False),
        ]
    joints.append(kl.Joint(name="t", kind="revolute", parent="b0", child="top", axis=(0, 1, 0), origin=along, actuated=False))
    corner = kl.Anchor(link="top", origin=place(np.array([-half, half, 0]), np.pi / 2))
    return kl.Mechanism(
        name="sarrus",
        links=[link(name) for name in ("a0", "b0", "a1", "b1", "top")],
        joints=joints,
        loops=[kl.Loop(name="c", kind="pin", a=kl.Anchor(link="b1", origin=along), b=corner, axis=(0, 1, 0))],
        tool=kl.Anchor(link="top", origin=kl.Pose(xyz=(-half, 0, 0))),
        task=("z",),
        start={"p0": -lean, "m0": 2 * lean - np.pi, "t": np.pi - lean, "p1": -lean, "m1": 2 * lean - np.pi},
    )
