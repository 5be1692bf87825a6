"""Meshes of descriptions: found only where they may be, read, simplified and with whole numbers."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path

import numpy as np
import peers
import pytest

import kinloop as kl
from kinloop.errors import FileError
from kinloop.view.scene import mesh_files, meshes
from kinloop.view.scene.build_scene import build_scene
from kinloop.view.scene.mesh_files import find_mesh
from kinloop.view.scene.meshes import MeshGroup, load_mesh
from kinloop.view.scene.scene import Scene

trimesh = pytest.importorskip("trimesh")
Array = np.ndarray

DAE = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="millimeter" meter="0.001"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="c"><phong><diffuse><color>1 0 0 1</color></diffuse></phong>
</technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 100 0 0 0 200 0 0 0 300</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>"""


def points(group: MeshGroup) -> Array:
    return np.asarray(group.lo + group.step * group.vertices)


def urdf(*files: str, scale: str = "1 1 1") -> str:
    visuals = "".join(
        f'<visual><origin xyz="0.1 0 0"/><geometry><mesh filename="{file}" scale="{scale}"/></geometry>'
        f'<material name="m"><color rgba="0 0.5 1 1"/></material></visual>'
        for file in files
    )
    return (
        f'<robot name="arm"><link name="base"/><link name="a"><inertial><mass value="1"/>'
        f'<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>{visuals}</link>'
        '<joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint></robot>'
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """``cell/arm_description`` with ``urdf`` and ``meshes``, of which ``cube.stl`` is 0.2 by 0.4 by 0.6."""
    root = tmp_path / "cell" / "arm_description"
    (root / "urdf").mkdir(parents=True)
    (root / "meshes").mkdir()
    trimesh.creation.box((0.2, 0.4, 0.6)).export(root / "meshes" / "cube.stl")
    trimesh.creation.box((0.2, 0.4, 0.6)).export(tmp_path / "outside.stl")
    return root


def scene_of(package: Path, *files: str, **more: str) -> Scene:
    (package / "urdf" / "arm.urdf").write_text(urdf(*files, **more))
    return build_scene(kl.load(package / "urdf" / "arm.urdf"))


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    "name",
    [
        "package://arm_description/meshes/cube.stl",
        "package:///arm_description/meshes/cube.stl",
        "model://arm_description/meshes/cube.stl",
        "package://cell/arm_description/meshes/cube.stl",
        "../meshes/cube.stl",
        "..\\meshes\\cube.stl",
    ],
)
def test_a_mesh_is_found_in_its_package_or_beside_the_description(package: Path, name: str) -> None:
    assert find_mesh(name, package / "urdf") == package / "meshes" / "cube.stl"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../../../outside.stl", "no such file"),
        ("package://arm_description/../../outside.stl", "no such file"),
        ("package://../outside.stl", "no such file"),
        ("package://", "expected a name that ends in"),
        ("/etc/passwd", "expected a name that ends in .stl"),
        ("https://example.org/a.stl", "nothing from the network"),
        ("ftp://example.org/a.stl", "nothing from the network"),
        ("../meshes/none.stl", "no such file"),
        ("../meshes/a\0.stl", "no name of a file"),
        ("a" * 5000 + ".stl", "no name of a file"),
        ("../meshes/" + "b" * 300 + ".stl", "no such file"),
    ],
)
def test_other_files_are_refused_in_words(package: Path, name: str, reason: str) -> None:
    with pytest.raises(FileError, match=reason):
        find_mesh(name, package / "urdf")


def test_paths_and_links_that_leave_the_package_are_refused(package: Path, tmp_path: Path) -> None:
    for name in (str(tmp_path / "outside.stl"), f"file://{tmp_path / 'outside.stl'}"):
        with pytest.raises(FileError, match="no such file"):
            find_mesh(name, package / "urdf")
    assert find_mesh(f"file://{package / 'meshes' / 'cube.stl'}", package / "urdf").is_file()
    os.symlink(tmp_path / "outside.stl", package / "meshes" / "link.stl")
    (package / "notes.txt").write_text("text")
    os.symlink(package / "notes.txt", package / "meshes" / "text.stl")
    for name in ("../meshes/link.stl", "../meshes/text.stl"):
        with pytest.raises(FileError, match="no such file"):
            find_mesh(name, package / "urdf")


def test_large_files_are_not_opened(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_files, "MAX_BYTES", 100)
    with pytest.raises(FileError, match="larger than"):
        find_mesh("../meshes/cube.stl", package / "urdf")


# ---------------------------------------------------------------- meshes in a scene


