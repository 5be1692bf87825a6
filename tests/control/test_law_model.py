"""The controller's model has the same methods on symbols and on numbers, and both have those of a robot."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np
import pytest
from machines import robot_named

import kinloop as kl
from kinloop.control.law_model import LawModel

MACHINES = ("two_r", "biglide", "five_bar", "stewart_gough")
# Each method, and the names of its arguments.
METHODS = {
    "forward_velocity": "q qd_active",
    "inverse_velocity": "q xd",
    "forward_acceleration": "q qd qdd_active",
    "inverse_acceleration": "q qd xdd",
    "jacobian": "q",
    "task_jacobian": "q",
    "inverse_jacobian": "q",
    "input_output": "q",
    "inverse_dynamics": "q qd qdd_active",
    "forward_dynamics": "q qd tau",
    "inertia": "q",
    "bias": "q qd",
    "coriolis": "q qd",
    "gravity": "q",
    "friction": "q qd",
    "spring": "q",
    "static_effort": "q",
    "energy": "q qd",
}
RESULTS = ("xd", "qd", "qd_active", "qd_passive", "xdd", "qdd", "qdd_active", "qdd_passive", "loop_force", "A", "B")
RESULTS += ("kinetic", "potential", "total")


def results_of(given: Any) -> dict[str, Any]:
    """The arrays of a result by name."""
    parts = {name: getattr(given, name) for name in RESULTS if hasattr(given, name)}
    return parts or {"": given}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name == "stewart_gough")) for name in MACHINES])
@pytest.mark.parametrize("method", METHODS)
def test_a_method_on_symbols_gives_the_numbers_of_the_robot(name: str, method: str) -> None:
    robot = robot_named(name)
    random = np.random.default_rng(3)
    q, qd_active = robot.start, random.uniform(-1, 1, robot.n_active)
    qd = robot.forward_velocity(q, qd_active).qd
    xd = robot.forward_velocity(q, qd_active).xd
    known = {"q": q, "qd": qd, "qd_active": qd_active, "xd": xd, "xdd": random.uniform(-1, 1, xd.size)}
    known |= {"qdd_active": random.uniform(-1, 1, robot.n_active), "tau": random.uniform(-1, 1, robot.n_active)}
    names = METHODS[method].split()
    expected = results_of(getattr(robot, method)(*(known[each] for each in names)))
    symbols = [ca.SX.sym(each, known[each].size) for each in names]
    parameters = ca.SX(list(robot.parameters.values())) if robot.parameters else ca.SX(0, 1)
    found = results_of(getattr(LawModel(robot.models.formulas, parameters), method)(*symbols))
    assert set(found) == set(expected)
    for part, expression in found.items():
        function = ca.Function("found", symbols, [expression])
        value = np.array(function(*(known[each] for each in names)))
        np.testing.assert_allclose(value.reshape(np.shape(expected[part])), expected[part], rtol=1e-9, atol=1e-9)


def test_one_function_is_a_law_on_symbols_and_a_law_in_python() -> None:
    """By methods, and by formulas' names."""

    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        wanted = 20.0 * (reference.qd_active - measured.qd_active) + 100.0 * (reference.q_active - measured.q_active)
        bias = model("bias", q=measured.q, qd=measured.qd)["bias"]
        assert model.n_active == 2
        assert "m_p" in model.parameters
        return model.inertia(measured.q) @ wanted + bias, state

    robot = robot_named("biglide")
    path = kl.Quintic([0.1, 0.3], [0.15, 0.25], 0.5)
    runs = [
        kl.simulate(robot, make(law, joint_reference=True), path, duration=0.1, period=0.01)
        for make in (kl.casadi_law, kl.python_law)
    ]
    assert runs[0].status == runs[1].status == kl.RunStatus.COMPLETE
    np.testing.assert_allclose(runs[1].tau, runs[0].tau, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("make", [kl.casadi_law, kl.python_law])
@pytest.mark.parametrize(
    ("inputs", "error", "words"),
    [
        ({"q": 0, "qdd": 0}, kl.UnknownName, "no input 'qdd' .*the formula 'bias' has: q, qd"),
        ({"q": 0}, kl.ShapeError, r"model\('bias'\): qd is missing; it takes q, qd"),
    ],
)
def test_wrong_inputs_of_a_formula_are_named(make: Any, inputs: Any, error: type[Exception], words: str) -> None:
    law = make(lambda t, m, r, s, model: (model("bias", **dict.fromkeys(inputs, m.q))["bias"], s))
    with pytest.raises(error, match=words):
        kl.simulate(robot_named("biglide"), law, duration=0.01, period=0.01)


def test_a_law_changes_parameters_and_period_of_its_model_alike_on_symbols_and_in_python() -> None:
    def law(t: Any, measured: Any, reference: Any, state: Any, model: Any) -> Any:
        heavier = model.with_parameters(m_p=5.0).with_period(2 * model.period)
        return heavier.inertia(measured.q)[:, 0] * heavier.period, state

    robot = robot_named("biglide")
    runs = [kl.simulate(robot, make(law), duration=0.01, period=1e-3) for make in (kl.casadi_law, kl.python_law)]
    np.testing.assert_allclose(runs[0].tau, runs[1].tau, atol=1e-14)
    np.testing.assert_allclose(runs[0].tau[0], 2e-3 * robot.with_parameters(m_p=5.0).inertia(robot.start)[:, 0], rtol=1e-12)
