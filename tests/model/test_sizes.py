"""A machine a thousand times as small or as large is the same machine: steps, starts and tolerances are measured by its size."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from machines import CLOSED, at
from units import of_q, of_rates, of_task, with_units

import kinloop as kl
from kinloop.mechanism.formats.read import library, read
from kinloop.model.dynamics.loop_closure import angle_rows, closure_rows
from kinloop.model.dynamics.task import task_rows
from kinloop.model.dynamics.tree import grow
from kinloop.model.dynamics.tree_dynamics import TreeModel
from kinloop.model.workspace.crossings import crossings

Array = np.ndarray
SIZES = (1e-3, 1e3)
# Those that are quick to compile, with closed forms and without; the rest runs with the long tests.
QUICK = ("biglide", "cylindrical")
RUN_LONG = tuple(name for name in library() if name != "cylindrical")
MACHINES = [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in (*library(), *CLOSED)]


def described(name: str) -> kl.Mechanism:
    return CLOSED[name]() if name in CLOSED else read(name)


@cache
def robot(name: str) -> kl.Robot:
    return kl.load(with_units(described(name)))


def same(one: Any, other: Any, tolerance: float) -> bool:
    """Whether arrays agree to a part of their largest entry."""
    one, other = np.asarray(one, float), np.asarray(other, float)
    size = max(float(np.max(np.abs(one), initial=0.0)), 1e-300)
    return one.shape == other.shape and np.allclose(one, other, rtol=0, atol=tolerance * size, equal_nan=True)


def answer(ask: Callable[[], Any]) -> Any:
    """Or the name of the error: a machine that has no answer has none at any size."""
    try:
        return ask()
    except kl.KinloopError as fault:
        return type(fault).__name__


# ---------------------------------------------------------------- what is read off a description


@pytest.mark.parametrize("name", [*library(), *CLOSED])
def test_check_says_the_same_of_a_machine_of_any_size(name: str) -> None:
    reports = [kl.check(with_units(described(name), in_m=size, in_kg=mass)) for size, mass in ((1, 1), (1e-3, 1e-9), (1e3, 1e9))]
    words = [[str(report.mobility), *report.notes] for report in reports]
    assert words[1] == words[0]
    assert words[2] == words[0]
    assert len({(len(report.faults), len(report.warnings)) for report in reports}) == 1


@pytest.mark.parametrize("name", [*library(), *CLOSED])
def test_rows_are_known_to_be_angles_without_being_derived(name: str) -> None:
    mechanism = described(name)
    assert angle_rows(mechanism).tolist() == list(closure_rows(TreeModel(grow(mechanism))).is_angle)


def test_a_machine_without_any_length_but_slides_has_that_of_its_start() -> None:
    slides = kl.Mechanism(
        name="slides",
        links=[kl.Link(name=name, mass=1) for name in "ab"],
        joints=[
            kl.Joint(name="x", kind="prismatic", parent="base", child="a", axis=(1, 0, 0)),
            kl.Joint(name="y", kind="prismatic", parent="a", child="b", axis=(0, 1, 0)),
        ],
        task=("x", "y"),
        start={"x": 3e-6, "y": 4e-6},
    )
    assert float(kl.load(slides).models.geometry.size) == pytest.approx(5e-6 / np.sqrt(2))


# ---------------------------------------------------------------- configurations


@pytest.mark.parametrize("name", MACHINES)
def test_configurations_modes_and_singularities_are_those_of_the_machine_at_its_own_size(name: str) -> None:
    own = robot(name)
    everything = _geometry(own, 1.0)
    for size in SIZES:
        for key, value in _geometry(own.with_parameters(in_m=size), size).items():
            wanted = everything[key]
            if isinstance(value, np.ndarray) and isinstance(wanted, np.ndarray):
                assert value.shape == wanted.shape, (size, key)
                assert np.all(np.abs((value - wanted + np.pi) % (2 * np.pi) - np.pi) < 1e-5), (size, key)
            else:
                assert value == wanted, (size, key)


def _geometry(one: kl.Robot, size: float) -> dict[str, Any]:
    """Without units: what the geometric models and the singularities say at the start and near it."""
    q, x = of_q(one, size), of_task(one, size)
    start, target = one.start, np.asarray(one.models.kernel("task")(one.start, *one.models.parameter_inputs))
    slides = of_task(one, 2.0) > 1
    found: dict[str, Any] = {"start": start / q}
    for what, given in (("forward", {"q_active": start[: len(one.active)]}), ("inverse", {"x": target})):
        configurations = answer(lambda given=given: one.configurations(**given))
        if isinstance(configurations, str):
            found[what] = configurations
            continue
        found[what] = (
            len(configurations),
            configurations.method,
            configurations.starts,
            configurations.complete,
            configurations.infinite,
            configurations.note,
        )
        found[f"{what} modes"] = [(str(each.mode), each.within_limits) for each in configurations]
        found[f"{what} configurations"] = np.array([each.q for each in configurations]) / q
        assert all(each.residual < 1e-9 * size for each in configurations)
    near = answer(lambda: one.inverse_geometry(np.where(slides, target + 0.01 * size, target), near=start).q)
    found["near"] = near if isinstance(near, str) else near / q
    far = answer(lambda: one.inverse_geometry(np.where(slides, target + 10 * size, target), near=start).x)
    found["far"] = far if isinstance(far, str) else far / x
    found["nearness"] = np.array([min(float(value), 9.0) for value in one.singularity(start).nearness.values()])
    return found


@pytest.mark.parametrize("size", [1e-3, 100.0, 1e3])
def test_a_machine_on_slides_without_closed_form_has_as_many_configurations_at_any_size(size: float) -> None:
    """A platform on three legs of variable length, in the plane: its inverse configurations, found by many starts."""
    own, one = three_rpr().with_parameters(s=1.0), three_rpr().with_parameters(s=size)
    target = np.array([0.45, 0.4, 0.2])
    wanted, found = own.configurations(x=target), one.configurations(x=target * [size, size, 1])
    assert (len(found), found.starts, found.method) == (len(wanted), wanted.starts, "many starts")
    assert len(found) == 8
    unit = of_q(one, size)
    for one_configuration, other in zip(wanted, found, strict=True):
        np.testing.assert_allclose(np.sin(one_configuration.q), np.sin(other.q / unit), atol=1e-9)


@pytest.mark.parametrize("size", [1e-3, 100.0, 1e3])
def test_a_tricept_of_any_size_has_its_configurations(size: float) -> None:
    """With Newton's steps of at most half a metre it had none of its 32 inverse configurations at a hundred times its size."""
    one = tricept().with_parameters(s=size)
    inverse = one.configurations(x=np.array([0.03, 0.02, 1.1]) * size)
    forward = one.configurations(q_active=one.start[:3])
    assert (len(inverse), len(forward)) == (32, 8)
    own = [each.mode for each in tricept().configurations(x=[0.03, 0.02, 1.1])]
    assert [each.mode for each in inverse] == own


