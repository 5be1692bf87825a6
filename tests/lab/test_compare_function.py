"""kl.lab.compare: right functions agree on every machine, and what is wrong with others is recognised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.lab.lab_models import MODELS

Array = np.ndarray
D, L = 0.4, 0.3606  # of the Biglide
COUNT = 40


def own_models(robot: kl.Robot) -> dict[str, Callable[..., Any]]:
    """Kinloop's models as a student would hand them in."""
    n = robot.n_active
    return {
        "forward_geometry": lambda q_active, mode: robot.forward_geometry(q_active, mode=mode).x,
        "inverse_geometry": lambda x, mode: robot.inverse_geometry(x, mode=mode).q_active,
        "forward_velocity": lambda q, qd: robot.forward_velocity(q, qd).xd,
        "inverse_velocity": lambda q, xd: robot.inverse_velocity(q, xd).qd_active,
        "passive_velocity": lambda q, qd: robot.forward_velocity(q, qd).qd_passive,
        "jacobian": robot.jacobian,
        "task_jacobian": robot.task_jacobian,
        "inverse_jacobian": lambda q: robot.inverse_jacobian(q)[:n],
        "forward_acceleration": lambda q, qd, qdd: robot.forward_acceleration(q, qd, qdd).xdd,
        "inverse_acceleration": lambda q, qd, xdd: robot.inverse_acceleration(q, qd, xdd).qdd_active,
        "passive_acceleration": lambda q, qd, qdd: robot.forward_acceleration(q, qd, qdd).qdd_passive,
        "inertia": robot.inertia,
        "velocity_terms": lambda q, qd: robot.coriolis(q, qd) @ qd[:n],
        "gravity": robot.gravity,
        "bias": robot.bias,
        "inverse_dynamics": robot.inverse_dynamics,
        "forward_dynamics": lambda q, qd, tau: robot.forward_dynamics(q, qd, tau).qdd_active,
        "kinetic_energy": lambda q, qd: robot.energy(q, qd).kinetic,
        "potential_energy": lambda q: robot.energy(q, np.zeros(len(robot.mechanism.rates))).potential + 3.0,
    }


MACHINES = ["biglide", "scara_prrr", "two_r", "one_joint", "cylindrical", "five_bar"]
GEOMETRY_ONLY_WITH_SIGNS = {"one_joint"}


@pytest.mark.parametrize("name", MACHINES)
def test_kinloops_own_models_agree(name: str) -> None:
    robot = robot_named(name)
    for model, function in own_models(robot).items():
        if (model.startswith("passive") and not robot.passive) or (
            model.endswith("_geometry") and (name in GEOMETRY_ONLY_WITH_SIGNS or (model[0] == "f" and not robot.passive))
        ):
            continue
        report = kl.lab.compare(robot, model, function, samples=COUNT)
        assert report.ok, (model, str(report))
        assert report.samples == COUNT


def test_every_model_has_a_meaning_and_entries_for_each_value() -> None:
    robot = robot_named("biglide")
    for name, model in MODELS.items():
        names, units = model.entries(robot)
        assert len(names) == len(units) > 0
        assert model.meaning
        assert model.signature.startswith("f(")
        assert name == model.name


def test_models_of_a_pose_are_compared_but_not_its_geometry() -> None:
    robot = robot_named("puma560")
    for model in ("inertia", "forward_velocity"):
        report = kl.lab.compare(robot, model, own_models(robot)[model], samples=10)
        assert report.ok, (model, str(report))
    with pytest.raises(kl.UnsupportedOperation, match="no geometry of a pose"):
        kl.lab.compare(robot, "inverse_geometry", lambda x: x)


@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_machines_of_other_sizes_are_compared_alike(scale: float) -> None:
    robot = kl.load("two_r", l1=0.25 * scale, l2=0.2 * scale)

    def inertia(q: Array, missing: float = 1.0) -> Array:
        m, a, b, c = 0.25, 0.25 * scale, 0.2 * scale, np.cos(q[1])
        off = m * (b**2 + missing * a * b * c)
        return np.array([[m * a**2 + m * (a**2 + b**2 + 2 * a * b * c), off], [off, m * b**2]])

    assert kl.lab.compare(robot, "inertia", inertia, samples=COUNT).ok
    wrong = kl.lab.compare(robot, "inertia", lambda q: inertia(q, 2.0), samples=COUNT)
    assert wrong.agreeing == 0
    assert [each.name for each in wrong.entries if each.share > 0.5] == ["M[0, 1]", "M[1, 0]"]


