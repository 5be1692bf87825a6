"""The scene of a robot: shapes where the description has them, and for every link a skeleton from where its joints attach."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.parts.transforms import placement, vector
from kinloop.model.robot import Robot
from kinloop.view.figures.canvas import plane_axes
from kinloop.view.figures.configurations_to_draw import as_configurations
from kinloop.view.figures.skeleton import Skeleton, build_skeleton, plane_normal
from kinloop.view.scene.colors import BAR, DRIVES
from kinloop.view.scene.items import Item, Stretched, capsule, sphere
from kinloop.view.scene.scene import Scene, SceneLink
from kinloop.view.scene.shape_items import shape_items
from kinloop.view.scene.skeleton_items import skeleton_items
from kinloop.view.scene.surface_items import surface_items

Array = np.ndarray
# Rails reach this share of the machine's extent beyond what is seen, where the limits allow it.
BEYOND = 0.6
# Where the moving parts are smaller than this share of the machine, all of it is shown.
SMALL = 0.15
# The base is shown too where it makes the box no larger than by this factor; long rails may leave the picture.
LARGE = 1.6
# A shape reaches the tool if it is no farther from it than so many radii of a bar.
REACHED = 3.0
# Configurations whose box is taken; of longer motions that many, evenly spread.
MOST = 400


def build_scene(robot: Robot, q: ArrayLike | None = None) -> Scene:
    """A robot in three dimensions, for a client that places its links by :func:`~kinloop.view.scene.link_numbers.link_numbers`.

    Args:
        q: all joint positions, shape (nq,) or (k, nq), the start unless given. Rails, telescopes and the box of the moving parts
            fit all of them; of several, rows that are not finite are left out.
    Raises: ShapeError: another shape, or a robot with arrays of parameters. NotFinite: no row is finite.
    """
    rows = as_configurations(robot, finite_rows(q), "scene")
    skeleton = build_skeleton(robot, rows, BEYOND)
    made = skeleton_items(robot, skeleton, rows)
    values = robot.models.single_values()
    shapes = shape_items(robot)
    tool = robot.mechanism.tool
    place = (robot.mechanism.joints[-1].child, np.zeros(3)) if tool is None else (tool.link, placement(tool.origin, values).p)
    up, view = _directions(robot, skeleton, values)
    pointer = {place[0]: _reach_tool(shapes.links, place[0], place[1], made.radius, skeleton, view)}
    links = tuple(
        SceneLink(name, (*shapes.links.get(name, ()), *pointer.get(name, ())), tuple(made.links[name])) for name in skeleton.poses
    )
    some = np.unique(np.linspace(0, len(rows) - 1, min(len(rows), MOST)).astype(int))
    lo, hi, extent = _box(robot.mechanism, links, tuple(made.stretched), skeleton, some)
    links = _with_surfaces(links, surface_items(robot, lo, hi, 0.6 * made.radius), _base(robot.mechanism))
    return Scene(
        name=robot.mechanism.name,
        links=links,
        stretched=tuple(made.stretched),
        radius=made.radius,
        extent=extent,
        lo=lo,
        hi=hi,
        up=up,
        view=view,
        tool=place,
        meshes=shapes.meshes,
        notes=shapes.notes,
    )


def _reach_tool(
    shapes: Mapping[str, tuple[Item, ...]], link: str, tool: Array, radius: float, skeleton: Skeleton, view: Array | None
) -> tuple[Item, ...]:
    """A pointer from the shapes of the tool's link to the tool, where no shape is near it: else its path would begin in the air.
    Planar machines are seen along ``view``: there only the distance across it counts."""
    if not shapes.get(link):
        return ()
    here = skeleton.at(link, tool)[0]
    for name, items in shapes.items():
        R, p = (each[0] for each in skeleton.poses[name])
        for item in items:
            gap = R @ _beside(item, (here - p) @ R)
            if np.linalg.norm(gap if view is None else gap - (gap @ view) * view) <= REACHED * radius:
                return ()
    away = min((_beside(item, tool) for item in shapes[link]), key=lambda gap: float(np.linalg.norm(gap)))
    return capsule(tool - away, tool, 0.5 * radius, BAR), sphere(radius, tool, DRIVES["tool"])


def _beside(item: Item, point: Array) -> Array:
    """From the box of an item, along its link's axes, to a point."""
    return np.asarray(point - np.clip(point, item.reach.min(axis=0), item.reach.max(axis=0)))


