"""Fuzzy systems: the default rules, both methods against formulas written out again, compiled code, and copies."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import casadi as ca
import numpy as np
import pytest

from kinloop.compile.llvm.kernel import compile_formula
from kinloop.compile.tape.tape import Formula, scalar
from kinloop.control.fuzzy.default_rules import INPUT_TERMS, NAMES
from kinloop.control.fuzzy.fuzzy_system import FuzzySystem
from kinloop.errors import NotFinite, ShapeError

PRODUCT: dict[str, Any] = {"method": "sugeno", "conjunction": "product"}
# Trapezoids, a vertical edge inside the range, and linear consequents.
OTHER_INPUTS: dict[str, Any] = {
    "error": {"low": [-2, -2, -1, 0.5], "middle": [-1, 0, 0.5], "high": [0.5, 0.5, 2, 2], "edge": [0, 0.5, 0.5]},
    "rate": {"down": [-1, -1, 1], "up": [-1, 1, 1]},
    "rules": [["slow", "slow"], ["slow", "fast"], ["fast", "fast"], ["fast", "slow"]],
}
SYSTEMS = {
    "mamdani": FuzzySystem(),
    "sugeno": FuzzySystem(method="sugeno"),
    "product": FuzzySystem(**PRODUCT),
    "mamdani with trapezoids": FuzzySystem(**OTHER_INPUTS, output={"slow": [-1, -0.5, 0, 1], "fast": [-0.5, 1, 2]}),
    "linear consequents": FuzzySystem(**OTHER_INPUTS, **PRODUCT, output={"slow": [1.0, 0.5, -0.2], "fast": 0.7}),
}
RNG = np.random.default_rng(0)
E, V = RNG.uniform(-1.3, 1.3, (2, 400))


def membership(x: float, points: Any, lowest: float, highest: float) -> float:
    """Of a triangle or trapezoid at a value within the range, one at a vertical edge."""
    a, b, c, d = points[0], points[1], points[-2], points[-1]
    x = min(max(x, lowest), highest)
    if b <= x <= c:
        return 1.0
    return max(0.0, (x - a) / (b - a) if x < b and b > a else (d - x) / (d - c) if x > c and d > c else 0.0)


def held(system: Any, error: float, rate: float) -> list[tuple[float, str]]:
    """How far each rule holds, and its output, written out again."""
    of = []
    for terms, x in ((system.error, error), (system.rate, rate)):
        ends = min(p[0] for p in terms.values()), max(p[-1] for p in terms.values())
        of.append([membership(x, points, *ends) for points in terms.values()])
    both = np.minimum if system.conjunction == "min" else np.multiply
    return [(float(both(one, other)), system.rules[i][j]) for i, one in enumerate(of[0]) for j, other in enumerate(of[1])]


def test_the_default_has_49_rules_with_one_output_along_antidiagonals() -> None:
    rules: Any = FuzzySystem().rules
    assert sum(len(row) for row in rules) == 49
    assert rules[0] == ("NB", "NB", "NB", "NB", "NM", "NS", "ZE")
    assert all(rules[i][j] == rules[j][i] for i in range(7) for j in range(7))
    assert all(rules[i + 1][j] == rules[i][j + 1] for i in range(6) for j in range(6))
    assert "49 rules" in str(FuzzySystem())


@pytest.mark.parametrize("name", ["mamdani", "mamdani with trapezoids"])
def test_mamdani_equals_scikit_fuzzy(name: str) -> None:
    """Memberships, rules and union by scikit-fuzzy and NumPy, on a grid of 10^4 points: the spacing is the tolerance."""
    skfuzzy = pytest.importorskip("skfuzzy", reason="scikit-fuzzy is not installed")
    system: Any = SYSTEMS[name]
    sets = system.output
    u = np.linspace(min(p[0] for p in sets.values()), max(p[-1] for p in sets.values()), 10_001)
    shapes = {name: (skfuzzy.trimf if len(points) == 3 else skfuzzy.trapmf)(u, points) for name, points in sets.items()}
    for error, rate in zip(E[:60], V[:60], strict=True):
        rules = held(system, error, rate)
        clipped = [np.fmin(max(w for w, output in rules if output == name), shape) for name, shape in shapes.items()]
        assert system(error, rate) == pytest.approx(skfuzzy.defuzz(u, np.max(clipped, axis=0), "centroid"), abs=1e-4)


@pytest.mark.parametrize("name", ["sugeno", "product", "linear consequents"])
def test_sugeno_is_the_weighted_mean_of_the_consequents(name: str) -> None:
    system: Any = SYSTEMS[name]
    for error, rate in zip(E[:100], V[:100], strict=True):
        weights = np.array([w for w, _ in held(system, error, rate)])
        e, v = np.clip(error, -2 if "linear" in name else -1, 2 if "linear" in name else 1), np.clip(rate, -1, 1)
        values = [system.output[output] for _, output in held(system, error, rate)]
        z = [value if isinstance(value, float) else value[0] * e + value[1] * v + value[2] for value in values]
        assert system(error, rate) == pytest.approx(weights @ z / weights.sum(), abs=1e-13)


def test_sugeno_with_products_is_linear_within_the_range() -> None:
    """The terms interpolate, and the rules add: error + rate, as far as no rule saturates."""
    e, v = E[np.abs(E) + np.abs(V) < 2 / 3], V[np.abs(E) + np.abs(V) < 2 / 3]
    np.testing.assert_allclose(SYSTEMS["product"](e, v), e + v, atol=1e-14)


@pytest.mark.parametrize("name", ["mamdani", "sugeno", "product"])
def test_the_default_is_odd_bounded_and_monotone_in_the_error(name: str) -> None:
    system = SYSTEMS[name]
    np.testing.assert_allclose(system(-E, -V), -system(E, V), atol=1e-14)
    assert system(0.0, 0.0) == 0.0
    grid = np.linspace(-1.5, 1.5, 1201)
    assert np.abs(system(grid[:, None], grid[::10])).max() <= 1 + 1e-15
    assert np.diff(system(grid, 0.0)).min() >= -1e-15
    assert system(1.0, 0.0) == pytest.approx(1.0, abs=1e-15)
    assert system(50.0, 0.0) == system(1.0, 0.0)  # clipped to the range


def test_the_gains_of_the_default_are_larger_at_the_reference_than_on_average() -> None:
    """Near zero the levels are those of ZE, of a neighbour (the larger input) and, with inputs of one sign, of the next (the
    smaller one); beyond ZE their sets add areas with the centroids 1.5 and 2.5, in units of the terms' spacing."""
    system, h = FuzzySystem(), 1e-8
    for e, v in ((1.0, 0.0), (0.0, 1.0), (1.0, 0.5), (-0.3, -1.0)):
        larger, smaller = sorted((e, v), key=abs, reverse=True)
        assert system(e * h, v * h) / h == pytest.approx(1.5 * larger + 2.5 * smaller, rel=1e-6)
    assert system(h, -0.4 * h) / h == pytest.approx(1.5 * (1.0 - 0.4), rel=1e-6)
    for k in range(7):
        assert system(k / 6, 0.0) == pytest.approx(k / 6, abs=1e-15)  # at peaks and midway between them


