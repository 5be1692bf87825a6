"""Hybrid control in a declared frame, and on a surface: writing on a board, tilted boards, curved surfaces, friction."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl

Array = np.ndarray
FORCE_SENSOR = kl.Sensors(measured=("active", "passive", "wrench"))
PRESS = 10.0  # N


def square(start: Array, side: float) -> kl.Sequence:
    """A pause in which the tool comes to the board, and three strokes."""
    corners = [(0.0, 0.0), (side, side), (-side, side), (-side, -side)]
    points = [start + np.array([*corner, *np.zeros(len(start) - 2)]) for corner in corners]
    strokes = [kl.Quintic(a, b, 1.0) for a, b in pairwise(points)]
    return kl.Sequence([kl.Pause(start, 1.0, space="task"), *strokes])


@cache
def write(name: str, law: str, plant: str) -> kl.Record:
    """The thesis's example: a path in the plane, and a force into it."""
    robot = robot_named(name)
    start = np.asarray(robot.forward_geometry(robot.start[: robot.n_active], near=robot.start).x)
    board = kl.Surface(name="board", h=f"z - {start[2] - 0.01}", stiffness=2e4, damping=100.0, friction=0.3, speed=2e-3)
    axes = [int(each == "z") for each in robot.task]
    laws: dict[str, kl.Law] = {
        "hybrid": kl.HybridControl(900.0, 60.0, [PRESS * axis for axis in axes], axes=tuple(axes)),
        "surface": kl.SurfaceControl(900.0, 60.0, PRESS, h=board.h),
    }
    return kl.simulate(
        robot,
        laws[law],
        square(start, 0.03),
        duration=4.0,
        period=1e-3,
        q=robot.start,
        plant=plant,
        sensors=FORCE_SENSOR,
        environment=kl.Environment(surfaces=[board]),
    )


def force_and_path(run: kl.Record) -> tuple[float, float]:
    """The largest error of the force 0.3 s after the contact, as a share, and of the path [m]."""
    force = run.contact_wrench[:, 2]
    contact = run.t[np.argmax(force > 0.1 * PRESS)]
    late = run.t > contact + 0.3
    assert run.status == kl.RunStatus.COMPLETE
    assert 0.4 < contact < 0.7
    return float(np.abs(force[late] / PRESS - 1).max()), float(np.linalg.norm(run.error[:, :2], axis=1).max())


@pytest.mark.parametrize(
    ("name", "law", "plant"),
    [
        ("scara_prrr", "hybrid", "native"),
        ("scara_prrr", "surface", "native"),
        pytest.param("scara_prrr", "hybrid", "mujoco", marks=pytest.mark.long),
        pytest.param("delta_parallelograms", "hybrid", "native", marks=pytest.mark.long),
        pytest.param("delta_parallelograms", "hybrid", "mujoco", marks=pytest.mark.long),
        pytest.param("delta_parallelograms", "surface", "native", marks=pytest.mark.long),
    ],
)
def test_a_robot_writes_on_a_board_with_a_force_within_2_percent_and_a_path_within_1_mm(name: str, law: str, plant: str) -> None:
    force, path = force_and_path(write(name, law, plant))
    assert force < 0.02
    assert path < 1e-3


@pytest.mark.parametrize("name", ["scara_prrr", pytest.param("delta_parallelograms", marks=pytest.mark.long)])
def test_on_a_plane_hybrid_and_surface_control_are_one_law(name: str) -> None:
    hybrid, surface = (write(name, law, "native") for law in ("hybrid", "surface"))
    np.testing.assert_allclose(hybrid.x, surface.x, rtol=0, atol=1e-9)
    np.testing.assert_allclose(hybrid.contact_wrench, surface.contact_wrench, rtol=0, atol=1e-6)


# ---------------------------------------------------------------- tilted frames


def slides(turn: Array) -> kl.Robot:
    """A point on three slides across each other, whose axes are turned; without gravity every direction is alike."""
    names = ("a", "b", "c")
    joints = [
        kl.Joint(name=name, kind="prismatic", parent=parent, child=f"link_{name}", axis=tuple(turn[:, k]))
        for k, (name, parent) in enumerate(zip(names, ("base", "link_a", "link_b"), strict=True))
    ]
    links = [kl.Link(name=f"link_{name}", mass=mass) for name, mass in zip(names, (0.4, 0.7, 0.9), strict=True)]
    mechanism = kl.Mechanism(
        name="slides", gravity=(0, 0, 0), links=links, joints=joints, tool=kl.Anchor(link="link_c"), task=("x", "y", "z")
    )
    return kl.load(mechanism)


def rotation(roll: float, pitch: float, yaw: float) -> Array:
    """About fixed axes: first roll about x, then pitch about y, then yaw about z."""
    x = np.array([[1, 0, 0], [0, np.cos(roll), -np.sin(roll)], [0, np.sin(roll), np.cos(roll)]])
    y = np.array([[np.cos(pitch), 0, np.sin(pitch)], [0, 1, 0], [-np.sin(pitch), 0, np.cos(pitch)]])
    z = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    return np.asarray(z @ y @ x)


