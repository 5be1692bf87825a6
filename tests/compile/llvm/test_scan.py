"""A compiled sampled loop: its integrator, its clock, its memory, and runs that diverge beside runs that do not."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import fields, replace
from math import inf, nan
from typing import Any

import casadi as ca
import numpy as np
import pytest

from kinloop.compile.llvm.kernel import Kernel
from kinloop.compile.llvm.scan import Program, Runs, Scan, compile_scan
from kinloop.compile.llvm.scan_writer import DIVERGED
from kinloop.compile.llvm.target import Target
from kinloop.compile.tape.tape import Argument, Formula, matrix, record, scalar, vector
from kinloop.errors import ShapeError

Compile = Callable[[Formula], Kernel]
Outputs = Argument | tuple[Argument, ...]

t, x, m, u, p = (ca.SX.sym(name, size) for name, size in (("t", 1), ("x", 2), ("m", 1), ("u", 1), ("p", 2)))
READ = {"t": scalar("t", t), "x": vector("state", x), "m": vector("memory", m), "u": vector("command", u)}
READ["p"] = vector("parameters", p)


def part(name: str, reads: str, gives: Outputs) -> Formula:
    return Formula(name, tuple(READ[k] for k in reads), gives if isinstance(gives, tuple) else (gives,))


NO_COMMAND = part("no_command", "", vector("command", ca.SX(0)))
NO_PROJECTION = part("no_projection", "x", vector("state", x))
EVERYTHING = part("everything", "txu", vector("record", ca.vertcat(t, x, u)))
OSCILLATOR = Program(
    NO_COMMAND,
    part("oscillator", "xp", vector("rate", ca.vertcat(x[1], -p[0] * x[0]))),
    NO_PROJECTION,
    part("state", "x", vector("record", x)),
)
# A pendulum with an integrating law, a time-varying reference and everything recorded.
PENDULUM = Program(
    part(
        "law",
        "txmp",
        (vector("command", 4 * (ca.sin(t) - x[0]) - x[1] + p[1] * m), vector("memory", m + ca.tanh(ca.sin(t) - x[0]))),
    ),
    part("pendulum", "xup", vector("rate", ca.vertcat(x[1], u - p[0] * ca.sin(x[0]) - 0.1 * x[1] * ca.fabs(x[1])))),
    NO_PROJECTION,
    part("everything_and_memory", "txmu", vector("record", ca.vertcat(t, x, m, u))),
)
PERIOD = 0.01


def compiled_scan(program: Program, name: str = "scan") -> Scan:
    tapes = [repr(record(formula)) for formula in program.parts.values()]
    return compile_scan(lambda: program, {"tapes": tapes}, name)


def pendulum_runs(n: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(9)
    return {
        "state": rng.uniform(-2, 2, (n, 2)),
        "memory": rng.uniform(-1, 1, (n, 1)),
        "parameters": rng.uniform(0.1, 9, (n, 2)),
    }


def clock(samples: int, every: int = 1, start: float = 0.0) -> np.ndarray:
    return start + PERIOD * every * np.arange(samples)


def assert_same(got: Runs, expected: Runs, index: Any = ...) -> None:
    for field in fields(Runs):
        np.testing.assert_array_equal(getattr(got, field.name), getattr(expected, field.name)[index], err_msg=field.name)


@pytest.fixture(autouse=True)
def numpy_warnings_are_errors() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_the_integrator_converges_at_order_4(target: Target) -> None:
    scan, stiffness, duration = compiled_scan(OSCILLATOR), 7.3, 2.0
    steps = np.array([20, 40, 80, 160])
    exact = np.array([np.cos(np.sqrt(stiffness) * duration), -np.sqrt(stiffness) * np.sin(np.sqrt(stiffness) * duration)])
    errors = []
    for n in steps:
        run = scan([1.0, 0.0], np.arange(n) * (duration / n), duration / n, parameters=[stiffness, 0])
        errors.append(np.abs(run.state - exact).max())
    by_substeps = scan([1.0, 0.0], [0.0], duration, parameters=[stiffness, 0], substeps=160).state
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders[-1] == pytest.approx(4, abs=0.1)
    np.testing.assert_allclose(by_substeps, exact, atol=2 * errors[-1])


def test_a_step_is_runge_kutta_with_the_batch_kernels_to_the_bit(target: Target, compiled: Compile) -> None:
    """The scan and the batch kernels of the same tapes have other widths; the numbers are the same."""
    runs = pendulum_runs(21)
    got = compiled_scan(PENDULUM)(times=clock(5), period=PERIOD, substeps=2, **runs)
    law, rate = compiled(PENDULUM.command), compiled(PENDULUM.rate)
    h, k, s = ca.SX.sym("h"), ca.SX.sym("k", 2), ca.SX.sym("s", 2)
    along = compiled(Formula("along", (scalar("h", h), vector("k", k), vector("x", x)), (vector("o", x + h * k),)))
    weighted = compiled(Formula("weighted", (vector("k", k), vector("s", s)), (vector("o", s + 2 * k),)))
    when = compiled(Formula("when", (scalar("h", h), scalar("n", u), scalar("t", t)), (scalar("o", t + u * h),)))
    state, memory, parameters = runs["state"], runs["memory"], runs["parameters"]
    step = PERIOD / 2
    for period in range(5):
        begin = when(PERIOD, float(period), 0.0)
        command, memory_after = law(begin, state, memory, parameters)
        np.testing.assert_array_equal(got.record[:, period], np.hstack((np.full((21, 1), begin), state, memory, command)))
        for _ in range(2):
            k1 = rate(state, command, parameters)
            k2 = rate(along(step / 2, k1, state), command, parameters)
            k3 = rate(along(step / 2, k2, state), command, parameters)
            k4 = rate(along(step, k3, state), command, parameters)
            state = along(step * (1 / 6), k4 + weighted(k3, weighted(k2, k1)), state)
        memory = memory_after
    np.testing.assert_array_equal(got.state, state)
    np.testing.assert_array_equal(got.memory, memory)
    np.testing.assert_array_equal(got.periods, 5)


def test_a_run_alone_and_in_any_batch_is_the_same_to_the_bit(target: Target) -> None:
    scan, runs = compiled_scan(PENDULUM), pendulum_runs(17)
    options: dict[str, Any] = {"times": clock(6, every=2), "period": PERIOD, "every": 2, "substeps": 3}
    whole = scan(**runs, **options)
    for k in range(17):
        assert_same(scan(**{name: a[k] for name, a in runs.items()}, **options), whole, k)
    for size in range(1, 18):
        assert_same(scan(**{name: a[:size] for name, a in runs.items()}, **options), whole, slice(size))
    grid = scan(**{name: a[:12].reshape(3, 4, -1) for name, a in runs.items()}, **options)
    assert grid.record.shape == (3, 4, 6, 5)
    np.testing.assert_array_equal(grid.state.reshape(12, 2), whole.state[:12])


def test_one_and_two_registers_a_run_give_the_same_bits(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    runs, options = pendulum_runs(11), {"times": clock(5), "period": PERIOD}
    chosen = compiled_scan(PENDULUM, "chosen")(**runs, **options)
    assert target.scan_lanes(10) == target.scan_lanes(10_000) * (1 if target.lanes == 8 else 2)
    for registers in (1, 2):
        monkeypatch.setattr(Target, "scan_lanes", lambda self, instructions, registers=registers: registers * self.lanes)
        assert_same(compiled_scan(PENDULUM, f"{registers} registers")(**runs, **options), chosen)


@pytest.mark.parametrize("threads", [2, 3, 7, None])
def test_threads_do_not_change_a_bit(threads: int | None) -> None:
    scan, runs = compiled_scan(PENDULUM), pendulum_runs(50)
    options: dict[str, Any] = {"times": clock(300), "period": PERIOD, "substeps": 4}
    assert_same(scan(**runs, **options, threads=threads), scan(**runs, **options, threads=1))
    shared = {"state": runs["state"][0], "memory": [0.5], "parameters": runs["parameters"]}
    assert_same(scan(**shared, **options, threads=threads), scan(**shared, **options, threads=1))


def test_no_runs_give_empty_arrays() -> None:
    got = compiled_scan(PENDULUM)(**pendulum_runs(0), times=clock(4), period=PERIOD)
    assert (got.record.shape, got.state.shape, got.memory.shape, got.periods.shape) == ((0, 4, 5), (0, 2), (0, 1), (0,))


def test_the_command_is_computed_once_a_period_and_held(target: Target) -> None:
    """The state's rate is the command, and the command is the time at the period's start: the integral is a sum of steps."""
    held = Program(
        part("clock", "t", vector("command", t)),
        part("follow", "xu", vector("rate", ca.vertcat(u, 1))),
        NO_PROJECTION,
        EVERYTHING,
    )
    run = compiled_scan(held)([0.0, 0.0], 2.0 + 0.25 * np.arange(8), 0.25, substeps=5)
    starts = 2.0 + 0.25 * np.arange(8)
    np.testing.assert_array_equal(run.record[:, 0], starts)
    np.testing.assert_array_equal(run.record[:, 3], starts)
    np.testing.assert_allclose(run.record[:, 1], 0.25 * np.concatenate(([0], np.cumsum(starts)[:-1])), rtol=1e-14)
    assert run.state[0] == pytest.approx(0.25 * starts.sum(), rel=1e-14)
    assert run.state[1] == pytest.approx(2.0, rel=1e-14)


def test_the_rate_sees_the_time_of_each_stage(target: Target) -> None:
    """Runge-Kutta of order 4 integrates cubics exactly, if every stage is at its time."""
    cubic = Program(NO_COMMAND, part("cubic", "tx", vector("rate", ca.vertcat(4 * t**3, 3 * t**2))), NO_PROJECTION, EVERYTHING)
    run = compiled_scan(cubic)([1.0, 1.0], 1.0 + 0.5 * np.arange(6), 0.5, substeps=2)
    times = run.record[:, 0]
    np.testing.assert_allclose(run.record[:, 1:3], np.stack((times**4, times**3), -1), rtol=1e-13)
    np.testing.assert_allclose(run.state, [4.0**4, 4.0**3], rtol=1e-13)


def test_samples_are_kept_every_so_many_periods(target: Target) -> None:
    scan, runs = compiled_scan(PENDULUM), pendulum_runs(5)
    dense = scan(**runs, times=clock(12), period=PERIOD)
    sparse = scan(**runs, times=clock(4, every=3), period=PERIOD, every=3)
    np.testing.assert_array_equal(sparse.record, dense.record[:, ::3])
    np.testing.assert_array_equal(sparse.state, dense.state)
    np.testing.assert_array_equal(sparse.memory, dense.memory)
    np.testing.assert_array_equal(sparse.periods, 12)


def test_two_scans_continue_as_one(target: Target) -> None:
    scan, runs = compiled_scan(PENDULUM), pendulum_runs(6)
    period = 2.0**-7  # so that the sums of periods are exact and the times equal to the bit
    whole = scan(**runs, times=period * np.arange(10), period=period)
    first = scan(**runs, times=period * np.arange(4), period=period)
    rest = {"state": first.state, "memory": first.memory, "parameters": runs["parameters"]}
    second = scan(**rest, times=period * np.arange(4, 10), period=period)
    np.testing.assert_array_equal(np.concatenate((first.record, second.record), axis=1), whole.record)
    np.testing.assert_array_equal(second.state, whole.state)
    np.testing.assert_array_equal(second.memory, whole.memory)


def test_an_integrating_law_remembers(target: Target) -> None:
    """A constant force bends a spring; only a law with memory brings it back to zero."""
    law = part("integrate", "xm", (vector("command", -3 * x[0] - 2 * x[1] - 0.02 * m), vector("memory", m + x[0])))
    spring = part("spring", "xup", vector("rate", ca.vertcat(x[1], u + p[1] - x[0])))
    run = compiled_scan(Program(law, spring, NO_PROJECTION, EVERYTHING))(
        [0.0, 0.0], clock(4000), PERIOD, memory=[0.0], parameters=[0, 5]
    )
    assert np.abs(run.record[:, 1]).max() > 0.5
    assert abs(run.state[0]) < 1e-3
    assert run.memory[0] == pytest.approx(run.record[:, 1].sum(), rel=1e-12)


def test_a_projection_is_applied_after_each_step(target: Target) -> None:
    rate = part("turn", "x", vector("rate", ca.vertcat(-x[1], x[0])))
    onto_circle = part("onto_circle", "x", vector("state", x / ca.norm_2(x)))
    program = Program(NO_COMMAND, rate, onto_circle, part("state", "x", vector("record", x)))
    start, times = np.array([0.6, 0.8]), 0.5 * np.arange(100)
    radius = np.linalg.norm(compiled_scan(program)(start, times, 0.5).record, axis=-1)
    drifted = np.linalg.norm(compiled_scan(replace(program, project=NO_PROJECTION))(start, times, 0.5).record, axis=-1)
    np.testing.assert_allclose(radius, 1.0, rtol=4e-16)
    assert abs(drifted[-1] - 1) > 1e-3


def test_a_projection_may_use_the_time_at_the_end_of_the_step(target: Target) -> None:
    program = Program(
        NO_COMMAND,
        part("still", "x", vector("rate", 0 * x)),
        part("clock", "tx", vector("state", ca.vertcat(t, x[0]))),
        EVERYTHING,
    )
    run = compiled_scan(program)([0.0, 0.0], [0.0, 1.0, 2.0], 1.0, substeps=2)
    np.testing.assert_array_equal(run.state, [3.0, 2.5])


def explosion() -> Program:
    """x' = p x^2 is infinite after 1/(p x) seconds."""
    rate = part("explode", "xp", vector("rate", ca.vertcat(p[0] * x[0] * x[0], x[0])))
    law = part("count", "m", (vector("command", ca.SX(0)), vector("memory", m + 1)))
    return Program(law, rate, NO_PROJECTION, EVERYTHING)


