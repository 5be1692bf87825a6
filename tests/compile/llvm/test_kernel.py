"""A kernel gives one answer for a sample, however the sample reaches it: alone, in a batch, strided, cast, on a thread."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from math import inf, nan
from typing import Any

import casadi as ca
import numpy as np
import pytest

from kinloop.compile.llvm import kernel as kernel_module
from kinloop.compile.llvm.kernel import Kernel, compile_formula, compile_log
from kinloop.compile.llvm.target import Target, possible_targets
from kinloop.compile.tape.tape import Formula, matrix, scalar, vector
from kinloop.errors import ShapeError

Compile = Callable[[Formula], Kernel]


def arm() -> Formula:
    """Something of every kind: a vector, a matrix and a number in, the same out."""
    q, A, p = ca.SX.sym("q", 3), ca.SX.sym("A", 2, 3), ca.SX.sym("p")
    angle = ca.cumsum(q)
    place = ca.vertcat(ca.sum1(ca.cos(angle)) / p, ca.sum1(ca.sin(angle)) / p)
    return Formula(
        "arm",
        (vector("q", q), matrix("A", A), scalar("p", p)),
        (
            vector("place", place + A @ q),
            matrix("turned", ca.jacobian(place, q) + A),
            scalar("length", ca.fmin(ca.norm_2(place), ca.exp(q[0])) + ca.atan2(q[1], p)),
        ),
    )


def samples(*batch: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.uniform(-3, 3, (*batch, 3)), rng.uniform(-1, 1, (*batch, 2, 3)), rng.uniform(0.5, 2, batch)


def assert_same(got: Any, expected: Any) -> None:
    """To the bit, NaN where NaN is expected."""
    for mine, theirs in zip(got, expected, strict=True):
        np.testing.assert_array_equal(mine, theirs)


@pytest.fixture
def kernel(compiled: Compile) -> Kernel:
    return compiled(arm())


@pytest.fixture(autouse=True)
def numpy_warnings_are_errors() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_a_kernel_agrees_with_casadi_on_every_target(
    target: Target, compiled: Compile, oracle: Callable[..., list[np.ndarray]]
) -> None:
    inputs = samples(50)
    for got, expected in zip(compiled(arm())(*inputs), oracle(arm(), *inputs), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-14, atol=1e-14)


def test_a_sample_alone_and_in_any_batch_is_the_same_to_the_bit(target: Target, compiled: Compile) -> None:
    kernel, inputs = compiled(arm()), samples(40)
    whole = kernel(*inputs)
    assert_same([np.array(rows) for rows in zip(*(kernel(*(a[k] for a in inputs)) for k in range(40)), strict=True)], whole)
    for size in range(1, 18):
        for first in (0, 3, 40 - size):
            part = slice(first, first + size)
            assert_same(kernel(*(a[part] for a in inputs)), [o[part] for o in whole])


def test_targets_agree_to_rounding(compiled: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for name in possible_targets():
        monkeypatch.setenv("KINLOOP_TARGET", name)
        results.append(compiled(arm())(*samples(200)))
    for result in results[1:]:
        for mine, theirs in zip(result, results[0], strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-13, atol=1e-14)


def test_a_batch_writes_its_own_rows_and_nothing_beside_them(target: Target, compiled: Compile) -> None:
    kernel = compiled(arm())
    for size in range(10):
        inputs = samples(size)
        wide = [np.full((size + 4, *port.shape), 7.5) for port in kernel.outputs]
        kernel.ufunc(*inputs, out=tuple(w[2:-2] for w in wide))
        assert_same([w[2:-2] for w in wide], kernel(*inputs))
        assert all((w[:2] == 7.5).all() and (w[-2:] == 7.5).all() for w in wide)


def embed(a: np.ndarray, core: int, how: str) -> np.ndarray:
    """The same numbers laid out otherwise in memory."""
    if how == "gaps":
        wide = np.full((2 * len(a), *(2 * n + 1 for n in a.shape[1:])), nan)
        view = wide[(slice(1, None, 2), *(slice(1, None, 2) for _ in a.shape[1:]))]
        view[...] = a
        return view
    if how == "reversed":
        return np.ascontiguousarray(np.flip(a))[tuple(slice(None, None, -1) for _ in a.shape)]
    if how == "fortran":
        return np.asfortranarray(a)
    if how == "unaligned":
        raw = np.zeros(a.nbytes + 1, np.uint8)
        view = raw[1:].view(float).reshape(a.shape)
        view[...] = a
        return view
    return a.astype(">f8")


@pytest.mark.parametrize("how", ["gaps", "reversed", "fortran", "unaligned", "other byte order"])
def test_the_layout_in_memory_does_not_matter(how: str, kernel: Kernel) -> None:
    inputs = samples(13)
    laid_out = [embed(a, len(port.shape), how) for a, port in zip(inputs, kernel.inputs, strict=True)]
    assert_same(laid_out, inputs)
    assert_same(kernel(*laid_out), kernel(*inputs))
    if how in ("gaps", "reversed", "fortran"):
        outputs = tuple(embed(np.zeros((13, *port.shape)), len(port.shape), how) for port in kernel.outputs)
        assert_same(kernel.ufunc(*laid_out, out=outputs), kernel(*inputs))
        assert_same(outputs, kernel(*inputs))


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int64, np.int8, np.uint64, bool])
def test_other_numbers_are_cast(dtype: Any, kernel: Kernel) -> None:
    q, A, p = samples(9)
    given = (4 * q).astype(dtype)
    assert_same(kernel(given, A, p), kernel(given.astype(float), A, p))


def test_lists_and_numbers_are_arrays(kernel: Kernel) -> None:
    q, A, p = samples(4)
    assert_same(kernel(q.tolist(), A.tolist(), p.tolist()), kernel(q, A, p))
    assert_same(kernel([1, 2, 3], A[0], 2), kernel(np.array([1.0, 2, 3]), A[0], 2.0))


def test_parameters_broadcast_against_the_batch(kernel: Kernel) -> None:
    q, A, p = samples(11)
    assert_same(kernel(q, A[0], p[0]), kernel(q, np.stack([A[0]] * 11), np.full(11, p[0])))
    assert_same(kernel(q, np.broadcast_to(A[0], A.shape), p), kernel(q, np.stack([A[0]] * 11), p))
    grid = kernel(q[:, None], A[:5], p[:5])
    assert grid[0].shape == (11, 5, 2)
    assert_same([g[3, 4] for g in grid], kernel(q[3], A[4], p[4]))


def test_a_batch_may_have_any_number_of_axes(kernel: Kernel) -> None:
    inputs = samples(2, 3, 4)
    got = kernel(*inputs)
    assert [g.shape for g in got] == [(2, 3, 4, 2), (2, 3, 4, 2, 3), (2, 3, 4)]
    flat = kernel(*(a.reshape(24, *a.shape[3:]) for a in inputs))
    assert_same([g.reshape(f.shape) for g, f in zip(got, flat, strict=True)], flat)
    assert [np.shape(g) for g in kernel(*samples())] == [(2,), (2, 3), ()]


@pytest.mark.parametrize("batch", [(0,), (3, 0), (0, 5)])
@pytest.mark.parametrize("threads", [None, 1, 3])
def test_an_empty_batch_gives_empty_arrays(batch: tuple[int, ...], threads: int | None, kernel: Kernel) -> None:
    assert [g.shape for g in kernel(*samples(*batch), threads=threads)] == [(*batch, 2), (*batch, 2, 3), batch]


def test_an_output_may_overlap_an_input(compiled: Compile) -> None:
    q = ca.SX.sym("q", 2)
    kernel = compiled(Formula("turn", (vector("q", q),), (vector("o", ca.vertcat(q[1] + 1, ca.sin(q[0]) * q[1])),)))
    for shift in (-3, -1, 0, 1, 2, 5):
        buffer = np.random.default_rng(8).uniform(-1, 1, (40, 2))
        given, taken = buffer[10:30], buffer[10 + shift : 30 + shift]
        expected = kernel(given.copy())
        kernel.ufunc(given, out=taken)
        np.testing.assert_array_equal(taken, expected)
    buffer = np.random.default_rng(8).uniform(-1, 1, (20, 2))
    expected = kernel(buffer[::-1].copy())
    np.testing.assert_array_equal(kernel.ufunc(buffer[::-1], out=buffer), expected)


def test_nan_rows_and_divisions_by_zero_raise_no_warning(target: Target, compiled: Compile) -> None:
    x, y = ca.SX.sym("x"), ca.SX.sym("y")
    values = [x / y, ca.sqrt(x), ca.log(y), ca.acos(2 + x), ca.exp(1e3 * x), ca.fmod(x, y), x**y, ca.sin(x), x < y, ca.fmax(x, y)]
    values += [ca.floor(x), ca.atanh(x), ca.tan(x), 1e-300 * ca.fmin(x, 1e-300), ca.log1p(-1 - y)]
    kernel = compiled(Formula("hazards", (scalar("x", x), scalar("y", y)), (vector("o", ca.vertcat(*values)),)))
    x_values, y_values = np.meshgrid([nan, inf, -inf, 1e300, -1.0, 0.0, 2.0, 5e-324], [0.0, nan, inf, -1.0, 1e-310, 1e300])
    for threads in (1, 2):
        result = kernel(x_values, y_values, threads=threads)
        assert not np.isnan(result[-1, 6]).all()
    with np.errstate(all="raise"):
        kernel(x_values, y_values)
        kernel(0.0, 0.0)


def test_flags_that_were_raised_before_a_call_are_not_reported_by_it(kernel: Kernel) -> None:
    with np.errstate(all="ignore"):
        np.divide(np.ones(3), np.zeros(3))
    with np.errstate(all="raise"):
        result = kernel(*samples(3))
    assert np.all(np.isfinite(result[0] if isinstance(result, tuple) else result))


@pytest.mark.parametrize("threads", [2, 3, 7, 100])
def test_threads_do_not_change_a_bit(threads: int, kernel: Kernel) -> None:
    for batch in ((101,), (1,), (2,), (5, 1), (1, 17), (3, 4, 2)):
        inputs = samples(*batch)
        assert_same(kernel(*inputs, threads=threads), kernel(*inputs, threads=1))
        q, A, p = inputs
        first = (0,) * len(batch)
        assert_same(kernel(q, A[first], p[first], threads=threads), kernel(q, A[first], p[first], threads=1))
        row = q[(0,) * (len(batch) - 1)]  # the last batch axis alone, broadcast over the others
        assert_same(kernel(row, A, p, threads=threads), kernel(row, A, p, threads=1))
        assert_same(kernel(row.tolist(), A.astype(np.float32), p[first], threads=threads), kernel(row, A.astype("f4"), p[first]))


def test_long_batches_are_given_to_threads_by_themselves(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[int] = []
    run = kernel._run_threads
    monkeypatch.setattr(kernel_module, "processors", lambda: 3)
    monkeypatch.setattr(
        kernel, "_run_threads", lambda arrays, batch, threads, out: (pieces.append(threads), run(arrays, batch, threads, out))[1]
    )
    inputs = samples(200_000)
    assert_same(kernel(*inputs), kernel(*inputs, threads=1))
    assert pieces == [3]
    kernel(*samples(500))
    kernel([1.0, 2.0, 3.0], *samples()[1:])
    assert pieces == [3]


def test_large_outputs_are_stored_like_small_ones(
    target: Target, compiled: Compile, oracle: Callable[..., list[np.ndarray]]
) -> None:
    """They are stored in a loop, where small ones are written out."""
    v, w = ca.SX.sym("v", 9), ca.SX.sym("w", 12)
    outputs = (matrix("product", v @ w.T), scalar("sum", ca.sum1(v)), vector("all", ca.vec(w @ v.T)), vector("w", 2 * w))
    formula = Formula("large", (vector("v", v), vector("w", w)), outputs)
    kernel, rng = compiled(formula), np.random.default_rng(10)
    for size in (0, 1, 3, 4, 11):
        inputs = rng.uniform(-1, 1, (size, 9)), rng.uniform(-1, 1, (size, 12))
        inputs[1][size // 2 : size // 2 + 1, 5] = nan
        expected = oracle(formula, *inputs)
        for output in expected:
            output[size // 2 : size // 2 + 1] = nan
        for got, right, port in zip(kernel(*inputs), expected, kernel.outputs, strict=True):
            np.testing.assert_allclose(got, right.reshape(size, *port.shape), rtol=1e-14)
    outputs = tuple(embed(np.zeros((11, *port.shape)), len(port.shape), "gaps") for port in kernel.outputs)
    assert_same(kernel.ufunc(*inputs, out=outputs), kernel(*inputs))
    assert_same(kernel(*inputs, threads=3), kernel(*inputs))


def test_one_output_is_an_array_and_several_are_a_tuple(compiled: Compile) -> None:
    x = ca.SX.sym("x")
    one = compiled(Formula("one", (scalar("x", x),), (vector("o", ca.vertcat(x, 2 * x)),)))
    for threads in (1, 2):
        np.testing.assert_array_equal(one([1.0, 2.0], threads=threads), [[1, 2], [2, 4]])


def test_a_formula_without_inputs_is_its_constants(compiled: Compile) -> None:
    np.testing.assert_array_equal(compiled(Formula("constants", (), (vector("o", ca.SX([1, 2.5])),)))(), [1, 2.5])


@pytest.mark.parametrize("threads", [None, 1, 2])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"q": np.zeros(4)}, r"arm: q has shape \(4,\), expected \(\.\.\., 3\)"),
        ({"q": np.zeros((5000, 2))}, r"arm: q has shape \(5000, 2\), expected \(\.\.\., 3\)"),
        ({"q": 1.0}, r"arm: q has shape \(\), expected \(\.\.\., 3\)"),
        ({"q": np.zeros((2, 1))}, r"arm: q has shape \(2, 1\), expected \(\.\.\., 3\)"),
        ({"A": np.zeros((3, 2))}, r"arm: A has shape \(3, 2\), expected \(\.\.\., 2, 3\)"),
        ({"A": np.zeros(3)}, r"arm: A has shape \(3,\), expected \(\.\.\., 2, 3\)"),
        ({"q": "abc"}, "arm: q is not an array of real numbers but of <U3: abc"),
        ({"q": ["1", "2", "3"]}, "arm: q is not an array of real numbers but of <U1"),
        ({"q": np.array(["a", "b", "c"])}, "arm: q is not an array of real numbers but of <U1"),
        ({"q": [[1, 2, 3], [4]]}, r"arm: q is not an array of numbers: \[\[1, 2, 3\], \[4\]\]"),
        ({"q": [1j, 2, 3]}, "arm: q is not an array of real numbers but of complex128"),
        ({"q": np.array([1j, 2, 3])}, "arm: q is not an array of real numbers but of complex128"),
        ({"p": None}, "arm: p is not an array of real numbers but of object: None"),
        ({"q": np.zeros(3, "M8[s]")}, "arm: q is not an array of real numbers but of datetime64"),
        (
            {"q": np.zeros((4, 3)), "p": np.zeros(5)},
            r"arm: the batch axes do not fit each other: q \(4, 3\), A \(2, 3\), p \(5,\)",
        ),
    ],
)
def test_a_wrong_array_is_an_error_in_words(change: dict[str, Any], message: str, threads: int | None, kernel: Kernel) -> None:
    q, A, p = samples()
    given = {"q": q, "A": A, "p": p, **change}
    with pytest.raises(ShapeError, match=message):
        kernel(*given.values(), threads=threads)


@pytest.mark.parametrize("count", [0, 2, 4])
def test_a_wrong_count_of_arrays_is_an_error_that_names_them(count: int, kernel: Kernel) -> None:
    for threads in (None, 1, 2):
        with pytest.raises(ShapeError, match=rf"arm takes 3 arrays \(q, A, p\), but {count} were given"):
            kernel(*[np.zeros(3)] * count, threads=threads)


def test_an_empty_argument_is_an_error_that_names_it(compiled: Compile) -> None:
    x = ca.SX.sym("x")
    with pytest.raises(ShapeError, match=r"none: nothing has shape \(0,\)"):
        compiled(Formula("none", (scalar("x", x),), (scalar("o", x), vector("nothing", ca.SX(0, 1)))))


def test_compile_times_are_kept_of_what_was_not_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINLOOP_CACHE", "")
    x = ca.SX.sym("x")
    before = len(compile_log)
    compile_formula(lambda: Formula("f", (scalar("x", x),), (scalar("o", 2 * x),)), {}, "timed")
    assert [name for name, _ in compile_log[before:]] == ["timed"]
    assert compile_log.pop()[1] > 0


def test_many_kernels_live_beside_each_other(compiled: Compile) -> None:
    x = ca.SX.sym("x")
    kernels = [compiled(Formula("scaled", (scalar("x", x),), (scalar("o", k * ca.cos(x)),))) for k in range(2, 12)]
    assert [float(kernel(0.0)) for kernel in kernels] == list(range(2, 12))


def test_a_process_that_compiled_and_ran_ends_cleanly(run_python: Callable[..., Any], tmp_path: Any) -> None:
    script = """
