"""The kinds that a file may name are the public classes that are made from data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import isclass
from typing import Any, Literal

import numpy as np
import pytest
from machines import robot_named
from numpy.typing import ArrayLike

import kinloop as kl
from kinloop.control.law import Law
from kinloop.control.observers.observer import Observer
from kinloop.simulation.experiment import kinds as module
from kinloop.simulation.experiment.kinds import REQUIRED, Argument, kinds, kinds_for
from kinloop.simulation.experiment.table_reader import TableReader
from kinloop.simulation.options.plant_options import PLANTS, BuiltInPlant
from kinloop.trajectory.trajectory import Trajectory


def test_every_public_law_observer_and_plant_is_a_kind() -> None:
    public = [getattr(kl, name) for name in kl.__all__ if isclass(getattr(kl, name))]
    for base, words in ((Law, None), (Observer, None), (BuiltInPlant, set(PLANTS))):
        named = {each.__name__ for each in public if issubclass(each, base) and each is not base}
        assert set(kinds_for((base,))) == (words or named)


def test_trajectories_are_told_by_their_members() -> None:
    found = set(kinds_for((Trajectory,)))
    assert {"Quintic", "Sequence", "Spline", "WithTables", "described_motion"} <= found
    assert not found & {"FunctionOfTime", "TrajectoryPoint", "Record"}  # the first needs a function, the others are no motions


def test_keys_are_the_parameters_of_the_class() -> None:
    pid = kinds()["PID"]
    assert list(pid.arguments) == ["kp", "ki", "kd", "limits", "filter", "feedforward", "derivative", "bumpless"]
    assert [key for key, argument in pid.arguments.items() if argument.default is REQUIRED] == ["kp", "ki", "kd"]
    assert [key for key, argument in pid.arguments.items() if argument.holds_words] == ["feedforward", "derivative"]


@pytest.mark.parametrize(
    ("hint", "words", "flags", "tables"),
    [
        (ArrayLike, False, False, False),
        (ArrayLike | None, False, False, False),
        (Any, False, False, False),
        (str, True, False, False),
        (Literal["a", "b"], True, False, False),
        (str | Sequence[str], True, False, False),
        (tuple[str, ...] | None, True, False, False),
        (bool, False, True, False),
        (float | Mapping[str, float] | None, False, False, True),
        (Mapping[str, ArrayLike], False, False, True),
        (kl.Mode | Mapping[str, int] | str | Sequence[int] | int, True, False, True),
    ],
    ids=str,
)
def test_the_type_of_a_parameter_says_what_a_text_is(hint: Any, words: bool, flags: bool, tables: bool) -> None:
    argument = Argument("key", "key", hint)
    assert (argument.holds_words, argument.holds_flags, argument.holds_tables) == (words, flags, tables)


# ---------------------------------------------------------------- classes that take a robot, and parts of interfaces


@dataclass(frozen=True)
class Timed:
    """A motion with limits of a robot's joints or of its own."""

    end: ArrayLike
    robot: kl.Robot | None = None
    space: str = "active"
    duration: float = 1.0
    shape: tuple[int, ...] = ()

    def __call__(self, t: Any) -> Any: ...

    def __getitem__(self, rows: Any) -> Any: ...


def timed_for(robot: kl.Robot, end: ArrayLike) -> Timed:
    return Timed(end, robot)


def by_function(function: Callable[..., Any], end: ArrayLike) -> Timed:
    return Timed(end)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> TableReader:
    """A reader that knows these motions too."""
    given = [("Timed", Timed), ("timed_for", timed_for), ("by_function", by_function)]
    own = {name: kind for name, each in given if (kind := module._kind(name, each)) is not None}
    assert list(own) == ["Timed", "timed_for"]
    monkeypatch.setattr("kinloop.simulation.experiment.table_reader.kinds_for", lambda objects: own)
    return TableReader(robot_named("two_r"))


def test_the_robot_of_the_experiment_is_passed_where_joints_move(reader: TableReader) -> None:
    def made(**keys: Any) -> Any:
        return reader.make({"kind": "Timed", "end": [1, "2 * 3"], **keys}, ("trajectory",), (Trajectory,))

    assert made().robot is reader.robot
    assert made(space="task").robot is None
    assert made(robot=False).robot is None
    assert made(space="task", robot=True).robot is reader.robot
    assert reader.make({"kind": "timed_for", "end": [1]}, ("trajectory",), (Trajectory,)).robot is reader.robot
    np.testing.assert_array_equal(made().end, [1, 6])
    assert reader.faults == []


def test_a_robot_that_is_no_flag_is_refused(reader: TableReader) -> None:
    reader.make({"kind": "Timed", "end": [1], "robot": "two_r"}, ("trajectory",), (Trajectory,))
    reader.make({"kind": "timed_for", "end": [1], "robot": False}, ("trajectory",), (Trajectory,))
    assert [fault.message for fault in reader.faults] == [
        "trajectory.robot: expected true (the robot of the experiment) or false, given 'two_r'",
        "trajectory.robot: expected true, given false",
    ]