def test_a_run_that_diverges_freezes_and_leaves_the_others_alone(target: Target) -> None:
    scan, n = compiled_scan(explosion()), 19
    parameters = np.zeros((n, 2))
    parameters[:, 0] = np.linspace(-2, 0.5, n)
    options: dict[str, Any] = {"times": clock(100), "period": PERIOD, "memory": [0.0], "substeps": 2}
    calm = scan(np.ones((n, 2)), parameters=parameters, **options)
    assert (calm.periods == 100).all()
    for wild in ([0], [3, 7], [n - 1], [4, 5, 6, 8]):
        spoiled = parameters.copy()
        spoiled[wild, 0] = [5.0, 9.0, 50.0, 1e200][: len(wild)]
        got = scan(np.ones((n, 2)), parameters=spoiled, **options)
        others = np.setdiff1d(np.arange(n), wild)
        for field in fields(Runs):
            np.testing.assert_array_equal(getattr(got, field.name)[others], getattr(calm, field.name)[others])
        assert np.isfinite(got.state).all()
        assert np.isfinite(got.record).all()
        assert (np.abs(got.state) < DIVERGED).all()
        for run in wild:
            survived = int(got.periods[run])
            assert 0 <= survived < 100
            assert got.memory[run, 0] == survived
            np.testing.assert_array_equal(got.record[run, survived + 1 :, 1:3], np.tile(got.state[run], (99 - survived, 1)))