@cache
def tricept() -> kl.Robot:
    """Three U-P-S legs about a U-P stem that carries the platform; all lengths times ``s``."""
    joints = [
        kl.Joint(name="c", kind="universal", parent="base", child="tube", axis=(1, 0, 0), axis2=(0, 1, 0)),
        kl.Joint(name="stem", kind="prismatic", parent="tube", child="platform", actuated=False),
    ]
    links, loops, start = [kl.Link(name="platform", mass=5, inertia=(1, 1, 1, 0, 0, 0))], [], {"stem": "s"}
    for k, turn in enumerate((0.1, 2 * np.pi / 3, 4 * np.pi / 3 - 0.15)):
        foot = 0.5 * np.array([np.cos(turn), np.sin(turn)])
        corner = 0.25 * np.array([np.cos(turn + 0.05 * k), np.sin(turn + 0.05 * k)])
        way = np.array([*(corner - foot), 1.0])
        length = float(np.linalg.norm(way))
        origin = kl.Pose(xyz=(f"{foot[0]}*s", f"{foot[1]}*s", 0))
        joints += [
            kl.Joint(
                name=f"u{k}", kind="universal", parent="base", child=f"tube{k}", origin=origin, axis=(1, 0, 0), axis2=(0, 1, 0)
            ),
            kl.Joint(name=f"d{k}", kind="prismatic", parent=f"tube{k}", child=f"rod{k}"),
        ]
        links.append(kl.Link(name=f"rod{k}", mass=1, inertia=(1, 1, 1, 0, 0, 0)))
        tip = kl.Anchor(link="platform", origin=kl.Pose(xyz=(f"{corner[0]}*s", f"{corner[1]}*s", 0)))
        loops.append(kl.Loop(name=f"s{k}", kind="ball", a=kl.Anchor(link=f"rod{k}"), b=tip))
        angles = float(np.arctan2(-way[1], way[2])), float(np.arcsin(way[0] / length))
        start |= {f"u{k}_1": angles[0], f"u{k}_2": angles[1], f"d{k}": f"{length}*s"}
    return kl.load(
        kl.Mechanism(
            name="tricept",
            parameters={"s": 1.0},
            links=links,
            joints=joints,
            loops=loops,
            tool=kl.Anchor(link="platform", origin=kl.Pose(xyz=(0, 0, "0.1*s"))),
            task=("x", "y", "z"),
            start=start,
        )
    )