# ------------------------------------------------------------------ the mode, the sign, degrees


def biglide_inverse(x: Array, mode: tuple[int, int]) -> list[float]:
    return [x[1] + mode[0] * np.sqrt(L**2 - (x[0] + D / 2) ** 2), x[1] + mode[1] * np.sqrt(L**2 - (x[0] - D / 2) ** 2)]


def sentences(model: str, function: Callable[..., Any], machine: str = "biglide", **options: Any) -> str:
    report = kl.lab.compare(robot_named(machine), model, function, samples=COUNT, **options)
    assert not report.ok
    return " ".join(report.sentences)


def test_the_mode_of_the_start_is_asked_for_unless_another_is_given() -> None:
    robot = robot_named("biglide")
    right = kl.lab.compare(robot, "inverse_geometry", lambda x: biglide_inverse(x, (1, -1)), samples=COUNT)
    assert right.ok
    assert "Asked for working g1=+1, g2=-1" in right.sentences[0]
    assert kl.lab.compare(robot, "inverse_geometry", lambda x: biglide_inverse(x, (-1, -1)), mode=(-1, -1), samples=COUNT).ok


def test_the_mode_that_was_mixed_up_is_named() -> None:
    said = sentences("inverse_geometry", lambda x: biglide_inverse(x, (1, 1)))
    assert "At 100 % of the samples the mode is mixed up: these are the values of working g1=+1, g2=+1" in said
    assert "working g1=+1, g2=-1 was asked for" in said
    said = sentences("inverse_geometry", lambda x, mode: biglide_inverse(x, (-mode[0], mode[1])))
    assert "with the sign of g1 the other way" in said
    said = sentences("inverse_geometry", lambda x: biglide_inverse(x, (1, -1) if x[0] > 0 else (-1, -1)))
    assert ", where x < 0 the mode is mixed up: these are the values of working g1=-1, g2=-1" in said
    said = sentences("inverse_geometry", lambda x, mode: biglide_inverse(x, (1, -1) if mode == (-1, -1) else mode))
    assert ", in working g1=-1, g2=-1 the mode is mixed up: these are the values with the sign of g1 the other way" in said


def test_the_assembly_mode_that_was_mixed_up_is_named() -> None:
    robot = robot_named("biglide")

    def forward(q: Array, mode: Any) -> Array:
        return np.asarray(robot.forward_geometry(q, mode=(-mode[0],)).x)

    assert "with the sign of g the other way" in sentences("forward_geometry", forward)


def test_degrees_are_recognised_in_what_is_returned_and_taken() -> None:
    def inverse(x: Array, turn: Callable[[Any], Any] = np.asarray) -> Array:
        c2 = (x[0] ** 2 + x[1] ** 2 - 2 * 0.25**2) / (2 * 0.25**2)
        second = np.arccos(c2)
        first = np.arctan2(x[1], x[0]) - np.arctan2(0.25 * np.sin(second), 0.25 + 0.25 * np.cos(second))
        return np.asarray(turn([first, second]))

    assert kl.lab.compare(robot_named("two_r"), "inverse_geometry", inverse, samples=COUNT).ok
    assert "The angles are in degrees" in sentences("inverse_geometry", lambda x: inverse(x, np.rad2deg), "two_r")

    def forward(q: Array) -> Array:
        angles = np.cumsum(np.deg2rad(q))
        return 0.25 * np.array([np.cos(angles).sum(), np.sin(angles).sum()])

    assert "It takes its angles in degrees" in sentences("forward_geometry", forward, "two_r")

    def scara(q: Array) -> Array:
        angles = np.cumsum(np.deg2rad(q[1:]))
        lengths = np.array([0.25, 0.25, 0.1])
        return np.array([lengths @ np.cos(angles), lengths @ np.sin(angles), q[0], np.rad2deg(angles[2])])

    assert "It takes and returns angles in degrees" in sentences("forward_geometry", scara, "scara_prrr")