@pytest.mark.parametrize("bad", [nan, inf, -inf, 1e200])
def test_a_start_that_is_not_finite_lasts_no_period(bad: float, target: Target) -> None:
    scan, runs = compiled_scan(PENDULUM), pendulum_runs(9)
    options: dict[str, Any] = {"times": clock(5), "period": PERIOD}
    clean = scan(**runs, **options)
    for name in runs if np.isnan(bad) else ("state",):
        spoiled = {key: a.copy() for key, a in runs.items()}
        spoiled[name][4, 0] = bad
        got = scan(**spoiled, **options)
        assert got.periods.tolist() == [5] * 4 + [0] + [5] * 4
        np.testing.assert_array_equal(got.state[4], spoiled["state"][4])
        np.testing.assert_array_equal(np.delete(got.record, 4, 0), np.delete(clean.record, 4, 0))
    alone = scan([bad, 0.0], memory=[0.0], parameters=[1.0, 1.0], **options)
    assert alone.periods == 0


def test_a_nan_that_the_formulas_drop_lasts_no_period_either(target: Target) -> None:
    scan = compiled_scan(explosion())
    unused = np.array([[0.1, 0.0], [0.1, nan], [0.1, 0.0]])
    memory = np.array([[0.0], [0.0], [nan]])
    assert scan(np.ones((3, 2)), clock(4), PERIOD, memory=memory, parameters=unused).periods.tolist() == [4, 0, 0]


