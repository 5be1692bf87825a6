"""Every file of the library: its citations, its start and its motion. A new file is included automatically."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.mechanism.expressions.expression import Expression
from kinloop.mechanism.formats import read as reading
from kinloop.mechanism.parts.parts import Mechanism, Motion

NAMES = kl.library()
Array = np.ndarray


@cache
def robot_of(name: str) -> kl.Robot:
    return kl.load(name)


def text_of(name: str) -> str:
    return reading._library().joinpath(f"{name}.toml").read_text(encoding="utf-8")


def number(value: float | Expression, robot: kl.Robot) -> float:
    return value.value(robot.parameters) if isinstance(value, Expression) else float(value)


# ---------------------------------------------------------------- what is written


def parameter_sources(name: str) -> dict[str, str]:
    """The comment behind each parameter, or right above it: where its value comes from."""
    section = re.search(r"^\[parameters\].*?(?=^\[|\Z)", text_of(name), re.MULTILINE | re.DOTALL)
    found, above = {}, ""
    for line in section[0].splitlines()[1:] if section else ():
        match = re.fullmatch(r"(\w+)\s*=[^#]*(?:#\s*(.*))?", line)
        if match:
            found[match[1]] = match[2] or above
        above = line.removeprefix("# ") if line.startswith("#") else ""
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_has_a_unit_a_meaning_and_a_source(name: str) -> None:
    mechanism = robot_of(name).mechanism
    assert list(parameter_sources(name)) == list(mechanism.parameters) == list(mechanism.parameter_notes)
    assert all(parameter_sources(name).values())
    assert all(note.unit and len(note.meaning) > 5 for note in mechanism.parameter_notes.values())


@pytest.mark.parametrize("name", NAMES)
def test_masses_lengths_and_gravity_have_the_unit_of_their_use(name: str) -> None:
    """A number that is a parameter alone has that parameter's unit."""
    mechanism = robot_of(name).mechanism
    uses = [(link.mass, "kg") for link in mechanism.links] + [(abs_text(value), "m/s^2") for value in mechanism.gravity]
    places = [joint.origin.xyz for joint in mechanism.joints] + [anchor.origin.xyz for anchor in (mechanism.tool,) if anchor]
    uses += [(abs_text(value), "m") for place in places for value in place]
    for value, unit in uses:
        if str(value) in mechanism.parameters:
            assert mechanism.parameter_notes[str(value)].unit == unit


def abs_text(value: float | Expression) -> str:
    return str(value).removeprefix("-")


def tables(text: str) -> Iterator[tuple[str, str]]:
    """Each table's header and its lines, with the comment that stands right above it."""
    comment: list[str] = []
    header, lines = "", []
    for line in text.splitlines():
        if re.match(r"\[[\w.]+\]", line):
            above = []
            while lines and lines[-1].startswith("#"):
                above.insert(0, lines.pop())
            yield header, "\n".join(comment + lines)
            header, lines, comment = line, [line], above
        else:
            lines.append(line)
    yield header, "\n".join(comment + lines)


def bare_numbers(part: Any) -> Iterator[float]:
    """Numbers that stand alone, but for 0 and 1: axes, and what is not there."""
    if isinstance(part, bool | str):
        return
    if isinstance(part, dict):
        for key, value in part.items():
            yield from () if key == "shapes" else bare_numbers(value)
    elif isinstance(part, list):
        for value in part:
            yield from bare_numbers(value)
    elif abs(part) not in (0, 1):
        yield part


@pytest.mark.parametrize("name", NAMES)
def test_every_number_outside_the_shapes_stands_with_a_comment(name: str) -> None:
    content = text_of(name)
    limits_are_explained = re.search(r"^#.*\b[Ll]imits\b", content, re.MULTILINE)
    for header, lines in tables(content):
        table = tomllib.loads(re.sub(r"^\[.*", "", lines, flags=re.MULTILINE))
        if limits_are_explained:
            table.pop("limits", None)
        if any(bare_numbers(table)):
            assert "#" in lines, f"{header or 'the top'}: numbers without a comment"