def test_signs_factors_and_orders_are_recognised() -> None:
    robot = robot_named("biglide")

    def velocity(q: Array, qd: Array) -> Array:
        return np.asarray(robot.forward_velocity(q, qd).xd)

    assert "All values have the wrong sign." in sentences("forward_velocity", lambda q, qd: -velocity(q, qd))
    assert "x has the wrong sign" in sentences("forward_velocity", lambda q, qd: velocity(q, qd) * [-1, 1])
    assert "All values are 0.3606 times the right ones (l)." in sentences("forward_velocity", lambda q, qd: L * velocity(q, qd))
    assert "y is 2 times the right value" in sentences("forward_velocity", lambda q, qd: velocity(q, qd) * [1, 2])
    said = sentences("forward_velocity", lambda q, qd: velocity(q, qd)[::-1])
    assert "The entries are in another order: y, x in the places of x, y." in said
    said = sentences("task_jacobian", lambda q: robot.task_jacobian(q).T)
    assert "The matrix is transposed." in said


def test_a_constant_is_named_by_its_parameter() -> None:
    """As in the misprint of a Biglide report: x in the place of x + d/2."""
    said = sentences("inverse_geometry", lambda x: np.add(biglide_inverse(x, (1, -1)), [D / 2, 0]))
    assert "q1 is larger by 0.2 m everywhere (d/2)" in said
    robot = kl.load("one_joint")
    said = " ".join(kl.lab.compare(robot, "inertia", lambda q: [[0.25 * 0.125**2]], samples=COUNT).sentences)
    assert "M[0, 0] is" in said


def test_a_root_of_the_wrong_leg_is_found_where_it_has_no_value() -> None:
    report = kl.lab.compare(
        robot_named("biglide"),
        "inverse_geometry",
        lambda x: [x[1] + np.sqrt(L**2 - (x[0] + D) ** 2), x[1] - np.sqrt(L**2 - (x[0] - D / 2) ** 2)],
    )
    assert 0 < report.failed < report.samples
    assert "returned NaN or infinity" in report.sentences[0]
    assert "q1 differs at 100 % of the samples" in " ".join(report.sentences)


def test_an_arctan_is_recognised_where_atan2_is_needed() -> None:
    def passive(x: Array, q: Array) -> Array:
        return np.arctan([(x[1] - q[0]) / (x[0] + D / 2), (x[1] - q[1]) / (x[0] - D / 2)])

    assert "phi2 is off by half a turn at 100 % of the samples: arctan where atan2" in sentences("passive_geometry", passive)


# ------------------------------------------------------------------ missing terms


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"gravity": 0.0}, "It lacks the part of gravity, up to"),
        ({"coriolis": -1.0}, "It has the part of the Coriolis and centrifugal efforts with the wrong sign, up to"),
        ({"inertia": 2.0}, "It has the part of the inertia 2 times, up to"),
        ({"friction": 0.0}, "It lacks the part of friction, up to"),
    ],
)
def test_the_missing_term_is_named_with_its_size(changed: dict[str, float], said: str) -> None:
    robot = kl.load("two_r", beta1=0.1, beta2=0.2)
    times = {"inertia": 1.0, "coriolis": 1.0, "gravity": 1.0, "friction": 1.0} | changed

    def effort(q: Array, qd: Array, qdd: Array) -> Array:
        parts = {
            "inertia": robot.inertia(q) @ qdd,
            "coriolis": robot.coriolis(q, qd) @ qd,
            "gravity": robot.gravity(q),
            "friction": robot.friction(q, qd),
        }
        return sum((times[name] * part for name, part in parts.items()), np.zeros(2))

    report = kl.lab.compare(robot, "inverse_dynamics", effort, samples=COUNT)
    assert len(report.sentences) == 1
    assert report.sentences[0].startswith(said)
    size = float(report.sentences[0].split("up to ")[1].split(" ")[0])
    gap = max(each.largest for each in report.entries)
    (factor,) = changed.values()
    assert size == pytest.approx(gap / abs(factor - 1), rel=1e-3)


def test_the_part_of_the_velocities_is_missed_in_accelerations() -> None:
    robot = robot_named("biglide")
    said = sentences("forward_acceleration", lambda q, qd, qdd: robot.task_jacobian(q) @ qdd)
    assert said.startswith("It lacks the part of the velocities, up to")

    def other_sign(q: Array, qd: Array, xdd: Array) -> Array:
        still, moving = (robot.inverse_acceleration(q, rates, xdd).qdd_active for rates in (0 * qd, qd))
        return np.asarray(2 * still - moving)

    said = sentences("inverse_acceleration", other_sign)
    assert said.startswith("It has the part of the velocities with the wrong sign")