def test_a_law_may_have_an_empty_memory_and_a_plant_no_parameters(target: Target) -> None:
    nothing = ca.SX.sym("nothing", 0)
    law = Formula("plain", (vector("memory", nothing), READ["x"]), (vector("command", -x[0]), vector("memory", nothing)))
    plant = Formula("plant", (READ["x"], READ["u"], vector("parameters", nothing)), (vector("rate", ca.vertcat(x[1], u)),))
    run = compiled_scan(Program(law, plant, NO_PROJECTION, EVERYTHING))(np.ones((3, 2)), clock(4), PERIOD)
    assert run.memory.shape == (3, 0)
    assert (run.periods == 4).all()
    np.testing.assert_allclose(run.record[:, :, 3], -run.record[:, :, 1])


g = ca.SX.sym("g", 2)
SIGNAL = vector("signal", g)
# The same pendulum; its reference and the time come as a signal.
TOLD = replace(
    PENDULUM,
    command=Formula(
        "told",
        (SIGNAL, *PENDULUM.command.inputs[1:]),
        (vector("command", 4 * (g[1] - x[0]) - x[1] + p[1] * m), vector("memory", m + ca.tanh(g[1] - x[0]))),
    ),
)


def told(periods: int) -> np.ndarray:
    when = PERIOD * np.arange(periods)
    return np.stack([when, np.sin(when)], axis=-1)


