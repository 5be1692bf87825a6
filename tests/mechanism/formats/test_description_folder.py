"""The folder that a description was read from: known to the view, and to nothing that is compared, saved or cached."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import kinloop as kl
from kinloop.mechanism.formats.read import read
from kinloop.mechanism.formats.toml.toml_write import write_toml

URDF = """<robot name="arm"><link name="base"/><link name="a"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint></robot>"""
MJCF = """<mujoco model="arm"><worldbody><body name="a"><joint name="j"/><geom size="0.1" contype="0" conaffinity="0"/></body>
</worldbody></mujoco>"""
TOML = """name = "arm"
[links.a]
mass = 1
inertia = [1, 1, 1, 0, 0, 0]
[joints.j]
kind = "revolute"
parent = "base"
child = "a"
"""


@pytest.fixture(params=[("arm.urdf", URDF), ("arm.xml", MJCF), ("arm.toml", TOML)], ids=["urdf", "mjcf", "toml"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    name, text = request.param
    (tmp_path / "secret_place").mkdir()
    path = tmp_path / "secret_place" / name
    path.write_text(text)
    return path


def test_readers_keep_the_folder(path: Path) -> None:
    assert read(path).folder == path.parent
    assert kl.load(path).mechanism.folder == path.parent
    assert kl.load("two_r").mechanism.folder is None


def test_the_same_description_elsewhere_is_the_same_machine(path: Path, tmp_path: Path) -> None:
    other = tmp_path / path.name
    other.write_bytes(path.read_bytes())
    assert read(path) == read(other)
    assert hash(read(path).joints) == hash(read(other).joints)
    assert read(path).folder != read(other).folder


def test_no_folder_is_saved_or_part_of_a_key(path: Path, tmp_path: Path) -> None:
    robot = kl.load(path)
    for text in (
        write_toml(robot.mechanism),
        robot.mechanism.model_dump_json(),
        str(robot.models.formulas.key),
        repr(robot.mechanism),
    ):
        assert "secret_place" not in text
    record = kl.simulate(robot, kl.PD(1.0, 1.0), kl.Quintic([0.0], [0.1], 0.1, space="active"), duration=0.1, period=1e-2)
    record.save(tmp_path / "run.npz")
    assert b"secret_place" not in (tmp_path / "run.npz").read_bytes()
    assert kl.Record.load(tmp_path / "run.npz").robot.mechanism.folder is None


def test_changed_and_copied_robots_keep_it(path: Path) -> None:
    robot = kl.load(path)
    assert pickle.loads(pickle.dumps(robot)).mechanism.folder == path.parent
    assert robot.mechanism.model_copy(update={"name": "other"}).folder == path.parent
    np.testing.assert_array_equal(robot.with_threads(1).start, robot.start)
    assert robot.with_threads(1).mechanism.folder == path.parent
