"""A faulty file for each message: all faults of a file are reported together, with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

import kinloop as kl

FOLDER = Path(__file__).parent / "bad_files"
# File -> line, column and a part of the message of every fault.
EXPECTED: dict[str, list[tuple[int, int, str]]] = {
    "everything": [
        (2, 8, "experiment.name: expected a text in quotes, given 3"),
        (3, 13, "experiment.period: '1 ms': expected an operator or the end but found 'ms'"),
        (4, 1, "experiment.duraton: no such key (did you mean 'duration'?); known keys: name, description, duration, period"),
        (5, 1, "experiment.seed: it is a key of [sensors]"),
        (12, 8, "trajectory.kind: no trajectory 'Quintik' (did you mean 'Quintic'?); there are:"),
        (15, 2, "law.ki: it is missing"),
        (17, 16, "law.kp[1]: no parameter 'lenght'"),
        (20, 1, "law.gain: no such key; known keys: kind, kp, ki, kd"),
        (24, 12, "plant.substeps: Native: substeps is 2.5, expected a whole number"),
        (26, 2, "sensors: no noise of 'qq' (did you mean 'q'?)"),
        (29, 2, "recordings: no such key (did you mean 'recording'?); known keys: experiment, robot, trajectory, law"),
        (33, 10, "vary.law.kp: expected a list with a value for each run, or a range"),
    ],
    "no_tables": [(0, 0, "experiment: it is missing"), (0, 0, "robot: it is missing")],
    "wrong_tables": [
        (1, 9, "robot: expected a table, [robot], given 'biglide'"),
        (2, 14, "trajectory: expected one trajectory or more"),
        (3, 7, "law: expected a table, given 3"),
        (4, 8, "vary: expected a table, [vary], given 1"),
    ],
    "unknown_machine": [(4, 10, "no machine 'biglid' (did you mean 'biglide'?)"), (7, 11, "law.kp: '2 * * 3'")],
    "missing_file": [(4, 10, "robot.source: no file '")],
    "bad_parameters": [
        (6, 22, "robot.parameters.m_p: biglide with m_p = -3 has 1 fault"),
        (6, 26, "robot.parameters.lenght: no such key"),
        (6, 55, "robot.parameters.d: expected a number"),
    ],
    "fit": [
        (2, 12, "experiment.duration: the duration 1.0005 s is no whole number of periods"),
        (4, 5, "experiment.q: q of biglide has shape (2,), expected (4,)"),
        (5, 8, "experiment.mode: mode='g9=+1' chooses the configuration at the trajectory's start, and q gives another"),
        (9, 12, "sensors.measured: no thing to measure 'elbow'"),
        (11, 14, "actuators.saturation: saturation is (1.0, 2.0, 3.0), expected one number or one for each of q1, q2"),
        (13, 7, "environment.wrenches.tol: no frame 'tol' (did you mean 'tool'?)"),
        (14, 2, "plant: no parameter 'm_q' (did you mean 'm_p'?)"),
    ],
    "constructors": [
        (7, 9, "trajectory.start: Quintic: start has 2 coordinates, but end has 3"),
        (14, 18, "law.inner.gain: VelocityControl: gain is -200, expected numbers from zero"),
        (17, 17, "observer.time_constant: FilteredDifferences: time_constant is -1"),
        (18, 2, "environment: Environment: the wrench on 'tool' has shape (3,), expected (6,)"),
    ],
    "flags": [
        (7, 6, "law.kp: expected a number, given true"),
        (9, 15, "law.feedforward: expected a text in quotes, given true"),
        (10, 12, "law.bumpless: expected true or false, given 1"),
    ],
    "vary": [
        (10, 2, "recording: a sweep keeps samples by every and keep of [vary]"),
        (13, 8, "vary.grid: it is 1, expected True or False"),
        (14, 8, "vary.keep: expected one of samples, summary, given 'all'"),
        (15, 9, "vary.every: it is 0, expected a whole number from 1"),
    ],
    "vary_paths": [
        (11, 10, "vary.law.kp: law.kp of biglide has shape (2,), expected (runs, 2)"),
        (12, 10, "vary.law.ki: no thing to vary 'law.ki' (did you mean 'law.kp'?)"),
        (13, 8, "vary.m_pp: no thing to vary 'm_pp'"),
        (14, 7, "vary.m_f.to: it is missing"),
        (14, 27, "vary.m_f.count: expected a whole number of runs from 2"),
        (15, 13, "vary.plant.m_p: plant.m_p is [1, [2, 3]], expected numbers"),
        (16, 16, "vary.sensors.seed: the seed varies, but there is no noise"),
    ],
    "syntax": [(2, 14, "expected the end of the line"), (6, 8, "law.kind: no law 'PDD'"), (7, 8, "a unit or an expression")],
    "twice": [(3, 1, "experiment.period: it is given twice; line 2 has it already")],
    "machine": [(2, 2, "joints: this describes a machine; kl.load reads it")],
    "description": [(5, 15, "robot.description: arm (its description) has 1 fault")],
    "dates": [
        (2, 10, "experiment.period: expected a number or a text, given datetime.date(1979, 5, 27)"),
        (3, 12, "experiment.duration: the whole number is too large"),
        (5, 10, "robot.source: expected a text in quotes"),
    ],
    "wrong_type_within": [(11, 15, "law.independent: LQR: independent is 5, expected a list of names of joints")],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_every_fault_is_reported_with_its_line(name: str) -> None:
    with pytest.raises(kl.DescriptionError) as caught:
        kl.load_experiment(FOLDER / f"{name}.toml")
    found = [(*(fault.place[1:3] if fault.place else (0, 0)), fault.message) for fault in caught.value.faults]
    assert [place[:2] for place in found] == [place[:2] for place in EXPECTED[name]], str(caught.value)
    for (*_, message), (*_, words) in zip(found, EXPECTED[name], strict=True):
        assert words in message
        assert message in str(caught.value)


def test_a_file_in_another_encoding_is_refused() -> None:
    with pytest.raises(kl.FileError, match=r"not UTF-8: byte 0xe9 in line 2"):
        kl.load_experiment(FOLDER / "latin1.toml")


def test_every_file_of_the_folder_is_tested() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*EXPECTED, "latin1"}
