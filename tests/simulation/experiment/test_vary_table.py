"""The table [vary]: ranges, distributions with seeds, and samples of several of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import kinloop as kl
from kinloop.simulation.experiment.distributions import DISTRIBUTIONS, Marginal
from kinloop.simulation.experiment.experiment_file import experiment_from_text

HEAD = """[experiment]
period = 1e-3
duration = 0.02
[robot]
source = "biglide"
[law]
kind = "PD"
kp = [40, 40]
kd = 2
[sensors]
noise = { q = 1e-6 }
[trajectory]
kind = "Quintic"
start = [0.1, 0.3]
end = [0.15, 0.25]
duration = 0.5
[vary]
"""


def vary(text: str) -> dict[str, Any]:
    found = experiment_from_text(HEAD + text, "run.toml", Path(), "run").vary
    assert found is not None
    return dict(found)


def test_a_logarithmic_range_has_equal_factors() -> None:
    np.testing.assert_allclose(
        vary('law.kd = { from = 1, to = "100", count = 3, scale = "log" }')["law.kd"], [1, 10, 100], rtol=1e-15
    )


def test_seeds_are_whole_numbers_one_after_the_other() -> None:
    first = 2**64 - 4
    assert list(vary(f"sensors.seed = {{ from = {2**62}, count = 3 }}")["sensors.seed"]) == [2**62, 2**62 + 1, 2**62 + 2]
    assert list(vary("sensors.seed = { from = 3, to = 5, count = 3 }")["sensors.seed"]) == [3, 4, 5]
    with pytest.raises(kl.DescriptionError, match=r"vary\.sensors\.seed"):
        vary(f"sensors.seed = {{ from = {first}, count = 9 }}")


PEERS = {
    "uniform": ({"from": 2.0, "to": 5.0}, stats.uniform(2, 3)),
    "log-uniform": ({"from": 0.1, "to": 50.0}, stats.loguniform(0.1, 50)),
    "normal": ({"mean": 3.0, "deviation": 0.5}, stats.norm(3, 0.5)),
    "triangular": ({"from": 1.0, "peak": 1.5, "to": 4.0}, stats.triang(0.5 / 3, 1, 3)),
}
CUT = {"mean": 3.0, "deviation": 0.5, "from": 2.9, "to": 4.0}


@pytest.mark.parametrize("word", DISTRIBUTIONS)
def test_distributions_are_those_of_scipy(word: str) -> None:
    numbers, peer = PEERS[word]
    shares = np.linspace(0.001, 0.999, 99)[:, None]
    found = Marginal(word, {name: np.asarray(value) for name, value in numbers.items()}).values(shares)
    np.testing.assert_allclose(found, peer.ppf(shares[:, 0]), rtol=1e-12)


def test_a_normal_distribution_between_ends_is_scipys() -> None:
    shares = np.linspace(0.0, 1.0, 99)[:, None]
    found = Marginal("normal", {name: np.asarray(value) for name, value in CUT.items()}).values(shares)
    np.testing.assert_allclose(found, stats.truncnorm(-0.2, 2.0, 3, 0.5).ppf(shares[:, 0]), rtol=1e-9)
    assert found.min() >= 2.9
    assert found.max() <= 4.0


def test_random_values_have_a_seed_and_more_of_them_begin_with_the_same() -> None:
    text = 'plant.m_p = {{ distribution = "normal", mean = 3, deviation = 0.2, count = {}, seed = {} }}'
    few, many, other = (vary(text.format(*given))["plant.m_p"] for given in ((5, 1), (9, 1), (5, 2)))
    np.testing.assert_array_equal(few, many[:5])
    assert not np.isin(few, other).any()


def test_two_paths_with_the_same_seed_are_independent() -> None:
    entry = '{ distribution = "uniform", from = 1, to = 2, count = 1000, seed = 1 }'
    found = vary(f"plant.m_p = {entry}\nplant.m_f = {entry}")
    assert abs(np.corrcoef(found["plant.m_p"], found["plant.m_f"])[0, 1]) < 0.1


def test_vectors_have_a_distribution_for_each_number() -> None:
    found = vary("environment.wrenches.tool = { from = [0, 0, 0, 0, 0, 0], to = [6, 0, 1, 0, 0, 0], count = 4 }")
    assert found["environment.wrenches.tool"].shape == (4, 6)
    found = vary(
        'sampling = { method = "sobol", count = 8, seed = 1 }\n'
        "environment.wrenches.tool = { from = [0, 0, 0, 0, 0, 0], to = [6, 0, 1, 0, 0, 0] }"
    )["environment.wrenches.tool"]
    assert found.shape == (8, 6)
    assert not found[:, [1, 3, 4, 5]].any()
    assert not np.allclose(found[:, 0], 6 * found[:, 2])


SAMPLED = """plant.m_p = { from = 2, to = 4 }
law.kd = { from = 1, to = 100, scale = "log" }
plant.m_f = { distribution = "normal", mean = 1, deviation = 0.1 }
"""


@pytest.mark.parametrize("method", ["latin hypercube", "sobol"])
def test_samples_fill_every_stratum_of_each_path_once(method: str) -> None:
    found = vary(f'sampling = {{ method = "{method}", count = 64, seed = 3 }}\n{SAMPLED}')
    shares = {
        "plant.m_p": (found["plant.m_p"] - 2) / 2,
        "law.kd": np.log(found["law.kd"]) / np.log(100),
        "plant.m_f": stats.norm(1, 0.1).cdf(found["plant.m_f"]),
    }
    for name, share in shares.items():
        assert sorted(np.floor(64 * share).astype(int).tolist()) == list(range(64)), name


def test_a_longer_sobol_sequence_begins_with_the_shorter_one() -> None:
    few, many = (vary(f'sampling = {{ method = "sobol", count = {n}, seed = 3 }}\n{SAMPLED}') for n in (16, 40))
    for name, values in few.items():
        np.testing.assert_array_equal(values, many[name][:16])


def test_lists_and_seeds_go_along_with_samples() -> None:
    text = 'sampling = { method = "sobol", count = 4, seed = 3 }\nplant.m_p = { from = 2, to = 4 }\n'
    found = vary(text + "law.kd = [1, 2, 3, 4]\nsensors.seed = { from = 7 }")
    assert list(found) == ["plant.m_p", "law.kd", "sensors.seed"]
    assert list(found["sensors.seed"]) == [7, 8, 9, 10]
    with pytest.raises(kl.DescriptionError, match="different numbers of runs"):
        vary(text + "law.kd = [1, 2]")


FAULTS = {
    'sampling = { method = "halton", count = 0, seed = -1 }\nplant.m_p = { from = 2, to = 4 }': [
        "vary.sampling.method: expected one of latin hypercube, sobol, given 'halton'",
        "vary.sampling.count: expected a whole number of runs from 1",
        "vary.sampling.seed: it is -1, expected a whole number from 0",
    ],
    "sampling = 3\nplant.m_p = [1]": ["vary.sampling: expected a table, [sampling], given 3"],
    'grid = true\nsampling = { method = "sobol", count = 4, seed = 1 }\nplant.m_p = { from = 2, to = 4, count = 3 }': [
        "vary.sampling: samples belong together",
        "vary.plant.m_p.count: no such key",
    ],
    'plant.m_p = { distribution = "gauss", mean = 1 }': ["vary.plant.m_p.distribution: expected one of uniform, log-uniform"],
    'plant.m_p = { distribution = "normal", mean = 1, count = 3 }': ["deviation: it is missing", "seed: it is missing"],
    'plant.m_p = { distribution = "normal", mean = 1, deviation = -1, count = 3, seed = 1 }': ["the deviation is not negative"],
    'plant.m_p = { distribution = "normal", mean = 1, deviation = 1, from = 3, to = 2, count = 3, seed = 1 }': [
        "from is below to"
    ],
    'plant.m_p = { distribution = "normal", mean = 1, deviation = 0.1, from = 9, count = 3, seed = 1 }': ["almost nothing"],
    'plant.m_p = { distribution = "triangular", from = 1, peak = 5, to = 3, count = 3, seed = 1 }': ["the peak is between"],
    'plant.m_p = { from = 0, to = 3, count = 3, scale = "log" }': ["a logarithmic range has ends above zero"],
    'plant.m_p = { from = 1, to = 3, count = 3, scale = "cubic" }': ["expected one of linear, log, given 'cubic'"],
    "plant.m_p = { from = 1, to = inf, count = 3 }": ["the numbers of a range are finite"],
    'plant.m_p = { distribution = "uniform", from = 1, to = 2, count = 10000000, seed = 1 }': ["from 1 to 1000000"],
    "sensors.seed = { from = 0, to = 9, count = 3 }": ["3 seeds from 0 end at 2, given 9"],
}


@pytest.mark.parametrize("text", FAULTS)
def test_faults_are_named_with_their_place(text: str) -> None:
    with pytest.raises(kl.DescriptionError) as raised:
        vary(text)
    for words in FAULTS[text]:
        assert words in str(raised.value)


def test_a_sweep_of_samples_is_saved_and_read_as_an_equal_one(tmp_path: Path) -> None:
    given = experiment_from_text(
        f'{HEAD}sampling = {{ method = "sobol", count = 8, seed = 3 }}\n{SAMPLED}', "run.toml", Path(), "run"
    )
    given.save(tmp_path / "run.toml")
    assert kl.load_experiment(tmp_path / "run.toml") == given