def test_a_signal_is_read_row_by_row(target: Target) -> None:
    """One for all runs or one for each, and for periods whose samples are not kept."""
    scan, runs = compiled_scan(TOLD), pendulum_runs(13)
    known = compiled_scan(PENDULUM)(times=clock(6, every=3), period=PERIOD, every=3, **runs)
    shared = scan(times=clock(6, every=3), period=PERIOD, every=3, signal=told(18), **runs)
    np.testing.assert_allclose(shared.record, known.record, rtol=1e-12, atol=1e-14)
    own = scan(times=clock(6, every=3), period=PERIOD, every=3, signal=np.tile(told(18), (13, 1, 1)), threads=2, **runs)
    assert_same(own, shared)


def test_a_nan_in_the_signal_ends_the_run_there(target: Target) -> None:
    signals = np.tile(told(9), (5, 1, 1))
    signals[3, 4, 0] = nan  # which the formulas drop
    got = compiled_scan(TOLD)(times=clock(9), period=PERIOD, signal=signals, **pendulum_runs(5))
    assert got.periods.tolist() == [9, 9, 9, 4, 9]


def test_a_run_that_is_cut_goes_on_to_the_bit(target: Target) -> None:
    """And it may end at its last sample, whose command is known and does not act."""
    scan, runs = compiled_scan(TOLD), pendulum_runs(7)
    whole = scan(times=clock(9), period=PERIOD, signal=told(9), **runs)
    first = scan(times=clock(5), period=PERIOD, signal=told(5), **runs)
    rest = {"state": first.state, "memory": first.memory, "parameters": runs["parameters"]}
    second = scan(times=clock(4, start=5 * PERIOD), period=PERIOD, signal=told(9)[5:], periods=3, **rest)
    np.testing.assert_array_equal(second.record[..., 1:], whole.record[:, 5:, 1:])
    np.testing.assert_array_equal(second.state, whole.record[:, -1, 1:3])
    np.testing.assert_array_equal(second.memory, whole.memory)
    assert second.periods.tolist() == [3] * 7


