"""What a record says of its law and its options: plain JSON, with nothing pickled."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from inspect import getsource
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.simulation.record.run_description import LARGEST, as_json, describe_law, source_hash

PATH = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.05)
CLOCK: dict[str, Any] = {"duration": 0.02, "period": 0.01}
NOTHING_ELSE: dict[str, Any] = {"surfaces": [], "followers": {}, "signals": {}}


def push(t: Any, measured: Any, reference: Any, state: Any, model: Any, force: Any = 0.0) -> Any:
    return [force, 0.0], state


@dataclass(frozen=True)
class Constant(kl.Law):
    """A law of the user's, with one gain."""

    force: float = 2.0

    def __call__(self, t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        return self.force * np.ones(2), state


def test_a_record_keeps_its_law_and_options_in_its_file(tmp_path: Path) -> None:
    sensors, plant = kl.Sensors(noise={"q": 1e-6}, seed=7), kl.Native(substeps=2, parameters={"m_p": 3.5})
    law = kl.ComputedTorque(100.0, [20.0, 21.0])
    environment = {"tool": [1.0, 0, 0, 0, 0, 0]}
    run = kl.simulate(
        robot_named("biglide"), law, PATH, sensors=sensors, plant=plant, environment=environment, mode="g1=+1, g2=-1", **CLOCK
    )
    gains = {"kp": 100.0, "kd": [20.0, 21.0], "parameters": None}
    assert run.law == {"name": "ComputedTorque", "gains": gains, "options": {"space": "joint"}}
    assert (run.options["duration"], run.options["period"], run.options["mode"]) == (0.02, 0.01, "g1=+1, g2=-1")
    assert run.options["sensors"] == {
        "type": "Sensors",
        "measured": ["active", "passive"],
        "rates": True,
        "noise": {"q": 1e-6},
        "quantisation": None,
        "seed": 7,
        "run": 0,
        "bias": None,
        "filter": None,
        "tool_mass": 0.0,
    }
    assert (run.options["plant"]["type"], run.options["plant"]["substeps"]) == ("Native", 2)
    assert run.options["plant"]["parameters"] == {"m_p": 3.5}
    wrenches = {"tool": [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]}
    assert run.options["environment"] == {"type": "Environment", "wrenches": wrenches, "pulses": [], **NOTHING_ELSE}
    assert run.options["trajectory"]["type"] == "Quintic"
    assert run.options["trajectory"]["end"] == [0.12, 0.28]
    assert "q" not in run.options
    run.save(tmp_path / "run.npz")
    again = kl.Record.load(tmp_path / "run.npz")
    assert (again.law, again.options) == (run.law, run.options)
    with np.load(tmp_path / "run.npz", allow_pickle=False) as content:
        assert json.loads(str(content["about"]))["options"] == run.options


def test_what_a_record_says_is_enough_to_run_it_again() -> None:
    robot = robot_named("biglide")
    first = kl.simulate(robot, kl.ComputedTorque(100.0, 20.0), PATH, actuators=kl.Actuators(saturation=5.0), **CLOCK)
    said = first.options
    law = kl.ComputedTorque(**first.law["gains"])
    path = kl.Quintic(**{name: value for name, value in said["trajectory"].items() if name != "type"})
    actuators = kl.Actuators(**{name: value for name, value in said["actuators"].items() if name != "type"})
    again = kl.simulate(robot, law, path, duration=said["duration"], period=said["period"], actuators=actuators)
    np.testing.assert_array_equal(again.tau, first.tau)


def test_rollouts_and_prescribed_motions_keep_them_too() -> None:
    robot = robot_named("biglide")
    runs = kl.rollouts(robot, kl.ComputedTorque(100.0, 20.0), PATH, vary={"law.kp": [50.0, 60.0]}, **CLOCK)
    assert runs.law["name"] == "ComputedTorque"
    assert (runs.options["plant"]["type"], runs.options["every"]) == ("Native", 1)
    motion = kl.simulate(robot, None, PATH, plant="prescribed", **CLOCK)
    assert (motion.law, motion.options["plant"]["type"]) == ({"name": "NoEffort", "gains": {}}, "Prescribed")


def test_a_python_law_is_known_by_the_hash_of_its_source() -> None:
    run = kl.simulate(robot_named("biglide"), kl.python_law(push, force=2.0), **CLOCK)
    expected = sha256(getsource(push).encode()).hexdigest()
    assert run.law == {"name": "push", "gains": {"force": 2.0}, "source_sha256": expected}
    assert describe_law(kl.casadi_law(push))["source_sha256"] == expected
    assert describe_law(Constant(3.0))["source_sha256"] == sha256(getsource(Constant).encode()).hexdigest()
    assert describe_law(Constant(3.0))["gains"] == {"force": 3.0}
    without = eval("lambda t, measured, reference, state, model: ([0.0, 0.0], state)")
    assert describe_law(kl.python_law(without))["source_sha256"] is None
    assert source_hash(partial(push, force=1.0)) == expected


def test_a_law_whose_file_was_changed_during_the_run_has_no_hash(tmp_path: Path) -> None:
    """Its source is read at the end of a run, from a file that may be anything by then."""
    file = tmp_path / "law.py"
    space: dict[str, Any] = {}
    exec(
        compile("def law(t, measured, reference, state, model):\n    return measured.q_active, state\n", str(file), "exec"), space
    )
    file.write_text("def law(\n")
    assert describe_law(kl.python_law(space["law"]))["source_sha256"] is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.float64(0.5), 0.5),
        (np.array([[1, 2]]), [[1, 2]]),
        ({"a": (1.0, None)}, {"a": [1.0, None]}),
        (frozenset({"b", "a"}), ["a", "b"]),
        (
            kl.Mode(index=2),
            {"type": "Mode", "index": 2}
            | {f"{kind}{part}": [] for kind in ("working", "assembly") for part in ("", "_names", "_labels")},
        ),
        (kl.RunStatus.STOPPED, 5),
        (object(), {"type": "builtins.object"}),
    ],
)
def test_values_become_plain_json(value: Any, expected: Any) -> None:
    assert as_json(value) == expected
    json.dumps(as_json(value))


def test_a_long_list_is_known_by_its_length_and_hash() -> None:
    numbers = [float(k) for k in range(LARGEST + 1)]
    assert as_json(numbers)["length"] == LARGEST + 1
    assert as_json(numbers) == as_json(list(numbers))
    assert as_json(numbers) != as_json([*numbers[:-1], 0.5])


def test_a_large_array_is_known_by_its_shape_and_hash() -> None:
    array = np.arange(LARGEST + 1.0)
    said = as_json(array)
    assert (said["type"], said["shape"]) == ("array", [LARGEST + 1])
    assert said["sha256"] == sha256(array.tobytes()).hexdigest() != as_json(array + 1)["sha256"]
    assert as_json(push)["name"] == "push"
