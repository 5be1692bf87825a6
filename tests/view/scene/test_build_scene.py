"""Scenes of all machines: bodies are where the robot has its joints, loops and frames, at every scale."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
import special_machines
from scene_bodies import Places, axis_of, distance, ends, frames
from scipy.spatial.transform import Rotation

import kinloop as kl
from kinloop.mechanism.parts.transforms import at, placement, vector
from kinloop.view.scene.build_scene import build_scene
from kinloop.view.scene.colors import BASE, DRIVES
from kinloop.view.scene.items import Item
from kinloop.view.scene.scene import Scene, SceneLink

Machine = tuple[kl.Robot, np.ndarray, Scene]
PLANAR = {"biglide", "five_bar", "one_joint", "three_r", "three_rrr", "two_r", "two_r_exam"}
SPECIAL = [
    special_machines.three_rpr,
    special_machines.tricept,
    special_machines.three_upu,
    special_machines.universal_delta,
    special_machines.sarrus,
]


def link_of(scene: Scene, name: str) -> SceneLink:
    return scene.links[scene.places[name]]


def is_drawn(places: Places, scene: Scene, links: tuple[str, ...], point: np.ndarray) -> bool:
    """Whether a body of one of these links, or a rod that is stretched to it, is at a point of the world."""
    near = 1e-9 * scene.extent
    bodies = [(name, item) for name in links for item in link_of(scene, name).skeleton]
    rods = [end for rod in scene.stretched for end in ((rod.a, rod.point_a), (rod.b, rod.point_b)) if end[0] in links]
    return any(distance(item, places.local(name, point)) < near for name, item in bodies) or any(
        np.linalg.norm(places.world(*end) - point) < near for end in rods
    )


# ---------------------------------------------------------------- where bodies are


def test_links_are_those_of_the_poses_in_their_order(machine: Machine) -> None:
    robot, q, scene = machine
    assert tuple(link.name for link in scene.links) == robot.link_poses(q).links


def check_places(robot: kl.Robot, q: np.ndarray, scene: Scene) -> None:
    """Each joint, anchor and tool is drawn on the links that it joins, where the robot has it."""
    places = Places(robot, q)
    joints = {joint.name: joint for joint in robot.mechanism.joints}
    for name, place in places.joints.items():
        assert is_drawn(places, scene, (joints[name].parent,), place), f"{name} on its parent"
    loops = {loop.name: loop for loop in robot.mechanism.loops}
    for (name, side), place in places.anchors.items():
        assert is_drawn(places, scene, (loops[name].a.link, loops[name].b.link), place), f"anchor {side} of {name}"
    tool = robot.frame_pose(q).position
    assert is_drawn(places, scene, (scene.tool[0],), tool)
    np.testing.assert_allclose(places.world(*scene.tool), tool, atol=1e-12 * scene.extent)


def check_bars(robot: kl.Robot, q: np.ndarray, scene: Scene) -> None:
    """Each bar of a moving link that does not slide ends at a joint, an anchor, the tool, the link's frame, or where its other
    bars meet."""
    places = Places(robot, q)
    known = [*(p for _, p in places.frames.values()), *places.anchors.values(), robot.frame_pose(q).position]
    slid = {name for joint in robot.mechanism.joints if joint.definition.slides for name in (joint.parent, joint.child)}
    for link in scene.links[1:]:
        points = [places.world(link.name, end) for item in link.skeleton if item.kind == "capsule" for end in ends(item)]
        for k, point in enumerate(points):
            others = [*known, *(other for j, other in enumerate(points) if j // 2 != k // 2)]
            if link.name not in slid:
                assert min(np.linalg.norm(point - other) for other in others) < 1e-9 * scene.extent, link.name


def test_joints_anchors_and_the_tool_are_drawn_where_the_robot_has_them(machine: Machine) -> None:
    check_places(*machine)


def test_bars_end_where_something_attaches(machine: Machine) -> None:
    check_bars(*machine)


@pytest.mark.parametrize("make", SPECIAL, ids=lambda make: make.__name__)
def test_legs_and_platforms_of_other_machines_too(make: Callable[[], kl.Mechanism]) -> None:
    robot = kl.load(make())
    q = np.array(robot.start)
    check_places(robot, q, build_scene(robot, q))
    check_bars(robot, q, build_scene(robot, q))


def test_axes_of_turning_joints_are_the_robots(machine: Machine) -> None:
    """The axis that a marker shows is the one about which a small change of the coordinate turns the child."""
    robot, q, scene = machine
    places = Places(robot, q)
    for joint in robot.mechanism.joints:
        if joint.kind != "revolute":
            continue
        turned = q + 1e-3 * np.array([name == joint.name for name in robot.mechanism.coordinates])
        turn = Rotation.from_matrix(frames(robot, turned)[joint.child][0] @ places.frames[joint.child][0].T).as_rotvec() / 1e-3
        shown = [
            places.frames[joint.parent][0] @ axis_of(item)
            for item in link_of(scene, joint.parent).skeleton
            if item.kind == "cylinder"
            and np.linalg.norm(places.world(joint.parent, item.position) - places.joints[joint.name]) < 1e-9 * scene.extent
        ]
        assert any(abs(abs(axis @ turn) - 1) < 1e-9 for axis in shown), joint.name


# ---------------------------------------------------------------- rods, slides, rails


def test_rods_end_at_their_anchors_and_have_their_length() -> None:
    robot = kl.load("delta_rods")
    q = np.array(robot.start)
    scene, places = build_scene(robot, q), Places(robot, q)
    rods = {loop.name: loop for loop in robot.mechanism.loops if loop.kind == "rod"}
    drawn = {rod.name: rod for rod in scene.stretched if rod.always}
    assert set(drawn) == set(rods)
    for name, rod in drawn.items():
        a, b = places.world(rod.a, rod.point_a), places.world(rod.b, rod.point_b)
        np.testing.assert_allclose([a, b], [places.anchors[name, "a"], places.anchors[name, "b"]], atol=1e-12)
        assert np.linalg.norm(b - a) == pytest.approx(at(rods[name].length, places.values), abs=1e-9)


def around_start(robot: kl.Robot, shares: np.ndarray) -> np.ndarray:
    """The start with all active joints times these shares; the loops may be open, which no body of a link depends on."""
    rows = np.tile(robot.start, (len(shares), 1))
    rows[:, : len(robot.active)] *= shares[:, None]
    return rows


def test_telescopes_of_coincident_ports_point_along_the_leg_and_never_stick_out() -> None:
    robot = kl.load("stewart_gough")
    rows = around_start(robot, np.linspace(0.8, 1.3, 5))
    scene = build_scene(robot, rows)
    slides = [joint for joint in robot.mechanism.joints if joint.kind == "prismatic"]
    assert len(slides) == 6
    for joint in slides:
        (tube,) = [
            item for item in link_of(scene, joint.parent).skeleton if item.kind == "cylinder" and item.color == DRIVES["actuated"]
        ]
        foot, top = sorted(ends(tube), key=lambda end: float(np.linalg.norm(end)))
        np.testing.assert_allclose(foot, 0, atol=1e-12)
        for q in rows:
            places = Places(robot, q)
            tip = places.local(joint.parent, places.frames[joint.child][1])
            assert np.linalg.norm(top) <= np.linalg.norm(tip)
            np.testing.assert_allclose(np.cross(top, tip), 0, atol=1e-9)
        (inner,) = [rod for rod in scene.stretched if rod.name == joint.name]
        assert not inner.always
        assert (inner.a, inner.b) == (joint.parent, joint.child)


def test_a_rail_holds_its_carriage_at_every_configuration() -> None:
    robot = kl.load("biglide")
    rows = around_start(robot, np.linspace(-1.0, 2.0, 5))
    scene = build_scene(robot, rows)
    rails = [item for item in scene.links[0].skeleton if item.kind == "box"]
    for q in rows:
        for joint in robot.mechanism.joints:
            if joint.kind == "prismatic":
                assert any(distance(rail, Places(robot, q).frames[joint.child][1]) == 0 for rail in rails)


def test_chained_slides_leave_the_link_where_it_is() -> None:
    """The ram of the gantry is at zero on the ground, where the carriage that carries it is not."""
    robot = kl.load("gantry")
    q = np.array(robot.start)
    scene = build_scene(robot, q)
    lowest = min(point[2] for item in link_of(scene, "carriage").skeleton for point in item.reach)
    (rod,) = [rod for rod in scene.stretched if rod.name == "d3"]
    np.testing.assert_allclose(rod.point_a, 0, atol=1e-12)
    assert Places(robot, q).world("carriage", np.array([0, 0, lowest]))[2] > robot.frame_pose(q).position[2]


def test_a_slide_through_its_origin_is_a_rail_on_its_parent() -> None:
    robot = kl.load("gantry")
    rows = np.array([[0.3, -0.4, 0.1], [0.3, 0.4, 0.1]])
    scene = build_scene(robot, rows)
    assert not [rod for rod in scene.stretched if rod.name == "d2"]
    rail = max((item for item in link_of(scene, "bridge").skeleton if item.kind == "box"), key=lambda item: item.size[2])
    for places in (Places(robot, q) for q in rows):
        assert distance(rail, places.local("bridge", places.frames["carriage"][1])) == 0


# ---------------------------------------------------------------- colours, sizes, where to look


def test_active_and_passive_joints_have_different_colours(machine: Machine) -> None:
    robot, _, scene = machine
    colors = {item.color for link in scene.links for item in link.skeleton}
    assert DRIVES["actuated"] in colors
    passive = [joint for joint in robot.mechanism.joints if joint.definition.moves and joint not in robot.mechanism.active_joints]
    assert (DRIVES["passive"] in colors) == any(not joint.definition.carries_a_platform for joint in passive)
    assert len(set(DRIVES.values())) == len(DRIVES)


@pytest.mark.parametrize("factor", [1e-3, 1e3])
def test_a_machine_of_another_size_is_drawn_as_large(machine: Machine, factor: float) -> None:
    """All but rails, which end at limits that are numbers of the description."""
    robot, q, scene = machine
    notes = robot.mechanism.parameter_notes
    scaled = {"m": factor, "kg m": factor, "kg m^2": factor**2, "N m": factor}
    changed = {name: robot.parameters[name] * scaled.get(note.unit or "", 1.0) for name, note in notes.items()}
    other = build_scene(robot.with_parameters(**changed), q * np.where(np.array(robot.units.positions) == "m", factor, 1.0))
    assert other.radius == pytest.approx(scene.radius * factor)
    for one, two in zip(scene.links, other.links, strict=True):
        boxes = [
            [(item.kind, item.reach.min(axis=0), item.reach.max(axis=0)) for item in link.skeleton if item.color != BASE]
            for link in (one, two)
        ]
        assert [kind for kind, _, _ in boxes[0]] == [kind for kind, _, _ in boxes[1]]
        for (_, *small), (_, *large) in zip(*boxes, strict=True):
            np.testing.assert_allclose(np.array(large), np.array(small) * factor, rtol=1e-9, atol=1e-9 * factor)


def test_planar_machines_are_seen_along_their_normal(machine: Machine) -> None:
    robot, _, scene = machine
    assert (scene.view is not None) == (robot.mechanism.name in PLANAR)
    assert np.linalg.norm(scene.up) == pytest.approx(1)
    g = vector(robot.mechanism.gravity, robot.models.single_values())
    if scene.view is None:
        np.testing.assert_allclose(scene.up, -g / np.linalg.norm(g))
    else:
        assert scene.view @ scene.up == pytest.approx(0)
        if abs(g @ scene.view) < 1e-9:
            np.testing.assert_allclose(scene.up, -g / np.linalg.norm(g), atol=1e-12)
        else:
            np.testing.assert_allclose(scene.up, [0, 1, 0])


def test_the_box_holds_all_moving_frames_of_all_configurations() -> None:
    robot = kl.load("delta_rods")
    rows = around_start(robot, np.linspace(0.5, 1.5, 5))
    scene = build_scene(robot, rows)
    for q in rows:
        for _, place in frames(robot, q).values():
            assert np.all(scene.lo <= place + 1e-12)
            assert np.all(place <= scene.hi + 1e-12)
    one = build_scene(robot, rows[0])
    assert np.linalg.norm(scene.hi - scene.lo) > np.linalg.norm(one.hi - one.lo)


def test_long_rails_do_not_shrink_the_picture() -> None:
    scene = build_scene(kl.load("biglide"))
    assert np.linalg.norm(scene.hi - scene.lo) < 0.4 * scene.extent


# ---------------------------------------------------------------- shapes, surfaces


def test_shapes_are_where_the_description_puts_them(machine: Machine) -> None:
    robot, _, scene = machine
    values = robot.models.single_values()
    assert scene.has_shapes
    for link in robot.mechanism.links:
        drawn = link_of(scene, link.name).shapes
        if link.name == scene.tool[0]:
            drawn = drawn[: len(link.shapes)]  # then a pointer to a tool that is off them
        assert [item.kind for item in drawn] == [shape.kind for shape in link.shapes]
        for item, shape in zip(drawn, link.shapes, strict=True):
            np.testing.assert_allclose(item.position, placement(shape.origin, values).p)
            np.testing.assert_allclose(item.size, vector(shape.size, values))
            assert item.color == shape.color


# Planar machines are seen along the normal of their plane; their shapes are beside it.
@pytest.mark.parametrize("machine", sorted(set(kl.library()) - PLANAR), indirect=True)
def test_shapes_reach_the_tool(machine: Machine) -> None:
    robot, q, scene = machine
    places, tool = Places(robot, q), robot.frame_pose(q).position
    gaps = [distance(item, places.local(link.name, tool)) for link in scene.links for item in link.shapes if item.kind != "hull"]
    assert min(gaps) <= 3 * scene.radius


def test_a_tool_off_the_shapes_has_a_pointer_to_it() -> None:
    robot = kl.load("stewart_gough")
    scene = build_scene(robot)
    given = next(link for link in robot.mechanism.links if link.name == scene.tool[0]).shapes
    bar, ball = link_of(scene, scene.tool[0]).shapes[len(given) :]
    np.testing.assert_array_equal(ball.position, scene.tool[1])
    top, foot = sorted(ends(bar), key=lambda end: float(np.linalg.norm(end - scene.tool[1])))
    np.testing.assert_allclose(top, scene.tool[1], atol=1e-12)
    assert foot[2] == pytest.approx(max(item.reach[:, 2].max() for item in link_of(scene, scene.tool[0]).shapes[: len(given)]))


def test_shapes_without_opacity_are_left_out() -> None:
    robot = kl.load("two_r")
    links = tuple(
        link.model_copy(update={"shapes": (kl.Shape(kind="sphere", size=(0.1,), color=(1, 0, 0, 0)),)})
        for link in robot.mechanism.links
    )
    scene = build_scene(kl.load(robot.mechanism.model_copy(update={"links": links})))
    assert not scene.has_shapes
    assert all(link.skeleton for link in scene.links)


def surfaces_of(*given: kl.Surface) -> list[Item]:
    mechanism = kl.load("two_r").mechanism.model_copy(update={"surfaces": given})
    scene = build_scene(kl.load(mechanism))
    return [item for item in scene.links[0].shapes if item.color[3] < 1]


def test_a_plane_is_a_patch_whose_face_it_is() -> None:
    (patch,) = surfaces_of(kl.Surface(name="wall", h="2*x + y - 0.6", stiffness=1e4, offset=0.05))
    normal = np.array([2, 1, 0]) / np.sqrt(5)
    np.testing.assert_allclose(axis_of(patch), normal, atol=1e-12)
    face = patch.position + normal * patch.size[2] / 2
    assert (2 * face[0] + face[1] - 0.6) / np.sqrt(5) == pytest.approx(0.05)


def test_other_surfaces_and_surfaces_that_do_not_push_are_not_drawn() -> None:
    assert not surfaces_of(
        kl.Surface(name="round", h="x^2 + y^2 - 0.01", stiffness=1e4),
        kl.Surface(name="soft", h="y", stiffness=0),
        kl.Surface(name="far", h="y + 50", stiffness=1e4),
        kl.Surface(name="undefined", h="sqrt(x - 1)", stiffness=1e4),
    )


# ---------------------------------------------------------------- data for the client


def test_the_tables_are_json_with_every_field(machine: Machine) -> None:
    _, _, scene = machine
    table = json.loads(json.dumps(scene.as_json(), allow_nan=False))
    fields = {"name", "links", "stretched", "radius", "extent", "lo", "hi", "up", "view", "tool", "has_shapes"}
    assert set(table) == fields
    assert table["radius"] > 0
    for link in table["links"]:
        for item in [*link["shapes"], *link["skeleton"]]:
            assert {"kind", "size", "pos", "quat", "color"} <= set(item)
            assert np.linalg.norm(item["quat"]) == pytest.approx(1, abs=1e-6)
            assert all(0 <= part <= 1 for part in item["color"])
            assert all(size >= 0 for size in item["size"])
            if item["kind"] == "hull":
                assert np.max(item["faces"]) < len(item["vertices"])
    assert all(rod["a"] < len(table["links"]) and rod["b"] < len(table["links"]) for rod in table["stretched"])


def test_plates_are_closed_and_seen_from_outside() -> None:
    scene = build_scene(kl.load("stewart_gough"))
    (plate,) = [item for link in scene.links for item in link.skeleton if item.kind == "hull"]
    assert plate.vertices is not None
    assert plate.faces is not None
    corners = plate.vertices[plate.faces]
    volume = np.sum(np.cross(corners[:, 0], corners[:, 1]) * corners[:, 2]) / 6
    assert volume > 0, "faces turn around outward normals"
    edges = [tuple(sorted(edge)) for face in plate.faces for edge in zip(face, np.roll(face, -1), strict=True)]
    assert all(edges.count(edge) == 2 for edge in set(edges)), "every edge has two faces"


def test_rows_that_are_not_finite_are_left_out() -> None:
    robot = kl.load("two_r")
    rows = np.array([[0.1, 0.2], [np.nan, 0.0], [0.4, 0.5]])
    one, two = build_scene(robot, rows), build_scene(robot, rows[[0, 2]])
    assert one.as_json() == two.as_json()
    with pytest.raises(kl.NotFinite, match=r"two_r\.scene: theta1 is nan"):
        build_scene(robot, rows[1:2])
    with pytest.raises(kl.ShapeError, match=r"two_r\.scene: q has shape \(3,\)"):
        build_scene(robot, [0.0, 0.0, 0.0])
    with pytest.raises(kl.ShapeError, match="many machines"):
        build_scene(robot.with_parameters(l1=[0.1, 0.2]))
