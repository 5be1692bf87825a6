"""Figures of comparisons, rollouts, robustness, singularity maps, root loci and plans."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

import kinloop as kl
from kinloop.simulation.compare.comparison import compare_records
from kinloop.view.figures.plan_figure import plot_plan


def axes_of() -> object:
    return Figure().subplots()


def legend(axes: object) -> list[str]:
    return [text.get_text() for text in axes.get_legend().get_texts()]


# ------------------------------------------------------------------ comparisons


@pytest.fixture(scope="module")
def comparison(biglide: kl.Robot, run: kl.Record) -> object:
    heavier = biglide.with_parameters(m_p=3.3)
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5)
    other = kl.simulate(heavier, kl.ComputedTorque(100.0, 20.0, parameters={"m_p": 3.0}), path, duration=0.5, period=1e-2)
    return compare_records(run, other, names=("light", "heavy"))


def test_a_comparison_shows_both_runs_and_every_difference(comparison: kl.Comparison, run: kl.Record) -> None:
    figure = comparison.plot()
    runs = figure.axes[0]
    assert "heavy (solid: light)" in legend(runs)
    np.testing.assert_array_equal(runs.lines[0].get_ydata(), run.x[:, 0])
    np.testing.assert_array_equal(runs.lines[1].get_ydata(), comparison.second.x[:, 0])
    labels = [axes.get_ylabel() for axes in figure.axes[1:]]
    assert len(labels) == sum(largest > 0 for largest in comparison.largest.values())
    assert all(text.startswith("\u0394 ") and text.endswith("]") for text in labels)
    assert "heavy minus light" in figure.get_suptitle()


@pytest.mark.parametrize("what", ["x", "q_active", "q_passive", "qd_passive", "qdd_active", "tau", "loop_force"])
def test_one_difference_is_drawn_in_an_axes(comparison: kl.Comparison, what: str) -> None:
    axes = axes_of()
    assert comparison.plot(what, ax=axes) is axes
    for k, line in enumerate(axes.lines):
        np.testing.assert_array_equal(line.get_ydata(), comparison.difference[what][:, k])
        np.testing.assert_array_equal(line.get_xdata(), comparison.t[what])


def test_an_unknown_difference_is_named(comparison: kl.Comparison) -> None:
    with pytest.raises(kl.UnknownName, match=r"no difference 'y'.*runs, x"):
        comparison.plot("y")
    with pytest.raises(kl.ArgumentMissing, match=r"give what="):
        comparison.plot(ax=axes_of())


def test_a_difference_of_poses_has_six_lines() -> None:
    robot = kl.load("puma560")
    path = kl.described_motion(robot)
    runs = [kl.simulate(robot, kl.ComputedTorque(k, 20.0), path, duration=0.02, period=1e-2) for k in (100.0, 120.0)]
    figure = compare_records(*runs).plot("x")
    assert [axes.get_ylabel().split()[-1] for axes in figure.axes] == ["m]", "rad]"]
    assert [len(axes.lines) for axes in figure.axes] == [3, 3]


# ------------------------------------------------------------------ rollouts


def test_a_grid_has_a_map_with_a_bar_of_colours_and_bands(grid: kl.Rollouts) -> None:
    figure = grid.plot()
    maps = figure.axes[0]
    assert (maps.get_xlabel(), maps.get_ylabel()) == ("plant.m_p [kg]", "law.kp")
    assert maps.get_yscale() == "log"
    colours = maps.collections[0]
    np.testing.assert_array_equal(colours.get_array(), grid.error_max.T)
    assert any(axes.get_ylabel().startswith("largest error") for axes in figure.axes)
    bands = next(axes for axes in figure.axes if axes.get_xlabel() == "time [s]")
    median = np.nanmedian(np.linalg.norm(grid.error, axis=-1).reshape(-1, len(grid.t)), axis=0)
    np.testing.assert_allclose(bands.lines[0].get_ydata(), median, atol=1e-15)
    assert sorted(legend(bands)) == ["25 to 75 %", "5 to 95 %", "median"]
    assert "12 runs, 0 ended early" in figure.get_suptitle()


def test_the_order_of_names_turns_a_map(grid: kl.Rollouts) -> None:
    axes = grid.plot("error_rms", over=("law.kp", "plant.m_p"), ax=axes_of())
    assert axes.get_xlabel() == "law.kp"
    np.testing.assert_array_equal(axes.collections[0].get_array(), grid.error_rms)


@pytest.fixture(scope="module")
def monte_carlo(biglide: kl.Robot) -> kl.Rollouts:
    rng = np.random.default_rng(0)
    vary = {"plant.m_p": rng.normal(3, 0.3, 40), "law.kp": rng.uniform(10, 1000, 40)}
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.2)
    return kl.rollouts(biglide, kl.ComputedTorque(100.0, 20.0), path, duration=0.2, period=1e-2, vary=vary, keep="summary")


def test_random_runs_have_histograms_of_all_runs(monte_carlo: kl.Rollouts) -> None:
    axes = monte_carlo.plot("error_rms", kind="histogram").axes[0]
    assert sum(patch.get_height() for patch in axes.patches) == 40
    assert axes.get_ylabel() == "number of runs"
    assert axes.get_xlabel().startswith("rms of the error [")
    efforts = monte_carlo.plot("tau_max", ax=axes_of())
    assert legend(efforts) == ["$q_{1}$", "$q_{2}$"]


def test_random_runs_have_a_map_of_dots(monte_carlo: kl.Rollouts) -> None:
    axes = monte_carlo.plot("error_max", kind="map", ax=axes_of())
    np.testing.assert_array_equal(axes.collections[0].get_array(), monte_carlo.error_max)


def test_samples_that_were_not_kept_are_refused_in_words(monte_carlo: kl.Rollouts) -> None:
    with pytest.raises(kl.UnsupportedOperation, match=r"'error' needs samples; these rollouts were run with keep='summary'"):
        monte_carlo.plot("error")


def test_one_varied_value_has_a_curve(biglide: kl.Robot) -> None:
    masses = np.array([3.5, 2.5, 3.0])
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.1)
    law = kl.ComputedTorque(100.0, 20.0)
    many = kl.rollouts(biglide, law, path, duration=0.1, period=1e-2, vary={"plant.m_p": masses})
    axes = many.plot("error_max").axes[0]
    np.testing.assert_array_equal(axes.lines[0].get_xdata(), [2.5, 3.0, 3.5])
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), many.error_max[[1, 2, 0]])
    assert len(many.plot().axes) == 4
    assert len(many.plot("x").axes) == 2
    with pytest.raises(kl.ArgumentMissing, match=r"give column=, one of x, y"):
        many.plot("x", ax=axes_of())
    assert many.plot("x", column="y", ax=axes_of()).get_ylabel() == "tool $y$ [m]"
    with pytest.raises(kl.ShapeError, match=r"a map needs two varied arrays; these rollouts have: plant\.m_p"):
        many.plot("error_max", kind="map")


def test_a_run_that_ended_early_is_crossed_out(grid: kl.Rollouts) -> None:
    from dataclasses import replace

    error = grid.error_max.copy()
    error[1, 2] = np.nan
    broken = replace(grid, error_max=error)
    axes = broken.plot("error_max", ax=axes_of())
    assert axes.lines[0].get_xydata().tolist() == [[grid.varied["plant.m_p"][1], grid.varied["law.kp"][2]]]
    assert legend(axes) == ["ended early"]
    all_nan = replace(grid, error_max=np.full_like(error, np.nan), error_rms=np.full_like(error, np.nan))
    with pytest.raises(kl.ShapeError, match=r"error_max is NaN in all 12 runs"):
        all_nan.plot("error_max")
    all_nan.plot().canvas.draw()


def test_unknown_names_of_rollouts_are_listed(grid: kl.Rollouts) -> None:
    for arguments, message in (
        ({"what": "speed"}, r"no quantity 'speed'.*error_rms"),
        ({"what": "error_max", "kind": "pie"}, r"no kind of plot 'pie'.*histogram"),
        ({"what": "tau", "column": "q9"}, r"no column 'q9'.*q1, q2"),
        ({"what": "error_max", "over": ("plant.m_p", "law.kd")}, r"no varied array 'law\.kd'"),
    ):
        with pytest.raises(kl.UnknownName, match=message):
            grid.plot(**arguments)
    with pytest.raises(kl.ShapeError, match=r"a map is over two varied arrays"):
        grid.plot("error_max", over=["plant.m_p"])


def test_the_status_of_runs_is_counted(grid: kl.Rollouts) -> None:
    axes = grid.plot("status").axes[0]
    assert [patch.get_width() for patch in axes.patches] == [12]


# ------------------------------------------------------------------ robustness


def test_a_map_of_robustness_has_success_over_two_values(grid: kl.Rollouts) -> None:
    limit = float(np.median(grid.error_max))
    axes = grid.plot_success(largest_error=limit, ax=axes_of())
    np.testing.assert_array_equal(axes.collections[0].get_array(), (grid.error_max <= limit).T)
    assert legend(axes) == ["success (6)", "failure (6)"]
    chosen = np.zeros(grid.shape, bool)
    chosen[0, 1] = True
    assert "success (1)" in legend(grid.plot_success(success=chosen).axes[0])
    with pytest.raises(kl.ShapeError, match=r"success has shape \(3,\)"):
        grid.plot_success(success=np.ones(3, bool))


def test_random_runs_have_a_map_of_robustness_with_two_symbols(monte_carlo: kl.Rollouts) -> None:
    limit = float(np.median(monte_carlo.error_max))
    axes = monte_carlo.plot_success(largest_error=limit).axes[0]
    won = monte_carlo.error_max <= limit
    np.testing.assert_array_equal(axes.lines[0].get_xdata(), monte_carlo.varied["plant.m_p"][won])
    assert [line.get_marker() for line in axes.lines] == ["o", "x"]


def test_more_varied_values_give_the_share_of_successes(biglide: kl.Robot) -> None:
    vary = {"plant.m_p": [2.5, 3.0, 3.5], "law.kp": [50.0, 100.0], "law.kd": [10.0, 20.0]}
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.1)
    many = kl.rollouts(biglide, kl.ComputedTorque(100.0, 20.0), path, duration=0.1, period=1e-2, vary=vary, grid=True)
    success = np.zeros(many.shape, bool)
    success[0, 1, 0] = True
    figure = many.plot_success(("plant.m_p", "law.kp"), success=success)
    expected = np.zeros((2, 3))
    expected[1, 0] = 0.5
    np.testing.assert_array_equal(figure.axes[0].collections[0].get_array(), expected)
    assert figure.axes[1].get_ylabel() == "share of runs that succeeded [1]"
    worst = many.plot("error_max", over=("law.kd", "plant.m_p"), ax=axes_of())
    np.testing.assert_array_equal(worst.collections[0].get_array(), many.error_max.max(axis=1))


# ------------------------------------------------------------------ singularity maps


@pytest.fixture(scope="module")
def five_bar_map() -> kl.SingularityMap:
    return kl.singularity_map(kl.load("five_bar"), {"x": (-0.2, 0.2), "y": (-0.2, 0.2)}, points=60)


def test_a_map_has_an_axes_for_each_mode_with_loci_and_numbered_regions(five_bar_map: kl.SingularityMap) -> None:
    figure = five_bar_map.plot()
    modes = figure.axes[:-1]
    assert len(modes) == len(five_bar_map.modes) == 4
    assert figure.axes[-1].get_ylabel() == "1 / condition number [1]"
    assert [axes.get_xlabel() for axes in modes] == ["", "", "$x$ [m]", "$x$ [m]"], "below the last row"
    assert [axes.get_ylabel() for axes in modes] == ["$y$ [m]", "", "$y$ [m]", ""]
    assert len({axes.collections[0].get_clim() for axes in modes}) == 1, "one bar of colours belongs to all modes"
    for k, axes in enumerate(modes):
        curves = [*five_bar_map.loci("type 2", k), *five_bar_map.loci("type 1", k)]
        assert len(axes.lines) == len(curves)
        for line, curve in zip(axes.lines, curves, strict=True):
            np.testing.assert_array_equal(line.get_xydata(), curve)
        shown = np.ma.filled(axes.collections[0].get_array(), np.nan)
        np.testing.assert_allclose(
            shown, np.where(five_bar_map.reachable[k], 1 / five_bar_map.condition[k], np.nan).T, equal_nan=True
        )
        assert len(axes.texts) >= 2
    assert {text.get_text() for text in figure.legends[0].get_texts()} == {"Type 1 locus", "Type 2 locus"}


@pytest.mark.parametrize("show", ["regions", "type 1", "type 2"])
def test_one_mode_of_a_map_is_drawn_in_an_axes(five_bar_map: kl.SingularityMap, show: str) -> None:
    axes = axes_of()
    assert five_bar_map.plot("g1=+1, g2=-1", show=show, ax=axes) is axes
    assert axes.get_aspect() == 1.0
    axes.figure.draw_without_rendering()


def test_wrong_arguments_of_a_map_are_sentences(five_bar_map: kl.SingularityMap) -> None:
    with pytest.raises(kl.UnknownName, match=r"no quantity 'colour'.*condition"):
        five_bar_map.plot(show="colour")
    with pytest.raises(kl.ArgumentMissing, match=r"ax= takes one mode; give mode="):
        five_bar_map.plot(ax=axes_of())


def test_a_map_over_joints_and_of_a_followed_branch_is_drawn() -> None:
    robot = kl.load("five_bar")
    joints = kl.singularity_map(robot, {"q1": (1.0, 2.5), "q2": (0.5, 2.0)}, over="active", points=20)
    assert joints.plot().axes[0].get_xlabel() == "$q_{1}$ [rad]"
    followed = kl.singularity_map(robot, {"x": (-0.05, 0.05), "y": (0.1, 0.15)}, near=robot.start, points=12)
    assert followed.plot().axes[0].get_title(loc="left") == "followed branch"


def test_a_map_without_any_reachable_point_is_drawn() -> None:
    nothing = kl.singularity_map(kl.load("five_bar"), {"x": (2.0, 3.0), "y": (2.0, 3.0)}, points=5)
    figure = nothing.plot()
    figure.canvas.draw()
    labels = {text for axes in figure.axes for text in (axes.get_xlabel(), axes.get_ylabel())}
    assert {"x [m]", "y [m]"} <= {label.replace("$", "") for label in labels}


# ------------------------------------------------------------------ root loci and plans


def test_a_root_locus_has_a_line_for_each_branch_and_marks_instability() -> None:
    robot = kl.load("one_joint")
    bound = kl.integral_gain_bound(robot, [0.2], 40.0, 4.0)
    locus = kl.root_locus(robot, [0.2], 40.0, 4.0, scale=np.linspace(0, 2 * bound.ki, 200))
    figure = locus.plot()
    (axes,) = figure.axes
    branches = locus.poles.shape[1]
    drawn = [line.get_xdata() + 1j * line.get_ydata() for line in axes.lines[:branches]]
    for branch, line in zip(locus.poles.T, drawn, strict=True):
        np.testing.assert_array_equal(line[~np.isnan(line)], branch)
    assert len(axes.lines) >= branches + 3
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("real part [1/s]", "imaginary part [rad/s]")
    said = next(text for text in legend(axes) if text.startswith("not stable from ki"))
    assert float(said.split()[-1]) == pytest.approx(bound.ki, rel=0.02)
    own = axes_of()
    assert locus.plot(ax=own) is own


def test_a_large_step_of_a_root_locus_is_dotted() -> None:
    scale = np.concatenate([[0.0], np.linspace(300.0, 6e4, 200)])
    locus = kl.root_locus(kl.load("one_joint"), [0.2], 40.0, 4.0, scale=scale)
    axes = locus.plot().axes[0]
    assert "no factor between" in legend(axes)
    dotted = [line for line in axes.lines if line.get_linestyle() == ":" and len(line.get_xdata())]
    ends = {complex(x, y) for line in dotted for x, y in zip(*line.get_data(), strict=True) if np.isfinite(x)}
    jumped = [branch[:2] for branch in locus.poles.T if branch.real.max() > axes.get_xlim()[0]]
    assert ends == {complex(pole) for pair in jumped for pole in pair}
    closer = kl.root_locus(
        kl.load("one_joint"), [0.2], 40.0, 4.0, scale=np.concatenate([np.geomspace(1e-3, 300, 2000), scale[1:]])
    )
    assert "no factor between" not in legend(closer.plot().axes[0])


def test_fast_poles_far_to_the_left_are_named_and_not_shown() -> None:
    locus = kl.root_locus(kl.load("one_joint"), [0.2], 40.0, 4.0, scale=np.linspace(0, 60_000, 100))
    axes = locus.plot().axes[0]
    assert locus.poles.real.min() < -700 < axes.get_xlim()[0]
    assert any(text.startswith("farther left: ") for text in legend(axes))


def test_a_plan_shows_its_path_the_locus_and_both_limits(biglide: kl.Robot) -> None:
    plan = kl.crossing(biglide, [0.1, 0.4], [-0.1, 0.2], mode=(1, -1), duration=2.0)
    figure = plot_plan(plan)
    path, efforts, nearness = figure.axes
    assert {"Type 2 locus", "path", "crossing"} <= set(legend(path))
    assert {"limit right before it", "limit right after it"} <= set(legend(efforts))
    assert any("criterion" in text for text in legend(nearness))
    np.testing.assert_array_equal(efforts.lines[0].get_ydata(), plan.assessment.tau[:, 0])
    axes = axes_of()
    assert plot_plan(plan, "efforts", ax=axes) is axes
    with pytest.raises(kl.UnknownName, match=r"no part 'speed'"):
        plot_plan(plan, "speed")