@pytest.mark.parametrize("frame", [(0.0, np.pi / 6, 0.0), (0.3, -0.5, 1.1)])
def test_a_tilted_board_gives_the_rotated_motion(frame: tuple[float, float, float]) -> None:
    """Machine, path, board and frame are turned together."""
    runs = []
    for rpy in ((0.0, 0.0, 0.0), frame):
        R = rotation(*rpy)
        n = R[:, 2]
        board = kl.Surface(
            name="board",
            h=f"{n[0]:.17g}*x + {n[1]:.17g}*y + {n[2]:.17g}*z + 0.01",
            stiffness=2e4,
            damping=100.0,
            friction=0.3,
        )
        path = kl.Quintic(R @ [0.0, 0.0, 0.0], R @ [0.05, -0.03, 0.0], 1.5)
        law = kl.HybridControl(900.0, 60.0, [0.0, 0.0, PRESS], axes=(0, 0, 1), frame=rpy)
        run = kl.simulate(
            slides(R), law, path, duration=2.0, period=1e-3, sensors=FORCE_SENSOR, environment=kl.Environment(surfaces=[board])
        )
        runs.append((run.x @ R, run.contact_wrench[:, :3] @ R))
    (x, force), (x_tilted, force_tilted) = runs
    assert force[-1, 2] == pytest.approx(PRESS, abs=1e-4)
    np.testing.assert_allclose(x_tilted, x, rtol=0, atol=1e-9)
    np.testing.assert_allclose(force_tilted, force, rtol=0, atol=1e-5)


def beside_a_wall(law: kl.Law, angle: float, *, friction: float = 0.0, path: Any = None, duration: float = 2.5) -> kl.Record:
    """The Biglide beside a wall whose normal is turned about z."""
    robot, (c, s) = robot_named("biglide"), (np.cos(angle), np.sin(angle))
    wall = kl.Surface(
        name="wall",
        h=f"{c * 0.1 + s * 0.3 + 0.005} - ({c}*x + {s}*y)",
        stiffness=1e4,
        damping=100.0,
        friction=friction,
        speed=1e-3,
    )
    path = kl.Pause([0.1, 0.3], duration, space="task") if path is None else path
    return kl.simulate(
        robot, law, path, duration=duration, period=1e-3, sensors=FORCE_SENSOR, environment=kl.Environment(surfaces=[wall])
    )


@pytest.mark.parametrize("kp", [400.0, [400.0, 100.0]])
def test_errors_along_the_force_do_not_move_the_tool_along_the_wall(kp: Any) -> None:
    """Also where gains differ by direction and the frame is tilted: the tool presses 6 mm beside its reference."""
    angle = 0.5
    law = kl.HybridControl(kp, 40.0, [-PRESS, 0.0], axes=(1, 0), frame=(0.0, 0.0, angle))
    run = beside_a_wall(law, angle)
    assert run.error[-1] @ [np.cos(angle), np.sin(angle)] == pytest.approx(-0.006, abs=1e-6)
    assert run.error[-1] @ [-np.sin(angle), np.cos(angle)] == pytest.approx(0.0, abs=1e-6)
    np.testing.assert_allclose(run.contact_wrench[-1, :2], [-PRESS * np.cos(angle), -PRESS * np.sin(angle)], atol=1e-4)


def test_measured_friction_is_compensated() -> None:
    """Without the compensation friction of 5 N on 3 kg would leave an error of 5 / (3 * 400) = 4 mm."""
    path = kl.Sequence([kl.Pause([0.1, 0.3], 1.5, space="task"), kl.Quintic([0.1, 0.3], [0.1, 0.25], 1.0)])
    law = kl.HybridControl(400.0, 40.0, [-PRESS, 0.0], axes=(1, 0))
    run = beside_a_wall(law, 0.0, friction=0.5, path=path)
    late = run.t > 1.5
    assert np.abs(run.contact_wrench[late, 1]).max() > 4.5
    assert np.abs(run.error[late, 1]).max() < 2e-4
    assert np.abs(run.contact_wrench[late, 0] + PRESS).max() < 0.02 * PRESS


def test_all_directions_may_be_those_of_the_force() -> None:
    robot = robot_named("biglide")
    corner = [
        kl.Surface(name="wall", h="0.105 - x", stiffness=1e4, damping=100.0),
        kl.Surface(name="table", h="y - 0.295", stiffness=1e4, damping=100.0),
    ]
    run = kl.simulate(
        robot,
        kl.HybridControl(400.0, 40.0, [-PRESS, 6.0], axes=(1, 1), ki=5.0),
        kl.Pause([0.1, 0.3], 3.0, space="task"),
        duration=3.0,
        period=1e-3,
        sensors=FORCE_SENSOR,
        environment=kl.Environment(surfaces=corner),
    )
    np.testing.assert_allclose(run.contact_wrench[-1, :2], [-PRESS, 6.0], atol=1e-4)


