"""The paths of [DemuttiRosi2020] (3.3 and chapter 4) and of [LeePalma] (III-D, corrected) in closed loop, through the
singularities at which ADAMS broke, on three plants with one law. docs/sources.md has their settings.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from machines import robot_named
from tiers import with_long

import kinloop as kl
from kinloop.studies.biglide.biglide_paths import S, chapter_4, d, l, path_of_lee_palma
from kinloop.studies.biglide.crossing_runs import efforts_beside

Array = np.ndarray
PERIOD = 1e-3
# Path, mode at the start, largest effort [N], and what the record tells of singularities and modes.
TYPE_2 = ["type 2", "assembly mode"]
TYPE_1 = ["type 1", "working mode"]
PATHS: dict[str, tuple[Any, tuple[int, int], float, list[str]]] = {
    "straight": (kl.Quintic([0.1, 0.4], [-0.1, 0.2], 2.0), (1, -1), 2.335, TYPE_2),
    "chapter 4": (chapter_4(True), (1, -1), 9.457, TYPE_2),
    "through Type 1 and Type 2": (path_of_lee_palma(-0.2, (0.1 * d / S, -0.1)), (-1, -1), 5.879, [*TYPE_1, *TYPE_2]),
}


def follow(path: str, plant: str = "native", law: kl.Law | None = None) -> kl.Record:
    trajectory, mode, *_ = PATHS[path]
    if plant != "native":
        pytest.importorskip(plant)
    law = kl.CrossingControl() if law is None else law
    return kl.simulate(
        robot_named("biglide"), law, trajectory, duration=trajectory.duration + 0.5, period=PERIOD, mode=mode, plant=plant
    )


@pytest.mark.parametrize("plant", with_long(["native", "mujoco", "exudyn"], lambda plant: plant == "exudyn"))
@pytest.mark.parametrize("path", PATHS)
def test_one_law_follows_each_path_through_its_singularities(path: str, plant: str) -> None:
    run = follow(path, plant)
    *_, peak, kinds = PATHS[path]
    assert run.status == kl.RunStatus.COMPLETE
    assert np.linalg.norm(run.error, axis=1).max() < 0.5e-6
    assert np.abs(run.tau).max() == pytest.approx(peak, rel=0.01)
    assert [event.kind for event in run.events] == kinds


@pytest.mark.filterwarnings("ignore::kinloop.KinloopWarning")
@pytest.mark.parametrize(("path", "status"), list(zip(PATHS, ["DIVERGED", "COMPLETE", "COMPLETE"], strict=True)))
def test_joint_computed_torque_fails_on_each_path_and_the_record_says_how(path: str, status: str) -> None:
    """It breaks at the crossing, or turns back in the mode it came in, with efforts of kilonewtons."""
    run = follow(path, law=kl.ComputedTorque(100.0, 20.0))
    *_, peak, _ = PATHS[path]
    assert run.status.name == status
    assert np.abs(run.tau).max() > 500 * peak
    assert run.mode["assembly"][-1, 0] == -1  # +1 beyond the crossing
    assert np.linalg.norm(run.x - PATHS[path][0](run.t).x, axis=1).max() > 1e-3
    last = {"straight": "diverged", "chapter 4": "other assembly mode", "through Type 1 and Type 2": "working mode"}
    assert run.events[-1].kind == last[path]


def test_the_limit_at_the_crossing_is_that_of_the_closed_form() -> None:
    """Massless rods push the tool along themselves, F1 u1 + F2 u2 = m_p xdd. Where they are one line, u2 = -u1, and F1 = F2 = F
    for a tool that does not accelerate; the derivative across the rods, F (w1 n1 + w2 n2) . n = m_p xddd . n, gives F."""
    path, robot = PATHS["straight"][0], robot_named("biglide")
    found = kl.assess(robot, path, mode=(1, -1), samples=2001)
    (crossing,) = (each for each in found.crossings if each.kind == "type 2")
    point, m_p, m_f = path(crossing.time), 3.0, 1.0
    u, n = ([np.array([a, b]) for a, b in rows] for rows in _directions(crossing.q[2:]))
    # The tool is at foot + l u, so xd = sd y + l w n, and its derivative gives the feet's accelerations.
    turning = [np.column_stack([[0.0, 1.0], l * across]) for across in n]
    w = [np.linalg.solve(each, point.xd)[1] for each in turning]
    F = m_p * point.xddd @ n[0] / ((w[0] * n[0] + w[1] * n[1]) @ n[0])
    expected = []
    for along, rate, each in zip(u, w, turning, strict=True):
        foot = np.linalg.solve(each, point.xdd + l * rate**2 * along)[0]
        expected.append(m_f * foot + F * along[1])
    for side in (crossing.before, crossing.after):
        assert side is not None
        np.testing.assert_allclose(side.tau, expected, rtol=1e-9)


def _directions(angles: Array) -> tuple[Array, Array]:
    """Unit vectors along rods and across them."""
    along = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    return along, np.stack([-along[:, 1], along[:, 0]], axis=-1)


@pytest.mark.parametrize("path", ["chapter 4", "as printed"])
def test_the_efforts_of_violating_paths_grow_as_one_over_the_step(path: str) -> None:
    """At mid-intervals, around the crossing."""
    wanted, at = (chapter_4(False), 2.0) if path == "chapter 4" else (path_of_lee_palma(0.0, (-0.1 * d / S, -0.1)), 4.0)
    peaks = [np.abs(efforts_beside(wanted, (1, -1), at, step)[1]).max() for step in (1e-3, 1e-4, 1e-5)]
    np.testing.assert_allclose(np.array(peaks[1:]) / peaks[:-1], 10.0, rtol=0.02)