def test_without_a_plant_the_memory_goes_from_sample_to_sample(target: Target) -> None:
    """A running product of the signal; one that overflows keeps its last value."""
    after = m * g[1]
    step = Formula("product", (SIGNAL, READ["m"]), (vector("command", after), vector("memory", after)))
    scan = compiled_scan(Program(step, None, None, Formula("kept", (READ["u"],), (vector("record", u),))))
    factors = np.random.default_rng(2).uniform(0.5, 2, (4, 6, 2))
    got = scan((), clock(6), PERIOD, memory=np.ones((4, 1)), signal=factors)
    np.testing.assert_allclose(got.record[..., 0], np.cumprod(factors[..., 1], axis=1), rtol=1e-14)
    np.testing.assert_array_equal(got.memory, got.record[:, -1])
    factors[2, 3:, 1] = 1e100
    assert scan((), clock(6), PERIOD, memory=np.ones((4, 1)), signal=factors).periods.tolist() == [6, 6, 4, 6]


def test_a_part_may_be_a_matrix() -> None:
    kept = Formula("outer", (READ["x"],), (matrix("record", x @ x.T),))
    run = compiled_scan(replace(OSCILLATOR, record=kept))([1.0, 2.0], [0.0], PERIOD, parameters=[1, 0])
    np.testing.assert_array_equal(run.record, [[1, 2, 2, 4]])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rate": part("r", "x", vector("rate", x[0]))}, "r: rate has 1 entries, but state has 2"),
        ({"rate": part("r", "x", vector("speed", x))}, "r: the loop's rate gives speed, expected rate"),
        ({"project": part("q", "x", vector("state", ca.vertcat(x, x)))}, "q: state has 4 entries, but state has 2"),
        (
            {"command": part("c", "xu", vector("command", u))},
            "c: the loop's command cannot read command; there are: t, signal, noise, state, memory",
        ),
        (
            {"command": part("c", "m", vector("command", m))},
            "c: the loop has a memory, but its command does not give the next one",
        ),
        ({"record": Formula("k", (scalar("force", u),), (vector("record", u),))}, "k: the loop's record cannot read force"),
        ({"rate": Formula("r", (vector("t", x),), (vector("rate", x),))}, "r: t has 2 entries, but t has 1"),
        ({"record": Formula("k", (), (vector("record", ca.SX(0, 1)),))}, r"scan: record has shape \(-1, 0\)"),
    ],
)
def test_parts_that_do_not_fit_are_an_error_in_words(change: dict[str, Formula], message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        compiled_scan(replace(OSCILLATOR, **change))


@pytest.mark.parametrize("threads", [None, 1, 2])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"state": np.zeros(3)}, r"scan: state has shape \(3,\), expected \(\.\.\., 2\)"),
        ({"state": 1.0}, r"scan: state has shape \(\), expected \(\.\.\., 2\)"),
        ({"state": ["a", "b"]}, "scan: state is not an array of real numbers"),
        ({"state": [[1, 2], [3]]}, "scan: state is not an array of numbers"),
        ({"memory": ()}, r"scan: memory has shape \(0,\), expected \(\.\.\., 1\)"),
        ({"state": np.zeros((4, 2)), "parameters": np.zeros((3, 2))}, "scan: the batch axes do not fit each other"),
        ({"times": 0.0}, r"scan: times has shape \(\), expected \(k,\)"),
        ({"times": []}, r"scan: times has shape \(0,\), expected \(k,\)"),
        ({"times": "soon"}, "scan: times is not an array of numbers: soon"),
        ({"times": [0.0, 0.01, 0.03]}, r"scan: times\[2\] is 0.03, expected 0.0 \+ 2\*0.01"),
        ({"times": [0.0, nan]}, r"scan: times\[1\] is nan"),
        ({"times": [inf]}, r"scan: times\[0\] is inf"),
        ({"every": 2}, r"scan: times\[1\] is 0.01, expected 0.0 \+ 1\*0.02"),
        ({"every": 0}, "scan: every and substeps must be whole"),
        ({"substeps": 1.5}, "scan: every and substeps must be whole"),
        ({"period": -0.01}, "positive, but are 1, 1 and -0.01"),
        ({"period": nan}, "positive, but are 1, 1 and nan"),
    ],
)
def test_a_wrong_argument_is_an_error_in_words(change: dict[str, Any], message: str, threads: int | None) -> None:
    given = {"state": [1.0, 0.0], "times": clock(3), "period": PERIOD, "memory": [0.0], "parameters": [1.0, 0.0], **change}
    with pytest.raises(ShapeError, match=message):
        compiled_scan(PENDULUM)(**given, threads=threads)
