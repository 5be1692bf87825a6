"""Long tapes are cut into several functions: the numbers are the same to the bit."""

from __future__ import annotations

import numpy as np
import pytest

import kinloop as kl
from kinloop.compile.llvm import child_process, machine_code
from kinloop.compile.llvm.target import host_target
from kinloop.compile.tape import pieces
from kinloop.compile.tape.pieces import Piece

Array = np.ndarray


def answers(robot: kl.Robot, name: str) -> list[Array]:
    """Outputs of the kernel, compiled again, at some states."""
    kernel = kl.load(robot.mechanism).models.formulas.kernel(name)
    random = np.random.default_rng(0)
    known = {"parameters": np.array(list(robot.parameters.values())), "allowed_gap": np.array(1e9)}
    arrays = [known[port.name] if port.name in known else random.uniform(-1, 1, (13, *port.shape)) for port in kernel.inputs]
    result = kernel(*arrays)
    found = list(result) if isinstance(result, tuple) else [result]
    assert np.isfinite(found[0]).all()
    return found


@pytest.fixture
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINLOOP_CACHE", "")


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize(("machine", "name"), [("biglide", "forward_dynamics"), ("three_r", "inertia"), ("six_r", "bias")])
def test_a_tape_in_pieces_gives_the_bits_of_the_whole(machine: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = kl.load(machine)
    whole = answers(robot, name)
    monkeypatch.setattr(pieces, "LONGEST_WHOLE", 0)
    for length in (7, 50):
        monkeypatch.setattr(pieces, "PIECE_LENGTH", length)
        for one, other in zip(answers(robot, name), whole, strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.usefixtures("no_cache")
def test_a_run_in_pieces_gives_the_bits_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def end() -> Array:
        robot = kl.load("two_r")
        run = kl.simulate(robot, kl.ComputedTorque(kp=400.0, kd=40.0), kl.described_motion(robot), duration=0.02, period=1e-3)
        return np.concatenate([run.q[-1], run.qd[-1]])

    whole = end()
    monkeypatch.setattr(pieces, "LONGEST_WHOLE", 0)
    monkeypatch.setattr(pieces, "PIECE_LENGTH", 20)
    np.testing.assert_array_equal(end(), whole)


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize("level", ["LONG", "VERY_LONG"])
def test_code_from_a_process_of_its_own_gives_the_same_bits(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = kl.load("three_r")
    here = answers(robot, "inertia")
    monkeypatch.setattr(machine_code, "LONG", 0)
    if level == "VERY_LONG":
        monkeypatch.setattr(machine_code, "VERY_LONG", 0)
    made: list[bytes | None] = []

    def observed(*given: object) -> bytes | None:
        made.append(child_process.generate_in_child_process(*given))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(machine_code, "generate_in_child_process", observed)
    np.testing.assert_array_equal(answers(robot, "inertia"), here)
    assert made
    assert all(made)


def test_where_no_process_can_be_started_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for executable in ("", "/no/such/python"):
        monkeypatch.setattr(child_process.sys, "executable", executable)
        assert child_process.generate_in_child_process("", host_target(), 2) is None


def test_no_place_is_written_while_it_is_still_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "LONGEST_WHOLE", 0)
    monkeypatch.setattr(pieces, "PIECE_LENGTH", 40)
    tape = kl.load("six_r").models.formulas.tape("inertia")
    parts = pieces.pieces(tape)
    assert [part.last for part in parts[:-1]] == [part.first for part in parts[1:]]
    content: dict[int, int] = {}  # place: step

    def read(part: Piece) -> None:
        for step, place in part.loads.items():
            assert content[place] == step
        assert not set(part.loads.values()) & set(part.stores.values())

    for part in parts:
        read(part)
        content |= {place: step for step, place in part.stores.items()}
    assert max(content) + 1 == max(part.places for part in parts) < len(tape.steps) / 4
