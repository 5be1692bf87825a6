"""What a notebook shows: small and static."""

from __future__ import annotations

import re

import pytest

import kinloop as kl

LARGEST = 100_000


def check_html(text: str) -> None:
    assert 0 < len(text) < LARGEST
    assert "<script" not in text
    assert not re.search(r"https?://|src=\"(?!data:)", text)


def check_png(picture: bytes | None) -> None:
    assert picture is not None
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < LARGEST


@pytest.mark.parametrize("name", kl.library())
def test_a_robot_is_a_small_picture_and_its_description(name: str) -> None:
    robot = kl.load(name)
    check_png(robot._repr_png_())
    check_html(robot._repr_html_())
    assert "<img" in robot._repr_html_()


def test_a_robot_with_arrays_of_parameters_is_a_text() -> None:
    robot = kl.load("two_r").with_parameters(l1=[0.2, 0.3])
    assert robot._repr_png_() is None
    check_html(robot._repr_html_())
    assert "two_r" in robot._repr_html_()


def test_a_record_is_a_small_figure(run: kl.Record) -> None:
    check_png(run._repr_png_())
    check_html(run._repr_html_())
    assert "51 samples" in run._repr_html_()


def test_a_map_is_a_small_figure() -> None:
    found = kl.singularity_map(kl.load("five_bar"), {"x": (-0.2, 0.2), "y": (-0.2, 0.2)}, points=200)
    check_png(found._repr_png_())
    check_html(found._repr_html_())


def test_rollouts_are_a_small_figure(grid: kl.Rollouts) -> None:
    check_png(grid._repr_png_())
    check_html(grid._repr_html_())
    assert "12 runs" in grid._repr_html_()


def test_a_comparison_is_a_small_figure_and_its_table(biglide: kl.Robot) -> None:
    law, path = kl.ComputedTorque(100.0, 20.0), kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
    found = kl.compare(biglide, law, path, ("native", kl.Native(payload=0.2)), duration=0.2, period=1e-2)
    check_png(found._repr_png_())
    check_html(found._repr_html_())
    assert "largest" in found._repr_html_()


def test_configurations_are_a_table() -> None:
    robot = kl.load("five_bar")
    text = robot.configurations(x=[0.02, 0.12])._repr_html_()
    check_html(text)
    assert text.count("<tr>") == 5
    assert "working g1=+1" in text
    assert "none can be missing" in text
    check_html(robot.configurations(x=[5.0, 5.0])._repr_html_())


def test_names_are_escaped(run: kl.Record) -> None:
    from dataclasses import replace

    from kinloop.simulation.record.record import Event

    marked = replace(run, events=(Event(0.1, "note", "<b>bold</b> & more"),))
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; more" in marked._repr_html_()


def test_equations_are_latex_and_long_ones_a_text() -> None:
    inertia = kl.load("two_r").equations("inertia")
    text = inertia._repr_latex_()
    assert text.startswith("$$\n\\begin{aligned}")
    assert text.endswith("\\end{aligned}\n$$")
    long = kl.load("puma560").equations("coriolis")
    assert long._repr_latex_() is None or len(long._repr_latex_()) < LARGEST
