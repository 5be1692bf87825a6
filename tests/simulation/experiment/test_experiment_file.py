"""Experiments from files: what is read is what is run, and hostile files are refused in words."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.mechanism.formats.toml.toml_write import save_toml
from kinloop.simulation.experiment.experiment_file import ROBOT, RUN, TABLES, experiment_from_text, is_experiment
from kinloop.simulation.experiment.vary_table import CHOICES, COUNT, DISTRIBUTION, METHOD, RANGE, SAMPLING, SCALE, SEED

EXAMPLES = Path(__file__).parents[3] / "examples" / "experiments"
HEAD = '[experiment]\nperiod = 1e-3\nduration = 0.02\n[robot]\nsource = "biglide"\n'
QUINTIC = '[trajectory]\nkind = "Quintic"\nstart = [0.1, 0.3]\nend = [0.15, 0.25]\nduration = 0.5\n'


def read(text: str, folder: Path = Path()) -> kl.Experiment:
    return experiment_from_text(text, "run.toml", folder, "run")


def test_the_example_is_the_run_that_its_file_says() -> None:
    found = kl.load_experiment(EXAMPLES / "biglide_computed_torque.toml")
    robot = robot_named("biglide")
    d = robot.parameters["d"]
    path = kl.Quintic([d / 4, 0.3], [0.05, d - 0.2], 1.0)
    options = {
        "duration": 1.0,
        "period": 1e-3,
        "mode": "g1=+1, g2=-1",
        "plant": kl.Native(substeps=2, payload=0.2),
        "sensors": kl.Sensors(noise={"q": 1e-6, "qd": 1e-5}, seed=1),
        "actuators": kl.Actuators(saturation=200),
    }
    law = kl.ComputedTorque(400.0, 40)
    about = {"name": found.name, "description": found.description}
    assert found == kl.Experiment(robot, law, path, **options, **about)
    assert found != kl.Experiment(robot, law, path, **{**options, "period": 2e-3}, **about)
    run, same = found.run(progress=False), kl.simulate(robot, law, path, **options)
    assert isinstance(run, kl.Record)
    np.testing.assert_array_equal(run.q, same.q)
    np.testing.assert_array_equal(run.tau, same.tau)


def test_what_varies_makes_rollouts() -> None:
    text = HEAD + QUINTIC + '[law]\nkind = "ComputedTorque"\nkp = 400\nkd = 40\n'
    found = read(
        text + '[vary]\ngrid = true\nkeep = "summary"\nlaw.kp = { from = 100, to = 400, count = 3 }\nplant.m_p = [3, 4]\n'
    )
    assert found.vary is not None
    np.testing.assert_array_equal(found.vary["law.kp"], [100, 250, 400])
    runs = found.run()
    assert isinstance(runs, kl.Rollouts)
    vary = {"law.kp": [100.0, 250.0, 400.0], "plant.m_p": [3, 4]}
    path, law = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5), kl.ComputedTorque(400, 40)
    same = kl.rollouts(found.robot, law, path, duration=0.02, period=1e-3, vary=vary, grid=True, keep="summary")
    np.testing.assert_array_equal(runs.error_rms, same.error_rms)
    assert runs.shape == (3, 2)


def test_dotted_and_quoted_paths_are_the_same_and_ranges_take_vectors() -> None:
    wrench = '"environment.wrenches.tool" = { from = [0, 0, 0, 0, 0, 0], to = ["m_p", 0, 0, 0, 0, 0], count = 2 }\n'
    one = read(HEAD + '[vary]\n"plant.m_p" = [3, 4]\n' + wrench)
    other = read(HEAD + f"[vary.plant]\nm_p = [3, 4]\n[vary]\n{wrench}")
    assert one == other
    assert one.vary is not None
    np.testing.assert_array_equal(one.vary["environment.wrenches.tool"], [np.zeros(6), [3, 0, 0, 0, 0, 0]])


def test_a_batch_of_trajectories_is_a_sweep() -> None:
    law = "[law]\nkind = 'KinematicControl'\ngain = 2\n[plant]\nkind = 'kinematic'\n"
    found = read(HEAD + QUINTIC.replace("[0.15, 0.25]", "[[0.15, 0.25], [0.12, 0.25]]") + law)
    assert found.is_sweep
    assert found.run().status.shape == (2,)


def test_the_duration_is_the_trajectorys_in_whole_periods() -> None:
    head = HEAD.replace("duration = 0.02\n", "")
    assert read(head + QUINTIC).duration == pytest.approx(0.5, rel=1e-15)
    assert read(head + QUINTIC.replace("duration = 0.5", "duration = 0.50025")).duration == pytest.approx(0.501, rel=1e-15)
    assert read(head + QUINTIC.replace("duration = 0.5", "duration = 1e-5")).duration == 1e-3


def test_expressions_have_the_parameters_of_the_experiment() -> None:
    found = read(HEAD + 'parameters = { l = "2 * l", m_p = 2 }\n' + QUINTIC.replace("0.3]", '"l/2 + sin(30 deg)"]'))
    described = robot_named("biglide").parameters["l"]
    assert found.robot.parameters["l"] == 2 * described
    assert found.trajectory is not None
    assert found.trajectory(0.0).x[1] == pytest.approx(described + 0.5, rel=1e-15)


def test_laws_trajectories_and_integrators_lie_within_each_other() -> None:
    part = QUINTIC.removeprefix("[trajectory]\n")
    back = part.replace("start", "e_nd").replace("end", "start").replace("e_nd", "end")
    found = read(
        HEAD
        + f"[[trajectory]]\n{part}[[trajectory]]\n{back}[law]\nkind = 'Cascade'\nevery = 2\n"
        + "[law.outer]\nkind = 'KinematicControl'\ngain = [2, 3]\n[law.inner]\ngain = 200\nfeedforward = 'gravity'\n"
        + "[plant]\nkind = 'Native'\nintegrator = { rtol = 1e-8, stop_at = ['type 2'] }\n"
        + "[observer]\nkind = 'FilteredDifferences'\ntime_constant = 0.01\n[sensors]\nrates = false\nmeasured = ['active']\n"
    )
    assert isinstance(found.trajectory, kl.Sequence)
    assert found.trajectory.duration == 1.0
    assert found.controller == kl.Cascade(kl.KinematicControl([2, 3]), kl.VelocityControl(200, feedforward="gravity"), every=2)
    assert found.plant == kl.Native(integrator=kl.Adaptive(rtol=1e-8, stop_at=("type 2",)))
    assert found.observer == kl.FilteredDifferences(0.01)
    assert found.sensors == kl.Sensors("active", rates=False)


def test_a_path_lies_within_a_trajectory_and_a_robots_limits_are_the_experiments() -> None:
    text = "[trajectory]\nkind = 'FollowPath'\nspeed = 0.5\nacceleration = 3\n[trajectory.path]\nkind = 'Circle'\n"
    found = read(HEAD + text + "start = [0.1, 0.3]\ncentre = [0.12, 0.3]\nangle = '180 deg'\n").trajectory
    assert found is not None
    np.testing.assert_allclose(found(found.duration).x, [0.14, 0.3], rtol=0, atol=1e-15)
    text = "[trajectory]\nkind = 'Trapezoidal'\nstart = [0.5, 0.1]\nend = [0.6, 0.2]\nacceleration = 5\n"
    joints = read(HEAD + text)
    assert isinstance(joints.trajectory, kl.Trapezoidal)
    assert joints.trajectory.robot is joints.robot
    limit = joints.robot.mechanism.joints[0].limits
    assert limit is not None
    assert np.all(joints.trajectory.speed == limit.speed)
    with pytest.raises(kl.DescriptionError, match="Trapezoidal"):
        read(HEAD + text.replace("[0.6, 0.2]", "[9, 0.2]"))  # beyond the limits of the joint


def test_a_disturbance_is_a_table_of_its_own() -> None:
    pulse = "[[environment.pulses]]\nwrench = [1, 0, 0, 0, 0, 0]\nstart = 0.005\nduration = 0.01\n"
    found = read(HEAD + pulse + "[vary]\nenvironment.pulses.0.start = [0, 0.005]\n")
    assert found.environment == kl.Environment(pulses=[kl.Pulse([1, 0, 0, 0, 0, 0], 0.005, 0.01)])
    assert found.run().status.shape == (2,)


SURFACE = """
[[environment.surfaces]]
name = "wall"
h = "0.2 - x"
stiffness = "1e4*l"
friction = 0.2
sides = "both"
"""


def test_a_surface_is_a_table_of_its_own() -> None:
    found = read(HEAD + SURFACE + "[vary]\nenvironment.surfaces.wall.stiffness = [10, 20]\n")
    length = float(robot_named("biglide").parameters["l"])
    wall = kl.Surface(name="wall", h="0.2 - x", stiffness=1e4 * length, friction=0.2, sides="both")
    assert found.environment == kl.Environment(surfaces=[wall])
    assert found.run().q.shape[0] == 2


def test_a_force_sensor_is_read() -> None:
    text = '[sensors]\nmeasured = ["active", "passive", "wrench"]\nbias = { wrench = [1, 0, 0, 0, 0, 0] }\ntool_mass = 0.2\n'
    found = read(HEAD + text + "filter = { wrench = 0.01 }\n").sensors
    bias = {"wrench": [1, 0, 0, 0, 0, 0]}
    assert found == kl.Sensors(("active", "passive", "wrench"), bias=bias, filter={"wrench": 0.01}, tool_mass=0.2)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"0.2 - x"', '"0.2 - r9"', "environment.surfaces[0]: biglide has 2 faults"),
        ('"0.2 - x"', '"0.2 -"', "environment.surfaces[0]: Surface('wall'): h: '0.2 -': column 6: expected a number"),
        ('"0.2 - x"', "3", "environment.surfaces[0]: Surface('wall'): h: expected a text in quotes, given 3"),
        ('"1e4*l"', '"1e4*r9"', "environment.surfaces[0].stiffness: no parameter 'r9'"),
        ('"1e4*l"', "-3", "stiffness of 'wall' is -3.0, expected a finite number from zero"),
        ("friction", "fiction", "environment.surfaces[0].fiction: no such key (did you mean 'friction'?)"),
        ('"both"', '"two"', "sides: expected 'one' or 'both', given 'two'"),
        ('name = "wall"\n', "", "environment.surfaces[0].name: it is missing"),
        ("friction = 0.2", 'frame = "hand"', "no frame 'hand'"),
    ],
)
def test_a_faulty_surface_is_refused_with_its_place(old: str, new: str, words: str) -> None:
    assert old in SURFACE
    with pytest.raises(kl.DescriptionError) as caught:
        read(HEAD + SURFACE.replace(old, new))
    assert words in str(caught.value)


def test_a_spline_names_its_own_kind() -> None:
    samples = "times = [0, 1, 2]\nvalues = [[0, 1], [1, 2], [2, 2]]\n"
    found = read(f"{HEAD}[trajectory]\nkind = 'Spline'\nspline_kind = 'akima'\nspace = 'active'\n{samples}").trajectory
    assert isinstance(found, kl.Spline)
    assert found.kind == "akima"


def test_a_robot_is_a_file_beside_the_experiment_or_a_text_in_it(tmp_path: Path) -> None:
    mechanism = robot_named("two_r").mechanism
    save_toml(mechanism, tmp_path / "arm.toml")
    (tmp_path / "run.toml").write_text(HEAD.replace("biglide", "arm.toml"), encoding="utf-8")
    found = kl.load_experiment(tmp_path / "run.toml")
    assert found.robot.mechanism == mechanism
    assert found.source == str(tmp_path.resolve() / "arm.toml")
    text = (tmp_path / "arm.toml").read_text(encoding="utf-8")
    within = read(HEAD.replace('source = "biglide"', f"description = '''\n{text}'''"))
    assert within == kl.Experiment(found.robot, duration=0.02, period=1e-3, name="run")
    assert within.source is None


def test_a_machine_moves_by_itself_without_law_and_trajectory() -> None:
    run = read(HEAD.replace("biglide", "two_r")).run()
    assert isinstance(run, kl.Record)
    assert len(run) == 21


# ---------------------------------------------------------------- hostile files


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "[law]\nkind = 'PD'\nkd = 1\nkp = " + "[" * 200 + "]" * 200,
        HEAD + "[law]\nkind = 'PD'\nkd = 1\nkp = " + "[" * 5000 + "]" * 5000,
        HEAD + "law = " + "{ kind = 'Cascade', inner = { gain = 1 }, outer = " * 60 + "{}" + " }" * 60,
        HEAD + "[law]\nkind = 'PD'\nkd = 1\nkp = 1" + "0" * 6000,
        HEAD + "[law]\nkind = 'PD'\nkd = 1\nkp = 1e999",
        HEAD + "[law]\nkind = 'PD'\nkd = nan\nkp = 1",
        HEAD + "[vary]\nm_p = { from = 1, to = 2, count = 1000000000000 }",
        HEAD + "[vary]\nq = { from = [0, 0, 0, 0], to = [1, 1, 1, 1], count = 999999 }",
        HEAD + "[vary." + ".".join("a" * 30) + "]\nb = [1]",
        HEAD.replace("1e-3", "inf"),
        HEAD.replace("0.02", "1e300"),
        HEAD.replace("biglide", "\\u0000.toml"),
        HEAD.replace("biglide", "x" * 5000 + ".toml"),
        HEAD.replace("biglide", "/dev/zero.toml"),
        '"__class__" = 1\n' + HEAD,
        HEAD + "[law]\nkind = '__import__'",
        HEAD + "[law]\nkind = 'casadi_law'\nfunction = 'print'",
        HEAD + "[trajectory]\nkind = 'FunctionOfTime'\nfunction = 'print'\nduration = 1\nspace = 'task'",
        HEAD + "[trajectory]\nkind = 'Record'",
    ],
    ids=range(19),
)
def test_hostile_texts_are_refused_in_words(text: str) -> None:
    with pytest.raises(kl.DescriptionError) as caught:
        read(text)
    assert len(str(caught.value)) < 5000


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text("#" * 1_000_001, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.toml")
    for name, words in (("large.toml", "limit for experiments"), ("pipe.toml", "not a regular file"), ("none.toml", "no file")):
        with pytest.raises(kl.FileError, match=words):
            kl.load_experiment(tmp_path / name)
    with pytest.raises(kl.FileError):
        kl.load_experiment(tmp_path)
    with pytest.raises(kl.FileError):
        kl.load_experiment("a\0b.toml")
    with pytest.raises(kl.DescriptionError, match="path of a file"):
        kl.load_experiment(3)  # type: ignore[arg-type]


def test_an_experiment_is_told_from_a_machine(tmp_path: Path) -> None:
    save_toml(robot_named("two_r").mechanism, tmp_path / "arm.toml")
    texts = {"a": HEAD, "b": "[experiment]\nperiod = ", "c": "experiment.period = 1", "d": 'note = """\n[experiment]\n"""'}
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    assert [is_experiment(tmp_path / f"{name}.toml") for name in (*texts, "arm", "none")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    assert not is_experiment("biglide")
    with pytest.raises(kl.DescriptionError, match=r"this file is an experiment, not a machine; kl\.load_experiment reads it"):
        kl.load(tmp_path / "a.toml")


PAGE = (Path(__file__).parents[3] / "docs" / "experiments.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text", re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE), ids=["cascade", "sweep", "samples"]
)
def test_the_files_on_the_page_run(text: str) -> None:
    run = replace(read(text), duration=0.05).run()
    assert np.all(np.asarray(run.status) == kl.RunStatus.COMPLETE)


def test_the_page_has_every_table_and_key() -> None:
    for table in TABLES:
        assert f"`[{table}]`" in PAGE
    for key in (*RUN, *ROBOT, *CHOICES, *RANGE, COUNT, DISTRIBUTION, METHOD, SAMPLING, SCALE, SEED):
        assert re.search(rf"`{key}`|\b{key} =", PAGE), key
