"""Drags and sliders: the mode stays the same on every frame, loops stay closed, and out of reach the tool is at the border."""

from __future__ import annotations

import numpy as np
import pytest

import kinloop as kl
from kinloop.model.formulas.closed_form import form_of
from kinloop.view.studio.dragging.hold_mode import ModeHolder
from kinloop.view.studio.machine.machine_state import MachineState

MACHINES = kl.library()
DRAGS = 80


def drag_targets(state: MachineState, seed: int, count: int = DRAGS) -> np.ndarray:
    """A hand that moves towards goals within and beyond reach, and jumps now and then."""
    random, size = np.random.default_rng(seed), float(state.robot.models.geometry.size)
    here = np.array(state.robot.frame_pose(state.q).position)
    at, goal, found = here.copy(), here, []
    for k in range(count):
        if k % 25 == 0:
            goal = here + random.uniform(-2.5, 2.5, 3) * size
        at = at + 0.12 * (goal - at) + (random.normal(size=3) * 0.4 * size if k % 40 == 39 else 0.0)
        found.append(at)
    return np.array(found)


def gap(robot: kl.Robot, q: np.ndarray) -> float:
    return float(robot.models.gaps(q)) if robot.models.is_closed else 0.0


@pytest.mark.parametrize("name", MACHINES)
def test_no_drag_changes_the_working_mode_or_opens_the_loops(name: str) -> None:
    state = MachineState.begin(name, kl.load(name))
    geometry, held, first = state.robot.models.geometry, state.x, state.working
    for point in drag_targets(state, 1):
        state, _ = state.drag(point, held)
        assert np.isfinite(state.q).all()
        assert gap(state.robot, state.q) < 1e-9
        found = state.holder.branch("inverse", state.q, first)
        assert found.signs == first.signs
        if first.signs is None:
            assert found.side == first.side
        if first.signs:  # the robot itself finds the same signs, but where two modes meet
            signs = geometry.signs("inverse", state.x, state.q)
            near_border = state.nearness("type 1") < 0.05
            assert signs == first.signs or near_border or not signs


@pytest.mark.parametrize("name", [name for name in MACHINES if kl.load(name).models.is_closed])
def test_no_slider_changes_the_assembly_mode_or_opens_the_loops(name: str) -> None:
    state = MachineState.begin(name, kl.load(name))
    random, first = np.random.default_rng(2), state.assembly
    for _ in range(40):
        k = int(random.choice(state.sliders))
        scale = float(state.robot.models.geometry.units[k])
        others = np.delete(state.q[: len(state.robot.active)], k)
        value = float(state.q[k] + random.normal() * 0.6 * scale)
        state, reached = state.move_joint(k, value)
        assert gap(state.robot, state.q) < 1e-9
        assert np.array_equal(np.delete(state.q[: len(state.robot.active)], k), others) or not reached
        found = state.holder.branch("forward", state.q, first)
        assert (found.signs, found.side if first.signs is None else 0) == (first.signs, first.side if first.signs is None else 0)


@pytest.mark.parametrize(("name", "box"), [("five_bar", 0.3), ("two_r", 0.8), ("two_r_exam", 1.6)])
def test_out_of_reach_the_tool_is_at_the_nearest_point_of_its_mode(name: str, box: float) -> None:
    robot = kl.load(name)
    holder, q = ModeHolder(robot), np.array(robot.start)
    branch, geometry = holder.branch("inverse", q), robot.models.geometry
    line = np.linspace(-box, box, 400)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    found = robot.inverse_geometry(grid, mode=kl.Mode(working=branch.signs))
    inside, size = grid[found.status == kl.Status.SOLVED], float(geometry.size)
    held = 0
    for x in np.random.default_rng(3).uniform(-1.3 * box, 1.3 * box, (40, 2)):
        move = holder.move_tool(q, branch, x)
        if not move.reached:
            best = np.linalg.norm(inside - x, axis=1).min()
            assert np.linalg.norm(geometry.task(move.q) - x) < best + 0.01 * size
            held += 1
    assert held > 10


