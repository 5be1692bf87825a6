"""Geometry of [ContiPagano] from the left leg, equation by equation: right, as printed where that differs, and kinloop's."""

from __future__ import annotations

import numpy as np

from kinloop.studies.biglide.biglide_states import BiglideStates
from kinloop.studies.framework.formula import Formula, columns

Array = np.ndarray
Line = Formula[BiglideStates]
E = np.array([[0.0, -1.0], [1.0, 0.0]])  # (22)
X0, Y0 = np.eye(2)


def u(s: BiglideStates) -> Array:
    """(20)."""
    return np.stack([np.cos(s.q[:, 2:]), np.sin(s.q[:, 2:])], axis=-1)


def v(s: BiglideStates) -> Array:
    """(22)."""
    return np.asarray(u(s) @ E.T)


def place(s: BiglideStates, frame: str = "tool") -> Array:
    """Where kinloop has a frame, in the plane."""
    return np.asarray(s.robot.frame_pose(s.q, frame).position[:, :2])


def sizes(s: BiglideStates) -> Array:
    """The size of the lengths in sums of vectors, for the rounding tolerance."""
    return columns(s.l, *s.q_active.T)


# ------------------------------------------------------------------ geometry from the left leg


def from_left_leg(s: BiglideStates, foot: float = 1.0, to_h: int = 1, middle: float = -1.0, turned: float = 1.0) -> Array:
    """(1), whose misprints are the arguments: the sign of OA1', the point A1 (1) or A1' (2: its height counts twice) that the
    way to H starts from, the sign of q1 in (7), and in (8) the vector that is turned, A1H (1) or A1A2 (2)."""
    q1, q2 = s.q_active.T
    OA1_foot, A1_foot_A1 = columns(-s.d / 2, 0 * q1), columns(0 * q1, q1)
    A1H = columns(s.d / 2, (q2 + middle * q1) / 2)  # (7)
    a = np.linalg.norm(columns(s.d, q2 - q1) / 2, axis=-1)
    h = np.sqrt(s.l**2 - a**2)
    HC = (s.assembly * h / a)[:, None] * (turned * A1H) @ E  # (8): its matrix is the transpose of (22)'s
    return np.asarray(foot * OA1_foot + to_h * A1_foot_A1 + A1H + HC)