def two_r_effort(q: Array, qd: Array, qdd: Array, coriolis: float = 1.0, centrifugal: float = 1.0, m1: float = 0.25) -> Array:
    """The dynamics of ``two_r`` from its textbook formula, with links of 0.25 m and masses of 0.25 kg at their ends."""
    a, m2, g, c1, c12 = 0.25, 0.25, 9.81, np.cos(q[0]), np.cos(q[0] + q[1])
    c2, s2 = np.cos(q[1]), np.sin(q[1])
    off = m2 * a**2 * (1 + c2)
    inertia = np.array([[m1 * a**2 + 2 * off, off], [off, m2 * a**2]])
    h = m2 * a**2 * s2
    velocity = coriolis * np.array([-2 * h * qd[0] * qd[1], 0.0]) + centrifugal * h * np.array([-(qd[1] ** 2), qd[0] ** 2])
    return np.asarray(inertia @ qdd + velocity + g * a * np.array([(m1 + m2) * c1 + m2 * c12, m2 * c12]))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"coriolis": 0.5}, "It has the part of the Coriolis efforts 0.5 times, up to"),
        ({"coriolis": -1.0}, "It has the part of the Coriolis efforts with the wrong sign, up to"),
        ({"centrifugal": 0.0}, "It lacks the part of the centrifugal efforts, up to"),
        ({"m1": 0.0}, "It lacks the part of the parameter m1 (or m2, equally large), up to"),
        ({"m1": 0.25 * (1 + 1e-4)}, "It has the part of the parameter m1 (or m2, equally large) 1.0001 times, up to"),
    ],
)
def test_parts_of_velocities_and_of_masses_are_told_apart(changed: dict[str, float], said: str) -> None:
    robot = robot_named("two_r")
    assert kl.lab.compare(robot, "inverse_dynamics", two_r_effort, samples=COUNT).ok
    report = kl.lab.compare(robot, "inverse_dynamics", lambda q, qd, qdd: two_r_effort(q, qd, qdd, **changed), samples=COUNT)
    assert len(report.sentences) == 1
    assert report.sentences[0].startswith(said)


def biglide_effort(q: Array, qd: Array, qdd: Array, m_f: float = 1.0, m_p: float = 3.0) -> Array:
    robot = robot_named("biglide")
    J = robot.task_jacobian(q)
    return np.asarray(m_f * qdd + m_p * J.T @ robot.forward_acceleration(q, qd, qdd).xdd)


@pytest.mark.parametrize(
    ("m_f", "m_p", "said"),
    [
        (0.0, 3.0, "It lacks the part of the parameter m_f"),
        (1.0, 6.0, "It has the part of the parameter m_p 2 times"),
        (1.001, 3.0, "It has the part of the parameter m_f 1.001 times"),
    ],
)
def test_a_mass_is_named_also_where_others_are_a_thousand_times_larger(m_f: float, m_p: float, said: str) -> None:
    """Near a singularity the platform's efforts are thousands of newtons, those of the feet less than one."""
    robot = robot_named("biglide")
    assert kl.lab.compare(robot, "inverse_dynamics", biglide_effort, samples=COUNT).ok
    report = kl.lab.compare(robot, "inverse_dynamics", lambda q, qd, qdd: biglide_effort(q, qd, qdd, m_f, m_p), samples=COUNT)
    assert report.agreeing == 0
    assert report.sentences[0].startswith(said)


WRONG: list[tuple[str, str, Callable[..., Any]]] = [
    (
        "small term of the rates",
        "inverse_dynamics",
        lambda q, qd, qdd: np.add(biglide_effort(q, qd, qdd), [0, 1e-4 * qd[0] * qd[1]]),
    ),
    ("no value at rest", "inverse_dynamics", lambda q, qd, qdd: biglide_effort(q, qd, qdd) / float(np.any(qd))),
    ("one mode of four", "inverse_geometry", lambda x, mode: biglide_inverse(x, (1, -1) if mode == (-1, -1) else mode)),
    ("one entry off by 1e-5", "inertia", lambda q: np.add(robot_named("biglide").inertia(q), [[1e-5, 0], [0, 0]])),
    ("half of the region", "inverse_geometry", lambda x, mode: np.add(biglide_inverse(x, mode), [1e-3 * (x[0] > 0.1), 0])),
    ("text", "inverse_geometry", lambda x, mode: [str(value) for value in biglide_inverse(x, mode)]),
]