# ---------------------------------------------------------------- bodies


@pytest.mark.parametrize("name", NAMES)
def test_bodies_are_possible(name: str) -> None:
    robot = robot_of(name)
    for link in robot.mechanism.links:
        xx, yy, zz, xy, xz, yz = (number(value, robot) for value in link.inertia)
        small, middle, large = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        assert number(link.mass, robot) >= 0
        assert small >= -1e-12
        assert large <= small + middle + 1e-12, f"{link.name}: no body has this inertia"


@pytest.mark.parametrize("name", NAMES)
def test_masses_decide_every_acceleration(name: str) -> None:
    """Derives and compiles the two models that need the most."""
    robot = robot_of(name)
    M = robot.inertia(robot.start)
    assert np.linalg.eigvalsh(M).min() > 0
    result = robot.forward_dynamics(robot.start, np.zeros(len(robot.mechanism.rates)), np.zeros(robot.n_active))
    assert np.all(np.isfinite(result.qdd))
    assert result.margin > 0


# ---------------------------------------------------------------- the start


def length_parameters(name: str) -> list[str]:
    return [key for key, note in robot_of(name).mechanism.parameter_notes.items() if note.unit == "m"]


def longer(robot: kl.Robot, parameter: str, by: float) -> float:
    value = robot.parameters[parameter]
    return value * (1 + by) if value else by


@pytest.mark.parametrize("name", NAMES)
def test_start_is_assembled_for_other_lengths_too(name: str) -> None:
    robot = robot_of(name)
    lengths = length_parameters(name)
    size = max([1e-3, *(abs(robot.parameters[length]) for length in lengths)])
    changes: list[dict[str, float]] = [{}, *({length: longer(robot, length, 0.01)} for length in lengths)]
    random = np.random.default_rng(0)
    changes += [{length: longer(robot, length, random.uniform(-0.01, 0.01)) for length in lengths} for _ in range(3)]
    for change in changes:
        changed = robot.with_parameters(**change) if change else robot
        assert np.abs(changed.closure(changed.start)).max(initial=0.0) < 1e-12 * size, change


@pytest.mark.parametrize("name", NAMES)
def test_start_is_within_the_limits(name: str) -> None:
    robot = robot_of(name)
    assert_within_limits(robot, robot.start[None])


# ---------------------------------------------------------------- the motion


def assert_within_limits(robot: kl.Robot, q: Array) -> None:
    column = 0
    for joint in robot.mechanism.ordered_joints:
        for coordinate in joint.coordinates:
            if joint.limits.position is not None:
                lower, upper = (number(bound, robot) for bound in joint.limits.position)
                assert lower <= q[:, column].min(), coordinate
                assert q[:, column].max() <= upper, coordinate
            column += 1


def task_names(mechanism: Mechanism) -> tuple[str, ...]:
    return ("x", "y", "z", "qw", "qx", "qy", "qz") if mechanism.task == ("pose",) else mechanism.task


def configuration(robot: kl.Robot, motion: Motion, t: float) -> Array:
    """All joints at a time of the motion, each stretch from rest to rest by a quintic in the motion's space."""
    points = np.array([[number(value, robot) for value in point] for point in motion.points])
    times = [number(value, robot) for value in motion.times]
    k = int(np.clip(np.searchsorted(times, t) - 1, 0, len(times) - 2))
    s = np.clip((t - times[k]) / (times[k + 1] - times[k]), 0, 1)
    x = points[k] + s**3 * (10 - 15 * s + 6 * s**2) * (points[k + 1] - points[k])
    if motion.space == "active":
        assert not robot.passive, "of a machine with passive joints the test follows motions of the task"
        return x
    if robot.task == ("pose",):
        x[3:] /= np.linalg.norm(x[3:])
    form = robot.mechanism.inverse_geometry
    assert form is not None
    values: dict[str, Any] = {**robot.parameters, **dict(zip(task_names(robot.mechanism), map(float, x), strict=True))}
    values |= {sign: float(value) for sign, value in zip(form.signs, motion.working, strict=True)}
    for key, value in form.values.items():
        values[key] = value.value(values) if isinstance(value, Expression) else value
    return np.array([values[coordinate] for coordinate in robot.mechanism.coordinates])