@cache
def three_rpr() -> kl.Robot:
    """Legs on pins at both ends, each with an actuated slide; all lengths times ``s``."""
    joints, links, loops, start = [], [], [], {}
    feet, corners = [(0.0, 0.0), (1.0, 0.0), (0.5, 0.9)], [(-0.1, -0.08), (0.12, -0.07), (0.0, 0.14)]
    for k, (foot, corner) in enumerate(zip(feet, corners, strict=True)):
        origin = kl.Pose(xyz=(f"{foot[0]}*s", f"{foot[1]}*s", 0))
        joints.append(kl.Joint(name=f"t{k}", kind="revolute", parent="base", child=f"tube{k}", origin=origin, actuated=False))
        joints.append(kl.Joint(name=f"d{k}", kind="prismatic", parent=f"tube{k}", child=f"rod{k}", axis=(1, 0, 0)))
        links.append(kl.Link(name=f"rod{k}", mass=1, inertia=(1, 1, 1, 0, 0, 0)))
        tip = kl.Anchor(link="platform", origin=kl.Pose(xyz=(f"{corner[0]}*s", f"{corner[1]}*s", 0)))
        loops.append(kl.Loop(name=f"c{k}", kind="pin", a=kl.Anchor(link=f"rod{k}"), b=tip))
        way = np.array([0.5, 0.35]) + corner - foot
        start |= {f"t{k}": float(np.arctan2(way[1], way[0])), f"d{k}": f"{np.linalg.norm(way)}*s"}
    joints.append(kl.Joint(name="p", kind="planar", parent="base", child="platform"))
    links.append(kl.Link(name="platform", mass=2, inertia=(1, 1, 1, 0, 0, 0)))
    platform = {"p_x": "0.5*s", "p_y": "0.35*s"}
    return kl.load(
        kl.Mechanism(
            name="three_rpr",
            parameters={"s": 1.0},
            links=links,
            joints=joints,
            loops=loops,
            tool=kl.Anchor(link="platform"),
            task=("x", "y", "phi"),
            start=start | platform,
        )
    )


def test_an_open_loop_is_refused_by_its_part_of_the_machines_size() -> None:
    for size in (*SIZES, 1.0):
        one = robot("biglide").with_parameters(in_m=size)
        aside = np.array([1.0, 0, 0, 0]) * size
        one.inertia(one.start + 1e-5 * aside)
        with pytest.raises(kl.LoopNotClosed):
            one.inertia(one.start + 1e-3 * aside)


