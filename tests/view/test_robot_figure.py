"""Drawings of robots: every machine of the library in all its modes, and what each part of a drawing is."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import kinloop as kl
from kinloop.view.figures.skeleton import build_skeleton, plane_normal

PLANAR = {"biglide", "five_bar", "one_joint", "three_r", "three_rrr", "two_r", "two_r_exam"}
QUICK = ("biglide", "five_bar", "three_rrr", "puma560", "scara_prrr")


@pytest.mark.parametrize("name", kl.library())
def test_every_machine_is_drawn_with_labelled_axes(name: str) -> None:
    figure = kl.load(name).draw()
    figure.canvas.draw()
    (axes,) = figure.axes
    assert (axes.name == "3d") == (name not in PLANAR)
    labels = {axes.get_xlabel(), axes.get_ylabel(), *([axes.get_zlabel()] if axes.name == "3d" else [])}
    assert labels <= {"x [m]", "y [m]", "z [m]"}
    assert len(labels) == (3 if axes.name == "3d" else 2)
    texts = [text.get_text() for text in figure.legends[0].get_texts()]
    assert len(texts) == len(set(texts))
    assert "tool" in texts


def configurations(robot: kl.Robot) -> kl.Configurations:
    x = robot.models.geometry.task(robot.start)
    return robot.configurations(x=x)


@pytest.mark.parametrize("name", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.long) for name in kl.library()])
def test_every_mode_is_drawn_under_its_name(name: str) -> None:
    robot = kl.load(name)
    found = configurations(robot)
    figure = robot.draw(found)
    figure.savefig(io.BytesIO())
    assert len(figure.axes) == len(found)
    if len(found) > 1:
        titles = [axes.get_title(loc="left") for axes in figure.axes]
        assert all(titles)
        assert len(set(titles)) == len(found)
    check_titles(figure)


def check_titles(figure: Any) -> None:
    """Titles are inside the figure, and do not lie on another title, a label or the name of the machine."""
    texts = [text for text in figure.findobj(Text) if text.get_text().strip() and text.get_visible()]
    titles = {axes.get_title(loc="left") for axes in figure.axes}
    words = titles | {axes.get_xlabel() for axes in figure.axes} | {figure.get_suptitle()}
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text() in words]
    assert sum(text in titles for text, _ in boxes) == len(figure.axes)
    for k, (text, box) in enumerate(boxes):
        if text in titles:
            assert box.x0 >= 0, text
            assert box.x1 <= figure.bbox.x1, text
            assert not [other for j, (other, its) in enumerate(boxes) if j != k and box.overlaps(its)], text


def test_small_drawings_in_space_have_a_grid_of_known_size_instead_of_numbers() -> None:
    robot = kl.load("puma560")
    figure = robot.draw(np.stack([robot.start] * 3))
    figure.canvas.draw()
    ticks = figure.axes[0].xaxis.get_majorticklocs()
    assert not any(text.get_text() for axes in figure.axes for text in axes.zaxis.get_ticklabels())
    words = [text.get_text() for text in figure.legends[0].get_texts()]
    assert f"grid: {ticks[1] - ticks[0]:g} m" in words
    assert not any("grid" in text.get_text() for text in robot.draw().legends[0].get_texts())


def test_bars_and_marks_are_where_the_robot_has_its_frames() -> None:
    robot = kl.load("five_bar")
    q = robot.start
    axes = robot.draw(q, ax=Figure().subplots())
    drawn = np.concatenate([line.get_xydata() for line in axes.lines])
    for frame in ("crank1", "crank2", "rod1", "rod2", "tool"):
        point = robot.frame_pose(q, frame).position[:2]
        assert np.linalg.norm(drawn - point, axis=1).min() < 1e-12, frame


def test_the_legend_names_joints_by_kind_loops_and_rails() -> None:
    expected = {
        "biglide": {"link", "rail", "prismatic, actuated", "revolute, passive", "pin, closes a loop", "tool"},
        "stewart_gough": {"universal, passive", "prismatic, actuated", "ball, closes a loop", "base", "tool"},
        "delta_rods": {"rod that closes a loop", "revolute, actuated"},
    }
    for name, words in expected.items():
        texts = {text.get_text() for text in kl.load(name).draw().legends[0].get_texts()}
        assert words <= texts, name


def test_a_rail_covers_the_positions_that_are_seen_within_the_limits() -> None:
    robot = kl.load("scara_prrr")
    low, high = robot.start.copy(), robot.start.copy()
    low[0], high[0] = 0.0, 0.35
    skeleton = build_skeleton(robot, np.stack([low, high]))
    (rail,) = [part for part in skeleton.parts if part.role == "rail"]
    np.testing.assert_allclose(skeleton.part_points(rail)[0][:, 2], [0.0, 0.35], atol=1e-12)


def test_the_rail_of_an_arm_begins_at_its_ground() -> None:
    robot = kl.load("gantry")
    skeleton = build_skeleton(robot, robot.start[None])
    (ground,) = [mark for mark in skeleton.marks if mark.kind == "base"]
    rail = next(part for part in skeleton.parts if part.role == "rail")
    np.testing.assert_allclose(skeleton.part_points(rail)[0][0], skeleton.mark_points(ground)[0], atol=1e-12)


def test_planar_machines_are_found_by_their_axes() -> None:
    for name in kl.library():
        robot = kl.load(name)
        assert (plane_normal(robot, build_skeleton(robot, robot.start[None])) is not None) == (name in PLANAR), name


def test_up_is_against_gravity_in_the_plane() -> None:
    axes = kl.load("two_r_exam").draw().axes[0]  # gravity along x
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("y [m]", "x [m]")
    assert axes.yaxis_inverted()
    assert not axes.xaxis_inverted()


def test_a_spatial_machine_is_projected_into_a_flat_axes() -> None:
    axes = kl.load("puma560").draw(ax=Figure().subplots())
    assert axes.get_xlabel().endswith("[m]")
    assert axes.get_aspect() == 1.0


def test_a_spatial_machine_is_drawn_in_an_axes_of_three_dimensions() -> None:
    axes = Figure().add_subplot(projection="3d")
    assert kl.load("puma560").draw(ax=axes) is axes
    assert axes.get_zlabel() == "z [m]"


def test_several_configurations_are_drawn_side_by_side() -> None:
    robot = kl.load("two_r")
    figure = robot.draw(np.stack([robot.start, robot.start + 0.3]))
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["configuration 0", "configuration 1"]
    assert figure.axes[0].get_xlim() == figure.axes[1].get_xlim(), "so that they can be compared"


def test_what_is_no_configuration_is_refused_in_words() -> None:
    robot = kl.load("two_r")
    with pytest.raises(kl.ShapeError, match=r"two_r\.draw: q has shape \(3,\), expected \(2,\) or \(k, 2\)"):
        robot.draw([1.0, 2.0, 3.0])
    with pytest.raises(kl.NotFinite, match=r"two_r\.draw: theta2 is nan"):
        robot.draw([1.0, np.nan])
    with pytest.raises(kl.ShapeError, match=r"ax= takes one configuration, given 2"):
        robot.draw(np.zeros((2, 2)), ax=Figure().subplots())
    with pytest.raises(kl.ShapeError, match=r"many machines; draw one of them"):
        robot.with_parameters(l1=[0.2, 0.3]).draw([0.0, 0.0])
    with pytest.raises(kl.ShapeError, match=r"the list is empty"):
        robot.draw(robot.configurations(x=[9.0, 9.0]))
    with pytest.raises(kl.ShapeError, match=r"given 50 configurations, expected at most 40"):
        robot.draw(np.zeros((50, 2)))


def test_a_figure_is_its_own_picture_in_a_notebook() -> None:
    figure = kl.load("two_r").draw()
    assert figure._repr_png_().startswith(b"\x89PNG")