import casadi as ca, numpy as np
from kinloop.compile.llvm.kernel import compile_formula
from kinloop.compile.tape.tape import Formula, scalar
x = ca.SX.sym("x")
kernel = compile_formula(lambda: Formula("f", (scalar("x", x),), (scalar("o", ca.exp(ca.sin(x))),)), {}, "f")
assert kernel(np.zeros(1000), threads=4).sum() == 1000
"""
    for _ in ("compiled", "from the cache"):
        done = run_python(script, KINLOOP_CACHE=tmp_path / "objects")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def many() -> Formula:
    """Arrays that are long enough to be stored in a loop; ``lost`` is in no output."""
    q, lost, p = ca.SX.sym("q", 70), ca.SX.sym("lost", 80), ca.SX.sym("parameters", 2)
    return Formula(
        "many",
        (vector("q", q), vector("lost", lost), vector("parameters", p)),
        (matrix("first", q @ q[:3].T * p[0]), vector("second", 1 / q)),
    )


def test_one_sample_with_a_number_that_is_not_finite_raises_the_alarm(target: Target, compiled: Compile) -> None:
    kernel, inputs = compiled(arm()), samples()
    for bad in (nan, inf, -inf):
        for which, array in enumerate(inputs):
            for entry in np.ndindex(array.shape):
                given = [np.array(each) for each in inputs]
                given[which][entry] = bad
                before = kernel.alarm[0]
                kernel(*given)
                assert kernel.alarm[0] == before + 1, (bad, which, entry)
    before = kernel.alarm[0]
    kernel(*inputs)
    kernel(*(array.astype(np.float32) for array in inputs))
    assert kernel.alarm[0] == before
    kernel(inputs[0], inputs[1], 0.0)  # finite numbers without a finite answer
    assert kernel.alarm[0] == before + 1


def test_the_alarm_hears_long_arrays_and_parameters_but_no_later_output_and_no_batch(compiled: Compile) -> None:
    kernel, q, lost, p = compiled(many()), np.ones(70), np.zeros(80), np.ones(2)

    def rises(*given: np.ndarray) -> bool:
        before = kernel.alarm[0]
        kernel(*given)
        return kernel.alarm[0] > before

    def with_entry(array: np.ndarray, entry: int, value: float) -> np.ndarray:
        changed = array.copy()
        changed[entry] = value
        return changed

    assert not rises(q, lost, p)
    assert all(rises(q, with_entry(lost, k, inf), p) for k in range(80))
    assert all(rises(with_entry(q, k, nan), lost, p) for k in range(70))
    assert rises(with_entry(q, 69, 1e308), lost, 1e10 * p)  # an answer that overflows
    assert rises(q, lost, with_entry(p, 1, nan))
    assert not rises(q, lost, with_entry(p, 1, inf))  # parameters are looked at when they are given
    assert not rises(with_entry(q, 69, 0.0), lost, p)  # the second output is infinite there
    assert not rises(np.full((5, 70), nan), lost, p)
    assert rises(np.repeat(with_entry(q, 3, nan), 2)[::2], lost[::-1], p)
