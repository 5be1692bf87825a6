"""Forward dynamics of closed machines, batches on one thread, against Pinocchio's ``constraintDynamics`` on one thread.

Pinocchio has no batched form of it, so its C++ is called once a state from Python. What such a call costs by itself is measured
with the same function on a pendulum, and taken off: the ratio that counts is to what is left, and the other, to the calls as a
Python program pays for them, is given beside it. The pendulum's own dynamics are taken off too, to the peer's advantage.

Pinocchio reads the machines from the MJCF that kinloop writes. It gets the fewest of the file's points (a pin is two) and the
loosest of some settings with which its answer is right to 1e-8. The Biglide's rods have a gram each, as it needs mass on all that
moves; it has no closure of a length, so the Delta's rods are links of a gram on universal joints there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pinocchio as pin
from measure import Measure, best

import kinloop as kl

sys.path.append(str(Path(__file__).parents[1] / "tests" / "helpers"))  # machines in Pinocchio, states in every mode

from modes import every_configuration, moving
from motion import States
from peers import InPinocchio
from rods import states_with_links, with_links_for_rods

SAMPLES = 100_000
CALLS = 400
# Smallest ratio of times; for the small machines that of an older solver.
TARGETS = {"five_bar": 34.0, "biglide": 43.0, "delta_rods": 98.0, "delta_parallelograms": 30.0, "stewart_gough": 40.0}
GRAM = {"m_1": 1e-3, "m_2": 1e-3}
MACHINES: dict[str, dict[str, float]] = {
    "five_bar": {},
    "biglide": GRAM,
    "delta_rods": {},
    "delta_parallelograms": {},
    "stewart_gough": {},
}
# Accuracy, damping and iterations of Pinocchio's solver, the cheapest first: without damping where no row is redundant.
SETTINGS = ((1e-12, 0.0, 1), (1e-8, 1e-12, 2), (1e-8, 1e-10, 2), (1e-8, 1e-8, 2), (1e-10, 1e-8, 4), (1e-12, 1e-6, 10))
AGREEMENT = 1e-8


def measures() -> list[Measure]:
    with TemporaryDirectory() as folder:
        return [measure for name in MACHINES for measure in machine(name, Path(folder))]


def machine(name: str, folder: Path) -> list[Measure]:
    robot = kl.load(name, **MACHINES[name]).with_threads(1)
    state = moving(robot, every_configuration(robot, 3, seed=5), seed=5)
    linked, theirs = robot, state
    if name == "delta_rods":
        linked = kl.load(with_links_for_rods(robot.mechanism, 1e-3))
        theirs = states_with_links(robot, linked, state)
    peer = InPinocchio(linked, folder)
    expected = linked.forward_dynamics(theirs.q, theirs.qd, theirs.tau).qdd
    settings = cheapest(peer, theirs, expected)
    rows = np.arange(SAMPLES) % len(state.q)
    q, qd, tau = state.q[rows], state.qd[rows], state.tau[rows]
    ours, calls, empty = best(
        lambda: robot.forward_dynamics(q, qd, tau),
        call_repeatedly(partial(calling, peer, settings), [peer.state(*sample) for sample in samples(theirs)]),
        pendulum(),
        rounds=12,
    )
    ours, calls, empty = ours * 1e9 / SAMPLES, calls * 1e9 / CALLS, empty * 1e9 / CALLS
    error = float(np.max(relative_errors(peer, settings, theirs, expected)))
    points = f"{len(peer.loops)} points"
    return [
        Measure(
            "closed dynamics",
            f"{name}, 1 thread",
            ours,
            "ns",
            calls - empty,
            f"Pinocchio, {points}",
            TARGETS[name],
            "faster",
            "least",
        ),
        Measure(
            "closed dynamics", f"{name}, with the calls from Python", ours, "ns", calls, "Pinocchio", None, "faster", "least"
        ),
        Measure("closed dynamics", f"{name}, as Pinocchio", error, "", target=AGREEMENT),
    ]


Settings = tuple[float, float, int]
Call = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]


def samples(states: States) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    return list(zip(states.q, states.qd, states.tau, strict=True))


def calling(peer: InPinocchio, settings: Settings) -> Call:
    """The peer's function with all but the state fixed."""
    model, data, loops, loop_data, proximal = peer.model, peer.data, peer.loops, peer.loop_data, pin.ProximalSettings(*settings)
    dynamics = pin.constraintDynamics
    return lambda q, v, tau: dynamics(model, data, q, v, tau, loops, loop_data, proximal)


def call_repeatedly(make: Callable[[], Call], states: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> Callable[[], None]:
    call = make()
    many = [states[k % len(states)] for k in range(CALLS)]

    def run() -> None:
        for q, v, tau in many:
            call(q, v, tau)

    return run


def pendulum() -> Callable[[], None]:
    """The cost of a call: the same function on one joint without loops."""
    model = pin.Model()
    joint = model.addJoint(0, pin.JointModelRZ(), pin.SE3.Identity(), "a")
    model.appendBodyToJoint(joint, pin.Inertia(1.0, np.array([0.5, 0, 0]), np.eye(3)), pin.SE3.Identity())
    data, loops, loop_data = model.createData(), pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    pin.initConstraintDynamics(model, data, loops, loop_data)
    settings, dynamics = pin.ProximalSettings(1e-12, 0.0, 1), pin.constraintDynamics
    one = np.zeros(1)
    return call_repeatedly(
        lambda: lambda q, v, tau: dynamics(model, data, q, v, tau, loops, loop_data, settings), [(one, one, one)]
    )


def relative_errors(peer: InPinocchio, settings: Settings, states: States, expected: np.ndarray) -> np.ndarray:
    call = calling(peer, settings)
    found = np.array([peer.order.back(np.array(call(*peer.state(*sample)))) for sample in samples(states)])
    return np.abs(found - expected).max(axis=1) / np.abs(expected).max(axis=1)


def cheapest(peer: InPinocchio, states: States, expected: np.ndarray) -> Settings:
    """Leave out the points that say what others say already, and take the first settings that are right."""

    def first_right() -> Settings | None:
        peer.data = peer.model.createData()
        pin.initConstraintDynamics(peer.model, peer.data, peer.loops, peer.loop_data)
        right = (s for s in SETTINGS if np.all(relative_errors(peer, s, states, expected) < AGREEMENT))
        return next(right, None)

    chosen = first_right()
    if chosen is None:
        raise RuntimeError("Pinocchio and kinloop do not agree: nothing to compare")
    for k in reversed(range(len(peer.loops))):
        every, every_data = peer.loops, peer.loop_data
        kept = [i for i in range(len(every)) if i != k]
        if not kept:
            break
        peer.loops, peer.loop_data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        for i in kept:
            peer.loops.append(every[i])
            peer.loop_data.append(every[i].createData())
        fewer = first_right()
        if fewer is None:
            peer.loops, peer.loop_data = every, every_data
        else:
            chosen = fewer
    peer.data = peer.model.createData()
    pin.initConstraintDynamics(peer.model, peer.data, peer.loops, peer.loop_data)
    return chosen