def test_a_mesh_has_its_size_place_and_colour(package: Path) -> None:
    scene = scene_of(package, "../meshes/cube.stl", scale="1 -1 0.5")
    (item,) = scene.links[1].shapes
    assert (item.kind, item.size) == ("mesh", (1, -1, 0.5))
    (group,) = scene.meshes[item.mesh or ""]
    np.testing.assert_allclose(np.ptp(points(group), axis=0), [0.2, 0.4, 0.6], atol=1e-6)
    assert group.color == (0, 0.5, 1, 1)
    assert len(group.vertices) == 8, "corners are joined"
    np.testing.assert_allclose([item.reach.min(axis=0), item.reach.max(axis=0)], [[0, -0.2, -0.15], [0.2, 0.2, 0.15]], atol=1e-6)
    assert scene.notes == ()


def test_one_scale_is_that_of_all_axes(package: Path) -> None:
    """In TOML a mesh may have no scale, one, or three."""
    for size, scales in (((), (1, 1, 1)), ((0.5,), (0.5, 0.5, 0.5)), ((1, 2, 3), (1, 2, 3))):
        mechanism = kl.load("two_r").mechanism.with_folder(package / "urdf")
        mesh = kl.Shape(kind="mesh", size=size, file="../meshes/cube.stl")
        links = tuple(link.model_copy(update={"shapes": (mesh,)}) for link in mechanism.links)
        (item,) = build_scene(kl.load(mechanism.model_copy(update={"links": links}))).links[1].shapes
        assert item.size == scales


def test_collada_has_its_unit_and_its_own_colour_and_no_turned_axes(package: Path) -> None:
    pytest.importorskip("collada")
    (package / "meshes" / "a.dae").write_text(DAE)
    scene = scene_of(package, "../meshes/a.dae")
    (group,) = scene.meshes["mesh0"]
    np.testing.assert_allclose(np.ptp(points(group), axis=0), [0.1, 0.2, 0.3], atol=1e-6)
    assert group.color == (1, 0, 0, 1)
    (package / "meshes" / "b.dae").write_text(DAE.replace("<COLLADA", '<!DOCTYPE x [<!ENTITY y "z">]><COLLADA', 1))
    assert "DOCTYPE is not allowed" in scene_of(package, "../meshes/b.dae").notes[0]


def test_materials_beside_an_obj_are_read_and_no_other_file(package: Path) -> None:
    text = "mtllib {}\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
    (package / "meshes" / "a.obj").write_text(text.format("a.mtl"))
    (package / "meshes" / "a.mtl").write_text("newmtl red\nKd 1 0 0\n")
    (package / "meshes" / "b.obj").write_text(text.format("../../../secret.mtl"))
    (package.parents[1] / "secret.mtl").write_text("newmtl red\nKd 0 1 0\n")
    assert scene_of(package, "../meshes/a.obj").meshes["mesh0"][0].color == (1, 0, 0, 1)
    assert scene_of(package, "../meshes/b.obj").meshes["mesh0"][0].color == (0, 0.5, 1, 1), "that of the description"


def test_what_cannot_be_drawn_is_a_note_and_the_link_has_its_skeleton(package: Path) -> None:
    (package / "meshes" / "bad.stl").write_bytes(b"solid nothing")
    (package / "meshes" / "bad.glb").write_bytes(b"glTF" + bytes(20))
    scene = scene_of(package, "../meshes/none.stl", "../meshes/bad.stl", "../meshes/bad.glb", "a.exe")
    assert scene.links[1].shapes == ()
    assert scene.links[1].skeleton
    assert not scene.has_shapes
    assert len(scene.notes) == 4
    assert all(note.startswith("not drawn: ") for note in scene.notes)
    assert str(package.parent) not in " ".join(scene.notes), "no path of this machine"
    many = scene_of(package, *(f"{k}.stl" for k in range(20)))
    assert len(many.notes) == 6
    assert many.notes[-1] == "not drawn: and 15 more meshes"