@pytest.mark.parametrize("name", SYSTEMS)
def test_compiled_code_equals_casadi(name: str) -> None:
    e, v = ca.SX.sym("e"), ca.SX.sym("v")
    formula = Formula("fuzzy", (scalar("e", e), scalar("v", v)), (scalar("u", SYSTEMS[name](e, v)),))
    kernel = compile_formula(lambda: formula, {"test": repr(SYSTEMS[name])}, "fuzzy")
    np.testing.assert_allclose(kernel(E, V), SYSTEMS[name](E, V), atol=1e-15)  # compiled sums and products are fused
    assert np.isnan(kernel(np.nan, 0.1))  # a lost measurement is not hidden


def test_instructions_are_few() -> None:
    e, v = ca.SX.sym("e"), ca.SX.sym("v")
    assert ca.Function("f", [e, v], [FuzzySystem()(e, v)]).n_instructions() < 450
    assert ca.Function("f", [e, v], [SYSTEMS["product"](e, v)]).n_instructions() < 250


def test_rules_as_texts_and_as_a_table_are_the_same_system() -> None:
    default: Any = FuzzySystem().rules
    texts = [f"{one},{other}->  {default[i][j]}" for j, other in enumerate(NAMES) for i, one in enumerate(NAMES)]
    assert FuzzySystem(rules=texts) == FuzzySystem()
    fewer = FuzzySystem(rules=[["ZE"] * 7] * 7)
    np.testing.assert_allclose(fewer(E, V), 0.0, atol=1e-16)
    assert fewer != FuzzySystem()


def test_the_order_of_terms_does_not_matter() -> None:
    """The default rules are by name, and rows of a table are in the order of the terms as they are given."""
    turned = dict(reversed(INPUT_TERMS.items()))
    default: Any = FuzzySystem().rules
    for system in (FuzzySystem(error=turned), FuzzySystem(error=turned, rules=default[::-1])):
        assert system == FuzzySystem()
        assert repr(system) == repr(FuzzySystem())
        np.testing.assert_array_equal(system(E, V), FuzzySystem()(E, V))
    assert FuzzySystem(error=turned, rules=default) != FuzzySystem()


def test_a_variable_with_one_term_is_ignored() -> None:
    rules = [[name] for name in NAMES]
    system = FuzzySystem(rate={"any": [-1, -1, 1, 1]}, rules=rules)
    np.testing.assert_array_equal(system(E, V), FuzzySystem()(E, 0.0))


def test_copies_are_equal_and_arrays_are_copied() -> None:
    points = np.array([-1.0, 0.0, 1.0])
    system = FuzzySystem(output=dict.fromkeys(NAMES, points))
    points[1] = 0.5
    assert system.output is not None
    assert system.output["ZE"] == (-1.0, 0.0, 1.0)
    system(0.1, 0.2)  # keeps a CasADi function, which no copy has
    for copied in (pickle.loads(pickle.dumps(system)), copy.deepcopy(system)):
        assert copied == system
        assert repr(copied) == repr(system)
    assert FuzzySystem(error=dict(INPUT_TERMS)) == FuzzySystem()


def test_inputs_that_are_no_numbers_are_refused_in_words() -> None:
    with pytest.raises(NotFinite, match="an error or a rate is not finite"):
        FuzzySystem()(np.nan, 0.0)
    with pytest.raises(ShapeError, match=r"error \(2,\) and rate \(3,\) do not broadcast"):
        FuzzySystem()([0, 1], [0, 1, 2])
    with pytest.raises(ShapeError, match="rate is 'fast', expected numbers"):
        FuzzySystem()(0.0, "fast")
    assert FuzzySystem()(np.zeros((0, 3)), 0.0).shape == (0, 3)