def _with_surfaces(links: tuple[SceneLink, ...], patches: list[Item], base: str) -> tuple[SceneLink, ...]:
    """The links with patches in the base's frame, which is the world's."""
    added = tuple(patches)
    return tuple(
        SceneLink(link.name, link.shapes + added if link.shapes else (), link.skeleton + added) if link.name == base else link
        for link in links
    )


def finite_rows(q: ArrayLike | None) -> ArrayLike | None:
    """Several configurations without those that are not finite; all of them where none is finite."""
    if q is None or np.ndim(q) != 2 or not np.issubdtype(np.asarray(q).dtype, np.floating):
        return q
    rows = np.asarray(q)
    finite = np.isfinite(rows).all(axis=1)
    return rows[finite] if finite.any() else rows


def _box(
    mechanism: Mechanism, links: tuple[SceneLink, ...], stretched: tuple[Stretched, ...], skeleton: Skeleton, some: Array
) -> tuple[Array, Array, float]:
    """The box of the moving parts over some of the configurations, with the base where it is not much larger, and the diagonal of
    the box of all parts."""
    still = still_links(mechanism)
    boxes: dict[bool, list[Array]] = {True: [], False: []}
    for link in links:
        items: tuple[Item, ...] = link.shapes + link.skeleton
        if items:
            points = np.concatenate([item.reach for item in items])
            R, p = (each[some] for each in skeleton.poses[link.name])
            world = p[:, None, :] + np.einsum("kij,nj->kni", R, points)
            boxes[link.name in still] += [world.min(axis=(0, 1)), world.max(axis=(0, 1))]
    for rod in stretched:
        ends = np.concatenate([skeleton.at(rod.a, rod.point_a)[some], skeleton.at(rod.b, rod.point_b)[some]])
        boxes[False] += [ends.min(axis=0), ends.max(axis=0)]
    ports = [skeleton.all_points.min(axis=0), skeleton.all_points.max(axis=0)]
    moving = boxes[False] or boxes[True] or ports
    lo, hi = np.min(moving, axis=0), np.max(moving, axis=0)
    if np.linalg.norm(hi - lo) < SMALL * np.linalg.norm(ports[1] - ports[0]):  # a small part of a large machine
        lo, hi = np.minimum(lo, ports[0]), np.maximum(hi, ports[1])
    drawn = np.array(boxes[True] + boxes[False] + [lo, hi])
    if np.linalg.norm(np.ptp(drawn, axis=0)) < LARGE * np.linalg.norm(hi - lo):
        lo, hi = drawn.min(axis=0), drawn.max(axis=0)
    extent = float(np.linalg.norm(drawn.max(axis=0) - drawn.min(axis=0)))
    return lo, hi, extent


def _base(mechanism: Mechanism) -> str:
    children = {joint.child for joint in mechanism.joints}
    return next(name for name in mechanism.link_names if name not in children)


def still_links(mechanism: Mechanism) -> set[str]:
    """The base and what is fixed to it."""
    still = {_base(mechanism)}
    while more := {joint.child for joint in mechanism.joints if joint.kind == "fixed" and joint.parent in still} - still:
        still |= more
    return still


def _directions(robot: Robot, skeleton: Skeleton, values: Mapping[str, float]) -> tuple[Array, Array | None]:
    """Up, and of a planar machine the direction towards the camera; as figures show it."""
    g = vector(robot.mechanism.gravity, values)
    size = float(np.linalg.norm(g))
    normal = plane_normal(robot, skeleton)
    if normal is None:
        return (-g / size if size else np.array([0.0, 0.0, 1.0])) + 0.0, None
    rows, _, (_, turned), towards = plane_axes(normal, -g / size if size else np.zeros(3))
    return (-rows[1] if turned else rows[1]) + 0.0, towards