def rates(robot: kl.Robot, q: Array, difference: Array) -> Array:
    """Rates from the derivatives of the positions: of a quaternion, twice its conjugate times its derivative."""
    result: list[float] = []
    column = 0
    for joint in robot.mechanism.ordered_joints:
        size = len(joint.coordinates)
        part, at = difference[column : column + size], q[column : column + size]
        if joint.kind in ("spherical", "free"):
            result += list(part[:-4])
            (w, v), (dw, dv) = (at[-4], at[-3:]), (part[-4], part[-3:])
            result += list(2 * (w * dv - dw * v - np.cross(v, dv)))
        else:
            result += list(part)
        column += size
    return np.array(result)


@pytest.mark.parametrize("name", [name for name in NAMES if reading.read(name).motion is not None])
def test_motion_keeps_to_the_limits_and_away_from_singularities(name: str) -> None:
    robot = robot_of(name)
    motion = robot.mechanism.motion
    assert motion is not None
    times = [number(value, robot) for value in motion.times]
    assert times == sorted(times)
    h = 1e-4 * (times[-1] - times[0])
    configurations, speeds, efforts = [], [], []
    for t in np.linspace(times[0] + h, times[-1] - h, 60):
        before, q, after = (configuration(robot, motion, t + k * h) for k in (-1, 0, 1))
        qd = rates(robot, q, (after - before) / (2 * h))
        qdd = rates(robot, q, (after - 2 * q + before) / h**2)
        configurations.append(q)
        speeds.append(np.abs(qd[: robot.n_active]))
        efforts.append(np.abs(robot.inverse_dynamics(q, qd, qdd)))  # raises at Type 2
    assert_within_limits(robot, np.array(configurations))
    actuated = [joint for joint in robot.mechanism.active_joints for _ in joint.rates]
    for k, joint in enumerate(actuated):
        for kind, values in (("speed", speeds), ("effort", efforts)):
            bound = getattr(joint.limits, kind)
            assert bound is None or np.max(values, axis=0)[k] <= number(bound, robot), f"{joint.name}: {kind}"


@pytest.mark.parametrize("name", [name for name in NAMES if reading.read(name).motion is not None])
def test_motion_moves_every_actuator(name: str) -> None:
    robot = robot_of(name)
    motion = robot.mechanism.motion
    assert motion is not None
    times = [number(value, robot) for value in motion.times]
    q = np.array([configuration(robot, motion, t) for t in np.linspace(times[0], times[-1], 25)])[:, : len(robot.active)]
    assert np.all(np.ptp(q, axis=0) > 1e-3)


# ---------------------------------------------------------------- one file and no other change


@pytest.mark.parametrize("name", ["biglide", "three_r"])
def test_a_new_machine_is_one_new_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in the library's folder is listed, reads, derives, compiles and moves as the one it was copied from."""
    text = text_of(name).replace(f'name = "{name}"', 'name = "my_machine"')
    (tmp_path / "my_machine.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(reading, "_library", lambda: tmp_path)
    assert kl.library() == ("my_machine",)
    mine, original = kl.load("my_machine"), robot_of(name)
    assert mine.mechanism.name == "my_machine"
    assert mine.mechanism.motion == original.mechanism.motion
    assert np.array_equal(mine.inertia(mine.start), original.inertia(original.start))
    assert np.array_equal(mine.frame_pose(mine.start).position, original.frame_pose(original.start).position)
