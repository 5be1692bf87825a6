"""The programs of the README run as printed."""

import re
from pathlib import Path

import numpy as np
import pytest

import kinloop as kl

README_FOLDER = Path(__file__).parent.parent
README = (README_FOLDER / "README.md").read_text(encoding="utf-8")


def _block(language: str, which: int = 0) -> str:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)[which]


def test_the_ten_lines_run(capsys):
    exec(compile(_block("python"), "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "(100000, 2, 2)" in printed
    assert printed.count("working g1=") == 4
    assert re.search(r"at 0\.59\d* s: type 2;", printed)
    back = re.search(r"efforts back  \[(.*?)\]", printed)
    assert back
    np.testing.assert_allclose(np.fromstring(back.group(1), sep=" "), [1.0, -1.0], rtol=1e-8)


def test_figures_are_of_benchmarks_that_exist():
    """Of each figure the command that measures it, and ratios that are those of the two times."""
    rows = re.findall(
        r"^\| `(\w+)`: (.*) \| ([\d.]+) (\w+) \| .*?([\d ]*\d(?:\.\d+)?) (\w+) \| ([\d.]+) times (\w+) \|$", README, re.M
    )
    assert len(rows) >= 6
    for topic, _, own, own_unit, peer, peer_unit, ratio, words in rows:
        assert (README_FOLDER / "benchmarks" / f"{topic}.py").exists()
        assert own_unit == peer_unit
        faster = float(peer.replace(" ", "")) / float(own)
        assert float(ratio) == pytest.approx(faster if words == "faster" else 1 / faster, rel=0.02)


def test_a_run_and_ten_thousand(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(_block("python", 1), "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "<Record of five_bar: 1001 samples to 1 s, complete>" in printed
    assert "<Rollouts of five_bar: 10000 runs without samples, 0 ended early>" in printed
    errors = [float(number) for number in re.findall(r"(\S+) m$", printed, re.MULTILINE)]
    assert all(1e-6 < error < 1e-2 for error in errors)
    assert len(kl.Record.load("run.npz")) == 1001


def test_the_pendulum_of_the_readme_has_the_inertia_of_a_rod(tmp_path):
    path = tmp_path / "pendulum.toml"
    path.write_text(_block("toml"), encoding="utf-8")
    pendulum = kl.load(path, m=2.0)
    np.testing.assert_allclose(pendulum.inertia([0.3]), [[2.0 * 0.4**2 / 3]], rtol=1e-14)
    np.testing.assert_allclose(pendulum.bias([0.0], [0.0]), [2.0 * 9.81 * 0.2], rtol=1e-14)