@pytest.mark.parametrize("missing", ["trimesh", "fast_simplification"])
def test_without_the_packages_there_is_a_note(package: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    scene = scene_of(package, "../meshes/cube.stl")
    assert scene.notes == (f'not drawn: meshes need the package {missing}: pip install "kinloop[view]"',)
    assert not scene.has_shapes


def test_a_description_without_a_folder_has_no_meshes(package: Path) -> None:
    (package / "urdf" / "arm.urdf").write_text(urdf("../meshes/cube.stl"))
    robot = kl.load(package / "urdf" / "arm.urdf")
    robot.save(package / "elsewhere.toml")
    assert "no such file" in build_scene(kl.load(package / "elsewhere.toml")).notes[0]
    robot.save(package / "urdf" / "beside.toml")
    assert build_scene(kl.load(package / "urdf" / "beside.toml")).has_shapes
    bare = kl.Mechanism(**dict(robot.mechanism))
    assert "folder of its description is not known" in build_scene(kl.load(bare)).notes[0]


def test_meshes_of_mjcf_are_found_by_their_folder(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    trimesh.creation.box((2, 4, 6)).export(tmp_path / "assets" / "cube.stl")
    (tmp_path / "arm.xml").write_text(
        '<mujoco><compiler meshdir="assets"/><asset><mesh name="c" file="cube.stl" scale="0.1 0.1 0.1"/></asset><worldbody>'
        '<body name="a"><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/><joint name="j"/>'
        '<geom type="mesh" mesh="c" rgba="1 0 0 1" contype="0" conaffinity="0"/>'
        '<geom size="3" group="3" contype="0" conaffinity="0"/></body></worldbody></mujoco>'
    )
    scene = build_scene(kl.load(tmp_path / "arm.xml"))
    (item,) = scene.links[1].shapes  # MuJoCo does not show geoms of group 3
    np.testing.assert_allclose(np.ptp(item.reach, axis=0), [0.2, 0.4, 0.6], atol=1e-6)
    assert scene.meshes[item.mesh or ""][0].color == (1, 0, 0, 1)


# ---------------------------------------------------------------- size


def test_large_meshes_are_simplified_and_keep_their_form(package: Path) -> None:
    trimesh.creation.icosphere(subdivisions=6, radius=0.5).export(package / "meshes" / "ball.stl")  # 81 920 triangles
    (group,) = load_mesh(package / "meshes" / "ball.stl")
    assert len(group.faces) <= 1.05 * meshes.MOST_OF_ONE
    np.testing.assert_allclose(np.linalg.norm(points(group), axis=1), 0.5, atol=2e-3)
    assert group.vertices.dtype == np.dtype("<u2")
    assert group.faces.dtype == np.dtype("<u2")
    assert group.faces.max() == len(group.vertices) - 1
    corners = points(group)[group.faces]
    volume = np.sum(np.cross(corners[:, 0], corners[:, 1]) * corners[:, 2]) / 6
    assert volume == pytest.approx(4 / 3 * np.pi * 0.5**3, rel=1e-2), "closed, with outward faces"


def test_flat_meshes_have_a_step_of_zero_and_no_nan(package: Path) -> None:
    flat = trimesh.Trimesh([[0, 0, 0.3], [1, 0, 0.3], [0, 1, 0.3]], [[0, 1, 2]])
    flat.export(package / "meshes" / "flat.stl")
    (group,) = load_mesh(package / "meshes" / "flat.stl")
    np.testing.assert_allclose(points(group)[:, 2], 0.3, atol=1e-7)


def test_a_file_is_read_once_until_it_changes(package: Path) -> None:
    path = package / "meshes" / "cube.stl"
    first = load_mesh(path)
    assert load_mesh(path) is first
    trimesh.creation.box((1, 1, 1)).export(path)
    os.utime(path, ns=(1, 1))
    np.testing.assert_allclose(np.ptp(points(load_mesh(path)[0]), axis=0), 1, atol=1e-6)


def test_an_arm_of_eight_megabytes_is_a_fraction_of_one() -> None:
    pytest.importorskip("collada")
    scene = build_scene(kl.load(peers.urdf_path("ur5")))
    assert scene.notes == ()
    tables, arrays = scene.mesh_data()
    assert sum(len(gzip.compress(array.tobytes())) for array in arrays.values()) < 225_000
    assert {name for groups in tables.values() for group in groups for name in (group["vertices"], group["faces"])} == set(arrays)
    assert len({tuple(group["color"]) for groups in tables.values() for group in groups}) > 3, "colours of the files"
    json.dumps(tables, allow_nan=False)
    named = {item["mesh"] for link in scene.as_json()["links"] for item in link["shapes"] if item["kind"] == "mesh"}
    assert named == set(tables)
    joints = build_scene(kl.load(peers.urdf_path("ur5"))).links
    for link in joints:
        for item in link.shapes:  # a mesh is about its link's frame: units and axes are those of the robot
            assert np.linalg.norm(item.reach, axis=1).min() < 0.6
            assert np.ptp(item.reach, axis=0).max() < 0.8
