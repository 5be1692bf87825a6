"""The figure of a record."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

import kinloop as kl
from kinloop.simulation.record.record import Event, RunStatus


def axes_of() -> object:
    return Figure().subplots()


def lines(axes: object) -> dict[str, np.ndarray]:
    """The data of the labelled lines of an axes."""
    return {line.get_label(): line.get_ydata() for line in axes.lines if not line.get_label().startswith("_")}


def test_panels_have_units_and_the_lines_of_the_record(run: kl.Record) -> None:
    figure = run.plot()
    tracking, errors, efforts, energy = figure.axes
    assert [axes.get_xlabel() for axes in figure.axes] == ["time [s]"] * 4
    assert tracking.get_ylabel() == "tool [m]"
    assert "m]" in errors.get_ylabel()
    assert efforts.get_ylabel() == "effort [N]"
    assert "J]" in energy.get_ylabel()
    for axes, values, names in (
        (tracking, run.x, ("$x$", "$y$")),
        (errors, run.error, ("$x$", "$y$")),
        (efforts, run.tau, ("$q_{1}$", "$q_{2}$")),
        (energy, run.energy, ("kinetic", "potential")),
    ):
        drawn = lines(axes)
        assert tuple(drawn) == names
        for k, name in enumerate(names):
            np.testing.assert_array_equal(drawn[name], values[:, k])
        assert all(line.get_xdata().shape == run.t.shape for line in axes.lines)
    legend = [text.get_text() for text in tracking.get_legend().get_texts()]
    assert sorted(legend) == sorted(["$x$", "$y$", "reference"])
    references = [line.get_ydata() for line in tracking.lines if line.get_label().startswith("_")]
    np.testing.assert_array_equal(references, run.x_ref.T)


def test_small_numbers_have_their_power_of_ten_in_the_label(run: kl.Record) -> None:
    assert np.abs(run.error).max() < 1e-2
    figure = run.plot("errors")
    assert "$10^{-" in figure.axes[0].get_ylabel()
    assert np.abs(figure.axes[0].lines[0].get_ydata()).max() < 1e-2, "the data keep their unit"


def test_an_axes_is_drawn_in_and_returned(run: kl.Record) -> None:
    axes = axes_of()
    assert run.plot("efforts", ax=axes) is axes
    assert axes.get_ylabel() == "effort [N]"
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), run.tau[:, 0])


def test_arrays_of_the_record_are_drawn_with_an_axes_for_each_unit(run: kl.Record) -> None:
    figure = run.plot("qd")
    assert [axes.get_ylabel() for axes in figure.axes] == ["rate [m/s]", "rate [rad/s]"]
    mixed = run.plot("qd", ax=axes_of())
    assert mixed.get_ylabel() == "rate [m/s, rad/s]"
    assert [text.get_text() for text in mixed.get_legend().get_texts()][-1] == r"$\phi_{2}$ [rad/s]"


def test_wrong_arguments_are_sentences(run: kl.Record) -> None:
    with pytest.raises(kl.UnknownName, match=r"no quantity 'velocity'.*tracking"):
        run.plot("velocity")
    with pytest.raises(kl.ArgumentMissing, match=r"ax= takes one quantity; give what="):
        run.plot(ax=axes_of())
    with pytest.raises(kl.ShapeError, match=r"ax is of the type ndarray, expected one axes"):
        run.plot("errors", ax=Figure().subplots(2))


def test_an_interrupted_run_says_so_and_marks_its_event(run: kl.Record) -> None:
    count = 7
    arrays = {name: getattr(run, name)[:count] for name in ("t", "q", "qd", "qdd", "tau", "x", "xd", "x_ref", "error", "q_ref")}
    arrays |= {"loop_force": run.loop_force[:count], "energy": run.energy[:count]}
    short = replace(run, **arrays, status=RunStatus.INTERRUPTED, events=(Event(run.t[6], "interrupted", "by the user"),))
    figure = short.plot()
    assert "ended early: interrupted" in figure.get_suptitle()
    assert "event" in [text.get_text() for text in figure.axes[0].get_legend().get_texts()]


def test_one_sample_is_drawn_as_a_dot(run: kl.Record) -> None:
    arrays = {name: getattr(run, name)[:1] for name in ("t", "q", "qd", "qdd", "tau", "x", "xd", "x_ref", "error", "q_ref")}
    one = replace(run, **arrays, loop_force=run.loop_force[:1], energy=run.energy[:1])
    assert one.plot("tracking").axes[0].lines[0].get_marker() == "."


def test_a_record_without_samples_is_refused_in_words(run: kl.Record) -> None:
    arrays = {name: getattr(run, name)[:0] for name in ("t", "q", "qd", "qdd", "tau", "x", "xd", "x_ref", "error", "q_ref")}
    empty = replace(run, **arrays, loop_force=run.loop_force[:0], energy=run.energy[:0])
    with pytest.raises(kl.ShapeError, match=r"record of biglide has no samples"):
        empty.plot()
    assert empty._repr_png_() is None
    assert "0 samples" in empty._repr_html_()


def test_samples_that_are_nan_leave_gaps(run: kl.Record) -> None:
    x = run.x.copy()
    x[5:] = np.nan
    figure = replace(run, x=x).plot("tracking")
    np.testing.assert_array_equal(figure.axes[0].lines[0].get_ydata(), x[:, 0])
    figure.canvas.draw()


def test_a_run_without_a_trajectory_has_no_reference_and_no_errors() -> None:
    run = kl.simulate(kl.load(passive_pendulum()), None, None, duration=0.05, period=1e-2)
    figure = run.plot()
    texts = [text.get_text() for axes in figure.axes for text in axes.get_legend().get_texts()]
    assert "reference" not in texts
    assert not any(axes.get_ylabel().startswith(("error", "effort")) for axes in figure.axes)
    with pytest.raises(kl.ShapeError, match=r"has no errors"):
        run.plot("errors")


def passive_pendulum() -> kl.Mechanism:
    two_r = kl.load("two_r").mechanism
    joints = tuple(joint.model_copy(update={"actuated": False}) for joint in two_r.joints)
    return two_r.model_copy(update={"joints": joints, "forward_geometry": None, "inverse_geometry": None, "motion": None})


def test_a_kinematic_plant_has_no_efforts(biglide: kl.Robot) -> None:
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.1)
    run = kl.simulate(biglide, kl.KinematicControl(10.0), path, duration=0.1, period=1e-2, plant="kinematic")
    assert np.isnan(run.tau).all()
    figure = run.plot()
    assert not any(axes.get_ylabel().startswith("effort") for axes in figure.axes)
    with pytest.raises(kl.ShapeError, match=r"has no efforts"):
        run.plot("efforts")


def test_a_trajectory_of_joints_is_tracked_in_the_joints(biglide: kl.Robot) -> None:
    start = biglide.start[:2]
    path = kl.Quintic(start, start + 0.02, 0.1, space="active")
    run = kl.simulate(biglide, kl.ComputedTorque(100.0, 20.0), path, duration=0.1, period=1e-2)
    axes = run.plot("tracking").axes[0]
    assert axes.get_ylabel() == "joint [m]"
    np.testing.assert_array_equal(lines(axes)["$q_{1}$"], run.q[:, 0])


@pytest.mark.parametrize("name", ["_hidden", "$dollar$", "a_b", "x\u00b2", "1/2"])
def test_names_of_any_kind_are_in_the_legend(name: str) -> None:
    from kinloop.view.figures.time_panels import Line, Panel, draw_panel

    figure = Figure()
    axes = figure.subplots()
    draw_panel(axes, Panel("position", (Line(name, np.arange(3.0), np.arange(3.0), "m"),)), above=True)
    assert len(axes.get_legend().get_texts()) == 1
    figure.canvas.draw()


def test_symbols_are_set_as_in_a_textbook() -> None:
    from kinloop.view.figures.style import label, symbol

    assert symbol("theta12") == r"$\theta_{12}$"
    assert symbol("x_rate") == r"$\dot{x}$"
    assert symbol("wx") == r"$\omega_x$"
    assert symbol("elbow") == "elbow"
    assert label("acceleration", ("rad/s^2", "rad/s^2")) == "acceleration [rad/s\u00b2]"


def test_colours_are_those_of_okabe_and_ito_and_lines_beyond_them_have_dashes() -> None:
    from kinloop.view.figures.style import COLOURS, line_style

    published = {"#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"}
    assert set(COLOURS) < published
    styles = [(line_style(k)["color"], line_style(k)["linestyle"]) for k in range(20)]
    assert len(set(styles)) == 20
