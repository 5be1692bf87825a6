"""Fuzzy systems in TOML files: what is written is read back, faults have places, and an experiment may contain a system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.control.fuzzy.fuzzy_law import Fuzzy
from kinloop.control.fuzzy.fuzzy_system import FuzzySystem
from kinloop.errors import DescriptionError, FileError

PAGE = Path(__file__).parents[3] / "docs" / "fuzzy_rules.toml"
SUGENO = FuzzySystem(
    {"N": [-1, -1, 1 / 3], "P": [-1 / 3, 1, 1]},
    {"N": [-1, -1, 0.1, 0.3], "P": [0, 1, 1]},
    {"a": -0.5, "b": [1 / 3, 0.1, -1e-9]},
    [["a", "b"], ["b", "a"]],
    method="sugeno",
    conjunction="product",
)
RUN = """
[experiment]
period = 1e-3

[robot]
source = "two_r"

[trajectory]
kind = "described_motion"

[law]
kind = "Fuzzy"
largest_error = [0.1, "6 deg"]
largest_rate = 1
largest_effort = [6, 3]
"""


@pytest.mark.parametrize("system", [FuzzySystem(), FuzzySystem(method="sugeno"), SUGENO], ids=str)
def test_a_written_file_reads_back_as_an_equal_system(system: FuzzySystem, tmp_path: Path) -> None:
    system.save(tmp_path / "rules.toml")
    assert FuzzySystem.load(tmp_path / "rules.toml") == system


def test_the_example_on_the_page_is_read() -> None:
    system: Any = FuzzySystem.load(PAGE)
    assert len(system.error) == 5
    np.testing.assert_allclose(system([-0.3, 0.3], [0.1, -0.1]).sum(), 0.0, atol=1e-14)


def test_what_a_file_leaves_out_is_the_default_and_numbers_may_be_texts(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text('method = "sugeno"\n')
    assert FuzzySystem.load(str(file)) == FuzzySystem(method="sugeno")
    names = {"NB": -3, "NM": -2, "NS": -1, "ZE": 0, "PS": 1, "PM": 2, "PB": 3}
    rows = "\n".join(f'{name} = ["{max(k - 1, -3)}/3", "{k}/3", "{min(k + 1, 3)}/3"]' for name, k in names.items())
    file.write_text(f"[error]\n{rows}\n")
    assert FuzzySystem.load(file) == FuzzySystem()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('method = "fuzzy"', "rules.toml:1:10: method: no method 'fuzzy'; there are: mamdani, sugeno"),
        ("[output]\nNB = [0, 1, 2]\nNM = [3, 2, 1]\n", "rules.toml:3:6: output.NM: expected breakpoints that do not decrease"),
        ('rules = [\n  "NB, NB -> NB",\n  "NB, XX -> NB",\n]', "rules.toml:3:3: rules[1]: no term 'XX' of rate"),
        ("[outputs]\nNB = 1", "rules.toml:1:2: outputs: no such key (did you mean 'output'?); known keys: method"),
        ("[error\nNB = 1", "not valid TOML"),
    ],
)
def test_faults_of_a_file_have_their_line_and_column(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text)
    with pytest.raises(DescriptionError) as raised:
        FuzzySystem.load(file)
    assert words in str(raised.value)


def test_files_that_are_missing_or_too_large_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no file"):
        FuzzySystem.load(tmp_path / "none.toml")
    (tmp_path / "large.toml").write_text("#" * 1_000_001)
    with pytest.raises(FileError, match="is larger than 1 MB, the limit for fuzzy systems"):
        FuzzySystem.load(tmp_path / "large.toml")
    with pytest.raises(FileError, match="cannot be written"):
        FuzzySystem().save(tmp_path / "no folder" / "rules.toml")


def test_an_experiment_names_the_law_with_gains_alone(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(RUN)
    law: Any = kl.load_experiment(tmp_path / "run.toml").controller
    assert isinstance(law, Fuzzy)
    assert law.system == FuzzySystem()
    assert law.largest_error[1] == pytest.approx(np.deg2rad(6))


def test_an_experiment_may_contain_a_system_and_is_written_with_it(tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    SUGENO.save(tmp_path / "rules.toml")
    text = (tmp_path / "rules.toml").read_text()
    own = text.replace("[error]", "[law.system.error]").replace("[rate]", "[law.system.rate]")
    file.write_text(f"{RUN}feedforward = 'gravity'\n\n[law.system]\n{own.replace('[output]', '[law.system.output]')}")
    experiment = kl.load_experiment(file)
    law: Any = experiment.controller
    assert law.system == SUGENO
    experiment.save(tmp_path / "again.toml")
    assert kl.load_experiment(tmp_path / "again.toml") == experiment
    file.write_text(f"{RUN}\n[law.system]\nrules = [['NB']]\n")
    with pytest.raises(DescriptionError, match="expected 7 rows, one for each term of error: NB, NM"):
        kl.load_experiment(file)