GEOMETRY: list[Line] = [
    Line(
        "(1)",
        "OA1' has its sign already",
        from_left_leg,
        place,
        lambda s: from_left_leg(s, foot=-1.0),
        sizes,
        "OA1' has its sign already, and is not subtracted.",
        r"\overrightarrow{OC} = -\overrightarrow{OA'_1} + \overrightarrow{A'_1A_1} + \overrightarrow{A'_1H} + "
        r"\overrightarrow{HC}",
        r"\overrightarrow{OC} = \overrightarrow{OA'_1} + \overrightarrow{A'_1A_1} + \overrightarrow{A_1H} + \overrightarrow{HC}",
    ),
    Line(
        "(1), from A1 to H",
        "from A1 to H",
        from_left_leg,
        place,
        lambda s: from_left_leg(s, to_h=2),
        sizes,
        "The way to H starts at A1: from A1' the slide counts twice.",
        r"\overrightarrow{A'_1A_1} + \overrightarrow{A'_1H}",
        r"\overrightarrow{A'_1A_1} + \overrightarrow{A_1H}",
    ),
    Line(
        "(7)",
        "q2 - q1",
        from_left_leg,
        place,
        lambda s: from_left_leg(s, middle=1.0),
        sizes,
        "The difference of the slides, not their sum.",
        r"\overrightarrow{A_1H} = \begin{bmatrix} d/2 \\ (q_1 + q_2)/2 \end{bmatrix}",
        r"\overrightarrow{A_1H} = \begin{bmatrix} d/2 \\ (q_2 - q_1)/2 \end{bmatrix}",
    ),
    Line(
        "(8)",
        "A1H is turned",
        from_left_leg,
        place,
        lambda s: from_left_leg(s, turned=2.0),
        sizes,
        "A1H is turned: A1A2 is twice as long.",
        r"\overrightarrow{HC} = \gamma\frac{h}{a}\begin{bmatrix}0 & 1\\ -1 & 0\end{bmatrix}\overrightarrow{A_1A_2}",
        r"\overrightarrow{HC} = \gamma\frac{h}{a}\begin{bmatrix}0 & 1\\ -1 & 0\end{bmatrix}\overrightarrow{A_1H}",
    ),
    Line(
        "(5)",
        "OA1 = OA1' + A1'A1",
        lambda s: columns(-s.d / 2, s.q[:, 0]),
        lambda s: place(s, "foot1"),
        lambda s: columns(s.d / 2, s.q[:, 0]),
        None,
        "OA1' has its sign already.",
        r"\overrightarrow{OA_1} = -\overrightarrow{OA'_1} + \overrightarrow{A'_1A_1}",
        r"\overrightarrow{OA_1} = \overrightarrow{OA'_1} + \overrightarrow{A'_1A_1}",
    ),
    Line("(6)", "OA2 = OA2' + A2'A2", lambda s: columns(s.d / 2, s.q[:, 1]), lambda s: place(s, "foot2")),
    Line("(9)", "the tool from leg 1", lambda s: columns(-s.d / 2, s.q[:, 0]) + s.l[:, None] * u(s)[:, 0], place),
    Line(
        "(18)",
        "the tool from leg 1 in vectors",
        lambda s: -s.d[:, None] / 2 * X0 + s.q[:, :1] * Y0 + s.l[:, None] * u(s)[:, 0],
        place,
        lambda s: -s.d[:, None] / 2 * X0 + s.q[:, :1] * Y0 - s.l[:, None] * u(s)[:, 0],
        None,
        "The rod is added.",
        r"\xi = -\tfrac d2 x_0 + q_1 y_0 - l u_1",
        r"\xi = -\tfrac d2 x_0 + q_1 y_0 + l u_1",
    ),
    Line(
        "(19)",
        "the tool from leg 2 in vectors",
        lambda s: s.d[:, None] / 2 * X0 + s.q[:, 1:2] * Y0 + s.l[:, None] * u(s)[:, 1],
        place,
        lambda s: s.d[:, None] / 2 * X0 + s.q[:, 1:2] * Y0 - s.l[:, None] * u(s)[:, 1],
        None,
        "The rod is added.",
        r"\xi = \tfrac d2 x_0 + q_2 y_0 - l u_2",
        r"\xi = \tfrac d2 x_0 + q_2 y_0 + l u_2",
    ),
    Line(
        "(10)",
        "the size of phi1 by its cosine",
        lambda s: np.arccos((s.x[:, :1] + s.d[:, None] / 2) / s.l[:, None]),
        lambda s: np.abs(s.q[:, 2:3]),
        lambda s: np.arccos(np.clip((s.x[:, :1] - s.d[:, None] / 2) / s.l[:, None], -1, 1)),
        lambda s: np.ones((len(s.q), 1)),  # the arc cosine loses digits where the angle is small
        "Slide 1 is at -d/2; and the arc cosine gives the size of the angle only.",
        r"\Phi_1 = \arccos\frac{x - d/2}{l}",
        r"|\Phi_1| = \arccos\frac{x + d/2}{l}",
    ),
    Line(
        "(12)",
        "phi1",
        lambda s: np.arctan2(s.x[:, 1:] - s.q[:, :1], s.x[:, :1] + s.d[:, None] / 2),
        lambda s: s.q[:, 2:3],
        lambda s: np.arctan((s.x[:, 1:] - s.q[:, :1]) / (s.x[:, :1] - s.d[:, None] / 2)),
        None,
        "Slide 1 is at -d/2, and the quadrant needs atan2.",
        r"\Phi_1 = \arctan\frac{y - q_1}{x - d/2}",
        r"\Phi_1 = \operatorname{atan2}(y - q_1,\ x + d/2)",
    ),
    Line(
        "(13)",
        "phi2",
        lambda s: np.arctan2(s.x[:, 1:] - s.q[:, 1:2], s.x[:, :1] - s.d[:, None] / 2),
        lambda s: s.q[:, 3:],
        lambda s: np.arctan((s.x[:, 1:] - s.q[:, 1:2]) / (s.x[:, :1] - s.d[:, None] / 2)),
        None,
        "The quadrant needs atan2: leg 2 mostly points to the left, where arctan is off by pi.",
        r"\Phi_2 = \arctan\frac{y - q_2}{x - d/2}",
        r"\Phi_2 = \operatorname{atan2}(y - q_2,\ x - d/2)",
    ),
    Line(
        "(16)",
        "the legs' squared lengths",
        lambda s: columns(*(np.sum((place(s) - place(s, foot)) ** 2, axis=-1) for foot in ("foot1", "foot2"))),
        lambda s: columns(s.l**2, s.l**2),
        lambda s: columns(*(np.sum(place(s) ** 2 - place(s, foot) ** 2, axis=-1) for foot in ("foot1", "foot2"))),
        None,
        "The square of the difference, not the difference of the squares.",
        r"\overrightarrow{OC}^2 - \overrightarrow{OA_i}^2 = l^2",
        r"\|\overrightarrow{OC} - \overrightarrow{OA_i}\|^2 = l^2",
    ),
    Line(
        "(17)",
        "inverse geometric model",
        lambda s: (
            s.x[:, 1:]
            + s.mode * np.sqrt(-(s.x[:, :1] ** 2) - s.d[:, None] ** 2 / 4 - columns(s.d, -s.d) * s.x[:, :1] + s.l[:, None] ** 2)
        ),
        lambda s: s.q_active,
    ),
]