# ---------------------------------------------------------------- models


@pytest.mark.parametrize("name", MACHINES)
def test_velocities_dynamics_statics_and_stiffness_are_those_of_the_machine_at_its_own_size(name: str) -> None:
    """A change of the units of length and mass: efforts, inertias and stiffnesses change by the powers of their dimensions."""
    own = robot(name)
    wanted = _models(own, 1.0, 1.0)
    for size, mass in ((1e-3, 1.0), (1e3, 1.0), (1e-3, 1e-9), (1e3, 1e9)):
        found = _models(own.with_parameters(in_m=size, in_kg=mass), size, mass)
        for key, value in found.items():
            if isinstance(value, str | tuple) or isinstance(wanted[key], str | tuple):
                assert value == wanted[key], (size, mass, key)
            else:
                assert same(value, wanted[key], 1e-7), (size, mass, key)


def _models(one: kl.Robot, size: float, mass: float) -> dict[str, Any]:
    n, q, rate = one.n_active, one.start, of_rates(one, size)
    effort = size**2 * mass / rate
    wrench = size**2 * mass / np.repeat([size, 1.0], 3)
    rows = np.array([size if row < 3 else 1.0 for row in task_rows(one.mechanism)])
    random = np.random.default_rng(1)
    slow, push = random.standard_normal((2, n))
    qd = answer(lambda: one.forward_velocity(q, slow * rate[:n]).qd)
    found: dict[str, Any] = {
        "inverse velocity": answer(lambda: one.inverse_velocity(q, rows).qd / rate),
        "inertia": answer(lambda: one.inertia(q) / (effort[:n, None] / rate[:n])),
        "static effort": answer(lambda: one.static_effort(q) / effort[:n]),
        "static wrench": answer(lambda: one.static_wrench(q, push * effort[:n]) / wrench),
    }
    stiff = answer(lambda: one.stiffness(q, 1e3 * effort[:n] / rate[:n]))
    found["stiffness"] = stiff if isinstance(stiff, str) else stiff.stiffness * np.outer(rows, rows) / (size**2 * mass)
    if isinstance(qd, str):
        return found | {"velocity": qd}
    motion = one.forward_dynamics(q, qd, push * effort[:n])
    linear = answer(lambda: one.linearise(q, qd, push * effort[:n]))
    reactions = one.reactions(q, qd, push * effort[:n]).joints.values()
    return found | {
        "velocity": qd / rate,
        "acceleration": motion.qdd / rate,
        "inverse dynamics": answer(lambda: one.inverse_dynamics(q, qd, motion.qdd) / effort[:n]),
        "independent": linear if isinstance(linear, str) else linear.independent,
        "reactions": np.array([each / wrench for each in reactions]),
    }


# ---------------------------------------------------------------- runs


@pytest.mark.parametrize(
    "name", [name if name == "cylindrical" else pytest.param(name, marks=pytest.mark.long) for name in library()]
)
def test_runs_are_those_of_the_machine_at_its_own_size(name: str) -> None:
    """The machine's own motion with fixed steps and adaptive ones, and let go."""
    own = robot(name)
    wanted = _runs(own, 1.0, 1.0)
    for size, mass in ((1e-3, 1e-9), (1e3, 1.0)):
        found = _runs(own.with_parameters(in_m=size, in_kg=mass), size, mass)
        assert found["status"] == wanted["status"]
        for key in ("native", "efforts", "adaptive", "free"):
            assert same(found[key], wanted[key], 1e-7), (size, mass, key)


def _runs(one: kl.Robot, size: float, mass: float) -> dict[str, Any]:
    law, motion, span = kl.ComputedTorque(kp=100.0, kd=20.0), kl.described_motion(one), {"duration": 0.2, "period": 5e-3}
    q, effort = of_q(one, size), (size**2 * mass / of_rates(one, size))[: one.n_active]
    native = kl.simulate(one, law, motion, **span)
    adaptive = kl.simulate(one, law, motion, plant=kl.Native(integrator=kl.Adaptive()), **span)
    free = kl.simulate(one, None, None, **span)
    return {
        "native": native.q / q,
        "efforts": native.tau / effort,
        "adaptive": adaptive.q / q,
        "free": free.q / q,
        "status": [(run.status, [event.kind for event in run.events]) for run in (native, adaptive, free)],
    }