def test_a_tool_that_returns_from_the_border_has_the_orientation_that_it_had() -> None:
    state = MachineState.begin("puma560", kl.load("puma560"))
    held, here = state.x, np.array(state.robot.frame_pose(state.q).position)
    away, reached = state.drag(here + np.array([0.0, 0.0, 5.0]), held)
    assert not reached
    assert np.abs(away.x[3:] - held[3:]).max() < 1e-6 or np.abs(away.x[3:] + held[3:]).max() < 1e-6
    back, reached = away.drag(here, held)
    assert reached
    assert state.robot.models.geometry.space.distance(back.q, state.q) < 1e-8


@pytest.mark.parametrize("way", [(-0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, -0.1), (0.1, 0.0, 0.0)])
def test_an_arm_whose_joints_are_all_at_zero_is_dragged_out_of_that_singularity(way: tuple[float, float, float]) -> None:
    robot = kl.load("six_r")
    state = MachineState.begin("six_r", robot, np.zeros(6))
    assert state.working.signs is None
    assert state.nearness("type 1") < 1e-6
    held, here = state.x, np.array(robot.frame_pose(state.q).position)
    reached = False
    for share in np.linspace(0, 1, 21)[1:]:
        state, reached = state.drag(here + share * np.array(way), held)
    assert reached
    assert np.allclose(robot.frame_pose(state.q).position, here + way, atol=1e-8)
    assert min(np.abs(state.x[3:] - held[3:]).max(), np.abs(state.x[3:] + held[3:]).max()) < 1e-8  # its orientation is kept


def test_a_machine_of_a_tenth_of_a_millimetre_and_one_of_a_hundred_metres_are_dragged_alike() -> None:
    robot, moves = kl.load("five_bar"), []
    notes = robot.mechanism.parameter_notes
    lengths = {name: float(value) for name, value in robot.parameters.items() if notes[name].unit == "m"}
    for scale in (1e-3, 1.0, 1e3):
        scaled = robot.with_parameters(**{name: scale * value for name, value in lengths.items()})
        state = MachineState.begin("five_bar", scaled, robot.start)  # angles, at which every size is assembled
        here = np.array(scaled.frame_pose(state.q).position)
        state, reached = state.drag(here + scale * np.array([0.5, 0.2, 0.0]), state.x)
        assert not reached
        moves.append(state.x / scale)
    assert np.allclose(moves[0], moves[1], atol=1e-3)  # along the border the distance is flat
    assert np.allclose(moves[2], moves[1], atol=1e-3)


def test_the_tool_of_a_machine_without_positions_in_its_task_follows_on_its_circle() -> None:
    state = MachineState.begin("one_joint", kl.load("one_joint"))
    assert not any(name in ("x", "y", "z") for name in state.robot.mechanism.task_names)
    base, here = np.zeros(3), np.array(state.robot.frame_pose(state.q).position)
    point = np.array([here[1], here[0], here[2]]) * 3.0
    state, reached = state.drag(point, state.x)
    assert reached
    there = np.array(state.robot.frame_pose(state.q).position)
    assert np.allclose(there / np.linalg.norm(there - base), point / np.linalg.norm(point), atol=1e-3)


def test_numbers_that_are_no_targets_leave_the_machine_where_it_is() -> None:
    state = MachineState.begin("five_bar", kl.load("five_bar"))
    for bad in (np.nan, np.inf, 1e300):
        moved, reached = state.drag(np.array([bad, 0.0, 0.0]), state.x)
        assert not reached
        assert np.array_equal(moved.q, state.q)
        moved, reached = state.move_joint(0, bad)
        assert not reached
        assert np.array_equal(moved.q, state.q)


def test_every_machine_with_a_closed_form_is_held_by_its_signs() -> None:
    named = {name for name in MACHINES if form_of(kl.load(name).mechanism, "inverse") is not None}
    held = {name for name in MACHINES if MachineState.begin(name, kl.load(name)).working.signs is not None}
    assert held == named
