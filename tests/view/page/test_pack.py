"""Packed data: one block of bytes with a head and arrays."""

from __future__ import annotations

import json

import numpy as np
import pytest

import kinloop as kl
from kinloop.view.page.pack import TYPES, as_text, from_text, pack, plot_numbers, unpack

ARRAYS = {code: np.arange(k, k + 5).astype(code) for k, code in enumerate(TYPES.values())}


def test_the_bytes_are_length_json_zeros_and_arrays_at_multiples_of_eight() -> None:
    content = pack({"title": "grüße"}, {"first": np.array([1, 2, 3], "i2"), "second": np.array([0.5], "f8")})
    length = int.from_bytes(content[:4], "little")
    head = json.loads(content[4 : 4 + length].decode())
    assert head["title"] == "grüße"
    assert head["arrays"] == {
        "first": {"type": "i2", "at": 0, "count": 3},
        "second": {"type": "f8", "at": 8, "count": 1},
    }
    begin = -(-(4 + length) // 8) * 8
    assert content[4 + length : begin] == b"\0" * (begin - 4 - length)
    assert content[begin:] == b"\1\0\2\0\3\0\0\0" + np.array([0.5], "<f8").tobytes()


def test_arrays_of_every_type_are_read_as_they_were() -> None:
    head, arrays = unpack(from_text(as_text(pack({"a": [1, None, "x"]}, ARRAYS))))
    assert head == {"a": [1, None, "x"]}
    assert list(arrays) == list(ARRAYS)
    for code, array in arrays.items():
        assert array.dtype == np.dtype(code)
        np.testing.assert_array_equal(array, ARRAYS[code])


def test_arrays_are_in_c_order_and_little_endian_whatever_they_were() -> None:
    given = np.asfortranarray(np.arange(6).reshape(2, 3).astype(">i4"))
    _, arrays = unpack(pack({}, {"a": given[:, ::-1]}))
    np.testing.assert_array_equal(arrays["a"], [2, 1, 0, 5, 4, 3])


def test_nan_is_kept_in_arrays_and_refused_in_the_head() -> None:
    _, arrays = unpack(pack({}, {"a": np.array([np.nan, 1.0])}))
    assert np.isnan(arrays["a"][0])
    with pytest.raises(kl.ShapeError, match="the head is no JSON"):
        pack({"time": float("nan")}, {})


@pytest.mark.parametrize("array", [np.zeros(2, complex), np.zeros(2, np.int64), np.zeros(2, bool), np.array(["a"])])
def test_other_types_are_refused(array: np.ndarray) -> None:
    with pytest.raises(kl.ShapeError, match="expected one of"):
        pack({}, {"a": array})


def test_the_same_data_give_the_same_text() -> None:
    assert as_text(pack({"a": 1}, ARRAYS)) == as_text(pack({"a": 1}, ARRAYS))


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([0.0, 1.0, 2.0], "f4"),
        ([5.0, 5.0], "f4"),  # constant
        ([100.0, 100.0 + 1e-6], "f8"),  # a step of 32 bits is larger than the range
        ([1e-42, 2e-42], "f8"),
        ([1e300, -1e300], "f8"),
        ([1.7e308, -1.7e308], "f8"),
        ([np.nan, np.nan], "f4"),
        ([], "f4"),
    ],
)
def test_lines_have_as_many_bits_as_they_need(values: list[float], dtype: str) -> None:
    packed = plot_numbers(np.array(values))
    assert packed.dtype == np.dtype(dtype)
    np.testing.assert_allclose(packed, values, rtol=6e-8)


def test_infinity_is_a_gap() -> None:
    np.testing.assert_array_equal(plot_numbers(np.array([1.0, np.inf, -np.inf, 2.0])), np.array([1, np.nan, np.nan, 2], "f4"))