@pytest.mark.parametrize(("model", "function"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_what_is_wrong_somewhere_is_never_right(model: str, function: Callable[..., Any]) -> None:
    report = kl.lab.compare(robot_named("biglide"), model, function)
    assert not report.ok
    assert report.sentences


def test_one_sample_moves() -> None:
    assert not kl.lab.compare(robot_named("two_r"), "velocity_terms", lambda q, qd: [0, 0], samples=1).ok


def test_nothing_is_right_of_no_samples() -> None:
    assert not replace(kl.lab.compare(robot_named("two_r"), "inertia", len, samples=1), samples=0, agreeing=0).ok


def test_an_entry_of_zeros_and_swapped_halves_of_a_jacobian_are_recognised() -> None:
    robot = robot_named("two_r")
    said = sentences("inertia", lambda q: np.tril(robot.inertia(q)), "two_r")
    assert said.startswith("M[0, 1] is zero everywhere")
    said = sentences("jacobian", lambda q: np.roll(robot.jacobian(q), 3, axis=0), "two_r")
    assert said == "The angular part comes first; kinloop has the linear part first."


def test_many_wrong_entries_have_a_short_answer() -> None:
    report = kl.lab.compare(robot_named("scara_prrr"), "jacobian", lambda q: np.ones((6, 4)) * q, samples=COUNT)
    assert len(report.sentences) == 7
    assert report.sentences[-1].startswith("And ")


def test_a_rounded_number_is_not_explained_as_a_factor() -> None:
    said = sentences("inverse_geometry", lambda x: np.add(biglide_inverse(x, (1, -1)), 1e-7 * np.sin(1e3 * x[0])))
    assert said.startswith("The values are off by up to")
    said = sentences("inverse_geometry", lambda x: np.add(biglide_inverse(x, (1, -1)), 1e-5 * np.sin(1e3 * x[0])))
    assert "times" not in said
    assert "A rounded number?" in said


def test_an_error_of_one_row_is_told_of_that_row() -> None:
    robot = robot_named("two_r")
    said = sentences(
        "inverse_dynamics", lambda q, qd, qdd: robot.inverse_dynamics(q, qd, qdd) - [robot.gravity(q)[0], 0], "two_r"
    )
    assert said.startswith("theta1 lacks the part of gravity, up to")


# ------------------------------------------------------------------ how functions may be written


def test_batches_columns_lists_and_changed_inputs_are_read() -> None:
    robot = robot_named("biglide")

    def batch(x: Array) -> Array:
        return np.stack(
            [x[:, 1] + np.sqrt(L**2 - (x[:, 0] + D / 2) ** 2), x[:, 1] - np.sqrt(L**2 - (x[:, 0] - D / 2) ** 2)], axis=1
        )

    assert kl.lab.compare(robot, "inverse_geometry", batch, samples=COUNT).ok
    assert kl.lab.compare(robot, "inverse_geometry", batch, samples=COUNT, batched=True).ok

    def batch_with_mode(x: Array, mode: Any) -> Array:
        side = np.array([D / 2, -D / 2])
        return np.asarray(x[:, [1]] + np.array(mode) * np.sqrt(L**2 - (x[:, [0]] + side) ** 2))

    for batched in (None, True):
        report = kl.lab.compare(robot, "inverse_geometry", batch_with_mode, samples=COUNT, batched=batched)
        assert report.ok, report
    turned = kl.lab.compare(robot, "inverse_geometry", lambda x: batch(x).T, samples=COUNT)
    assert turned.sentences[0].endswith(
        f"it returned shape (2, {turned.samples}), expected ({turned.samples}, 2), samples first."
    )
    assert kl.lab.compare(robot, "inverse_geometry", lambda x, *, mode: biglide_inverse(x, mode), samples=COUNT).ok

    def column(x: Array) -> Array:
        x += 0.0
        found = np.array([[v] for v in biglide_inverse(x, (1, -1))])
        x[:] = 7.0  # it got a copy
        return found

    report = kl.lab.compare(robot, "inverse_geometry", column, samples=COUNT)
    assert report.ok
    assert "It returned shape (2, 1), read as (2,)." in report.sentences


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda x: None, "returned None; is a return missing?"),
        (lambda x: [1.0, 2.0, 3.0], "returned shape (3,), expected (2,)"),
        (lambda x: "no", "expected numbers of shape (2,)"),
        (lambda x: [1j, 2.0], "returned complex numbers"),
        (lambda x: [np.nan, 1.0], "returned NaN or infinity"),
        (lambda x: 1 / 0, "raised ZeroDivisionError in line"),
        (lambda x: x[5], "raised IndexError in line"),
        (lambda: 1, "raised TypeError"),
    ],
)
def test_what_gives_no_value_is_said_with_its_input(function: Callable[..., Any], said: str) -> None:
    report = kl.lab.compare(robot_named("biglide"), "inverse_geometry", function, samples=5)
    assert (report.agreeing, report.failed) == (0, report.samples)
    assert said in report.sentences[0]
    assert "first at x = [" in report.sentences[0]


