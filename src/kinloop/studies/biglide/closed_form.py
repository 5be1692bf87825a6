"""The Biglide by hand: NumPy alone, so that runs of kinloop and of engines are compared with something else.

Legs ``u_i`` with angles ``phi_i``; closing the loop requires ``u_i . xd = sin(phi_i) qd_i`` and, once more differentiated,
``u_i . xdd = sin(phi_i) qdd_i - l phid_i^2``; efforts are (2.32) of [DemuttiRosi2020].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.studies.biglide.biglide_paths import d, l, m_f, m_p

Array = np.ndarray


def legs(x: Array, q: Array) -> tuple[Array, Array]:
    """Directions of both legs and those across them (k, 2, 2), from the tool and the slides (k, 2)."""
    cosine = np.stack([x[:, 0] + d / 2, x[:, 0] - d / 2], axis=-1) / l
    sine = (x[:, 1:] - q) / l
    return np.stack([cosine, sine], axis=-1), np.stack([-sine, cosine], axis=-1)


def efforts(u: Array, qdd: Array, xdd: Array) -> Array:
    """``m_f qdd + m_p J^T xdd``, with the forces of the rods on the platform in the place of J."""
    forces = np.linalg.solve(np.swapaxes(u, 1, 2), m_p * xdd[..., None])[..., 0]
    return np.asarray(m_f * qdd + u[..., 1] * forces)


def efforts_of_tool(path: Any, t: Array, q: Array) -> Array:
    """The efforts that a path of the tool needs, with the slides at ``q`` (k, 2)."""
    point = path(t)
    u, across = legs(point.x, q)
    sine = u[..., 1]
    qd = (u @ point.xd[..., None])[..., 0] / sine
    phid = ((across @ point.xd[..., None])[..., 0] - u[..., 0] * qd) / l
    qdd = ((u @ point.xdd[..., None])[..., 0] + l * phid**2) / sine
    return efforts(u, qdd, point.xdd)


def efforts_of_slides(x: Array, q: Array, qd: Array, qdd: Array) -> Array:
    """The efforts that a motion of the slides needs, with the tool at ``x`` (k, 2)."""
    u, across = legs(x, q)
    sine = u[..., 1]
    xd = np.linalg.solve(u, (sine * qd)[..., None])[..., 0]
    phid = ((across @ xd[..., None])[..., 0] - u[..., 0] * qd) / l
    xdd = np.linalg.solve(u, (sine * qdd - l * phid**2)[..., None])[..., 0]
    return efforts(u, qdd, xdd)


def largest_needed(path: Any, duration: float, slides: Any, step: float = 1e-3) -> float:
    """The largest effort that a path of the tool needs, in the middle of steps, so never at a singular instant that is on one.

    ``slides`` gives the slides of times and of the tool's places.
    """
    t = step * (np.arange(round(duration / step)) + 0.5)
    return float(np.abs(efforts_of_tool(path, t, slides(t, path(t).x))).max())