def test_a_slide_meets_its_stop_at_any_size() -> None:
    """Dropped onto its lower limit and thrown back: the same instants, the same bounces."""
    slide = kl.Mechanism(
        name="dropped",
        links=[kl.Link(name="block", mass=2.0)],
        joints=[
            kl.Joint(
                name="z", kind="prismatic", parent="base", child="block", origin=at(0.3), limits=kl.Limits(position=(0.0, 1.0))
            )
        ],
        task=("z",),
        start={"z": 0.2},
    )
    own = kl.load(with_units(slide))
    times = []
    for size in (1.0, *SIZES):
        one = own.with_parameters(in_m=size)
        run = kl.simulate(one, None, None, duration=1.5, period=0.05, plant=kl.Native(integrator=kl.Adaptive(restitution=0.5)))
        times.append([event.time for event in run.events])
    assert len(times[0]) > 10
    for found in times[1:]:
        np.testing.assert_allclose(found, times[0], atol=1e-7)


# ---------------------------------------------------------------- maps, crossings, constraints


def test_maps_and_crossings_are_those_of_the_machine_at_its_own_size() -> None:
    own = robot("biglide")
    maps, times = [], []
    for size in (1.0, *SIZES):
        one = own.with_parameters(in_m=size)
        axes = {"x": np.array([-0.2, 0.2]) * size, "y": np.array([0.0, 0.6]) * size}
        maps.append(kl.singularity_map(one, axes, points=31, near=one.start))

        def path(t: float, one: kl.Robot = one, size: float = size) -> Any:
            return one.inverse_geometry(np.array([0.1 - t, 0.3]) * size, mode=(1, -1))

        times.append([(each.time, each.kind, each.order) for each in crossings(one, path, (0, 0.15), samples=60)])
    assert times[0]
    for found, when in zip(maps[1:], times[1:], strict=True):
        np.testing.assert_array_equal(found.reachable, maps[0].reachable)
        for kind in ("type 2", "type 1"):
            np.testing.assert_allclose(found.nearness[kind], maps[0].nearness[kind], rtol=1e-6, atol=1e-9)
        assert [each[1:] for each in when] == [each[1:] for each in times[0]]
        np.testing.assert_allclose([each[0] for each in when], [each[0] for each in times[0]], atol=1e-9)


@pytest.mark.parametrize("name", ["cylindrical", pytest.param("biglide", marks=pytest.mark.long)])
def test_constraints_reduce_a_machine_of_any_size_in_the_same_way(name: str) -> None:
    """Made anew at each size: configurations on the constraint, their equilibria, and a motion along it."""
    constraint, pseudo = {
        "cylindrical": ("d3 - 0.3*in_m - 0.2*in_m*sin(theta1)", ["theta1", "d2/in_m"]),
        "biglide": ("q1 + q2 - in_m", ["phi1"]),
    }[name]
    found = []
    for size in (1.0, *SIZES):
        one = robot(name).with_parameters(in_m=size)
        reduced = kl.reduce(one, constraint, pseudo_velocity=pseudo)
        state = reduced.consistent(reduced.start * 1.001)
        qd = reduced.velocity(reduced.start, np.full(reduced.dof, 0.3))
        run = kl.simulate(reduced, None, duration=0.2, period=0.01, q=reduced.start, qd=qd)
        unit = of_q(one, size)
        found.append((reduced.start / unit, state.q / unit, run.q / unit, reduced.inertia(reduced.start) / size**2))
    for other in found[1:]:
        for one_part, other_part in zip(found[0], other, strict=True):
            np.testing.assert_allclose(other_part, one_part, rtol=1e-8, atol=1e-9)