def test_an_exception_at_some_inputs_leaves_the_others_compared() -> None:
    def sometimes(x: Array) -> list[float]:
        if x[0] > 0:
            raise ValueError("not here </script>\nsecond line")
        return biglide_inverse(x, (1, -1))

    report = kl.lab.compare(robot_named("biglide"), "inverse_geometry", sometimes, samples=60)
    assert 0 < report.failed < report.samples
    assert report.agreeing == report.samples - report.failed
    assert not report.ok
    assert "raised ValueError in line" in report.sentences[0]
    assert "sometimes" in report.sentences[0]
    assert f"no value at {report.failed}" in str(report)


def test_a_report_prints_as_sentences_and_a_table() -> None:
    report = kl.lab.compare(robot_named("biglide"), "inverse_geometry", lambda x: biglide_inverse(x, (1, 1)), samples=COUNT)
    lines = str(report).splitlines()
    assert lines[0] == f"inverse_geometry of biglide: right at 0 of {report.samples} samples."
    assert lines[1].split() == ["entry", "differs", "at", "by", "up", "to", "its", "size"]
    assert lines[2].split()[0] == "q1"
    assert any(line.startswith("  kinloop's = [") for line in lines)
    assert repr(report) == str(report)


# ------------------------------------------------------------------ arguments


@pytest.mark.parametrize(
    ("arguments", "options", "error", "match"),
    [
        (("inverse_geometri", len), {}, kl.UnknownName, "did you mean 'inverse_geometry'"),
        (("inverse_geometry", 3), {}, kl.ShapeError, r"expected a function such as f\(x, mode\)"),
        (("inverse_geometry", len), {"samples": 0}, kl.ShapeError, "whole number of at least 1"),
        (("inverse_geometry", len), {"tolerance": 2}, kl.ShapeError, "above 0 and below 1"),
        (("inertia", len), {"mode": (1, 1)}, kl.ShapeError, "has no modes"),
        (("inertia", lambda q, mode: q), {}, kl.ShapeError, "no modes to choose from.*expected a function of q alone"),
        (("inverse_geometry", len), {"region": {"z": (0, 1)}}, kl.UnknownName, "no task coordinate 'z'"),
        (("inverse_geometry", len), {"region": {"x": (1, 0)}}, kl.ShapeError, "the smaller first"),
        (("inverse_geometry", len), {"region": {"x": (8, 9)}}, kl.UnsupportedOperation, "bounds that it reaches"),
    ],
)
def test_arguments_are_checked(arguments: Any, options: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        kl.lab.compare(robot_named("biglide"), *arguments, **options)


def test_a_serial_arm_has_no_passive_joints_to_compare() -> None:
    with pytest.raises(kl.UnsupportedOperation, match="two_r has no passive joints"):
        kl.lab.compare(robot_named("two_r"), "passive_velocity", len)


def test_samples_are_seeded_and_within_the_region() -> None:
    seen: list[Array] = []

    def watch(x: Array) -> list[float]:
        seen.append(x)
        return biglide_inverse(x, (1, -1))

    robot = robot_named("biglide")
    kl.lab.compare(robot, "inverse_geometry", watch, samples=COUNT, region={"x": (0.0, 0.1), "y": (0, 1)})
    first = np.array(seen[-COUNT:])
    assert first[:, 0].min() >= 0
    assert first[:, 0].max() <= 0.1
    kl.lab.compare(robot, "inverse_geometry", watch, samples=COUNT, region={"x": (0.0, 0.1), "y": (0, 1)})
    np.testing.assert_array_equal(np.array(seen[-COUNT:]), first)