# ---------------------------------------------------------------- curved surfaces


def around_a_cylinder(law: kl.Law) -> float:
    """The largest error of the force [N] while the Biglide's tool slides fast along a quarter of a circle."""
    robot, radius, centre = robot_named("biglide"), 0.05, np.array([0.12, 0.25])
    post = kl.Surface(name="post", h="(x - 0.12)^2 + (y - 0.25)^2 - 0.05^2", stiffness=2e4, damping=100.0)
    angles = [np.pi / 2 + 0.7, np.pi / 2 - 0.7]
    first, last = (centre + (radius + 0.002) * np.array([np.cos(a), np.sin(a)]) for a in angles)
    arc = kl.Circle.through(first, centre + np.array([0.0, radius + 0.002]), last, space="task")
    path = kl.Sequence([kl.Pause(first, 2.5, space="task"), kl.FollowPath(arc, timing=kl.Polynomial([0.0], [arc.length], 0.45))])
    run = kl.simulate(
        robot, law, path, duration=2.95, period=1e-3, sensors=FORCE_SENSOR, environment=kl.Environment(surfaces=[post])
    )
    assert run.status == kl.RunStatus.COMPLETE
    out = (run.x - centre) / np.linalg.norm(run.x - centre, axis=1, keepdims=True)
    force = np.sum(run.contact_wrench[:, :2] * out, axis=1)
    return float(np.abs(force[run.t > 2.5] - PRESS).max())


class Flat(kl.SurfaceControl):
    """Surface control that takes the surface for its tangent plane."""

    def _geometry(self, mechanism: Any, parameters: Any, x: Any) -> Any:
        h, gradient, bent = super()._geometry(mechanism, parameters, x)
        return h, gradient, 0 * bent


def test_the_curvature_of_the_surface_belongs_to_the_law() -> None:
    """At the top speed the centripetal force m v^2 / r is half of the pressing force; the integral alone is slower."""
    h = "(x - 0.12)^2 + (y - 0.25)^2 - 0.05^2"
    curved, flat = (around_a_cylinder(kind(900.0, 60.0, PRESS, h=h)) for kind in (kl.SurfaceControl, Flat))
    assert curved < 0.1 * PRESS
    assert flat > 3 * curved


def test_surface_control_keeps_the_force_on_a_sphere() -> None:
    h = "x^2 + y^2 + (z + 0.11)^2 - 0.1^2"
    ball = kl.Surface(name="ball", h=h, stiffness=2e4, damping=100.0, friction=0.2)
    path = kl.Sequence([kl.Pause([0.0, 0.0, 0.0], 1.0, space="task"), kl.Quintic([0.0, 0.0, 0.0], [0.06, 0.03, -0.02], 1.0)])
    run = kl.simulate(
        slides(np.eye(3)),
        kl.SurfaceControl(900.0, 60.0, PRESS, h=h),
        path,
        duration=2.5,
        period=1e-3,
        sensors=FORCE_SENSOR,
        environment=kl.Environment(surfaces=[ball]),
    )
    out = run.x + np.array([0.0, 0.0, 0.11])
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    force = np.sum(run.contact_wrench[:, :3] * out, axis=1)
    assert force[run.t > 0.9] == pytest.approx(PRESS, rel=0.02)
    assert out[-1, 0] > 0.4  # it has gone around


# ---------------------------------------------------------------- virtual work


@pytest.mark.parametrize(
    "name",
    ["two_r", "scara_prrr", "biglide", "five_bar", "three_rrr", pytest.param("delta_parallelograms", marks=pytest.mark.long)],
)
def test_efforts_of_a_task_force_do_its_work(name: str) -> None:
    """Finite differences of the forward geometry, with the loops closed: tau . dq_active = F . dx."""
    robot = robot_named(name)
    q, n, step = np.asarray(robot.start, float), robot.n_active, 1e-6
    rng = np.random.default_rng(3)
    force = rng.normal(size=n)
    jacobian = np.empty((n, n))
    for k in range(n):
        ends = [robot.forward_geometry(q[:n] + sign * step * np.eye(n)[k], near=q).x for sign in (1, -1)]
        jacobian[:, k] = (ends[0] - ends[1]) / (2 * step)
    law = kl.ForceControl(-force, ki=0.0, damping=0.0, approach=0.0)
    rows = [{"x": 0, "y": 1, "z": 2, "phi": 5}[each] for each in robot.task]
    wrench = np.zeros(6)
    wrench[rows] = -force  # it is felt, so the law pushes with what is wanted
    run = kl.simulate(robot, law, q=q, duration=1e-3, period=1e-3, sensors=FORCE_SENSOR, environment={"tool": wrench})
    pushed = run.tau[0] - robot.static_effort(q)
    np.testing.assert_allclose(pushed, jacobian.T @ force, rtol=1e-6, atol=1e-7)
